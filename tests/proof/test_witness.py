"""Witnesses are exact, satisfy the hypotheses and break the conclusion; searches repeat."""

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.steps import Decided
from pmlsym.proof.verdict import Finding, NoVerdict, verdict
from pmlsym.proof.witness import NoWitness, Sample, Witness

x, y = reals("x y")
FALSE = Goal((x > 0,), sp.Ge(x**2, x, evaluate=False))
TRUE = Goal((x > 1,), sp.Ge(x**2, x, evaluate=False))


def test_a_witness_breaks_the_conclusion():
    witness = Witness(FALSE, {x: sp.Rational(1, 2)}, "a number below one")
    assert witness.sides == (sp.Rational(1, 4), sp.Rational(1, 2))
    assert "x = 1/2" in witness.text


@pytest.mark.parametrize(
    ("numbers", "why"),
    [
        ({x: sp.Integer(2)}, "not seen to fail"),
        ({x: sp.Integer(-1)}, "not seen to hold"),
        ({x: sp.Float(0.5)}, "has to be exact"),
        ({}, "no value for x"),
    ],
)
def test_numbers_that_refute_nothing_make_no_witness(numbers, why):
    with pytest.raises(NoWitness, match=why):
        Witness(FALSE, numbers, "")


def test_a_value_may_come_from_a_definition():
    goal = Goal((y > 0,), sp.Le(x, y, evaluate=False))
    witness = Witness(goal, {y: sp.Integer(1)}, "", {x: lambda: sp.log(3)})
    assert witness.as_floats()[0] == pytest.approx(1.0986122886681098)


def test_existence_is_refuted_by_a_proof_alone():
    goal = Goal((x < 0,), sp.Eq(y**2, x, evaluate=False), (y,))
    with pytest.raises(NoWitness, match="only by a proof"):
        Witness(goal, {x: sp.Integer(-1)}, "")
    never = Decided(Goal((), sp.Ne(y**2, -1, evaluate=False)))
    assert Witness(goal, {x: sp.Integer(-1)}, "", never=never)
    # a proof of something else shows only what follows from it
    root = Goal((x > 0,), sp.Eq(y**2, x, evaluate=False), (y,))
    with pytest.raises(NoWitness, match="does not say"):
        Witness(root, {x: sp.Integer(4)}, "", never=never)


def test_a_law_of_a_witness_is_one_on_its_support():
    goal = Goal((), sp.Le(Mean(x, (x,), x >= 0), 1, evaluate=False))
    half, two = sp.Rational(1, 2), sp.Integer(2)
    assert Witness(goal, {}, "", laws={"P": [(sp.Integer(1), {x: two})]})
    for law in (
        [(half, {x: two})],  # is not of mass one
        [(half, {x: sp.Integer(9)}), (half, {x: sp.Integer(-1)})],  # leaves the support
        [(sp.Integer(2), {x: two}), (sp.Integer(-1), {x: two})],  # is no measure
    ):
        with pytest.raises(NoWitness, match="not seen to be a law"):
            Witness(goal, {}, "", laws={"P": law})
    with pytest.raises(NoWitness, match="no law P"):
        Witness(goal, {}, "")
    with pytest.raises(NoWitness, match="set x alone"):
        Witness(goal, {}, "", laws={"P": [(sp.Integer(1), {y: two})]})


def _sample(margin):
    return Sample("numbers", lambda rng: (margin - rng.random() for _ in range(50)), 7)


def test_a_search_counts_and_repeats_itself():
    assert _sample(0).tried == 50
    assert _sample(0).largest == _sample(0).largest <= 0


def test_a_search_that_tries_nothing_is_refused():
    with pytest.raises(ValueError, match="try something"):
        Sample("nothing", lambda rng: [], 0)
    with pytest.raises(ValueError, match="has to be a number"):
        Sample("nothing", lambda rng: [float("nan")], 0)


def test_the_verdict_is_what_the_evidence_gives():
    proof = Decided(TRUE)
    witness = Witness(FALSE, {x: sp.Rational(1, 2)}, "")
    assert verdict([Finding(TRUE, proof)]) == "proved"
    assert verdict([Finding(TRUE, proof, bound="x <= 4"), Finding(TRUE, proof)]) == "proved-bounded"
    assert verdict([Finding(TRUE, proof), Finding(TRUE, _sample(0))]) == "supported"
    assert verdict([Finding(TRUE, proof), Finding(FALSE, witness)]) == "refuted"


def test_evidence_about_something_else_gives_no_verdict():
    proof = Decided(TRUE)
    with pytest.raises(NoVerdict, match="the proof is of"):
        verdict([Finding(FALSE, proof)])
    with pytest.raises(NoVerdict, match="the witness is about"):
        verdict([Finding(TRUE, Witness(FALSE, {x: sp.Rational(1, 2)}, ""))])
    with pytest.raises(NoVerdict, match="no exact witness"):
        verdict([Finding(TRUE, _sample(1))])
    with pytest.raises(NoVerdict, match="no evidence"):
        verdict([])


def test_a_proof_from_fewer_hypotheses_proves_more():
    stronger = Goal((x > 1, x > 3), TRUE.conclusion)
    assert verdict([Finding(stronger, Decided(TRUE))]) == "proved"
