"""Data that is almost a name, a term, a law, a sentence or a proof, at every place for it."""

import copy
import pickle

import pytest
import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.kernel.check import check
from pmlsym.proof.kernel.terms import MOST_BITS, MOST_POWER, ONE, ZERO, Malformed
from pmlsym.proof.language import reals
from pmlsym.proof.review import proves
from pmlsym.proof.steps import Decided
from tests.proof.kernel_terms import (
    FALSE,
    OUTER,
    TRUE,
    P,
    Q,
    V,
    W,
    absolute,
    add,
    court,
    decide,
    defined,
    exists,
    finite,
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
SQUARE, CERTAIN = decide([], (">=", power(x, 2), ZERO)), decide([], TRUE)


def malformed(doors, given):
    """See that no proof goes through in which something malformed stands in one of the places."""
    for place, proof in doors.items():
        with pytest.raises(Malformed):
            raise AssertionError((place, check(proof(given), court())))


NAMES = [
    *("", " ", "x ", "x\n", "x\0a", "x y", "1", "1x", "0x", "_x", "x_", "a__b", "|", "x-y", "x+1"),
    *("exp", "log", "max", "round", "finite", "defined", "and", "or", "x;y", '"', "x" * 61),
    "\N{GREEK SMALL LETTER ALPHA}",
    "x\N{COMBINING ACUTE ACCENT}",
    "\N{FULLWIDTH LATIN SMALL LETTER X}",
    "x\N{ARABIC-INDIC DIGIT ONE}",
    "\ud800",
    *(None, 1, True, b"x", ("x",), ["x"], 1.5),
]
NAMED = {
    "a symbol": lambda name: decide([], ("=", ("symbol", name), ("symbol", name))),
    "a symbol in a hypothesis": lambda name: decide([("=", ("symbol", name), ZERO)], TRUE),
    "a law": lambda name: decide([finite(V, on(name=name))], TRUE),
    "a variable": lambda name: decide([finite(V, on(variables=(name,)))], TRUE),
    "a law that averages": lambda name: ("expectation", on(name=name), ("x",), CERTAIN),
    "what is averaged over": lambda name: ("expectation", on(), (name,), CERTAIN),
    "what exists": lambda name: ("example", ((), exists((name,), ("=", V, V))), (ZERO,), ()),
    "what is replaced": lambda name: ("instance", ((name, ZERO),), CERTAIN),
    "what varies": lambda name: ("increasing", ONE, name, ZERO, SQUARE, SQUARE),
}


@pytest.mark.parametrize("name", NAMES, ids=shown)
def test_what_is_no_name_names_nothing(name):
    malformed(NAMED, name)


TERMS = [
    # numbers that are not in lowest terms, or not whole
    *(("number", p, q) for p, q in ((2, 4), (1, -2), (0, 2), (1, 0), (0, 0))),
    *(("number", p, q) for p, q in ((True, 1), (False, 1), (1, True), (1.0, 1), ("1", 1))),
    *(("number", p, 1) for p in (float("nan"), sp.Integer(1), 2**MOST_BITS)),
    ("number", 1, 2**MOST_BITS + 1),
    ("number", 1),
    ("number", 1, 1, 1),
    # symbols, and variables that nothing binds
    ("symbol",),
    ("symbol", "x", "y"),
    V,
    ("bound", -1, 0),
    ("bound", False, False),
    mean(OUTER),
    mean(W),
    mean(("bound", 0, -1)),
    mean(("bound", False, 0)),
    mean(mean(V, on((">=", OUTER, ZERO)))),
    # powers
    *(("power", x, n) for n in (MOST_POWER + 1, -MOST_POWER - 1, 10**400, True, 1.0, 0.5, y)),
    ("power", x),
    # words and lengths
    *((word,) for word in ("sum", "product", "max", "min", "indicator", "exp", "abs", "mean")),
    ("exp", x, y),
    ("log", x, y),
    ("sqrt", x),
    ("sin", x),
    ("Sum", x, y),
    ("<", x, y),
    ("mean", P),
    ("mean", V, V),
    ("mean", x, x),
    ("indicator", x),
    ("indicator", ("~", x, y)),
    ("indicator", ("<", x, y, x)),
    ("indicator", finite(V)),
    # things of another kind
    *((), ((),), (None,), None, 1, "x", X),
    ["sum", x, y],
    ("sum", [x, y]),
    ("sum", ["symbol", "x"], y),
    ("sum", x, None),
]
SAID_OF = {
    "a side": lambda term: decide([], ("=", term, term)),
    "a hypothesis": lambda term: decide([("=", term, ZERO)], TRUE),
    "what has a value": lambda term: decide([defined(term)], TRUE),
    "a part": lambda term: decide([], ("=", add(x, absolute(term)), ONE)),
    "an event": lambda term: decide([], ("=", ("indicator", ("<", term, ZERO)), ONE)),
    "what is put in": lambda term: put(SQUARE, x=term),
    "an example": lambda term: ("example", ((), exists(("a",), TRUE)), (term,), ()),
    "what has cases": lambda term: ("cases", term, CERTAIN, CERTAIN),
    "what increases": lambda term: ("increasing", term, "x", ZERO, CERTAIN, CERTAIN),
    "a start": lambda term: ("increasing", x, "x", term, CERTAIN, CERTAIN),
    "an end": lambda term: ("convex", x, "x", (ZERO, term), SQUARE, (SQUARE, SQUARE)),
}


@pytest.mark.parametrize("term", TERMS, ids=lambda term: f"{shown(term):.60}")
def test_what_is_no_term_is_one_nowhere(term):
    malformed(SAID_OF, term)


LAWS = [
    on((">=", V, OUTER)),
    on((">=", OUTER, ZERO)),
    on((">=", mean(V, Q), V)),
    on((">=", W, ZERO)),
    on(x),
    on(finite(V)),
    on(exists(("a",), TRUE)),
    on(variables=("v", "v")),
    on(variables=()),
    ("law", "P", "v", ()),
    ("law", "P", ["v"], ()),
    ("law", "P", ("v",), []),
    ("law", "P", ("v",)),
    ("law", "P", ("v",), (), ()),
    ("Law", "P", ("v",), ()),
    ["law", "P", ("v",), ()],
    *(("law",), None, x, mean(V)),
]
UNDER = {
    "a finite mean": lambda law: decide([finite(ONE, law)], TRUE),
    "a mean": lambda law: decide([("=", mean(ONE, law), ZERO)], TRUE),
    "what is averaged": lambda law: ("expectation", law, ("v",), CERTAIN),
}


@pytest.mark.parametrize("law", LAWS, ids=str)
def test_what_is_no_law_is_one_nowhere(law):
    malformed(UNDER, law)


SENTENCES = [
    [">", y, ZERO],
    ([">"], y, ZERO),
    ["defined", log(y)],
    ["finite", mean(V)],
    ("defined", list(log(y))),
    ("finite", V),
    ("finite", y),
    ("finite", add(mean(V), ZERO)),
    ("finite", mean(V), mean(V)),
    ("defined", V),
    ("defined",),
    ("defined", y, y),
    (">", y),
    (">", y, ZERO, ZERO),
    ("=>", y, ZERO),
    ("==", y, ZERO),
    (b">", y, ZERO),
    *((">", y, right) for right in (0, True, "0")),
    *(("true",), (), None, True, "y > 0", y, sp.Gt(Y, 0)),
    {"sign": ">"},
]
STATED = {
    "a hypothesis": lambda sentence: decide([sentence], (">", y, ZERO)),
    "a conclusion": lambda sentence: decide([], sentence),
    "a comparison": lambda sentence: ("logarithms", sentence, CERTAIN, ()),
    "an event": lambda s: ("strict expectation", on(), ("v",), (s,), CERTAIN, CERTAIN),
    "a condition": lambda s: ("example", ((), exists(("a",), s)), (ZERO,), ()),
}


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: f"{shown(sentence):.50}")
def test_what_is_no_sentence_says_nothing(sentence):
    malformed(STATED, sentence)


