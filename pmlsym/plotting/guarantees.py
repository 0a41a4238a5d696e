"""Figures of guarantees: utility, regions, implications, and optimal mechanisms."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import FancyArrowPatch, Patch, Rectangle
from matplotlib.textpath import TextPath

from pmlsym.arrays import FloatArray
from pmlsym.design.curves import RESPONSE, PosteriorPolygon, UtilityCurves
from pmlsym.errors import ParameterError
from pmlsym.guarantees import Conversion, Guarantee
from pmlsym.guarantees.comparison import Regions
from pmlsym.mechanisms.finite import ResponseCurve
from pmlsym.plotting.canvas import NotebookFigure, axes_in_a_row, axes_in_rows, draws, legend_below
from pmlsym.plotting.style import (
    BAND,
    BLUE,
    GREEN,
    GREY,
    GRID,
    LEGEND,
    NORMAL,
    ORANGE,
    SMALL,
    WIDTH,
    Style,
    guarantee_line,
)


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
        The dotted line is the level up to which PMC allows at least as much as PML.

    Examples
    --------
    >>> from pmlsym.mechanisms import response_curve
    >>> len(pmc_figure_1([response_curve([0.5, 0.25, 0.25], [0.1, 0.5])]).axes)
    1
    """
    columns = min(3, len(curves))
    rows = math.ceil(len(curves) / columns)
    size = (WIDTH * columns / 3, 2.4 * rows + 0.5)
    figure, axes = axes_in_rows(len(curves), columns, *size)
    for ax, curve in zip(axes, curves, strict=True):
        for name in ("PML", "PMC", "LDP"):
            ax.plot(curve.levels, curve.utility[name.lower()], label=name, **guarantee_line(name))
        if curve.crossover > 0:
            ax.axvline(curve.crossover, **_CROSSOVER)
        ax.set_title(_prior_title(curve.prior), fontsize=NORMAL)
        ax.set(xlabel="level ε (nats)")
    for ax in axes[::columns]:
        ax.set_ylabel("I(X; Y) (nats)")
    dotted = Line2D([], [], **_CROSSOVER)
    legend_below(figure, [*axes[0].lines[:3], dotted], 4 if columns == 3 else 1)
    return figure


_CROSSOVER: Style = {
    "color": GREY,
    "lw": 0.9,
    "ls": ":",
    "label": r"$\log((1-p_{\max})/p_{\min})$: up to here PMC gives at least as much as PML",
}
_LONGEST = 8  # probabilities written in a title


def _prior_title(prior: Sequence[float] | FloatArray) -> str:
    size, least, most = len(prior), min(prior), max(prior)
    if most == least:
        return f"n = {size}, uniform"
    if size > _LONGEST:
        return f"n = {size}, from {least:.3g} to {most:.3g}"
    return f"n = {size}, ({', '.join(f'{p:.3g}' for p in prior)})"


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
    figure, axes = axes_in_a_row(len(panels), WIDTH * len(panels) / 2, 3.7)
    for ax, panel in zip(axes, panels, strict=True):
        high = max(panel.pmc_levels)
        wide = max(panel.implied_pml) * 1.12
        upper_u = np.array([*panel.pml_levels, panel.threshold])
        upper_l = np.array([*panel.implied_pmc, high])
        ax.fill_between(upper_u, upper_l, high, color=BLUE, alpha=0.18, lw=0)
        ax.fill_betweenx(panel.pmc_levels, panel.implied_pml, wide, color=ORANGE, alpha=0.22, lw=0)
        # wider than the other, so that both are seen where they coincide
        ax.plot(
            panel.pml_levels,
            panel.implied_pmc,
            label=r"$\varepsilon_l^*(\varepsilon_u)$, Thm 6 (i)",
            **guarantee_line("PML") | {"lw": 3.2},
        )
        ax.plot(
            panel.implied_pml,
            panel.pmc_levels,
            label=r"$\varepsilon_u^*(\varepsilon_l)$, Thm 6 (ii)",
            **guarantee_line("PMC"),
        )
        ax.axvline(panel.threshold, color=GREY, lw=0.9, ls=":", label=r"$\log(1/(1-p_{\min}))$")
        ax.set(
            xlim=(0, wide),
            ylim=(0, high),
            xlabel=r"$\varepsilon_u$ of PML (nats)",
        )
        ax.set_title(_prior_title(panel.prior), fontsize=NORMAL)
        narrow = panel.threshold < 0.3 * wide
        ax.text(
            0.02 * wide,
            0.95 * high,
            "PML implies PMC",
            fontsize=SMALL,
            va="top",
            rotation=90 if narrow else 0,
        )
        # left of the dotted line, where that is near the edge
        edge = 0.98 * (panel.threshold if panel.threshold > 0.8 * wide else wide)
        ax.text(edge, 0.04 * high, "PMC implies PML", fontsize=SMALL, ha="right")
        inner = 0.5 * high
        edges = np.interp(inner, panel.pmc_levels, panel.implied_pml)
        if edges - panel.threshold > 0.15 * wide:
            middle = (edges + panel.threshold) / 2
            ax.text(middle, inner, "neither", fontsize=SMALL, ha="center")
    axes[0].set_ylabel(r"$\varepsilon_l$ of PMC (nats)")
    legend_below(figure, axes[0].lines, 3)
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
    figure = NotebookFigure(figsize=(WIDTH, 5.2), layout="constrained")
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
            fontsize=NORMAL,
            ha="center",
            va="center",
            zorder=2,
            bbox={"boxstyle": "round,pad=0.1", "fc": "white", "ec": "none", "alpha": 0.85},
        )
    limits = sorted({sp.latex(c.condition) for c in conversions if c.condition is not True})
    if limits:
        text = "dashed: for " + " or ".join(f"${line}$" for line in limits)
        ax.text(0.775, -0.05, text, fontsize=NORMAL, ha="center", color=BLUE)
    return figure


