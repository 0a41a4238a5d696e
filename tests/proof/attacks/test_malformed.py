"""Data that is almost a sentence or a proof, from Python, files or solvers."""

import copy
import pickle
from collections import UserString
from fractions import Fraction
from itertools import count

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.check import check
from pmlsym.proof.kernel.question import Court
from pmlsym.proof.kernel.terms import ONE, ZERO, NotProved
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.review import proves
from pmlsym.proof.steps import (
    Cases,
    Decided,
    Expectation,
    Instance,
)
from tests.proof.attacks.kernel_terms import (
    FALSE,
    TRUE,
    V,
    court,
    decide,
    exists,
    log,
    mean,
    mul,
    on,
    power,
    proved,
    put,
    refused,
    shown,
    x,
    y,
)

X, Y = reals("x y")
SQUARE = decide([], (">=", power(x, 2), ZERO))
UNASKED = count(10**6)


# --- sentences ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    [
        [">", y, ZERO],
        ["defined", log(y)],
        ["finite", mean(V)],
        ("defined", list(log(y))),
        ("finite", V),
        ("finite", y),
        ("defined", V),
        ("defined",),
        ("defined", y, y),
        (">", y),
        (">", y, ZERO, ZERO),
        ("=>", y, ZERO),
        ("==", y, ZERO),
        (b">", y, ZERO),
        (">", y, 0),
        (">", y, True),
        (">", y, "0"),
        ("true",),
        (),
        None,
        True,
        "y > 0",
        sp.Gt(Y, 0),
        iter((">", y, ZERO)),
        {"sign": ">"},
        object(),
    ],
    ids=lambda s: f"{type(s).__name__}",
)
def test_a_sentence_that_is_nearly_one(sentence):
    refused(decide([sentence], (">", y, ZERO)))
    refused(decide([sentence], TRUE))
    refused(decide([], sentence))
    refused(("logarithms", sentence, decide([], TRUE), ()))
    refused(("strict expectation", on(), ("v",), (sentence,), decide([], TRUE), decide([], TRUE)))
    proof = decide([sentence], (">", y, ZERO))
    refused(("cases", ONE, proof, proof))


@pytest.mark.parametrize(
    "there",
    [
        list(exists(("a",), TRUE)),
        ("exists", "a", (TRUE,)),
    ],
    ids=lambda s: type(s).__name__,
)
def test_an_existence_that_is_nearly_one(there):
    refused(("example", ((), there), (ZERO,), ()))
    proved(("example", ((), exists(("a",), TRUE)), (ZERO,), ()))


@pytest.mark.parametrize(
    "term",
    [
        ("number", True, 1),
        ("number", 1, True),
        ("number", 1.0, 1),
        ("number", Fraction(1), 1),
        ("number", sp.Integer(1), 1),
        ("number", 2, 4),
        ("number", 1, -1),
        ("number", 1, 0),
        ("number", 0, 2),
        ("number", 0, 0),
        ("number", 1),
        ("number", "1", 1),
        ("number", float("nan"), 1),
        ("number", 2**10_001, 1),
        ("number", 1, 2**10_001),
        (UserString("number"), 1, 1),
        ["number", 1, 1],
        ("symbol", "x", "y"),
        ("symbol",),
        ("bound", 0, 0),
        ("bound", -1, 0),
        ("bound", False, False),
        ("power", x, True),
        ("power", x, 1.0),
        ("power", x, 1001),
        ("power", x, -1001),
        ("power", x, 10**400),
        ("power", x, y),
        ("power", x),
        ("sum",),
        ("product",),
        ("max",),
        ("min",),
        ("indicator",),
        ("indicator", x),
        ("exp",),
        ("exp", x, y),
        ("log", x, y),
        ("abs",),
        ("sqrt", x),
        ("sum", [x, y]),
        ("mean", on()),
        ("mean", V, V),
        ("mean", on(), ("bound", 0, 1)),
        ("mean", on(), ("bound", 0, -1)),
        ("mean", on(), ("bound", 1, 0)),
        None,
        1,
        "x",
        X,
        (),
        ((),),
        (None,),
    ],
    ids=lambda t: f"{shown(t):.60}",
)
def test_a_term_that_is_nearly_one(term):
    refused(decide([], ("=", term, term)))
    refused(decide([("=", term, ZERO)], TRUE))
    refused(put(SQUARE, x=term))
    refused(("example", ((), exists(("a",), TRUE)), (term,), ()))
    refused(("cases", term, decide([], TRUE), decide([], TRUE)))
    refused(("increasing", term, "x", ZERO, decide([], TRUE), decide([], TRUE)))
    refused(("increasing", x, "x", term, decide([], TRUE), decide([], TRUE)))
    refused(("convex", x, "x", (ZERO, term), SQUARE, (SQUARE, SQUARE)))


