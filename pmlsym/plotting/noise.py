"""Figures of the leakage at each outcome of a noisy number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from matplotlib.figure import Figure

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.given import brief
from pmlsym.plotting.canvas import BLUE, GREY, ORANGE, SKY, axes_in_a_row


class PlottedRelease(Protocol):
    """The release of a number with noise."""

    def pml(self, y: FloatArray) -> float | FloatArray:
        """Return the PML of every outcome."""

    def pmc(self, y: FloatArray) -> float | FloatArray:
        """Return the PMC of every outcome."""


def noise_figure(
    releases: Mapping[str, PlottedRelease], outcomes: Sequence[float], bounds: bool = False
) -> Figure:
    """Draw PML and PMC against the outcome, with one panel for each release.

    Parameters
    ----------
    releases : by title, a `pmlsym.gaussian.GaussianNoise`, a `pmlsym.laplace.mean.MeanRelease`,
        or any object with methods `pml` and `pmc` of an array of outcomes.
    outcomes : the outcomes to evaluate.
    bounds : whether to shade between the bounds on PMC, where a release has finite ones.

    Returns
    -------
    matplotlib Figure
        The dash-dotted line is the differential privacy of a release that has one.

    Examples
    --------
    >>> from pmlsym.gaussian import GaussianNoise
    >>> from pmlsym.secret import Uniform
    >>> release = GaussianNoise(Uniform(-1.0, 1.0), deviation=1.0)
    >>> len(noise_figure({"uniform": release}, [-1.0, 0.0, 1.0]).axes)
    1
    """
    if not isinstance(releases, Mapping):
        raise ParameterError(
            f"releases is {brief(releases)}, but has to be a mapping from titles to "
            "GaussianNoise or MeanRelease."
        )
    places = np.asarray(outcomes, float)
    figure, axes = axes_in_a_row(len(releases), 3.4 * len(releases) + 0.4, 3.2)
    for ax, (title, release) in zip(axes, releases.items(), strict=True):
        ax.plot(places, release.pml(places), color=BLUE, lw=1.8, ls="--", label="PML")
        pmc = release.pmc(places)
        infinite = " (infinite)" * bool(np.isinf(pmc).all())
        ax.plot(places, pmc, color=ORANGE, lw=1.8, label=f"PMC{infinite}")
        if bounds and hasattr(release, "pmc_bounds") and not infinite:
            lower, upper = release.pmc_bounds(places)
            ax.fill_between(
                places, lower, upper, color=SKY, alpha=0.25, lw=0, label="bounds on PMC"
            )
        if hasattr(release, "dp"):
            ax.axhline(float(release.dp()), color=GREY, lw=1.0, ls="-.", label="DP")
        ax.set(xlabel="outcome y", title=title, ylim=(0, None))
        ax.title.set_fontsize(9)
    axes[0].set_ylabel("leakage (nats)")
    axes[-1].legend(fontsize=7, frameon=False)
    return figure
