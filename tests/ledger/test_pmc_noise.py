"""The symbols of the claims on added noise and general alphabets mean what the definitions say."""

import math
from fractions import Fraction as F
from itertools import product

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given, settings, strategies as st
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import logsumexp
from scipy.stats import norm

from pmlsym.exact import sympified as rational
from pmlsym.ledger.pmc.mechanisms import general
from pmlsym.ledger.pmc.noise import gaussian, sample_mean
from pmlsym.proof.language import reals
from tests.ledger.evaluation import (
    SHARES,
    fraction,
    is_true,
    law_of,
    log,
    mean,
    of,
    parts,
    satisfied,
    says,
    true_parts,
    value,
)
from tests.random_channels import distributions

HALF = F(1, 2)
RECORD = reals("X")[0]  # the record, or the secret, that a law "X" is the law of
t, z, x, y, q, u, mu, level = reals("t z x y q u mu B")


@st.composite
def secrets(draw, centred=False):
    """A law of two to four values: the values in order, and their probabilities."""
    values = draw(st.lists(st.integers(-4, 4), min_size=2, max_size=4, unique=True))
    chances = draw(distributions(len(values), positive=True))
    places = sorted(F(value, 2) for value in values)
    middle = sum(p * x for p, x in zip(chances, places, strict=True)) if centred else 0
    return [x - middle for x in places], chances


def numbers(**values):
    """Rational numbers for symbols, by their names."""
    return {reals(name)[0]: rational(number) for name, number in values.items()}


# --- Example 6: a sample mean in Laplace noise ----------------------------------------------------


def sums_of_others(places, chances, count):
    """The sum of the other records, database by database."""
    databases = list(product(range(len(places)), repeat=count))
    totals = [float(sum(places[i] for i in database)) for database in databases]
    weights = [float(math.prod(chances[i] for i in database)) for database in databases]
    return np.array(totals), np.array(weights)


def laplace_pmc(found, n, scale, y):
    """PMC from one record to the mean of n, by enumerating databases; y may be an array."""
    places, chances = found
    totals, weights = sums_of_others(places, chances, n - 1)
    y = np.atleast_1d(y)[:, None]
    rows = [np.exp(-abs(y - (float(x) + totals) / n) / scale) @ weights for x in places]
    return np.log(np.array(chances, float) @ rows) - np.log(np.min(rows, axis=0))


@settings(max_examples=25)
@given(secrets(), st.integers(1, 3), st.sampled_from([F(1, 3), F(1), F(5, 2)]))
def test_no_outcome_of_the_sample_mean_leaks_more_than_those_beyond_the_ends(found, n, scale):
    places, chances = found
    low, high = places[0], places[-1]
    values = numbers(t=1 / (n * scale), c=low, d=high, mu=mean(chances, places))
    laws = {"X": law_of(chances, (RECORD, places))}
    below = value(sample_mean.BELOW, values, laws)
    above = value(sample_mean.ABOVE, values, laws)
    beyond = np.array([0.0, 0.7, 3.0])
    scale = float(scale)
    assert laplace_pmc(found, n, scale, float(high) + beyond) == pytest.approx([below] * 3)
    assert laplace_pmc(found, n, scale, float(low) - beyond) == pytest.approx([above] * 3)
    grid = np.linspace(float(low) - 0.5, float(high) + 0.5, 301)
    worst = laplace_pmc(found, n, scale, grid).max()
    assert worst == pytest.approx(max(below, above), abs=1e-9)
    for part in (of("example-6.dp", words) for words in ("on the paper's way", "and K(-1/(nb))")):
        assert is_true(part, values, laws)


@settings(max_examples=25)
@given(secrets(), st.data())
def test_given_the_other_records_the_densities_compare_as_the_steps_say(found, data):
    """At most e^L times, L the larger of (13) and (14); and exactly so beyond the ends."""
    places, chances = found
    at, inner = F(data.draw(st.integers(-12, 12)), 2), data.draw(SHARES)
    own = data.draw(st.sampled_from([*places, places[0] + inner * (places[-1] - places[0])]))
    middle = mean(chances, places)
    values = numbers(t=HALF, z=at, x=own, c=places[0], d=places[-1], mu=middle)
    laws = {"X": law_of(chances, (RECORD, places))}
    level = max(value(end, values, laws) for end in (sample_mean.BELOW, sample_mean.ABOVE))
    most = values | numbers(L=F(level) + F(1, 10**9))
    no_more = of("example-6.formula", "given the other records")
    assert is_true(no_more, most, laws)
    density = sum(
        float(p) * math.exp(-abs(at - r) / 2) for p, r in zip(chances, places, strict=True)
    )
    assert value(no_more.goal.conclusion.lhs, most, laws) == pytest.approx(density)
    beyond = [of("example-6.formula", words) for words in ("for z >= d", "for z <= c")]
    assert true_parts(beyond, values, laws) == (at >= places[-1]) + (at <= places[0])


