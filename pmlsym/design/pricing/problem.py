r"""The pricing problem: the lift vector that is worth most beyond what its entries cost.

.. math:: \max_v \; \mu(v) - \sum_x \lambda(x)\, v(x)

over the admitted lift vectors. Prices :math:`\lambda` and an upper bound :math:`\delta` on that
maximum give the upper bound :math:`\sum_x \lambda(x) + \delta` on the utility of every mechanism,
as its lift vectors have mean one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from pmlsym.design.utility import Reward, Utility
from pmlsym.guarantees import LiftSet

MOST = 64  # lift vectors that one round of pricing returns


@dataclass(frozen=True)
class Effort:
    """How much to do for lift vectors and a bound; the bound always holds.

    Parameters
    ----------
    tries : how many sets of nearly indifferent secrets are searched for better vectors.
    splits : how often the problem is split to bring the bound down.
    tolerance : how far the bound may stay above the best vector found.
    until : when to stop, on the clock `time.perf_counter`.
    """

    tries: int
    splits: int
    tolerance: float = 0.0
    until: float = math.inf

    QUICK: ClassVar[Effort]
    THOROUGH: ClassVar[Effort]
    EXACT: ClassVar[Effort]


Effort.QUICK, Effort.THOROUGH, Effort.EXACT = Effort(1, 0), Effort(8, 0), Effort(8, 10**6)


@dataclass(frozen=True)
class Priced:
    r"""Lift vectors worth adding, and an upper bound on what any is worth.

    Parameters
    ----------
    columns : array, shape (\|X\|, k)
    bound : at least the maximum of the pricing problem.
    """

    columns: Any
    bound: float


class Pricing(Protocol):
    """What column generation asks of a set of lift vectors with a utility."""

    exhaustive: bool  # whether every price is exact, with whatever effort

    def first(self, until: float = math.inf) -> tuple[Any, Any]:
        """Return lift vectors to start with, and prices to start from."""

    def price(self, prices: Any, effort: Effort = Effort.EXACT) -> Priced:
        """Solve the pricing problem, or with less effort only bound it."""


class Enumerated:
    """Pricing by looking at every vertex: for small alphabets, and whatever the utility."""

    exhaustive = True

    def __init__(self, lifts: LiftSet, utility: Utility) -> None:
        self.columns = lifts.vertices()
        self.values = utility.at(self.columns, lifts.prior)

    def first(self, until: float = math.inf) -> tuple[Any, Any]:
        """Start with the vertices of largest utility, at prices of nothing."""
        best = np.argsort(-self.values)[:MOST]
        return self.columns[:, best], np.zeros(len(self.columns))

    def price(self, prices: Any, effort: Effort = Effort.EXACT) -> Priced:
        """Look at every vertex."""
        worth = self.values - prices @ self.columns
        best = np.argsort(-worth)[:MOST]
        return Priced(self.columns[:, best], float(worth[best[0]]))


class Decisions:
    """Pricing for a reward: for each decision a linear function, which sorting solves."""

    exhaustive = True

    def __init__(self, lifts: LiftSet, utility: Reward) -> None:
        self.lifts = lifts
        self.earned = lifts.prior[:, None] * utility.matrix

    def first(self, until: float = math.inf) -> tuple[Any, Any]:
        """Start with what is best for each decision at prices of nothing."""
        prices = np.zeros(len(self.earned))
        return self._best(prices)[0], prices

    def price(self, prices: Any, effort: Effort = Effort.EXACT) -> Priced:
        """Solve one linear problem for each decision."""
        columns, worth = self._best(prices)
        return Priced(columns[:, np.argsort(-worth)[:MOST]], float(worth.max()))

    def _best(self, prices: Any) -> tuple[Any, Any]:
        gains = self.earned - prices[:, None]
        columns = self.lifts.best(gains)
        return columns, (gains * columns).sum(axis=0)
