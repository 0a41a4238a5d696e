"""Four bounds on the leakage of a workload of linear queries with Laplace noise.

With n records the worst leakage L_n over all product priors in Q_alpha and all outcomes obeys

    corner <= tilted <= L_n <= ... <= L_2 <= L_1 = triangle <= dp,

and L_n tends to the tilted bound (ledger `linear.theorem-2.upper.repair`). So `triangle` is
safe for every n and exact for one record; `corner`, eq. (5) of the paper, is not an upper bound.
"""

from __future__ import annotations

import contextlib
import time
from typing import TypeAlias

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import BoolArray, FloatArray, IntArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, TableLike
from pmlsym.formulas import laplace as formulas
from pmlsym.given import whole
from pmlsym.laplace.parameters import as_number, check_alpha, not_negative, positive_float
from pmlsym.laplace.results import WorkloadBound
from pmlsym.laplace.workload.matrices import as_workload, column_distances
from pmlsym.laplace.workload.slope_cube import SlopeEnclosure, descent, gradient, minimise
from pmlsym.laplace.workload.tilted import (
    Least,
    Programs,
    batches,
    least_in_cube,
    log_denominators,
    program_size,
    shared_bounds,
)

_Node: TypeAlias = tuple[float, IntArray, FloatArray, FloatArray, FloatArray]

# --- the least denominator over the vertices of the cube, by branch and bound ---------------------
# A node fixes some signs; its relaxation lets the others vary in [-1, 1] and is convex. The
# gradient of the relaxation also bounds the cost of flipping every single sign, which fixes most
# signs without branching.

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


# --- bounds ---------------------------------------------------------------------------------------

TOLERANCE = 1e-10  # nats
LARGEST = 1e100  # exponents whose squares are finite floats
_WIDE = 1e5  # entries over the scale from which on rounding is looked at
_NEGLIGIBLE = 800.0  # distances over the scale from which on likelihoods are 0 in floats
_LOST = 1e-9  # most by which rounding may change a smaller distance over the scale


def dp(workload: TableLike, scale: Number) -> float:
    r"""Return the level of differential privacy of the release, for all data.

    .. math:: \varepsilon = \max_{j, r} \lVert w_j - w_r \rVert_1 / b

    Parameters
    ----------
    workload : array_like, shape (m, k)
    scale : float
        The scale b > 0 of the noise on every answer.

    Returns
    -------
    float
        In nats.

    Raises
    ------
    ParameterError
        If the workload is not a finite table with two columns or more, or the scale not positive.

    Notes
    -----
    Source: `linear`, eq. (4); ledger `linear.eq-4`.

    Examples
    --------
    >>> dp([[0, 0, 1, 2, 2]], scale=2.0)
    1.0
    """
    return float(_distances(workload, scale).max())


def triangle(workload: TableLike, alpha: Number, scale: Number) -> WorkloadBound:
    r"""Bound the leakage for every number of records; for one record this is exact.

    .. math:: \max_{r, j^*} -\log\Bigl(\alpha \sum_j e^{-\lVert w_j - w_r\rVert_1/b}
        + (1 - k\alpha)\, e^{-\lVert w_{j^*} - w_r\rVert_1/b}\Bigr)

    Parameters
    ----------
    workload : array_like, shape (m, k)
    alpha : float
        The floor of the class probabilities, in (0, 1/k].
    scale : float
        The scale b > 0 of the noise on every answer.

    Returns
    -------
    WorkloadBound

    Raises
    ------
    ParameterError
        If an argument is out of range.

    Notes
    -----
    Source: `linear`, eq. (7); ledger `linear.corollary-1.upper`. Attained by one record at the
    outcome y = w_r.

    Examples
    --------
    >>> round(triangle([[0, 0, 1, 2, 2]], 0.2, scale=0.7213475).leakage, 4)   # log(5/2)
    0.9163
    """
    distances = _distances(workload, scale)
    level = triangle_levels(distances, _floor(alpha, len(distances)))
    r = int(np.argmax(level))
    far = int(np.argmax(distances[r]))
    return WorkloadBound(float(level[r]), float(level[r]), (r, far))


def triangle_levels(distances: FloatArray, alpha: float | FloatArray) -> FloatArray:
    """Evaluate the triangle bound for some classes r, from their distances over the scale, (r, k).

    Axes in front are of several scales, or of several alphas, of shape (..., 1, 1).

    Examples
    --------
    >>> triangle_levels(np.array([[0.0, 2.0], [2.0, 0.0]]), 0.5).round(4)
    array([0.5662, 0.5662])
    """
    spare = np.maximum(formulas.spare(alpha, distances.shape[-1]), 0.0)
    far = distances.max(axis=-1, keepdims=True)
    return np.maximum(-log_denominators(distances, far, alpha, spare)[..., 0], 0.0)


