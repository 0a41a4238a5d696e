"""Calibration: the levels of leakage for which a scale exists."""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.laplace import histogram_scale
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.histogram.readings import LEAKAGE, alpha, b
from pmlsym.ledger.part import Part, follows
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Exhibited, OrderKept, Step
from pmlsym.statements.reductions import prove_case
from pmlsym.statements.text.formula import in_language

epsilon, b2 = reals("epsilon b2")

ONE = sp.Integer(1)

# --- a scale for every epsilon up to the end -----------------------------------------------------

CLOSED_FORM = histogram_scale(epsilon, alpha)
REACHED = (alpha > 0, alpha < 1, epsilon > 0, relate(alpha * sp.exp(epsilon), "<", ONE))
SOLVED = Goal(REACHED, relate(LEAKAGE, "==", epsilon), (b,), (b > 0,))
POSITIVE = Goal(REACHED, relate(CLOSED_FORM, ">", sp.Integer(0)))
THERE = Goal(REACHED, Goal(REACHED, SOLVED.conclusion).instance({b: CLOSED_FORM}).conclusion)

_SCALE, _LEAKAGE = in_language(CLOSED_FORM), in_language(LEAKAGE)
_THERE = in_language(LEAKAGE.subs(b, CLOSED_FORM))
_REACHED = "where alpha > 0, alpha < 1, epsilon > 0, alpha*exp(epsilon) < 1"


def _prove_positive(goal: Goal) -> Step:
    inside = sp.log((1 - alpha) / (sp.exp(-epsilon) - alpha))
    return Decided(
        goal, (compare_exponentials(Goal(goal.hypotheses, relate(inside, ">", sp.Integer(0)))),)
    )


def _prove_solved(goal: Goal) -> Step:
    return Exhibited(
        goal, {b: CLOSED_FORM}, (_prove_positive(POSITIVE), compare_exponentials(THERE))
    )


def _prove_falls_with_scale(goal: Goal) -> Step:
    order = Decided(Goal((b > 0, b2 > b), relate(2 / b2, "<", 2 / b)))
    return compare_exponentials(goal, (OrderKept(order, sp.exp),))


def _prove_calibrated(goal: Goal) -> Step:
    """Prove that the closed form is positive by exponentials, and any other goal as it stands."""
    return _prove_positive(goal) if goal.conclusion == POSITIVE.conclusion else prove_case(goal)


calibration = Claim(
    "histogram.calibration",
    "histogram",
    "Sec. III-B",
    says="for some epsilon there is a scale b' of exactly that leakage: for those below "
    "log(1/alpha), and then b' = 2/log((1-alpha)/(e^-epsilon - alpha))",
    scope="the paper: 'scales b, b' > 0 are chosen so that eps_DP(b) = eps_PML(b') = eps for some "
    "eps > 0'; b = 2/eps always is. b' exists if and only if 0 < eps < log(1/alpha), for every "
    "alpha in (0, 1/k]: from log(1/alpha) on every scale leaks less than eps, and no noise at "
    "most eps, so that there is nothing to calibrate",
    **stated(
        f"numbers alpha, epsilon: {_SCALE} > 0 and {_THERE} = epsilon {_REACHED}",
        f"numbers alpha, b, epsilon: {_LEAKAGE} < epsilon "
        "where alpha > 0, alpha < 1, b > 0, alpha*exp(epsilon) >= 1",
        prove=_prove_calibrated,
        beside=(
            beside(
                Part("so a scale of that leakage exists", SOLVED, _prove_solved),
                follows(
                    "the leakage falls as the scale grows, so the solution is the smallest safe "
                    "scale",
                    (alpha > 0, alpha < 1, b > 0, b2 > b),
                    relate(LEAKAGE.subs(b, b2), "<", LEAKAGE),
                    _prove_falls_with_scale,
                ),
            ),
        ),
    ),
)
