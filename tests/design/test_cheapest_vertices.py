"""The cheapest vertices, against every filled set with every item between."""

import itertools
import math
import time

import numpy as np
import pytest

from pmlsym.design.pricing import cheapest_vertices as module
from pmlsym.design.pricing.cheapest_vertices import RelaxedKnapsack, cheapest_vertices

FOREVER = math.inf


def random_items(rng, count, alike=False):
    """Items whose fractional solution is known, with a concave cost of being between."""
    sizes = rng.uniform(0.1, 1, count)
    rate = np.sort(rng.normal(size=count))[::-1]
    if alike:
        sizes, rate = rng.choice([0.25, 0.5], count), np.sort(rng.choice([-1.0, 0.0, 1.0], count))
        rate = rate[::-1]
    order = rng.permutation(count)
    sizes, rate = sizes[order], rate[order]
    best = np.argsort(-rate, kind="stable")
    last = int(rng.integers(0, count))
    filled = np.zeros(count, bool)
    filled[best[:last]] = True
    split = best[last]
    missing = float(rng.uniform(0, sizes[split]))
    penalties = np.abs(rate - rate[split]) * sizes
    bend = rng.uniform(0, 0.5, count) * rng.choice([0, 1], count)

    def fractional_cost(own, amounts):
        share = amounts / sizes[own]
        linear = penalties[own] * np.where(filled[own], 1 - share, share)
        return linear + bend[own] * share * (1 - share)

    return RelaxedKnapsack(sizes, penalties, filled, missing, fractional_cost)


def brute_force(items):
    """Every filled set with an item between: its cost, in increasing order."""
    count, found = len(items.sizes), []
    capacity = items.missing + items.sizes[items.filled].sum()
    for own in range(count):
        others = np.delete(np.arange(count), own)
        for chosen in itertools.product((False, True), repeat=count - 1):
            chosen = np.array(chosen, bool)
            amount = capacity - items.sizes[others][chosen].sum()
            if -1e-12 <= amount <= items.sizes[own] + 1e-12:
                amount = min(max(amount, 0.0), items.sizes[own])
                cost = items.penalties[others][chosen != items.filled[others]].sum()
                cost += float(items.fractional_cost(np.array([own]), np.array([amount]))[0])
                filled = np.zeros(count, bool)
                filled[others] = chosen
                found.append((cost, own, amount, filled))
    return sorted(found, key=lambda choice: choice[0])


def assert_choices(items, found):
    """What is returned restores the sum, and costs what it says."""
    capacity = items.missing + items.sizes[items.filled].sum()
    for filled, own, amount, cost in zip(
        found.filled, found.fractional, found.amounts, found.costs, strict=True
    ):
        others = np.arange(len(filled)) != own
        assert items.sizes[filled & others].sum() + amount == pytest.approx(capacity, abs=1e-11)
        flips = others & (filled != items.filled)
        own_cost = float(items.fractional_cost(np.array([own]), np.array([amount]))[0])
        assert items.penalties[flips].sum() + own_cost == pytest.approx(cost, abs=1e-11)


@pytest.mark.parametrize("alike", [False, True])
def test_every_choice_below_the_limit_is_found(alike):
    rng = np.random.default_rng(1)
    for trial in range(40):
        items = random_items(rng, 1 + trial % 9, alike)
        every = brute_force(items)
        costs = np.array([choice[0] for choice in every])
        limit = float(np.quantile(costs, rng.uniform(0, 0.6))) + 1e-6
        below = costs[costs < limit]
        found = cheapest_vertices(items, limit, FOREVER, 10**7, 10**6)
        assert_choices(items, found)
        assert found.others_cost == limit
        if alike:  # a set filled up exactly has its last item between or not
            assert set(below.round(9)) <= set(found.costs.round(9))
        else:
            assert found.costs[found.costs < limit] == pytest.approx(below, abs=1e-11)


def test_the_cheapest_are_kept():
    rng = np.random.default_rng(2)
    for kept in (1, 3, 10):
        for _ in range(8):
            items = random_items(rng, 8)
            costs = np.array([choice[0] for choice in brute_force(items)])
            found = cheapest_vertices(items, math.inf, FOREVER, 10**7, kept)
            assert_choices(items, found)
            assert found.costs == pytest.approx(costs[:kept], abs=1e-11)


@pytest.mark.parametrize("most", [0, 1, 3, 10, 30, 100, 300])
@pytest.mark.parametrize("batch", [2, 200_000])
def test_no_choice_x_is_missed_after_a_stop(most, batch, monkeypatch):
    monkeypatch.setattr(module, "_BATCH", batch)
    rng = np.random.default_rng(4)
    for _ in range(12):
        items = random_items(rng, 8)
        cheapest = brute_force(items)[0][0]
        limit = cheapest + 1.0
        found = cheapest_vertices(items, limit, FOREVER, most, 64)
        assert_choices(items, found)
        best = min(found.others_cost, float(found.costs.min(initial=np.inf)))
        assert best <= cheapest + 1e-12
        assert found.others_cost <= limit


def test_the_clock_stops_it_with_an_honest_bound():
    rng = np.random.default_rng(5)
    items = random_items(rng, 8)
    found = cheapest_vertices(items, 5.0, time.perf_counter() - 1, 10**7, 64)
    assert len(found.costs) == 0
    assert found.others_cost <= brute_force(items)[0][0]
    large = random_items(rng, 90)
    start = time.perf_counter()
    found = cheapest_vertices(large, 3.0, start + 0.3, 10**9, 64)
    assert time.perf_counter() - start < 2.5
    assert 0 <= found.others_cost + 1e-12 <= 3.0 + 2e-12


def test_more_items_than_bits_of_a_word():
    """Ninety items, all but seven of which are too dear to be flipped."""
    rng = np.random.default_rng(6)
    few = random_items(rng, 7)
    dear = np.full(83, 50.0)
    sizes = np.concatenate([dear * 0 + 0.3, few.sizes])
    filled = np.concatenate([rng.uniform(size=83) < 0.5, few.filled])

    def fractional_cost(own, amounts):
        costs = np.full(len(own), 40.0)
        small = own >= 83
        costs[small] = few.fractional_cost(own[small] - 83, amounts[small])
        return costs

    many = RelaxedKnapsack(
        sizes, np.concatenate([dear, few.penalties]), filled, few.missing, fractional_cost
    )
    expected = [choice[0] for choice in brute_force(few) if choice[0] < 5.0]
    found = cheapest_vertices(many, 5.0, FOREVER, 10**7, 10**6)
    assert_choices(many, found)
    assert found.costs == pytest.approx(expected, abs=1e-11)
    assert (found.filled[:, :83] == filled[:83]).all()
