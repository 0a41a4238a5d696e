"""What claims on linear queries speak of against other code; their reductions, both ways."""

import math
from dataclasses import replace
from fractions import Fraction as F
from itertools import islice, product

import numpy as np
import pytest

from pmlsym.channel import Channel
from pmlsym.laplace import corner, dp, tilted, triangle
from pmlsym.laplace.workload.matrices import haar
from pmlsym.ledger.linear import instances as r, instances as w, theorem
from pmlsym.ledger.linear.limit.modulus import MODULUS, UPPER
from pmlsym.measures import ldp
from pmlsym.statements.assertion import Enclosed
from pmlsym.statements.instances.released.bounds import by_signs
from pmlsym.statements.instances.released.databases import curators, databases, queries
from pmlsym.statements.values import decimal

WIDE = list(islice(w.WIDE.all(seed=5), 150))
SOME = list(islice(w.RELEASES.all(seed=6), 150))


def floats(instance):
    return [[float(x) for x in row] for row in instance.workload]


def test_the_bounds_are_those_of_the_library():
    for instance in WIDE[::3]:
        given = (floats(instance), float(instance.alpha), decimal(instance.scale))
        assert decimal(r.FIVE.of(instance)) == pytest.approx(corner(*given).lower, abs=1e-9)
        assert decimal(r.SEVEN.of(instance)) == pytest.approx(triangle(*given).leakage, abs=1e-9)
        assert decimal(r.EPS_DP.of(instance)) == pytest.approx(dp(*given[::2]), abs=1e-9)


def test_the_bounds_term_by_term():
    """Straight from (5) and (7), with numpy and in floats."""
    for instance in WIDE:
        k, alpha, b = instance.classes, float(instance.alpha), decimal(instance.scale)
        table = np.array(floats(instance))
        five = -math.inf
        for signs in product((1, -1), repeat=len(table)):
            c = np.array(signs) @ table
            below = alpha * np.exp(-c / b).sum() + (1 - k * alpha) * math.exp(-c.max() / b)
            five = max(five, math.log(math.exp(-c.min() / b) / below))
        assert decimal(r.FIVE.of(instance)) == pytest.approx(five, abs=1e-9)
        gaps = np.abs(table[:, :, None] - table[:, None, :]).sum(axis=0) / b
        rows = alpha * np.exp(-gaps).sum(axis=0) + (1 - k * alpha) * np.exp(-gaps.max(axis=0))
        assert decimal(r.SEVEN.of(instance)) == pytest.approx(-math.log(rows.min()), abs=1e-9)
        spreads = [spread for _, spread in by_signs(instance)]
        assert max(spreads) / b == pytest.approx(gaps.max())


def enumerated_lifts(instance):
    """f(y | D_i = j)/f(y) in floats, database by database."""
    table, b = np.array(floats(instance)), decimal(instance.scale)
    y, seen = np.array(instance.outcome, float), np.zeros(instance.classes)
    for database in product(range(instance.classes), repeat=instance.records):
        pairs = zip(instance.priors, database, strict=True)
        chance = math.prod(float(prior[j]) for prior, j in pairs)
        distance = np.abs(y - table[:, list(database)].sum(axis=1)).sum()
        seen[database[instance.record]] += chance * math.exp(-distance / b)
    return seen / seen.sum() / np.array(instance.priors[instance.record], float)


def test_the_step_of_theorem_2_and_its_repair_are_what_they_say():
    printed, repaired = (
        claim.asserts[0].conclusion[0].left
        for claim in (theorem.theorem_2_step, theorem.theorem_2_step.repair)
    )
    for instance in SOME[::3]:
        table, b = np.array(floats(instance)), decimal(instance.scale)
        p, lifts = np.array(instance.priors[instance.record], float), enumerated_lifts(instance)
        by_signs, by_distance = [], []
        for j, lift in enumerate(lifts):
            moved = table - table[:, [j]]
            gaps = [signs @ moved for signs in product((1, -1), repeat=len(table))]
            by_signs.append(lift / max(1 / (p @ np.exp(-gap / b)) for gap in gaps))
            by_distance.append(lift * (p @ np.exp(-np.abs(moved).sum(axis=0) / b)))
        assert float(printed.of(instance)) == pytest.approx(max(by_signs), rel=1e-9)
        assert float(repaired.of(instance)) == pytest.approx(max(by_distance), rel=1e-9)


def test_no_slope_gives_more_than_the_tilted_bound():
    for instance in islice(w.SLOPED.all(seed=3), 30):
        own = instance.release
        found = tilted(floats(own), float(own.alpha), decimal(own.scale))
        assert decimal(r.sloped(instance)) <= found.leakage + 1e-7


