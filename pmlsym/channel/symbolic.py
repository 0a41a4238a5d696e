"""A prior and a kernel with symbols or roots in them."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeAlias

import sympy as sp

from pmlsym.assumptions import largest, smallest
from pmlsym.channel.exact_array import ExactArray
from pmlsym.channel.names import NO_NAMES, Names, OneSide
from pmlsym.distributions import Row, Table, complaint, is_array, wrong_sum
from pmlsym.exact import sympified
from pmlsym.given import brief

Expressions: TypeAlias = "list[list[sp.Expr]]"


class SymbolicNumbers:
    r"""Expressions: a kernel (\|X\|, \|Y\|) and a prior (\|X\|,)."""

    kind = 1  # rationals < symbols < floats: two channels together are of the larger kind
    is_exact = True
    stack: tuple[int, ...] = ()

    def __init__(self, kernel: Table, prior: Row, names: Names = NO_NAMES) -> None:
        self._kernel = [[sympified(entry) for entry in row] for row in _lists(kernel)]
        self._prior = [sympified(entry) for entry in _lists(prior)]
        self.names = names
        labels = names
        for x, line in enumerate(self._kernel):
            places = [
                f"kernel[{', '.join(map(repr, labels.entry(x, y)))}]" for y in range(len(line))
            ]
            _check("kernel", f"kernel[{labels.entry(x)[0]!r}]", line, places)
        places = [f"prior[{labels.entry(x)[0]!r}]" for x in range(len(self._prior))]
        _check("prior", "prior", self._prior, places)

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of secrets and outcomes."""
        return len(self._kernel), len(self._kernel[0])

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of entries of the prior, and the shapes of the prior and the kernel."""
        return self.size[0], self.size[0], *self.size

    def entries(self) -> list[Any]:
        """Return the prior and then the kernel, entry after entry."""
        return [*self._prior, *(entry for row in self._kernel for entry in row)]

    def portable(self) -> tuple[list[list[Any]], list[Any]]:
        """Return the kernel and the prior as they can be pickled."""
        return self._kernel, self._prior

    def rows(self) -> Expressions:
        """Return the kernel in its own numbers."""
        return self._kernel

    def masses(self) -> list[sp.Expr]:
        """Return the prior in its own numbers."""
        return self._prior

    def symbols(self) -> set[str]:
        """Return the names of the symbols that entries depend on."""
        lines = [*self._kernel, self._prior]
        return {str(symbol) for line in lines for entry in line for symbol in entry.free_symbols}

    # --- of the whole channel ---------------------------------------------------------------------

    @property
    def kernel(self) -> ExactArray:
        """The probabilities P(y | x)."""
        return self._table(self._kernel)

    @property
    def prior(self) -> ExactArray:
        """The probabilities P(x)."""
        return self._row(self._prior, self.names.secrets)

    @property
    def joint(self) -> ExactArray:
        """The probabilities P(x, y)."""
        pairs = zip(self._prior, self._kernel, strict=True)
        return self._table([[p * entry for entry in row] for p, row in pairs])

    @cached_property
    def _marginal(self) -> list[sp.Expr]:
        columns = zip(*self._kernel, strict=True)
        return [
            sp.cancel(sum(p * entry for p, entry in zip(self._prior, column, strict=True)))
            for column in columns
        ]

    @property
    def marginal(self) -> ExactArray:
        """The probabilities P(y)."""
        return self._per_outcome(self._marginal)

    @property
    def log_marginal(self) -> ExactArray:
        """The numbers log P(y)."""
        return self._per_outcome([_log(mass) for mass in self._marginal])

    @property
    def null(self) -> list[bool]:
        """Mask of the outcomes that no secret can cause."""
        return [mass == 0 for mass in self._marginal]

    @cached_property
    def _lift(self) -> Expressions:
        return [
            [
                sp.Integer(1) if mass == 0 else sp.cancel(entry / mass)
                for entry, mass in zip(row, self._marginal, strict=True)
            ]
            for row in self._kernel
        ]

    @property
    def lift(self) -> ExactArray:
        """The lift P(y | x) / P(y); 1 where P(y) = 0."""
        return self._table(self._lift)

    @property
    def posterior(self) -> ExactArray:
        """The probabilities P(x | y); the prior where P(y) = 0."""
        return self._table(self._posterior())

    def turned(self) -> tuple[list[Any], list[Any]]:
        r"""Return P(y), and P(x \| y) with one row for each outcome."""
        return self._marginal, [list(column) for column in zip(*self._posterior(), strict=True)]

    def _posterior(self) -> Expressions:
        pairs = zip(self._prior, self._lift, strict=True)
        return [[sp.cancel(p * entry) for entry in row] for p, row in pairs]

    # --- extreme lifts ----------------------------------------------------------------------------

    @cached_property
    def _extremes(self) -> list[tuple[sp.Expr, sp.Expr]]:
        """The largest and the smallest likelihood of every outcome."""
        columns = zip(*self._kernel, strict=True)
        return [(largest(column), smallest(column)) for column in columns]

    def up(self) -> ExactArray:
        """Return the logarithm of the largest lift at every outcome."""
        columns = zip(*self._lift, strict=True)
        return self._per_outcome([_log(largest(column)) for column in columns])

    def down(self) -> ExactArray:
        """Return minus the logarithm of the smallest lift at every outcome."""
        columns = zip(*self._lift, strict=True)
        return self._per_outcome([_log_of_inverse(smallest(column)) for column in columns])

    def farthest_up(self) -> sp.Expr:
        """Return the largest of `up`."""
        return largest(self.up().tolist())

    def farthest_down(self) -> sp.Expr:
        """Return the largest of `down`."""
        return largest(self.down().tolist())

    def farthest(self) -> sp.Expr:
        """Return the largest of `up` and `down`."""
        return largest([self.farthest_down(), self.farthest_up()])

    def apart(self) -> sp.Expr:
        """Return the logarithm of the largest ratio of two likelihoods of one outcome."""
        pairs = zip(self._extremes, self.null, strict=True)
        found = largest([_log(top) - _log(low) for (top, low), never in pairs if not never])
        if found.free_symbols or not found.is_finite:
            return found
        return sp.logcombine(found, force=True)

    def log_sum_of_tops(self) -> sp.Expr:
        """Return the logarithm of the sum of the largest likelihoods."""
        return _log(sum(top for top, _ in self._extremes))

    def log_sum_of_lows(self) -> sp.Expr:
        """Return minus the logarithm of the sum of the smallest likelihoods."""
        return _log_of_inverse(sum(low for _, low in self._extremes))

    def information(self) -> sp.Expr:
        """Return the mean of the logarithm of the lift."""
        lines = zip(self._prior, self._kernel, self._lift, strict=True)
        return sp.Add(
            *(
                p * entry * sp.log(lift)
                for p, row, lifts in lines
                for entry, lift in zip(row, lifts, strict=True)
                if p * entry != 0
            )
        )

    # --- arrays of sympy --------------------------------------------------------------------------

    def _table(self, rows: Expressions) -> ExactArray:
        names = (self.names.secrets, self.names.outcomes)
        entries = [entry for row in rows for entry in row]
        return ExactArray.of(entries, (len(rows), len(rows[0])), _same, names)

    def _per_outcome(self, entries: list[sp.Expr]) -> ExactArray:
        return self._row(entries, self.names.outcomes)

    def _row(self, entries: list[sp.Expr], names: OneSide) -> ExactArray:
        return ExactArray.of(entries, (len(entries),), _same, (names,))


def _same(entry: sp.Expr) -> sp.Expr:
    return entry


def _log(value: sp.Expr) -> sp.Expr:
    return -sp.oo if value == 0 else sp.log(value)


def _log_of_inverse(value: sp.Expr) -> sp.Expr:
    return sp.oo if value == 0 else sp.log(1 / value)


def _lists(table: Table | Row) -> list[Any]:
    found: list[Any] = table.tolist() if is_array(table) else table  # type: ignore[assignment]
    return found


def _check(name: str, what: str, line: list[sp.Expr], places: list[str]) -> None:
    """Refuse a row that is not a probability distribution."""
    for place, entry in zip(places, line, strict=True):
        if (
            not isinstance(entry, sp.Expr)
            or entry.is_finite is False
            or entry.is_real is False
            or entry.is_negative
            or (name == "prior" and entry.is_zero)
        ):
            raise complaint(name, place, entry)
    excess = sp.simplify(sp.Add(*line) - 1)
    if excess != 0:
        size = sp.Abs(excess) if excess.is_number else excess
        total = sp.simplify(excess + 1)
        raise wrong_sum(what, brief(total), brief(size), excess.is_negative is not True)
