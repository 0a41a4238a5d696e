"""Theorems that lead from suprema over adversaries to goals on lifts."""

from __future__ import annotations

from pmlsym.ledger.trials.adversaries import (
    BEST_CHOICES,
    FUNCTIONS_OF_SECRETS,
    RANDOM_GUESSES,
    SCALED_COSTS,
)
from pmlsym.ledger.trials.orders import DIFFERENT_RANKS, IN_TURN
from pmlsym.ledger.trials.suprema import DENSITIES_ON_EVENTS, ESSENTIAL_SUPREMA, SUPREMA
from pmlsym.statements.argument import PaperTheorem

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
    SCALED_COSTS,
)
RANKS = PaperTheorem(
    "different ranks",
    "k different whole numbers from 1 on sum to at least k (k + 1)/2, so k equally likely values "
    "take at least (k + 1)/2 guesses on average, in every order.",
    "The j-th smallest of them is at least j.",
    DIFFERENT_RANKS,
)
INTERLEAVED = PaperTheorem(
    "orders in turn",
    "For n orders of finitely many values there is one order in which the rank of every value is "
    "at most n times its rank in each of the n orders.",
    "Take the first of each order, then the second of each, and so on, leaving out what was taken: "
    "before the j-th of any order stand at most n j - 1 others.",
    IN_TURN,
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
