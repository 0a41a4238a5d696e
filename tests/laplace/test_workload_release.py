"""Published answers: what they leak, by enumeration; the law of the noise; the scale, in balls."""

import math
from fractions import Fraction as F
from itertools import product

import flint
import numpy as np
import pytest
import scipy.stats
import sympy as sp
from hypothesis import given, settings, strategies as st

from pmlsym.errors import ParameterError, VacuousGuaranteeWarning
from pmlsym.laplace import release_workload
from pmlsym.laplace.release import kept_at_least, safe_scale
from pmlsym.laplace.workload import release
from pmlsym.laplace.workload.finite_sample import lattice_of
from pmlsym.laplace.workload.grid import lattice
from pmlsym.laplace.workload.release import safe_workload_scale, shares_of

COUNTERS = [[0, 3, 3], [0, 1, -1]]
HALVES = [[F(1, 2), 2, 1]]


def near(workload, kept):
    """Return e^(-d/b) of the distance d of each two classes; `kept(d)` computes it."""
    columns = list(zip(*workload, strict=True))
    return [
        [kept(sum(abs(a - b) for a, b in zip(r, j, strict=True))) for j in columns] for r in columns
    ]


def bound(workload, alpha, kept):
    """Return e to the bound (7), from its definition."""
    rest = 1 - len(workload[0]) * alpha
    return 1 / min(
        alpha * sum(row) + rest * density for row in near(workload, kept) for density in row
    )


@pytest.mark.parametrize("records", [1, 2])
@pytest.mark.parametrize(("workload", "unit"), [(COUNTERS, (F(3), F(1))), (HALVES, (F(1, 2),))])
def test_what_is_published_leaks_as_equation_7_says(workload, unit, records):
    """Every database, outcomes in a box around the answers, every corner of Q_alpha."""
    q, alpha = F(1, 3), F(1, 4)  # q = e^(-1/(2b))
    k = len(workload[0])
    others = [F(1, 4), F(1, 2), F(1, 4)]
    own = [[alpha + (1 - k * alpha) * (i == j) for i in range(k)] for j in range(k)]
    answers = {
        database: [sum(row[j] for j in database) for row in workload]
        for database in product(range(k), repeat=records)
    }
    boxes = []
    for place, step in enumerate(unit):
        seen = [row[place] for row in answers.values()]
        size = int((max(seen) - min(seen)) / step) + 3
        boxes.append([min(seen) + (i - 1) * step for i in range(size)])
    worst = F(0)
    for outcome in product(*boxes):
        given_class = [F(0)] * k
        for database, true in answers.items():
            chance = math.prod((others[j] for j in database[1:]), start=F(1))
            for y, answer, step in zip(outcome, true, unit, strict=True):
                ratio = q ** int(step * 2)
                chance *= (1 - ratio) / (1 + ratio) * ratio ** abs(int((y - answer) / step))
            given_class[database[0]] += chance
        for prior in own:
            total = sum(p * density for p, density in zip(prior, given_class, strict=True))
            worst = max(worst, max(given_class) / total)
    most = bound(workload, alpha, lambda distance: q ** int(2 * distance))
    assert worst == most if records == 1 else worst <= most


@pytest.mark.parametrize("workload", [COUNTERS, HALVES, [[1, 1, 0], [0, 0, 1]], [[0, 10**25, 1]]])
def test_the_shares_are_those_of_equation_7(workload):
    alpha = F(1, 5)

    def kept(distance):  # any decreasing function will do
        return 1 / (1 + F(distance))

    found = [
        sum(share * kept(distance) for distance, share in shares.items())
        for shares in shares_of(lattice(workload), alpha)
    ]
    assert 1 / min(found) == bound(workload, alpha, kept)


@pytest.mark.parametrize(
    "workload",
    [
        np.random.default_rng(2).normal(size=(6, 60)),  # beyond 64 bits, in the common unit
        np.random.default_rng(2).integers(0, 3, size=(6, 60)),
        [[0, 10**25, *range(10)]],
    ],
)
def test_bounds_prove_for_most_classes_what_their_distances_do(workload):
    rows, level = lattice_of(workload), F(1, 2)
    k = len(rows[0].steps)
    alpha, found = F(1, 3 * k), release._Bounds(rows)
    for r in range(k):
        for j in range(k):
            distance = sum(abs(row.steps[r] - row.steps[j]) * row.unit for row in rows)
            over = found.multiples[r, j] * found.step - distance
            assert 0 <= over <= 2 * found.step
    safe = safe_workload_scale(workload, level, alpha)
    for scale in (safe, safe * F(99, 100), safe / 2):
        undecided = found.undecided(scale, level, alpha)
        each = [shares_of(rows, alpha, [r])[0] for r in range(k)]
        proved = [kept_at_least(scale, level, shares) for shares in each]
        assert all(proved[r] for r in range(k) if r not in undecided)
        assert sum(proved[r] for r in undecided) <= k // 10 + 1


