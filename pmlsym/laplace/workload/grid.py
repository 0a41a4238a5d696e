"""Grids of outcomes, with the densities at all answers of a workload's databases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, exp, fsum, gcd, lcm, log, prod
from typing import Generic, TypeVar

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import ExactArray, Number
from pmlsym.given import brief
from pmlsym.laplace.results import ExactLeakage

MOST_SECONDS = 10
_ROUNDING = 1e-14  # relative, of leakages in floats
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

    changing: tuple[str, ...]  # names of what records replace

    def state(self) -> dict[str, object]:
        """Return what the records so far have made, for `restore`."""
        return {name: getattr(self, name) for name in self.changing}

    def restore(self, state: dict[str, object]) -> None:
        """Return to the records of a state."""
        for name, value in state.items():
            setattr(self, name, value)

    def add_records(self, prior: Sequence[Number], count: int) -> None:
        """Average phi over the classes of `count` more records of the same prior."""
        for _ in range(count):
            self.add_record(prior)

    @abstractmethod
    def columns(self) -> list[tuple[float, ...]]:
        """Return the answers of each class, equal if and only if the classes look the same."""

    @abstractmethod
    def worst(self) -> tuple[Number, tuple[float | Fraction, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""

    def within(self, tolerance: float, enough: float) -> ExactLeakage:
        """Return an interval for the worst leakage with one more record.

        Parameters
        ----------
        tolerance : the share of it that the interval may be wide.
        enough : an upper end that is low enough, however wide the interval is.
        """
        del tolerance, enough  # it is exact
        return ExactLeakage(*self.worst())

    def rounding(self, n: int) -> float:
        """Return the relative error up to which leakages of n records are equal."""
        del n
        return _ROUNDING

    def error(self, n: int) -> float:
        """Return what the ends of an interval for n records are moved by, for their rounding."""
        del n
        return 0.0

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


def check_work(n: int, work: int, most_seconds: int) -> None:
    """Refuse n records that would take more time.

    Parameters
    ----------
    n : the number of records.
    work : the approximate time in nanoseconds.
    most_seconds : the limit on it.
    """
    if work > most_seconds * 10**9:
        size = f"about {work / 1e9:.2g}" if work < 10**300 else "more than 1e291"
        raise ParameterError(
            f"n is {brief(n)}, but so many records take {size} seconds, where {most_seconds} are "
            "allowed: take fewer records or a coarser workload, or the triangle bound, which holds "
            "for any number of records."
        )


# --- queries whose answers are multiples of a unit ------------------------------------------------

Cells = TypeVar("Cells", FloatArray, ExactArray)  # phi as logarithms, or as fractions


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
    changing = ("records", "phi")

    def __init__(self, rows: list[GridRow], classes: int) -> None:
        self.rows = rows
        self.classes = classes
        self.reach = tuple(row.reach for row in rows)
        self.records = 0
        self.forget_records()

    def columns(self) -> list[tuple[float, ...]]:
        """Return the steps of each class."""
        return list(zip(*(row.steps for row in self.rows), strict=True))

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


# --- the worst outcome of a grid of floats --------------------------------------------------------


def worst_of(
    views: Sequence[FloatArray], alpha: float, own: Sequence[float] | FloatArray | None
) -> tuple[float, tuple[int, ...], int]:
    """Return the worst leakage with its place and class, from arrays of log-densities by class.

    Parameters
    ----------
    views : for each class the logarithms of its densities, arrays of one shape.
    alpha : the floor of the record's own prior.
    own : that prior, or None for the worst.

    Examples
    --------
    >>> leakage, place, leaking = worst_of([np.array([0.0]), np.array([-1.0])], 0.5, None)
    >>> round(leakage, 4), place, leaking
    (0.3799, (0,), 0)
    """
    spare = max(1 - len(views) * alpha, 0.0) if own is None else 0.0
    weights = np.full(len(views), alpha) if own is None else np.asarray(own, dtype=float)
    top, bottom = views[0].copy(), views[0].copy()
    for view in views[1:]:
        np.maximum(top, view, out=top)
        np.minimum(bottom, view, out=bottom)
    bottom -= top

    def mean(function: np.ufunc) -> FloatArray:
        """Return sum_j p_j f(x_j) for x_j <= 0."""
        total: FloatArray = spare * function(bottom)
        for weight, view in zip(weights, views, strict=True):
            step = view - top
            function(step, out=step)
            step *= weight
            total += step
        return total

    total = mean(np.exp)  # of positive terms, so no digit is lost
    first = int(np.argmin(total))
    small = total.flat[first] > 0.5
    if small:  # near 1 its digits are in the change
        change = mean(np.expm1)
        first = int(np.argmin(change))
    place = tuple(int(i) for i in np.unravel_index(first, total.shape))
    here = np.array([view[place] for view in views])
    steps = here - here.max()
    if small:
        leakage = -float(np.log1p(change[place]))
    else:
        with np.errstate(divide="ignore"):
            terms = np.append(np.log(weights) + steps, np.log(spare) + steps.min())
        leakage = -float(np.logaddexp.reduce(terms))
    return max(0.0, leakage), place, int(np.argmax(here))


# --- sums of columns, which are the answers without noise -----------------------------------------

_SUM_WORK, _SUM_BYTES = 1500, 400  # nanoseconds and bytes of a sum of columns


def _added(total: tuple[int, ...], column: tuple[int, ...]) -> tuple[int, ...]:
    """Return a sum of columns with one more."""
    return tuple([one + other for one, other in zip(total, column, strict=True)])


def _extended(
    chances: dict[tuple[int, ...], float],
    columns: Sequence[tuple[int, ...]],
    prior: Sequence[Number],
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield the sums with the column of one more record, each with the logarithm of its chance."""
    for total, chance in chances.items():
        for column, p in zip(columns, prior, strict=True):
            if p > 0:
                yield _added(total, column), chance + np.log(float(p))


