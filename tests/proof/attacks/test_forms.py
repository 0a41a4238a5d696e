"""The same term in other forms: exponentials, derivatives, indicators, what sympy leaves."""

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.calculus import derivative
from pmlsym.proof.kernel.terms import ONE, ZERO, NotProved, number, put
from pmlsym.proof.language import Mean, Rounded, reals
from pmlsym.proof.steps import ConvexAtEnds, Decided, Identical, Increasing, Nearest, OrderKept
from tests.proof.attacks.kernel_terms import (
    FALSE,
    HALF,
    TRUE,
    V,
    absolute,
    add,
    decide,
    exp,
    finite,
    inverse,
    log,
    mean,
    mul,
    power,
    proved,
    refused,
    root,
    sub,
    x,
    y,
)

X, Y = reals("x y")
TWO = number(2)


# --- exponentials ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (exp(mul(TWO, x)), power(exp(x), 2), True),
        (exp(add(x, y)), mul(exp(x), exp(y)), True),
        (exp(mul(HALF, x)), power(exp(x), 2), False),
        (exp(mul(x, y)), mul(exp(x), exp(y)), False),
        (exp(exp(x)), exp(exp(mul(TWO, x))), False),
        (exp(mul(exp(x), exp(x))), exp(exp(mul(TWO, x))), True),
        (exp(mul(exp(x), exp(x))), ONE, False),
        (exp(mul(exp(x), exp(mul(number(-1), x)))), exp(ONE), True),
        (exp(mul(exp(x), exp(mul(number(-1), x)))), ONE, False),
        (exp(mul(x, log(y))), power(y, 2), False),
        (exp(mul(log(add(ONE, exp(x))), TWO)), power(add(ONE, exp(x)), 2), True),
        (log(mul(exp(x), exp(y))), add(x, y), True),
        (log(add(exp(x), exp(y))), add(x, y), False),
        (log(exp(mul(x, HALF))), x, False),
        (inverse(exp(x)), exp(mul(number(-1), x)), True),
        (inverse(add(exp(x), exp(mul(TWO, x)))), inverse(mul(exp(x), add(ONE, exp(x)))), True),
        (inverse(sub(exp(x), exp(mul(TWO, x)))), inverse(add(ONE, exp(x))), False),
        (exp(ZERO), ONE, True),
        (exp(ONE), number(3), False),
        (exp(ONE), number(2718281828, 1000000000), False),
        (power(exp(x), 0), ONE, True),
        (power(ZERO, 0), ONE, True),
        (absolute(sub(x, y)), absolute(sub(y, x)), True),
        (absolute(sub(x, y)), sub(x, y), False),
        (absolute(add(x, y)), add(absolute(x), absolute(y)), False),
        (("max", x, y), ("max", y, x), True),
        (("max", x, y), ("min", x, y), False),
        (("max", x, x), x, True),
        (("min", x, y), sub(ZERO, ("max", sub(ZERO, x), sub(ZERO, y))), True),
        (("round", x), x, False),
        (("round", add(x, ONE)), add(("round", x), ONE), False),
        (("round", HALF), ONE, False),
        (("round", HALF), ZERO, False),
        (("indicator", ("<", x, y)), ("indicator", (">", y, x)), True),
        (("indicator", ("<", x, y)), ("indicator", ("<=", x, y)), False),
        (("indicator", ("=", x, y)), ("indicator", ("=", y, x)), True),
        (("indicator", ("=", x, y)), ("indicator", ("!=", x, y)), False),
        (("indicator", ("<", x, y)), ("indicator", ("<", y, x)), False),
        (("indicator", FALSE), ONE, False),
    ],
    ids=str,
)
def test_two_forms_of_one_term(left, right, equal):
    (proved if equal else refused)(decide([], ("=", left, right)))


@pytest.mark.parametrize("power_of", [HALF, number(1, 3), number(-2, 3), number(3, 2)], ids=str)
def test_fractional_powers_of_one_base(power_of):
    _, p, q = power_of
    raised = exp(mul(power_of, log(x)))
    proved(decide([(">", x, ZERO)], ("=", power(raised, q), power(x, p))))
    refused(decide([], ("=", power(raised, q), power(x, p))))
    refused(decide([(">", x, ZERO)], ("=", raised, x)))
    refused(decide([(">", x, ZERO)], (">=", raised, x)))


