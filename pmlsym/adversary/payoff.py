"""Adversaries with a gain or a cost, and the divergence that is the supremum over all costs."""

from __future__ import annotations

import numpy as np

from pmlsym.adversary.expectation import (
    Numbers,
    beliefs,
    beliefs_about,
    dot,
    each_belief,
    expected,
    is_zero,
    largest,
    log_fall,
    log_rise,
    read_distribution,
    read_function,
    read_payoff,
    smallest,
)
from pmlsym.channel import Channel
from pmlsym.channel.channel import takes_channel
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, NumberArray, RowLike, TableLike
from pmlsym.nats import logs


@takes_channel
def gain_leakage(channel: Channel, gain: TableLike) -> NumberArray:
    r"""Return the log-ratio of the best expected gain, after each outcome and before it.

    .. math:: \log \frac{\max_w \mathbb{E}[g(X, w) \mid Y = y]}{\max_w \mathbb{E}[g(X, w)]}

    Parameters
    ----------
    channel : Channel
    gain : array_like, shape (\|X\|, \|W\|)
        What the choice w gains if the secret is x, not negative. A random choice gains no more
        than the best w, so the maximum over w is that over all kernels.

    Returns
    -------
    ndarray or sympy Array, shape (\|Y\|,)
        In nats, at most `pmlsym.pml`. It can be negative, and is minus infinity where an outcome
        leaves nothing to gain; 0/0 = 1.

    Raises
    ------
    ParameterError
        If the gain is not a table of finite numbers >= 0 with one row for each secret.

    Notes
    -----
    Source: `pmc`, Def. 2.

    Examples
    --------
    The gain of a right guess of the secret itself:

    >>> from fractions import Fraction as F
    >>> ch = Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)])
    >>> gain_leakage(ch, [[1, 0], [0, 1]])
    [log(3/2), log(3/2)]
    """
    table = read_payoff("gain", gain, channel.shape[0], "secrets", channel.is_exact)
    means = expected(beliefs(channel, isinstance(table, list)), table)
    return log_rise(each_belief(means, largest))


@takes_channel
def cost_leakage(channel: Channel, cost: TableLike) -> NumberArray:
    r"""Return the log-ratio of the least expected cost, before and after each outcome.

    .. math:: \Lambda_c(X \to y) =
        \log \frac{\min_w \mathbb{E}[c(X, w)]}{\min_w \mathbb{E}[c(X, w) \mid Y = y]}

    Parameters
    ----------
    channel : Channel
    cost : array_like, shape (\|X\|, \|W\|)
        What the choice w costs if the secret is x, not negative.

    Returns
    -------
    ndarray or sympy Array, shape (\|Y\|,)
        In nats, at most `pmlsym.pmc`. Negative where an outcome makes the best choice dearer,
        infinite where it makes one free that was not; 0/0 = 1. Never minus infinity: what is free
        beforehand is free for every secret, since all are possible.

    Raises
    ------
    ParameterError
        If the cost is not a table of finite numbers >= 0 with one row for each secret.

    Notes
    -----
    Source: `pmc`, eq. (7) and Def. 11.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> ch = Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)])
    >>> cost_leakage(ch, [[0, 1], [1, 0]])
    [log(2), log(2)]
    """
    return log_fall(_least(channel, cost, None))


@takes_channel
def average_cost_leakage(
    channel: Channel, cost: TableLike, function: TableLike | None = None
) -> Number:
    r"""Return the log-ratio of the least expected cost, before and on average after the outcome.

    .. math:: \log \frac{\min_w \mathbb{E}[c(U, w)]}
        {\sum_y P_Y(y) \min_w \mathbb{E}[c(U, w) \mid Y = y]}

    Parameters
    ----------
    channel : Channel
    cost : array_like, shape (\|U\|, \|W\|), not negative.
    function : array_like, shape (\|X\|, \|U\|), optional
        The randomized function U that the cost is about; without it U is the secret.

    Returns
    -------
    float or sympy expression
        In nats, from 0 to `pmlsym.maximal_cost_leakage`, which `attaining_cost` attains.

    Raises
    ------
    ParameterError
        If the cost is not a table of finite numbers >= 0 with one row for each value of U.
    ChannelError
        If the function is not a kernel on the secrets.

    Notes
    -----
    Source: `pmc`, Def. 8. By Prop. 2 the function is superfluous: the cost
    :math:`\sum_u P_{U|X=x}(u)\, c(u, w)` on the secret has the same expected value under every
    distribution of the secret, hence after every outcome.

    Examples
    --------
    >>> ch = Channel([[0.75, 0.25], [0.25, 0.75]], [0.5, 0.5])
    >>> round(average_cost_leakage(ch, [[0, 1], [1, 0]]), 4)
    0.6931
    """
    least = _least(channel, cost, function)
    if isinstance(least, np.ndarray):
        average = np.logaddexp.reduce(channel.as_float().log_marginal + least[1:])
        # at least 0 but for rounding, as an adversary can ignore the outcome
        return max(0.0, float(log_fall(np.array([least[0], average]))[0]))
    return log_fall([least[0], dot(channel.marginal.tolist(), least[1:])])[0]


