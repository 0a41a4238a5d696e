"""Large workloads and many records: the same answers as small steps give, in little memory."""

import itertools
import math
import warnings
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp

from pmlsym import deadline, laplace
from pmlsym.errors import InexactWarning, ParameterError, VacuousGuaranteeWarning
from pmlsym.laplace import (
    calibrate,
    corner,
    dp,
    exact_leakage,
    parameters,
    tilted,
    triangle,
    workload_leakage,
    workloads,
)
from pmlsym.laplace.workload import bounds, float_grid, scale as scales, slope_cube
from pmlsym.laplace.workload.matrices import column_distances

THREE_LEVELS = workloads.random_workload(5, 12, rng=3, entries=(0, 1, 2))
TRAP = [[0, 3, 3], [0, 1, -1]]


def denominator(workload, alpha, width, slope, r, favoured):
    """What the tilted bound minimises, term by term."""
    k = workload.shape[1]
    terms = [math.exp(slope @ (workload[:, r] - workload[:, j]) / width) for j in range(k)]
    return alpha * math.fsum(terms) + (1 - k * alpha) * terms[favoured]


@pytest.mark.parametrize(
    "workload",
    [
        workloads.marginals(2, 2, 2, 2, ways=2),
        workloads.random_ranges(30, 16, rng=1),
        workloads.prefix(16),
    ],
)
def test_counts_of_zero_and_one_tilt_to_the_triangle_bound(workload):
    alpha, width = 0.02, 3.0
    found = tilted(workload, alpha, width)
    assert found.gap < 1e-12
    assert found.leakage == pytest.approx(triangle(workload, alpha, width).leakage, abs=1e-12)
    attained = -math.log(denominator(workload, alpha, width, found.slope, *found.classes))
    assert found.lower == pytest.approx(attained, abs=1e-12)


def test_newton_steps_in_queries_and_in_classes_are_the_same(monkeypatch):
    columns = THREE_LEVELS / 1.5
    first = np.arange(12)
    weights = np.full((12, 12), -math.log(12))
    cube = np.ones((12, 5))
    one = slope_cube.minimise(columns, first, weights, -cube, cube, 1e-11)
    monkeypatch.setattr(
        slope_cube._State, "_newton_in_queries", slope_cube._State._newton_in_classes
    )
    other = slope_cube.minimise(columns, first, weights, -cube, cube, 1e-11)
    assert (one.value - one.lower <= 1e-11).all()
    assert one.value == pytest.approx(other.value, abs=1e-10)
    assert (one.lower <= other.value + 1e-12).all()


def test_a_search_that_is_cut_short_encloses_the_bound():
    workload = workloads.random_workload(6, 10, rng=3, entries=(0, 1, 2, 3))
    full = tilted(workload, 0.05, 2.0)
    cut = tilted(workload, 0.05, 2.0, most_programs=1)
    assert full.gap < 1e-9
    assert cut.lower <= full.leakage
    assert cut.leakage >= full.lower
    assert cut.gap > 1e-6
    assert cut.leakage <= triangle(workload, 0.05, 2.0).leakage + 1e-12
    with pytest.raises(ParameterError, match=r"^most_programs is -1"):
        tilted(workload, 0.05, 2.0, most_programs=-1)


@pytest.mark.parametrize("shape", [(6, 10), (5, 30)])
def test_a_search_that_time_ends_encloses_the_bound(shape, monkeypatch):
    workload = np.random.default_rng(shape[1]).normal(size=shape)
    full = tilted(workload, 0.01, 2.0, time_limit=math.inf)
    assert full.gap < 1e-9
    monkeypatch.setattr(deadline.time, "monotonic", itertools.count().__next__)
    gaps = []
    for limit in (0, 2, 5, 12, 30, 1000):  # a clock that moves on by 1 whenever it is read
        cut = tilted(workload, 0.01, 2.0, time_limit=limit)
        assert cut.lower <= full.leakage
        assert cut.leakage >= full.lower
        assert cut.leakage <= triangle(workload, 0.01, 2.0).leakage + 1e-12
        gaps.append(cut.gap)
    assert gaps[0] > 1e-3
    assert gaps[-1] < 1e-9
    assert len(set(gaps)) > 2  # what was reached in between counts
    with pytest.raises(ParameterError, match=r"^time_limit is -1"):
        tilted(workload, 0.01, 2.0, time_limit=-1)


