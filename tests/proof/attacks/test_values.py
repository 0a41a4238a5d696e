"""Terms without a value, and terms in other forms: exponentials, roots, maxima, events."""

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import ONE, ZERO, Malformed, NotProved, number
from pmlsym.proof.language import Rounded, reals
from pmlsym.proof.steps import Decided, Exhibited, Identical, Instance
from tests.proof.kernel_terms import (
    FALSE,
    HALF,
    TRUE,
    V,
    absolute,
    add,
    decide,
    defined,
    exists,
    exp,
    finite,
    inverse,
    log,
    mul,
    power,
    proved,
    put,
    refused,
    root,
    sub,
    x,
    y,
    z,
)

X, Y = reals("x y")
SQUARE = decide([], (">=", power(x, 2), ZERO))
NONZERO = decide([("=", mul(x, y), ONE)], ("!=", x, ZERO))
VALUELESS = {  # terms that have a value for some y only, with what that takes
    "1/y": (inverse(y), ("!=", y, ZERO)),
    "|1/y|": (absolute(inverse(y)), ("!=", y, ZERO)),
    "max(1/y, 0)": (("max", inverse(y), ZERO), ("!=", y, ZERO)),
    "min(1/y, z)": (("min", inverse(y), z), ("!=", y, ZERO)),
    "log y": (log(y), (">", y, ZERO)),
    "|log y|": (absolute(log(y)), (">", y, ZERO)),
    "sqrt y": (root(y), (">", y, ZERO)),
    "sqrt(1/y)": (root(inverse(y)), (">", y, ZERO)),
    "exp(log y)": (exp(log(y)), (">", y, ZERO)),
    "exp(2 log y)": (exp(mul(number(2), log(y))), (">", y, ZERO)),
    "exp(1/y)": (exp(inverse(y)), ("!=", y, ZERO)),
    "round(1/y)": (("round", inverse(y)), ("!=", y, ZERO)),
    "[1/y > 0]": (("indicator", (">", inverse(y), ZERO)), ("!=", y, ZERO)),
    "max(|1/y|, sqrt y)": (("max", absolute(inverse(y)), root(y)), (">", y, ZERO)),
    "sqrt |1/y|": (root(absolute(inverse(y))), ("!=", y, ZERO)),
    "(1/y)^0": (power(inverse(y), 0), ("!=", y, ZERO)),
}
each_valueless = pytest.mark.parametrize(
    ("term", "needed"), VALUELESS.values(), ids=VALUELESS.keys()
)


@each_valueless
def test_zero_times_a_term_without_a_value_is_zero(term, needed):
    refused(decide([], ("=", mul(ZERO, term), ZERO)))
    proved(decide([needed], ("=", mul(ZERO, term), ZERO)))


@each_valueless
def test_a_term_without_a_value_equals_itself(term, needed):
    refused(decide([], ("=", term, term)))
    proved(decide([needed], ("=", term, term)))


@each_valueless
def test_a_term_without_a_value_cancels(term, needed):
    refused(decide([], ("=", sub(term, term), ZERO)))
    proved(decide([defined(term)], ("=", sub(term, term), ZERO)))


@each_valueless
def test_that_a_constant_is_integrable_gives_it_a_value(term, needed):
    refused(decide([finite(term)], needed))
    refused(decide([finite(V), finite(term), finite(mul(term, V))], needed))
    refused(decide([finite(mul(term, V)), ("=", x, x)], needed))
    proved(decide([defined(term)], needed))


@each_valueless
def test_that_a_constant_is_integrable_gives_it_a_value_by_a_step_between(term, needed):
    between = decide([finite(term)], TRUE)
    refused(decide([finite(V)], needed, between))
    proved(decide([finite(V)], TRUE, between))


@each_valueless
def test_logarithms_forget_that_a_side_has_no_value(term, needed):
    ones = decide([], ("<=", ONE, ONE))
    refused(("logarithms", ("<=", mul(ZERO, term), ZERO), ones, ()))
    refused(("logarithms", ("<=", ZERO, mul(ZERO, term)), ones, ()))
    has_value = decide([needed], ("<=", mul(ZERO, term), ZERO))
    refused(("logarithms", ("<=", mul(ZERO, term), ZERO), ones, (has_value,)))
    ones_there = decide([needed], ("<=", ONE, ONE))
    proved(("logarithms", ("<=", mul(ZERO, term), ZERO), ones_there, ()))


@each_valueless
def test_cases_by_a_term_without_a_value(term, needed):
    above = decide([(">=", term, ZERO)], needed)
    below = decide([("<=", term, ZERO)], needed)
    refused(("cases", term, above, below))
    refused(("cases", mul(ZERO, term), above, below))
    goal = proved(("cases", x, decide([needed], needed), decide([needed], needed)))
    assert goal.hypotheses == (needed,)


