"""The optimum: against other solvers and other formulations, and the laws it obeys."""

import math

import numpy as np
import pytest

import pmlsym as ps
from pmlsym import design
from pmlsym.design import optimal
from tests.design.definitions import (
    DIVERGENCES,
    HELLINGER,
    best_mixture,
    every_guarantee,
    float_vertices,
    levels,
    random_prior,
    rounding,
    utility_of,
    worth,
)

METHODS = ("program", "column-generation")


def largest_probability(column):
    return float(column.max())


def spread(column):
    return float(column.max() - column.min())


def norm(column):
    return float(np.linalg.norm(column))


# --- other solvers --------------------------------------------------------------------------------


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kind", range(5))
@pytest.mark.parametrize("secrets", [2, 3, 4, 5])
def test_the_optimum_is_the_best_mixture_of_vertices_from_the_definition(kind, secrets):
    rng = np.random.default_rng(10 * kind + secrets)
    for _ in range(2 if (kind, secrets) == (4, 5) else 5):
        prior = random_prior(rng, secrets)
        guarantee = every_guarantee(*rng.uniform(0.05, 2.5, 2))[kind]
        vertices = float_vertices(prior.tolist(), guarantee)
        for utility in (*DIVERGENCES, design.Reward(rng.normal(size=(secrets, 3)))):
            best = best_mixture(vertices, [worth(utility, v, prior) for v in vertices.T])
            found = design.optimal_mechanism(prior, guarantee, utility)
            assert found.value == pytest.approx(best, abs=10 * rounding(utility))
            assert found.upper_bound == pytest.approx(best, abs=10 * rounding(utility))
        for function in (largest_probability, spread, norm):
            best = best_mixture(vertices, [function(vertex) for vertex in vertices.T])
            found = design.optimal_mechanism(prior, guarantee, function)
            assert found.value == pytest.approx(best, abs=1e-8)


@pytest.mark.parametrize("kind", range(5))
def test_methods_agree(kind):
    rng = np.random.default_rng(20 + kind)
    for trial in range(5):
        secrets = int(rng.integers(2, 9))
        prior = random_prior(rng, secrets)
        if trial == 0:
            prior = np.full(secrets, 1 / secrets)
        guarantee = every_guarantee(*rng.uniform(0.05, 2.5, 2))[kind]
        arimoto = design.Sublinear("arimoto", lambda u, p=prior: float((p * u).max()))
        entropic = design.Sublinear("entropic", lambda u, p=prior: relative_entropy(p * u))
        table = rng.normal(size=(secrets, 4))
        for utility in (*DIVERGENCES, arimoto, entropic, design.Reward(table)):
            found = [
                design.optimal_mechanism(prior, guarantee, utility, method=method, tolerance=1e-9)
                for method in (*METHODS, "auto")
            ]
            values = [each.value for each in found]
            assert max(values) - min(values) < 10 * rounding(utility)
            for each in found:
                assert each.gap < 10 * rounding(utility)
                assert each.upper_bound >= max(values) - rounding(utility)


def relative_entropy(joint):
    """The sum of joint log (joint / total), convex and homogeneous."""
    joint = joint[joint > 0]
    return float((joint * np.log(joint / joint.sum())).sum()) if joint.size else 0.0


def test_a_function_of_columns_can_be_a_named_utility():
    """Mutual information is the entropy of the prior plus the sum of p u log (p u / sum)."""
    rng = np.random.default_rng(3)
    for trial in range(10):
        prior = random_prior(rng, 4)
        guarantee = every_guarantee(*rng.uniform(0.1, 2, 2))[trial % 5]
        named = design.optimal_mechanism(prior, guarantee)
        written = design.optimal_mechanism(
            prior, guarantee, lambda u, p=prior: relative_entropy(p * u)
        )
        entropy = -float((prior * np.log(prior)).sum())
        assert written.value + entropy == pytest.approx(named.value, abs=1e-9)


# --- the value and the bound ----------------------------------------------------------------------


def test_the_value_is_the_utility_of_the_channel():
    rng = np.random.default_rng(5)
    for trial in range(40):
        secrets = int(rng.integers(2, 8))
        prior = random_prior(rng, secrets)
        guarantee = every_guarantee(*rng.uniform(0.05, 2.5, 2))[trial % 5]
        for utility in (*DIVERGENCES, design.Reward(rng.normal(size=(secrets, 3)))):
            found = design.optimal_mechanism(prior, guarantee, utility)
            expected = utility_of(found.channel.kernel, found.channel.prior, utility)
            assert found.value == pytest.approx(expected, abs=1e-11, rel=1e-11)
        measured = ps.mutual_information(design.optimal_mechanism(prior, guarantee).channel)
        assert design.optimal_mechanism(prior, guarantee).value == pytest.approx(
            measured, abs=1e-12
        )


