"""Mechanisms for every prior of a set, beside vertices and programs from their definitions."""

import itertools
import math
from fractions import Fraction as F

import numpy as np
import pytest
from mpmath import mp
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym import design
from pmlsym.design.dual_bound import entropy_at_most, reward_over_priors
from pmlsym.design.over_priors import exactly_in, extreme_priors
from pmlsym.errors import ParameterError
from pmlsym.guarantees.sets.over_priors import BoxOverPriors
from pmlsym.priors import Intervals, worst_lip, worst_pml

# --- the definitions ------------------------------------------------------------------------------


def extremes(known):
    """The extreme priors: all probabilities but one at a bound, tried one by one."""
    low, high = (np.array([float(p) for p in side]) for side in (known.lower, known.upper))
    found = []
    for own in range(len(known)):
        for bits in itertools.product((0, 1), repeat=len(known) - 1):
            prior = np.where(np.insert(bits, own, 0) == 1, high, low)
            prior[own] = 1 - (prior.sum() - prior[own])
            if low[own] - 1e-12 <= prior[own] <= high[own] + 1e-12:
                found.append(prior)
    return np.unique(np.array(found).round(12), axis=0)


def violated(known, lower, upper):
    """Rows r with r v <= 0 for all vectors that keep the bounds under each extreme prior."""
    rows = []
    for prior, one in itertools.product(extremes(known), np.eye(len(known))):
        if upper < math.inf:
            rows.append(one - math.exp(upper) * prior)
        if lower < math.inf:
            rows.append(math.exp(-lower) * prior - one)
    return np.array(rows)


def rays(known, lower, upper, prior):
    """The extreme rays with mean one, each from n - 1 rows without slack."""
    rows = np.unique(
        np.vstack([violated(known, lower, upper), -np.eye(len(prior))]).round(14), axis=0
    )
    found = []
    for some in itertools.combinations(range(len(rows)), len(prior) - 1):
        _, sizes, basis = np.linalg.svd(rows[list(some)])
        if sizes[-1] < 1e-9:
            continue
        for ray in (basis[-1], -basis[-1]):
            if (rows @ ray <= 1e-10).all():
                found.append(ray / (prior @ ray))
    return np.unique(np.array(found).round(10), axis=0).T


def own_terms(numbers):
    return np.where(numbers > 0, numbers * np.log(np.where(numbers > 0, numbers, 1)), 0)


def information(columns, prior):
    return prior @ own_terms(columns) - own_terms(prior @ columns)


def most(worth, columns):
    """The largest mean of the worth over mixtures of columns; of the least row, if several."""
    worth = np.atleast_2d(worth)
    count, rows = columns.shape[1], len(worth)
    return -linprog(
        np.append(np.zeros(count), -1),
        A_ub=np.hstack([-worth, np.ones((rows, 1))]),
        b_ub=np.zeros(rows),
        A_eq=np.hstack([columns, np.zeros((len(columns), 1))]),
        b_eq=np.ones(len(columns)),
        bounds=[(0, None)] * count + [(None, None)],
    ).fun


KINDS = {
    "PML": (ps.PML(0.6), math.inf, 0.6),
    "PMC": (ps.PMC(0.4), 0.4, math.inf),
    "LIP": (ps.LIP(0.7), 0.7, 0.7),
    "ALIP": (ps.ALIP(0.9, 0.3), 0.9, 0.3),
}


def around(seed, secrets=3, width=0.15):
    rng = np.random.default_rng(seed)
    prior, off = rng.dirichlet(np.full(secrets, 3.0)), rng.uniform(0.01, width, secrets)
    known = Intervals(np.maximum(prior - off, 0).tolist(), np.minimum(prior + off, 1).tolist())
    return prior, known


# --- the set of vectors ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(3))
def test_linear_functions_are_largest_at_listed_vectors(kind, seed):
    _, lower, upper = KINDS[kind]
    for secrets in (2, 3, 5):
        prior, known = around(seed, secrets)
        lifts = BoxOverPriors(tuple(prior), lower, upper, known)
        rows, listed = violated(known, lower, upper), lifts.vertices()
        assert (rows @ listed).max() < 1e-10  # all of them are admitted
        for gains in np.random.default_rng(seed).normal(size=(4, secrets)):
            program = linprog(-gains, rows, np.zeros(len(rows)), [prior], [1])
            assert (gains @ listed).max() == pytest.approx(-program.fun, abs=1e-9)
            best = gains @ lifts.best(gains[:, None])[:, 0]
            assert best == pytest.approx((gains @ listed).max(), abs=1e-14)


