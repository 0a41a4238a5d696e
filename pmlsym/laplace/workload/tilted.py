"""The least denominator over the cube of slopes and all pairs of classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.formulas.laplace import spare
from pmlsym.laplace.workload.slope_cube import log_mean_exp, minimise

_NUMBERS_AT_ONCE = 2_000_000  # bounds the memory of a batch of programs
_WORK = 1e11  # multiplications in one step of all solved programs


class Programs:
    """The weights of the denominators: alpha for every class, and the excess for one of them.

    Parameters
    ----------
    alpha : the floor of the class probabilities.
    classes : their number k.
    """

    def __init__(self, alpha: float, classes: int) -> None:
        self.alpha = alpha
        self.classes = classes
        self.spare = max(spare(alpha, classes), 0.0)

    def log_weights(self, favoured: IntArray) -> FloatArray:
        """Return log(alpha + (1 - k alpha) [j = j*]) for each j*, shape (P, k)."""
        favoured = np.asarray(favoured)
        weights = np.full((favoured.size, self.classes), np.log(self.alpha))
        weights[np.arange(favoured.size), favoured] = np.log(self.alpha + self.spare)
        return weights

    def triangle(self, distances: FloatArray) -> FloatArray:
        """Return a lower bound on the log-denominator of each pair: every class at its l1 distance.

        Shape (k, k), for r and j*; infinite on the diagonal, and for all j* but one if the excess
        is zero.

        Examples
        --------
        >>> Programs(0.25, 2).triangle(np.array([[0.0, 2.0], [2.0, 0.0]])).round(4)
        array([[    inf, -1.0455],
               [-1.0455,     inf]])
        """
        k = self.classes
        found = log_denominators(distances, distances, self.alpha, self.spare)
        found[np.arange(k), np.arange(k)] = np.inf
        if self.spare == 0.0:
            found[1:, 1:] = np.inf
            found[0, 2:] = np.inf
        return found

    def at(self, scores: FloatArray) -> tuple[FloatArray, IntArray]:
        """Return the least log-denominator of slopes with scores <s, w_j>, (P, k), and its pair."""
        pair = np.stack([scores.argmin(axis=1), scores.argmax(axis=1)], axis=1)
        exponents = scores.min(axis=1, keepdims=True) - scores
        return log_mean_exp(self.log_weights(pair[:, 1]), exponents), pair


@dataclass(frozen=True)
class Least:
    """The least log-denominator over slopes and pairs: `value` at `slope`, at least `lower`."""

    value: float
    lower: float
    pair: tuple[int, int]
    slope: FloatArray


def log_denominators(
    distances: FloatArray,
    favoured: FloatArray,
    alpha: float | FloatArray,
    spare: float | FloatArray,
) -> FloatArray:
    """Return log(alpha sum_j e^-d_rj + spare e^-f) for each class r and each f in its row.

    Parameters
    ----------
    distances : (..., k, k) from every class r to every class j.
    favoured : (..., k, p) distances f, of the classes that prior r may favour.
    alpha, spare : the weights, with k alpha + spare = 1; arrays are of shape (..., 1, 1).

    Examples
    --------
    >>> distances = np.array([[0.0, 2.0], [2.0, 0.0]])
    >>> log_denominators(distances, np.array([[2.0], [2.0]]), 0.25, 0.5).round(4).tolist()
    [[-1.0455], [-1.0455]]
    """
    change = alpha * np.expm1(-distances).sum(axis=-1, keepdims=True) + spare * np.expm1(-favoured)
    total = alpha * np.exp(-distances).sum(axis=-1, keepdims=True) + spare * np.exp(-favoured)
    near = change > -0.5  # log1p of the change keeps the digits of a small logarithm
    found: FloatArray = np.where(near, np.log1p(np.where(near, change, 0.0)), np.log(total))
    return found


def batches(count: int, size: int) -> Iterator[slice]:
    """Yield slices of a range, each within the limit of memory."""
    step = max(1, min(64, _NUMBERS_AT_ONCE // max(size, 1)))
    for start in range(0, count, step):
        yield slice(start, min(start + step, count))


def program_size(columns: FloatArray) -> int:
    """Return the number of floats in memory for one program over a workload."""
    m, k = columns.shape
    return int(max(m * k, min(m, k) ** 2))


def _without_favour(
    columns: FloatArray, programs: Programs, pairs: IntArray, distances: FloatArray
) -> FloatArray:
    """Return another lower bound for each pair, from k programs instead of one for every pair.

    The favoured class has its smallest possible term, and the others share one program for each r.
    """
    k, m = programs.classes, columns.shape[0]
    leaking, place = np.unique(pairs[:, 0], return_inverse=True)
    if len(pairs) <= 2 * len(leaking):
        return np.full(len(pairs), -np.inf)
    lower = np.empty(len(leaking))
    for part in batches(len(leaking), program_size(columns)):
        some = leaking[part]
        cube = np.ones((len(some), m))
        even = np.full((len(some), k), -np.log(k))
        lower[part] = minimise(columns, some, even, -cube, cube, 1e-9).lower
    shared = np.log(k * programs.alpha) + lower[place]
    bound: FloatArray = np.logaddexp(shared, np.log(programs.spare) - distances)
    return bound


def _pointing_away(columns: FloatArray, programs: Programs) -> Least:
    """Return the best of k slopes, one for each class r: from the other classes towards it.

    Where an answer of r is the least, or the largest, of its query, a slope of 1, or -1, puts all
    classes at their distance from r in that query. If that is so in every query, as it is for
    counts of zero and one, the slope attains the triangle bound.
    """
    least, most = columns.min(axis=1), columns.max(axis=1)
    width = np.where(most > least, most - least, 1.0)
    best = Least(0.0, 0.0, (0, 1), np.zeros(len(columns)))
    for part in batches(programs.classes, program_size(columns)):
        slopes = (1 - 2 * (columns[:, part] - least[:, None]) / width[:, None]).T
        best = _better(best, programs, columns, np.clip(slopes, -1.0, 1.0))
    return best


def _better(best: Least, programs: Programs, columns: FloatArray, slopes: FloatArray) -> Least:
    """Return the best of a slope and further ones."""
    value, pair = programs.at(slopes @ columns)
    i = int(np.argmin(value))
    if value[i] >= best.value:
        return best
    return Least(float(value[i]), 0.0, (int(pair[i, 0]), int(pair[i, 1])), slopes[i])


def least_in_cube(
    columns: FloatArray,
    programs: Programs,
    tolerance: float,
    distances: FloatArray,
    most_programs: int | None = None,
) -> Least:
    """Minimise over slopes in [-1, 1]^m and pairs of classes.

    Pairs are taken in the order of their triangle bounds, and left out where these show that they
    cannot be the worst. Memory grows with m k and with k^2.

    Parameters
    ----------
    columns : (m, k) the workload divided by the scale of the noise.
    programs : the weights.
    tolerance : the desired gap, in nats.
    distances : (k, k) between columns.
    most_programs : the number of pairs after which the search stops; by default as many as some
        minutes of work allow.
    """
    m, k = columns.shape
    if most_programs is None:
        most_programs = max(64, int(_WORK / (m * k * min(m, k))))
    spared = tolerance / 2  # pairs that could be worse by no more than this are left out
    best = _pointing_away(columns, programs)
    floors = programs.triangle(distances)
    wanted = floors < best.value - spared
    lowest = float(floors[~wanted].min())
    pairs, floor = np.argwhere(wanted), floors[wanted]
    if len(pairs):
        apart = distances[pairs[:, 0], pairs[:, 1]]
        if min(len(pairs), 2 * k) <= most_programs:
            floor = np.maximum(floor, _without_favour(columns, programs, pairs, apart))
        order = np.argsort(floor)
        pairs, floor = pairs[order], floor[order]
    if most_programs < len(pairs):
        lowest = min(lowest, float(floor[most_programs]))
    for part in batches(min(len(pairs), most_programs), program_size(columns)):
        promising = floor[part] < best.value - spared
        if not promising.all():
            lowest = min(lowest, float(floor[part][~promising].min()))
        if not promising.any():
            break
        chosen = pairs[part][promising]
        cube = np.ones((len(chosen), m))
        found = minimise(
            columns,
            chosen[:, 0],
            programs.log_weights(chosen[:, 1]),
            -cube,
            cube,
            spared,
            best.value - spared,
        )
        lowest = min(lowest, float(found.lower.min()))
        best = _better(best, programs, columns, found.slope)
    # The rounding error of exponents as large as the largest distance.
    reach = float(distances[best.pair[0]].max())
    rounding = 4 * float(np.finfo(float).eps) * (1 + abs(best.value) + reach)
    return Least(best.value, min(lowest, best.value) - rounding, best.pair, best.slope)
