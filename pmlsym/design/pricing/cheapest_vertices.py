r"""The vertices of a box that are worth most, by meeting in the middle.

A vertex is a set of filled items and one fractional item, filled to an amount between nothing and
its size, such that the sizes sum to the capacity. Let F be the items that the optimum of the
fractional relaxation fills, with the break item at rate r of gain per size. By linear programming
duality a vertex with the filled items S and the fractional item z falls short of the relaxed
optimum by the cost

.. math:: \sum_{x \in S \triangle F,\, x \ne z} p(x) + q_z(a), \qquad p(x) = |g(x) - r\, s(x)|

where g is the gain and s the size of an item, p its penalty for being flipped, and

.. math:: q_z(a) = p(z)\, \bigl|a / s(z) - [z \in F]\bigr| + \text{chord}_z(a) - f_z(a)

is what the fractional item costs when filled to the amount a: its penalty in proportion, and what
the chord of its convex function lies above the function there. It is concave in a.

*Windows.* A vertex that costs less than a level L has :math:`q_z(a) < L`, which, as q is concave,
leaves to a little at either end of [0, s(z)]. With the fractional item rounded to the nearer end
it is a set T of items whose sizes sum to within this *window* of the capacity, and whose penalties
sum to less than :math:`L / (1 - \sigma)`, where :math:`\sigma \le 1/2` is the largest share of an
item in it: rounding z to the end that F does not give it adds its penalty for the rest of the way.

*Halves.* Items whose penalties are less than that are dealt out in two halves, and of each half all
subsets whose penalties are less are listed, with what they change the sum by. For each of one half
those of the other that bring the sum into the window are found by binary search. So all sets T, and
from them all vertices cheaper than L, are found, although there are as many as the product.

The level starts low and is raised as long as too few vertices are found and the lists are not too
long. Whenever it stops, no vertex that was not found costs less than the last level gone through.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pmlsym.arrays import BoolArray, FloatArray, IntArray

_BATCH = 200_000  # sets that are joined at a time, so that memory stays bounded
_ROUNDING = 1e-13  # by which lower bounds are lowered and ranges widened
LEVELS, _RAISED = 8, 4.0  # how many levels there are, each so many times the one before
_HALVINGS = 60  # of half an item, until the end of its window is known
_LONGEST = 2**21  # subsets of a half that are listed
_WORD = 63  # items of a half that fit into the bits of a whole number

BitArray = NDArray[np.uint64]  # a set of items of a half, as bits


@dataclass(frozen=True)
class RelaxedKnapsack:
    """A knapsack and the optimum of its fractional relaxation.

    Parameters
    ----------
    sizes : array, shape (k,), all positive.
    penalties : array, shape (k,), what each item costs when flipped: filled if the relaxed
        optimum leaves it empty, or the other way round.
    filled : array of bool, shape (k,), whether the relaxed optimum fills each item.
    missing : what the sizes of these sum to less than the capacity.
    fractional_cost : maps items and amounts to which they are filled, arrays, to their costs:
        concave in the amount, and at least the penalty in proportion.
    """

    sizes: FloatArray
    penalties: FloatArray
    filled: BoolArray
    missing: float
    fractional_cost: Callable[[IntArray, FloatArray], FloatArray]


@dataclass(frozen=True)
class CheapestVertices:
    """The cheapest vertices that were found, and a lower bound on the costs of all others.

    Parameters
    ----------
    filled : array of bool, shape (m, k), which items are filled; not to be read at the fractional.
    fractional : array, shape (m,), the fractional item.
    amounts : array, shape (m,), to what size it is filled.
    costs : array, shape (m,), increasing.
    others_cost : every vertex that is not here costs at least this, or at least as much as the
        dearest one here.
    """

    filled: BoolArray
    fractional: IntArray
    amounts: FloatArray
    costs: FloatArray
    others_cost: float


def cheapest_vertices(
    knapsack: RelaxedKnapsack,
    limit: float,
    deadline: float,
    most_sets: int,
    most_vertices: int,
    levels: int = LEVELS,
) -> CheapestVertices:
    """Find the cheapest vertices among those that cost less than a limit.

    Parameters
    ----------
    knapsack : the items with the relaxed optimum.
    limit : vertices that cost more are dropped.
    deadline : when to stop, on the clock `time.perf_counter`.
    most_sets : how many sets of items may be looked at for one level.
    most_vertices : how many vertices are returned.
    levels : how many levels below the limit are gone through first.

    Examples
    --------
    Three items of size one and a capacity of one and a half, of which the first is to be filled:

    >>> penalties, filled = np.array([2.0, 0.0, 0.3]), np.array([True, False, False])
    >>> cost = lambda items, amounts: penalties[items] * np.abs(amounts - filled[items])
    >>> knapsack = RelaxedKnapsack(np.ones(3), penalties, filled, 0.5, cost)
    >>> found = cheapest_vertices(knapsack, 0.5, np.inf, 1000, 10)
    >>> found.fractional.tolist(), found.costs.tolist(), found.others_cost
    ([1, 2], [0.0, 0.15], 0.5)
    """
    found, others_cost = _Vertices.none(), min(0.0, limit)
    for level in _levels(knapsack, limit, levels):
        search = _Search(knapsack, level, deadline, most_sets)
        try:
            found = search.vertices(most_vertices)
        except _TooMuch:
            break
        others_cost = level
        if len(found.costs) >= most_vertices:
            break
    filled = knapsack.filled ^ found.flipped(len(knapsack.sizes))
    return CheapestVertices(filled, found.own, found.amounts, found.costs, others_cost)


def _levels(knapsack: RelaxedKnapsack, limit: float, below: int) -> Iterator[float]:
    """Yield levels, each some times the one before, up to the limit."""
    every = np.arange(len(knapsack.sizes))
    middle = knapsack.fractional_cost(every, knapsack.sizes / 2)
    most = min(limit, float(knapsack.penalties.sum() + 2 * middle.max()))
    for power in range(below, 0, -1):
        if most * _RAISED**-power > _ROUNDING:
            yield most * _RAISED**-power
    if limit > 0:
        yield limit


class _TooMuch(Exception):  # noqa: N818 - what happened, not a mistake of the caller
    """There are too many sets of items, or it is too late."""


@dataclass(frozen=True)
class _Half:
    """Subsets of some items: as bits, what they change the sum by, and their penalties."""

    items: IntArray
    bits: BitArray
    changes: FloatArray
    costs: FloatArray

    def has(self, item: int, chosen: IntArray) -> BoolArray:
        """Say whether the chosen subsets have an item."""
        place = np.flatnonzero(self.items == item)
        if not len(place):
            return np.zeros(len(chosen), bool)
        inside: BoolArray = (self.bits[chosen] >> np.uint64(place[0])) & np.uint64(1) == 1
        return inside

    def members(self, chosen: IntArray, count: int) -> BoolArray:
        """Return the chosen subsets as rows that say of each of so many items if it is there."""
        rows = np.zeros((len(chosen), count), bool)
        for item in self.items.tolist():
            rows[:, item] = self.has(item, chosen)
        return rows


@dataclass(frozen=True)
class _Vertices:
    """Vertices, by a subset of each half, the fractional item, its amount and what they cost."""

    halves: tuple[_Half, _Half] | None
    first: IntArray
    second: IntArray
    own: IntArray
    amounts: FloatArray
    costs: FloatArray

    @classmethod
    def none(cls, halves: tuple[_Half, _Half] | None = None) -> _Vertices:
        """Return no vertices."""
        nowhere = np.empty(0, int)
        return cls(halves, nowhere, nowhere, nowhere, np.empty(0), np.empty(0))

    def cheapest(self, others: list[_Vertices], most: int) -> _Vertices:
        """Return the cheapest of these and others of the same halves, in order."""
        parts = [self, *others]
        costs = np.concatenate([part.costs for part in parts])
        best = np.argsort(costs, kind="stable")[:most]
        return _Vertices(
            self.halves,
            np.concatenate([part.first for part in parts])[best],
            np.concatenate([part.second for part in parts])[best],
            np.concatenate([part.own for part in parts])[best],
            np.concatenate([part.amounts for part in parts])[best],
            costs[best],
        )

    def flipped(self, count: int) -> BoolArray:
        """Return which of so many items are not as in the relaxed optimum, one vertex a row."""
        if self.halves is None:
            return np.zeros((0, count), bool)
        first, second = self.halves
        return first.members(self.first, count) | second.members(self.second, count)


class _Search:
    """Finds all vertices that cost less than a level."""

    def __init__(
        self, knapsack: RelaxedKnapsack, level: float, deadline: float, most_sets: int
    ) -> None:
        self.knapsack, self.level, self.deadline = knapsack, level, deadline
        self.left = most_sets
        # how far the fractional item can be from nothing and from full, and where it then is near
        self.from_empty, self.from_full = self._window(False), self._window(True)
        far = np.where(knapsack.filled, self.from_empty, self.from_full)
        share = float((far / knapsack.sizes).max(initial=0.0))
        self.dearest = level / (1 - min(share, 0.5)) + _ROUNDING  # that a set can be
        # of what sums of changes there are such vertices
        self.lowest = knapsack.missing - float(self.from_empty.max()) - _ROUNDING
        self.highest = knapsack.missing + float(self.from_full.max()) + _ROUNDING

    def _window(self, full: bool) -> FloatArray:
        """Return how far items can be from an end at less than the level; negative if never."""
        cost, sizes = self.knapsack.fractional_cost, self.knapsack.sizes
        every = np.arange(len(sizes))

        def within(offsets: FloatArray) -> BoolArray:
            found: BoolArray = cost(every, sizes - offsets if full else offsets) < self.level
            return found

        low, high = np.zeros_like(sizes), sizes / 2
        wide, none = within(high), ~within(low)
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            inside = within(middle)
            low, high = np.where(inside, middle, low), np.where(inside, high, middle)
        return np.where(wide, sizes / 2, np.where(none, -1.0, high))

    def vertices(self, most: int) -> _Vertices:
        """Return the cheapest of all vertices that cost less than the level."""
        knapsack = self.knapsack
        if max(self.from_empty.max(), self.from_full.max()) < 0:
            return _Vertices.none()
        loose = np.flatnonzero(knapsack.penalties < self.dearest)
        loose = loose[np.argsort(knapsack.penalties[loose], kind="stable")]
        parts = loose[::2], loose[1::2]
        halves = self._half(*parts), self._half(*parts[::-1])
        found = _Vertices.none(halves)
        for first, second in self._pairs(*halves):
            found = found.cheapest(self._priced(halves, first, second), most)
            if len(found.costs) == most:
                self.level = min(self.level, float(found.costs[-1]))
        return found

    def _half(self, items: IntArray, others: IntArray) -> _Half:
        """List the subsets of some items that the others can bring into the window, by changes."""
        if len(items) > _WORD:
            raise _TooMuch
        items = items[np.argsort(-self.knapsack.sizes[items], kind="stable")]
        changes = np.where(self.knapsack.filled, -1.0, 1.0) * self.knapsack.sizes
        falls, rises = np.minimum(changes, 0.0), np.maximum(changes, 0.0)
        fall, rise = float(falls[others].sum()), float(rises[others].sum())
        # what the items that are still to come, and the others, can change the sum by
        falling = fall + np.append(np.cumsum(falls[items][::-1])[::-1], 0.0)
        rising = rise + np.append(np.cumsum(rises[items][::-1])[::-1], 0.0)
        bits, sums, costs = np.zeros(1, np.uint64), np.zeros(1), np.zeros(1)
        for place, item in enumerate(items.tolist()):
            dear = costs + self.knapsack.penalties[item]
            fits = dear < self.dearest
            bits = np.concatenate([bits, bits[fits] | (np.uint64(1) << np.uint64(place))])
            sums = np.concatenate([sums, sums[fits] + changes[item]])
            costs = np.concatenate([costs, dear[fits]])
            kept = sums + falling[place + 1] <= self.highest + _ROUNDING
            kept &= sums + rising[place + 1] >= self.lowest - _ROUNDING
            bits, sums, costs = bits[kept], sums[kept], costs[kept]
            self._spend(len(bits), 0)
            if len(bits) > _LONGEST:
                raise _TooMuch
        self._spend(len(bits))
        order = np.argsort(sums, kind="stable")
        return _Half(items, bits[order], sums[order], costs[order])

    def _spend(self, sets: int, counted: int = 1) -> None:
        """Count sets that are looked at, and stop when they are too many."""
        if sets > self.left or time.perf_counter() > self.deadline:
            raise _TooMuch
        self.left -= sets * counted

    def _pairs(self, one: _Half, other: _Half) -> Iterator[tuple[IntArray, IntArray]]:
        """Yield subsets of both halves that bring the sum into the window and are not too dear."""
        start = np.searchsorted(other.changes, self.lowest - one.changes, side="left")
        end = np.searchsorted(other.changes, self.highest - one.changes, side="right")
        counts = np.maximum(end - start, 0)
        upto = np.cumsum(counts)
        self._spend(int(upto[-1]) if len(upto) else 0)
        begin = 0
        while begin < len(counts):
            before = int(upto[begin - 1]) if begin else 0
            stop = max(begin + 1, int(np.searchsorted(upto, before + _BATCH, side="right")))
            many = counts[begin:stop]
            first = np.repeat(np.arange(begin, stop), many)
            place = np.arange(len(first)) - np.repeat(np.cumsum(many) - many, many)
            second = np.repeat(start[begin:stop], many) + place
            cheap = one.costs[first] + other.costs[second] < self.dearest
            if cheap.any():
                yield first[cheap], second[cheap]
            self._spend(0)
            begin = stop

    def _priced(
        self, halves: tuple[_Half, _Half], first: IntArray, second: IntArray
    ) -> list[_Vertices]:
        """Return the vertices that are near sets of items, by their fractional item."""
        knapsack, found = self.knapsack, []
        left = knapsack.missing - halves[0].changes[first] - halves[1].changes[second]
        costs = halves[0].costs[first] + halves[1].costs[second]
        for item in np.flatnonzero(np.maximum(self.from_empty, self.from_full) >= 0).tolist():
            size, penalty = knapsack.sizes[item], knapsack.penalties[item]
            flipped = halves[0].has(item, first) | halves[1].has(item, second)
            full = flipped != knapsack.filled[item]
            offset = np.where(full, -left, left)
            from_full = min(
                self.from_full[item], size / 2 - 2 * _ROUNDING
            )  # the half is from empty
            reach = np.where(full, from_full, self.from_empty[item])
            near = np.flatnonzero((offset >= -_ROUNDING) & (offset <= reach + _ROUNDING))
            amounts = np.clip(np.where(full[near], size + left[near], left[near]), 0.0, size)
            own = np.full(len(near), item)
            total = costs[near] - np.where(flipped[near], penalty, 0.0)
            total = total + knapsack.fractional_cost(own, amounts)
            kept = total < self.level
            near, own = near[kept], own[kept]
            found.append(
                _Vertices(halves, first[near], second[near], own, amounts[kept], total[kept])
            )
        return found
