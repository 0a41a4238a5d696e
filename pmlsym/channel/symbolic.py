"""A prior and a kernel with symbols or roots in them, and arrays of exact numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, cmp_to_key
from typing import Any, TypeAlias

import sympy as sp

from pmlsym import deadline
from pmlsym.assumptions import largest, smallest
from pmlsym.channel.exact import ExactNumbers, as_lists
from pmlsym.channel.names import NO_NAMES, Names, OneSide, placed, with_names
from pmlsym.distributions import Row, Table, complaint, wrong_sum
from pmlsym.exact import NumberArray, sympified
from pmlsym.given import brief


class ExactArray(sp.ImmutableDenseNDimArray):  # type: ignore[misc]  # sympy ships no types
    """A sympy array whose entries are converted when they are first read.

    Sympy's operations return plain sympy arrays. Entries can be indexed by name, if names are text
    or tuples.

    Examples
    --------
    >>> from flint import fmpq
    >>> ExactArray.of([fmpq(1, 3), fmpq(2, 3)], (2,), number, (("no", "yes"),))["yes"]
    2/3
    """

    names: tuple[OneSide, ...] = ()

    def __new__(cls, *arguments: Any, **options: Any) -> Any:
        """Return a plain sympy array, as sympy's operations on arrays need it."""
        return sp.ImmutableDenseNDimArray(*arguments, **options)

    @classmethod
    def of(
        cls,
        entries: Sequence[Any],
        shape: tuple[int, ...],
        make: Callable[[Any], sp.Expr],
        names: tuple[OneSide, ...] = (),
    ) -> ExactArray:
        """Return the array of ``make(entry)`` for entries in row-major order."""
        found: ExactArray = object.__new__(cls)
        found._mhash = None
        found._assumptions = cls.default_assumptions
        found._rank = len(shape)
        found._given, found._sizes, found._make = entries, shape, make
        found.names = names if any(side is not None for side in names) else ()
        return found

    @cached_property
    def _shape(self) -> sp.Tuple:
        return sp.Tuple(*map(sp.Integer, self._sizes))

    @cached_property
    def _loop_size(self) -> sp.Integer:
        return sp.Integer(len(self._given))

    @cached_property
    def _array(self) -> list[sp.Expr]:
        return list(map(self._make, self._given))

    @property
    def _args(self) -> tuple[sp.Tuple, sp.Tuple]:
        return sp.Tuple(*self._array), self._shape

    def __getitem__(self, index: Any) -> Any:
        if self.names:
            index = placed(self.names, index)
        whole = index if isinstance(index, tuple) else (index,)
        if len(whole) == len(self._sizes) and all(type(i) is int for i in whole):
            place = 0
            for i, size in zip(whole, self._sizes, strict=True):
                if not -size <= i < size:
                    raise IndexError(f"index {index} is out of range for shape {self._sizes}")
                place = place * size + i % size
            made = vars(self).get("_array")
            return self._make(self._given[place]) if made is None else made[place]
        return super().__getitem__(index)

    def __repr__(self) -> str:
        return with_names(super().__repr__(), self.names)

    def __str__(self) -> str:
        return with_names(super().__str__(), self.names)

    def __hash__(self) -> int:
        """Return the hash of the equal plain sympy array."""
        return hash(sp.ImmutableDenseNDimArray(self._array, self._shape))

    def __eq__(self, other: object) -> bool:
        """Return whether another array has the same entries."""
        return bool(super().__eq__(other))

    def tolist(self) -> list[Any]:
        """Return the entries as nested lists."""
        entries: list[Any] = list(self._array)
        for size in reversed(self._sizes[1:]):
            entries = [entries[start : start + size] for start in range(0, len(entries), size)]
        return entries


def number(value: Any) -> sp.Rational:
    """Return a rational number of flint as sympy's."""
    return sp.Rational.from_coprime_ints(int(value.p), int(value.q))


def logarithm(value: Any) -> sp.Expr:
    """Return the logarithm of a rational number >= 0, or of None, which stands for infinity."""
    if value is None:
        return sp.oo
    return sp.log(number(value)) if value else -sp.oo


