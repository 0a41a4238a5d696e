"""Every figure, drawn from data that the library returns."""

from __future__ import annotations

from pmlsym.plotting.canvas import NotebookFigure
from pmlsym.plotting.histogram import histogram_figure_1, leakage_figure, release_figure
from pmlsym.plotting.linear import (
    linear_figure_1,
    linear_figure_2,
    outcome_figure,
    range_release_figure,
    records_figure,
)

__all__ = [
    "NotebookFigure",
    "histogram_figure_1",
    "leakage_figure",
    "linear_figure_1",
    "linear_figure_2",
    "outcome_figure",
    "range_release_figure",
    "records_figure",
    "release_figure",
]
