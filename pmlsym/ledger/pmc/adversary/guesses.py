"""Guesses: random and deterministic ones, their limit, and their number as a cost."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import COLUMN, AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.adversary import quantities as who
from pmlsym.ledger.pmc.adversary.averages import DIRAC, FUNCTION, INTERLEAVED, RANKS, SUPREMUM
from pmlsym.ledger.pmc.symbols import PAPER, p, v
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.language import reals
from pmlsym.statements.arithmetic import exp, log
from pmlsym.statements.assertion import Assertion, Domain, Quantity
from pmlsym.statements.instances.attack import adversary as of, attacks
from pmlsym.statements.instances.attack.adversary import Adversary, least, mean
from pmlsym.statements.instances.attack.attacks import Approach, MixedAttack, draw_approach
from pmlsym.statements.values import Value

# --- random and deterministic guesses: Lemma 2, App. A --------------------------------------------

# --- Lemma 2 --------------------------------------------------------------------------------------

spent, infimum, level, one = reals("m M a m_1")
_CHOICES = AnyLaw((spent,), relate(spent, ">=", infimum), "W|y")
_CERTAIN = AnyLaw((spent,), relate(spent, "==", one), "W|y")

_AT_RANDOM = Quantity[Adversary](
    "E[c(X,W) | y] of a random choice W",
    r"E[c(X,\hat W)\mid y]",
    lambda a: mean(
        a.guess,
        [mean(a.posterior, column) for column in zip(*a.own_payoff, strict=True)],
    ),
)
_AT_BEST = Quantity[Adversary](
    "min_w E[c(X,w) | y]",
    r"\min_wE[c(X,w)\mid y]",
    lambda a: least(a.posterior, a.own_payoff),
)


def _certain(instance: Adversary) -> Fraction:
    """Return the mean cost under the joint law of X and of the best choice after y."""
    columns = list(zip(*instance.own_payoff, strict=True))
    best = min(range(len(columns)), key=lambda w: mean(instance.posterior, columns[w]))
    dirac = [Fraction(w == best) for w in range(len(columns))]
    return sum(
        (
            p * q * cost
            for p, costs in zip(instance.posterior, instance.own_payoff, strict=True)
            for q, cost in zip(dirac, costs, strict=True)
        ),
        Fraction(0),
    )


_DIRAC = Quantity[Adversary](
    "E[c(X,W) | y] of the W that is one best choice for certain",
    r"E[c(X,\hat w^*)\mid y]",
    _certain,
)
_GUESSES = Domain(
    "every finite alphabet, prior with positive entries, kernel, possible outcome y, cost "
    "c(x, w) >= 0 and law of W given y",
    r"\forall P_X,P_{Y|X},y,\;c\ge0,P_{\hat W|Y=y}",
    Adversary,
    who.COSTS.draw,
)

lemma_2 = Claim(
    "pmc.lemma-2",
    PAPER,
    "App. C, Lemma 2",
    says="deterministic guesses suffice",
    statement=r"\inf_{P_{\hat W|Y}}E[c(X,\hat W)\mid Y=y]=\inf_{\hat w}E[c(X,\hat w)\mid Y=y]",
    scope="every law of X given y and every cost c >= 0, with any set of choices: under any law "
    "of W the mean cost is at least the infimum M of the mean costs m(w), and for every level a "
    "above M there is a choice w' with m(w') < a, which is a law of W. Read on finitely many "
    "choices, where the infimum is attained",
    parts=(
        follows(
            "a random choice costs at least the infimum of what single choices cost",
            (),
            relate(_CHOICES.mean(spent), ">=", infimum),
            _CHOICES.on_average(),
        ),
        follows(
            "and the law of a single choice that costs less than a level costs less than it",
            (relate(one, "<", level),),
            relate(_CERTAIN.mean(spent), "<", level),
            _CERTAIN.on_average(),
        ),
    ),
    asserts=(
        Assertion(_GUESSES, who.compared(_AT_RANDOM, ">=", _AT_BEST)),
        Assertion(who.COSTS, who.compared(_DIRAC, "=", _AT_BEST)),
    ),
    reductions=(SUPREMUM, DIRAC),
)

# --- Appendix A: letting k tend to infinity -------------------------------------------------------

cost, number = reals("m k")
_ERROR = sp.Min(1 - cost / number, cost)
_COSTS = (cost >= 0, cost <= 1, number > 0)
_ENOUGH = relate(cost * (number + 1), "<=", number)

_MIXTURES = Domain(
    "every law of X, costs c(x, w_S) and c(x, w_T) from 0 to 1, delta from 0 to 1 and k >= 1",
    r"\forall P_X,\;0\le c\le1,\;\delta\in[0,1],\;k\ge1",
    MixedAttack,
    attacks.draw_mixture,
)
_LEAST_ERROR = Quantity[MixedAttack](
    "min_u P[U_delta != u]", r"\min_uP[U_\delta\ne u]", lambda a: a.error
)
_MEAN_COST = Quantity[MixedAttack](
    "E[mixed cost]", r"E[\delta c(X,w_S)+(1-\delta)c(X,w_T)]", lambda a: a.mixed
)
_LESS = Quantity[MixedAttack](
    "E[mixed cost] - 1/k",
    r"E[\delta c(X,w_S)+(1-\delta)c(X,w_T)]-\tfrac1k",
    lambda a: a.mixed - Fraction(1, a.parts),
)
_SHARE = Quantity[MixedAttack](
    "k/(k+1)", r"\tfrac k{k+1}", lambda a: Fraction(a.parts, a.parts + 1)
)

appendix_a_limit = Claim(
    "pmc.appendix-a.limit",
    PAPER,
    "App. A",
    says="the wrong-guess probability of the mixture tends to the mean mixed cost m as k -> "
    "infinity, and equals it from a finite k on unless m = 1",
    statement=r"\min\{1-\tfrac mk,m\}\xrightarrow[k\to\infty]{}m,\qquad\min\{1-\tfrac mk,m\}=m\iff"
    r" m\le\tfrac k{k+1}",
    scope="`the last equality follows by letting k -> infinity`, for every law of X (before, and "
    "given y), costs from 0 to 1 and delta. The gap is at most 1/k. A finite k >= m/(1 - m) is "
    "enough if m < 1; k = 1 already, if all costs are at most 1/2, to which any cost can be "
    "scaled. If m = 1, the error is 1 - 1/k and no k is enough; given y this can be while m < 1 "
    "before, so unscaled costs do need the limit",
    parts=(
        follows(
            "k values have the probability m/k each and the last one 1 - m: the least error is "
            "min(1 - m/k, m), at most m",
            _COSTS,
            relate(_ERROR, "<=", cost),
        ),
        follows("and at least m - 1/k", _COSTS, relate(_ERROR, ">=", cost - 1 / number)),
        follows("it is m if m <= k/(k + 1)", (*_COSTS, _ENOUGH), relate(_ERROR, "==", cost)),
        follows("and only then", (*_COSTS, relate(_ERROR, "==", cost)), _ENOUGH),
        follows(
            "as it is for every k >= m/(1 - m), if m < 1",
            (cost >= 0, cost < 1, relate(number, ">=", cost / (1 - cost))),
            _ENOUGH,
        ),
    ),
    asserts=(
        Assertion(
            _MIXTURES,
            (
                *who.compared(_LEAST_ERROR, "<=", _MEAN_COST),
                *who.compared(_LEAST_ERROR, ">=", _LESS),
            ),
        ),
        Assertion(
            _MIXTURES,
            who.compared(_LEAST_ERROR, "=", _MEAN_COST),
            who.compared(_MEAN_COST, "<=", _SHARE),
            both_ways=True,
        ),
    ),
    reductions=(FUNCTION,),
)

# --- the number of guesses as a cost: Sec. III-D --------------------------------------------------

half_rank, small, large, rank, later = reals("K delta B j g")
_MANY = (p > 0, p < 1, v > 0, small > 0, relate(half_rank, ">", 1 / (small * p * v**2)))
_PRIOR_WORK, _POSTERIOR_WORK = p * half_rank, 1 + p * v * half_rank
_ONE_LATER = relate(later, "==", rank + 1)
_PIECES = AnyLaw((rank, later), _ONE_LATER, "pieces")

_NEAR = Domain(
    "every finite alphabet, prior with positive entries, kernel, possible outcome y and delta > 0",
    r"\forall P_X,P_{Y|X},y,\delta>0",
    Approach,
    draw_approach,
)
_RATIO = Quantity[Approach](
    "min_G E[G(U*)] / min_G E[G(U*) | y] of a U* that splits the secret of smallest lift",
    r"\frac{\min_GE[G(U^*)]}{\min_{\hat G}E[\hat G(U^*)\mid y]}",
    lambda a: of.guesses(a.groups(a.attack.prior)) / of.guesses(a.groups(a.attack.posterior)),
)
_LEVEL = Quantity[Approach](
    "exp D_inf(P_X || P_X|Y=y) - delta (1/delta where infinite)",
    r"e^{D_\infty(P_X\,\|\,P_{X|Y=y})}-\delta\ \text{(}1/\delta\text{ where infinite)}",
    lambda a: a.near(exp(of.divergence(a.attack.prior, a.attack.posterior))),
)

guesswork = Claim(
    "pmc.guesswork",
    PAPER,
    "Sec. III-D",
    says="pointwise maximal guesswork leakage equals PMC",
    statement=r"\sup_{U-X-Y}\log\frac{\min_GE[G(U)]}{\min_{\hat G}E[\hat G(U)\mid Y=y]}"
    r"=\Lambda(X\to y)",
    scope="every finite alphabet of at least two secrets, prior and outcome. At most PMC, as ranks "
    "are costs of functions of X; as near to it as one likes: split the secret of "
    "smallest lift v into k equally likely pieces, and let all other secrets be one value. Any "
    "order takes at least p (k + 1)/2 guesses before, as the pieces hold k different ranks, and "
    "guessing the rest first takes 1 + p v (k + 1)/2 after y",
    **stated(
        "guesswork G: cost(G) <= pmc(X->y)",
        beside=(
            beside(
                follows(
                    "after y: 1 for the rest, and 1 + j for the piece that is guessed as the j-th, "
                    "with the mean K = (k + 1)/2 of j: 1 + p v K in all",
                    (p > 0, relate(half_rank, "==", _PIECES.mean(rank))),
                    relate(1 - p * v + p * v * _PIECES.mean(later), "==", _POSTERIOR_WORK),
                    _PIECES.on_average(_ONE_LATER),
                ),
                follows(
                    "with K = (k + 1)/2 > 1/(delta p v^2) the ratio of the guesswork exceeds "
                    "1/v - delta",
                    _MANY,
                    relate(_PRIOR_WORK / _POSTERIOR_WORK, ">", 1 / v - small),
                ),
                follows(
                    "for v = 0 it exceeds any B with K > B/p",
                    (p > 0, relate(v, "==", sp.Integer(0)), relate(half_rank, ">", large / p)),
                    relate(_PRIOR_WORK / _POSTERIOR_WORK, ">", large),
                ),
                asserts=(Assertion(_NEAR, who.compared(_RATIO, ">", _LEVEL)),),
                reductions=(SUPREMUM, COLUMN, RANKS),
            ),
        ),
    ),
)


def _outcomes(instance: Adversary) -> Value:
    return log(Fraction(len(instance.possible)))


_LOG_OUTCOMES = Quantity[Adversary]("log |Y|", r"\log|\mathcal Y|", _outcomes)

guesswork_leakage = Claim(
    "pmc.guesswork.leakage",
    PAPER,
    "Sec. III-D",
    says="maximal guesswork leakage is at most maximal cost leakage",
    statement=r"\sup_{U-X-Y}\log\frac{\min_GE[G(U)]}{E[\min_GE[G(U)\mid Y]]}\le"
    r"\mathcal L^c(X\to Y)",
    scope="`Similar discussions apply to maximal guesswork leakage`: the average over the outcomes "
    "is a special case of maximal cost leakage as the pointwise one is of PMC, with the order as "
    "the choice. That the two are equal is said of the pointwise one alone, and is false of the "
    "average (pmc.guesswork.leakage.gap)",
    **stated("guesswork G: average_cost(G) <= maximal_cost_leakage(X->Y)"),
)

_ranks, _each, _size = reals("g h n")
_FROM_ONE = (_ranks >= 1, _each >= 1, relate(_ranks, "<=", _size * _each))
_ORDERS = AnyLaw((_ranks, _each), sp.And(*_FROM_ONE), "UY")
_HALF = (Fraction(1, 2), Fraction(1, 2))
_BIT = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))

guesswork_gap = Claim(
    "pmc.guesswork.leakage.gap",
    PAPER,
    "own",
    says="maximal guesswork leakage is at most log |Y|, and can be below maximal cost leakage",
    statement=r"\sup_{U-X-Y}\log\frac{\min_GE[G(U)]}{E[\min_GE[G(U)\mid Y]]}\le\log|\mathcal Y|,"
    r"\qquad\exists\,P_{XY}:\ \log|\mathcal Y|<\mathcal L^c(X\to Y)",
    scope="every finite alphabet, prior and mechanism; |Y| counts the possible outcomes. An order "
    "that takes the best guesses of all outcomes in turn ranks no value later than |Y| times its "
    "rank in any of them. So a bit that is told leaks at most log 2, and infinite maximal cost: "
    "unlike for one outcome, where `the inequality is in fact an equality`",
    parts=(
        follows(
            "if G is at most n times the order that is best at Y, so is its mean",
            (),
            relate(_ORDERS.mean(_ranks), "<=", _size * _ORDERS.mean(_each)),
            _ORDERS.on_average(_FROM_ONE[2]),
        ),
        follows(
            "so that the log of both means is at most log n",
            (_size >= 1,),
            relate(sp.log(_ORDERS.mean(_ranks) / _ORDERS.mean(_each)), "<=", sp.log(_size)),
            lambda goal: compare_exponentials(goal, tuple(map(_ORDERS.averaged, _FROM_ONE))),
        ),
    ),
    asserts=(
        Assertion(who.FUNCTIONS_OVER_Y, who.compared(who.MEAN_GUESSWORK, "<=", _LOG_OUTCOMES)),
        Assertion(who.SOME, who.compared(_LOG_OUTCOMES, "<", who.MAXIMAL_COST), exists=True),
    ),
    models=(Adversary(_HALF, _BIT, 0, _BIT, _BIT, _HALF),),
    reductions=(SUPREMUM, INTERLEAVED),
)