def sum_of_logarithms(weights: dict[Any, Any]) -> sp.Expr:
    """Return the sum of logarithms of positive rationals of flint, times rationals.

    No argument is one over a whole number above 1. It is the expression that sympy makes of the
    sum, after a search for common parts of the terms.

    Examples
    --------
    >>> from flint import fmpq
    >>> sum_of_logarithms({fmpq(2, 3): fmpq(1, 4), fmpq(2): fmpq(-3)})
    -3*log(2) + log(2/3)/4
    """
    like = sp.log(sp.Integer(2), evaluate=False)
    terms = []
    # nearly in sympy's order of terms, so that sympy, which is slow at it, compares few of them
    pairs = sorted(weights.items(), key=lambda pair: (int(pair[1].p), int(pair[1].q)))
    for value, weight in pairs:
        deadline.check()
        if weight != 0 and value != 1:
            log = sp.Expr.__new__(sp.log, number(value))  # sp.log itself takes ten times as long
            log.nargs = like.nargs
            terms.append(log if weight == 1 else sp.Mul._from_args((number(weight), log), True))
    return sp.Add._from_args(sorted(terms, key=cmp_to_key(sp.Basic.compare)), True)


Expressions: TypeAlias = "list[list[sp.Expr]]"


class SymbolicNumbers(ExactNumbers):
    r"""Expressions: a kernel (\|X\|, \|Y\|) and a prior (\|X\|,)."""

    kind = 1  # rationals < symbols < floats: two channels together are of the larger kind

    def __init__(self, kernel: Table, prior: Row, names: Names = NO_NAMES) -> None:
        self._kernel = [[sympified(entry) for entry in row] for row in as_lists(kernel)]
        self._prior = [sympified(entry) for entry in as_lists(prior)]
        self.names = names
        labels = names
        for x, line in enumerate(self._kernel):
            places = [
                f"kernel[{', '.join(map(repr, labels.entry(x, y)))}]" for y in range(len(line))
            ]
            _check("kernel", f"kernel[{labels.entry(x)[0]!r}]", line, places)
        places = [f"prior[{labels.entry(x)[0]!r}]" for x in range(len(self._prior))]
        _check("prior", "prior", self._prior, places)

    def portable(self) -> tuple[list[list[Any]], list[Any]]:
        """Return the kernel and the prior as they can be pickled."""
        return self._kernel, self._prior

    def symbols(self) -> set[str]:
        """Return the names of the symbols that entries depend on."""
        lines = [*self._kernel, self._prior]
        return {str(symbol) for line in lines for entry in line for symbol in entry.free_symbols}

    # --- of the whole channel ---------------------------------------------------------------------

    @cached_property
    def _marginal(self) -> list[sp.Expr]:
        columns = zip(*self._kernel, strict=True)
        return [
            sp.cancel(sum(p * entry for p, entry in zip(self._prior, column, strict=True)))
            for column in columns
        ]

    @property
    def log_marginal(self) -> NumberArray:
        """The numbers log P(y)."""
        return self._per_outcome([_log(mass) for mass in self._marginal])

    @cached_property
    def _lift(self) -> Expressions:
        return [
            [
                sp.Integer(1) if mass == 0 else sp.cancel(entry / mass)
                for entry, mass in zip(row, self._marginal, strict=True)
            ]
            for row in self._kernel
        ]

    def _posterior(self) -> Expressions:
        pairs = zip(self._prior, self._lift, strict=True)
        return [[sp.cancel(p * entry) for entry in row] for p, row in pairs]

    # --- extreme lifts ----------------------------------------------------------------------------

    @cached_property
    def _extremes(self) -> list[tuple[sp.Expr, sp.Expr]]:
        """The largest and the smallest likelihood of every outcome."""
        columns = zip(*self._kernel, strict=True)
        return [(largest(column), smallest(column)) for column in columns]

    def up(self) -> NumberArray:
        """Return the logarithm of the largest lift at every outcome."""
        columns = zip(*self._lift, strict=True)
        return self._per_outcome([_log(largest(column)) for column in columns])

    def down(self) -> NumberArray:
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

    def _array(
        self, entries: Sequence[sp.Expr], shape: tuple[int, ...], names: tuple[OneSide, ...]
    ) -> ExactArray:
        return ExactArray.of(entries, shape, _same, names)


def _same(entry: sp.Expr) -> sp.Expr:
    return entry


def _log(value: sp.Expr) -> sp.Expr:
    return -sp.oo if value == 0 else sp.log(value)


def _log_of_inverse(value: sp.Expr) -> sp.Expr:
    return sp.oo if value == 0 else sp.log(1 / value)


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
