"""Mechanisms with bounded lifts, and utilities: functions of their lift vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Protocol

import flint

from pmlsym.errors import InputError, ParameterError
from pmlsym.given import whole
from pmlsym.statements.instances.attack.adversary import line, lines, mean, texts
from pmlsym.statements.instances.rationals import (
    Row,
    Table,
    fraction,
    listed,
    numbers,
    of_class,
    table,
)
from pmlsym.statements.instances.stochastic import distribution, kernel
from pmlsym.statements.values import ZERO, Undefined


class ExactUtility(Protocol):
    """A utility: the value mu(v) of an outcome with the lift vector v."""

    @property
    def secrets(self) -> int | None:
        """The number of secrets, which is the length of lift vectors; None for any number."""

    def worth(self, lifts: Row) -> Fraction:
        """Return the value of an outcome with this lift vector."""


@dataclass(frozen=True)
class Convex:
    """The utility max_i a_i(v) + l(v)^2 with affine functions a_i and a linear function l.

    Parameters
    ----------
    planes : the coefficients of each a_i, its constant last.
    bend : the coefficients of l.
    """

    planes: Table
    bend: Row

    def __post_init__(self) -> None:
        planes = table("planes", self.planes)
        bend = numbers("bend", self.bend, len(planes[0]) - 1)
        vars(self).update(planes=planes, bend=bend)

    @property
    def secrets(self) -> int:
        """The number of secrets, which is the length of lift vectors."""
        return len(self.bend)

    def worth(self, lifts: Row) -> Fraction:
        """Return the value of an outcome with this lift vector."""
        top = max(mean(plane[:-1], lifts) + plane[-1] for plane in self.planes)
        return top + mean(self.bend, lifts) ** 2

    def __str__(self) -> str:
        return f"mu = max of {lines(self.planes)} (v, 1), plus ({line(self.bend)} v)^2"


@dataclass(frozen=True)
class Polynomial:
    """A weighted sum of cubes and squares of the lifts, which is not convex in general.

    Parameters
    ----------
    cubes, squares : the weights.
    """

    cubes: Row
    squares: Row

    def __post_init__(self) -> None:
        cubes = numbers("cubes", self.cubes)
        vars(self).update(cubes=cubes, squares=numbers("squares", self.squares, len(cubes)))

    @property
    def secrets(self) -> int:
        """The number of secrets, which is the length of lift vectors."""
        return len(self.cubes)

    def worth(self, lifts: Row) -> Fraction:
        """Return the value of an outcome with this lift vector."""
        return mean(self.cubes, [v**3 for v in lifts]) + mean(self.squares, [v**2 for v in lifts])

    def __str__(self) -> str:
        return f"mu = {line(self.cubes)} v^3 + {line(self.squares)} v^2"


@dataclass(frozen=True)
class Separable:
    """The mean over equally likely secrets of a convex function f of the lift.

    f(v) = slope v + square v^2 + the sum of weight |v - at| over the knots.

    Parameters
    ----------
    knots : pairs (weight, at) with a nonnegative weight.
    slope, square : the coefficients, with square not negative.
    """

    knots: Table
    slope: Fraction
    square: Fraction

    def __post_init__(self) -> None:
        knots = [
            numbers(f"knots[{i}]", knot, 2) for i, knot in enumerate(listed("knots", self.knots))
        ]
        for i, (weight, _) in enumerate(knots):
            fraction(f"knots[{i}][0]", weight, least=0)
        vars(self).update(
            knots=tuple(knots),
            slope=fraction("slope", self.slope),
            square=fraction("square", self.square, least=0),
        )

    @property
    def secrets(self) -> None:
        """None: lift vectors may have any length."""
        return

    def at(self, lift: Fraction) -> Fraction:
        """Return f at a lift."""
        kinks = sum((weight * abs(lift - where) for weight, where in self.knots), ZERO)
        return kinks + self.slope * lift + self.square * lift**2

    def worth(self, lifts: Row) -> Fraction:
        """Return the value of an outcome with this lift vector."""
        return sum(map(self.at, lifts), ZERO) / len(lifts)

    def __str__(self) -> str:
        kinks = f"sum of weight |v - at| over {lines(self.knots)}"
        return f"f = {kinks}, plus {self.slope} v + {self.square} v^2"


@dataclass(frozen=True)
class Valued:
    """A prior, a mechanism, bounds of its lifts, a utility, and a number k of secrets.

    Parameters
    ----------
    prior : P(x), positive.
    kernel : P(y|x), a row for each secret.
    low, high : the bounds required of every lift, with 0 <= low <= 1 <= high.
    utility : the value of an outcome by its lift vector.
    ruled_out : the number k of secrets that an outcome has to rule out, from 1, but not all.
    """

    prior: Row
    kernel: Table
    low: Fraction
    high: Fraction
    utility: ExactUtility
    ruled_out: int = 1

    def __post_init__(self) -> None:
        prior = distribution("prior", self.prior, full=True)
        if len(prior) == 1:
            raise ParameterError("prior has 1 entry, but mechanisms differ from 2 secrets on.")
        kinds: tuple[type[ExactUtility], ...] = (Convex, Polynomial, Separable)
        secrets = of_class("utility", self.utility, kinds).secrets
        if secrets not in (None, len(prior)):
            raise ParameterError(
                f"utility is of {secrets} lifts, but there are {len(prior)} secrets."
            )
        vars(self).update(
            prior=prior,
            kernel=kernel("kernel", self.kernel, len(prior)),
            low=fraction("low", self.low, least=0, most=1),
            high=fraction("high", self.high, least=1),
            ruled_out=whole("ruled_out", self.ruled_out, 1, len(prior) - 1),
        )

    @cached_property
    def outcomes(self) -> tuple[tuple[Fraction, Row], ...]:
        """The probability and the lift vector of every possible outcome."""
        return tuple(lift_vectors(self.prior, self.kernel))

    @property
    def lifts(self) -> list[Fraction]:
        """All lifts of possible outcomes."""
        return [lift for _, vector in self.outcomes for lift in vector]

    def with_kernel(self, kernel: Table) -> Valued:
        """Return the instance with another kernel; raise Undefined if that is no kernel."""
        try:
            return replace(self, kernel=kernel)
        except InputError as reason:
            raise Undefined(str(reason)) from None

    @property
    def value(self) -> Fraction:
        """The utility: sum of P(y) mu(v_y)."""
        return sum((chance * self.utility.worth(v) for chance, v in self.outcomes), ZERO)

    def __str__(self) -> str:
        return (
            f"prior {line(self.prior)}, kernel {lines(self.kernel)}, lifts in [{self.low}, "
            f"{self.high}], {self.utility}, k = {self.ruled_out}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "prior": texts(self.prior),
            "kernel": [texts(row) for row in self.kernel],
            "low": str(self.low),
            "high": str(self.high),
            "utility": str(self.utility),
            "ruled_out": self.ruled_out,
        }


def lift_vectors(prior: Row, kernel: Table) -> list[tuple[Fraction, Row]]:
    """Return P(y) and P(y|x)/P(y) of every possible outcome."""
    found = []
    for column in zip(*kernel, strict=True):
        chance = mean(prior, column)
        if chance:
            found.append((chance, tuple(p / chance for p in column)))
    return found


def mixed_from(outcomes: Sequence[tuple[Fraction, Row]]) -> Table:
    """Return the kernel whose outcomes have these probabilities and lift vectors.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> lines(mixed_from([(half, (half, half * 3)), (half, (half * 3, half))]))
    '(1/4, 3/4; 3/4, 1/4)'
    """
    columns = [tuple(chance * lift for lift in vector) for chance, vector in outcomes]
    return tuple(zip(*columns, strict=True))


def is_kernel(kernel: Table) -> bool:
    """Whether every row is a probability distribution."""
    return all(sum(row) == 1 and min(row) >= 0 for row in kernel)


def best_with_few(instance: Valued) -> Fraction:
    """Return the largest utility of a mechanism with at most |X| of the instance's lift vectors.

    It suffices to enumerate sets of at most |X| linearly independent lift vectors: the weighted
    sum of these is the all-ones vector for at most one choice of weights.
    """
    vectors = instance.outcomes
    found = []
    for size in range(1, len(instance.prior) + 1):
        for chosen in combinations(vectors, size):
            weights = _weights([vector for _, vector in chosen])
            if weights is not None:
                pairs = zip(weights, chosen, strict=True)
                found.append(sum((q * instance.utility.worth(v) for q, (_, v) in pairs), ZERO))
    return max(found)


def _weights(vectors: Sequence[Row]) -> Row | None:
    """Return nonnegative weights that sum vectors to the all-ones vector, if unique; else None."""
    entries = [
        [flint.fmpq(v[x].numerator, v[x].denominator) for v in vectors] + [flint.fmpq(1)]
        for x in range(len(vectors[0]))
    ]
    reduced, rank = flint.fmpq_mat(entries).rref()
    if rank != len(vectors):
        return None
    last = [reduced[i, len(vectors)] for i in range(rank)]
    if any(reduced[i, i] != 1 for i in range(rank)):
        return None
    weights = tuple(Fraction(int(q.p), int(q.q)) for q in last)
    return weights if min(weights) >= 0 else None
