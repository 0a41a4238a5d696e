"""The properties of Lemma 1, each for every alphabet."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.remarks import PREPROCESSED
from pmlsym.ledger.pmc.symbols import (
    AT_LEAST_L,
    ONE,
    PAPER,
    ZERO,
    a,
    c,
    epsilon_l,
    others,
    own_lift,
    p,
    v,
    w,
)
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, Step

_FLOOR = sp.exp(-epsilon_l)
_PRIOR = (p > 0, p < 1)

_ABOVE = relate(w, ">=", _FLOOR)
_SECRETS = Law((w,), _ABOVE, "X")

lemma_1_i = Claim(
    "pmc.lemma-1.i",
    PAPER,
    "Lemma 1 (i)",
    says="non-negativity",
    statement=r"\Lambda(X\to y)\ge0",
    scope="every law of the secret, discrete or not, and outcome: as the mean lift is one, lifts "
    "that are all at least e^-L have e^-L <= 1",
    parts=(
        Part(
            "the mean of lifts that are at least e^-L is at least e^-L",
            Goal((), relate(_FLOOR, "<=", _SECRETS.mean(w))),
            lambda goal: Decided(goal, (_SECRETS.averaged(_ABOVE),)),
        ),
        Part(
            "with one secret distinguished: v = (1 - (1 - p) E[w])/p >= e^-L gives e^-L <= 1",
            Goal(
                (*_PRIOR, own_lift(AT_LEAST_L), relate(v, ">=", _FLOOR)),
                relate(_FLOOR, "<=", ONE),
            ),
            lambda goal: Decided(goal, (others(AT_LEAST_L).averaged(AT_LEAST_L),)),
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
    statement=r"X\perp Y\Rightarrow\Lambda(X\to Y)=0\ \text{a.s.}",
    scope="every law of the secret, discrete or not, and possible outcome",
    parts=(
        Part(
            "if every likelihood is a, log(P(y)/a) = 0",
            Goal((a > 0,), relate(sp.log(_ALIKE.mean(w) / a), "==", ZERO)),
            lambda goal: compare_exponentials(goal, (_ALIKE.averaged(_SAME),)),
        ),
        Part(
            "with one secret distinguished: log((p a + (1 - p) E[w])/a) = 0",
            Goal(
                (*_PRIOR, a > 0),
                relate(sp.log((p * a + (1 - p) * others(_SAME).mean(w)) / a), "==", ZERO),
            ),
            lambda goal: compare_exponentials(goal, (others(_SAME).averaged(_SAME),)),
        ),
    ),
)

# --- products ------------------------------------------------------------------------------------

s, t, low_s, low_t = reals("s t s_min t_min")
_POSITIVE = (low_s > 0, low_t > 0)
_FACTORS = (*_POSITIVE, s >= low_s, t >= low_t)

PRODUCT = Part(
    "lifts s and t, each at least its smallest: minus the log of s t is at most the sum of both "
    "PMC",
    Goal(_FACTORS, relate(-sp.log(s * t), "<=", -sp.log(low_s) - sp.log(low_t))),
    compare_exponentials,
)

p_1, p_2, a_1, a_2 = reals("P_1 P_2 a_1 a_2")
slack = reals("delta")[0]

lemma_1_iii = Claim(
    "pmc.lemma-1.iii",
    PAPER,
    "Lemma 1 (iii)",
    says="additivity over independent pairs",
    statement=r"\Lambda(X^k\to Y^k)=\sum_{i=1}^k\Lambda(X_i\to Y_i)",
    scope="every alphabet; two pairs, hence any number k by induction: the first k - 1 are one. If "
    "a smallest lift is zero, so is the product, and both sides are infinite",
    parts=(
        Part(
            "the lift of a pair is the product of the lifts",
            Goal(
                (p_1 > 0, p_2 > 0, a_1 > 0, a_2 > 0),
                relate(
                    sp.log(a_1 * a_2 / (p_1 * p_2)), "==", sp.log(a_1 / p_1) + sp.log(a_2 / p_2)
                ),
            ),
            compare_exponentials,
        ),
        PRODUCT,
        Part(
            "with equality where both are smallest, which independent secrets can be",
            Goal(
                (*_POSITIVE, relate(s, "==", low_s), relate(t, "==", low_t)),
                relate(-sp.log(s * t), "==", -sp.log(low_s) - sp.log(low_t)),
            ),
            compare_exponentials,
        ),
        Part(
            "where they are only nearly attained, by e^delta each, the sum is missed by 2 delta",
            Goal(
                (
                    *_POSITIVE,
                    s > 0,
                    t > 0,
                    relate(s, "<=", sp.exp(slack) * low_s),
                    relate(t, "<=", sp.exp(slack) * low_t),
                ),
                relate(-sp.log(s * t), ">=", -sp.log(low_s) - sp.log(low_t) - 2 * slack),
            ),
            compare_exponentials,
        ),
    ),
)

lemma_1_vii = Claim(
    "pmc.lemma-1.vii",
    PAPER,
    "Lemma 1 (vii)",
    says="composition",
    statement=r"\Lambda(X\to y_1,y_2)\le\Lambda(X\to y_1)+\Lambda(X\to y_2\mid y_1)",
    scope="every alphabet and joint law, not only independent outcomes; if a lift at y_1 is zero, "
    "the right-hand side is infinite",
    parts=(
        Part(
            "the lift at (y_1, y_2) is that at y_1 times that at y_2 given y_1",
            Goal(
                (p_1 > 0, p_2 > 0, a_1 > 0, a_2 > 0),
                relate(
                    -sp.log(a_1 * a_2 / (p_1 * p_2)), "==", sp.log(p_1 / a_1) + sp.log(p_2 / a_2)
                ),
            ),
            compare_exponentials,
        ),
        PRODUCT,
    ),
)

# --- concavity -----------------------------------------------------------------------------------

theta, one, other, low, low_one, low_other = reals("theta P_y Q_y a_min a_minP a_minQ")
_MIXED = relate(c, "==", theta * one + (1 - theta) * other)
_MIXTURE = (
    theta >= 0,
    theta <= 1,
    one > 0,
    other > 0,
    low > 0,
    low <= low_one,
    low <= low_other,
    _MIXED,
)


def _concave(goal: Goal) -> Step:
    """Prove it from log P_y - log c <= P_y/c - 1, and the logs of the smallest likelihoods."""
    tangents = tuple(
        at(exp_above_tangent_everywhere(), t=sp.log(marginal) - sp.log(c))
        for marginal in (one, other)
    )
    given = tuple(h for h in _MIXTURE if h in goal.hypotheses)
    orders = tuple(
        compare_exponentials(
            Goal((low > 0, low <= larger), relate(sp.log(low), "<=", sp.log(larger)))
        )
        for larger in (low_one, low_other)
    )
    positive = Decided(Goal(given, c > 0))
    return Decided(goal, (positive, *tangents, *orders))


lemma_1_iv = Claim(
    "pmc.lemma-1.iv",
    PAPER,
    "Lemma 1 (iv)",
    says="concavity in P_X",
    statement=r"\Lambda_{\theta P+(1-\theta)Q}(X\to y)\ge\theta\Lambda_P(X\to y)+(1-\theta)"
    r"\Lambda_Q(X\to y)",
    scope="every alphabet, mechanism and two priors, whatever their supports: P(y) is linear in "
    "the prior, and the smallest likelihood on the support of the mixture is at most either one. "
    "If that is zero, the left-hand side is infinite or y is impossible under both priors. At "
    "theta = 0 or 1 it is an equality",
    parts=(
        Part(
            "log P_theta(y) - log a_min is at least the average of both",
            Goal(
                _MIXTURE,
                relate(
                    sp.log(c) - sp.log(low),
                    ">=",
                    theta * (sp.log(one) - sp.log(low_one))
                    + (1 - theta) * (sp.log(other) - sp.log(low_other)),
                ),
            ),
            _concave,
        ),
    ),
)

# --- processing ----------------------------------------------------------------------------------

lemma_1_v = Claim(
    "pmc.lemma-1.v",
    PAPER,
    "Lemma 1 (v)",
    says="pre-processing",
    statement=r"Z-X-Y:\ \Lambda(Z\to y)\le\Lambda(X\to y)",
    scope="every alphabet, every law of X, every randomized function Z of X and outcome y",
    parts=PREPROCESSED,
)

_AFTER = Law((w,), _ABOVE, "Y|z")

# in probabilities: a = P(y|x) and b = P(y) of a random y, weighed by P(z|y)
likelihood, marginal = reals("a_y b_y")
_ALWAYS = (relate(likelihood, ">=", _FLOOR * marginal), marginal > 0)
_JOINT = Law((likelihood, marginal), sp.And(*_ALWAYS), "K")


def _mediant(goal: Goal) -> Step:
    return compare_exponentials(goal, tuple(map(_JOINT.averaged, _ALWAYS)))


lemma_1_vi = Claim(
    "pmc.lemma-1.vi",
    PAPER,
    "Lemma 1 (vi)",
    says="post-processing of the worst case",
    statement=r"X-Y-Z:\ \operatorname*{ess\,sup}\Lambda(X\to Z)\le"
    r"\operatorname*{ess\,sup}\Lambda(X\to Y)",
    scope="every alphabet, law and post-processing; at single outcomes there is no order",
    parts=(
        Part(
            "the lift at z is the average of the lifts at y given z, so at least e^-L if all are",
            Goal((), relate(-sp.log(_AFTER.mean(w)), "<=", epsilon_l)),
            lambda goal: compare_exponentials(goal, (_AFTER.averaged(_ABOVE),)),
        ),
        Part(
            "in probabilities: sum_y K(z|y) P(y|x) >= e^-L sum_y K(z|y) P(y) if every P(y|x) >= "
            "e^-L P(y)",
            Goal(
                (),
                relate(
                    sp.log(_JOINT.mean(marginal)) - sp.log(_JOINT.mean(likelihood)),
                    "<=",
                    epsilon_l,
                ),
            ),
            _mediant,
        ),
    ),
)
