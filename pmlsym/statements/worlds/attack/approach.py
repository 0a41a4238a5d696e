"""A channel with an outcome, and how near to a supremum somebody wants to come."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from pmlsym.statements.values import Infinite, Value
from pmlsym.statements.worlds.attack.adversary import Adversary, one_secret
from pmlsym.statements.worlds.attack.attacks import draw
from pmlsym.statements.worlds.rationals import fraction, of_class


@dataclass(frozen=True)
class Approach:
    """A channel, an outcome, and a distance delta > 0 from a supremum of ratios.

    Parameters
    ----------
    attack : the channel and the outcome.
    delta : the distance; where the supremum is infinite, 1/delta has to be exceeded.

    Raises
    ------
    InputError
        If it is no such world.
    """

    attack: Adversary
    delta: Fraction

    def __post_init__(self) -> None:
        of_class("attack", self.attack, (Adversary,))
        vars(self).update(delta=fraction("delta", self.delta, above=0))

    @cached_property
    def secret(self) -> int:
        """The secret that the outcome makes rarer by the largest factor."""
        return one_secret(self.attack.prior, self.attack.posterior, rarer=True)

    @cached_property
    def parts(self) -> int:
        """Into how many pieces that secret is broken: k with (k + 1)/2 > 1/(delta p v^2)."""
        before = self.attack.prior[self.secret]
        after = self.attack.posterior[self.secret]
        least = 1 / (self.delta * before) if not after else before / (self.delta * after**2)
        return 2 * (int(least) + 1)

    def groups(self, law: tuple[Fraction, ...]) -> list[tuple[Fraction, int]]:
        """Return the law of the function that splits the secret, in groups."""
        mass = law[self.secret]
        return [(mass / self.parts, self.parts), (1 - mass, 1)]

    def near(self, ratio: Value) -> Value:
        """Return what a ratio has to exceed."""
        if isinstance(ratio, Infinite):
            return 1 / self.delta
        assert isinstance(ratio, Fraction)
        return ratio - self.delta

    def as_dict(self) -> dict[str, object]:
        """Return what it consists of as JSON can hold it."""
        return {**self.attack.as_dict(), "delta": str(self.delta)}

    def __str__(self) -> str:
        return f"{self.attack}, delta = {self.delta}"


def draw_approach(number: int, random: Random) -> Approach:
    """Return the world of a number."""
    delta = random.choice((Fraction(2), Fraction(1), Fraction(1, 3), Fraction(1, 50)))
    return Approach(draw(number, random), delta)
