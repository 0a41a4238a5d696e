"""Randomized response and the extremal mechanism in the ledger are the mechanisms."""

import math
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym.exact import sympified as rational
from pmlsym.ledger.pmc import extremal
from pmlsym.ledger.pmc.mechanisms import response
from pmlsym.ledger.pmc.symbols import (
    epsilon,
    epsilon_u,
    p,
    p_min,
    pml_to_pmc,
    v,
    w,
)
from pmlsym.proof.language import reals
from tests.ledger.evaluation import (
    HALF,
    RATIOS,
    SHARES,
    ZERO,
    delta,
    exact,
    fraction,
    high_privacy_mechanisms,
    is_true,
    law_of,
    law_of_others,
    lift_vectors,
    log,
    mean,
    mechanisms,
    of,
    parts,
    powers,
    priors,
    rare_secrets,
    says,
    true_parts,
)
from tests.random_channels import distributions

# --- randomized response -------------------------------------------------------------------------


def randomized(prior, ratio):
    values = {response.n: sp.Integer(len(prior)), response.response: log(ratio)}
    same, other = (exact(entry, values) for entry in (response.SAME, response.OTHER))
    places = range(len(prior))
    return ps.Channel([[same if x == y else other for y in places] for x in places], prior)


@settings(max_examples=20)
@given(priors, RATIOS)
def test_randomized_response_leaks_what_the_ledger_says(prior, ratio):
    channel = randomized(prior, ratio)
    assert channel.kernel[0, 0] == ratio * channel.kernel[0, 1]
    assert sp.exp(ps.ldp(channel)) == ratio
    values = {response.response: log(ratio), response.n: sp.Integer(len(prior))}
    values |= {response.top: rational(max(prior)), response.least: rational(min(prior))}
    values |= {delta: log(1 / max(prior)) + sp.Rational(1, 100)}  # p_max > e^-delta
    for measure, at, worst in (
        (ps.pmc, response.PMC_AT, response.PMC_WORST),
        (ps.pml, response.PML_AT, response.PML_WORST),
    ):
        found = powers(measure(channel))
        assert found == [exact(sp.exp(at), values | {response.p: rational(m)}) for m in prior]
        assert max(found) == exact(sp.exp(worst), values)
    for mass in prior:
        for name in ("ldp", "pmc", "limit", "pml"):
            for part in parts(f"example-4.{name}"):
                assert is_true(part, values | {response.p: rational(mass)}), part.meaning


@settings(max_examples=30)
@given(priors, SHARES, st.booleans())
def test_the_adapted_parameters_are_the_largest_that_satisfy_the_guarantee(prior, share, end):
    level = 1 + share * (1 / min(prior) - 1)
    crossover = (1 - max(prior)) / min(prior)
    if end and 1 < crossover < 1 / min(prior):
        level = crossover
    values = {epsilon: log(level), response.n: sp.Integer(len(prior))}
    values |= {response.top: rational(max(prior)), response.least: rational(min(prior))}
    values |= {reals("eps_r2")[0]: ZERO, v: ZERO}
    found = [exact(form, values) for form in (response.FOR_PMC, response.FOR_PML)]
    adapted = (*parts("example-4.crossover.repair"), *parts("figure-1")[:-1])
    for measure, ratio in zip((ps.pmc, ps.pml), found, strict=True):
        assert max(powers(measure(randomized(prior, ratio)))) == level
        assert max(powers(measure(randomized(prior, ratio * F(101, 100))))) > level
        assert ratio > level
        assert true_parts(adapted, values | {response.response: log(ratio)}) >= 5
    assert (found[0] > found[1]) == (1 < level < crossover)
    assert (found[0] == found[1]) == (level == crossover)


