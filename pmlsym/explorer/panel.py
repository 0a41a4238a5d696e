"""A panel of the explorer: sliders, figures that follow them, and a sentence with the numbers."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, TypeAlias

import ipywidgets as widgets
from numpy.typing import ArrayLike

from pmlsym.plotting.live import LiveFigure

Curves: TypeAlias = dict[str, tuple[ArrayLike, ArrayLike]]  # places and values, by name


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
