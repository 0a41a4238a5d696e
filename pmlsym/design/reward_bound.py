r"""The bound that prices prove on a reward, for any number of secrets, with all rounding counted.

With prices :math:`\lambda` a decision of rewards R is worth at most, over the admitted deviations
:math:`d = v - 1` of lifts from one, which have mean zero,

.. math:: \sum_x P(x)\, R(x) + \max_d \sum_x g(x)\, d(x), \qquad g(x) = P(x)\, R(x) - \lambda(x)

Each maximum of a linear function is bounded by its own dual, whatever its multipliers; the best
decision counts.
"""

from __future__ import annotations

import math

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.rounding import SMALLEST, UNIT, upwards
from pmlsym.design.utility import Reward


def reward_in_box(
    lows: FloatArray, highs: FloatArray, masses: FloatArray, prices: FloatArray, utility: Reward
) -> float:
    r"""Return the bound of prices on a reward, by duality once more, decision by decision.

    As deviations have mean zero, for any rate :math:`\nu` a decision of gains g is worth at most
    the sum of :math:`(g - \nu P)(x)` times the lower or the upper end, whichever is more.
    """
    gains = masses[:, None] * utility.matrix - prices[:, None]
    steps = masses * (highs - lows)
    best = -math.inf
    for gain, reward in zip(gains.T, utility.matrix.T, strict=True):
        order = np.argsort(-gain / masses, kind="stable")
        filled = np.cumsum(steps[order])
        place = min(int(np.searchsorted(filled, -float(masses @ lows))), len(order) - 1)
        rate = gain[order[place]] / masses[order[place]]
        free = gain - rate * masses
        terms = np.maximum(free * lows, free * highs)
        size = (np.abs(gain) + abs(rate) * masses + np.abs(prices)) * np.maximum(-lows, highs)
        best = max(best, _summed(terms, size, masses, reward))
    return best


def reward_in_cone(beyond: float, masses: FloatArray, prices: FloatArray, utility: Reward) -> float:
    r"""Return the same for a cone, by the smallest bound on each decision.

    What bounds a decision of gains g is any :math:`\delta` with

    .. math:: (r - 1) \sum_x \max(g(x) - \delta P(x), 0) \le \delta - \sum_x g(x)

    It is raised until this holds with all rounding: a secret of which nothing is then left adds
    none, however large the ratio r.
    """
    gains = masses[:, None] * utility.matrix - prices[:, None]
    largest = np.abs(utility.matrix).max() * masses + np.abs(prices)
    best = -math.inf
    for gain, reward in zip(gains.T, utility.matrix.T, strict=True):
        gain = gain - gain.sum() * masses
        order = np.argsort(-gain / masses, kind="stable")
        mass, taken = np.cumsum(masses[order]), np.cumsum(gain[order])
        level = max(0.0, float((beyond * taken / (1 + beyond * mass)).max()))
        size = (len(masses) + 8) * UNIT * (np.abs(gain) + 4 * largest)
        step = UNIT * level + SMALLEST
        while True:
            free = np.maximum(gain - level * masses + size + 4 * UNIT * level * masses, 0.0)
            needed = beyond * float(free.sum()) * (1 + (2 * len(masses) + 8) * UNIT)
            if needed + float(size.sum()) <= level:
                break
            level, step = level + step, 2 * step
        best = max(best, _summed(np.array([level]), 2 * largest, masses, reward))
    return best


def _summed(terms: FloatArray, size: FloatArray, masses: FloatArray, reward: FloatArray) -> float:
    """Add what a decision earns on average, and what the rounding of it all can be."""
    average = masses * reward
    error = (8 * len(masses) + 64) * UNIT * float(size.sum() + np.abs(average).sum())
    return upwards(float(terms.sum() + average.sum()) + error + SMALLEST)
