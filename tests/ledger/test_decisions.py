"""Each decision of the ledger is told with its claim, its part and its goal, and is certified."""

import pytest

from pmlsym.ledger.catalogue import claim, with_repairs
from pmlsym.ledger.checking.decisions import decisions
from pmlsym.proof import checker
from pmlsym.proof.kernel.question import AGREED, canonical
from pmlsym.proof.printing import all_steps
from pmlsym.proof.review import Oracle, asking
from pmlsym.proof.writing import goal_text

NAMES = ("histogram.monotone", "histogram.composition.dp", "histogram.eq-4", "pmc.theorem-1")


@pytest.fixture(scope="module")
def found():
    return list(decisions(map(claim, NAMES)))


def test_decisions_are_of_the_claims_and_their_repairs(found):
    assert {d.claim for d in found} <= {*NAMES, *(f"{name}.repair" for name in NAMES)}
    assert "histogram.composition.dp.repair" in {d.claim for d in found}
    for decision in found:
        whole = claim(decision.claim)
        assert 1 <= decision.part <= len(whole.parts)
        assert decision.statement == whole.latex


def test_each_is_told_once_for_a_goal(found):
    places = [(d.claim, d.part, d.goal, d.question.text) for d in found]
    assert len(places) == len(set(places))


def test_each_goal_of_a_proof_is_told_with_all_its_questions(found):
    wanted = set()
    for whole in with_repairs(map(claim, NAMES)):
        for number, part in enumerate(whole.parts, start=1):
            for step in all_steps([part.find().evidence]):
                goal = goal_text(*step.theorem.goal)
                wanted |= {
                    (whole.id, number, goal, q.text) for q in step.questions if q.answer != "open"
                }
    assert {(d.claim, d.part, d.goal, d.question.text) for d in found} == wanted
    # one question may be asked for two goals
    assert len({(name, part, text) for name, part, _, text in wanted}) < len(wanted)


def test_each_has_a_certificate_that_the_checker_accepts(found):
    assert len(found) >= 10
    for decision in found:
        assert decision.certified
        document = decision.document
        assert set(document) == {"variables", "hypotheses", "proof"}
        assert canonical(document) == decision.question.text
        assert checker.check(document) is None


def test_what_two_solvers_agree_on_is_told_and_is_not_certified(monkeypatch):
    from pmlsym.proof.kernel import question

    monkeypatch.setattr(question, "_REFUTED", set())
    with asking(lambda document: AGREED):
        weak = list(decisions([claim("histogram.monotone")]))
    assert weak
    assert not any(decision.certified for decision in weak)


def test_what_is_open_is_no_decision(monkeypatch):
    from pmlsym.proof.goal import NotProved
    from pmlsym.proof.kernel import question

    monkeypatch.setattr(question, "_REFUTED", set())
    with asking(Oracle(None)), pytest.raises(NotProved):
        list(decisions([claim("histogram.monotone")]))
