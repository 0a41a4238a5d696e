"""Column generation against the program over all vertices, in cvxpy and in scipy."""

import time

import numpy as np
import pytest
from scipy.optimize import linprog

from pmlsym import LDP, PML
from pmlsym.design import optimal_mechanism
from pmlsym.design.lifts import admitted

PRIOR = np.random.default_rng(12).dirichlet(np.ones(12))


def plain(guarantee):
    """The program as it is written down, without any scaling."""
    lifts = admitted(guarantee, PRIOR).vertices()
    logs = np.log(np.where(lifts > 0, lifts, 1.0))
    worth = PRIOR @ (lifts * logs)
    return -linprog(-worth, A_eq=lifts, b_eq=np.ones(len(PRIOR)), method="highs").fun


def timed(call):
    start = time.perf_counter()
    found = call()
    return found, time.perf_counter() - start


@pytest.mark.parametrize("guarantee", [PML(0.5), LDP(1.0)], ids=str)
def test_column_generation_against_programs(benchmark, guarantee):
    best = benchmark(lambda: optimal_mechanism(PRIOR, guarantee, method="column-generation"))
    optimal_mechanism(PRIOR, guarantee, method="program")  # cvxpy is imported once
    in_cvxpy, slow = timed(lambda: optimal_mechanism(PRIOR, guarantee, method="program"))
    in_scipy, other = timed(lambda: plain(guarantee))
    assert best.value == pytest.approx(in_cvxpy.value, abs=1e-8)
    assert best.value == pytest.approx(in_scipy, abs=1e-7)
    own = benchmark.stats["min"]
    print(f"\n  {guarantee}, 12 secrets: {slow / own:.1f} times the speed of cvxpy")
    print(f"  and {other / own:.1f} times that of scipy on the plain program")


@pytest.mark.parametrize(("secrets", "gap"), [(64, 1e-6), (256, 1e-4)])
def test_large_alphabets(benchmark, secrets, gap):
    """Too large for the programs: time is in multiples of cvxpy's with 12 secrets."""
    prior = np.random.default_rng(3).dirichlet(np.ones(secrets))
    best = benchmark.pedantic(lambda: optimal_mechanism(prior, PML(0.5)), rounds=1)
    assert best.gap <= gap
    optimal_mechanism(PRIOR, PML(0.5), method="program")
    _, small = timed(lambda: optimal_mechanism(PRIOR, PML(0.5), method="program"))
    print(f"\n  {secrets} secrets, gap {best.gap:.0e}: {best.seconds / small:.0f} such programs")
