"""Published histograms, clipped at 0 and rounded, and their distance from the true ones."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import prod

import flint

from pmlsym.errors import ParameterError
from pmlsym.given import whole
from pmlsym.precision import at_precision
from pmlsym.proof.evaluation.balls import Point
from pmlsym.statements.arithmetic import add, divide, log, minus, multiply, power
from pmlsym.statements.instances.parameters import ParameterRange, Parameters, among
from pmlsym.statements.instances.rationals import listed, numbers, of_class
from pmlsym.statements.values import ONE, ZERO, Infinite, Undefined, Value, extreme, in_kernel

_HALF = Fraction(1, 2)
_BITS = 80  # of probabilities of the counts of a bin, which are rounded down
_LEFT_OUT = 2.0**-16  # the largest probability that is cut off at either end
_READ = 10**7
_POINT = Point()


def mean_error(count: int, half_decay: Value) -> Value:
    """Return E|Y - c| for Y = max(c + N, 0) rounded to the nearest integer, N from Lap(b).

    The mean of a variable on the nonnegative integers is the sum of its tail probabilities:
    Y >= c + j iff N >= j - 1/2, and Y <= c - j iff N <= 1/2 - j, where clipping excludes j > c.
    Each has probability e^(-(j - 1/2)/b)/2. The arguments are c and e^(-1/(2b)).
    """
    above = divide(half_decay, add(ONE, minus(multiply(half_decay, half_decay))))
    below: Value = ZERO
    for j in range(1, count + 1):
        below = add(below, power(half_decay, Fraction(2 * j - 1)))
    return multiply(_HALF, add(above, below))


def chances(count: int, half_decay: Value) -> dict[int, int]:
    """Return P(Y = y) times 2^80, rounded down, for Y as in `mean_error`, without the far tails.

    P(Y >= c + j) = q^(2j - 1)/2 for j >= 1, with q = e^(-1/(2b)), and P(Y <= c - j) is the same for
    1 <= j <= c.

    Examples
    --------
    >>> found = chances(1, Fraction(1, 2))
    >>> [found[y] / 2**80 for y in (0, 1, 2)]
    [0.25, 0.5, 0.1875]
    """
    q = None if isinstance(half_decay, Infinite) else _POINT.near(in_kernel(half_decay), 2 * _BITS)
    if q is None:
        raise Undefined("a chance at a decay that is no number")
    with at_precision(2 * _BITS):
        found, beyond, j = {count: _lower(1 - q if count else 1 - q / 2)}, q / 2, 1
        while not beyond < _LEFT_OUT:
            here = beyond * (1 - q * q)
            found[count + j] = _lower(here)
            if j <= count:
                found[count - j] = _lower(here if j < count else beyond)
            beyond, j = beyond - here, j + 1
    return found


def _lower(chance: flint.arb) -> int:
    return int((chance * 2**_BITS).lower().floor().unique_fmpz())


@lru_cache(maxsize=64)
def mean_variation(counts: tuple[int, ...], half_decay: Value) -> tuple[Fraction, Fraction]:
    """Enclose the mean total variation distance between the true and the published distribution.

    Both are counts divided by their sum; if all published counts are 0, the distance counts as 1.
    The arguments are the true counts of the bins, and e^(-1/(2b)) of the noise.

    Examples
    --------
    >>> low, high = mean_variation((1, 0), Fraction(1, 100))
    >>> 0.0073 < low <= high < 0.0075
    True
    """
    bins = {count: chances(count, half_decay) for count in counts}
    records, one, low, floors = sum(counts), 1 << _BITS * len(counts), 0, 0
    for count in bins:
        others, rest = {0: 1}, list(counts)
        rest.remove(count)
        for other in rest:
            others = _added(others, bins[other])
        masses: dict[int, int] = {}
        for y, chance in bins[count].items():
            for beside, mass in others.items():
                gap = abs(y * records - count * (y + beside))
                masses[y + beside] = masses.get(y + beside, 0) + chance * mass * gap
        alike = counts.count(count)
        floors += alike * len(masses)
        low += alike * sum(m // (2 * records * total) for total, m in masses.items() if total)
    empty = prod(bins[count].get(0, 0) for count in counts)
    seen = prod(sum(bins[count].values()) for count in counts)
    ends = low + empty, low + empty + floors + one - seen
    # rounded outwards to seven decimals, to be readable
    return Fraction(ends[0] * _READ // one, _READ), Fraction(-(-ends[1] * _READ // one), _READ)


def _added(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    """Return the law of the sum of two independent integers."""
    found: dict[int, int] = {}
    for x, chance in one.items():
        for y, beside in other.items():
            found[x + y] = found.get(x + y, 0) + chance * beside
    return found


@dataclass(frozen=True)
class Published:
    """A true histogram, and the parameters from which noise on it is calibrated.

    Parameters
    ----------
    counts : of the k bins, not all zero.
    numbers : such as alpha and epsilon.

    Raises
    ------
    ParameterError
        If the counts are empty, all 0, or not integers >= 0, or `numbers` is no Parameters.

    Examples
    --------
    >>> instance = Published((1, 0), Parameters.of(epsilon=Fraction(1)))
    >>> instance.mean_distance(Fraction(1, 2))
    Fraction(11, 24)
    >>> print(instance)
    counts (1, 0), epsilon = 1
    """

    counts: tuple[int, ...]
    numbers: Parameters

    def __post_init__(self) -> None:
        of_class("numbers", self.numbers, (Parameters,))
        given = listed("counts", self.counts)
        counts = tuple([whole(f"counts[{j}]", count, 0) for j, count in enumerate(given)])
        if not any(counts):
            raise ParameterError(f"counts are {counts}, but have to be of at least one record.")
        vars(self).update(counts=counts)

    @cached_property
    def records(self) -> int:
        """The number n of records."""
        return sum(self.counts)

    def mean_distance(self, half_decay: Value) -> Value:
        """Return the mean of sum_j |published_j - true_j|/(2n), for `half_decay` = e^(-1/(2b))."""
        total: Value = ZERO
        for count in self.counts:
            total = add(total, mean_error(count, half_decay))
        return multiply(Fraction(1, 2 * self.records), total)

    def outside(self, floors: tuple[str, ...], levels: tuple[str, ...]) -> str:
        """Say why a floor is outside (0, 1/k], or a level outside (0, log(1/floor)); else empty.

        Examples
        --------
        >>> third, level = Fraction(1, 3), Fraction(1)
        >>> Published((1, 0), Parameters.of(a=third, e=level)).outside(("a",), ("e",))
        ''
        >>> Published((1, 0), Parameters.of(a=third, e=2 * level)).outside(("a",), ("e",))
        'e is 2, but has to be in (0, log(3)).'
        """
        share = Fraction(1, len(self.counts))
        wrong = among(**dict.fromkeys(floors, ParameterRange(ZERO, share, closed=True)))(
            self.numbers
        )
        if wrong:
            return wrong
        ends = [divide(ONE, self.numbers[name]) for name in floors]
        below = ParameterRange(ZERO, log(extreme(ends, largest=False)))
        return among(**dict.fromkeys(levels, below))(self.numbers)

    def __str__(self) -> str:
        return f"counts {self.counts}, {self.numbers}"

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {"counts": list(self.counts), **self.numbers.as_dict()}


@dataclass(frozen=True)
class Disturbed(Published):
    """A true histogram with the noise of one release, in units of the scale b.

    Parameters
    ----------
    counts, numbers : as of Published.
    noise : z_j for each bin j.

    Raises
    ------
    ParameterError
        As for Published, or if the noise is no row of exact numbers, one for each bin.

    Examples
    --------
    >>> instance = Disturbed((3, 1), Parameters.of(), (Fraction(1), Fraction(-2)))
    >>> instance.distance(ONE), instance.distance(Fraction(1, 4))
    (Fraction(1, 4), Fraction(7, 60))
    """

    noise: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        vars(self).update(noise=numbers("noise", self.noise, len(self.counts)))

    def noisy(self, scale: Value) -> list[Value]:
        """Return the noisy counts max(c_j + b z_j, 0), without rounding."""
        pairs = zip(self.counts, self.noise, strict=True)
        found = [add(Fraction(c), multiply(scale, z)) for c, z in pairs]
        return [extreme((count, ZERO), largest=True) for count in found]

    def distance(self, scale: Value) -> Value:
        """Return the total variation distance of true and noisy counts, each divided by their sum.

        If no noisy count is positive, the distance counts as 1.
        """
        noisy = self.noisy(scale)
        positive = [j for j, count in enumerate(noisy) if count != ZERO]
        if len(positive) < 2:
            missed = [count for j, count in enumerate(self.counts) if j not in positive]
            return Fraction(sum(missed), self.records)
        total: Value = ZERO
        found: Value = ZERO
        for count in noisy:
            total = add(total, count)
        for count, true in zip(noisy, self.counts, strict=True):
            gap = add(divide(count, total), Fraction(-true, self.records))
            found = add(found, extreme((gap, ZERO), largest=True))
        return found

    @property
    def proportional(self) -> bool:
        """Whether the noise is proportional to the counts."""
        total = sum(self.noise, ZERO)
        pairs = zip(self.counts, self.noise, strict=True)
        return all(z * self.records == c * total for c, z in pairs)

    def __str__(self) -> str:
        return f"{super().__str__()}, noise ({', '.join(map(str, self.noise))})"

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {**super().as_dict(), "noise": list(map(str, self.noise))}
