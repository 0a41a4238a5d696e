"""Guessing functions: every guess, every order of guesses, and the rate at which PMC is neared."""

import itertools
import math
from fractions import Fraction as F

import numpy as np
import pytest
import qif
import sympy as sp
from hypothesis import given, strategies as st

import pmlsym as ps
from pmlsym import adversary as adv
from pmlsym.errors import ParameterError
from tests.adversary.definitions import (
    as_floats,
    at_most,
    channels_with,
    exact,
    floats,
    outcomes,
    posterior,
    pushed,
    ratio,
    ratios,
)
from tests.random_channels import distributions

LEAKAGES = (adv.right_guess_leakage, adv.wrong_guess_leakage, adv.guesswork_leakage)


@given(channels_with("function"))
def test_every_guess_of_a_function(case):
    channel, function = case
    before = pushed(channel[1], function)
    right, wrong = [], []
    for y in outcomes(channel):
        after = pushed(posterior(channel, y), function)
        guesses = range(len(after))
        right.append(ratio(max(after[u] for u in guesses), max(before[u] for u in guesses)))
        wrong.append(ratio(min(1 - before[u] for u in guesses), min(1 - after[u] for u in guesses)))
    assert ratios(adv.right_guess_leakage(exact(channel), function)) == right
    assert ratios(adv.wrong_guess_leakage(exact(channel), function)) == wrong


@given(channels_with("function"))
def test_no_function_passes_the_bounds(case):
    channel, function = case
    found = exact(channel)
    pmc = ratios(ps.pmc(found))
    assert all(
        map(at_most, ratios(adv.right_guess_leakage(found, function)), ratios(ps.pml(found)))
    )
    assert all(map(at_most, ratios(adv.wrong_guess_leakage(found, function)), pmc))
    for guesses, bound in zip(ratios(adv.guesswork_leakage(found, function)), pmc, strict=True):
        assert at_most(guesses, bound)
        assert guesses != bound or bound == 1  # guesswork stays below PMC


@given(channels_with("function"))
def test_exact_and_float_agree(case):
    channel, function = case
    numbers = np.array(function, float)
    for leakage in LEAKAGES:
        wanted = pytest.approx(as_floats(leakage(exact(channel), function)), abs=1e-12)
        assert leakage(floats(channel), numbers) == wanted
        assert leakage(exact(channel), numbers) == wanted
        assert leakage(floats(channel), function) == wanted


@given(st.integers(1, 6).flatmap(distributions))
def test_guesswork_is_the_least_over_all_orders(row):
    least = min(
        sum(rank * p for rank, p in zip(order, row, strict=True))
        for order in itertools.permutations(range(1, len(row) + 1))
    )
    assert adv.guesswork(row) == least
    numbers = np.array(row, float)
    assert adv.guesswork(numbers) == pytest.approx(float(least))
    assert adv.guesswork(numbers) == pytest.approx(qif.measure.guessing.prior(numbers))


@given(channels_with("function"))
def test_guesswork_leakage_over_all_orders(case):
    channel, function = case
    found = ratios(adv.guesswork_leakage(exact(channel), function))
    orders = list(itertools.permutations(range(1, len(function[0]) + 1)))

    def least(row):
        return min(sum(r * p for r, p in zip(order, row, strict=True)) for order in orders)

    for y in outcomes(channel):
        after = pushed(posterior(channel, y), function)
        assert found[y] == least(pushed(channel[1], function)) / least(after)


@pytest.mark.parametrize("parts", [2, 10, 1000])
def test_guesswork_of_a_split_secret(parts):
    """Guess the others first, then part by part: 1 - p + p ((k + 1)/2 + 1) guesses."""
    channel = ps.Channel([[F(1, 4), F(3, 4)], [F(1, 2), F(1, 2)]], [F(3, 5), F(2, 5)])
    function = adv.splitting(channel, 0, parts)
    p, q = F(3, 5), channel.posterior[0, 0]
    guesses = [1 - x + x * (F(parts + 1, 2) + 1) for x in (p, F(int(q.p), int(q.q)))]
    found = adv.guesswork_leakage(channel, function)[0]
    assert ratios(found) == [guesses[0] / guesses[1]]
    gap = float(ps.pmc(channel)[0] - found)
    assert gap > 0
    assert gap * (parts + 1) < 2 * float(1 / q - 1 / p)
    if parts == 1000:
        assert gap * (parts + 1) == pytest.approx(2 * float(1 / q - 1 / p), rel=0.01)


def test_guesswork_of_a_secret_that_is_ruled_out_grows_without_end():
    channel = ps.Channel([[0, 1], [1, 0]], [F(1, 2), F(1, 2)])
    for parts in (2, 10, 1000):
        found = adv.guesswork_leakage(channel, adv.splitting(channel, 0, parts))[0]
        assert ratios(found) == [1 + F(parts + 1, 4)]


def test_what_is_known_cannot_be_guessed_worse():
    channel = ps.Channel([[1, 0], [F(1, 2), F(1, 2)]], [F(1, 2), F(1, 2)])
    constant = [[1, 0], [1, 0]]
    for leakage in LEAKAGES:
        assert list(leakage(channel, constant)) == [0, 0]
        assert leakage(channel.as_float(), constant) == pytest.approx([0, 0], abs=1e-15)
    # the outcome 1 gives the secret away
    secret = [[1, 0], [0, 1]]
    assert adv.wrong_guess_leakage(channel, secret)[1] == sp.oo
    assert adv.wrong_guess_leakage(channel.as_float(), secret)[1] == math.inf


def test_a_rare_error_keeps_its_digits():
    """1 - P would be 0 in floats, and the leakage infinite."""
    rare = 1e-40
    channel = ps.Channel([[0.5, 0.5], [rare, 1.0]], [0.5, 0.5])
    found = adv.wrong_guess_leakage(channel, [[1, 0], [0, 1]])[0]
    assert found == pytest.approx(math.log(0.5) - math.log(2 * rare))


def test_symbols_leave_the_order_open():
    p = sp.Symbol("p", positive=True)
    channel = ps.Channel([[1 - p, p], [p, 1 - p]], [F(1, 2), F(1, 2)])
    with pytest.raises(ParameterError, match="put numbers"):
        adv.guesswork_leakage(channel, [[1, 0], [0, 1]])
    found = adv.wrong_guess_leakage(channel, [[1, 0], [0, 1]])[0]
    assert found.subs(p, sp.Rational(1, 4)) == sp.log(2)
