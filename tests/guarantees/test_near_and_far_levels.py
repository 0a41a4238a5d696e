"""Levels near log(1/(1 - p_min)), far beyond floats, and next to zero keep their digits."""

import math
from fractions import Fraction as F

import mpmath
import pytest
from hypothesis import given, strategies as st

from pmlsym import LDP, LIP, PMC, PML, Channel

FLOATS = [0.25, 0.5, 0.001, 1 / 3, 0.35, 1e-5]


def exactly(guarantee, kind, **where):
    found = guarantee.implies(kind, **where)
    return float(found.values[0].evalf(30))


@pytest.mark.parametrize("kind", [PMC, LIP, LDP])
@given(st.sampled_from(FLOATS), st.floats(-11.9, -0.3))
def test_an_implied_level_keeps_its_digits(kind, p, power):
    level = -math.log1p(-p) * (1 - 10**power)
    found = PML(level).implies(kind, p_min=p)
    wanted = exactly(PML(F(level)), kind, p_min=F(p))
    assert found.values[0] == pytest.approx(wanted, rel=1e-14, abs=1e-14)


def test_a_guarantee_that_follows_holds_where_the_one_given_does():
    p, level = 0.001, 0.0010005003335823315  # a relative 1e-12 below the threshold
    mass, high = F(p), sum(F(level) ** k / math.factorial(k) for k in range(7))  # below e^level
    low, share = (1 - (1 - mass) * high) / mass, F(1, 10**4)
    rows = [[share * lift, 1 - share * lift] for lift in (low, high)]
    channel = Channel(rows, [mass, 1 - mass])
    assert PML(level).holds(channel)
    assert PML(level).implies(PMC, p_min=p).holds(channel)


@pytest.mark.parametrize("share", [0.5, 0.999, 1 - 1e-9])
@pytest.mark.parametrize("p", [1e-30, 1e-200])
def test_a_rare_secret_keeps_its_digits(p, share):
    # e^level - 1 and the level are the same float, and so are 1 - p and 1
    found = PML(share * p).implies(PMC, p_min=p)
    assert found.epsilon == pytest.approx(-math.log1p(-share), rel=1e-6)


@pytest.mark.parametrize("level", [5e-37, 3e-38, 9e-37])
def test_two_secrets_are_apart_by_what_the_likely_one_leaves_to_the_rare_one(level):
    """1 - 1.0 left nothing, so that nothing finite followed."""
    found = PML(level).implies(LDP, prior=[1e-36, 1.0]).epsilon
    with mpmath.workdps(200):
        rare = mpmath.mpf(1e-36)
        high = mpmath.exp(level)
        least = (1 - (1 - rare) * high) / rare
        assert found == pytest.approx(float(mpmath.log(high / least)), rel=1e-9)


# --- levels beyond what floats hold, and closer to zero than they tell apart ----------------------


@pytest.mark.parametrize("source", [PMC(1000.0), LIP(800.0), PMC(1e10)])
def test_a_mechanism_beyond_floats_is_exact_and_attains_what_follows(source):
    for kind in (LDP, PMC):
        conversion = source.conversion(kind, p_min=0.2)
        channel = conversion.mechanism()
        assert channel.is_exact
        assert source.holds(channel)
        attained = float(kind.of(channel).epsilon)
        assert attained == pytest.approx(float(conversion.guarantee.epsilon), rel=1e-12)


def test_a_float_level_that_floats_hold_stays_one():
    channel = PMC(600.0).conversion(LDP, p_min=0.2).mechanism()
    assert not channel.is_exact
    assert math.isfinite(LDP.of(channel).epsilon)


@pytest.mark.parametrize("source", [PML, LDP])
def test_a_tiny_exact_level_is_told_from_none(source):
    """The lifts reach the level itself, to 200 digits of it."""
    tiny = F(1, 10**200)
    channel = source(tiny).conversion(source, p_min=F(1, 5)).mechanism()
    assert channel.is_exact
    with mpmath.workdps(600):
        rows = [
            [mpmath.mpf(str(entry.evalf(600))) for entry in row] for row in channel.kernel.tolist()
        ]
        assert all(abs(mpmath.fsum(row) - 1) < mpmath.mpf(10) ** -500 for row in rows)
        prior = [mpmath.mpf(mass.p) / mass.q for mass in channel.prior.tolist()]
        far = []
        for column in zip(*rows, strict=True):
            mean = mpmath.fsum(p * v for p, v in zip(prior, column, strict=True))
            least = min(column) if source is LDP else mean
            far.append(mpmath.log(max(column) / least))
        assert abs(max(far) * mpmath.mpf(10) ** 200 - 1) < mpmath.mpf(10) ** -190
