"""Figures of guarantees: utility, regions, implications, and optimal mechanisms."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Patch

from pmlsym.arrays import FloatArray
from pmlsym.design.curves import RESPONSE, PosteriorPolygon, UtilityCurves
from pmlsym.errors import ParameterError
from pmlsym.guarantees import Conversion, Guarantee
from pmlsym.guarantees.comparison import Regions
from pmlsym.mechanisms.finite import ResponseCurve
from pmlsym.plotting.canvas import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    NotebookFigure,
    Style,
    axes_in_a_row,
    draws,
)

_NOTION_STYLES: dict[str, Style] = {
    "ldp": {"color": GREY, "ls": "-.", "lw": 1.4, "label": "LDP"},
    "pmc": {"color": ORANGE, "ls": "-", "lw": 1.8, "label": "PMC"},
    "pml": {"color": BLUE, "ls": "--", "lw": 1.8, "label": "PML"},
}


@draws("curves", ResponseCurve, "mechanisms.response_curve(prior)")
def pmc_figure_1(curves: Sequence[ResponseCurve]) -> Figure:
    """Draw Figure 1 of `pmc`: utility of randomized response at equal level, by notion.

    Parameters
    ----------
    curves : results of `pmlsym.mechanisms.response_curve`, with one panel for each,
        three in a row.

    Returns
    -------
    matplotlib Figure
        The dotted line is the level up to which PMC allows more than PML.

    Examples
    --------
    >>> from pmlsym.mechanisms import response_curve
    >>> len(pmc_figure_1([response_curve([0.5, 0.25, 0.25], [0.1, 0.5])]).axes)
    1
    """
    columns = min(3, len(curves))
    rows = math.ceil(len(curves) / columns)
    figure = NotebookFigure(figsize=(3.1 * columns + 0.3, 2.7 * rows), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False).ravel().tolist()
    for ax in grid[len(curves) :]:
        ax.remove()
    for ax, curve in zip(grid, curves, strict=False):
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(visible=True, color="#dddddd", linewidth=0.6)
        ax.tick_params(labelsize=8)
        for notion, style in _NOTION_STYLES.items():
            ax.plot(curve.levels, curve.utility[notion], **style)
        if curve.crossover > 0:
            ax.axvline(curve.crossover, color=GREY, lw=0.8, ls=":")
        ax.set_title(_prior_title(curve.prior), fontsize=9)
        ax.set(xlabel="level ε (nats)")
    for ax in grid[: len(curves) : columns]:
        ax.set_ylabel("I(X; Y) (nats)")
    grid[0].legend(fontsize=7, frameon=False)
    return figure


def _prior_title(prior: Sequence[float]) -> str:
    size = len(prior)
    if max(prior) == min(prior):
        return f"n = {size}, uniform"
    return f"n = {size}, ({', '.join(f'{p:g}' for p in prior)})"


@draws("panels", Regions, "guarantees.comparison.regions(prior)")
def pmc_figure_2(panels: Sequence[Regions]) -> Figure:
    """Draw Figure 2 of `pmc` corrected: which of PML and PMC is stronger, boundaries included.

    Parameters
    ----------
    panels : results of `pmlsym.guarantees.comparison.regions`, with one panel for each.

    Returns
    -------
    matplotlib Figure
        The curves belong to the shaded regions that they bound.

    Examples
    --------
    >>> from pmlsym.guarantees.comparison import regions
    >>> len(pmc_figure_2([regions([0.5, 0.5])]).axes)
    1
    """
    figure, axes = axes_in_a_row(len(panels), 4.3 * len(panels), 3.6)
    for ax, panel in zip(axes, panels, strict=True):
        high = max(panel.pmc_levels)
        wide = max(panel.implied_pml) * 1.12
        upper_u = np.array([*panel.pml_levels, panel.threshold])
        upper_l = np.array([*panel.implied_pmc, high])
        ax.fill_between(upper_u, upper_l, high, color=BLUE, alpha=0.18, lw=0)
        ax.fill_betweenx(panel.pmc_levels, panel.implied_pml, wide, color=ORANGE, alpha=0.22, lw=0)
        ax.plot(
            panel.pml_levels,
            panel.implied_pmc,
            color=BLUE,
            lw=2.8,
            label=r"$\varepsilon_l^*(\varepsilon_u)$, Thm 6 (i)",
        )
        ax.plot(
            panel.implied_pml,
            panel.pmc_levels,
            color=ORANGE,
            lw=1.4,
            label=r"$\varepsilon_u^*(\varepsilon_l)$, Thm 6 (ii)",
        )
        ax.axvline(panel.threshold, color=GREY, lw=0.8, ls=":", label=r"$\log(1/(1-p_{\min}))$")
        ax.set(
            xlim=(0, wide),
            ylim=(0, high),
            xlabel=r"$\varepsilon_u$ of PML (nats)",
            title=_prior_title(panel.prior),
        )
        ax.title.set_fontsize(9)
        narrow = panel.threshold < 0.3 * wide
        ax.text(
            0.02 * wide,
            0.95 * high,
            "PML implies PMC",
            fontsize=7,
            va="top",
            rotation=90 if narrow else 0,
        )
        # left of the dotted line, where that is near the edge
        edge = 0.98 * (panel.threshold if panel.threshold > 0.8 * wide else wide)
        ax.text(edge, 0.04 * high, "PMC implies PML", fontsize=7, ha="right")
        inner = 0.5 * high
        edges = np.interp(inner, panel.pmc_levels, panel.implied_pml)
        if edges - panel.threshold > 0.15 * wide:
            middle = (edges + panel.threshold) / 2
            ax.text(middle, inner, "neither", fontsize=7, ha="center")
    axes[0].set_ylabel(r"$\varepsilon_l$ of PMC (nats)")
    axes[0].legend(fontsize=7, frameon=False, loc="upper left", bbox_to_anchor=(0.15, 0.98))
    return figure


# places of the kinds in the graph, which is 1.55 wide and 1 high
_PLACES = {
    "LDP": (0.775, 0.95),
    "ALIP": (0.1, 0.6),
    "LIP": (1.45, 0.6),
    "PML": (0.3, 0.1),
    "PMC": (1.25, 0.1),
}
_BEND = 0.16


@draws("conversions", Conversion, "ps.PML(0.2).conversion(ps.PMC, p_min=0.2)")
def implication_figure(conversions: Sequence[Conversion[Guarantee]]) -> Figure:
    """Draw the graph of implications between guarantees, with formulas on the arrows.

    Parameters
    ----------
    conversions : what `Guarantee.conversion` or `pmlsym.guarantees.every_conversion` returned,
        between PML, PMC, LIP, ALIP and LDP; one arrow each. Dashed arrows hold in a range only,
        which is written below.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> from pmlsym.guarantees import every_conversion
    >>> found = every_conversion()
    >>> len(implication_figure([found["PML", "PMC"], found["PMC", "PML"]]).axes)
    1
    """
    import sympy as sp

    used = {c.source.name for c in conversions} | {c.kind.name for c in conversions}
    for name in sorted(used - set(_PLACES)):
        raise ParameterError(
            f"conversions holds {name}, but the figure has a place for {', '.join(_PLACES)} alone."
        )
    figure = NotebookFigure(figsize=(9.6, 6.0), layout="constrained")
    ax = figure.subplots()
    ax.set(xlim=(0, 1.55), ylim=(-0.07, 1.03), aspect="equal")
    ax.axis("off")
    for name in used:
        ax.text(
            _PLACES[name][0],
            _PLACES[name][1],
            name,
            ha="center",
            va="center",
            fontsize=13,
            zorder=3,
            bbox={"boxstyle": "round,pad=0.45", "fc": "white", "ec": GREY},
        )
    for found in conversions:
        start, end = (np.array(_PLACES[n]) for n in (found.source.name, found.kind.name))
        limited = found.condition is not True
        arrow = FancyArrowPatch(
            tuple(start),
            tuple(end),
            connectionstyle=f"arc3,rad={_BEND}",
            arrowstyle="-|>",
            mutation_scale=14,
            shrinkA=24,
            shrinkB=24,
            lw=1.2,
            color=GREEN if not limited else BLUE,
            ls="--" if limited else "-",
        )
        ax.add_patch(arrow)
        # checked by eye: it meets neither another formula nor another arrow
        slanted = 0.54 if "PMC" in (found.source.name, found.kind.name) else 0.62
        spot = _on_arrow(start, end, 0.5 if end[1] == start[1] else slanted)
        text = ",\\ ".join(sp.latex(sp.sympify(v), order="old") for v in found.parameters)
        ax.text(
            float(spot[0]),
            float(spot[1]),
            f"${text}$",
            fontsize=10,
            ha="center",
            va="center",
            zorder=2,
            bbox={"boxstyle": "round,pad=0.1", "fc": "white", "ec": "none", "alpha": 0.85},
        )
    limits = {sp.latex(c.condition) for c in conversions if c.condition is not True}
    for line in sorted(limits):
        ax.text(0.775, -0.05, f"dashed: for ${line}$", fontsize=9, ha="center", color=BLUE)
    return figure


def _on_arrow(start: FloatArray, end: FloatArray, share: float) -> FloatArray:
    """Return a point of an arrow, a quadratic curve, by the fraction of the way."""
    along = end - start
    bend = (start + end) / 2 + _BEND * np.array([along[1], -along[0]])
    return (1 - share) ** 2 * start + 2 * share * (1 - share) * bend + share**2 * end


_STYLES: dict[str, Style] = {
    "PML": {"color": BLUE, "ls": "-", "lw": 1.8},
    "PMC": {"color": ORANGE, "ls": "-", "lw": 1.8},
    "LIP": {"color": GREEN, "ls": "--", "lw": 1.8},
    "ALIP": {"color": SKY, "ls": "-", "lw": 1.8},
    "LDP": {"color": GREY, "ls": "-.", "lw": 1.4},
    RESPONSE: {"color": PURPLE, "ls": ":", "lw": 1.8},
}
_OTHER: Style = {"color": RED, "ls": "--", "lw": 1.4}  # a user's kind of guarantee
# the vertices of the simplex as an equilateral triangle
_CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(3) / 2]])
_AREA = 420  # of the mark of an outcome of probability one, in points^2


@draws("panels", PosteriorPolygon, "ps.design.posterior_polygon(prior, guarantee)")
def polytope_figure(panels: Sequence[PosteriorPolygon]) -> Figure:
    """Draw the posteriors that guarantees admit, and those that the optimal mechanisms use.

    Parameters
    ----------
    panels : results of `pmlsym.design.posterior_polygon`, with one panel for each.

    Returns
    -------
    matplotlib Figure
        Each triangle is the simplex of posteriors; marks of outcomes are sized by P(y).

    Examples
    --------
    >>> from pmlsym import PML
    >>> from pmlsym.design import posterior_polygon
    >>> len(polytope_figure([posterior_polygon([0.2, 0.3, 0.5], PML(0.5))]).axes)
    1
    """
    figure = NotebookFigure(figsize=(2.5 * len(panels) + 0.2, 3.0), layout="constrained")
    axes = figure.subplots(1, len(panels), squeeze=False)[0].tolist()
    for ax, panel in zip(axes, panels, strict=True):
        _simplex(ax, panel.prior)
        ax.set_title(
            f"{_named(panel.guarantee)}\nI(X; Y) = {panel.value:.3f} nats", fontsize=9, pad=9
        )
        colour = _STYLES.get(panel.guarantee.name, _OTHER)["color"]
        x, y = _placed(panel.vertices)
        ax.fill(x, y, facecolor=colour, alpha=0.18, lw=0)
        ax.fill(x, y, facecolor="none", edgecolor=colour, lw=1.4)
        ax.scatter(
            *_placed(panel.posteriors),
            s=_AREA * panel.weights,
            color=colour,
            alpha=0.75,
            lw=0,
            clip_on=False,
        )
        ax.plot(x, y, "o", ms=4, mfc="white", mec=colour, mew=1.2, zorder=3)
        ax.plot(*_placed(panel.prior[None, :]), "+", ms=8, color="black", mew=1.2, zorder=4)
    _explain(figure)
    return figure


def _explain(figure: Figure) -> None:
    marks: Style = {"color": GREY, "ls": "none"}
    handles: list[Artist] = [
        Patch(facecolor="#dddddd", edgecolor=GREY, label="admitted posteriors"),
        Line2D([], [], marker="o", ms=4, mfc="white", mew=1.2, label="vertex", **marks),
        Line2D(
            [],
            [],
            marker="o",
            ms=11,
            mew=0,
            alpha=0.75,
            label="used by the optimal mechanism, area P(y)",
            **marks,
        ),
        Line2D([], [], marker="+", ms=8, mec="black", mew=1.2, label="prior", **marks),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=4, fontsize=8, frameon=False)


def _simplex(ax: Axes, prior: FloatArray) -> None:
    """Draw the triangle of posteriors, whose vertices are certainty of one secret."""
    ax.set(xlim=(-0.18, 1.18), ylim=(-0.06, 0.98), aspect="equal")
    ax.axis("off")
    ax.fill(*_CORNERS.T, facecolor="none", edgecolor=GREY, lw=0.8)
    for x, (corner, mass) in enumerate(zip(_CORNERS, prior, strict=True), 1):
        ax.annotate(
            f"P($x_{x}$) = {mass:.3g}",
            corner,
            xytext=(0, 10 if x == 3 else -9),
            textcoords="offset points",
            fontsize=7,
            ha="center",
            va="bottom" if x == 3 else "top",
        )


def _placed(posteriors: FloatArray) -> FloatArray:
    """Return the coordinates of posteriors in the triangle, shape (2, k)."""
    places: FloatArray = posteriors @ _CORNERS
    return places.T


def _named(guarantee: Guarantee) -> str:
    return f"{guarantee.name}({', '.join(f'{float(value):.3g}' for value in guarantee.values)})"


@draws("curves", UtilityCurves, "ps.design.utility_curves(prior)", several=False)
def utility_figure(curves: UtilityCurves) -> Figure:
    """Draw mutual information of optimal mechanisms against the level of the guarantee.

    Parameters
    ----------
    curves : result of `pmlsym.design.utility_curves`.

    Returns
    -------
    matplotlib Figure
        The dashed line is the entropy of the secret: the utility of publishing it.

    Examples
    --------
    >>> from pmlsym.design import utility_curves
    >>> len(utility_figure(utility_curves([0.5, 0.5], [0.0, 0.5])).axes)
    1
    """
    figure, (ax,) = axes_in_a_row(1, 7.2, 3.8)
    ax.axhline(curves.entropy, color="black", lw=0.9, ls=(0, (5, 4)), label="entropy H(X)")
    for name, values in curves.utility.items():
        label = name if name == RESPONSE else f"{name}, optimal"
        ax.plot(curves.levels, values, label=label, **_STYLES.get(name, _OTHER))
    ax.set(
        xlim=(min(curves.levels), max(curves.levels)),
        ylim=(0, curves.entropy * 1.06),
        xlabel="privacy level ε (nats)",
        ylabel="I(X; Y) (nats)",
    )
    figure.legend(loc="outside right upper", fontsize=8, frameon=False)
    return figure
