r"""The pricing problem: the lift vector that is worth most beyond what its entries cost.

.. math:: \max_v \; \mu(v) - \sum_x \lambda(x)\, v(x)

over the admitted lift vectors. Prices :math:`\lambda` and an upper bound :math:`\delta` on that
maximum give the upper bound :math:`\sum_x \lambda(x) + \delta` on the utility of every mechanism,
as its lift vectors have mean one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Protocol

from pmlsym.arrays import FloatArray

COLUMNS_PER_ROUND = 64  # lift vectors that one round of pricing returns at most


@dataclass(frozen=True)
class PricingEffort:
    """How much work one round of pricing may do; whatever it is, the bound returned holds.

    Parameters
    ----------
    cores : how many sets of secrets `knapsack` searches for better vectors before it branches.
    splits : how many nodes of the branch-and-bound tree may be split.
    tolerance : stop when the bound is at most this far above the best vector found.
    deadline : when to stop, on the clock `time.perf_counter`.
    """

    cores: int
    splits: int
    tolerance: float = 0.0
    deadline: float = math.inf

    QUICK: ClassVar[PricingEffort]
    THOROUGH: ClassVar[PricingEffort]
    EXACT: ClassVar[PricingEffort]


PricingEffort.QUICK, PricingEffort.THOROUGH, PricingEffort.EXACT = (
    PricingEffort(1, 0),
    PricingEffort(8, 0),
    PricingEffort(8, 10**6),
)


@dataclass(frozen=True)
class Priced:
    r"""Lift vectors worth adding, and an upper bound on what any is worth.

    Parameters
    ----------
    columns : array, shape (\|X\|, k)
    bound : at least the maximum of the pricing problem.
    """

    columns: FloatArray
    bound: float


class Pricing(Protocol):
    """What column generation asks of a set of lift vectors with a utility."""

    always_optimal: bool  # whether `price` finds the maximum with any effort, not only a bound

    def initial(self, deadline: float = math.inf) -> tuple[FloatArray, FloatArray]:
        """Return the lift vectors of the first linear program, and prices for a first bound."""

    def price(self, prices: FloatArray, effort: PricingEffort = PricingEffort.EXACT) -> Priced:
        """Solve the pricing problem, or with less effort only bound it."""
