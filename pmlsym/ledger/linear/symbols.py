"""The release of a workload in symbols, for any number of records, queries and classes.

Three kinds of sums are averages, so that one proof covers every size. Over the m queries: the l1
norm of a difference of columns is m times an average of |w_lj - w_lr|, whatever the law (called
"L") that picks the query. Over the other records: the density of the outcome y given that the
record D_1 is in class j is, up to a common factor, the average of e^(-||y - V - w_j||_1/b) over
the sum V of the others' columns. Over the classes: a prior in Q_alpha gives class j the
probability alpha + (1 - k alpha) s_j with s a distribution, so an average under it is k alpha
times an average under the uniform law ("U") plus 1 - k alpha times one under s ("S"). A statement
for every law "U" and "S" is one for every number of classes and every prior in Q_alpha.
"""

from __future__ import annotations

import sympy as sp

from pmlsym.formulas.laplace import workload_leakage
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, Sentence, Term, reals
from pmlsym.proof.steps import Decided, Expectation, OrderKept, Step
from pmlsym.statements.argument import PaperTheorem

# --- the theorems that lead from statements on releases to goals of the kernel --------------------

OTHERS = PaperTheorem(
    "the other records: a law of what they add to the answers",
    "f(y | D_i = j) is, up to (2b)^-m, the mean of e^(-||y - V - w_j||_1/b) under the law of the "
    "sum V of the columns of the other records.",
    "Wx = w_j + V if D_i = j, and V does not depend on D_i. The factor is in every density.",
)
FLOORS = PaperTheorem(
    "priors with a floor: uniform plus what is spare",
    "p is a prior of Q_alpha on k classes if and only if p = k alpha u + (1 - k alpha) s with u "
    "uniform and s some distribution.",
    "s = (p - alpha)/(1 - k alpha) where k alpha < 1; else p = u.",
)
COORDINATES = PaperTheorem(
    "one query at a time",
    "If at every outcome the lift does not fall when one y_l moves to the best of the answers to "
    "query l, then from every outcome some one with all y_l among the answers is reached at which "
    "it is no smaller.",
    "The y_l are moved one after the other, and each stays where it is then. There are finitely "
    "many answers, so the best of them is attained. It holds for every prior, so it holds of the "
    "largest lift over priors as well.",
)
FINITE = PaperTheorem(
    "finitely many choices",
    "A maximum over the classes r and j*, the sets of signs, the priors that favour a class and "
    "the outcomes made of answers is below a number if every choice is, and reaches the value of "
    "each; so it is strictly below if each is.",
    "There are finitely many. That no other prior or outcome gives more: the lift is a quotient "
    "of linear functions of each prior, and linear.lemma-1.repair, which does not use this.",
)


# --- the release of a workload in symbols, for any number of records, queries and classes ---------

PAPER = "linear"

b, alpha, k, m = reals("b alpha k m")
t, T, density = reals("t T g")  # exponents and densities of a random class
farthest, first = reals("t_max g_r")  # the favoured class's exponent; the leaking class's density

ZERO, ONE = sp.Integer(0), sp.Integer(1)
FLOOR = (b > 0, alpha > 0, k >= 2, relate(k * alpha, "<=", ONE))


def uniform(body: Term, variables: tuple[Term, ...], support: Sentence = sp.true) -> Mean:
    """Average over the classes under the uniform law; the proofs hold for any law."""
    return Mean(body, variables, support, "U")


def spare(body: Term, variables: tuple[Term, ...], support: Sentence = sp.true) -> Mean:
    """Average over the classes under the part of a prior above alpha."""
    return Mean(body, variables, support, "S")


def over_prior(uniform_part: Term, spare_part: Term) -> Term:
    """Average under a prior of Q_alpha: k alpha times the first, 1 - k alpha times the second."""
    return k * alpha * uniform_part + (1 - k * alpha) * spare_part


def decay(exponent: Term) -> Term:
    """Return e^(-exponent/b)."""
    return sp.exp(-exponent / b)


def bound(distances: Term, favoured: Term, floor: Term = alpha) -> Term:
    """Return -log(alpha sum_j f_j + (1 - k alpha) f_{j*}) from the average of f and from f_{j*}."""
    return workload_leakage(k * distances, favoured, floor, k)


def averaged(
    given: tuple[Sentence, ...],
    relation: Sentence,
    variables: tuple[Term, ...],
    support: Sentence = sp.true,
    law: str = "U",
) -> Step:
    """Prove a relation pointwise and average it."""
    return Expectation(Decided(Goal(given, relation)), variables, support, law)


def averaged_decay(
    given: tuple[Sentence, ...],
    relation: Sentence,
    variables: tuple[Term, ...],
    support: Sentence = sp.true,
    law: str = "U",
) -> Step:
    """Prove a relation of exponents, take e^(.) on both sides, and average."""
    return Expectation(OrderKept(Decided(Goal(given, relation)), sp.exp), variables, support, law)


def smaller_decay(small: Term, large: Term) -> Step:
    """Prove e^(-large/b) <= e^(-small/b) for small <= large."""
    order = Goal((b > 0, small <= large), relate(-small / b, ">=", -large / b))
    return OrderKept(Decided(order), sp.exp)
