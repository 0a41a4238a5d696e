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
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from pmlsym.proof import checker
from pmlsym.proof.kernel import conditions
from pmlsym.proof.kernel.check import check
from pmlsym.proof.kernel.normal import Atoms
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


@st.composite
def situations(draw, words, leaves=(), size=6, values=SMALL):
    """A point, facts that are true there, and any relation."""
    with flint.ctx.workprec(BITS):
        place = draw(places(values))
        inside = terms(words, leaves, size)
        count = draw(st.integers(0, 2))
        facts = [true_relations(draw, place, inside) for _ in range(count)]
        conclusion = (draw(st.sampled_from(SIGNS)), draw(inside), draw(inside))
        return place, facts, conclusion


# an oracle may keep quiet about anything, and about the signs of divisors, which are asked first
SHY = st.one_of(st.lists(st.booleans(), max_size=12), st.integers(0, 8).map(lambda n: [True] * n))
DIVIDED = st.builds(
    lambda top, below, power: ("product", top, ("power", below, -power)),
    terms(ARITHMETIC, size=3),
    terms(ARITHMETIC, size=3),
    st.integers(1, 3),
)


def check_situation(situation, shy):
    place, facts, conclusion = situation
    with flint.ctx.workprec(BITS), pytest.MonkeyPatch.context() as patch:
        proved = proved_at(place, facts, conclusion, patch, shy)
        assert not proved or place.true(conclusion)
    return proved


@given(situations(ARITHMETIC), SHY)
def test_what_is_proved_of_quotients_is_true(situation, shy):
    check_situation(situation, shy)


@given(st.data(), SHY)
def test_what_is_proved_of_divisors_of_any_sign_is_true(data, shy):
    with flint.ctx.workprec(BITS):
        place = data.draw(places())
        facts = [true_relations(data.draw, place, DIVIDED)]
        conclusion = (data.draw(st.sampled_from(SIGNS)), data.draw(DIVIDED), data.draw(DIVIDED))
    check_situation((place, facts, conclusion), shy)


@given(situations((*ARITHMETIC, "max", "min", "abs")), SHY)
def test_what_is_proved_of_maxima_and_absolute_values_is_true(situation, shy):
    check_situation(situation, shy)


@given(situations((*ARITHMETIC, "exp", "log"), values=st.fractions(-2, 2, max_denominator=2)), SHY)
def test_what_is_proved_of_exponentials_is_true(situation, shy):
    check_situation(situation, shy)


@given(situations(("sum", "product", "round", "indicator", "abs", "max"), size=5), SHY)
def test_what_is_proved_of_rounding_and_events_is_true(situation, shy):
    check_situation(situation, shy)


@given(st.data(), SHY)
def test_what_is_proved_of_maxima_of_quotients_is_true(data, shy):
    largest = st.one_of(
        st.tuples(st.sampled_from(["max", "min"]), DIVIDED, DIVIDED),
        DIVIDED.map(lambda quotient: ("abs", quotient)),
    )
    with flint.ctx.workprec(BITS):
        place = data.draw(places())
        conclusion = (data.draw(st.sampled_from(SIGNS)), data.draw(largest), data.draw(DIVIDED))
    check_situation((place, [], conclusion), shy)


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


MEANS = st.one_of(
    terms((*ARITHMETIC, "exp"), (W,), 4).map(lambda body: ("mean", LAW, body)),
    terms(ARITHMETIC, size=2),
).flatmap(lambda one: st.sampled_from([one, ("product", X, one), ("sum", one, Y)]))


@given(st.data(), SHY)
def test_what_is_proved_of_means_is_true(data, shy):
    with flint.ctx.workprec(BITS):
        place = data.draw(places())
        facts = [true_relations(data.draw, place, MEANS)]
        conclusion = (data.draw(st.sampled_from(SIGNS)), data.draw(MEANS), data.draw(MEANS))
        finite = [("finite", m) for m in (conclusion[1], conclusion[2]) if m[0] == "mean"]
    check_situation((place, [*facts, *finite], conclusion), shy)


def power_of(base, exponent):
    return ("exp", ("product", number(exponent), ("log", base)))


EXPONENTS = st.fractions(-2, 2, max_denominator=3)
ROOTS = st.builds(
    lambda base, p, q, c: ("sum", ("product", power_of(base, p), number(c)), power_of(base, q)),
    st.sampled_from([X, Y, ("product", X, Y), ("sum", X, ONE), ("power", X, -1)]),
    EXPONENTS,
    EXPONENTS,
    SMALL,
)


@given(st.data(), SHY)
def test_what_is_proved_of_fractional_powers_is_true(data, shy):
    with flint.ctx.workprec(BITS):
        place = data.draw(places(st.fractions(F(1, 4), 4, max_denominator=4)))
        facts = [true_relations(data.draw, place, ROOTS), (">", X, ZERO), (">", Y, ZERO)]
        conclusion = (data.draw(st.sampled_from(SIGNS)), data.draw(ROOTS), data.draw(ROOTS))
    check_situation((place, facts, conclusion), shy)


@st.composite
def exponential_polynomials(draw):
    """Sums of c exp(a x) exp(b y): at logarithms of rational numbers these are algebraic."""
    parts = [
        ("product", number(draw(SMALL)), ("exp", ("product", number(draw(EXPONENTS)), name)))
        for name in draw(st.lists(st.sampled_from([X, Y]), min_size=1, max_size=3))
    ]
    return ("sum", *parts)


