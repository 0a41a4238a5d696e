"""Comparison of exact numbers, by balls of increasing precision, and with their rounded values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING

from pmlsym.exact import Number, is_rational, sympified
from pmlsym.given import is_infinite
from pmlsym.precision import nearest_float, sign

if TYPE_CHECKING:
    import sympy as sp

# Bits of precision before numbers are compared as expressions, and after that, in addition to 8 and
# 64 times those of the longest fraction.
_BITS, _MOST_BITS = 1_024, 65_536


def exceeds(one: Number, other: Number) -> bool:
    """Return whether a number is larger than another; exact ones are compared by balls.

    Examples
    --------
    >>> from sympy import Rational, exp
    >>> tiny = Rational(1, 10**200)
    >>> exceeds(exp(tiny), 1 + tiny), exceeds(1 + tiny, exp(tiny)), exceeds(0.5, 0.25)
    (True, False, True)
    """
    plain = _is_comparable(one) and _is_comparable(other)
    if plain or is_infinite(one) or is_infinite(other):
        return bool(one > other)
    difference = sympified(one) - sympified(other)
    return bool(one > other) if difference.free_symbols else _sign(difference) > 0


def _is_comparable(value: Number) -> bool:
    """Return whether a number is compared without digits; sympy takes log(1 + 1/10^20) for 0."""
    return isinstance(value, float) or is_rational(value)


def at_least(one: sp.Expr, other: sp.Expr) -> bool | None:
    """Return whether an exact number is at least another one; None if symbols leave it undecided.

    Examples
    --------
    >>> from sympy import Rational, Symbol, exp
    >>> tiny = Rational(1, 10**200)
    >>> at_least(1 + tiny, exp(tiny)), at_least(tiny, tiny), at_least(Symbol("x"), tiny)
    (False, True, None)
    """
    import sympy as sp

    difference = one - other
    if difference.free_symbols or (_is_comparable(one) and _is_comparable(other)):
        told = sp.Ge(one, other)
        return bool(told) if told in (sp.true, sp.false) else None
    try:
        return _sign(difference) >= 0
    except TypeError:  # equal numbers, which no digits prove
        return None


def greatest(values: Iterable[Number]) -> Number:
    """Return the largest of some numbers.

    Examples
    --------
    >>> greatest([1, 3, 2])
    3
    """
    return reduce(lambda best, value: value if exceeds(value, best) else best, values)


def smallest(values: Iterable[Number]) -> Number:
    """Return the smallest of some numbers.

    Examples
    --------
    >>> smallest([2, 1, 3])
    1
    """
    return reduce(lambda best, value: value if exceeds(best, value) else best, values)


def lost_gap(
    exact: Sequence[Number], rounded: Sequence[float | Fraction], share: float
) -> tuple[int, int] | None:
    """Return the places of neighbours whose difference rounding changes by more than a share of it.

    Examples
    --------
    >>> far = 10**16
    >>> lost_gap([far, 0, far + 1], [1e16, 0.0, 1e16], share=1e-9)
    (0, 2)
    """
    order = sorted(range(len(exact)), key=rounded.__getitem__)
    for low, high in pairwise(order):
        gap = abs(nearest_float(exact[high] - exact[low]))
        if abs(float(rounded[high] - rounded[low]) - gap) > gap * share:
            return low, high
    return None


def _sign(difference: sp.Expr) -> int:
    import sympy as sp

    if difference.free_symbols:
        raise TypeError(f"the sign of {difference} depends on its symbols")
    if difference == 0:
        return 0
    fractions = difference.atoms(sp.Rational)
    longest = max((max(abs(r.p), r.q).bit_length() for r in fractions), default=1)
    found = sign(difference, _BITS + 8 * longest)
    # only now, as sympy simplifies log(1 + 1/10^400) to zero
    if found is None and sp.simplify(difference) == 0:
        return 0
    if found is None:
        found = sign(difference, _MOST_BITS + 64 * longest)
    if found is None:
        raise TypeError("no bits that were tried tell the sign of a difference")
    return found
