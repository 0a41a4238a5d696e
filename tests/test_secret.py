"""Secrets against sums, closed forms and mpmath's quadrature."""

import dataclasses
import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st

from pmlsym.errors import ParameterError
from pmlsym.secret import Density, Discrete, Normal, Uniform
from tests.random_channels import discrete

mpmath.mp.dps = 40
TILTS = (-1e6, -300.0, -2.5, -1e-3, 1e-9, 0.02, 0.4, 7.0, 1e4, 1e6)


def ramp():
    return Density(lambda x: x, 0, 1)


@given(discrete(), st.sampled_from(TILTS), st.fractions(-4, 4, max_denominator=3))
def test_discrete_is_its_sums(pair, t, about):
    values, weights = pair
    exact, floats = (
        Discrete(values, weights),
        Discrete([float(x) for x in values], list(map(float, weights))),
    )
    mean = sum(p * x for x, p in zip(values, weights, strict=True))
    assert exact.mean == mean
    assert exact.variance == sum(p * x**2 for x, p in zip(values, weights, strict=True)) - mean**2
    assert floats.variance == pytest.approx(float(exact.variance), abs=1e-12)
    assert (exact.low, exact.high) == (min(values), max(values))
    total = sum(
        mpmath.mpf(p.numerator) / p.denominator * mpmath.exp(t * mpmath.mpf(float(x - about)))
        for x, p in zip(values, weights, strict=True)
    )
    for secret in (exact, floats):
        found = secret.log_mgf(t, about=float(about))
        assert found == pytest.approx(float(mpmath.log(total)), rel=1e-12, abs=1e-14)


@given(discrete(), st.floats(-6, 6))
def test_nearest_and_farthest_are_found_by_looking_at_every_value(pair, y):
    secret = Discrete(*pair)
    distances = [abs(float(x) - y) for x in pair[0]]
    assert abs(secret.nearest(y) - y) == pytest.approx(min(distances), abs=1e-12)
    assert abs(secret.farthest(y) - y) == pytest.approx(max(distances), abs=1e-12)
    for found in (secret.nearest([y, y]), secret.farthest([y, y])):
        assert found.shape == (2,)
        assert min(abs(found[0] - float(x)) for x in pair[0]) < 1e-12


def test_nearest_and_farthest_of_an_interval_and_of_the_line():
    secret = Uniform(-1, 2)
    assert secret.nearest([-5, 0.3, 9]).tolist() == [-1, 0.3, 2]
    assert secret.farthest([-5, 0.4, 0.6, 9]).tolist() == [2, 2, -1, -1]
    assert Normal(1.0, 2.0).nearest(7.0) == 7.0
    assert Normal(1.0, 2.0).farthest([0.0, 2.0]).tolist() == [math.inf, -math.inf]


def test_exact_discrete_stays_exact():
    secret = Discrete([0, 1], [F(1, 4), F(3, 4)])
    assert secret.mean == F(3, 4)
    assert secret.expectation(lambda x: x**3 - x) == 0
    t = sp.Symbol("t")
    assert sp.expand(sp.exp(secret.log_mgf(t)) - (3 * sp.exp(t) + 1) / 4) == 0
    assert isinstance(secret.log_mgf(1.0), float)
    assert isinstance(Discrete([0.0, 1], [F(1, 4), F(3, 4)]).log_mgf(1), float)


def test_improbable_values_keep_their_probability():
    tiny = F(1, 10**400)
    secret = Discrete([0, 1], [1 - tiny, tiny])
    assert secret.log_mgf(2000.0) == pytest.approx(2000 - 400 * math.log(10))


@pytest.mark.parametrize("t", TILTS)
def test_uniform_against_its_definition(t):
    x = mpmath.mpf(t)
    closed = mpmath.log((mpmath.exp(3 * x) - mpmath.exp(-x)) / (4 * x))
    for secret in (Uniform(-1.0, 3.0), Density(lambda x: 1, -1, 3)):
        assert secret.log_mgf(t) == pytest.approx(float(closed), rel=1e-12, abs=0)
        shifted = secret.log_mgf(t, about=-1.0)
        assert shifted == pytest.approx(float(closed + x), rel=1e-12, abs=0)


