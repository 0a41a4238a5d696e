"""Figures of optimal mechanisms: admitted posteriors, and utility against the level."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pmlsym.arrays import FloatArray
from pmlsym.design.curves import RESPONSE, UtilityCurves
from pmlsym.design.posteriors import PosteriorPolygon
from pmlsym.errors import ParameterError
from pmlsym.guarantees import Guarantee
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

_STYLES: dict[str, Style] = {
    "PML": {"color": BLUE, "ls": "-", "lw": 1.8},
    "PMC": {"color": ORANGE, "ls": "-", "lw": 1.8},
    "LIP": {"color": GREEN, "ls": "--", "lw": 1.8},
    "ALIP": {"color": SKY, "ls": "-", "lw": 1.8},
    "LDP": {"color": GREY, "ls": "-.", "lw": 1.4},
    RESPONSE: {"color": PURPLE, "ls": ":", "lw": 1.8},
}
_REGIONS: tuple[tuple[str, str], ...] = (
    (BLUE, "-"),
    (ORANGE, "--"),
    (GREEN, "-."),
    (PURPLE, ":"),
    (RED, "-"),
    (SKY, "--"),
)
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
    from matplotlib.artist import Artist
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

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


@draws("panels", PosteriorPolygon, "ps.design.posterior_polygon(prior, guarantee)")
def region_figure(panels: Sequence[PosteriorPolygon]) -> Figure:
    """Draw the posteriors that several guarantees admit on one simplex of three secrets.

    Parameters
    ----------
    panels : result of `pmlsym.design.posterior_polygon` for one prior and each guarantee.

    Returns
    -------
    NotebookFigure
        Each guarantee has a colour, a line style and its level in nats; the cross is the prior.
        Its ``data`` holds the vertices of each region, as posteriors.

    Raises
    ------
    ParameterError
        If there are no panels, or they have different priors.

    Examples
    --------
    >>> from pmlsym import LDP, PML
    >>> from pmlsym.design import posterior_polygon
    >>> prior = [0.2, 0.3, 0.5]
    >>> figure = region_figure([posterior_polygon(prior, g) for g in (PML(0.5), LDP(0.5))])
    >>> {name: len(corners) for name, corners in figure.data.items()}
    {'PML(0.5)': 5, 'LDP(0.5)': 6}
    """
    if not panels:
        raise ParameterError("panels is empty, but has to hold at least one polygon.")
    prior = panels[0].prior
    if any(not np.allclose(panel.prior, prior) for panel in panels):
        raise ParameterError("panels has different priors, but one simplex shows one prior.")
    figure = NotebookFigure(figsize=(5.4, 4.2), layout="constrained")
    ax = figure.subplots()
    _simplex(ax, prior)
    seen: dict[str, list[list[float]]] = {}
    for place, panel in enumerate(panels):
        x, y = _placed(np.vstack([panel.vertices, panel.vertices[:1]]))
        colour, dashes = _REGIONS[place % len(_REGIONS)]
        label = f"{_named(panel.guarantee)} nats"
        ax.fill(x, y, facecolor=colour, alpha=0.12, lw=0)
        ax.plot(x, y, color=colour, ls=dashes, lw=1.8, label=label)
        seen[str(panel.guarantee)] = panel.vertices.tolist()
    ax.plot(*_placed(prior[None, :]), "+", ms=9, color="black", mew=1.4, label="prior")
    figure.legend(loc="outside right upper", fontsize=8, frameon=False)
    figure.data = seen
    return figure


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
