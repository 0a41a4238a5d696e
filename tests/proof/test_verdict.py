"""A verdict follows proofs again, evaluates witnesses again, and refuses contradictions."""

import pytest
import sympy as sp

from pmlsym.proof import verdict as module
from pmlsym.proof.evaluation.balls import Point
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.reading import in_sympy
from pmlsym.proof.steps import Decided, Step
from pmlsym.proof.verdict import Contradiction, Finding, NoVerdict, verdict
from pmlsym.proof.witness import Witness

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


def test_a_proof_carries_a_point_at_which_its_hypotheses_hold():
    goal = Goal((x > 1, sp.Eq(y, x + 2, evaluate=False)), sp.Gt(y, 3, evaluate=False))
    point = Finding(goal, Decided(goal)).point
    assert all(point.holds(hypothesis) for hypothesis in goal.kernel.hypotheses)
    assert set(point.numbers) == {"x", "y"}
    assert Finding(FALSE, Witness(FALSE, {x: HALF}, "")).point is None


def test_a_given_point_has_values_also_where_no_hypothesis_asks():
    goal = Goal((x > 1,), sp.Ge(x + y, y + 1, evaluate=False))
    good, bad = {"y": ("number", 2, 1)}, {"y": ("log", ("number", -1, 1))}
    three = {"x": ("number", 3, 1)}
    assert Finding(goal, Decided(goal), at=Point(three | good)).point.numbers["y"] == good["y"]
    assert Finding(goal, Decided(goal), at=Point(three | bad)).point.numbers["y"] != bad["y"]


def test_evidence_of_something_else_is_printed_as_such():
    witness = Witness(FALSE, {x: HALF}, "")
    for finding in (Finding(OTHER, Decided(TRUE)), Finding(TRUE, witness)):
        assert "of something else than: " in repr(finding)
        assert finding.page().title == "Evidence of something else than the goal"
        assert str(finding.goal) in str(finding.page().blocks[0])
    assert repr(Finding(FALSE, witness)) == f"<witness: {FALSE}>"


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


def test_a_proof_that_was_written_into_a_step_is_followed():
    for proof in (("decision", tuple(FALSE.kernel), ()), ("axiom", tuple(FALSE.kernel))):
        step = Decided(TRUE)
        step.proof = proof
        with pytest.raises(NotProved):
            verdict([Finding(FALSE, step)])
        with pytest.raises(NotProved):
            Step(proof)


@pytest.mark.parametrize("thing", [None, True, "proved", TRUE.kernel])
def test_what_is_no_evidence_makes_no_finding(thing):
    with pytest.raises(NoVerdict, match="is no evidence"):
        Finding(TRUE, thing)


@pytest.mark.parametrize("thing", [5, None, {1}, []])
def test_what_are_no_findings_give_no_verdict(thing):
    with pytest.raises(NoVerdict, match=r"is no list of findings|no evidence at all"):
        verdict(thing)


def test_a_goal_does_not_change_with_the_list_it_was_built_from():
    given = [x > 1]
    goal = Goal(given, TRUE.conclusion)
    given.clear()
    assert goal == TRUE


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
