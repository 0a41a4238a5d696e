"""The reach of lifts against linear programs, a search over channels, and long arithmetic."""

import itertools
import math
from fractions import Fraction as F
from functools import cache

import mpmath
import numpy as np
import pytest
import sympy as sp
from scipy.optimize import linprog

from pmlsym.guarantees import ALIP, LDP, LIP, PMC, PML, reach
from pmlsym.guarantees import OF_THE_PAPERS as KINDS

SOURCES = (
    PML(0.0),
    PML(0.04),
    PML(0.3),
    PML(1.2),
    PML(math.inf),
    PMC(0.0),
    PMC(0.3),
    PMC(2.0),
    LIP(0.1),
    LIP(0.8),
    ALIP(0.7, 0.2),
    ALIP(0.2, 0.7),
    ALIP(1.5, 0.05),
    ALIP(math.inf, 0.15),
    ALIP(0.6, math.inf),
    ALIP(0.0, 0.5),
    LDP(0.4),
    LDP(2.0),
)
ACCURACY = 1e-8  # of the linear programs, in nats


def conditions(source):
    """Return the definition's bounds on a lift, and on the ratio of two, as numbers."""
    match source:
        case PML():
            return 0.0, math.exp(source.epsilon), math.inf
        case PMC():
            return math.exp(-source.epsilon), math.inf, math.inf
        case LIP():
            return math.exp(-source.epsilon), math.exp(source.epsilon), math.inf
        case ALIP():
            return math.exp(-source.epsilon_l), math.exp(source.epsilon_u), math.inf
        case LDP():
            return 0.0, math.inf, math.exp(source.epsilon)


def solved(aim, upper=None, equal=None, right=None, bounds=None):
    """Return the largest value of a linear function; infinite if there is none."""
    rows = None if not len(upper) else upper
    limits = None if rows is None else np.zeros(len(rows))
    found = linprog(-aim, rows, limits, equal, right, bounds, method="highs")
    if found.status == 3:
        return math.inf
    assert found.status == 0, found.message
    return -found.fun


def ratio_rows(n, ratio):
    """Return rows of v(x) - ratio v(x') <= 0."""
    unit = np.eye(n)
    return [
        unit[x] - ratio * unit[z] for x in range(n) for z in range(n) if x != z and ratio < math.inf
    ]


@cache
def extremes(source, prior):
    """Return the largest log-lifts, minus the smallest, and the largest log-ratio of each pair.

    One linear program for each; for ratios that of Charnes and Cooper, scaled to v(x') = 1.
    """
    floor, top, ratio = conditions(source)
    prior, n = np.array(prior), len(prior)
    unit, mean, rows = np.eye(n), np.array([prior]), ratio_rows(n, ratio)
    box = [(floor, None if top == math.inf else top)] * n
    up = [math.log(solved(unit[x], rows, mean, [1], box)) for x in range(n)]
    least = [-solved(-unit[x], rows, mean, [1], box) for x in range(n)]
    down = [-math.log(v) if v > 1e-10 else math.inf for v in least]

    wide = [np.append(row, 0) for row in rows]
    wide += [np.append(-unit[x], floor) for x in range(n)]
    wide += [np.append(unit[x], -top) for x in range(n) if top < math.inf]
    apart = np.zeros((n, n))
    for x in range(n):
        for z in range(n):
            if x != z:
                equal = [np.append(prior, -1), np.append(unit[z], 0)]
                apart[x, z] = math.log(solved(np.append(unit[x], 0), wide, equal, [0, 1]))
    return np.array(up), np.array(down), apart


def of_each_kind(up, down, apart):
    """Return what the largest log-lift, minus the smallest, and the ratio are in every kind."""
    both = np.maximum(up, down)
    return {PML: (up,), PMC: (down,), LIP: (both,), ALIP: (down, up), LDP: (apart,)}


def optima(source, prior):
    return of_each_kind(*(float(np.max(found)) for found in extremes(source, prior)))


def implied(source, kind, **known):
    """Return the implied parameters; None where nothing finite follows."""
    found = source.implies(kind, **known)
    return None if found is None else found.values


