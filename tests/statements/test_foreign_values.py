"""Values that somebody built: one number written in two ways, none at all, and what changes."""

from fractions import Fraction

import pytest

from pmlsym.errors import ParameterError
from pmlsym.ledger import Sample
from pmlsym.statements import Model, parse, read
from pmlsym.statements.arithmetic import power
from pmlsym.statements.law import Law
from pmlsym.statements.values import Closed, Infinite, LogOf, Undefined, holds

HALF = Fraction(1, 2)
# two and zero, as somebody else may write them
LOGS = (("log", ("number", 4, 1)), ("power", ("log", ("number", 2, 1)), -1))
TWO = Closed(("product", *LOGS))
NOTHING = Closed(("sum", TWO.term, ("number", -2, 1)))
NEGATIVE = ("log", ("number", -2, 1))


@pytest.mark.parametrize("base", [Fraction(-2), Fraction(0), Fraction(3), *Infinite])
@pytest.mark.parametrize(("built", "whole"), [(TWO, 2), (NOTHING, 0)])
def test_a_whole_exponent_is_one_however_it_is_written(base, built, whole):
    def of(exponent):
        try:
            return power(base, exponent)
        except Undefined as reason:
            return str(reason)

    found, expected = of(built), of(Fraction(whole))
    if isinstance(expected, (str, Infinite)):
        assert found == expected
    else:
        assert holds(found, "=", expected)


def test_a_number_that_is_no_whole_one_is_no_exponent_of_a_negative_one():
    with pytest.raises(Undefined, match="negative"):
        power(Fraction(-2), LogOf(Fraction(2)))


@pytest.mark.parametrize("two", [2, "log(4)/log(2)", "log(9)/log(3)"])
def test_a_statement_holds_of_a_number_and_not_of_how_it_is_written(two):
    coin = Model.from_channel([[1, 0], [0, 1]], [HALF, HALF], b=two)
    assert read(parse("b = 2 => (0-2)^b = 4"), coin).holds
    assert read(parse("b = 2 => 0^(b-2) = 1"), coin).holds


@pytest.mark.parametrize("argument", [Fraction(-2), Fraction(0), -2, 2.0])
def test_a_logarithm_is_one_of_a_positive_number(argument):
    with pytest.raises(Undefined, match="no positive rational"):
        LogOf(argument)


@pytest.mark.parametrize(
    "term",
    [
        NEGATIVE,
        ("exp", ("power", ("number", 4, 1), 0.5)),
        ("symbol", "x"),
        ("number", 1, 0),
        "log(2)",
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


def test_a_law_does_not_change():
    law = Law((2, 2), (1, 1, 1, 1))
    for name, value in (("total", 3), ("weights", (1, 0, 0, 0)), ("shape", (1, 4))):
        with pytest.raises(AttributeError, match="A law cannot be changed"):
            setattr(law, name, value)
    assert (law.total, law.weights, law.shape) == (4, (1, 1, 1, 1), (2, 2))


@pytest.mark.parametrize("margin", [Fraction(1, 10**400), Fraction(1, 10**500)])
def test_a_violation_below_all_floats_is_one(margin):
    assert Sample("x <= 0", lambda _: [margin], 0).largest > 0
    assert Sample("x <= 0", lambda _: [-margin], 0).largest <= 0
