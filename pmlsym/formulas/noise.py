"""Formulas for noise on a real secret, or on a mean of secrets: `pmc`, Examples 6 and 7."""

from __future__ import annotations

from collections.abc import Callable
from operator import mul
from typing import TYPE_CHECKING

from pmlsym.exact import Number, Value

if TYPE_CHECKING:
    import sympy as sp


def mean_dp(
    low: Value, high: Value, rate: Value, times: Callable[[Value, Value], Value] = mul
) -> Value:
    """Return the level of differential privacy of a noisy mean; Ex. 6, with rate = 1/(nb).

    Examples
    --------
    >>> mean_dp(0, 10, 0.25)
    2.5
    """
    return times(high - low, rate)


def uniform_mgf(t: Number, low: Number, high: Number) -> sp.Expr:
    """Return E e^(tX) for X uniform between low and high, exactly; Ex. 6.

    Examples
    --------
    >>> import sympy
    >>> uniform_mgf(sympy.Integer(2), sympy.Integer(0), sympy.Integer(1))
    -1/2 + exp(2)/2
    """
    import sympy as sp

    return sp.expand((sp.exp(t * high) - sp.exp(t * low)) / (t * (high - low)))


def from_end(
    end: Value | float,
    other: Value | float,
    offset: Value,
    deviation: Value | float,
    times: Callable[[Value | float, Value], Value] = mul,
) -> Value:
    """Bound the PMC of Gaussian noise from below by one end of the support; Ex. 7 (17).

    Parameters
    ----------
    end, other : the distances of this end and of the other one from the mean.
    offset : the distance of the outcome from the mean, away from this end.
    deviation : the standard deviation of the noise.
    times : the multiplication.

    Examples
    --------
    >>> from_end(1.0, 1.0, 4.0, 1.0)
    4.0
    """
    return times(end / deviation, (end - other + 2 * offset) / deviation) / 2


def published_upper(
    most: Value | float,
    size: Value,
    deviation: Value | float,
    times: Callable[[Value | float, Value], Value] = mul,
) -> Value:
    """Bound the PMC of Gaussian noise from above as in the paper, for |x| <= `most`, |y| = `size`.

    Examples
    --------
    >>> published_upper(1.0, 4.0, 1.0)
    8.5
    """
    return times(most / deviation, (most + 4 * size) / deviation) / 2


def better_upper(most: Value | float, size: Value, deviation: Value | float) -> Value:
    """Bound the PMC of Gaussian noise from above by the farthest secret; footnote 4.

    Examples
    --------
    >>> better_upper(1.0, 4.0, 1.0)
    12.5
    """
    return ((most + size) / deviation) ** 2 / 2
