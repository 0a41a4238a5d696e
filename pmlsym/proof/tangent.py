"""That exp is above its tangent and log below, from derivatives, and what that says of means."""

from __future__ import annotations

from functools import cache

import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Mean, Sentence, Term, conjuncts, fresh, reals
from pmlsym.proof.steps import Cases, Decided, Expectation, Increasing, Instance, Step

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


def at(lemma: Step, **values: Term) -> Step:
    """Put terms into a lemma by the names of its symbols."""
    symbols = {s.name: s for s in lemma.goal.symbols}
    return Instance(lemma, {symbols[name]: term for name, term in values.items()})


def log_of_mean(of: Mean, given: tuple[Sentence, ...] = ()) -> Step:
    """Prove E[log x] <= log E[x], which is Jensen's inequality, where E[x] > 0.

    The logarithm is below its tangent at c: log x <= log c + x/c - 1. Its mean is at most log c
    if c is E[x].

    Parameters
    ----------
    of : the mean E[x] of what is positive on the support.
    given : what is known beside the support, and does not speak of the variables.

    Raises
    ------
    NotProved
        If it does not follow that x is positive, or that the mean of its tangent is finite.

    Examples
    --------
    >>> (x,) = reals("x")
    >>> step = log_of_mean(Mean(x, (x,), sp.Gt(x, 0, evaluate=False)))
    >>> step.kind
    'rule'
    """
    x, sure = of.body, conjuncts(of.support)
    c = fresh("c", {str(symbol) for part in (of, *given) for symbol in part.atoms(sp.Symbol)})
    mean_of_log = Mean(sp.log(x), of.variables, of.support, of.law)
    above = (*given, sp.Gt(c, 0, evaluate=False))
    line = sp.Le(sp.log(x), sp.log(c) + x / c - 1, evaluate=False)
    tangent = at(exp_above_tangent_everywhere(), t=sp.log(x) - sp.log(c))
    averaged = Expectation(
        Decided(Goal((*above, *sure), line), (tangent,)), of.variables, of.support, of.law
    )
    is_mean = sp.Eq(c, of, evaluate=False)
    bounded = sp.Le(mean_of_log, sp.log(c), evaluate=False)
    return Instance(Decided(Goal((*above, is_mean), bounded), (averaged,)), {c: of})
