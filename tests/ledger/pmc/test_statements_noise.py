"""Claims on noise and on general alphabets on instances, and changed claims that fail there."""

import math
from dataclasses import replace
from fractions import Fraction as F
from itertools import product
from random import Random

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import logsumexp
from scipy.stats import norm

from pmlsym.channel import Channel
from pmlsym.ledger.catalogue import claim
from pmlsym.ledger.pmc.noise import gaussian_statements, mean_statements
from pmlsym.measures import pmc, pml
from pmlsym.mechanisms import ClaytonMixture, RetentionReplacement
from pmlsym.statements.arithmetic import multiply
from pmlsym.statements.assertion.conditions import Enclosed
from pmlsym.statements.instances.noise.gaussian import InGaussian, draw_gaussian, draw_normal
from pmlsym.statements.instances.noise.noisy import draw_mean, draw_uniform, fair, sums
from pmlsym.statements.instances.noise.tails import Tail, draw_tail
from pmlsym.statements.instances.noise.unbounded import (
    Retained,
    ThirdPowers,
    draw_clayton,
    draw_powers,
)
from pmlsym.statements.values import Infinite, decimal


def near(found, expected, tolerance=1e-9):
    return decimal(found) == pytest.approx(expected, rel=tolerance, abs=tolerance)


def instances(draw, count, seed=5):
    random = Random(seed)
    return [draw(number, random) for number in range(count)]


# --- verdicts -------------------------------------------------------------------------------------


def test_each_of_the_four_kinds_of_mechanisms_exists():
    found = claim("pmc.section-6.any")
    for said, instance in zip(found.asserts, found.models, strict=True):
        assert [other for other in found.models if said.judge(other).holds] == [instance]


# --- instances against other code -----------------------------------------------------------------


def laplace_pmc(instance, outcomes):
    """PMC from one record to a mean, database by database, in floats; and PML."""
    rate, n = decimal(instance.rate), instance.records
    chances = np.array([float(p) for _, p in instance.atoms])
    rows = []
    for value, _ in instance.atoms:
        row = np.zeros(len(outcomes))
        for rest in product(instance.atoms, repeat=n - 1):
            total = float(value + sum(v for v, _ in rest))
            row += math.prod(float(p) for _, p in rest) * np.exp(-rate * abs(n * outcomes - total))
        rows.append(row)
    density = chances @ np.array(rows)
    return np.log(density / np.min(rows, axis=0)), np.log(np.max(rows, axis=0) / density)


def test_sample_means_leak_what_enumeration_says():
    for instance in instances(draw_mean, 120):
        at = np.array([float(instance.outcome)])
        level, gain = laplace_pmc(instance, at)
        assert near(instance.pmc(instance.outcome), level[0])
        assert near(instance.pml(instance.outcome), gain[0])
        assert instance.reaches_ends == (
            {instance.low, instance.high} <= {v for v, _ in instance.atoms}
        )
        low, high = float(instance.low) - 1, float(instance.high) + 1
        grid = np.append(np.linspace(low, high, 400), [float(m) for m in instance.means])
        level, gain = laplace_pmc(instance, grid)
        assert near(instance.worst_pmc(), level.max())
        assert near(instance.worst_pml(), gain.max())
        assert sum(sums(instance.atoms, instance.records).values()) == 1


def test_the_printed_cumulants_are_what_the_reading_computes():
    for instance in instances(draw_mean, 60):
        mu, t = float(instance.centre), decimal(instance.rate)
        for upper, sign, gap in (
            (False, 1, mu - float(instance.low)),
            (True, -1, float(instance.high) - mu),
        ):
            cumulant = math.log(
                sum(float(p) * math.exp(sign * t * (float(v) - mu)) for v, p in instance.atoms)
            )
            assert near(mean_statements.at_end(instance, upper), gap * t + cumulant)


def test_uniform_records_leak_what_quadrature_says():
    node, weight = np.polynomial.legendre.leggauss(40)
    for instance in instances(draw_uniform, 36):
        low, high = float(instance.low), float(instance.high)
        if instance.low < instance.outcome < instance.high and instance.records > 1:
            continue  # the integrand has a kink
        places, n, t = (
            (high - low) / 2 * node + (high + low) / 2,
            instance.records,
            float(instance.rate),
        )
        totals, weights = np.zeros(1), np.ones(1)
        for _ in range(n - 1):
            totals = (totals[:, None] + places).ravel()
            weights = (weights[:, None] * weight / 2).ravel()

        def density(x, at=float(instance.outcome), n=n, t=t, totals=totals, weights=weights):
            return np.exp(-t * abs(n * at - x - totals)) @ weights

        kink = [float(instance.outcome)] if n == 1 and low < instance.outcome < high else None
        marginal = quad(density, low, high, points=kink)[0] / (high - low)
        least = min(density(x) for x in np.linspace(low, high, 30))
        assert near(instance.pmc(instance.outcome), math.log(marginal / least), 1e-7)


