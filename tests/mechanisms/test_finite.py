"""Randomized response and the high-privacy extreme against their definitions, entry by entry."""

import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st

import pmlsym as ps
from pmlsym.errors import ParameterError
from pmlsym.mechanisms import high_privacy_extremal, randomized_response, response_parameter
from tests.random_channels import distributions

SKEWED = [F(1, 10), F(3, 10), F(6, 10)]
MEASURED = {"pml": lambda ch: max(ps.pml(ch)), "pmc": lambda ch: max(ps.pmc(ch)), "ldp": ps.ldp}

priors = st.integers(2, 5).flatmap(lambda n: distributions(n, positive=True))
odds = st.fractions(1, 30, max_denominator=12)  # e^epsilon


def bayes(kernel, prior):
    """The lift of exact tables by Bayes' rule: posterior over prior."""
    marginal = [
        sum(p * row[y] for p, row in zip(prior, kernel, strict=True)) for y in range(len(kernel))
    ]
    return [[F(row[y]) / F(marginal[y]) for y in range(len(kernel))] for row in kernel], marginal


def fractions(channel):
    return [[F(int(e.p), int(e.q)) for e in row] for row in channel.kernel.tolist()]


def value(log):
    """The exact e^l of a leakage l."""
    return F(str(sp.exp(log)))


@given(priors, odds)
def test_randomized_response_is_that_of_example_4(prior, e):
    """Other outcomes are equally likely and e^epsilon times rarer; that fixes the kernel."""
    channel = randomized_response(prior, sp.log(sp.Rational(e)))
    assert channel.is_exact
    for i, row in enumerate(fractions(channel)):
        assert sum(row) == 1
        assert {row[i] / entry for j, entry in enumerate(row) if j != i} == {e}
    assert value(ps.ldp(channel)) == e


@given(priors, odds)
def test_leakage_of_randomized_response_as_printed_in_example_4(prior, e):
    channel = randomized_response(prior, sp.log(sp.Rational(e)))
    lift, _ = bayes(fractions(channel), prior)
    for j, p in enumerate(prior):
        column = [row[j] for row in lift]
        assert 1 / min(column) == 1 + p * (e - 1) == value(ps.pmc(channel)[j])
        assert max(column) == value(ps.pml(channel)[j])
    low = min(prior)
    assert max(map(max, lift)) == e / (low * (e - 1) + 1)


@given(priors, st.floats(0, 30))
def test_floats_agree_with_the_exact_kernel(prior, epsilon):
    exact = randomized_response(prior, sp.Rational(epsilon)).as_float()
    found = randomized_response([float(p) for p in prior], epsilon)
    assert not found.is_exact
    assert found.kernel == pytest.approx(exact.kernel, rel=1e-13, abs=0)


@pytest.mark.parametrize("epsilon", [700.0, 745.0, 1e4, 1e300, math.inf])
def test_a_large_epsilon_publishes_the_secret_without_overflow(epsilon):
    channel = randomized_response([0.25, 0.75], epsilon)
    assert np.array_equal(np.diag(channel.kernel), [1.0, 1.0])
    assert channel.kernel[0, 1] == pytest.approx(float(mpmath.exp(-epsilon)), abs=1e-322)
    assert ps.pml(channel) == pytest.approx([math.log(4), math.log(4 / 3)])


def test_a_large_exact_epsilon_keeps_a_finite_cost():
    channel = randomized_response([F(1, 4), F(3, 4)], 2000)
    assert float(ps.pmc(channel)[1]) == pytest.approx(2000 + math.log(3 / 4))
    assert float(ps.ldp(channel)) == pytest.approx(2000)


@pytest.mark.parametrize("infinite", [sp.oo, math.inf])
def test_an_infinite_epsilon_is_the_identity_exactly(infinite):
    channel = randomized_response(SKEWED, infinite)
    assert channel.is_exact
    assert channel.kernel.tolist() == sp.eye(3).tolist()
    assert ps.ldp(channel) == sp.oo


def test_epsilon_zero_reveals_nothing():
    for prior, zero in ((SKEWED, 0), ([0.1, 0.3, 0.6], 0.0)):
        channel = randomized_response(prior, zero)
        assert [float(v) for v in (*ps.pml(channel), *ps.pmc(channel))] == pytest.approx([0] * 6)


def test_symbols_give_the_formulas_of_example_4():
    r, p = sp.symbols("r p", positive=True)
    channel = randomized_response([p, 1 - p], r)
    lift = channel.lift[1, 0]
    assert sp.simplify(1 / lift - (1 + p * (sp.exp(r) - 1))) == 0
    assert sp.simplify(response_parameter([p, 1 - p], "ldp", r) - r) == 0
    found = response_parameter([F(1, 5), F(4, 5)], "pml", r)
    reached = randomized_response([F(1, 5), F(4, 5)], found).lift[0, 0]
    assert sp.simplify(reached - sp.exp(r)) == 0