def test_the_haar_workload_is_the_librarys():
    assert [list(map(int, row)) for row in w.HAAR.workload] == haar(8).tolist()


def test_the_scale_of_the_other_decay_and_the_other_floor_are_used():
    (instance,) = islice(w.RESCALED.all(seed=9), 5, 6)
    assert r.with_scale(instance).decay == instance.decay
    assert r.with_floor(instance).alpha == instance.floor
    assert decimal(r.with_scale(instance).scale) <= decimal(instance.release.scale)


def test_the_modulus_is_finite_wherever_it_is_read_for_one_and_two_queries_and_every_floor():
    found = list(islice(UPPER.over.all(seed=1), UPPER.tries))
    assert all(math.isfinite(decimal(MODULUS.of(instance))) for instance in found)
    assert {instance.queries for instance in found} == {1, 2}
    assert {instance.alpha * instance.classes for instance in found} >= {F(1), F(1, 2), F(1, 4)}
    trial = UPPER.trial(UPPER.tries, seed=1)
    assert (trial.violations, trial.unseparated) == (0, 0)
    assert trial.applied == trial.tried == len(set(map(str, found)))


def test_without_its_distance_the_modulus_is_too_small():
    """The bounds between which its limit lies: on some releases more leaks than the lower one."""
    limit = Enclosed(r.WORST, "<=", r.FIVE, right_top=r.SEVEN.of)
    assert replace(UPPER, conclusion=(limit,)).trial(UPPER.tries, seed=1).unseparated


def test_the_modulus_is_its_formula_in_floats():
    for instance in islice(UPPER.over.all(seed=2), 16):
        a, b = float(instance.alpha * instance.classes), decimal(instance.scale)
        h = math.exp(-decimal(r.EPS_DP.of(instance)))
        kappa = (1 - a + a * h / 2) / (1 - a + a * h)
        n = next(m for m in range(1, 99) if 4 ** (m + 1) * kappa ** (instance.records - 1) > 1)
        marked, eta = (
            (instance.records, 0.0) if a == 1 else (n, 2**n * kappa ** (instance.records - 1))
        )
        ranges = np.ptp(np.array(floats(instance)), axis=1).sum()
        epsilon, q = math.sqrt(ranges / (4 * b * math.sqrt(marked))), h / instance.classes
        tau = math.exp(-decimal(r.FIVE.of(instance)))
        expected = -math.log((tau * q - epsilon) * (1 - eta) / (q + epsilon))
        assert decimal(MODULUS.of(instance)) == pytest.approx(expected, abs=1e-9)


# --- databases ------------------------------------------------------------------------------------


def test_privacy_of_any_query_is_that_of_its_densities_on_a_grid():
    for instance in islice(queries().all(seed=1), 60):
        b = -1 / math.log(instance.decay)
        table = dict(
            zip(databases(instance.classes, instance.records), instance.answers, strict=True)
        )
        answers = np.array([[float(x) for x in row] for row in instance.answers])
        axes = [np.unique(np.r_[line - 1, line, line + 0.5]) for line in answers.T]
        worst = 0.0
        for x, here in table.items():
            for near, there in table.items():
                if sum(i != j for i, j in zip(x, near, strict=True)) == 1:
                    one, other = np.array(here, float), np.array(there, float)
                    points = np.array(list(product(*axes)))
                    ratio = np.abs(points - other).sum(axis=1) - np.abs(points - one).sum(axis=1)
                    worst = max(worst, ratio.max())
        assert decimal(instance.dp) == pytest.approx(worst / b, abs=1e-9)


def test_a_curator_of_one_record_is_a_channel():
    for instance in islice(curators().all(seed=3), 80):
        if len(instance.priors) > 1:
            continue
        kernel, prior = np.array(instance.kernel, float), np.array(instance.priors[0], float)
        assert decimal(instance.dp) == pytest.approx(ldp(Channel(kernel, prior)), abs=1e-12)
        marginal = prior @ kernel
        lifts = kernel[:, marginal > 0] / marginal[marginal > 0]
        assert decimal(instance.leakage) == pytest.approx(math.log(lifts.max()), abs=1e-12)


def test_nearly_sure_records_are_as_promised():
    share = F(1, 10)
    for instance in islice(curators().all(seed=5), 40):
        n = len(instance.priors)
        here, there = (0,) * n, (1,) + (0,) * (n - 1)
        near = instance.near(here, there, share)
        assert near.priors[0][1] >= 1 - share
        assert math.prod((p[0] for p in near.priors[1:]), start=F(1)) >= 1 - share
        assert all(min(prior) > 0 for prior in near.priors)
