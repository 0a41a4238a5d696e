r"""The linear program in units of its own size, so that a solver's absolute tolerances fit it.

Lifts may all be within 1e-9 of one, or reach 1e9. So the program

.. math:: \max \sum_v \theta_v\, \mu(v) \quad\text{subject to}\quad
    \sum_v \theta_v\, v = 1,\; \theta \ge 0

is written in the deviations :math:`d(x) = (v(x) - 1) / \sigma(x)`, where :math:`\sigma(x)` is how
far from one the lift of x can be, and in the utility beyond :math:`\mu(1)`, that of the constant
channel, over the largest such difference u among the first lift vectors:

.. math:: \max \sum_v \theta_v\, \frac{\mu(v) - \mu(1)}{u} \quad\text{subject to}\quad
    \sum_v \theta_v = 1,\; \sum_v \theta_v\, d_v = 0,\; \theta \ge 0.
"""

from __future__ import annotations

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.lifts import Lifts
from pmlsym.design.utility import Utility


class Scaling:
    """Turns lift vectors and utilities into entries of the scaled program, and its prices back.

    Parameters
    ----------
    lifts : the admitted lift vectors.
    utility : what they are worth.

    Examples
    --------
    >>> from pmlsym.design.lifts import Box
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> scaling = Scaling(Box(np.array([0.5, 0.5]), 0.0, 1.5), CHI_SQUARE)
    >>> scaling.deviations(np.array([[1.5, 1.0], [0.5, 1.0]]))
    array([[ 1.,  0.],
           [-1.,  0.]])
    """

    def __init__(self, lifts: Lifts, utility: Utility) -> None:
        self.prior: FloatArray = lifts.prior
        self.spread: FloatArray = np.where(lifts.spread > 0, lifts.spread, 1.0)
        self.constant = float(utility.at(np.ones((len(self.prior), 1)), self.prior)[0])
        self.unit = 1.0

    def deviations(self, columns: FloatArray) -> FloatArray:
        r"""Return lift vectors as deviations from one, shape (\|X\|, k)."""
        return (columns - 1) / self.spread[:, None]

    def worth(self, values: FloatArray, fix: bool = True) -> FloatArray:
        """Return utilities beyond that of the constant channel, in the unit of the program.

        Parameters
        ----------
        values : utilities of lift vectors.
        fix : whether to take the largest of these as the unit from now on.
        """
        beyond = values - self.constant
        if fix and beyond.max() > 0:
            self.unit = float(beyond.max())
        return beyond / self.unit

    def prices(self, total: float, mean: FloatArray) -> FloatArray:
        r"""Return the prices of the lifts that belong to dual values of the scaled program.

        Parameters
        ----------
        total : the dual value of the row in which the weights sum to one.
        mean : array, shape (\|X\|,), those of the rows in which the mean deviation is zero.
        """
        lifted = self.unit * mean / self.spread
        # what does not depend on the lift vector is shared out: prior @ v is one for each of them
        prices: FloatArray
        prices = lifted + (self.unit * total + self.constant - lifted.sum()) * self.prior
        return prices
