"""Means of independent bounded records in Laplace noise, with an outcome: `pmc`, Example 6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, factorial
from random import Random
from types import MappingProxyType

from pmlsym.given import whole
from pmlsym.statements.arithmetic import add, divide, exp, log, mean, multiply
from pmlsym.statements.instances.rationals import fraction, rate
from pmlsym.statements.instances.stochastic import Atoms, atoms
from pmlsym.statements.values import ONE, ZERO, LogOf, Value, exact_text, extreme

# --- finite laws on the line: rendering, sampling, and shifting to mean zero ----------------------


def law_text(atoms: Atoms) -> str:
    """Return the text of a finite law: each value with its probability.

    Examples
    --------
    >>> law_text(((Fraction(-1), Fraction(2, 3)), (Fraction(2), Fraction(1, 3))))
    '-1 (2/3), 2 (1/3)'
    """
    return ", ".join(f"{value} ({chance})" for value, chance in atoms)


def law_rows(atoms: Atoms) -> list[list[str]]:
    """Return a finite law as JSON-ready rows."""
    return [[str(value), str(chance)] for value, chance in atoms]


def fair(*values: int | Fraction) -> Atoms:
    """Return the uniform law on some values."""
    return tuple((Fraction(value), Fraction(1, len(values))) for value in values)


def draw_law(random: Random, values: Sequence[Fraction]) -> Atoms:
    """Sample a law on at most three of the values."""
    chosen = sorted(random.sample(list(values), random.randint(1, min(3, len(values)))))
    weights = [random.choice((1, 1, 2, 3, 8)) for _ in chosen]
    return tuple((v, Fraction(w, sum(weights))) for v, w in zip(chosen, weights, strict=True))


def centred(atoms: Atoms) -> Atoms:
    """Return a law shifted to mean zero."""
    middle = sum((chance * value for value, chance in atoms), ZERO)
    return tuple((value - middle, chance) for value, chance in atoms)


# --- means of independent bounded records in Laplace noise, with an outcome: `pmc`, Example 6 -----

_HALF = Fraction(1, 2)


def sums(atoms: Atoms, count: int) -> dict[Fraction, Fraction]:
    """Return the law of the sum of `count` independent records, enumerating all databases.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> sums(((Fraction(0), half), (Fraction(1), half)), 2)[Fraction(1)]
    Fraction(1, 2)
    """
    found: dict[Fraction, Fraction] = {}
    for records in product(atoms, repeat=count):
        total, chance = ZERO, ONE
        for value, own in records:
            total, chance = total + value, chance * own
        found[total] = found.get(total, ZERO) + chance
    return found


@dataclass(frozen=True)
class NoisyMean:
    """Independent records of a finite law on [c, d], their mean in Laplace noise, and an outcome.

    The density of y given that the mean is m is e^(-|y - m|/b)/(2b); given that one record is x,
    it is the average of that over the other records.

    Parameters
    ----------
    atoms : the increasing values of a record with their positive probabilities.
    low, high : the ends c <= d of the interval, which contains all values.
    records : the number n of records.
    rate : 1/(nb) > 0, a rational or the logarithm of one, where densities may be rational.
    outcome : the outcome y.

    Examples
    --------
    >>> coin = ((ZERO, _HALF), (ONE, _HALF))
    >>> mean_of_two = NoisyMean(coin, ZERO, ONE, 2, LogOf(Fraction(3)), ONE)
    >>> exact_text(mean_of_two.pmc(ONE)), exact_text(mean_of_two.pmc(_HALF))
    ('log(2)', '0')
    """

    atoms: Atoms
    low: Fraction
    high: Fraction
    records: int
    rate: Value
    outcome: Fraction

    def __post_init__(self) -> None:
        pairs = atoms("atoms", self.atoms)
        vars(self).update(
            atoms=pairs,
            low=fraction("low", self.low, most=pairs[0][0]),
            high=fraction("high", self.high, least=pairs[-1][0]),
            records=whole("records", self.records, 1),
            rate=rate("rate", self.rate),
            outcome=fraction("outcome", self.outcome),
        )

    @property
    def others(self) -> Mapping[Fraction, Fraction]:
        """The law of the sum of the other records."""
        return MappingProxyType(self._others)

    @cached_property
    def _others(self) -> dict[Fraction, Fraction]:
        return sums(self.atoms, self.records - 1)

    @property
    def centre(self) -> Fraction:
        """The mean of a record, mu."""
        return sum((chance * value for value, chance in self.atoms), ZERO)

    @property
    def reaches_ends(self) -> bool:
        """Whether c and d are the ends of the support."""
        return self.atoms[0][0] == self.low and self.atoms[-1][0] == self.high

    def decayed(self, distance: Fraction) -> Value:
        """e^(-distance/(nb))."""
        return exp(multiply(-distance, self.rate))

    def density(self, record: Fraction, outcome: Fraction) -> Value:
        """2b times the density of an outcome given one record."""
        reach = self.records * outcome - record
        return mean((chance, self.decayed(abs(reach - s))) for s, chance in self.others.items())

    def _all(self, outcome: Fraction) -> tuple[Value, list[Value]]:
        """Return the density of an outcome, and that given each value of the record."""
        given = [self.density(value, outcome) for value, _ in self.atoms]
        chances = (chance for _, chance in self.atoms)
        return mean(zip(chances, given, strict=True)), given

    def pmc(self, outcome: Fraction) -> Value:
        """PMC of the record at an outcome: log of f(y) over the smallest f(y|x) in the support."""
        density, given = self._all(outcome)
        return log(divide(density, extreme(given, largest=False)))

    def pml(self, outcome: Fraction) -> Value:
        """PML of the record at an outcome."""
        density, given = self._all(outcome)
        return log(divide(extreme(given, largest=True), density))

    @cached_property
    def means(self) -> tuple[Fraction, ...]:
        """The possible values of the mean, in order.

        Between neighbouring values each density is A e^(y/b) + B e^(-y/b), so that a ratio of two
        densities is monotone in y, and beyond all values it is constant: its extremes over all y
        are at these values.
        """
        return tuple(sorted(total / self.records for total in sums(self.atoms, self.records)))

    def worst_pmc(self) -> Value:
        """Supremum of PMC over all outcomes."""
        return extreme(map(self.pmc, self.means), largest=True)

    def worst_beyond(self) -> Value:
        """Supremum of PMC over y >= d and y <= c; as no mean lies beyond, c and d suffice."""
        return extreme(map(self.pmc, (self.low, self.high)), largest=True)

    def worst_pml(self) -> Value:
        """Supremum of PML over all outcomes."""
        return extreme(map(self.pml, self.means), largest=True)

    def __str__(self) -> str:
        return (
            f"n = {self.records} records {law_text(self.atoms)} in [{self.low}, {self.high}], "
            f"1/(nb) = {exact_text(self.rate)}, y = {self.outcome}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "secret": law_rows(self.atoms),
            "interval": [str(self.low), str(self.high)],
            "parameters": {
                "n": str(self.records),
                "1/(nb)": exact_text(self.rate),
                "y": str(self.outcome),
            },
        }


@dataclass(frozen=True)
class UniformMean:
    """Independent records uniform on [c, d], their mean in Laplace noise, and an outcome.

    The average of e^(-|v|) over a uniform shift is a difference of an antiderivative; that over
    several shifts is a sum of differences of an iterated antiderivative, which has a closed form.

    Parameters
    ----------
    low, high : the ends c < d.
    records : the number n of records.
    rate : 1/(nb), a positive rational.
    outcome : the outcome y.

    Examples
    --------
    >>> from pmlsym.statements.values import approximate
    >>> approximate(UniformMean(ZERO, ONE, 1, ONE, ONE).pmc(ONE))
    '0.541325'
    """

    low: Fraction
    high: Fraction
    records: int
    rate: Fraction
    outcome: Fraction

    def __post_init__(self) -> None:
        low = fraction("low", self.low)
        vars(self).update(
            low=low,
            high=fraction("high", self.high, above=low),
            records=whole("records", self.records, 1),
            rate=fraction("rate", self.rate, above=0),
            outcome=fraction("outcome", self.outcome),
        )

    @property
    def width(self) -> Fraction:
        """(d - c)/(nb)."""
        return self.rate * (self.high - self.low)

    def averaged(self, shift: Fraction, count: int) -> Value:
        """E exp(-|shift - U|/(nb)) for the sum U of `count` of the records, each less c."""
        start, width = self.rate * shift, self.width
        found: Value = ZERO
        for k in range(count + 1):
            sign = Fraction((-1) ** k * comb(count, k)) / width**count
            at = start - k * width
            found = add(found, multiply(sign, _antiderivative(at, count)))
        return found

    def density(self, record: Fraction, outcome: Fraction) -> Value:
        """2b times the density of an outcome given one record."""
        n = self.records
        return self.averaged(n * outcome - record - (n - 1) * self.low, n - 1)

    def pmc(self, outcome: Fraction) -> Value:
        """PMC of a record at an outcome.

        The density given x is log-concave in x, as a convolution of log-concave densities, so
        that it is smallest at an end of [c, d].
        """
        n = self.records
        marginal = self.averaged(n * outcome - n * self.low, n)
        ends = [self.density(end, outcome) for end in (self.low, self.high)]
        return log(divide(marginal, extreme(ends, largest=False)))

    def __str__(self) -> str:
        return (
            f"n = {self.records} records uniform on [{self.low}, {self.high}], "
            f"1/(nb) = {self.rate}, y = {self.outcome}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "interval": [str(self.low), str(self.high)],
            "parameters": {
                "n": str(self.records),
                "1/(nb)": str(self.rate),
                "y": str(self.outcome),
            },
        }


def _antiderivative(at: Fraction, count: int) -> Value:
    """Return the iterated antiderivative of e^(-|v|) that is e^v for v <= 0."""
    if at <= 0:
        return exp(at)
    rest = sum((2 * at**j / factorial(j) for j in range(count - 1, -1, -2)), ZERO)
    return add(multiply(Fraction((-1) ** count), exp(-at)), rest)


# --- sampling -------------------------------------------------------------------------------------


_SKEWED: Atoms = ((ZERO, Fraction(1, 10)), (ONE, Fraction(9, 10)))
_TWO = LogOf(Fraction(2))


def _edge(atoms: Atoms, records: int, outcome: Fraction, rate: Value = _TWO) -> NoisyMean:
    return NoisyMean(atoms, atoms[0][0], atoms[-1][0], records, rate, outcome)


_MEANS: tuple[NoisyMean, ...] = (
    *(_edge(fair(0, 1), n, y) for n in (1, 2, 3) for y in (ZERO, _HALF, ONE, Fraction(5))),
    *(_edge(_SKEWED, n, y) for n in (1, 2) for y in (_HALF, ONE)),
    _edge(fair(3), 1, Fraction(3)),  # a constant record
    NoisyMean(fair(1), ZERO, Fraction(2), 2, _TWO, ZERO),
    NoisyMean(fair(0, 1), Fraction(-1), Fraction(3), 1, _TWO, Fraction(2)),  # support inside [c, d]
    _edge(fair(-1, 0, 1), 2, ZERO),
    _edge(fair(0, 1), 2, _HALF, Fraction(1, 3)),
    _edge(_SKEWED, 1, _HALF, Fraction(4)),
)
_RATES: tuple[Value, ...] = (
    *(
        LogOf(Fraction(*pair))
        for pair in ((2, 1), (2, 1), (3, 1), (3, 2), (3, 2), (11, 10), (9, 1))
    ),
    Fraction(1, 2),
)


def draw_mean(number: int, random: Random) -> NoisyMean:
    """Sample records with an outcome, edge cases first."""
    if number < len(_MEANS):
        return _MEANS[number]
    records = random.choice((1, 1, 2, 2, 3))
    atoms = draw_law(random, [Fraction(value) for value in range(-2, 4)])
    rate = random.choice(_RATES)
    low, high = atoms[0][0], atoms[-1][0]
    if random.random() < 0.15:
        low, high = low - random.randint(0, 2), high + random.randint(0, 1)
    steps = random.randint(-2, 2 + records * int(high - low))
    return NoisyMean(atoms, low, high, records, rate, low + Fraction(steps, records))


_UNIFORMS: tuple[UniformMean, ...] = tuple(
    UniformMean(ZERO, ONE, n, rate, y)
    for n in (1, 2, 3)
    for rate in (ONE, Fraction(1, 10), Fraction(5))
    for y in (ZERO, _HALF, ONE, Fraction(2))
)


def draw_uniform(number: int, random: Random) -> UniformMean:
    """Sample uniform records with an outcome, edge cases first."""
    if number < len(_UNIFORMS):
        return _UNIFORMS[number]
    low = Fraction(random.randint(-4, 4), random.choice((1, 2, 3)))
    high = low + Fraction(random.randint(1, 8), random.choice((1, 2, 5)))
    outcome = low + (high - low) * Fraction(random.randint(-2, 10), 8)
    rate = Fraction(random.randint(1, 8), random.choice((1, 3, 8)))
    return UniformMean(low, high, random.choice((1, 2, 3)), rate, outcome)
