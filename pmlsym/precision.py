"""Interval enclosures (flint's balls) of exact numbers, and their precision, shared by all threads.

Sympy's `evalf` may silently be wrong in every digit where hundreds of them cancel: it evaluates
log(10^400 - (10^400 - 1) exp(-3/10^255)), which is 335, to 622 or 591 + pi i. A ball is guaranteed
to contain the number.
"""

from __future__ import annotations

import math
import operator
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any, SupportsFloat

if TYPE_CHECKING:
    import sympy as sp

_CHANGING = threading.RLock()
_FIRST, _MOST = 128, 16_384  # bits of precision, doubled from the first to the most
_MOST_POWER = 1 << 60  # largest integer exponent passed to flint
_SHOWN, _WRONG = 15, 1e-12  # digits asked of sympy, and their allowed relative error
_PER_DIGIT = math.log2(10)
_FLOAT_BITS = 1000  # between numerator and denominator: quotients that floats hold to all digits


@contextmanager
def at_precision(bits: int) -> Iterator[None]:
    """Compute with balls of this precision inside the block, one thread at a time.

    Examples
    --------
    >>> import flint
    >>> with at_precision(100):
    ...     flint.ctx.prec
    100
    """
    import flint

    with _CHANGING:
        before = flint.ctx.prec
        try:  # nested, as an interrupt can arrive between any two lines
            try:
                flint.ctx.prec = bits
                yield
            finally:
                flint.ctx.prec = before
        finally:
            flint.ctx.prec = before


def sign(value: sp.Expr, most: int = _MOST) -> int | None:
    """Return the sign of an exact number that is not zero, or None if it is undecided.

    Examples
    --------
    >>> import sympy as sp
    >>> sign(sp.exp(sp.Rational(1, 10**30)) - 1 - sp.Rational(1, 10**30))
    1
    >>> print(sign(sp.log(6) - sp.log(2) - sp.log(3)))
    None
    """
    for ball in _balls(value, _FIRST, most):
        if ball > 0:
            return 1
        if ball < 0:
            return -1
    return None


def approximate(value: sp.Expr, digits: int) -> Fraction:
    """Return a fraction within a relative error 10^-digits of an exact number.

    Sympy's digits are used for a number that no precision separates from zero, and for functions
    without balls here.

    Examples
    --------
    >>> import sympy as sp
    >>> float(approximate(sp.log(2), 20))
    0.6931471805599453
    """
    wanted = math.ceil(digits * _PER_DIGIT) + 2
    for ball in _balls(value, wanted + _FIRST, max(_MOST, 4 * wanted)):
        if ball.rel_accuracy_bits() >= wanted:
            mantissa, exponent = ball.mid().man_exp()
            return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return Fraction(str(value.evalf(digits, maxn=10 * digits)))


def closest_float(value: sp.Expr) -> float:
    """Return the float nearest to an exact real number.

    Examples
    --------
    >>> import sympy as sp
    >>> closest_float(sp.log(10**400 - (10**400 - 1) * sp.exp(-sp.Rational(3, 10**255))))
    334.9734507728047
    """
    for ball in _balls(value, _FIRST, _MOST):
        if ball.rel_accuracy_bits() >= _FIRST // 2:
            return float(ball.mid())
    return float(value)


def nearest_float(value: SupportsFloat) -> float:
    """Return the float nearest to a number; of an exact expression near 0 all digits are right.

    Examples
    --------
    >>> import sympy as sp
    >>> tiny = sp.log(4 - 3 * sp.exp(-sp.Rational(1, 10**21)))
    >>> float(tiny), nearest_float(tiny)
    (0.0, 3e-21)
    """
    is_number = getattr(value, "is_number", False) and not getattr(value, "is_infinite", False)
    return closest_float(value) if is_number else float(value)


