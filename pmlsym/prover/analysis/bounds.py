"""Bounds of exp by polynomials and quotients of them, each proved once from its derivatives.

Those of log are the same: put log x for t.
"""

from __future__ import annotations

from functools import cache

import sympy as sp

from pmlsym.proof.language import Term
from pmlsym.proof.steps import Step
from pmlsym.proof.tangent import exp_above_tangent, rises, t

_PADE = {1: (2, 1), 2: (12, 6, 1), 3: (120, 60, 12, 1)}


@cache
def exp_above_taylor(order: int) -> Step:
    """Prove that e^t is at least its Taylor polynomial for t >= 0.

    Examples
    --------
    >>> print(exp_above_taylor(2).goal.conclusion)
    -t**2/2 - t + exp(t) - 1 >= 0
    """
    if order == 1:
        return exp_above_tangent()
    polynomial = sum(t**k / sp.factorial(k) for k in range(order + 1))
    return rises(sp.exp(t) - polynomial, t, (), exp_above_taylor(order - 1))


@cache
def exp_beside_pade(order: int) -> Step:
    """Prove on which side of its diagonal Padé approximant e^t lies for t >= 0.

    With p(t)/p(-t) the approximant: e^t p(-t) is at most p(t) for an odd order, at least for an
    even one. The divisor need not be positive.

    Examples
    --------
    >>> print(exp_beside_pade(1).goal.conclusion)
    t - (2 - t)*exp(t) + 2 >= 0
    """
    p = sum(c * t**k for k, c in enumerate(_PADE[order]))
    gap = p - sp.exp(t) * p.subs(t, -t)
    return _ladder(gap if order % 2 else -gap, 2 * order + 1)


def _ladder(function: Term, rungs: int) -> Step:
    """Prove a function that is 0 at 0 with all derivatives but the last to be nonnegative."""
    slope = sp.factor(sp.diff(function, t))
    if rungs == 1 or slope.is_nonnegative:
        return rises(function, t, ())
    return rises(function, t, (), _ladder(slope, rungs - 1))
