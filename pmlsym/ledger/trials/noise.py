"""Tests on numbers in noise: real secrets, sums of records, and published counts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from random import Random

from pmlsym.statements.arithmetic import divide, mean
from pmlsym.statements.assertion import Assertion, Compared, Domain, Property, Quantity
from pmlsym.statements.instances.attack.adversary import normalized
from pmlsym.statements.instances.noise.noisy import NoisyMean, draw_law, law_text
from pmlsym.statements.instances.stochastic import Atoms
from pmlsym.statements.values import ONE, ZERO, LogOf, Value, extreme, holds

# --- a bound on the support -----------------------------------------------------------------------


@dataclass(frozen=True)
class OnLine:
    """A real secret, a mixture of points and uniform intervals; an outcome y; a distance t.

    The density of y given x decreases in |y - x| alone, so that f(y)/f(y|x) exceeds a level where
    |y - x| exceeds some t.

    Parameters
    ----------
    pieces : the ends of each piece, low = high for a point, with its probability.
    """

    pieces: tuple[tuple[Fraction, Fraction, Fraction], ...]
    outcome: Fraction
    far: Fraction

    @property
    def chance(self) -> Fraction:
        """The probability that |y - X| exceeds t."""
        return sum((chance * self._outside(low, high) for low, high, chance in self.pieces), ZERO)

    def _outside(self, low: Fraction, high: Fraction) -> Fraction:
        """Return the share of a piece at a distance of more than t from y."""
        if low == high:
            return Fraction(abs(self.outcome - low) > self.far)
        inside = min(high, self.outcome + self.far) - max(low, self.outcome - self.far)
        return 1 - max(inside, ZERO) / (high - low)

    @property
    def farthest(self) -> Fraction:
        """The largest |y - x| in the support, which is at an end of a piece."""
        return max(abs(self.outcome - x) for low, high, _ in self.pieces for x in (low, high))

    def __str__(self) -> str:
        pieces = ", ".join(f"[{low}, {high}] ({chance})" for low, high, chance in self.pieces)
        return f"X in {pieces}, y = {self.outcome}, t = {self.far}"


def _draw_line(number: int, random: Random) -> OnLine:
    chances = normalized([random.randint(1, 4) for _ in range(random.randint(1, 3))])
    pieces = []
    for chance in chances:
        low = Fraction(random.randint(-6, 6), 2)
        high = low + Fraction(random.choice((0, 0, 1, 3, 4)), 2)
        pieces.append((low, high, chance))
    outcome = Fraction(random.randint(-8, 8), 2)
    far = OnLine(tuple(pieces), outcome, ZERO).farthest
    shift = (ZERO, Fraction(-1, 100), Fraction(1, 3), Fraction(-1, 2))[number % 4]
    return OnLine(tuple(pieces), outcome, max(far + shift, ZERO))


ON_SUPPORTS = Assertion(
    Domain(
        "every law of points and uniform pieces, y, t >= 0, with f(y|x) a falling function of "
        "|y - x|",
        r"\forall P_X,y,t",
        OnLine,
        _draw_line,
        tries=60,
    ),
    (
        Compared(
            Quantity[OnLine](
                "the largest |y - x| in the support, ends included",
                r"\max_x|y-x|",
                lambda instance: instance.farthest,
            ),
            "<=",
            Quantity[OnLine]("t", "t", lambda instance: instance.far),
        ),
    ),
    (
        Property(
            "|y - X| is above t with probability 0",
            r"P\{|y-X|>t\}=0",
            lambda instance: instance.chance == 0,
        ),
    ),
    both_ways=True,
)

# --- the other records through their sum ----------------------------------------------------------


def _draw_records(number: int, random: Random) -> NoisyMean:
    """Return records with integer values, so that all densities are rational."""
    atoms = draw_law(random, [Fraction(value) for value in range(-2, 3)])
    records = 1 + number % 3
    low, high = atoms[0][0], atoms[-1][0]
    steps = random.randint(-2, 2 + records * int(high - low))
    rate = LogOf(random.choice((Fraction(2), Fraction(3), Fraction(3, 2))))
    return NoisyMean(atoms, low, high, records, rate, low + Fraction(steps, records))


def _enumerated(instance: NoisyMean, record: Fraction | None) -> Value:
    """Return 2b f(y|x), or 2b f(y), from the mean of every database."""
    n = instance.records
    parts = []
    for database in product(instance.atoms, repeat=n):
        values = [value for value, _ in database]
        chances = [chance for _, chance in database]
        if record is not None:
            values[0], chances[0] = record, ONE if database[0] == instance.atoms[0] else ZERO
        gap = abs(instance.outcome - sum(values, ZERO) / n)
        parts.append((prod(chances, start=ONE), instance.decayed(n * gap)))
    return mean(parts)


def _through_sum(instance: NoisyMean, s: Fraction, record: Fraction | None) -> Value:
    """Return e^(-|z - x|/(nb)) with z = n y - s, or its mean over X for x."""
    reach = instance.records * instance.outcome - s
    if record is None:
        return mean(
            (chance, instance.decayed(abs(reach - value))) for value, chance in instance.atoms
        )
    return instance.decayed(abs(reach - record))


def _same_means(instance: NoisyMean) -> bool:
    records = [None, *(value for value, _ in instance.atoms)]
    return all(
        mean((chance, _through_sum(instance, s, x)) for s, chance in instance.others.items())
        == _enumerated(instance, x)
        for x in records
    )


def _kept_on_average(instance: NoisyMean) -> bool:
    """Whether M f(y|x) >= f(y), with M the largest of the ratios over s."""
    for record, _ in instance.atoms:
        ratios = [
            divide(_through_sum(instance, s, None), _through_sum(instance, s, record))
            for s in instance.others
        ]
        whole = divide(_enumerated(instance, None), _enumerated(instance, record))
        if not holds(whole, "<=", extreme(ratios, largest=True)):
            return False
    return True


THROUGH_SUMS = Assertion(
    Domain(
        "every finite law of n independent records, b > 0 and y",
        r"\forall P_X,n,b,y",
        NoisyMean,
        _draw_records,
        tries=40,
    ),
    (
        Property(
            "the densities of y, and of y given x, are the averages over s",
            r"f(y\mid x)=E_s\bigl[\tfrac1{2b}e^{-|z-x|/(nb)}\bigr]",
            _same_means,
        ),
        Property(
            "a ratio that is at most M for every s is so on average",
            r"\tfrac{f(y)}{f(y|x)}\le\max_s",
            _kept_on_average,
        ),
    ),
)

# --- independent normal noise ---------------------------------------------------------------------

_ORDER = 8


@dataclass(frozen=True)
class Shifted:
    """A finite law of X and the variance of an independent normal N."""

    atoms: Atoms
    variance: Fraction

    def moment(self, order: int) -> Fraction:
        """Return E[X^m]."""
        return sum((chance * value**order for value, chance in self.atoms), ZERO)

    def normal(self, order: int) -> Fraction:
        """Return E[N^m] = (m - 1) sigma^2 E[N^(m-2)], by integration by parts."""
        if order < 2:
            return Fraction(order == 0)
        return (order - 1) * self.variance * self.normal(order - 2)

    def of_sum(self, order: int) -> Fraction:
        """Return E[(X + N)^m] for independent X and N."""
        parts = (comb(order, i) * self.moment(order - i) * self.normal(i) for i in range(order + 1))
        return sum(parts, ZERO)

    def of_product(self, order: int) -> Fraction:
        """Return the coefficient of l^m in E[e^(lX)] e^(l^2 sigma^2/2), times m!."""
        found = ZERO
        for i in range(order // 2 + 1):
            rest = order - 2 * i
            found += self.moment(rest) / factorial(rest) * (self.variance / 2) ** i / factorial(i)
        return factorial(order) * found

    def __str__(self) -> str:
        return f"X = {law_text(self.atoms)}, sigma^2 = {self.variance}"


def _draw_shifted(_: int, random: Random) -> Shifted:
    atoms = draw_law(random, [Fraction(value, 2) for value in range(-5, 6)])
    return Shifted(atoms, Fraction(random.randint(1, 12), 4))


NORMAL_MOMENTS = Assertion(
    Domain(
        "every finite law of X and sigma^2", r"\forall P_X,\sigma", Shifted, _draw_shifted, tries=40
    ),
    (
        Property(
            f"the first {_ORDER} moments of X + N are the coefficients of E[e^(lX)] "
            "e^(l^2 sigma^2/2)",
            r"E[(X+N)^m]=m!\,[\lambda^m]\,E[e^{\lambda X}]e^{\lambda^2\sigma^2/2}",
            lambda instance: all(
                instance.of_sum(m) == instance.of_product(m) for m in range(_ORDER + 1)
            ),
        ),
    ),
)

# --- coupled numbers ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Coupled:
    """Pairs (U, V) with their multiplicities, and a level."""

    pairs: tuple[tuple[int, int, int], ...]
    level: int

    def reaching(self, place: int) -> Fraction:
        """Return the share of pairs in which the number at this place is at least the level."""
        total = sum(pair[2] for pair in self.pairs)
        return Fraction(sum(p[2] for p in self.pairs if p[place] >= self.level), total)


def _draw_coupled(number: int, random: Random) -> Coupled:
    pairs = []
    for _ in range(random.randint(1, 4)):
        u = random.randint(0, 4)
        v = random.randint(u if number % 4 else 0, 5)
        pairs.append((u, v, random.randint(1, 3)))
    return Coupled(tuple(pairs), random.randint(0, 5))


COUPLINGS = Assertion(
    Domain(
        "every two random numbers U, V on a finite set, and t",
        r"\forall P_{UV},t",
        Coupled,
        _draw_coupled,
        tries=60,
    ),
    (
        Compared(
            Quantity[Coupled]("P{U >= t}", r"P\{U\ge t\}", lambda instance: instance.reaching(0)),
            "<=",
            Quantity[Coupled]("P{V >= t}", r"P\{V\ge t\}", lambda instance: instance.reaching(1)),
        ),
    ),
    (
        Property(
            "U <= V surely",
            r"U\le V",
            lambda instance: all(u <= v for u, v, _ in instance.pairs),
        ),
    ),
)
