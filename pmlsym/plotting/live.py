"""Interactive figures: axes that are drawn once, and curves that are redrawn on every change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from pmlsym.plotting.style import (
    BLUE,
    GREEN,
    GREY,
    LEGEND,
    LINES,
    NORMAL,
    ORANGE,
    PURPLE,
    SKY,
    frame,
)

_BARS = ((BLUE, ""), (ORANGE, "//"), (GREEN, ".."), (PURPLE, "xx"), (SKY, "\\\\"))
_SIZE, _DPI = (4.8, 4.3), 130


class LiveFigure:
    r"""One panel with fixed axes and changing curves, drawn in a few milliseconds.

    Parameters
    ----------
    title, across, up : the title of the panel, and the labels of its axes with their units.
    x, y : the ends of the axes.
    lines : the name of each curve in the legend, by its style, of `pmlsym.plotting.style.LINES`.
    log : the logarithmic axes: ``""``, ``"x"``, ``"y"`` or ``"xy"``.

    Attributes
    ----------
    data : the current places and values of each curve, by name.

    Examples
    --------
    >>> figure = LiveFigure("a line", "x", "y (nats)", (0, 1), (0, 1), {"first": "rising"})
    >>> figure.draw({"rising": ([0, 1], [0, 1])})[:4]
    b'\x89PNG'
    >>> figure.data
    {'rising': ([0.0, 1.0], [0.0, 1.0])}
    """

    def __init__(
        self,
        title: str,
        across: str,
        up: str,
        x: tuple[float, float],
        y: tuple[float, float],
        lines: Mapping[str, str],
        log: str = "",
    ) -> None:
        self.title, self.across, self.up = title, across, up
        self.data: dict[str, tuple[list[float], list[float]]] = {}
        self._figure = Figure(figsize=_SIZE, dpi=_DPI)
        self._canvas = FigureCanvasAgg(self._figure)
        # Fixed margins, as measuring the labels would take longer than drawing the curves.
        self._axes = ax = self._figure.add_axes((0.14, 0.33, 0.83, 0.59))
        frame(ax)
        ax.set(xlim=x, ylim=y, xlabel=across, ylabel=up)
        ax.set_title(title, fontsize=NORMAL)
        ax.set(xscale="log" if "x" in log else "linear", yscale="log" if "y" in log else "linear")
        self._curves = {
            called: ax.plot([], [], label=called, animated=True, **LINES[style])[0]
            for style, called in lines.items()
        }
        self._legend()
        self._frame: object = None

    def _legend(self) -> None:
        handles, labels = self._axes.get_legend_handles_labels()
        self._figure.legend(handles, labels, loc="lower center", ncols=2, **LEGEND)

    def draw(self, curves: Mapping[str, tuple[ArrayLike, ArrayLike]]) -> bytes:
        """Return the panel with these curves as a PNG; curves that are not named are not drawn."""
        self.data = {}
        for called, (x, y) in curves.items():
            places, values = np.asarray(x, float).ravel(), np.asarray(y, float).ravel()
            self.data[called] = (places.tolist(), values.tolist())
            self._curves[called].set_data(places, np.where(np.isfinite(values), values, np.nan))
        self._background()
        for called in curves:
            self._axes.draw_artist(self._curves[called])
        return self._png()

    def _background(self) -> None:
        """Restore the background, which is drawn on first use."""
        if self._frame is None:
            self._canvas.draw()  # type: ignore[no-untyped-call]
            self._frame = self._canvas.copy_from_bbox(self._figure.bbox)  # type: ignore[no-untyped-call]
        self._canvas.restore_region(self._frame)  # type: ignore[no-untyped-call]

    def _png(self) -> bytes:
        from PIL import Image

        image = BytesIO()
        pixels = np.asarray(self._canvas.buffer_rgba())  # type: ignore[no-untyped-call]
        shown = Image.fromarray(pixels).convert("RGB")
        shown.save(image, "png", compress_level=1)
        return image.getvalue()


class LiveBars(LiveFigure):
    r"""One panel of bars with changing heights in fixed groups.

    Parameters
    ----------
    title, across, up, y : as in `LiveFigure`.
    groups : the label below each group of bars.
    bars : the names of the bars of a group, at most five.

    Examples
    --------
    >>> bars = LiveBars("lift", "outcome", "i(x; y) (nats)", (-1, 1), ["y1", "y2"], ["x1"])
    >>> bars.draw_bars([[0.5, -0.5]])[:4]
    b'\x89PNG'
    >>> bars.data
    {'x1': ([0.0, 1.0], [0.5, -0.5])}
    """

    def __init__(
        self,
        title: str,
        across: str,
        up: str,
        y: tuple[float, float],
        groups: Sequence[str],
        bars: Sequence[str],
    ) -> None:
        super().__init__(title, across, up, (-0.6, len(groups) - 0.4), y, {})
        self._axes.axhline(0, color=GREY, lw=0.9)
        self._axes.set_xticks(range(len(groups)), groups)
        width = 0.8 / len(bars)
        self._bars = {}
        for number, (called, (colour, hatch)) in enumerate(zip(bars, _BARS, strict=False)):
            places = np.arange(len(groups)) - 0.4 + (number + 0.5) * width
            self._bars[called] = self._axes.bar(
                places,
                np.zeros(len(groups)),
                width * 0.92,
                color=colour,
                hatch=hatch,
                edgecolor="white",
                label=called,
                animated=True,
            )
        self._legend()

    def draw_bars(self, heights: ArrayLike) -> bytes:
        """Return the panel as a PNG with bars of these heights, shape (bars, groups).

        Bars end at the edge of the panel if a height exceeds it.
        """
        table = np.asarray(heights, float)
        self.data = {
            called: (list(map(float, range(table.shape[1]))), row.tolist())
            for called, row in zip(self._bars, table, strict=True)
        }
        low, high = self._axes.get_ylim()
        self._background()
        for row, bars in zip(np.clip(table, low, high), self._bars.values(), strict=True):
            for height, bar in zip(row, bars, strict=True):
                bar.set_height(float(height))
                self._axes.draw_artist(bar)
        return self._png()
