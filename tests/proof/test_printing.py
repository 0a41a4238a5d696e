"""Proofs and witnesses can be read, as text and as LaTeX."""

import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, chance, reals
from pmlsym.proof.printing import (
    Citations,
    all_steps,
    evidence_rows,
    goal_latex,
    latex,
    proof_latex,
    proof_rows,
    proof_text,
)
from pmlsym.proof.steps import Decided, Expectation, OrderKept, Step
from pmlsym.proof.witness import Witness

x, b2, alpha2 = reals("x b2 alpha2")
FIRST_GOAL = Goal((), sp.Ge(x, x - b2**2, evaluate=False))
FIRST = Decided(FIRST_GOAL)
LAST = Expectation(OrderKept(FIRST, sp.exp), (x,))


def test_every_step_names_what_it_rests_on():
    rows = proof_rows(LAST)
    assert [row["kind"] for row in rows] == ["decision", "rule", "rule"]
    assert [row["from"] for row in rows] == [[], [1], [2]]
    text = proof_text(LAST)
    assert text.count("\n") == 5
    assert "E_P[exp(x)] >= E_{x ~ P}[exp(x - b2^2)]" in text


def test_a_shared_step_is_printed_once():
    both = Decided(Goal((), sp.Ge(x, x - b2**2 - 1, evaluate=False)), (FIRST, FIRST))
    assert len(proof_rows(both)) == 2


def test_what_an_earlier_part_printed_is_cited():
    citations = Citations()
    assert [row["reason"] for row in proof_rows(LAST, citations)][-1].startswith("an expectation")
    # what rests on nothing is printed again, what rests on something is cited
    again = proof_rows(OrderKept(LAST.premises[0], sp.exp), citations)
    assert again[0]["reason"] == "shown in part 1, step 2"
    assert again[0]["from"] == []
    assert len(again) == 2


def test_a_step_made_from_a_proof_shows_what_the_proof_rests_on():
    again = Step(LAST.proof)
    assert [one.theorem for one in again.chain()] == [one.theorem for one in LAST.chain()]
    assert [row["formal"] for row in proof_rows(again)] == [
        row["formal"] for row in proof_rows(LAST)
    ]
    assert [row["kind"] for row in proof_rows(again)] == ["decision", "rule", "rule"]
    assert proof_rows(again)[0]["confirmed"] == "certificate"
    questions = [[q.text for q in one.questions] for one in all_steps([again])]
    assert questions == [[q.text for q in one.questions] for one in all_steps([LAST])]
    # premises that are not what the proof rests on are not shown either
    other = Decided(Goal((), sp.Ge(x**2, 0, evaluate=False)))
    assert Step(LAST.proof, (other,)).chain()[0].theorem == FIRST.theorem
    # a step within is made once, however often it is used
    proof = FIRST.proof
    for _ in range(30):
        proof = ("decision", FIRST.proof[1], (proof, proof))
    assert len(Step(proof).chain()) == 31


def test_latex_uses_the_papers_symbols():
    assert latex(b2 + alpha2) in (r"b' + \alpha'", r"\alpha' + b'")
    assert r"\mathbb{E}_{P}\!\left[x\right]" in latex(Mean(x, (x,)))
    assert r"\mathbb{P}_{P}\!\left[x > 1\right]" in latex(chance(x > 1, (x,)))
    sure = latex(Mean(x, (x,), x >= 0, "Q"))
    assert sure == r"\mathbb{E}_{Q}\!\left[x\,\middle|\,x \ge 0\right]"
    page = proof_latex(LAST)
    assert page.startswith(r"\begin{align*}")
    assert page.count(r"\\") == 2
    assert r"\text{rule from 2}" in page


def test_existence_and_hypotheses_are_written_out():
    goal = Goal((x > 0,), sp.Eq(b2**2, x, evaluate=False), (b2,), (b2 < 0,))
    assert str(goal) == "x > 0  =>  there is b2 with b2 < 0, b2^2 = x"
    assert r"\exists\, b'" in goal_latex(goal)


def test_a_witness_shows_both_sides():
    goal = Goal((x > 0,), sp.Ge(x**2, x, evaluate=False))
    (row,) = evidence_rows(Witness(goal, {x: sp.Rational(1, 2)}, "by hand"))
    assert row["text"] == "at x = 1/2: left 1/4 = 0.25, right 1/2 = 0.5"
    assert row["reason"] == "by hand"
