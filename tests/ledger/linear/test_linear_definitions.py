"""The symbols of the claims on linear queries mean what the definitions say."""

import math
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st

from pmlsym.exact import sympified as rational
from pmlsym.laplace import corner, exact_leakage, record_lift, tilted, triangle
from pmlsym.ledger.linear import records
from pmlsym.ledger.linear.symbols import (
    T,
    alpha,
    b,
    bound,
    decay,
    density,
    farthest,
    first,
    k,
    uniform as over_classes,
)
from pmlsym.proof.evaluation.enclosure import enclose, holds
from pmlsym.statements.instances.released.bounds import corner as corner_value, triangle_terms
from pmlsym.statements.instances.released.release import release
from tests.random_channels import distributions

HALF = F(1, 2)
SCALE = 1 / sp.log(2)


@st.composite
def workloads(draw, most_queries=2, most_classes=4):
    classes = draw(st.integers(2, most_classes))
    row = st.lists(st.integers(-2, 2), min_size=classes, max_size=classes)
    return draw(st.lists(row, min_size=1, max_size=most_queries))


def distances(workload):
    columns = list(zip(*workload, strict=True))
    return [[sum(abs(x - y) for x, y in zip(v, w, strict=True)) for v in columns] for w in columns]


def value(term, numbers, laws):
    return float(enclose(term, numbers, laws).mid())


@settings(max_examples=40)
@given(workloads(), st.fractions(F(1, 50), 1))
def test_the_triangle_bound_in_the_ledger_is_the_librarys(workload, share):
    classes = len(workload[0])
    floor = share / classes
    found = -math.inf
    term = bound(over_classes(decay(T), (T,)), decay(farthest))
    for row in distances(workload):
        law = [(sp.Rational(1, classes), {T: sp.Integer(x)}) for x in row]
        numbers = {b: SCALE, alpha: rational(floor), k: sp.Integer(classes)}
        found = max(
            found, *(value(term, numbers | {farthest: sp.Integer(x)}, {"U": law}) for x in row)
        )
    assert triangle(workload, float(floor), 1 / math.log(2)).leakage == pytest.approx(
        found, abs=1e-12
    )
    instance = release(workload, floor, HALF)
    assert found == pytest.approx(math.log(max(triangle_terms(instance))), abs=1e-12)
    assert corner(workload, float(floor), 1 / math.log(2)).lower == pytest.approx(
        math.log(corner_value(instance)), abs=1e-12
    )


@settings(max_examples=40)
@given(st.data())
def test_the_log_lift_in_the_ledger_is_that_of_the_mechanism(data):
    """Densities given each class, averaged by U and S, against enumerated databases."""
    workload = data.draw(workloads())
    classes = len(workload[0])
    others = data.draw(st.lists(distributions(classes), max_size=2))
    y = data.draw(st.lists(st.integers(-3, 5), min_size=len(workload), max_size=len(workload)))
    floor = data.draw(st.fractions(F(1, 20), 1)) / classes
    favoured = data.draw(st.integers(0, classes - 1))
    own = [floor + (1 - classes * floor) * (j == favoured) for j in range(classes)]
    lifts = record_lift(workload, own, others, y, HALF)
    apart = distances(workload)
    for r in range(classes):
        # up to a common factor the lifts are the densities
        atoms = [{density: rational(lifts[j]), T: sp.Integer(apart[r][j])} for j in range(classes)]
        laws = {
            "U": [(sp.Rational(1, classes), atom) for atom in atoms],
            "S": [(sp.Integer(1), atoms[favoured])],
        }
        numbers = {
            b: SCALE,
            alpha: rational(floor),
            k: sp.Integer(classes),
            first: rational(lifts[r]),
            farthest: sp.Integer(max(apart[r])),
        }
        left = records.CLASSES.goal.conclusion.lhs
        assert value(left, numbers, laws) == pytest.approx(math.log(lifts[r]), abs=1e-12)
        for atom in atoms:  # the support is what the triangle inequality says
            assert holds(records.SEEN.support, numbers | atom) is not False
        assert holds(records.CLASSES.goal.conclusion, numbers, laws) is not False


def enumerated_leakage(workload, alpha, scale, n):
    """Largest leakage over whole outcomes and own priors, the n - 1 others uniform, in floats."""
    columns = list(zip(*workload, strict=True))
    k = len(columns)
    sums = [[sum(x) for x in zip(*held, strict=True)] for held in product(columns, repeat=n - 1)]
    sums = sums if n > 1 else [[0] * len(workload)]
    axes = [range(n * min(row) - 1, n * max(row) + 2) for row in workload]
    worst = 0.0
    for y in product(*axes):
        given = [
            sum(
                math.exp(-sum(abs(a - v - c) for a, v, c in zip(y, place, w, strict=True)) / scale)
                for place in sums
            )
            for w in columns
        ]
        for favoured in range(k):
            seen = alpha * sum(given) + (1 - k * alpha) * given[favoured]
            worst = max(worst, math.log(max(given) / seen))
    return worst


def test_two_queries_leak_more_than_theorem_2_allows_whatever_the_number_of_records():
    """The witness at alpha = 1/4 and b = 1: a grid of slopes below, enumeration above."""
    workload, alpha = [[0, 3, 3], [0, 1, -1]], 0.25
    five = max(
        -math.log(alpha * sum(falls) + (1 - 3 * alpha) * min(falls))
        for one, other in product((1, -1), repeat=2)
        for c in [[one * a + other * d for a, d in zip(*workload, strict=True)]]
        for falls in [[math.exp(min(c) - x) for x in c]]
    )
    slopes = np.linspace(-1, 1, 2001)
    low = -np.log(alpha + (1 - 2 * alpha) * np.exp(-3 - slopes) + alpha * np.exp(slopes - 3))
    assert five == pytest.approx(1.2276, abs=5e-5)
    assert low.max() == pytest.approx(1.2545, abs=5e-5)
    assert tilted(workload, alpha, 1.0).leakage == pytest.approx(low.max(), abs=1e-6)
    for n, leaks in ((1, 1.3328), (2, 1.3269), (3, 1.3215), (5, 1.3117)):
        assert exact_leakage(workload, alpha, 1.0, n) == pytest.approx(leaks, abs=5e-5)
        assert enumerated_leakage(workload, alpha, 1.0, n) == pytest.approx(leaks, abs=5e-5)
    assert exact_leakage(workload, alpha, 1.0, 8) == pytest.approx(1.2997, abs=5e-5)
    assert exact_leakage(workload, alpha, 1.0, 60) > low.max() > five


def test_the_leakage_falls_to_the_tilted_bound():
    workload, scale = [[0, 3, 3], [0, 1, -1]], 1.0
    low = tilted(workload, 1 / 3, scale).leakage
    levels = [exact_leakage(workload, 1 / 3, scale, n) for n in (1, 2, 5, 50, 100, 200)]
    assert levels == sorted(levels, reverse=True)
    gaps = [level - low for level in levels]
    assert gaps[0] > 0.01
    assert 0 < gaps[-1] < 0.003
    # as 1/n: twice the records, half the gap
    assert gaps[4] / gaps[3] == pytest.approx(0.5, abs=0.05)
    assert gaps[5] / gaps[4] == pytest.approx(0.5, abs=0.03)
    assert corner(workload, 1 / 3, scale).leakage < low - 0.01