class SumGrid(Grid):
    """The chances of all sums of the other records' columns, told apart exactly."""

    name = "the sums without noise"
    changing = ("chances",)
    alpha: float

    def __init__(self, rows: list[GridRow], alpha: float, classes: int) -> None:
        self.steps = list(zip(*(row.steps for row in rows), strict=True))
        self.reach = [row.reach for row in rows]
        self.alpha = alpha
        self.classes = classes
        self.forget_records()

    def forget_records(self) -> None:
        """Reset to no other records."""
        self.chances = {(0,) * len(self.reach): 0.0}

    def columns(self) -> list[tuple[float, ...]]:
        """Return the steps of each class."""
        return list(self.steps)

    def _sums(self, n: int) -> int:
        return min(prod(n * reach + 1 for reach in self.reach), comb(n + self.classes, n))

    def memory(self, n: int) -> int:
        """Return the approximate memory for n records in bytes."""
        return _SUM_BYTES * self.classes * self._sums(n)

    def work(self, n: int) -> int:
        """Return the approximate time for n records in nanoseconds."""
        return _SUM_WORK * self.classes * n * self._sums(n)

    def add_record(self, prior: Sequence[Number]) -> None:
        """Add one more record, with each class, to every sum."""
        deadline.check()
        grown: dict[tuple[int, ...], list[float]] = {}
        for new, chance in _extended(self.chances, self.steps, prior):
            grown.setdefault(new, []).append(chance)
        self.chances = {total: _log_sum(chances) for total, chances in grown.items()}

    def worst(self) -> tuple[float, tuple[float, ...], int]:
        """Return the worst leakage with one more record, its outcome in steps, and its class."""
        chances: dict[tuple[int, ...], list[float]] = {}  # by answer, of each class
        for total, chance in self.chances.items():
            for j, column in enumerate(self.steps):
                answer = _added(total, column)
                chances.setdefault(answer, [-np.inf] * self.classes)[j] = chance
        views = list(np.array(list(chances.values())).T)
        leakage, (place,), leaking = worst_of(views, self.alpha, None)
        return leakage, tuple(map(float, list(chances)[place])), leaking


def _log_sum(logarithms: list[float]) -> float:
    largest = max(logarithms)
    return largest + log(fsum(exp(one - largest) for one in logarithms))


# --- grid in fractions, for scales at which e^(-unit/b) is rational -------------------------------

_FRACTION_BYTES = 400  # bytes of a fraction
_FRACTION_WORK = 5000  # nanoseconds for a product of fractions


class ExactGrid(LatticeGrid[ExactArray]):
    """phi as fractions, where e^(-unit/b) is rational."""

    def __init__(
        self,
        rows: list[GridRow],
        bases: Sequence[Fraction],
        classes: int,
        alpha: Fraction,
        own: Sequence[Fraction] | None,
    ) -> None:
        self.bases = bases
        self.alpha = alpha
        self.own = None if own is None else [Fraction(p) for p in own]
        super().__init__(rows, classes)

    def forget_records(self) -> None:
        """Reset to no other records."""
        self.records = 0
        self.phi = np.full((1,) * len(self.rows), Fraction(1), dtype=object)

    name = "a grid of fractions"
    one = Fraction(1)

    def rounding(self, n: int) -> float:
        """Return zero: fractions have no rounding."""
        del n
        return 0.0

    def memory(self, n: int) -> int:
        """Return the approximate memory for n records in bytes."""
        return (_FRACTION_BYTES + 8 * n) * 3 * self.cells(n)

    def work(self, n: int) -> int:
        """Return the approximate time for n records in nanoseconds, with growing fractions."""
        return (_FRACTION_WORK + 10 * n) * self.terms(n)

    def _widened(self) -> ExactArray:
        wide = self.phi
        for axis, (reach, base) in enumerate(zip(self.reach, self.bases, strict=True)):
            padding = [(0, 0)] * wide.ndim
            padding[axis] = (reach, reach)
            size = wide.shape[axis]
            outside = [reach - i for i in range(reach)]
            powers = outside + [0] * size + outside[::-1]
            fall = np.array([base**power for power in powers], dtype=object)
            shape = [1] * wide.ndim
            shape[axis] = len(fall)
            wide = np.pad(wide, padding, mode="edge") * fall.reshape(shape)
        return wide

    def add_record(self, prior: Sequence[Number]) -> None:
        """Average phi over the class of one more record."""
        deadline.check()
        weights = [Fraction(p) for p in prior]
        views = self.shifted(self._widened())
        self.phi = sum(p * view for p, view in zip(weights, views, strict=True))
        self.records += 1

    def worst(self) -> tuple[Number, tuple[float | Fraction, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""
        import sympy as sp

        views = list(self.shifted(self._widened()))
        best: tuple[Fraction, tuple[int, ...], int] | None = None
        for place in np.ndindex(*views[0].shape):
            deadline.check()
            densities = [view[place] for view in views]
            if self.own is None:
                total = self.alpha * sum(densities) + self.spare * min(densities)
            else:
                total = sum(p * d for p, d in zip(self.own, densities, strict=True))
            top = max(densities)
            if best is None or top / total > best[0]:
                best = (top / total, place, densities.index(top))
        assert best is not None  # a box is never empty
        lift, place, leaking = best
        return sp.log(sp.Rational(lift.numerator, lift.denominator)), self.outcome(place), leaking
