"""Utilities entry by entry, against the measures, and what is no utility."""

import numpy as np
import pytest

import pmlsym as ps
from pmlsym import design
from pmlsym.design.utility import NAMED, read_utility
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


def test_an_impossible_outcome_adds_nothing():
    with_zero = ps.Channel([[0.5, 0.0, 0.5], [0.0, 0.0, 1.0]], [0.5, 0.5])
    without = ps.Channel([[0.5, 0.5], [0.0, 1.0]], [0.5, 0.5])
    for wanted in NAMED.values():
        assert wanted.of(with_zero) == wanted.of(without)


def test_a_function_of_a_column_sees_multiples_of_columns():
    prior = np.array([0.2, 0.3, 0.5])
    kernel = random_kernel(np.random.default_rng(3), 3, 4)
    found = read_utility(lambda column: float(column.max()), 3).of(ps.Channel(kernel, prior))
    assert found == pytest.approx(kernel.max(axis=0).sum(), rel=1e-12)


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


@pytest.mark.parametrize("kind", [design.Reward, design.Divergence])
def test_no_utility_is_optimised_as_another_one(kind):
    with pytest.raises(TypeError, match="Squared"):

        class Squared(kind):
            def at(self, lifts, prior):
                return super().at(lifts, prior) ** 2
