"""The parameter of randomized response for a given PMC, PML or LDP: Ex. 4."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.exact import Value as Formula
from pmlsym.formulas.mechanisms import odds_for_pmc, odds_for_pml
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.pmc.mechanisms.instances import PRIORS, Levels, Masses, drawn, exact, share
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.proof.language import reals
from pmlsym.statements.specific import Specific, about
from pmlsym.statements.specific.named import randomized_response
from pmlsym.statements.text.formula import in_language


def crossover(most: Formula, least: Formula) -> Formula:
    """Return the e^level below which the odds for PMC are larger than those for PML.

    Examples
    --------
    >>> crossover(0.5, 0.25)
    2.0
    """
    return (1 - most) / least


# --- instances -----------------------------------------------------------------------------------


def _asked(masses: Masses, number: int, random: Random) -> Fraction:
    """Draw eps on the crossover, between 0 and it, or beyond it, below log(1/p_min)."""
    turn, end = exact(crossover(max(masses), min(masses))), 1 / min(masses)
    part = share(number, random)
    low, high = ((1, turn), (turn, end), (turn, turn if number < 3 * len(PRIORS) else end))[
        number % 3
    ]
    return low + (high - low) * part


# --- the parameter that leaks eps ---------------------------------------------------------------

_R, _S = randomized_response("r"), randomized_response("s")
_AIM, _PMAX, _PMIN = sp.exp(reals("e")[0]), *reals("pmax pmin")
FOR_PMC, FOR_PML = in_language(odds_for_pmc(_AIM, _PMAX)), in_language(odds_for_pml(_AIM, _PMIN))
TURN = in_language(crossover(_PMAX, _PMIN))


def _leaking(masses: Masses, number: int, random: Random) -> dict[str, Fraction]:
    """Add the parameters whose PMC, and whose PML, is exactly eps."""
    asked = _asked(masses, number, random)
    return {
        "e": asked,
        "r": exact(odds_for_pmc(asked, max(masses))),
        "s": exact(odds_for_pml(asked, min(masses))),
    }


LEAKING = drawn(_leaking)


def _both(text: str) -> Specific:
    """State something for r with PMC e, and s with PML e."""
    return about(f"pmc(X->Y) = e and pml(X->Z) = e => {text}", _R, _S, draw=LEAKING)


ADAPTED = stated(
    about(f"pmc(X->Y) = e => exp(r) = {FOR_PMC}", _R, draw=LEAKING),
    about(f"exp(r) = {FOR_PMC} => pmc(X->Y) = e", _R, draw=LEAKING),
    about(f"pml(X->Y) = e => exp(s) = {FOR_PML}", _S, draw=LEAKING),
    about(f"exp(s) = {FOR_PML} => pml(X->Y) = e where exp(e)*pmin < 1", _S, draw=LEAKING),
)
LARGER = stated(_both(f"r > s where e >= 0, e > 0, e < log({TURN})"))
EQUAL = stated(_both(f"r = s where e = log({TURN})"), _both("r = s where exp(e) = 1"))
SMALLER = stated(_both(f"r < s where e > 0, e > log({TURN})"))

# --- the claims ----------------------------------------------------------------------------------

_RANGE = "every prior on n >= 2 secrets and 0 <= eps < log(1/p_min), where both are finite"

example_4_crossover_repair = Claim(
    "pmc.example-4.crossover.repair",
    PAPER,
    "Ex. 4",
    says="it is larger for 0 < eps < log((1 - p_max)/p_min), equal at both ends, and smaller "
    "beyond",
    scope=f"{_RANGE}; for two secrets the range is empty, for n it ends at log(n - 1) at least. "
    "The adapted parameters are r and s, that of which the worst PMC, or PML, is eps",
    **stated(beside=(LARGER, EQUAL, SMALLER, ADAPTED)),
)

THIRDS = Levels((Fraction(1, 3),) * 3, (("e", Fraction(2)), ("r", Fraction(4)), ("s", Fraction(4))))

example_4_crossover = Claim(
    "pmc.example-4.crossover",
    PAPER,
    "Ex. 4",
    says="for eps <= log((1 - p_max)/p_min) the PMC-adapted parameter is larger than the "
    "PML-adapted one",
    scope="every prior on n >= 2 secrets and 0 <= eps < log(1/p_min), where both are finite. Read "
    'as printed, "when eps <= log((1 - p_max)/p_min)", the end included; there, as at eps = 0, '
    "both are equal. An author would answer that < is meant. That is the repair. The verdict "
    "stands, as the end is printed as included; and for two secrets it is the whole range, eps = 0",
    asserts=(_both(f"r > s where e >= 0, e <= log({TURN})"),),
    models=(THIRDS,),
    repair=example_4_crossover_repair,
)
