"""Reading of a student's answer, and the messages of a check: it is wrong, for this reason.

A student's function is called on copies and traced, and every failure is reported in words.
"""

from __future__ import annotations

import copy
import math
import re
import sys
import traceback
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from contextlib import contextmanager, suppress
from fractions import Fraction
from itertools import islice
from numbers import Integral, Rational
from operator import index
from textwrap import wrap
from types import FrameType
from typing import Any

from sympy.logic.boolalg import BooleanAtom

from pmlsym.channel import Channel
from pmlsym.errors import InputError
from pmlsym.exact import NumberArray, read_number

_WIDE = 84  # of a notebook's output on a laptop
_LONGEST = 60  # of a value within a sentence
_ADDRESS = " at 0x"  # in the text that Python gives to an object without one of its own


class NotRight(AssertionError):  # noqa: N818  # a student reads it, and made no error in Python
    """An answer that is not right; the text gives the reason and an instance.

    A notebook shows the text alone, without the library's part of the traceback.
    """

    def _render_traceback_(self) -> list[str]:
        return [f"Not right yet.\n{self}"]


def not_right(sentence: str, **instance: object) -> NotRight:
    """Return the exception to raise: a sentence, and the instance as lines to paste into a cell.

    Examples
    --------
    >>> print(not_right("The numbers sum to 2.", prior=[Fraction(1, 3), Fraction(2, 3)]))
    The numbers sum to 2.
    It goes wrong on (paste this into a cell):
        prior = [F(1, 3), F(2, 3)]
    """
    lines = wrap(sentence, _WIDE, break_long_words=False)
    if instance:
        lines.append("It goes wrong on (paste this into a cell):")
        lines += [f"    {name} = {as_typed(value)}" for name, value in instance.items()]
    return NotRight("\n".join(lines))


def right(name: str, tried: int = 0) -> None:
    """Print that an answer is right, and the number of instances on which it was tested.

    Examples
    --------
    >>> right("marginal", 40)
    Right: marginal, on 40 fresh instances.
    """
    print(f"Right: {name}" + (f", on {tried} fresh instances." if tried else "."))


def as_typed(value: object) -> str:
    """Write a value as a student would type it, with F for Fraction.

    Examples
    --------
    >>> as_typed([[Fraction(1, 2), 1], [Fraction(0), 0.25]])
    '[[F(1, 2), 1], [0, 0.25]]'
    """
    if isinstance(value, Fraction):
        return (
            str(value) if value.denominator == 1 else f"F({value.numerator}, {value.denominator})"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(as_typed, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(as_typed, value))}{',' if len(value) == 1 else ''})"
    return repr(value)


def short(value: object) -> str:
    """Write a value within a sentence: as typed, cut to one line.

    Examples
    --------
    >>> short(list(range(100)))
    '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16...'
    """
    try:
        text = value.__name__ if isinstance(value, type) else as_typed(value)
    except Exception:  # noqa: BLE001  # the repr of a student's class may do anything
        text = _ADDRESS
    if _ADDRESS in text:
        return f"an object of type {type(value).__name__}"
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def close(found: float, expected: float) -> bool:
    """Return whether two leakages are the same up to rounding; infinities equal themselves.

    Examples
    --------
    >>> close(0.1 + 0.2, 0.3), close(math.inf, math.inf), close(0.3, 0.3001)
    (True, True, False)
    """
    if math.isinf(found) or math.isinf(expected):
        return found == expected
    return abs(found - expected) <= 1e-9 * max(1.0, abs(expected))


IN_BITS = " (Leakages are in nats: you have bits.)"
NO_LOGARITHM = " (Leakages are in nats: a logarithm is missing.)"


def first_difference(found: Sequence[float], expected: Sequence[float]) -> int | None:
    """Return the first place at which two lists differ by more than rounding, or None.

    Examples
    --------
    >>> first_difference([0.0, 0.5], [0.0, 0.25])
    1
    """
    pairs = enumerate(zip(found, expected, strict=True))
    return next((place for place, (f, e) in pairs if not close(f, e)), None)


# --- conversion of a student's answer to plain numbers, texts and lists ---------------------------
# An object may run any code when it is added, compared or iterated over. So it is read once, into
# Python's own types and within the size of an answer, and only the copy is used in computations.

MOST_DIGITS = 200  # of a number; exact answers of the course have some dozens
_MOST_ITEMS = 10_000  # in all lists together: an iterator may be endless
_MOST_DEPTH = 4  # of nested lists


class Unread:
    """A value that is no number, text or list; only its repr is kept."""

    def __init__(self, value: object) -> None:
        self._text = short(value)

    def __repr__(self) -> str:
        return self._text


