"""Laws on empty supports, infinite means, means within means, and names that collide."""

import pytest
import sympy as sp

from pmlsym.proof.evaluation.points import counterexample, points
from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import ONE, ZERO, NotProved, number
from pmlsym.proof.kernel.theorem import Goal as KernelGoal
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.review import proves
from pmlsym.proof.steps import Decided, Expectation, Instance
from pmlsym.proof.verdict import consistent_at
from tests.proof.kernel_terms import (
    FALSE,
    OUTER,
    TRUE,
    P,
    Q,
    V,
    W,
    absolute,
    add,
    decide,
    defined,
    exp,
    finite,
    inverse,
    log,
    mean,
    mul,
    on,
    power,
    proved,
    put,
    refused,
    root,
    sub,
    v,
    x,
    y,
)

X, Y, Z = reals("x y z")
BELOW_Y = on((">=", V, ZERO), ("<=", V, y))  # empty where y < 0
NOWHERE = on(("<", V, V))
BETWEEN = decide([(">=", v, ZERO), ("<=", v, y)], (">=", y, ZERO))
AVERAGED = ("expectation", BELOW_Y, ("v",), BETWEEN)


# --- a law has to exist ---------------------------------------------------------------------------


def test_an_average_over_an_empty_support_bounds_its_end():
    refused(decide([], (">=", y, ZERO), AVERAGED))
    refused(decide([("=", y, number(-1))], FALSE, AVERAGED))
    refused(decide([finite(V)], (">=", y, ZERO), AVERAGED))
    refused(decide([finite(V, on((">=", V, ZERO), ("<=", V, x)))], (">=", y, ZERO), AVERAGED))
    goal = proved(decide([finite(V, BELOW_Y)], (">=", y, ZERO), AVERAGED))
    assert goal.hypotheses == (finite(V, BELOW_Y),)


def test_the_two_bounds_of_an_average_over_an_empty_support():
    low = ("expectation", BELOW_Y, ("v",), decide([(">=", v, ZERO)], (">=", v, ZERO)))
    high = ("expectation", BELOW_Y, ("v",), decide([("<=", v, y)], ("<=", v, y)))
    refused(decide([], (">=", y, ZERO), low, high))
    goal = proved(decide([finite(V, BELOW_Y)], (">=", y, ZERO), low, high))
    assert goal.hypotheses == (finite(V, BELOW_Y),)
    instance = proved(put(decide(goal.hypotheses, (">=", y, ZERO), low, high), y=number(-1)))
    assert instance.hypotheses == (finite(V, on((">=", V, ZERO), ("<=", V, number(-1)))),)


@pytest.mark.parametrize("law", [P, BELOW_Y, NOWHERE])
def test_the_mean_of_one_is_one_without_a_law(law):
    refused(decide([], ("=", mean(ONE, law), ONE)))
    refused(decide([], ("=", mean(ZERO, law), ZERO)))
    refused(decide([], ("=", sub(mean(V, law), mean(V, law)), ZERO)))
    refused(decide([], (">=", mean(ONE, law), mean(ZERO, law))))
    proved(decide([finite(V, law)], ("=", mean(ONE, law), ONE)))


@pytest.mark.parametrize("law", [P, BELOW_Y])
def test_zero_times_a_mean_that_may_not_exist(law):
    refused(decide([], ("=", mul(ZERO, mean(V, law)), ZERO)))
    refused(decide([], FALSE, decide([("=", mul(ZERO, mean(V, law)), ZERO)], TRUE)))
    proved(decide([finite(V, law)], ("=", mul(ZERO, mean(V, law)), ZERO)))


def test_a_hypothesis_that_a_law_exists_is_dropped_by_a_rule():
    exists = decide([finite(V, NOWHERE)], ("=", mean(ONE, NOWHERE), ONE))
    kept = finite(V, NOWHERE)
    for proof in (
        ("order", "exp", exists),
        put(exists, x=ZERO),
        ("cases", x, exists, exists),
        ("expectation", on(), ("x",), exists),
    ):
        assert kept in proved(proof).hypotheses
    refused(decide([], TRUE, exists))


