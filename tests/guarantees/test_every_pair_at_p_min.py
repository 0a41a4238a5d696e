"""What one guarantee implies of another with p_min, against linear programs and vertices."""

import itertools
import math
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from click.testing import CliRunner
from scipy.optimize import linprog

from pmlsym import ALIP, LDP, LIP, PMC, PML, R2, DPrivacy
from pmlsym.cli import command

KINDS = (PML, PMC, LIP, ALIP, LDP, R2)
LINEAR = (
    PML(0.1),
    PML(0.6),
    PMC(0.4),
    PMC(2.0),
    LIP(0.5),
    LIP(1.5),
    ALIP(0.3, 0.8),
    ALIP(1.2, 0.2),
    LDP(0.3),
    LDP(2.5),
)
MASSES = (0.05, 0.2, 0.25, 0.3, 0.4, 0.5)


def priors(p):
    """Priors whose smallest probability is p: many of up to four secrets."""
    yield np.array([p, 1 - p])
    for q in np.linspace(p, 1 - 2 * p, 40) if 3 * p <= 1 else ():
        yield np.array([p, q, 1 - p - q])
    rng = np.random.default_rng(0)
    for _ in range(3 if 4 * p < 1 else 0):
        rest = p + (1 - 4 * p) * rng.dirichlet(np.ones(3))
        yield np.array([p, *rest])


def homogeneous(source, prior):
    """Rows A with A w <= 0 for the multiples of the lift vectors that a guarantee admits."""
    n, rows = len(prior), []
    for x in range(n):
        unit = np.eye(n)[x]
        if isinstance(source, LDP):
            rows += [unit - math.exp(source.epsilon) * np.eye(n)[z] for z in range(n) if z != x]
            continue
        low, high = {
            PML: (math.inf, source.values[0]),
            PMC: (source.values[0], math.inf),
            LIP: (source.values[0], source.values[0]),
            ALIP: source.values,
        }[type(source)]
        rows.append(math.exp(-low) * prior - unit)
        if high < math.inf:
            rows.append(unit - math.exp(high) * prior)
    return np.array(rows)


def smallest(rows, part, norm):
    """The smallest part of a vector within the rows, as a multiple of a norm."""
    found = linprog(part, A_ub=rows, b_ub=np.zeros(len(rows)), A_eq=[norm], b_eq=[1])
    assert found.status == 0
    return found.fun if found.fun > 1e-9 else 0.0


def log_inverse(value):
    return -math.log(value) if value else math.inf


def by_programs(source, kind, prior):
    """The smallest parameters of a kind at one prior: a linear program for each pair of secrets."""
    rows, units = homogeneous(source, prior), np.eye(len(prior))
    if kind is LDP:
        pairs = itertools.permutations(units, 2)
        return [log_inverse(min(smallest(rows, x, z) for x, z in pairs))]
    up = log_inverse(min(smallest(rows, prior, unit) for unit in units))
    down = log_inverse(min(smallest(rows, unit, prior) for unit in units))
    return {PML: [up], PMC: [down], LIP: [max(up, down)], ALIP: [down, up]}[kind]


def by_vertices(source, prior):
    """The largest second moment at one prior, over all vertices."""
    n, vectors = len(prior), []
    if isinstance(source, LDP):
        for chosen in itertools.product((1.0, math.exp(source.epsilon)), repeat=n):
            vectors.append(np.array(chosen) / (prior @ chosen))
    else:
        low = math.exp(-source.values[0]) if not isinstance(source, PML) else 0.0
        high = math.exp(source.values[-1]) if not isinstance(source, PMC) else math.inf
        for order in itertools.permutations(range(n)):
            v, left = np.full(n, low), 1 - low
            for x in order:
                v[x] += min(left / prior[x], high - low)
                left -= prior[x] * (v[x] - low)
            vectors.append(v)
    return [math.log(max(prior @ v**2 for v in vectors))]


@pytest.mark.parametrize("p", MASSES)
@pytest.mark.parametrize("source", LINEAR, ids=str)
def test_what_follows_with_p_min_is_the_supremum_over_the_priors_with_it(source, p):
    every = list(priors(p))
    for kind in KINDS:
        found = source.conversion(kind, p_min=p)
        assert found.is_known
        if kind is R2:
            each = [by_vertices(source, prior) for prior in every]
        else:  # the extremes are at a rarest secret: a few priors are enough
            some = [every[0], *every[1:2], *every[-1:]]
            each = [by_programs(source, kind, prior) for prior in some]
        best = np.max(each, axis=0)
        if found.guarantee is None:
            assert math.inf in best
            continue
        values = np.array(found.guarantee.values, float)
        assert (values >= best - 1e-9 * (1 + best)).all()
        if not found.caveat:
            # the shares that these priors have lie apart; the test below attains it
            assert values == pytest.approx(best, rel=0.03 if kind is R2 else 1e-7)


