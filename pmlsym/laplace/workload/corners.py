"""The least denominator over the vertices of the cube of signs, by branch and bound.

A node fixes some signs; its relaxation lets the others vary in [-1, 1] and is convex. The
gradient of the relaxation also bounds the cost of flipping every single sign, which fixes most
signs without branching.
"""

from __future__ import annotations

import contextlib
from typing import TypeAlias

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import BoolArray, FloatArray, IntArray
from pmlsym.laplace.workload.matrices import column_distances
from pmlsym.laplace.workload.slope_cube import SlopeEnclosure, descent, gradient, minimise
from pmlsym.laplace.workload.tilted import Least, Programs, batches, program_size, shared_bounds

_Node: TypeAlias = tuple[float, IntArray, FloatArray, FloatArray, FloatArray]

_AT_ONCE = 64
_CLIMBED = 4  # signs of a batch that are improved one by one
_SHARED = 1e-2  # nats, the tolerance of the programs that bound many pairs each
_FEW = 12  # number of signs up to which all are enumerated
_MOST_LISTED, _LISTED_PER_NODE = 22, 128


class _Search:
    """The best signs so far, and the nodes that may contain better ones."""

    def __init__(self, columns: FloatArray, programs: Programs, tolerance: float) -> None:
        self.columns, self.programs, self.tolerance = columns, programs, tolerance
        self.best = Least(0.0, 0.0, (0, 1), np.ones(columns.shape[0]))
        self.cut = 0.0  # the least bound of the pruned branches

    def improve(self, slopes: FloatArray) -> None:
        """Round slopes to signs, and flip single signs of the best while that improves them."""
        signs = np.unique(np.where(slopes >= 0, 1.0, -1.0), axis=0)
        values = np.empty(len(signs))
        for part in batches(len(signs), self.columns.shape[1]):
            values[part], _ = self.programs.at(signs[part] @ self.columns)
        for row in np.argsort(values)[:_CLIMBED]:
            self._climb(signs[row])

    def _climb(self, signs: FloatArray) -> None:
        scores = signs @ self.columns
        value, pair = self.programs.at(scores[None])
        current, chosen = float(value[0]), pair[0]
        while True:
            deadline.check()
            turned = scores[None] - 2 * signs[:, None] * self.columns
            values, pairs = self.programs.at(turned)
            i = int(np.argmin(values))
            if values[i] >= current - 1e-15:
                break
            current, chosen, scores = float(values[i]), pairs[i], turned[i]
            signs = signs.copy()
            signs[i] = -signs[i]
        if current < self.best.value:
            self.best = Least(current, 0.0, (int(chosen[0]), int(chosen[1])), signs)

    def list_signs(self, free: IntArray) -> None:
        """Enumerate all signs of the free queries, so that the best is certain."""
        inner = min(len(free), 14)
        bits = np.arange(2**inner)[:, None] >> np.arange(inner) & 1
        fixed = np.ones(self.columns.shape[0])
        for number in range(2 ** (len(free) - inner)):
            deadline.check()
            fixed[free[inner:]] = 1.0 - 2.0 * (number >> np.arange(len(free) - inner) & 1)
            rest = np.delete(fixed, free[:inner]) @ np.delete(self.columns, free[:inner], axis=0)
            values, pairs = self.programs.at(rest + (1.0 - 2.0 * bits) @ self.columns[free[:inner]])
            i = int(np.argmin(values))
            if values[i] < self.best.value:
                fixed[free[:inner]] = 1.0 - 2.0 * bits[i]
                pair = (int(pairs[i, 0]), int(pairs[i, 1]))
                self.best = Least(float(values[i]), 0.0, pair, fixed.copy())
        self.best = Least(self.best.value, self.best.value, self.best.pair, self.best.slope)

    @property
    def wanted(self) -> float:
        """The value that a branch has to be below: the best one so far minus the tolerance."""
        return self.best.value - self.tolerance

    def relax(self, pairs: IntArray, low: FloatArray, high: FloatArray) -> SlopeEnclosure:
        """Solve the relaxations of nodes, stopping early where a node will be pruned."""
        weights = self.programs.log_weights(pairs[:, 1])
        limit = self.tolerance / 10
        return minimise(self.columns, pairs[:, 0], weights, low, high, limit, self.wanted)

    def drop(self, lower: FloatArray) -> BoolArray:
        """Return the mask of the nodes that stay open, and record the least bound of the others."""
        stays = lower < self.wanted
        if not stays.all():
            self.cut = min(self.cut, float(lower[~stays].min()))
        return stays


def least_at_corners(
    columns: FloatArray,
    programs: Programs,
    tolerance: float,
    most_nodes: int,
    until: float = np.inf,
) -> Least:
    """Minimise over signs and pairs of classes.

    Parameters
    ----------
    columns : (m, k) the workload divided by the scale of the noise.
    programs : the weights.
    tolerance : branches that can improve by no more are pruned, in nats.
    most_nodes : the number of relaxations after which the search stops as it is.
    until : when it stops as it is, on the clock of `time.monotonic`.
    """
    search = _Search(columns, programs, tolerance)
    # The sign of a query with equal answers for all classes does not matter.
    low = np.where(np.ptp(columns, axis=1) > 0, -1.0, 1.0)
    if np.sum(low < 1) <= _FEW:
        search.list_signs(np.flatnonzero(low < 1))
        return search.best
    nodes = _Nodes(search, low)
    with contextlib.suppress(deadline.TimeIsUp), deadline.ending(until):
        _search(nodes, np.flatnonzero(low < 1), most_nodes)
    best = search.best
    return Least(best.value, min(best.value, search.cut, nodes.least), best.pair, best.slope)


