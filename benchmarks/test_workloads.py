"""Bounds on workloads against the plain loop and against the same program in cvxpy.

`make bench` prints ratios. The peers are timed on a part of their work, which is said, and scaled.
"""

import itertools
import resource
import time

import cvxpy as cp
import numpy as np
import pytest

from pmlsym.laplace import corner, exact_leakage, tilted, workloads

RNG = np.random.default_rng(0)


def seconds(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def plain_loop(workload, alpha, scale, subsets):
    """Eq. (5) over the given sets of signs, one after the other."""
    k = workload.shape[1]
    best = 0.0
    for signs in subsets:
        c = np.array(signs) @ workload / scale
        low = c.min()
        total = alpha * np.exp(low - c).sum() + (1 - k * alpha) * np.exp(low - c.max())
        best = max(best, -np.log(total))
    return best


@pytest.mark.parametrize("kind", ["normal", "integers"])
def test_corner_against_the_plain_loop(kind):
    m, k, alpha, scale, part = 20, 8, 0.05, 5.0, 2**14
    matrix = RNG.normal(size=(m, k)) if kind == "normal" else RNG.integers(-2, 3, size=(m, k))
    ours, found = seconds(lambda: corner(matrix, alpha, scale))
    signs = itertools.product((1, -1), repeat=m)
    loop, _ = seconds(lambda: plain_loop(matrix, alpha, scale, itertools.islice(signs, part)))
    loop *= 2**m / part
    every = 1.0 - 2.0 * (np.arange(2**m)[:, None] >> np.arange(m) & 1)
    c = every @ matrix / scale
    low = c.min(axis=1, keepdims=True)
    total = alpha * np.exp(low - c).sum(axis=1) + (1 - k * alpha) * np.exp(
        low[:, 0] - c.max(axis=1)
    )
    assert found.lower == pytest.approx(-np.log(total.min()), abs=1e-12)
    print(
        f"\ncorner, 20 queries, 8 classes, {kind}: {ours:.4f} s, plain loop {loop:.1f} s (timed on "
        f"{part} of {2**m} subsets), {loop / ours:.0f} times faster (goal 50)"
    )


@pytest.mark.parametrize("entries", [(0, 1), (-1, 0, 1), tuple(range(-3, 4))])
def test_corner_of_forty_queries(entries):
    matrix = workloads.random_workload(40, 8, 0, entries)
    ours, found = seconds(lambda: corner(matrix, 0.05, 10.0))
    print(
        f"\ncorner, 40 queries, 8 classes, entries {entries}, b = 10: {ours:.3f} s, proved to "
        f"{found.gap:.1e} nats (goal 60 s, 1e-6)"
    )


@pytest.mark.filterwarnings(
    "ignore:Solution may be inaccurate"
)  # cvxpy's solver, with little noise
@pytest.mark.parametrize("scale", [1.0, 10.0, 100.0])
def test_tilted_against_cvxpy_pair_by_pair(scale):
    m, k, alpha, part = 256, 32, 1 / 64, 20
    matrix = RNG.normal(size=(m, k))
    ours, found = seconds(lambda: tilted(matrix, alpha, scale))
    pairs = [(r, j) for r in range(k) for j in range(k) if r != j]
    best = 0.0

    def solve(some):
        worst = 0.0
        for r, j in some:
            weights = np.full(k, alpha)
            weights[j] += 1 - k * alpha
            slope = cp.Variable(m)
            steps = (matrix[:, [r]] - matrix) / scale
            program = cp.Problem(
                cp.Minimize(cp.log_sum_exp(slope @ steps + np.log(weights))),
                [slope <= 1, slope >= -1],
            )
            program.solve(solver=cp.CLARABEL)
            worst = max(worst, -program.value)
        return worst

    theirs, _ = seconds(lambda: solve(pairs[:part]))
    theirs *= len(pairs) / part
    best = solve([found.classes])
    assert found.leakage == pytest.approx(best, abs=1e-5)
    print(
        f"\ntilted, 256 queries, 32 classes, b = {scale:g}: {ours:.2f} s (goal 10), certified gap "
        f"{found.gap:.1e} (goal 1e-9), cvxpy pair by pair {theirs:.0f} s (timed on {part} of "
        f"{len(pairs)} pairs), {theirs / ours:.0f} times faster (goal 20)"
    )


def test_exact_leakage_of_two_hundred_records():
    matrix = [[0, 0, 1, 2, 2], [0, 1, 2, 3, 4]]
    ours, _ = seconds(lambda: exact_leakage(matrix, 0.1, 1.0, 200))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    print(
        f"\nexact leakage, 2 queries, 5 classes, 200 records: {ours:.2f} s (goal 10), the whole "
        f"process at most {memory:.2f} GB (goal 1)"
    )
