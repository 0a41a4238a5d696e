"""The grid of outcomes in floats: densities as logarithms on a lattice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import fsum, log, prod, sqrt
from operator import itemgetter, mul

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import FloatArray
from pmlsym.exact import Number
from pmlsym.laplace.workload.grid import FLOAT_ARRAYS, GridRow, LatticeGrid, worst_of

PART_CELLS = 160_000  # of a part of a grid, so that sums stay in the cache
_PART_RANGE = 600.0  # largest difference of logarithms within a part
_GROWTH = 100.0  # largest logarithm by which sums grow between two logarithms
_WHOLE_ARRAYS = 2  # arrays of the size of the grid, at the peak of memory
_TERM_WORK = 45  # hundredths of nanoseconds for a term of an average
_LAST_WORK = 15  # nanoseconds for a class at an outcome
_RECORD_WORK = 20_000  # further nanoseconds for each record


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
        cells = self.cells(n)
        return 8 * (_WHOLE_ARRAYS * cells + FLOAT_ARRAYS * min(cells, PART_CELLS))

    def work(self, n: int) -> int:
        """Return the approximate time for n records in nanoseconds."""
        last = _LAST_WORK * self.classes * self.cells(n)
        return _TERM_WORK * self.terms(n) // 100 + last + _RECORD_WORK * n

    def _widened(self, margin: Sequence[int] | None = None) -> FloatArray:
        """Return phi on a box with a margin of so many cells, of one more record, on each side."""
        # Beyond the outermost sums all terms decrease by the same factor e^(-unit/b) a step.
        margin = self.reach if margin is None else margin
        wide = np.empty([size + 2 * m for size, m in zip(self.phi.shape, margin, strict=True)])
        wide[_inside(margin)] = self.phi
        for axis, (m, slope) in enumerate(zip(margin, self.slope, strict=True)):
            lines = np.moveaxis(wide, axis, -1)  # a view, in which axes before are complete
            fall = slope * np.arange(1, m + 1)
            np.subtract(lines[..., [m]], fall[::-1], out=lines[..., :m])
            np.subtract(lines[..., [-m - 1]], fall, out=lines[..., lines.shape[-1] - m :])
        return wide

    def add_records(self, prior: Sequence[Number], count: int) -> None:
        """Average phi over the classes of `count` more records of the same prior.

        Several at a time are added without logarithms, part by part of the grid, each divided by
        its largest density.
        """
        parts: dict[tuple[int, ...], float] = {}
        for j, p in enumerate(prior):
            if p > 0:  # classes with equal answers are merged
                steps = tuple(row.steps[j] for row in self.rows)
                parts[steps] = parts.get(steps, 0.0) + float(p)
        most = self._most_in_parts(len(parts))
        while count:
            deadline.check()
            some = min(count, most)
            if some:
                self._add_in_parts(parts, some)
            else:
                self.add_record(prior)
            count -= max(some, 1)

    @property
    def _edges(self) -> list[int]:
        """The length of a part in each direction, including the margin of earlier cells.

        Edges are in proportion to the reach of a record, and short enough that the logarithms
        within a part differ by no more than `_PART_RANGE`.
        """
        reach = [max(r, 1) for r in self.reach]
        records = (PART_CELLS / prod(reach)) ** (1 / len(reach))
        most = [int(_PART_RANGE / len(reach) / slope) for slope in self.slope]
        return [min(int(records * r), edge) for r, edge in zip(reach, most, strict=True)]

    def _most_in_parts(self, terms: int) -> int:
        """Return the number of records to be added at once, 0 if not even one fits.

        The margin grows with it; the logarithms and exponentials of a cell are shared by more
        records. With c records to an edge, the time of a cell is about
        (1 + t/c)^m (terms + 16/t) / t for t records, least near t = 4 sqrt(c / (m terms)).
        """
        records = min(e // max(r, 1) for e, r in zip(self._edges, self.reach, strict=True))
        best = 4 * sqrt(records / (len(self.reach) * terms))
        return min(max(int(best), 1), records // 2, int(_GROWTH / log(terms + 1)))

    def _add_in_parts(self, parts: dict[tuple[int, ...], float], count: int) -> None:
        """Add records of one prior part by part.

        A cell depends on the cells below it within the reach of the records, so a part includes a
        margin of these. The results in the margin are wrong, and are dropped. Parts are computed
        from the last to the first, so that none needs what another has replaced.
        """
        back = [count * reach for reach in self.reach]
        wide = self._widened(back)
        found = wide[tuple(slice(reach, None) for reach in back)]
        own = [edge - reach for edge, reach in zip(self._edges, back, strict=True)]
        corners = [range(0, size, edge) for size, edge in zip(found.shape, own, strict=True)]
        unit, weights = _relative(list(parts.values()), count)
        for corner in reversed(list(product(*corners))):
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
                for weight, jump in zip(weights, jumps, strict=True):
                    size = len(now) - jump
                    added = now[:size]
                    if weight != 1.0:
                        added = np.multiply(added, weight, out=term[:size])
                    after[jump:] += added
                now, after = after, now
            kept = now.reshape(logs.shape)[tuple(slice(reach, None) for reach in back)]
            found[tuple(map(slice, corner, ends))] = np.log(kept) + (top + count * log(unit))
        self.phi = found
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
        wide = self._widened()
        axis = int(np.argmax(wide.shape))
        reach = self.reach[axis]
        size = wide.shape[axis] - reach
        slab = max(PART_CELLS * size * wide.shape[axis] // wide.size // size, 1)
        found: list[tuple[float, tuple[int, ...], int]] = []
        for start in range(0, size, slab):
            deadline.check()
            part = (slice(None),) * axis + (slice(start, start + slab + reach),)
            leakage, place, leaking = worst_of(list(self.shifted(wide[part])), self.alpha, self.own)
            place = tuple(x + start * (i == axis) for i, x in enumerate(place))
            found.append((leakage, place, leaking))
        leakage, place, leaking = max(found, key=itemgetter(0))
        return leakage, tuple(float(x) for x in self.outcome(place)), leaking


def _inside(margin: Sequence[int]) -> tuple[slice, ...]:
    return tuple(slice(m, -m or None) for m in margin)


def _relative(weights: Sequence[float], count: int) -> tuple[float, list[float]]:
    """Return a unit, and weights as multiples of it, most of them 1.

    A sum needs no product with a weight of 1. The sums of `count` steps stay floats: each is less
    than the sum of all multiples times the one before.
    """
    unit = max(set(weights), key=weights.count)
    if count * log(fsum(weights) / unit) > _GROWTH:
        unit = max(weights)
    return unit, [weight / unit for weight in weights]
