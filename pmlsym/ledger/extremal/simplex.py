"""Closed forms where one bound leaves a simplex: high privacy under PML, any level under PMC."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.extremal import worth
from pmlsym.ledger.extremal.symbols import PAPER, bound, exponentiated, floor
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.optimum import extreme_lift, optimum
from pmlsym.ledger.pmc.symbols import AFFINE, ONE, PRIOR, ZERO, epsilon, p, p_min, v
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Identical
from pmlsym.statements.assertion import Assertion

_LEVEL = relate(epsilon, "<=", sp.log(1 / (1 - p_min)))
_HIGH = (*PRIOR, bound >= 1, relate(bound * (1 - p_min), "<=", ONE))
_LOW = (p > 0, p < 1, floor <= 1)
own, new = reals("a d")  # the lift of a secret in its own vector; the chance of a new draw


_IN_REGIME = worth.compared(worth.REGIME, "<=", worth.UNIT)
_EXTREMAL = worth.says_itself(lambda a: a.high)
_REDRAW = worth.says_itself(lambda a: a.low)
_HIGH_VALUE = worth.number(
    "sum_x P(x) mu(a_x)", r"\sum_xP(x)\mu(a_x)", worth.sum_of_extremes(lambda a: a.high)
)
_LOW_VALUE = worth.number(
    "sum_x P(x) mu(b_x)", r"\sum_xP(x)\mu(b_x)", worth.sum_of_extremes(lambda a: a.low)
)
_BY = (AFFINE, worth.MIXTURE, worth.JENSEN)


def _mean_one(level: Term) -> Part:
    return Part(
        "the lifts of each vector have mean one; and so have, with the outcome distribution P_X, "
        "the lifts of each secret",
        Goal(
            (p > 0, relate(own, "==", extreme_lift(level))),
            relate(p * own + (1 - p) * level, "==", ONE),
        ),
        Decided,
    )


high_privacy = Claim(
    "extremal.high-privacy",
    PAPER,
    "own",
    says="for eps <= log(1/(1 - p_min)) the optimum is sum_x P(x) mu(a_x), with a_x equal to e^eps "
    "at every secret but x",
    statement=r"0\le\varepsilon\le\log\tfrac1{1-p_{\min}}:\quad\max U=\sum_xP(x)\,\mu(a_x),\quad "
    r"a_x(x')=e^\varepsilon,\ a_x(x)=\tfrac{1-e^\varepsilon(1-P(x))}{P(x)}",
    scope="every finite alphabet of at least two secrets, every prior and both ends of the range; "
    "B = e^eps; mechanisms of finitely many outcomes. Utilities sum_y P(y) mu(v_y) with mu convex "
    "on the lift vectors: Jensen's inequality is a hypothesis on the number m = mu(v)",
    parts=(
        Part(
            "for these levels e^eps (1 - p_min) <= 1",
            Goal((p_min > 0, p_min < 1, _LEVEL), relate(sp.exp(epsilon) * (1 - p_min), "<=", ONE)),
            lambda goal: exponentiated(goal, _LEVEL),
        ),
        Part(
            "the lift of x in a_x is not negative",
            Goal(_HIGH, relate(extreme_lift(bound), ">=", ZERO)),
            Decided,
        ),
        Part(
            "nor above the bound",
            Goal(_HIGH, relate(extreme_lift(bound), "<=", bound)),
            Decided,
        ),
        _mean_one(bound),
        *optimum(bound, relate(v, "<=", bound), (bound > 1,)),
    ),
    asserts=(
        Assertion(
            worth.HIGH_PRIVACY,
            (worth.compared(worth.UTILITY, "<=", _HIGH_VALUE),),
            (worth.WITHIN, _IN_REGIME),
        ),
        Assertion(
            worth.HIGH_PRIVACY,
            (
                worth.compared(worth.of_mechanism("P*", _EXTREMAL), "=", _HIGH_VALUE),
                *worth.attained("P*", _EXTREMAL, "B"),
            ),
            (_IN_REGIME,),
        ),
    ),
    reductions=_BY,
)

cost = Claim(
    "extremal.cost",
    PAPER,
    "own",
    says="under eps-PMC the optimum is sum_x P(x) mu(b_x), with b_x equal to e^-eps at every "
    "secret but x: keep the secret with probability 1 - e^-eps, otherwise draw a new one from the "
    "prior",
    statement=r"\max U=\sum_xP(x)\,\mu(b_x),\quad b_x(x')=e^{-\varepsilon},\ "
    r"b_x(x)=\tfrac{1-e^{-\varepsilon}(1-P(x))}{P(x)}",
    scope="every finite alphabet of at least two secrets, every prior and every eps >= 0; "
    "L = e^-eps. Lift vectors bounded from below form a simplex at every level, with the vectors "
    "b_x for its vertices: no lift has to be bounded from above. Utilities and hypotheses as in "
    "extremal.high-privacy",
    parts=(
        Part(
            "the lift of x in b_x is not below the bound",
            Goal(_LOW, relate(extreme_lift(floor), ">=", floor)),
            Decided,
        ),
        _mean_one(floor),
        Part(
            "a kept secret answers itself: the lift of x is ((1 - L) + L P(x))/P(x)",
            Goal((p > 0,), relate((1 - floor + floor * p) / p, "==", extreme_lift(floor))),
            Identical,
        ),
        Part(
            "and another secret answers x by a new draw alone, with the lift L",
            Goal((p > 0, relate(new, "==", floor * p)), relate(new / p, "==", floor)),
            Decided,
        ),
        Part(
            "every outcome has its prior probability",
            Goal((), relate(p * (1 - floor + floor * p) + (1 - p) * floor * p, "==", p)),
            Identical,
        ),
        *optimum(floor, relate(v, ">=", floor), (floor < 1,)),
    ),
    asserts=(
        Assertion(
            worth.FLOORED,
            (worth.compared(worth.UTILITY, "<=", _LOW_VALUE),),
            (worth.ABOVE,),
        ),
        Assertion(
            worth.FLOORED,
            (
                worth.compared(worth.of_mechanism("keep or redraw", _REDRAW), "=", _LOW_VALUE),
                *worth.attained("keep or redraw", _REDRAW, "L"),
            ),
        ),
    ),
    reductions=_BY,
)
