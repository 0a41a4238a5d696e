"""Exact numbers of statements: rationals, logarithms of rationals, closed terms, infinities.

Most levels are logarithms of rationals, and those compare as the rationals do. Any other real
number is a closed term of the kernel, compared by balls of growing precision; equality of two such
numbers is found by exact arithmetic alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import flint

from pmlsym import deadline
from pmlsym.proof.evaluation.balls import COMPARISONS, PRECISIONS, NoValue, Point
from pmlsym.proof.evaluation.given import refuse_large
from pmlsym.proof.kernel import terms as kernel
from pmlsym.proof.kernel.terms import NotProved
from pmlsym.proof.writing import text
from pmlsym.statements.text.vocabulary import Comparison, StatementError

DIGITS = int(PRECISIONS[-1] * 0.30103)  # a comparison undecided at so many is given up
_SHOWN_BITS = 56  # precision of printed decimals: more than a float has


class Undefined(Exception):  # noqa: N818  # an outcome of an evaluation, not a mistake of the caller
    """A term has no value: infinity minus infinity, the logarithm of a negative number, 1/0."""


class Unseparated(Exception):  # noqa: N818  # likewise
    """The order of two numbers is undecided at the highest precision."""


@dataclass(frozen=True, slots=True)
class LogOf:
    """The natural logarithm of a positive rational number other than 1."""

    argument: Fraction

    def __post_init__(self) -> None:
        if type(self.argument) is not Fraction or self.argument.numerator <= 0:
            raise Undefined(f"the logarithm of {self.argument!r}, which is no positive rational")


@dataclass(frozen=True, slots=True)
class Closed:
    """A real number that is a closed term of the kernel."""

    term: kernel.Term


class Infinite(Enum):
    """Plus or minus infinity."""

    PLUS = 1
    MINUS = -1


Finite: TypeAlias = Fraction | LogOf | Closed
Value: TypeAlias = Finite | Infinite
EXACT = (Fraction, LogOf, Closed, Infinite)

ZERO, ONE = Fraction(0), Fraction(1)
_POINT = Point()


# --- comparison -----------------------------------------------------------------------------------


def in_kernel(value: Finite) -> kernel.Term:
    """Return a finite value as a closed term of the kernel.

    Examples
    --------
    >>> in_kernel(LogOf(Fraction(3, 2)))
    ('log', ('number', 3, 2))
    """
    if isinstance(value, Closed):
        return value.term
    if isinstance(value, LogOf):
        return ("log", kernel.number(value.argument.numerator, value.argument.denominator))
    if not isinstance(value, (Fraction, int)):
        raise StatementError(
            f"{value!r} is of type {type(value).__name__}, but has to be an exact number: a "
            "Fraction, or made of Fractions by the functions of pmlsym.statements.arithmetic."
        )
    return kernel.number(value.numerator, value.denominator)


def holds(left: Value, sign: Comparison, right: Value) -> bool | None:
    """Return whether a comparison holds; None if undecided. Infinity equals infinity.

    Examples
    --------
    >>> holds(LogOf(Fraction(3)), "<", Fraction(11, 10))
    True
    """
    found = _compared(left, right)
    return None if found is None else COMPARISONS[sign](found, 0)


def _compared(left: Value, right: Value) -> int | None:
    """Return the order of two values: -1, 0 or 1; None if undecided."""
    known_at_once = _at_once(left, right)
    if known_at_once is not None:
        return known_at_once
    assert not isinstance(left, Infinite)
    assert not isinstance(right, Infinite)
    one, other = in_kernel(left), in_kernel(right)
    if one[0] == other[0] == "log" and all(
        (_decided(a[1], kernel.ZERO) or 0) > 0 for a in (one, other)
    ):
        return _decided(one[1], other[1])  # log is increasing
    return _decided(one, other)


def _decided(left: kernel.Term, right: kernel.Term) -> int | None:
    try:
        return _order_of_terms(left, right)
    except (NoValue, NotProved, RecursionError, OverflowError, MemoryError):
        return None


@lru_cache(maxsize=4096)
def _order_of_terms(left: kernel.Term, right: kernel.Term) -> int | None:
    """Return the order of two closed terms; None if undecided. What failed is not remembered."""
    refuse_large(left)
    refuse_large(right)
    return _POINT.order(left, right)


def _at_once(left: Value, right: Value) -> int | None:
    """Return the order -1, 0 or 1 if rationals or infinities decide it; else None."""
    if isinstance(left, LogOf) and isinstance(right, LogOf):
        return _rational_order(left.argument, right.argument)
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        one = left.value if isinstance(left, Infinite) else 0
        other = right.value if isinstance(right, Infinite) else 0
        return (one > other) - (one < other)
    if isinstance(left, LogOf):
        return None if right else _rational_order(left.argument, ONE)
    if isinstance(right, LogOf):
        return None if left else _rational_order(ONE, right.argument)
    if isinstance(left, Closed) or isinstance(right, Closed):
        return 0 if left == right and _has_value(left) else None
    return _rational_order(left, right)


def _has_value(value: Value) -> bool:
    """Whether a value is known to exist; a term without value does not equal itself."""
    return _POINT.has_value(in_kernel(value)) if isinstance(value, Closed) else True


def _rational_order(left: Fraction, right: Fraction) -> int:
    gap = left.numerator * right.denominator - right.numerator * left.denominator
    return (gap > 0) - (gap < 0)


def order(left: Value, right: Value) -> int:
    """Return the order of two values: -1, 0 or 1.

    Examples
    --------
    >>> order(LogOf(Fraction(3)), Infinite.PLUS)
    -1
    """
    found = _compared(left, right)
    if found is None:
        raise Unseparated(f"{exact_text(left)} and {exact_text(right)}")
    return found


def sign_of(value: Value) -> int:
    """Return the sign of a value: -1, 0 or 1."""
    if type(value) is Fraction:
        return (value.numerator > 0) - (value.numerator < 0)
    return order(value, ZERO)


def extreme(values: Iterable[Value], largest: bool) -> Value:
    """Return the largest or the smallest of some values.

    Examples
    --------
    >>> extreme([Fraction(1), LogOf(Fraction(2))], largest=True)
    Fraction(1, 1)
    """
    first, *rest = values
    for other in rest:
        try:
            if (order(other, first) > 0) == largest:
                first = other
        except Unseparated:
            assert not isinstance(first, Infinite)
            assert not isinstance(other, Infinite)
            first = Closed(("max" if largest else "min", in_kernel(first), in_kernel(other)))
    return first


# --- rendering ------------------------------------------------------------------------------------


def exact_text(value: Value) -> str:
    """Return the exact text of a value, in the language of statements.

    Examples
    --------
    >>> exact_text(LogOf(Fraction(3, 2))), exact_text(Infinite.MINUS)
    ('log(3/2)', '-inf')
    """
    if isinstance(value, Infinite):
        return "inf" if value is Infinite.PLUS else "-inf"
    if isinstance(value, LogOf):
        return f"log({value.argument})"
    return str(value) if type(value) is Fraction else text(in_kernel(value))


def decimal(value: Value) -> float:
    """Return a value as a float, for display only.

    Examples
    --------
    >>> round(decimal(LogOf(Fraction(3, 2))), 6)
    0.405465
    """
    if isinstance(value, Infinite):
        return math.copysign(math.inf, value.value)
    before = flint.ctx.prec
    try:
        for precision in PRECISIONS:
            deadline.check()
            flint.ctx.prec = precision
            ball = _POINT.ball(in_kernel(value))
            if ball.rel_accuracy_bits() > _SHOWN_BITS or not value:
                return float(ball.mid())
        return float(ball.mid())
    except (NoValue, NotProved):
        return math.nan
    finally:
        flint.ctx.prec = before


def approximate(value: Value) -> str:
    """Return a value to six digits; its exact text where no float is near it.

    Examples
    --------
    >>> approximate(LogOf(Fraction(3, 2)))
    '0.405465'
    """
    found = decimal(value)
    lost = math.isnan(found) or (math.isinf(found) and not isinstance(value, Infinite))
    return exact_text(value) if lost or (not found and value != ZERO) else f"{found:.6g}"


def comparison(left: Value, right: Value) -> str:
    """Return the true comparison of two values as text, exactly and in decimals.

    Examples
    --------
    >>> print(comparison(LogOf(Fraction(2)), LogOf(Fraction(3, 2))))
    log(2) > log(3/2), about 0.693147 and 0.405465
    >>> print(comparison(LogOf(Fraction(2)), LogOf(Fraction(2))))
    log(2) = log(2), about 0.693147
    """
    try:
        found = order(left, right)
    except Unseparated:
        exact = f"{exact_text(left)} and {exact_text(right)} are not told apart"
        return f"{exact}, about {approximate(left)} and {approximate(right)}"
    if not found:
        return f"{exact_text(left)} = {exact_text(right)}, about {approximate(left)}"
    exact = f"{exact_text(left)} {'<' if found < 0 else '>'} {exact_text(right)}"
    return f"{exact}, about {approximate(left)} and {approximate(right)}"


def side(value: Value | None) -> float | str | None:
    """Return a value for JSON: a float, ``"inf"`` or ``"-inf"``; None if no float is near it.

    Examples
    --------
    >>> side(Infinite.PLUS), round(side(LogOf(Fraction(3, 2))), 6)
    ('inf', 0.405465)
    """
    if value is None:
        return None
    if isinstance(value, Infinite):
        return exact_text(value)
    found = decimal(value)
    near = abs(found) < math.inf and (found != 0 or value == ZERO)
    return found if near else None