def feasible(rng, prior, guarantee, outcomes):
    """Mix a random kernel with its own marginal, as little as the guarantee asks for."""
    kernel = rng.dirichlet(np.full(outcomes, rng.choice([0.05, 0.5, 2.0])), size=len(prior))
    kernel = (1 - 1e-6) * kernel + 1e-6 / outcomes
    marginal, (low, high) = prior @ kernel, levels(guarantee)
    lifts = kernel / marginal
    if low is None:  # (1 + t (a - 1)) <= ratio (1 + t (b - 1))
        excess = (lifts.max(axis=0) - 1) - high * (lifts.min(axis=0) - 1)
        share = float(((high - 1) / np.maximum(excess, high - 1)).min())
    else:
        share = min(
            1.0,
            float(((high - 1) / np.maximum(lifts.max(axis=0) - 1, 1e-9)).min()),
            float(((1 - low) / np.maximum(1 - lifts.min(axis=0), 1e-9)).min()),
        )
    share *= 1 - 1e-12
    return share * kernel + (1 - share) * marginal


@pytest.mark.parametrize("kind", range(5))
def test_no_feasible_mechanism_beats_the_bound(kind):
    rng = np.random.default_rng(30 + kind)
    for _ in range(10):
        secrets = int(rng.integers(2, 7))
        prior = random_prior(rng, secrets)
        guarantee = every_guarantee(*rng.uniform(0.05, 2.5, 2))[kind]
        utilities = (*DIVERGENCES, design.Reward(rng.normal(size=(secrets, 3))))
        bounds = [design.optimal_mechanism(prior, guarantee, u).upper_bound for u in utilities]
        for _ in range(8):
            kernel = feasible(rng, prior, guarantee, int(rng.integers(2, 9)))
            for utility, bound in zip(utilities, bounds, strict=True):
                assert utility_of(kernel, prior, utility) <= bound + rounding(utility) / 10


def test_the_bound_is_not_below_the_value_where_a_lift_is_nearly_zero():
    prior = [0.16988552466779672, 0.8301144753322033]
    guarantee = ps.PML(0.25317054117747023)
    found = design.optimal_mechanism(prior, guarantee, HELLINGER, method="program")
    assert found.upper_bound >= found.value


# --- laws -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", range(5))
def test_more_is_possible_under_a_weaker_guarantee(kind):
    rng = np.random.default_rng(40 + kind)
    for _ in range(4):
        prior = random_prior(rng, int(rng.integers(2, 7)))
        for utility in ("mutual-information", "total-variation"):
            values = [
                design.optimal_mechanism(prior, guarantee, utility).value
                for epsilon in (0.0, 0.01, 0.1, 0.3, 0.8, 1.5, 3.0, 6.0, 40.0)
                for guarantee in [every_guarantee(epsilon, epsilon)[kind]]
            ]
            assert (np.diff(values) >= -1e-9).all()
            assert values[0] == pytest.approx(0, abs=1e-15)
        entropy = -float((prior * np.log(prior)).sum())
        top = every_guarantee(math.inf, math.inf)[kind]
        assert design.optimal_mechanism(prior, top).value == pytest.approx(entropy, abs=1e-12)


def test_at_most_as_many_outcomes_as_secrets():
    rng = np.random.default_rng(6)
    for trial in range(60):
        secrets = int(rng.integers(2, 10))
        prior = random_prior(rng, secrets)
        guarantee = every_guarantee(*rng.uniform(0.05, 3, 2))[trial % 5]
        utility = (*DIVERGENCES, norm)[trial % 4]
        for method in METHODS:
            found = design.optimal_mechanism(prior, guarantee, utility, method=method)
            assert len(found.support) <= secrets


def test_the_order_of_the_secrets_does_not_matter():
    rng = np.random.default_rng(7)
    for trial in range(25):
        secrets = int(rng.integers(2, 9))
        prior = random_prior(rng, secrets)
        guarantee = every_guarantee(*rng.uniform(0.05, 3, 2))[trial % 5]
        order = rng.permutation(secrets)
        for utility in DIVERGENCES:
            one = design.optimal_mechanism(prior, guarantee, utility)
            other = design.optimal_mechanism(prior[order], guarantee, utility)
            assert one.value == pytest.approx(other.value, abs=rounding(utility))


