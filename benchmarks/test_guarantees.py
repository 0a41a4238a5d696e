"""Conversions against the linear programs that they solve; a noisy mean against enumeration."""

import math
import time
from itertools import product

import numpy as np
from scipy.optimize import linprog

from pmlsym import PMC, PML
from pmlsym.laplace.mean.release import MeanRelease
from pmlsym.secret import Discrete

PRIOR = np.array([0.3, 0.25, 0.2, 0.1, 0.08, 0.07])
LEVELS = np.linspace(0.001, 0.07, 20)


def by_programs(level):
    """The largest PMC under a PML guarantee: one linear program a secret."""
    size = len(PRIOR)
    bounds = [(0, math.exp(level))] * size
    lifts = [
        linprog(np.eye(size)[x], A_eq=[PRIOR], b_eq=[1], bounds=bounds).fun for x in range(size)
    ]
    return -math.log(min(lifts))


def test_conversion_against_linear_programs(benchmark):
    found = benchmark(lambda: [PML(float(e)).implies(PMC, p_min=0.07).epsilon for e in LEVELS])
    start = time.perf_counter()
    programs = [by_programs(level) for level in LEVELS]
    elapsed = time.perf_counter() - start
    assert np.allclose(found, programs, atol=1e-7)
    print(f"\n  conversion: {elapsed / benchmark.stats['min']:.0f} times the speed of HiGHS")


def enumerated(values, chances, records, scale, y):
    """The PMC of an outcome from the densities given every database."""
    given = []
    for own in values:
        total = 0.0
        for others in product(range(len(values)), repeat=records - 1):
            mean = (own + sum(values[i] for i in others)) / records
            total += math.prod(chances[i] for i in others) * math.exp(-abs(y - mean) / scale)
        given.append(total)
    return math.log(sum(p * g for p, g in zip(chances, given, strict=True)) / min(given))


def test_noisy_mean_against_enumeration(benchmark):
    values, chances, records, scale = [0.0, 1.0, 4.0], [0.5, 0.25, 0.25], 8, 0.3
    outcomes = np.linspace(-1.0, 5.0, 10)
    found = benchmark(lambda: MeanRelease(Discrete(values, chances), records, scale).pmc(outcomes))
    start = time.perf_counter()
    plain = [enumerated(values, chances, records, scale, y) for y in outcomes]
    elapsed = time.perf_counter() - start
    assert np.allclose(found, plain, atol=1e-9)
    print(f"\n  noisy mean: {elapsed / benchmark.stats['min']:.0f} times the plain loop's speed")
