"""Validation of the exact numbers, lists and tables that instances consist of.

An instance outside its domain would be evaluated all the same and give a meaningless result, so its
constructor rejects wrong values. Integers become fractions. Floats are rejected, as the intended
fraction is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypeVar

from pmlsym.distributions import is_list
from pmlsym.errors import ParameterError
from pmlsym.exact import as_fraction
from pmlsym.given import brief, refused
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.values import Closed, Value, exact_text, holds

Row: TypeAlias = tuple[Fraction, ...]
Table: TypeAlias = tuple[Row, ...]
Given: TypeAlias = Any  # an argument before validation
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
    """Return an exact rational number after checking its range.

    The ends `above` and `below` are excluded, `least` and `most` included. `name` is for the error.

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
    """Return an exact rational of any class as a Fraction; None for anything else."""
    truth = isinstance(value, bool) or getattr(value, "is_Boolean", False)
    return None if truth or isinstance(value, str) else as_fraction(value)


def level(name: str, value: Given, *, above: End = None, below: End = None) -> Value:
    """Return a finite exact number, perhaps a logarithm or a closed term, after checking its range.

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
        raise ParameterError(f"{name} is {exact_text(found)}, but has to be above {above}.")
    if below is not None and not holds(found, "<", Fraction(below)):
        raise ParameterError(f"{name} is {exact_text(found)}, but has to be below {below}.")
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
    raise refused(name, exact_text(found), "a fraction or a closed term between 0 and 1")


# --- lists ----------------------------------------------------------------------------------------


def listed(name: str, values: Given, size: int | None = None) -> tuple[Any, ...]:
    """Return a non-empty list, tuple or array as a tuple, of `size` entries if given.

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
    """Return a row of exact rational numbers after checking its size and their range.

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
    """Whether a number is below an end; in integers, as this runs for every sampled instance."""
    top, bottom = end.as_integer_ratio()
    ratios = [number.as_integer_ratio() for number in numbers]
    return any(over * bottom < top * under for over, under in ratios)


def positive(name: str, values: Given, size: int | None = None) -> Row:
    """Return a row of exact rational numbers above 0.

    Examples
    --------
    >>> positive("weights", (Fraction(1), Fraction(3)))
    (Fraction(1, 1), Fraction(3, 1))
    """
    found = listed(name, values, size)
    return tuple([fraction(f"{name}[{i}]", entry, above=0) for i, entry in enumerate(found)])


def table(name: str, rows: Given, size: int | None = None, *, least: End = None) -> Table:
    """Return rows of exact rational numbers, all of one length, each number at least `least`.

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
    """Return pairs of a name and a value, perhaps none, after checking that no name repeats.

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
            raise refused(f"{name}[{i}][0]", one, "a name that occurs once")
        known[one] = value
    return tuple(known.items())


# --- instances in instances -----------------------------------------------------------------------


def of_class(name: str, value: Given, kinds: Sequence[type[T]]) -> T:
    """Return an object after checking that its class is one of some classes; no subclasses.

    Examples
    --------
    >>> of_class("alpha", Fraction(1, 2), (Fraction,))
    Fraction(1, 2)
    """
    if type(value) not in kinds:
        known = " or ".join(kind.__name__ for kind in kinds)
        raise ParameterError(
            f"{name} is {brief(value)}, a {type(value).__name__}, but has to be of class {known}."
        )
    found: T = value
    return found
