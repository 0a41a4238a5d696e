"""The joint law of a channel with its parts, and new channels from one or two of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self, TypeAlias

from pmlsym.channel import numbers as kinds
from pmlsym.channel.names import (
    NO_NAMES,
    Name,
    Names,
    OneSide,
    labels,
    no_such_part,
    pairs,
    places_of,
    read_names,
)
from pmlsym.channel.numbers import float_numbers, numbers_of
from pmlsym.distributions import (
    FLOAT,
    SYMBOLIC,
    Row,
    arrays_of_one,
    as_row,
    as_table,
    fitting_table,
    is_array,
    is_deep,
    is_sparse_table,
)
from pmlsym.errors import ChannelError
from pmlsym.exact import NumberArray, RowLike, TableLike, number_key, same_number
from pmlsym.given import brief

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
        arrays = arrays_of_one(kernel, prior)
        if arrays is not None and secrets is None and outcomes is None:
            vars(self).update(numbers=float_numbers()(*arrays), names=NO_NAMES)
            return
        if isinstance(kernel, JointLaw):  # the same mechanism with another prior
            secrets = kernel.names.secrets if secrets is None else secrets
            outcomes = kernel.names.outcomes if outcomes is None else outcomes
            numbers = kernel.numbers
            kernel = numbers.portable()[0] if numbers.is_sparse else numbers.rows()
        table = kernel if is_sparse_table(kernel) else as_table(kernel)
        rows, columns = table.shape[-2:] if hasattr(table, "shape") else (len(table), len(table[0]))
        if isinstance(prior, str) and prior == "uniform":
            prior = [Fraction(1, rows)] * rows
        row = as_row(prior, "prior")
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
        if one.is_sparse and two.is_sparse:  # without their zeros
            return kinds.same_sparse(one, two)
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
    from pmlsym.channel.floats import NamedArray

    return NamedArray.of(array, names)


class Combining(JointLaw):
    """Base class of `Channel` with the methods that build other channels from it."""

    def cascade(self, kernel: TableLike, outcomes: Iterable[Name] | None = None) -> Self:
        r"""Post-process: the channel from the secret to Z, where Z is drawn from the outcome.

        .. math:: P(z \mid x) = \sum_y P(y \mid x)\, K(z \mid y)

        Parameters
        ----------
        kernel : array_like, shape (\|Y\|, \|Z\|)
        outcomes : names of the values of Z, unless the kernel has labels.

        Raises
        ------
        ChannelError
            If a row of the kernel is no distribution, or there is not one for each outcome.

        Examples
        --------
        >>> from pmlsym import Channel
        >>> Channel([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5]).cascade([[1.0], [1.0]]).kernel
        array([[1.],
               [1.]])
        """
        self.alone("cascade")
        after = self._kernel("kernel", kernel, self.shape[1], "outcomes")
        kind, (rows, masses), (table, _) = kinds.together(self.numbers, after.numbers)
        heads = labels(kernel)[1] if outcomes is None else outcomes
        return type(self)(kinds.product(kind, rows, table), masses, self._secrets, heads)

    def preprocess(self, kernel: TableLike, secrets: Iterable[Name] | None = None) -> Self:
        r"""Replace the secret by a randomized function U of it: the channel from U to the outcome.

        .. math:: P(y \mid u) = \sum_x P(x \mid u)\, P(y \mid x)

        Values of U that have probability zero are left out.

        Parameters
        ----------
        kernel : array_like, shape (\|X\|, \|U\|), the distribution of U given each secret.
        secrets : names of the values of U, unless the kernel has labels.

        Raises
        ------
        ChannelError
            If a row of the kernel is no distribution, or there is not one for each secret.

        Examples
        --------
        Which half of the alphabet the secret is in:

        >>> from pmlsym import Channel
        >>> ch = Channel([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0], [0.0, 1.0]], [0.25] * 4)
        >>> ch.preprocess([[1, 0], [1, 0], [0, 1], [0, 1]]).kernel
        array([[0.75, 0.25],
               [0.  , 1.  ]])
        """
        self.alone("preprocess")
        function = self._kernel("kernel", kernel, self.shape[0], "secrets", self.numbers.masses())
        masses, back = function.numbers.turned()
        possible = [u for u, mass in enumerate(masses) if mass != 0]
        names = labels(kernel)[1] if secrets is None else secrets
        names = read_names("secrets", names, len(masses))
        after = type(self)([back[u] for u in possible], [masses[u] for u in possible])
        kind, (rows, weights), (table, _) = kinds.together(after.numbers, self.numbers)
        left = None if names is None else [names[u] for u in possible]
        return type(self)(kinds.product(kind, rows, table), weights, left, self._outcomes)

    def product(self, other: JointLaw) -> Self:
        r"""Use two channels on two independent secrets: pairs to pairs.

        Secret (x, x') has the number x \|X'\| + x', and outcomes likewise.

        PML, PMC and LDP of a pair of outcomes are the sums of both. That is not so for two releases
        about the *same* secret, which is what `compose` and `twice` are for.

        Raises
        ------
        ChannelError
            If one is symbolic and the other in floats.

        Examples
        --------
        >>> from pmlsym import Channel
        >>> ch = Channel([[0.5, 0.5], [0.5, 0.5]], [0.5, 0.5])
        >>> ch.product(ch).shape
        (4, 4)
        """
        self.alone("product")
        if not isinstance(other, JointLaw):
            raise ChannelError(
                f"other is of type {type(other).__name__}, but has to be a Channel on the other "
                "secret: ps.Channel(kernel, prior)."
            )
        other.alone("product")
        kind, (rows, masses), (table, weights) = kinds.together(self.numbers, other.numbers)
        (m, n), (k, p) = self.numbers.size, other.numbers.size
        mine, theirs = self.names, other.names
        return type(self)(
            kinds.crossed(kind, rows, table),
            kinds.crossed(kind, [masses], [weights])[0],
            pairs((mine.secrets, theirs.secrets), (m, k)),
            pairs((mine.outcomes, theirs.outcomes), (n, p)),
        )

    def compose(self, *others: JointLaw | TableLike) -> Self:
        r"""Release more about the same secret: the channel from it to all outcomes together.

        .. math:: P(y, z \mid x) = P(y \mid x)\, P(z \mid x, y)

        Outcome (y, z) has the number y \|Z\| + z, and further releases likewise.

        Parameters
        ----------
        *others : Channel or array_like, one for each further release
            A channel on the same secret, or a kernel of shape (\|X\|, \|Z\|): independent of the
            earlier ones given the secret. A kernel of shape (\|X\|, \|Y\|, \|Z\|) is the law of Z
            given the secret and all outcomes so far.

        Raises
        ------
        ChannelError
            If a channel has another prior or other secrets, or a kernel does not fit.

        Notes
        -----
        Leakages of releases do not add up: that of both can be more than their sum, as what is
        left after the first is another prior. `pmlsym.releases` has the conditional leakage of the
        second one, given each outcome of the first, beside the unconditional one; the conditional
        ones add up. `pmlsym.composed` has the worst case by guarantee.

        Examples
        --------
        >>> from pmlsym import Channel, pml
        >>> third = "1/3"
        >>> ch = Channel([["1/2", "1/2", 0], [0, "1/2", "1/2"], ["1/2", 0, "1/2"]], [third] * 3)
        >>> pml(ch), pml(ch.twice())[1]
        ([log(3/2), log(3/2), log(3/2)], log(3))
        """
        self.alone("compose")
        found: Self = self
        sides, sizes = [self._outcomes], [self.shape[1]]
        for place, other in enumerate(others):
            name = f"others[{place}]"
            laws, side = self._release(name, other, found.shape[1])
            kind, (rows, masses), *_ = kinds.together(found.numbers, laws[0].numbers)
            tables = [kinds.in_kind(kind, law.numbers)[0] for law in laws]
            found = type(self)(kinds.followed(kind, rows, tables), masses)
            sides.append(side)
            sizes.append(laws[0].shape[1])
        rows, masses = found.numbers.rows(), found.numbers.masses()
        return type(self)(rows, masses, self._secrets, pairs(sides, sizes))

    def _release(self, name: str, other: Any, outcomes: int) -> tuple[list[JointLaw], OneSide]:
        """Return the law of a further release: one, or one for each outcome so far."""
        if isinstance(other, JointLaw):
            other.alone("compose")
            self._same_secret(name, other)
            return [other], other.names.outcomes
        if not is_deep(other):
            return [self._kernel(name, other, self.shape[0], "secrets")], labels(other)[1]
        slabs = other.tolist() if is_array(other) else list(other)
        if len(slabs) != self.shape[0] or any(len(slab) != outcomes for slab in slabs):
            raise ChannelError(
                f"{name} has to have shape (|X|, |Y|, |Z|), with |X| = {self.shape[0]} secrets and "
                f"|Y| = {outcomes} outcomes so far."
            )
        columns = [[slab[y] for slab in slabs] for y in range(outcomes)]
        laws: list[JointLaw] = [self._kernel(name, rows, len(rows), "secrets") for rows in columns]
        if len({law.shape for law in laws}) != 1 or len({law.numbers.kind for law in laws}) != 1:
            raise ChannelError(f"{name} has to hold rows of one length, all exact or all floats.")
        return laws, None

    def _same_secret(self, name: str, other: JointLaw) -> None:
        kind, (_, mine), (_, theirs) = kinds.together(self.numbers, other.numbers)
        near = kinds.near if kind == FLOAT else same_number
        if len(mine) != len(theirs) or not all(map(near, mine, theirs)):
            raise ChannelError(
                f"{name} has another prior, but both releases have to be about the same secret: "
                "for two independent secrets use product."
            )
        names = other.names.secrets
        if names and self._secrets and names != self._secrets:
            raise ChannelError(
                f"{name} has the secrets {list(names)}, but this channel {list(self._secrets)}."
            )

    def twice(self) -> Self:
        """Use the channel twice on the same secret, independently given the secret.

        Examples
        --------
        >>> from pmlsym import Channel
        >>> Channel([[0.75, 0.25], [0.25, 0.75]], [0.5, 0.5]).twice().kernel[0]
        array([0.5625, 0.1875, 0.1875, 0.0625])
        """
        return self.compose(self)

    def given(self, side: TableLike, outcome: int) -> Self:
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
        >>> from pmlsym import Channel
        >>> ch = Channel([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]], [0.25, 0.25, 0.5])
        >>> ch.given([[1, 0], [1, 0], [0, 1]], 0).prior
        array([0.5, 0.5])
        """
        self.alone("given")
        known = self._kernel("side", side, self.shape[0], "secrets", self.numbers.masses())
        if not 0 <= outcome < known.shape[1]:
            raise ChannelError(
                f"outcome is {brief(outcome)}, but the side information has values 0 to "
                f"{known.shape[1] - 1}."
            )
        if outcome in known.null_outcomes:
            raise ChannelError(f"outcome is {outcome}, but it has probability zero.")
        after = known.numbers.turned()[1][outcome]
        left = [x for x, mass in enumerate(after) if mass != 0]
        rows = kinds.together(self.numbers, known.numbers)[1][0]
        return type(self)(
            [rows[x] for x in left],
            [after[x] for x in left],
            None if self._secrets is None else [self._secrets[x] for x in left],
            self._outcomes,
        )

    # --- internals --------------------------------------------------------------------------------

    @property
    def _secrets(self) -> OneSide:
        return self.names.secrets

    @property
    def _outcomes(self) -> OneSide:
        return self.names.outcomes

    def _kernel(self, name: str, kernel: Any, rows: int, what: str, prior: Any = None) -> Self:
        """Return a second kernel as a channel, with the given prior or else the uniform one."""
        table = fitting_table(name, kernel, rows, what)
        return type(self)(table, [Fraction(1, rows)] * rows if prior is None else prior)
