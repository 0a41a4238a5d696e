"""Channels: exact and float through one interface, and bad input in one sentence."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st

from pmlsym import Channel
from pmlsym.errors import ChannelError
from tests.adversary.definitions import marginal, outcomes, posterior
from tests.random_channels import distributions, exact_channels, kernels


@given(exact_channels())
def test_bayes_rule(channel):
    kernel, prior = channel
    found = Channel(kernel, prior)
    assert found.is_exact
    for y in outcomes(channel):
        for x, after in enumerate(posterior(channel, y)):
            assert found.joint[x, y] == sp.Rational(prior[x] * kernel[x][y])
            assert found.posterior[x, y] == sp.Rational(after)
            assert found.lift[x, y] * sp.Rational(prior[x]) == found.posterior[x, y]
    assert found.null_outcomes == tuple(y for y, p in enumerate(marginal(channel)) if p == 0)


@given(exact_channels())
def test_floats_agree_with_fractions(channel):
    exact = Channel(*channel)
    floats = Channel(np.array(channel[0], float), np.array(channel[1], float))
    assert not floats.is_exact
    for name in ("kernel", "prior", "joint", "marginal", "lift", "posterior"):
        a, b = getattr(exact, name), getattr(floats, name)
        assert a.shape == b.shape
        assert np.allclose(np.array(a.tolist(), float), b, atol=1e-14)
    assert exact.null_outcomes == floats.null_outcomes


@given(exact_channels())
def test_the_mean_lift_is_one(channel):
    lift, prior = Channel(*channel).lift, channel[1]
    for y in range(lift.shape[1]):
        assert sum(sp.Rational(str(p)) * lift[x, y] for x, p in enumerate(prior)) == 1


@given(exact_channels(), st.data())
def test_cascade_is_a_second_draw(channel, data):
    kernel, prior = channel
    after = data.draw(kernels(secrets=len(kernel[0])))
    found = Channel(kernel, prior).cascade(after)
    for x, row in enumerate(kernel):
        for z in range(len(after[0])):
            total = sum(p * after[y][z] for y, p in enumerate(row))
            assert found.kernel[x, z] == sp.Rational(total.numerator, total.denominator)


@given(exact_channels(), st.data())
def test_preprocessing_averages_over_the_secret(channel, data):
    kernel, prior = channel
    function = data.draw(kernels(secrets=len(prior)))
    found = Channel(kernel, prior).preprocess(function)
    mass = [sum(p * function[x][u] for x, p in enumerate(prior)) for u in range(len(function[0]))]
    possible = [u for u, p in enumerate(mass) if p]
    for row, u in enumerate(possible):
        assert found.prior[row] == sp.Rational(str(mass[u]))
        for y in range(len(kernel[0])):
            joint = sum(p * function[x][u] * kernel[x][y] for x, p in enumerate(prior))
            assert found.kernel[row, y] == sp.Rational(str(joint / mass[u]))


def test_products_pair_secrets_and_outcomes():
    one = Channel([[F(3, 4), F(1, 4)], [F(0), F(1)]], [F(1, 3), F(2, 3)])
    two = Channel([[F(1, 2), F(1, 2), 0], [F(1, 5), F(2, 5), F(2, 5)]], [F(1, 2), F(1, 2)])
    both = one.product(two)
    assert both.shape == (4, 6)
    assert both.prior[2 * 1 + 0] == sp.Rational(1, 3)
    assert both.kernel[2 * 0 + 1, 3 * 1 + 2] == sp.Rational(1, 10)
    assert np.allclose(one.as_float().product(two).kernel, np.array(both.kernel.tolist(), float))


def test_side_information_conditions_the_prior():
    channel = Channel([[F(1), 0], [F(1, 2), F(1, 2)], [0, F(1)]], [F(1, 4), F(1, 4), F(1, 2)])
    known = channel.given([[F(1, 3), F(2, 3)], [1, 0], [0, 1]], 0)
    assert list(known.prior) == [sp.Rational(1, 4), sp.Rational(3, 4)]
    assert known.shape == (2, 2)


def test_symbols_pass_through():
    p = sp.Symbol("p", positive=True)
    channel = Channel([[1 - p, p], [p, 1 - p]], [F(1, 2), F(1, 2)])
    assert channel.is_exact
    assert list(channel.marginal) == [sp.Rational(1, 2)] * 2
    assert sp.simplify(channel.lift[0, 0] - 2 * (1 - p)) == 0


@given(st.integers(1, 5).flatmap(lambda n: distributions(n, positive=True)))
def test_integers_are_exact_and_one_float_is_enough_for_floats(prior):
    n = len(prior)
    eye = [[int(i == j) for j in range(n)] for i in range(n)]
    assert Channel(eye, prior).is_exact
    assert Channel(np.eye(n, dtype=int), prior).is_exact
    assert not Channel(eye, [float(p) for p in prior]).is_exact
    assert not Channel(np.eye(n), prior).is_exact


def test_arrays_are_copies_that_cannot_be_written():
    kernel = np.array([[0.5, 0.5], [0.25, 0.75]])
    channel = Channel(kernel, [0.5, 0.5])
    kernel[0] = 7
    assert channel.kernel[0, 0] == 0.5
    for array in (channel.kernel, channel.prior, channel.marginal, channel.lift):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


HALF = [0.5, 0.5]


def test_a_notebook_shows_mathematics_or_a_table():
    exact = Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2)] * 2)
    assert r"\frac{3}{4}" in exact._repr_latex_()
    assert exact.as_float()._repr_latex_() is None
    assert ">0.75</td>" in exact.as_float()._repr_html_()
    null = Channel([[1.0, 0.0], [1.0, 0.0]], HALF)
    assert "outcomes [1] have probability 0" in repr(null)
    large = Channel(np.full((50, 50), 0.02), np.full(50, 0.02))._repr_html_()
    assert large.count("0.02") < 250
    # pages with styles of their own give cells no gaps
    assert large.count("padding: ") == large.count("<th") + large.count("<td")


def test_channels_are_values():
    half, quarter = F(1, 2), F(1, 4)
    exact = Channel([[half, half], [quarter, 1 - quarter]], [half, half])
    floats = Channel([[0.5, 0.5], [0.25, 0.75]], [0.5, 0.5])
    assert exact == floats == exact.as_float()
    assert len({exact, floats}) == 1
    assert exact != Channel([[half, half], [quarter, 1 - quarter]], [quarter, 1 - quarter])
    assert floats != Channel([[0.5, 0.5], [0.75, 0.25]], [0.5, 0.5])
    assert floats != Channel([[1.0], [1.0]], [0.5, 0.5])
    assert exact != exact.kernel
    tenth = Channel([[F(1, 10), F(9, 10)]], [1])
    assert tenth != tenth.as_float()  # the float 0.1 is another number
    root = sp.sqrt(2) / 2
    one = Channel([[root, 1 - root]], [1])
    other = Channel([[1 / sp.sqrt(2), 1 - 1 / sp.sqrt(2)]], [1])
    assert one == other
    assert hash(one) == hash(other)
    assert one != Channel([[root / 2, 1 - root / 2]], [1])


SHAPES = [(3, 4), (10, 10), (400, 1000), (3, 150_000)]  # few entries, some, in several parts


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf, -1e-3, 0.9])
@pytest.mark.parametrize("place", [(0, 0), (-1, -1), (1, 2)])
def test_one_wrong_entry_is_found_wherever_it_is(shape, wrong, place):
    kernel = np.random.default_rng(0).dirichlet(np.ones(shape[1]), shape[0])
    prior = np.full(shape[0], 1 / shape[0])
    kernel[place] = wrong
    row = place[0] % shape[0]
    with pytest.raises(ChannelError, match=rf"kernel\[{row}[\],]"):
        Channel(kernel, prior)


@pytest.mark.parametrize("wrong", [np.nan, np.inf, 0.0, -1e-3, 0.9])
@pytest.mark.parametrize("size", [2, 100])
def test_one_wrong_entry_of_a_prior_is_found(size, wrong):
    for place in (0, size - 1):
        prior = np.full(size, 1 / size)
        prior[place] = wrong
        with pytest.raises(ChannelError, match="prior"):
            Channel(np.full((size, 3), 1 / 3), prior)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_marginal_is_the_mean_of_the_rows(shape):
    rng = np.random.default_rng(1)
    kernel, prior = rng.dirichlet(np.ones(shape[1]), shape[0]), rng.dirichlet(np.ones(shape[0]))
    found = Channel(kernel, prior).marginal
    assert found.shape == shape[1:]
    for y in (0, 1, shape[1] // 2, shape[1] - 1):
        assert found[y] == pytest.approx(math.fsum(kernel[:, y] * prior), rel=1e-13)
