"""The panel of optimal mechanisms: utility against the promised level."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pmlsym.design.curves import RESPONSE, UtilityCurves, utility_curves
from pmlsym.explorer.controls import prior_of, slider, weight_sliders
from pmlsym.explorer.panel import Panel, listed, nats, prior_in_words
from pmlsym.guarantees import LDP, PMC, PML
from pmlsym.plotting.live import LiveFigure

_MOST, _HIGH = 3.0, 1.15  # nats; log 3 is the largest entropy of three secrets
_KINDS = (PML, PMC, LDP)
_NAMES = {"PML": "best under PML", "PMC": "best under PMC", "LDP": "best under LDP"}
_NAMES |= {RESPONSE: "randomized response (LDP)"}
# few levels, closer where the curves bend: each one solves a linear program for every kind
_LEVELS = (0.0, 0.25, 0.55, 0.95, 1.4, 2.1, 3.0)


@lru_cache(maxsize=256)
def _curves(prior: tuple[float, ...], levels: tuple[float, ...]) -> UtilityCurves:
    """Return the optimal utilities at this prior; cached, as the slider of the level keeps them."""
    return utility_curves(prior, levels, _KINDS)


class DesignPanel(Panel):
    """Optimal mechanisms: `pmlsym.design.utility_curves` for three secrets.

    Examples
    --------
    >>> panel = DesignPanel()
    >>> panel.start()
    >>> panel.said[:58]
    'P = (0.500, 0.300, 0.200), ε = 0.5: best under PML 0.297 n'
    """

    title = "Best mechanism"
    about = (
        "The most mutual information (nats) that any mechanism has under a guarantee of level ε, "
        "for three secrets. The points are computed, the lines between them are drawn."
    )

    def make_controls(self) -> dict[str, Any]:
        """Return sliders for the level and the weights of a prior of three secrets."""
        level = slider("ε (nats)", "The level that is promised", 0.5, 0.0, _MOST, 0.05)
        return {"epsilon": level} | weight_sliders(5, 3, 2)

    def make_figures(self) -> dict[str, LiveFigure]:
        """Return the frame: utility against the level."""
        styles = dict(zip(("first", "second", "fourth", "fifth"), _NAMES.values(), strict=True))
        return {
            "utility": LiveFigure(
                "Utility of the best mechanism",
                "privacy level ε (nats)",
                "I(X; Y) (nats)",
                (0, _MOST),
                (0, _HIGH),
                styles | {"level": "entropy H(X)", "here": "now"},
            )
        }

    def move(self) -> tuple[Mapping[str, bytes], str]:
        """Draw the curves of the current prior."""
        prior, epsilon = prior_of(self.controls), self.number("epsilon")
        curves, here = _curves(prior, _LEVELS), _curves(prior, (epsilon,))
        lines = {_NAMES[kind]: (_LEVELS, found) for kind, found in curves.utility.items()}
        marks = [float(here.utility[kind][0]) for kind in _NAMES]
        entropy = ([0.0, _MOST], [curves.entropy] * 2)
        drawn = self.figures["utility"].draw(
            lines | {"entropy H(X)": entropy, "now": ([epsilon] * len(marks), marks)}
        )
        numbers = listed(_NAMES.values(), marks)
        said = f"{prior_in_words(prior)}, ε = {epsilon:.3g}: {numbers}."
        return {"utility": drawn}, f"{said} All of the secret is {nats(curves.entropy)}."
