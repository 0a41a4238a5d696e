"""Closed forms where one bound leaves a simplex: high privacy under PML, any level under PMC."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

import sympy as sp

from pmlsym.formulas.mechanisms import own_lift
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import Stated, stated
from pmlsym.ledger.extremal.symbols import PAPER
from pmlsym.ledger.pmc.extremal import EXTREMAL
from pmlsym.ledger.pmc.mechanisms.instances import Masses, prior
from pmlsym.proof.language import reals
from pmlsym.statements.optimality import Designed, Optimality, bounded_designs
from pmlsym.statements.specific import Mechanism, about
from pmlsym.statements.specific.levels import Levels
from pmlsym.statements.specific.named import redraw
from pmlsym.statements.text.formula import in_language

_l, _u, _p_y = reals("l u p_y")
_AT_MOST, _AT_LEAST = sp.exp(_u), sp.exp(-_l)  # the value of all lifts but one


def _optimal(
    guarantee: str, mechanism: Mechanism, lifts: str, draw: Callable[[int, Random], Designed]
) -> Stated:
    """State that a mechanism is optimal under a guarantee, with its utility sum_y P(y) mu(v_y)."""
    return stated(
        Optimality.of(guarantee, mechanism, draw=draw),
        about(
            f"q_y = p_y and {lifts}",
            mechanism,
            draw=lambda number, random: draw(number, random).levels,
        ),
    )


def _end(masses: Masses) -> Fraction:
    return 1 / (1 - min(masses))


_BELOW_END = bounded_designs("pml", "u", prior, _end)


def _up_to_end(number: int, random: Random) -> Designed:
    found = _BELOW_END(number, random)
    if number % 5 < 4:
        return found
    return replace(found, levels=Levels(found.prior, (("u", _end(found.prior)),)))


high_privacy = Claim(
    "extremal.high-privacy",
    PAPER,
    "own",
    says="for eps <= log(1/(1 - p_min)) the optimum is sum_x P(x) mu(a_x), with a_x equal to e^eps "
    "at every secret but x",
    statement=r"0\le\varepsilon\le\log\tfrac1{1-p_{\min}}:\quad\max U=\sum_xP(x)\,\mu(a_x),\quad "
    r"a_x(x')=e^\varepsilon,\ a_x(x)=\tfrac{1-e^\varepsilon(1-P(x))}{P(x)}",
    scope="every finite alphabet of at least two secrets, every prior and both ends of the range; "
    "mechanisms of finitely many outcomes. Utilities sum_y P(y) mu(v_y) with mu convex on the lift "
    "vectors, which are the sums of a convex and positively homogeneous function of P(y|.). a_y is "
    "the lift vector of the extremal mechanism's answer y: by its largest entry, which is e^eps, "
    "and its smallest, as all other secrets are alike",
    **_optimal(
        "PML(u)",
        Mechanism(EXTREMAL.name, EXTREMAL.answers, where=("u <= log(1/(1 - pmin))",)),
        f"pml(X->y) = u and exp(-pmc(X->y)) = {in_language(own_lift(_AT_MOST, _p_y))}",
        _up_to_end,
    ),
)

KEEP_OR_REDRAW = redraw("l")

cost = Claim(
    "extremal.cost",
    PAPER,
    "own",
    says="under eps-PMC the optimum is sum_x P(x) mu(b_x), with b_x equal to e^-eps at every "
    "secret but x: keep the secret with probability 1 - e^-eps, otherwise draw a new one from the "
    "prior",
    statement=r"\max U=\sum_xP(x)\,\mu(b_x),\quad b_x(x')=e^{-\varepsilon},\ "
    r"b_x(x)=\tfrac{1-e^{-\varepsilon}(1-P(x))}{P(x)}",
    scope="every finite alphabet of at least two secrets, every prior and every eps >= 0. Lift "
    "vectors bounded from below form a simplex at every level, with the vectors b_x for its "
    "vertices: no lift has to be bounded from above. Mechanisms, utilities and how the lift "
    "vectors are read as in extremal.high-privacy",
    **_optimal(
        "PMC(l)",
        KEEP_OR_REDRAW,
        f"pmc(X->y) = l and exp(pml(X->y)) = {in_language(own_lift(_AT_LEAST, _p_y))}",
        bounded_designs("pmc", "l", prior, lambda _: Fraction(100)),
    ),
)
