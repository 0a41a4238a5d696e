"""Tail probabilities of PMC under Gaussian noise, enclosed by two rationals: `pmc`, Example 7.

A normal probability is no closed term of the kernel, but balls enclose it; a comparison is decided
where it has the same result at all ends of both enclosures.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import TypeVar

import flint

from pmlsym.errors import ParameterError
from pmlsym.precision import at_precision
from pmlsym.statements.instances.noise.noisy import centred, draw_law, fair, law_rows, law_text
from pmlsym.statements.instances.rationals import fraction
from pmlsym.statements.instances.stochastic import Atoms, atoms, bound_of
from pmlsym.statements.values import ONE, ZERO

W = TypeVar("W")
Between = tuple[Fraction, Fraction]

_BITS = 128
_NARROW = Fraction(1, 2**40)  # half the width of the first enclosure of an outcome
_DECIMALS = 10**12
_CERTAIN: Between = (ONE, ONE)


@dataclass(frozen=True)
class Tail:
    """A secret with a finite law of mean zero in Gaussian noise, and a level.

    Parameters
    ----------
    atoms : the increasing values of the secret with their positive probabilities.
    bound : A > 0, at least |x| for every value.
    precision : q = 1/(2 sigma^2) > 0.
    level : the level t, with which PMC is compared.

    Examples
    --------
    >>> coin = Tail(fair(-5, 5), Fraction(5), Fraction(1, 2), Fraction(75, 2))
    >>> [round(float(end), 6) for end in coin.chance]
    [0.881136, 0.881136]
    """

    atoms: Atoms
    bound: Fraction
    precision: Fraction
    level: Fraction

    def __post_init__(self) -> None:
        pairs = atoms("atoms", self.atoms)
        centre = sum((chance * value for value, chance in pairs), ZERO)
        if centre:
            raise ParameterError(f"atoms have the mean {centre}, but have to have the mean 0.")
        vars(self).update(
            atoms=pairs,
            bound=bound_of("bound", self.bound, pairs),
            precision=fraction("precision", self.precision, above=0),
            level=fraction("level", self.level),
        )

    @property
    def ratio(self) -> Fraction:
        """The ratio r = A^2/sigma^2."""
        return 2 * self.precision * self.bound**2

    @property
    def excess(self) -> Fraction:
        """The excess beta = t - r/2."""
        return self.level - self.ratio / 2

    @cached_property
    def chance(self) -> Between:
        """Enclosure of the probability of the outcomes y with PMC at least t.

        PMC is the larger of log f(y)/f(y|x) at both ends x of the support; the first rises with y
        and the second falls, so that PMC is below t between two outcomes.
        """
        if self.level <= 0:
            return _CERTAIN
        if len(self.atoms) == 1:
            return ZERO, ZERO
        mirrored = tuple((-value, chance) for value, chance in reversed(self.atoms))
        above, below = _crossing(self, self.atoms), _crossing(self, mirrored)
        if above[1] <= -below[1]:
            return _CERTAIN
        # the lower ends count disjoint events; where the events may cover everything, the upper is
        # one
        with at_precision(_BITS):
            tails = _beyond(self, self.atoms, above), _beyond(self, mirrored, below)
            return tails[0][0] + tails[1][0], min(ONE, tails[0][1] + tails[1][1])

    def gaussian(self, centre: Fraction, variance: Fraction) -> Between:
        """Enclose the probability that a normal variable is at least t."""
        with at_precision(_BITS):
            place = _arb(self.level - centre) / (2 * _arb(variance)).sqrt()
            return _ends(place.erfc() / 2)

    def folded(self, start: Fraction, variance: Fraction) -> Between:
        """Enclose the probability that start + |N| >= t, for a centred normal N."""
        if self.level <= start:
            return _CERTAIN
        with at_precision(_BITS):
            return _ends((_arb(self.level - start) / (2 * _arb(variance)).sqrt()).erfc())

    def __str__(self) -> str:
        return (
            f"X = {law_text(self.atoms)}, A = {self.bound}, 1/(2 sigma^2) = {self.precision} "
            f"(r = {self.ratio}), t = {self.level}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "secret": law_rows(self.atoms),
            "parameters": {
                "A": str(self.bound),
                "1/(2 sigma^2)": str(self.precision),
                "r": str(self.ratio),
                "t": str(self.level),
            },
        }


def _arb(number: Fraction) -> flint.arb:
    return flint.arb(flint.fmpq(number.numerator, number.denominator))


def _ends(ball: flint.arb) -> Between:
    """Return the ends of a ball around a probability, rounded outwards to twelve decimals."""
    low, high = _exactly(ball.lower()) * _DECIMALS, _exactly(ball.upper()) * _DECIMALS
    return Fraction(max(0, math.floor(low)), _DECIMALS), Fraction(math.ceil(high), _DECIMALS)


def _exactly(point: flint.arb) -> Fraction:
    mantissa, exponent = point.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _over_lowest(tail: Tail, atoms: Atoms, at: Fraction) -> flint.arb:
    """Return f(y)/f(y|x) for the smallest x, which increases with y."""
    low, total = atoms[0][0], flint.arb(0)
    for value, chance in atoms:
        exponent = tail.precision * (value - low) * (2 * at - value - low)
        total += _arb(chance) * _arb(exponent).exp()
    return total


def _crossing(tail: Tail, atoms: Atoms) -> Between:
    """Enclose the outcome at which log f(y)/f(y|x) of the smallest x passes t."""
    guess, width = Fraction(_guessed(tail, atoms)), _NARROW
    with at_precision(_BITS):
        most = _arb(tail.level).exp()
        while True:
            low, high = guess - width, guess + width
            if _over_lowest(tail, atoms, low) < most < _over_lowest(tail, atoms, high):
                return low, high
            width *= 16


def _guessed(tail: Tail, atoms: Atoms) -> float:
    """Approximate in floats the outcome at which log f(y)/f(y|x) of the smallest x passes t."""
    low, precision = atoms[0][0], float(tail.precision)
    lines = [
        (math.log(chance), 2 * precision * float(value - low), float(value + low) / 2)
        for value, chance in atoms
    ]

    def log_ratio(at: float) -> float:
        exponents = [start + slope * (at - middle) for start, slope, middle in lines]
        most = max(exponents)
        return most + math.log(sum(math.exp(exponent - most) for exponent in exponents))

    level, step = float(tail.level), 1.0
    while log_ratio(step) < level or log_ratio(-step) > level:
        step *= 2
    left, right = -step, step
    for _ in range(64):
        middle = (left + right) / 2
        left, right = (left, middle) if log_ratio(middle) > level else (middle, right)
    return (left + right) / 2


def _beyond(tail: Tail, atoms: Atoms, place: Between) -> Between:
    """Enclose the probability of an outcome beyond a place, given an enclosure of the place."""
    root = _arb(tail.precision).sqrt()
    ends = []
    for at in reversed(place):
        total = flint.arb(0)
        for value, chance in atoms:
            total += _arb(chance) * (_arb(at - value) * root).erfc() / 2
        ends.append(_ends(total))
    return ends[0][0], ends[1][1]


# --- sampling -------------------------------------------------------------------------------------

_HALF = Fraction(1, 2)
_EDGES = (
    *(
        Tail(fair(-a, a), Fraction(a), _HALF, Fraction(a * a) * share)
        for a in (1, 5, 20)
        for share in (ZERO, _HALF, ONE, Fraction(3, 2), Fraction(2), Fraction(3))
    ),
    Tail(fair(-1, 1), ONE, _HALF, Fraction(-20)),
    Tail(fair(0), ONE, _HALF, _HALF),  # a constant secret
    Tail(fair(0), ONE, _HALF, ZERO),
    Tail(fair(-1, 0, 1), ONE, Fraction(1, 8), Fraction(1, 8)),
)


def draw_tail(number: int, random: Random) -> Tail:
    """Sample a secret in Gaussian noise with a level, edge cases first."""
    if number < len(_EDGES):
        return _EDGES[number]
    atoms = centred(draw_law(random, [Fraction(value) for value in range(-3, 4)]))
    if random.random() < 0.4:
        atoms = fair(-1, 1)
    bound = max(abs(atoms[0][0]), abs(atoms[-1][0])) or ONE
    if random.random() < 0.2:
        bound += _HALF
    precision = Fraction(random.choice((1, 2, 3, 8, 20, 60)), random.choice((2, 3, 30)))
    ratio = 2 * precision * bound**2
    spread = Fraction(math.isqrt(int(100 * ratio)) + 1, 10)
    level = ratio * Fraction(random.randint(0, 30), 10) + spread * random.randint(0, 4)
    return Tail(atoms, bound, precision, level)
