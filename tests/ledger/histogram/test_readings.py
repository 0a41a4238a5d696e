"""What the claims are read on, against code that does not know it."""

import math
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest
import sympy as sp

from pmlsym import Channel, pml
from pmlsym.exact import sympified as in_sympy
from pmlsym.laplace import exact_leakage, record_lift
from pmlsym.laplace.experiment import published
from pmlsym.ledger.histogram.balance import PAIRS_OF_COUNTS
from pmlsym.ledger.histogram.bound import ATTAINED, UPPER
from pmlsym.ledger.histogram.composition import FURTHER, LATER
from pmlsym.ledger.histogram.counts import COUNTED, UNCOUNTED, WITHOUT_LAST, of_first
from pmlsym.ledger.histogram.distances import DP_DISTANCE, PML_DISTANCE, PUBLISHED
from pmlsym.ledger.histogram.gap import regime
from pmlsym.ledger.histogram.looseness import BINS_MOVED, COMPOSED_DP, HERE, THERE
from pmlsym.ledger.histogram.normalised import DISTURBED, DP_VARIATION, PML_VARIATION
from pmlsym.ledger.histogram.preliminaries import COPIES
from pmlsym.ledger.histogram.readings import DP_LEVEL, FIRST, OTHER, R, alpha, b, lift, p_1, s, u
from pmlsym.ledger.histogram.regime import above
from pmlsym.proof.evaluation.enclosure import enclose, holds
from pmlsym.statements.instances.released.published import mean_error, mean_variation
from pmlsym.statements.releases.of_releases import histograms
from pmlsym.statements.releases.quantities import SeenRelease
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.values import decimal


def measured(text, instance):
    return decimal(SeenRelease(instance).value(parse_term(text)))


def instances(kind, count, seed=0):
    random = Random(seed)
    return [kind.draw(i, random) for i in range(count)]


def whole(found):
    """Those whose outcomes and steps are whole numbers, which other code can read."""
    return [w for w in found if w.unit == 1 and all(y.denominator == 1 for y in w.outcome)]


def other_priors(instance):
    return [p for i, p in enumerate(instance.priors) if i != instance.record]


def lifts(instance, rows=None, outcome=None):
    table = [[int(w) for w in row] for row in (instance.workload if rows is None else rows)]
    y = [int(number) for number in (instance.outcome if outcome is None else outcome)]
    return record_lift(
        table, instance.priors[instance.record], other_priors(instance), y, instance.decay
    )


def test_the_leakage_is_that_of_enumerated_databases():
    for instance in whole(instances(histograms(), 150)):
        assert math.isclose(
            measured("leak", instance), math.log(max(lifts(instance))), abs_tol=1e-12
        )


def test_the_worst_outcome_is_that_of_the_library():
    """`exact_leakage` looks for the worst own prior as well: one that has the floor."""
    compared = 0
    for instance in instances(histograms(records=2, classes=3), 40):
        scale = float(instance.unit) / -math.log(instance.decay)
        found = exact_leakage(
            np.eye(instance.classes, dtype=int),
            instance.alpha,
            scale,
            instance.records,
            others=other_priors(instance),
        )
        worst = measured("worst", instance)
        assert worst <= float(found) + 1e-9
        if min(instance.priors[instance.record]) == instance.alpha:
            compared += 1
            assert math.isclose(worst, float(found), rel_tol=1e-9)
    assert compared > 10


def test_a_conditional_leakage_is_one_lift_over_another():
    for instance in whole(instances(FURTHER, 150)):
        both, before = (
            lifts(instance),
            lifts(instance, instance.workload[:-1], instance.outcome[:-1]),
        )
        ratios = [one / other for one, other in zip(both, before, strict=True)]
        assert math.isclose(decimal(LATER.of(instance)), math.log(max(ratios)), abs_tol=1e-12)


def test_levels_of_differential_privacy():
    for instance in instances(histograms(records=2), 40):
        rate = -math.log(instance.decay) / float(instance.unit)
        assert math.isclose(decimal(DP_LEVEL.of(instance)), 2 * rate)
        assert math.isclose(measured("dp", instance), 2 * rate)
        assert math.isclose(decimal(COMPOSED_DP.of(instance)), (instance.classes - 1) * rate)
        assert BINS_MOVED.of(instance) == 2


