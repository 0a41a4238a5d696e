"""The number of guesses as a cost: Sec. III-D."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import beside, stated
from pmlsym.ledger.lemmas import COLUMN, AnyLaw
from pmlsym.ledger.part import follows
from pmlsym.ledger.pmc.adversary import quantities as who
from pmlsym.ledger.pmc.adversary.averages import INTERLEAVED, RANKS, SUPREMUM
from pmlsym.ledger.pmc.symbols import PAPER, p, v
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.language import reals
from pmlsym.statements.arithmetic import exp, log
from pmlsym.statements.assertion import Assertion, Domain, Quantity
from pmlsym.statements.instances.attack import adversary as of
from pmlsym.statements.instances.attack.adversary import Adversary
from pmlsym.statements.instances.attack.attacks import Approach, draw_approach
from pmlsym.statements.values import Value

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
