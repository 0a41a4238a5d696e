"""The functions that attain PML and PMC, and those that take the place of a cost."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st

import pmlsym as ps
from pmlsym import adversary as adv
from tests.adversary.definitions import (
    INFINITE,
    as_floats,
    at_most,
    channels_with,
    exact,
    floats,
    means,
    outcomes,
    posterior,
    pushed,
    ratio,
    ratios,
)
from tests.random_channels import exact_channels

HALF = F(1, 2)
THREE = ps.Channel(
    [
        [F(1, 2), F(1, 3), F(1, 6)],
        [F(1, 4), F(1, 4), F(1, 2)],
        [F(1, 10), F(4, 5), F(1, 10)],
    ],
    [F(1, 7), F(2, 7), F(4, 7)],
)


@given(exact_channels(), st.integers(1, 5), st.data())
def test_splitting_and_singling_out_at_any_number_of_parts(channel, parts, data):
    """The values in the docstrings, from the prior and posterior of the one secret."""
    y = data.draw(st.integers(0, len(channel[0][0]) - 1))
    prior, after = channel[1], posterior(channel, y)
    lifts = [q / p for p, q in zip(prior, after, strict=True)]
    found = exact(channel)
    p, q = _pair(prior, after, lifts.index(min(lifts)))
    wanted = ratio(1 - max(1 - p, p / parts), 1 - max(1 - q, q / parts))
    assert ratios(adv.wrong_guess_leakage(found, adv.splitting(found, y, parts))[y]) == [wanted]
    if parts * (1 - p) >= p:
        assert wanted == ratios(ps.pmc(found)[y])[0]
    p, q = _pair(prior, after, lifts.index(max(lifts)))
    wanted = max(q, (1 - q) / parts) / max(p, (1 - p) / parts)
    assert ratios(adv.right_guess_leakage(found, adv.singling_out(found, y, parts))[y]) == [wanted]
    if parts * p >= 1 - p:
        assert wanted == ratios(ps.pml(found)[y])[0]


def _pair(prior, after, x):
    return prior[x], after[x]


@given(exact_channels())
def test_shattering_attains_pml_everywhere(channel):
    found = exact(channel)
    function = adv.shattering(found)
    assert all(sum(row) == 1 and min(row) >= 0 for row in function.tolist())
    assert adv.right_guess_leakage(found, function) == ps.pml(found)
    approximate = floats(channel)
    in_floats = adv.right_guess_leakage(approximate, adv.shattering(approximate))
    assert in_floats == pytest.approx(ps.pml(approximate), abs=1e-9)


def test_shattering_irrational_priors():
    root = sp.sqrt(2) / 4
    channel = ps.Channel([[1, 0], [HALF, HALF]], [root, 1 - root])
    found = adv.right_guess_leakage(channel, adv.shattering(channel))
    assert [float(v) for v in found] == pytest.approx([float(v) for v in ps.pml(channel)])


@given(exact_channels(), st.sampled_from([1, 2, 7]))
def test_float_constructions_attain_as_well(channel, parts):
    found, approximate = exact(channel), floats(channel)
    for y in outcomes(channel):
        if len(set(found.lift[:, y])) < len(channel[1]):
            continue  # rounding may choose another of several secrets
        for build, leakage in (
            (adv.splitting, adv.wrong_guess_leakage),
            (adv.singling_out, adv.right_guess_leakage),
        ):
            wanted = float(leakage(found, build(found, y, parts))[y])
            in_floats = leakage(approximate, build(approximate, y, parts))[y]
            assert in_floats == pytest.approx(wanted, abs=1e-9)


@given(channels_with("function"))
def test_the_cost_of_a_function_leaks_what_guessing_it_leaks(case):
    channel, function = case
    found = exact(channel)
    cost = adv.cost_of(function)
    assert adv.cost_leakage(found, cost) == adv.wrong_guess_leakage(found, function)
    in_floats = adv.cost_of(np.array(function, float))
    assert in_floats == pytest.approx(np.array(cost.tolist(), float), abs=1e-15)


def test_the_cost_of_a_nearly_sure_guess_keeps_its_digits():
    assert adv.cost_of([[1.0, 1e-30], [0.5, 0.5]])[0].tolist() == [1e-30, 1.0]


@given(channels_with("payoff"))
def test_the_function_of_a_cost_by_the_definition(case):
    """The same without either leakage function: both sides are loops."""
    channel, cost = case
    prior = channel[1]
    for y in outcomes(channel):
        after = posterior(channel, y)
        function = [
            [F(int(v.p), int(v.q)) for v in row]
            for row in adv.function_of(exact(channel), y, cost).tolist()
        ]
        wrong = [1 - max(pushed(row, function)) for row in (prior, after)]
        wanted = ratio(min(means(prior, cost)), min(means(after, cost)))
        assert ratio(*wrong) == wanted


@given(channels_with("payoff"))
def test_the_function_of_a_cost_in_floats(case):
    channel, cost = case
    found = floats(channel)
    for y in outcomes(channel):
        function = adv.function_of(found, y, np.array(cost, float))
        wanted = adv.cost_leakage(found, cost)[y]
        assert adv.wrong_guess_leakage(found, function)[y] == pytest.approx(wanted, abs=1e-9)


def test_three_ways_to_mix():
    """Different best choices; a choice that becomes free; costs that are nothing."""
    channel = ps.Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [HALF, HALF])
    # A_S = 1, A_T = 3/2, B_S = 3/2, B_T = 3/4: delta = 1/3 of the cost 0, 2/6 and 3/6, 0
    assert adv.function_of(channel, 0, [[0, 2], [3, 0]]).tolist() == [
        [F(8, 9), F(1, 9)],
        [F(2, 3), F(1, 3)],
    ]
    sharp = ps.Channel([[1, 0], [HALF, HALF]], [HALF, HALF])
    assert adv.function_of(sharp, 1, [[5, 2], [0, 1]]).tolist() == [[HALF, HALF], [1, 0]]
    assert adv.function_of(sharp, 1, [[0], [0]]).tolist() == [[1, 0], [1, 0]]
    assert adv.function_of(sharp.as_float(), 1, [[0.0], [0.0]]).tolist() == [[1, 0], [1, 0]]


def test_huge_costs_and_tiny_probabilities_are_replaced_too():
    channel = ps.Channel([[1e-200, 1.0], [1.0, 1e-200]], [0.5, 0.5])
    cost = [[0.0, 1e300], [1e308, 1e308]]
    function = adv.function_of(channel, 0, cost)
    wanted = adv.cost_leakage(channel, cost)[0]
    assert adv.wrong_guess_leakage(channel, function)[0] == pytest.approx(wanted)


@given(channels_with("function"))
def test_the_supremum_is_attained_and_not_passed(case):
    """Against a random function, at every outcome; no secret here is rarer than 1/22."""
    channel, function = case
    found = exact(channel)
    for y in outcomes(channel):
        best = adv.wrong_guess_leakage(found, adv.splitting(found, y, 21))[y]
        assert at_most(ratios(adv.wrong_guess_leakage(found, function)[y])[0], ratios(best)[0])
        best = adv.right_guess_leakage(found, adv.singling_out(found, y, 21))[y]
        assert ratios(adv.right_guess_leakage(found, function)[y])[0] <= ratios(best)[0]


def test_infinite_leakage_needs_no_limit():
    channel = ps.Channel([[1, 0], [HALF, HALF]], [F(9, 10), F(1, 10)])
    for parts in (1, 2, 10):
        function = adv.splitting(channel, 1, parts)
        assert adv.wrong_guess_leakage(channel, function)[1] == sp.oo
        assert adv.wrong_guess_leakage(channel.as_float(), function)[1] == math.inf
    assert ratios(ps.pmc(channel))[1] == INFINITE
    assert as_floats(ps.pmc(channel))[1] == math.inf
