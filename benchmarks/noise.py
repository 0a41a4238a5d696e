"""Noise: bounds, scales, exact leakage and draws, and what they are measured beside."""

from __future__ import annotations

import itertools
import math

import numpy as np
from measuring import Pair, close

import pmlsym as ps


def histogram(size: int) -> Pair:
    scales = np.geomspace(0.1, 10, size)
    return Pair(
        lambda: ps.laplace.histogram_leakage(0.1, scales),
        lambda: 2 / scales - np.log(1 - 0.1 + 0.1 * np.exp(2 / scales)),
        close,
    )


def calibration(size: int) -> Pair:
    """A number of levels up to almost log(1/alpha); the peer's scales are not rounded up."""
    alpha = 0.1
    levels = np.linspace(0.01, 2.2, size)
    return Pair(
        lambda: ps.laplace.calibrate(levels, alpha),
        lambda: 2 / np.log((1 - alpha) / (np.exp(-levels) - alpha)),
        close,
    )


def noise(size: int) -> Pair:
    """A number of bins, released with exact noise."""
    counts = np.full(size, 100)
    return Pair(lambda: ps.laplace.release_histogram(counts, 0.5, 0.1 / size, rng=1))


def _workload(queries: int) -> np.ndarray:
    return np.random.default_rng(queries).normal(size=(queries, 8))


def corner(size: int) -> Pair:
    """The peer evaluates eq. (5) at all sets of signs, in numpy."""
    from pmlsym.laplace import corner as bound

    matrix, alpha, scale = _workload(size), 0.05, 5.0

    def every() -> float:
        signs = 1.0 - 2.0 * (np.arange(2**size)[:, None] >> np.arange(size) & 1)
        c = signs @ matrix / scale
        low = c.min(axis=1, keepdims=True)
        rest = (1 - 8 * alpha) * np.exp(low[:, 0] - c.max(axis=1))
        return float(-np.log((alpha * np.exp(low - c).sum(axis=1) + rest).min()))

    return Pair(lambda: bound(matrix, alpha, scale).lower, every, close)


def corner_large(size: int) -> Pair:
    """A number of classes under 64 queries, normal entries."""
    from pmlsym.laplace import corner as bound

    matrix = np.random.default_rng(0).normal(size=(64, size))
    return Pair(lambda: bound(matrix, 1e-4, 10.0).gap)


def tilted(size: int) -> Pair:
    """A number of classes; the peer solves one program in cvxpy for every pair of them."""
    import cvxpy as cp

    from pmlsym.laplace import tilted as bound

    matrix, scale = np.random.default_rng(size).normal(size=(16, size)), 10.0
    alpha = 1 / (2 * size)

    def pairs() -> float:
        worst = 0.0
        for r, j in itertools.permutations(range(size), 2):
            weights = np.full(size, alpha)
            weights[j] += 1 - size * alpha
            slope = cp.Variable(len(matrix))
            value = cp.log_sum_exp(slope @ (matrix[:, [r]] - matrix) / scale + np.log(weights))
            program = cp.Problem(cp.Minimize(value), [slope <= 1, slope >= -1])
            program.solve(solver=cp.CLARABEL)
            worst = max(worst, -float(program.value))
        return worst

    return Pair(
        lambda: bound(matrix, alpha, scale).leakage,
        pairs,
        lambda one, other: close(one, other, 1e-5),
    )


# more records leak less, so that no bound for all numbers of them ends the work
OF_SOME_RECORDS = [[0, 1, 2, 1, 0], [1, 0, 2, 2, 2]]


def exact_leakage(size: int, others: str | None = None) -> Pair:
    from pmlsym.laplace import exact_leakage as leakage

    return Pair(lambda: leakage(OF_SOME_RECORDS, 0.05, 0.5, size, others))


def noisy_mean(size: int) -> Pair:
    """A number of records; the peer sums over all databases."""
    from pmlsym.laplace.mean.release import MeanRelease
    from pmlsym.secret import Discrete

    values, chances, scale = [0.0, 1.0, 4.0], [0.5, 0.25, 0.25], 0.3
    outcomes = np.linspace(-1.0, 5.0, 4)

    def enumerated(y: float) -> float:
        given = []
        for own in values:
            total = 0.0
            for others in itertools.product(range(3), repeat=size - 1):
                mean = (own + sum(values[i] for i in others)) / size
                chance = math.prod(chances[i] for i in others)
                total += chance * math.exp(-abs(y - mean) / scale)
            given.append(total)
        return math.log(sum(p * g for p, g in zip(chances, given, strict=True)) / min(given))

    return Pair(
        lambda: MeanRelease(Discrete(values, chances), size, scale).pmc(outcomes),
        lambda: [enumerated(y) for y in outcomes],
        close,
    )
