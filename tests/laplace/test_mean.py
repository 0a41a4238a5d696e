"""The noisy mean against enumerated databases, quadrature of the definition, and closed forms."""

import itertools
import math
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st
from scipy.integrate import quad

from pmlsym.errors import ParameterError, VacuousGuaranteeWarning
from pmlsym.laplace import MeanRelease, calibrate_mean
from pmlsym.laplace.mean.sums import others
from pmlsym.secret import Density, Discrete, Uniform
from tests.random_channels import discrete


def enumerated(pair, records, scale, y):
    """Return PML and PMC of one outcome from all databases of the other records."""
    values, weights = [[float(x) for x in row] for row in pair]
    indices = range(len(values))

    def likelihood(x):
        return math.fsum(
            math.prod(weights[i] for i in others)
            * math.exp(-abs(y - (x + sum(values[i] for i in others)) / records) / scale)
            for others in itertools.product(indices, repeat=records - 1)
        )

    given_x = [likelihood(x) for x in values]
    density = math.fsum(p * f for p, f in zip(weights, given_x, strict=True))
    return math.log(max(given_x) / density), math.log(density / min(given_x))


@given(
    discrete(3, (1, 2, 5, 40)),
    st.integers(1, 4),
    st.sampled_from([0.05, 0.4, 3.0]),
    st.floats(-4, 4),
)
def test_discrete_secrets_by_enumeration(pair, records, scale, y):
    release = MeanRelease(Discrete(*pair), records, scale)
    expected = enumerated(pair, records, scale, y)
    assert (release.pml(y), release.pmc(y)) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@given(discrete(3, (1, 2, 5, 40)), st.integers(1, 3), st.sampled_from([0.05, 0.4, 3.0]))
@settings(max_examples=15)
def test_no_outcome_of_a_discrete_secret_is_worse_than_the_worst(pair, records, scale):
    release = MeanRelease(Discrete(*pair), records, scale)
    outcomes = np.linspace(float(min(pair[0])) - 0.5, float(max(pair[0])) + 0.5, 150)
    found = np.array([enumerated(pair, records, scale, y) for y in outcomes.tolist()])
    worst = release.worst_pml()
    assert found[:, 0].max() <= worst.leakage + 1e-9
    assert worst.leakage == worst.upper
    assert enumerated(pair, records, scale, worst.outcome)[0] == pytest.approx(worst.leakage)
    # the largest PMC is at an end of the support, and beyond it
    assert found[:, 1].max() == pytest.approx(float(release.worst_pmc()), abs=1e-9)


# --- secrets with a density -------------------------------------------------------------------


def humps(x):
    return math.exp(-(((x - 0.1) / 0.1) ** 2)) + 3 * math.exp(-(((x - 0.9) / 0.05) ** 2)) + 0.01


DENSITIES = {
    "uniform": (Uniform(0.0, 1.0), lambda x: 1.0),
    "ramp": (Density(lambda x: x, 0, 1), lambda x: 2 * x),
    "humps": (Density(humps, 0, 1), humps),
    "jump": (Density(lambda x: 1 if x < 0.3 else 3, 0, 1), lambda x: 1 if x < 0.3 else 3),
}


def definition(pdf, records, scale, y, grid):
    """Return PML and PMC for one or two records: nested quadrature, extremes over a grid."""
    integral = {"epsabs": 0, "epsrel": 1e-11, "limit": 400}
    mass = quad(pdf, 0, 1, points=[0.1, 0.3, 0.9], **integral)[0]

    def likelihood(x):
        if records == 1:
            return math.exp(-abs(y - x) / scale)
        kink = 2 * y - x
        points = sorted({0.1, 0.3, 0.9, *([kink] if 0 < kink < 1 else [])})
        return quad(
            lambda u: pdf(u) / mass * math.exp(-abs(y - (x + u) / 2) / scale),
            0,
            1,
            points=points,
            **integral,
        )[0]

    points = sorted(
        {
            0.1,
            0.3,
            0.9,
            *([y] if 0 < y < 1 else []),
            *(p for k in (0, 1, 0.3) if 0 < (p := 2 * y - k) < 1),
        }
    )
    density = quad(lambda x: pdf(x) / mass * likelihood(x), 0, 1, points=points, epsrel=1e-9)[0]
    given_x = [likelihood(x) for x in grid]
    return math.log(max(given_x) / density), math.log(density / min(given_x))


