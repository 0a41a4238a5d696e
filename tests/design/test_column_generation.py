"""Column generation: symmetric and lopsided priors, small lifts, stopping, and what it reports."""

import itertools
import math

import numpy as np
import pytest

import pmlsym as ps
from pmlsym import design
from pmlsym.design import optimal
from pmlsym.design.pricing.program import vertex_program
from pmlsym.design.utility import read_utility
from tests.design.definitions import admitted, every_guarantee, excess, utility_of

NOTHING = design.Divergence("beyond two", lambda lifts: np.maximum(lifts - 2, 0.0))


def symmetric_priors(secrets):
    """All alike but one, light or heavy, and two values."""
    for odd in (1e-6, 0.1, 0.5, 3.0, math.pi, 9.0 * secrets):
        yield np.append(odd, np.ones(secrets - 1)) / (odd + secrets - 1)
    two = np.where(np.arange(secrets) < secrets // 3, 1.0, math.sqrt(5))
    yield two / two.sum()


def generated(prior, guarantee, utility="mutual-information", **options):
    return design.optimal_mechanism(
        prior, guarantee, utility, method="column-generation", **options
    )


@pytest.mark.parametrize("utility", ["mutual-information", "chi-square", "total-variation"])
def test_symmetric_priors_agree_with_the_program(utility):
    for secrets in (4, 8):
        for prior in symmetric_priors(secrets):
            for guarantee in every_guarantee(0.3, 0.8):
                found = generated(prior, guarantee, utility)
                program = vertex_program(admitted(guarantee, prior), read_utility(utility, secrets))
                assert found.value == pytest.approx(program.bound, abs=1e-8)
                assert found.upper_bound >= program.bound - 1e-9
                assert found.gap <= 1e-8
                assert len(found.support) <= secrets
                direct = utility_of(found.channel.kernel, prior, utility)
                assert direct == pytest.approx(found.value, abs=1e-8)


@pytest.mark.long
@pytest.mark.parametrize("pricing", ["as it is", "without counts"])
def test_many_alike_secrets_are_solved_without_looking_at_every_vertex(pricing, monkeypatch):
    if pricing == "without counts":
        monkeypatch.setattr(optimal, "counts_of", lambda prior: None)
    for prior in symmetric_priors(20):
        for guarantee in (ps.PML(3.0), ps.LIP(0.05), ps.LDP(1)):
            found = design.optimal_mechanism(prior, guarantee, time_limit=10)
            assert found.gap <= 1.5e-6
            assert len(found.support) <= 20
            assert excess(found.channel.kernel.tolist(), prior.tolist(), guarantee) <= 0


def test_a_light_secret_among_alike_ones_hardly_counts():
    """A row of 1e-8 beside rows of one is left to the others, and not solved for."""
    prior = np.append(1e-6, np.ones(27)) / (27 + 1e-6)
    found = design.optimal_mechanism(prior, ps.LIP(0.3), time_limit=20)
    alike = design.optimal_mechanism(np.full(27, 1 / 27), ps.LIP(0.3))
    assert found.gap <= 2e-6
    assert found.value == pytest.approx(alike.value, rel=0.02)


@pytest.mark.parametrize("epsilon", [1e-6, 2e-4, 1e-2])
def test_lifts_next_to_one(epsilon):
    """Not more outcomes than secrets, where rounding makes dependent rows independent."""
    rng = np.random.default_rng(1)
    for trial in range(6):
        counts = rng.integers(1, 30, 20 if trial % 2 else 12)
        prior = counts / counts.sum()
        for guarantee in (ps.LDP(epsilon), ps.LIP(epsilon), ps.ALIP(epsilon, 3 * epsilon)):
            found = generated(prior, guarantee, time_limit=5)
            assert len(found.support) <= len(prior)
            assert found.gap <= 1e-6
            assert found.value >= 0


@pytest.mark.parametrize("epsilon", [1e-6, 2e-4])
def test_a_utility_that_is_zero_everywhere(epsilon):
    rng = np.random.default_rng(2)
    for _ in range(10):
        counts = rng.integers(1, 30, 20)
        for guarantee in (ps.LDP(epsilon), ps.PML(epsilon)):
            found = generated(counts / counts.sum(), guarantee, NOTHING)
            assert found.value == pytest.approx(0, abs=1e-12)
            assert found.gap <= 1e-9


@pytest.mark.parametrize("prior", ["dirichlet", "zipf"])
def test_thirty_two_secrets_are_solved_to_a_millionth(prior):
    """Too many vertices to look at, and too few for one to leave nothing between its bounds."""
    masses = np.random.default_rng(0).dirichlet(np.ones(32))
    if prior == "zipf":
        masses = 1 / np.arange(1, 33)
    masses = masses / masses.sum()
    found = design.optimal_mechanism(masses, ps.PML(2.0))
    assert found.gap <= 1e-6
    assert excess(found.channel.kernel.tolist(), masses.tolist(), ps.PML(2.0)) <= 0
    direct = utility_of(found.channel.kernel, masses, "mutual-information")
    assert found.value <= direct + 1e-12


@pytest.mark.parametrize(("seed", "epsilon"), [(40, 3.0), (140, 2.5)])
def test_a_search_for_vertices_keeps_the_best_that_another_has_found(seed, epsilon):
    """Where cores drawn at random have found a better vertex than branch and bound does after."""
    prior = np.random.default_rng(seed).dirichlet(np.ones(40))
    assert ps.design.optimal_mechanism(prior, ps.PML(epsilon)).gap <= 1e-6


@pytest.mark.long
def test_a_secret_about_as_heavy_as_an_outcome_leaves_no_gap():
    """Raised, it leaves so little that others fill only in part: parts are searched for these."""
    prior = np.random.default_rng(164).dirichlet(np.ones(64))
    found = ps.design.optimal_mechanism(prior, ps.PML(2.5), time_limit=math.inf)
    assert found.gap <= 1e-6


def test_progress_never_gets_worse():
    prior = np.random.default_rng(4).dirichlet(np.ones(20))
    for guarantee in (ps.PML(0.3), ps.LDP(1.0)):
        rounds = []
        found = generated(prior, guarantee, progress=rounds.append, time_limit=10)
        assert [at.rounds for at in rounds] == list(range(1, len(rounds) + 1))
        assert len(rounds) > 1
        for earlier, later in itertools.pairwise(rounds):
            assert later.value >= earlier.value - 1e-9
            assert later.upper_bound <= earlier.upper_bound
            assert later.columns >= earlier.columns
            assert later.seconds >= earlier.seconds
        assert all(at.value <= at.upper_bound + 1e-9 for at in rounds)
        assert found.upper_bound == pytest.approx(rounds[-1].upper_bound, abs=1e-9)
        assert found.value == pytest.approx(rounds[-1].value, abs=1e-7)


@pytest.mark.parametrize("guarantee", [ps.PML(0.3), ps.LIP(1.0), ps.LDP(2.0)], ids=str)
@pytest.mark.parametrize("limit", [0.0, 0.3])
def test_the_time_limit_leaves_a_mechanism_and_a_bound(guarantee, limit):
    prior = np.random.default_rng(5).dirichlet(np.ones(32))
    found = generated(prior, guarantee, time_limit=limit, tolerance=0.0)
    assert found.seconds < limit + 3
    assert 0 <= found.value <= found.upper_bound <= -prior @ np.log(prior) + 20
    assert excess(found.channel.kernel.tolist(), prior.tolist(), guarantee) <= 0


@pytest.mark.parametrize("epsilon", [720.0, math.inf])
def test_a_ratio_beyond_floats_admits_the_identity(epsilon):
    prior = np.random.default_rng(8).dirichlet(np.ones(20))
    found = design.optimal_mechanism(prior, ps.LDP(epsilon))
    assert found.value == pytest.approx(-prior @ np.log(prior))
    assert found.gap <= 1e-9