def test_an_exponential_below_one():
    refused(decide([], (">=", exp(x), ONE)))
    refused(decide([(">=", mul(x, y), ZERO)], (">=", exp(x), ONE)))
    refused(decide([(">", y, ZERO), ("<=", x, ZERO)], (">=", exp(mul(x, inverse(y))), ONE)))
    proved(decide([(">", y, ZERO), ("<", x, ZERO)], ("<", exp(mul(x, inverse(y))), ONE)))


# --- derivatives ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "function",
    [
        absolute(x),
        ("max", x, ZERO),
        ("min", x, ZERO),
        ("round", x),
        ("indicator", (">", x, ZERO)),
        mean(mul(V, x)),
        mean(V, ("law", "P", ("v",), ((">=", V, x),))),
        mul(ZERO, absolute(x)),
        exp(absolute(x)),
        power(("round", x), 2),
        sub(absolute(x), absolute(x)),
    ],
    ids=str,
)
def test_the_derivative_of_what_may_have_none(function):
    with pytest.raises(NotProved):
        derivative(function, "x")
    steady = decide([], (">=", ZERO, ZERO))
    refused(("increasing", function, "x", ZERO, steady, steady))
    refused(("convex", function, "x", (ZERO, ONE), steady, (decide([], ("=", ZERO, ZERO)),) * 2))


@pytest.mark.parametrize(
    ("function", "slope", "start", "given"),
    [
        (sub(ZERO, inverse(x)), power(x, -2), number(-1), []),  # a pole on the way
        (mul(power(x, 2), inverse(x)), ONE, ZERO, []),  # a hole at the start
        (mul(power(x, 2), inverse(x)), ONE, number(-1), []),  # a hole on the way
        (log(x), inverse(x), ZERO, []),  # no value at the start
        (sub(ZERO, inverse(sub(x, y))), power(sub(x, y), -2), ZERO, []),
        (add(x, mul(ZERO, inverse(x))), ONE, number(-1), []),
        (add(x, mul(ZERO, log(y))), ONE, ZERO, []),
        (add(x, mul(ZERO, absolute(inverse(y)))), ONE, ZERO, []),
        (power(x, 2), mul(TWO, x), number(-1), []),  # the slope is negative first
        (x, ZERO, ZERO, []),  # not its slope
        (x, ONE, number(-1), []),  # negative at the start
        (x, ONE, x, []),  # a start that moves
        (x, ONE, ZERO, [("=", x, ZERO)]),
        (x, ONE, ZERO, [("<=", x, ONE)]),
    ],
    ids=str,
)
def test_a_function_does_not_increase(function, slope, start, given):
    way = [(">", x, start)]
    for known in (given, [*given, ("!=", x, ZERO)]):
        rise = decide([*known, *way], (">=", slope, ZERO))
        at_start = decide([], (">=", ONE, ZERO))
        refused(("increasing", function, "x", start, at_start, rise))


@pytest.mark.parametrize(
    ("function", "slope", "start"),
    [
        (x, ONE, ZERO),
        (sub(ONE, inverse(x)), power(x, -2), ONE),
        (sub(exp(x), ONE), exp(x), ZERO),
        (log(x), inverse(x), ONE),
        (mul(power(x, 2), inverse(x)), ONE, ONE),
        (power(x, 2), mul(TWO, x), ZERO),
    ],
    ids=str,
)
@pytest.mark.parametrize("way", [">", ">="])
def test_a_function_increases(function, slope, start, way):
    for sign, on_the_way in ((">=", way), (">", ">")):
        at_start = decide([], (">=", put(function, {"x": start}), ZERO))
        try:
            rise = decide([(on_the_way, x, start)], (sign, derivative(function, "x"), ZERO))
            goal = proved(("increasing", function, "x", start, at_start, rise))
        except NotProved:
            assert function == mul(power(x, 2), inverse(x))
            continue
        assert goal.hypotheses == ((sign, x, start),)
        assert goal.conclusion == (sign, function, ZERO)


def test_a_strict_slope_makes_more_at_the_start():
    rise = decide([(">", x, ZERO)], (">", ONE, ZERO))
    goal = proved(("increasing", x, "x", ZERO, decide([], (">=", ZERO, ZERO)), rise))
    assert goal.hypotheses == ((">", x, ZERO),)
    refused(
        decide(
            [(">=", x, ZERO)],
            (">", x, ZERO),
            ("increasing", x, "x", ZERO, decide([], (">=", ZERO, ZERO)), rise),
        )
    )