@pytest.mark.parametrize("name", DENSITIES)
@pytest.mark.parametrize("scale", [0.03, 0.5])
def test_one_record_by_quadrature(name, scale):
    secret, pdf = DENSITIES[name]
    release = MeanRelease(secret, 1, scale)
    for y in (-0.7, 0.0, 0.13, 0.3, 0.62, 1.0, 3.0):
        expected = definition(pdf, 1, scale, y, [0, min(max(y, 0), 1), 1])
        assert (release.pml(y), release.pmc(y)) == pytest.approx(expected, rel=1e-8, abs=1e-9)


@pytest.mark.parametrize("name", DENSITIES)
@pytest.mark.parametrize("scale", [0.04, 0.5])
def test_two_records_by_quadrature(name, scale):
    secret, pdf = DENSITIES[name]
    release = MeanRelease(secret, 2, scale)
    grid = np.linspace(0, 1, 81).tolist()
    for y in (-0.2, 0.11, 0.45, 0.8):
        pml, pmc = definition(pdf, 2, scale, y, grid)
        # a grid misses the extremes by a little, and only from inside
        assert pml - 1e-8 <= release.pml(y) <= pml + 2e-3
        assert pmc - 1e-8 <= release.pmc(y) <= pmc + 2e-3
        assert release.pml(y) + release.pmc(y) == pytest.approx(pml + pmc, abs=3e-3)


def uniform_sum(count, v, scale):
    """Return log E e^(-|v - S|/s) for the sum S of uniform records, from polynomial pieces."""
    v, s = mpmath.mpf(min(v, count - v)), mpmath.mpf(scale)  # symmetric; less cancels on the left
    total = mpmath.mpf(0)
    for j in range(count + 1):
        d = v - j
        if d <= 0:
            piece = mpmath.exp(d / s) * s**count
        else:
            piece = mpmath.exp(d / s) * mpmath.gammainc(count, d / s) * s**count
            piece /= mpmath.factorial(count - 1)
            below = s * (1 - mpmath.exp(-d / s))
            for k in range(2, count + 1):
                below = s * (d ** (k - 1) / mpmath.factorial(k - 1) - below)
            piece += below
        total += (-1) ** j * mpmath.binomial(count, j) * piece
    return mpmath.log(total)


@pytest.mark.parametrize(
    ("records", "scale"),
    [(2, 1e-5), (2, 1e-3), (3, 0.07), (5, 1e-3), (5, 1000.0), (12, 0.3), (30, 0.05), (30, 2.0)],
)
def test_many_uniform_records_against_exact_pieces(records, scale):
    """The density of a sum of uniform records is unimodal: extremes are the nearest, farthest."""
    release = MeanRelease(Uniform(0.0, 1.0), records, scale / records)
    middle = (records - 1) / 2
    with mpmath.workdps(250):
        for v in (3e-6, 0.02, 0.5, records / 2, records / 2 + 0.7, records - 0.3, records - 1e-4):
            mixed = uniform_sum(records, v, scale)
            nearest = min(max(v - middle, 0), 1)
            farthest = 0 if v - middle > 0.5 else 1
            most = uniform_sum(records - 1, v - nearest, scale)
            least = uniform_sum(records - 1, v - farthest, scale)
            expected = float(most - mixed), float(mixed - least)
            y = v / records
            found = release.pml(y), release.pmc(y)
            assert found == pytest.approx(expected, rel=1e-8, abs=2e-10)