@pytest.mark.parametrize("p", MASSES)
@pytest.mark.parametrize("source", LINEAR, ids=str)
def test_a_mechanism_attains_the_second_moment_that_follows_with_p_min(source, p):
    found = source.conversion(R2, p_min=p)
    channel = found.mechanism()
    assert (channel is None) == bool(found.caveat)
    if channel is not None:
        assert min(channel.prior) == pytest.approx(p, rel=1e-12)
        assert source.holds(channel)
        assert R2.of(channel).epsilon == pytest.approx(found.guarantee.epsilon, rel=1e-9)


@pytest.mark.parametrize("source", LINEAR, ids=str)
@pytest.mark.parametrize("p", [0.05, 0.2, 0.25])
def test_the_formula_of_the_second_moment_is_the_number_with_p_min_up_to_a_quarter(source, p):
    found = source.conversion(R2, p_min=p)
    names = dict(zip(source.parameters(), source.values, strict=True))
    at = {sp.Symbol(name): value for name, value in names.items()} | {sp.Symbol("p_min"): p}
    assert not found.caveat
    assert float(sp.sympify(found.parameters[0]).subs(at)) == pytest.approx(
        found.guarantee.epsilon, rel=1e-9
    )
    exact = source.at(*map(sp.Rational, map(str, source.values)))
    again = exact.conversion(R2, p_min=sp.Rational(str(p)))
    assert float(again.guarantee.epsilon) == pytest.approx(found.guarantee.epsilon, rel=1e-9)


def test_what_follows_holds_on_random_mechanisms_for_every_pair():
    rng = np.random.default_rng(1)
    line = [[0, 1, 3], [1, 0, 2], [3, 2, 0]]
    for _ in range(60):
        prior = np.maximum(rng.dirichlet([0.7] * 3), 0.02)
        prior /= prior.sum()
        kernel = rng.dirichlet([rng.choice([0.3, 3, 30])] * 3, size=3)
        lifts = kernel / (prior @ kernel)
        logs = np.log(lifts)
        pairs = list(itertools.permutations(range(3), 2))
        levels = {
            PML: [logs.max()],
            PMC: [-logs.min()],
            LIP: [abs(logs).max()],
            ALIP: [-logs.min(), logs.max()],
            LDP: [max((logs[x] - logs[z]).max() for x, z in pairs)],
            R2: [math.log((prior @ lifts**2).max())],
            DPrivacy.over(line): [max((logs[x] - logs[z]).max() / line[x][z] for x, z in pairs)],
        }
        for kind, other in itertools.permutations(levels, 2):
            for known in ({}, {"p_min": prior.min()}, {"prior": prior}):
                found = kind(*levels[kind]).conversion(other, **known)
                assert found.is_known
                if found.guarantee is not None:
                    for allowed, measured in zip(
                        found.guarantee.values, levels[other], strict=True
                    ):
                        assert measured <= allowed + 1e-9


@pytest.mark.parametrize("kind", [PML, PMC, LIP, ALIP, R2])
def test_d_privacy_over_all_priors_promises_what_its_largest_distance_does(kind):
    source = DPrivacy(0.5, [[0, 1, 2], [1, 0, 1], [2, 1, 0]])
    found = source.conversion(kind)
    assert not found.caveat
    # two secrets at distance 2 and a third one that is next to impossible
    for prior in ([1e-9, 1e-9, 1 - 2e-9], [1 / (1 + math.e), 1e-9, math.e / (1 + math.e) - 1e-9]):
        there = source.implies(kind, prior=prior)
        assert there <= found.guarantee
    reached = [
        np.array(source.implies(kind, prior=[q, 1e-9, 1 - q - 1e-9]).values)
        for q in (1e-9, 1 / (1 + math.e))
    ]
    assert np.max(reached, axis=0) == pytest.approx(found.guarantee.values, abs=1e-6)
    safe = source.conversion(kind, p_min=0.2)
    assert safe.caveat
    assert source.implies(kind, prior=[0.2, 0.3, 0.5]) <= safe.guarantee


