"""Branch and bound over the signs of eq. (5), without what makes it lucky, against all signs."""

import itertools
import math
import time

import numpy as np
import pytest
from scipy.optimize import minimize

from pmlsym import deadline
from pmlsym.errors import ParameterError, UnsafeBoundWarning
from pmlsym.laplace import corner, workload_leakage
from pmlsym.laplace.workload import corners
from pmlsym.laplace.workload.tilted import Programs, shared_bounds

KINDS = {
    "reals": lambda rng, shape: rng.normal(size=shape),
    "counts": lambda rng, shape: rng.integers(-3, 4, size=shape).astype(float),
    "bits": lambda rng, shape: rng.integers(0, 2, size=shape).astype(float),
}


def best_of_all_signs(table, alpha, scale):
    """The bound of eq. (5), by going through all sets of queries."""
    table = np.array(table, float)
    m, k = table.shape
    signs = 1.0 - 2.0 * (np.arange(2**m)[:, None] >> np.arange(m) & 1)
    c = signs @ table / scale
    weights = np.exp(c.min(axis=1, keepdims=True) - c)
    rest = max(1 - k * alpha, 0.0) * weights.min(axis=1)
    return -math.log((alpha * weights.sum(axis=1) + rest).min())


@pytest.fixture
def searched(monkeypatch):
    """No list of all signs; every relaxation is counted."""
    monkeypatch.setattr(corners, "_FEW", 0)
    monkeypatch.setattr(corners, "_MOST_LISTED", 0)
    relaxed, relax = [], corners._Search.relax

    def counted(search, pairs, low, high):
        relaxed.append(len(pairs))
        return relax(search, pairs, low, high)

    monkeypatch.setattr(corners._Search, "relax", counted)
    return relaxed


@pytest.fixture
def unlucky(searched, monkeypatch):
    """Signs are looked at only where all of them are fixed, and single ones are not turned."""
    improve = corners._Search.improve

    def leaves(search, slopes):
        improve(search, slopes[(np.abs(slopes) == 1).all(axis=1)])

    def stay(search, signs):
        value, pair = search.programs.at(signs[None] @ search.columns)
        if value[0] < search.best.value:
            search.best = corners.Least(float(value[0]), 0.0, tuple(pair[0]), signs)

    monkeypatch.setattr(corners._Search, "improve", leaves)
    monkeypatch.setattr(corners._Search, "_climb", stay)
    return searched


@pytest.mark.parametrize("tolerance", [1e-12, 0.02, 0.3])
@pytest.mark.parametrize("kind", KINDS)
def test_branching_alone_finds_the_best_signs(kind, tolerance, unlucky):
    for seed in range(5):
        rng = np.random.default_rng(seed)
        m, k = int(rng.integers(3, 7)), int(rng.integers(3, 5))
        table = KINDS[kind](rng, (m, k))
        alpha, scale = float(rng.choice([0.3, 0.8, 1.0])) / k, float(rng.choice([1.0, 3.0, 10.0]))
        expected = best_of_all_signs(table, alpha, scale)
        found = corner(table, alpha, scale, tolerance=tolerance)
        assert expected - tolerance - 1e-12 <= found.lower <= expected + 1e-12, seed
        assert expected - 1e-12 <= found.leakage <= found.lower + tolerance + 1e-12, seed


def test_no_more_is_relaxed_than_is_allowed_and_no_less(unlucky):
    """A search that leaves a gap has used up what it was given; it stops at the first step past."""
    table = KINDS["bits"](np.random.default_rng(0), (6, 4))
    expected = best_of_all_signs(table, 0.2, 3.0)
    assert corner(table, 0.2, 3.0).gap <= 1e-12
    steps = np.cumsum(unlucky).tolist()
    for most, used in ((1, 0), (steps[0], 0), (steps[0] + 1, 1), (steps[1], 1)):
        unlucky.clear()
        found = corner(table, 0.2, 3.0, most_nodes=most)
        assert sum(unlucky) == steps[used]
        assert found.gap > 1e-3
        assert found.lower - 1e-12 <= expected <= found.leakage + 1e-12


