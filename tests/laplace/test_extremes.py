"""Numbers at the ends of what floats hold: an answer or one sentence, never NaN or a warning."""

import math
import warnings
from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmlsym.errors import ParameterError, VacuousGuaranteeWarning
from pmlsym.gaussian import GaussianNoise
from pmlsym.laplace import (
    MeanRelease,
    calibrate,
    calibrate_mean,
    exact_leakage,
    histogram_dp,
    histogram_leakage,
    histogram_quadratic,
    histogram_relaxation,
    triangle,
)
from pmlsym.mechanisms import RetentionReplacement
from pmlsym.secret import Discrete, Normal, Uniform

COIN = Discrete([0, 1], [0.5, 0.5])


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Uniform(-1e308, 1e308), r"^low is -1e\+308, but has to be between -1e150"),
        (lambda: Discrete([0, F(10**400)], [0.5, 0.5]), r"^values\[1\] is 1000"),
        (lambda: Normal(0.0, 1e200), r"^deviation is 1e\+200"),
        (lambda: exact_leakage([[0, 1e308]], 0.25, 1.0, 2), "^workload entries, for 2 records"),
        (lambda: exact_leakage([[0, 1]], 0.25, 5e-324, 3), "^workload entries, for 3 records"),
        (lambda: exact_leakage([[-1e308, 1e308]], 0.25, 1.0, 2), "too large for floating point"),
        (lambda: MeanRelease(COIN, 2, 5e-324).worst_pml(), r"^scale is 5e-324, .* too small"),
        (lambda: MeanRelease(COIN, 2, 1e308).worst_pml(), r"^scale is 1e\+308, .* too large"),
        (lambda: MeanRelease(COIN, 10**400, 1.0).pml(2.0), r"^scale is 1\.0, .* too large"),
        (
            lambda: MeanRelease(COIN, 2, F(1, 10**500)).pmc(2.0),
            r"^scale is .* that a float can hold",
        ),
        (lambda: calibrate_mean(COIN, 2, 1e308), r"^epsilon is 1e\+308"),
        (lambda: calibrate(5e-324, 0.1), "^epsilon is .* no float is as large"),
        (lambda: RetentionReplacement().truncated(10**400), "^size is 1000"),
        (lambda: RetentionReplacement().truncated(501), "^size is 501, .* from 0 to 500"),
        (lambda: RetentionReplacement().prior(10**5000), r"^x is an integer of about 5001 digits"),
    ],
)
def test_what_leads_out_of_the_floats_is_refused_in_a_sentence(call, sentence):
    with pytest.raises(ParameterError, match=sentence) as refusal:
        call()
    assert len(str(refusal.value)) < 300


def test_the_smallest_noise_that_is_taken_shows_the_sum():
    """With hardly any noise an outcome is a sum: 0 and 2 of two coins tell each coin."""
    for scale in (1e-50, 1e-99):
        worst = MeanRelease(COIN, 2, scale).worst_pml()
        assert worst.leakage == pytest.approx(math.log(2), rel=1e-12)
        assert MeanRelease(COIN, 1, scale).worst_pml().upper == pytest.approx(math.log(2))


def test_a_late_outcome_of_the_countable_mechanism():
    assert RetentionReplacement().lift(0, 100_000) == F(1, 2)
    assert RetentionReplacement().lift(100_000, 100_000) == F(1, 2) + F(3**100_000, 2)


extreme = st.one_of(
    st.floats(min_value=0, exclude_min=True, allow_infinity=False),
    st.sampled_from([5e-324, 1e-308, 1e-150, 1.0, 1e150, 1e308]),
)


@given(extreme, extreme, extreme, st.integers(1, 4))
def test_nothing_valid_gives_nan_or_a_warning(one, two, three, n):
    alpha = min(one, 0.25)
    calls = [
        lambda: histogram_leakage(alpha, two),
        lambda: histogram_dp(two),
        lambda: histogram_relaxation(alpha, two),
        lambda: histogram_quadratic(alpha, two),
        lambda: calibrate(two, alpha),
        lambda: calibrate(two, alpha, workload=[[0, three]]),
        lambda: triangle([[0, three], [one, 0]], alpha, two).leakage,
        lambda: exact_leakage([[0, three]], alpha, two, n),
        lambda: GaussianNoise(Uniform(-three, one), two).pml([-one, 0.0, 1.0]),
        lambda: GaussianNoise(Uniform(-three, one), two).pmc([-one, 0.0, 1.0]),
        lambda: GaussianNoise(Discrete([-three, one], [0.5, 0.5]), two).pml([-one, 0.0]),
        lambda: GaussianNoise(Discrete([-three, one], [0.5, 0.5]), two).pmc([-one, 0.0]),
        lambda: MeanRelease(Discrete([0, one], [0.5, 0.5]), n, two).worst_pml().leakage,
        lambda: MeanRelease(Uniform(0, one), n, two).worst_pmc(),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", VacuousGuaranteeWarning)
        for call in calls:
            try:
                found = np.asarray(call())
            except ParameterError:
                continue
            assert (found >= 0).all()
