"""Several releases about one secret: channels by enumeration, guarantees by brute force."""

import itertools
import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given, settings, strategies as st

import pmlsym as ps
from tests.design.definitions import box_vertices
from tests.random_channels import distributions, exact_channels, kernels

HALF, THIRD = F(1, 2), F(1, 3)


def rational(value):
    return F(int(value.p), int(value.q))


@given(exact_channels(), st.data())
@settings(max_examples=25)
def test_both_outcomes_have_the_joint_law_of_independent_draws(channel, data):
    kernel, prior = channel
    second = data.draw(kernels(secrets=len(prior)))
    found = ps.Channel(kernel, prior).compose(second)
    width = len(second[0])
    assert found.shape == (len(prior), len(kernel[0]) * width)
    for x, y, z in itertools.product(range(len(prior)), range(len(kernel[0])), range(width)):
        assert rational(found.kernel[x, y * width + z]) == kernel[x][y] * second[x][z]
    assert [rational(p) for p in found.prior] == prior
    assert found == ps.Channel(kernel, prior).compose(ps.Channel(second, prior))
    floats = ps.Channel(kernel, prior).as_float().compose(np.array(second, float))
    assert floats.kernel == pytest.approx(found.as_float().kernel)


@given(exact_channels(), st.data())
@settings(max_examples=25)
def test_a_joint_kernel_may_depend_on_what_was_released(channel, data):
    kernel, prior = channel
    width = data.draw(st.integers(1, 3))
    second = [[data.draw(distributions(width)) for _ in kernel[0]] for _ in prior]
    found = ps.Channel(kernel, prior).compose(second)
    for x, y, z in itertools.product(range(len(prior)), range(len(kernel[0])), range(width)):
        assert rational(found.kernel[x, y * width + z]) == kernel[x][y] * second[x][y][z]
    floats = ps.Channel(kernel, prior).as_float().compose(np.array(second, float))
    assert floats.kernel == pytest.approx(found.as_float().kernel)


def test_the_numbers_of_the_notebook():
    """One mechanism used twice: its levels do not add up."""
    channel = ps.Channel(
        [["1/10", "9/10"], ["4/5", "1/5"], ["1/2", "1/2"]], [THIRD] * 3, outcomes=["no", "yes"]
    )
    thrice = channel.compose(channel, channel)
    assert thrice.shape == (3, 8)
    assert thrice.outcomes[-1] == ("yes", "yes", "yes")
    assert rational(thrice.kernel[0, 7]) == F(729, 1000)
    assert thrice == channel.compose(channel).compose(channel) or thrice.outcomes[0] == ("no",) * 3
    three = ps.Channel([[HALF, HALF, 0], [0, HALF, HALF], [HALF, 0, HALF]], [THIRD] * 3)
    assert max(ps.pml(three), key=float) == sp.log(F(3, 2))
    assert max(ps.pml(three.twice()), key=float) == sp.log(3)


@given(exact_channels(), st.data(), st.sampled_from(["pml", "pmc"]))
@settings(max_examples=25)
def test_conditional_leakage_is_that_of_the_posterior_and_adds_up(channel, data, measure):
    kernel, prior = channel
    second = [[data.draw(distributions(2)) for _ in kernel[0]] for _ in prior]
    table = ps.releases(ps.Channel(kernel, prior), second, measure)
    for row in table.rows:
        y, z = row.first_outcome, row.second_outcome
        joint = [p * k[y] * s[y][z] for p, k, s in zip(prior, kernel, second, strict=True)]
        before = [p * k[y] for p, k in zip(prior, kernel, strict=True)]
        lifts = [j / b / sum(joint) * sum(before) for j, b in zip(joint, before, strict=True) if b]
        worst = max(lifts) if measure == "pml" else min(lifts)
        expected = abs(math.log(worst)) if worst else math.inf
        assert float(row.second_given_first) == pytest.approx(expected)
        assert float(row.together) <= float(row.first) + float(row.second_given_first) + 1e-12
    assert len(table.rows) == sum(p != 0 for p in table.channel.marginal)
    assert str(table).count("\n") == len(table.rows) + 2  # a title, the columns, a line


def test_releases_side_by_side():
    channel = ps.Channel([[HALF, HALF, 0], [0, HALF, HALF], [HALF, 0, HALF]], [THIRD] * 3)
    table = ps.releases(channel, channel)
    worst = table.worst()
    assert (worst.first, worst.second) == (sp.log(F(3, 2)), sp.log(F(3, 2)))
    assert worst.second_given_first == sp.log(2)
    assert worst.together == sp.log(3)
    assert list(table.to_frame().columns)[-1] == "together"
    named = ps.Channel([[0.9, 0.1], [0.2, 0.8]], [0.5, 0.5], outcomes=["-", "+"])
    assert "PML of z given y" in str(ps.releases(named, named))
    assert ps.releases(named, named).rows[1].second_outcome == "+"
    never = ps.Channel([[0, HALF, HALF], [0, THIRD, 2 * THIRD]], [HALF, HALF])
    pairs = [(row.first_outcome, row.second_outcome) for row in ps.releases(never, never).rows]
    assert pairs == [(1, 1), (1, 2), (2, 1), (2, 2)]