EXISTENCES = [
    exists(("a",)),
    exists((), TRUE),
    exists(("a", "a"), TRUE),
    exists(("a",), finite(V)),
    exists(("a",), exists(("b",), TRUE)),
    exists(("a",), (">", V, OUTER)),
    exists(("a",), (">", W, ZERO)),
    ("exists", "a", (TRUE,)),
    ("exists", ["a"], (TRUE,)),
    ("exists", ("a",), [TRUE]),
    list(exists(("a",), TRUE)),
]


@pytest.mark.parametrize("there", EXISTENCES, ids=str)
def test_what_is_no_existence_is_shown_by_nothing(there):
    malformed({"an example": lambda said: ("example", ((), said), (ZERO,), ())}, there)
    proved(("example", ((), exists(("a",), TRUE)), (ZERO,), ()))


@pytest.mark.parametrize(
    "place", [decide([exists(("x",), TRUE)], TRUE), decide([], defined(x)), decide([], finite(V))]
)
def test_a_sentence_stands_only_where_its_kind_may(place):
    refused(place, "expected")


SUBSTITUTIONS = [
    *((("x", y, ZERO),), (("x",),), (["x", y],), ((x, y),), (("x", V),), (("x", ("<", x, y)),)),
    *(["x", y], "xy", {"x": y}, None, [("x", y)]),
]


