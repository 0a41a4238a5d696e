r"""The program in the kernel for a reward, by a primal-dual interior-point method.

With a decision d as outcome, the kernel K and a number m(d) for each decision solve

.. math:: \max \sum_{x, d} P(x)\, R(x, d)\, K(x, d) \quad\text{subject to}\quad
    l(x)\, m(d) \le K(x, d) \le h(x)\, m(d), \quad \sum_d K(x, d) = 1,

where between two bounds on the lift :math:`m(d) = \sum_x P(x)\, K(x, d)`, and within a ratio r of
likelihoods m is free, l = 1 and h = r.

Every Newton step is a system in all entries of K. But K(x, d) is in no equation with another entry
than those of row x and of column d, and so only the equations of the rows are left after
elimination: one dense system of as many unknowns as there are secrets, made by two products of
matrices. The duals of the row x are kept in units of P(x), so that rare secrets count as others do.

The prices of the rows prove an upper bound by themselves, whatever the rounding (`RewardPricing`).

Source: Mehrotra (1992) for predictor and corrector, Gondzio (1996) for further correctors.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from pmlsym.arrays import FloatArray
from pmlsym.design.pricing.program import ABSENT, RewardPricing, Solution
from pmlsym.design.result import Mixture
from pmlsym.design.utility import Reward
from pmlsym.guarantees import Box, Cone

_MOST_ENTRIES, _MOST_SECRETS = 4_000_000, 2_500  # some gigabyte of tables
_STEPS, _STALLED = 400, 8
_CORRECTORS, _SPREAD = 2, 10.0  # of a step; how far products may be from their target
_INSIDE = 0.995  # fraction of the way to the boundary for a step
_CLOSED = 1e-10  # gap at which to stop, relative to the range of the rewards
_LATE = 1.3  # how many times the longest step so far has to fit before the deadline


def fits(lifts: Box | Cone, utility: Reward) -> bool:
    """Return whether tables of the size of the kernel fit, and every lift has room to move."""
    secrets = len(lifts.prior)
    small = utility.matrix.size <= _MOST_ENTRIES and secrets <= _MOST_SECRETS
    low, high = _ends(lifts)
    return small and bool((high > low).all() and np.isfinite(high).all())


def _ends(lifts: Box | Cone) -> tuple[FloatArray, FloatArray]:
    if isinstance(lifts, Box):
        return lifts.reach
    ones = np.ones(len(lifts.prior))
    return ones, lifts.ratio * ones


def interior_solution(lifts: Box | Cone, utility: Reward, deadline: float = math.inf) -> Solution:
    """Return the best mechanism for a reward, up to a gap that its bound shows.

    Parameters
    ----------
    lifts : the admitted lift vectors: between two bounds, or within one ratio.
    utility : the reward.
    deadline : when to stop, on the clock `time.perf_counter`.

    Examples
    --------
    >>> guess = Reward([[1, 0], [0, 1]])
    >>> found = interior_solution(Box.between([0.5, 0.5], 0.0, 1.5), guess)
    >>> round(found.bound, 9)
    0.75
    """
    prior = lifts.prior
    least, most = float(utility.matrix.min()), float(utility.matrix.max())
    unit = most - least if most > least else 1.0
    point = _Point(lifts, (utility.matrix - least) / unit)
    longest, last, since = 0.0, math.inf, 0
    for _ in range(_STEPS):
        start = time.perf_counter()
        gap = point.gap
        last, since = (gap, 0) if gap < 0.9 * last else (last, since + 1)
        late = start + _LATE * longest > deadline
        if gap <= _CLOSED or since > _STALLED or late:
            break
        with np.errstate(all="ignore"):  # a step that is not finite is not taken
            if not point.step():
                break
        longest = max(longest, time.perf_counter() - start)
    prices = prior * (least + unit * point.prices)
    kernel = point.kernel / point.kernel.sum(axis=1, keepdims=True)
    weights = prior @ kernel
    used = weights > ABSENT
    mixture = Mixture(
        np.where(used, kernel / np.where(used, weights, 1.0), 1.0), np.where(used, weights, 0.0)
    )
    bound = float(prices.sum()) + RewardPricing(lifts, utility).price(prices).bound
    return Solution(mixture, bound, prices)


@dataclass
class _Step:
    """A direction of all unknowns."""

    kernel: FloatArray
    middle: FloatArray
    prices: FloatArray
    ties: FloatArray
    below: FloatArray
    above: FloatArray
    below_price: FloatArray
    above_price: FloatArray


class _Point:
    r"""A point in the interior: the kernel, m, slacks and duals, and steps from it.

    Stationarity is :math:`R - \lambda(x) - \nu(d) + z - y = 0` and
    :math:`\nu(d) = \sum_x P(x)\,(l\, z - h\, y)`, with the duals :math:`\lambda` of the rows,
    :math:`\nu` of what ties m to the kernel, z and y of the lower and the upper bounds.
    """

    def __init__(self, lifts: Box | Cone, reward: FloatArray) -> None:
        self.prior, self.reward = lifts.prior[:, None], reward
        self.tied = isinstance(lifts, Box)
        low, high = _ends(lifts)
        self.low, self.high = low[:, None], high[:, None]
        secrets, decisions = reward.shape
        self.kernel = np.full((secrets, decisions), 1 / decisions)
        center = 1.0 if self.tied else math.sqrt(float(low[0] * high[0]))
        self.middle = np.full(decisions, 1 / (decisions * center))
        self.below = self.kernel - self.low * self.middle
        self.above = self.high * self.middle - self.kernel
        # the slacks times their duals are alike, and the duals of the size of the rewards
        self.below_price = float(self.below.mean()) / self.below
        self.above_price = float(self.above.mean()) / self.above
        self.prices = np.full(secrets, 0.5)
        self.ties = np.zeros(decisions)
        self.off = self._off()

    @property
    def gap(self) -> float:
        """The duality gap where all equations hold, plus what the dual ones are off by."""
        products = np.einsum("xd,xd->x", self.below, self.below_price)
        products += np.einsum("xd,xd->x", self.above, self.above_price)
        off = np.abs(self.off[0]).max(axis=1)
        return float(self.prior[:, 0] @ (products + off))

    def _off(self) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return what the equations are off by: of K, of m, of the rows and of the ties."""
        prior = self.prior
        free = self.reward - self.prices[:, None] - self.ties + self.below_price - self.above_price
        middle = self.ties - (prior * self.low)[:, 0] @ self.below_price
        middle = middle + (prior * self.high)[:, 0] @ self.above_price
        tied = self.middle - prior[:, 0] @ self.kernel
        return free, middle, 1 - self.kernel.sum(axis=1), tied if self.tied else 0 * tied

    def step(self) -> bool:
        """Take a step by predictor and correctors; return False where rounding leaves none."""
        newton = _Newton(self)
        products = self.below * self.below_price, self.above * self.above_price
        mean = float(products[0].mean() + products[1].mean()) / 2
        ahead = newton.solve(-products[0], -products[1])
        if ahead is None:
            return False
        left = self._products(ahead, *self._lengths(ahead))
        target = mean * (float(left[0].mean() + left[1].mean()) / 2 / mean) ** 3
        wanted = (
            target - products[0] - ahead.below * ahead.below_price,
            target - products[1] - ahead.above * ahead.above_price,
        )
        found = newton.solve(*wanted)
        if found is None:
            return False
        lengths = self._lengths(found)
        for _ in range(_CORRECTORS):
            # products that a longer step would leave far from the target are brought nearer
            longer = [min(1.0, 1.1 * length + 0.1) for length in lengths]
            far = self._products(found, *longer)
            wanted = tuple(
                rhs
                + np.maximum(
                    np.clip(at, target / _SPREAD, _SPREAD * target) - at, -_SPREAD * target
                )
                for rhs, at in zip(wanted, far, strict=True)
            )
            corrected = newton.solve(*wanted)
            if corrected is None:
                break
            better = self._lengths(corrected)
            if sum(better) < sum(lengths) + 0.02:
                break
            found, lengths = corrected, better
        length, price = (min(1.0, _INSIDE * length) for length in lengths)
        self.kernel = self.kernel + length * found.kernel
        self.middle = self.middle + length * found.middle
        self.below = self.below + length * found.below
        self.above = self.above + length * found.above
        self.prices = self.prices + price * found.prices
        self.ties = self.ties + price * found.ties
        self.below_price = self.below_price + price * found.below_price
        self.above_price = self.above_price + price * found.above_price
        self.off = self._off()
        return True

    def _products(self, step: _Step, length: float, price: float) -> tuple[FloatArray, FloatArray]:
        """Return the slacks times their duals after a step."""
        return (
            (self.below + length * step.below) * (self.below_price + price * step.below_price),
            (self.above + length * step.above) * (self.above_price + price * step.above_price),
        )

    def _lengths(self, step: _Step) -> tuple[float, float]:
        """Return how far to go in the slacks and in the duals."""

        def longest(*pairs: tuple[FloatArray, FloatArray]) -> float:
            worst = -min(float((change / here).min()) for here, change in pairs)
            return 1 / max(worst, 1.0)

        return (
            longest((self.below, step.below), (self.above, step.above)),
            longest((self.below_price, step.below_price), (self.above_price, step.above_price)),
        )


