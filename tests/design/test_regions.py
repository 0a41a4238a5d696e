"""Privacy regions: how many zeros a column can have, against subsets and linear programs."""

import math
from fractions import Fraction as F
from itertools import chain, combinations, pairwise

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st
from scipy.optimize import linprog

from pmlsym import ALIP, LIP, PMC, PML
from pmlsym.design import PrivacyRegion, privacy_regions, zeros_possible

weights = st.lists(st.integers(1, 9), min_size=2, max_size=5)


def subsets(count):
    return chain.from_iterable(combinations(range(count), k) for k in range(count))


def largest_subset(prior, low, high):
    """The largest set that can be at the lower bound, the others anywhere between the bounds."""
    most = 0
    for chosen in subsets(len(prior)):
        mass = sum((prior[x] for x in chosen), 0 * prior[0])
        least = low  # the mean when the others are at the lower bound, and at the upper one
        greatest = low * mass + high * (1 - mass)
        if least <= 1 <= greatest:
            most = max(most, len(chosen))
    return most


def feasible(prior, chosen, low, high):
    """Whether a linear program finds lifts of mean one with these at the lower bound."""
    bounds = [(low, low if x in chosen else high) for x in range(len(prior))]
    return linprog(np.zeros(len(prior)), A_eq=[prior], b_eq=[1.0], bounds=bounds).status == 0


@given(weights, st.fractions(1, 12, max_denominator=20))
def test_zeros_are_those_of_the_largest_subset(found, ratio):
    prior = [F(w, sum(found)) for w in found]
    expected = largest_subset(prior, F(0), ratio) if ratio > 1 else 0
    level = sp.log(sp.Rational(ratio.numerator, ratio.denominator))
    assert zeros_possible(prior, PML(level)) == expected
    assert zeros_possible(list(map(float, prior)), PML(math.log(ratio))) == expected


@given(weights, st.fractions(F(1, 20), F(19, 20)), st.fractions(F(21, 20), 8))
def test_secrets_at_a_positive_bound_are_those_of_the_largest_subset(found, low, high):
    prior = [F(w, sum(found)) for w in found]
    lower, upper = (sp.log(sp.Rational(v.numerator, v.denominator)) for v in (1 / low, high))
    assert zeros_possible(prior, ALIP(lower, upper)) == largest_subset(prior, low, high)
    assert zeros_possible(prior, LIP(upper)) == largest_subset(prior, 1 / high, high)


@given(weights, st.floats(0.05, 2), st.floats(0.05, 2))
def test_a_linear_program_finds_as_many(found, lower, upper):
    prior = np.array(found) / sum(found)
    for guarantee, low, high in (
        (PML(upper), 0.0, math.exp(upper)),
        (LIP(upper), math.exp(-upper), math.exp(upper)),
        (ALIP(lower, upper), math.exp(-lower), math.exp(upper)),
        (PMC(lower), math.exp(-lower), math.inf),
    ):
        most = max(len(s) for s in subsets(len(prior)) if feasible(prior, s, low, high))
        assert zeros_possible(prior, guarantee) == most


@given(weights)
def test_regions_join_and_hold_what_is_possible_in_them(found):
    prior = [F(w, sum(found)) for w in found]
    regions = privacy_regions(prior)
    assert [region.zeros for region in regions] == list(range(len(prior)))
    assert regions[0].lower == 0
    assert regions[-1].upper == sp.oo == math.inf
    for region, following in pairwise(regions):
        assert region.upper == following.lower
        assert float(region.lower) < float(region.upper)
    for region in regions:
        inside = region.lower + (1 if region.upper == sp.oo else (region.upper - region.lower) / 2)
        assert zeros_possible(prior, PML(inside)) == region.zeros