@each_valueless
def test_an_instance_does_not_ask_for_a_value(term, needed):
    goal = proved(put(SQUARE, x=term))
    assert goal.hypotheses == (defined(term),)
    refused(decide([], (">=", power(term, 2), ZERO), put(SQUARE, x=term)))
    proved(decide([needed], (">=", power(term, 2), ZERO), put(SQUARE, x=term)))


@each_valueless
def test_an_example_without_a_value(term, needed):
    there = exists(("a",), ("=", V, V))
    refused(("example", ((), there), (term,), ()))
    proved(("example", ((needed,), there), (term,), ()))


@each_valueless
def test_a_term_without_a_value_as_start_of_an_increase(term, needed):
    rise = decide([], (">=", ONE, ZERO))
    at_start = decide([needed], (">=", sub(term, term), ZERO))
    goal = proved(("increasing", sub(x, term), "x", term, at_start, rise))
    assert set(goal.hypotheses) == {needed, (">=", x, term)}
    refused(("increasing", sub(x, term), "x", ZERO, decide([], (">=", ZERO, ZERO)), rise))


@each_valueless
def test_a_divisor_that_may_have_no_value_is_not_zero(term, needed):
    refused(decide([], ("=", mul(term, inverse(term)), ONE)))
    refused(decide([defined(inverse(term))], FALSE))
    proved(decide([defined(inverse(term))], needed))


def test_an_inverse_put_in_makes_every_number_different_from_zero():
    goal = proved(put(NONZERO, y=inverse(x)))
    assert set(goal.hypotheses) == {("=", mul(x, inverse(x)), ONE), defined(inverse(x))}
    refused(decide([], ("!=", x, ZERO), put(NONZERO, y=inverse(x))))
    refused(decide([("=", x, ZERO)], FALSE, put(NONZERO, y=inverse(x))))


@pytest.mark.parametrize(
    "term",
    [
        inverse(ZERO),
        log(ZERO),
        log(number(-1)),
        root(number(-1)),
        exp(mul(number(1, 4), log(number(-1)))),
        power(sub(x, x), -2),
        log(sub(x, x)),
        inverse(log(ONE)),
        absolute(inverse(ZERO)),
    ],
    ids=str,
)
def test_closed_numbers_that_do_not_exist(term):
    refused(decide([], ("=", term, term)))
    refused(decide([], (">=", power(term, 2), ZERO)))
    refused(decide([], (">=", power(term, 2), ZERO), put(SQUARE, x=term)))
    refused(("example", ((), exists(("a",), ("=", V, V))), (term,), ()))
    refused(decide([], ("=", mul(ZERO, term), ZERO)))


@pytest.mark.parametrize(
    ("left", "right", "needed"),
    [
        (mul(x, inverse(x)), ONE, ("!=", x, ZERO)),
        (power(root(x), 2), x, (">", x, ZERO)),
        (exp(log(x)), x, (">", x, ZERO)),
        (root(power(x, 2)), absolute(x), ("!=", x, ZERO)),
        (exp(mul(number(-1), log(x))), inverse(x), (">", x, ZERO)),
        (sub(log(x), log(x)), ZERO, (">", x, ZERO)),
        (log(exp(inverse(x))), inverse(x), ("!=", x, ZERO)),
        (inverse(inverse(x)), x, ("!=", x, ZERO)),
        (power(inverse(x), 0), ONE, ("!=", x, ZERO)),
        (
            mul(sub(power(x, 2), ONE), inverse(sub(x, ONE))),
            add(x, ONE),
            ("!=", x, ONE),
        ),
        (mul(y, x, inverse(x)), y, ("!=", x, ZERO)),
        (exp(mul(x, y, inverse(x))), exp(y), ("!=", x, ZERO)),
        (("max", inverse(x), inverse(x)), inverse(x), ("!=", x, ZERO)),
    ],
    ids=str,
)
def test_an_equation_outside_its_domain(left, right, needed):
    refused(decide([], ("=", left, right)))
    proved(decide([needed], ("=", left, right)))


@pytest.mark.parametrize(
    ("hypotheses", "conclusion"),
    [
        ([(">=", inverse(y), number(-1))], ("<=", y, number(-1))),
        ([("<=", inverse(y), x), (">=", x, ZERO)], (">=", mul(y, x), ONE)),
        ([(">=", inverse(y), x)], (">=", ONE, mul(x, y))),
        ([("<", inverse(y), inverse(x))], ("<", x, y)),
        ([("<=", mul(z, inverse(power(y, 3))), ZERO)], ("<=", z, ZERO)),
        ([(">=", inverse(power(y, 2)), x)], ("<=", x, ZERO)),
        ([], (">", inverse(power(y, 2)), ZERO)),
        ([], (">=", power(y, -2), ZERO)),
        ([("<=", mul(x, y), ONE), ("!=", y, ZERO)], ("<=", x, inverse(y))),
    ],
    ids=str,
)
def test_multiplying_by_a_divisor_of_unknown_sign(hypotheses, conclusion):
    refused(decide(hypotheses, conclusion))


