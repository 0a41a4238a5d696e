r"""Pricing under local differential privacy: which secrets are on the upper step of a staircase.

Under an f-divergence a staircase is worth a function of the probability s of its upper step, minus
prices. For a given s the cheapest upper step is a knapsack; its fractional relaxation makes the
worth a concave function of s over an affine one, so it has one maximum.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from pmlsym.design.pricing.balanced_orders import from_a_point
from pmlsym.design.pricing.branch_and_bound import Relaxed, branch_and_bound
from pmlsym.design.pricing.problem import Effort, Priced
from pmlsym.design.pricing.symmetry import Symmetry, falling
from pmlsym.design.utility import Divergence
from pmlsym.errors import ParameterError
from pmlsym.guarantees import Cone

_STARTS = 4  # lift vectors to start with, for each secret
_SEED = 1996
_GRID = 4001  # points at which concavity is tried
_SWAPPED = 24  # items on either side of the step that are exchanged
_FINE, _ZOOMS = 65, 6  # points, and how often their distance is divided by 32
_BELOW = 1e-3  # of the least likely secret, how unlikely a step is taken to be
_LARGE = 1e300  # a ratio beyond which no mass is small
_ROUNDING = 1e-13


class Stairs:
    """Pricing of the staircases of a cone under an f-divergence, by branch and bound.

    Raises
    ------
    ParameterError
        If the divergence is one for which the relaxation need not be a bound.
    """

    exhaustive = False

    def __init__(self, cone: Cone, utility: Divergence) -> None:
        self.cone, self.prior, self.function = cone, cone.prior, utility.function
        self.rng = np.random.default_rng(_SEED)
        # steps change fast where the upper one is as unlikely as the inverse of the ratio
        ratio = min(cone.ratio, _LARGE)
        small = np.expm1(np.linspace(0, math.log(ratio), _GRID)[1:-1]) / (ratio - 1)
        masses = np.unique(np.concatenate([np.linspace(0, 1, _GRID), np.minimum(small, 1)]))
        masses = masses[masses >= self.prior.min() * _BELOW]
        low, _ = cone.steps(masses)
        numerator = self._worth(masses, 0.0, 0.0) / np.where(low > 0, low, 1.0)
        share = (masses[1:-1] - masses[:-2]) / (masses[2:] - masses[:-2])
        over = (1 - share) * numerator[:-2] + share * numerator[2:] - numerator[1:-1]
        if (over > 1e-12 * (1 + np.abs(numerator).max())).any():
            raise ParameterError(
                f"{utility.name} has no concave worth of staircases, so that under LDP more than "
                "18 secrets cannot be bounded: use at most 18, or another guarantee."
            )

    def _worth(self, masses: Any, costs: Any, total: float) -> Any:
        """Return what staircases are worth with these masses and prices on the upper step."""
        low, high = self.cone.steps(masses)
        above = self.function(np.where(masses > 0, high, 1.0))  # the lift of no secret may be huge
        gained = masses * above + (1 - masses) * self.function(low)
        return gained - high * costs - low * (total - costs)

    def first(self, until: float = math.inf) -> tuple[Any, Any]:
        """Start with steps of the best mass, filled from a random point; prices as the prior."""
        grid = np.linspace(0, 1, _GRID)
        worth = self._worth(grid, 0.0, 0.0)
        best = self._highest(grid, np.zeros_like(grid), 0.0, int(worth.argmax()))
        found = []
        for _ in range(_STARTS * len(self.prior)):
            order = from_a_point(self.rng, self.prior)
            masses = np.cumsum(self.prior[order])
            upper = np.zeros(len(order), bool)
            upper[order[: 1 + int(np.abs(masses[:-1] - best[0]).argmin())]] = True
            found.append(self._column(upper))
        return np.array(found).T, best[1] * self.prior

    def price(self, prices: Any, effort: Effort = Effort.EXACT) -> Priced:
        """Solve the pricing problem to a tolerance, or look at its relaxation alone."""
        secrets = len(self.prior)
        root = np.zeros(secrets), np.ones(secrets)
        symmetry = Symmetry(self.prior, prices)

        def relax(least: Any, most: Any) -> Relaxed:
            found = self._between(least, most, prices)
            return replace(found, parts=falling(found.parts, symmetry))

        return branch_and_bound(relax, root, effort.tolerance, effort.until, effort.splits)

    def _between(self, least: Any, most: Any, prices: Any) -> Relaxed:
        """Relax the problem to the upper steps between two sets, given as zeros and ones."""
        total = float(prices.sum())
        free = np.flatnonzero(most > least)
        order = free[np.argsort(prices[free] / self.prior[free], kind="stable")]
        inside = least > 0
        masses = np.cumsum(np.concatenate([[self.prior[inside].sum()], self.prior[order]]))
        masses = np.minimum(masses, 1.0)
        costs = np.cumsum(np.concatenate([[prices[inside].sum()], prices[order]]))
        worth = self._worth(masses, costs, total)
        place = int(worth.argmax())
        mass, bound = self._highest(masses, costs, total, place)
        chosen = inside.copy()
        chosen[order[:place]] = True
        columns, values = self._exchanged(chosen, order, place, prices, total)
        step = int(np.searchsorted(masses, mass, side="right")) - 1
        parts: tuple[tuple[Any, Any], ...] = ()
        if bound > float(values.max()) and step < len(order):
            split = order[step]
            without, having = most.copy(), least.copy()
            without[split], having[split] = 0.0, 1.0
            parts = ((least, without), (having, most))
        return Relaxed(max(bound, float(values.max())), columns, values, parts)

    def _highest(self, masses: Any, costs: Any, total: float, place: int) -> tuple[float, float]:
        """Return where between the neighbours of the best break the worth is largest, and it."""
        first, last = max(place - 1, 0), min(place + 1, len(masses) - 1)
        shares = np.linspace(first, last, _FINE)
        breaks = np.arange(first, last + 1)
        for _ in range(_ZOOMS):
            at = np.interp(shares, breaks, masses[first : last + 1])
            worth = self._worth(at, np.interp(shares, breaks, costs[first : last + 1]), total)
            best = int(worth.argmax())
            shares = np.linspace(shares[max(best - 1, 0)], shares[min(best + 1, _FINE - 1)], _FINE)
        return float(at[best]), float(worth[best]) + _ROUNDING * (1 + abs(float(worth[best])))

    def _exchanged(
        self, chosen: Any, order: Any, place: int, prices: Any, total: float
    ) -> tuple[Any, Any]:
        """Look at the set and at all that exchange, add or drop one item near the step."""
        near = slice(max(0, place - _SWAPPED), place)
        leave = np.concatenate([[-1], order[near]]).astype(int)
        enter = np.concatenate([[-1], order[place : place + _SWAPPED]]).astype(int)
        sizes, costs = np.append(self.prior, 0.0), np.append(prices, 0.0)  # -1 is no item
        mass = self.prior @ chosen - sizes[leave][:, None] + sizes[enter]
        cost = prices @ chosen - costs[leave][:, None] + costs[enter]
        worth = self._worth(np.clip(mass, 0, 1), cost, total)
        found, values = [], []
        for pick in np.argsort(-worth, axis=None)[:8]:
            out, into = np.unravel_index(int(pick), worth.shape)
            upper = np.append(chosen, False)
            upper[leave[out]], upper[enter[into]] = False, True
            found.append(self._column(upper[:-1]))
            values.append(float(worth[out, into]))
        return np.array(found).T, np.array(values)

    def _column(self, upper: Any) -> Any:
        low, high = self.cone.steps(float(self.prior @ upper))
        column = np.where(upper, high, low)
        return column / (self.prior @ column)
