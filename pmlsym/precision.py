"""Flint's balls around exact numbers, and their precision, which all threads share.

`evalf` of sympy may be wrong in every digit where hundreds of them cancel, and does not say so: of
log(10^400 - (10^400 - 1) exp(-3/10^255)), which is 335, it makes 622 or 591 + pi i. A ball holds
the number that it is around.
"""

from __future__ import annotations

import math
import operator
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sympy as sp

_CHANGING = threading.RLock()
_FIRST, _MOST = 128, 16_384  # bits that a number is told with, twice as many each time
_MOST_POWER = 1 << 60  # that flint takes for an integer
_SHOWN, _WRONG = 15, 1e-12  # digits asked of sympy, and by how much of a number they may be wrong
_PER_DIGIT = math.log2(10)


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
        try:  # twice: an interrupt can arrive between any two lines
            try:
                flint.ctx.prec = bits
                yield
            finally:
                flint.ctx.prec = before
        finally:
            flint.ctx.prec = before


def sign(value: sp.Expr, most: int = _MOST) -> int | None:
    """Return the sign of an exact number that is not zero, or None where bits do not tell.

    Parameters
    ----------
    value : a term without symbols.
    most : bits to compute with; what is zero is asked for with all of them.

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


def nearly(value: sp.Expr, digits: int) -> Fraction:
    """Return a fraction that is wrong by less than 10^-digits of an exact number.

    What bits do not tell from zero, and functions of which no balls are computed, are taken in the
    digits of sympy.

    Parameters
    ----------
    value : a term without symbols.
    digits : how many of them are right.

    Examples
    --------
    >>> import sympy as sp
    >>> float(nearly(sp.log(2), 20))
    0.6931471805599453
    """
    wanted = math.ceil(digits * _PER_DIGIT) + 2
    for ball in _balls(value, wanted + _FIRST, max(_MOST, 4 * wanted)):
        if ball.rel_accuracy_bits() >= wanted:
            mantissa, exponent = ball.mid().man_exp()
            return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
    return Fraction(str(value.evalf(digits, maxn=10 * digits)))


def closest_float(value: sp.Expr) -> float:
    """Return the float next to an exact number.

    Parameters
    ----------
    value : a term without symbols.

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


def digits_are_right(value: sp.Expr, unseen: float = 0.0) -> bool:
    """Say whether the digits that sympy gives an exact number, and each float of it, are its own.

    Where no balls are computed of a function, or bits do not tell a number from zero, they are
    taken to be.

    Parameters
    ----------
    value : a term without symbols.
    unseen : what they may be wrong by in any case.

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


class _NoBall(Exception):  # noqa: N818  # a function that is not computed with here
    """No balls are computed of a function."""


def _balls(value: sp.Expr, bits: int, most: int) -> Iterator[Any]:
    """Yield balls around a number that get smaller; none if a function in it has none."""
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
    """Return a ball around a number; not finite where it has no value, as far as bits tell."""
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


def as_float(ball: Any) -> float | None:
    """Return the float in the middle; None where none is near: too large, or written as zero."""
    if ball is None:
        return None
    found = float(ball.mid())
    return found if math.isfinite(found) and (found != 0 or ball == 0) else None


def six_digits(ball: Any) -> str:
    """Write a number with at most six digits, without zeros behind its last digit."""
    mantissa, _, exponent = str(ball.str(6, radius=False)).partition("e")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{exponent}" if exponent else mantissa
