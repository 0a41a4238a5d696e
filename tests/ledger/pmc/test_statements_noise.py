"""What the claims on noise and on general alphabets assert: true of worlds, and of nothing else."""

import math
from dataclasses import replace
from fractions import Fraction as F
from itertools import islice, product
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
from pmlsym.statements.assertion import Assertion, Compared
from pmlsym.statements.assertion.conditions import Enclosed
from pmlsym.statements.values import Infinite, decimal
from pmlsym.statements.worlds.noise.finite_laws import fair
from pmlsym.statements.worlds.noise.gaussian import InGaussian, draw_gaussian, draw_normal
from pmlsym.statements.worlds.noise.noisy import NoisyMean, draw_mean, draw_uniform, sums
from pmlsym.statements.worlds.noise.tails import Tail, draw_tail
from pmlsym.statements.worlds.noise.unbounded import (
    Retained,
    ThirdPowers,
    draw_clayton,
    draw_powers,
)

PROVED = {  # and whether equality is reached
    "pmc.example-6.formula": True,
    "pmc.example-6.inside": True,
    "pmc.example-6.dp": True,
    "pmc.example-6.uniform": True,
    "pmc.example-7.tail": False,
    "pmc.example-8": True,
    "pmc.example-9": True,
}
REFUTED = {
    "pmc.example-7.bounds": "assumption",
    "pmc.example-7.moments": "assumption",
    "pmc.example-7.unbounded": "degenerate",
    "pmc.example-7.dominated": "formula",
    "pmc.section-6.gaussian": "typo",
}


def near(found, expected, tolerance=1e-9):
    return decimal(found) == pytest.approx(expected, rel=tolerance, abs=tolerance)


def worlds(draw, count, seed=5):
    random = Random(seed)
    return [draw(number, random) for number in range(count)]


# --- verdicts -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PROVED)
def test_what_is_proved_holds_on_every_world(name):
    trials = [said.trial(300, seed=1) for said in claim(name).asserts]
    assert sum(t.violations for t in trials) == 0
    assert all(t.applied > 60 for t in trials)
    assert any(t.tight for t in trials) == PROVED[name]
    assert sum(t.unseparated for t in trials) <= 10
    for argument in claim(name).arguments:
        assert argument.test.trial(100, seed=1).violations == 0


@pytest.mark.parametrize("name", REFUTED)
def test_what_is_refuted_fails_on_its_world_and_its_repair_nowhere(name):
    found, (world,) = claim(name), claim(name).models
    assert found.holds(world) is False
    assert found.repair.read_on(world).holds is not False
    assert found.check().kind == REFUTED[name]
    for said in found.repair.asserts:
        trial = said.trial(300, seed=2)
        assert trial.violations == 0
        assert trial.applied > 30


def test_each_of_the_four_kinds_of_mechanisms_exists():
    found = claim("pmc.section-6.any")
    for said, world in zip(found.asserts, found.models, strict=True):
        assert [other for other in found.models if said.judge(other).holds] == [world]


# --- worlds against other code --------------------------------------------------------------------


def laplace_pmc(world, outcomes):
    """PMC from one record to a mean, database by database, in floats; and PML."""
    rate, n = decimal(world.rate), world.records
    chances = np.array([float(p) for _, p in world.atoms])
    rows = []
    for value, _ in world.atoms:
        row = np.zeros(len(outcomes))
        for rest in product(world.atoms, repeat=n - 1):
            total = float(value + sum(v for v, _ in rest))
            row += math.prod(float(p) for _, p in rest) * np.exp(-rate * abs(n * outcomes - total))
        rows.append(row)
    density = chances @ np.array(rows)
    return np.log(density / np.min(rows, axis=0)), np.log(np.max(rows, axis=0) / density)


