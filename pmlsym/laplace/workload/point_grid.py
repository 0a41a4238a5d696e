"""The grid of all answers of databases, for workloads without a common unit."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import FloatArray, IntArray
from pmlsym.exact import Number
from pmlsym.laplace.workload.grid import FLOAT_ARRAYS, Grid, worst_of

_LOGARITHM_WORK = 14  # nanoseconds to add logarithms


class Histograms:
    """All histograms of up to as many records, in an order that more records of one class keep.

    A histogram (h_1, ..., h_k) is held as the sums s_i = h_1 + ... + h_i for i < k. Those of r
    records come first, as s_(k-1) <= r, so the place of a histogram is the same after one more
    record of the last class. It is the sum of C(s_i + i - 1, i).

    Parameters
    ----------
    records : the largest number of records.
    classes : their number k.

    Examples
    --------
    >>> Histograms(1, 3).counts(1).tolist()
    [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    >>> Histograms(1, 3).after[0].tolist()  # places of the three after one record
    [2, 1, 0]
    """

    def __init__(self, records: int, classes: int) -> None:
        self.records = records
        self.classes = classes
        sums = np.zeros((1, 0), dtype=int)
        for i in range(classes - 1):
            parts = [(sums[: comb(total + i, i)], total) for total in range(records + 1)]
            sums = np.concatenate(
                [np.column_stack([part, np.full(len(part), total)]) for part, total in parts]
            )
        self.sums: IntArray = sums
        # s_i + 1 in place of s_i adds C(s_i + i - 1, i - 1) to the place
        steps = [
            np.array([comb(total + i, i) for total in range(records + 1)])[sums[:, i]]
            for i in range(classes - 1)
        ]
        after = [np.arange(len(sums))]
        for step in reversed(steps):
            after.insert(0, after[0] + step)
        self.after: IntArray = np.column_stack(after)

    def number(self, records: int) -> int:
        """Return the number of histograms of so many records."""
        return comb(records + self.classes - 1, self.classes - 1)

    def counts(self, records: int) -> IntArray:
        """Return the histograms of so many records, one a row."""
        sums = self.sums[: self.number(records)]
        found: IntArray = np.diff(sums, axis=1, prepend=0, append=records)
        return found


class PointGrid(Grid):
    """phi as a sum over the histograms of the others, for workloads without a common unit."""

    changing = ("records", "chances")
    alpha: float

    def __init__(
        self, table: FloatArray, scale: float, alpha: float, own: Sequence[float] | None
    ) -> None:
        self.table = table
        self.scale = scale
        self.alpha = alpha
        self.own = own
        self.classes = table.shape[1]
        self.forget_records()
        self._histograms = Histograms(0, self.classes)

    def forget_records(self) -> None:
        """Reset to no other records."""
        self.records = 0
        self.chances: FloatArray = np.zeros(1)  # of the histograms, as logarithms

    def histograms(self) -> Histograms:
        """Return the histograms of the records so far and of one more."""
        if self._histograms.records <= self.records:
            self._histograms = Histograms(self.records + self.records // 4 + 1, self.classes)
        return self._histograms

    def after(self) -> IntArray:
        """Return the place of every histogram after one more record of each class, (V, k)."""
        return self.histograms().after[: len(self.chances)]

    def answers(self) -> FloatArray:
        """Return the answers of every histogram with one more record, shape (V, m)."""
        found: FloatArray = self.histograms().counts(self.records + 1) @ self.table.T
        return found

    def _number(self, n: int) -> int:
        """Return the number of outcomes with one answer of n records in each query."""
        return int(comb(n + self.classes - 1, self.classes - 1) ** len(self.table))

    def columns(self) -> list[tuple[float, ...]]:
        """Return the answers of each class."""
        return list(map(tuple, self.table.T.tolist()))

    name = "a grid for a workload without a common unit"

    def rounding(self, n: int) -> float:
        """Return the relative error up to which leakages of n records are equal."""
        return n * super().rounding(n)

    def work(self, n: int) -> int:
        """Return the approximate time for n records in nanoseconds."""
        histograms = comb(n + self.classes - 2, self.classes - 1)
        return int(self._number(n) * histograms * self.classes * _LOGARITHM_WORK)

    def memory(self, n: int) -> int:
        """Return the approximate memory for n records in bytes."""
        return int(8 * FLOAT_ARRAYS * self.classes * self._number(n))

    def add_record(self, prior: Sequence[Number]) -> None:
        """Add one more record, with each class, to every histogram."""
        deadline.check()
        after = self.after()
        grown = np.full(self.histograms().number(self.records + 1), -np.inf)
        for places, p in zip(after.T, prior, strict=True):
            if p > 0:
                grown[places] = np.logaddexp(grown[places], self.chances + np.log(float(p)))
        self.chances = grown
        self.records += 1

    def worst(self) -> tuple[float, tuple[float, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""
        answers = self.answers()
        axes = [np.unique(column) for column in answers.T]
        views = [np.full([len(axis) for axis in axes], -np.inf) for _ in range(self.classes)]
        for places, chance in zip(self.after(), self.chances, strict=True):
            deadline.check()
            for view, centres in zip(views, answers[places], strict=True):
                density: FloatArray = chance
                for axis, centre in zip(axes, centres, strict=True):
                    density = np.subtract.outer(density, np.abs(axis - centre) / self.scale)
                np.logaddexp(view, density, out=view)
        leakage, place, leaking = worst_of(views, self.alpha, self.own)
        where = tuple(float(axis[i]) for axis, i in zip(axes, place, strict=True))
        return leakage, where, leaking
