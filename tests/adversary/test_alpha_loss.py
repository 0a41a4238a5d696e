"""Alpha-loss against minimisation over the simplex, and against many digits."""

import math
import time
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st
from scipy.optimize import minimize

import pmlsym as ps
from pmlsym import adversary as adv
from tests.adversary.definitions import as_floats, exact, floats, outcomes, posterior
from tests.random_channels import distributions, exact_channels

ORDERS = [1, 1.0, F(3, 2), 2, 5, math.inf]


def loss(q, alpha):
    if alpha == 1:
        return -np.log(q)
    if alpha == math.inf:
        return 1 - q
    return alpha / (alpha - 1) * (1 - q ** ((alpha - 1) / alpha))


@pytest.mark.parametrize("alpha", [1, 1.2, 2, 3.5, 20])
@pytest.mark.parametrize("row", [[0.5, 0.5], [0.7, 0.2, 0.1], [0.4, 0.3, 0.2, 0.1], [0.95, 0.05]])
def test_the_least_loss_by_minimising_over_reports(row, alpha):
    p = np.array(row)

    def expected(logits):
        q = np.exp(logits - logits.max())
        return p @ loss(np.maximum(q / q.sum(), 1e-300), alpha)

    found = min(minimize(expected, start, tol=1e-12).fun for start in (np.log(p), 0 * p))
    assert adv.least_alpha_loss(row, alpha) == pytest.approx(found, abs=1e-7)


def test_the_zero_one_loss_is_a_wrong_guess():
    row = [F(1, 2), F(1, 3), F(1, 6)]
    assert adv.least_alpha_loss(row, math.inf) == adv.least_alpha_loss(row, sp.oo) == F(1, 2)
    assert adv.least_alpha_loss([0.5, 0.3, 0.2], math.inf) == pytest.approx(0.5)


def test_exact_losses():
    assert adv.least_alpha_loss([F(1, 2), F(1, 2)], 1) == sp.log(2)
    assert adv.least_alpha_loss([F(3, 5), F(2, 5)], 2) == 2 - 2 * sp.sqrt(13) / 5
    for alpha in ORDERS:
        assert adv.least_alpha_loss([1, 0], alpha) == 0
        assert adv.least_alpha_loss([1.0, 0.0], alpha) == 0


@given(st.integers(2, 4).flatmap(distributions), st.sampled_from([1, F(3, 2), 2, 5, math.inf]))
def test_exact_and_float_losses_agree(row, alpha):
    wanted = float(adv.least_alpha_loss(row, alpha))
    assert adv.least_alpha_loss(np.array(row, float), alpha) == pytest.approx(wanted, abs=1e-12)
    assert adv.least_alpha_loss(row, float(alpha)) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize(
    "alpha", [1, 1 + 2**-52, 1 + 1e-9, 1.01, 1.7, 2, 3, 30, 1e4, 1e300, 1.7e308]
)
@pytest.mark.parametrize("rest", [0.4, 1e-3, 1e-20, 1e-250])
def test_digits_of_a_small_loss_and_at_extreme_orders(rest, alpha):
    """Two secrets in 700 digits; alpha as large as 1e4 there, which decides the rest."""
    others = [0.75 * rest, 0.25 * rest]
    with mpmath.workdps(700):
        p = [1 - mpmath.mpf(others[0]) - mpmath.mpf(others[1]), *map(mpmath.mpf, others)]
        if alpha == 1:
            wanted = -sum(v * mpmath.log(v) for v in p)
        elif alpha > 1e10:  # the sum of powers is its largest term, to many more digits than these
            wanted = 1 - p[0]
        else:
            order = mpmath.mpf(alpha)
            wanted = order / (order - 1) * (1 - sum(v**order for v in p) ** (1 / order))
        wanted = float(wanted)
    found = adv.least_alpha_loss([1 - rest, *others], alpha)
    assert found == pytest.approx(wanted, rel=1e-11)


def test_the_entropy_of_many_secrets():
    row = np.full(10**5, 1e-5)
    assert adv.least_alpha_loss(row, 1) == pytest.approx(math.log(1e5))
    assert adv.least_alpha_loss(row, 2) == pytest.approx(2 * (1 - 1e-5**0.5))
    assert adv.least_alpha_loss(row, 1 + 1e-12) == pytest.approx(math.log(1e5), rel=1e-9)


