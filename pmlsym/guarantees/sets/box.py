r"""Boxes of lift vectors, mean one between two bounds, as PML, PMC, LIP and ALIP admit them.

.. math:: e^{-\varepsilon_l} \le v(x) \le e^{\varepsilon_u}, \quad \sum_x P(x)\, v(x) = 1
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from pmlsym.arrays import FloatArray
from pmlsym.exact import Computed, Number, is_exact, sympified
from pmlsym.formulas.mechanisms import own_lift, remainder
from pmlsym.guarantees import reach
from pmlsym.guarantees.sets.lift_set import (
    NEAR,
    Attained,
    Bounded,
    Condition,
    Extreme,
    Unanswered,
    Vector,
    all_exact,
    below_exponential,
    brought,
    completed,
    has_symbols,
    integers,
    larger,
    power,
    relative,
    subset_sums,
)
from pmlsym.ordered import exceeds, greatest, smallest

if TYPE_CHECKING:
    import cvxpy as cp

# --- in floats, for design ------------------------------------------------------------------------
# A vertex has at most one coordinate strictly between the bounds.

_ALIKE = 1e-8  # relative distance from a bound at which a vertex may be listed twice
_FLAT = 1e-13  # violation of its bounds by rounding that is allowed to a vertex
_EVEN = 1e-15  # distance of a mean from one that is rounding
_TOGETHER = 10  # secrets of which all subsets are made at once


@dataclass(frozen=True, eq=False)
class BoxVertices(Bounded):
    """The part of `Box` in floats: its vertices, and constraints for programs.

    Parameters
    ----------
    masses : the whole prior.
    lower, upper : every lift is at least e^-lower and at most e^upper, in nats; may be infinite.
    """

    symmetric: ClassVar[bool] = True

    @classmethod
    def between(cls, masses: Sequence[Number], low: float, high: float) -> Self:
        """Return the box of lifts between two floats, 0 <= low <= 1 <= high."""
        found = cls(tuple(masses), -math.log(low) if low else math.inf, math.log(high))
        vars(found).update(low=low, high=high)  # without the rounding of a logarithm
        return found

    @cached_property
    def reach(self) -> tuple[FloatArray, FloatArray]:
        """The smallest and the largest value of each coordinate, given the mean."""
        import numpy as np

        with np.errstate(over="ignore"):  # an overflow exceeds the other bound
            most = own_lift(self.low, self.prior, self._others)
            bound = self.high if self.high < math.inf else float(most.max())
            least = own_lift(bound, self.prior, self._others)
        low = np.maximum(self.low, np.minimum(least, 1.0))
        return low, np.maximum(np.minimum(bound, most), 1.0)

    @property
    def spread(self) -> FloatArray:
        """The largest distance of each coordinate from one."""
        import numpy as np

        low, high = self.reach
        return np.maximum(1 - low, high - 1)

    @property
    def unit(self) -> float:
        """The farther of both bounds from one, at most 1."""
        return min(1.0, max(self.high - 1, 1 - self.low))

    def balance(self, columns: FloatArray) -> FloatArray:
        """Return the largest probability of each lift vector in a mixture of two with mean one."""
        import numpy as np

        above = (1 - self.low) / np.maximum(columns.max(axis=0) - self.low, 1 - self.low)
        if self.high == math.inf:
            return above  # type: ignore[no-any-return]
        below = (self.high - 1) / (self.high - np.minimum(columns.min(axis=0), 1.0))
        return np.minimum(above, below)  # type: ignore[no-any-return]

    def vertices(self) -> FloatArray:
        r"""Return all vertices, as the columns of an array, shape (\|X\|, k).

        Examples
        --------
        >>> BoxVertices.between((0.25, 0.75), 0.0, 1.2).vertices().round(4)
        array([[1.2   , 0.4   ],
               [0.9333, 1.2   ]])
        """
        import numpy as np

        if self.trivial:
            return np.ones((len(self.prior), 1))
        prior, (low, high) = self.prior, self.reach
        gains = prior * (high - low)
        totals = float(prior @ low) + subset_sums(gains[:_TOGETHER])
        chosen = np.flatnonzero(totals <= 1 + _FLAT)  # bits of the high ones
        totals = totals[chosen]
        for secret, gain in enumerate(gains[_TOGETHER:].tolist(), _TOGETHER):
            chosen = np.concatenate([chosen, chosen + (1 << secret)])
            totals = np.concatenate([totals, totals + gain])
            kept = totals <= 1 + _FLAT  # later coordinates only raise the mean
            chosen, totals = chosen[kept], totals[kept]
        # one more coordinate is raised until the mean is one
        least, most, slack = low[:, None], high[:, None], _FLAT / prior[:, None]
        every = least + (1 - totals) / prior[:, None]
        is_high = chosen >> np.arange(len(prior))[:, None] & 1 == 1
        between, place = np.nonzero(~is_high & (every <= most + slack))
        left, slack = every[between, place], slack[between, 0]
        columns = np.where(is_high[:, place], most, least)
        low, high = low[between], high[between]
        left = np.clip(left, low, high)
        for bound in (low, high):  # as a root of 1e-16 would be 1e-8
            left = np.where(np.abs(left - bound) <= slack, bound, left)
        columns[between, np.arange(len(left))] = left
        # a vertex is found twice only if no coordinate is between the bounds
        spread = np.where(self.spread > 0, self.spread, 1.0)
        off = np.minimum(left - low, high - left) / spread[between]
        own, shared = np.flatnonzero(off > _ALIKE), np.flatnonzero(off <= _ALIKE)
        if not len(shared):
            return columns
        rows = ((columns[:, shared] - 1) / spread[:, None]).round(9) + 0.0  # no zero is negative
        backwards = zip(rows.T[::-1], shared[::-1], strict=True)
        first = {row.tobytes(): place for row, place in backwards}
        return columns[:, np.sort(np.concatenate([own, list(first.values())]).astype(int))]

    def best(self, gains: FloatArray) -> FloatArray:
        """Return the lift vectors that maximise linear functions: the best secrets are high.

        Examples
        --------
        >>> import numpy as np
        >>> BoxVertices.between((0.25, 0.75), 0.0, 1.2).best(np.array([[1.0], [0.0]])).round(4)
        array([[1.2   ],
               [0.9333]])
        """
        import numpy as np

        prior, (low, high) = self.prior, self.reach
        order = np.argsort(-gains / prior[:, None], axis=0, kind="stable")
        sizes = (prior * (high - low))[order]
        before = np.cumsum(sizes, axis=0) - sizes
        filled = np.clip(1 - prior @ low - before, 0, sizes)
        columns = np.empty_like(gains)
        np.put_along_axis(columns, order, low[order] + filled / prior[order], axis=0)
        return columns

    def constraints(self, mean: cp.Variable, moved: cp.Variable) -> list[cp.Constraint]:
        """Return the two bounds on a kernel, for cvxpy."""
        import numpy as np

        every, unit = np.ones((len(self.prior), 1)), self.unit
        found = [moved >= every @ ((self.low - 1) / unit * mean)]
        if self.reach[1].max() >= self.high:  # else the mean implies the upper bound
            found.insert(0, moved <= every @ ((self.high - 1) / unit * mean))
        return found

    def simplex(self) -> FloatArray | None:
        """Return the vertices of a simplex, with all coordinates but one high or low."""
        import numpy as np

        for bound, inner, side in ((self.high, self.low, 1), (self.low, self.high, -1)):
            own = own_lift(bound, self.prior, self._others)
            if (side * own >= side * inner).all():
                corners = np.full((len(own), len(own)), bound)
                np.fill_diagonal(corners, own)
                return corners
        return None

    def even_vertices(self) -> FloatArray:
        """Return the vertex of equally likely secrets, which is unique up to permutations."""
        import numpy as np

        secrets = len(self.prior)
        room = secrets * (1 - self.low)
        at_high = min(int(room / (self.high - self.low) * (1 + 1e-12)), secrets - 1)
        vertex = np.full((secrets, 1), self.low)
        vertex[:at_high] = self.high
        left = remainder(secrets, at_high, self.low, self.high)
        vertex[at_high] = min(max(left, self.low), self.high)
        return vertex

    def shrunk(self, margin: float) -> Self:
        """Return the box with bounds moved towards one; a lower bound of zero stays."""
        low, high = self.low, self.high
        if high < math.inf:
            high = 1 + (high - 1) * (1 - relative(margin, high))
        if low > 0:
            low = 1 - (1 - low) * (1 - relative(margin, 2 - low))
        found = self.between(self.masses, low, high)
        vars(found).update(prior=self.prior, _others=self._others)
        return found

    def inside(self, columns: FloatArray) -> FloatArray:
        """Return each lift vector moved between the bounds, with mean one."""
        import numpy as np

        low, high = self.reach
        near = NEAR * (high - low)[:, None]
        top, bottom = (
            np.abs(columns - high[:, None]) <= near,
            np.abs(columns - low[:, None]) <= near,
        )
        found = np.clip(columns, low[:, None], high[:, None])
        found = np.where(top, high[:, None], np.where(bottom, low[:, None], found))
        for free in (~(top | bottom), np.ones_like(top)):
            short = 1 - self.prior @ found
            if np.abs(short).max() <= _EVEN:
                break
            room = np.where(short > 0, high[:, None] - found, found - low[:, None]) * free
            most = self.prior @ room
            found += room * np.clip(short / np.where(most > 0, most, 1), -1, 1)
        return found


# --- exact or in floats, for conversions ----------------------------------------------------------


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

    # --- extremes ---------------------------------------------------------------------------------

    def up(self) -> Extreme:
        """Return the largest log-lift, that of the least likely secret."""
        if not self.masses:  # for all priors
            return self._by_itself(self.upper, self.lower)
        value = reach.farthest_up(self.least, self.lower, self.upper)
        return Extreme((value,), True, lambda: self._attained(_highest))

    def down(self) -> Extreme:
        """Return minus the smallest log-lift, that of the least likely secret."""
        if not self.masses:
            return self._by_itself(self.lower, self.upper)
        value = self.lower
        if self.lower != self.upper:  # with p_min <= 1/2 an equal lower bound is attained
            value = reach.farthest_down(self.least, self.lower, self.upper)
        return Extreme((value,), self._below_threshold, lambda: self._attained(_lowest))

    def _by_itself(self, bound: Number, other: Number) -> Extreme:
        """Return a bound that is attained under some prior, unless the other bound is 0."""
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
        """The condition on symbols that no bound is 0, without a prior."""
        down, up = self.down().condition, self.up().condition
        if down is True or up is True:
            return up if down is True else down
        import sympy as sp

        return sp.And(down, up)

    def farthest(self) -> Extreme:
        """Return the larger of `down` and `up`, which is `down` if the bounds are equal."""
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

                condition = sp.Le(self.least, sp.Rational(1, 3))  # a third secret is possible
            return Extreme((value,), condition, attained)
        x, z = self.rarest
        value = larger(self.apart_at(x, z), self.apart_at(z, x))
        return Extreme((value,), self._below_threshold, attained)

    def apart_at(self, x: int, z: int) -> Number:
        """Return the largest log-ratio of the lifts of x and z, in nats."""
        if len(self.masses) < 2:  # any two secrets may be the least likely ones
            return self.apart().values[0]
        others = len(self.masses) > 2
        return reach.farthest_apart(
            self.masses[x], self.masses[z], self.lower, self.upper, others=others
        )

    def _up_if_down_is_finite(self) -> Number:
        if self.lower == math.inf and self.upper != math.inf:
            return self.upper  # below log(1/(1 - p_min)) it is attained
        return self.up().values[0]

    @property
    def _below_threshold(self) -> Condition:
        """The condition on symbols that the smallest lift is positive."""
        if not self.masses or self.lower != math.inf or self.upper == math.inf:
            return True
        p, upper = self.least, self.upper
        if not (is_exact(p) and is_exact(upper) and has_symbols(p, upper)):
            return True
        import sympy as sp

        return sp.Lt(sympified(upper), sp.log(1 / (1 - sympified(p))))

    def why_infinite(self, promise: str, parameter: str) -> str:
        """Return the reason why no finite level is implied.

        Raises
        ------
        Unanswered
            If a float is below the threshold by less than its rounding error.
        """
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
        if isinstance(self.upper, float) and self.upper < limit:
            raise Unanswered(
                f"{parameter} = {self.upper} is below log(1/(1 - p_min)) = {limit} by no more than "
                "rounding, and from there on an outcome may rule out a secret: give exact numbers."
            )
        return (
            f"{parameter} = {self.upper} >= log(1/(1 - p_min)) = {limit:.6g}: an outcome may rule "
            "out a secret."
        )

    def _attained(
        self, *extremes: Callable[[Box], Sequence[Number]], room: bool = False
    ) -> Attained:
        exact = all_exact(*self.masses, *self.bounds)
        prior = [brought(p, exact) for p in self.masses]
        if len(prior) == 1:  # of the priors with this p_min, the worst one
            (p,) = prior
            prior = [p, p, 1 - 2 * p] if room and 3 * p <= 1 else [p, 1 - p]
        lower, upper = (brought(bound, exact) for bound in self.bounds)
        floor, top = power(-lower, exact), power(upper, exact)
        lifts: list[Vector] = []
        for extreme in extremes:
            lift = extreme(Box(tuple(prior), lower, upper))
            # the remainder for the others may exceed its bound by rounding
            lifts.append(tuple(lift) if exact else tuple(min(max(v, floor), top) for v in lift))
        return Attained(tuple(prior), tuple(lifts))

    def share(self, lift: Vector) -> Number:
        """Return half of the largest probability of outcomes with this mean lift."""
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

    # --- exact decisions --------------------------------------------------------------------------

    @cached_property
    def _levels(self) -> tuple[Fraction, Fraction | None]:
        """Rational bounds on the lift that imply the given ones."""
        level = below_exponential(self.lower)
        return Fraction(0) if level is None else 1 / level, below_exponential(self.upper)

    @cached_property
    def _integers(self) -> list[int]:
        masses = self.masses
        return integers([p if type(p) is Fraction else Fraction(p) for p in masses])

    def contains(self, column: Sequence[Fraction | float]) -> bool:
        """Return whether a multiple of a column is between the bounds, decided in integers."""
        low, high = self._levels
        entries, total = integers(column), sum(self._integers)
        mean = sum(mass * entry for mass, entry in zip(self._integers, entries, strict=True))
        if high is not None and max(entries) * total * high.denominator > mean * high.numerator:
            return False
        return min(entries) * total * low.denominator >= mean * low.numerator

    def exact_vertex(self, column: FloatArray, spread: FloatArray) -> list[Fraction] | None:
        """Return the exact vertex near a column of floats, with at most one coordinate free."""
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
        if not between:  # all are at a bound up to rounding: the most likely one is adjusted
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


# --- extremal lift vectors of a box with a whole prior --------------------------------------------


def _highest(box: Box) -> list[Number]:
    return completed(box.masses, {box.rarest[0]: _most(box, box.least)})


def _lowest(box: Box) -> list[Number]:
    return completed(box.masses, {box.rarest[0]: _least(box, box.least)})


def _apart(box: Box) -> list[Number]:
    """Return the lift vector with the largest ratio, of the two least likely secrets."""
    found = []
    for x, z in (box.rarest, box.rarest[::-1]):
        fixed = {x: _most(box, box.masses[x])}
        if len(box.masses) > 2:
            fixed[z] = _least(box, box.masses[z])
        elif not all_exact(*box.masses, *box.bounds):  # the remainder is a rounding error
            fixed[z] = power(math.log(fixed[x]) - box.apart_at(x, z), False)
        found.append(completed(box.masses, fixed))
    if not is_exact(box.masses[0]):  # rounding may make a lift negative
        floor, top = power(-box.lower, False), power(box.upper, False)
        found = [[min(max(v, floor), top) for v in lift] for lift in found]
    first, second = (greatest(lift) / smallest(lift) for lift in found)
    return found[0] if not exceeds(second, first) else found[1]


def _most(box: Box, p: Number) -> Computed:
    return power(reach.farthest_up(p, box.lower, box.upper), is_exact(p))


def _least(box: Box, p: Number) -> Computed:
    return power(-reach.farthest_down(p, box.lower, box.upper), is_exact(p))
