"""The properties of Lemma 1, each for every alphabet."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import Stated, stated
from pmlsym.ledger.laws import Law
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.symbols import COLUMN, PAPER, ZERO, a, epsilon_l, w
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided
from pmlsym.statements.argument import Theorem
from pmlsym.statements.finite import said

_FLOOR = sp.exp(-epsilon_l)
_ABOVE = relate(w, ">=", _FLOOR)
_SECRETS = Law((w,), _ABOVE, "X")

AVERAGED = Theorem(
    "a chain averages",
    "In Z - X - Y the likelihood P(y|z) is the mean of P(y|X) given Z = z. In X - Y - Z, P(z|x) "
    "and P(z) are the sums over y of P(y|x) and of P(y), each weighed by P(z|y).",
    "That is what the chain says; every law given z, and all weights between 0 and 1, occur.",
)
CHAIN_RULE = Theorem(
    "two outcomes",
    "The lift of a secret at (y, z) is its lift at y times its lift at z given y, and the latter "
    "is one under the prior P_X|Y=y.",
    "P(y, z|x)/P(y, z) = P(y|x)/P(y) times P(z|x, y)/P(z|y), where P(y|x) > 0; where it is 0, the "
    "lift at y is 0 and so is that at (y, z).",
)

# --- non-negativity, independence ----------------------------------------------------------------

lemma_1_i = Claim(
    "pmc.lemma-1.i",
    PAPER,
    "Lemma 1 (i)",
    says="non-negativity",
    scope="every finite alphabet, prior, mechanism and outcome; the last goal is about every law "
    "of the secret, discrete or not: as the mean lift is one, lifts of at least e^-L have e^-L <= "
    "1",
    **stated(
        "|X| >= 1: pmc(X->y) >= 0",
        beside=(
            Stated(
                asserts=(),
                parts=(
                    Part(
                        "the mean of lifts that are at least e^-L is at least e^-L",
                        Goal((), relate(_FLOOR, "<=", _SECRETS.mean(w))),
                        lambda goal: Decided(goal, (_SECRETS.averaged(_ABOVE),)),
                    ),
                ),
                reductions=(COLUMN,),
            ),
        ),
    ),
)

_SAME = relate(w, "==", a)
_ALIKE = Law((w,), _SAME, "X")

lemma_1_ii = Claim(
    "pmc.lemma-1.ii",
    PAPER,
    "Lemma 1 (ii)",
    says="independence gives zero",
    scope="every finite mechanism and possible outcome; the last goal is about every law of the "
    "secret, discrete or not",
    **stated(
        "|X| >= 1; X, Y independent: pmc(X->y) = 0",
        beside=(
            Stated(
                asserts=(),
                parts=(
                    Part(
                        "if every likelihood is a, log(P(y)/a) = 0",
                        Goal((a > 0,), relate(sp.log(_ALIKE.mean(w) / a), "==", ZERO)),
                        lambda goal: compare_exponentials(goal, (_ALIKE.averaged(_SAME),)),
                    ),
                ),
                reductions=(COLUMN,),
            ),
        ),
    ),
)

# --- composition ---------------------------------------------------------------------------------

_s, _t, _low_s, _low_t = reals("s t s_min t_min")
_p_1, _p_2, _a_1, _a_2 = reals("P_1 P_2 a_1 a_2")

lemma_1_vii = Claim(
    "pmc.lemma-1.vii",
    PAPER,
    "Lemma 1 (vii)",
    says="composition",
    scope="every alphabet and joint law, not only independent outcomes; if a lift at y_1 is zero, "
    "the right-hand side is infinite",
    asserts=(said("pmc(X->y,z) <= pmc(X->y) + pmc(X->z|y)"),),
    reductions=(CHAIN_RULE,),
    parts=(
        Part(
            "the lift at (y_1, y_2) is that at y_1 times that at y_2 given y_1",
            Goal(
                (_p_1 > 0, _p_2 > 0, _a_1 > 0, _a_2 > 0),
                relate(
                    -sp.log(_a_1 * _a_2 / (_p_1 * _p_2)),
                    "==",
                    sp.log(_p_1 / _a_1) + sp.log(_p_2 / _a_2),
                ),
            ),
            compare_exponentials,
        ),
        Part(
            "lifts s and t, each at least its smallest: minus the log of s t is at most the sum of "
            "both PMC",
            Goal(
                (_low_s > 0, _low_t > 0, _s >= _low_s, _t >= _low_t),
                relate(-sp.log(_s * _t), "<=", -sp.log(_low_s) - sp.log(_low_t)),
            ),
            compare_exponentials,
        ),
    ),
)

# --- processing ----------------------------------------------------------------------------------

_chance = reals("P_y")[0]
_GIVEN_Z = Law((w,), relate(w, ">=", _FLOOR * _chance), "X|z")

lemma_1_v = Claim(
    "pmc.lemma-1.v",
    PAPER,
    "Lemma 1 (v)",
    says="pre-processing",
    scope="every alphabet, every law of X, every randomized function Z of X and outcome y",
    asserts=(said("Z - X - Y: pmc(Z->y) <= pmc(X->y)"),),
    reductions=(AVERAGED,),
    parts=(
        Part(
            "P(y|z) is the mean of P(y|x) given z, so at least e^-L P(y) if all are",
            Goal((_chance > 0,), relate(sp.log(_chance / _GIVEN_Z.mean(w)), "<=", epsilon_l)),
            lambda goal: compare_exponentials(goal, (_GIVEN_Z.averaged(_GIVEN_Z.support),)),
        ),
    ),
)

# of a random y, weighed by P(z|y): P(y|x) and P(y)
likelihood, chance_y = reals("a_y b_y")
_ALWAYS = (relate(likelihood, ">=", _FLOOR * chance_y), chance_y > 0)
_JOINT = Law((likelihood, chance_y), sp.And(*_ALWAYS), "K")

lemma_1_vi = Claim(
    "pmc.lemma-1.vi",
    PAPER,
    "Lemma 1 (vi)",
    says="post-processing of the worst case",
    scope="every alphabet, law and post-processing; at single outcomes there is no order",
    asserts=(said("X - Y - Z: pmc(X->Z) <= pmc(X->Y)"),),
    reductions=(AVERAGED,),
    parts=(
        Part(
            "sum_y P(z|y) P(y|x) >= e^-L sum_y P(z|y) P(y) if every P(y|x) >= e^-L P(y)",
            Goal(
                (),
                relate(
                    sp.log(_JOINT.mean(chance_y)) - sp.log(_JOINT.mean(likelihood)),
                    "<=",
                    epsilon_l,
                ),
            ),
            lambda goal: compare_exponentials(goal, tuple(map(_JOINT.averaged, _ALWAYS))),
        ),
    ),
)