# --- guarantees -----------------------------------------------------------------------------------


def brute_force(prior, boxes):
    """The largest and smallest lift of all products of lift vectors: extremes are at vertices."""
    largest, smallest = F(0), None
    for vectors in itertools.product(*(box_vertices(prior, *box) for box in boxes)):
        product = [math.prod(entries) for entries in zip(*vectors, strict=True)]
        mean = sum(p * v for p, v in zip(prior, product, strict=True))
        if mean:
            largest = max(largest, max(product) / mean)
            least = min(product) / mean
            smallest = least if smallest is None else min(smallest, least)
    return largest, smallest


def level(value):
    return sp.log(sp.Rational(value.numerator, value.denominator))


def exponential(value):
    return math.inf if value == sp.oo else rational(sp.exp(value))


UNIFORM = {n: [F(1, n)] * n for n in (2, 3, 4)}
SKEWED = [F(1, 6), F(1, 3), HALF]


@pytest.mark.parametrize(
    ("prior", "levels", "attained"),
    [
        (UNIFORM[3], [F(3, 2), F(3, 2)], True),  # 3, not 9/4
        (UNIFORM[3], [F(6, 5), F(5, 4)], True),  # too low to rule a secret out
        (UNIFORM[3], [F(3, 2), F(6, 5)], True),
        (UNIFORM[4], [F(4, 3)] * 2, True),
        (UNIFORM[4], [F(4, 3)] * 3, True),
        (UNIFORM[4], [F(2), F(4, 3)], True),
        (UNIFORM[4], [F(2), F(2)], True),
        (UNIFORM[4], [F(5, 4)] * 3, True),
        (UNIFORM[4], [F(3, 2), F(5, 3)], False),
        (UNIFORM[2], [F(3, 2), F(4, 3)], True),
        (SKEWED, [F(3, 2), F(6, 5)], True),
        (SKEWED, [F(5, 3), F(7, 5)], True),
        (SKEWED, [F(3, 2), F(2)], True),
    ],
)
def test_pml_composes_as_brute_force_finds(prior, levels, attained):
    bound = exponential(ps.composed(*(ps.PML(level(a)) for a in levels), p_min=min(prior)).epsilon)
    found, _ = brute_force(prior, [(F(0), a) for a in levels])
    assert found <= bound
    assert (found == bound) is attained
    anyone = exponential(ps.composed(*(ps.PML(level(a)) for a in levels)).epsilon)
    assert bound <= anyone


@pytest.mark.parametrize("prior", [UNIFORM[2], UNIFORM[3], UNIFORM[4], SKEWED])
@pytest.mark.parametrize("levels", [[F(3, 2)] * 2, [F(3, 2), F(3)], [F(2)] * 3, [F(7, 5), F(1)]])
def test_pmc_composes_as_brute_force_finds_under_every_prior(prior, levels):
    bound = exponential(ps.composed(*(ps.PMC(level(a)) for a in levels), p_min=min(prior)).epsilon)
    _, found = brute_force(prior, [(1 / a, None) for a in levels])
    assert 1 / found == bound
    q, product = min(prior), F(1)
    for a in levels:
        product *= 1 + (a - 1) / q
    assert bound == 1 - q + q * product


@pytest.mark.parametrize(
    ("prior", "boxes", "up", "down"),
    [
        (UNIFORM[4], [(HALF, F(3, 2))] * 2, True, True),
        (UNIFORM[4], [(HALF, F(3, 2))] * 3, True, True),
        (UNIFORM[4], [(HALF, F(5, 2))] * 3, True, True),
        (UNIFORM[4], [(HALF, F(3, 2)), (F(2, 3), F(2))], True, True),
        (UNIFORM[4], [(HALF, F(3, 2)), (F(2, 3), F(2)), (F(4, 5), F(6, 5))], False, True),
        (UNIFORM[4], [(HALF, F(7, 6)), (F(2, 3), F(10, 9)), (F(4, 5), F(16, 15))], True, True),
        (UNIFORM[3], [(F(2, 3), F(3, 2))] * 2, False, False),
        (SKEWED, [(F(2, 3), F(3, 2))] * 2, False, False),
        (UNIFORM[2], [(F(2, 3), F(3, 2))] * 2, True, True),
    ],
)
def test_two_sided_guarantees_compose_as_brute_force_finds(prior, boxes, up, down):
    given = [ps.ALIP(level(1 / low), level(high)) for low, high in boxes]
    lower, upper = ps.composed(*given, p_min=min(prior)).values
    largest, smallest = brute_force(prior, boxes)
    assert largest <= exponential(upper)
    assert 1 / smallest <= exponential(lower)
    if up:
        assert largest == exponential(upper)
    if down:
        assert 1 / smallest == exponential(lower)


