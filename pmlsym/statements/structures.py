"""Structures of statements: what they assume about the variables and the prior."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from pmlsym.statements.text.vocabulary import VARIABLES, StatementError, check_part

MOST_SECRETS = 1_000  # the largest size that `|X| = n` and `|X| >= n` accept


@dataclass(frozen=True)
class Markov:
    """A Markov chain ``X - Y - Z``: the outer variables are independent given the middle one."""

    chain: tuple[str, str, str]

    def __post_init__(self) -> None:
        if sorted(self.chain) != list(VARIABLES):
            raise StatementError(
                f"The chain {' - '.join(self.chain)} has to name X, Y and Z, each once."
            )

    def __str__(self) -> str:
        return " - ".join(self.chain)


CHAIN = Markov(("X", "Y", "Z"))


@dataclass(frozen=True)
class Independent:
    """Jointly independent variables: ``X, Z independent``."""

    names: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.names) < 2 or len(set(self.names)) < len(self.names):
            raise StatementError("Independence needs two or three different variables.")
        if not all(name in VARIABLES for name in self.names):
            raise StatementError("Independence has to be of X, Y or Z.")
        object.__setattr__(self, "names", tuple(sorted(self.names)))

    def __str__(self) -> str:
        return f"{', '.join(self.names)} independent"


@dataclass(frozen=True)
class Alphabet:
    r"""The number of secrets: ``|X| = 3`` or ``|X| >= 3``."""

    sign: Literal["=", ">="]
    size: int

    def __post_init__(self) -> None:
        check_part("size", self.size, int, "a whole number")
        if self.sign not in ("=", ">="):
            raise StatementError(f"|X| {self.sign} is not supported: write |X| = 3 or |X| >= 3.")
        if not 1 <= self.size <= MOST_SECRETS:
            raise StatementError(f"|X| is {self.size}, but has to be from 1 to {MOST_SECRETS}.")

    def __str__(self) -> str:
        return f"|X| {self.sign} {self.size}"


@dataclass(frozen=True)
class Prior:
    """A prior with given masses, else the uniform one: ``prior (1/2, 1/2)``, ``prior uniform``."""

    masses: tuple[Fraction, ...] = field(default=())

    def __post_init__(self) -> None:
        check_part("masses", self.masses, tuple, "a tuple of Fractions")
        for mass in self.masses:
            check_part("mass", mass, Fraction, "a Fraction")
        if self.masses and min(self.masses) <= 0:
            raise StatementError(
                f"The prior has the entry {min(self.masses)}, but every secret needs a positive "
                "probability."
            )
        if self.masses and sum(self.masses) != 1:
            raise StatementError(f"The prior sums to {sum(self.masses)}, which is not 1.")

    def __str__(self) -> str:
        masses = ", ".join(map(str, self.masses))
        return f"prior ({masses})" if self.masses else "prior uniform"


Structure: TypeAlias = Markov | Independent | Alphabet | Prior