@pytest.mark.parametrize("kind", KINDS)
def test_extreme_rays_are_listed(kind):
    _, lower, upper = KINDS[kind]
    for seed in range(3):
        prior, known = around(seed)
        listed = BoxOverPriors(tuple(prior), lower, upper, known).vertices()
        for ray in rays(known, lower, upper, prior).T:
            assert np.abs(listed - ray[:, None]).max(axis=0).min() < 1e-7


def test_vectors_put_inside_are_inside_in_exact_arithmetic():
    for kind, (_, lower, upper) in KINDS.items():
        prior, known = around(5, 4)
        lifts = BoxOverPriors(tuple(prior), lower, upper, known)
        raw = np.random.default_rng(1).exponential(size=(4, 20))
        inside = lifts.shrunk(1e-12).inside(raw)
        assert all(lifts.contains([F(v) for v in column]) for column in inside.T.tolist()), kind
        far = lifts.inside(raw) * [[1.001], [1], [1], [1]] - [[0], [1e-3], [0], [0]]
        assert not all(lifts.contains([F(v) for v in column]) for column in far.T.tolist())


@pytest.mark.parametrize("kind", KINDS)
def test_the_opposite_of_a_vector_is_admitted(kind):
    _, lower, upper = KINDS[kind]
    prior, known = around(6, 4)
    lifts = BoxOverPriors(tuple(prior), lower, upper, known)
    listed = lifts.vertices()
    share = np.minimum(lifts.balance(listed), 0.999999)
    assert (violated(known, lower, upper) @ (1 - share * listed)).max() < 1e-9
    assert (violated(known, lower, upper) @ (1 - 1.01 * share * listed)).max() > 0


def test_extreme_priors_are_those_of_the_definition():
    for seed in range(4):
        known = around(seed, 4)[1]
        found = np.array([[float(p) for p in prior] for prior in extreme_priors(known)])
        assert np.allclose(np.unique(found.round(12), axis=0), extremes(known))
        assert all(sum(prior) == 1 and prior in known for prior in extreme_priors(known))


# --- mechanisms -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_the_best_for_one_prior_is_the_best_mixture_of_rays(kind, seed):
    guarantee, lower, upper = KINDS[kind]
    prior, known = around(seed)
    columns = rays(known, lower, upper, prior)
    worth = {
        "mutual-information": information(columns, prior),
        "total-variation": prior @ np.abs(columns - 1) / 2,
        "chi-square": prior @ (columns - 1) ** 2,
    }
    for name, values in worth.items():
        found = design.optimal_mechanism(prior, guarantee, name, priors=known)
        assert found.value == pytest.approx(most(values, columns), abs=1e-9)
        assert 0 <= found.gap < 1e-10
        assert guarantee.holds(found.channel)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2))
def test_information_at_the_worst_prior(kind, seed):
    guarantee, lower, upper = KINDS[kind]
    prior, known = around(seed)
    columns, worst = rays(known, lower, upper, prior), extremes(known)
    best = most(np.array([information(columns, one) for one in worst]), columns)
    found = design.optimal_mechanism(known, guarantee)
    assert found.value == pytest.approx(best, abs=1e-9)
    assert 0 <= found.gap < 1e-9
    inner = np.random.default_rng(seed).dirichlet(np.ones(len(worst)), 200) @ worst
    kernel = found.channel.as_float().kernel
    each = [information(kernel, one).sum() for one in inner]
    assert min(each) >= found.value
    assert found.worst in known
    at_worst = information(kernel, np.array(found.worst, float)).sum()
    assert at_worst == pytest.approx(found.value, abs=1e-12)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("decisions", [2, 4])
