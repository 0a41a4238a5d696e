"""Worlds of a mechanism, a level and a sub-convex utility."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from pmlsym.given import refused
from pmlsym.ledger.pmc.mechanisms.worlds import (
    Masses,
    information,
    law_of,
    worst,
)
from pmlsym.statements.arithmetic import exp, log
from pmlsym.statements.generator.kernels import COMMON, EDGES, damped
from pmlsym.statements.law import Law
from pmlsym.statements.text.vocabulary import LeakageKind
from pmlsym.statements.values import Value, written
from pmlsym.statements.worlds.rationals import fraction, listed
from pmlsym.statements.worlds.stochastic import distribution, kernel

# --- worlds: a mechanism, a level and a utility --------------------------------------------------


@dataclass(frozen=True)
class Valued:
    """A mechanism, e^eps, and a sub-convex utility.

    Parameters
    ----------
    prior, kernel : the mechanism.
    ratio : e^eps.
    faces : an outcome of lift vector v is worth the largest of these <a, v>; of none, as much as it
        adds to the mutual information.

    Raises
    ------
    InputError
        If it is no such world.
    """

    prior: Masses
    kernel: tuple[Masses, ...]
    ratio: Fraction
    faces: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        prior = distribution("prior", self.prior, full=True)
        faces = () if self.faces == () else listed("faces", self.faces)
        rows = [listed(f"faces[{i}]", face, len(prior)) for i, face in enumerate(faces)]
        for i, row in enumerate(rows):
            for x, weight in enumerate(row):
                if type(weight) is not int:
                    raise refused(f"faces[{i}][{x}]", weight, "a whole number")
        vars(self).update(
            prior=prior,
            kernel=kernel("kernel", self.kernel, len(prior)),
            ratio=fraction("ratio", self.ratio, above=0),
            faces=tuple(rows),
        )

    @cached_property
    def law(self) -> Law:
        """The law of the secret and the outcome."""
        return law_of(self.prior, self.kernel)

    def as_dict(self) -> dict[str, object]:
        """Return the world as exact text, for JSON."""
        return {
            "prior": [str(mass) for mass in self.prior],
            "kernel": [[str(chance) for chance in row] for row in self.kernel],
            "parameters": {"eps": written(log(self.ratio))},
            "utility": self.utility,
        }

    @property
    def utility(self) -> str:
        """The utility in words."""
        if not self.faces:
            return "mutual information"
        return f"max of {', '.join(map(str, self.faces))} times the lift vector"

    def __str__(self) -> str:
        rows = "; ".join(", ".join(map(str, row)) for row in self.kernel)
        return (
            f"prior ({', '.join(map(str, self.prior))}), kernel ({rows}), "
            f"eps = {written(log(self.ratio))}, utility {self.utility}"
        )


def worth(world: Valued, law: Law) -> Value:
    """Return the utility of a mechanism: the mean of what its outcomes are worth.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> told = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    >>> world = Valued((half, half), told, Fraction(2), ((1, -1), (-1, 1)))
    >>> worth(world, world.law)
    Fraction(2, 1)
    """
    if not world.faces:
        return information(law)
    joint, seen = law.marginal(("X", "Y")), law.marginal(("Y",))
    total = Fraction(0)
    for (y,) in seen:
        likelihoods = [
            Fraction(joint.get((x, y), 0), law.total) / mass for x, mass in enumerate(world.prior)
        ]
        total += max(
            sum((a * found for a, found in zip(face, likelihoods, strict=True)), Fraction(0))
            for face in world.faces
        )
    return total


def drawn(
    kind: LeakageKind, priors: Callable[[int, Random], Masses], end: Callable[[Masses], Fraction]
) -> Callable[[int, Random], Valued]:
    """Draw mechanisms whose leakage is below an end, with that or a little more for a level."""

    def draw(number: int, random: Random) -> Valued:
        masses = priors(number, random)
        scale = max(mass.denominator for mass in masses) * 60
        weights = [int(mass * scale) for mass in masses]
        made = EDGES[number % len(EDGES)] if number < 3 * len(EDGES) else random.choice(COMMON)
        rows = made(random, weights)
        for times in range(1, 12):
            found = tuple(tuple(Fraction(entry, sum(row)) for entry in row) for row in rows)
            leaked = worst(kind, law_of(masses, found))
            ratio = exp(leaked)
            if isinstance(ratio, Fraction) and ratio < end(masses):
                break
            rows = damped(random, rows, times)
        assert isinstance(ratio, Fraction)
        more = ratio if random.random() < 1 / 2 else (3 * ratio + min(end(masses), 5 * ratio)) / 4
        faces = tuple(
            tuple(random.randint(-3, 3) for _ in masses) for _ in range(random.choice((0, 2, 3, 4)))
        )
        return Valued(masses, found, more, faces)

    return draw
