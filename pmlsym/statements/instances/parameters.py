"""Numbers by name, as instances of statements about formulas alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pmlsym.errors import ParameterError
from pmlsym.given import refused
from pmlsym.statements.instances.rationals import named
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.values import ZERO, Infinite, Value, exact_text, holds


@dataclass(frozen=True)
class Parameters:
    """Exact numbers, each with its name.

    Parameters
    ----------
    entries : names with values, in the order in which they are printed.

    Raises
    ------
    ParameterError
        If a name is no text or repeats, or a value is no exact, finite number.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from pmlsym.statements.values import LogOf
    >>> instance = Parameters.of(alpha=Fraction(1, 4), epsilon=LogOf(Fraction(2)))
    >>> print(instance)
    alpha = 1/4, epsilon = log(2)
    >>> instance["alpha"]
    Fraction(1, 4)
    """

    entries: tuple[tuple[str, Value], ...]

    def __post_init__(self) -> None:
        values = exact_parameters(dict(named("entries", self.entries)))
        vars(self).update(entries=tuple(values.items()))

    @classmethod
    def of(cls, **values: Value) -> Parameters:
        """Return the parameters with the given values."""
        return cls(tuple(values.items()))

    def __getitem__(self, name: str) -> Value:
        for known, value in self.entries:
            if known == name:
                return value
        names = ", ".join(known for known, _ in self.entries)
        raise ParameterError(f"There is no parameter {name!r}, but {names}.")

    @property
    def values(self) -> Mapping[str, Value]:
        """The numbers by their names."""
        return dict(self.entries)

    def __str__(self) -> str:
        return ", ".join(f"{name} = {exact_text(value)}" for name, value in self.entries)

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {name: exact_text(value) for name, value in self.entries}


@dataclass(frozen=True)
class ParameterRange:
    """The interval (low, high) or (low, high].

    Parameters
    ----------
    low, high : the ends, which may be infinite, with low < high.
    closed : whether the upper end belongs to the interval.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from pmlsym.statements.values import LogOf
    >>> floor = ParameterRange(ZERO, Fraction(1, 2), closed=True)
    >>> print(floor, ParameterRange())
    (0, 1/2] (-inf, inf)
    >>> floor.has(Fraction(1, 2)), floor.has(Fraction(0)), floor.has(LogOf(Fraction(2)))
    (True, False, False)
    """

    low: Value = Infinite.MINUS
    high: Value = Infinite.PLUS
    closed: bool = False

    def __post_init__(self) -> None:
        for name in ("low", "high"):
            end = getattr(self, name)
            if not isinstance(end, Infinite):
                vars(self).update(exact_parameters({name: end}))
        if type(self.closed) is not bool:
            raise refused("closed", self.closed, "True or False")
        if not holds(self.low, "<", self.high):
            raise ParameterError(
                f"low is {exact_text(self.low)}, but has to be below {exact_text(self.high)}."
            )

    def has(self, value: Value) -> bool:
        """Whether a number is in the interval; False if undecided."""
        return bool(
            holds(value, ">", self.low) and holds(value, "<=" if self.closed else "<", self.high)
        )

    def __str__(self) -> str:
        return f"({exact_text(self.low)}, {exact_text(self.high)}{']' if self.closed else ')'}"


POSITIVE = ParameterRange(ZERO)


def among(**ranges: ParameterRange) -> Callable[[Parameters], str]:
    """Return a function that says why parameters are outside given ranges; empty if inside.

    Examples
    --------
    >>> from fractions import Fraction
    >>> outside = among(alpha=ParameterRange(ZERO, Fraction(1, 2), closed=True))
    >>> outside(Parameters.of(alpha=Fraction(-1)))
    'alpha is -1, but has to be in (0, 1/2].'
    >>> outside(Parameters.of(epsilon=Fraction(1)))
    'There is no parameter alpha, but epsilon.'
    """

    def outside(instance: Parameters) -> str:
        values = instance.values
        for name, range_ in ranges.items():
            if name not in values:
                return f"There is no parameter {name}, but {', '.join(values) or 'none'}."
            if not range_.has(values[name]):
                return f"{name} is {exact_text(values[name])}, but has to be in {range_}."
        return ""

    return outside
