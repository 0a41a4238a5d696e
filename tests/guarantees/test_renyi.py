"""Order-2 Rényi privacy against convex programs, searches over vertices and random channels."""

import itertools
import math
from fractions import Fraction as F

import cvxpy as cp
import numpy as np
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym import ALIP, LDP, LIP, PMC, PML, R2, DPrivacy, design
from pmlsym.design.certificate import satisfies
from pmlsym.errors import ParameterError
from pmlsym.guarantees import OF_THE_PAPERS, reach
from tests.design.definitions import float_vertices

ACCURACY = 2e-5  # of the convex programs, in nats
EVERY = (*OF_THE_PAPERS, R2)


def priors(n, seed=0):
    rng = np.random.default_rng(10 * n + seed)
    yield tuple(0.3 / n + 0.7 * rng.dirichlet(np.ones(n)))
    yield (1 / n,) * n


def ball(n, prior, epsilon, scaled=False):
    """The lift vectors from the definition, as a convex program's constraints."""
    v = cp.Variable(n, nonneg=True)
    mean = np.array(prior) @ v
    norm = cp.norm(cp.multiply(np.sqrt(prior), v), 2)
    if scaled:
        return v, [norm <= math.exp(epsilon / 2) * mean]
    return v, [mean == 1, norm <= math.exp(epsilon / 2)]


def solved(aim, constraints):
    problem = cp.Problem(cp.Maximize(aim), constraints)
    problem.solve(solver=cp.CLARABEL)
    return math.inf if problem.status in ("unbounded", "unbounded_inaccurate") else problem.value


@pytest.mark.parametrize("n", range(2, 7))
def test_every_lift_and_every_pair_reaches_as_far_as_a_convex_program_finds(n):
    for prior in priors(n):
        threshold = -math.log1p(-min(prior))
        for epsilon in (0.6 * threshold, 0.95 * threshold, 3 * threshold):
            lifts = R2(epsilon).lift_set(prior)
            v, constraints = ball(n, prior, epsilon)
            up = [math.log(solved(v[x], constraints)) for x in range(n)]
            least = [-solved(-v[x], constraints) for x in range(n)]
            for x, p in enumerate(prior):
                assert reach.ball_up(p, epsilon) == pytest.approx(up[x], abs=ACCURACY)
                found = math.exp(-reach.ball_down(p, epsilon))
                assert found == pytest.approx(max(least[x], 0), abs=ACCURACY)
            assert R2(epsilon).implies(PML, prior=prior).epsilon == pytest.approx(
                max(up), abs=ACCURACY
            )
            down = R2(epsilon).implies(PMC, prior=prior)
            if epsilon >= threshold:
                assert down is None
                assert R2(epsilon).implies(LDP, prior=prior) is None
                continue
            assert down.epsilon == pytest.approx(-math.log(min(least)), rel=1e-3)
            v, constraints = ball(n, prior, epsilon, scaled=True)
            apart = {}
            for x in range(n):
                for z in range(n):
                    if x != z:
                        apart[x, z] = -math.log(-solved(-v[z], [*constraints, v[x] == 1]))
                        assert lifts.apart_at(x, z) == pytest.approx(apart[x, z], abs=1e-3)
            found = R2(epsilon).implies(LDP, prior=prior).epsilon
            assert found == pytest.approx(max(apart.values()), abs=1e-3)
            assert R2(epsilon).implies(LIP, prior=prior).epsilon == down.epsilon


def test_given_p_min_alone_the_answer_is_the_worst_of_the_priors_that_have_it():
    for p in (0.05, 0.2, 1 / 3, 0.4):
        epsilon = -0.7 * math.log1p(-p)
        some = [(p, 1 - p)]
        if 3 * p <= 1:
            some += [(p, p, 1 - 2 * p), (p, (1 - p) / 2, (1 - p) / 2)]
        for kind in EVERY:
            answer = R2(epsilon).implies(kind, p_min=p)
            each = [R2(epsilon).implies(kind, prior=prior).values for prior in some]
            assert answer.values == pytest.approx(tuple(np.max(each, axis=0)), rel=1e-12)


