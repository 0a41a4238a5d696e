"""An adversary with gains: a finite channel, what each guess is worth, and how one guesses."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from random import Random

from pmlsym.errors import ParameterError
from pmlsym.statements.arithmetic import log
from pmlsym.statements.values import ZERO, Undefined, Value
from pmlsym.statements.worlds.rationals import Row, numbers, table
from pmlsym.statements.worlds.stochastic import distribution


@dataclass(frozen=True)
class Gains:
    """One outcome of a channel, a gain function, and a randomized guess.

    Parameters
    ----------
    prior : of the secrets, all positive.
    column : P(y|x) of the outcome, for each secret; not all zero.
    gains : g(x, w) >= 0, a row for each secret, an entry for each guess.
    guess : the probability of each guess w after the outcome.

    Raises
    ------
    InputError
        If sizes differ, or numbers are not of these ranges.

    Examples
    --------
    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> prior, gains = (third, 2 * third), ((half,), (Fraction(0),))
    >>> world = Gains(prior, (half, Fraction(1)), gains, (Fraction(1),))
    >>> world.ratio, world.largest_lift
    (LogOf(argument=Fraction(3, 5)), LogOf(argument=Fraction(6, 5)))
    >>> world.best(world.by_secret), world.best(world.by_splitting)
    (LogOf(argument=Fraction(6, 5)), LogOf(argument=Fraction(6, 5)))
    """

    prior: Row
    column: Row
    gains: tuple[Row, ...]
    guess: Row

    def __post_init__(self) -> None:
        prior = distribution("prior", self.prior, full=True)
        column = numbers("column", self.column, len(prior), least=0, most=1)
        if not any(column):
            raise ParameterError("column is 0 for every secret: the outcome is impossible.")
        gains = table("gains", self.gains, len(prior), least=0)
        guess = distribution("guess", self.guess, len(gains[0]))
        vars(self).update(prior=prior, column=column, gains=gains, guess=guess)

    @property
    def posterior(self) -> Row:
        """P(x|y)."""
        joint = [p * c for p, c in zip(self.prior, self.column, strict=True)]
        return tuple(weight / sum(joint) for weight in joint)

    @staticmethod
    def _expected(weights: Row, gains: tuple[Row, ...]) -> list[Fraction]:
        pairs = list(zip(weights, gains, strict=True))
        return [sum((p * row[w] for p, row in pairs), ZERO) for w in range(len(gains[0]))]

    @property
    def ratio(self) -> Value:
        """The log of E[g(X, W) | Y = y] over the largest E[g(X, w')] before."""
        after = self._expected(self.posterior, self.gains)
        mean = sum((p * gain for p, gain in zip(self.guess, after, strict=True)), ZERO)
        return self._log_of(mean, max(self._expected(self.prior, self.gains)))

    def best(self, gains: tuple[Row, ...]) -> Value:
        """Return the same of another gain function, with the best guess after the outcome."""
        after, before = (self._expected(p, gains) for p in (self.posterior, self.prior))
        return self._log_of(max(after), max(before))

    @staticmethod
    def _log_of(after: Fraction, before: Fraction) -> Value:
        if not before:
            raise Undefined("no guess gains anything before the outcome")
        return log(after / before)

    @property
    def by_secret(self) -> tuple[Row, ...]:
        """The gain of guessing the secret x: 1/P(x)."""
        return guessing_the_secret(self.prior)

    @property
    def by_splitting(self) -> tuple[Row, ...]:
        """P(u|x) of a uniform U that determines X: each secret split into equally likely parts."""
        whole = lcm(*(p.denominator for p in self.prior))
        owners = [x for x, p in enumerate(self.prior) for _ in range(int(p * whole))]
        return tuple(
            tuple(1 / (whole * p) if owner == x else ZERO for owner in owners)
            for x, p in enumerate(self.prior)
        )

    @property
    def largest_lift(self) -> Value:
        """The log of the largest P(y|x)/P(y)."""
        marginal = sum((p * c for p, c in zip(self.prior, self.column, strict=True)), ZERO)
        return log(max(self.column) / marginal)

    def __str__(self) -> str:
        rows = "; ".join(", ".join(map(str, row)) for row in self.gains)
        parts = (("prior", self.prior), ("P(y|x)", self.column), ("guess", self.guess))
        listed = ", ".join(f"{name} ({', '.join(map(str, row))})" for name, row in parts)
        return f"{listed}, gains [{rows}]"

    def as_dict(self) -> dict[str, object]:
        """Return what it consists of as JSON can hold it."""
        return {
            "prior": list(map(str, self.prior)),
            "column": list(map(str, self.column)),
            "gains": [list(map(str, row)) for row in self.gains],
            "guess": list(map(str, self.guess)),
        }


def guessing_the_secret(prior: Row) -> tuple[Row, ...]:
    """Return the gain 1/P(x) of a right guess of the secret x, and 0 of a wrong one.

    Examples
    --------
    >>> guessing_the_secret((Fraction(1, 4), Fraction(3, 4)))
    ((Fraction(4, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(4, 3)))
    """
    n = range(len(prior))
    return tuple(tuple(1 / prior[x] if w == x else ZERO for w in n) for x in n)


def draw_gains(number: int, random: Random) -> Gains:
    """Return the world of a number: a sure guess of the secret, a useless outcome, or any.

    Examples
    --------
    >>> draw_gains(0, Random(0)).prior
    (Fraction(1, 2), Fraction(1, 2))
    """
    n = 2 if number < 3 else random.randint(2, 4)
    prior = (Fraction(1, n),) * n if number < 3 else _distribution(n, random, positive=True)
    column = tuple(Fraction(random.randint(0, 6), 6) for _ in range(n))
    if number == 1 or not any(column):
        column = (Fraction(1, 2),) * n
    guesses = n if number < 3 else random.randint(1, 4)
    gains = tuple(
        tuple(Fraction(random.choice((0, 0, 1, 2, 5))) for _ in range(guesses)) for _ in range(n)
    )
    guess = _distribution(guesses, random, positive=False)
    if number == 0 or random.random() < 0.2:  # the gain and the guess that attain the supremum
        gains = guessing_the_secret(prior)
        best = column.index(max(column))
        guess = tuple(Fraction(w == best) for w in range(n))
    return Gains(prior, column, gains, guess)


def _distribution(size: int, random: Random, positive: bool) -> Row:
    weights = [random.randint(int(positive), 5) for _ in range(size)]
    weights[random.randrange(size)] += 1
    return tuple(Fraction(w, sum(weights)) for w in weights)
