"""Gaussian noise against the raw definition in mpmath, quadrature, and simulation."""

import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from pmlsym.gaussian import GaussianNoise
from pmlsym.secret import Density, Discrete, Normal, Uniform
from tests.random_channels import discrete

SIGMAS = (1e-3, 0.3, 1.0, 50.0, 1e5)
OUTCOMES = (-1e6, -30.0, -1.01, -1.0, -0.5, 0.5, 1.3, 2.0, 2.001, 7.0, 1e6)
LOPSIDED = Discrete([-1, 2], [F(2, 3), F(1, 3)])


def from_definition(y, sigma, points, expectation):
    """Return PML and PMC: the largest and least exp(-(y - x)^2/2s^2) against their expectation."""

    def likelihood(x):
        return mpmath.exp(-((mpmath.mpf(y) - x) ** 2) / (2 * mpmath.mpf(sigma) ** 2))

    mixed = expectation(likelihood)
    given_x = [likelihood(x) for x in points]
    return float(mpmath.log(max(given_x) / mixed)), float(mpmath.log(mixed / min(given_x)))


@given(discrete(), st.sampled_from(SIGMAS), st.sampled_from(OUTCOMES) | st.floats(-4, 4))
def test_discrete_secrets_from_the_definition(pair, sigma, y):
    values = [mpmath.mpf(x.numerator) / x.denominator for x in pair[0]]
    weights = [mpmath.mpf(p.numerator) / p.denominator for p in pair[1]]
    with mpmath.workdps(50):
        expected = from_definition(
            y,
            sigma,
            values,
            lambda f: mpmath.fsum(p * f(x) for x, p in zip(values, weights, strict=True)),
        )
    release = GaussianNoise(Discrete(*pair), sigma)
    assert (release.pml(y), release.pmc(y)) == pytest.approx(expected, rel=1e-9, abs=1e-15)


def truncated(x):
    return mpmath.exp(-(x**2)) + mpmath.mpf(1) / 10


INTERVALS = {
    "uniform": (Uniform(-1.0, 2.0), lambda x: mpmath.mpf(1)),
    "constant pdf": (Density(lambda x: 5, -1, 2), lambda x: mpmath.mpf(1)),
    "slope": (Density(lambda x: 2 + x, -1, 2), lambda x: 2 + x),
    "bell": (Density(lambda x: math.exp(-x * x) + 0.1, -1, 2), truncated),
}


@pytest.mark.parametrize("name", INTERVALS)
@pytest.mark.parametrize("sigma", SIGMAS)
def test_intervals_from_the_definition(name, sigma):
    secret, pdf = INTERVALS[name]
    release = GaussianNoise(secret, sigma)
    for y in OUTCOMES[1::2] if name == "bell" else OUTCOMES:
        near = min(max(y, -1), 2)
        width = sigma / (abs(y - near) / sigma + 1)
        cuts = [near + side * width * 3**k for k in range(-1, 9) for side in (-1, 1)]
        cuts = sorted({-1, 2, near, *(c for c in cuts if -1 < c < 2)})
        with mpmath.workdps(25):
            mass = mpmath.quad(pdf, [-1, 0, 1, 2])
            expected = from_definition(
                y,
                sigma,
                [-1, near, 2],
                lambda f, cuts=cuts, mass=mass: mpmath.quad(lambda x: pdf(x) * f(x), cuts) / mass,
            )
        found = release.pml(y), release.pmc(y)
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-15)


def test_the_support_counts_and_not_the_interval_around_it():
    """At y = 0 both values are as far: nothing leaks, though 0 itself would be nearer."""
    release = GaussianNoise(Discrete([-1, 1], [0.5, 0.5]), 0.1)
    assert release.pml(0.0) == release.pmc(0.0) == 0
    assert GaussianNoise(Uniform(-1, 1), 0.1).pml(0.0) > 1


def test_a_normal_secret():
    secret, sigma = Normal(1.0, 2.0), 0.7
    release = GaussianNoise(secret, sigma)
    for y in (-3.0, 1.0, 4.5):
        density = quad(lambda x: norm.pdf(x, 1, 2) * norm.pdf(y, x, sigma), -30, 30, points=[y])[0]  # noqa: B023
        assert release.pml(y) == pytest.approx(math.log(norm.pdf(0, 0, sigma) / density))
    assert release.pmc(0.3) == math.inf
    assert release.pmc([0.3, 1.0]).tolist() == [math.inf, math.inf]
    assert release.worst_pmc() == math.inf
    little = GaussianNoise(secret, 1e12).pml(1.0)  # log(1 + 4e-24)/2
    assert little == pytest.approx(2e-24, abs=0)


