"""Arithmetic for compositions: exact numbers of sympy, or flint's balls around floats."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from typing import Any

from pmlsym.errors import ParameterError
from pmlsym.exact import Number, as_fraction, sympified
from pmlsym.ordered import exceeds
from pmlsym.precision import approximate

BITS = 256
TOO_CLOSE = "guarantees have levels too close to zero for sympy's digits: give one as a float."
_DIGITS = 60  # digits of an exact level in computations with floats


class Exactly:
    """Arithmetic in sympy: exact numbers with closed forms as results."""

    def number(self, value: Number) -> Any:
        """Return a number in this arithmetic."""
        return sympified(value)

    def exponential(self, value: Number) -> Any:
        """Return the exponential of a level."""
        import sympy as sp

        return sp.exp(sympified(value))

    def logarithm(self, value: Any) -> Any:
        """Return the logarithm of a number."""
        import sympy as sp

        return sp.log(value)

    def positive(self, value: Any) -> bool:
        """Return whether a number is positive; raise `ParameterError` if it is undecided."""
        try:
            return exceeds(value, 0)
        except TypeError:
            raise ParameterError(TOO_CLOSE) from None

    def larger(self, one: Any, other: Any) -> Any:
        """Return the larger of two numbers."""
        return other if exceeds(other, one) else one

    def whole(self, value: Any) -> int:
        """Return the largest integer that is at most a number."""
        return math.floor(_digits(value))


def _digits(value: Any) -> Fraction:
    """Return a number to 60 digits, or a fraction with a small denominator if they agree."""
    exact = as_fraction(value)
    if exact is not None:
        return exact
    near = approximate(value, _DIGITS)
    simple = near.limit_denominator(10 ** (_DIGITS // 3))
    return simple if abs(near - simple) < Fraction(10) ** (5 - _DIGITS) else near


class EnclosedNumber(Exactly):
    """Arithmetic in flint's balls, which contain the exact numbers."""

    def number(self, value: Number) -> Any:
        """Return a number in this arithmetic."""
        from flint import arb, fmpq

        exact = Fraction(value) if isinstance(value, float) else as_fraction(value)
        if exact is not None:
            return arb(fmpq(exact.numerator, exact.denominator))
        near = approximate(sympified(value), _DIGITS)
        return arb(fmpq(near.numerator, near.denominator), 10.0 ** (8 - _DIGITS))

    def exponential(self, value: Number) -> Any:
        """Return the exponential of a level."""
        return self.number(value).exp()

    def logarithm(self, value: Any) -> Any:
        """Return the logarithm of a number."""
        return value.log()

    def positive(self, value: Any) -> bool:
        """Return whether all numbers in a ball are positive."""
        return bool(value > 0)

    def larger(self, one: Any, other: Any) -> Any:
        """Return the larger of two numbers."""
        return one.max(other)

    def whole(self, value: Any) -> int:
        """Return the largest integer that is not above a number."""
        found = value.lower().floor().unique_fmpz()
        if found is None:
            raise ParameterError(
                f"guarantees have levels too close to zero for {BITS} bits: give all of them, and "
                "p_min, as exact numbers."
            )
        return int(found)


def above(value: Any) -> float:
    """Return a float that is at least every number in a ball."""
    if value == math.inf:
        return math.inf
    upper = value.upper()
    if not upper.is_finite():
        return math.inf
    found = float(upper)
    return found if type(upper)(found) >= upper else math.nextafter(found, math.inf)


def rounded_up(level: Number) -> Number:
    """Return a tiny float level rounded up, as floats next to zero have lost digits.

    Examples
    --------
    >>> rounded_up(0.0), rounded_up(0.5)
    (5e-324, 0.5)
    """
    return math.nextafter(level, math.inf) if level < sys.float_info.min else level
