"""Measures against their definitions, against qif, and against the laws they obey."""

import itertools
import math

import numpy as np
import pytest
import qif
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

import pmlsym as ps
from tests.random_channels import distributions, exact_channels, kernels

MEASURES = (
    ps.pml,
    ps.pmc,
    ps.ldp,
    ps.lip,
    ps.alip,
    ps.maximal_leakage,
    ps.maximal_cost_leakage,
    ps.mutual_information,
)


def floats(channel):
    return ps.Channel(np.array(channel[0], float), np.array(channel[1], float))


def flat(value):
    if isinstance(value, tuple):
        return [float(v) for v in value]
    return [float(v) for v in value] if hasattr(value, "shape") and value.shape else [float(value)]


@given(exact_channels())
def test_exact_and_float_agree(channel):
    exact, approximate = ps.Channel(*channel), floats(channel)
    for measure in MEASURES:
        assert flat(measure(exact)) == pytest.approx(flat(measure(approximate)), abs=1e-12)


@given(exact_channels())
def test_pml_is_the_best_gain_of_indicator_guesses(channel):
    """The definition with gains 1[x in A], over every event A: extreme events are single points."""
    kernel, prior = channel
    marginal = [
        sum(p * row[y] for p, row in zip(prior, kernel, strict=True)) for y in range(len(kernel[0]))
    ]
    found = flat(ps.pml(ps.Channel(kernel, prior)))
    for y, mass in enumerate(marginal):
        if mass == 0:
            assert found[y] == 0
            continue
        best = 0
        for size in range(1, len(prior) + 1):
            for event in itertools.combinations(range(len(prior)), size):
                after = sum(prior[x] * kernel[x][y] for x in event) / mass
                best = max(best, after / sum(prior[x] for x in event))
        assert found[y] == pytest.approx(math.log(best))


@given(exact_channels())
def test_pmc_is_the_largest_fall_of_an_event(channel):
    kernel, prior = channel
    marginal = [
        sum(p * row[y] for p, row in zip(prior, kernel, strict=True)) for y in range(len(kernel[0]))
    ]
    found = flat(ps.pmc(ps.Channel(kernel, prior)))
    for y, mass in enumerate(marginal):
        if mass == 0:
            assert found[y] == 0
            continue
        worst = 0.0
        for size in range(1, len(prior) + 1):
            for event in itertools.combinations(range(len(prior)), size):
                after = sum(prior[x] * kernel[x][y] for x in event) / mass
                before = sum(prior[x] for x in event)
                worst = max(worst, float(before / after) if after else math.inf)
        assert found[y] == pytest.approx(math.log(worst))


@given(exact_channels())
def test_ldp_is_the_largest_ratio_over_all_events(channel):
    kernel, prior = channel
    outcomes = range(len(kernel[0]))
    worst = 1.0
    for size in range(1, len(outcomes) + 1):
        for event in itertools.combinations(outcomes, size):
            masses = [sum(row[y] for y in event) for row in kernel]
            for a, b in itertools.permutations(masses, 2):
                if a > 0:
                    worst = max(worst, float(a / b) if b else math.inf)
    assert flat(ps.ldp(ps.Channel(kernel, prior))) == [pytest.approx(math.log(worst))]


@given(exact_channels())
def test_qif_agrees(channel):
    kernel, prior = np.array(channel[0], float), np.array(channel[1], float)
    found = floats(channel)
    assert ps.maximal_leakage(found) == pytest.approx(
        math.log(qif.measure.bayes_vuln.mult_capacity(kernel))
    )
    assert ps.mutual_information(found) == pytest.approx(
        math.log(2) * qif.measure.shannon.add_leakage(prior, kernel), abs=1e-9
    )
    smallest = qif.measure.d_privacy.smallest_epsilon(kernel, lambda a, b: float(a != b))
    assert ps.ldp(found) == pytest.approx(smallest, abs=1e-9)


@given(exact_channels())
def test_maximal_cost_leakage_is_the_capacity_of_bayes_risk(channel):
    kernel = np.array(channel[0], float)
    least = [min(column) for column in zip(*channel[0], strict=True)]
    expected = -math.log(sum(least)) if sum(least) else math.inf
    assert ps.maximal_cost_leakage(floats(channel)) == pytest.approx(expected)
    # the capacity of Bayes risk is attained at some two-point prior, so it is at most this
    n = len(kernel)
    for a, b in itertools.combinations(range(n), 2):
        pair = np.full(n, 1e-12)
        pair[[a, b]] = 0.5
        pair /= pair.sum()
        risk = qif.measure.bayes_risk.mult_leakage(pair, kernel)
        assert math.log(max(risk, 1e-300)) <= expected + 1e-6 or math.isnan(risk)


