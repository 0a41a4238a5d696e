"""Figures of linear queries: the published curves and the corrected ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from pmlsym.laplace.workload.comparison import FloorCurve, OutcomeCurve, RecordsCurve, ScaleCurve
from pmlsym.plotting.canvas import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    Style,
    axes_in_a_row,
    draws,
    listed,
)

_STYLES: dict[str, Style] = {
    "dp": {"color": GREY, "ls": "-.", "lw": 1.2, "label": "DP"},
    "triangle": {"color": BLUE, "ls": "-", "lw": 2.0, "label": "(7): safe, exact for n = 1"},
    "tilted": {"color": GREEN, "ls": "-", "lw": 1.6, "label": "tilted: n → ∞"},
    "corner": {"color": RED, "ls": "--", "lw": 1.6, "label": "(5) as published: no bound"},
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
    figure, axes = axes_in_a_row(len(curves), 3.0 * len(curves) + 0.4, 3.3)
    for ax, curve in zip(axes, curves, strict=True):
        ax.axhline(curve.dp, **_STYLES["dp"])
        for name in ("triangle", "tilted", "corner"):
            ax.plot(curve.floors, getattr(curve, name), **_STYLES[name])
        ax.fill_between(curve.floors, curve.corner, curve.triangle, color=RED, alpha=0.12, lw=0)
        if np.allclose(curve.corner, curve.triangle, atol=1e-6):
            ax.text(0.97, 0.8, "(5) = tilted = (7)", ha="right", fontsize=8, transform=ax.transAxes)
        ax.set(xlabel="α", title=curve.name, ylim=(0, None))
        ax.title.set_fontsize(9)
    axes[0].set_ylabel("leakage of a record (nats)")
    axes[-1].legend(fontsize=7, frameon=False, loc="lower left")
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
    figure, (left, right) = axes_in_a_row(2, 9.4, 3.5)
    for name in ("dp", "triangle", "tilted", "corner"):
        left.plot(curve.levels, getattr(curve, name), **_STYLES[name])
    left.set(
        xlabel="ε (nats)",
        ylabel="scale b of the noise",
        yscale="log",
        title=f"(a) scale asked for, α = {curve.alpha:g}",
    )
    left.legend(fontsize=7, frameon=False)
    right.plot(curve.levels, curve.levels, color=GREY, lw=1.0, ls=":", label="promised: ε")
    right.plot(curve.levels, curve.leaks, color=RED, lw=2.0, label="leaked with the scale of (5)")
    right.fill_between(curve.levels, curve.levels, curve.leaks, color=RED, alpha=0.12, lw=0)
    right.axhline(-np.log(curve.alpha), color=GREY, lw=0.8, ls="--", label="log(1/α)")
    right.set(xlabel="ε (nats)", ylabel="leakage (nats)", title="(b) promised and leaked, n = 1")
    right.legend(fontsize=7, frameon=False, loc="lower right")
    for ax in (left, right):
        ax.title.set_fontsize(9)
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
    figure, axes = axes_in_a_row(len(curves), 4.4 * len(curves), 3.3)
    for ax, curve in zip(axes, curves, strict=True):
        for name in ("triangle", "tilted", "corner"):
            ax.axhline(getattr(curve, name), **_STYLES[name])
        ax.plot(
            curve.records, curve.exact, "o-", color=PURPLE, ms=4, lw=1.2, label="exact, n records"
        )
        ax.set(xscale="log", xlabel="number n of records", title=curve.name)
        ax.title.set_fontsize(9)
    axes[0].set_ylabel("worst leakage (nats)")
    axes[0].legend(fontsize=7, frameon=False, loc="lower left", bbox_to_anchor=(0.0, 0.12))
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
    ax.axvspan(curve.least, curve.most, color="#eef2f6", lw=0, label="range of the query")
    for (n, levels), colour in zip(
        curve.leakage.items(), [PURPLE, SKY, ORANGE, GREEN] * len(curve.leakage), strict=False
    ):
        name = f"{n} record{'s' if n > 1 else ''}"
        ax.plot(curve.outcomes, levels, color=colour, lw=1.8, label=name)
    ax.axhline(curve.triangle, **_STYLES["triangle"])
    ax.axhline(curve.corner, **_STYLES["corner"])
    ax.set(xlabel="outcome per record, y/n", ylabel="leakage (nats)", ylim=(0, None))
    ax.legend(fontsize=7, frameon=False, loc="lower right")
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
    figure, (ax,) = axes_in_a_row(1, 9.0, 3.4)
    place = np.arange(len(names), dtype=float)
    ax.bar(place, answers, color="#dde6ee", edgecolor="#9fb3c4", width=0.8, label="true answer")
    colours = [GREY, BLUE, GREEN, RED]
    for number, (label, deviation) in enumerate(deviations.items()):
        offset = (number - (len(deviations) - 1) / 2) * 0.22
        ax.errorbar(
            place + offset,
            answers,
            yerr=deviation,
            fmt="none",
            ecolor=colours[number % len(colours)],
            capsize=3,
            linewidth=1.6,
            label=f"{label}: ± {deviation:.2f}",
        )
    ax.set_xticks(place, names, fontsize=7, rotation=30, ha="right")
    ax.set_ylabel("respondents")
    ax.grid(visible=False, axis="x")
    ax.legend(frameon=False, fontsize=8)
    return figure
