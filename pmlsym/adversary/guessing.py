"""Adversaries who guess a secret, report a distribution of it, or estimate it as a number."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from pmlsym.adversary.expectation import (
    Numbers,
    beliefs,
    beliefs_about,
    by_size,
    dot,
    each_belief,
    expected,
    largest,
    log_fall,
    log_rise,
    over_one_denominator,
    read_distribution,
    read_function,
    read_order,
    read_values,
    settled,
    smallest,
)
from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.channel.channel import takes_channel
from pmlsym.errors import ParameterError
from pmlsym.exact import (
    Number,
    NumberArray,
    RowLike,
    TableLike,
    as_fraction,
    is_exact,
    is_rational,
    power,
    sympified,
)
from pmlsym.given import refused
from pmlsym.nats import logs
from pmlsym.precision import log_of

if TYPE_CHECKING:
    import sympy as sp


@takes_channel
def right_guess_leakage(channel: Channel, function: TableLike) -> NumberArray:
    r"""Return the log-ratio of the best probability of a right guess, after an outcome and before.

    .. math:: \log \frac{\sup \mathbb{P}[U = \hat U \mid Y = y]}{\sup \mathbb{P}[U = \tilde U]}
        = \log \frac{\max_u P_{U|Y=y}(u)}{\max_u P_U(u)}

    Parameters
    ----------
    channel : Channel
    function : array_like, shape (\|X\|, \|U\|)
        The randomized function: the distribution of U given each secret.

    Returns
    -------
    ndarray or sympy Array, shape (\|Y\|,)
        In nats, at most `pmlsym.pml`; negative where an outcome makes guessing harder.

    Raises
    ------
    ChannelError
        If the function is not a kernel on the secrets.

    Notes
    -----
    Source: `pmc`, Def. 3. `functions.shattering` attains the supremum.

    Examples
    --------
    >>> ch = Channel([[0.75, 0.25], [0.25, 0.75]], [0.5, 0.5])
    >>> right_guess_leakage(ch, [[1, 0], [0, 1]]).round(4)
    array([0.4055, 0.4055])
    """
    return log_rise(_each(channel, function, largest))


@takes_channel
def wrong_guess_leakage(channel: Channel, function: TableLike) -> NumberArray:
    r"""Return the log-ratio of the least probability of a wrong guess, before and after an outcome.

    .. math:: \Lambda_U(X \to y) = \log \frac{\inf \mathbb{P}[U \ne \tilde U]}
        {\inf \mathbb{P}[U \ne \hat U \mid Y = y]}
        = \log \frac{1 - \max_u P_U(u)}{1 - \max_u P_{U|Y=y}(u)}

    Parameters
    ----------
    channel : Channel
    function : array_like, shape (\|X\|, \|U\|)
        The randomized function: the distribution of U given each secret.

    Returns
    -------
    ndarray or sympy Array, shape (\|Y\|,)
        In nats, at most `pmlsym.pmc`; infinite where an outcome gives away a function that was
        not known, negative where it makes guessing harder. 0/0 = 1.

    Raises
    ------
    ChannelError
        If the function is not a kernel on the secrets.

    Notes
    -----
    Source: `pmc`, eq. (5) and Def. 7. `functions.splitting` attains the supremum.

    Examples
    --------
    >>> ch = Channel([[0.75, 0.25], [0.25, 0.75]], [0.5, 0.5])
    >>> wrong_guess_leakage(ch, [[1, 0], [0, 1]]).round(4)
    array([0.6931, 0.6931])
    """
    return log_fall(_each(channel, function, _chance_of_error))


def _chance_of_error(row: Numbers) -> Number:
    """Return the total probability of all values but the likeliest, as a sum to keep all digits."""
    if isinstance(row, np.ndarray):
        return np.logaddexp.reduce(np.delete(row, row.argmax()))
    return 1 - largest(row)


def guesswork(distribution: RowLike) -> Number:
    r"""Return the expected number of guesses until one is right, in the best order.

    .. math:: \min_G \mathbb{E}[G(U)] = \sum_{i \ge 1} i\, p_{(i)},
        \quad p_{(1)} \ge p_{(2)} \ge \dots

    Parameters
    ----------
    distribution : array_like, shape (\|U\|,)

    Returns
    -------
    float or sympy expression
        From 1 to (\|U\| + 1)/2.

    Raises
    ------
    ParameterError
        If it is not a distribution of numbers.

    Notes
    -----
    Source: `pmc`, Def. 10. Exchanging two guesses that are in the wrong order never makes it more.

    Examples
    --------
    >>> guesswork([0.25, 0.5, 0.25])
    1.75
    """
    row = read_distribution("distribution", distribution)
    if isinstance(row, np.ndarray):
        return _tries(row)
    return _exact_tries(row)


@takes_channel
def guesswork_leakage(channel: Channel, function: TableLike) -> NumberArray:
    r"""Return the log-ratio of the guesswork of a function, before and after each outcome.

    .. math:: \log \frac{\min_G \mathbb{E}[G(U)]}{\min_{\hat G} \mathbb{E}[\hat G(U) \mid Y = y]}

    Parameters
    ----------
    channel : Channel
    function : array_like, shape (\|X\|, \|U\|)
        The randomized function: the distribution of U given each secret.

    Returns
    -------
    ndarray or sympy Array, shape (\|Y\|,)
        In nats, below `pmlsym.pmc` or both are 0; negative where an outcome makes guessing longer.

    Raises
    ------
    ChannelError
        If the function is not a kernel on the secrets.
    ParameterError
        If symbols leave the order open.

    Notes
    -----
    Source: `pmc`, Def. 10. No function attains the supremum, PMC, unless it is 0, but
    `functions.splitting` comes near it: let p and q be the prior and the posterior probability of
    the secret that is split into k parts. As soon as k >= p/(1 - p), the others are guessed first
    and the parts then, so that the leakage is

    .. math:: \log \frac{2 + (k + 1)\, p}{2 + (k + 1)\, q}
        = \log \frac pq - \log\Bigl(1 + \frac{2 (p - q)}{q\, (2 + (k + 1)\, p)}\Bigr),

    which is 2(1/q - 1/p)/(k + 1) below PMC as k grows; if q = 0 it grows like log k.

    Examples
    --------
    >>> ch = Channel([[0.75, 0.25], [0.25, 0.75]], [0.5, 0.5])
    >>> guesswork_leakage(ch, [[1, 0], [0, 1]]).round(4)
    array([0.1823, 0.1823])
    """
    return log_fall(
        _each(
            channel,
            function,
            lambda row: (
                np.log(_tries(np.exp(row))) if isinstance(row, np.ndarray) else _exact_tries(row)
            ),
        )
    )


def _tries(row: FloatArray) -> float:
    return float(np.sort(row)[::-1] @ np.arange(1.0, len(row) + 1))


def _exact_tries(row: Sequence[sp.Expr]) -> sp.Expr:
    import sympy as sp

    if all(map(is_rational, row)):
        parts, whole = over_one_denominator(row)
        tries = sum(rank * part for rank, part in enumerate(sorted(parts, reverse=True), 1))
        return sp.Rational(tries, whole)
    try:
        ordered = sorted(row, key=by_size, reverse=True)
    except TypeError:
        raise ParameterError(
            "the best order of guesses depends on symbols: put numbers in their place."
        ) from None
    return sp.Add(*(rank * p for rank, p in enumerate(ordered, 1)))


def _each(channel: Channel, function: TableLike, value: Callable[[Numbers], Number]) -> Numbers:
    return each_belief(beliefs_about(channel, read_function(function, channel.prior)), value)


_LARGEST_EXACT = 100  # orders; beyond, roots of integers of many thousand digits take too long
_MOST_WORK = 10**8  # roots times squares of their bits: sympy factors what it takes a root of
_SHORT = 500  # bits that make no difference
_TINY = -37.0  # below this logarithm, 1 - exp(-x) and -log(1 - x) are x in floats


def least_alpha_loss(distribution: RowLike, alpha: Number) -> Number:
    r"""Least expected alpha-loss of a report Q, when the secret has a given distribution P.

    .. math:: \min_Q \sum_x P(x)\, \tfrac{\alpha}{\alpha - 1}
            \bigl(1 - Q(x)^{(\alpha - 1)/\alpha}\bigr)
        = \tfrac{\alpha}{\alpha - 1} \Bigl(1 - \bigl(\textstyle\sum_x P(x)^\alpha
            \bigr)^{1/\alpha}\Bigr)

    which is the entropy of P at alpha = 1 (logarithmic loss) and 1 - max P at infinity.

    Parameters
    ----------
    distribution : array_like, shape (\|X\|,)
    alpha : float or exact number, from 1 to infinity.

    Returns
    -------
    float or sympy expression
        Exact if the distribution is, alpha is an exact number up to 100 or infinite, and the roots
        or logarithms are few and of short numbers: 400 of 500 bits, or 4 of 5000.

    Raises
    ------
    ParameterError
        If it is not a distribution, or alpha is not from 1 to infinity.

    Notes
    -----
    By Hölder's inequality the best report is Q proportional to P^alpha. Source: `pmc`, Example 3;
    Liao, Kosut, Sankar and du Pin Calmon, A tunable measure for information leakage.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> least_alpha_loss([F(3, 5), F(2, 5)], 2)
    2 - 2*sqrt(13)/5
    >>> round(least_alpha_loss([0.6, 0.4], 1), 4)
    0.673
    """
    order = read_order("alpha", alpha, infinite=True)
    row = read_distribution("distribution", distribution)
    if isinstance(row, np.ndarray):
        return math.exp(_log_loss(logs(row), float(order)))
    if _is_exact_order(order) and _is_short([row], order):
        with suppress(OverflowError):  # sympy fails to factor some integers that no float can hold
            return _exact_loss(row, order)
    return math.exp(_log_loss(_logs_of(row), float(order)))


@takes_channel
def alpha_loss_leakage(channel: Channel, alpha: Number) -> NumberArray:
    r"""Return the log-ratio of the least expected alpha-loss before and after each outcome.

    .. math:: \log \frac{\min_Q \mathbb{E}[c_\alpha(X, Q)]}
        {\min_Q \mathbb{E}[c_\alpha(X, Q) \mid Y = y]}

    Parameters
    ----------
    channel : Channel
    alpha : float or exact number, from 1 to infinity.

    Returns
    -------
    ndarray or sympy Array, shape (\|Y\|,)
        In nats, at most `pmlsym.pmc`; negative where an outcome makes the secret less certain,
        infinite where it gives the secret away. Exact if the channel is, alpha is an exact number
        up to 100 or infinite, and the roots or logarithms for all outcomes are few and of short
        numbers: 400 of 500 bits, or 4 of 5000.

    Raises
    ------
    ParameterError
        If alpha is not from 1 to infinity.

    Notes
    -----
    Source: `pmc`, Example 3.

    Examples
    --------
    >>> ch = Channel([[0.75, 0.25], [0.25, 0.75]], [0.5, 0.5])
    >>> alpha_loss_leakage(ch, 1).round(4), alpha_loss_leakage(ch, float("inf")).round(4)
    (array([0.2091, 0.2091]), array([0.6931, 0.6931]))
    """
    order = read_order("alpha", alpha, infinite=True)
    if channel.is_exact and _is_exact_order(order):
        exact = beliefs(channel, exactly=True)
        if _is_short(exact, order):
            with suppress(OverflowError):  # as above
                return log_fall([_exact_loss(row, order) for row in exact])
        rows = np.array(list(map(_logs_of, exact)))  # some may be too small for the floats
    else:
        rows = beliefs(channel, exactly=False)
    return log_fall(np.array([_log_loss(row, float(order)) for row in rows]))


def _logs_of(row: list[sp.Expr]) -> FloatArray:
    """Return the logarithms of exact probabilities, also of those that no float can hold."""
    fractions = list(map(as_fraction, row))
    if None in fractions:
        return logs(np.array(row, dtype=float))
    return np.array([log_of(p) if p else -math.inf for p in fractions])


def _is_exact_order(order: Number) -> bool:
    return order == math.inf or (is_exact(order) and bool(order <= _LARGEST_EXACT))


def _is_short(rows: list[list[sp.Expr]], alpha: Number) -> bool:
    """Return whether the exact losses have few roots or logarithms, and of short numbers.

    Symbols count as short, since no float stands for them.
    """
    if alpha == math.inf or not all(is_rational(p) for row in rows for p in row):
        return True
    from pmlsym.channel.rational import rationals

    numbers = [[p for p in rationals(row) if p] for row in rows]
    count, length = sum(map(len, numbers)), _longest(numbers)
    if is_rational(alpha) and alpha != 1 and alpha == int(alpha):
        if len(rows) * length**2 > _MOST_WORK:  # the sums of powers are longer still
            return False
        count, length = len(rows), _longest([[sum(p ** int(alpha) for p in r)] for r in numbers])
    return count * max(length, _SHORT) ** 2 <= _MOST_WORK


def _longest(rows: list[list[Any]]) -> int:
    """Return the bits of the longest numerator or denominator."""
    return max(max(int(p.p).bit_length(), int(p.q).bit_length()) for row in rows for p in row)


def _exact_loss(row: list[sp.Expr], alpha: Number) -> Number:
    import sympy as sp

    if alpha == math.inf:
        return 1 - largest(row)
    possible = [p for p in row if p != 0]
    if alpha == 1:
        return sp.Add(*(-p * sp.log(p) for p in possible))
    alpha = sympified(alpha)  # 1/2 of an integer 2 would be a float
    total = sp.Add(*(power(p, alpha) for p in possible))
    return alpha / (alpha - 1) * (1 - power(total, 1 / alpha))


def _log_loss(row: FloatArray, alpha: float) -> float:
    """Return the logarithm of the least loss from the logarithms of the probabilities.

    1 - sum P^alpha would lose the digits of a small loss; so the largest probability is computed as
    one minus the sum of the others, and the sum of the powers as one minus its distance to one.
    """
    row = np.sort(row[row > -math.inf])
    others = row[:-1]
    missed = float(np.logaddexp.reduce(others))
    if alpha == math.inf or missed == -math.inf:
        return missed
    row[-1] = np.log1p(-np.exp(missed))
    surprise = np.append(np.log(-others), _log_surprise(missed))
    if alpha == 1:
        return float(np.logaddexp.reduce(row + surprise))
    order, rest = math.log(alpha), math.log(alpha - 1)
    with np.errstate(over="ignore"):  # alpha near the largest float: P^alpha is then 0
        fall = float(np.logaddexp.reduce(row + _log_chance(rest + surprise)))
        if fall < -math.log(2):
            return order - rest + float(_log_chance(_log_surprise(fall) - order))
        powers = np.logaddexp.reduce(alpha * (row - row.max()))
    return order - rest + math.log(-math.expm1(row.max() + powers / alpha))


def _log_surprise(log_p: float) -> float:
    """Return log(-log(1 - p))."""
    return log_p if log_p < _TINY else math.log(-math.log1p(-math.exp(log_p)))


def _log_chance(m: FloatArray | float) -> FloatArray:
    """Return log(1 - exp(-exp(m))), the inverse of `_log_surprise`."""
    return np.where(m < _TINY, m, logs(-np.expm1(-np.exp(np.clip(m, _TINY, 700.0)))))


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
        if all(is_rational(number) for row in (points, *exact) for number in row):
            return log_fall(_rational_costs(exact, points, order))
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


def _rational_costs(
    rows: list[list[sp.Expr]], points: list[sp.Expr], power: Number
) -> list[sp.Expr]:
    import sympy as sp

    if power == 2:
        moments = expected(rows, [[v, v**2] for v in points])
        return [square - mean**2 for mean, square in moments]
    values, scale = over_one_denominator(points)
    rising = sorted(range(len(values)), key=values.__getitem__)
    costs = []
    for row in rows:
        parts, whole = over_one_denominator(row)
        reached = accumulate(parts[x] for x in rising)
        # a weighted median is a best estimate
        median = next(
            values[x] for x, part in zip(rising, reached, strict=True) if 2 * part >= whole
        )
        distance = sum(part * abs(v - median) for part, v in zip(parts, values, strict=True))
        costs.append(sp.Rational(distance, whole * scale))
    return costs


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
        # a weighted median is a best estimate
        below = np.cumsum(np.exp(row - row.max()))
        median = offsets[np.searchsorted(below, below[-1] / 2)]
        cost = _log_power_mean(row, offsets - median, 1.0)
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
    above = bisect_left(range(len(atoms)), 0.0, key=lambda j: balance(atoms - atoms[j]))
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
