"""The canvas that all figures share: colours, axes, and how a notebook shows them."""

from __future__ import annotations

from io import BytesIO
from typing import Any, TypeAlias

from matplotlib.axes import Axes
from matplotlib.figure import Figure

# Okabe and Ito's palette: told apart by readers with any colour vision.
BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
RED, SKY, GREY = "#D55E00", "#56B4E9", "#444444"


Style: TypeAlias = dict[str, Any]  # keywords of matplotlib, whose values are of every type


class NotebookFigure(Figure):
    """A figure that a notebook shows by itself, without pyplot and its global state.

    Attributes
    ----------
    data : what is drawn, as plain data, where the figure keeps it.
    """

    data: object = None

    def _repr_png_(self) -> bytes:
        image = BytesIO()
        self.savefig(image, format="png", dpi=100)
        return image.getvalue()


def axes_in_a_row(
    columns: int, width: float = 9.0, height: float = 3.6
) -> tuple[NotebookFigure, list[Axes]]:
    """Return a figure with so many panels side by side, in the style of all figures.

    Examples
    --------
    >>> len(axes_in_a_row(2)[1])
    2
    """
    figure = NotebookFigure(figsize=(width, height), layout="constrained")
    axes = figure.subplots(1, columns, squeeze=False)[0]
    for ax in axes:
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(visible=True, which="major", color="#dddddd", linewidth=0.6)
        ax.tick_params(labelsize=8)
    return figure, list(axes)
