"""Conversion of a student's answer to an object: a channel, a level, a statement."""

from __future__ import annotations

import re
from fractions import Fraction

from pmlsym.channel import Channel
from pmlsym.errors import InputError
from pmlsym.exact import NumberArray, read_number
from pmlsym.exercises.feedback import not_right, short
from pmlsym.exercises.plain import plain


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
