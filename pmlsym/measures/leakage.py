"""The measures of one channel, or of each channel of a stack."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from pmlsym.channel import Channel
from pmlsym.errors import ChannelError
from pmlsym.exact import Number, NumberArray

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
    return channel.per_outcome(channel.numbers.up())


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
    return channel.per_outcome(channel.numbers.down())


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
    return channel.numbers.apart()


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
    return channel.numbers.farthest()


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
    return channel.numbers.farthest_down(), channel.numbers.farthest_up()


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
    return channel.numbers.log_sum_of_tops()


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
    return channel.numbers.log_sum_of_lows()


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
    return channel.numbers.information()
