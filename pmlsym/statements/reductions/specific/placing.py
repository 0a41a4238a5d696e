"""Worlds of a statement about mechanisms as points of its goals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.proof.evaluation.balls import Atom, Point
from pmlsym.proof.goal import Goal
from pmlsym.statements.reductions.priors import PMAX, PMIN, N
from pmlsym.statements.reductions.specific.columns import Column
from pmlsym.statements.reductions.specific.information import LAW
from pmlsym.statements.specific.levels import Levels, Masses
from pmlsym.statements.specific.specific import Specific
from pmlsym.statements.values import Infinite, Undefined, Unseparated, in_kernel

_MOST_WORLDS = 200
Rows = tuple[Masses, ...]


@dataclass(frozen=True)
class AtWorlds:
    """The numbers that the symbols of a goal have in the worlds of a statement.

    Parameters
    ----------
    said : the statement.
    columns : the answers that have a name in the goal.
    drawn : those of a secret that is drawn uniformly.
    """

    said: Specific
    columns: tuple[Column, ...]
    drawn: tuple[Column, ...] = ()

    def points(self, goal: Goal) -> Iterator[Point]:
        """Yield the numbers in worlds to which the statement applies."""
        random = Random(0)  # no secret depends on it
        for number in range(_MOST_WORLDS):
            world = self.said.draw(number, random)
            if self.said.judge(world).applies:
                with suppress(Undefined, Unseparated):  # no mechanism there, or none that is read
                    yield from self.at(world)

    def at(self, world: Levels) -> Iterator[Point]:
        """Yield the numbers in one world: as many points as any answer may be.

        Raises
        ------
        Undefined
            If the entries are those of no mechanism.
        Unseparated
            If they are no rational numbers.
        """
        rows = [one.rows(world.prior, world.parameters) for one in self.said.mechanisms]
        fixed = {PMIN.name: world.least, PMAX.name: world.most, N.name: Fraction(len(world.prior))}
        levels = {
            name: in_kernel(value)
            for name, value in world.parameters.items()
            if not isinstance(value, Infinite)
        }
        free = any(column.place == "any" for column in self.columns)
        for answer in range(len(world.prior)) if free else (0,):
            numbers = dict(fixed)
            for column in self.columns:
                kernel = rows["yz".index(column.letter)]
                numbers |= _numbers(column, world.prior, kernel, answer)
            for column in self.drawn:  # of what is the same at every answer
                kernel = rows["yz".index(column.letter)]
                numbers = {**_numbers(column, world.prior, kernel, answer), **numbers}
            laws = {LAW: self._uniformly(world.prior, rows)} if self.drawn else {}
            yield Point({**levels, **{name: in_kernel(n) for name, n in numbers.items()}}, laws)

    def _uniformly(self, prior: Masses, rows: list[Rows]) -> list[Atom]:
        """Return the law of the answer that is a secret drawn uniformly."""
        share = in_kernel(Fraction(1, len(prior)))
        found: list[Atom] = []
        for answer in range(len(prior)):
            numbers = {
                name: in_kernel(number)
                for column in self.drawn
                for name, number in _numbers(
                    column, prior, rows["yz".index(column.letter)], answer
                ).items()
            }
            found.append((share, numbers))
        return found


def _numbers(
    column: Column,
    prior: Masses,
    kernel: Rows,
    answer: int,
) -> dict[str, Fraction]:
    """Return what the symbols of a column are."""
    rarest, likeliest = prior.index(min(prior)), prior.index(max(prior))
    if isinstance(column.place, int):
        single, y = rarest, column.place
    else:
        single = y = {"any": answer, "drawn": answer, "pmin": rarest, "pmax": likeliest}[
            column.place
        ]
    other = next(x for x in range(len(prior)) if x != single)
    chance = sum((p * row[y] for p, row in zip(prior, kernel, strict=True)), Fraction(0))
    symbols = (column.mass, *column.likelihoods, column.chance)
    values = (prior[single], kernel[single][y], kernel[other][y], chance)
    return {s.name: n for s, n in zip(symbols, values, strict=True) if s.is_Symbol}