def test_uniform_exactly():
    secret = Uniform(F(1, 2), 2)
    assert (secret.mean, secret.variance) == (F(5, 4), F(3, 16))
    t = sp.Symbol("t", positive=True)
    x = sp.Symbol("x")
    direct = sp.integrate(sp.exp(t * x) * sp.Rational(2, 3), (x, sp.Rational(1, 2), 2))
    assert sp.simplify(sp.exp(secret.log_mgf(t)) - direct) == 0
    assert secret.log_mgf(0) == 0


def test_log_mgf_far_from_zero_keeps_its_digits():
    """About an end, where log E e^(tX) itself has lost nine of them."""
    secret = Uniform(1e9, 1e9 + 1)
    assert secret.log_mgf(2.0, about=1e9) == pytest.approx(math.log(math.expm1(2) / 2), rel=1e-12)


@pytest.mark.parametrize("t", TILTS)
def test_density_with_a_closed_form(t):
    x = mpmath.mpf(t)
    closed = mpmath.log(2 * (mpmath.exp(x) * (x - 1) + 1) / x**2)
    assert ramp().log_mgf(t) == pytest.approx(float(closed), rel=1e-11)


@pytest.mark.parametrize("t", [-1e4, -30.0, 2.0, 300.0])
def test_density_that_vanishes_at_its_ends(t):
    """The peak of e^(tx) times the density is at neither end."""
    secret = Density(lambda x: math.exp(-1 / (x * (1 - x))), 0, 1)
    peak = 1 / math.sqrt(abs(t)) if t < 0 else 1 - 1 / math.sqrt(t)
    near = [peak + (k - 8) / 8 * min(peak, 1 - peak) for k in range(17)]
    points = sorted({0, 0.5, 1, *near})

    def bump(x):
        return mpmath.exp(-1 / (x * (1 - x))) if 0 < x < 1 else mpmath.mpf(0)

    with mpmath.workdps(20):
        whole = mpmath.quad(bump, mpmath.linspace(0, 1, 9))
        tilted = mpmath.quad(lambda x: bump(x) * mpmath.exp(t * x), points)
        closed = float(mpmath.log(tilted / whole))
    assert secret.log_mgf(t) == pytest.approx(closed, rel=1e-10)


def test_poles_at_the_ends():
    secret = Density(lambda x: 1 / np.sqrt(1 - x * x), -1, 1)
    assert secret.variance == pytest.approx(0.5, abs=1e-7)
    for t in (0.5, 20.0, 1e4):
        closed = float(mpmath.log(mpmath.besseli(0, t)))
        assert secret.log_mgf(t) == pytest.approx(closed, rel=1e-6)


def test_jumps_and_narrow_peaks():
    jump = Density(lambda x: 1 if x < 0.3 else 3, 0, 1)
    assert jump.mean == pytest.approx((0.3 * 0.15 + 2.1 * 0.65) / 2.4, rel=1e-10)
    assert jump.expectation(lambda x: x > 0.3) == pytest.approx(2.1 / 2.4, rel=1e-9)
    peak = Density(lambda x: np.exp(-(((x - 0.2) / 0.01) ** 2) / 2) + 1e-6, 0, 1)
    mass = 0.01 * math.sqrt(2 * math.pi)
    assert peak.mean == pytest.approx((0.2 * mass + 0.5e-6) / (mass + 1e-6), rel=1e-9)


def test_a_factor_in_the_pdf_does_not_matter():
    once, thrice = ramp(), Density(lambda x: 3e100 * x, 0, 1)
    assert thrice.mean == pytest.approx(once.mean, rel=1e-12)
    x = np.array([0.1, 0.7])
    assert np.exp(once.log_pdf(x)) == pytest.approx(2 * x)
    assert np.exp(thrice.log_pdf(x)) == pytest.approx(2 * x)


