"""The shared canvas of all figures: colours, axes, and display in notebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from io import BytesIO
from typing import Any, ParamSpec, TypeAlias, TypeVar

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pmlsym.errors import ParameterError
from pmlsym.given import brief

P = ParamSpec("P")
R = TypeVar("R")

# Okabe and Ito's palette, distinguishable with any colour vision.
BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
RED, SKY, GREY = "#D55E00", "#56B4E9", "#444444"


Style: TypeAlias = dict[str, Any]  # keywords of matplotlib, with values of any type


class NotebookFigure(Figure):
    """A figure that a notebook displays without pyplot and its global state.

    Attributes
    ----------
    data : the plotted data, as plain data, in figures that store it.
    """

    data: object = None

    def _repr_png_(self) -> bytes:
        image = BytesIO()
        self.savefig(image, format="png", dpi=100)
        return image.getvalue()


def draws(
    name: str, kind: type, maker: str, several: bool = True
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a figure to accept one or several results as its first argument, and only these.

    Examples
    --------
    >>> @draws("words", str, "str()")
    ... def letters(words):
    ...     return "".join(words)
    >>> letters(words=["a", "b"]), letters("ab")
    ('ab', 'ab')
    >>> letters(3)
    Traceback (most recent call last):
        ...
    pmlsym.errors.ParameterError: words is 3, but has to be a list of what str() returns.
    """

    def checking(figure: Callable[P, R]) -> Callable[P, R]:
        @wraps(figure)
        def checked(*given: P.args, **named: P.kwargs) -> R:
            if not given and name not in named:
                return figure(*given, **named)  # Python reports a missing argument
            value: Any = given[0] if given else named[name]
            found = [value] if several and isinstance(value, kind) else value
            listed = isinstance(found, Sequence) and all(isinstance(one, kind) for one in found)
            if not (listed if several else isinstance(found, kind)):
                wanted = "a list of what" if several else "what"
                raise ParameterError(
                    f"{name} is {brief(value)}, but has to be {wanted} {maker} returns."
                )
            call: Callable[..., R] = figure
            if given:
                return call(found, *given[1:], **named)
            return call(**{**named, name: found})

        return checked

    return checking


def listed(name: str, value: object, what: str) -> None:
    """Validate a list of texts or numbers.

    Examples
    --------
    >>> listed("names", ["a", "b"], "names of the bins")
    """
    if isinstance(value, str | Mapping) or not hasattr(value, "__len__"):
        raise ParameterError(f"{name} is {brief(value)}, but has to be a list: {what}.")


def axes_in_a_row(
    columns: int, width: float = 9.0, height: float = 3.6
) -> tuple[NotebookFigure, list[Axes]]:
    """Return a figure with `columns` panels in a row, in the shared style.

    Examples
    --------
    >>> len(axes_in_a_row(2)[1])
    2
    """
    figure = NotebookFigure(figsize=(width, height), layout="constrained")
    axes = figure.subplots(1, columns, squeeze=False)[0]
    for ax in axes:
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(visible=True, which="major", color="#dddddd", linewidth=0.6)
        ax.tick_params(labelsize=8)
    return figure, list(axes)
