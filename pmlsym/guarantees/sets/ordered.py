"""The largest and the smallest of exact numbers, with as many digits as it takes to tell."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import TYPE_CHECKING

from pmlsym.exact import Number, is_rational, sympified
from pmlsym.given import is_infinite

if TYPE_CHECKING:
    import sympy as sp

# Digits of which the first few have to stay when there are twice as many: from the first number on,
# or as many as the longest fraction has bits, up to the second, beyond which two numbers are
# compared as expressions.
_DIGITS, _MOST_DIGITS = 50, 20_000
_PRINTED_BITS = 10_000


def exceeds(one: Number, other: Number) -> bool:
    """Say whether a number is larger than another; exact ones, that are close, by many digits.

    Raises
    ------
    TypeError
        If symbols leave it open.

    Examples
    --------
    >>> from sympy import Rational, exp
    >>> tiny = Rational(1, 10**200)
    >>> exceeds(exp(tiny), 1 + tiny), exceeds(1 + tiny, exp(tiny)), exceeds(0.5, 0.25)
    (True, False, True)
    """
    if _is_told(one) and _is_told(other):
        return bool(one > other)
    difference = sympified(one) - sympified(other)
    return bool(one > other) if difference.free_symbols else _sign(difference) > 0


def _is_told(value: Number) -> bool:
    """Say whether comparing needs no digits; sympy says log(1 + 1/10^20) > 0 is false."""
    return isinstance(value, float) or is_rational(value) or is_infinite(value)


def at_least(one: sp.Expr, other: sp.Expr) -> bool | None:
    """Say whether an exact number is no less than another, None if symbols leave it open.

    Examples
    --------
    >>> from sympy import Rational, Symbol, exp
    >>> tiny = Rational(1, 10**200)
    >>> at_least(1 + tiny, exp(tiny)), at_least(tiny, tiny), at_least(Symbol("x"), tiny)
    (False, True, None)
    """
    import sympy as sp

    difference = one - other
    if difference.free_symbols or (_is_told(one) and _is_told(other)):
        told = sp.Ge(one, other)
        return bool(told) if told in (sp.true, sp.false) else None
    try:
        return _sign(difference) >= 0
    except TypeError:  # two that are the same, which no digits prove
        return None


def greatest(values: Iterable[Number]) -> Number:
    """Return the largest of several numbers.

    Examples
    --------
    >>> greatest([1, 3, 2])
    3
    """
    return reduce(lambda best, value: value if exceeds(value, best) else best, values)


def smallest(values: Iterable[Number]) -> Number:
    """Return the smallest of several numbers.

    Examples
    --------
    >>> smallest([2, 1, 3])
    1
    """
    return reduce(lambda best, value: value if exceeds(best, value) else best, values)


def _sign(difference: sp.Expr) -> int:
    import mpmath
    import sympy as sp

    if difference.free_symbols:
        raise TypeError(f"the sign of {difference} depends on its symbols")
    fractions = difference.atoms(sp.Rational)
    bits = max((max(abs(r.p), r.q).bit_length() for r in fractions), default=1)
    # Python prints no integers of more than 4300 digits, and lambdify prints
    long = [r for r in fractions if max(abs(r.p), r.q).bit_length() > _PRINTED_BITS]
    names = {r: sp.Dummy() for r in long}
    value = sp.lambdify(list(names.values()), difference.xreplace(names), "mpmath")
    before, digits = mpmath.mpf(0), max(bits, _DIGITS)
    while digits <= max(_MOST_DIGITS, 4 * bits):
        with mpmath.workdps(digits):
            try:
                now = value(*(mpmath.mpf(r.p) / r.q for r in long))
            except ZeroDivisionError:  # digits that do not tell a denominator from zero
                now = mpmath.mpf(0)
            if now and abs(now - before) * 1000 < abs(now):
                return int(mpmath.sign(now))
        if not now and not before and digits > bits and sp.simplify(difference) == 0:
            return 0
        before, digits = now, 2 * digits
    if sp.simplify(difference) == 0:
        return 0
    raise TypeError(f"{digits} digits do not tell the sign of a difference")
