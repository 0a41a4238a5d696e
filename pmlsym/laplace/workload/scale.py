"""Calibration: the smallest scale of the noise for a level of leakage of a workload."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Sequence
from functools import cache, cached_property

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import FloatArray
from pmlsym.errors import InexactWarning, ParameterError, VacuousGuaranteeWarning
from pmlsym.exact import Number, TableLike
from pmlsym.given import brief, refused, with_noun
from pmlsym.laplace.parameters import (
    check_alpha,
    is_worst,
    not_negative,
    over_arrays,
    positive_float,
    suffices_unperturbed,
)
from pmlsym.laplace.results import ExactLeakage
from pmlsym.laplace.workload.bounds import least_alike, tilted, triangle_levels
from pmlsym.laplace.workload.finite_sample import (
    Others,
    are_worst,
    check_others,
    compared_with_level,
    lattice_of,
    leakage_without_noise,
    worst_outcome,
)
from pmlsym.laplace.workload.grid import MOST_SECONDS
from pmlsym.laplace.workload.matrices import as_workload, column_distances

_EPS = float(np.finfo(float).eps)
_ROUNDING = 16 * _EPS  # relative error of a leakage in floats, at most
_LOG_ROUNDING = 4 * _EPS  # error of a log-density for each record, at most
_EXACT_STEPS = 5  # few, as exact leakages are expensive
_PRECISE = 1e-11  # relative error of the smallest scale found by a search
_WIDE = 0.01  # largest relative gap of a leakage that decides about a scale
_SHARES = 0.02, 0.0  # by which scales are above the smallest beside some priors
_COARSER = 0.006, 0.002  # the same, where limits leave the smallest one undecided
_QUICK = 1  # second for a leakage beside some of the priors that may be the worst
_NEAR = 1e-9  # relative distance from a scale within which the smallest one is searched


def workload_scale(
    epsilon: Number | FloatArray,
    alpha: Number | FloatArray,
    workload: TableLike,
    bound: str,
    n: int | None,
    others: Others,
    time_limit: float | None = None,
) -> float | FloatArray:
    """Return the smallest safe scale; the public function is `pmlsym.laplace.calibrate`.

    Examples
    --------
    >>> round(workload_scale(1.0, 0.1, [[1, 0], [0, 1]], "triangle", None, "worst"), 4)
    1.6504
    """
    if bound not in ("triangle", "tilted"):
        unsafe = (
            " is no upper bound on the leakage" if bound == "corner" else " is not a safe bound"
        )
        raise ParameterError(
            f"bound {bound!r}{unsafe}: calibrate with 'triangle', or with 'tilted' for a given n."
        )
    table = as_workload(workload)
    if bound == "tilted" and n is None:
        raise ParameterError(
            "tilted is the limit for many records and safe for no finite number by itself: give n, "
            "and the exact leakage of n records is used."
        )
    if bound == "triangle" and n is not None:
        raise refused("n", n, "left out for the triangle bound, which holds for every n")
    if bound == "triangle" and not is_worst(others):
        raise refused("others", others, "left out for the triangle bound, which holds for all")
    until = math.inf
    if time_limit is not None:
        until = time.monotonic() + not_negative("time_limit", time_limit)
    with np.errstate(over="ignore"):
        distances = column_distances(table)
    if not np.isfinite(distances).all():
        raise ParameterError(
            "workload entries are so large that floats do not hold how far classes are apart: "
            "rescale them."
        )

    scales, alike = _TriangleScales(distances), least_alike(distances)

    def scale(epsilon: Number, alpha: Number) -> float:
        level = positive_float("epsilon", epsilon)
        check_alpha(alpha, table.shape[1])
        floor = positive_float("alpha", alpha)
        if n is not None:
            check_others(others, n, table.shape[1], alpha)
        lowered = level * (1 - _ROUNDING)
        found = 0.0
        if alike < table.shape[1] and not suffices_unperturbed(epsilon, alpha, alike):
            safe = scales.start(lowered) * (1 + _NEAR)
            if n is not None:  # then this one is not timed, so that it is there when time is up
                safe = scales.smallest(lowered, floor)

            def search(shown: list[float]) -> float:
                if n is None:
                    return scales.smallest(lowered, floor)
                none = scales.none
                return _searched_scale(lowered, floor, workload, n, others, safe, none, shown)

            found = _in_time(search, safe, level, floor, until)
        if found == 0:
            records = "" if n is None else f" of {with_noun(n, 'record')}"
            warnings.warn(
                f"epsilon = {level:g} is at least what the answers{records} leak without any noise "
                f"for alpha = {floor:g}, so the scale is 0 and no noise is added.",
                VacuousGuaranteeWarning,
                stacklevel=5,
            )
        return found

    return over_arrays(scale, epsilon, alpha)


def negligible_scale(distances: FloatArray) -> float:
    """Return a scale without effect: at a thousandth of the least distance densities are e^-1000.

    Examples
    --------
    >>> negligible_scale(np.array([[0.0, 2.0], [2.0, 0.0]]))
    0.002
    """
    least = float(distances[distances > 0].min()) / 1000
    return max(least, float(distances.max()) * 1e-90, float(np.finfo(float).tiny))


class _TriangleScales:
    """The smallest scales for the triangle bound.

    A class that leaks more than the level at a scale needs a larger one, which its own distances
    give. So the scale of the worst class is taken until no class leaks more: each time all pairs of
    classes are looked at once. The worst class of a level is the first that is tried for the next.

    Parameters
    ----------
    distances : (k, k) between the columns.

    Examples
    --------
    >>> scales = _TriangleScales(np.array([[0.0, 2.0], [2.0, 0.0]]))
    >>> round(scales.smallest(1.0, 0.1), 4)
    1.6504
    """

    def __init__(self, distances: FloatArray) -> None:
        self.distances = distances
        self.farthest = float(distances.max())
        self.worst = int(distances.sum(axis=1).argmax())

    @cached_property
    def none(self) -> float:
        """A scale without effect."""
        return negligible_scale(self.distances)

    def start(self, level: float) -> float:
        """Return a scale that is safe up to rounding, as no leakage exceeds distances over it."""
        found = max(self.farthest / level, self.none)  # which may underflow
        if not found < 1e300:
            raise ParameterError(
                f"epsilon is {level:g}: no float is as large as the noise it needs."
            )
        return found

    def smallest(self, level: float, floor: float) -> float:
        """Return the smallest scale at which the triangle bound is at most a level above 0."""
        scale, step = self._of_class(self.worst, level, floor), _EPS
        while True:
            deadline.check()
            levels = triangle_levels(self.distances / scale, floor)
            worst = int(levels.argmax())
            if levels[worst] <= level:
                return scale
            alone = self._of_class(worst, level, floor)
            if alone <= scale:  # by rounding
                alone, step = scale * (1 + step), 2 * step
            scale, self.worst = alone, worst

    def _of_class(self, r: int, level: float, floor: float) -> float:
        """Return the smallest scale at which one class leaks at most the level."""
        from scipy.optimize import brentq

        distances, none, start = self.distances[r : r + 1], self.none, self.start(level)

        def excess(scale: float) -> float:
            return float(triangle_levels(distances / scale, floor)[0]) - level

        # a little wider, for the rounding of e^log x
        around = np.log(none) - _NEAR, np.log(start) + _NEAR
        if none < start and excess(none) > 0 > excess(start):
            near = float(np.exp(brentq(lambda x: excess(np.exp(x)), *around)))
            start, none = near * (1 + _NEAR), near * (1 - _NEAR)
        return smallest_scale(lambda scale: excess(scale) <= 0, start, none)


def _in_time(
    search: Callable[[list[float]], float], safe: float, level: float, floor: float, until: float
) -> float:
    """Return the smallest scale, at most one that is known to be safe.

    If time is up, it is the least of the scales of which the search has shown that they are safe,
    which it appends to the list that it is called with.
    """
    shown = [safe]
    try:
        with deadline.ending(until):
            return search(shown)
    except deadline.TimeIsUp:
        if time.monotonic() < until:  # the limit of somebody else
            raise
        warnings.warn(
            f"The scale {min(shown):.6g} is safe for epsilon = {level:g} and alpha = {floor:g}, "
            "but a smaller one may be: time_limit was reached.",
            InexactWarning,
            stacklevel=6,
        )
        return min(shown)


def _searched_scale(
    level: float,
    floor: float,
    workload: TableLike,
    n: int,
    others: Others,
    safe: float,
    none: float,
    shown: list[float],
) -> float:
    """Return the smallest scale for n records, and append every safe one to those shown.

    It is 0 if the answers are safe without noise: more records than one can hide a class.
    """
    table = as_workload(workload)
    # No number of records leaks less than the tilted bound, so no smaller scale is safe. Often it
    # equals the triangle bound, and no search is needed.
    if tilted(table, floor, safe * (1 - _NEAR)).lower > level:
        return safe
    least = smallest_scale(lambda b: tilted(table, floor, b).lower <= level, safe, none)
    if least == none:
        unperturbed = leakage_without_noise(workload, floor, n, others)
        if unperturbed + _LOG_ROUNDING * (n + 1) <= level:
            return 0.0
        # sums of several columns may be closer to each other than columns are
        least = min(least, float(min(row.unit for row in lattice_of(workload))) / 1000)
    search = _RecordsScale(level, floor, workload, n)
    if n > 1 and are_worst(others, table.shape[1], floor):
        return search.beside_worst(least, shown)
    return search.beside(others, least, safe, shown)


class _RecordsScale:
    """Search for the smallest scale of n records, whose leakage falls continuously with it.

    Parameters
    ----------
    level, floor, workload, n : of the release.
    """

    def __init__(self, level: float, floor: float, workload: TableLike, n: int) -> None:
        self.level, self.floor, self.workload, self.n = level, floor, workload, n
        table = as_workload(workload)
        self.classes = table.shape[1]
        # of all records, beyond which nothing changes
        self.reach = n * float(np.ptp(table, axis=1).sum())
        self.width = _PRECISE  # relative, of the last intervals: a scale is no more precise

    def beside(
        self, others: Others, least: float, safe: float, shown: list[float], quick: bool = False
    ) -> float:
        """Return the smallest scale beside given priors, in a range whose upper end is safe.

        Safe scales are appended to those shown. A quick search takes intervals of a leakage, if it
        takes long, and leaves twice the room for rounding below the level.
        """
        from scipy.optimize import brentq

        margin, times = (2, (_QUICK, MOST_SECONDS)) if quick else (1, (MOST_SECONDS,))
        widths = [_PRECISE]

        @cache
        def excess(scale: float) -> float:
            for seconds in times:
                deadline.check()
                found = worst_outcome(
                    self.workload, self.floor, scale, self.n, others, most_seconds=seconds
                )
                deadline.check()  # an interval that time has ended says nothing about n
                if found.gap <= _WIDE * float(found.leakage):
                    break
            else:
                raise self._too_wide(found, scale)
            widths.append(found.gap / float(found.leakage))
            above = float(found.leakage) - self._level_at(scale, margin)
            if above <= 0:
                shown.append(scale)
            return above

        if excess(safe) >= 0:  # by rounding alone: every number of records leaks at most the level
            return safe
        below = safe
        while below > least and excess(below) <= 0:
            below = max(least, below / 2)
        least = below
        if excess(least) > 0:
            self.width = width = max(widths)
            near = float(brentq(excess, least, safe, xtol=width * least, rtol=width))
            if quick or width > _PRECISE:
                return min([safe, *shown])
            safe, least = min(safe, near * (1 + width)), max(least, near * (1 - width))
        return smallest_scale(lambda b: excess(b) <= 0, safe, least, _EXACT_STEPS)

    def beside_worst(self, least: float, shown: list[float]) -> float:
        """Return the smallest scale beside the worst priors, above the least one.

        If some priors leak more than the level at a scale, the smallest scale beside these is
        taken, which is much less work than all priors are. These are then only looked at to decide
        about the level, at scales that come nearer to that one. Safe scales are appended to those
        shown, of which there is one.
        """
        scale = max(least, shown[0] / 2)
        while (found := self._compared(scale, shown)).leakage <= self._level_at(scale):
            if scale <= least:
                return scale
            scale = max(least, scale / 2)
        smallest, shares = scale, list(_SHARES)
        while True:
            if found.others is not None:
                case = self._favouring(found.others)
                alone = self.beside(case, smallest, min(shown), [], quick=True)
            if found.others is None or alone <= scale:
                break
            smallest = alone
            while shares:
                scale = smallest * (1 + shares[0])
                if scale < min(shown):
                    found = self._compared(scale, shown)
                    if found.leakage > self._level_at(scale):
                        break
                del shares[0]
            else:
                return self._smallest(shown)
        # limits, or rounding, leave it undecided
        self.width = max(self.width, found.gap / float(found.leakage))
        for share in (_NEAR,) if self.width <= _NEAR else _COARSER:
            if scale * (1 + share) < min(shown):
                self._compared(scale * (1 + share), shown)
        if len(shown) == 1 and self.width > _WIDE:
            raise self._too_wide(found, scale)
        return self._smallest(shown)

    def _level_at(self, scale: float, margin: int = 1) -> float:
        """Return the level less the rounding of leakages at a scale."""
        return self.level - margin * _LOG_ROUNDING * (self.n + 1) * (1 + self.reach / scale)

    def _compared(self, scale: float, shown: list[float]) -> ExactLeakage:
        """Return an interval that decides whether the scale is safe beside the worst priors."""
        deadline.check()
        level = self._level_at(scale)
        found = compared_with_level(self.workload, self.floor, scale, self.n, level)
        deadline.check()
        if found.leakage <= level:
            shown.append(scale)
        return found

    def _favouring(self, classes: Sequence[int]) -> list[list[float]]:
        """Return the priors that give all excess over alpha to the classes."""
        spare = 1 - self.classes * self.floor
        return [[self.floor + spare * (i == j) for i in range(self.classes)] for j in classes]

    def _smallest(self, shown: list[float]) -> float:
        """Return the smallest scale shown, with a warning if intervals were too wide."""
        if self.width > _NEAR:
            warnings.warn(
                f"The scale {min(shown):.6g} is safe for epsilon = {self.level:g} and alpha = "
                f"{self.floor:g}, but a smaller one may be: in the time allowed leakages of "
                f"{brief(self.n)} records are known up to a share of {self.width:.1g} only.",
                InexactWarning,
                stacklevel=10,
            )
        return min(shown)

    def _too_wide(self, found: ExactLeakage, scale: float) -> ParameterError:
        leakage = float(found.leakage)
        return ParameterError(
            f"n is {brief(self.n)}, but of so many records no more is known in the time allowed "
            f"than that they leak between {leakage - found.gap:.6g} and {leakage:.6g} nats at "
            f"the scale {scale:.6g}: take fewer records, give others, or use the triangle "
            "bound, which holds for any number of records."
        )


def smallest_scale(
    safe: Callable[[float], bool], start: float, least: float, steps: int = 2000
) -> float:
    """Return the smallest safe scale by bisection; the result was tested to be safe.

    Parameters
    ----------
    safe : returns whether a scale is safe; all scales above a safe one are.
    start : a scale that is safe up to rounding.
    least : a lower end of the search.
    steps : the largest number of halvings.

    Examples
    --------
    >>> smallest_scale(lambda b: b >= 3.0, start=8.0, least=1e-3)
    3.0
    """
    high, step = start, 1e-15
    while not safe(high):  # only to make up for rounding
        high *= 1 + step
        step *= 4
    if least >= high or safe(least):
        return min(least, high)
    low = max(least, high / 2)
    while low > least and safe(low):
        high, low = low, max(least, low / 2)
    for _ in range(steps):
        middle = low + (high - low) / 2
        if not low < middle < high:
            break
        if safe(middle):
            high = middle
        else:
            low = middle
    return high
