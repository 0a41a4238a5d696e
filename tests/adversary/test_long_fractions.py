"""Exact adversaries of channels whose fractions are long, against loops over Fractions."""

import itertools
import math
import random
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp

from pmlsym import adversary as adv
from pmlsym.adversary.expectation import dot, expected
from tests.adversary.definitions import (
    as_floats,
    exact,
    marginal,
    means,
    outcomes,
    posterior,
    pushed,
    ratio,
    ratios,
)

OUTCOMES = 53  # more beliefs than are multiplied at a time
SECRETS = 5
LONG, SHORT = 10**80, 12  # denominators


def distribution(rng, size, most, low=0):
    weights = [rng.randint(low, most) if low or rng.random() < 0.7 else 0 for _ in range(size)]
    weights[rng.randrange(size)] += 1
    return [F(weight, sum(weights)) for weight in weights]


def long_channel(seed, outcomes=OUTCOMES, most=LONG):
    """A channel with zeros and an impossible outcome, and the generator that made it."""
    rng = random.Random(seed)
    kernel = [[*distribution(rng, outcomes - 1, most), F(0)] for _ in range(SECRETS)]
    return (kernel, distribution(rng, SECRETS, most, low=1)), rng


def table(rng, columns, most):
    def entry():
        return F(rng.randint(0, most), rng.randint(1, most)) if rng.random() < 0.8 else F(0)

    return [[entry() for _ in range(columns)] for _ in range(SECRETS)]


def beliefs(channel):
    return [channel[1], *(posterior(channel, y) for y in outcomes(channel))]


def falls(values):
    return [ratio(values[0], value) for value in values[1:]]


@pytest.mark.parametrize("most", [SHORT, LONG])
def test_means_are_sums_of_products(most):
    channel, rng = long_channel(1, most=most)
    rows, payoff = beliefs(channel), table(rng, 4, most)
    wanted = [means(row, payoff) for row in rows]
    found = expected([list(map(sp.Rational, row)) for row in rows], payoff)
    assert [[F(int(v.p), int(v.q)) for v in row] for row in found] == wanted
    assert all(isinstance(v, sp.Rational) for row in found for v in row)
    assert dot(rows[3], [line[2] for line in payoff]) == wanted[3][2]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("most", [SHORT, LONG])
def test_gains_and_costs(seed, most):
    channel, rng = long_channel(seed, most=most)
    payoff, ch = table(rng, 3, most), exact(channel)
    payoff[0] = [F(1)] * 3  # so that no expected cost is 0 beforehand
    rows = [means(row, payoff) for row in beliefs(channel)]
    gains, costs = list(map(max, rows)), list(map(min, rows))
    assert ratios(adv.gain_leakage(ch, payoff)) == [ratio(gain, gains[0]) for gain in gains[1:]]
    assert ratios(adv.cost_leakage(ch, payoff)) == falls(costs)
    average = sum(p * cost for p, cost in zip(marginal(channel), costs[1:], strict=True))
    assert ratios(adv.average_cost_leakage(ch, payoff)) == [ratio(costs[0], average)]
    assert ratios(adv.worst_cost_leakage(ch, payoff)) == [ratio(costs[0], min(costs[1:]))]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("most", [SHORT, LONG])
def test_guesses_of_a_function(seed, most):
    channel, rng = long_channel(seed, most=most)
    ch, values = exact(channel), 4
    function = [distribution(rng, values, most) for _ in range(SECRETS)]
    rows = [pushed(row, function) for row in beliefs(channel)]
    best = list(map(max, rows))
    assert ratios(adv.right_guess_leakage(ch, function)) == [ratio(b, best[0]) for b in best[1:]]
    assert ratios(adv.wrong_guess_leakage(ch, function)) == falls([1 - b for b in best])
    tries = [
        min(sum(i * p for i, p in enumerate(order, 1)) for order in itertools.permutations(row))
        for row in rows
    ]
    assert ratios(adv.guesswork_leakage(ch, function)) == falls(tries)
    assert adv.guesswork(rows[0]) == sp.Rational(tries[0])
    payoff = [*table(rng, 3, most)[: values - 1], [F(1)] * 3]
    costs = [min(means(row, payoff)) for row in rows]
    average = sum(p * cost for p, cost in zip(marginal(channel), costs[1:], strict=True))
    assert ratios(adv.average_cost_leakage(ch, payoff, function)) == [ratio(costs[0], average)]
    assert ratios(adv.worst_cost_leakage(ch, payoff, function)) == [ratio(costs[0], min(costs[1:]))]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("most", [SHORT, LONG])
