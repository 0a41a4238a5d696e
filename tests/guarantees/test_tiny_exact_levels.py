"""Exact levels and probabilities so small that sympy's own comparisons say the wrong thing."""

import math
from dataclasses import dataclass
from fractions import Fraction as F
from typing import ClassVar

import mpmath
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym import ALIP, LDP, LIP, PMC, PML, composed
from pmlsym.guarantees import Box, Extreme, Guarantee
from pmlsym.ordered import at_least, exceeds, greatest, smallest


def value_of(level):
    """Return a level with 900 digits."""
    return sp.lambdify([], sp.sympify(level), "mpmath")() * mpmath.mpf(1)


def below(ratio):
    return mpmath.mpf(ratio.numerator) / ratio.denominator


@pytest.mark.parametrize("zeros", [15, 20, 150, 400])
def test_logarithms_next_to_zero_are_told_from_it(zeros):
    """sympy takes log(1 + 1/10^20) for zero: it says that it is not above it."""
    tiny = sp.Rational(1, 10**zeros)
    logs = [sp.log(1 + 3 * tiny), sp.log(1 + tiny), sp.log(1 + 2 * tiny)]
    assert exceeds(logs[1], 0)
    assert not exceeds(0, logs[1])
    assert greatest(logs) == logs[0]
    assert smallest(logs) == logs[1]
    assert at_least(tiny, logs[1])  # log(1 + t) < t
    assert at_least(logs[1], tiny) is False
    assert at_least(sp.log(1 / (1 - tiny)), tiny)
    assert at_least(0 * tiny, logs[1]) is False


def test_equal_numbers_that_are_written_in_two_ways_are_no_less_than_each_other():
    six = sp.log(6) - sp.log(3)
    assert at_least(six, sp.log(2))
    assert at_least(sp.log(2), six)
    assert not exceeds(six, sp.log(2))


# a level, a prior, and by the definitions how far the lifts go: the largest lift under PMC is
# 1 + (1 - e^-l)(1 - p)/p, the smallest under PML 1 - (e^u - 1)(1 - p)/p, within the other bound
@pytest.mark.parametrize("p", [F(1, 21), F(2, 177), F(1, 10**30 + 1)])
@pytest.mark.parametrize("zeros", [17, 43, 250])
def test_tiny_levels_reach_as_far_as_the_mean_lets_them(zeros, p):
    """LIP was said to imply PML(1.2e-43) for 9e-57, and ALIP a level too low to be true."""
    low, high = F(3, 10**zeros), F(6, 10 ** (zeros + 2))
    prior, rare = [p, 1 - p], below(p)
    with mpmath.workdps(900):
        l, u = below(low), below(high)  # noqa: E741 - as in the formulas
        up = min(u, mpmath.log1p(-mpmath.expm1(-l) * (1 - rare) / rare))
        left = mpmath.expm1(u) * (1 - rare) / rare
        down = l if left >= 1 else min(l, -mpmath.log1p(-left))
        for known in ({"prior": prior}, {"p_min": p}):
            both = ALIP(low, high).implies(LIP, **known).epsilon
            assert mpmath.almosteq(value_of(both), max(up, down), 1e-20)
            assert value_of(ALIP(low, high).implies(PML, **known).epsilon) == pytest.approx(up)
        # of two secrets one lift decides the other: both ends of the segment
        farthest = 0
        for own, other in ((rare, 1 - rare), (1 - rare, rare)):
            top = min(mpmath.expm1(u), -mpmath.expm1(-l) * other / own)
            farthest = max(farthest, mpmath.log1p(top) - mpmath.log1p(-top * own / other))
        apart = ALIP(low, high).implies(LDP, prior=prior).epsilon
        assert mpmath.almosteq(value_of(apart), farthest, 1e-20)


