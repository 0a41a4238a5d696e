"""A question says no more than the sentences it was made of, and only certificates answer it.

The first tests make one point the whole universe: an oracle that refutes a document exactly if
the numbers that the kernel's unknowns have at that point do not satisfy it. What is proved then
has to be true at the point, whatever the facts are; a translation that lost a point, by a sign or
a divisor, would prove what fails there.
"""

import json
from fractions import Fraction as F

import flint
import pytest
from hypothesis import assume, given, reject, settings, strategies as st

from pmlsym.proof import checker
from pmlsym.proof.kernel import conditions
from pmlsym.proof.kernel.check import check
from pmlsym.proof.kernel.problem import Problem
from pmlsym.proof.kernel.question import AGREED, Court, canonical
from pmlsym.proof.kernel.terms import NotProved
from pmlsym.proof.search import Effort, find
from tests.proof.kernel.evaluation import (
    ARITHMETIC,
    BITS,
    LAW,
    SMALL,
    NoValue,
    Place,
    W,
    ball,
    candidates,
    number,
    places,
    sign,
    symbol,
    terms,
    true_relations,
)

X, Y, Z = map(symbol, ("x", "y", "z"))
ZERO, ONE = number(0), number(1)
SIGNS = ("<", "<=", ">", ">=", "=", "!=")
WRITE = conditions._rows  # it knows which variable of a document is which unknown


class Universe:
    """An oracle for which nothing is but one point, and documents for which it says so."""

    def __init__(self, place, monkeypatch, shy=()):
        self.place = place
        self.shy = iter(shy)  # whether it keeps quiet about the next document that it refutes
        self.asked = 0
        self._last = None

        def spied(atoms, polynomial, units, names):
            self._last = (atoms, units, names)
            return WRITE(atoms, polynomial, units, names)

        monkeypatch.setattr(conditions, "_rows", spied)

    def __call__(self, document):
        self.asked += 1
        if any(self._satisfied(document, values) for values in self._values(document)):
            return None
        return None if next(self.shy, False) else AGREED

    def _values(self, document):
        """Yield the numbers of the document's variables: for each point of a law, for a start."""
        atoms, units, names = self._last
        assert list(names.values()) == document["variables"]
        fresh = {k[1] for k in atoms.kinds if k[0] == "symbol"} - set(self.place.numbers)
        points = self.place.law if fresh else [(None, (None,))]
        for _, (w,) in points:
            here = Place(self.place.numbers | dict.fromkeys(fresh, w))
            here.law = self.place.law
            known, open_ = {}, []
            for atom, name in names.items():
                try:
                    known[name] = here.atom(atoms, atom, units.get(atom, F(1)))
                except NoValue:
                    open_.append(name)
            if len(open_) > 3:
                reject()
            # where a term has no value any number may stand for it
            for chosen in candidates(len(open_)):
                yield known | dict(zip(open_, chosen, strict=True))

    def _satisfied(self, document, values):
        def holds(atom):
            word, rows = atom
            total = flint.arb(0)
            for coefficient, *factors in rows:
                part = ball(F(coefficient))
                for name in factors:
                    part *= values[name]
                total += part
            side = sign(total)
            return side > 0 or (side == 0 and word != ">") if word != "=" else side == 0

        return all(
            any(all(map(holds, case)) for case in hypothesis)
            for hypothesis in document["hypotheses"]
        )


def proved_at(place, facts, conclusion, patch, shy=()):
    """Whether a goal is proved where the point is everything there is."""
    universe = Universe(place, patch, shy)
    try:
        check(("decision", (tuple(facts), conclusion), ()), Court(universe))
    except NotProved:
        return False
    return True


# an oracle may keep quiet about anything, and about the signs of divisors, which are asked first
SHY = st.one_of(st.lists(st.booleans(), max_size=12), st.integers(0, 8).map(lambda n: [True] * n))
EXPONENTS = st.fractions(-2, 2, max_denominator=3)
LOGARITHMS = st.sampled_from([F(1, 4), F(1, 2), F(1), F(2), F(4), F(8)])


