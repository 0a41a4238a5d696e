"""The points of a sweep in their order, and what of them can stand in a table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from pmlsym.errors import ParameterError

Cell: TypeAlias = "str | bool | int | float | list[Cell] | None"

MOST_POINTS = 10**8
RESERVED = "error"  # the column that says why a point has no result


class Grid:
    """Points with names, numbered from 0: a product of axes, or a list of points.

    Parameters
    ----------
    given : mapping of names to values, or a sequence of points
        Of a mapping, every combination; the last name varies fastest. A point is a mapping of
        names to single values, and all points have the same names.

    Raises
    ------
    ParameterError
        If there is no point, there are too many, or names do not fit together.

    Examples
    --------
    >>> grid = Grid({"epsilon": [0.5, 1.0], "n": range(3)})
    >>> len(grid), grid[4]
    (6, {'epsilon': 1.0, 'n': 1})
    """

    def __init__(self, given: object) -> None:
        self._axes: dict[str, Sequence[object]] = {}
        self._points: list[dict[str, object]] = []
        if isinstance(given, Mapping):
            self._axes = {_name(name): _axis(name, values) for name, values in given.items()}
            self._size = math.prod(map(len, self._axes.values()))
            self.names = tuple(self._axes)
        elif isinstance(given, Iterable) and not isinstance(given, str | bytes):
            self._points = [_point(number, one) for number, one in enumerate(given)]
            self._size = len(self._points)
            self.names = tuple(self._points[0]) if self._points else ()
            for number, one in enumerate(self._points):
                if set(one) != set(self.names):
                    raise ParameterError(
                        f"grid[{number}] has the names {', '.join(one)}, but grid[0] has "
                        f"{', '.join(self.names)}: every point needs the same."
                    )
        else:
            raise ParameterError(
                f"grid is of type {type(given).__name__}, but has to be a mapping of names to "
                "values, or a list of points."
            )
        if not self.names:
            raise ParameterError("grid is empty, but has to have at least one name with values.")
        if self._size > MOST_POINTS:
            raise ParameterError(
                f"grid has {self._size} points, but at most {MOST_POINTS} fit in one sweep."
            )

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, number: int) -> dict[str, object]:
        if self._points:
            return self._points[number]
        found = {}
        for name, values in reversed(self._axes.items()):
            number, place = divmod(number, len(values))
            found[name] = values[place]
        return {name: found[name] for name in self.names}

    def content(self) -> list[Cell]:
        """Return everything that is in the grid, as plain data: equal grids have equal content."""
        if self._points:
            return [[name, plain(name, one[name])] for one in self._points for name in self.names]
        return [
            [name, [plain(name, value) for value in values]] for name, values in self._axes.items()
        ]

    def text(self, number: int) -> str:
        """Write a point as a person would: for a sentence."""
        return ", ".join(f"{name}={plain(name, value)}" for name, value in self[number].items())


def _name(name: object) -> str:
    if not isinstance(name, str) or not name or name == RESERVED:
        raise ParameterError(
            f"grid has the name {name!r}, but a name has to be a text other than {RESERVED!r}."
        )
    return name


def _axis(name: object, values: object) -> Sequence[object]:
    if not isinstance(values, Iterable) or isinstance(values, str | bytes | Mapping):
        raise ParameterError(
            f"grid[{name!r}] is {values!r}, but has to be a list of values, [{values!r}] for one."
        )
    found = values if isinstance(values, range) else list(values)
    if not found:
        raise ParameterError(f"grid[{name!r}] is empty, but needs at least one value.")
    return found


def _point(number: int, given: object) -> dict[str, object]:
    if not isinstance(given, Mapping):
        raise ParameterError(
            f"grid[{number}] is {given!r}, but a point has to be a mapping of names to values."
        )
    return {_name(name): value for name, value in given.items()}


def plain(name: str, value: object) -> Cell:
    """Return a value as a table can hold it.

    Numbers and texts stay; arrays become lists; fractions, guarantees, statements and what else
    has a text of its own become that text.

    Raises
    ------
    ParameterError
        If two different values could have one text, as all lambdas have.

    Examples
    --------
    >>> from fractions import Fraction
    >>> plain("a", 0.5), plain("a", Fraction(1, 3)), plain("a", (1, 2.5))
    (0.5, '1/3', [1, 2.5])
    """
    if hasattr(value, "tolist") and hasattr(value, "dtype"):  # numpy's arrays and numbers
        value = value.tolist()
    if value is None or isinstance(value, bool):
        return value
    if type(value) in (int, float):
        return value  # type: ignore[return-value]  # mypy does not follow `in`
    if isinstance(value, str):
        return _printable(str(value))
    if isinstance(value, list | tuple):
        return [plain(name, item) for item in value]
    if isinstance(value, Fraction | int | float):
        return str(value)
    text = str(getattr(value, "__qualname__", value))
    if " at 0x" in text or "<lambda>" in text or isinstance(value, Mapping | Iterator | set):
        raise ParameterError(
            f"{name} is {text}, but has to be a number, a text, a list of these, or something with "
            "a text of its own, as a guarantee or a named function has."
        )
    return _printable(text)


def _printable(text: str) -> str:
    """Return a text that can be written as UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()
