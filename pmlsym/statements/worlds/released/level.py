"""A mechanism on databases, and a level at which somebody claims that it is private."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.statements.arithmetic import exp, log
from pmlsym.statements.assertion import Worlds
from pmlsym.statements.values import Infinite, Value, extreme
from pmlsym.statements.worlds.rationals import fraction, of_class
from pmlsym.statements.worlds.released.databases import Curator, broken, curators

_MOST_PAIRS = 2  # neighbours that break the level; one is enough


@dataclass(frozen=True)
class AtLevel:
    """A mechanism on n records, and a level eps >= 0.

    Parameters
    ----------
    curator : the mechanism, with a product prior.
    ratio : e^eps.

    Raises
    ------
    InputError
        If the ratio is below 1, or it is no such world.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> bit = Curator(((half, half),), ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))))
    >>> AtLevel(bit, Fraction(2)).near_databases
    LogOf(argument=Fraction(10, 1))
    """

    curator: Curator
    ratio: Fraction

    def __post_init__(self) -> None:
        of_class("curator", self.curator, (Curator,))
        vars(self).update(ratio=fraction("ratio", self.ratio, least=1))

    @property
    def epsilon(self) -> Value:
        """The level."""
        return log(self.ratio)

    @property
    def near_databases(self) -> Value:
        """The leakage under priors close to one of the databases that break the level."""
        found: Value = Infinite.MINUS
        for x, near, y in broken(self.curator, self.epsilon)[:_MOST_PAIRS]:
            high, low = self.curator.table[x][y], self.curator.table[near][y]
            share = (high - self.ratio * low) / (2 * (high + 2 * self.ratio))
            found = extreme((found, self.curator.near(x, near, share).leakage), largest=True)
        return found

    def as_dict(self) -> dict[str, object]:
        """Return what it consists of as JSON can hold it."""
        return {**self.curator.as_dict(), "exp(eps)": str(self.ratio)}

    def __str__(self) -> str:
        return f"{self.curator}, e^eps = {self.ratio}"


def levels(tries: int = 200) -> Worlds[AtLevel]:
    """Return mechanisms on databases with levels, most below the smallest at which DP holds.

    Examples
    --------
    >>> levels().words
    'every mechanism on n records and every level eps >= 0'
    """
    drawn = curators()

    def draw(number: int, random: Random) -> AtLevel:
        curator = drawn.draw(number, random)
        if isinstance(curator.dp, Infinite):
            return AtLevel(curator, Fraction(random.choice((1, 2, 50))))
        most = exp(curator.dp)
        assert isinstance(most, Fraction)  # a ratio of probabilities
        share = random.choice((0, Fraction(1, 2), Fraction(9, 10), Fraction(99, 100), 1))
        return AtLevel(curator, 1 + share * (most - 1))

    words = "every mechanism on n records and every level eps >= 0"
    return Worlds(words, r"\forall P_{Y|X},\ \varepsilon\ge0", AtLevel, draw, tries)
