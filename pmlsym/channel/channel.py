"""A channel: a prior on secrets and a kernel from secrets to outcomes, in floats or exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, Self, TypeVar

from pmlsym.channel import numbers as kinds, tables
from pmlsym.channel.law import Combining, PriorLike
from pmlsym.channel.names import Name, labels
from pmlsym.channel.tables import as_path, read_channel, write_channel
from pmlsym.distributions import FLOAT, as_row, is_plain_array
from pmlsym.errors import ChannelError
from pmlsym.exact import Number, RowLike, TableLike
from pmlsym.given import with_noun
from pmlsym.nats import Units
from pmlsym.pages import Page, as_text

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.figure import Figure

# imported only when a figure is drawn: plotting imports this module, and matplotlib is slow to load
FIGURES = "pmlsym.plotting"
_MOST_NULL = 20  # outcomes of probability zero that are listed


class Plotted:
    """Base class of `Channel` with the method that draws it."""

    __slots__ = ()

    def plot(self, guarantee: Any = None, *, units: Units = "nats") -> Figure:
        """Draw the log-lift of every secret and outcome as a heat map.

        Parameters
        ----------
        guarantee : one such as ``PML(0.5)``, whose violations are framed; None for none.
        units : ``nats`` or ``bits``.

        Returns
        -------
        matplotlib Figure
            Its ``data`` are the numbers that are drawn. See `pmlsym.plotting.lift_figure`.

        Examples
        --------
        >>> from pmlsym import PML, Channel
        >>> figure = Channel([[0.8, 0.2], [0.2, 0.8]], [0.5, 0.5]).plot(PML(0.4))
        >>> figure.data["beyond"]
        [[True, False], [False, True]]
        """
        figure: Figure = import_module(FIGURES).lift_figure(self, guarantee, units=units)
        return figure


class Channel(Combining, Plotted):
    r"""A prior :math:`P_X` and a kernel :math:`P_{Y|X}` on finite alphabets.

    Entries are floats, or exact: integers, Fractions, text such as ``"1/3"`` or ``"0.25"``, sympy
    numbers and symbols. One float makes the whole channel a float channel. Symbols are taken to be
    such that the kernel is one: entries not negative, prior positive.

    Parameters
    ----------
    kernel : array_like, shape (\|X\|, \|Y\|)
        Row x is the distribution of the outcome given the secret x. A data frame or a dictionary
        of dictionaries brings names of secrets and outcomes. Of a `Channel` the kernel and the
        names are taken: the same mechanism with another prior. It may be sparse (scipy.sparse).
    prior : array_like, shape (\|X\|,)
        The distribution of the secret; every secret has positive probability. With names (a
        series, a dictionary) it is put into the order of the kernel's secrets. The word "uniform"
        stands for equally likely secrets; there is no default.
    secrets, outcomes : names, one for each; arrays computed from the channel keep them.

    Raises
    ------
    ChannelError
        If a row or the prior is not a probability distribution, or shapes or names do not fit.

    Notes
    -----
    Statements that hold almost surely do not cover outcomes of probability zero; `null_outcomes`
    lists them, and by 0/0 = 1 their lift is one. Source: `pmc`, Sec. II.

    Floats of half the size (float32, float16) may be off one by their own rounding; each row is
    then divided by its sum.

    A kernel may be a matrix or an array of scipy.sparse, of any format. Its entries become floats,
    duplicates are added up, and every measure of `pmlsym.measures` of one prior takes time and
    memory of the non-zero entries; so do `marginal` and `null_outcomes`. What needs a table of all
    entries, such as `lift`, `cascade` or `sample`, is refused: build
    ``Channel(kernel.toarray(), prior)``.

    Many channels at once are one stack: floats of shape (..., \|X\|, \|Y\|) for the kernel, of
    shape (..., \|X\|) for the prior, with leading axes that fit each other as numpy has it. Then
    everything computed has these axes in front, and ``channel[i]`` is a part of the stack.

    Examples
    --------
    >>> ch = Channel([["3/4", "1/4"], ["1/4", "3/4"]], ["1/3", "2/3"], outcomes=["no", "yes"])
    >>> ch.marginal
    [5/12, 7/12]  # 'no', 'yes'
    >>> ch.lift[0, "no"]
    9/5
    """

    @classmethod
    def constant(cls, prior: RowLike) -> Self:
        """Return the channel whose outcome is constant: one outcome, whatever the secret.

        Raises
        ------
        ChannelError
            If the prior is none.

        Examples
        --------
        >>> Channel.constant([0.5, 0.5]).posterior[:, 0]
        array([0.5, 0.5])
        """
        row, owners = as_row(prior, "prior"), labels(prior)[0]
        if is_plain_array(row) and owners is None:
            import numpy as np

            return cls(np.ones((len(row), 1)), row)
        return cls([[1]] * len(row), row, secrets=owners)

    @classmethod
    def from_joint(
        cls,
        joint: TableLike,
        secrets: Iterable[Name] | None = None,
        outcomes: Iterable[Name] | None = None,
    ) -> Self:
        r"""Return the channel of a joint law.

        .. math:: P(x) = \sum_y P(x, y), \qquad P(y \mid x) = P(x, y) / P(x)

        Parameters
        ----------
        joint : array_like, shape (\|X\|, \|Y\|), the probabilities P(x, y); they sum to one.
        secrets, outcomes : names, as in `Channel`.

        Raises
        ------
        ChannelError
            If these are no probabilities that sum to one, or a secret has probability zero.

        Examples
        --------
        >>> Channel.from_joint([["1/4", "1/4"], ["1/2", 0]]).kernel
        [[1/2, 1/2], [1, 0]]
        """
        rows, prior = tables.split(joint)
        lines, heads = labels(joint)
        return cls(
            rows,
            prior,
            secrets=lines if secrets is None else secrets,
            outcomes=heads if outcomes is None else outcomes,
        )

    @classmethod
    def from_samples(
        cls,
        secret: Iterable[Name],
        outcome: Iterable[Name],
        smoothing: Number = 0,
        secrets: Iterable[Name] | None = None,
        outcomes: Iterable[Name] | None = None,
    ) -> Self:
        r"""Estimate a channel from pairs of a secret and an outcome that were seen together.

        With n(x, y) the number of pairs and s the smoothing,

        .. math:: \hat P(y \mid x) = \frac{n(x, y) + s}{n(x) + s |Y|}, \qquad
            \hat P(x) = \frac{n(x) + s |Y|}{n + s |X| |Y|}

        This is an estimate. **What it leaks is no guarantee of the mechanism that was sampled**:
        worst cases depend on the rarest pairs, of which samples say least. Without smoothing a pair
        never seen counts as impossible, so that PMC, LDP and LIP are infinite though the mechanism
        may be private; with it every pair counts as possible, so that they are finite though the
        mechanism may rule secrets out, and the more smoothing, the less seems to leak. PML errs in
        both directions too. For a guarantee, know the kernel, or bound it with confidence.

        Parameters
        ----------
        secret, outcome : the pairs as two sequences of one length, such as columns of a data frame.
        smoothing : what is added to every count, at least 0; 1/2 (Krichevsky and Trofimov) and 1
            (Laplace) are usual. Exact smoothing gives an exact channel.
        secrets, outcomes : all that can occur, seen or not; by default those seen, in this order.

        Raises
        ------
        ChannelError
            If there are no pairs, one is not among the names, or a secret has no weight.

        Examples
        --------
        >>> ch = Channel.from_samples("aab", "xyx", smoothing=1)
        >>> ch.secrets, ch.kernel
        (('a', 'b'), [[1/2, 1/2], [2/3, 1/3]]  # 'a', 'b'; 'x', 'y')
        """
        rows, prior, lines, heads = tables.estimated(secret, outcome, smoothing, secrets, outcomes)
        return cls(rows, prior, secrets=lines, outcomes=heads)

    def __getitem__(self, place: Any) -> Self:
        """Return a part of a stack of channels."""
        if not self.stack:
            raise TypeError("channel is a single one: only a stack has parts; see kernel, lift.")
        kernel, prior = kinds.part(self.numbers, place)
        return type(self)(kernel, prior, self.names.secrets, self.names.outcomes)

    def as_float(self) -> Self:
        """Return the channel in floats.

        Raises
        ------
        ChannelError
            If an entry is symbolic.

        Examples
        --------
        >>> Channel([["1/2", "1/2"]], [1]).as_float().kernel
        array([[0.5, 0.5]])
        """
        if not self.is_exact:
            return self
        kernel, prior = kinds.in_kind(FLOAT, self.numbers)
        return type(self)(kernel, prior, self.names.secrets, self.names.outcomes)

    # --- export and sampling ----------------------------------------------------------------------

    def to_frame(self, what: str = "kernel") -> pd.DataFrame:
        """Return a table as a data frame of pandas, which has to be installed.

        Parameters
        ----------
        what : "kernel", "joint", "lift" or "posterior". Exact numbers become Fractions, symbols
            stay sympy's.

        Raises
        ------
        ChannelError
            If there is no such table, or this is a stack.
        ModuleNotFoundError
            If pandas is not installed.

        Examples
        --------
        >>> ch = Channel([[0.5, 0.5]], [1.0], ["all"], ["no", "yes"])
        >>> print(ch.to_frame())
        outcome   no  yes
        secret
        all      0.5  0.5
        """
        self.alone("to_frame")
        return tables.frame(self, what)

    def to_latex(self, what: str = "kernel") -> str:
        r"""Return a table as a tabular of LaTeX: a row for each secret, a column for each outcome.

        Parameters and errors as in `to_frame`.

        Examples
        --------
        >>> print(Channel([["1/3", "2/3"]], [1], ["all"], ["no", "yes"]).to_latex())
        \begin{tabular}{lrr}
         & no & yes \\
        \hline
        all & $\frac{1}{3}$ & $\frac{2}{3}$ \\
        \end{tabular}
        """
        self.alone("to_latex")
        return tables.tabular_of(self, what)

    def sample(
        self, secret: Name, size: int | None = None, rng: np.random.Generator | int | None = None
    ) -> Any:
        """Draw the outcome for a secret: run the mechanism.

        Outcomes are drawn with whole numbers alone, with exactly the probabilities of the kernel; a
        float is the number that it is.

        Parameters
        ----------
        secret : its name, or its number from 0 if it has none.
        size : how many outcomes to draw; one if left out.
        rng : a numpy Generator, or a seed; the randomness of the operating system if left out,
            which is what a release needs.

        Returns
        -------
        The name of the outcome, or its number; of `size` ones a list.

        Raises
        ------
        ChannelError
            If there is no such secret, or there are symbols in its row.
        ParameterError
            If size is no whole number >= 0, or rng is neither.

        Examples
        --------
        >>> ch = Channel([["3/4", "1/4"], [0, 1]], ["1/2", "1/2"], ["ill", "well"], ["no", "yes"])
        >>> ch.sample("well"), ch.sample("ill", size=3, rng=3)
        ('yes', ['no', 'no', 'yes'])
        """
        self.alone("sample")
        return tables.drawn(self, secret, size, rng)

    def save(self, path: str | Path) -> None:
        """Write the channel to a file that `load` reads: ``.json`` or ``.csv``.

        JSON keeps everything: exact numbers as text such as "1/3", floats as numbers, names. CSV
        has a header ``secret,prior,`` and the outcomes, then a line for each secret; exact numbers
        as fractions, floats with a point. There names have to be text.

        Raises
        ------
        DataError
            If the name of the file ends otherwise, it cannot be written, or the channel cannot
            stand in it: symbols, stacks, names that are no text.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "channel.csv")
        ...     Channel([["1/3", "2/3"]], [1], ["all"], ["no", "yes"]).save(file)
        ...     print(file.read_text(), end="")
        secret,prior,no,yes
        all,1,1/3,2/3
        """
        write_channel(self, as_path(path))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a channel that `save` wrote, or a CSV file of that form.

        In CSV a number with a point or an exponent is a float, others are exact.

        Raises
        ------
        DataError
            If the file cannot be read, or holds something else.
        ChannelError
            If the numbers are no channel.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = pathlib.Path(folder, "channel.json")
        ...     Channel([["1/3", "2/3"]], [1]).save(file)
        ...     Channel.load(file).kernel
        [[1/3, 2/3]]
        """
        return cls(*read_channel(as_path(path)))

    # --- display ----------------------------------------------------------------------------------

    def __repr__(self) -> str:
        secrets, outcomes = self.shape[-2:]
        size = f"{with_noun(secrets, 'secret')}, {with_noun(outcomes, 'outcome')}"
        kind = "exact" if self.is_exact else "sparse" if self.numbers.is_sparse else "float"
        if self.stack:
            return f"<Stack of {' x '.join(map(str, self.stack))} Channels: {size}, {kind}>"
        never, names = self.null_outcomes, self.outcomes
        null = f", outcomes {[names[y] for y in never]} have probability 0" * bool(never)
        if len(never) > _MOST_NULL:
            null = f", {len(never)} outcomes have probability 0"
        return f"<Channel: {size}, {kind}{null}>"

    def __str__(self) -> str:
        return repr(self) if self.stack or self.numbers.is_sparse else as_text(self.page())

    def page(self) -> Page:
        """Return the prior and the kernel of one channel as a page, which ``print`` shows."""
        self.alone("a page")
        return tables.page_of(self)

    def _repr_latex_(self) -> str | None:
        plain = self.is_exact and not self.names  # names are shown in the table only
        return tables.formula_of(self) if plain else None

    def _repr_html_(self) -> str | None:
        return None if self.stack or self.numbers.is_sparse else tables.html_of(self)