# --- infinite means -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "wanted"),
    [
        (V, power(V, 2)),
        (power(V, 2), V),  # true, but not by arithmetic: it may not be found
        (add(V, power(V, 2)), V),
        (sub(power(V, 2), power(V, 2)), V),
        (mul(ZERO, V), V),
        (mul(inverse(y), V), V),
        (mul(x, V), V),
        (mul(root(y), V), V),
        (mul(absolute(inverse(y)), V), V),
        (mul(exp(inverse(y)), V), V),
        (exp(V), V),
        (V, exp(V)),
        (V, inverse(V)),
        (log(V), V),
        (log(V), log(V)),
        (mul(V, inverse(V)), ONE),
        (add(V, mul(ZERO, log(V))), V),
        (add(V, mul(ZERO, inverse(V))), V),
        (mul(V, ("max", V, ZERO)), V),
    ],
    ids=str,
)
def test_one_mean_is_finite_since_another_is(known, wanted):
    claim = ("=", sub(mean(wanted), mean(wanted)), ZERO)
    if wanted == ONE:
        proved(decide([finite(known)], claim))  # only that the law exists
    else:
        refused(decide([finite(known)], claim))


@pytest.mark.parametrize(
    ("known", "wanted"),
    [
        (mul(number(3), V), V),
        (mul(exp(x), V), V),
        (V, add(V, x)),
        (V, mul(x, V)),
        (V, sub(V, mul(y, V))),
    ],
    ids=str,
)
def test_one_mean_is_finite_since_another_is_and_so_it_is(known, wanted):
    proved(decide([finite(known)], ("=", mean(wanted), mean(wanted))))


@pytest.mark.parametrize(
    ("support", "body", "found"),
    [
        ([(">=", V, ZERO), ("<=", V, ONE)], V, True),
        ([(">=", V, ZERO), ("<=", V, ONE)], power(V, 3), True),
        ([(">=", V, ZERO), ("<=", V, y)], V, True),
        ([("=", V, y)], V, True),
        ([(">=", V, ZERO)], V, False),
        ([("<=", V, ONE)], V, False),
        ([("!=", V, ONE)], V, False),
        ([(">=", V, ZERO), ("<=", V, ONE)], inverse(V), False),
        ([(">", V, ZERO), ("<=", V, ONE)], inverse(V), False),
        ([(">", V, ZERO), ("<=", V, ONE)], log(V), False),
        ([(">=", V, ZERO), ("<=", V, V)], V, False),
        ([(">=", V, ZERO), (">=", ONE, ZERO)], V, False),
        ([(">=", power(V, 2), ZERO), ("<=", V, ONE)], V, False),
    ],
    ids=str,
)
def test_only_what_is_bounded_is_integrable_by_itself(support, body, found):
    law = on(*support)
    exists = ("finite", mean(ONE, law))
    claim = ("=", mean(body, law), mean(body, law))
    (proved if found else refused)(decide([exists], claim))


@pytest.mark.parametrize(
    ("found", "support"),
    [
        (True, [(">=", V, ZERO), ("<=", V, ONE)]),
        (True, [("<=", number(-1), V), (">", number(2), V)]),
        (False, [(">=", V, mul(number(-1), W)), ("<=", V, W)]),  # E[w^2] may be infinite
        (False, [(">=", V, ZERO), ("<=", V, W)]),
        (False, [(">=", V, ZERO)]),
        (False, [("<=", V, ZERO)]),
        (False, [(">=", V, ZERO), ("<=", W, ONE)]),
        (False, [(">=", W, ZERO), ("<=", W, ONE)]),
        (False, [("!=", V, ZERO)]),
    ],
    ids=str,
)
def test_a_factor_is_bounded_between_constants_only(found, support):
    law = on(*support, variables=("v", "w"))
    claim = (">=", power(mean(mul(V, W), law), 2), ZERO)
    (proved if found else refused)(decide([finite(W, law)], claim))


