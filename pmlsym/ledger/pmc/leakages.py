"""Maximal cost leakage, maximal realizable cost, guesswork: Sec. III-C and III-D."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.laws import Law
from pmlsym.ledger.lemmas import at, exp_above_tangent_everywhere, exp_strictly_above_tangent
from pmlsym.ledger.part import Part
from pmlsym.ledger.pmc.definitions import NO_MORE
from pmlsym.ledger.pmc.symbols import ONE, PAPER, p, v, w
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Term, reals
from pmlsym.proof.steps import Decided, Identical, Step
from pmlsym.proof.witness import Witness

cost, floor, least = reals("h a_min C")

# --- maximal cost leakage ------------------------------------------------------------------------

# At an outcome y: a = P(y|x) >= a_min, and E[a h] is P(y) times the posterior cost.
_LIKELIHOOD = reals("a")[0]
_AT_Y = Law((cost, _LIKELIHOOD), sp.And(cost >= 0, floor <= _LIKELIHOOD))

OUTCOME_COST = Part(
    "whatever is done after y costs E[a h] >= min_x P(y|x) times its prior cost",
    Goal(
        (),
        relate(_AT_Y.mean(_LIKELIHOOD * cost), ">=", floor * _AT_Y.mean(cost)),
    ),
    lambda goal: Decided(
        goal,
        (_AT_Y.averaged(relate(_LIKELIHOOD * cost, ">=", floor * cost)),),
    ),
)

# Over the m outcomes a sum is m times an average; the prior cost of anything is at least C.
_OUTCOMES = Law((cost, floor), sp.And(relate(cost, ">=", floor * least), floor >= 0), "Y")
_SUM = _OUTCOMES.mean(cost)
_SMALLEST = _OUTCOMES.mean(floor)
outcomes = reals("m")[0]

SUMMED = Part(
    "summed over the m outcomes: the least posterior cost is at least sum_y min_x P(y|x) times the "
    "least prior cost C",
    Goal((outcomes > 0, least > 0), relate(outcomes * _SUM, ">=", outcomes * _SMALLEST * least)),
    lambda goal: Decided(
        goal,
        (_OUTCOMES.averaged(relate(cost, ">=", floor * least), (least > 0,)),),
    ),
)

_OWN_COST = (p > 0, relate(cost, "==", 1 / p))

ATTAINED = (
    Part(
        "the cost 1[x = w]/P(x) has the prior mean 1 whatever w is",
        Goal(_OWN_COST, relate(p * cost, "==", ONE)),
        Decided,
    ),
    Part(
        "and the mean P(y|w) at y: the best w gives min_x P(y|x)",
        Goal(_OWN_COST, relate(p * _LIKELIHOOD * cost, "==", _LIKELIHOOD)),
        Decided,
    ),
)

_FLOORED = relate(w, ">=", floor)
_THROUGH_U = Law((w,), _FLOORED, "X|u")

THROUGH_FUNCTION = Part(
    "P(y|u) is the average of P(y|x) over x given u, so at least min_x P(y|x)",
    Goal((), relate(_THROUGH_U.mean(w), ">=", floor)),
    lambda goal: Decided(goal, (_THROUGH_U.averaged(_FLOORED),)),
)

max_cost_leakage = Claim(
    "pmc.max-cost-leakage",
    PAPER,
    "Sec. III-C",
    says="maximal cost leakage = -log sum_y min_x P(y|x)",
    statement=r"\mathcal L^c(X\to Y)=-\log\sum_y\min_xP(y\mid x)",
    scope="every finite alphabet, prior of full support, mechanism and cost (infinite if the sum "
    "is zero). For a function U of X, min_u P(y|u) is no smaller (pmc.proposition-2)",
    parts=(OUTCOME_COST, SUMMED, THROUGH_FUNCTION, *ATTAINED),
)

proposition_2 = Claim(
    "pmc.proposition-2",
    PAPER,
    "Prop. 2",
    says="the supremum over U in maximal cost leakage is superfluous",
    statement=r"\sup_{U-X-Y,\,c}\log\frac{\inf E[c(U,w)]}{\inf E[c(U,\hat w(Y))]}"
    r"=\sup_{c}\log\frac{\inf E[c(X,w)]}{\inf E[c(X,\hat w(Y))]}",
    scope="every finite alphabet, prior of full support and mechanism: costs of U are within the "
    "bound for U, which is within that for X, and a cost on X attains the latter",
    parts=(
        THROUGH_FUNCTION,
        OUTCOME_COST,
        SUMMED,
        *ATTAINED,
    ),
)

# --- (9): against the mean of PMC ----------------------------------------------------------------

t, mean = reals("t mu")
_PMC = Law((t,), t >= 0, "Y")
_SAVED, _EXPECTED = _PMC.mean(sp.exp(-t)), _PMC.mean(t)


def _tangent() -> Step:
    """Prove e^(mu - t) >= 1 + mu - t."""
    return at(exp_above_tangent_everywhere(), t=mean - t)


_MEAN = relate(mean, "==", _EXPECTED)


def _jensen(goal: Goal) -> Step:
    below = relate(sp.exp(mean - t), ">=", 1 + mean - t)
    step = _PMC.over(Decided(Goal((), below), (_tangent(),)))
    return _leakages(goal, step)


def _leakages(goal: Goal, step: Step) -> Step:
    """Prove a comparison of -log E[e^-t] with mu from one of E[e^-t] with e^-mu."""
    positive = _PMC.averaged(relate(sp.exp(-t), ">", sp.Integer(0)))
    return compare_exponentials(goal, (step, positive))


marginal, saved = reals("P_y s")

ITS_FORM = Part(
    "e^-PMC(y) = a_min/P(y), and P(y) times it is min_x P(y|x): so it is -log E[e^-PMC]",
    Goal(
        (marginal > 0, floor > 0, relate(saved, "==", floor / marginal)),
        relate(marginal * saved, "==", floor),
    ),
    Decided,
)

JENSEN = Part(
    "-log E[e^-t] <= E[t] for PMC t >= 0, whatever its law",
    Goal((_MEAN,), relate(-sp.log(_SAVED), "<=", mean)),
    _jensen,
)

eq_9 = Claim(
    "pmc.eq-9",
    PAPER,
    "eq. (9)",
    says="maximal cost leakage <= E[PMC]",
    statement=r"\mathcal L^c(X\to Y)\le E_Y[\Lambda(X\to Y)]",
    scope="every finite alphabet, prior of full support and mechanism (if PMC is infinite with "
    "positive probability, so is its mean)",
    parts=(ITS_FORM, JENSEN),
)

_CONSTANT = relate(t, "==", mean)
_SURELY = Law((t,), _CONSTANT, "Y")
_ABOVE = relate(t, ">", mean)
_STRICT = relate(-sp.log(_SAVED), "<", mean)


def _constant(goal: Goal) -> Step:
    return compare_exponentials(goal, (_SURELY.exponentials(relate(-t, "==", -mean)),))


def _strictly(goal: Goal) -> Step:
    weak = Decided(Goal((), relate(sp.exp(mean - t), ">=", 1 + mean - t)), (_tangent(),))
    strict = Decided(
        Goal((_ABOVE,), relate(sp.exp(mean - t), ">", 1 + mean - t)),
        (at(exp_strictly_above_tangent(), t=t - mean),),
    )
    return _leakages(goal, _PMC.strictly(weak, strict, _ABOVE))


eq_9_repair = Claim(
    "pmc.eq-9.strict.repair",
    PAPER,
    "after eq. (9)",
    says="it is strict if and only if PMC differs between outcomes",
    statement=r"\mathcal L^c(X\to Y)<E_Y[\Lambda(X\to Y)]\iff\Lambda(X\to Y)\text{ is not almost "
    r"surely constant}",
    scope="every finite alphabet, prior of full support and mechanism with finite mean PMC. If it "
    "is infinite, the other is infinite only where every outcome rules a secret out, that is where "
    "PMC is constant again",
    parts=(
        Part(
            "equality if PMC is almost surely constant",
            Goal((), relate(-sp.log(_SURELY.mean(sp.exp(-t))), "==", mean)),
            _constant,
        ),
        Part(
            "strict if it exceeds its mean with positive probability (else it is constant)",
            Goal((_MEAN, relate(_PMC.chance(_ABOVE), ">", sp.Integer(0))), _STRICT),
            _strictly,
        ),
    ),
)

if TYPE_CHECKING:
    from pmlsym.channel import Channel

maximal, expected = reals("L_c E_PMC")


def three_to_one() -> Channel:
    """Return binary randomized response with e^eps_r = 3 and two equally likely secrets."""
    from pmlsym.channel import Channel

    often, seldom = Fraction(3, 4), Fraction(1, 4)
    return Channel([[often, seldom], [seldom, often]], [Fraction(1, 2)] * 2)


def _refute_strict(goal: Goal) -> Witness:
    from pmlsym import measures

    channel = three_to_one()

    def mean_pmc() -> Term:
        pmc = measures.pmc(channel)
        return sp.logcombine(sum(channel.marginal[y] * pmc[y] for y in range(2)), force=True)

    return Witness(
        goal,
        {},
        "binary randomized response with e^eps_r = 3 and two equally likely secrets: both "
        "outcomes have PMC log 2",
        {maximal: lambda: measures.maximal_cost_leakage(channel), expected: mean_pmc},
    )


eq_9_strict = Claim(
    "pmc.eq-9.strict",
    PAPER,
    "after eq. (9)",
    says="that inequality is strict, because log is strictly concave",
    statement=r"\mathcal L^c(X\to Y)<E_Y[\Lambda(X\to Y)]",
    scope="read for every mechanism, as no exception is named",
    parts=(
        Part(
            "maximal cost leakage is below the mean PMC",
            Goal((), maximal < expected),
            refute=_refute_strict,
        ),
    ),
    repair=eq_9_repair,
)

# --- maximal realizable cost; guesswork ----------------------------------------------------------

ONE_SECRET = Part(
    "the cost 1[X = x] with one action has prior mean P(x) and posterior mean P(x) v: ratio 1/v",
    Goal((p > 0, v > 0), relate(sp.log(p / (p * v)), "==", -sp.log(v))),
    compare_exponentials,
)

max_realizable_cost = Claim(
    "pmc.max-realizable-cost",
    PAPER,
    "Sec. III-C",
    says="maximal realizable cost = D_inf(P_X x P_Y || P_XY) = max_y PMC",
    statement=r"\mathcal L^{rc}(X\to Y)=D_\infty(P_X\times P_Y\|P_{XY})=\max_y\Lambda(X\to y)",
    scope="every finite alphabet, prior and mechanism; outcomes of probability zero left out. "
    "Costs of a function U of X are costs of X (Remark 2); at v = 0 the ratio is infinite",
    parts=(NO_MORE, ONE_SECRET),
)

half_rank, small, large = reals("K delta B")
_MANY = (p > 0, p < 1, v > 0, small > 0, relate(half_rank, ">", 1 / (small * p * v**2)))
_PRIOR_WORK, _POSTERIOR_WORK = p * half_rank, 1 + p * v * half_rank

guesswork = Claim(
    "pmc.guesswork",
    PAPER,
    "Sec. III-D",
    says="pointwise maximal guesswork leakage equals PMC",
    statement=r"\sup_{U-X-Y}\log\frac{\min_GE[G(U)]}{\min_{\hat G}E[\hat G(U)\mid Y=y]}"
    r"=\Lambda(X\to y)",
    scope="every finite alphabet of at least two secrets, prior and outcome. At most PMC, as ranks "
    "are costs of functions of X; a supremum that need not be attained: split the secret of "
    "smallest lift v into k equally likely pieces, and let all other secrets be one value. Any "
    "order takes at least p (k + 1)/2 guesses before, as the pieces hold k different ranks, and "
    "guessing the rest first takes 1 + p v (k + 1)/2 after y",
    parts=(
        NO_MORE,
        Part(
            "after y: 1 for the rest, 1 + (k + 1)/2 on average for the pieces, 1 + p v K in all",
            Goal(
                (p > 0,),
                relate((1 - p * v) * 1 + p * v * (1 + half_rank), "==", _POSTERIOR_WORK),
            ),
            Identical,
        ),
        Part(
            "with K = (k + 1)/2 > 1/(delta p v^2) the ratio of the guesswork exceeds 1/v - delta",
            Goal(_MANY, relate(_PRIOR_WORK / _POSTERIOR_WORK, ">", 1 / v - small)),
            Decided,
        ),
        Part(
            "for v = 0 it exceeds any B with K > B/p",
            Goal(
                (p > 0, relate(v, "==", sp.Integer(0)), relate(half_rank, ">", large / p)),
                relate(_PRIOR_WORK / _POSTERIOR_WORK, ">", large),
            ),
            Decided,
        ),
    ),
)
