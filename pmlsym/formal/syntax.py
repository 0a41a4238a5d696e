"""Statements as data that formal/language.v gives a meaning to."""

from __future__ import annotations

from fractions import Fraction
from functools import partial, reduce
from typing import TypeGuard

from pmlsym.statements.clauses import Chance, Clause, Condition, GuaranteeClause, Through
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Alphabet, Independent, Markov, Prior, Structure
from pmlsym.statements.terms import (
    Function,
    Hole,
    Negative,
    Number,
    OfPrior,
    Operation,
    Parameter,
    Term,
)

_OF_PRIOR = {"pmin": "PMin", "pmax": "PMax", "n": "Size"}
_MEASURES = {"pml": "Pml", "pmc": "Pmc", "ldp": "Ldp"}
_AVERAGES = {
    "maximal_leakage": "MaximalLeakage",
    "maximal_cost_leakage": "MaximalCostLeakage",
    "mutual_information": "MutualInformation",
}
_OPERATIONS = {"+": "Add", "-": "Sub", "*": "Mul", "/": "Div"}
_FUNCTIONS = {"exp": "Exp", "log": "Log", "max": "Max", "min": "Min"}
_SIGNS = {"<=": "Le", "<": "Lt", ">=": "Ge", ">": "Gt", "=": "Eq"}
_GUARANTEES = ("PML", "PMC", "LDP", "LIP", "ALIP")


class NotExported(Exception):  # noqa: N818  # a reason, which the caller prints
    """A statement, or its proof, has a part that formal/ does not say yet."""


def term(of: Term) -> str:
    """Return a term as one of formal/language.v.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> term(parse_term("pml(X->y) - 1/2"))
    '(Sub (AtOutcome Pml VarX (VarY, [::])) (Ratio 1 2))'
    """
    if isinstance(of, Number):
        return _number(of.value)
    if isinstance(of, Parameter):
        return f'(Param "{of.name}")'
    if isinstance(of, OfPrior):
        return f"(OfPrior {_word(_OF_PRIOR, of.name)})"
    if isinstance(of, Leakage):
        if of.given:
            return f"(AtGiven {_of_measure(of)} {_together(of.given)})"
        place = "AtOutcome" if of.outcomes else "AtWorst"
        return f"({place} {_of_measure(of)})"
    if isinstance(of, Overall):
        return f"(Overall {_word(_AVERAGES, of.kind)} {_channel(of.secret, of.observed)})"
    if isinstance(of, MeanOverOutcomes) and not isinstance(of, Chance):
        return f"(Mean {term(of.term)})"
    if isinstance(of, Negative):
        return f"(Opp {term(of.term)})"
    if product := product_of(of):
        return term(product)
    if isinstance(of, Operation):
        return f"({_word(_OPERATIONS, of.sign)} {term(of.left)} {term(of.right)})"
    if isinstance(of, Function):
        found = term(of.arguments[0])
        name = _word(_FUNCTIONS, of.name)
        if len(of.arguments) == 1:
            return f"({name} {found})"
        for other in of.arguments[1:]:
            found = f"({name} {found} {term(other)})"
        return found
    raise NotExported(f"{of}")


def product_of(of: Term) -> Term | None:
    """Return a power with a positive whole exponent as a product, None for any other term.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> print(product_of(parse_term("a^3")))
    a*a*a
    """
    if not isinstance(of, Operation) or of.sign != "^" or not isinstance(of.right, Number):
        return None
    exponent = of.right.value
    if exponent.denominator > 1 or exponent < 1:
        return None
    return reduce(partial(Operation, "*"), [of.left] * int(exponent))


def condition(of: Condition) -> str:
    """Return a condition as one of formal/language.v."""
    return f"(Compare {_word(_SIGNS, of.sign)} {term(of.left)} {term(of.right)})"


def statement(of: Statement) -> str:
    """Return a statement as one of formal/language.v.

    Raises
    ------
    NotExported
        If the statement has a part that formal/language.v does not say.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(statement(parse("LDP(e) => PML(e)")))
    Statement [:: Least 2] [:: "e"] [::]
      [:: Guarantee LDP [:: (Param "e")] VarX (VarY, [::])]
      [:: Guarantee PML [:: (Param "e")] VarX (VarY, [::])] false
    """
    if of.binders:
        raise NotExported(f"`{of.binders[0]}`")
    if of.has_holes:
        raise NotExported("the hole ?")
    least, most = of.size
    structures = [f"Exactly {most}" if most else f"Least {least}"]
    structures += [_structure(p) for p in structure_of(of) if not isinstance(p, Alphabet)]
    nonnegative = [f'"{name}"' for name in of.parameters if name in of.nonnegative]
    where = [condition(one) for one in where_of(of)]
    hypotheses, conclusion = ([_clause(c) for c in part] for part in (of.hypotheses, of.conclusion))
    return (
        f"Statement {_list(structures)} {_list(nonnegative)} {_list(where)}\n"
        f"  {_list(hypotheses)}\n  {_list(conclusion)} {str(of.both_ways).lower()}"
    )


