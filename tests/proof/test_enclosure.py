"""Interval arithmetic never says more than it knows."""

import mpmath
import pytest
import sympy as sp
from hypothesis import given, strategies as st

from pmlsym.proof.evaluation.balls import NoValue
from pmlsym.proof.evaluation.enclosure import enclose, holds
from pmlsym.proof.kernel.terms import Malformed
from pmlsym.proof.language import Mean, Rounded, chance, reals

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
    with pytest.raises(Malformed, match="not known to be a real number"):
        enclose(sp.sin(sp.Integer(1)))


def test_the_complementary_error_function_is_enclosed():
    with mpmath.workdps(40):
        exact = mpmath.erfc(mpmath.mpf(1) / 3)
    ball = enclose(sp.erfc(sp.Rational(1, 3)))
    assert abs(float(ball.mid()) - float(exact)) < 1e-15
    assert holds(sp.Lt(sp.erfc(1), sp.Rational(1573, 10000), evaluate=False)) is True
    assert holds(sp.Lt(sp.erfc(1), sp.Rational(1572, 10000), evaluate=False)) is False


def test_an_event_may_speak_of_an_expectation():
    t, mean = reals("t mu")
    above = chance(sp.Gt(t, mean, evaluate=False), (t,), sp.true, "Y")
    law = {"Y": [(sp.Rational(2, 3), {t: sp.Integer(0)}), (sp.Rational(1, 3), {t: sp.Integer(3)})]}
    values = {mean: Mean(t, (t,), sp.true, "Y")}  # which is 1
    assert holds(sp.Ge(above, sp.Rational(1, 3), evaluate=False), values, law) is not False
    assert holds(sp.Gt(above, sp.Rational(1, 4), evaluate=False), values, law) is True
    assert holds(sp.Gt(above, sp.Rational(1, 2), evaluate=False), values, law) is False


@pytest.mark.parametrize("sign", [sp.Le, sp.Ge, sp.Eq, sp.Lt, sp.Gt, sp.Ne])
def test_equal_sides_are_confirmed_only_when_asked(sign):
    equal = sign(sp.log(4), 2 * sp.log(2), evaluate=False)
    assert holds(equal) is (sign in (sp.Le, sp.Ge, sp.Eq))
    assert holds(equal, confirm=False) is None
    # but what can be told apart is told apart either way
    near = 2 * sp.log(2) + sp.Rational(1, 10**30)
    apart = sign(sp.log(4), near, evaluate=False)
    assert holds(apart, confirm=False) is holds(apart) is (sign in (sp.Le, sp.Lt, sp.Ne))


HALF = sp.Rational(1, 2)


@pytest.mark.parametrize("number", [HALF, -HALF, sp.Rational(7, 2), sp.log(2) / sp.log(4)])
def test_at_a_half_nothing_says_which_integer_is_nearest(number):
    for sign in (sp.Le, sp.Ge, sp.Eq, sp.Ne):
        for integer in (0, 1, -1, 3, 4):
            assert holds(sign(Rounded(x), integer, evaluate=False), {x: number}) is None
    above = number + sp.exp(-300)
    assert holds(sp.Gt(Rounded(x), y, evaluate=False), {x: above, y: number}) is True


def test_large_numbers_are_refused_with_their_size():
    for relation, number, words in (
        (sp.Gt(x ** (10**9), 2, evaluate=False), sp.Integer(1), "1000000000: the most is 1000"),
        (sp.Gt(x, 2, evaluate=False), sp.Pow(3, 10**9, evaluate=False), "the exponent 1000000000"),
        (sp.Gt(x, 2, evaluate=False), sp.Integer(2) ** 40_000, "a number of 40001 bits"),
        (
            sp.Gt(x, 2, evaluate=False),
            sp.Pow(2, 2**40_000, evaluate=False),
            "a number of 40001 bits",
        ),
    ):
        with pytest.raises(NoValue) as refusal:
            holds(relation, {x: number})
        assert words in str(refusal.value)


def test_powers_multiply_no_more_than_they_have_digits():
    tall = x
    for _ in range(12):
        tall = sp.Pow(tall, 1000, evaluate=False)
    assert holds(sp.Gt(tall, 10**400, evaluate=False), {x: sp.Integer(3)}, confirm=False) is True
    assert float(enclose(x**-3, {x: sp.Integer(2)}).mid()) == 1 / 8
    assert float(enclose(x**10, {x: sp.Integer(-2)}).mid()) == 1024


def test_roots_of_high_degree_are_enclosed():
    t = sp.Symbol("t")
    one, minus = sp.CRootOf(t**31 + t + 3, 0), sp.CRootOf(-(t**31) - t + 3, 0)
    equal = sp.Eq(x + y, 0, evaluate=False)
    assert holds(equal, {x: one, y: minus}) is None  # no arithmetic joins two roots
    assert holds(equal, {x: one, y: one}) is False
    assert holds(sp.Eq(x**31 + x, -3, evaluate=False), {x: one}) is True
    for degree in (3, 5):  # three and more real roots: each is its own
        roots = [r for r in sp.Poly(t**degree - 5 * t + 1).all_roots() if r.is_real]
        values = [float(enclose(x, {x: root}).mid()) for root in roots]
        assert values == pytest.approx([float(root.evalf()) for root in roots])
    with pytest.raises(NoValue, match="a root of degree 101: the most is 100"):
        enclose(x, {x: sp.CRootOf(t**101 + t + 3, 0)})


def test_what_is_no_exact_number_has_no_value():
    for number in (sp.pi, sp.oo, sp.I, sp.nan, sp.sin(1), sp.Float(1), sp.Matrix([1]), y):
        with pytest.raises(NoValue):
            holds(x > 0, {x: number})
    for sentence in ("x > 0", (x > 0) & (y > 0), x, None):
        with pytest.raises(Malformed, match="not a relation"):
            holds(sentence, {x: sp.Integer(1), y: sp.Integer(1)})


def test_an_atom_is_no_mean():
    average = Mean(x, (x,))
    with pytest.raises(NoValue, match="stands in a law"):
        holds(sp.Ge(average, 0, evaluate=False), {}, {"P": [(sp.Integer(1), {x: average})]})


def test_a_variable_may_be_called_as_the_kernel_calls_its_own():
    number, power = reals("number power")
    mean = Mean(number * power, (power, number), power > 0)
    law = {"P": [(sp.Integer(1), {number: sp.Integer(2), power: sp.Integer(3)})]}
    assert holds(sp.Eq(mean, 6, evaluate=False), {}, law) is True


def test_a_power_of_a_ball_around_zero_is_a_ball_around_zero():
    third = sp.Rational(1, 3)
    base = sp.log(4) - 2 * sp.log(2) + third  # a ball around 1/3, not a point
    square = enclose((x - y) ** 2, {x: base, y: third})
    assert square.is_finite()
    assert square.contains(0)
    assert float(enclose(x**-2, {x: sp.Integer(4)}).mid()) == 1 / 16


@pytest.mark.parametrize("number", [sp.CRootOf(x**3 - x - 1, 0), sp.erfc(1), sp.Integer(1)])
def test_a_domain_is_not_lost_beside_a_number_with_a_name(number):
    term = sp.Add(number, sp.Mul(0, sp.log(x), evaluate=False), evaluate=False)
    assert enclose(term, {x: 2}).is_finite()
    with pytest.raises(NoValue):
        enclose(term, {x: -1})
    assert holds(sp.Gt(term, 0, evaluate=False), {x: -1}) is None
