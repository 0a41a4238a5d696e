"""Expected values before and after each outcome, and validation of arguments about adversaries.

Beliefs are rows: first the prior, then one posterior for each outcome. Exact ones are lists of
sympy numbers; float ones are arrays of logarithms, in which neither a tiny probability nor a huge
cost is lost.

Exact input is returned as lists of sympy numbers, everything else as arrays of floats.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cmp_to_key
from numbers import Integral
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import FloatArray
from pmlsym.assumptions import extreme
from pmlsym.channel import Channel
from pmlsym.channel.numbers import product
from pmlsym.distributions import RATIONAL, TOLERANCE, as_table
from pmlsym.errors import ChannelError, ParameterError
from pmlsym.exact import Number, NumberArray, RowLike, TableLike, is_exact, is_rational, sympified
from pmlsym.given import as_float, brief, real, refused, whole
from pmlsym.nats import logs

if TYPE_CHECKING:
    import sympy as sp

# exact as lists of sympy numbers, everything else as arrays of floats
Numbers: TypeAlias = "list[sp.Expr] | FloatArray"
Payoff: TypeAlias = "list[list[sp.Expr]] | FloatArray"

_LEAST_SAFE, _MOST_SAFE = 1e-280, 1e300  # of sums that lose nothing by under- and overflow
_ROWS = 50  # of beliefs that are multiplied at a time
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
    """Return the numerical values of the secrets, exact if they are exact and `exactly` is true."""
    row = _row(name, values)
    if len(row) != length:
        raise ParameterError(
            f"{name} has {len(row)} entries, but there are {length} secrets: "
            "one number for each is needed."
        )
    return _numbers(row, exactly, lambda i: f"{name}[{i}]", "a finite number", non_negative=False)


def read_distribution(name: str, distribution: RowLike) -> Numbers:
    """Return a validated probability distribution; zeros are allowed."""
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
    """
    try:
        if prior is None:
            secrets = len(as_table(function))
            prior = [Fraction(1, secrets)] * secrets
        return Channel(function, prior)
    except ChannelError as error:
        raise ChannelError(str(error).replace("kernel", "function", 1)) from None


def read_index(name: str, index: object, size: int, what: str) -> int:
    """Return a validated index, from 0."""
    if isinstance(index, Integral) and not isinstance(index, bool) and 0 <= int(index) < size:
        return int(index)
    raise ParameterError(f"{name} is {brief(index)}, but {what} 0 to {size - 1}.")


def read_parts(parts: object) -> int:
    """Return a validated number of parts, at least 1."""
    return whole("parts", parts, least=1, most=_MOST_PARTS)


def read_order(name: str, order: Number, infinite: bool) -> Number:
    """Return an order, at least one: a float, an exact number, or `math.inf` where allowed."""
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


# rows of beliefs, exactly or as logarithms
Beliefs: TypeAlias = "list[list[sp.Expr]] | FloatArray"


@overload
def beliefs(channel: Channel, exactly: Literal[True]) -> list[list[sp.Expr]]: ...
@overload
def beliefs(channel: Channel, exactly: Literal[False]) -> FloatArray: ...
@overload
def beliefs(channel: Channel, exactly: bool) -> Beliefs: ...
def beliefs(channel: Channel, exactly: bool) -> Beliefs:
    r"""Return the prior and the posteriors of the secret, shape (1 + \|Y\|, \|X\|).

    The posterior of an outcome of probability zero is the prior.

    Examples
    --------
    >>> ch = Channel([[1, 0], [0, 1]], [0.5, 0.5])
    >>> np.exp(beliefs(ch, exactly=False)).round(4)
    array([[0.5, 0.5],
           [1. , 0. ],
           [0. , 1. ]])
    """
    if exactly:
        columns = zip(*channel.posterior.tolist(), strict=True)
        return [channel.prior.tolist(), *map(list, columns)]
    floats = channel.as_float()
    before = np.log(floats.prior)
    with np.errstate(invalid="ignore"):
        after = before + logs(floats.kernel.T) - floats.log_marginal[:, None]
    after[list(floats.null_outcomes)] = before
    return np.vstack([before, after])


