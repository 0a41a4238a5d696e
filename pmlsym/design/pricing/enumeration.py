r"""Pricing by enumeration: the worth of every vertex of the lift set is computed and compared.

A convex utility minus linear prices is largest at a vertex. `VertexEnumeration` holds all vertices
as columns, for small alphabets. `SparseVertexEnumeration` holds those of a box cut by the mean,
where all but one coordinate are at one of their bounds: starting with all secrets at the same
bound, a set S is moved to the other one, and one more secret z part of the way, as far as the mean
asks:

.. math:: \sum_{x \in S} s(x) + t\, s(z) = c, \quad 0 \le t \le 1, \qquad s(x) = P(x)\,(h(x) - l(x))

where l and h are the bounds and c is what the mean lacks at the starting bound. Of the two bounds
the one that leaves less to move is taken, so that the sets S are small. With prices a set is worth
the sum of what its members gain: one pass over a table of small sets prices them all.
"""

from __future__ import annotations

import math
import time

import numpy as np
from numpy.typing import NDArray

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.design.pricing.problem import COLUMNS_PER_ROUND, Priced, PricingEffort
from pmlsym.design.utility import Divergence, Utility
from pmlsym.guarantees import Box, LiftSet

_MOST_SUBSETS, _MOST_VERTICES = 600_000, 4_000_000  # some 100 MB of tables
# A mean that lacks no more than this lacks nothing but for rounding. Where f has an infinite
# slope, as Hellinger's has at a lift of zero, a mass of 1e-14 would count with its root, 1e-7.
_NEGLIGIBLE_MASS = 1e-13


class VertexEnumeration:
    """Pricing with a table of all vertices: for small alphabets, and whatever the utility.

    Parameters
    ----------
    lifts : the admitted lift vectors.
    utility : what they are worth.

    Examples
    --------
    >>> from pmlsym.design.utility import MUTUAL_INFORMATION
    >>> box = Box.between([0.2, 0.3, 0.5], 0.0, 1.5)
    >>> pricing = VertexEnumeration(box, MUTUAL_INFORMATION)
    >>> priced = pricing.price(np.zeros(3))
    >>> round(priced.bound, 6), priced.columns[:, 0].round(3)
    (0.359885, array([1.25, 0.  , 1.5 ]))
    """

    always_optimal = True

    def __init__(self, lifts: LiftSet, utility: Utility) -> None:
        self.columns: FloatArray = lifts.vertices()
        self.values = utility.at(self.columns, lifts.prior)

    def initial(self, deadline: float = math.inf) -> tuple[FloatArray, FloatArray]:
        """Start with the vertices of largest utility, at prices of zero."""
        best = np.argsort(-self.values)[:COLUMNS_PER_ROUND]
        return self.columns[:, best], np.zeros(len(self.columns))

    def price(self, prices: FloatArray, effort: PricingEffort = PricingEffort.EXACT) -> Priced:
        """Compare all vertices."""
        worth = self.values - prices @ self.columns
        best = np.argsort(-worth)[:COLUMNS_PER_ROUND]
        return Priced(self.columns[:, best], float(worth[best[0]]))