def test_signs_that_need_branching_with_everything_that_helps(searched):
    """Neither rounding the relaxations nor turning single signs round finds the best here."""
    rng = np.random.default_rng(932666)
    m, k = int(rng.integers(4, 12)), int(rng.integers(3, 8))
    rng.integers(3)
    table = rng.integers(-3, 4, size=(m, k)).astype(float)
    found = corner(table, 1 / k, 1.0)
    assert found.lower == pytest.approx(best_of_all_signs(table, 1 / k, 1.0), abs=1e-12)
    assert len(searched) > 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scale", [0.3, 3.0, 30.0])
def test_one_program_for_each_class_bounds_all_that_its_prior_may_favour(kind, scale):
    """No slope that a general-purpose optimiser finds is below the bound of a pair."""
    rng = np.random.default_rng(5)
    columns = KINDS[kind](rng, (3, 5)) / scale
    pairs = np.array(list(itertools.permutations(range(5), 2)))
    for alpha in (1e-6, 0.02, 0.15):
        weights = np.full((5, 5), alpha) + (1 - 5 * alpha) * np.eye(5)
        seen = []
        distances = np.abs(columns[:, :, None] - columns[:, None, :]).sum(axis=0)
        for found in shared_bounds(columns, Programs(alpha, 5), pairs, distances, 1e-6, 0.0):
            for place, lower in zip(found.places, found.lower, strict=True):
                r, favoured = pairs[place]

                def value(s, r=r, favoured=favoured, weights=weights):
                    gaps = columns[:, [r]] - columns
                    terms = np.log(weights[favoured]) + s @ gaps
                    total = np.logaddexp.reduce(terms)
                    return total, gaps @ np.exp(terms - total)

                # convex: from anywhere a descent ends at the least
                starts = np.vstack([rng.uniform(-1, 1, 3), found.slopes])
                least = min(minimize(value, s, jac=True, bounds=[(-1, 1)] * 3).fun for s in starts)
                assert lower <= least + 1e-9
                seen.append(place)
        assert sorted(seen) == list(range(len(pairs)))


def test_a_search_that_time_ends_encloses_the_bound(searched):
    table = KINDS["counts"](np.random.default_rng(1), (10, 40))
    expected = best_of_all_signs(table, 0.01, 4.0)
    for limit in (0.0, 0.02, 0.1, 0.5):
        found = corner(table, 0.01, 4.0, time_limit=limit)
        assert found.lower - 1e-12 <= expected <= found.leakage + 1e-12
    assert corner(table, 0.01, 4.0, time_limit=math.inf).gap <= 1e-12
    with pytest.raises(ParameterError, match=r"^time_limit is -1"):
        corner(table, 0.01, 4.0, time_limit=-1)


def test_a_limit_that_a_caller_has_set_ends_a_search_with_an_interval():
    table = KINDS["counts"](np.random.default_rng(1), (16, 40))
    with deadline.ending(time.monotonic() + 0.05):
        found = corner(table, 0.01, 4.0, time_limit=math.inf)
    exact = corner(table, 0.01, 4.0)
    assert found.lower - 1e-12 <= exact.lower <= exact.leakage <= found.leakage + 1e-12


def test_an_unfinished_search_is_no_exact_value(monkeypatch):
    monkeypatch.setattr(corners, "_FEW", 0)
    table = np.random.default_rng(932666).integers(-3, 4, size=(4, 3)).tolist()

    def stopped(*_):
        raise corners.deadline.TimeIsUp

    monkeypatch.setattr(corners, "_search", stopped)
    unsafe = pytest.warns(UnsafeBoundWarning, match="not an upper bound")
    with unsafe, pytest.warns(UnsafeBoundWarning, match="stopped with a gap"):
        assert isinstance(workload_leakage(table, 0.1, 1, bound="corner"), float)