def power_of(base, exponent):
    return ("exp", ("product", number(exponent), ("log", base)))


DIVIDED = st.builds(
    lambda top, below, power: ("product", top, ("power", below, -power)),
    terms(ARITHMETIC, size=3),
    terms(ARITHMETIC, size=3),
    st.integers(1, 3),
)
LARGEST = st.one_of(
    st.tuples(st.sampled_from(["max", "min"]), DIVIDED, DIVIDED),
    DIVIDED.map(lambda quotient: ("abs", quotient)),
)
MEANS = st.one_of(
    terms((*ARITHMETIC, "exp"), (W,), 4).map(lambda body: ("mean", LAW, body)),
    terms(ARITHMETIC, size=2),
).flatmap(lambda one: st.sampled_from([one, ("product", X, one), ("sum", one, Y)]))
ROOTS = st.builds(
    lambda base, p, q, c: ("sum", ("product", power_of(base, p), number(c)), power_of(base, q)),
    st.sampled_from([X, Y, ("product", X, Y), ("sum", X, ONE), ("power", X, -1)]),
    EXPONENTS,
    EXPONENTS,
    SMALL,
)
POWERS_OF_E = st.lists(
    st.builds(
        lambda c, p, name: ("product", number(c), ("exp", ("product", number(p), name))),
        SMALL,
        EXPONENTS,
        st.sampled_from([X, Y]),
    ),
    min_size=1,
    max_size=3,
).map(lambda parts: ("sum", *parts))
POSITIVE = (">", X, ZERO), (">", Y, ZERO)
FAMILIES = {  # the sides of relations, and where they are looked at
    "quotients": (terms(ARITHMETIC, size=6), places()),
    "divisors of any sign": (DIVIDED, places()),
    "maxima and absolute values": (terms((*ARITHMETIC, "max", "min", "abs"), size=6), places()),
    "maxima of quotients": (st.one_of(LARGEST, DIVIDED), places()),
    "exponentials": (
        terms((*ARITHMETIC, "exp", "log"), size=6),
        places(st.fractions(-2, 2, max_denominator=2)),
    ),
    "rounding and events": (
        terms(("sum", "product", "round", "indicator", "abs", "max"), size=5),
        places(),
    ),
    "means": (MEANS, places()),
    "fractional powers": (ROOTS, places(st.fractions(F(1, 4), 4, max_denominator=4))),
    # at logarithms of rational numbers exponentials are algebraic
    "exponentials at logarithms": (POWERS_OF_E, places(LOGARITHMS, lambda q: ball(q).log())),
}


@st.composite
def situations(draw, sides, where):
    """A point, facts that are true there, and any relation."""
    with flint.ctx.workprec(BITS):
        place = draw(where)
        facts = [true_relations(draw, place, sides) for _ in range(draw(st.integers(0, 2)))]
        conclusion = (draw(st.sampled_from(SIGNS)), draw(sides), draw(sides))
        facts += [("finite", side) for side in conclusion[1:] if side[0] == "mean"]
        facts += draw(st.sampled_from([[], [r for r in POSITIVE if place.true(r)]]))
        return place, facts, conclusion


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
@given(data=st.data(), shy=SHY)
def test_what_is_proved_is_true_at_the_point(family, data, shy):
    place, facts, conclusion = data.draw(situations(*family))
    with flint.ctx.workprec(BITS), pytest.MonkeyPatch.context() as patch:
        assert not proved_at(place, facts, conclusion, patch, shy) or place.true(conclusion)


@pytest.mark.parametrize("quiet", range(7))
@pytest.mark.parametrize("power", [1, 2, 3])
@pytest.mark.parametrize("place", [-2, 3])
def test_a_divisor_of_unknown_sign_turns_no_fact_round(place, power, quiet):
    over = ("power", X, -power)
    positive = place > 0 or power == 2
    fact = (">" if positive else "<", over, ZERO)
    here = Place({"x": ball(place), "y": ball(1)})
    wrong = [
        ("<" if positive else ">", over, ZERO),
        (">", Y, number(5)),
        ("<", ("max", over, Y), Y),
        (">", ("max", over, ("product", number(-1), over)), number(7)),
        ("<", ("abs", over), ZERO),
    ]
    with flint.ctx.workprec(BITS), pytest.MonkeyPatch.context() as patch:
        for conclusion in wrong:
            assert not proved_at(here, [fact], conclusion, patch, [True] * quiet)
        assert proved_at(here, [fact, ("!=", X, ZERO)], (*fact[:2], ZERO), patch)


