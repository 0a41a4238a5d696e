"""Lift vectors with bounds, and their rescaling that moves the lower bound to zero."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.statements.instances.attack.adversary import line, mean, normalized, texts
from pmlsym.statements.instances.rationals import Row, fraction, numbers
from pmlsym.statements.instances.stochastic import distribution
from pmlsym.statements.instances.valued.designs import draw_prior
from pmlsym.statements.values import ONE


@dataclass(frozen=True)
class Rescaled:
    """A prior, any vector over the secrets, and bounds L < 1 <= U.

    Parameters
    ----------
    prior : P(x).
    vector : v(x), any rational numbers.
    low, high : L and U.
    """

    prior: Row
    vector: Row
    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        prior = distribution("prior", self.prior, full=True)
        vars(self).update(
            prior=prior,
            vector=numbers("vector", self.vector, len(prior)),
            low=fraction("low", self.low, below=1),
            high=fraction("high", self.high, least=1),
        )

    @property
    def rescaled(self) -> Row:
        """(v - L)/(1 - L)."""
        return tuple((v - self.low) / (1 - self.low) for v in self.vector)

    @property
    def bound(self) -> Fraction:
        """(U - L)/(1 - L)."""
        return (self.high - self.low) / (1 - self.low)

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        bounds = {"low": str(self.low), "high": str(self.high)}
        return {"prior": texts(self.prior), "vector": texts(self.vector), **bounds}

    def __str__(self) -> str:
        return f"prior {line(self.prior)}, v = {line(self.vector)}, [{self.low}, {self.high}]"


def draw_rescaled(number: int, random: Random) -> Rescaled:
    """Sample an instance: vectors at, between and beyond the bounds, of mean one or not."""
    prior = normalized(draw_prior(number, random))
    low = (Fraction(1, 2), Fraction(1, 5), Fraction(99, 100))[number % 3]
    high = random.choice((Fraction(3, 2), Fraction(2), ONE))
    ends = (low, high, ONE, ONE, low - Fraction(1, 7), high + Fraction(1, 7))
    vector = tuple(random.choice(ends[: random.choice((3, 4, 6))]) for _ in prior)
    if random.random() < 0.7:
        last = (1 - mean(prior[:-1], vector[:-1])) / prior[-1]
        vector = (*vector[:-1], last)
    return Rescaled(prior, vector, low, high)
