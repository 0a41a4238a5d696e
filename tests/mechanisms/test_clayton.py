"""The Clayton mixture against quadrature, grids, differentiation and its discretisations."""

import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st
from scipy.integrate import dblquad, quad

import pmlsym as ps
from pmlsym.errors import ParameterError
from pmlsym.mechanisms import ClaytonMixture

inside = st.fractions(0, 1, max_denominator=60).filter(lambda v: 0 < v < 1)
floats_inside = st.floats(1e-6, 1 - 1e-6)


def printed(eta, x, y):
    """The joint density as Example 9 prints it."""
    return eta + (1 - eta) * 2 * (x * y) ** -2 * (1 / x + 1 / y - 1) ** -3


@given(inside, inside, inside)
def test_the_density_is_the_printed_one(eta, x, y):
    found = ClaytonMixture(eta).density(x, y)
    assert found == sp.Rational(printed(eta, x, y))
    assert found == ClaytonMixture(eta).density(y, x)


@given(floats_inside, floats_inside, floats_inside)
def test_float_densities_are_the_exact_ones(eta, x, y):
    exact = printed(F(eta), F(x), F(y))
    assert ClaytonMixture(eta).density(x, y) == pytest.approx(float(exact), rel=1e-13, abs=0)


def test_densities_take_arrays():
    x, y = np.linspace(0.1, 0.9, 5), np.array([[0.2], [0.7]])
    found = ClaytonMixture(F(1, 4)).density(x, y)
    assert found.shape == (2, 5)
    assert found == pytest.approx(printed(0.25, x, y))
    assert isinstance(ClaytonMixture(0.5).density(0.5, 0.5), float)


@pytest.mark.parametrize(("x", "y"), [(1e-300, 1e-300), (1e-300, 0.5), (0.5, 5e-324)])
def test_densities_near_the_edges_neither_overflow_nor_vanish(x, y):
    with mpmath.workdps(50):
        exact = printed(mpmath.mpf(0.25), mpmath.mpf(x), mpmath.mpf(y))
    assert ClaytonMixture(0.25).density(x, y) == pytest.approx(float(exact), rel=1e-12, abs=0)


def test_a_density_beyond_every_float_is_infinite_in_silence():
    assert ClaytonMixture(0.25).density(5e-324, 5e-324) == math.inf


@pytest.mark.parametrize("eta", [0.01, 0.25, 0.9])
@pytest.mark.parametrize("y", [0.01, 0.3, 0.6, 0.95])
def test_the_marginals_are_uniform(eta, y):
    mixture = ClaytonMixture(eta)
    peak = [y / (2 * (1 - y))] if y < 2 / 3 else None
    for density in (lambda x: mixture.density(x, y), lambda x: mixture.density(y, x)):
        total, error = quad(density, 0, 1, points=peak, epsabs=1e-11, epsrel=1e-11)
        assert total == pytest.approx(1, abs=max(1e-9, 10 * error))


def test_the_marginals_are_uniform_symbolically():
    x, y = sp.symbols("x y", positive=True)
    first = x * y / (x + y - x * y)
    density = ClaytonMixture(sp.Symbol("eta")).density(x, y).subs(sp.Symbol("eta"), 0)
    assert sp.simplify(sp.diff(first, x, y) - density) == 0
    conditional = sp.diff(first, y)  # the distribution function of x given y
    assert sp.limit(conditional, x, 0) == 0
    assert sp.simplify(conditional.subs(x, 1)) == 1


@pytest.mark.parametrize("y", [0.001, 0.1, 0.4, 0.5, 0.65, 2 / 3, 0.68, 0.8, 0.999])
@pytest.mark.parametrize("eta", [0.05, 0.5, 0.95])
def test_leakage_is_that_of_a_fine_grid(eta, y):
    mixture = ClaytonMixture(eta)
    x = np.concatenate([np.geomspace(1e-12, 0.5, 20001), 1 - np.geomspace(1e-12, 0.5, 20001)])
    density = mixture.density(x, y)
    top, low = math.log(density.max()), -math.log(density.min())
    assert top <= mixture.pml(y) + 1e-12
    assert mixture.pml(y) == pytest.approx(top, abs=1e-6)
    assert low <= mixture.pmc(y) + 1e-12
    assert mixture.pmc(y) == pytest.approx(low, rel=1e-4, abs=1e-4)


@given(inside, inside)
def test_pml_is_attained_at_the_stationary_point(eta, y):
    """Where the density is flat in x inside the interval, else at its right end."""
    x = sp.Symbol("x", positive=True)
    mixture = ClaytonMixture(eta)
    density = mixture.density(x, sp.Rational(y))
    flat = [r for r in sp.solve(sp.numer(sp.together(sp.diff(density, x))), x) if 0 < r < 1]
    assert bool(flat) == (y < F(2, 3))
    best = max(density.subs(x, v) for v in [*flat, 1])
    assert sp.exp(mixture.pml(y)) == best
    assert mixture.pmc(y) == sp.log(1 / sp.Rational(eta))


