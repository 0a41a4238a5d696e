"""Stacks of channels: every measure of a stack is what a loop over its channels gives."""

import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import pmlsym as ps
from pmlsym import adversary
from pmlsym.design.utility import TOTAL_VARIATION
from pmlsym.errors import ChannelError
from tests.test_measures import MEASURES

RNG = np.random.default_rng(15)
EYE = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def stack(shape, zeros=True):
    """Kernels and priors at random, some outcomes ruled out, impossible, or all but impossible."""
    secrets, outcomes = shape[-2:]
    kernel = RNG.dirichlet(np.ones(outcomes), shape[:-1])
    if zeros and outcomes > 2:
        kernel[..., 0] *= RNG.random(shape[:-1]) < 0.7
        kernel[..., 1] *= RNG.choice([0.0, 1.0, 1e-300], shape[:-2])[..., None]
        kernel[..., 2] += 1e-6
        kernel /= kernel.sum(axis=-1, keepdims=True)
    return kernel, RNG.dirichlet(np.ones(secrets), shape[:-2])


def parts(measured):
    return measured if isinstance(measured, tuple) else (measured,)


@pytest.mark.parametrize("shape", [(40, 3, 4), (2, 3, 5), (4, 5, 2, 3), (1, 4, 4), (3, 1, 2)])
@pytest.mark.parametrize("zeros", [True, False])
def test_a_stack_is_its_channels(shape, zeros):
    kernel, prior = stack(shape, zeros)
    whole = ps.Channel(kernel, prior)
    assert whole.stack == shape[:-2]
    assert whole.shape == shape
    for place in np.ndindex(*whole.stack):
        one = ps.Channel(kernel[place], prior[place])
        assert whole[place] == one
        for name in ("kernel", "prior", "joint", "marginal", "lift", "posterior", "log_marginal"):
            assert getattr(whole, name)[place] == pytest.approx(getattr(one, name), rel=1e-13)
        for measure in MEASURES:
            for found, wanted in zip(parts(measure(whole)), parts(measure(one)), strict=True):
                assert found[place] == pytest.approx(wanted, rel=1e-12, abs=1e-14), measure


@pytest.mark.parametrize("zeros", [True, False])
@pytest.mark.parametrize("axes", [((), (3,)), ((2, 1), (1, 3)), ((3,), (2, 3)), ((2,), ())])
def test_one_kernel_under_several_priors_is_a_stack(axes, zeros):
    kernel, prior = stack((*axes[0], 3, 4), zeros)[0], stack((*axes[1], 3, 4))[1]
    whole = ps.Channel(kernel, prior)
    shape = np.broadcast_shapes(*axes)
    for measure in MEASURES:
        for place in np.ndindex(*shape):
            for found, wanted in zip(
                parts(measure(whole)), parts(measure(whole[place])), strict=True
            ):
                assert found.shape[: len(shape)] == shape, measure
                assert found[place] == pytest.approx(wanted, rel=1e-12, abs=1e-14), measure


def test_one_kernel_with_many_priors_and_one_prior_with_many_kernels():
    kernel, prior = stack((6, 3, 4))
    for many in (ps.Channel(kernel[0], prior), ps.Channel(kernel, prior[0])):
        assert many.stack == (6,)
        for i in range(6):
            one = many[i]
            assert one.stack == ()
            for measure in MEASURES:
                for found, wanted in zip(parts(measure(many)), parts(measure(one)), strict=True):
                    if np.ndim(found) > np.ndim(wanted):
                        assert found[i] == pytest.approx(wanted, rel=1e-12, abs=1e-14)
                    else:  # what does not depend on the prior is one number
                        assert found == pytest.approx(wanted, rel=1e-12, abs=1e-14)


