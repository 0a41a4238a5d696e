"""Models: exact, concrete instances of statements about finite mechanisms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from pmlsym.errors import ChannelError, InputError, ParameterError
from pmlsym.exact import as_fraction, read_number
from pmlsym.given import brief
from pmlsym.proof.evaluation.balls import NoValue, Point
from pmlsym.proof.kernel.terms import NotProved, free, laws
from pmlsym.proof.kernel.validation import validate_term
from pmlsym.proof.reading import read as read_sympy
from pmlsym.statements.arithmetic import from_kernel
from pmlsym.statements.evaluation import constant
from pmlsym.statements.law import Law
from pmlsym.statements.text.parse import parse_term
from pmlsym.statements.values import (
    EXACT,
    Closed,
    Infinite,
    LogOf,
    Undefined,
    Unseparated,
    Value,
    exact_text,
)

if TYPE_CHECKING:
    from pmlsym.channel import Channel

# Accepted for an exact number: a Fraction, an int, text such as "log(3/2)", or a sympy number.
Exact: TypeAlias = Any


@dataclass(frozen=True)
class Model:
    """A joint law of X, Y and perhaps Z, and a number for every parameter.

    Use `of`, `from_channel` or `from_joint`.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> model = Model.from_channel([[half, half], [0, 1]], [half, half], e="log(3/2)")
    >>> print(model)
    prior (1/2, 1/2), kernel (1/2, 1/2; 0, 1), e = log(3/2)
    """

    law: Law
    parameters: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not isinstance(self.law, Law):
            raise ChannelError(f"The law of a model is of type {type(self.law).__name__}.")
        parameters = dict(self.parameters)
        for name, value in parameters.items():
            if type(value) not in EXACT or isinstance(value, Infinite):
                raise ParameterError(
                    f"{name} is {value}, but has to be an exact real number: use Model.of, "
                    "Model.from_channel or Model.from_joint."
                )
        object.__setattr__(self, "parameters", MappingProxyType(parameters))

    def __reduce__(self) -> tuple[type[Model], tuple[Law, dict[str, Value]]]:
        return Model, (self.law, dict(self.parameters))

    @classmethod
    def of(cls, channel: Channel, /, **parameters: Exact) -> Model:
        """Return the model of an exact channel.

        Raises
        ------
        ChannelError
            If an entry is a float, a symbol or irrational.
        ParameterError
            If a parameter is no exact number.

        Examples
        --------
        >>> from pmlsym import Channel
        >>> print(Model.of(Channel([[1, 0], [0, 1]], [Fraction(1, 3), Fraction(2, 3)]), a=0))
        prior (1/3, 2/3), kernel (1, 0; 0, 1), a = 0
        """
        if not channel.is_exact:
            raise ChannelError(
                "The channel is one of floats, but a statement is read exactly: give fractions."
            )
        return cls.from_channel(channel.kernel.tolist(), channel.prior.tolist(), **parameters)

    @classmethod
    def from_channel(
        cls, kernel: Sequence[Sequence[Exact]], prior: Sequence[Exact], /, **parameters: Exact
    ) -> Model:
        """Return the model of a kernel, one row a secret, and a prior.

        Raises
        ------
        ChannelError
            If a row or the prior is no exact probability distribution.
        ParameterError
            If a parameter is no exact number.

        Examples
        --------
        >>> Model.from_channel([[1], [1]], ["1/3", "2/3"]).law.weights
        (1, 2)
        """
        masses = _row("the prior", prior)
        rows = [_row(f"row {x} of the kernel", row) for x, row in enumerate(kernel)]
        if len(rows) != len(masses):
            raise ChannelError(
                f"The prior has {len(masses)} entries, but the kernel has {len(rows)} rows."
            )
        if len({len(row) for row in rows}) != 1:
            raise ChannelError("The rows of the kernel differ in length.")
        for name, row in (("the prior", masses), *((f"row {x}", r) for x, r in enumerate(rows))):
            if sum(row) != 1:
                raise ChannelError(f"{name} sums to {sum(row)}, which is not 1.")
        joint = [p * entry for p, row in zip(masses, rows, strict=True) for entry in row]
        law = Law.of_fractions((len(rows), len(rows[0])), joint)
        return cls(law, exact_parameters(parameters))

    @classmethod
    def from_joint(cls, joint: Sequence[Any], /, **parameters: Exact) -> Model:
        """Return the model of the probabilities of all (x, y), or all (x, y, z), as nested lists.

        Raises
        ------
        ChannelError
            If these are no exact probabilities.
        ParameterError
            If a parameter is no exact number.

        Examples
        --------
        >>> Model.from_joint([[["1/2"], [0]], [["1/4"], ["1/4"]]]).law.shape
        (2, 2, 1)
        """
        rows = [list(row) for row in joint]
        deep = bool(rows) and bool(rows[0]) and _is_list(rows[0][0])
        lines = [list(line) for row in rows for line in row] if deep else rows
        widths = {len(line) for line in lines}
        if len({len(row) for row in rows}) != 1 or len(widths) != 1:
            raise ChannelError("The joint law has to be a table of two or three dimensions.")
        masses = [mass for line in lines for mass in _row("the joint law", line)]
        shape = (len(rows), len(rows[0]), widths.pop()) if deep else (len(rows), len(rows[0]))
        return cls(Law.of_fractions(shape, masses), exact_parameters(parameters))

    @property
    def prior(self) -> tuple[Fraction, ...]:
        """The distribution of X."""
        return self.law.prior

    @property
    def kernel(self) -> tuple[tuple[Fraction, ...], ...]:
        """The distribution of Y for every x."""
        joint, prior = self.law.marginal(("X", "Y")), self.law.marginal(("X",))
        secrets, outcomes = self.law.shape[:2]
        return tuple(
            tuple(Fraction(joint.get((x, y), 0), prior[x,]) for y in range(outcomes))
            for x in range(secrets)
        )

    @property
    def joint(self) -> tuple[Any, ...]:
        """The probabilities of all (x, y) or (x, y, z), as nested tuples."""
        masses: list[Any] = [Fraction(weight, self.law.total) for weight in self.law.weights]
        for size in reversed(self.law.shape[1:]):
            masses = [tuple(masses[i : i + size]) for i in range(0, len(masses), size)]
        return tuple(masses)

    def as_dict(self) -> dict[str, object]:
        """Return prior, kernel (or joint law) and parameters as exact text, for JSON.

        Examples
        --------
        >>> Model.from_channel([["1/2", "1/2"], [0, 1]], ["1/3", "2/3"], e=1).as_dict()["kernel"]
        [['1/2', '1/2'], ['0', '1']]
        """
        found: dict[str, object] = {"prior": [str(mass) for mass in self.prior]}
        if len(self.law.shape) == 2:
            found["kernel"] = [[str(chance) for chance in row] for row in self.kernel]
        else:
            found["joint"] = _texts(self.joint)
        found["parameters"] = {name: exact_text(value) for name, value in self.parameters.items()}
        return found

    def __str__(self) -> str:
        return self._text("kernel", "joint law ")

    def described(self) -> str:
        """Return the model as a line for a reader, which says what stands in a row.

        Examples
        --------
        >>> print(Model.from_channel([["1/2", "1/2"], [0, 1]], ["1/3", "2/3"]).described())
        prior (1/3, 2/3), kernel with rows x and columns y (1/2, 1/2; 0, 1)
        """
        _, rows, *columns = self.law.variables
        named = f"with rows {rows.lower()} and columns {', '.join(columns).lower()}"
        return self._text("kernel with rows x and columns y", f"joint law {named}: ")

    def _text(self, kernel: str, joint: str) -> str:
        if len(self.law.shape) == 2:
            parts = [f"prior {_line(self.prior)}", f"{kernel} ({_lines(self.kernel)})"]
        else:
            slices = (f"x={x}: ({_lines(table)})" for x, table in enumerate(self.joint))
            parts = [f"{joint}{', '.join(slices)}"]
        parts += [f"{name} = {exact_text(value)}" for name, value in self.parameters.items()]
        return ", ".join(parts)


def _texts(masses: object) -> object:
    return [_texts(part) for part in masses] if isinstance(masses, tuple) else str(masses)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _line(masses: Sequence[Fraction]) -> str:
    return f"({', '.join(map(str, masses))})"


def _lines(table: Sequence[Sequence[Fraction]]) -> str:
    return "; ".join(", ".join(map(str, row)) for row in table)


def _row(name: str, row: Sequence[Exact]) -> list[Fraction]:
    if not _is_list(row) or not row:
        raise ChannelError(f"{name} has to be a list of exact probabilities.")
    found = []
    for entry in row:
        mass = _fraction(entry)
        if mass is None or mass < 0:
            raise ChannelError(
                f"{name} has the entry {brief(entry)}, but needs exact numbers from 0 to 1."
            )
        found.append(mass)
    return found


def _fraction(entry: Exact) -> Fraction | None:
    if not isinstance(entry, str):
        return None if isinstance(entry, bool) else as_fraction(entry)
    try:
        return read_number(entry)
    except ValueError:
        return None


def exact_parameters(parameters: Mapping[str, Exact]) -> dict[str, Value]:
    """Return parameters as exact values.

    Examples
    --------
    >>> import sympy
    >>> exact_parameters({"a": 1, "b": sympy.log(2)})
    {'a': Fraction(1, 1), 'b': LogOf(argument=Fraction(2, 1))}
    """
    return {name: _exact(name, value) for name, value in parameters.items()}


def _exact(name: str, value: Exact) -> Value:
    if type(value) is LogOf:
        return value
    if type(value) is Closed:
        return _checked(name, value)
    fraction = None if isinstance(value, str | bool) else as_fraction(value)
    if fraction is not None:
        return fraction
    try:
        if isinstance(value, str):
            found = constant(parse_term(value))
        elif getattr(value, "is_number", False) and value.is_finite and value.is_extended_real:
            found = from_kernel(read_sympy(value))
        else:
            found = Infinite.PLUS
    except (InputError, Undefined, Unseparated, NotProved) as error:
        raise ParameterError(
            f"{name} is {brief(value)}, which is no exact number: {error}"
        ) from None
    if isinstance(found, Infinite):
        raise ParameterError(
            f"{name} is {brief(value)}, but has to be an exact real number such as 1/2 or log(2)."
        )
    return found


def _checked(name: str, value: Closed) -> Value:
    """Return a closed term that the caller built, after checking that it has a real value."""
    try:
        validate_term(value.term)
        fine = not free(value.term) and not laws(value.term) and Point().has_value(value.term)
    except (NotProved, NoValue, RecursionError):
        fine = False
    if not fine:
        raise ParameterError(f"{name} is a term that is not seen to have a value.")
    return value
