"""Second moments where a secret is all but sure, or a level tiny, against the definition."""

import math
import warnings
from fractions import Fraction as F
from itertools import combinations, product

import mpmath
import pytest
import sympy

from pmlsym import ALIP, LDP, LIP, PMC, PML, R2, Channel, DPrivacy
from pmlsym.guarantees import Box

RARE = F(1, 10**20)
PRIORS = ([F(1, 2), F(1, 3), F(1, 6)], [F(1, 7), F(2, 7), F(4, 7)], [RARE, 1 - RARE])


def lift_vectors(kind, ratio, prior):
    """Yield the vertices: between bounds, or two values whose ratio is bounded."""
    secrets = range(len(prior))
    if kind is LDP:
        for high in product([False, True], repeat=len(prior)):
            if len(set(high)) == 2:
                steps = [ratio if up else mpmath.mpf(1) for up in high]
                mean = mpmath.fdot(prior, steps)
                yield [step / mean for step in steps]
        return
    low = mpmath.mpf(0) if kind is PML else 1 / ratio
    top = mpmath.inf if kind is PMC else ratio
    for own in secrets:
        others = [x for x in secrets if x != own]
        for size in range(1 if kind is PMC else len(prior)):
            for some in combinations(others, size):
                found = [top if x in some else low for x in secrets]
                left = 1 - mpmath.fsum(prior[x] * found[x] for x in others)
                found[own] = left / prior[own]
                if low <= found[own] <= top:
                    yield found


@pytest.mark.parametrize("prior", PRIORS, ids=str)
@pytest.mark.parametrize("kind", [LDP, LIP, PMC, PML])
@pytest.mark.parametrize("zeros", [2, 60, 200])
def test_a_tiny_exact_level_has_the_moment_of_its_farthest_vertex(kind, zeros, prior):
    """Rounded to 60 digits all vertices were the same, and the first one was taken."""
    found = kind(F(1, 10**zeros)).conversion(R2, prior=prior).guarantee.epsilon
    with mpmath.workdps(4 * zeros + 200):
        masses = [mpmath.mpf(mass.numerator) / mass.denominator for mass in prior]
        ratio = mpmath.exp(mpmath.mpf(10) ** -zeros)
        moment = max(
            mpmath.fsum(p * (v - 1) ** 2 for p, v in zip(masses, lifts, strict=True))
            for lifts in lift_vectors(kind, ratio, masses)
        )
        value = mpmath.mpf(str(found.evalf(4 * zeros + 100, maxn=10**5)))
        assert abs(value / mpmath.log1p(moment) - 1) < 1e-9


@pytest.mark.parametrize(
    "prior", [[1e-174, 1.0, 1e-36], [1e-20, 1.0], [1.0, 1e-300], [1e-17, 0.5, 0.5]], ids=str
)
def test_without_a_bound_the_rarest_secret_may_be_shown(prior):
    """Next to a secret of 1 - 1e-36 the others were taken for impossible: R2(1e-36) was implied."""
    for level in (PML(800.0), PML(float("inf")), PMC(float("inf"))):
        found = level.conversion(R2, prior=prior).guarantee.epsilon
        assert found == pytest.approx(float(-mpmath.log(min(prior))), rel=1e-12)


@pytest.mark.parametrize("rare", [1e-9, 1e-17, 1e-40, 1e-200])
@pytest.mark.parametrize("level", [0.5, 40.0, 300.0])
def test_how_low_the_lift_of_a_likely_secret_can_be(rare, level):
    prior = [F(rare), F(rare) * 3, 1 - 4 * F(rare)]
    with mpmath.workdps(400):
        masses = [mpmath.mpf(p.numerator) / p.denominator for p in prior]
        top = mpmath.exp(mpmath.mpf(level))
        wanted = [float(max(0, (1 - top * (1 - p)) / p)) for p in masses]
    low, _ = Box(tuple(map(float, prior)), float("inf"), level).reach
    assert low.tolist() == pytest.approx(wanted, rel=1e-9, abs=1e-12)


def bounds_of(level):
    """Return how far from one the lifts of a box may be: exactly, as 300 digits."""
    lower, upper = (mpmath.mpf(bound) for bound in level.lift_set().bounds)
    return mpmath.expm1(-lower), mpmath.expm1(upper)


def vertices_between(low, high, prior):
    """Yield the vertices as differences from one, of mean zero."""
    for own in range(len(prior)):
        others = [x for x in range(len(prior)) if x != own]
        for far in product([False, True], repeat=len(others)):
            if high == mpmath.inf and any(far):
                continue
            away = [high if up else low for up in far]
            left = -mpmath.fsum(prior[x] * d for x, d in zip(others, away, strict=True))
            left /= prior[own]
            if low <= left <= high:
                yield [*away[:own], left, *away[own:]]


TINY = (
    ALIP(4e-23, 700.0),
    ALIP(1e-17, 39.7),
    PMC(1e-17),
    PMC(3e-13),
    LIP(1e-22),
    LIP(2e-14),
    PML(1e-33),
    PML(7.6e-11),
)
FEW = (
    [3e-209, 1.0, 5e-209],
    [1e-22, 1.0, 1e-40],
    [1e-33, 1.0],
    [1e-16, 1e-11, 1.0],
    [0.1, 0.4, 0.3, 0.2],
)