@given(st.integers(0, 4), st.integers(0, 2), st.integers(0, 3))
@settings(max_examples=20)
def test_what_is_wrong_is_named_with_its_place(i, x, y):
    kernel, prior = stack((5, 3, 4), zeros=False)
    kernel[i, x, y] = -0.5
    with pytest.raises(ChannelError, match=rf"kernel\[{i}, {x}, {y}\] is -0.5"):
        ps.Channel(kernel, prior)
    kernel[i, x, y] = 2
    with pytest.raises(ChannelError, match=rf"kernel\[{i}, {x}\] sums to"):
        ps.Channel(kernel, prior)
    good, prior = stack((5, 3, 4), zeros=False)
    prior[i, x] = 0
    with pytest.raises(ChannelError, match=rf"prior\[{i}, {x}\] is 0.0"):
        ps.Channel(good, prior)


ONE_CHANNEL = {
    "cascade": lambda c: c.cascade(np.eye(3)),
    "preprocess": lambda c: c.preprocess(np.eye(3)),
    "product": lambda c: c.product(c),
    "compose": lambda c: c.compose(c),
    "twice": lambda c: c.twice(),
    "given": lambda c: c.given(np.eye(3), 0),
    "to_frame": lambda c: c.to_frame(),
    "null_outcomes": lambda c: c.null_outcomes,
    "holds": lambda c: ps.PML(1.0).holds(c),
    "of": ps.LDP.of,
    "utility": TOTAL_VARIATION.of,
    "splitting": lambda c: adversary.splitting(c, 0, 2),
    "singling_out": lambda c: adversary.singling_out(c, 0, 2),
    "shattering": adversary.shattering,
    "function_of": lambda c: adversary.function_of(c, 0, EYE),
    "distance_leakage": lambda c: adversary.distance_leakage(c, [1.0, 2.0, 3.0]),
    "right_guess_leakage": lambda c: adversary.right_guess_leakage(c, EYE),
    "wrong_guess_leakage": lambda c: adversary.wrong_guess_leakage(c, EYE),
    "guesswork_leakage": lambda c: adversary.guesswork_leakage(c, EYE),
    "alpha_loss_leakage": lambda c: adversary.alpha_loss_leakage(c, 2),
    "gain_leakage": lambda c: adversary.gain_leakage(c, EYE),
    "cost_leakage": lambda c: adversary.cost_leakage(c, [[0, 1, 1], [1, 0, 1], [1, 1, 0]]),
    "attaining_cost": adversary.attaining_cost,
}


@pytest.mark.parametrize("name", ONE_CHANNEL)
def test_what_needs_one_channel_refuses_a_stack(name):
    whole = ps.Channel(*stack((3, 3, 3)))
    with pytest.raises(ChannelError, match="channel is a stack of shape") as caught:
        ONE_CHANNEL[name](whole)
    assert "\n" not in str(caught.value)


def test_a_stack_is_a_value():
    kernel, prior = stack((30, 3, 4))
    whole, again = ps.Channel(kernel, prior), ps.Channel(kernel.copy(), prior.copy())
    assert whole == again
    assert hash(whole) == hash(again)
    assert whole != ps.Channel(kernel[::-1], prior[::-1])
    assert whole != ps.Channel(kernel[:29], prior[:29])
    assert len(list(whole)) == 30
    for array in (whole.kernel, whole.prior, whole.marginal, whole.lift):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert "Stack of 30 Channels" in repr(whole)
    with pytest.raises(TypeError, match="single"):
        whole[0][0]
    for place in ((0, 1), 30):
        with pytest.raises(IndexError):
            whole[place]


def test_infinite_leakage_in_a_stack_is_infinite_and_silent():
    eye = np.eye(2)
    flat = np.full((2, 2), 0.5)
    whole = ps.Channel(np.array([eye, flat]), np.array([0.5, 0.5]))
    assert ps.ldp(whole).tolist() == [math.inf, 0.0]
    assert ps.pmc(whole).tolist() == [[math.inf, math.inf], [0.0, 0.0]]
    assert ps.maximal_cost_leakage(whole).tolist() == [math.inf, 0.0]
