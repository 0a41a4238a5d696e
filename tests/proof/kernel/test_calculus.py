"""Derivatives agree with numeric differentiation, and kinks have none."""

import mpmath
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from pmlsym.proof.kernel.calculus import derivative
from pmlsym.proof.kernel.terms import NotProved, free
from tests.proof.kernel.evaluation import LAW, SMALL, W, number, symbol, terms

X, Y = map(symbol, ("x", "y"))
SMOOTH = ("sum", "product", "power", "exp", "log")


def value(term, numbers):
    match term:
        case ("number", p, q):
            return mpmath.mpf(p) / q
        case ("symbol", name):
            return numbers[name]
        case ("sum", *parts):
            return mpmath.fsum(value(part, numbers) for part in parts)
        case ("product", *parts):
            return mpmath.fprod(value(part, numbers) for part in parts)
        case ("power", base, exponent):
            return value(base, numbers) ** exponent
        case ("exp", argument):
            return mpmath.exp(value(argument, numbers))
        case ("log", argument):
            inside = value(argument, numbers)
            if inside <= mpmath.mpf(10) ** -6:
                raise ValueError
            return mpmath.log(inside)
    raise AssertionError(term)


@given(terms(SMOOTH), st.tuples(SMALL, SMALL, SMALL))
def test_the_derivative_is_what_differences_say(term, point):
    numbers = {n: mpmath.mpf(v.numerator) / v.denominator
               for n, v in zip("xyz", point, strict=True)}  # fmt: skip
    step = mpmath.mpf(10) ** -25
    with mpmath.workdps(80):
        try:
            here = {d: value(term, numbers | {"x": numbers["x"] + d}) for d in (-step, step)}
            found = value(derivative(term, "x"), numbers)
        except (ArithmeticError, ValueError):
            reject()
        if max(map(abs, (found, *here.values()))) > 10**12:
            reject()
        slope = (here[step] - here[-step]) / (2 * step)
        assert abs(slope - found) < mpmath.mpf(10) ** -10 * (1 + abs(found))


@given(terms(SMOOTH), SMALL)
def test_a_term_without_the_variable_has_derivative_zero(term, p):
    assert derivative(term, "elsewhere") == number(0)
    assert free(derivative(term, "x")) <= free(term)
    assert derivative(number(p), "x") == number(0)


@pytest.mark.parametrize(
    "kink",
    [
        ("abs", X),
        ("max", X, Y),
        ("min", X, Y),
        ("round", X),
        ("indicator", ("<", X, Y)),
        ("mean", LAW, ("product", X, W)),
        ("mean", ("law", "P", ("w",), ((">", W, X),)), W),
    ],
    ids=lambda term: term[0],
)
def test_what_may_have_a_kink_has_no_derivative(kink):
    for term in (kink, ("product", X, kink), ("exp", ("sum", kink, X)), ("power", kink, 2)):
        with pytest.raises(NotProved, match="may have no derivative by x"):
            derivative(term, "x")
    assert derivative(kink, "z") == number(0)


def test_a_zeroth_power_is_flat_and_a_first_power_needs_no_value_of_a_power():
    assert derivative(("power", ("log", X), 0), "x") == number(0)
    assert derivative(("power", X, 1), "x") == ("product", number(1), number(1), number(1))
    assert derivative(("power", X, 2), "y") == number(0)
