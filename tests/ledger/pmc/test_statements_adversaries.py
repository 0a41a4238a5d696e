"""What the ledger says of adversaries, read on instances; its quantities against other code."""

import math
from fractions import Fraction as F
from itertools import islice, permutations, product
from random import Random

import numpy as np
import pytest

import pmlsym as ps
from pmlsym import adversary as library
from pmlsym.ledger.pmc.adversary import densities, guesses, loss, quantities
from pmlsym.statements.assertion import Assertion
from pmlsym.statements.binders import AnyOrder, AnyPayoff
from pmlsym.statements.instances.attack import adversary as of, side_information
from pmlsym.statements.instances.attack.attacks import draw_mixture
from pmlsym.statements.instances.attack.loss import (
    draw_densities,
    draw_guessed,
    draw_loss,
    least_loss,
)
from pmlsym.statements.instances.noise import countable
from pmlsym.statements.payoffs import Attacked, Played
from pmlsym.statements.payoffs.measured import MeasuredPayoffs
from pmlsym.statements.values import Infinite, decimal

# --- mutants --------------------------------------------------------------------------------------


WRONG = {
    "guessing at random is as good as the best guess": Assertion(
        quantities.COSTS, quantities.compared(guesses._AT_RANDOM, "<=", guesses._AT_BEST)
    ),
    "maximal guesswork leakage is attained by every function": Assertion(
        quantities.FUNCTIONS,
        quantities.compared(quantities.MEAN_GUESSWORK, ">=", quantities.MAXIMAL_COST),
    ),
    "events have half the ratio of densities": Assertion(
        densities.eq_3.asserts[0].over,
        quantities.compared(densities._EVENTS, "<", densities._OF_SECRETS),
    ),
    "one k is enough for every cost": Assertion(
        guesses._MIXTURES, quantities.compared(guesses._LEAST_ERROR, "=", guesses._MEAN_COST)
    ),
    "the alpha-loss is above the log-loss": Assertion(
        loss._FAMILY, quantities.compared(loss._ALPHA_LOSS, ">=", loss._LOG_LOSS)
    ),
    "maximal guesswork is at most nothing": Assertion(
        quantities.FUNCTIONS,
        quantities.compared(guesses._LOG_OUTCOMES, "<=", quantities.MEAN_GUESSWORK),
    ),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_seen(words):
    assert WRONG[words].trial(300).violations > 0


# --- quantities against the library and against loops ---------------------------------------------


def same(found, expected):
    return decimal(found) == pytest.approx(float(expected), rel=1e-9, abs=1e-12)


def payoffs_of(a):
    """Return what the same attack saves, as statements about payoffs read it."""
    joint = tuple(
        tuple(p * entry for entry in row) for p, row in zip(a.prior, a.kernel, strict=True)
    )
    played = tuple(Played(name, a.function, a.payoff) for name in ("C", "G"))
    instance = Attacked(joint, 1, a.outcome, 0, played)
    return MeasuredPayoffs(instance, (AnyPayoff("cost", "C"), AnyOrder("G")))


def attacks(count, seed=11):
    return islice(quantities.CHANNELS.all(seed), count)


def test_the_quantities_are_the_librarys():
    for a in attacks(120):
        kernel = np.array(a.kernel, dtype=float)
        channel = ps.Channel(kernel, np.array(a.prior, dtype=float))
        u = np.array(a.function, dtype=float)
        payoff = np.array(a.payoff, dtype=float)
        own, y = np.array(a.own_payoff, dtype=float), a.outcome
        assert same(quantities.PMC_DIVERGENCE.of(a), ps.pmc(channel)[y])
        exact = ps.Channel(a.kernel, a.prior)
        assert same(
            quantities.LAMBDA_U.of(a),
            library.wrong_guess_leakage(exact, [*map(list, a.function)])[y],
        )
        measured = payoffs_of(a)
        assert same(measured["cost_G"], library.guesswork_leakage(channel, u)[y])
        assert same(measured["worst_pmc_X"], max(ps.pmc(channel)))
        assert same(measured["pmc_of_pairs_X"], max(ps.pmc(channel)))
        assert same(measured["worst_pml_X"], max(ps.pml(channel)))
        assert same(measured["pml_of_pairs_X"], max(ps.pml(channel)))
        assert own == pytest.approx(u @ payoff)
        assert same(quantities.MAXIMAL_COST.of(a), ps.maximal_cost_leakage(channel))


def test_the_least_costs_by_loops_over_the_joint_law():
    for a in attacks(150):
        joint = {
            (x, y, u): a.prior[x] * a.kernel[x][y] * a.function[x][u]
            for x, y, u in product(
                range(len(a.prior)), range(len(a.kernel[0])), range(len(a.function[0]))
            )
        }
        choices, y = range(len(a.payoff[0])), a.outcome
        before = min(sum(m * a.payoff[u][w] for (_, _, u), m in joint.items()) for w in choices)
        here = sum(m for (_, z, _), m in joint.items() if z == y)
        after = {
            z: min(
                sum(m * a.payoff[u][w] for (_, v, u), m in joint.items() if v == z) for w in choices
            )
            for z in range(len(a.kernel[0]))
        }

        def log(one, other):
            return (
                (math.log(one / other) if one else -math.inf)
                if other
                else (math.inf if one else 0.0)
            )

        assert same(quantities.LAMBDA_C.of(a), log(before, after[y] / here))
        measured = payoffs_of(a)
        assert same(measured["average_cost_C"], log(before, sum(after.values())))
        worst = min(
            after[z] / sum(m for (_, v, _), m in joint.items() if v == z) for z in a.possible
        )
        assert same(measured["worst_cost_C"], log(before, worst))
        spent = sum(
            m * a.guess[w] * a.payoff[u][w]
            for (_, v, u), m in joint.items()
            if v == y
            for w in choices
        )
        assert guesses._AT_RANDOM.of(a) == spent / here


def test_guesswork_over_all_orders():
    random = Random(2)
    for _ in range(200):
        law = of.normalized([random.randint(0, 4) for _ in range(4)] + [1])
        orders = permutations(range(1, 6))
        least = min(sum(p * rank for p, rank in zip(law, order, strict=True)) for order in orders)
        assert of.guesses(of.singly(law)) == least
        assert of.guesses([(p, 2) for p in law]) == of.guesses(of.singly((*law, *law)))


def test_the_largest_ratio_of_events_is_that_of_single_secrets():
    for a in attacks(300):
        ratios = [
            math.inf if not after else before / after
            for before, after in zip(a.prior, a.posterior, strict=True)
        ]
        assert same(of.divergence(a.prior, a.posterior), math.log(max(ratios)))


def test_countable_alphabets_by_long_sums():
    random = Random(4)
    for number in range(60):
        a = countable.draw(number, random)
        terms = [(float(a.mass(x)), float(a.likelihood(x))) for x in range(200)]
        total = sum(p * k for p, k in terms)
        assert float(a.outcome) == pytest.approx(total)
        for cost in (*a.costs, a.of_event()):
            values = [float(cost[min(x, len(cost) - 1)]) for x in range(200)]
            assert float(a.before(cost)) == pytest.approx(
                sum(p * c for (p, _), c in zip(terms, values, strict=True))
            )
            assert float(a.after(cost)) == pytest.approx(
                sum(p * k * c for (p, k), c in zip(terms, values, strict=True)) / total
            )
        worst = max(total / k for _, k in terms[:40])
        if a.supremum is Infinite.PLUS:
            assert a.low == 0
        else:
            assert worst == pytest.approx(math.exp(decimal(a.supremum)), rel=1e-2)
            assert worst <= math.exp(decimal(a.supremum)) * (1 + 1e-9)


def test_the_least_alpha_loss_on_a_grid_and_by_the_library():
    random = Random(6)
    grid = np.linspace(1e-6, 1 - 1e-6, 20001)
    for number in range(60):
        a = draw_guessed(number, random)
        order = math.inf if isinstance(a.order, Infinite) else float(a.order)
        found = decimal(least_loss(a.order, a.prior))
        assert found == pytest.approx(
            float(library.least_alpha_loss(np.array(a.prior, dtype=float), order))
        )
        if len(a.prior) == 2:
            losses = [_loss(order, q) for q in (grid, 1 - grid)]
            spent = sum(float(p) * x for p, x in zip(a.prior, losses, strict=True)).min()
            assert found <= spent + 1e-9
            assert found == pytest.approx(spent, abs=1e-4)


def _loss(order, chance):
    if order == 1:
        return -np.log(chance)
    if math.isinf(order):
        return 1 - chance
    return order / (order - 1) * (1 - chance ** ((order - 1) / order))


def test_the_family_of_losses_is_the_one_of_the_paper():
    random = Random(7)
    for number in range(60):
        a = draw_loss(number, random)
        chance = float(a.chance)
        assert same(loss._ALPHA_LOSS.of(a), _loss(float(a.order), chance))
        expected = -math.log(chance) if chance else math.inf
        assert same(loss._LOG_LOSS.of(a), expected)


def test_side_information_by_loops():
    random = Random(8)
    for number in range(150):
        a = side_information.draw_informed(number, random)
        joint = {
            (x, y, z): row[y * a.sides + z]
            for x, row in enumerate(a.joint)
            for y in range(len(row) // a.sides)
            for z in range(a.sides)
        }
        known = [
            sum(m for (x, _, z), m in joint.items() if (x, z) == (s, a.side))
            for s in range(len(a.joint))
        ]
        both = [joint[s, a.outcome, a.side] for s in range(len(a.joint))]
        possible = [x for x, m in enumerate(known) if m]
        assert list(a.prior) == [known[x] / sum(known) for x in possible]
        assert list(a.posterior) == [both[x] / sum(both) for x in possible]
        assert list(a.cost) == [a.payoff[x] for x in possible]


def test_the_mixture_of_the_appendix_is_a_function():
    random = Random(9)
    for number in range(200):
        a = draw_mixture(number, random)
        for x, row in enumerate(a.function):
            assert sum(row) == 1
            assert min(row) >= 0
            assert row[-1] == 1 - (a.share * a.costs[0][x] + (1 - a.share) * a.costs[1][x])
            assert set(row[:-1]) == {(1 - row[-1]) / a.parts}


# --- the reductions, from both sides --------------------------------------------------------------


def test_probabilities_are_measures_times_means_of_densities():
    random = Random(14)
    for number in range(1000):
        a = draw_densities(number, random)
        size = len(a.attack.prior)
        event = [x for x in range(size) if random.random() < 0.6] or [0]
        measure = sum(a.secrets[x] for x in event)
        law = [a.secrets[x] / measure for x in event]
        for whole, density in (
            (a.attack.prior, a.prior_density),
            (a.attack.posterior, a.posterior_density),
        ):
            chance = measure * of.mean(law, [density[x] for x in event])
            assert chance == sum(whole[x] for x in event)
        # the union of two disjoint events has no larger ratio than the larger of theirs
        parts = [[x for x in range(size) if x % 2 == odd] for odd in range(2)]
        tops = [sum(a.attack.prior[x] for x in part) for part in parts]
        ends = [sum(a.attack.posterior[x] for x in part) for part in parts]
        for bound in (F(1, 2), F(1), F(2), F(5)):
            if all(top <= bound * end for top, end in zip(tops, ends, strict=True)):
                assert sum(tops) <= bound * sum(ends)