def priors_of(n):
    rng = np.random.default_rng(n)
    yield tuple(0.3 / n + 0.7 * rng.dirichlet(np.ones(n)))
    yield (1 / n,) * n


@pytest.mark.sampled(3)
@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_given_the_prior_the_answer_is_the_optimum_over_the_lift_vectors(source):
    for n in range(2, 7):
        for prior in priors_of(n):
            for kind, best in optima(source, prior).items():
                answer = implied(source, kind, prior=prior)
                if math.inf in best:
                    assert answer is None, (kind, prior)
                else:
                    assert answer == pytest.approx(best, abs=ACCURACY), (kind, prior)


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_every_coordinate_and_every_pair_reaches_as_far_as_the_formulas_say(source):
    for n in (2, 3, 5):
        prior = next(priors_of(n))
        up, down, apart = extremes(source, prior)
        for x, p in enumerate(prior):
            if isinstance(source, LDP):
                assert reach.cone_up(p, source.epsilon) == pytest.approx(up[x], abs=ACCURACY)
                assert reach.cone_down(p, source.epsilon) == pytest.approx(down[x], abs=ACCURACY)
                assert max(apart[x]) == pytest.approx(source.epsilon, abs=ACCURACY)
                continue
            bounds = source.lift_set().bounds
            assert reach.farthest_up(p, *bounds) == pytest.approx(up[x], abs=ACCURACY)
            least = reach.farthest_down(p, *bounds)
            assert least == pytest.approx(down[x], abs=ACCURACY)
            for z, q in enumerate(prior):
                if x != z:
                    far = reach.farthest_apart(p, q, *bounds, others=n > 2)
                    assert far == pytest.approx(apart[x, z], abs=ACCURACY)


def priors_with(p):
    """Priors whose smallest probability is p: the extreme ones, and a few others."""
    rng = np.random.default_rng(7)
    yield p, 1 - p
    for n in (3, 5):
        if n * p <= 1:
            yield *[p] * (n - 1), 1 - (n - 1) * p
            yield p, *((1 - n * p) * rng.dirichlet(np.ones(n - 1)) + p)


@pytest.mark.parametrize("source", SOURCES[1::2], ids=str)
def test_given_p_min_alone_the_answer_is_the_worst_of_the_priors_that_have_it(source):
    for p in (0.07, 1 / 3, 0.4):
        found = [optima(source, prior) for prior in priors_with(p)]
        for kind in KINDS:
            each = np.array([one[kind] for one in found])
            answer = implied(source, kind, p_min=p)
            if np.isinf(each).any():
                assert answer is None, (kind, p)
            else:
                assert answer == pytest.approx(tuple(each.max(axis=0)), abs=ACCURACY), (kind, p)


@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_without_a_prior_the_answer_is_the_supremum_over_all_priors(source):
    """It bounds every prior, and what is improbable enough comes close to it, or exceeds all."""
    rare, common = (optima(source, (p, p, 1 - 2 * p)) for p in (1e-4, 1e-2))
    for kind in KINDS:
        close, far = rare[kind], common[kind]
        answer = implied(source, kind)
        if answer is None:
            assert max(close) == math.inf or max(close) > max(far) + 3, kind
        else:
            assert answer == pytest.approx(close, abs=2e-3), kind
            assert all(a >= c - ACCURACY for a, c in zip(answer, close, strict=True))


# --- a search over channels -----------------------------------------------------------------------

RANDOM, EXTREME, NEAR = 6000, 2000, 800  # channels for each size; the last two for each kind too
SIZES = range(2, 7)


def filled(masses, floor, top):
    """Return the lifts of mean 1 that put what is above the floor first come, first served."""
    room = masses * (top - floor)[:, None]
    before = np.concatenate([np.zeros((len(masses), 1)), np.cumsum(room, axis=1)[:, :-1]], axis=1)
    raised = np.clip((1 - floor)[:, None] - before, 0, room)
    return floor[:, None] + raised / masses


