"""Terms and conditions about channels of X, Y and Z, in plain words of Coq.

The words are those of formal/law.v: p is the law, X, Y and Z are random variables, and s is a point
of the sample space. The unknowns of inequalities are of the prior of X and of the channel X->Y.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

import sympy as sp

from pmlsym.formal.syntax import NotExported, is_uniform, product_of
from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, MeanOverOutcomes, Overall
from pmlsym.statements.structures import Independent, Markov, Prior, Structure
from pmlsym.statements.terms import Function, Negative, Number, OfPrior, Operation, Parameter, Term

PMIN, PMAX, SIZE, MOST, LEAST = sp.symbols("pmin pmax n hi lo")
ATOMS: Mapping[sp.Symbol, str] = MappingProxyType(
    {
        PMIN: "pmin p X",
        PMAX: "pmax p X",
        SIZE: "size R X",
        MOST: "maxlift p X Y (Y s)",
        LEAST: "minlift p X Y (Y s)",
    }
)
OF_PRIOR: Mapping[str, sp.Symbol] = MappingProxyType({"pmin": PMIN, "pmax": PMAX, "n": SIZE})
_TURNED = {">=": "<=", ">": "<"}
_RELATIONS = {"<=": "vle", "<": "vlt", "=": "veq"}
_VALUES = {"+": "vadd", "*": "vmul", "/": "vdiv"}
_FUNCTIONS = {"exp": "vexp", "log": "vlog", "max": "vmax", "min": "vmin"}


def rational(value: Fraction) -> str:
    """Return a rational number as a real one of Coq."""
    top = f"{abs(value.numerator)}%:R"
    text = top if value.denominator == 1 else f"({top} / {value.denominator}%:R)"
    return f"(- {text})" if value < 0 else text


def as_real(term: Term) -> str | None:
    """Return a term as a real number of Coq, if it has a value whatever the parameters are."""
    if isinstance(term, Number):
        return rational(term.value)
    if isinstance(term, Parameter):
        return f"{term.name}_"
    if isinstance(term, OfPrior):
        return f"({ATOMS[OF_PRIOR[term.name]]})"
    if isinstance(term, Negative):
        inside = as_real(term.term)
        return inside and f"(- {inside})"
    if isinstance(term, Function) and term.name == "exp":
        inside = as_real(term.arguments[0])
        return inside and f"(expR {inside})"
    if product := product_of(term):
        return as_real(product)
    if isinstance(term, Operation) and (term.sign in "+-*" or has_whole_divisor(term)):
        left, right = as_real(term.left), as_real(term.right)
        return left and right and f"({left} {term.sign} {right})"
    return None


def has_whole_divisor(term: Term) -> bool:
    """Whether a term is a quotient by a positive whole number, which formal/ rewrites."""
    return (
        isinstance(term, Operation)
        and term.sign == "/"
        and isinstance(term.right, Number)
        and term.right.value.denominator == 1
        and term.right.value > 0
    )


def together(observed: Sequence[str]) -> str:
    """Return variables that are seen together, as one."""
    first, *others = map(str.upper, observed)
    return f"(both {first} {together(others)})" if others else first


def law_of(given: Sequence[str]) -> str:
    """Return the law, or the one given some outcomes."""
    seen = together(given) if given else ""
    return f"(conditional p {seen} ({seen} s))" if given else "p"


def measure_of(term: Leakage | Overall) -> str:
    """Return a measure of the channel that a term names."""
    law = law_of(term.given) if isinstance(term, Leakage) else "p"
    return f"{term.kind} {law} {term.secret} {together(term.observed)}"


def as_value(term: Term) -> str:
    """Return a term as a value of formal/values.v."""
    plain = as_real(term)
    if plain:
        return f"(Fin {plain})"
    if isinstance(term, Leakage):
        seen, measure = together(term.observed), measure_of(term)
        return f"({measure} ({seen} s))" if term.outcomes else f"(worst p {seen} ({measure}))"
    if isinstance(term, Overall):
        found = measure_of(term)
        return f"(Fin ({found}))" if term.kind == "mutual_information" else f"({found})"
    if isinstance(term, MeanOverOutcomes):
        summed = f"vmul (Fin (p s)) {as_value(term.term)}"
        return f"(\\big[@vadd R/Fin 0]_(s | 0 < p s) {summed})"
    if isinstance(term, Negative):
        return f"(vopp {as_value(term.term)})"
    if isinstance(term, Function):
        found = as_value(term.arguments[0])
        if len(term.arguments) == 1:
            return f"({_FUNCTIONS[term.name]} {found})"
        for other in term.arguments[1:]:
            found = f"({_FUNCTIONS[term.name]} {found} {as_value(other)})"
        return found
    if product := product_of(term):
        return as_value(product)
    if isinstance(term, Operation) and term.sign == "-":
        return f"(vadd {as_value(term.left)} (vopp {as_value(term.right)}))"
    if isinstance(term, Operation) and term.sign in _VALUES:
        return f"({_VALUES[term.sign]} {as_value(term.left)} {as_value(term.right)})"
    raise NotExported(f"{term}")


def ordered(condition: Condition) -> tuple[Term, str, Term]:
    """Return the smaller side, the sign, and the larger side."""
    left, sign, right = condition.left, condition.sign, condition.right
    if sign in _TURNED:
        return right, _TURNED[sign], left
    return left, sign, right


def as_condition(condition: Condition) -> str:
    """Return a condition as formal/language.v means it."""
    left, sign, right = ordered(condition)
    relation = f"{_RELATIONS[sign]} {as_value(left)} {as_value(right)}"
    return f"(forall s, 0 < p s -> {relation})" if condition.outcomes else f"({relation})"


def as_structure(part: Structure) -> str:
    """Return what is assumed of the variables."""
    if is_uniform(part):
        return "uniform p X"
    if isinstance(part, Markov):
        return f"markov p {' '.join(part.chain)}"
    if isinstance(part, Independent) and len(part.names) == 2:
        return f"independent p {' '.join(part.names)}"
    raise NotExported(f"`{part}`")


def name_of_structure(part: Structure) -> str:
    """Return the name of what is assumed of the variables."""
    if isinstance(part, Markov):
        return f"chain_{''.join(part.chain)}"
    if isinstance(part, Independent) and part.names != ("X", "Y"):
        return f"apart_{''.join(part.names)}"
    return "unif" if isinstance(part, Prior) else "apart"
