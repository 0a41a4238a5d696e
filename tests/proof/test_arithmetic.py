"""Sentences of real arithmetic: what is decided, what is not, and exact numbers against them."""

import sympy as sp
from hypothesis import given, strategies as st

from pmlsym.proof.evaluation.enclosure import holds
from pmlsym.proof.evaluation.points import counterexample
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import reals
from pmlsym.proof.reading import in_sympy
from pmlsym.proof.review import Oracle, asking
from pmlsym.proof.search import Effort
from pmlsym.proof.steps import Decided

x, y, b = reals("x y b")


def decided(hypotheses, conclusion, effort=None):
    """Whether a certificate is found, by a search of a fraction of a second."""
    with asking(Oracle(None, effort or Effort.quick())):
        try:
            return Decided(Goal(tuple(hypotheses), conclusion)).theorem.certified
        except NotProved:
            return False


def broken(hypotheses, conclusion):
    """Exact numbers in sympy at which the goal is broken, by symbol."""
    point = counterexample(Goal(tuple(hypotheses), conclusion).kernel, 2000)
    if point is None:
        return None
    return {sp.Symbol(n, real=True): in_sympy(v) for n, v in point.numbers.items()}


def test_a_true_sentence_holds():
    assert decided([], sp.Ge(x**2 + y**2, 2 * x * y))


def test_a_false_sentence_gives_exact_numbers_that_falsify_it():
    given = [x > 0, y > 0]
    assert not decided(given, sp.Ge(x * y, x))
    numbers = broken(given, sp.Ge(x * y, x))
    assert all(number.is_Rational for number in numbers.values())
    assert holds(sp.Ge(x * y, x, evaluate=False), numbers) is False
    assert holds(sp.Gt(x, 0, evaluate=False), numbers) is True


def test_running_out_of_work_is_not_a_proof():
    hard = sp.Ge(x**4 * y**2 + x**2 * y**4 + 1, 3 * x**2 * y**2, evaluate=False)  # Motzkin's
    assert not decided([], hard, Effort(work=10, products=1, pivots=1, resources=1, splits=0))


def test_a_bound_of_calculus_is_not_arithmetic():
    # true, but not by arithmetic alone: neither proved nor broken
    above = sp.Gt(sp.exp(x), 1 + x, evaluate=False)
    assert not decided([x > 0], above)
    assert broken([x > 0], above) is None


COEFFICIENTS = st.fractions(-3, 3, max_denominator=6)


@given(COEFFICIENTS, COEFFICIENTS, COEFFICIENTS)
def test_a_decided_quadratic_agrees_with_its_discriminant(p, q, r):
    p, q, r = (sp.Rational(n.numerator, n.denominator) for n in (p, q, r))
    nonnegative = (p > 0 and q**2 <= 4 * p * r) or (p == 0 and q == 0 and r >= 0)
    assert decided([], sp.Ge(p * x**2 + q * x + r, 0, evaluate=False)) == bool(nonnegative)
