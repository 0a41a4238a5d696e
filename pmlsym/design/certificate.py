"""Whether a kernel satisfies a guarantee, decided in integers: every float is the number it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pmlsym.exact import as_fraction, is_exact
from pmlsym.guarantees import Guarantee

_BITS = 300  # of the enclosure of e^epsilon; a kernel of floats has 53
_DIGITS = 80

Level = Fraction | None


def below_exponential(value: Any) -> Level:
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
        digits = as_fraction(sp.Rational(level.evalf(_DIGITS)))
        assert digits is not None
        return digits * (1 - Fraction(10) ** (5 - _DIGITS))
    import flint

    number = as_fraction(value) if is_exact(value) else Fraction(value)
    assert number is not None
    before, flint.ctx.prec = flint.ctx.prec, _BITS
    try:
        ball = flint.arb(flint.fmpq(number.numerator, number.denominator)).exp()
        mantissa, exponent = ball.lower().man_exp()
    finally:
        flint.ctx.prec = before
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def exact_levels(guarantee: Guarantee) -> tuple[Fraction, Level]:
    """Return rational bounds on the lift that imply the guarantee; under LDP 0 and the ratio.

    Examples
    --------
    >>> from pmlsym import ALIP
    >>> import sympy
    >>> exact_levels(ALIP(sympy.log(4), sympy.log(2)))
    (Fraction(1, 4), Fraction(2, 1))
    """
    if guarantee.bounds is None:
        return Fraction(0), below_exponential(guarantee.values[0])
    lower, upper = guarantee.bounds
    level = below_exponential(lower)
    return Fraction(0) if level is None else 1 / level, below_exponential(upper)


def satisfies(kernel: Sequence[Sequence[Any]], prior: Sequence[Any], guarantee: Guarantee) -> bool:
    r"""Say whether a kernel of floats or fractions satisfies a guarantee, without any tolerance.

    The prior counts as normalised: floats sum to one up to rounding only. Rows of the kernel count
    as they are.

    Parameters
    ----------
    kernel : shape (\|X\|, \|Y\|)
    prior : shape (\|X\|,), all positive.

    Examples
    --------
    >>> from pmlsym import PML
    >>> import sympy
    >>> kernel = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 4), Fraction(3, 4)]]
    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> satisfies(kernel, half, PML(sympy.log(Fraction(3, 2)))), satisfies(kernel, half, PML(0.4))
    (True, False)
    """
    low, high = exact_levels(guarantee)
    masses = _whole([Fraction(mass) for mass in prior])
    total = sum(masses)
    for column in zip(*kernel, strict=True):
        entries = _whole([Fraction(entry) for entry in column])
        if guarantee.bounds is None:
            if high is None or not any(entries):
                continue
            if max(entries) * high.denominator > min(entries) * high.numerator:
                return False
            continue
        mean = sum(mass * entry for mass, entry in zip(masses, entries, strict=True))
        if high is not None and max(entries) * total * high.denominator > mean * high.numerator:
            return False
        if min(entries) * total * low.denominator < mean * low.numerator:
            return False
    return True


def _whole(numbers: Sequence[Fraction]) -> list[int]:
    """Multiply by the common denominator: ratios stay, and integers compare fast."""
    scale = math.lcm(*(number.denominator for number in numbers))
    return [number.numerator * (scale // number.denominator) for number in numbers]
