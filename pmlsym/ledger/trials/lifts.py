"""Tests on lift vectors: mixtures are mechanisms, and convex utilities obey Jensen's inequality."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.ledger.trials.counting import population
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.generator.kernels import row
from pmlsym.statements.instances.attack.adversary import line, mean, normalized
from pmlsym.statements.instances.rationals import Row, Table
from pmlsym.statements.instances.valued.designs import draw_convex, draw_kernel, draw_prior
from pmlsym.statements.instances.valued.utility import Convex, is_kernel
from pmlsym.statements.values import ONE, ZERO


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


# --- mixtures of lift vectors ---------------------------------------------------------------------


@dataclass(frozen=True)
class MixedLifts:
    """A prior, lift vectors with probabilities, and a convex utility."""

    prior: Row
    outcomes: tuple[tuple[Fraction, Row], ...]
    utility: Convex

    @property
    def average(self) -> Row:
        """The mean of the vectors."""
        columns = zip(*([q * v for v in vector] for q, vector in self.outcomes), strict=True)
        return tuple(sum(column, ZERO) for column in columns)

    @property
    def averages_to_one(self) -> bool:
        """Whether the vectors average to one at every secret, and each has the mean one."""
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


def _draw_mixed(number: int, random: Random) -> MixedLifts:
    """Return the lift vectors of a mechanism, the same with other probabilities, or any vectors."""
    weights = draw_prior(number, random)
    prior, kernel = normalized(weights), draw_kernel(number, random, weights)
    outcomes = seen(prior, kernel)
    utility = draw_convex(random, len(prior))
    if number % 3 == 1:
        other = normalized(row(random, len(outcomes), 12, positive=True))
        outcomes = [(q, vector) for q, (_, vector) in zip(other, outcomes, strict=True)]
    if number % 6 == 2:  # the mean is one under another prior only
        outcomes = [
            (q, tuple(v * (2 - p) for p, v in zip(prior, vector, strict=True)))
            for q, vector in outcomes
        ]
    return MixedLifts(prior, tuple(outcomes), utility)


_MIXED = Domain(
    "every prior, and vectors with probabilities",
    r"\forall P_X,(q_y,v_y)",
    MixedLifts,
    _draw_mixed,
    tries=60,
)
MIXTURES = Assertion(
    _MIXED,
    (
        Property(
            "P(y|x) = P(y) v_y(x) is a mechanism, of these P(y) and lifts",
            r"P(y\mid x)=P(y)v_y(x)",
            lambda instance: instance.is_mechanism,
        ),
    ),
    (
        Property(
            "they average to one at every secret, and each has the mean one",
            r"\textstyle\sum_yP(y)v_y(x)=1,\ \sum_xP(x)v_y(x)=1",
            lambda instance: instance.averages_to_one,
        ),
    ),
    both_ways=True,
)


_WORTH = Domain(
    "every prior, vectors with probabilities and convex mu",
    r"\forall P_X,(q_y,v_y),\mu\text{ convex}",
    MixedLifts,
    _draw_mixed,
    tries=60,
)
CONVEX_UTILITIES = Assertion(
    _WORTH,
    (
        Compared(
            Quantity[MixedLifts](
                "mu at the mixture",
                r"\mu\bigl(\textstyle\sum_yq_yv_y\bigr)",
                lambda instance: instance.utility.worth(instance.average),
            ),
            "<=",
            Quantity[MixedLifts](
                "the mixture of its values",
                r"\textstyle\sum_yq_y\mu(v_y)",
                lambda instance: sum(
                    (q * instance.utility.worth(v) for q, v in instance.outcomes), ZERO
                ),
            ),
        ),
    ),
)
