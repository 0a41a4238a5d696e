"""Interval arithmetic never says more than it knows."""

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from pmlsym.proof.enclosure import enclose, holds
from pmlsym.proof.terms import Mean, Rounded, reals

x, y = reals("x y")


@given(st.fractions(-5, 5), st.fractions(1, 5))
def test_balls_contain_what_sympy_computes(p, q):
    p, q = sp.Rational(p.numerator, p.denominator), sp.Rational(q.numerator, q.denominator)
    term = sp.exp(p) - sp.log(q) * abs(p) + sp.Max(p, q) / q
    ball = enclose(sp.exp(x) - sp.log(y) * abs(x) + sp.Max(x, y) / y, {x: p, y: q})
    exact = term.evalf(40)
    assert abs(float(ball.mid()) - float(exact)) <= 1e-12 * max(1, abs(float(exact)))


def test_close_numbers_are_told_apart_by_more_digits():
    tiny = sp.Rational(1, 10**60)
    assert holds(sp.Gt(sp.exp(1) + tiny, sp.exp(1), evaluate=False)) is True
    assert holds(sp.Lt(sp.log(2) * (1 + tiny), sp.log(2), evaluate=False)) is False


def test_equality_needs_cancellation_not_closeness():
    assert holds(sp.Eq(sp.log(4), 2 * sp.log(2), evaluate=False)) is True
    assert (
        holds(sp.Eq(sp.exp(1), sp.Rational(271828182845904523536, 10**20), evaluate=False)) is False
    )


def test_a_finite_law_gives_the_expectation():
    mean = Mean(x**2, (x,))
    law = {"P": [(sp.Rational(1, 4), {x: sp.Integer(2)}), (sp.Rational(3, 4), {x: sp.Integer(0)})]}
    assert holds(sp.Lt(mean, sp.Rational(11, 10), evaluate=False), {}, law) is True
    assert holds(sp.Lt(mean, sp.Rational(9, 10), evaluate=False), {}, law) is False


def test_rounding_is_to_the_nearest_integer():
    assert float(enclose(Rounded(sp.Rational(26, 10))).mid()) == 3
    assert float(enclose(Rounded(sp.Rational(24, 10))).mid()) == 2


def test_an_unknown_function_is_refused():
    with pytest.raises(TypeError, match="no enclosure"):
        enclose(sp.sin(sp.Integer(1)))