def test_calibration_that_time_ends_is_safe_and_says_so():
    least = calibrate(0.5, 0.1, workload=TRAP, bound="tilted", n=8)
    safe = calibrate(0.5, 0.1, workload=TRAP)
    with pytest.warns(InexactWarning, match="safe for epsilon = 0.5.*time_limit was reached"):
        found = calibrate(0.5, 0.1, workload=TRAP, bound="tilted", n=8, time_limit=0)
    assert least < found == safe
    assert laplace.exact_leakage(TRAP, 0.1, found, 8, "worst") <= 0.5
    with pytest.warns(InexactWarning):
        both = calibrate(
            np.array([0.5, 0.9]), 0.1, workload=TRAP, bound="tilted", n=8, time_limit=0
        )
    assert both.tolist() == [safe, calibrate(0.9, 0.1, workload=TRAP)]
    assert calibrate(0.5, 0.1, workload=TRAP, bound="tilted", n=8, time_limit=math.inf) == least
    with pytest.raises(ParameterError, match=r"^time_limit is 5.*left out"):
        calibrate(0.5, 0.1, bins=4, time_limit=5)
    with pytest.raises(ParameterError, match=r"^time_limit is -1"):
        calibrate(0.5, 0.1, workload=TRAP, bound="tilted", n=8, time_limit=-1)


def leaks_by_definition(columns, alpha, scale):
    """The triangle bound with 40 digits, from the exact distances of the columns."""
    with mpmath.workdps(40):
        found = []
        for one in columns:
            away = [
                sum(abs(F(a) - F(c)) for a, c in zip(one, other, strict=True)) for other in columns
            ]
            kept = [mpmath.exp(-mpmath.mpf(d.numerator) / d.denominator / scale) for d in away]
            floor = mpmath.mpf(alpha)
            found.append(-mpmath.log(floor * sum(kept) + (1 - len(kept) * floor) * min(kept)))
        return max(found)


@pytest.mark.parametrize(
    "table",
    [
        np.random.default_rng(4).normal(size=(3, 12)),
        np.random.default_rng(5).normal(size=(2, 10)) * [[1.0], [20.0]],
        # the far classes leak the most with much noise, those without a near one with little
        np.array([[-9.0, -8.9, -8.8, -3.0, 0.0, 3.0, 8.8, 8.9, 9.0]]),
    ],
)
def test_scales_of_many_levels_are_safe_and_the_smallest(table):
    levels = np.linspace(0.0, math.log(1 / 0.02), 12)[1:-1]
    found = calibrate(levels, 0.02, workload=table)
    columns = table.T.tolist()
    for level, scale in zip(levels.tolist(), found.tolist(), strict=True):
        assert leaks_by_definition(columns, 0.02, scale) <= level
        assert leaks_by_definition(columns, 0.02, scale * (1 - 1e-12)) > level


def test_many_levels_need_the_distances_once_and_few_looks_at_all_pairs(monkeypatch):
    table = np.random.default_rng(4).normal(size=(8, 60))
    pairs, tables = [], []
    levels, distances = bounds.triangle_levels, column_distances
    monkeypatch.setattr(
        scales,
        "triangle_levels",
        lambda some, floor: pairs.append(some.size) or levels(some, floor),
    )
    for module in (scales, bounds):
        monkeypatch.setattr(
            module, "column_distances", lambda some: tables.append(some) or distances(some)
        )
    calibrate(np.linspace(0.05, 4.0, 100), 0.01, workload=table)
    assert len(tables) == 1
    assert sum(pairs) <= 4 * 100 * 60 * 60  # as much as four looks at all pairs for each level


def test_a_calibration_to_the_triangle_bound_that_time_ends_is_safe_and_says_so():
    levels = np.array([0.5, 0.9])
    with pytest.warns(InexactWarning) as said:
        found = calibrate(levels, 0.1, workload=TRAP, time_limit=0)
    assert len(said) == 2
    assert "safe for epsilon = 0.5 and alpha = 0.1, but a smaller one may be" in str(
        said[0].message
    )
    assert said[0].filename == __file__
    farthest = column_distances(np.asarray(TRAP, float)).max()
    assert found == pytest.approx(farthest / levels, rel=1e-8)
    for level, width in zip(levels.tolist(), found.tolist(), strict=True):
        assert dp(TRAP, width) <= level
    full = calibrate(levels, 0.1, workload=TRAP, time_limit=math.inf)
    assert full.tolist() == calibrate(levels, 0.1, workload=TRAP).tolist()
    with pytest.raises(ParameterError, match=r"^time_limit is -1"):
        calibrate(0.5, 0.1, workload=TRAP, time_limit=-1)


