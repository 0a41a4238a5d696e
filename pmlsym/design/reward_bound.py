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

_HALVINGS = 60  # of the range in which a threshold is looked for


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


def reward_in_ball(beyond: float, masses: FloatArray, prices: FloatArray, utility: Reward) -> float:
    r"""Return the same for lifts whose variance is at most `beyond`.

    With :math:`y = g / P` raised to a threshold where it is less, by s, as no lift is negative, the
    inequality of Cauchy and Schwarz bounds the maximum by
    :math:`\mathrm{E}[s] + \sqrt{\mathrm{Var}(y + s)\, b}`. Any threshold will do; the best one is
    searched for.
    """
    gains = masses[:, None] * utility.matrix - prices[:, None]
    largest = np.abs(utility.matrix).max() * masses + np.abs(prices)
    best = -math.inf
    for gain, reward in zip(gains.T, utility.matrix.T, strict=True):
        worth = gain / masses
        low, high = float(worth.min()), float(worth.max())
        for _ in range(_HALVINGS):
            first, second = (2 * low + high) / 3, (low + 2 * high) / 3
            if _raised(first, worth, masses, beyond) < _raised(second, worth, masses, beyond):
                high = second
            else:
                low = first
        above = min(_raised(level, worth, masses, beyond) for level in (low, high))
        size = largest * (1 + math.sqrt(beyond)) / np.sqrt(masses)
        best = max(best, _summed(np.array([above]), 8 * size, masses, reward))
    return best


def _raised(level: float, worth: FloatArray, masses: FloatArray, beyond: float) -> float:
    raised = np.maximum(worth, level)
    deviation = raised - float(masses @ raised)
    variance = float(masses @ deviation**2)
    return float(masses @ (raised - worth)) + math.sqrt(variance * beyond)


def _summed(terms: FloatArray, size: FloatArray, masses: FloatArray, reward: FloatArray) -> float:
    """Add what a decision earns on average, and what the rounding of it all can be."""
    average = masses * reward
    error = (8 * len(masses) + 64) * UNIT * float(size.sum() + np.abs(average).sum())
    return upwards(float(terms.sum() + average.sum()) + error + SMALLEST)