# --- bounds -----------------------------------------------------------------------------------


@given(discrete(), st.sampled_from(SIGMAS), st.floats(-10, 10))
def test_the_bounds_hold(pair, sigma, y):
    """For a secret of any mean: the bounds centre it."""
    release = GaussianNoise(Discrete(*pair), sigma)
    lower, upper = release.pmc_bounds(y)
    cost = release.pmc(y)
    slack = 1e-9 * (1 + cost)
    assert 0 <= lower <= cost + slack
    assert cost <= upper + slack


def test_the_bounds_are_what_they_say():
    """Both formulas for the upper one, both ends for the lower one, at a mean of zero."""
    release = GaussianNoise(LOPSIDED, 2.0)
    for y, lower, upper in (
        (-3.0, (2 * (2 - 1 + 6)) / 8, (3 + 2) ** 2 / 8),  # b(b - a - 2y), (A + |y|)^2
        (20.0, (1 * (40 + 1 - 2)) / 8, 2 * (2 + 80) / 8),  # a(2y + a - b), A(A + 4|y|)
        (0.5, 0.0, 2.5**2 / 8),
    ):
        assert release.pmc_bounds(y) == pytest.approx((lower, upper))
    lower, upper = release.pmc_bounds([[-3.0, 20.0]])
    assert lower.shape == upper.shape == (1, 2)


def test_the_bounds_move_with_the_secret():
    there = GaussianNoise(Discrete([9, 12], [F(2, 3), F(1, 3)]), 2.0)
    here = GaussianNoise(LOPSIDED, 2.0)
    for y in (-3.0, 0.4, 2.0):
        assert there.pmc_bounds(y + 10) == pytest.approx(here.pmc_bounds(y))


def test_the_lower_bound_in_print_needs_both_ends():
    """A|y|/sigma^2 exceeds the PMC of a secret of mean zero with the values -1 and 2."""
    release = GaussianNoise(LOPSIDED, 1.0)
    assert float(LOPSIDED.mean) == 0
    assert release.pmc(0.5) == 0
    assert release.pmc(0.5) < 2 * 0.5 / 1.0
    assert release.pmc_bounds(0.5)[0] == 0
    # also where the PMC is not 0
    assert 2 * 0.8 > release.pmc(0.8) > 0
    # with both ends in the support it is the bound
    even = GaussianNoise(Discrete([-2, 0, 2], [F(1, 4), F(1, 2), F(1, 4)]), 3.0)
    for y in (-5.0, 0.25, 7.0):
        assert even.pmc_bounds(y)[0] == pytest.approx(2 * abs(y) / 9)
        assert even.pmc_bounds(y)[0] <= even.pmc(y)


# --- the tail ---------------------------------------------------------------------------------


def exceeding(secret, sigma, level, steps=40_001):
    """Return P(PMC >= level): the secret's atoms, and a fine grid of outcomes."""
    release = GaussianNoise(secret, sigma)
    y = np.linspace(-12 * sigma - 3, 12 * sigma + 3, steps)
    values, logs = secret.atoms
    density = np.exp(logs) @ norm.pdf(y, values[:, None], sigma)
    return float(density[release.pmc(y) >= level].sum() * (y[1] - y[0]))


@pytest.mark.parametrize("sigma", [0.6, 2.0, 8.0])
@pytest.mark.parametrize(
    "secret", [LOPSIDED, Discrete([-1, 1], [0.5, 0.5]), Discrete([-3, 0, 1], [0.1, 0.6, 0.3])]
)
def test_the_tail_bounds_the_probability(secret, sigma):
    r = max(-float(secret.low), float(secret.high)) ** 2 / sigma**2
    release = GaussianNoise(secret, sigma)
    for beta in (0.5 * r, 2 * r, 4 * r, 8 * math.sqrt(r)):
        chance = exceeding(secret, sigma, beta + r / 2, steps=4001)
        assert chance <= release.tail(beta) + 1e-6
        assert release.tail(beta) == pytest.approx(
            min(1, 2 * math.exp(-(beta**2) / (8 * (r * r + r))))
        )
    assert release.tail(0.0) == 1


