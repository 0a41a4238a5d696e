"""Inequalities for exp and log that several claims rest on, each proved from its derivatives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import sympy as sp

from pmlsym.ledger.trials.counting import COLUMNS
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, Sentence, Term, chance, conjuncts, reals
from pmlsym.proof.steps import Decided, Expectation, OrderKept, Step, StrictExpectation
from pmlsym.proof.tangent import (
    at,
    exp_above_tangent,
    exp_above_tangent_everywhere,
    exp_strictly_above_tangent,
    rises,
)
from pmlsym.statements.argument import PaperTheorem

# --- laws of which only the support is known: averages under them, and their inequalities ---------


@dataclass(frozen=True)
class AnyLaw:
    """An arbitrary law of some variables on a support; a proof under it holds for every such law.

    Parameters
    ----------
    variables : the random variables.
    support : a condition that holds with probability 1.
    name : two means with the same variables and name are under the same law.
    """

    variables: tuple[Term, ...]
    support: Sentence = sp.true
    name: str = "P"

    @property
    def sure(self) -> tuple[Sentence, ...]:
        """The conjuncts of the support."""
        return conjuncts(self.support)

    def mean(self, body: Term) -> Mean:
        """Return the average of a term."""
        return Mean(body, self.variables, self.support, self.name)

    def chance(self, event: Sentence) -> Mean:
        """Return the probability of an event."""
        return chance(event, self.variables, self.support, self.name)

    def averaged(
        self,
        relation: Sentence,
        given: tuple[Sentence, ...] = (),
        using: tuple[Step, ...] = (),
    ) -> Step:
        """Prove a relation at every point of the support, and average it."""
        return self.over(Decided(Goal((*given, *self.sure), relation), using))

    def on_average(
        self, relation: Sentence | None = None, given: tuple[Sentence, ...] = ()
    ) -> Callable[[Goal], Step]:
        """Return a proof of goals that averages a relation, or else the support."""
        pointwise = self.support if relation is None else relation
        return lambda goal: Decided(goal, (self.averaged(pointwise, given),))

    def exponentials(self, relation: Sentence, given: tuple[Sentence, ...] = ()) -> Step:
        """Prove a relation of exponents at every point, take e^(.), and average."""
        return self.over(OrderKept(Decided(Goal((*given, *self.sure), relation)), sp.exp))

    def over(self, pointwise: Step) -> Step:
        """Average a comparison that is proved at every point."""
        return Expectation(pointwise, self.variables, self.support, self.name)

    def strictly(self, weak: Step, strict: Step, event: Sentence) -> Step:
        """Average a comparison that is proved at every point, and is strict on an event."""
        return StrictExpectation(weak, strict, event, self.variables, self.support, self.name)


# --- theorems -------------------------------------------------------------------------------------
# Theorems that lead from statements on mechanisms to goals about laws, in every paper.

COLUMN = PaperTheorem(
    "one outcome: a column of the kernel under the prior",
    "At an outcome y let a(x) = P(y|x). Then P(y) = E[a(X)], the lift is w = a/E[a(X)], and "
    "E[h(X) | y] = E[h(X) w(X)]: what is said of an outcome is said of the law of (h, a) under "
    "the prior. Every law of a >= 0 with a positive mean, on finitely many secrets and beside any "
    "h, is that of an outcome of some mechanism.",
    "Total probability and Bayes' rule. Conversely such an a, scaled below 1, is the column of the "
    "mechanism whose other outcome has 1 - a; scaling changes no lift.",
    COLUMNS,
)
SUM = PaperTheorem(
    "a sum as a mean",
    "A sum over finitely many outcomes, secrets, classes, queries, records or databases is their "
    "number times the mean over one that is drawn uniformly, so that what holds between means "
    "under every law holds between sums of every size.",
    "That is what such a mean is, and a product law makes it a mean over several records. A law "
    "has more freedom than a sum, so a goal says no less.",
    bookkeeping=True,
)


# --- lemmas ---------------------------------------------------------------------------------------

__all__ = [  # includes names of `pmlsym.proof.tangent`
    "CUMULANT",
    "SHARE",
    "at",
    "cumulant_above_hyperbola",
    "cumulant_below_cubic",
    "cumulant_below_hoeffding",
    "exp_above_parabola",
    "exp_above_tangent",
    "exp_above_tangent_everywhere",
    "exp_strictly_above_tangent",
    "log_below_tangent",
    "rises",
]

t, x, alpha = reals("t x alpha")
SHARE = (alpha >= 0, alpha <= 1)

# log E[e^(tX)] of a Bernoulli X with mean alpha; the histogram bound is t - CUMULANT at t = 2/b.
CUMULANT = sp.log(1 - alpha + alpha * sp.exp(t))


@cache
def exp_above_parabola() -> Step:
    """Prove e^t >= 1 + t + t^2/2 for t >= 0."""
    return rises(sp.exp(t) - 1 - t - t**2 / 2, t, (), exp_above_tangent())


@cache
def log_below_tangent() -> Step:
    """Prove log(1 + x) <= x for x >= 0."""
    return rises(x - sp.log(1 + x), x, ())


@cache
def log_above_parabola() -> Step:
    """Prove log(1 + x) >= x - x^2/2 for x >= 0."""
    return rises(sp.log(1 + x) - x + x**2 / 2, x, ())


@cache
def cumulant_above_hyperbola() -> Step:
    """Prove t - CUMULANT <= 2 (1 - alpha) t / (2 + alpha t) for t >= 0.

    The derivative of the difference has the sign of 4 (e^t - 1 - t) - alpha t^2, which is
    nonnegative as e^t >= 1 + t + t^2/2.
    """
    gap = 2 * (1 - alpha) * t / (2 + alpha * t) - t + CUMULANT
    return rises(gap, t, SHARE, using=(exp_above_parabola(),))


@cache
def cumulant_below_hoeffding() -> Step:
    """Prove CUMULANT <= alpha t + t^2/8 for t >= 0 (Hoeffding's lemma for a Bernoulli variable)."""
    gap = alpha * t + t**2 / 8 - CUMULANT
    slope = sp.diff(gap, t)
    return rises(gap, t, SHARE, rises(slope, t, SHARE))


@cache
def cumulant_below_cubic() -> Step:
    """Prove CUMULANT <= alpha t + alpha (1 - alpha) t^2/2 + t^3/48 for t >= 0."""
    gap = alpha * t + alpha * (1 - alpha) * t**2 / 2 + t**3 / 48 - CUMULANT
    slope, curvature = sp.diff(gap, t), sp.diff(gap, t, 2)
    return rises(gap, t, SHARE, rises(slope, t, SHARE, rises(curvature, t, SHARE)))