@pytest.mark.parametrize("prior", FEW, ids=str)
@pytest.mark.parametrize("level", TINY, ids=str)
def test_float_levels_whose_exponential_is_one_in_floats_tell_rare_secrets(level, prior):
    """ALIP(4e-23, 700) was said to imply R2(0) where a rare secret's moment is e^377."""
    with mpmath.workdps(900):
        masses = [mpmath.mpf(p) for p in prior]
        masses = [p / mpmath.fsum(masses) for p in masses]
        moment = max(
            mpmath.fsum(p * d**2 for p, d in zip(masses, away, strict=True))
            for away in vertices_between(*bounds_of(level), masses)
        )
        wanted = float(mpmath.log1p(moment))
    found = level.conversion(R2, prior=prior)
    assert found.guarantee.epsilon == pytest.approx(wanted, rel=1e-9, abs=1e-320)
    ((lifts,), known) = found.extreme.attained().lifts, found.extreme.attained().prior
    assert sum(p * v for p, v in zip(known, lifts, strict=True)) == pytest.approx(1)


@pytest.mark.parametrize("prior", FEW, ids=str)
@pytest.mark.parametrize("epsilon", [1e-37, 1e-17, 3e-10, 0.5, 900.0])
def test_staircases_of_tiny_float_levels_have_all_their_digits(epsilon, prior):
    with mpmath.workdps(900):
        masses = [mpmath.mpf(p) for p in prior]
        masses = [p / mpmath.fsum(masses) for p in masses]
        moment = max(
            mpmath.fsum(p * (v - 1) ** 2 for p, v in zip(masses, lifts, strict=True))
            for lifts in lift_vectors(LDP, mpmath.exp(epsilon), masses)
        )
        wanted = float(mpmath.log1p(moment))
    flat = [[int(x != z) for x in range(len(prior))] for z in range(len(prior))]
    for level in (LDP(epsilon), DPrivacy(epsilon, flat)):
        found = level.implies(R2, prior=prior).epsilon
        assert found == pytest.approx(wanted, rel=1e-9, abs=1e-320)


def test_a_tiny_exact_level_over_a_metric_has_the_moment_of_its_farthest_vertex():
    """All vertices were the vector of ones in floats: no answer, or that of any of them."""
    line = [[abs(x - z) for z in range(3)] for x in range(3)]
    prior = [F(1, 2), F(1, 3), F(1, 6)]
    for level in (F(1, 10**20), F(1, 10**9)):
        found = DPrivacy(level, line).implies(R2, prior=prior).epsilon
        # of w in {0, 1, 2} the ends are farthest apart: the variance, 1 to the left and 2 next
        spread = max(
            sum(p * w * w for p, w in zip(prior, each, strict=True))
            - sum(p * w for p, w in zip(prior, each, strict=True)) ** 2
            for each in ((0, 1, 2), (0, 1, 0), (1, 0, 1))
        )
        with mpmath.workdps(200):
            value = sympy.lambdify([], found, "mpmath")() / mpmath.mpf(level.denominator) ** -2
            assert float(value) == pytest.approx(float(spread), rel=1e-6)


@pytest.mark.parametrize("level", [5e-37, 3e-38, 9e-37])
def test_two_secrets_are_apart_by_what_the_likely_one_leaves_to_the_rare_one(level):
    """1 - 1.0 left nothing, so that nothing finite followed."""
    found = PML(level).implies(LDP, prior=[1e-36, 1.0]).epsilon
    with mpmath.workdps(200):
        rare = mpmath.mpf(1e-36)
        high = mpmath.exp(level)
        least = (1 - (1 - rare) * high) / rare
        assert found == pytest.approx(float(mpmath.log(high / least)), rel=1e-9)


@pytest.mark.parametrize("level", [LDP(174.3), LIP(72.9), PMC(268.0), LIP(30.0), LDP(0.3)])
@pytest.mark.parametrize("rare", [1e-96, 1e-28, 0.1])
def test_the_mechanism_of_a_second_moment_rules_no_secret_out(level, rare):
    """A lift of e^-268 next to one of e^96 is none of zero."""
    prior = [rare, 1 - rare]
    found = level.conversion(R2, prior=prior)
    channel = found.mechanism()
    assert type(level).of(channel).epsilon <= level.epsilon * (1 + 1e-9)
    assert R2.of(channel).epsilon == pytest.approx(found.guarantee.epsilon, rel=1e-9)


def test_a_lift_beyond_floats_is_squared():
    rows = [[0.5, 0.5, 0, 0], [0.25, 0.75, 0, 0], [1e-145, 1.0, 1e-250, 1e-289]]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = R2.of(Channel(rows, [1.0, 1e-69, 1e-314]))
    # an outcome of this secret alone: its lift is 1/p, and so is the second moment
    assert found.epsilon == pytest.approx(-math.log(1e-314), rel=1e-12)


@pytest.mark.parametrize(
    ("lower", "upper"),
    [(8.1e-19, 8.1e-19), (1e-300, 1e-300), (1e-17, 2e-18), (0.3, 1e-17), (1e-17, 0.3), (0.5, 0.7)],
)
def test_of_every_prior_bounds_next_to_zero_have_a_moment_and_a_mechanism(lower, upper):
    """Both bounds were 1.0, and their difference divided."""
    found = ALIP(lower, upper).conversion(R2)
    with mpmath.workdps(700):
        low, high = mpmath.exp(-mpmath.mpf(lower)), mpmath.exp(mpmath.mpf(upper))
        share = (1 - low) / (high - low)  # of the secret at the upper bound: the mean is one
        moment = mpmath.log(share * high**2 + (1 - share) * low**2)
        assert found.guarantee.epsilon == pytest.approx(float(moment), rel=1e-9, abs=1e-320)
        assert float(found.mechanism().prior[0]) == pytest.approx(float(share), rel=1e-9)
    assert found.mechanism().prior[1] > 0