def test_without_masses_a_rare_secret_moves_without_end():
    for kind in (PML, PMC, LIP, ALIP, LDP):
        assert R2(0.01).implies(kind) is None
        assert "arbitrarily improbable" in R2(0.01).conversion(kind).reason
        assert R2(0).implies(kind) == kind(*([0] * len(kind.parameters())))
    assert R2(0.01).implies(R2) == R2(0.01)
    assert R2(9.0).implies(R2, p_min=0.25).epsilon == pytest.approx(math.log(4))
    assert R2(9).implies(R2, p_min=F(1, 4)) == R2(sp.log(4))
    far = [R2(0.01).implies(PML, p_min=10.0**-k).epsilon for k in (2, 5, 8)]
    assert far[0] + 2 < far[1] < far[2] - 2


# --- what implies it ------------------------------------------------------------------------------


def filled(prior, order, floor, top):
    """The lift vector that puts what is above the floor first come, first served."""
    v, left = np.full(len(prior), floor), 1 - floor
    for x in order:
        v[x] += min(left / prior[x], top - floor)
        left -= prior[x] * (v[x] - floor)
    return v


def every_vertex(prior, source):
    """The vertices: of a box by filling up in every order, of a cone by every set."""
    n = len(prior)
    if isinstance(source, LDP):
        for chosen in itertools.product((1.0, math.exp(source.epsilon)), repeat=n):
            yield np.array(chosen) / (prior @ chosen)
        return
    lower, upper = source.lift_set().bounds
    for order in itertools.permutations(range(n)):
        yield filled(prior, order, math.exp(-lower), math.exp(upper))


BOXES = (PML(0.3), PML(1.5), PMC(0.5), LIP(0.4), ALIP(0.3, 0.8), ALIP(1.2, 0.2))
SOURCES = (*BOXES, LDP(0.7), LDP(3.0))


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_given_the_prior_the_second_moment_is_that_of_the_best_vertex(source):
    for n in (2, 3, 4):
        for prior in priors(n):
            vertices = float_vertices(list(prior), source)
            best = math.log(max(np.array(prior) @ vertices**2))
            assert source.implies(R2, prior=prior).epsilon == pytest.approx(best, abs=1e-9)
            conversion = source.conversion(R2, prior=prior)
            channel = conversion.mechanism()
            assert source.holds(channel)
            assert R2.of(channel).epsilon == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("source", [PML(0.5), LIP(0.6), PMC(0.4), LDP(1.5)], ids=str)
def test_filling_up_in_every_order_finds_the_best_of_five_or_six_secrets(source):
    for n in (5, 6):
        prior = np.array(next(priors(n, seed=3)))
        best = max(prior @ v**2 for v in every_vertex(prior, source))
        found = source.implies(R2, prior=prior).epsilon
        assert found == pytest.approx(math.log(best), abs=1e-10)


@pytest.mark.parametrize("source", [*BOXES[3:5], BOXES[0], LIP(3.0), *SOURCES[-2:]], ids=str)
def test_without_a_prior_the_second_moment_is_the_supremum_and_is_attained(source):
    bound = source.implies(R2).epsilon
    rng = np.random.default_rng(4)
    for n in (2, 3, 4):
        for _ in range(30):
            prior = np.maximum(rng.dirichlet(np.full(n, 0.5)), 1e-6)
            found = source.implies(R2, prior=prior / prior.sum()).epsilon
            assert found <= bound + 1e-12
    channel = source.conversion(R2).mechanism()
    assert source.holds(channel)
    assert R2.of(channel).epsilon == pytest.approx(bound, rel=1e-12)


def test_closed_forms_without_a_prior():
    a, b = math.exp(-0.3), math.exp(0.8)
    assert ALIP(0.3, 0.8).implies(R2).epsilon == pytest.approx(math.log(a + b - a * b), rel=1e-14)
    assert ALIP(0.3, 5.0).implies(R2).epsilon == pytest.approx(
        math.log(a + math.exp(5) - a * math.exp(5)), rel=1e-14
    )
    assert LDP(0.7).implies(R2).epsilon == pytest.approx(2 * math.log(math.cosh(0.35)), rel=1e-14)
    assert LDP(7.0).implies(R2).epsilon == pytest.approx(2 * math.log(math.cosh(3.5)), rel=1e-14)
    assert LIP(sp.log(2)).implies(R2) == R2(sp.log(sp.Rational(3, 2)))
    assert LDP(sp.log(4)).implies(R2) == R2(sp.log(sp.Rational(25, 16)))
    assert PML(0.3).implies(R2) == R2(0.3)
    assert PMC(0.3).implies(R2) is None
    assert "as likely as it may" in PMC(0.3).conversion(R2).reason
    assert PMC(0).implies(R2) == R2(0)
    assert LDP(math.inf).implies(R2) is None