@pytest.mark.parametrize("body", [inverse(V), log(V), root(V), inverse(sub(V, y))], ids=str)
def test_a_mean_of_what_has_no_value_everywhere(body):
    refused(decide([finite(body)], ("=", mean(body), mean(body))))
    refused(decide([finite(body)], ("=", mean(mul(ZERO, body)), ZERO)))
    refused(decide([finite(V)], ("=", mean(mul(V, inverse(V))), ONE)))
    proved(decide([defined(mean(body))], ("=", mean(body), mean(body))))
    positive = on((">", V, ZERO))
    body = log(V)
    proved(decide([finite(body, positive)], ("=", mean(body, positive), mean(body, positive))))


def test_expectation_forgets_that_a_mean_is_infinite():
    below = decide([], ("<=", v, add(v, ONE)))
    goal = proved(("expectation", P, ("v",), below))
    assert goal.hypotheses == (finite(V), finite(add(V, ONE)))
    refused(decide([], TRUE, ("expectation", P, ("v",), below)))
    refused(decide([finite(power(V, 2))], TRUE, ("expectation", P, ("v",), below)))
    proved(decide([finite(V)], TRUE, ("expectation", P, ("v",), below)))


# --- what varies ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hypothesis", "support"),
    [
        (("=", v, ZERO), []),
        ((">=", v, y), [(">", V, y)]),
        ((">=", v, mean(V, Q)), []),
        (defined(log(v)), [(">", V, ZERO)]),
        (finite(mul(v, V)), []),
        ((">", mul(v, v), ZERO), [("!=", V, ZERO)]),
        ((">=", x, v), [(">=", V, x)]),
    ],
    ids=str,
)
def test_a_hypothesis_about_what_is_averaged_that_the_support_does_not_have(hypothesis, support):
    pointwise = decide([hypothesis], TRUE)
    proved(pointwise)
    refused(("expectation", on(*support), ("v",), pointwise))


@pytest.mark.parametrize("side", [inverse(y), log(y), mean(V, Q), absolute(inverse(y))], ids=str)
def test_a_side_that_does_not_vary_keeps_what_it_needs(side):
    claim = (">=", add(power(v, 2), side), side)
    refused(("expectation", P, ("v",), decide([], claim)))
    goal = proved(("expectation", P, ("v",), decide([defined(side)], claim)))
    assert defined(side) in goal.hypotheses
    refused(("expectation", P, ("v",), decide([defined(mul(side, v))], claim)))


def test_the_law_of_an_inner_mean_varies_with_the_outer_variable():
    inner = on((">=", V, x), name="Q")
    below = decide([finite(V, inner)], ("=", mean(ONE, inner), ONE))
    refused(("expectation", P, ("x",), below))
    varying = decide([defined(mean(add(x, V), Q))], ("=", mean(add(x, V), Q), mean(add(x, V), Q)))
    refused(("expectation", P, ("x",), varying))
    goal = proved(("expectation", P, ("y",), below))
    assert set(goal.hypotheses) >= {finite(V, inner)}


def test_means_of_two_laws_are_one():
    for other in (Q, on(name="Q"), on((">=", V, ZERO)), on(variables=("w",)), BELOW_Y):
        refused(decide([finite(V), finite(V, other)], ("=", mean(V), mean(V, other))))
    turned = ("=", add(mean(V), mean(V, Q)), add(mean(V, Q), mean(V)))
    proved(decide([finite(V), finite(V, Q)], turned))


def test_the_outer_and_the_inner_variable_are_one():
    nested = mean(mean(mul(OUTER, V), Q))
    same = mean(mean(mul(V, V), Q))
    refused(decide([defined(nested), defined(same)], ("=", nested, same)))
    squared = ("=", nested, mul(mean(V), mean(V)))
    refused(decide([defined(nested), finite(V), finite(V, Q)], squared))
    flat = mean(mul(OUTER, V), Q)
    refused(decide([defined(flat)], ("=", flat, flat)))
    inside = mean(mul(mean(V, Q), V))
    given = [defined(inside), finite(V), finite(V, Q)]
    proved(decide(given, ("=", inside, mul(mean(V, Q), mean(V)))))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (mean(power(V, 2)), power(mean(V), 2)),
        (mean(mul(V, W), on(variables=("v", "w"))), mul(mean(V), mean(V))),
        (mean(inverse(V)), inverse(mean(V))),
        (mean(exp(V)), exp(mean(V))),
        (mean(absolute(V)), absolute(mean(V))),
        (mean(("max", V, ZERO)), ("max", mean(V), ZERO)),
        (mean(("round", V)), ("round", mean(V))),
        (mean(add(V, ONE)), mean(V)),
        (mean(mul(x, V)), mean(V)),
    ],
    ids=str,
)
def test_a_mean_is_spread_over_what_is_not_a_sum(left, right):
    refused(decide([defined(left), defined(right)], ("=", left, right)))
    twice = mean(mul(number(2), left[2]), left[1])
    proved(decide([defined(left), defined(twice)], ("=", twice, mul(number(2), left))))


