"""Validation of numeric arguments.

All public functions validate their numbers here, so that all refuse the same: text, truth values,
complex numbers, nan, and, where floats are needed, numbers beyond their range.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Complex, Integral, Rational, Real
from typing import TYPE_CHECKING, TypeGuard

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, RowLike, TableLike, is_exact, read_number, simplified
from pmlsym.precision import digits_are_right, sign

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

_SHOWN = 60  # characters of a wrong value that a message repeats
_UNSEEN = 1e-18  # allowed error of sympy's digits for a term with floats
_MOST_BITS = 20_000  # of e^value: with 100,000 one conversion took 25 seconds
_PRINTED_BITS = 14_000  # Python refuses to print integers much longer


def brief(value: object) -> str:
    """Return the text of any value for a message, cut off where it is long.

    Examples
    --------
    >>> brief(0.5), brief("x"), brief(10**5000)
    ('0.5', "'x'", 'an integer of about 5001 digits')
    """
    if isinstance(value, Integral) and int(value).bit_length() > _PRINTED_BITS:
        return f"an integer of about {int(int(value).bit_length() * math.log10(2)) + 1} digits"
    try:
        one_line = isinstance(value, str | bytes) or hasattr(value, "page")
        text = repr(value) if one_line else " ".join(str(value).split())
    except Exception:  # noqa: BLE001  # any class may fail here, as do integers too long to print
        return f"a {type(value).__name__} that cannot be printed"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def with_noun(count: int, noun: str, plural: str = "") -> str:
    """Return a count with its noun in the right number.

    Examples
    --------
    >>> with_noun(1, "proof"), with_noun(2, "proof"), with_noun(0, "query", "queries")
    ('1 proof', '2 proofs', '0 queries')
    """
    return f"{count} {noun if count == 1 else plural or noun + 's'}"


def refused(name: str, value: object, allowed: str) -> ParameterError:
    """Return the error for an argument: its name, what was given, and what is allowed.

    Examples
    --------
    >>> print(refused("alpha", -1, "positive"))
    alpha is -1, but has to be positive.
    """
    hint = _typed(value) if isinstance(value, str) else ""
    return ParameterError(f"{name} is {brief(value)}, but has to be {allowed}.{hint}")


def _typed(text: str) -> str:
    """Return a hint for a number in quotation marks; empty for other text."""
    try:
        number = read_number(text)
    except ValueError:
        return ""
    over = f"Fraction({number.numerator}, {number.denominator})"
    typed = over if "/" in text and len(text) < _SHOWN else text.strip()
    return f" A number stands without quotation marks: {typed}."


def real(
    name: str, value: object, allowed: str = "a finite number", infinite: bool = False
) -> Number:
    """Return a validated real number: unchanged if exact or symbolic, else as a float.

    Examples
    --------
    >>> from fractions import Fraction
    >>> real("alpha", Fraction(1, 3)), real("alpha", 0.5), real("alpha", 10**400) == 10**400
    (Fraction(1, 3), 0.5, True)
    """
    if isinstance(value, float) and math.isfinite(value):
        return float(value)
    found = _real(value)
    if found is None or (not infinite and is_infinite(found)):
        raise refused(name, value, allowed)
    if _bits_of_exponential(found) > _MOST_BITS:
        raise refused(
            name, value, f"{allowed}, given as a float: its exponential has over {_MOST_BITS} bits"
        )
    if isinstance(found, Rational) and _bits(found) > _PRINTED_BITS:
        digits = int(_PRINTED_BITS * math.log10(2))
        raise refused(name, value, f"{allowed}, with at most {digits} digits")
    return found


def is_infinite(number: Number) -> bool:
    """Return whether a number is known to be infinite.

    Examples
    --------
    >>> is_infinite(math.inf), is_infinite(10**400)
    (True, False)
    """
    if isinstance(number, float):
        return math.isinf(number)
    return getattr(number, "is_infinite", False) is True


def _real(value: object) -> Number | None:
    """Return a number as `real` does, or None for a value that is no real number."""
    if _is_array(value):
        if value.ndim:
            return None
        value = value.item()
    if value is None or isinstance(value, bool | str | bytes) or _is_truth(value):
        return None
    if isinstance(value, Rational):
        return value  # of numpy's or sympy's too
    if hasattr(value, "free_symbols"):
        return _expression(value)
    if isinstance(value, Complex) and not isinstance(value, Real):
        return None
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError, ArithmeticError):
        return None
    return None if math.isnan(number) else number


def _expression(value: object) -> Number | None:
    """Return a real number of sympy, or one with symbols; a float for one with floats in it."""
    import sympy as sp  # the value is sympy's, so this costs nothing

    if not isinstance(value, sp.Expr) or getattr(value, "is_Matrix", False):
        return None
    if value.has(sp.nan, sp.zoo) or value.is_extended_real is False:
        return None
    if not is_exact(value):
        try:
            number = float(value)
        except (TypeError, ValueError, OverflowError):
            return None
        return None if math.isnan(number) else number
    if value.free_symbols:
        return None if value.has(sp.I) else value
    if value.is_infinite:
        return value
    if value.is_comparable:  # it contains floats; sympy takes 10^-43 for zero
        return value if digits_are_right(value, _UNSEEN) else None
    if sign(value) is not None:
        return value if digits_are_right(value) else None
    # no number of digits shows that log(6) - log(2) - log(3) is zero
    return sp.Integer(0) if simplified(value) == 0 else None


def _bits(value: Rational) -> int:
    return max(abs(int(value.numerator)), int(value.denominator)).bit_length()


def _bits_of_exponential(value: Number) -> int:
    """Return an upper bound on the bits of e^value in sympy, which expands it without a limit."""
    if not hasattr(value, "atoms"):
        return 0
    import sympy as sp  # the value is sympy's, so this costs nothing

    bits = 0
    for part in sp.Add.make_args(value):
        factor = abs(part.as_coeff_Mul()[0])
        for inside in (log.args[0] for log in part.atoms(sp.log)):
            for number in inside.atoms(sp.Rational):
                bits += math.ceil(factor) * _bits(number)
    return bits


def _is_array(value: object) -> TypeGuard[NDArray[np.generic]]:
    return hasattr(value, "ndim") and hasattr(value, "item") and hasattr(value, "dtype")


def _is_truth(value: object) -> bool:
    """Return whether a value is a truth value of numpy or sympy."""
    return getattr(value, "is_Boolean", False) is True or str(getattr(value, "dtype", "")) == "bool"


def as_float(
    name: str, value: object, allowed: str = "a finite number", infinite: bool = False
) -> float:
    """Return a real number as a float.

    Examples
    --------
    >>> from fractions import Fraction
    >>> as_float("alpha", Fraction(1, 4))
    0.25
    """
    found = real(name, value, allowed, infinite)
    try:
        number = float(found)
    except (TypeError, ValueError):
        raise refused(name, value, f"{allowed}, without symbols") from None
    except OverflowError:
        number = math.inf
    if math.isinf(number) and not is_infinite(found):
        raise refused(name, value, f"{allowed} that a float can hold")
    return number


def whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """Return a validated integer from `least` to `most`.

    Examples
    --------
    >>> whole("n", 3, least=1)
    3
    """
    ends = f">= {least}"
    if isinstance(value, Integral) and not isinstance(value, bool):
        number = int(value)
        if number >= least and (most is None or number <= most):
            return number
        if most is not None and number > most:
            ends = f"from {least} to {most}"
    raise refused(name, value, f"an integer {ends}")


def floats(
    name: str,
    values: ArrayLike | Number | RowLike | TableLike,
    allowed: str = "a number, or an array of numbers",
    finite: bool = False,
) -> FloatArray:
    """Return numbers, or an array of them, as an array of floats.

    Examples
    --------
    >>> floats("y", [1, 0.5])
    array([1. , 0.5])
    """
    import numpy as np

    try:
        given: NDArray[np.generic] = np.array(values, copy=None)
        if given.dtype.kind not in "iuf" or has_truth(values):
            given = _one_by_one(name, values, allowed, finite)
    except ValueError as error:
        if isinstance(error, ParameterError):
            raise
        raise refused(name, values, allowed) from None  # rows of different lengths
    array = given.astype(float)
    wrong = ~np.isfinite(array) if finite else np.isnan(array)
    if wrong.any():
        place = np.argwhere(wrong)[0].tolist()
        raise refused(_placed(name, place), array[tuple(place)], _entry(allowed, place, finite))
    return array


def _one_by_one(name: str, values: object, allowed: str, finite: bool) -> FloatArray:
    """Return an array of objects as floats; raise the error about the first invalid entry."""
    import numpy as np

    if _is_array(values) and values.dtype != object:  # text, truth values, complex numbers
        raise refused(name, values, allowed)
    given = np.array(values, dtype=object)
    array = np.empty(given.shape)
    for place, entry in np.ndenumerate(given):
        wanted = _entry(allowed, place, finite)
        array[place] = as_float(_placed(name, place), entry, wanted, infinite=not finite)
    return array


def _entry(allowed: str, place: Sequence[int], finite: bool) -> str:
    return (f"a {'finite ' * finite}number") if place else allowed


def has_truth(values: object) -> bool:
    """Return whether nested lists contain a truth value, which numpy would turn into a number."""
    if isinstance(values, list | tuple):
        return any(map(has_truth, values))
    return isinstance(values, bool)


def _placed(name: str, place: Sequence[int]) -> str:
    inside = ", ".join(map(str, place))
    return f"{name}[{inside}]" if inside else name
