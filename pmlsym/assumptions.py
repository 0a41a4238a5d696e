"""Simplification of maxima and minima under stated assumptions on the symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any

from pmlsym.errors import ParameterError
from pmlsym.exact import sympified
from pmlsym.given import brief
from pmlsym.ordered import exceeds, greatest, smallest as least

if TYPE_CHECKING:
    import sympy as sp


def simplified(value: Any, *assume: Any) -> Any:
    r"""Return a symbolic result without the maxima and minima that the assumptions decide.

    Every symbol is substituted by a rational function of a number t > 0, such as :math:`E = 1 + t`
    under :math:`E > 1`. A difference of two terms is at least 0 if all coefficients of numerator
    and denominator have the same sign. Maxima and minima that this does not decide stay.

    Parameters
    ----------
    value : a sympy expression, or an array of them; in nats where it is a leakage.
    assume : relations between a symbol and a number, such as ``E > 1`` or ``p < 1``. That a symbol
        is declared positive counts as well.

    Returns
    -------
    sympy expression or array

    Raises
    ------
    ParameterError
        If an assumption is no relation between one symbol and a number, or nothing satisfies all.

    Examples
    --------
    >>> import sympy
    >>> E = sympy.Symbol("E")
    >>> response = [[E, 1, 1], [1, E, 1], [1, 1, E]]
    >>> from pmlsym import Channel, pml
    >>> third = sympy.Rational(1, 3)
    >>> channel = Channel([[entry / (E + 2) for entry in row] for row in response], [third] * 3)
    >>> simplified(pml(channel)[0], E > 1)
    log(3*E/(E + 2))
    """
    import sympy as sp

    if hasattr(value, "applyfunc"):
        return value.applyfunc(lambda entry: simplified(entry, *assume))
    if isinstance(value, str) or not isinstance(value, int | float | Fraction | sp.Basic):
        raise ParameterError(
            f"value is {brief(value)}, but has to be a sympy expression, or an array of them."
        )
    found = sp.sympify(value)
    ranges = _ranges(assume)
    decided = found.replace(
        lambda part: isinstance(part, sp.Max | sp.Min),
        lambda part: _decided(part, ranges),
    )
    joined = decided.replace(
        lambda part: isinstance(part, sp.Add) and part.has(sp.log),
        lambda part: _joined(part, ranges),
    )
    return joined.replace(lambda part: isinstance(part, sp.log), _tidied)


def _joined(part: sp.Expr, ranges: dict[Any, tuple[Any, Any]]) -> sp.Expr:
    """Return a difference of logarithms of positive terms as the logarithm of their quotient."""
    import sympy as sp

    sides = _arguments(part)
    if sides is None or not all(_never_negative(side, ranges) for side in sides):
        return part
    return sp.log(sp.cancel(sides[0] / sides[1]))


def _tidied(part: sp.Expr) -> sp.Expr:
    """Return a logarithm whose argument is one quotient in factors."""
    import sympy as sp

    inside = sp.factor(part.args[0])
    return sp.log(inside) if sp.count_ops(inside) <= sp.count_ops(part.args[0]) else part


# --- ranges of symbols ----------------------------------------------------------------------------


def _ranges(assume: Iterable[Any]) -> dict[Any, tuple[Any, Any]]:
    """Return the lower and upper bound of each symbol; strictness does not matter here."""
    import sympy as sp

    found: dict[Any, tuple[Any, Any]] = {}
    less, more = (sp.StrictLessThan, sp.LessThan), (sp.StrictGreaterThan, sp.GreaterThan)
    for given in assume:
        if not isinstance(given, less + more):
            raise _no_assumption(given)
        left, right = given.args if isinstance(given, less) else given.args[::-1]  # left < right
        if left.is_Symbol == right.is_Symbol:
            raise _no_assumption(given)
        number = right if left.is_Symbol else left
        if not number.is_number or not number.is_real:
            raise _no_assumption(given)
        symbol = left if left.is_Symbol else right
        low, high = found.get(symbol, (-sp.oo, sp.oo))
        low, high = (low, least([high, right])) if left.is_Symbol else (greatest([low, left]), high)
        found[symbol] = low, high
        if not exceeds(high, low):
            raise ParameterError(f"assume has no room for {symbol}: no number satisfies all of it.")
    return found


def _no_assumption(given: object) -> ParameterError:
    return ParameterError(
        f"assume is {given}, but has to be a relation between a symbol and a number, such as E > 1."
    )


def _range_of(symbol: Any, ranges: dict[Any, tuple[Any, Any]]) -> tuple[Any, Any]:
    import sympy as sp

    low, high = ranges.get(symbol, (-sp.oo, sp.oo))
    return (max(low, sp.Integer(0)), high) if symbol.is_nonnegative else (low, high)


# --- comparisons ----------------------------------------------------------------------------------


def largest(values: Sequence[Any]) -> sp.Expr:
    """Return the maximum of terms, simplified by the assumptions declared on their symbols.

    Examples
    --------
    >>> import sympy
    >>> e = sympy.Symbol("e", positive=True)
    >>> largest([sympy.exp(e) / (sympy.exp(e) + 1), 1 / (sympy.exp(e) + 1)])
    exp(e)/(exp(e) + 1)
    """
    return _decided(extreme(values, largest=True), {})


def smallest(values: Sequence[Any]) -> sp.Expr:
    """Return the minimum of terms, simplified by the assumptions declared on their symbols.

    Examples
    --------
    >>> import sympy
    >>> e = sympy.Symbol("e", positive=True)
    >>> smallest([sympy.exp(e) / (sympy.exp(e) + 1), 1 / (sympy.exp(e) + 1)])
    1/(exp(e) + 1)
    """
    return _decided(extreme(values, largest=False), {})


def extreme(values: Sequence[Any], largest: bool) -> sp.Expr:
    """Return the largest or least of exact values, as sympy's Max or Min where symbols decide.

    Raises `ParameterError` for numbers too close for their order to be found.

    Examples
    --------
    >>> import sympy
    >>> extreme([sympy.log(3), sympy.log(2)], largest=True)
    log(3)
    """
    import sympy as sp

    terms = [sympified(value) for value in values]
    known = [term for term in terms if not term.free_symbols]
    try:
        with suppress(TypeError):  # equal numbers whose equality no digits prove
            if known:  # by balls: sympy takes differences below 1e-15 for zero
                best = greatest(known) if largest else least(known)
                terms = [best, *(term for term in terms if term.free_symbols)]
        return sp.Max(*terms) if largest else sp.Min(*terms)
    except (TypeError, ValueError):
        raise ParameterError(
            "channel has entries too close for their exact order to be found: take floats, or "
            "levels whose exponentials are rational, such as log(6/5)."
        ) from None


def _decided(found: sp.Expr, ranges: dict[Any, tuple[Any, Any]]) -> sp.Expr:
    """Drop arguments of Max that another one is never below, and likewise of Min."""
    import sympy as sp

    if not isinstance(found, sp.Max | sp.Min) or not found.free_symbols:
        return found
    sign = 1 if isinstance(found, sp.Max) else -1
    kept: list[Any] = []
    for term in found.args:
        if any(_never_negative(sign * (other - term), ranges) for other in kept):
            continue
        kept = [other for other in kept if not _never_negative(sign * (term - other), ranges)]
        kept.append(term)
    return type(found)(*kept)


def _never_negative(difference: sp.Expr, ranges: dict[Any, tuple[Any, Any]]) -> bool:
    """Whether a term is shown to be at least 0 on these ranges; False means not decided."""
    import sympy as sp

    term = _of_arguments(difference)
    if term is None:
        return False
    put = _in_positive_numbers(term, ranges)
    if put is None:
        return False
    top, bottom = sp.fraction(sp.together(put))
    signs = [_sign(part) for part in (top, bottom)]
    return signs[0] == 0 or (0 not in signs and None not in signs and signs[0] == signs[1])


def _of_arguments(difference: sp.Expr) -> sp.Expr | None:
    """Return log a - log b as a - b, which has the same sign; other terms as they are."""
    import sympy as sp

    if not difference.has(sp.log):
        return difference
    sides = _arguments(difference)
    return None if sides is None else sides[0] - sides[1]


def _arguments(difference: sp.Expr) -> tuple[sp.Expr, sp.Expr] | None:
    """Return (a, b) such that the term is log a - log b; None if it has no such form."""
    import sympy as sp

    coefficients = difference.as_coefficients_dict()
    if set(coefficients) != difference.atoms(sp.log) or not set(coefficients.values()) <= {1, -1}:
        return None
    added = [log.args[0] for log, sign in coefficients.items() if sign == 1]
    taken = [log.args[0] for log, sign in coefficients.items() if sign == -1]
    return sp.Mul(*added), sp.Mul(*taken)


def _in_positive_numbers(term: sp.Expr, ranges: dict[Any, tuple[Any, Any]]) -> sp.Expr | None:
    """Substitute positive numbers t for the symbols or their exponentials; None if impossible."""
    import sympy as sp

    fresh = (sp.Symbol(f"t{number}", positive=True) for number in count())
    put: dict[Any, Any] = {}
    for symbol in sorted(term.free_symbols, key=str):
        low, high = _range_of(symbol, ranges)
        if term.has(sp.exp(symbol)) or any(symbol in e.free_symbols for e in term.atoms(sp.exp)):
            power = sp.Symbol(f"power_{symbol}", positive=True)
            term = term.replace(
                lambda part, s=symbol: isinstance(part, sp.exp) and (part.args[0] / s).is_Integer,
                lambda part, s=symbol, w=power: w ** (part.args[0] / s),
            )
            if term.has(symbol):
                return None
            symbol, low, high = power, sp.exp(low) if low != -sp.oo else sp.Integer(0), sp.exp(high)
        if low == -sp.oo:
            return None
        t = next(fresh)
        # low at t = 0, and it tends to high as t grows
        put[symbol] = low + t if high == sp.oo else (low + high * t) / (1 + t)
    return term.subs(put, simultaneous=True)


def _sign(part: sp.Expr) -> int | None:
    """Return 1 or -1 if all coefficients have that sign, 0 for zero, None if they differ."""
    import sympy as sp

    expanded = sp.expand(part)
    if expanded == 0:
        return 0
    symbols = sorted(expanded.free_symbols, key=str)
    if not symbols:
        return 1 if expanded.is_positive else -1 if expanded.is_negative else None
    if not expanded.is_polynomial(*symbols):
        return None
    signs = {
        1 if c.is_positive else -1 if c.is_negative else None
        for c in sp.Poly(expanded, *symbols).coeffs()
    }
    return signs.pop() if len(signs) == 1 else None
