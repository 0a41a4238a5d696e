"""Generalised randomized response: what it leaks, Ex. 4."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.exact import Value as Formula
from pmlsym.formulas.response import response_entries
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.mechanisms.worlds import (
    Levels,
    Masses,
    at_each,
    exact,
    law_of,
    leak,
    level,
    worlds,
)
from pmlsym.ledger.pmc.symbols import ALIKE, ONE, PAPER
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Property, Quantity
from pmlsym.statements.law import Law
from pmlsym.statements.values import holds

# --- the paper's formulas ------------------------------------------------------------------------


def response_pmc(odds: Formula, mass: Formula) -> Formula:
    """Return e^PMC at the answer of a secret of this prior probability.

    Examples
    --------
    >>> response_pmc(3, 0.5)
    2.0
    """
    return 1 + mass * (odds - 1)


def response_pml(odds: Formula, mass: Formula) -> Formula:
    """Return e^PML at the answer of a secret of this prior probability.

    Examples
    --------
    >>> response_pml(3, 0.5)
    1.5
    """
    return odds / (mass * (odds - 1) + 1)


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
    return {"eps_r": odds, "d": random.choice((Fraction(3, 2), Fraction(11, 10), Fraction(4)))}


_EVERY = worlds(
    "every prior on n >= 2 secrets and randomized response with every parameter eps_r >= 0",
    r"P_X,\ \varepsilon_r\ge0",
    _odds,
)


def _respond(world: Levels) -> Law:
    return answers(world.prior, world["eps_r"])


_EPS_R = level("eps_r", r"\varepsilon_r", lambda world: world["eps_r"])
_PMC = leak("pmc", _respond, "randomized response")
_PML = leak("pml", _respond, "randomized response")

# in symbols: the two entries of a column, and the probability of the answer
n, response, p, top, least = reals("n eps_r P_j p_max p_min")
same, other, answer = reals("a_same a_other P_Y_j")
ODDS = sp.exp(response)
SIZE = (n >= 2, response >= 0)
_ENTRIES = tuple(
    relate(entry, "==", form)
    for entry, form in zip((same, other), response_entries(ODDS, n - 1), strict=True)
)
_COLUMN = (*SIZE, *_ENTRIES)
_AT_J = (*_COLUMN, p > 0, p < 1, relate(answer, "==", p * same + (1 - p) * other))

# --- the claims ----------------------------------------------------------------------------------

example_4_ldp = Claim(
    "pmc.example-4.ldp",
    PAPER,
    "Ex. 4",
    says="randomized response with eps_r is eps_r-LDP",
    scope="every alphabet of n >= 2 secrets and eps_r >= 0; a column holds one larger entry and "
    "n - 1 equal smaller ones, so that eps_r is attained",
    asserts=(Assertion(_EVERY, (Compared(leak("ldp", _respond, "it"), "=", _EPS_R),)),),
    reductions=(ALIKE,),
    parts=(
        Part(
            "rows sum to one",
            Goal(_COLUMN, relate(same + (n - 1) * other, "==", ONE)),
            Decided,
        ),
        Part(
            "the log-ratio of both entries of a column is eps_r",
            Goal(_COLUMN, relate(sp.log(same / other), "==", response)),
            compare_exponentials,
        ),
        Part(
            "and that of the smaller to the larger no more",
            Goal(_COLUMN, relate(sp.log(other / same), "<=", response)),
            compare_exponentials,
        ),
    ),
)

_SMALLER = Part(
    "the entry on the diagonal is the larger one of its column",
    Goal(_COLUMN, relate(other, "<=", same)),
    Decided,
)


def _everywhere(kind: str) -> Property[Levels]:
    formula = response_pmc if kind == "pmc" else response_pml
    shown = {"pmc": "1 + P(j) (exp(eps_r) - 1)", "pml": "exp(eps_r)/(P(j) (exp(eps_r) - 1) + 1)"}

    def of(world: Levels) -> bool:
        found = at_each("pmc" if kind == "pmc" else "pml", _respond(world))
        return all(
            holds(value, "=", log(exact(formula(world["eps_r"], world.prior[j])))) is True
            for j, value in found.items()
        )

    return Property(
        f"{kind}(X->j) = log({shown[kind]}) at every answer j",
        rf"\text{{the {kind.upper()} at every }}j\text{{ is that of the formula}}",
        of,
    )


_AT_MOST = level(
    "log(1 + p_max (exp(eps_r) - 1))",
    r"\log(1+p_{\max}(e^{\varepsilon_r}-1))",
    lambda world: response_pmc(world["eps_r"], world.most),
)
_WORST_PMC = sp.log(response_pmc(ODDS, top))

example_4_pmc = Claim(
    "pmc.example-4.pmc",
    PAPER,
    "Ex. 4",
    says="its PMC at j is log(1 + P_X(j)(exp(eps_r) - 1)); the worst is at p_max",
    scope="every alphabet of n >= 2 secrets, prior and eps_r >= 0 (a single secret has PMC 0)",
    asserts=(Assertion(_EVERY, (_everywhere("pmc"), Compared(_PMC, "=", _AT_MOST))),),
    reductions=(ALIKE,),
    parts=(
        _SMALLER,
        Part(
            "minus the log-lift of the others at j is log(1 + P_X(j) (e^eps_r - 1))",
            Goal(_AT_J, relate(sp.log(answer / other), "==", sp.log(response_pmc(ODDS, p)))),
            compare_exponentials,
        ),
        Part(
            "which grows with P_X(j)",
            Goal(
                (*SIZE, p > 0, p <= top),
                relate(sp.log(response_pmc(ODDS, p)), "<=", _WORST_PMC),
            ),
            compare_exponentials,
        ),
    ),
)

_small = reals("delta")[0]
_NEAR = level("eps_r - d", r"\varepsilon_r-d", lambda world: world["eps_r"] / world["d"])
_LIKELY = Compared(
    Quantity[Levels]("p_max", r"p_{\max}", lambda world: world.most),
    ">",
    Quantity[Levels]("exp(-d)", "e^{-d}", lambda world: 1 / world["d"]),
)

example_4_limit = Claim(
    "pmc.example-4.limit",
    PAPER,
    "Ex. 4",
    says="that PMC is <= eps_r and tends to eps_r as p_max -> 1: it is above eps_r - d for "
    "p_max > e^-d",
    scope="every prior and eps_r >= 0, d > 0",
    asserts=(
        Assertion(_EVERY, (Compared(_PMC, "<=", _EPS_R),)),
        Assertion(_EVERY, (Compared(_PMC, ">", _NEAR),), (_LIKELY,)),
    ),
    reductions=(ALIKE,),
    parts=(
        *example_4_pmc.parts,
        Part(
            "it is at most eps_r",
            Goal((response >= 0, top > 0, top <= 1), relate(_WORST_PMC, "<=", response)),
            compare_exponentials,
        ),
        Part(
            "p_max > e^-d gives more than eps_r - d",
            Goal(
                (response >= 0, top <= 1, _small > 0, relate(top, ">", sp.exp(-_small))),
                relate(_WORST_PMC, ">", response - _small),
            ),
            compare_exponentials,
        ),
    ),
)

_AT_MOST_PML = level(
    "log(exp(eps_r)/(p_min (exp(eps_r) - 1) + 1))",
    r"\log\frac{e^{\varepsilon_r}}{p_{\min}(e^{\varepsilon_r}-1)+1}",
    lambda world: response_pml(world["eps_r"], world.least),
)
_CEILING = level("log(1/p_min)", r"\log\frac1{p_{\min}}", lambda world: 1 / world.least)
_WORST_PML = sp.log(response_pml(ODDS, least))

example_4_pml = Claim(
    "pmc.example-4.pml",
    PAPER,
    "Ex. 4",
    says="its PML is log(exp(eps_r) / (p_min (exp(eps_r) - 1) + 1)), below log(1/p_min)",
    scope="every alphabet of n >= 2 secrets, prior and eps_r >= 0",
    asserts=(
        Assertion(
            _EVERY,
            (
                _everywhere("pml"),
                Compared(_PML, "=", _AT_MOST_PML),
                Compared(_PML, "<", _CEILING),
            ),
        ),
    ),
    reductions=(ALIKE,),
    parts=(
        Part(
            "the log-lift of j itself at the answer j",
            Goal(_AT_J, relate(sp.log(same / answer), "==", sp.log(response_pml(ODDS, p)))),
            compare_exponentials,
        ),
        _SMALLER,
        Part(
            "which is largest at p_min",
            Goal(
                (*SIZE, p < 1, least > 0, least <= p),
                relate(sp.log(response_pml(ODDS, p)), "<=", _WORST_PML),
            ),
            compare_exponentials,
        ),
        Part(
            "and below log(1/p_min)",
            Goal(
                (response >= 0, least > 0, least < 1),
                relate(_WORST_PML, "<", sp.log(1 / least)),
            ),
            compare_exponentials,
        ),
    ),
)