def uniform_pmc(low, high, n, scale, y, nodes=80):
    """PMC from one of n uniform records to their mean, by Gauss-Legendre quadrature."""
    node, weight = np.polynomial.legendre.leggauss(nodes)
    node, weight = (high - low) / 2 * node + (high + low) / 2, weight / 2
    totals, weights = np.zeros(1), np.ones(1)
    for _ in range(n - 1):
        totals = (totals[:, None] + node).ravel()
        weights = (weights[:, None] * weight).ravel()
    given_x = [np.exp(-abs(y - (x + totals) / n) / scale) @ weights for x in (*node, low, high)]
    return math.log(weight @ given_x[:-2]) - math.log(min(given_x))


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-1.5, 2.0)])
@pytest.mark.parametrize("scale", [0.25, 2.0])
def test_uniform_records_leak_what_the_ledger_says(low, high, scale):
    for n in (1, 2, 3):
        ends = F(high) - F(low)
        nodes = (100, 40, 20)[n - 1]
        values = numbers(u=ends / (n * F(scale)))
        stated = value(sample_mean.UNIFORM, values)
        for y in (low - 1, low, high, high + 0.5):
            found = uniform_pmc(low, high, n, scale, y, nodes)
            assert found == pytest.approx(stated, abs=1e-11)
        for y in np.linspace(low, high, 11):
            assert uniform_pmc(low, high, n, scale, y, nodes) <= stated + 1e-3
        middle = F(low) + ends / 3
        values |= numbers(t=1 / (n * F(scale)), c=F(low), d=F(high), x=middle)
        for part in parts("example-6.uniform"):
            assert is_true(part, values), part.meaning


# --- Example 7: Gaussian noise on a bounded secret -----------------------------------------------


def log_densities(places, noise, at):
    """The log-density of the outcome given each value; noise is q = 1/(2 sigma^2)."""
    return norm.logpdf(float(at), np.array(places, float), 1 / math.sqrt(2 * noise))


def gaussian_pmc(found, noise, at):
    places, chances = found
    logs = log_densities(places, noise, at)
    return logsumexp(logs, b=np.array(chances, float)) - logs.min()


NOISES = st.sampled_from([F(1, 8), F(1, 2), F(3, 2)])
PLACES = st.integers(-12, 12).map(lambda n: F(n, 3))


@settings(max_examples=40)
@given(secrets(), NOISES, PLACES, st.booleans())
def test_the_bounds_for_gaussian_noise_hold_for_measured_leakage(found, noise, at, centred):
    places, chances = found
    middle = mean(chances, places)
    if centred:
        places, middle = [r - middle for r in places], F(0)
    level = gaussian_pmc((places, chances), noise, at)
    logs = log_densities(places, noise, at)
    assert logs.min() == pytest.approx(min(logs[0], logs[-1]))
    ends = {"a": -places[0], "b": places[-1], "A": max(map(abs, places))}
    values = numbers(q=noise, y=at, mu=middle, **ends)
    laws, claim = {"X": law_of(chances, (RECORD, places))}, "example-7.bounds.repair"
    for part in (part for part in parts(claim) if part.meaning.startswith("PMC is at most")):
        for place, logged in zip(places, logs, strict=True):
            here = values | numbers(x=place)
            assert is_true(part, here, laws)
            left = value(part.goal.conclusion.lhs, here, laws)
            assert left == pytest.approx(level + logs.min() - logged, abs=1e-9)
        assert value(part.goal.conclusion.rhs, values) >= level - 1e-9
    a, b = ends["a"], ends["b"]
    for words, logged, printed in (
        ("from the end -a", logs[0], a * (2 * at + a - b)),
        ("from the end b", logs[-1], b * (b - a - 2 * at)),
    ):
        part = of(claim, words)
        assert is_true(part, values, laws)
        left, right = (value(side, values, laws) for side in part.goal.conclusion.args)
        assert left == pytest.approx(level + logs.min() - logged, abs=1e-9)
        assert right <= level + 1e-9
        if centred:
            assert right == pytest.approx(float(noise * printed), abs=1e-9)
    assert true_parts(parts(claim), values | numbers(x=places[0]), laws) >= 4


