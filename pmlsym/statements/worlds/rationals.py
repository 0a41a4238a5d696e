"""Exact numbers, lists and tables of them that worlds are made of: copied, or refused.

A world that somebody builds is read as it is. What is no number of its range would be read as well
and give an answer about nothing, so it never becomes a world. Whole numbers do: they become
fractions. Floats do not, as nobody knows which fraction was meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from pmlsym.distributions import is_list
from pmlsym.errors import ParameterError
from pmlsym.exact import as_fraction
from pmlsym.given import refused, shown
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.values import Closed, Value, holds, written

Row: TypeAlias = tuple[Fraction, ...]
Table: TypeAlias = tuple[Row, ...]
Given: TypeAlias = Any  # whatever somebody gives: that it is what it should be is seen here
End: TypeAlias = Fraction | int | None

T = TypeVar("T")


# --- numbers --------------------------------------------------------------------------------------


def fraction(
    name: str,
    value: Given,
    *,
    above: End = None,
    least: End = None,
    below: End = None,
    most: End = None,
) -> Fraction:
    """Return an exact number of a range.

    Parameters
    ----------
    name : the argument, for the message.
    value : what was given.
    above, least, below, most : ends of the range, without and with the end itself.

    Raises
    ------
    ParameterError
        If it is no Fraction or integer, or out of its range.

    Examples
    --------
    >>> fraction("alpha", 1, above=0, most=1)
    Fraction(1, 1)
    >>> fraction("alpha", 0.5, above=0, most=Fraction(1, 2))
    Traceback (most recent call last):
    pmlsym.errors.ParameterError: alpha is 0.5, but has to be an exact number (a Fraction, an
    integer) above 0 and at most 1/2.
    """
    found = value if type(value) is Fraction else _read(value)
    if (
        found is None
        or (above is not None and found <= above)
        or (least is not None and found < least)
        or (below is not None and found >= below)
        or (most is not None and found > most)
    ):
        ends = (("above", above), ("at least", least), ("below", below), ("at most", most))
        range_ = " and ".join(f"{word} {end}" for word, end in ends if end is not None)
        raise refused(name, value, f"an exact number (a Fraction, an integer) {range_}".rstrip())
    return found


def _read(value: Given) -> Fraction | None:
    """Return what is exactly a fraction as one, whatever its class; None for all else."""
    truth = isinstance(value, bool) or getattr(value, "is_Boolean", False)
    return None if truth or isinstance(value, str) else as_fraction(value)


def level(name: str, value: Given, *, above: End = None, below: End = None) -> Value:
    """Return an exact number that may be a logarithm or a closed term, finite and of a range.

    Raises
    ------
    ParameterError
        If it is no such number, or is not seen to be in its range.

    Examples
    --------
    >>> from pmlsym.statements.values import LogOf
    >>> level("rate", LogOf(Fraction(2)), above=0)
    LogOf(argument=Fraction(2, 1))
    """
    if type(value) is Fraction:
        return fraction(name, value, above=above, below=below)
    (found,) = exact_parameters({name: value}).values()
    if above is not None and not holds(found, ">", Fraction(above)):
        raise ParameterError(f"{name} is {written(found)}, but has to be above {above}.")
    if below is not None and not holds(found, "<", Fraction(below)):
        raise ParameterError(f"{name} is {written(found)}, but has to be below {below}.")
    return found


def rate(name: str, value: Given) -> Value:
    """Return a positive exact number, such as one over a scale or a variance.

    Examples
    --------
    >>> rate("rate", Fraction(1, 2))
    Fraction(1, 2)
    """
    return level(name, value, above=0)


def decay(name: str, value: Given) -> Fraction | Closed:
    """Return e^(-1/b) of noise of a scale b: a fraction between 0 and 1, or a closed term.

    Examples
    --------
    >>> decay("decay", Fraction(1, 2))
    Fraction(1, 2)
    """
    found = level(name, value, above=0, below=1)
    if isinstance(found, Fraction | Closed):
        return found
    raise refused(name, written(found), "a fraction or a closed term between 0 and 1")


# --- lists of numbers -----------------------------------------------------------------------------


def listed(name: str, values: Given, size: int | None = None) -> tuple[Any, ...]:
    """Return what was given as a tuple, which nobody changes afterwards.

    Parameters
    ----------
    name : the argument, for the message.
    values : a list, a tuple or an array; not empty.
    size : how many it has to have, if that is known.

    Raises
    ------
    ParameterError
        If it is none, empty, or has more or less.

    Examples
    --------
    >>> listed("guess", [1, 2])
    (1, 2)
    """
    if type(values) is not tuple and not is_list(values):
        raise refused(name, values, "a list or a tuple")
    found = tuple(values)
    if not found:
        raise ParameterError(f"{name} is empty, but has to have at least one entry.")
    if size is not None and len(found) != size:
        entries = "1 entry" if len(found) == 1 else f"{len(found)} entries"
        raise ParameterError(f"{name} has {entries}, but has to have {size}.")
    return found


def numbers(
    name: str, values: Given, size: int | None = None, *, least: End = None, most: End = None
) -> Row:
    """Return exact numbers, as many as there have to be, each of a range.

    Raises
    ------
    ParameterError
        If these are none.

    Examples
    --------
    >>> numbers("outcome", [1, Fraction(1, 2)], 2)
    (Fraction(1, 1), Fraction(1, 2))
    """
    found = listed(name, values, size)
    if all(type(entry) is Fraction for entry in found) and not (
        (least is not None and _any_below(found, least))
        or (most is not None and _any_below([-entry for entry in found], -most))
    ):
        return found
    return tuple(
        [fraction(f"{name}[{i}]", entry, least=least, most=most) for i, entry in enumerate(found)]
    )


def _any_below(numbers: Sequence[Fraction], end: Fraction | int) -> bool:
    """Compare in whole numbers: every world that is drawn comes by here."""
    top, bottom = end.as_integer_ratio()
    ratios = [number.as_integer_ratio() for number in numbers]
    return any(over * bottom < top * under for over, under in ratios)


def positive(name: str, values: Given, size: int | None = None) -> Row:
    """Return exact numbers above 0.

    Examples
    --------
    >>> positive("weights", (Fraction(1), Fraction(3)))
    (Fraction(1, 1), Fraction(3, 1))
    """
    found = listed(name, values, size)
    return tuple([fraction(f"{name}[{i}]", entry, above=0) for i, entry in enumerate(found)])


def table(name: str, rows: Given, size: int | None = None, *, least: End = None) -> Table:
    """Return rows of exact numbers, all of one length.

    Parameters
    ----------
    name, rows : the argument, and what was given.
    size : how many rows it has to have, if that is known.
    least : what every number is at least.

    Raises
    ------
    ParameterError
        If these are none.

    Examples
    --------
    >>> table("payoff", [[1, 0]], least=0)
    ((Fraction(1, 1), Fraction(0, 1)),)
    """
    found: list[Row] = []
    for i, row in enumerate(listed(name, rows, size)):
        found.append(numbers(f"{name}[{i}]", row, len(found[0]) if found else None, least=least))
    return tuple(found)


def named(name: str, pairs: Given) -> tuple[tuple[str, Any], ...]:
    """Return pairs of a name and something, perhaps none; no name stands twice.

    Raises
    ------
    ParameterError
        If these are none.

    Examples
    --------
    >>> named("entries", [["alpha", 1]])
    (('alpha', 1),)
    """
    if type(pairs) is tuple and not pairs:
        return ()
    rows = [listed(f"{name}[{i}]", pair, 2) for i, pair in enumerate(listed(name, pairs))]
    known: dict[str, Any] = {}
    for i, (one, value) in enumerate(rows):
        if type(one) is not str or not one or one in known:
            raise refused(f"{name}[{i}][0]", one, "a name that stands once")
        known[one] = value
    return tuple(known.items())


# --- worlds in worlds -----------------------------------------------------------------------------


def of_class(name: str, value: Given, kinds: Sequence[type[T]]) -> T:
    """Return what is of one of some classes, and of none derived from them, which say anything.

    Raises
    ------
    ParameterError
        If it is not.

    Examples
    --------
    >>> of_class("alpha", Fraction(1, 2), (Fraction,))
    Fraction(1, 2)
    """
    if type(value) not in kinds:
        known = " or ".join(kind.__name__ for kind in kinds)
        raise ParameterError(
            f"{name} is {shown(value)}, a {type(value).__name__}, but has to be of class {known}."
        )
    found: T = value
    return found
