"""The panel of conversions between PML, PMC and LDP at a smallest probability."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from pmlsym.explorer.controls import slider
from pmlsym.explorer.panel import Panel, nats
from pmlsym.guarantees import LDP, PMC, PML, Guarantee
from pmlsym.guarantees.comparison import ImpliedCurve, implied_curve
from pmlsym.plotting.live import LiveFigure

_MOST, _HIGH = 1.5, 5.0  # nats
_KINDS: dict[str, type[Guarantee]] = {"PML": PML, "PMC": PMC, "LDP": LDP}
_STYLES = {"PML": "first", "PMC": "second", "LDP": "fourth"}
_LEVELS = tuple(np.linspace(0.0, _MOST, 61).tolist())


@lru_cache(maxsize=256)
def _curve(name: str, p_min: float, levels: tuple[float, ...]) -> ImpliedCurve:
    """Return the levels that one guarantee implies of the others; cached."""
    others = [kind for other, kind in _KINDS.items() if other != name]
    return implied_curve(_KINDS[name], others, p_min, levels)


class ConversionPanel(Panel):
    """Conversions: `pmlsym.guarantees.comparison.implied_curve`, one figure a kind assumed.

    Examples
    --------
    >>> panel = ConversionPanel()
    >>> panel.start()
    >>> panel.said[:76]
    'p_min = 0.2, ε = 0.2: PML gives PMC 2.168 nats and LDP 2.368 nats; PMC gives'
    """

    title = "Conversions"
    about = (
        "What one guarantee implies of another where every secret has probability p_min or more. "
        "A line that ends goes to infinity there: nothing more follows."
    )

    def make_controls(self) -> dict[str, Any]:
        """Return sliders for the level and the smallest probability."""
        return {
            "epsilon": slider("ε (nats)", "The level that is assumed", 0.2, 0.0, _MOST, 0.05),
            "p_min": slider("p_min", "The smallest probability of a secret", 0.2, 0.01, 0.5, 0.01),
        }

    def make_figures(self) -> dict[str, LiveFigure]:
        """Return the frames, one a kind that is assumed."""
        return {
            name: LiveFigure(
                f"What {name}(ε) implies",
                f"ε of {name} (nats)",
                "implied level (nats)",
                (0, _MOST),
                (0, _HIGH),
                {_STYLES[other]: other for other in _KINDS if other != name} | {"here": "now"},
            )
            for name in _KINDS
        }

    def move(self) -> tuple[Mapping[str, bytes], str]:
        """Draw the implied levels at the current smallest probability."""
        epsilon, p_min = self.number("epsilon"), self.number("p_min")
        drawn, parts = {}, []
        for name in _KINDS:
            curve, here = _curve(name, p_min, _LEVELS), _curve(name, p_min, (epsilon,))
            lines = {other: (curve.levels, found) for other, found in curve.implied.items()}
            marks = [found[0] for found in here.implied.values()]
            drawn[name] = self.figures[name].draw(lines | {"now": ([epsilon] * 2, marks)})
            given = (f"{other} {nats(found[0])}" for other, found in here.implied.items())
            parts.append(f"{name} gives {' and '.join(given)}")
        return drawn, f"p_min = {p_min:.3g}, ε = {epsilon:.3g}: {'; '.join(parts)}."