def beliefs_about(channel: Channel, known: Channel) -> Beliefs:
    r"""Return the prior and the posteriors of a randomized function, shape (1 + \|Y\|, \|U\|).

    .. math:: P(u \mid y) = \sum_x P(x \mid y)\, P(u \mid x)

    Parameters
    ----------
    channel : Channel
    known : the function as a channel from the same secret, as `read_function` gives it.

    Examples
    --------
    >>> ch = Channel([[0.75, 0.25], [0.25, 0.75]], [0.5, 0.5])
    >>> np.exp(beliefs_about(ch, Channel([[1, 0], [0, 1]], [0.5, 0.5])))[1].round(4)
    array([0.75, 0.25])
    """
    exactly = channel.is_exact and known.is_exact
    table = known.kernel.tolist() if exactly else known.as_float().kernel
    return expected(beliefs(channel, exactly), table)


def expected(rows: Beliefs, table: Payoff) -> Beliefs:
    r"""Return the expected entry of every column of a table under every belief.

    Parameters
    ----------
    rows : beliefs, shape (m, n).
    table : numbers >= 0, shape (n, k): lists if the beliefs are exact, else an array.

    Returns
    -------
    list of lists or ndarray, shape (m, k)
        Logarithms if the beliefs are.

    Examples
    --------
    >>> expected([[1, 0]], [[3, 4], [5, 6]])
    [[3, 4]]
    """
    if isinstance(rows, np.ndarray):
        return _expected_logs(rows, np.asarray(table, dtype=float))
    if all(is_rational(entry) for line in (*rows, *table) for entry in line):
        return _rational_means(rows, table)
    columns = list(zip(*table, strict=True))
    return [[_mean(row, column) for column in columns] for row in rows]


def _rational_means(rows: Sequence[Sequence[sp.Expr]], table: Payoff) -> list[list[sp.Expr]]:
    """Return expected entries as `expected` does, multiplied as flint's rationals."""
    from pmlsym.channel.rational import rationals
    from pmlsym.channel.symbolic import number

    entries, found = [rationals(line) for line in table], []
    for start in range(0, len(rows), _ROWS):
        deadline.check()
        some = [rationals(row) for row in rows[start : start + _ROWS]]
        found += [list(map(number, line)) for line in product(RATIONAL, some, entries)]
    return found


def _mean(row: Sequence[sp.Expr], column: Sequence[sp.Expr]) -> sp.Expr:
    import sympy as sp

    deadline.check()
    return tidied(settled(sp.Add(*(p * c for p, c in zip(row, column, strict=True)))))


def _expected_logs(rows: FloatArray, table: FloatArray) -> FloatArray:
    """Return logarithms of expected entries, by one product unless it may over- or underflow."""
    most = rows.max(axis=1, keepdims=True)
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        means = np.exp(rows - most) @ table
    found: FloatArray = logs(means) + most
    # a belief that underflows takes away up to the largest entry times the smallest float
    safe = (means > _LEAST_SAFE * max(1.0, table.max())) & (means < _MOST_SAFE)
    weights = logs(table)
    for place in np.flatnonzero(~safe.all(axis=1)):
        found[place] = np.logaddexp.reduce(rows[place][:, None] + weights, axis=0)
    return found