@given(st.data(), SHY)
def test_what_is_proved_at_logarithms_of_rational_numbers_is_true(data, shy):
    with flint.ctx.workprec(BITS):
        place = data.draw(places())
        logs = st.sampled_from([F(1, 4), F(1, 2), F(1), F(2), F(4), F(8)])
        place.numbers = {name: ball(data.draw(logs)).log() for name in place.numbers}
        facts = [true_relations(data.draw, place, exponential_polynomials())]
        sides = data.draw(exponential_polynomials()), data.draw(exponential_polynomials())
        conclusion = (data.draw(st.sampled_from(SIGNS)), *sides)
    check_situation((place, facts, conclusion), shy)


@settings(max_examples=20)
@given(situations((*ARITHMETIC, "max", "min", "abs"), size=5))
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


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (power_of(X, F(1, 2)), (">", X, ZERO)),
        (power_of(X, F(1, 2)), (">=", X, ZERO)),
        (("log", X), (">", X, ZERO)),
        (("abs", ("power", X, -1)), ("!=", X, ZERO)),
        (("max", ("power", X, -1), Y), ("!=", X, ZERO)),
        (("exp", ("power", X, -1)), ("!=", X, ZERO)),
    ],
    ids=str,
)
def test_a_term_that_may_have_no_value_gives_none_to_others(term, value):
    # that a mean is finite is said of where its body has a value
    finite = ("finite", ("mean", LAW, ("product", term, W)))
    assert goal_is_proved(((finite,), value), search) is None
    assert goal_is_proved(((finite, ("defined", term)), value), search) is not None


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


GARBAGE = [
    {},
    [],
    "",
    0,
    True,
    "two  solvers",
    b"two solvers",
    {"sum": []},
    {"sum": [], "zero": []},
    {"sum": [["1", [], []]], "zero": []},
    {"sum": [["0", [], []]], "zero": []},
    {"sum": [["-1", [0], []]], "zero": []},
    {"split": 0, "cases": []},
    {"sign": [["1", "x0"]], "cases": {}},
    {"proof": {"sum": []}},
    object(),
    {1, 2},
    lambda document: AGREED,
    float("nan"),
    {"sum": float("inf"), "zero": []},
    {object(): 1},
    type("Agreed", (str,), {})(AGREED),
]


@pytest.mark.parametrize("answer", GARBAGE, ids=lambda a: type(a).__name__)
@pytest.mark.parametrize("goal", [FALSE, ((), (">", X, ZERO)), ((), ("=", X, ZERO))])
def test_garbage_proves_nothing(answer, goal):
    assert goal_is_proved(goal, lambda document: answer) is None


def test_a_tree_without_an_end_proves_nothing():
    deep = {"sum": [], "zero": []}
    for _ in range(20_000):
        deep = {"sign": [["1", "x0"]], "cases": {">=": deep, "<=": deep}}
    assert goal_is_proved(FALSE, lambda document: deep) is None
    circle = {"split": 0, "cases": []}
    circle["cases"].append(circle)
    assert goal_is_proved(FALSE, lambda document: circle) is None


def test_a_certificate_of_another_question_proves_nothing():
    certificate = search(goal_is_proved(TRUE, search).questions[0].document)
    assert certificate is not None
    for goal in (FALSE, ((), (">", TRUE[1][1], TRUE[1][2]))):
        assert goal_is_proved(goal, lambda document: certificate) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["hypotheses"].append([[[">", [["-1"]]]]]),
        lambda document: document["hypotheses"].__setitem__(-1, [[[">", [["-1"]]]]]),
        lambda document: document["hypotheses"][-1].clear(),
        lambda document: document["hypotheses"].clear(),
        lambda document: document.update(hypotheses=[[[[">", [["-1"]]]]]]),
        lambda document: document["hypotheses"].insert(0, []),
    ],
)
def test_an_oracle_cannot_change_the_question(change):
    contradiction = {"sum": [["1", [0], []], ["1", [], []]], "zero": []}

    def lying(document):
        change(document)
        last = len(document["hypotheses"]) - 1
        for fact in (0, last):
            tree = {"sum": [["1", [fact], []], ["1", [], []]], "zero": []}
            text = json.dumps({**document, "proof": tree})
            if '"-1"' in text:
                return tree
        return contradiction

    goal = ((), (">=", ("power", Y, 2), Y))
    assert goal_is_proved(goal, lying) is None
    theorem_or_none = goal_is_proved(((), ("<", ("power", Z, 2), Z)), lying)
    assert theorem_or_none is None


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


def test_what_is_asked_is_neither_of_high_degree_nor_long():
    atoms = Atoms()
    (((atom, _),),) = atoms.quotient(X).top

    def asked(polynomial):
        return conditions.claimed_sentences(atoms, [], conditions.compared(">", polynomial))

    assert asked({((atom, 40),): 1}) == (["x0"], [[[[">", [["1", *["x0"] * 40]]]]]])
    assert asked({((atom, 1),): 1, (): 2**330 - 1}) is not None
    assert asked({((atom, 41),): 1}) is None
    assert asked({((atom, 1),): 1, (): 2**330}) is None


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
