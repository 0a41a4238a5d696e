"""Sentences of the PMC paper that are false as printed: each mistake by other code."""

from dataclasses import replace
from fractions import Fraction as F
from itertools import islice

import numpy as np
import pytest

import pmlsym as ps
from pmlsym.ledger.catalogue import claim
from pmlsym.ledger.pmc import surely
from pmlsym.ledger.pmc.mechanisms.instances import Levels
from pmlsym.ledger.pmc.noise import gaussian_statements as noisy
from pmlsym.mechanisms import high_privacy_extremal, randomized_response
from pmlsym.statements.specific import about
from pmlsym.statements.values import Infinite, Undefined, decimal

# --- Definitions 4 and 5 --------------------------------------------------------------------------


def densities(kernel, prior):
    """i(x; y) at all pairs of a secret and a possible outcome, and which have positive P_XY."""
    kernel, prior = np.array(kernel, dtype=float), np.array(prior, dtype=float)
    chances = prior @ kernel
    kernel, chances = kernel[:, chances > 0], chances[chances > 0]
    with np.errstate(divide="ignore"):
        return np.log(kernel / chances), kernel > 0


def printed(kernel, prior):
    """The levels of LIP and ALIP as printed, under P_XY: e, l and u."""
    at, possible = densities(kernel, prior)
    low, high = at[possible].min(), at[possible].max()
    return max(abs(low), abs(high)), max(0, -low), high


HALVES = (0.5, 0.5)


def test_the_bounds_under_the_joint_law_are_those_of_numpy():
    seen = 0
    for model in islice(surely._EVERY.all(3), 80):
        joint = np.array(model.law.weights, dtype=float).reshape(model.law.shape)
        prior = joint.sum(axis=1) / joint.sum()
        kernel = joint / joint.sum(axis=1, keepdims=True)
        size, low, high = printed(kernel, prior)
        assert decimal(surely._SIZE.value(model)) == pytest.approx(size, abs=1e-9)
        assert max(0, decimal(surely._DEEP.value(model))) == pytest.approx(low, abs=1e-9)
        assert decimal(surely._HIGH.value(model)) == pytest.approx(high, abs=1e-9)
        channel = ps.Channel(kernel, prior)
        _, possible = densities(kernel, prior)
        if possible.all():  # no secret rules out a possible outcome: both readings are one
            assert ps.lip(channel) == pytest.approx(size, abs=1e-9)
        else:
            seen += 1
            assert ps.lip(channel) == np.inf == ps.ldp(channel) == max(ps.pmc(channel))
        assert ps.alip(channel)[1] == pytest.approx(high, abs=1e-9)  # PML in either reading
    assert seen > 5


def test_two_equal_secrets_published_have_a_finite_lip_as_printed_and_infinite_pmc_and_ldp():
    assert printed(np.eye(2), HALVES) == pytest.approx((np.log(2), 0, np.log(2)))
    channel = ps.Channel(np.eye(2), HALVES)
    assert list(ps.pmc(channel)) == [np.inf, np.inf]
    assert ps.ldp(channel) == ps.lip(channel) == np.inf
    (model,) = claim("pmc.definition-4.surely").models
    assert [[float(p) for p in row] for row in model.kernel] == np.eye(2).tolist()
    assert claim("pmc.definition-4.surely").read_on(model).holds is False


# --- Example 4 ------------------------------------------------------------------------------------


def test_the_refuted_sentence_on_skewed_priors_fails_at_the_priors_that_its_scope_names():
    found, rarer = claim("pmc.example-4.skewed"), F(1, 10**9)
    for prior, odds in (
        ((F(99, 100), F(1, 100) - rarer, rarer), F(2)),
        ((F(4, 5), F(1, 10), F(1, 10)), F(3, 2)),
    ):
        top, low = max(prior), min(prior)
        made = {"e": odds, "r": 1 + (odds - 1) / top, "s": odds * (1 - low) / (1 - odds * low)}
        assert found.holds(Levels(prior, tuple(made.items()))) is False
    two = (F(4, 5), F(1, 5))  # two secrets: true, as the scope says
    made = {"e": F(2), "r": F(9, 4), "s": F(8, 3)}
    assert found.holds(Levels(two, tuple(made.items()))) is True


# --- footnote 5 -----------------------------------------------------------------------------------


def test_the_misprint_of_footnote_5_is_corrected_by_corollary_4():
    """The LDP of the extremal mechanism of two equal secrets is eps_l* + eps, as in Cor. 4 (iv)."""
    for eps in (0.0, 0.2, 0.5, 0.69):
        star = ps.PML(eps).implies(ps.PMC, p_min=0.5).epsilon
        channel = high_privacy_extremal(HALVES, eps)
        right, wrong = eps + np.log(1 / (2 - np.exp(eps))), eps + np.log(2 / (2 - np.exp(eps)))
        assert float(ps.ldp(channel)) == pytest.approx(star + eps) == pytest.approx(right)
        swapped = np.array(channel.kernel, dtype=float)[:, ::-1]
        for level, alike in ((right, True), (wrong, False)):
            other = np.array(randomized_response(HALVES, level).kernel, dtype=float)
            assert np.allclose(other, swapped) is alike
            assert alike or not np.allclose(other, channel.kernel)


# --- one mistake, several sentences ---------------------------------------------------------------


def test_with_the_ends_that_moments_lacks_bounds_and_unbounded_hold_and_dominated_does_not():
    for said in (noisy.MOMENTS, noisy.BOUNDS, noisy.UNBOUNDED):
        assert said.trial(300, seed=4).violations
        mended = replace(said, hypotheses=(noisy.BOTH_ENDS,)).trial(300, seed=4)
        assert mended.violations == 0 < mended.applied
    (instance,) = claim("pmc.example-7.dominated").models
    ends = [value for value, _ in instance.atoms]
    assert (-ends[0], ends[-1]) == (instance.bound, instance.bound)
    assert noisy.DOMINATED.judge(instance).holds is False


def test_without_its_end_the_sentence_on_utility_holds_as_that_on_the_parameters_does():
    for name in ("crossover", "utility"):
        (said,) = claim(f"pmc.example-4.{name}").asserts
        assert said.trial(60, seed=4).violations
        inside = str(said.statement).replace("<= log(", "< log(").replace("e >= 0", "e > 0")
        assert inside != str(said.statement)
        mended = about(inside, *said.mechanisms, draw=said.draw).trial(60, seed=4)
        assert mended.violations == 0 < mended.applied


# --- Section VI -----------------------------------------------------------------------------------


def test_pmc_of_a_normal_secret_has_a_value_and_what_had_none_would_be_seen():
    (instance,) = claim("pmc.section-6.gaussian").models
    assert instance.pmc() is Infinite.PLUS
    assert noisy.NO_PMC.check(instance).true is False

    class WithoutPMC:
        def pmc(self):
            raise Undefined("no value")

    assert noisy.NO_PMC.check(WithoutPMC()).true is True
    # within [-A, A] the least log-density ratio falls without bound as A grows: (17)
    levels = [-decimal(replace(instance, record=F(10) ** k).information()) for k in range(1, 5)]
    assert sorted(levels) == levels
    assert levels[-1] > 10**7
