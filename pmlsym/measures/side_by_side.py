"""Comparison of two releases about one secret: the second by itself, and given the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pmlsym.channel import Channel
from pmlsym.channel.reading import the_channel
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, TableLike
from pmlsym.measures import leakage
from pmlsym.nats import Units, in_units, largest
from pmlsym.pages import Displayable, Line, Page, Table, number

if TYPE_CHECKING:
    import pandas as pd

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
    measured, first = getattr(leakage, measure), the_channel(first, "first")
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