def test_what_is_true_on_average_is_true_at_a_point():
    refused(decide([(">=", mean(V), ZERO)], (">=", v, ZERO)))
    refused(decide([("=", mean(V), x), finite(V)], ("=", v, x)))
    refused(decide([(">=", mean(V), ZERO), finite(power(V, 3))], (">=", mean(power(V, 3)), ZERO)))


# --- strict ---------------------------------------------------------------------------------------


def test_chances_beyond_what_is_known_of_them():
    likely = mean(("indicator", (">", V, ZERO)))
    refused(decide([("finite", mean(ONE))], (">", likely, ZERO)))
    refused(decide([defined(likely)], ("=", likely, ONE)))
    refused(decide([defined(likely)], ("=", likely, mean(("indicator", (">=", V, ZERO))))))
    turned = mean(("indicator", ("<", ZERO, V)))
    proved(decide([defined(likely), defined(turned)], ("=", likely, turned)))


@pytest.mark.parametrize(
    "name", ["X", "E", "I", "pi", "oo", "nan", "S", "x0", "x1", "P_x|z", "Abs", "sqrt", "a" * 60]
)
def test_a_symbol_with_an_odd_name(name):
    symbol = ("symbol", name)
    proved(decide([], (">=", power(symbol, 2), ZERO)))
    refused(decide([], (">=", symbol, ZERO)))
    refused(decide([], ("=", symbol, y)))


def test_names_like_those_of_the_questions_variables():
    """A question calls its variables x0, x1, ...: symbols of such names are other numbers."""
    x0, x1 = ("symbol", "x0"), ("symbol", "x1")
    refused(decide([(">=", x1, ZERO)], (">=", x0, ZERO)))
    refused(decide([("<=", x1, x0), (">=", x1, ZERO)], (">=", mul(x1, x1), x0)))
    proved(decide([("<=", x1, x0), (">=", x1, ZERO)], (">=", x0, ZERO)))


def test_names_like_those_made_for_the_points_of_a_support():
    v_1 = ("symbol", "v_1")
    below = on((">", V, v), (">", V, v_1))
    claim = ("=", mean(log(V), below), mean(log(V), below))
    refused(decide([finite(log(V), below)], claim))
    proved(decide([finite(log(V), below), (">=", v, ZERO)], claim))
    proved(decide([finite(log(V), below), (">=", v_1, ZERO)], claim))


def test_all_symbols_are_replaced_at_once():
    larger = decide([(">", x, y)], (">=", x, y))
    goal = proved(put(larger, x=y, y=x))
    assert goal.hypotheses == ((">", y, x),)
    assert goal.conclusion == (">=", y, x)
    goal = proved(put(larger, x=add(y, ONE), y=add(x, ONE)))
    assert goal.conclusion == (">=", add(y, ONE), add(x, ONE))


def test_the_variable_of_a_mean_is_replaced():
    about = decide([finite(V)], ("=", mean(V), mean(V)))
    goal = proved(put(about, v=ZERO))
    assert goal.conclusion == ("=", mean(V), mean(V))
    assert goal.hypotheses == (finite(V),)


def test_what_is_put_in_is_captured_by_a_mean():
    about = decide([finite(mul(V, x))], ("=", mean(mul(V, x)), mean(mul(V, x))))
    goal = proved(put(about, x=v))
    assert goal.conclusion[1] == mean(mul(V, v))
    refused(decide([finite(mul(V, v)), finite(mul(V, V))], ("=", mean(mul(V, v)), mean(mul(V, V)))))


# --- through the user's language ------------------------------------------------------------------