def test_gaussian_noise_leaks_what_scipy_says():
    for instance in instances(draw_gaussian, 200):
        spread = 1 / math.sqrt(2 * decimal(instance.precision))
        logs = norm.logpdf(float(instance.outcome), [float(v) for v, _ in instance.atoms], spread)
        density = logsumexp(logs, b=[float(p) for _, p in instance.atoms])
        assert near(instance.pmc(), density - logs.min())
        assert near(instance.pml(), logs.max() - density)
        assert instance.centre == 0
        far = replace(instance, outcome=F(10**6), precision=F(1, 2))
        assert (decimal(far.pmc()) > 1000) == (instance.worst_pmc() is Infinite.PLUS)


def test_normal_secrets_have_the_densities_of_scipy():
    for instance in instances(draw_normal, 60):
        n, m, s2 = instance.records, float(instance.centre), float(instance.variance)
        others = math.sqrt(float(instance.noise) + (n - 1) * s2 / n**2)
        y, x = float(instance.outcome), float(instance.record)

        def given(record, y=y, n=n, m=m, others=others):
            return norm.pdf(y, m + (record - m) / n, others)

        wide = 12 * math.sqrt(s2)
        peak = m + n * (y - m)
        marginal = norm.pdf(y, m, math.sqrt(s2 / n + float(instance.noise)))
        if n < 3 and abs(y - m) < 5:
            points = [p for p in (m, peak) if m - wide < p < m + wide]
            integral = quad(
                lambda v, s=s2, m=m: given(v) * norm.pdf(v, m, math.sqrt(s)),
                m - wide,
                m + wide,
                points=points,
                limit=400,
            )[0]
            assert integral == pytest.approx(marginal, rel=1e-5)
        log_marginal = norm.logpdf(y, m, math.sqrt(s2 / n + float(instance.noise)))
        log_given = norm.logpdf(y, m + (x - m) / n, others)
        assert near(instance.information(), log_given - log_marginal, 1e-7)
        both = log_given + norm.logpdf(x, m, math.sqrt(s2)) + math.log(2 * math.pi)
        assert near(instance.joint(), both, 1e-7)
        assert near(instance.split(), both, 1e-7)
        assert near(instance.pml(), norm.logpdf(0, 0, others) - log_marginal, 1e-7)
        assert instance.pmc() is Infinite.PLUS
        # far out a record is less likely by any factor; nowhere more likely than PML says
        levels = [
            replace(instance, record=F(x)).information() for x in (-(10**4), 10**4, *range(-9, 9))
        ]
        assert max(map(decimal, levels[:2])) < -100
        assert max(map(decimal, levels)) <= decimal(instance.pml()) + 1e-9


def test_tails_are_those_of_quadrature():
    everywhere = Tail(fair(-1, 0, 1), F(1), F(3), F(1, 100))  # no outcome has less PMC
    for instance in (everywhere, *instances(draw_tail, 80)):
        spread = 1 / math.sqrt(2 * float(instance.precision))
        values, chances = (np.array([float(a[i]) for a in instance.atoms]) for i in (0, 1))

        def level(y, values=values, chances=chances, spread=spread):
            logs = norm.logpdf(np.asarray(y)[..., None], values, spread)
            return logsumexp(logs, b=chances, axis=-1) - logs.min(axis=-1)

        grid = np.linspace(values[0] - 8 * spread, values[-1] + 8 * spread, 3001)
        levels = level(grid)
        below = grid[levels < float(instance.level)]
        low, high = (float(end) for end in instance.chance)
        assert 0 <= low <= high <= 1
        assert high - low < 1e-9
        assert instance is not everywhere or (low, len(below)) == (1, 0)
        if len(below) < 2:
            continue
        ends = []
        for inside, step in ((below[0], -1), (below[-1], 1)):
            outside = inside + step * (grid[1] - grid[0])
            if grid[0] < inside < grid[-1] and level(outside) >= float(instance.level):
                inside = brentq(lambda y, t=float(instance.level): level(y) - t, inside, outside)
                ends.append(inside)
            else:
                ends.append(step * math.inf)
        left, right = (
            chances @ f
            for f in (norm.cdf(ends[0], values, spread), norm.sf(ends[1], values, spread))
        )
        assert low == pytest.approx(left + right, abs=1e-7)
        r = float(instance.ratio)
        assert float(instance.gaussian(F(1), F(2))[0]) == pytest.approx(
            norm.sf(float(instance.level), 1, math.sqrt(2))
        )
        assert float(
            instance.folded(5 * instance.ratio / 2, 4 * instance.ratio)[1]
        ) == pytest.approx(
            min(1, 2 * norm.sf(float(instance.level) - 2.5 * r, 0, 2 * math.sqrt(r)))
        )


