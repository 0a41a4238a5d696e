r"""Lift vectors of mean one between two bounds: what PML, PMC, LIP and ALIP admit.

.. math:: e^{-\varepsilon_l} \le v(x) \le e^{\varepsilon_u}, \quad \sum_x P(x)\, v(x) = 1
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pmlsym.arrays import FloatArray
from pmlsym.exact import Computed, Number, is_exact, sympified
from pmlsym.guarantees import reach
from pmlsym.guarantees.sets.box_vertices import BoxVertices
from pmlsym.guarantees.sets.lift_set import (
    NEAR,
    Attained,
    Condition,
    Extreme,
    Vector,
    all_exact,
    brought,
    completed,
    has_symbols,
    larger,
    power,
)
from pmlsym.guarantees.sets.ordered import exceeds, greatest, smallest
from pmlsym.guarantees.sets.rational import below_exponential, integers


@dataclass(frozen=True, eq=False)
class Box(BoxVertices):
    """Lift vectors of mean one between two bounds.

    Parameters
    ----------
    masses : what is known of the prior; see `LiftSet`.
    lower, upper : every lift is at least e^-lower and at most e^upper, in nats; may be infinite.

    Examples
    --------
    >>> import sympy
    >>> Box((sympy.Rational(1, 4),), sympy.log(2), math.inf).up().values
    (log(5/2),)
    """

    masses: tuple[Number, ...]
    lower: Number
    upper: Number

    @property
    def bounds(self) -> tuple[Number, Number]:
        """The bounds, in nats."""
        return self.lower, self.upper

    # --- how far it goes --------------------------------------------------------------------------

    def up(self) -> Extreme:
        """Return the largest log-lift, that of the least likely secret."""
        if not self.masses:  # a mean of 1 with no lift below 1
            return self._by_itself(self.upper, self.lower)
        value = reach.farthest_up(self.least, self.lower, self.upper)
        return Extreme((value,), True, lambda: self._attained(_highest))

    def down(self) -> Extreme:
        """Return minus the smallest log-lift, that of the least likely secret."""
        if not self.masses:
            return self._by_itself(self.lower, self.upper)
        value = self.lower
        if self.lower != self.upper:  # with p_min <= 1/2 an equal lower bound is in reach
            value = reach.farthest_down(self.least, self.lower, self.upper)
        return Extreme((value,), self._below_threshold, lambda: self._attained(_lowest))

    def _by_itself(self, bound: Number, other: Number) -> Extreme:
        """Return a bound, which lifts of some prior reach unless the other one is 0."""
        if other == 0:
            return Extreme((other,))
        if bound not in (0, other) and is_exact(other) and has_symbols(other):
            import sympy as sp

            above = sp.Gt(other, 0)
            return Extreme((bound,), True if above == sp.true else above)
        return Extreme((bound,))

    def both(self) -> Extreme:
        """Return `down` and `up`, the latter where the former is finite."""
        down = self.down()
        values = (*down.values, self._up_if_down_is_finite())
        attained = (lambda: self._attained(_highest, _lowest)) if self.masses else None
        return Extreme(values, down.condition if self.masses else self._both_open, attained)

    @property
    def _both_open(self) -> Condition:
        """Where no bound is 0, as far as symbols leave that open, without a prior."""
        down, up = self.down().condition, self.up().condition
        if down is True or up is True:
            return up if down is True else down
        import sympy as sp

        return sp.And(down, up)

    def farthest(self) -> Extreme:
        """Return the larger of `down` and `up`; with lower >= upper and p_min <= 1/2 the first."""
        both = self.both()
        if self.lower in (math.inf, self.upper):
            return Extreme(both.values[:1], both.condition, both.attained)
        return Extreme((larger(*both.values),), both.condition, both.attained)

    def apart(self) -> Extreme:
        """Return the largest log-ratio of two lifts, those of the two least likely secrets."""
        attained = (lambda: self._attained(_apart, room=True)) if self.masses else None
        if len(self.masses) < 2:
            down, up = *self.down().values, self._up_if_down_is_finite()
            value = math.inf if math.inf in (down, up) else reach.joined(down + up)
            condition = self._below_threshold if self.masses else self._both_open
            if math.inf not in self.bounds and has_symbols(*self.masses):
                import sympy as sp

                condition = sp.Le(self.least, sp.Rational(1, 3))  # room for a third secret
            return Extreme((value,), condition, attained)
        x, z = self.rarest
        value = larger(self.apart_at(x, z), self.apart_at(z, x))
        return Extreme((value,), self._below_threshold, attained)

    def apart_at(self, x: int, z: int) -> Number:
        """Return the largest log-ratio of the lifts of x and z, in nats."""
        if len(self.masses) < 2:  # any two may be the least likely ones
            return self.apart().values[0]
        others = len(self.masses) > 2
        return reach.farthest_apart(
            self.masses[x], self.masses[z], self.lower, self.upper, others=others
        )

    def _up_if_down_is_finite(self) -> Number:
        if self.lower == math.inf and self.upper != math.inf:
            return self.upper  # below log(1/(1 - p_min)) it is in reach
        return self.up().values[0]

    @property
    def _below_threshold(self) -> Condition:
        """Where the smallest lift is positive, as far as symbols leave that open."""
        if not self.masses or self.lower != math.inf or self.upper == math.inf:
            return True
        p, upper = self.least, self.upper
        if not (is_exact(p) and is_exact(upper) and has_symbols(p, upper)):
            return True
        import sympy as sp

        return sp.Lt(sympified(upper), sp.log(1 / (1 - sympified(p))))

    def why_infinite(self, promise: str, parameter: str) -> str:
        """Say why nothing finite follows."""
        if self.lower == self.upper == math.inf:
            return f"{promise} promises nothing."
        if not self.masses:
            what = (
                "rule out a secret"
                if self.lower == math.inf
                else "make a rare secret as likely as it may"
            )
            return f"without p_min an outcome may {what}: secrets may be arbitrarily improbable."
        limit = -math.log1p(-float(self.least))
        return (
            f"{parameter} = {self.upper} >= log(1/(1 - p_min)) = {limit:.6g}: an outcome may rule "
            "out a secret."
        )

    def _attained(
        self, *extremes: Callable[[Box], Sequence[Number]], room: bool = False
    ) -> Attained:
        exact = all_exact(*self.masses, *self.bounds)
        prior = [brought(p, exact) for p in self.masses]
        if len(prior) == 1:  # of the priors with one p_min that in which most can happen
            (p,) = prior
            prior = [p, p, 1 - 2 * p] if room and 3 * p <= 1 else [p, 1 - p]
        lower, upper = (brought(bound, exact) for bound in self.bounds)
        floor, top = power(-lower, exact), power(upper, exact)
        lifts: list[Vector] = []
        for extreme in extremes:
            lift = extreme(Box(tuple(prior), lower, upper))
            # rounding may take what is left for the others beyond a bound that it is at
            lifts.append(tuple(lift) if exact else tuple(min(max(v, floor), top) for v in lift))
        return Attained(tuple(prior), tuple(lifts))

    def share(self, lift: Vector) -> Number:
        """Return half of how likely outcomes of this mean lift may be."""
        exact = all_exact(*self.masses, *self.bounds)
        half = brought(1, exact) / 2
        most, least = greatest(lift), smallest(lift)
        if most == least:
            return half
        lower, upper = (brought(bound, exact) for bound in self.bounds)
        floor = power(-lower, exact)
        limits = [1, (1 - floor) / (most - floor)]
        if upper != math.inf:
            top = power(upper, exact)
            limits.append((top - 1) / (top - least))
        return half * smallest(limits)

    # --- exactly ----------------------------------------------------------------------------------

    @cached_property
    def _levels(self) -> tuple[Fraction, Fraction | None]:
        """Rational bounds on the lift that imply these."""
        level = below_exponential(self.lower)
        return Fraction(0) if level is None else 1 / level, below_exponential(self.upper)

    @cached_property
    def _integers(self) -> list[int]:
        return integers([Fraction(mass) for mass in self.masses])

    def contains(self, column: Sequence[Fraction]) -> bool:
        """Say whether a multiple of a column is between the bounds, in integers."""
        low, high = self._levels
        entries, total = integers(column), sum(self._integers)
        mean = sum(mass * entry for mass, entry in zip(self._integers, entries, strict=True))
        if high is not None and max(entries) * total * high.denominator > mean * high.numerator:
            return False
        return min(entries) * total * low.denominator >= mean * low.numerator

    def exact_vertex(self, column: FloatArray, spread: FloatArray) -> list[Fraction] | None:
        """Read a vertex off a column of floats: all coordinates but one are at a bound."""
        low, high = self._levels
        prior = [Fraction(mass) for mass in self.masses]
        found: list[Fraction | None] = []
        for value, slack in zip(column.tolist(), (NEAR * spread).tolist(), strict=True):
            if abs(value - float(low)) <= slack:
                found.append(low)
            elif high is not None and abs(value - float(high)) <= slack:
                found.append(high)
            else:
                found.append(None)
        between = [x for x, value in enumerate(found) if value is None]
        if len(between) > 1:
            return None
        if not between:  # a bound that is reached up to rounding only: the likeliest one gives
            between = [max(range(len(prior)), key=lambda x: prior[x])]
        own = between[0]
        rest = sum(
            (p * v for x, (p, v) in enumerate(zip(prior, found, strict=True)) if x != own and v),
            Fraction(0),
        )
        value = (1 - rest) / prior[own]
        if value < low or (high is not None and value > high):
            return None
        return [value if x == own or v is None else v for x, v in enumerate(found)]


# --- the lift vectors at which a box with a whole prior is left -----------------------------------


def _highest(box: Box) -> list[Number]:
    return completed(box.masses, {box.rarest[0]: _most(box, box.least)})


def _lowest(box: Box) -> list[Number]:
    return completed(box.masses, {box.rarest[0]: _least(box, box.least)})


def _apart(box: Box) -> list[Number]:
    """Return one of the two least likely secrets as high, the other as low as it may be."""
    found = []
    for x, z in (box.rarest, box.rarest[::-1]):
        fixed = {x: _most(box, box.masses[x])}
        if len(box.masses) > 2:
            fixed[z] = _least(box, box.masses[z])
        elif not all_exact(*box.masses, *box.bounds):  # what the mean leaves is a rounding error
            fixed[z] = power(math.log(fixed[x]) - box.apart_at(x, z), False)
        found.append(completed(box.masses, fixed))
    if not is_exact(box.masses[0]):  # rounding may take one below zero
        floor, top = power(-box.lower, False), power(box.upper, False)
        found = [[min(max(v, floor), top) for v in lift] for lift in found]
    first, second = (greatest(lift) / smallest(lift) for lift in found)
    return found[0] if not exceeds(second, first) else found[1]


def _most(box: Box, p: Number) -> Computed:
    return power(reach.farthest_up(p, box.lower, box.upper), is_exact(p))


def _least(box: Box, p: Number) -> Computed:
    return power(-reach.farthest_down(p, box.lower, box.upper), is_exact(p))
