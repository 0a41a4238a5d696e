"""Estimates of a number, against minimisation, Fractions and many digits."""

import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st
from scipy.optimize import minimize_scalar

import pmlsym as ps
from pmlsym import adversary as adv
from tests.adversary.definitions import (
    as_floats,
    at_most,
    exact,
    floats,
    logarithm,
    outcomes,
    posterior,
    ratio,
    ratios,
)
from tests.random_channels import exact_channels

NUMBERS = st.fractions(-3, 3, max_denominator=4)


@st.composite
def numbered(draw):
    channel = draw(exact_channels())
    size = len(channel[1])
    return channel, draw(st.lists(NUMBERS, min_size=size, max_size=size))


def variance(row, values):
    """As a mean over pairs, which knows of no best estimate."""
    return (
        sum(
            p * q * (v - w) ** 2
            for p, v in zip(row, values, strict=True)
            for q, w in zip(row, values, strict=True)
        )
        / 2
    )


def absolute(row, values):
    """As an integral over cuts: what a cut separates is the smaller side."""
    points = sorted(set(values))
    below = [sum(p for p, v in zip(row, values, strict=True) if v <= cut) for cut in points]
    return sum(
        (high - low) * min(left, 1 - left)
        for low, high, left in zip(points[:-1], points[1:], below[:-1], strict=True)
    )


@given(numbered(), st.sampled_from([(1, absolute), (2, variance)]))
def test_exact_distances(case, kind):
    (channel, values), (power, least) = case, kind
    wanted = [
        ratio(least(channel[1], values), least(posterior(channel, y), values))
        for y in outcomes(channel)
    ]
    found = exact(channel)
    leakages = adv.distance_leakage(found, values, power)
    assert ratios(leakages) == wanted
    assert all(map(at_most, ratios(leakages), ratios(ps.pmc(found))))
    in_floats = adv.distance_leakage(floats(channel), np.array(values, float), power)
    assert in_floats == pytest.approx([logarithm(w) for w in wanted], abs=1e-9)


@given(numbered(), st.sampled_from([1.1, 1.5, F(5, 2), 3, 8]))
def test_other_powers_by_minimising(case, power):
    channel, values = case
    found = adv.distance_leakage(floats(channel), np.array(values, float), power)
    numbers, p = np.array(values, float), float(power)

    def least(row):
        weights = np.array(row, float)
        if len({v for v, q in zip(values, row, strict=True) if q}) == 1:
            return 0.0
        return minimize_scalar(
            lambda w: weights @ np.abs(numbers - w) ** p,
            bounds=(numbers.min(), numbers.max()),
            method="bounded",
            options={"xatol": 1e-10},
        ).fun

    before = least(channel[1])
    for y in outcomes(channel):
        after = least(posterior(channel, y))
        wanted = math.log(before / after) if after else (math.inf if before else 0.0)
        assert found[y] == pytest.approx(wanted, abs=1e-6)
    assert np.all(found <= ps.pmc(floats(channel)) + 1e-9)
    assert adv.distance_leakage(exact(channel), values, power) == pytest.approx(found, abs=1e-12)


@given(numbered())
def test_powers_next_to_one_and_two(case):
    """The search for the balance at almost the powers that have a formula."""
    channel, values = floats(case[0]), np.array(case[1], float)
    for power, near in ((1, 1 + 1e-9), (2, 2 + 1e-9)):
        wanted = adv.distance_leakage(channel, values, power)
        assert adv.distance_leakage(channel, values, near) == pytest.approx(wanted, abs=1e-6)


@given(numbered(), st.sampled_from([1.0, 1.5, 2.0, 4.0]))
def test_where_the_numbers_lie_does_not_matter(case, power):
    channel, values = floats(case[0]), np.array(case[1], float)
    found = adv.distance_leakage(channel, values, power)
    for moved in (-values, 8 * values, values + 16.0, values * 2.0**900):
        assert adv.distance_leakage(channel, moved, power) == pytest.approx(found, abs=1e-9)


