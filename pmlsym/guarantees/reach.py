"""Closed formulas for the extreme lifts and the largest ratio of two lifts within bounds.

A lift vector v has v(x) >= 0 and mean sum_x P(x) v(x) = 1. A coordinate is largest when all
others are as small as allowed, and smallest when they are as large as allowed. The others enter
only through their mean, so they may be merged, and the formulas hold for every alphabet.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pmlsym.exact import Computed, Number, is_exact, sympified
from pmlsym.ordered import at_least
from pmlsym.precision import at_precision

if TYPE_CHECKING:
    import sympy as sp

# --- the smallest lift in floats, with balls to keep its digits next to zero ----------------------

_NEAR = 0.9  # from here on a difference from one loses a digit in floats
_BITS = 160


def log_of_least(p: float, level: float, *, others: float | None = None) -> float:
    r"""Return the logarithm of the smallest lift of a secret of probability p.

    .. math:: \log\bigl(1 - s (1 - p)/p\bigr), \quad s = e^\varepsilon - 1

    All other lifts are e^level.

    Examples
    --------
    >>> round(log_of_least(0.25, math.log(1.2)), 12) == round(-math.log(2.5), 12)
    True
    """
    far = math.expm1(level) * ((1 - p if others is None else others) / p)
    if far < _NEAR:
        return math.log1p(-far)
    from flint import arb

    with at_precision(_BITS):
        mass, rest = (arb(p), 1 - arb(p)) if others is None else (1 - arb(others), arb(others))
        least = 1 - arb(level).expm1() * rest / mass
        return float(least.log()) if least > 0 else -math.inf


# --- reach ----------------------------------------------------------------------------------------

_ROUNDING = 1e-12  # relative error of a PML measured in floats


def _symbolic(*values: Number) -> bool:
    """Return whether to compute in sympy: no finite value is a float."""
    return all(is_exact(value) or value == math.inf for value in values)


def _sympified(*values: Number) -> list[sp.Expr]:
    import sympy as sp

    return [sp.oo if value == math.inf else sympified(value) for value in values]


def _floats(*values: Number) -> list[float]:
    return [float(value) for value in values]


def larger(one: sp.Expr, other: sp.Expr) -> sp.Expr:
    """Return the larger of two exact numbers; with symbols, their maximum."""
    import sympy as sp

    first = at_least(one, other)
    if first is not None:
        return one if first else other
    return one if sp.simplify(one - other) == 0 else sp.Max(one, other)


def smaller(one: sp.Expr, other: sp.Expr) -> sp.Expr:
    """Return the smaller of two exact numbers; with symbols, their minimum."""
    import sympy as sp

    first = at_least(other, one)
    if first is not None:
        return one if first else other
    return one if sp.simplify(one - other) == 0 else sp.Min(one, other)


def farthest_up(p: Number, lower: Number, upper: Number) -> Computed:
    r"""Return the largest log-lift of a secret of probability p within bounds.

    .. math:: \max \log v(x) = \min\Bigl\{\varepsilon_u,\;
        \log \frac{1 - (1 - p) e^{-\varepsilon_l}}{p}\Bigr\}

    Notes
    -----
    All other lifts are e^-lower there. Source: `pmc`, Thm 6 (ii).

    Examples
    --------
    >>> import sympy
    >>> farthest_up(sympy.Rational(1, 4), sympy.log(2), sympy.oo)
    log(5/2)
    """
    if _symbolic(p, lower, upper):
        import sympy as sp

        p, lower, upper = _sympified(p, lower, upper)
        reach = sp.log((1 - (1 - p) * sp.exp(-lower)) / p)
        return reach if upper == sp.oo else smaller(upper, reach)
    p, lower, upper = _floats(p, lower, upper)
    return min(upper, math.log1p(-math.expm1(-lower) * (1 - p) / p))


def farthest_down(p: Number, lower: Number, upper: Number) -> Computed:
    r"""Return minus the smallest log-lift of a secret of probability p within bounds.

    .. math:: \max -\log v(x) = \min\Bigl\{\varepsilon_l,\;
        \log \frac{p}{1 - (1 - p) e^{\varepsilon_u}}\Bigr\}

    The second term is infinite for epsilon_u >= log(1/(1-p)), as the lift may then be zero. With
    symbols and no lower bound epsilon_u is assumed to be below that; see `may_vanish`.

    Notes
    -----
    All other lifts are e^upper there. Source: `pmc`, Thm 6 (i).

    Examples
    --------
    >>> import sympy
    >>> farthest_down(sympy.Rational(1, 4), sympy.oo, sympy.log(sympy.Rational(6, 5)))
    log(5/2)
    """
    if _symbolic(p, lower, upper):
        import sympy as sp

        p, lower, upper = _sympified(p, lower, upper)
        if upper == sp.oo or may_vanish(p, upper) == sp.true:
            return lower
        least = (1 - (1 - p) * sp.exp(upper)) / p
        if lower == sp.oo:
            return sp.log(p / (1 - (1 - p) * sp.exp(upper)))
        if may_vanish(p, upper) == sp.false and not (lower - upper).free_symbols:
            return smaller(lower, sp.log(1 / least))
        return sp.log(1 / larger(sp.exp(-lower), least))
    p, lower, upper = _floats(p, lower, upper)
    if may_vanish(p, upper):
        return lower
    return min(lower, -log_of_least(p, upper))


def may_vanish(p: Number, upper: Number) -> bool | sp.Basic:
    r"""Return whether a lift bounded by e^upper may be zero at a secret of probability p.

    .. math:: (1 - p)\, e^{\varepsilon_u} \ge 1

    Floats within the rounding error below the threshold count as above it.

    Examples
    --------
    >>> may_vanish(0.2, 0.2), may_vanish(0.2, 0.23)
    (False, True)
    """
    if _symbolic(p, upper):
        import sympy as sp

        p, upper = _sympified(p, upper)
        told = at_least(upper, sp.log(1 / (1 - p)))
        return sp.Ge(upper, sp.log(1 / (1 - p))) if told is None else sp.sympify(told)
    p, upper = _floats(p, upper)
    return p < 1 and upper >= -math.log1p(-p) * (1 - _ROUNDING)


def cone_up(p: Number, epsilon: Number) -> Computed:
    r"""Return the largest log-lift of a secret of probability p under local privacy.

    .. math:: \max \log v(x) = -\log\bigl(p + (1 - p) e^{-\varepsilon}\bigr)

    Notes
    -----
    All other lifts are e^-epsilon v(x) there. Source: `pmc`, Prop. 1.

    Examples
    --------
    >>> import sympy
    >>> cone_up(sympy.Rational(1, 3), sympy.log(4))
    log(2)
    """
    if _symbolic(p, epsilon):
        import sympy as sp

        p, epsilon = _sympified(p, epsilon)
        return sp.log(1 / (p + (1 - p) * sp.exp(-epsilon)))
    p, epsilon = _floats(p, epsilon)
    if epsilon < 1:
        return -math.log1p((1 - p) * math.expm1(-epsilon))
    return -math.log(p + (1 - p) * math.exp(-epsilon))


def cone_down(p: Number, epsilon: Number) -> Computed:
    r"""Return minus the smallest log-lift of a secret of probability p under local privacy.

    .. math:: \max -\log v(x) = \log\bigl(p + (1 - p) e^{\varepsilon}\bigr)

    Notes
    -----
    All other lifts are e^epsilon v(x) there. Source: `pmc`, Prop. 3.

    Examples
    --------
    >>> import sympy
    >>> cone_down(sympy.Rational(1, 3), sympy.log(4))
    log(3)
    """
    if _symbolic(p, epsilon):
        import sympy as sp

        p, epsilon = _sympified(p, epsilon)
        return sp.log(p + (1 - p) * sp.exp(epsilon))
    p, epsilon = _floats(p, epsilon)
    if epsilon < 1:
        return math.log1p((1 - p) * math.expm1(epsilon))
    return epsilon + math.log1p(p * math.expm1(-epsilon))


def farthest_apart(
    high: Number, low: Number, lower: Number, upper: Number, others: bool = True
) -> Computed:
    r"""Return the largest log-ratio of the lifts of two secrets within bounds.

    .. math:: \max \log \frac{v(x)}{v(x')}

    With further secrets it is `farthest_up` of x plus `farthest_down` of x': where the mean limits
    one of the two, all others are at the bound with which the other one attains its own. With two
    secrets only, v(x) determines v(x').

    Examples
    --------
    >>> import sympy
    >>> third, two = sympy.Rational(1, 3), sympy.log(2)
    >>> farthest_apart(third, third, two, two)
    log(4)
    >>> farthest_apart(third, 2 * third, two, two, others=False)
    log(4)
    """
    up = farthest_up(high, lower, upper)
    if others:
        return joined(up + farthest_down(low, lower, upper))
    if _symbolic(high, low, lower, upper):
        import sympy as sp

        high, low, lower = _sympified(high, low, lower)
        if lower != sp.oo and sp.simplify(up - farthest_up(high, lower, sp.oo)) == 0:
            return joined(up + lower)
        left = (1 - high * sp.exp(up)) / low
        if at_least(sp.Integer(0), left):
            return lower + up
        return joined(up + sp.log(1 / left))
    high, low, lower, upper = _floats(high, low, lower, upper)
    if lower == math.inf and may_vanish(low, upper):
        return math.inf
    up = min(upper, math.log1p(-math.expm1(-lower) * low / high))  # the rest 1 - high is x'
    if up < upper:
        return up + lower  # x' is at its lower bound
    return min(up + lower, up - log_of_least(low, up, others=high if high < low else None))


def joined(value: Computed) -> Computed:
    """Write an exact sum of logarithms of numbers as one logarithm.

    Examples
    --------
    >>> import sympy
    >>> joined(sympy.log(2) + sympy.log(3))
    log(6)
    """
    if isinstance(value, float) or value.free_symbols or not value.is_finite:
        return value
    import sympy as sp

    return sp.logcombine(value, force=True)
