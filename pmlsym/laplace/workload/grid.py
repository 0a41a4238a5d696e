"""The densities of all outcomes on the grid of a workload's answers, in floats or in fractions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, gcd, lcm, prod
from typing import Any

import numpy as np

from pmlsym.errors import ParameterError

_FLOAT_ARRAYS, _FRACTION_BYTES = 8, 400  # arrays alive at the peak; a fraction with its digits


@dataclass(frozen=True)
class Row:
    """A query on a lattice: w_j = least + unit * steps[j], with steps that start at zero."""

    least: Any
    unit: Any
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


class Grid(ABC):
    """phi on all sums of the other records' columns, record by record."""

    @abstractmethod
    def forget_records(self) -> None:
        """Start again with no other record: phi is 1 at the only sum."""

    @abstractmethod
    def add_record(self, prior: Sequence[Any]) -> None:
        """Average phi over the class of one more record."""

    @abstractmethod
    def worst(self) -> tuple[Any, tuple[Any, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""

    one: Any = 1.0  # in the arithmetic of the grid
    alpha: Any
    classes: int

    def uniform(self) -> list[Any]:
        """Return the uniform prior."""
        return [self.one / self.classes] * self.classes

    @property
    def spare(self) -> Any:
        """What alpha leaves over for one class."""
        return max(self.one - self.classes * self.alpha, 0 * self.one)

    def favouring(self, j: int) -> list[Any]:
        """Return the prior that has all that alpha leaves over in class j."""
        return [self.alpha + self.spare * (i == j) for i in range(self.classes)]

    name = "a grid"

    @abstractmethod
    def memory(self, n: int) -> int:
        """Return about how many bytes n records need."""

    @abstractmethod
    def work(self, n: int) -> int:
        """Return about how many terms n records cost."""

    def check_memory(self, n: int, most_bytes: int) -> None:
        """Refuse a grid for n records that needs more memory."""
        _refuse(f"{self.name} for {n} records", self.memory(n), most_bytes)


class LatticeGrid(Grid):
    """phi on the box of all multiples of the units, for workloads that have some."""

    def __init__(self, rows: list[Row], classes: int) -> None:
        self.rows = rows
        self.classes = classes
        self.reach = tuple(row.reach for row in rows)
        self.records = 0
        self.phi: Any = None
        self.forget_records()

    def work(self, n: int) -> int:
        """Return about how many terms n records cost."""
        return self.cells(n) * self.classes * n

    def cells(self, n: int) -> int:
        """Return how many outcomes the grid for n records has, with its margin."""
        return prod((n + 1) * reach + 1 for reach in self.reach)

    def shifted(self, wide: Any) -> Iterator[Any]:
        """Yield phi(z - w_j) for every class j, on the box with one record more."""
        for j in range(self.classes):
            place = tuple(
                slice(reach - row.steps[j], wide.shape[axis] - row.steps[j])
                for axis, (reach, row) in enumerate(zip(self.reach, self.rows, strict=True))
            )
            yield wide[place]

    def outcome(self, place: tuple[int, ...]) -> tuple[Any, ...]:
        """Return the outcome at a place of the grid with the records so far and one more."""
        return tuple(
            (self.records + 1) * row.least + row.unit * int(steps)
            for row, steps in zip(self.rows, place, strict=True)
        )


def _refuse(what: str, needed: int, most: float) -> None:
    if needed > most:
        size = f"about {needed / 1e9:.3g}" if needed < 10**300 else "more than 1e291"
        raise ParameterError(
            f"{what} needs {size} GB, but at most {most / 1e9:.3g} GB are "
            "allowed: raise most_bytes, or take fewer records or a coarser workload."
        )


class FloatGrid(LatticeGrid):
    """phi as logarithms, so that neither many records nor little noise underflow."""

    def __init__(
        self, rows: list[Row], scale: float, classes: int, alpha: float, own: list[Any] | None
    ) -> None:
        self.slope = [float(row.unit) / scale for row in rows]
        self.alpha = alpha
        self.own = None if own is None else np.array(own, dtype=float)
        super().__init__(rows, classes)

    def forget_records(self) -> None:
        """Start again with no other record."""
        self.records = 0
        self.phi = np.zeros((1,) * len(self.rows))

    def memory(self, n: int) -> int:
        """Return about how many bytes n records need."""
        return 8 * _FLOAT_ARRAYS * self.cells(n)

    def _widened(self) -> Any:
        # Beyond the outermost sums all terms fall alike, by e^(-unit/b) a step.
        wide = self.phi
        for axis, (reach, slope) in enumerate(zip(self.reach, self.slope, strict=True)):
            padding = [(0, 0)] * wide.ndim
            padding[axis] = (reach, reach)
            fall = np.zeros(wide.shape[axis] + 2 * reach)
            fall[:reach] = slope * np.arange(reach, 0, -1)
            fall[len(fall) - reach :] = slope * np.arange(1, reach + 1)
            shape = [1] * wide.ndim
            shape[axis] = len(fall)
            wide = np.pad(wide, padding, mode="edge") - fall.reshape(shape)
        return wide

    def add_record(self, prior: Sequence[Any]) -> None:
        """Average phi over the class of one more record."""
        wide = self._widened()
        parts = [(j, float(p)) for j, p in enumerate(prior) if p > 0]
        views = list(self.shifted(wide))
        top = views[parts[0][0]].copy()
        for j, _ in parts[1:]:
            np.maximum(top, views[j], out=top)
        total = np.zeros_like(top)
        for j, p in parts:
            change = views[j] - top
            np.exp(change, out=change)
            change *= p
            total += change
        np.log(total, out=total)
        total += top
        self.phi = total
        self.records += 1

    def worst(self) -> tuple[float, tuple[float, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""
        views = list(self.shifted(self._widened()))
        leakage, place, leaking = worst_of(views, self.alpha, self.own)
        return leakage, tuple(float(x) for x in self.outcome(place)), leaking


def worst_of(views: Sequence[Any], alpha: float, own: Any) -> tuple[float, tuple[int, ...], int]:
    """Return the worst leakage, its place and its class from log-densities, an array a class.

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
    # log of sum_j p_j e^(x_j) with x_j <= 0: near 0 from the change, else from the value
    change = np.zeros_like(top)
    for weight, view in zip(weights, views, strict=True):
        step = view - top
        np.expm1(step, out=step)
        step *= weight
        change += step
    bottom -= top
    np.expm1(bottom, out=bottom)
    bottom *= spare
    change += bottom
    place = tuple(int(i) for i in np.unravel_index(int(np.argmin(change)), change.shape))
    here = np.array([view[place] for view in views])
    steps = here - here.max()
    if change[place] > -0.5:
        leakage = -float(np.log1p(change[place]))
    else:
        with np.errstate(divide="ignore"):
            terms = np.append(np.log(weights) + steps, np.log(spare) + steps.min())
        leakage = -float(np.logaddexp.reduce(terms))
    return max(leakage, 0.0), place, int(np.argmax(here))


def _distinct(values: Any) -> Any:
    """Return sorted values, of those that differ by rounding alone only one."""
    found = np.unique(values)
    apart = np.diff(found) > 1e-14 * np.abs(found).max()
    return found[np.concatenate(([True], apart))]


class PointGrid(Grid):
    """phi as a sum over the histograms of the others, for workloads without a common unit."""

    def __init__(self, table: Any, scale: float, alpha: float, own: list[Any] | None) -> None:
        self.table = table
        self.scale = scale
        self.alpha = alpha
        self.own = own
        self.classes = table.shape[1]
        self.forget_records()

    def forget_records(self) -> None:
        """Start again with no other record."""
        self.records = 0
        self.chances = {(0,) * self.classes: 0.0}

    def _answers(self, n: int) -> int:
        return int(comb(n + self.classes - 1, self.classes - 1) ** len(self.table))

    name = "a grid for a workload without a common unit"

    def work(self, n: int) -> int:
        """Return about how many terms n records cost."""
        histograms = comb(n + self.classes - 2, self.classes - 1)
        return int(self._answers(n) * histograms * self.classes)

    def memory(self, n: int) -> int:
        """Return about how many bytes n records need."""
        return int(8 * _FLOAT_ARRAYS * self.classes * self._answers(n))

    def add_record(self, prior: Sequence[Any]) -> None:
        """Draw one more record: its class joins every histogram."""
        grown: dict[tuple[int, ...], float] = {}
        for counts, chance in self.chances.items():
            for j, p in enumerate(prior):
                if p > 0:
                    new = (*counts[:j], counts[j] + 1, *counts[j + 1 :])
                    grown[new] = np.logaddexp(grown.get(new, -np.inf), chance + np.log(float(p)))
        self.chances = grown
        self.records += 1

    def worst(self) -> tuple[float, tuple[float, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""
        sums = np.array(list(self.chances)) @ self.table.T
        chances = np.array(list(self.chances.values()))
        axes = [np.unique(np.add.outer(sums[:, axis], row)) for axis, row in enumerate(self.table)]
        views = [np.full([len(axis) for axis in axes], -np.inf) for _ in range(self.classes)]
        for total, chance in zip(sums, chances, strict=True):
            for j, view in enumerate(views):
                density: Any = chance
                for axis, centre in zip(axes, total + self.table[:, j], strict=True):
                    density = np.subtract.outer(density, np.abs(axis - centre) / self.scale)
                np.logaddexp(view, density, out=view)
        leakage, place, leaking = worst_of(views, self.alpha, self.own)
        where = tuple(float(axis[i]) for axis, i in zip(axes, place, strict=True))
        return leakage, where, leaking


class ExactGrid(LatticeGrid):
    """phi as fractions, where e^(-unit/b) is rational."""

    def __init__(
        self,
        rows: list[Row],
        bases: Sequence[Fraction],
        classes: int,
        alpha: Fraction,
        own: list[Any] | None,
    ) -> None:
        self.bases = bases
        self.alpha = alpha
        self.own = None if own is None else [Fraction(p) for p in own]
        super().__init__(rows, classes)

    def forget_records(self) -> None:
        """Start again with no other record."""
        self.records = 0
        self.phi = np.full((1,) * len(self.rows), Fraction(1), dtype=object)

    name = "a grid of fractions"
    one = Fraction(1)

    def memory(self, n: int) -> int:
        """Return about how many bytes n records need."""
        return (_FRACTION_BYTES + 8 * n) * 3 * self.cells(n)

    def _widened(self) -> Any:
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

    def add_record(self, prior: Sequence[Any]) -> None:
        """Average phi over the class of one more record."""
        weights = [Fraction(p) for p in prior]
        views = self.shifted(self._widened())
        self.phi = sum(p * view for p, view in zip(weights, views, strict=True))
        self.records += 1

    def worst(self) -> tuple[Any, tuple[Any, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""
        import sympy as sp

        views = list(self.shifted(self._widened()))
        best: tuple[Fraction, tuple[int, ...], int] | None = None
        for place in np.ndindex(*views[0].shape):
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
