"""Gains and costs against every strategy written out, against the bounds, and against qif."""

import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import qif
import sympy as sp
from hypothesis import given, strategies as st

import pmlsym as ps
from pmlsym import adversary as adv
from pmlsym.adversary.expectation import expected
from tests.adversary.definitions import (
    INFINITE,
    as_floats,
    at_most,
    channels_with,
    exact,
    floats,
    marginal,
    mean,
    means,
    outcomes,
    payoffs,
    posterior,
    pushed,
    ratio,
    ratios,
    strategies,
)
from tests.random_channels import kernels

HALF = F(1, 2)


@given(channels_with("payoff"))
def test_gain_is_the_definition_over_every_choice(case):
    channel, gain = case
    before = max(means(channel[1], gain))
    wanted = [ratio(max(means(posterior(channel, y), gain)), before) for y in outcomes(channel)]
    found = list(adv.gain_leakage(exact(channel), gain))
    assert [F(0) if v == -sp.oo else ratios(v)[0] for v in found] == wanted


@given(channels_with("payoff"))
def test_cost_is_the_definition_over_every_choice(case):
    channel, cost = case
    before = min(means(channel[1], cost))
    wanted = [ratio(before, min(means(posterior(channel, y), cost))) for y in outcomes(channel)]
    assert ratios(adv.cost_leakage(exact(channel), cost)) == wanted


@given(channels_with("payoff"))
def test_no_gain_and_no_cost_passes_its_bound(case):
    channel, table = case
    found = exact(channel)
    gains = [F(0) if v == -sp.oo else ratios(v)[0] for v in adv.gain_leakage(found, table)]
    assert all(map(at_most, gains, ratios(ps.pml(found))))
    assert all(map(at_most, ratios(adv.cost_leakage(found, table)), ratios(ps.pmc(found))))
    average, worst = adv.average_cost_leakage(found, table), adv.worst_cost_leakage(found, table)
    assert at_most(ratios(average)[0], ratios(ps.maximal_cost_leakage(found))[0])
    assert at_most(ratios(worst)[0], max(ratios(ps.pmc(found)), key=_size))
    assert at_most(F(1), ratios(average)[0])
    assert at_most(ratios(average)[0], ratios(worst)[0])


def _size(value):
    return math.inf if value == INFINITE else value


@given(channels_with("payoff"))
def test_average_cost_over_every_strategy(case):
    """The infimum over all functions from outcomes to choices, each evaluated on the joint."""
    channel, cost = case
    kernel, prior = channel
    after = min(
        sum(
            prior[x] * kernel[x][y] * cost[x][choice[y]]
            for x in range(len(prior))
            for y in outcomes(channel)
        )
        for choice in strategies(len(cost[0]), len(kernel[0]))
    )
    wanted = ratio(min(means(prior, cost)), after)
    assert ratios(adv.average_cost_leakage(exact(channel), cost)) == [wanted]


@given(channels_with("payoff"))
def test_worst_cost_is_the_definition(case):
    channel, cost = case
    possible = [y for y in outcomes(channel) if marginal(channel)[y] > 0]
    after = min(min(means(posterior(channel, y), cost)) for y in possible)
    wanted = ratio(min(means(channel[1], cost)), after)
    assert ratios(adv.worst_cost_leakage(exact(channel), cost)) == [wanted]


@given(channels_with("function"), st.data())
def test_a_cost_on_a_function_is_a_cost_on_the_secret(case, data):
    channel, function = case
    cost = data.draw(payoffs(len(function[0])))
    found = exact(channel)
    choices = range(len(cost[0]))
    replaced = [[mean(row, cost, w) for w in choices] for row in function]
    for measure in (adv.average_cost_leakage, adv.worst_cost_leakage):
        assert ratios(measure(found, cost, function)) == ratios(measure(found, replaced))
    before = min(means(pushed(channel[1], function), cost))
    after = sum(
        p * min(means(pushed(posterior(channel, y), function), cost))
        for y, p in enumerate(marginal(channel))
    )
    assert ratios(adv.average_cost_leakage(found, cost, function)) == [ratio(before, after)]
    for w in choices:
        for row in (channel[1], posterior(channel, 0)):
            assert mean(row, replaced, w) == mean(pushed(row, function), cost, w)


@given(channels_with("payoff"))
def test_the_attaining_cost_attains(case):
    found = exact(case[0])
    cost = adv.attaining_cost(found)
    assert adv.average_cost_leakage(found, cost) == ps.maximal_cost_leakage(found)
    in_floats = adv.average_cost_leakage(floats(case[0]), adv.attaining_cost(floats(case[0])))
    assert in_floats == pytest.approx(ps.maximal_cost_leakage(floats(case[0])), abs=1e-12)
    beforehand = {mean(case[0][1], cost.tolist(), w) for w in range(len(case[0][1]))}
    assert beforehand == {1}


