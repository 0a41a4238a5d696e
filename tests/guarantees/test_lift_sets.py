"""Vertices of the admitted lift vectors against all choices of active constraints, in fractions."""

import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest

import pmlsym as ps
from pmlsym.guarantees import Box, Cone
from tests.design.definitions import (
    admitted,
    box_vertices,
    cone_vertices,
    every_guarantee,
    float_vertices,
    random_prior,
)


def assert_same_set(found, expected):
    """Columns agree up to rounding and order."""
    for some, others in ((found, expected), (expected, found)):
        for column in some.T:
            distances = np.abs(others - column[:, None]).max(axis=0) / column.max()
            assert distances.min() < 1e-9


@pytest.mark.parametrize("secrets", [2, 3, 4])
def test_vertices_of_a_box_solve_all_choices_of_active_bounds(secrets):
    rng = np.random.default_rng(secrets)
    for trial in range(40):
        prior = random_prior(rng, secrets)
        epsilon, other = rng.uniform(0.05, 3, 2)
        guarantee = every_guarantee(epsilon, other)[trial % 4]
        found = admitted(guarantee, prior).vertices()
        assert_same_set(found, float_vertices(prior.tolist(), guarantee))


@pytest.mark.parametrize("secrets", [2, 3, 4])
def test_vertices_of_a_cone_solve_all_choices_of_active_ratios(secrets):
    rng = np.random.default_rng(secrets)
    for _ in range(8):
        prior = random_prior(rng, secrets)
        guarantee = ps.LDP(float(rng.uniform(0.05, 3)))
        found = admitted(guarantee, prior).vertices()
        assert found.shape == (secrets, 2**secrets - 2)
        assert_same_set(found, float_vertices(prior.tolist(), guarantee))


@pytest.mark.parametrize(
    ("prior", "low", "high"),
    [
        (["1/2", "1/4", "1/4"], 0, 2),  # a set of secrets has the mean to itself
        (["1/4", "1/4", "1/4", "1/4"], 0, 2),
        (["1/4", "1/4", "1/4", "1/4"], "1/2", "3/2"),
        (["1/3", "1/3", "1/3"], "1/2", 2),
        (["1/2", "1/2"], 0, 2),
        (["1/8", "3/8", "1/2"], 0, None),
    ],
)
def test_a_vertex_without_a_coordinate_between_is_there_once(prior, low, high):
    masses = [F(mass) for mass in prior]
    expected = box_vertices(masses, F(low), None if high is None else F(high))
    box = Box.between(
        [float(mass) for mass in masses],
        float(F(low)),
        math.inf if high is None else float(F(high)),
    )
    assert_same_set(box.vertices(), np.array(sorted(expected), float).T)
    assert box.vertices().shape[1] == len(expected)


def test_a_vertex_with_a_large_coordinate_is_there_once():
    prior = np.array([0.0037024903061093563, 0.9962975096938907])
    assert admitted(ps.PMC(1.4910707905977099), prior).vertices().shape == (2, 2)


def test_staircases_of_ties_are_all_there():
    thirds = [F(1, 3)] * 3
    found = Cone.of_ratio([1 / 3] * 3, 2.0).vertices()
    assert_same_set(found, np.array(sorted(cone_vertices(thirds, F(2))), float).T)


def test_reach_is_the_range_of_each_coordinate_over_the_vertices():
    rng = np.random.default_rng(5)
    for trial in range(40):
        prior = random_prior(rng, 4)
        guarantee = every_guarantee(*rng.uniform(0.05, 3, 2))[trial % 4]
        vertices = float_vertices(prior.tolist(), guarantee)
        low, high = admitted(guarantee, prior).reach
        assert low == pytest.approx(vertices.min(axis=1), abs=1e-9)
        assert high == pytest.approx(vertices.max(axis=1), rel=1e-9)


@pytest.mark.parametrize("rare", [1e-9, 1e-17, 1e-40, 1e-200])
@pytest.mark.parametrize("level", [0.5, 40.0, 300.0])
def test_how_low_the_lift_of_a_likely_secret_can_be(rare, level):
    prior = [F(rare), F(rare) * 3, 1 - 4 * F(rare)]
    with mpmath.workdps(400):
        masses = [mpmath.mpf(p.numerator) / p.denominator for p in prior]
        top = mpmath.exp(mpmath.mpf(level))
        wanted = [float(max(0, (1 - top * (1 - p)) / p)) for p in masses]
    low, _ = Box(tuple(map(float, prior)), math.inf, level).reach
    assert low.tolist() == pytest.approx(wanted, rel=1e-9, abs=1e-12)


def test_silence_alone_is_admitted_at_zero():
    for guarantee in every_guarantee(0.0, 1.0):
        lifts = admitted(guarantee, np.array([0.2, 0.8]))
        assert lifts.trivial
        assert lifts.vertices().tolist() == [[1.0], [1.0]]


def test_an_exponential_beyond_all_floats_is_infinite():
    assert admitted(ps.LDP(1e4), np.array([0.5, 0.5])).ratio == math.inf
    assert admitted(ps.PML(1e4), np.array([0.5, 0.5])).high == math.inf
