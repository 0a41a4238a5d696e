"""Attacks to try statements on: edge cases first, then small random ones."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.statements.generator import kernels
from pmlsym.statements.worlds.attack.adversary import (
    Adversary,
    indicator,
    normalized,
    shared,
    split,
)
from pmlsym.statements.worlds.rationals import Row, Table

_PRIORS = ((1, 1), (1, 2), (3, 1), (1, 9), (1, 1, 1), (1, 2, 3), (1, 1, 6), (2, 2, 3, 3))


def draw(number: int, random: Random) -> Adversary:
    """Return the attack of a number: edge cases first, then small random ones.

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
    """Return a randomized function of a secret: the secret itself, a split one, or any."""
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
    """Return a table of costs or gains: of one value, of wrong guesses, nothing, or any."""
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
