"""Arithmetic with the exact numbers of statements; Undefined says why there is no value.

Results are kept as rationals or logarithms of rationals wherever they are such numbers, and as
closed terms of the kernel otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

import flint

from pmlsym.proof.kernel import terms as kernel
from pmlsym.statements.values import (
    ONE,
    ZERO,
    Closed,
    Finite,
    Infinite,
    LogOf,
    Undefined,
    Unseparated,
    Value,
    decimal,
    exact_text,
    extreme,
    holds,
    in_kernel,
    sign_of,
)

_MOST_TOLD = 2.0**52  # up to here the integer nearest to a float is certain
_MOST_BITS = 4_000  # the longest rational that is computed rather than kept as a term
_MOST_DIVISOR = 100  # square factors are looked for up to its square
_HALF = Fraction(1, 2)
_FLIPPED = {Infinite.PLUS: Infinite.MINUS, Infinite.MINUS: Infinite.PLUS}


def add(left: Value, right: Value) -> Value:
    """Return the sum.

    Examples
    --------
    >>> add(LogOf(Fraction(2)), LogOf(Fraction(3)))
    LogOf(argument=Fraction(6, 1))
    """
    if type(left) is Fraction:
        if type(right) is Fraction:
            return left + right
        if not left:
            return right
    if isinstance(left, LogOf) and isinstance(right, LogOf):
        product = left.argument * right.argument
        if _small(product):
            return log(product)
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        if isinstance(left, Infinite) and isinstance(right, Infinite) and left is not right:
            raise Undefined("infinity minus infinity")
        return left if isinstance(left, Infinite) else right
    if isinstance(right, Fraction) and not right:
        return left
    return Closed(("sum", *_parts("sum", left), *_parts("sum", right)))


def _parts(word: str, value: Finite) -> tuple[kernel.Term, ...]:
    term = in_kernel(value)
    return term[1:] if term[0] == word else (term,)


def minus(value: Value) -> Value:
    """Return the negative of a value."""
    if isinstance(value, LogOf):
        return LogOf(1 / value.argument)
    if type(value) is Fraction:
        return -value
    if isinstance(value, Infinite):
        return _FLIPPED[value]
    return Closed(("product", kernel.number(-1), *_parts("product", value)))


def multiply(left: Value, right: Value) -> Value:
    """Return the product; zero times infinity has no value.

    Examples
    --------
    >>> multiply(Fraction(2), LogOf(Fraction(3)))
    LogOf(argument=Fraction(9, 1))
    """
    if type(left) is Fraction and type(right) is Fraction:
        return left * right
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        sign = sign_of(left) * sign_of(right)
        if not sign:
            raise Undefined("zero times infinity")
        return Infinite(sign)
    if isinstance(right, Fraction):
        left, right = right, left
    if isinstance(left, Fraction):
        if not left:
            return ZERO
        if left == 1:
            return right
        if isinstance(right, LogOf):
            power = rational_power(right.argument, left)
            if power is not None:
                return log(power)
    return Closed(("product", *_parts("product", left), *_parts("product", right)))


def divide(left: Value, right: Value) -> Value:
    """Return the quotient; a finite number over an infinite one is 0.

    Examples
    --------
    >>> divide(Fraction(1), Infinite.PLUS)
    Fraction(0, 1)
    """
    if isinstance(right, Infinite):
        if isinstance(left, Infinite):
            raise Undefined("infinity over infinity")
        return ZERO
    if isinstance(right, Fraction):
        if not right:
            raise Undefined("a division by zero")
        return multiply(left, 1 / right)
    sign = sign_of(right)
    if not sign:
        raise Undefined("a division by zero")
    if isinstance(left, Infinite):
        return left if sign > 0 else _FLIPPED[left]
    if left == right:
        return ONE
    return multiply(left, Closed(("power", in_kernel(right), -1)))


def exp(value: Value) -> Value:
    """Return the exponential.

    Examples
    --------
    >>> exp(LogOf(Fraction(3, 2))), exp(Infinite.MINUS)
    (Fraction(3, 2), Fraction(0, 1))
    """
    if isinstance(value, LogOf):
        return value.argument
    if isinstance(value, Infinite):
        return value if value is Infinite.PLUS else ZERO
    if isinstance(value, Fraction) and not value:
        return ONE
    return Closed(("exp", in_kernel(value)))


def log(value: Value) -> Value:
    """Return the natural logarithm; that of 0 is minus infinity.

    Examples
    --------
    >>> log(Fraction(0)), log(Fraction(2))
    (<Infinite.MINUS: -1>, LogOf(argument=Fraction(2, 1)))
    """
    if type(value) is Fraction and value.numerator > 0:
        return ZERO if value.numerator == value.denominator else LogOf(value)
    if isinstance(value, Infinite):
        if value is Infinite.MINUS:
            raise Undefined("the logarithm of minus infinity")
        return value
    if isinstance(value, Closed) and value.term[0] == "exp":
        return from_kernel(value.term[1])
    term = in_kernel(value)
    sign = sign_of(value)
    if sign < 0:
        raise Undefined("the logarithm of a negative number")
    return Closed(("log", term)) if sign else Infinite.MINUS


def power(base: Value, exponent: Value) -> Value:
    """Return a power; the base may be negative where the exponent is an integer.

    Examples
    --------
    >>> power(Fraction(4, 9), Fraction(1, 2)), power(Fraction(1, 2), Infinite.PLUS)
    (Fraction(2, 3), Fraction(0, 1))
    """
    if isinstance(exponent, Fraction):
        if exponent.denominator == 1:
            return _whole_power(base, exponent.numerator)
        if isinstance(base, Fraction) and base > 0:
            found = rational_power(base, exponent)
            if found is not None:
                return found
    sign = sign_of(base)
    if sign > 0 and not isinstance(base, Infinite):
        return exp(multiply(exponent, log(base)))
    whole = _as_whole(exponent)
    if whole is not None:
        return _whole_power(base, whole)
    if sign < 0:
        raise Undefined("a power of a negative number")
    if sign:
        return exp(multiply(exponent, log(base)))
    if sign_of(exponent) <= 0:
        raise Undefined("zero to a power that is not positive")
    return ZERO


def _as_whole(exponent: Value) -> int | None:
    """Return an exponent such as log(4)/log(2) as an integer; None if it is not one."""
    if isinstance(exponent, Infinite | Fraction):  # the caller handles integer fractions
        return None
    nearest = decimal(exponent)
    if not abs(nearest) < _MOST_TOLD:
        raise Unseparated(f"{exact_text(exponent)} and a whole number")
    same = holds(exponent, "=", Fraction(round(nearest)))
    if same is None:
        raise Unseparated(f"{exact_text(exponent)} and {round(nearest)}")
    return round(nearest) if same else None


def _whole_power(base: Value, exponent: int) -> Value:
    if isinstance(base, Infinite):
        if not exponent:
            raise Undefined("infinity to the power 0")
        if exponent < 0:
            return ZERO
        return base if exponent % 2 else Infinite.PLUS
    if exponent < 0 and not sign_of(base):
        raise Undefined("a division by zero")
    if isinstance(base, Fraction):
        found = rational_power(base, Fraction(exponent))
        if found is not None:
            return found
    if abs(exponent) > kernel.MOST_POWER:
        if not sign_of(base):
            return ZERO
        if sign_of(base) > 0:
            return exp(multiply(Fraction(exponent), log(base)))
        raise Unseparated(f"a power with the exponent {exponent}")
    return Closed(("power", in_kernel(base), exponent))


def rational_power(base: Fraction, exponent: Fraction) -> Fraction | None:
    """Return a power if it is rational and of at most `_MOST_BITS` bits; else None."""
    top, bottom = exponent.numerator, exponent.denominator
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if abs(top) * bits > _MOST_BITS * bottom or abs(top) > _MOST_BITS:
        return None
    if bottom > 1:
        if base <= 0 or bottom > _MOST_BITS:
            return None
        roots = [_root(n, bottom) for n in (base.numerator, base.denominator)]
        if roots[0] is None or roots[1] is None:
            return None
        base = Fraction(roots[0], roots[1])
    return base**top


def _root(n: int, degree: int) -> int | None:
    root = math.isqrt(n) if degree == 2 else int(flint.fmpz(n).root(degree))
    return root if root**degree == n else None


def _small(value: Fraction) -> bool:
    return max(value.numerator.bit_length(), value.denominator.bit_length()) <= _MOST_BITS


def mean(parts: Iterable[tuple[Fraction, Value]]) -> Value:
    """Return a weighted sum of values, the weights positive rationals.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> mean([(half, Fraction(1)), (half, Fraction(2))])
    Fraction(3, 2)
    """
    tops, others = dict[int, int](), dict[Value, Fraction]()
    for weight, value in parts:
        if isinstance(value, Fraction):  # numerators by denominators, of which there are few
            bottom = weight.denominator * value.denominator
            tops[bottom] = tops.get(bottom, 0) + weight.numerator * value.numerator
        else:
            others[value] = others.get(value, ZERO) + weight
    total: Value = sum((Fraction(top, bottom) for bottom, top in tops.items()), ZERO)
    for value, weight in others.items():
        total = add(total, multiply(weight, value))
    return total


def sum_of_roots(squares: Iterable[Fraction]) -> Value:
    """Return the sum of the square roots of rational numbers of at least 0.

    Examples
    --------
    >>> sum_of_roots([Fraction(1, 4), Fraction(4, 9)])
    Fraction(7, 6)
    >>> exact_text(sum_of_roots([Fraction(2), Fraction(8)]))
    '3*exp(log(2)/2)'
    """
    factors: dict[int, Fraction] = {}
    for square in squares:
        if square:
            factor, left = _without_squares(square.numerator * square.denominator)
            factors[left] = factors.get(left, ZERO) + Fraction(factor, square.denominator)
    return mean((factor, power(Fraction(left), _HALF)) for left, factor in factors.items())


def _without_squares(whole: int) -> tuple[int, int]:
    """Return numbers f and r with whole = f^2 r, where r has no small square factor."""
    factor, divisor = 1, 2
    while divisor <= _MOST_DIVISOR and divisor * divisor <= whole:
        while whole % (divisor * divisor) == 0:
            whole //= divisor * divisor
            factor *= divisor
        divisor += 1
    root = _root(whole, 2)
    return (factor, whole) if root is None else (factor * root, 1)


def from_kernel(term: kernel.Term) -> Value:
    """Return the value of a closed term of the kernel, in the simplest form.

    Examples
    --------
    >>> from_kernel(("exp", ("log", ("number", 3, 2))))
    Fraction(3, 2)
    """
    match term:
        case ("number", p, q):
            return Fraction(p, q)
        case ("sum", first, *rest):
            total = from_kernel(first)
            for part in rest:
                total = add(total, from_kernel(part))
            return total
        case ("product", first, *rest):
            product = from_kernel(first)
            for part in rest:
                product = multiply(product, from_kernel(part))
            return product
        case ("power", base, exponent):
            return _whole_power(from_kernel(base), exponent)
        case ("exp", argument):
            return exp(from_kernel(argument))
        case ("log", argument):
            return log(from_kernel(argument))
        case ("max" | "min" as word, *parts):
            return extreme(map(from_kernel, parts), largest=word == "max")
        case ("abs", argument):
            inside = from_kernel(argument)
            return extreme((inside, minus(inside)), largest=True)
    raise Undefined("a number that is not built from rationals, exp and log")
