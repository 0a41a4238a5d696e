"""Nothing valid gives NaN, a traceback, a hang or a lack of memory, at extreme arguments either.

`PMLSYM_CALLS=100000 pytest tests/test_extremes.py` tries many more than the suite does.
"""

import math
import os
import warnings
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import pmlsym as ps
from pmlsym.errors import ParameterError
from pmlsym.gaussian import GaussianNoise
from pmlsym.laplace.release import leaks_at_most, safe_scale
from pmlsym.mechanisms import ClaytonMixture
from pmlsym.precision import approximate
from pmlsym.secret import Discrete, Uniform
from tests.extreme_calls import calls, complaint

COUNT = int(os.environ.get("PMLSYM_CALLS", "300"))
AT_ONCE = 4  # calls an example: what hypothesis does for one takes longer than most calls


def _length(found):
    return len(found[0])


def test_extreme_calls_end_in_a_number_or_in_a_sentence():
    wrong, made = {}, 0

    @settings(
        max_examples=max(COUNT // AT_ONCE, 1),
        deadline=None,
        derandomize="PMLSYM_CALLS" not in os.environ,  # the suite makes the same calls each time
        phases=[Phase.generate],
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(calls, min_size=AT_ONCE, max_size=AT_ONCE))
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


def test_an_exact_scale_below_all_floats_is_refused():
    # it was divided by, as a float
    with pytest.raises(ParameterError, match=r"^scale is 1/1000"):
        ps.laplace.exact_leakage([[0, 1]], 0.05, F(1, 10**370), n=2)


@pytest.mark.parametrize(
    ("argument", "call"),
    [
        ("scale", lambda tiny: ps.laplace.dp([[0, 1]], tiny)),
        ("alpha", lambda tiny: ps.laplace.corner([[0, 1]], tiny, 1)),
        ("alpha", lambda tiny: ps.laplace.tilted([[0, 1]], tiny, 1)),
        ("alpha", lambda tiny: ps.laplace.triangle([[0, 1e9]], tiny, 1)),
        ("alpha", lambda tiny: ps.laplace.calibrate(0.5, tiny, workload=[[0, 1]])),
        ("deviation", lambda tiny: GaussianNoise(Uniform(0, 1), tiny)),
    ],
)
def test_what_floats_compute_with_is_refused_where_it_is_zero_as_one(argument, call):
    with pytest.raises(ParameterError, match=rf"^{argument} is 1/1000.* that a float can hold\.$"):
        call(F(1, 10**400))


@pytest.mark.parametrize("source", [ps.LIP(1e300), ps.PMC(1e11), ps.LDP(1e16)])
def test_a_mechanism_with_too_many_digits_is_refused(source):
    with pytest.raises(ParameterError, match=r"^epsilon is .* nats for a mechanism, or infinite"):
        source.conversion(ps.LDP, p_min=0.2).mechanism()


def test_a_mean_with_noise_below_all_floats_leaks_more_than_floats_hold():
    tiny, coin = F(1, 10**419), Discrete([0.0, 1.0], [0.5, 0.5])
    assert ps.laplace.MeanRelease(coin, 2, tiny).worst_pmc() == math.inf
    always = Discrete([1.0], [1.0])
    assert ps.laplace.MeanRelease(always, 2, tiny).worst_pmc() == 0


def test_a_composition_too_close_to_none_is_refused_in_floats():
    with pytest.raises(ParameterError, match=r"^guarantees have levels too close to zero"):
        ps.composed(ps.PML(-0.0), ps.PML(F(1, 10**400)), p_min=2.2e-311)


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


def test_distances_beyond_floats_are_refused_and_not_added():
    with pytest.raises(ParameterError, match="floats do not hold how far classes are apart"):
        ps.laplace.calibrate(3, F(1, 10), workload=[[1e308, 0], [1e308, 0]])


def test_exact_levels_that_sympy_does_not_tell_apart_are_composed_as_floats():
    far = ps.LIP(F(4 * 10**328))
    with pytest.raises(ParameterError, match="beyond 1e\\+30 nats: give one as a float"):
        ps.composed(ps.LIP(8), far, p_min=F(1, 2))
    assert ps.composed(ps.LIP(8), ps.LIP(1e300), p_min=F(1, 2)).epsilon >= 1e300
    # PMC adds up whatever the levels: it is not infinity that is refused
    assert ps.composed(ps.PMC(math.inf), ps.PMC(F(1, 2)), p_min=F(1, 2)).epsilon == math.inf


@pytest.mark.parametrize("low", [1 - F(1, 10**23), 1 - F(1, 2**52), 1 - 1e-13])
def test_ends_between_which_floats_hold_too_few_numbers_are_refused(low):
    with pytest.raises(ParameterError, match=r"^low is .* too few numbers to integrate"):
        ps.secret.Density(lambda x: 1 + 0 * x, low, 1)
    assert ps.secret.Density(lambda x: 1 + 0 * x, 1 - 1e-10, 1).high == 1


def test_an_outcome_that_is_one_in_floats_leaks_what_one_does():
    mixture = ClaytonMixture(0.5)
    assert mixture.pml(0.9) == pytest.approx(math.log(0.5 + 0.5 * 1.8))
    assert mixture.pml(1 - F(1, 10**40)) == pytest.approx(math.log(1.5))


def test_a_number_of_bins_with_too_many_digits_is_not_printed():
    with pytest.raises(ParameterError, match="an integer of about 5001 digits") as said:
        ps.laplace.calibrate(1, 0.1, 10**5000)
    assert len(str(said.value)) < 200


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


@pytest.mark.parametrize(
    "level", [10**5000, F(1, 10**5000), F(10**5000 + 1, 10**4999)], ids=["great", "small", "long"]
)
def test_numbers_with_more_digits_than_python_prints_are_refused(level):
    with pytest.raises(ParameterError, match=r"^epsilon is .*with at most 4214 digits"):
        ps.PML(level)
    assert ps.PML(10**400).epsilon == 10**400


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


LONG = F(10**400 + 1, 10**400)


@pytest.mark.parametrize(
    "refused",
    [
        lambda: ps.Channel([[LONG, 1 - LONG], [1, 0]], [F(1, 2), F(1, 2)]),
        lambda: ps.Channel([[LONG - 1, F(1, 2)], [1, 0]], [F(1, 2), F(1, 2)]),
        lambda: ps.Channel([[sp.sqrt(LONG), 0], [1, 0]], [F(1, 2), F(1, 2)]),
        lambda: ps.Channel([[1, 0], [1, 0]], [LONG, 1 - LONG]),
        lambda: ps.Channel([[1, 0], [1, 0]], [F(1, 2), LONG / 3]),
        lambda: ps.Channel.from_joint([[LONG, 1 - LONG], [1, 0]]),
        lambda: ps.Channel.from_joint([[LONG / 3, F(1, 3)], [F(1, 3), 0]]),
        lambda: Discrete([LONG, LONG], [F(1, 2), F(1, 2)]),
        lambda: Discrete([1, 2], [LONG, 1 - LONG]),
        lambda: Discrete([1, 2], [LONG, LONG]),
    ],
)
def test_a_refusal_does_not_repeat_a_long_number_to_its_end(refused):
    with pytest.raises(ValueError, match=r"\d\.\.\.") as said:
        refused()
    assert len(str(said.value)) < 300


def test_a_composition_that_sympy_cannot_compare_with_zero_has_a_level():
    near, rare = F(1, 10**400), F(1, 125 * 10**270)
    found = ps.composed(ps.PML(near), ps.PML(rare), p_min=rare).epsilon
    # to first order both add up, as neither can rule a secret out
    assert approximate(found, 20) / (near + rare) == pytest.approx(1, rel=1e-15)
