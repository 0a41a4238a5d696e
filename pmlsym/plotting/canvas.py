"""The shared canvas of all figures: panels, arguments, and display in notebooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from io import BytesIO
from typing import Any, ParamSpec, TypeVar

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pmlsym.errors import ParameterError
from pmlsym.given import brief
from pmlsym.plotting.style import LEGEND, frame

P = ParamSpec("P")
R = TypeVar("R")


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
    return axes_in_rows(columns, columns, width, height)


def axes_in_rows(
    count: int, columns: int, width: float, height: float
) -> tuple[NotebookFigure, list[Axes]]:
    """Return a figure with `count` panels in rows of at most `columns`, in the shared style.

    Examples
    --------
    >>> figure, axes = axes_in_rows(5, 3, 8.0, 5.0)
    >>> len(axes), axes[3].get_subplotspec().rowspan.start
    (5, 1)
    """
    columns = min(columns, count)
    figure = NotebookFigure(figsize=(width, height), layout="constrained")
    grid = figure.subplots(-(-count // columns), columns, squeeze=False).ravel().tolist()
    for ax in grid[count:]:
        ax.remove()
    for ax in grid[:count]:
        frame(ax)
    return figure, grid[:count]


def legend_below(figure: Figure, handles: Sequence[Artist], columns: int) -> None:
    """Write one legend for all panels below them.

    Examples
    --------
    >>> figure, (ax,) = axes_in_a_row(1)
    >>> legend_below(figure, ax.plot([0, 1], [0, 1], label="rising"), 1)
    >>> [text.get_text() for text in figure.legends[0].get_texts()]
    ['rising']
    """
    figure.legend(handles=handles, loc="outside lower center", ncols=columns, **LEGEND)
