"""Pricing for a prior of counts, against a look at every vertex."""

import math

import numpy as np
import pytest

import pmlsym as ps
from pmlsym import design
from pmlsym.design import optimal
from pmlsym.design.pricing.enumeration import CountKnapsack, VertexEnumeration, counts_of
from pmlsym.design.utility import MUTUAL_INFORMATION, read_utility
from tests.design.definitions import DIVERGENCES, admitted, assert_admitted, rounding


def cases(seed, trials, largest=8):
    """Random counts, many of them alike, under each guarantee that bounds lifts."""
    rng = np.random.default_rng(seed)
    for trial in range(trials):
        secrets = int(rng.integers(3, largest + 1))
        counts = rng.integers(1, rng.choice([3, 12, 100]), secrets)
        if trial % 4 == 0:
            counts = np.append(1, np.full(secrets - 1, 10))
        first, other = np.exp(rng.uniform(math.log(1e-3), math.log(4), 2)).tolist()
        kinds = (ps.PML(first), ps.PMC(first), ps.LIP(first), ps.ALIP(first, other))
        yield rng, counts, counts / counts.sum(), kinds[trial % 4 if trial % 8 else 0]


@pytest.mark.parametrize("utility", DIVERGENCES)
def test_the_best_of_counts_is_the_best_of_all_vertices(utility):
    for rng, counts, prior, guarantee in cases(1, 120):
        lifts, wanted = admitted(guarantee, prior), read_utility(utility, len(prior))
        every, knapsack = VertexEnumeration(lifts, wanted), CountKnapsack(lifts, wanted, counts)
        scale = float(np.ptp(every.values)) + 1e-6
        each = np.unique(counts, return_inverse=True)[1] if rng.uniform() < 0.5 else slice(None)
        prices = rng.normal(size=len(prior))[each] * prior * scale * rng.choice([0.1, 1.0])
        best, found = every.price(prices), knapsack.price(prices)
        off = rounding(utility) * (1 + abs(best.bound))
        assert found.bound == pytest.approx(best.bound, abs=off)
        assert_admitted(found.columns, prior, guarantee)
        values = wanted.at(found.columns, prior) - prices @ found.columns
        assert values.max() == pytest.approx(best.bound, abs=off)


def test_starts_are_admitted_vertices():
    for _, counts, prior, guarantee in cases(2, 60):
        lifts = admitted(guarantee, prior)
        columns, prices = CountKnapsack(lifts, MUTUAL_INFORMATION, counts).initial()
        assert_admitted(columns, prior, guarantee)
        assert prices.shape == prior.shape
        low, high = lifts.reach
        inside = (columns > low[:, None] + 1e-9) & (columns < high[:, None] - 1e-9)
        assert (inside.sum(axis=0) <= 1).all()


def test_a_secret_that_cannot_be_between_gives_no_lift_vector():
    """With counts 1, 10, ..., 10 and room for 37.8 the small one is at a bound in every vertex."""
    counts = np.array([1, 10, 10, 10, 10, 10])
    prior, guarantee = counts / 51, ps.PML(0.3)
    knapsack = CountKnapsack(admitted(guarantee, prior), MUTUAL_INFORMATION, counts)
    for prices in (np.zeros(6), prior, -prior):
        assert_admitted(knapsack.price(prices).columns, prior, guarantee)


@pytest.mark.parametrize("guarantee", [ps.PML(0.1), ps.PML(0.3), ps.PML(0.9), ps.LIP(0.1)], ids=str)
def test_one_odd_count_among_many(guarantee):
    """Merged, the small secret costs little: a mechanism for the others is nearly optimal."""
    prior = np.append(1, np.full(25, 10)) / 251
    found = design.optimal_mechanism(prior, guarantee)
    assert found.gap <= 1e-9
    alike = design.optimal_mechanism(np.full(25, 1 / 25), guarantee)
    assert found.value == pytest.approx(alike.value, rel=0.05)
    assert len(found.support) <= 26


def test_no_upper_bound_is_one_that_the_mean_keeps():
    counts = np.array([3, 5, 1, 4])
    prior = counts / 13
    lifts = admitted(ps.PMC(0.7), prior)
    knapsack, every = (
        CountKnapsack(lifts, MUTUAL_INFORMATION, counts),
        VertexEnumeration(lifts, MUTUAL_INFORMATION),
    )
    for prices in np.random.default_rng(1).normal(size=(20, 4)) * prior:
        assert knapsack.price(prices).bound == pytest.approx(every.price(prices).bound, abs=1e-12)


def test_every_price_is_a_bound_with_a_solution_by_counts(monkeypatch):
    """As if there were too many secrets to look at every vertex."""
    every = {}
    for pass_ in ("all", "counts"):
        if pass_ == "counts":
            monkeypatch.setattr(optimal, "_VERTICES", 0)
        for trial, (_, _, prior, guarantee) in enumerate(cases(3, 40, 7)):
            found = optimal.optimal_mechanism(prior, guarantee, method="column-generation")
            assert found.gap <= 1e-9
            assert every.setdefault(trial, found.value) == pytest.approx(found.value, abs=1e-9)


def test_counts_are_read_off_floats():
    for _, counts, prior, _ in cases(4, 40):
        found = counts_of(prior)
        assert found * counts.sum() == pytest.approx(counts * found.sum())
        assert math.gcd(*found.tolist()) == 1
    assert counts_of(np.full(3, 1 / 3)).tolist() == [1, 1, 1]
    party = np.array([200, 180, 108, 37, 94, 150, 175])
    assert counts_of(party / 944).tolist() == party.tolist()


def test_other_floats_are_no_counts():
    rng = np.random.default_rng(5)
    for secrets in (2, 5, 20, 50):
        assert counts_of(rng.dirichlet(np.ones(secrets))) is None
    assert counts_of(np.array([1 - 1e-9, 1e-9])) is None
    assert counts_of(np.array([1 / 20001, 20000 / 20001])) is None
    assert counts_of(np.array([1 / 3 + 1e-9, 1 / 3, 1 / 3 - 1e-9])) is None
