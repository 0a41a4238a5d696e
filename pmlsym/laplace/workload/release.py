"""Release of the answers to linear queries with discrete Laplace noise, proved not to leak more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import ArrayLike

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, TableLike
from pmlsym.given import brief
from pmlsym.laplace.calibrate import calibrate
from pmlsym.laplace.parameters import check_alpha, check_positive
from pmlsym.laplace.release import (
    check_counts,
    discrete_laplace,
    draw_from,
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
    pair of classes.

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
    scale = safe_workload_scale(workload, epsilon, alpha)
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
    rows = lattice_of(workload)
    check_positive("epsilon", epsilon)
    check_alpha(alpha, len(rows[0].steps))
    level = from_below("epsilon", epsilon)
    # a float such as 0.1 may be above 1/k
    floor = min(from_below("alpha", alpha), Fraction(1, len(rows[0].steps)))
    shares = shares_of(rows, floor)

    def safe(scale: Fraction) -> bool:
        return all(kept_at_least(scale, level, one) for one in shares)

    found = float(calibrate(epsilon, alpha, workload=workload))
    scale = Fraction(0) if found == 0 and safe(Fraction(0)) else first_proved(found, safe)
    if scale > _LARGEST:
        raise ParameterError(
            f"epsilon is {brief(epsilon)}, which needs noise of a scale above {_LARGEST:.0e}: take "
            "a larger epsilon."
        )
    return scale


def shares_of(rows: Sequence[GridRow], alpha: Fraction) -> list[dict[Fraction, Fraction]]:
    r"""Return for each class r the shares of the distances in eq. (7) of `linear`.

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
    whole = lcm(*(row.unit.denominator for row in rows))
    factors = [int(row.unit * whole) for row in rows]
    steps = [
        [step * factor for step in row.steps] for row, factor in zip(rows, factors, strict=True)
    ]
    farthest = sum(map(max, steps))
    table = np.array(steps, dtype=np.int64 if farthest < _LARGEST_INTEGER else object)
    found: dict[tuple[tuple[Fraction, Fraction], ...], None] = {}
    for distances in column_distances(table).tolist():
        shares = {Fraction(d, whole): alpha * n for d, n in sorted(Counter(distances).items())}
        shares[max(shares)] += 1 - len(distances) * alpha
        found[tuple(shares.items())] = None
    return [dict(items) for items in found]
