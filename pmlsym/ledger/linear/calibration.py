"""Figure 2: calibrating with (5), which is no bound, and with (7), which is."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.linear.order import (
    longest,
)
from pmlsym.ledger.linear.records import (
    CLASSES,
    ONE_RECORD,
)
from pmlsym.ledger.linear.symbols import (
    ONE,
    PAPER,
    ZERO,
    T,
    alpha,
    b,
    bound,
    decay,
    k,
)
from pmlsym.ledger.linear.witnesses import (
    HAAR,
    bounds_of,
    epsilon,
    five,
    leak,
    leakage_at,
)
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.proof.witness import Witness

# --- Figure 2: calibrating with (5) --------------------------------------------------------------


def _refute_safe(goal: Goal) -> Witness:
    corner, _ = bounds_of(HAAR)
    return Witness(
        goal,
        {},
        "Haar workload, k = 8, alpha = 1/10, e^(-1/b) = 1/2: b is the smallest scale at which (5) "
        "is at most epsilon = (5) (each of its terms falls as b grows); one record, y = w_1, "
        "enumerated",
        {
            epsilon: corner,
            five: corner,
            leak: lambda: leakage_at(HAAR, list(HAAR.columns[0])),
        },
    )


(b2,) = reals("b2")
_FORWARD = relate(T, ">=", ZERO)
_CLASSES = Law((T,), _FORWARD, "U")
_WIDER = (b > 0, b2 > b, alpha > 0, k >= 2, relate(k * alpha, "<=", ONE), longest >= 0)


def _prove_falls_with_scale(goal: Goal) -> Step:
    given = (b > 0, b2 > b, _FORWARD)
    classes = _CLASSES.exponentials(relate(-T / b2, ">=", -T / b), given)
    favoured = OrderKept(
        Decided(Goal((b > 0, b2 > b, longest >= 0), relate(-longest / b2, ">=", -longest / b))),
        sp.exp,
    )
    positive = _CLASSES.exponentials(relate(-T / b, "<=", ZERO), (b > 0,))
    also = _CLASSES.averaged(relate(decay(T), ">", ZERO), (b > 0,))
    return compare_exponentials(goal, (classes, favoured, positive, also))


safe_repair = Claim(
    "linear.figure-2.safe.repair",
    PAPER,
    "Fig. 2",
    says="the smallest b at which (7) <= eps gives eps-PML for every n, and for one record no "
    "smaller b does",
    statement=r"b^*=\min\{b:(7)\le\varepsilon\}\;\Rightarrow\;\ell(D_i\to y)\le\varepsilon\ \ "
    r"\forall b\ge b^*,n,P_X\in\mathcal Q_\alpha,y",
    scope="every workload and alpha in (0, 1/k]; (7) falls as b grows and is attained by one "
    "record",
    parts=(
        CLASSES,
        Part(
            "a larger scale gives no larger (7)",
            Goal(
                _WIDER,
                relate(
                    bound(_CLASSES.mean(sp.exp(-T / b2)), sp.exp(-longest / b2)),
                    "<=",
                    bound(_CLASSES.mean(decay(T)), decay(longest)),
                ),
            ),
            _prove_falls_with_scale,
        ),
        ONE_RECORD,
    ),
)

figure_2_safe = Claim(
    "linear.figure-2.safe",
    PAPER,
    "Fig. 2",
    says="the smallest b at which (5) <= eps gives eps-PML (Haar workload)",
    statement=r"b=\min\{b:(5)\le\varepsilon\}\;\Rightarrow\;\ell(D_i\to y)\le\varepsilon",
    scope="the Haar workload (9) with k = 8",
    parts=(
        Part(
            "with the scale at which (5) equals epsilon no record leaks more than epsilon",
            Goal((relate(five, "==", epsilon),), relate(leak, "<=", epsilon)),
            refute=_refute_safe,
        ),
    ),
    repair=safe_repair,
)