@pytest.mark.parametrize("kind", [Uniform, lambda low, high: Density(lambda x: 1, low, high)])
def test_units_do_not_matter(kind):
    """A secret, noise and outcomes in other units and from another zero leak the same."""
    here, there = MeanRelease(kind(0, 1), 3, 0.1), MeanRelease(kind(-50, 150), 3, 20.0)
    y = np.array([-1.0, 0.0, 0.2, 0.77, 1.5])
    assert there.pml(200 * y - 50) == pytest.approx(here.pml(y), abs=1e-10)
    assert there.pmc(200 * y - 50) == pytest.approx(here.pmc(y), abs=1e-10)


# --- the worst outcomes -----------------------------------------------------------------------


@pytest.mark.parametrize("records", [1, 2, 7])
@pytest.mark.parametrize("scale", [1e-4, 0.05, 1.0, 300.0])
def test_worst_pmc_of_uniform_records(records, scale):
    release = MeanRelease(Uniform(-1.0, 4.0), records, scale)
    theta = 5 / (records * scale)
    with mpmath.workdps(30):
        closed = float(mpmath.log(mpmath.expm1(theta) / theta))
    assert release.worst_pmc() == pytest.approx(closed, rel=1e-12)
    assert release.dp() == pytest.approx(theta)
    assert release.worst_pmc() <= release.dp()
    # pmc, eqs. (13) and (14): attained at the ends and everywhere beyond
    for y in (-1e9, -1.0, 4.0, 4.5, math.inf):
        assert release.pmc(y) == pytest.approx(closed, rel=1e-9)


def one_sided(x):
    bells = ((0.903, 0.029, 0.13), (0.867, 0.196, 0.29), (0.794, 0.131, 0.64))
    return sum(h * math.exp(-(((x - m) / w) ** 2)) for m, w, h in bells) + 0.001


ONE_SIDED = {
    "one-sided": Density(lambda x: one_sided(x), 0, 1),
    "mirrored": Density(lambda x: one_sided(1 - x), 0, 1),
}


@pytest.mark.parametrize("name", [*DENSITIES, *ONE_SIDED])
@pytest.mark.parametrize("records", [1, 2, 3])
def test_no_outcome_of_a_density_is_worse_than_the_worst(name, records):
    """Of the one-sided ones a peak has the leaking record at an end, though not the outcome."""
    secret = ONE_SIDED[name] if name in ONE_SIDED else DENSITIES[name][0]
    release = MeanRelease(secret, records, 0.02 if name in ONE_SIDED else 0.1)
    outcomes = np.linspace(-0.1, 1.1, 801)
    pml, pmc, worst = release.pml(outcomes), release.pmc(outcomes), release.worst_pml()
    assert pmc.max() == pytest.approx(release.worst_pmc(), rel=1e-9)
    assert pmc.max() <= release.dp()
    assert pml.max() - 1e-9 <= worst.leakage <= worst.upper <= release.dp()
    assert worst.leakage - pml.max() < 1e-3
    assert release.pml(worst.outcome) == pytest.approx(worst.leakage, abs=1e-9)


@pytest.mark.parametrize("name", DENSITIES)
def test_the_bound_on_pml_is_the_worst_of_one_record(name):
    secret, pdf = DENSITIES[name]
    scale = 0.15
    mass = quad(pdf, 0, 1, points=[0.1, 0.3, 0.9])[0]

    def level(x):
        points = sorted({0.1, 0.3, 0.9, min(max(x, 0.001), 0.999)})
        return -math.log(
            quad(lambda u: pdf(u) / mass * math.exp(-abs(u - x) / scale), 0, 1, points=points)[0]
        )

    highest = max(level(x) for x in np.linspace(0, 1, 401).tolist())
    one = MeanRelease(secret, 1, scale).worst_pml()
    assert one.leakage == one.upper == pytest.approx(highest, abs=1e-4)
    assert one.leakage >= highest - 1e-9
    # three records with a third of the noise have the same 1/(nb)
    assert MeanRelease(secret, 3, scale / 3).worst_pml().upper == pytest.approx(one.upper)


