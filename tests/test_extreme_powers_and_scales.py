"""Powers, scales and levels at the end of the floats: refused in a sentence, or computed."""

from fractions import Fraction as F

import mpmath
import pytest
import sympy

import pmlsym as ps
from pmlsym import adversary, laplace, mechanisms
from pmlsym.errors import ParameterError

CHANNEL = ps.Channel([[0.5, 0.5], [0.2, 0.8], [0.9, 0.1]], [0.2, 0.3, 0.5])
VALUES = [864, 8, 33]


def least_cost(row, power):
    """Return the logarithm of the least expected power of the distance, by trisection."""

    def cost(estimate):
        return mpmath.fsum(p * abs(v - estimate) ** power for p, v in zip(row, VALUES, strict=True))

    low, high = mpmath.mpf(min(VALUES)), mpmath.mpf(max(VALUES))
    for _ in range(300):
        first, second = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, second) if cost(first) < cost(second) else (first, high)
    return mpmath.log(cost(low))


@pytest.mark.parametrize("power", [50, 1e4, 1e6])
def test_large_powers_keep_eight_digits(power):
    with mpmath.workdps(60):
        before = least_cost(CHANNEL.prior.tolist(), power)
        wanted = []
        for column in CHANNEL.posterior.T.tolist():
            wanted.append(float(before - least_cost(column, power)))
    assert list(adversary.distance_leakage(CHANNEL, VALUES, power)) == pytest.approx(
        wanted, abs=1e-8
    )


@pytest.mark.parametrize("power", [1e7, 1e14, 1e308, F(10) ** 9])
def test_powers_whose_leakage_is_rounding_are_refused(power):
    """At a power of 1e14 it was 0.625 for 0.657, and an overflow at 1e308."""
    with pytest.raises(ParameterError, match=r"^power is .*, but has to be from 1 to 1e\+06\.$"):
        adversary.distance_leakage(CHANNEL, VALUES, power)


@pytest.mark.parametrize("scale", [1e305, 2.7e307])
def test_a_scale_at_the_end_of_the_floats_is_one(scale):
    """A slope of a record that is no normal float went into a whole number."""
    found = laplace.exact_leakage([[0, 2, -2], [3, -1, 1], [2, -3, 2]], 3e-59, scale, n=2)
    assert found == pytest.approx(11 / scale, rel=1e-6)  # the first two columns: 2 + 4 + 5


def test_a_level_below_all_floats_is_named():
    with pytest.raises(ParameterError, match=r"^epsilon is 1/1000.* that a float can hold\.$"):
        laplace.calibrate(F(1, 10**400), 1e-15, workload=[[38, 0], [4, 1]])


def test_a_level_of_hundreds_of_digits_is_above_any_threshold():
    """Its exponential was written out to be compared with a probability."""
    prior = [F(1, 5), F(4, 5)]
    assert mechanisms.response_parameter(prior, "pml", 10**4000) == sympy.oo
    with pytest.raises(ParameterError, match=r"^epsilon is "):
        mechanisms.high_privacy_extremal(prior, 10**4000)
    # on either side of log(5), by less than its next digit
    near = F(16094379124341003746007593332, 10**28)
    assert mechanisms.response_parameter(prior, "pml", near + F(1, 10**27)) == sympy.oo
    assert mechanisms.response_parameter(prior, "pml", near - F(1, 10**27)) != sympy.oo


def test_a_root_that_sympy_does_not_survive():
    """Of 1 + N^2, N = 1125 10^59, sympy 1.14 finds two near factors, and takes one for a prime."""
    n = 1125 * 10**59
    prior = [F(1, n + 1), F(n, n + 1)]
    found = adversary.least_alpha_loss(prior, 2)
    with mpmath.workdps(200):
        p, q = (mpmath.mpf(m.numerator) / m.denominator for m in prior)
        wanted = 2 * (1 - mpmath.sqrt(p**2 + q**2))
        assert (
            abs(mpmath.mpf(str(sympy.N(found, 90, maxn=500))) / wanted - 1) < mpmath.mpf(10) ** -20
        )
    assert float(found) == pytest.approx(float(wanted), rel=1e-12)
