"""Goals of a statement about adversaries, by the theorems of `numbers` and `overall`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from pmlsym.proof.goal import Goal, NotProved, read_goal
from pmlsym.proof.language import Mean, Sentence
from pmlsym.statements.binders import PAYOFFS, AnyGuess, AnyOrder, Given, OfSecret, Pieces
from pmlsym.statements.clauses import Condition
from pmlsym.statements.payoffs.quantities import (
    COSTS,
    OVERALL,
    REACTIONS,
    display,
    lowered,
    quantities,
)
from pmlsym.statements.payoffs.statement import OfPayoffs
from pmlsym.statements.reductions.conditions import (
    HAS_VALUE,
    NEVER_OCCURS,
    assumed,
    claims,
    goals_of,
)
from pmlsym.statements.reductions.encoding import (
    ONE,
    ZERO,
    NotReducible,
    Scene,
    no_channel,
    parameter,
    relate,
)
from pmlsym.statements.reductions.payoffs.numbers import PayoffNumbers
from pmlsym.statements.reductions.payoffs.outcome import AtOutcome
from pmlsym.statements.reductions.payoffs.overall import OnAverage, OverOutcomes, sure_of_outcomes
from pmlsym.statements.reductions.payoffs.placing import AtPayoffs
from pmlsym.statements.reductions.payoffs.terms import OF_MASS, Side, always_pays, kind_of
from pmlsym.statements.reductions.ranges import NONNEGATIVE, Range
from pmlsym.statements.reductions.result import Case, case_of
from pmlsym.statements.terms import Number, Term, parameters_of
from pmlsym.statements.text.parse import parse

_QUOTIENTS = ("cost", "gain", *REACTIONS)


def cases(about: OfPayoffs) -> Iterator[Case]:
    """Yield the goals of a statement, which together imply it."""
    said = about.said
    if about.informed and any(isinstance(payoff, Pieces) for payoff in about.payoffs):
        raise NotReducible("Guesses in pieces need two secrets, but z may leave a single one.")
    kinds = {kind for kind, _ in quantities(*said.terms)}
    if kinds & OVERALL and not about.is_overall:
        raise NotReducible("It has quantities of one outcome and of all outcomes at once.")
    ways = [(said.required, said.claimed)]
    if said.both_ways:
        ways.append((said.claimed, said.required))
    if kinds & OVERALL:
        payoffs = {payoff.name: payoff for payoff in about.payoffs}
        sides = PayoffNumbers(payoffs, about.informed).sides(*said.terms)
        for text in sure_of_outcomes(sides, payoffs):
            sure = parse(text)
            names = {name for _, name in quantities(*map(lowered, sure.terms))}
            kept = [
                one
                for one in about.statement.binders
                if isinstance(one, Given) or (isinstance(one, PAYOFFS) and one.name in names)
            ]
            yield from cases(OfPayoffs(replace(sure, binders=tuple(kept))))
    for payoff in about.payoffs:
        if isinstance(payoff, OfSecret):
            yield from _height(payoff)
    for given, claimed in ways:
        for conclusion in claimed:
            yield from _One(about, given, conclusion).cases()


@dataclass(frozen=True)
class _One:
    """One conclusion, with its hypotheses."""

    about: OfPayoffs
    given: tuple[Condition, ...]
    claimed: Condition

    def cases(self) -> Iterator[Case]:
        """Yield the goals; splits off the case that a divisor, the best value before, is 0."""
        divided = [side for side in self._sides if self._is_divided_by(side)]
        for told in product((False, True), repeat=len(divided)):
            nothing = dict(zip(divided, told, strict=True))
            if not any(zero and self._always_pays(side) for side, zero in nothing.items()):
                yield from self._told(nothing)
        for side in divided:
            if self._always_pays(side):
                yield from self._pays(side)

    def _pays(self, side: Side) -> Iterator[Case]:
        """Yield the goal that the best value before is positive.

        There is no such goal for an arbitrary guess of U: the numbers do not imply that a guess is
        right with positive probability.
        """
        payoffs = {payoff.name: payoff for payoff in self.about.payoffs}
        if isinstance(payoffs[side[0]], AnyGuess):
            return
        numbers = PayoffNumbers(payoffs, self.about.informed)
        kind = OverOutcomes if self.about.is_overall else AtOutcome
        facts = tuple(kind(numbers, (side,), frozenset()).facts())
        before = parameter(kind_of(side, "before"))
        short = tuple(fact for fact in facts if not fact.atoms(Mean))
        given = short if any(fact.has(before) for fact in short) else facts
        pays = Goal(given, relate(before, ">", ZERO))
        yield case_of(Case(_told_of(side), pays), NEVER_OCCURS)

    def _told(self, nothing: dict[Side, bool]) -> Iterator[Case]:
        payoffs = {payoff.name: payoff for payoff in self.about.payoffs}
        overall = self.about.is_overall
        numbers = (OnAverage if overall else PayoffNumbers)(payoffs, self.about.informed, nothing)
        try:
            goals = self._goals(numbers)
            for goal in goals:
                read_goal(goal)  # raises if the kernel cannot read the goal
        except (NotProved, RecursionError, OverflowError) as why:
            raise NotReducible(f"The statement cannot be written as a goal: {why}.") from None
        words = [_told_of(side) for side, zero in nothing.items() if zero]
        meaning = ", ".join([display(self.claimed), *words])
        kinds = {kind for kind, _ in quantities(*self._terms)}
        complete = not overall and not numbers.says_more(self._sides, {*kinds})
        placed = AtPayoffs(self.about, tuple(nothing.items()))
        for goal, aside in goals.items():
            yield case_of(Case(meaning, goal, complete=complete, placed=placed), aside)

    def _goals(self, numbers: PayoffNumbers) -> dict[Goal, str]:
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
        return goals_of(facts, claims(scene, conditions[-1]))

    # --- terms ------------------------------------------------------------------------------------

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
        return PayoffNumbers(payoffs).sides(*self._terms)

    def _is_divided_by(self, side: Side) -> bool:
        spoken = {one for one in quantities(*self._terms) if one[0] in _QUOTIENTS}
        return any((name, kind in COSTS) == side for kind, name in spoken)

    def _always_pays(self, side: Side) -> bool:
        """Whether the best choice before has a positive value under every prior."""
        (payoff,) = (one for one in self.about.payoffs if one.name == side[0])
        if isinstance(payoff, Pieces | AnyOrder):
            return True
        if isinstance(payoff, OfSecret):
            return always_pays(payoff)
        return isinstance(payoff, AnyGuess) and not side[1]


def _height(payoff: OfSecret) -> Iterator[Case]:
    """Yield the goals that the height of a payoff has a value at every secret, and is >= 0."""
    if parameters_of(payoff.height):
        scene = Scene(no_channel, {}, {OF_MASS: Range(Fraction(0), Fraction(1), above=True)})
        facts = (relate(OF_MASS, ">", ZERO), relate(OF_MASS, "<=", ONE))
        claimed = Condition(payoff.height, ">=", Number(Fraction(0)))
        for goal in goals_of(facts, claims(scene, claimed)):
            yield case_of(Case(f"the height of {payoff.name}", goal), HAS_VALUE)


def _told_of(side: Side) -> str:
    name, is_cost = side
    return f"{name} {'costs' if is_cost else 'gains'} nothing before"
