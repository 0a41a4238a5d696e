"""Calls of a student's function: on copies, traced, with every failure reported in words."""

from __future__ import annotations

import copy
import math
import sys
import traceback
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from types import FrameType
from typing import Any

from pmlsym.exercises.feedback import NotRight, not_right, short
from pmlsym.exercises.reading import plain, worked_out

_ASKING = "pmlsym.exercises."  # the modules of the course, whose lines are not the student's


def ask(name: str, answer: object, instance: Mapping[str, object], by_hand: bool = True) -> Any:
    """Call a student's function on an instance and return its result as plain numbers.

    Examples
    --------
    >>> ask("double", lambda x: 2 * x, {"x": 3})
    6
    >>> ask("double", lambda x: None, {"x": 3})
    Traceback (most recent call last):
    ...
    pmlsym.exercises.feedback.NotRight: double returns nothing: it is still to be written, or its
    return is missing.
    """
    if not callable(answer):
        raise not_right(f"{name} has to be a function, but it is {short(answer)}.")
    asked: list[str] = []
    try:
        # nbgrader counts a warning as a failure
        with _watched(asked), warnings.catch_warnings(action="ignore"):
            # a lazy answer runs the student's code when it is read: trace that too
            found = worked_out(name, answer(*copy.deepcopy(list(instance.values()))))
    except NotRight:
        raise
    except NotImplementedError:
        raise not_right(f"{name} is still to be written.") from None
    except (Exception, SystemExit) as error:
        raise not_right(_raised(name, answer, error), **instance) from error
    if by_hand and asked:
        raise not_right(
            f"{name} asks the library ({asked[0]}). Here it is to be written by hand, from the "
            "definition; compare with the library in a cell of your own."
        )
    if found is None:
        raise not_right(
            f"{name} returns nothing: it is still to be written, or its return is missing."
        )
    return found


@contextmanager
def _watched(asked: list[str]) -> Iterator[None]:
    """Append to `asked` the first of pmlsym's functions that is called in the block, if any."""
    before = sys.getprofile()

    def note(frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        inside = module.startswith("pmlsym.") and not module.startswith(_ASKING)
        if event == "call" and inside and not asked:
            asked.append(f"{module}.{frame.f_code.co_qualname}")

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


def _raised(name: str, answer: object, error: BaseException) -> str:
    """Say which error a function ended in, and at which of the student's lines."""
    frames = [
        one
        for one in traceback.walk_tb(error.__traceback__)
        if not one[0].f_globals.get("__name__", "").startswith(_ASKING)
    ]
    # a division by zero is raised within fractions.py: look for the student's own line
    written = getattr(answer, "__globals__", None)
    own = [one for one in frames if one[0].f_globals is written]
    lines = traceback.StackSummary.extract(own or frames)
    where = f", at the line `{lines[-1].line}`" if lines and lines[-1].line else ""
    return f"{name} ends in {type(error).__name__}: {error}{where}."


def number(name: str, value: object, **instance: object) -> float:
    """Read a number that a student returned: exact or a float, possibly infinite.

    Examples
    --------
    >>> import sympy
    >>> number("pml", sympy.log(2)) == math.log(2)
    True
    """
    read = plain(name, value)
    if isinstance(read, bool) or not isinstance(read, int | Fraction | float):
        raise not_right(f"{name} should be a number, but is {short(read)}.", **instance)
    if math.isnan(read):
        raise not_right(f"{name} is nan, which is no number.", **instance)
    return float(read)


def numbers(name: str, value: object, length: int, each: str, **instance: object) -> list[float]:
    """Read a list of `length` numbers that a student returned, one for `each`.

    Examples
    --------
    >>> numbers("marginal", (0.5, 0.5), 2, "outcome")
    [0.5, 0.5]
    >>> numbers("marginal", [1], 2, "outcome")
    Traceback (most recent call last):
    ...
    pmlsym.exercises.feedback.NotRight: marginal should be a list of 2, one for each outcome, but
    is [1].
    """
    listed = _listed(name, value, length, each, instance)
    return [number(f"{name}[{place}]", one, **instance) for place, one in enumerate(listed)]


def table(
    name: str, value: object, shape: tuple[int, int], rows: str, columns: str, **instance: object
) -> list[list[float]]:
    """Read a table of numbers that a student returned, one row for each of `rows`.

    Examples
    --------
    >>> table("lift", [[1, 2]], (1, 2), "secret", "outcome")
    [[1.0, 2.0]]
    """
    listed = _listed(name, value, shape[0], rows, instance)
    return [
        numbers(f"{name}[{place}]", row, shape[1], columns, **instance)
        for place, row in enumerate(listed)
    ]


def _listed(
    name: str, value: object, length: int, each: str, instance: dict[str, object]
) -> list[object]:
    """Return the items of a list that must have `length` of them."""
    listed = plain(name, value)
    if not isinstance(listed, list | tuple) or len(listed) != length:
        raise not_right(
            f"{name} should be a list of {length}, one for each {each}, but is {short(listed)}.",
            **instance,
        )
    return list(listed)
