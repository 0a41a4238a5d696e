"""The reach of lifts against linear programs and long arithmetic."""

import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp

from pmlsym.guarantees import ALIP, LDP, LIP, OF_THE_PAPERS as KINDS, PMC, PML, reach
from tests.guarantees.programs import extremes, optima

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
    for p in (0.07, 0.25, 1 / 3, 0.4, 0.5):
        found = [optima(source, prior) for prior in priors_with(p)]
        for kind in KINDS:
            each = np.array([one[kind] for one in found])
            conversion = source.conversion(kind, p_min=p)
            assert conversion.is_known
            assert not conversion.caveat
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