def test_sample_means_leak_what_enumeration_says():
    for world in worlds(draw_mean, 120):
        at = np.array([float(world.outcome)])
        level, gain = laplace_pmc(world, at)
        assert near(world.pmc(world.outcome), level[0])
        assert near(world.pml(world.outcome), gain[0])
        assert world.reaches_ends == ({world.low, world.high} <= {v for v, _ in world.atoms})
        low, high = float(world.low) - 1, float(world.high) + 1
        grid = np.append(np.linspace(low, high, 400), [float(m) for m in world.means])
        level, gain = laplace_pmc(world, grid)
        assert near(world.worst_pmc(), level.max())
        assert near(world.worst_pml(), gain.max())
        assert sum(sums(world.atoms, world.records).values()) == 1


def test_the_printed_cumulants_are_what_the_reading_computes():
    for world in worlds(draw_mean, 60):
        mu, t = float(world.centre), decimal(world.rate)
        for upper, sign, gap in (
            (False, 1, mu - float(world.low)),
            (True, -1, float(world.high) - mu),
        ):
            cumulant = math.log(
                sum(float(p) * math.exp(sign * t * (float(v) - mu)) for v, p in world.atoms)
            )
            assert near(mean_statements.at_end(world, upper), gap * t + cumulant)


def test_uniform_records_leak_what_quadrature_says():
    node, weight = np.polynomial.legendre.leggauss(40)
    for world in worlds(draw_uniform, 36):
        low, high = float(world.low), float(world.high)
        if world.low < world.outcome < world.high and world.records > 1:
            continue  # the integrand has a kink
        places, n, t = (high - low) / 2 * node + (high + low) / 2, world.records, float(world.rate)
        totals, weights = np.zeros(1), np.ones(1)
        for _ in range(n - 1):
            totals = (totals[:, None] + places).ravel()
            weights = (weights[:, None] * weight / 2).ravel()

        def density(x, at=float(world.outcome), n=n, t=t, totals=totals, weights=weights):
            return np.exp(-t * abs(n * at - x - totals)) @ weights

        kink = [float(world.outcome)] if n == 1 and low < world.outcome < high else None
        marginal = quad(density, low, high, points=kink)[0] / (high - low)
        least = min(density(x) for x in np.linspace(low, high, 30))
        assert near(world.pmc(world.outcome), math.log(marginal / least), 1e-7)


def test_gaussian_noise_leaks_what_scipy_says():
    for world in worlds(draw_gaussian, 200):
        spread = 1 / math.sqrt(2 * decimal(world.precision))
        logs = norm.logpdf(float(world.outcome), [float(v) for v, _ in world.atoms], spread)
        density = logsumexp(logs, b=[float(p) for _, p in world.atoms])
        assert near(world.pmc(), density - logs.min())
        assert near(world.pml(), logs.max() - density)
        assert world.centre == 0
        far = replace(world, outcome=F(10**6), precision=F(1, 2))
        assert (decimal(far.pmc()) > 1000) == (world.worst_pmc() is Infinite.PLUS)


def test_normal_secrets_have_the_densities_of_scipy():
    for world in worlds(draw_normal, 60):
        n, m, s2 = world.records, float(world.centre), float(world.variance)
        others = math.sqrt(float(world.noise) + (n - 1) * s2 / n**2)
        y, x = float(world.outcome), float(world.record)

        def given(record, y=y, n=n, m=m, others=others):
            return norm.pdf(y, m + (record - m) / n, others)

        wide = 12 * math.sqrt(s2)
        peak = m + n * (y - m)
        marginal = norm.pdf(y, m, math.sqrt(s2 / n + float(world.noise)))
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
        log_marginal = norm.logpdf(y, m, math.sqrt(s2 / n + float(world.noise)))
        log_given = norm.logpdf(y, m + (x - m) / n, others)
        assert near(world.information(), log_given - log_marginal, 1e-7)
        both = log_given + norm.logpdf(x, m, math.sqrt(s2)) + math.log(2 * math.pi)
        assert near(world.joint(), both, 1e-7)
        assert near(world.split(), both, 1e-7)
        assert near(world.pml(), norm.logpdf(0, 0, others) - log_marginal, 1e-7)
        assert world.pmc() is Infinite.PLUS
        # far out a record is less likely by any factor; nowhere more likely than PML says
        levels = [
            replace(world, record=F(x)).information() for x in (-(10**4), 10**4, *range(-9, 9))
        ]
        assert max(map(decimal, levels[:2])) < -100
        assert max(map(decimal, levels)) <= decimal(world.pml()) + 1e-9


