"""What is claimed beside the goals does not pass: statements of which the parts say nothing."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pmlsym.ledger import Claim, Decided, Goal, Part, Sample, Witness, catalogue, reals
from pmlsym.ledger.checking.decisions import decisions
from pmlsym.ledger.checking.origin import meant_for_goals, refuse_other_goals, tried
from pmlsym.ledger.derived import stated
from pmlsym.ledger.display.claim_page import checked_page
from pmlsym.ledger.display.claim_table import how
from pmlsym.ledger.lemmas import COLUMN
from pmlsym.pages import as_text
from pmlsym.proof.verdict import NoVerdict
from pmlsym.statements.argument import Argument, PaperTheorem
from pmlsym.statements.assertion import Assertion, Compared, Domain, Enclosed, Quantity, whole_class
from pmlsym.statements.finite import Finite
from pmlsym.statements.from_text import from_text
from pmlsym.statements.model import Model
from pmlsym.statements.text.vocabulary import StatementError

(x,) = reals("x")
JUNK = Part("x is below its square", Goal((x > 1,), x**2 > x), Decided)
FALSE = "PML(e) => pmin != 1/1000003"  # of no instance that is drawn


def make(**more):
    return Claim("door.one", "door", "p. 1", "says", **more)


# --- what exists ---------------------------------------------------------------------------------


def half(goal):
    return Witness(goal, {x: Fraction(1, 2)}, "by hand")


WRONG = Part("two", Goal((x > 0,), x > 1), refute=half)


@pytest.mark.parametrize("text", ["n >= 2", "PML(e) => PMC(e)", "mutual_information(X;Y) > 8"])
def test_a_goal_refutes_nothing_that_is_said_to_exist(text):
    there = make(asserts=(from_text(text, exists=True),), parts=(WRONG,))
    with pytest.raises(NoVerdict, match="no instance on which the statement fails"):
        there.check()
    step = Argument("a step", from_text("pml(X->y) <= log(1/pmin)"))
    with pytest.raises(NoVerdict, match="is named, but a program reduces"):
        replace(there, arguments=(step,)).check()


def test_no_step_takes_the_place_of_a_reduction():
    """The bound fails where e^10 equally likely secrets are published."""
    false = from_text("E[pml(X->y)^(1/2)] <= 3")
    step = Argument("a bound at every outcome", from_text("pml(X->y) <= log(1/pmin)"))
    right = stated("LDP(e) => LIP(e)")
    for more in (
        {"asserts": (false,), "parts": (JUNK,)},
        right | {"asserts": (*right["asserts"], false)},
    ):
        with pytest.raises(NoVerdict, match="no step of a person takes its place"):
            make(**more, arguments=(step,)).check()


def test_what_exists_is_said_without_an_arrow():
    both = from_text("|X| = 2: PML(e) => PMC(e) where e > 0", exists=True)
    assert both.words().endswith("|X| = 2: PML(e) and PMC(e) where e > 0.")
    assert "Longrightarrow" not in both.latex()
    assert "Longrightarrow" in from_text("PML(e) => PMC(e)").latex()


# --- enclosures ----------------------------------------------------------------------------------

ENDS = [Fraction(n) for n in range(4)]
INTERVALS = [(low, top) for low in ENDS for top in ENDS if low <= top]
TRUE_OF = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def enclosed(sign, left, right):
    return Enclosed(
        Quantity("l", "l", lambda _: left[0]),
        sign,
        Quantity("r", "r", lambda _: right[0]),
        left_top=lambda _: left[1],
        right_top=lambda _: right[1],
    )


@pytest.mark.parametrize("sign", TRUE_OF)
def test_enclosures_decide_what_all_their_numbers_say(sign):
    for left in INTERVALS:
        for right in INTERVALS:
            # halves lie inside every interval that is no point
            numbers = [
                [Fraction(n, 2) for n in range(7) if low <= Fraction(n, 2) <= top]
                for low, top in (left, right)
            ]
            said_of = {TRUE_OF[sign](a, b) for a in numbers[0] for b in numbers[1]}
            wanted = said_of.pop() if len(said_of) == 1 else None
            assert enclosed(sign, left, right).check(None).true is wanted, (left, right)


def test_enclosures_without_upper_ends_are_points():
    one, other = (Quantity("q", "q", lambda _, n=n: Fraction(n)) for n in (1, 2))
    assert Enclosed(one, "=", one).check(None).true is True
    assert Enclosed(one, "!=", other).check(None).true is True
    assert Enclosed(one, "=", other, right_top=lambda _: Fraction(3)).check(None).true is False


# --- goals of other statements -------------------------------------------------------------------


@pytest.mark.parametrize("reductions", [(), (COLUMN,)])
def test_a_statement_that_can_be_reduced_needs_its_goals(reductions):
    wrong = make(asserts=(from_text(FALSE),), parts=(JUNK,), reductions=reductions)
    with pytest.raises(NoVerdict, match="a goal of it is not among them"):
        wrong.check()
    with pytest.raises(NoVerdict, match="a goal of it is not among them"):
        list(decisions([wrong]))


def test_every_statement_needs_its_goals_and_not_the_first_alone():
    right = make(**stated("LDP(e) => LIP(e)"))
    assert replace(right, reductions=()).check().verdict == "proved"
    for wrong in (
        replace(right, asserts=(*right.asserts, from_text("pmin != 1/1000003"))),
        replace(right, parts=(JUNK,), reductions=()),
    ):
        with pytest.raises(NoVerdict, match="a goal of it is not among them"):
            wrong.check()


@pytest.mark.parametrize("text", ["n <= 1000", "pml(X->Y) <= 40", "LDP(e) => LIP(e)"])
def test_an_informal_step_does_not_replace_the_goals_of_a_program(text):
    step = Argument("it is obvious", from_text("pmc(X->y) >= 0"))
    theorem = PaperTheorem("by hand", "it is enough", "because", step.test)
    for more in ({"arguments": (step,)}, {"reductions": (theorem,)}, {}):
        with pytest.raises(NoVerdict, match="a goal of it is not among them"):
            make(asserts=(from_text(text),), parts=(JUNK,), **more).check()


NUMBER = Quantity("x", "x", Fraction)
WHOLE = Domain("every whole number x", "", int, lambda number, _: number, tries=12)
AGAIN = Quantity("x", "x", lambda x: Fraction(x))
TWELVE = Quantity("12", "12", lambda _: Fraction(12))
FAR = Quantity("x + 9", "x+9", lambda x: Fraction(x + 9))
OWN = Assertion(WHOLE, (Compared(NUMBER, "<=", NUMBER),))


def test_nothing_between_statement_and_goals_gives_no_verdict():
    own = make(asserts=(OWN,), parts=(JUNK,))
    with pytest.raises(NoVerdict, match="nothing that is named and tested joins the goals"):
        own.check()
    with pytest.raises(NoVerdict, match="has no test"):
        replace(own, reductions=(replace(COLUMN, test=None),)).check()
    row = own.unchecked("nothing that is named")
    assert row["verdict"] is None
    assert "nothing that is named" in row["reason"]


def test_an_informal_step_of_a_person_is_proved_on_paper_tested_and_printed():
    own = make(asserts=(OWN,), parts=(JUNK,), reductions=(COLUMN,))
    found = own.check().as_dict()
    assert (found["verdict"], found["reason"]) == ("proved-on-paper", None)
    (row,) = found["arguments"]
    assert row["text"] == COLUMN.name
    assert row["tested"] == COLUMN.test.tries
    assert row["test"] == COLUMN.test.words()
    for shown in (as_text(checked_page(found)), how(found)):
        assert f"informal step: {COLUMN.name}" in " ".join(shown.split())
    part = replace(JUNK, bound="x <= 4")
    assert replace(own, parts=(part,)).check().verdict == "proved-on-paper"
    program = make(**stated("LDP(e) => LIP(e)")).check()
    assert (program.verdict, program.tested) == ("proved", ())


def test_what_a_program_proves_needs_no_informal_step():
    right = make(**stated("LDP(e) => LIP(e)"))
    step = Argument("it is obvious", from_text("pmc(X->y) >= 0"))
    with pytest.raises(NoVerdict, match='"it is obvious" is named, but a program reduces'):
        replace(right, arguments=(step,)).check()


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        (from_text("n >= 2"), "of sizes and parameters alone"),
        (from_text("pml(X->y) <= a + 40 where a >= 1"), "would also hold with other constants"),
        (from_text("pmc(X->y) = 0"), "fails on"),
        (from_text("PML(e) => pmc(X->y) <= 0 where e > 5, e < 4"), "no instance decides it"),
        (replace(OWN, conclusion=(Compared(NUMBER, "<=", FAR),)), "other constants"),
        (from_text("pml(X->y) = pml(X->y)"), "compares each side with itself"),
        (OWN, "compares each side with itself"),
        (replace(OWN, over=replace(WHOLE, tries=3)), "at least 10 different ones"),
        (replace(OWN, over=replace(WHOLE, draw=lambda *_: 7)), "hold on 1 instances"),
    ],
    ids=[
        *("sizes", "a bound that nothing reaches", "false", "never applies", "far", "itself"),
        *("a quantity that is itself", "few instances", "one instance"),
    ],
)
def test_a_step_whose_test_tells_nothing_gives_no_verdict(test, reason):
    own = make(asserts=(OWN,), parts=(JUNK,), arguments=(Argument("a step", test),))
    with pytest.raises(NoVerdict, match=reason):
        own.check()
    with pytest.raises(StatementError, match="said of some instance"):
        PaperTheorem("a", "b", "c", from_text("n >= 2", exists=True))


def test_a_theorem_that_fails_on_an_instance_gives_no_verdict_and_is_tried_once():
    number, instances = Quantity("x", "x", Fraction), []
    whole = Domain(
        "every x", "", int, lambda number, _: instances.append(number) or number, tries=12
    )
    true = Assertion(whole, (Compared(number, "=", AGAIN),))
    theorem = PaperTheorem("counted", "x is x", "because", true)
    plain = replace(whole, draw=lambda number, _: number)
    grows = make(asserts=(replace(true, over=plain),), parts=(JUNK,), reductions=(theorem,))
    assert [replace(grows, id=f"t.{i}").check().tested[0]["tested"] for i in range(3)] == [12] * 3
    assert instances == list(range(12))
    fails = replace(theorem, test=replace(true, conclusion=(Compared(number, "!=", number),)))
    with pytest.raises(NoVerdict, match='the step "counted" fails on 0'):
        replace(grows, reductions=(fails,)).check()


def test_a_theorem_by_which_nothing_is_reduced_is_refused():
    """It would be printed with a test that nobody tries."""
    right = stated("LDP(e) => LIP(e)")
    for test in (from_text("PML(e) => PMC(e)"), None):
        false = PaperTheorem("PML is PMC", "eps-PML implies eps-PMC", "because", test)
        more = make(**{**right, "reductions": (*right["reductions"], false)})
        with pytest.raises(NoVerdict, match='"PML is PMC" is named, but a program reduces'):
            more.check()


def test_what_is_said_to_exist_is_shown_by_an_instance_that_is_given():
    there = from_text("pml(X->Y) > 1/2", exists=True)
    with pytest.raises(NoVerdict, match="no instance in `models` shows it; prior"):
        make(asserts=(there,), parts=(JUNK,)).check()
    half = Fraction(1, 2)
    told = Model.from_channel([[1, 0], [0, 1]], [half, half])
    assert make(asserts=(there,), models=(told,)).check().verdict == "proved"


def test_what_a_program_reduces_has_the_goals_of_the_program():
    """No claim of the ledger has an argument in their place."""
    for claim in catalogue.with_repairs(catalogue.claims()):
        refuse_other_goals(meant_for_goals(claim.asserts, claim.models), claim.parts)


# --- sizes ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bounded():
    return make(**stated("X - Y - Z: n <= 1000 and pml(X->Z) <= pml(X->Y)"))


def test_the_sizes_of_a_reduction_cannot_be_left_off(bounded):
    assert {part.bound for part in bounded.parts} != {""}
    retyped = [Part(p.meaning, p.goal, p.prove, at=p.at) for p in bounded.parts]
    other = [replace(p, bound="|X| <= 1000") for p in bounded.parts]
    one = [replace(bounded.parts[0], bound=""), *bounded.parts[1:]]
    for parts in (retyped, other, one):
        with pytest.raises(NoVerdict, match=r"the parts leave off that X - Y - Z: .* alone"):
            replace(bounded, parts=tuple(parts)).check()


# --- what is printed -----------------------------------------------------------------------------


def test_a_search_beside_the_evidence_gives_a_sample():
    right = make(parts=(JUNK,))
    sample = Sample("some x", lambda _: [-1.0], 0)
    wrong = replace(right, observed=(lambda: sample, lambda: None))
    with pytest.raises(NoVerdict, match="search 2 gave a NoneType"):
        wrong.check()


def test_what_is_typed_by_hand_does_not_look_like_the_statement():
    derived = make(**stated("LDP(e) => LIP(e)"))
    typed = replace(derived, statement="1=2", says="every mechanism leaks nothing")
    assert typed.latex == derived.latex != "1=2"
    row = typed.check().as_dict()
    assert (row["statement"], row["as_typed"]) == (derived.latex, "1=2")
    assert row["text"] == "LDP(e) => LIP(e)"
    page = as_text(typed.page())
    assert page.index("claimed: every mechanism leaks nothing") < page.index("checked: LDP(e)")
    assert "typed by a person" in page
    assert "typed by a person" not in as_text(derived.page())


def test_a_claim_without_a_statement_shows_its_goals_as_the_statement():
    bare = make(parts=(JUNK,), statement="1=2")
    row = bare.check().as_dict()
    assert (row["verdict"], row["statement"]) == ("proved", JUNK.goal.latex())
    assert row["words"] == str(JUNK.goal)


class Boasting(Finite):
    """Could say of itself that it held on very many instances."""


@pytest.mark.parametrize("step", [Argument, lambda says, test: PaperTheorem("a", says, "b", test)])
def test_a_test_that_only_looks_like_one_is_refused(step):
    test = from_text("pml(X->y) >= 0")
    assert step("a step", test).test is test
    with pytest.raises(StatementError, match="is a Boasting, but has to be what from_text"):
        step("a step", Boasting(test.statement))
    with pytest.raises(StatementError, match="is a str, but"):
        step("a step", "pml(X->y) >= 0")


def test_what_was_tried_of_a_theorem_is_not_told_of_another(monkeypatch):
    """One may equal another by a lie in something that it holds."""
    one, other = (PaperTheorem("a", "b", "c", from_text("pml(X->y) >= 0")) for _ in range(2))
    assert one == other
    count = tried(one)
    assert count > 100
    monkeypatch.setattr(Finite, "trial", lambda *_: pytest.fail("it is tried again"))
    assert tried(one) == count
    with pytest.raises(pytest.fail.Exception, match="tried again"):
        tried(other)


@pytest.mark.parametrize("exists", [False, True])
def test_a_given_instance_is_read_only_where_the_statement_says_which_are_meant(exists):
    """The generator alone keeps to what the words say; an instance is not drawn by it."""
    small = replace(WHOLE, words="every x from 0 to 11")
    below = Assertion(
        small, (Compared(NUMBER, "<" if not exists else ">=", TWELVE),), exists=exists
    )
    given = make(asserts=(below,), models=(12,))
    with pytest.raises(NoVerdict, match="nothing says whether it is one of those"):
        given.check()
    large = replace(small, outside=lambda x: "" if 0 <= x < 12 else f"{x} is not from 0 to 11.")
    with pytest.raises(NoVerdict, match="no statement is decided by 12"):
        replace(given, asserts=(replace(below, over=large),)).check()
    every = replace(below, over=replace(small, words="every whole number x", outside=whole_class))
    verdict = replace(given, asserts=(every,)).check().verdict
    assert verdict == ("proved" if exists else "refuted")


def test_what_is_said_to_exist_is_shown_by_its_instance_and_counted_on_no_other():
    every = replace(WHOLE, outside=whole_class)
    some = Assertion(every, (Compared(NUMBER, "=", TWELVE),), exists=True)
    found = make(asserts=(some,), models=(12,)).check()
    assert (found.verdict, found.models["tried"]) == ("proved", 0)
    odd = replace(some, conclusion=(Compared(NUMBER, "=", TWELVE), Compared(NUMBER, "<", FAR)))
    small = replace(some, conclusion=(Compared(NUMBER, "<", TWELVE),))
    assert make(asserts=(some, odd), models=(12,)).check().verdict == "proved"
    with pytest.raises(NoVerdict, match="nothing shows that"):
        make(asserts=(some, small), models=(12,)).check()