def test_what_all_counts_but_the_last_leak():
    for instance in whole(instances(histograms(records=2, classes=3), 30)):
        n, rows = instance.records, instance.workload[:-1]
        every = np.stack(np.meshgrid(*[range(-1, n + 2)] * len(rows)), -1).reshape(-1, len(rows))
        top = max(max(lifts(instance, rows, y)) for y in every)
        assert math.isclose(decimal(WITHOUT_LAST.of(instance)), math.log(top), abs_tol=1e-12)


# --- reductions, both ways -----------------------------------------------------------------------


def law_of(instance, one, classes=None):
    """The joint law of (S_1, S_T, R) for a class and T among some others, from the words."""
    own, counted = instance.priors[instance.record], len(instance.workload)
    atoms = []
    for database, (chance, _) in instance.joint.items():
        others = [j for i, j in enumerate(database) if i != instance.record]
        t = database[instance.record]
        if t == one or (classes is not None and t not in classes):
            continue
        left = [y - others.count(j) for j, y in enumerate(instance.outcome)]
        rest = sum(abs(gap) for j, gap in enumerate(left) if j != one)
        atoms.append((chance, {s: left[one], u: left[t] if t < counted else F(0), R: rest}))
    total = sum(weight for weight, _ in atoms)
    assert total == sum(p for t, p in enumerate(own) if t != one and t in (classes or range(99)))
    return [
        (in_sympy(weight / total), {v: in_sympy(x) for v, x in atom.items()})
        for weight, atom in atoms
    ]


def scale_of(instance):
    return in_sympy(instance.unit) / -sp.log(in_sympy(instance.decay))


def test_theorem_4_and_its_goal_are_true_and_false_together():
    """The goal at the law of an instance has the statement's sides; it fails where that fails."""
    seen = {True: 0, False: 0}
    for instance in instances(histograms(records=2, classes=3), 40):
        read = {factor: [] for factor in (F(1), F(9, 10), F(1, 2))}
        for one, share in enumerate(instance.priors[instance.record]):
            values = {b: scale_of(instance), p_1: in_sympy(share)}
            laws = {"P": law_of(instance, one)}
            side = enclose(lift(FIRST, OTHER), values, laws)
            assert math.isclose(float(side.mid()), decimal(instance.lifts[one]), rel_tol=1e-12)
            left, right = UPPER.conclusion.args
            for factor, found in read.items():
                changed = sp.Le(left, in_sympy(factor) * right, evaluate=False)
                found.append(holds(changed, {**values, alpha: in_sympy(instance.alpha)}, laws))
        leakage = measured("leak", instance)
        most = measured("2/b - log(1 - alpha + alpha*exp(2/b))", instance)
        for factor, found in read.items():
            if abs(leakage - float(factor) * most) > 1e-9:
                assert all(found) == (leakage <= float(factor) * most)
                seen[all(found)] += 1
    assert min(seen.values()) > 5


def test_the_corner_of_the_goal_is_the_outcome_it_names():
    """At y = (n, 0, ..., 0) the attained goal's left side is the log-lift of class 1."""
    symbols = {symbol.name: symbol for symbol in ATTAINED.conclusion.atoms(sp.Symbol)}
    for every in instances(histograms(records=3, classes=3), 25):
        n = every.records
        instance = every.at([F(n), *[F(0)] * (every.classes - 1)])
        atoms = [
            (weight, {symbols["N_1"]: n - x[s], symbols["N_T"]: -x[u], symbols["R"]: x[R]})
            for weight, x in law_of(instance, 0)
        ]
        own = in_sympy(instance.priors[instance.record][0])
        values = {b: scale_of(instance), alpha: own, symbols["n"]: sp.Integer(n)}
        found = enclose(ATTAINED.conclusion.lhs, values, {"P": atoms})
        expected = decimal(instance.lifts[0])
        assert math.isclose(float(found.exp().mid()), expected, rel_tol=1e-12)
        for _, atom in atoms:
            for mean in ATTAINED.means:
                assert all(holds(part, values | atom) for part in mean.support.args)


