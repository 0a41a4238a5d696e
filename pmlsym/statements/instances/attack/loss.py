"""The alpha-losses, from the logarithmic loss at alpha = 1 to the 0-1 loss at infinity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TypeAlias

from pmlsym.statements.arithmetic import add, divide, log, mean, minus, multiply, power
from pmlsym.statements.instances.attack.adversary import (
    Adversary,
    line,
    lines,
    log_ratio,
    normalized,
    texts,
)
from pmlsym.statements.instances.attack.attacks import draw, draw as draw_adversary
from pmlsym.statements.instances.rationals import Row, fraction, of_class, positive
from pmlsym.statements.instances.stochastic import distribution
from pmlsym.statements.values import ONE, ZERO, Infinite, Value, extreme

# --- densities of a secret and of an outcome with respect to arbitrary measures -------------------


@dataclass(frozen=True)
class Densities:
    """A channel with an outcome, and reference measures on the secrets and on the outcomes.

    Parameters
    ----------
    attack : the channel and the outcome.
    secrets, outcomes : the positive masses of the reference measures mu and nu.
    """

    attack: Adversary
    secrets: Row
    outcomes: Row

    def __post_init__(self) -> None:
        channel = of_class("attack", self.attack, (Adversary,)).kernel
        vars(self).update(
            secrets=positive("secrets", self.secrets, len(channel)),
            outcomes=positive("outcomes", self.outcomes, len(channel[0])),
        )

    @property
    def prior_density(self) -> Row:
        """f_X, with respect to mu."""
        return tuple(p / m for p, m in zip(self.attack.prior, self.secrets, strict=True))

    @property
    def posterior_density(self) -> Row:
        """f_X|Y at the outcome, with respect to mu."""
        return tuple(p / m for p, m in zip(self.attack.posterior, self.secrets, strict=True))

    @property
    def outcome_density(self) -> Fraction:
        """f_Y at the outcome, with respect to nu."""
        return self.attack.marginal[self.attack.outcome] / self.outcomes[self.attack.outcome]

    @property
    def likelihood_density(self) -> Row:
        """f_Y|X at the outcome, with respect to nu."""
        y = self.attack.outcome
        return tuple(row[y] / self.outcomes[y] for row in self.attack.kernel)

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        measures = {"mu": texts(self.secrets), "nu": texts(self.outcomes)}
        return {**self.attack.as_dict(), **measures}

    def __str__(self) -> str:
        attack = self.attack
        return (
            f"prior {line(attack.prior)}, kernel {lines(attack.kernel)}, y = {attack.outcome}, "
            f"mu = {line(self.secrets)}, nu = {line(self.outcomes)}"
        )


def largest(over: Row, under: Row) -> Value:
    """Return the largest log of a quotient of densities where the numerator is positive."""
    pairs = zip(over, under, strict=True)
    return extreme([log_ratio(a, b) for a, b in pairs if a], largest=True)


def draw_densities(number: int, random: Random) -> Densities:
    """Sample a channel with reference measures; every third has counting measures."""
    attack = draw(number, random)
    tops = (1, 1) if number % 3 == 0 else (7, 5)

    def weights(size: int) -> Row:
        return tuple(
            Fraction(random.randint(1, tops[0]), random.randint(1, tops[1])) for _ in range(size)
        )

    return Densities(attack, weights(len(attack.prior)), weights(len(attack.kernel[0])))


# --- the alpha-losses, from the logarithmic loss at alpha = 1 to the 0-1 loss at infinity ---------

Order: TypeAlias = Fraction | Infinite  # alpha, from 1 to infinity


def loss(order: Order, chance: Fraction) -> Value:
    """Return the alpha-loss of a guessed law at the true secret, to which it gave Q(x).

    Examples
    --------
    >>> loss(Fraction(2), Fraction(1, 4)), loss(Infinite.PLUS, Fraction(1, 4)), loss(ONE, ZERO)
    (Fraction(1, 1), Fraction(3, 4), <Infinite.PLUS: 1>)
    """
    if isinstance(order, Infinite):
        return 1 - chance
    if order == 1:
        return minus(log(chance))
    share = (order - 1) / order
    return divide(add(ONE, minus(power(chance, share))), share)


def expected_loss(order: Order, law: Row, guess: Row) -> Value:
    """Return the mean loss of a guessed law Q under a law of the secret."""
    return mean((p, loss(order, q)) for p, q in zip(law, guess, strict=True) if p)


def least_loss(order: Order, law: Row) -> Value:
    """Return the least mean loss of any guessed law.

    The minimum is at Q(x) proportional to P(x)^alpha: as Q^s is concave for s = (alpha - 1)/alpha,
    Lagrange's condition P(x) Q(x)^(s - 1) = const is sufficient. At alpha = infinity it is at a
    point mass on the likeliest secret.

    Examples
    --------
    >>> least_loss(Infinite.PLUS, (Fraction(1, 4), Fraction(3, 4)))
    Fraction(1, 4)
    """
    if isinstance(order, Infinite):
        return 1 - max(law)
    if order == 1:
        return expected_loss(order, law, law)
    # sum P Q^s = (sum P^alpha)^(1/alpha) for this Q
    total = mean((ONE, power(p, order)) for p in law if p)
    return multiply(order / (order - 1), add(ONE, minus(power(total, 1 / order))))


@dataclass(frozen=True)
class Guessed:
    """Prior and posterior of a secret, an order alpha, and a guessed law.

    Parameters
    ----------
    prior, posterior : P(x) and P(x|y).
    order : alpha, from 1 to infinity.
    guess : Q.
    """

    prior: Row
    posterior: Row
    order: Order
    guess: Row

    def __post_init__(self) -> None:
        prior = distribution("prior", self.prior, full=True)
        vars(self).update(
            prior=prior,
            posterior=distribution("posterior", self.posterior, len(prior)),
            guess=distribution("guess", self.guess, len(prior)),
        )
        if self.order is not Infinite.PLUS:
            vars(self).update(order=fraction("order", self.order, least=1))

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {
            "prior": texts(self.prior),
            "posterior": texts(self.posterior),
            "alpha": _written(self.order),
            "guess": texts(self.guess),
        }

    def __str__(self) -> str:
        return (
            f"(P(x); P(x|y)) = {lines((self.prior, self.posterior))}, alpha = "
            f"{_written(self.order)}, Q = {line(self.guess)}"
        )


@dataclass(frozen=True)
class Loss:
    """A finite order alpha > 1, and the probability Q(x) given to the true secret."""

    order: Fraction
    chance: Fraction

    def __post_init__(self) -> None:
        order = fraction("order", self.order, above=1)
        vars(self).update(order=order, chance=fraction("chance", self.chance, least=0, most=1))

    def as_dict(self) -> dict[str, object]:
        """Return the fields as a JSON-ready dictionary."""
        return {"alpha": str(self.order), "chance": str(self.chance)}

    def __str__(self) -> str:
        return f"alpha = {self.order}, Q(x) = {self.chance}"


def _written(order: Order) -> str:
    return "inf" if isinstance(order, Infinite) else str(order)


_ORDERS: tuple[Order, ...] = (
    ONE,
    Infinite.PLUS,
    Fraction(2),
    Fraction(3, 2),
    Fraction(5),
    Fraction(11, 10),
)


def draw_guessed(number: int, random: Random) -> Guessed:
    """Sample prior and posterior of a secret, with an order and a guessed law."""
    attack = draw_adversary(number, random)
    guess = normalized([random.randint(1, 6) for _ in attack.prior])
    return Guessed(attack.prior, attack.posterior, _ORDERS[number % len(_ORDERS)], guess)


def draw_loss(number: int, random: Random) -> Loss:
    """Sample an order, near 1, large or between, and Q(x), first 1 and 0."""
    chance = (ONE, ZERO, Fraction(1, 2), Fraction(1, 100))[number % 4]
    if number >= 12:
        chance = Fraction(random.randint(0, 20), 20)
    orders = (Fraction(2), Fraction(101, 100), Fraction(100), Fraction(4, 3), Fraction(10_001))
    order = orders[number % len(orders)]
    if number >= 20:
        order = 1 + Fraction(random.randint(1, 30), random.randint(1, 30))
    return Loss(order, chance)
