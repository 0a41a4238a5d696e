"""Symbols, variables and laws with names that collide, print as something else, or are no names."""

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import ONE, ZERO, NotProved
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.review import proves
from pmlsym.proof.steps import Decided, Expectation, Instance
from tests.proof.attacks.kernel_terms import (
    V,
    add,
    decide,
    exists,
    finite,
    log,
    mean,
    mul,
    on,
    power,
    proved,
    put,
    refused,
    shown,
    v,
    x,
    y,
)

X, Y = reals("x y")
NO_NAMES = [
    "",
    " ",
    "x ",
    "x\n",
    "x\0a",
    "1",
    "0x",
    "_x",
    "x-y",
    "x+1",
    "exp",
    "log",
    "max",
    "round",
    "finite",
    "defined",
    "and",
    "\N{GREEK SMALL LETTER ALPHA}",
    "x\N{COMBINING ACUTE ACCENT}",
    "\N{FULLWIDTH LATIN SMALL LETTER X}",
    "x\N{ARABIC-INDIC DIGIT ONE}",
    "\ud800",
    "x" * 61,
    "x;y",
    '"',
]
NOT_EVEN_TEXT = [None, 1, True, b"x", ("x",), ["x"], 1.5, object()]
each_no_name = pytest.mark.parametrize("name", NO_NAMES + NOT_EVEN_TEXT, ids=shown)


@each_no_name
def test_a_symbol_with_no_name(name):
    refused(decide([], ("=", ("symbol", name), ("symbol", name))))
    refused(decide([("=", ("symbol", name), ZERO)], ("=", ZERO, ZERO)))


@each_no_name
def test_a_law_or_a_variable_with_no_name(name):
    refused(decide([("finite", mean(V, on(name=name)))], ("=", ZERO, ZERO)))
    refused(decide([("finite", mean(V, on(variables=(name,))))], ("=", ZERO, ZERO)))
    refused(("expectation", on(name=name), ("x",), decide([], ("=", x, x))))
    refused(("expectation", on(), (name,), decide([], ("=", x, x))))
    refused(("example", ((), exists((name,), ("=", V, V))), (ZERO,), ()))


@each_no_name
def test_no_name_is_replaced_or_differentiated(name):
    refused(("instance", ((name, ZERO),), decide([], ("=", x, x))))
    rise = decide([], (">=", ZERO, ZERO))
    refused(("increasing", ONE, name, ZERO, decide([], (">=", ONE, ZERO)), rise))


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


@pytest.mark.parametrize(
    "values",
    [
        (("x", y), ("x", ZERO)),
        (("x", y, ZERO),),
        (("x",),),
        ["x", y],
        (["x", y],),
        "xy",
        {"x": y},
        None,
        ((x, y),),
        (("x", V),),
        (("x", 1),),
        (("x", "y"),),
        (("x", ("<", x, y)),),
    ],
    ids=str,
)
def test_a_substitution_that_is_none(values):
    refused(("instance", values, decide([], ("=", x, x))))


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


@pytest.mark.parametrize(
    "name", ["", "exp", "P Q", "1", "P\0", "E[x]", "\N{GREEK SMALL LETTER PI}"]
)
def test_a_law_whose_name_is_none(name):
    mean_of = Mean(X, (X,), law=name)
    with pytest.raises(NotProved):
        Decided(Goal((sp.Ge(mean_of, 0),), sp.Ge(mean_of, 0)))
    mean_of = Mean(X, (X,), law="Q2")
    Decided(Goal((sp.Ge(mean_of, 0),), sp.Ge(mean_of, 0)))


def test_two_names_of_one_law():
    first, second = Mean(X, (X,)), Mean(Y, (Y,))
    with pytest.raises(NotProved):
        Decided(Goal((sp.Ge(first, 0), sp.Ge(second, -1)), sp.Ge(second, 0)))
    step = Decided(Goal((sp.Ge(first, 0),), sp.Ge(first, 0)))
    assert not proves(step, Goal((sp.Ge(first, 0),), sp.Ge(Mean(X, (X,), law="Q"), 0)))


@pytest.mark.parametrize(
    "variables", [(X, X), (), (X + Y,), (sp.Integer(1),), (sp.exp(X),)], ids=str
)
def test_a_mean_over_what_are_no_variables(variables):
    mean_of = Mean(X, variables)
    with pytest.raises(NotProved):
        Decided(Goal((sp.Ge(mean_of, 0),), sp.Ge(mean_of, 0)))