@given(weights)
def test_a_boundary_belongs_to_the_region_above_it(found):
    exact = [F(w, sum(found)) for w in found]
    floats = [w / sum(found) for w in found]
    for region in privacy_regions(exact)[1:]:
        assert zeros_possible(exact, PML(region.lower)) == region.zeros
        # just below, by less than any float can tell
        below = sp.log((1 - sp.Rational(1, 10**40)) * sp.exp(region.lower))
        assert zeros_possible(exact, PML(below)) == region.zeros - 1
    for region in privacy_regions(floats)[1:]:
        assert isinstance(region.lower, float)
        assert zeros_possible(floats, PML(region.lower)) == region.zeros
        assert zeros_possible(floats, PML(region.lower - 1e-9)) == region.zeros - 1


def test_a_boundary_of_lip_is_decided_exactly():
    prior = [F(1, 5), F(2, 5), F(2, 5)]
    assert F(3, 5) * F(2, 3) + F(2, 5) * F(3, 2) == 1  # two at the lower bound, one at the upper
    assert zeros_possible(prior, LIP(sp.log(F(3, 2)))) == 2
    assert zeros_possible(prior, LIP(sp.log(F(3, 2) - F(1, 10**30)))) == 1


def test_an_exact_prior_takes_a_float_for_the_number_it_is():
    half = [F(1, 2), F(1, 2)]
    assert zeros_possible(half, PML(sp.log(2))) == 1
    nearest = math.log(2)
    with mpmath.workdps(50):
        reached = int(mpmath.mpf(nearest) >= mpmath.log(2))
    assert zeros_possible(half, PML(nearest)) == reached
    assert zeros_possible(half, PML(math.nextafter(nearest, 1))) == 1
    assert zeros_possible(half, PML(math.nextafter(nearest, 0))) == 0


def test_equally_likely_secrets_have_regions_of_logarithms():
    found = privacy_regions([F(1, 4)] * 4)
    assert found == (
        PrivacyRegion(0, 0, sp.log(sp.Rational(4, 3))),
        PrivacyRegion(1, sp.log(sp.Rational(4, 3)), sp.log(2)),
        PrivacyRegion(2, sp.log(2), sp.log(4)),
        PrivacyRegion(3, sp.log(4), sp.oo),
    )
    floats = privacy_regions([0.25] * 4)
    assert [region.lower for region in floats] == pytest.approx([0, *np.log([4 / 3, 2, 4])])
    assert floats[-1].upper == math.inf


def test_irrational_probabilities_stay_exact():
    root = 1 / sp.sqrt(2)
    found = privacy_regions([root, 1 - root])
    assert sp.simplify(sp.exp(found[1].lower) - 1 / root) == 0
    assert zeros_possible([root, 1 - root], PML(sp.log(2) / 2)) == 1


def test_one_lift_alone_is_at_no_bound():
    for guarantee in (
        PML(0),
        LIP(0.0),
        PMC(0),
        ALIP(0, 1),
        ALIP(1, 0),
    ):
        for prior in ([0.5, 0.5], [F(1, 2), F(1, 2)]):
            assert zeros_possible(prior, guarantee) == 0
    # what the bounds ask for is below the least float
    assert zeros_possible([1e-100, 1.0], ALIP(1e-300, 0.0)) == 0
    assert privacy_regions([1]) == (PrivacyRegion(0, 0, sp.oo),)
    assert zeros_possible([1.0], PMC(1.0)) == 0


def test_levels_far_out_neither_overflow_nor_vanish():
    prior = [0.2, 0.3, 0.5]
    for level in (800.0, 1e300, math.inf):
        for guarantee in (PML(level), PMC(level), LIP(level), ALIP(level, level)):
            assert zeros_possible(prior, guarantee) == 2
            assert zeros_possible([F(1, 5), F(3, 10), F(1, 2)], guarantee) == 2
    # high and low are symmetric about one to first order: half of the mass can be low
    assert zeros_possible(prior, LIP(1e-300)) == 2
    assert zeros_possible([0.3, 0.3, 0.4], LIP(1e-300)) == 1
    tiny = [1e-200, 1 - 1e-16, 1e-16]
    assert [r.lower for r in privacy_regions(tiny)][1] == pytest.approx(1e-200)
    assert zeros_possible(tiny, PML(1e-100)) == 1
    assert zeros_possible(tiny, PML(2e-16)) == 2
