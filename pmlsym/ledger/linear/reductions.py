"""The theorems that lead from statements on releases to goals of the kernel."""

from __future__ import annotations

from pmlsym.ledger.trials.releases import (
    COORDINATE_BY_COORDINATE,
    FINITELY_MANY,
    FLOORED_PRIORS,
    OTHERS_ADD,
)
from pmlsym.statements.argument import PaperTheorem

OTHERS = PaperTheorem(
    "the other records: a law of what they add to the answers",
    "f(y | D_i = j) is, up to (2b)^-m, the mean of e^(-||y - V - w_j||_1/b) under the law of the "
    "sum V of the columns of the other records.",
    "Wx = w_j + V if D_i = j, and V does not depend on D_i. The factor is in every density.",
    OTHERS_ADD,
)
FLOORS = PaperTheorem(
    "priors with a floor: uniform plus what is spare",
    "p is a prior of Q_alpha on k classes if and only if p = k alpha u + (1 - k alpha) s with u "
    "uniform and s some distribution.",
    "s = (p - alpha)/(1 - k alpha) where k alpha < 1; else p = u.",
    FLOORED_PRIORS,
)
COORDINATES = PaperTheorem(
    "one query at a time",
    "If at every outcome the lift does not fall when one y_l moves to the best of the answers to "
    "query l, then from every outcome some one with all y_l among the answers is reached at which "
    "it is no smaller.",
    "The y_l are moved one after the other, and each stays where it is then. There are finitely "
    "many answers, so the best of them is attained. It holds for every prior, so it holds of the "
    "largest lift over priors as well.",
    COORDINATE_BY_COORDINATE,
)
FINITE = PaperTheorem(
    "finitely many choices",
    "A maximum over the classes r and j*, the sets of signs, the priors that favour a class and "
    "the outcomes made of answers is below a number if every choice is, and reaches the value of "
    "each; so it is strictly below if each is.",
    "There are finitely many. That no other prior or outcome gives more: the lift is a quotient "
    "of linear functions of each prior, and linear.lemma-1.repair, which does not use this.",
    FINITELY_MANY,
)
