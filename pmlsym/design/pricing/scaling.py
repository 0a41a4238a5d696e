r"""The linear program in units of its own size, so that a solver's absolute tolerances fit it.

LiftSet may all be within 1e-9 of one, or reach 1e9. So the program

.. math:: \max \sum_v \theta_v\, \mu(v) \quad\text{subject to}\quad
    \sum_v \theta_v\, v = 1,\; \theta \ge 0

is written in the deviations :math:`d(x) = (v(x) - 1) / \sigma(x)`, where :math:`\sigma(x)` is how
far from one the lift of x can be, and in the utility beyond :math:`\mu(1)`, that of the constant
channel, over the largest such difference u among the first lift vectors:

.. math:: \max \sum_v \theta_v\, \frac{\mu(v) - \mu(1)}{u} \quad\text{subject to}\quad
    \sum_v \theta_v = 1,\; \sum_v \theta_v\, d_v = 0,\; \theta \ge 0.

A rare secret may be raised 1e9 times as far as others: in that unit its row would be all but empty.
So no :math:`\sigma(x)` is more than 1e4 times the smallest, and a lift vector that then goes
farther is counted in multiples, :math:`c_v \theta_v` in the place of its weight, with its column
divided by :math:`c_v`.
"""

from __future__ import annotations

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.utility import Utility
from pmlsym.guarantees import LiftSet

_APART = 1e4  # how many times the smallest of the units of deviations another one may be


class Scaling:
    """Turns lift vectors and utilities into entries of the scaled program, and its prices back.

    Parameters
    ----------
    lifts : the admitted lift vectors.
    utility : what they are worth.

    Examples
    --------
    >>> from pmlsym.guarantees import Box
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> scaling = Scaling(Box.between([0.5, 0.5], 0.0, 1.5), CHI_SQUARE)
    >>> scaling.deviations(np.array([[1.5, 1.0], [0.5, 1.0]]))
    array([[ 1.,  0.],
           [-1.,  0.]])
    """

    def __init__(self, lifts: LiftSet, utility: Utility) -> None:
        self.prior: FloatArray = lifts.prior
        spread = np.where(lifts.spread > 0, lifts.spread, 1.0)
        self.spread: FloatArray = np.minimum(spread, _APART * spread.min())
        self.constant = float(utility.at(np.ones((len(self.prior), 1)), self.prior)[0])
        self.unit = 1.0

    def deviations(self, columns: FloatArray) -> FloatArray:
        r"""Return lift vectors as deviations from one, shape (\|X\|, k)."""
        return (columns - 1) / self.spread[:, None]

    def multiples(self, rows: FloatArray) -> FloatArray:
        """Return in what multiples of its weight each lift vector is counted.

        Parameters
        ----------
        rows : array, the deviations of lift vectors, one a column.
        """
        far = np.abs(rows).max(axis=0, initial=1.0)
        return np.where(far > _APART, far, 1.0)

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
