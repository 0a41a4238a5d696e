"""Sentences of real arithmetic: what is decided, what is not, and exact numbers against them."""

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from pmlsym.proof.evaluation.enclosure import holds
from pmlsym.proof.evaluation.points import counterexample
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.language import Mean, reals
from pmlsym.proof.reading import in_sympy, read
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


def test_a_denominator_of_unknown_sign_decides_nothing():
    assert not decided([], sp.Ge(1 / x, -(x**2) / x**2 - 1 / x**2, evaluate=False))
    assert decided([x > 0], sp.Gt(1 / x, 0, evaluate=False))
    assert decided([x < 0], sp.Lt(1 / x, 0, evaluate=False))
    assert not decided([x < 0], sp.Gt(1 / x, 0, evaluate=False))
    # what has a value has one whatever the sign is
    assert decided([sp.Ne(x, 0)], sp.Gt(1 / x**2, 0, evaluate=False))
    assert not decided([], sp.Gt(1 / x**2, 0, evaluate=False))


def test_exponentials_become_powers_of_one_unknown():
    atoms = Atoms()
    three = atoms.quotient(read(sp.exp(3 / b)))
    half = atoms.quotient(read(sp.exp(-sp.Rational(1, 2) / b)))
    ((three_power,), (half_power,)) = (next(iter(q.top)) for q in (three, half))
    assert three_power == (half_power[0], 3)
    assert half_power[1] == sp.Rational(-1, 2)
    assert atoms.is_exponential(half_power[0])
    assert not three.divisors
    assert not half.divisors


def test_the_sign_of_the_exponent_places_an_exponential():
    assert decided([b > 0], sp.exp(2 / b) > 1)
    assert decided([b < 0], sp.exp(2 / b) < 1)
    assert decided([], sp.Gt(sp.exp(x), 0, evaluate=False))
    assert not decided([], sp.exp(x) > 1)
    assert broken([], sp.exp(x) > 1) is not None


def test_a_bound_of_calculus_is_not_arithmetic():
    # true, but not by arithmetic alone: neither proved nor broken
    above = sp.Gt(sp.exp(x), 1 + x, evaluate=False)
    assert not decided([x > 0], above)
    assert broken([x > 0], above) is None


def test_absolute_values_and_maxima_are_arithmetic():
    assert decided([], abs(x) - abs(y) <= abs(x - y))
    assert decided([], sp.Ge(sp.Max(x, y), x, evaluate=False))
    assert decided([], sp.Eq(sp.Max(x, y) + sp.Min(x, y), x + y, evaluate=False))
    assert not decided([], abs(x) - abs(y) >= abs(x - y))
    assert broken([], abs(x) - abs(y) >= abs(x - y)) is not None


def test_expectations_are_opaque():
    mean = Mean(x, (x,))
    assert not decided([], sp.Ge(mean, 0, evaluate=False))
    assert decided([sp.Ge(mean, 1, evaluate=False)], sp.Ge(mean, 0, evaluate=False))


@pytest.mark.parametrize("sign", [sp.Lt, sp.Gt, sp.Ne])
def test_an_irrational_counterexample_is_confirmed_exactly(sign):
    root = sp.CRootOf(y**2 - 2, 1)
    assert holds(sign(x**2, 2, evaluate=False), {x: root}) is False
    assert holds(sp.Eq(x**2, 2, evaluate=False), {x: root}) is True
    assert holds(sp.Gt(x, sp.Rational(7, 5), evaluate=False), {x: root}) is True


@given(st.integers(-4, 4), st.integers(-4, 4), st.integers(1, 5))
def test_an_exponential_of_a_sum_is_the_product_of_exponentials(p, q, r):
    atoms = Atoms()
    parts = (sp.Rational(p, r) * x / b, q * abs(x) / b, -q * y / b)
    whole = atoms.quotient(("exp", ("sum", *map(read, parts))))
    product = atoms.quotient(("product", *(("exp", read(part)) for part in parts)))
    assert whole.key == product.key


COEFFICIENTS = st.fractions(-3, 3, max_denominator=6)


@given(COEFFICIENTS, COEFFICIENTS, COEFFICIENTS)
def test_a_decided_quadratic_agrees_with_its_discriminant(p, q, r):
    p, q, r = (sp.Rational(n.numerator, n.denominator) for n in (p, q, r))
    nonnegative = (p > 0 and q**2 <= 4 * p * r) or (p == 0 and q == 0 and r >= 0)
    assert decided([], sp.Ge(p * x**2 + q * x + r, 0, evaluate=False)) == bool(nonnegative)
