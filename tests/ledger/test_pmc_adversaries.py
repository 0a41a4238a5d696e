"""The costs of adversaries in the ledger are those of enumerated adversaries."""

import math
from fractions import Fraction as F
from itertools import permutations, product

import numpy as np
import pytest
import sympy as sp
from hypothesis import assume, given, settings, strategies as st

import pmlsym as ps
from pmlsym.exact import sympified as rational
from pmlsym.ledger.catalogue import claim
from pmlsym.ledger.pmc.symbols import epsilon, p, v, w
from pmlsym.proof.language import reals
from tests.ledger.evaluation import (
    HALF,
    SHARES,
    ZERO,
    cost,
    delta,
    exact,
    is_equal,
    is_true,
    law_of,
    log,
    mean,
    mechanisms,
    of,
    parts,
    prior_and_posterior,
    satisfied,
    says,
    true_at,
    true_parts,
    value,
)
from tests.random_channels import distributions

# --- adversaries ---------------------------------------------------------------------------------


NO_MORE = of("theorem-4", "if every lift is at least e^-eps")
ONE_EVENT = of("theorem-4", "on an event A where all lifts are below")
SPLITTING = next(part for part in parts("theorem-2") if part.meaning == "cost(S) = pmc(X->y)")


def best(law, table):
    """The least mean cost of an action, and the action: costs have one row for each."""
    return min((mean(law, row), action) for action, row in enumerate(table))


def error(law):
    return 1 - max(law)


@st.composite
def costs(draw, secrets, least=0):
    row = st.lists(st.integers(least, 5).map(F), min_size=secrets, max_size=secrets)
    return draw(st.lists(row, min_size=2, max_size=3))


@settings(max_examples=20)
@given(mechanisms(positive=True), st.data())
def test_no_cost_saves_more_than_pmc_and_one_saves_as_much(found, data):
    """Theorems 2 and 4: prior and posterior costs, and the indicator of one secret."""
    channel = ps.Channel(*found)
    table = data.draw(costs(len(found[1])))
    for y in range(channel.shape[1]):
        prior, posterior = prior_and_posterior(channel, y)
        lifts = [after / before for before, after in zip(prior, posterior, strict=True)]
        pmc, (after, action) = ps.pmc(channel)[y], best(posterior, table)
        laws = {"X": law_of(prior, (cost, table[action]), (w, lifts))}
        assert is_true(NO_MORE, {epsilon: pmc}, laws)
        assert says(NO_MORE, rational(mean(prior, table[action])), {}, laws)
        right = sp.Eq(NO_MORE.goal.conclusion.rhs, sp.exp(pmc) * rational(after), evaluate=False)
        assert true_at(right, {epsilon: pmc}, laws)
        assert best(prior, table)[0] <= sp.exp(pmc) * after
        x = lifts.index(min(lifts))
        one = [int(i == x) for i in range(len(prior))]
        assert is_equal(NO_MORE, {epsilon: pmc}, {"X": law_of(prior, (cost, one), (w, lifts))})
        # all secrets of a lift below e^-eps make an event that gains more than eps
        level = (1 + 1 / min(lifts)) / 2
        event = [x for x, lift in enumerate(lifts) if lift * level < 1]
        if event:
            chance = sum(prior[x] for x in event)
            law = law_of([prior[x] / chance for x in event], (w, [lifts[x] for x in event]))
            values = {p: rational(chance), epsilon: log(level)}
            assert is_true(ONE_EVENT, values, {"A": law})
            later = rational(sum(posterior[x] for x in event))
            assert says(ONE_EVENT, later, values, {"A": law})


