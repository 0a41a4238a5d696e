"""Published histograms: the law of the noise, exactly; what it leaks, by enumeration; extremes."""

import math
from fractions import Fraction as F
from itertools import product

import flint
import numpy as np
import pytest
import scipy.stats
import sympy as sp
from hypothesis import given, strategies as st

from pmlsym.errors import VacuousGuaranteeWarning
from pmlsym.laplace import release_histogram
from pmlsym.laplace.release import (
    MOST_SCALE,
    discrete_laplace,
    discrete_laplaces,
    draw_from,
    draws_from,
    exponential_coin,
    leaks_at_most,
    safe_scale,
)
from pmlsym.randomness import _Bits, _Words


class UndecidedError(Exception):
    """A sample needs more draws than were prepared."""


def law(sample, smallest):
    """Return the probability of every result, exactly, and what is left undecided.

    A function of random whole numbers is run on every sequence of them, but for those of less
    probability than `smallest`.
    """
    found, undecided = {}, F(0)
    open_ = [((), F(1))]
    while open_:
        prepared, chance = open_.pop()
        asked, rest = [], iter(prepared)

        def draw(most, asked=asked, rest=rest):
            for number in rest:
                return number
            asked.append(most)
            raise UndecidedError

        try:
            result = sample(draw)
        except UndecidedError:
            share = chance / asked[0]
            if share < smallest:
                undecided += chance
            else:
                open_ += [((*prepared, number), share) for number in range(asked[0])]
        else:
            found[result] = found.get(result, F(0)) + chance
    assert sum(found.values()) + undecided == 1
    return found, undecided


@pytest.mark.parametrize("rate", [F(0), F(1, 3), F(1)])
def test_the_coin_is_exponential(rate):
    found, undecided = law(lambda draw: exponential_coin(rate, draw), F(1, 10**6))
    assert undecided < 1e-3
    assert found[True] <= math.exp(-rate) + 1e-15
    assert found[True] + undecided >= math.exp(-rate) - 1e-15


@pytest.mark.parametrize("scale", [F(1), F(1, 2), F(3, 2)])
def test_the_noise_is_discrete_laplace(scale):
    """Every probability is enclosed by what is decided and what is not."""
    found, undecided = law(lambda draw: discrete_laplace(scale, draw), F(1, 10**5))
    assert undecided < 0.3
    q = math.exp(-1 / scale)
    for z in range(-6, 7):
        exact = (1 - q) / (1 + q) * q ** abs(z)
        decided = float(found.get(z, 0))
        assert decided <= exact * (1 + 1e-12)
        assert exact <= decided + float(undecided)
        assert found.get(z, 0) == found.get(-z, 0)


def from_arrays(scale, size):
    """Samples drawn as an array, as a function of numbers that are drawn one by one."""

    def sample(draw):
        def draws(most, count):
            return np.array([draw(most) for _ in range(count)], dtype=np.int64)

        return tuple(discrete_laplaces(scale, size, draws).tolist())

    return sample


@pytest.mark.parametrize("scale", [F(1), F(1, 2), F(3, 2)])
def test_noise_in_arrays_has_the_same_law(scale):
    found, undecided = law(from_arrays(scale, 1), F(1, 10**4))
    assert undecided < 0.4
    q = math.exp(-1 / scale)
    for z in range(-6, 7):
        exact = (1 - q) / (1 + q) * q ** abs(z)
        decided = found.get((z,), F(0))
        assert decided <= exact * (1 + 1e-12)
        assert exact <= decided + float(undecided)
        assert decided == found.get((-z,), F(0))


def test_noise_in_arrays_is_independent():
    """The probability of each pair is the product, up to what is undecided."""
    found, undecided = law(from_arrays(F(1), 2), F(1, 5000))
    q = math.exp(-1)
    chances = {z: (1 - q) / (1 + q) * q ** abs(z) for z in range(-4, 5)}
    for pair in product(chances, repeat=2):
        exact = chances[pair[0]] * chances[pair[1]]
        assert float(found.get(pair, 0)) <= exact * (1 + 1e-12)
        assert exact <= float(found.get(pair, 0) + undecided)
    assert found[0, 0] > 0.02