class SparseVertexEnumeration:
    """Pricing with a table of the vertices of a box, each by its secrets at the rarer bound.

    Parameters
    ----------
    box : the admitted lift vectors.
    utility : the f-divergence.
    deadline : by when the table has to be made, on the clock `time.perf_counter`.

    Raises
    ------
    TooManyVertices
        If the table would be too large, or takes too long.

    Examples
    --------
    >>> from pmlsym.design.utility import MUTUAL_INFORMATION
    >>> box = Box.between([0.2, 0.3, 0.5], 0.0, 1.5)
    >>> pricing = SparseVertexEnumeration(box, MUTUAL_INFORMATION)
    >>> priced = pricing.price(np.zeros(3))
    >>> round(priced.bound, 6), priced.columns[:, 0].round(3)
    (0.359885, array([1.25, 0.  , 1.5 ]))
    """

    always_optimal = True

    def __init__(self, box: Box, utility: Divergence, deadline: float = math.inf) -> None:
        low, high = box.reach
        self.prior: FloatArray = box.prior
        self.function = utility.function
        sizes = box.prior * (high - low)
        up = 1 - float(box.prior @ low) <= sizes.sum() / 2
        self.start, self.end = (low, high) if up else (high, low)
        lacking = 1 - float(box.prior @ low) if up else float(box.prior @ high) - 1
        self.members, masses = _subsets(sizes, lacking)
        left = lacking - masses
        # a vertex is a row of `members` with a secret that takes what this subset leaves
        rows, fractional = [], []
        for own, size in enumerate(sizes):
            possible = np.flatnonzero((left <= size) & (self.members != own).all(axis=1))
            rows.append(possible)
            fractional.append(np.full(len(possible), own, np.int32))
            if sum(map(len, rows)) > _MOST_VERTICES or time.perf_counter() > deadline:
                raise TooManyVertices
        self.subset, self.fractional = np.concatenate(rows), np.concatenate(fractional)
        prior = self.prior[self.fractional]
        step = left[self.subset] / prior
        step = np.where(step > _NEGLIGIBLE_MASS / prior, step, 0.0) * (1 if up else -1)
        self.lift = self.start[self.fractional] + step
        self.rise = self.function(self.end) - self.function(self.start)
        rise = self.function(self.lift) - self.function(self.start)[self.fractional]
        self.gain = prior * rise

    def initial(self, deadline: float = math.inf) -> tuple[FloatArray, FloatArray]:
        """Start with the best vertices at the slopes of the chords, where most are worth alike."""
        prices = self.prior * self.rise / (self.end - self.start)
        return self.price(prices).columns, prices

    def price(self, prices: FloatArray, effort: PricingEffort = PricingEffort.EXACT) -> Priced:
        """Compare all vertices."""
        gains = np.append(self.prior * self.rise - prices * (self.end - self.start), 0.0)
        base = float((self.prior * self.function(self.start) - prices * self.start).sum())
        worth = gains[self.members].sum(axis=1)[self.subset]
        worth += self.gain - prices[self.fractional] * (self.lift - self.start[self.fractional])
        best = np.argpartition(-worth, min(COLUMNS_PER_ROUND, len(worth) - 1))[:COLUMNS_PER_ROUND]
        return Priced(self._columns(best), base + float(worth.max()))

    def _columns(self, vertices: IntArray) -> FloatArray:
        """Write out the vertices with these numbers as lift vectors."""
        columns = np.repeat(self.start[:, None], len(vertices), axis=1)
        for place, vertex in enumerate(vertices):
            members = self.members[self.subset[vertex]]
            members = members[members < len(self.start)]
            columns[members, place] = self.end[members]
            columns[self.fractional[vertex], place] = self.lift[vertex]
        return columns


class TooManyVertices(Exception):  # noqa: N818 - a signal, caught where another way is taken
    """There are more vertices than a table may hold, or can in the time."""


def _subsets(sizes: FloatArray, room: float) -> tuple[NDArray[np.int16], FloatArray]:
    """Return the subsets whose sizes sum to at most the room, and the sums.

    A subset is a row of its members in increasing order, padded with the number of items. Those
    with one member more are made of those before, by members larger than the last.
    """
    count = len(sizes)
    members, masses = np.empty((1, 0), np.int16), np.zeros(1)
    layers = [(members, masses)]
    total = 1
    while len(members):
        last = members[:, -1] if members.shape[1] else np.full(1, -1)
        grown, heavier = [], []
        for item in range(count):
            fits = np.flatnonzero((last < item) & (masses + sizes[item] <= room))
            total += len(fits)
            if total > _MOST_SUBSETS:
                raise TooManyVertices
            grown.append(np.column_stack([members[fits], np.full(len(fits), item, np.int16)]))
            heavier.append(masses[fits] + sizes[item])
        members, masses = np.concatenate(grown), np.concatenate(heavier)
        layers.append((members, masses))
    layers.pop()  # the one in which nothing fits any more
    width = layers[-1][0].shape[1]
    padded = [
        np.pad(rows, ((0, 0), (0, width - rows.shape[1])), constant_values=count)
        for rows, _ in layers
    ]
    return np.concatenate(padded), np.concatenate([masses for _, masses in layers])