def test_rewards_with_and_without_one_prior(kind, decisions):
    guarantee, lower, upper = KINDS[kind]
    prior, known = around(decisions)
    matrix = np.random.default_rng(decisions).uniform(size=(3, decisions))
    rows, priors = violated(known, lower, upper), extremes(known)
    limits = np.kron(np.eye(decisions), rows)
    total = np.tile(np.eye(3), decisions)

    def of(some):  # minus the reward of the kernel, column after column
        return np.array([-(one[:, None] * matrix).T.ravel() for one in some])

    def largest(some):
        return -linprog(
            np.append(np.zeros(3 * decisions), -1),
            A_ub=np.vstack(
                [
                    np.hstack([limits, np.zeros((len(limits), 1))]),
                    np.hstack([of(some), np.ones((len(some), 1))]),
                ]
            ),
            b_ub=np.zeros(len(limits) + len(some)),
            A_eq=np.hstack([total, np.zeros((3, 1))]),
            b_eq=np.ones(3),
            bounds=[(0, None)] * (3 * decisions) + [(None, None)],
        ).fun

    reward = design.Reward(matrix)
    one = design.optimal_mechanism(prior, guarantee, reward, priors=known)
    worst = design.optimal_mechanism(known, guarantee, reward)
    assert one.value == pytest.approx(largest([prior]), abs=1e-9)
    assert worst.value == pytest.approx(largest(priors), abs=1e-9)
    assert 0 <= one.gap < 1e-9
    assert 0 <= worst.gap < 1e-9
    assert worst.value < one.value
    kernel = worst.channel.as_float().kernel
    assert min((p[:, None] * kernel * matrix).sum() for p in priors) >= worst.value - 1e-12
    assert worst.worst in known
    at_worst = kernel.T @ (np.array(worst.worst, float)[:, None] * matrix)
    assert at_worst.max(axis=1).sum() == pytest.approx(worst.value, abs=1e-6)


def test_at_the_worst_prior_of_a_reward_no_decision_earns_more():
    matrix = np.diag([1.0, 2.0, 3.0])
    known = Intervals([F(1, 10), F(1, 5), F(1, 10)], [F(3, 5), F(7, 10), F(1, 2)])
    found = design.optimal_mechanism(known, ps.PML(0.5), design.Reward(matrix))
    assert sum(found.worst) == 1
    joint = np.array(found.worst, float)[:, None] * found.channel.as_float().kernel
    assert (joint.T @ matrix).max(axis=1).sum() == pytest.approx(found.value, abs=1e-6)


def test_priors_are_exactly_in_their_set():
    rng = np.random.default_rng(3)
    for seed in range(30):
        prior, known = around(seed, 4)
        for masses in (prior, *extremes(known)):
            found = exactly_in(known, masses + rng.uniform(-1e-9, 1e-9, 4))
            assert found in known
            assert np.allclose(np.array(found, float), masses, atol=1e-8)


@pytest.mark.parametrize("kind", KINDS)
def test_prices_of_rewards_bound_what_vertices_earn(kind):
    _, lower, upper = KINDS[kind]
    prior, known = around(8, 4)
    lifts = BoxOverPriors(tuple(prior), lower, upper, known)
    rng = np.random.default_rng(2)
    for _ in range(5):
        gains, prices = rng.normal(size=(4, 3)), rng.normal(size=4)
        most_earned = ((gains - prices[:, None]).T @ lifts.vertices()).max() + prices.sum()
        bound = reward_over_priors(lifts, gains, prices)
        assert most_earned <= bound < most_earned + 1e-8 * (1 + abs(most_earned))


@pytest.mark.parametrize("secrets", [3, 5])
def test_pml_for_every_prior_is_local_privacy(secrets):
    prior = np.random.default_rng(secrets).dirichlet(np.ones(secrets))
    every = Intervals([0] * secrets, [1] * secrets)
    local = design.optimal_mechanism(prior, ps.LDP(0.7))
    for guarantee in (ps.PML(0.7), ps.LIP(0.7), ps.LDP(0.7)):
        found = design.optimal_mechanism(prior, guarantee, priors=every)
        assert found.value == pytest.approx(local.value, abs=1e-11)
        assert found.upper_bound >= local.value - 1e-15
        assert ps.LDP(0.7).holds(found.channel)
    reward = design.Reward(np.eye(secrets))
    found = design.optimal_mechanism(prior, ps.PML(0.7), reward, priors=every)
    assert found.value == pytest.approx(
        design.optimal_mechanism(prior, ps.LDP(0.7), reward).value, abs=1e-9
    )
    assert design.optimal_mechanism(every, ps.PML(0.7)).upper_bound < 1e-9  # one is certain