def least_alike(distances: FloatArray) -> int:
    """Return the least number of classes, itself among them, with the same column as a class.

    Examples
    --------
    >>> distances = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
    >>> least_alike(distances)      # the third class alone shows itself
    1
    """
    return int((distances == 0).sum(axis=1).min())


def without_noise(distances: FloatArray, alpha: float) -> float:
    """Return the leakage without noise, where only classes with equal columns stay hidden.

    Examples
    --------
    >>> distances = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
    >>> round(without_noise(distances, 0.1), 4)
    2.3026
    """
    return -float(np.log(alpha * least_alike(distances))) if distances.any() else 0.0


def tilted(
    workload: TableLike,
    alpha: Number,
    scale: Number,
    tolerance: float = TOLERANCE,
    most_programs: int | None = None,
    time_limit: float = 60.0,
) -> WorkloadBound:
    r"""Return the limit of the leakage for many records, a lower bound for any number of them.

    .. math:: \max_{r, j^*} -\log \min_{s \in [-1, 1]^m} \Bigl(
        \alpha \sum_j e^{\langle s, w_r - w_j\rangle/b}
        + (1 - k\alpha)\, e^{\langle s, w_r - w_{j^*}\rangle/b}\Bigr)

    Parameters
    ----------
    workload : array_like, shape (m, k)
    alpha : float
        The floor of the class probabilities, in (0, 1/k].
    scale : float
        The scale b > 0 of the noise on every answer.
    tolerance : float
        The desired gap between the certified ends, in nats.
    most_programs : int, optional
        The largest number of convex programs, one for each pair of classes that could be the
        worst; the remaining gap is reported. By default as many as some minutes of work allow.
    time_limit : float
        Seconds after which the search stops; the remaining gap is reported. It may be infinite.

    Returns
    -------
    WorkloadBound
        `lower` is attained at `slope`; `leakage` is certified by a duality gap. Where every
        answer is the least or the largest of its query, as for marginals, ranges and prefixes,
        this is the triangle bound, and no program is needed.

    Raises
    ------
    ParameterError
        If an argument is out of range.

    Notes
    -----
    Ledger `linear.theorem-2.upper.repair`: no finite number of records leaks less in the worst
    case, and the worst leakage tends to it.

    Examples
    --------
    >>> bound = tilted([[0, 3, 3], [0, 1, -1]], 1 / 3, scale=1.0)
    >>> round(bound.leakage, 4), bound.gap < 1e-9
    (1.0037, True)
    """
    until = time.monotonic() + not_negative("time_limit", time_limit)
    columns, floor = _read(workload, alpha, scale)
    tolerance = not_negative("tolerance", tolerance)
    if most_programs is not None:
        whole("most_programs", most_programs, least=0)
    distances = column_distances(columns)
    programs = Programs(floor, columns.shape[1])
    found = least_in_cube(columns, programs, tolerance, distances, most_programs, until)
    reached = max(0.0, -found.value)
    # With the allowance for rounding it is still at most the triangle bound.
    most = float(triangle_levels(distances, floor).max())
    return WorkloadBound(max(reached, min(-found.lower, most)), reached, found.pair, found.slope)


