"""Curves and polygons of optimal mechanisms, against definitions and other programs."""

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.optimize import linprog

from pmlsym import ALIP, LDP, LIP, PMC, PML
from pmlsym.design import PARTY_COUNTS, posterior_polygon, utility_curves
from pmlsym.errors import ParameterError

three = st.lists(st.integers(1, 9), min_size=3, max_size=3).map(lambda w: np.array(w) / sum(w))
levels = st.floats(0.05, 2)


def entropy(masses):
    held = masses[masses > 0]
    return -float(held @ np.log(held))


def test_curves_are_those_of_two_secrets_written_down():
    found = utility_curves([0.25, 0.75], [0.0, 0.2, 5.0])
    prior = np.array([0.25, 0.75])
    # PML below log(4/3): each outcome has one posterior at e^epsilon times the prior
    first = np.array([0.25 * math.exp(0.2), 1 - 0.25 * math.exp(0.2)])
    other = np.array([1 - 0.75 * math.exp(0.2), 0.75 * math.exp(0.2)])
    weight = (0.25 - other[0]) / (first[0] - other[0])
    value = entropy(prior) - weight * entropy(first) - (1 - weight) * entropy(other)
    assert found.utility["PML"] == pytest.approx([0.0, value, entropy(prior)])
    # two secrets: nothing under LDP is better than randomized response
    assert found.utility["LDP"] == pytest.approx(found.utility["randomized response"])
    truth = 1 / (1 + math.exp(-0.2))
    joint = prior[:, None] * np.array([[truth, 1 - truth], [1 - truth, truth]])
    response = entropy(prior) + entropy(joint.sum(axis=0)) - entropy(joint.ravel())
    assert found.utility["LDP"][1] == pytest.approx(response)
    assert found.entropy == pytest.approx(entropy(prior))


def test_curves_that_time_ends_have_the_same_bounds_above():
    prior = np.random.default_rng(0).dirichlet(np.ones(14))
    levels = [0.4, 1.5]
    full = utility_curves(prior, levels, [PML])
    cut = utility_curves(prior, levels, [PML], time_limit=0)
    assert (cut.utility["PML"] <= full.upper_bound["PML"] + 1e-12).all()
    assert (cut.upper_bound["PML"] >= full.utility["PML"] - 1e-12).all()
    assert (cut.upper_bound["PML"] - cut.utility["PML"]).max() > 1e-3
    assert (full.upper_bound["PML"] - full.utility["PML"]).max() < 1e-5
    with pytest.raises(ParameterError, match=r"^time_limit is -1"):
        utility_curves(prior, levels, [PML], time_limit=-1)


def test_curves_of_party_identification_rise_and_keep_their_order():
    assert sum(PARTY_COUNTS) == 944
    found = utility_curves(np.array(PARTY_COUNTS) / 944, np.linspace(0, 3.5, 15))
    curves = found.utility
    assert set(curves) == {"PML", "PMC", "LIP", "LDP", "randomized response"}
    for values in curves.values():
        assert (np.diff(values) > -1e-9).all()
        assert (values <= found.entropy + 1e-9).all()
    # what a guarantee admits, a weaker one does; by epsilon every kind admits LDP
    for weak, strong in (
        ("PML", "LIP"),
        ("PMC", "LIP"),
        ("LIP", "LDP"),
        ("LDP", "randomized response"),
    ):
        assert (curves[weak] >= curves[strong] - 1e-9).all()
    # information is at most the largest information density
    assert (curves["PML"] <= found.levels + 1e-9).all()
    for name, bounds in found.upper_bound.items():
        assert (bounds >= curves[name]).all()
        assert bounds == pytest.approx(curves[name], abs=1e-9)


def test_by_default_levels_go_to_where_pml_asks_for_nothing():
    found = utility_curves([0.5, 0.3, 0.2], guarantees=[PML])
    assert found.levels[0] == 0
    assert found.levels[-1] >= math.log(5)
    assert found.utility["PML"][-1] == pytest.approx(found.entropy)
    assert list(found.upper_bound) == ["PML"]


def test_plain_data_is_made_of_lists():
    found = utility_curves([0.5, 0.5], [0.0, 0.5], [PML]).as_dict()
    assert set(found) == {"prior", "levels", "utility", "upper_bound", "entropy"}
    assert isinstance(found["utility"]["PML"], list)
    plain = posterior_polygon([0.2, 0.3, 0.5], PML(0.5)).as_dict()
    assert plain["guarantee"] == "PML(0.5)"
    assert isinstance(plain["vertices"][0], list)


def farthest(prior, guarantee, direction):
    """The farthest admitted posterior in a direction, by a linear program in the lift."""
    rows, right = [], []
    eye = np.eye(3)
    if isinstance(guarantee, LDP):
        for x in range(3):
            rows += [eye[x] - math.exp(guarantee.epsilon) * eye[o] for o in range(3) if o != x]
        right = [0.0] * len(rows)
        bounds = [(0, None)] * 3
    else:
        lower, upper = guarantee.lift_set().bounds
        bounds = [(math.exp(-lower), None if upper == math.inf else math.exp(upper))] * 3
    found = linprog(
        -direction * prior,
        A_ub=rows or None,
        b_ub=right or None,
        A_eq=[prior],
        b_eq=[1],
        bounds=bounds,
    )
    return -found.fun


@given(three, levels, levels, st.floats(0, 2 * math.pi))
def test_polygons_reach_as_far_as_a_linear_program(prior, lower, upper, angle):
    direction = np.array([math.cos(angle), math.sin(angle), 0.0])
    for guarantee in (PML(upper), PMC(lower), LIP(upper), ALIP(lower, upper), LDP(upper)):
        found = posterior_polygon(prior, guarantee)
        reached = farthest(prior, guarantee, direction)
        assert (found.vertices @ direction).max() == pytest.approx(reached, abs=1e-6)


@given(three, levels)
def test_posteriors_average_to_the_prior_and_are_vertices(prior, level):
    for guarantee in (PML(level), PMC(level), LIP(level), LDP(level)):
        found = posterior_polygon(prior, guarantee)
        assert found.weights @ found.posteriors == pytest.approx(prior)
        assert found.vertices.sum(axis=1) == pytest.approx(1)
        gained = entropy(prior) - sum(
            w * entropy(p) for w, p in zip(found.weights, found.posteriors, strict=True)
        )
        assert found.value == pytest.approx(gained, abs=1e-9)
        for posterior in found.posteriors:
            assert np.abs(found.vertices - posterior).max(axis=1).min() < 1e-6


@given(three, levels)
def test_corners_are_in_the_order_of_the_boundary(prior, level):
    for guarantee in (PML(level), LIP(level), LDP(level)):
        corners = posterior_polygon(prior, guarantee).vertices[:, :2]
        ahead, on = np.roll(corners, -1, axis=0), np.roll(corners, -2, axis=0)
        one, two = ahead - corners, on - ahead
        assert (one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0] > -1e-9).all()