def test_distances(seed, most):
    channel, rng = long_channel(seed, most=most)
    values = [F(rng.randint(-most, most), rng.randint(1, most)) for _ in range(SECRETS)]
    values[seed % 2] = values[3]  # two secrets of one value
    absolute, squared = [], []
    for row in beliefs(channel):
        pairs = list(zip(row, values, strict=True))
        absolute.append(min(sum(p * abs(v - w) for p, v in pairs) for w in values))
        centre = sum(p * v for p, v in pairs)
        squared.append(sum(p * (v - centre) ** 2 for p, v in pairs))
    ch = exact(channel)
    assert ratios(adv.distance_leakage(ch, values, power=1)) == falls(absolute)
    assert ratios(adv.distance_leakage(ch, values, power=2)) == falls(squared)


def test_a_median_between_two_values():
    """Half of the probability is at most 1: every estimate from 1 to 4 is best."""
    ch = exact(([[F(1), F(0)], [F(1, 2), F(1, 2)], [F(0), F(1)]], [F(1, 4), F(1, 4), F(1, 2)]))
    assert adv.distance_leakage(ch, [0, 1, 4], power=1)[0] == sp.log(F(7, 4) / F(1, 3))


def log_loss_ratio(before, after, alpha):
    """The leakage in 400 digits."""
    with mpmath.workdps(400):

        def loss(row):
            p = [mpmath.mpf(v.numerator) / v.denominator for v in row if v]
            if alpha == 1:
                return -sum(v * mpmath.log(v) for v in p)
            order = mpmath.mpf(F(alpha).numerator) / F(alpha).denominator
            return 1 - sum(v**order for v in p) ** (1 / order)

        lost = loss(after)
        return float(mpmath.log(loss(before) / lost)) if lost > mpmath.mpf(10) ** -390 else math.inf


@pytest.mark.parametrize("alpha", [1, F(3, 2), 2, 5])
@pytest.mark.parametrize(
    ("outcomes", "most"), [(4, SHORT), (4, LONG), (OUTCOMES, LONG), (4, LONG**9)]
)
def test_alpha_loss(alpha, outcomes, most):
    """Long numbers, of which sympy takes no roots, are measured in floats."""
    channel, _ = long_channel(3, outcomes, most)
    found = adv.alpha_loss_leakage(exact(channel), alpha)
    rows = beliefs(channel)
    wanted = [log_loss_ratio(rows[0], row, alpha) for row in rows[1:]]
    assert as_floats(found) == pytest.approx(wanted, abs=1e-9)
    if most == SHORT:
        assert not isinstance(found, np.ndarray)
    if most == LONG**9 and alpha != 1:
        assert isinstance(found, np.ndarray)


def test_a_sum_of_squares_that_sympy_fails_to_factor():
    """The denominator is twice a square of more than 2^1024, which overflows in sympy."""
    m = sp.nextprime(2**1100)
    row = [F(1, 2), F(1, 2) - F(3, m), F(3, m)]
    found = adv.least_alpha_loss(row, 2)
    with mpmath.workdps(800):
        wanted = 2 * (
            1 - mpmath.sqrt(sum((mpmath.mpf(p.numerator) / p.denominator) ** 2 for p in row))
        )
    assert float(found) == pytest.approx(float(wanted), rel=1e-12)
    channel = [[F(1), F(0)], [F(1, 2), F(1, 2)], [F(1, 3), F(2, 3)]], row
    wanted = [log_loss_ratio(row, posterior(channel, y), 2) for y in outcomes(channel)]
    assert as_floats(adv.alpha_loss_leakage(exact(channel), 2)) == pytest.approx(wanted, abs=1e-12)
