"""Elimination of linear equations from facts, and translation of certificates back.

An equation with a term ``c x``, where ``x`` occurs in no other of its terms, is solved for ``x``
and substituted in all other facts. A certificate for the smaller system becomes one for the
original system: substituting ``a`` for ``x`` changes a polynomial by a multiple of ``x - a``, and
``x - a`` is a combination of the original equations, whose multipliers are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb
from typing import NamedTuple

from pmlsym.proof.certificates.document import Leaf
from pmlsym.proof.search.certificate import Summand, leaf, total
from pmlsym.proof.search.effort import Exhausted
from pmlsym.proof.search.polynomials import Fact, Polynomial, Rational, Ring, constant, primitive

TERMS = 1_000_000  # of a substitution, before like terms are collected


class Inequality(NamedTuple):
    """An inequality after the elimination: ``scale * polynomial`` is the substituted fact."""

    strict: bool
    polynomial: Polynomial
    fact: int
    scale: Rational


class Equation(NamedTuple):
    """An equation after the elimination: the sum of multipliers times facts."""

    polynomial: Polynomial
    multipliers: Mapping[int, Polynomial]


class Substitution(NamedTuple):
    """A substitution of a value for a variable, with the derived equation ``variable - value``."""

    variable: int
    value: Polynomial
    equation: Equation


class Reduced:
    """Facts after the elimination of linear equations.

    Parameters
    ----------
    ring : the polynomial ring.
    facts : the facts in scope, as a document numbers them.

    Attributes
    ----------
    inequalities, equations : the remaining facts, without repetitions and tautologies.
    """

    def __init__(self, ring: Ring, facts: Sequence[Fact]) -> None:
        self.ring = ring
        self.facts = tuple(facts)
        self.substitutions: list[Substitution] = []
        equations = [
            Equation(fact.polynomial, {number: ring.one})
            for number, fact in enumerate(facts)
            if fact.relation == "=" and not fact.polynomial.is_zero()
        ]
        self.equations = self._eliminated(equations)
        self.inequalities = self._substituted()

    def _eliminated(self, equations: list[Equation]) -> list[Equation]:
        while True:
            solvable = [
                (len(equation.polynomial), number, *found)
                for number, equation in enumerate(equations)
                if (found := _linear_variable(equation.polynomial)) is not None
            ]
            if not solvable:
                return equations
            _, number, variable, coefficient = min(solvable, key=lambda choice: choice[:2])
            polynomial, multipliers = equations.pop(number)
            solved = Equation(
                polynomial / coefficient, {i: m / coefficient for i, m in multipliers.items()}
            )
            value = self.ring.generators[variable] - solved.polynomial
            substitution = Substitution(variable, value, solved)
            self.substitutions.append(substitution)
            equations = [self._with_multipliers(e, substitution) for e in equations]
            equations = [e for e in equations if not e.polynomial.is_zero()]

    def _with_multipliers(self, equation: Equation, substitution: Substitution) -> Equation:
        value, quotient = self._substitute(equation.polynomial, substitution)
        if quotient is None:
            return equation
        multipliers = dict(equation.multipliers)
        for number, multiplier in substitution.equation.multipliers.items():
            multipliers[number] = multipliers.get(number, self.ring.zero) - quotient * multiplier
        return Equation(value, multipliers)

    def _substitute(
        self, polynomial: Polynomial, substitution: Substitution
    ) -> tuple[Polynomial, Polynomial | None]:
        """Return the substituted polynomial, and the multiple of the equation it differs by."""
        degree = polynomial.degrees()[substitution.variable]
        if degree <= 0:
            return polynomial, None
        if comb(len(substitution.value) + degree, degree) * len(polynomial) > TERMS:
            raise Exhausted
        images = list(self.ring.generators)
        images[substitution.variable] = substitution.value
        result = polynomial.compose(*images, ctx=self.ring.context)
        return result, (polynomial - result) // substitution.equation.polynomial

    def _substituted(self) -> list[Inequality]:
        found: list[Inequality] = []
        seen: dict[str, int] = {}
        for number, (relation, polynomial) in enumerate(self.facts):
            if relation == "=":
                continue
            for substitution in self.substitutions:
                polynomial, _ = self._substitute(polynomial, substitution)
            scale, reduced = primitive(polynomial)
            strict = relation == ">"
            value = constant(reduced)
            if value is not None and (value > 0 or (value == 0 and not strict)):
                continue
            inequality = Inequality(strict, reduced, number, scale)
            key = str(reduced)
            if key not in seen:
                seen[key] = len(found)
                found.append(inequality)
            elif strict and not found[seen[key]].strict:
                found[seen[key]] = inequality
        return found

    def leaf(
        self, summands: Iterable[Summand], multiples: Iterable[tuple[int, Polynomial]]
    ) -> Leaf | None:
        """Return the leaf of a sum of products for the original facts, if it is one.

        Parameters
        ----------
        summands : products of the inequalities (by position) and squares.
        multiples : equations (by position) with the polynomials that multiply them.
        """
        terms = [self._original(summand) for summand in summands]
        remainder = total(self.ring, self.facts, terms)
        multipliers: dict[int, Polynomial] = {}

        def add(equation: Equation, factor: Polynomial) -> None:
            for number, multiplier in equation.multipliers.items():
                multipliers[number] = multipliers.get(number, self.ring.zero) + factor * multiplier

        for position, multiplier in multiples:
            add(self.equations[position], multiplier)
        for number, multiplier in multipliers.items():
            remainder += multiplier * self.facts[number].polynomial
        for substitution in self.substitutions:
            remainder, quotient = self._substitute(remainder, substitution)
            if quotient is not None:
                add(substitution.equation, -quotient)
        return leaf(self.ring, self.facts, terms, multipliers)

    def _original(self, summand: Summand) -> Summand:
        coefficient = summand.coefficient
        for position in summand.factors:
            coefficient /= self.inequalities[position].scale
        factors = tuple(self.inequalities[position].fact for position in summand.factors)
        return Summand(coefficient, factors, summand.squares)


def _linear_variable(polynomial: Polynomial) -> tuple[int, Rational] | None:
    """Return a variable that occurs in one term only, alone, and its coefficient."""
    terms = polynomial.to_dict()
    degrees = polynomial.degrees()
    for monomial, coefficient in terms.items():
        if sum(monomial) == 1:
            variable = monomial.index(1)
            if degrees[variable] == 1 and sum(1 for m in terms if m[variable]) == 1:
                return variable, coefficient
    return None