def over_one_denominator(row: Sequence[sp.Expr]) -> tuple[list[int], int]:
    """Return rational numbers as integers over a common denominator, and this.

    Integers of that length are compared and added far faster than fractions.

    Examples
    --------
    >>> import sympy
    >>> over_one_denominator([sympy.Rational(1, 2), sympy.Rational(1, 3)])
    ([3, 2], 6)
    """
    bottoms = [int(entry.denominator) for entry in row]
    whole = math.lcm(*bottoms)
    pairs = zip(row, bottoms, strict=True)
    return [int(entry.numerator) * (whole // bottom) for entry, bottom in pairs], whole


def each_belief(rows: Beliefs, value: Callable[[Numbers], Number]) -> Numbers:
    """Return the value of every belief: a list if the beliefs are exact, else an array."""
    found = [value(row) for row in rows]
    return np.array(found) if isinstance(rows, np.ndarray) else found


def dot(row: Sequence[sp.Expr], column: Sequence[sp.Expr]) -> sp.Expr:
    """Return the exact expected value of a column."""
    return expected([list(row)], [[entry] for entry in column])[0][0]


def largest(row: Numbers) -> Number:
    """Return the largest entry of a row: exact numbers, or floats and their logarithms."""
    return row.max() if isinstance(row, np.ndarray) else _extreme(row, largest=True)


def smallest(row: Numbers) -> Number:
    """Return the smallest entry of a row: exact numbers, or floats and their logarithms."""
    return row.min() if isinstance(row, np.ndarray) else _extreme(row, largest=False)


def _extreme(row: Sequence[sp.Expr], largest: bool) -> sp.Expr:
    if all(entry.is_Rational for entry in row):
        return max(row) if largest else min(row)  # these compare without building a tree
    return extreme(row, largest)


def smallest_place(row: Numbers) -> int:
    """Return the index of the smallest number, the first one of equal ones."""
    if isinstance(row, np.ndarray):
        return int(row.argmin())
    try:
        return min(range(len(row)), key=lambda place: by_size(row[place]))
    except TypeError:
        raise ParameterError(
            "symbols leave open which choice is best: put numbers in their place."
        ) from None


def _compare(one: sp.Expr, other: sp.Expr) -> int:
    try:
        return bool(one > other) - bool(one < other)
    except TypeError:
        # sympy leaves open which of two equal numbers that are written differently is larger
        if is_zero(one - other):
            return 0
        raise


by_size = cmp_to_key(_compare)  # a key to sort exact numbers with; TypeError for symbols


def log_rise(values: Numbers) -> NumberArray:
    """Return log(value / first) for each later value, with 0/0 = 1.

    Parameters
    ----------
    values : exact numbers, or an array of logarithms.

    Returns
    -------
    ndarray or sympy Array, one entry fewer

    Examples
    --------
    >>> log_rise(np.array([-np.inf, 0.0, -np.inf]))
    array([inf,  0.])
    """
    return _log_ratios(values, upwards=True)


def log_fall(values: Numbers) -> NumberArray:
    """Return log(first / value) for each later value, with 0/0 = 1.

    Parameters
    ----------
    values : exact numbers, or an array of logarithms.

    Returns
    -------
    ndarray or sympy Array, one entry fewer

    Examples
    --------
    >>> log_fall(np.array([1.0, 0.5, -np.inf]))
    array([0.5, inf])
    """
    return _log_ratios(values, upwards=False)


def _log_ratios(values: Numbers, upwards: bool) -> NumberArray:
    if isinstance(values, np.ndarray):
        first, rest = values[0], values[1:]
        defined = ~(np.isneginf(rest) & np.isneginf(first))
        change = np.subtract(rest, first, where=defined, out=np.zeros_like(rest))
        return change if upwards else 0.0 - change  # 0.0 - 0.0 is 0.0, but -(0.0) is -0.0
    import sympy as sp

    first = values[0]
    pairs = [(value, first) if upwards else (first, value) for value in values[1:]]
    return sp.ImmutableDenseNDimArray([_log_ratio(top, bottom) for top, bottom in pairs])


def _log_ratio(top: sp.Expr, bottom: sp.Expr) -> sp.Expr:
    import sympy as sp

    if is_zero(bottom):
        return sp.Integer(0) if is_zero(top) else sp.oo
    if is_zero(top):
        return -sp.oo
    return sp.log(tidied(top / bottom))


def tidied(value: sp.Expr) -> sp.Expr:
    """Return an exact number in lowest terms; one with roots as it is.

    Examples
    --------
    >>> import sympy
    >>> tidied((sympy.pi / 2 - 1) / (sympy.pi - 2))
    1/2
    """
    import sympy as sp

    if value.is_Rational:
        return value
    # cancel treats a k-th root as a variable of degree k, which takes forever if k = 2^51
    if any(power.exp.is_Rational and not power.exp.is_Integer for power in value.atoms(sp.Pow)):
        return value
    return sp.cancel(value)


def settled(value: sp.Expr) -> sp.Expr:
    """Return an exact number, or 0 where it is zero in a form that sympy does not simplify.

    Min and Max refuse such a zero, and sympy cannot recognise it in an expanded square.

    Examples
    --------
    >>> import sympy
    >>> settled(sympy.log(6) - sympy.log(2) - sympy.log(3))
    0
    """
    import sympy as sp

    return sp.Integer(0) if is_zero(value) else value


def is_zero(value: sp.Expr) -> bool:
    """Return whether an exact number is zero, also in forms that sympy does not simplify.

    Examples
    --------
    >>> import sympy
    >>> is_zero(sympy.log(6) - sympy.log(2) - sympy.log(3))
    True
    """
    if value.is_zero is None and value.is_number:
        return bool(value.equals(0))
    return bool(value.is_zero)