@settings(max_examples=25)
@given(mechanisms(), st.integers(0, 3))
def test_splitting_the_secret_of_smallest_lift_has_the_errors_of_the_ledger(found, more):
    """Theorem 2: a guess of the piece errs with P(x), and after y with P(x | y)."""
    channel = ps.Channel(*found)
    prior, posterior = prior_and_posterior(channel, 0)
    x = min(range(len(prior)), key=lambda i: posterior[i] / prior[i])
    pieces = math.ceil(prior[x] / (1 - prior[x])) + more
    whole = [*[0] * pieces, 1]
    split = [[*[F(1, pieces)] * pieces, 0] if i == x else whole for i in range(len(prior))]
    errors = [error(law) for law in prior_and_posterior(channel.preprocess(split), 0)]
    values = dict(
        zip(
            reals("mass_low low kappa_S"),
            map(rational, (prior[x], posterior[x] / prior[x], F(1, pieces))),
            strict=True,
        )
    )
    said = {str(h.lhs): h.rhs for h in SPLITTING.goal.hypotheses if isinstance(h, sp.Eq)}
    for name, probability in zip(("least_before_S", "least_after_S"), errors, strict=True):
        assert exact(said[name], values) == probability
    pmc = sp.exp(ps.pmc(channel)[0])
    assert pmc == (rational(errors[0] / errors[1]) if errors[1] else sp.oo)


@settings(max_examples=25)
@given(mechanisms(positive=True), st.fractions(0, 1, max_denominator=9), st.integers(0, 3))
def test_a_binary_function_has_the_ratio_of_a_cost(found, share, free):
    """Theorem 3: the mixture delta of what is best before and after, as P(1 | x)."""
    channel, name = ps.Channel(*found), "theorem-3"
    prior, posterior = prior_and_posterior(channel, 0)
    lifts = [after / before for before, after in zip(prior, posterior, strict=True)]
    low, high = lifts.index(min(lifts)), lifts.index(max(lifts))
    assume(low != high)
    dearer = 1 + share * (lifts[high] / lifts[low] - 1)
    table = [[free + (x == high) / prior[x] for x in range(len(prior))]]
    table.append([free + dearer * (x == low) / prior[x] for x in range(len(prior))])
    table = [[x / (2 * max(map(max, table))) for x in row] for row in table]
    spent = [[mean(law, row) for row in table] for law in (prior, posterior)]
    before, after = best(prior, table)[0], best(posterior, table)[0]
    assert [before, after] == [spent[0][0], spent[1][1]]
    numbers = map(rational, (*spent[0], *spent[1]))
    values = dict(zip(reals("A_S A_T B_S B_T"), numbers, strict=True))
    ratio = of(name, "at delta the mixture")
    mixed = exact(ratio.goal.hypotheses[-1].rhs, values)
    for part in (ratio, of(name, "delta is at least 0"), of(name, "and at most 1")):
        assert is_true(part, values | {delta: rational(mixed)})
    one = [mixed * x + (1 - mixed) * z for x, z in zip(*table, strict=True)]
    function = channel.preprocess([[1 - x, x] for x in one])
    errors = [error(law) for law in prior_and_posterior(function, 0)]
    assert errors[0] / errors[1] == before / after
    for law, probability in zip((prior, posterior), errors, strict=True):
        atoms = {"X": law_of(law, (cost, one), (reals("k")[0], [1 - x for x in one]))}
        for words in ("the error of the guess u", "the better guess of a binary U"):
            assert is_true(of(name, words), {}, atoms)
            assert says(of(name, words), rational(probability), {}, atoms)


@settings(max_examples=20)
@given(mechanisms(), st.data())
def test_a_coin_outside_of_what_is_left_has_infinite_leakage(found, data):
    kernel, prior = found
    gone = data.draw(st.integers(1, len(prior) - 1))
    kernel = [
        [0, *row] if x < gone else [HALF, *[k / 2 for k in row]] for x, row in enumerate(kernel)
    ]
    coin = [[HALF, HALF] if x < gone else [1, 0] for x in range(len(prior))]
    function = ps.Channel(kernel, prior).preprocess(coin)
    errors = [error(law) for law in prior_and_posterior(function, 0)]
    values = {reals("m")[0]: rational(sum(prior[:gone]))}
    part = of("theorem-3", "a fair coin outside")
    assert is_true(part, values)
    assert errors == [exact(part.goal.conclusion.lhs, values), 0]


