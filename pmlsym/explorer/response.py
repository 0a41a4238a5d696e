"""The panel of randomized response: its leakage, and the lift of each outcome."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from pmlsym.explorer.controls import prior_of, slider, weight_sliders
from pmlsym.explorer.panel import Panel, listed, prior_in_words
from pmlsym.mechanisms.curves import LeakageCurve, leakage_curve
from pmlsym.mechanisms.finite import randomized_response
from pmlsym.nats import logs
from pmlsym.plotting.live import LiveBars, LiveFigure

_MOST = 4.0  # nats
_NAMES = {"pml": "PML, worst outcome", "pmc": "PMC, worst outcome", "ldp": "LDP"}


@lru_cache(maxsize=64)
def _curve(prior: tuple[float, ...]) -> LeakageCurve:
    """Return the leakage of randomized response against the level at this prior; cached."""
    levels = np.linspace(0.0, _MOST, 33).tolist()
    return leakage_curve(lambda level: randomized_response(prior, level), levels)


class ResponsePanel(Panel):
    """Randomized response: `pmlsym.mechanisms.randomized_response` through the measures.

    Examples
    --------
    >>> panel = ResponsePanel()
    >>> panel.start()
    >>> panel.said
    'P = (0.500, 0.300, 0.200), ε = 1: PML 0.705 nats, PMC 0.620 nats, LDP 1.000 nats.'
    """

    title = "Randomized response"
    about = (
        "The secret is answered truthfully, or any other value, each e^ε times rarer. LDP does not "
        "depend on the prior; PML and PMC do. The bars are the log-lift of every secret (nats)."
    )

    def make_controls(self) -> dict[str, Any]:
        """Return sliders for the level and the weights of a prior of three secrets."""
        level = slider(
            "ε (nats)", "How much rarer another answer is: e to the ε", 1.0, 0.0, _MOST, 0.05
        )
        return {"epsilon": level} | weight_sliders(5, 3, 2)

    def make_figures(self) -> dict[str, LiveFigure]:
        """Return the frames: leakage against the level, and the lift as bars."""
        lines = dict(zip(("first", "second", "fourth"), _NAMES.values(), strict=True))
        secrets = [f"secret x{place}" for place in (1, 2, 3)]
        return {
            "leakage": LiveFigure(
                "Leakage",
                "parameter ε (nats)",
                "leakage (nats)",
                (0, _MOST),
                (0, _MOST),
                lines | {"here": "now"},
            ),
            "lift": LiveBars(
                "Log-lift of each outcome",
                "outcome",
                "i(x; y) (nats)",
                (-_MOST, _MOST),
                ["y1", "y2", "y3"],
                secrets,
            ),
        }

    def move(self) -> tuple[Mapping[str, bytes], str]:
        """Draw the leakages at the current prior, and the lifts at the current level."""
        prior, epsilon = prior_of(self.controls), self.number("epsilon")
        curve = _curve(prior)
        here = leakage_curve(lambda level: randomized_response(prior, level), [epsilon]).leakage
        marks = [here[name][0] for name in _NAMES]
        lines = {_NAMES[name]: (curve.values, found) for name, found in curve.leakage.items()}
        bars = self.figures["lift"]
        assert isinstance(bars, LiveBars)
        drawn = {
            "leakage": self.figures["leakage"].draw(lines | {"now": ([epsilon] * 3, marks)}),
            "lift": bars.draw_bars(logs(randomized_response(prior, epsilon).lift)),
        }
        numbers = listed((name.upper() for name in _NAMES), marks)
        return drawn, f"{prior_in_words(prior)}, ε = {epsilon:.3g}: {numbers}."