@given(priors, odds, st.sampled_from(sorted(MEASURED)))
def test_the_parameter_attains_what_is_asked_for(prior, e, notion):
    """Measured on the channel, exactly; an infinite one is the secret itself."""
    level = sp.log(sp.Rational(e))
    r = response_parameter(prior, notion, level)
    reached = MEASURED[notion](randomized_response(prior, r))
    if r == sp.oo:
        assert notion == "pml"
        assert e >= 1 / min(prior) == value(reached)
    else:
        assert value(reached) == e


@given(priors, odds, st.sampled_from(sorted(MEASURED)), st.fractions(F(1, 50), 1))
def test_a_larger_parameter_leaks_more_than_asked_for(prior, e, notion, more):
    r = response_parameter(prior, notion, sp.log(sp.Rational(e)))
    if r != sp.oo:
        channel = randomized_response(prior, sp.log(sp.exp(r) + sp.Rational(more)))
        assert value(MEASURED[notion](channel)) > e


@given(priors, st.floats(1e-12, 40), st.sampled_from(sorted(MEASURED)))
def test_a_float_parameter_is_the_exact_one(prior, epsilon, notion):
    exact = response_parameter(prior, notion, sp.Rational(epsilon))
    found = response_parameter([float(p) for p in prior], notion, epsilon)
    # a level within rounding of log(1/p_min) may count as beyond it, or lose digits on its way
    near = notion == "pml" and abs(epsilon + math.log(min(prior))) < 1e-6
    if not near:
        assert found == pytest.approx(float(exact.evalf(30)), rel=1e-9)
    assert isinstance(found, float)


@pytest.mark.parametrize("epsilon", [5e-324, 1e-200, 1e-20, 1e-3, 1.0, 30.0, 600.0, 720.0, 7e5])
@pytest.mark.parametrize("least", [5e-324, 1e-280])
def test_the_float_parameter_keeps_its_digits(epsilon, least):
    """Against 2000 digits, where e^r is solved for without any rearrangement."""
    prior = [least, 0.3, 0.7]
    with mpmath.workdps(2000 if epsilon < 1e4 else 30):
        e = mpmath.exp(mpmath.mpf(epsilon))
        low, high = mpmath.mpf(prior[0]), mpmath.mpf(prior[2])
        cost = mpmath.log(1 + (e - 1) / high)
        leak = mpmath.log(e * (1 - low) / (1 - e * low)) if e * low < 1 else mpmath.inf
    assert response_parameter(prior, "pmc", epsilon) == pytest.approx(float(cost), rel=1e-13, abs=0)
    assert response_parameter(prior, "pml", epsilon) == pytest.approx(float(leak), rel=1e-12, abs=0)


@pytest.mark.parametrize("beyond", [0.0, 0.3, 1.5])
def test_no_level_from_the_largest_lift_on_binds_pml(beyond):
    assert response_parameter([0.25, 0.75], "pml", math.log(4) + beyond) == math.inf
    assert response_parameter([F(1, 4), F(3, 4)], "pml", sp.log(4) + sp.Rational(beyond)) == sp.oo
    below = response_parameter([0.25, 0.75], "pml", math.log(4) - 1e-9)
    assert 20 < below < 25  # e^r = 3 e^epsilon / (4 - e^epsilon), where 4 - e^epsilon = 4e-9


@given(priors, odds)
def test_pmc_allows_more_than_pml_below_the_level_of_example_4(prior, e):
    level = sp.log(sp.Rational(e))
    cost, leak = (response_parameter(prior, notion, level) for notion in ("pmc", "pml"))
    low, high = min(prior), max(prior)
    if e <= (1 - high) / low:
        assert sp.exp(cost) >= sp.exp(leak)
    elif e > 1:
        assert leak == sp.oo or sp.exp(cost) < sp.exp(leak)


def test_one_secret_leaves_nothing_to_learn():
    for prior, infinite in (([1], sp.oo), ([1.0], math.inf)):
        for notion in MEASURED:
            assert response_parameter(prior, notion, 0) == infinite
        for epsilon in (0, 1, math.inf):
            channel = randomized_response(prior, epsilon)
            assert channel.kernel.tolist() == [[1]]
            assert MEASURED["ldp"](channel) == MEASURED["pmc"](channel) == 0
        assert high_privacy_extremal(prior, 3).kernel.tolist() == [[1]]


