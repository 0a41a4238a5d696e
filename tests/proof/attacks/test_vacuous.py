"""Claims that say nothing: hypotheses that contradict each other, goals that are truth itself."""

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.terms import ONE, ZERO, NotProved, number
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.steps import Decided
from pmlsym.proof.verdict import Finding, NoVerdict, verdict
from tests.proof.kernel_terms import (
    FALSE,
    TRUE,
    V,
    decide,
    defined,
    finite,
    inverse,
    log,
    on,
    proved,
    put,
    refused,
    x,
    y,
)

X, Y = reals("x y")
SEVEN = ("=", x, number(7))
NOT = sp.Gt(0, 1, evaluate=False)


def test_contradictory_hypotheses_are_printed_in_the_theorem():
    wrong = decide([(">", x, ZERO), ("<", x, ZERO)], SEVEN)
    assert proved(wrong).hypotheses == ((">", x, ZERO), ("<", x, ZERO))
    refused(decide([], SEVEN, wrong))
    refused(decide([(">", x, ZERO)], SEVEN, wrong))
    refused(decide([], FALSE, wrong))


@pytest.mark.parametrize(
    "hypotheses",
    [
        [FALSE],
        [("<", x, ZERO), (">", x, ZERO)],
        [(">", inverse(x), ZERO), ("<", x, ZERO)],
        [defined(inverse(ZERO))],
        [defined(log(ZERO))],
        [finite(V, on(FALSE))],
    ],
    ids=str,
)
def test_a_hypothesis_that_cannot_hold_stays_in_the_theorem(hypotheses):
    for conclusion in (TRUE, SEVEN, FALSE):
        try:
            assert set(proved(decide(hypotheses, conclusion)).hypotheses) == set(hypotheses)
        except NotProved:
            assert conclusion != TRUE or hypotheses[0][0] == "defined"
        refused(decide([], FALSE, decide(hypotheses, conclusion)))
    refused(("cases", y, decide([*hypotheses, (">=", y, ZERO)], FALSE), decide([], FALSE)))


def test_cases_and_instances_do_not_lose_a_hypothesis_that_cannot_hold():
    hypotheses = (("<", x, ZERO), (">", x, ZERO))
    wrong = decide(hypotheses, SEVEN)
    assert proved(("cases", y, wrong, wrong)).hypotheses == hypotheses
    assert proved(("cases", x, wrong, wrong)).hypotheses == hypotheses
    assert proved(put(wrong, x=ONE)).hypotheses == (("<", ONE, ZERO), (">", ONE, ZERO))
    refused(("expectation", on(), ("x",), wrong))
    nowhere = on(("<", V, ZERO), (">", V, ZERO))
    goal = proved(("expectation", nowhere, ("x",), wrong))
    assert goal.hypotheses == (finite(V, nowhere),)


# --- through the user's language ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hypotheses", "conclusion"),
    [
        ((X > 0, X < 0), NOT),
        ((sp.Ne(X, X, evaluate=False),), NOT),
        ((sp.Eq(X**2, -1, evaluate=False),), NOT),
        ((sp.Gt(1 / X, 0), X < 0), NOT),
        ((X > Y, Y > X), NOT),
        ((sp.Lt(Mean(Y, (Y,), Y >= 0), 0),), sp.Ge(X**2, 0, evaluate=False)),
        ((sp.Ge(Mean(X, (X,), sp.And(X >= 0, X <= Y)), 0), Y < 0), sp.Ge(X**2, 0, evaluate=False)),
    ],
    ids=str,
)
def test_a_verdict_on_hypotheses_that_nothing_satisfies(hypotheses, conclusion):
    goal = Goal(hypotheses, conclusion)
    with pytest.raises((NoVerdict, NotProved)):
        verdict([Finding(goal, Decided(goal))])


def test_a_verdict_on_hypotheses_that_something_satisfies():
    for goal in (
        Goal((X > 0,), sp.Gt(1 / X, 0)),
        Goal((), sp.Ge(X**2, 0, evaluate=False)),
        Goal((sp.Ge(Mean(X, (X,)), 1),), sp.Ge(Mean(X, (X,)), 0)),
    ):
        assert verdict([Finding(goal, Decided(goal))]) == "proved"