@given(channels_with("payoff"), st.data())
def test_exact_and_float_agree(case, data):
    channel, table = case
    approximate, found = floats(channel), exact(channel)
    numbers = np.array(table, float)
    for leakage in (
        adv.gain_leakage,
        adv.cost_leakage,
        adv.average_cost_leakage,
        adv.worst_cost_leakage,
    ):
        wanted = pytest.approx(as_floats(leakage(found, table)), abs=1e-12)
        assert leakage(approximate, numbers) == wanted
        assert leakage(found, numbers) == wanted  # one float makes all of it float
        assert leakage(approximate, table) == wanted
    function = data.draw(kernels(secrets=len(channel[1])))
    cost = data.draw(payoffs(len(function[0])))
    wanted = pytest.approx(float(adv.average_cost_leakage(found, cost, function)), abs=1e-12)
    in_floats = np.array(function, float)
    assert adv.average_cost_leakage(approximate, np.array(cost, float), in_floats) == wanted
    assert adv.average_cost_leakage(found, np.array(cost, float), function) == wanted
    assert adv.average_cost_leakage(found, cost, in_floats) == wanted


@given(channels_with("payoff"))
def test_qif_agrees(case):
    """Vulnerability and risk, on average and, with each posterior as a prior, per outcome."""
    channel, table = case
    kernel, prior = np.array(channel[0], float), np.array(channel[1], float)
    by_choice = np.array(table, float).T.copy()
    found = floats(channel)
    risk, vulnerability = qif.measure.l_risk, qif.measure.g_vuln
    before, gain = risk.prior(by_choice, prior), vulnerability.prior(by_choice, prior)
    costs, gains = adv.cost_leakage(found, table), adv.gain_leakage(found, table)
    for y in outcomes(channel):
        after = np.array(posterior(channel, y), float)
        cheapest, best = risk.prior(by_choice, after), vulnerability.prior(by_choice, after)
        if cheapest > 1e-9:
            assert costs[y] == pytest.approx(math.log(before / cheapest), abs=1e-9)
        if gain > 0 and best > 1e-9:
            assert gains[y] == pytest.approx(math.log(best / gain), abs=1e-9)
    if risk.posterior(by_choice, prior, kernel) > 1e-9:
        wanted = math.log(before / risk.posterior(by_choice, prior, kernel))
        assert adv.average_cost_leakage(found, table) == pytest.approx(wanted, abs=1e-9)


def test_values_at_the_edges():
    """An outcome that rules a secret out; a choice that is free; gains and costs that are zero."""
    channel = ps.Channel([[1, 0], [HALF, HALF]], [HALF, HALF])
    assert list(adv.gain_leakage(channel, [[1], [0]])) == [sp.log(sp.Rational(4, 3)), -sp.oo]
    assert list(adv.cost_leakage(channel, [[1, 0], [0, 1]])) == [sp.log(sp.Rational(3, 2)), sp.oo]
    assert adv.worst_cost_leakage(channel, [[1, 0], [0, 1]]) == sp.oo
    assert adv.average_cost_leakage(channel, [[1, 0], [0, 1]]) == sp.log(2)
    for leakage in (adv.gain_leakage, adv.cost_leakage):
        assert list(leakage(channel, [[0, 0], [0, 0]])) == [0, 0]
        assert leakage(channel.as_float(), [[0, 0], [0, 0]]).tolist() == [0.0, 0.0]
    approximate = channel.as_float()
    assert adv.gain_leakage(approximate, [[1], [0]])[1] == -math.inf
    assert adv.cost_leakage(approximate, [[1, 0], [0, 1]])[1] == math.inf
    assert adv.average_cost_leakage(approximate, [[0, 1], [0, 1]]) == 0.0
    perfect = ps.Channel([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5])
    assert adv.average_cost_leakage(perfect, [[1, 0], [0, 1]]) == math.inf
    assert adv.worst_cost_leakage(perfect, [[1, 0], [0, 1]]) == math.inf


def test_a_costlier_posterior_leaks_less_than_nothing():
    """An outcome can make the best choice dearer: from 1/10 to 1/3 here."""
    channel = ps.Channel([[F(1, 9), F(8, 9)], [HALF, HALF]], [F(9, 10), F(1, 10)])
    assert list(adv.cost_leakage(channel, [[0, 1], [1, 0]])) == [
        sp.log(F(1, 10) / F(1, 3)),
        sp.log(F(1, 10) / F(1, 17)),
    ]


def test_an_impossible_outcome_tells_nothing():
    channel = ps.Channel([[1, 0], [1, 0]], [F(1, 3), F(2, 3)])
    for kind in (channel, channel.as_float()):
        assert list(adv.cost_leakage(kind, [[0, 1], [1, 0]])) == [0, 0]
        assert list(adv.gain_leakage(kind, [[0, 1], [1, 0]])) == [0, 0]
        assert adv.average_cost_leakage(kind, [[0, 1], [1, 0]]) == 0
        assert adv.worst_cost_leakage(kind, [[0, 1], [1, 0]]) == 0


