"""Adversaries who guess a randomized function of the secret: once, or until the guess is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pmlsym.adversary.expectation import beliefs_about, by_size, largest, log_fall, log_rise
from pmlsym.adversary.reading import read_distribution, read_function
from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.channel.reading import takes_channel
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, NumberArray, RowLike, TableLike

if TYPE_CHECKING:
    import sympy as sp

    from pmlsym.adversary.reading import Numbers


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

    try:
        ordered = sorted(row, key=by_size, reverse=True)
    except TypeError:
        raise ParameterError(
            "the best order of guesses depends on symbols: put numbers in their place."
        ) from None
    return sp.Add(*(rank * p for rank, p in enumerate(ordered, 1)))


def _each(channel: Channel, function: TableLike, value: Callable[[Numbers], Number]) -> Numbers:
    rows = beliefs_about(channel, read_function(function, channel.prior))
    found = [value(row) for row in rows]
    return np.array(found) if isinstance(rows, np.ndarray) else found
