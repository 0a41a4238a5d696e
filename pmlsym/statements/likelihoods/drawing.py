"""Small outcomes under several priors, to try statements on: edge cases first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from pmlsym.statements.arithmetic import log
from pmlsym.statements.generator.kernels import EDGES, mixed, positive
from pmlsym.statements.likelihoods.outcome import OneOutcome
from pmlsym.statements.likelihoods.priors import Drawn
from pmlsym.statements.likelihoods.rows import Row
from pmlsym.statements.values import Value

_SIZES = (2, 2, 3, 3, 4)
_PARTS = (0, 1, 50, 99, 100)  # of a hundred: how much of the largest level a level is


def rows_of(number: int, random: Random) -> tuple[Row, ...]:
    """Return a small kernel.

    Examples
    --------
    >>> {sum(row) for row in rows_of(1, Random(0))}
    {Fraction(1, 1)}
    """
    early = number < 3 * len(EDGES)
    kind = EDGES[number % len(EDGES)] if early else random.choice((mixed, positive))
    rows = kind(random, [1] * random.choice(_SIZES))
    return tuple(tuple(Fraction(entry, sum(row)) for entry in row) for row in rows)


def column(number: int, random: Random) -> Row:
    """Return how likely each secret gives an outcome, which is possible.

    Examples
    --------
    >>> column(0, Random(3))
    (Fraction(9, 10), Fraction(1, 10))
    """
    rows = rows_of(number, random)
    y = random.choice([y for y in range(len(rows[0])) if any(row[y] for row in rows)])
    return tuple(row[y] for row in rows)


def weighed(size: int, random: Random, zeros: bool = False) -> Row:
    """Return a prior; with zeros it may rule secrets out.

    Examples
    --------
    >>> sum(weighed(3, Random(0)))
    Fraction(1, 1)
    """
    weights = [random.choice((1, 1, 2, 3, 7, 60)) for _ in range(size)]
    if zeros:
        kept = random.randrange(size)
        weights = [w * (x == kept or random.random() < 0.5) for x, w in enumerate(weights)]
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def draw(
    number: int, random: Random, priors: Sequence[Drawn], levels: Sequence[str], shares: set[str]
) -> OneOutcome:
    """Return a world: a share is from 0 to 1, a level up to the largest ratio of likelihoods."""
    likelihoods = column(number, random)
    rows: list[tuple[str, Row]] = []
    for place, prior in enumerate(priors):
        if prior.single:
            ends = (min(likelihoods), max(likelihoods), random.choice(likelihoods))
            sure = likelihoods.index(ends[number % 3])
            row = tuple(Fraction(x == sure) for x in range(len(likelihoods)))
        elif number % 5 == 2 and rows and place:
            row = rows[-1][1]
        else:
            row = weighed(len(likelihoods), random, zeros=(number + place) % 3 == 1)
        rows.append((prior.name, row))
    numbers = [(name, _number(name in shares, likelihoods, random)) for name in levels]
    return OneOutcome(likelihoods, tuple(rows), tuple(numbers))


def _number(is_share: bool, likelihoods: Row, random: Random) -> Value:
    if is_share:
        return Fraction(random.randint(0, 8), 8)
    low, part = min(likelihoods), Fraction(random.choice(_PARTS), 100)
    most = max(likelihoods) / low if low else Fraction(random.choice((2, 10, 1000)))
    return log(1 + (most - 1) * part)
