"""A channel with somebody who attacks it: functions of the secret, costs, gains and guesses.

Everything here is a definition: infima over guesses are minima over the finitely many, means are
sums over the joint law. What is known of their suprema (a lift, a divergence) stands nowhere in
this module; the adversaries of whom it is said that they attain a supremum are written out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from pmlsym.errors import ParameterError
from pmlsym.given import whole
from pmlsym.statements.arithmetic import log
from pmlsym.statements.values import ONE, ZERO, Infinite, Value
from pmlsym.statements.worlds.rationals import Row, Table, table
from pmlsym.statements.worlds.stochastic import distribution, kernel


@dataclass(frozen=True)
class Adversary:
    """A prior, a kernel and an outcome; a randomized function U of X, and a table over (u, w).

    Parameters
    ----------
    prior : P(x), positive.
    kernel : P(y|x), a row for each secret.
    outcome : an outcome y of positive probability, from 0.
    function : P(u|x), a row for each secret.
    payoff : what the choice w costs, or gains, where U is u: not negative; a row for each u.
    guess : a law on the choices w.

    Raises
    ------
    InputError
        If it is no such world.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> coin, told = ((half, half), (ZERO, ONE)), ((ONE, ZERO), (ZERO, ONE))
    >>> line(Adversary((half, half), coin, 1, told, ((ZERO,), (ONE,)), (ONE,)).posterior)
    '(1/3, 2/3)'
    """

    prior: Row
    kernel: Table
    outcome: int
    function: Table
    payoff: Table
    guess: Row

    def __post_init__(self) -> None:
        prior = distribution("prior", self.prior, full=True)
        rows = kernel("kernel", self.kernel, len(prior))
        outcome = whole("outcome", self.outcome, 0, len(rows[0]) - 1)
        if not any(row[outcome] for row in rows):
            raise ParameterError(f"outcome is {outcome}, which is impossible under every secret.")
        function = kernel("function", self.function, len(prior))
        payoff = table("payoff", self.payoff, len(function[0]), least=0)
        guess = distribution("guess", self.guess, len(payoff[0]))
        vars(self).update(prior=prior, kernel=rows, outcome=outcome)
        vars(self).update(function=function, payoff=payoff, guess=guess)

    @cached_property
    def marginal(self) -> Row:
        """P(y) of every outcome."""
        return tuple(mean(self.prior, column) for column in zip(*self.kernel, strict=True))

    @property
    def possible(self) -> tuple[int, ...]:
        """The outcomes of positive probability."""
        return tuple(y for y, chance in enumerate(self.marginal) if chance)

    def after(self, y: int) -> Row:
        """P(x|y)."""
        return tuple(
            p * row[y] / self.marginal[y] for p, row in zip(self.prior, self.kernel, strict=True)
        )

    @cached_property
    def posterior(self) -> Row:
        """P(x|y) at the outcome of the attack."""
        return self.after(self.outcome)

    @cached_property
    def own_payoff(self) -> Table:
        """The payoff of w where X is x: E[payoff(U, w) | X = x]."""
        columns = tuple(zip(*self.payoff, strict=True))
        return tuple(tuple(mean(row, column) for column in columns) for row in self.function)

    def as_dict(self) -> dict[str, object]:
        """Return what it consists of as JSON can hold it."""
        return {
            "prior": texts(self.prior),
            "kernel": [texts(row) for row in self.kernel],
            "outcome": self.outcome,
            "function": [texts(row) for row in self.function],
            "payoff": [texts(row) for row in self.payoff],
            "guess": texts(self.guess),
        }

    def __str__(self) -> str:
        return (
            f"prior {line(self.prior)}, kernel {lines(self.kernel)}, y = {self.outcome}, "
            f"P(u|x) {lines(self.function)}, payoff(u, w) {lines(self.payoff)}, "
            f"guess {line(self.guess)}"
        )


def texts(row: Row) -> list[str]:
    """Return numbers as JSON holds them exactly.

    Examples
    --------
    >>> texts((Fraction(1, 2), ONE))
    ['1/2', '1']
    """
    return [str(entry) for entry in row]


def line(row: Row) -> str:
    """Return numbers as one reads them."""
    return f"({', '.join(map(str, row))})"


def lines(table: Table) -> str:
    """Return a table on one line, rows apart by semicolons."""
    return f"({'; '.join(', '.join(map(str, row)) for row in table)})"


def normalized(weights: Sequence[int]) -> Row:
    """Return the law with these weights."""
    total = sum(weights)
    return tuple([Fraction(weight, total) for weight in weights])


# --- what guesses and choices come to ------------------------------------------------------------


def mean(law: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    """Return the mean of values under a law.

    Examples
    --------
    >>> mean((Fraction(1, 2), Fraction(1, 2)), (ONE, ZERO))
    Fraction(1, 2)
    """
    return sum((p * x for p, x in zip(law, values, strict=True) if p), ZERO)


def pushed(law: Row, function: Table) -> Row:
    """Return the law of a randomized function of what has a law.

    Examples
    --------
    >>> line(pushed((Fraction(1, 3), Fraction(2, 3)), ((ONE, ZERO), (ONE, ZERO))))
    '(1, 0)'
    """
    return tuple(mean(law, column) for column in zip(*function, strict=True))


def least(law: Row, cost: Table) -> Fraction:
    """Return the least mean cost of a choice w.

    Examples
    --------
    >>> least((Fraction(1, 3), Fraction(2, 3)), ((ONE, ZERO), (ZERO, ONE)))
    Fraction(1, 3)
    """
    return min(mean(law, column) for column in zip(*cost, strict=True))


def most(law: Row, gain: Table) -> Fraction:
    """Return the largest mean gain of a choice w.

    Examples
    --------
    >>> most((Fraction(1, 3), Fraction(2, 3)), ((ONE, ZERO), (ZERO, ONE)))
    Fraction(2, 3)
    """
    return max(mean(law, column) for column in zip(*gain, strict=True))


def wrong(law: Row) -> Fraction:
    """Return the least probability of a wrong guess.

    Examples
    --------
    >>> wrong((Fraction(1, 3), Fraction(2, 3)))
    Fraction(1, 3)
    """
    return min(1 - p for p in law)


def guesses(groups: Sequence[tuple[Fraction, int]]) -> Fraction:
    """Return the least mean number of guesses until one is right.

    The order is by falling probability: to exchange two neighbours that are not in this order
    saves the difference of their probabilities.

    Parameters
    ----------
    groups : probabilities, each with how many values have it.

    Examples
    --------
    >>> guesses([(Fraction(1, 4), 1), (Fraction(3, 8), 2)])
    Fraction(15, 8)
    """
    total, before = ZERO, 0
    for p, count in sorted(groups, reverse=True):
        total += p * (count * before + count * (count + 1) // 2)
        before += count
    return total


def singly(law: Row) -> list[tuple[Fraction, int]]:
    """Return a law as groups of one value."""
    return [(p, 1) for p in law]


def log_ratio(one: Fraction, other: Fraction) -> Value:
    """Return the logarithm of a quotient of numbers that are not negative; 0/0 is 1.

    Examples
    --------
    >>> log_ratio(ONE, ZERO), log_ratio(ZERO, ZERO)
    (<Infinite.PLUS: 1>, Fraction(0, 1))
    """
    if other:
        return log(one / other)
    return Infinite.PLUS if one else ZERO


def divergence(one: Row, other: Row) -> Value:
    """Return D_inf over all events: the largest log of P(A)/Q(A).

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> divergence((half, half), (Fraction(1, 4), Fraction(3, 4)))
    LogOf(argument=Fraction(2, 1))
    """
    top, bottom = ONE, ONE  # of the certain event
    for size in range(1, len(one)):
        for event in combinations(range(len(one)), size):
            over = sum((one[x] for x in event), ZERO)
            under = sum((other[x] for x in event), ZERO)
            if over * bottom > top * under:
                top, bottom = over, under
    return log_ratio(top, bottom)


# --- adversaries of whom something is said ------------------------------------------------------


def one_secret(prior: Row, posterior: Row, rarer: bool) -> int:
    """Return the secret that an outcome makes rarer (likelier) by the largest factor."""
    lifts = [after / before for before, after in zip(prior, posterior, strict=True)]
    return lifts.index(min(lifts) if rarer else max(lifts))


def split(size: int, secret: int, parts: int) -> Table:
    """Return the function that breaks one secret into equally likely pieces; the rest is one value.

    Examples
    --------
    >>> lines(split(2, 0, 2))
    '(1/2, 1/2, 0; 0, 0, 1)'
    """
    pieces = (*[Fraction(1, parts)] * parts, ZERO)
    rest = (*[ZERO] * parts, ONE)
    return tuple(pieces if x == secret else rest for x in range(size))


def shared(size: int, secret: int, parts: int) -> Table:
    """Return the function that keeps one secret whole; the others share equally likely pieces.

    Examples
    --------
    >>> lines(shared(2, 0, 2))
    '(1, 0, 0; 0, 1/2, 1/2)'
    """
    whole = (ONE, *[ZERO] * parts)
    rest = (ZERO, *[Fraction(1, parts)] * parts)
    return tuple(whole if x == secret else rest for x in range(size))


def indicator(size: int, secret: int) -> Table:
    """Return the payoff 1 at one secret with a single choice."""
    return tuple((Fraction(x == secret),) for x in range(size))


def wrong_cost(function: Table) -> Table:
    """Return the cost 1 - P(u|x) of the choice u."""
    return tuple(tuple(1 - p for p in row) for row in function)


def function_of_cost(prior: Row, posterior: Row, cost: Table) -> Table:
    """Return the binary function U with P(1|x) a mixture of two columns of a cost.

    The columns are those of the best choices before and after, the cost is scaled to at most 1/2,
    and the mixture is that with the cost's ratio. If the best choice after costs nothing there,
    but did before, U is a fair coin where that choice costs something, and 0 elsewhere.

    Examples
    --------
    >>> prior, after = (Fraction(1, 2), Fraction(1, 2)), (Fraction(3, 4), Fraction(1, 4))
    >>> lines(function_of_cost(prior, after, ((ZERO, Fraction(2)), (Fraction(3), ZERO))))
    '(8/9, 1/9; 2/3, 1/3)'
    """
    columns = tuple(zip(*cost, strict=True))
    first = min(columns, key=lambda column: mean(prior, column))
    second = min(columns, key=lambda column: mean(posterior, column))
    before, after = mean(prior, first), mean(posterior, second)
    if before and not after:
        ones = [Fraction(1, 2) if c else ZERO for c in second]
    else:
        up = after * (mean(prior, second) - before)
        down = before * (mean(posterior, first) - after)
        share = up / (up + down) if up + down else ONE
        scale = 2 * max(max(first), max(second)) or ONE
        ones = [(share * a + (1 - share) * b) / scale for a, b in zip(first, second, strict=True)]
    return tuple((1 - one, one) for one in ones)
