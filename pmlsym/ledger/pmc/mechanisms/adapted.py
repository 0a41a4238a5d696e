"""The parameter of randomized response for a wanted PMC, PML or LDP: Ex. 4."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Literal

import sympy as sp

from pmlsym.exact import Value as Formula
from pmlsym.formulas.response import odds_for_pmc, odds_for_pml
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.mechanisms.response import (
    ODDS,
    answers,
    example_4_pmc,
    example_4_pml,
    least,
    response_pmc,
    response_pml,
    top,
)
from pmlsym.ledger.pmc.mechanisms.worlds import (
    PRIORS,
    Levels,
    Masses,
    exact,
    level,
    share,
    worlds,
    worst,
)
from pmlsym.ledger.pmc.symbols import ALIKE, ONE, PAPER, epsilon
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.steps import Decided
from pmlsym.statements.arithmetic import log
from pmlsym.statements.assertion import Assertion, Compared, Quantity
from pmlsym.statements.values import Undefined

Notion = Literal["pml", "pmc", "ldp"]


def crossover(most: Formula, least: Formula) -> Formula:
    """Return the e^level below which the odds for PMC are larger than those for PML.

    Parameters
    ----------
    most, least : the largest and the smallest prior probability.

    Examples
    --------
    >>> crossover(0.5, 0.25)
    2.0
    """
    return (1 - most) / least


# --- worlds --------------------------------------------------------------------------------------


def _asked(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    """Put eps on the crossover, between 0 and it, or beyond it, below log(1/p_min)."""
    turn, end = exact(crossover(max(masses), min(masses))), 1 / min(masses)
    part = share(number, random)
    low, high = ((1, turn), (turn, end), (turn, turn if number < 3 * len(PRIORS) else end))[
        number % 3
    ]
    return {"eps": low + (high - low) * part}


EVERY = worlds(
    "every prior on n >= 2 secrets and 0 <= eps < log(1/p_min)", r"P_X,\ \varepsilon", _asked
)
EPS = level("eps", r"\varepsilon", lambda world: world["eps"])
ZERO_LEVEL = level("0", "0", lambda _: Fraction(1))
CROSSOVER = level(
    "log((1 - p_max)/p_min)",
    r"\log\frac{1-p_{\max}}{p_{\min}}",
    lambda world: crossover(world.most, world.least),
)
NOT_NEGATIVE = Compared(EPS, ">=", ZERO_LEVEL)
POSITIVE = Compared(EPS, ">", ZERO_LEVEL)
UP_TO = Compared(EPS, "<=", CROSSOVER)
BELOW = Compared(EPS, "<", CROSSOVER)
BEYOND = Compared(EPS, ">", CROSSOVER)


def adapted(notion: Notion, world: Levels) -> Fraction:
    """Return the odds of the randomized response that leaks just eps, and measure that it does.

    Raises
    ------
    Undefined
        If the formula gives another one.

    Examples
    --------
    >>> third = Fraction(1, 3)
    >>> adapted("pmc", Levels((third,) * 3, (("eps", Fraction(2)),)))
    Fraction(4, 1)
    """
    asked = world["eps"]
    odds = asked
    if notion == "pmc":
        odds = exact(odds_for_pmc(asked, world.most))
    elif notion == "pml":
        odds = exact(odds_for_pml(asked, world.least))
    measured = worst(notion, answers(world.prior, odds))
    if measured != log(asked):
        raise Undefined(f"a parameter that leaks {measured} for {log(asked)}")
    return odds


def parameter(notion: Notion) -> Quantity[Levels]:
    """Return the adapted parameter as a quantity."""
    return Quantity(
        f"eps_r for {notion.upper()}",
        rf"\varepsilon_r^{{\mathrm{{{notion.upper()}}}}}",
        lambda world: log(adapted(notion, world)),
    )


# --- goals ---------------------------------------------------------------------------------------

AIM = sp.exp(epsilon)
FOR_PMC, FOR_PML = odds_for_pmc(AIM, top), odds_for_pml(AIM, least)
ASKED = (epsilon >= 0, relate(AIM * least, "<", ONE))
_PRIOR = (least > 0, least <= top, relate(least + top, "<=", ONE))
_TURN = crossover(top, least)

ADAPTED = (
    *example_4_pmc.parts,
    *(part for part in example_4_pml.parts if part not in example_4_pmc.parts),
    Part(
        "e^eps_r = 1 + (e^eps - 1)/p_max gives PMC eps",
        Goal(
            (epsilon >= 0, top > 0, relate(ODDS, "==", FOR_PMC)),
            relate(response_pmc(ODDS, top), "==", AIM),
        ),
        Decided,
    ),
    Part(
        "e^eps_r = e^eps (1 - p_min)/(1 - e^eps p_min) gives PML eps, below log(1/p_min)",
        Goal(
            (*ASKED, least > 0, least < 1, relate(ODDS, "==", FOR_PML)),
            relate(response_pml(ODDS, least), "==", AIM),
        ),
        Decided,
    ),
)
LARGER = Part(
    "the PMC-adapted odds are larger for 0 < eps < log((1 - p_max)/p_min)",
    Goal(
        (*_PRIOR, *ASKED, epsilon > 0, relate(AIM, "<", _TURN)),
        relate(FOR_PMC, ">", FOR_PML),
    ),
    Decided,
)
SMALLER = Part(
    "and smaller beyond",
    Goal(
        (*_PRIOR, *ASKED, epsilon > 0, relate(AIM, ">", _TURN)),
        relate(FOR_PMC, "<", FOR_PML),
    ),
    Decided,
)
EQUAL = (
    Part(
        "equal at eps = log((1 - p_max)/p_min)",
        Goal((*_PRIOR, *ASKED, relate(AIM, "==", _TURN)), relate(FOR_PMC, "==", FOR_PML)),
        Decided,
    ),
    Part(
        "equal at eps = 0",
        Goal((*_PRIOR, *ASKED, relate(AIM, "==", ONE)), relate(FOR_PMC, "==", FOR_PML)),
        Decided,
    ),
)

# --- the claims ----------------------------------------------------------------------------------

_PMC, _PML = parameter("pmc"), parameter("pml")
_RANGE = "every prior on n >= 2 secrets and 0 <= eps < log(1/p_min), where both are finite"

example_4_crossover_repair = Claim(
    "pmc.example-4.crossover.repair",
    PAPER,
    "Ex. 4",
    says="it is larger for 0 < eps < log((1 - p_max)/p_min), equal at both ends, and smaller "
    "beyond",
    scope=f"{_RANGE}; for two secrets the range is empty, for n it ends at log(n - 1) at least",
    asserts=(
        Assertion(EVERY, (Compared(_PMC, ">", _PML),), (POSITIVE, BELOW)),
        Assertion(EVERY, (Compared(_PMC, "=", _PML),), (Compared(EPS, "=", CROSSOVER),)),
        Assertion(EVERY, (Compared(_PMC, "=", _PML),), (Compared(EPS, "=", ZERO_LEVEL),)),
        Assertion(EVERY, (Compared(_PMC, "<", _PML),), (POSITIVE, BEYOND)),
    ),
    reductions=(ALIKE,),
    parts=(*ADAPTED, LARGER, *EQUAL, SMALLER),
)

THIRDS = Levels((Fraction(1, 3),) * 3, (("eps", Fraction(2)),))

example_4_crossover = Claim(
    "pmc.example-4.crossover",
    PAPER,
    "Ex. 4",
    says="for eps <= log((1 - p_max)/p_min) the PMC-adapted parameter is larger than the "
    "PML-adapted one",
    scope=f'{_RANGE}. Read as printed, "when eps <= log((1 - p_max)/p_min)", the end included; '
    "there, as at eps = 0, both are equal",
    asserts=(Assertion(EVERY, (Compared(_PMC, ">", _PML),), (NOT_NEGATIVE, UP_TO)),),
    models=(THIRDS,),
    repair=example_4_crossover_repair,
)
