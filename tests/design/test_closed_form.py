"""Optimal mechanisms that are written down, against the program over all vertices."""

import math

import numpy as np
import pytest

import pmlsym as ps
from pmlsym import design
from pmlsym.design.optimal import closed_form
from pmlsym.design.utility import read_utility
from tests.design.definitions import (
    DIVERGENCES,
    admitted,
    best_mixture,
    every_guarantee,
    float_vertices,
    random_prior,
    rounding,
    worth,
)


def assert_optimal(prior, guarantee, utility):
    wanted = read_utility(utility, len(prior))
    mixture = closed_form(admitted(guarantee, prior), wanted)
    assert mixture is not None
    assert mixture.weights.min() >= 0
    assert mixture.lifts @ mixture.weights == pytest.approx(np.ones(len(prior)), abs=1e-10)
    value = sum(
        weight * worth(utility, lift, prior)
        for weight, lift in zip(mixture.weights, mixture.lifts.T, strict=True)
    )
    vertices = float_vertices(list(prior), guarantee)
    best = best_mixture(vertices, [worth(utility, vertex, prior) for vertex in vertices.T])
    assert value == pytest.approx(best, abs=rounding(utility))


def any_guarantee(rng, prior, trial):
    return every_guarantee(*rng.uniform(0.05, 3, 2))[trial % 5]


def high_privacy(rng, prior, trial):
    """No lift can be zero, so that the vertices are a simplex."""
    return ps.PML(-math.log1p(-prior.min()) * float(rng.uniform(0.1, 0.999)))


def no_upper_bound(rng, prior, trial):
    return ps.PMC(float(rng.uniform(0.05, 3)))


@pytest.mark.parametrize(
    ("secrets", "guarantee"),
    [(2, any_guarantee), *((n, kind) for n in (3, 4) for kind in (high_privacy, no_upper_bound))],
)
def test_what_is_written_down_is_the_best_mixture_of_vertices(secrets, guarantee):
    rng = np.random.default_rng(secrets)
    for trial in range(40 if secrets == 2 else 15):
        prior = random_prior(rng, secrets)
        for utility in (*DIVERGENCES, design.Reward(rng.normal(size=(secrets, 3)))):
            assert_optimal(prior, guarantee(rng, prior, trial), utility)


@pytest.mark.parametrize("secrets", [3, 4])
def test_equally_likely_secrets_have_the_best_mixture(secrets):
    """Also where a vertex has no coordinate between its bounds."""
    rng = np.random.default_rng(secrets)
    prior = np.full(secrets, 1 / secrets)
    exactly = [ps.PML(math.log(2)), ps.PML(math.log(4 / 3)), ps.ALIP(math.log(2), 1e-9)]
    for guarantee in (*(any_guarantee(rng, prior, trial) for trial in range(20)), *exactly):
        for utility in DIVERGENCES:
            assert_optimal(prior, guarantee, utility)


def test_none_is_claimed_where_the_program_is_needed():
    """Whatever is written down must be optimal, also at the edge of the range."""
    rng = np.random.default_rng(8)
    written = 0
    for trial in range(60):
        prior = random_prior(rng, 3)
        guarantee = every_guarantee(*rng.uniform(0.02, 2, 2))[trial % 5]
        for utility in DIVERGENCES:
            if closed_form(admitted(guarantee, prior), read_utility(utility, 3)) is not None:
                assert_optimal(prior, guarantee, utility)
                written += 1
    assert 20 < written < 200


def test_binary_randomized_response_by_hand():
    """Equally likely bits under LDP: the bit is kept with probability e^eps / (1 + e^eps)."""
    found = design.optimal_mechanism([0.5, 0.5], ps.LDP(math.log(3)))
    assert found.method == "closed-form"
    assert np.sort(found.channel.kernel, axis=1) == pytest.approx(np.tile([0.25, 0.75], (2, 1)))
    entropy = -0.75 * math.log(0.75) - 0.25 * math.log(0.25)
    assert found.value == pytest.approx(math.log(2) - entropy, abs=1e-12)