def test_tails_are_those_of_quadrature():
    everywhere = Tail(fair(-1, 0, 1), F(1), F(3), F(1, 100))  # no outcome has less PMC
    for world in (everywhere, *worlds(draw_tail, 80)):
        spread = 1 / math.sqrt(2 * float(world.precision))
        values, chances = (np.array([float(a[i]) for a in world.atoms]) for i in (0, 1))

        def level(y, values=values, chances=chances, spread=spread):
            logs = norm.logpdf(np.asarray(y)[..., None], values, spread)
            return logsumexp(logs, b=chances, axis=-1) - logs.min(axis=-1)

        grid = np.linspace(values[0] - 8 * spread, values[-1] + 8 * spread, 3001)
        levels = level(grid)
        below = grid[levels < float(world.level)]
        low, high = (float(end) for end in world.chance)
        assert 0 <= low <= high <= 1
        assert high - low < 1e-9
        assert world is not everywhere or (low, len(below)) == (1, 0)
        if len(below) < 2:
            continue
        ends = []
        for inside, step in ((below[0], -1), (below[-1], 1)):
            outside = inside + step * (grid[1] - grid[0])
            if grid[0] < inside < grid[-1] and level(outside) >= float(world.level):
                inside = brentq(lambda y, t=float(world.level): level(y) - t, inside, outside)
                ends.append(inside)
            else:
                ends.append(step * math.inf)
        left, right = (
            chances @ f
            for f in (norm.cdf(ends[0], values, spread), norm.sf(ends[1], values, spread))
        )
        assert low == pytest.approx(left + right, abs=1e-7)
        r = float(world.ratio)
        assert float(world.gaussian(F(1), F(2))[0]) == pytest.approx(
            norm.sf(float(world.level), 1, math.sqrt(2))
        )
        assert float(world.folded(5 * world.ratio / 2, 4 * world.ratio)[1]) == pytest.approx(
            min(1, 2 * norm.sf(float(world.level) - 2.5 * r, 0, 2 * math.sqrt(r)))
        )


def test_general_alphabets_are_the_mechanisms_of_the_library():
    exact = RetentionReplacement()
    for world in worlds(draw_powers, 60):
        n, m = world.secret, world.outcome
        assert world.kernel(n, m) == exact.kernel(n, m)
        assert world.marginal == exact.marginal(m)
        assert world.row_mass == world.prior_mass == 1
        assert near(world.pml(), float(exact.pml(m)))
        partial = sum(ThirdPowers.prior(k) for k in range(40))
        assert 0 < 1 - partial < F(1, 3**38)
    for world in worlds(draw_clayton, 60):
        mixture = ClaytonMixture(world.share)
        assert world.density == F(str(mixture.density(world.secret, world.outcome)))
        assert decimal(world.on_diagonal()) <= float(mixture.pml(float(world.outcome))) + 1e-12
        found = quad(
            lambda x, w=world: ClaytonMixture(float(w.share)).density(x, float(w.outcome)), 0, 1
        )[0]
        assert float(world.least_mass()) <= found + 1e-6
        assert float(world.most_mass()) >= found - 1e-6
    for kept, secrets in product((F(0), F(1, 3), F(1)), (2, 4)):
        world = Retained(F(1, 3), kept, secrets)
        prior = [world.prior(n) for n in range(secrets)]
        assert sum(prior) == 1
        kernel = [
            [kept * (x == y) + (1 - kept) * prior[y] for y in range(secrets)]
            for x in range(secrets)
        ]
        channel = Channel(kernel, prior)
        assert near(world.worst_pml(), max(float(v) for v in pml(channel)))
        assert decimal(world.worst_pmc()) == pytest.approx(max(float(v) for v in pmc(channel)))


