""" "There is" forgotten, captured, or shown with what does not satisfy it."""

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import ONE, ZERO, NotProved, number
from pmlsym.proof.language import reals
from pmlsym.proof.review import proves
from pmlsym.proof.steps import Exhibited, Instance
from tests.proof.kernel_terms import (
    OUTER,
    TRUE,
    V,
    W,
    add,
    decide,
    defined,
    exists,
    finite,
    inverse,
    mean,
    mul,
    on,
    power,
    proved,
    put,
    refused,
    sub,
    x,
    y,
)

X, Y, Z = reals("x y z")
THERE_IS_MORE = ("example", ((), exists(("a",), (">", V, x))), (add(x, ONE),), ())


def test_there_is_a_larger_number():
    assert proved(THERE_IS_MORE).conclusion == exists(("a",), (">", V, x))


@pytest.mark.parametrize(
    "proof",
    [
        decide([], (">", y, x), THERE_IS_MORE),
        decide([], TRUE, THERE_IS_MORE),
        ("order", "exp", THERE_IS_MORE),
        ("nearest", 0, THERE_IS_MORE),
        ("logarithms", TRUE, THERE_IS_MORE, ()),
        ("logarithms", TRUE, decide([], TRUE), (THERE_IS_MORE,)),
        ("expectation", on(), ("x",), THERE_IS_MORE),
        ("strict expectation", on(), ("x",), (TRUE,), THERE_IS_MORE, THERE_IS_MORE),
        ("strict expectation", on(), ("x",), (TRUE,), decide([], TRUE), THERE_IS_MORE),
        ("increasing", x, "x", ZERO, THERE_IS_MORE, decide([], (">=", ONE, ZERO))),
        ("increasing", x, "x", ZERO, decide([], (">=", ZERO, ZERO)), THERE_IS_MORE),
        ("convex", x, "x", (ZERO, ONE), THERE_IS_MORE, (decide([], TRUE), decide([], TRUE))),
        ("cases", x, THERE_IS_MORE, THERE_IS_MORE),
        ("example", ((), exists(("a",), (">", V, x))), (y,), (THERE_IS_MORE,)),
    ],
    ids=lambda proof: proof[0],
)
def test_that_something_exists_is_used_as_if_it_held_for_all(proof):
    refused(proof)


@pytest.mark.parametrize("term", [x, y, ("symbol", "a"), add(x, ONE), mul(number(-1), x)], ids=str)
def test_an_instance_captures_what_is_said_to_exist(term):
    goal = proved(put(THERE_IS_MORE, x=term))
    assert goal.conclusion == exists(("a",), (">", V, term))
    assert goal.hypotheses == ()


def test_what_is_said_to_exist_is_replaced():
    assert proved(put(THERE_IS_MORE, a=ZERO)).conclusion == exists(("a",), (">", V, x))


@pytest.mark.parametrize(
    ("conclusion", "values"),
    [
        (exists(("a",), ("<", power(V, 2), ZERO)), (x,)),
        (exists(("a",), ("<", V, V)), (ZERO,)),
        (exists(("a",), ("=", mul(V, ZERO), ONE)), (ONE,)),
        (exists(("a",), ("=", mul(V, x), ONE)), (inverse(x),)),
        (exists(("a", "b"), ("<", V, W), ("<", W, V)), (ZERO, ONE)),
        (exists(("a", "b"), ("<", V, W)), (ONE, ZERO)),
        (exists(("a",), (">", V, x)), (x,)),
        (exists(("a",), ("=", mean(V), V)), (mean(V),)),
        (exists(("a",), ("=", mean(OUTER), OUTER)), (ZERO,)),
        (exists(("a",), ("=", mean(V, on((">=", V, OUTER))), ZERO)), (ZERO,)),
    ],
    ids=str,
)
def test_an_example_that_is_none(conclusion, values):
    refused(("example", ((), conclusion), values, ()))


@pytest.mark.parametrize(
    ("hypotheses", "conclusion", "values"),
    [
        ([], exists(("a",), (">", V, x)), (add(x, ONE),)),
        ([("!=", x, ZERO)], exists(("a",), ("=", mul(V, x), ONE)), (inverse(x),)),
        ([], exists(("a", "b"), ("<", V, W)), (ZERO, ONE)),
        ([finite(V)], exists(("a",), ("=", mean(V), V)), (mean(V),)),
        ([finite(V)], exists(("a",), ("=", mean(OUTER), x)), (x,)),
    ],
    ids=str,
)
def test_an_example_that_is_one(hypotheses, conclusion, values):
    proved(("example", (tuple(hypotheses), conclusion), values, ()))


def test_an_example_put_under_a_mean_is_not_captured():
    """E_P[a - v] = a - E_P[v] for a := E_P[v]: what is put in keeps its meaning."""
    claim = exists(("a",), ("=", mean(sub(OUTER, V)), ZERO))
    given = (finite(V), defined(mean(sub(mean(V), V))))
    assert proved(("example", (given, claim), (mean(V),), ())).conclusion == claim
    captured = exists(("a",), ("=", mean(mul(OUTER, V)), mean(power(V, 2))))
    given = (finite(V), defined(mean(mul(mean(V), V))), finite(power(V, 2)))
    refused(("example", (given, captured), (mean(V),), ()))


# --- through the user's language ------------------------------------------------------------------


def larger():
    return Exhibited(Goal((), Y > X, exists=(Y,)), {Y: X + 1}, ())


def test_a_user_states_for_all_what_exists():
    step = larger()
    assert proves(step, Goal((), Y > X, exists=(Y,)))
    assert not proves(step, Goal((), Y > X))
    assert not proves(step, Goal((), X > Y, exists=(Y,)))
    assert not proves(step, Goal((), Y > X, exists=(X,)))
    assert not proves(step, Goal((), Y > X + 2, exists=(Y,)))
    with pytest.raises(NotProved):
        step.goal  # noqa: B018


def test_conditions_without_anything_that_exists():
    with pytest.raises(NotProved):
        Goal((), sp.Gt(0, 1, evaluate=False), such_that=(sp.Gt(0, 1, evaluate=False),))


def test_a_condition_of_an_example_is_left_out():
    with pytest.raises(NotProved):
        Exhibited(Goal((), Y > X, exists=(Y,), such_that=(Y < X,)), {Y: X + 1}, ())
    step = Exhibited(Goal((), Y > X, exists=(Y,), such_that=(Y < X + 2,)), {Y: X + 1}, ())
    assert not proves(step, Goal((), Y > X, exists=(Y,), such_that=(Y < X,)))


def test_a_user_captures_what_exists_by_an_instance():
    step = Instance(larger(), {X: Y})
    assert step.theorem.goal.conclusion[0] == "exists"
    assert step.theorem.goal.conclusion[2] == ((">", V, y),)
    assert not proves(step, Goal((), sp.Gt(Y, Y, evaluate=False), exists=(Y,)))
