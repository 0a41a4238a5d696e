r"""Leakage measures of channels: extremes and averages of the lift, in nats.

Each measure takes a channel or a stack of channels. For a stack the result is an array with the
axes of the stack in front: shape (..., \|Y\|) instead of (\|Y\|,), and (...,) instead of one
number. Measures that do not depend on the prior have the axes of the kernel only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Literal, ParamSpec, TypeAlias, TypeVar

from pmlsym.channel import Channel
from pmlsym.channel.channel import the_channel, with_prior
from pmlsym.channel.law import PriorLike
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, NumberArray, TableLike
from pmlsym.nats import Units, in_units, largest
from pmlsym.pages import Displayable, Line, Page, Table, number
from pmlsym.priors import Intervals, worst_lip, worst_pmc, worst_pml

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Releases",
    "alip",
    "ldp",
    "lip",
    "maximal_cost_leakage",
    "maximal_leakage",
    "mutual_information",
    "pmc",
    "pml",
    "releases",
]

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
        In nats. Of fractions it has a logarithm for each lift that occurs: 300 x 300 take some
        seconds. More than 250,000 are refused; `Channel.as_float` has no such limit.

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


Measure = Literal["pml", "pmc"]


@dataclass(frozen=True)
class MeasureRow:
    """One pair of outcomes, in nats.

    Parameters
    ----------
    first_outcome, second_outcome : their names, or numbers from 0.
    first : the leakage of the first outcome.
    second : the leakage of the second outcome by itself.
    second_given_first : the leakage of the second outcome given the first.
    together : the leakage of both.
    """

    first_outcome: object
    second_outcome: object
    first: Number
    second: Number
    second_given_first: Number
    together: Number


@dataclass(frozen=True)
class Releases(Displayable):
    """Comparison of two releases, with a row for each pair of outcomes of positive probability.

    Parameters
    ----------
    measure : "pml" or "pmc".
    channel : the channel from the secret to both outcomes.
    rows : the pairs.
    """

    measure: str
    channel: Channel
    rows: tuple[MeasureRow, ...]

    def worst(self) -> MeasureRow:
        """Return the pair of outcomes that leaks most together.

        Examples
        --------
        >>> ch = Channel([["3/4", "1/4"], ["1/4", "3/4"]], ["1/2", "1/2"])
        >>> releases(ch, ch).worst().together
        log(9/5)
        """
        most = largest(row.together for row in self.rows)
        return next(row for row in self.rows if row.together == most)

    def to_frame(self) -> pd.DataFrame:
        """Return the rows as a data frame of pandas, which has to be installed."""
        import pandas as pd

        return pd.DataFrame([vars(row) for row in self.rows])

    def page(self, units: Units = "nats") -> Page:
        """Return the pairs with their leakages as a page.

        Parameters
        ----------
        units : ``nats`` or ``bits``, in which leakages are shown.
        """
        what = self.measure.upper()
        heads = ("y", "z", f"{what} of y", f"{what} of z", f"{what} of z given y", "of both")
        return Page(
            f"Two releases about one secret: {what} ({units})",
            (Table(heads, tuple(_cells(row, units) for row in self.rows)),),
        )


def _cells(row: MeasureRow, units: Units) -> tuple[Line, ...]:
    names = str(row.first_outcome), str(row.second_outcome)
    levels = (row.first, row.second, row.second_given_first, row.together)
    return (*names, *(number(in_units(level, units), ".4f") for level in levels))


def releases(first: Channel, second: Channel | TableLike, measure: Measure = "pml") -> Releases:
    r"""Compare the leakage of a second release about a secret, by itself and given the first.

    .. math:: \ell(X \to y, z) \le \ell(X \to y) + \ell(X \to z \mid y)

    The last term is the leakage of z under the posterior P(x | y) after the first release. With the
    leakage of z under the prior P(x) instead, the inequality is false: releases that are
    independent given the secret can leak more together than the sum of their leakages by
    themselves.

    Parameters
    ----------
    first : the channel of the first release.
    second : a channel with the same prior, or a kernel of shape (\|X\|, \|Z\|), independent of the
        first release given the secret; or one of shape (\|X\|, \|Y\|, \|Z\|), which depends on it.
    measure : "pml" or "pmc".

    Returns
    -------
    Releases
        It prints as a table.

    Raises
    ------
    ChannelError
        If the releases are not about the same secret, or a kernel does not fit.
    ParameterError
        If there is no such measure.

    Notes
    -----
    Secrets that y rules out have no lift given y: the conditional leakage is over the others. So
    the PMC given y can be smaller than without it, and infinite only because of z. Source: `pmc`,
    Sec. II and the composition property.

    Examples
    --------
    >>> ch = Channel([["1/2", "1/2", 0], [0, "1/2", "1/2"], ["1/2", 0, "1/2"]], ["1/3"] * 3)
    >>> print(releases(ch, ch).worst())
    MeasureRow(first_outcome=0, second_outcome=1, first=log(3/2), second=log(3/2),
               second_given_first=log(2), together=log(3))
    """
    if measure not in ("pml", "pmc"):
        raise ParameterError(f"measure is {measure!r}, but has to be 'pml' or 'pmc'.")
    measured = {"pml": pml, "pmc": pmc}[measure]
    first = the_channel(first, "first")
    both = first.compose(second)
    count = both.shape[1] // first.shape[1]
    alone = both.cascade(
        [[int(place % count == z) for z in range(count)] for place in range(both.shape[1])]
    )
    one, two, all_of_it = measured(first), measured(alone), measured(both)
    names = second.outcomes if isinstance(second, Channel) else tuple(range(count))
    never = set(both.null_outcomes)
    rows = []
    for y in range(first.shape[1]):
        if y in first.null_outcomes:
            continue
        after = measured(_after(first, both, y, count))
        rows += [
            MeasureRow(
                first.outcomes[y], names[z], one[y], two[z], after[z], all_of_it[y * count + z]
            )
            for z in range(count)
            if y * count + z not in never
        ]
    return Releases(measure, both, tuple(rows))


def _after(first: Channel, both: Channel, y: int, count: int) -> Channel:
    """Return the channel of the second release given the outcome y of the first."""
    left = [x for x in range(first.shape[0]) if first.kernel[x, y] != 0]
    return Channel(
        [[both.kernel[x, y * count + z] / first.kernel[x, y] for z in range(count)] for x in left],
        [first.posterior[x, y] for x in left],
    )


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
