"""Facts about the probabilities of secrets under any prior."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from types import MappingProxyType

import sympy as sp

from pmlsym.proof.language import Sentence
from pmlsym.proof.language import Term as Real
from pmlsym.statements.reductions.encoding import ONE, ZERO, relate
from pmlsym.statements.reductions.priors import PMAX, PMIN, N
from pmlsym.statements.reductions.ranges import Range

MASS = Range(Fraction(0), Fraction(1), above=True, below=True)
OF_PRIOR = MappingProxyType(
    {PMIN: Range(Fraction(0), Fraction(1, 2), above=True), PMAX: MASS, N: Range(Fraction(2))}
)


def of_masses(used: Iterable[Real], counted: bool = False) -> Iterator[Sentence]:
    """Yield the facts about pmin, pmax, n >= 2 and probabilities of secrets that occur in a goal.

    Relations of n with pmin and pmax are included if `counted` is set.

    Examples
    --------
    >>> from pmlsym.proof.language import reals
    >>> list(of_masses((PMIN, *reals("p"))))
    [pmin > 0, pmin <= p, p + pmin <= 1]
    >>> list(of_masses((PMIN, PMAX, N), counted=True))
    [pmin > 0, pmin <= pmax, pmax + pmin*(n - 1) <= 1, n >= 2, pmax*(n - 1) + pmin >= 1]
    """
    found = set(used)
    masses = sorted(found - {PMIN, PMAX, N}, key=str)
    both = {PMIN, PMAX} <= found
    counted = counted and N in found and bool({PMIN, PMAX} & found)
    if PMIN in found:
        yield relate(PMIN, ">", ZERO)
    if both:
        yield relate(PMIN, "<=", PMAX)
    elif PMIN in found and not masses and not counted:
        yield relate(PMIN, "<=", sp.Rational(1, 2))
    elif PMAX in found:
        if not masses and not counted:
            yield relate(PMAX, ">", ZERO)
        yield relate(PMAX, "<", ONE)
    if counted:
        yield from _counted(found)
    elif both:
        yield relate(PMIN + PMAX, "<=", ONE)
    if N in found and not counted:
        yield relate(N, ">=", sp.Integer(2))
    for mass in masses:
        yield relate(PMIN, "<=", mass) if PMIN in found else relate(mass, ">", ZERO)
        if PMIN in found:
            yield relate(mass + PMIN, "<=", ONE)
        if PMAX in found:
            yield relate(mass, "<=", PMAX)
        elif PMIN not in found:
            yield relate(mass, "<", ONE)


def _counted(found: set[Real]) -> Iterator[Sentence]:
    """Yield the relations of n with the smallest and the largest probability."""
    if PMIN in found:
        largest = PMAX if PMAX in found else PMIN
        yield relate(largest + (N - 1) * PMIN, "<=", ONE)
    yield relate(N, ">=", sp.Integer(2))
    if PMAX in found:
        least = PMIN if PMIN in found else PMAX
        yield relate(least + (N - 1) * PMAX, ">=", ONE)
