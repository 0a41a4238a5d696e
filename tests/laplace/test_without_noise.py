"""Scale 0 for n records: the answers alone, in which sums of columns coincide or nearly do."""

from fractions import Fraction as F
from itertools import combinations_with_replacement, product
from random import Random

import numpy as np
import pytest
from mpmath import MPContext

from pmlsym.errors import VacuousGuaranteeWarning
from pmlsym.laplace import calibrate, exact_leakage
from pmlsym.laplace.workload.finite_sample import leakage_without_noise
from tests.laplace.test_finite_sample import extreme_priors

MP = MPContext()  # not the one of all: others change its digits
MP.dps = 40

# two records tell class 3 apart by 20000, which is 1 beside 19999
NEAR = [0, 0, 10000, 19999, 19999]
NEARER = [0, 0, 1, F("1.9999"), F("3.9998"), F("3.9998")]
LATER = [0, 0, 1000, 2999, 2999]  # from four records on


def cases(k, alpha, others, worst):
    """Return the lists of priors of the others to try."""
    if not worst:
        return [[[F(1, k)] * k] * others]
    return list(combinations_with_replacement(extreme_priors(k, alpha), others))


def lift_without_noise(rows, alpha, n, worst):
    """Return the largest lift of a record at an answer, by counting all databases."""
    k, largest = len(rows[0]), F(0)
    for priors in cases(k, alpha, n - 1, worst):
        chances = {}
        for classes in product(range(k), repeat=n):
            chance = F(1)
            for prior, j in zip(priors, classes[1:], strict=True):
                chance *= prior[j]
            answer = tuple(sum(row[j] for j in classes) for row in rows)
            chances.setdefault(answer, [F(0)] * k)[classes[0]] += chance
        for seen in chances.values():
            largest = max(largest, max(seen) / (alpha * sum(seen) + (1 - k * alpha) * min(seen)))
    return largest


def leakage(row, alpha, scale, n, worst):
    """Return the largest leakage of one query, from densities in 40 digits."""
    k, largest = len(row), MP.mpf(0)
    entries = [MP.mpf(x.numerator) / x.denominator for x in map(F, row)]
    answers = {sum(entries[j] for j in c) for c in combinations_with_replacement(range(k), n)}
    for priors in cases(k, alpha, n - 1, worst):
        sums = {}
        for classes in product(range(k), repeat=n - 1):
            chance = F(1)
            for prior, j in zip(priors, classes, strict=True):
                chance *= prior[j]
            total = sum((entries[j] for j in classes), MP.mpf(0))
            sums[total] = sums.get(total, 0) + MP.mpf(chance.numerator) / chance.denominator
        for y in answers:
            seen = [
                sum(p * MP.exp(-abs(y - x - s) / scale) for s, p in sums.items()) for x in entries
            ]
            spare = MP.mpf((1 - k * alpha).numerator) / (1 - k * alpha).denominator
            floor = MP.mpf(alpha.numerator) / alpha.denominator
            largest = max(largest, max(seen) / (floor * sum(seen) + spare * min(seen)))
    return MP.log(largest)


@pytest.mark.parametrize(
    ("row", "alpha", "epsilon", "n", "worst"),
    [
        (NEAR, F(1, 5), 1.0, 2, False),
        (NEAR, F(1, 5), 1.0, 2, True),
        (NEARER, F(1, 10), 1.9, 2, False),
        (NEARER, F(1, 10), 2.2, 2, True),
        (LATER, F(1, 5), 1.0, 4, False),
    ],
)
def test_a_scale_above_0_hides_what_only_sums_tell_apart(row, alpha, epsilon, n, worst):
    others = "worst" if worst else None
    found = calibrate(
        epsilon, float(alpha), workload=[list(map(float, row))], bound="tilted", n=n, others=others
    )
    assert found > 0
    assert leakage(row, alpha, MP.mpf(found), n, worst) <= epsilon
    assert leakage(row, alpha, MP.mpf(found) * (1 - MP.mpf(10) ** -8), n, worst) > epsilon


def some_rows(random):
    """Return small workloads, many with sums that coincide or nearly do."""
    k = random.choice((2, 3, 4))
    entries = (0, 0, 1, 2, 3, F(19, 10), F("1.999"), 1000, 1999, -1)
    return [[F(random.choice(entries)) for _ in range(k)] for _ in range(random.choice((1, 1, 2)))]


@pytest.mark.parametrize("seed", range(3))
def test_the_leakage_without_noise_is_that_of_all_databases(seed):
    random = Random(seed)
    for _ in range(60):
        rows, n = some_rows(random), random.choice((1, 2, 3))
        k, worst = len(rows[0]), random.random() < 0.5
        alpha = random.choice((F(1, k), F(1, 2 * k), F(1, 100)))
        table = np.array([[float(x) for x in row] for row in rows])
        found = leakage_without_noise(table, float(alpha), n, "worst" if worst else None)
        lift = lift_without_noise(rows, alpha, n, worst)
        assert found == pytest.approx(float(MP.log(MP.mpf(lift.numerator) / lift.denominator)))


@pytest.mark.filterwarnings("ignore::pmlsym.errors.VacuousGuaranteeWarning")
@pytest.mark.parametrize("seed", range(2))
def test_no_scale_0_leaks_more_than_epsilon(seed):
    random, zeros = Random(seed), 0
    for _ in range(150):
        (row, *_), n = some_rows(random), random.choice((2, 3))
        k, worst = len(row), random.random() < 0.5
        alpha = random.choice((F(1, k), F(1, 2 * k)))
        lift = lift_without_noise([row], alpha, n, worst)
        limit = float(MP.log(MP.mpf(lift.numerator) / lift.denominator))
        epsilon = limit * random.choice((0.5, 0.9, 0.999, 1.001, 1.1)) or 0.1
        table = [list(map(float, row))]
        others = "worst" if worst else None
        found = calibrate(epsilon, float(alpha), workload=table, bound="tilted", n=n, others=others)
        zeros += found == 0
        assert (found == 0) == (epsilon > limit), (row, alpha, n, worst, epsilon)
    assert zeros > 20


@pytest.mark.parametrize(("part", "n", "leaks"), [(F(1, 3), 3, 1.203973), (F(1, 7), 7, 1.455287)])
def test_fractions_add_up_to_a_whole_as_fractions_do(part, n, leaks):
    """n times 1/n is another answer's sum, which hides the class; floats of 1/n miss it."""
    row = [[0, 0, part, 1, 1]]
    assert leakage_without_noise(row, 0.2, n, "worst") == pytest.approx(leaks, abs=1e-6)
    assert exact_leakage(row, 0.2, 1e-17, n, "worst") == pytest.approx(leaks, abs=1e-6)
    with pytest.warns(VacuousGuaranteeWarning):
        assert calibrate(leaks + 0.01, 0.2, workload=row, bound="tilted", n=n, others="worst") == 0
