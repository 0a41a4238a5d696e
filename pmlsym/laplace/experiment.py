"""The utility experiment of `histogram`, Figure 1: PML noise against DP noise at equal epsilon."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from pmlsym import deadline
from pmlsym.arrays import FloatArray, IntArray
from pmlsym.errors import InexactWarning
from pmlsym.given import refused, whole, with_noun
from pmlsym.laplace.calibrate import calibrate
from pmlsym.laplace.parameters import as_number, check_positive, not_negative

RECORDS = 1000
REPETITIONS = 10_000
MOST = 10**6  # records, or repetitions, within memory
BLOCK = 500_000  # counts that are drawn at a time
LEVELS = tuple(float(level) for level in np.geomspace(0.05, 1.8, 9).round(3))
FLOORS = MappingProxyType({5: (0.05, 0.1, 0.15), 10: (0.02, 0.05, 0.1)})
FIXED_FLOOR = 0.05
BINS = tuple(range(2, 21, 2))
FIXED_LEVELS = (0.1, 0.3, 1.0)
LARGEST = float(np.nextafter(2.0**63, 0.0))  # the largest float that is a 64-bit integer


@dataclass(frozen=True)
class Setting:
    """The setting of one experiment: bins, level epsilon, and alpha, which is None for DP noise."""

    panel: Literal["a", "b"]
    bins: int
    epsilon: float
    alpha: float | None

    @property
    def scale(self) -> float:
        """The scale of the noise for the level."""
        if self.alpha is None:
            return 2 / self.epsilon
        return float(calibrate(self.epsilon, self.alpha, self.bins))


@dataclass(frozen=True)
class MeanDistance:
    """The total variation distance in one setting: its mean and its standard deviation."""

    setting: Setting
    mean: float
    deviation: float
    repetitions: int

    def as_dict(self) -> dict[str, object]:
        """Return the result as plain data."""
        return asdict(self.setting) | {
            "noise": "dp" if self.setting.alpha is None else "pml",
            "scale": self.setting.scale,
            "mean": self.mean,
            "deviation": self.deviation,
            "repetitions": self.repetitions,
        }


def figure_1_settings() -> list[Setting]:
    """Return the settings of both panels of Figure 1.

    Examples
    --------
    >>> {setting.panel for setting in figure_1_settings()} == {"a", "b"}
    True
    """
    found = [
        Setting("a", bins, level, alpha)
        for bins, floors in FLOORS.items()
        for alpha in (None, *floors)
        for level in LEVELS
    ]
    found += [
        Setting("b", bins, level, alpha)
        for level in FIXED_LEVELS
        for alpha in (None, FIXED_FLOOR)
        for bins in BINS
    ]
    return found


def utility_experiment(
    settings: Sequence[Setting] | None = None,
    records: int = RECORDS,
    repetitions: int = REPETITIONS,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    time_limit: float = math.inf,
) -> list[MeanDistance]:
    """Run every setting: draw data, add noise, clip, round, measure the distance.

    Parameters
    ----------
    settings : the settings to run; by default those of Figure 1.
    records : the number n of records, each uniform over the bins; at most 10^6.
    repetitions : the number of databases and releases in each mean; at most 10^6.
    seed : the seed; each setting has its own stream, so one can be run alone.
    progress : called with the number of finished settings.
    time_limit : seconds after which no more is drawn. Settings that were not begun are left out,
        and the last one says how many repetitions are in its mean.

    Returns
    -------
    list of MeanDistance

    Raises
    ------
    ParameterError
        If records or repetitions are out of their range.

    Warns
    -----
    InexactWarning
        If `time_limit` is reached before all repetitions of all settings are run.

    Notes
    -----
    Source: `histogram`, Sec. III-B.

    Examples
    --------
    >>> dp, pml = utility_experiment(
    ...     [Setting("a", 5, 0.5, None), Setting("a", 5, 0.5, 0.15)], repetitions=2000)
    >>> pml.mean < dp.mean
    True
    """
    records = whole("records", records, least=1, most=MOST)
    repetitions = whole("repetitions", repetitions, least=1, most=MOST)
    until = time.monotonic() + not_negative("time_limit", time_limit)
    chosen = figure_1_settings() if settings is None else list(settings)
    streams = np.random.SeedSequence(seed).spawn(len(chosen))
    found: list[MeanDistance] = []
    with suppress(deadline.TimeIsUp), deadline.ending(until):
        for done, (setting, stream) in enumerate(zip(chosen, streams, strict=True), start=1):
            distances = _distances(setting, records, repetitions, np.random.default_rng(stream))
            if distances.size:
                mean, deviation = float(distances.mean()), float(distances.std())
                found.append(MeanDistance(setting, mean, deviation, distances.size))
            if distances.size < repetitions:
                break
            if progress is not None:
                progress(done)
        else:
            return found
    if time.monotonic() < until:  # the limit was a caller's
        raise deadline.TimeIsUp
    last = f", the last one {with_noun(found[-1].repetitions, 'time')}" if found else ""
    warnings.warn(
        f"{len(found)} of {with_noun(len(chosen), 'setting')} were run{last}: "
        "time_limit was reached.",
        InexactWarning,
        stacklevel=2,
    )
    return found


def _distances(
    setting: Setting, records: int, repetitions: int, rng: np.random.Generator
) -> FloatArray:
    """Return the distances of releases from their data, as many as there is time for."""
    found = [np.empty(0)]
    most = max(1, BLOCK // setting.bins)
    shares = np.full(setting.bins, 1 / setting.bins)
    for start in range(0, repetitions, most):
        if deadline.passed():
            break
        counts = rng.multinomial(records, shares, min(most, repetitions - start))
        noise = rng.laplace(scale=setting.scale, size=counts.shape)
        found.append(total_variation(counts, published(counts + noise)))
    return np.concatenate(found)


def noisy_histograms(
    counts: ArrayLike, scale: float, repetitions: int, rng: np.random.Generator
) -> IntArray:
    """Release one histogram many times.

    Parameters
    ----------
    counts : array_like, shape (k,)
        The true counts.
    scale : float
        The scale b > 0 of the Laplace noise.
    repetitions : int
        The number of releases, at most 10^6.
    rng : numpy Generator

    Returns
    -------
    ndarray of int64, shape (repetitions, k)

    Raises
    ------
    ParameterError
        If the scale is not positive, or repetitions are out of their range.

    Examples
    --------
    >>> noisy_histograms([5, 5], 1.0, 3, np.random.default_rng(0)).shape
    (3, 2)
    """
    check_positive("scale", scale)
    b = as_number("scale", scale)
    repetitions = whole("repetitions", repetitions, least=1, most=MOST)
    true = np.asarray(counts)
    return published(true + rng.laplace(scale=b, size=(repetitions, true.size)))


def published(noisy: FloatArray) -> IntArray:
    """Clip noisy counts at zero and round them to integers, the largest ones down to 2^63 - 1024.

    Examples
    --------
    >>> published(np.array([-1.7, 3.4]))
    array([0, 3])
    """
    return np.rint(np.clip(noisy, 0.0, LARGEST)).astype(np.int64)


def total_variation(
    counts: ArrayLike, released: ArrayLike, normalise: Literal["records", "total"] = "records"
) -> FloatArray:
    r"""Total variation distance between true and released histograms.

    .. math:: \tfrac12 \sum_j \left|\frac{\hat c_j}{n} - \frac{c_j}{n}\right|

    Parameters
    ----------
    counts : array_like, shape (..., k)
        The true counts.
    released : array_like, shape (..., k)
        The released counts.
    normalise : {"records", "total"}
        Divide the release by the public number n of records, or by its own total; a release of
        zeros then counts as distance 1.

    Returns
    -------
    ndarray, shape (...,)

    Notes
    -----
    Source: `histogram`, Sec. III-B, on distances between empirical distributions. A release divided
    by its own total is one; divided by n it may not be, and the number may be above 1.

    Examples
    --------
    >>> float(total_variation([6, 4], [5, 4]))
    0.05
    """
    if normalise not in ("records", "total"):
        raise refused("normalise", normalise, "'records' or 'total'")
    true, noisy = np.asarray(counts, dtype=float), np.asarray(released, dtype=float)
    size = true.sum(axis=-1, keepdims=True)
    total = size if normalise == "records" else noisy.sum(axis=-1, keepdims=True)
    empty = total[..., 0] == 0
    scaled = noisy * (size / np.where(total == 0, 1.0, total))
    return np.where(empty, 1.0, np.abs(scaled - true).sum(axis=-1) / (2 * size[..., 0]))


def curves(results: Sequence[MeanDistance]) -> Iterator[tuple[str, list[MeanDistance]]]:
    """Group results into the lines of the figure, each with its legend.

    Examples
    --------
    >>> runs = utility_experiment([Setting("a", 5, 0.5, None)], repetitions=10)
    >>> [label for label, _ in curves(runs)]
    ['k = 5, DP']
    """
    lines: dict[tuple[str, str], list[MeanDistance]] = {}
    for result in results:
        setting = result.setting
        fixed = f"k = {setting.bins}" if setting.panel == "a" else f"ε = {setting.epsilon:g}"
        noise = "DP" if setting.alpha is None else f"PML, α = {setting.alpha:g}"
        lines.setdefault((setting.panel, f"{fixed}, {noise}"), []).append(result)
    for (_, label), found in lines.items():
        yield label, found
