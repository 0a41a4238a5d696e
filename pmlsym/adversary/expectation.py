"""Expected values before and after each outcome: exactly, or as logarithms of floats.

Beliefs are rows: first the prior, then one posterior for each outcome. Exact ones are lists of
sympy numbers; float ones are arrays of logarithms, in which neither a tiny probability nor a huge
cost is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.assumptions import extreme
from pmlsym.channel import Channel
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, NumberArray
from pmlsym.nats import logs

if TYPE_CHECKING:
    import sympy as sp

    from pmlsym.adversary.reading import Numbers, Payoff


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
    known : the function as a channel from the same secret, as `reading.read_function` gives it.

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
        weights = logs(table)
        return np.array([np.logaddexp.reduce(row[:, None] + weights, axis=0) for row in rows])
    columns = list(zip(*table, strict=True))
    return [[dot(row, column) for column in columns] for row in rows]


def dot(row: Sequence[sp.Expr], column: Sequence[sp.Expr]) -> sp.Expr:
    """Return the exact expected value of a column.

    Examples
    --------
    >>> dot([2, 3], [1, 10])
    32
    """
    import sympy as sp

    return tidied(settled(sp.Add(*(p * c for p, c in zip(row, column, strict=True)))))


def largest(row: Numbers) -> Number:
    """Return the largest entry of a row: exact numbers, or floats and their logarithms.

    Examples
    --------
    >>> largest(np.array([0.25, 0.5]))
    np.float64(0.5)
    """
    return row.max() if isinstance(row, np.ndarray) else _extreme(row, largest=True)


def smallest(row: Numbers) -> Number:
    """Return the smallest entry of a row: exact numbers, or floats and their logarithms.

    Examples
    --------
    >>> smallest(np.array([0.25, 0.5]))
    np.float64(0.25)
    """
    return row.min() if isinstance(row, np.ndarray) else _extreme(row, largest=False)


def _extreme(row: Sequence[sp.Expr], largest: bool) -> sp.Expr:
    if all(entry.is_Rational for entry in row):
        return max(row) if largest else min(row)  # these compare without building a tree
    return extreme(row, largest)


def smallest_place(row: Numbers) -> int:
    """Return the index of the smallest number, the first one of equal ones.

    Examples
    --------
    >>> smallest_place([3, 1, 1])
    1
    """
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
