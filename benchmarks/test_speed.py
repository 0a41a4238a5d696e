"""Speed as ratios to a peer or to the plain formula, measured in the same run.

`make bench` prints them. Nothing here fails for being slow: machines differ, ratios are read.
"""

import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import pytest
import qif

import pmlsym as ps
from pmlsym.laplace import histogram_leakage

RNG = np.random.default_rng(0)


def kernel(n: int) -> np.ndarray:
    return RNG.dirichlet(np.ones(n), n)


def best(work: Callable[[], object], repeat: int = 30) -> float:
    """The least of several runs, in seconds: the one that was disturbed least."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def report(what: str, ours: float, theirs: float, goal: str) -> None:
    print(
        f"\n{what}: {1000 * ours:.3f} ms, peer {1000 * theirs:.3f} ms, "
        f"ratio {ours / theirs:.3g} (goal {goal})"
    )


def test_pml_against_the_bare_expression(benchmark):
    k, prior = kernel(1000), np.full(1000, 1e-3)
    channel = ps.Channel(k, prior)
    plain = best(lambda: np.log((k / (prior @ k)).max(axis=0)))
    lean = best(lambda: np.log(k.max(axis=0) / (prior @ k)))

    def fresh():
        channel.__dict__.pop("marginal", None)  # so that no cached marginal flatters the ratio
        return ps.pml(channel)

    ours = best(fresh)
    report("pml 1000x1000 against max of the lift", ours, plain, "<= 1.5")
    report("pml 1000x1000 against max over marginal", ours, lean, "<= 1.5")
    benchmark(fresh)


def test_ldp_against_column_extremes(benchmark):
    k = kernel(1000)
    channel = ps.Channel(k, np.full(1000, 1e-3))
    plain = best(lambda: np.log((k.max(axis=0) / k.min(axis=0)).max()))
    report("ldp 1000x1000 against column max/min", best(lambda: ps.ldp(channel)), plain, "<= 3")
    benchmark(ps.ldp, channel)


def test_ldp_against_qif(benchmark):
    k = kernel(100)
    channel = ps.Channel(k, np.full(100, 1e-2))
    discrete = qif.metric.discrete(qif.uint)
    theirs = best(lambda: qif.measure.d_privacy.smallest_epsilon(k, discrete), 3)
    found = qif.measure.d_privacy.smallest_epsilon(k, discrete)
    assert found == pytest.approx(ps.ldp(channel))
    report("ldp 100x100 against qif", best(lambda: ps.ldp(channel)), theirs, "<= 0.01")
    benchmark(ps.ldp, channel)


def test_import_against_numpy():
    def importing(name: str) -> float:
        return best(lambda: subprocess.run([sys.executable, "-c", f"import {name}"], check=True), 8)

    report("import pmlsym against import numpy", importing("pmlsym"), importing("numpy"), "<= 1.5")


def test_leakage_against_the_plain_formula(benchmark):
    scales = np.geomspace(0.1, 10, 100_000)
    plain = best(lambda: 2 / scales - np.log(1 - 0.1 + 0.1 * np.exp(2 / scales)))
    ours = best(lambda: histogram_leakage(0.1, scales))
    report("histogram_leakage of 100,000 scales", ours, plain, "none; it keeps more digits")
    benchmark(histogram_leakage, 0.1, scales)