@settings(max_examples=20)
@given(situations(*FAMILIES["maxima and absolute values"]))
def test_nothing_is_lost_the_other_way_either(situation):
    place, facts, conclusion = situation
    with flint.ctx.workprec(BITS), pytest.MonkeyPatch.context() as patch:
        assume(place.true(conclusion))
        proof = ("decision", (tuple(facts), conclusion), ())
        why = ""
        try:
            check(proof, Court(Universe(place, patch)))
        except NotProved as failure:
            why = str(failure)
        # what is true is proved, but for arithmetic that is refused for its size
        assert why == "" or "too" in why


def test_the_universe_of_these_tests_is_not_empty():
    """The oracle does refute, and what is false at the point stays unproved."""
    place = Place({"x": ball(2), "y": ball(-3), "z": ball(0)})
    over_y = ("product", X, ("power", Y, -1))
    with flint.ctx.workprec(BITS), pytest.MonkeyPatch.context() as patch:
        assert proved_at(place, [], ("<", over_y, ZERO), patch)
        assert not proved_at(place, [], (">", over_y, ZERO), patch)
        assert not proved_at(place, [], (">", ("product", Z, ("power", Z, -1)), ZERO), patch)
        assert not proved_at(place, [], (">", ("exp", ("log", Y)), ZERO), patch)


# --- nobody is believed ---------------------------------------------------------------------------

TRUE = ((), (">=", ("sum", ("power", X, 2), ("power", Y, 2)), ("product", number(2), X, Y)))
FALSE = ((), (">=", ("power", X, 2), X))


def goal_is_proved(goal, oracle):
    try:
        return check(("decision", goal, ()), Court(oracle))
    except NotProved:
        return None


def search(document):
    return find(document["variables"], document["hypotheses"], Effort.quick())


def test_an_honest_certificate_is_believed():
    theorem = goal_is_proved(TRUE, search)
    assert theorem.certified
    assert [question.answer for question in theorem.questions] == ["refuted"]


EVERYTHING = {"sum": [["1", [], []]], "zero": []}


def with_an_impossible_hypothesis(document):
    document["hypotheses"].append([])
    return {"split": len(document["hypotheses"]) - 1, "cases": []}


def with_a_contradiction_for_hypotheses(document):
    document["hypotheses"][:] = [[[["=", [["1"]]]]]]
    return {"sum": [["1", [], []]], "zero": [[0, [["-1"]]]]}


def with_a_contradiction_for_the_conclusion(document):
    document["hypotheses"][-1] = [[[">", [["-1"]]]]]
    return {"sum": [["1", [len(document["hypotheses"]) - 1], []], ["1", [], []]], "zero": []}


def without_anything(document):
    document.clear()
    return EVERYTHING


def within_itself():
    circle = {"split": 0, "cases": []}
    circle["cases"].append(circle)
    return circle


def without_an_end():
    deep = {"sum": [], "zero": []}
    for _ in range(20_000):
        deep = {"sign": [["1", "x0"]], "cases": {">=": deep, "<=": deep}}
    return deep


