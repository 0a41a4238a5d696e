r"""Pricing for a reward: one linear problem for each decision, solved by sorting.

With :math:`\mu(v) = \max_d \sum_x P(x)\, v(x)\, R(x, d)` the pricing problem is

.. math:: \max_d \max_v \sum_x g_d(x)\, v(x), \qquad g_d(x) = P(x)\, R(x, d) - \lambda(x).

Between bounds the inner problem is a fractional knapsack: lifts start at their lower bounds and
are raised in the order of :math:`g_d(x) / P(x)` until the mean is one. Under LDP the best staircase
has the first secrets in that order on its upper step, so all :math:`|X|` of them are compared.
"""

from __future__ import annotations

import math

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.lifts import Box, Lifts
from pmlsym.design.pricing.problem import COLUMNS_PER_ROUND, Effort, Priced
from pmlsym.design.utility import Reward


class RewardPricing:
    r"""Pricing of the lift vectors of a guarantee under a reward, exactly.

    Parameters
    ----------
    lifts : the admitted lift vectors.
    utility : the reward, a table of shape (\|X\|, decisions).

    Examples
    --------
    >>> guess = Reward([[1, 0], [0, 1]])
    >>> pricing = RewardPricing(Box(np.array([0.5, 0.5]), 0.0, 1.5), guess)
    >>> priced = pricing.price(np.zeros(2))
    >>> priced.bound, priced.columns
    (0.75, array([[1.5, 0.5],
           [0.5, 1.5]]))
    """

    always_optimal = True

    def __init__(self, lifts: Lifts, utility: Reward) -> None:
        self.lifts = lifts
        self.earned: FloatArray = lifts.prior[:, None] * utility.matrix

    def initial(self, deadline: float = math.inf) -> tuple[FloatArray, FloatArray]:
        """Start with the best lift vector of each decision, at prices of zero."""
        prices = np.zeros(len(self.earned))
        return self._best(prices)[0], prices

    def price(self, prices: FloatArray, effort: Effort = Effort.EXACT) -> Priced:
        """Solve one linear problem for each decision."""
        columns, worth = self._best(prices)
        best = np.argsort(-worth)[:COLUMNS_PER_ROUND]
        return Priced(columns[:, best], float(worth.max()))

    def _best(self, prices: FloatArray) -> tuple[FloatArray, FloatArray]:
        gains = self.earned - prices[:, None]
        columns = linear_maximizers(self.lifts, gains)
        return columns, (gains * columns).sum(axis=0)


def linear_maximizers(lifts: Lifts, gains: FloatArray) -> FloatArray:
    r"""Return the admitted lift vectors at which linear functions are largest.

    Parameters
    ----------
    lifts : the admitted lift vectors.
    gains : array, shape (\|X\|, k), one linear function a column.

    Returns
    -------
    array, shape (\|X\|, k)
        One lift vector for each function.

    Examples
    --------
    >>> linear_maximizers(Box(np.array([0.25, 0.75]), 0.0, 1.2), np.array([[1.0], [0.0]])).round(4)
    array([[1.2   ],
           [0.9333]])
    """
    prior: FloatArray = lifts.prior
    order = np.argsort(-gains / prior[:, None], axis=0, kind="stable")
    if isinstance(lifts, Box):
        low, high = lifts.reach
        sizes = (prior * (high - low))[order]
        before = np.cumsum(sizes, axis=0) - sizes
        filled = np.clip(1 - prior @ low - before, 0, sizes)
        columns = np.empty_like(gains)
        np.put_along_axis(columns, order, low[order] + filled / prior[order], axis=0)
        return columns
    mass = np.cumsum(prior[order], axis=0)
    total, taken = gains.sum(axis=0), np.cumsum(np.take_along_axis(gains, order, axis=0), axis=0)
    below, above = lifts.steps(mass)
    best = (below * (total - taken) + above * taken).argmax(axis=0)
    upper = np.empty(gains.shape, bool)
    np.put_along_axis(upper, order, np.arange(len(prior))[:, None] <= best, axis=0)
    below, above = lifts.steps(prior @ upper)
    staircases: FloatArray = np.where(upper, above, below)
    staircases /= prior @ staircases
    return staircases
