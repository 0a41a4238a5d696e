"""A verdict follows proofs again, evaluates witnesses again, and refuses contradictions."""

import dataclasses

import pytest
import sympy as sp

from pmlsym.proof import verdict as module
from pmlsym.proof.evaluation import points
from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.kernel.terms import Malformed
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.reading import in_sympy
from pmlsym.proof.steps import Decided, Step
from pmlsym.proof.verdict import Contradiction, Finding, NoVerdict, consistent_at, verdict
from pmlsym.proof.witness import NoWitness, Witness

x, y = reals("x y")
TRUE = Goal((x > 1,), sp.Ge(x**2, x, evaluate=False))
FALSE = Goal((x > 0,), sp.Ge(x**2, x, evaluate=False))
OTHER = Goal((), sp.Ge(x, 5, evaluate=False))
HALF = sp.Rational(1, 2)


@pytest.fixture(autouse=True)
def fresh():
    """Points that a test made up are not remembered."""
    yield
    module._consistent_at.cache_clear()
    module._broken_at.cache_clear()


def test_hypotheses_that_contradict_each_other_give_no_verdict():
    for given in (
        (x > 1, x < 0),
        (sp.Eq(x**2, -1, evaluate=False),),
        (x > y, y > x),
        (sp.Lt(Mean(y, (y,), y >= 0), 0, evaluate=False),),
    ):
        goal = Goal(given, sp.Ge(x**2, x + 5, evaluate=False))
        try:
            step = Decided(goal)
        except NotProved:  # arithmetic alone does not see the contradiction
            step = Decided(Goal(given, sp.Ge(x**2, 0, evaluate=False)))
            goal = Goal(given, sp.Ge(x**2, 0, evaluate=False))
        with pytest.raises(NoVerdict, match="no numbers were found"):
            verdict([Finding(goal, step)])


def test_a_proof_carries_a_point_at_which_its_hypotheses_hold():
    goal = Goal((x > 1, sp.Eq(y, x + 2, evaluate=False)), sp.Gt(y, 3, evaluate=False))
    point = Finding(goal, Decided(goal)).point
    assert all(point.holds(hypothesis) for hypothesis in goal.kernel.hypotheses)
    assert set(point.numbers) == {"x", "y"}
    assert Finding(FALSE, Witness(FALSE, {x: HALF}, "")).point is None


def test_a_point_that_somebody_changes_changes_no_other():
    Finding(TRUE, Decided(TRUE)).point.numbers["x"] = ("number", -7, 1)
    point = Finding(TRUE, Decided(TRUE)).point
    assert all(point.holds(hypothesis) for hypothesis in TRUE.kernel.hypotheses)


def test_a_number_that_equals_every_other_leaves_no_point_for_them():
    class Liar(int):
        __hash__ = int.__hash__

        def __eq__(self, other):
            return True

    goal = Goal((x > 1, x < 0), sp.Ge(x, 100, evaluate=False))
    above, below = goal.kernel.hypotheses
    lying = (below[0], below[1], ("number", Liar(0), 1))
    with pytest.raises(Malformed):
        consistent_at(goal.kernel._replace(hypotheses=(above, lying)))
    assert consistent_at(goal.kernel) is None


def test_a_given_point_has_values_also_where_no_hypothesis_asks():
    goal = Goal((x > 1,), sp.Ge(x + y, y + 1, evaluate=False))
    good, bad = {"y": ("number", 2, 1)}, {"y": ("log", ("number", -1, 1))}
    three = {"x": ("number", 3, 1)}
    assert Finding(goal, Decided(goal), at=Point(three | good)).point.numbers["y"] == good["y"]
    assert Finding(goal, Decided(goal), at=Point(three | bad)).point.numbers["y"] != bad["y"]


def test_evidence_of_something_else_is_printed_as_such():
    for finding in (
        Finding(Goal((), sp.Eq(0, 1, evaluate=False)), Decided(TRUE)),
        Finding(TRUE, Witness(FALSE, {x: HALF}, "")),
    ):
        assert "of something else than: " in repr(finding)
        shown = finding.page()
        assert shown.title == "Evidence of something else than the goal"
        # both are there: the goal, and what the evidence is about
        own = finding.evidence.page().blocks
        assert str(finding.goal) in str(shown.blocks[0])
        assert shown.blocks[1:] == own
    own = Finding(FALSE, Witness(FALSE, {x: HALF}, ""))
    assert repr(own) == f"<witness: {FALSE}>"
    assert own.page().title == "A witness"


