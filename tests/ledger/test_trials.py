"""The theorems of reductions by hand hold on other instances, and misstated ones do not."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from pmlsym.ledger import catalogue
from pmlsym.ledger.histogram import preliminaries
from pmlsym.ledger.pmc.adversary import loss
from pmlsym.ledger.pmc.mechanisms import coins
from pmlsym.ledger.trials import counting, noise, orders, releases, suprema
from pmlsym.statements.arithmetic import divide, log
from pmlsym.statements.assertion import Compared, Property, Quantity
from pmlsym.statements.instances.attack.adversary import least, mean
from pmlsym.statements.values import extreme

EVERY = list(catalogue.with_repairs(catalogue.claims()))
THEOREMS = sorted(
    {theorem for claim in EVERY for theorem in claim.reductions if theorem.test is not None},
    key=lambda theorem: theorem.name,
)


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_a_theorem_by_which_a_person_reduces_holds_on_other_instances(theorem):
    trial = theorem.test.trial(theorem.test.tries, seed=13)
    assert trial.violations == trial.unseparated == 0, trial.first
    assert trial.applied >= 15
    assert theorem.test.words().endswith(".")


# --- misstated -----------------------------------------------------------------------------------


def q(of):
    return Quantity("q", "q", of)


def compared(assertion, place, sign=None, right=None):
    """Return an assertion with one comparison changed."""
    conditions = list(assertion.conclusion)
    old = conditions[place]
    conditions[place] = Compared(old.left, sign or old.sign, q(right) if right else old.right)
    return replace(assertion, conclusion=tuple(conditions))


def claiming(assertion, holds):
    return replace(assertion, conclusion=(Property("p", "p", holds),))


def given(assertion, holds):
    return replace(assertion, hypotheses=(Property("p", "p", holds),))


def without_hypotheses(assertion):
    return replace(assertion, hypotheses=())


CHANGED = {
    "outcomes move to the ends alone": compared(
        releases.COORDINATE_BY_COORDINATE,
        0,
        right=lambda w: extreme(
            (w.at(y).pml for y in product(*((a[0], a[-1]) for a in w.breakpoints))), largest=True
        ),
    ),
    "k^n is n^k": compared(counting.SUMS, 0, right=lambda w: w.records**w.classes * w.drawn()),
    "another support": without_hypotheses(counting.DENSITY_OF_PRIORS),
    "the quotient of ratios upside down": compared(
        releases.ONE_AFTER_THE_OTHER,
        0,
        right=lambda w: divide(Fraction(1), releases._by_ratios(w)),
    ),
    "a random guess costs the least": compared(
        suprema.RANDOM_GUESSES, 0, right=lambda a: least(a.posterior, a.own_payoff)
    ),
    "as many guesses as k allow, and one more": compared(
        orders.DIFFERENT_RANKS, 1, right=lambda w: Fraction(len(w.numbers) + 3, 2)
    ),
    "ranks within n - 1": claiming(
        orders.IN_TURN, lambda w: orders.ranks_within(w, len(w.orders) - 1)
    ),
    "induction without a start": given(
        orders.INDUCTIONS,
        lambda w: all(b for a, b in zip(w.true, w.true[1:], strict=False) if a),
    ),
    "as many unknowns as equations": replace(
        orders.MORE_UNKNOWNS,
        over=replace(
            orders.MORE_UNKNOWNS.over,
            draw=lambda _, random: orders.Equations(((random.randint(1, 3),),)),
        ),
    ),
    "matched by one with as many": given(
        orders.FEWEST_OUTCOMES,
        lambda w: all(w.matched(i, n) for i, n in enumerate(w.outcomes) if n > w.size),
    ),
    "utilities that are concave": compared(orders.CONVEX_UTILITIES, 0, sign=">="),
    "not coupled": without_hypotheses(noise.COUPLINGS),
    "equal records far from one bin alone": compared(
        preliminaries.EQUAL_RECORDS.test,
        0,
        right=lambda w: log(1 / (min(w.prior) + (1 - min(w.prior)) * w.decay**w.records)),
    ),
    "a coin that is fair": claiming(coins.COIN.test, lambda w: w["u"] == 1),
    "powers with a loss alpha times as small": compared(
        loss.POWERS.test, 0, right=lambda w: divide(loss._in_exponentials(w), w.order)
    ),
}


@pytest.mark.parametrize("name", CHANGED)
def test_a_misstated_theorem_fails(name):
    assert CHANGED[name].trial(CHANGED[name].tries).violations


REPLACED = {
    "lifts of the plain mean": (
        counting,
        "weighed",
        lambda prior, column: tuple(a * len(column) / sum(column) for a in column),
        counting.COLUMNS,
    ),
    "all secrets are one": (
        counting.CountedOutcome,
        "groups",
        property(lambda w: (0,) * len(w.prior)),
        counting.EQUAL_LIKELIHOODS,
    ),
    "one record too many": (
        releases,
        "added",
        lambda w, added=releases.added: added(w.under([*w.priors, w.priors[0]])),
        releases.OTHERS_ADD,
    ),
    "what is spare goes to every class": (
        releases,
        "_spread",
        lambda k, spread=releases._spread: (s for s in spread(k) if min(s)),
        releases.FLOORED_PRIORS,
    ),
    "uniform priors are the worst": (
        releases,
        "favouring",
        lambda alpha, k, j: (Fraction(1, k),) * k,
        releases.FINITELY_MANY,
    ),
    "the records that lack": (
        releases,
        "added",
        lambda w, added=releases.added: added(w.under([*w.priors, w.priors[0]])),
        releases.THROUGH_LACKING,
    ),
    "one bin changes elsewhere": (
        releases,
        "elsewhere",
        lambda w, t: releases.uncounted(w),
        releases.BY_CLASSES,
    ),
    "the last class is counted": (
        releases,
        "uncounted",
        lambda w: releases.first(w),
        releases.SOME_COUNTS,
    ),
    "one bin of a neighbour": (
        releases,
        "gain",
        lambda s, u: abs(s) - abs(s - 1),
        releases.TWO_BINS,
    ),
    "no clipping": (noise, "off", lambda count, noise: abs(noise), noise.BIN_BY_BIN),
    "one tail more": (
        noise.Bin,
        "below",
        property(lambda w: sum(w.half_decay ** (2 * j - 1) for j in range(1, w.count + 2))),
        noise.TAIL_SUMS,
    ),
    "nothing is known of y": (
        suprema,
        "_through_secret",
        lambda w, v, y, cost, of=suprema._through_secret: of(w, v, None, cost),
        suprema.FUNCTIONS_OF_SECRETS,
    ),
    "always the first choice": (
        suprema,
        "least",
        lambda law, cost: mean(law, [line[0] for line in cost]),
        suprema.BEST_CHOICES,
    ),
    "a cost and a constant": (
        suprema,
        "_scaled",
        lambda a: tuple(tuple(c + 1 for c in line) for line in a.own_payoff),
        suprema.SCALED_COSTS,
    ),
    "a bound is a supremum": (
        suprema.SupremumLevels,
        "nobody_has_more",
        property(lambda w: w.bounds(w.candidate)),
        suprema.SUPREMA,
    ),
    "impossible points count": (
        suprema.ValuedSupremum,
        "supremum",
        property(lambda w: max(w.values)),
        suprema.ESSENTIAL_SUPREMA,
    ),
    "a mean without the measure": (
        suprema.Measures,
        "by_density",
        lambda w, law: w.of(law, w.event) / w.of(w.measure, w.event),
        suprema.DENSITIES_ON_EVENTS,
    ),
    "m < x <= m + 1": (
        orders,
        "_floors",
        lambda x: [m for m in range(-9, 10) if m < x <= m + 1],
        orders.WHOLE_NUMBERS,
    ),
    "vectors of mean one": (
        orders.MixedLifts,
        "averages_to_one",
        property(lambda w: all(mean(w.prior, v) == 1 for _, v in w.outcomes)),
        orders.MIXTURES,
    ),
    "one end of the support": (
        noise.OnLine,
        "farthest",
        property(lambda w: max(abs(w.outcome - low) for low, _, _ in w.pieces)),
        noise.ON_SUPPORTS,
    ),
    "y without its n": (
        noise,
        "_through_sum",
        lambda w, s, x, of=noise._through_sum: of(replace(w, outcome=w.outcome + 1), s, x),
        noise.THROUGH_SUMS,
    ),
    "moments of another law": (
        noise.Shifted,
        "normal",
        lambda w, m: w.variance ** (m // 2) * (m % 2 == 0),
        noise.NORMAL_MOMENTS,
    ),
}


@pytest.mark.parametrize("name", REPLACED)
def test_a_theorem_with_another_formula_fails(name, monkeypatch):
    owner, attribute, formula, assertion = REPLACED[name]
    monkeypatch.setattr(owner, attribute, formula)
    assert assertion.trial(assertion.tries).violations