# --- proofs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "proof",
    [
        None,
        True,
        "decision",
        (),
        [],
        ("decision",),
        ("decision", ((), TRUE)),
        ("decision", ((), TRUE), (), ()),
        ("decision", ((), TRUE), []),
        ("decision", [(), TRUE], ()),
        ("decision", ([], TRUE), ()),
        ("decision", ((), TRUE, TRUE), ()),
        ("decision", ((),), ()),
        ("decision", None, ()),
        ("decision", ((), TRUE), (None,)),
        ("decision", ((), TRUE), ((),)),
        ("decision", ((), TRUE), TRUE),
        ("Decision", ((), TRUE), ()),
        ("axiom", ((), FALSE)),
        ("__class__",),
        ["decision", ((), TRUE), ()],
        (("decision",), ((), TRUE), ()),
        (None,),
        ("order", "exp"),
        ("order", "exp", TRUE),
        ("order", "exp", None),
        ("expectation", on(), ("v",)),
        ("cases", x, ("decision", ((), TRUE), ())),
        ("instance", (), None),
        {"decision": 1},
        lambda: None,
    ],
    ids=lambda p: f"{shown(p):.50}",
)
def test_a_proof_that_is_nearly_one(proof):
    refused(proof)
    refused(decide([], FALSE, proof))
    refused(("cases", x, proof, proof))
    proved(("decision", ((), TRUE), ()))


def test_a_proof_that_is_too_deep():
    proof = decide([], TRUE)
    for _ in range(20_000):
        proof = ("order", "exp", proof)
    refused(proof)
    term = x
    for _ in range(20_000):
        term = ("exp", term)
    refused(decide([], ("=", term, term)))
    refused(put(SQUARE, x=term))


def test_one_proof_is_used_twice():
    both = decide([], ("=", mul(ZERO, power(x, 2)), ZERO), SQUARE, SQUARE)
    proved(both)
    proved(decide([], TRUE, both, SQUARE, both))


# --- oracles --------------------------------------------------------------------------------------

UNKNOWN = decide([], ("=", y, ZERO))
EVERYTHING = {"sum": [["1", [], []]], "zero": []}


def added(document):
    document["hypotheses"].append([])
    return {"split": len(document["hypotheses"]) - 1, "cases": []}


def emptied(document):
    document["hypotheses"].clear()
    document["hypotheses"].append([[["=", [["1"]]]]])
    return {"sum": [["1", [], []]], "zero": [[0, [["-1"]]]]}


def renamed(document):
    for name in list(document):
        document[name] = []
    return EVERYTHING


