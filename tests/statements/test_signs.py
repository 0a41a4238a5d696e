"""Parameters that `where` allows to be negative, however it says so."""

import math
import random

import pytest

from pmlsym.prover.conjecture import conjecture
from pmlsym.statements.evaluation import constant
from pmlsym.statements.signs import at_least_0, at_most_0
from pmlsym.statements.text.parse import parse, parse_term
from pmlsym.statements.text.tokens import ParseError
from pmlsym.statements.values import decimal

ALLOWED = [
    *("a >= -1/2", "a > -log(2)", "-log(2) <= a <= 0", "a >= -pmin", "a >= -e", "2*a >= -1"),
    *("a + 1 >= 0", "a >= b, b >= -1", "a = b, b >= -1", "a = log(1/2)", "a < -e", "a < b, b < 0"),
    *("a <= pmax - 1", "a < pmin - pmax", "a <= 1 - n", "a <= hb(pmin) - 1", "abs(a) <= 1"),
    *("min(a, b) >= -1", "a + 1 <= pmin", "a <= pmax - 2", "a <= 0", "0 >= a", "a <= pmin - pmin"),
    *("-a > 0", "a <= log(1/2)", "a >= -exp(0)", "a >= -2^(1/2)", "e <= 1, a >= -e, a <= e"),
]
NOT_ALLOWED = [
    *(
        "a <= e",
        "a >= e",
        "a >= 0",
        "a >= log(n)",
        "a <= 1 - pmin",
        "a = 1/2",
        *("a > pmin", "a <= b, b >= -1", "a <= b, 2*b >= -1"),
    ),
    *("n*a <= 1", "exp(a)*pmin <= 1", "a != -1", "a >= log(1/pmin) + 2", "a + e <= 1"),
]


@pytest.mark.parametrize("where", ALLOWED)
def test_a_parameter_is_negative_where_the_text_says_so(where):
    assert "a" not in parse(f"PML(e) => PML(e + a) where {where}").nonnegative


@pytest.mark.parametrize("where", NOT_ALLOWED)
def test_a_parameter_is_at_least_0_otherwise(where):
    assert "a" in parse(f"PML(e) => PML(e + a) where {where}").nonnegative


# below its level a guarantee does not follow, and with the sign turned it does
@pytest.mark.parametrize("where", ALLOWED)
def test_verdicts_are_those_of_negative_parameters(where):
    assert conjecture(f"PML(e) => PML(e + a) where {where}", seconds=8).verdict == "refuted"


@pytest.mark.parametrize("front", ["gain G", "cost C", "given z", "priors P, Q", "guess G"])
def test_beside_other_vocabularies_a_parameter_below_0_is_refused(front):
    with pytest.raises(ParseError, match="allows e to be below 0"):
        parse(f"{front}: e >= 0 where e >= -1")


def test_an_answer_says_which_parameters_may_be_negative():
    answer = conjecture("PML(e) => PML(e - a) where -a > 0", seconds=8)
    assert answer.verdict == "proved"
    assert "a is negative" in answer.scope


TERMS = ["3/2", "-1/3", "0", "log(2)", "log(1/2)", "exp(-1)", "exp(2)", "log(exp(1))", "1"]


def random_text(drawn, depth=3):
    if not depth or drawn.random() < 0.2:
        return drawn.choice(TERMS)
    one, other = (random_text(drawn, depth - 1) for _ in range(2))
    shape = drawn.choice(["({} + {})", "({} - {})", "({}*{})", "max({}, {})", "min({}, {})"])
    return drawn.choice([shape.format(one, other), f"-({one})", shape.format(other, one)])


@pytest.mark.parametrize("seed", range(200))
def test_signs_by_form_are_those_of_the_values(seed):
    term = parse_term(random_text(random.Random(seed)))
    value = decimal(constant(term))
    assert math.isfinite(value)
    assert value >= -1e-12 or not at_least_0(term)
    assert value <= 1e-12 or not at_most_0(term)
