"""Figures, drawn from results of the library."""

from __future__ import annotations

from pmlsym.plotting.canvas import (
    BLUE,
    GREEN,
    GREY,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    NotebookFigure,
    axes_in_a_row,
)
from pmlsym.plotting.channel import curve_figure, lift_figure
from pmlsym.plotting.design import polytope_figure, region_figure, utility_figure
from pmlsym.plotting.histogram import histogram_figure_1, leakage_figure, release_figure
from pmlsym.plotting.linear import (
    linear_figure_1,
    linear_figure_2,
    outcome_figure,
    range_release_figure,
    records_figure,
)
from pmlsym.plotting.noise import noise_figure
from pmlsym.plotting.pmc import implication_figure, pmc_figure_1, pmc_figure_2

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
    "curve_figure",
    "histogram_figure_1",
    "implication_figure",
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
    "region_figure",
    "release_figure",
    "utility_figure",
]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
