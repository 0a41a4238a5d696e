"""Holes that have no best level, or none that is known to be attained; and statements by hand."""

from fractions import Fraction as F

import pytest

from pmlsym.errors import ParameterError
from pmlsym.prover.conjecture import conjecture
from pmlsym.statements import Model, parse, read
from pmlsym.statements.clauses import Condition, GuaranteeClause
from pmlsym.statements.evaluation import constant
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Prior
from pmlsym.statements.terms import Hole, Parameter
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import decimal

OPEN = {
    # no bounds: every mechanism that has such an outcome may leak less than the polygon's corner
    "prior (1/10, 1/10, 8/10): pml(X->y) >= log(2) => PML(?)": "more than bounds",
    "prior (1/4, 3/4): pml(X->y) >= log(3/2) => PML(?)": "more than bounds",
    "E[pmc(X->y)] <= a => PMC(?)": "about an average",
    "prior uniform; |X| = 2: PMC(?) where E[pmc(X->y)] <= 1": "about an average",
    # under a name that a lift has
    "PML(v_max) => PMC(?)": "v_max is what a lift is called",
    "LDP(e) => PML(?) and PMC(e)": "More is claimed",
}


FOLLOWS = {  # a level that follows, without a proof that no smaller one does
    "prior (1/3, 2/3): LDP(e) => LDP(?) of Y->X": "2*e",  # another channel
    "maximal_leakage(X->Y) <= a => PML(?)": "log(1/pmin)",
    # the best level is approached only, or attained by nothing
    "pml(X->y) < e => PML(?)": "min(e, log(1/pmin))",
    "pml(X->Y) = e => PML(?)": "min(e, log(1/pmin))",
    "prior uniform; |X| = 2: PML(?) where pml(X->y) < log(3/2)": "log(3/2)",
    "PML(?) where pml(X->y) < a": "min(a, log(1/pmin))",
    "pmc(X->y) <= log(1/v_min) => PMC(?)": "log(1/v_min)",
    "PML(a) and PMC(b) and LDP(c) and LIP(d) and PML(f) and PMC(g) => PMC(?)": "b",
}


BESIDE = {  # what is claimed beside the hole does not follow, so that no level helps
    "PML(e) => ALIP(?, a)": "pml(X->y) <= a",
    "PML(e) => ALIP(a, ?)": "pmc(X->y) <= a",
    "|X| = 2; prior uniform: PML(e) => ALIP(0, ?)": "pmc(X->y) <= 0",
    "PML(e) => PML(?) and PMC(a)": "PMC(a)",
    "LDP(e) => ALIP(?, e/2)": "pml(X->y) <= e/2",
}


@pytest.mark.parametrize("text", BESIDE)
def test_what_is_claimed_beside_a_hole_is_refuted_where_it_fails(text):
    answer = conjecture(text, seconds=30)
    assert (answer.verdict, str(answer.statement), answer.best) == ("refuted", text, ())
    beside = answer.reading.statement
    assert str(beside).endswith(f"=> {BESIDE[text]}")
    assert read(beside, answer.reading.model).holds is False


@pytest.mark.parametrize("text", OPEN)
def test_a_hole_without_a_best_level_is_not_proved(text):
    answer = conjecture(text, seconds=8)
    assert answer.verdict == "supported"
    # a known form of a bound may be proved to follow, if there is time for it
    assert OPEN[text] in answer.scope or (answer.best and "cannot be improved" in answer.scope)


@pytest.mark.parametrize("text", FOLLOWS)
def test_a_level_that_is_not_known_to_be_the_best_is_shown_and_not_proved(text):
    answer = conjecture(text, seconds=30)
    assert (answer.verdict, answer.answer) == ("supported", FOLLOWS[text])
    assert f"that {FOLLOWS[text]} cannot be improved was not proved" in answer.scope


def test_a_level_that_follows_may_stand_beside_a_hole():
    answer = conjecture("PML(e) => ALIP(?, e)", seconds=10)
    assert answer.verdict == "proved"
    assert "log(pmin/(1 - (1 - pmin)*exp(e)))" in [best.level for best in answer.best]


