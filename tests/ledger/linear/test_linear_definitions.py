"""The symbols of the claims on linear queries mean what the definitions say."""

import math
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from pmlsym.laplace import corner, exact_leakage, record_lift, tilted, triangle
from pmlsym.ledger.linear import records
from pmlsym.ledger.linear.symbols import T, alpha, b, bound, decay, density, farthest, first, k
from pmlsym.ledger.linear.symbols import uniform as over_classes
from pmlsym.proof.evaluation.enclosure import enclose, holds
from pmlsym.statements.instances.released.bounds import corner as corner_value
from pmlsym.statements.instances.released.bounds import triangle_terms
from pmlsym.statements.instances.released.release import release
from tests.random_channels import distributions

HALF = F(1, 2)
SCALE = 1 / sp.log(2)


def rational(number):
    return sp.Rational(F(number).numerator, F(number).denominator)


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


@settings(max_examples=25)
@given(st.data())
def test_somewhere_more_leaks_than_any_slope_says(data):
    """At the outcome where phi(z) e^<theta, z> is largest, the support of the claim holds."""
    workload = data.draw(workloads(most_classes=3))
    classes, queries = len(workload[0]), len(workload)
    others = data.draw(st.lists(distributions(classes), max_size=2))
    slopes = data.draw(
        st.lists(st.fractions(-1, 1, max_denominator=3), min_size=queries, max_size=queries)
    )
    columns = list(zip(*workload, strict=True))
    r = data.draw(st.integers(0, classes - 1))
    sums = {tuple(0 for _ in workload): 1.0}
    for prior in others:
        grown = {}
        for place, chance in sums.items():
            for p, column in zip(prior, columns, strict=True):
                new = tuple(a + c for a, c in zip(place, column, strict=True))
                grown[new] = grown.get(new, 0.0) + chance * float(p)
        sums = grown

    def phi(z):
        return sum(
            chance * 0.5 ** sum(abs(a - c) for a, c in zip(z, place, strict=True))
            for place, chance in sums.items()
        )

    def weight(z):
        return phi(z) * 2.0 ** float(sum(s * a for s, a in zip(slopes, z, strict=True)))

    axes = [sorted({place[axis] for place in sums}) for axis in range(queries)]
    best = max(product(*axes), key=weight)
    for column in columns:
        moved = [z + a - c for z, a, c in zip(best, columns[r], column, strict=True)]
        exponent = float(
            sum(s * (a - c) for s, a, c in zip(slopes, columns[r], column, strict=True))
        )
        assert phi(moved) <= phi(best) * 2.0**-exponent * (1 + 1e-12)


@pytest.mark.parametrize(("n", "outcome"), [(12, (14, 3)), (25, (40, -6)), (12, (0, 0))])
def test_the_posterior_is_a_tilted_multinomial(n, outcome):
    """The steps of the limit, by enumerating histograms: weights, psi, first-order conditions."""
    from scipy.optimize import minimize

    workload, scale = np.array([[0.0, 3.0, 3.0], [0.0, 1.0, -1.0]]), 2.0
    y = np.array(outcome, float)

    def slope_cost(theta):
        return n * np.log(np.exp(theta @ workload).sum()) - theta @ y

    ends = [(-1 / scale, 1 / scale)] * 2
    theta = minimize(slope_cost, np.zeros(2), bounds=ends, tol=1e-14).x
    q = np.exp(theta @ workload) / np.exp(theta @ workload).sum()
    c = y - n * workload @ q
    assert scale * theta * c == pytest.approx(np.abs(c), abs=2e-4)
    ratios, mean, total = [], np.zeros(3), 0.0
    for x in product(range(n + 1), repeat=3):
        if sum(x) != n:
            continue
        counts = math.factorial(n) / math.prod(map(math.factorial, x))
        residual = y - workload @ x
        noise = math.exp(-np.abs(residual).sum() / scale)
        psi = math.exp(theta @ residual - np.abs(residual).sum() / scale)
        spread = np.abs(workload @ (x - n * q)).sum()
        assert math.exp(-2 * spread / scale) * (1 - 1e-3) <= psi <= 1 + 1e-9
        tilted_chance = counts * np.prod(q ** np.array(x))
        ratios.append(counts * noise / (tilted_chance * psi))
        mean += counts * noise * np.array(x) / n
        total += counts * noise
    assert max(ratios) / min(ratios) == pytest.approx(1)
    mu = 2 * math.sqrt(n) * np.ptp(workload, axis=1).sum() / scale
    assert np.abs(mean / total - q).max() <= 2 * math.sqrt(mu / (8 * n))


@settings(max_examples=30)
@given(st.data())
def test_a_records_posterior_is_the_posterior_mean_of_the_histogram(data):
    """P(D_1 = j | y) = E[X_j | y]/n for records that are drawn alike: step 2 of the limit."""
    workload = data.draw(workloads(most_classes=3))
    classes, n = len(workload[0]), data.draw(st.integers(1, 4))
    prior = data.draw(distributions(classes, positive=True))
    y = data.draw(st.lists(st.integers(-3, 6), min_size=len(workload), max_size=len(workload)))
    lifts = record_lift(workload, prior, [prior] * (n - 1), y, HALF)
    mean, total = [F(0)] * classes, F(0)
    for database in product(range(classes), repeat=n):
        chance = F(1)
        for held in database:
            chance *= prior[held]
        answers = [sum(row[j] for j in database) for row in workload]
        chance *= HALF ** sum(abs(a - c) for a, c in zip(y, answers, strict=True))
        total += chance
        for j in range(classes):
            mean[j] += chance * F(database.count(j), n)
    assert [p * v for p, v in zip(prior, lifts, strict=True)] == [x / total for x in mean]


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


def test_no_slopes_help_at_a_scale_of_ten():
    workload = [[0, 3, 3], [0, 1, -1]]
    found = tilted(workload, 0.3, 10.0)
    assert found.leakage == pytest.approx(corner(workload, 0.3, 10.0).lower, abs=1e-8)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_some_lift_is_one_where_the_step_of_theorem_2_says_six_sevenths(n):
    uniform = [F(1, 3)] * 3
    printed = max(
        1 / sum(p * HALF ** (s * (j - 1)) for j, p in enumerate(uniform)) for s in (1, -1)
    )
    assert printed == F(6, 7)
    lifts = [record_lift([[0, 1, 2]], uniform, [uniform] * (n - 1), [y], HALF) for y in (n, n + 1)]
    assert max(lift[1] for lift in lifts) >= 1


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
