"""Formulas for randomized response, and its parameter for a guarantee: `pmc`, Example 4."""

from __future__ import annotations

from pmlsym.exact import Value


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
