"""What randomized response is worth: Fig. 1."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.mechanisms.response import (
    ADAPTED,
    AIM,
    ASKED,
    FOR_PMC,
    FOR_PML,
    ODDS,
    OTHER,
    SAME,
    least,
    n,
    response,
    top,
)
from pmlsym.ledger.pmc.symbols import ONE, PAPER, ZERO, epsilon, v
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step

# --- Figure 1: mutual information ----------------------------------------------------------------

# I(X; Y) = E[log lift] = sum_y P(y) E_X[i e^i] with the information density i. What is done to an
# answer y averages lifts e^i, under the law of y given the new answer.
density = reals("i")[0]
_ANSWERS = Law((density,), name="Y")
_INFORMATION = _ANSWERS.mean(density * sp.exp(density))
_MEAN = relate(v, "==", _ANSWERS.mean(sp.exp(density)))


def _convex(goal: Goal) -> Step:
    """Prove E[i e^i] >= v log v at v = E[e^i], from v e^-i >= 1 + log v - i."""
    tangent = at(exp_above_tangent_everywhere(), t=sp.log(v) - density)
    lift = sp.exp(density)
    below = relate(density * lift, ">=", lift * sp.log(v) + lift - v)
    step = _ANSWERS.averaged(below, (v > 0,), (tangent,))
    positive = _ANSWERS.averaged(relate(lift, ">", ZERO))
    own = Decided(Goal((_MEAN,), v > 0), (positive,))
    return Decided(goal, (own, step))


_MORE = reals("eps_r2")[0]
_KEPT = (ODDS - 1) / (n - 1 + ODDS)  # randomized response tells the truth with this, else anything
_KEPT_2 = _KEPT.subs(response, _MORE)
_TRUTH, _LIE = (entry.subs(response, _MORE) for entry in (SAME, OTHER))
_GROWS = (n >= 2, response >= 0, relate(sp.exp(_MORE), ">", ODDS))
_SHARE = _KEPT / _KEPT_2

UTILITY = (
    Part(
        "a smaller eps_r is a larger one whose answer is replaced by any secret with probability "
        "1 - k: of the diagonal entries",
        Goal(_GROWS, relate(SAME, "==", _SHARE * _TRUTH + (1 - _SHARE) / n)),
        Decided,
    ),
    Part(
        "and of the others",
        Goal(_GROWS, relate(OTHER, "==", _SHARE * _LIE + (1 - _SHARE) / n)),
        Decided,
    ),
    Part("with k >= 0", Goal(_GROWS, relate(_SHARE, ">=", ZERO)), Decided),
    Part("and k < 1", Goal(_GROWS, relate(_SHARE, "<", ONE)), Decided),
    Part(
        "what is done to the answer averages lifts e^i, and E[i e^i] >= E[e^i] log E[e^i]; "
        "averaged over secrets and answers, the mutual information falls",
        Goal((_MEAN,), relate(_INFORMATION, ">=", v * sp.log(v))),
        _convex,
    ),
)

figure_1 = Claim(
    "pmc.figure-1",
    PAPER,
    "Fig. 1",
    says="in the six panels both context-aware mechanisms have at least the mutual information of "
    "the LDP one",
    statement=r"\varepsilon_r^{\mathrm{PMC}},\varepsilon_r^{\mathrm{PML}}\ge\varepsilon,\qquad "
    r"\varepsilon_r\mapsto I(X;Y)\text{ never decreasing}",
    scope="every prior on n >= 2 secrets, so those of the panels, and 0 <= eps < log(1/p_min); "
    "from there on PML asks for nothing and the answer may be the secret itself. At eps = 0 all "
    "three are the same",
    parts=(
        *ADAPTED,
        Part(
            "the PMC-adapted parameter is at least eps",
            Goal((epsilon >= 0, top > 0, top <= 1), relate(FOR_PMC, ">=", AIM)),
            Decided,
        ),
        Part(
            "and larger for eps > 0 and p_max < 1",
            Goal((epsilon > 0, top > 0, top < 1), relate(FOR_PMC, ">", AIM)),
            Decided,
        ),
        Part(
            "the PML-adapted parameter is at least eps",
            Goal((*ASKED, least > 0), relate(FOR_PML, ">=", AIM)),
            Decided,
        ),
        Part(
            "and larger for eps > 0",
            Goal((*ASKED, epsilon > 0, least > 0), relate(FOR_PML, ">", AIM)),
            Decided,
        ),
        *UTILITY,
    ),
)