def _on_arrow(start: FloatArray, end: FloatArray, share: float) -> FloatArray:
    """Return a point of an arrow, a quadratic curve, by the fraction of the way."""
    along = end - start
    bend = (start + end) / 2 + _BEND * np.array([along[1], -along[0]])
    return (1 - share) ** 2 * start + 2 * share * (1 - share) * bend + share**2 * end


@draws("conversions", Conversion, "ps.PML(0.2).conversion(ps.PMC, p_min=0.2)")
def implication_table(conversions: Sequence[Conversion[Guarantee]]) -> Figure:
    r"""Draw implications as a table: the guarantee of a row implies those of the columns.

    The levels of PML and PMC in a row are called u and l there, and the other levels are written
    with these: LIP for example is max(l, u).

    Parameters
    ----------
    conversions : what `Guarantee.conversion` or `pmlsym.guarantees.every_conversion` returned.
        The condition of a conversion stands below it, or below the name of the row if it is that
        of the whole row.

    Returns
    -------
    matplotlib Figure

    Examples
    --------
    >>> from pmlsym.guarantees import every_conversion
    >>> found = every_conversion()
    >>> table = implication_table([found["PMC", kind] for kind in ("PML", "LDP")])
    >>> [text.get_text() for text in table.axes[0].texts][-1]
    '$\\epsilon + u$'
    """
    kinds = list(dict.fromkeys(n for c in conversions for n in (c.source.name, c.kind.name)))
    table = [["", *kinds]]
    for source in kinds:
        row = {c.kind.name: c for c in conversions if c.source.name == source}
        if row:
            head, cells = _table_row(row)
            table.append([head, *(cells.get(kind, "") for kind in kinds)])
    sizes = np.array([[_size(cell) for cell in row] for row in table])
    widths = sizes[:, :, 0].max(axis=0) + 0.24
    heights = sizes[:, :, 1].max(axis=1) + 0.24
    left, top = np.cumsum([0, *widths]), np.cumsum([0, *heights])
    figure = NotebookFigure(figsize=(left[-1] + 0.2, top[-1] + 0.6), layout="constrained")
    ax = figure.subplots()
    ax.set(xlim=(0, left[-1]), ylim=(top[-1], 0))
    ax.axis("off")
    for down, line in enumerate(table):
        for right, cell in enumerate(line):
            outer = 0 in (down, right)
            blank = not cell and (down or right)
            ax.add_patch(
                Rectangle(
                    (left[right], top[down]),
                    widths[right],
                    heights[down],
                    fc=GRID if blank else BAND if outer else "white",
                    ec=GREY,
                    lw=0.6,
                )
            )
            if cell:
                middle = (left[right] + widths[right] / 2, top[down] + heights[down] / 2)
                ax.text(*middle, cell, fontsize=NORMAL, ha="center", va="center", linespacing=1.5)
    figure.supxlabel(
        r"the guarantee of a row implies those of the columns; $\ell$ and $u$: "
        "the levels of PMC and PML in that row",
        fontsize=SMALL,
    )
    return figure


