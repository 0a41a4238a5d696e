"""LaTeX of statements for math mode, for MathJax and KaTeX.

Every command that ends in a letter is followed by a space, a brace or a bracket, so that no name
can run into it.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.formulas.averages import AVERAGES
from pmlsym.formulas.measures import MEASURES
from pmlsym.formulas.posteriors import POSTERIORS
from pmlsym.proof import writing
from pmlsym.proof.kernel.terms import is_name
from pmlsym.statements.clauses import Chance, Clause, Clauses, Condition, GuaranteeClause, Through
from pmlsym.statements.leakages import (
    Leakage,
    MeanOverOutcomes,
    NumberOfOutcomes,
    OfPosterior,
    Overall,
    PosteriorDivergence,
)
from pmlsym.statements.structures import Alphabet, Independent, Markov, Structure
from pmlsym.statements.terms import (
    ATOM,
    POWER,
    PRODUCT,
    SUM,
    UNARY,
    Function,
    Hole,
    Negative,
    Number,
    OfAnswer,
    OfBound,
    OfPrior,
    Operation,
    Parameter,
    Term,
)
from pmlsym.statements.text.vocabulary import OUTCOMES
from pmlsym.statements.under_priors import UnderPriors

_SIGNS = {"<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "=": "=", "!=": r"\ne"}
_OF_PRIOR = {"pmin": r"p_{\min}", "pmax": r"p_{\max}", "n": "n"}
_OF_ANSWER = {"p": "P_X", "q": "P_Y"}
_ARROWS = {"->": r" \to ", ";": "; ", "|": r" \mid "}
_FUNCTIONS = {"log": r"\log", "max": r"\max", "min": r"\min", "hb": r"h_{\mathrm{b}}"}
_AND = r" \;\text{ and }\; "
_QUANTIFIED = {
    "every": r"\forall P_X",
    "some": r"\exists P_X",
    "uniform": r"P_X \text{ uniform}",
}


def in_latex(statement: Clauses, then: str = "") -> str:
    r"""Return a statement as LaTeX.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> print(in_latex(parse("X - Y - Z: PML(a) of X->Y => pmc(X->z) <= a where a < 2")))
    X - Y - Z:\quad \mathrm{PML}_{X \to Y}\left(a\right) \;\Longrightarrow\; \Lambda(X \to z) \le a
    \quad \text{where } a < 2
    """
    claim = _AND.join(map(_clause, statement.conclusion))
    if statement.hypotheses:
        arrow = r"\Longleftrightarrow" if statement.both_ways else r"\Longrightarrow"
        claim = rf"{_AND.join(map(_clause, statement.hypotheses))} \;{arrow}\; {claim}"
    if then:
        claim = rf"{claim} \;\Longrightarrow\; {then}"
    if statement.structure:
        structure = r",\; ".join(map(_structure, statement.structure))
        claim = rf"{structure}:\quad {claim}"
    return claim + provided(statement)


def provided(statement: Clauses) -> str:
    r"""Return the conditions on the parameters of a statement in LaTeX, to follow it.

    The condition that a parameter is at least 0 is left out for levels of guarantees in hypotheses,
    as no mechanism has a guarantee at a negative level, unless that may fail at some outcomes.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> provided(parse("PML(a) => pml(X->y) <= a + b where a < 2"))
    ' \\quad \\text{where } a < 2,\\; b \\ge 0'
    """
    conditions = [_clause(condition) for condition in statement.where]
    conditions += [rf"{name_latex(name)} \ge 0" for name in _signed(statement)]
    line = r",\; ".join(dict.fromkeys(conditions))
    return rf" \quad \text{{where }} {line}" if line else ""


def _signed(statement: Clauses) -> list[str]:
    """Return the parameters for which LaTeX states that they are at least 0."""
    given = () if statement.both_ways else statement.hypotheses
    levels = {
        level.name
        for clause in given
        if isinstance(clause, GuaranteeClause) and not clause.is_approximate
        for level in clause.levels
        if isinstance(level, Parameter)
    }
    return sorted(statement.nonnegative - levels)


def _clause(clause: Clause) -> str:
    if isinstance(clause, GuaranteeClause):
        through = f"_{{{_arrow(clause.of)}}}" if clause.of else ""
        levels = ", ".join(map(term_latex, clause.levels))
        text = rf"\mathrm{{{clause.kind}}}{through}\left({levels}\right)"
        return rf"\left(\forall P_X:\ {text}\right)" if clause.every_prior else text
    if isinstance(clause, UnderPriors):
        quantified = _QUANTIFIED[clause.of.quantifier]
        if clause.of.provided:
            provided = _AND.join(map(_clause, clause.of.provided))
            quantified = rf"{quantified} \text{{ with }} {provided}"
        said = _AND.join(map(_clause, clause.of.clauses))
        return rf"\left({quantified}:\ {said}\right)"
    return _condition(clause, False)


def _condition(condition: Condition, capital: bool) -> str:
    left, right = (_latex_and_level(side, capital)[0] for side in condition.terms)
    return f"{left} {_SIGNS[condition.sign]} {right}"


def _arrow(through: Through) -> str:
    return rf"{through.secret} \to {', '.join(through.observed)}"


def _structure(part: Structure) -> str:
    match part:
        case Markov():
            return " - ".join(part.chain)
        case Independent():
            return rf"{', '.join(part.names)} \text{{ independent}}"
        case Alphabet():
            return rf"\left|\mathcal{{X}}\right| {_SIGNS[part.sign]} {part.size}"
    if not part.masses:
        return r"P_X \text{ uniform}"
    return rf"P_X = \left({', '.join(_fraction(mass) for mass in part.masses)}\right)"


def term_latex(term: Term) -> str:
    r"""Return a term as LaTeX.

    Examples
    --------
    >>> term_latex(Operation("^", Parameter("alpha"), Number(Fraction(2))))
    '\\alpha^{2}'
    """
    return _latex_and_level(term, capital=False)[0]


def factor_latex(term: Term) -> str:
    r"""Return a term as LaTeX of a factor, with brackets around a sum.

    Examples
    --------
    >>> factor_latex(Operation("-", Number(Fraction(1)), Parameter("p")))
    '\\left(1 - p\\right)'
    """
    return _tight(term, PRODUCT, capital=False)


def _fraction(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    minus = "-" if value < 0 else ""
    return rf"{minus}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"


def _latex_and_level(term: Term, capital: bool) -> tuple[str, int]:
    """Return the LaTeX, and how tightly it binds; outcomes inside a mean are in capitals."""
    match term:
        case Number():
            level = UNARY if term.value < 0 else PRODUCT if term.value.denominator > 1 else ATOM
            return _fraction(term.value), level
        case Parameter():
            return name_latex(term.name), ATOM
        case Hole():
            return str(term), ATOM
        case OfPrior():
            return _OF_PRIOR[term.name], ATOM
        case OfAnswer():
            return rf"{_OF_ANSWER[term.name[0]]}({term.outcome})", ATOM
        case OfBound():
            return rf"\mathrm{{{term.name}}}({term.of})".replace("_", r"\_"), ATOM
        case Negative():
            return f"-{_tight(term.term, PRODUCT, capital)}", UNARY
        case Operation():
            return _operation(term, capital)
        case Function("exp", (argument,)):
            return rf"\mathrm{{e}}^{{{_latex_and_level(argument, capital)[0]}}}", POWER
        case Function():
            inside = ", ".join(_latex_and_level(part, capital)[0] for part in term.arguments)
            return rf"{_FUNCTIONS[term.name]}\left({inside}\right)", ATOM
        case NumberOfOutcomes():
            return rf"|\mathcal{{{term.variable}}}|", ATOM
        case Chance():
            event = _AND.join(_condition(part, True) for part in term.conditions)
            return rf"\mathbb{{P}}\left[{event}\right]", ATOM
        case MeanOverOutcomes():
            return rf"\mathbb{{E}}\left[{_latex_and_level(term.term, True)[0]}\right]", ATOM
        case Leakage():
            return _leakage(term, capital)
        case OfPosterior():
            seen = ", ".join(name.upper() if capital else name for name in term.observed)
            return rf"{AVERAGES[term.kind].latex}({term.secret} \mid {seen})", ATOM
        case PosteriorDivergence():
            seen = ", ".join(name.upper() if capital else name for name in term.observed)
            return rf"{POSTERIORS[term.kind].latex}({term.secret} \to {seen})", ATOM
        case Overall():
            row = AVERAGES[term.kind]
            seen = f"{_ARROWS[row.arrow]}{', '.join(term.observed)}" if term.observed else ""
            below = "" if term.level is None else f"_{{{term_latex(term.level)}}}"
            return f"{row.latex}{below}({term.secret}{seen})", ATOM
    raise TypeError(f"{type(term).__name__} is no term of a statement")


def _leakage(term: Leakage, capital: bool) -> tuple[str, int]:
    worst = term.observed[0] not in OUTCOMES
    seen = tuple(name.lower() for name in term.observed)
    given = term.given
    if capital:
        seen = seen if worst else tuple(name.upper() for name in seen)
        given = tuple(name.upper() for name in given)
    after = rf" \mid {', '.join(given)}" if given else ""
    line = rf"{MEASURES[term.kind].latex}({term.secret} \to {', '.join(seen)}{after})"
    # terms after a maximum would be read as part of it
    return (rf"\max_{{{', '.join(seen)}}} {line}", SUM - 1) if worst else (line, ATOM)


def _operation(term: Operation, capital: bool) -> tuple[str, int]:
    if term.sign == "/":
        top, bottom = (_latex_and_level(part, capital)[0] for part in term.parts)
        return rf"\frac{{{top}}}{{{bottom}}}", PRODUCT
    if term.sign == "^":
        exponent = _latex_and_level(term.right, capital)[0]
        return f"{_tight(term.left, ATOM, capital)}^{{{exponent}}}", POWER
    level = PRODUCT if term.sign == "*" else SUM
    left, right = _tight(term.left, level, capital), _tight(term.right, level + 1, capital)
    if level == PRODUCT and isinstance(term.right, Operation) and term.right.sign == "/":
        right = _latex_and_level(term.right, capital)[0]  # a fraction needs no bracket
    if right.startswith("-"):
        right = rf"\left({right}\right)"
    if level == SUM:
        return f"{left} {term.sign} {right}", SUM
    runs_on = right[0].isdigit() or right.startswith(r"\frac")
    times = r"\cdot" if runs_on else r"\,"
    return f"{left} {times} {right}", PRODUCT


def _tight(term: Term, least: int, capital: bool) -> str:
    line, level = _latex_and_level(term, capital)
    return line if level >= least else rf"\left({line}\right)"


def name_latex(name: str) -> str:
    r"""Return the name of a parameter as LaTeX.

    Examples
    --------
    >>> print(name_latex("epsilon_l"))
    \epsilon_{l}
    """
    if is_name(name):
        return writing.latex(("symbol", name))
    escaped = name.replace("_", r"\_")
    return rf"\mathrm{{{escaped}}}"
