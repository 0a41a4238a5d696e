"""Sampling of mechanisms with bounded lifts, to compare with an optimal one; few exceed bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.statements.generator import kernels
from pmlsym.statements.instances.attack.adversary import line, mean, normalized, texts
from pmlsym.statements.instances.rationals import Row, Table, fraction, numbers
from pmlsym.statements.instances.stochastic import distribution
from pmlsym.statements.instances.valued.utility import (
    Convex,
    Polynomial,
    Separable,
    Valued,
    lift_vectors,
    mixed_from,
)
from pmlsym.statements.values import ONE, ZERO


def damped(prior: Row, kernel: Table, low: Fraction, high: Fraction) -> Table:
    """Mix a kernel with its outcome distribution, just enough to satisfy bounds of the lifts."""
    vectors = lift_vectors(prior, kernel)
    lifts = [lift for _, vector in vectors for lift in vector]
    share = ONE
    if max(lifts) > high:
        share = min(share, (high - 1) / (max(lifts) - 1))
    if min(lifts) < low:
        share = min(share, (1 - low) / (1 - min(lifts)))
    return mixed_from([(q, tuple(1 + share * (v - 1) for v in vector)) for q, vector in vectors])


def draw_convex(random: Random, size: int) -> Convex:
    """Sample a convex utility with small integer coefficients."""
    planes = tuple(
        tuple(Fraction(random.randint(-3, 3)) for _ in range(size + 1))
        for _ in range(random.choice((1, 2, 3)))
    )
    top = random.choice((0, 1, 2))
    return Convex(planes, tuple(Fraction(random.randint(-top, top)) for _ in range(size)))


def draw_separable(random: Random, high: Fraction) -> Separable:
    """Sample a separable utility with kinks up to a level."""
    knots = tuple(
        (Fraction(random.randint(0, 3)), high * Fraction(random.randint(0, 6), 6))
        for _ in range(random.choice((1, 2)))
    )
    return Separable(knots, Fraction(random.randint(-3, 3)), Fraction(random.choice((0, 0, 1))))


def draw_prior(number: int, random: Random) -> tuple[int, ...]:
    """Sample integer weights of the secrets, equal ones first."""
    sizes = (2, 3, 2, 4)
    if number < 8:
        return (1,) * sizes[number % 4]
    return tuple(random.randint(1, 7) for _ in range(random.choice((2, 3, 3, 4))))


def draw_kernel(number: int, random: Random, weights: Sequence[int]) -> Table:
    """Sample a mechanism with few outcomes."""
    makers = (kernels.identity, kernels.extremal, kernels.one_zero, kernels.mixed, kernels.response)
    return tuple(normalized(row) for row in makers[number % len(makers)](random, weights))


def _bounded(
    number: int, random: Random, weights: Sequence[int], low: Fraction, high: Fraction
) -> Valued:
    prior = normalized(weights)
    if number % 6 == 5:  # the secret itself, which exceeds the bounds at most levels
        kernel = draw_kernel(0, random, weights)
    else:
        kernel = damped(prior, draw_kernel(number, random, weights), low, high)
    utility = draw_convex(random, len(prior))
    return Valued(prior, kernel, low, high, utility, random.randint(1, len(prior) - 1))


def _between(number: int, random: Random, top: Fraction) -> Fraction:
    """Sample a level from 1 to `top`, the ends first; every seventh exceeds `top`."""
    if number % 7 == 6:
        return 1 + 2 * (top - 1)
    share = (ONE, ZERO, Fraction(1, 2))[number % 3]
    if number >= 12:
        share = Fraction(random.randint(0, 10), 10)
    return 1 + share * (top - 1)


def draw_between(number: int, random: Random) -> Valued:
    """Sample a mechanism with lifts from L to U, mostly in the high-privacy regime of B."""
    weights = draw_prior(number, random)
    least = Fraction(min(weights), sum(weights))
    low = (Fraction(1, 2), Fraction(1, 100), Fraction(9, 10), ZERO)[number % 4]
    bound = _between(number, random, 1 / (1 - least))
    return _bounded(number, random, weights, low, low + (1 - low) * bound)


def draw_two(number: int, random: Random) -> Valued:
    """Sample a mechanism for two secrets, the rarer one first, with lifts of at most B."""
    weights = ((1, 1), (1, 2), (1, 9), (2, 3))[number % 4]
    if number >= 24:
        weights = (random.randint(1, 5), random.randint(5, 9))
    p = Fraction(weights[0], sum(weights))
    bound = (ONE, 1 / (1 - p), 1 / p, 1 / (2 * p) + 1, 2 / p)[number % 5]
    if number >= 24:
        bound = 1 + Fraction(random.randint(0, 40), random.randint(5, 20))
    return _bounded(number, random, weights, ZERO, bound)


def draw_equal(number: int, random: Random) -> Valued:
    """Sample a mechanism for equally likely secrets, with a separable utility."""
    size = (2, 3, 4, 5)[number % 4]
    weights = (1,) * size
    bound = Fraction(size, random.randint(1, size))
    if number % 3 == 1:
        bound = 1 + Fraction(random.randint(1, 30), random.choice((10, 7)))
    instance = _bounded(number, random, weights, ZERO, bound)
    utility = draw_separable(random, bound)
    return Valued(instance.prior, instance.kernel, ZERO, bound, utility, instance.ruled_out)


def draw_zeros(number: int, random: Random) -> Valued:
    """Sample a mechanism with zeros, and a bound B: its largest lift, or where k zeros begin."""
    weights = draw_prior(number, random)
    prior = normalized(weights)
    kernel = draw_kernel((0, 2, 3)[number % 3], random, weights)
    top = max(lift for _, vector in lift_vectors(prior, kernel) for lift in vector)
    gone = random.randint(1, len(prior) - 1)
    begins = 1 / (1 - sum(sorted(prior)[:gone], ZERO))
    bound = (top, begins, (1 + begins) / 2, max(top, begins))[number % 4]
    return Valued(prior, kernel, ZERO, bound, draw_convex(random, len(prior)), gone)


def draw_many(number: int, random: Random) -> Valued:
    """Sample a mechanism with more outcomes than secrets."""
    weights = draw_prior(number, random)[:3]
    width = len(weights) + random.choice((1, 1, 2))
    prior = normalized(weights)
    rows = [normalized(kernels.row(random, width, 12, positive=number % 2 == 0)) for _ in weights]
    cubes, squares = (tuple(Fraction(random.randint(-3, 3)) for _ in prior) for _ in range(2))
    return Valued(prior, tuple(rows), ZERO, 1 / min(prior), Polynomial(cubes, squares))


# --- lift vectors with bounds, and their rescaling that moves the lower bound to zero -------------


@dataclass(frozen=True)
class Rescaled:
    """A prior, any vector over the secrets, and bounds L < 1 <= U.

    Parameters
    ----------
    prior : P(x).
    vector : v(x), any rational numbers.
    low, high : L and U.
    """

    prior: Row
    vector: Row
    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        prior = distribution("prior", self.prior, full=True)
        vars(self).update(
            prior=prior,
            vector=numbers("vector", self.vector, len(prior)),
            low=fraction("low", self.low, below=1),
            high=fraction("high", self.high, least=1),
        )

    @property
    def rescaled(self) -> Row:
        """(v - L)/(1 - L)."""
        return tuple((v - self.low) / (1 - self.low) for v in self.vector)

    @property
    def bound(self) -> Fraction:
        """(U - L)/(1 - L)."""
        return (self.high - self.low) / (1 - self.low)

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        bounds = {"low": str(self.low), "high": str(self.high)}
        return {"prior": texts(self.prior), "vector": texts(self.vector), **bounds}

    def __str__(self) -> str:
        return f"prior {line(self.prior)}, v = {line(self.vector)}, [{self.low}, {self.high}]"


def draw_rescaled(number: int, random: Random) -> Rescaled:
    """Sample an instance: vectors at, between and beyond the bounds, of mean one or not."""
    prior = normalized(draw_prior(number, random))
    low = (Fraction(1, 2), Fraction(1, 5), Fraction(99, 100))[number % 3]
    high = random.choice((Fraction(3, 2), Fraction(2), ONE))
    ends = (low, high, ONE, ONE, low - Fraction(1, 7), high + Fraction(1, 7))
    vector = tuple(random.choice(ends[: random.choice((3, 4, 6))]) for _ in prior)
    if random.random() < 0.7:
        last = (1 - mean(prior[:-1], vector[:-1])) / prior[-1]
        vector = (*vector[:-1], last)
    return Rescaled(prior, vector, low, high)
