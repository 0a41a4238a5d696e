"""Proofs are followed with the store that is shipped: nothing lacks in it, nothing is stale."""

import json
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
import sympy as sp

from pmlsym.errors import DataError
from pmlsym.ledger import catalogue
from pmlsym.proof import review
from pmlsym.proof.certificates.store import Store, key
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.kernel import question
from pmlsym.proof.kernel.question import AGREED
from pmlsym.proof.language import reals
from pmlsym.proof.review import (
    Oracle,
    asking,
    certificates_only,
    examine,
    follow,
    proposal,
    proved,
    proves,
)
from pmlsym.proof.search import Effort
from pmlsym.proof.steps import Decided, Instance
from pmlsym.proof.verdict import Finding, verdict
from pmlsym.proof.witness import NoWitness, Witness
from tests.proof.listening import Listening

x, y = reals("x y")
QUADRATIC = Goal((), sp.Ge(x**2 + y**2, 2 * x * y, evaluate=False))
FALSE = Goal((), sp.Ge(x**2, x, evaluate=False))


@pytest.fixture
def forgetful(monkeypatch):
    """What was refuted before this test is not remembered."""
    monkeypatch.setattr(question, "_REFUTED", set())


def test_without_store_and_search_nothing_is_certified(forgetful):
    with asking(Oracle(None)), pytest.raises(NotProved, match="does not follow"):
        Decided(QUADRATIC)
    with asking(Oracle(Store({}))):
        with pytest.raises(NotProved, match="does not follow"):
            Decided(QUADRATIC)
        # what is equal by arithmetic needs no certificate
        equal = Goal((), sp.Eq((x + y) ** 2, x**2 + 2 * x * y + y**2, evaluate=False))
        assert Decided(equal).questions == ()
        rows = catalogue.check(["histogram.monotone", "extremal.binary"])
        assert [row["verdict"] for row in rows] == [None, None]


LIES = [{"sum": [["1", [], []]], "zero": []}, {}, {"split": 0, "cases": [{}]}, {"sum": 1}]


@pytest.mark.parametrize("tree", [*LIES, True, 1.5, [], ["sum"], "x", AGREED, float("nan")])
@pytest.mark.parametrize("goal", [QUADRATIC, FALSE], ids=str)
def test_a_store_that_lies_proves_nothing(forgetful, goal, tree):
    asked = Listening(None)
    with asking(asked), pytest.raises(NotProved):
        Decided(goal)
    text = "".join(f"{json.dumps([name, tree])}\n" for name in asked.keys)
    with asking(Oracle(Store.read(text))), pytest.raises(NotProved, match="does not follow"):
        Decided(goal)


def test_a_store_with_the_proof_of_another_question_proves_nothing(forgetful):
    asked, honest = Listening(None), Oracle(None, Effort.quick())
    with asking(asked), pytest.raises(NotProved):
        Decided(FALSE)
    with asking(honest):
        Decided(QUADRATIC)
    (other,) = [tree for tree in map(honest.found().__getitem__, honest.found().keys()) if tree]
    with asking(Oracle(Store(dict.fromkeys(asked.keys, other)))), pytest.raises(NotProved):
        Decided(FALSE)


def test_what_was_found_can_be_kept(forgetful, tmp_path, monkeypatch):
    with asking(Oracle(None, Effort.quick())) as oracle:
        Decided(QUADRATIC)
        with pytest.raises(NotProved):
            Decided(Goal((), sp.Ge(x**2, x, evaluate=False)))
    found = oracle.found()
    assert len(found) == 2
    assert found.with_proof() == 1
    found.write(tmp_path / "store.jsonl")
    again = Store.read((tmp_path / "store.jsonl").read_text(encoding="utf-8"))
    assert again.keys() == found.keys()
    monkeypatch.setattr(question, "_REFUTED", set())
    with asking(Oracle(again)):
        step = Decided(QUADRATIC)
        assert step.theorem.certified
        assert proposal(step.questions[0].document) == found[key(step.questions[0].text)]


@pytest.mark.parametrize(
    "line",
    [
        *("", '["a"', "[]", '["a"]', '["a",1,2]', '{"a":1,"b":2}', '"ab"', "1", "null"),
        *('[["a"],null]', "[1,null]", "[" * 100_000, f'["a",{"9" * 5_000}]'),
    ],
)
def test_a_damaged_store_is_refused_in_a_sentence(line):
    """Some were tracebacks, and of others two letters or two names were taken for an entry."""
    with pytest.raises(DataError, match="Line 2 of a store of certificates is damaged"):
        Store.read(f'["a",null]\n{line}\n["b",null]\n')