P = ParamSpec("P")
R = TypeVar("R")


def the_channel(given: object, name: str = "channel") -> Channel:
    """Return the argument if it is a channel, else raise `ChannelError`.

    Examples
    --------
    >>> the_channel("kernel.csv")
    Traceback (most recent call last):
        ...
    pmlsym.errors.ChannelError: channel is of type str, but has to be a Channel:
        ps.Channel(kernel, prior).
    """
    if not isinstance(given, Channel):
        raise ChannelError(
            f"{name} is of type {type(given).__name__}, but has to be a Channel: "
            "ps.Channel(kernel, prior)."
        )
    return given


def takes_channel(function: Callable[P, R]) -> Callable[P, R]:
    """Decorate a function to validate its first argument, ``channel``.

    Examples
    --------
    >>> @takes_channel
    ... def secrets(channel):
    ...     return channel.shape[0]
    >>> secrets(Channel([[0.5, 0.5]], [1.0]))
    1
    """

    @wraps(function)
    def checked(*given: P.args, **named: P.kwargs) -> R:
        if given or "channel" in named:  # Python reports a missing argument
            the_channel(given[0] if given else named["channel"])
        return function(*given, **named)

    return checked


def with_prior(channel: Channel | TableLike, prior: PriorLike = None) -> Channel:
    """Return a channel as it is or with another prior, or build one from a kernel and a prior.

    Examples
    --------
    >>> with_prior([[0.5, 0.5], [0.25, 0.75]], "uniform").prior
    array([0.5, 0.5])
    """
    if isinstance(channel, Channel):
        if prior is None:
            return channel
    elif prior is None:
        Channel(channel, "uniform")  # errors in the kernel are reported first
        raise ChannelError(
            "prior is missing beside a kernel, but leakage depends on it: give it as the second "
            "argument, or 'uniform' for equally likely secrets."
        )
    if isinstance(prior, str) and prior in ("nats", "bits"):
        raise ChannelError(
            f"prior is {prior!r}, but has to be a list of probabilities: results are in nats, and "
            "ps.in_bits turns them into bits."
        )
    return Channel(channel, prior)
