"""Balls around exact numbers, against mpmath with thousands of digits and where sympy is wrong."""

from fractions import Fraction as F
from random import Random

import mpmath
import pytest
import sympy as sp

import pmlsym as ps
from pmlsym.errors import ParameterError
from pmlsym.exact import same_number, simplified
from pmlsym.nats import at_most
from pmlsym.precision import approximate, digits_are_right, sign

RARE, NEAR = 10**400, sp.Rational(3, 10**255)
CANCELS = sp.log(RARE - (RARE - 1) * sp.exp(-NEAR))  # 334.97...


def by_hand():
    with mpmath.workdps(2_000):
        near = mpmath.mpf(3) / mpmath.mpf(10) ** 255
        return mpmath.log(RARE - (RARE - 1) * mpmath.exp(-near))


def drawn(rng, depth):
    """Return a number of sympy, and the same in mpmath."""
    if depth == 0:
        number = F(rng.randint(1, 99), 10 ** rng.choice([0, 1, 60]))
        return sp.Rational(number), mpmath.mpf(number.numerator) / number.denominator
    kind = rng.randrange(7)
    one, first = drawn(rng, depth - 1)
    two, second = drawn(rng, rng.randrange(depth))
    if kind == 0:
        return one + two, first + second
    if kind == 1:
        return one - two, first - second
    if kind == 2:
        return one * two, first * second
    if kind == 3:
        return one / (two**2 + 1), first / (second**2 + 1)
    if kind == 4:
        return sp.exp(one / (1 + one**2)), mpmath.exp(first / (1 + first**2))
    if kind == 5:
        return sp.log(1 + one**2), mpmath.log(1 + first**2)
    return sp.Max(one, two) if one != two else one, max(first, second)


@pytest.mark.parametrize("seed", range(200))
def test_signs_and_digits_are_those_of_mpmath(seed):
    with mpmath.workdps(2_000):
        value, other = drawn(Random(seed), 3)
        if abs(other) < mpmath.mpf(10) ** -1_000:
            assert sign(value) is None
            return
        assert sign(value) == (1 if other > 0 else -1)
        near = approximate(value, 50)
        apart = abs(mpmath.mpf(near.numerator) / near.denominator / other - 1)
        assert apart < mpmath.mpf(10) ** -50


def test_digits_that_cancel_are_not_believed():
    wanted = by_hand()
    assert abs(CANCELS.evalf(15) - 335) > 100  # else sympy has learned it, and less is refused
    assert float(approximate(CANCELS, 20)) == pytest.approx(float(wanted), rel=1e-15)
    assert not digits_are_right(CANCELS)
    levels = [sp.Integer(334), sp.Integer(335), sp.Integer(600)]
    assert [at_most(CANCELS, level, exactly=True) for level in levels] == [False, True, True]
    assert not same_number(CANCELS, sp.Rational(33497, 100))
    with pytest.raises(ParameterError, match=r"^epsilon is log\("):
        ps.PMC(CANCELS)  # floats of it would be others


def test_numbers_next_to_each_other_are_two_numbers():
    tiny = sp.Rational(1, 10**400)
    assert not same_number(sp.log(1 + tiny), sp.log(1 + 2 * tiny))
    assert same_number(sp.log(6), sp.log(2) + sp.log(3))


def test_what_balls_are_not_computed_of_is_taken_as_sympy_has_it():
    assert sign(sp.sin(1)) is None
    assert approximate(sp.sin(1), 10) == pytest.approx(F("0.8414709848"))
    assert digits_are_right(sp.sin(1))
    assert sign(sp.log(-1)) is None


def test_exponentials_of_any_exponents_are_simplified():
    a, b = sp.Rational(10**20 - 1, 10**20), sp.Rational(-1, 3)
    value = (sp.exp(a) ** 2 - sp.exp(b) ** 2) / (sp.exp(a) - sp.exp(b))
    assert simplified(value - sp.exp(a) - sp.exp(b)) == 0
    assert simplified((sp.pi**2 - 1) / (sp.pi - 1)) == sp.pi + 1


@pytest.mark.parametrize("zeros", [20, 90, 120])
def test_a_mechanism_in_floats_leaks_what_it_does_exactly(zeros):
    """Of entries like (1 - (1 - p) exp(-e))/p, with 120 zeros in p, six digits were right."""
    level, rare = F(1, 10 ** (zeros - 1)), F(1, 10**zeros)
    channel = ps.PMC(level).conversion(ps.LIP, p_min=rare).mechanism()
    # one secret of probability p rises by what all others lack: 1 + (e^level - 1)/p, nearly 1 + 10
    assert max(ps.pml(channel.as_float())) == pytest.approx(mpmath.log(11), rel=1e-12)