@given(exact_channels(), st.data(), st.sampled_from([ps.PML, ps.PMC, ps.LIP, ps.ALIP, ps.LDP]))
@settings(max_examples=25)
def test_no_two_channels_leak_more_than_their_guarantees_compose_to(channel, data, kind):
    kernel, prior = channel
    one = ps.Channel(kernel, prior)
    two = ps.Channel(data.draw(kernels(secrets=len(prior))), prior)
    promises = [kind.of(one), kind.of(two)]
    assume(all(value != sp.oo for promise in promises for value in promise.values))
    together = ps.composed(*promises, p_min=min(prior))
    assert together.holds(one.compose(two))
    floats = ps.composed(*(kind(*map(float, one.values)) for one in promises), p_min=min(prior))
    for rough, exact in zip(floats.values, together.values, strict=True):
        assert float(rough) == pytest.approx(float(exact), rel=1e-9, abs=1e-12)


def test_local_privacy_adds_up_and_what_follows_for_all_priors():
    assert ps.composed(ps.LDP(1), ps.LDP(2), ps.LDP(sp.Rational(1, 2))) == ps.LDP(F(7, 2))
    half = level(F(3, 2))
    assert ps.composed(ps.PML(half), ps.PML(half)) == ps.PML(sp.log(3))
    assert ps.composed(ps.PML(half), ps.PML(half), ps.PML(half)) == ps.PML(math.inf)
    assert ps.composed(ps.PMC(half), ps.PMC(half)) == ps.PMC(math.inf)
    assert ps.composed(ps.PMC(half), ps.PMC(0)) == ps.PMC(half)
    assert ps.composed(ps.LIP(half), p_min=F(1, 10)) == ps.LIP(half)
    assert ps.composed(ps.PML(0), ps.PML(0)) == ps.PML(0)
    assert ps.composed(ps.PML(math.inf), ps.PML(1), p_min=F(1, 4)) == ps.PML(sp.log(4))


def test_a_float_level_is_not_below_the_exact_one():
    """Against the formulas in 60 digits; the levels are such that a secret can be ruled out."""
    with mpmath.workdps(60):
        for a, b, q in itertools.product((0.3, 1.0), (0.25, 0.7, 40.0), (0.01, 0.1, 0.2)):
            levels = [mpmath.mpf(a), mpmath.mpf(b)]
            least = max(mpmath.mpf(q), 1 - sum(1 - mpmath.exp(-level) for level in levels))
            raised = mpmath.fprod(1 + mpmath.expm1(level) / mpmath.mpf(q) for level in levels)
            for kind, exact in (
                (ps.PML, -mpmath.log(least)),
                (ps.PMC, mpmath.log(1 - mpmath.mpf(q) + mpmath.mpf(q) * raised)),
                (ps.LDP, sum(levels)),
            ):
                found = ps.composed(kind(a), kind(b), p_min=q).epsilon
                assert exact <= found <= exact * (1 + mpmath.mpf(2) ** -51)


def test_an_irrational_level_beside_a_float_is_enclosed():
    found = ps.composed(ps.LDP(sp.sqrt(2)), ps.LDP(0.5)).epsilon
    with mpmath.workdps(60):
        exact = mpmath.sqrt(2) + mpmath.mpf(0.5)
        assert exact <= found <= exact * (1 + mpmath.mpf(2) ** -51)


def test_one_release_without_a_promise_leaves_none():
    for one in (1, 0.5, sp.log(2)):
        for kind in (ps.LDP, ps.PMC):
            assert ps.composed(kind(math.inf), kind(one), p_min=F(1, 4)).values == (math.inf,)
            assert ps.composed(kind(one), kind(math.inf), kind(one)).values == (math.inf,)


@pytest.mark.parametrize("tiny", [1e-70, 1e-77, 1e-300, 5e-324])
def test_a_release_that_hardly_leaks_adds_hardly_anything(tiny):
    for kind in (ps.PML, ps.PMC, ps.LIP):
        (level,) = ps.composed(kind(0.1), kind(tiny), p_min=0.2).values
        assert 0.1 <= level <= 0.1 + 1e-15
