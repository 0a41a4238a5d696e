"""The exact leakage of n records against enumerated databases, real outcomes and the bounds."""

import math
from fractions import Fraction as F
from itertools import combinations_with_replacement, pairwise, product

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st

from pmlsym.laplace import (
    calibrate,
    exact_leakage,
    record_lift,
    tilted,
    triangle,
    workload_leakage,
    worst_outcome,
    worst_record_lift,
)
from tests.random_channels import distributions

FIVE = [[0, 0, 1, 2, 2]]
TRAP = [[0, 3, 3], [0, 1, -1]]
BASES = [F(1, 2), F(1, 3), F(2, 3)]
# What most workloads leak does not depend on the others: their worst outcome is far outside.
TELLING = [
    [[-1, 0, 1], [-1, 1, -1]],
    [[1, 0, -1], [-2, 1, -2]],
    [[1, 0, 2], [3, 0, 0]],
]
HALF = settings(max_examples=settings.default.max_examples // 2)


@st.composite
def counts(draw, most_queries=2, most_classes=4, low=-1, high=2):
    k = draw(st.integers(2, most_classes))
    row = st.lists(st.integers(low, high), min_size=k, max_size=k)
    random = st.lists(row, min_size=1, max_size=most_queries)
    return draw(st.one_of(random, st.sampled_from(TELLING)))


@st.composite
def reals(draw, most_queries=2, most_classes=3):
    """Random tables whose entries have no common unit worth a grid."""
    m, k = draw(st.integers(1, most_queries)), draw(st.integers(2, most_classes))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    telling = draw(st.sampled_from([None, *TELLING]))
    if telling is None:
        return rng.uniform(-2, 2, size=(m, k)).tolist()
    return (np.array(telling) + rng.uniform(-0.1, 0.1, size=np.shape(telling))).tolist()


def scale_of(base):
    """The scale, exactly, at which e^(-1/b) is the base."""
    return 1 / sp.log(1 / sp.Rational(base))


def extreme_priors(k, alpha):
    spare = 1 - k * alpha
    return [[alpha + spare * (j == favoured) for j in range(k)] for favoured in range(k)]


def leakage_at(workload, own, others, outcome, scale):
    """The worst leakage at a real outcome, by a plain sum over databases of the others."""
    k = len(workload[0])
    densities = [[] for _ in range(k)]
    for database in product(range(k), repeat=len(others)):
        chance = math.prod(prior[i] for prior, i in zip(others, database, strict=True))
        for j in range(k):
            distance = math.fsum(
                abs(y - row[j] - sum(row[i] for i in database))
                for y, row in zip(outcome, workload, strict=True)
            )
            densities[j].append(chance * math.exp(-distance / scale))
    sums = [math.fsum(terms) for terms in densities]
    return math.log(max(sums) / math.fsum(p * s for p, s in zip(own, sums, strict=True)))


@given(st.data())
def test_given_priors_leak_what_enumeration_says(data):
    workload, q = data.draw(counts()), data.draw(st.sampled_from(BASES))
    k = len(workload[0])
    own = data.draw(distributions(k, positive=True))
    others = data.draw(st.lists(distributions(k, positive=True), max_size=2))
    alpha = min(min(prior) for prior in (own, *others))
    n = 1 + len(others)
    lift, _, _ = worst_record_lift(workload, own, others, q)
    found = worst_outcome(workload, alpha, scale_of(q), n, others=others, own=own)
    assert sp.exp(found.leakage) == sp.Rational(lift)
    there = record_lift(workload, own, others, [int(y) for y in found.outcome], q)
    assert there[found.leaking] == lift
    near = worst_outcome(
        workload,
        float(alpha),
        -1 / math.log(q),
        n,
        others=[[float(p) for p in prior] for prior in others],
        own=[float(p) for p in own],
    )
    assert near.leakage == pytest.approx(math.log(lift), rel=1e-12, abs=1e-12)
    there = record_lift(workload, own, others, [round(y) for y in near.outcome], q)
    assert float(there[near.leaking]) == pytest.approx(float(lift), rel=1e-12)


@HALF
@given(st.data())
def test_the_worst_own_prior_is_a_vertex(data):
    workload, q = data.draw(counts(most_classes=3)), data.draw(st.sampled_from(BASES))
    k = len(workload[0])
    others = data.draw(st.lists(distributions(k, positive=True), max_size=2))
    floors = [min(prior) for prior in others]
    alpha = data.draw(st.fractions(F(1, 1000), min([F(1, k), *floors])))
    lift = max(worst_record_lift(workload, own, others, q)[0] for own in extreme_priors(k, alpha))
    found = exact_leakage(workload, alpha, scale_of(q), 1 + len(others), others=others)
    assert sp.exp(found) == sp.Rational(lift)
    near = exact_leakage(
        workload, float(alpha) * (1 - 1e-15), -1 / math.log(q), 1 + len(others), others=others
    )
    assert near == pytest.approx(math.log(lift), rel=1e-12, abs=1e-12)


@HALF
@given(st.data())
def test_the_worst_others_are_vertices(data):
    workload = data.draw(counts(most_classes=3))
    q, n = data.draw(st.sampled_from(BASES)), data.draw(st.integers(2, 3))
    k = len(workload[0])
    if n == 3 and k == 3:
        workload = workload[:1]
    alpha = data.draw(st.fractions(F(1, 1000), F(1, k)))
    extreme = extreme_priors(k, alpha)
    lift = max(
        worst_record_lift(workload, own, others, q)[0]
        for own in extreme
        for others in product(extreme, repeat=n - 1)
    )
    found = worst_outcome(workload, alpha, scale_of(q), n, others="worst")
    assert sp.exp(found.leakage) == sp.Rational(lift)
    if alpha * k < 1:
        # the others that are named do leak that much
        named = [extreme[j] for j in found.others]
        again = exact_leakage(workload, alpha, scale_of(q), n, others=named)
        assert again == found.leakage
    near = exact_leakage(workload, float(alpha), -1 / math.log(q), n, others="worst")
    assert near == pytest.approx(math.log(lift), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize(
    ("workload", "alpha", "q"),
    [
        (TELLING[0], F(1, 16), F(1, 2)),
        (TELLING[1], F(1, 11), F(2, 3)),
        (TELLING[2], F(1, 12), F(2, 3)),
    ],
)
def test_the_worst_others_may_differ_from_each_other(workload, alpha, q):
    extreme = extreme_priors(3, alpha)
    lifts = {
        pair: max(
            worst_record_lift(workload, own, [extreme[j] for j in pair], q)[0] for own in extreme
        )
        for pair in combinations_with_replacement(range(3), 2)
    }
    found = worst_outcome(workload, alpha, scale_of(q), 3, others="worst")
    assert found.others[0] != found.others[1]
    assert sp.exp(found.leakage) == sp.Rational(lifts[found.others]) == max(lifts.values())
    assert max(lifts[j, j] for j in range(3)) < lifts[found.others]
    near = exact_leakage(workload, float(alpha), -1 / math.log(q), 3, others="worst")
    assert near == pytest.approx(float(found.leakage), rel=1e-12)


@HALF
@given(st.data())
def test_inner_priors_of_the_others_leak_no_more_than_the_worst(data):
    workload = data.draw(st.one_of(counts(most_classes=3), reals()))
    k = len(workload[0])
    others = [[float(p) for p in data.draw(distributions(k, positive=True))]]
    alpha = min(others[0]) * (1 - 1e-12)
    inner = exact_leakage(workload, alpha, 1.3, 2, others=others)
    assert inner <= exact_leakage(workload, alpha, 1.3, 2, others="worst") + 1e-12


@given(st.data())
def test_no_real_outcome_beats_the_worst(data):
    workload = data.draw(st.one_of(counts(), reals()))
    k = len(workload[0])
    own = [float(p) for p in data.draw(distributions(k, positive=True))]
    others = data.draw(st.lists(distributions(k, positive=True), max_size=2))
    others = [[float(p) for p in prior] for prior in others]
    alpha = min(min(prior) for prior in (own, *others)) * (1 - 1e-12)
    scale = data.draw(st.floats(-0.5, 1).map(lambda x: 10.0**x))
    found = worst_outcome(workload, alpha, scale, 1 + len(others), others=others, own=own)
    attained = leakage_at(workload, own, others, found.outcome, scale)
    assert found.leakage == pytest.approx(attained, rel=1e-11, abs=1e-11)
    for _ in range(5):
        outcome = data.draw(
            st.lists(st.floats(-9, 9), min_size=len(workload), max_size=len(workload))
        )
        assert leakage_at(workload, own, others, outcome, scale) <= found.leakage + 1e-11
        near = [y + step / 50 for y, step in zip(found.outcome, outcome, strict=True)]
        assert leakage_at(workload, own, others, near, scale) <= found.leakage + 1e-11


@HALF
@given(reals(), st.integers(1, 3), st.data())
def test_without_a_common_unit_all_kinks_are_tried(workload, n, data):
    k = len(workload[0])
    own = [float(p) for p in data.draw(distributions(k, positive=True))]
    other = [float(p) for p in data.draw(distributions(k, positive=True))]
    alpha = min(own + other) * (1 - 1e-12)
    kinks = [
        {sum(row[i] for i in database) for database in product(range(k), repeat=n)}
        for row in workload
    ]
    expected = max(
        leakage_at(workload, own, [other] * (n - 1), outcome, 1.3) for outcome in product(*kinks)
    )
    found = exact_leakage(workload, alpha, 1.3, n, others=other, own=own)
    assert found == pytest.approx(expected, rel=1e-11, abs=1e-12)


@HALF
@given(counts(most_queries=3, most_classes=4), st.data())
def test_one_record_leaks_the_triangle_bound(workload, data):
    k = len(workload[0])
    alpha = data.draw(st.fractions(F(1, 1000), F(1, k)))
    q = data.draw(st.sampled_from(BASES))
    expected = workload_leakage(workload, alpha, scale_of(q))
    for others in (None, "worst"):
        found = exact_leakage(workload, alpha, scale_of(q), 1, others=others)
        assert sp.exp(found) == sp.exp(expected)
        near = exact_leakage(workload, float(alpha), -1 / math.log(q), 1, others=others)
        assert near == pytest.approx(float(expected), rel=1e-12, abs=1e-13)


@given(reals(most_queries=3, most_classes=5), st.floats(-1, 2), st.floats(0.001, 1))
def test_one_record_leaks_the_triangle_bound_without_a_common_unit(workload, digits, share):
    scale, alpha = 10.0**digits, share / len(workload[0])
    found = exact_leakage(workload, alpha, scale, 1)
    assert found == pytest.approx(triangle(workload, alpha, scale).leakage, rel=1e-12, abs=1e-13)


@settings(max_examples=settings.default.max_examples // 4)
@given(counts(most_classes=3, low=0), st.sampled_from(["uniform", "worst", "random"]), st.data())
def test_more_records_never_leak_more_and_never_less_than_tilted(workload, others, data):
    k = len(workload[0])
    scale = data.draw(st.sampled_from([0.5, 1.0, 2.0, 5.0]))
    alpha = data.draw(st.floats(0.02, 1)) / k
    many = {"uniform": None, "worst": "worst"}.get(others, [])
    least = tilted(workload, alpha, scale).lower
    before = triangle(workload, alpha, scale).leakage
    for n in range(1, 7):
        now = exact_leakage(workload, alpha, scale, n, others=many)
        assert now <= before + 1e-12
        assert now >= least - 1e-12
        before = now
        if others == "random":
            weights = data.draw(st.lists(st.floats(0, 1), min_size=k, max_size=k))
            spare = (1 - k * alpha) / max(sum(weights), 1e-9)
            prior = [alpha + spare * weight for weight in weights]
            many = [*many, prior] if sum(weights) > 1e-6 else [*many, [1 / k] * k]


def test_more_records_do_leak_less_and_tend_to_the_tilted_bound():
    levels = [exact_leakage(TRAP, 1 / 3, 2.0, n, others="worst") for n in (1, 2, 5, 20, 60)]
    least = tilted(TRAP, 1 / 3, 2.0).leakage
    gaps = [level - least for level in levels]
    assert all(later < 0.75 * earlier for earlier, later in pairwise(gaps))
    assert 0 < gaps[-1] < 0.01


def test_one_prior_stands_for_all_others():
    prior = [F(1, 2), F(1, 4), F(1, 4)]
    for scale in (scale_of(F(1, 2)), 2.0):
        once = exact_leakage(TRAP, F(1, 5), scale, 3, others=prior)
        assert once == exact_leakage(TRAP, F(1, 5), scale, 3, others=[prior, prior])
        uniform = exact_leakage(TRAP, F(1, 5), scale, 3, others=[F(1, 3)] * 3)
        assert uniform == exact_leakage(TRAP, F(1, 5), scale, 3)
        assert uniform != once


@pytest.mark.parametrize(
    "workload", [[[0, F(1, 3), 1]], [[F(1, 2), 5, 2], [3, 3, 3]], [[-2, 0, 4], [0, 3, 0]]]
)
def test_units_other_than_one_are_found(workload):
    """Fractions, a constant query, and rows of different units, against the same in integers."""
    whole = [[int(6 * entry) for entry in row] for row in workload]
    own = [F(1, 2), F(1, 3), F(1, 6)]
    q = F(1, 2)  # for steps of one sixth
    lift, _, _ = worst_record_lift(whole, own, [own], q)
    found = exact_leakage(workload, F(1, 6), scale_of(q) / 6, 2, others=own, own=own)
    assert sp.exp(found) == sp.Rational(lift)
    table = [[float(entry) for entry in row] for row in workload]
    near = exact_leakage(table, 1 / 6, 1 / math.log(2) / 6, 2, others=own, own=own)
    assert near == pytest.approx(math.log(lift), rel=1e-12)


@pytest.mark.parametrize("scale", [1e-6, 1e-3, 1e3, 1e6])
@pytest.mark.parametrize("alpha", [1e-300, 1e-10, 1 / 3])
@pytest.mark.parametrize("workload", [TRAP, [[0.123, 1.456, 0.789]]])
def test_extreme_numbers_neither_overflow_nor_are_lost(workload, alpha, scale):
    one, two = (exact_leakage(workload, alpha, scale, n, others="worst") for n in (1, 2))
    assert one == pytest.approx(triangle(workload, alpha, scale).leakage, rel=1e-9)
    assert 0 < two <= one + 1e-14


@pytest.mark.parametrize("digits", [12, 15, 17, 20, 40])
@pytest.mark.parametrize("far", [F(60), F(421, 7)])
def test_the_worst_of_large_leakages_is_found_though_all_lifts_are_nearly_infinite(digits, far):
    # e^-leakage - 1 is -1 for floats at every corner, whether 28 nats leak there or 92
    alpha = F(1, 10**digits)
    table = [[0, far, 0], [0, 0, far]]
    at_corners = []
    for corner in product([0, far], repeat=2):
        away = [
            sum(abs(y - row[j]) for y, row in zip(corner, table, strict=True)) for j in range(3)
        ]
        lifts = [sp.Pow(2, -sp.Rational(steps - min(away))) for steps in away]
        chance = sp.Rational(alpha) * sum(lifts) + (1 - 3 * sp.Rational(alpha)) * min(lifts)
        at_corners.append(float(-sp.log(chance).evalf(30)))
    floats = [[float(entry) for entry in row] for row in table]
    for n in (1, 2):
        found = exact_leakage(floats, float(alpha), 1 / math.log(2), n)
        assert found == pytest.approx(max(at_corners), rel=1e-12)


@pytest.mark.parametrize(
    ("workload", "others"),
    [
        (np.array([[True, False]]), None),
        ([[0, sp.sqrt(2)]], None),
        ([[0, 1]], [sp.sqrt(2) / 2, 1 - sp.sqrt(2) / 2]),
    ],
)
def test_exact_numbers_need_not_be_fractions(workload, others):
    found = exact_leakage(workload, F(1, 4), 1 / sp.log(2), 2, others=others)
    floats = None if others is None else [float(p) for p in others]
    table = [[float(entry) for entry in row] for row in workload]
    near = exact_leakage(table, 0.25, 1 / math.log(2), 2, others=floats)
    assert float(found) == pytest.approx(near)


# --- what would take too long is refused before it begins -----------------------------------------


@pytest.mark.parametrize(
    ("workload", "alpha", "epsilon"),
    [
        ([[0.36, 0.51, 0.6], [0.11, 0.97, 0.38]], 1 / 3, 1.0975136763794417),
        ([[2, -3, 1], [-1, 1, 2]], 0.01, 4.600565015802103),
    ],
)
def test_a_scale_for_one_record_is_that_of_the_triangle_bound(workload, alpha, epsilon):
    # the triangle bound is what one record leaks; rounding alone made its scale look unsafe
    one = calibrate(epsilon, alpha, workload=workload, bound="tilted", n=1)
    assert one == pytest.approx(calibrate(epsilon, alpha, workload=workload), rel=1e-9)
    assert exact_leakage(workload, alpha, one, 1) <= epsilon


@pytest.mark.parametrize("scale", [1e6, 1e9, 1e13])
def test_of_much_noise_no_number_of_records_leaks_more_than_one(scale):
    """At 1e13 the leakages differ by less than floats hold."""
    one, *more = (exact_leakage([[1, 0]], 1 / 3, scale, n) for n in (1, 2, 3))
    assert all(leakage <= one for leakage in more)
