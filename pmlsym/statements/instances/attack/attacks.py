"""Sampling of adversaries for tests, and two kinds of instances built on them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from pmlsym.given import whole
from pmlsym.statements.generator import kernels
from pmlsym.statements.instances.attack.adversary import (
    Adversary,
    indicator,
    line,
    lines,
    mean,
    normalized,
    one_secret,
    pushed,
    shared,
    split,
    texts,
    wrong,
)
from pmlsym.statements.instances.rationals import Row, Table, fraction, listed, numbers, of_class
from pmlsym.statements.instances.stochastic import distribution
from pmlsym.statements.values import ONE, ZERO, Infinite, Value

_PRIORS = ((1, 1), (1, 2), (3, 1), (1, 9), (1, 1, 1), (1, 2, 3), (1, 1, 6), (2, 2, 3, 3))


def draw(number: int, random: Random) -> Adversary:
    """Sample an adversary: edge cases first, then small random ones.

    Examples
    --------
    >>> draw(0, Random(0)).prior == (Fraction(1, 2), Fraction(1, 2))
    True
    """
    weights: tuple[int, ...] = _PRIORS[number % len(_PRIORS)]
    if number >= 40:
        weights = tuple(random.randint(1, 9) for _ in range(random.choice((2, 2, 3, 3, 4))))
    makers = kernels.EDGES if number < 40 else kernels.COMMON
    rows = makers[number % len(makers)](random, weights)
    prior = normalized(weights)
    kernel = tuple(normalized(row) for row in rows)
    possible = [y for y in range(len(kernel[0])) if any(row[y] for row in kernel)]
    function = draw_function(number // 3, random, prior)
    choices = random.choice((1, 2, 2, 3))
    payoff = draw_payoff(number // 2, random, len(function[0]), choices)
    guess = normalized(kernels.row(random, len(payoff[0]), 6))
    return Adversary(prior, kernel, random.choice(possible), function, payoff, guess)


def draw_function(number: int, random: Random, prior: Row) -> Table:
    """Sample a randomized function of a secret: the identity, one that splits it, or any."""
    size, kind = len(prior), number % 6
    if kind == 0:
        return tuple(tuple(Fraction(x == u) for u in range(size)) for x in range(size))
    secret = random.randrange(size)
    if kind == 1:
        return split(size, secret, random.choice((1, 2, 3)))
    if kind == 2:
        return shared(size, secret, random.choice((1, 2, 3)))
    width = random.choice((1, 2, 2, 3, 4))
    return tuple(normalized(kernels.row(random, width, 6)) for _ in prior)


def draw_payoff(number: int, random: Random, size: int, choices: int) -> Table:
    """Sample costs or gains: of one value, of wrong or right guesses, none, or any."""
    kind = number % 7
    if kind == 0:
        return indicator(size, random.randrange(size))
    if kind == 1:
        return tuple(tuple(Fraction(u != w) for w in range(size)) for u in range(size))
    if kind == 2:
        return tuple(tuple(Fraction(u == w) for w in range(size)) for u in range(size))
    top = (0, 1, 5)[number % 3]
    return tuple(
        tuple(Fraction(random.randint(0, top), 4) for _ in range(choices)) for _ in range(size)
    )


# --- ratios close to a supremum -------------------------------------------------------------------


@dataclass(frozen=True)
class Approach:
    """A channel, an outcome, and a distance delta > 0 from a supremum of ratios.

    Parameters
    ----------
    attack : the channel and the outcome.
    delta : the distance; for an infinite supremum, a ratio has to exceed 1/delta.
    """

    attack: Adversary
    delta: Fraction

    def __post_init__(self) -> None:
        of_class("attack", self.attack, (Adversary,))
        vars(self).update(delta=fraction("delta", self.delta, above=0))

    @cached_property
    def secret(self) -> int:
        """The secret with the smallest lift at the outcome."""
        return one_secret(self.attack.prior, self.attack.posterior, rarer=True)

    @cached_property
    def parts(self) -> int:
        """A number k of values to split that secret into, with (k + 1)/2 > 1/(delta p v^2)."""
        before = self.attack.prior[self.secret]
        after = self.attack.posterior[self.secret]
        least = 1 / (self.delta * before) if not after else before / (self.delta * after**2)
        return 2 * (int(least) + 1)

    def groups(self, law: tuple[Fraction, ...]) -> list[tuple[Fraction, int]]:
        """Return the law of the function that splits the secret, as groups of equal values."""
        mass = law[self.secret]
        return [(mass / self.parts, self.parts), (1 - mass, 1)]

    def near(self, ratio: Value) -> Value:
        """Return the bound to exceed for a supremum: the supremum less delta, or 1/delta."""
        if isinstance(ratio, Infinite):
            return 1 / self.delta
        assert isinstance(ratio, Fraction)
        return ratio - self.delta

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {**self.attack.as_dict(), "delta": str(self.delta)}

    def __str__(self) -> str:
        return f"{self.attack}, delta = {self.delta}"


def draw_approach(number: int, random: Random) -> Approach:
    """Sample an adversary with a distance."""
    delta = random.choice((Fraction(2), Fraction(1), Fraction(1, 3), Fraction(1, 50)))
    return Approach(draw(number, random), delta)


# --- mixtures of two functions that spread a cost over k values: `pmc`, Appendix A ----------------


@dataclass(frozen=True)
class MixedAttack:
    """A law of the secret, two columns of a cost from 0 to 1, a share of the first, and k.

    Parameters
    ----------
    law : the law of the secret, prior or posterior.
    costs : c(x, w_S) and c(x, w_T).
    share : delta, the weight of the first column, from 0 to 1.
    parts : the number k of values, from 1.
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
        """P(u|x) of U_delta: the mixed cost divided equally over k values, the rest on one more."""
        return tuple(
            (*[c / self.parts] * self.parts, 1 - c)
            for a, b in zip(*self.costs, strict=True)
            for c in (self.share * a + (1 - self.share) * b,)
        )

    @property
    def error(self) -> Fraction:
        """The least probability of guessing U_delta wrongly."""
        return wrong(pushed(self.law, self.function))

    @property
    def mixed(self) -> Fraction:
        """The mean of the mixed cost."""
        first, second = (mean(self.law, cost) for cost in self.costs)
        return self.share * first + (1 - self.share) * second

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
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


def draw_mixture(number: int, random: Random) -> MixedAttack:
    """Sample a mixture; some costs are 0, 1, or the largest for which k values suffice."""
    attack = draw(number, random)
    law = random.choice((attack.prior, attack.posterior))
    share = random.choice((ZERO, ONE, Fraction(1, 2), Fraction(1, 3)))
    parts = random.choice((1, 1, 2, 3, 7))
    if number % 4 == 0:
        level = (ZERO, ONE, Fraction(parts, parts + 1))[number // 4 % 3]
        return MixedAttack(law, (tuple(level for _ in law),) * 2, share, parts)
    table = draw_payoff(number, random, len(law), 2)
    top = max(map(max, table)) or ONE
    first, second = (
        tuple(row[random.randrange(len(row))] / top for row in table) for _ in range(2)
    )
    return MixedAttack(law, (first, second), share, parts)
