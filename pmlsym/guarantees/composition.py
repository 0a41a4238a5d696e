"""Composition: the guarantee of several releases about one secret, in the worst case.

The releases are independent given the secret, so the lift vector of all outcomes is the product of
their lift vectors, divided by its mean. The arithmetic is exact, or in balls around floats.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeVar, cast

from pmlsym.errors import ParameterError
from pmlsym.exact import Number, as_fraction, sympified
from pmlsym.given import refused
from pmlsym.guarantees.guarantee import Guarantee
from pmlsym.guarantees.sets.box import Box
from pmlsym.guarantees.sets.cone import Cone
from pmlsym.guarantees.sets.lift_set import Extreme, LiftSet, all_exact, has_symbols
from pmlsym.ordered import exceeds
from pmlsym.precision import approximate, at_precision, rounded_up

K = TypeVar("K", bound=Guarantee)
_MOST_DIFFERENT = 12  # guarantees of different levels, over whose subsets a sum is taken
# nats of an exact level: sums of powers of e to more are not told apart in seconds
_FARTHEST = 10**30
_BITS = 256
_TOO_CLOSE = "guarantees have levels too close to zero for sympy's digits: give one as a float."
_DIGITS = 60  # digits of an exact level in computations with floats


def composed(*guarantees: K, p_min: Number | None = None) -> K:
    r"""Return the guarantee of several releases about one secret, independent given the secret.

    Levels of LDP add up. Levels of the others do not, as they bound lifts, and the posterior after
    one release is the prior of the next. For k releases and q = p_min,

    .. math:: \text{PML:}\quad e^{-\varepsilon} = \max\Bigl\{q,\;
        1 - \sum_i (1 - e^{-\varepsilon_i})\Bigr\}, \qquad
        \text{PMC:}\quad e^{\varepsilon} = 1 - q + q \prod_i
        \Bigl(1 + \frac{e^{\varepsilon_i} - 1}{q}\Bigr)

    Parameters
    ----------
    *guarantees : of one kind, one for each release: PML, PMC, LIP, ALIP or LDP.
    p_min : the smallest prior probability, in (0, 1/2]; without it, the result holds for all
        priors.

    Returns
    -------
    Guarantee
        Of that kind. Its level is infinite where no finite one holds. If any argument is a float,
        it is a float that is at least the exact level.

    Raises
    ------
    ParameterError
        If there are no guarantees, they differ in kind or hold symbols, or p_min is out of range.

    Notes
    -----
    No releases with these guarantees, under any prior with that p_min or a larger one, leak more.
    The formula of PML is for levels at which an outcome can rule out a secret, that is of at least
    log(1/(1 - q)); below, less leaks. Without p_min, q is 0. PMC and LDP are attained under
    every prior of two secrets or more. PML, LIP and ALIP are attained under priors that have events
    of suitable probabilities: for PML the secrets that release i rules out have probability
    :math:`1 - e^{-\varepsilon_i}`, without any in common. Three and more releases of *different*
    levels of LIP or ALIP, or of such low PML, have a bound that may not be attained.

    The conditional leakage of the second release given the first adds up: `pmlsym.releases`.

    Proof: let v_i be at most A_i, with mean one. The product of numbers v_i/A_i in [0, 1] is at
    least 1 - sum (1 - v_i/A_i), so its mean is at least 1 - sum (1 - 1/A_i), and at least q if all
    are 1 at one secret. Between two bounds the product is linear in each v_i, so the worst v_i are
    at their bounds.

    Examples
    --------
    >>> from pmlsym import PMC, PML
    >>> import sympy
    >>> level, third = sympy.log(sympy.Rational(3, 2)), sympy.Rational(1, 3)
    >>> composed(PML(level), PML(level), p_min=third)
    PML(log(3))
    >>> composed(PMC(level), PMC(level), p_min=third)
    PMC(log(11/4))
    """
    kind, least = _read(guarantees, p_min)
    sets = [one.lift_set(() if p_min is None else (p_min,)) for one in guarantees]
    if not any(all(isinstance(one, shape) for one in sets) for shape in (Box, Cone)):
        raise ParameterError(
            f"guarantees are of kind {kind.__name__}, whose composition is not known: give PML, "
            "PMC, LIP, ALIP or LDP."
        )
    given = [value for one in guarantees for value in one.values]
    if all_exact(least, *given):
        if any(_FARTHEST < value < math.inf for value in given):
            raise ParameterError(
                f"guarantees have exact levels beyond {_FARTHEST:.0e} nats: give one as a float."
            )
        levels = kind.strongest(Together(sets, least, Exactly())).values
        with suppress(ParameterError):
            return kind(*levels)
        raise ParameterError(_TOO_CLOSE)
    smallest = min((float(value) for value in given if value > 0), default=1.0)
    with at_precision(_BITS - 4 * min(0, math.frexp(smallest)[1])):
        found = list(map(_above, kind.strongest(Together(sets, least, EnclosedNumber())).values))
    telling = [one for one, lifts in zip(guarantees, sets, strict=True) if not _is_silent(lifts)]
    if len(telling) == 1:  # the given level, without the rounding
        found = [min(pair) for pair in zip(found, map(float, telling[0].values), strict=True)]
    return kind(*found)


def _is_silent(lifts: LiftSet) -> bool:
    """Return whether every lift is one, as a bound of 0 nats with mean one implies."""
    return 0 in (lifts.bounds if isinstance(lifts, Box) else (cast(Cone, lifts).epsilon,))


def _read(guarantees: tuple[K, ...], p_min: Number | None) -> tuple[type[K], Number]:
    if not guarantees:
        raise ParameterError("guarantees is empty, but has to hold one for each release.")
    for one in guarantees:
        if not isinstance(one, Guarantee):
            raise ParameterError(f"guarantees holds {one!r}, which is no guarantee.")
    kinds = {type(one) for one in guarantees}
    if len(kinds) > 1:
        names = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise ParameterError(f"guarantees are of the kinds {names}, but have to be of one.")
    if has_symbols(*(value for one in guarantees for value in one.values), p_min or 0):
        raise ParameterError("guarantees or p_min hold symbols, but have to be numbers.")
    if p_min is None:
        return kinds.pop(), 0
    with suppress(TypeError):
        if not isinstance(p_min, bool | str) and bool(p_min > 0) and bool(2 * p_min <= 1):
            return kinds.pop(), p_min
    raise refused("p_min", p_min, "a number in (0, 1/2]")


@dataclass(frozen=True)
class _Bounds:
    """The attained bounds of a lift."""

    low: Any
    high: Any

    @property
    def share(self) -> Any:
        """The probability of the upper bound, for a lift of mean one that is always at a bound."""
        return (1 - self.low) / (self.high - self.low)


class Together(LiftSet):
    """The lift vectors of the outcomes of several releases.

    Parameters
    ----------
    sets : the lift vectors of each release.
    least : the smallest prior probability, or 0 for any.
    numbers : the arithmetic.
    """

    def __init__(self, sets: Sequence[LiftSet], least: Number, numbers: Exactly) -> None:
        self.sets, self.numbers = sets, numbers
        self.masses = () if least == 0 else (least,)
        self.q = numbers.number(least)

    def apart(self) -> Extreme:
        """Return the largest log-ratio of two lifts: the sum of those of the releases."""
        levels = [one.apart().values[0] for one in self.sets]
        if any(level == math.inf for level in levels):
            return Extreme((math.inf,))
        return Extreme((sum(map(self.numbers.number, levels), self.numbers.number(0)),))

    def up(self) -> Extreme:
        """Return the largest log-lift."""
        moving = self._moving()
        if any(one.high == math.inf for one in moving):
            return Extreme((math.inf,))
        least = self._least_mean(moving)
        if not self.numbers.positive(least):
            return Extreme((math.inf,))
        most = math.prod((one.high for one in moving), start=self.numbers.number(1)) / least
        return Extreme((self.numbers.logarithm(most),))

    def down(self) -> Extreme:
        """Return minus the smallest log-lift."""
        moving = self._moving()
        if not all(self.numbers.positive(one.low) for one in moving):
            return Extreme((math.inf,))
        if any(one.high == math.inf for one in moving):
            # the posterior of an arbitrarily rare secret can be arbitrarily close to one
            single = self.numbers.logarithm(1 / moving[0].low)
            return Extreme((single if len(moving) == 1 else math.inf,))
        lowest = math.prod((one.low for one in moving), start=self.numbers.number(1))
        return Extreme((self.numbers.logarithm(self._most_mean(moving) / lowest),))

    def both(self) -> Extreme:
        """Return `down` and `up`."""
        return Extreme((*self.down().values, *self.up().values))

    def farthest(self) -> Extreme:
        """Return the larger of `down` and `up`."""
        ends = self.both().values
        return Extreme((math.inf if math.inf in ends else self.numbers.larger(*ends),))

    def _moving(self) -> list[_Bounds]:
        """Return the attained bounds of each release, without the constant ones."""
        found, zero, one = [], self.numbers.number(0), self.numbers.number(1)
        for promise in self.sets:
            assert isinstance(promise, Box)
            lower, upper = promise.bounds
            if lower == 0 or upper == 0:  # a mean of one with bound one: constant
                continue
            low = zero if lower == math.inf else one / self.numbers.exponential(lower)
            high = math.inf if upper == math.inf else self.numbers.exponential(upper)
            if self.masses:  # as in `reach`, without logarithms
                most, least = (one - (one - self.q) * low) / self.q, low
                if high != math.inf:
                    least = (one - (one - self.q) * high) / self.q
                    most = -self.numbers.larger(-most, -high)
                low, high = self.numbers.larger(low, least), most
            found.append(_Bounds(low, high))
        return found

    def _most_mean(self, bounds: list[_Bounds]) -> Any:
        """Return the largest mean of the product: upper bounds are attained on nested events."""
        nested = sorted(bounds, key=lambda one: float(one.share), reverse=True)
        shares = [1, *(one.share for one in nested), 0]
        return sum(
            (shares[i] - shares[i + 1])
            * math.prod([*(one.high for one in nested[:i]), *(one.low for one in nested[i:])])
            for i in range(len(nested) + 1)
        )

    def _least_mean(self, bounds: list[_Bounds]) -> Any:
        """Return a lower bound on the mean of the product if some secret has all upper bounds."""
        if not bounds:
            return self.numbers.number(1)
        levels = {one.bounds for one in self.sets if isinstance(one, Box) and 0 not in one.bounds}
        if len(levels) == 1:
            return self._least_mean_of_equals(bounds[0], len(bounds))
        if all(one.low == 0 for one in bounds):
            return math.prod(one.high for one in bounds) * self._overlap(bounds)
        if len(bounds) > _MOST_DIFFERENT:
            raise ParameterError(
                f"guarantees are {len(bounds)} of different levels, but at most {_MOST_DIFFERENT} "
                "can be: round some up to equal levels."
            )
        return sum(
            self._overlap([bounds[i] for i in chosen])
            * math.prod(
                bounds[i].high - bounds[i].low if i in chosen else bounds[i].low
                for i in range(len(bounds))
            )
            for size in range(len(bounds) + 1)
            for chosen in combinations(range(len(bounds)), size)
        )

    def _overlap(self, bounds: list[_Bounds]) -> Any:
        """Return a lower bound on the probability that all lifts are at their upper bounds."""
        rest = self.numbers.number(1) - sum(1 - one.share for one in bounds)
        return self.numbers.larger(self.q, rest)

    def _least_mean_of_equals(self, bound: _Bounds, times: int) -> Any:
        """Return the least mean of a product of equals.

        Apart from the one secret, the product is a convex function of the number of lifts at their
        upper bound, so its mean is least if that number is as constant as its mean allows.
        """
        others = 1 - self.q
        mean = times * (bound.share - self.q) / others
        below = max(0, min(times - 1, self.numbers.whole(mean)))
        rest = mean - below
        few, more = (bound.high**n * bound.low ** (times - n) for n in (below, below + 1))
        return self.q * bound.high**times + others * ((1 - rest) * few + rest * more)


class Exactly:
    """Arithmetic in sympy: exact numbers with closed forms as results."""

    def number(self, value: Number) -> Any:
        """Return a number in this arithmetic."""
        return sympified(value)

    def exponential(self, value: Number) -> Any:
        """Return the exponential of a level."""
        import sympy as sp

        return sp.exp(sympified(value))

    def logarithm(self, value: Any) -> Any:
        """Return the logarithm of a number."""
        import sympy as sp

        return sp.log(value)

    def positive(self, value: Any) -> bool:
        """Return whether a number is positive; raise `ParameterError` if it is undecided."""
        try:
            return exceeds(value, 0)
        except TypeError:
            raise ParameterError(_TOO_CLOSE) from None

    def larger(self, one: Any, other: Any) -> Any:
        """Return the larger of two numbers."""
        return other if exceeds(other, one) else one

    def whole(self, value: Any) -> int:
        """Return the largest integer that is at most a number."""
        return math.floor(_to_digits(value))


def _to_digits(value: Any) -> Fraction:
    """Return a number to 60 digits, or a fraction with a small denominator if they agree."""
    exact = as_fraction(value)
    if exact is not None:
        return exact
    near = approximate(value, _DIGITS)
    simple = near.limit_denominator(10 ** (_DIGITS // 3))
    return simple if abs(near - simple) < Fraction(10) ** (5 - _DIGITS) else near


class EnclosedNumber(Exactly):
    """Arithmetic in flint's balls, which contain the exact numbers."""

    def number(self, value: Number) -> Any:
        """Return a number in this arithmetic."""
        from flint import arb, fmpq

        exact = Fraction(value) if isinstance(value, float) else as_fraction(value)
        if exact is not None:
            return arb(fmpq(exact.numerator, exact.denominator))
        near = approximate(sympified(value), _DIGITS)
        return arb(fmpq(near.numerator, near.denominator), 10.0 ** (8 - _DIGITS))

    def exponential(self, value: Number) -> Any:
        """Return the exponential of a level."""
        return self.number(value).exp()

    def logarithm(self, value: Any) -> Any:
        """Return the logarithm of a number."""
        return value.log()

    def positive(self, value: Any) -> bool:
        """Return whether all numbers in a ball are positive."""
        return bool(value > 0)

    def larger(self, one: Any, other: Any) -> Any:
        """Return the larger of two numbers."""
        return one.max(other)

    def whole(self, value: Any) -> int:
        """Return the largest integer that is not above a number."""
        found = value.lower().floor().unique_fmpz()
        if found is None:
            raise ParameterError(
                f"guarantees have levels too close to zero for {_BITS} bits: give all of them, and "
                "p_min, as exact numbers."
            )
        return int(found)


def _above(value: Any) -> float:
    """Return a float that is at least every number in a ball."""
    return math.inf if value == math.inf or not value.is_finite() else rounded_up(value)
