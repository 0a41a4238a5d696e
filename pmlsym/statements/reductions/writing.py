"""Goals of one conclusion in one symbolic instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pmlsym.formulas.measures import MEASURES
from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, fresh
from pmlsym.proof.language import Term as Real
from pmlsym.statements.clauses import Condition
from pmlsym.statements.reductions import expectations, worst_case
from pmlsym.statements.reductions.conditions import (
    NEVER_OCCURS,
    assumed,
    claims,
    contradiction,
    goals_of,
    plain,
)
from pmlsym.statements.reductions.encoding import ZERO, Unbounded, relate
from pmlsym.statements.reductions.extremes import Outcome, at_least
from pmlsym.statements.reductions.ranges import Range
from pmlsym.statements.reductions.world import NAMES, SymbolicInstance, outcome_symbols, scene_of


class Writer:
    """A writer of the goals of one conclusion in symbolic instances."""

    def __init__(
        self,
        parameters: Mapping[Real, Range],
        given: tuple[Condition, ...],
        claimed: Condition,
        about_means: bool,
        names: set[str],
    ) -> None:
        self._parameters = parameters
        self._given = given
        self._claimed = claimed
        self._about_means = about_means
        self._names = names

    def goals(self, world: SymbolicInstance) -> Iterator[tuple[SymbolicInstance, dict[Goal, str]]]:
        """Yield instances with their goals; splits the instance if a leakage may be infinite.

        Each goal has its purpose if it is auxiliary, otherwise "".
        """
        try:
            yield world, self._in(world)
        except Unbounded:
            every = (*world.outcomes, *(("Y",) if self._about_means else ()))
            label = next((label for label in every if label not in world.zero), None)
            if label is None:
                raise
            for zero in (False, True):
                told = {**world.zero, label: zero}
                yield from self.goals(
                    SymbolicInstance(world.shape, world.outcomes, world.owned, told)
                )

    def _in(self, world: SymbolicInstance) -> dict[Goal, str]:
        known = {**self._parameters, **world.known}
        law = self._law(world, known) if self._about_means else None
        if law is not None:
            excluded = contradiction((*law.support, *world.above_0)) or law.denied
            if excluded is not None:
                return {excluded: NEVER_OCCURS}  # the support is empty, but there is an outcome
        hypotheses = list(self._everywhere(world))
        for condition in self._given:
            for label in _places(condition, world):
                scene = scene_of(world, label, known, law)
                hypotheses += assumed(scene, condition)
        place = "y" if self._claimed.outcomes else None
        scene = scene_of(world, place, known, law)
        claimed = tuple(claims(scene, self._claimed))
        if law is not None:
            spoken = (*hypotheses, *(claim for _, claim, _ in claimed))
            if any(part.has(law.information) for part in spoken):
                hypotheses += law.on_information
            hypotheses += (law.occurs(world.outcome(label)) for label in world.outcomes)
            if world.zero.get("Y"):
                hypotheses += self._somewhere_0(world, known)
        return goals_of(hypotheses, claimed)

    def _everywhere(self, world: SymbolicInstance) -> Iterator[Sentence]:
        """Yield the facts that hold without the hypotheses of the statement."""
        for symbol, known in self._parameters.items():
            if symbol.name in self._names and known.nonnegative:
                yield relate(symbol, ">=", ZERO)
        yield from world.shape.given
        for label in world.outcomes:
            relations = world.owned[label].relations
            if world.zero.get(label):
                low = world.outcomes[label].low
                relations = tuple(_put(relation, low) for relation in relations)
            yield from relations
            if world.zero.get(label) is False:
                yield relate(world.outcomes[label].low, ">", ZERO)
            yield from _at_most_the_worst(world, world.outcome(label), label)

    def _somewhere_0(
        self, world: SymbolicInstance, known: Mapping[Real, Range]
    ) -> Iterator[Sentence]:
        """Yield facts about an outcome with a lift of 0, which exists in this case."""
        outcome = Outcome(outcome_symbols(NAMES["0"], self._names).high, ZERO)
        inside = SymbolicInstance(
            world.shape, {**world.outcomes, "0": outcome}, world.owned, world.zero
        )
        yield from at_least(world.shape, outcome)
        yield from _at_most_the_worst(world, outcome, "")
        for condition in self._given:
            if condition.outcomes:
                scene = scene_of(inside, "0", {**known, outcome.high: Range(Fraction(1))}, None)
                yield from assumed(scene, condition)

    def _law(self, world: SymbolicInstance, known: dict[Real, Range]) -> expectations.OutcomeLaw:
        """Return an arbitrary law of outcomes that meet the hypotheses."""
        outcome = outcome_symbols(NAMES["Y"], self._names)
        above_0 = world.zero.get("Y") is False
        known |= outcome.known(above_0)
        support = [*at_least(world.shape, outcome), *_at_most_the_worst(world, outcome, "")]
        if above_0:
            weak = relate(outcome.low, ">=", ZERO)
            support = [relate(outcome.low, ">", ZERO), *(s for s in support if s != weak)]
        # that some smallest lift is 0 does not restrict the other outcomes
        zero = {label: is_0 for label, is_0 in world.zero.items() if label != "Y"}
        inside = SymbolicInstance(world.shape, {**world.outcomes, "Y": outcome}, world.owned, zero)
        for condition in self._given:
            if condition.outcomes:
                try:
                    support += assumed(scene_of(inside, "Y", known, None), condition)
                except Unbounded:  # the condition has different forms at 0 and above: left out
                    if not world.zero.get("Y"):
                        raise
        sure, divergence = plain(support), None
        possible = contradiction(sure) is None
        if possible:
            symbols = {outcome.high, outcome.low}
            sure = tuple(part for part in sure if part.free_symbols & symbols)
        if possible and expectations.is_about_information((*self._given, self._claimed)):
            names = (fresh(name, self._names) for name in ("divergence", "share"))
            divergence = expectations.DivergenceTerm(*names)
            sure = (*sure, *divergence.at(outcome, sure))
        information = fresh("information", self._names)
        return expectations.OutcomeLaw(outcome, sure, information, divergence)


def _places(condition: Condition, world: SymbolicInstance) -> list[str | None]:
    return list(world.outcomes) if condition.outcomes else [None]


def _at_most_the_worst(world: SymbolicInstance, outcome: Outcome, label: str) -> Iterator[Sentence]:
    for kind in MEASURES:
        if kind in world.outcomes and kind != label:
            yield worst_case.not_worse(outcome, world.outcome(kind), kind)


def _put(relation: Sentence, low: Real) -> Sentence:
    left, right = (side.subs(low, ZERO) for side in relation.args)
    return relation.func(left, right, evaluate=False)
