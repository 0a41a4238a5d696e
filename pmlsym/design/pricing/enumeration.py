r"""Pricing by enumeration: of the vertices of the lift set, or of counts of equal secrets.

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
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pmlsym.arrays import BoolArray, FloatArray, IntArray
from pmlsym.design.pricing.problem import COLUMNS_PER_ROUND, Priced, PricingEffort
from pmlsym.design.utility import MUTUAL_INFORMATION, Divergence, Utility
from pmlsym.guarantees import Box, LiftSet

_MOST_SUBSETS, _MOST_VERTICES = 600_000, 4_000_000  # some 100 MB of tables
_MOST_LISTED = 200_000  # vertices written out, for a function that is called with each
# A mean that lacks no more than this lacks nothing but for rounding. Where f has an infinite
# slope, as Hellinger's has at a lift of zero, a mass of 1e-14 would count with its root, 1e-7.
_NEGLIGIBLE_MASS = 1e-13
_FEWEST, _FIRST = 64, 256  # vertices of the first program: a second round takes longer


class VertexEnumeration:
    """Pricing with a table of all vertices: for small alphabets, and whatever the utility.

    Parameters
    ----------
    lifts : the admitted lift vectors.
    utility : what they are worth.
    columns : all vertices, if they are known.

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

    def __init__(self, lifts: LiftSet, utility: Utility, columns: FloatArray | None = None) -> None:
        self.columns: FloatArray = lifts.vertices() if columns is None else columns
        self.values = utility.at(self.columns, lifts.prior)
        self.lifts, self.utility = lifts, utility

    def initial(self, deadline: float = math.inf) -> tuple[FloatArray, FloatArray]:
        """Start with the best vertices at the slopes of the chords, or at prices of zero."""
        columns, prices = self.columns, np.zeros(len(self.columns))
        count = columns.shape[1]
        if count <= _FEWEST:
            return columns, prices
        if isinstance(self.lifts, Box) and isinstance(self.utility, Divergence):
            prices = chord_prices(self.lifts, self.utility)
        first = max(_FEWEST, min(count // 4, _FIRST))
        return columns[:, _largest(self.values - prices @ columns, first)], prices

    def price(self, prices: FloatArray, effort: PricingEffort = PricingEffort.EXACT) -> Priced:
        """Compare all vertices."""
        worth = self.values - prices @ self.columns
        best = _largest(worth)
        return Priced(self.columns[:, best], float(worth[best[0]]))


def chord_prices(box: Box, utility: Divergence) -> FloatArray:
    """Return the prices at which each secret is worth as much at its lower bound as at the upper.

    Examples
    --------
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> chord_prices(Box.between([0.25, 0.75], 0.0, 1.2), CHI_SQUARE).round(3)
    array([-0.1,  0.1])
    """
    (low, high), function = box.reach, utility.function
    room = np.where(high > low, high - low, 1.0)  # of a secret as good as certain it is none
    prices: FloatArray = box.prior * (function(high) - function(low)) / room
    return prices


def _largest(worth: FloatArray, most: int = COLUMNS_PER_ROUND) -> IntArray:
    """Return the places of the largest entries, at most as many as are asked for, in order."""
    some = np.arange(len(worth))
    if len(worth) > most:
        some = np.argpartition(-worth, most)[:most]
    order: IntArray = some[np.argsort(-worth[some])]
    return order


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
        self.function, self.prices = utility.function, chord_prices(box, utility)
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
        return self.price(self.prices).columns, self.prices

    def price(self, prices: FloatArray, effort: PricingEffort = PricingEffort.EXACT) -> Priced:
        """Compare all vertices."""
        gains = np.append(self.prior * self.rise - prices * (self.end - self.start), 0.0)
        base = float((self.prior * self.function(self.start) - prices * self.start).sum())
        worth = gains[self.members].sum(axis=1)[self.subset]
        worth += self.gain - prices[self.fractional] * (self.lift - self.start[self.fractional])
        best = np.argpartition(-worth, min(COLUMNS_PER_ROUND, len(worth) - 1))[:COLUMNS_PER_ROUND]
        return Priced(self.columns_of(best), base + float(worth.max()))

    def columns_of(self, vertices: IntArray) -> FloatArray:
        """Write out the vertices with these numbers as lift vectors."""
        columns = np.repeat(self.start[:, None], len(vertices), axis=1)
        for place, vertex in enumerate(vertices):
            members = self.members[self.subset[vertex]]
            members = members[members < len(self.start)]
            columns[members, place] = self.end[members]
            columns[self.fractional[vertex], place] = self.lift[vertex]
        return columns


def few_vertices(box: Box, deadline: float = math.inf) -> FloatArray | None:
    """Return all vertices of a box, as columns; None if there are more than 200,000.

    Examples
    --------
    >>> few_vertices(Box.between([0.25, 0.75], 0.0, 1.2)).round(4)
    array([[0.4   , 1.2   ],
           [1.2   , 0.9333]])
    """
    try:
        table = SparseVertexEnumeration(box, MUTUAL_INFORMATION, deadline)
    except TooManyVertices:
        return None
    count = len(table.subset)
    return table.columns_of(np.arange(count)) if count <= _MOST_LISTED else None


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


_LARGEST_TOTAL = 20_000  # of the counts: a table has as many entries
_ROUNDING = 1e-12  # how far, relatively, a float may be from the number that it stands for
_COLUMNS_PER_ROUND = 24  # fewer than elsewhere: each takes a dynamic program to be written out


def counts_of(prior: FloatArray) -> IntArray | None:
    r"""Return whole numbers in the proportions of a prior, or None if they would be too large.

    Parameters
    ----------
    prior : array, shape (\|X\|,)

    Returns
    -------
    array, shape (\|X\|,), or None
        None also if the floats of the prior are no such fractions up to rounding.

    Examples
    --------
    >>> counts_of(np.array([0.5, 0.3, 0.2]))
    array([5, 3, 2])
    """
    exact = [Fraction(float(p)).limit_denominator(_LARGEST_TOTAL) for p in prior]
    total = math.lcm(*(p.denominator for p in exact))
    near = all(abs(float(p) - q) <= _ROUNDING * q for p, q in zip(exact, prior, strict=True))
    if not near or total > _LARGEST_TOTAL or sum(exact) != 1:
        return None
    return np.array([int(p * total) for p in exact])


class CountKnapsack:
    r"""Pricing of the lifts of a box under an f-divergence, exactly, for a prior of counts.

    With :math:`P(x) = k_x / N` for whole :math:`k_x`, and lifts between l and h, the mean is one at
    the vertex with the secrets of S at h, one secret z at :math:`l + t\,(h - l)` and all others at
    l if

    .. math:: \sum_{x \in S} k_x + t\, k_z = C, \qquad
        C = N\, \frac{1 - l}{h - l}, \quad 0 \le t \le 1.

    The left sum is a whole number s of at most C, and t follows from z and s. So the best vertex is
    found from the table

    .. math:: T_z(s) = \max \Bigl\{ \sum_{x \in S} g(x) :
        S \not\ni z, \sum_{x \in S} k_x = s \Bigr\}

    where g(x) is what raising x from l to h gains beyond its price: the dynamic program of the 0-1
    knapsack with item z left out. The tables of all z come from divide and conquer: add the items
    of one half to the table, go on with the other half in which z is, and halve again, which takes
    :math:`|X| \log |X|` additions of an item instead of :math:`|X|^2`. The maximum over z and s is
    exact, so it is itself the bound.

    Parameters
    ----------
    box : the admitted lift vectors.
    utility : the f-divergence.
    counts : whole numbers in the proportions of the prior.

    Examples
    --------
    >>> from pmlsym.design.utility import MUTUAL_INFORMATION
    >>> box = Box.between([0.2, 0.3, 0.5], 0.0, 1.5)
    >>> pricing = CountKnapsack(box, MUTUAL_INFORMATION, np.array([2, 3, 5]))
    >>> priced = pricing.price(np.zeros(3))
    >>> round(priced.bound, 6), priced.columns[:, 0].round(3)
    (0.359885, array([1.25, 0.  , 1.5 ]))
    """

    always_optimal = True

    def __init__(self, box: Box, utility: Divergence, counts: IntArray) -> None:
        self.counts, self.function = counts, utility.function
        # an upper bound no lift reaches, given the mean, is lowered to the largest that one does
        self.box = box = Box.between(box.masses, box.low, min(box.high, float(box.reach[1].max())))
        self.capacity = float(counts.sum()) * (1 - box.low) / (box.high - box.low)
        self.largest_sum = int(self.capacity * (1 + _ROUNDING))

    def initial(self, deadline: float = math.inf) -> tuple[FloatArray, FloatArray]:
        """Start with the best lift vectors at the prices that are the slope of f's chord."""
        bounds = self.function(np.array([self.box.low, self.box.high]))
        prices: FloatArray
        prices = self.box.prior * (bounds[1] - bounds[0]) / (self.box.high - self.box.low)
        return self.price(prices).columns, prices

    def price(self, prices: FloatArray, effort: PricingEffort = PricingEffort.EXACT) -> Priced:
        """Find the best vertex for each secret that may be the fractional one."""
        box = self.box
        prior: FloatArray = box.prior
        low, high = self.function(np.array([box.low, box.high]))
        gains = prior * (high - low) - prices * (box.high - box.low)
        base = float((prior * low - prices * box.low).sum())
        # secrets with the same count and price have the same best vertex, so one of them is kept
        best: dict[tuple[int, float], tuple[float, int, int, float]] = {}
        above = -math.inf
        for own, table in self._without_one(self._empty_table(), np.arange(len(prior)), gains):
            if time.perf_counter() > effort.deadline:
                above = self._relaxed(gains)
                break
            count = int(self.counts[own])
            least = max(0, math.ceil(self.capacity - count - _ROUNDING))
            sums = np.arange(least, self.largest_sum + 1)
            lifts = box.low + np.clip((self.capacity - sums) / count, 0, 1) * (box.high - box.low)
            worth = table[sums] + prior[own] * (self.function(lifts) - low)
            worth -= prices[own] * (lifts - box.low)
            pick = int(worth.argmax())
            if worth[pick] == -np.inf:  # no set of the others leaves what this one can take
                continue
            found = float(worth[pick]), own, int(sums[pick]), float(lifts[pick])
            key = count, float(prices[own])
            best[key] = max(best.get(key, found), found)
        ranked = sorted(best.values(), reverse=True)[:_COLUMNS_PER_ROUND]
        columns = [self._column(own, total, lift, gains) for _, own, total, lift in ranked]
        if columns:
            above = max(above, ranked[0][0])
        return Priced(np.array(columns).reshape(-1, len(prior)).T, base + above)

    def _relaxed(self, gains: FloatArray) -> float:
        """Return what filling by fractions in the order of gain per count gains: no vertex more."""
        order = np.argsort(-gains / self.counts, kind="stable")
        counts = self.counts[order]
        filled = np.clip(self.capacity - (np.cumsum(counts) - counts), 0, counts)
        return float((filled / counts) @ gains[order])

    def _empty_table(self) -> FloatArray:
        """Return the largest gain for every sum where there are no items: only the sum 0."""
        table = np.full(self.largest_sum + 1, -np.inf)
        table[0] = 0.0
        return table

    def _without_one(
        self, table: FloatArray, items: IntArray, gains: FloatArray
    ) -> Iterator[tuple[int, FloatArray]]:
        """Yield each item with the largest gain, for every sum, of the subsets without it.

        Parameters
        ----------
        table : the largest gain for every sum, of the subsets of all items but these.
        items : those of which one is to be left out.
        gains : what each item gains.
        """
        if len(items) == 1:
            yield int(items[0]), table
            return
        half = len(items) // 2
        for kept, added in ((items[:half], items[half:]), (items[half:], items[:half])):
            grown = table
            for item in added:
                grown = np.maximum(grown, self._shifted(grown, item, gains))
            yield from self._without_one(grown, kept, gains)

    def _shifted(self, table: FloatArray, item: int, gains: FloatArray) -> FloatArray:
        """Return the largest gain for every sum where the item is in the subset."""
        count = int(self.counts[item])
        moved = np.full_like(table, -np.inf)
        if count <= self.largest_sum:
            moved[count:] = table[: len(table) - count] + gains[item]
        return moved

    def _column(self, own: int, total: int, lift: float, gains: FloatArray) -> FloatArray:
        """Write out the best vertex with this fractional secret, its lift and the others' sum.

        The dynamic program is run again without the secret, and followed back from the sum.
        """
        table = self._empty_table()
        others = [item for item in range(len(gains)) if item != own]
        taken: list[BoolArray] = []
        for item in others:
            moved = self._shifted(table, item, gains)
            taken.append(moved > table)
            table = np.maximum(table, moved)
        column = np.full(len(gains), self.box.low)
        column[own] = lift
        for item, took in zip(reversed(others), reversed(taken), strict=True):
            if took[total]:
                column[item] = self.box.high
                total -= int(self.counts[item])
        return column
