"""Optimal mechanisms for sub-convex utilities: Cor. 5, and randomized response under LDP."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.formulas.mechanisms import response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import all_of, beside, stated
from pmlsym.ledger.pmc.conversions import HIGH_PRIVACY, L_STAR, U_STAR
from pmlsym.ledger.pmc.extremal import EXTREMAL, extremal_mechanism
from pmlsym.ledger.pmc.mechanisms.instances import (
    Levels,
    Masses,
    exact,
    gained,
    instances,
    law_of,
    leak,
    level,
    prior,
)
from pmlsym.ledger.pmc.mechanisms.response import answers
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.statements.assertion import Assertion, Compared
from pmlsym.statements.law import Law
from pmlsym.statements.optimality import Optimality, bounded_designs
from pmlsym.statements.specific.named import randomized_response

# --- Corollary 5 ---------------------------------------------------------------------------------

_OPTIMAL = Optimality.of(
    "PML(u)",
    EXTREMAL,
    draw=bounded_designs("pml", "u", prior, lambda masses: 1 / (1 - min(masses))),
)

corollary_5 = Claim(
    "pmc.corollary-5",
    PAPER,
    "Cor. 5",
    says="for eps_l >= eps_l* (eps_l, eps_u)-ALIP is eps_u-PML, so that the optimal mechanisms are "
    "the same; for sub-convex utilities it is the extremal mechanism. For eps_u >= eps_u* it is "
    "eps_l-PMC",
    scope="every finite alphabet of at least two secrets and prior, 0 <= eps_u < log(1/(1 - "
    "p_min)), in the second half every eps_l >= 0 (its optimum is that of extremal.cost). "
    "Sub-convex utilities are taken to be sum_y P(y) mu(lift_y) with mu convex, which are the "
    "sums of a sublinear function of P(y|.); mechanisms of finitely many outcomes, where the "
    "paper's Y may be general. In the statements d >= 0 is how far the other level is beyond "
    "eps_l* or eps_u*. ALIP is a bound under P_X x P_Y; as printed, under P_XY, the first half "
    "holds too, and the second fails where eps_u allows zeros (pmc.definition-4.surely)",
    **stated(
        f"PML(u) <=> ALIP({L_STAR} + d, u) where {HIGH_PRIVACY}",
        f"PMC(l) <=> ALIP(l, {U_STAR} + d)",
        _OPTIMAL,
        beside=(all_of(extremal_mechanism),),
    ),
)

# --- randomized response under LDP ---------------------------------------------------------------


def _two(number: int, random: Random) -> Masses:
    first = Fraction(*((1, 2), (1, 3), (9, 10), (1, 100), (random.randint(1, 11), 12))[number % 5])
    return first, 1 - first


def _binary(instance: Levels) -> Law:
    """Return the law of the secret and a noisy bit that says whether it is the likeliest one."""
    same, other = map(exact, response_entries(instance["e"], 1))
    top = instance.prior.index(instance.most)
    rows = [(same, other) if x == top else (other, same) for x in range(len(instance.prior))]
    return law_of(instance.prior, rows)


def _respond(instance: Levels) -> Law:
    return answers(instance.prior, instance["e"])


_THREE = instances(
    "a prior on three or more secrets and a level e",
    r"|\mathcal X|\ge3,\ P_X,\ \varepsilon",
    lambda masses, number, random: {"e": Fraction(random.choice((3, 4, 5, 8)), 2)},
    lambda number, random: (
        prior(number, random, (3, 4))
        if number > 99
        else (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    ),
    40,
)
_ONE_BIT = "randomized response with e on one bit, whether the secret is the likeliest"

rr_optimal = Claim(
    "pmc.rr-optimal",
    PAPER,
    "after Cor. 4",
    says="for two secrets randomized response with parameter eps is optimal under eps-LDP for "
    "every sub-convex utility, prior and eps >= 0; for three or more not for every eps: with the "
    "prior (1/2, 1/4, 1/4) and eps = log(3/2) randomized response on one bit, whether the secret "
    "is the likeliest, has more mutual information",
    scope='"the randomized response mechanism has been shown to be optimal for LDP and the class '
    'of sub-convex utility functions" continues a sentence on the binary mechanism and is read of '
    "it. For more secrets the source has it for large eps, from a level on that depends on the "
    "prior, and binary mechanisms for small eps; that is not asserted here. That the response is "
    "eps-LDP is pmc.example-4.ldp. Utilities as in Cor. 5, and mechanisms of finitely many "
    "outcomes",
    models=(Levels((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), (("e", Fraction(3, 2)),)),),
    **stated(
        Optimality.of(
            "|X| = 2: LDP(e)",
            randomized_response("e"),
            draw=bounded_designs("ldp", "e", _two, lambda _: Fraction(100)),
        ),
        beside=(
            beside(
                asserts=(
                    Assertion(
                        _THREE,
                        (
                            Compared(
                                leak("ldp", _binary, _ONE_BIT),
                                "<=",
                                level("e", r"\varepsilon", lambda w: w["e"]),
                            ),
                            Compared(
                                gained(_binary, _ONE_BIT, r"I_{\mathrm{bit}}(X;Y)"),
                                ">",
                                gained(
                                    _respond, "randomized response with e", r"I_{\mathrm{RR}}(X;Y)"
                                ),
                            ),
                        ),
                        exists=True,
                    ),
                ),
            ),
        ),
    ),
)