@pytest.mark.parametrize("level", [math.log(10), 2.31, 12, 30])
def test_bounds_are_tight_where_no_lift_reaches_the_level(level):
    known = Intervals([F(1, 10)] * 3, [F(1, 2)] * 3)
    for given in ({"prior": [0.2, 0.3, 0.5], "priors": known}, {"prior": known}):
        least = design.optimal_mechanism(guarantee=ps.PMC(level), **given)
        found = design.optimal_mechanism(guarantee=ps.LIP(level), **given)
        assert found.gap < 1e-9
        assert found.value == pytest.approx(least.value, abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("level", [10, 30, 100])
def test_no_bound_is_above_the_entropy(level, seed):
    """Where lifts may be as large as their level, the bound of prices has no digits."""
    rng = np.random.default_rng(seed)
    secrets = int(rng.integers(2, 6))
    prior, off = rng.dirichlet(np.full(secrets, 0.7)), rng.uniform(0, 0.1, secrets)
    known = Intervals(np.maximum(prior - off, 0).tolist(), np.minimum(prior + off, 1).tolist())
    worst = design.optimal_mechanism(known, ps.LIP(level))
    entropies = -own_terms(extremes(known)).sum(axis=1)
    assert worst.value <= worst.upper_bound <= entropies.min() + 1e-9  # of rounded priors
    # a mechanism that tells the secret but for e^-level of the time loses about as much
    assert worst.gap < 1e-6 + 40 * level * math.exp(-level / 2)
    here = design.optimal_mechanism(prior, ps.LIP(level), priors=known)
    assert here.value <= here.upper_bound <= -own_terms(prior).sum() * (1 + 1e-12)
    assert here.gap < 1e-6 + 40 * level * math.exp(-level / 2)


@pytest.mark.parametrize("seed", range(4))
def test_rewards_at_levels_that_no_solver_holds(seed):
    """A level of 100 nats is as good as telling the secret, up to some 1e-7."""
    rng = np.random.default_rng(seed)
    secrets = int(rng.integers(2, 6))
    prior, off = rng.dirichlet(np.full(secrets, 0.7)), rng.uniform(0, 0.1, secrets)
    known = Intervals(np.maximum(prior - off, 0).tolist(), np.minimum(prior + off, 1).tolist())
    table = rng.uniform(size=(secrets, 3))
    for guarantee in (ps.LIP(100), ps.ALIP(100, 90), ps.PML(40), ps.LIP(25)):
        worst = design.optimal_mechanism(known, guarantee, design.Reward(table.tolist()))
        most = (extremes(known) @ table.max(axis=1)).min()
        assert worst.value == pytest.approx(most, abs=1e-6)
        assert worst.gap < 1e-6
        here = design.optimal_mechanism(
            prior, guarantee, design.Reward(table.tolist()), priors=known
        )
        assert here.value == pytest.approx(prior @ table.max(axis=1), abs=1e-6)
        assert 0 <= here.gap < 1e-6
        for found in (worst, here):
            assert guarantee.name == "PML" or worst_lip(found.channel, known).level <= 100


def test_entropies_are_bounded_from_above():
    for seed in range(20):
        weights = np.random.default_rng(seed).integers(0, 10**6, 7).tolist()
        prior = [F(weight, sum(weights)) for weight in weights]
        with mp.workdps(40):
            masses = [mp.mpf(p.numerator) / p.denominator for p in prior if p]
            exact = -sum(mass * mp.log(mass) for mass in masses)
            assert exact <= entropy_at_most(prior) <= exact * (1 + mp.mpf(2) ** -50)


def test_a_set_of_one_prior_is_that_prior():
    prior = [F(1, 5), F(3, 10), F(1, 2)]
    alone, one = design.optimal_mechanism(prior, ps.PML(0.5)), Intervals(prior, prior)
    assert design.optimal_mechanism(one, ps.PML(0.5)).value == alone.value
    assert ", 1 secret:" in repr(design.optimal_mechanism([1], ps.PML(0.5)))
    assert design.optimal_mechanism(prior, ps.PML(0.5), priors=one).value == pytest.approx(
        alone.value, abs=1e-11
    )


def test_kernels_keep_the_guarantee_at_the_worst_prior():
    for seed in range(3):
        prior, known = around(seed, 5)
        for given in ({"prior": prior, "priors": known}, {"prior": known}):
            found = design.optimal_mechanism(guarantee=ps.PML(0.5), **given)
            assert 0.499 < worst_pml(found.channel, known).level <= 0.5
            found = design.optimal_mechanism(guarantee=ps.LIP(0.3), **given)
            assert 0.299 < worst_lip(found.channel, known).level <= 0.3


def test_wider_sets_leave_less():
    prior = [0.2, 0.3, 0.5]
    values = []
    for off in (0.01, 0.05, 0.1, 0.2):
        known = Intervals([p - off for p in prior], [p + off for p in prior])
        one = design.optimal_mechanism(prior, ps.PML(0.5), priors=known).value
        worst = design.optimal_mechanism(known, ps.PML(0.5)).value
        assert worst < one < design.optimal_mechanism(prior, ps.PML(0.5)).value
        values.append((one, worst))
    assert sorted(values, reverse=True) == values


def test_maximal_leakage_depends_on_no_prior():
    known = around(3)[1]

    def largest(column):
        return float(column.max())

    found = design.optimal_mechanism(known, ps.PML(0.5), largest)
    columns = rays(known, math.inf, 0.5, around(3)[0])
    assert found.value == pytest.approx(most(columns.max(axis=0), columns), abs=1e-8)


def test_the_worst_prior_of_local_privacy():
    prior, known = around(4)
    stairs = ps.LDP(0.8).lift_set(prior).vertices()
    best = most(np.array([information(stairs, one) for one in extremes(known)]), stairs)
    assert design.optimal_mechanism(known, ps.LDP(0.8)).value == pytest.approx(best, abs=1e-9)


def test_many_secrets_under_a_reward():
    known = around(9, 20, 0.02)[1]
    matrix = np.random.default_rng(1).uniform(size=(20, 4))
    found = design.optimal_mechanism(known, ps.PML(0.5), design.Reward(matrix))
    assert 0 <= found.gap < 1e-8
    assert worst_pml(found.channel, known).level <= 0.5


def test_a_late_search_keeps_its_bound():
    known = around(7, 6)[1]
    best = design.optimal_mechanism(known, ps.PML(0.5))
    late = design.optimal_mechanism(known, ps.PML(0.5), time_limit=0)
    assert late.value <= best.value + 1e-12
    assert late.upper_bound >= best.value - 1e-12
    seen = []
    design.optimal_mechanism(known, ps.PML(0.5), progress=seen.append)
    assert [one.rounds for one in seen] == list(range(1, len(seen) + 1))


def test_what_is_refused():
    prior, known = around(1)
    refused = {
        "neither concave nor convex": lambda: design.optimal_mechanism(
            known, ps.PML(1), "chi-square"
        ),
        "both sets": lambda: design.optimal_mechanism(known, ps.PML(1), priors=known),
        "of 3 secrets": lambda: design.optimal_mechanism(prior, ps.PML(1), priors=around(1, 4)[1]),
        "only 'auto'": lambda: design.optimal_mechanism(known, ps.PML(1), method="program"),
        "exact is True": lambda: design.optimal_mechanism(known, ps.PML(1), exact=True),
        "at most 12": lambda: design.optimal_mechanism(around(1, 13, 0.03)[1], ps.PML(1)),
        "listed for at most 12": lambda: design.optimal_mechanism(
            [1 / 20] * 20, ps.PML(1), priors=Intervals([1 / 40] * 20, [1 / 8] * 20)
        ),
    }
    for words, call in refused.items():
        with pytest.raises(ParameterError, match=words):
            call()
