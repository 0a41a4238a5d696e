"""Derivative ladders: a function is never negative as it is not at the start, and its slope is not.

The slope has the sign of something simpler: its factors, divided by what multiplies an exponential
or a logarithm in them, so that the next derivative loses one. Which way down is tried first is
chosen in floats; every rung is a rule of the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.steps import Decided, Increasing, Step
from pmlsym.prover.analysis.arithmetic import Arithmetic, coefficients
from pmlsym.prover.analysis.sampling import Region

_RUNGS = 7
_TERMS = 60  # of a function: beyond it no ladder is short


def climb(function: Term, variable: Term, start: Term, given: Sequence[Sentence]) -> Step:
    """Prove ``function >= 0`` for ``variable >= start``, from hypotheses about other symbols.

    Raises
    ------
    NotProved
        If no ladder was found.

    Examples
    --------
    >>> x, c = sp.symbols("x c", real=True)
    >>> step = climb(x * sp.exp(x) - sp.exp(x) + 1, x, sp.Integer(0), ())
    >>> print(step.goal.conclusion)
    x*exp(x) - exp(x) + 1 >= 0
    """
    return _Ladder(variable, start, tuple(given)).prove(function, _RUNGS)


class _Ladder:
    """One variable that grows from its start; the other symbols do not move."""

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
        """Prove that a function of the variable is never negative."""
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
        """Prove it from its start and its slope."""
        x, start = self._x, self._start
        slope = sp.diff(function, x)
        value = function.subs(x, start)
        if value.has(sp.nan, sp.zoo, sp.oo) or not self._is_plausible(slope):
            raise NotProved("it was not found to rise")
        if not self._at_start.never_negative(value):
            raise NotProved("it was not found to start at 0 or above")
        at_start = Decided(Goal(self._given, sp.Ge(value, 0, evaluate=False)))
        return Increasing(function, x, start, at_start, self.prove(slope, rungs - 1))

    def _by_factors(self, function: Term, rungs: int) -> Step:
        """Prove it from the signs of its factors: of those that are not plain, by slopes."""
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
                return  # plain enough
        if factor in self._failed:
            raise NotProved(f"no ladder for {factor}")
        for multiple in self._multiples(arithmetic):
            with suppress(NotProved):
                yield self._rung(multiple, rungs)
                return
        self._failed.add(factor)
        raise NotProved(f"no slope of a multiple of {factor} has one sign")

    def _multiples(self, arithmetic: Arithmetic) -> Iterator[Term]:
        """Yield multiples of one sign that rise, those with the simplest slopes first."""
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
    """Return a polynomial as a multiple of the divisor and what is left."""
    whole, rest = sp.div(polynomial, divisor, *_generators(polynomial))
    return [whole * divisor, *sp.Add.make_args(rest)] if divisor.is_Add else [polynomial]


def _weight(function: Term, x: Term) -> int:
    """Return how much stands between a function and arithmetic."""
    arithmetic = Arithmetic(function)
    sizes = [0]
    for factor in (f for side in arithmetic.factors() for f in side):
        moving = [s for s, t in arithmetic.symbols.items() if x in t.free_symbols]
        logarithms = sum(factor.has(s) for s in moving if not s.is_positive)
        terms = sp.Add.make_args(sp.expand(factor))
        kinds = {frozenset(t.atoms(sp.Pow, sp.Symbol) & {*moving}) for t in terms}
        sizes.append(100 * logarithms + 10 * len(kinds) + len(terms))
    return max(sizes)
