r"""Pricing under local differential privacy and an f-divergence: the best staircase.

A vertex of the cone :math:`v(x) \le r\, v(x')` with mean one is a staircase: it is high on a set S
of secrets, the upper step, and low on the others, with

.. math:: \text{high} = \frac{r}{r s + 1 - s}, \qquad \text{low} = \frac{1}{r s + 1 - s}, \qquad
    s = P(S).

With the cost :math:`c = \sum_{x \in S} \lambda(x)` of the upper step and
:math:`\Lambda = \sum_x \lambda(x)` it is worth

.. math:: W(s, c) = s\, f(\text{high}) + (1 - s)\, f(\text{low}) - \text{high} \cdot c
    - \text{low} \cdot (\Lambda - c).

*Relaxation.* For a given mass s the cheapest upper step is a knapsack. Its fractional relaxation,
which fills secrets in the order of :math:`\lambda(x) / P(x)`, has a cost c(s) that is convex and
piecewise linear. Then W(s, c(s)) is the low value times

.. math:: (r s + 1 - s)\, \bigl(s\, f(\text{high}) + (1 - s)\, f(\text{low})\bigr) - (r - 1)\, c(s)
    - \Lambda.

Where the first term is concave in s, this is concave, and its quotient by the affine
:math:`r s + 1 - s` has a single local maximum: it lies next to the best of the masses at which the
upper step consists of whole secrets. That maximum is the bound. The first term is checked to be
concave when the pricing is made.

*Branching.* The secret that the maximum fills by a fraction is on the upper step, or it is not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pmlsym.arrays import BoolArray, FloatArray, IntArray
from pmlsym.design.pricing.problem import (
    Priced,
    PricingEffort,
    Range,
    Relaxation,
    Symmetry,
    branch_and_bound,
    break_symmetry,
    circular_order,
)
from pmlsym.design.utility import Divergence
from pmlsym.errors import ParameterError
from pmlsym.guarantees import Cone

_STARTS = 4  # initial lift vectors for each secret
_SEED = 1996
_GRID = 4001  # masses of the upper step at which concavity is checked
# the lightest of these masses, over the probability of the least likely secret: lighter ones occur
# only as fractions of that secret
_LIGHTEST = 1e-3
_NOT_CONCAVE = 1e-12  # by how much a chord may lie above through rounding, relatively
_LARGEST_RATIO = 1e300  # in place of a larger one, so that masses of about its inverse are floats
_ZOOM_POINTS, _ZOOMS = 65, 6  # a maximum is looked for on so many points, each time 32 times finer
_ROUNDING = 1e-13  # by which this maximum is raised, relatively, to be a bound
_EXCHANGED = 24  # secrets on either side of the end of the upper step that are exchanged
_EXCHANGES_KEPT = 8  # lift vectors with such an exchange that are returned


class StaircasePricing:
    """Pricing of the staircases of a cone under an f-divergence, by branch and bound.

    Parameters
    ----------
    cone : the admitted lift vectors.
    utility : the f-divergence.

    Raises
    ------
    ParameterError
        If the divergence is one for which the relaxation need not be a bound.

    Examples
    --------
    >>> from pmlsym.design.utility import MUTUAL_INFORMATION
    >>> cone = Cone.of_ratio([0.2, 0.3, 0.5], 2.0)
    >>> pricing = StaircasePricing(cone, MUTUAL_INFORMATION)
    >>> priced = pricing.price(np.zeros(3))
    >>> round(priced.bound, 6), priced.columns[:, 0].round(3)
    (0.05755, array([0.769, 1.538, 0.769]))
    """

    always_optimal = False

    def __init__(self, cone: Cone, utility: Divergence) -> None:
        self.cone, self.function = cone, utility.function
        self.prior: FloatArray = cone.prior
        self.rng = np.random.default_rng(_SEED)
        masses = self._masses_to_check()
        low, _ = cone.steps(masses)
        # divided by the low value, W(s, 0) is the term that has to be concave
        term = self._worth(masses, 0.0, 0.0) / np.where(low > 0, low, 1.0)
        share = (masses[1:-1] - masses[:-2]) / (masses[2:] - masses[:-2])
        above = (1 - share) * term[:-2] + share * term[2:] - term[1:-1]
        if (above > _NOT_CONCAVE * (1 + np.abs(term).max())).any():
            raise ParameterError(
                f"{utility.name} has no concave worth of staircases, so that under LDP more than "
                "18 secrets cannot be bounded: use at most 18, or another guarantee."
            )

    def _masses_to_check(self) -> FloatArray:
        """Return masses in equal steps, and others next to 1 / ratio, where steps change fast."""
        ratio = min(self.cone.ratio, _LARGEST_RATIO)
        small = np.expm1(np.linspace(0, math.log(ratio), _GRID)[1:-1]) / (ratio - 1)
        masses = np.unique(np.concatenate([np.linspace(0, 1, _GRID), np.minimum(small, 1)]))
        kept: FloatArray = masses[masses >= self.prior.min() * _LIGHTEST]
        return kept

    def _worth(self, masses: FloatArray, costs: FloatArray | float, total: float) -> FloatArray:
        """Return what staircases are worth.

        Parameters
        ----------
        masses : of the upper steps.
        costs : the sums of the prices on the upper steps.
        total : the sum of all prices.
        """
        low, high = self.cone.steps(masses)
        above = self.function(np.where(masses > 0, high, 1.0))  # the lift of no secret may be huge
        gained: FloatArray = masses * above + (1 - masses) * self.function(low)
        worth: FloatArray = gained - high * costs - low * (total - costs)
        return worth

    def initial(self, deadline: float = math.inf) -> tuple[FloatArray, FloatArray]:
        """Start with upper steps about as likely as the best, in random circular orders.

        The prices are multiples of the prior, at which all secrets are alike.
        """
        grid = np.linspace(0, 1, _GRID)
        worth = self._worth(grid, 0.0, 0.0)
        mass, best = self._maximum(grid, np.zeros_like(grid), 0.0, int(worth.argmax()))
        found = []
        for _ in range(_STARTS * len(self.prior)):
            order = circular_order(self.rng, self.prior)
            masses = np.cumsum(self.prior[order])
            upper = np.zeros(len(order), bool)
            upper[order[: 1 + int(np.abs(masses[:-1] - mass).argmin())]] = True
            found.append(self._column(upper))
        return np.array(found).T, best * self.prior

    def price(self, prices: FloatArray, effort: PricingEffort = PricingEffort.EXACT) -> Priced:
        """Solve the pricing problem to a tolerance, or look at its relaxation alone."""
        secrets = len(self.prior)
        root = np.zeros(secrets), np.ones(secrets)
        symmetry = Symmetry(self.prior, prices)

        def relax(least: FloatArray, most: FloatArray) -> Relaxation:
            found = self._relaxed(least, most, prices)
            return replace(found, parts=break_symmetry(found.parts, symmetry))

        return branch_and_bound(relax, root, effort.tolerance, effort.deadline, effort.splits)

    def _relaxed(self, least: FloatArray, most: FloatArray, prices: FloatArray) -> Relaxation:
        """Solve the fractional relaxation over the upper steps between two sets.

        Parameters
        ----------
        least, most : the sets, with ones for the secrets that they hold and zeros for the others.
        prices : of the lifts.
        """
        total = float(prices.sum())
        free = np.flatnonzero(most > least)
        order = free[np.argsort(prices[free] / self.prior[free], kind="stable")]
        inside = least > 0
        masses = np.cumsum(np.concatenate([[self.prior[inside].sum()], self.prior[order]]))
        masses = np.minimum(masses, 1.0)
        costs = np.cumsum(np.concatenate([[prices[inside].sum()], prices[order]]))
        worth = self._worth(masses, costs, total)
        place = int(worth.argmax())
        mass, bound = self._maximum(masses, costs, total, place)
        chosen = inside.copy()
        chosen[order[:place]] = True
        columns, values = self._exchanged(chosen, order, place, prices, total)
        step = int(np.searchsorted(masses, mass, side="right")) - 1
        parts: Sequence[Range] = ()
        if bound > float(values.max()) and step < len(order):
            split = order[step]
            without, having = most.copy(), least.copy()
            without[split], having[split] = 0.0, 1.0
            parts = ((least, without), (having, most))
        return Relaxation(max(bound, float(values.max())), columns, values, parts)

    def _maximum(
        self, masses: FloatArray, costs: FloatArray, total: float, place: int
    ) -> tuple[float, float]:
        """Return the mass at which the relaxation is worth most, and a bound on that worth.

        Parameters
        ----------
        masses, costs : of the upper steps of whole secrets; fractions lie between them.
        total : the sum of all prices.
        place : which of these is worth most.
        """
        first, last = max(place - 1, 0), min(place + 1, len(masses) - 1)
        points = np.linspace(first, last, _ZOOM_POINTS)
        breaks = np.arange(first, last + 1)
        for _ in range(_ZOOMS):
            at = np.interp(points, breaks, masses[first : last + 1])
            worth = self._worth(at, np.interp(points, breaks, costs[first : last + 1]), total)
            best = int(worth.argmax())
            left, right = points[max(best - 1, 0)], points[min(best + 1, _ZOOM_POINTS - 1)]
            points = np.linspace(left, right, _ZOOM_POINTS)
        # less the best worth times the low value the relaxation is concave: between two points it
        # lies below the chords through the next ones on either side
        near = float(worth[max(best - 2, 0) : best + 3].min())
        peak = float(worth[best])
        return float(at[best]), peak + 2 * (peak - near) + _ROUNDING * (1 + abs(peak))

    def _exchanged(
        self, chosen: BoolArray, order: IntArray, place: int, prices: FloatArray, total: float
    ) -> tuple[FloatArray, FloatArray]:
        """Return staircases that have one secret exchanged, added or dropped near the step's end.

        Parameters
        ----------
        chosen : whether each secret is on the upper step.
        order : in which secrets were put there.
        place : how many of these were.
        prices, total : of the lifts, and their sum.

        Returns
        -------
        tuple of arrays
            The best of them, shape (|X|, k), and what they are worth, shape (k,).
        """
        near = slice(max(0, place - _EXCHANGED), place)
        leave = np.concatenate([[-1], order[near]]).astype(int)
        enter = np.concatenate([[-1], order[place : place + _EXCHANGED]]).astype(int)
        sizes, costs = np.append(self.prior, 0.0), np.append(prices, 0.0)  # -1 stands for no secret
        mass = self.prior @ chosen - sizes[leave][:, None] + sizes[enter]
        cost = prices @ chosen - costs[leave][:, None] + costs[enter]
        worth = self._worth(np.clip(mass, 0, 1), cost, total)
        found, values = [], []
        for pick in np.argsort(-worth, axis=None)[:_EXCHANGES_KEPT]:
            out, into = np.unravel_index(int(pick), worth.shape)
            upper = np.append(chosen, False)
            upper[leave[out]], upper[enter[into]] = False, True
            found.append(self._column(upper[:-1]))
            values.append(float(worth[out, into]))
        return np.array(found).T, np.array(values)

    def _column(self, upper: BoolArray) -> FloatArray:
        """Return the staircase with this upper step, as a lift vector."""
        low, high = self.cone.steps(float(self.prior @ upper))
        column: FloatArray = np.where(upper, high, low)
        column /= self.prior @ column
        return column