def test_both_branches_meet():
    mixture = ClaytonMixture(F(1, 4))
    assert mixture.pml(F(2, 3)) == sp.log(F(1, 4) + F(3, 4) * F(4, 3))
    y = sp.Symbol("y")
    assert mixture.pml(y).subs(y, F(3, 4)) == mixture.pml(F(3, 4))


@given(floats_inside, floats_inside)
def test_float_leakages_are_the_exact_ones(eta, y):
    exact, found = ClaytonMixture(F(eta)), ClaytonMixture(eta)
    assert found.pml(y) == pytest.approx(float(exact.pml(F(y)).evalf(30)), rel=1e-12, abs=0)
    assert found.pmc(y) == pytest.approx(float(exact.pmc(F(y)).evalf(30)), rel=1e-12, abs=0)


@pytest.mark.parametrize("eta", [1e-300, 1 - 2**-53, 1 - F(1, 10**30), F(1, 10**30)])
@pytest.mark.parametrize("y", [5e-324, 1e-200, 0.4, 1 - 2**-53])
def test_extreme_arguments_keep_their_digits(eta, y):
    with mpmath.workdps(700):
        e = mpmath.mpf(F(eta).numerator) / F(eta).denominator
        v = mpmath.mpf(y)
        top = 2 * v if y > 0.6 else 8 / (27 * v * (1 - v))
        pml, pmc = float(mpmath.log(e + (1 - e) * top)), float(-mpmath.log(e))
    assert ClaytonMixture(eta).pml(y) == pytest.approx(pml, rel=1e-12, abs=0)
    assert ClaytonMixture(eta).pmc(y) == pytest.approx(pmc, rel=1e-12, abs=0)


def test_pml_has_no_bound_and_pmc_has():
    mixture = ClaytonMixture(F(1, 4))
    assert mixture.pml(F(1, 10**1000)).evalf() > 2000
    assert mixture.pmc(F(1, 10**1000)) == sp.log(4)
    assert mixture.pmc(np.array([0.1, 0.2])) == pytest.approx([math.log(4)] * 2)
    assert mixture.pml(np.array([0.1, 0.8])) == pytest.approx([mixture.pml(0.1), mixture.pml(0.8)])
    with pytest.raises(ParameterError, match="floats do not tell from 0 or 1"):
        ClaytonMixture(F(1, 10**400)).pmc(0.5)


@pytest.mark.parametrize("cells", [1, 2, 3, 7])
def test_cells_have_the_mass_of_the_density(cells):
    channel = ClaytonMixture(F(1, 4)).discretised(cells)
    assert channel.is_exact
    assert list(channel.prior) == list(channel.marginal) == [sp.Rational(1, cells)] * cells
    mixture, edges = ClaytonMixture(0.25), np.linspace(0, 1, cells + 1)
    for i in range(cells):
        assert sum(channel.kernel[i, j] for j in range(cells)) == 1
        for j in range(min(cells, 3)):
            if (i, j) != (0, 0) or cells == 1:  # the density has a pole in that corner
                mass, _ = dblquad(mixture.density, *edges[[i, i + 1]], *edges[[j, j + 1]])
                assert float(channel.joint[i, j]) == pytest.approx(mass, rel=1e-6)


def test_float_cells_are_the_exact_ones():
    exact = ClaytonMixture(F(1, 5)).discretised(12).as_float()
    found = ClaytonMixture(0.2).discretised(12)
    assert not found.is_exact
    assert found.kernel == pytest.approx(exact.kernel, rel=1e-13, abs=0)


def test_a_symbolic_weight_stays():
    h = sp.Symbol("h", positive=True)
    channel = ClaytonMixture(h).discretised(2)
    numbers = ClaytonMixture(F(1, 3)).discretised(2)
    assert [e.subs(h, F(1, 3)) for e in channel.lift.reshape(4)] == list(numbers.lift.reshape(4))


def test_a_coarser_grid_is_a_finer_one_merged():
    fine, coarse = (ClaytonMixture(F(1, 4)).discretised(n) for n in (6, 3))
    merge = [[int(x // 2 == u) for u in range(3)] for x in range(6)]
    assert fine.preprocess(merge).cascade(merge).kernel == coarse.kernel


def test_cells_leak_less_than_what_is_in_them_and_come_near_it():
    mixture = ClaytonMixture(0.25)
    worst = []
    for cells in (4, 16, 64):
        channel = mixture.discretised(cells)
        y = (np.arange(cells)[:, None] + np.linspace(1e-9, 1 - 1e-9, 50)) / cells
        assert np.all(ps.pml(channel) <= mixture.pml(y).max(axis=1) + 1e-9)
        assert np.all(ps.pmc(channel) < math.log(4))
        worst.append((ps.pml(channel).max(), ps.pmc(channel).min()))
    assert worst == sorted(worst)
    assert worst[-1][0] > 3
    fine = mixture.discretised(200)
    assert ps.pml(fine)[60] == pytest.approx(mixture.pml(0.3025), abs=1e-3)
    assert ps.pmc(fine)[60] == pytest.approx(math.log(4), abs=0.2)