def test_densities_by_class_if_the_last_is_not_counted():
    for every in instances(histograms(records=2, classes=3), 25):
        instance = of_first(every, every.classes - 1)
        last = instance.classes - 1
        law = law_of(instance, 0, {last})
        ratio = enclose(COUNTED / UNCOUNTED, {b: scale_of(instance)}, {"P": law})
        expected = decimal(instance.likelihoods[0]) / decimal(instance.likelihoods[last])
        assert math.isclose(float(ratio.mid()), expected, rel_tol=1e-12)
        for t in range(1, last):
            ratio = enclose(FIRST / OTHER, {b: scale_of(instance)}, {"P": law_of(instance, 0, {t})})
            expected = decimal(instance.likelihoods[0]) / decimal(instance.likelihoods[t])
            assert math.isclose(float(ratio.mid()), expected, rel_tol=1e-12)


def test_neighbours_differ_in_two_bins_and_the_ratio_is_theirs():
    for instance in instances(histograms(records=2, classes=3), 25):
        for x, near in instance.neighbours():
            i = next(i for i in range(instance.records) if x[i] != near[i])
            rest = [j for index, j in enumerate(x) if index != i]
            lacks = [y - rest.count(j) for j, y in enumerate(instance.outcome)]
            values = {s: in_sympy(lacks[x[i]]), u: in_sympy(lacks[near[i]])}
            gap = F(str((THERE - HERE).subs(values))) / instance.unit
            ratio = decimal(instance.density(x)) / decimal(instance.density(near))
            assert math.isclose(ratio, float(instance.decay) ** float(-gap), rel_tol=1e-12)


def test_mean_errors_are_sums_over_the_distribution():
    for scale in (0.3, 1.0, 4.0):
        half = F(math.exp(-1 / (2 * scale)))
        for count in (0, 1, 3):

            def below(x, scale=scale):
                return math.exp(x / scale) / 2 if x < 0 else 1 - math.exp(-x / scale) / 2

            mean = count * below(0.5 - count)
            for y in range(1, 400):
                chance = below(y + 0.5 - count) - below(y - 0.5 - count)
                mean += abs(y - count) * chance
            assert math.isclose(decimal(mean_error(count, half)), mean, rel_tol=1e-9)
            tail = sum(math.exp(-(2 * j - 1) / (2 * scale)) for j in range(1, count + 1))
            formula = (float(above(scale)) + tail) / 2  # what the goals are about
            assert math.isclose(formula, mean, rel_tol=1e-9)
            assert tail <= float(above(scale))


def test_mean_distances_are_those_of_simulated_releases():
    rng = np.random.default_rng(5)
    for instance in instances(PUBLISHED, 6):
        level, floor = decimal(instance.numbers["epsilon"]), float(instance.numbers["alpha"])
        scales = (2 / level, 2 / math.log((1 - floor) / (math.exp(-level) - floor)))
        counts = np.array(instance.counts)
        for scale, quantity in zip(scales, (DP_DISTANCE, PML_DISTANCE), strict=True):
            noisy = published(counts + rng.laplace(scale=scale, size=(100_000, counts.size)))
            found = np.abs(noisy - counts).sum(axis=1) / (2 * counts.sum())
            error = found.std() / len(found) ** 0.5
            assert abs(found.mean() - decimal(quantity.of(instance))) < 5 * error + 1e-9


def chances_up_to(count, scale, most):
    """Return P(Y = y) for y up to `most`, Y the count in Laplace noise, clipped and rounded."""
    ends = (np.arange(most) + 0.5 - count) / scale
    tails = np.exp(-np.abs(ends)) / 2
    below = np.where(ends < 0, tails, 1 - tails)
    return np.diff(below, prepend=0.0)


