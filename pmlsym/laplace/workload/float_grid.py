"""The grid in floats: phi as logarithms on a lattice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from operator import mul

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.exact import Number
from pmlsym.laplace.workload.grid import BLOCK_CELLS, FLOAT_ARRAYS, GridRow, LatticeGrid, worst_of

_LOG_RANGE = 300.0  # factors between e^-300 and e^300, whose products are floats
_TERM_WORK = 14  # tenths of nanoseconds for a term of an average
_RECORD_WORK = 20_000  # further nanoseconds for each record
_FEWEST = 4  # records from which several are added at once
_MOST_CELLS = 100_000  # of grids to which records are added without parts
_BLOCK_RANGE = 600.0  # largest difference of logarithms within a part


class FloatGrid(LatticeGrid[FloatArray]):
    """phi as logarithms, so that neither many records nor little noise underflow."""

    alpha: float

    def __init__(
        self,
        rows: list[GridRow],
        scale: float,
        classes: int,
        alpha: float,
        own: Sequence[Number] | None,
    ) -> None:
        self.slope = [float(row.unit) / scale for row in rows]
        self.alpha = alpha
        self.own = None if own is None else np.array(own, dtype=float)
        super().__init__(rows, classes)

    def forget_records(self) -> None:
        """Reset to no other records."""
        self.records = 0
        self.phi = np.zeros((1,) * len(self.rows))

    def memory(self, n: int) -> int:
        """Return the approximate memory for n records in bytes."""
        return 8 * FLOAT_ARRAYS * self.cells(n)

    def work(self, n: int) -> int:
        """Return the approximate time for n records in nanoseconds."""
        return _TERM_WORK * self.terms(n) // 10 + _RECORD_WORK * n

    def _widened(
        self, above: Sequence[int] | None = None, below: Sequence[int] | None = None
    ) -> FloatArray:
        # Beyond the outermost sums all terms decrease by the same factor e^(-unit/b) a step.
        wide = self.phi
        before = self.reach if below is None else below
        after = self.reach if above is None else above
        for axis, (reach, more, slope) in enumerate(zip(before, after, self.slope, strict=True)):
            padding = [(0, 0)] * wide.ndim
            padding[axis] = (reach, more)
            fall = np.zeros(wide.shape[axis] + reach + more)
            fall[:reach] = slope * np.arange(reach, 0, -1)
            fall[len(fall) - more :] = slope * np.arange(1, more + 1)
            shape = [1] * wide.ndim
            shape[axis] = len(fall)
            wide = np.pad(wide, padding, mode="edge") - fall.reshape(shape)
        return wide

    def add_records(self, prior: Sequence[Number], count: int) -> None:
        """Average phi over the classes of `count` more records of the same prior.

        Several at a time are added without logarithms: phi is a factor times its value before
        them, and a record changes the factor by at most e^D, with D the sum of all reaches over the
        scale. So the factor is a float for 300/D records. A grid larger than a processor's cache is
        computed in parts, one after the other.
        """
        parts: dict[tuple[int, ...], float] = {}
        for j, p in enumerate(prior):
            if p > 0:  # classes with equal answers are merged
                steps = tuple(row.steps[j] for row in self.rows)
                parts[steps] = parts.get(steps, 0.0) + float(p)
        # a row with equal answers has reach zero, whatever its scale
        rises = sum(r * s for r, s in zip(self.reach, self.slope, strict=True) if r)
        most = _LOG_RANGE / max(rises, 1)
        while count:
            some = min(count, int(most))
            cells = prod((self.records + some + 1) * reach + 1 for reach in self.reach)
            if some >= _FEWEST and cells <= _MOST_CELLS:
                self._add_records(parts, some)
            else:
                some = min(count, self._most_in_parts())
                if some >= _FEWEST:
                    self._add_in_parts(parts, some)
                else:
                    self.add_record(prior)
                    some = 1
            count -= some

    @property
    def _edges(self) -> list[int]:
        """The length of a part in each direction, including the margin of earlier cells."""
        axes = len(self.reach)
        cube = round(BLOCK_CELLS ** (1 / axes))
        return [
            int(_BLOCK_RANGE / axes / slope) if slope * cube > _BLOCK_RANGE / axes else cube
            for slope in self.slope
        ]

    def _most_in_parts(self) -> int:
        """Return the number of records that can be added with a margin of a fifth of a part."""
        back = [
            edge // 5 // max(reach, 1) for edge, reach in zip(self._edges, self.reach, strict=True)
        ]
        return min(back)

    def _add_in_parts(self, parts: dict[tuple[int, ...], float], count: int) -> None:
        """Add records of one prior part by part, each divided by its largest density.

        A cell depends on the cells below it within the reach of the records, so a part includes a
        margin of these. The results in the margin are wrong, and are dropped.
        """
        back = [count * reach for reach in self.reach]
        wide = self._widened(back, back)
        found = np.empty([size - reach for size, reach in zip(wide.shape, back, strict=True)])
        own = [edge - reach for edge, reach in zip(self._edges, back, strict=True)]
        corners = [range(0, size, edge) for size, edge in zip(found.shape, own, strict=True)]
        for corner in product(*corners):
            ends = [min(c + e, size) for c, e, size in zip(corner, own, found.shape, strict=True)]
            logs = wide[tuple(slice(c, e + b) for c, e, b in zip(corner, ends, back, strict=True))]
            top = float(logs.max())
            now = np.exp(logs - top).ravel()
            # one flat offset for each step: overflow across the edge of a row is in the dropped
            # margin
            strides = [prod(logs.shape[axis + 1 :]) for axis in range(logs.ndim)]
            jumps = [sum(map(mul, steps, strides)) for steps in parts]
            after, term = np.empty_like(now), np.empty_like(now)
            for _ in range(count):
                after[:] = 0.0
                for p, jump in zip(parts.values(), jumps, strict=True):
                    size = len(now) - jump
                    np.multiply(now[:size], p, out=term[:size])
                    after[jump:] += term[:size]
                now, after = after, now
            kept = now.reshape(logs.shape)[tuple(slice(reach, None) for reach in back)]
            found[tuple(map(slice, corner, ends))] = np.log(kept) + top
        self.phi = found
        self.records += count

    def _add_records(self, parts: dict[tuple[int, ...], float], count: int) -> None:
        """Add records of one prior, given as the probability of each tuple of steps."""
        before = self._widened([count * reach for reach in self.reach])
        inside = tuple(slice(reach, None) for reach in self.reach)
        places = [
            tuple(
                slice(reach - step, size - step)
                for reach, step, size in zip(self.reach, steps, before.shape, strict=True)
            )
            for steps in parts
        ]
        shares = [
            p * np.exp(before[place] - before[inside])
            for p, place in zip(parts.values(), places, strict=True)
        ]
        factor = np.ones_like(before)
        total, term = np.empty_like(shares[0]), np.empty_like(shares[0])
        for _ in range(count):
            np.multiply(shares[0], factor[places[0]], out=total)
            for share, place in zip(shares[1:], places[1:], strict=True):
                np.multiply(share, factor[place], out=term)
                total += term
            factor[inside] = total
            for axis, reach in enumerate(self.reach):  # below all sums phi decreases as before
                edge = factor.take([reach], axis=axis)
                margin = (slice(None),) * axis + (slice(reach),)
                factor[margin] = edge
        self.phi = before[inside] + np.log(factor[inside])
        self.records += count

    def add_record(self, prior: Sequence[Number]) -> None:
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