@pytest.mark.parametrize("steps", [20, 60, 200, 600])
def test_scales_that_were_shown_to_be_safe_are_returned(steps, monkeypatch):
    monkeypatch.setattr(deadline.time, "monotonic", itertools.count().__next__)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InexactWarning)
        found = calibrate(0.5, 0.1, workload=TRAP, bound="tilted", n=3, time_limit=steps)
    monkeypatch.undo()
    assert laplace.exact_leakage(TRAP, 0.1, found, 3, "worst") <= 0.5


def test_a_curve_that_time_ends_has_upper_ends_and_says_so():
    setting = "two", TRAP, 1 / 3, 1.0, [10, 1, 3]
    full = laplace.records_curve(*setting)
    with pytest.warns(InexactWarning, match="of more records are upper ends"):
        cut = laplace.records_curve(*setting, time_limit=0)
    assert cut.exact == [cut.triangle] * 3
    assert cut.triangle == full.triangle
    assert cut.corner <= full.corner
    assert cut.tilted >= full.tilted
    assert laplace.records_curve(*setting, time_limit=1000) == full
    with pytest.raises(ParameterError, match=r"^time_limit is -1"):
        laplace.records_curve(*setting, time_limit=-1)


def test_levels_of_a_scale_curve_that_need_no_noise():
    workload = [[1, 1, 2, 2]]  # each class has a double, so 2 alpha is the least P(y)/P(y|x)
    with pytest.warns(VacuousGuaranteeWarning):
        curve = laplace.scale_curve(workload, 0.1, [1.0, 1.7])
    assert curve.triangle[0] >= curve.tilted[0] >= curve.corner[0] > 0
    assert curve.corner[1] == curve.tilted[1] == curve.triangle[1] == 0
    assert curve.leaks[1] == pytest.approx(math.log(5), rel=1e-12)


def test_other_curves_that_time_ends_have_certified_ends():
    floors = laplace.leakage_curve("trap", TRAP, 1.0, [0.1, 0.3])
    cut = laplace.leakage_curve("trap", TRAP, 1.0, [0.1, 0.3], time_limit=0)
    assert (np.array(cut.corner) <= floors.corner).all()
    assert (np.array(cut.tilted) >= floors.tilted).all()
    assert laplace.leakage_curve("trap", TRAP, 1.0, [0.1, 0.3], time_limit=1000) == floors
    scales = laplace.scale_curve(TRAP, 0.1, [0.4, 0.8])
    with pytest.warns(InexactWarning, match="^Scales are upper ends"):
        cut = laplace.scale_curve(TRAP, 0.1, [0.4, 0.8], time_limit=0)
    assert cut.corner == cut.tilted == cut.triangle == scales.triangle
    assert scales.corner[0] <= scales.tilted[0] < scales.triangle[0]
    assert laplace.scale_curve(TRAP, 0.1, [0.4, 0.8], time_limit=1000) == scales
    outcomes = laplace.outcome_curve([0, 1, 3], 0.1, 1.0, [1, 4])
    with pytest.warns(InexactWarning, match="^Leakages are upper ends"):
        cut = laplace.outcome_curve([0, 1, 3], 0.1, 1.0, [1, 4], time_limit=0)
    for n in (1, 4):
        assert (np.array(cut.leakage[n]) >= np.array(outcomes.leakage[n]) - 1e-12).all()
        assert set(cut.leakage[n]) == {cut.triangle}
    assert laplace.outcome_curve([0, 1, 3], 0.1, 1.0, [1, 4], time_limit=1000) == outcomes
    for curve in (
        lambda: laplace.leakage_curve("trap", TRAP, time_limit=-1),
        lambda: laplace.scale_curve(TRAP, 0.1, time_limit=-1),
        lambda: laplace.outcome_curve([0, 1], 0.1, 1.0, time_limit=-1),
    ):
        with pytest.raises(ParameterError, match=r"^time_limit is -1"):
            curve()


def test_distances_are_sums_of_absolute_differences():
    table = THREE_LEVELS - 0.5
    brute = [[sum(abs(a - c)) for c in table.T] for a in table.T]
    assert column_distances(table).tolist() == brute


def test_calibration_and_bounds_take_arrays():
    levels, floors = np.array([[0.3], [0.9]]), [0.02, 0.05, 0.08]
    found = calibrate(levels, floors, workload=THREE_LEVELS)
    assert found.shape == (2, 3)
    assert found[1, 2] == calibrate(0.9, 0.08, workload=THREE_LEVELS)
    assert calibrate(levels, 0.1, bins=4)[1, 0] == calibrate(0.9, 0.1, bins=4)
    for bound in ("triangle", "tilted", "dp"):
        several = workload_leakage(THREE_LEVELS, np.array(floors), np.array([1.0, 2.0, 3.0]), bound)
        one = workload_leakage(THREE_LEVELS, 0.08, 3.0, bound)
        assert several.shape == (3,)
        assert several[2] == pytest.approx(one, rel=1e-13)


