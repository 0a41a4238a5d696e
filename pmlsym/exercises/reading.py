"""Conversion of a student's answer to an object: a channel, a level, a statement."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set as AbstractSet
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from numbers import Integral, Rational
from operator import index
from typing import Any

from pmlsym.channel import Channel
from pmlsym.errors import InputError
from pmlsym.exact import NumberArray, read_number
from pmlsym.exercises.feedback import NotRight, not_right, short

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
