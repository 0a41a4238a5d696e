"""Theorems that lead from statements on a noisy real secret to goals over arbitrary laws."""

from __future__ import annotations

from pmlsym.ledger.trials.noise import COUPLINGS, NORMAL_MOMENTS, ON_SUPPORTS, THROUGH_SUMS
from pmlsym.statements.argument import PaperTheorem

ON_SUPPORT = PaperTheorem(
    "one outcome of a real secret: a bound on its support",
    "PMC at y is the essential supremum over X of log f(y)/f(y|x), with f(y) = E[f(y|X)]. It is "
    "at most B if and only if log E[f(y|X)]/f(y|x) <= B at every x of the support, and at least "
    "its value at each end of the support.",
    "f(y|x) is continuous in x, so that its essential infimum is the infimum over the support, "
    "and an end of the support belongs to it. A bound for every x between the ends bounds more "
    "than is asked for. The law of X in the goals is any law between the ends: no more is known "
    "of the prior. The test is on laws of points and uniform pieces.",
    ON_SUPPORTS,
)

OTHER_RECORDS = PaperTheorem(
    "the other records through their sum",
    "With s the sum of the other records and z = ny - s, the density of y given a record x is the "
    "average over s of e^(-|z - x|/(nb))/(2b), and that of y the same average with X for x. If for "
    "every s the second is at most M times the first (equal to it), so it is on average.",
    "The records are independent, so that s has one law whatever the record is, and averages keep "
    "inequalities and equalities. Nothing is assumed of the law of s, so that n may be any number.",
    THROUGH_SUMS,
)

NORMAL_NOISE = PaperTheorem(
    "independent normal noise multiplies moment generating functions",
    "E[e^(l(X + N))] = E[e^(lX)] e^(l^2 sigma^2/2) for N normal with variance sigma^2, every l.",
    "X and N are independent, and e^(lx) times the normal density around 0 is e^(l^2 sigma^2/2) "
    "times that around l sigma^2. In the goal it stands as a hypothesis on the law of (X, N). The "
    "test compares the first moments, not the whole functions of l.",
    NORMAL_MOMENTS,
)

COUPLED = PaperTheorem(
    "what is surely larger is more likely to be large",
    "If U <= V surely, then P{U >= t} <= P{V >= t} for every t.",
    "The event on the left lies in that on the right.",
    COUPLINGS,
)