@settings(max_examples=20)
@given(st.integers(1, 5), st.integers(1, 5), NOISES)
def test_between_two_values_the_lower_bounds_are_attained_to_first_order(left, right, noise):
    """At y = (b - a)/2 the outcome says nothing, as both lower bounds; beside it, within 1 %."""
    low, high = F(-left, 4), F(right, 4)
    found = [low, high], [high / (high - low), -low / (high - low)]
    for words, shift in (("from the end -a", F(1, 10**4)), ("from the end b", -F(1, 10**4))):
        part = of("example-7.bounds.repair", words)
        for moved in (F(0), shift):
            at = (high + low) / 2 + moved
            values = numbers(q=noise, y=at, a=-low, b=high, mu=0)
            level = gaussian_pmc(found, noise, at)
            bound = value(part.goal.conclusion.rhs, values)
            assert 0.99 * level - 1e-12 <= bound <= level + 1e-12
            assert (level > 1e-6) == bool(moved)


@settings(max_examples=25)
@given(secrets(), st.integers(1, 4), NOISES, PLACES)
def test_a_symmetric_support_has_the_bounds_as_printed(found, half, noise, at):
    """A |y|/sigma^2 <= PMC, if -A and A are both ends and the mean is zero; footnote 4."""
    inner, chances = found
    places = sorted({-F(half, 2), F(half, 2), *(r for r in inner if abs(r) < F(half, 2))})
    chances = [F(1, len(places))] * len(places)
    middle = mean(chances, places)
    chances[0] += middle / half  # moves the mean to zero
    chances[-1] -= middle / half
    assume(min(chances) > 0)
    level, sigma_2 = gaussian_pmc((places, chances), noise, at), 1 / (2 * float(noise))
    printed = float(half / 2 * abs(at)) / sigma_2
    assert printed <= level + 1e-9
    values = numbers(q=noise, y=at, a=F(half, 2), b=F(half, 2), A=F(half, 2), mu=0)
    both = of("example-7.bounds.repair", "with a = b = A and mean zero")
    assert is_true(both, values)
    assert value(both.goal.conclusion.lhs, values) == pytest.approx(printed)
    published = value(gaussian.PUBLISHED_UPPER.goal.conclusion.rhs, values)
    better = value(gaussian.BETTER_UPPER.goal.conclusion.rhs, values)
    assert level <= min(published, better) + 1e-9
    assert (better < published) == (0 < abs(at) < half)
    footnote = (of("example-7.bounds.repair", words) for words in ("footnote 4", "and not for"))
    assert true_parts(footnote, values) == (at != 0)


@settings(max_examples=25)
@given(secrets(centred=True), NOISES, st.integers(0, 20), SHARES)
def test_far_outcomes_exceed_every_level_unless_the_secret_is_constant(found, noise, asked, more):
    places, chances = found
    values = numbers(q=noise, a=-places[0], b=places[-1], mu=0, x=0, B=asked)
    laws = {"X": law_of(chances, (RECORD, places))}
    beyond = of("example-7.unbounded.repair", "PMC exceeds B")
    (far,) = (h for h in beyond.goal.hypotheses if y in h.free_symbols)
    at = fraction(sp.sympify(far.rhs).subs(values)) + more
    assert is_true(beyond, values | numbers(y=at), laws)
    assert gaussian_pmc(found, noise, at) > asked
    alone = {"X": law_of([F(1)], (RECORD, [F(0)]))}
    assert is_true(
        of("example-7.unbounded.repair", "a constant secret"), values | numbers(y=at), alone
    )


@settings(max_examples=30)
@given(st.integers(1, 4), st.integers(0, 4), NOISES, PLACES)
def test_the_bounds_with_the_cumulant_hold_and_are_attained(half, inner, noise, at):
    size = F(half, 2)
    places, chances = [-size, F(0), size], [F(5 - inner, 10), F(inner, 5), F(5 - inner, 10)]
    values = numbers(q=noise, y=at, A=size, x=size if at <= 0 else -size)
    laws = {"X": law_of(chances, (RECORD, places))}
    level = gaussian_pmc((places, chances), noise, at)
    found = parts("example-7.moments.repair")
    assert true_parts(found, values, laws) == (2 if at else 4)
    for part in found:
        if satisfied(part, values, laws):
            left, right = (value(side, values, laws) for side in part.goal.conclusion.args)
            assert left == pytest.approx(level, abs=1e-9)
            if "gives at least" in part.meaning:
                assert (right == pytest.approx(left, rel=1e-11)) == (inner == 0)


