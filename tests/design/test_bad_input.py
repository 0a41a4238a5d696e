"""What is refused, with which exception, and that the sentence names the argument."""

import math

import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym import design
from pmlsym.errors import ChannelError, ParameterError, UnknownNameError

PRIOR = [0.2, 0.3, 0.5]
GUARANTEE = ps.PML(0.1)


@pytest.mark.parametrize(
    "prior",
    [
        [0.0, 0.5, 0.5],
        [0, sp.Rational(1, 2), sp.Rational(1, 2)],
        [-0.5, 1.0, 0.5],
        [0.5, 0.6],
        [math.nan, 1.0],
        [[0.5, 0.5]],
        [],
        "abc",
    ],
)
def test_a_prior_that_is_none(prior):
    with pytest.raises(ChannelError, match="prior"):
        design.optimal_mechanism(prior, GUARANTEE)


def test_a_symbolic_prior_has_no_number():
    p = sp.Symbol("p")
    with pytest.raises(ChannelError, match="p"):
        design.optimal_mechanism([p, 1 - p], GUARANTEE)


@pytest.mark.parametrize(
    ("kind", "values", "name"),
    [
        (ps.PML, (-0.1,), "epsilon"),
        (ps.PMC, (-1,), "epsilon"),
        (ps.LIP, (math.nan,), "epsilon"),
        (ps.LDP, (-math.inf,), "epsilon"),
        (ps.ALIP, (0.1, -0.1), "epsilon_u"),
        (ps.ALIP, (-0.1, 0.1), "epsilon_l"),
    ],
)
def test_negative_parameters_are_refused_by_the_guarantee(kind, values, name):
    with pytest.raises(ParameterError, match=name):
        kind(*values)


@pytest.mark.parametrize("guarantee", [0.3, "pml:0.3", None, ps.PML, ps.Channel.constant(PRIOR)])
def test_what_is_no_guarantee(guarantee):
    with pytest.raises(ParameterError, match="guarantee is"):
        design.optimal_mechanism(PRIOR, guarantee)


@pytest.mark.parametrize(
    "guarantee",
    [
        ps.PML(sp.Symbol("e", positive=True)),
        ps.LDP(sp.Symbol("e")),
        ps.ALIP(0.1, sp.Symbol("e") + 1),
    ],
)
def test_symbols_in_the_guarantee(guarantee):
    with pytest.raises(ParameterError, match=r"guarantee is .*symbols"):
        design.optimal_mechanism(PRIOR, guarantee)


@pytest.mark.parametrize(
    ("function", "match"),
    [
        (lambda u: -float(np.linalg.norm(u)), "not convex"),
        (lambda u: float(np.sqrt(u).sum() ** 2), "not convex"),
        (lambda u: float(u.min()), "not convex"),
        (lambda u: float(u @ u), "not positively homogeneous"),
        (lambda u: float(u.sum()) + 1, "not positively homogeneous"),
        (lambda u: math.nan, "not finite"),
        (lambda u: math.inf, "not finite"),
        (lambda u: math.nan if u.min() == 0 else float(u.sum()), "not finite"),
    ],
    ids=["norm", "square of roots", "min", "square", "affine", "nan", "inf", "nan at zeros"],
)
def test_a_function_that_is_no_utility(function, match):
    function.__name__ = "mine"
    with pytest.raises(ParameterError, match=f"^mine is {match}"):
        design.optimal_mechanism(PRIOR, GUARANTEE, function)


def test_a_concave_function_of_lifts():
    with pytest.raises(ParameterError, match="root is not convex"):
        design.optimal_mechanism(PRIOR, GUARANTEE, design.Divergence("root", np.sqrt))


def test_a_matrix_with_the_wrong_number_of_rows():
    for kind in (design.Reward, design.Distortion):
        with pytest.raises(ParameterError, match="2 rows, but there are 3 secrets"):
            design.optimal_mechanism(PRIOR, GUARANTEE, kind(np.ones((2, 3))))


def test_unknown_names():
    with pytest.raises(UnknownNameError, match=r"utility 'chi-squared'.*'chi-square'"):
        design.optimal_mechanism(PRIOR, GUARANTEE, "chi-squared")
    for method in ("simplex", "AUTO", 3, None):
        with pytest.raises(ParameterError, match="method is"):
            design.optimal_mechanism(PRIOR, GUARANTEE, method=method)


@pytest.mark.parametrize("utility", [None, 3, [[1, 0], [0, 1]], np.eye(2)])
def test_what_is_no_utility(utility):
    with pytest.raises(ParameterError, match=r"^utility is"):
        design.optimal_mechanism([0.5, 0.5], GUARANTEE, utility)


@pytest.mark.parametrize(
    ("prior", "guarantee", "utility"),
    [
        (PRIOR, ps.LIP(0.5), "mutual-information"),
        (PRIOR, ps.LDP(0.5), "mutual-information"),
        (np.full(4, 0.25), ps.LIP(0.5), design.Reward(np.eye(4))),
        (np.full(4, 0.25), ps.LDP(0.5), lambda u: float(u.max())),
    ],
)
def test_no_closed_form(prior, guarantee, utility):
    with pytest.raises(ParameterError, match="method is 'closed-form'"):
        design.optimal_mechanism(prior, guarantee, utility, method="closed-form")


def test_too_many_secrets_for_the_program():
    prior = np.arange(1, 16) / 120
    with pytest.raises(ParameterError, match=r"method is 'program', but prior has 15 secrets"):
        design.optimal_mechanism(prior, ps.LIP(0.3), method="program")


def test_a_function_with_more_secrets_than_can_be_looked_at():
    prior = np.arange(1, 20) / 190
    with pytest.raises(ParameterError, match=r"norm .*19 secrets"):
        design.optimal_mechanism(
            prior, ps.LIP(0.3), design.Sublinear("norm", lambda u: float(np.linalg.norm(u)))
        )


@pytest.mark.parametrize("name", ["tolerance", "time_limit"])
@pytest.mark.parametrize("value", [-1e-9, -math.inf, math.nan])
def test_tolerance_and_time_limit(name, value):
    with pytest.raises(ParameterError, match=f"^{name} is"):
        design.optimal_mechanism(PRIOR, GUARANTEE, **{name: value})


@pytest.mark.parametrize("name", ["tolerance", "time_limit"])
@pytest.mark.parametrize("value", ["1", None])
def test_tolerance_and_time_limit_that_are_no_numbers(name, value):
    with pytest.raises(ParameterError, match=f"^{name} is"):
        design.optimal_mechanism(PRIOR, GUARANTEE, **{name: value})


@pytest.mark.parametrize("function", [lambda u: u, lambda u: "x", lambda u: None])
def test_a_function_that_returns_no_number(function):
    function.__name__ = "mine"
    with pytest.raises(ParameterError, match="mine"):
        design.optimal_mechanism(PRIOR, GUARANTEE, function)
