"""Intervals for workloads without a common unit, against sums over databases at every answer."""

import math
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from pmlsym import deadline
from pmlsym.laplace import exact_leakage, tilted, triangle, worst_outcome
from pmlsym.laplace.workload import cell_grid
from pmlsym.laplace.workload.cell_grid import CellGrid, Outcomes, Terms
from pmlsym.laplace.workload.float_grid import FloatGrid
from pmlsym.laplace.workload.point_grid import Histograms, PointGrid

HALF = settings(max_examples=settings.default.max_examples // 2)
SOME = settings(max_examples=settings.default.max_examples // 4)
# its worst outcome is between answers, and its worst leakage between the limit and one record's
HARD = np.random.default_rng(37).uniform(0, 2, size=(2, 3)).tolist()


@st.composite
def workloads(draw, most_queries=2, most_classes=3):
    m, k = draw(st.integers(1, most_queries)), draw(st.integers(2, most_classes))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    return rng.uniform(0, 2, size=(m, k))


def take_only_cells(patch):
    """Take cells for every workload, with few points in a tile."""
    patch.setattr(PointGrid, "work", lambda *_: 10**30)
    patch.setattr(FloatGrid, "work", lambda *_: 10**30)
    patch.setattr(CellGrid, "work", lambda *_: 1)
    patch.setattr(cell_grid, "_POINTS", 30)


def extreme_priors(k, alpha):
    return [[alpha + (1 - k * alpha) * (j == favoured) for j in range(k)] for favoured in range(k)]


def worst_by_databases(workload, alpha, scale, others, own=None):
    """The worst leakage over all answers, by a plain sum over databases of the others."""
    m, k = len(workload), len(workload[0])
    columns = list(zip(*workload, strict=True))
    databases = list(product(range(k), repeat=len(others)))
    chances = [math.prod(p[i] for p, i in zip(others, one, strict=True)) for one in databases]
    sums = [[math.fsum(columns[i][q] for i in one) for q in range(m)] for one in databases]
    answers = [{total[q] + column[q] for total in sums for column in columns} for q in range(m)]
    worst = 0.0
    for outcome in product(*answers):
        densities = [
            math.fsum(
                chance
                * math.exp(
                    -sum(abs(y - s - w) for y, s, w in zip(outcome, total, column, strict=True))
                    / scale
                )
                for chance, total in zip(chances, sums, strict=True)
            )
            for column in columns
        ]
        for prior in extreme_priors(k, alpha) if own is None else [own]:
            mean = math.fsum(p * d for p, d in zip(prior, densities, strict=True))
            worst = max(worst, math.log(max(densities) / mean))
    return worst


def with_records(grid, case):
    for j, number in enumerate(case):
        grid.add_records(grid.favouring(j), number)
    return grid


@given(st.integers(0, 5), st.integers(1, 5))
def test_histograms_are_numbered_and_followed(records, classes):
    every = Histograms(records + 1, classes)
    here, after = every.counts(records), every.counts(records + 1)
    expected = [
        tuple(case.count(j) for j in range(classes))
        for case in combinations_with_replacement(range(classes), records)
    ]
    assert sorted(map(tuple, here.tolist())) == sorted(expected)
    for place, histogram in enumerate(here):
        for j in range(classes):
            one_more = histogram + np.eye(classes, dtype=int)[j]
            assert after[every.after[place, j]].tolist() == one_more.tolist()


@given(st.data())
def test_running_sums_are_the_densities_and_bound_those_between(data):
    """At points in and far beyond the terms; between them for any mean of two classes."""
    rng = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    m, count = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 8))
    spread = data.draw(st.sampled_from([0.1, 1.0, 20.0]))
    centres = rng.uniform(-spread, spread, size=(2, count, m))
    terms = Terms(rng.uniform(-3, 0, size=count), centres)
    points = []
    for q in range(m):
        own = rng.uniform(-spread, spread, size=data.draw(st.integers(1, 3)))
        kinks = rng.choice(centres[:, :, q].ravel(), size=data.draw(st.integers(1, 4)))
        points.append(np.unique([*own, *kinks]))

    def density(outcome):
        exponents = terms.chances - np.abs(centres - np.array(outcome)).sum(axis=2)
        return np.array([math.fsum(np.exp(each)) for each in exponents])

    densities, raised = terms.densities(points)
    direct = np.array([density(outcome) for outcome in product(*points)])
    direct = direct.T.reshape(densities.shape)
    unit = densities.flat[0] / direct.flat[0]
    assert densities == pytest.approx(direct * unit, rel=1e-11)
    share = data.draw(st.floats(0, 1))
    quotients = raised[0] / (share * densities[0] + (1 - share) * densities[1])
    for _ in range(8):
        outcome, cell = [], []
        for axis in points:
            i = int(rng.integers(max(len(axis) - 1, 1)))
            cell.append(slice(i, i + 2))
            inside = centres[:, :, len(cell) - 1].ravel()
            inside = inside[(axis[i] <= inside) & (inside <= axis[min(i + 1, len(axis) - 1)])]
            kink = len(inside) and data.draw(st.booleans())
            outcome.append(
                rng.choice(inside)
                if kink
                else rng.uniform(axis[i], axis[min(i + 1, len(axis) - 1)])
            )
        one, other = density(outcome)
        bound = quotients[tuple(cell)].max()
        assert one / (share * one + (1 - share) * other) <= bound * (1 + 1e-12)


