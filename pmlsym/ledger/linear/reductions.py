"""The theorems that lead from what is said of releases to goals of the kernel."""

from __future__ import annotations

from pmlsym.statements.argument import Theorem

ONE_OUTCOME = Theorem(
    "one outcome: a column of the kernel under the prior",
    "A bound on the lift at every outcome of every mechanism is a bound on the largest f(x) over "
    "E f(X), for every law of X and every f >= 0 with E f(X) > 0.",
    "Take f(x) = P(y|x), up to a factor. Conversely an f, scaled below 1, is the column of the "
    "mechanism whose other outcome has 1 - f.",
)
MEANS = Theorem(
    "sums over finitely many queries, classes or records are means",
    "A relation between sums over m queries (k classes, all databases) holds for all sizes and "
    "entries if it holds between m times (k times) the means under an arbitrary law.",
    "The uniform law on the queries makes m times a mean the sum, and a product law on databases "
    "makes a mean the average over the records. A law has more freedom, so a goal says no less.",
)
OTHERS = Theorem(
    "the other records: a law of what they add to the answers",
    "f(y | D_i = j) is, up to (2b)^-m, the mean of e^(-||y - V - w_j||_1/b) under the law of the "
    "sum V of the columns of the other records.",
    "Wx = w_j + V if D_i = j, and V does not depend on D_i. The factor is in every density.",
)
FLOORS = Theorem(
    "priors with a floor: uniform plus what is spare",
    "p is a prior of Q_alpha on k classes if and only if p = k alpha u + (1 - k alpha) s with u "
    "uniform and s some distribution.",
    "s = (p - alpha)/(1 - k alpha) where k alpha < 1; else p = u.",
)
FINITE = Theorem(
    "finitely many choices",
    "A maximum over the classes r and j*, the sets of signs, the priors that favour a class and "
    "the outcomes made of answers is below a number if every choice is, and reaches the value of "
    "each; so it is strictly below if each is.",
    "There are finitely many. That no other prior or outcome gives more: the lift is a quotient "
    "of linear functions of each prior (linear.lemma-2), and linear.lemma-1.repair.",
)
