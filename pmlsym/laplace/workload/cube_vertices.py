"""The least denominator over the vertices of the cube, by branch and bound.

A node fixes some signs; its relaxation lets the others move in [-1, 1] and is convex. The
relaxation's gradient also tells what every single sign would cost if it were turned round, which
fixes most signs without branching.
"""

from __future__ import annotations

import numpy as np

from pmlsym.arrays import BoolArray, FloatArray, IntArray
from pmlsym.laplace.workload.matrices import column_distances
from pmlsym.laplace.workload.slope_cube import Enclosed, descent, gradient, minimise
from pmlsym.laplace.workload.tilted import Least, Programs, batches, program_size

_AT_ONCE = 64
_FEW = 12  # so few signs are gone through at once
_MOST_LISTED, _LISTED_PER_NODE = 22, 128


class _Search:
    """The best signs so far, and the nodes that could hold better ones."""

    def __init__(self, columns: FloatArray, programs: Programs, tolerance: float) -> None:
        self.columns, self.programs, self.tolerance = columns, programs, tolerance
        self.best = Least(0.0, 0.0, (0, 1), np.ones(columns.shape[0]))
        self.cut = 0.0  # the least bound among the branches that were cut

    def improve(self, slopes: FloatArray) -> None:
        """Round slopes to signs and turn single signs round as long as that helps."""
        signs = np.where(slopes >= 0, 1.0, -1.0)
        for row in np.unique(signs, axis=0):
            self._climb(row)

    def _climb(self, signs: FloatArray) -> None:
        scores = signs @ self.columns
        value, pair = self.programs.at(scores[None])
        current, chosen = float(value[0]), pair[0]
        while True:
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
        """Go through all signs of the free queries; the best is then known with certainty."""
        inner = min(len(free), 14)
        bits = np.arange(2**inner)[:, None] >> np.arange(inner) & 1
        fixed = np.ones(self.columns.shape[0])
        for number in range(2 ** (len(free) - inner)):
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
        """What a branch has to get below: the best value so far less the tolerance."""
        return self.best.value - self.tolerance

    def relax(self, pairs: IntArray, low: FloatArray, high: FloatArray) -> Enclosed:
        """Relax nodes; what is known to be cut is not finished."""
        weights = self.programs.log_weights(pairs[:, 1])
        limit = self.tolerance / 10
        return minimise(self.columns, pairs[:, 0], weights, low, high, limit, self.wanted)

    def drop(self, lower: FloatArray) -> BoolArray:
        """Tell which nodes stay open, and remember the least bound of the others."""
        stays = lower < self.wanted
        if not stays.all():
            self.cut = min(self.cut, float(lower[~stays].min()))
        return stays


def least_at_corners(
    columns: FloatArray, programs: Programs, tolerance: float, most_nodes: int
) -> Least:
    """Minimise over signs and pairs of classes.

    Parameters
    ----------
    columns : (m, k) the workload divided by the scale of the noise.
    programs : the weights.
    tolerance : branches that can gain no more are cut, in nats.
    most_nodes : the number of relaxations after which the search stops as it is.
    """
    search = _Search(columns, programs, tolerance)
    floors = programs.triangle(column_distances(columns))
    pairs, floor = np.argwhere(floors < np.inf), floors[floors < np.inf]
    order = np.argsort(floor)
    pairs, floor = pairs[order], floor[order]
    # A query that answers the same for all classes has no say: its sign is fixed.
    low = np.where(np.ptp(columns, axis=1) > 0, -1.0, 1.0)
    free = int(np.sum(low < 1))
    if free <= _FEW:
        search.list_signs(np.flatnonzero(low < 1))
        return search.best
    search.improve(_pointing(columns, pairs[: 4 * columns.shape[1]]))
    nodes = _Nodes(search)
    for part in batches(len(pairs), program_size(columns)):
        chosen = pairs[part][search.drop(floor[part])]
        if len(chosen):
            start = np.tile(low, (len(chosen), 1))
            nodes.expand(chosen, start, np.ones_like(start))
    while nodes.open and nodes.relaxed < most_nodes:
        # Symmetric workloads have many best signs, which relaxations cannot tell apart: where all
        # signs can be gone through for the price of the relaxations so far, do that and be done.
        if free <= _MOST_LISTED and nodes.relaxed > 2**free / _LISTED_PER_NODE:
            search.list_signs(np.flatnonzero(low < 1))
            return search.best
        nodes.branch()
    left = min((node[0] for node in nodes.open), default=0.0)
    best = search.best
    return Least(best.value, min(best.value, search.cut, left), best.pair, best.slope)


def _pointing(columns: FloatArray, pairs: IntArray) -> FloatArray:
    """Return the signs that separate the two classes of each pair."""
    return np.sign(columns[:, pairs[:, 1]] - columns[:, pairs[:, 0]]).T


class _Nodes:
    """The open nodes: (bound, pair, low, high, slope), the least bound first."""

    def __init__(self, search: _Search) -> None:
        self.search = search
        self.open: list[tuple[float, IntArray, FloatArray, FloatArray, FloatArray]] = []
        self.relaxed = 0

    def expand(self, pairs: IntArray, low: FloatArray, high: FloatArray) -> None:
        """Relax nodes, try their roundings, fix what is decided, keep what is open."""
        found = self.search.relax(pairs, low, high)
        self.relaxed += len(pairs)
        self.search.improve(np.where(low == high, low, found.slope))
        open_ = self.search.drop(found.lower)
        pairs, low, high = pairs[open_], low[open_].copy(), high[open_].copy()
        slope, lower = found.slope[open_], found.lower[open_]
        if not len(pairs):
            return
        weights = self.search.programs.log_weights(pairs[:, 1])
        value, price, _ = gradient(self.search.columns, pairs[:, 0], weights, slope)
        fall, ends = descent(price, slope, low, high)
        turned = (value - fall)[:, None] + 2 * np.abs(price)  # if one sign is turned round
        decided = (low < high) & (turned >= self.search.wanted)
        if decided.any():
            self.search.cut = min(self.search.cut, float(turned[decided].min()))
        low, high = np.where(decided, ends, low), np.where(decided, ends, high)
        for i in range(len(pairs)):
            self.open.append((float(lower[i]), pairs[i], low[i], high[i], slope[i]))

    def branch(self) -> None:
        """Split the most promising nodes on the query whose sign is least clear."""
        self.open.sort(key=lambda node: node[0])
        taken, self.open = self.open[:_AT_ONCE], self.open[_AT_ONCE:]
        stays = self.search.drop(np.array([node[0] for node in taken]))
        pairs, lows, highs = [], [], []
        for node, stay in zip(taken, stays, strict=True):
            if not stay:
                continue
            _, pair, low, high, slope = node
            free = low < high
            if not free.any():
                self._leaf(low)
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
        if pairs:
            self.expand(np.array(pairs), np.array(lows), np.array(highs))

    def _leaf(self, signs: FloatArray) -> None:
        """All signs are fixed: the best found so far is at least as good as they are."""
        self.search.improve(signs[None])
        self.search.cut = min(self.search.cut, self.search.best.value)
