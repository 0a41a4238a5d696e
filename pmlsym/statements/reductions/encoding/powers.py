"""Powers, exponentials and infinities in goals, as `statements.arithmetic` has them for values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import sympy as sp

from pmlsym.proof.kernel.terms import MOST_BITS
from pmlsym.proof.language import Sentence, Term as Real
from pmlsym.statements.reductions.encoding.quotients import NEVER, ONE, ZERO, NotReducible, relate
from pmlsym.statements.reductions.ranges import Range, range_of
from pmlsym.statements.terms import Negative, Number, Operation, Term

# --- powers ---------------------------------------------------------------------------------------
# sympy computes an integer power of a rational number in one call that cannot be interrupted, also
# in the forms exp(10^9 log 2) and 2^(a + 10^9)/2^a. So the number of bits is bounded from above
# first, without regard to cancellation.

_TOO_MANY = MOST_BITS + 1  # estimates are capped here


def power(base: Real, exponent: Real) -> Real:
    """Return a power; raise `NotReducible` if its numbers could be too long for a goal.

    Examples
    --------
    >>> power(sp.Integer(2), sp.Integer(10))
    1024
    """
    _refuse(_bits(base) * _size(exponent))
    if exponent.is_Integer:
        return base**exponent
    return sp.exp(exponent * sp.log(base))


def exponential(level: Real) -> Real:
    """Return an exponential; raise `NotReducible` if its numbers could be too long for a goal.

    Examples
    --------
    >>> exponential(3 * sp.log(2))
    8
    """
    _refuse(_bits_of_exponential(level))
    return sp.exp(level)


def _refuse(bits: int) -> None:
    if bits > MOST_BITS:
        raise NotReducible(f"A power may have more than {MOST_BITS} bits, which is the most.")


def _bits_of_exponential(level: Real) -> int:
    return sum(_size(part) for part in sp.Add.make_args(level) if part.has(sp.log))


def _bits(term: Real) -> int:
    """Return an upper bound on the number of bits of the numbers in a term."""
    if term.is_Rational:
        return max(int(term.p).bit_length(), int(term.q).bit_length())
    if term.is_Pow:
        found = _bits(term.base) * _size(term.exp)
    elif isinstance(term, sp.exp):
        found = _bits_of_exponential(term.args[0])
    else:
        found = sum(map(_bits, term.args))
    return min(found, _TOO_MANY)


def _size(term: Real) -> int:
    """Return an upper bound on the size of the numbers in an exponent, at least 1."""
    if term.is_Rational:
        return min(max(1, -(-abs(int(term.p)) // int(term.q))), _TOO_MANY)
    parts = [_size(part) for part in term.args]
    if isinstance(term, sp.log):
        return _bits(term.args[0])
    if term.is_Mul:
        found = 1
        for part in parts:
            found *= part
    elif term.is_Pow:
        found = parts[0] ** min(parts[1], 1_000)
    else:
        found = max(1, sum(parts))
    return min(found, _TOO_MANY)


# --- infinity -------------------------------------------------------------------------------------
# Arithmetic with infinite terms, by the rules of `pmlsym.statements.arithmetic`.


def rational_of(term: Term) -> Fraction | None:
    """Return the value of a literal number, possibly negated; None for any other term."""
    if isinstance(term, Number):
        return term.value
    if isinstance(term, Negative):
        inside = rational_of(term.term)
        return None if inside is None else -inside
    return None


def with_infinity(
    term: Operation, left: Real, right: Real, known: Mapping[Real, Range]
) -> tuple[Real, tuple[Sentence, ...]]:
    """Return the value of an operation with an infinite side, and its needs."""
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
    """Return an infinity times (or over) a factor, and the need that the factor is not 0."""
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
    """Return -1, 0 or 1 for minus infinity, a finite number or infinity, in the same order.

    Examples
    --------
    >>> place(sp.oo), place(sp.Integer(7))
    (1, 0)
    """
    return ONE if number is sp.oo else -ONE if number is -sp.oo else ZERO
