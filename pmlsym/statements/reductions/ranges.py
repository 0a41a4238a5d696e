"""Intervals of terms, which decide the form of goals.

A case that intervals exclude, and a need of a conclusion that intervals say is met, become goals of
the kernel (`conditions`). A need of a hypothesis is left out, which makes the goal stronger. The
form of a possibly infinite leakage in a hypothesis depends on the intervals alone. So an interval
may be wider than necessary, but never narrower.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from pmlsym.proof.language import Mean, Sentence, Term


@dataclass(frozen=True)
class Range:
    """An interval of real numbers; an end that is None is infinite.

    Parameters
    ----------
    low, high : the ends; None for minus infinity and infinity.
    above, below : whether the low end, and the high end, is excluded.

    Examples
    --------
    >>> Range(Fraction(0), Fraction(1, 2), above=True).positive
    True
    """

    low: Fraction | None = None
    high: Fraction | None = None
    above: bool = False
    below: bool = False

    @property
    def positive(self) -> bool:
        """Whether all numbers of the interval are positive."""
        return self.low is not None and (self.low > 0 or (self.low == 0 and self.above))

    @property
    def nonnegative(self) -> bool:
        """Whether no number of the interval is negative."""
        return self.low is not None and self.low >= 0

    def __neg__(self) -> Range:
        low = None if self.high is None else -self.high
        high = None if self.low is None else -self.low
        return Range(low, high, self.below, self.above)

    def __add__(self, other: Range) -> Range:
        low = None if self.low is None or other.low is None else self.low + other.low
        high = None if self.high is None or other.high is None else self.high + other.high
        return Range(low, high, self.above or other.above, self.below or other.below)

    def __mul__(self, other: Range) -> Range:
        if point(0) in (self, other):  # 0 = -0 would recurse forever below
            return point(0)
        if self.nonnegative and other.nonnegative:
            assert self.low is not None
            assert other.low is not None
            high = None if self.high is None or other.high is None else self.high * other.high
            below = high is not None and high > 0 and (self.below or other.below)
            above = self.positive and other.positive and (self.above or other.above)
            return Range(self.low * other.low, high, above, below)
        if (-self).nonnegative:
            return -(-self * other)
        if (-other).nonnegative:
            return -(self * -other)
        return Range()

    def within(self, other: Range) -> Range:
        """Return the intersection with another interval."""
        lows = [(one.low, one.above) for one in (self, other) if one.low is not None]
        highs = [(one.high, not one.below) for one in (self, other) if one.high is not None]
        low, above = max(lows) if lows else (None, False)
        high, with_end = min(highs) if highs else (None, True)
        return Range(low, high, above, not with_end)

    def power(self, exponent: int) -> Range:
        """Return an interval of an integer power."""
        if exponent < 0:
            return self.inverse().power(-exponent)
        found = point(1)
        for _ in range(exponent):
            found = found * self
        if exponent % 2 == 0 and not found.nonnegative:
            return Range(Fraction(0))
        return found

    def inverse(self) -> Range:
        """Return an interval of the reciprocals; all numbers if 0 may be among the divisors."""
        if self.positive:
            assert self.low is not None
            low = Fraction(0) if self.high is None else 1 / self.high
            high = 1 / self.low if self.low else None
            return Range(low, high, self.high is None or self.below, self.above)
        return -(-self).inverse() if (-self).positive else Range()

    def exp(self) -> Range:
        """Return an interval of the exponentials; its finite ends are 0 or 1."""
        low, above = Fraction(0), True
        if self.nonnegative:
            low, above = Fraction(1), self.positive
        down = (-self).nonnegative
        return Range(low, Fraction(1) if down else None, above, down and (-self).positive)

    def log(self) -> Range:
        """Return an interval of the logarithms; its only finite end is 0."""
        one = self + point(-1)
        if one.nonnegative:
            return Range(Fraction(0), None, one.positive)
        if self.positive and (-one).nonnegative:
            return Range(None, Fraction(0), False, (-one).positive)
        return Range()


def point(number: Fraction | int) -> Range:
    """Return the interval of one number.

    Examples
    --------
    >>> point(2).positive
    True
    """
    return Range(Fraction(number), Fraction(number))


POSITIVE = Range(Fraction(0), None, above=True)
NONNEGATIVE = Range(Fraction(0))
ANY = Range()


def range_of(term: Term, known: Mapping[Term, Range]) -> Range:
    """Return an interval that contains all values of a term.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> p, e = reals("p e")
    >>> known = {p: Range(Fraction(0), Fraction(1, 2), above=True), e: NONNEGATIVE}
    >>> range_of(1 - sp.exp(-e) * (1 - p), known).positive
    True
    """
    if term in known:
        return known[term]
    if term.is_Rational:
        return point(Fraction(int(term.p), int(term.q)))
    if isinstance(term, Mean):
        return range_of(term.body, known)  # of finitely many values, so an excluded end stays so
    parts = [range_of(part, known) for part in term.args]
    if term.is_Add:
        return sum(parts, point(0))
    if term.is_Mul:
        found = point(1)
        for part in parts:
            found = found * part
        return found
    if isinstance(term, sp.exp):
        return parts[0].exp()
    if isinstance(term, sp.log):
        return parts[0].log()
    if term.is_Pow and term.exp.is_Integer and abs(int(term.exp)) < _MOST_POWER:
        return parts[0].power(int(term.exp))
    if isinstance(term, (sp.Max, sp.Min)):
        return _extreme(parts, isinstance(term, sp.Max))
    return ANY


def ranges_in(facts: Iterable[Sentence]) -> dict[Term, Range]:
    """Return the intervals of symbols given by facts that compare a symbol with a number."""
    found: dict[Term, Range] = {}
    for fact in facts:
        left, right = fact.args
        if not (left.is_Symbol and right.is_Rational):
            continue
        at = Fraction(int(right.p), int(right.q))
        if isinstance(fact, sp.Eq):
            here = point(at)
        elif isinstance(fact, sp.Ge | sp.Gt):
            here = Range(at, None, above=isinstance(fact, sp.Gt))
        elif isinstance(fact, sp.Le | sp.Lt):
            here = Range(None, at, below=isinstance(fact, sp.Lt))
        else:
            continue
        found[left] = found.get(left, ANY).within(here)
    return found


_MOST_POWER = 50


def _extreme(parts: list[Range], largest: bool) -> Range:
    if not largest:
        return -_extreme([-part for part in parts], largest=True)
    lows = [(part.low, part.above) for part in parts if part.low is not None]
    low, above = max(lows) if lows else (None, False)
    if any(part.high is None for part in parts):
        return Range(low, None, above)
    high = max(part.high for part in parts if part.high is not None)
    below = all(part.below for part in parts if part.high == high)
    return Range(low, high, above, below)
