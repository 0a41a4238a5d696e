"""The leakage of a noisy histogram against the scale b and against the floor α."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from pmlsym.errors import VacuousGuaranteeWarning
from pmlsym.explorer.controls import (
    LEAST_FLOOR,
    floor_slider,
    keep_floor_below,
    log_slider,
    slider,
    whole_slider,
)
from pmlsym.explorer.panel import Panel, nats
from pmlsym.laplace import calibrate, histogram_dp, histogram_leakage, histogram_relaxation
from pmlsym.plotting.live import LiveFigure

_SCALES = np.geomspace(0.05, 50, 160)
_EXACT, _MOST, _SIMPLE, _DP = "exact, at α", "exact, at α = 1/k", "2(1−α)/(b+α)", "DP: 2/b"
_HERE, _LEVEL, _FLOOR = "now", "promised ε", "exact, at b"


class HistogramPanel(Panel):
    """Worst leakage of a record: `pmlsym.laplace.histogram_leakage` beside simpler bounds.

    Examples
    --------
    >>> panel = HistogramPanel()
    >>> panel.start()
    >>> panel.said[:44]
    'At α = 0.1 and b = 2 a record leaks at most '
    """

    title = "Histogram"
    about = (
        "Every bin of a histogram gets Laplace noise of scale b. Whatever the others are, a record "
        "whose classes all have probability α or more leaks no more than this (nats)."
    )

    def make_controls(self) -> dict[str, Any]:
        """Return sliders for the floor, the scale, the number of bins and the promise."""
        return {
            "alpha": floor_slider(0.1, 0.2),
            "scale": log_slider("scale b (counts)", "The scale of the noise", 2.0, 0.05, 50.0),
            "bins": whole_slider("bins k", "How many bins the histogram has", 5, 2, 50),
            "epsilon": slider("promise ε (nats)", "The leakage promised", 0.5, 0.05, 3.0, 0.05),
        }

    def make_figures(self) -> dict[str, LiveFigure]:
        """Return the frames: leakage against the scale, and against the floor."""
        up = "worst leakage of a record (nats)"
        across = "scale b of the noise (counts)"
        styles = {"fourth": _DP, "third": _SIMPLE, "first": _EXACT, "second": _MOST}
        marks = {"level": _LEVEL, "here": _HERE}
        against_floor = {"fourth": _DP, "first": _FLOOR, "here": _HERE}
        return {
            "scale": LiveFigure(
                "Against the scale", across, up, (0.05, 50), (0.01, 50), styles | marks, "xy"
            ),
            "alpha": LiveFigure(
                "Against the floor, up to 1/k",
                "floor α of the probabilities (no unit)",
                up,
                (LEAST_FLOOR, 0.5),
                (0.01, 50),
                against_floor,
                "xy",
            ),
        }

    def before(self) -> None:
        """Keep the floor at 1/k or below."""
        keep_floor_below(self.controls["alpha"], self.controls["bins"].value)

    def move(self) -> tuple[Mapping[str, bytes], str]:
        """Draw the bounds at the current floor and scale."""
        bins = int(self.controls["bins"].value)
        alpha = keep_floor_below(self.controls["alpha"], bins)
        scale, epsilon = self.number("scale"), self.number("epsilon")
        leakage = histogram_leakage(alpha, scale, bins)
        floors = np.geomspace(LEAST_FLOOR, 1 / bins, 60)
        floors[-1] = 1 / bins
        ends = [0.05, 50.0]
        drawn = {
            "scale": self.figures["scale"].draw(
                {
                    _DP: (_SCALES, histogram_dp(_SCALES)),
                    _SIMPLE: (_SCALES, histogram_relaxation(alpha, _SCALES, bins)),
                    _EXACT: (_SCALES, histogram_leakage(alpha, _SCALES, bins)),
                    _MOST: (_SCALES, histogram_leakage(1 / bins, _SCALES, bins)),
                    _LEVEL: (ends, [epsilon, epsilon]),
                    _HERE: ([scale], [leakage]),
                }
            ),
            "alpha": self.figures["alpha"].draw(
                {
                    _DP: ([LEAST_FLOOR, 0.5], [histogram_dp(scale)] * 2),
                    _FLOOR: (floors, histogram_leakage(floors, scale, bins)),
                    _HERE: ([alpha], [leakage]),
                }
            ),
        }
        with warnings.catch_warnings():
            # the sentence below says so where the promise needs no noise
            warnings.simplefilter("ignore", VacuousGuaranteeWarning)
            needed = float(calibrate(epsilon, alpha, bins=bins))
        enough = f"takes b = {needed:.3g}" if needed > 0 else "takes no noise"
        said = (
            f"At α = {alpha:.3g} and b = {scale:.3g} a record leaks at most {nats(leakage)}; "
            f"differential privacy says {nats(histogram_dp(scale))}. "
            f"To promise {nats(epsilon)} {enough}, and with differential privacy "
            f"b = {histogram_dp(1.0) / epsilon:.3g}."
        )
        return drawn, said