ANSWERS = [
    *({}, [], "", 0, True, "refuted", "two  solvers", b"two solvers", (AGREED,)),
    *({1, 2}, {1: 2}, object(), lambda document: AGREED, float("nan")),
    EVERYTHING,
    json.dumps(EVERYTHING),
    {"proof": EVERYTHING},
    {"sum": []},
    {"sum": [], "zero": []},
    {"sum": {1, 2}, "zero": []},
    *(
        {"sum": [[number, [], []]], "zero": []}
        for number in ("0", "1e0", float("inf"), float("nan"), 10**5000)
    ),
    *({"sum": [[number, [0], []]], "zero": []} for number in ("1", "-1")),
    {"split": 0, "cases": []},
    {"split": -1, "cases": []},
    {"split": 0, "cases": [EVERYTHING]},
    {"sign": [["1"]], "cases": {}},
    {"sign": [["1", "x0"]], "cases": {}},
    {"sign": [["1"]], "cases": {"=": EVERYTHING}},
    within_itself(),
    without_an_end(),
]
FORGERS = [
    with_an_impossible_hypothesis,
    with_a_contradiction_for_hypotheses,
    with_a_contradiction_for_the_conclusion,
    without_anything,
]


@pytest.mark.parametrize("goal", [FALSE, ((), (">", X, ZERO)), ((), ("=", X, ZERO))])
def test_no_answer_but_a_certificate_proves_anything(goal):
    for answer in ANSWERS:
        assert goal_is_proved(goal, lambda document, answer=answer: answer) is None
    for forge in FORGERS:  # it changes the question, and proves what it has made of it
        assert goal_is_proved(goal, forge) is None
    assert goal_is_proved(goal, search) is None  # and nothing of it is remembered


def test_a_certificate_of_another_question_proves_nothing():
    certificate = search(goal_is_proved(TRUE, search).questions[0].document)
    assert certificate is not None
    for goal in (FALSE, ((), (">", TRUE[1][1], TRUE[1][2]))):
        assert goal_is_proved(goal, lambda document: certificate) is None


def test_a_failing_oracle_is_not_a_proof():
    class BrokenError(Exception):
        pass

    def failing(document):
        raise BrokenError

    with pytest.raises(BrokenError):
        goal_is_proved(((), (">", X, Y)), failing)
    # and the next question is asked as if nothing had happened
    assert goal_is_proved(((), (">", X, Y)), lambda document: None) is None


def test_what_solvers_agree_on_has_no_certificate():
    fresh = ((), (">", ("power", ("sum", X, number(F(17, 19))), 2), number(-5)))
    theorem = goal_is_proved(fresh, lambda document: AGREED)
    assert theorem.certified is False
    assert [question.answer for question in theorem.questions] == ["two solvers"]
    # it stays so for whatever rests on it
    proof = ("decision", fresh, ())
    resting = ("instance", (("x", Y),), proof)
    assert check(resting, Court(lambda document: AGREED)).certified is False
    assert check(resting, Court(search)).certified is True


def test_an_agreement_is_forgotten():
    fresh = ((), (">", ("power", ("sum", X, number(F(23, 29))), 2), number(-7)))
    assert goal_is_proved(fresh, lambda document: AGREED)
    assert goal_is_proved(fresh, lambda document: None) is None


def test_a_question_keeps_what_was_asked():
    theorem = goal_is_proved(TRUE, search)
    (question,) = theorem.questions
    assert canonical(question.document) == question.text
    assert question.document == json.loads(question.text)
    question.document["hypotheses"].clear()
    assert question.document["hypotheses"]


def test_equal_goals_ask_equal_questions():
    renamed = ((), (">=", ("sum", ("power", Y, 2), ("power", X, 2)), ("product", Y, X, number(2))))
    asked = [
        {question.text for question in goal_is_proved(goal, search).questions}
        for goal in (TRUE, renamed, TRUE)
    ]
    assert asked[0] == asked[1] == asked[2]


@settings(max_examples=15)
@given(terms(size=6), terms(size=6))
def test_every_document_is_one_that_the_checker_reads(left, right):
    asked = []
    court = Court(lambda document: asked.append(canonical(document)))
    problem = Problem(court)
    try:
        problem.assume([(">=", left, ZERO)])
        problem.require((">", right, left))
    except NotProved:
        pass
    for text in asked:
        with pytest.raises(checker.Rejected) as reason:
            checker.check_text(f'{text[:-1]},"proof":{{"sum":[],"zero":[]}}}}')
        # the document is read: what is refused is the empty proof
        assert "variable" not in str(reason.value)
