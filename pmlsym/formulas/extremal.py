"""Optimal mechanisms that can be written down, in the lifts of their outcomes."""

from __future__ import annotations

from pmlsym.exact import Value


def own_likelihood(level: Value | float, mass: Value, others: Value | None = None) -> Value:
    """Return how likely a secret says itself if all others say it `level` times their share.

    Parameters
    ----------
    level : the lift of the others.
    mass : the prior probability of the secret.
    others : that of all others together, for floats, in which 1 - mass loses digits.

    Examples
    --------
    >>> own_likelihood(1.25, 0.75)
    0.6875
    """
    return 1 - level * (1 - mass if others is None else others)


def other_likelihood(level: Value | float, mass: Value) -> Value:
    """Return how likely any other secret says one of this probability.

    Examples
    --------
    >>> other_likelihood(1.25, 0.5)
    0.625
    """
    return level * mass


def own_lift(level: Value | float, mass: Value, others: Value | None = None) -> Value:
    """Return the lift of a secret at the outcome where that of every other is `level`.

    The arguments are those of `own_likelihood`.

    Examples
    --------
    >>> own_lift(1.25, 0.5)
    0.75
    """
    return own_likelihood(level, mass, others) / mass


def remainder(secrets: Value, at_high: Value, low: Value, high: Value) -> Value:
    """Return the one lift off the bounds, for equally likely secrets: their lifts sum to n.

    Examples
    --------
    >>> remainder(4, 2, 0, 1.5)
    1.0
    """
    return secrets - at_high * high - (secrets - at_high - 1) * low


def chance_of_low(low: Value, high: Value) -> Value:
    """Return the weight of the lower of two lifts in a mixture that has the mean one.

    Examples
    --------
    >>> chance_of_low(0.5, 1.5)
    0.5
    """
    return (high - 1) / (high - low)
