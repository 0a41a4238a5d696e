r"""Certified intervals for the leakage of many records, for workloads without a common unit.

The density of an outcome is a sum of products of e^(-|y_i - v_i|/b). In a query, the terms of the
sums below an answer all fall by the same factor up to the next one, and so do those above on the
way down, so running sums give the densities at a grid of answers in time proportional to its size.

Of many answers only some are taken, and **the outcomes between them are bounded**. Let y be between
two of these at a distance h, with b = 1, and v a sum. The function w of y that combines e^y and
e^-y and agrees with e^-|y - v| at both ends is that function itself if v is not between the ends.
Otherwise their difference is the Green's function

    2 sinh(y1 - low) sinh(high - y2) / sinh h,  of y1 = min(y, v) and y2 = max(y, v),

which is at least zero and at most tanh(h/2). The combination that is 1 at both ends is at least
1/cosh(h/2). So the density is at least the combination of its values at the ends, and at most that
of its values with sinh(h/2) more for every sum between. With several queries the factors of a
product are combined one by one. A quotient of combinations with the same positive weights is at
most the largest quotient at the ends, which therefore bounds the lift of all outcomes between. The
error is of second order in h, as the chance of a sum between is of the first.

Tiles of outcomes are searched best first, with more answers in each, until their bounds suffice.
If all answers in a tile are taken its bound is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, pairwise, product
from math import comb, inf, log, log1p, prod
from typing import TypeAlias

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import BoolArray, FloatArray, IntArray
from pmlsym.laplace.results import ExactLeakage
from pmlsym.laplace.workload.point_grid import PointGrid

_POINTS = 2**13  # of a tile
_SIDES = 4  # pieces of an edge of a tile
_WIDEST = 300.0  # edges of a tile together, over the scale: no density there underflows
_NEGLIGIBLE = 45.0  # logarithm of what is left out, relative to the least density of a tile
_ULP = float(np.finfo(float).eps)
_TERM_WORK = 16  # nanoseconds for one of 3^m parts of a density
_TILES = 4  # to the power m: tiles of a typical search
_RECORD_WORK = 40  # nanoseconds to add a record to a histogram, for each class

Tile: TypeAlias = tuple[tuple[int, int], ...]  # the first and the last answer in each query


@dataclass(frozen=True)
class Terms:
    """The terms of the densities: their chances as logarithms, and their centres for each class.

    Parameters
    ----------
    chances : (V,) logarithms.
    centres : (k, V, m), in units of the scale.
    """

    chances: FloatArray
    centres: FloatArray

    def densities(self, points: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray]:
        """Return the densities at a grid of points, and with what bounds them in between.

        Parameters
        ----------
        points : for each query increasing numbers, in units of the scale.

        Returns
        -------
        densities, raised : (k, g_1, ..., g_m) up to a common factor.

        Examples
        --------
        >>> terms = Terms(np.zeros(1), np.array([[[1.0]]]))
        >>> densities, raised = terms.densities([np.array([0.0, 2.0])])
        >>> (densities / densities[0, 0]).round(4).tolist()
        [[1.0, 1.0]]
        >>> bool(raised[0, 0] / densities[0, 0] > 1 / np.exp(-1.0))  # the density at 1
        True
        """
        low, high = (np.array([axis[end] for axis in points]) for end in (0, -1))
        near = np.clip(self.centres, low, high)  # what is outside is the same from its end on
        weights = self.chances - np.abs(self.centres - near).sum(axis=2)
        weights -= weights.max()
        # no density is below e^-width
        kept = weights > -2 * float((high - low).sum()) - _NEGLIGIBLE
        sums = _Sums(points, self.centres, near, weights, kept)
        parts = sums.parts()
        exact, raised = parts[(slice(2),) * len(points)], parts
        for axis in range(len(points)):
            exact = sums.along(axis, exact)
        if not sums.are_between:
            return exact, exact
        for axis in range(len(points)):
            raised = sums.along(axis, raised)
        return exact, raised

    def at(self, outcome: FloatArray) -> FloatArray:
        """Return the densities of an outcome up to a common factor, shape (k,)."""
        logs = self.chances - np.abs(self.centres - outcome).sum(axis=2)
        found: FloatArray = np.exp(logs - logs.max()).sum(axis=1)
        return found


class _Sums:
    """Running sums of terms over a grid of points, query by query.

    Parameters
    ----------
    points : for each query increasing numbers.
    centres : (k, V, m) of the terms.
    near : the same, moved to the next place between the ends of the points.
    weights : (k, V) logarithms of the terms, as they are there.
    kept : (k, V) the terms to be summed.

    Attributes
    ----------
    are_between : whether a term is between two points of a query.
    """

    def __init__(
        self,
        points: Sequence[FloatArray],
        centres: FloatArray,
        near: FloatArray,
        weights: FloatArray,
        kept: BoolArray,
    ) -> None:
        self.weights = np.exp(weights[kept])
        self.shape = (len(kept), *(len(axis) + 1 for axis in points))
        self.offsets = [axis - (axis[0] + axis[-1]) / 2 for axis in points]
        self.raising = [np.sinh(np.diff(axis) / 2) for axis in points]
        # for each query what a term is by: its rise, its fall, and whether it is between two points
        self.factors: list[tuple[FloatArray, FloatArray, FloatArray]] = []
        places = [np.nonzero(kept)[0]]
        self.are_between = False
        for axis, column, close in zip(points, centres[kept].T, near[kept].T, strict=True):
            place = np.searchsorted(axis, column)
            rise = np.exp(close - (axis[0] + axis[-1]) / 2)
            last = len(axis) - 1
            between = (place > 0) & (place <= last) & (axis[np.minimum(place, last)] > column)
            self.are_between |= bool(between.any())
            self.factors.append((rise, 1 / rise, between.astype(float)))
            places.append(place)
        self.flat = np.ravel_multi_index(places, self.shape)

    def parts(self) -> FloatArray:
        """Return the sums of the terms between each two points, by one factor of each query.

        Shape (3, ..., 3, k, g_1 + 1, ..., g_m + 1): the factor of each query is the rise, the fall
        or one for the terms that are between two points.
        """
        queries = len(self.factors)
        found = np.empty((3,) * queries + self.shape)
        for kinds in product(range(3), repeat=queries):
            weights = self.weights
            for factors, kind in zip(self.factors, kinds, strict=True):
                weights = weights * factors[kind]
            sums = np.bincount(self.flat, weights, prod(self.shape))
            found[kinds] = sums.reshape(self.shape)
        return found

    def along(self, axis: int, parts: FloatArray) -> FloatArray:
        """Return the sums at the points of a query, from those of its two or three factors.

        With three of them, the sums are raised by what bounds them in between.
        """
        place = axis - len(self.factors)
        first = np.moveaxis(parts, place, 0)
        shape = (-1,) + (1,) * (first.ndim - 2)
        growth = np.exp(self.offsets[axis]).reshape(shape)
        below = np.array(first[:-1, 0], order="C")
        above = np.array(first[:0:-1, 1], order="C")
        _accumulate(below)
        _accumulate(above)
        below /= growth
        below += above[::-1] * growth
        if parts.shape[0] > 2:
            more = first[1:-1, 2] * self.raising[axis].reshape(shape)
            above[:-1], above[-1] = more, 0.0
            np.maximum(above[1:], more, out=above[1:])  # at the end of either cell
            below += above
        return np.moveaxis(below, 0, place)


def _accumulate(rows: FloatArray) -> None:
    """Replace rows by their running sums: long ones one by one, which numpy does by entry."""
    if len(rows) > rows[0].size:
        np.cumsum(rows, axis=0, out=rows)
        return
    for before, row in pairwise(rows):
        row += before


class CellGrid(PointGrid):
    """Intervals for the worst leakage from some of the answers of databases."""

    def work(self, n: int) -> int:
        """Return the approximate time of a narrow interval for n records in nanoseconds."""
        m, k = len(self.table), self.classes
        histograms = comb(n + k - 1, k - 1)
        outcomes = min(self._number(n), _POINTS * _TILES**m)
        work = n * _RECORD_WORK * histograms + 3**m * _TERM_WORK * (outcomes + histograms)
        return int(work * k)

    def memory(self, n: int) -> int:
        """Return the approximate memory for n records in bytes."""
        m, k = len(self.table), self.classes
        parts = (2 * 3**m + 8) * k * _POINTS
        return int(8 * (4 * k * (m + 2) * comb(n + k - 1, k - 1) + parts))

    def worst(self) -> tuple[float, tuple[float, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""
        found = self.within(0.0, 0.0)
        return float(found.leakage), tuple(map(float, found.outcome)), found.leaking

    def within(self, tolerance: float, enough: float) -> ExactLeakage:
        """Return an interval for the worst leakage with one more record, as far as time allows.

        It is no wider than a share `tolerance` of it, or ends at most at `enough`.
        """
        deadline.check()
        answers = self.answers()
        axes = [np.unique(column) for column in answers.T]
        terms = Terms(self.chances, answers[self.after().T] / self.scale)
        error = self.error(self.records + 1)
        search = Outcomes([axis / self.scale for axis in axes], terms, self.total, error)
        search.run(tolerance, enough)
        place = search.place
        outcome = tuple(float(axis[i]) for axis, i in zip(axes, place, strict=True))
        densities = terms.at(np.array(outcome) / self.scale)
        top = float(densities.max())
        change = float(self.total(densities - top)) / top
        small = change > -0.5  # then its digits are in the change
        least = max(0.0, -log1p(change) if small else -log(float(self.total(densities)) / top))
        leaking = int(np.argmax(densities))
        if search.upper <= search.best + error:
            return ExactLeakage(least, outcome, leaking)
        return ExactLeakage(max(search.upper, least), outcome, leaking, lower=least)

    def total(self, densities: FloatArray) -> FloatArray:
        """Return the mean of densities by the record's own prior, over the first axis."""
        if self.own is not None:
            return np.tensordot(np.asarray(self.own), densities, axes=1)
        mean: FloatArray = self.alpha * densities.sum(axis=0) + self.spare * densities.min(axis=0)
        return mean

    def error(self, n: int) -> float:
        """Return a bound on the rounding error of the leakages of n records.

        The logarithm of a chance has an error of two roundings for each record, an exponent one for
        each query and one for each class, and a running sum one for each of its terms. A leakage is
        the logarithm of a quotient of two such sums.
        """
        m, k = self.table.shape
        reach = n * float(np.abs(self.table).sum(axis=0).max()) / self.scale
        exponents = -2 * (n + 1) * n * log(self.alpha) + (m + k + 2) * reach
        terms = comb(n + k - 2, k - 1) + 2 * m * _POINTS ** (1 / m) + 20
        return float(2 * _ULP * (exponents + terms))


