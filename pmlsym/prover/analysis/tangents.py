"""Certificates from tangents of exp: at each exponent of a goal, and between two of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term
from pmlsym.proof.steps import Decided, Instance, Step
from pmlsym.proof.tangent import exp_above_tangent, exp_above_tangent_everywhere, rises, t

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
    for exponents in dict.fromkeys((_exponents([goal.conclusion]), _exponents(sentences))):
        if not 0 < len(exponents) <= _MOST_EXPONENTS:
            continue
        for bounds in (_tangents, _second_order):
            with suppress(NotProved):
                return Decided(goal, tuple(bounds(exponents, goal.hypotheses)))
    raise NotProved("tangents are not enough")


def _exponents(sentences: Sequence[Sentence]) -> tuple[Term, ...]:
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