EXACT = (PML(sp.log(F(6, 5))), LIP(sp.log(2)), ALIP(sp.log(3), sp.log(F(3, 2))), LDP(sp.log(4)))


@pytest.mark.parametrize("source", [*EXACT, PMC(sp.log(2)), PML(F(1, 3)), LDP(1)], ids=str)
def test_exact_priors_give_exact_answers_that_are_attained(source):
    for prior in ([F(1, 2), F(1, 5), F(3, 10)], [F(1, 10)] * 2 + [F(4, 5)], [F(1, 4)] * 4):
        conversion = source.conversion(R2, prior=prior)
        found = conversion.guarantee.epsilon
        floats = type(source)(*map(float, source.values)).implies(R2, prior=list(map(float, prior)))
        assert not found.has(sp.Float)
        assert float(found) == pytest.approx(floats.epsilon, abs=1e-12)
        channel = conversion.mechanism()
        assert channel.is_exact
        assert source.holds(channel)
        assert abs(float(R2.of(channel).epsilon) - float(found)) < 1e-12


def test_a_p_min_above_a_third_is_a_prior_and_many_secrets_are_named_in_a_caveat():
    for source in (PML(0.3), LDP(0.3)):
        assert source.implies(R2, p_min=0.4) == source.implies(R2, prior=[0.4, 0.6])
    assert "17 secrets" in LIP(0.3).conversion(R2, prior=[1 / 17] * 17).caveat
    assert "11 secrets" in LIP(F(1, 3)).conversion(R2, prior=[F(1, 11)] * 11).caveat


# --- measured on channels -------------------------------------------------------------------------


def test_a_response_that_leaks_half_the_log_shows_that_the_bound_on_the_lift_is_needed():
    """With two secrets alone its PML is log(3/2), though the second moment is 5/4."""
    channel = ps.Channel([[0.75, 0.25], [0.25, 0.75]], [0.5, 0.5])
    assert R2.of(channel).epsilon == pytest.approx(math.log(1.25))
    assert R2(0.3).holds(channel)
    assert R2(0.3).implies(PML, p_min=0.2).epsilon >= math.log(1.5)
    assert R2(0.3).implies(PML, p_min=0.5).epsilon >= math.log(1.5)
    assert R2(math.log(1.25)).implies(PML, p_min=0.5).epsilon == pytest.approx(math.log(1.5))


def test_no_random_channel_exceeds_what_follows_from_what_it_satisfies():
    rng = np.random.default_rng(5)
    met = 0
    for _ in range(150):
        n, outcomes = rng.integers(2, 6), rng.integers(2, 5)
        prior = 0.1 / n + 0.9 * rng.dirichlet(np.ones(n))
        kernel = rng.dirichlet(np.full(outcomes, rng.choice([0.3, 3, 30])), size=n)
        channel = ps.Channel(kernel, prior / prior.sum())
        moments = (channel.prior[:, None] * channel.lift**2).sum(axis=0)
        assert R2.of(channel).epsilon == pytest.approx(math.log(moments.max()), abs=1e-12)
        for source in EVERY:
            mine = source.of(channel)
            mine = mine.at(*(v + 1e-9 for v in mine.values))
            for kind in EVERY:
                for known in ({"prior": channel.prior}, {"p_min": float(channel.prior.min())}, {}):
                    if known.get("p_min", 0) > 0.5:
                        continue
                    answer = mine.implies(kind, **known)
                    if answer is not None:
                        met += 1
                        assert kind.of(channel).values <= answer.at(
                            *(v + 1e-8 for v in answer.values)
                        ).values or answer.holds(channel, tolerance=1e-8)
                        assert answer.holds(channel, tolerance=1e-8), (mine, kind, known)
    assert met > 3_500


@pytest.mark.parametrize(
    "known",
    [{"p_min": F(1, 5)}, {"p_min": F(2, 5)}, {"prior": [F(1, 2), F(1, 5), F(3, 10)]}],
    ids=str,
)
def test_mechanisms_under_it_attain_what_follows(known):
    for epsilon in (sp.log(F(26, 25)), 0.2):
        for kind in EVERY:
            conversion = R2(epsilon).conversion(kind, **known)
            channel = conversion.mechanism()
            assert R2(epsilon).holds(channel)
            answer = tuple(map(float, conversion.guarantee.values))
            found = tuple(map(float, kind.of(channel).values))
            assert found == pytest.approx(answer, rel=1e-9)