def test_a_point_may_be_a_law():
    mean = Mean(y, (y,), y >= 0)
    goal = Goal((sp.Gt(mean, 2, evaluate=False),), sp.Gt(mean, 1, evaluate=False))
    point = Finding(goal, Decided(goal)).point
    assert point.holds(goal.kernel.hypotheses[0])
    assert point.is_law(goal.kernel.conclusion[1][1])
    assert "P: " in module.point_text(point)


def test_a_proof_with_a_counterexample_is_a_contradiction(monkeypatch):
    broken = module.counterexample(FALSE.kernel)
    monkeypatch.setattr(module, "counterexample", lambda goal, tries: broken)
    module._broken_at.cache_clear()
    with pytest.raises(Contradiction, match="is proved, and fails at x = "):
        verdict([Finding(TRUE, Decided(TRUE))])


def test_a_kernel_that_proves_what_is_false_is_a_contradiction(monkeypatch):
    theorem = Decided(TRUE).theorem
    monkeypatch.setattr(module, "proved", lambda step, goal: theorem)
    with pytest.raises(Contradiction, match="is proved, and fails at x = "):
        verdict([Finding(FALSE, Decided(TRUE))])


def test_a_witness_against_what_is_proved_is_a_contradiction(monkeypatch):
    witness = Witness(FALSE, {x: HALF}, "by hand")
    assert verdict([Finding(FALSE, witness)]) == "refuted"
    monkeypatch.setattr(module, "Decided", lambda goal: None)
    with pytest.raises(Contradiction, match="is proved, and refuted: at x = 1/2"):
        verdict([Finding(FALSE, witness)])


def test_an_existence_that_is_refuted_and_has_an_example_is_a_contradiction(monkeypatch):
    goal = Goal((), sp.Gt(y, x, evaluate=False), (y,))
    monkeypatch.setattr("pmlsym.proof.witness.why_not", lambda *_: None)
    with pytest.raises(Contradiction, match="but there is one: y = "):
        verdict([Finding(goal, Witness(goal, {x: HALF}, "", never=Decided(TRUE)))])


def test_a_witness_is_evaluated_again():
    witness = Witness(FALSE, {x: HALF}, "")
    object.__setattr__(witness, "values", {x: sp.Integer(3)})  # a view, which nobody asks
    assert verdict([Finding(FALSE, witness)]) == "refuted"
    object.__setattr__(witness, "_kept", Witness(OTHER, {x: sp.Integer(3)}, "")._kept)
    object.__setattr__(witness, "_kept", witness._kept._replace(goal=FALSE.kernel))
    with pytest.raises(NoWitness, match="not seen to fail"):
        verdict([Finding(FALSE, witness)])


def test_a_theorem_that_was_written_into_a_step_does_not_matter():
    step = Decided(TRUE)
    step.theorem = step.theorem._replace(goal=FALSE.kernel)
    with pytest.raises(NoVerdict, match="the proof is of"):
        verdict([Finding(FALSE, step)])
    assert verdict([Finding(TRUE, step)]) == "proved"


def test_a_proof_that_was_written_into_a_step_is_followed():
    for proof in (("decision", tuple(FALSE.kernel), ()), ("axiom", tuple(FALSE.kernel))):
        step = Decided(TRUE)
        step.proof = proof
        step.theorem = step.theorem._replace(goal=FALSE.kernel)
        with pytest.raises(NotProved):
            verdict([Finding(FALSE, step)])
        with pytest.raises(NotProved):
            Step(proof)


class Duck:
    """Something that has all that a step has."""

    def __init__(self, goal):
        self.goal, self.kind, self.premises, self.questions = goal, "decision", (), ()
        self.theorem = Decided(TRUE).theorem._replace(goal=goal.kernel)
        self.proof = Decided(TRUE).proof


def test_what_only_looks_like_evidence_is_none():
    for thing in (Duck(FALSE), Duck(TRUE), None, True, "proved", Decided(TRUE).theorem):
        with pytest.raises(NoVerdict, match="is no evidence"):
            verdict([Finding(TRUE, thing)])


def test_a_goal_is_a_goal_and_nothing_derived_from_it():
    class Other(Goal):
        @property
        def kernel(self):
            return TRUE.kernel

    other = Other(FALSE.hypotheses, FALSE.conclusion)
    with pytest.raises(Malformed, match="Other is not a goal"):
        verdict([Finding(other, Decided(TRUE))])
    with pytest.raises(Malformed, match="is not a goal"):
        verdict([Finding(Duck(TRUE), Decided(TRUE))])


