"""Facts about the numbers of one outcome: a law of lifts and payoffs, and single secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import sympy as sp

from pmlsym.proof.language import Mean, Sentence, Term as Real, chance
from pmlsym.statements.binders import ANY_PAYOFFS, AnyGuess, AnyOrder, OfSecret, Payoff, Pieces
from pmlsym.statements.reductions.encoding import ONE, ZERO, parameter, relate
from pmlsym.statements.reductions.payoffs.numbers import (
    HIGH,
    LOW,
    PayoffNumbers,
    Side,
    before_of,
    height_at,
    is_of_a_mass,
    kind_of,
    no_better,
    piece_chance,
)
from pmlsym.statements.reductions.ranges import NONNEGATIVE, POSITIVE, Range
from pmlsym.statements.terms import Term

_LIFT = parameter("lift")


@dataclass(frozen=True)
class AtOutcome:
    """The facts about the numbers of one outcome.

    Parameters
    ----------
    numbers : the encoding of quantities.
    sides : the payoffs that occur, as costs or as gains.
    names : the names of the numbers that occur.
    """

    numbers: PayoffNumbers
    sides: tuple[Side, ...]
    names: frozenset[str]

    @cached_property
    def _played(self) -> tuple[tuple[Side, Payoff], ...]:
        """The payoffs with facts, each as a cost or as a gain."""
        told = self.numbers.nothing
        return tuple(
            (side, payoff)
            for side in self.sides
            for payoff in (self.numbers.payoffs[side[0]],)
            if not (told.get(side) and isinstance(payoff, ANY_PAYOFFS))
        )

    @property
    def _drawn(self) -> list[tuple[Side, Payoff]]:
        return [one for one in self._played if isinstance(one[1], ANY_PAYOFFS)]

    def _star(self, side: Side, payoff: Payoff) -> Term | None:
        """Return the extreme lift of the secret to which a payoff refers, if there is one."""
        if isinstance(payoff, OfSecret):
            rarer = side[1] if payoff.choices == "all" else payoff.choices == "rarer"
            return LOW if rarer else HIGH
        if isinstance(payoff, Pieces):
            return LOW if payoff.secret == "rarer" else HIGH
        return None

    @cached_property
    def _ends(self) -> frozenset[str]:
        """The extreme lifts that occur: low, high."""
        stars = {str(self._star(*one)) for one in self._played} - {"None"}
        return frozenset({str(LOW), str(HIGH)} & {*self.names, *stars})

    # --- the law ----------------------------------------------------------------------------------

    @cached_property
    def _variables(self) -> tuple[Real, ...]:
        pays = [pay for side, _ in self._drawn for pay in _pays(side)]
        return (_LIFT, *pays)

    @cached_property
    def _support(self) -> Sentence:
        low = parameter(str(LOW)) if str(LOW) in self._ends else ZERO
        sure = [relate(_LIFT, ">=", low)]
        if str(HIGH) in self._ends:
            sure.append(relate(_LIFT, "<=", parameter(str(HIGH))))
        for side, payoff in self._drawn:
            for pay in _pays(side):
                sure.append(relate(pay, ">=", ONE if isinstance(payoff, AnyOrder) else ZERO))
                if isinstance(payoff, AnyGuess):
                    sure.append(relate(pay, "<=", ONE))
        return sp.And(*sure, evaluate=False)

    def _mean(self, body: Real) -> Real:
        return Mean(body, self._variables, self._support, "X")

    # --- facts ------------------------------------------------------------------------------------

    def known(self) -> dict[Real, Range]:
        """Return the intervals of the numbers."""
        found = {
            parameter(str(LOW)): Range(Fraction(0), Fraction(1)),
            parameter(str(HIGH)): Range(Fraction(1)),
        }
        for side in self.sides:
            told = self.numbers.nothing.get(side) is False
            found[parameter(kind_of(side, "before"))] = POSITIVE if told else NONNEGATIVE
            found[parameter(kind_of(side, "after"))] = NONNEGATIVE
        inside = Range(Fraction(0), Fraction(1), above=True, below=not self.numbers.informed)
        for name in ("low", "high"):
            found[_mass(name)] = inside
        for side, _ in self._played:
            for chosen in (kind_of(side, "before"), kind_of(side, "after")):
                found[_mass(chosen)] = inside
                found[parameter(f"lift_{chosen}")] = NONNEGATIVE
            found[parameter(f"kappa_{side[0]}")] = Range(Fraction(0), Fraction(1), above=True)
        return found

    def facts(self) -> Iterator[Sentence]:
        """Yield the facts about the numbers that occur."""
        yield from self._of_lifts()
        for side, payoff in self._played:
            if isinstance(payoff, OfSecret):
                yield from self._at_secrets(side, payoff)
            elif isinstance(payoff, Pieces):
                yield from self._in_pieces(side, payoff)
            else:
                yield from self._of_choices(side)
            if self.numbers.nothing.get(side) is False:
                yield relate(parameter(kind_of(side, "before")), ">", ZERO)

    def _of_lifts(self) -> Iterator[Sentence]:
        """Yield that the mean lift is 1, and that the smallest and the largest are attained."""
        if not self._ends and not self._drawn:
            return
        if str(LOW) in self._ends:
            yield relate(parameter(str(LOW)), ">=", ZERO)
        yield relate(self._mean(_LIFT), "=", ONE)
        masses = {str(self._star(*one)) for one in self._played if is_of_a_mass(one[1])}
        for end in (LOW, HIGH):
            if str(end) in self._ends:
                there = sp.Eq(_LIFT, parameter(str(end)), evaluate=False)
                often = chance(there, self._variables, self._support, "X")
                if str(end) in masses:
                    mass = _mass(str(end))
                    yield relate(mass, ">", ZERO)
                    yield relate(mass, "<=" if self.numbers.informed else "<", ONE)
                    yield relate(often, ">=", mass)
                else:
                    yield relate(often, ">", ZERO)

    def _of_choices(self, side: Side) -> Iterator[Sentence]:
        """Yield the means of the best choices before and after: 2. of the theorem."""
        first, second = _pays(side)
        before, after = (parameter(kind_of(side, when)) for when in ("before", "after"))
        worse = no_better(side)
        yield relate(before, "=", self._mean(first))
        yield relate(before, worse, self._mean(second))
        yield relate(after, "=", self._mean(second * _LIFT))
        yield relate(after, worse, self._mean(first * _LIFT))

    def _at_secrets(self, side: Side, payoff: OfSecret) -> Iterator[Sentence]:
        """Yield the means of a payoff at one secret: 4. of the theorem."""
        star = str(self._star(side, payoff))
        mass, lift = _mass(star), parameter(star)
        before, after = before_of(self.numbers.nothing, side)
        at_star = height_at(payoff, mass)
        if payoff.choices != "all":
            yield relate(before, "=", at_star)
            yield relate(after, "=", at_star * lift)
            return
        worse = no_better(side)
        yield from at_choices(self, side, payoff)
        yield relate(before, worse, at_star)
        yield relate(after, worse, at_star * lift)

    def _in_pieces(self, side: Side, payoff: Pieces) -> Iterator[Sentence]:
        """Yield the probabilities of guesses in pieces: 5. of the theorem."""
        star = str(self._star(side, payoff))
        mass, kappa = _mass(star), parameter(f"kappa_{payoff.name}")
        before, after = before_of(self.numbers.nothing, side)
        broken, whole = (mass, 1 - mass) if payoff.broken == "secret" else (1 - mass, mass)
        yield relate(kappa, ">", ZERO)
        yield relate(kappa, "<=", ONE)
        yield relate(kappa * broken, "<=", whole)
        yield relate(before, "=", piece_chance(payoff, side, mass, kappa))
        yield relate(after, "=", piece_chance(payoff, side, mass * parameter(star), kappa))

    def within(self, lift: Real) -> Iterator[Sentence]:
        """Yield that a lift is between the extreme lifts of the outcome."""
        yield relate(lift, ">=", parameter(str(LOW)) if str(LOW) in self._ends else ZERO)
        if str(HIGH) in self._ends:
            yield relate(lift, "<=", parameter(str(HIGH)))


def at_choices(at: AtOutcome, side: Side, payoff: OfSecret) -> Iterator[Sentence]:
    """Yield the means of the secrets that are the best choices before and after."""
    before, after = before_of(at.numbers.nothing, side)
    worse = no_better(side)
    pays = []
    for chosen in (kind_of(side, "before"), kind_of(side, "after")):
        mass, lift = _mass(chosen), parameter(f"lift_{chosen}")
        pays.append((height_at(payoff, mass), lift))
        if is_of_a_mass(payoff):
            yield relate(mass, ">", ZERO)
            yield relate(mass, "<=" if at.numbers.informed else "<", ONE)
        if is_of_a_mass(payoff) or chosen == kind_of(side, "after"):
            yield from at.within(lift)
    (first, lift_first), (second, lift_second) = pays
    yield relate(before, "=", first)
    yield relate(after, "=", second * lift_second)
    if is_of_a_mass(payoff):
        yield relate(before, worse, second)
        yield relate(after, worse, first * lift_first)


def _pays(side: Side) -> tuple[Real, Real]:
    """Return variables for the payoffs of the choices that are best before and after."""
    name, is_cost = side
    word = "cost" if is_cost else "gain"
    return parameter(f"{word}_before_{name}"), parameter(f"{word}_after_{name}")


def _mass(name: str) -> Real:
    return parameter(f"mass_{name}")
