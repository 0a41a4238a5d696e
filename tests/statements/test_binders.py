"""Statements with binders: their text is what is parsed, evaluated, reduced and proved."""

from dataclasses import replace

import pytest

import pmlsym as ps
from pmlsym.proof.goal import NotProved
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.bound import BoundStatement, is_over
from pmlsym.statements.finite import Finite
from pmlsym.statements.from_text import from_text
from pmlsym.statements.releases import ReleasedData
from pmlsym.statements.specific import Entries, Mechanism, about
from pmlsym.statements.specific.levels import any_levels
from pmlsym.statements.specific.named import redraw
from pmlsym.statements.text.parse import parse

EVERY = [one for claim in ps.claims() for c in (claim, claim.repair) if c for one in c.asserts]
TYPED = [one for one in EVERY if one.text is not None]


VOCABULARIES = {"Payoffs", "Likelihoods", "ReleasedData", "Reals"}


@pytest.mark.parametrize("statement", TYPED, ids=lambda one: one.text)
def test_the_text_of_a_claim_is_the_statement_that_is_evaluated(statement):
    again = from_text(statement.text)
    if is_over(statement, ReleasedData):  # the sizes of its tests are no part of the text
        again = replace(again, over=statement.over)
    assert again == statement
    assert again.words() == statement.words()


def test_the_ledger_has_statements_of_each_vocabulary_as_text():
    kinds = {type(one).__name__ for one in TYPED}
    assert kinds == {"Finite", "Specific", "BoundStatement"}
    bound = [one for one in EVERY if isinstance(one, BoundStatement)]
    assert {type(one.over).__name__ for one in bound} == VOCABULARIES
    assert all(one.text for one in EVERY if isinstance(one, Finite) and not one.exists)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("cost C: cost(C) <= pmc(X->y)", "proved"),
        ("gain C: gain(C) <= pml(X->y)", "proved"),
        ("cost C: cost(C) <= pml(X->y)", "refuted"),
        ("cost C: average_cost(C) < maximal_cost_leakage(X->Y)", "refuted"),
        ("guesswork G: worst_cost(G) <= pmc(X->Y)", "proved"),
        ("given z; cost C: cost(C) <= pmc(X->y)", "proved"),
        ("cost C: least_after(C) = 0 => pmc(X->y) > e", "refuted"),
        ("cost C: least_after(C) = 0 and least_before(C) > 0 => pmc(X->y) > e", "proved"),
        ("cost C: least_after(C) < 0 => pmc(X->y) > e", "vacuous"),
        ("priors P, Q; product B = P x Q: pmc_B = pmc_P + pmc_Q where chance_B > 0", "proved"),
        ("priors P, Q; product B = P x Q: ldp_B < ldp_P + ldp_Q where chance_B > 0", "refuted"),
        ("prior P: pmc_P >= 0 where chance_P > 1", "vacuous"),
        ("prior P: pmc_P >= 0", "refuted"),  # an outcome that P rules out has no pmc
        ("histogram: leak <= 2/b", "proved"),
        ("histogram: leak <= 2/b - log(1 - alpha + alpha*exp(2/b))", "proved"),
        ("histogram: leak < 2/b - log(1 - alpha + alpha*exp(2/b))", "refuted"),
        ("histogram: leak <= 1/b", "refuted"),
        ("histogram: k = 1 => leak <= 0", "vacuous"),
        ("X->Y is rr(r): ldp(X->Y) = r", "proved"),
        ("X->Y is rr(r): pmc(X->y) = log(1 + p_y*(exp(r) - 1))", "proved"),
        ("X->Y is rr(r): pml(X->Y) = log(exp(r)/(pmax*(exp(r) - 1) + 1))", "refuted"),
        ("X->Y is rr(r): pml(X->Y) < r where r > 0", "proved"),
        ("X->Y is rr(r): pml(X->Y) < r", "refuted"),
        ("X->Y is redraw(l); X->Z is rr(s): pmc(X->y) = l and ldp(X->Z) = s", "proved"),
        ("X->Y is rr(r); X->Z is rr(s): r < s => pml(X->Y) > pml(X->Z)", "refuted"),
        ("X->Y is extremal(u): pml(X->y) = u where u < log(1/(1 - pmin))", "proved"),
        ("X->Y is redraw(l): pmc(X->y) = l", "proved"),
        ("X->Y is redraw(l): pml(X->y) = l", "refuted"),
        ("X->Y is rr(r): r > 1 and r < 1 => pml(X->Y) <= 0", "vacuous"),
    ],
)
def test_the_prover_decides_it(text, verdict):
    answer = conjecture(text, seconds=20)
    assert answer.verdict == verdict, answer
    row = answer.as_dict()
    assert row["text"] == str(parse(text))
    assert (row["witness"] is not None) == (verdict == "refuted")
    if verdict == "refuted":
        assert answer.reading.statement == from_text(text)
        assert answer.reading.statement.judge(answer.reading.model).holds is False
        assert row["witness"]["text"] == str(answer.reading)
    assert answer.to_latex()
    assert str(answer).startswith(verdict)
    assert answer.page().blocks


def test_a_goal_without_a_proof_leaves_the_statement_open(monkeypatch):
    def refuse(*_):
        raise NotProved("no proof of this is looked for")

    monkeypatch.setattr("pmlsym.prover.deciding_bound.prover_of", lambda _: refuse)
    monkeypatch.setattr("pmlsym.prover.deciding_bound.by_analysis", refuse)
    monkeypatch.setattr("pmlsym.prover.deciding_bound._MANY", 50)
    answer = conjecture("cost C: cost(C) <= pmc(X->y)")
    assert answer.verdict == "supported"
    assert "was not proved" in answer.scope
    assert not answer.proofs


def test_the_range_in_which_entries_are_those_of_a_mechanism_is_printed():
    answer = conjecture("X->Y is extremal(u): pml(X->y) = u")
    assert str(answer.statement).endswith(" where u < log(1/(1 - pmin))")
    assert answer.as_dict()["text"] == str(answer.statement)


def test_a_number_of_secrets_is_asked_of_a_mechanism_alone():
    with pytest.raises(ps.errors.ParameterError, match="alphabet is 2"):
        conjecture("cost C: cost(C) <= pmc(X->y)", alphabet=2)


def test_a_mechanism_goes_by_the_name_of_an_equal_one_only():
    """Its text would else say of randomized response what is proved of other entries."""
    own, other = "1 - (1 - p_y)*exp(-r)", "p_y*exp(-r)"
    fake = Mechanism("randomized response with r", (Entries(own, other, "own"),))
    said = about("pmc(X->y) = r", fake, draw=any_levels("r"))
    assert said.text is None
    assert said.words().count(other)
    same = about("pmc(X->y) = l", redraw("l"), draw=any_levels("l"))
    assert from_text(same.text).mechanisms == same.mechanisms