def plain(name: str, value: object) -> Any:
    """Convert a student's answer to Python's own numbers, texts, lists and tuples.

    Integers and fractions of any kind stay exact, every other number becomes a float; what can be
    iterated becomes a list; anything else an `Unread`.

    Examples
    --------
    >>> plain("answer", (Fraction(1, 2), range(3), {"a": 1}))
    (Fraction(1, 2), [0, 1, 2], {'a': 1})
    >>> import itertools
    >>> plain("answer", itertools.repeat(0.5))
    Traceback (most recent call last):
    ...
    pmlsym.exercises.feedback.NotRight: answer holds more than 10000 numbers, or never ends.
    """
    try:
        return worked_out(name, value)
    except NotRight:
        raise
    except Exception as error:
        raise not_right(f"{name} ends in {type(error).__name__} when it is read.") from error


def worked_out(name: str, value: object) -> Any:
    """Convert like `plain`, but let an error of the student's own code pass, with its traceback.

    Examples
    --------
    >>> worked_out("answer", (1 / n for n in range(2)))
    Traceback (most recent call last):
    ...
    ZeroDivisionError: division by zero
    """
    return _Reader(name).read(value)


class _Reader:
    """The reader of one answer, which counts the items that it has read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.items = 0

    def read(self, value: Any, depth: int = 0) -> Any:  # any object at all
        if hasattr(type(value), "tolist"):  # numpy's numbers and arrays, sympy's tables
            value = value.tolist()
        if value is None or type(value) in (bool, float, Unread):
            return value
        if isinstance(value, BooleanAtom):  # the truth of a comparison of sympy's numbers
            return bool(value)
        if isinstance(value, str):
            return str.__str__(value)  # of a subclass, too
        number = self._number(value)
        if number is not None:
            return number
        items = _items(value)
        if items is None:
            return Unread(value)
        if depth == _MOST_DEPTH:
            raise not_right(f"{self.name} has lists within lists, more than {_MOST_DEPTH} deep.")
        read = [self._item(one, depth + 1) for one in islice(items, _MOST_ITEMS + 1)]
        return tuple(read) if isinstance(value, tuple) else read

    def _item(self, value: object, depth: int) -> Any:
        self.items += 1
        if self.items > _MOST_ITEMS:
            raise not_right(f"{self.name} holds more than {_MOST_ITEMS} numbers, or never ends.")
        return self.read(value, depth)

    def _number(self, value: Any) -> int | Fraction | float | None:
        if isinstance(value, Integral):
            return self._not_too_long(index(value))
        if isinstance(value, Rational):
            over, under = index(value.numerator), index(value.denominator)
            return Fraction(self._not_too_long(over), self._not_too_long(under))
        with suppress(TypeError, ValueError, OverflowError):
            return float(value) if hasattr(type(value), "__float__") else None
        return None

    def _not_too_long(self, number: int) -> int:
        if abs(number) >= 10**MOST_DIGITS:
            raise not_right(
                f"{self.name} has a number of more than {MOST_DIGITS} digits. Give a simpler one."
            )
        return number


def _items(value: Any) -> Iterator[object] | None:
    """Return an iterator over an ordered collection, or None for any other value."""
    if isinstance(value, bytes | bytearray | Mapping | AbstractSet | type):
        return None
    try:
        items: Iterator[object] = iter(value)
    except TypeError:
        return None
    return items


# --- conversion of a student's answer to an object: a channel, a level, a statement ---------------


def channel(
    prior: object, kernel: object, secrets: str = "prior", table: str = "kernel"
) -> Channel:
    """Return the exact channel of a prior and a kernel.

    Examples
    --------
    >>> channel(["1/2", "1/2"], [[1, 0], ["1/3", "2/3"]]).shape
    (2, 2)
    >>> channel(None, [[1]])
    Traceback (most recent call last):
    ...
    pmlsym.exercises.feedback.NotRight: prior is still to be given.
    >>> channel([1], [["1/2", "1/3"]], "mine", "response(n, E)")
    Traceback (most recent call last):
    ...
    pmlsym.exercises.feedback.NotRight: response(n, E)[0] sums to 5/6, which is 1/6 less than 1.
    """
    for name, given in ((secrets, prior), (table, kernel)):
        if given is None:
            raise not_right(f"{name} is still to be given.")
    law = row(secrets, prior)
    kernel = plain(table, kernel)
    if not isinstance(kernel, list | tuple):
        raise not_right(f"{table} should be a list of rows, one for each secret.")
    if not law or min(law) <= 0:
        raise not_right(f"{secrets} should have positive entries only.")
    rows = [row(f"{table}[{x}]", one) for x, one in enumerate(kernel)]
    try:
        return Channel(rows, law)
    except InputError as error:
        called = {"prior": secrets, "kernel": table}
        said = re.sub(r"\b(?:the )?(prior|kernel)\b", lambda one: called[one[1]], str(error))
        raise not_right(said) from None


def lifts(mine: Channel) -> list[list[Fraction]]:
    """Return the lifts of an exact channel, one row for each secret.

    Examples
    --------
    >>> lifts(channel(["1/2", "1/2"], [[1, 0], [0, 1]]))
    [[Fraction(2, 1), Fraction(0, 1)], [Fraction(0, 1), Fraction(2, 1)]]
    """
    return fractions(mine.lift)


def largest_lift(mine: Channel) -> Fraction:
    """Return the largest lift of an exact channel, which is e^PML of its worst outcome.

    Examples
    --------
    >>> largest_lift(channel(["1/2", "1/2"], [[1, 0], [0, 1]]))
    Fraction(2, 1)
    """
    return max(map(max, lifts(mine)))


def fractions(table: NumberArray) -> list[list[Fraction]]:
    """Return a table of exact numbers as lists of fractions.

    Examples
    --------
    >>> fractions(channel(["1/2", "1/2"], [[1, 0], ["1/3", "2/3"]]).kernel)[1]
    [Fraction(1, 3), Fraction(2, 3)]
    """
    return [[Fraction(str(entry)) for entry in entries] for entries in table.tolist()]


def row(name: str, given: object) -> list[Fraction]:
    """Return a list of exact numbers.

    Examples
    --------
    >>> row("prior", [1, "1/3"])
    [Fraction(1, 1), Fraction(1, 3)]
    """
    given = plain(name, given)
    if not isinstance(given, list | tuple):
        raise not_right(f"{name} should be a list of numbers, but is {short(given)}.")
    return [fraction(f"{name}[{place}]", entry) for place, entry in enumerate(given)]


def fraction(name: str, given: object) -> Fraction:
    """Return an exact number: a fraction, an integer, or a text.

    Examples
    --------
    >>> fraction("E", "3/2")
    Fraction(3, 2)
    >>> fraction("E", 1.5)
    Traceback (most recent call last):
    ...
    pmlsym.exercises.feedback.NotRight: E is 1.5. Give it exactly, as F(1, 3) or "1/3": then it can
    be decided exactly.
    """
    given = plain(name, given)
    if isinstance(given, Fraction | int) and not isinstance(given, bool):
        return Fraction(given)
    if isinstance(given, str):
        try:
            return Fraction(plain(name, read_number(given)))
        except ValueError as error:
            raise not_right(f"{name} is {short(given)}: {error}.") from None
    raise not_right(
        f'{name} is {short(given)}. Give it exactly, as F(1, 3) or "1/3": then it can be decided '
        "exactly."
    )


_ASKING = "pmlsym.exercises."  # the modules of the course, whose lines are not the student's
# what Python calls a function or a class in the text of an error: f.<locals>.g(), Law.__init__()
_QUALIFIED = re.compile(r"(?:(?:\w+|<\w+>)\.)+(\w+|<lambda>)\(\)|\bpmlsym\.(?:\w+\.)*(\w+)")


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
        with _watched(asked, answer), warnings.catch_warnings(action="ignore"):
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
            f"{name} asks the library{asked[0]}. Here it is to be written by hand, from the "
            "definition; compare with the library in a cell of your own."
        )
    if found is None:
        raise not_right(
            f"{name} returns nothing: it is still to be written, or its return is missing."
        )
    return found


@contextmanager
def _watched(asked: list[str], answer: object) -> Iterator[None]:
    """Append to `asked` the student's line that first calls one of pmlsym's functions, if any."""
    before = sys.getprofile()

    def note(frame: FrameType, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        inside = module.startswith("pmlsym.") and not module.startswith(_ASKING)
        if event == "call" and inside and not asked:
            asked.append(_own_line(answer, reversed(_callers(frame))))

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


def _callers(frame: FrameType | None) -> list[tuple[FrameType, int]]:
    """Return a frame and those that called it, as far as the check, with their line numbers."""
    found = []
    while frame is not None and not frame.f_globals.get("__name__", "").startswith(_ASKING):
        found.append((frame, frame.f_lineno))
        frame = frame.f_back
    return found


def _raised(name: str, answer: object, error: BaseException) -> str:
    """Say which error a function ended in, and at which of the student's lines."""
    text = _QUALIFIED.sub(_called, str(error))
    said = f": {text}" if text and _ADDRESS not in text else ""
    where = _own_line(answer, traceback.walk_tb(error.__traceback__))
    return f"{name} ends in {type(error).__name__}{said}{where}."


def _called(name: re.Match[str]) -> str:
    """Return what a student calls a function or a class that Python names in full."""
    if name[1] is None:
        return name[2]
    special = {"__init__": "the constructor", "<lambda>": "the lambda"}
    return special.get(name[1], f"{name[1]}()")


def _own_line(answer: object, frames: Iterable[tuple[FrameType, int]]) -> str:
    """Quote the innermost line that stands where a student's function does, if there is one.

    A division by zero is raised within fractions.py, and a leakage is computed within the library:
    these lines say nothing to a student.
    """
    written = getattr(answer, "__globals__", None)
    own = [one for one in frames if one[0].f_globals is written]
    lines = traceback.StackSummary.extract(own)
    return f", at the line `{lines[-1].line}`" if lines and lines[-1].line else ""


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
