"""The four bounds on a workload against loops, fractions, another optimiser and a dense grid."""

import math
import warnings
from decimal import Decimal
from fractions import Fraction as F
from itertools import product

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st
from scipy.optimize import minimize

from pmlsym.errors import ParameterError, UnsafeBoundWarning, VacuousGuaranteeWarning
from pmlsym.laplace import (
    calibrate,
    corner,
    dp,
    exact_leakage,
    histogram_leakage,
    tilted,
    triangle,
    workload_leakage,
    workloads,
    worst_outcome,
    worst_record_lift,
)
from tests.laplace.test_corner_search import best_of_all_signs
from tests.laplace.test_without_noise import lift_without_noise

BOUNDS = (corner, tilted, triangle)
FIVE = [[0, 0, 1, 2, 2]]
TRAP = [[0, 3, 3], [0, 1, -1]]
FEWER = settings(max_examples=settings.default.max_examples // 2)


@st.composite
def tables(draw, most_queries=4, most_classes=4, classes=None):
    """Random reals, small integers, or zeros and ones."""
    m = draw(st.integers(1, most_queries))
    k = classes or draw(st.integers(2, most_classes))
    entry = draw(st.sampled_from([st.floats(-3, 3), st.integers(-3, 3), st.integers(0, 1)]))
    return draw(
        st.lists(st.lists(entry, min_size=k, max_size=k), min_size=m, max_size=m).map(
            lambda rows: [[float(entry) for entry in row] for row in rows]
        )
    )


@st.composite
def floors(draw, k):
    """Floors in (0, 1/k]: at the end, inside, and tiny."""
    share = draw(st.one_of(st.just(1.0), st.floats(0.01, 1), st.floats(-300, 0).map(tenth_power)))
    return min(share / k, 1 / k)


def tenth_power(exponent):
    return 10.0**exponent


def scales(low=-1.0, high=1.5):
    return st.floats(low, high).map(tenth_power)


@st.composite
def settings_of(draw, most_queries=4, most_classes=4, classes=None, low=-1.0, high=1.5):
    """A workload, a floor and a scale."""
    workload = draw(tables(most_queries, most_classes, classes))
    return workload, draw(floors(len(workload[0]))), draw(scales(low, high))


def at_slope(workload, alpha, scale, slope, r, j):
    """Minus the log-denominator of the tilted bound for one pair and one slope."""
    k = len(workload[0])
    steps = [
        math.fsum(s * (row[r] - row[i]) for s, row in zip(slope, workload, strict=True)) / scale
        for i in range(k)
    ]
    top = max(steps)
    total = alpha * math.fsum(math.exp(x - top) for x in steps)
    return -top - math.log(total + max(1 - k * alpha, 0.0) * math.exp(steps[j] - top))


def tilted_by_scipy(workload, alpha, scale):
    """L-BFGS-B for every pair of classes, on the log of the denominator."""
    table = np.array(workload) / scale
    m, k = table.shape
    found = 0.0
    for r in range(k):
        for j in range(k):
            weights = alpha + max(1 - k * alpha, 0.0) * (np.arange(k) == j)
            steps = table[:, [r]] - table

            def log_denominator(slope, weights=weights, steps=steps):
                exponents = slope @ steps
                terms = weights * np.exp(exponents - exponents.max())
                return np.log(terms.sum()) + exponents.max(), steps @ terms / terms.sum()

            result = minimize(
                log_denominator,
                np.zeros(m),
                jac=True,
                method="L-BFGS-B",
                bounds=[(-1, 1)] * m,
                options={"ftol": 1e-16, "gtol": 1e-10, "maxiter": 500},
            )
            found = max(found, -float(result.fun))
    return found


def triangle_in_fractions(workload, alpha, base):
    """The lift e^(7) of every pair of classes, for integer workloads."""
    k = len(workload[0])
    lifts = {}
    for r, far in product(range(k), repeat=2):
        power = [base ** sum(abs(row[j] - row[r]) for row in workload) for j in range(k)]
        lifts[r, far] = 1 / (alpha * sum(power) + (1 - k * alpha) * power[far])
    return lifts


def table_of(kind, m, k, seed):
    """A workload of reals, counts, bits, ranges, or of few different queries."""
    rng = np.random.default_rng(seed)
    if kind == "ranges":
        return workloads.random_ranges(m, k, rng).astype(float)
    if kind == "repeated":
        return rng.integers(0, 2, size=(4, k))[rng.integers(0, 4, size=m)].astype(float)
    drawn = {  # one after the other
        "reals": rng.normal(size=(m, k)),
        "counts": rng.integers(-3, 4, size=(m, k)),
        "bits": rng.integers(0, 2, size=(m, k)),
    }
    return drawn[kind].astype(float)


def assert_best_signs(table, alpha, scale):
    found, expected = corner(table, alpha, scale), best_of_all_signs(table, alpha, scale)
    assert found.lower == pytest.approx(expected, rel=1e-12, abs=1.1e-12)
    assert found.lower - 1e-12 <= expected <= found.leakage + 1e-12
    assert 0 <= found.gap <= 1.1e-12
    assert set(np.abs(found.slope)) == {1.0}
    attained = at_slope(table, alpha, scale, found.slope, *found.classes)
    assert attained == pytest.approx(found.lower, abs=1e-12)


@given(settings_of(most_queries=8, most_classes=6))
def test_corner_is_the_best_of_all_sign_patterns(setting):
    assert_best_signs(*setting)


@FEWER
@given(
    st.sampled_from(["reals", "counts", "bits", "ranges", "repeated"]),
    *(st.integers(9, 13), st.integers(2, 7), st.integers(0, 10**6)),
    *(st.booleans(), st.data()),
)
def test_branch_and_bound_finds_the_best_signs(kind, m, k, seed, listed, data):
    """Of many queries, with and without falling back on going through all signs."""
    with pytest.MonkeyPatch.context() as patched:
        if not listed:
            patched.setattr("pmlsym.laplace.workload.corners._FEW", 0)
            patched.setattr("pmlsym.laplace.workload.corners._MOST_LISTED", 0)
        assert_best_signs(
            table_of(kind, m, k, seed), data.draw(floors(k)), data.draw(scales(-1, 2))
        )


@pytest.mark.parametrize(
    ("table", "alpha", "scale"),
    [
        # turning single signs round, from the relaxations' signs, ends at others
        (table_of("reals", 12, 4, 393938), 1 / 4, 10.0),
        (table_of("counts", 11, 7, 208973), 1 / 7, 10.0),
        (table_of("bits", 13, 7, 11707), 1 / 7, 3.0),
        (workloads.haar(16).astype(float), 1 / 32, 2.0),
    ],
    ids=["reals", "counts", "bits", "wavelets"],
)
def test_branch_and_bound_does_not_stop_at_signs_that_only_look_best(table, alpha, scale):
    assert_best_signs(table, alpha, scale)


@given(st.data())
def test_triangle_is_eq_7_in_fractions(data):
    k = data.draw(st.integers(2, 5))
    row = st.lists(st.integers(-3, 3), min_size=k, max_size=k)
    workload = data.draw(st.lists(row, min_size=1, max_size=5))
    alpha = data.draw(st.fractions(F(1, 1000), F(1, k)))
    q = data.draw(st.sampled_from([F(1, 2), F(1, 3)]))
    lifts = triangle_in_fractions(workload, alpha, q)
    lift = max(lifts.values())
    found = triangle(workload, float(alpha), -1 / math.log(q))
    assert found.leakage == pytest.approx(math.log(lift), rel=1e-12, abs=1e-14)
    assert found.gap == 0
    assert lifts[found.classes] == lift
    exact = workload_leakage(workload, alpha, 1 / sp.log(1 / sp.Rational(q)))
    assert sp.exp(exact) == sp.Rational(lift)


@FEWER
@given(st.data())
def test_triangle_is_the_worst_of_one_record(data):
    """All integer outcomes and all vertices of Q_alpha are enumerated."""
    k = data.draw(st.integers(2, 4))
    row = st.lists(st.integers(-2, 2), min_size=k, max_size=k)
    workload = data.draw(st.lists(row, min_size=1, max_size=2))
    alpha = data.draw(st.fractions(F(1, 100), F(1, k)))
    lifts = []
    for favoured in range(k):
        prior = [alpha + (1 - k * alpha) * (j == favoured) for j in range(k)]
        lifts.append(worst_record_lift(workload, prior, [], F(1, 3))[0])
    found = triangle(workload, float(alpha), 1 / math.log(3)).leakage
    assert found == pytest.approx(math.log(max(lifts)), rel=1e-12, abs=1e-14)


@FEWER
@given(settings_of(most_queries=4, most_classes=4, low=-0.5))
def test_tilted_is_what_another_optimiser_finds(setting):
    found, expected = tilted(*setting), tilted_by_scipy(*setting)
    assert found.lower == pytest.approx(expected, abs=1e-6)
    assert expected <= found.leakage + 1e-12  # what scipy returns is attained


@given(settings_of(most_queries=6, most_classes=5), st.data())
def test_the_certified_ends_enclose(setting, data):
    workload = setting[0]
    found = tilted(*setting)
    assert found.lower <= found.leakage
    assert 0 <= found.gap <= 2e-9
    assert float(found) == found.leakage
    assert np.abs(found.slope).max() <= 1
    # the lower end is attained, no slope whatever shows more than the upper end
    attained = at_slope(*setting, found.slope.tolist(), *found.classes)
    assert found.lower == pytest.approx(max(attained, 0.0), abs=1e-12)
    m, k = len(workload), len(workload[0])
    slope = data.draw(st.lists(st.floats(-1, 1), min_size=m, max_size=m))
    for r, j in product(range(k), repeat=2):
        assert at_slope(*setting, slope, r, j) <= found.leakage + 1e-12


@given(settings_of(most_queries=6, most_classes=5))
def test_the_bounds_come_in_their_order(setting):
    workload, alpha, scale = setting
    low, middle, high = (bound(*setting) for bound in BOUNDS)
    slack = 1e-12
    assert 0 <= low.lower <= middle.leakage + slack
    assert middle.leakage <= high.leakage + slack
    assert high.leakage <= dp(workload, scale) * (1 + slack)
    assert high.leakage <= -math.log(alpha) + slack


@given(tables(most_queries=6, most_classes=6), scales())
def test_dp_is_the_largest_distance_between_two_columns(workload, scale):
    columns = list(zip(*workload, strict=True))
    distances = [
        math.fsum(abs(x - y) for x, y in zip(one, other, strict=True))
        for one, other in product(columns, repeat=2)
    ]
    assert dp(workload, scale) == pytest.approx(max(distances) / scale, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(
    "setting", [(FIVE, 0.2, 2.0), ([[0, 1, 0, 1, 0]], 0.2, 0.002), ([[0, 1], [3, -3]], 0.3, 1e-6)]
)
def test_the_upper_end_of_tilted_is_no_more_than_the_triangle_bound(setting):
    assert tilted(*setting).leakage <= triangle(*setting).leakage


@given(settings_of(most_queries=1, most_classes=6))
def test_one_query_has_its_worst_slope_at_a_corner(setting):
    assert tilted(*setting).lower == pytest.approx(corner(*setting).lower, abs=2e-10)


@given(settings_of(most_queries=6, classes=2))
def test_two_classes_leave_no_room_between_the_bounds(setting):
    expected = triangle(*setting).leakage
    assert corner(*setting).lower == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert tilted(*setting).lower == pytest.approx(expected, abs=2e-10)


@FEWER
@given(st.integers(2, 8), st.data())
def test_a_histogram_is_the_identity_workload(k, data):
    alpha, scale = data.draw(floors(k)), data.draw(scales())
    expected = histogram_leakage(alpha, scale, bins=k)
    eye = workloads.identity(k)
    assert triangle(eye, alpha, scale).leakage == pytest.approx(expected, rel=1e-12)
    assert corner(eye, alpha, scale).lower == pytest.approx(expected, rel=1e-12, abs=1e-12)
    assert tilted(eye, alpha, scale).lower == pytest.approx(expected, abs=2e-10)
    assert dp(eye, scale) == pytest.approx(2 / scale)


@FEWER
@given(settings_of(most_queries=5, most_classes=5), st.data())
def test_what_does_not_matter_does_not_matter(setting, data):
    """Shifted, negated, permuted rows; permuted columns; another unit for answers and noise."""
    workload, alpha, scale = setting
    table = np.array(workload)
    m, k = table.shape
    shift = np.array(data.draw(st.lists(st.floats(-2, 2), min_size=m, max_size=m)))
    signs = np.array(data.draw(st.lists(st.sampled_from([-1, 1]), min_size=m, max_size=m)))
    rows = data.draw(st.permutations(range(m)))
    classes = data.draw(st.permutations(range(k)))
    unit = data.draw(st.sampled_from([0.25, 3.0, 1e4]))
    same = [
        (table + shift[:, None], scale),
        (table * signs[:, None], scale),
        (table[rows], scale),
        (table[:, classes], scale),
        (table * unit, scale * unit),
    ]
    for bound, close in ((corner, 1e-11), (tilted, 3e-10), (triangle, 1e-12)):
        expected = bound(workload, alpha, scale).lower
        for other, noise in same:
            assert bound(other, alpha, noise).lower == pytest.approx(expected, abs=close, rel=close)
    for other, noise in same:
        assert dp(other, noise) == pytest.approx(dp(workload, scale), abs=1e-12, rel=1e-12)


def test_the_paper_s_example_by_hand():
    alpha, scale = F(1, 5), 1 / sp.log(4)
    assert workload_leakage(FIVE, alpha, scale) == sp.log(sp.Rational(5, 2))
    assert workload_leakage(FIVE, alpha, scale, bound="dp") == 2 * sp.log(4)
    with pytest.warns(UnsafeBoundWarning, match="not an upper bound"):
        found = workload_leakage(FIVE, alpha, scale, bound="corner")
    assert found == sp.log(sp.Rational(5000, 2375))
    b = 1 / math.log(4)
    assert triangle(FIVE, 0.2, b).leakage == pytest.approx(math.log(2.5), rel=1e-14)
    assert corner(FIVE, 0.2, b).lower == pytest.approx(math.log(5 / 2.375), rel=1e-14)
    assert tilted(FIVE, 0.2, b).lower == pytest.approx(math.log(5 / 2.375), abs=1e-10)


@pytest.mark.parametrize("scale", [0.3, 1.0, 5.0])
def test_a_slope_of_zero_beats_every_corner(scale):
    q = math.exp(-1 / scale)
    inside, edge = math.log(3 / (1 + 2 * q**3)), math.log(3 / (1 + q**2 + q**4))
    assert inside > edge
    assert tilted(TRAP, 1 / 3, scale).lower == pytest.approx(inside, abs=2e-10)
    assert corner(TRAP, 1 / 3, scale).lower == pytest.approx(edge, rel=1e-12)
    assert triangle(TRAP, 1 / 3, scale).leakage == pytest.approx(math.log(3 / (1 + 2 * q**4)))
    with pytest.warns(UnsafeBoundWarning):
        exact = workload_leakage(TRAP, F(1, 3), 1 / sp.log(2), bound="corner")
    assert sp.exp(exact) == sp.Rational(3 * 16, 16 + 4 + 1)


EXTREMES = {
    "five": FIVE,
    "trap": TRAP,
    "identity": workloads.identity(4).tolist(),
    "ranges": workloads.all_ranges(4).tolist(),
    "reals": np.random.default_rng(0).normal(size=(3, 4)).tolist(),
}


@pytest.mark.parametrize(
    ("workload", "alpha", "scale"),
    [
        *product(EXTREMES.values(), [1e-300, 1e-10, None], [1e-6, 1e-3, 1.0, 1e3, 1e6]),
        ([[0, 0, 1], [0, 1, 0]], 1e-300, 1.0),
        ([[0, 1], [0, 1e-308]], 0.5, 1.0),
        ([[0.24, 0.79, 1.96, -0.1, -0.105, -0.4]], 0.01, 1e-7),
        ([[0.24, 0.79, 1.96, -0.1, -0.105, -0.4]], 1e-10, 1e-9),
    ],
)
def test_extreme_numbers_neither_overflow_nor_are_lost(workload, alpha, scale):
    alpha = alpha or 1 / len(workload[0])
    low, middle, high = (bound(workload, alpha, scale) for bound in BOUNDS)
    numbers = [low.lower, low.leakage, middle.lower, middle.leakage, high.leakage]
    assert all(math.isfinite(number) for number in numbers)
    assert math.isfinite(dp(workload, scale))
    # exponents of this size have so many digits behind the point
    slack = 1e-9 + 1e-15 * dp(workload, scale) * len(workload)
    assert middle.gap <= 2 * slack
    assert low.gap <= slack
    assert 0 <= low.lower <= middle.lower + slack <= high.leakage + 2 * slack
    assert high.leakage <= min(dp(workload, scale), -math.log(alpha)) * (1 + 1e-12)
    best = best_of_all_signs(workload, alpha, scale)
    assert low.lower == pytest.approx(best, abs=slack)


@FEWER
@given(st.data())
def test_exact_and_float_agree(data):
    k = data.draw(st.integers(2, 4))
    row = st.lists(st.fractions(-2, 2, max_denominator=4), min_size=k, max_size=k)
    workload = data.draw(st.lists(row, min_size=1, max_size=3))
    alpha = data.draw(st.fractions(F(1, 50), F(1, k)))
    scale = data.draw(st.fractions(F(1, 2), F(5), max_denominator=6))
    for bound in ("triangle", "dp", "corner"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnsafeBoundWarning)
            exact = workload_leakage(workload, alpha, scale, bound=bound)
            near = workload_leakage(workload, float(alpha), float(scale), bound=bound)
        assert isinstance(exact, sp.Expr)
        assert not exact.has(sp.Float)
        assert isinstance(near, float)
        assert float(exact) == pytest.approx(near, rel=1e-11, abs=1e-12)
    assert isinstance(workload_leakage(workload, alpha, scale, bound="tilted"), float)


def test_a_workload_that_tells_nothing_leaks_nothing():
    for bound in BOUNDS:
        found = bound([[1, 1, 1], [2, 2, 2]], 0.2, 1.0)
        assert found.leakage == pytest.approx(0, abs=1e-14)
        assert [math.copysign(1, each) for each in (found.leakage, found.lower)] == [1, 1]
    assert workload_leakage([[1, 1]], F(1, 3), 2) == 0
    assert dp([[1, 1]], 1.0) == 0


def test_only_the_corner_bound_is_unsafe():
    for bound in ("triangle", "tilted", "dp"):
        assert workload_leakage(FIVE, 0.2, 1.0, bound=bound) > 0
    with pytest.warns(UnsafeBoundWarning, match=r"triangle bound, which holds"):
        unsafe = workload_leakage(FIVE, 0.2, 1.0, bound="corner")
    assert unsafe == corner(FIVE, 0.2, 1.0).lower
    assert workload_leakage(FIVE, 0.2, 1.0) == triangle(FIVE, 0.2, 1.0).leakage


def no_noise_level(workload, alpha):
    """What one record leaks without noise, by counting equal columns."""
    columns = list(zip(*workload, strict=True))
    rarest = min(columns.count(column) for column in columns)
    return 0.0 if rarest == len(columns) else -math.log(alpha * rarest)


@given(st.integers(2, 8), st.floats(1e-6, 0.98), st.data())
def test_calibrating_the_identity_is_calibrating_a_histogram(k, share, data):
    alpha = data.draw(floors(k))
    epsilon = share * -math.log(alpha)
    found = calibrate(epsilon, alpha, workload=workloads.identity(k))
    assert found == pytest.approx(calibrate(epsilon, alpha, bins=k), rel=1e-12)


@given(tables(most_queries=5, most_classes=5), st.floats(1e-4, 0.98), st.data())
def test_a_calibrated_scale_is_safe_and_no_smaller_one_is(workload, share, data):
    alpha = data.draw(floors(len(workload[0])))
    most = no_noise_level(workload, alpha)
    if most <= 1e-12 or dp(workload, 1.0) < 1e-3:
        return
    epsilon = share * most
    scale = calibrate(epsilon, alpha, workload=workload)
    assert triangle(workload, alpha, scale).leakage <= epsilon * (1 + 4e-15)
    assert triangle(workload, alpha, scale * (1 - 1e-9)).leakage > epsilon
    assert scale <= dp(workload, 1.0) / epsilon * (1 + 1e-9)


@pytest.mark.parametrize("room", [1e-6, 1e-9, 1e-11, 1e-13, 3e-14])
@pytest.mark.parametrize("workload", [[[0, 0, 1, 2, 2]], [[1, 0, 0], [0, 1, 0]], FIVE])
def test_a_scale_next_to_the_level_without_noise_is_safe(workload, room):
    """Rounding in the leakage is a large part of what noise may still hide there."""
    epsilon = no_noise_level(workload, 0.1) - room
    scale = calibrate(epsilon, 0.1, workload=workload)
    columns = np.array(workload, dtype=float).T
    with mpmath.workdps(60):
        alpha, k = mpmath.mpf(0.1), len(columns)
        densities = [
            [mpmath.exp(-mpmath.mpf(float(np.abs(a - b).sum())) / scale) for b in columns]
            for a in columns
        ]
        least = min(alpha * sum(row) + (1 - k * alpha) * min(row) for row in densities)
        assert -mpmath.log(least) <= epsilon


def test_the_leakage_at_a_calibrated_scale_is_at_most_epsilon_to_the_last_bit():
    rng = np.random.default_rng(0)
    for _ in range(30):
        table = rng.normal(size=(4, 4))
        scale = calibrate(0.5, 0.1, workload=table)
        assert triangle(table, 0.1, scale).leakage <= 0.5


@pytest.mark.parametrize(
    ("workload", "epsilon", "vacuous"),
    [
        (FIVE, math.log(10), True),
        (FIVE, 5.0, True),
        (FIVE, math.log(10) - 1e-9, False),
        ([[0, 0, 2, 2], [1, 1, 1, 1]], math.log(5), False),  # a float below log(1/(2 * 0.1))
        ([[0, 0, 2, 2], [1, 1, 1, 1]], math.nextafter(math.log(5), 2), True),
        ([[0, 2, 0, 2], [1, 1, 1, 1]], 2.0, True),
        ([[0, 0, 2, 2], [1, 1, 1, 1]], math.log(5) - 1e-9, False),
        ([[0, 0, 2, 2], [1, 1, 1, 2]], math.log(5), False),
        ([[3, 3, 3]], 1e-9, True),
    ],
)
def test_a_promise_that_nothing_can_break_needs_no_noise(workload, epsilon, vacuous):
    if vacuous:
        with pytest.warns(VacuousGuaranteeWarning, match=r"no noise is added\.$"):
            assert calibrate(epsilon, 0.1, workload=workload) == 0
    else:
        assert calibrate(epsilon, 0.1, workload=workload) > 0


@pytest.mark.parametrize("digits", [8, 12, 15, 16, 17, 25, 60])
@pytest.mark.parametrize(("workload", "alike"), [([[0, 0, 1, 2, 2]], 1), ([[0, 0, 2, 2, 2]], 2)])
def test_an_exact_level_decides_on_which_side_of_publishing_it_lies(workload, alike, digits):
    alpha = F(3, 20)
    with mpmath.workdps(80):
        level = F(str(mpmath.log(1 / (mpmath.mpf(3) / 20 * alike))))
    below, above = (level + sign * F(1, 10**digits) for sign in (-1, 1))
    scale = calibrate(below, alpha, workload=workload)
    assert 0 < scale < 1
    with mpmath.workdps(80):
        near = mpmath.exp(-mpmath.mpf(1) / scale)
        kept = mpmath.mpf(3) / 20 * alike
        assert (
            -mpmath.log(kept + (1 - kept) * near) <= mpmath.mpf(below.numerator) / below.denominator
        )
    with pytest.warns(VacuousGuaranteeWarning):
        assert calibrate(above, alpha, workload=workload) == 0


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("workload", [[[0, 0, 1, 2, 2]], [[0, 1, 1]], [[0, 1, 2], [0, 1, 0]]])
def test_no_noise_is_needed_from_what_the_answers_of_n_records_publish(workload, n):
    leaked = math.log(lift_without_noise(workload, F(1, 7), n, worst=False))
    arguments = {"workload": workload, "bound": "tilted", "n": n, "others": None}
    assert calibrate(leaked * (1 - 1e-9), F(1, 7), **arguments) > 0
    with pytest.warns(VacuousGuaranteeWarning, match=f"of {n} record"):
        assert calibrate(leaked * (1 + 1e-9), F(1, 7), **arguments) == 0


def leakage_of_two(workload, alpha, scale):
    """Return the leakage of one of two records, at the worst priors and outcome."""
    columns = list(zip(*workload, strict=True))
    k = len(columns)
    priors = [[alpha + (1 - k * alpha) * (i == j) for i in range(k)] for j in range(k)]
    axes = [sorted({one + other for one in row for other in row}) for row in workload]
    worst = mpmath.mpf(0)
    for y, other in product(product(*axes), priors):
        gaps = [
            [sum(abs(z - a - c) for z, a, c in zip(y, one, two, strict=True)) for two in columns]
            for one in columns
        ]
        given = [
            sum(
                p * mpmath.exp(-mpmath.mpf(str(gap)) / scale)
                for p, gap in zip(other, row, strict=True)
            )
            for row in gaps
        ]
        for prior in priors:
            seen = sum(p * g for p, g in zip(prior, given, strict=True))
            worst = max(worst, mpmath.log(max(given) / seen))
    return worst


@pytest.mark.parametrize("epsilon", [1e-9, 1.6628e-5, 2.4576418179e-6, 0.3])
@pytest.mark.parametrize("workload", [[[1, 3, 0.5, 2], [0.25, 5, 5, 3]], [[2, 3, 1], [-1, 2, 2]]])
def test_the_scale_for_two_records_is_safe_beyond_the_rounding_of_their_leakage(workload, epsilon):
    scale = calibrate(epsilon, 0.125, workload=workload, bound="tilted", n=2)
    with mpmath.workdps(40):
        assert leakage_of_two(workload, mpmath.mpf(0.125), mpmath.mpf(scale)) <= epsilon
        less = mpmath.mpf(scale) * (1 - mpmath.mpf(10) ** -4)
        assert leakage_of_two(workload, mpmath.mpf(0.125), less) > epsilon


def test_entries_that_floats_do_not_tell_apart_are_refused():
    for close in ([0, F(1, 3), F("0." + "3" * 30)], [0, sp.sqrt(2), sp.sqrt(2 + F(1, 10**40))]):
        with pytest.raises(ParameterError, match="row 0 of the workload has entries that differ"):
            calibrate(2.0, 0.1, workload=[close])
    same = [[0, F(1, 3), F(2, 6), 1 / 3, sp.Rational(1, 3), -0.0]]
    assert calibrate(0.5, 0.1, workload=same) > 0


@pytest.mark.parametrize(
    ("row", "differences"),
    [
        ([2**53 + 6, 2**53 + 3], [3, 0]),
        ([F(10**15 + 1, 10**6), 10**9], [F(1, 10**6), 0]),
        ([10**20, 10**20 + 1, 10**20 + 5], [0, 1, 5]),
        ([F(10**15 + 1, 10**6), 10**9, 1e9], [F(1, 10**6), 0, 0]),
        ([2**53 - 1, 2**53 - 2, 2**53 - 4], [3, 2, 0]),  # sums of several lose digits
        ([2.0**52, 2.0**52 + 1, 2.0**52 + 3], [0, 1, 3]),
        ([10**17, 10**17 + sp.sqrt(2)], [0, sp.sqrt(2)]),
        ([sp.pi * 10**15, sp.pi * 10**15 + F(1, 3)], [0, F(1, 3)]),
        ([Decimal("1000000000.00000001"), Decimal(1000000000)], [F(1, 10**8), 0]),
    ],
)
def test_a_number_added_to_a_row_changes_nothing(row, differences):
    """Leakages and the DP level depend on differences, which are those of the exact entries."""
    alpha = 0.2
    scale = calibrate(0.5, alpha, workload=[row])
    assert scale == pytest.approx(calibrate(0.5, alpha, workload=[differences]), rel=1e-9)
    assert dp([row], scale) == pytest.approx(dp([differences], scale), rel=1e-9)
    for n in (2, 9):
        exact, same = (exact_leakage([one], alpha, scale, n) for one in (row, differences))
        assert exact == pytest.approx(same, rel=1e-9)


@pytest.mark.parametrize("n", [2, 3, 5])
def test_a_row_far_from_zero_leaks_as_one_near_it(n):
    row = [0.0, 1234567 / 2**22, 4000001 / 2**22, 3333333 / 2**22]  # no unit: sums of points
    far = [entry + 2.0**30 for entry in row]  # of which sums are no floats
    assert [entry - 2.0**30 for entry in far] == row
    near = exact_leakage([row], 0.1, 3.0, n)
    assert exact_leakage([far], 0.1, 3.0, n) == pytest.approx(near, rel=1e-14)


def test_the_outcome_of_a_shifted_row_is_one_of_the_row():
    found = worst_outcome([[10**20, 10**20 + 1]], 0.2, 1.0, n=3)
    assert 3 * 10**20 <= found.outcome[0] <= 3 * (10**20 + 1)


@settings(max_examples=settings.default.max_examples // 5)
@given(st.data())
def test_knowing_the_number_of_records_saves_noise(data):
    k = data.draw(st.integers(2, 3))
    row = st.lists(st.integers(0, 2), min_size=k, max_size=k)
    workload = data.draw(st.lists(row, min_size=1, max_size=2))
    alpha = data.draw(st.floats(0.05, 1)) / k
    n = data.draw(st.integers(1, 3))
    most = no_noise_level(workload, alpha)
    if most == 0:
        return
    epsilon = data.draw(st.floats(0.05, 0.95)) * most
    found = calibrate(epsilon, alpha, workload=workload, bound="tilted", n=n)
    safe = calibrate(epsilon, alpha, workload=workload)
    assert found <= safe * (1 + 1e-14)
    assert tilted(workload, alpha, found).lower <= epsilon * (1 + 1e-14)
    assert exact_leakage(workload, alpha, found, n, others="worst") <= epsilon * (1 + 1e-14)
    assert exact_leakage(workload, alpha, found * (1 - 1e-6), n, others="worst") > epsilon
    if n == 1:
        assert found == pytest.approx(safe, rel=1e-9)


def test_more_records_need_less_noise_and_never_less_than_tilted_does():
    one, two, four = (calibrate(1.2, 1 / 6, workload=TRAP, bound="tilted", n=n) for n in (1, 2, 4))
    assert one == pytest.approx(calibrate(1.2, 1 / 6, workload=TRAP), rel=1e-9)
    assert one > two * (1 + 1e-2) > four * (1 + 2e-2)
    assert tilted(TRAP, 1 / 6, four).leakage < 1.2 - 1e-3
    uniform = calibrate(1.2, 1 / 6, workload=TRAP, bound="tilted", n=2, others=None)
    assert exact_leakage(TRAP, 1 / 6, uniform, 2) <= 1.2
    assert uniform < two * (1 - 1e-2)


@pytest.mark.parametrize(
    "row", [[F("1000.1"), F("1000.3")], [1000, F(7004, 7)], [0, F("50000.10"), F("50000.25")]]
)
def test_no_calibration_leaks_more_by_the_rounding_of_a_row(row):
    """Eq. (7) at the printed scale, with 40 digits."""
    scale, alpha = calibrate(0.1, F(1, 4), workload=[row]), mpmath.mpf(1) / 4
    with mpmath.workdps(40):
        b = mpmath.mpf(scale)
        far = [
            [mpmath.mpf((x - y).numerator) / (x - y).denominator for y in row] for x in map(F, row)
        ]
        falls = [[mpmath.exp(-abs(d) / b) for d in line] for line in far]
        rest = 1 - len(row) * alpha
        worst = max(-mpmath.log(alpha * sum(line) + rest * min(line)) for line in falls)
        assert worst <= mpmath.mpf(0.1)
        assert worst >= mpmath.mpf(0.1) * (1 - mpmath.mpf(10) ** -9)


def test_sums_of_irrational_entries_are_refused():
    """pi + pi is not 6.283185307179586, though their floats are the same."""
    row = [0, 0, sp.pi, F("6.283185307179586"), F("6.283185307179586")]
    for call in (
        lambda: exact_leakage([row], F(1, 5), 1e-17, 2),
        lambda: calibrate(1.0, 0.2, workload=[row], bound="tilted", n=2, others="worst"),
    ):
        with pytest.raises(ParameterError, match="irrational entry pi"):
            call()
