"""No mechanism exceeds its guarantee, decided with fractions and an enclosure of e^epsilon."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym import design
from pmlsym.design.result import Mixture, exact_channel, satisfies
from pmlsym.guarantees.sets.lift_set import below_exponential
from tests.design.definitions import (
    DIVERGENCES,
    HELLINGER,
    admitted,
    every_guarantee,
    excess,
    exponential,
    log_uniform,
    random_prior,
    utility_of,
)


def assert_inside(found, guarantee):
    channel = found.channel
    assert excess(channel.kernel.tolist(), channel.prior.tolist(), guarantee) <= 0
    assert channel.kernel.sum(axis=1) == pytest.approx(np.ones(len(channel.prior)), abs=1e-14)
    assert found.gap >= 0
    assert found.value <= found.upper_bound + 1e-7 * (1 + abs(found.upper_bound))


def instances(seed, count, least=1e-12):
    """Priors of 2 to 10 secrets, a third with an entry of 1e-9, and a guarantee of each kind.

    Two secrets with such an entry and levels next to one have a test of their own below.
    """
    rng = np.random.default_rng(seed)
    for trial in range(count):
        secrets = int(rng.integers(2, 11))
        prior = random_prior(rng, secrets, tiny=trial % 3 == 0)
        lowest = max(least, 1e-6) if secrets == 2 and prior.min() < 1e-5 else least
        epsilons = log_uniform(rng, lowest), log_uniform(rng, lowest)
        yield rng, prior, every_guarantee(*epsilons)[trial % 5]


def norm(column):
    return float(np.linalg.norm(column))


UTILITIES = {
    "information": lambda rng, secrets: DIVERGENCES[0],
    "variation": lambda rng, secrets: DIVERGENCES[1],
    "chi": lambda rng, secrets: DIVERGENCES[2],
    "root": lambda rng, secrets: HELLINGER,
    "reward": lambda rng, secrets: design.Reward(rng.normal(size=(secrets, 5))),
    "distortion": lambda rng, secrets: design.Distortion(rng.normal(size=(secrets, 11))),
    "norm": lambda rng, secrets: norm,
    "largest": lambda rng, secrets: lambda column: float(column.max()),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", UTILITIES)
def test_the_best_mechanism_for_a_utility_is_inside(name):
    for place, (rng, prior, guarantee) in enumerate(instances(len(name), 100, 1e-7)):
        method = ("auto", "program", "column-generation")[place % 3]
        if name in ("reward", "distortion", "norm", "largest"):
            method = "auto"
        utility = UTILITIES[name](rng, len(prior))
        found = design.optimal_mechanism(prior, guarantee, utility, method=method)
        assert_inside(found, guarantee)


def test_levels_down_to_1e_12_are_kept():
    for _, prior, guarantee in instances(0, 100):
        assert_inside(design.optimal_mechanism(prior, guarantee), guarantee)


def test_equally_likely_secrets():
    rng = np.random.default_rng(40)
    for trial in range(100):
        prior = np.full(int(rng.integers(2, 11)), 1.0)
        prior /= prior.sum()
        guarantee = every_guarantee(log_uniform(rng), log_uniform(rng))[trial % 5]
        utility = DIVERGENCES[rng.integers(0, 4)]
        assert_inside(design.optimal_mechanism(prior, guarantee, utility), guarantee)


def test_bounds_that_are_met_exactly():
    """Levels such as 2 and 4/3 fill sets of secrets without a coordinate between."""
    for weights in ([1, 1], [1, 1, 2], [1, 2, 5], [1, 1, 1, 1], [1, 1, 2, 4]):
        prior = np.array(weights) / sum(weights)
        for level in (2, 4 / 3, 8 / 7, 8, 3):
            for guarantee in every_guarantee(math.log(level), math.log(2)):
                for utility in DIVERGENCES:
                    found = design.optimal_mechanism(prior, guarantee, utility)
                    assert_inside(found, guarantee)


def test_a_mechanism_is_not_far_inside():
    """What is given away for exactness is nothing that a person would see."""
    for _, prior, guarantee in instances(50, 60, 1e-3):
        likely = np.maximum(prior, 1e-4)
        found = design.optimal_mechanism(likely / likely.sum(), guarantee)
        assert found.gap < 1e-9


# --- exact channels -------------------------------------------------------------------------------


def fractions(array):
    return [[F(int(v.p), int(v.q)) for v in row] for row in array.tolist()]


def assert_exact(found, guarantee):
    channel = found.channel
    assert channel.is_exact
    kernel, (prior,) = fractions(channel.kernel), fractions(sp.Matrix([channel.prior.tolist()]))
    assert all(sum(row) == 1 for row in kernel)
    assert sum(prior) == 1
    assert excess(kernel, prior, guarantee) <= 0
    assert guarantee.holds(channel)
    return kernel, [float(mass) for mass in prior]


def test_exact_mechanisms_for_divergences_are_worth_what_is_said():
    for rng, prior, guarantee in instances(60, 55, 1e-6):
        utility = DIVERGENCES[rng.integers(0, 4)]
        found = design.optimal_mechanism(prior, guarantee, utility, exact=True)
        kernel, masses = assert_exact(found, guarantee)
        scale = 1 + 1e-2 / min(masses) if utility == "chi-square" else 1
        off = 1e-6 if utility is HELLINGER else 1e-9 * scale
        assert utility_of(kernel, masses, utility) == pytest.approx(found.value, abs=off)


@pytest.mark.parametrize("kind", range(5))
def test_exact_rewards(kind):
    rng = np.random.default_rng(70 + kind)
    for _ in range(10):
        secrets = int(rng.integers(2, 7))
        prior = random_prior(rng, secrets)
        guarantee = every_guarantee(*rng.uniform(0.05, 3, 2))[kind]
        reward = design.Reward(rng.normal(size=(secrets, 4)))
        found = design.optimal_mechanism(prior, guarantee, reward, exact=True)
        kernel, masses = assert_exact(found, guarantee)
        assert utility_of(kernel, masses, reward) == pytest.approx(found.value, abs=1e-9)


@pytest.mark.parametrize("prior", [[0.9, 0.1], [0.2, 0.3, 0.5]])
def test_exact_rewards_under_ldp(prior):
    guarantee, guess = ps.LDP(1.0), design.Reward(np.eye(len(prior)))
    assert_exact(design.optimal_mechanism(prior, guarantee, guess, exact=True), guarantee)


@pytest.mark.parametrize(("prior", "epsilon"), [([1], 0.2), ([0.2, 0.3, 0.5], 1e-11)])
def test_exact_silence_under_ldp(prior, epsilon):
    guarantee = ps.LDP(epsilon)
    assert_exact(design.optimal_mechanism(prior, guarantee, exact=True), guarantee)


def test_an_exact_prior_stays_what_it_is():
    prior = [F(1, 7), F(2, 7), F(4, 7)]
    for guarantee in every_guarantee(0.4, 0.7):
        found = design.optimal_mechanism(prior, guarantee, exact=True)
        assert_exact(found, guarantee)
        assert [F(int(p.p), int(p.q)) for p in found.channel.prior] == prior


def test_exact_levels_are_reached():
    """With e^epsilon rational the vertices are fractions with small denominators."""
    prior = [F(1, 5), F(3, 10), F(1, 2)]
    half, third = sp.log(sp.Rational(3, 2)), sp.log(sp.Rational(4, 3))
    for guarantee in (ps.PML(half), ps.PMC(half), ps.LIP(third), ps.ALIP(half, third)):
        found = design.optimal_mechanism(prior, guarantee, exact=True)
        kernel = fractions(found.channel.kernel)
        assert guarantee.holds(found.channel)
        assert type(guarantee).of(found.channel) == guarantee
        assert max(entry.denominator for row in kernel for entry in row) < 10**6
    found = design.optimal_mechanism(prior, ps.LDP(sp.log(2)), exact=True)
    assert ps.LDP.of(found.channel) == ps.LDP(sp.log(2))


# --- the decision itself --------------------------------------------------------------------------


def test_the_decision_is_that_of_the_definition():
    """Random kernels at levels at, just above and just below their own."""
    rng = np.random.default_rng(80)
    outcomes = [0, 0]
    for trial in range(150):
        secrets = int(rng.integers(2, 5))
        kernel = rng.dirichlet(np.ones(3), size=secrets)
        prior = random_prior(rng, secrets)
        kind = (ps.PML, ps.PMC, ps.LIP, ps.LDP)[trial % 4]
        epsilon = kind.of(ps.Channel(kernel, prior)).epsilon
        for shift in (-1e-9, -2e-16, 0.0, 2e-16, 1e-9):
            guarantee = kind(max(0.0, epsilon + shift))
            decided = satisfies(kernel.tolist(), prior.tolist(), guarantee)
            outcomes[decided] += 1
            assert decided == (excess(kernel.tolist(), prior.tolist(), guarantee) <= 0)
    assert min(outcomes) > 100


def test_the_exponential_is_enclosed_from_below():
    rng = np.random.default_rng(81)
    for _ in range(100):
        epsilon = log_uniform(rng, 1e-300, 700)
        below, (_, above) = below_exponential(epsilon), exponential(epsilon)
        assert below < above
        assert below > above * (1 - F(1, 2**250))
    assert below_exponential(0) == 1
    assert below_exponential(math.inf) is None
    assert below_exponential(sp.log(F(7, 3))) == F(7, 3)
    root = below_exponential(sp.log(2) / 2)
    assert 2 * (1 - F(1, 10**60)) < root**2 < 2


# --- hardly anything is admitted ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("prior", "utility", "method"),
    [
        ([0.2, 0.3, 0.5], norm, "auto"),
        ([1 - 1e-9, 1e-9], "mutual-information", "auto"),
        ([0.2, 0.3, 0.5], design.Reward(np.eye(3)), "column-generation"),
    ],
    ids=["norm", "two secrets", "reward"],
)
def test_under_a_level_next_to_one_it_is_inside(prior, utility, method):
    guarantee = ps.LIP(1e-10)
    found = design.optimal_mechanism(prior, guarantee, utility, method=method)
    assert_inside(found, guarantee)


def test_the_gap_with_an_unlikely_secret():
    """Optimal are lifts (1 - 6.5e-9, e^0.5) and (1 + 1e-8, 0): 0.39 are lost."""
    found = design.optimal_mechanism([1 - 1e-8, 1e-8], ps.PML(0.5), lambda u: float(u.max()))
    assert found.upper_bound == pytest.approx(2 - math.exp(-0.5), abs=1e-6)
    assert found.gap < 1e-6


@pytest.mark.parametrize("guarantee", [ps.PML(1.0), ps.PML(20.0)])
def test_a_reward_with_an_unlikely_secret(guarantee):
    guess = design.Reward(np.eye(2))
    assert_inside(design.optimal_mechanism([1 - 1e-9, 1e-9], guarantee, guess), guarantee)


def test_a_kernel_that_is_outside_is_diluted_until_it_is_inside():
    """Publishing the secret is far outside; no vertices are given that would do better."""
    prior, guarantee = [F(1, 5), F(3, 10), F(1, 2)], ps.PML(0.5)
    lifts = admitted(guarantee, np.array(prior, float))
    nothing = Mixture(np.full((3, 2), 0.9), np.array([0.5, 0.5]))
    channel = exact_channel(nothing, lifts, guarantee, prior, np.eye(3))
    assert guarantee.holds(channel)
    assert channel.is_exact
    assert channel.shape == (3, 3)


def test_the_exact_kernel_of_a_constant_mechanism_is_constant():
    """No mechanism wins anything, and the lifts of the best one are 1 up to rounding."""
    same = design.Distortion([[0, 1]] * 3)
    found = design.optimal_mechanism(
        [F(2, 3), F(1, 6), F(1, 6)], ps.LDP(1), same, method="column-generation", exact=True
    )
    assert found.channel.is_exact
    assert all(len(set(column)) == 1 for column in zip(*found.channel.kernel.tolist(), strict=True))