@given(exact_channels(), st.sampled_from([1, 1.01, F(3, 2), 2, 5, 1e3, math.inf]))
def test_at_most_pmc(channel, alpha):
    found = adv.alpha_loss_leakage(floats(channel), alpha)
    assert np.all(found <= ps.pmc(floats(channel)) + 1e-9)


@given(exact_channels(), st.sampled_from([1, F(3, 2), 2, math.inf]))
def test_the_leakage_is_the_ratio_of_the_losses(channel, alpha):
    found = adv.alpha_loss_leakage(exact(channel), alpha)
    before = float(adv.least_alpha_loss(channel[1], alpha))
    for y in outcomes(channel):
        after = float(adv.least_alpha_loss(posterior(channel, y), alpha))
        wanted = math.log(before / after) if after else math.inf
        assert float(found[y]) == pytest.approx(wanted, abs=1e-9)
    in_floats = adv.alpha_loss_leakage(floats(channel), alpha)
    assert in_floats == pytest.approx(as_floats(found), abs=1e-9)


@pytest.mark.parametrize(
    "alpha",
    [F(1.1), 1 + F(1, 10**30), F(1001, 1000), F(9999, 100), 100, 10**4, 10**300, sp.sqrt(2)],
)
def test_awkward_exact_orders_take_no_time(alpha):
    """Roots of a large degree and powers of many digits are neither expanded nor factored."""
    kernel = [[F(503, 1009), F(506, 1009)], [F(1, 3), F(2, 3)], [F(2, 7), F(5, 7)]]
    channel = ps.Channel(kernel, [F(503, 1009), F(401, 1009), F(105, 1009)])
    start = time.process_time()
    found = adv.alpha_loss_leakage(channel, alpha)
    assert time.process_time() - start < 5
    in_floats = adv.alpha_loss_leakage(channel.as_float(), float(alpha))
    assert as_floats(found) == pytest.approx(in_floats, abs=1e-12)
    assert (found.__class__ is np.ndarray) == (alpha > 100)


def test_at_infinity_it_is_a_wrong_guess_of_the_secret():
    channel = ps.Channel([[F(3, 4), F(1, 4)], [F(1, 3), F(2, 3)]], [F(2, 5), F(3, 5)])
    wanted = adv.wrong_guess_leakage(channel, [[1, 0], [0, 1]])
    assert adv.alpha_loss_leakage(channel, math.inf) == wanted
    near = adv.alpha_loss_leakage(channel, 1e6)
    assert near == pytest.approx(as_floats(wanted), abs=1e-5)


def test_a_secret_given_away_or_known_before():
    channel = ps.Channel([[1, 0], [F(1, 2), F(1, 2)]], [F(1, 2), F(1, 2)])
    sure = ps.Channel([[F(1, 2), F(1, 2)]], [1])
    for alpha in ORDERS:
        assert adv.alpha_loss_leakage(channel, alpha)[1] == sp.oo
        assert adv.alpha_loss_leakage(channel.as_float(), alpha)[1] == math.inf
        assert list(adv.alpha_loss_leakage(sure, alpha)) == [0, 0]
        assert list(adv.alpha_loss_leakage(sure.as_float(), alpha)) == [0, 0]


def test_a_posterior_below_the_smallest_float():
    """P(x | y) is about 1e-400, and the loss after y likewise: the leakage is its logarithm."""
    channel = ps.Channel([[1e-250, 1.0], [1.0, 1e-250]], [1e-150, 1.0])
    secret = -250 * math.log(10) - 150 * math.log(10)
    assert adv.alpha_loss_leakage(channel, math.inf)[0] == pytest.approx(
        -150 * math.log(10) - secret
    )
    # to first order the loss is p at the order 1 as well, times 1 - log p
    assert adv.alpha_loss_leakage(channel, 1)[0] == pytest.approx(
        -150 * math.log(10) + math.log(1 + 150 * math.log(10)) - secret - math.log(1 - secret)
    )
    assert adv.alpha_loss_leakage(channel, 2)[0] == pytest.approx(-150 * math.log(10) - secret)
