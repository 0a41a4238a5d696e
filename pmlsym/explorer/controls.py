"""Parts of the explorer: sliders and menus, and a panel whose figures and sentence follow them."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as widgets

from pmlsym.plotting.live import LiveFigure


class Panel(ABC):
    """One tab: controls, and figures and a sentence that follow them.

    Attributes
    ----------
    title : the title of the tab.
    about : what the panel shows, in a sentence or two.
    controls : the sliders and menus by name; the keyboard reaches each of them.
    figures : the figures by name; each has a description in words.
    said : the sentence with the numbers, which screen readers read out when it changes.
    """

    title: str
    about: str

    def __init__(self) -> None:
        self.controls: dict[str, Any] = self.make_controls()
        self.figures: dict[str, LiveFigure] = {}
        self.said = ""
        self._pictures: dict[str, Any] = {}
        self._sentence = widgets.HTML()
        self._sentence.add_class("pmlsym-said")
        self._box = widgets.Box(layout=widgets.Layout(flex_flow="row wrap"))
        self.widget = widgets.VBox(
            [
                widgets.HTML(f"<p>{escape(self.about)}</p>"),
                widgets.Box(
                    list(self.controls.values()), layout=widgets.Layout(flex_flow="row wrap")
                ),
                self._sentence,
                self._box,
            ]
        )

    @abstractmethod
    def make_controls(self) -> dict[str, Any]:
        """Return the sliders and menus by name."""

    @abstractmethod
    def make_figures(self) -> dict[str, LiveFigure]:
        """Return the empty figures by name, which `move` fills."""

    @abstractmethod
    def move(self) -> tuple[Mapping[str, bytes], str]:
        """Return each figure's picture at the present values, and the sentence with the numbers."""

    def start(self) -> None:
        """Draw everything for the first time, and redraw it whenever a control changes."""
        if self.figures:
            return
        self.figures = self.make_figures()
        self._pictures = {name: widgets.HTML() for name in self.figures}
        self._box.children = tuple(self._pictures.values())
        self.follow()
        for control in self.controls.values():
            control.observe(self.follow, names="value")

    def follow(self, _change: object = None) -> None:
        """Redraw everything at the present values, when a control has changed."""
        self.before()
        pictures, self.said = self.move()
        self._sentence.value = f"<p>{escape(self.said)}</p>"
        for name, picture in pictures.items():
            figure = self.figures[name]
            words = f"{figure.title}: {figure.up} against {figure.across}. {self.said}"
            self._pictures[name].value = (
                f"<img class='pmlsym-figure' alt='{escape(words, quote=True)}' "
                f"src='data:image/png;base64,{b64encode(picture).decode()}'>"
            )

    def before(self) -> None:  # noqa: B027  # most panels have nothing to do here
        """Bring controls that depend on others into their range, before `move`."""

    def number(self, name: str) -> float:
        """Return the value of a slider."""
        return float(self.controls[name].value)


def nats(value: float) -> str:
    """Format a leakage in nats for a sentence.

    Examples
    --------
    >>> nats(0.84144), nats(float("inf"))
    ('0.841 nats', 'infinitely many nats')
    """
    return f"{value:.3f} nats" if math.isfinite(value) else "infinitely many nats"


def listed(names: Iterable[str], levels: Iterable[float]) -> str:
    """Format leakages for a sentence, each after its name.

    Examples
    --------
    >>> listed(("PML", "PMC"), (0.5, float("inf")))
    'PML 0.500 nats, PMC infinitely many nats'
    """
    return ", ".join(f"{name} {nats(level)}" for name, level in zip(names, levels, strict=True))


def prior_in_words(prior: Iterable[float]) -> str:
    """Format a prior for a sentence."""
    return f"P = ({', '.join(f'{mass:.3f}' for mass in prior)})"


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
