"""A prior and a kernel in rational numbers.

Everything is computed in flint's rationals. Entries are converted to sympy only on access, and so
are logarithms, which cost far more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import fmpq, fmpq_mat

from pmlsym.channel.names import NO_NAMES, Names
from pmlsym.distributions import Row, Table, complaint, is_array, wrong_sum
from pmlsym.given import brief

if TYPE_CHECKING:
    import sympy as sp

    from pmlsym.channel.exact_array import ExactArray

Rationals: TypeAlias = "list[list[Any]]"  # of fmpq; flint ships no types


class RationalNumbers:
    r"""Rationals: a kernel (\|X\|, \|Y\|) and a prior (\|X\|,)."""

    kind = 0  # rationals < symbols < floats: two channels together are of the larger kind
    is_exact = True
    stack: tuple[int, ...] = ()

    def __init__(self, kernel: Table, prior: Row, names: Names = NO_NAMES) -> None:
        self._kernel = [_rationals(row) for row in _lists(kernel)]
        self._prior = _rationals(_lists(prior))
        self.names = names
        _check("kernel", self._kernel, names)
        _check("prior", [self._prior], names)

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
        rows = [[Fraction(int(e.p), int(e.q)) for e in row] for row in [*self._kernel, self._prior]]
        return rows[:-1], rows[-1]

    def rows(self) -> Rationals:
        """Return the kernel in its own numbers."""
        return self._kernel

    def masses(self) -> list[Any]:
        """Return the prior in its own numbers."""
        return self._prior

    def symbols(self) -> set[str]:
        """Return the names of the symbols that entries depend on."""
        return set()

    # --- of the whole channel ---------------------------------------------------------------------

    @property
    def kernel(self) -> ExactArray:
        """The probabilities P(y | x)."""
        return self._table(self._kernel)

    @property
    def prior(self) -> ExactArray:
        """The probabilities P(x)."""
        from pmlsym.channel.exact_array import ExactArray, number

        side = (self.names.secrets,)
        return ExactArray.of(self._prior, (len(self._prior),), number, side)

    @property
    def joint(self) -> ExactArray:
        """The probabilities P(x, y)."""
        pairs = zip(self._prior, self._kernel, strict=True)
        return self._table([[p * entry for entry in row] for p, row in pairs])

    @cached_property
    def _marginal(self) -> list[Any]:
        row: list[Any] = (
            fmpq_mat(1, len(self._prior), self._prior) * fmpq_mat(self._kernel)
        ).entries()
        return row

    @property
    def marginal(self) -> ExactArray:
        """The probabilities P(y)."""
        return self._row(self._marginal, logs=False)

    @property
    def log_marginal(self) -> ExactArray:
        """The numbers log P(y)."""
        return self._row(self._marginal)

    @property
    def null(self) -> list[bool]:
        """Mask of the outcomes that no secret can cause."""
        return [mass == 0 for mass in self._marginal]

    @cached_property
    def _lift(self) -> Rationals:
        inverse = [1 / mass if mass else None for mass in self._marginal]
        if None not in inverse:
            return [[a * b for a, b in zip(row, inverse, strict=True)] for row in self._kernel]
        one = fmpq(1)
        return [
            [one if b is None else a * b for a, b in zip(row, inverse, strict=True)]
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

    def _posterior(self) -> Rationals:
        pairs = zip(self._prior, self._lift, strict=True)
        return [[p * entry for entry in row] for p, row in pairs]

    # --- extreme lifts ----------------------------------------------------------------------------

    @cached_property
    def _extremes(self) -> tuple[list[Any], list[Any]]:
        """The largest and the smallest likelihood of every outcome."""
        columns = list(zip(*self._kernel, strict=True))
        return list(map(max, columns)), list(map(min, columns))

    def _ups(self) -> list[Any]:
        top = self._extremes[0]
        pairs = zip(top, self._marginal, strict=True)
        return [a / mass if mass else fmpq(1) for a, mass in pairs]

    def _downs(self) -> list[Any]:
        """Return one over the smallest lift of every outcome, None for infinity."""
        low = self._extremes[1]
        return [
            (mass / a if a else None) if mass else fmpq(1)
            for a, mass in zip(low, self._marginal, strict=True)
        ]

    def up(self) -> ExactArray:
        """Return the logarithm of the largest lift at every outcome."""
        return self._row(self._ups())

    def down(self) -> ExactArray:
        """Return minus the logarithm of the smallest lift at every outcome."""
        return self._row(self._downs())

    def farthest_up(self) -> sp.Expr:
        """Return the largest of `up`."""
        return _logarithm(max(self._ups()))

    def farthest_down(self) -> sp.Expr:
        """Return the largest of `down`."""
        return _logarithm(_most(self._downs()))

    def farthest(self) -> sp.Expr:
        """Return the largest of `up` and `down`."""
        return _logarithm(_most([*self._ups(), *self._downs()]))

    def apart(self) -> sp.Expr:
        """Return the logarithm of the largest ratio of two likelihoods of one outcome."""
        pairs = zip(*self._extremes, strict=True)
        return _logarithm(_most([a / b if b else None for a, b in pairs if a]))

    def log_sum_of_tops(self) -> sp.Expr:
        """Return the logarithm of the sum of the largest likelihoods."""
        return _logarithm(sum(self._extremes[0], fmpq(0)))

    def log_sum_of_lows(self) -> sp.Expr:
        """Return minus the logarithm of the sum of the smallest likelihoods."""
        total = sum(self._extremes[1], fmpq(0))
        return _logarithm(1 / total if total else None)

    def information(self) -> sp.Expr:
        """Return the mean of the logarithm of the lift."""
        import sympy as sp

        from pmlsym.channel.exact_array import logarithm, number

        weights: dict[Any, Any] = {}  # by lift, so that no logarithm is taken twice
        for p, row, lifts in zip(self._prior, self._kernel, self._lift, strict=True):
            for entry, lift in zip(row, lifts, strict=True):
                if entry:
                    weights[lift] = weights.get(lift, 0) + p * entry
        return sp.Add(*(number(mass) * logarithm(lift) for lift, mass in weights.items()))

    # --- arrays of sympy --------------------------------------------------------------------------

    def _table(self, rows: Rationals) -> ExactArray:
        from pmlsym.channel.exact_array import ExactArray, number

        names = (self.names.secrets, self.names.outcomes)
        entries = [entry for row in rows for entry in row]
        return ExactArray.of(entries, (len(rows), len(rows[0])), number, names)

    def _row(self, entries: Sequence[Any], logs: bool = True) -> ExactArray:
        from pmlsym.channel.exact_array import ExactArray, logarithm, number

        make: Callable[[Any], sp.Expr] = logarithm if logs else number
        names = (self.names.outcomes,)
        return ExactArray.of(entries, (len(entries),), make, names)


def _most(values: list[Any]) -> Any:
    return None if None in values else max(values)


def _logarithm(value: Any) -> sp.Expr:
    from pmlsym.channel.exact_array import logarithm

    return logarithm(value)


def _lists(table: Table | Row) -> list[Any]:
    found: list[Any] = table.tolist() if is_array(table) else table  # type: ignore[assignment]
    return found


def _rationals(row: list[Any]) -> list[Any]:
    return [
        entry if type(entry) is fmpq else fmpq(int(entry.numerator), int(entry.denominator))
        for entry in row
    ]


def _check(name: str, rows: Rationals, names: Names) -> None:
    """Refuse rows that are not probability distributions."""
    sums = (fmpq_mat(rows) * fmpq_mat(len(rows[0]), 1, [1] * len(rows[0]))).entries()
    for x, (row, total) in enumerate(zip(rows, sums, strict=True)):
        least = min(row)
        if least < 0 or (name == "prior" and least == 0):
            y = next(y for y, e in enumerate(row) if e < 0 or (name == "prior" and e == 0))
            place = names.entry(y) if name == "prior" else names.entry(x, y)
            raise complaint(name, f"{name}[{', '.join(map(repr, place))}]", row[y])
        if total != 1:
            what = name
            if name == "kernel":
                what = f"kernel[{names.entry(x)[0]!r}]"
            raise wrong_sum(what, brief(total), brief(abs(total - 1)), bool(total > 1))