# --- statements changed in one place --------------------------------------------------------------


def scaled(condition, factor):
    """Multiply the right side, its upper end included."""
    right = replace(condition.right, of=lambda w: multiply(factor, condition.right.of(w)))
    if isinstance(condition, Enclosed):
        return replace(
            condition, right=right, right_top=lambda w: multiply(factor, condition.right_top(w))
        )
    return replace(condition, right=right)


def turned(condition):
    return replace(
        condition, sign={"<=": ">=", ">=": "<=", "<": ">", ">": "<", "=": "!="}[condition.sign]
    )


@pytest.mark.parametrize("name", [*PROVED, *(f"{name}.repair" for name in REFUTED)])
def test_a_statement_that_is_turned_around_is_seen_to_be_false(name):
    found = claim(name.removesuffix(".repair"))
    for said in (found.repair if name.endswith("repair") else found).asserts:
        for condition in said.conclusion:
            changed = replace(said, conclusion=(turned(condition),))
            assert changed.trial(300).violations, str(condition)


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
    world = InGaussian(fair(-5, 5), F(5), F(1, 2), F(20))
    (sure,) = gaussian_statements.DOMINATED_REPAIRED[1].conclusion
    assert sure.check(world).true
    assert world.pmc() != 0
    assert decimal(world.pmc()) > 5 * 25 / 2 + 5 * 15


def test_between_enclosures_nothing_is_said():
    condition = gaussian_statements.DOMINATED.conclusion[0]
    wide = replace(
        condition, left_top=lambda _: F(1), left=replace(condition.left, of=lambda _: F(0))
    )
    check = wide.check(Tail(fair(-1, 1), F(1), F(1, 2), F(1)))
    assert check.true is None
    said = Assertion(gaussian_statements.TAILS, (wide,))
    assert said.judge(Tail(fair(-1, 1), F(1), F(1, 2), F(1))).holds is None
    assert isinstance(condition, Compared)


def test_seeds_give_the_same_worlds():
    for over in (mean_statements.MEANS, gaussian_statements.GAUSSIAN, gaussian_statements.TAILS):
        one, other = (list(map(str, islice(over.all(3), 40))) for _ in range(2))
        assert one == other
        assert len(set(one)) > 20
    assert isinstance(next(mean_statements.MEANS.all()), NoisyMean)


# --- the reductions -------------------------------------------------------------------------------


def test_normal_noise_multiplies_moments():
    random = Random(2)
    for _ in range(20):
        values, sigma, power = (
            [random.uniform(-2, 2) for _ in range(3)],
            random.uniform(0.2, 2),
            random.uniform(-2, 2),
        )

        def density(y, values=values, sigma=sigma):
            return float(np.mean(norm.pdf(y, values, sigma)))

        found = quad(
            lambda y, d=density, p=power: math.exp(p * y) * d(y), -40, 40, points=[0], limit=400
        )[0]
        own = np.mean(np.exp(power * np.array(values)))
        assert found == pytest.approx(own * math.exp(power**2 * sigma**2 / 2), rel=1e-6)


def test_what_is_surely_larger_is_more_likely_to_be_large_and_not_otherwise():
    random = Random(3)
    for _ in range(3000):
        chances = [random.randint(1, 4) for _ in range(3)]
        one, other = ([random.randint(0, 3) for _ in chances] for _ in range(2))
        tails = [
            [sum(p for p, v in zip(chances, of, strict=True) if v >= t) for t in range(5)]
            for of in (one, other)
        ]
        if all(u <= v for u, v in zip(one, other, strict=True)):
            assert all(a <= b for a, b in zip(*tails, strict=True))
        # without dominance no coupling is sure: some value is larger
        if any(a > b for a, b in zip(*tails, strict=True)):
            assert any(u > v for u, v in zip(one, other, strict=True))
