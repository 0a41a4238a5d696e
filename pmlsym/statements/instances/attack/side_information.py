"""Joint laws of a secret, an outcome and side information, with a cost function."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from pmlsym.errors import ParameterError
from pmlsym.given import whole
from pmlsym.statements.instances.attack.adversary import line, lines, normalized, texts
from pmlsym.statements.instances.attack.attacks import draw_payoff
from pmlsym.statements.instances.rationals import Row, Table, table
from pmlsym.statements.instances.stochastic import distribution


@dataclass(frozen=True)
class Informed:
    """The joint law of X and (Y, Z), possible values of Y and Z, and a cost of X.

    Parameters
    ----------
    joint : P(x, y, z), a row for each secret, z changing fastest.
    sides : the number of values of Z.
    outcome, side : y and z, with P(y, z) > 0.
    payoff : the nonnegative cost of the choice w for the secret x; a row for each x.
    """

    joint: Table
    sides: int
    outcome: int
    side: int
    payoff: Table

    def __post_init__(self) -> None:
        joint = table("joint", self.joint)
        distribution("joint", [mass for row in joint for mass in row])
        sides, width = whole("sides", self.sides, 1), len(joint[0])
        if width % sides:
            raise ParameterError(
                f"sides is {sides}, but has to divide the {width} entries of a row of joint."
            )
        outcome = whole("outcome", self.outcome, 0, width // sides - 1)
        side = whole("side", self.side, 0, sides - 1)
        if not any(row[outcome * sides + side] for row in joint):
            raise ParameterError(f"outcome {outcome} is impossible together with side {side}.")
        payoff = table("payoff", self.payoff, len(joint), least=0)
        vars(self).update(joint=joint, sides=sides, outcome=outcome, side=side, payoff=payoff)

    @cached_property
    def prior(self) -> Row:
        """P(x|z), for the secrets that are possible given z."""
        return tuple(p for p, _ in self._given)

    @cached_property
    def posterior(self) -> Row:
        """P(x|y, z), for the same secrets as `prior`."""
        return tuple(p for _, p in self._given)

    @cached_property
    def cost(self) -> Table:
        """The costs, for the same secrets as `prior`."""
        known = [sum(row[self.side :: self.sides]) for row in self.joint]
        return tuple(row for row, mass in zip(self.payoff, known, strict=True) if mass)

    @cached_property
    def _given(self) -> list[tuple[Fraction, Fraction]]:
        with_z = [sum(row[self.side :: self.sides], Fraction(0)) for row in self.joint]
        with_both = [row[self.outcome * self.sides + self.side] for row in self.joint]
        total, both = sum(with_z), sum(with_both)
        pairs = zip(with_z, with_both, strict=True)
        return [(one / total, other / both) for one, other in pairs if one]

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "joint": [texts(row) for row in self.joint],
            "sides": self.sides,
            "outcome": self.outcome,
            "side": self.side,
            "payoff": [texts(row) for row in self.payoff],
        }

    def __str__(self) -> str:
        return (
            f"P(x; y, z) {lines(self.joint)} with {self.sides} values of z, y = {self.outcome}, "
            f"z = {self.side}, cost(x, w) {lines(self.payoff)}, so P(x|z) = {line(self.prior)} and "
            f"P(x|y, z) = {line(self.posterior)}"
        )


def draw_informed(number: int, random: Random) -> Informed:
    """Sample an instance, among them joint laws with zeros and constant side information."""
    secrets, outcomes = random.choice((2, 2, 3)), random.choice((1, 2, 3))
    sides = 1 if number % 7 == 0 else 2
    top = (1, 6)[number % 2]
    weights = [random.randint(0, top) for _ in range(secrets * outcomes * sides)]
    outcome, side = random.randrange(outcomes), random.randrange(sides)
    width = outcomes * sides
    weights[random.randrange(secrets) * width + outcome * sides + side] += 1
    law = normalized(weights)
    joint = tuple(law[x * width : (x + 1) * width] for x in range(secrets))
    return Informed(joint, sides, outcome, side, draw_payoff(number, random, secrets, 2))