def test_what_may_not_vanish_is_not_said_to_vanish():
    """A lift of 1/2 was taken for zero: nothing finite followed from PML(1/(2 10^21))."""
    tiny = F(1, 2 * 10**21)
    prior = [1 - F(1, 10**21 + 1), F(1, 10**21 + 1)]
    with mpmath.workdps(100):
        left = mpmath.expm1(below(tiny)) * mpmath.mpf(10) ** 21
        wanted = -mpmath.log1p(-left)
        assert mpmath.almosteq(value_of(PML(tiny).implies(PMC, prior=prior).epsilon), wanted, 1e-20)
    assert PML(0).implies(LIP, p_min=F(1, 10**70)) == LIP(0)


def test_a_level_with_more_digits_than_sympy_counts_gives_a_reason():
    found = PMC(F(3, 10**255)).conversion(LIP, p_min=F(1, 10**400))
    assert found.guarantee is None
    assert "more digits than sympy counts" in found.reason


def test_two_tiny_releases_add_up_in_floats_and_are_refused_where_digits_end():
    low, high = F(1, 10**40), F(3, 10**40)
    with pytest.raises(ValueError, match=r"^guarantees have levels too close to zero .* float\.$"):
        composed(ALIP(low, high), ALIP(low, high))
    down, up = composed(ALIP(float(low), high), ALIP(low, high)).values
    assert down == pytest.approx(2e-40, rel=1e-9)  # to first order
    assert up == pytest.approx(6e-40, rel=1e-9)


def test_a_mechanism_beside_a_secret_that_is_all_but_sure():
    """The other of two secrets was divided by 1 - 1.0."""
    cases = [(PMC(0.1), 1e-20), (PMC(171.5), 2.9e-60), (LIP(27.83), 3.06e-7)]
    for source, rare in cases:
        found = source.conversion(LDP, prior=[rare, 1 - rare])
        channel = found.mechanism()
        assert LDP.of(channel).epsilon == pytest.approx(found.guarantee.epsilon)
        assert type(source).of(channel).epsilon <= source.epsilon * (1 + 1e-9)


@pytest.mark.parametrize("zeros", [12, 20, 40])
def test_the_level_of_a_channel_whose_outcomes_say_all_but_nothing(zeros):
    """The largest of several logarithms next to zero was any of them."""
    tiny = F(1, 10**zeros)
    kernel = [[F(1, 3) + 2 * tiny, F(1, 3) - 5 * tiny, F(1, 3) + 3 * tiny], [F(1, 3)] * 3]
    for prior in ([F(1, 2), F(1, 2)], [F(1, 1000), F(999, 1000)]):
        lifts = []
        for column in zip(*kernel, strict=True):
            mean = sum(p * entry for p, entry in zip(prior, column, strict=True))
            lifts += [entry / mean for entry in column]
        channel = ps.Channel(kernel, prior)
        assert PML.of(channel).epsilon == sp.log(sp.Rational(max(lifts)))
        assert PMC.of(channel).epsilon == sp.log(1 / sp.Rational(min(lifts)))


def test_numbers_that_python_does_not_print_are_compared():
    tiny = sp.Rational(1, 10**5000)
    assert exceeds(sp.log(1 + tiny), 0)
    assert at_least(tiny, sp.log(1 + tiny))
    assert not exceeds(sp.log(sp.Integer(10**5000)), sp.log(sp.Integer(10**5000 + 1)))


def test_a_level_of_zero_that_lets_something_leak_counts():
    """The bounds of a guarantee of one's own need not vanish with its level."""

    @dataclass(frozen=True)
    class Beyond(Guarantee):
        name: ClassVar[str] = "Beyond"
        epsilon: float

        def lift_set(self, masses=()):
            return Box(tuple(masses), self.epsilon + 1, math.inf)

        @classmethod
        def strongest(cls, lifts):
            return Extreme((lifts.down().values[0] - 1,))

    together = composed(Beyond(0.0), Beyond(0.25), p_min=F(1, 10)).epsilon + 1
    assert together == pytest.approx(composed(PMC(1.0), PMC(1.25), p_min=F(1, 10)).epsilon)
    # and what says nothing leaves the other one as it is
    for kind in (PML, PMC, LIP, LDP):
        assert composed(kind(0.0), kind(0.25), p_min=F(1, 10)) == kind(0.25)
