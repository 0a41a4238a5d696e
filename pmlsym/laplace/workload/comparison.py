"""Comparison of the bounds on a workload, as functions of alpha, epsilon and the records."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import FloatArray, IntArray
from pmlsym.errors import InexactWarning
from pmlsym.exact import TableLike
from pmlsym.laplace.calibrate import calibrate
from pmlsym.laplace.parameters import as_number, check_alpha, check_positive, not_negative
from pmlsym.laplace.results import WorkloadBound
from pmlsym.laplace.workload.bounds import corner, dp, tilted, triangle, without_noise
from pmlsym.laplace.workload.finite_sample import exact_leakage
from pmlsym.laplace.workload.matrices import (
    as_workload,
    column_distances,
    haar,
    identity,
    random_ranges,
)
from pmlsym.laplace.workload.scale import smallest_scale

SIZE = 8  # m = k in the paper's figures
RANGE_SEEDS = (0, 1, 2)
_STEPS = 32  # of a bisection: nine digits, for plots
_LOOKED_AT = 1e-4  # nats, the gap of bounds in plots


def _within(until: float, what: str, work: Callable[[], None]) -> None:
    """Do work that replaces upper ends until a moment, and warn if some of them remain."""
    try:
        with deadline.ending(until):
            work()
    except deadline.TimeIsUp:
        if time.monotonic() < until:  # the limit of a caller
            raise
        message = f"{what} are upper ends: time_limit was reached."
        warnings.warn(message, InexactWarning, stacklevel=3)


@dataclass(frozen=True)
class FloorCurve:
    """Four bounds of one workload at one scale, for several floors alpha; nats."""

    name: str
    floors: list[float]
    corner: list[float]
    tilted: list[float]
    triangle: list[float]
    dp: float

    def as_dict(self) -> dict[str, object]:
        """Return the curve as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class NoiseCurve:
    """Four bounds of one workload at one floor alpha, for several scales of the noise; nats."""

    alpha: float
    scales: list[float]
    corner: list[float]
    tilted: list[float]
    triangle: list[float]
    dp: list[float]

    def as_dict(self) -> dict[str, object]:
        """Return the curve as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class ScaleCurve:
    """The scale that each bound requires for several levels epsilon, at one alpha.

    `leaks` is the exact leakage of one record at the scale that eq. (5) requires.
    """

    alpha: float
    levels: list[float]
    corner: list[float]
    tilted: list[float]
    triangle: list[float]
    dp: list[float]
    leaks: list[float]

    def as_dict(self) -> dict[str, object]:
        """Return the curve as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class RecordsCurve:
    """The exact leakage of n records between its bounds."""

    name: str
    records: list[int]
    exact: list[float]
    corner: float
    tilted: float
    triangle: float

    def as_dict(self) -> dict[str, object]:
        """Return the curve as plain data."""
        return asdict(self)


def figure_workloads(size: int = SIZE) -> dict[str, IntArray]:
    """Return the workloads of Figure 1 of `linear`; its random ranges for several seeds.

    Examples
    --------
    >>> list(figure_workloads())[:2]
    ['histogram', 'ranges, seed 0']
    """
    ranges = {f"ranges, seed {seed}": random_ranges(size, size, seed) for seed in RANGE_SEEDS}
    return {"histogram": identity(size)} | ranges | {"Haar": haar(size)}


def leakage_curve(
    name: str,
    workload: TableLike,
    scale: float = 1.0,
    floors: Sequence[float] | None = None,
    time_limit: float = math.inf,
) -> FloorCurve:
    """Evaluate the four bounds for several floors.

    Parameters
    ----------
    name : the name in the legend.
    workload : (m, k)
    scale : the scale b of the noise.
    floors : values of alpha; 25 up to 1/k if not given.
    time_limit : seconds, shared by the searches; then `corner` is a lower end of its bound, and
        `tilted` an upper end.

    Examples
    --------
    >>> curve = leakage_curve("Haar", haar(8), floors=[0.05, 0.125])
    >>> [round(high - low, 4) for low, high in zip(curve.corner, curve.triangle)]
    [0.2089, 0.2137]
    """
    classes = as_workload(workload).shape[1]
    chosen = list(floors) if floors is not None else np.geomspace(1e-3, 1 / classes, 25).tolist()
    chosen = [min(float(floor), 1 / classes) for floor in chosen]
    seconds = deadline.shares(2 * len(chosen), not_negative("time_limit", time_limit))
    return FloorCurve(
        name,
        chosen,
        [corner(workload, floor, scale, time_limit=next(seconds)).lower for floor in chosen],
        [tilted(workload, floor, scale, time_limit=next(seconds)).leakage for floor in chosen],
        [triangle(workload, floor, scale).leakage for floor in chosen],
        dp(workload, scale),
    )


