"""Objects that were checked and kept, and are made a second time by what made them."""

from copy import copy
from dataclasses import FrozenInstanceError, replace

import pytest
import sympy as sp

from pmlsym.errors import LedgerError
from pmlsym.ledger.claim import Checked, Claim
from pmlsym.ledger.part import Part
from pmlsym.proof.evaluation.points import counterexample, points
from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.theorem import Goal as KernelGoal
from pmlsym.proof.language import reals
from pmlsym.proof.printing import proof_text
from pmlsym.proof.steps import Decided
from pmlsym.proof.verdict import Finding, consistent_at, verdict
from pmlsym.proof.witness import NoWitness, Sample, Witness
from pmlsym.statements.said import said
from tests.proof.attacks.kernel_terms import V, mean, power

X, Y = reals("x y")
ABOVE = Goal((), X > 1)
FALSE = sp.Gt(sp.Integer(1), sp.Integer(2), evaluate=False)


def claim(number, *parts, **more):
    return Claim(f"own.{number}", "own", "p. 1", "something", "x", parts=parts, **more)


def test_a_goal_stays_what_was_proved_of_it():
    goal = Goal((X > 1,), X**2 > 1)

    def other(stated):
        goal.__init__((X > 1,), FALSE)
        return Decided(stated)

    repair = claim(2, Part("another", Goal((), Y**2 >= Y - 1), other))
    checked = claim(1, Part("a square", goal, Decided), repair=repair)
    with pytest.raises(FrozenInstanceError, match="type Goal cannot be made anew"):
        checked.check()
    assert str(goal) == "x > 1  =>  x^2 > 1"
    assert goal.conclusion == (X**2 > 1)


def test_a_witness_stays_what_it_was_when_other_numbers_refute_nothing():
    witness = Witness(ABOVE, {X: 0}, "by hand")
    checked = claim(1, Part("above", ABOVE, refute=lambda goal: witness)).check()
    before = checked.as_dict()
    with pytest.raises(FrozenInstanceError):
        witness.__init__(ABOVE, {X: 7}, "seven is below one")
    assert checked.as_dict() == before
    assert witness.numbers == {X: 0}


def test_a_witness_does_not_compute_its_numbers_again():
    numbers = iter((0, 7))
    witness = Witness(ABOVE, {}, "computed", defined={X: lambda: next(numbers)})
    with pytest.raises(FrozenInstanceError, match="made anew"):
        witness.__post_init__()
    assert witness.text == "computed x = 0: left 0 = 0, right 1 = 1"


def test_a_witness_that_was_refused_once_is_never_made():
    witness = object.__new__(Witness)
    with pytest.raises(NoWitness):
        Witness.__init__(witness, ABOVE, {X: 7}, "by hand")
    with pytest.raises(FrozenInstanceError):
        Witness.__init__(witness, ABOVE, {X: 0}, "by hand")


def test_a_witness_is_not_made_anew_while_it_is_made():
    """What computes a number makes the witness itself first, with another number."""
    witness, called = object.__new__(Witness), []

    def compute():
        called.append(len(called))
        if len(called) == 1:
            witness.__post_init__()  # which calls this again, and takes the 0
            return 7
        return 0

    with pytest.raises(FrozenInstanceError, match="type Witness cannot be made anew"):
        Witness.__init__(witness, ABOVE, {}, "computed", defined={X: compute})
    assert called == [0]
    with pytest.raises(AttributeError):
        assert witness.text
    with pytest.raises(AttributeError):
        witness.confirm()


@pytest.mark.parametrize("copied", [lambda made: made, copy], ids=["itself", "a copy"])
def test_a_search_is_not_repeated_with_another_outcome(copied):
    margins = iter(([-1.0], [5.0]))
    sample = copied(Sample("a search", lambda _: next(margins), 0))
    square = Goal((), sp.Ge(X**2, 0, evaluate=False))
    assert verdict([Finding(square, sample)]) == "supported"
    with pytest.raises(FrozenInstanceError, match="type Sample cannot be made anew"):
        sample.__post_init__()
    assert (sample.tried, sample.largest) == (1, -1.0)
    assert list(margins) == [[5.0]]


def test_other_things_that_are_printed_with_a_verdict_are_made_once():
    goal = Goal((X > 1,), X > 0)
    finding, sample = Finding(goal, Decided(goal)), Sample("a search", lambda _: [-1.0], 0)
    part, statement = Part("above", goal, Decided), said("PML(e) => PML(e)")
    own = claim(1, part)
    again = {
        finding: (ABOVE, sample),
        sample: ("another", lambda _: [5.0], 0),
        part: ("another", ABOVE),
        statement.statement: (said("PML(e) => PMC(e)").statement.conclusion,),
        own: ("own.2", "own", "p. 2", "else"),
    }
    for made, given in again.items():
        with pytest.raises(FrozenInstanceError):
            made.__init__(*given)
        if hasattr(made, "__post_init__"):
            with pytest.raises(FrozenInstanceError):
                made.__post_init__()
    assert verdict([finding]) == "proved"
    assert own.check().verdict == "proved"


def test_what_a_step_asked_stays_what_was_answered():
    step = Decided(Goal((X > 1,), X > 0))
    (question,) = step.questions
    before = proof_text(step)
    question.__init__(question.text, "two solvers")
    assert question.answer == "refuted"
    assert proof_text(step) == before


def test_a_proof_is_not_printed_in_the_place_of_sides():
    irrelevant = Decided(Goal((Y > 1,), Y > 0))
    with pytest.raises(NoWitness, match="refutes an existence, and nothing else"):
        Witness(ABOVE, {X: 0}, "by hand", never=irrelevant)


@pytest.mark.parametrize("variables", [("x", "y"), ("y",), ("y", "x")])
def test_no_point_is_drawn_for_two_laws_of_a_name(variables):
    one, other = ("law", "P", ("x",), ()), ("law", "P", variables, ())
    holds = (">=", mean(power(V, 2), one), mean(("bound", 0, len(variables) - 1), other))
    goal = KernelGoal((holds,), holds)
    assert consistent_at(goal) is None
    assert counterexample(goal, 50) is None
    assert next(points(goal, 50), None) is None


def test_no_verdict_is_printed_that_no_check_gave():
    refuted = claim(1, Part("above", ABOVE, refute=lambda goal: Witness(goal, {X: 0}, ""))).check()
    other = claim(2, Part("another", Goal((X > 1,), X > 0), Decided))
    for change in ({"verdict": "proved"}, {"claim": other}, {"findings": ()}, {}):
        with pytest.raises(LedgerError, match="made by check"):
            replace(refuted, **change)
    with pytest.raises(LedgerError, match="made by check"):
        Checked(refuted.claim, refuted.findings, "proved", None, 0.0)
    assert repr(refuted) == "<own.1: refuted>"


def test_the_counts_of_a_check_are_not_handed_out():
    found = claim(1, Part("above", Goal((X > 1,), X > 0), Decided)).check()
    before = found.as_dict()
    found.as_dict()["models"]["applied"] = 10**6
    found.as_dict()["arguments"].append("another")
    with pytest.raises(TypeError):
        found.models["applied"] = 10**6
    assert found.as_dict() == before
