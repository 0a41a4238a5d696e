"""The release of a histogram in symbols, for any number of records, bins, priors and outcomes.

Take the record D_1 and an outcome y. Given the other records, bin j lacks S_j = y_j - (others in
bin j). Up to one common factor the density of y given "D_1 is in class 1" is
E[exp(-(|S_1 - 1| + R)/b)] with R = sum_{j>1} |S_j|, and given "D_1 is in class T" it is
E[exp(-(|S_1| + |S_T - 1| - |S_T| + R)/b)]. The density of y itself is their average with
weights p_1 = P(D_1 in class 1) and 1 - p_1, the class T being drawn by D_1's prior among the
other classes. So with s = S_1, u = S_T and R random under one joint law of which nothing is
assumed, two expectations carry the statement for every n, k, prior, other records and outcome.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from pmlsym.formulas.laplace import histogram_dp, histogram_leakage
from pmlsym.ledger.laws import AnyLaw
from pmlsym.ledger.writing import relate
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, Term, reals
from pmlsym.proof.steps import Decided, Step
from pmlsym.statements.reductions.histograms.densities_by_class import IF_FIRST, IF_OTHER

b, alpha, p_1, k = reals("b alpha p_1 k")
s, u, R = reals("s u R")
RECORDS = AnyLaw((s, u, R))  # the joint law over the other records

# P_X in Q_alpha, as far as it concerns class 1 of the record D_1.
FLOOR = (b > 0, alpha > 0, alpha <= p_1, p_1 <= 1)

# The claims are about the formulas that the public functions evaluate.
LEAKAGE: Term = histogram_leakage(alpha, b)
DP = histogram_dp(b)


def distance_if_first(at_s: Term = s) -> Term:
    """Return |S_1 - 1| + R, the l1 norm of the noise at the outcome when D_1 is in class 1."""
    return IF_FIRST.xreplace({s: at_s})


def distance_if_other(at_s: Term = s, at_u: Term = u) -> Term:
    """Return |S_1| + |S_T - 1| - |S_T| + R, the same when D_1 is in class T."""
    return IF_OTHER.xreplace({s: at_s, u: at_u})


def density(distance: Term, law: AnyLaw = RECORDS) -> Mean:
    """Return the mean Laplace density over the other records, up to a common factor."""
    return law.mean(sp.exp(-distance / b))


def lift(first: Term, other: Term, share: Term = p_1) -> Term:
    """Return P(y | D_1 in class 1)/P(y) from the two densities and the share of class 1."""
    return first / (share * first + (1 - share) * other)


FIRST = density(distance_if_first())
OTHER = density(distance_if_other())


def compared(low: Term, sign: str, high: Term, law: AnyLaw = RECORDS) -> Step:
    """Prove a relation of exponents at every point, and average its exponentials."""
    return law.exponentials(relate(low, sign, high), (b > 0,))


def positive(distance: Term, law: AnyLaw = RECORDS) -> Step:
    """Prove that a density is positive."""
    body = relate(sp.exp(-distance / b), ">", sp.Integer(0))
    return law.over(Decided(Goal((b > 0,), body)))


@cache
def two_bins_change(law: AnyLaw = RECORDS) -> tuple[Step, ...]:
    """Prove e^(-2/b) E_1 <= E_T <= e^(2/b) E_1 with E_1 > 0: moving a record changes two bins."""
    first, other = -distance_if_first() / b, -distance_if_other() / b
    return (
        compared(other, ">=", first - 2 / b, law),
        compared(other, "<=", first + 2 / b, law),
        positive(distance_if_first(), law),
    )
