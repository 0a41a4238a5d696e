"""What a channel leaks: extremes and averages of its lift, in nats."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.assumptions import largest as _largest
from pmlsym.assumptions import smallest as _smallest
from pmlsym.channel import Channel
from pmlsym.errors import ChannelError
from pmlsym.exact import Number, NumberArray
from pmlsym.nats import logs

if TYPE_CHECKING:
    import sympy as sp


P = ParamSpec("P")
R = TypeVar("R")


def _of_channel(measure: Callable[P, R]) -> Callable[P, R]:
    """Let a measure refuse what is no channel in one sentence."""

    @wraps(measure)
    def checked(*given: P.args, **named: P.kwargs) -> R:
        channel = given[0] if given else named.get("channel")
        if (given or "channel" in named) and not isinstance(channel, Channel):
            raise ChannelError(
                f"channel is a {type(channel).__name__}, but has to be a Channel: "
                "ps.Channel(kernel, prior)."
            )
        return measure(*given, **named)

    return checked


def _at_possible(top: FloatArray, upper: FloatArray, lower: FloatArray) -> FloatArray:
    """Return upper - lower, at least 0 despite rounding; 0 for an outcome no secret can cause."""
    possible = top > 0
    if possible.all():
        return np.maximum(upper - lower, 0.0)
    return np.maximum(np.subtract(upper, lower, where=possible, out=np.zeros_like(top)), 0.0)


def _log_of(value: sp.Expr) -> sp.Expr:
    import sympy as sp

    if value == 0:
        return -sp.oo
    return sp.log(value)


def _log_of_inverse(value: sp.Expr) -> sp.Expr:
    import sympy as sp

    return sp.oo if value == 0 else sp.log(1 / value)


def _per_outcome(
    channel: Channel, value: Callable[[list[sp.Expr]], sp.Expr]
) -> sp.ImmutableDenseNDimArray:
    import sympy as sp

    secrets, outcomes = channel.shape
    lift = channel.lift
    return sp.ImmutableDenseNDimArray(
        [value([lift[x, y] for x in range(secrets)]) for y in range(outcomes)]
    )


def _columns(channel: Channel) -> list[list[sp.Expr]]:
    secrets, outcomes = channel.shape
    return [[channel.kernel[x, y] for x in range(secrets)] for y in range(outcomes)]


@_of_channel
def pml(channel: Channel) -> NumberArray:
    r"""Pointwise maximal leakage of every outcome.

    .. math:: \ell(X \to y) = \log \max_x \frac{P(y \mid x)}{P_Y(y)}

    Parameters
    ----------
    channel : Channel

    Returns
    -------
    ndarray or sympy Array, shape (\|Y\|,)
        In nats; 0 for an outcome of probability zero.

    Notes
    -----
    Source: `pmc`, Def. 2 and what follows; `histogram`, eq. (2).

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> pml(Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)]))
    [log(3/2), log(3/2)]
    """
    if channel.is_exact:
        return _per_outcome(channel, lambda lift: _log_of(_largest(lift)))
    top = channel.kernel.max(axis=0)
    return _at_possible(top, logs(top), channel.log_marginal)


@_of_channel
def pmc(channel: Channel) -> NumberArray:
    r"""Pointwise maximal cost of every outcome.

    .. math:: \Lambda(X \to y) = -\log \min_x \frac{P(y \mid x)}{P_Y(y)}

    Parameters
    ----------
    channel : Channel

    Returns
    -------
    ndarray or sympy Array, shape (\|Y\|,)
        In nats; infinite where a possible outcome rules a secret out, 0 for an outcome of
        probability zero.

    Notes
    -----
    Source: `pmc`, Thm 2.

    Examples
    --------
    >>> pmc(Channel([[1.0, 0.0], [0.5, 0.5]], [0.5, 0.5])).round(4)
    array([0.4055,    inf])
    """
    if channel.is_exact:
        return _per_outcome(channel, lambda lift: _log_of_inverse(_smallest(lift)))
    top, low = channel.kernel.max(axis=0), channel.kernel.min(axis=0)
    return _at_possible(top, channel.log_marginal, logs(low))


@_of_channel
def ldp(channel: Channel) -> Number:
    r"""Local differential privacy: the smallest epsilon that the channel satisfies.

    .. math:: \varepsilon = \log \max_{x, x', y} \frac{P(y \mid x)}{P(y \mid x')}

    Parameters
    ----------
    channel : Channel

    Returns
    -------
    float or sympy expression
        In nats; infinite if an outcome is possible for one secret and impossible for another.

    Notes
    -----
    Source: `pmc`, Def. 6; the supremum over events is attained at an outcome.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> ldp(Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)]))
    log(3)
    """
    if channel.is_exact:
        ratios = [
            _log_of(_largest(column)) - _log_of(_smallest(column))
            for y, column in enumerate(_columns(channel))
            if y not in channel.null_outcomes
        ]
        return _logcombined(_largest(ratios))
    top, low = channel.kernel.max(axis=0), channel.kernel.min(axis=0)
    if low.min() > 0:
        return float((np.log(top) - np.log(low)).max())
    possible = top > 0
    return float((logs(top[possible]) - logs(low[possible])).max())


def _logcombined(expression: sp.Expr) -> sp.Expr:
    import sympy as sp

    if expression.free_symbols or not expression.is_finite:
        return expression
    return sp.logcombine(expression, force=True)


@_of_channel
def lip(channel: Channel) -> Number:
    r"""Local information privacy: the largest absolute value of the information density.

    .. math:: \varepsilon = \max_{x, y} \left|\log \frac{P(y \mid x)}{P_Y(y)}\right|

    Parameters
    ----------
    channel : Channel

    Returns
    -------
    float or sympy expression
        In nats.

    Notes
    -----
    Source: `pmc`, Def. 4.

    Examples
    --------
    >>> round(lip(Channel([[0.9, 0.1], [0.6, 0.4]], [0.5, 0.5])), 4)
    0.9163
    """
    lower, upper = alip(channel)
    return _largest([lower, upper]) if channel.is_exact else max(lower, upper)


@_of_channel
def alip(channel: Channel) -> tuple[Number, Number]:
    r"""Asymmetric local information privacy: the bounds on the information density.

    .. math:: -\varepsilon_l \le \log \frac{P(y \mid x)}{P_Y(y)} \le \varepsilon_u

    Parameters
    ----------
    channel : Channel

    Returns
    -------
    tuple
        The smallest (epsilon_l, epsilon_u), in nats: the worst PMC and the worst PML.

    Notes
    -----
    Source: `pmc`, Def. 5.

    Examples
    --------
    >>> lower, upper = alip(Channel([[0.9, 0.1], [0.6, 0.4]], [0.5, 0.5]))
    >>> round(lower, 4), round(upper, 4)
    (0.9163, 0.47)
    """
    if channel.is_exact:
        return _largest(list(pmc(channel))), _largest(list(pml(channel)))
    return float(pmc(channel).max()), float(pml(channel).max())


@_of_channel
def maximal_leakage(channel: Channel) -> Number:
    r"""Maximal leakage: what an average outcome reveals to the best guesser.

    .. math:: \mathcal{L}(X \to Y) = \log \sum_y \max_x P(y \mid x)

    Parameters
    ----------
    channel : Channel

    Returns
    -------
    float or sympy expression
        In nats.

    Notes
    -----
    Source: Issa, Wagner and Kamath, as quoted in `pmc`, Sec. I.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> maximal_leakage(Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)]))
    log(3/2)
    """
    if channel.is_exact:
        return _log_of(sum(_largest(column) for column in _columns(channel)))
    return max(0.0, float(np.log(channel.kernel.max(axis=0).sum())))


@_of_channel
def maximal_cost_leakage(channel: Channel) -> Number:
    r"""Maximal cost leakage: what an average outcome saves a risk-averse adversary.

    .. math:: \mathcal{L}^c(X \to Y) = -\log \sum_y \min_x P(y \mid x)

    Parameters
    ----------
    channel : Channel

    Returns
    -------
    float or sympy expression
        In nats; infinite if every outcome rules some secret out.

    Notes
    -----
    Source: `pmc`, Def. 8 and what follows.

    Examples
    --------
    >>> maximal_cost_leakage(Channel([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5]))
    inf
    """
    if channel.is_exact:
        return _log_of_inverse(sum(_smallest(column) for column in _columns(channel)))
    return max(0.0, float(-logs(channel.kernel.min(axis=0).sum())))  # this order: -0.0 becomes 0.0


@_of_channel
def mutual_information(channel: Channel) -> Number:
    r"""Mutual information between secret and outcome.

    .. math:: I(X; Y) = \sum_{x, y} P(x, y) \log \frac{P(y \mid x)}{P_Y(y)}

    Parameters
    ----------
    channel : Channel

    Returns
    -------
    float or sympy expression
        In nats.

    Examples
    --------
    >>> round(mutual_information(Channel([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5])), 6)
    0.693147
    """
    if channel.is_exact:
        import sympy as sp

        secrets, outcomes = channel.shape
        return sp.Add(
            *(
                channel.joint[x, y] * sp.log(channel.lift[x, y])
                for x in range(secrets)
                for y in range(outcomes)
                if channel.joint[x, y] != 0
            )
        )
    seen = channel.joint > 0
    density = np.log(channel.kernel[seen])
    density -= np.broadcast_to(channel.log_marginal, seen.shape)[seen]
    return max(0.0, float(channel.joint[seen] @ density))
