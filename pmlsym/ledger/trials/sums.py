"""Tests of sums as means and of densities of priors, by counting databases and individuals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.instances.attack.adversary import normalized
from pmlsym.statements.instances.rationals import Row, Table
from pmlsym.statements.values import ZERO

# --- a sum as a mean ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Databases:
    """A number for every database of n records in k classes."""

    classes: int
    records: int
    values: Row

    @property
    def number(self) -> int:
        """The number of databases."""
        return int(self.classes**self.records)

    def drawn(self, known: tuple[int, ...] = ()) -> Fraction:
        """Return the mean over records that are drawn uniformly, one after the other."""
        if len(known) == self.records:
            place: int = sum(j * self.classes**i for i, j in enumerate(known))
            return self.values[place]
        later = [self.drawn((*known, j)) for j in range(self.classes)]
        return sum(later, ZERO) * Fraction(1, self.classes)


def _draw_valued(number: int, random: Random) -> Databases:
    classes, records = 1 + number % 4, 1 + number // 4 % 3
    top = 0 if number == 0 else 9
    values = [Fraction(random.randint(-top, top), 4) for _ in range(classes**records)]
    return Databases(classes, records, tuple(values))


SUMS = Assertion(
    Domain(
        "every number for each of finitely many databases of n records",
        r"\forall n,\ f",
        Databases,
        _draw_valued,
        tries=40,
    ),
    (
        Compared(
            Quantity[Databases](
                "sum f", r"\textstyle\sum f", lambda instance: sum(instance.values, ZERO)
            ),
            "=",
            Quantity[Databases](
                "their number times the mean of f over records drawn one by one",
                r"k^n\,E[f]",
                lambda instance: instance.number * instance.drawn(),
            ),
        ),
        # an inequality between means, (E f)^2 <= E f^2, holds between sums
        Compared(
            Quantity[Databases](
                "(sum f)^2",
                r"(\textstyle\sum f)^2",
                lambda instance: sum(instance.values, ZERO) ** 2,
            ),
            "<=",
            Quantity[Databases](
                "their number times sum f^2",
                r"k^n\textstyle\sum f^2",
                lambda instance: instance.number * sum((f**2 for f in instance.values), ZERO),
            ),
        ),
    ),
)

# --- a density ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Weights:
    """The number of individuals with each secret under two laws, and a value for each pair."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    values: Table


def _draw_weights(number: int, random: Random) -> Weights:
    size = random.choice((2, 3))
    first = [random.randint(0, 3) for _ in range(size)]
    first[0] += 1
    second = [random.randint(1, 4) * bool(a) for a in first]
    if number % 5 == 4:  # a secret has positive probability under Q only
        first[-1], second[-1] = 0, 2
    second[0] += number % 3
    table = [[Fraction(random.randint(-4, 4)) for _ in range(size)] for _ in range(size)]
    return Weights(tuple(first), tuple(second), tuple(map(tuple, table)))


def _over_pairs(instance: Weights) -> Fraction:
    """Return the average over all pairs of individuals of the second law."""
    people = [x for x, count in enumerate(instance.second) for _ in range(count)]
    found = [instance.values[x][z] for x, z in product(people, people)]
    return sum(found, ZERO) / len(found)


def _by_density(instance: Weights) -> Fraction:
    """Return E_P[r z] with r = Q(x) Q(x')/(P(x) P(x'))."""
    first, second = normalized(instance.first), normalized(instance.second)
    density = [q / p if p else ZERO for p, q in zip(first, second, strict=True)]
    pairs = product(range(len(first)), repeat=2)
    return sum(
        (first[x] * first[z] * density[x] * density[z] * instance.values[x][z] for x, z in pairs),
        ZERO,
    )


DENSITY_OF_PRIORS = Assertion(
    Domain(
        "every two priors P and Q, and numbers z for pairs of secrets",
        "P,Q,z",
        Weights,
        _draw_weights,
        tries=50,
    ),
    (
        Compared(
            Quantity[Weights]("the average of z over pairs under Q", "E_Q[z]", _over_pairs),
            "=",
            Quantity[Weights]("E_P[r z]", "E_P[rz]", _by_density),
        ),
    ),
    (
        Property(
            "P and Q have the same support",
            r"\mathrm{supp}\,P=\mathrm{supp}\,Q",
            lambda instance: (
                [bool(a) for a in instance.first] == [bool(a) for a in instance.second]
            ),
        ),
    ),
)