def limits(kind, count, least, rng):
    """Return random (floor, top) of a kind; half of the bounds above are below log(1/(1-p))."""
    lower = rng.uniform(0.1, 3, count)
    upper = rng.uniform(0.1, 2, count)
    below = rng.uniform(0.2, 0.98, count) * -np.log1p(-least)
    upper = np.where(rng.random(count) < 0.5, below, upper)
    if kind is LIP:
        lower = upper
    floor = np.zeros(count) if kind is PML else np.exp(-lower)
    return floor, np.full(count, np.inf) if kind is PMC else np.exp(upper)


def vertices(kind, prior, rng):
    """Return a random vertex of the lifts of each prior, and how likely it may be."""
    count, n = prior.shape
    if kind is LDP:
        level = np.exp(rng.uniform(0.1, 3, count))
        high = rng.random((count, n)) < rng.random((count, 1))
        lift = np.where(high, level[:, None], 1.0)
        lift /= (prior * lift).sum(axis=1, keepdims=True)
        share = (level - 1) / (level * lift.max(axis=1) - lift.min(axis=1))
        return lift, np.minimum(share, 1)
    floor, top = limits(kind, count, prior.min(axis=1), rng)
    order = rng.permuted(np.tile(np.arange(n), (count, 1)), axis=1)
    lift = np.empty_like(prior)
    ordered = filled(np.take_along_axis(prior, order, axis=1), floor, top)
    np.put_along_axis(lift, order, ordered, axis=1)
    above = 1 / (1 + (1 - lift.min(axis=1)) / (top - 1))
    return lift, np.minimum(above, (1 - floor) / (lift.max(axis=1) - floor))


