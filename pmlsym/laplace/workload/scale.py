"""Calibration: the smallest scale of the noise for a level of leakage of a workload."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
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
from pmlsym.laplace.workload.bounds import least_alike, tilted, triangle_levels
from pmlsym.laplace.workload.finite_sample import (
    Others,
    check_others,
    lattice_of,
    leakage_without_noise,
    worst_outcome,
)
from pmlsym.laplace.workload.matrices import as_workload, column_distances

_EPS = float(np.finfo(float).eps)
_ROUNDING = 16 * _EPS  # relative error of a leakage in floats, at most
_LOG_ROUNDING = 4 * _EPS  # error of a log-density for each record, at most
_EXACT_STEPS = 5  # few, as exact leakages are expensive
_PRECISE = 1e-11  # relative error of the smallest scale found by a search
_WIDE = 0.01  # largest relative gap of a leakage that decides about a scale
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
    from scipy.optimize import brentq

    table = as_workload(workload)
    # No number of records leaks less than the tilted bound, so no smaller scale is safe. Often it
    # equals the triangle bound, and no search is needed.
    if tilted(table, floor, safe * (1 - _NEAR)).lower > level:
        return safe
    least = smallest_scale(lambda b: tilted(table, floor, b).lower <= level, safe, none)

    reach = n * float(np.ptp(table, axis=1).sum())  # of all records, beyond which nothing changes

    @cache
    def excess(scale: float) -> float:
        deadline.check()
        found = worst_outcome(workload, floor, scale, n, others)
        deadline.check()  # an interval that time has ended says nothing about n
        leakage = float(found.leakage)
        if found.gap > _WIDE * leakage:
            raise ParameterError(
                f"n is {brief(n)}, but of so many records no more is known in the time allowed "
                f"than that they leak between {leakage - found.gap:.6g} and {leakage:.6g} nats at "
                f"the scale {scale:.6g}: take fewer records, give others, or use the triangle "
                "bound, which holds for any number of records."
            )
        above = leakage + _LOG_ROUNDING * (n + 1) * (1 + reach / scale) - level
        if above <= 0:
            shown.append(scale)
        return above

    if least == none:
        unperturbed = leakage_without_noise(workload, floor, n, others)
        if unperturbed + _LOG_ROUNDING * (n + 1) <= level:
            return 0.0
        # sums of several columns may be closer to each other than columns are
        least = min(least, float(min(row.unit for row in lattice_of(workload))) / 1000)
        below = safe
        while below > least and excess(below) <= 0:
            below = max(least, below / 2)
        least = below
    if excess(safe) >= 0:  # by the rounding alone: every number of records leaks at most the level
        return safe
    if excess(least) > 0:  # the leakage falls continuously with the scale
        near = float(brentq(excess, least, safe, xtol=_PRECISE * least, rtol=_PRECISE))
        safe, least = min(safe, near * (1 + _PRECISE)), max(least, near * (1 - _PRECISE))
    return smallest_scale(lambda b: excess(b) <= 0, safe, least, _EXACT_STEPS)


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
