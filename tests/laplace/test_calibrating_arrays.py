"""Calibration at arrays, against 700 digits, and against the same numbers one by one."""

import math
import warnings
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import example, given, strategies as st

from pmlsym.errors import ParameterError, VacuousGuaranteeWarning
from pmlsym.laplace import calibrate, histogram_leakage


def smallest(epsilon, alpha):
    """The smallest safe scale with 700 digits; 0 if no noise is needed."""
    with mpmath.workdps(700):
        floor = mpmath.mpf(alpha)
        room = mpmath.exp(-mpmath.mpf(epsilon)) - floor
        return 2 / mpmath.log((1 - floor) / room) if room > 0 else mpmath.mpf(0)


def quietly(epsilon, alpha):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VacuousGuaranteeWarning)
        return calibrate(epsilon, alpha)


floors = st.one_of(st.floats(-323, -300), st.floats(-300, -6), st.floats(-6, math.log10(0.5))).map(
    lambda digits: min(10.0**digits, 0.5)
)
shares = st.one_of(  # of log(1/alpha): anywhere, tiny, next to 1, and beyond
    st.floats(0.0, 1.0),
    st.floats(-290, 0).map(lambda digits: 10.0**digits),
    st.floats(-16, 0).map(lambda digits: 1 - 10.0**digits),
    st.integers(-4, 4).map(lambda steps: 1 + steps * 2.0**-53),
    st.floats(1.0, 3.0),
)


@given(st.lists(st.tuples(shares, floors), min_size=1, max_size=20))
@example([(0.97, 1e-320), (1 - 1e-6, 1e-320), (0.9, 1e-300)])
def test_every_scale_of_an_array_is_safe_and_the_smallest(cases):
    pairs = [(share * -math.log(alpha), alpha) for share, alpha in cases]
    pairs = [(epsilon, alpha) for epsilon, alpha in pairs if epsilon > 1e-299]
    epsilon, alpha = np.array(pairs).reshape(-1, 2).T
    for one, floor, scale in zip(epsilon, alpha, quietly(epsilon, alpha), strict=True):
        least = smallest(one, floor)
        assert least <= scale <= least * (1 + mpmath.mpf(1e-12))
        if -math.log(floor) - one > 1e-4 and floor > 1e-290:  # else floats hardly tell scales apart
            assert scale <= least * (1 + mpmath.mpf(2e-14))
            assert histogram_leakage(floor, scale) <= one
        assert scale == pytest.approx(quietly(one, floor), rel=1e-12)


@given(st.floats(1e-6, 0.5), st.floats(0.01, 0.9999))
def test_the_leakage_at_the_scales_of_an_array_is_at_most_the_level(alpha, top):
    """For one alpha, at 1,000 levels, as `histogram_leakage` computes it from the array."""
    epsilon = np.linspace(0, top, 1001)[1:] * -math.log(alpha)
    assert (histogram_leakage(alpha, calibrate(epsilon, alpha)) <= epsilon).all()


@pytest.mark.parametrize(
    ("epsilon", "alpha"),
    [
        (np.linspace(0.01, 1.6, 7), np.array([[0.02], [0.2]])),
        (0.5, np.geomspace(1e-9, 0.5, 5)),
        (2.0, np.array([1e-300, 0.13, 0.135])),
        (np.array([[0.5]]), np.array([0.1])),
        ([1, 2], 0.05),
        (np.zeros((0, 3)), 0.1),
        (np.linspace(0.01, 2.2, 70_000), 0.1),  # more than one block
    ],
)
def test_arrays_broadcast(epsilon, alpha):
    found = calibrate(epsilon, alpha)
    expected = np.vectorize(calibrate, otypes=[float])(np.asarray(epsilon), alpha)
    assert found.shape == expected.shape
    assert found == pytest.approx(expected, rel=2e-14)


@pytest.mark.parametrize(
    "wrong", [0.0, -1.0, -0.0, math.nan, math.inf, -math.inf, 5e-324, 1e-308, True, "1", None, 1j]
)
def test_a_wrong_level_is_refused_as_it_is_by_itself(wrong):
    with pytest.raises(ParameterError) as alone:
        calibrate(wrong, 0.1)
    for several in ([0.5, wrong, 0.5], [[wrong], [0.5]]):
        with pytest.raises(ParameterError) as inside:
            calibrate(several, 0.1)
        assert str(inside.value) == str(alone.value)


@pytest.mark.parametrize("wrong", [0.0, -0.1, math.nan, math.inf, 0.34, 1])
def test_a_wrong_floor_is_refused_as_it_is_by_itself(wrong):
    with pytest.raises(ParameterError) as alone:
        calibrate(0.5, float(wrong), bins=3)
    with pytest.raises(ParameterError) as inside:
        calibrate([0.5, 0.6], [0.1, wrong], bins=3)
    assert str(inside.value) == str(alone.value)


def test_what_needs_no_noise_is_told_once():
    with pytest.warns(VacuousGuaranteeWarning, match=r"epsilon = 3\.0") as said:
        found = calibrate([0.5, 3.0, 4.0], 0.1)
    assert len(said) == 1
    assert (found > 0).tolist() == [True, False, False]


@given(st.lists(st.fractions(F(1, 100), F(2)), min_size=1, max_size=3))
def test_exact_levels_in_a_list_are_rounded_up(levels):
    found = calibrate(levels, F(1, 20))
    for level, scale in zip(levels, found, strict=True):
        with mpmath.workdps(60):
            share = mpmath.exp(-mpmath.mpf(level.numerator) / level.denominator)
            least = 2 / mpmath.log(19 / (20 * share - 1))
        assert least <= scale <= least * (1 + 1e-15)


def test_symbols_in_a_list_are_refused():
    with pytest.raises(ParameterError, match="without symbols"):
        calibrate([sp.Symbol("e", positive=True)], F(1, 20))
