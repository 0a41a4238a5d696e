"""d-privacy against linear programs, vertices by all choices of tight bounds, and its design."""

import itertools
import math
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym import ALIP, LDP, LIP, PMC, PML, DPrivacy, design
from pmlsym.design.result import satisfies
from pmlsym.errors import ParameterError
from pmlsym.guarantees import OF_THE_PAPERS
from pmlsym.guarantees.metric import as_metric
from pmlsym.guarantees.sets.cone import potentials
from tests.design.definitions import best_mixture
from tests.guarantees.programs import extremes, optima, rows

LINE = [[abs(x - z) for z in range(3)] for x in range(3)]
SOURCES = (PML(0.1), PMC(0.6), LIP(0.4), ALIP(0.7, 0.2), LDP(0.8))


def metric(n, seed=0):
    """Distances between random points of the plane, or along a random graph."""
    rng = np.random.default_rng(100 * n + seed)
    if seed % 2:
        points = rng.normal(size=(n, 2))
        return np.linalg.norm(points[:, None] - points, axis=2)
    steps = rng.integers(1, 9, size=(n, n))
    steps = np.minimum(steps, steps.T) * (1 - np.eye(n, dtype=int))
    for by in range(n):
        steps = np.minimum(steps, steps[:, [by]] + steps[[by], :])
    return steps


def prior_of(n, seed=0):
    return 0.2 / n + 0.8 * np.random.default_rng(n + seed).dirichlet(np.ones(n))


@pytest.mark.parametrize("n", range(2, 7))
def test_given_the_prior_every_answer_is_that_of_linear_programs(n):
    for seed in range(4):
        distances, prior = metric(n, seed), prior_of(n, seed)
        for epsilon in (0.05, 0.4):
            source = DPrivacy(epsilon, distances)
            for kind, best in optima(source, prior).items():
                conversion = source.conversion(kind, prior=prior)
                assert conversion.guarantee.values == pytest.approx(best, abs=1e-7)
                channel = conversion.mechanism()
                assert source.holds(channel, tolerance=1e-10)
                assert kind.of(channel).values == pytest.approx(best, abs=1e-7)


@pytest.mark.parametrize("n", range(2, 6))
def test_vertices_solve_all_choices_of_tight_bounds(n):
    for seed in range(2):
        distances, prior, epsilon = metric(n, seed), prior_of(n, seed), 0.2
        limits = rows(DPrivacy(epsilon, distances), prior)[1:]
        expected = []
        for some in itertools.combinations(limits, n - 1):
            table = np.vstack([*some, prior])
            if abs(np.linalg.det(table)) > 1e-9:
                v = np.linalg.solve(table, np.eye(n)[-1])
                if (limits @ v <= 1e-9).all() and v.min() >= 0:
                    expected.append(v)
        expected = np.unique(np.round(expected, 7), axis=0)
        found = DPrivacy(epsilon, distances).lift_set(prior).vertices()
        assert found.shape == (n, len(expected))
        assert np.unique(np.round(found.T, 7), axis=0) == pytest.approx(expected, abs=1e-6)


def test_it_is_ldp_at_distance_one():
    for n in (2, 3, 5):
        flat, prior = 1 - np.eye(n, dtype=int), prior_of(n)
        assert len(potentials(as_metric(flat))) == 2**n - 2
        for kind in OF_THE_PAPERS:
            found = DPrivacy(0.7, flat).implies(kind, prior=prior).values
            assert found == pytest.approx(LDP(0.7).implies(kind, prior=prior).values, rel=1e-12)
        for source in SOURCES:
            direct = source.implies(LDP, prior=prior)
            over = source.implies(DPrivacy.over(flat), prior=prior)
            assert (direct is None) == (over is None)
            if direct is not None:
                assert over.epsilon == pytest.approx(direct.epsilon, rel=1e-12)


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_what_implies_it_is_the_farthest_pair_by_its_distance(source):
    for n in (2, 3, 5):
        distances, prior = metric(n, 1), prior_of(n)
        apart = extremes(source, tuple(prior))[2]
        best = max(apart[x, z] / distances[x, z] for x, z in itertools.permutations(range(n), 2))
        answer = source.implies(DPrivacy.over(distances), prior=prior)
        assert (answer is None) == (best == math.inf)
        if answer is not None:
            assert answer.epsilon == pytest.approx(best, abs=1e-7)
            assert answer == DPrivacy(answer.epsilon, distances)


def test_no_random_channel_exceeds_what_follows():
    rng = np.random.default_rng(8)
    for trial in range(150):
        n = int(rng.integers(2, 6))
        distances, prior = metric(n, trial), prior_of(n, trial)
        kind = DPrivacy.over(distances)
        kernel = rng.dirichlet(np.full(3, rng.choice([1, 10, 100])), size=n)
        channel = ps.Channel(kernel, prior)
        logs = np.log(kernel)
        direct = max(
            (logs[x] - logs[z]).max() / distances[x][z]
            for x, z in itertools.permutations(range(n), 2)
        )
        mine = kind.of(channel)
        assert mine.epsilon == pytest.approx(direct, rel=1e-9)
        assert DPrivacy(direct + 1e-9, distances).holds(channel)
        assert not DPrivacy(direct * 0.999, distances).holds(channel)
        for other in OF_THE_PAPERS:
            known = {"prior": prior}
            assert mine.implies(other, **known).holds(channel, tolerance=1e-9)
            back = other.of(channel).implies(kind, **known)
            assert back is None or back.holds(channel, tolerance=1e-9)
            far = other.of(channel).implies(kind, p_min=prior.min()) if n > 2 else None
            assert far is None or far.holds(channel, tolerance=1e-9)


