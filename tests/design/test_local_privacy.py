"""Mutual information under LDP against Kairouz, Oh and Viswanath (2016)."""

import itertools
import math

import numpy as np
import pytest
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym import design
from tests.design.definitions import utility_of

INFORMATION = "mutual-information"


def subsets(secrets):
    for size in range(1, secrets):
        yield from itertools.combinations(range(secrets), size)


def staircase_program(prior, epsilon):
    """Maximise over the 2^n - 2 staircase patterns, scaled: the paper's program."""
    patterns = np.ones((len(prior), 2 ** len(prior) - 2))
    for column, chosen in enumerate(subsets(len(prior))):
        patterns[list(chosen), column] = math.exp(epsilon)
    values = [
        sum(p * s * math.log(s / (prior @ column)) for p, s in zip(prior, column, strict=True))
        for column in patterns.T
    ]
    return -linprog(-np.array(values), A_eq=patterns, b_eq=np.ones(len(prior))).fun


def randomized_response(secrets, epsilon):
    kernel = np.ones((secrets, secrets)) + (math.exp(epsilon) - 1) * np.eye(secrets)
    return kernel / kernel.sum(axis=1, keepdims=True)


def binary_mechanism(secrets, chosen, epsilon):
    kernel = np.full((secrets, 2), 1.0)
    kernel[list(chosen), 0] = math.exp(epsilon)
    others = [x for x in range(secrets) if x not in chosen]
    kernel[others, 1] = math.exp(epsilon)
    return kernel / kernel.sum(axis=1, keepdims=True)


def priors(seed, count, least, largest):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield rng, rng.dirichlet(np.full(int(rng.integers(least, largest + 1)), 2.0))


def test_the_best_mixture_of_staircases():
    for rng, prior in priors(1, 30, 2, 7):
        epsilon = float(rng.uniform(0.05, 4))
        found = design.optimal_mechanism(prior, ps.LDP(epsilon))
        assert found.value == pytest.approx(staircase_program(prior, epsilon), abs=1e-8)


def test_randomized_response_for_little_privacy():
    for _, prior in priors(2, 15, 2, 6):
        for epsilon in (7.0, 10.0):
            found = design.optimal_mechanism(prior, ps.LDP(epsilon))
            response = utility_of(randomized_response(len(prior), epsilon), prior, INFORMATION)
            assert found.value == pytest.approx(response, abs=1e-8)


def test_the_binary_mechanism_for_much_privacy():
    for _, prior in priors(3, 15, 3, 6):
        for epsilon in (0.001, 0.01):
            found = design.optimal_mechanism(prior, ps.LDP(epsilon))
            best = max(
                utility_of(binary_mechanism(len(prior), chosen, epsilon), prior, INFORMATION)
                for chosen in subsets(len(prior))
            )
            assert found.value == pytest.approx(best, abs=1e-11, rel=1e-6)


def test_the_binary_mechanism_splits_the_secrets_in_halves():
    """For small epsilon the set is one whose probability is nearest to a half."""
    for _, prior in priors(4, 15, 3, 6):
        found = design.optimal_mechanism(prior, ps.LDP(0.001))
        nearest = min(abs(sum(prior[list(chosen)]) - 0.5) for chosen in subsets(len(prior)))
        # p (1 - p) (e^eps - 1)^2 / 2 to the leading order
        assert found.value == pytest.approx((0.25 - nearest**2) * 0.5e-6, rel=5e-3)


def test_equally_likely_secrets_have_the_best_subset_mechanism():
    """Each outcome lifts a set of one size; Wang et al. (2016) give the mutual information."""
    for secrets, epsilon in itertools.product((3, 5, 8), (0.3, 1.0, 2.5)):
        ratio, best = math.exp(epsilon), 0.0
        for size in range(1, secrets):
            total = size * ratio + secrets - size
            high = secrets * ratio / total
            share = size * ratio / total
            best = max(best, share * math.log(high) + (1 - share) * math.log(high / ratio))
        found = design.optimal_mechanism(np.full(secrets, 1 / secrets), ps.LDP(epsilon))
        assert found.value == pytest.approx(best, abs=1e-10)
