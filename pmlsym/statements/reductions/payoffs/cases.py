"""The goals of a statement about payoffs: see `numbers` and `overall` for the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.language import Sentence
from pmlsym.statements.clauses import Condition
from pmlsym.statements.payoffs.kinds import AnyGuess, AnyOrder, OfSecret, Pieces
from pmlsym.statements.payoffs.quantities import OVERALL, REACTIONS, display, quantities
from pmlsym.statements.payoffs.statement import OfPayoffs
from pmlsym.statements.reductions.conditions import assumed, claims, is_itself, plain
from pmlsym.statements.reductions.encoding import (
    ZERO,
    NotReducible,
    Scene,
    no_channel,
    parameter,
    relate,
)
from pmlsym.statements.reductions.payoffs.numbers import Numbers
from pmlsym.statements.reductions.payoffs.outcome import AtOutcome
from pmlsym.statements.reductions.payoffs.overall import OnAverage, OverOutcomes, sure_of_outcomes
from pmlsym.statements.reductions.payoffs.placing import AtWorlds
from pmlsym.statements.reductions.payoffs.terms import Side, always_pays
from pmlsym.statements.reductions.ranges import NONNEGATIVE
from pmlsym.statements.reductions.result import Case
from pmlsym.statements.terms import Term, parameters_of

_QUOTIENTS = ("saves", "gains", *REACTIONS)


def cases(about: OfPayoffs) -> Iterator[Case]:
    """Yield the goals that together say what a statement says.

    Raises
    ------
    NotReducible
        If a side of a condition cannot be written in a goal, or the statement speaks of one outcome
        and of all of them at once.
    """
    said = about.said
    if about.informed and any(isinstance(payoff, Pieces) for payoff in about.payoffs):
        raise NotReducible("Given z a single secret may be left, without a rest.")
    kinds = {kind for kind, _ in quantities(*said.terms)}
    if kinds & OVERALL and not about.is_overall:
        raise NotReducible("It speaks of one outcome and of all of them at once.")
    ways = [(said.required, said.claimed)]
    if said.both_ways:
        ways.append((said.claimed, said.required))
    if kinds & OVERALL:
        payoffs = {payoff.name: payoff for payoff in about.payoffs}
        sides = Numbers(payoffs, about.informed).sides(*said.terms)
        for text in sure_of_outcomes(sides, payoffs):
            names = {name for _, name in quantities(*OfPayoffs.of(text, *about.payoffs).said.terms)}
            spoken = tuple(payoff for payoff in about.payoffs if payoff.name in names)
            yield from cases(OfPayoffs.of(text, *spoken, informed=about.informed))
    for given, claimed in ways:
        for conclusion in claimed:
            yield from _One(about, given, conclusion).cases()


@dataclass(frozen=True)
class _One:
    """One conclusion, with what is assumed."""

    about: OfPayoffs
    given: tuple[Condition, ...]
    claimed: Condition

    def cases(self) -> Iterator[Case]:
        """Yield the goals, in which payoffs of 0 are told apart where they are divided by."""
        divided = [side for side in self._sides if self._is_divided_by(side)]
        for told in product((False, True), repeat=len(divided)):
            nothing = dict(zip(divided, told, strict=True))
            if not any(zero and self._always_pays(side) for side, zero in nothing.items()):
                yield from self._told(nothing)

    def _told(self, nothing: dict[Side, bool]) -> Iterator[Case]:
        payoffs = {payoff.name: payoff for payoff in self.about.payoffs}
        overall = self.about.is_overall
        numbers = (OnAverage if overall else Numbers)(payoffs, self.about.informed, nothing)
        try:
            goals = self._goals(numbers)
            for goal in goals:
                read_goal(goal)  # the kernel has to be able to read it
        except (NotProved, RecursionError, OverflowError) as why:
            raise NotReducible(f"What it says cannot be written as a goal: {why}.") from None
        words = [_told_of(side) for side, zero in nothing.items() if zero]
        meaning = ", ".join([display(self.claimed), *words])
        kinds = {kind for kind, _ in quantities(*self._terms)}
        complete = not overall and not numbers.says_more(self._sides, {*kinds})
        placed = AtWorlds(self.about, tuple(nothing.items()))
        for goal in goals:
            yield Case(meaning, goal, complete=complete, placed=placed)

    def _goals(self, numbers: Numbers) -> list[Goal]:
        conditions = [
            Condition(numbers.term(one.left), one.sign, numbers.term(one.right))
            for one in (*self.given, self.claimed)
        ]
        terms = [side for condition in conditions for side in (condition.left, condition.right)]
        names = frozenset(name for term in terms for name in parameters_of(term))
        kind = OverOutcomes if isinstance(numbers, OnAverage) else AtOutcome
        there = kind(numbers, self._sides, names)
        known = {parameter(name): NONNEGATIVE for name in self._parameters} | there.known()
        scene = Scene(no_channel, {}, known)
        facts: list[Sentence] = [relate(parameter(n), ">=", ZERO) for n in self._parameters]
        facts += there.facts()
        for condition in conditions[:-1]:
            facts += assumed(scene, condition)
        hypotheses = plain(facts, known)
        if hypotheses is None:
            return []
        wanted = claims(scene, conditions[-1])
        return list(dict.fromkeys(Goal(hypotheses, one) for one in wanted if not is_itself(one)))

    # --- what is spoken of ------------------------------------------------------------------------

    @property
    def _terms(self) -> list[Term]:
        return [side for one in (*self.given, self.claimed) for side in (one.left, one.right)]

    @property
    def _parameters(self) -> list[str]:
        names = {name for term in self._terms for name in parameters_of(term)}
        return [name for name in self.about.parameters if name in names]

    @property
    def _sides(self) -> tuple[Side, ...]:
        payoffs = {payoff.name: payoff for payoff in self.about.payoffs}
        return Numbers(payoffs).sides(*self._terms)

    def _is_divided_by(self, side: Side) -> bool:
        spoken = {one for one in quantities(*self._terms) if one[0] in _QUOTIENTS}
        return any((name, kind.startswith("saves")) == side for kind, name in spoken)

    def _always_pays(self, side: Side) -> bool:
        """Whether the best choice before pays more than 0, as a guess that is right does."""
        (payoff,) = (one for one in self.about.payoffs if one.name == side[0])
        if isinstance(payoff, Pieces | AnyOrder):
            return True
        if isinstance(payoff, OfSecret):
            return always_pays(payoff)
        return isinstance(payoff, AnyGuess) and not side[1]


def _told_of(side: Side) -> str:
    name, is_cost = side
    return f"{name} {'costs' if is_cost else 'gains'} nothing before"
