"""What is made of several checks or readings, against its definition on every short list."""

from fractions import Fraction as F
from itertools import product
from types import SimpleNamespace

import pytest

from pmlsym.statements import Model, parse, read, reading
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity, assertion
from pmlsym.statements.binders import OfSecret
from pmlsym.statements.bound import BoundStatement
from pmlsym.statements.from_text import from_text
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.payoffs import Attacked, Payoffs
from pmlsym.statements.search import counted
from pmlsym.statements.terms import Parameter
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.values import LogOf

CHECKS = [(False, False), (None, False), (True, False), (True, True)]  # true, and both sides equal


def lists_of(kinds, most=3):
    for length in range(most + 1):
        for chosen in product(kinds, repeat=length):
            yield [SimpleNamespace(true=true, equal=equal) for true, equal in chosen]


def weakest(checks):
    """The first that fails, else the first that is open, else the first that is tight."""
    for counts in (
        lambda one: one.true is False,
        lambda one: one.true is None,
        lambda one: one.equal,
        lambda one: True,
    ):
        for one in checks:
            if counts(one):
                return one
    return None


def test_the_weakest_of_several_checks(monkeypatch):
    """What is open is never hidden by what is true, and what fails by neither."""
    monkeypatch.setattr(reading, "_checks", lambda condition, here: condition)
    for checks in lists_of(CHECKS):
        conditions = [SimpleNamespace(check=lambda instance, one=one: one) for one in checks]
        assert assertion._weakest(conditions, None) is weakest(checks)
        assert reading.check_all([checks], None) is weakest(checks)
        assert reading.check_all([[one] for one in checks], None) is weakest(checks)


JUDGED = [  # applies, holds, equal
    (True, True, False),
    (True, True, True),
    (True, False, False),
    (True, None, False),
    (False, None, False),
    (None, None, False),
]


@pytest.mark.parametrize("exists", [False, True])
@pytest.mark.parametrize("stop", [False, True])
def test_what_came_of_several_readings(stop, exists):
    for chosen in product(JUDGED, repeat=3):
        every = [
            (place, SimpleNamespace(applies=applies, holds=holds, equal=equal))
            for place, (applies, holds, equal) in enumerate(chosen)
        ]
        fails = [pair for pair in every if pair[1].holds is False]
        read = every[: fails[0][0] + 1] if stop and fails and not exists else every
        found = counted(every, 7, stop, exists)
        assert found.seed == 7
        assert found.tried == len(read)
        assert found.applied == sum(one.applies is True for _, one in read)
        assert found.tight == sum(bool(one.holds and one.equal) for _, one in read)
        assert found.violations == (0 if exists else sum(one.holds is False for _, one in read))
        assert found.unseparated == sum(
            one.applies is None or (one.applies and one.holds is None) for _, one in read
        )
        telling = [pair for pair in read if pair[1].holds is exists]
        assert found.first == (telling[0] if telling else None)


def test_a_model_has_to_bring_the_variables_and_the_parameters():
    two = Model.from_channel([[1, 0], [0, 1]], ["1/2", "1/2"], a=1)
    assert from_text("a >= 0").covers(two)
    assert not from_text("a >= b").covers(two)
    assert not from_text("X, Z independent: a >= 0").covers(two)
    assert not from_text("X, Z independent: b >= 0").covers(two)


@pytest.mark.parametrize(
    "text",
    [
        *("n", "pmin", "a", "3/4", "pml(X->y)", "maximal_leakage(X->Y)"),
        *("-a", "pmax + 1", "exp(-n)/2", "a^2 - n", "E[exp(-pmc(X->y))]"),
        "max(a, 2*pmc(X->y), log(1 + pmin))",
    ],
)
def test_a_term_is_one_deeper_than_its_deepest_part(text):
    def depth(term):
        return 1 + max(map(depth, term.parts), default=0)

    every = [parse_term(text)]
    for term in every:
        assert term.depth == depth(term)
        every += term.parts


