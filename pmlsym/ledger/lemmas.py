"""Inequalities for exp and log that several claims rest on, each proved from its derivatives."""

from __future__ import annotations

from functools import cache

import sympy as sp

from pmlsym.proof.language import reals
from pmlsym.proof.steps import Step
from pmlsym.proof.tangent import (
    at,
    exp_above_tangent,
    exp_above_tangent_everywhere,
    exp_strictly_above_tangent,
    rises,
)

__all__ = [  # also of what stands in `pmlsym.proof.tangent`
    "CUMULANT",
    "SHARE",
    "at",
    "cumulant_above_hyperbola",
    "cumulant_below_cubic",
    "cumulant_below_hoeffding",
    "exp_above_parabola",
    "exp_above_tangent",
    "exp_above_tangent_everywhere",
    "exp_strictly_above_tangent",
    "log_below_tangent",
    "rises",
]

t, x, alpha = reals("t x alpha")
SHARE = (alpha >= 0, alpha <= 1)

# log E[e^(tX)] of a coin with P(X = 1) = alpha; the histogram bound is t - CUMULANT at t = 2/b.
CUMULANT = sp.log(1 - alpha + alpha * sp.exp(t))


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
