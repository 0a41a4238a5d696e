"""Fresh random instances, small ones first, with the shapes on which answers go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

Row = list[Fraction]
Table = list[Row]

# numbers of secrets and outcomes, small ones first
_SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (4, 3), (3, 5), (5, 4)]
_KINDS = ("plain", "zeros", "null outcome", "uniform prior")
_ROUNDS = 2


def channels(seed: int | None = None, positive: bool = False) -> Iterator[tuple[Row, Table]]:
    """Yield exact priors and kernels, drawn afresh at every call unless `seed` is given.

    Every size comes with a kernel of positive entries under a prior that is not uniform, with
    zeros, with an outcome of probability zero and with a uniform prior.

    Examples
    --------
    >>> prior, kernel = next(channels(seed=1))
    >>> sum(prior), [sum(row) for row in kernel]
    (Fraction(1, 1), [Fraction(1, 1), Fraction(1, 1)])
    >>> len(list(channels())), len(list(channels(positive=True)))
    (56, 28)
    """
    random = Random(seed)
    for secrets, outcomes in _SHAPES:
        for _ in range(_ROUNDS):
            for kind in _KINDS:
                if positive and kind in ("zeros", "null outcome"):
                    continue
                prior = [Fraction(1, secrets)] * secrets
                if kind != "uniform prior":
                    prior = skewed(random, secrets)
                yield prior, _kernel(random, secrets, outcomes, kind)


def _kernel(random: Random, secrets: int, outcomes: int, kind: str) -> Table:
    while True:
        kernel = [distribution(random, outcomes) for _ in range(secrets)]
        if kind == "zeros":
            for row in random.sample(kernel, secrets - 1):
                place = random.randrange(outcomes)
                row[place - 1] += row[place]
                row[place] = Fraction(0)
        if kind == "null outcome":
            place = random.randrange(outcomes)
            for row in kernel:
                row[place - 1] += row[place]
                row[place] = Fraction(0)
        # wrong answers would pass on a constant channel
        if kind == "null outcome" or any(row != kernel[0] for row in kernel):
            return kernel


def distribution(random: Random, size: int) -> Row:
    """Return positive probabilities with a small common denominator.

    Examples
    --------
    >>> sum(distribution(Random(0), 3))
    Fraction(1, 1)
    """
    weights = [random.randint(1, 6) for _ in range(size)]
    return [Fraction(weight, sum(weights)) for weight in weights]


def skewed(random: Random, size: int, least: Fraction = Fraction(0)) -> Row:
    """Return a distribution with a smallest and a largest entry, and none below `least`.

    Examples
    --------
    >>> drawn = skewed(Random(0), 3, least=Fraction(1, 5))
    >>> sum(drawn) == 1, Fraction(1, 5) <= min(drawn) < max(drawn)
    (True, True)
    """
    while True:
        drawn = [least + (1 - size * least) * share for share in distribution(random, size)]
        if min(drawn) < max(drawn):
            return drawn


def between(random: Random, low: Fraction, high: Fraction) -> Fraction:
    """Return a fraction strictly between two others.

    Examples
    --------
    >>> 1 < between(Random(0), Fraction(1), Fraction(2)) < 2
    True
    """
    return low + (high - low) * Fraction(random.randint(1, 11), 12)