@cache
def channels(n):
    """Return random channels, two-outcome completions of vertices, and these with noise."""
    rng = np.random.default_rng(100 + n)

    def priors(count):
        weights = rng.gamma(rng.choice([0.5, 1, 5, 50], (count, 1)), size=(count, n))
        return 0.03 / n + 0.97 * weights / weights.sum(axis=1, keepdims=True)

    found = []
    for outcomes in (2, 4):
        kernel = rng.gamma(
            rng.choice([0.2, 1, 10], (RANDOM // 2, 1, 1)), size=(RANDOM // 2, n, outcomes)
        )
        kernel = kernel / kernel.sum(axis=2, keepdims=True) * 0.98 + 0.02 / outcomes
        found.append((priors(RANDOM // 2), kernel))
    for kind in KINDS:
        prior = priors(EXTREME)
        lift, share = vertices(kind, prior, rng)
        first = lift * (share * rng.uniform(0.2, 0.9, EXTREME))[:, None]
        kernel = np.stack([first, 1 - first], axis=2)
        noise = 10 ** rng.uniform(-4, -1, (NEAR, 1, 1))  # less would magnify rounding
        found += [(prior, kernel), (prior[:NEAR], kernel[:NEAR] * (1 - noise) + noise / 2)]
    return found


def measured(prior, kernel):
    """Return what the channels satisfy of every kind, from the definitions."""
    lift = kernel / (prior[:, :, None] * kernel).sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore"):
        up, down = np.log(lift.max(axis=(1, 2))), -np.log(lift.min(axis=(1, 2)))
        apart = np.log(kernel.max(axis=1)) - np.log(kernel.min(axis=1))
    return of_each_kind(np.maximum(up, 0), np.maximum(down, 0), apart.max(axis=1))


def reached(kind, found, prior):
    """Return what guarantees imply of every kind, from vertices of the lifts of merged secrets.

    Only the two least likely secrets are told apart, and the others share one lift.
    """
    masses = np.sort(prior, axis=1)
    one, other, rest = masses[:, 0], masses[:, 1], masses[:, 2:].sum(axis=1)
    if kind is LDP:
        level = np.exp(found[0])
        up, down = -np.log(one + (1 - one) / level), np.log(one + (1 - one) * level)
        apart = found[0]
    else:
        nothing = np.full(len(prior), np.inf)
        lower, upper = {PML: (nothing, found[0]), PMC: (found[0], nothing)}.get(kind, found * 2)[:2]
        floor, top = np.exp(-lower), np.exp(upper)
        both = np.stack([one, 1 - one], axis=1)
        triples = [
            np.stack([m for m in (high, rest, low) if m is not rest or m.any()], axis=1)
            for high, low in ((one, other), (other, one))
        ]
        with np.errstate(divide="ignore"):
            up = np.log(filled(both, floor, top)[:, 0])
            down = -np.log(filled(both[:, ::-1], floor, top)[:, -1])
            ends = [filled(triple, floor, top)[:, [0, -1]] for triple in triples]
            apart = np.max([np.log(end[:, 0]) - np.log(end[:, 1]) for end in ends], axis=0)
    return of_each_kind(up, down, apart)


def test_the_vectorised_answers_of_the_search_are_those_of_the_package():
    for n in SIZES:
        for prior, kernel in channels(n):
            prior, kernel = prior[:8], kernel[:8]
            found = measured(prior, kernel)
            for source, kind in itertools.product(KINDS, KINDS):
                answers = np.transpose(reached(source, found[source], prior)[kind])
                for at, answer in enumerate(answers):
                    guarantee = source(*(float(v[at]) for v in found[source]))
                    expected = implied(guarantee, kind, prior=prior[at]) or (math.inf,)
                    if math.inf in answer or max(expected) > 15:
                        assert max(expected) > 15
                    else:
                        assert answer == pytest.approx(expected, abs=1e-9)


def test_no_channel_exceeds_what_is_implied_and_some_reach_it():
    """Channels that are within rounding of the threshold for a zero lift are left out."""
    searched, closest = 0, {}
    for n in SIZES:
        for prior, kernel in channels(n):
            searched += len(prior)
            found = measured(prior, kernel)
            clear = np.abs(found[PML][0] + np.log1p(-prior.min(axis=1))) > 1e-12
            for source, kind in itertools.permutations(KINDS, 2):
                answers = reached(source, found[source], prior)[kind]
                for have, allowed in zip(found[kind], answers, strict=True):
                    assert np.all(have[clear] <= allowed[clear] + 1e-9), (source, kind)
                    told = clear & np.isfinite(allowed) & (have > 0.05)
                    gap = np.min(allowed[told] - have[told], initial=math.inf)
                    closest[source, kind, n] = min(gap, closest.get((source, kind, n), math.inf))
    assert searched == 100_000
    assert max(closest.values()) < 1e-6, max(closest, key=closest.get)


# --- numbers --------------------------------------------------------------------------------------

TINY_TO_HUGE = (0.0, 1e-300, 1e-9, 0.3, 2.0, 37.0, 700.0)
MASSES = (1e-300, 1e-17, 1e-10, 1e-3, 0.2, 0.4999999, 0.5)


def exactly(p, lower, upper):
    """Return both reaches of a secret in 700 digits, and how much x = 1 - v magnifies errors."""
    p, lower, upper = (mpmath.mpf(v) for v in (p, lower, upper))
    up = min(mpmath.exp(upper), (1 - (1 - p) * mpmath.exp(-lower)) / p)
    down = max(mpmath.exp(-lower), (1 - (1 - p) * mpmath.exp(upper)) / p)
    return mpmath.log(up), -mpmath.log(down) if down else mpmath.inf, (1 + 1 / down if down else 0)


@pytest.mark.parametrize("p", MASSES)
def test_floats_of_every_size_are_accurate(p):
    with mpmath.workdps(700):
        for lower in (*TINY_TO_HUGE, math.inf):
            for upper in (*TINY_TO_HUGE, math.inf):
                up, down, magnified = exactly(p, lower, upper)
                found = reach.farthest_up(p, lower, upper)
                assert found == pytest.approx(float(up), rel=1e-14, abs=0)
                found = reach.farthest_down(p, lower, upper)
                if found < lower or magnified < 1e14:  # else it is within rounding of a zero lift
                    slack = float(1e-15 * magnified) + 1e-14
                    assert found == pytest.approx(float(down), rel=slack, abs=0)


@pytest.mark.parametrize("p", MASSES)
def test_local_privacy_of_every_size_is_accurate(p):
    with mpmath.workdps(700):
        for epsilon in TINY_TO_HUGE:
            q, ratio = mpmath.mpf(p), mpmath.exp(mpmath.mpf(epsilon))
            up, down = -mpmath.log(q + (1 - q) / ratio), mpmath.log(q + (1 - q) * ratio)
            assert reach.cone_down(p, epsilon) == pytest.approx(float(down), rel=1e-14, abs=0)
            assert reach.cone_up(p, epsilon) == pytest.approx(float(up), rel=1e-14, abs=0)


@pytest.mark.parametrize("p", MASSES)
def test_two_secrets_of_every_size_are_as_far_apart_as_the_ends_of_the_segment(p):
    """Two secrets: the lifts lie on a segment, and the ratio is largest at one of its ends."""
    with mpmath.workdps(700):
        for lower in TINY_TO_HUGE[1:]:
            for upper in TINY_TO_HUGE[1:]:
                q = mpmath.mpf(p)
                high = mpmath.exp(exactly(p, lower, upper)[0])
                far = mpmath.log(high * (1 - q) / (1 - q * high)) if q * high < 1 else mpmath.inf
                far = min(far, mpmath.mpf(lower) + mpmath.log(high))
                found = reach.farthest_apart(p, 1 - p, lower, upper, others=False)
                # 1 - p is rounded, which moves the other lift by as much
                assert found == pytest.approx(float(far), rel=1e-12, abs=3e-16)


def test_exact_numbers_stay_exact_and_agree_with_floats():
    logs = [sp.log(sp.Rational(*pair)) for pair in ((9, 8), (6, 5), (3, 2), (4, 1))]
    for p in (F(1, 10), F(1, 3), F(1, 2)):
        for lower in (*logs, sp.Rational(1, 2)):
            for upper in (*logs, sp.Rational(1, 3)):
                for far in (reach.farthest_up, reach.farthest_down):
                    found = far(p, lower, upper)
                    assert not found.has(sp.Float)
                    numbers = float(p), float(lower), float(upper)
                    assert float(found) == pytest.approx(far(*numbers), rel=1e-12)
    assert reach.farthest_up(F(1, 4), sp.log(2), math.inf) == sp.log(sp.Rational(5, 2))
    assert reach.farthest_down(F(1, 4), math.inf, sp.log(sp.Rational(4, 3))) == sp.oo
    assert reach.cone_up(F(1, 3), sp.log(4)) == sp.log(2)
    assert reach.cone_down(F(1, 3), sp.log(4)) == sp.log(3)


def test_a_lift_may_vanish_from_the_threshold_on():
    fifth = sp.Rational(1, 5)
    assert reach.may_vanish(fifth, sp.log(sp.Rational(5, 4))) == sp.true
    assert reach.may_vanish(fifth, sp.log(sp.Rational(5, 4) - fifth**60)) == sp.false
    for p in (1e-300, 1e-9, 0.2, 0.5):
        limit = -math.log1p(-p)
        assert reach.may_vanish(p, limit)
        assert reach.may_vanish(p, limit * (1 + 1e-9))
        assert not reach.may_vanish(p, limit * (1 - 1e-9))


def test_the_larger_of_symbols_is_left_open_and_of_equal_numbers_is_either():
    a, b = sp.symbols("a b", real=True)
    assert reach.larger(a, b) == sp.Max(a, b)
    assert reach.smaller(a, b) == sp.Min(a, b)
    assert reach.larger(sp.log(8), 3 * sp.log(2)) in (sp.log(8), 3 * sp.log(2))
    assert reach.smaller(sp.log(3), sp.Integer(1)) == 1
    assert reach.larger(sp.log(3), sp.Integer(1)) == sp.log(3)
    assert reach.joined(sp.log(2) + sp.log(sp.Rational(3, 2))) == sp.log(3)
    assert reach.joined(sp.log(a) + sp.log(b)) == sp.log(a) + sp.log(b)
