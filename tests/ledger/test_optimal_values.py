"""Corollary 5 of `pmc` on optimal values, from linear programs that know none of its formulas."""

import math
from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import pmlsym as ps
from pmlsym.exact import sympified as rational
from pmlsym.ledger.pmc.symbols import epsilon_l, epsilon_u, p_min, pmc_to_pml, pml_to_pmc
from tests.ledger.evaluation import SHARES, log, mean, rare_secrets, value
from tests.ledger.optima import extremes, information, vertices

close = pytest.approx


def utilities(size, data):
    """Divergences and a random reward, and whether they are strictly convex."""
    matrix = [[data.draw(st.integers(-5, 5)) for _ in range(3)] for _ in range(size)]
    return (
        ("mutual-information", True),
        ("chi-square", True),
        ("total-variation", False),
        (ps.design.Divergence("excess", lambda lifts: np.maximum(lifts - 1.05, 0)), False),
        (ps.design.Reward(np.array(matrix, dtype=float)), False),
    )


@settings(max_examples=8, deadline=None)
@given(rare_secrets(), st.fractions(F(1, 5), F(4, 5), max_denominator=10), st.data())
def test_from_eps_l_star_on_a_lower_bound_costs_no_utility_and_below_it_does(found, part, data):
    """Optima from linear programs over all vertices, which know none of the closed forms."""
    prior, level, *_ = found
    masses, upper = [float(mass) for mass in prior], math.log(level)
    worst = -math.log(min(map(min, vertices(prior, F(0), level))))  # PMC of eps_u-PML mechanisms
    values = {epsilon_u: log(level), p_min: rational(prior[0])}
    assert value(pml_to_pmc(), values) == close(worst)

    def best(guarantee, utility):
        found = ps.design.optimal_mechanism(masses, guarantee, utility, method="program")
        assert found.gap < 1e-8
        return found.value

    for utility, strict in utilities(len(prior), data):
        most = best(ps.PML(upper), utility)
        for lower in (worst * (1 + 1e-12), worst * (1 + float(part))):
            assert best(ps.ALIP(lower, upper), utility) == close(most, rel=1e-7, abs=1e-9)
        less = best(ps.ALIP(worst * float(part), upper), utility)
        assert less <= most + 1e-9
        if strict:
            assert less < most * (1 - 1e-6)
            columns = [[float(x) for x in vector] for vector in extremes(prior, level)]
            if utility == "mutual-information":
                expected = mean(masses, [information(prior)(lifts) for lifts in columns])
                assert most == close(expected, rel=1e-7, abs=1e-9)


@settings(max_examples=8, deadline=None)
@given(rare_secrets(), SHARES, SHARES, st.data())
def test_from_eps_u_star_on_an_upper_bound_costs_no_utility_and_below_it_does(
    found, least, part, data
):
    prior, masses = found[0], [float(mass) for mass in found[0]]
    lower, star = -math.log(least), math.log(max(map(max, vertices(prior, least))))
    values = {epsilon_l: -log(least), p_min: rational(prior[0])}
    assert value(pmc_to_pml(), values) == close(star)
    for utility, strict in utilities(len(prior), data):
        found = [
            ps.design.optimal_mechanism(masses, guarantee, utility, method="program")
            for guarantee in (
                ps.PMC(lower),
                ps.ALIP(lower, star * (1 + 1e-12)),
                ps.ALIP(lower, star * (1 + float(part))),
                ps.ALIP(lower, star * float(part)),
            )
        ]
        assert max(each.gap for each in found) < 1e-8
        most, at_star, above, below = (each.value for each in found)
        assert at_star == close(most, rel=1e-7, abs=1e-9)
        assert above == close(most, rel=1e-7, abs=1e-9)
        assert below <= most + 1e-9
        if strict:
            assert below < most * (1 - 1e-6)