# --- the tail ------------------------------------------------------------------------------------


def two_point_tail(ratio, least):
    """P(PMC >= least) by quadrature, and where PMC is that much.

    The secret is A or -A, equally likely, and sigma = 1, so that A^2 = r.
    """
    size = math.sqrt(ratio)
    found = [-size, size], [0.5, 0.5]
    edge = brentq(lambda at: gaussian_pmc(found, 0.5, at) - least, 0, 40 + least / size)
    chance = quad(lambda at: norm.pdf(at, size) + norm.pdf(at, -size), edge, edge + 20 + 2 * size)
    return chance[0], edge


@pytest.mark.parametrize("size", [HALF, F(1), F(2)])
def test_the_tail_is_within_the_bound_for_two_values(size):
    ratio = size**2
    (rare,) = parts("example-7.tail")[1:]
    for beta in (F(1, 2), F(2), F(5), F(12)):
        chance, edge = two_point_tail(float(ratio), float(beta + ratio / 2))
        values = numbers(r=ratio, beta=beta)
        assert chance <= value(rare.goal.conclusion.rhs, values)
        # the outcome is at least beta/(4qA) from 0
        assert edge >= beta / (2 * size)


@settings(max_examples=30)
@given(secrets(), NOISES, st.data())
def test_the_noise_bounds_the_leakage_surely(found, noise, data):
    places, chances = found
    own, at = data.draw(st.sampled_from(places)), data.draw(PLACES)
    size = max(map(abs, places)) + data.draw(SHARES)
    far = max(places, key=lambda r: abs(at - r))
    values = numbers(q=noise, A=size, x=far, x_0=own, y=at)
    laws = {"X": law_of(chances, (RECORD, places))}
    sure = of("example-7.dominated.repair", "PMC at y is at most")
    assert is_true(sure, values, laws)
    left, right = (value(side, values, laws) for side in sure.goal.conclusion.args)
    assert left == pytest.approx(gaussian_pmc(found, noise, at), abs=1e-9)
    sigma, root = math.sqrt(1 / (2 * noise)), float(size) * math.sqrt(2 * noise)
    expected = 5 * root**2 / 2 + 2 * root * abs(float(at - own)) / sigma
    assert right == pytest.approx(expected)


# --- a Gaussian secret ---------------------------------------------------------------------------


@settings(max_examples=25)
@given(PLACES, PLACES, st.sampled_from([F(1, 4), F(2)]), st.sampled_from([F(1, 3), F(3, 2)]))
def test_a_gaussian_secret_has_the_densities_of_scipy(at, own, variance, noise):
    claim = "section-6.gaussian.repair"
    assume(own not in (at, at * variance / (variance + noise)))  # no enclosure for 0 squared
    values = numbers(y=at, x=own, s2=variance, sigma2=noise, B=2)
    total, at, own = math.sqrt(variance + noise), float(at), float(own)
    given_x, of_x = norm.logpdf(at, own, math.sqrt(noise)), norm.logpdf(own, 0, math.sqrt(variance))
    of_y = norm.logpdf(at, 0, total)
    part = of(claim, "the information density is at most")
    left, right = (value(side, values) for side in part.goal.conclusion.args)
    assert left == pytest.approx(given_x - of_y, abs=1e-9)
    # the supremum over x, by the density of y given x = y
    assert right == pytest.approx(norm.logpdf(0, 0, math.sqrt(noise)) - of_y, abs=1e-9)
    square = of(claim, "completing the square")
    centre = float(variance / (variance + noise)) * at
    spread = math.sqrt(variance * noise / (variance + noise))
    posterior = norm.logpdf(own, centre, spread)
    assert given_x + of_x == pytest.approx(of_y + posterior, abs=1e-9)
    constants = [norm.logpdf(0, 0, math.sqrt(s)) for s in (variance, noise)]
    joint = -value(square.goal.conclusion.lhs, values) / 2 + sum(constants)
    assert joint == pytest.approx(given_x + of_x, abs=1e-9)
    constants = [norm.logpdf(0, 0, total), norm.logpdf(0, 0, spread)]
    joint = -value(square.goal.conclusion.rhs, values) / 2 + sum(constants)
    assert joint == pytest.approx(of_y + posterior, abs=1e-9)
    assert true_parts(parts(claim), values) >= 2
    assert is_true(of(claim, "PML itself exceeds every level"), values | numbers(y=40))
    assert is_true(of(claim, "PMC is infinite"), values | numbers(x=30))


