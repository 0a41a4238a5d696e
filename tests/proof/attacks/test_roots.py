"""Algebraic numbers whose polynomials are typed to mislead, or to take forever."""

import re
import time
from random import Random

import pytest
import sympy as sp

from pmlsym.proof.evaluation.roots import is_real
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.printing import latex, witness_latex, witness_row
from pmlsym.proof.witness import NoWitness, Witness, number_text

(X,) = reals("x")
BELOW = Goal((), X >= 2)
NAMES = ["2*y", "y^2", "a + b", "y\n", "\\alpha", "0*y", "y, 7)"]


def root_in(name, linear):
    """Return the real root of t^5 - linear t - 1 for t of some name; each test has its own."""
    t = sp.Symbol(name)
    return sp.CRootOf(sp.Poly(t**5 - linear * t - 1, t), 0)


@pytest.mark.parametrize("place", range(len(NAMES)))
def test_the_symbol_of_a_root_does_not_write_another_number(place):
    linear = 19 + place  # a polynomial of its own: sympy keeps the symbol that was there first
    odd = root_in(NAMES[place], linear)
    witness = Witness(Goal((), X >= 20), {X: odd}, "by hand")
    assert witness.number_texts() == {"x": f"CRootOf(t^5 - {linear}*t - 1, 0)"}
    line = rf"x = \operatorname{{CRootOf}} {{\left(t^{{5}} - {linear}\,t - 1, 0\right)}}"
    assert witness_latex(witness) == line
    assert line.endswith(latex(odd))
    assert number_text(odd) == witness_row(witness)["numbers"]["x"]
    assert f"CRootOf(t^5 - {linear}*t - 1, 0)" in witness.text
    # what is printed is a polynomial of which the number is the root, whichever it is
    (inside,) = re.findall(r"CRootOf\((.*), 0\)", number_text(root_in("t", linear)))
    printed = sp.Poly(sp.sympify(inside.replace("^", "**")))
    assert printed.all_coeffs() == [1, 0, 0, 0, -linear, -1]


def test_a_root_is_written_with_all_its_coefficients():
    t = sp.Symbol("y")
    root = sp.CRootOf(-3 * t**7 + t**3 / 2 - 2 * t + 1, 0)
    assert number_text(root) == "CRootOf(6*t^7 - t^3 + 4*t - 2, 0)"
    assert latex(root) == r"\operatorname{CRootOf} {\left(6\,t^{7} - t^{3} + 4\,t - 2, 0\right)}"


@pytest.mark.parametrize(
    ("degree", "digits", "said"),
    [
        (5, 5000, "a number of 16610 bits"),
        (5, 3000, "a number of 9966 bits"),
        (1500, 0, "degree 1500"),
    ],
)
def test_a_root_that_sympy_cannot_tell_from_others_is_refused_at_once(degree, digits, said):
    t = sp.Symbol("t")
    root = sp.CRootOf(t**degree - t - 10**digits, 0)
    with pytest.raises(NoWitness, match=said):
        Witness(BELOW, {X: root}, "by hand")
    for write in (number_text, latex):
        with pytest.raises(Exception, match=said) as refusal:
            write(root)
        assert refusal.type.__module__.startswith("pmlsym.")


@pytest.mark.parametrize("degree", range(3, 9))
def test_a_root_is_real_where_the_sign_of_its_polynomial_says_so(degree):
    t, rng = sp.Symbol("t"), Random(degree)
    for _ in range(20):
        polynomial = sp.Poly([rng.randint(-9, 9) or 1 for _ in range(degree + 1)], t)
        if not polynomial.is_irreducible:
            continue
        wanted = polynomial.count_roots()  # by Sturm's theorem, as sympy counts them
        roots = [sp.CRootOf(polynomial, index) for index in range(degree)]
        assert [is_real(root) for root in roots] == [True] * wanted + [False] * (degree - wanted)


def test_a_root_that_is_not_real_is_refused_at_once():
    """sympy was asked whether it is real, which took it half a minute."""
    t = sp.Symbol("s")
    signs = [1 if (7 * k * k + 3 * k) % 5 < 3 else -1 for k in range(60)]
    root = sp.CRootOf(sp.Poly([*signs, 1], t), 59)
    start = time.process_time()
    with pytest.raises(NoWitness, match=r"^CRootOf\(.*t.* is not an exact real number"):
        Witness(BELOW, {X: root}, "by hand")
    assert time.process_time() - start < 5