def _search(nodes: _Nodes, free: IntArray, most_nodes: int) -> None:
    """Bound the pairs of classes, at first all of a class r at once, and branch on signs."""
    search = nodes.search
    search.improve(_pointing(search.columns, nodes.pairs[: 4 * search.columns.shape[1]]))
    nodes.drop_pairs()
    if len(nodes.pairs) > 2 * len(np.unique(nodes.pairs[:, 0])):
        nodes.share_programs()
    while len(nodes.pairs):
        nodes.start()
    while nodes.open and nodes.relaxed < most_nodes:
        # Symmetric workloads have many optimal signs, which relaxations do not separate: where all
        # signs can be enumerated at the cost of the relaxations so far, do that and stop.
        if len(free) <= _MOST_LISTED and nodes.relaxed > 2 ** len(free) / _LISTED_PER_NODE:
            search.list_signs(free)
            nodes.open.clear()
            return
        nodes.branch()


def _pointing(columns: FloatArray, pairs: IntArray) -> FloatArray:
    """Return the signs that separate the two classes of each pair."""
    return np.sign(columns[:, pairs[:, 1]] - columns[:, pairs[:, 0]]).T


class _Nodes:
    """The open nodes: (bound, pair, low, high, slope), and the pairs that are none yet.

    Nodes leave the lists only when what takes their place is there, so that the least bound holds
    whenever time is up.
    """

    def __init__(self, search: _Search, low: FloatArray) -> None:
        self.search, self.low = search, low
        self.open: list[_Node] = []
        self.relaxed = 0
        self.distances = column_distances(search.columns)
        floors = search.programs.triangle(self.distances)
        self.pairs, self.floors = np.argwhere(floors < np.inf), floors[floors < np.inf]
        self._sort()

    def _sort(self) -> None:
        order = np.argsort(self.floors, kind="stable")
        self.pairs, self.floors = self.pairs[order], self.floors[order]

    @property
    def least(self) -> float:
        """The least bound of all open nodes and pairs."""
        return min([float(self.floors.min(initial=0.0)), *(node[0] for node in self.open)])

    def drop_pairs(self) -> None:
        """Drop the pairs that cannot be better than the best signs."""
        stays = self.search.drop(self.floors)
        self.pairs, self.floors = self.pairs[stays], self.floors[stays]

    def share_programs(self) -> None:
        """Bound the pairs of each class r by one program."""
        search = self.search
        shared = shared_bounds(
            search.columns, search.programs, self.pairs, self.distances, _SHARED, search.wanted
        )
        for found in shared:
            self.floors[found.places] = np.maximum(self.floors[found.places], found.lower)
            search.improve(found.slopes)
        self._sort()
        self.drop_pairs()

    def start(self) -> None:
        """Solve the relaxations of the most promising pairs, with all signs open."""
        some = next(batches(len(self.pairs), program_size(self.search.columns)))
        chosen = self.pairs[some][self.search.drop(self.floors[some])]
        if len(chosen):
            low = np.tile(self.low, (len(chosen), 1))
            self.open += self.expand(chosen, low, np.ones_like(low))
        self.pairs, self.floors = self.pairs[some.stop :], self.floors[some.stop :]

    def expand(self, pairs: IntArray, low: FloatArray, high: FloatArray) -> list[_Node]:
        """Solve relaxations, try their roundings, fix decided signs, and return the open nodes."""
        found = self.search.relax(pairs, low, high)
        self.search.improve(np.where(low == high, low, found.slope))
        self.relaxed += len(pairs)
        open_ = self.search.drop(found.lower)
        pairs, low, high = pairs[open_], low[open_].copy(), high[open_].copy()
        slope, lower = found.slope[open_], found.lower[open_]
        if not len(pairs):
            return []
        weights = self.search.programs.log_weights(pairs[:, 1])
        value, price, _ = gradient(self.search.columns, pairs[:, 0], weights, slope)
        fall, ends = descent(price, slope, low, high)
        turned = (value - fall)[:, None] + 2 * np.abs(price)  # if one sign is flipped
        decided = (low < high) & (turned >= self.search.wanted)
        if decided.any():
            self.search.cut = min(self.search.cut, float(turned[decided].min()))
        low, high = np.where(decided, ends, low), np.where(decided, ends, high)
        return list(zip(lower.tolist(), pairs, low, high, slope, strict=True))

    def branch(self) -> None:
        """Split the most promising nodes on the query whose sign is least clear."""
        self.open.sort(key=lambda node: node[0])
        taken, others = self.open[:_AT_ONCE], self.open[_AT_ONCE:]
        stays = self.search.drop(np.array([node[0] for node in taken]))
        pairs, lows, highs = [], [], []
        for node, stay in zip(taken, stays, strict=True):
            if not stay:
                continue
            _, pair, low, high, slope = node
            free = low < high
            if not free.any():
                self._close(low)
                continue
            spread = np.ptp(self.search.columns, axis=1)
            unclear = np.where(free, np.minimum(1 - slope, 1 + slope) * spread, -1.0)
            if unclear.max() <= 0:
                unclear = np.where(free, spread, -1.0)
            place = int(np.argmax(unclear))
            for sign in (-1.0, 1.0):
                below, above = low.copy(), high.copy()
                below[place] = above[place] = sign
                pairs.append(pair)
                lows.append(below)
                highs.append(above)
        found = self.expand(np.array(pairs), np.array(lows), np.array(highs)) if pairs else []
        self.open = others + found

    def _close(self, signs: FloatArray) -> None:
        """Close a node with all signs fixed: the best signs so far are at least as good."""
        self.search.improve(signs[None])
        self.search.cut = min(self.search.cut, self.search.best.value)
