"""Closed-form optimal mechanisms, by the lifts of their outcomes."""

from __future__ import annotations

from pmlsym.exact import Value


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