@pytest.mark.parametrize(("t", "s"), [(2**61 + 1, 1), (2**61, 3), (2**61 - 1, 2**61 - 3)])
@pytest.mark.parametrize("rounds", [0, 2, 3, 4, 7])
def test_noise_beyond_64_bits_is_cut_off_there(t, s, rounds):
    """Coins are prepared so that U = 5 is accepted and V counts the rounds."""
    coins = {1: [], 2: [0] * rounds + [1, 0], 3: [1] * rounds}  # draws of K, then of the sign

    def draws(most, count):
        found = 0 if most == 1 else 5 if most == t else coins[most].pop(0)
        return np.array([found] * count)

    exact = (5 + t * rounds) // s
    assert discrete_laplaces(F(t, s), 1, draws).tolist() == [min(exact, 2**63 - 1)]


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("scale", [F(5, 2), F(7, 3), F(1, 3)])
def test_samples_follow_that_law(scale, several):
    q = math.exp(-1 / scale)
    if several:
        found = discrete_laplaces(scale, 200_000, draws_from(7))
    else:
        draw = draw_from(7)
        found = np.array([discrete_laplace(scale, draw) for _ in range(10_000)])
    reach = 6 if scale > 1 else 2
    chances = np.array([(1 - q) / (1 + q) * q ** abs(z) for z in range(-reach, reach + 1)])
    expected = np.append(chances, 1 - chances.sum()) * len(found)
    inside = np.where(np.abs(found) <= reach, found + reach, 2 * reach + 1)
    seen = np.bincount(inside, minlength=2 * reach + 2)
    assert ((seen - expected) ** 2 / expected).sum() < scipy.stats.chi2.isf(1e-3, 2 * reach + 1)


def test_numbers_from_bits_are_uniform():
    """Of three bits each, 0 to 4 are taken and 5 to 7 thrown away; 3 then comes next."""
    for first in range(8):
        stream = (first | 3 << 3).to_bytes(8, "little")
        bits = _Bits(lambda size, stream=stream: stream + bytes(size - 8))
        assert bits.below(5) == (first if first < 5 else 3)
    assert _Bits(lambda size: b"\xff" * size).below(1) == 0


def test_words_are_uniform():
    """Of the words of five bits 0 to 19 are taken, the others are left out, in the given order."""
    asked = []

    def read(size, stream=iter(bytes(range(256)) * 2)):  # noqa: B008  # one stream for all calls
        asked.append(size)
        return bytes(next(stream) for _ in range(size))

    words = _Words(read)
    found = words.below(20, 100)
    assert found.tolist() == [word % 32 for word in range(256) if word % 32 < 20][:100]
    assert sum(asked) < 256
    assert words.below(1, 3).tolist() == [0, 0, 0]
    for most in (2**8, 2**8 + 1, 2**33, 2**53 - 1, 2**63):
        below = draws_from(1)(most, 20_000)
        assert below.dtype == np.int64
        assert 0 <= below.min() <= below.max() < most
        assert abs(below.mean() / (most - 1) - 0.5) < 0.01
    assert len(draws_from(None)(5, 7)) == 7


def published_chance(outcome, count, q):
    """The probability that a count is published as an outcome: everything below zero is zero."""
    if outcome == 0:
        return q**count / (1 + q)
    return (1 - q) / (1 + q) * q ** abs(outcome - count)


@pytest.mark.parametrize(("k", "n"), [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2)])
@pytest.mark.parametrize("q", [F(1, 10), F(2, 3)])
def test_what_is_published_leaks_as_theorem_4_says(k, n, q):
    """Every database, every outcome up to one beyond the counts, every corner of Q_alpha."""
    alpha = F(1, 2 * k)
    skewed = [F(1, k + 2)] * (k - 1) + [F(3, k + 2)]
    own = [[alpha + (1 - k * alpha) * (i == j) for i in range(k)] for j in range(k)]
    worst = F(0)
    for outcome in product(range(n + 2), repeat=k):
        given_class = [F(0)] * k
        for database in product(range(k), repeat=n):
            counts = [database.count(j) for j in range(k)]
            chance = math.prod((skewed[i] for i in database[1:]), start=F(1))
            for y, count in zip(outcome, counts, strict=True):
                chance *= published_chance(y, count, q)
            given_class[database[0]] += chance
        for prior in own:
            total = sum(p * density for p, density in zip(prior, given_class, strict=True))
            worst = max(worst, max(given_class) / total)
    assert worst == 1 / (alpha + (1 - alpha) * q**2)


