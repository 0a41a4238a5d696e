"""Theorems that lead from what is said of mechanisms to goals about laws, in every paper."""

from __future__ import annotations

from pmlsym.ledger.trials.counting import COLUMNS
from pmlsym.ledger.trials.sums import SUMS
from pmlsym.statements.argument import Theorem

COLUMN = Theorem(
    "one outcome: a column of the kernel under the prior",
    "At an outcome y let a(x) = P(y|x). Then P(y) = E[a(X)], the lift is w = a/E[a(X)], and "
    "E[h(X) | y] = E[h(X) w(X)]: what is said of an outcome is said of the law of (h, a) under "
    "the prior. Every law of a >= 0 with a positive mean, on finitely many secrets and beside any "
    "h, is that of an outcome of some mechanism.",
    "Total probability and Bayes' rule. Conversely such an a, scaled below 1, is the column of the "
    "mechanism whose other outcome has 1 - a; scaling changes no lift.",
    COLUMNS,
)
SUM = Theorem(
    "a sum as a mean",
    "A sum over finitely many outcomes, secrets, classes, queries, records or databases is their "
    "number times the mean over one that is drawn uniformly, so that what holds between means "
    "under every law holds between sums of every size.",
    "That is what such a mean is, and a product law makes it a mean over several records. A law "
    "has more freedom than a sum, so a goal says no less.",
    SUMS,
    bookkeeping=True,
)
