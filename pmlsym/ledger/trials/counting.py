"""Tests of columns of kernels and equal likelihoods, by counting a population."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from random import Random

from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.generator.kernels import row
from pmlsym.statements.instances.attack.adversary import Adversary, line, lines, mean, normalized
from pmlsym.statements.instances.attack.attacks import draw as draw_attack
from pmlsym.statements.instances.rationals import Row, Table
from pmlsym.statements.values import ONE, ZERO

# --- tests of sums as means and of densities of priors, by counting databases and individuals -----

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

# --- a population -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Population:
    """A population of equally likely individuals, so that shares are probabilities.

    Parameters
    ----------
    of : the number of individuals, a row for each secret with an entry for each outcome.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> found = population((half, half), ((half, half), (ZERO, ONE)))
    >>> found.of, found.lift(0, 0), found.chance(0)
    (((1, 1), (0, 2)), Fraction(2, 1), Fraction(1, 4))
    """

    of: tuple[tuple[int, ...], ...]

    @cached_property
    def size(self) -> int:
        """The number of individuals."""
        return sum(map(sum, self.of))

    def seen(self, y: int) -> int:
        """Return the number of individuals with an outcome."""
        return sum(line[y] for line in self.of)

    def chance(self, y: int) -> Fraction:
        """Return P(y), the share of individuals with the outcome."""
        return Fraction(self.seen(y), self.size)

    def lift(self, x: int, y: int) -> Fraction:
        """Return P(x|y)/P(x), the share of a secret given the outcome over its share of all."""
        return Fraction(self.of[x][y], self.seen(y)) / Fraction(sum(self.of[x]), self.size)

    def average(self, values: Row, y: int) -> Fraction:
        """Return E[h(X) | y], the average over the individuals with the outcome."""
        total = sum((line[y] * h for line, h in zip(self.of, values, strict=True)), ZERO)
        return total / self.seen(y)

    def merged(self, groups: tuple[int, ...]) -> Population:
        """Return the population in which all secrets of a group are one."""
        rows = []
        for group in range(max(groups) + 1):
            own = [line for line, here in zip(self.of, groups, strict=True) if here == group]
            rows.append(tuple(map(sum, zip(*own, strict=True))))
        return Population(tuple(rows))


def population(prior: Row, kernel: Table) -> Population:
    """Return the smallest population with a given prior and kernel."""
    joint = [[p * c for c in line] for p, line in zip(prior, kernel, strict=True)]
    whole = lcm(*(chance.denominator for line in joint for chance in line))
    return Population(tuple(tuple(int(chance * whole) for chance in line) for line in joint))


# --- one outcome: a column of the kernel under the prior ------------------------------------------

_ATTACKS = Domain(
    "every prior, kernel, possible outcome y and numbers h(x) >= 0",
    r"\forall P_X,P_{Y|X},y,h\ge0",
    Adversary,
    draw_attack,
    tries=60,
)


def _column(instance: Adversary) -> Row:
    return tuple(line[instance.outcome] for line in instance.kernel)


def _heights(instance: Adversary) -> Row:
    return tuple(line[0] for line in instance.own_payoff)


def weighed(prior: Row, column: Row) -> Row:
    """Return the lifts w = a/E[a] of a column a under a prior."""
    return tuple(a / mean(prior, column) for a in column)


def _lifts(instance: Adversary, people: Population, y: int) -> Row:
    return tuple(people.lift(x, y) for x in range(len(instance.prior)))


def _has_lifts(instance: Adversary) -> bool:
    people = population(instance.prior, instance.kernel)
    return _lifts(instance, people, instance.outcome) == weighed(instance.prior, _column(instance))


def _is_an_outcome(instance: Adversary) -> bool:
    """Whether h is a multiple of a column of the mechanism of two outcomes built from it."""
    column = _heights(instance)
    if not any(column):
        return True
    scaled = [a / max(column) for a in column]
    people = population(instance.prior, tuple((a, 1 - a) for a in scaled))
    return _lifts(instance, people, 0) == weighed(instance.prior, column)


COLUMNS = Assertion(
    _ATTACKS,
    (
        Compared(
            Quantity[Adversary](
                "the share of individuals with y",
                r"P_Y(y)",
                lambda a: population(a.prior, a.kernel).chance(a.outcome),
            ),
            "=",
            Quantity[Adversary]("E[a]", "E[a]", lambda a: mean(a.prior, _column(a))),
        ),
        Property("their lifts are a/E[a]", r"\tfrac{P(x\mid y)}{P(x)}=w(x)", _has_lifts),
        Compared(
            Quantity[Adversary](
                "the average of h over them",
                r"E[h(X)\mid y]",
                lambda a: population(a.prior, a.kernel).average(_heights(a), a.outcome),
            ),
            "=",
            Quantity[Adversary](
                "E[h w]",
                r"E[h(X)w(X)]",
                lambda a: mean(
                    a.prior,
                    [h * w for h, w in zip(_heights(a), weighed(a.prior, _column(a)), strict=True)],
                ),
            ),
        ),
        Property(
            "h/E[h] are the lifts of an outcome of some mechanism",
            r"\exists P_{Y|X}:\ \tfrac{P(x\mid y)}{P(x)}=\tfrac{h(x)}{E[h]}",
            _is_an_outcome,
        ),
    ),
)

# --- equal likelihoods ----------------------------------------------------------------------------


@dataclass(frozen=True)
class CountedOutcome:
    """A prior, a kernel and a possible outcome."""

    prior: Row
    kernel: Table
    outcome: int

    def __str__(self) -> str:
        return f"prior {line(self.prior)}, kernel {lines(self.kernel)}, y = {self.outcome}"

    @property
    def groups(self) -> tuple[int, ...]:
        """The number of the group of each secret, where equal likelihoods share a group."""
        column = [row_[self.outcome] for row_ in self.kernel]
        levels = sorted(set(column))
        return tuple(levels.index(a) for a in column)


def _draw_outcome(number: int, random: Random) -> CountedOutcome:
    """Return a random kernel; in most, some secrets are equally likely to give the outcome."""
    size, width = random.choice((2, 3, 3, 4)), random.choice((2, 3))
    levels = [Fraction(random.randint(0, 4), 4) for _ in range(1 + number % 3)]
    levels[0] = levels[0] or ONE
    firsts = [levels[0], *(random.choice(levels) for _ in range(size - 1))]
    kernel = tuple(
        (a, *((1 - a) * part for part in normalized(row(random, width, 6)))) for a in firsts
    )
    prior = normalized([random.randint(1, 5) for _ in range(size)])
    return CountedOutcome(prior, kernel, 0)


def _keeps_lifts(instance: CountedOutcome) -> bool:
    before = population(instance.prior, instance.kernel)
    after, y = before.merged(instance.groups), instance.outcome
    secrets = range(len(instance.prior))
    return all(before.lift(x, y) == after.lift(instance.groups[x], y) for x in secrets)


EQUAL_LIKELIHOODS = Assertion(
    Domain(
        "every prior, kernel and outcome y that some secrets are equally likely to give",
        r"\forall P_X,P_{Y|X},y",
        CountedOutcome,
        _draw_outcome,
        tries=60,
    ),
    (
        Compared(
            Quantity[CountedOutcome](
                "P(y)",
                "P_Y(y)",
                lambda instance: population(instance.prior, instance.kernel).chance(
                    instance.outcome
                ),
            ),
            "=",
            Quantity[CountedOutcome](
                "P(y) where these secrets are one",
                "P_{Y'}(y)",
                lambda instance: (
                    population(instance.prior, instance.kernel)
                    .merged(instance.groups)
                    .chance(instance.outcome)
                ),
            ),
        ),
        Property("every lift stays what it was", "v'=v", _keeps_lifts),
    ),
)
