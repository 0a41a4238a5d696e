"""Signs of terms by their form, and the parameters of a statement that may be negative.

A parameter is at least 0, unless `where` says otherwise: it bounds the parameter from below by what
may be negative, or from above by what is at most 0, also where the parameter stands in a sum.

>>> from pmlsym.statements.text.parse import parse
>>> said = parse("PML(e) => PML(e + a - b) where a > -log(2), b >= a, e <= 1")
>>> sorted(may_be_negative(said.where))
['a', 'b']
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from fractions import Fraction

from pmlsym.statements.clauses import Condition
from pmlsym.statements.leakages import Leakage, NumberOfOutcomes, Overall
from pmlsym.statements.terms import (
    Function,
    Negative,
    Number,
    OfBound,
    OfPrior,
    Operation,
    Parameter,
    Term,
    parameters_of,
    summands,
)
from pmlsym.statements.text.vocabulary import TURNED, Comparison

Summands = list[tuple[Fraction, Term]]


def may_be_negative(where: tuple[Condition, ...]) -> frozenset[str]:
    """Return the parameters that `where` allows to be negative.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> sorted(may_be_negative(parse("PML(e) => PML(a) where a >= e, 2*a >= -1").where))
    ['a']
    >>> sorted(may_be_negative(parse("PML(e) => PML(a) where a <= e, e <= log(n)").where))
    []
    """
    found, below = frozenset[str](), frozenset[str]()
    where = tuple(one for condition in where for one in _without_extremes(condition))
    sides = [side for condition in where for side in condition.terms]
    names = {name for side in sides for name in parameters_of(side)}
    while True:
        free = {name for name in names for one in where if _allows(one, name, found, below)}
        under = {name for name in free for one in where if _keeps_below(one, name, found, below)}
        if free <= found and under <= below:
            return found
        found, below = found | free, below | under


def _without_extremes(condition: Condition) -> Iterator[Condition]:
    """Yield conditions without a maximum on the smaller side or a minimum on the larger one."""
    left, sign, right = condition.left, condition.sign, condition.right
    if sign in (">", ">="):
        left, sign, right = right, TURNED[sign], left
    for one, kind in ((left, "max"), (right, "min")):
        if sign in ("<", "<=") and isinstance(one, Function) and one.name == kind:
            for part in one.arguments:
                sides = (part, right) if kind == "max" else (left, part)
                yield from _without_extremes(Condition(sides[0], sign, sides[1]))
            return
    yield condition


def _keeps_below(condition: Condition, name: str, negative: Set[str], below: Set[str]) -> bool:
    """Whether a condition says that a parameter is at most 0."""
    sign, bound = _bound_on(condition, name)
    return sign in ("<", "<=", "=") and _sum_is_at_most_0(bound, negative, below)


def _allows(condition: Condition, name: str, negative: Set[str], below: Set[str]) -> bool:
    """Whether a condition allows a parameter to be negative, if it does so others."""
    sign, bound = _bound_on(condition, name)
    if sign in (">", ">=", "="):
        return not _sum_is_at_least_0(bound, negative)
    return sign in ("<", "<=") and _sum_is_at_most_0(bound, negative, below)


def _bound_on(condition: Condition, name: str) -> tuple[Comparison | None, Summands]:
    """Return the sign and the bound of a condition on a parameter; no sign if it is of none."""
    left, right = condition.terms
    gap = [*summands(left), *summands(right, Fraction(-1))]
    scale = sum((times for times, part in gap if part == Parameter(name)), Fraction(0))
    rest = [(times, part) for times, part in gap if part != Parameter(name)]
    if not scale or any(name in parameters_of(part) for _, part in rest):
        return None, []
    bound = [(-times / scale, part) for times, part in rest]
    return condition.sign if scale > 0 else TURNED[condition.sign], bound


def _sum_is_at_least_0(parts: Summands, negative: Set[str]) -> bool:
    """Whether the form of a sum shows that it is >= 0; a quantity of a binder says no sign."""
    return all(
        not times
        or isinstance(part, OfBound)
        or (at_least_0 if times > 0 else at_most_0)(part, negative)
        for times, part in parts
    )


def _sum_is_at_most_0(parts: Summands, negative: Set[str], below: Set[str]) -> bool:
    """Whether the form of a sum shows that it is <= 0: that of its parts, or their largest values.

    As pmin is at most pmax, a multiple of pmax below 0 is at most that of pmin.
    """
    most, other = Fraction(0), dict[Term, Fraction]()
    for times, part in parts:
        key = OfPrior("pmin") if part == OfPrior("pmax") and times < 0 else part
        if isinstance(part, Number):
            most += times * part.value
        else:
            other[key] = other.get(key, Fraction(0)) + times
    for part, times in other.items():
        if not times or (times > 0 and isinstance(part, Parameter) and part.name in below):
            continue
        if not (at_most_0 if times > 0 else at_least_0)(part, negative):
            if times < 0 or not _at_most_1(part):
                return False
            most += times
        elif times < 0 and part == OfPrior("n"):
            most += times
    return most <= 0


def at_least_0(term: Term, negative: Set[str] = frozenset()) -> bool:
    """Whether the form of a term shows that it is >= 0; leakages are, as the mean lift is 1.

    Parameters
    ----------
    term : a term.
    negative : the names of parameters that may be negative.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> at_least_0(parse_term("a*log(1/pmin)")), at_least_0(parse_term("a*log(pmin)"))
    (True, False)
    """
    if isinstance(term, Number):
        return term.value >= 0
    if isinstance(term, Parameter):
        return term.name not in negative
    if isinstance(term, Negative):
        return at_most_0(term.term, negative)
    if isinstance(term, Function):
        if term.name in ("max", "min"):
            return (any if term.name == "max" else all)(
                at_least_0(part, negative) for part in term.arguments
            )
        return term.name == "exp" or (
            term.name == "log" and _at_least_1(term.arguments[0], negative)
        )
    if isinstance(term, Operation):
        if term.sign == "-":
            return at_least_0(term.left, negative) and at_most_0(term.right, negative)
        return term.sign in "+*/^" and all(at_least_0(part, negative) for part in term.parts)
    return isinstance(term, OfPrior | Leakage | NumberOfOutcomes) or (
        isinstance(term, Overall) and term.level is None
    )


def at_most_0(term: Term, negative: Set[str] = frozenset()) -> bool:
    """Whether the form of a term shows that it is <= 0.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> at_most_0(parse_term("-a - log(n)")), at_most_0(parse_term("log(1/2)"))
    (True, True)
    """
    if isinstance(term, Number):
        return term.value <= 0
    if isinstance(term, Negative):
        return at_least_0(term.term, negative)
    if isinstance(term, Function):
        if term.name in ("max", "min"):
            return (all if term.name == "max" else any)(
                at_most_0(part, negative) for part in term.arguments
            )
        return term.name == "log" and _at_most_1(term.arguments[0])
    if isinstance(term, Operation):
        left, right = term.parts
        if term.sign == "+":
            return at_most_0(left, negative) and at_most_0(right, negative)
        if term.sign == "-":
            return at_most_0(left, negative) and at_least_0(right, negative)
        if term.sign in "*/":
            return (at_most_0(left, negative) and at_least_0(right, negative)) or (
                at_least_0(left, negative) and at_most_0(right, negative)
            )
    return False


def _at_least_1(term: Term, negative: Set[str]) -> bool:
    if isinstance(term, Number):
        return term.value >= 1
    if isinstance(term, Function) and term.name == "exp":
        return at_least_0(term.arguments[0], negative)
    if isinstance(term, Operation):
        left, right = term.parts
        if term.sign == "+":
            pairs = ((left, right), (right, left))
            return any(_at_least_1(a, negative) and at_least_0(b, negative) for a, b in pairs)
        if term.sign == "*":
            return _at_least_1(left, negative) and _at_least_1(right, negative)
        return term.sign == "/" and _at_least_1(left, negative) and _at_most_1(right)
    return term == OfPrior("n") or isinstance(term, NumberOfOutcomes)


def _at_most_1(term: Term) -> bool:
    if isinstance(term, Function) and term.name == "hb":
        return True
    return (isinstance(term, Number) and term.value <= 1) or term in (
        OfPrior("pmin"),
        OfPrior("pmax"),
    )