def test_multiplying_by_a_divisor_of_known_sign():
    proved(decide([(">=", inverse(y), x), (">", y, ZERO)], (">=", ONE, mul(x, y))))
    proved(decide([(">=", inverse(y), x), ("<", y, ZERO)], ("<=", ONE, mul(x, y))))
    proved(decide([(">", inverse(y), ZERO)], (">", y, ZERO)))
    proved(decide([("<", power(y, -3), ZERO)], ("<", y, ZERO)))
    proved(decide([("!=", y, ZERO)], (">", power(y, -2), ZERO)))


@pytest.mark.parametrize(
    ("hypotheses", "conclusion"),
    [
        ([("<=", exp(y), number(2))], ("<=", y, ZERO)),
        ([], (">=", exp(y), ONE)),
        ([], ("=", exp(mul(HALF, log(power(y, 2)))), y)),
        ([(">=", power(y, 2), ONE)], (">=", mul(number(2), log(y)), ZERO)),
        ([(">=", log(power(y, 2)), ZERO)], (">", y, ZERO)),
        ([("<=", log(y), x)], ("<=", log(y), mul(HALF, x))),
    ],
    ids=str,
)
def test_exponentials_and_logarithms_beyond_what_they_say(hypotheses, conclusion):
    refused(decide(hypotheses, conclusion))


def test_exponentials_and_logarithms_as_they_are():
    proved(decide([(">", y, ZERO)], (">", exp(y), ONE)))
    proved(decide([(">=", exp(y), number(2))], (">=", exp(mul(HALF, y)), ONE)))
    proved(decide([], ("=", log(exp(y)), y)))
    proved(decide([], ("=", mul(exp(y), exp(mul(number(-1), y))), ONE)))


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


# --- through the user's language ------------------------------------------------------------------


def ge(left, right):
    return sp.Ge(left, right, evaluate=False)


@pytest.mark.parametrize("value", [sp.I, sp.nan, sp.oo, -sp.oo, sp.zoo, sp.pi, sp.Float(1.5)])
def test_what_is_no_real_or_rational_number_put_in(value):
    square = Decided(Goal((), ge(X**2, 0)))
    with pytest.raises(Malformed):
        Instance(square, {X: value})
    with pytest.raises(Malformed):
        Exhibited(Goal((), ge(Y**2, 0), exists=(Y,)), {Y: value}, ())


@pytest.mark.parametrize("key", [X**2, sp.Integer(2), sp.exp(X), X + Y, sp.sqrt(X)])
def test_something_else_than_a_symbol_is_replaced(key):
    with pytest.raises((NotProved, TypeError)):
        Instance(Decided(Goal((), ge(X**2, 0))), {key: sp.Integer(-1)})


@pytest.mark.parametrize(
    "conclusion",
    [
        sp.Eq(sp.Mul(X, 1 / X, evaluate=False), 1, evaluate=False),
        sp.Eq(sp.Pow(sp.sqrt(X), 2, evaluate=False), X, evaluate=False),
        sp.Ge(sp.Mul(0, sp.log(X), evaluate=False), 0, evaluate=False),
        sp.Eq(sp.Add(sp.log(X), -sp.log(X), evaluate=False), 0, evaluate=False),
        sp.Eq(sp.exp(sp.log(X), evaluate=False), X, evaluate=False),
        sp.Eq(sp.Abs(1 / X, evaluate=False), sp.Abs(1 / X, evaluate=False), evaluate=False),
        sp.Eq(sp.Add(X, sp.Mul(0, 1 / X, evaluate=False), evaluate=False), X, evaluate=False),
    ],
    ids=str,
)
def test_the_reader_loses_that_a_term_has_no_value(conclusion):
    with pytest.raises(NotProved):
        Decided(Goal((), conclusion))
    Decided(Goal((X > 0,), conclusion))


@each_valueless
def test_cases_that_each_show_what_takes_a_value(term, needed):
    claim = ("=", mul(ZERO, term), ZERO)
    above, below = (decide([(sign, term, ZERO)], claim) for sign in (">=", "<="))
    proved(above)
    proved(below)
    refused(("cases", term, above, below))
    above, below = (decide([needed, (sign, term, ZERO)], claim) for sign in (">=", "<="))
    assert proved(("cases", term, above, below)).hypotheses == (needed,)


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
