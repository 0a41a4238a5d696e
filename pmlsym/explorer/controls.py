"""The sliders and menus of the explorer, with labels for screen readers and keyboard control."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import ipywidgets as widgets

LEAST_FLOOR = 1e-3
_FACTOR = 0.02  # of a step of `log_slider`, as a power of ten: 4.7 %


def _named(name: str, tooltip: str) -> dict[str, Any]:
    """Return the keyword arguments that all controls share: name, tooltip, width."""
    return {
        "description": name,
        "tooltip": tooltip,
        "style": {"description_width": "10em"},
        "layout": widgets.Layout(width="27em", max_width="100%"),
    }


def slider(name: str, tooltip: str, value: float, low: float, high: float, step: float) -> Any:
    """Return a slider for a number.

    Examples
    --------
    >>> slider("ε (nats)", "the level", 0.5, 0.0, 3.0, 0.1).value
    0.5
    """
    return widgets.FloatSlider(
        value=value,
        min=low,
        max=high,
        step=step,
        readout_format=".2f",
        **_named(name, tooltip),
    )


def log_slider(name: str, tooltip: str, value: float, low: float, high: float) -> Any:
    """Return a slider for a positive number whose steps are factors."""
    start = math.log10(value)
    # The widget counts whole steps from the low end: shift that end so that the value is on a step.
    below = math.floor((start - math.log10(low)) / _FACTOR)
    return widgets.FloatLogSlider(
        value=value,
        base=10,
        min=start - below * _FACTOR,
        max=math.log10(high),
        step=_FACTOR,
        readout_format=".3g",
        **_named(name, tooltip),
    )


def whole_slider(name: str, tooltip: str, value: int, low: int, high: int) -> Any:
    """Return a slider for a whole number."""
    return widgets.IntSlider(value=value, min=low, max=high, **_named(name, tooltip))


def menu(name: str, tooltip: str, options: Sequence[str]) -> Any:
    """Return a menu of names, the first of which is chosen.

    Examples
    --------
    >>> menu("workload W", "which queries", ["histogram", "ranges"]).value
    'histogram'
    """
    return widgets.Dropdown(options=list(options), **_named(name, tooltip))


def floor_slider(alpha: float, most: float) -> Any:
    """Return a slider for the floor α of the probabilities of classes, from `LEAST_FLOOR` on."""
    words = "The least probability of a class, at most 1/k"
    return log_slider("floor α", words, alpha, LEAST_FLOOR, most)


def weight_sliders(*weights: int) -> dict[str, Any]:
    """Return a slider for the weight of each secret, which together make a prior."""
    return {
        f"weight {place}": whole_slider(
            f"prior weight of x{place}",
            f"How likely secret {place} is: its weight over the sum of all weights",
            weight,
            1,
            9,
        )
        for place, weight in enumerate(weights, 1)
    }


def prior_of(controls: dict[str, Any]) -> tuple[float, ...]:
    """Return the prior proportional to the weights."""
    weights = [one.value for name, one in controls.items() if name.startswith("weight")]
    return tuple(weight / sum(weights) for weight in weights)


def keep_floor_below(control: Any, classes: int) -> float:
    """Let a slider for the floor α end at 1/k, the largest floor of k classes; return α."""
    if control.max != math.log10(1 / classes):
        control.max = math.log10(1 / classes)
    return min(float(control.value), 1 / classes)
