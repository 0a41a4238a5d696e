"""Best-first branch and bound on a problem whose every point can be looked at."""

import math
import time

import numpy as np
import pytest

from pmlsym.design.pricing.problem import COLUMNS_PER_ROUND, Relaxation, branch_and_bound

FOREVER = math.inf


class Points:
    """Points 0, ..., n - 1 with values; a range is bounded by its largest value and a surplus."""

    def __init__(self, values, surplus):
        self.values, self.surplus, self.asked = values, surplus, []

    def __call__(self, low, high):
        first, last = int(low[0]), int(high[0])
        self.asked.append((first, last))
        if first > last:
            return None
        here = np.arange(first, last + 1)
        middle = (first + last) // 2
        bound = float(self.values[here].max()) + self.surplus * (last > first)
        parts = ()
        if last > first:
            parts = (
                (np.array([first]), np.array([middle])),
                (np.array([middle + 1]), np.array([last])),
            )
        return Relaxation(bound, np.array([[float(middle)]]), self.values[[middle]], parts)


def solve(points, tolerance=0.0, deadline=FOREVER, most=10**6):
    root = np.array([0]), np.array([len(points.values) - 1])
    return branch_and_bound(points, root, tolerance, deadline, most)


@pytest.mark.parametrize("surplus", [0.0, 0.1, 1.0, 100.0])
def test_it_finds_the_largest_value(surplus):
    rng = np.random.default_rng(1)
    for count in (1, 2, 3, 10, 100):
        values = rng.normal(size=count)
        found = solve(Points(values, surplus))
        assert found.bound == values.max()
        assert found.columns[0, 0] == values.argmax()


def test_columns_come_best_first_and_not_too_many():
    values = np.random.default_rng(2).normal(size=300)
    found = solve(Points(values, 100.0))
    order = values[found.columns[0].astype(int)]
    assert found.columns.shape[1] == COLUMNS_PER_ROUND
    assert order.tolist() == sorted(order.tolist(), reverse=True)
    assert set(order.tolist()) == set(sorted(values.tolist(), reverse=True)[: len(set(order))])


@pytest.mark.parametrize("most", [0, 1, 2, 5, 20])
def test_the_bound_holds_when_it_stops_early(most):
    rng = np.random.default_rng(3)
    for _ in range(30):
        values = rng.normal(size=64)
        points = Points(values, float(rng.uniform(0, 2)))
        found = solve(points, most=most)
        assert found.bound >= values.max()
        assert len(points.asked) <= 1 + 2 * most


def test_the_bound_holds_when_time_is_up():
    values = np.arange(64.0)
    points = Points(values, 1.0)
    found = solve(points, deadline=time.perf_counter() - 1)
    assert found.bound == 64
    assert points.asked == [(0, 63)]


def test_it_stops_within_the_tolerance():
    rng = np.random.default_rng(4)
    for tolerance in (0.01, 0.5, 3.0):
        values = rng.normal(size=200)
        points = Points(values, 0.3)
        found = solve(points, tolerance=tolerance)
        best = values[found.columns[0].astype(int)].max()
        assert values.max() <= found.bound <= best + tolerance
        exact = Points(values, 0.3)
        solve(exact)
        assert len(points.asked) <= len(exact.asked)


def test_a_part_is_no_better_than_what_it_is_part_of():
    """A relaxation of a part may be looser by rounding: the bound of the whole stays."""

    def relax(low, high):
        if low[0] == 0 and high[0] == 1:
            parts = ((np.array([0]), np.array([0])), (np.array([1]), np.array([1])))
            return Relaxation(2.0, np.array([[0.0]]), np.array([1.0]), parts)
        return Relaxation(5.0, np.array([[0.5]]), np.array([1.5]), ())

    found = branch_and_bound(relax, (np.array([0]), np.array([1])), 0.0, FOREVER, 100)
    assert found.bound == 2.0
    assert found.columns[0, 0] == 0.5


def test_empty_parts_are_passed_over():
    def relax(low, high):
        if high[0] < low[0]:
            return None
        parts = ((np.array([1]), np.array([0])), (np.array([1]), np.array([0])))
        return Relaxation(3.0, np.array([[7.0]]), np.array([1.0]), parts)

    found = branch_and_bound(relax, (np.array([0]), np.array([1])), 0.0, FOREVER, 100)
    assert found.bound == 1.0
    assert found.columns.tolist() == [[7.0]]


def test_the_largest_bound_is_split_first():
    """With exact bounds only the ranges that hold the largest value, and their halves, are seen."""
    values = np.zeros(1024)
    values[700] = 1.0
    points = Points(values, 0.0)
    assert solve(points).bound == 1.0
    assert len(points.asked) <= 1 + 2 * 10
