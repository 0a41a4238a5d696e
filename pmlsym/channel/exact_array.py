"""Arrays of sympy numbers, converted from rationals only on access."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import sympy as sp

from pmlsym.channel.names import OneSide, placed, with_names


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
        found._shape = sp.Tuple(*map(sp.Integer, shape))
        found._rank = len(shape)
        found._loop_size = sp.Integer(len(entries))
        found._given, found._sizes, found._make = entries, shape, make
        found.names = names if any(side is not None for side in names) else ()
        return found

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
