"""What is known beforehand: the conditional PMC, and the divergence it is and is not."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st

import pmlsym as ps
from pmlsym import adversary as adv
from tests.adversary.definitions import at_most, exact, outcomes, payoffs, posterior, ratio, ratios
from tests.random_channels import distributions, exact_channels, kernels

HALF = F(1, 2)


def both(channel, side, y, z):
    """P(x | z) and P(x | y, z) from the joint distribution of a chain Z - X - Y."""
    kernel, prior = channel
    known = [p * row[z] for p, row in zip(prior, side, strict=True)]
    seen = [p * row[y] for p, row in zip(known, kernel, strict=True)]
    return [p / sum(known) for p in known], [p / sum(seen) for p in seen] if sum(seen) else None


@given(exact_channels(), st.data())
def test_conditional_pmc_is_the_divergence_from_both_observations(channel, data):
    side = data.draw(kernels(secrets=len(channel[1]), outcomes=2))
    if not any(row[0] for row in side):
        return
    given_z = exact(channel).given(side, 0)
    for y in outcomes(channel):
        known, seen = both(channel, side, y, 0)
        if seen is not None:
            assert adv.renyi_infinity(known, seen) == ps.pmc(given_z)[y]


@given(exact_channels(), st.data())
def test_both_ways_to_condition_agree_on_a_chain(channel, data):
    kernel, prior = channel
    side = data.draw(kernels(secrets=len(prior), outcomes=2))
    masses = [sum(p * row[z] for p, row in zip(prior, side, strict=True)) for z in (0, 1)]
    if min(masses) == 0:
        return
    joints = [
        [
            [prior[x] * side[x][z] * kernel[x][y] / masses[z] for y in outcomes(channel)]
            for x in range(len(prior))
        ]
        for z in (0, 1)
    ]
    for z in (0, 1):
        one, other = adv.channel_given(joints, z), exact(channel).given(side, z)
        assert (one.kernel, one.prior) == (other.kernel, other.prior)
        in_floats = adv.channel_given(np.array(joints, float), z)
        assert in_floats.prior == pytest.approx(one.as_float().prior)
        assert in_floats.kernel == pytest.approx(one.as_float().kernel)


@given(st.data())
def test_no_cost_passes_the_conditional_pmc(data):
    """P(x, y | z) of any kind: the definition over a random cost, and the function that attains."""
    flat = data.draw(distributions(6))
    joint = [flat[:3], flat[3:]]
    channel = adv.channel_given([joint], 0)
    rows = [x for x in (0, 1) if any(joint[x])]
    cost = data.draw(payoffs(2))
    width = len(cost[0])
    for y in range(3):
        mass = sum(joint[x][y] for x in rows)
        if mass == 0:
            continue
        before = min(sum(sum(joint[x]) * cost[x][w] for x in rows) for w in range(width))
        after = min(sum(joint[x][y] / mass * cost[x][w] for x in rows) for w in range(width))
        wanted = ratio(before, after)
        assert ratios(adv.cost_leakage(channel, [cost[x] for x in rows])[y]) == [wanted]
        assert at_most(wanted, ratios(ps.pmc(channel)[y])[0])
        attained = adv.wrong_guess_leakage(channel, adv.splitting(channel, y, 50))[y]
        assert attained == ps.pmc(channel)[y]


def test_the_posterior_without_side_information_is_another_one():
    """Z - X - Y, and D(P(x|z) || P(x|y)) is not the conditional PMC, in either direction.

    Two bits; Z and Y both show the secret with an error of 1/4, independently.
    """
    kernel = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    channel = ps.Channel(kernel, [HALF, HALF])
    given_z = channel.given(kernel, 0)
    known = given_z.prior.tolist()
    assert known == [F(3, 4), F(1, 4)]
    after = [[channel.posterior[x, y] for x in range(2)] for y in range(2)]
    seen = [[given_z.posterior[x, y] for x in range(2)] for y in range(2)]
    # P(x | y, z) is proportional to P(x | z) P(y | x)
    assert seen == [[F(9, 10), F(1, 10)], [HALF, HALF]]
    assert list(ps.pmc(given_z)) == [sp.log(sp.Rational(5, 2)), sp.log(sp.Rational(3, 2))]
    assert [adv.renyi_infinity(known, row) for row in seen] == list(ps.pmc(given_z))
    assert [adv.renyi_infinity(known, row) for row in after] == [0, sp.log(3)]
    # and an adversary with one function does leak more than nothing at the outcome 0
    function = adv.splitting(given_z, 0, 3)
    assert adv.wrong_guess_leakage(given_z, function)[0] == sp.log(sp.Rational(5, 2))


def test_who_knows_the_secret_learns_nothing():
    """Z = X: the conditional PMC is 0, the divergence from P(x|y) is not."""
    channel = ps.Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [HALF, HALF])
    given_z = channel.given([[1, 0], [0, 1]], 0)
    assert list(ps.pmc(given_z)) == [0, 0]
    after = [channel.posterior[x, 0] for x in range(2)]
    assert adv.renyi_infinity([1, 0], after) == sp.log(sp.Rational(4, 3))


@given(exact_channels())
def test_pml_and_pmc_are_divergences(channel):
    found = exact(channel)
    for y in outcomes(channel):
        after = posterior(channel, y)
        assert adv.renyi_infinity(channel[1], after) == ps.pmc(found)[y]
        assert adv.renyi_infinity(after, channel[1]) == ps.pml(found)[y]
        in_floats = adv.renyi_infinity(np.array(channel[1], float), np.array(after, float))
        assert in_floats == pytest.approx(float(ps.pmc(found)[y]), abs=1e-9)


@given(st.integers(2, 4).flatmap(lambda n: st.tuples(distributions(n), distributions(n))))
def test_the_divergence_is_the_largest_ratio_over_events(pair):
    p, q = pair
    size = len(p)
    events = [[x for x in range(size) if mask >> x & 1] for mask in range(1, 2**size)]
    wanted = [ratio(sum(p[x] for x in e), sum(q[x] for x in e)) for e in events]
    possible = [r for r, e in zip(wanted, events, strict=True) if sum(p[x] for x in e)]
    worst = next((r for r in possible if isinstance(r, str)), None) or max(possible)
    assert ratios(adv.renyi_infinity(p, q)) == [worst]


def test_the_divergence_in_floats():
    assert adv.renyi_infinity([0.5, 0.5], [F(1, 4), F(3, 4)]) == pytest.approx(math.log(2))
    assert adv.renyi_infinity([0.5, 0.5], [1.0, 0.0]) == math.inf
    assert adv.renyi_infinity([1.0, 0.0], [1e-300, 1.0]) == pytest.approx(300 * math.log(10))