@settings(max_examples=10)
@given(mechanisms(positive=True, most=2), st.sampled_from([F(3, 2), F(2), F(5)]))
def test_alpha_loss_is_a_cost(found, order):
    """The loss of the ledger at Q = e^-t is Liao's; its least means, on a grid, save no more."""
    alpha, surprise, chance = reals("alpha t Q")
    name = "example-3"
    power, grid = float(1 - 1 / order), np.arange(1, 1000) / 1000
    loss = (1 - grid**power) / power
    inner = of(name, "for 1 < alpha < inf")
    for at in (9, 499, 900):
        mass = F(at + 1, 1000)
        values = {alpha: rational(order), surprise: log(1 / mass), chance: rational(mass)}
        assert true_parts(parts(name)[:-1], values) == len(parts(name)) - 1
        assert value(inner.goal.conclusion.lhs, values) == pytest.approx(loss[at])
        for words, limit in (("log(1/Q)", 1 + F(1, 10**5)), ("nor is 1 - Q", F(10**6))):
            near = value(inner.goal.conclusion.lhs, values | {alpha: rational(limit)})
            assert value(of(name, words).goal.conclusion.lhs, values) == pytest.approx(near, 1e-3)
    channel = ps.Channel(*found).as_float()
    before = (channel.prior[:, None] * [loss, loss[::-1]]).sum(axis=0).min()
    for y in range(channel.shape[1]):
        after = (channel.posterior[:, y, None] * [loss, loss[::-1]]).sum(axis=0).min()
        assert math.log(before / after) <= ps.pmc(channel)[y] + 1e-3


# --- maximal cost leakage, guesswork, side information -------------------------------------------


def guesswork(law):
    """The least mean number of guesses, over every order of the values."""
    return min(mean(law, ranks) for ranks in permutations(range(1, len(law) + 1)))


@settings(max_examples=20)
@given(mechanisms(positive=True, most=3), st.integers(1, 5), SHARES)
def test_guesswork_of_split_secrets_is_within_the_bounds_of_the_ledger(found, pieces, share):
    prior, posterior = prior_and_posterior(ps.Channel(*found), 0)
    x = min(range(len(prior)), key=lambda i: posterior[i] / prior[i])
    mass, lift = prior[x], posterior[x] / prior[x]
    half_rank, small = reals("K delta")
    name, values = "guesswork", {p: rational(mass), v: rational(lift)}
    bound = of(name, "exceeds 1/v - delta")
    split = [[*[law[x] / pieces] * pieces, 1 - law[x]] for law in (prior, posterior)]
    before, after = map(guesswork, split)
    rank, ratio = F(pieces + 1, 2), bound.goal.conclusion.lhs
    late = mean(split[1], [*range(2, pieces + 2), 1])
    here = values | {half_rank: rational(rank)}
    assert before >= mass * rank
    assert after <= late
    assert exact(ratio, here) == mass * rank / late <= before / after <= 1 / lift
    ranks = list(range(1, pieces + 1))
    pieces_law = law_of(
        [F(1, pieces)] * pieces, (reals("j")[0], ranks), (reals("g")[0], [k + 1 for k in ranks])
    )
    assert says(of(name, "after y: 1 for the rest"), rational(late), here, {"pieces": pieces_law})
    # and many pieces come as close as is said: to guess by falling probability is best
    close = share / lift
    many = math.floor(2 / (close * mass * lift**2))
    works = []
    for law in (mass, posterior[x]):
        rest, piece = float(1 - law), float(law / many)
        ranks = piece * many * (many + 1) / 2
        works.append(rest + ranks + piece * many if rest > piece else ranks + rest * (many + 1))
    here |= {half_rank: rational(F(many + 1, 2)), small: rational(close)}
    assert is_true(bound, here)
    assert float(1 / lift - close) < works[0] / works[1] <= float(1 / lift) * (1 + 1e-12)


def test_a_secret_that_is_ruled_out_has_no_bounded_guesswork():
    half_rank, large = reals("K B")
    mass, pieces = F(1, 3), 5
    part = of("guesswork", "for v = 0")
    values = {p: rational(mass), v: ZERO, half_rank: sp.Integer(3), large: sp.Rational(99, 100)}
    assert is_true(part, values)
    before = guesswork([*[mass / pieces] * pieces, 1 - mass])
    assert exact(part.goal.conclusion.lhs, values) <= before
    assert guesswork([*[F(0)] * pieces, F(1)]) == 1


