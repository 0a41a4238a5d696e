"""What is measured, and beside what. Every peer is asked for the same answer, and compared."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys
from functools import partial

import numpy as np
from channels import (
    MEASURES,
    exact_lift,
    exact_lift_flint,
    from_arrays,
    ldp_qif,
    measure,
    stacked,
    stream,
)
from measuring import Pair, Task, close

import pmlsym as ps

# --- design ---------------------------------------------------------------------------------------


def _design_prior(size: int) -> np.ndarray:
    return np.random.default_rng(size).dirichlet(np.ones(size))


def _value(guarantee: object, prior: np.ndarray, method: str) -> float:
    return float(ps.design.optimal_mechanism(prior, guarantee, method=method).value)


def design_cvxpy(size: int, epsilon: float = 0.5) -> Pair:
    """The peer lists the vertices from their definition, and solves the program in cvxpy."""
    prior = _design_prior(size)

    def vertices() -> float:
        import cvxpy as cp

        most = math.exp(epsilon)
        sets = (np.arange(2**size)[:, None] >> np.arange(size) & 1).astype(bool)
        found = []
        for own in range(size):  # all others are at 0 or e^epsilon, and the mean is one
            others = sets[~sets[:, own]]
            left = (1 - most * (others @ prior)) / prior[own]
            fits = (left >= -1e-12) & (left <= most + 1e-12)
            lifts = np.where(others[fits], most, 0.0)
            lifts[:, own] = np.clip(left[fits], 0.0, most)
            found.append(lifts)
        every = np.unique(np.vstack(found).round(12), axis=0).T
        worth = prior @ (every * np.log(np.where(every > 0, every, 1.0)))
        weights = cp.Variable(every.shape[1], nonneg=True)
        program = cp.Problem(cp.Maximize(worth @ weights), [every @ weights == 1])
        program.solve(solver=cp.HIGHS)
        return float(program.value)

    return Pair(lambda: _value(ps.PML(epsilon), prior, "auto"), vertices, close)


def design_highs(size: int) -> Pair:
    from scipy.optimize import linprog

    prior = _design_prior(size)

    def vertices() -> float:
        lifts = ps.PML(0.5).lift_set(prior).vertices()
        worth = prior @ (lifts * np.log(np.where(lifts > 0, lifts, 1.0)))
        return float(-linprog(-worth, A_eq=lifts, b_eq=np.ones(size), method="highs").fun)

    return Pair(lambda: _value(ps.PML(0.5), prior, "column-generation"), vertices, close)


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


# --- noise ----------------------------------------------------------------------------------------


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


def exact_leakage(size: int) -> Pair:
    from pmlsym.laplace import exact_leakage as leakage

    return Pair(lambda: leakage(OF_SOME_RECORDS, 0.05, 0.5, size))


def worst_others(size: int) -> Pair:
    from pmlsym.laplace import exact_leakage as leakage

    return Pair(lambda: leakage(OF_SOME_RECORDS, 0.05, 0.5, size, "worst"))


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


# --- starting -------------------------------------------------------------------------------------


def _python(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout


def starting(size: int) -> Pair:
    """A new process that measures one channel, against one that evaluates the bare expression."""
    arrays = "k=[[.5,.5],[.25,.75]]; p=[.5,.5]; "
    ours = "import pmlsym as ps; " + arrays + "print(*ps.pml(ps.Channel(k,p)).round(9))"
    bare = (
        "import numpy as np; " + arrays + "k=np.array(k); p=np.array(p); "
        "print(*np.log((k/(p@k)).max(axis=0)).round(9))"
    )
    return Pair(lambda: _python(ours), lambda: _python(bare), lambda one, other: one == other)


SQUARES = (10, 100, 1000)
WORDS = [name.replace("_", " ") for name in MEASURES]
TASKS = (
    *(
        Task(
            f"{word}, n × n",
            "numpy",
            SQUARES,
            partial(measure, name=name),
            "at most 1.5 from 100 on",
        )
        for word, name in zip(WORDS, MEASURES, strict=True)
    ),
    *(
        Task(f"channel and {word}, n × n", "numpy", SQUARES, partial(from_arrays, name=name))
        for word, name in zip(WORDS, MEASURES, strict=True)
    ),
    Task(
        "stack of n channels, pml, pmc, ldp, lip",
        "numpy",
        (1_000, 10_000, 100_000),
        stacked,
        "at most 3",
    ),
    Task("ldp, n × n", "qif", (10, 30, 100), ldp_qif, "at most 1"),
    Task("stream of n outcomes", "numpy, whole", (10_000, 100_000, 1_000_000), stream),
    Task("exact lift, n × n", "Fraction loop", (4, 10, 30), exact_lift, "at most 1 from 10 on"),
    Task("exact lift, n × n", "python-flint", (4, 10, 30), exact_lift_flint, "at most 3"),
    Task("design, n secrets", "vertices and cvxpy", (6, 8, 10, 12), design_cvxpy, "at most 0.5"),
    Task(
        "design at e^2, n secrets",
        "vertices and cvxpy",
        (6, 8, 10),
        partial(design_cvxpy, epsilon=2.0),
        "at most 0.5",
    ),
    Task("design, n secrets", "vertices and HiGHS", (6, 8, 10, 12), design_highs, "at most 1"),
    Task("design, n secrets", "", (16, 32, 64), design_large),
    Task("reward, n × n", "HiGHS", (65, 100), reward_highs, "at most 1.1"),
    Task("reward, n × n", "", (200, 400), reward_large),
    Task("PML to PMC, n levels", "HiGHS", (5, 20), conversions, "at most 1"),
    Task("histogram, n scales", "numpy", (1000, 100_000), histogram),
    Task("calibrate, n levels", "numpy", (1000, 100_000), calibration, "at most 3 at 100,000"),
    Task("exact noise, n bins", "", (100, 10_000, 1_000_000), noise),
    Task("corner, n queries", "numpy, all signs", (8, 12, 16), corner, "at most 1 from 16 on"),
    Task("corner, 64 queries, n classes", "", (256, 1024), corner_large),
    Task("tilted, n classes", "cvxpy", (3, 4, 6), tilted, "at most 1"),
    Task("exact leakage, n records", "", (25, 50, 100), exact_leakage),
    Task("worst others, n records", "", (10, 20, 50, 100), worst_others),
    Task("noisy mean, n records", "all databases", (4, 6, 8), noisy_mean, "at most 1"),
    Task("first answer of a new process", "numpy", (1,), starting, "at most 1.5", inside=False),
)
