"""Claims of the paper on linear queries against numpy: databases, priors and outcomes one by one.

Nothing of the ledger computes here; only the instances at the end are its own.
"""

import math
from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from pmlsym.ledger.linear import corollary, order
from pmlsym.ledger.linear import instances as w
from pmlsym.statements.assertion import Assertion

HAAR = np.array(
    [
        [1, 1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, -1, -1, -1, -1],
        [1, 1, -1, -1, 0, 0, 0, 0],
        [0, 0, 0, 0, 1, 1, -1, -1],
        [1, -1, 0, 0, 0, 0, 0, 0],
        [0, 0, 1, -1, 0, 0, 0, 0],
        [0, 0, 0, 0, 1, -1, 0, 0],
        [0, 0, 0, 0, 0, 0, 1, -1],
    ]
)
FLOORS = (1e-9, 1e-4, 0.01, 0.05, 0.1, 0.125)


def gaps(workload):
    return np.abs(workload[:, :, None] - workload[:, None, :]).sum(axis=0)


def spreads(workload):
    """The signs of every subset, and c_j for each."""
    signs = np.array(list(product((1, -1), repeat=len(workload))))
    return signs, signs @ workload


def corner(workload, floor, scale):
    _, c = spreads(workload)
    least, most = c.min(axis=1), c.max(axis=1)
    total = floor * np.exp((least[:, None] - c) / scale).sum(axis=1)
    return -math.log((total + (1 - c.shape[1] * floor) * np.exp((least - most) / scale)).min())


def triangle_terms(workload, floor, scale):
    falls = np.exp(-gaps(workload) / scale)
    return -np.log(floor * falls.sum(axis=0) + (1 - len(falls) * floor) * falls.min(axis=0))


def dp_level(workload, scale):
    return gaps(workload).max() / scale


def lifts(workload, own, others, outcome, scale):
    """f(y|D_1 = j)/f(y), database by database."""
    classes = workload.shape[1]
    given = np.zeros(classes)
    for j in range(classes):
        for held in product(range(classes), repeat=len(others)):
            chance = math.prod(prior[x] for prior, x in zip(others, held, strict=True))
            answer = workload[:, [j, *held]].sum(axis=1)
            given[j] += chance * math.exp(-np.abs(outcome - answer).sum() / scale)
    return given / (own @ given)


def vertices(classes, floor):
    return floor + (1 - classes * floor) * np.eye(classes)


def worst(workload, floor, scale, records):
    """L_n over priors that favour a class, at all outcomes between and beyond whole answers."""
    priors = vertices(workload.shape[1], floor)
    ends = [(records * int(row.min()), records * int(row.max())) for row in workload]
    axes = [np.arange(low - 1, high + 1.5, 0.5) for low, high in ends]
    return max(
        math.log(lifts(workload, own, others, np.array(y), scale).max())
        for y in product(*axes)
        for own in priors
        for others in product(priors, repeat=records - 1)
    )


def random_prior(random, classes, floor):
    return floor + (1 - classes * floor) * random.dirichlet(np.ones(classes))


# --- Corollary 1 ----------------------------------------------------------------------------------


def test_for_a_given_prior_no_lift_is_above_the_triangle_bound_of_that_prior():
    random, closest = np.random.default_rng(1), math.inf
    for number in range(400):
        classes, queries = random.integers(2, 5), random.integers(1, 4)
        workload = random.normal(size=(queries, classes)) * random.choice((0.3, 2))
        own = random_prior(random, classes, 0)
        others = [random_prior(random, classes, 0) for _ in range(number % 3)]
        near = workload[:, random.integers(0, classes, 1 + len(others))].sum(axis=1)
        outcome = near + random.normal(size=queries) * (number % 2)
        scale = random.uniform(0.3, 3)
        bound = 1 / (own @ np.exp(-gaps(workload) / scale))
        found = lifts(workload, own, others, outcome, scale)
        assert (found <= bound * (1 + 1e-9)).all()
        closest = min(closest, (bound / found).min())
    assert closest == pytest.approx(1)  # one record, at its own answer


def favoured_class_at_ends(workload, floor, scale):
    terms = triangle_terms(workload, floor, scale)
    low, high = workload.min(axis=1), workload.max(axis=1)
    columns = workload.transpose()
    at_ends = ((columns == low) | (columns == high)).all(axis=1)
    return bool(at_ends[terms >= terms.max() - 1e-12].any())


@pytest.mark.parametrize(
    "workload",
    [
        [[0, 1]],
        [[0, 1, 2]],
        [[0, 0, 1, 2, 2]],
        [[0, 3, 3], [0, 1, -1]],
        [[1, 0, 0], [0, 1, 0]],
        [[0, 1, 2], [1, 0, 2]],
        [[0, 1, 2], [1, 0, 2], [0, 2, 1]],
    ],
)
@pytest.mark.parametrize("floor", [0.02, 0.19])
def test_two_records_leak_the_triangle_bound_if_and_only_if_a_best_class_is_at_all_ends(
    workload, floor
):
    workload, scale = np.array(workload), 1.3
    seven = triangle_terms(workload, floor, scale).max()
    met = favoured_class_at_ends(workload, floor, scale)
    assert worst(workload, floor, scale, 1) == pytest.approx(seven)
    assert (abs(worst(workload, floor, scale, 2) - seven) < 1e-9) == met
    assert (abs(corner(workload, floor, scale) - seven) < 1e-9) == met


