"""Consequences of the smallest lift: Remarks 2 and 3, Sec. VI and VII."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.conversions import U_STAR
from pmlsym.ledger.pmc.symbols import PAPER, ZERO, a, epsilon_l, w
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.statements.from_text import from_text
from pmlsym.statements.model import Model
from pmlsym.statements.payoffs import Attacked, Played

# --- the properties of Lemma 1, each for every alphabet -------------------------------------------

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


# --- consequences of the smallest lift: Remarks 2 and 3, Sec. VI and VII --------------------------

remark_2 = Claim(
    "pmc.remark-2",
    PAPER,
    "Remark 2",
    says="PMC is closed under pre-processing",
    scope="finite X, Y and Z: every law of X and every randomized function Z, P(y | z) = sum_x "
    "P(x | z) P(y | x). In the paper X is finite here, too, but Y general; general alphabets are "
    "Lemma 1 (v)",
    **stated("Z - X - Y: pmc(Z->y) <= pmc(X->y)", named=True),
)

remark_3 = Claim(
    "pmc.remark-3",
    PAPER,
    "Remark 3",
    says="PMC can be infinite on finite alphabets; PML cannot",
    statement=r"P(y\mid x)=0\Rightarrow\Lambda(X\to y)=\infty;\qquad "
    r"\ell(X\to y)\le\log\tfrac1{p_{\min}}",
    scope="every finite alphabet of at least two secrets, prior and possible outcome; `PML is "
    "always bounded`: at most log(1/p_min). That PMC can be infinite is shown by a mechanism. The "
    "bound on PML is said of every Y in the paper; infinite ones are not covered",
    **stated(
        "pml(X->y) <= log(1/pmin)",
        "prior P: least_P = 0 <=> exp(-pmc_P) = 0 where chance_P > 0",
        beside=(beside(asserts=(from_text("exp(-pmc(X->Y)) = 0", exists=True),)),),
    ),
    models=(Model.from_channel([[0, 1], ["1/2", "1/2"]], ["1/2", "1/2"]),),
)

# --- Section VI -----------------------------------------------------------------------------------

section_6_chance = Claim(
    "pmc.section-6.chance",
    PAPER,
    'Sec. VI, "PMC satisfies neither (19)"',
    says="PMC is infinite for a binary X with P_X(0) = q in (0, 1) and P_X|Y=y(0) = 1, however "
    "near q is to 1; so PMC satisfies neither (19) nor the weaker finiteness criterion",
    scope="every q in (0, 1) and every mechanism with such an outcome y of positive probability. A "
    "and B are the laws of the two secrets, theta is q, and P(0|y) = q P(y|0)/P(y) is 1 where "
    "theta chance(A) = chance(P). That there is such a mechanism is shown by one. (19) fails with "
    "every uncertainty of X that is finite at first and not negative afterwards, such as the "
    "Renyi entropies that the paper names: the right side is at most the first of them, at most "
    "log 2 for these, and the left is infinite. Other uncertainties are not covered, nor are the "
    "measures that the paper says to be finite",
    **stated(
        "priors A, B on one secret; mixture P = theta A + (1 - theta) B: "
        "theta*chance_A = chance_P => exp(-pmc_P) = 0 where theta > 0, theta < 1, chance_P > 0",
        beside=(beside(asserts=(from_text("|X| = 2: exp(-pmc(X->Y)) = 0", exists=True),)),),
    ),
    models=(Model.from_channel([["1/2", "1/2"], [0, 1]], ["99/100", "1/100"]),),
)

section_6_stronger = Claim(
    "pmc.section-6.stronger",
    PAPER,
    'Sec. VI, "PMC is strictly stronger"',
    says="on finite alphabets a bound on PMC always implies a bound on PML, and a bound on PML "
    "need not imply one on PMC",
    scope="every finite alphabet of at least two secrets, prior and mechanism, as in the paper; a "
    "single secret leaks nothing. Stronger is read as the sentence explains it: of some bounds, "
    "not of one level, as eps-PMC does not give eps-PML at every prior (pmc.theorem-6.ii is the "
    "bound, and pmc.figure-2 says where one guarantee contains the other). That PML does not bound "
    "PMC is shown by a mechanism that publishes the secret",
    **stated(
        f"PMC(l) => PML({U_STAR})",
        beside=(
            beside(asserts=(from_text("pml(X->Y) <= e and exp(-pmc(X->Y)) = 0", exists=True),)),
        ),
    ),
    models=(Model.from_channel([[1, 0], [0, 1]], ["1/2", "1/2"], e="log(2)"),),
)

# --- Section VII ----------------------------------------------------------------------------------

_COSTLESS = "cost C: least_after(C) = 0 {}=> pmc(X->y) > e"
_FOURTH = Fraction(1, 4)

zero_cost_repair = Claim(
    "pmc.conclusion.zero-cost.repair",
    PAPER,
    "Sec. VII",
    says="if the posterior expected value of a cost function is zero and its prior expected value "
    "is not, then PMC is infinite",
    scope="every finite alphabet of at least two secrets, prior and possible outcome, and every "
    "cost of a randomized function of the secret with finitely many choices, the expected value "
    "being that of the best choice. Infinite is said as above every number e. General alphabets, "
    "which Def. 11 has, are not covered",
    **stated(_COSTLESS.format("and least_before(C) != 0 ")),
)

zero_cost = Claim(
    "pmc.conclusion.zero-cost",
    PAPER,
    'Sec. VII, "If the posterior expected value of a cost function is zero"',
    says="if the posterior expected value of a cost function is zero, then PMC is infinite",
    scope="every finite alphabet of at least two secrets, prior and possible outcome; the paper "
    "has general alphabets. The value is that of the best choice after y, as in (7) and (11), and "
    "infinite is said as above every number e. A cost that is zero everywhere, or has a choice "
    "that costs nothing, is a cost function by Def. 11 and has the value zero before y, too; the "
    "ratio is 0/0 = 1 (Sec. II-A), whatever the mechanism, and PMC need not be infinite. An "
    "author would answer that (11) divides the value before y, which has to be positive for "
    "anything to be lost. That is the repair. The verdict stands, as the sentence speaks of the "
    "value after y alone, and a mechanism that tells nothing meets its condition, with a PMC of 0",
    asserts=(from_text(_COSTLESS.format("")),),
    models=(
        Attacked(
            ((_FOURTH, _FOURTH), (_FOURTH, _FOURTH)),
            1,
            0,
            0,
            (Played("C", ((Fraction(1),), (Fraction(1),)), ((Fraction(0),),)),),
            (("e", Fraction(0)),),
        ),
    ),
    repair=zero_cost_repair,
)
