"""Small mechanisms and utilities to compare with a mechanism that is written down."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from pmlsym.formulas.measures import MeasureName
from pmlsym.statements.arithmetic import exp
from pmlsym.statements.evaluation import Evaluation
from pmlsym.statements.generator.kernels import COMMON, EDGES, damped
from pmlsym.statements.law import Law
from pmlsym.statements.leakages import Leakage
from pmlsym.statements.specific.levels import Levels, Masses, any_levels
from pmlsym.statements.unbeaten.world import Designed
from pmlsym.statements.worlds.rationals import Table

_SHARES = (Fraction(0), Fraction(1), Fraction(1), Fraction(1, 2), Fraction(1, 2))


def bounded_designs(
    kind: MeasureName,
    name: str,
    priors: Callable[[int, Random], Masses],
    end: Callable[[Masses], Fraction],
) -> Callable[[int, Random], Designed]:
    """Draw mechanisms whose leakage is below an end, with that or a little more for the level.

    Parameters
    ----------
    kind : of the leakage.
    name : of the level.
    priors : draws the prior of a number.
    end : what the exponential of the leakage stays below.
    """

    def draw(number: int, random: Random) -> Designed:
        masses = priors(number, random)
        scale = max(mass.denominator for mass in masses) * 60
        weights = [int(mass * scale) for mass in masses]
        made = EDGES[number % len(EDGES)] if number < 3 * len(EDGES) else random.choice(COMMON)
        rows = made(random, weights)
        top = end(masses)
        for times in range(1, 12):
            found = tuple(tuple(Fraction(entry, sum(row)) for entry in row) for row in rows)
            ratio = _worst(kind, masses, found)
            if isinstance(ratio, Fraction) and ratio < top:
                break
            rows = damped(random, rows, times)
        assert isinstance(ratio, Fraction)
        more = ratio if random.random() < 1 / 2 else (3 * ratio + min(top, 5 * ratio)) / 4
        return Designed(Levels(masses, ((name, more),)), found, _faces(random, len(masses)))

    return draw


def _worst(kind: MeasureName, masses: Masses, rows: Table) -> object:
    joint = [p * entry for p, row in zip(masses, rows, strict=True) for entry in row]
    law = Law.of_fractions((len(rows), len(rows[0])), joint)
    return exp(Evaluation(law, {}).value(Leakage(kind, "X", ("Y",))))


def _faces(random: Random, size: int) -> Table:
    """Return a few linear functions with small whole coefficients, or none."""
    count = random.choice((0, 2, 3, 4))
    return tuple(tuple(Fraction(random.randint(-3, 3)) for _ in range(size)) for _ in range(count))


def any_designs(*names: str) -> Callable[[int, Random], Designed]:
    """Return what draws small mechanisms and levels that have nothing to do with each other.

    Examples
    --------
    >>> print(any_designs("u")(0, Random(0)).levels)
    prior (1/2, 1/2), u = 0
    """
    levels = any_levels(*names)

    def draw(number: int, random: Random) -> Designed:
        found = levels(number, random)
        weights = [int(mass * 60 * mass.denominator) or 1 for mass in found.prior]
        rows = COMMON[number % len(COMMON)](random, weights)
        kernel = tuple(tuple(Fraction(entry, sum(row)) for entry in row) for row in rows)
        share = random.choice(_SHARES)
        mixed = tuple(
            tuple(share * entry + (1 - share) / len(row) for entry in row) for row in kernel
        )
        return Designed(found, mixed, _faces(random, len(mixed)))

    return draw