@given(exact_channels())
def test_nothing_leaks_less_than_nothing(channel):
    for measure in MEASURES:
        assert min(flat(measure(floats(channel)))) >= 0
        assert min(flat(measure(ps.Channel(*channel)))) >= 0


@given(st.integers(1, 4).flatmap(distributions), st.integers(2, 4))
def test_independence_leaks_nothing(row, secrets):
    prior = [sp.Rational(1, secrets)] * secrets
    channel = ps.Channel([row] * secrets, prior)
    for measure in MEASURES:
        assert set(flat(measure(channel))) == {0.0}


@given(exact_channels(), st.data())
def test_post_processing_leaks_no_more(channel, data):
    after = floats(channel).cascade(np.array(data.draw(kernels(secrets=len(channel[0][0]))), float))
    for measure in MEASURES:
        assert max(flat(measure(after))) <= max(flat(measure(floats(channel)))) + 1e-9


@given(exact_channels(), st.data())
def test_pre_processing_leaks_no_more_at_each_outcome(channel, data):
    function = np.array(data.draw(kernels(secrets=len(channel[1]))), float)
    before = floats(channel).preprocess(function)
    for measure in (ps.pml, ps.pmc):
        assert np.all(measure(before) <= measure(floats(channel)) + 1e-9)


@given(exact_channels(), exact_channels())
def test_independent_pairs_add_up(one, two):
    a, b = floats(one), floats(two)
    both = a.product(b)
    possible = np.ix_(a.marginal > 0, b.marginal > 0)
    for measure in (ps.pml, ps.pmc):
        with np.errstate(invalid="ignore"):
            sums = np.add.outer(measure(a), measure(b))
        found = measure(both).reshape(sums.shape)
        assert found[possible] == pytest.approx(sums[possible])
    for measure in (ps.maximal_leakage, ps.maximal_cost_leakage, ps.mutual_information, ps.ldp):
        assert measure(both) == pytest.approx(measure(a) + measure(b))


@given(exact_channels())
def test_lip_alip_and_ldp_are_ordered(channel):
    found = floats(channel)
    lower, upper = ps.alip(found)
    assert ps.lip(found) == max(lower, upper)
    assert upper == max(ps.pml(found))
    assert lower == max(ps.pmc(found))
    assert ps.ldp(found) <= lower + upper + 1e-9
    assert upper <= ps.ldp(found) + 1e-9
    assert upper <= -math.log(min(found.prior)) + 1e-9


def test_infinite_leakage_is_infinite_and_silent():
    channel = ps.Channel([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5])
    assert ps.pmc(channel).tolist() == [math.inf, math.inf]
    assert ps.ldp(channel) == ps.lip(channel) == ps.maximal_cost_leakage(channel) == math.inf
    exact = ps.Channel([[1, 0], [0, 1]], [sp.Rational(1, 2)] * 2)
    assert list(ps.pmc(exact)) == [sp.oo, sp.oo]
    assert ps.ldp(exact) == ps.lip(exact) == ps.maximal_cost_leakage(exact) == sp.oo


def test_tiny_probabilities_neither_overflow_nor_vanish():
    tiny = 5e-324
    channel = ps.Channel([[tiny, 1.0], [1.0, tiny]], [0.5, 0.5])
    assert ps.ldp(channel) == pytest.approx(-math.log(tiny))
    assert ps.pmc(channel) == pytest.approx([math.log(0.5) - math.log(tiny)] * 2)


def test_a_symbolic_mechanism_leaks_a_formula():
    p = sp.Symbol("p", positive=True)
    channel = ps.Channel([[1 - p, p], [p, 1 - p]], [sp.Rational(1, 2)] * 2)
    leakage = ps.pml(channel)[0]
    for value in (sp.Rational(1, 10), sp.Rational(2, 5), sp.Rational(9, 10)):
        assert sp.simplify(leakage.subs(p, value) - sp.log(2 * max(value, 1 - value))) == 0