def test_a_parameter_may_have_any_name_that_a_goal_can_have():
    answer = conjecture("PML(t) and PMC(level) => PML(?)", seconds=60)
    assert [best.level for best in answer.best] != []
    assert answer.verdict == "proved"


VACUOUS = [
    "|X| = 2: pml(X->Y) = 0 where n >= 3",
    "LDP(a) => PML(a/2) where a > 1, a < 1",
    "PML(e) => PMC(9) where e <= -1",
    "PMC(e) => PMC(9) where e < -1",
    "LDP(e) => PMC(9) where e = -2",
    "PML(a) => PML(b) where a > 1, a < 1",
    "pmin > 0 where a > 0, a < 0",
    "PML(a) <=> PMC(a) where a > 1, a < 1",
    "PML(a) => PML(?) where a > 1, a < 1",
    "PML(?) where pmin > 1/2",
    "|X| = 2: PML(?) where pmin >= 1/2, pmin < 1/2",
    "pmax < 1/3 and n = 2 => PML(0)",
]


@pytest.mark.parametrize("text", VACUOUS)
def test_what_never_applies_is_called_vacuous(text):
    answer = conjecture(text, seconds=120)
    assert (answer.verdict, answer.vacuous) == ("vacuous", True)
    row = answer.as_dict()
    assert (row["verdict"], row["vacuous"], row["witness"]) == ("vacuous", True, None)
    assert "fails" not in str(answer)
    assert "(vacuous)" in answer.to_latex()
    with pytest.raises(ParameterError, match="vacuous"):
        answer.to_claim("my.id")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "text",
    ["n = 5/2 <=> pmin > 1/2 where pmax = 123/1000", "n = 5/2 <=> n >= 2 where pmax = 123/1000"],
)
def test_an_equivalence_of_which_no_mechanism_meets_a_side_is_not_vacuous(text):
    """Uniform priors on nine secrets, one of them 123/1000, are what it speaks of."""
    masses = [F(123, 1000), *[F(877, 8000)] * 8]
    there = read(parse(text), Model.from_channel([[1]] * 9, masses))
    answer = conjecture(text, seconds=5)
    assert not answer.vacuous
    assert there.applies
    assert there.holds is ("pmin" in text)


def test_what_was_never_met_and_may_be_is_said_to_be():
    answer = conjecture("X - Y - Z: pmc(X->Y) < 0 => pml(X->Z) <= 0", seconds=10)
    assert answer.vacuous or "None of the instances" in answer.remarks[0]


E = Parameter("e")


@pytest.mark.parametrize(
    "made",
    [
        lambda: GuaranteeClause("PML", (0,)),
        lambda: GuaranteeClause("PML", ("e/2",)),
        lambda: Condition(E, "<=", 0),
        lambda: Prior((0.5, 0.5)),
        lambda: Statement(parse("PML(0)").conclusion, where=parse("PML(0)").conclusion),
    ],
)
def test_a_statement_by_hand_is_made_of_the_right_parts(made):
    with pytest.raises(StatementError, match="has to be"):
        made()


def test_the_best_bound_is_asked_for_from_above_or_below():
    assert str(Condition(E, "<=", Hole())) == "e <= ?"
    with pytest.raises(StatementError, match="best bound"):
        Condition(E, "<", Hole())


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("prior (1/2, 1/2): PML(log(1999999999999/1000000000000)) => PMC(?)", 27.6, 27.7),
        ("prior (1/2, 1/3, 1/6): PML(log(1199999999999/1000000000000)) => LDP(?)", 26.0, 26.3),
    ],
)
def test_a_corner_that_is_missed_by_a_hair_is_not_attained(text, least, most):
    """With s + t = 2 and s <= 2 - 1e-12, t is at least 1e-12: nothing is infinite."""
    found = conjecture(text, seconds=40)
    assert found.verdict == "proved"
    (best,) = found.best
    assert least < decimal(constant(parse_term(best.level))) < most
