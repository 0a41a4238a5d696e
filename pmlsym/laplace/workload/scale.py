"""Calibration: the smallest scale of the noise for a level of leakage of a workload."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
from functools import cache

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
from pmlsym.laplace.workload.bounds import least_alike, tilted, triangle, triangle_levels
from pmlsym.laplace.workload.finite_sample import (
    Others,
    check_others,
    lattice_of,
    leakage_without_noise,
    worst_outcome,
)
from pmlsym.laplace.workload.matrices import as_workload, column_distances

_ROUNDING = 16 * float(np.finfo(float).eps)  # relative error of a leakage in floats, at most
_LOG_ROUNDING = 4 * float(np.finfo(float).eps)  # error of a log-density for each record, at most
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
    if bound == "triangle" and time_limit is not None:
        raise refused("time_limit", time_limit, "left out for the triangle bound, which is fast")
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

    def scale(epsilon: Number, alpha: Number) -> float:
        level = positive_float("epsilon", epsilon)
        check_alpha(alpha, table.shape[1])
        floor = positive_float("alpha", alpha)
        if n is not None:
            check_others(others, n, table.shape[1], alpha)
        alike = least_alike(distances)
        lowered = level * (1 - _ROUNDING)
        found = 0.0
        if alike < table.shape[1] and not suffices_unperturbed(epsilon, alpha, alike):
            found = _triangle_scale(lowered, floor, table, distances)
            if n is not None:
                none = negligible_scale(distances)
                found = _exact_scale(lowered, floor, workload, n, others, found, none, until)
        if found == 0:
            records = "" if n is None else f" of {with_noun(n, 'record')}"
            warnings.warn(
                f"epsilon = {level:g} is at least what the answers{records} leak without any noise "
                f"for alpha = {floor:g}, so the scale is 0 and no noise is added.",
                VacuousGuaranteeWarning,
                stacklevel=4,
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


def _triangle_scale(level: float, floor: float, table: FloatArray, distances: FloatArray) -> float:
    """Return the smallest scale at which the triangle bound is at most a level above 0."""
    from scipy.optimize import brentq

    none = negligible_scale(distances)
    start = max(float(distances.max()) / level, none)  # which may underflow
    if not start < 1e300:
        raise ParameterError(f"epsilon is {level:g}: no float is as large as the noise it needs.")

    def excess(scale: float) -> float:
        return float(triangle_levels(distances / scale, floor).max()) - level

    # a little wider, for the rounding of e^log x
    around = np.log(none) - _NEAR, np.log(start) + _NEAR
    if none < start and excess(none) > 0 > excess(start):
        near = float(np.exp(brentq(lambda x: excess(np.exp(x)), *around)))
        start, none = near * (1 + _NEAR), near * (1 - _NEAR)
    # A class that leaks less than the level at the lower end also does at every larger scale.
    leaking = triangle_levels(distances / none, floor) > level

    def safe(scale: float) -> bool:
        some = distances[leaking] / scale
        return bool((triangle_levels(some, floor) <= level).all())

    scale = smallest_scale(safe, start, none)
    step = float(np.finfo(float).eps)
    while triangle(table, floor, scale).leakage > level:  # whose rounding differs slightly
        scale *= 1 + step
        step *= 2
    return scale


def _exact_scale(
    level: float,
    floor: float,
    workload: TableLike,
    n: int,
    others: Others,
    safe: float,
    none: float,
    until: float,
) -> float:
    """Return the smallest scale for n records, at most the one that is safe for any number.

    It is 0 if the answers are safe without noise: more records than one can hide a class. If time
    is up, it is the least of the scales of which the search has shown that they are safe.
    """
    shown = [safe]
    try:
        with deadline.ending(until):
            return _searched_scale(level, floor, workload, n, others, safe, none, shown)
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
    """Return the smallest scale for n records, and append every safe one to those shown."""
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
