"""The two linear programs against scipy's solver on other formulations."""

import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym import design
from pmlsym.design.pricing import program
from pmlsym.design.pricing.program import kernel_program, vertex_program
from pmlsym.design.utility import read_utility
from tests.design.definitions import (
    DIVERGENCES,
    admitted,
    best_mixture,
    every_guarantee,
    float_vertices,
    levels,
    random_prior,
    rounding,
    utility_of,
    worth,
)


def best_kernel(prior, guarantee, table):
    """Maximise the expected reward over kernels, one constraint for each pair or bound."""
    secrets, decisions = table.shape
    size, (low, high) = secrets * decisions, levels(guarantee)
    rows = []
    for y in range(decisions):
        entries = np.zeros((secrets, size))
        entries[np.arange(secrets), np.arange(secrets) * decisions + y] = 1
        mean = prior @ entries
        for x in range(secrets):
            if low is None:
                rows += [entries[x] - high * entries[z] for z in range(secrets) if z != x]
                continue
            rows.append(low * mean - entries[x])
            if high < math.inf:
                rows.append(entries[x] - high * mean)
    sums = np.kron(np.eye(secrets), np.ones(decisions))
    found = linprog(
        -(prior[:, None] * table).ravel(),
        A_ub=np.array(rows),
        b_ub=np.zeros(len(rows)),
        A_eq=sums,
        b_eq=np.ones(secrets),
    )
    return -found.fun


@pytest.mark.parametrize("kind", range(5))
def test_the_best_kernel_for_a_reward(kind):
    rng = np.random.default_rng(kind)
    for _ in range(12):
        secrets, decisions = rng.integers(2, 7, 2)
        prior = random_prior(rng, secrets)
        guarantee = every_guarantee(*rng.uniform(0.05, 2.5, 2))[kind]
        reward = design.Reward(rng.normal(size=(secrets, decisions)))
        best = best_kernel(prior, guarantee, reward.matrix)
        solution = kernel_program(admitted(guarantee, prior), reward)
        assert solution.bound == pytest.approx(best, abs=1e-8)
        assert solution.bound >= best - 1e-9
        mixture = solution.mixture
        kernel = mixture.lifts * mixture.weights
        assert utility_of(kernel, prior, reward) == pytest.approx(best, abs=1e-8)
        found = design.optimal_mechanism(prior, guarantee, reward)
        assert found.value == pytest.approx(best, abs=1e-7)


@pytest.mark.parametrize("kind", range(5))
def test_the_best_mixture_of_vertices(kind):
    rng = np.random.default_rng(10 + kind)
    for _ in range(8):
        secrets = int(rng.integers(2, 5))
        prior = random_prior(rng, secrets)
        guarantee = every_guarantee(*rng.uniform(0.05, 2.5, 2))[kind]
        vertices = float_vertices(prior.tolist(), guarantee)
        for utility in DIVERGENCES:
            best = best_mixture(vertices, [worth(utility, v, prior) for v in vertices.T])
            solution = vertex_program(admitted(guarantee, prior), read_utility(utility, secrets))
            assert solution.bound == pytest.approx(best, abs=10 * rounding(utility))
            assert (solution.mixture.weights > 0).all()
            assert solution.mixture.lifts @ solution.mixture.weights == pytest.approx(
                np.ones(secrets), abs=1e-8
            )


@pytest.mark.parametrize("guarantee", [ps.LIP(1e-10), ps.LDP(1e-10)])
def test_hardly_anything_is_admitted(guarantee):
    lifts = admitted(guarantee, np.array([0.2, 0.3, 0.5]))
    solution = vertex_program(lifts, read_utility("total-variation", 3))
    assert 0 <= solution.bound < 1e-9


def test_hardly_any_kernel_is_admitted():
    prior = [0.05, 0.1, 0.15, 0.2, 0.2, 0.3]
    rng = np.random.default_rng(1)
    for _ in range(20):
        reward = design.Reward(rng.normal(size=(6, 4)))
        found = design.optimal_mechanism(prior, ps.LIP(4.8e-10), reward)
        silent = float((np.array(prior) @ reward.matrix).max())
        assert found.value == pytest.approx(silent, abs=1e-8)


def test_a_solver_that_is_used_again_remembers_nothing(monkeypatch):
    """Programs of other sizes and options before it change no digit of a mechanism."""
    rng = np.random.default_rng(7)
    designs = [
        (rng.dirichlet(np.ones(secrets)), ps.PML(epsilon))
        for secrets, epsilon in ((6, 2.0), (24, 3.0), (9, 0.5), (28, 3.0))
    ]
    designs.append((np.repeat([0.015, 0.02], [20, 35]), ps.PML(1.0)))  # with groups of secrets

    def kernel(prior, guarantee):
        return design.optimal_mechanism(prior, guarantee).channel.kernel

    alone = []
    for prior, guarantee in designs:
        monkeypatch.setattr(program, "_IDLE", [])
        alone.append(kernel(prior, guarantee))
        assert len(program._IDLE) in (1, 2)  # a second one where there are groups
    for order in ((0, 1, 2, 3, 4), (4, 3, 2, 1, 0)):
        for number in order:
            assert np.array_equal(kernel(*designs[number]), alone[number])
        assert len(program._IDLE) == 2


def test_designs_in_threads_are_those_of_one_after_the_other():
    prior = np.random.default_rng(3).dirichlet(np.ones(12))
    levels = np.linspace(0.2, 2.0, 24)

    def value(epsilon):
        return design.optimal_mechanism(prior, ps.PML(float(epsilon))).value

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(value, levels)) == list(map(value, levels))
