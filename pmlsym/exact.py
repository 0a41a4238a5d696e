"""Telling exact numbers from floats, and bringing them into sympy only when they are exact."""

from __future__ import annotations

from numbers import Rational
from typing import Any


def is_exact(value: Any) -> bool:
    """Say whether a value is an integer, a fraction, or a sympy expression without floats.

    Examples
    --------
    >>> from fractions import Fraction
    >>> is_exact(Fraction(1, 3)), is_exact(0.5)
    (True, False)
    """
    if isinstance(value, Rational):
        return True
    if not hasattr(value, "free_symbols"):
        return False
    import sympy as sp  # the value is sympy's, so this costs nothing

    return not value.has(sp.Float)


def sympified(value: Any) -> Any:
    """Return an exact value as a sympy expression.

    Examples
    --------
    >>> from fractions import Fraction
    >>> sympified(Fraction(1, 3))
    1/3
    """
    import sympy as sp

    if isinstance(value, Rational):
        return sp.Rational(int(value.numerator), int(value.denominator))
    return sp.sympify(value)
