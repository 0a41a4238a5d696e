"""Sampling of small kernels, as lists of rows of integers with the same sum."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

Rows: TypeAlias = list[list[int]]

_DAMPED = ((1, 1), (1, 1), (1, 2), (1, 4), (1, 12), (1, 60))  # the weight of the kernel
_SUMS = (2, 3, 4, 6, 8, 12, 20)


def row(random: Random, width: int, total: int, positive: bool = False) -> list[int]:
    """Sample integers >= 0 (or >= 1) with a given sum.

    Examples
    --------
    >>> sum(row(Random(0), 3, 12))
    12
    """
    spare = total - width if positive else total
    cuts = sorted([int(random.random() * (spare + 1)) for _ in range(width - 1)])
    least = 1 if positive else 0
    return [high - low + least for low, high in zip([0, *cuts], [*cuts, spare], strict=True)]


def identity(random: Random, weights: Sequence[int]) -> Rows:
    """Reveal the secret."""
    return [[int(x == y) for y in range(len(weights))] for x in range(len(weights))]


def constant(random: Random, weights: Sequence[int]) -> Rows:
    """Give the same distribution for every secret."""
    line = row(random, random.choice((1, 1, 2, 3)), 6)
    return [line] * len(weights)


def response(random: Random, weights: Sequence[int]) -> Rows:
    """Respond at random: the secret itself is likelier than each other one."""
    bonus = random.choice((1, 1, 2, 3, 8))
    size = len(weights)
    return [[1 + bonus * (x == y) for y in range(size)] for x in range(size)]


def one_apart(random: Random, weights: Sequence[int]) -> Rows:
    """Distinguish one secret from the others, often the rarest or the likeliest."""
    size = len(weights)
    which = random.choice(
        (weights.index(min(weights)), weights.index(max(weights)), int(random.random() * size))
    )
    total, width = random.choice(_SUMS), random.choice((2, 2, 3))
    one, others = row(random, width, total), row(random, width, total)
    return [one if x == which else others for x in range(size)]


def extremal(random: Random, weights: Sequence[int]) -> Rows:
    """Make one secret rarer at each outcome, and all other lifts equal, so all attain PML."""
    total, least = sum(weights), min(weights)
    if least == total:
        return [[1]]
    of, part = random.choice(((4, 1), (2, 1), (4, 3), (1, 1)))
    scale = of * (total - least)
    lift = scale + part * least
    return [
        [
            scale * total - (total - mine) * lift if x == y else here * lift
            for y, here in enumerate(weights)
        ]
        for x, mine in enumerate(weights)
    ]


def function(random: Random, weights: Sequence[int]) -> Rows:
    """Release a function of the secret."""
    width = random.choice((2, 2, 3))
    chosen = [int(random.random() * width) for _ in weights]
    return [[int(y == value) for y in range(width)] for value in chosen]


def mixed(random: Random, weights: Sequence[int]) -> Rows:
    """Sample any kernel, perhaps with zeros."""
    total, width = random.choice(_SUMS), random.choice((2, 2, 2, 3, 3, 4))
    return [row(random, width, total) for _ in weights]


def positive(random: Random, weights: Sequence[int]) -> Rows:
    """Sample any kernel without zeros."""
    width = random.choice((2, 2, 2, 3, 3, 4))
    total = width + random.choice(_SUMS)
    return [row(random, width, total, positive=True) for _ in weights]


def one_zero(random: Random, weights: Sequence[int]) -> Rows:
    """Rule out one secret at one outcome."""
    rows = positive(random, weights)
    x = int(random.random() * len(rows))
    rows[x][1] += rows[x][0]
    rows[x][0] = 0
    return rows


def twins(random: Random, weights: Sequence[int]) -> Rows:
    """Use at most two different rows, and list each outcome twice."""
    total, width = random.choice(_SUMS), random.choice((2, 3))
    pair = [row(random, width, total), row(random, width, total)]
    return [[entry for entry in random.choice(pair) for _ in range(2)] for _ in weights]


EDGES: tuple[Callable[[Random, Sequence[int]], Rows], ...] = (
    response,
    one_apart,
    identity,
    constant,
    extremal,
    one_zero,
    function,
    twins,
    mixed,
    positive,
)
COMMON = (one_apart, extremal, response, mixed, positive, positive, one_zero, mixed)
NARROW = (one_apart, mixed, positive, one_zero, function)  # few outcomes for any number of secrets


def damped(random: Random, rows: Rows, times: int) -> Rows:
    """Mix a kernel with a constant one, whose weight grows with `times`.

    Examples
    --------
    >>> rows = damped(Random(1), [[1, 0], [0, 1]], 2)
    >>> sum(rows[0]) == sum(rows[1])
    True
    """
    kept, of = random.choice(_DAMPED) if not times else (1, 4**times)
    if of == 1:
        return rows
    total, width = sum(rows[0]), len(rows[0])
    noise = row(random, width, total, positive=True) if total >= width else [0] * width
    if total < width:
        rows, noise = [[entry * width for entry in line] for line in rows], [total] * width
    return [
        [kept * entry + (of - kept) * other for entry, other in zip(line, noise, strict=True)]
        for line in rows
    ]