def test_the_number_of_secrets_that_is_asked_for():
    for text, size in (
        ("|X| = 2; |X| >= 2: n = 2", (2, 2)),
        ("|X| = 3; |X| >= 2: n = 3", (3, 3)),
        ("|X| >= 3: n >= 3", (3, None)),
        ("n >= 2", (2, None)),
    ):
        assert parse(text).size == size


def test_what_neither_side_of_an_assertion_does_is_said_so():
    one = Quantity("one", "1", lambda instance: F(1))
    less = (Compared(one, "<", one),)
    both = Assertion(Domain("every number", "x", int, lambda k, _: k), less, less, both_ways=True)
    judged = both.judge(3)
    assert str(judged).startswith("holds: neither side does, as this fails: one < one: ")
    assert not judged.equal
    assert both.trial(5).tight == 0


OPEN = "exp(a) + exp(-1000000) != exp(a)"  # no precision tells


@pytest.mark.parametrize("sides", [("a > 0", OPEN), (OPEN, "a > 0"), ("a < 0", OPEN), (OPEN, OPEN)])
def test_an_open_equivalence_is_blamed_on_its_open_side(sides):
    """On a statement, and on an assertion with the same conditions."""
    model = Model.from_channel([[1, 0], [0, 1]], ["1/2", "1/2"], a=1)
    found = read(parse(" <=> ".join(sides)), model)
    assert (found.applies, found.holds, str(found.check.condition)) == (True, None, OPEN)
    judged = BoundStatement(parse(" <=> ".join(sides)), Payoffs(())).judge(
        Attacked(((F(1, 2), F(0)), (F(0), F(1, 2))), 1, 0, 0, (), (("a", F(1)),))
    )
    assert (judged.applies, judged.holds, judged.check.condition) == (True, None, OPEN)


def test_equal_instances_are_judged_once():
    """The first of equal instances decides, so that the others need no evaluation."""
    measured = []

    def number(instance):
        measured.append(instance)
        return F(instance)

    three = Quantity("3", "3", lambda instance: F(3))
    numbers = Domain("every number", "x", int, lambda k, _: k % 5)
    found = Assertion(numbers, (Compared(Quantity("x", "x", number), "<=", three),)).trial(20)
    assert measured == [0, 1, 2, 3, 4]
    assert (found.tried, found.violations, found.tight, found.first[0]) == (5, 1, 1, 4)


@pytest.mark.parametrize("text", ["a > 1 => a > 2", "a > 1 <=> a > 2"])
def test_a_conclusion_counts_where_the_hypotheses_hold(text):
    for a in (0, 1, F(3, 2), 3):
        found = read(parse(text), Model.from_channel([[1], [1]], ["1/2", "1/2"], a=a))
        both = "<=>" in text
        assert found.applies is (both or a > 1)
        assert found.holds is ((a > 1) == (a > 2) if both else (a > 2 if a > 1 else None))


def test_values_are_of_the_instance_and_the_vocabulary_that_ask():
    """What the conditions of a statement share is not taken for another instance or statement."""
    said = [from_text(f"numbers a: a >= {n}") for n in (0, 2)]
    instances = [Parameters.of(a=F(n)) for n in (1, 3)]
    for _ in range(2):
        for one, least in zip(said, (0, 2), strict=True):
            for instance, a in zip(instances, (1, 3), strict=True):
                judged = one.judge(instance)
                assert (judged.holds, judged.left) == (a >= least, a)


def test_values_are_of_the_payoffs_of_the_statement():
    """The cost S is another function of the prior in each of two statements."""
    said = [Payoffs((OfSecret("cost", "S", parse_term(text), "all"),)) for text in ("1/p", "1")]
    instance = Attacked(((F(1, 6), F(1, 2)), (F(1, 6), F(1, 6))), 1, 0, 0)
    found = [over.quantity(Parameter("cost_S")).of(instance) for over in said * 2]
    assert found == [LogOf(F(4, 3)), LogOf(F(2, 3))] * 2
    assert found == [over.values(instance)["cost_S"] for over in said * 2]
