"""Published histograms: noise on every bin, clipped at 0 and rounded, and how far off they are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pmlsym.errors import ParameterError
from pmlsym.given import whole
from pmlsym.statements.arithmetic import add, divide, log, minus, multiply, power
from pmlsym.statements.values import ONE, ZERO, Value, extreme
from pmlsym.statements.worlds.parameters import Interval, Parameters, among
from pmlsym.statements.worlds.rationals import listed, of_class

_HALF = Fraction(1, 2)


def mean_error(count: int, half_decay: Value) -> Value:
    """Return E|Y - c| for Y = max(c + N, 0) rounded to the nearest integer, N from Lap(b).

    A mean of whole numbers is the sum of its tails: Y >= c + j if N >= j - 1/2, and Y <= c - j if
    N <= 1/2 - j, which for j > c clipping excludes. Each has probability e^(-(j - 1/2)/b)/2.

    Parameters
    ----------
    count : the true count c.
    half_decay : e^(-1/(2b)), between 0 and 1.

    Examples
    --------
    >>> mean_error(0, Fraction(1, 2)), mean_error(1, Fraction(1, 2))
    (Fraction(1, 3), Fraction(7, 12))
    """
    above = divide(half_decay, add(ONE, minus(multiply(half_decay, half_decay))))
    below: Value = ZERO
    for j in range(1, count + 1):
        below = add(below, power(half_decay, Fraction(2 * j - 1)))
    return multiply(_HALF, add(above, below))


@dataclass(frozen=True)
class Published:
    """A true histogram, and the numbers that noise on it is calibrated by.

    Parameters
    ----------
    counts : of the k bins, not all zero.
    numbers : such as alpha and epsilon.

    Raises
    ------
    ParameterError
        If there are no counts, or one that is no whole number >= 0, or no numbers by name.

    Examples
    --------
    >>> world = Published((1, 0), Parameters.of(epsilon=Fraction(1)))
    >>> world.mean_distance(Fraction(1, 2))
    Fraction(11, 24)
    >>> print(world)
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
        """Return the mean of half the sum over the bins of |published - true|, over n.

        Parameters
        ----------
        half_decay : e^(-1/(2b)) of the noise.
        """
        total: Value = ZERO
        for count in self.counts:
            total = add(total, mean_error(count, half_decay))
        return multiply(Fraction(1, 2 * self.records), total)

    def outside(self, floors: tuple[str, ...], levels: tuple[str, ...]) -> str:
        """Say why numbers are no floors in (0, 1/k], or levels not below log(1/floor) for each.

        Examples
        --------
        >>> third, level = Fraction(1, 3), Fraction(1)
        >>> Published((1, 0), Parameters.of(a=third, e=level)).outside(("a",), ("e",))
        ''
        >>> Published((1, 0), Parameters.of(a=third, e=2 * level)).outside(("a",), ("e",))
        'e is 2, but has to be in (0, log(3)).'
        """
        share = Fraction(1, len(self.counts))
        wrong = among(**dict.fromkeys(floors, Interval(ZERO, share, closed=True)))(self.numbers)
        if wrong:
            return wrong
        ends = [divide(ONE, self.numbers[name]) for name in floors]
        below = Interval(ZERO, log(extreme(ends, largest=False)))
        return among(**dict.fromkeys(levels, below))(self.numbers)

    def __str__(self) -> str:
        return f"counts {self.counts}, {self.numbers}"

    def as_dict(self) -> dict[str, object]:
        """Return what it consists of as JSON can hold it."""
        return {"counts": list(self.counts), **self.numbers.as_dict()}
