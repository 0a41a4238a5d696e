"""The grid for workloads without a common unit: every answer that some database gives."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.exact import Number
from pmlsym.laplace.workload.float_grid import worst_of
from pmlsym.laplace.workload.grid import FLOAT_ARRAYS, Grid

_LOGARITHM_WORK = 14  # nanoseconds that adding logarithms costs


class PointGrid(Grid):
    """phi as a sum over the histograms of the others, for workloads without a common unit."""

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

    def forget_records(self) -> None:
        """Start again with no other record."""
        self.records = 0
        self.chances = {(0,) * self.classes: 0.0}

    def _answers(self, n: int) -> int:
        return int(comb(n + self.classes - 1, self.classes - 1) ** len(self.table))

    name = "a grid for a workload without a common unit"

    def work(self, n: int) -> int:
        """Return about how many nanoseconds n records cost."""
        histograms = comb(n + self.classes - 2, self.classes - 1)
        return int(self._answers(n) * histograms * self.classes * _LOGARITHM_WORK)

    def memory(self, n: int) -> int:
        """Return about how many bytes n records need."""
        return int(8 * FLOAT_ARRAYS * self.classes * self._answers(n))

    def add_record(self, prior: Sequence[Number]) -> None:
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
                density: FloatArray = chance
                for axis, centre in zip(axes, total + self.table[:, j], strict=True):
                    density = np.subtract.outer(density, np.abs(axis - centre) / self.scale)
                np.logaddexp(view, density, out=view)
        leakage, place, leaking = worst_of(views, self.alpha, self.own)
        where = tuple(float(axis[i]) for axis, i in zip(axes, place, strict=True))
        return leakage, where, leaking