def _table_row(row: Mapping[str, Conversion[Guarantee]]) -> tuple[str, dict[str, str]]:
    """Return the head of a row and its cells by kind, from the conversions of one guarantee."""
    import sympy as sp

    def written(values: Sequence[object]) -> str:
        return ",\\ ".join(sp.latex(value, order="old") for value in values)

    levels = {name: [sp.sympify(v) for v in found.parameters] for name, found in row.items()}
    short = {
        levels[name][0]: sp.Symbol(symbol)
        for name, symbol in (("PMC", r"\ell"), ("PML", "u"))
        if name in levels and not levels[name][0].is_Atom
    }
    cells = {}
    for name, values in levels.items():
        if name in ("PMC", "PML") and values[0] in short:
            cells[name] = f"${short[values[0]]} = {written(values)}$"
        else:
            cells[name] = f"${written([value.xreplace(short) for value in values])}$"
    source = next(iter(row.values())).source
    head = f"{source.name}(${written([sp.sympify(v) for v in source.values])}$)"
    limits = {
        name: f"\nfor ${sp.latex(found.condition)}$" if found.condition is not True else ""
        for name, found in row.items()
    }
    if len(set(limits.values())) == 1:
        return head + next(iter(limits.values())), cells
    return head, {name: cell + limits[name] for name, cell in cells.items()}


def _size(text: str) -> tuple[float, float]:
    """Return the width and the height of lines of text in inches."""
    found = [TextPath((0, 0), line, size=NORMAL).get_extents() for line in text.split("\n") if line]
    if not found:
        return 0.0, 0.0
    gaps = 0.6 * NORMAL * (len(found) - 1)
    return max(f.width for f in found) / 72, (sum(f.height for f in found) + gaps) / 72


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
    width = min(2.4 * len(panels) + 0.2, WIDTH)
    figure = NotebookFigure(figsize=(width, width / len(panels) + 0.8), layout="constrained")
    axes = figure.subplots(1, len(panels), squeeze=False)[0].tolist()
    for ax, panel in zip(axes, panels, strict=True):
        _simplex(ax, panel.prior)
        ax.set_title(
            f"{_named(panel.guarantee)}\nI(X; Y) = {panel.value:.3f} nats", fontsize=NORMAL, pad=10
        )
        colour = guarantee_line(panel.guarantee.name)["color"]
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
        Patch(facecolor=GRID, edgecolor=GREY, label="admitted posteriors"),
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
    legend_below(figure, handles, 4 if len(figure.axes) > 2 else 1)


def _simplex(ax: Axes, prior: FloatArray) -> None:
    """Draw the triangle of posteriors, whose vertices are certainty of one secret."""
    ax.set(xlim=(-0.18, 1.18), ylim=(-0.06, 0.98), aspect="equal")
    ax.axis("off")
    ax.fill(*_CORNERS.T, facecolor="none", edgecolor=GREY, lw=0.8)
    for x, (corner, mass) in enumerate(zip(_CORNERS, prior, strict=True), 1):
        ax.annotate(
            f"$x_{x}$" + (" " if x == 3 else "\n") + f"(prior {mass:.3g})",
            corner,
            xytext=(0, 5 if x == 3 else -5),
            textcoords="offset points",
            fontsize=SMALL,
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
        The straight line is the entropy of the secret: the utility of publishing it.

    Examples
    --------
    >>> from pmlsym.design import utility_curves
    >>> len(utility_figure(utility_curves([0.5, 0.5], [0.0, 0.5])).axes)
    1
    """
    figure, (ax,) = axes_in_a_row(1, 7.2, 3.8)
    ax.axhline(curves.entropy, color="black", lw=0.9, ls=(0, (8, 3)), label="entropy H(X)")
    for name, values in curves.utility.items():
        label = name if name == RESPONSE else f"{name}, optimal"
        ax.plot(curves.levels, values, label=label, **guarantee_line(name))
    ax.set(
        xlim=(min(curves.levels), max(curves.levels)),
        ylim=(0, curves.entropy * 1.06),
        xlabel="privacy level ε (nats)",
        ylabel="I(X; Y) (nats)",
    )
    ax.set_title(f"prior: {_prior_title(curves.prior)}", fontsize=NORMAL)
    figure.legend(loc="outside right upper", **LEGEND)
    return figure