def test_several_records_may_leave_the_bound_open():
    """Two humps: an outcome between them is worst, and not as bad as for one record."""
    secret = DENSITIES["humps"][0]
    worst = MeanRelease(secret, 2, 0.02).worst_pml()
    assert 0.6 < worst.outcome < 0.8
    assert worst.leakage < worst.upper - 0.1
    ends = [MeanRelease(secret, 2, 0.02).pml(y) for y in (-1.0, 2.0)]
    assert worst.leakage > max(ends) + 0.1
    # seen in a mirror, the other end of the support is the record that leaks
    mirrored = MeanRelease(Density(lambda x: humps(1 - x), 0, 1), 2, 0.02).worst_pml()
    assert mirrored.leakage == pytest.approx(worst.leakage, abs=1e-9)
    assert mirrored.outcome == pytest.approx(1 - worst.outcome, abs=1e-5)


def test_an_end_that_is_worst_is_known_for_any_number_of_records():
    """The density 2x leaks most at 0, its mirror image at 1; what lies between is not needed."""
    rate = 1 / 0.3
    with mpmath.workdps(30):
        level = float(-mpmath.log(mpmath.quad(lambda x: 2 * x * mpmath.exp(-x * rate), [0, 1])))
    for pdf, outcome in ((lambda x: x, 0.0), (lambda x: 1 - x, 1.0)):
        worst = MeanRelease(Density(pdf, 0, 1), 10**6, 0.3e-6).worst_pml()
        assert worst.leakage == worst.upper == pytest.approx(level, rel=1e-9)
        assert worst.outcome == outcome


@pytest.mark.parametrize("weights", [[1e-17, 1.0], [1.0, 1e-17]])
@pytest.mark.parametrize("scale", [0.3, 0.5, 0.9])
def test_rounding_makes_no_leakage_negative(weights, scale):
    release = MeanRelease(Discrete([0, 1], weights), 1, scale)
    for y in (-1.0, 0.0, 0.5, 1.0, 2.0):
        assert release.pml(y) >= 0
        assert release.pmc(y) >= 0


@given(discrete(3, (1, 2, 5, 40)), st.integers(1, 5), st.sampled_from([0.1, 2.0]))
def test_worst_pml_is_at_most_the_bound_for_one_record(pair, records, scale):
    """-log of the least E e^(-|X - x|/(nb)), by summing."""
    least = min(
        sum(
            float(p) * math.exp(-abs(float(v - x)) / (records * scale))
            for v, p in zip(*pair, strict=True)
        )
        for x in pair[0]
    )
    worst = MeanRelease(Discrete(*pair), records, scale).worst_pml()
    assert worst.leakage <= -math.log(least) + 1e-12
    if records == 1:
        assert worst.leakage == pytest.approx(-math.log(least), abs=1e-12)


def test_exact_in_exact_out():
    coin = MeanRelease(Discrete([0, 1], [F(1, 4), F(3, 4)]), 2, F(1, 2))
    assert coin.dp() == 1
    assert sp.expand(sp.exp(coin.worst_pmc()) - (1 + 3 * sp.E) / 4) == 0
    level = MeanRelease(Uniform(0, 1), 2, F(1, 2)).worst_pmc()
    assert sp.expand(sp.exp(level)) == sp.E - 1
    assert isinstance(MeanRelease(Uniform(0, 1), 2, 0.5).worst_pmc(), float)
    assert isinstance(MeanRelease(Uniform(0.0, 1), 2, 1).dp(), float)
    third = 1 / sp.log(4)
    assert MeanRelease(Discrete([0, 1], [F(1, 2)] * 2), 1, third).worst_pmc() == sp.log(
        sp.Rational(5, 2)
    )
    assert MeanRelease(Discrete([0, 1], [F(1, 2)] * 2), 1, third).pmc(1) == pytest.approx(
        math.log(2.5)
    )


def test_a_constant_leaks_nothing():
    release = MeanRelease(Discrete([3], [1]), 4, 0.1)
    assert release.dp() == 0
    assert release.worst_pmc() == 0
    assert release.worst_pml().leakage == 0
    assert release.pml([0.0, 3.0, 3.1]).tolist() == release.pmc([0.0, 3.0, 3.1]).tolist() == [0] * 3