@settings(max_examples=20)
@given(priors, RATIOS, RATIOS)
def test_a_smaller_parameter_is_a_larger_one_with_the_answer_replaced(prior, less, more):
    more += less
    values = {response.n: sp.Integer(len(prior)), response.response: log(less)}
    values |= {reals("eps_r2")[0]: log(more)}
    for words in ("of the diagonal entries", "and of the others", "with k >= 0", "and k < 1"):
        assert is_true(of("figure-1", words), values), words
    kept = exact(of("figure-1", "with k >= 0").goal.conclusion.lhs, values)
    places = range(len(prior))
    replaced = [[kept * (x == y) + (1 - kept) / len(prior) for y in places] for x in places]
    before, after = randomized(prior, more), randomized(prior, less)
    assert before.cascade(replaced).kernel == after.kernel
    assert float(ps.mutual_information(after)) < float(ps.mutual_information(before))


@settings(max_examples=10)
@given(mechanisms(positive=True, most=3), st.data())
def test_processing_averages_lifts_so_that_information_falls(found, data):
    channel = ps.Channel(*found)
    secrets, outcomes = channel.shape
    answers = [data.draw(distributions(2, positive=True)) for _ in range(outcomes)]
    after, density = channel.cascade(answers), reals("i")[0]
    part = of("figure-1", "the mutual information falls")
    for x, z in product(range(secrets), range(2)):
        law = [
            (
                channel.marginal[y] * answers[y][z] / after.marginal[z],
                {density: sp.log(channel.lift[x, y])},
            )
            for y in range(outcomes)
        ]
        assert is_true(part, {v: after.lift[x, z]}, {"Y": law})
    assert float(ps.mutual_information(after)) <= float(ps.mutual_information(channel)) + 1e-12


# --- the extremal mechanism ----------------------------------------------------------------------


def extreme(prior, level):
    off = of("extremal-mechanism", "off the diagonal the entry").goal.conclusion.lhs
    places, values = range(len(prior)), {epsilon_u: log(level)}

    def entry(x, y):
        if x == y:
            return exact(extremal.SAME, values | {p: rational(prior[x])})
        return exact(off, values | {w: rational(prior[y])})

    return ps.Channel([[entry(x, y) for y in places] for x in places], prior)


@settings(max_examples=20)
@given(priors, SHARES)
def test_the_extremal_mechanism_is_one_and_leaks_what_the_ledger_says(prior, share):
    level = 1 + share * min(prior) / (1 - min(prior))
    channel = extreme(prior, level)
    assert [fraction(chance) for chance in channel.marginal] == prior
    values = {epsilon_u: log(level), p_min: rational(min(prior))}
    assert powers(ps.alip(channel)) == [exact(sp.exp(pml_to_pmc()), values), level]
    at = of("example-5", "so the PMC at y is").goal.conclusion.lhs
    found = [exact(sp.exp(at), values | {p: rational(mass)}) for mass in prior]
    assert powers(ps.pmc(channel)) == found
    for x, mass in enumerate(prior):
        for other in (*prior[:x], *prior[x + 1 :]):
            here = values | {p: rational(mass), w: rational(other)}
            for part in parts("extremal-mechanism"):
                assert is_true(part, here), part.meaning
            assert true_parts(parts("remark-6"), here) >= 4


def utilities(kernel, prior):
    """Mutual information, chi-square and total variation, from joint probabilities."""
    found = np.zeros(3)
    for chance, lifts, _ in lift_vectors(kernel, prior):
        for mass, lift in zip(prior, lifts, strict=True):
            x = float(lift)
            worth = np.array([x * math.log(x) if x else 0.0, (x - 1) ** 2, abs(x - 1)])
            found += float(mass * chance) * worth
    return found


