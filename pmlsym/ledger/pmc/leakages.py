"""Maximal cost leakage and maximal realizable cost: Sec. III-C."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.statements.payoffs import AnyPayoff, OfPayoffs, OfSecret

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

max_realizable_cost = Claim(
    "pmc.max-realizable-cost",
    PAPER,
    "Sec. III-C",
    says="maximal realizable cost = D_inf(P_X x P_Y || P_XY) = max_y PMC",
    statement=r"\mathcal L^{rc}(X\to Y)=D_\infty(P_X\times P_Y\|P_{XY})=\max_y\Lambda(X\to y)",
    scope="every finite alphabet, prior and mechanism; outcomes of probability zero left out. No "
    "cost of a function U of X realizes more, and the cost 1[x = w]/P(x) as much",
    **stated(
        OfPayoffs.of("saves_at_worst_C <= worst_pmc_X", AnyPayoff("C")),
        OfPayoffs.of("saves_at_worst_S = worst_pmc_X", own_share),
        OfPayoffs.of("pmc_of_pairs_X = worst_pmc_X"),
    ),
)
