"""Tests of columns of kernels, by counting a population."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm

from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.instances.attack.adversary import Adversary, mean
from pmlsym.statements.instances.attack.attacks import draw as draw_attack
from pmlsym.statements.instances.rationals import Row, Table
from pmlsym.statements.values import ZERO

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
    >>> found = population((half, half), ((half, half), (ZERO, 2 * half)))
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
