"""Numbers by name: worlds of statements about formulas, where nothing else matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pmlsym.errors import ParameterError
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.values import Value, written
from pmlsym.statements.worlds.rationals import named


@dataclass(frozen=True)
class Parameters:
    """Exact numbers, each with its name.

    Parameters
    ----------
    entries : names with values, in the order in which they are shown.

    Raises
    ------
    ParameterError
        If a name is no text or stands twice, or a value is no exact, finite number.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from pmlsym.statements.values import LogOf
    >>> world = Parameters.of(alpha=Fraction(1, 4), epsilon=LogOf(Fraction(2)))
    >>> print(world)
    alpha = 1/4, epsilon = log(2)
    >>> world["alpha"]
    Fraction(1, 4)
    """

    entries: tuple[tuple[str, Value], ...]

    def __post_init__(self) -> None:
        values = exact_parameters(dict(named("entries", self.entries)))
        vars(self).update(entries=tuple(values.items()))

    @classmethod
    def of(cls, **values: Value) -> Parameters:
        """Return numbers given by keyword."""
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
        return ", ".join(f"{name} = {written(value)}" for name, value in self.entries)

    def as_dict(self) -> dict[str, object]:
        """Return what it consists of as JSON can hold it."""
        return {name: written(value) for name, value in self.entries}