def test_tiny_probabilities_and_huge_costs_are_kept():
    tiny, huge = 1e-300, 1e308
    channel = ps.Channel([[1 - 1e-9, 1e-9], [1.0, tiny]], [tiny, 1.0])
    # the outcome 1 has probability 1e-309 + 1e-300, and the posterior of 0 is 1e-9
    found = adv.cost_leakage(channel, [[huge], [0.0]])
    assert found[1] == pytest.approx(math.log(tiny) - math.log(1e-9))
    assert adv.cost_leakage(channel, [[huge, huge], [0.0, 1e-300]])[1] == pytest.approx(found[1])
    assert adv.gain_leakage(channel, [[huge], [huge]]) == pytest.approx([0, 0], abs=1e-12)
    wide = ps.Channel([[5e-324, 1.0], [1.0, 5e-324]], [0.5, 0.5])
    assert adv.cost_leakage(wide, [[0, 1], [1, 0]]) == pytest.approx(
        [math.log(0.5) - math.log(5e-324)] * 2
    )


def test_the_attaining_cost_is_finite_under_a_tiny_prior():
    channel = ps.Channel([[0.25, 0.75], [0.75, 0.25]], [1e-310, 1.0])
    cost = adv.attaining_cost(channel)
    assert np.isfinite(cost).all()
    assert adv.average_cost_leakage(channel, cost) == pytest.approx(math.log(2))
    ordinary = ps.Channel([[0.25, 0.75], [0.75, 0.25]], [0.25, 0.75])
    assert adv.attaining_cost(ordinary).diagonal() == pytest.approx([4, 4 / 3])


def test_irrational_costs_stay_exact():
    channel = ps.Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [HALF, HALF])
    hidden = sp.log(6) - sp.log(2) - sp.log(3)  # zero, which sympy does not see at once
    assert hidden.is_zero is None
    cost = [[hidden, sp.sqrt(2)], [sp.pi, sp.sqrt(2)]]
    found = sp.exp(adv.cost_leakage(channel, cost)[0])
    assert (found - 4 * sp.sqrt(2) / sp.pi).equals(0)
    assert list(adv.cost_leakage(channel, [[hidden], [hidden]])) == [0, 0]


def test_equal_numbers_that_are_written_differently():
    """Best choices that tie, and probabilities that do, although sympy leaves their order open."""
    six, two_three = sp.log(6), sp.log(2) + sp.log(3)
    channel = ps.Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [HALF, HALF])
    cost = [[six, two_three], [two_three, six]]
    assert float(adv.cost_leakage(channel, cost)[0]) == pytest.approx(0, abs=1e-12)
    function = adv.function_of(channel, 0, cost)
    assert float(adv.wrong_guess_leakage(channel, function)[0]) == pytest.approx(0, abs=1e-12)
    hidden = six - two_three
    for leakage in (adv.right_guess_leakage, adv.wrong_guess_leakage):
        assert list(leakage(channel, [[1, hidden], [1, hidden]])) == [0, 0]
    row = [six / 10, two_three / 10, 1 - six / 5]
    assert float(adv.guesswork(row)) == pytest.approx(adv.guesswork([float(p) for p in row]))
    assert list(adv.distance_leakage(channel, [six, two_three], 1)) == [0, 0]
    assert list(adv.distance_leakage(channel, [six, two_three], 2)) == [0, 0]


def test_a_symbolic_channel_leaks_a_formula():
    p = sp.Symbol("p", positive=True)
    channel = ps.Channel([[1 - p, p], [p, 1 - p]], [HALF, HALF])
    found = adv.cost_leakage(channel, [[0, 1], [1, 0]])[0]
    for value in (F(1, 10), F(2, 5), F(9, 10)):
        assert (
            sp.simplify(found.subs(p, sp.Rational(value)) - sp.log(HALF / min(value, 1 - value)))
            == 0
        )


def test_a_table_may_be_an_array_a_sympy_matrix_or_rows_of_any_mixture():
    channel = ps.Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [HALF, HALF])
    wanted = [[0, 1], [1, 0]]
    for table in (
        np.array(wanted),
        np.array(wanted, bool),
        sp.Matrix(wanted),
        sp.ImmutableDenseNDimArray(wanted),
        (np.array([0, 1]), (1, 0)),
    ):
        assert list(adv.cost_leakage(channel, table)) == [sp.log(2)] * 2


@pytest.mark.parametrize("seed", range(40))
def test_expected_entries_beyond_the_range_of_floats(seed):
    """Sums of products that under- or overflow, beside those that do not."""
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(4, 3)) * rng.choice([1, 100, 800], (4, 1))
    table = 10.0 ** rng.choice([*range(-300, 300, 20), 308], (3, 5)) * (rng.random((3, 5)) < 0.8)
    if seed % 4 == 0:  # a sum above the largest float
        rows[0], table[:, 0] = 0.0, 1e308
    found = expected(rows, table)
    for row, logarithms in zip(rows, found, strict=True):
        for column, logarithm in zip(table.T, logarithms, strict=True):
            total = mpmath.fsum(
                mpmath.exp(b) * mpmath.mpf(t) for b, t in zip(row, column, strict=True)
            )
            wanted = float(mpmath.log(total)) if total else -math.inf
            assert logarithm == pytest.approx(wanted, rel=1e-12, abs=1e-12)
