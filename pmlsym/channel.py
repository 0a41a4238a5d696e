"""A channel: a prior on secrets and a kernel from secrets to outcomes, in floats or exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property

import numpy as np

from pmlsym.arrays import BoolArray
from pmlsym.display import as_html, as_latex
from pmlsym.distributions import (
    all_exact,
    as_row,
    as_table,
    exact_arrays,
    exact_or_float_array,
    exact_table,
    fitting_table,
    flat,
    float_arrays,
    frozen,
    product,
    same_entries,
    symbols_in,
)
from pmlsym.drawing import Plotted
from pmlsym.errors import ChannelError
from pmlsym.exact import NumberArray, RowLike, TableLike, number_key

_FAINT = 1e-290  # a float P(y) below this has lost digits, or vanished, in products of tiny numbers


class Channel(Plotted):
    r"""A prior :math:`P_X` and a kernel :math:`P_{Y|X}` on finite alphabets.

    Entries are floats, or exact: integers, Fractions, sympy numbers and symbols. One float makes
    the whole channel a float channel. Symbols are taken to be such that the kernel is one:
    entries not negative, prior positive.

    Parameters
    ----------
    kernel : array_like, shape (\|X\|, \|Y\|)
        Row x is the distribution of the outcome given the secret x.
    prior : array_like, shape (\|X\|,)
        The distribution of the secret; every secret has positive probability.

    Raises
    ------
    ChannelError
        If a row or the prior is not a probability distribution, or the shapes do not fit.

    Notes
    -----
    Outcomes of probability zero are in no statement that holds almost surely; `null_outcomes`
    lists them, and by 0/0 = 1 their lift is one. Source: `pmc`, Sec. II.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> ch = Channel([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], [F(1, 3), F(2, 3)])
    >>> ch.marginal
    [5/12, 7/12]
    >>> ch.lift[0, 0]
    9/5
    """

    kernel: NumberArray
    prior: NumberArray
    is_exact: bool

    def __init__(self, kernel: TableLike, prior: RowLike) -> None:
        table, row = as_table(kernel), as_row(prior, "prior")
        if len(row) != len(table):
            raise ChannelError(
                f"prior has {len(row)} entries, but the kernel has {len(table)} rows: "
                "one probability for each secret is needed."
            )
        vars(self)["is_exact"] = all_exact(table) and all_exact(row)
        bring = exact_arrays if self.is_exact else float_arrays
        kernel_array, prior_array = bring(table, row)
        vars(self).update(kernel=kernel_array, prior=prior_array)

    @classmethod
    def constant(cls, prior: RowLike) -> Channel:
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
        row = as_row(prior, "prior")
        return cls([[1]] * len(row), row)

    def __setattr__(self, name: str, value: object) -> None:
        # what has been computed from the kernel and the prior would no longer fit them
        raise AttributeError(f"A Channel does not change: build another one to set {name}.")

    def __eq__(self, other: object) -> bool:
        """Say whether kernel and prior are the same numbers, exact or not: 1/2 is 0.5."""
        if not isinstance(other, Channel):
            return NotImplemented
        return same_entries(self.prior, other.prior) and same_entries(self.kernel, other.kernel)

    def __hash__(self) -> int:
        return hash((self.shape, *map(number_key, flat(self.prior))))

    @property
    def shape(self) -> tuple[int, int]:
        r"""Return (\|X\|, \|Y\|), the numbers of secrets and outcomes."""
        secrets, outcomes = self.kernel.shape
        return int(secrets), int(outcomes)

    @cached_property
    def joint(self) -> NumberArray:
        r"""The probabilities P(x, y), shape (\|X\|, \|Y\|)."""
        if not self.is_exact:
            return frozen(self.kernel * self.prior[:, None])
        return exact_table(self.shape, lambda x, y: self.prior[x] * self.kernel[x, y])

    @cached_property
    def marginal(self) -> NumberArray:
        r"""The probabilities P(y), shape (\|Y\|,)."""
        if not self.is_exact:
            return frozen(self.prior @ self.kernel)
        import sympy as sp

        secrets, outcomes = self.shape
        totals = [
            sp.cancel(sum(self.prior[x] * self.kernel[x, y] for x in range(secrets)))
            for y in range(outcomes)
        ]
        return sp.ImmutableDenseNDimArray(totals)

    @cached_property
    def null_outcomes(self) -> tuple[int, ...]:
        """The outcomes of probability zero, from 0."""
        if not self.is_exact:
            # every secret is possible, so the column is zero; a float P(y) can also just vanish
            return tuple(np.flatnonzero(self.kernel.max(axis=0) == 0).tolist())
        return tuple(y for y in range(self.shape[1]) if self.marginal[y] == 0)

    @property
    def log_marginal(self) -> NumberArray:
        r"""The numbers log P(y), shape (\|Y\|,), in nats, also where P(y) is too small a float."""
        if self.is_exact:
            import sympy as sp

            exact = [-sp.oo if p == 0 else sp.log(p) for p in self.marginal]
            return sp.ImmutableDenseNDimArray(exact)
        with np.errstate(divide="ignore"):
            logs = np.log(self.marginal)
            if self.marginal.min() < _FAINT:
                faint = self._faint()
                terms = np.log(self.prior)[:, None] + np.log(self.kernel[:, faint])
                logs[faint] = np.logaddexp.reduce(terms, axis=0)
        return logs

    def _faint(self) -> BoolArray:
        """Return which outcomes are possible, but too improbable for a float P(y)."""
        faint = self.marginal < _FAINT
        faint[list(self.null_outcomes)] = False
        return faint

    @cached_property
    def lift(self) -> NumberArray:
        r"""The lift P(y \| x) / P(y), shape (\|X\|, \|Y\|); 1 where P(y) = 0."""
        if not self.is_exact:
            faint = self._faint()
            lift = self.kernel / np.where(self.marginal < _FAINT, 1.0, self.marginal)
            lift[:, list(self.null_outcomes)] = 1.0
            with np.errstate(divide="ignore", over="ignore"):
                lift[:, faint] = np.exp(np.log(self.kernel[:, faint]) - self.log_marginal[faint])
            return frozen(lift)
        import sympy as sp

        null = set(self.null_outcomes)
        return exact_table(
            self.shape,
            lambda x, y: (
                sp.Integer(1) if y in null else sp.cancel(self.kernel[x, y] / self.marginal[y])
            ),
        )

    @cached_property
    def posterior(self) -> NumberArray:
        r"""The probabilities P(x \| y), shape (\|X\|, \|Y\|); the prior where P(y) = 0."""
        if not self.is_exact:
            faint, posterior = self._faint(), self.lift * self.prior[:, None]
            with np.errstate(divide="ignore"):
                joint = np.log(self.prior)[:, None] + np.log(self.kernel[:, faint])
            posterior[:, faint] = np.exp(joint - self.log_marginal[faint])
            return frozen(posterior)
        import sympy as sp

        return exact_table(self.shape, lambda x, y: sp.cancel(self.prior[x] * self.lift[x, y]))

    # --- channels from channels -------------------------------------------------------------------

    def cascade(self, kernel: TableLike) -> Channel:
        r"""Post-process: the channel from the secret to Z, where Z is drawn from the outcome.

        .. math:: P(z \mid x) = \sum_y P(y \mid x)\, K(z \mid y)

        Parameters
        ----------
        kernel : array_like, shape (\|Y\|, \|Z\|)

        Examples
        --------
        >>> Channel([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5]).cascade([[1.0], [1.0]]).kernel
        array([[1.],
               [1.]])
        """
        uniform = [Fraction(1, self.shape[1])] * self.shape[1]
        after = Channel(fitting_table("kernel", kernel, self.shape[1], "outcomes"), uniform)
        return Channel(product(self.kernel, after.kernel), self.prior)

    def preprocess(self, kernel: TableLike) -> Channel:
        r"""Look at a randomized function U of the secret: the channel from U to the outcome.

        .. math:: P(y \mid u) = \sum_x P(x \mid u)\, P(y \mid x)

        Values of U that have probability zero are left out.

        Parameters
        ----------
        kernel : array_like, shape (\|X\|, \|U\|), the distribution of U given each secret.

        Examples
        --------
        Which half of the alphabet the secret is in:

        >>> ch = Channel([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [0.0, 1.0]], [0.25] * 4)
        >>> ch.preprocess([[1, 0], [1, 0], [0, 1], [0, 1]]).kernel
        array([[0.75, 0.25],
               [0.  , 1.  ]])
        """
        table = fitting_table("kernel", kernel, self.shape[0], "secrets")
        function = Channel(table, self.prior)
        possible = [u for u in range(function.shape[1]) if function.marginal[u] != 0]
        back = [[function.posterior[x, u] for x in range(self.shape[0])] for u in possible]
        return Channel(
            product(exact_or_float_array(back), self.kernel),
            [function.marginal[u] for u in possible],
        )

    def product(self, other: Channel) -> Channel:
        r"""Use two channels on two independent secrets: pairs to pairs.

        Secret (x, x') has the number x \|X'\| + x', and outcomes likewise.

        Examples
        --------
        >>> ch = Channel([[0.5, 0.5], [0.5, 0.5]], [0.5, 0.5])
        >>> ch.product(ch).shape
        (4, 4)
        """
        if not self.is_exact or not other.is_exact:
            a, b = self.as_float(), other.as_float()
            return Channel(np.kron(a.kernel, b.kernel), np.kron(a.prior, b.prior))
        (m, n), (k, p) = self.shape, other.shape
        kernel = [
            [self.kernel[x, y] * other.kernel[u, v] for y in range(n) for v in range(p)]
            for x in range(m)
            for u in range(k)
        ]
        prior = [self.prior[x] * other.prior[u] for x in range(m) for u in range(k)]
        return Channel(kernel, prior)

    def given(self, side: TableLike, outcome: int) -> Channel:
        r"""Learn side information Z = z first, where Z depends on the secret alone (Z - X - Y).

        The prior becomes :math:`P_{X|Z=z}`; secrets that z rules out are dropped. If the outcome
        depends on Z as well, build ``Channel(kernel_given_z, posterior_given_z)`` instead.

        Parameters
        ----------
        side : array_like, shape (\|X\|, \|Z\|), the distribution of Z given each secret.
        outcome : the observed z, from 0.

        Raises
        ------
        ChannelError
            If z has probability zero or does not exist.

        Notes
        -----
        Source: `pmc`, Cor. 2.

        Examples
        --------
        >>> ch = Channel([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]], [0.25, 0.25, 0.5])
        >>> ch.given([[1, 0], [1, 0], [0, 1]], 0).prior
        array([0.5, 0.5])
        """
        known = Channel(fitting_table("side", side, self.shape[0], "secrets"), self.prior)
        if not 0 <= outcome < known.shape[1]:
            raise ChannelError(
                f"outcome is {outcome}, but the side information has values 0 to "
                f"{known.shape[1] - 1}."
            )
        if outcome in known.null_outcomes:
            raise ChannelError(f"outcome is {outcome}, but it has probability zero.")
        left = [x for x in range(self.shape[0]) if known.posterior[x, outcome] != 0]
        return Channel(
            [[self.kernel[x, y] for y in range(self.shape[1])] for x in left],
            [known.posterior[x, outcome] for x in left],
        )

    def as_float(self) -> Channel:
        """Return the channel in floats.

        Raises
        ------
        ChannelError
            If an entry is symbolic.
        """
        if not self.is_exact:
            return self
        free = symbols_in(self.kernel) | symbols_in(self.prior)
        if free:
            raise ChannelError(
                f"the channel depends on {', '.join(sorted(free))}, which has no number."
            )
        return Channel(np.array(self.kernel.tolist(), float), np.array(self.prior.tolist(), float))

    # --- how it looks -----------------------------------------------------------------------------

    def __repr__(self) -> str:
        secrets, outcomes = self.shape
        null = f", outcomes {list(self.null_outcomes)} have probability 0" * bool(
            self.null_outcomes
        )
        kind = "exact" if self.is_exact else "float"
        return f"<Channel: {secrets} secrets, {outcomes} outcomes, {kind}{null}>"

    def _repr_latex_(self) -> str | None:
        return as_latex(self.kernel, self.prior) if self.is_exact else None

    def _repr_html_(self) -> str:
        more = repr(self).replace("<C", "&lt;C")
        return as_html(self.kernel, self.prior, more)
