"""Optimal mechanisms, beside programs that share nothing with ours."""

from __future__ import annotations

import math

import numpy as np
from measuring import Pair, close

import pmlsym as ps


def _design_prior(size: int) -> np.ndarray:
    return np.random.default_rng(size).dirichlet(np.ones(size))


def _value(guarantee: object, prior: np.ndarray, method: str) -> float:
    return float(ps.design.optimal_mechanism(prior, guarantee, method=method).value)


def _vertices(prior: np.ndarray, epsilon: float) -> np.ndarray:
    """The vertices of PML, a column each, from their definition: all but one lift are 0 or e^e."""
    size, most = len(prior), math.exp(epsilon)
    sets = (np.arange(2**size)[:, None] >> np.arange(size) & 1).astype(bool)
    found = []
    for own in range(size):
        others = sets[~sets[:, own]]
        left = (1 - most * (others @ prior)) / prior[own]  # the mean lift is one
        fits = (left >= -1e-12) & (left <= most + 1e-12)
        lifts = np.where(others[fits], most, 0.0)
        lifts[:, own] = np.clip(left[fits], 0.0, most)
        found.append(lifts)
    return np.unique(np.vstack(found).round(12), axis=0).T


def _worths(prior: np.ndarray, lifts: np.ndarray) -> np.ndarray:
    return prior @ (lifts * np.log(np.where(lifts > 0, lifts, 1.0)))


def design_cvxpy(size: int, epsilon: float = 0.5) -> Pair:
    prior = _design_prior(size)

    def program() -> float:
        import cvxpy as cp

        lifts = _vertices(prior, epsilon)
        weights = cp.Variable(lifts.shape[1], nonneg=True)
        most = cp.Problem(cp.Maximize(_worths(prior, lifts) @ weights), [lifts @ weights == 1])
        most.solve(solver=cp.HIGHS)
        return float(most.value)

    return Pair(lambda: _value(ps.PML(epsilon), prior, "auto"), program, close)


def design_highs(size: int) -> Pair:
    from scipy.optimize import linprog

    prior = _design_prior(size)

    def program() -> float:
        lifts = _vertices(prior, 0.5)
        found = linprog(-_worths(prior, lifts), A_eq=lifts, b_eq=np.ones(size), method="highs")
        return float(-found.fun)

    return Pair(lambda: _value(ps.PML(0.5), prior, "auto"), program, close)


def _reward(size: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(size)
    return rng.dirichlet(np.ones(size)), rng.uniform(size=(size, size))


def reward_highs(size: int) -> Pair:
    """The peer gives HiGHS the kernel and its mean over the secrets, as a sparse program."""
    from scipy import sparse
    from scipy.optimize import linprog

    prior, rewards = _reward(size)

    def kernel() -> float:
        entries, one = size * size, sparse.identity(size)
        mean = sparse.kron(np.ones((size, 1)), one)
        bounds = sparse.hstack([sparse.identity(entries), -math.exp(0.5) * mean], format="csr")
        rows = sparse.hstack([sparse.kron(one, np.ones((1, size))), 0 * one])
        ties = sparse.hstack([sparse.kron(prior[None, :], one), -one])
        found = linprog(
            -np.concatenate([(prior[:, None] * rewards).ravel(), np.zeros(size)]),
            A_ub=bounds,
            b_ub=np.zeros(entries),
            A_eq=sparse.vstack([rows, ties], format="csr"),
            b_eq=np.concatenate([np.ones(size), np.zeros(size)]),
            method="highs",
        )
        return -float(found.fun)

    reward = ps.design.Reward(rewards)
    return Pair(
        lambda: ps.design.optimal_mechanism(prior, ps.PML(0.5), reward).value, kernel, close
    )


def reward_large(size: int) -> Pair:
    prior, rewards = _reward(size)
    reward = ps.design.Reward(rewards)
    return Pair(lambda: ps.design.optimal_mechanism(prior, ps.PML(0.5), reward))


def design_large(size: int) -> Pair:
    prior = _design_prior(size)
    return Pair(lambda: ps.design.optimal_mechanism(prior, ps.PML(0.5)))


def conversions(size: int) -> Pair:
    """A number of levels; the peer solves one linear program a level and secret."""
    from scipy.optimize import linprog

    prior = np.array([0.3, 0.25, 0.2, 0.1, 0.08, 0.07])
    levels = np.linspace(0.001, 0.07, size)

    def by_programs(level: float) -> float:
        bounds = [(0, math.exp(level))] * len(prior)
        return -math.log(
            min(
                linprog(one, A_eq=[prior], b_eq=[1], bounds=bounds).fun
                for one in np.eye(len(prior))
            )
        )

    return Pair(
        lambda: [ps.PML(float(e)).implies(ps.PMC, p_min=0.07).epsilon for e in levels],
        lambda: [by_programs(level) for level in levels],
        close,
    )