def test_a_release_follows_that_law():
    scale = safe_scale(1.0, 0.2, 2)
    q = math.exp(-1 / scale)
    rng = np.random.default_rng(0)
    seen = np.array([release_histogram([2, 0], 1.0, 0.2, rng) for _ in range(2000)])
    for column, count in zip(seen.T, (2, 0), strict=True):
        chances = np.array([published_chance(y, count, q) for y in range(12)])
        expected = np.append(chances, 1 - chances.sum()) * len(seen)
        found = np.bincount(np.minimum(column, 12), minlength=13)
        assert ((found - expected) ** 2 / expected).sum() < 32.9  # 12 degrees, one in a thousand


def test_large_histograms_follow_that_law():
    scale = safe_scale(1.0, 1e-4, 5000)
    q = math.exp(-1 / scale)
    found = release_histogram([1] * 5000, 1.0, 1e-4, rng=2)
    assert found.dtype == np.int64
    chances = np.array([published_chance(y, 1, q) for y in range(9)])
    expected = np.append(chances, 1 - chances.sum()) * len(found)
    seen = np.bincount(np.minimum(found, 9), minlength=10)
    assert ((seen - expected) ** 2 / expected).sum() < scipy.stats.chi2.isf(1e-3, 9)
    ends = release_histogram([2**62] * 200 + [0] * 200, 2.0**-51, 0.0025, rng=1)
    assert ends.min() == 0
    assert (ends[:200] > 2**61).all()


@pytest.mark.parametrize("size", [2, 300])
def test_the_noise_does_not_depend_on_the_count(size):
    """Also where neighbouring floats are 1,024 apart."""
    few, many = np.full(size, 1000), np.full(size, 2**62)
    alike = [release_histogram(true, 0.5, 1 / size, rng=3) - true for true in (few, many)]
    assert (alike[0] == alike[1]).all()


def test_the_noise_of_two_counts_does_not_depend_on_them():
    """Also where neighbouring floats are 1,024 apart."""
    small = release_histogram([1000, 2000], 0.5, 0.1, rng=3) - [1000, 2000]
    large = release_histogram([2**62, 2**62 - 1], 0.5, 0.1, rng=3) - np.array([2**62, 2**62 - 1])
    assert small.tolist() == large.tolist()
    assert small.any()


@given(st.floats(1e-15, 5.0), st.floats(1e-12, 0.5))
def test_the_scale_is_safe_and_no_larger_than_needed(epsilon, alpha):
    if epsilon >= -math.log(alpha):
        return
    scale = safe_scale(epsilon, alpha, 2)
    before = flint.ctx.dps
    flint.ctx.dps = 80
    try:
        for one, safe in ((scale, True), (scale * (1 - F(1, 10**6)), False)):
            a, b = flint.arb(alpha), flint.arb(flint.fmpq(one.numerator, one.denominator))
            leakage = -(a + (1 - a) * (-2 / b).exp()).log()
            if safe or -math.log(alpha) - epsilon > 1e-6:
                assert bool(leakage <= flint.arb(epsilon)) is safe
    finally:
        flint.ctx.dps = before


def test_a_level_just_below_the_largest_gets_the_noise_that_it_needs():
    """The float log(2) is below log 2, so that no noise at all would be a broken promise."""
    with pytest.warns(VacuousGuaranteeWarning):
        assert safe_scale(sp.log(2), F(1, 2), 2) == 0
    scale = safe_scale(math.log(2), 0.5, 2)
    assert 0 < scale < 0.1
    assert leaks_at_most(scale, F(math.log(2)), F(1, 2))
    assert not leaks_at_most(F(0), F(math.log(2)), F(1, 2))


def test_a_level_whose_noise_just_fits_is_published():
    epsilon = 2 / MOST_SCALE
    found = release_histogram([2**62, 0], epsilon, 0.5, rng=1)
    assert found.dtype == np.int64
    assert abs(int(found[0]) - 2**62) > 10**14


def test_without_a_seed_no_two_releases_are_alike():
    first, second = (release_histogram([10**6] * 8, 0.01, 0.1) for _ in range(2))
    assert (first != second).any()