def test_exact_answers_are_exact():
    source, third = DPrivacy(sp.log(2), LINE), [F(1, 3)] * 3
    assert source.implies(LDP) == LDP(sp.log(4))
    assert source.implies(PML, prior=third) == PML(sp.log(F(12, 7)))
    assert source.implies(PMC, prior=third) == PMC(sp.log(F(7, 3)))
    assert LDP(sp.log(4)).implies(DPrivacy.over(LINE)) == DPrivacy(sp.log(4), LINE)
    flat = [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert source.implies(DPrivacy.over(flat)) == DPrivacy(sp.log(4), flat)
    for kind in OF_THE_PAPERS:
        conversion = source.conversion(kind, prior=third)
        channel = conversion.mechanism()
        assert channel.is_exact
        assert source.holds(channel)
        assert kind.of(channel) == conversion.guarantee


def test_what_is_not_known_is_refused_with_the_reason():
    source = DPrivacy(0.5, LINE)
    assert source.implies(LDP) == LDP(1.0)
    assert source.implies(LDP, p_min=0.2) == LDP(1.0)
    with pytest.raises(ParameterError, match=r"p_min is 0\.3, but has to be at most 1/4"):
        PML(0.1).implies(DPrivacy.over(np.ones((4, 4)) - np.eye(4)), p_min=0.3)
    assert "DPrivacy.over(distances)" in PML(0.1).conversion(DPrivacy, p_min=0.2).reason
    two = PML(0.1).conversion(DPrivacy.over([[0, 1], [1, 0]]), p_min=0.2)
    assert not two.is_known
    assert DPrivacy(math.inf, LINE).conversion(LDP).reason == "DPrivacy(inf) promises nothing."


def test_points_of_a_plane_are_a_metric_despite_rounding():
    for seed in range(30):
        points = np.random.default_rng(seed).normal(size=(5, 1))
        distances = np.abs(points - points.T)  # on a line all triangles are flat
        found = as_metric(distances)
        assert np.array(found, float) == pytest.approx(distances, rel=1e-12)


# --- design ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_designs_are_optimal_and_certified(n):
    for seed in (0, 1):
        distances = metric(n, seed)
        for prior in (prior_of(n), np.full(n, 1 / n)):
            for epsilon in (0.1, 1.0):
                guarantee = DPrivacy(epsilon, distances)
                vertices = guarantee.lift_set(prior).vertices()
                worth = (prior[:, None] * vertices * np.log(vertices)).sum(axis=0)
                found = design.optimal_mechanism(prior, guarantee)
                best = best_mixture(vertices, worth)
                assert found.value == pytest.approx(best, abs=1e-8)
                assert found.gap < 1e-6
                table = -np.asarray(distances, float)
                reward = design.optimal_mechanism(prior, guarantee, design.Reward(table))
                worth = (table.T @ (prior[:, None] * vertices)).max(axis=0)
                assert reward.value == pytest.approx(best_mixture(vertices, worth), abs=1e-8)
                for channel in (found.channel, reward.channel):
                    assert satisfies(channel.kernel.tolist(), channel.prior.tolist(), guarantee)
                    logs = np.log(channel.kernel[:, channel.kernel.max(axis=0) > 0])
                    for x, z in itertools.permutations(range(n), 2):
                        assert (logs[x] - logs[z]).max() <= epsilon * distances[x][z] + 1e-12


def test_equally_likely_secrets_are_not_alike_where_distances_differ():
    """Swapping them would have cost a third of the utility here."""
    guarantee = DPrivacy(sp.log(2), LINE)
    found = design.optimal_mechanism([F(1, 2), F(1, 4), F(1, 4)], guarantee, exact=True)
    assert found.value == pytest.approx(0.125246, abs=1e-6)
    assert guarantee.holds(found.channel)
    assert found.channel.is_exact


def test_many_secrets_take_rewards_alone():
    line = np.abs(np.subtract.outer(np.arange(10), np.arange(10)))
    prior = np.full(10, 0.1)
    guarantee = DPrivacy(0.5, line)
    found = design.optimal_mechanism(prior, guarantee, design.Distortion(line.astype(float)))
    assert found.gap < 1e-6
    assert satisfies(found.channel.kernel.tolist(), prior.tolist(), guarantee)


# --- as a value -----------------------------------------------------------------------------------


def test_it_is_what_it_promises_for_each_pair():
    double = [[2 * d for d in row] for row in LINE]
    assert DPrivacy(1, double) == DPrivacy(2.0, LINE)
    assert hash(DPrivacy(1, double)) == hash(DPrivacy(2.0, LINE))
    assert DPrivacy(1, LINE) != DPrivacy(1, double)
    assert DPrivacy(1, LINE) < DPrivacy(1, double)
    other = [[0, 2, 2], [2, 0, F(1, 2)], [2, F(1, 2), 0]]
    assert not DPrivacy(1, LINE) <= DPrivacy(1, other)
    assert not DPrivacy(1, other) <= DPrivacy(1, LINE)
    assert DPrivacy(1, [[0, 1], [1, 0]]) != DPrivacy(1, LINE)
    assert DPrivacy.over([[0, 1], [1, 0]]) is DPrivacy.over([[0, 1.0], [1.0, 0]])
    assert isinstance(PML(0.1).implies(DPrivacy.over(LINE), prior=[F(1, 3)] * 3), DPrivacy)
    with pytest.raises(TypeError):
        DPrivacy(1, LINE) < LDP(1)  # noqa: B015
