r"""The box of lift vectors in floats: its vertices, and what programs ask of it.

A vertex has at most one coordinate strictly between the bounds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from pmlsym.arrays import FloatArray
from pmlsym.exact import Number
from pmlsym.formulas.extremal import own_lift, remainder
from pmlsym.guarantees.sets.lift_set import NEAR, LiftSet, float_power, relative

if TYPE_CHECKING:
    import cvxpy as cp

_ALIKE = 1e-8  # of its spread, how near a bound a coordinate may be in a vertex listed twice
_FLAT = 1e-13  # how far a vertex may be outside its bounds through rounding before it is dropped


@dataclass(frozen=True, eq=False)
class BoxVertices(LiftSet):
    """What a `Box` is in floats.

    Parameters
    ----------
    masses : the whole prior.
    lower, upper : every lift is at least e^-lower and at most e^upper, in nats; may be infinite.
    """

    symmetric: ClassVar[bool] = True
    masses: tuple[Number, ...]
    lower: Number
    upper: Number

    @classmethod
    def between(cls, masses: Sequence[Number], low: float, high: float) -> Self:
        """Return the box of lifts between two floats, 0 <= low <= 1 <= high."""
        found = cls(tuple(masses), -math.log(low) if low else math.inf, math.log(high))
        vars(found).update(low=low, high=high)  # as they are, not through a logarithm
        return found

    @cached_property
    def low(self) -> float:
        """The smallest lift allowed."""
        return math.exp(-float(self.lower))

    @cached_property
    def high(self) -> float:
        """The largest lift allowed; may be infinite."""
        return float_power(self.upper)

    @cached_property
    def reach(self) -> tuple[FloatArray, FloatArray]:
        """How small and how large each coordinate can be, given the mean."""
        import numpy as np

        with np.errstate(over="ignore"):  # beyond all floats is beyond the other bound
            most = own_lift(self.low, self.prior, self._others)
            bound = self.high if self.high < math.inf else float(most.max())
            least = own_lift(bound, self.prior, self._others)
        low = np.maximum(self.low, np.minimum(least, 1.0))
        return low, np.maximum(np.minimum(bound, most), 1.0)

    @property
    def spread(self) -> FloatArray:
        """How far from one each coordinate can be."""
        import numpy as np

        low, high = self.reach
        return np.maximum(1 - low, high - 1)

    @property
    def trivial(self) -> bool:
        """Whether the vector of ones is the only one."""
        return self.low == self.high or len(self.masses) == 1 or 1 in (self.low, self.high)

    @property
    def unit(self) -> float:
        """The farther of both bounds from one, at most 1."""
        return min(1.0, max(self.high - 1, 1 - self.low))

    def balance(self, columns: FloatArray) -> FloatArray:
        """Return how likely each lift vector can be, for a second one to make the mean one."""
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
        chosen, totals = np.zeros(1, np.int64), np.array([float(prior @ low)])
        for secret, gain in enumerate(prior * (high - low)):
            chosen = np.concatenate([chosen, chosen + (1 << secret)])  # who is high, as bits
            totals = np.concatenate([totals, totals + gain])
            kept = totals <= 1 + _FLAT  # whatever follows raises the mean further
            chosen, totals = chosen[kept], totals[kept]
        # one more secret goes up as far as the mean leaves
        between, place = np.divmod(np.arange(len(low) * len(chosen)), len(chosen))
        left = low[between] + (1 - totals[place]) / prior[between]
        slack = _FLAT / prior[between]
        kept = (chosen[place] >> between & 1 == 0) & (left <= high[between] + slack)
        between, left, slack, chosen = between[kept], left[kept], slack[kept], chosen[place[kept]]
        is_high = chosen >> np.arange(len(low))[:, None] & 1 == 1
        columns = np.where(is_high, high[:, None], low[:, None])
        left = np.clip(left, low[between], high[between])
        for bound in (low[between], high[between]):  # a root of 1e-16 would be no rounding
            left = np.where(np.abs(left - bound) <= slack, bound, left)
        columns[between, np.arange(len(left))] = left
        # only where nobody is between the bounds another secret leads to the same vertex
        spread = np.where(self.spread > 0, self.spread, 1.0)
        off = np.minimum(left - low[between], high[between] - left) / spread[between]
        own, shared = np.flatnonzero(off > _ALIKE), np.flatnonzero(off <= _ALIKE)
        rows = ((columns[:, shared] - 1) / spread[:, None]).round(9)
        _, first = np.unique(rows, axis=1, return_index=True)
        return columns[:, np.sort(np.concatenate([own, shared[first]]))]

    def best(self, gains: FloatArray) -> FloatArray:
        """Return the lift vectors at which linear functions are largest: the best secrets high.

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
        if self.reach[1].max() >= self.high:  # else the mean alone keeps the lifts below
            found.insert(0, moved <= every @ ((self.high - 1) / unit * mean))
        return found

    def simplex(self) -> FloatArray | None:
        """Return the corners where all coordinates but one are high, or all but one low."""
        import numpy as np

        for bound, inner, side in ((self.high, self.low, 1), (self.low, self.high, -1)):
            own = own_lift(bound, self.prior, self._others)
            if (side * own >= side * inner).all():
                corners = np.full((len(own), len(own)), bound)
                np.fill_diagonal(corners, own)
                return corners
        return None

    def even_vertices(self) -> FloatArray:
        """Return the one vertex, up to its order, that equally likely secrets have."""
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
        """Move the bounds towards one, but leave a zero zero."""
        low, high = self.low, self.high
        if high < math.inf:
            high = 1 + (high - 1) * (1 - relative(margin, high))
        if low > 0:
            low = 1 - (1 - low) * (1 - relative(margin, 2 - low))
        return self.between(self.masses, low, high)

    def inside(self, columns: FloatArray) -> FloatArray:
        """Return each lift vector between the bounds, its mean still one."""
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
            room = np.where(short > 0, high[:, None] - found, found - low[:, None]) * free
            most = self.prior @ room
            found += room * np.clip(short / np.where(most > 0, most, 1), -1, 1)
        return found
