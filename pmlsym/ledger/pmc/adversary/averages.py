"""Maximal cost leakage and the PMC of the outcomes: eq. (9), and the remarks after it."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.derived import stated
from pmlsym.ledger.pmc.symbols import PAPER
from pmlsym.ledger.trials.suprema import (
    BEST_CHOICES,
    DENSITIES_ON_EVENTS,
    ESSENTIAL_SUPREMA,
    FUNCTIONS_OF_SECRETS,
    RANDOM_GUESSES,
    SUPREMA,
)
from pmlsym.statements.argument import PaperTheorem
from pmlsym.statements.from_text import from_text
from pmlsym.statements.model import Model

# --- theorems that lead from suprema over adversaries to goals on lifts ---------------------------

SUPREMUM = PaperTheorem(
    "supremum",
    "A supremum is s if nobody has more than s and, for every level below s, somebody has more "
    "than the level.",
    "That is what a least upper bound is; if somebody has s itself, it is a maximum. The test is "
    "on finite sets, and on countable ones that rise to s.",
    SUPREMA,
    bookkeeping=True,
)
CHOICE = PaperTheorem(
    "best choices",
    "If E[c(X, w)] <= r E[c(X, w) | y] for every choice w, then the same is true of the least (or "
    "the greatest lower bound) of both sides. The best reaction to Y is the best choice at each "
    "outcome.",
    "The least left side is at most that of the choice which is best on the right; and a function "
    "of Y is any choice at each outcome.",
    BEST_CHOICES,
)
FUNCTION = PaperTheorem(
    "functions of the secret",
    "For U - X - Y, what c(u, w) costs on average, before y and after it, is what the cost "
    "E[c(U, w) | X = x] of the secret does; a guess of U costs 1 - P(u|x).",
    "Given X, U is independent of Y, so E[c(U, w) | y] = E[E[c(U, w) | X] | y].",
    FUNCTIONS_OF_SECRETS,
)
ESSENTIAL = PaperTheorem(
    "essential supremum",
    "The essential supremum of f is at most s if f <= s almost surely, and it is above each level "
    "that f exceeds with positive probability.",
    "That is its definition; an event of probability zero can be left out of the support. The test "
    "is on finite sets, some points of which have probability zero.",
    ESSENTIAL_SUPREMA,
    bookkeeping=True,
)
SCALE = PaperTheorem(
    "scale of a cost",
    "All costs times one positive number leak as much as before.",
    "The number cancels in the ratio of the least means; so c may be taken to be at most 1/2.",
)
RANKS = PaperTheorem(
    "different ranks",
    "k different whole numbers from 1 on sum to at least k (k + 1)/2, so k equally likely values "
    "take at least (k + 1)/2 guesses on average, in every order.",
    "The j-th smallest of them is at least j.",
)
INTERLEAVED = PaperTheorem(
    "orders in turn",
    "For n orders of finitely many values there is one order in which the rank of every value is "
    "at most n times its rank in each of the n orders.",
    "Take the first of each order, then the second of each, and so on, leaving out what was taken: "
    "before the j-th of any order stand at most n j - 1 others.",
)
DIRAC = PaperTheorem(
    "guesses at random",
    "A randomized choice, drawn from any law given y, costs the mean of what its choices cost; and "
    "every single choice is a law.",
    "The choice is independent of X given y (X - Y - W), so the mean may be taken over X first.",
    RANDOM_GUESSES,
)
COMMON_MEASURE = PaperTheorem(
    "densities on an event",
    "P(A) is the measure m of A times the mean of the density of P under the measure restricted "
    "to A and divided by m; and P(A)/Q(A) of a countable union of disjoint events is at most the "
    "supremum of theirs.",
    "This is what a density is; sums of numbers with P(A_i) <= R Q(A_i) keep the inequality. The "
    "test is on finite sets, with densities with respect to any positive weights.",
    DENSITIES_ON_EVENTS,
)

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
