"""Exact numbers: arithmetic against mpmath, infinities, and what is never told from closeness."""

from fractions import Fraction as F

import pytest
import sympy as sp
from hypothesis import given, strategies as st
from mpmath import MPContext

from pmlsym.statements import arithmetic
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.values import (
    Closed,
    Infinite,
    LogOf,
    Undefined,
    Unseparated,
    decimal,
    exact_text,
    extreme,
    holds,
    order,
)

MP = MPContext()  # not the one of all: others change its digits
MP.dps = 60
PLUS, MINUS = Infinite.PLUS, Infinite.MINUS

fractions = st.fractions(min_value=-4, max_value=4, max_denominator=6)
positive = st.fractions(min_value=F(1, 6), max_value=4, max_denominator=6)
values = st.one_of(
    fractions,
    positive.map(arithmetic.log),
    st.builds(lambda a, b: arithmetic.multiply(a, arithmetic.log(b)), fractions, positive),
    fractions.map(arithmetic.exp),
    st.builds(lambda a, b: arithmetic.add(a, arithmetic.exp(b)), fractions, fractions),
)


def as_real(value):
    if isinstance(value, F):
        return MP.mpf(value.numerator) / value.denominator
    if isinstance(value, LogOf):
        return MP.log(MP.mpf(value.argument.numerator) / value.argument.denominator)
    return closed(value.term)


def closed(term):
    match term:
        case ("number", p, q):
            return MP.mpf(p) / q
        case ("sum", *parts):
            return sum(map(closed, parts))
        case ("product", *parts):
            return MP.fprod(map(closed, parts))
        case ("power", base, exponent):
            return closed(base) ** exponent
        case ("exp", inside):
            return MP.exp(closed(inside))
        case ("log", inside):
            return MP.log(closed(inside))
    raise AssertionError(term)


def close(value, expected):
    return abs(as_real(value) - expected) < MP.mpf(10) ** -40 * (1 + abs(expected))


@given(values, values)
def test_arithmetic(a, b):
    x, y = as_real(a), as_real(b)
    assert close(arithmetic.add(a, b), x + y)
    assert close(arithmetic.multiply(a, b), x * y)
    assert close(arithmetic.minus(a), -x)
    assert close(arithmetic.exp(a), MP.exp(x))
    if abs(y) > 1e-30:
        assert close(arithmetic.divide(a, b), x / y)
    if x > 1e-30:
        assert close(arithmetic.power(a, b), x**y)
        if isinstance(arithmetic.log(a), Infinite) is False:
            assert close(arithmetic.log(a), MP.log(x))
    assert decimal(a) == pytest.approx(float(x), rel=1e-14)


@given(values, values)
def test_comparing(a, b):
    gap = as_real(a) - as_real(b)
    expected = 0 if abs(gap) < MP.mpf(10) ** -40 else 1 if gap > 0 else -1
    assert order(a, b) == expected
    for sign, true in (
        ("<", expected < 0),
        ("<=", expected <= 0),
        (">", expected > 0),
        (">=", expected >= 0),
        ("=", expected == 0),
        ("!=", expected != 0),
    ):
        assert holds(a, sign, b) is true
    assert as_real(extreme([a, b], largest=True)) == max(as_real(a), as_real(b))
    assert as_real(extreme([a, b], largest=False)) == min(as_real(a), as_real(b))


@pytest.mark.parametrize("infinity", [PLUS, MINUS])
def test_infinities_compare(infinity):
    assert holds(infinity, "=", infinity)
    assert holds(infinity, "<=", infinity)
    assert not holds(infinity, "<", infinity)
    assert holds(infinity, "<" if infinity is MINUS else ">", F(10) ** 100)
    assert holds(LogOf(F(2)), "<" if infinity is PLUS else ">", infinity)


def test_arithmetic_with_infinities():
    add, multiply, divide, power = (
        arithmetic.add,
        arithmetic.multiply,
        arithmetic.divide,
        arithmetic.power,
    )
    assert add(PLUS, F(3)) is PLUS
    assert multiply(MINUS, F(-3)) is PLUS
    assert divide(F(3), PLUS) == 0
    assert divide(PLUS, LogOf(F(1, 2))) is MINUS
    assert arithmetic.exp(MINUS) == 0
    assert arithmetic.log(F(0)) is MINUS
    assert power(F(2), PLUS) is PLUS
    assert power(F(1, 2), PLUS) == 0
    assert power(MINUS, F(3)) is MINUS
    assert arithmetic.minus(PLUS) is MINUS


@pytest.mark.parametrize(
    "work",
    [
        lambda: arithmetic.add(PLUS, MINUS),
        lambda: arithmetic.multiply(F(0), PLUS),
        lambda: arithmetic.divide(PLUS, MINUS),
        lambda: arithmetic.divide(F(1), F(0)),
        lambda: arithmetic.divide(PLUS, F(0)),
        lambda: arithmetic.log(F(-1)),
        lambda: arithmetic.log(LogOf(F(1, 2))),
        lambda: arithmetic.log(MINUS),
        lambda: arithmetic.power(F(-2), F(1, 2)),
        lambda: arithmetic.power(F(0), F(-1)),
        lambda: arithmetic.power(F(1), PLUS),
        lambda: arithmetic.power(PLUS, F(0)),
        lambda: arithmetic.mean([(F(1, 2), PLUS), (F(1, 2), MINUS)]),
    ],
)
def test_what_has_no_value(work):
    with pytest.raises(Undefined):
        work()


def test_equality_is_seen_by_arithmetic():
    third = arithmetic.multiply(F(1, 3), LogOf(F(2)))
    assert isinstance(third, Closed)
    assert order(arithmetic.multiply(F(3), third), LogOf(F(2))) == 0
    cube = arithmetic.power(arithmetic.exp(third), F(3))
    assert order(cube, F(2)) == 0


def test_closeness_is_not_equality():
    tiny = arithmetic.exp(F(-3000))
    assert holds(arithmetic.add(F(1), tiny), ">", F(1)) is None or holds(tiny, ">", F(0))
    nothing = arithmetic.exp(F(-(10**6)))
    gap = arithmetic.add(arithmetic.exp(F(1)), nothing)
    assert holds(gap, "=", arithmetic.exp(F(1))) is None
    with pytest.raises(Unseparated):
        order(gap, arithmetic.exp(F(1)))


def test_large_numbers_stay_terms():
    large = arithmetic.power(F(7, 3), F(1000))
    assert isinstance(arithmetic.power(large, F(900)), Closed)
    assert holds(arithmetic.power(F(2), F(10**9)), ">", large)
    assert arithmetic.power(F(0), F(10**9)) == 0
    with pytest.raises(Unseparated):
        arithmetic.power(F(-2), F(10**9))
    assert holds(arithmetic.exp(F(10**12)), ">", F(1))
    assert holds(arithmetic.power(large, F(1000)), "=", arithmetic.power(large, F(1000)))


def test_parameters_are_exact_numbers():
    found = exact_parameters(
        {
            "a": 1,
            "b": "1/2",
            "c": "2*log(3)",
            "d": sp.log(F(3, 2)) + 1,
            "f": sp.sqrt(2),
            "g": "1e-3",
        }
    )
    assert found["a"] == 1
    assert found["b"] == F(1, 2)
    assert found["c"] == LogOf(F(9))
    assert decimal(found["d"]) == pytest.approx(1.4054651081)
    assert found["g"] == F(1, 1000)
    assert exact_text(found["d"]) in ("1 + log(3/2)", "log(3/2) + 1")