@pytest.mark.parametrize("queries", [1, 2, 3])
@pytest.mark.parametrize("shift", [-0.5, 0.0, 0.5])
def test_the_bound_between_points_is_attained(queries, shift):
    """Terms of one class in the middle of a cell, of the other at both sides, as cosh(y - shift).

    With no shift the largest quotient is at the middle, and the bound is that.
    """
    sides = np.array(list(product([-1, 1], repeat=queries)))
    centres = np.array([np.zeros(sides.shape), 9.0 * sides + shift])
    terms = Terms(np.zeros(len(sides)), centres)
    densities, raised = terms.densities([np.array([-1.0, 1.0])] * queries)
    [one, other] = terms.at(np.zeros(queries))
    bound = (raised[0] / densities[1]).max()
    if shift:
        assert bound > one / other
    else:
        assert bound == pytest.approx(one / other, rel=1e-12)


@HALF
@given(st.integers(0, 10**6), st.integers(1, 3), st.sampled_from([30, 300]))
def test_pieces_of_a_tile_have_all_answers_between_their_points(seed, queries, points):
    rng = np.random.default_rng(seed)
    axes = [np.unique(rng.uniform(0, 1, size=rng.integers(1, 40)) ** 3) for _ in range(queries)]
    tile = tuple((0, len(axis) - 1) for axis in axes)
    search = Outcomes(axes, Terms(np.zeros(1), np.zeros((1, 1, queries))), np.sum, 0.0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cell_grid, "_POINTS", points)
        chosen = search.chosen(tile)
    covered = []
    for piece, part in search.pieces(tile, chosen):
        covered += product(*(range(first, last + 1) for first, last in piece))
        for some, (first, last), chosen_part in zip(chosen, piece, part, strict=True):
            assert some[chosen_part][0] <= first
            assert some[chosen_part][-1] >= last
    assert sorted(covered) == list(product(*(range(len(axis)) for axis in axes)))


@HALF
@given(
    workloads(),
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
    st.floats(0.02, 0.98),
    st.sampled_from([0.05, 0.4, 1.0, 4.0, 1e3]),
    st.sampled_from([9, 30, 2**13]),
    st.sampled_from([0.0, 1e-3, 0.05, math.inf]),
)
def test_intervals_contain_the_leakage_at_all_answers(workload, case, share, scale, points, width):
    k = workload.shape[1]
    alpha = share / k
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cell_grid, "_POINTS", points)
        found = with_records(CellGrid(workload, scale, alpha, None), case[:k]).within(width, 0.0)
    every, _, _ = with_records(PointGrid(workload, scale, alpha, None), case[:k]).worst()
    if found.lower is None:
        assert found.leakage == pytest.approx(every, rel=1e-10, abs=1e-13)
    else:
        assert found.lower <= every * (1 + 1e-10) <= found.leakage * (1 + 2e-10)
        assert found.leakage <= found.lower * (1 + width) * (1 + 1e-9)


@pytest.mark.parametrize("queries", [1, 2, 3, 4])
def test_a_search_ends_though_answers_are_near_the_ends(queries, monkeypatch):
    monkeypatch.setattr(cell_grid, "_POINTS", 3)
    table = np.array([[0, 1e-6, 1], [0, 1, 1 - 1e-6], [1, 1e-7, 0], [0, 2e-7, 1]][:queries])
    grids = [with_records(kind(table, 1.0, 0.1, None), (1, 0, 0)) for kind in (CellGrid, PointGrid)]
    cells, points = (grid.worst()[0] for grid in grids)
    assert cells == pytest.approx(points, rel=1e-12)


