"""Polynomials over the rationals, and their form in a certificate's document.

A document writes a polynomial as a list of terms ``["-3/2", "x", "x", "y"]``; the search computes
with FLINT's sparse polynomials. A `Ring` goes between the two.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeAlias

import flint

from pmlsym.proof.certificates import document

# Aliases, as mypy skips flint's own types.
Polynomial: TypeAlias = flint.fmpq_mpoly
Rational: TypeAlias = flint.fmpq
Monomial: TypeAlias = tuple[int, ...]

DIGITS = 100  # of a numerator or a denominator in a document
FACTORED = 1000  # terms of a polynomial up to which it is factored
MOST_CROSSINGS = 36  # the largest product of the degrees of two equations in a query to z3


class TooLong(Exception):  # noqa: N818  # a result, not a mistake of the caller
    """A coefficient has more digits than a document may contain."""


class Fact(NamedTuple):
    """A polynomial compared with zero."""

    relation: document.Relation
    polynomial: Polynomial


class Ring:
    """Polynomials with rational coefficients in named variables.

    Parameters
    ----------
    names : the variables, in the order of their generators.

    Examples
    --------
    >>> ring = Ring(["x", "y"])
    >>> ring.write(ring.read([["1/2", "x", "y"], ["1"], ["1/2", "y", "x"]]))
    [['1'], ['1', 'x', 'y']]
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._index = {name: index for index, name in enumerate(self.names)}
        # FLINT numbers the variables, and has no ring without variables.
        self.rank = max(len(self.names), 1)
        self.context = flint.fmpq_mpoly_ctx.get(("x", self.rank), flint.Ordering.degrevlex)
        self.generators = tuple(self.context.gens()[: len(self.names)])
        self.zero = self.context.from_dict({})

    @cached_property
    def one(self) -> Polynomial:
        """The polynomial 1."""
        return self.monomial((0,) * self.rank)

    def monomial(self, exponents: Monomial) -> Polynomial:
        """Return the power product with these exponents."""
        return self.context.from_dict({exponents: 1})

    def read(self, terms: document.Polynomial) -> Polynomial:
        """Read a polynomial as a document writes it."""
        found: dict[Monomial, Rational] = {}
        for coefficient, *variables in terms:
            exponents = [0] * self.rank
            for name in variables:
                exponents[self._index[name]] += 1
            value = Fraction(coefficient)
            monomial = tuple(exponents)
            found[monomial] = found.get(monomial, 0) + flint.fmpq(
                value.numerator, value.denominator
            )
        return self.context.from_dict({m: c for m, c in found.items() if c != 0})

    def fact(self, atom: document.Atom) -> Fact:
        """Read an atom."""
        relation, terms = atom
        if relation not in (">", ">=", "="):
            raise ValueError(f"an atom compares with >, >= or =, not with {relation!r}")
        return Fact(relation, self.read(terms))

    def write(self, polynomial: Polynomial) -> document.Polynomial:
        """Write a polynomial for a document, terms of small degree first."""
        terms = sorted(
            polynomial.to_dict().items(), key=lambda term: (sum(term[0]), [-e for e in term[0]])
        )
        return [
            [
                coefficient_text(coefficient),
                *(n for n, e in zip(self.names, exponents, strict=False) for _ in range(e)),
            ]
            for exponents, coefficient in terms
        ]


def coefficient_text(coefficient: Rational) -> str:
    """Write a coefficient for a document."""
    if max(abs(int(coefficient.p)), int(coefficient.q)) >= 10**DIGITS:
        raise TooLong
    return str(coefficient)


def constant(polynomial: Polynomial) -> Rational | None:
    """Return the value of a constant polynomial, and None for any other."""
    if not polynomial.is_constant():
        return None
    return next(iter(polynomial.coeffs()), flint.fmpq(0))


def primitive(polynomial: Polynomial) -> tuple[Rational, Polynomial]:
    """Return ``s > 0`` and ``p`` with coprime integer coefficients such that ``s p`` is given."""
    coefficients = polynomial.coeffs()
    if not coefficients:
        return flint.fmpq(1), polynomial
    denominator = math.lcm(*(int(c.q) for c in coefficients))
    content = math.gcd(*(int(c.p) * (denominator // int(c.q)) for c in coefficients))
    if content == denominator:
        return flint.fmpq(1), polynomial
    scale = flint.fmpq(content, denominator)
    return scale, polynomial / scale


def variables_of(polynomials: Sequence[Polynomial]) -> list[int]:
    """Return the numbers of the variables that occur."""
    return sorted({v for p in polynomials for v, d in enumerate(p.degrees()) if d > 0})


def are_steep(equations: Sequence[Polynomial]) -> bool:
    """Whether two equations in several variables have such degrees that z3 takes minutes.

    It eliminates variables by resultants, whose degree is the product of both; their cost is not
    included in its count of resources.

    Examples
    --------
    >>> ring = Ring(["x", "y"])
    >>> x, y = (ring.read([["1", name]]) for name in ("x", "y"))
    >>> are_steep([x**6 - y, x - y**6]), are_steep([x**9 - y**5, x**5 - y**8])
    (False, True)
    """
    degrees = sorted(e.total_degree() for e in equations if len(variables_of([e])) > 1)
    return len(degrees) > 1 and degrees[-1] * degrees[-2] > MOST_CROSSINGS


def factored(polynomial: Polynomial) -> tuple[Rational, list[tuple[Polynomial, int]]]:
    """Factor over the rationals: a constant, and primitive irreducible factors with exponents.

    A polynomial of very many terms is not factored.
    """
    if len(polynomial) > FACTORED:
        scale, whole = primitive(polynomial)
        return scale, [(whole, 1)]
    leading, factors = polynomial.factor()
    found = []
    for factor, exponent in factors:
        scale, root = primitive(factor)
        leading *= scale ** int(exponent)
        found.append((root, int(exponent)))
    return leading, found
