"""Countably many secrets: a geometric prior, and an outcome of decreasing likelihood."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from random import Random

from pmlsym.errors import ParameterError
from pmlsym.given import whole
from pmlsym.statements.arithmetic import add, log, minus
from pmlsym.statements.instances.rationals import fraction, listed, numbers
from pmlsym.statements.values import ONE, ZERO, Infinite, Value, order


@dataclass(frozen=True)
class Countable:
    """A geometric prior, and an outcome whose likelihood falls with the secret.

    P(x) = (1 - ratio) ratio^x and P(y|x) = low + (high - low) fall^x for x = 0, 1, 2, ...

    Parameters
    ----------
    ratio, fall : above 0 and below 1.
    low, high : with 0 <= low <= high <= 1 and high > 0.
    costs : for each of finitely many choices its nonnegative costs at 0, 1, 2, ...; the last cost
        applies to all further secrets.
    event : increasing secrets; the event holds these, and all secrets from the last one on.
    delta : the distance from a supremum, above 0.

    Examples
    --------
    >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
    >>> Countable(half, half, quarter, half, ((ONE,),), (0,), half).outcome
    Fraction(5, 12)
    """

    ratio: Fraction
    fall: Fraction
    low: Fraction
    high: Fraction
    costs: tuple[tuple[Fraction, ...], ...]
    event: tuple[int, ...]
    delta: Fraction

    def __post_init__(self) -> None:
        high = fraction("high", self.high, above=0, most=1)
        costs = listed("costs", self.costs)
        event = [whole(f"event[{i}]", x, 0) for i, x in enumerate(listed("event", self.event))]
        if any(here >= there for here, there in pairwise(event)):
            raise ParameterError(f"event is {self.event}, but its secrets have to rise.")
        vars(self).update(
            ratio=fraction("ratio", self.ratio, above=0, below=1),
            fall=fraction("fall", self.fall, above=0, below=1),
            low=fraction("low", self.low, least=0, most=high),
            high=high,
            costs=tuple(numbers(f"costs[{w}]", cost, least=0) for w, cost in enumerate(costs)),
            event=tuple(event),
            delta=fraction("delta", self.delta, above=0),
        )

    def likelihood(self, x: int) -> Fraction:
        """P(y|x)."""
        return self.low + (self.high - self.low) * self.fall**x

    def mass(self, x: int) -> Fraction:
        """P(x)."""
        return (1 - self.ratio) * self.ratio**x

    def tail(self, x: int) -> Fraction:
        """Return the probability of x and all larger secrets."""
        return self.ratio**x

    def joint_tail(self, x: int) -> Fraction:
        """Return P(y, X >= x), the sum of two geometric series."""
        both = self.ratio * self.fall
        return self.low * self.tail(x) + (self.high - self.low) * (1 - self.ratio) * both**x / (
            1 - both
        )

    @cached_property
    def outcome(self) -> Fraction:
        """P(y)."""
        return self.joint_tail(0)

    def before(self, cost: tuple[Fraction, ...]) -> Fraction:
        """Return the mean of a cost under the prior."""
        *first, rest = cost
        exact = sum((self.mass(x) * c for x, c in enumerate(first)), ZERO)
        return exact + rest * self.tail(len(first))

    def after(self, cost: tuple[Fraction, ...]) -> Fraction:
        """Return the mean of a cost given y."""
        *first, rest = cost
        joint = sum((self.mass(x) * self.likelihood(x) * c for x, c in enumerate(first)), ZERO)
        return (joint + rest * self.joint_tail(len(first))) / self.outcome

    def of_event(self) -> tuple[Fraction, ...]:
        """Return the indicator of the event."""
        *first, last = self.event
        return (*(Fraction(x in first) for x in range(last)), ONE)

    @cached_property
    def supremum(self) -> Value:
        """The supremum of P(y)/P(y|x) over the secrets: the likelihood falls towards `low`."""
        if self.low:
            return log(self.outcome / self.low)
        return Infinite.PLUS

    def near(self, value: Value) -> Value:
        """Return a value less delta; 1/delta for an infinite value."""
        if isinstance(value, Infinite):
            return 1 / self.delta
        return add(value, minus(self.delta))

    @cached_property
    def far(self) -> int:
        """A secret from which on P(y)/P(y|x) is within delta of its supremum."""
        x, wanted = 0, self.near(self.supremum)
        while order(log(self.outcome / self.likelihood(x)), wanted) < 0:
            x += 1
        return x

    def __str__(self) -> str:
        costs = "; ".join(", ".join(map(str, cost)) for cost in self.costs)
        return (
            f"P(x) = {1 - self.ratio} ({self.ratio})^x, P(y|x) = {self.low} + "
            f"{self.high - self.low} ({self.fall})^x, x = 0, 1, ...; costs ({costs}), the last "
            f"ones for all further x; the event {self.event}, the last one with all further x; "
            f"delta = {self.delta}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "ratio": str(self.ratio),
            "fall": str(self.fall),
            "low": str(self.low),
            "high": str(self.high),
            "costs": [[str(c) for c in cost] for cost in self.costs],
            "event": list(self.event),
            "delta": str(self.delta),
        }


def draw(number: int, random: Random) -> Countable:
    """Sample an instance; the likelihoods tend to 0, are constant, or tend to a positive limit."""
    part = Fraction(1, random.choice((2, 3, 4)))
    fall = random.choice((Fraction(1, 2), Fraction(2, 3), Fraction(1, 5)))
    high = random.choice((ONE, Fraction(1, 2), Fraction(3, 4)))
    low = (ZERO, high, high / 2, high / 7, high / 30)[number % 5]
    choices = random.choice((1, 1, 2, 3))
    costs = tuple(
        tuple(Fraction(random.choice((0, 0, 1, 3))) for _ in range(random.choice((1, 2, 4))))
        for _ in range(choices)
    )
    event = tuple(sorted(random.sample(range(6), random.choice((1, 1, 2, 3)))))
    delta = random.choice((ONE, Fraction(1, 3), Fraction(1, 10)))
    return Countable(part, fall, low, high, costs, event, delta)
