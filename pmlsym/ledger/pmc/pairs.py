"""Pairs of secrets, families of priors: Lemma 1 (iii) and (iv)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere
from pmlsym.ledger.pmc.symbols import PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import add
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.instances.rationals import Row
from pmlsym.statements.likelihoods import OneOutcome
from pmlsym.statements.likelihoods.of_likelihoods import column, weighed
from pmlsym.statements.likelihoods.outcome import leakage_at
from pmlsym.statements.values import Value

# --- additivity -----------------------------------------------------------------------------------


def _draw(number: int, random: Random) -> OneOutcome:
    """Sample the likelihoods of an outcome, and one to three priors that allow it."""
    likelihoods = column(number, random)
    priors = [weighed(len(likelihoods), random) for _ in range((2, 1, 2, 3)[number % 4])]
    return OneOutcome(likelihoods, tuple(zip("PQR", priors, strict=False)))


PAIRS = Domain(
    "every k >= 1 independent pairs of a secret and a mechanism, and possible outcomes (in tests "
    "all mechanisms are the same)",
    r"P_{X^k}=\prod P_{X_i},\ P_{Y^k\mid X^k}=\prod P_{Y_i\mid X_i}",
    OneOutcome,
    _draw,
)


def _apart(instance: OneOutcome, priors: Sequence[Row]) -> Value:
    total: Value = Fraction(0)
    for masses in priors:
        total = add(total, leakage_at("pmc", masses, instance.likelihoods))
    return total


def _together(instance: OneOutcome, priors: Sequence[Row]) -> Value:
    """Return the PMC of the joint secret, over the product alphabet."""
    masses = tuple(Fraction(prod(some)) for some in product(*priors))
    likelihoods = product(instance.likelihoods, repeat=len(priors))
    return leakage_at("pmc", masses, tuple(Fraction(prod(some)) for some in likelihoods))


def _rows(instance: OneOutcome) -> list[Row]:
    return [row for _, row in instance.priors]


_ALL = Quantity[OneOutcome](
    "pmc(X_1,...,X_k->y_1,...,y_k)",
    r"\Lambda(X^k \to y^k)",
    lambda instance: _together(instance, _rows(instance)),
)
_EACH = Quantity[OneOutcome](
    "the sum of pmc(X_i->y_i)",
    r"\sum_i \Lambda(X_i \to y_i)",
    lambda instance: _apart(instance, _rows(instance)),
)
_BUT_ONE = Quantity[OneOutcome](
    "pmc of the first k - 1 pairs as one, plus that of the last",
    r"\Lambda(X^{k-1} \to y^{k-1})+\Lambda(X_k \to y_k)",
    lambda instance: add(
        _together(instance, _rows(instance)[:-1]), _apart(instance, _rows(instance)[-1:])
    ),
)
ONE_BY_ONE = PaperTheorem(
    "one pair after another",
    "The first k - 1 pairs are one secret on a finite alphabet with one possible outcome, "
    "independent of the last. So if the leakages of two pairs add up, those of k do, by induction.",
    "The prior and the likelihoods of several pairs are the products of theirs.",
    Assertion(PAIRS, (Compared(_ALL, "=", _BUT_ONE),)),
)

lemma_1_iii = Claim(
    "pmc.lemma-1.iii",
    PAPER,
    "Lemma 1 (iii)",
    says="additivity over independent pairs",
    scope="every number k of pairs on finite alphabets, and outcomes that are possible: two pairs "
    "by programs, more by induction. Two secrets are in one alphabet of two priors, which may have "
    "disjoint supports. If a smallest lift is zero, so is the product, and both sides are "
    "infinite. The paper's general alphabets are not covered",
    **stated(
        "priors P, Q; product B = P x Q: pmc_B = pmc_P + pmc_Q where chance_P > 0, chance_Q > 0",
        beside=(
            beside(
                asserts=(Assertion(PAIRS, (Compared(_ALL, "=", _EACH),)),), reductions=(ONE_BY_ONE,)
            ),
        ),
    ),
)

# --- concavity -----------------------------------------------------------------------------------

theta, one, other, low_one, low_other = reals("theta chance_P chance_Q least_P least_Q")
_MIXED, _LEAST = theta * one + (1 - theta) * other, sp.Min(low_one, low_other)


def _concave(goal: Goal) -> Step:
    """Prove concavity from log c_P - log c_M <= c_P/c_M - 1, for the smallest likelihoods c."""
    if not goal.conclusion.free_symbols:  # both sides are infinite
        return Decided(goal)
    given = goal.hypotheses
    steps: list[Step] = [Decided(Goal(given, relate(_MIXED, ">", ZERO)))]
    average = ZERO
    for share, chance, low in ((theta, one, low_one), (1 - theta, other, low_other)):
        steps.append(at(exp_above_tangent_everywhere(), t=sp.log(chance) - sp.log(_MIXED)))
        quotient = relate(sp.log(low / chance), "==", sp.log(low) - sp.log(chance))
        smallest = relate(sp.log(_LEAST), "<=", sp.log(low))
        steps += [compare_exponentials(Goal(given, also)) for also in (quotient, smallest)]
        average -= share * sp.log(low / chance)
    in_logs = relate(average, "<=", sp.log(_MIXED) - sp.log(_LEAST))
    return Decided(goal, (OrderKept(Decided(Goal(given, in_logs), tuple(steps)), sp.exp),))


lemma_1_iv = Claim(
    "pmc.lemma-1.iv",
    PAPER,
    "Lemma 1 (iv)",
    says="concavity in P_X",
    scope="every finite alphabet, mechanism and two priors, whatever their supports, under both "
    "of which y is possible: under one that rules y out PMC has no value. P(y) is linear in the "
    "prior, and the smallest likelihood on the support of the mixture is the smaller one. If that "
    "is zero, both sides are infinite. At theta = 0 or 1 it is an equality. The paper's general "
    "alphabets are not covered",
    **stated(
        "priors P, Q; mixture M = theta P + (1 - theta) Q: "
        "pmc_M >= theta*pmc_P + (1 - theta)*pmc_Q "
        "where theta > 0, theta < 1, chance_P > 0, chance_Q > 0",
        prove=_concave,
    ),
)