CURVED = mul(x, sub(x, ONE))
ZEROS = (decide([], ("=", ZERO, ZERO)), decide([], ("<=", ZERO, ZERO)))
CURVATURE = decide([], (">=", TWO, ZERO))


def test_a_convex_function_is_largest_at_an_end():
    goal = proved(("convex", CURVED, "x", (ZERO, ONE), CURVATURE, ZEROS))
    assert goal.hypotheses == ((">=", x, ZERO), ("<=", x, ONE))
    assert goal.conclusion == ("<=", CURVED, ZERO)


@pytest.mark.parametrize("ends", [(ONE, ZERO), (ZERO, ZERO), (ONE, ONE)], ids=str)
def test_the_ends_of_an_interval_in_the_wrong_order(ends):
    goal = proved(("convex", CURVED, "x", ends, CURVATURE, ZEROS))
    assert goal.hypotheses == ((">=", x, ends[0]), ("<=", x, ends[1]))
    refused(
        decide(
            [(">=", x, ZERO), ("<=", x, TWO)],
            ("<=", CURVED, ZERO),
            ("convex", CURVED, "x", ends, CURVATURE, ZEROS),
        )
    )


@pytest.mark.parametrize(
    ("function", "ends", "curvature", "at_ends"),
    [
        (CURVED, (ZERO, TWO), CURVATURE, ZEROS),
        (CURVED, (ZERO, ONE), decide([], (">=", ONE, ZERO)), ZEROS),
        (CURVED, (ZERO, ONE), decide([], (">", TWO, ZERO)), ZEROS),
        (CURVED, (ZERO, ONE), CURVATURE, ZEROS[:1]),
        (CURVED, (ZERO, ONE), CURVATURE, ()),
        (CURVED, (ZERO, ONE), CURVATURE, (*ZEROS, ZEROS[0])),
        (CURVED, (ZERO, x), CURVATURE, ZEROS),
        (CURVED, (ZERO,), CURVATURE, ZEROS),
        (mul(number(-1), CURVED), (ZERO, ONE), CURVATURE, ZEROS),
        (inverse(x), (number(-1), ONE), decide([], (">=", ZERO, ZERO)), ZEROS),
        (
            mul(CURVED, x, inverse(x)),
            (ZERO, ONE),
            CURVATURE,
            ZEROS,
        ),
        (add(CURVED, mul(ZERO, inverse(sub(x, HALF)))), (ZERO, ONE), CURVATURE, ZEROS),
        (
            mul(sub(power(x, 2), ONE), inverse(sub(x, ONE))),
            (ZERO, ONE),
            decide([], (">=", ZERO, ZERO)),
            ZEROS,
        ),
        (CURVED, (ZERO, ONE), decide([("=", x, ZERO)], (">=", TWO, ZERO)), ZEROS),
        (CURVED, (ZERO, ONE), CURVATURE, (decide([("=", x, ZERO)], ("=", ZERO, ZERO)), ZEROS[1])),
    ],
    ids=str,
)
def test_a_convex_function_that_is_none(function, ends, curvature, at_ends):
    refused(("convex", function, "x", ends, curvature, at_ends))


# --- order and rounding ---------------------------------------------------------------------------


@pytest.mark.parametrize("function", ["log", "abs", "max", "power", "", None, exp, ("exp",), "Exp"])
def test_a_function_that_keeps_no_order(function):
    refused(("order", function, decide([("<=", x, y)], ("<=", x, y))))


@pytest.mark.parametrize("sign", ["<", ">", "!="])
def test_rounding_keeps_no_strict_order(sign):
    refused(("order", "round", decide([(sign, x, y)], (sign, x, y))))
    if sign == "!=":
        refused(("order", "exp", decide([(sign, x, y)], (sign, x, y))))
    else:
        proved(("order", "exp", decide([(sign, x, y)], (sign, x, y))))


@pytest.mark.parametrize(
    ("integer", "relation"),
    [
        (0, ("<=", x, HALF)),
        (0, (">=", x, number(-1, 2))),
        (0, ("<", x, number(3, 2))),
        (1, ("<", x, HALF)),
        (0, (">", x, HALF)),
        (True, ("<", x, number(3, 2))),
        (1.0, ("<", x, number(3, 2))),
        (None, ("<", x, HALF)),
        (0, ("<", HALF, x)),
        (0, ("=", x, HALF)),
        (0, ("<", x, mul(HALF, ONE))),
        (10**4000, ("<", x, HALF)),
        pytest.param(10**5000, ("<", x, HALF), id="longer than Python prints"),
    ],
    ids=str,
)
def test_the_nearest_integer_that_is_not(integer, relation):
    refused(("nearest", integer, decide([relation], relation)))


