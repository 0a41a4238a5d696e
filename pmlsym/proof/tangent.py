"""Tangent inequalities of exp and log, proved by derivatives, and Jensen's inequality for log."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import sympy as sp

from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Mean, Sentence, Term, chance, conjuncts, fresh, reals
from pmlsym.proof.steps import (
    Cases,
    Decided,
    Expectation,
    Increasing,
    Instance,
    Step,
    StrictExpectation,
    compare_exponentials,
)

(t,) = reals("t")


def rises(
    function: Term,
    variable: Term,
    given: tuple[Sentence, ...],
    slope: Step | None = None,
    using: tuple[Step, ...] = (),
) -> Step:
    """Prove ``function >= 0`` for ``variable >= 0`` from its value at 0 and its slope."""
    beyond = (*given, sp.Ge(variable, 0, evaluate=False))
    derivative = sp.Ge(sp.diff(function, variable), 0, evaluate=False)
    if slope is None:
        slope = Decided(Goal(beyond, derivative), using)
    return Increasing(function, variable, sp.Integer(0), given, slope)


@cache
def exp_above_tangent() -> Step:
    """Prove e^t >= 1 + t for t >= 0."""
    above_one = rises(sp.exp(t) - 1, t, ())
    return rises(sp.exp(t) - 1 - t, t, (), above_one)


@cache
def exp_above_tangent_everywhere() -> Step:
    """Prove e^t >= 1 + t for every real t."""
    falling = rises(sp.exp(-t) - 1 + t, t, (), rises(1 - sp.exp(-t), t, ()))
    conclusion = sp.Ge(sp.exp(t) - 1 - t, 0, evaluate=False)
    above = Decided(Goal((sp.Ge(t, 0, evaluate=False),), conclusion), (exp_above_tangent(),))
    below = Decided(Goal((sp.Le(t, 0, evaluate=False),), conclusion), (at(falling, t=-t),))
    return Cases(t, above, below)


@cache
def exp_strictly_above_tangent(side: int = -1) -> Step:
    """Prove e^(-t) > 1 - t for t > 0, or e^t > 1 + t on the other side of 0, which is 1."""
    beyond = sp.Gt(t, 0, evaluate=False)
    gap = sp.exp(side * t) - 1 - side * t
    slope = Decided(Goal((beyond,), sp.Gt(sp.diff(gap, t), 0, evaluate=False)))
    return rises(gap, t, (), slope)


def at(lemma: Step, **values: Term) -> Step:
    """Return an instance of a lemma, with terms by the names of its symbols."""
    symbols = {s.name: s for s in lemma.goal.symbols}
    return Instance(lemma, {symbols[name]: term for name, term in values.items()})


def log_of_mean(of: Mean, given: tuple[Sentence, ...] = (), event: Sentence | None = None) -> Step:
    """Prove E[log x] <= log E[x], which is Jensen's inequality, where x > 0.

    The logarithm is below its tangent at c: log x <= log c + x/c - 1, and strictly so unless x is
    c. Its mean is at most log c if c is E[x].

    Examples
    --------
    >>> (x,) = reals("x")
    >>> step = log_of_mean(Mean(x, (x,), sp.Gt(x, 0, evaluate=False)))
    >>> step.kind
    'decision'
    """
    x, sure = of.body, conjuncts(of.support)
    c = fresh("c", {str(symbol) for part in (of, *given) for symbol in part.atoms(sp.Symbol)})
    above = (*(known.xreplace({of: c}) for known in given), sp.Gt(c, 0, evaluate=False))
    line = sp.log(x), sp.log(c) + x / c - 1
    tangent = at(exp_above_tangent_everywhere(), t=sp.log(x) - sp.log(c))
    weak = Decided(Goal((*above, *sure), sp.Le(*line, evaluate=False)), (tangent,))
    averaged: Step
    if event is None:
        kind, averaged = sp.Le, Expectation(weak, of.variables, of.support, of.law)
    else:
        strict = _strictly(x, c, line, (*above, *sure, *conjuncts(event)))
        kind = sp.Lt
        averaged = StrictExpectation(weak, strict, event, of.variables, of.support, of.law)
    likely = () if event is None else (_likely(of, event),)
    is_mean = sp.Eq(c, of, evaluate=False)
    mean_of_log = Mean(sp.log(x), of.variables, of.support, of.law)
    bounded = kind(mean_of_log, sp.log(c), evaluate=False)
    step = Instance(Decided(Goal((*above, *likely, is_mean), bounded), (averaged,)), {c: of})
    outside = tuple(known for known in given if not known.atoms(Mean))
    above_0 = Decided(Goal((*outside, *sure), sp.Gt(x, 0, evaluate=False)))
    positive = Expectation(above_0, of.variables, of.support, of.law)
    return Decided(Goal((*given, *likely), bounded.xreplace({c: of})), (positive, step))


def _strictly(x: Term, c: Term, line: tuple[Term, Term], given: tuple[Sentence, ...]) -> Step:
    """Prove that log x is strictly below the tangent at c, to the left of it or to the right."""
    for kind, side in ((sp.Lt, -1), (sp.Gt, 1)):
        with suppress(NotProved):
            beside = compare_exponentials(Goal(given, kind(sp.log(x), sp.log(c), evaluate=False)))
            tangent = at(exp_strictly_above_tangent(side), t=side * (sp.log(x) - sp.log(c)))
            return Decided(Goal(given, sp.Lt(*line, evaluate=False)), (beside, tangent))
    raise NotProved("it does not follow on which side of its mean a variable is")


def _likely(of: Mean, event: Sentence) -> Sentence:
    return sp.Gt(chance(event, of.variables, of.support, of.law), 0, evaluate=False)