@pytest.mark.parametrize(
    ("source", "known"),
    [
        (LIP(0.3), {"prior": [1 / 17] * 17}),
        (LIP(sp.Rational(1, 3)), {"prior": [sp.Rational(1, 11)] * 11}),
        (PMC(sp.Symbol("e")), {"prior": [sp.Rational(1, 4), sp.Rational(3, 4)]}),
        (LDP(sp.Symbol("e")), {"p_min": sp.Symbol("p")}),
    ],
)
def test_where_vertices_are_too_many_what_holds_for_every_prior_is_returned(source, known):
    found = source.conversion(R2, **known)
    assert found.guarantee is not None
    assert found.caveat
    assert found.caveat in found.text().replace("\n", " ")


def test_what_is_not_known_is_told_apart_from_what_does_not_follow():
    unknown, none = PML(0.1).conversion(DPrivacy), PMC(0.1).conversion(PML)
    assert unknown.guarantee is None
    assert none.guarantee is None
    assert not unknown.is_known
    assert none.is_known
    assert unknown.no_answer != none.no_answer.replace("PML", "DPrivacy")


@pytest.mark.parametrize(
    "known", [[], ["--p-min", "0.2"], ["--p-min", "0.3"], ["--prior", ".2,.8"]]
)
def test_the_command_says_that_nothing_follows_only_where_nothing_does(known):
    """What holds for every prior holds for each; and with p_min = 1/5 or more lifts are bounded."""
    for source, target in itertools.permutations(KINDS, 2):
        names = source.parameters()
        words = f"{source.name.lower()}:{','.join(['0.1'] * len(names))}"
        found = CliRunner().invoke(
            command, ["convert", words, "--to", target.name.lower(), *known], standalone_mode=False
        )
        over_priors = source(*[0.1] * len(names)).implies(target)
        assert found.exception is None
        assert found.return_value == int(not found.stdout.startswith(f"{target.name}("))
        if over_priors is not None or known:
            assert found.return_value == 0
        assert "Not known" not in found.stdout


@pytest.mark.parametrize("p", ["1/5", "1/4", "2/5", "1/2"])
@pytest.mark.parametrize("exactly", [[], ["--exact"]])
def test_without_a_bound_on_ratios_an_outcome_may_show_the_rarest_secret(p, exactly):
    """Its lift is then 1/p, and that of every other secret zero: E[v^2] = p (1/p)^2."""
    arguments = ["convert", "ldp:inf", "--to", "r2", "--p-min", p, *exactly]
    printed = CliRunner().invoke(command, arguments)
    assert printed.exit_code == 0
    mass = sp.Rational(p)
    assert f"R2({-math.log(mass):.6g})" in printed.output
    found = LDP(math.inf).conversion(R2, p_min=mass)
    assert found.guarantee.epsilon == sp.log(1 / mass)
    prior = np.array([float(mass), 1 - float(mass)])
    assert by_vertices(LDP(80.0), prior) == pytest.approx([-math.log(mass)])
    symbol = sp.Symbol("p", positive=True)
    level = LDP(math.inf).implies(R2, p_min=symbol).epsilon
    assert sp.simplify(level.subs(symbol, mass) + sp.log(mass)) == 0


@pytest.mark.parametrize("tiny", [5e-324, 1e-320, 1e-200, 1e-162, 3e-155])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source", [PML, PMC, LIP, LDP])
def test_no_level_is_rounded_down_next_to_zero(tiny, kind, source):
    """Levels are multiples of a small level, second moments of its square: as at 1/1000."""
    order, near = (2 if kind is R2 else 1), 1e-3
    for known, prior in (
        ({}, [0.5, 0.5]),
        ({"p_min": 0.1}, [0.1, 0.9]),
        ({"p_min": 0.5}, [0.5, 0.5]),
        ({"prior": [0.25, 0.25, 0.5]}, [0.25, 0.25, 0.5]),
    ):
        found = source(tiny).conversion(kind, **known).guarantee
        if found is None:  # nothing finite without a prior
            assert not known
            continue
        masses = np.array(prior)
        if kind is R2:
            larger = by_vertices(source(near), masses)
        else:
            larger = by_programs(source(near), kind, masses)
        for value, level in zip(found.values, larger, strict=True):
            factor = F(level) / F(near) ** order
            assert F(float(value)) >= F(99, 100) * factor * F(tiny) ** order > 0


def test_a_level_of_zero_stays_zero():
    for kind in KINDS:
        for source in (PML(0.0), LDP(0.0)):
            for known in ({}, {"p_min": 0.1}, {"prior": [0.25, 0.75]}):
                assert set(source.implies(kind, **known).values) == {0}
