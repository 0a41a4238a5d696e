"""What a workload of linear queries leaks when every answer gets Laplace noise: four bounds.

With n records the worst leakage L_n over all product priors in Q_alpha and all outcomes obeys

    corner <= tilted <= L_n <= ... <= L_2 <= L_1 = triangle <= dp,

and L_n tends to the tilted bound (ledger `linear.theorem-2.upper.repair`). So `triangle` is the
bound that is safe for every n and exact for one record; `corner`, eq. (5) of the paper, is none.
"""

from __future__ import annotations

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, TableLike
from pmlsym.given import as_float, refused, whole
from pmlsym.laplace.parameters import as_number, check_alpha, positive_float
from pmlsym.laplace.results import WorkloadBound
from pmlsym.laplace.workload.cube_vertices import least_at_corners
from pmlsym.laplace.workload.matrices import as_workload, column_distances
from pmlsym.laplace.workload.tilted import Programs, least_in_cube, log_denominators

TOLERANCE = 1e-10  # nats
LARGEST = 1e100  # exponents whose squares are still numbers


def dp(workload: TableLike, scale: Number) -> float:
    r"""Return the differential privacy of the release, whatever the data.

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
    return float(column_distances(_columns(workload, scale)).max())


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
    columns, floor = _read(workload, alpha, scale)
    distances = column_distances(columns)
    level = triangle_levels(distances, floor)
    r = int(np.argmax(level))
    far = int(np.argmax(distances[r]))
    return WorkloadBound(float(level[r]), float(level[r]), (r, far))


def triangle_levels(distances: FloatArray, alpha: float) -> FloatArray:
    """Evaluate the triangle bound for some classes r, from their distances over the scale, (r, k).

    Examples
    --------
    >>> triangle_levels(np.array([[0.0, 2.0], [2.0, 0.0]]), 0.5).round(4)
    array([0.5662, 0.5662])
    """
    spare = Programs(alpha, distances.shape[1]).spare
    far = distances.max(axis=1, keepdims=True)
    return np.maximum(-log_denominators(distances, far, alpha, spare)[:, 0], 0.0)


def without_noise(distances: FloatArray, alpha: float) -> float:
    """Return what the answers leak when no noise is added: classes with equal columns stay hidden.

    Examples
    --------
    >>> distances = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.0]])
    >>> round(without_noise(distances, 0.1), 4)     # the third class alone shows itself
    2.3026
    """
    if not distances.any():
        return 0.0
    return -float(np.log(alpha * (distances == 0).sum(axis=1).min()))


def tilted(
    workload: TableLike,
    alpha: Number,
    scale: Number,
    tolerance: float = TOLERANCE,
    most_programs: int | None = None,
) -> WorkloadBound:
    r"""Return what many records leave of the leakage: a lower bound for any number of them.

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
        The gap between the certified ends that is aimed at, in nats.
    most_programs : int, optional
        Stop after so many convex programs, one for each pair of classes that could be the worst,
        and report the gap that is left. If not given, as many as some minutes of work allow.

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
    columns, floor = _read(workload, alpha, scale)
    tolerance = _tolerance(tolerance)
    if most_programs is not None:
        whole("most_programs", most_programs, least=0)
    distances = column_distances(columns)
    programs = Programs(floor, columns.shape[1])
    found = least_in_cube(columns, programs, tolerance, distances, most_programs)
    reached = max(0.0, -found.value)
    # What rounding is allowed for cannot lift it above the triangle bound.
    most = float(triangle_levels(distances, floor).max())
    return WorkloadBound(max(reached, min(-found.lower, most)), reached, found.pair, found.slope)


def corner(
    workload: TableLike,
    alpha: Number,
    scale: Number,
    tolerance: float = 1e-12,
    most_nodes: int = 20_000,
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
        Branches that can gain no more than this, in nats, are cut.
    most_nodes : int
        Stop after so many relaxations and report the gap that is left.

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
    bound on the convex relaxation of `tilted`; subsets are gone through only where that costs less
    than the relaxations did (symmetric workloads with few queries).

    Examples
    --------
    >>> round(corner([[0, 0, 1, 2, 2]], 0.2, scale=0.7213475).lower, 4)   # log(5/2.375)
    0.7444
    """
    columns, floor = _read(workload, alpha, scale)
    tolerance, most_nodes = _tolerance(tolerance), whole("most_nodes", most_nodes, least=1)
    programs = Programs(floor, columns.shape[1])
    found = least_at_corners(columns, programs, tolerance, most_nodes)
    return WorkloadBound(max(0.0, -found.lower), max(0.0, -found.value), found.pair, found.slope)


def dp_bound(workload: TableLike, scale: Number) -> WorkloadBound:
    """Return the differential privacy as a bound, with the classes farthest apart."""
    distances = column_distances(_columns(workload, scale))
    r, j = np.unravel_index(int(np.argmax(distances)), distances.shape)
    level = float(distances[r, j])
    return WorkloadBound(level, level, (int(r), int(j)))


def _read(workload: TableLike, alpha: Number, scale: Number) -> tuple[FloatArray, float]:
    """Return the workload over the scale, and alpha."""
    columns = _columns(workload, scale)
    as_number("alpha", alpha)
    check_alpha(alpha, columns.shape[1])
    return columns, positive_float("alpha", alpha)


def _tolerance(tolerance: object) -> float:
    number = as_float("tolerance", tolerance, "a number >= 0", infinite=True)
    if number < 0:
        raise refused("tolerance", tolerance, "a number >= 0")
    return number


def _columns(workload: TableLike, scale: Number) -> FloatArray:
    """Return the workload over the scale; only differences along a row count."""
    width = positive_float("scale", scale)
    return scaled_columns(as_workload(workload), width)


def scaled_columns(table: FloatArray, width: float) -> FloatArray:
    """Return a workload over the scale, each row around its middle; refuse what is no float then.

    Examples
    --------
    >>> scaled_columns(np.array([[0.0, 2.0]]), 2.0)
    array([[-0.5,  0.5]])
    """
    middle = table.min(axis=1) / 2 + table.max(axis=1) / 2
    with np.errstate(over="ignore"):
        columns: FloatArray = (table - middle[:, None]) / width
        total = 2 * np.abs(columns).sum()
    if not total < LARGEST:
        raise ParameterError(
            "workload entries over the scale are too large for floating point: rescale both."
        )
    return columns
