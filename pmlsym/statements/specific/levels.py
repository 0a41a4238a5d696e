"""Instances of statements about closed-form mechanisms: a prior, and levels by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.errors import ParameterError
from pmlsym.given import brief
from pmlsym.statements.arithmetic import log
from pmlsym.statements.instances.rationals import fraction, named
from pmlsym.statements.instances.stochastic import distribution
from pmlsym.statements.text.vocabulary import StatementError, name_complaint
from pmlsym.statements.values import Value, exact_text

Masses = tuple[Fraction, ...]


@dataclass(frozen=True)
class Levels:
    """A prior, and levels by name; a level e is kept as the rational number exp(e).

    Parameters
    ----------
    prior : the probabilities of the secrets, all positive.
    levels : names, each with the positive exponential of its level.
    numbers : names of further parameters, such as a probability, each with its rational value.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> print(Levels((half, half), (("u", Fraction(3, 2)),)))
    prior (1/2, 1/2), u = log(3/2)
    """

    prior: Masses
    levels: tuple[tuple[str, Fraction], ...]
    numbers: tuple[tuple[str, Fraction], ...] = ()

    def __post_init__(self) -> None:
        prior = distribution("prior", self.prior, full=True)
        pairs, numbers = named("levels", self.levels), named("numbers", self.numbers)
        for name, _ in (*pairs, *numbers):
            complaint = name_complaint(name)
            if complaint:
                raise ParameterError(f"levels has a name that no parameter has: {complaint}")
        levels = tuple([(name, fraction(name, level, above=0)) for name, level in pairs])
        plain = tuple([(name, fraction(name, number)) for name, number in numbers])
        if twice := dict(levels).keys() & dict(plain):
            raise ParameterError(f"{min(twice)} has a value in levels and one in numbers.")
        vars(self).update(prior=prior, levels=levels, numbers=plain)

    def __getitem__(self, name: str) -> Fraction:
        """Return the exponential of the level with this name."""
        return dict(self.levels)[name]

    @property
    def least(self) -> Fraction:
        """The smallest prior probability."""
        return min(self.prior)

    @property
    def most(self) -> Fraction:
        """The largest prior probability."""
        return max(self.prior)

    @property
    def parameters(self) -> dict[str, Value]:
        """The values of all parameters by name; levels are logarithms."""
        return {name: log(level) for name, level in self.levels} | dict(self.numbers)

    def as_dict(self) -> dict[str, object]:
        """Return prior and levels as exact text, for JSON."""
        numbers = {name: exact_text(level) for name, level in self.parameters.items()}
        return {"prior": [str(mass) for mass in self.prior], "parameters": numbers}

    def __str__(self) -> str:
        numbers = [f"{name} = {exact_text(level)}" for name, level in self.parameters.items()]
        return ", ".join([f"prior {_line(self.prior)}", *numbers])


def _line(prior: Masses) -> str:
    return f"({', '.join(map(str, prior))})"


def any_levels(*names: str) -> Callable[[int, Random], Levels]:
    """Return a function that samples small priors and levels >= 0, edge cases first.

    Examples
    --------
    >>> print(any_levels("e")(0, Random(0)))
    prior (1/2, 1/2), e = 0
    """
    for name in names:
        complaint = name_complaint(name) if type(name) is str else f"{brief(name)} is no name."
        if complaint:
            raise StatementError(complaint)

    def draw(number: int, random: Random) -> Levels:
        weights = [random.choice((1, 1, 2, 3, 7)) for _ in range(2 + number % 3)]
        if number < 3:
            weights = [1] * len(weights)
        masses = tuple(Fraction(weight, sum(weights)) for weight in weights)
        some = (Fraction(1), Fraction(random.randint(8, 40), 8))
        return Levels(masses, tuple((name, some[number % 4 > 0]) for name in names))

    return draw