def noise_curve(workload: TableLike, alpha: float, scales: Sequence[float]) -> NoiseCurve:
    """Evaluate the four bounds for several scales of the noise.

    Parameters
    ----------
    workload : (m, k)
    alpha : the floor of the class probabilities.
    scales : values of b; the tilted bound is within 1e-4 nats, enough for a curve.

    Examples
    --------
    >>> curve = noise_curve([[0, 3, 3], [0, 1, -1]], 1 / 3, [0.5, 2.0])
    >>> all(c <= t <= u <= d for c, t, u, d in zip(
    ...     curve.corner, curve.tilted, curve.triangle, curve.dp, strict=True))
    True
    """
    return NoiseCurve(
        alpha,
        [float(scale) for scale in scales],
        [corner(workload, alpha, scale).lower for scale in scales],
        [tilted(workload, alpha, scale, _LOOKED_AT).leakage for scale in scales],
        [triangle(workload, alpha, scale).leakage for scale in scales],
        [dp(workload, scale) for scale in scales],
    )


def scale_curve(
    workload: TableLike,
    alpha: float,
    levels: Sequence[float] | None = None,
    time_limit: float = math.inf,
) -> ScaleCurve:
    """Return the scale that each bound requires, for several levels epsilon below log(1/alpha).

    Parameters
    ----------
    workload : (m, k)
    alpha : the floor of the class probabilities.
    levels : values of epsilon; 24 up to 0.98 log(1/alpha) if not given. The scale is 0, with a
        warning, where the answers without noise leak no more.
    time_limit : seconds after which no more scales are searched. Those of the triangle bound, which
        no other bound exceeds, stand in for them, with a warning.

    Warns
    -----
    InexactWarning
        If the limit is reached.

    Examples
    --------
    >>> curve = scale_curve(haar(8), 0.05, [1.0])
    >>> curve.corner[0] < curve.triangle[0] < curve.dp[0], curve.leaks[0] > 1.0
    (True, True)
    """
    whole = dp(workload, 1.0)
    check_alpha(alpha, as_workload(workload).shape[1])
    alpha = as_number("alpha", alpha)
    if levels is None:
        levels = np.linspace(0.2, 0.98 * -np.log(alpha), 24).tolist()
    triangles = [float(calibrate(level, alpha, workload=workload)) for level in levels]

    until = time.monotonic() + not_negative("time_limit", time_limit)

    def scales(bound: Callable[[TableLike, float, float], WorkloadBound]) -> list[float]:
        def holds(scale: float, level: float) -> bool:
            lower = bound(workload, alpha, scale).lower
            deadline.check()  # a search that was cut short does not count
            return lower <= level

        found = list(triangles)

        def search() -> None:
            for place, (level, most) in enumerate(zip(levels, triangles, strict=True)):
                if most:  # else no bound needs noise
                    safe = partial(holds, level=level)
                    found[place] = smallest_scale(safe, most, most / 1000, _STEPS)

        _within(until, "Scales", search)
        return found

    corners = scales(corner)
    unperturbed = without_noise(column_distances(as_workload(workload)), alpha)
    return ScaleCurve(
        alpha,
        [float(level) for level in levels],
        corners,
        scales(tilted),
        triangles,
        [whole / level for level in levels],
        [triangle(workload, alpha, scale).leakage if scale else unperturbed for scale in corners],
    )


