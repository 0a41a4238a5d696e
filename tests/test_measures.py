"""Measures against their definitions, against qif, and against the laws they obey."""

import itertools
import math

import numpy as np
import pytest
import qif
import sympy as sp
from hypothesis import given, strategies as st

import pmlsym as ps
from pmlsym.errors import ChannelError
from tests.adversary.definitions import marginal
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
    found = flat(ps.pml(ps.Channel(kernel, prior)))
    for y, mass in enumerate(marginal(channel)):
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
    found = flat(ps.pmc(ps.Channel(kernel, prior)))
    for y, mass in enumerate(marginal(channel)):
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


def cost_ratio(kernel, prior, cost):
    """Prior over posterior expected cost of the best guess, from the definition."""
    guesses = range(len(cost[0]))
    before = min(sum(p * c[w] for p, c in zip(prior, cost, strict=True)) for w in guesses)
    after = sum(
        min(sum(prior[x] * kernel[x][y] * cost[x][w] for x in range(len(prior))) for w in guesses)
        for y in range(len(kernel[0]))
    )
    return before / after if after else math.inf


@given(exact_channels(), st.data())
def test_no_cost_falls_more_than_the_maximal_cost_leakage(channel, data):
    kernel, prior = channel
    size = data.draw(st.integers(1, 3))
    entries = st.fractions(0, 4, max_denominator=5)
    cost = data.draw(
        st.lists(
            st.lists(entries, min_size=size, max_size=size),
            min_size=len(prior),
            max_size=len(prior),
        )
    )
    before = min(sum(p * c[w] for p, c in zip(prior, cost, strict=True)) for w in range(size))
    if before > 0:
        ratio = cost_ratio(kernel, prior, cost)
        level = ps.maximal_cost_leakage(floats(channel))
        assert ratio <= math.exp(level) * (1 + 1e-9)


@given(exact_channels())
def test_the_inverse_of_the_prior_is_a_cost_that_falls_that_much(channel):
    """Guess x at the cost 1/P(x) if the secret is x: a prior cost of 1, however one guesses."""
    kernel, prior = channel
    n = len(prior)
    cost = [[1 / prior[x] if x == w else 0 for w in range(n)] for x in range(n)]
    ratio = cost_ratio(kernel, prior, cost)
    assert ps.maximal_cost_leakage(floats(channel)) == pytest.approx(
        math.log(ratio) if ratio < math.inf else math.inf
    )


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
    # numpy rounds the logarithms of arrays otherwise than single ones: the last digit may differ
    assert upper == pytest.approx(max(ps.pml(found)), rel=1e-14)
    assert lower == pytest.approx(max(ps.pmc(found)), rel=1e-14)
    assert ps.ldp(found) <= lower + upper + 1e-9
    assert upper <= ps.ldp(found) + 1e-9
    assert upper <= -math.log(min(found.prior)) + 1e-9


def test_what_no_prior_changes_asks_for_none_but_refuses_what_is_none():
    rows = [["1/2", "1/2"], ["1/3", "2/3"], ["1/10", "9/10"]]
    columns = list(zip(*([sp.Rational(v) for v in row] for row in rows), strict=True))
    tops, lows = [max(column) for column in columns], [min(column) for column in columns]
    by_definition = {
        ps.ldp: max(top / low for top, low in zip(tops, lows, strict=True)),
        ps.maximal_leakage: sum(tops),
        ps.maximal_cost_leakage: 1 / sum(lows),
    }
    for measure, expected in by_definition.items():
        assert sp.exp(measure(rows)) == expected
        assert sp.exp(measure(rows, ps.priors.Intervals.at_least("1/10", 3))) == expected
        with pytest.raises(ChannelError, match="prior"):
            measure(rows, ["1/4", "3/4"])


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


def test_an_improbable_outcome_leaks_what_its_likelihoods_say():
    """P(y) is below the smallest float, yet the lift is 2 and 0 as for any such column."""
    tiny = 1e-200
    channel = ps.Channel([[tiny, 1.0], [1e-300, 1.0]], [1e-150, 1.0])
    lift = tiny / (1e-150 * tiny + 1e-300)
    assert ps.pml(channel)[0] == pytest.approx(math.log(tiny) - channel.log_marginal[0])
    assert channel.lift[0, 0] == pytest.approx(lift)
    assert channel.posterior[:, 0] == pytest.approx([1e-50, 1.0])
    vanished = ps.Channel([[1e-320, 1.0], [0.0, 1.0]], [1e-10, 1 - 1e-10])
    assert vanished.null_outcomes == ()
    assert ps.pml(vanished)[0] == pytest.approx(-math.log(1e-10))
    assert ps.mutual_information(vanished) == 0
    several = ps.Channel(np.array([vanished.kernel, channel.kernel]), vanished.prior)
    assert ps.mutual_information(several) == pytest.approx([0, 0], abs=1e-200)


def test_a_symbolic_mechanism_leaks_a_formula():
    p = sp.Symbol("p", positive=True)
    channel = ps.Channel([[1 - p, p], [p, 1 - p]], [sp.Rational(1, 2)] * 2)
    leakage = ps.pml(channel)[0]
    for value in (sp.Rational(1, 10), sp.Rational(2, 5), sp.Rational(9, 10)):
        assert sp.simplify(leakage.subs(p, value) - sp.log(2 * max(value, 1 - value))) == 0


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("zeros", [0, 1, 70])
def test_large_kernels_that_are_read_in_parts(order, zeros):
    rng = np.random.default_rng(zeros)
    k = rng.dirichlet(np.ones(300), 401)
    k[rng.integers(0, 401, zeros), rng.integers(0, 300, zeros)] = 0.0
    k[:, 7] *= zeros < 70  # an outcome of probability zero
    k /= k.sum(axis=1, keepdims=True)
    p = rng.dirichlet(np.ones(401))
    wide, mass = k.astype(np.longdouble), p.astype(np.longdouble)
    marginal = (mass[:, None] * wide).sum(axis=0)
    lift = np.where(marginal > 0, wide / np.where(marginal > 0, marginal, 1), 1)
    ratio = np.where(marginal > 0, wide.max(axis=0), 1)
    with np.errstate(divide="ignore"):
        ratio /= np.where(marginal > 0, wide.min(axis=0), 1)
        up, down = np.log(lift.max(axis=0)), -np.log(lift.min(axis=0))
    density = np.log(np.where(wide > 0, lift, 1))
    wanted = {
        ps.pml: up,
        ps.pmc: down,
        ps.ldp: np.log(ratio.max()),
        ps.lip: max(up.max(), down.max()),
        ps.maximal_leakage: np.log(wide.max(axis=0).sum()),
        ps.mutual_information: (mass[:, None] * wide * density).sum(),
    }
    given_order = np.asarray(k, order=order)
    for measure, value in wanted.items():
        found = measure(ps.Channel(given_order, p))  # one that has computed nothing yet
        assert np.allclose(np.asarray(found, float), value.astype(float), rtol=1e-12, atol=1e-14)
    assert np.allclose(ps.Channel(given_order, p).marginal, marginal.astype(float), rtol=1e-13)
