"""The style of all figures: palette, sizes, and the line of each guarantee and bound."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from matplotlib.axes import Axes

Style: TypeAlias = dict[str, Any]  # keywords of matplotlib, with values of any type

# Okabe and Ito's palette, distinguishable with any colour vision.
BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
RED, SKY, GREY = "#D55E00", "#56B4E9", "#444444"
GRID, BAND = "#dddddd", "#eef2f6"
BARS: Mapping[str, Any] = MappingProxyType(  # true counts
    {"color": "#dde6ee", "edgecolor": "#9fb3c4", "width": 0.8}
)

# A notebook's column is about 800 pixels wide, and a figure has 100 in an inch. A wider one would
# be shrunk, its text with it.
WIDTH = 8.0
NORMAL, SMALL = 9.0, 8.0  # points: titles and axes; ticks, legends and notes
# lines of a legend are long enough for every kind of dashes
LEGEND: Mapping[str, Any] = MappingProxyType(
    {"fontsize": SMALL, "frameon": False, "handlelength": 2.8}
)

# Each line differs from the others both in its colour and in its dashes, so that one can tell them
# apart in grey.
LINES: Mapping[str, Style] = MappingProxyType(
    {
        "first": {"color": BLUE, "ls": "-", "lw": 2.0},
        "second": {"color": ORANGE, "ls": "--", "lw": 1.9},
        "third": {"color": GREEN, "ls": (0, (6, 1.5, 1.2, 1.5, 1.2, 1.5)), "lw": 1.8},
        "fourth": {"color": GREY, "ls": "-.", "lw": 1.5},
        "fifth": {"color": PURPLE, "ls": (0, (1.2, 1.2)), "lw": 2.0},
        "sixth": {"color": SKY, "ls": (0, (10, 2)), "lw": 1.8},
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
# the lines of guarantees and of bounds, by the names of their styles
GUARANTEES: Mapping[str, str] = MappingProxyType(
    {
        "PML": "first",
        "PMC": "second",
        "LIP": "third",
        "LDP": "fourth",
        "ALIP": "sixth",
        "randomized response": "fifth",
    }
)
BOUNDS: Mapping[str, str] = MappingProxyType(
    {"dp": "fourth", "triangle": "first", "tilted": "third", "corner": "wrong"}
)


def guarantee_line(name: str) -> Style:
    """Return the style of the line of a guarantee; users' own kinds share one style.

    Examples
    --------
    >>> guarantee_line("PML")["color"], guarantee_line("mine")["color"]
    ('#0072B2', '#D55E00')
    """
    return LINES[GUARANTEES.get(name, "wrong")]


def bound_line(name: str) -> Style:
    """Return the style of the line of a bound on workloads: dp, triangle, tilted or corner.

    Examples
    --------
    >>> bound_line("triangle")["ls"], bound_line("dp")["ls"]
    ('-', '-.')
    """
    return LINES[BOUNDS[name]]


def frame(ax: Axes) -> None:
    """Set the frame, the grid and the sizes of text of a panel.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> frame(ax)
    >>> ax.title.get_fontsize()
    9.0
    """
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(visible=True, which="major", color=GRID, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.tick_params(labelsize=SMALL)
    for text in (ax.title, ax.xaxis.label, ax.yaxis.label):
        text.set_fontsize(NORMAL)
