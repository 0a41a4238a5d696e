"""Adversaries against a channel: functions of the secret, costs, gains and guesses.

Everything here is a definition: infima over guesses are minima over finitely many, means are sums
over the joint law. Closed forms of suprema over adversaries (a lift, a divergence) are not used;
the adversaries that are claimed to attain a supremum are constructed explicitly.
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
from pmlsym.statements.instances.rationals import Row, Table, table
from pmlsym.statements.instances.stochastic import distribution, kernel
from pmlsym.statements.values import ONE, ZERO, Infinite, Value


@dataclass(frozen=True)
class Adversary:
    """A channel with an outcome, a randomized function U of X, and costs or gains of (u, w).

    Parameters
    ----------
    prior : P(x), positive.
    kernel : P(y|x), a row for each secret.
    outcome : an outcome y of positive probability, from 0.
    function : P(u|x), a row for each secret.
    payoff : the nonnegative cost, or gain, of the choice w for U = u; a row for each u.
    guess : a law on the choices w.

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
        """E[payoff(U, w) | X = x], a row for each secret."""
        columns = tuple(zip(*self.payoff, strict=True))
        return tuple(tuple(mean(row, column) for column in columns) for row in self.function)

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
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
    """Return rationals as exact texts, for JSON.

    Examples
    --------
    >>> texts((Fraction(1, 2), ONE))
    ['1/2', '1']
    """
    return [str(entry) for entry in row]


def line(row: Row) -> str:
    """Return rationals as text in parentheses."""
    return f"({', '.join(map(str, row))})"


def lines(table: Table) -> str:
    """Return a table as text on one line, its rows separated by semicolons."""
    return f"({'; '.join(', '.join(map(str, row)) for row in table)})"


def normalized(weights: Sequence[int]) -> Row:
    """Return the law proportional to integer weights."""
    total = sum(weights)
    return tuple([Fraction(weight, total) for weight in weights])


# --- values of guesses and choices ----------------------------------------------------------------


def mean(law: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    """Return the mean of values under a law.

    Examples
    --------
    >>> mean((Fraction(1, 2), Fraction(1, 2)), (ONE, ZERO))
    Fraction(1, 2)
    """
    tops: dict[int, int] = {}  # numerators by denominators, of which there are few
    for p, x in zip(law, values, strict=True):
        bottom = p.denominator * x.denominator
        tops[bottom] = tops.get(bottom, 0) + p.numerator * x.numerator
    return sum((Fraction(top, bottom) for bottom, top in tops.items()), ZERO)


def pushed(law: Row, function: Table) -> Row:
    """Return the law of a randomized function of a variable with a given law.

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

    Guessing by falling probability is optimal: exchanging two neighbours that are not in this order
    saves the difference of their probabilities. `groups` are probabilities, each with the number of
    values that have it.

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
    """Return the logarithm of a quotient of nonnegative numbers; 0/0 counts as 1.

    Examples
    --------
    >>> log_ratio(ONE, ZERO), log_ratio(ZERO, ZERO)
    (<Infinite.PLUS: 1>, Fraction(0, 1))
    """
    if other:
        return log(one / other)
    return Infinite.PLUS if one else ZERO


def divergence(one: Row, other: Row) -> Value:
    """Return D_inf(P||Q) by its definition: the largest log of P(A)/Q(A) over all events A.

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


# --- adversaries that are claimed to attain a supremum --------------------------------------------


def one_secret(prior: Row, posterior: Row, rarer: bool) -> int:
    """Return the secret with the smallest lift (if `rarer`), or the largest."""
    lifts = [after / before for before, after in zip(prior, posterior, strict=True)]
    return lifts.index(min(lifts) if rarer else max(lifts))


def split(size: int, secret: int, parts: int) -> Table:
    """Return the function that splits one secret into equally likely values; all others share one.

    Examples
    --------
    >>> lines(split(2, 0, 2))
    '(1/2, 1/2, 0; 0, 0, 1)'
    """
    pieces = (*[Fraction(1, parts)] * parts, ZERO)
    rest = (*[ZERO] * parts, ONE)
    return tuple(pieces if x == secret else rest for x in range(size))


def shared(size: int, secret: int, parts: int) -> Table:
    """Return the function that reveals one secret; all others give the same uniform values.

    Examples
    --------
    >>> lines(shared(2, 0, 2))
    '(1, 0, 0; 0, 1/2, 1/2)'
    """
    whole = (ONE, *[ZERO] * parts)
    rest = (ZERO, *[Fraction(1, parts)] * parts)
    return tuple(whole if x == secret else rest for x in range(size))


def indicator(size: int, secret: int) -> Table:
    """Return the payoff with a single choice that is 1 at one secret and 0 elsewhere."""
    return tuple((Fraction(x == secret),) for x in range(size))


def wrong_cost(function: Table) -> Table:
    """Return the cost 1 - P(u|x) of the choice u."""
    return tuple(tuple(1 - p for p in row) for row in function)


def function_of_cost(prior: Row, posterior: Row, cost: Table) -> Table:
    """Return the binary function U whose P(1|x) is a mixture of two columns of a cost.

    The columns belong to the best choices under the prior and the posterior. The cost is scaled to
    at most 1/2, and the mixture has the ratio of the cost. If the best choice under the posterior
    costs nothing on average, but the best choice under the prior does, U is a fair coin where the
    former choice has a cost, and 0 elsewhere.
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