def divergence(first, second):
    """e^D_inf of two laws."""
    return max(x / z for x, z in zip(first, second, strict=True) if x)


def conditional(joint, **fixed):
    """The law of X from the joint law of (Z, X, Y), given some of the others."""
    chances = {}
    for (z, x, y), chance in joint.items():
        if fixed.get("z", z) == z and fixed.get("y", y) == y:
            chances[x] = chances.get(x, 0) + chance
    return [chances[x] / sum(chances.values()) for x in sorted(chances)]


def test_side_information_by_enumerating_the_joint_law():
    """After Corollary 2: Z - X - Y does not give the printed divergence."""
    right = {0: F(2, 3), 1: F(3, 4)}  # how often Z, and Y, tell the secret
    joint = {
        (z, x, y): HALF * abs((z != x) - right[0]) * abs((y != x) - right[1])
        for z, x, y in product(range(2), repeat=3)
    }
    assert sum(joint.values()) == 1
    known = conditional(joint, z=0)
    given_both = divergence(known, conditional(joint, z=0, y=0))
    printed = divergence(known, conditional(joint, y=0))
    assert [given_both, printed] == [F(7, 3), F(4, 3)]
    found = claim("pmc.corollary-2.markov").check().witness.as_floats()
    assert found == pytest.approx((math.log(given_both), math.log(printed)), abs=1e-12)


@settings(max_examples=25)
@given(st.data(), st.booleans())
def test_the_repair_for_side_information_on_joint_laws(data, through_x):
    """Z - X - Y: the PMC under P_X|Z=z; X - Y - Z: the printed divergence."""
    prior = data.draw(distributions(3, positive=True))
    kernel = [data.draw(distributions(3, positive=True)) for _ in range(3)]
    sides = [data.draw(distributions(3, positive=True)) for _ in range(3)]
    joint = {
        (z, x, y): prior[x] * kernel[x][y] * sides[x if through_x else y][z]
        for z, x, y in product(range(3), repeat=3)
    }
    known, both = conditional(joint, z=0), conditional(joint, z=0, y=0)
    if not through_x:
        assert divergence(known, both) == divergence(known, conditional(joint, y=0))
        return
    chance = mean(known, [row[0] for row in kernel])
    channel = ps.Channel(kernel, prior).given(sides, 0)
    assert divergence(known, both) == max(chance / row[0] for row in kernel)
    assert divergence(known, both) == sp.exp(ps.pmc(channel)[0])
    for x in range(3):
        numbers = map(rational, (known[x], both[x], kernel[x][0], chance))
        values = dict(zip(reals("before after likely chance"), numbers, strict=True))
        assert is_true(parts("corollary-2.markov.repair")[0], values)


# --- concavity ----------------------------------------------------------------------------------


@settings(max_examples=25)
@given(st.data(), SHARES)
def test_lemma_1_iv_concavity_also_for_priors_of_different_support(data, share):
    kernel = [data.draw(distributions(2, positive=True)) for _ in range(4)]
    masses = [data.draw(distributions(4)) for _ in range(2)]
    masses.append([share * x + (1 - share) * z for x, z in zip(*masses, strict=True)])
    levels, chances, floors = [], [], []
    for prior in masses:
        left = [x for x, mass in enumerate(prior) if mass]
        channel = ps.Channel([kernel[x] for x in left], [prior[x] for x in left])
        levels.append(ps.pmc(channel)[0])
        chances.append(channel.marginal[0])
        floors.append(rational(min(kernel[x][0] for x in left)))
    names = reals("theta chance_P chance_Q least_P least_Q")
    values = dict(zip(names, (rational(share), *chances[:2], *floors[:2]), strict=True))
    part, *defined = [case for case in parts("lemma-1.iv") if satisfied(case, values)]
    assert all(is_true(case, values) for case in (part, *defined))
    mixed = float(share * levels[0] + (1 - share) * levels[1])
    assert float(levels[2]) >= mixed - 1e-12
    left, right = (float(value(side, values)) for side in part.goal.conclusion.args)
    assert left / right == pytest.approx(math.exp(float(levels[2]) - mixed), rel=1e-12)