@pytest.mark.parametrize("scale", [1e-12, 1e-3, 1e3, 1e12])
@pytest.mark.parametrize("secret", [Discrete([-1, 0.3, 7], [0.2, 0.3, 0.5]), Uniform(-1, 7)])
def test_extreme_scales(secret, scale):
    release = MeanRelease(secret, 1, scale)
    y = np.array([-1e6, -1.0, 0.3, 1.0, 7.0, 1e6])
    for found in (release.pml(y), release.pmc(y)):
        assert np.isfinite(found).all()
        assert (found >= 0).all()
        assert (found <= release.dp() * (1 + 1e-12)).all()
    assert 0 < float(release.worst_pmc()) <= release.dp()


# --- calibration ------------------------------------------------------------------------------


@given(discrete(3, (1, 2, 5, 40)), st.integers(1, 50), st.floats(1e-3, 50))
def test_calibrate_keeps_its_promise_and_wastes_nothing(pair, records, epsilon):
    secret = Discrete(*pair)
    if secret.is_constant:
        return
    scale = calibrate_mean(secret, records, epsilon)
    with mpmath.workdps(40):
        values, weights = ([mpmath.mpf(x.numerator) / x.denominator for x in row] for row in pair)

    def cost(b):
        t = 1 / (records * b)
        sides = ([x - min(values) for x in values], [max(values) - x for x in values])
        return max(
            mpmath.log(sum(p * mpmath.exp(t * d) for d, p in zip(side, weights, strict=True)))
            for side in sides
        )

    with mpmath.workdps(40):
        assert cost(mpmath.mpf(scale)) <= epsilon
        assert cost(mpmath.mpf(scale) * (1 - mpmath.mpf(10) ** -9)) > epsilon
    dp_scale = float(max(values) - min(values)) / (records * epsilon)
    assert dp_scale / 2 <= scale * (1 + 1e-12)
    assert scale <= dp_scale * (1 + 1e-12)


def test_calibrate_for_uniform_records():
    with mpmath.workdps(30):
        theta = mpmath.findroot(lambda t: mpmath.log(mpmath.expm1(t) / t) - 0.5, 0.9)
    assert calibrate_mean(Uniform(-2, 3), 10, 0.5) == pytest.approx(
        float(5 / (10 * theta)), rel=1e-12
    )
    assert calibrate_mean(Density(lambda x: 7, -2, 3), 10, 0.5) == pytest.approx(
        float(5 / (10 * theta)), rel=1e-10
    )


def test_calibrate_at_the_ends_of_its_bracket():
    """All that DP needs, for a secret almost always at an end; about half, for little leakage."""
    lopsided = Discrete([0, 1], [1e-15, 1 - 1e-15])
    assert calibrate_mean(lopsided, 1, 3.0) == pytest.approx(1 / 3.0)
    assert calibrate_mean(Discrete([0, 1], [0.5, 0.5]), 1, 1e-9) == pytest.approx(0.5e9)
    assert calibrate_mean(Discrete([0, 1], [0.5, 0.5]), 1, 700) == pytest.approx(1 / 700, rel=2e-3)


def test_calibrate_a_constant():
    with pytest.warns(VacuousGuaranteeWarning, match="constant"):
        assert calibrate_mean(Discrete([3], [1]), 4, 0.1) == 0


# --- what is refused --------------------------------------------------------------------------


def test_limits_concern_inner_outcomes_only(monkeypatch):
    monkeypatch.setattr("pmlsym.laplace.mean.sums.MOST_SUMS", 3000)
    rough = Discrete([math.sqrt(k) for k in range(10)], [0.1] * 10)
    for secret, records, scale, message in (
        (Uniform(0, 1), 10**6, 1e-3, "at most 40"),
        (Uniform(0, 1), 2, 1e-9, "at least 1e-05"),
        (rough, 30, 1.0, "more than 3000 different sums"),
    ):
        release = MeanRelease(secret, records, scale)
        assert 0 < release.pmc(-1.0) <= release.worst_pmc() <= release.dp()
        with pytest.raises(ParameterError, match=message):
            release.pml(0.5)