def corner(
    workload: TableLike,
    alpha: Number,
    scale: Number,
    tolerance: float = 1e-12,
    most_nodes: int = 20_000,
    time_limit: float = 60.0,
) -> WorkloadBound:
    r"""Evaluate eq. (5), the paper's "tight" bound, which is not an upper bound.

    .. math:: \max_{\mathcal I \subseteq [m]} \log \frac{e^{-c_{j_*}/b}}
        {\alpha \sum_j e^{-c_j/b} + (1 - k\alpha) e^{-c_{j^*}/b}}, \qquad
        c_j = \sum_{l \in \mathcal I} w_{lj} - \sum_{l \notin \mathcal I} w_{lj}

    Parameters
    ----------
    workload : array_like, shape (m, k)
    alpha : float
        The floor of the class probabilities, in (0, 1/k].
    scale : float
        The scale b > 0 of the noise on every answer.
    tolerance : float
        Branches that can improve by no more than this, in nats, are pruned.
    most_nodes : int
        The largest number of relaxations; the remaining gap is reported.
    time_limit : float
        Seconds after which the search stops; the remaining gap is reported. It may be infinite.

    Returns
    -------
    WorkloadBound
        `lower` is the value at the signs `slope` (+1 on I, -1 off it); nothing exceeds `leakage`.

    Raises
    ------
    ParameterError
        If an argument is out of range.

    Notes
    -----
    Source: `linear`, Thm 2; ledger `linear.theorem-2.upper` (refuted). It is a lower bound on the
    worst leakage, for every number of records: ledger `linear.theorem-2.attained`. Branch and
    bound on the convex relaxation of `tilted`, after one relaxation for each class r has ruled out
    most favoured classes; subsets are enumerated only where that costs less
    than the relaxations did (symmetric workloads with few queries).

    Examples
    --------
    >>> round(corner([[0, 0, 1, 2, 2]], 0.2, scale=0.7213475).lower, 4)   # log(5/2.375)
    0.7444
    """
    until = time.monotonic() + not_negative("time_limit", time_limit)
    columns, floor = _read(workload, alpha, scale)
    tolerance, most_nodes = (
        not_negative("tolerance", tolerance),
        whole("most_nodes", most_nodes, least=1),
    )
    programs = Programs(floor, columns.shape[1])
    found = least_at_corners(columns, programs, tolerance, most_nodes, until)
    return WorkloadBound(max(0.0, -found.lower), max(0.0, -found.value), found.pair, found.slope)


def dp_bound(workload: TableLike, scale: Number) -> WorkloadBound:
    """Return the differential privacy as a bound, with the classes farthest apart."""
    distances = _distances(workload, scale)
    r, j = np.unravel_index(int(np.argmax(distances)), distances.shape)
    level = float(distances[r, j])
    return WorkloadBound(level, level, (int(r), int(j)))


def _read(workload: TableLike, alpha: Number, scale: Number) -> tuple[FloatArray, float]:
    """Return the workload over the scale, and alpha."""
    width = positive_float("scale", scale)
    columns = scaled_columns(as_workload(workload), width)
    return columns, _floor(alpha, columns.shape[1])


def _floor(alpha: Number, classes: int) -> float:
    as_number("alpha", alpha)
    check_alpha(alpha, classes)
    return positive_float("alpha", alpha)


def _distances(workload: TableLike, scale: Number) -> FloatArray:
    """Return the l1 distances between the classes over the scale."""
    width = positive_float("scale", scale)
    return distances_over(as_workload(workload), width)


def distances_over(table: FloatArray, width: float) -> FloatArray:
    """Return the l1 distances between columns over the scale, (k, k); refuse overflow.

    Examples
    --------
    >>> distances_over(np.array([[0.0, 1.25, 2.0**60]]), 1.0)[0].tolist()
    [0.0, 1.25, 1.152921504606847e+18]
    """
    _check_spread(table, width)
    return column_distances(table) / width


def _check_spread(table: FloatArray, width: float) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        total = (table.max(axis=1) / width / 2 - table.min(axis=1) / width / 2).sum()
        if not 2 * table.shape[1] * total < LARGEST:
            raise ParameterError(
                "workload entries over the scale are too large for floating point: rescale both."
            )


def scaled_columns(table: FloatArray, width: float) -> FloatArray:
    """Return a workload over the scale, each row shifted towards zero.

    Refuses entries that overflow, and rows where floats do not hold distances near the scale
    beside others that are very much larger.

    Examples
    --------
    >>> scaled_columns(np.array([[0.0, 2.0]]), 2.0)
    array([[-0.5,  0.5]])
    """
    _check_spread(table, width)
    middle = table.min(axis=1) / 2 + table.max(axis=1) / 2
    columns: FloatArray = (table - middle[:, None]) / width
    for place in np.flatnonzero(np.abs(columns).max(axis=1) > _WIDE):
        columns[place] = _shifted(int(place), table[place], width)
    return columns


def _shifted(place: int, row: FloatArray, width: float) -> FloatArray:
    """Return a wide row over the scale, less the number that keeps most of its near distances."""
    ordered = np.sort(row)
    gaps = np.diff(ordered) / width
    near = gaps < _NEGLIGIBLE
    best, lost = row / width, np.inf
    for offset in (0.0, ordered[0], ordered[-1]):
        kept = np.diff((ordered - offset) / width)
        error = np.abs(kept - gaps)[near].max(initial=0.0)
        if error < lost:
            best, lost = (row - offset) / width, error
    if lost > _LOST:
        raise ParameterError(
            f"row {place} of the workload has entries that are close on the scale beside others "
            "very far from them, which floats do not hold together: take the triangle bound."
        )
    return best
