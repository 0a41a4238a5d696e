"""Mechanisms that are written down, and their instances: what is accepted is what is judged."""

from fractions import Fraction

import pytest

from pmlsym.errors import InputError
from pmlsym.ledger import Claim, NoVerdict
from pmlsym.statements.specific import Entries, Mechanism, Specific, about
from pmlsym.statements.specific.levels import Levels, any_levels

HALF = Fraction(1, 2)
EVEN, UNEVEN = Levels((HALF, HALF), ()), Levels((HALF / 2, 3 * HALF / 2), ())
DRAW = any_levels()
TELL = (Entries("1", "0", "own"),)
COIN = (Entries("1/2", "1/2", "own"), Entries("1/2", "1/2", "own"))
IDENTITY = Mechanism("the identity", TELL)


def checked(said, instance):
    """Check a claim that an instance is to refute."""
    return Claim("a.b", "a", "W", "x", asserts=(said,), models=(instance,)).check()


# --- what is handed in --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "made",
    [
        lambda: Mechanism("the identity", TELL, (("leak", "pmin"),)),
        lambda: Mechanism("the identity", TELL, (("pml", "pmid"),)),
        lambda: Mechanism("the identity", TELL, (("pml", "pmin"), ("pml", "pmax"))),
        lambda: Mechanism("a coin", COIN, (("pml", 2),)),
        lambda: Mechanism("a coin", COIN, (("pml", "pmin"),)),
        lambda: Mechanism("it\nverdict: proved", TELL),
        lambda: Mechanism("x\x1b[31m", TELL),
        lambda: Mechanism("a\u202eb", TELL),
        lambda: Entries(1, "2", "own"),
        lambda: Entries("1", "0", "mine"),
        lambda: about("n >= 2", draw=DRAW),
        lambda: about("n >= 2", IDENTITY, draw=None),
        lambda: Specific("n >= 2", (IDENTITY,), DRAW),
        lambda: any_levels("p_min"),
        lambda: about("c >= 0", IDENTITY, draw=any_levels("c")).judge(EVEN),
    ],
)
def test_what_is_no_statement_about_mechanisms_is_refused(made):
    with pytest.raises(InputError):
        made()


@pytest.mark.parametrize(
    "where",
    [
        # more than conditions: before, the conclusion alone was kept
        *("r <= 1 => r >= 0", "r >= 0 where r <= 1", "r <= 1 <=> r >= 0", "|X| = 2: r >= 0"),
        *("PML(1)", "PML(?)"),
        # of what the mechanism does, and not of what it is made from
        *("pml(X->Y) <= 1", "E[pml(X->y)] <= 1", "p_y >= 1/2"),
    ],
)
def test_a_mechanism_is_for_conditions_on_its_parameters(where):
    with pytest.raises(InputError):
        Mechanism("the identity", TELL, (), (where,))


def test_conditions_of_a_mechanism_become_those_of_the_statement():
    one = Mechanism("the identity", TELL, (), ("r >= 0 and r <= 1", "pmin < 1/3"))
    assert str(about("n >= 2", one, draw=any_levels("r")).statement) == (
        "n >= 2 where r >= 0, r <= 1, pmin < 1/3"
    )


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