@takes_channel
def worst_cost_leakage(
    channel: Channel, cost: TableLike, function: TableLike | None = None
) -> Number:
    r"""Return the log-ratio of the least expected cost, before and after the most useful outcome.

    .. math:: \log \frac{\min_w \mathbb{E}[c(U, w)]}
        {\min_y \min_w \mathbb{E}[c(U, w) \mid Y = y]}

    Parameters
    ----------
    channel : Channel
    cost : array_like, shape (\|U\|, \|W\|), not negative.
    function : array_like, shape (\|X\|, \|U\|), optional
        The randomized function U that the cost is about; without it U is the secret.

    Returns
    -------
    float or sympy expression
        In nats, from 0 to the largest PMC of an outcome.

    Raises
    ------
    ParameterError
        If the cost is not a table of finite numbers >= 0 with one row for each value of U.
    ChannelError
        If the function is not a kernel on the secrets.

    Notes
    -----
    Source: `pmc`, Def. 9, called maximal realizable cost there.

    Examples
    --------
    >>> ch = Channel([[0.75, 0.25], [0.5, 0.5]], [0.5, 0.5])
    >>> round(worst_cost_leakage(ch, [[0, 1], [1, 0]]), 4)
    0.4055
    """
    least = _least(channel, cost, function)
    # an outcome of probability 0 has the prior's cost, and some possible one has no higher cost
    if isinstance(least, np.ndarray):
        return max(0.0, float(log_fall(np.array([least[0], smallest(least[1:])]))[0]))
    return log_fall([least[0], smallest(least[1:])])[0]


def _least(channel: Channel, cost: TableLike, function: TableLike | None) -> Numbers:
    """Return the least expected cost under the prior and under every posterior."""
    if function is None:
        table = read_payoff("cost", cost, channel.shape[0], "secrets", channel.is_exact)
        rows = beliefs(channel, isinstance(table, list))
    else:
        known = read_function(function, channel.prior)
        exactly = channel.is_exact and known.is_exact
        table = read_payoff("cost", cost, known.shape[1], "values of the function", exactly)
        if exactly and not isinstance(table, list):
            channel, known = channel.as_float(), known.as_float()
        if exactly and isinstance(table, list):
            # Prop. 2 of `pmc`: a cost on the secret, whose products have shorter numbers
            rows, table = beliefs(channel, True), expected(known.kernel.tolist(), table)
        else:
            rows = beliefs_about(channel, known)
    return each_belief(expected(rows, table), smallest)


@takes_channel
def attaining_cost(channel: Channel) -> NumberArray:
    r"""Return the cost whose average leakage is the maximal cost leakage.

    .. math:: c(x, w) = \frac{\mathbf{1}[x = w]}{P_X(x)}

    Beforehand every choice costs 1. After y the choice w costs P(y \| w) / P(y), so on average the
    best choices cost the sum over y of the smallest P(y \| w).

    Parameters
    ----------
    channel : Channel

    Returns
    -------
    ndarray or sympy Array, shape (\|X\|, \|X\|)
        Where 1/P(x) is too large a float, a multiple, which leaks the same.

    Notes
    -----
    Source: `pmc`, Def. 8 and what follows; Issa, Wagner and Kamath, Thm 15.

    Examples
    --------
    >>> attaining_cost(Channel([[1, 0], [0, 1]], [0.25, 0.75]))
    array([[4.        , 0.        ],
           [0.        , 1.33333333]])
    """
    channel.alone("attaining_cost")
    if not channel.is_exact:
        return np.diag(min(1.0, channel.prior.min() * 2.0**1000) / channel.prior)
    import sympy as sp

    return sp.ImmutableDenseNDimArray(sp.diag(*(1 / p for p in channel.prior)).tolist())


def renyi_infinity(p: RowLike, q: RowLike) -> Number:
    r"""Rényi divergence of order infinity of one distribution from another.

    .. math:: D_\infty(p \,\|\, q) = \log \max_{x : p(x) > 0} \frac{p(x)}{q(x)}

    Parameters
    ----------
    p, q : array_like, shape (\|X\|,)
        Distributions on the same set.

    Returns
    -------
    float or sympy expression
        In nats, from 0; infinite if something is possible under p and impossible under q.

    Raises
    ------
    ParameterError
        If p or q is not a distribution, or they have different lengths.

    Notes
    -----
    Source: `pmc`, Def. 1.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> renyi_infinity([F(1, 2), F(1, 2)], [F(1, 3), F(2, 3)])
    log(3/2)
    >>> renyi_infinity([0.5, 0.5], [0.0, 1.0])
    inf
    """
    first, second = read_distribution("p", p), read_distribution("q", q)
    if len(first) != len(second):
        raise ParameterError(
            f"q has {len(second)} entries, but p has {len(first)}: "
            "they have to be distributions on the same set."
        )
    if isinstance(first, list) and isinstance(second, list):
        pairs = [(a, b) for a, b in zip(first, second, strict=True) if not is_zero(a)]
        return largest([log_rise([b, a])[0] for a, b in pairs])
    numerators, denominators = np.array(first, dtype=float), np.array(second, dtype=float)
    seen = numerators > 0
    return max(0.0, float((logs(numerators[seen]) - logs(denominators[seen])).max()))
