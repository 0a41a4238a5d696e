"""A prior and a kernel in rational numbers.

Everything is computed in flint's rationals. Entries are converted to sympy only on access, and so
are logarithms, which cost far more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import fmpq, fmpq_mat

from pmlsym import deadline
from pmlsym.channel.exact import ExactNumbers, as_lists
from pmlsym.channel.names import NO_NAMES, Names, OneSide
from pmlsym.distributions import Row, Table, complaint, wrong_sum
from pmlsym.errors import ChannelError
from pmlsym.given import brief

if TYPE_CHECKING:
    import sympy as sp

    from pmlsym.channel.symbolic import ExactArray

_BLOCK = 50_000  # entries of a kernel that are multiplied at a time
_FEW = 100  # rows or entries of which flint makes sums as they are
_SHORT = 64  # bits that a common denominator may have anyway
_MOST_LOGARITHMS = 250_000  # in one expression

Rationals: TypeAlias = "list[list[Any]]"  # of fmpq; flint ships no types


class RationalNumbers(ExactNumbers):
    r"""Rationals: a kernel (\|X\|, \|Y\|) and a prior (\|X\|,)."""

    kind = 0  # rationals < symbols < floats: two channels together are of the larger kind

    def __init__(self, kernel: Table, prior: Row, names: Names = NO_NAMES) -> None:
        self._kernel = [rationals(row) for row in as_lists(kernel)]
        self._prior = rationals(as_lists(prior))
        self.names = names
        _check("kernel", self._kernel, names)
        _check("prior", [self._prior], names)

    def portable(self) -> tuple[list[list[Any]], list[Any]]:
        """Return the kernel and the prior as they can be pickled."""
        rows = [[Fraction(int(e.p), int(e.q)) for e in row] for row in [*self._kernel, self._prior]]
        return rows[:-1], rows[-1]

    def symbols(self) -> set[str]:
        """Return the names of the symbols that entries depend on."""
        return set()

    # --- of the whole channel ---------------------------------------------------------------------

    @cached_property
    def _marginal(self) -> list[Any]:
        rows, columns = self.size
        if rows <= _FEW and rows * columns <= _BLOCK:
            single: list[Any] = (fmpq_mat(1, rows, self._prior) * fmpq_mat(self._kernel)).entries()
            return single
        found = []
        for some in column_blocks(self.size):
            found += weighted(self._prior, *cleared([row[some] for row in self._kernel]))
        return found

    @property
    def log_marginal(self) -> ExactArray:
        """The numbers log P(y)."""
        return self._logs(self._marginal)

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
        return self._logs(self._ups())

    def down(self) -> ExactArray:
        """Return minus the logarithm of the smallest lift at every outcome."""
        return self._logs(self._downs())

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
        """Return the mean of the logarithm of the lift.

        Raises
        ------
        ChannelError
            If there are more than 250,000 lifts, each with a logarithm of its own.
        """
        from pmlsym.channel.symbolic import sum_of_logarithms

        weights: dict[Any, Any] = {}  # by lift, so that no logarithm is taken twice
        for p, row, lifts in zip(self._prior, self._kernel, self._lift, strict=True):
            for entry, lift in zip(row, lifts, strict=True):
                if entry:
                    mass = p * entry
                    if lift.p == 1:  # sympy writes log(1/q) as -log(q)
                        lift, mass = 1 / lift, -mass
                    weights[lift] = weights.get(lift, 0) + mass
            deadline.check()
            if len(weights) > _MOST_LOGARITHMS:
                rows, columns = self.size
                raise ChannelError(
                    f"channel has a kernel of {rows} x {columns} fractions, but the exact mutual "
                    f"information of more than {_MOST_LOGARITHMS} different lifts is too long an "
                    "expression: measure channel.as_float()."
                )
        return sum_of_logarithms(weights)

    # --- arrays of sympy --------------------------------------------------------------------------

    def _array(
        self, entries: Sequence[Any], shape: tuple[int, ...], names: tuple[OneSide, ...]
    ) -> ExactArray:
        from pmlsym.channel.symbolic import ExactArray, number

        return ExactArray.of(entries, shape, number, names)

    def _logs(self, entries: Sequence[Any]) -> ExactArray:
        from pmlsym.channel.symbolic import ExactArray, logarithm

        return ExactArray.of(entries, (len(entries),), logarithm, (self.names.outcomes,))


def column_blocks(size: tuple[int, int]) -> Iterator[slice]:
    """Yield the columns of a table of rationals in blocks that take little memory.

    Examples
    --------
    >>> list(column_blocks((25_000, 3)))
    [slice(0, 2, None), slice(2, 4, None)]
    """
    rows, columns = size
    width = max(1, _BLOCK // rows)
    for start in range(0, columns, width):
        yield slice(start, start + width)


def cleared(rows: Rationals) -> tuple[Rationals, list[int]]:
    """Return rows multiplied by their common denominators, and these.

    A row whose common denominator is much longer than those of its entries stays as it is, with 1.

    Examples
    --------
    >>> cleared([[fmpq(1, 2), fmpq(1, 3)]])
    ([[3, 2]], [6])
    """
    scales = list(map(_common_denominator, rows))
    pairs = zip(rows, scales, strict=True)
    return [row if d == 1 else [d * entry for entry in row] for row, d in pairs], scales


def _common_denominator(row: list[Any]) -> int:
    """Return the common denominator of a row, 1 if it is long."""
    found, parts = 1, {int(entry.q) for entry in row}
    most = max(_SHORT, 2 * max(parts).bit_length())
    for part in parts:
        found = lcm(found, part)
        if found.bit_length() > most:
            return 1
    return found


def weighted(weights: list[Any], rows: Rationals, scales: list[int]) -> list[Any]:
    """Return the weighted sum of rows that are `cleared`.

    The weights, not the entries, are brought over the denominator of the sum, which may be long.

    Examples
    --------
    >>> weighted([fmpq(1, 3), fmpq(2, 3)], *cleared([[fmpq(1, 2), fmpq(1)], [fmpq(1, 5), fmpq(2)]]))
    [3/10, 5/3]
    """
    shares = [weight / d for weight, d in zip(weights, scales, strict=True)]
    found: list[Any] = (fmpq_mat(1, len(shares), shares) * fmpq_mat(rows)).entries()
    return found


def _most(values: list[Any]) -> Any:
    return None if None in values else max(values)


def _logarithm(value: Any) -> sp.Expr:
    from pmlsym.channel.symbolic import logarithm

    return logarithm(value)


def rationals(row: Sequence[Any]) -> list[Any]:
    """Return integers and fractions of any kind as flint's rationals.

    Examples
    --------
    >>> rationals([2, Fraction(1, 3)])
    [2, 1/3]
    """
    return [
        fmpq(*entry.as_integer_ratio()) if type(entry) is Fraction else _rational(entry)
        for entry in row
    ]


def _rational(entry: Any) -> Any:
    if type(entry) is fmpq:
        return entry
    return fmpq(int(entry.numerator), int(entry.denominator))


def _sums(rows: Rationals) -> list[Any]:
    """Return the sum of each row."""
    if len(rows[0]) <= _FEW:
        return [sum(row[1:], row[0]) for row in rows]
    found: list[Any] = (fmpq_mat(rows) * fmpq_mat(len(rows[0]), 1, [1] * len(rows[0]))).entries()
    return found


def _check(name: str, rows: Rationals, names: Names) -> None:
    """Refuse rows that are not probability distributions."""
    for x, (row, total) in enumerate(zip(rows, _sums(rows), strict=True)):
        least = min([entry.p for entry in row])  # integers are compared faster
        if least < 0 or (name == "prior" and least == 0):
            y = next(y for y, e in enumerate(row) if e < 0 or (name == "prior" and e == 0))
            place = names.entry(y) if name == "prior" else names.entry(x, y)
            raise complaint(name, f"{name}[{', '.join(map(repr, place))}]", row[y])
        if total != 1:
            what = name
            if name == "kernel":
                what = f"kernel[{names.entry(x)[0]!r}]"
            raise wrong_sum(what, brief(total), brief(abs(total - 1)), bool(total > 1))