@pytest.mark.parametrize("bins", [(1, 0), (5, 5), (2, 1, 0), (0, 0, 3)])
def test_mean_distances_over_the_total_are_sums_over_all_releases(bins):
    for half in (F(1, 100), F(1, 2), F(4, 5)):
        scale = -1 / (2 * math.log(half))
        law = [chances_up_to(count, scale, 90 if len(bins) < 3 else 60) for count in bins]
        every = np.indices([len(one) for one in law]).reshape(len(bins), -1)
        chance = np.prod([one[y] for one, y in zip(law, every, strict=True)], axis=0)
        shares = every / np.maximum(every.sum(axis=0), 1)
        true = np.array(bins)[:, None] / sum(bins)
        distance = np.where(every.sum(axis=0), np.abs(shares - true).sum(axis=0) / 2, 1)
        low, high = mean_variation(bins, half)
        assert low - 1e-6 < chance @ distance < high + 1e-6
        assert high - low < 1e-4


def test_distances_of_one_noise_are_those_of_arrays():
    for instance in instances(DISTURBED, 60):
        level, floor = decimal(instance.numbers["epsilon"]), float(instance.numbers["alpha"])
        scales = (2 / level, 2 / math.log((1 - floor) / (math.exp(-level) - floor)))
        true, z = np.array(instance.counts), np.array(instance.noise, dtype=float)
        for scale, quantity in zip(scales, (DP_VARIATION, PML_VARIATION), strict=True):
            noisy = np.maximum(true + scale * z, 0)
            shares = noisy / noisy.sum() if noisy.sum() else noisy
            far = np.abs(shares - true / true.sum()).sum() / 2 if noisy.sum() else 1
            assert math.isclose(decimal(quantity.of(instance)), far, rel_tol=1e-7, abs_tol=1e-9)


def test_the_gap_at_a_small_level_is_that_of_simulated_releases():
    rng = np.random.default_rng(11)
    noise, counts, gaps = rng.laplace(size=(200_000, 2)), np.array([500, 500]), []
    for level in (1 / 20, 1.0):
        scales = (2 / level, 2 / math.log(0.75 / (math.exp(-level) - 0.25)))
        shares = [published(counts + scale * noise) for scale in scales]
        dp, pml = (np.abs(y / y.sum(axis=1, keepdims=True) - 0.5).sum(axis=1) / 2 for y in shares)
        gaps.append((dp - pml).mean())
    (example,) = regime.models
    ends = regime.asserts[0].conclusion[0]
    for gap, times, low, high in (
        (gaps[0], 1, ends.left.of, ends.left_top),
        (gaps[1], 10, ends.right.of, ends.right_top),
    ):
        assert low(example) * 0.98 < times * gap < high(example) * 1.02


# --- copies, pairs -------------------------------------------------------------------------------


def test_copies_leak_what_their_joint_law_says():
    for instance in instances(COPIES, 60):
        k, most = len(instance.prior), 0.0
        if instance.records > 5:
            continue
        for y in np.ndindex(*[instance.records + 1] * k):
            held = instance.records * np.eye(k)
            density = float(instance.decay) ** np.abs(np.array(y) - held).sum(axis=1)
            most = max(most, max(density) / np.dot(np.array(instance.prior, dtype=float), density))
        assert math.isclose(decimal(instance.worst), math.log(most), rel_tol=1e-9)
        direct = Channel(np.eye(k), [float(p) for p in instance.prior])
        assert math.isclose(decimal(instance.direct), float(max(pml(direct))), rel_tol=1e-12)


def test_pairs_share_the_noise_and_some_have_one_law_each():
    pairs = list(instances(PAIRS_OF_COUNTS, 60))
    assert all(pair.one.scale == pair.other.scale for pair in pairs)
    for pair in pairs:
        laws = [len(set(instance.priors)) for instance in (pair.one, pair.other)]
        assert pair.one_law_each == (laws == [1, 1])
    assert 10 < sum(pair.one_law_each for pair in pairs) < 50


@pytest.mark.parametrize("bins", [(), (0, 0), (1, -1)])
def test_a_histogram_has_records(bins):
    from pmlsym.errors import ParameterError
    from pmlsym.statements.instances.parameters import Parameters
    from pmlsym.statements.instances.released.published import Published

    with pytest.raises(ParameterError, match=r"^counts"):
        Published(bins, Parameters.of())
