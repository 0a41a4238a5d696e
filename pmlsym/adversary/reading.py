"""Validation of the arguments about adversaries: payoffs, functions, distributions.

Exact input is returned as lists of sympy numbers, everything else as arrays of floats.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from numbers import Integral
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.distributions import TOLERANCE, as_table
from pmlsym.errors import ChannelError, ParameterError
from pmlsym.exact import Number, RowLike, TableLike, is_exact, sympified
from pmlsym.given import as_float, brief, real, refused, whole

if TYPE_CHECKING:
    import sympy as sp

# exact as lists of sympy numbers, everything else as arrays of floats
Numbers: TypeAlias = "list[sp.Expr] | FloatArray"
Payoff: TypeAlias = "list[list[sp.Expr]] | FloatArray"

_MOST_PARTS = 10**6  # each is a column of the function that is returned


def read_payoff(name: str, table: TableLike, rows: int, what: str, exactly: bool) -> Payoff:
    """Return a validated table of costs or gains, exact if it is exact and `exactly` is true.

    Parameters
    ----------
    name : the name of the argument, for the message.
    table : one row for each secret (or whatever `what` says), one column for each choice.
    rows : the required number of rows.
    what : the rows, in plural, for the message.
    exactly : whether all numbers used with the table are exact.

    Examples
    --------
    >>> read_payoff("gain", [[1, 0], [0, 1]], 2, "secrets", exactly=True)
    [[1, 0], [0, 1]]
    """
    lines = _table(name, table, what)
    if len(lines) != rows:
        raise ParameterError(f"{name} has {len(lines)} rows, but there are {rows} {what}.")
    width = len(lines[0])
    flat = [entry for line in lines for entry in line]

    def place(i: int) -> str:
        return f"{name}[{i // width}, {i % width}]"

    numbers = _numbers(flat, exactly, place, "a finite number >= 0", non_negative=True)
    if isinstance(numbers, np.ndarray):
        return numbers.reshape(rows, width)
    return [numbers[i * width : (i + 1) * width] for i in range(rows)]


def read_values(name: str, values: RowLike, length: int, exactly: bool) -> Numbers:
    """Return the numerical values of the secrets, exact if they are exact and `exactly` is true.

    Examples
    --------
    >>> read_values("values", [0, 1.5], 2, exactly=True)
    array([0. , 1.5])
    """
    row = _row(name, values)
    if len(row) != length:
        raise ParameterError(
            f"{name} has {len(row)} entries, but there are {length} secrets: "
            "one number for each is needed."
        )
    return _numbers(row, exactly, lambda i: f"{name}[{i}]", "a finite number", non_negative=False)


def read_distribution(name: str, distribution: RowLike) -> Numbers:
    """Return a validated probability distribution; zeros are allowed.

    Examples
    --------
    >>> read_distribution("distribution", [0.5, 0.5])
    array([0.5, 0.5])
    """
    row = _row(name, distribution)
    numbers = _numbers(row, True, lambda i: f"{name}[{i}]", "a probability", non_negative=True)
    if isinstance(numbers, np.ndarray):
        total: Number = float(numbers.sum())
        sums_to_one = abs(total - 1) <= TOLERANCE
    else:
        import sympy as sp

        total = sp.simplify(sp.Add(*numbers))
        sums_to_one = bool(total == 1)
    if not sums_to_one:
        raise ParameterError(f"{name} sums to {brief(total)}, but a distribution sums to 1.")
    return numbers


def read_function(function: TableLike, prior: RowLike | None = None) -> Channel:
    r"""Return a randomized function of the secret as the channel from the secret to its value.

    Parameters
    ----------
    function : array_like, shape (\|X\|, \|U\|)
    prior : the prior of the secret; uniform where only the function matters.

    Examples
    --------
    >>> read_function([[1, 0], [0, 1]], [0.5, 0.5])
    <Channel: 2 secrets, 2 outcomes, float>
    """
    try:
        if prior is None:
            secrets = len(as_table(function))
            prior = [Fraction(1, secrets)] * secrets
        return Channel(function, prior)
    except ChannelError as error:
        raise ChannelError(str(error).replace("kernel", "function", 1)) from None


def read_index(name: str, index: object, size: int, what: str) -> int:
    """Return a validated index, from 0.

    Examples
    --------
    >>> read_index("outcome", 1, 2, "the channel has outcomes")
    1
    """
    if isinstance(index, Integral) and not isinstance(index, bool) and 0 <= int(index) < size:
        return int(index)
    raise ParameterError(f"{name} is {brief(index)}, but {what} 0 to {size - 1}.")


def read_parts(parts: object) -> int:
    """Return a validated number of parts, at least 1.

    Examples
    --------
    >>> read_parts(10)
    10
    """
    return whole("parts", parts, least=1, most=_MOST_PARTS)


def read_order(name: str, order: Number, infinite: bool) -> Number:
    """Return an order, at least one: a float, an exact number, or `math.inf` where allowed.

    Examples
    --------
    >>> read_order("alpha", 2, infinite=True), read_order("alpha", 1.5, infinite=True)
    (2, 1.5)
    """
    allowed = "from 1 to infinity" if infinite else "finite and at least 1"
    number = real(name, order, f"a number {allowed}", infinite)
    size = as_float(name, number, f"a number {allowed}", infinite)
    # the exact number decides: the nearest float of one a little below 1 is 1
    if not bool(number >= 1):
        raise refused(name, order, f"a number {allowed}")
    return number if is_exact(number) and size < math.inf else size


def _row(name: str, values: RowLike) -> list[Number]:
    if hasattr(values, "tolist"):
        values = values.tolist()
    if not isinstance(values, Sequence) or isinstance(values, str | bytes) or not values:
        raise ParameterError(
            f"{name} is {brief(values)}, but has to be a non-empty list of numbers."
        )
    return list(values)


def _table(name: str, table: TableLike, what: str) -> list[list[Number]]:
    if hasattr(table, "tolist"):
        table = table.tolist()
    if not isinstance(table, Sequence) or isinstance(table, str | bytes) or not table:
        raise ParameterError(
            f"{name} is {brief(table)}, but has to be a non-empty table of numbers: one row for "
            f"each of the {what}, one column for each choice."
        )
    lines = [_row(f"{name}[{i}]", line) for i, line in enumerate(table)]
    for i, line in enumerate(lines):
        if len(line) != len(lines[0]):
            raise ParameterError(
                f"{name}[{i}] has {len(line)} entries, but {name}[0] has {len(lines[0])}: every "
                "row has to have the same."
            )
    return lines


def _numbers(
    entries: list[Number],
    exactly: bool,
    place: Callable[[int], str],
    allowed: str,
    non_negative: bool,
) -> Numbers:
    """Return entries as a list of sympy numbers, or as an array of floats if there is one.

    Truth values count as 0 and 1, so that a gain may be a table of right and wrong guesses.
    """
    entries = [int(entry) if isinstance(entry, bool) else entry for entry in entries]
    exact = [is_exact(entry) for entry in entries]
    if exactly and all(exact):
        numbers = [sympified(real(place(i), entry, allowed)) for i, entry in enumerate(entries)]
        for i, number in enumerate(numbers):
            if non_negative and number.is_negative:
                raise refused(place(i), number, allowed)
        return numbers
    floats = np.empty(len(entries))
    for i, entry in enumerate(entries):
        symbolic = exact[i] and getattr(entry, "free_symbols", None)
        wanted = f"{allowed} where there are floats" if symbolic else allowed
        floats[i] = as_float(place(i), entry, wanted)
        if non_negative and floats[i] < 0:
            raise refused(place(i), entry, wanted)
    return floats
