"""Four bounds on the leakage of a workload of linear queries with Laplace noise.

With n records the worst leakage L_n over all product priors in Q_alpha and all outcomes obeys

    corner <= tilted <= L_n <= ... <= L_2 <= L_1 = triangle <= dp,

and L_n tends to the tilted bound (ledger `linear.theorem-2.upper.repair`). So `triangle` is
safe for every n and exact for one record; `corner`, eq. (5) of the paper, is not an upper bound.
"""

from __future__ import annotations

import time

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, TableLike
from pmlsym.formulas import laplace as formulas
from pmlsym.given import whole
from pmlsym.laplace.parameters import as_number, check_alpha, not_negative, positive_float
from pmlsym.laplace.results import WorkloadBound
from pmlsym.laplace.workload.corners import least_at_corners
from pmlsym.laplace.workload.matrices import as_workload, column_distances
from pmlsym.laplace.workload.tilted import Programs, least_in_cube, log_denominators

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
