"""The common base of exact priors and kernels, in rational numbers or with symbols."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from pmlsym.channel.names import Names, OneSide
from pmlsym.distributions import Row, Table, is_array
from pmlsym.exact import NumberArray


class ExactNumbers(ABC):
    r"""Base class of rationals and expressions: a kernel (\|X\|, \|Y\|) and a prior (\|X\|,)."""

    is_exact = True
    is_sparse = False
    stack: tuple[int, ...] = ()
    names: Names
    _kernel: list[list[Any]]
    _prior: list[Any]

    @cached_property
    @abstractmethod
    def _marginal(self) -> list[Any]:
        """The probabilities P(y)."""

    @cached_property
    @abstractmethod
    def _lift(self) -> list[list[Any]]:
        """The lift P(y | x) / P(y); 1 where P(y) = 0."""

    @abstractmethod
    def _posterior(self) -> list[list[Any]]:
        """Return the probabilities P(x | y); the prior where P(y) = 0."""

    @abstractmethod
    def _array(
        self, entries: Sequence[Any], shape: tuple[int, ...], names: tuple[OneSide, ...]
    ) -> NumberArray:
        """Return entries in row-major order as an array of sympy numbers."""

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

    def rows(self) -> list[list[Any]]:
        """Return the kernel in its own numbers."""
        return self._kernel

    def masses(self) -> list[Any]:
        """Return the prior in its own numbers."""
        return self._prior

    def turned(self) -> tuple[list[Any], list[Any]]:
        r"""Return P(y), and P(x \| y) with one row for each outcome."""
        return self._marginal, [list(column) for column in zip(*self._posterior(), strict=True)]

    @property
    def kernel(self) -> NumberArray:
        """The probabilities P(y | x)."""
        return self._table(self._kernel)

    @property
    def prior(self) -> NumberArray:
        """The probabilities P(x)."""
        return self._array(self._prior, (len(self._prior),), (self.names.secrets,))

    @property
    def joint(self) -> NumberArray:
        """The probabilities P(x, y)."""
        pairs = zip(self._prior, self._kernel, strict=True)
        return self._table([[p * entry for entry in row] for p, row in pairs])

    @property
    def marginal(self) -> NumberArray:
        """The probabilities P(y)."""
        return self._per_outcome(self._marginal)

    @property
    def null(self) -> list[bool]:
        """Mask of the outcomes that no secret can cause."""
        return [mass == 0 for mass in self._marginal]

    @property
    def lift(self) -> NumberArray:
        """The lift P(y | x) / P(y); 1 where P(y) = 0."""
        return self._table(self._lift)

    @property
    def posterior(self) -> NumberArray:
        """The probabilities P(x | y); the prior where P(y) = 0."""
        return self._table(self._posterior())

    def _table(self, rows: list[list[Any]]) -> NumberArray:
        entries = [entry for row in rows for entry in row]
        names = (self.names.secrets, self.names.outcomes)
        return self._array(entries, (len(rows), len(rows[0])), names)

    def _per_outcome(self, entries: Sequence[Any]) -> NumberArray:
        return self._array(entries, (len(entries),), (self.names.outcomes,))


def as_lists(table: Table | Row) -> list[Any]:
    """Return a table or a row, which may be an array, as lists."""
    found: list[Any] = table.tolist() if is_array(table) else table  # type: ignore[assignment]
    return found
