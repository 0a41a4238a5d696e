"""The histogram bound against enumeration, high precision, and its own exact form."""

import math
from fractions import Fraction as F

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import example, given, strategies as st

from pmlsym.errors import VacuousGuaranteeWarning
from pmlsym.laplace import (
    calibrate,
    histogram_dp,
    histogram_leakage,
    histogram_quadratic,
    histogram_relaxation,
    record_lift,
    release_histogram,
    worst_record_lift,
)
from pmlsym.laplace.calibrate import floor_leakage
from tests.random_channels import distributions

SCALES = [10.0**e for e in range(-12, 13, 2)]
FLOORS = [1e-300, 1e-100, 1e-16, 1e-3, 0.1, 1 / 3, 0.5]


def identity(k):
    return [[int(i == j) for j in range(k)] for i in range(k)]


def precise(alpha, scale):
    """Theorem 4 with 400 digits."""
    before = flint.ctx.dps
    flint.ctx.dps = 400
    try:
        a, b = flint.arb(float(alpha)), flint.arb(float(scale))
        return float((-(a + (1 - a) * (-2 / b).exp()).log()).mid())
    finally:
        flint.ctx.dps = before


@given(st.data())
def test_theorem_4_bounds_every_enumerated_leakage(data):
    """Any prior, any other records (each with its own prior), any outcome, two or three bins."""
    k = data.draw(st.integers(2, 3))
    own = data.draw(distributions(k, positive=True))
    others = data.draw(st.lists(distributions(k), max_size=2))
    outcome = data.draw(st.lists(st.integers(-2, 5), min_size=k, max_size=k))
    q = data.draw(st.fractions(F(1, 10), F(9, 10)))
    bound = 1 / (min(own) + (1 - min(own)) * q**2)
    assert max(record_lift(identity(k), own, others, outcome, q)) <= bound
    scale = -1 / math.log(q)
    assert histogram_leakage(float(min(own)), scale) == pytest.approx(math.log(bound), rel=1e-9)


@given(st.data())
def test_theorem_4_is_attained_at_the_corner(data):
    k = data.draw(st.integers(2, 3))
    own = data.draw(distributions(k, positive=True))
    others = data.draw(st.lists(distributions(k), max_size=2))
    q = data.draw(st.fractions(F(1, 10), F(9, 10)))
    rarest = own.index(min(own))
    corner = [0] * k
    corner[rarest] = 1 + len(others)
    lift = record_lift(identity(k), own, others, corner, q)[rarest]
    assert lift == 1 / (min(own) + (1 - min(own)) * q**2)
    assert worst_record_lift(identity(k), own, others, q)[0] == lift


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("alpha", FLOORS)
def test_floats_keep_their_digits(alpha, scale):
    assert histogram_leakage(alpha, scale) == pytest.approx(precise(alpha, scale), rel=4e-15)


@given(st.fractions(F(1, 100), F(1, 2)), st.fractions(F(1, 5), F(20)))
def test_exact_and_float_agree(alpha, scale):
    for function in (histogram_leakage, histogram_relaxation, histogram_quadratic):
        exact = function(alpha, scale)
        assert isinstance(exact, sp.Expr)
        assert float(exact) == pytest.approx(function(float(alpha), float(scale)))
    assert float(histogram_dp(scale)) == pytest.approx(histogram_dp(float(scale)))


@given(st.floats(1e-6, 0.5), st.floats(1e-3, 1e3))
def test_the_relaxation_is_between_the_bound_and_plain_dp(alpha, scale):
    exact, relaxed = histogram_leakage(alpha, scale), histogram_relaxation(alpha, scale)
    assert exact <= relaxed * (1 + 1e-12)
    assert relaxed <= histogram_dp(scale)
    assert relaxed <= histogram_quadratic(alpha, scale)
    if scale < alpha:
        assert histogram_quadratic(alpha, scale) > histogram_dp(scale)


def test_arrays_broadcast():
    found = histogram_leakage(np.array([[0.1], [0.2]]), np.array([1.0, 2.0, 3.0]))
    assert found.shape == (2, 3)
    assert found[1, 2] == histogram_leakage(0.2, 3.0)


def test_symbols_give_the_formula():
    a, b = sp.symbols("alpha b", positive=True)
    formula = histogram_leakage(a, b)
    assert float(formula.subs({a: sp.Rational(1, 4), b: 2})) == pytest.approx(
        histogram_leakage(0.25, 2.0)
    )


def test_the_number_of_bins_limits_alpha():
    assert histogram_leakage(0.25, 1.0, bins=4) == histogram_leakage(0.25, 1.0)
    assert histogram_leakage(1 / 3, 1.0, bins=3) > 0


