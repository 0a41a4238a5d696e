"""The perturbations catch a check that would pass for a wrong formula."""

import sympy as sp

from pmlsym.proof import perturb
from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.evaluation.points import counterexample
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.perturb import is_false, perturbed, try_perturbations
from pmlsym.proof.steps import Decided

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
    point = counterexample(goal.kernel)
    assert point.holds(goal.kernel.conclusion) is False
    assert point.holds(goal.kernel.hypotheses[0]) is True
    assert is_false(goal)


def test_a_true_goal_has_no_counterexample():
    assert counterexample(GOAL.kernel) is None
    assert not is_false(GOAL)


def test_a_counterexample_may_be_a_law():
    jensen = Goal((), sp.Le(Mean(x**2, (x,)), Mean(x, (x,)) ** 2, evaluate=False))
    assert is_false(jensen)
    assert counterexample(jensen.kernel).laws
    assert not is_false(Goal((), sp.Ge(Mean(x**2, (x,)), 0, evaluate=False)))
    assert not is_false(Goal((), sp.Ge(Mean(x, (x,), x >= 0), 0, evaluate=False)))
    assert is_false(Goal((), sp.Ge(Mean(x, (x,)), 0, evaluate=False)))


def test_a_goal_is_false_where_a_side_has_no_value():
    assert is_false(Goal((), sp.Ge(sp.log(x) + 1, sp.log(x), evaluate=False)))
    assert not is_false(Goal((x > 0,), sp.Ge(sp.log(x) + 1, sp.log(x), evaluate=False)))


def test_an_existence_is_false_where_nothing_exists():
    square = sp.Eq(y**2, x, evaluate=False)
    assert is_false(Goal((x < 0,), square, (y,)))
    assert not is_false(Goal((x > 0,), square, (y,)))
    assert counterexample(Goal((x < 0,), square, (y,)).kernel) is None


def test_what_is_free_and_bound_is_not_called_false():
    goal = Goal((x >= 0,), sp.Ge(y, x + Mean(x, (x,)), evaluate=False), (y,))
    assert not is_false(goal)


def test_an_honest_proof_survives():
    outcomes = [p.outcome for p in try_perturbations(GOAL, Decided)]
    assert outcomes.count("false, not proved") >= 5
    assert "false, yet proved" not in outcomes


def test_a_proof_that_ignores_its_goal_proves_no_other():
    fixed = Decided(GOAL)
    tried = try_perturbations(GOAL, lambda _: fixed)
    assert "false, yet proved" not in [p.outcome for p in tried]


def test_a_kernel_that_believes_everything_is_caught(monkeypatch):
    fixed = Decided(GOAL)
    monkeypatch.setattr(perturb, "proves", lambda step, goal: True)
    monkeypatch.setattr(perturb, "restated", lambda step, goal: step)
    outcomes = [p.outcome for p in try_perturbations(GOAL, lambda _: fixed)]
    assert outcomes.count("false, yet proved") >= 5


def test_an_event_outside_a_mean_is_perturbed():
    above = sp.Piecewise((1, x > y), (0, True))
    goal = Goal((), sp.Le(2 * above, 2, evaluate=False))
    found = {one.change: one for one in try_perturbations(goal, Decided)}
    turned = found["left: an event with x < y"]
    assert str(turned.goal) == "2*1(x < y) <= 2"
    assert turned.outcome != "false, yet proved"
    assert found["right: 2 -> -2"].outcome == "false, not proved"
    both = sp.Piecewise((1, (x > y) & (y > 0)), (0, True))
    inside = Goal((), sp.Le(Mean(x * both, (x,)) + both, 2, evaluate=False))
    changes = {change for change, _ in perturbed(inside)}
    assert "left: an event with y < 0" in changes
    assert "left: in a mean: an event with x < y" in changes


def test_points_that_are_given_tell_what_chance_does_not():
    given = (sp.Eq(x**3, sp.Rational(1, 343), evaluate=False), sp.Eq(y, 2 * x, evaluate=False))
    here = [Point({"x": ("number", 1, 7), "y": ("number", 2, 7)})]
    assert not is_false(Goal(given, y <= x))
    assert is_false(Goal(given, y <= x), given=here)
    assert not is_false(Goal(given, y >= x), given=here)
    # without the first hypothesis x is four times as large, and y with it
    assert is_false(Goal(given[1:], y <= 1), tries=0, given=here)
    assert not is_false(Goal(given[1:], y <= 2 * x), tries=0, given=here)


def test_a_change_for_which_sympy_has_no_maximum_is_left_out():
    for largest in (sp.Max(sp.log(2), x), sp.Min(sp.sqrt(2), x), Mean(sp.Max(sp.log(2), x), (x,))):
        goal = Goal((), sp.Ge(largest, y, evaluate=False))
        changes = dict(perturbed(goal))
        assert not any("2 -> -2" in change for change in changes)  # log(-2) is not real
        assert any("2 -> 4" in change for change in changes)
        assert "the other direction" in changes