def test_without_noise_the_class_that_fewest_are_like_decides():
    rows, alpha = lattice([[0, 0, 1, 2, 2, 2], [1, 1, 1, 1, 1, 1]]), F(1, 10)
    [found] = release._Bounds(rows).undecided(F(0), F(2), alpha)
    for level in (F(1), F(3, 2), F(2), F(5, 2)):  # log 10/3, log 5 and log 10 are between them
        each = [kept_at_least(F(0), level, shares) for shares in shares_of(rows, alpha)]
        assert kept_at_least(F(0), level, shares_of(rows, alpha, [found])[0]) == all(each)


@pytest.mark.filterwarnings("ignore::pmlsym.errors.VacuousGuaranteeWarning")
@pytest.mark.parametrize("level", [0.01, 0.5, 3.0, 6.0])
def test_bounds_do_not_change_the_scale(monkeypatch, level):
    workload = np.random.default_rng(3).integers(0, 3, size=(3, 12)) / 7
    monkeypatch.setattr(release, "_FEW", 0)
    found = safe_workload_scale(workload, level, 0.003)
    monkeypatch.setattr(release, "_FEW", 100)
    assert found == safe_workload_scale(workload, level, 0.003)


def test_answers_follow_the_law_of_the_noise():
    workload, counts, steps = [[0, 3, 3], [0.5, 2, 1]], [2, 0, 1], (3, 0.5)
    scale = float(safe_workload_scale(workload, 1.0, 0.2))
    rng = np.random.default_rng(0)
    seen = np.array([release_workload(workload, counts, 1.0, 0.2, rng) for _ in range(1000)])
    for column, row, step in zip(seen.T, workload, steps, strict=True):
        noise = (column - np.dot(row, counts)) / step
        assert (noise == np.round(noise)).all()
        q, reach = math.exp(-step / scale), 4
        chances = np.array([(1 - q) / (1 + q) * q ** abs(z) for z in range(-reach, reach + 1)])
        expected = np.append(chances, 1 - chances.sum()) * len(noise)
        inside = np.where(np.abs(noise) <= reach, noise + reach, 2 * reach + 1).astype(int)
        found = np.bincount(inside, minlength=2 * reach + 2)
        limit = scipy.stats.chi2.isf(1e-3, 2 * reach + 1)
        assert ((found - expected) ** 2 / expected).sum() < limit


def balls(workload, alpha, scale):
    """Return the bound (7) as a ball."""
    over = flint.arb(flint.fmpq(scale.denominator, scale.numerator))
    floor = flint.arb(alpha)
    levels = [
        -(floor * sum(row) + (1 - 3 * floor) * density).log()
        for row in near(workload, lambda distance: (-over * distance).exp())
        for density in row
    ]
    return max(levels, key=float)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=2),
    st.floats(1e-3, 3.0),
    st.floats(1e-6, 0.33),
)
def test_the_scale_is_safe_and_no_larger_than_needed(workload, epsilon, alpha):
    if len(set(zip(*workload, strict=True))) < 3 or epsilon >= -math.log(alpha) - 1e-3:
        return
    scale = safe_workload_scale(workload, epsilon, alpha)
    before = flint.ctx.dps
    flint.ctx.dps = 60
    try:
        assert bool(balls(workload, alpha, scale) <= flint.arb(epsilon))
        assert bool(balls(workload, alpha, scale * (1 - F(1, 10**6))) > flint.arb(epsilon))
    finally:
        flint.ctx.dps = before


def test_the_identity_has_the_scale_of_a_histogram():
    for epsilon, alpha in ((0.5, 0.2), (1.3, F(1, 7))):
        own, known = safe_workload_scale(np.eye(3), epsilon, alpha), safe_scale(epsilon, alpha, 3)
        assert float(own) == pytest.approx(float(known), rel=1e-11)


def test_the_noise_does_not_depend_on_the_counts():
    few, many = [5, 0, 7], [2**40, 3, 2**41]
    alike = [
        release_workload(COUNTERS, true, 0.5, 0.2, rng=3) - np.dot(COUNTERS, true)
        for true in (few, many)
    ]
    assert alike[0].tolist() == alike[1].tolist()
    assert alike[0].any()


@pytest.mark.parametrize("far", [0, 10**6 + 0.5, F(10**12), 2.0**40])
def test_a_constant_in_a_row_is_part_of_the_answer(far):
    """Also one beside which differences are small, which a leakage does not need."""
    found = release_workload([[far, far + 1, far + 2]], [3, 4, 5], 1.0, 0.3, rng=1)
    plain = release_workload([[0, 1, 2]], [3, 4, 5], 1.0, 0.3, rng=1)
    assert found - float(12 * far) == plain


def test_without_need_the_answers_are_exact():
    with pytest.warns(VacuousGuaranteeWarning):
        found = release_workload(COUNTERS, [1, 2, 3], sp.log(4), F(1, 4))
    assert found.tolist() == [15.0, -1.0]


@pytest.mark.parametrize(
    ("workload", "counts", "message"),
    [
        (COUNTERS, [1, 2], "counts has 2 numbers, but the workload has 3 classes"),
        ([[0, 1e250]], [1, 2], "too large for a release"),
        ([[0, 1]], [1, -2], "from 0 to 2"),
    ],
)
def test_what_cannot_be_released_is_refused(workload, counts, message):
    with pytest.raises(ParameterError, match=message):
        release_workload(workload, counts, 0.5, 0.1)
