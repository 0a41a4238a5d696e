"""Figures of released data: histograms, linear queries, and noisy numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.errors import ParameterError
from pmlsym.given import brief, with_noun
from pmlsym.laplace.experiment import MeanDistance, curves
from pmlsym.laplace.histogram import (
    histogram_dp,
    histogram_leakage,
    histogram_quadratic,
    histogram_relaxation,
)
from pmlsym.laplace.workload.comparison import FloorCurve, OutcomeCurve, RecordsCurve, ScaleCurve
from pmlsym.plotting.canvas import axes_in_a_row, axes_in_rows, draws, legend_below, listed
from pmlsym.plotting.style import (
    BAND,
    BARS,
    BLUE,
    GREEN,
    GREY,
    LEGEND,
    LINES,
    NORMAL,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    SMALL,
    WIDTH,
    bound_line,
    guarantee_line,
)

_MARKERS = ("o", "s", "^", "D")


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
    figure, (left, right, share) = axes_in_rows(3, 2, WIDTH, 7.6)
    by_bins = {5: (BLUE, "-"), 10: (RED, "-.")}
    by_level = [PURPLE, GREEN, ORANGE]
    drawn: dict[tuple[str, float], int] = {}
    for label, line in curves(results):
        setting = line[0].setting
        ax = left if setting.panel == "a" else right
        key: float = setting.bins if setting.panel == "a" else setting.epsilon
        number = drawn.get((setting.panel, key), 0)
        drawn[setting.panel, key] = number + 1
        if setting.panel == "a":
            colour, dashes = by_bins.get(setting.bins, (GREY, ":"))
            marker = _MARKERS[number % len(_MARKERS)]
            x = [point.setting.epsilon for point in line]
        else:
            levels = sorted({r.setting.epsilon for r in results if r.setting.panel == "b"})
            place = levels.index(setting.epsilon)
            colour, dashes = by_level[place % len(by_level)], "-"
            marker = _MARKERS[place % len(_MARKERS)]
            x = [float(point.setting.bins) for point in line]
        # Bars of neighbouring lines are shifted, so that none hides another.
        shift = 1 + 0.025 * number if setting.panel == "a" else 1.0
        step = 0.0 if setting.panel == "a" else 0.18 * number
        dp = setting.alpha is None
        ax.errorbar(
            np.array(x) * shift + step,
            [point.mean for point in line],
            yerr=[_standard_error(point) for point in line],
            color=colour,
            linestyle="--" if dp else dashes,
            marker=marker,
            markersize=4,
            markerfacecolor="white" if dp else colour,
            linewidth=1.3,
            elinewidth=0.7,
            capsize=1.5,
            alpha=1.0 if dp else 0.85,
            label=label,
        )
        if setting.panel == "a" and not dp:
            _draw_share(share, line, results, colour, dashes, marker, label)
    left.set(
        xscale="log",
        yscale="log",
        xlabel="privacy level ε (nats)",
        ylabel="total variation distance",
    )
    left.set_title("(a) distance against ε", fontsize=NORMAL)
    right.set_xticks(sorted({r.setting.bins for r in results if r.setting.panel == "b"}))
    right.set(yscale="log", xlabel="number of bins k")
    right.set_title("(b) distance against k, α = 0.05", fontsize=NORMAL)
    for ax in (left, right):
        ax.legend(**LEGEND)
    share.axhline(1.0, color=GREY, lw=1.0, ls="--", label="as with DP noise")
    # beside the panel, as its lines leave no room; the fourth place is free
    beside = share.legend(loc="upper left", bbox_to_anchor=(1.12, 1.0), **LEGEND)
    beside.set_in_layout(False)
    share.set(
        xscale="log",
        xlabel="privacy level ε (nats)",
        ylabel="distance over that with DP noise",
    )
    share.set_title("(c) distance of (a) over that with DP noise", fontsize=NORMAL)
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
    dashes: str,
    marker: str,
    label: str,
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
        linestyle=dashes,
        marker=marker,
        markersize=4,
        linewidth=1.3,
        elinewidth=0.7,
        capsize=1.5,
        label=label,
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
    figure, axes = axes_in_a_row(len(floors), WIDTH * len(floors) / 3, 3.3)
    scales = np.geomspace(0.08, 30, 300)
    for ax, floor in zip(axes, floors, strict=True):
        exact = histogram_leakage(floor, scales)
        ax.plot(scales, exact, label="exact (Theorem 4)", **LINES["first"])
        ax.plot(scales, histogram_dp(scales), label="DP: 2/b", **bound_line("dp"))
        ax.plot(scales, histogram_quadratic(floor, scales), label="eq. (4)", **LINES["wrong"])
        relaxed = histogram_relaxation(floor, scales)
        ax.plot(scales, relaxed, label="2(1−α)/(b+α)", **LINES["third"])
        ax.axhline(-np.log(floor), color=GREY, lw=0.8, ls=":", label="log(1/α)")
        ax.set(
            xscale="log",
            yscale="log",
            xlabel="scale b of the noise",
            ylim=(0.04, 40),
        )
        ax.set_title(f"α = {floor:g}", fontsize=NORMAL)
    axes[0].set_ylabel("worst leakage of a record (nats)")
    legend_below(figure, axes[0].lines, 5 if len(floors) > 2 else 2)
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
    ax.bar(place, counts, label="true count", **BARS)
    colours = [RED, BLUE, GREEN, PURPLE]
    for number, (label, published) in enumerate(releases.items()):
        low, middle, high = np.percentile(published, [band[0], 50, band[1]], axis=0)
        offset = (number - (len(releases) - 1) / 2) * 0.3
        ax.errorbar(
            place + offset,
            middle,
            yerr=[middle - low, high - middle],
            fmt=_MARKERS[number % len(_MARKERS)],
            color=colours[number % len(colours)],
            markersize=4,
            capsize=3,
            linewidth=1.6,
            label=label,
        )
    ax.set_xticks(place, names, fontsize=SMALL)
    ax.set_ylabel("respondents")
    ax.grid(visible=False, axis="x")
    ax.legend(**LEGEND)
    return figure


_LABELS = {
    "dp": "DP",
    "triangle": "(7), proved; exact for n = 1",
    "tilted": "tilted, the limit for n → ∞",
    "corner": "(5) as published: no bound",
}


@draws("curves", FloorCurve, "laplace.workload.comparison.leakage_curve(...)")
def linear_figure_1(curves: Sequence[FloorCurve]) -> Figure:
    """Draw Figure 1 of `linear` corrected: the bounds against alpha, one panel for each workload.

    Parameters
    ----------
    curves : result of `pmlsym.laplace.workload.comparison.leakage_curve`.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> from pmlsym.laplace.workload.comparison import leakage_curve
    >>> len(linear_figure_1([leakage_curve("query", [[0, 1]], floors=[0.1, 0.5])]).axes)
    1
    """
    columns = min(3, len(curves))
    rows = -(-len(curves) // columns)
    size = (WIDTH * max(columns, 2) / 3, 2.6 * rows + 0.4)
    figure, axes = axes_in_rows(len(curves), columns, *size)
    for ax, curve in zip(axes, curves, strict=True):
        ax.axhline(curve.dp, label=_LABELS["dp"], **bound_line("dp"))
        for name in ("triangle", "tilted", "corner"):
            ax.plot(curve.floors, getattr(curve, name), label=_LABELS[name], **bound_line(name))
        ax.fill_between(curve.floors, curve.corner, curve.triangle, color=RED, alpha=0.12, lw=0)
        if np.allclose(curve.corner, curve.triangle, atol=1e-6):
            ax.text(0.06, 0.06, "(5) = tilted = (7)", fontsize=SMALL, transform=ax.transAxes)
        ax.set(xlabel="α", ylim=(0, None))
        ax.set_title(curve.name, fontsize=NORMAL)
    for ax in axes[::columns]:
        ax.set_ylabel("leakage of a record (nats)")
    legend_below(figure, axes[-1].lines[:4], 4 if columns == 3 else 2)
    return figure


@draws("curve", ScaleCurve, "laplace.workload.comparison.scale_curve(...)", several=False)
def linear_figure_2(curve: ScaleCurve) -> Figure:
    """Draw Figure 2 of `linear` corrected: the scale against epsilon, and the leakage under (5).

    Parameters
    ----------
    curve : result of `pmlsym.laplace.workload.comparison.scale_curve`.

    Returns
    -------
    matplotlib Figure
        Panel (a) the scales; panel (b) the leakage of one record at the scale that (5) requires.

    Examples
    --------
    >>> from pmlsym.laplace.workload.comparison import scale_curve
    >>> len(linear_figure_2(scale_curve([[0, 0, 1, 2, 2]], 0.1, [0.5, 1.0])).axes)
    2
    """
    figure, (left, right) = axes_in_a_row(2, WIDTH, 3.5)
    for name in ("dp", "triangle", "tilted", "corner"):
        left.plot(curve.levels, getattr(curve, name), label=_LABELS[name], **bound_line(name))
    left.set(
        xlabel="ε (nats)",
        ylabel="scale b of the noise",
        yscale="log",
    )
    left.set_title(f"(a) scale asked for, α = {curve.alpha:g}", fontsize=NORMAL)
    left.legend(**LEGEND)
    right.plot(curve.levels, curve.levels, color=GREY, lw=1.0, ls=":", label="promised: ε")
    right.plot(curve.levels, curve.leaks, color=RED, lw=2.0, label="leaked with the scale of (5)")
    right.fill_between(curve.levels, curve.levels, curve.leaks, color=RED, alpha=0.12, lw=0)
    right.axhline(-np.log(curve.alpha), color=GREY, lw=0.8, ls="--", label="log(1/α)")
    right.set(xlabel="ε (nats)", ylabel="leakage (nats)")
    right.set_title("(b) promised and leaked, n = 1", fontsize=NORMAL)
    right.legend(loc="lower right", **LEGEND)
    return figure


@draws("curves", RecordsCurve, "laplace.workload.comparison.records_curve(...)")
def records_figure(curves: Sequence[RecordsCurve]) -> Figure:
    """Draw the exact leakage against the number of records: from (7) down to the tilted bound.

    Parameters
    ----------
    curves : results of `pmlsym.laplace.workload.comparison.records_curve`, with one panel for each.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> from pmlsym.laplace.workload.comparison import records_curve
    >>> len(records_figure([records_curve("query", [[0, 0, 1, 2, 2]], 0.1, 1.0, [1, 2])]).axes)
    1
    """
    figure, axes = axes_in_a_row(len(curves), min(4.4 * len(curves), WIDTH), 3.6)
    for ax, curve in zip(axes, curves, strict=True):
        for name in ("triangle", "tilted", "corner"):
            ax.axhline(getattr(curve, name), label=_LABELS[name], **bound_line(name))
        ax.plot(
            curve.records, curve.exact, "o-", color=PURPLE, ms=4, lw=1.2, label="exact, n records"
        )
        ax.set(xscale="log", xlabel="number n of records")
        ax.set_title(curve.name, fontsize=NORMAL)
        ax.xaxis.set_major_formatter("{x:g}")
    axes[0].set_ylabel("largest leakage of a record (nats)")
    legend_below(figure, axes[0].lines, 2)
    return figure


@draws("curve", OutcomeCurve, "laplace.workload.comparison.outcome_curve(...)", several=False)
def outcome_figure(curve: OutcomeCurve) -> Figure:
    """Draw the leakage at each outcome of one query, also within the range, which Lemma 1 omits.

    Parameters
    ----------
    curve : result of `pmlsym.laplace.workload.comparison.outcome_curve`.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> from pmlsym.laplace.workload.comparison import outcome_curve
    >>> len(outcome_figure(outcome_curve([0, 0, 1, 2, 2], 0.2, 1.0, [1])).axes)
    1
    """
    figure, (ax,) = axes_in_a_row(1, 6.6, 3.5)
    ax.axvspan(curve.least, curve.most, color=BAND, lw=0, label="range of the query")
    styles = ["fifth", "second", "sixth", "third"] * len(curve.leakage)
    for (n, levels), style in zip(curve.leakage.items(), styles, strict=False):
        ax.plot(curve.outcomes, levels, label=with_noun(n, "record"), **LINES[style])
    ax.axhline(curve.triangle, label=_LABELS["triangle"], **bound_line("triangle"))
    ax.axhline(curve.corner, label=_LABELS["corner"], **bound_line("corner"))
    ax.set(xlabel="outcome per record, y/n", ylabel="leakage (nats)", ylim=(0, None))
    ax.legend(loc="lower right", **LEGEND)
    return figure


def range_release_figure(
    names: Sequence[str], answers: ArrayLike, deviations: dict[str, float]
) -> Figure:
    """Draw answers to queries with error bars for each kind of noise.

    Parameters
    ----------
    names : (m,) names of the queries.
    answers : (m,) true answers.
    deviations : for each kind of noise the standard deviation it adds to every answer.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> len(range_release_figure(["young", "old"], [4, 6], {"DP": 1.0}).axes)
    1
    """
    listed("names", names, "one name for each query")
    listed("answers", answers, "the true answers")
    figure, (ax,) = axes_in_a_row(1, WIDTH, 3.4)
    place = np.arange(len(names), dtype=float)
    ax.bar(place, answers, label="true answer", **BARS)
    colours = [GREY, BLUE, GREEN, RED]
    for number, (label, deviation) in enumerate(deviations.items()):
        offset = (number - (len(deviations) - 1) / 2) * 0.22
        ax.errorbar(
            place + offset,
            answers,
            yerr=deviation,
            fmt=_MARKERS[number % len(_MARKERS)],
            color=colours[number % len(colours)],
            markersize=4,
            capsize=3,
            linewidth=1.6,
            label=f"{label}: ± {deviation:.2f}",
        )
    ax.set_xticks(place, names, fontsize=SMALL, rotation=30, ha="right")
    ax.set_ylabel("respondents")
    ax.grid(visible=False, axis="x")
    ax.legend(**LEGEND)
    return figure


class PlottedRelease(Protocol):
    """The release of a number with noise."""

    def pml(self, y: FloatArray) -> float | FloatArray:
        """Return the PML of every outcome."""

    def pmc(self, y: FloatArray) -> float | FloatArray:
        """Return the PMC of every outcome."""


def noise_figure(
    releases: Mapping[str, PlottedRelease], outcomes: Sequence[float], bounds: bool = False
) -> Figure:
    """Draw PML and PMC against the outcome, with one panel for each release.

    Parameters
    ----------
    releases : by title, a `pmlsym.gaussian.GaussianNoise`, a `pmlsym.laplace.mean.MeanRelease`,
        or any object with methods `pml` and `pmc` of an array of outcomes.
    outcomes : the outcomes to evaluate.
    bounds : whether to shade between the bounds on PMC, where a release has finite ones.

    Returns
    -------
    matplotlib Figure
        The dash-dotted line is the differential privacy of a release that has one.

    Examples
    --------
    >>> from pmlsym.gaussian import GaussianNoise
    >>> from pmlsym.secret import Uniform
    >>> release = GaussianNoise(Uniform(-1.0, 1.0), deviation=1.0)
    >>> len(noise_figure({"uniform": release}, [-1.0, 0.0, 1.0]).axes)
    1
    """
    if not isinstance(releases, Mapping):
        raise ParameterError(
            f"releases is {brief(releases)}, but has to be a mapping from titles to "
            "GaussianNoise or MeanRelease."
        )
    places = np.asarray(outcomes, float)
    figure, axes = axes_in_a_row(len(releases), min(3.4 * len(releases) + 0.4, WIDTH), 3.2)
    for ax, (title, release) in zip(axes, releases.items(), strict=True):
        ax.plot(places, release.pml(places), label="PML", **guarantee_line("PML"))
        pmc = release.pmc(places)
        infinite = " (infinite)" * bool(np.isinf(pmc).all())
        ax.plot(places, pmc, label=f"PMC{infinite}", **guarantee_line("PMC"))
        if bounds and hasattr(release, "pmc_bounds") and not infinite:
            lower, upper = release.pmc_bounds(places)
            ax.fill_between(
                places, lower, upper, color=SKY, alpha=0.25, lw=0, label="bounds on PMC"
            )
        if hasattr(release, "dp"):
            ax.axhline(float(release.dp()), label="DP", **bound_line("dp"))
        ax.set(xlabel="outcome y", ylim=(0, None))
        ax.set_title(title, fontsize=NORMAL)
    axes[0].set_ylabel("leakage (nats)")
    # the lines of the last panel, and those that only other panels have
    handles: dict[str, Artist] = {}
    for ax in reversed(axes):
        for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
            handles.setdefault(label.removesuffix(" (infinite)"), handle)
    axes[-1].legend(handles=list(handles.values()), **LEGEND)
    return figure