class _Newton:
    """The linear system at a point, reduced to the rows; several right sides share it."""

    def __init__(self, point: _Point) -> None:
        self.point = point
        prior, low, high = point.prior, point.low, point.high
        self.pull, self.push = point.below_price / point.below, point.above_price / point.above
        self.soft = 1 / (self.pull + self.push)
        self.slope = self.pull * low + self.push * high
        self.share = prior * self.soft
        self.mixed = self.share * self.slope
        bent = (prior[:, 0] * (high - low)[:, 0] ** 2) @ (self.soft * self.pull * self.push)
        if point.tied:
            loose, rest = self.share.sum(axis=0), 1 - self.mixed.sum(axis=0)
            size = bent * loose + rest**2
            self.inverse = loose / size, rest / size, bent / size
        else:
            self.inverse = 1 / bent, np.zeros_like(bent), np.zeros_like(bent)
        one, cross, other = self.inverse
        self.matrix = (one * self.mixed + cross * self.share) @ self.mixed.T
        self.matrix += (cross * self.mixed - other * self.share) @ self.share.T
        rows = np.arange(len(self.matrix))
        self.matrix[rows, rows] += self.share.sum(axis=1)
        self.factors = _factored(self.matrix)

    def solve(self, below: FloatArray, above: FloatArray) -> _Step | None:
        """Return the step for which the products of slacks and duals change by so much."""
        point, (free, middle, row, tie) = self.point, self.point.off
        prior, low, high = point.prior[:, 0], point.low, point.high
        if self.factors is None:
            return None
        below, above = below / point.below, above / point.above
        side = free + below - above
        first = -middle + (prior * low[:, 0]) @ below - (prior * high[:, 0]) @ above
        first = first - np.einsum("xd,xd->d", self.mixed, side)
        second = tie - np.einsum("xd,xd->d", self.share, side)
        third = prior * row - np.einsum("xd,xd->x", self.share, side)
        moved, tied = self._columns(-first, second)
        prices = cho_solve(self.factors, self.mixed @ moved - self.share @ tied - third)
        moved, tied = self._columns(-first - prices @ self.mixed, second + prices @ self.share)
        changed = self.soft * (self.slope * moved + side - prices[:, None] - tied)
        under, over = changed - low * moved, high * moved - changed
        if not np.isfinite(changed).all():
            return None
        below_price, above_price = below - self.pull * under, above - self.push * over
        return _Step(changed, moved, prices, tied, under, over, below_price, above_price)

    def _columns(self, first: FloatArray, second: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Solve for the changes of m and of the ties, column by column."""
        one, cross, other = self.inverse
        return one * first - cross * second, -cross * first - other * second


def _factored(matrix: FloatArray) -> tuple[FloatArray, bool] | None:
    """Return the Cholesky factor of a matrix, or None if rounding has made it singular."""
    try:
        found: tuple[FloatArray, bool] = cho_factor(matrix, overwrite_a=True)
    except (np.linalg.LinAlgError, ValueError):
        return None
    return found
