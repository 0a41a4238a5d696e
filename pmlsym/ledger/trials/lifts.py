"""Lift vectors: mixtures of them are mechanisms, and what is affine in them averages out."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.ledger.trials.counting import population
from pmlsym.statements.assertion import Assertion, Compared, Property, Quantity, Worlds
from pmlsym.statements.generator.kernels import row
from pmlsym.statements.values import ONE, ZERO
from pmlsym.statements.worlds.attack.adversary import line, lines, mean, normalized
from pmlsym.statements.worlds.rationals import Row, Table
from pmlsym.statements.worlds.valued.designs import draw_convex, draw_kernel, draw_prior
from pmlsym.statements.worlds.valued.utility import Convex, is_kernel


def seen(prior: Row, kernel: Table) -> list[tuple[Fraction, Row]]:
    """Return the probability and the lift vector of every possible outcome, by counting.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> [(str(q), line(v)) for q, v in seen((half, half), ((ONE, ZERO), (half, half)))]
    [('3/4', '(4/3, 2/3)'), ('1/4', '(0, 2)')]
    """
    people = population(prior, kernel)
    return [
        (people.chance(y), tuple(people.lift(x, y) for x in range(len(prior))))
        for y in range(len(kernel[0]))
        if people.seen(y)
    ]


# --- an affine bound ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bounded:
    """A mechanism, a utility mu, and c + sum_x g(x) (v(x) - 1)."""

    prior: Row
    kernel: Table
    utility: Convex
    constant: Fraction
    slopes: Row

    def affine(self, lifts: Row) -> Fraction:
        """Return c + sum_x g(x) (v(x) - 1)."""
        added = (g * (v - 1) for g, v in zip(self.slopes, lifts, strict=True))
        return self.constant + sum(added, ZERO)

    @property
    def admits(self) -> bool:
        """Whether mu is at most that at every lift vector of the mechanism."""
        return all(
            self.utility.worth(v) <= self.affine(v) for _, v in seen(self.prior, self.kernel)
        )

    @property
    def value(self) -> Fraction:
        """The utility: sum of P(y) mu(v_y)."""
        found = seen(self.prior, self.kernel)
        return sum((chance * self.utility.worth(v) for chance, v in found), ZERO)

    def __str__(self) -> str:
        return (
            f"prior {line(self.prior)}, kernel {lines(self.kernel)}, {self.utility}, "
            f"c = {self.constant}, g = {line(self.slopes)}"
        )


def _draw_bounded(number: int, random: Random) -> Bounded:
    """Return an affine bound that touches mu at a lift vector, or lies above; or c is too small."""
    weights = draw_prior(number, random)
    prior, kernel = normalized(weights), draw_kernel(number, random, weights)
    utility = draw_convex(random, len(prior))
    slopes = tuple(Fraction(random.randint(-4, 4), 2) for _ in prior)
    free = Bounded(prior, kernel, utility, ZERO, slopes)
    gaps = [utility.worth(v) - free.affine(v) for _, v in seen(prior, kernel)]
    constants = (max(gaps), max(gaps) + 1, free.value, free.value - Fraction(1, 8))
    return Bounded(prior, kernel, utility, constants[number // 2 % 4], slopes)


AFFINE_BOUNDS = Assertion(
    Worlds(
        "every finite alphabet, prior, mechanism, utility mu, c and g",
        r"\forall P_X,P_{Y|X},\mu,c,g",
        Bounded,
        _draw_bounded,
        tries=60,
    ),
    (
        Compared(
            Quantity[Bounded]("sum_y P(y) mu(v_y)", r"\sum_yP(y)\mu(v_y)", lambda w: w.value),
            "<=",
            Quantity[Bounded]("c", "c", lambda w: w.constant),
        ),
    ),
    (
        Property(
            "mu(v) <= c + sum_x g(x) (v(x) - 1) at its lift vectors",
            r"\mu(v_y)\le c+\textstyle\sum_xg(x)(v_y(x)-1)",
            lambda world: world.admits,
        ),
    ),
)

# --- mixtures of lift vectors ---------------------------------------------------------------------


@dataclass(frozen=True)
class Mixed:
    """A prior, and vectors with probabilities; a convex utility."""

    prior: Row
    outcomes: tuple[tuple[Fraction, Row], ...]
    utility: Convex

    @property
    def average(self) -> Row:
        """The mixture of the vectors."""
        columns = zip(*([q * v for v in vector] for q, vector in self.outcomes), strict=True)
        return tuple(sum(column, ZERO) for column in columns)

    @property
    def averages_to_one(self) -> bool:
        """Whether they average to one at every secret, and each has the mean one."""
        return set(self.average) == {ONE} and all(
            mean(self.prior, vector) == 1 for _, vector in self.outcomes
        )

    @property
    def is_mechanism(self) -> bool:
        """Whether P(y|x) = P(y) v_y(x) is a mechanism with these probabilities and lifts."""
        kernel = tuple(zip(*([q * v for v in vector] for q, vector in self.outcomes), strict=True))
        return is_kernel(kernel) and seen(self.prior, kernel) == list(self.outcomes)

    def __str__(self) -> str:
        vectors = ", ".join(f"{q}: {line(v)}" for q, v in self.outcomes)
        return f"prior {line(self.prior)}, vectors {vectors}"


def _draw_mixed(number: int, random: Random) -> Mixed:
    """Return the lift vectors of a mechanism, or such with other probabilities, or any vectors."""
    weights = draw_prior(number, random)
    prior, kernel = normalized(weights), draw_kernel(number, random, weights)
    outcomes = seen(prior, kernel)
    utility = draw_convex(random, len(prior))
    if number % 3 == 1:
        other = normalized(row(random, len(outcomes), 12, positive=True))
        outcomes = [(q, vector) for q, (_, vector) in zip(other, outcomes, strict=True)]
    if number % 6 == 2:  # mean one under another prior only
        outcomes = [
            (q, tuple(v * (2 - p) for p, v in zip(prior, vector, strict=True)))
            for q, vector in outcomes
        ]
    return Mixed(prior, tuple(outcomes), utility)


_MIXED = Worlds(
    "every prior, and vectors with probabilities",
    r"\forall P_X,(q_y,v_y)",
    Mixed,
    _draw_mixed,
    tries=60,
)
MIXTURES = Assertion(
    _MIXED,
    (
        Property(
            "P(y|x) = P(y) v_y(x) is a mechanism, of these P(y) and lifts",
            r"P(y\mid x)=P(y)v_y(x)",
            lambda world: world.is_mechanism,
        ),
    ),
    (
        Property(
            "they average to one at every secret, and each has the mean one",
            r"\textstyle\sum_yP(y)v_y(x)=1,\ \sum_xP(x)v_y(x)=1",
            lambda world: world.averages_to_one,
        ),
    ),
    both_ways=True,
)


_WORTH = Worlds(
    "every prior, vectors with probabilities and convex mu",
    r"\forall P_X,(q_y,v_y),\mu\text{ convex}",
    Mixed,
    _draw_mixed,
    tries=60,
)
CONVEX_UTILITIES = Assertion(
    _WORTH,
    (
        Compared(
            Quantity[Mixed](
                "mu at the mixture",
                r"\mu\bigl(\textstyle\sum_yq_yv_y\bigr)",
                lambda world: world.utility.worth(world.average),
            ),
            "<=",
            Quantity[Mixed](
                "the mixture of its values",
                r"\textstyle\sum_yq_y\mu(v_y)",
                lambda world: sum((q * world.utility.worth(v) for q, v in world.outcomes), ZERO),
            ),
        ),
    ),
)
