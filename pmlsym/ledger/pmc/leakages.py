"""Maximal cost leakage and maximal realizable cost: Sec. III-C."""

from __future__ import annotations

import sympy as sp

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.laws import Law
from pmlsym.ledger.parts import follows
from pmlsym.ledger.pmc.adversary import quantities as who
from pmlsym.ledger.pmc.adversary.suprema import CHOICE, FUNCTION, SUPREMUM
from pmlsym.ledger.pmc.definitions import NO_MORE
from pmlsym.ledger.pmc.symbols import ONE, PAPER, p, v, w
from pmlsym.ledger.theorems import COLUMN
from pmlsym.ledger.writing import compare_exponentials, relate
from pmlsym.proof.language import reals
from pmlsym.statements.assertion import Assertion
from pmlsym.statements.payoffs import AnyPayoff, OfPayoffs, OfSecret

cost, floor, least, marginal = reals("h a_min C P_y")

# --- maximal cost leakage ------------------------------------------------------------------------

# At an outcome y: a = P(y|x) >= a_min, and E[a h] is P(y) times the posterior cost.
_LIKELIHOOD = reals("a")[0]
_AT_Y = Law((cost, _LIKELIHOOD), sp.And(cost >= 0, floor <= _LIKELIHOOD))

OUTCOME_COST = follows(
    "whatever is done after y costs E[a h] >= min_x P(y|x) times its prior cost",
    (),
    relate(_AT_Y.mean(_LIKELIHOOD * cost), ">=", floor * _AT_Y.mean(cost)),
    _AT_Y.on_average(relate(_LIKELIHOOD * cost, ">=", floor * cost)),
)

# Over the m outcomes a sum is m times an average; the prior cost of anything is at least C.
_OUTCOMES = Law((cost, floor), sp.And(relate(cost, ">=", floor * least), floor >= 0), "Y")
_SUM = _OUTCOMES.mean(cost)
_SMALLEST = _OUTCOMES.mean(floor)
outcomes = reals("m")[0]

SUMMED = follows(
    "summed over the m outcomes: the least posterior cost is at least sum_y min_x P(y|x) times the "
    "least prior cost C",
    (outcomes > 0, least > 0),
    relate(outcomes * _SUM, ">=", outcomes * _SMALLEST * least),
    _OUTCOMES.on_average(relate(cost, ">=", floor * least), (least > 0,)),
)

_OWN_COST = (p > 0, relate(cost, "==", 1 / p))

ATTAINED = (
    follows(
        "the cost 1[x = w]/P(x) has the prior mean 1 whatever w is",
        _OWN_COST,
        relate(p * cost, "==", ONE),
    ),
    follows(
        "and the mean P(y|w) at y: the best w gives min_x P(y|x)",
        _OWN_COST,
        relate(p * _LIKELIHOOD * cost, "==", _LIKELIHOOD),
    ),
)

_FLOORED = relate(w, ">=", floor)
_THROUGH_U = Law((w,), _FLOORED, "X|u")

THROUGH_FUNCTION = follows(
    "P(y|u) is the average of P(y|x) over x given u, so at least min_x P(y|x)",
    (),
    relate(_THROUGH_U.mean(w), ">=", floor),
    _THROUGH_U.on_average(_FLOORED),
)

own_share = OfSecret("S", "1/p", "all")

max_cost_leakage = Claim(
    "pmc.max-cost-leakage",
    PAPER,
    "Sec. III-C",
    says="maximal cost leakage = -log sum_y min_x P(y|x)",
    statement=r"\mathcal L^c(X\to Y)=-\log\sum_y\min_xP(y\mid x)",
    scope="every finite alphabet, prior of full support, mechanism and cost of a randomized "
    "function of X (infinite if the sum is zero); the cost 1[x = w]/P(x) attains it",
    **stated(
        OfPayoffs.of("saves_on_average_C <= maximal_cost_leakage_X", AnyPayoff("C")),
        OfPayoffs.of("saves_on_average_S = maximal_cost_leakage_X", own_share),
    ),
)

proposition_2 = Claim(
    "pmc.proposition-2",
    PAPER,
    "Prop. 2",
    says="the supremum over U in maximal cost leakage is superfluous",
    statement=r"\sup_{U-X-Y,\,c}\log\frac{\inf E[c(U,w)]}{\inf E[c(U,\hat w(Y))]}"
    r"=\sup_{c}\log\frac{\inf E[c(X,w)]}{\inf E[c(X,\hat w(Y))]}",
    scope="every finite alphabet, prior of full support and mechanism: no cost of a function U, "
    "of any finite number of choices, leaks more than the cost 1[x = w]/P(x) of X alone (and with "
    "U = X every cost of X is allowed). A ratio of 0/0 leaks nothing",
    **stated(OfPayoffs.of("saves_on_average_C <= saves_on_average_S", AnyPayoff("C"), own_share)),
)


# --- maximal realizable cost ----------------------------------------------------------------------

before, after, joint, given_y, mass = reals("A B P_xy P_x|y P_x")

ONE_SECRET = follows(
    "the cost 1[X = x] with one action has prior mean A = P(x) and posterior mean B = P(x) v: the "
    "log of A/B is -log v",
    (p > 0, v > 0, relate(before, "==", p), relate(after, "==", p * v)),
    relate(sp.log(before / after), "==", -sp.log(v)),
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
    parts=(
        NO_MORE,
        ONE_SECRET,
        follows(
            "a pair (x, y) has the same ratio as x at y: P(x) P(y)/P(x, y) = P(x)/P(x|y)",
            (marginal > 0, given_y > 0, relate(joint, "==", marginal * given_y)),
            relate(mass * marginal / joint, "==", mass / given_y),
        ),
    ),
    asserts=(
        Assertion(who.COSTS_OVER_Y, who.compared(who.REALIZED, "<=", who.WORST_DIVERGENCE)),
        Assertion(who.MECHANISMS, who.compared(who.REALIZED_INDICATOR, "=", who.WORST_DIVERGENCE)),
        Assertion(who.MECHANISMS, who.compared(who.PRODUCT_DIVERGENCE, "=", who.WORST_DIVERGENCE)),
    ),
    reductions=(SUPREMUM, FUNCTION, COLUMN, CHOICE),
)
