"""Laws of which only the support is known: averages under them, and their inequalities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, Sentence, Term, chance, conjuncts
from pmlsym.proof.steps import Decided, Expectation, OrderKept, Step, StrictExpectation


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
