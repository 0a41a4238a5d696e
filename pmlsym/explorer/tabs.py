"""The explorer: all panels as tabs, each drawn when it is first looked at."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from pmlsym.explorer.conversion import ConversionPanel
from pmlsym.explorer.design import DesignPanel
from pmlsym.explorer.histogram import HistogramPanel
from pmlsym.explorer.page import LABELS, STYLE
from pmlsym.explorer.panel import Panel
from pmlsym.explorer.response import ResponsePanel
from pmlsym.explorer.workload import WorkloadPanel

PANELS: tuple[type[Panel], ...] = (
    HistogramPanel,
    ResponsePanel,
    WorkloadPanel,
    ConversionPanel,
    DesignPanel,
)


def explorer() -> Any:
    """Return the tabs, as an ipywidgets widget.

    Examples
    --------
    >>> [explorer().get_title(place) for place in (0, 4)]
    ['Histogram', 'Best mechanism']
    """
    panels = [panel() for panel in PANELS]
    tabs = widgets.Tab(
        children=[panel.widget for panel in panels], titles=[panel.title for panel in panels]
    )

    def look(_change: object = None) -> None:
        panels[tabs.selected_index or 0].start()

    tabs.add_class("pmlsym")
    look()
    tabs.observe(look, names="selected_index")
    return tabs


def show() -> None:
    """Show the explorer in a notebook or on a page."""
    from IPython.display import HTML, display

    display(HTML(STYLE + LABELS), explorer())  # type: ignore[no-untyped-call]
