"""Two releases about one secret: what the second leaks by itself, and after the first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pmlsym.channel import Channel
from pmlsym.channel.reading import the_channel
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, TableLike
from pmlsym.measures import leakage
from pmlsym.nats import Units, in_units, largest
from pmlsym.pages import Line, Page, Shown, Table, number

if TYPE_CHECKING:
    import pandas as pd

Measure = Literal["pml", "pmc"]


@dataclass(frozen=True)
class Row:
    """One pair of outcomes, in nats.

    Parameters
    ----------
    first_outcome, second_outcome : their names, or numbers from 0.
    first : what the first outcome leaks.
    second : what the second outcome leaks by itself.
    second_given_first : what it leaks to somebody who has seen the first.
    together : what both leak.
    """

    first_outcome: object
    second_outcome: object
    first: Number
    second: Number
    second_given_first: Number
    together: Number


@dataclass(frozen=True)
class Releases(Shown):
    """Two releases side by side; one row for each pair of outcomes of positive probability.

    Parameters
    ----------
    measure : "pml" or "pmc".
    channel : the channel from the secret to both outcomes.
    rows : the pairs.
    """

    measure: str
    channel: Channel
    rows: tuple[Row, ...]

    def worst(self) -> Row:
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
        """Return the pairs with their leakages.

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


def _cells(row: Row, units: Units) -> tuple[Line, ...]:
    names = str(row.first_outcome), str(row.second_outcome)
    levels = (row.first, row.second, row.second_given_first, row.together)
    return (*names, *(number(in_units(level, units), ".4f") for level in levels))


def releases(first: Channel, second: Channel | TableLike, measure: Measure = "pml") -> Releases:
    r"""Compare what a second release about the same secret leaks by itself and after the first.

    .. math:: \ell(X \to y, z) \le \ell(X \to y) + \ell(X \to z \mid y)

    The last term is the leakage of z under the prior P(x | y), which is left after the first
    release; by itself z leaks under the prior P(x). With the latter in the place of the former the
    inequality is false: releases that are independent given the secret can leak more together than
    the sum of what each leaks by itself.

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
    Secrets that y rules out have no lift after it: the conditional leakage is over the others.
    So PMC after y can be smaller than before, and infinite only because of z. Source: `pmc`, Sec.
    II and the composition property.

    Examples
    --------
    >>> ch = Channel([["1/2", "1/2", 0], [0, "1/2", "1/2"], ["1/2", 0, "1/2"]], ["1/3"] * 3)
    >>> print(releases(ch, ch).worst())
    Row(first_outcome=0, second_outcome=1, first=log(3/2), second=log(3/2),
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
            Row(first.outcomes[y], names[z], one[y], two[z], after[z], all_of_it[y * count + z])
            for z in range(count)
            if y * count + z not in never
        ]
    return Releases(measure, both, tuple(rows))


def _after(first: Channel, both: Channel, y: int, count: int) -> Channel:
    """Return the channel of the second release to somebody who has seen y."""
    left = [x for x in range(first.shape[0]) if first.kernel[x, y] != 0]
    return Channel(
        [[both.kernel[x, y * count + z] / first.kernel[x, y] for z in range(count)] for x in left],
        [first.posterior[x, y] for x in left],
    )
