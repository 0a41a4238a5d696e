"""Arithmetic with infinite leakages in goals, as `pmlsym.statements.arithmetic` has it."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from pmlsym.proof.language import Sentence
from pmlsym.proof.language import Term as Real
from pmlsym.statements.reductions.encoding.logarithmic import rational_of
from pmlsym.statements.reductions.encoding.quotients import NEVER, ONE, ZERO, NotReducible, relate
from pmlsym.statements.reductions.ranges import Range, range_of
from pmlsym.statements.terms import Operation


def with_infinity(
    term: Operation, left: Real, right: Real, known: Mapping[Real, Range]
) -> tuple[Real, tuple[Sentence, ...]]:
    """Return an operation of which a side is infinite, and what it needs to have a value.

    Raises
    ------
    NotReducible
        If that depends on a sign that is not plain.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse_term
    >>> with_infinity(parse_term("1/a"), ONE, sp.oo, {})
    (0, ())
    """
    if term.sign in ("+", "-"):
        right = right if term.sign == "+" else -right
        opposed = left.is_infinite and right.is_infinite and left != right
        return (ONE, (NEVER,)) if opposed else (left if left.is_infinite else right, ())
    if term.sign == "*":
        return _times_infinity(*((left, right) if left.is_infinite else (right, left)), known)
    if term.sign == "/":
        if left.is_infinite and right.is_infinite:
            return ONE, (NEVER,)
        return _times_infinity(left, right, known) if left.is_infinite else (ZERO, ())
    exponent = rational_of(term.right) if term.sign == "^" else None
    if left.is_infinite and exponent is not None and exponent.denominator == 1:
        if not exponent:
            return ONE, (NEVER,)
        if exponent < 0:
            return ZERO, ()
        return (left if exponent % 2 else sp.oo), ()
    raise NotReducible(f"{term} is a power of, or to, something infinite.")


def _times_infinity(
    infinity: Real, factor: Real, known: Mapping[Real, Range]
) -> tuple[Real, tuple[Sentence, ...]]:
    """Return infinity times (or over) a factor, which has no value if the factor is 0."""
    if factor.is_infinite:
        return infinity * factor, ()
    if factor == 0:
        return ONE, (NEVER,)
    found = range_of(factor, known)
    if found.nonnegative:
        return infinity, (relate(factor, ">", ZERO),)
    if (-found).nonnegative:
        return -infinity, (relate(factor, "<", ZERO),)
    raise NotReducible(f"Something infinite is multiplied by {factor}, of which sign?")


def place(number: Real) -> Real:
    """Return -1, 0 or 1 for minus infinity, a finite number, infinity: these compare alike.

    Examples
    --------
    >>> place(sp.oo), place(sp.Integer(7))
    (1, 0)
    """
    return ONE if number is sp.oo else -ONE if number is -sp.oo else ZERO
