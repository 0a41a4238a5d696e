"""Small attacks to try statements about payoffs on: edge cases first."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from pmlsym.statements.arithmetic import log
from pmlsym.statements.payoffs.attacked import Attacked, Played
from pmlsym.statements.values import Value
from pmlsym.statements.worlds.attack import attacks
from pmlsym.statements.worlds.attack.adversary import normalized
from pmlsym.statements.worlds.attack.side_information import draw_informed

_PARTS = (0, 1, 50, 99, 100)  # of a hundred: how much of the largest level a level is


def draw_attacked(
    number: int, random: Random, names: Sequence[str], levels: Sequence[str], informed: bool
) -> Attacked:
    """Return the world of a number, with payoffs and levels of these names.

    Examples
    --------
    >>> world = draw_attacked(0, Random(0), ("C",), ("e",), informed=False)
    >>> world.sides, [one.name for one in world.payoffs], world.parameters
    (1, ['C'], (('e', Fraction(0, 1)),))
    """
    if informed:
        given = draw_informed(number, random)
        world = Attacked(given.joint, given.sides, given.outcome, given.side)
    else:
        attack = attacks.draw(number, random)
        joint = tuple(
            tuple(p * a for a in row) for p, row in zip(attack.prior, attack.kernel, strict=True)
        )
        world = Attacked(joint, 1, attack.outcome, 0)
    played = tuple(_played(number + place, random, world, n) for place, n in enumerate(names))
    numbers = tuple((name, _level(number, random, world)) for name in levels)
    return Attacked(world.joint, world.sides, world.outcome, world.side, played, numbers)


def _played(number: int, random: Random, world: Attacked, name: str) -> Played:
    """Return a function and a payoff, for all secrets, those that z rules out as well."""
    size = len(world.joint)
    uniform = normalized([1] * size)
    function = attacks.draw_function(number // 3, random, uniform)
    choices = random.choice((1, 2, 2, 3))
    return Played(
        name, function, attacks.draw_payoff(number // 2, random, len(function[0]), choices)
    )


def _level(number: int, random: Random, world: Attacked) -> Value:
    likely = world.likelihoods(world.outcome)
    low, part = min(likely), Fraction(_PARTS[number % 5], 100)
    most = max(likely) / low if low else Fraction(random.choice((2, 10, 1000)))
    return log(1 + (most - 1) * part)
