"""Rational points at which facts hold, as proof that they have no refutation.

Variables get values one after the other: inside the interval that the facts in this variable alone
leave, once the others are replaced by their values. This finds points of simple systems only, in a
small part of the time that a solver needs for any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import flint

from pmlsym.proof.search.polynomials import Fact, Polynomial, Rational, constant

STEPS = 150  # values that are tried, for all variables together
TERMS, DEGREE = 500, 20  # of facts for which a point is looked for


class _Interval(NamedTuple):
    """The values of a variable between two bounds, which are None where there is none."""

    low: Rational | None
    high: Rational | None
    open_low: bool
    open_high: bool

    def candidates(self) -> Iterator[Rational]:
        """Yield a few of the values, inner ones first; none if there are no values."""
        low, high = self.low, self.high
        if low is not None and high is not None:
            if low < high:
                yield (low + high) / 2
            elif low > high or self.open_low or self.open_high:
                return
        elif low is not None:
            yield low + 1
        elif high is not None:
            yield high - 1
        else:
            yield flint.fmpq(1)
        if low is not None and not self.open_low:
            yield low
        if high is not None and not self.open_high and high != low:
            yield high


def common_point(facts: Sequence[Fact]) -> dict[int, Rational] | None:
    """Return rational values of the variables at which all facts hold, or None if none are found.

    Parameters
    ----------
    facts : comparisons of polynomials with zero.

    Returns
    -------
    The values by the numbers of the variables; a variable without a value can have any.

    Examples
    --------
    >>> from pmlsym.proof.search.polynomials import Ring
    >>> x, y = Ring(["x", "y"]).generators
    >>> common_point([Fact("=", x * y - 2), Fact(">=", x - y), Fact(">=", y)])
    {1: 1, 0: 2}
    >>> common_point([Fact(">", x), Fact(">=", -x)]) is None
    True
    """
    polynomials = [fact.polynomial for fact in facts]
    if sum(map(len, polynomials)) > TERMS:
        return None
    if any(polynomial.total_degree() > DEGREE for polynomial in polynomials):
        return None
    return _Search().extended({}, facts)


class _Search:
    """A search for a point, depth first."""

    def __init__(self) -> None:
        self._left = STEPS

    def extended(
        self, point: dict[int, Rational], facts: Sequence[Fact]
    ) -> dict[int, Rational] | None:
        """Return a point with values also for the variables that are left in the facts."""
        open_facts: list[tuple[Fact, list[int]]] = []
        for fact in facts:
            value = constant(fact.polynomial)
            if value is None:
                degrees = fact.polynomial.degrees()
                open_facts.append((fact, [v for v, d in enumerate(degrees) if d > 0]))
            elif not _holds(fact.relation, value):
                return None
        if not open_facts:
            return point
        variable = _next_variable(open_facts)
        alone = [fact for fact, variables in open_facts if variables == [variable]]
        for value in _interval(alone, variable).candidates():
            if self._left <= 0:
                return None
            self._left -= 1
            left = [_with(fact, variable, value, used) for fact, used in open_facts]
            found = self.extended({**point, variable: value}, left)
            if found is not None:
                return found
        return None


def _holds(relation: str, value: Rational) -> bool:
    if relation == "=":
        return bool(value == 0)
    return bool(value > 0 or (value == 0 and relation == ">="))


def _with(fact: Fact, variable: int, value: Rational, used: Sequence[int]) -> Fact:
    if variable not in used:
        return fact
    return Fact(fact.relation, fact.polynomial.subs({variable: value}))


def _next_variable(facts: Sequence[tuple[Fact, list[int]]]) -> int:
    """Return the variable of an equation in one variable, or else one with many facts."""
    alone: dict[int, int] = {}
    counts: dict[int, int] = {}
    for fact, used in facts:
        if len(used) == 1:
            if fact.relation == "=":
                return used[0]
            alone[used[0]] = alone.get(used[0], 0) + 1
        for variable in used:
            counts[variable] = counts.get(variable, 0) + 1
    return max(counts, key=lambda v: (min(alone.get(v, 0), 2), counts[v], -v))


def _interval(facts: Sequence[Fact], variable: int) -> _Interval:
    """Return the values that facts in one variable allow it, as far as they are linear in it."""
    low: Rational | None = None
    high: Rational | None = None
    open_low = open_high = False
    for relation, polynomial in facts:
        if polynomial.total_degree() != 1:
            continue
        slope = _value(polynomial.derivative(variable))
        bound = -_value(polynomial.subs({variable: 0})) / slope
        strict = relation == ">"
        if relation == "=" or slope > 0:
            if low is None or bound > low:
                low, open_low = bound, strict
            elif bound == low:
                open_low = open_low or strict
        if relation == "=" or slope < 0:
            if high is None or bound < high:
                high, open_high = bound, strict
            elif bound == high:
                open_high = open_high or strict
    return _Interval(low, high, open_low, open_high)


def _value(polynomial: Polynomial) -> Rational:
    found = constant(polynomial)
    assert found is not None  # nothing else is left
    return found