def test_sums_of_decimals_are_put_together():
    """0.1 + 0.2 and 0.3 are one sum, so 29 records have 291 sums and not 600 million."""
    values = [float(x) for x in np.linspace(0, 1, 11)]
    assert values[3] == 0.1 + 0.2 != 0.3
    assert len(others(Discrete(values, [1 / 11] * 11), 30, 1.0).points) == 291
    fractions = MeanRelease(Discrete([F(i, 10) for i in range(11)], [F(1, 11)] * 11), 30, 0.01)
    floats = MeanRelease(Discrete(values, [1 / 11] * 11), 30, 0.01)
    y = np.linspace(0.3, 0.7, 9)
    assert floats.pml(y) == pytest.approx(fractions.pml(y), abs=1e-11)


def test_a_bernoulli_mean_by_binomial_sums():
    """Forty coins: the others' sum is binomial."""
    p, n, b = F(1, 5), 40, 0.02
    release = MeanRelease(Discrete([0, 1], [1 - p, p]), n, b)
    for y in (0.01, 0.2, 0.37, 0.9):
        terms = [float(math.comb(n - 1, k) * p**k * (1 - p) ** (n - 1 - k)) for k in range(n)]
        given_x = [
            math.fsum(t * math.exp(-abs(y - (k + x) / n) / b) for k, t in enumerate(terms))
            for x in (0, 1)
        ]
        density = float(1 - p) * given_x[0] + float(p) * given_x[1]
        assert release.pml(y) == pytest.approx(math.log(max(given_x) / density), rel=1e-9)
        assert release.pmc(y) == pytest.approx(math.log(density / min(given_x)), rel=1e-9)


@pytest.mark.parametrize(
    ("values", "scale", "y", "same"),
    [
        ([1.0, 1 + 2**-50], 2**-50, 1 + 2**-52, ([0.0, 1.0], 1.0, 0.25)),
        ([1e9, 1e9 + 2**-20], 2**-21, 1e9 + 2**-21, ([0.0, 2.0], 1.0, 1.0)),
    ],
)
def test_values_that_floats_just_tell_apart_keep_their_distances(values, scale, y, same):
    """A simple fraction near a float is taken for it only where no distance changes."""
    release, plain = (
        MeanRelease(Discrete(v, [0.75, 0.25]), 1, b) for v, b in ((values, scale), same[:2])
    )
    assert release.pml(y) == pytest.approx(plain.pml(same[2]))
    assert release.pmc(y) == pytest.approx(plain.pmc(same[2]))


def test_the_worst_cost_at_a_scale_that_is_a_symbol_is_a_maximum():
    b = sp.Symbol("b", positive=True)
    coin = Discrete([0, 1], [F(9, 10), F(1, 10)])
    found = MeanRelease(coin, 1, b).worst_pmc()
    for value in (F(1, 2), F(3)):
        assert float(found.subs(b, value)) == pytest.approx(
            float(MeanRelease(coin, 1, value).worst_pmc())
        )


def test_a_calibrated_scale_is_safe_beside_probabilities_that_floats_do_not_hold():
    tiny, rare = F(1, 10**200), F(1, 10**14)
    secret = Discrete([-4, -2, 3], [rare, tiny, 1 - rare - tiny])
    epsilon = 1.930668173089822
    scale = calibrate_mean(secret, 5, epsilon)
    exact = MeanRelease(secret, 5, F(scale)).worst_pmc()
    assert exact.evalf(40) <= F(epsilon)
    assert exact.evalf(40) >= F(epsilon) * (1 - F(1, 10**12))


def test_a_narrow_interval_of_floats_leaks_as_that_of_the_same_fractions():
    low, high = -2.845667902561818, -2.8456679014126265
    of_floats, exact = (
        MeanRelease(one, 1, 2.5e-06) for one in (Uniform(low, high), Uniform(F(low), F(high)))
    )
    assert of_floats.worst_pmc() == pytest.approx(exact.worst_pmc(), rel=1e-12)