def structure_of(of: Statement) -> tuple[Structure, ...]:
    """Return the structure, with joint independence of three variables in terms of pairs.

    X, Y and Z are independent if X is independent of Y and of Z, and Y and Z are independent
    given X.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> [str(part) for part in structure_of(parse("X, Y, Z independent: pml(X->Y,Z) = 0"))]
    ['X, Y independent', 'X, Z independent', 'Y - X - Z']
    """
    found: list[Structure] = []
    for part in of.structure:
        if isinstance(part, Independent) and len(part.names) == 3:
            first, *others = part.names
            found += [Independent((first, one)) for one in others]
            found.append(Markov((others[0], first, others[1])))
        elif not _is_by_extremes(part):
            found.append(part)
    return tuple(found)


def where_of(of: Statement) -> tuple[Condition, ...]:
    """Return the conditions on parameters, and those that give the masses of an unequal prior.

    Up to their order, two or three masses are given by the least and the largest of them.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> [str(one) for one in where_of(parse("prior (1/2, 1/3, 1/6): PML(e) => PMC(e)"))]
    ['pmin = 1/6', 'pmax = 1/2']
    """
    masses = next((part.masses for part in of.structure if _is_by_extremes(part)), ())
    if not masses:
        return of.where
    least = Condition(OfPrior("pmin"), "=", Number(min(masses)))
    return (*of.where, least, Condition(OfPrior("pmax"), "=", Number(max(masses))))


def _is_by_extremes(of: object) -> TypeGuard[Prior]:
    """Whether a part of a statement is a prior that `where_of` gives."""
    return isinstance(of, Prior) and not is_uniform(of) and len(of.masses) <= 3


def definition(of: Statement, name: str) -> str:
    """Return the definition of a statement as data, `name_data`."""
    return f"Definition {name}_data : statement := ({statement(of)})%string."


def comment(text: str) -> str:
    """Return a text as a comment of Coq."""
    return f"(* {text.replace('(*', '( *').replace('*)', '* )')} *)"


def _clause(of: Clause) -> str:
    if isinstance(of, Condition):
        return f"Condition {condition(of)}"
    return _guarantee(of)


def _guarantee(of: GuaranteeClause) -> str:
    if of.kind not in _GUARANTEES or of.is_approximate:
        raise NotExported(str(of))
    if of.every_prior:
        raise NotExported(f"`{of}`")
    levels = [term(level) for level in of.levels if not isinstance(level, Hole)]
    through = of.of or Through("X", ("Y",))
    return f"Guarantee {of.kind} {_list(levels)} {_channel(through.secret, through.observed)}"


def _structure(of: Structure) -> str:
    if is_uniform(of):
        return "Uniform"
    if isinstance(of, Markov):
        return f"Chain {' '.join(f'Var{name}' for name in of.chain)}"
    if isinstance(of, Independent) and len(of.names) == 2:
        return f"Independent {' '.join(f'Var{name}' for name in of.names)}"
    raise NotExported(f"`{of}`")


def is_uniform(of: object) -> bool:
    """Whether a part of a statement is a uniform prior, in words or of equal masses.

    The masses also say how many secrets there are, which `Statement.size` has.
    """
    return isinstance(of, Prior) and len(set(of.masses)) < 2


def _number(value: Fraction) -> str:
    top, bottom = abs(value.numerator), value.denominator
    text = f"(Whole {top})" if bottom == 1 else f"(Ratio {top} {bottom})"
    return f"(Opp {text})" if value < 0 else text


def _of_measure(of: Leakage) -> str:
    if of.given and any(name.isupper() for name in of.observed):
        raise NotExported(f"{of}, which is of the worst outcome given another")
    return f"{_word(_MEASURES, of.kind)} {_channel(of.secret, of.observed)}"


def _channel(secret: str, observed: tuple[str, ...]) -> str:
    return f"Var{secret} {_together(observed)}"


def _together(names: tuple[str, ...]) -> str:
    first, *others = (f"Var{name.upper()}" for name in names)
    return f"({first}, {_list(others)})"


def _list(parts: list[str]) -> str:
    return f"[:: {'; '.join(parts)}]" if parts else "[::]"


def _word(words: dict[str, str], name: str) -> str:
    if name not in words:
        raise NotExported(name)
    return words[name]
