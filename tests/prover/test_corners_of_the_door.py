"""Statements on which a reduction, a hole or a search went wrong, each for a reason of its own."""

import math
from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, strategies as st

from pmlsym.prover.conjecture import conjecture
from pmlsym.prover.from_sympy import level_text
from pmlsym.statements import Model, parse, read
from pmlsym.statements.values import LogOf
from tests.statements.proving import verdict_of_proofs

A, B, P = sp.symbols("a b pmin", real=True)
PARTS = [
    *(sp.exp(A), sp.exp(A + B), P * sp.exp(A), 2 * sp.exp(2), sp.E, sp.Integer(1), P, A),
    *(2**A, sp.Rational(3, 2) ** A, sp.log(3) ** 9, sp.sqrt(2), sp.Max(sp.exp(A), 2**B)),
    sp.Abs(P - B),
]
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
    assert verdict_of_proofs(statement) != "proved"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["info", "inform", "e"])
def test_a_parameter_may_be_called_what_contains_inf(name):
    (best,) = conjecture(f"LDP({name}) => LIP(?)", seconds=30).best
    assert best.level == f"log(pmin + (1 - pmin)*exp({name}))"
    assert not best.is_infinite


@pytest.mark.parametrize("where", ["e^2 <= e", "pmin <= 1 - pmin", "a <= a"])
def test_a_symbol_may_stand_on_both_sides_of_a_condition(where):
    answer = conjecture(f"LDP(e) => pml(X->y) <= exp(e) - 1 where {where}", seconds=3)
    assert answer.verdict in ("proved", "supported")


@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=4), st.sampled_from(PARTS))
def test_a_level_is_the_number_that_it_is_written_for(above, below):
    """Also where powers of other numbers stand beside exponentials."""
    worth = sp.Add(*above) / below
    numbers = {A: 0.7, B: 1.3, P: 0.2}
    text = level_text(worth, numbers).replace("^", "**")
    names = {"a": 0.7, "b": 1.3, "pmin": 0.2, "exp": math.exp, "log": math.log, "max": max}
    expected = math.log(worth.subs(numbers))
    assert eval(text, {"min": min, **names}) == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_a_hole_is_filled_with_its_own_level_beside_another_power():
    statement = "PMC(log(2^a + exp(a))) => PMC(?) where 2^a <= exp(a/log(2))"
    (best,) = conjecture(statement, seconds=30).best
    assert best.level == "log(2^a + exp(a))"


def test_a_root_of_a_square_is_written():
    answer = conjecture("PMC(log(1 + (pmin^2)^(1/2))) => PMC(?)", seconds=30)
    (best,) = answer.best
    level = best.statement.conclusion[0].levels[0]
    coin = Model.from_channel([[1, 0], [0, 1]], [HALF, HALF])
    assert answer.verdict == "proved"
    assert read(parse(f"{level} = log(1 + pmin)"), coin).holds


def test_what_holds_of_pairs_is_not_taken_for_what_holds_of_three():
    # two fair bits and whether they differ: each pair is independent
    found = conjecture("X, Y independent; X, Z independent: pml(X->y,z) = 0", seconds=30)
    assert found.verdict == "refuted"
    assert found.reading.left == LogOf(Fraction(2))


@pytest.mark.parametrize(
    ("hypothesis", "conclusion"),
    [
        ("pmin = 49/100 and LDP(log(5))", "PML(log(125/74))"),
        ("pmin > 1/3 and LIP(e)", "LDP(2*e)"),
        ("pmax < 1/2 + pmin and pmin >= 2/5 and PMC(e)", "PML(log(5/2))"),
        ("pmin >= 2/5 and LDP(e)", "PML(?)"),
    ],
)
def test_sizes_that_the_hypotheses_rule_out_limit_no_proof(hypothesis, conclusion):
    """Of three secrets one has at most 1/3: a proof for two is one for every alphabet."""
    found = conjecture(f"{hypothesis} => {conclusion}", seconds=30)
    assert found.verdict == "proved"
    assert not found.scope.startswith(("Only", "Not all"))
    applies = parse(f"{hypothesis} => PML(0)")
    for masses in ([1, 1, 1], [1, 1, 2], [3, 3, 4], [1, 1, 1, 1], [2, 2, 2, 2, 3]):
        prior = [Fraction(mass, sum(masses)) for mass in masses]
        nothing = Model.from_channel([[1]] * len(prior), prior, e=Fraction(1))
        assert read(applies, nothing).applies is False


def test_sizes_that_a_reduction_leaves_out_still_limit_its_proof():
    found = conjecture("X - Y - Z: pmc(Z->y) + pmin >= 0", seconds=30)
    assert (found.verdict, found.scope) == ("proved-bounded", "Only for |X| = 2, |X| = 3.")
