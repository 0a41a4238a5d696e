"""Tests on published histograms: distances bin by bin, and the mean error as a sum of tails."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import floor, prod
from random import Random

from pmlsym.statements.assertion import Assertion, Compared, Domain, Quantity
from pmlsym.statements.instances.attack.adversary import normalized
from pmlsym.statements.values import ZERO

# --- bin by bin -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Noisy:
    """A true histogram, a scale, and a finite law of the noise Z of a bin, without ties."""

    counts: tuple[int, ...]
    scale: Fraction
    noise: tuple[tuple[Fraction, Fraction], ...]

    @property
    def records(self) -> int:
        """The number n of records."""
        return sum(self.counts)

    def __str__(self) -> str:
        law = ", ".join(f"{z} ({chance})" for z, chance in self.noise)
        return f"counts {self.counts}, b = {self.scale}, Z = {law}"


def _draw_noisy(number: int, random: Random) -> Noisy:
    edges = ((1, 0), (1, 1), (0, 0, 3), (2, 2, 2))
    counts = edges[number] if number < 4 else tuple(random.randint(0, 4) for _ in range(3))
    if not any(counts):
        counts = (1, *counts[1:])
    size = random.randint(1, 3)
    chances = normalized([random.randint(1, 4) for _ in range(size)])
    # sevenths are never halfway between integers
    noise = tuple((Fraction(random.randint(-30, 30), 7), chance) for chance in chances)
    return Noisy(counts, Fraction(random.choice((1, 1, 3, 5))), noise)


def _published(count: int, noise: Fraction) -> int:
    """Return the nearest nonnegative integer to a noisy count."""
    clipped = max(count + noise, ZERO)
    return min(range(int(clipped) + 2), key=lambda y: abs(y - clipped))


def _distance(instance: Noisy) -> Fraction:
    """Return the mean total variation distance over the noise of all bins at once."""
    bins = [
        [(_published(c, instance.scale * z), chance) for z, chance in instance.noise]
        for c in instance.counts
    ]
    found = ZERO
    for draws in product(*bins):
        chance = prod((own for _, own in draws), start=Fraction(1))
        pairs = zip(draws, instance.counts, strict=True)
        found += chance * sum(abs(y - c) for (y, _), c in pairs)
    return found / (2 * instance.records)


def off(count: int, noise: Fraction) -> Fraction:
    """Return |max(b Z, -c)|, rounded."""
    return abs(max(noise, Fraction(-count)))


def _by_bins(instance: Noisy) -> Fraction:
    """Return the mean rounded size of max(b Z, -c_j), summed over the bins, over 2n."""
    total = ZERO
    for c in instance.counts:
        for z, chance in instance.noise:
            total += chance * floor(off(c, instance.scale * z) + Fraction(1, 2))
    return total / (2 * instance.records)


BIN_BY_BIN = Assertion(
    Domain(
        "every histogram, scale and finite law of the noise",
        r"\forall c,b,P_Z",
        Noisy,
        _draw_noisy,
        tries=50,
    ),
    (
        Compared(
            Quantity[Noisy]("the mean distance", r"E[\mathrm{TV}]", _distance),
            "=",
            Quantity[Noisy](
                "sum_j E|round max(b Z, -c_j)|/(2n)",
                r"\tfrac1{2n}\textstyle\sum_jE|[\max(bZ,-c_j)]|",
                _by_bins,
            ),
        ),
    ),
)

# --- the sum of the tails -------------------------------------------------------------------------

_MOST = 30  # errors beyond this above the true count are bounded instead


@dataclass(frozen=True)
class Bin:
    """A bin that holds c records, and q = e^(-1/(2b))."""

    count: int
    half_decay: Fraction

    def exceeds(self, z: Fraction) -> Fraction:
        """Return P(N >= z) for Laplace noise N, and z an odd multiple of 1/2."""
        q = self.half_decay
        return q ** int(2 * z) / 2 if z > 0 else 1 - q ** int(-2 * z) / 2

    @property
    def partial(self) -> Fraction:
        """Return sum_y |y - c| P(Y = y) over y <= c + 30."""
        half, found = Fraction(1, 2), ZERO
        for y in range(self.count + _MOST + 1):
            least = self.exceeds(y - half - self.count) if y else Fraction(1)
            chance = least - self.exceeds(y + half - self.count)
            found += abs(y - self.count) * chance
        return found

    @property
    def rest(self) -> Fraction:
        """Return an upper bound of the remaining sum: P(Y = y) < q^(2(y - c) - 1)."""
        square = self.half_decay**2
        # sum of j s^j over j > m is s^(m+1) (m + 1 - m s)/(1 - s)^2
        tail = square ** (_MOST + 1) * (_MOST + 1 - _MOST * square) / (1 - square) ** 2
        return tail / self.half_decay

    @property
    def above(self) -> Fraction:
        """Return u(b) = 1/(e^(1/(2b)) - e^(-1/(2b)))."""
        return 1 / (1 / self.half_decay - self.half_decay)

    @property
    def below(self) -> Fraction:
        """Return sum_{j=1}^c e^(-(2j-1)/(2b))."""
        return sum((self.half_decay ** (2 * j - 1) for j in range(1, self.count + 1)), ZERO)


def _draw_bin(number: int, random: Random) -> Bin:
    decays = (Fraction(1, 2), Fraction(3, 4), Fraction(1, 10), Fraction(2, 3))
    return Bin(number // 4 % 5, random.choice(decays) if number > 20 else decays[number % 4])


_ERROR = Quantity[Bin](
    "(u(b) + sum_{j=1}^c e^(-(2j-1)/(2b)))/2",
    r"\tfrac12\bigl(u(b)+\textstyle\sum_{j=1}^ce^{-(2j-1)/(2b)}\bigr)",
    lambda instance: (instance.above + instance.below) / 2,
)
TAIL_SUMS = Assertion(
    Domain("every count c and scale b", r"\forall c,b", Bin, _draw_bin, tries=40),
    (
        Compared(
            Quantity[Bin](
                "E|Y - c|, without the largest y", r"E[|Y-c|;\,Y\le c+30]", lambda w: w.partial
            ),
            "<=",
            _ERROR,
        ),
        Compared(
            _ERROR,
            "<=",
            Quantity[Bin](
                "E|Y - c|, the largest y bounded", r"E|Y-c|", lambda w: w.partial + w.rest
            ),
        ),
        Compared(
            Quantity[Bin]("the sum over j", r"\textstyle\sum_j", lambda w: w.below),
            "<=",
            Quantity[Bin]("u(b)", "u(b)", lambda w: w.above),
        ),
    ),
)
