"""Maximal cost leakage and the PMC of the outcomes: eq. (9), and the remarks after it."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.statements.from_text import from_text
from pmlsym.statements.model import Model

# --- leakages -------------------------------------------------------------------------------------
# Maximal cost leakage and maximal realizable cost: Sec. III-C.

own_share = "cost S = 1/p at any x"

max_cost_leakage = Claim(
    "pmc.max-cost-leakage",
    PAPER,
    "Sec. III-C",
    says="maximal cost leakage = -log sum_y min_x P(y|x)",
    statement=r"\mathcal L^c(X\to Y)=-\log\sum_y\min_xP(y\mid x)",
    scope="every finite alphabet, prior of full support, mechanism and cost of a randomized "
    "function of X (infinite if the sum is zero); the cost 1[x = w]/P(x) attains it",
    **stated(
        "cost C: average_cost(C) <= maximal_cost_leakage(X->Y)",
        f"{own_share}: average_cost(S) = maximal_cost_leakage(X->Y)",
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
    **stated(f"cost C; {own_share}: average_cost(C) <= average_cost(S)"),
)

max_realizable_cost = Claim(
    "pmc.max-realizable-cost",
    PAPER,
    "Sec. III-C",
    says="maximal realizable cost = D_inf(P_X x P_Y || P_XY) = max_y PMC",
    statement=r"\mathcal L^{rc}(X\to Y)=D_\infty(P_X\times P_Y\|P_{XY})=\max_y\Lambda(X\to y)",
    scope="every finite alphabet, prior and mechanism; outcomes of probability zero left out. No "
    "cost of a function U of X realizes more, and the cost 1[x = w]/P(x) as much",
    **stated(
        "cost C: worst_cost(C) <= pmc(X->Y)",
        f"{own_share}: worst_cost(S) = pmc(X->Y)",
        "pmc_of_pairs(X->Y) = pmc(X->Y)",
    ),
)


# --- averages -------------------------------------------------------------------------------------

eq_9 = Claim(
    "pmc.eq-9",
    PAPER,
    "eq. (9)",
    says="maximal cost leakage <= E[PMC]",
    statement=r"\mathcal L^c(X\to Y)\le E_Y[\Lambda(X\to Y)]",
    scope="every finite alphabet, prior of full support and mechanism (if PMC is infinite with "
    "positive probability, so is its mean)",
    **stated("maximal_cost_leakage(X->Y) <= E[pmc(X->y)]"),
)

eq_9_first = Claim(
    "pmc.eq-9.first",
    PAPER,
    "eq. (9), first line",
    says="maximal cost leakage is the supremum over U of -log E[e^-PMC(U->Y)]",
    statement=r"\mathcal L^c(X\to Y)=\sup_{U-X-Y}\bigl(-\log E[e^{-\Lambda(U\to Y)}]\bigr)",
    scope="every finite alphabet, prior of full support and mechanism: the first two say that the "
    "number is one cost's and no other saves more; the third, of U->Y as of X->Y, that it is "
    "-log E[e^-PMC]; the last that no U (called Z) has more than X. The paper says `using "
    "Corollary 1`, in which the best cost may change with the outcome; 1[x = w]/P(x) serves all",
    **stated(
        "cost C: average_cost(C) <= maximal_cost_leakage(X->Y)",
        f"{own_share}: average_cost(S) = maximal_cost_leakage(X->Y)",
        "exp(-maximal_cost_leakage(X->Y)) = E[exp(-pmc(X->y))]",
        "Z - X - Y: maximal_cost_leakage(Z->Y) <= maximal_cost_leakage(X->Y)",
    ),
)

_DIFFERS = "exp(-pmc(X->Y)) {} E[exp(-pmc(X->y))]"
_BELOW = "maximal_cost_leakage(X->Y) {} E[pmc(X->y)]"

eq_9_repair = Claim(
    "pmc.eq-9.strict.repair",
    PAPER,
    "after eq. (9)",
    says="it is at most that, and less if and only if PMC differs between outcomes",
    statement=r"\mathcal L^c(X\to Y)<E_Y[\Lambda(X\to Y)]\iff\Lambda(X\to Y)\text{ is not almost "
    r"surely constant}",
    scope="every finite alphabet, prior of full support and mechanism. PMC differs between "
    "outcomes if and only if e^-PMC is larger on average than at the worst outcome. Where maximal "
    "cost leakage is infinite, every outcome rules a secret out: then PMC is constant, and both "
    "sides are infinite",
    **stated(
        _BELOW.format("<="),
        f"{_DIFFERS.format('<')} => {_BELOW.format('<')}",
        f"{_DIFFERS.format('=')} => {_BELOW.format('=')}",
    ),
)

eq_9_strict = Claim(
    "pmc.eq-9.strict",
    PAPER,
    "after eq. (9)",
    says="that inequality is strict, because log is strictly concave",
    statement=r"\mathcal L^c(X\to Y)<E_Y[\Lambda(X\to Y)]",
    scope="`the strict concavity of log implies that Jensen's inequality is strict`, read for "
    "every mechanism on finite alphabets, as no exception is named; both sides are equal where "
    "PMC is the same at all outcomes. An author would answer that Jensen's inequality is strict "
    "unless the variable is constant, as every reader knows. That is the repair. The verdict "
    "stands, as the exception is no rare one: it is every randomized response under a uniform "
    "prior, Example 4 of the same paper",
    asserts=(from_text(_BELOW.format("<")),),
    models=(Model.from_channel([["3/4", "1/4"], ["1/4", "3/4"]], ["1/2", "1/2"]),),
    repair=eq_9_repair,
)
