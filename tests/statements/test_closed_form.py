"""Mechanisms that are written down, and their instances: what is accepted is what is judged."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from pmlsym.errors import InputError, ParameterError
from pmlsym.ledger import Claim, NoVerdict
from pmlsym.statements.specific import Entries, Mechanism, Specific, about
from pmlsym.statements.specific.levels import Levels, any_levels
from pmlsym.statements.text.parse import parse
from pmlsym.statements.text.vocabulary import StatementError

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
EVEN, UNEVEN = Levels((HALF, HALF), ()), Levels((HALF / 2, 3 * HALF / 2), ())
DRAW = any_levels()
TELL = (Entries("1", "0", "own"),)
COIN = (Entries("1/2", "1/2", "own"), Entries("1/2", "1/2", "own"))
IDENTITY = Mechanism("the identity", TELL)


class Near(Fraction):
    """A fraction that is not exactly one."""


def checked(said, instance):
    """Check a claim that an instance is to refute."""
    return Claim("a.b", "a", "W", "x", asserts=(said,), models=(instance,)).check()


# --- what is handed in --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "worst",
    [
        [("pml", "pmin")],
        5,
        ("pml",),
        (("pml",),),
        (("leak", "pmin"),),
        (("pml", "pmid"),),
        (("pml", []),),
        (("pml", 0),),
        (("pml", "pmin"), ("pml", "pmax")),
    ],
)
def test_where_a_leakage_is_largest_is_a_plain_tuple_of_pairs(worst):
    with pytest.raises(StatementError):
        Mechanism("the identity", TELL, worst)


@pytest.mark.parametrize("place", [0.0, True, Fraction(0), 2, "pmin"])
def test_one_of_a_few_answers_is_named_by_its_number(place):
    with pytest.raises(StatementError, match="none of"):
        Mechanism("a coin", COIN, (("pml", place),))


@pytest.mark.parametrize(
    "where",
    [
        5,
        "n = 2",
        ["n = 2"],
        (5,),
        # more than conditions: before, the conclusion alone was kept
        ("r <= 1 => r >= 0",),
        ("r >= 0 where r <= 1",),
        ("r <= 1 <=> r >= 0",),
        ("|X| = 2: r >= 0",),
        ("PML(1)",),
        ("PML(?)",),
        # of what the mechanism does, and not of what it is made from
        ("pml(X->Y) <= 1",),
        ("E[pml(X->y)] <= 1",),
        ("p_y >= 1/2",),
    ],
)
def test_a_mechanism_is_for_conditions_on_its_parameters(where):
    with pytest.raises(InputError):
        Mechanism("the identity", TELL, (), where)


def test_conditions_of_a_mechanism_become_those_of_the_statement():
    one = Mechanism("the identity", TELL, (), ("r >= 0 and r <= 1", "pmin < 1/3"))
    assert str(about("n >= 2", one, draw=any_levels("r")).statement) == (
        "n >= 2 where r >= 0, r <= 1, pmin < 1/3"
    )


@pytest.mark.parametrize("name", [5, "", " ", "x\x1b[31m", "it\nverdict: proved", "a\u202eb"])
def test_a_mechanism_has_a_name_that_is_printed(name):
    with pytest.raises(StatementError):
        Mechanism(name, TELL)


@pytest.mark.parametrize(
    "given",
    [
        lambda: Entries(1, "2", "own"),
        lambda: Entries("1", "0", []),
        lambda: Entries("1", 0, 1),
    ],
)
def test_answers_are_of_terms(given):
    with pytest.raises(StatementError):
        given()


def test_an_answer_can_be_replaced():
    one = Entries("1 - (1 - p_y)*exp(-r)", "p_y*exp(-r)", "own")
    other = replace(one, larger="other")
    assert (other.entries, other.larger) == (one.entries, "other")
    assert replace(other, larger="own", own=str(one.own)) == one


@pytest.mark.parametrize(
    "given",
    [
        lambda: about("n >= 2", 5, draw=DRAW),
        lambda: about("n >= 2", draw=DRAW),
        lambda: about(5, IDENTITY, draw=DRAW),
        lambda: about("n >= 2", IDENTITY, draw=None),
        lambda: about("n >= 2", IDENTITY, draw=DRAW, tries="many"),
        lambda: Specific(parse("n >= 2"), [IDENTITY], DRAW),
        lambda: Specific(parse("n >= 2"), 5, DRAW),
        lambda: Specific("n >= 2", (IDENTITY,), DRAW),
        lambda: any_levels(5),
        lambda: any_levels("p_min"),
    ],
)
def test_a_statement_is_about_a_plain_tuple_of_mechanisms(given: Callable[[], object]):
    with pytest.raises(StatementError):
        given()


@pytest.mark.parametrize(
    "prior",
    [
        (0.5, 0.5),
        ("1/2", "1/2"),
        {HALF: 1},
        5,
        (),
        (HALF, THIRD),
        (3 * HALF, -HALF),
        (Fraction(1), Fraction(0)),
    ],
)
def test_an_instance_has_an_exact_prior(prior):
    with pytest.raises(InputError):
        Levels(prior, ())


@pytest.mark.parametrize("prior", [[HALF, HALF], (HALF, HALF)])
def test_a_prior_is_copied(prior):
    instance = Levels(prior, [["c", Near(1, 2)]])
    assert type(instance.prior) is tuple
    assert [type(mass) for mass in instance.prior] == [Fraction, Fraction]
    assert instance.levels == (("c", HALF),)
    assert type(instance["c"]) is Fraction
    assert {type(part) for part in (instance.levels, *instance.levels)} == {tuple}


@pytest.mark.parametrize(
    "levels",
    [
        {"c": HALF},
        5,
        (("c",),),
        ((5, HALF),),
        (("pmin", HALF),),
        (("c", 2.0),),
        (("c", Fraction(0)),),
        (("c", -HALF),),
        (("c", HALF), ("c", THIRD)),
    ],
)
def test_an_instance_has_positive_exponentials_by_name(levels):
    with pytest.raises(ParameterError):
        Levels((HALF, HALF), levels)


def test_an_instance_without_a_parameter_is_refused():
    with pytest.raises(ParameterError, match="with all levels"):
        about("c >= 0", IDENTITY, draw=any_levels("c")).judge(EVEN)


# --- what is judged -----------------------------------------------------------------------------


ROOT = Mechanism(
    "half a root of two",
    (
        Entries("2^(1/2)/2", "1 - 2^(1/2)/2", "own"),
        Entries("1 - 2^(1/2)/2", "2^(1/2)/2", "other"),
    ),
)


def test_an_irrational_entry_refutes_nothing():
    # under (1/2, 1/2) both answers have the probability 1/2, and no lift is below 0
    said = about("pml(X->y) >= 0", ROOT, draw=DRAW)
    judged = said.judge(EVEN)
    assert (judged.applies, judged.holds) == (True, None)
    with pytest.raises(NoVerdict):
        checked(said, EVEN)


@pytest.mark.parametrize(
    ("own", "other"),
    [
        ("log(-1)", "0"),  # no value
        ("1/(n - 2)", "0"),
        ("-log(0)", "1"),  # infinite
        ("3/2", "-1/2"),
        ("1/2", "1/3"),
        ("2^(1/2)", "1 - 2^(1/2)"),  # rows sum to one, but an entry is about -0.41
        ("2^(1/2)/2", "1/2"),  # rows sum to about 1.21
    ],
)
def test_entries_of_no_mechanism_refute(own, other):
    said = about("pml(X->y) >= 0", Mechanism("it", (Entries(own, other, "own"),)), draw=DRAW)
    assert said.judge(EVEN).holds is False
    assert repr(checked(said, EVEN)) == "<a.b: refuted>"


HALVES = Mechanism("halves", (Entries("2*p_y - 1", "2*p_y", "other"),))


def test_where_its_proviso_is_not_met_a_statement_does_not_apply():
    # p_y is 1/4 and 3/4: the entries are those of no mechanism, which nobody said of such priors
    said = about("pml(X->y) >= 0 where p_y >= 1/2", HALVES, draw=DRAW)
    assert said.judge(UNEVEN).applies is False
    with pytest.raises(NoVerdict):
        checked(said, UNEVEN)
    assert said.judge(EVEN).holds is True
    # where it is met, or is about the answers of a mechanism that is none, it is refuted
    for text in ("p_y >= 1/4", "q_y >= 1/2", "p_y + q_y >= 1"):
        judged = about(f"pml(X->y) >= 0 where {text}", HALVES, draw=DRAW).judge(UNEVEN)
        assert judged.holds is False, text


def test_of_entries_that_are_not_read_it_is_open_which_answers_are_possible():
    one = Mechanism("it", (Entries("1 - (1 - p_y)*exp(-r)^(1/2)", "p_y*exp(-r)^(1/2)", "own"),))
    instance = Levels((HALF, HALF), (("r", Fraction(2)),))
    for text, applies in (("p_y > 1/2", None), ("p_y >= 1/2", True)):
        judged = about(f"pml(X->y) >= 0 where {text}", one, draw=any_levels("r")).judge(instance)
        assert (judged.applies, judged.holds) == (applies, None), text


def test_a_proviso_on_answers_that_are_impossible_asks_nothing():
    # y = 0 never happens, so only p_y = 3/4 is asked about
    other = Mechanism(
        "the likelier one",
        (Entries("(p_y - pmin)/(pmax - pmin)", "(p_y - pmin)/(pmax - pmin)", "own"),),
    )
    said = about("q_y = 1 where p_y >= 1/2, pmin < pmax", other, draw=DRAW)
    assert said.judge(UNEVEN).holds is True


@pytest.mark.parametrize(
    ("proviso", "applies"),
    [
        # the identity on two secrets of probability 1/2: every lift is 2 or 0
        ("pml(X->Y) > 0", True),
        ("pml(X->Y) = 0", False),
        ("E[pml(X->y)] = log(2)", True),
        ("E[pml(X->y)] < 1/2", False),
        ("maximal_leakage(X->Y) > 0", True),
        ("maximal_leakage(X->Y) = 0", False),
        ("q_y > 1/2", False),
        ("pmc(X->Y) <= 1", False),
    ],
)
def test_provisos_are_read_where_the_answers_are(proviso, applies):
    judged = about(f"n >= 3 where {proviso}", IDENTITY, draw=DRAW).judge(EVEN)
    assert judged.applies is applies
    assert judged.holds is (False if applies else None)


def test_provisos_may_be_about_the_second_mechanism():
    said = about("pml(X->Z) >= 0 where pml(X->Z) <= 5, p_z >= 1/4", IDENTITY, IDENTITY, draw=DRAW)
    assert said.judge(EVEN).holds is True
    assert said.judge(UNEVEN).holds is True
    unmet = about("pml(X->Z) >= 0 where p_z >= 1/2", IDENTITY, HALVES, draw=DRAW)
    assert unmet.judge(UNEVEN).applies is False
