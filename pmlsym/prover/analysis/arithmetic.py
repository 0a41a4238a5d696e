"""Terms as quotients of polynomials, with symbols for their exponentials and logarithms."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan
from random import Random

import sympy as sp

from pmlsym.proof.language import Term
from pmlsym.prover.analysis.sampling import Region, compiled

_TRIES = 3
_DEGREE = 16


class Arithmetic:
    """Exponentials and logarithms as symbols, with exp(c m) = exp(m)^c for whole numbers c.

    Examples
    --------
    >>> x = sp.Symbol("x", real=True)
    >>> of = Arithmetic(sp.exp(2 * x) - sp.exp(-x))
    >>> of.back(of.term).equals(sp.exp(2 * x) - sp.exp(-x)), len(of.symbols)
    (True, 1)
    """

    def __init__(self, function: Term) -> None:
        self.symbols: dict[Term, Term] = {}
        self.term = sp.expand(function, power_exp=True, log=False)
        while self.term.has(sp.exp):  # those within others come later
            self.term = self._without_outermost(self.term)
        logarithms = {
            part: sp.Dummy(f"log_{i}", real=True)
            for i, part in enumerate(_outermost(self.term, sp.log))
        }
        self.symbols |= {name: self.back(part) for part, name in logarithms.items()}
        self.term = self.term.xreplace(logarithms)

    def _without_outermost(self, expanded: Term) -> Term:
        units: dict[Term, list[sp.Rational]] = {}
        exponentials = _outermost(expanded, sp.exp)
        for part in exponentials:
            for monomial, c in _exponents(part):
                units.setdefault(monomial, []).append(c)
        unit = {m: _shared(cs) for m, cs in units.items()}
        names = {m: sp.Dummy(f"exp_{i}", positive=True) for i, m in enumerate(units)}
        table: dict[Term, Term] = {}
        for part in exponentials:
            table[part] = sp.Mul(*(names[m] ** (c / unit[m]) for m, c in _exponents(part)))
        self.symbols |= {name: sp.exp(unit[m] * m) for m, name in names.items()}
        return expanded.xreplace(table)

    def back(self, term: Term) -> Term:
        """Return a term with the exponentials and logarithms again."""
        return term.xreplace(self.symbols)

    def factors(self) -> tuple[list[Term], list[Term]]:
        """Return what the term is a product of: numerators and divisors, constants among them."""
        top, bottom = sp.fraction(sp.together(self.term))
        return _factored(top), _factored(bottom)

    def is_hopeless(self, region: Region) -> bool:
        """Whether it is negative for numbers that only compare with 1 as the exponentials do.

        The kernel knows no more of an exponential, and nothing of a logarithm.
        """
        if not self.symbols:
            return not region.never_negative(self.term)
        rng = Random(1)
        sides = {s: _side(region, t) for s, t in self.symbols.items()}
        plain = tuple(region.symbols)
        rule = compiled((*plain, *self.symbols), self.term)
        for row in region.rows:
            for _ in range(_TRIES):
                drawn = [_drawn(rng, *sides[s]) for s in self.symbols]
                value = rule((*row, *drawn))
                if value < -1e-7 and value != -inf:
                    return True
        return False


def _shared(numbers: Sequence[sp.Rational]) -> sp.Rational:
    """Return the largest rational number of which all are whole multiples."""
    return sp.Rational(sp.igcd(0, *(c.p for c in numbers)), sp.ilcm(1, *(c.q for c in numbers)))


def _outermost(term: Term, kind: type) -> list[Term]:
    """Return functions of a kind that stand in no other of the kind."""
    found = sorted(term.atoms(kind), key=sp.default_sort_key)
    return [f for f in found if not any(f is not g and g.has(f) for g in found)]


def _exponents(exponential: Term) -> list[tuple[Term, sp.Rational]]:
    """Return monomials and rational numbers by which they stand in the exponent."""
    terms = sp.Add.make_args(sp.expand(exponential.args[0], power_exp=True))
    return [(m, c) for c, m in (term.as_coeff_Mul(rational=True) for term in terms)]


def _factored(polynomial: Term) -> list[Term]:
    degrees = [abs(power.exp) for power in polynomial.atoms(sp.Pow) if power.exp.is_number]
    if max(degrees, default=0) > _DEGREE:
        return [polynomial]
    try:
        content, factors = sp.factor_list(polynomial)
    except sp.PolynomialError:
        return [polynomial]
    return [content, *(factor for factor, power in factors if power % 2)]


def _side(region: Region, term: Term) -> tuple[float, float]:
    if isinstance(term, sp.log):
        return -inf, inf
    sign = region.sign(term.as_base_exp()[1])  # exp(1) has no arguments in sympy
    return (1.0, inf) if sign > 0 else (0.0, 1.0) if sign < 0 else (0.0, inf)


def _drawn(rng: Random, low: float, high: float) -> float:
    if low == -inf:
        return rng.gauss(0, 3)
    if high == inf:
        return low + rng.expovariate(1) ** 3
    return rng.uniform(low, high) if low < high else nan


def coefficients(arithmetic: Arithmetic, variable: Term) -> Sequence[Term]:
    """Return what multiplies powers of the variable and of what varies with it, and these."""
    moving = [s for s, t in arithmetic.symbols.items() if variable in t.free_symbols]
    found: dict[Term, None] = {}
    top = sp.numer(sp.together(arithmetic.term))
    for generator in (*(s for s in moving if not s.is_positive), variable, *moving):
        try:
            polynomial = sp.Poly(top, generator)
        except sp.PolynomialError:
            continue
        for (power,), c in polynomial.terms():
            found[c] = None
            if generator in moving and generator.is_positive:
                found[generator**power] = None
    found[variable] = None
    return [c for c in found if not c.is_number]
