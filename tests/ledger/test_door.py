"""What is claimed beside the goals does not pass: statements of which the parts say nothing."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pmlsym.ledger import Claim, Decided, Goal, Part, Sample, Witness, catalogue, reals
from pmlsym.ledger.checking.decisions import decisions
from pmlsym.ledger.checking.models import judged_on, meant_for_goals
from pmlsym.ledger.checking.origin import refuse_other_goals
from pmlsym.ledger.derived import stated
from pmlsym.ledger.display.claim_page import checked_page
from pmlsym.ledger.lemmas import COLUMN
from pmlsym.pages import as_text, how
from pmlsym.proof.verdict import NoVerdict
from pmlsym.statements.argument import Argument, PaperTheorem
from pmlsym.statements.assertion import Assertion, Compared, Domain, Enclosed, Quantity, whole_class
from pmlsym.statements.from_text import from_text
from pmlsym.statements.model import Model
from pmlsym.statements.text.vocabulary import StatementError

(x,) = reals("x")
JUNK = Part("x is below its square", Goal((x > 1,), x**2 > x), Decided)
FALSE = "PML(e) => pmin != 1/1000003"  # of no instance that is drawn
STEP = Argument("it is obvious", from_text("pmc(X->y) >= 0"))
BY_HAND = PaperTheorem("by hand", "it is enough", "because", STEP.test)
NUMBER = Quantity("x", "x", Fraction)
WHOLE = Domain("every whole number x", "", int, lambda number, _: number, tries=12)
AGAIN = Quantity("x", "x", lambda x: Fraction(x))
TWELVE = Quantity("12", "12", lambda _: Fraction(12))
FAR = Quantity("x + 9", "x+9", lambda x: Fraction(x + 9))
OWN = Assertion(WHOLE, (Compared(NUMBER, "<=", NUMBER),))


def make(**more):
    return Claim("door.one", "door", "p. 1", "says", **more)


def half(goal):
    return Witness(goal, {x: Fraction(1, 2)}, "by hand")


def there(text, **more):
    return make(asserts=(from_text(text, exists=True),), **more)


def said(text, **more):
    return make(asserts=(from_text(text),), parts=(JUNK,), **more)


def own(**more):
    return make(**{"asserts": (OWN,), "parts": (JUNK,), **more})


def tried_by(test):
    return own(arguments=(Argument("a step", test),))


WRONG = Part("two", Goal((x > 0,), x > 1), refute=half)
RIGHT = stated("LDP(e) => LIP(e)")
BOUNDED = make(**stated("X - Y - Z: n <= 1000 and pml(X->Z) <= pml(X->Y)"))
# it fails where e^10 equally likely secrets are published
TOO_SMALL = from_text("E[pml(X->y)^(1/2)] <= 3")
BOUND = Argument("a bound at every outcome", from_text("pml(X->y) <= log(1/pmin)"))
RETYPED = [Part(p.meaning, p.goal, p.prove, at=p.at) for p in BOUNDED.parts]
FALSE_TOO = from_text("pmin != 1/1000003")
INSTEAD = ({"arguments": (STEP,)}, {"reductions": (BY_HAND,)}, {})
NO_VERDICT = {  # the sentence, and the claims of which it is said
    "no instance on which the statement fails": [
        there(text, parts=(WRONG,))
        for text in ("n >= 2", "PML(e) => PMC(e)", "mutual_information(X;Y) > 8")
    ],
    "no instance in `models` shows it; prior": [there("pml(X->Y) > 1/2", parts=(JUNK,))],
    "no step of a person takes its place": [
        make(asserts=(TOO_SMALL,), parts=(JUNK,), arguments=(BOUND,)),
        make(**{**RIGHT, "asserts": (*RIGHT["asserts"], TOO_SMALL)}, arguments=(BOUND,)),
    ],
    "a goal of it is not among them": [
        said(FALSE),
        said(FALSE, reductions=(COLUMN,)),
        make(**{**RIGHT, "asserts": (*RIGHT["asserts"], FALSE_TOO)}),
        make(**{**RIGHT, "parts": (JUNK,), "reductions": ()}),
        *(said("n <= 1000", **more) for more in INSTEAD),
        *(said("pml(X->Y) <= 40", **more) for more in INSTEAD),
        *(said("LDP(e) => LIP(e)", **more) for more in INSTEAD),
    ],
    "is named, but a program reduces": [
        there("n >= 2", parts=(WRONG,), arguments=(BOUND,)),
        make(**RIGHT, arguments=(STEP,)),
        make(**{**RIGHT, "reductions": (*RIGHT["reductions"], BY_HAND)}),
        make(**{**RIGHT, "reductions": (*RIGHT["reductions"], replace(BY_HAND, test=None))}),
    ],
    "the parts leave off that X - Y - Z: .* alone": [
        replace(BOUNDED, parts=tuple(RETYPED)),
        replace(BOUNDED, parts=tuple(replace(p, bound="|X| <= 1000") for p in BOUNDED.parts)),
        replace(BOUNDED, parts=(RETYPED[0], *BOUNDED.parts[1:])),
    ],
    "nothing that is named and tested joins the goals": [own()],
    "has no test": [own(reductions=(replace(COLUMN, test=None),))],
    "of sizes and parameters alone": [tried_by(from_text("n >= 2"))],
    "would also hold with other constants": [
        tried_by(from_text("pml(X->y) <= a + 40 where a >= 1")),
        tried_by(replace(OWN, conclusion=(Compared(NUMBER, "<=", FAR),))),
    ],
    "fails on": [tried_by(from_text("pmc(X->y) = 0"))],
    "no instance decides it": [tried_by(from_text("PML(e) => pmc(X->y) <= 0 where e > 5, e < 4"))],
    "compares each side with itself": [tried_by(from_text("pml(X->y) = pml(X->y)")), tried_by(OWN)],
    "at least 10 different ones": [tried_by(replace(OWN, over=replace(WHOLE, tries=3)))],
    "hold on 1 instances": [tried_by(replace(OWN, over=replace(WHOLE, draw=lambda *_: 7)))],
    "search 2 gave a NoneType": [
        make(parts=(JUNK,), observed=(lambda: Sample("x", lambda _: [-1.0], 0), lambda: None))
    ],
}


@pytest.mark.parametrize("sentence", NO_VERDICT)
def test_what_the_goals_do_not_say_gives_no_verdict(sentence):
    for claim in NO_VERDICT[sentence]:
        with pytest.raises(NoVerdict, match=sentence):
            claim.check()


def test_no_decision_is_told_of_a_claim_without_its_goals():
    for claim in NO_VERDICT["a goal of it is not among them"][:2]:
        with pytest.raises(NoVerdict, match="a goal of it is not among them"):
            list(decisions([claim]))


def test_without_what_was_wrong_with_them_claims_are_proved():
    right = make(**RIGHT)
    told = Model.from_channel([[1, 0], [0, 1]], [Fraction(1, 2)] * 2)
    for claim in (
        right,
        replace(right, reductions=()),
        there("pml(X->Y) > 1/2", models=(told,)),
    ):
        found = claim.check()
        assert (found.verdict, found.tested) == ("proved", ())
    assert own().unchecked("nothing that is named")["verdict"] is None
    assert {part.bound for part in BOUNDED.parts} != {""}


def test_a_step_that_says_that_something_exists_or_has_no_test_is_refused():
    for test, reason in (
        (from_text("n >= 2", exists=True), "said of some instance"),
        ("pml(X->y) >= 0", "is a str, but has to be what from_text"),
    ):
        for step in (Argument, lambda says, test: PaperTheorem("a", says, "b", test)):
            with pytest.raises(StatementError, match=reason):
                step("a step", test)


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


# --- informal steps ------------------------------------------------------------------------------


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


def test_what_a_program_reduces_has_the_goals_of_the_program():
    """No claim of the ledger has an argument in their place."""
    for claim in catalogue.with_repairs(catalogue.claims()):
        meant = meant_for_goals(claim.asserts, judged_on(claim.asserts, claim.models))
        refuse_other_goals(meant, claim.parts)


# --- what is printed -----------------------------------------------------------------------------


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
