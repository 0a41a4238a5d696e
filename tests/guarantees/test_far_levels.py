"""Conversions at levels beyond what floats hold, and closer to zero than they tell apart."""

import math
from fractions import Fraction as F

import pytest

from pmlsym import ALIP, LDP, LIP, PMC, PML


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
    tiny = F(1, 10**200)
    for kind in (PMC, ALIP):
        channel = source(tiny).conversion(kind, p_min=F(1, 5)).mechanism()
        assert channel.is_exact
        assert all(0 < float(v) < 1e-199 for v in kind.of(channel).values)
