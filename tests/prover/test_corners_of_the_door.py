"""Statements on which a reduction, a hole or a search went wrong, each for a reason of its own."""

from fractions import Fraction

import pytest

from pmlsym.prover.conjecture import conjecture
from pmlsym.statements import Model, parse, read

HALF, LOW = Fraction(1, 2), "exp(-E[pmc(X->y)]) <= 0"
# two outcomes show a secret each, the third nothing
SHOWN = Model.from_channel([[HALF, 0, HALF], [0, HALF, HALF]], [HALF, HALF], b="log(2)")


@pytest.mark.parametrize(
    "conclusion", ["E[pml(X->y)] >= b", "maximal_leakage(X->Y) >= b", "E[exp(pml(X->y))] >= exp(b)"]
)
def test_what_is_said_of_an_outcome_that_rules_a_secret_out_is_not_said_of_all(conclusion):
    statement = f"pml(X->y) >= min(b, pmc(X->y)) and {LOW} => {conclusion}"
    reading = read(parse(statement), SHOWN)
    assert (reading.applies, reading.holds) == (True, False)
    assert conjecture(statement, seconds=6).verdict != "proved"


@pytest.mark.parametrize("name", ["info", "inform", "e"])
def test_a_parameter_may_be_called_what_contains_inf(name):
    (best,) = conjecture(f"LDP({name}) => LIP(?)", seconds=30).best
    assert best.level == f"log(pmin + (1 - pmin)*exp({name}))"
    assert not best.is_infinite


@pytest.mark.parametrize("where", ["e^2 <= e", "pmin <= 1 - pmin", "a <= a"])
def test_a_symbol_may_stand_on_both_sides_of_a_condition(where):
    answer = conjecture(f"LDP(e) => pml(X->y) <= exp(e) - 1 where {where}", seconds=10)
    assert answer.verdict in ("proved", "supported")
