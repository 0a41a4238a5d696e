"""Telling exact numbers from floats, and bringing them into sympy only when they are exact."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from functools import cache
from numbers import Rational
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import sympy as sp
    from numpy.typing import NDArray

    from pmlsym.arrays import FloatArray, IntArray

# Quoted, so that neither numpy nor sympy is loaded. mypy takes what is sympy's for Any, as sympy
# ships no types; a reader still sees where a symbol may stand.
Number: TypeAlias = "float | Fraction | sp.Expr"
NumberArray: TypeAlias = "FloatArray | sp.ImmutableDenseNDimArray"  # floats, or all of it exact
ExactArray: TypeAlias = "NDArray[np.object_]"  # of Python's fractions or integers
RowLike: TypeAlias = "Sequence[Number] | NumberArray | IntArray"  # what is taken for a row
TableLike: TypeAlias = "Sequence[RowLike] | NumberArray | IntArray"  # ... and for a table
Computed: TypeAlias = "float | sp.Expr"  # a number computed: in sympy if what it is of is exact
# What a formula is of, and gives: floats a float, exact numbers and symbols such a one, arrays one.
Value = TypeVar("Value", float, "Number", "FloatArray")
_FLINT = ("fmpq", "fmpz")  # numbers that do not say that they are rational; by name: no import
# 0-9 alone: Python reads digits of every script, and 1_0
_WRITTEN = re.compile(
    r"[+-]?([0-9]+/[0-9]+|([0-9]+\.?[0-9]*|\.[0-9]+)([eE](?P<exponent>[+-]?[0-9]+))?)"
)
_MOST_POWER = 20  # of one exponential that another is, above or below the line
_LONGEST_EXPONENT = 308  # what a float can hold, and what keeps 1e999999999 from filling memory


def is_exact(value: object) -> bool:
    """Say whether a value is an integer, a fraction, or a sympy expression without floats.

    Examples
    --------
    >>> from fractions import Fraction
    >>> is_exact(Fraction(1, 3)), is_exact(0.5)
    (True, False)
    """
    if is_rational(value):
        return True
    if not hasattr(value, "free_symbols") or not hasattr(value, "has"):
        return False
    import sympy as sp  # the value is sympy's, so this costs nothing

    return not value.has(sp.Float)


def is_rational(value: object) -> bool:
    """Say whether a value is an integer or a fraction of any kind: Python's, sympy's, flint's.

    Examples
    --------
    >>> from fractions import Fraction
    >>> is_rational(Fraction(1, 3)), is_rational(0.5)
    (True, False)
    """
    kind: Any = type(value)
    return rational_type(kind)


@cache
def rational_type(kind: Any) -> bool:
    """Say whether everything of a type is rational.

    Examples
    --------
    >>> rational_type(int), rational_type(float)
    (True, False)
    """
    return (
        issubclass(kind, Rational)
        or getattr(kind, "is_Rational", False) is True
        or kind.__name__ in _FLINT
    )


def sympified(value: Number) -> sp.Expr:
    """Return an exact value as a sympy expression.

    Examples
    --------
    >>> from fractions import Fraction
    >>> sympified(Fraction(1, 3))
    1/3
    """
    import sympy as sp

    if isinstance(value, Rational) or type(value).__name__ in _FLINT:
        number: Any = value  # one that says so, or one of flint's
        return sp.Rational(int(number.numerator), int(number.denominator))
    return sp.sympify(value)


def as_fraction(value: object) -> Fraction | None:
    """Return an exact value as a fraction, or None if it is irrational, symbolic or a float.

    Examples
    --------
    >>> import sympy
    >>> as_fraction(sympy.Rational(1, 3)), as_fraction(sympy.sqrt(2))
    (Fraction(1, 3), None)
    """
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if type(value).__name__ in _FLINT:
        return Fraction(int(value.numerator), int(value.denominator))  # type: ignore[attr-defined]
    if hasattr(value, "p") and hasattr(value, "q") and getattr(value, "is_Rational", False):
        return Fraction(int(value.p), int(value.q))
    return None


def read_number(text: str) -> Fraction:
    """Read a number as a person types it, exactly: ``3``, ``0.25``, ``1e-3`` or ``1/3``.

    Examples
    --------
    >>> read_number(" 0.25 ")
    Fraction(1, 4)
    """
    written = _WRITTEN.fullmatch(text.strip())
    if written is None:
        raise ValueError("this is no number such as 3, 0.25, 1e-3 or 1/3")
    exponent = written["exponent"]
    if exponent is not None and abs(int(exponent)) > _LONGEST_EXPONENT:
        raise ValueError("the number is too large or too small")
    try:
        number = Fraction(written[0])
        float(number)
    except (ZeroDivisionError, OverflowError):
        raise ValueError("this is not a finite number") from None
    return number


def for_its_size(*texts: str) -> str:
    """Return what the sentence that refuses texts says beside "a number": empty if one is none.

    Examples
    --------
    >>> for_its_size("1e-400"), for_its_size("one")
    (' that a float can hold', '')
    """
    written = all(_WRITTEN.fullmatch(text.strip()) for text in texts)
    return " that a float can hold" if written else ""


def same_number(one: Number, other: Number) -> bool:
    """Say whether two numbers are the same; a float is the number that it is.

    Expressions with symbols are the same if their difference simplifies to zero.

    Examples
    --------
    >>> same_number(Fraction(1, 2), 0.5), same_number(Fraction(1, 10), 0.1)
    (True, False)
    """
    keys = number_key(one), number_key(other)
    if None not in keys or one == other:
        return keys[0] == keys[1]
    if keys != (None, None):  # one is rational, the other neither that nor a float
        return False
    import sympy as sp

    from pmlsym.precision import sign

    apart = sympified(one) - sympified(other)
    if not apart.free_symbols and sign(apart) is not None:
        return False
    return bool(sp.simplify(apart) == 0)


def number_key(value: Number) -> Fraction | float | None:
    """Return a rational number as a fraction, and None for one that may be written in many ways.

    Infinities and nan stay. Equal numbers have equal keys.

    Examples
    --------
    >>> number_key(0.5)
    Fraction(1, 2)
    """
    if isinstance(value, float):
        return Fraction(value) if math.isfinite(value) else value
    return as_fraction(value)


def simplified(value: sp.Expr) -> sp.Expr:
    """Simplify a number with one symbol in the place of all powers of an exponential, and of pi.

    Of e^(1 - 1/10^20) and e^(-1/3) sympy would make powers of e^(1/(3 10^20)), and polynomials of
    a degree for which no memory is enough; beside pi it looks for angles, without an end.

    Examples
    --------
    >>> import sympy as sp
    >>> simplified(sp.exp(-2) * sp.exp(sp.Rational(1, 3)) ** 6)
    1
    """
    import sympy as sp

    exponents: dict[sp.Expr, sp.Expr] = {}
    powers: dict[sp.Basic, sp.Expr] = {}
    for exponential in sorted(value.atoms(sp.exp), key=sp.default_sort_key):
        for base, exponent in exponents.items():
            ratio = exponential.exp / exponent
            if ratio.is_Rational and max(abs(ratio.p), ratio.q) <= _MOST_POWER:
                powers[exponential] = base**ratio
                break
        else:
            base = sp.Dummy(positive=True)
            exponents[base], powers[exponential] = exponential.exp, base
    constants = {
        one: sp.Dummy(positive=True) for one in value.atoms(sp.NumberSymbol) if one is not sp.E
    }
    simple = sp.simplify(value.xreplace(constants | powers))
    back = {base: sp.exp(exponent) for base, exponent in exponents.items()}
    return simple.xreplace(back | {symbol: one for one, symbol in constants.items()})


def tidied(value: Number) -> Number:
    """Write an exact level with one quotient inside of each logarithm, where that is shorter.

    With numbers for p_min the formulas hold quotients of quotients; their own form is kept where
    p_min is a symbol, as the paper writes it.

    Examples
    --------
    >>> import sympy
    >>> tidied(sympy.log(1 / (1 + 1 / sympy.sqrt(3))))
    log(3/(sqrt(3) + 3))
    """
    if isinstance(value, float | Fraction):
        return value
    import sympy as sp

    if not isinstance(value, sp.Basic):
        return value

    def quotient(part: sp.Expr) -> sp.Expr:
        top, bottom = sp.fraction(sp.cancel(part.args[0]))
        if top.could_extract_minus_sign():  # 1/(5 - 4 x) rather than -1/(4 x - 5)
            top, bottom = -top, -bottom
        inside = sp.expand(top) / sp.expand(bottom)
        return sp.log(inside) if sp.count_ops(inside) <= sp.count_ops(part.args[0]) else part

    return value.replace(lambda part: isinstance(part, sp.log), quotient)


def power(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    """Return a power, unevaluated where sympy does not survive factoring the base.

    Of a large number with two factors that are near each other, it takes one of them for a prime
    even if it is none, and raises an error.

    Examples
    --------
    >>> import sympy
    >>> power(sympy.Integer(8), sympy.Rational(1, 2))
    2*sqrt(2)
    """
    import sympy as sp

    try:
        return sp.Pow(base, exponent)
    except ValueError:
        return sp.Pow(base, exponent, evaluate=False)
