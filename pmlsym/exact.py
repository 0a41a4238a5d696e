"""Exact numbers: recognition, conversion to sympy, and simplification."""

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

# Quoted, so that neither numpy nor sympy is imported. For mypy sympy's classes are Any, as sympy
# ships no types; for a reader they show where symbols are allowed.
Number: TypeAlias = "float | Fraction | sp.Expr"
NumberArray: TypeAlias = "FloatArray | sp.ImmutableDenseNDimArray"  # all floats, or all exact
ExactArray: TypeAlias = "NDArray[np.object_]"  # of Python's fractions or integers
RowLike: TypeAlias = "Sequence[Number] | NumberArray | IntArray"  # accepted as a row
TableLike: TypeAlias = "Sequence[RowLike] | NumberArray | IntArray"  # ... and for a table
Computed: TypeAlias = "float | sp.Expr"  # a result, exact if the input is
# The type of a formula's arguments and of its value: floats, exact numbers and symbols, or arrays.
Value = TypeVar("Value", float, "Number", "FloatArray")
_FLINT = ("fmpq", "fmpz")  # rational, but not registered as Rational; by name, without an import
# digits 0-9 only, as Fraction also accepts digits of other scripts, and 1_0
_WRITTEN = re.compile(
    r"[+-]?([0-9]+/[0-9]+|([0-9]+\.?[0-9]*|\.[0-9]+)([eE](?P<exponent>[+-]?[0-9]+))?)"
)
_MOST_POWER = 20  # of one exponential as a power of another one, in either direction
_LONGEST_EXPONENT = 308  # of a float; without a limit, 1e999999999 would fill the memory


def is_exact(value: object) -> bool:
    """Return whether a value is an integer, a fraction, or a sympy expression without floats.

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
        number: Any = value  # registered as Rational, or of flint
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
    """Parse a number exactly: ``3``, ``0.25``, ``1e-3`` or ``1/3``; raise `ValueError` for others.

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
    """Return the end of an error message: whether the texts are numbers that no float can hold.

    Examples
    --------
    >>> for_its_size("1e-400"), for_its_size("one")
    (' that a float can hold', '')
    """
    written = all(_WRITTEN.fullmatch(text.strip()) for text in texts)
    return " that a float can hold" if written else ""


def same_number(one: Number, other: Number) -> bool:
    """Return whether two numbers are equal, floats being taken exactly.

    Expressions with symbols are the same if their difference simplifies to zero.

    Examples
    --------
    >>> same_number(Fraction(1, 2), 0.5), same_number(Fraction(1, 10), 0.1)
    (True, False)
    """
    keys = number_key(one), number_key(other)
    if None not in keys or one == other:
        return keys[0] == keys[1]
    if keys != (None, None):  # one is rational, the other neither rational nor a float
        return False
    import sympy as sp

    from pmlsym.precision import sign

    apart = sympified(one) - sympified(other)
    if not apart.free_symbols and sign(apart) is not None:
        return False
    return bool(sp.simplify(apart) == 0)


def number_key(value: Number) -> Fraction | float | None:
    """Return a rational number as a fraction, and None for an irrational or symbolic one.

    Infinities and nan are returned unchanged. Equal numbers have equal keys.

    Examples
    --------
    >>> number_key(0.5)
    Fraction(1, 2)
    """
    if isinstance(value, float):
        return Fraction(value) if math.isfinite(value) else value
    return as_fraction(value)


def simplified(value: sp.Expr) -> sp.Expr:
    """Simplify a number after substituting symbols for exponentials and for pi.

    Otherwise sympy would write e^(1 - 1/10^20) and e^(-1/3) as powers of e^(1/(3 10^20)), in
    polynomials of a degree that exceeds the memory; and it searches for angles with pi endlessly.

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
    """Write an exact level with a single quotient inside each logarithm, where that is shorter.

    With a number for p_min the formulas contain nested quotients. With a symbol for p_min they keep
    the form of the paper.

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
    """Return a power, unevaluated where sympy fails to factor the base.

    If a large number has two factors that are near each other, sympy may take a composite factor
    for a prime, and raises an error.

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
