"""Instances of statements about named mechanisms as points of their goals."""

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

_MOST_INSTANCES = 200
Rows = tuple[Masses, ...]


@dataclass(frozen=True)
class AtInstances:
    """The instances of a statement as points of a goal.

    Parameters
    ----------
    said : the statement.
    columns : the answers with symbols in the goal.
    drawn : the answers that are a uniformly drawn secret.
    """

    said: Specific
    columns: tuple[Column, ...]
    drawn: tuple[Column, ...] = ()

    def points(self, goal: Goal) -> Iterator[Point]:
        """Yield points from instances on which the hypotheses of the statement hold."""
        random = Random(0)  # a fixed seed, for reproducible points
        for number in range(_MOST_INSTANCES):
            instance = self.said.draw(number, random)
            if self.said.judge(instance).applies:
                with suppress(Undefined, Unseparated):  # no mechanism, or irrational entries
                    yield from self.at(instance)

    def at(self, instance: Levels) -> Iterator[Point]:
        """Yield the points of one instance, one for each choice of the generic answer."""
        rows = [one.rows(instance.prior, instance.parameters) for one in self.said.mechanisms]
        fixed = {
            PMIN.name: instance.least,
            PMAX.name: instance.most,
            N.name: Fraction(len(instance.prior)),
        }
        levels = {
            name: in_kernel(value)
            for name, value in instance.parameters.items()
            if not isinstance(value, Infinite)
        }
        free = any(column.place == "any" for column in self.columns)
        for answer in range(len(instance.prior)) if free else (0,):
            numbers = dict(fixed)
            for column in self.columns:
                kernel = rows["yz".index(column.letter)]
                numbers |= _numbers(column, instance.prior, kernel, answer)
            for column in self.drawn:  # for likelihoods that are the same at every answer
                kernel = rows["yz".index(column.letter)]
                numbers = {**_numbers(column, instance.prior, kernel, answer), **numbers}
            laws = {LAW: self._uniformly(instance.prior, rows)} if self.drawn else {}
            yield Point({**levels, **{name: in_kernel(n) for name, n in numbers.items()}}, laws)

    def _uniformly(self, prior: Masses, rows: list[Rows]) -> list[Atom]:
        """Return the law of the answer that is a uniformly drawn secret."""
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
    """Return the numbers of a column's symbols, with `answer` as the generic answer."""
    rarest, likeliest = prior.index(min(prior)), prior.index(max(prior))
    if isinstance(column.place, int):  # an index, from the end if it is negative
        single, y = rarest if column.mass == PMIN else 0, column.place
    else:
        single = y = {"any": answer, "drawn": answer, "pmin": rarest, "pmax": likeliest}[
            column.place
        ]
    other = next(x for x in range(len(prior)) if x != single)
    chance = sum((p * row[y] for p, row in zip(prior, kernel, strict=True)), Fraction(0))
    symbols = (column.mass, *column.likelihoods, column.chance)
    values = (prior[single], kernel[single][y], kernel[other][y], chance)
    return {s.name: n for s, n in zip(symbols, values, strict=True) if s.is_Symbol}
