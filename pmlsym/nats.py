"""Numbers in nats: validation of privacy parameters, comparison, logarithms, units."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pmlsym.arrays import FloatArray
from pmlsym.assumptions import extreme
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, as_fraction, is_exact, same_number, sympified
from pmlsym.given import brief, real, refused
from pmlsym.precision import sign

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

Units: TypeAlias = Literal["nats", "bits"]
UNITS: tuple[Units, ...] = ("nats", "bits")
_FACTORED = 100  # bits of integers that sympy factors in no time
TOLERANCE = 1e-12  # nats of rounding error allowed in a measure of a float channel


def as_nats(name: str, value: Number, not_below: str = "") -> Number:
    """Return a validated privacy parameter: a float, an exact number, a symbol, or infinity.

    Examples
    --------
    >>> from fractions import Fraction
    >>> as_nats("epsilon", Fraction(1, 2)), as_nats("epsilon", 0.5)
    (1/2, 0.5)
    """
    why = f"a number of nats >= 0{f': {not_below}' if not_below else ''}"
    number = real(name, value, "a number of nats >= 0", infinite=True)
    if isinstance(number, float):
        if number < 0:
            raise refused(name, value, why)
        return number
    exact = sympified(number)
    if exact.is_extended_negative is True:
        raise refused(name, value, why)
    return math.inf if exact.is_infinite else exact


def at_most(measured: Number, allowed: Number, exactly: bool, tolerance: float = TOLERANCE) -> bool:
    """Return whether a measured leakage is at most a parameter.

    Examples
    --------
    >>> import sympy
    >>> at_most(sympy.log(6) - sympy.log(2), sympy.log(3), exactly=True)
    True
    """
    if allowed == math.inf:
        return True
    if not exactly:
        try:
            return float(measured) <= float(allowed) + tolerance
        except TypeError:
            raise ParameterError(
                f"epsilon is {brief(allowed)}, but a float channel needs a number to compare with."
            ) from None
    import sympy as sp

    if measured == math.inf:
        return False
    measured = sympified(measured) if is_exact(measured) else sp.Rational(measured)
    limit = sympified(allowed) if is_exact(allowed) else sp.Rational(allowed)
    if isinstance(measured, sp.Max):
        return all(at_most(part, allowed, exactly) for part in measured.args)
    if measured.is_Rational and limit.is_Rational:
        return bool(measured <= limit)
    # logarithms of rationals compare as the rationals do, which needs no digits
    left, right = sp.exp(measured), sp.exp(limit)
    if left.is_Rational and right.is_Rational:
        return bool(left <= right)
    if not (left - right).free_symbols:
        apart = sign(sympified(measured) - limit)
        if apart is not None:
            return apart < 0
        if sp.cancel(left - right) == 0:  # too close for digits: only an identity decides
            return True
    elif sp.simplify(sp.Le(left, right)) in (sp.true, sp.false):
        return bool(sp.simplify(sp.Le(left, right)))
    raise ParameterError(
        f"whether {measured} <= {limit} is open: put numbers for the symbols of the channel and of "
        "the guarantee, or numbers that are not that close."
    )


def number_of(value: Number) -> object:
    """Return a key for a number of nats: equal numbers have equal keys.

    Rational numbers and floats become a Fraction, numbers whose exponential is rational a pair of
    the word "log" and that Fraction; other exact numbers are their own key.

    Examples
    --------
    >>> import sympy
    >>> number_of(0.5), number_of(2 * sympy.log(2))
    (Fraction(1, 2), ('log', Fraction(4, 1)))
    """
    if value == math.inf:
        return math.inf
    if isinstance(value, float):
        return Fraction(value)
    found = as_fraction(value)
    if found is not None:
        return found
    import sympy as sp

    value = sympified(value)
    if value.free_symbols:
        return value

    power = as_fraction(sp.exp(value))
    return value if power is None else ("log", power)


def same(one: Number, other: Number) -> bool:
    """Return whether two numbers of nats are equal, floats being taken exactly.

    Examples
    --------
    >>> import sympy
    >>> same(1, 1.0), same(0.1, Fraction(1, 10)), same(sympy.log(4), 2 * sympy.log(2))
    (True, False, True)
    """
    first, second = number_of(one), number_of(other)
    if isinstance(first, tuple) or isinstance(second, tuple):
        return bool(first == second)
    return same_number(first, second)


def largest(values: Iterable[Number]) -> Number:
    """Return the largest of some numbers of nats, compared exactly if they are exact.

    Examples
    --------
    >>> largest([0.5, 0.25])
    0.5
    """
    found = list(values)
    if any(is_exact(value) for value in found):
        import sympy as sp

        # as fractions, since sympy takes log(1 + 1/10^20) for log(1)
        logs = [value for value in found if isinstance(value, sp.log) and value.args[0].is_Rational]
        rest = [value for value in found if not any(value is one for one in logs)]
        if logs:
            most = max(logs, key=lambda one: one.args[0])
            rest = [most, *(value for value in rest if value != 0 or most.args[0] < 1)]
        return extreme(rest, largest=True)
    return max(map(float, found))


def logs(values: ArrayLike) -> FloatArray:
    """Take logarithms of floats >= 0; that of zero is minus infinity, without a warning.

    Examples
    --------
    >>> logs([1.0, 0.0])
    array([  0., -inf])
    """
    import numpy as np

    with np.errstate(divide="ignore"):
        return np.log(values)


def constants_first(value: object) -> str:
    """Write a parameter or a relation with constants before symbols: 1 - p, not -p + 1.

    Examples
    --------
    >>> import sympy
    >>> constants_first(sympy.log(1 - sympy.exp(sympy.Symbol("e"))))
    'log(1 - exp(e))'
    """
    if not hasattr(value, "free_symbols"):
        return str(value)
    import sympy as sp

    try:
        return str(sp.sstr(value, order="old"))
    except ValueError:  # Python prints no integers that long
        return brief(value)


def in_units(value: Any, units: Units) -> Any:
    """Return nats converted to the given units.

    Examples
    --------
    >>> import sympy
    >>> in_units(sympy.log(8), "bits"), round(in_units(1.0, "bits"), 4)
    (3, 1.4427)
    """
    if units not in UNITS:
        raise ParameterError(f"units is {units!r}, but has to be 'nats' or 'bits'.")
    if units == "nats":
        return value
    if hasattr(value, "applyfunc"):  # an array of sympy's
        return value.applyfunc(lambda entry: in_units(entry, units))
    if is_exact(value):
        import sympy as sp

        number = sympified(value)
        times, log = number.as_coeff_Mul()  # sympy writes log(1/3) as -log(3)
        if isinstance(log, sp.log) and log.args[0].is_Rational:
            top, bottom = int(log.args[0].p), int(log.args[0].q)
            power_of_two = top.bit_count() == bottom.bit_count() == 1
            if max(top, bottom).bit_length() > _FACTORED and not power_of_two:
                # sympy would factor the integers, which may take for ever
                return times * (sp.log(top) - sp.log(bottom)) / sp.log(2)
        number = sp.logcombine(number, force=True)
        bits = number / sp.log(2)
        return bits if number.free_symbols else sp.nsimplify(sp.expand_log(bits, force=True))
    return value / math.log(2)


def in_bits(value: Any) -> Any:
    """Return a leakage in bits: a number or an array, exact if the leakage is.

    Parameters
    ----------
    value : in nats, as every function of this package returns it.

    Raises
    ------
    ParameterError
        If it is no number and no array of numbers.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> from pmlsym import Channel, pml
    >>> in_bits(pml(Channel([[F(1), F(0)], [F(0), F(1)]], [F(1, 2), F(1, 2)])))
    [1, 1]
    """
    if isinstance(value, list | tuple):  # such as the two levels of ALIP
        return type(value)(map(in_bits, value))
    if not hasattr(value, "dtype") and not hasattr(value, "applyfunc"):
        real("value", value, "a leakage: a number, or an array of numbers", infinite=True)
    return in_units(value, "bits")
