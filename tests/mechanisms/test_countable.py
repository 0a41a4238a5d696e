"""The countable mechanism against its printed entries, partial sums and merged channels."""

import math
from fractions import Fraction as F

import pytest
import sympy as sp

import pmlsym as ps
from pmlsym.mechanisms import RetentionReplacement

MECHANISM = RetentionReplacement()
FAR = 60  # secrets and outcomes in partial sums


def printed(n, m):
    """The kernel as Example 8 prints it, case by case."""
    if n == 0:
        return F(3, 4) if m == 0 else F(1, 3**m) / 2
    if m == 0:
        return F(1, 4)
    return F(1, 2) + F(1, 3**m) / 2 if m == n else F(1, 3**m) / 2


def test_the_kernel_has_the_entries_of_example_8():
    for x in range(12):
        for y in range(12):
            assert MECHANISM.kernel(x, y) == printed(x, y)
    assert [MECHANISM.prior(x) for x in range(4)] == [F(1, 2), F(1, 3), F(1, 9), F(1, 27)]


def test_prior_rows_and_marginals_are_what_partial_sums_tend_to():
    """The rest of every sum is a geometric one of ratio 1/3, so it is half of the last term."""
    rest = F(1, 3**FAR) / 2
    assert sum(MECHANISM.prior(x) for x in range(FAR + 1)) + rest == 1
    for x in range(6):
        row = sum(printed(x, y) for y in range(FAR + 1))
        assert row + rest / 2 == 1
    for y in range(6):
        far = printed(FAR, y)  # of every secret beyond y
        total = sum(MECHANISM.prior(x) * printed(x, y) for x in range(FAR + 1)) + rest * far
        assert MECHANISM.marginal(y) == total


def test_tails_are_what_the_secrets_before_leave():
    for size in range(8):
        assert MECHANISM.tail(size) == 1 - sum(MECHANISM.prior(x) for x in range(size))


def test_leakage_is_that_of_the_extreme_lifts():
    for y in range(8):
        marginal = MECHANISM.marginal(y)
        lifts = [printed(x, y) / marginal for x in range(FAR)]
        assert [MECHANISM.lift(x, y) for x in range(FAR)] == lifts
        assert sp.exp(MECHANISM.pml(y)) == sp.Rational(max(lifts))
        assert sp.exp(MECHANISM.pmc(y)) == sp.Rational(1 / min(lifts)) == 2


def test_leakage_as_printed_in_example_8():
    assert MECHANISM.pml(0) == sp.log(sp.Rational(3, 2))
    for y in range(1, 30):
        assert MECHANISM.pml(y) == sp.log(sp.Rational(3**y + 1, 2))
        assert MECHANISM.pmc(y) == sp.log(2)


def test_pml_has_no_bound():
    assert MECHANISM.lift(0, 100_000) == F(1, 2)
    assert MECHANISM.lift(100_000, 100_000) == F(1, 2) + F(3**100_000, 2)
    assert float(MECHANISM.pml(2000)) == pytest.approx(2000 * math.log(3) - math.log(2))


@pytest.mark.parametrize("size", range(7))
def test_truncated_rows_sum_to_one_and_hold_the_partial_sums(size):
    """Sum over merged secrets and outcomes up to FAR; what is left out is below 3^-FAR each."""
    channel = MECHANISM.truncated(size)
    assert channel.is_exact
    assert channel.shape == (size + 1, size + 1)
    parts = [[x] for x in range(size)] + [list(range(size, FAR))]
    for i, secrets in enumerate(parts):
        mass = F(str(channel.prior[i]))
        assert sum(F(str(channel.kernel[i, j])) for j in range(size + 1)) == 1
        for j, outcomes in enumerate(parts):
            part = sum(MECHANISM.prior(x) * printed(x, y) for x in secrets for y in outcomes)
            left = mass * F(str(channel.kernel[i, j])) - part
            assert 0 <= left <= F(3, 3**FAR)
            assert (left == 0) == (i < size and j < size)


@pytest.mark.parametrize("size", range(5))
def test_a_truncation_is_a_longer_one_with_its_ends_merged(size):
    longer = MECHANISM.truncated(size + 3)
    merge = [[int(min(x, size) == u) for u in range(size + 1)] for x in range(size + 4)]
    merged = longer.preprocess(merge).cascade(merge)
    assert merged.kernel == MECHANISM.truncated(size).kernel
    assert merged.prior == MECHANISM.truncated(size).prior


@pytest.mark.parametrize("size", range(1, 8))
def test_outcomes_below_the_cut_leak_what_they_did(size):
    channel = MECHANISM.truncated(size)
    assert list(ps.pml(channel))[:size] == [MECHANISM.pml(y) for y in range(size)]
    assert list(ps.pmc(channel)) == [sp.log(2)] * (size + 1)


@pytest.mark.parametrize("size", range(1, 8))
def test_the_merged_outcome_leaks_less_than_each_in_it(size):
    channel = MECHANISM.truncated(size)
    merged = sp.exp(ps.pml(channel)[size])
    assert merged == sp.Integer(3) ** (size - 1) + sp.Rational(1, 2)
    assert all(merged < sp.exp(MECHANISM.pml(y)) for y in range(size, size + 5))
    below = [sp.exp(MECHANISM.pml(y)) for y in range(size)]
    assert merged > max(below) if size > 1 else merged == max(below)


def test_nothing_is_left_to_learn_where_all_is_merged():
    channel = MECHANISM.truncated(0)
    assert channel.kernel.tolist() == [[1]]
    assert list(ps.pml(channel)) == list(ps.pmc(channel)) == [0]
