"""Inequalities for exp and log that several claims rest on, each proved from its derivatives."""

from __future__ import annotations

from functools import cache

import sympy as sp

from pmlsym.proof.goal import Goal
from pmlsym.proof.language import Sentence, Term, reals
from pmlsym.proof.steps import Cases, Decided, Increasing, Instance, Step

t, x, alpha = reals("t x alpha")
SHARE = (alpha >= 0, alpha <= 1)

# log E[e^(tX)] of a coin with P(X = 1) = alpha; the histogram bound is t - CUMULANT at t = 2/b.
CUMULANT = sp.log(1 - alpha + alpha * sp.exp(t))


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
def exp_strictly_above_tangent() -> Step:
    """Prove e^(-t) > 1 - t for t > 0."""
    beyond = sp.Gt(t, 0, evaluate=False)
    slope = Decided(Goal((beyond,), sp.Gt(1 - sp.exp(-t), 0, evaluate=False)))
    return rises(sp.exp(-t) - 1 + t, t, (), slope)


@cache
def exp_above_parabola() -> Step:
    """Prove e^t >= 1 + t + t^2/2 for t >= 0."""
    return rises(sp.exp(t) - 1 - t - t**2 / 2, t, (), exp_above_tangent())


@cache
def log_below_tangent() -> Step:
    """Prove log(1 + x) <= x for x >= 0."""
    return rises(x - sp.log(1 + x), x, ())


@cache
def log_above_parabola() -> Step:
    """Prove log(1 + x) >= x - x^2/2 for x >= 0."""
    return rises(sp.log(1 + x) - x + x**2 / 2, x, ())


@cache
def cumulant_above_hyperbola() -> Step:
    """Prove t - CUMULANT <= 2 (1 - alpha) t / (2 + alpha t) for t >= 0.

    The derivative of the difference has the sign of 4 (e^t - 1 - t) - alpha t^2, so
    e^t >= 1 + t + t^2/2 settles it.
    """
    gap = 2 * (1 - alpha) * t / (2 + alpha * t) - t + CUMULANT
    return rises(gap, t, SHARE, using=(exp_above_parabola(),))


@cache
def cumulant_below_hoeffding() -> Step:
    """Prove CUMULANT <= alpha t + t^2/8 for t >= 0 (Hoeffding's lemma for a coin)."""
    gap = alpha * t + t**2 / 8 - CUMULANT
    slope = sp.diff(gap, t)
    return rises(gap, t, SHARE, rises(slope, t, SHARE))


@cache
def cumulant_below_cubic() -> Step:
    """Prove CUMULANT <= alpha t + alpha (1 - alpha) t^2/2 + t^3/48 for t >= 0."""
    gap = alpha * t + alpha * (1 - alpha) * t**2 / 2 + t**3 / 48 - CUMULANT
    slope, curvature = sp.diff(gap, t), sp.diff(gap, t, 2)
    return rises(gap, t, SHARE, rises(slope, t, SHARE, rises(curvature, t, SHARE)))


def at(lemma: Step, **values: Term) -> Step:
    """Put terms into a lemma by the names of its symbols."""
    symbols = {s.name: s for s in lemma.goal.symbols}
    return Instance(lemma, {symbols[name]: term for name, term in values.items()})