@pytest.mark.parametrize("power", [1.05, 1.5, 2, 3, 10])
@pytest.mark.parametrize("rare", [1e-3, 1e-30])
def test_digits_of_a_rare_error(power, rare):
    """After the outcome one number is almost sure; the least cost in 60 digits."""
    channel = ps.Channel(
        [[1.0, 0.0], [rare, 1 - rare], [rare / 2, 1 - rare / 2]], [0.5, 0.25, 0.25]
    )
    values = [0.0, 1.0, 3.0]
    with mpmath.workdps(60):
        before = _least([mpmath.mpf(v) for v in ("0.5", "0.25", "0.25")], values, power)
        joint = [mpmath.mpf("0.5"), mpmath.mpf(rare) / 4, mpmath.mpf(rare) / 8]
        after = _least([v / sum(joint) for v in joint], values, power)
        wanted = float(mpmath.log(before / after))
    assert adv.distance_leakage(channel, values, power)[0] == pytest.approx(wanted, rel=1e-11)


def _least(row, values, power):
    """The least cost by bisecting its slope, in mpmath's digits and in logarithms of the place."""

    def slope(w):
        return sum(
            p * mpmath.sign(w - v) * abs(w - v) ** (mpmath.mpf(power) - 1)
            for p, v in zip(row, values, strict=True)
        )

    low, high = mpmath.mpf(-200_000), mpmath.log(3)
    for _ in range(300):
        middle = (low + high) / 2
        low, high = (low, middle) if slope(mpmath.exp(middle)) > 0 else (middle, high)
    w = mpmath.exp(low)
    return sum(p * abs(w - v) ** mpmath.mpf(power) for p, v in zip(row, values, strict=True))


def test_numbers_at_the_edge_of_floats():
    channel = ps.Channel([[0.75, 0.25], [0.25, 0.75]], [0.5, 0.5])
    for values in ([-1.7e308, 1.7e308], [0.0, 5e-324], [1e16, 1e16 + 2], [-1e-200, 1e-200]):
        assert adv.distance_leakage(channel, values, 1) == pytest.approx([math.log(2)] * 2)
        assert adv.distance_leakage(channel, values, 2) == pytest.approx([math.log(4 / 3)] * 2)
        # for p = 3 the estimate w of two numbers has w^2 : (1 - w)^2 = odds
        w = 1 / (1 + math.sqrt(3))
        least = 0.75 * w**3 + 0.25 * (1 - w) ** 3
        if values[1] > 1e-320:
            assert adv.distance_leakage(channel, values, 3) == pytest.approx(
                [math.log(0.125 / least)] * 2
            )


def test_numbers_that_are_given_away_or_all_the_same():
    channel = ps.Channel([[1, 0], [0, 1], [0, 1]], [F(1, 2), F(1, 4), F(1, 4)])
    for power in (1, 2, 1.5):
        for kind in (channel, channel.as_float()):
            assert list(adv.distance_leakage(kind, [0, 1, 1], power)) == [math.inf, math.inf]
            assert list(adv.distance_leakage(kind, [7, 7, 7], power)) == [0, 0]
            assert adv.distance_leakage(kind, [0, 1, 2], power)[0] == math.inf


def test_irrational_and_symbolic_numbers():
    channel = ps.Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)])
    assert list(adv.distance_leakage(channel, [0, sp.sqrt(2)])) == [sp.log(sp.Rational(4, 3))] * 2
    assert list(adv.distance_leakage(channel, [sp.pi, 3], 1)) == [sp.log(2)] * 2
    v = sp.Symbol("v", positive=True)
    assert list(adv.distance_leakage(channel, [0, v])) == [sp.log(sp.Rational(4, 3))] * 2
    assert as_floats(adv.distance_leakage(channel, [0, 1], 2.0)) == pytest.approx(
        [math.log(4 / 3)] * 2
    )