def test_the_tail_by_simulation():
    rng = np.random.default_rng(7)
    secret, sigma = Uniform(-1, 1), 1.5
    release = GaussianNoise(secret, sigma)
    y = rng.uniform(-1, 1, 4000) + rng.normal(0, sigma, 4000)
    cost, r = release.pmc(y), 1 / sigma**2
    for beta in (0.2, 0.8, 1.5, 2.5):
        assert (cost >= beta + r / 2).mean() <= release.tail(beta) + 0.03
    assert release.tail([0.2, 2.5]).shape == (2,)


# --- extremes ---------------------------------------------------------------------------------


def test_a_constant_leaks_nothing():
    release = GaussianNoise(Discrete([3], [1]), 0.5)
    y = [-1e6, 0.0, 3.0, 1e6]
    assert release.pml(y).tolist() == release.pmc(y).tolist() == [0] * 4
    assert release.worst_pmc() == 0
    assert release.pmc_bounds(7.0) == (0, 0)
    assert (release.tail(0.0), release.tail(1e-9)) == (1, 0)


def test_the_pmc_has_no_bound():
    for secret in (LOPSIDED, Uniform(0, 1), Density(lambda x: x, 0, 1), Normal(0, 1)):
        assert GaussianNoise(secret, 1.0).worst_pmc() == math.inf
    assert GaussianNoise(LOPSIDED, 1.0).pmc(-1e6) > 1e6


@pytest.mark.parametrize("sigma", [1e-320, 1e-200, 1e-9, 1e9, 1e200, 1e300])
@pytest.mark.parametrize("secret", [Uniform(-1, 2), Discrete([-1, 0.5, 2], [0.1, 0.2, 0.7])])
def test_numbers_at_the_ends_of_what_floats_hold(secret, sigma):
    release = GaussianNoise(secret, sigma)
    y = np.array([-1e300, -1e6, -1.0, 0.0, 0.5, 1.0, 3.0, 1e6])
    pml, pmc, (lower, upper) = release.pml(y), release.pmc(y), release.pmc_bounds(y)
    assert np.isfinite(pml).all()
    assert not np.isnan(pmc).any()
    assert (lower <= pmc * (1 + 1e-9)).all()
    assert (pmc <= upper * (1 + 1e-9)).all()
    assert (release.tail([0.0, 1.0, 1e300]) <= 1).all()
    assert math.isfinite(GaussianNoise(Normal(1, 2), sigma).pml(3.0))


def test_a_uniform_secret_under_hardly_any_noise():
    """The largest density is 1/(sigma sqrt(2 pi)) against 1/3, and half of that at an end."""
    # so far away that the posterior is e^(-3x/w) on [0, w]
    far = GaussianNoise(Uniform(0, 1.5e-9), 1.0)
    assert far.pml(-2e9) == pytest.approx(math.log(3 / -math.expm1(-3)), rel=1e-8)
    assert far.pmc(-2e9) == pytest.approx(math.log(math.expm1(3) / 3), rel=1e-8)
    for sigma in (1e-12, 1e-200, 1e-300):
        inside = math.log(3) - math.log(sigma) - math.log(2 * math.pi) / 2
        assert GaussianNoise(Uniform(-1, 2), sigma).pml(0.3) == pytest.approx(inside, rel=1e-12)
        at_end = GaussianNoise(Uniform(-1, 2), sigma).pml(2.0)
        assert at_end == pytest.approx(inside + math.log(2), rel=1e-12)
        # sigma^2/z of the noise's tail lies on the support if y is z beyond it
        beyond = math.log(3) - 2 * math.log(sigma) + math.log(5)
        assert GaussianNoise(Uniform(-1, 2), sigma).pml(7.0) == pytest.approx(beyond, rel=1e-12)


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize("far", [10**6, 10**9, 10**12])
def test_a_uniform_secret_far_from_zero_leaks_as_one_near_it(far):
    for low, high, deviation, y in ((0, 20, 20000.0, 10), (-1, 19, 100.0, -4)):
        near = GaussianNoise(Uniform(low, high), deviation)
        moved = GaussianNoise(Uniform(far + low, far + high), deviation)
        assert moved.pml(far + y) == pytest.approx(near.pml(y), rel=1e-12)
        assert moved.pmc(far + y) == pytest.approx(near.pmc(y), rel=1e-12)