# --- design ---------------------------------------------------------------------------------------


def test_linear_functions_are_largest_where_a_convex_program_says():
    rng = np.random.default_rng(6)
    for n in range(2, 7):
        for epsilon in (0.05, 0.5, 1.5, 9.0):
            prior = next(priors(n))
            gains = rng.normal(size=(n, 2))
            lifts = R2(epsilon).lift_set(prior)
            columns = lifts.best(gains)
            for gain, column in zip(gains.T, columns.T, strict=True):
                v, constraints = ball(n, prior, epsilon)
                assert gain @ column == pytest.approx(solved(gain @ v, constraints), abs=1e-6)
                assert column.min() >= 0
                assert prior @ column == pytest.approx(1)
                assert math.log(prior @ column**2) <= epsilon + 1e-9
    tied = R2(5.0).lift_set((0.25, 0.25, 0.5)).best(np.array([[0.25], [0.25], [0.0]]))
    assert tied[:, 0] == pytest.approx([2, 2, 0])


@pytest.mark.parametrize("epsilon", [0.02, 0.3, 2.0])
@pytest.mark.parametrize("n", [2, 3, 5])
def test_the_best_reward_is_that_of_a_convex_program_and_certified(n, epsilon):
    rng, prior = np.random.default_rng(n), np.array(next(priors(n)))
    table = rng.normal(size=(n, n + 1))
    kernel = cp.Variable((n, n + 1), nonneg=True)
    mean = prior @ kernel
    weighted = cp.multiply(np.sqrt(prior)[:, None] @ np.ones((1, n + 1)), kernel)
    inside = cp.norm(weighted, 2, axis=0) <= math.exp(epsilon / 2) * mean
    best = solved(
        cp.sum(cp.multiply(prior[:, None] * table, kernel)), [inside, cp.sum(kernel, axis=1) == 1]
    )
    found = design.optimal_mechanism(prior, R2(epsilon), design.Reward(table))
    assert found.value == pytest.approx(best, abs=1e-6)
    assert found.upper_bound >= best - 1e-7
    assert found.gap < 1e-6
    assert satisfies(found.channel.kernel.tolist(), found.channel.prior.tolist(), R2(epsilon))
    moments = (found.channel.prior[:, None] * found.channel.lift**2).sum(axis=0)
    assert math.log(moments.max()) <= epsilon + 1e-12


def test_the_certificate_decides_to_the_last_digit():
    half, kernel = [F(1, 2)] * 2, [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    assert satisfies(kernel, half, R2(sp.log(F(5, 4))))
    assert not satisfies(kernel, half, R2(sp.log(F(5, 4) - F(1, 10**40))))
    assert R2(sp.log(F(5, 4))).holds(ps.Channel(kernel, half))
    assert not R2(sp.log(F(5, 4) - F(1, 10**40))).holds(ps.Channel(kernel, half))


def test_two_secrets_have_two_ends_and_more_have_no_end_of_them():
    found = design.optimal_mechanism([0.2, 0.8], R2(0.3))
    own, others = (found.channel.lift[:, y] for y in found.support)
    for lift in (own, others):
        assert math.log(found.channel.prior @ lift**2) == pytest.approx(0.3) or lift.min() == 0
    with pytest.raises(ParameterError, match="ask for a reward or a distortion"):
        design.optimal_mechanism([0.2, 0.3, 0.5], R2(0.3))
    with pytest.raises(ParameterError, match="infinitely many extreme lift vectors"):
        design.posterior_polygon([0.2, 0.3, 0.5], R2(0.3))
    with pytest.raises(ParameterError, match="does not say it all by bounds"):
        design.zeros_possible([0.2, 0.3, 0.5], R2(0.3))


def test_numbers_of_every_size():
    for p in (1e-300, 1e-17, 1e-5, 0.2, 0.5):
        for epsilon in (0.0, 1e-300, 1e-17, 0.3, 37.0, 700.0, math.inf):
            for kind in EVERY:
                found = R2(epsilon).implies(kind, p_min=p)
                assert found is None or all(0 <= v < math.inf for v in found.values)
    assert DPrivacy.over([[0, 1], [1, 0]]) is DPrivacy.over([[0, 1.0], [1.0, 0]])
