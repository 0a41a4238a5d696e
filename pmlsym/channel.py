"""A channel: a prior on secrets and a kernel from secrets to outcomes, in floats or exactly."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from pmlsym.distributions import (
    all_exact,
    as_floats,
    as_row,
    as_table,
    check_exact,
    check_floats,
    exact_or_float_array,
    fitting_table,
)
from pmlsym.errors import ChannelError
from pmlsym.exact import sympified

_SHOWN = 12  # rows and columns that a notebook displays
_FAINT = 1e-290  # a float P(y) below this has lost digits, or vanished, in products of tiny numbers


class Channel:
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

    kernel: Any
    prior: Any
    is_exact: bool

    def __init__(self, kernel: Any, prior: Any) -> None:
        table, row = as_table(kernel), as_row(prior, "prior")
        if len(row) != len(table):
            raise ChannelError(
                f"prior has {len(row)} entries, but the kernel has {len(table)} rows: "
                "one probability for each secret is needed."
            )
        vars(self)["is_exact"] = all_exact(table) and all_exact(row)
        if self.is_exact:
            self._set_exact(table, row)
        else:
            self._set_floats(table, row)

    def _set_floats(self, table: Any, row: Any) -> None:
        kernel, prior = as_floats(table, "kernel"), as_floats(row, "prior")
        check_floats(kernel, "kernel")
        check_floats(prior[None, :], "prior")
        vars(self).update(kernel=_frozen(kernel), prior=_frozen(prior))

    def _set_exact(self, table: Any, row: Any) -> None:
        import sympy as sp

        entries = [[sympified(entry) for entry in line] for line in table]
        weights = [sympified(entry) for entry in row]
        for name, lines in (("kernel", entries), ("prior", [weights])):
            for x, line in enumerate(lines):
                check_exact(name, x, line)
        vars(self).update(
            kernel=sp.ImmutableDenseNDimArray(entries), prior=sp.ImmutableDenseNDimArray(weights)
        )

    @classmethod
    def constant(cls, prior: Any) -> Channel:
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

    @property
    def shape(self) -> tuple[int, int]:
        r"""Return (\|X\|, \|Y\|), the numbers of secrets and outcomes."""
        secrets, outcomes = self.kernel.shape
        return int(secrets), int(outcomes)

    @cached_property
    def joint(self) -> Any:
        r"""The probabilities P(x, y), shape (\|X\|, \|Y\|)."""
        if not self.is_exact:
            return _frozen(self.kernel * self.prior[:, None])
        return self._each(lambda x, y: self.prior[x] * self.kernel[x, y])

    @cached_property
    def marginal(self) -> Any:
        r"""The probabilities P(y), shape (\|Y\|,)."""
        if not self.is_exact:
            return _frozen(self.prior @ self.kernel)
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
    def log_marginal(self) -> Any:
        r"""The numbers log P(y), shape (\|Y\|,), in nats, also where P(y) is too small a float."""
        if self.is_exact:
            import sympy as sp

            return self.marginal.applyfunc(lambda p: -sp.oo if p == 0 else sp.log(p))
        with np.errstate(divide="ignore"):
            logs = np.log(self.marginal)
            if self.marginal.min() < _FAINT:
                faint = self._faint()
                terms = np.log(self.prior)[:, None] + np.log(self.kernel[:, faint])
                logs[faint] = np.logaddexp.reduce(terms, axis=0)
        return logs

    def _faint(self) -> Any:
        """Return which outcomes are possible, but too improbable for a float P(y)."""
        faint = self.marginal < _FAINT
        faint[list(self.null_outcomes)] = False
        return faint

    @cached_property
    def lift(self) -> Any:
        r"""The lift P(y \| x) / P(y), shape (\|X\|, \|Y\|); 1 where P(y) = 0."""
        if not self.is_exact:
            faint = self._faint()
            lift = self.kernel / np.where(self.marginal < _FAINT, 1.0, self.marginal)
            lift[:, list(self.null_outcomes)] = 1.0
            with np.errstate(divide="ignore", over="ignore"):
                lift[:, faint] = np.exp(np.log(self.kernel[:, faint]) - self.log_marginal[faint])
            return _frozen(lift)
        import sympy as sp

        null = set(self.null_outcomes)
        return self._each(
            lambda x, y: (
                sp.Integer(1) if y in null else sp.cancel(self.kernel[x, y] / self.marginal[y])
            )
        )

    @cached_property
    def posterior(self) -> Any:
        r"""The probabilities P(x \| y), shape (\|X\|, \|Y\|); the prior where P(y) = 0."""
        if not self.is_exact:
            faint, posterior = self._faint(), self.lift * self.prior[:, None]
            with np.errstate(divide="ignore"):
                joint = np.log(self.prior)[:, None] + np.log(self.kernel[:, faint])
            posterior[:, faint] = np.exp(joint - self.log_marginal[faint])
            return _frozen(posterior)
        import sympy as sp

        return self._each(lambda x, y: sp.cancel(self.prior[x] * self.lift[x, y]))

    def _each(self, entry: Any) -> Any:
        import sympy as sp

        secrets, outcomes = self.shape
        return sp.ImmutableDenseNDimArray(
            [[entry(x, y) for y in range(outcomes)] for x in range(secrets)]
        )

    # --- channels from channels -------------------------------------------------------------------

    def cascade(self, kernel: Any) -> Channel:
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
        return Channel(_product(self.kernel, after.kernel), self.prior)

    def preprocess(self, kernel: Any) -> Channel:
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
            _product(exact_or_float_array(back), self.kernel),
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

    def given(self, side: Any, outcome: int) -> Channel:
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
        free = {
            s for array in (self.kernel, self.prior) for e in _flat(array) for s in e.free_symbols
        }
        if free:
            raise ChannelError(
                f"the channel depends on {', '.join(sorted(map(str, free)))}, which has no number."
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
        if not self.is_exact or max(self.shape) > _SHOWN:
            return None  # a notebook then shows the table of _repr_html_
        import sympy as sp

        kernel, prior = sp.Matrix(self.kernel.tolist()), sp.Matrix(self.prior.tolist())
        return rf"$\displaystyle P_{{Y|X}} = {sp.latex(kernel)},\quad P_X = {sp.latex(prior)}$"

    def _repr_html_(self) -> str:
        secrets, outcomes = (min(size, _SHOWN) for size in self.shape)
        cells = "".join(f"<th>y={y}</th>" for y in range(outcomes))
        rows = [f"<tr><th>x</th><th>P(x)</th>{cells}</tr>"]
        for x in range(secrets):
            cells = "".join(f"<td>{_short(self.kernel[x, y])}</td>" for y in range(outcomes))
            rows.append(f"<tr><th>{x}</th><td>{_short(self.prior[x])}</td>{cells}</tr>")
        more = (
            "" if (secrets, outcomes) == self.shape else f"<p>{self!r}</p>".replace("<C", "&lt;C")
        )
        return f"<table>{''.join(rows)}</table>{more}"


def _short(entry: Any) -> str:
    return f"{entry:.4g}" if isinstance(entry, float) else str(entry)


def _frozen(array: Any) -> Any:
    array.setflags(write=False)
    return array


def _flat(array: Any) -> list[Any]:
    return [
        entry for line in array.tolist() for entry in (line if isinstance(line, list) else [line])
    ]


def _product(a: Any, b: Any) -> Any:
    """Multiply two tables, exactly if both are."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a @ b
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return as_floats(a.tolist(), "kernel") @ as_floats(b.tolist(), "kernel")
    (m, n), k = a.shape, b.shape[1]
    return [[sum(a[x, y] * b[y, z] for y in range(n)) for z in range(k)] for x in range(m)]
