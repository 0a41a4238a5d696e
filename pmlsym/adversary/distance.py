"""Adversaries who estimate a secret that is a number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pmlsym.adversary.expectation import beliefs, dot, log_fall, settled, smallest
from pmlsym.adversary.reading import read_order, read_values
from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.channel.reading import takes_channel
from pmlsym.exact import Number, NumberArray, RowLike, is_exact
from pmlsym.given import refused
from pmlsym.nats import logs

if TYPE_CHECKING:
    import sympy as sp

_LARGEST_POWER = 1e6
_NEAREST = -700.0  # logarithm of the smallest distance from a value that does not count as 0


@takes_channel
def distance_leakage(channel: Channel, values: RowLike, power: Number = 2) -> NumberArray:
    r"""Return the log-ratio of the least expected power of the distance to an estimate.

    It compares the prior with the posterior of each outcome:

    .. math:: \log \frac{\min_{w \in \mathbb{R}} \mathbb{E}|X - w|^p}
        {\min_{w \in \mathbb{R}} \mathbb{E}\bigl[|X - w|^p \mid Y = y\bigr]}

    Parameters
    ----------
    channel : Channel
    values : array_like, shape (\|X\|,)
        The real numbers that the secrets are; several may be the same.
    power : float or exact number, p >= 1, at most 1e6
        1 is the absolute error, whose best estimate is a median; 2 the squared error, whose best
        estimate is the mean.

    Returns
    -------
    ndarray or sympy Array, shape (\|Y\|,)
        In nats, at most `pmlsym.pmc`; negative where an outcome makes estimates worse, infinite
        where it gives the number away, 0/0 = 1. Exact if everything given is and p is 1 or 2.

    Raises
    ------
    ParameterError
        If there is not a finite real number for each secret, or the power is not from 1 to 1e6.

    Notes
    -----
    For other powers the derivative of the expected cost has its zero at the best estimate; the
    distance of that to the nearest value is found by Brent's method, in logarithms. Source: `pmc`,
    Example 2.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> ch = Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)])
    >>> distance_leakage(ch, [0, 10])
    [log(4/3), log(4/3)]
    >>> distance_leakage(ch, [0, 10], power=1)
    [log(2), log(2)]
    """
    order = read_order("power", power, infinite=False)
    if order > _LARGEST_POWER:  # logarithms of costs lose a digit with each factor ten
        raise refused("power", power, f"from 1 to {_LARGEST_POWER:g}")
    closed = is_exact(order) and order in (1, 2)
    points = read_values("values", values, channel.shape[0], channel.is_exact and closed)
    if isinstance(points, list):
        exact = beliefs(channel, exactly=True)
        return log_fall([_exact_cost(row, points, order) for row in exact])
    with np.errstate(over="ignore"):
        if np.isinf(points.max() - points.min()):
            points = points / 2
    atoms, place = np.unique(points, return_inverse=True)
    rows = beliefs(channel, exactly=False)
    merged = np.full((len(rows), len(atoms)), -np.inf)
    for x, atom in enumerate(place):
        merged[:, atom] = np.logaddexp(merged[:, atom], rows[:, x])
    return log_fall(np.array([_log_cost(row, atoms, float(order)) for row in merged]))


def _exact_cost(row: Sequence[sp.Expr], points: Sequence[sp.Expr], power: Number) -> Number:
    if power == 2:
        mean = dot(row, points)
        return dot(row, [settled(v - mean) ** 2 for v in points])
    # the expected distance is convex and linear between the values, so one of them is best
    return smallest([dot(row, [abs(settled(v - w)) for v in points]) for w in points])


def _log_cost(row: FloatArray, atoms: FloatArray, power: float) -> float:
    """Return the logarithm of the least cost; atoms rise, and row has their log-probabilities."""
    possible = row > -np.inf
    row, atoms = row[possible], atoms[possible]
    if len(atoms) == 1:
        return -np.inf
    # relative to the likeliest value, the best estimate keeps its digits however small it is
    offsets = atoms - atoms[row.argmax()]
    scale = np.abs(offsets).max()
    offsets /= scale
    if power == 1:
        cost = min(_log_power_mean(row, offsets - w, 1.0) for w in offsets)
    elif power == 2:
        cost = _log_power_mean(row, offsets - np.exp(row) @ offsets, 2.0)
    else:
        cost = _log_power_mean(row, _centred(row, offsets, power), power)
    return float(cost + power * np.log(scale))


def _log_power_mean(row: FloatArray, offsets: FloatArray, power: float) -> float:
    return float(np.logaddexp.reduce(row + power * logs(np.abs(offsets))))


def _centred(row: FloatArray, atoms: FloatArray, power: float) -> FloatArray:
    """Return the differences between the values and the best estimate."""
    from scipy.optimize import brentq

    def balance(offsets: FloatArray) -> float:
        """Return the log-ratio of the downward to the upward terms of the derivative."""
        pulls = row + (power - 1) * logs(np.abs(offsets))
        down, up = (float(np.logaddexp.reduce(pulls[side])) for side in (offsets < 0, offsets > 0))
        return float(np.clip(down - up, -1e300, 1e300))

    # the first value at which the cost does not fall: the best estimate is not above it
    above = next(j for j in range(len(atoms)) if balance(atoms - atoms[j]) >= 0)
    gap = atoms[above] - atoms[above - 1]
    middle = balance((atoms - atoms[above - 1]) - gap / 2)
    # measured from the nearer of its two neighbours, as the distance can be tiny beside the gap
    anchor, sign = (above - 1, 1.0) if middle >= 0 else (above, -1.0)
    offsets: FloatArray = atoms - atoms[anchor]
    farthest = np.log(gap / 2)

    def pull(log_distance: float) -> float:
        return balance(offsets - sign * np.exp(log_distance))

    if farthest <= _NEAREST or pull(_NEAREST) * sign >= 0:
        return offsets
    distance = float(np.exp(brentq(pull, _NEAREST, farthest, xtol=1e-13)))
    return offsets - sign * distance
