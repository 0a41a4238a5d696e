"""Grids of outcomes, with the densities at all answers of a workload's databases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod
from typing import Generic, TypeVar

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import ExactArray, Number
from pmlsym.given import brief

MOST_SECONDS = 15  # approximately
FLOAT_ARRAYS = 8  # arrays of floats at the peak of memory


class Grid(ABC):
    """phi at every sum of the other records' columns, extended record by record.

    phi(z) averages e^(-||z - v||_1/b) over the sum v of the other records' columns, so that the
    density of an outcome y is phi(y - w_j) if the record itself is in class j.
    """

    @abstractmethod
    def forget_records(self) -> None:
        """Reset to no other records: phi is 1 at the only sum."""

    @abstractmethod
    def add_record(self, prior: Sequence[Number]) -> None:
        """Average phi over the class of one more record."""

    def add_records(self, prior: Sequence[Number], count: int) -> None:
        """Average phi over the classes of `count` more records of the same prior."""
        for _ in range(count):
            self.add_record(prior)

    @abstractmethod
    def worst(self) -> tuple[Number, tuple[float | Fraction, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""

    one: float | Fraction = 1.0  # in the arithmetic of the grid
    alpha: float | Fraction
    classes: int

    def uniform(self) -> list[float | Fraction]:
        """Return the uniform prior."""
        return [self.one / self.classes] * self.classes

    @property
    def spare(self) -> float | Fraction:
        """The excess 1 - k alpha, which a prior may give to one class."""
        return max(self.one - self.classes * self.alpha, 0 * self.one)

    def favouring(self, j: int) -> list[float | Fraction]:
        """Return the prior with the whole excess in class j."""
        return [self.alpha + self.spare * (i == j) for i in range(self.classes)]

    name = "a grid"

    @abstractmethod
    def memory(self, n: int) -> int:
        """Return the approximate memory for n records in bytes."""

    @abstractmethod
    def work(self, n: int) -> int:
        """Return the approximate time for n records in nanoseconds."""

    def check_memory(self, n: int, most_bytes: int) -> None:
        """Refuse a grid for n records that needs more memory."""
        needed = self.memory(n)
        if needed > most_bytes:
            size = f"about {needed / 1e9:.3g}" if needed < 10**300 else "more than 1e291"
            raise ParameterError(
                f"n is {brief(n)}, but {self.name} for so many records needs {size} GB, where "
                f"most_bytes allows {most_bytes / 1e9:.3g} GB: raise it, or take fewer records "
                "or a coarser workload."
            )


def check_work(n: int, work: int, cases: int, most_seconds: int) -> None:
    """Refuse n records that would take more time.

    Parameters
    ----------
    n : the number of records.
    work : the approximate time of each case in nanoseconds.
    cases : the number of cases.
    most_seconds : the limit on the time of all cases.
    """
    needed = work * cases
    if needed > most_seconds * 10**9:
        often = f", in {cases} cases of other records," if cases > 1 else ""
        size = f"about {needed / 1e9:.2g}" if needed < 10**300 else "more than 1e291"
        raise ParameterError(
            f"n is {brief(n)}, but so many records{often} take {size} seconds, where most_seconds "
            f"allows {brief(most_seconds)}: raise it, take fewer records or a coarser workload, "
            "give floats or others, or take the triangle bound, which holds for any number of "
            "records."
        )


# --- queries whose answers are multiples of a unit ------------------------------------------------

Cells = TypeVar("Cells", FloatArray, "ExactArray")  # phi as logarithms, or as fractions


@dataclass(frozen=True)
class GridRow:
    """A query on a lattice: w_j = least + unit * steps[j], with steps that start at zero."""

    least: Fraction
    unit: Fraction
    steps: tuple[int, ...]

    @property
    def reach(self) -> int:
        """The largest number of steps that one record makes."""
        return max(self.steps)


def lattice(entries: Sequence[Sequence[Fraction]]) -> list[GridRow]:
    """Return every query as multiples of the largest unit of its differences.

    Examples
    --------
    >>> lattice([[Fraction(1, 2), 1, 2]])
    [GridRow(least=Fraction(1, 2), unit=Fraction(1, 2), steps=(0, 1, 3))]
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
        found.append(GridRow(least, unit, tuple(step // common for step in multiples)))
    return found


class LatticeGrid(Grid, Generic[Cells]):
    """phi on the box of all multiples of the units, for workloads on a lattice."""

    phi: Cells

    def __init__(self, rows: list[GridRow], classes: int) -> None:
        self.rows = rows
        self.classes = classes
        self.reach = tuple(row.reach for row in rows)
        self.records = 0
        self.forget_records()

    def terms(self, n: int) -> int:
        """Return the approximate number of terms for n records, on growing boxes."""
        return self.cells(n) * self.classes * n // (len(self.rows) + 1)

    def cells(self, n: int) -> int:
        """Return the number of outcomes in the grid for n records, with its margin."""
        return prod((n + 1) * reach + 1 for reach in self.reach)

    def shifted(self, wide: Cells) -> Iterator[Cells]:
        """Yield phi(z - w_j) for every class j, on the box with one more record."""
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
