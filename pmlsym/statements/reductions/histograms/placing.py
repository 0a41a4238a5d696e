"""Released histograms as points of goals: numbers, and the laws of what bins lack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import prod

from pmlsym.proof.evaluation.balls import Atom, Point
from pmlsym.proof.goal import Goal
from pmlsym.statements.histograms import OfHistograms
from pmlsym.statements.values import Finite, Infinite, holds, in_kernel
from pmlsym.statements.worlds.rationals import Row
from pmlsym.statements.worlds.released.release import Release

_MOST_WORLDS = 60
_CORNER, _ANYWHERE = "C", "P"


@dataclass(frozen=True)
class AtReleases:
    """The numbers and the laws that a goal has in the worlds of a statement."""

    said: OfHistograms

    def points(self, goal: Goal) -> Iterator[Point]:
        """Yield points in worlds to which the statement applies."""
        for world in islice(self.said.drawn(), _MOST_WORLDS):
            if self.said.judge(world).applies:
                yield point_at(world)


def point_at(world: Release) -> Point:
    """Return the numbers in a world, class 1 being one of the largest density at its outcome.

    Examples
    --------
    >>> from pmlsym.statements.worlds.released.histogram import histogram
    >>> half = Fraction(1, 2)
    >>> point_at(histogram(half, half, outcome=[1, 0])).laws["P"]
    [(('number', 1, 1), {'s': ('number', 1, 1), 'u': ('number', 0, 1), 'R': ('number', 0, 1)})]
    """
    own = world.priors[world.record]
    first = 0
    for j, density in enumerate(world.likelihoods):
        if holds(density, ">", world.likelihoods[first]):
            first = j
    rarest = own.index(min(own))
    corner = tuple(Fraction(world.records * (j == rarest)) for j in range(world.classes))
    scale = world.scale
    assert not isinstance(scale, Infinite)  # the decay is below 1
    numbers: dict[str, Finite] = {
        "alpha": world.alpha,
        "b": scale,
        "k": Fraction(world.classes),
        "least": min(own),
        "p": own[first],
        # a neighbour's entry leaves a bin that lacks it, and joins one that lacks none
        "s": Fraction(1),
        "u": Fraction(0),
    }
    laws = {
        _ANYWHERE: _lacking(world, world.outcome, first),
        _CORNER: _lacking(world, corner, rarest),
    }
    return Point({name: in_kernel(value) for name, value in numbers.items()}, laws)


def _lacking(world: Release, outcome: Row, first: int) -> list[Atom]:
    """Return the law of what a class and a random other one lack, and of the noise of the rest."""
    found: dict[tuple[Fraction, ...], Fraction] = {}
    own = world.priors[world.record]
    others = [prior for i, prior in enumerate(world.priors) if i != world.record]
    for database in product(range(world.classes), repeat=len(others)):
        chance = prod((prior[j] for prior, j in zip(others, database, strict=True)), start=1)
        lacks = [y - database.count(j) for j, y in enumerate(outcome)]
        rest = sum((abs(lack) for j, lack in enumerate(lacks) if j != first), Fraction(0))
        for other, share in enumerate(own):
            if other != first:
                place = (lacks[first], lacks[other], rest)
                found[place] = found.get(place, Fraction(0)) + chance * share / (1 - own[first])
    return [
        (in_kernel(Fraction(chance)), dict(zip("suR", map(in_kernel, place), strict=True)))
        for place, chance in found.items()
    ]