@pytest.mark.parametrize("values", SUBSTITUTIONS, ids=str)
def test_what_are_no_pairs_of_a_name_and_a_term_replaces_nothing(values):
    malformed({"an instance": lambda given: ("instance", given, CERTAIN)}, values)


# --- proofs ---------------------------------------------------------------------------------------

GOAL = ((), TRUE)
PROOFS = [
    *(
        None,
        True,
        "decision",
        (),
        [],
        (None,),
        (1,),
        ("decision",),
        ("__class__",),
        {"decision": 1},
    ),
    ("decision", GOAL),
    ("decision", GOAL, (), ()),
    *(("decision", GOAL, using) for using in ([], None, (None,), ((),), TRUE)),
    *(("decision", goal, ()) for goal in ([(), TRUE], ([], TRUE), ((), TRUE, ()), ((),), None)),
    *((word, GOAL, ()) for word in ("Decision", ("decision",), ["decision"])),
    ["decision", GOAL, ()],
    ("axiom", ((), FALSE)),
    ("order", "exp"),
    *(("order", "exp", of) for of in (TRUE, None, [SQUARE])),
    ("expectation", on(), ("v",)),
    ("cases", x, CERTAIN),
    ("instance", (), None),
]


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: f"{shown(proof):.50}")
def test_what_is_no_proof_proves_nothing(proof):
    within = {
        "itself": lambda given: given,
        "a theorem used": lambda given: decide([], FALSE, given),
        "a case": lambda given: ("cases", x, given, given),
    }
    malformed(within, proof)


def test_a_term_that_is_too_deep_is_malformed():
    term = x
    for _ in range(20_000):
        term = ("exp", term)
    malformed(SAID_OF, term)


def test_one_proof_is_used_twice():
    both = decide([], ("=", mul(ZERO, power(x, 2)), ZERO), SQUARE, SQUARE)
    proved(both)
    proved(decide([], TRUE, both, SQUARE, both))


# --- steps ----------------------------------------------------------------------------------------


def test_a_step_that_is_copied_or_pickled():
    step = Decided(Goal((X > 0,), sp.Gt(1 / X, 0)))
    goal = Goal((X > 0,), sp.Gt(1 / X, 0))
    for made in (copy.copy(step), copy.deepcopy(step), pickle.loads(pickle.dumps(step))):
        assert made.theorem == step.theorem
        assert proves(made, goal)
        assert not proves(made, Goal((), sp.Gt(1 / X, 0)))