# --- Examples 8 and 9: general alphabets ---------------------------------------------------------


def replaced(secret, outcome):
    """P(outcome | secret) where the secret is kept with 1/2, else drawn again from the prior."""
    prior = F(1, 3**outcome) if outcome else HALF
    return HALF * (secret == outcome) + HALF * prior


def test_the_entries_of_example_8_are_those_of_exact_partial_sums():
    size = 30
    prior = [HALF, *(F(1, 3**n) for n in range(1, size))]
    left = 1 - sum(prior)  # the probability of all secrets that the sums leave out
    for m in range(1, 8):
        values = numbers(u=prior[m], S=HALF, B=F(m, 2), a=prior[m] / 2)
        same, other = (fraction(sp.sympify(e).subs(values)) for e in (general.SAME, general.OTHER))
        assert same == replaced(m, m)
        assert {other} == {replaced(n, m) for n in range(size) if n != m}
        column = sum(chance * replaced(n, m) for n, chance in enumerate(prior))
        assert 0 < prior[m] - column <= left
        lifts = [replaced(n, m) / prior[m] for n in range(size)]
        pml, pmc = (of("example-8", words) for words in ("PML at m is", "the smallest lift at m"))
        assert says(pml, log(max(lifts)), values)
        assert says(pmc, log(1 / min(lifts)), values)
        assert min(lifts) == HALF
        assert true_parts(parts("example-8"), values) >= len(parts("example-8")) - 1
    assert is_true(of("example-8", "beyond every level B"), numbers(u=prior[8], B=7))
    assert max(lifts) > math.exp(7) / 2
    for secret in range(4):
        row = sum(replaced(secret, m) for m in range(size))
        assert 0 < 1 - row <= left
    column = sum(chance * replaced(n, 0) for n, chance in enumerate(prior))
    assert 0 < HALF - column <= left
    assert HALF / min(replaced(n, 0) for n in range(size)) == 2


def test_the_density_of_example_9_is_that_of_the_clayton_copula():
    """The mixed derivative of (1/x + 1/y - 1)^-1, and its marginals, extremes and limits."""

    def copula(x, y):
        return 1 / (1 / x + 1 / y - 1)

    forms = of("example-9", "c_1 = 2xy/(x + y - xy)^3").goal.conclusion.args
    places = [F(1, 20), F(1, 3), F(4, 5)]
    for at, outcome in product(places, repeat=2):
        values = numbers(x=at, y=outcome)
        expected = mpmath.diff(copula, (mpmath.mpf(float(at)), mpmath.mpf(float(outcome))), (1, 1))
        for form in (general.COPULA, *forms):
            assert value(form, values) == pytest.approx(float(expected), rel=1e-5)
    density = sp.lambdify(reals("x y"), forms[1])
    for at in (0.05, 0.5, 0.9):
        assert quad(density, 0, 1, args=(at,), points=[at])[0] == pytest.approx(1)
        assert quad(lambda y, x=at: density(x, y), 0, 1, points=[at])[0] == pytest.approx(1)
    grid = np.linspace(1e-4, 1, 400)[:-1]
    eta, pmc = F(1, 4), of("example-9", "PMC: the density is at least eta")
    mixture = sp.lambdify(reals("x y eta"), pmc.goal.conclusion.lhs)
    table = mixture(grid[:, None], grid[None, :], float(eta))
    expected = 0.25 + 0.75 * density(grid[:, None], grid[None, :])
    assert table == pytest.approx(expected)
    assert table.min() >= 0.25
    assert (table[0] < 0.25 + 2 * 0.75 * grid[0] / grid**2).all()
    assert table[0, 0] == table.max()
    assert table.max() > 0.75 / (4 * grid[0])
    for at, outcome in product(places, repeat=2):
        values = numbers(x=at, y=outcome, eta=eta, delta=HALF, B=2)
        assert true_parts(parts("example-9"), values) >= 3
    values = numbers(x=F(1, 100), y=HALF, eta=eta, delta=HALF, B=2)
    for words in ("within delta of it", "the density exceeds every B"):
        assert is_true(of("example-9", words), values)