def bisected(epsilon, alpha):
    """The smallest safe scale by bisection on 400 digits."""
    low, high = 1e-6, 1e9
    for _ in range(200):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if precise(alpha, middle) > epsilon else (low, middle)
    return high


@pytest.mark.parametrize("alpha", [1e-12, 0.01, 0.2, 0.5])
@pytest.mark.parametrize("share", [1e-6, 0.1, 0.5, 0.9, 0.999])
def test_calibration_finds_the_root(alpha, share):
    epsilon = share * -math.log(alpha)
    assert calibrate(epsilon, alpha) == pytest.approx(bisected(epsilon, alpha), rel=1e-6)


@given(st.floats(1e-12, 0.9999999), st.floats(-300, math.log10(0.5)))
def test_a_calibrated_scale_keeps_its_promise(share, digits):
    alpha = min(10**digits, 0.5)
    epsilon = share * -math.log(alpha)
    scale = calibrate(epsilon, alpha)
    assert histogram_leakage(alpha, scale) <= epsilon
    assert scale <= 2 / epsilon * (1 + 1e-9)
    if share > 1e-6:
        assert float(floor_leakage(np.float64(alpha), np.float64(scale * (1 - 1e-6)))) > epsilon


@given(st.floats(-16, 0), st.floats(-300, math.log10(0.5)))
@example(-1.0, -1.0)
@example(-3.0, -1.0)
@example(-5.0, -2.0)
@example(-12.0, -0.5)
def test_a_scale_next_to_the_level_without_noise_is_safe_and_the_smallest(room, digits):
    """e^-epsilon and alpha share up to 16 digits there."""
    alpha = min(10**digits, 0.5)
    epsilon = (1 - 10**room) * -math.log(alpha)
    if epsilon <= 0:
        return
    with mpmath.workdps(700):
        share = mpmath.exp(-mpmath.mpf(epsilon))
        if share <= alpha:
            with pytest.warns(VacuousGuaranteeWarning):
                assert calibrate(epsilon, alpha) == 0
            return
        least = 2 / mpmath.log((1 - mpmath.mpf(alpha)) / (share - alpha))
        assert least <= calibrate(epsilon, alpha) <= least * (1 + 2e-14)


def test_an_array_of_one_number_is_that_number():
    for epsilon, alpha in ((np.array(0.5), 0.1), (0.5, np.array(0.1))):
        found = calibrate(epsilon, alpha)
        assert type(found) is float
        assert found == calibrate(0.5, 0.1)


def test_calibration_is_exact_for_exact_numbers():
    scale = calibrate(sp.log(2), F(1, 4))
    assert scale == 2 / sp.log(3)
    assert sp.simplify(sp.exp(histogram_leakage(F(1, 4), scale))) == 2
    epsilon, alpha = sp.symbols("epsilon alpha", positive=True)
    assert calibrate(epsilon, alpha).free_symbols == {epsilon, alpha}


@pytest.mark.parametrize(
    "arguments", [(math.nextafter(math.log(2), 1), 0.5), (5.0, 0.1), (sp.log(4), F(1, 4))]
)
def test_a_promise_that_nothing_can_break_needs_no_noise(arguments):
    with pytest.warns(VacuousGuaranteeWarning, match="no noise is added"):
        assert calibrate(*arguments) == 0


def test_a_release_is_a_histogram():
    counts = [400, 3, 0, 97]
    first = release_histogram(counts, 0.3, 0.05, rng=5)
    assert first.dtype == np.int64
    assert (first >= 0).all()
    assert (first == release_histogram(counts, 0.3, 0.05, rng=np.random.default_rng(5))).all()
    assert (first != release_histogram(counts, 0.3, 0.05, rng=6)).any()


def test_a_release_that_needs_no_noise_says_so():
    with pytest.warns(VacuousGuaranteeWarning):
        assert release_histogram([5, 6], 3.0, 0.3, rng=0).tolist() == [5, 6]


@pytest.mark.parametrize(
    ("epsilon", "alpha"),
    [(0.9624379513933919, 0.38196054868850976), (0.7962879394714958, 0.451), (0.5, 0.1)],
)
def test_next_to_the_largest_level_the_scale_is_the_smallest(epsilon, alpha):
    """There the leakage hardly depends on the scale, and floats do not tell it from the level."""
    with mpmath.workdps(50):
        room = mpmath.exp(-mpmath.mpf(epsilon)) - mpmath.mpf(alpha)
        smallest = 2 / mpmath.log((1 - mpmath.mpf(alpha)) / room)
        assert 1 <= calibrate(epsilon, alpha) / smallest <= 1 + 2e-12
