"""What a formula of the library is called in a statement is read as that formula."""

import math
from random import Random

import pytest
import sympy as sp

from pmlsym.statements.evaluation import NO_CHANNEL, Evaluation
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.text.formula import in_language
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.text.vocabulary import StatementError
from pmlsym.statements.values import decimal

A, B = sp.symbols("a b", positive=True)
LEAVES = (A, B, sp.Integer(2), sp.Rational(1, 3), sp.E, sp.sqrt(2), sp.Rational(5, 2))


def drawn(random, depth):
    """A random formula, positive where a and b are."""
    if not depth:
        return random.choice(LEAVES)
    one, other = drawn(random, depth - 1), drawn(random, random.randrange(depth))
    half = random.choice((sp.Rational(1, 2), -sp.Rational(1, 2), sp.Rational(3, 2), -2, 2))
    return random.choice(
        (
            lambda: one + other,
            lambda: one * other,
            lambda: one / other,
            lambda: one**half,
            lambda: sp.exp(-one / (1 + one)),
            lambda: sp.log(1 + one),
            lambda: sp.Max(one, other),
            lambda: sp.Min(one, other),
            lambda: sp.Abs(one - other),
        )
    )()


def test_a_formula_is_read_back_as_the_number_that_it_is():
    random = Random(8)
    roots = 0
    for _ in range(300):
        formula = drawn(random, 3)
        text = in_language(formula)
        roots += "(1/2)" in text
        read = Evaluation(NO_CHANNEL, exact_parameters({"a": "1/3", "b": "7/4"}))
        found = decimal(read.value(parse_term(text)))
        wanted = float(formula.subs({A: sp.Rational(1, 3), B: sp.Rational(7, 4)}).evalf(30))
        assert math.isclose(found, wanted, rel_tol=1e-9), (formula, text)
    assert roots > 30


@pytest.mark.parametrize("number", [sp.pi * A, sp.GoldenRatio, sp.EulerGamma + 1])
def test_a_number_without_a_name_in_the_language_is_refused(number):
    with pytest.raises(StatementError):
        in_language(number)
