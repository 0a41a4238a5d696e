"""Rational lower bounds on exponentials, and fractions scaled to integers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from pmlsym.exact import Number, as_fraction, is_exact
from pmlsym.precision import approximate, at_precision

_BITS = 300  # bits of the enclosure of e^epsilon; a kernel of floats has 53
_DIGITS = 80


def below_exponential(value: Number) -> Fraction | None:
    """Return a rational number at most e^value, equal to it if that is rational; None if infinite.

    Examples
    --------
    >>> import sympy
    >>> below_exponential(sympy.log(sympy.Rational(3, 2)))
    Fraction(3, 2)
    >>> 0 < float(below_exponential(0.5) - below_exponential(0.5 - 1e-16)) < 1e-15
    True
    """
    if value == math.inf:
        return None
    if value == 0:
        return Fraction(1)
    if is_exact(value) and as_fraction(value) is None:
        import sympy as sp

        level = sp.exp(value)
        if level.is_Rational:
            return as_fraction(level)
        return approximate(level, _DIGITS) * (1 - Fraction(10) ** (5 - _DIGITS))
    import flint

    number = as_fraction(value) if is_exact(value) else Fraction(value)
    assert number is not None
    with at_precision(_BITS):
        ball = flint.arb(flint.fmpq(number.numerator, number.denominator)).exp()
        mantissa, exponent = ball.lower().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def integers(numbers: Sequence[Fraction]) -> list[int]:
    """Return numbers multiplied by their common denominator, as integers compare fast.

    Examples
    --------
    >>> integers([Fraction(1, 2), Fraction(1, 3)])
    [3, 2]
    """
    scale = math.lcm(*(number.denominator for number in numbers))
    return [number.numerator * (scale // number.denominator) for number in numbers]
