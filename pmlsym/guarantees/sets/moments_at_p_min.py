r"""The largest second moment of a lift vector where no prior, or p_min alone, is known.

Between a and b it is at most a + b - ab, as E[(v - a)(b - v)] >= 0, and a prior attains that if
secrets of the total probability (1 - a)/(b - a) are at b and the others at a. Where lifts are
within the ratio r, and the upper ones have the total probability q, it is

.. math:: f(q) = 1 + \frac{q (1 - q) (r - 1)^2}{(1 + q (r - 1))^2}

which rises up to q = 1/(1 + r) and falls from there on.

With p_min = p some secrets have the total probability q if p <= q <= 1 - 2p or 2p <= q <= 1 - p:
one of them is at p, and one more takes the rest. For p <= 1/4 that is all of [p, 1 - p].
"""

from __future__ import annotations

import math

from pmlsym.exact import Computed, Number, sympified
from pmlsym.guarantees.reach import joined
from pmlsym.guarantees.sets.lift_set import (
    Attained,
    Extreme,
    LiftSet,
    Vector,
    all_exact,
    brought,
    has_symbols,
    power,
)
from pmlsym.guarantees.sets.ordered import exceeds

_GAP = (
    "for p_min > 1/4 there are three secrets at most, and no prior of them may attain it: with the "
    "prior it may be less."
)


def of_box(lifts: LiftSet) -> Extreme:
    r"""Return the largest second moment between bounds.

    :math:`\log(a + b - a b)` with the smallest and the largest lift a and b in reach; infinite if b
    is and a < 1 without p_min. In symbols, with a and b the bounds,

    .. math:: \log\Bigl(1 + \min\bigl\{(1 - a)(b - 1), \tfrac{1 - p}{p} (b - 1)^2,
        \tfrac{1 - p}{p} (1 - a)^2\bigr\}\Bigr)
    """
    lower, upper = lifts.bounds
    if not lifts.masses:
        return _between(lower, upper, ())
    p = lifts.least
    if not has_symbols(p, lower, upper):
        return _between(lifts.down().values[0], lifts.up().values[0], (p,))
    import sympy as sp

    low, high = power(-brought(lower, True), True), power(brought(upper, True), True)
    odds = (1 - sympified(p)) / sympified(p)
    sizes = [odds * (1 - low) ** 2]
    if upper != math.inf:
        sizes += [(1 - low) * (high - 1), odds * (high - 1) ** 2]
    if upper == lower:  # 1 - a is less than b - 1
        sizes = sizes[:2]
    return Extreme((sp.log(1 + sp.Min(*sizes)),), caveat=_gap(p))


def _between(lower: Number, upper: Number, known: Vector) -> Extreme:
    if 0 in (lower, upper):
        return Extreme((0,))
    exact = all_exact(lower, upper)
    low, high = power(-brought(lower, exact), exact), power(brought(upper, exact), exact)
    if math.inf in (lower, upper):
        value = upper
    elif exact:
        import sympy as sp

        value = joined(sp.log(low + high - low * high))
    elif upper < 1:
        value = math.log1p(math.expm1(float(upper)) * -math.expm1(-float(lower)))
    else:
        rest = -math.expm1(-float(lower)) + math.exp(-float(lower) - float(upper))
        value = float(upper) + math.log(rest)
    if high == math.inf:
        return Extreme((value,))
    if exact:
        above, below = high - 1, 1 - low
    else:  # next to zero both bounds are 1.0, and their difference is zero
        above, below = math.expm1(float(upper)), -math.expm1(-float(lower))
    share = below / (above + below)
    if not known:
        masses = share, above / (above + below)
        return Extreme((value,), True, lambda: Attained(masses, ((high, low),)))
    (p,) = known
    if exceeds(share, 1 - 2 * p) and exceeds(2 * p, share):
        return Extreme((value,), caveat=_GAP)
    return Extreme((value,), True, lambda: _of_three(p, share, high, low))


def of_cone(lifts: LiftSet) -> Extreme:
    r"""Return the largest second moment where ratios are bounded.

    Without a prior :math:`2 \log\cosh(\varepsilon / 2)`.
    """
    (epsilon,) = lifts.apart().values
    if lifts.masses:
        return _of_ratio(epsilon, lifts.least)
    if epsilon == math.inf:
        return Extreme((math.inf,))
    exact = all_exact(epsilon)
    ratio = power(brought(epsilon, exact), exact)
    if exact:
        import sympy as sp

        value = joined(sp.log((1 + ratio) ** 2 / (4 * ratio)))
    elif epsilon < 1:
        value = 2 * math.log1p(2 * math.sinh(float(epsilon) / 4) ** 2)
    else:
        value = float(epsilon) + 2 * math.log1p(math.exp(-float(epsilon))) - math.log(4)
    if ratio == math.inf:
        return Extreme((value,))
    low, share = (1 + ratio) / (2 * ratio), 1 / (1 + ratio)
    return Extreme((value,), True, lambda: Attained((share, 1 - share), ((low * ratio, low),)))


def _of_ratio(epsilon: Number, mass: Number) -> Extreme:
    """Return the largest second moment with p_min: f at the best share in reach."""
    exact = all_exact(epsilon, mass)
    p = brought(mass, exact)
    if has_symbols(p, epsilon):
        import sympy as sp

        if epsilon == math.inf:  # f at p is 1/p, and f falls
            return Extreme((sp.log(1 / p),))

        ratio = power(epsilon, True)
        share = sp.Max(p, 1 / (1 + ratio))
        moment = 1 + share * (1 - share) * (ratio - 1) ** 2 / (1 + share * (ratio - 1)) ** 2
        return Extreme((sp.log(moment),), caveat=_gap(p))
    inverse = power(-brought(epsilon, exact), exact)  # of the ratio, which may be too large
    best = inverse / (1 + inverse)
    shares = [best]
    if not exceeds(best, p):
        shares = [p]
    elif exceeds(best, 1 - 2 * p) and exceeds(2 * p, best):
        shares = [1 - 2 * p, 2 * p]
    share = shares[0]
    if len(shares) == 2 and exceeds(_moment(shares[1], inverse), _moment(share, inverse)):
        share = shares[1]
    if exact:
        import sympy as sp

        value = joined(sp.log(sp.simplify(_moment(share, inverse))))
    else:
        value = math.log1p(_excess(share, inverse, -math.expm1(-float(epsilon))))
    high = 1 / (share + (1 - share) * inverse)
    return Extreme((value,), True, lambda: _of_three(p, share, high, high * inverse))


def _moment(share: Computed, inverse: Computed) -> Computed:
    return (share + (1 - share) * inverse**2) / (share + (1 - share) * inverse) ** 2


def _excess(share: float, inverse: float, fall: float) -> float:
    """Return by how much the second moment is above one, with all digits of a small level."""
    return share * (1 - share) * (fall / (share + (1 - share) * inverse)) ** 2


def _gap(p: Number) -> str:
    """Say that a level may not be the best, unless p_min is at most 1/4."""
    return _GAP if has_symbols(p) or p * 4 > 1 else ""


def _of_three(p: Computed, share: Computed, high: Computed, low: Computed) -> Attained:
    """Return a prior with p_min = p of which some secrets have that share, and their lifts."""
    if not exceeds(2 * p, share):
        prior, lifts = (p, share - p, 1 - share), (high, high, low)
    else:
        prior, lifts = (share, p, 1 - p - share), (high, low, low)
    kept = [at for at, mass in enumerate(prior) if mass > 0]
    return Attained(tuple(prior[at] for at in kept), (tuple(lifts[at] for at in kept),))