def test_the_nearest_integer():
    below = decide([("<", x, HALF)], ("<", x, HALF))
    assert proved(("nearest", 0, below)).conclusion == ("<=", ("round", x), ZERO)
    above = decide([(">", x, HALF)], (">", x, HALF))
    assert proved(("nearest", 1, above)).conclusion == (">=", ("round", x), ONE)


def test_logarithms_compare_other_sides():
    for conclusion in (("<=", log(x), log(y)), ("<", log(x), log(y)), (">=", log(y), log(x))):
        below = decide([("<=", x, y), (">", x, ZERO)], ("<=", x, y))
        if conclusion[0] == "<=":
            proved(("logarithms", conclusion, below, ()))
        else:
            refused(("logarithms", conclusion, below, ()))
    refused(("logarithms", ("<=", log(x), log(y)), decide([("<=", x, y)], ("<=", x, y)), ()))
    refused(("logarithms", ("<=", x, y), decide([("<=", x, y)], ("<=", x, y)), ()))
    squares = decide([(">=", power(x, 2), ONE)], (">=", power(x, 2), ONE))
    refused(("logarithms", (">=", mul(TWO, log(x)), ZERO), squares, ()))
    refused(("logarithms", (">=", log(x), ZERO), squares, ()))


@pytest.mark.parametrize("using", [[decide([], TRUE)], (decide([], FALSE),), (None,), (1,), TRUE])
def test_logarithms_with_foreign_theorems(using):
    refused(("logarithms", ("<=", x, x), decide([], ("<=", exp(x), exp(x))), using))
    proved(("logarithms", ("<=", x, x), decide([], ("<=", exp(x), exp(x))), ()))


# --- cases ----------------------------------------------------------------------------------------


def test_cases_that_leave_a_gap():
    sign = [decide([(s, x, ZERO)], TRUE) for s in (">=", "<=", ">", "<")]
    assert proved(("cases", x, sign[0], sign[1])).hypotheses == ()
    assert proved(("cases", x, sign[2], sign[1])).hypotheses == ((">", x, ZERO),)
    assert set(proved(("cases", x, sign[1], sign[0])).hypotheses) == {
        ("<=", x, ZERO),
        (">=", x, ZERO),
    }
    assert proved(("cases", y, sign[0], sign[1])).hypotheses == ((">=", x, ZERO), ("<=", x, ZERO))
    refused(("cases", x, sign[0], decide([("<=", x, ZERO)], ("<", ZERO, ONE))))


# --- through the user's language ------------------------------------------------------------------


@pytest.mark.parametrize(
    "term",
    [
        sp.Piecewise((X, X > 0), (-X, True)),
        sp.Piecewise((1, X > 0), (2, True)),
        sp.Piecewise((1, X > 0)),
        sp.Piecewise((1, sp.Or(X > 0, Y > 0)), (0, True)),
        sp.sin(X),
        sp.floor(X),
        sp.sign(X),
        sp.Heaviside(X),
        sp.Integral(X, (X, 0, 1)),
        sp.Derivative(X**2, X),
        sp.Sum(X, (Y, 1, 2)),
        sp.factorial(X),
        sp.Subs(X**2, X, Y),
        sp.Lambda(X, X),
        sp.Matrix([[1]]),
        sp.Tuple(X),
        sp.true,
        sp.Interval(0, 1),
    ],
    ids=str,
)
def test_a_term_that_is_not_of_the_language(term):
    with pytest.raises((NotProved, TypeError, ValueError)):
        Decided(Goal((), sp.Ge(term, term, evaluate=False)))
    with pytest.raises((NotProved, TypeError, ValueError, AttributeError)):
        Decided(Goal((), sp.Eq(term, term, evaluate=False)))


def test_an_exponential_written_as_a_power_of_e():
    power_of_e = sp.Pow(sp.E, X, evaluate=False)
    Decided(Goal((), sp.Eq(power_of_e, sp.exp(X), evaluate=False)))
    Decided(Goal((), sp.Gt(sp.exp(power_of_e), 1, evaluate=False)))
    with pytest.raises(NotProved):
        Decided(Goal((), sp.Eq(power_of_e, sp.exp(2 * X), evaluate=False)))
    with pytest.raises(NotProved):
        Decided(Goal((), sp.Eq(sp.exp(power_of_e), sp.exp(sp.exp(2 * X)), evaluate=False)))


