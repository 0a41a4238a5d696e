"""Queries whose answers are multiples of a unit, and phi on the box of these multiples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod
from typing import Generic, TypeVar

from pmlsym.arrays import FloatArray
from pmlsym.exact import ExactArray
from pmlsym.laplace.workload.grid import Grid

Cells = TypeVar("Cells", FloatArray, "ExactArray")  # phi as logarithms, or as fractions


@dataclass(frozen=True)
class Row:
    """A query on a lattice: w_j = least + unit * steps[j], with steps that start at zero."""

    least: Fraction
    unit: Fraction
    steps: tuple[int, ...]

    @property
    def reach(self) -> int:
        """The largest number of steps that one record makes."""
        return max(self.steps)


def lattice(entries: Sequence[Sequence[Fraction]]) -> list[Row]:
    """Write every query as multiples of the largest unit that its differences allow.

    Examples
    --------
    >>> lattice([[Fraction(1, 2), 1, 2]])
    [Row(least=Fraction(1, 2), unit=Fraction(1, 2), steps=(0, 1, 3))]
    """
    found = []
    for row in entries:
        numbers = [Fraction(entry) for entry in row]
        least = min(numbers)
        steps = [number - least for number in numbers]
        whole = lcm(*(step.denominator for step in steps))
        multiples = [int(step * whole) for step in steps]
        common = gcd(*multiples) or 1
        unit = Fraction(common, whole)
        found.append(Row(least, unit, tuple(step // common for step in multiples)))
    return found


class LatticeGrid(Grid, Generic[Cells]):
    """phi on the box of all multiples of the units, for workloads that have some."""

    phi: Cells

    def __init__(self, rows: list[Row], classes: int) -> None:
        self.rows = rows
        self.classes = classes
        self.reach = tuple(row.reach for row in rows)
        self.records = 0
        self.forget_records()

    def terms(self, n: int) -> int:
        """Return about how many terms n records cost: the boxes grow with them."""
        return self.cells(n) * self.classes * n // (len(self.rows) + 1)

    def cells(self, n: int) -> int:
        """Return how many outcomes the grid for n records has, with its margin."""
        return prod((n + 1) * reach + 1 for reach in self.reach)

    def shifted(self, wide: Cells) -> Iterator[Cells]:
        """Yield phi(z - w_j) for every class j, on the box with one record more."""
        for j in range(self.classes):
            place = tuple(
                slice(reach - row.steps[j], wide.shape[axis] - row.steps[j])
                for axis, (reach, row) in enumerate(zip(self.reach, self.rows, strict=True))
            )
            yield wide[place]

    def outcome(self, place: tuple[int, ...]) -> tuple[Fraction, ...]:
        """Return the outcome at a place of the grid with the records so far and one more."""
        return tuple(
            (self.records + 1) * row.least + row.unit * int(steps)
            for row, steps in zip(self.rows, place, strict=True)
        )
