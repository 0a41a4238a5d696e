"""The enumeration that everything else is tested against, tested by itself."""

import math
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from pmlsym.laplace import record_lift, worst_record_lift
from tests.random_channels import distributions

HALF = F(1, 2)
EYE = [[1, 0], [0, 1]]


def test_one_record_by_hand():
    # f(y | 1) = 1, f(y | 2) = q^2 = 1/4 at y = (1, 0)
    assert record_lift(EYE, [HALF, HALF], [], [1, 0], HALF) == [F(8, 5), F(2, 5)]


@given(st.data())
def test_lifts_are_those_of_all_databases(data):
    own = data.draw(distributions(3, positive=True))
    others = data.draw(st.lists(distributions(3), max_size=3))
    row = st.lists(st.integers(-2, 2), min_size=3, max_size=3)
    workload = data.draw(st.lists(row, min_size=1, max_size=2))
    outcome = [data.draw(st.integers(-3, 6)) for _ in workload]
    densities = [F(0)] * 3
    for j in range(3):
        for database in product(range(3), repeat=len(others)):
            chance = math.prod((p[i] for p, i in zip(others, database, strict=True)), start=F(1))
            for y, entries in zip(outcome, workload, strict=True):
                chance *= F(1, 3) ** abs(y - entries[j] - sum(entries[i] for i in database))
            densities[j] += chance
    mean = sum(p * d for p, d in zip(own, densities, strict=True))
    assert record_lift(workload, own, others, outcome, F(1, 3)) == [d / mean for d in densities]


def test_many_records_of_one_prior_have_multinomial_counts():
    """There are 531,441 databases of these 12 records, with 91 histograms."""
    row, other, n = [0, 1, 3], [F(1, 4), F(1, 4), F(1, 2)], 12
    densities = {y: [F(0)] * 3 for y in range(3 * n + 4)}
    for some in product(range(n + 1), repeat=2):
        counts = (*some, n - sum(some))
        if counts[2] < 0:
            continue
        chance = F(math.factorial(n), math.prod(map(math.factorial, counts)))
        chance *= math.prod(p**c for p, c in zip(other, counts, strict=True))
        total = sum(x * c for x, c in zip(row, counts, strict=True))
        for y, found in densities.items():
            for j in range(3):
                found[j] += chance * HALF ** abs(y - total - row[j])
    lifts = {y: [d / (sum(found) / 3) for d in found] for y, found in densities.items()}
    own, others = [F(1, 3)] * 3, [other] * n
    assert worst_record_lift([row], own, others, HALF)[0] == max(map(max, lifts.values()))
    assert all(record_lift([row], own, others, [y], HALF) == lifts[y] for y in lifts)


def test_rounding_is_no_wrong_prior():
    tenths = [0.1] * 10
    assert sum(tenths) != 1
    lifts = record_lift([[1, *[0] * 9]], tenths, [tenths], [1], 0.5)
    assert sum(p * v for p, v in zip(tenths, lifts, strict=True)) == pytest.approx(1)


def test_a_class_that_cannot_occur_is_not_the_worst():
    """As nobody is in the third class, the release is that of the other two."""
    wide, own, other = [[1, 0, 0], [0, 1, 0]], [HALF, HALF], [F(1, 3), F(2, 3)]
    assert record_lift(wide, [*own, 0], [], [0, 0], HALF) == [1, 1, 2]
    for others in ([], [other]):
        found = worst_record_lift(wide, [*own, 0], [[*prior, 0] for prior in others], HALF)
        assert found == worst_record_lift(EYE, own, others, HALF)
        assert found[0] < 2


@given(st.data())
def test_lifts_average_to_one(data):
    own = data.draw(distributions(3, positive=True))
    others = data.draw(st.lists(distributions(3), max_size=3))
    workload = data.draw(
        st.lists(st.lists(st.integers(-2, 2), min_size=3, max_size=3), min_size=1, max_size=2)
    )
    outcome = data.draw(
        st.lists(st.integers(-3, 6), min_size=len(workload), max_size=len(workload))
    )
    lifts = record_lift(workload, own, others, outcome, F(1, 3))
    assert sum(p * v for p, v in zip(own, lifts, strict=True)) == 1


def test_densities_integrate_to_what_sampling_shows():
    """P(y near 1 | class) by simulation, against the enumerated lift."""
    rng = np.random.default_rng(3)
    b, draws = 1.5, 400_000
    own = rng.choice(3, size=draws, p=[0.2, 0.3, 0.5])
    other = rng.choice(3, size=draws, p=[0.6, 0.3, 0.1])
    query = np.array([0, 1, 2])
    y = query[own] + query[other] + rng.laplace(scale=b, size=draws)
    near = np.abs(y - 1) < 0.05
    lifts = record_lift([[0, 1, 2]], [0.2, 0.3, 0.5], [[0.6, 0.3, 0.1]], [1], math.exp(-1 / b))
    for j in range(3):
        assert near[own == j].mean() / near.mean() == pytest.approx(lifts[j], rel=0.05)


@given(st.data())
def test_no_outcome_beats_the_grid(data):
    """Half-integer outcomes and outcomes far outside leak no more than the grid's worst."""
    own = data.draw(distributions(2, positive=True))
    others = data.draw(st.lists(distributions(2), max_size=2))
    worst = worst_record_lift(EYE, own, others, HALF)[0]
    # a base of a quarter at doubled coordinates is a base of a half at half-integers
    doubled = [[2, 0], [0, 2]]
    y = data.draw(st.lists(st.integers(-4, 10), min_size=2, max_size=2))
    root = 0.5**0.5
    lifts = record_lift(
        doubled, [float(p) for p in own], [[float(p) for p in prior] for prior in others], y, root
    )
    assert max(lifts) <= float(worst) * (1 + 1e-12)
