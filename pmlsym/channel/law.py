"""A prior with a kernel as one immutable value: joint law, marginal, lift, posterior."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

from pmlsym.channel.names import (
    NO_NAMES,
    Name,
    Names,
    OneSide,
    labels,
    no_such_part,
    places_of,
    read_names,
)
from pmlsym.channel.numbers import numbers_of
from pmlsym.distributions import SYMBOLIC, Row, as_row, as_table, is_array
from pmlsym.errors import ChannelError
from pmlsym.exact import NumberArray, RowLike, TableLike, number_key, same_number

if TYPE_CHECKING:
    from pmlsym.arrays import FloatArray
    from pmlsym.channel.numbers import Numbers


PriorLike: TypeAlias = "RowLike | Literal['uniform'] | None"  # None is refused, with a message


class JointLaw:
    """Base class of `Channel`: its numbers, names and tables."""

    numbers: Numbers  # prior and kernel
    names: Names

    def __init__(
        self,
        kernel: JointLaw | TableLike,
        prior: PriorLike = None,
        secrets: Iterable[Name] | None = None,
        outcomes: Iterable[Name] | None = None,
    ) -> None:
        if isinstance(kernel, JointLaw):  # the same mechanism with another prior
            secrets = kernel.names.secrets if secrets is None else secrets
            outcomes = kernel.names.outcomes if outcomes is None else outcomes
            kernel = kernel.kernel
        table = as_table(kernel)
        if isinstance(prior, str) and prior == "uniform":
            secret_count = table.shape[-2] if is_array(table) else len(table)
            prior = [Fraction(1, secret_count)] * secret_count
        row = as_row(prior, "prior")
        rows, columns = table.shape[-2:] if is_array(table) else (len(table), len(table[0]))
        size = row.shape[-1] if is_array(row) else len(row)
        if size != rows:
            raise ChannelError(
                f"prior has {size} entries, but the kernel has {rows} rows: "
                "one probability for each secret is needed."
            )
        lines, heads = labels(kernel)
        owners = labels(prior)[0]
        if owners is not None:
            wanted = read_names("secrets", secrets, rows) if lines is None else lines
            if wanted is None:
                lines = owners
            else:
                row = _sorted(row, places_of(owners, wanted))
        sides = lines if secrets is None else secrets, heads if outcomes is None else outcomes
        names = NO_NAMES
        if sides != (None, None):
            names = Names(
                read_names("secrets", sides[0], rows), read_names("outcomes", sides[1], columns)
            )
        vars(self).update(numbers=numbers_of(table, row, names), names=names)

    # --- immutability and equality ----------------------------------------------------------------

    def __setattr__(self, name: str, value: object) -> None:
        # cached results would no longer fit a changed kernel or prior
        raise AttributeError(f"A Channel does not change: build another one to set {name}.")

    if not TYPE_CHECKING:  # hidden from type checkers, which should refuse unknown names

        def __getattr__(self, name: str) -> object:
            raise AttributeError(no_such_part(type(self).__name__, name), name=name, obj=self)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"A Channel does not change, so {name} stays.")

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), *self.numbers.portable(), self.names)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        """Return whether numbers and names are the same; 1/2 equals 0.5."""
        if not isinstance(other, JointLaw):
            return NotImplemented
        one, two = self.numbers, other.numbers
        if self.names != other.names or one.sizes != two.sizes:
            return False
        if one.kind == two.kind != SYMBOLIC:
            return one.entries() == two.entries()
        return all(map(same_number, one.entries(), two.entries()))

    def __hash__(self) -> int:
        masses = self.numbers.masses()
        if is_array(masses):
            masses = masses.ravel().tolist()
        return hash((self.numbers.sizes, self.names, *map(number_key, masses)))

    # --- shape and names --------------------------------------------------------------------------

    @property
    def is_exact(self) -> bool:
        """Whether all numbers are exact: rationals, roots, symbols."""
        return self.numbers.is_exact

    @property
    def shape(self) -> tuple[int, ...]:
        r"""Return the numbers (\|X\|, \|Y\|) of secrets and outcomes, after the axes of a stack."""
        return self.numbers.stack + self.numbers.size

    @property
    def stack(self) -> tuple[int, ...]:
        """The axes ahead of those of one channel: () if this is one channel."""
        return self.numbers.stack

    @property
    def secrets(self) -> tuple[Name, ...]:
        """The names of the secrets; their numbers from 0 if they have none."""
        return _filled(self.names.secrets, self.numbers.size[0])

    @property
    def outcomes(self) -> tuple[Name, ...]:
        """The names of the outcomes; their numbers from 0 if they have none."""
        return _filled(self.names.outcomes, self.numbers.size[1])

    def alone(self, what: str) -> None:
        """Refuse a stack where one channel is needed.

        Raises
        ------
        ChannelError
            If this is a stack of channels.
        """
        if self.stack:
            raise ChannelError(
                f"channel is a stack of shape {self.stack}, but {what} is of one channel: "
                "give channel[0] and so on."
            )

    # --- tables -----------------------------------------------------------------------------------

    @cached_property
    def kernel(self) -> NumberArray:
        r"""The probabilities P(y \| x), shape (\|X\|, \|Y\|)."""
        return self._table(self.numbers.kernel)

    @cached_property
    def prior(self) -> NumberArray:
        r"""The probabilities P(x), shape (\|X\|,)."""
        if not self.names or self.is_exact:
            return self.numbers.prior
        return _named(self.numbers.prior, self.names.secrets)

    @cached_property
    def joint(self) -> NumberArray:
        r"""The probabilities P(x, y), shape (\|X\|, \|Y\|)."""
        return self._table(self.numbers.joint)

    @cached_property
    def marginal(self) -> NumberArray:
        r"""The probabilities P(y), shape (\|Y\|,)."""
        return self.per_outcome(self.numbers.marginal)

    @cached_property
    def null_outcomes(self) -> tuple[int, ...]:
        """The outcomes of probability zero, from 0."""
        self.alone("null_outcomes")
        return tuple(y for y, never in enumerate(self.numbers.null) if never)

    @property
    def log_marginal(self) -> NumberArray:
        r"""The numbers log P(y), shape (\|Y\|,), in nats, also where P(y) is too small a float."""
        return self.per_outcome(self.numbers.log_marginal)

    @cached_property
    def lift(self) -> NumberArray:
        r"""The lift P(y \| x) / P(y), shape (\|X\|, \|Y\|); 1 where P(y) = 0."""
        return self._table(self.numbers.lift)

    @cached_property
    def posterior(self) -> NumberArray:
        r"""The probabilities P(x \| y), shape (\|X\|, \|Y\|); the prior where P(y) = 0."""
        return self._table(self.numbers.posterior)

    def _table(self, found: NumberArray) -> NumberArray:
        if not self.names or self.is_exact:  # an exact array has its names already
            return found
        return _named(found, self.names.secrets, self.names.outcomes)

    def per_outcome(self, found: NumberArray) -> NumberArray:
        """Return an array over the outcomes, labelled with their names."""
        if not self.names or self.is_exact:
            return found
        return _named(found, self.names.outcomes)


JointLaw.__init__.__qualname__ = "Channel.__init__"  # for messages on missing arguments


def _again(kind: type[JointLaw], kernel: Any, prior: Any, names: Names) -> JointLaw:
    return kind(kernel, prior, names.secrets, names.outcomes)


def _filled(names: OneSide, size: int) -> tuple[Name, ...]:
    return tuple(range(size)) if names is None else names


def _sorted(row: Row, places: Sequence[int]) -> Row:
    return row[..., list(places)] if is_array(row) else [row[place] for place in places]


def _named(array: FloatArray, *names: OneSide) -> FloatArray:
    from pmlsym.channel.named_array import NamedArray

    return NamedArray.of(array, names)