@pytest.mark.parametrize("sigma", [1e-8, 1e-3, 0.2, 3.0, 1e5])
@pytest.mark.parametrize("at", [0.0, 0.3, 1.0])
def test_log_expectation_of_a_bell(sigma, at):
    """E e^(-(X - a)^2/(2 sigma^2)) for the density 2x, whose integral is known."""
    s, a = mpmath.mpf(sigma), mpmath.mpf(at)

    def integral(x):  # of 2x e^(-(x - a)^2/(2 s^2))
        bell = mpmath.exp(-((x - a) ** 2) / (2 * s**2))
        return -2 * s**2 * bell + a * s * mpmath.sqrt(2 * mpmath.pi) * mpmath.erf(
            (x - a) / (s * mpmath.sqrt(2))
        )

    closed = float(mpmath.log(integral(1) - integral(0)))
    found = ramp().log_expectation(lambda d: -((d / sigma) ** 2) / 2, at, sigma)
    assert found == pytest.approx(closed, rel=1e-10)


def test_normal():
    secret = Normal(1, 2)
    assert (secret.mean, secret.variance, secret.low, secret.high) == (1, 4, -math.inf, math.inf)
    assert secret.expectation(lambda x: x**4) == pytest.approx(1 + 6 * 4 + 3 * 16)
    mgf = secret.expectation(lambda x: math.exp(0.7 * (x - 3)))
    assert secret.log_mgf(0.7, about=3) == pytest.approx(math.log(mgf))


def test_small_leakages_keep_their_digits():
    coin = Discrete([0.0, 1.0], [0.25, 0.75])
    assert coin.log_mgf(1e-11) == pytest.approx(0.75e-11, rel=1e-10, abs=0)
    ramp_mean = 2 / 3
    assert ramp().log_mgf(1e-11) == pytest.approx(ramp_mean * 1e-11, rel=1e-10, abs=0)


def test_a_constant():
    secret = Discrete([3], [1])
    assert secret.is_constant
    assert not Discrete([3, 4], [0.5, 0.5]).is_constant
    assert (secret.mean, secret.variance, secret.log_mgf(2.0)) == (3, 0, 6.0)
    assert secret.nearest([0.0, 9.0]).tolist() == [3.0, 3.0]


def test_secrets_are_values():
    assert Discrete([2, 1], [F(1, 3), F(2, 3)]) == Discrete([1, 2], [F(2, 3), F(1, 3)])
    assert hash(Uniform(0, 1)) == hash(Uniform(0, 1))
    assert repr(Discrete([2, 1], [F(1, 3), F(2, 3)])) == "Discrete([1, 2], [2/3, 1/3])"
    for secret in (Discrete([1], [1]), Uniform(0, 1), ramp(), Normal(0, 1)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            secret.values = (1,)


def test_no_secret_keeps_the_closed_forms_of_another_law():
    with pytest.raises(TypeError, match="Triangle"):

        class Triangle(Uniform):
            def log_pdf(self, x):
                return np.log(2 * x)


@pytest.mark.parametrize(
    "made",
    [
        lambda: Discrete([F(10**15 + 1, 10**6), 10**9], [F(1, 2)] * 2),
        lambda: Discrete([2**53 + 3, 2**53 + 6], [0.5, 0.5]),
        lambda: Uniform(2**53 + 3, 2**53 + 6),
        lambda: Uniform(10**9, F(10**15 + 1, 10**6)),
    ],
)
def test_values_whose_differences_floats_lose_are_refused(made):
    """2^53 + 6 minus 2^53 + 3 is 2 in floats, and leakages depend on differences."""
    with pytest.raises(ParameterError, match="shift all values towards zero"):
        made()
