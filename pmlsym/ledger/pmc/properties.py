"""The properties of Lemma 1, each for every alphabet."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.laws import AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.symbols import PAPER, ZERO, a, epsilon_l, w
from pmlsym.ledger.writing import compare_exponentials, relate

_FLOOR = sp.exp(-epsilon_l)
_ABOVE = relate(w, ">=", _FLOOR)
_SECRETS = AnyLaw((w,), _ABOVE, "X")

# --- non-negativity, independence ----------------------------------------------------------------

lemma_1_i = Claim(
    "pmc.lemma-1.i",
    PAPER,
    "Lemma 1 (i)",
    says="non-negativity",
    scope="every finite alphabet, prior, mechanism and outcome. The paper has general alphabets: "
    "of these the last goal is about every law of the secret, discrete or not: as the mean lift "
    "is one, lifts of at least e^-L have e^-L <= 1",
    **stated(
        "|X| >= 1: pmc(X->y) >= 0",
        beside=(
            beside(
                follows(
                    "the mean of lifts that are at least e^-L is at least e^-L",
                    (),
                    relate(_FLOOR, "<=", _SECRETS.mean(w)),
                    _SECRETS.on_average(_ABOVE),
                ),
            ),
        ),
    ),
)

_SAME = relate(w, "==", a)
_ALIKE = AnyLaw((w,), _SAME, "X")

lemma_1_ii = Claim(
    "pmc.lemma-1.ii",
    PAPER,
    "Lemma 1 (ii)",
    says="independence gives zero",
    scope="every finite mechanism and possible outcome. The paper has general alphabets: of these "
    "the last goal is about every law of the secret, discrete or not",
    **stated(
        "|X| >= 1; X, Y independent: pmc(X->y) = 0",
        beside=(
            beside(
                follows(
                    "if every likelihood is a, log(P(y)/a) = 0",
                    (a > 0,),
                    relate(sp.log(_ALIKE.mean(w) / a), "==", ZERO),
                    lambda goal: compare_exponentials(goal, (_ALIKE.averaged(_SAME),)),
                ),
            ),
        ),
    ),
)

# --- several variables ---------------------------------------------------------------------------

lemma_1_v = Claim(
    "pmc.lemma-1.v",
    PAPER,
    "Lemma 1 (v)",
    says="pre-processing",
    scope="finite X, Y and Z: every law of X, every randomized function Z of X and possible "
    "outcome y. The paper's general alphabets are not covered",
    **stated("Z - X - Y: pmc(Z->y) <= pmc(X->y)", named=True),
)

lemma_1_vi = Claim(
    "pmc.lemma-1.vi",
    PAPER,
    "Lemma 1 (vi)",
    says="post-processing of the worst case",
    scope="finite X, Y and Z: every law and post-processing; at single outcomes there is no "
    "order. The paper's general alphabets are not covered",
    **stated("X - Y - Z: pmc(X->Z) <= pmc(X->Y)", named=True),
)

lemma_1_vii = Claim(
    "pmc.lemma-1.vii",
    PAPER,
    "Lemma 1 (vii)",
    says="composition",
    scope="finite X, Y_1 and Y_2: every joint law, not only independent outcomes, and outcomes "
    "that are possible together; if a lift at y_1 is zero, the right-hand side is infinite. The "
    "paper's general alphabets are not covered",
    **stated("pmc(X->y,z) <= pmc(X->y) + pmc(X->z|y)", named=True),
)
