"""Streams of columns: the same numbers as from a whole channel, in little memory."""

import itertools
import math
import tracemalloc
from fractions import Fraction as F

import dask.array
import numpy as np
import pytest

import pmlsym as ps
from pmlsym import streams

RNG = np.random.default_rng(15)


def random_channel(secrets, outcomes, zeros=0, null=0):
    kernel = RNG.dirichlet(np.full(outcomes, 0.5), secrets)
    for _ in range(zeros):
        kernel[RNG.integers(secrets), RNG.integers(outcomes)] = 0
    kernel[:, RNG.choice(outcomes, null, replace=False)] = 0
    kernel /= kernel.sum(axis=1, keepdims=True)
    return kernel, RNG.dirichlet(np.ones(secrets))


def whole(kernel, prior):
    """Measure all columns at once."""
    channel = ps.Channel(kernel, prior)
    return {
        "pml": ps.pml(channel).max(),
        "pmc": ps.pmc(channel).max(),
        "ldp": ps.ldp(channel),
        "maximal_leakage": ps.maximal_leakage(channel),
        "maximal_cost_leakage": ps.maximal_cost_leakage(channel),
        "mutual_information": ps.mutual_information(channel),
        "lip": ps.lip(channel),
        "alip": ps.alip(channel),
    }


def cut(kernel, sizes):
    ends = np.cumsum(sizes)
    return [kernel[:, end - size : end] for size, end in zip(sizes, ends, strict=True)]


@pytest.mark.parametrize(
    ("secrets", "outcomes", "zeros", "null"),
    [(2, 1, 0, 0), (2, 2, 1, 0), (3, 50, 0, 0), (5, 200, 30, 3), (40, 30, 0, 1), (3, 9, 4, 4)],
)
def test_a_stream_leaks_what_the_channel_leaks(secrets, outcomes, zeros, null, monkeypatch):
    kernel, prior = random_channel(secrets, outcomes, zeros, null)
    wanted = whole(kernel, prior)
    half = outcomes // 2
    for entries, blocks in itertools.product(
        (1, 7 * secrets, 2**19),
        ([kernel], cut(kernel, [half, 0, outcomes - half]), list(kernel.T), kernel),
    ):
        monkeypatch.setattr(streams, "_ENTRIES", entries)
        found = ps.stream_leakage(iter(blocks) if isinstance(blocks, list) else blocks, prior)
        assert found.outcomes == outcomes
        for name, value in wanted.items():
            assert getattr(found, name) == pytest.approx(value, abs=1e-12), name
        channel = ps.Channel(kernel, prior)
        assert ps.pml(channel)[found.worst_pml] == pytest.approx(found.pml)
        assert ps.pmc(channel)[found.worst_pmc] == pytest.approx(found.pmc)


def test_a_stream_leaks_what_exact_sums_over_the_joint_law_say():
    kernel = [[F(1, 2), F(1, 4), F(1, 8), F(1, 8)], [F(1, 8), F(1, 4), F(1, 2), F(1, 8)]]
    prior = [F(1, 4), F(3, 4)]
    seen = [[float(p) for p in row] for row in kernel]
    found = ps.stream_leakage([np.array(seen)[:, :3], np.array(seen)[:, 3]], prior)
    columns = [*zip(*kernel, strict=True)]
    mean = [sum(p * c for p, c in zip(prior, column, strict=True)) for column in columns]
    lifts = [[p / m for p in column] for column, m in zip(columns, mean, strict=True)]
    assert found.pml == pytest.approx(math.log(max(map(max, lifts))), abs=1e-14)
    assert found.pmc == pytest.approx(-math.log(min(map(min, lifts))), abs=1e-14)
    assert found.ldp == pytest.approx(math.log(4), abs=1e-14)
    assert found.maximal_leakage == pytest.approx(math.log(F(11, 8)), abs=1e-14)
    assert found.maximal_cost_leakage == pytest.approx(-math.log(F(5, 8)), abs=1e-14)
    information = sum(
        p * c * math.log(lift)
        for column, lift in zip(columns, lifts, strict=True)
        for p, c, lift in zip(prior, column, lift, strict=True)
    )
    assert found.mutual_information == pytest.approx(information, abs=1e-14)
    assert (found.worst_pml, found.worst_pmc) == (0, 2)


def test_a_dask_array_is_measured_block_by_block():
    kernel, prior = random_channel(3, 1000)
    for chunks in ((3, 100), (1, 300), (2, 1000)):
        found = ps.stream_leakage(dask.array.from_array(kernel, chunks=chunks), prior)
        assert found.outcomes == 1000
        for name, value in whole(kernel, prior).items():
            assert getattr(found, name) == pytest.approx(value, abs=1e-12), name


def test_tiny_probabilities_keep_their_digits():
    """Each outcome's probability is near the smallest float."""
    tiny = 1e-305
    kernel = np.array([[3 * tiny, tiny, 1.0], [tiny, 2 * tiny, 1.0]])
    found = ps.stream_leakage(cut(kernel, [1, 1, 1]), [0.5, 0.5])
    assert (found.pml, found.ldp) == pytest.approx((math.log(1.5), math.log(3)), abs=1e-12)


def test_memory_does_not_grow_with_the_stream(monkeypatch):
    monkeypatch.setattr(streams, "_ENTRIES", 2**14)
    outcomes, size = 500_000, 5_000

    def blocks():
        for _ in range(outcomes // size):
            yield np.full((4, size), 1 / outcomes)

    tracemalloc.start()
    found = ps.stream_leakage(blocks(), [0.25] * 4)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.outcomes == outcomes
    assert found.pml == pytest.approx(0, abs=1e-9)
    assert most < 4_000_000  # the kernel alone has 16 MB
