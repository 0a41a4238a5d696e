"""Value and bound enclose the optimum: against a simplex of 100 digits over exact vertices."""

import math
import time
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest

import pmlsym as ps
from pmlsym import design
from pmlsym.design import optimal
from pmlsym.design.dual_bound import bound_of_prices
from pmlsym.design.pricing.enumeration import CountKnapsack
from pmlsym.design.pricing.problem import PricingEffort
from pmlsym.design.utility import MUTUAL_INFORMATION
from tests.design.definitions import (
    box_vertices,
    cone_vertices,
    every_guarantee,
    exponential,
    float_vertices,
    random_prior,
)

NAMED = ("mutual-information", "total-variation", "chi-square")


def largest_utility(columns, worth, prior):
    """Solve the program over all vertices by Bland's simplex from artificial columns, 100 digits.

    Rows are posteriors, P(x) v(x), so that a rare secret counts as much as any.
    """
    secrets = len(prior)
    rows = [
        [prior[x] * v[x] for v in columns] + [mpmath.mpf(x == z) for z in range(secrets)]
        for x in range(secrets)
    ]
    right = list(prior)
    costs = list(worth) + [-(mpmath.mpf(10) ** 40)] * secrets
    basis = list(range(len(columns), len(columns) + secrets))
    while True:
        gains = [
            cost - mpmath.fsum(costs[b] * row[y] for b, row in zip(basis, rows, strict=True))
            for y, cost in enumerate(costs)
        ]
        better = [y for y, gain in enumerate(gains) if gain > mpmath.mpf(10) ** -45]
        if not better:
            assert all(
                b < len(columns) or r < mpmath.mpf(10) ** -70
                for b, r in zip(basis, right, strict=True)
            )
            return mpmath.fsum(costs[b] * r for b, r in zip(basis, right, strict=True))
        enter = better[0]
        _, _, leave = min(
            (right[i] / rows[i][enter], basis[i], i)
            for i in range(secrets)
            if rows[i][enter] > mpmath.mpf(10) ** -60
        )
        scale = rows[leave][enter]
        rows[leave] = [entry / scale for entry in rows[leave]]
        right[leave] /= scale
        for i in range(secrets):
            factor = rows[i][enter]
            if i != leave and factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[leave], strict=True)]
                right[i] -= factor * right[leave]
        basis[leave] = enter


def number(fraction):
    return mpmath.mpf(fraction.numerator) / fraction.denominator


def optimum(prior, guarantee, utility):
    """The largest utility under a guarantee, to some 50 digits."""
    masses = [F(mass) for mass in prior]
    masses = [mass / sum(masses) for mass in masses]
    if isinstance(guarantee, ps.LDP):
        found = cone_vertices(masses, exponential(guarantee.epsilon)[1])
    else:
        lower, upper = guarantee.lift_set(masses).bounds
        high = None if upper == math.inf else exponential(upper)[1]
        low = F(0) if lower == math.inf else 1 / exponential(lower)[1]
        found = box_vertices(masses, low, high)
    with mpmath.workdps(100):
        exact = [number(mass) for mass in masses]
        columns = [[number(v) for v in vertex] for vertex in sorted(found)]
        worth = [what_it_is_worth(utility, column, exact) for column in columns]
        return largest_utility(columns, worth, exact)


def what_it_is_worth(utility, column, masses):
    if isinstance(utility, design.Reward):
        return max(
            mpmath.fsum(p * v * float(r) for p, v, r in zip(masses, column, decision, strict=True))
            for decision in utility.matrix.T
        )
    function = {
        "mutual-information": lambda v: v * mpmath.log(v) if v else mpmath.mpf(0),
        "total-variation": lambda v: abs(v - 1) / 2,
        "chi-square": lambda v: (v - 1) ** 2,
    }[utility]
    return mpmath.fsum(p * function(v) for p, v in zip(masses, column, strict=True))


def assert_encloses(found, best, slack):
    """No rounding of the comparison: a float is the number that it is."""
    with mpmath.workdps(100):
        tiny = abs(best) * mpmath.mpf(10) ** -40
        assert mpmath.mpf(found.value) <= best + tiny
        assert best - tiny <= mpmath.mpf(found.upper_bound)
        assert found.gap == found.upper_bound - found.value >= 0
        assert found.gap <= slack * (1 + abs(best)), float(found.gap)


def rare_prior(rng, secrets):
    """Some probabilities down to 1e-12."""
    prior = rng.dirichlet(np.ones(secrets))
    for x in range(secrets - 1):
        if rng.uniform() < 0.5:
            prior[x] = 10 ** rng.uniform(-12, -2)
    return prior / prior.sum()


def some_guarantee(rng):
    epsilon, other = (float(10 ** rng.uniform(-3, 1.7)) for _ in range(2))
    return every_guarantee(epsilon, other)[rng.integers(0, 5)]


def test_the_bound_that_was_below_the_value():
    prior, guarantee = [1e-9, 0.999999999], ps.LDP(50.0)
    found = design.optimal_mechanism(prior, guarantee, "chi-square")
    assert_encloses(found, optimum(prior, guarantee, "chi-square"), 1e-11)


