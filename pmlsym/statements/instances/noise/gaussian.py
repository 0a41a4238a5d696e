"""Real secrets in Gaussian noise, with an outcome: `pmc`, Example 7 and Section VI."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from pmlsym.given import whole
from pmlsym.statements.arithmetic import add, exp, log, mean, minus, multiply
from pmlsym.statements.instances.noise.noisy import centred, draw_law, fair, law_rows, law_text
from pmlsym.statements.instances.rationals import fraction, rate
from pmlsym.statements.instances.stochastic import Atoms, atoms, bound_of
from pmlsym.statements.values import ZERO, Infinite, LogOf, Value, exact_text

_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class InGaussian:
    """A secret with a finite law and |X| <= A, released as Y = X + N(0, sigma^2), and an outcome.

    The density of y given x is proportional to e^(-q (y - x)^2), with q = 1/(2 sigma^2).

    Parameters
    ----------
    atoms : the increasing values of the secret with their positive probabilities.
    bound : A > 0, at least |x| for every value.
    precision : q > 0, a rational or the logarithm of one, where densities may be rational.
    outcome : the outcome y.

    Examples
    --------
    >>> coin = InGaussian(fair(-1, 1), Fraction(1), LogOf(Fraction(2)), _HALF)
    >>> exact_text(coin.pmc()), exact_text(coin.pml())
    ('log(5/2)', 'log(8/5)')
    """

    atoms: Atoms
    bound: Fraction
    precision: Value
    outcome: Fraction

    def __post_init__(self) -> None:
        pairs = atoms("atoms", self.atoms)
        vars(self).update(
            atoms=pairs,
            bound=bound_of("bound", self.bound, pairs),
            precision=rate("precision", self.precision),
            outcome=fraction("outcome", self.outcome),
        )

    def _squares(self) -> list[Fraction]:
        return [(self.outcome - value) ** 2 for value, _ in self.atoms]

    def density_over(self, square: Fraction) -> Value:
        """f(y)/f(y|x) for an x with (y - x)^2 = square."""
        chances = (chance for _, chance in self.atoms)
        gaps = (exp(multiply(square - own, self.precision)) for own in self._squares())
        return mean(zip(chances, gaps, strict=True))

    def pmc(self) -> Value:
        """PMC at the outcome: the largest log f(y)/f(y|x), at the value farthest from y."""
        return log(self.density_over(max(self._squares())))

    def pml(self) -> Value:
        """PML at the outcome: the largest log f(y|x)/f(y), at the value nearest to y."""
        return minus(log(self.density_over(min(self._squares()))))

    def worst_pmc(self) -> Value:
        """Supremum of PMC over all outcomes.

        It is infinite: for two values x < x' the ratio f(y|x')/f(y|x) is
        e^(q (x' - x)(2y - x - x')), which is unbounded in y.
        """
        return Infinite.PLUS if len(self.atoms) > 1 else ZERO

    def cumulant(self, power: Value) -> Value:
        """K(s) = log E[e^(sX)]."""
        return log(mean((chance, exp(multiply(value, power))) for value, chance in self.atoms))

    @cached_property
    def centre(self) -> Fraction:
        """The mean of the secret."""
        return sum((chance * value for value, chance in self.atoms), ZERO)

    @property
    def low(self) -> Fraction:
        """The lower end of the support."""
        return self.atoms[0][0]

    @property
    def high(self) -> Fraction:
        """The upper end of the support."""
        return self.atoms[-1][0]

    @property
    def reaches_ends(self) -> bool:
        """Whether -A and A are both ends of the support."""
        return -self.low == self.bound == self.high

    def __str__(self) -> str:
        return (
            f"X = {law_text(self.atoms)}, A = {self.bound}, "
            f"1/(2 sigma^2) = {exact_text(self.precision)}, y = {self.outcome}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "secret": law_rows(self.atoms),
            "parameters": {
                "A": str(self.bound),
                "1/(2 sigma^2)": exact_text(self.precision),
                "y": str(self.outcome),
            },
        }


@dataclass(frozen=True)
class NormalInGaussian:
    """The mean of normal records, released with Gaussian noise; one record, and an outcome.

    Given that a record is x, the outcome is normal: the other records are part of the noise.

    Parameters
    ----------
    variance, noise : the positive variances of a record and of the noise.
    records : the number n of records.
    centre : the mean of a record.
    outcome : the outcome y.
    record : the record x.

    Examples
    --------
    >>> one = Fraction(1)
    >>> exact_text(NormalInGaussian(one, one, 1, ZERO, Fraction(2), ZERO).pml())
    '1 + log(2)/2'
    """

    variance: Fraction
    noise: Fraction
    records: int
    centre: Fraction
    outcome: Fraction
    record: Fraction

    def __post_init__(self) -> None:
        vars(self).update(
            variance=fraction("variance", self.variance, above=0),
            noise=fraction("noise", self.noise, above=0),
            records=whole("records", self.records, 1),
            centre=fraction("centre", self.centre),
            outcome=fraction("outcome", self.outcome),
            record=fraction("record", self.record),
        )

    @property
    def rest(self) -> Fraction:
        """The variance of the outcome given a record."""
        return self.noise + (self.records - 1) * self.variance / self.records**2

    @property
    def total(self) -> Fraction:
        """The variance of the outcome."""
        return self.rest + self.variance / self.records**2

    def _polynomial(self) -> tuple[Fraction, Fraction, Fraction]:
        """Return i(x; y) less `_spread` as a polynomial in x, the coefficient of x^2 first."""
        # log f(y|x) - log f(y), where y given x is normal around m + (x - m)/n
        n, m = self.records, self.centre
        offset = self.outcome - m + m / n
        constant = (self.outcome - m) ** 2 / (2 * self.total) - offset**2 / (2 * self.rest)
        return -1 / (2 * self.rest * n**2), offset / (self.rest * n), constant

    @property
    def _spread(self) -> Value:
        return multiply(_HALF, log(self.total / self.rest))

    def information(self) -> Value:
        """Return the information density at the record and the outcome."""
        square, linear, constant = self._polynomial()
        x = self.record
        return add(square * x**2 + linear * x + constant, self._spread)

    def pml(self) -> Value:
        """PML at the outcome: the supremum of i(x; y) over all real x."""
        return add(_most(*self._polynomial()), self._spread)

    def pmc(self) -> Value:
        """PMC at the outcome: the supremum of -i(x; y) over all real x."""
        square, linear, constant = self._polynomial()
        return add(_most(-square, -linear, -constant), minus(self._spread))

    def log_normal(self, at: Fraction, variance: Fraction) -> Value:
        """Return the log of the centred normal density at a point, less log(1/sqrt(2 pi))."""
        return add(-(at**2) / (2 * variance), multiply(-_HALF, log(variance)))

    def joint(self) -> Value:
        """Return log(f(y|x) f(x)), less log(1/(2 pi))."""
        gap = self.record - self.centre
        seen = self.outcome - self.centre - gap / self.records
        return add(self.log_normal(seen, self.rest), self.log_normal(gap, self.variance))

    def split(self) -> Value:
        """Return log(f(y) f(x|y)), less log(1/(2 pi)); given y, x is normal."""
        slope = self.variance / self.records / self.total
        gap = self.outcome - self.centre
        place = self.record - self.centre - slope * gap
        spread = self.variance * self.rest / self.total
        return add(self.log_normal(gap, self.total), self.log_normal(place, spread))

    def __str__(self) -> str:
        return (
            f"n = {self.records} normal records of mean {self.centre} and variance "
            f"{self.variance}, noise of variance {self.noise}, y = {self.outcome}, x = "
            f"{self.record}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "parameters": {
                "n": str(self.records),
                "mu": str(self.centre),
                "s^2": str(self.variance),
                "sigma^2": str(self.noise),
                "y": str(self.outcome),
                "x": str(self.record),
            }
        }


def _most(square: Fraction, linear: Fraction, constant: Fraction) -> Value:
    """Return the supremum of a polynomial of degree two over all reals."""
    return Infinite.PLUS if square > 0 else constant - linear**2 / (4 * square)


# --- sampling -------------------------------------------------------------------------------------

_TWO = LogOf(Fraction(2))
_UNEVEN: Atoms = ((Fraction(-1), Fraction(2, 3)), (Fraction(2), Fraction(1, 3)))
_EDGES: tuple[InGaussian, ...] = (
    *(
        InGaussian(fair(-1, 1), Fraction(1), q, y)
        for q in (_TWO, Fraction(1, 2))
        for y in (ZERO, _HALF, Fraction(-1), Fraction(2), Fraction(5))
    ),
    InGaussian(fair(0), Fraction(1), _TWO, Fraction(1)),  # a constant secret
    *(InGaussian(_UNEVEN, Fraction(2), _HALF, y) for y in (_HALF, ZERO, Fraction(-3))),
    InGaussian(fair(-1, 0, 1), Fraction(1), _TWO, ZERO),
    InGaussian(fair(-1, 1), Fraction(3), _TWO, Fraction(1)),
)
_PRECISIONS: tuple[Value, ...] = (
    *(LogOf(Fraction(*pair)) for pair in ((2, 1), (3, 1), (3, 2), (11, 10))),
    *(Fraction(*pair) for pair in ((1, 2), (1, 8))),
)


def draw_gaussian(number: int, random: Random) -> InGaussian:
    """Sample a secret of mean zero in Gaussian noise with an outcome, edge cases first."""
    if number < len(_EDGES):
        return _EDGES[number]
    if random.random() < 0.5:  # the support contains -A and A, and the mean is zero
        size, inner = random.randint(1, 3), Fraction(random.randint(0, 4), 10)
        atoms = fair(-size, size)
        if inner and size > 1:
            own = (1 - inner) / 2
            ends = (Fraction(-size), own), (Fraction(size), own)
            atoms = (ends[0], (ZERO, inner), ends[1])
    else:
        atoms = centred(draw_law(random, [Fraction(value) for value in range(-3, 4)]))
    bound = max(abs(atoms[0][0]), abs(atoms[-1][0]))
    if not bound or random.random() < 0.25:
        bound += random.choice((1, _HALF))
    outcome = Fraction(random.randint(-8, 8), random.choice((1, 2)))
    return InGaussian(atoms, bound, random.choice(_PRECISIONS), outcome)


def draw_normal(number: int, random: Random) -> NormalInGaussian:
    """Sample normal records in Gaussian noise, edge cases first."""
    if number < 4:
        here = Fraction(number % 2)
        return NormalInGaussian(Fraction(1), Fraction(1), 1 + number // 2, ZERO, here, here)

    def positive() -> Fraction:
        return Fraction(random.randint(1, 12), random.choice((1, 3, 10)))

    def real() -> Fraction:
        return Fraction(random.randint(-20, 20), random.choice((1, 2, 5)))

    return NormalInGaussian(positive(), positive(), random.randint(1, 5), real(), real(), real())