def test_a_goal_cannot_change_after_it_was_built():
    given = [x > 1]
    goal = Goal(given, TRUE.conclusion)
    given.clear()
    assert goal == TRUE
    with pytest.raises(dataclasses.FrozenInstanceError):
        goal.hypotheses = ()


def test_a_witness_is_about_its_goal():
    witness = Witness(FALSE, {x: HALF}, "")
    with pytest.raises(NoVerdict, match="the witness is about"):
        verdict([Finding(TRUE, witness)])


def test_findings_are_a_list():
    for thing in (5, None, Finding(TRUE, Decided(TRUE)), {1}):
        with pytest.raises(NoVerdict, match="is no list of findings"):
            verdict(thing)


def test_the_worst_part_gives_the_verdict():
    proof, witness = Finding(TRUE, Decided(TRUE)), Finding(FALSE, Witness(FALSE, {x: HALF}, ""))
    bounded = Finding(TRUE, Decided(TRUE), bound="|X| <= 4")
    assert verdict([proof]) == "proved"
    assert verdict([proof, bounded]) == "proved-bounded"
    assert verdict([witness, bounded, proof]) == "refuted"
    with pytest.raises(NoVerdict, match="no evidence at all"):
        verdict([])


def test_a_point_is_exact():
    point = consistent_at(Goal((x > 0, x < 1), TRUE.conclusion).kernel)
    assert point.numbers["x"][0] == "number"


def _average(support):
    return Mean(y, (y,), support, "P")


# what is computed as a mean under P stays what it is when P has another support besides
STALE = [
    (sp.Eq(x, _average(y >= 0), evaluate=False), sp.Ge(_average(turned), 0, evaluate=False))
    for turned in (y <= x, y >= x)
]


@pytest.mark.parametrize("given", STALE, ids=str)
def test_a_law_with_two_supports_is_one_law(given):
    tiny = sp.Rational(1, 10**10)
    mean = _average(y >= 0)
    for conclusion in (
        sp.Lt(x, mean + tiny, evaluate=False),
        sp.Le(x * sp.exp(1000), mean * sp.exp(1000), evaluate=False),
        sp.Ge(x, mean, evaluate=False),
    ):
        goal = Goal(given, conclusion)
        finding = Finding(goal, Decided(goal))
        assert verdict([finding]) == "proved"
        numbers = {sp.Symbol(n, real=True): _rational(v) for n, v in finding.point.numbers.items()}
        assert numbers[x] == _mean_of(finding.point.laws["P"])


@pytest.mark.parametrize("given", STALE, ids=str)
def test_a_point_is_one_that_a_witness_takes(given):
    false = Goal(given, sp.Lt(x, 1, evaluate=False))
    point = module.counterexample(false.kernel)
    atoms = [(_rational(p), {y: _rational(atom["y"])}) for p, atom in point.laws["P"]]
    witness = Witness(false, {x: _rational(point.numbers["x"])}, "drawn", laws={"P": atoms})
    assert verdict([Finding(false, witness)]) == "refuted"
    power = sp.Eq(x**400, _average(y >= 0) ** 400, evaluate=False)
    assert module.counterexample(Goal(given, power).kernel) is None


def test_a_number_that_no_longer_is_what_defines_it_makes_no_point(monkeypatch):
    whole = points._Search.draw

    def stale(search):
        drawn = whole(search)
        if drawn is not None:
            drawn.point.numbers["x"] = ("number", 77, 1)
            drawn.numbers["x"] = 1.0
        return drawn

    monkeypatch.setattr(points._Search, "draw", stale)
    monkeypatch.setattr(points, "even_numbers", lambda *_: iter(()))
    monkeypatch.setattr(points._Drawn, "allows", lambda *_: True)
    goal = Goal(STALE[0], sp.Lt(x, 77, evaluate=False))
    assert next(points.points(goal.kernel), None) is None
    assert module.counterexample(goal.kernel) is None


def _rational(term):
    value = in_sympy(term)
    assert value.is_Rational
    return value


def _mean_of(atoms):
    return sum(_rational(p) * _rational(atom["y"]) for p, atom in atoms)


def test_a_point_with_a_number_of_many_digits_is_printed_as_it_stands():
    z = sp.Symbol("z", real=True)
    sizes = (y > sp.Rational(4, 5), y < 1, z > HALF, z < sp.Rational(3, 4))
    given = (sp.Eq(x, y**1000 * z**1000, evaluate=False), *sizes)
    goal = Goal(given, sp.Le(y, 2, evaluate=False))
    point = Finding(goal, Decided(goal)).point
    assert module.point_text(point) == "x = (9/10)^1000*(3/5)^1000, y = 9/10, z = 3/5"
