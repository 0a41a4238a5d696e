"""Exact numbers with exponentials, simplified whatever the exponents are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pmlsym.exact import Number

if TYPE_CHECKING:
    import sympy as sp

_MOST_POWER = 20  # of one exponential that another is, above or below the line


def simplified_row(row: Sequence[Number]) -> list[Number]:
    """Return the numbers of a row, simplified if they are exact terms.

    Examples
    --------
    >>> import sympy as sp
    >>> simplified_row([0.5, sp.exp(-2) * sp.exp(sp.Rational(1, 3)) ** 6])
    [0.5, 1]
    """
    if not any(hasattr(v, "free_symbols") for v in row):
        return list(row)
    import sympy as sp

    return [_in_powers(v) if isinstance(v, sp.Basic) else v for v in row]


def _in_powers(value: sp.Expr) -> sp.Expr:
    """Simplify a number with one symbol in the place of all powers of an exponential.

    Of e^(1 - 1/10^20) and e^(-1/3) sympy would make powers of e^(1/(3 10^20)), and polynomials of
    a degree for which no memory is enough.
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
    simple = sp.simplify(value.xreplace(powers))
    return simple.xreplace({base: sp.exp(exponent) for base, exponent in exponents.items()})
