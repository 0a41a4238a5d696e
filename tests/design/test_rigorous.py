"""Value and bound enclose the optimum: against a simplex of 100 digits over exact vertices."""

import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest

import pmlsym as ps
from pmlsym import design
from pmlsym.design import optimal
from pmlsym.design.utility import CHI_SQUARE, MUTUAL_INFORMATION, TOTAL_VARIATION
from tests.design.definitions import box_vertices, cone_vertices, exponential

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
    return [
        ps.PML(epsilon),
        ps.PMC(epsilon),
        ps.LIP(epsilon),
        ps.ALIP(epsilon, other),
        ps.LDP(epsilon),
    ][rng.integers(0, 5)]


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