def test_a_wide_interval_is_enough_if_its_end_is():
    grid = with_records(CellGrid(np.array(HARD), 2.0, 0.3, None), (10, 20, 19))
    exact = grid.within(0.0, 0.0)
    assert exact.lower is None
    narrow, wide = (grid.within(0.0, factor * exact.leakage) for factor in (0.99, 1.2))
    assert narrow.leakage == exact.leakage
    assert wide.lower <= exact.leakage <= wide.leakage <= 1.2 * exact.leakage
    assert wide.leakage > 1.0001 * exact.leakage


def test_an_interval_at_the_time_limit_contains_the_leakage(monkeypatch):
    grid = with_records(CellGrid(np.array(HARD), 2.0, 0.3, None), (10, 20, 19))
    exact = grid.within(0.0, 0.0).leakage
    with monkeypatch.context() as patch:
        patch.setattr(deadline, "passed", iter([False, False, False, True, True]).__next__)
        found = grid.within(0.0, 0.0)
    assert found.lower <= exact <= found.leakage
    assert found.lower < found.leakage


@SOME
@given(workloads(), st.integers(2, 4), st.floats(0.02, 0.98), st.sampled_from([0.3, 1.0, 3.0]))
def test_the_worst_others_are_those_of_all_vertices(workload, n, share, scale):
    k = workload.shape[1]
    n = min(n, 3) if workload.size > 4 else n
    alpha, table = share / k, workload.tolist()
    every = max(
        worst_by_databases(table, alpha, scale, others)
        for others in combinations_with_replacement(extreme_priors(k, alpha), n - 1)
    )
    with pytest.MonkeyPatch.context() as patch:
        take_only_cells(patch)
        found = worst_outcome(workload, alpha, scale, n, "worst")
    assert found.lower is None
    assert found.leakage == pytest.approx(every, rel=1e-11, abs=1e-13)


@SOME
@given(workloads(), st.integers(1, 3), st.data())
def test_given_priors_leak_the_same_from_cells(workload, n, data):
    k = workload.shape[1]
    shares = st.lists(st.floats(0.1, 1), min_size=k, max_size=k)
    own, *others = (
        [share / math.fsum(row) for share in row] for row in (data.draw(shares) for _ in range(n))
    )
    alpha = min(map(min, [own, *others])) * (1 - 1e-12)
    every = worst_by_databases(workload.tolist(), alpha, 0.7, others, own)
    with pytest.MonkeyPatch.context() as patch:
        take_only_cells(patch)
        found = worst_outcome(workload, alpha, 0.7, n, others or None, own)
    assert found.lower is None
    assert found.leakage == pytest.approx(every, rel=1e-11, abs=1e-13)


def test_many_records_without_a_common_unit_leak_what_their_worst_case_does():
    found = worst_outcome(HARD, 0.3, 2.0, 20, "worst")
    assert found.lower is None
    assert tilted(HARD, 0.3, 2.0).leakage < found.leakage < triangle(HARD, 0.3, 2.0).leakage
    named = [extreme_priors(3, 0.3)[j] for j in found.others]
    again = exact_leakage(HARD, 0.3 * (1 - 1e-12), 2.0, 20, named)
    assert again == pytest.approx(found.leakage, rel=1e-10)
    for case in ((19, 0, 0), (0, 19, 0), (6, 6, 7), (1, 9, 9), (0, 1, 18)):
        others = [extreme_priors(3, 0.3)[j] for j, number in enumerate(case) for _ in range(number)]
        leakage = exact_leakage(HARD, 0.3 * (1 - 1e-12), 2.0, 20, others)
        assert leakage <= found.leakage * (1 + 1e-10)


@pytest.mark.parametrize("scale", [1e-3, 0.03, 1e3])
@pytest.mark.parametrize("alpha", [1e-300, 1e-10, 1 / 3])
def test_extreme_scales_and_floors_neither_overflow_nor_underflow(scale, alpha):
    table = np.array(HARD)
    for case in ((0, 0, 0), (2, 0, 1), (1, 4, 0)):
        cells, points = (
            with_records(kind(table, scale, alpha, None), case) for kind in (CellGrid, PointGrid)
        )
        assert cells.within(0.0, 0.0).leakage == pytest.approx(points.worst()[0], rel=1e-9)
