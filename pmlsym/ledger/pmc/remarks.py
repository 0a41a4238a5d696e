"""Consequences of the smallest lift: Lemma 1, Remarks 2 and 3, Sec. VI and VII."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import AnyLaw, at, exp_above_tangent_everywhere
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.conversions import U_STAR
from pmlsym.ledger.pmc.symbols import PAPER, ZERO, a, epsilon_l, w
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import reals
from pmlsym.proof.steps import Decided, OrderKept, Step
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.arithmetic import add
from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.from_text import from_text
from pmlsym.statements.instances.rationals import Row
from pmlsym.statements.likelihoods import OneOutcome
from pmlsym.statements.likelihoods.of_likelihoods import column, weighed
from pmlsym.statements.likelihoods.outcome import leakage_at
from pmlsym.statements.model import Model
from pmlsym.statements.payoffs import Attacked, Played
from pmlsym.statements.values import Value

# --- pairs of secrets, families of priors: Lemma 1 (iii) and (iv) ---------------------------------

# --- additivity -----------------------------------------------------------------------------------


def _draw(number: int, random: Random) -> OneOutcome:
    """Sample the likelihoods of an outcome, and one to three priors that allow it."""
    likelihoods = column(number, random)
    priors = [weighed(len(likelihoods), random) for _ in range((2, 1, 2, 3)[number % 4])]
    return OneOutcome(likelihoods, tuple(zip("PQR", priors, strict=False)))


PAIRS = Domain(
    "every k >= 1 independent pairs of a secret and a mechanism, and possible outcomes (in tests "
    "all mechanisms are the same)",
    r"P_{X^k}=\prod P_{X_i},\ P_{Y^k\mid X^k}=\prod P_{Y_i\mid X_i}",
    OneOutcome,
    _draw,
)


def _apart(instance: OneOutcome, priors: Sequence[Row]) -> Value:
    total: Value = Fraction(0)
    for masses in priors:
        total = add(total, leakage_at("pmc", masses, instance.likelihoods))
    return total


def _together(instance: OneOutcome, priors: Sequence[Row]) -> Value:
    """Return the PMC of the joint secret, over the product alphabet."""
    masses = tuple(Fraction(prod(some)) for some in product(*priors))
    likelihoods = product(instance.likelihoods, repeat=len(priors))
    return leakage_at("pmc", masses, tuple(Fraction(prod(some)) for some in likelihoods))


def _rows(instance: OneOutcome) -> list[Row]:
    return [row for _, row in instance.priors]


_ALL = Quantity[OneOutcome](
    "pmc(X_1,...,X_k->y_1,...,y_k)",
    r"\Lambda(X^k \to y^k)",
    lambda instance: _together(instance, _rows(instance)),
)
_EACH = Quantity[OneOutcome](
    "the sum of pmc(X_i->y_i)",
    r"\sum_i \Lambda(X_i \to y_i)",
    lambda instance: _apart(instance, _rows(instance)),
)
ONE_BY_ONE = PaperTheorem(
    "one pair after another",
    "The first k - 1 pairs are one secret on a finite alphabet with one possible outcome, "
    "independent of the last. So if the leakages of two pairs add up, those of k do, by induction.",
    "The prior and the likelihoods of several pairs are the products of theirs.",
)

lemma_1_iii = Claim(
    "pmc.lemma-1.iii",
    PAPER,
    "Lemma 1 (iii)",
    says="additivity over independent pairs",
    scope="every number k of pairs on finite alphabets, and outcomes that are possible: two pairs "
    "by programs, more by induction. Two secrets are in one alphabet of two priors, which may have "
    "disjoint supports. If a smallest lift is zero, so is the product, and both sides are "
    "infinite. The paper's general alphabets are not covered",
    **stated(
        "priors P, Q; product B = P x Q: pmc_B = pmc_P + pmc_Q where chance_P > 0, chance_Q > 0",
        beside=(
            beside(
                asserts=(Assertion(PAIRS, (Compared(_ALL, "=", _EACH),)),), reductions=(ONE_BY_ONE,)
            ),
        ),
    ),
)

# --- concavity -----------------------------------------------------------------------------------

theta, one, other, low_one, low_other = reals("theta chance_P chance_Q least_P least_Q")
_MIXED, _LEAST = theta * one + (1 - theta) * other, sp.Min(low_one, low_other)


def _concave(goal: Goal) -> Step:
    """Prove concavity from log c_P - log c_M <= c_P/c_M - 1, for the smallest likelihoods c."""
    if not goal.conclusion.free_symbols:  # both sides are infinite
        return Decided(goal)
    given = goal.hypotheses
    steps: list[Step] = [Decided(Goal(given, relate(_MIXED, ">", ZERO)))]
    average = ZERO
    for share, chance, low in ((theta, one, low_one), (1 - theta, other, low_other)):
        steps.append(at(exp_above_tangent_everywhere(), t=sp.log(chance) - sp.log(_MIXED)))
        quotient = relate(sp.log(low / chance), "==", sp.log(low) - sp.log(chance))
        smallest = relate(sp.log(_LEAST), "<=", sp.log(low))
        steps += [compare_exponentials(Goal(given, also)) for also in (quotient, smallest)]
        average -= share * sp.log(low / chance)
    in_logs = relate(average, "<=", sp.log(_MIXED) - sp.log(_LEAST))
    return Decided(goal, (OrderKept(Decided(Goal(given, in_logs), tuple(steps)), sp.exp),))


lemma_1_iv = Claim(
    "pmc.lemma-1.iv",
    PAPER,
    "Lemma 1 (iv)",
    says="concavity in P_X",
    scope="every finite alphabet, mechanism and two priors, whatever their supports, under both "
    "of which y is possible: under one that rules y out PMC has no value. P(y) is linear in the "
    "prior, and the smallest likelihood on the support of the mixture is the smaller one. If that "
    "is zero, both sides are infinite. At theta = 0 or 1 it is an equality. The paper's general "
    "alphabets are not covered",
    **stated(
        "priors P, Q; mixture M = theta P + (1 - theta) Q: "
        "pmc_M >= theta*pmc_P + (1 - theta)*pmc_Q "
        "where theta > 0, theta < 1, chance_P > 0, chance_Q > 0",
        prove=_concave,
    ),
)

# --- the other parts of Lemma 1, and the remarks --------------------------------------------------

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