@settings(max_examples=25)
@given(high_privacy_mechanisms())
def test_the_extremal_mechanism_makes_every_other_and_is_worth_at_least_as_much(found):
    kernel, prior, level = found
    best, places, values = extreme(prior, level), range(len(prior)), {epsilon_u: log(level)}
    extremes = [[fraction(best.lift[x, y]) for y in places] for x in places]
    claim, weighed = "corollary-5", reals("lambda")[0]
    weight = of(claim, "weight of each extreme vector").goal.conclusion.lhs
    vectors, table = list(lift_vectors(kernel, prior)), []
    for _, lifts, _ in vectors:
        pairs = [values | {p: rational(prior[x]), v: rational(lifts[x])} for x in places]
        table.append([exact(weight, pair) for pair in pairs])
        assert min(table[-1]) >= 0
        assert sum(table[-1]) == 1
        assert [mean(table[-1], row) for row in extremes] == lifts
        for words in ("weight of each extreme vector", "the mixture is the vector"):
            assert all(is_true(of(claim, words), pair) for pair in pairs)
        own = [x / mass for x, mass in zip(table[-1], prior, strict=True)]
        law = {"X": law_of(prior, (w, lifts), (weighed, own))}
        assert is_true(of(claim, "the weights sum to"), values, law)
    chances = [chance for chance, _, _ in vectors]
    for x in places:
        column = [weights[x] for weights in table]
        assert mean(chances, column) == prior[x]
        law = law_of(chances, (v, [lifts[x] for _, lifts, _ in vectors]), (weighed, column))
        here = values | {p: rational(prior[x])}
        assert is_true(of(claim, "and the mean weight of x"), here, {"Y": law})
    rows = [[fraction(best.kernel[x, y]) for y in places] for x in places]
    assert (utilities(rows, prior) >= utilities(kernel, prior) - 1e-12).all()
    assert utilities(rows, prior)[0] == pytest.approx(float(ps.mutual_information(best)))


def test_no_mixture_of_admitted_lift_vectors_is_worth_more_than_the_extremal_mechanism():
    """A linear program over a grid of the polytope, without and with its vertices."""
    prior, level = np.array([0.2, 0.3, 0.5]), 1.2
    line = np.linspace(0, level, 25)
    first, second = (axis.ravel() for axis in np.meshgrid(line, line))
    grid = np.array([first, second, (1 - prior[0] * first - prior[1] * second) / prior[2]])
    grid = grid[:, (grid[2] >= 0) & (grid[2] <= level)]
    best = extreme([F(1, 5), F(3, 10), HALF], F(6, 5)).as_float()
    optima = []
    for columns in (grid, np.hstack([grid, best.lift])):
        worth = prior @ (columns * np.log(np.maximum(columns, 1e-300)))
        optima.append(-linprog(-worth, A_eq=columns, b_eq=np.ones(3)).fun)
    assert optima[0] < ps.mutual_information(best)
    assert optima[1] == pytest.approx(ps.mutual_information(best))


@settings(max_examples=20)
@given(rare_secrets())
def test_beyond_the_high_privacy_regime_a_secret_can_be_ruled_out(found):
    prior = found[0]
    mass, claim = prior[0], "remark-5"
    channel = ps.Channel([[0, 1], *[[mass, 1 - mass]] * (len(prior) - 1)], prior)
    assert max(powers(ps.pml(channel))) == 1 / (1 - mass)
    assert ps.pmc(channel)[0] == sp.oo
    values = {p: rational(mass), p_min: rational(mass), epsilon_u: log(1 / (1 - mass))}
    assert true_parts(parts(claim), values | {v: ZERO}, law_of_others(prior, 0, prior)) >= 4
    for words, (x, y) in {
        "the lift of the others at outcome 0": (1, 0),
        "the lift of x at the other outcome": (0, 1),
        "the lift of the others at the other outcome": (1, 1),
    }.items():
        assert says(of(claim, words), channel.lift[x, y], values)


@settings(max_examples=20)
@given(st.fractions(F(11, 10), F(19, 10), max_denominator=20))
def test_the_binary_extremal_mechanism_is_randomized_response_with_the_outcomes_exchanged(level):
    values, coin = {epsilon: log(level)}, [HALF, HALF]
    equal = of("footnote-5.repair", "tells the truth as often")
    ratio = exact(equal.goal.hypotheses[-1].rhs, values)
    assert randomized(coin, ratio).cascade([[0, 1], [1, 0]]).kernel == extreme(coin, level).kernel
    assert (
        randomized(coin, 2 * level / (2 - level)).kernel[0, 0] != extreme(coin, level).kernel[0, 1]
    )
    for part in parts("footnote-5.repair"):
        assert is_true(part, values | {reals("eps_r")[0]: log(ratio)})
