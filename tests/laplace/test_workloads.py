"""Workloads against their definitions on data: counts of tables, sums of ranges, eq. (9)."""

from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from pmlsym.laplace.workload.matrices import (
    all_ranges,
    as_workload,
    exact_entries,
    haar,
    identity,
    marginals,
    prefix,
    random_ranges,
    random_workload,
)

SIZES = st.integers(2, 9)


def is_a_range(row):
    """Ones without a hole, zeros elsewhere."""
    inside = np.flatnonzero(row)
    return set(row) <= {0, 1} and inside.size > 0 and np.ptp(inside) + 1 == inside.size


@given(SIZES, st.data())
def test_what_the_rows_count(k, data):
    x = np.array(data.draw(st.lists(st.integers(0, 50), min_size=k, max_size=k)))
    assert (identity(k) @ x).tolist() == x.tolist()
    assert (prefix(k) @ x).tolist() == np.cumsum(x).tolist()
    expected = sorted(sum(x[a:z]) for a, z in combinations(range(k + 1), 2))
    assert sorted((all_ranges(k) @ x).tolist()) == expected


@given(SIZES)
def test_all_ranges_are_all_of_them_once(k):
    rows = [tuple(row) for row in all_ranges(k).tolist()]
    assert len(rows) == len(set(rows)) == k * (k + 1) // 2
    assert all(is_a_range(row) for row in all_ranges(k))
    # prefixes are the ranges that start with the first class, the identity those of length one
    assert {tuple(row) for row in prefix(k).tolist()} == {row for row in rows if row[0]}
    assert {tuple(row) for row in identity(k).tolist()} == {row for row in rows if sum(row) == 1}
    assert identity(k).shape == prefix(k).shape == (k, k)


def test_haar_is_eq_9():
    one, pair, two = np.array([1]), np.array([1, 1]), np.array([1, -1])
    four, eight = np.kron(pair, pair), np.kron(pair, np.kron(pair, pair))
    by_hand = np.vstack(
        [
            eight,
            np.kron(two, four),
            np.kron(np.eye(2), np.kron(two, pair)),
            np.kron(np.eye(4), np.kron(two, one)),
        ]
    )
    assert haar(8).tolist() == by_hand.tolist()
    assert haar(2).tolist() == [[1, 1], [1, -1]]
    assert haar(8)[3].tolist() == [0, 0, 0, 0, 1, 1, -1, -1]


@pytest.mark.parametrize("k", [2, 4, 16, 64])
def test_wavelets_are_orthogonal(k):
    table = haar(k)
    gram = table @ table.T
    assert table.shape == (k, k)
    assert (gram == np.diag(np.diag(gram))).all()
    assert (table[0] == 1).all()
    assert (table[1:].sum(axis=1) == 0).all()
    blocks = [2**level for level in range(k.bit_length() - 1)]
    assert np.diag(gram).tolist() == [k, *(k // b for b in blocks for _ in range(b))]


@given(st.lists(st.integers(2, 4), min_size=1, max_size=3), st.data())
def test_marginals_are_the_tables_of_a_contingency_table(sizes, data):
    """Fewer attributes first; every table sums to the number of records."""
    cells = int(np.prod(sizes))
    counts = data.draw(st.lists(st.integers(0, 20), min_size=cells, max_size=cells))
    table = np.array(counts).reshape(sizes)
    every = range(len(sizes))
    whole = []
    for ways in range(len(sizes) + 1):
        tables = []
        for kept in combinations(every, ways):
            part = table.sum(axis=tuple(axis for axis in every if axis not in kept)).ravel()
            assert part.sum() == sum(counts)
            tables += part.tolist()
        whole += tables if ways else []
        assert (marginals(*sizes, ways=ways) @ np.array(counts)).tolist() == tables
    assert (marginals(*sizes) @ np.array(counts)).tolist() == whole


@given(st.integers(1, 30), SIZES, st.integers(0, 10**6))
def test_random_ranges_are_ranges_and_can_be_drawn_again(m, k, seed):
    table = random_ranges(m, k, rng=seed)
    assert table.shape == (m, k)
    assert all(is_a_range(row) for row in table)
    assert (table == random_ranges(m, k, rng=np.random.default_rng(seed))).all()


def test_random_ranges_have_the_distribution_of_the_paper():
    k, m = 4, 40_000
    table = random_ranges(m, k, rng=7)
    assert (table != random_ranges(m, k, rng=8)).any()
    first = table.argmax(axis=1)
    last = k - 1 - table[:, ::-1].argmax(axis=1)
    for a in range(k):
        assert np.mean(first == a) == pytest.approx(1 / k, abs=0.01)
        for z in range(a, k):
            assert np.mean(last[first == a] == z) == pytest.approx(1 / (k - a), abs=0.025)


def test_random_workloads_hold_the_entries_they_are_given():
    assert random_workload(1, 2, rng=0).shape == (1, 2)
    table = random_workload(300, 5, rng=3, entries=(-1, 0, 2))
    assert table.shape == (300, 5)
    values, counts = np.unique(table, return_counts=True)
    assert values.tolist() == [-1, 0, 2]
    assert (np.abs(counts / 1500 - 1 / 3) < 0.05).all()
    assert set(np.unique(random_workload(20, 5, rng=3))) == {0, 1}
    assert (
        table == random_workload(300, 5, rng=np.random.default_rng(3), entries=(-1, 0, 2))
    ).all()


def test_tables_of_any_make_are_understood():
    expected = [[0.0, 1.5], [2.0, -1.0]]
    for table in (
        expected,
        ((0, 1.5), (2, -1)),
        np.array(expected),
        [np.array([0, 1.5]), [F(2), F(-1)]],
    ):
        found = as_workload(table)
        assert found.dtype == float
        assert found.tolist() == expected


def test_exact_entries_are_kept_as_they_are():
    assert exact_entries([[0, F(1, 3)], (2, -1)]) == [[0, F(1, 3)], [2, -1]]
    assert exact_entries(haar(4)) == haar(4).tolist()
    assert exact_entries([[0, 1], [2, 1.0]]) is None
    assert exact_entries(np.zeros((2, 2))) is None