@pytest.mark.parametrize("seed", range(4))
def test_value_and_bound_enclose_the_optimum_with_rare_secrets(seed):
    rng = np.random.default_rng(1000 + seed)
    for _ in range(20):
        secrets = int(rng.integers(2, 5))
        prior, guarantee = rare_prior(rng, secrets), some_guarantee(rng)
        if secrets == 4 and isinstance(guarantee, ps.LDP):
            prior = rare_prior(rng, 3)
        utility = [*NAMED, design.Reward(rng.normal(size=(len(prior), 3)))][rng.integers(0, 4)]
        found = design.optimal_mechanism(prior, guarantee, utility)
        assert guarantee.holds(found.channel)
        assert_encloses(found, optimum(prior, guarantee, utility), 1e-6)


@pytest.mark.parametrize("kind", range(5))
def test_bounds_of_searches_over_many_secrets_hold_as_well(kind, monkeypatch):
    """As if there were too many secrets to go through all subsets."""
    monkeypatch.setattr(optimal, "_VERTICES", 0)
    rng = np.random.default_rng(2000 + kind)
    for trial in range(4):
        prior = rng.dirichlet(np.ones(3 if kind == 4 else 4))
        if trial == 0:
            prior = np.array([5.0, 3, 2] if kind == 4 else [4.0, 3, 2, 1])
            prior /= prior.sum()
        guarantee = every_guarantee(*rng.uniform(0.1, 1.5, 2).tolist())[kind]
        utility = NAMED[trial % 3]
        best = optimum(prior, guarantee, utility)
        for limit in (0.0, 60.0):
            found = design.optimal_mechanism(prior, guarantee, utility, time_limit=limit)
            with mpmath.workdps(100):
                assert mpmath.mpf(found.value) <= best <= mpmath.mpf(found.upper_bound)
        assert found.gap < 2e-6


@pytest.mark.parametrize("epsilon", [1e-300, 1e-12, 1e-6])
def test_bounds_of_strict_guarantees_are_of_their_size(epsilon):
    for guarantee in (ps.PML(epsilon), ps.LIP(epsilon), ps.LDP(epsilon)):
        found = design.optimal_mechanism([0.2, 0.3, 0.5], guarantee, "total-variation")
        assert 0 <= found.value <= found.upper_bound <= epsilon + 3e-300
        assert found.upper_bound > 0


# --- where nothing binds --------------------------------------------------------------------------


@pytest.mark.parametrize("epsilon", [1e3, 1e9, 1e308, F(10) ** 12])
@pytest.mark.parametrize("kind", [ps.PML, ps.PMC, ps.LIP, ps.LDP])
def test_beyond_all_reach_the_secret_itself_is_shown(kind, epsilon):
    prior = [0.2, 0.3, 0.5]
    start = time.process_time()
    found = design.optimal_mechanism(prior, kind(epsilon), exact=kind is ps.PML)
    most = -sum(p * math.log(p) for p in prior)
    assert found.value == pytest.approx(most, abs=1e-11)
    assert found.gap < 1e-6
    assert time.process_time() - start < 3
    if kind is ps.PMC:  # which no zero satisfies, however large the level
        assert found.channel.kernel.min() > 0


# --- time -----------------------------------------------------------------------------------------


def test_a_dynamic_program_that_runs_out_of_time_still_bounds():
    counts = np.array([2, 3, 5, 7, 11])
    box = ps.PML(0.7).lift_set(counts / counts.sum())
    pricing = CountKnapsack(box, design.utility.MUTUAL_INFORMATION, counts)
    prices = np.random.default_rng(3).normal(size=5) / 10
    whole, none = pricing.price(prices), pricing.price(prices, PricingEffort(0, 0, deadline=-1.0))
    assert none.columns.shape == (5, 0)
    assert whole.bound <= none.bound < math.inf


@pytest.mark.parametrize("seed", range(6))
def test_the_bound_of_prices_looks_at_every_vertex(seed):
    """Each vertex in turn is the one that is worth most, beyond prices that single it out."""
    rng = np.random.default_rng(seed)
    prior = random_prior(rng, 6)
    for guarantee in every_guarantee(*rng.uniform(0.1, 2.0, 2))[:4]:
        columns = float_vertices(prior, guarantee)
        masses = [F(mass) / sum(map(F, prior)) for mass in prior]
        low, high = columns.min(axis=1, keepdims=True), columns.max(axis=1, keepdims=True)
        place = np.sign(columns - low - 1e-9) - np.sign(high - columns - 1e-9)  # -2, 0 or 2
        worth = MUTUAL_INFORMATION.at(columns, prior)
        for best in range(columns.shape[1]):
            prices = -9 * prior * place[:, best]
            each = worth - prices @ (columns - 1)
            assert each.argmax() == best or each[best] == pytest.approx(each.max(), abs=1e-12)
            most, lifts = float(each.max()), guarantee.lift_set(prior)
            found = bound_of_prices(prices, lifts, masses, MUTUAL_INFORMATION, most)
            assert most - 1e-12 <= found <= most + 1e-10