@pytest.mark.parametrize("bound", ["triangle", "dp"])
@pytest.mark.parametrize("entries", [1, 1 << 15])
def test_the_bounds_of_an_array_are_those_of_its_entries(monkeypatch, bound, entries):
    """For all shapes that broadcast, in one block and in blocks of one entry."""
    monkeypatch.setattr(parameters, "_BLOCK", entries)
    scales = np.array([0.3, 2.0, 50.0])
    for alpha, scale in (
        (0.05, scales),
        ([0.01, 0.05, 0.08], 2.0),
        ([0.01, 0.05, 0.08], scales),
        ([[0.01], [0.08]], scales),
        ([0.05], scales),
        (F(1, 20), [F(1, 3), 2]),
    ):
        found = workload_leakage(THREE_LEVELS, alpha, scale, bound)
        floors, widths = np.broadcast_arrays(np.asarray(alpha, float), np.asarray(scale, float))
        assert found.shape == widths.shape
        for place in np.ndindex(widths.shape):
            alone = workload_leakage(THREE_LEVELS, floors[place], widths[place], bound)
            assert found[place] == pytest.approx(alone, rel=1e-13)
    assert workload_leakage(THREE_LEVELS, 0.05, np.zeros((0, 2)), bound).shape == (0, 2)


def test_arrays_are_checked_entry_by_entry():
    with pytest.raises(ParameterError, match=r"^epsilon is -1\.0"):
        calibrate([0.5, -1.0], 0.1)
    with pytest.raises(ParameterError, match=r"^alpha is"):
        workload_leakage(THREE_LEVELS, np.array([0.01, 0.2]), 1.0)
    with pytest.raises(ParameterError, match=r"^scale is"):
        workload_leakage(THREE_LEVELS, 0.01, np.array([1.0, 0.0]))
    with pytest.warns(VacuousGuaranteeWarning):
        assert calibrate([0.5, 9.0], 0.1).tolist() == [calibrate(0.5, 0.1), 0.0]


@pytest.mark.parametrize(("cells", "room"), [(160_000, 600.0), (2500, 600.0), (160_000, 30.0)])
@pytest.mark.parametrize(
    ("workload", "others"),
    [
        ([[0, 1, 2]], [F(1, 10), F(2, 10), F(7, 10)]),
        ([[0, 1, 0, 1], [0, 0, 1, 1]], None),
        ([[0, 1, 1], [3, 3, 3]], None),
        ([[0, 2, 1], [1, 0, 0]], [[F(1, 10), F(8, 10), F(1, 10)]] * 9 + [[F(1, 3)] * 3] * 14),
    ],
)
def test_many_records_at_once_leak_what_fractions_say(monkeypatch, workload, others, cells, room):
    """The exact grid adds one record at a time, in fractions, at q = 1/2."""
    monkeypatch.setattr(float_grid, "PART_CELLS", cells)
    monkeypatch.setattr(float_grid, "_PART_RANGE", room)
    alpha = F(1, 10)
    exact = exact_leakage(workload, alpha, 1 / sp.log(2), n=24, others=others)
    assert isinstance(exact, sp.Expr)
    found = exact_leakage(workload, 0.1, 1 / math.log(2), n=24, others=others)
    assert found == pytest.approx(float(exact), rel=1e-11)


@pytest.mark.parametrize(
    ("row", "alpha"),
    [
        ([0, 1.25, 2**60, 2**60, 2**60], 0.1),
        ([0, 0.1, 1e6, 1e6], 0.225),
        ([0, 0.1, 1e12, 1e12, 1e12], 0.18),
        ([0, 1 / 3, -(2.0**53), -(2.0**53), -(2.0**53)], 0.1),
    ],
)
def test_near_classes_are_told_apart_beside_far_ones(row, alpha):
    at_far = [math.exp(-abs(F(row[0]) - F(entry))) for entry in row]  # at the outcome w_1
    level = -math.log(alpha * sum(at_far) + (1 - len(row) * alpha) * min(at_far))
    for bound in (triangle, tilted, corner):
        assert bound([row], alpha, 1.0).leakage == pytest.approx(level, rel=1e-11)


def test_near_distances_that_floats_do_not_hold_are_refused():
    row = [0, 0.1, 1e13, 1e13 + 0.125, 2e13, 2e13 + 0.125]
    with pytest.raises(ParameterError, match="take the triangle bound"):
        tilted([row], 0.1, 0.7)
    assert triangle([row], 0.1, 0.7).leakage > math.log(1 / 0.2)
