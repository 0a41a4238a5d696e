"""Randomized functions of the secret, and the channel that remains with side information."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from pmlsym.adversary.expectation import (
    beliefs,
    expected,
    is_zero,
    read_distribution,
    read_function,
    read_index,
    read_parts,
    read_payoff,
    smallest_place,
)
from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.channel.channel import takes_channel
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, NumberArray, TableLike

if TYPE_CHECKING:
    import sympy as sp

_MOST_ENTRIES = 1_000_000  # of a function that `shattering` writes down


@takes_channel
def splitting(channel: Channel, outcome: int, parts: int) -> NumberArray:
    r"""Return the function whose wrong guesses an outcome makes rarest: split one secret.

    .. math:: P_{U|X=x^*}(i) = \tfrac1k \ (i < k), \qquad P_{U|X=x}(k) = 1 \ (x \ne x^*), \qquad
        x^* = \arg\max_x \frac{P_X(x)}{P_{X|Y=y}(x)}

    Parameters
    ----------
    channel : Channel
    outcome : the outcome y, from 0.
    parts : the number k >= 1 of values that the secret x* is split into.

    Returns
    -------
    ndarray or sympy Array, shape (\|X\|, k + 1)
        The distribution of U given each secret.

    Raises
    ------
    ParameterError
        If there is no such outcome, parts is no integer >= 1, or symbols leave x* open.

    Notes
    -----
    Write p and q <= p for the prior and the posterior probability of x*. The wrong-guess leakage is
    log of (1 - max(1 - p, p/k)) / (1 - max(1 - q, q/k)), which is log(p/q), the PMC, as soon as
    k >= p/(1 - p): then the value k is the best guess before and after. Source: `pmc`, Thm 2.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> ch = Channel([[F(1, 4), F(3, 4)], [F(1, 2), F(1, 2)]], [F(3, 4), F(1, 4)])
    >>> splitting(ch, 0, parts=3)
    [[1/3, 1/3, 1/3, 0], [0, 0, 0, 1]]
    """
    chosen, k = smallest_place(_lift(channel, outcome)), read_parts(parts)
    split, whole = [Fraction(1, k)] * k + [0], [0] * k + [1]
    rows = [split if x == chosen else whole for x in range(channel.shape[0])]
    return _table(channel.is_exact, rows)


@takes_channel
def singling_out(channel: Channel, outcome: int, parts: int) -> NumberArray:
    r"""Return the function whose right guesses an outcome makes likeliest: keep one secret whole.

    .. math:: P_{U|X=x^*}(0) = 1, \qquad P_{U|X=x}(i) = \tfrac1k \ (x \ne x^*, 1 \le i \le k),
        \qquad x^* = \arg\max_x \frac{P_{X|Y=y}(x)}{P_X(x)}

    Parameters
    ----------
    channel : Channel
    outcome : the outcome y, from 0.
    parts : the number k >= 1 of values that the other secrets share.

    Returns
    -------
    ndarray or sympy Array, shape (\|X\|, k + 1)
        The distribution of U given each secret.

    Raises
    ------
    ParameterError
        If there is no such outcome, parts is no integer >= 1, or symbols leave x* open.

    Notes
    -----
    Write p and q for the prior and the posterior probability of x*. As soon as k >= (1 - p)/p, the
    value 0 is the best guess beforehand, (1 - p)/k <= p, and afterwards, since q/p is at least the
    mean lift (1 - q)/(1 - p) of the others: (1 - q)/k <= (q/p)(1 - p)/k <= q. So the right-guess
    leakage is log(q/p), the PML. `shattering` attains it at every outcome at once.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> ch = Channel([[F(1, 4), F(3, 4)], [F(1, 2), F(1, 2)]], [F(3, 4), F(1, 4)])
    >>> singling_out(ch, 0, parts=3)
    [[0, 1/3, 1/3, 1/3], [1, 0, 0, 0]]
    """
    chosen, k = smallest_place([-v for v in _lift(channel, outcome)]), read_parts(parts)
    whole, shared = [1] + [0] * k, [0] + [Fraction(1, k)] * k
    rows = [whole if x == chosen else shared for x in range(channel.shape[0])]
    return _table(channel.is_exact, rows)


@takes_channel
def shattering(channel: Channel) -> NumberArray:
    r"""Return a function whose right-guess leakage is the PML, at every outcome at once.

    Every secret is broken into pieces of the prior probability p_min, the smallest of a secret,
    and one smaller piece of what is left.

    Parameters
    ----------
    channel : Channel

    Returns
    -------
    ndarray or sympy Array, shape (\|X\|, \|U\|)
        The distribution of U, the piece, given each secret.

    Raises
    ------
    ParameterError
        If it would have more than a million entries, or symbols leave p_min open.

    Notes
    -----
    Beforehand the best guess is right with probability p_min. After y a piece of x has lift(x)
    times its prior probability, and every x has a piece of p_min, so the best guess is right with
    probability p_min times the largest lift. Source: the shattering of Issa, Wagner and Kamath,
    An operational approach to information leakage, Thm 1.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> shattering(Channel([[1], [1]], [F(5, 7), F(2, 7)]))
    [[2/5, 2/5, 1/5, 0], [0, 0, 0, 1]]
    """
    channel.alone("shattering")
    prior = channel.prior.tolist()
    least = prior[smallest_place(prior)]
    if len(prior) > least * _MOST_ENTRIES:
        raise ParameterError(
            f"prior has an entry of {float(least):.3g}, so that shattering needs more than "
            f"{_MOST_ENTRIES} entries: use singling_out for one outcome."
        )
    pieces = []
    for p in prior:
        share = least / p
        whole = math.floor(p / least)
        left = 1 - whole * share
        pieces.append([share] * whole + ([left] if left > 0 else []))
    width, rows, start = sum(map(len, pieces)), [], 0
    for piece in pieces:
        rows.append([0] * start + piece + [0] * (width - start - len(piece)))
        start += len(piece)
    return _table(channel.is_exact, rows)


def cost_of(function: TableLike) -> NumberArray:
    r"""Return the cost that leaks what guessing a function wrong leaks.

    .. math:: c_U(x, u) = 1 - P_{U|X=x}(u)

    The expected cost of the guess u is the probability that U is something else, under every
    distribution of the secret.

    Parameters
    ----------
    function : array_like, shape (\|X\|, \|U\|), a kernel.

    Returns
    -------
    ndarray or sympy Array, shape (\|X\|, \|U\|)

    Raises
    ------
    ChannelError
        If the function is not a kernel.

    Notes
    -----
    Source: `pmc`, Thm 3, first half.

    Examples
    --------
    >>> cost_of([[0.75, 0.25], [0.0, 1.0]])
    array([[0.25, 0.75],
           [1.  , 0.  ]])
    """
    known = read_function(function)
    if known.is_exact:
        import sympy as sp

        return sp.ImmutableDenseNDimArray([[1 - p for p in row] for row in known.kernel.tolist()])
    # the others' sum, from both sides, keeps digits of a small cost that 1 - P(u|x) would lose
    kernel, none = known.kernel, np.zeros((known.shape[0], 1))
    left = np.hstack([none, np.cumsum(kernel, axis=1)[:, :-1]])
    right = np.hstack([np.cumsum(kernel[:, ::-1], axis=1)[:, ::-1][:, 1:], none])
    return left + right


@takes_channel
def function_of(channel: Channel, outcome: int, cost: TableLike) -> NumberArray:
    r"""Return a binary function whose wrong guesses leak what a cost leaks at an outcome.

    .. math:: P_{U|X=x}(1) = \delta\, c(x, w_S) + (1 - \delta)\, c(x, w_T)

    where w_S is the best choice beforehand and w_T after y, and the cost is scaled to be at most
    1/2.

    Parameters
    ----------
    channel : Channel
    outcome : the outcome y, from 0.
    cost : array_like, shape (\|X\|, \|W\|), not negative.

    Returns
    -------
    ndarray or sympy Array, shape (\|X\|, 2)
        The distribution of U given each secret.

    Raises
    ------
    ParameterError
        If there is no such outcome, the cost is not a table of finite numbers >= 0 with one row
        for each secret, or symbols leave the best choice open.

    Notes
    -----
    U = 1 has at most probability 1/2, so 0 is the best guess, and it is wrong with the expected
    value of the mixed cost. If A_S <= A_T are the expected costs of w_S and w_T beforehand and
    B_S >= B_T those after y, then

    .. math:: \frac{\delta A_S + (1 - \delta) A_T}{\delta B_S + (1 - \delta) B_T} = \frac{A_S}{B_T}
        \quad\text{at}\quad
        \delta = \frac{B_T (A_T - A_S)}{B_T (A_T - A_S) + A_S (B_S - B_T)},

    or at any delta if that is 0/0. If B_T = 0 < A_S, then U is 0 where w_T is free, and a fair coin
    elsewhere. Source: `pmc`, Thm 3, second half, without its limit of ever more values.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> ch = Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 2), F(1, 2)])
    >>> function_of(ch, 0, [[0, 2], [3, 0]])
    [[8/9, 1/9], [2/3, 1/3]]
    """
    y = read_index("outcome", outcome, channel.shape[1], "the channel has outcomes")
    table = read_payoff("cost", cost, channel.shape[0], "secrets", channel.is_exact)
    exactly = isinstance(table, list)
    means = expected(beliefs(channel, exactly), table)
    before, after = means[0], means[y + 1]
    s, t = smallest_place(before), smallest_place(after)
    pairs = [(line[s], line[t]) for line in (table if isinstance(table, list) else table.tolist())]
    mixing = _exact_mixing if exactly else _mixing
    delta = mixing(before[s], before[t], after[s], after[t])
    if delta is None:
        ones = [0 if _free(c) else Fraction(1, 2) for _, c in pairs]
    else:
        costs = [c for pair in pairs for c in pair]
        top = costs[smallest_place([-c for c in costs])]
        scale = 1 if _free(top) else top
        ones = [(delta * (a / scale) + (1 - delta) * (b / scale)) / 2 for a, b in pairs]
    return _table(exactly, [[1 - p, p] for p in ones])


def _exact_mixing(
    first: sp.Expr, second: sp.Expr, third: sp.Expr, fourth: sp.Expr
) -> sp.Expr | None:
    """Return delta from A_S, A_T, B_S, B_T; None if w_T costs nothing after y but did before."""
    if is_zero(fourth):
        return 1 if is_zero(first) else None
    up, down = fourth * (second - first), first * (third - fourth)
    return 1 if is_zero(up + down) else up / (up + down)


def _mixing(first: float, second: float, third: float, fourth: float) -> float | None:
    """Return delta from logarithms of these; None if w_T costs nothing after y but did before."""
    if fourth == -math.inf:
        return 1.0 if first == -math.inf else None
    # both terms over A_T B_S: no product of costs can overflow
    up = math.exp(fourth - third) * -math.expm1(first - second)
    down = math.exp(first - second) * -math.expm1(fourth - third)
    return up / (up + down) if up + down > 0 else 1.0


def _free(cost: Number) -> bool:
    return cost == 0 if isinstance(cost, float) else is_zero(cost)


def _lift(channel: Channel, outcome: int) -> list[Number]:
    channel.alone("a function of the secret")
    y = read_index("outcome", outcome, channel.shape[1], "the channel has outcomes")
    return [row[y] for row in channel.lift.tolist()]


def _table(exactly: bool, rows: Sequence[Sequence[Number]]) -> NumberArray:
    if not exactly:
        return np.array(rows, dtype=float)
    import sympy as sp

    return sp.ImmutableDenseNDimArray(rows)


def channel_given(kernel: Sequence[TableLike] | FloatArray, value: int) -> Channel:
    r"""Return the channel that an adversary faces who knows Z = z.

    .. math:: P_{X|Z=z}(x) = \sum_y P_{XY|Z=z}(x, y), \qquad
        P_{Y|X=x,Z=z}(y) = \frac{P_{XY|Z=z}(x, y)}{P_{X|Z=z}(x)}

    Every measure and every adversary of this channel is the one conditioned on z.

    Parameters
    ----------
    kernel : array_like, shape (\|Z\|, \|X\|, \|Y\|)
        For each value of Z the joint distribution of secret and outcome. If the outcome depends on
        the secret alone (Z - X - Y), `Channel.given` needs less.
    value : the known z, from 0.

    Returns
    -------
    Channel
        Secrets that z rules out are dropped.

    Raises
    ------
    ParameterError
        If an entry of the kernel is not a joint distribution, the tables differ in shape, or there
        is no such z.

    Notes
    -----
    The conditional PMC is the PMC of this channel, D_inf(P_{X|Z=z} \|\| P_{X|Y=y,Z=z}). The
    posterior in it is proportional to P_{X|Z=z}(x) P(y|x,z), also if Z - X - Y; it is not
    P_{X|Y=y} then. Source: `pmc`, Def. 12 and Cor. 2.

    Examples
    --------
    >>> channel_given([[[0.25, 0.25], [0.5, 0.0]], [[0.0, 1.0], [0.0, 0.0]]], 0).kernel
    array([[0.5, 0.5],
           [1. , 0. ]])
    """
    tables = kernel.tolist() if hasattr(kernel, "tolist") else kernel
    try:
        joints = [[list(row) for row in table] for table in tables]
    except TypeError:
        joints = []
    shapes = {(len(table), *map(len, table)) for table in joints}
    if len(shapes) != 1 or len(set(next(iter(shapes))[1:])) != 1:
        raise ParameterError(
            "kernel has to be a non-empty list of tables of one shape: for each value of the side "
            "information the joint distribution of secret and outcome."
        )
    z = read_index("value", value, len(joints), "the side information has values")
    flat = [
        read_distribution(f"kernel[{i}]", [entry for row in table for entry in row])
        for i, table in enumerate(joints)
    ][z]
    width = len(joints[z][0])
    if isinstance(flat, np.ndarray):
        joint = flat.reshape(-1, width)
        joint = joint[joint.max(axis=1) > 0]
        totals = joint.sum(axis=1)
        return Channel(joint / totals[:, None], totals)
    import sympy as sp

    rows = [flat[i : i + width] for i in range(0, len(flat), width)]
    possible = [(row, sp.Add(*row)) for row in rows if not all(map(is_zero, row))]
    return Channel([[p / total for p in row] for row, total in possible], [t for _, t in possible])