def test_the_bounds_agree_if_and_only_if_a_best_class_is_at_all_ends_of_random_workloads():
    random, seen = np.random.default_rng(4), set()
    for _ in range(600):
        classes, queries = random.integers(2, 6), random.integers(1, 5)
        workload = random.integers(-1, random.integers(1, 4), size=(queries, classes))
        floor, scale = random.uniform(0.01, 1) / classes, random.uniform(0.3, 4)
        seven = triangle_terms(workload, floor, scale).max()
        met = favoured_class_at_ends(workload, floor, scale)
        assert (seven - corner(workload, floor, scale) < 1e-11) == met
        seen.add(met)
    assert seen == {True, False}


# --- the workloads of Figure 1 --------------------------------------------------------------------


def random_ranges(random):
    """Eight rows as Sec. III-B draws them, L_l first, with classes from 0 to 7."""
    low = random.integers(0, 8, 8)
    high = random.integers(low, 8)
    j = np.arange(8)
    return ((low[:, None] <= j) & (j <= high[:, None])).astype(int)


@pytest.mark.parametrize("floor", FLOORS)
def test_the_bounds_of_figure_1_at_its_scale(floor):
    """Equal for the identity and ranges, apart for Haar, and below the DP level everywhere."""
    random = np.random.default_rng(2)
    for workload in (np.eye(8), HAAR, *(random_ranges(random) for _ in range(30))):
        five = corner(workload, floor, 1.0)
        seven = triangle_terms(workload, floor, 1.0).max()
        level = dp_level(workload, 1.0)
        assert seven < level
        if workload is HAAR:
            assert five < seven - 1e-9
        else:
            assert five == pytest.approx(seven, abs=1e-12)


@pytest.mark.parametrize("records", [1, 2, 3])
def test_for_the_identity_every_number_of_records_leaks_the_triangle_bound(records):
    floor, scale = 0.1, 1.0
    far = np.r_[records, np.zeros(7)]
    priors = vertices(8, floor)
    found = lifts(np.eye(8), priors[7], [priors[3]] * (records - 1), far, scale)
    seven = triangle_terms(np.eye(8), floor, scale).max()
    assert math.log(found[0]) == pytest.approx(seven)


@pytest.mark.parametrize("records", [1, 2])
def test_the_haar_workload_leaks_more_than_the_corner_bound(records):
    floor, scale = 0.1, 1 / math.log(2)
    priors = vertices(8, floor)
    found = lifts(HAAR, priors[7], [priors[7]] * (records - 1), records * HAAR[:, 0], scale)
    assert math.log(found.max()) > corner(HAAR, floor, scale) + 0.1


def test_eight_ranges_have_equal_columns_only_if_all_hold_every_class():
    """A row that is the same for every class is the full one: one in 64 of those drawn."""
    full = [(low, high) for low in range(8) for high in range(low, 8) if high - low == 7]
    drawn = {(low, high): F(1, 8) * F(1, 8 - low) for low in range(8) for high in range(low, 8)}
    assert sum(drawn.values()) == 1
    assert [drawn[one] for one in full] == [F(1, 64)]
    assert corner(np.ones((8, 8)), 0.1, 1.0) == pytest.approx(0)
    assert not order.figure_1_strict.repair.asserts[0].judge(w.RANGES_ALL).applies


# --- Appendix C -----------------------------------------------------------------------------------


def test_the_set_of_two_farthest_columns_has_the_largest_spread_and_so_has_its_complement():
    random = np.random.default_rng(7)
    for number in range(300):
        classes, queries = random.integers(2, 6), random.integers(1, 6)
        workload = random.normal(size=(queries, classes))
        if number % 2:
            workload = np.round(workload)  # ties
        signs, c = spreads(workload)
        most = (c.max(axis=1) - c.min(axis=1)).max()
        apart = gaps(workload)
        assert most == pytest.approx(apart.max())
        for one, other in np.argwhere(apart > apart.max() - 1e-12):
            chosen = np.where(workload[:, one] >= workload[:, other], 1, -1)
            for side in (chosen, -chosen):
                (row,) = np.flatnonzero((signs == side).all(axis=1))
                assert np.ptp(c[row]) == pytest.approx(most)


# --- eq. (2) --------------------------------------------------------------------------------------


def test_the_forms_of_pml_agree_for_densities_at_real_outcomes():
    """Laplace and Gauss densities, Renyi divergences of growing order, and random gains."""
    random = np.random.default_rng(5)
    for number in range(100):
        secrets = random.integers(2, 6)
        prior = random_prior(random, secrets, 0.01)
        places = random.normal(size=secrets) * 2
        y = random.normal() * 3
        power = 1 + number % 2
        density = np.exp(-(np.abs(y - places) ** power))
        posterior = prior * density / (prior @ density)
        most = math.log((density / (prior @ density)).max())
        assert np.log(posterior / prior).max() == pytest.approx(most)
        orders = [
            math.log((posterior * (posterior / prior) ** s).sum()) / s for s in (1, 4, 16, 64)
        ]
        assert orders == sorted(orders)
        assert orders[-1] <= most + 1e-12
        assert orders[-1] >= most + math.log(posterior[np.argmax(posterior / prior)]) / 64 - 1e-12
        for _ in range(20):
            gain = random.exponential(size=(secrets, 3)) ** 3
            assert (posterior @ gain).max() <= math.exp(most) * (prior @ gain).max() * (1 + 1e-12)


# --- the instances of the ledger ------------------------------------------------------------------


@pytest.mark.parametrize("claim", [corollary.looser.repair, order.figure_1_strict.repair])
def test_the_workloads_of_figure_1_are_the_only_instances(claim):
    figure = [one for one in claim.asserts if one.over is w.PLOTTED]
    assert figure
    for one in figure:
        assert isinstance(one, Assertion)
        assert one.covers(w.IDENTITY)
        assert one.covers(w.RANGES)
        assert one.covers(w.HAAR)
        assert not one.covers(w.ONE_QUERY)
        assert not one.covers(w.release(w.HAAR.workload[:7], F(1, 10), F(1, 2)))
