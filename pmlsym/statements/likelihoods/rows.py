"""Validation of the probabilities, likelihoods and parameters of an outcome."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from pmlsym.errors import ParameterError
from pmlsym.given import brief
from pmlsym.statements.instances import stochastic
from pmlsym.statements.likelihoods.priors import named
from pmlsym.statements.model import exact_parameters
from pmlsym.statements.text.vocabulary import name_complaint
from pmlsym.statements.values import EXACT, ONE, ZERO, Infinite, Value

Row: TypeAlias = tuple[Fraction, ...]


def listed(name: str, given: object, wanted: str) -> tuple[Any, ...]:
    """Return a tuple or a list as a tuple; refuse anything else.

    Examples
    --------
    >>> listed("row", [1, 2], "a tuple of numbers")
    (1, 2)
    """
    if not isinstance(given, tuple | list):
        raise ParameterError(f"{name} is {brief(given)}, but has to be {wanted}.")
    return tuple(given)


def chances(name: str, given: object) -> Row:
    """Return a non-empty row of exact rational numbers from 0 to 1.

    Examples
    --------
    >>> chances("row", [1, Fraction(1, 2)])
    (Fraction(1, 1), Fraction(1, 2))
    """
    row = listed(name, given, "a tuple of Fractions")
    for entry in row:
        exact = isinstance(entry, Fraction | int) and not isinstance(entry, bool)
        if not exact or not ZERO <= entry <= ONE:
            raise ParameterError(
                f"{name} has the entry {brief(entry)}, but needs Fractions from 0 to 1."
            )
    if not row:
        raise ParameterError(f"{name} is empty, but needs an entry for each secret.")
    return tuple(map(Fraction, row))


def distribution(name: str, given: object, size: int) -> Row:
    """Return `size` probabilities that sum to 1; some may be 0.

    Examples
    --------
    >>> distribution("P", (0, 1), 2)
    (Fraction(0, 1), Fraction(1, 1))
    """
    return stochastic.distribution(name, listed(name, given, "a tuple of Fractions"), size)


def pairs_of(name: str, given: object, wanted: str) -> tuple[tuple[Any, Any], ...]:
    """Return a tuple of pairs.

    Examples
    --------
    >>> pairs_of("priors", [("P", 1)], "a tuple of names with rows")
    (('P', 1),)
    """
    found = [listed(f"an entry of {name}", one, "a pair") for one in listed(name, given, wanted)]
    for pair in found:
        if len(pair) != 2:
            raise ParameterError(f"{name} has an entry of {len(pair)} parts, but needs {wanted}.")
    return tuple((one, other) for one, other in found)


def numbers_of(given: object) -> tuple[tuple[str, Value], ...]:
    """Return pairs of a parameter's name and an exact real number; no name of a quantity.

    Examples
    --------
    >>> numbers_of([("e", 2)])
    (('e', Fraction(2, 1)),)
    """
    pairs = pairs_of("parameters", given, "a tuple of names with exact numbers")
    for name, value in pairs:
        if type(name) is not str or name_complaint(name):
            raise ParameterError(f"parameters has {brief(name)}, which is no name of a parameter.")
        if named(name) is not None:
            raise ParameterError(
                f"parameters has {name}, which is not given: the priors determine this quantity."
            )
        if type(value) not in (*EXACT, int) or isinstance(value, Infinite):
            raise ParameterError(
                f"{name} is {brief(value)}, but has to be an exact real number: a Fraction, LogOf "
                "or Closed."
            )
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ParameterError("parameters has a name twice.")
    return tuple(exact_parameters(dict(pairs)).items())
