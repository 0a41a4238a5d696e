"""Nothing valid gives NaN, a traceback, a hang or a lack of memory, at extreme arguments either.

`PMLSYM_CALLS=100000 pytest tests/test_extremes.py` tries many more than the suite does.
"""

import math
import os
import warnings
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

import pmlsym as ps
from pmlsym import adversary, laplace, mechanisms
from pmlsym.errors import ParameterError
from pmlsym.laplace.release import leaks_at_most, safe_scale
from pmlsym.mechanisms import ClaytonMixture
from pmlsym.precision import approximate
from pmlsym.secret import Discrete
from tests.extreme_calls import calls, complaint, of_a_number

COUNT = int(os.environ.get("PMLSYM_CALLS", "300"))
AT_ONCE = 4  # calls an example: what hypothesis does for one takes longer than most calls


def _length(found):
    return len(found[0])


@pytest.mark.parametrize("some", [of_a_number(), calls], ids=["one number", "all kinds"])
def test_extreme_calls_end_in_a_number_or_in_a_sentence(some):
    wrong, made = {}, 0

    @settings(
        max_examples=max(COUNT // AT_ONCE, 1),
        deadline=None,
        derandomize="PMLSYM_CALLS" not in os.environ,  # the suite makes the same calls each time
        phases=[Phase.generate],
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(some, min_size=AT_ONCE, max_size=AT_ONCE))
    def made_of(drawn):
        nonlocal made
        for call in drawn:
            made += 1
            said = complaint(call)
            if said:  # the shortest of each kind, and no end at the first
                text, kind = str(call), (call.name, said[:60])
                wrong[kind] = min(wrong.get(kind, (text, said)), (text, said), key=_length)

    made_of()
    assert made >= COUNT - AT_ONCE
    assert not wrong, "\n" + "\n".join(f"{said}: {text}" for text, said in wrong.values())


def test_a_mean_with_noise_below_all_floats_leaks_more_than_floats_hold():
    tiny, coin = F(1, 10**419), Discrete([0.0, 1.0], [0.5, 0.5])
    assert ps.laplace.MeanRelease(coin, 2, tiny).worst_pmc() == math.inf
    always = Discrete([1.0], [1.0])
    assert ps.laplace.MeanRelease(always, 2, tiny).worst_pmc() == 0


def test_an_outcome_curve_at_a_floor_next_to_zero_is_that_of_no_floor():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        curve = ps.laplace.outcome_curve([0, 1], 5e-323, 0.01, [1])
    # the two classes are 100 scales apart, and no floor holds that down
    assert max(curve.leakage[1]) == pytest.approx(100, rel=1e-12)


def test_outcomes_beyond_floats_leak_what_their_neighbours_do():
    release = ps.laplace.MeanRelease(Discrete([0.0, 1.0], [0.5, 0.5]), 2, 0.5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert release.pml(1.7e308) == release.pml(2.0)
        assert ClaytonMixture(0.5).pml(F(1, 10**400)) == math.inf


def test_exact_levels_that_sympy_does_not_tell_apart_are_composed_as_floats():
    far = ps.LIP(F(4 * 10**328))
    with pytest.raises(ParameterError, match="beyond 1e\\+30 nats: give one as a float"):
        ps.composed(ps.LIP(8), far, p_min=F(1, 2))
    assert ps.composed(ps.LIP(8), ps.LIP(1e300), p_min=F(1, 2)).epsilon >= 1e300
    # PMC adds up whatever the levels: it is not infinity that is refused
    assert ps.composed(ps.PMC(math.inf), ps.PMC(F(1, 2)), p_min=F(1, 2)).epsilon == math.inf


def test_an_outcome_that_is_one_in_floats_leaks_what_one_does():
    mixture = ClaytonMixture(0.5)
    assert mixture.pml(0.9) == pytest.approx(math.log(0.5 + 0.5 * 1.8))
    assert mixture.pml(1 - F(1, 10**40)) == pytest.approx(math.log(1.5))


@pytest.mark.parametrize(
    "level", [10**9 * sp.log(2), 10**8 * sp.log(F(2, 3)), -(10**6) * sp.log(F(1, 2))]
)
def test_a_level_whose_exponential_is_a_long_fraction_is_refused_at_once(level):
    # sympy writes e^level out, in one call that nothing interrupts
    with pytest.raises(ParameterError, match="its exponential has over 20000 bits"):
        ps.PMC(abs(level))
    assert ps.PMC(float(abs(level))).implies(ps.LIP, prior=[F(1, 2), F(1, 3), F(1, 6)])
    assert ps.PMC(10**4 * sp.log(2)).implies(ps.LIP, p_min=F(1, 3))


def test_probabilities_that_floats_take_for_zero_are_refused_beside_them():
    tiny = F(1, 10**371)
    with pytest.raises(ParameterError, match=r"^p_min has the probability .* 0 as a float"):
        ps.LIP(1.0).implies(ps.PML, p_min=tiny)
    assert ps.LIP(F(1)).implies(ps.PML, p_min=tiny).epsilon == 1
    with pytest.raises(ParameterError, match=r"^epsilon is .* that a float can hold"):
        ps.laplace.calibrate(F(9, 10**391), 1e-3)


# --- exact numbers that take long, and floors that are beyond floats ------------------------------


def test_exact_cells_are_as_many_as_end_soon():
    third, root = ClaytonMixture(F(1, 3)), ClaytonMixture(sp.sqrt(2) / 2)
    with pytest.raises(ParameterError, match="at most 400 where eta is exact: give eta as a float"):
        third.discretised(401)
    with pytest.raises(ParameterError, match="at most 100 where eta is exact"):
        root.discretised(101)
    assert third.discretised(40).kernel.shape == (40, 40)
    near = ClaytonMixture(float(sp.sqrt(2) / 2)).discretised(5).kernel
    np.testing.assert_allclose(np.array(root.discretised(5).kernel, dtype=float), near)


@pytest.mark.parametrize("level", [F(2 * 10**22 - 1, 2 * 10**22), F(1, 3) - F(1, 10**40)])
def test_levels_with_long_fractions_have_a_mechanism(level):
    found = ps.LIP(level).conversion(ps.LDP, p_min=F(1, 10)).mechanism()
    follows = ps.LIP(level).implies(ps.LDP, p_min=F(1, 10)).epsilon
    for kind, wanted in ((ps.LIP, level), (ps.LDP, follows)):
        apart = sp.N(kind.of(found).epsilon, 80) - sp.N(wanted, 80)
        assert abs(apart) < sp.Float(10) ** -70


def test_noise_for_a_floor_beyond_floats_is_that_of_differential_privacy():
    scale = safe_scale(15.673244543336509, F(1, 10**400), bins=3)
    assert leaks_at_most(scale, F(15.673244543336509), F(1, 10**400))
    assert math.isclose(float(scale), 2 / 15.673244543336509, rel_tol=1e-12)


def test_levels_whose_powers_have_no_common_denominator_are_composed():
    # sympy took the real part of the result in terms, for which it made polynomials
    great, small = 1 - F(9, 10**48), F(1, 2 * 10**31)
    found = ps.composed(ps.LIP(great), ps.LIP(small), p_min=F(1, 6)).epsilon
    # a lift e^great beside one of 1 + small s, |s| <= 1: their joint lift is divided by a mean of
    # its own, which is from 1 - small on
    more = sp.N(found - sp.Rational(great), 30)
    assert sp.N(sp.Rational(small), 30) < more < sp.N(2 * sp.Rational(small), 30)


def test_a_prior_with_pi_in_it_has_a_mechanism():
    channel = ps.LDP(F(18, 13)).conversion(ps.LDP, p_min=sp.pi / 7).mechanism()
    assert ps.ldp(channel.as_float()) == pytest.approx(18 / 13, rel=1e-12)
    assert all(sp.simplify(sum(row) - 1) == 0 for row in channel.kernel.tolist())


def test_a_composition_that_sympy_cannot_compare_with_zero_has_a_level():
    near, rare = F(1, 10**400), F(1, 125 * 10**270)
    found = ps.composed(ps.PML(near), ps.PML(rare), p_min=rare).epsilon
    # to first order both add up, as neither can rule a secret out
    assert approximate(found, 20) / (near + rare) == pytest.approx(1, rel=1e-15)


# --- powers, scales and levels at the end of the floats -------------------------------------------

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


@pytest.mark.parametrize("scale", [1e305, 2.7e307])
def test_a_scale_at_the_end_of_the_floats_is_one(scale):
    """A slope of a record that is no normal float went into a whole number."""
    found = laplace.exact_leakage([[0, 2, -2], [3, -1, 1], [2, -3, 2]], 3e-59, scale, n=2)
    assert found == pytest.approx(11 / scale, rel=1e-6)  # the first two columns: 2 + 4 + 5


def test_a_level_of_hundreds_of_digits_is_above_any_threshold():
    """Its exponential was written out to be compared with a probability."""
    prior = [F(1, 5), F(4, 5)]
    assert mechanisms.response_parameter(prior, "pml", 10**4000) == sp.oo
    # on either side of log(5), by less than its next digit
    near = F(16094379124341003746007593332, 10**28)
    assert mechanisms.response_parameter(prior, "pml", near + F(1, 10**27)) == sp.oo
    assert mechanisms.response_parameter(prior, "pml", near - F(1, 10**27)) != sp.oo


def test_a_root_that_sympy_does_not_survive():
    """Of 1 + N^2, N = 1125 10^59, sympy 1.14 finds two near factors, and takes one for a prime."""
    n = 1125 * 10**59
    prior = [F(1, n + 1), F(n, n + 1)]
    found = adversary.least_alpha_loss(prior, 2)
    with mpmath.workdps(200):
        p, q = (mpmath.mpf(m.numerator) / m.denominator for m in prior)
        wanted = 2 * (1 - mpmath.sqrt(p**2 + q**2))
        assert abs(mpmath.mpf(str(sp.N(found, 90, maxn=500))) / wanted - 1) < mpmath.mpf(10) ** -20
    assert float(found) == pytest.approx(float(wanted), rel=1e-12)
