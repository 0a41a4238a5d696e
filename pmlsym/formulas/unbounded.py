"""Formulas for two mechanisms of bounded PMC and unbounded PML: `pmc`, Examples 8 and 9."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from pmlsym.exact import Value

if TYPE_CHECKING:
    import sympy as sp

Exact = TypeVar("Exact", Fraction, "sp.Expr")
_KEPT = Fraction(1, 2)


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
