"""Figures of histograms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from pmlsym.arrays import IntArray
from pmlsym.errors import ParameterError
from pmlsym.given import brief
from pmlsym.laplace.experiment import MeanDistance, curves
from pmlsym.laplace.histogram import (
    histogram_dp,
    histogram_leakage,
    histogram_quadratic,
    histogram_relaxation,
)
from pmlsym.plotting.canvas import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    RED,
    axes_in_a_row,
    draws,
    listed,
)


@draws("results", MeanDistance, "laplace.experiment.utility_experiment(...)")
def histogram_figure_1(results: Sequence[MeanDistance]) -> Figure:
    """Draw Figure 1 of `histogram`: distance against epsilon, and against the number of bins.

    Parameters
    ----------
    results : result of `pmlsym.laplace.experiment.utility_experiment`.

    Returns
    -------
    matplotlib Figure
        Panel (a) on logarithmic axes, panel (b) with a logarithmic distance, panel (c) the mean
        distance of panel (a) over that with DP noise. Bars are two standard errors of the mean;
        single releases vary much more.

    Examples
    --------
    >>> from pmlsym.laplace.experiment import figure_1_settings, utility_experiment
    >>> len(histogram_figure_1(utility_experiment(repetitions=5)).axes)
    3
    """
    figure, (left, right, share) = axes_in_a_row(3, 13.0, 4.2)
    by_bins = {5: BLUE, 10: RED}
    by_level = [PURPLE, GREEN, ORANGE]
    markers = ["o", "s", "^", "D"]
    drawn: dict[tuple[str, float], int] = {}
    for label, line in curves(results):
        setting = line[0].setting
        ax = left if setting.panel == "a" else right
        key: float = setting.bins if setting.panel == "a" else setting.epsilon
        if setting.panel == "a":
            colour = by_bins.get(setting.bins, GREY)
            x = [point.setting.epsilon for point in line]
        else:
            levels = sorted({r.setting.epsilon for r in results if r.setting.panel == "b"})
            colour = by_level[levels.index(setting.epsilon) % len(by_level)]
            x = [float(point.setting.bins) for point in line]
        number = drawn.get((setting.panel, key), 0)
        drawn[setting.panel, key] = number + 1
        # Bars of neighbouring lines are shifted, so that none hides another.
        shift = 1 + 0.025 * number if setting.panel == "a" else 1.0
        step = 0.0 if setting.panel == "a" else 0.18 * number
        dp = setting.alpha is None
        ax.errorbar(
            np.array(x) * shift + step,
            [point.mean for point in line],
            yerr=[_standard_error(point) for point in line],
            color=colour,
            linestyle="--" if dp else "-",
            marker=markers[number % len(markers)],
            markersize=4,
            markerfacecolor="white" if dp else colour,
            linewidth=1.3,
            elinewidth=0.7,
            capsize=1.5,
            alpha=1.0 if dp else 0.85,
            label=label,
        )
        if setting.panel == "a" and not dp:
            _draw_share(share, line, results, colour, markers[number % len(markers)])
    left.set(
        xscale="log",
        yscale="log",
        xlabel="privacy level ε (nats)",
        ylabel="total variation distance",
        title="(a) distance against ε",
    )
    right.set_xticks(sorted({r.setting.bins for r in results if r.setting.panel == "b"}))
    right.set(yscale="log", xlabel="number of bins k", title="(b) distance against k, α = 0.05")
    for ax in (left, right):
        ax.legend(fontsize=7, frameon=False, ncols=1)
    share.axhline(1.0, color=GREY, lw=1.0, ls="--")
    share.set(
        xscale="log",
        xlabel="privacy level ε (nats)",
        ylabel="distance over that with DP noise",
        title="(c) what the smaller scale buys",
    )
    for ax in (left, share):
        ax.set_xticks([0.05, 0.1, 0.2, 0.5, 1, 2], ["0.05", "0.1", "0.2", "0.5", "1", "2"])
        ax.minorticks_off()
    return figure


def _standard_error(point: MeanDistance) -> float:
    """Return two standard errors of a mean distance."""
    return float(2 * point.deviation / np.sqrt(point.repetitions))


def _draw_share(
    ax: Axes,
    line: Sequence[MeanDistance],
    results: Sequence[MeanDistance],
    colour: str,
    marker: str,
) -> None:
    """Draw mean distances as shares of those with DP noise, at equal epsilon and bins."""
    dp = {
        r.setting.epsilon: r
        for r in results
        if r.setting.panel == "a"
        and r.setting.alpha is None
        and r.setting.bins == line[0].setting.bins
    }
    pairs = [(point, dp[point.setting.epsilon]) for point in line if point.setting.epsilon in dp]
    ratios = [point.mean / other.mean for point, other in pairs]
    spreads = [
        ratio * np.hypot(_standard_error(point) / point.mean, _standard_error(other) / other.mean)
        for ratio, (point, other) in zip(ratios, pairs, strict=True)
    ]
    ax.errorbar(
        [point.setting.epsilon for point, _ in pairs],
        ratios,
        yerr=spreads,
        color=colour,
        marker=marker,
        markersize=4,
        linewidth=1.3,
        elinewidth=0.7,
        capsize=1.5,
    )


def leakage_figure(floors: Sequence[float] = (0.02, 0.1, 0.3)) -> Figure:
    """Draw the leakage of a histogram against the scale, between its simpler bounds.

    Parameters
    ----------
    floors : values of alpha, with one panel for each.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> len(leakage_figure([0.1]).axes)
    1
    """
    listed("floors", floors, "values of alpha")
    figure, axes = axes_in_a_row(len(floors), 3.4 * len(floors), 3.3)
    scales = np.geomspace(0.08, 30, 300)
    for ax, floor in zip(axes, floors, strict=True):
        ax.plot(scales, histogram_dp(scales), color=GREY, ls="--", lw=1.3, label="DP: 2/b")
        ax.plot(scales, histogram_quadratic(floor, scales), color=RED, lw=1.2, label="eq. (4)")
        ax.plot(
            scales, histogram_relaxation(floor, scales), color=GREEN, lw=1.2, label="2(1−α)/(b+α)"
        )
        ax.plot(
            scales, histogram_leakage(floor, scales), color=BLUE, lw=2.2, label="exact (Theorem 4)"
        )
        ax.axhline(-np.log(floor), color=GREY, lw=0.8, ls=":", label="log(1/α)")
        ax.set(
            xscale="log",
            yscale="log",
            xlabel="scale b of the noise",
            title=f"α = {floor:g}",
            ylim=(0.04, 40),
        )
    axes[0].set_ylabel("worst leakage of a record (nats)")
    axes[0].legend(fontsize=7, frameon=False)
    return figure


def release_figure(
    names: Sequence[str],
    counts: ArrayLike,
    releases: Mapping[str, IntArray],
    band: tuple[float, float] = (5, 95),
) -> Figure:
    """Draw a histogram with the spread of its releases under different noise.

    Parameters
    ----------
    names : (k,) names of the bins.
    counts : (k,) true counts.
    releases : for each kind of noise, an array (repetitions, k) of published counts.
    band : the percentiles that a bar spans.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> figure = release_figure(["no", "yes"], [4, 6], {"DP": np.array([[3, 7], [5, 6]])})
    >>> len(figure.axes)
    1
    """
    listed("names", names, "one name for each bin")
    listed("counts", counts, "the true counts")
    if not isinstance(releases, Mapping):
        raise ParameterError(
            f"releases is {brief(releases)}, but has to be a mapping from kinds of noise to "
            "published counts."
        )
    figure, (ax,) = axes_in_a_row(1, 7.5, 3.4)
    place = np.arange(len(names), dtype=float)
    ax.bar(place, counts, color="#dde6ee", edgecolor="#9fb3c4", width=0.8, label="true count")
    colours = [RED, BLUE, GREEN, PURPLE]
    for number, (label, published) in enumerate(releases.items()):
        low, middle, high = np.percentile(published, [band[0], 50, band[1]], axis=0)
        offset = (number - (len(releases) - 1) / 2) * 0.3
        ax.errorbar(
            place + offset,
            middle,
            yerr=[middle - low, high - middle],
            fmt="o",
            color=colours[number % len(colours)],
            markersize=4,
            capsize=3,
            linewidth=1.6,
            label=label,
        )
    ax.set_xticks(place, names, fontsize=8)
    ax.set_ylabel("respondents")
    ax.grid(visible=False, axis="x")
    ax.legend(frameon=False, fontsize=8)
    return figure
