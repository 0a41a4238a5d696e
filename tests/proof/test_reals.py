"""Sentences of real arithmetic: what z3 says, and what happens to its models."""

import sympy as sp
import z3
from hypothesis import given
from hypothesis import strategies as st

from pmlsym.proof.enclosure import holds
from pmlsym.proof.reals import Generators, decide, exact_model, exponent_parts
from pmlsym.proof.language import Mean, reals

x, y, b = reals("x y b")


def test_a_true_sentence_holds():
    assert decide([], sp.Ge(x**2 + y**2, 2 * x * y)).answer == "holds"


def test_a_false_sentence_gives_exact_numbers_that_falsify_it():
    found = decide([x > 0, y > 0], sp.Ge(x * y, x))
    assert found.answer == "fails"
    assert all(number.is_Rational for number in found.model.values())
    assert holds(sp.Ge(x * y, x, evaluate=False), found.model) is False
    assert holds(sp.Gt(x, 0, evaluate=False), found.model) is True


def test_an_irrational_model_stays_exact():
    solver = z3.Solver()
    u = z3.Real("u")
    solver.add(u * u == 2, u > 0)
    assert solver.check() == z3.sat
    (value,) = exact_model(solver.model()).values()
    assert sp.minimal_polynomial(value).as_expr().as_poly().all_coeffs() == [1, 0, -2]
    assert value > 0


def test_an_irrational_counterexample_is_confirmed_outside_z3():
    found = decide([sp.Eq(x**2, 2, evaluate=False), x > 0], x < sp.Rational(7, 5))
    assert found.answer == "fails"
    assert sp.minimal_polynomial(found.model[x], y) == y**2 - 2
    assert "confirmed" in found.reason


def test_running_out_of_time_is_not_a_proof():
    hard = sp.Ge(sum(s**6 for s in reals("a c d e f")) * 7, sp.prod(reals("a c d e f")) * 11 + x**5)
    assert decide([], hard, seconds=0.001).answer in ("unknown", "fails")


def test_a_denominator_of_unknown_sign_decides_nothing():
    assert decide([], sp.Ge(1 / x, -(x**2) / x**2 - 1 / x**2, evaluate=False)).answer != "holds"
    assert decide([x > 0], sp.Gt(1 / x, 0, evaluate=False)).answer == "holds"
    assert decide([x < 0], sp.Lt(1 / x, 0, evaluate=False)).answer == "holds"
    assert decide([x < 0], sp.Gt(1 / x, 0, evaluate=False)).answer == "fails"


def test_exponentials_become_powers_of_one_generator():
    generators = Generators.of([sp.Ge(sp.exp(3 / b), sp.exp(-sp.Rational(1, 2) / b))])
    assert list(generators.symbol) == [1 / b]
    (g,) = generators.symbol.values()
    assert generators.abstracted(sp.exp(3 / b)) == g**6
    assert generators.abstracted(sp.exp(-1 / (2 * b))) == 1 / g


def test_the_sign_of_the_exponent_places_the_generator():
    assert decide([b > 0], sp.exp(2 / b) > 1).answer == "holds"
    assert decide([b < 0], sp.exp(2 / b) < 1).answer == "holds"
    assert decide([], sp.exp(x) > 0).answer == "holds"
    assert decide([], sp.exp(x) > 1).answer == "fails"


def test_a_model_of_free_numbers_is_not_called_a_counterexample():
    # true, but not by arithmetic alone
    found = decide([x > 0], sp.exp(x) > 1 + x)
    assert found.answer == "fails"
    assert found.model is None
    assert "free numbers" in found.reason


def test_absolute_values_and_maxima_are_arithmetic():
    assert decide([], abs(x) - abs(y) <= abs(x - y)).answer == "holds"
    assert decide([], sp.Max(x, y) >= x).answer == "holds"
    assert decide([], sp.Eq(sp.Max(x, y) + sp.Min(x, y), x + y, evaluate=False)).answer == "holds"
    assert decide([], abs(x) - abs(y) >= abs(x - y)).answer == "fails"


def test_expectations_are_opaque():
    mean = Mean(x, (x,))
    assert decide([], sp.Ge(mean, 0, evaluate=False)).answer == "fails"
    assert (
        decide([sp.Ge(mean, 1, evaluate=False)], sp.Ge(mean, 0, evaluate=False)).answer == "holds"
    )


@given(st.integers(-4, 4), st.integers(-4, 4), st.integers(1, 5))
def test_exponents_split_into_the_same_sum(p, q, r):
    exponent = sp.Rational(p, r) * x / b + q * (abs(x) - y) / b
    parts = exponent_parts(exponent)
    total = sum(sp.Rational(c.numerator, c.denominator) * m for m, c in parts.items())
    assert sp.expand(total - exponent) == 0


@given(st.fractions(-3, 3), st.fractions(-3, 3), st.fractions(-3, 3))
def test_a_decided_quadratic_agrees_with_its_discriminant(p, q, r):
    p, q, r = (sp.Rational(n.numerator, n.denominator) for n in (p, q, r))
    answer = decide([], sp.Ge(p * x**2 + q * x + r, 0, evaluate=False)).answer
    nonnegative = (p > 0 and q**2 <= 4 * p * r) or (p == 0 and q == 0 and r >= 0)
    assert answer == ("holds" if nonnegative else "fails")
