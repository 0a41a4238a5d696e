"""Which outcomes are worst: eq. (5) is attained far out, Lemma 1 and its repair."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.linear.records import LEAKING
from pmlsym.ledger.linear.symbols import (
    PAPER,
    ZERO,
    averaged,
    averaged_decay,
    b,
    bound,
    decay,
    farthest,
    first,
    m,
    over_prior,
    spare,
    t,
    uniform,
)
from pmlsym.ledger.linear.witnesses import ONE_QUERY, beyond, inside, leakage_at
from pmlsym.ledger.part import Part
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.proof.witness import Witness

z, v, w = reals("z v w")
A, B, low, high, level = reals("A B l h M")

# --- Theorem 2 is attained -----------------------------------------------------------------------

sign = reals("s")[0]
_FAR_OUT = sp.And(
    sp.Eq(sign**2, 1, evaluate=False),
    relate(sign * (z - v), ">=", ZERO),
    relate(sign * (z - w), ">=", ZERO),
)
_CORNER = (z, v, w, sign)
_QUERIES = Law(_CORNER, _FAR_OUT, "L")
_SAME = m / b * (_QUERIES.mean(sp.Abs(z - w)) - _QUERIES.mean(sp.Abs(z - v)))
_LINEAR = m / b * (_QUERIES.mean(sign * v) - _QUERIES.mean(sign * w))


def _prove_far_out(goal: Goal) -> Step:
    pointwise = relate(sp.Abs(z - w) - sp.Abs(z - v), "==", sign * v - sign * w)
    return Decided(goal, (_QUERIES.averaged(pointwise),))


_LAST_T = sp.Eq(t, farthest, evaluate=False)


def _prove_corner(goal: Goal) -> Step:
    favoured = averaged_decay(
        (b > 0, _LAST_T), relate(-t / b, "==", -farthest / b), (t,), _LAST_T, "S"
    )
    positive = averaged((b > 0,), relate(decay(t), ">", ZERO), (t,))
    return compare_exponentials(goal, (favoured, positive))


theorem_2_attained = Claim(
    "linear.theorem-2.attained",
    PAPER,
    "after Thm 2",
    says="there are n, a prior in Q_alpha and y at which the leakage equals (5)",
    statement=r"\exists n,P_X\in\mathcal Q_\alpha,y:\ \ell(D_i\to y)=(5)",
    scope="every n and all other records, with the own prior that favours j*, at the outcomes with "
    "every y_l beyond the range of its query on the side of the best signs; the sentence before "
    "it, that nothing exceeds (5), is refuted (linear.theorem-2.upper)",
    parts=(
        Part(
            "there the distances differ by <s, w_r - w_j>, whatever the other records are",
            Goal((b > 0, m > 0), relate(_SAME, "==", _LINEAR)),
            _prove_far_out,
        ),
        Part(
            "so g_j = e^(-t_j/b) g_r with t_j = c_j - c_r, and the log-lift of the class with the "
            "least c is (5)",
            Goal(
                LEAKING,
                relate(
                    sp.log(
                        first
                        / over_prior(
                            first * uniform(decay(t), (t,)), first * spare(decay(t), (t,), _LAST_T)
                        )
                    ),
                    "==",
                    bound(uniform(decay(t), (t,)), decay(farthest)),
                ),
            ),
            _prove_corner,
        ),
    ),
)

# --- Lemma 1 -------------------------------------------------------------------------------------


def _refute_lemma_1(goal: Goal) -> Witness:
    return Witness(
        goal,
        {},
        "W = [0, 0, 1, 2, 2], uniform prior, one record, e^(-1/b) = 1/4: at y = 1, inside the "
        "range [0, 2], more leaks than at its ends; beyond the ends the lift is constant",
        {
            inside: lambda: leakage_at(ONE_QUERY, [1]),
            beyond: lambda: max(
                (leakage_at(ONE_QUERY, [y]) for y in (-3, -1, 0, 2, 3, 5)),
                key=lambda x: x.evalf(30),
            ),
        },
    )


C, Dn, wave = reals("C D x")  # numerator A x + B and denominator C x + D in x = e^(2 y/b)
_MOEBIUS = (
    low <= wave,
    wave <= high,
    low > 0,
    C >= 0,
    Dn >= 0,
    C + Dn > 0,
    relate(A * low + B, "<=", level * (C * low + Dn)),
    relate(A * high + B, "<=", level * (C * high + Dn)),
)
height = reals("H")[0]

lemma_1_repair = Claim(
    "linear.lemma-1.repair",
    PAPER,
    "Lemma 1",
    says="the worst outcome has every y_l equal to an answer that some database gives",
    statement=r"\sup_{y\in\mathbb R^m}\ell(D_i\to y)=\max_{y_l\in\{w_{l,:}x\}}\ell(D_i\to y)",
    scope="every n, m, k, workload, b > 0 and prior; with A, B, C, D >= 0 the sums over databases "
    "on either side of y_l",
    parts=(
        Part(
            "between neighbouring answers the lift is (A x + B)/(C x + D) in x = e^(2 y_l/b), at "
            "most M if it is at both ends",
            Goal(_MOEBIUS, relate((A * wave + B) / (C * wave + Dn), "<=", level)),
            Decided,
        ),
        Part(
            "beyond the last answer all densities fall alike, so the lift stays what it is there",
            Goal(
                (A > 0, C > 0, height >= 0, b > 0),
                relate(A * sp.exp(-height / b) / (C * sp.exp(-height / b)), "==", A / C),
            ),
            Decided,
        ),
    ),
)

lemma_1 = Claim(
    "linear.lemma-1",
    PAPER,
    "Lemma 1",
    says="the worst case over y is found with every y_l at or beyond the ends of its range",
    statement=r"\sup_y\ell(D_i\to y)=\sup\{\ell(D_i\to y):\ y_l\notin(n\,w_{l\min},n\,w_{l\max})\}",
    scope="the slip: those regions minimise the denominator of (6), but shrink its numerator as "
    "well",
    parts=(
        Part(
            "no outcome inside the range leaks more than those at or beyond its ends",
            Goal((), relate(inside, "<=", beyond)),
            refute=_refute_lemma_1,
        ),
    ),
    repair=lemma_1_repair,
)
