"""Pairs of secrets, families of priors: Lemma 1 (iii) and (iv)."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere
from pmlsym.ledger.pmc.symbols import PAPER, ZERO
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.likelihoods import Additive

lemma_1_iii = Claim(
    "pmc.lemma-1.iii",
    PAPER,
    "Lemma 1 (iii)",
    says="additivity over independent pairs",
    scope="every number k of pairs on finite alphabets, and outcomes that are possible. If a "
    "smallest lift is zero, so is the product, and both sides are infinite. The paper's general "
    "alphabets are not covered",
    **stated(Additive("pmc")),
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
