"""Generalised randomized response and its leakage, Ex. 4."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.formulas.mechanisms import response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.pmc.mechanisms.instances import Masses, drawn, exact, law_of
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.statements.law import Law
from pmlsym.statements.specific import about
from pmlsym.statements.specific.named import randomized_response

# --- the mechanism -------------------------------------------------------------------------------


def answers(prior: Masses, odds: Fraction) -> Law:
    """Return the law of a secret and the answer that randomized response gives.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> answers((half, half), Fraction(3)).weights
    (3, 1, 1, 3)
    """
    same, other = map(exact, response_entries(odds, len(prior) - 1))
    secrets = range(len(prior))
    return law_of(prior, [[same if x == y else other for y in secrets] for x in secrets])


def _odds(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    edges = tuple(Fraction(n, 100) for n in (300, 100, 101, 150, 1000, 100_000))
    odds = edges[(number // 7) % 6] if number < 60 else Fraction(random.randint(8, 80), 8)
    return {"r": odds, "d": random.choice((Fraction(3, 2), Fraction(11, 10), Fraction(4)))}


_RESPONSE, _DRAW = randomized_response("r"), drawn(_odds)

# --- the claims ----------------------------------------------------------------------------------

example_4_ldp = Claim(
    "pmc.example-4.ldp",
    PAPER,
    "Ex. 4",
    says="randomized response with eps_r is eps_r-LDP",
    scope="every alphabet of n >= 2 secrets and eps_r >= 0; a column holds one larger entry and "
    "n - 1 equal smaller ones, so that eps_r is attained",
    **stated(about("ldp(X->Y) = r", _RESPONSE, draw=_DRAW)),
)

example_4_pmc = Claim(
    "pmc.example-4.pmc",
    PAPER,
    "Ex. 4",
    says="its PMC at j is log(1 + P_X(j)(exp(eps_r) - 1)); the worst is at p_max",
    scope="every alphabet of n >= 2 secrets, prior and eps_r >= 0 (a single secret has PMC 0)",
    **stated(
        about("pmc(X->y) = log(1 + p_y*(exp(r) - 1))", _RESPONSE, draw=_DRAW),
        about("pmc(X->Y) = log(1 + pmax*(exp(r) - 1))", _RESPONSE, draw=_DRAW),
    ),
)

example_4_limit = Claim(
    "pmc.example-4.limit",
    PAPER,
    "Ex. 4",
    says="that PMC is <= eps_r and tends to eps_r as p_max -> 1: it is above eps_r - d for "
    "p_max > e^-d",
    scope="every prior and eps_r >= 0, d > 0",
    **stated(
        about("pmc(X->Y) <= r", _RESPONSE, draw=_DRAW),
        about("pmc(X->Y) > r - d where d > 0, pmax > exp(-d)", _RESPONSE, draw=_DRAW),
    ),
)

example_4_pml = Claim(
    "pmc.example-4.pml",
    PAPER,
    "Ex. 4",
    says="its PML is log(exp(eps_r) / (p_min (exp(eps_r) - 1) + 1)), below log(1/p_min)",
    scope="every alphabet of n >= 2 secrets, prior and eps_r >= 0",
    **stated(
        about("pml(X->y) = log(exp(r)/(p_y*(exp(r) - 1) + 1))", _RESPONSE, draw=_DRAW),
        about("pml(X->Y) = log(exp(r)/(pmin*(exp(r) - 1) + 1))", _RESPONSE, draw=_DRAW),
        about("pml(X->Y) < log(1/pmin)", _RESPONSE, draw=_DRAW),
    ),
)
