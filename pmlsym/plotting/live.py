"""Interactive figures: axes that are drawn once, and curves that are redrawn on every change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from types import MappingProxyType

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from pmlsym.plotting.canvas import BLUE, GREEN, GREY, ORANGE, PURPLE, RED, SKY, Style

# Each line differs from the others both in its colour and in its style.
LINES: Mapping[str, Style] = MappingProxyType(
    {
        "first": {"color": BLUE, "ls": "-", "lw": 2.4},
        "second": {"color": ORANGE, "ls": "--", "lw": 2.0},
        "third": {"color": GREEN, "ls": (0, (6, 1.5, 1.5, 1.5)), "lw": 1.8},
        "fourth": {"color": GREY, "ls": "-.", "lw": 1.6},
        "fifth": {"color": PURPLE, "ls": (0, (1.2, 1.2)), "lw": 2.2},
        "wrong": {"color": RED, "ls": (0, (3, 1.5)), "lw": 1.8},
        "level": {"color": SKY, "ls": (0, (1, 2)), "lw": 1.8},
        "here": {
            "color": "black",
            "ls": "none",
            "marker": "o",
            "ms": 6,
            "mfc": "white",
            "mew": 1.6,
        },
        "at": {"color": "black", "ls": (0, (1, 1)), "lw": 1.0},
    }
)
_BARS = ((BLUE, ""), (ORANGE, "//"), (GREEN, ".."), (PURPLE, "xx"), (SKY, "\\\\"))
_SIZE, _DPI = (4.8, 4.3), 130


class LiveFigure:
    r"""One panel with fixed axes and changing curves, drawn in a few milliseconds.

    Parameters
    ----------
    title, across, up : the title of the panel, and the labels of its axes with their units.
    x, y : the ends of the axes.
    lines : the name of each curve in the legend, by its style, of `LINES`.
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
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(visible=True, which="major", color="#dddddd", linewidth=0.6)
        ax.tick_params(labelsize=9)
        ax.set(xlim=x, ylim=y, title=title, xlabel=across, ylabel=up)
        ax.set(xscale="log" if "x" in log else "linear", yscale="log" if "y" in log else "linear")
        ax.title.set_fontsize(10)
        self._curves = {
            called: ax.plot([], [], label=called, animated=True, **LINES[style])[0]
            for style, called in lines.items()
        }
        self._legend()
        self._frame: object = None

    def _legend(self) -> None:
        handles, labels = self._axes.get_legend_handles_labels()
        self._figure.legend(
            handles, labels, loc="lower center", ncols=2, fontsize=8.5, frameon=False
        )

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
