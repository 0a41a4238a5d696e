"""Derivatives agree with numeric differentiation."""

from fractions import Fraction as F

import flint
from hypothesis import given, reject

from pmlsym.proof.kernel.calculus import derivative
from pmlsym.proof.kernel.terms import free
from tests.proof.kernel.evaluation import (
    BITS,
    SMALL,
    NoValue,
    Place,
    ball,
    number,
    places,
    symbol,
    terms,
)

X, Y = map(symbol, ("x", "y"))
SMOOTH = ("sum", "product", "power", "exp", "log")


@given(terms(SMOOTH), places())
def test_the_derivative_is_what_differences_say(term, place):
    def at(shift, what=term):
        return Place(place.numbers | {"x": place.numbers["x"] + shift}).value(what)

    with flint.ctx.workprec(BITS):
        step = ball(F(1, 10**40))
        try:
            slope = (at(step) - at(-step)) / (2 * step)
            found = at(0, derivative(term, "x"))
        except NoValue:
            reject()
        if not abs(found) < 10**12:
            reject()
        assert abs(slope - found) < ball(F(1, 10**10)) * (1 + abs(found))


@given(terms(SMOOTH), SMALL)
def test_a_term_without_the_variable_has_derivative_zero(term, p):
    assert derivative(term, "elsewhere") == number(0)
    assert free(derivative(term, "x")) <= free(term)
    assert derivative(number(p), "x") == number(0)


def test_a_zeroth_power_is_flat_and_a_first_power_needs_no_value_of_a_power():
    assert derivative(("power", ("log", X), 0), "x") == number(0)
    assert derivative(("power", X, 1), "x") == ("product", number(1), number(1), number(1))
    assert derivative(("power", X, 2), "y") == number(0)
