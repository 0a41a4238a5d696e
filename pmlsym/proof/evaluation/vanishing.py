"""Proof that a closed term is 0, by exact arithmetic and never by closeness.

Logarithms of rational numbers are written in logarithms of primes, integer powers are split off
from exp(log t)^p, and a polynomial in one algebraic number is 0 if the number's irreducible
polynomial divides it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import flint
import sympy as sp

from pmlsym.proof.kernel.normal import Atoms
from pmlsym.proof.kernel.polynomials import Polynomial
from pmlsym.proof.kernel.terms import MOST_POWER, ZERO, Malformed, NotProved, Term, number

_LARGEST_PRIME = 100_000  # limit of trial factors


def vanishes(term: Term, special: Sequence[sp.Expr] = ()) -> bool:
    """Whether a closed term that has a value is shown to be 0.

    Examples
    --------
    >>> six, two, three = (("log", number(n)) for n in (6, 2, 3))
    >>> minus = number(-1)
    >>> vanishes(("sum", six, ("product", minus, two), ("product", minus, three)))
    True
    """
    atoms = Atoms()
    top = _without_powers(atoms, atoms.quotient(_in_primes(term)).top)
    if not top or len(special) != 1 or not isinstance(special[0], sp.CRootOf):
        return not top
    return _is_multiple(atoms, top, special[0])


def _in_primes(term: Term) -> Term:
    """Write the logarithm of a positive rational number in logarithms of primes."""
    match term:
        case ("number" | "symbol" | "bound", *_):
            return term
        case ("power", base, exponent):
            return ("power", _in_primes(base), exponent)
        case ("log", argument):
            inside = _in_primes(argument)
            value = _rational(inside)
            if value is None or value <= 0:
                return ("log", inside)
            primes = _factors(value.numerator)
            for prime, power in _factors(value.denominator).items():
                primes[prime] = primes.get(prime, 0) - power
            parts = [
                ("product", number(int(power)), ("log", number(int(prime))))
                for prime, power in primes.items()
                if prime > 1
            ]
            return ("sum", ZERO, *parts)
        case (word, *parts):
            return (word, *map(_in_primes, parts))
    raise Malformed("this is no closed term")


def _factors(n: int) -> dict[int, int]:
    """Return small prime factors, and the remaining factor."""
    try:
        small = sp.factorint(n, limit=_LARGEST_PRIME, use_rho=False, use_pm1=False, use_ecm=False)
    except OverflowError:  # sympy computes roots of the rest in floats
        return {n: 1}
    return {int(factor): int(power) for factor, power in small.items()}


def _rational(term: Term) -> Fraction | None:
    try:
        quotient = Atoms().quotient(term)
    except NotProved:
        return None
    value = quotient.constant
    return None if value is None else Fraction(value)


def _without_powers(atoms: Atoms, top: Polynomial) -> Polynomial:
    """Write exp(log t)^p as t^k exp(log t)^(p - k) with 0 <= p - k < 1, for whole numbers t."""
    total: Polynomial = {}
    for monomial, c in top.items():
        factor, left = Fraction(c), []
        for atom, power in monomial:
            base = _exp_of_log(atoms, atom)
            whole = Fraction(power).__floor__() if base is not None else 0
            if abs(whole) > MOST_POWER:
                base, whole = None, 0
            if base is not None:
                factor *= base**whole
            if power != whole:
                left.append((atom, power - whole))
        kept = tuple(left)
        total[kept] = total.get(kept, 0) + factor
    return {monomial: c for monomial, c in total.items() if c}


def _exp_of_log(atoms: Atoms, atom: int) -> Fraction | None:
    """Return t for an atom exp(log t) with a positive rational number t."""
    kind = atoms.kinds[atom]
    if kind[0] != "exp" or kind[2] or len(kind[1]) != 1 or kind[1][0][1] != 1:
        return None
    inside = atoms.kinds[kind[1][0][0]]
    if inside[0] != "log":
        return None
    top, divisors = inside[1]
    value = dict(top).get((), 0) if len(top) == 1 and not divisors else 0
    return Fraction(value) if value > 0 else None


def _is_multiple(atoms: Atoms, top: Polynomial, root: sp.CRootOf) -> bool:
    """Whether a polynomial in one algebraic number is a multiple of its irreducible polynomial."""
    coefficients: dict[int, Fraction] = {}
    for monomial, c in top.items():
        if len(monomial) > 1 or (monomial and atoms.kinds[monomial[0][0]][0] != "symbol"):
            return False
        coefficients[int(monomial[0][1]) if monomial else 0] = Fraction(c)
    minimal = [int(c) for c in reversed(root.poly.all_coeffs())]
    _, factors = flint.fmpz_poly(minimal).factor()
    rows = [coefficients.get(power, Fraction(0)) for power in range(max(coefficients) + 1)]
    value = flint.fmpq_poly([flint.fmpq(c.numerator, c.denominator) for c in rows])
    irreducible = len(factors) == 1 and factors[0][1] == 1
    return irreducible and value % flint.fmpq_poly(minimal) == 0
