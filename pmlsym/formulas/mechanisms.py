"""Formulas of named mechanisms: extremal ones, randomized response, and two of unbounded PML.

Randomized response is Example 4 of `pmc`, the mechanisms of unbounded PML are Examples 8 and 9.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, TypeVar

from pmlsym.exact import Value

if TYPE_CHECKING:
    import sympy as sp


def response_entries(odds: Value, others: int | Value) -> tuple[Value, Value]:
    """Return the probabilities of the secret itself and of any other one as the answer.

    Parameters
    ----------
    odds : the ratio of these probabilities.
    others : the number of other secrets.

    Examples
    --------
    >>> response_entries(3, 1)
    (0.75, 0.25)
    """
    return odds / (others + odds), 1 / (others + odds)


def odds_for_pmc(level: Value, most: Value) -> Value:
    """Return the odds at which the worst PMC is log(level), for the largest prior probability.

    Examples
    --------
    >>> odds_for_pmc(2, 0.5)
    3.0
    """
    return 1 + (level - 1) / most


def odds_for_pml(level: Value, least: Value) -> Value:
    """Return the odds at which the worst PML is log(level), for the smallest prior probability.

    Examples
    --------
    >>> odds_for_pml(2, 0.25)
    3.0
    """
    return level * (1 - least) / (1 - level * least)


Exact = TypeVar("Exact", Fraction, "sp.Expr")
_KEPT = Fraction(1, 2)


def geometric_rows(secrets: int, ratio: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """Return the truncated geometric mechanism on 0..n-1, with the ratio e^-a of neighbours.

    Two-sided geometric noise is added to the secret; what is below 0 or above n - 1 is moved to
    the end.

    Examples
    --------
    >>> [*map(str, geometric_rows(3, Fraction(1, 2))[0])]
    ['2/3', '1/6', '1/6']
    """
    ends = (0, secrets - 1)
    return tuple(
        tuple(
            ratio ** abs(x - y) * (1 if y in ends else 1 - ratio) / (1 + ratio)
            for y in range(secrets)
        )
        for x in range(secrets)
    )


def unary_rows(secrets: int, odds: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """Return basic RAPPOR: the unary code of the secret, each bit kept at these odds.

    The outcomes are all words of n bits, the first bit slowest.

    Examples
    --------
    >>> [*map(str, unary_rows(2, Fraction(2))[0])]
    ['2/9', '1/9', '4/9', '2/9']
    """
    words = list(product((0, 1), repeat=secrets))
    return tuple(
        tuple(
            prod(
                ((odds if bit == (k == x) else 1) / (1 + odds) for k, bit in enumerate(word)),
                start=Fraction(1),
            )
            for word in words
        )
        for x in range(secrets)
    )


def retained(same: int, mass: Exact) -> Exact:
    """Return P(y | x) of an outcome with prior probability `mass`, for x = y (1) or another x (0).

    Examples
    --------
    >>> retained(1, Fraction(1, 9)), retained(0, Fraction(1, 9))
    (Fraction(5, 9), Fraction(1, 18))
    """
    return _KEPT * same + (1 - _KEPT) * mass


def clayton_density(x: Value, y: Value) -> Value:
    """Return the density of the Clayton copula of parameter one.

    Examples
    --------
    >>> clayton_density(Fraction(1, 2), Fraction(1, 2))
    Fraction(32, 27)
    """
    return 2 * x * y / (x + y - x * y) ** 3


def mixed_density(eta: Value | float, density: Value) -> Value:
    """Return the density of a mixture on the unit square, independent with probability eta.

    Examples
    --------
    >>> mixed_density(0.5, 2.0)
    1.5
    """
    return eta + (1 - eta) * density


def own_likelihood(level: Value | float, mass: Value, others: Value | None = None) -> Value:
    """Return P(x | x) of an outcome named after the secret x, with the lift `level` at all others.

    Parameters
    ----------
    level : the lift of the others.
    mass : the prior probability of the secret.
    others : the total probability of all others, for floats, in which 1 - mass loses digits.

    Examples
    --------
    >>> own_likelihood(1.25, 0.75)
    0.6875
    """
    return 1 - level * (1 - mass if others is None else others)


def other_likelihood(level: Value | float, mass: Value) -> Value:
    """Return P(y | x) of an outcome with the lift `level` at x and the probability `mass`.

    Examples
    --------
    >>> other_likelihood(1.25, 0.5)
    0.625
    """
    return level * mass


def own_lift(level: Value | float, mass: Value, others: Value | None = None) -> Value:
    """Return the lift of a secret at an outcome with the lift `level` at all others.

    The arguments are those of `own_likelihood`.

    Examples
    --------
    >>> own_lift(1.25, 0.5)
    0.75
    """
    return own_likelihood(level, mass, others) / mass


def remainder(secrets: Value, at_high: Value, low: Value, high: Value) -> Value:
    """Return the lift between the bounds, for n equally likely secrets, whose lifts sum to n.

    Examples
    --------
    >>> remainder(4, 2, 0, 1.5)
    1.0
    """
    return secrets - at_high * high - (secrets - at_high - 1) * low


def chance_of_low(low: Value, high: Value) -> Value:
    """Return the weight of the lower of two lifts in a mixture with mean one.

    Examples
    --------
    >>> chance_of_low(0.5, 1.5)
    0.5
    """
    return (high - 1) / (high - low)