def test_general_alphabets_are_the_mechanisms_of_the_library():
    exact = RetentionReplacement()
    for instance in instances(draw_powers, 60):
        n, m = instance.secret, instance.outcome
        assert instance.kernel(n, m) == exact.kernel(n, m)
        assert instance.marginal == exact.marginal(m)
        assert instance.row_mass == instance.prior_mass == 1
        assert near(instance.pml(), float(exact.pml(m)))
        partial = sum(ThirdPowers.prior(k) for k in range(40))
        assert 0 < 1 - partial < F(1, 3**38)
    for instance in instances(draw_clayton, 60):
        mixture = ClaytonMixture(instance.share)
        assert instance.density == F(str(mixture.density(instance.secret, instance.outcome)))
        assert (
            decimal(instance.on_diagonal()) <= float(mixture.pml(float(instance.outcome))) + 1e-12
        )
        found = quad(
            lambda x, w=instance: ClaytonMixture(float(w.share)).density(x, float(w.outcome)), 0, 1
        )[0]
        assert float(instance.least_mass()) <= found + 1e-6
        assert float(instance.most_mass()) >= found - 1e-6
    for kept, secrets in product((F(0), F(1, 3), F(1)), (2, 4)):
        instance = Retained(F(1, 3), kept, secrets)
        prior = [instance.prior(n) for n in range(secrets)]
        assert sum(prior) == 1
        kernel = [
            [kept * (x == y) + (1 - kept) * prior[y] for y in range(secrets)]
            for x in range(secrets)
        ]
        channel = Channel(kernel, prior)
        assert near(instance.worst_pml(), max(float(v) for v in pml(channel)))
        assert decimal(instance.worst_pmc()) == pytest.approx(max(float(v) for v in pmc(channel)))


# --- statements changed in one place --------------------------------------------------------------


def scaled(condition, factor):
    """Multiply the right side, its upper end included."""
    right = replace(condition.right, of=lambda w: multiply(factor, condition.right.of(w)))
    if isinstance(condition, Enclosed):
        return replace(
            condition, right=right, right_top=lambda w: multiply(factor, condition.right_top(w))
        )
    return replace(condition, right=right)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("said", "part", "factor"),
    [
        (mean_statements.FORMULA[0], 0, F(9, 10)),
        (mean_statements.FORMULA[0], 0, F(11, 10)),
        (mean_statements.FORMULA[1], 0, F(9, 10)),
        (mean_statements.DP, 0, F(9, 10)),
        (mean_statements.SUFFICES[0], 0, F(11, 10)),
        (mean_statements.SUFFICES[1], 0, F(3, 4)),
        (mean_statements.UNIFORM, 1, F(9, 10)),
        (mean_statements.UNIFORM, 2, F(1, 2)),
        (gaussian_statements.BOUNDS_REPAIRED[0], 1, F(1, 2)),
        (gaussian_statements.BOUNDS_REPAIRED[1], 1, F(9, 10)),
        (gaussian_statements.BOUNDS_REPAIRED[1], 2, F(9, 10)),
        (gaussian_statements.MOMENTS_REPAIRED[0], 0, F(9, 10)),
        (gaussian_statements.MOMENTS_REPAIRED[0], 1, F(2, 3)),
        (gaussian_statements.TAIL, 0, F(1, 8)),
        (gaussian_statements.DOMINATED_REPAIRED[0], 0, F(9, 10)),
        (gaussian_statements.DOMINATED_REPAIRED[1], 0, F(1, 2)),
    ],
)
def test_a_formula_with_another_factor_is_seen_to_be_false(said, part, factor):
    changed = replace(said, conclusion=(scaled(said.conclusion[part], factor),))
    assert changed.trial(600).violations


@pytest.mark.parametrize(
    "said",
    [
        mean_statements.FORMULA[0],
        gaussian_statements.BOUNDS_REPAIRED[0],
        gaussian_statements.MOMENTS_REPAIRED[0],
        gaussian_statements.UNBOUNDED_REPAIRED[0],
        gaussian_statements.TAIL,
        claim("pmc.example-8").asserts[1],
    ],
)
def test_without_its_hypothesis_a_statement_is_false(said):
    assert replace(said, hypotheses=()).trial(400).violations


def test_the_constant_of_the_repaired_dominance_is_not_far_off():
    """5r/2 alone, or sqrt(r) in place of 2 sqrt(r), does not dominate."""
    instance = InGaussian(fair(-5, 5), F(5), F(1, 2), F(20))
    (sure,) = gaussian_statements.DOMINATED_REPAIRED[1].conclusion
    assert sure.check(instance).true
    assert instance.pmc() != 0
    assert decimal(instance.pmc()) > 5 * 25 / 2 + 5 * 15