class Agreeing:
    """Two solvers that agree on everything."""

    def __call__(self, document):
        return AGREED


def test_two_solvers_support_and_never_prove(forgetful):
    with asking(Agreeing()):
        step = Decided(QUADRATIC)
        assert step.theorem.certified is False
        assert "without a certificate" in step.reason
        assert proves(step, QUADRATIC)
        assert verdict([Finding(QUADRATIC, step)]) == "supported"
        twice = Instance(step, {x: y + 1})
        assert twice.theorem.certified is False
        assert verdict([Finding(twice.goal, twice)]) == "supported"
    # the same step is proved where a certificate is at hand: the proof is followed again
    with asking(Oracle(None, Effort.quick())):
        assert verdict([Finding(QUADRATIC, step)]) == "proved"
        assert step.theorem.certified is False


def test_what_was_certified_is_not_believed_where_there_is_no_certificate(monkeypatch):
    with asking(Oracle(None, Effort.quick())):
        step = Decided(QUADRATIC)
    monkeypatch.setattr(question, "_REFUTED", set())
    with asking(Oracle(None)), pytest.raises(NotProved):
        proves(step, QUADRATIC)
    with asking(Agreeing()):
        assert proved(step, QUADRATIC).certified is False


def test_a_witness_is_confirmed_again_where_its_verdict_is_given(forgetful, monkeypatch):
    there = Goal((), sp.Le(x**2 + y**2, 2 * x * y - 1, evaluate=False), (x,))
    with asking(Oracle(None, Effort.quick())):
        never = Decided(Goal((), sp.Gt(x**2 + y**2, 2 * x * y - 1, evaluate=False)))
        witness = Witness(there, {y: 2}, "a number", never=Instance(never, {y: sp.Integer(2)}))
        assert verdict([Finding(there, witness)]) == "refuted"
    monkeypatch.setattr(question, "_REFUTED", set())
    with asking(Oracle(None)), pytest.raises(NoWitness):
        verdict([Finding(there, witness)])


def test_solvers_are_not_asked_where_certificates_are_wanted(forgetful, monkeypatch):

    asked = []

    def agree(variables, hypotheses, seconds):
        asked.append(seconds)
        return True

    monkeypatch.setattr(review, "agree", agree)
    with asking(Oracle(None, None, solvers=True)):
        with certificates_only(), pytest.raises(NotProved):
            Decided(QUADRATIC)
        assert asked == []
        assert Decided(QUADRATIC).theorem.certified is False
        assert len(asked) == 1
        Decided(QUADRATIC)
        assert len(asked) == 1


def test_oracles_are_chosen_for_a_block_and_given_back():
    one, other = Agreeing(), Oracle(None)
    with asking(one):
        with asking(other) as chosen:
            assert chosen is other
            assert proposal({"variables": [], "hypotheses": []}) is None
        assert proposal({"variables": [], "hypotheses": []}) == AGREED
        with pytest.raises(ZeroDivisionError), asking(other):
            raise ZeroDivisionError
        assert proposal({"variables": [], "hypotheses": []}) == AGREED


def test_following_takes_premises_and_examining_does_not():
    step = Decided(QUADRATIC)
    using = ("instance", (("x", ("symbol", "z")),), step.proof)
    assert follow(using, (step,)) == examine(using)
    wrong = Decided(Goal((x > 1,), sp.Gt(x, 0, evaluate=False)))
    wrong = SimpleNamespace(proof=wrong.proof, theorem=step.theorem)
    assert follow(("instance", (), wrong.proof), (wrong,)).goal == step.theorem.goal
    assert examine(("instance", (), wrong.proof)).goal != step.theorem.goal


def test_four_threads_may_check_at_once():
    names = ["histogram.monotone", "histogram.eq-4", "extremal.binary", "pmc.theorem-1"] * 2

    def one(name):
        with asking(Oracle(Store.shipped())):
            return next(catalogue.check([name]))["verdict"]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(one, names))
    recorded = catalogue.recorded()
    assert found == [recorded[name].verdict for name in names]


def test_a_thread_that_agrees_to_everything_proves_nothing_in_another(forgetful):
    goal = Goal((), sp.Gt(x**4 + 3 * y**2, -5, evaluate=False))

    def believing(_):
        with asking(Agreeing()):
            return Decided(goal).theorem.certified

    def doubting(_):
        with asking(Oracle(None)):
            try:
                return Decided(goal).theorem.certified
            except NotProved:
                return None

    with ThreadPoolExecutor(4) as pool:
        both = [pool.submit(f, 0) for _ in range(6) for f in (believing, doubting)]
        assert [one.result() for one in both] == [False, None] * 6
