"""The least denominator over the cube of slopes, for the worst of all pairs of classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.formulas.laplace import spare
from pmlsym.laplace.workload.matrices import column_distances
from pmlsym.laplace.workload.slope_cube import log_mean_exp, minimise

_NUMBERS_AT_ONCE = 2_000_000  # bounds the memory of a batch of programs


class Programs:
    """The weights of the denominators: alpha for every class, and what is left for one of them.

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

    def pairs(self) -> IntArray:
        """Return all pairs (r, j*) that differ, shape (P, 2); one per r if nothing is left."""
        k = self.classes
        found = [(r, j) for r in range(k) for j in range(k) if r != j]
        if self.spare == 0.0:
            found = [(r, int(r == 0)) for r in range(k)]
        return np.array(found)

    def at(self, scores: FloatArray) -> tuple[FloatArray, IntArray]:
        """Evaluate slopes by their scores <s, w_j>, (P, k): least log-denominator, its pair."""
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


def triangle_values(columns: FloatArray, programs: Programs, pairs: IntArray) -> FloatArray:
    """Return a lower bound on the log-denominator of each pair: every class at its l1 distance.

    Examples
    --------
    >>> triangle_values(np.array([[0.0, 2.0]]), Programs(0.5, 2), np.array([[0, 1]])).round(4)
    array([-0.5662])
    """
    distances = column_distances(columns)
    return log_mean_exp(programs.log_weights(pairs[:, 1]), -distances[pairs[:, 0]])


def batches(count: int, size: int) -> Iterator[slice]:
    """Cut a range into slices of at most so many numbers of memory each."""
    step = max(1, min(64, _NUMBERS_AT_ONCE // max(size, 1)))
    for start in range(0, count, step):
        yield slice(start, min(start + step, count))


def _without_favour(columns: FloatArray, programs: Programs, pairs: IntArray) -> FloatArray:
    """Return another lower bound for each pair, from k programs instead of one for every pair.

    The favoured class has its smallest possible term, and the others share one program for each r.
    """
    k, m = programs.classes, columns.shape[0]
    if len(pairs) <= 2 * k:
        return np.full(len(pairs), -np.inf)
    cube = np.ones((k, m))
    even = np.full((k, k), -np.log(k))
    found = minimise(columns, np.arange(k), even, -cube, cube, 1e-9)
    distances = column_distances(columns)[pairs[:, 0], pairs[:, 1]]
    shared = np.log(k * programs.alpha) + found.lower[pairs[:, 0]]
    bound: FloatArray = np.logaddexp(shared, np.log(programs.spare) - distances)
    return bound


def least_in_cube(columns: FloatArray, programs: Programs, tolerance: float) -> Least:
    """Minimise over slopes in [-1, 1]^m and pairs of classes.

    Pairs are taken in the order of their triangle bounds and left out once that shows that they
    cannot be the worst.
    """
    m = columns.shape[0]
    pairs = programs.pairs()
    floor = np.maximum(
        triangle_values(columns, programs, pairs), _without_favour(columns, programs, pairs)
    )
    order = np.argsort(floor)
    pairs, floor = pairs[order], floor[order]
    spared = tolerance / 2  # pairs that could be worse by no more than this are left out
    best = Least(0.0, 0.0, (int(pairs[0, 0]), int(pairs[0, 1])), np.zeros(m))
    lowest = 0.0
    for part in batches(len(pairs), columns.size):
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
        value, pair = programs.at(found.slope @ columns)
        i = int(np.argmin(value))
        if value[i] < best.value:
            best = Least(float(value[i]), 0.0, (int(pair[i, 0]), int(pair[i, 1])), found.slope[i])
    # What rounding may have done to exponents as large as the largest distance.
    reach = float(np.abs(columns - columns[:, [best.pair[0]]]).sum(axis=0).max())
    rounding = 4 * float(np.finfo(float).eps) * (1 + abs(best.value) + reach)
    return Least(best.value, min(lowest, best.value) - rounding, best.pair, best.slope)
