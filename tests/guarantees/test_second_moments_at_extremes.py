"""Second moments where a secret is all but sure, or a level tiny, against the definition."""

from fractions import Fraction as F
from itertools import combinations, product

import mpmath
import pytest

from pmlsym import LDP, LIP, PMC, PML, R2
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
