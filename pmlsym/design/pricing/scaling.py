"""The program's rows and objective as deviations from silence, in units of their own size.

Lifts may all be within 1e-9 of one, or reach 1e9; a solver's tolerances are absolute.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pmlsym.design.utility import Utility
from pmlsym.guarantees import LiftSet


class Scaled:
    r"""Lift vectors as deviations from one, and their worth beyond that of silence.

    The mean lift is one where the mean deviation is zero and the weights sum to one.

    Parameters
    ----------
    lifts : the admitted lift vectors.
    utility : what they are worth.
    """

    def __init__(self, lifts: LiftSet, utility: Utility) -> None:
        self.prior = lifts.prior
        self.spread = np.where(lifts.spread > 0, lifts.spread, 1.0)
        self.silent = float(utility.at(np.ones((len(self.prior), 1)), self.prior)[0])
        self.unit = 1.0

    def deviations(self, columns: Any) -> Any:
        r"""Return lift vectors as deviations, shape (\|X\|, k)."""
        return (columns - 1) / self.spread[:, None]

    def worth(self, values: Any, fix: bool = True) -> Any:
        """Return utilities beyond that of silence, the largest of the first ones being 1."""
        beyond = values - self.silent
        if fix and beyond.max() > 0:
            self.unit = float(beyond.max())
        return beyond / self.unit

    def prices(self, total: float, mean: Any) -> Any:
        """Return prices of the lifts from those of the rows, as all lifts have a mean of one."""
        lifted = self.unit * mean / self.spread
        return lifted + (self.unit * total + self.silent - lifted.sum()) * self.prior
