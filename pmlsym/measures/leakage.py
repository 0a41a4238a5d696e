"""The measures of one channel, or of each channel of a stack."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeAlias, TypeVar

from pmlsym.channel import Channel
from pmlsym.channel.law import PriorLike
from pmlsym.channel.reading import with_prior
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, NumberArray, TableLike
from pmlsym.priors import Intervals, worst_lip, worst_pmc, worst_pml

P = ParamSpec("P")
R = TypeVar("R")
Mechanism: TypeAlias = "Channel | TableLike"
Known: TypeAlias = "PriorLike | Intervals"  # a prior, or a set that contains it


def _in_nats(measure: Callable[P, R]) -> Callable[P, R]:
    """Decorate a measure to refer to `in_bits` if it is called with `units`."""

    @wraps(measure)
    def checked(*given: P.args, **named: P.kwargs) -> R:
        if "units" in named:
            name = measure.__name__
            raise ParameterError(
                f"units is no argument of {name}, which returns nats: ps.in_bits(ps.{name}(...))."
            )
        return measure(*given, **named)

    return checked


def _plain(level: Number) -> Number:
    return float(level) if isinstance(level, float) else level  # numpy's float prints its type


def _whatever(channel: Mechanism, prior: Known) -> Channel:
    """Return a channel for a measure that is the same for all priors of full support."""
    of_kernel_alone = prior is None and not isinstance(channel, Channel)
    if of_kernel_alone or isinstance(prior, Intervals):
        return Channel(channel, "uniform")
    return with_prior(channel, prior)


@_in_nats
def pml(channel: Mechanism, prior: Known = None) -> NumberArray:
    r"""Pointwise maximal leakage of every outcome.

    .. math:: \ell(X \to y) = \log \max_x \frac{P(y \mid x)}{P_Y(y)}

    Parameters
    ----------
    channel : Channel, or a kernel of shape (\|X\|, \|Y\|) with a prior beside it
    prior : another prior than the channel's, or "uniform"; a set of priors (`pmlsym.priors`) for
        the worst of the set, outcome by outcome.

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
    >>> pml([["3/4", "1/4"], ["1/4", "3/4"]], prior=Intervals(["1/5", "1/5"], ["4/5", "4/5"]))
    [log(15/7), log(15/7)]
    """
    if isinstance(prior, Intervals):
        return worst_pml(channel, prior).levels
    known = with_prior(channel, prior)
    return known.per_outcome(known.numbers.up())


@_in_nats
def pmc(channel: Mechanism, prior: Known = None) -> NumberArray:
    r"""Pointwise maximal cost of every outcome.

    .. math:: \Lambda(X \to y) = -\log \min_x \frac{P(y \mid x)}{P_Y(y)}

    Parameters
    ----------
    channel : Channel, or a kernel of shape (\|X\|, \|Y\|) with a prior beside it
    prior : another prior than the channel's, or "uniform"; a set of priors (`pmlsym.priors`) for
        the worst of the set, outcome by outcome.

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
    if isinstance(prior, Intervals):
        return worst_pmc(channel, prior).levels
    known = with_prior(channel, prior)
    return known.per_outcome(known.numbers.down())


@_in_nats
def ldp(channel: Mechanism, prior: Known = None) -> Number:
    r"""Local differential privacy: the smallest epsilon that the channel satisfies.

    .. math:: \varepsilon = \log \max_{x, x', y} \frac{P(y \mid x)}{P(y \mid x')}

    Parameters
    ----------
    channel : Channel, or a kernel of shape (\|X\|, \|Y\|) with a prior beside it
    prior : only its support matters, so that a kernel needs none.

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
    return _whatever(channel, prior).numbers.apart()


@_in_nats
def lip(channel: Mechanism, prior: Known = None) -> Number:
    r"""Local information privacy: the largest absolute value of the information density.

    .. math:: \varepsilon = \max_{x, y} \left|\log \frac{P(y \mid x)}{P_Y(y)}\right|

    Parameters
    ----------
    channel : Channel, or a kernel of shape (\|X\|, \|Y\|) with a prior beside it
    prior : another prior than the channel's, or "uniform"; a set of priors (`pmlsym.priors`) for
        the worst of the set.

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
    if isinstance(prior, Intervals):
        return _plain(worst_lip(channel, prior).level)
    return with_prior(channel, prior).numbers.farthest()


@_in_nats
def alip(channel: Mechanism, prior: Known = None) -> tuple[Number, Number]:
    r"""Asymmetric local information privacy: the bounds on the information density.

    .. math:: -\varepsilon_l \le \log \frac{P(y \mid x)}{P_Y(y)} \le \varepsilon_u

    Parameters
    ----------
    channel : Channel, or a kernel of shape (\|X\|, \|Y\|) with a prior beside it
    prior : another prior than the channel's, or "uniform"; a set of priors (`pmlsym.priors`) for
        the worst of the set.

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
    if isinstance(prior, Intervals):
        worst = worst_pmc(channel, prior), worst_pml(channel, prior)
        return _plain(worst[0].level), _plain(worst[1].level)
    known = with_prior(channel, prior)
    return known.numbers.farthest_down(), known.numbers.farthest_up()


@_in_nats
def maximal_leakage(channel: Mechanism, prior: Known = None) -> Number:
    r"""Maximal leakage: the largest gain of a guesser, on average over the outcomes.

    .. math:: \mathcal{L}(X \to Y) = \log \sum_y \max_x P(y \mid x)

    Parameters
    ----------
    channel : Channel, or a kernel of shape (\|X\|, \|Y\|) with a prior beside it
    prior : only its support matters, so that a kernel needs none.

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
    return _whatever(channel, prior).numbers.log_sum_of_tops()


@_in_nats
def maximal_cost_leakage(channel: Mechanism, prior: Known = None) -> Number:
    r"""Maximal cost leakage: the largest saving of an adversary, on average over the outcomes.

    .. math:: \mathcal{L}^c(X \to Y) = -\log \sum_y \min_x P(y \mid x)

    Parameters
    ----------
    channel : Channel, or a kernel of shape (\|X\|, \|Y\|) with a prior beside it
    prior : only its support matters, so that a kernel needs none.

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
    return _whatever(channel, prior).numbers.log_sum_of_lows()


@_in_nats
def mutual_information(channel: Mechanism, prior: PriorLike = None) -> Number:
    r"""Mutual information between secret and outcome.

    .. math:: I(X; Y) = \sum_{x, y} P(x, y) \log \frac{P(y \mid x)}{P_Y(y)}

    Parameters
    ----------
    channel : Channel, or a kernel of shape (\|X\|, \|Y\|) with a prior beside it
    prior : another prior than the channel's, or "uniform".

    Returns
    -------
    float or sympy expression
        In nats.

    Examples
    --------
    >>> round(mutual_information(Channel([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5])), 6)
    0.693147
    """
    if isinstance(prior, Intervals):
        raise ParameterError(
            "prior is a set of priors, but mutual information is had for one prior: the worst of a "
            "set is had by pml, pmc, lip and alip."
        )
    return with_prior(channel, prior).numbers.information()
