"""Released data: what an instance measures against the library's own enumeration and grids."""

import math
from dataclasses import replace
from fractions import Fraction as F
from itertools import islice

import numpy as np
import pytest
import sympy as sp

from pmlsym.errors import InputError
from pmlsym.exact import sympified
from pmlsym.laplace import dp, exact_leakage, record_lift
from pmlsym.statements.instances.released.bounds import by_signs, corner, triangle_terms
from pmlsym.statements.instances.released.histogram import identity
from pmlsym.statements.instances.released.release import Release, favouring, release
from pmlsym.statements.instances.released.releases import EDGES, Sizes, releases
from pmlsym.statements.instances.released.worst import worst_leakage, worst_outcome
from pmlsym.statements.values import Closed, LogOf, Unseparated, decimal

HALF = F(1, 2)
MANY = list(islice(releases().all(seed=1), 300))
SMALL = list(islice(releases(Sizes(records=2, classes=3)).all(seed=2), 200))


def steps(numbers, unit):
    found = [x / unit for x in numbers]
    assert all(x.denominator == 1 for x in found)
    return [int(x) for x in found]


def enumerated(instance):
    """The lifts by the library's enumeration, in steps of the unit."""
    own = instance.priors[instance.record]
    others = [p for i, p in enumerate(instance.priors) if i != instance.record]
    table = [steps(row, instance.unit) for row in instance.workload]
    return record_lift(table, own, others, steps(instance.outcome, instance.unit), instance.decay)


def test_lifts_are_those_of_the_library():
    for instance in MANY:
        lifts = enumerated(instance)
        assert list(instance.lifts) == lifts
        assert decimal(instance.pml) == pytest.approx(math.log(max(lifts)), abs=1e-12)
        assert decimal(instance.pmc) == pytest.approx(-math.log(min(lifts)), abs=1e-12)
        own = instance.priors[instance.record]
        assert sum(instance.posterior) == 1
        assert [p * v for p, v in zip(own, lifts, strict=True)] == list(instance.posterior)


def test_densities_are_those_of_independent_laplace_noise():
    for instance in MANY[:60]:
        scale = decimal(instance.scale)
        table, y = np.array(instance.workload, float), np.array(instance.outcome, float)
        for database, (chance, density) in instance.joint.items():
            counts = np.bincount(database, minlength=instance.classes)
            expected = np.exp(-np.abs(y - table @ counts).sum() / scale)
            assert decimal(density) == pytest.approx(expected, rel=1e-9)
            assert chance == math.prod(instance.priors[i][j] for i, j in enumerate(database))


def test_the_worst_outcome_is_that_of_the_exact_grid():
    for instance in SMALL[::4]:
        own = instance.priors[instance.record]
        others = [list(p) for i, p in enumerate(instance.priors) if i != instance.record]
        found = exact_leakage(
            [list(row) for row in instance.workload],
            instance.alpha,
            sympified(instance.unit) / sp.log(1 / sympified(instance.decay)),
            instance.records,
            others=others or None,
            own=list(own),
        )
        worst = worst_outcome(instance, between=True, beyond=True)
        assert decimal(worst.pml) == pytest.approx(float(found), abs=1e-12)
        assert worst_outcome(instance).pml == worst.pml


@pytest.mark.parametrize("records", [1, 2, 3])
def test_the_worst_leakage_is_that_of_the_library(records):
    tried = [w for w in SMALL if w.classes + w.queries < 5][:12] + SMALL[16:64:16]
    # here the law of the other records matters: elsewhere it cancels at the worst outcome
    tried.append(release([[0, 1, 2], [1, 0, 2], [0, 2, 1]], F(1, 4), HALF))
    for instance in tried:
        scale = sympified(instance.unit) / sp.log(1 / sympified(instance.decay))
        table = [list(row) for row in instance.workload]
        found = exact_leakage(table, instance.alpha, scale, records, others="worst")
        assert decimal(worst_leakage(instance, records)) == pytest.approx(float(found), abs=1e-12)
        everywhere = worst_leakage(instance, records, between=True, beyond=True)
        assert everywhere == worst_leakage(instance, records)
        assert decimal(worst_leakage(instance, records, inside=False)) <= float(found) + 1e-12


def test_no_release_leaks_more_than_the_worst():
    for instance in SMALL[:100]:
        worst = worst_leakage(instance, instance.records)
        assert decimal(worst_outcome(instance).pml) <= decimal(worst) + 1e-12


def test_between_and_beyond_answers_by_hand():
    instance = release([[0, 1, 3]], F(1, 4), HALF)  # in whole steps 2 is between 1 and 3
    assert list(instance.grid()) == [(0,), (1,), (3,)]
    assert sorted(instance.grid(between=True)) == [(0,), (1,), (2,), (3,)]
    assert sorted(instance.grid(beyond=True)) == [(-2,), (0,), (1,), (3,), (5,)]


def test_too_many_outcomes_are_said_to_be_open():
    wide = release([[int(i == j) for j in range(8)] for i in range(8)], F(1, 8), HALF, records=3)
    with pytest.raises(Unseparated, match="65536 outcomes"):
        worst_leakage(wide, 3)
    with pytest.raises(Unseparated, match="65536 outcomes"):
        worst_outcome(wide)


def test_the_ends_of_a_range_can_be_all_that_is_looked_at():
    instance = release([[0, 0, 1, 2, 2]], F(1, 5), F(1, 4))
    assert worst_leakage(instance, 1) == LogOf(F(5, 2))
    assert decimal(worst_leakage(instance, 1, inside=False)) < math.log(2.5)


