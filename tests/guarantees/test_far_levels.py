"""Conversions at levels beyond what floats hold, and closer to zero than they tell apart."""

import math
from fractions import Fraction as F

import mpmath
import pytest

from pmlsym import LDP, LIP, PMC, PML


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