def test_exponentials_side_by_side_in_an_exponent():
    inside = sp.Mul(sp.exp(X), sp.exp(2 * X), evaluate=False)
    with pytest.raises(NotProved):
        Decided(Goal((), sp.Eq(sp.exp(inside), 1, evaluate=False)))
    Decided(Goal((), sp.Eq(sp.exp(inside), sp.exp(sp.exp(3 * X)), evaluate=False)))


@pytest.mark.parametrize(
    "conclusion",
    [
        sp.Eq(X, Y),
        sp.Eq(sp.sqrt(X**2), X, evaluate=False),
        sp.Eq(sp.log(X * Y), sp.log(X) + sp.log(Y), evaluate=False),
        sp.Eq((X**2 - 1) / (X - 1), X + 1, evaluate=False),
        sp.Eq(Rounded(X + 1), Rounded(X) + 1, evaluate=False),
        sp.Ge(X, Y),
        sp.true,
        sp.false,
    ],
    ids=str,
)
def test_an_identity_that_is_none(conclusion):
    with pytest.raises(NotProved):
        Identical(Goal((), conclusion))
    Identical(Goal((), sp.Eq((X + Y) ** 2, X**2 + 2 * X * Y + Y**2, evaluate=False)))


def test_a_user_increases_a_bump_and_bends_a_hole():
    bump = sp.Piecewise((1, X > 1), (0, True))
    flat = Decided(Goal((), sp.Ge(0, 0, evaluate=False)))
    with pytest.raises(NotProved):
        Increasing(bump, X, 0, (), flat)
    hole = (X**2 - 1) / (X - 1)
    with pytest.raises(NotProved):
        ConvexAtEnds(hole, X, 0, 1, flat, (flat, flat))
    slope = Decided(Goal((), sp.Ge(1, 0, evaluate=False)))
    with pytest.raises(NotProved):
        Increasing(X, X, -1, (), slope)
    Increasing(X, X, 0, (), slope)


def test_a_user_rounds_a_half():
    near = sp.Lt(X, sp.Rational(1, 2))
    below = Decided(Goal((near,), near))
    Nearest(below, 0)
    for wrong in (1, -1, sp.Rational(1, 2), 0.0, "0"):
        with pytest.raises(NotProved):
            Nearest(below, wrong)
    with pytest.raises(NotProved):
        OrderKept(below, Rounded)
    OrderKept(below, sp.exp)
    with pytest.raises((NotProved, TypeError)):
        OrderKept(below, sp.log)


def test_a_mean_inside_a_mean_is_not_a_number():
    inner = Mean(X * Y, (Y,))
    with pytest.raises(NotProved):
        Decided(Goal((), sp.Eq(Mean(inner, (X,)), Mean(X, (X,)) * Mean(Y, (Y,)), evaluate=False)))


def test_roots_and_finite_facts_about_them():
    refused(decide([finite(root(y))], (">", y, ZERO)))
    proved(decide([finite(V)], ("=", mean(ONE), ONE)))


HOLES = [inverse(x), absolute(inverse(y)), log(y), inverse(sub(x, HALF)), root(inverse(y)), mean(V)]


@pytest.mark.parametrize("hole", HOLES, ids=str)
def test_a_function_with_a_hole_that_its_derivative_does_not_show(hole):
    """All that is proved of the start and of the slope is true; the function lacks a value."""
    start = number(-1)
    nothing = mul(ZERO, hole)
    function = add(x, ONE, nothing)
    at_start = put(function, {"x": start})
    steady = decide([], (">=", ONE, ZERO))
    for value in (at_start, ZERO):
        refused(("increasing", function, "x", start, decide([], (">=", value, ZERO)), steady))
    proved(("increasing", add(x, ONE), "x", start, decide([], (">=", ZERO, ZERO)), steady))
    curved = add(mul(x, sub(x, ONE)), nothing)
    ends = (decide([], ("=", ZERO, ZERO)),) * 2
    bent = decide([], (">=", TWO, ZERO))
    refused(("convex", curved, "x", (ZERO, ONE), bent, ends))
    proved(("convex", mul(x, sub(x, ONE)), "x", (ZERO, ONE), bent, ends))
