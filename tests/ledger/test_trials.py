"""The theorems of reductions by hand hold on other instances, and misstated ones do not."""

from dataclasses import replace

import pytest

from pmlsym.ledger import catalogue
from pmlsym.ledger.trials import counting, noise, suprema
from pmlsym.statements.assertion import Compared, Quantity
from pmlsym.statements.instances.attack.adversary import least, mean

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


def without_hypotheses(assertion):
    return replace(assertion, hypotheses=())


CHANGED = {
    "a random guess costs the least": compared(
        suprema.RANDOM_GUESSES, 0, right=lambda a: least(a.posterior, a.own_payoff)
    ),
    "not coupled": without_hypotheses(noise.COUPLINGS),
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
