r"""What rounding can do to a worth: f at deviations from one, and float ends of exponentials.

All of a bound is counted in deviations :math:`d = v - 1` of lifts from one. There the mean is
:math:`\sum_x P(x)\, d(x) = 0`, nothing of size one cancels where a guarantee is strict, and every
term has a relative error of a few roundings.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.utility import Divergence
from pmlsym.exact import Number, as_fraction, is_exact, sympified
from pmlsym.precision import at_precision, nearly

UNIT = 2.0**-53  # of a rounding to nearest, relatively
SMALLEST = 1e-300  # more than all that underflow can take away
_BITS = 2000  # of the ball of an exponential: enough for levels down to 1e-300
_DIGITS = 60
# By how many roundings f of a deviation may be off, relatively; for a function of a person's own,
# whose values are taken for right to 14 digits of its largest term, also absolutely.
_ROUNDINGS, _OWN = 128, 2.0**-46


def worth_between(utility: Divergence, near: FloatArray, far: FloatArray) -> FloatArray:
    """Return at least the largest f(1 + d) of deviations d between two ends, as f is convex.

    Examples
    --------
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> float(worth_between(CHI_SQUARE, np.array([-0.5]), np.array([0.25]))[0])
    0.25000000000000355
    """
    ends = _value(utility, np.maximum(near, -1.0)), _value(utility, np.maximum(far, -1.0))
    return raised(utility, np.maximum(*ends))


def worth_at_least(utility: Divergence, near: FloatArray, far: FloatArray) -> FloatArray:
    """Return at most the smallest f(1 + d) of deviations d between two ends, near <= far."""
    near, far = np.maximum(near, -1.0), np.maximum(far, -1.0)
    if utility.of_deviation is not None:  # these are smallest, zero, where d is zero
        return _value(utility, np.clip(0.0, near, far)) * (1 - _ROUNDINGS * UNIT)
    ends = _value(utility, near), _value(utility, far)
    least = np.minimum(*ends) - np.abs(ends[1] - ends[0])
    found: FloatArray = least - _OWN * (1 + np.abs(least))
    return found


def _value(utility: Divergence, deviations: FloatArray) -> FloatArray:
    if utility.of_deviation is not None:
        return utility.of_deviation(deviations)
    return np.asarray(utility.function(1 + deviations), float)


def raised(utility: Divergence, values: FloatArray) -> FloatArray:
    """Return values of f raised by what they may be off."""
    if utility.of_deviation is not None:
        return values * (1 + _ROUNDINGS * UNIT)
    return values + _OWN * (1 + np.abs(values))


def deviation_of(level: Number) -> float:
    """Return e^level - 1 to a few roundings, as a float; infinite where that overflows.

    Examples
    --------
    >>> deviation_of(Fraction(1, 10**30)), deviation_of(-math.inf), deviation_of(1e10)
    (1e-30, -1.0, inf)
    """
    if not -700 < level < 700:
        return math.inf if level > 0 else -1.0
    import flint

    number = as_fraction(level) if is_exact(level) else Fraction(level)
    with at_precision(_BITS):
        if number is None:
            import sympy as sp

            near = nearly(sp.exp(sympified(level)) - 1, _DIGITS)
            return float(flint.arb(flint.fmpq(near.numerator, near.denominator)).mid())
        found = flint.arb(flint.fmpq(number.numerator, number.denominator)).expm1()
        return float(found.mid())


def upwards(value: float) -> float:
    """Return the next float above one."""
    return math.nextafter(value, math.inf)
