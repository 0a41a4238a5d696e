"""Figures, drawn from results of the library."""

from __future__ import annotations

from pmlsym.plotting.canvas import NotebookFigure, axes_in_a_row
from pmlsym.plotting.channel import lift_figure
from pmlsym.plotting.guarantees import (
    implication_figure,
    implication_table,
    pmc_figure_1,
    pmc_figure_2,
    polytope_figure,
    utility_figure,
)
from pmlsym.plotting.releases import (
    histogram_figure_1,
    leakage_figure,
    linear_figure_1,
    linear_figure_2,
    noise_figure,
    outcome_figure,
    range_release_figure,
    records_figure,
    release_figure,
)
from pmlsym.plotting.style import BLUE, GREEN, GREY, ORANGE, PURPLE, RED, SKY

__all__ = [
    "BLUE",
    "GREEN",
    "GREY",
    "ORANGE",
    "PURPLE",
    "RED",
    "SKY",
    "NotebookFigure",
    "axes_in_a_row",
    "histogram_figure_1",
    "implication_figure",
    "implication_table",
    "leakage_figure",
    "lift_figure",
    "linear_figure_1",
    "linear_figure_2",
    "noise_figure",
    "outcome_figure",
    "pmc_figure_1",
    "pmc_figure_2",
    "polytope_figure",
    "range_release_figure",
    "records_figure",
    "release_figure",
    "utility_figure",
]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
