"""How loose the number of Sec. IV is, and the composed level of differential privacy."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram.composition import BINS, COMPOSED
from pmlsym.ledger.histogram.relaxation import QUADRATIC
from pmlsym.ledger.histogram.release import (
    DP,
    alpha,
    b,
    k,
    s,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.steps import Decided
from pmlsym.proof.witness import Witness

# --- how loose -----------------------------------------------------------------------------------


def _looser_at_three(goal: Goal) -> Witness:
    return Witness(
        goal,
        {k: sp.Integer(3), alpha: sp.Rational(1, 4), b: sp.Integer(1)},
        "three bins; both sides are elementary",
    )


_FOUR = COMPOSED.subs(k, 4)
_TURN = alpha**2 / (2 * (1 - alpha))

looser_repair = Claim(
    "histogram.composition.looser.repair",
    "histogram",
    "Sec. IV",
    says="it is for k >= 5, and for k = 4 if b > alpha^2/(2(1 - alpha)); never else",
    statement=r"(k-1)\Bigl(\frac{1-\alpha}b+\frac{\alpha^2}{2b^2}\Bigr)>\frac{2(1-\alpha)}b+"
    r"\frac{2\alpha^2}{b^2}\iff k\ge5\ \text{or}\ \Bigl(k=4,\ b>\frac{\alpha^2}{2(1-\alpha)}\Bigr)",
    scope="every b > 0 and alpha in (0, 1/k]",
    parts=(
        Part(
            "k >= 5: larger", Goal((*BINS[1:], k >= 5), relate(COMPOSED, ">", QUADRATIC)), Decided
        ),
        Part(
            "k = 4 and b above alpha^2/(2 (1 - alpha)): larger",
            Goal((b > _TURN, alpha > 0, alpha <= sp.Rational(1, 4)), relate(_FOUR, ">", QUADRATIC)),
            Decided,
        ),
        Part(
            "k = 4 and b up to that: not larger",
            Goal(
                (b > 0, b <= _TURN, alpha > 0, alpha <= sp.Rational(1, 4)),
                relate(_FOUR, "<=", QUADRATIC),
            ),
            Decided,
        ),
        Part(
            "k = 2 and k = 3: smaller",
            Goal((*BINS, k <= 3), relate(COMPOSED, "<", QUADRATIC)),
            Decided,
        ),
    ),
)

looser = Claim(
    "histogram.composition.looser",
    "histogram",
    "Sec. IV",
    says="the composed number is larger than (4)",
    statement=r"(k-1)\Bigl(\frac{1-\alpha}b+\frac{\alpha^2}{2b^2}\Bigr)>\frac{2(1-\alpha)}b+"
    r"\frac{2\alpha^2}{b^2}\quad\text{for every }k\ge2",
    scope="read for every k >= 2, as no k is named; the repair says for which k",
    parts=(
        Part(
            "the number is larger than (4)",
            Goal(BINS, relate(COMPOSED, ">", QUADRATIC)),
            refute=_looser_at_three,
        ),
    ),
    repair=looser_repair,
)


def _dp_at_three(goal: Goal) -> Witness:
    return Witness(goal, {k: sp.Integer(3), b: sp.Integer(1)}, "three bins: both levels are 2/b")


dp_repair = Claim(
    "histogram.composition.dp.repair",
    "histogram",
    "Sec. IV",
    says="it is for k >= 4, equal for k = 3, smaller for k = 2",
    statement=r"\frac{k-1}b>\frac2b\iff k\ge4",
    scope="every b > 0; at k = 3 both are equal, at k = 2 composition gives less (it "
    "counts one noisy "
    "count, 2/b counts two)",
    parts=(
        Part(
            "one count changes its log-density by at most 1/b",
            Goal((b > 0,), relate(sp.Abs(sp.Abs(s - 1) - sp.Abs(s)) / b, "<=", 1 / b)),
            Decided,
        ),
        Part("k >= 4: larger", Goal((b > 0, k >= 4), relate((k - 1) / b, ">", DP)), Decided),
        Part(
            "k = 2 and k = 3: not larger",
            Goal((b > 0, k >= 2, k <= 3), relate((k - 1) / b, "<=", DP)),
            Decided,
        ),
    ),
)

dp = Claim(
    "histogram.composition.dp",
    "histogram",
    "Sec. IV",
    says="the composed DP level (k-1)/b is larger than 2/b",
    statement=r"\frac{k-1}b>\frac2b\quad\text{for every }k\ge2",
    scope="that composition of k - 1 counts gives (k-1)/b is right; that it is larger "
    "than 2/b is read "
    "for every k >= 2, as no k is named",
    parts=(
        Part(
            "the composed DP level is larger than 2/b",
            Goal((b > 0, k >= 2), relate((k - 1) / b, ">", DP)),
            refute=_dp_at_three,
        ),
    ),
    repair=dp_repair,
)
