"""The two functions of Appendix A that spread a cost over k values, and their mixtures."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.given import whole
from pmlsym.statements.values import ONE, ZERO
from pmlsym.statements.worlds.attack.adversary import line, lines, mean, pushed, texts, wrong
from pmlsym.statements.worlds.attack.attacks import draw as draw_adversary
from pmlsym.statements.worlds.attack.attacks import draw_payoff
from pmlsym.statements.worlds.rationals import Row, Table, fraction, listed, numbers
from pmlsym.statements.worlds.stochastic import distribution


@dataclass(frozen=True)
class Mixture:
    """A law of the secret, two columns of a cost from 0 to 1, a share of the first, and k.

    Parameters
    ----------
    law : of the secret: before, or given an outcome.
    costs : c(x, w_S) and c(x, w_T).
    share : delta, from 0 to 1.
    parts : k, from 1.

    Raises
    ------
    InputError
        If it is no such world.
    """

    law: Row
    costs: tuple[Row, Row]
    share: Fraction
    parts: int

    def __post_init__(self) -> None:
        law = distribution("law", self.law)
        first, second = listed("costs", self.costs, 2)
        vars(self).update(
            law=law,
            costs=(
                numbers("costs[0]", first, len(law), least=0, most=1),
                numbers("costs[1]", second, len(law), least=0, most=1),
            ),
            share=fraction("share", self.share, least=0, most=1),
            parts=whole("parts", self.parts, 1),
        )

    @property
    def function(self) -> Table:
        """P(u|x) of U_delta: k values with the mixed cost over k each, one with the rest."""
        return tuple(
            (*[c / self.parts] * self.parts, 1 - c)
            for a, b in zip(*self.costs, strict=True)
            for c in (self.share * a + (1 - self.share) * b,)
        )

    @property
    def error(self) -> Fraction:
        """The least probability of a wrong guess of U_delta."""
        return wrong(pushed(self.law, self.function))

    @property
    def mixed(self) -> Fraction:
        """The mean of the mixed cost."""
        first, second = (mean(self.law, cost) for cost in self.costs)
        return self.share * first + (1 - self.share) * second

    def as_dict(self) -> dict[str, object]:
        """Return what it consists of as JSON can hold it."""
        return {
            "law": texts(self.law),
            "costs": [texts(cost) for cost in self.costs],
            "delta": str(self.share),
            "k": self.parts,
        }

    def __str__(self) -> str:
        return (
            f"law {line(self.law)}, costs {lines(self.costs)}, delta = {self.share}, "
            f"k = {self.parts}"
        )


def draw_mixture(number: int, random: Random) -> Mixture:
    """Return the world of a number: costs of 0, of 1, and such that k values are just enough."""
    attack = draw_adversary(number, random)
    law = random.choice((attack.prior, attack.posterior))
    share = random.choice((ZERO, ONE, Fraction(1, 2), Fraction(1, 3)))
    parts = random.choice((1, 1, 2, 3, 7))
    if number % 4 == 0:
        level = (ZERO, ONE, Fraction(parts, parts + 1))[number // 4 % 3]
        return Mixture(law, (tuple(level for _ in law),) * 2, share, parts)
    table = draw_payoff(number, random, len(law), 2)
    top = max(map(max, table)) or ONE
    first, second = (
        tuple(row[random.randrange(len(row))] / top for row in table) for _ in range(2)
    )
    return Mixture(law, (first, second), share, parts)
