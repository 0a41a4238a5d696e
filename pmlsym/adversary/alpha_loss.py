"""Adversaries who report a distribution of the secret and pay the alpha-loss."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from pmlsym.adversary.expectation import beliefs, largest, log_fall
from pmlsym.adversary.reading import read_distribution, read_order
from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.channel.reading import takes_channel
from pmlsym.exact import Number, NumberArray, RowLike, is_exact, power, sympified
from pmlsym.nats import logs

if TYPE_CHECKING:
    import sympy as sp

_LARGEST_EXACT = 100  # orders; beyond, roots of integers of many thousand digits take too long
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
        Exact if the distribution is and alpha is an exact number up to 100, or infinite.

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
    if _is_exact_order(order):
        return _exact_loss(row, order)
    return math.exp(_log_loss(logs(np.array(row, dtype=float)), float(order)))


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
        infinite where it gives the secret away. Exact if the channel is and alpha is an exact
        number up to 100, or infinite.

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
    exactly = channel.is_exact and _is_exact_order(order)
    if exactly:
        return log_fall([_exact_loss(row, order) for row in beliefs(channel, exactly=True)])
    rows = beliefs(channel, exactly=False)
    return log_fall(np.array([_log_loss(row, float(order)) for row in rows]))


def _is_exact_order(order: Number) -> bool:
    return order == math.inf or (is_exact(order) and bool(order <= _LARGEST_EXACT))


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
