"""The interior-point method for rewards, against the linear program as scipy solves it."""

import math
import time

import numpy as np
import pytest
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym.design import Reward, optimal, optimal_mechanism
from pmlsym.design.pricing.interior_point import fits, interior_solution
from tests.design.definitions import admitted, excess, random_prior

GUARANTEES = {
    "PML": (ps.PML(0.6), (0.0, math.exp(0.6))),
    "PML of much": (ps.PML(2.5), (0.0, math.exp(2.5))),
    "PML of little": (ps.PML(1e-5), (0.0, math.exp(1e-5))),
    "PMC": (ps.PMC(0.7), (math.exp(-0.7), math.inf)),
    "LIP": (ps.LIP(0.4), (math.exp(-0.4), math.exp(0.4))),
    "ALIP": (ps.ALIP(0.5, 0.2), (math.exp(-0.5), math.exp(0.2))),
    "LDP": (ps.LDP(0.8), math.exp(0.8)),
}


def best_of_kernels(prior, rewards, limits):
    """The largest reward of a kernel, every pair of entries of a column written out."""
    secrets, decisions = rewards.shape
    rows = []
    for d in range(decisions):
        for x in range(secrets):
            if isinstance(limits, tuple):
                for sign, limit in zip((-1, 1), limits, strict=True):
                    if limit in (0.0, math.inf):
                        continue
                    row = np.zeros((secrets, decisions))
                    row[:, d] = -sign * limit * prior
                    row[x, d] += sign
                    rows.append(row.ravel())
                continue
            for z in range(secrets):
                row = np.zeros((secrets, decisions))
                row[x, d], row[z, d] = 1, -limits if z != x else 0
                rows.append(row.ravel() if z != x else np.zeros(secrets * decisions))
    return -linprog(
        -(prior[:, None] * rewards).ravel(),
        A_ub=np.array(rows),
        b_ub=np.zeros(len(rows)),
        A_eq=np.kron(np.eye(secrets), np.ones(decisions)),
        b_eq=np.ones(secrets),
        bounds=(0, 1),
        method="highs",
    ).fun


@pytest.mark.parametrize("kind", GUARANTEES)
def test_the_best_kernel_is_found_and_bounded(kind):
    guarantee, limits = GUARANTEES[kind]
    for seed in range(6):
        rng = np.random.default_rng(seed)
        secrets, decisions = int(rng.integers(3, 8)), int(rng.integers(2, 9))
        prior = random_prior(rng, secrets)
        rewards = rng.normal(size=(secrets, decisions)) * 10.0 ** rng.integers(-3, 4)
        lifts, reward = admitted(guarantee, prior), Reward(rewards)
        if not fits(lifts, reward):
            continue
        expected = best_of_kernels(prior, rewards, limits)
        size = np.ptp(rewards)
        found = interior_solution(lifts, reward)
        mixture = found.mixture
        kernel = mixture.lifts * mixture.weights
        assert kernel.sum(axis=1) == pytest.approx(np.ones(secrets), abs=1e-9)
        value = float((prior[:, None] * rewards * kernel).sum())
        assert expected - 1e-8 * size <= found.bound <= expected + 1e-6 * size, seed
        assert expected - 1e-6 * size <= value <= expected + 1e-8 * size, seed


@pytest.mark.parametrize("guarantee", [ps.PML(0.5), ps.LDP(1.0), ps.LIP(0.3)], ids=str)
def test_a_large_reward_is_designed_to_a_millionth(guarantee):
    rng = np.random.default_rng(3)
    prior, reward = rng.dirichlet(np.ones(70)), Reward(rng.uniform(size=(70, 64)))
    found = optimal_mechanism(prior, guarantee, reward)
    assert found.method == "interior-point"
    assert 0 <= found.gap <= 1e-6
    assert excess(found.channel.kernel.tolist(), prior.tolist(), guarantee) <= 0
    other = optimal_mechanism(prior, guarantee, reward, method="column-generation")
    assert found.value <= other.upper_bound
    assert other.value <= found.upper_bound


@pytest.mark.parametrize("limit", [0.0, 0.05, 0.3])
def test_a_time_limit_leaves_a_mechanism_and_a_bound_that_holds(limit):
    rng = np.random.default_rng(4)
    prior, reward = rng.dirichlet(np.ones(90)), Reward(rng.normal(size=(90, 90)))
    best = optimal_mechanism(prior, ps.PML(1.0), reward)
    found = optimal_mechanism(prior, ps.PML(1.0), reward, time_limit=limit)
    assert found.value <= best.upper_bound
    assert best.value <= found.upper_bound
    assert excess(found.channel.kernel.tolist(), prior.tolist(), ps.PML(1.0)) <= 0


def test_what_a_search_started_with_is_not_lost(monkeypatch):
    """Column generation that comes to nothing leaves the mechanism and the bound of before."""
    rng = np.random.default_rng(5)
    prior, rewards = rng.dirichlet(np.ones(66)), rng.normal(size=(66, 66))
    lifts, reward = admitted(ps.PML(1.0), prior), Reward(rewards)
    start = interior_solution(lifts, reward, time.perf_counter() - 1)
    nothing = optimal.Solution(
        optimal.Mixture(np.ones((66, 1)), np.ones(1)), start.bound + 1, np.zeros(66)
    )
    monkeypatch.setattr(optimal, "interior_solution", lambda *_: start)
    monkeypatch.setattr(optimal, "generate_columns", lambda *_: nothing)
    used, kept = optimal._solve(lifts, reward, "auto", 1e-6, math.inf, None)
    assert used == "interior-point"
    assert kept.bound == start.bound
    assert kept.mixture is start.mixture
