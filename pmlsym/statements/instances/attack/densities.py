"""Densities of a secret and of an outcome with respect to arbitrary measures."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.statements.instances.attack.adversary import Adversary, line, lines, log_ratio, texts
from pmlsym.statements.instances.attack.attacks import draw
from pmlsym.statements.instances.rationals import Row, of_class, positive
from pmlsym.statements.values import Value, extreme


@dataclass(frozen=True)
class Densities:
    """A channel with an outcome, and reference measures on the secrets and on the outcomes.

    Parameters
    ----------
    attack : the channel and the outcome.
    secrets, outcomes : the positive masses of the reference measures mu and nu.
    """

    attack: Adversary
    secrets: Row
    outcomes: Row

    def __post_init__(self) -> None:
        channel = of_class("attack", self.attack, (Adversary,)).kernel
        vars(self).update(
            secrets=positive("secrets", self.secrets, len(channel)),
            outcomes=positive("outcomes", self.outcomes, len(channel[0])),
        )

    @property
    def prior_density(self) -> Row:
        """f_X, with respect to mu."""
        return tuple(p / m for p, m in zip(self.attack.prior, self.secrets, strict=True))

    @property
    def posterior_density(self) -> Row:
        """f_X|Y at the outcome, with respect to mu."""
        return tuple(p / m for p, m in zip(self.attack.posterior, self.secrets, strict=True))

    @property
    def outcome_density(self) -> Fraction:
        """f_Y at the outcome, with respect to nu."""
        return self.attack.marginal[self.attack.outcome] / self.outcomes[self.attack.outcome]

    @property
    def likelihood_density(self) -> Row:
        """f_Y|X at the outcome, with respect to nu."""
        y = self.attack.outcome
        return tuple(row[y] / self.outcomes[y] for row in self.attack.kernel)

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        measures = {"mu": texts(self.secrets), "nu": texts(self.outcomes)}
        return {**self.attack.as_dict(), **measures}

    def __str__(self) -> str:
        attack = self.attack
        return (
            f"prior {line(attack.prior)}, kernel {lines(attack.kernel)}, y = {attack.outcome}, "
            f"mu = {line(self.secrets)}, nu = {line(self.outcomes)}"
        )


def largest(over: Row, under: Row) -> Value:
    """Return the largest log of a quotient of densities where the numerator is positive."""
    pairs = zip(over, under, strict=True)
    return extreme([log_ratio(a, b) for a, b in pairs if a], largest=True)


def draw_densities(number: int, random: Random) -> Densities:
    """Sample a channel with reference measures; every third has counting measures."""
    attack = draw(number, random)
    tops = (1, 1) if number % 3 == 0 else (7, 5)

    def weights(size: int) -> Row:
        return tuple(
            Fraction(random.randint(1, tops[0]), random.randint(1, tops[1])) for _ in range(size)
        )

    return Densities(attack, weights(len(attack.prior)), weights(len(attack.kernel[0])))
