r"""The largest second moment in floats, from how far lifts are from one.

.. math:: \mathbb{E}[v^2] - 1 = \mathbb{E}[d^2] = \sum_{x < x'} P(x)\, P(x')\,
    \bigl(d(x) - d(x')\bigr)^2, \quad d = v - 1, \quad \mathbb{E}[d] = 0

Every term is positive, so that all digits are kept where e^epsilon is one in floats and where one
secret is all but sure: lifts of a rare secret may then be enormous though epsilon is tiny.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from pmlsym.arrays import FloatArray
from pmlsym.guarantees.sets.lift_set import Attained, Extreme

_FULL = 1e-13  # how far, relatively, a sum of probabilities may be beyond what has room


def of_box(prior: FloatArray, lower: float, upper: float) -> Extreme:
    r"""Return the largest second moment of lift vectors between two bounds.

    Some secrets S are at one bound, the others R at the other and one, b, a share t of the way:

    .. math:: \mathbb{E}[d^2] = (h - l)^2 \bigl(P(S) P(R) + P(S) P(b) (1 - t)^2
        + P(R) P(b) t^2\bigr), \quad P(S) + t P(b) = \frac{-l}{h - l}

    Parameters
    ----------
    prior : the whole prior.
    lower, upper : every lift is at least e^-lower = 1 + l and at most e^upper = 1 + h, in nats.

    Examples
    --------
    >>> import numpy as np
    >>> of_box(np.array([1e-40, 1.0]), 1e-17, math.inf).values[0]  # log(1 + 1e-34 * 1e40)
    13.815511557963774
    """
    import numpy as np

    low, high = math.expm1(-lower), _expm1(upper)
    floor, top = math.exp(-lower), 1 + high  # the lifts themselves: 1 + l may be zero
    if 0 in (low, high) or len(prior) == 1:
        return Extreme((0.0,), True, lambda: _attained(prior, np.ones(len(prior))))
    sign = 1 if -low <= high else -1  # S is at the farther bound: at most half of all
    near, far = (-low, high) if sign > 0 else (high, -low)
    sums = np.zeros(1)
    for mass in prior:
        sums = np.concatenate([sums, sums + mass])  # of all sets of secrets, numbered by bits
    every, rare = len(sums) - 1, int(prior.argmin())
    if far == math.inf or near <= float(prior[rare]) * (near + far):  # S is empty
        others = float(sums[every ^ (1 << rare)])
        root = near * math.sqrt(others) / math.sqrt(prior[rare])
        lifts = np.full(len(prior), floor if sign > 0 else top)
        lifts[rare] = 1 + sign * min(near * others / float(prior[rare]), far)
        lifts[rare] = max(lifts[rare], floor)
        return Extreme((_log_beyond(root),), True, lambda: _attained(prior, lifts))
    share, best = near / (near + far), (-1.0, 0, 0, 0.0)
    for between, mass in enumerate(prior):
        own = 1 << between
        sets = np.flatnonzero(np.arange(len(sums)) & own == 0)
        left = share - sums[sets]
        sets = sets[(left >= -_FULL * share) & (left <= mass + _FULL * share)]
        part = np.clip((share - sums[sets]) / mass, 0, 1)
        at_far, at_near = sums[sets], sums[every ^ own ^ sets]
        found = at_far * at_near + mass * (at_far * (1 - part) ** 2 + at_near * part**2)
        if len(sets):
            most = int(found.argmax())
            best = max(best, (float(found[most]), between, int(sets[most]), float(part[most])))
    square, between, chosen, part_of_best = best
    is_far = chosen >> np.arange(len(prior)) & 1 == 1
    lifts = np.where(is_far == (sign > 0), top, floor)
    up = part_of_best if sign > 0 else 1 - part_of_best
    lifts[between] = up * top + (1 - up) * floor
    root = (near + far) * math.sqrt(square)
    return Extreme((_log_beyond(root),), True, lambda: _attained(prior, lifts))


def of_cone(prior: FloatArray, epsilon: float) -> Extreme:
    r"""Return the largest second moment of lift vectors whose ratios are at most e^epsilon.

    At a staircase whose upper step has probability s,

    .. math:: \mathbb{E}[d^2] = s (1 - s)
        \Bigl(\frac{1 - e^{-\varepsilon}}{e^{-\varepsilon} + s (1 - e^{-\varepsilon})}\Bigr)^2

    Examples
    --------
    >>> import numpy as np
    >>> round(of_cone(np.array([0.5, 0.5]), math.log(3)).values[0], 6)  # log(1 + 1/4)
    0.223144
    """
    import numpy as np

    sums = np.zeros(1)
    for mass in prior:
        sums = np.concatenate([sums, sums + mass])
    inside, outside = sums[1:-1], sums[-2:0:-1]
    if epsilon == 0 or not len(inside):
        return Extreme((0.0,), True, lambda: _attained(prior, np.ones(len(prior))))
    inverse, apart = math.exp(-epsilon), -math.expm1(-epsilon)
    mean = inverse + inside * apart
    roots = np.sqrt(inside) * np.sqrt(outside) * apart / mean
    worst = int(roots.argmax())
    upper = (worst + 1) >> np.arange(len(prior)) & 1 == 1
    with np.errstate(over="ignore"):  # one beyond floats is infinite
        lifts = np.where(upper, 1.0, inverse) / mean[worst]
    return Extreme((_log_beyond(float(roots[worst])),), True, lambda: _attained(prior, lifts))


def of_potentials(
    prior: FloatArray, epsilon: float, potentials: Sequence[Sequence[Fraction]]
) -> tuple[Extreme, FloatArray]:
    r"""Return the largest second moment of multiples of e^(epsilon w), and every root of E[d^2].

    Examples
    --------
    >>> import numpy as np
    >>> w = [Fraction(0), Fraction(1)]
    >>> of_potentials(np.array([0.5, 0.5]), math.log(3), [w])[1].round(12)
    array([0.5])
    """
    import numpy as np

    levels = epsilon * np.array(potentials, float).T
    top = levels - levels.max(axis=0)
    columns = np.exp(top)
    columns /= prior @ columns
    roots = np.zeros(levels.shape[1])
    for x, z in combinations(range(len(prior)), 2):
        apart = np.maximum(columns[x], columns[z]) * -np.expm1(-np.abs(top[x] - top[z]))
        roots = np.hypot(roots, math.sqrt(prior[x]) * math.sqrt(prior[z]) * apart)
    worst = int(roots.argmax())
    lifts = columns[:, worst]
    return Extreme(
        (_log_beyond(float(roots[worst])),), True, lambda: _attained(prior, lifts)
    ), roots


def _expm1(level: float) -> float:
    try:
        return math.expm1(level)
    except OverflowError:
        return math.inf


def _log_beyond(root: float) -> float:
    return math.log1p(root * root) if root < 1e100 else 2 * math.log(root)


def _attained(prior: FloatArray, lifts: FloatArray) -> Attained:
    return Attained(tuple(prior.tolist()), (tuple(lifts.tolist()),))
