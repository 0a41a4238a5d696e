"""Release of the answers to linear queries with discrete Laplace noise, proved not to leak more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import ArrayLike

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, TableLike
from pmlsym.given import brief
from pmlsym.laplace.calibrate import calibrate
from pmlsym.laplace.parameters import check_alpha, check_positive
from pmlsym.laplace.release import (
    check_counts,
    discrete_laplace,
    draw_from,
    exponential_within,
    first_proved,
    from_below,
    kept_at_least,
)
from pmlsym.laplace.workload.finite_sample import lattice_of
from pmlsym.laplace.workload.grid import GridRow
from pmlsym.laplace.workload.matrices import (
    column_distances,
    exact_entries,
    fractions_of,
    read_workload,
)

_LARGEST = 1e200  # of an entry and of a scale, so that floats hold the answers and their noise
_FEW = 50  # classes, of which all pairs are looked at in decimals
_LARGEST_SUM = 2**60  # of distances that are bounded in 64 bits
_POWERS = 2**14  # bounds on distances
_BITS, _SUM_BITS = 80, 40  # of the powers of an exponential, and of those that are added up
_LARGEST_INTEGER = 2**62  # of a distance in 64 bits


def release_workload(
    workload: TableLike,
    counts: ArrayLike,
    epsilon: Number,
    alpha: Number,
    rng: np.random.Generator | int | None = None,
) -> FloatArray:
    r"""Release the answers to linear queries so that no record leaks more than epsilon.

    .. math:: Y_l = \langle w_l, c \rangle + u_l Z_l, \qquad
        \Pr\{Z_l = z\} = \frac{1 - q_l}{1 + q_l}\, q_l^{|z|}, \qquad q_l = e^{-u_l/b}

    for every query l, with the counts c, the smallest safe scale b, and the largest step
    :math:`u_l` of which all differences of the query's entries are multiples.

    Parameters
    ----------
    workload : array_like, shape (m, k)
        Linear queries, one row a query and one column a class. Entries may be integers, fractions
        or floats; a float is read as it is printed, 0.1 as 1/10, and an irrational number as the
        nearest float.
    counts : array_like of int, shape (k,)
        The true counts of the classes, each at most 2^62. Their sum is taken to be public.
    epsilon : float or exact number
        The most that the answers together may leak about any record, in nats.
    alpha : float or exact number
        An assumption on the data: records are independent and each class has at least this
        probability, in (0, 1/k]. It must not be estimated from the counts; if it is wrong, so is
        epsilon.
    rng : numpy Generator or int, optional
        The source of randomness, or a seed for one, so that the release can be repeated. The seed
        reveals the answers: for a real release leave it out, and the operating system's
        unpredictable randomness is used.

    Returns
    -------
    ndarray of float64, shape (m,)
        The noisy answers, on the grid of the query's steps; what no float holds is rounded after
        the noise was added, which does not increase the leakage.

    Raises
    ------
    ParameterError
        If the counts are not those of the classes, epsilon or alpha is out of range, or an entry is
        too large.

    Warns
    -----
    VacuousGuaranteeWarning
        If the exact answers already satisfy epsilon: they are returned without noise.

    Notes
    -----
    Source: `linear`, eq. (7), whose bound for continuous noise is exact for one record and holds
    for every number of them: ledger `linear.corollary-1.upper`. It holds for this noise without
    change: given counts, the outcome y has the probability of the continuous density at y times a
    constant, which cancels in every lift. The scale is a fraction, and the bound at it is proved to
    be at most epsilon in decimals rounded to the safe side, which takes an exponential for each
    pair of classes, of large workloads only of those that leak about as much as the worst one.

    See also `pmlsym.laplace.release_histogram`, for the identity: (7) is then the same bound.

    Examples
    --------
    >>> prefix = [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    >>> release_workload(prefix, [200, 180, 108], epsilon=0.5, alpha=0.1, rng=1)
    array([208., 382., 493.])
    """
    table, offsets = read_workload(workload)
    true = check_counts(counts).tolist()
    if len(true) != table.shape[1]:
        raise ParameterError(
            f"counts has {len(true)} numbers, but the workload has {table.shape[1]} classes: one "
            "for each is needed."
        )
    fractions = fractions_of(exact_entries(workload))
    rows = lattice_of(workload)
    if fractions is not None:  # nothing was subtracted from these
        offsets = [Fraction(0)] * len(rows)
    least = [
        row.least + from_below("offset", offset) for row, offset in zip(rows, offsets, strict=True)
    ]
    if any(
        abs(end) + row.unit * row.reach > _LARGEST for end, row in zip(least, rows, strict=True)
    ):
        raise ParameterError("workload has entries that are too large for a release: rescale them.")
    scale = _safe_scale(workload, rows, epsilon, alpha)
    draw = draw_from(rng)
    found = []
    for row, end in zip(rows, least, strict=True):
        steps = sum(step * count for step, count in zip(row.steps, true, strict=True))
        if scale:
            steps += discrete_laplace(scale / row.unit, draw)
        found.append(float(sum(true) * end + row.unit * steps))
    return np.array(found)


def safe_workload_scale(workload: TableLike, epsilon: Number, alpha: Number) -> Fraction:
    """Return the scale of `calibrate` as a fraction at which (7) is proved to be at most epsilon.

    It is 0 if no noise is needed.

    Examples
    --------
    >>> round(float(safe_workload_scale([[0, 0, 1, 2, 2]], 0.5, 0.1)), 4)
    2.7375
    """
    return _safe_scale(workload, lattice_of(workload), epsilon, alpha)


def _safe_scale(
    workload: TableLike, rows: Sequence[GridRow], epsilon: Number, alpha: Number
) -> Fraction:
    """Return the scale of a workload, which is also given as multiples of units."""
    check_positive("epsilon", epsilon)
    check_alpha(alpha, len(rows[0].steps))
    level = from_below("epsilon", epsilon)
    # a float such as 0.1 may be above 1/k
    floor = min(from_below("alpha", alpha), Fraction(1, len(rows[0].steps)))
    bounds = _Bounds(rows) if len(rows[0].steps) > _FEW else None

    def safe(scale: Fraction) -> bool:
        classes = None if bounds is None else bounds.undecided(scale, level, floor)
        return all(kept_at_least(scale, level, one) for one in shares_of(rows, floor, classes))

    found = float(calibrate(epsilon, alpha, workload=workload))
    scale = Fraction(0) if found == 0 and safe(Fraction(0)) else first_proved(found, safe)
    if scale > _LARGEST:
        raise ParameterError(
            f"epsilon is {brief(epsilon)}, which needs noise of a scale above {_LARGEST:.0e}: take "
            "a larger epsilon."
        )
    return scale


class _Bounds:
    """Upper bounds on all distances of classes, by which most classes are proved to leak less.

    A distance is bounded by a multiple of one step, so the powers of one exponential, rounded down,
    are enough for all pairs of classes. Only classes that leak about as much as the worst one are
    left, for which exact distances are taken.

    Parameters
    ----------
    rows : the queries, as multiples of their units.
    """

    def __init__(self, rows: Sequence[GridRow]) -> None:
        steps, whole = _whole_steps(rows)
        self.columns = list(zip(*steps, strict=True))
        farthest = sum(map(max, steps))
        unit = max(1, farthest // _LARGEST_SUM)  # in which 64 bits hold the distances
        slack = len(steps) if unit > 1 else 0  # each entry is rounded down by less than a unit
        rounded = np.array([[step // unit for step in row] for row in steps], dtype=np.int64)
        distances = column_distances(rounded) + slack
        np.fill_diagonal(distances, 0)
        size = -(-int(distances.max()) // _POWERS) or 1
        self.multiples: IntArray = -(-distances // size)
        self.step = Fraction(size * unit, whole)

    def undecided(self, scale: Fraction, level: Fraction, alpha: Fraction) -> list[int]:
        """Return the classes of which the bounds do not prove that they leak at most the level.

        Without noise it is one of those that the fewest others have the same answers as.
        """
        if not scale:
            alike = Counter(self.columns)
            return [min(range(len(self.columns)), key=lambda r: alike[self.columns[r]])]
        one = 1 << _BITS
        factor = int(exponential_within(-self.step / scale)[0] * one)
        powers = [one]
        for _ in range(int(self.multiples.max())):
            powers.append(powers[-1] * factor >> _BITS)
        table = np.array([power >> (_BITS - _SUM_BITS) for power in powers], dtype=np.int64)
        sums = table[self.multiples].sum(axis=1).tolist()
        least = table[self.multiples.max(axis=1)].tolist()
        spare = 1 - len(sums) * alpha
        needed = exponential_within(-level)[1] * (1 << _SUM_BITS)
        return [
            r
            for r, (kept, far) in enumerate(zip(sums, least, strict=True))
            if alpha * kept + spare * far < needed
        ]


def _whole_steps(rows: Sequence[GridRow]) -> tuple[list[list[int]], int]:
    """Return the entries of all rows in one unit, and the number of these in 1."""
    whole = lcm(*(row.unit.denominator for row in rows))
    factors = [int(row.unit * whole) for row in rows]
    steps = [
        [step * factor for step in row.steps] for row, factor in zip(rows, factors, strict=True)
    ]
    return steps, whole


def shares_of(
    rows: Sequence[GridRow], alpha: Fraction, classes: Sequence[int] | None = None
) -> list[dict[Fraction, Fraction]]:
    r"""Return for each class r, or for some, the shares of the distances in eq. (7) of `linear`.

    .. math:: \alpha \sum_j e^{-\lVert w_r - w_j \rVert_1/b}
        + (1 - k\alpha) e^{-\max_c \lVert w_r - w_c \rVert_1/b}

    Examples
    --------
    >>> from pmlsym.laplace.workload.grid import lattice
    >>> one, = shares_of(lattice([[1, 0], [0, 1]]), Fraction(1, 4))
    >>> for distance, share in one.items():
    ...     print(distance, share)
    0 1/4
    2 3/4
    """
    steps, whole = _whole_steps(rows)
    farthest = sum(map(max, steps))
    table = np.array(steps, dtype=np.int64 if farthest < _LARGEST_INTEGER else object)
    found: dict[tuple[tuple[int, int], ...], None] = {}
    for r in range(table.shape[1]) if classes is None else classes:
        distances = np.abs(table - table[:, [r]]).sum(axis=0).tolist()
        found[tuple(sorted(Counter(distances).items()))] = None
    shares = [{Fraction(d, whole): alpha * number for d, number in items} for items in found]
    for one in shares:
        one[max(one)] += 1 - table.shape[1] * alpha
    return shares
