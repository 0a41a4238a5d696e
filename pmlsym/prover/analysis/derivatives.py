"""Proofs by iterated derivatives: a function is nonnegative if its start and its slope are.

The slope has the sign of a simpler function: a product of its factors, each divided by the
coefficient of an exponential or a logarithm, so that the next derivative has one of those less.
Floats choose the order in which the divisions are tried; every derivative taken is a rule of the
kernel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from math import inf, nan
from random import Random

import sympy as sp

from pmlsym import deadline
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.steps import Decided, Increasing, Instance, Step
from pmlsym.proof.tangent import exp_above_tangent, exp_above_tangent_everywhere, rises, t
from pmlsym.prover.analysis.sampling import Region, compiled

# Terms as quotients of polynomials, with symbols for their exponentials and logarithms.

_TRIES = 3
_DEGREE = 16


class Arithmetic:
    """A term with symbols for its exponentials and logarithms: exp(c m) = exp(m)^c for integers c.

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
        while self.term.has(sp.exp):  # nested ones are replaced in later rounds
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
        """Put the exponentials and logarithms back into a term."""
        return term.xreplace(self.symbols)

    def factors(self) -> tuple[list[Term], list[Term]]:
        """Return the factors of numerator and denominator, constants included."""
        top, bottom = sp.fraction(sp.together(self.term))
        return _factored(top), _factored(bottom)

    def is_hopeless(self, region: Region) -> bool:
        """Whether the term is negative at some values on the same side of 1 as the exponentials.

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
    """Return the largest rational number of which all given ones are integer multiples."""
    return sp.Rational(sp.igcd(0, *(c.p for c in numbers)), sp.ilcm(1, *(c.q for c in numbers)))


def _outermost(term: Term, kind: type) -> list[Term]:
    """Return the functions of a kind that are nested in no other of that kind."""
    found = sorted(term.atoms(kind), key=sp.default_sort_key)
    return [f for f in found if not any(f is not g and g.has(f) for g in found)]


def _exponents(exponential: Term) -> list[tuple[Term, sp.Rational]]:
    """Return the exponent as a list of monomials with rational coefficients."""
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
    """Return candidate divisors: the variable, powers of exponentials in it, their coefficients."""
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


_RUNGS = 7
_TERMS = 60  # of a function: with more, no chain of derivatives is short


def climb(function: Term, variable: Term, start: Term, given: Sequence[Sentence]) -> Step:
    """Prove ``function >= 0`` for ``variable >= start``, from hypotheses about other symbols.

    Examples
    --------
    >>> x, c = sp.symbols("x c", real=True)
    >>> step = climb(x * sp.exp(x) - sp.exp(x) + 1, x, sp.Integer(0), ())
    >>> print(step.goal.conclusion)
    x*exp(x) - exp(x) + 1 >= 0
    """
    return _ByDerivatives(variable, start, tuple(given)).prove(function, _RUNGS)


class _ByDerivatives:
    """The search for a proof by derivatives in one variable; the other symbols are constants."""

    def __init__(self, x: Term, start: Term, given: tuple[Sentence, ...]) -> None:
        if any(x in relation.free_symbols for relation in given) or x in start.free_symbols:
            raise NotProved(f"{x} is not free to grow")
        self._x, self._start = x, start
        self._given = given
        self._beyond = (*given, sp.Ge(x, start, evaluate=False))
        self._region = Region.of(self._beyond)
        self._at_start = Region.of(given)
        self._failed: set[Term] = set()

    def prove(self, function: Term, rungs: int) -> Step:
        """Prove that a function is nonnegative, with at most `rungs` derivatives."""
        deadline.check()
        if function in self._failed or not self._is_plausible(function):
            raise NotProved(f"no ladder for {function}")
        arithmetic = Arithmetic(function)
        goal = self._goal(function)
        if not arithmetic.is_hopeless(self._region):
            with suppress(NotProved):
                return Decided(goal)
        if rungs == 0 or len(sp.Add.make_args(sp.expand(function))) > _TERMS:
            raise NotProved("the ladder is too long")
        for way in (self._rung, self._by_factors):
            with suppress(NotProved):
                return way(function, rungs)
        self._failed.add(function)
        raise NotProved(f"no ladder for {function}")

    def _goal(self, function: Term) -> Goal:
        return Goal(self._beyond, sp.Ge(function, 0, evaluate=False))

    def _is_plausible(self, function: Term) -> bool:
        return bool(
            function.free_symbols <= set(self._region.symbols)
            and self._region.never_negative(function)
        )

    def _rung(self, function: Term, rungs: int) -> Step:
        """Prove ``function >= 0`` from its value at the start and its derivative."""
        x, start = self._x, self._start
        slope = sp.diff(function, x)
        try:
            value = function.subs(x, start)
        except ValueError:  # an argument of a maximum has no value at the start
            raise NotProved("it was not found to start at a number") from None
        if value.has(sp.nan, sp.zoo, sp.oo) or not self._is_plausible(slope):
            raise NotProved("it was not found to rise")
        if not self._at_start.never_negative(value):
            raise NotProved("it was not found to start at 0 or above")
        at_start = Decided(Goal(self._given, sp.Ge(value, 0, evaluate=False)))
        return Increasing(function, x, start, at_start, self.prove(slope, rungs - 1))

    def _by_factors(self, function: Term, rungs: int) -> Step:
        """Prove ``function >= 0`` from the signs of its factors, directly or by derivatives."""
        arithmetic = Arithmetic(function)
        steps: list[Step] = []
        for factor in (f for side in arithmetic.factors() for f in side if not f.is_number):
            sign = self._region.sign(arithmetic.back(factor))
            if sign == 0:
                raise NotProved(f"{factor} was not found to have one sign")
            steps += self._signed(arithmetic.back(sign * factor), rungs)
        return Decided(self._goal(function), tuple(steps))

    def _signed(self, factor: Term, rungs: int) -> Iterator[Step]:
        arithmetic = Arithmetic(factor)
        if not arithmetic.is_hopeless(self._region):
            with suppress(NotProved):
                Decided(self._goal(factor))
                return  # proved without derivatives
        if factor in self._failed:
            raise NotProved(f"no ladder for {factor}")
        for multiple in self._multiples(arithmetic):
            with suppress(NotProved):
                yield self._rung(multiple, rungs)
                return
        self._failed.add(factor)
        raise NotProved(f"no slope of a multiple of {factor} has one sign")

    def _multiples(self, arithmetic: Arithmetic) -> Iterator[Term]:
        """Yield multiples of constant sign that increase, those with the simplest slopes first."""
        top = sp.Poly(arithmetic.term, *_generators(arithmetic.term)).as_expr()
        found = {arithmetic.back(top): None}
        for coefficient in coefficients(arithmetic, self._x):
            sign = self._region.sign(arithmetic.back(coefficient))
            if sign != 0:
                quotient = sum(
                    sign * sp.cancel(t / coefficient) for t in _grouped(top, coefficient)
                )
                found[arithmetic.back(quotient)] = None
        viable: list[tuple[int, int, Term]] = []
        for multiple in found:
            slope = sp.diff(multiple, self._x)
            if self._is_plausible(slope):
                viable.append((_weight(slope, self._x), len(viable), multiple))
        yield from (multiple for _, _, multiple in sorted(viable))


def _generators(term: Term) -> list[Term]:
    return sorted(term.free_symbols, key=str)


def _grouped(polynomial: Term, divisor: Term) -> list[Term]:
    """Split a polynomial into a multiple of the divisor and the rest."""
    whole, rest = sp.div(polynomial, divisor, *_generators(polynomial))
    return [whole * divisor, *sp.Add.make_args(rest)] if divisor.is_Add else [polynomial]


def _weight(function: Term, x: Term) -> int:
    """Return the complexity of a function: logarithms, then kinds of exponentials, then terms."""
    arithmetic = Arithmetic(function)
    sizes = [0]
    for factor in (f for side in arithmetic.factors() for f in side):
        moving = [s for s, t in arithmetic.symbols.items() if x in t.free_symbols]
        logarithms = sum(factor.has(s) for s in moving if not s.is_positive)
        terms = sp.Add.make_args(sp.expand(factor))
        kinds = {frozenset(t.atoms(sp.Pow, sp.Symbol) & {*moving}) for t in terms}
        sizes.append(100 * logarithms + 10 * len(kinds) + len(terms))
    return max(sizes)


# --- certificates from tangents of exp ------------------------------------------------------------

# Bounds of exp by polynomials and quotients of them, each proved once from its derivatives.
# Those of log are the same with log x in the place of t.

_PADE = {1: (2, 1), 2: (12, 6, 1), 3: (120, 60, 12, 1)}


@cache
def exp_above_taylor(order: int) -> Step:
    """Prove that e^t is at least its Taylor polynomial for t >= 0."""
    if order == 1:
        return exp_above_tangent()
    polynomial = sum(t**k / sp.factorial(k) for k in range(order + 1))
    return rises(sp.exp(t) - polynomial, t, (), exp_above_taylor(order - 1))


@cache
def exp_beside_pade(order: int) -> Step:
    """Compare e^t with its diagonal Padé approximant for t >= 0, and prove it.

    With p(t)/p(-t) the approximant: e^t p(-t) is at most p(t) for an odd order, at least for an
    even one. The divisor p(-t) need not be positive.
    """
    p = sum(c * t**k for k, c in enumerate(_PADE[order]))
    gap = p - sp.exp(t) * p.subs(t, -t)
    return _prove_by_derivatives(gap if order % 2 else -gap, 2 * order + 1)


def _prove_by_derivatives(function: Term, rungs: int) -> Step:
    """Prove that a function is nonnegative if all its derivatives but the last are 0 at 0."""
    slope = sp.factor(sp.diff(function, t))
    if rungs == 1 or slope.is_nonnegative:
        return rises(function, t, ())
    return rises(function, t, (), _prove_by_derivatives(slope, rungs - 1))


_MOST_EXPONENTS = 3


def by_tangents(goal: Goal) -> Step:
    """Prove a goal from bounds of the exponentials in it."""
    sentences = (*goal.hypotheses, goal.conclusion)
    for exponents in dict.fromkeys((_exponents_in([goal.conclusion]), _exponents_in(sentences))):
        if not 0 < len(exponents) <= _MOST_EXPONENTS:
            continue
        for bounds in (_tangents, _second_order):
            with suppress(NotProved):
                return Decided(goal, tuple(bounds(exponents, goal.hypotheses)))
    raise NotProved("tangents are not enough")


def _exponents_in(sentences: Sequence[Sentence]) -> tuple[Term, ...]:
    found = {part.args[0] for s in sentences for part in s.atoms(sp.exp)}
    found |= {part for s in sentences for part in s.atoms(sp.log)}
    return tuple(sorted(found, key=sp.default_sort_key))


def _differences(exponents: Sequence[Term]) -> Iterator[Term]:
    """Yield the exponents and their pairwise differences, each in one direction."""
    points = (sp.Integer(0), *exponents)
    for place, one in enumerate(points):
        yield from (other - one for other in points[place + 1 :])


def _tangents(exponents: Sequence[Term], hypotheses: Sequence[Sentence]) -> Iterator[Step]:
    del hypotheses
    for difference in _differences(exponents):
        for exponent in (difference, -difference):
            yield Instance(exp_above_tangent_everywhere(), {t: exponent})


def _second_order(exponents: Sequence[Term], hypotheses: Sequence[Sentence]) -> Iterator[Step]:
    """Yield second-order bounds on both sides, where the sign of the exponent follows."""
    for difference in _differences(exponents):
        for exponent in (difference, -difference):
            with suppress(NotProved):
                Decided(Goal(tuple(hypotheses), sp.Ge(exponent, 0, evaluate=False)))
                for lemma in (exp_above_taylor(3), exp_beside_pade(1)):
                    yield Instance(lemma, {t: exponent})
                break
