"""Algebraic numbers: limits on their size, and their text.

Sympy caches a root with the symbol in which its polynomial was first written, and calls roots equal
whatever that symbol is. So the text of a root is its polynomial in t, from the coefficients.
"""

from __future__ import annotations

import flint

from pmlsym.proof.kernel.terms import NotProved, Term as KernelTerm, number
from pmlsym.proof.language import Term
from pmlsym.proof.writing import latex, text

MOST_DEGREE = 100
_MOST_BITS = 1_000  # of a coefficient, beyond which sympy takes too long to isolate roots


class TooLarge(NotProved):
    """A root of a polynomial that is too large."""


def coefficients(root: Term) -> tuple[int, ...]:
    """Return the coefficients of a root's polynomial, the highest power first.

    Examples
    --------
    >>> import sympy as sp
    >>> t = sp.Symbol("t")
    >>> coefficients(sp.CRootOf(t**3 - t - 1, 0))
    (1, 0, -1, -1)
    """
    degree = int(root.poly.degree())
    if degree > MOST_DEGREE:
        raise TooLarge(f"a root of degree {degree}: the most is {MOST_DEGREE}")
    found = tuple(int(c) for c in root.poly.all_coeffs())
    bits = max(map(int.bit_length, found))
    if bits > _MOST_BITS:
        raise TooLarge(
            f"a root of a polynomial with a number of {bits} bits: the most is {_MOST_BITS}"
        )
    return found


def is_real(root: Term) -> bool:
    """Whether a root is real, by its index, as `is_real` of sympy takes up to a minute.

    Examples
    --------
    >>> import sympy as sp
    >>> t = sp.Symbol("t")
    >>> [is_real(sp.CRootOf(t**3 - t - 1, index)) for index in range(3)]
    [True, False, False]
    """
    polynomial = flint.fmpz_poly(list(coefficients(root)[::-1]))
    real = [ball for ball, _ in polynomial.complex_roots() if ball.imag == 0]
    return int(root.index) < len(real)


def root_text(root: Term) -> str:
    """Return a root as one line of text."""
    return f"CRootOf({text(_polynomial(root))}, {int(root.index)})"


def root_latex(root: Term) -> str:
    """Return a root as LaTeX."""
    inside = f"{latex(_polynomial(root))}, {int(root.index)}"
    return rf"\operatorname{{CRootOf}} {{\left({inside}\right)}}"


def _polynomial(root: Term) -> KernelTerm:
    """Return a root's polynomial, in t."""
    symbol: KernelTerm = ("symbol", "t")
    highest_first = coefficients(root)
    parts: list[KernelTerm] = []
    for power, c in zip(range(len(highest_first) - 1, -1, -1), highest_first, strict=True):
        factors = [number(c)] if c != 1 or power == 0 else []
        factors += [("power", symbol, power) if power > 1 else symbol] if power else []
        if c:
            parts.append(("product", *factors) if len(factors) > 1 else factors[0])
    return ("sum", *parts)
