"""Numbers and payoffs built to deceive: none of them decides anything."""

from fractions import Fraction as F

import pytest
import sympy as sp

from pmlsym.errors import ParameterError
from pmlsym.ledger import Claim, NotProved, NoVerdict, Sample
from pmlsym.ledger.derived import stated
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.statements import Model, parse, read
from pmlsym.statements.arithmetic import power
from pmlsym.statements.from_text import from_text
from pmlsym.statements.instances.parameters import Parameters
from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.reductions import NotReducible
from pmlsym.statements.values import Closed, Infinite, LogOf, Undefined, holds

HALF, QUARTER = F(1, 2), F(1, 4)
INSTANCE = Attacked(((HALF, F(0)), (QUARTER, QUARTER)), 1, 0, 0)
x, t = reals("x t")
SQUARE = Goal((), sp.Ge(x**2, 0, evaluate=False))


# two and zero, as somebody else may write them
LOGS = (("log", ("number", 4, 1)), ("power", ("log", ("number", 2, 1)), -1))
TWO = Closed(("product", *LOGS))
NOTHING = Closed(("sum", TWO.term, ("number", -2, 1)))
NEGATIVE = ("log", ("number", -2, 1))


def counting(number, random):
    return Parameters.of(x=F(number + 1))


def refuted_by(statement, instance):
    claim = Claim("a.b", "a", "W", "x", asserts=(statement,), models=(instance,))
    with pytest.raises((NoVerdict, ParameterError)):
        claim.check()


@pytest.mark.parametrize("height", ["log(1/p)", "exp(p)", "p^(1/2)", "2^p"])
@pytest.mark.parametrize("place", ["any x", "x of least lift"])
def test_an_irrational_payoff_refutes_nothing(height, place):
    statement = from_text(f"cost S = {height} at {place}: cost(S) <= pmc(X->y)")
    assert statement.judge(INSTANCE).holds is None
    refuted_by(statement, INSTANCE)


@pytest.mark.parametrize("lift", ["least", "most"])
def test_pieces_of_a_single_secret_are_not_reduced(lift):
    """Given z one secret may be left, and has no rest."""
    for text in ("least_before(S)*most_lift(X->y) > 0", "least_before(S) + 0*pml(X->y) > 0"):
        found = stated(f"given z; guess S splits x of {lift} lift: {text}")
        with pytest.raises(NotReducible):
            len(found["parts"])


def test_a_number_that_is_called_as_a_quantity_is_none():
    instance = Attacked(INSTANCE.joint, 1, 0, 0, (), (("most_lift_X", F(1, 3)),))
    assert from_text("most_lift(X->y) >= 1").judge(instance).holds
    assert from_text("cost C: cost(C) <= pmc(X->y)").covers(instance) is False


@pytest.mark.parametrize(
    "text", ["cost(G) <= pmc(X->y) => 2 <= 0", "2 <= 0 <=> cost(G) <= pmc(X->y)"]
)
def test_numbers_alone_that_are_claimed_of_payoffs_are_compared(text):
    """There is no mean in 2 <= 0 to be averaged: sympy asked for the variables of a polynomial."""
    statement = from_text(f"cost G: {text}")
    silent = Played("G", ((F(1),), (F(1),)), ((F(1),),))
    assert statement.judge(Attacked(INSTANCE.joint, 1, 0, 0, (silent,))).holds is False
    with pytest.raises(NotProved, match="2 <= 0"):
        Claim("a.b", "a", "W", "x", **stated(statement)).check()


@pytest.mark.parametrize("base", [F(-2), F(0), F(3), *Infinite])
@pytest.mark.parametrize(("built", "whole"), [(TWO, 2), (NOTHING, 0)])
def test_a_whole_exponent_is_one_however_it_is_written(base, built, whole):
    def of(exponent):
        try:
            return power(base, exponent)
        except Undefined as reason:
            return str(reason)

    found, expected = of(built), of(F(whole))
    if isinstance(expected, (str, Infinite)):
        assert found == expected
    else:
        assert holds(found, "=", expected)


def test_a_number_that_is_no_whole_one_is_no_exponent_of_a_negative_one():
    with pytest.raises(Undefined, match="negative"):
        power(F(-2), LogOf(F(2)))


@pytest.mark.parametrize("two", [2, "log(4)/log(2)", "log(9)/log(3)"])
def test_a_statement_holds_of_a_number_and_not_of_how_it_is_written(two):
    coin = Model.from_channel([[1, 0], [0, 1]], [HALF, HALF], b=two)
    assert read(parse("b = 2 => (0-2)^b = 4"), coin).holds
    assert read(parse("b = 2 => 0^(b-2) = 1"), coin).holds


@pytest.mark.parametrize("argument", [F(-2), F(0), -2, 2.0])
def test_a_logarithm_is_one_of_a_positive_fraction(argument):
    with pytest.raises(Undefined, match="no positive rational"):
        LogOf(argument)


@pytest.mark.parametrize(
    "term",
    [
        *(NEGATIVE, ("symbol", "x"), ("number", 1, 0), "log(2)"),
        ("exp", ("power", ("number", 4, 1), 0.5)),
    ],
)
def test_a_parameter_that_is_a_term_has_a_value(term):
    with pytest.raises(ParameterError, match=r"^a is a term that is not seen to have a value"):
        Model.from_channel([[1], [1]], [HALF, HALF], a=Closed(term))
    assert Model.from_channel([[1], [1]], [HALF, HALF], a=TWO).parameters["a"] == TWO


@pytest.mark.parametrize("other", [LogOf(HALF), Closed(NEGATIVE)])
def test_what_has_no_value_is_compared_with_nothing(other):
    for sign in ("<", "<=", "=", ">=", ">", "!="):
        assert holds(Closed(NEGATIVE), sign, other) is None


@pytest.mark.parametrize("margin", [F(1, 10**400), F(1, 10**500)])
def test_a_violation_below_all_floats_is_one(margin):
    assert Sample("x <= 0", lambda _: [margin], 0).largest > 0
    assert Sample("x <= 0", lambda _: [-margin], 0).largest <= 0
