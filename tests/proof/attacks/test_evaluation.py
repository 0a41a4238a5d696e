"""Attacks on what evaluates goals at points: hypotheses left out, caches that keep too much."""

import threading

import pytest
import sympy as sp

from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.evaluation.budget import EvaluationBudget
from pmlsym.proof.evaluation.enclosure import enclose
from pmlsym.proof.evaluation.given import confirmed, fails_at
from pmlsym.proof.evaluation.points import counterexample, points
from pmlsym.proof.evaluation.valued import has_values
from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel import theorem as kernel
from pmlsym.proof.kernel.terms import Malformed
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.steps import Decided
from pmlsym.proof.verdict import Finding, verdict
from pmlsym.proof.witness import NoWitness, Witness

X, ZERO = ("symbol", "x"), ("number", 0, 1)
(x,) = reals("x")
ROOT = sp.CRootOf(x**5 - x - 1, 0)


def test_that_a_term_has_a_value_is_a_hypothesis_at_points_too():
    goal = kernel.Goal((("defined", ("log", X)),), (">", X, ZERO))
    below = Point({"x": ("number", -1, 1)})
    assert counterexample(goal) is None
    assert not fails_at(goal, below)
    assert confirmed(goal, below) is None
    assert confirmed(goal, Point({"x": ("number", 2, 1)})) is not None
    contradictory = kernel.Goal((*goal.hypotheses, ("<", X, ZERO)), ("=", ZERO, ZERO))
    assert next(points(contradictory), None) is None


def deeper(number, function):
    return function() if number == 0 else deeper(number - 1, function)


def test_what_was_too_deep_once_is_seen_at_the_top():
    def witness(number):
        goal = Goal((Mean(1 / (x + number), (x,), x >= 0) > 0,), Mean(x, (x,), x >= 0) >= 2)
        return Witness(goal, {}, "one atom", laws={"P": [(1, {x: 1})]})

    lost = []

    def from_deep_down():
        for number in range(900, 990):  # somewhere here the kernel's own calls alone are too many
            try:
                deeper(number, lambda: witness(number))  # noqa: B023  # called at once
            except (Malformed, NoWitness, RecursionError):
                lost.append(number)

    witness(1)  # loads what is needed
    thread = threading.Thread(target=from_deep_down)  # with few calls of its own around
    thread.start()
    thread.join()
    assert lost
    for number in lost:
        assert witness(number)


def test_a_question_that_is_only_equal_spoils_none():
    law = ("law", "P", ("w",), ((">=", ("bound", 0, 0), ZERO),))
    body = ("power", ("sum", ("bound", 0, 0), ("number", 7, 2)), -1)
    lying = ("law", "P", ("w",), ((">=", ("bound", 0, 0), ("number", False, 1)),))
    assert not has_values((">", ("mean", lying, body), ZERO), EvaluationBudget())
    assert has_values((">", ("mean", law, body), ZERO), EvaluationBudget())
    goal = Goal((x > 0,), x**2 > 0)
    assert verdict([Finding(goal, Decided(goal))]) == "proved"


def test_special_numbers_in_means_and_cases_are_read():
    two = enclose(Mean(x * ROOT, (x,), x > 0), {}, {"P": [(1, {x: 2})]})
    assert float(two) == pytest.approx(2 * float(ROOT))
    above = sp.Piecewise((1, x > ROOT), (0, True))
    assert float(enclose(above, {x: 2})) == 1
    assert float(enclose(above, {x: 1})) == 0


@pytest.mark.parametrize("number", [ROOT, sp.erfc(1, evaluate=False), sp.pi])
def test_the_error_function_of_what_the_kernel_has_no_word_for_is_no_number(number):
    with pytest.raises(NoWitness):
        Witness(Goal((), x > 2), {x: sp.erfc(number, evaluate=False)}, "a number")