class Outcomes:
    """Best-first search for the worst outcome on tiles of the grid of all answers.

    Parameters
    ----------
    axes : for each query all answers, increasing, in units of the scale.
    terms : the terms of the densities at them.
    total : the mean of densities of all classes by the record's own prior, over the first axis.
    error : the rounding error up to which leakages are equal, in nats.

    Attributes
    ----------
    best : the largest leakage found.
    place : where it is.

    Examples
    --------
    >>> terms = Terms(np.zeros(1), np.array([[[0.0]], [[2.0]]]))
    >>> search = Outcomes([np.array([0.0, 2.0])], terms, lambda both: both.mean(axis=0), 1e-15)
    >>> search.run(0.0, 0.0)
    >>> search.place, round(search.best, 4), search.upper == search.best
    ((0,), 0.5662, True)
    """

    def __init__(
        self,
        axes: Sequence[FloatArray],
        terms: Terms,
        total: Callable[[FloatArray], FloatArray],
        error: float,
    ) -> None:
        self.axes = axes
        self.terms = terms
        self.total = total
        self.error = error
        self.best = 0.0
        self.place: tuple[int, ...] = ()
        self.heap: list[tuple[float, int, Tile]] = []
        self.pushed = count()
        self._push(tuple((0, len(axis) - 1) for axis in axes), inf)

    @property
    def upper(self) -> float:
        """A bound on the leakage of every outcome."""
        return max([self.best, *(-bound for bound, *_ in self.heap[:1])])

    def run(self, tolerance: float, enough: float) -> None:
        """Search until the bound suffices, or as long as time allows."""
        while self.heap and not self.place:
            self._decide_first()
        while self.heap and not deadline.passed():
            reached = max(self.best * (1 + tolerance), self.best + self.error, enough)
            if self.upper <= reached:
                break
            self._decide_first()

    def _push(self, tile: Tile, bound: float) -> None:
        heappush(self.heap, (-bound, next(self.pushed), tile))

    def _decide_first(self) -> None:
        """Replace the first tile by smaller ones, with bounds from densities at its answers."""
        negative, _, tile = heappop(self.heap)
        bound = -negative
        halves = self._halves(tile)
        if halves:
            for half in halves:
                self._push(half, bound)
            return
        chosen = self.chosen(tile)
        points = [axis[some] for axis, some in zip(self.axes, chosen, strict=True)]
        densities, raised = self.terms.densities(points)
        top = densities.max(axis=0)
        mean = self.total(densities / top)
        place = np.unravel_index(int(mean.argmin()), mean.shape)
        leakage = -log(mean[place])
        if leakage > self.best or not self.place:
            self.best = max(leakage, self.best)
            self.place = tuple(int(some[i]) for some, i in zip(chosen, place, strict=True))
        if all(len(some) > last - first for some, (first, last) in zip(chosen, tile, strict=True)):
            return
        bounds = np.log(raised.max(axis=0) / top) - np.log(mean)
        for piece, part in self.pieces(tile, chosen):
            self._push(piece, min(bound, float(bounds[part].max())))

    def _halves(self, tile: Tile) -> list[Tile]:
        """Return the halves of a tile that is too wide, none of another one."""
        edges = [
            axis[last] - axis[first] for axis, (first, last) in zip(self.axes, tile, strict=True)
        ]
        if sum(edges) <= _WIDEST:
            return []
        i = int(np.argmax(edges))
        axis, (first, last) = self.axes[i], tile[i]
        middle = int(np.searchsorted(axis, axis[first] / 2 + axis[last] / 2))
        middle = min(max(middle, first + 1), last)
        # between neighbouring answers the lift is monotone, so no outcome is lost
        return [(*tile[:i], half, *tile[i + 1 :]) for half in ((first, middle - 1), (middle, last))]

    def chosen(self, tile: Tile) -> list[IntArray]:
        """Return about as many answers in each query, all if there are few, else evenly spaced."""
        chosen: dict[int, IntArray] = {}
        room = float(_POINTS)
        for i in sorted(range(len(tile)), key=lambda i: tile[i][1] - tile[i][0]):
            first, last = tile[i]
            most = max(int(room ** (1 / (len(tile) - len(chosen)))), 3)
            chosen[i] = np.arange(first, last + 1)
            if len(chosen[i]) > most:
                axis = self.axes[i][first : last + 1]
                some = np.searchsorted(axis, np.linspace(axis[0], axis[-1], most))
                # one in the middle, so that pieces are smaller even if all are near the ends
                chosen[i] = first + np.unique([0, *some, (last - first) // 2, last - first])
            room /= len(chosen[i])
        return [chosen[i] for i in range(len(tile))]

    def pieces(
        self, tile: Tile, chosen: Sequence[IntArray]
    ) -> Iterator[tuple[Tile, tuple[slice, ...]]]:
        """Yield pieces of a tile, each with the chosen answers in it and at its ends."""
        edges: list[list[tuple[tuple[int, int], slice]]] = []
        for some, (first, last) in zip(chosen, tile, strict=True):
            ends = [0, len(some) - 1]
            if len(some) <= last - first:
                ends = np.unique(np.linspace(0, len(some) - 1, _SIDES + 1).astype(int)).tolist()
            starts = [first, *(int(some[end]) + 1 for end in ends[1:-1])]
            edges.append(
                [
                    ((start, int(some[after])), slice(before, after + 1))
                    for start, (before, after) in zip(starts, pairwise(ends), strict=True)
                ]
            )
        for combined in product(*edges):
            yield tuple(edge for edge, _ in combined), tuple(part for _, part in combined)