def test_stronger_guarantees_admit_less():
    """LIP(e) is PML(e) and PMC(e); ALIP(l, u) is PMC(l) and PML(u); LDP(e) implies LIP(e)."""
    rng = np.random.default_rng(8)
    for _ in range(20):
        prior = random_prior(rng, int(rng.integers(2, 7)))
        lower, upper = (float(epsilon) for epsilon in rng.uniform(0.05, 2.5, 2))
        for utility in ("mutual-information", "chi-square"):

            def value(guarantee, utility=utility, prior=prior):
                return design.optimal_mechanism(prior, guarantee, utility).value

            one_sided = min(value(ps.PMC(lower)), value(ps.PML(upper)))
            assert value(ps.ALIP(lower, upper)) <= one_sided + 1e-9
            assert value(ps.LIP(upper)) <= value(ps.PML(upper)) + 1e-9
            assert value(ps.LIP(upper)) <= value(ps.PMC(upper)) + 1e-9
            assert value(ps.LDP(upper)) <= value(ps.LIP(upper)) + 1e-9
            both = value(ps.ALIP(upper, upper))
            assert both == pytest.approx(value(ps.LIP(upper)), abs=1e-9)
            assert value(ps.ALIP(math.inf, upper)) == pytest.approx(value(ps.PML(upper)), abs=1e-9)
            assert value(ps.ALIP(lower, math.inf)) == pytest.approx(value(ps.PMC(lower)), abs=1e-9)


def test_one_secret_has_nothing_to_tell():
    for guarantee in every_guarantee(0.5, 0.5):
        found = design.optimal_mechanism([1.0], guarantee)
        assert found.value == 0
        assert found.channel.shape == (1, 1)


# --- rewards --------------------------------------------------------------------------------------


def test_outcomes_are_the_decisions():
    rng = np.random.default_rng(9)
    for trial in range(30):
        secrets, decisions = (int(size) for size in rng.integers(2, 8, 2))
        prior = random_prior(rng, secrets)
        guarantee = every_guarantee(*rng.uniform(0.1, 2, 2))[trial % 5]
        table = rng.normal(size=(secrets, decisions))
        for method in ("auto", *METHODS):
            found = design.optimal_mechanism(prior, guarantee, design.Reward(table), method=method)
            assert found.channel.shape == (secrets, decisions)
            earned = float((prior[:, None] * found.channel.kernel * table).sum())
            assert found.value == pytest.approx(earned, abs=1e-10)


def test_a_distortion_with_more_symbols_than_secrets():
    rng = np.random.default_rng(10)
    for trial in range(30):
        secrets = int(rng.integers(2, 5))
        symbols = secrets + int(rng.integers(1, 5))
        prior = random_prior(rng, secrets)
        guarantee = every_guarantee(*rng.uniform(0.1, 2, 2))[trial % 5]
        table = rng.uniform(0, 3, (secrets, symbols))
        found = design.optimal_mechanism(prior, guarantee, design.Distortion(table))
        assert found.channel.shape == (secrets, symbols)
        expected = float((prior[:, None] * found.channel.kernel * table).sum())
        assert found.value == pytest.approx(-expected, abs=1e-10)
        assert found.value >= -(prior @ table).min() - 1e-9  # as good as always showing one


def test_a_decision_that_is_always_best_needs_no_secret():
    table = np.array([[1.0, 3.0], [0.0, 2.0], [1.0, 4.0]])
    found = design.optimal_mechanism([0.2, 0.3, 0.5], ps.LIP(0.3), design.Reward(table))
    assert found.support == (1,)
    assert found.value == pytest.approx(0.2 * 3 + 0.3 * 2 + 0.5 * 4, abs=1e-12)


# --- time and progress ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", range(5))
def test_the_bound_holds_whenever_the_search_stops(kind, monkeypatch):
    """As if there were too many secrets to look at every vertex; the optimum is known though."""
    monkeypatch.setattr(optimal, "_VERTICES", 0)
    rng, gaps = np.random.default_rng(50 + kind), []
    for _ in range(6):
        prior = random_prior(rng, 8)
        guarantee = every_guarantee(*rng.uniform(0.2, 2, 2))[kind]
        best = design.optimal_mechanism(prior, guarantee, method="program").value
        stopped = design.optimal_mechanism(
            prior, guarantee, method="column-generation", time_limit=0.0
        )
        assert stopped.value <= best + 1e-9
        assert stopped.upper_bound >= best - 1e-9
        assert guarantee.holds(stopped.channel)
        gaps.append(stopped.gap)
    assert kind == 1 or max(gaps) > 1e-6  # it did stop early; under PMC the start is optimal


# --- what a result says ---------------------------------------------------------------------------


def test_lifts_are_the_kernel_over_the_marginal():
    found = design.optimal_mechanism([0.2, 0.3, 0.5], ps.PML(0.5))
    kernel, prior = found.channel.kernel, found.channel.prior
    support = list(found.support)
    expected = kernel[:, support] / (prior @ kernel)[support]
    assert found.lifts == pytest.approx(expected, rel=1e-12)
    assert prior @ found.lifts == pytest.approx(np.ones(len(support)), abs=1e-12)


def test_the_support_leaves_out_decisions_never_made():
    never = [[1.0, 0.0, -1.0], [0.0, 1.0, -1.0]]
    found = design.optimal_mechanism([0.5, 0.5], ps.PML(0.3), design.Reward(never))
    assert found.channel.shape == (2, 3)
    assert found.support == (0, 1)
    assert found.lifts.shape == (2, 2)
    assert (found.channel.kernel[:, 2] == 0).all()