def log_of(value: Fraction) -> float:
    """Return the logarithm of a positive fraction, near 1 and beyond the range of floats, too.

    Examples
    --------
    >>> f"{log_of(1 - Fraction(1, 10**14)):.6g}", round(log_of(Fraction(1, 10**400)), 6)
    ('-1e-14', -921.034037)
    """
    if abs(value - 1) < Fraction(1, 2):
        return math.log1p(float(value - 1))
    if abs(value.numerator.bit_length() - value.denominator.bit_length()) < _FLOAT_BITS:
        return math.log(float(value))
    return math.log(value.numerator) - math.log(value.denominator)


def digits_are_right(value: sp.Expr, unseen: float = 0.0) -> bool:
    """Return whether sympy's digits of an exact number, and so the float of it, are correct.

    They are taken to be correct for functions without balls here, and for a number that no
    precision separates from zero.

    Examples
    --------
    >>> import sympy as sp
    >>> digits_are_right(sp.log(2))
    True
    >>> digits_are_right(sp.log(10**400 - (10**400 - 1) * sp.exp(-sp.Rational(3, 10**255))))
    False
    """
    import flint

    digits = value.evalf(_SHOWN)
    for ball in _balls(value, _FIRST, _MOST):
        if ball.rel_accuracy_bits() >= _FIRST // 2:
            if not digits.is_real:
                return False
            apart = abs(flint.arb(str(digits)) - ball)
            return bool(apart < _WRONG * abs(ball) or apart < unseen)
    return True


class _NoBall(Exception):  # noqa: N818  # a signal, not an error
    """An expression has a function without balls here."""


def _balls(value: sp.Expr, bits: int, most: int) -> Iterator[Any]:
    """Yield smaller and smaller balls around a number; none if it has a function without balls."""
    while bits <= most:
        with at_precision(bits):
            try:
                ball = _ball(value, {})
            except _NoBall:
                return
        if ball.is_finite():
            yield ball
        bits *= 2


def _ball(value: Any, known: dict[Any, Any]) -> Any:
    """Return a ball around a number; not finite if at this precision it may have no value."""
    if value not in known:
        known[value] = _computed(value, known)
    return known[value]


def _computed(value: Any, known: dict[Any, Any]) -> Any:
    import flint
    import sympy as sp

    if value.is_Rational:
        return flint.arb(flint.fmpq(int(value.p), int(value.q)))
    if value is sp.pi:
        return flint.arb.pi()
    if value is sp.E:
        return flint.arb(1).exp()
    parts = [_ball(part, known) for part in value.args]
    if isinstance(value, sp.exp):
        return parts[0].exp()
    if value.is_Pow:
        whole = value.exp.is_Integer and abs(int(value.exp)) <= _MOST_POWER
        return parts[0] ** (int(value.exp) if whole else parts[1])
    functions: tuple[tuple[Any, Any], ...] = (
        (sp.Add, operator.add),
        (sp.Mul, operator.mul),
        (sp.Max, flint.arb.max),
        (sp.Min, flint.arb.min),
        (sp.log, flint.arb.log),
        (sp.Abs, abs),
        (sp.erfc, flint.arb.erfc),
    )
    for kind, function in functions:
        if isinstance(value, kind):
            return function(*parts) if len(parts) == 1 else reduce(function, parts)
    raise _NoBall


def rounded_up(ball: Any) -> float:
    """Return a float that is at least every number in a ball.

    Examples
    --------
    >>> import flint
    >>> rounded_up(flint.arb(flint.fmpq(1, 10))), rounded_up(flint.arb(2))
    (0.1, 2.0)
    """
    import flint

    top = ball.upper()
    found = float(top)
    return found if flint.arb(found) >= top else math.nextafter(found, math.inf)


def as_float(ball: Any) -> float | None:
    """Return the float at the centre; None if it overflows, or underflows to zero."""
    if ball is None:
        return None
    found = float(ball.mid())
    return found if math.isfinite(found) and (found != 0 or ball == 0) else None


def six_digits(ball: Any) -> str:
    """Return a number as text with at most six digits, without trailing zeros."""
    mantissa, _, exponent = str(ball.str(6, radius=False)).partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{exponent}" if exponent else mantissa