def test_differential_privacy_is_the_largest_ratio_of_neighbours():
    for instance in SMALL[:80]:
        scale = decimal(instance.scale)
        table = [[float(w) for w in row] for row in instance.workload]
        assert decimal(instance.dp) == pytest.approx(dp(table, scale), abs=1e-12)
        assert decimal(instance.dp) == pytest.approx(float(instance.sensitivity) / scale, abs=1e-12)


def test_a_scale_without_rational_densities_is_measured_all_the_same():
    found = release([[0, 1]], HALF, Closed(("exp", ("number", -1, 1))), outcome=[1])
    lift = 1 / (0.5 + 0.5 * math.exp(-1))
    assert decimal(found.pml) == pytest.approx(math.log(lift), abs=1e-12)
    assert decimal(found.scale) == pytest.approx(1.0)
    halfway = release([[0, 1]], HALF, HALF, outcome=[F(1, 3)])
    assert decimal(halfway.pml) == pytest.approx(math.log(2 / (1 + 2 ** -(1 / 3))), abs=1e-12)


def test_edge_cases_come_first():
    first = MANY[:64]
    assert {instance.records for instance in first} >= {1, 2, 3}
    assert {instance.classes for instance in first} >= {2, 3, 4}
    assert any(instance.alpha == F(1, instance.classes) for instance in first)
    assert any(instance.alpha == F(1, 1000) for instance in first)
    assert any(len(set(instance.columns)) == 1 for instance in first)
    assert any(1 < len(set(instance.columns)) < instance.classes for instance in first)
    assert any(set(instance.outcome) <= set(instance.workload[0]) for instance in first)
    for instance in first:
        assert all(min(prior) >= instance.alpha for prior in instance.priors)
    ranges = [pair for w in first for pair in zip(w.outcome, w.breakpoints, strict=True)]
    assert any(y < points[0] for y, points in ranges)
    assert any(y > points[-1] for y, points in ranges)
    assert any(points[0] < y < points[-1] for y, points in ranges)
    assert any(y == points[-1] != points[0] for y, points in ranges)


def test_in_some_edge_case_every_column_is_inside_a_range_in_some_one_and_in_some_none():
    inside = []
    for table in EDGES:
        strictly = [[min(row) < w < max(row) for w in row] for row in table]
        inside.append([any(column) for column in zip(*strictly, strict=True)])
    assert any(map(all, inside))
    assert any(sum(columns) == 1 for columns in inside)
    assert not all(map(any, inside))
    for instance in islice(releases(Sizes(histogram=True, queries=4)).all(), 100):
        assert instance.workload == identity(instance.classes)


def test_an_instance_can_be_moved():
    found = release([[1, 0], [0, 1]], F(1, 4), HALF, outcome=[0, 1])
    assert found.at((F(1), F(0))).pml == found.pml
    more = found.under([favouring(F(1, 4), 2, 0)] * 2)
    assert (more.records, more.record, len(list(more.databases()))) == (2, 0, 4)
    assert found.as_dict()["scale"] == "1/log(2)"


def test_too_many_databases_are_refused():
    with pytest.raises(InputError, match="too many"):
        release([[1, 0], [0, 1]], F(1, 4), HALF, records=20)


class Gaussian(Release):
    """The same release with Gaussian noise: densities fall with the square of the distance."""

    def fall(self, distance):
        return self.decay ** int(distance**2)


def test_other_noise_has_lifts_of_its_own_and_nothing_that_is_known_of_laplace_noise():
    laplace = release([[0, 2]], HALF, HALF)
    other = Gaussian(laplace.workload, HALF, HALF, laplace.priors, laplace.outcome)
    assert laplace.lifts == (F(8, 5), F(2, 5))  # 1 and 1/4
    assert other.lifts == (F(32, 17), F(2, 17))  # 1 and 1/16
    assert laplace.dp == LogOf(F(4))
    for ask in (
        lambda: other.dp,  # infinite: the ratio grows with the outcome
        lambda: other.scale,
        lambda: worst_outcome(other),
        lambda: worst_leakage(other, 1),
    ):
        with pytest.raises(InputError, match="Gaussian"):
            ask()


class HeavyTails(Release):
    def fall(self, distance):
        return 1 / (1 + distance)


def test_a_release_with_another_noise_is_printed_by_its_own_name():
    """It has no scale b of Laplace noise, and shows none."""
    half = F(1, 2)
    bins = ((F(1), F(0)), (F(0), F(1)))
    heavy = HeavyTails(bins, half, half, ((half, half),), (F(3), F(0)))
    assert heavy.lifts[0] == F(1, 3) / ((F(1, 3) + F(1, 5)) / 2)  # |3 - 1| and |3| + |0 - 1| away
    assert "HeavyTails" in str(heavy)
    assert "scale" not in heavy.as_dict()
    with pytest.raises(InputError, match="for Laplace noise only"):
        str(heavy.scale)


REMEMBERED = [corner, triangle_terms, by_signs, lambda one: worst_leakage(one, 2), worst_outcome]


@pytest.mark.parametrize("change", ["alpha", "decay", "workload", "unit"])
@pytest.mark.parametrize("measured", REMEMBERED)
def test_what_is_remembered_is_of_the_same_release_alone(measured, change):
    """A release that differs in one number has its own bounds, whichever was asked for first."""
    one = release([[0, 1, 2]], F(1, 4), HALF, outcome=[1])
    values = {"alpha": F(1, 5), "decay": F(1, 3), "workload": ((F(0), F(1), F(3)),), "unit": HALF}
    other = replace(one, **{change: values[change]})
    again = replace(one)
    assert measured(one) == measured(again) != measured(other)
    assert measured(replace(other)) == measured(other)