@pytest.mark.parametrize(
    "answer",
    [
        added,
        emptied,
        renamed,
        lambda _: EVERYTHING,
        lambda _: {"sum": [], "zero": []},
        lambda _: {"sum": [["1", [0], []]], "zero": []},
        lambda _: {"sum": [["0", [], []]], "zero": []},
        lambda _: {"sum": [["1e0", [], []]], "zero": []},
        lambda _: {"split": 0, "cases": []},
        lambda _: {"split": -1, "cases": []},
        lambda _: {"split": 0, "cases": [EVERYTHING]},
        lambda _: {"sign": [["1"]], "cases": {}},
        lambda _: {"sign": [["1"]], "cases": {"=": EVERYTHING}},
        lambda _: True,
        lambda _: "refuted",
        lambda _: ("two solvers",),
        lambda _: '{"sum": [], "zero": []}',
        lambda _: [],
        lambda _: {},
        lambda _: {1: 2},
        lambda _: {"sum": [[float("nan"), [], []]], "zero": []},
        lambda _: {"sum": [[10**5000, [], []]], "zero": []},
        lambda _: {"sum": {1, 2}, "zero": []},
        lambda _: object(),
    ],
)
def test_an_oracle_that_is_wrong(answer):
    with pytest.raises(NotProved):
        check(UNKNOWN, Court(answer))
    with pytest.raises(NotProved):
        check(UNKNOWN, court())  # and nothing of it is remembered
    proved(SQUARE)


def test_an_oracle_that_refers_to_itself():
    loop = {"split": 0, "cases": []}
    loop["cases"].append(loop)
    with pytest.raises(NotProved):
        check(UNKNOWN, Court(lambda _: loop))


def test_solvers_that_agree_make_no_certificate():
    theorem = check(UNKNOWN, Court(lambda _: "two solvers"))
    assert not theorem.certified
    above = ("order", "exp", UNKNOWN)
    assert not check(above, Court(lambda _: "two solvers")).certified
    with pytest.raises(NotProved):
        check(UNKNOWN, court())


# --- through the user's language ------------------------------------------------------------------


def square():
    return Decided(Goal((), sp.Ge(X**2, 0, evaluate=False)))


def test_hypotheses_from_a_generator_or_a_list_that_changes():
    given = [X > 1]
    goal = Goal(given, X > 0)
    given.clear()
    assert goal.hypotheses == (X > 1,)
    goal = Goal((h for h in [X > 1]), X > 0)
    assert str(goal) == str(goal)
    step = Decided(goal)
    assert proves(step, goal)
    assert not proves(step, Goal((), X > 0))


def test_steps_from_a_generator():
    step = Decided(Goal((), sp.Ge(X**2 + 1, 1, evaluate=False)), (s for s in [square()]))
    assert len(step.premises) == 1
    assert proves(step, Goal((), sp.Ge(X**2 + 1, 1, evaluate=False)))


def test_a_step_that_is_copied_or_pickled():
    step = Decided(Goal((X > 0,), sp.Gt(1 / X, 0)))
    goal = Goal((X > 0,), sp.Gt(1 / X, 0))
    for made in (copy.copy(step), copy.deepcopy(step), pickle.loads(pickle.dumps(step))):
        assert made.theorem == step.theorem
        assert proves(made, goal)
        assert not proves(made, Goal((), sp.Gt(1 / X, 0)))


@pytest.mark.parametrize(
    "relation",
    [True, False, sp.true, sp.false, None, 1, "x > 0", X, sp.And(X > 0, X < 1), ("=", 0, 0)],
    ids=str,
)
def test_a_relation_that_is_none(relation):
    with pytest.raises((NotProved, TypeError, AttributeError)):
        Decided(Goal((), relation))
    if relation not in (True, sp.true):
        with pytest.raises((NotProved, TypeError, AttributeError)):
            Decided(Goal((relation,), sp.Ge(X**2, 0, evaluate=False)))


@pytest.mark.parametrize("given", [0.1, 1.5, float("nan"), float("inf"), 1j, None, object()])
def test_a_number_that_is_not_exact(given):
    with pytest.raises((NotProved, TypeError, ValueError, AttributeError)):
        Instance(square(), {X: given})
    with pytest.raises((NotProved, TypeError, ValueError, AttributeError)):
        Cases(given, square(), square())


def test_sympy_objects_are_given_to_the_kernel():
    for given in (X > 0, X, Mean(X, (X,)), sp.Tuple(X, Y)):
        refused(decide([given], TRUE))
        refused(decide([], ("=", given, given)))
        refused(put(SQUARE, x=given))
    with pytest.raises((NotProved, TypeError, AttributeError)):
        Expectation(square(), (x,))