def test_a_symbol_is_averaged_in_one_place_and_free_in_another():
    with pytest.raises(NotProved):
        Decided(Goal((sp.Ge(Mean(X, (X,)), 0),), X >= 0))
    with pytest.raises(NotProved):
        Expectation(Decided(Goal((X >= 0,), X >= 0)), (X,))
    Expectation(Decided(Goal((X >= 0,), X >= 0)), (X,), X >= 0)


VARYING = [
    V,
    absolute(V),
    exp(V),
    ("max", V, ZERO),
    ("round", V),
    ("indicator", (">", V, ZERO)),
    power(V, 2),
    inverse(add(ONE, power(V, 2))),
    exp(mul(x, V)),
    absolute(sub(V, x)),
    log(add(ONE, power(V, 2))),
]


@pytest.mark.parametrize("body", VARYING, ids=str)
def test_a_mean_does_not_depend_on_its_law(body):
    means = mean(body), mean(body, Q)
    given = [defined(each) for each in means]
    refused(decide(given, ("=", *means)))
    refused(decide([*given, finite(V)], ("=", mean(mul(body, body)), mul(means[0], means[0]))))
    proved(decide(given, ("=", sub(means[0], means[1]), sub(means[0], means[1]))))


@pytest.mark.parametrize("variables", [("x", "y"), ("y",), ("y", "x")])
def test_no_point_is_drawn_for_two_laws_of_a_name(variables):
    one, other = ("law", "P", ("x",), ()), ("law", "P", variables, ())
    holds = (">=", mean(power(V, 2), one), mean(("bound", 0, len(variables) - 1), other))
    goal = KernelGoal((holds,), holds)
    assert consistent_at(goal) is None
    assert counterexample(goal, 50) is None
    assert next(points(goal, 50), None) is None


@pytest.mark.parametrize(
    "symbol",
    [
        sp.Symbol("x"),
        sp.Symbol("x", positive=True),
        sp.Symbol("x", integer=True),
        sp.Symbol("x", nonnegative=True),
        sp.Symbol("x", real=True, zero=True),
        sp.Symbol("x", real=True, nonzero=True),
        sp.Symbol("x", real=True, finite=True),
        sp.Symbol("x", complex=True),
        sp.Symbol("x", commutative=False),
        sp.Dummy("x", real=True),
        sp.Wild("x"),
        sp.Symbol("x y", real=True),
        sp.Symbol("x\0a", real=True),
        sp.Symbol("exp", real=True),
        sp.Symbol("1", real=True),
        sp.Symbol("", real=True),
        sp.Function("x")(sp.Symbol("t", real=True)),
        sp.IndexedBase("x")[1],
        sp.MatrixSymbol("x", 1, 1)[0, 0],
    ],
    ids=lambda s: f"{type(s).__name__} {s!r} {sorted(getattr(s, '_assumptions_orig', {}))}",
)
def test_a_symbol_of_which_more_or_less_is_assumed(symbol):
    if symbol == sp.Symbol("x", real=True):
        Decided(Goal((), sp.Ge(symbol**2, 0, evaluate=False)))
        return
    with pytest.raises(NotProved):
        Decided(Goal((), sp.Ge(symbol**2, 0, evaluate=False)))
    with pytest.raises(NotProved):
        Decided(Goal((sp.Ge(symbol, X, evaluate=False),), sp.Ge(symbol, X, evaluate=False)))
    step = Decided(Goal((), sp.Ge(X**2, 0, evaluate=False)))
    with pytest.raises(NotProved):
        Instance(step, {symbol: sp.Integer(0)})
    with pytest.raises(NotProved):
        Expectation(step, (symbol,))


def test_two_names_of_one_law():
    first, second = Mean(X, (X,)), Mean(Y, (Y,))
    with pytest.raises(NotProved):
        Decided(Goal((sp.Ge(first, 0), sp.Ge(second, -1)), sp.Ge(second, 0)))
    step = Decided(Goal((sp.Ge(first, 0),), sp.Ge(first, 0)))
    assert not proves(step, Goal((sp.Ge(first, 0),), sp.Ge(Mean(X, (X,), law="Q"), 0)))