@given(priors, st.fractions(0, 1).filter(lambda share: share < 1))
def test_the_high_privacy_extreme_as_printed_in_example_5(prior, share):
    """Every e^epsilon in the range, written as a share of what there is above 1."""
    low = min(prior)
    e = 1 + share * (1 / (1 - low) - 1)
    channel = high_privacy_extremal(prior, sp.log(sp.Rational(e)))
    kernel = fractions(channel)
    lift, marginal = bayes(kernel, prior)
    assert marginal == prior
    for j, p in enumerate(prior):
        column = [row[j] for row in lift]
        assert {v for i, v in enumerate(column) if i != j} == {e} == {value(ps.pml(channel)[j])}
        assert 1 / min(column) == p / (1 - e * (1 - p)) == value(ps.pmc(channel)[j])
    assert max(map(value, ps.pmc(channel))) == low / (1 - e * (1 - low))


@given(priors, st.floats(0, 0.999))
def test_the_float_extreme_agrees_with_the_exact_one(prior, share):
    epsilon = -share * math.log1p(-float(min(prior)))
    exact = high_privacy_extremal(prior, sp.Rational(epsilon)).as_float()
    found = high_privacy_extremal([float(p) for p in prior], epsilon)
    assert found.kernel == pytest.approx(exact.kernel, abs=1e-15, rel=1e-12)
    assert found.marginal == pytest.approx([float(p) for p in prior])


def test_the_extreme_keeps_its_digits_for_a_tiny_secret():
    """e^epsilon (1 - p) is within 1e-20 of 1, and its distance from 1 is an entry."""
    channel = high_privacy_extremal([1e-20, 1.0], 5e-21)
    assert channel.kernel[0] == pytest.approx([5e-21, 1.0], rel=1e-12, abs=0)
    assert ps.pmc(channel)[0] == pytest.approx(math.log(2))


def test_a_prior_that_is_off_by_rounding_is_taken():
    prior = np.array([0.5, 0.5]) * (1 + 9e-10)
    assert high_privacy_extremal(prior, 0.69).marginal == pytest.approx(prior)


@pytest.mark.parametrize("n", [2, 3, 7])
def test_the_range_of_the_extreme_ends_where_an_entry_vanishes(n):
    uniform = [F(1, n)] * n
    with pytest.raises(ParameterError, match=r"epsilon is .* below log\(1/\(1 - p_min\)\) = "):
        high_privacy_extremal(uniform, sp.log(sp.Rational(n, n - 1)))
    below = sp.log(sp.Rational(n, n - 1) - sp.Rational(1, 10**9))
    assert min(fractions(high_privacy_extremal(uniform, below))[0]) > 0
    with pytest.raises(ParameterError, match="high-privacy regime"):
        high_privacy_extremal([1 / n] * n, math.log(n / (n - 1)) + 1e-12)


def test_the_least_likely_secret_decides_the_range_of_the_extreme():
    limit = -math.log1p(-0.1)
    assert high_privacy_extremal([0.1, 0.3, 0.6], limit - 1e-9).kernel.min() > 0
    with pytest.raises(ParameterError, match=r"epsilon is .* below .* = 0\.105361"):
        high_privacy_extremal([0.1, 0.3, 0.6], limit + 1e-9)
    with pytest.raises(ParameterError, match=r"epsilon is log\(10/9\), .* = 0\.105361"):
        high_privacy_extremal(SKEWED, sp.log(sp.Rational(10, 9)))


def test_the_extreme_takes_symbols():
    e, p = sp.symbols("e p", positive=True)
    channel = high_privacy_extremal([p, 1 - p], e)
    assert [sp.simplify(v) for v in channel.marginal] == [p, 1 - p]
    with pytest.raises(ParameterError, match="high-privacy regime"):
        high_privacy_extremal([p, 1 - p], sp.oo)


@given(st.fractions(1, F(199, 100)))
def test_the_binary_extreme_of_a_uniform_secret_is_a_randomized_response(e):
    """Its parameter is epsilon + log(1/(2 - e^epsilon)), and the outcomes change places."""
    channel = high_privacy_extremal([F(1, 2)] * 2, sp.log(sp.Rational(e)))
    r = sp.log(sp.Rational(e / (2 - e)))
    assert ps.ldp(channel) == r
    response = fractions(randomized_response([F(1, 2)] * 2, r))
    assert fractions(channel) == [row[::-1] for row in response]


def test_of_tiny_levels_the_worst_outcome_is_found():
    """Sympy's own Max takes two numbers that differ by less than 1e-15 for equal."""
    tiny = F(1, 10**14)
    channel = randomized_response([F(3, 4), F(1, 4)], tiny)
    assert float(ps.lip(channel)) == pytest.approx(7.5e-15)  # of the rarer secret
    for kind in (ps.PML, ps.PMC, ps.LIP):
        assert not kind(F(5, 10**15)).holds(channel)
        assert kind(F(8, 10**15)).holds(channel)
    mean = ps.laplace.MeanRelease(ps.secret.Discrete([0, 1], [F(9, 10), F(1, 10)]), 1, 10**14)
    assert float(mean.worst_pmc()) == pytest.approx(9e-15, rel=1e-3)