def records_curve(
    name: str,
    workload: TableLike,
    alpha: float,
    scale: float,
    records: Sequence[int] = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200),
    time_limit: float = math.inf,
) -> RecordsCurve:
    """Evaluate the exact leakage for several numbers of records, the others uniform.

    Parameters
    ----------
    name : of the workload.
    workload : (m, k)
    alpha : the floor of the class probabilities.
    scale : the scale b of the noise.
    records : numbers n of records.
    time_limit : seconds after which no more leakages are computed, fewer records first. The others
        are the least upper bound that is known, as another record never adds leakage, with a
        warning; the bounds of the workload are what `corner` and `tilted` have reached.

    Raises
    ------
    ParameterError
        If an argument is out of range.

    Warns
    -----
    InexactWarning
        If a limit is reached.

    Examples
    --------
    >>> curve = records_curve("two queries", [[0, 3, 3], [0, 1, -1]], 1 / 3, 1.0, [1, 10])
    >>> curve.triangle > curve.exact[1] > curve.tilted > curve.corner
    True
    >>> abs(curve.triangle - curve.exact[0]) < 1e-12
    True
    """
    until = time.monotonic() + not_negative("time_limit", time_limit)
    most = triangle(workload, alpha, scale).leakage
    found: dict[int, float] = {}

    def evaluate() -> None:
        for n in sorted(set(records)):
            found[n] = float(exact_leakage(workload, alpha, scale, n))

    _within(until, "Leakages of more records", evaluate)
    upper = min([most, *found.values()])
    left = min(60.0, max(0.0, until - time.monotonic()))
    return RecordsCurve(
        name,
        list(records),
        [found.get(n, upper) for n in records],
        corner(workload, alpha, scale, time_limit=left).lower,
        tilted(workload, alpha, scale, time_limit=left).leakage,
        most,
    )


@dataclass(frozen=True)
class OutcomeCurve:
    """The leakage at each outcome of one query, for several numbers of records."""

    outcomes: list[float]
    leakage: dict[int, list[float]]
    corner: float
    triangle: float
    least: float
    most: float

    def as_dict(self) -> dict[str, object]:
        """Return the curve as plain data."""
        return asdict(self)


def outcome_curve(
    query: Sequence[float],
    alpha: float,
    scale: float,
    records: Sequence[int] = (1, 2, 5),
    time_limit: float = math.inf,
) -> OutcomeCurve:
    """Evaluate the leakage at every outcome of one query, from the densities.

    Parameters
    ----------
    query : (k,) the answer of each class.
    alpha : the floor of the record's own prior, which is the worst one; others are uniform.
    scale : the scale b of the noise.
    records : numbers n of records. Outcomes are y/n, so that their ranges coincide.
    time_limit : seconds after which no more numbers of records are evaluated. The triangle bound
        stands in for their leakages, with a warning.

    Warns
    -----
    InexactWarning
        If the limit is reached.

    Examples
    --------
    >>> curve = outcome_curve([0, 0, 1, 2, 2], 0.2, 0.7213475, [1])
    >>> round(max(curve.leakage[1]), 3), round(curve.corner, 3), round(curve.triangle, 3)
    (0.916, 0.744, 0.916)
    """
    until = time.monotonic() + not_negative("time_limit", time_limit)
    row = [list(query)]
    low, high = corner(row, alpha, scale).lower, triangle(row, alpha, scale).leakage
    alpha, scale = as_number("alpha", alpha), as_number("scale", scale)
    check_positive("scale", scale)  # refuses scales that underflow
    answers = np.asarray(query, dtype=float)
    width = float(np.ptp(answers)) or 1.0
    grid = np.linspace(answers.min() - 0.75 * width, answers.max() + 0.75 * width, 501)
    leakage = {n: [high] * len(grid) for n in records}

    def evaluate() -> None:
        for n in records:
            sums: FloatArray = np.zeros(1)
            chances: FloatArray = np.ones(1)
            for _ in range(n - 1):
                deadline.check()
                all_sums: FloatArray = np.add.outer(sums, answers).ravel()
                sums, inverse = np.unique(all_sums, return_inverse=True)
                shares = np.repeat(chances, answers.size) / answers.size
                chances = np.bincount(inverse, shares).astype(float)
            gaps = np.abs(n * grid[:, None, None] - sums[:, None] - answers) / scale
            noise = np.exp(gaps.min(axis=(1, 2), keepdims=True) - gaps)
            density = np.einsum("ysk,s->yk", noise, chances)
            spare = max(1 - answers.size * alpha, 0.0)
            with np.errstate(divide="ignore"):  # in logarithms, as alpha may be tiny
                terms = np.log([alpha, spare])[:, None] + np.log([density.sum(1), density.min(1)])
            leakage[n] = (np.log(density.max(axis=1)) - np.logaddexp(*terms)).tolist()

    _within(until, "Leakages", evaluate)
    return OutcomeCurve(
        grid.tolist(),
        leakage,
        low,
        high,
        float(answers.min()),
        float(answers.max()),
    )
