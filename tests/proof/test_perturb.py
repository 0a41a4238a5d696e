"""The perturbations catch a check that would pass for a wrong formula."""

import sympy as sp

from pmlsym.proof.enclosure import holds
from pmlsym.proof.goal import Goal
from pmlsym.proof.perturb import counterexample, perturbed, try_perturbations
from pmlsym.proof.steps import Decided, Step
from pmlsym.proof.language import Mean, reals

x, y, alpha = reals("x y alpha")
GOAL = Goal((alpha > 0, alpha < 1), sp.Lt(1 / (1 + alpha), 1 - alpha / 2, evaluate=False))


def test_every_part_of_a_statement_is_changed_somewhere():
    changes = [change for change, _ in perturbed(GOAL)]
    assert "without alpha > 0" in changes
    assert "the other direction" in changes
    assert any(change.startswith("left: ") for change in changes)
    assert any(change.startswith("right: ") for change in changes)
    assert len({goal for _, goal in perturbed(GOAL)}) > 8


def test_a_counterexample_is_one():
    goal = Goal((alpha > 0,), sp.Gt(alpha**2, alpha, evaluate=False))
    values = counterexample(goal)
    assert holds(goal.conclusion, values) is False
    assert holds(goal.hypotheses[0], values) is True


def test_a_true_goal_has_no_counterexample():
    assert counterexample(GOAL) is None


def test_a_counterexample_may_be_a_law():
    jensen = Goal((), sp.Le(Mean(x**2, (x,)), Mean(x, (x,)) ** 2, evaluate=False))
    assert counterexample(jensen) is not None
    assert counterexample(Goal((), sp.Ge(Mean(x**2, (x,)), 0, evaluate=False))) is None
    assert counterexample(Goal((), sp.Ge(Mean(x, (x,), x >= 0), 0, evaluate=False))) is None
    assert counterexample(Goal((), sp.Ge(Mean(x, (x,)), 0, evaluate=False))) is not None


def test_an_honest_proof_survives():
    outcomes = [p.outcome for p in try_perturbations(GOAL, Decided)]
    assert outcomes.count("false, not proved") >= 5
    assert "false, yet proved" not in outcomes


def test_a_proof_that_ignores_its_goal_is_caught():
    class Gullible(Step):
        kind = "decision"

        def __init__(self, goal: Goal) -> None:
            object.__setattr__(self, "goal", goal)

    outcomes = [p.outcome for p in try_perturbations(GOAL, Gullible)]
    assert "false, yet proved" in outcomes
