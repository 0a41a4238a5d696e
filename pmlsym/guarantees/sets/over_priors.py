r"""Vectors that satisfy bounds on the lift whatever the prior of a set.

.. math:: e^{-\varepsilon_l} \max_{P \in S} \sum_z P(z)\, v(z) \le v(x)
    \le e^{\varepsilon_u} \min_{P \in S} \sum_z P(z)\, v(z)

They form a convex cone, of which those of mean one under a prior of reference are taken. Where the
entries of v are in one order, both means are linear: the prior of the smallest mean gives every set
of the largest entries its smallest probability. So an extreme ray has n - 1 tight ones among these
inequalities: entries that are equal, or zero, and the two bounds. It has three levels at most,
the largest on a set A, the next one on a larger set B and the smallest elsewhere, with both bounds
attained; or two levels with one of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Self

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.guarantees.sets.lift_set import (
    Bounded,
    Unanswered,
    below_exponential,
    integers,
    relative,
)
from pmlsym.priors import Intervals

if TYPE_CHECKING:
    import cvxpy as cp

MOST = 12  # secrets up to which all vertices are listed
_UNIT = 2.0**-53


@dataclass(frozen=True, eq=False)
class BoxOverPriors(Bounded):
    """Lift vectors within bounds whatever the prior of a set, with mean one under one prior.

    Parameters
    ----------
    masses : the prior of reference, whole.
    lower, upper : every lift is at least e^-lower and at most e^upper, in nats; may be infinite.
    priors : the set of priors.

    Examples
    --------
    >>> known = Intervals.at_least(Fraction(1, 4), 2)
    >>> BoxOverPriors((0.5, 0.5), math.inf, math.log(2), known).vertices().round(4)
    array([[1.5, 0.5],
           [0.5, 1.5]])
    """

    priors: Intervals

    # --- means over the set of priors -------------------------------------------------------------

    @cached_property
    def ends(self) -> tuple[FloatArray, FloatArray, float]:
        """The smallest and the largest probabilities, and the mass above the smallest ones."""
        return ends_of(self.priors)

    def smallest_means(self, columns: FloatArray) -> FloatArray:
        """Return the smallest mean of each column over the priors; minus that of -v is the largest.

        Examples
        --------
        >>> import numpy as np
        >>> known = Intervals.at_least(Fraction(1, 4), 2)
        >>> box = BoxOverPriors((0.5, 0.5), math.inf, 1.0, known)
        >>> box.smallest_means(np.array([[0.0], [2.0]]))
        array([0.5])
        """
        import numpy as np

        low, high, spare = self.ends
        order = np.argsort(columns, axis=0)
        room = (high - low)[order]
        filled = np.clip(spare - (np.cumsum(room, axis=0) - room), 0, room)
        terms = (low[order] + filled) * np.take_along_axis(columns, order, axis=0)
        means: FloatArray = np.sum(terms, axis=0)
        return means

    # --- vertices ---------------------------------------------------------------------------------

    def vertices(self) -> FloatArray:
        r"""Return vectors with all vertices among them, as columns, shape (\|X\|, k)."""
        return self.listed[0]

    @cached_property
    def listed(self) -> tuple[FloatArray, FloatArray]:
        """The columns of `vertices`, and a bound on the errors of their entries, one a column.

        Raises
        ------
        Unanswered
            If there are more than 12 secrets.
        """
        import numpy as np

        secrets = len(self.masses)
        if secrets > MOST:
            raise Unanswered(
                f"the set of priors is of {secrets} secrets, but the vertices of a guarantee for "
                f"every prior of a set are listed for at most {MOST}: ask for a reward or a "
                "distortion, which need none of them, or for one prior."
            )
        if self.trivial:
            return np.ones((secrets, 1)), np.zeros(1)
        inner, outer, steps, off = self._levels_on_sets()
        places = np.arange(secrets)[:, None]
        in_inner, in_outer = (sets >> places & 1 == 1 for sets in (inner, outer))
        columns = (self.low > 0) + steps[0] * in_outer + steps[1] * in_inner
        mean = self.prior @ columns
        return columns / mean, (off + 16 * _UNIT * columns.max(axis=0)) / mean

    def _levels_on_sets(self) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
        """Return sets A in B by their bits, by how much entries rise on B and on A, and errors.

        Elsewhere entries are 1, or 0 where there is no lower bound.
        """
        import numpy as np

        full = 2 ** len(self.masses) - 1
        least = self._least
        most = 1 - least[::-1]  # of the complement
        # exact sums were rounded once, and one minus them once more
        sets = np.arange(1, full)
        floor, top = float(self.low > 0), self.high
        if not floor and top == math.inf:
            single = 1 << np.arange(len(self.masses))
            return single, single, np.outer([0.0, 1.0], np.ones(len(single))), np.zeros(len(single))
        beyond = (1 / self.low - 1) if floor else math.inf
        with np.errstate(divide="ignore", invalid="ignore"):
            # how far two levels may be apart by each of the bounds
            below = np.where(top * least < 1, (top - 1) / (1 - top * least), np.inf)[sets]
            apart = np.minimum(below, beyond / most[sets]) if floor else below
        if not floor:  # then the levels are 0 and 1, or not allowed
            sets = sets[top * least[sets] >= 1 - 8 * _UNIT]
            apart, below = np.ones(len(sets)), np.full(len(sets), np.inf)
        with np.errstate(divide="ignore", invalid="ignore"):
            steep = np.where(np.isfinite(below), top * (1 + apart) / (1 - top * least[sets]), 0.0)
        found = [(sets, sets, np.array([0 * apart, apart]), 16 * _UNIT * (apart + steep))]
        if top < math.inf:
            found += [
                self._three_levels(outer, least, most, beyond) for outer in range(1, full + 1)
            ]
        inner, outer, off = (np.concatenate([one[k] for one in found]) for k in (0, 1, 3))
        return inner, outer, np.hstack([one[2] for one in found]), off

    def _three_levels(
        self, outer: int, least: FloatArray, most: FloatArray, beyond: float
    ) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
        """Return the levels of all proper subsets of one set, where both bounds are attained."""
        import numpy as np

        full, top = len(least) - 1, self.high
        inner = _subsets(outer)
        left, right = 1 - top * least[outer], 1 - top * least[inner]
        if beyond == math.inf:  # levels 0, s and 1 with 1 = top (s least(B) + (1 - s) least(A))
            apart = top * (least[outer] - least[inner])
            size = top * (least[outer] + least[inner]) + 1
            with np.errstate(divide="ignore", invalid="ignore"):
                steps = np.array([right, -left * np.ones(len(inner))]) / apart
                off = 8 * _UNIT * size / apart
        elif outer == full:
            inner, steps, off = inner[:0], np.zeros((2, 0)), np.zeros(0)
        else:
            # s (1 - top least(B)) + t (1 - top least(A)) = top - 1, s most(B) + t most(A) = beyond
            apart = left * most[inner] - right * most[outer]
            first = (top - 1) * most[inner] - beyond * right
            second = np.full(len(inner), left * beyond - (top - 1) * most[outer])
            size = (top + 1) * (2 + beyond) * (1 + top)
            with np.errstate(divide="ignore", invalid="ignore"):
                steps = np.array([first, second]) / apart
                off = 16 * _UNIT * size * (1 + np.abs(steps).sum(axis=0)) / np.abs(apart)
        kept = np.isfinite(off) & (steps >= -off).all(axis=0)
        steps, inner = np.maximum(steps[:, kept], 0.0), inner[kept]
        return inner, np.full(len(inner), outer), steps, off[kept]

    @cached_property
    def _least(self) -> FloatArray:
        """The smallest probability over the priors of each set of secrets, by its bits."""
        import numpy as np

        scaled = integers([*self.priors.lower, *self.priors.upper, Fraction(1)])
        low, high, one = scaled[: len(self.masses)], scaled[len(self.masses) : -1], scaled[-1]
        lowest, highest = [0], [0]
        for x in range(len(low)):
            lowest += [total + low[x] for total in lowest]
            highest += [total + high[x] for total in highest]
        sums = zip(lowest, reversed(highest), strict=True)
        return np.array([max(inside, one - outside) / one for inside, outside in sums])

    # --- for design -------------------------------------------------------------------------------

    @cached_property
    def spread(self) -> FloatArray:
        """The largest distance of each coordinate from one, or a bound on it."""
        import numpy as np

        if len(self.masses) <= MOST:
            found: FloatArray = np.abs(self.vertices() - 1).max(axis=1)
            return found
        most: FloatArray = np.minimum(self.high, 1 / self.prior) - 1
        return np.maximum(most, 1 - self.low)

    @property
    def unit(self) -> float:
        """The largest deviation from one, at most 1; also 1 where there is none."""
        return min(1.0, float(self.spread.max())) or 1.0

    def balance(self, columns: FloatArray) -> FloatArray:
        """Return the largest probability of each lift vector in a mixture of two with mean one."""
        import numpy as np

        # with (1 - q v) / (1 - q) in the place of v the two means change their roles
        most, least = columns.max(axis=0), columns.min(axis=0)
        smallest, largest = self.smallest_means(columns), -self.smallest_means(-columns)
        below = (1 - self.low) / np.maximum(most - self.low * smallest, 1 - self.low)
        if self.high == math.inf:
            return below  # type: ignore[no-any-return]
        above = (self.high - 1) / np.maximum(self.high * largest - least, self.high - 1)
        return np.minimum(below, above)  # type: ignore[no-any-return]

    def best(self, gains: FloatArray) -> FloatArray:
        """Return the listed vectors that maximise linear functions."""
        every = self.vertices()
        return every[:, (gains.T @ every).argmax(axis=1)]

    def constraints(self, mean: cp.Variable, moved: cp.Variable) -> list[cp.Constraint]:
        """Return the two bounds on a kernel for cvxpy, with each extreme mean by its dual.

        The smallest mean of v is the largest value of l v + s a - sum_x (u - l)(x) e(x) over all a
        and e >= max(a - v, 0), where l and u are the bounds on the priors and s = 1 - sum l.
        """
        import numpy as np

        every, unit, found = np.ones((len(self.masses), 1)), self.unit, []
        if self.high < math.inf:
            smallest, rows = smallest_mean_of(moved, *self.ends)
            room = (self.high - 1) / unit * mean + self.high * smallest
            found += [*rows, moved <= every @ room]
        if self.low > 0:
            smallest, rows = smallest_mean_of(-moved, *self.ends)
            room = (1 - self.low) / unit * mean + self.low * smallest
            found += [*rows, -moved <= every @ room]
        else:
            found.append(-moved <= every @ (mean / unit))
        return found

    def shrunk(self, margin: float) -> Self:
        """Return the set with bounds moved towards one; a lower bound of zero stays."""
        low, high = self.low, self.high
        if high < math.inf:
            high = 1 + (high - 1) * (1 - relative(margin, high))
        if low > 0:
            low = 1 - (1 - low) * (1 - relative(margin, 2 - low))
        found = replace(self)
        vars(found).update(low=low, high=high)
        return found

    def inside(self, columns: FloatArray) -> FloatArray:
        """Return each lift vector, mixed with ones by as little as is needed."""
        import numpy as np

        columns = np.maximum(columns, 0.0)
        columns = columns / (self.prior @ columns)
        over = np.maximum(
            self.low * -self.smallest_means(-columns) - columns.min(axis=0), 0.0
        ) / max(1 - self.low, _UNIT)
        if self.high < math.inf:
            excess = columns.max(axis=0) - self.high * self.smallest_means(columns)
            over = np.maximum(over, excess / (self.high - 1))
        share = over / (1 + over)
        found: FloatArray = columns + share * (1 - columns)
        return found

    # --- exact decisions --------------------------------------------------------------------------

    @cached_property
    def _levels(self) -> tuple[Fraction, Fraction | None]:
        """Rational bounds on the lift that imply the given ones."""
        level = below_exponential(self.lower)
        return Fraction(0) if level is None else 1 / level, below_exponential(self.upper)

    def contains(self, column: Sequence[Fraction]) -> bool:
        """Return whether a multiple of a column is between the bounds whatever the prior."""
        low, high = self._levels
        entries = [Fraction(entry) for entry in integers(column)]
        if min(entries) < low * self.priors.largest_mean(entries).value:
            return False
        return high is None or max(entries) <= high * self.priors.smallest_mean(entries).value


def ends_of(priors: Intervals) -> tuple[FloatArray, FloatArray, float]:
    """Return the smallest and the largest probabilities, and the mass above the smallest ones."""
    import numpy as np

    low, high = (np.array([float(p) for p in side]) for side in (priors.lower, priors.upper))
    return low, high, float(1 - sum(priors.lower))


def smallest_mean_of(
    values: cp.Expression, low: FloatArray, high: FloatArray, spare: float
) -> tuple[cp.Expression, list[cp.Constraint]]:
    """Return the smallest mean of each column over a set of priors, for cvxpy to maximise.

    Parameters
    ----------
    values : cvxpy expression, shape (|X|, k).
    low, high, spare : as in `BoxOverPriors.ends`.
    """
    import cvxpy as cp

    secrets, count = values.shape
    at, below = cp.Variable((1, count)), cp.Variable((secrets, count), nonneg=True)
    smallest = low[None, :] @ values + spare * at - (high - low)[None, :] @ below
    return smallest, [cp.vstack([at] * secrets) - values <= below]


def _subsets(outer: int) -> IntArray:
    """Return the proper subsets of a set that are not empty, all by their bits."""
    import numpy as np

    found = np.zeros(1, np.int64)
    for place in range(outer.bit_length()):
        if outer >> place & 1:
            found = np.concatenate([found, found | 1 << place])
    return found[1:-1]
