"""Utilities entry by entry, against the measures, and what is no utility."""

import math

import numpy as np
import pytest

import pmlsym as ps
from pmlsym import design
from pmlsym.design.utility import MUTUAL_INFORMATION, NAMED, read_utility
from pmlsym.errors import ParameterError, UnknownNameError
from tests.design.definitions import DIVERGENCES, random_prior, utility_of


def random_kernel(rng, secrets, outcomes):
    kernel = rng.dirichlet(np.full(outcomes, 0.5), size=secrets)
    return kernel * (1 - 1e-9) + 1e-9 / outcomes


def test_utilities_of_random_channels_are_their_sums():
    rng = np.random.default_rng(1)
    for _ in range(40):
        secrets, outcomes = rng.integers(2, 6, 2)
        prior, kernel = random_prior(rng, secrets), random_kernel(rng, secrets, outcomes)
        table = rng.normal(size=(secrets, 4))
        for wanted in (*DIVERGENCES, design.Reward(table), design.Distortion(table)):
            found = read_utility(wanted, secrets).of(ps.Channel(kernel, prior))
            assert found == pytest.approx(utility_of(kernel, prior, wanted), abs=1e-11, rel=1e-11)


def test_mutual_information_is_the_measure():
    rng = np.random.default_rng(2)
    for _ in range(40):
        secrets, outcomes = rng.integers(2, 6, 2)
        channel = ps.Channel(random_kernel(rng, secrets, outcomes), random_prior(rng, secrets))
        measured = ps.mutual_information(channel)
        assert MUTUAL_INFORMATION.of(channel) == pytest.approx(measured, abs=1e-12)


def test_an_impossible_outcome_adds_nothing():
    with_zero = ps.Channel([[0.5, 0.0, 0.5], [0.0, 0.0, 1.0]], [0.5, 0.5])
    without = ps.Channel([[0.5, 0.5], [0.0, 1.0]], [0.5, 0.5])
    for wanted in NAMED.values():
        assert wanted.of(with_zero) == wanted.of(without)


def test_a_reward_of_guesses_is_the_probability_to_guess_right():
    channel = ps.Channel([[0.5, 0.5, 0.0], [0.25, 0.25, 0.5]], [0.25, 0.75])
    joint = channel.prior[:, None] * channel.kernel
    assert design.Reward(np.eye(2)).of(channel) == joint.max(axis=0).sum()


def test_a_function_of_a_column_sees_multiples_of_columns():
    prior = np.array([0.2, 0.3, 0.5])
    kernel = random_kernel(np.random.default_rng(3), 3, 4)
    found = read_utility(lambda column: float(column.max()), 3).of(ps.Channel(kernel, prior))
    assert found == pytest.approx(kernel.max(axis=0).sum(), rel=1e-12)


def quiet(function):
    def silent(lifts):
        with np.errstate(all="ignore"):
            return function(lifts)

    return silent


@pytest.mark.parametrize(
    "function",
    [
        lambda v: np.sqrt(v),
        lambda v: -(v**2),
        lambda v: np.sin(v),
        quiet(lambda v: 1 / v),
        quiet(lambda v: -np.log(v)),
        lambda v: v * np.nan,
        lambda v: 1.0,
        lambda v: v[:3],
    ],
    ids=["concave", "minus square", "sine", "inverse", "minus log", "nan", "number", "short"],
)
def test_what_is_no_divergence_is_refused_by_its_name(function):
    with pytest.raises(ParameterError, match="mine"):
        design.Divergence("mine", function)


def test_minus_infinity_at_zero_is_refused_by_its_name():
    with pytest.raises(ParameterError, match="mine"):
        design.Divergence("mine", quiet(np.log))


@pytest.mark.parametrize(
    "function",
    [
        lambda column: float(np.linalg.norm(column)),
        lambda column: float(column.max()),
        lambda column: -float(column.min()),
        lambda column: float(np.abs(np.diff(column)).sum()),
        lambda column: float(column.sum()),
        lambda column: float((column**3).sum() ** (1 / 3)),
    ],
    ids=["norm", "max", "min", "variation", "linear", "cubic norm"],
)
def test_convex_homogeneous_functions_are_taken(function):
    for secrets in (2, 3, 7):
        assert isinstance(read_utility(function, secrets), design.Sublinear)


def test_names_and_matrices_are_refused_in_a_sentence():
    with pytest.raises(UnknownNameError, match="mutual-information"):
        read_utility("mutual-informatoin", 3)
    with pytest.raises(ParameterError, match=r"4 rows.*3 secrets"):
        read_utility(design.Reward(np.eye(4)), 3)
    with pytest.raises(ParameterError, match="utility is 3"):
        read_utility(3, 3)


@pytest.mark.parametrize("kind", [design.Reward, design.Distortion])
@pytest.mark.parametrize(
    "matrix", [[1, 2], [], [[]], "x", [["a"]], [[1], [2, 3]], [[[1]]], [[math.nan]], [[math.inf]]]
)
def test_a_matrix_is_a_table_of_finite_numbers(kind, matrix):
    name = kind.__name__.lower()
    with pytest.raises(ParameterError, match=rf"^{name}.* has"):
        kind(matrix)


@pytest.mark.parametrize("kind", [design.Reward, design.Divergence])
def test_no_utility_is_optimised_as_another_one(kind):
    with pytest.raises(TypeError, match="Squared"):

        class Squared(kind):
            def at(self, lifts, prior):
                return super().at(lifts, prior) ** 2
