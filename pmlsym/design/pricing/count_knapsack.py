r"""Pricing between bounds where the prior is counts over their total: an integer knapsack.

With :math:`P(x) = k_x / N` for whole :math:`k_x`, and lifts between l and h, the mean is one at the
vertex with the secrets of S at h, one secret z at :math:`l + t\,(h - l)` and all others at l if

.. math:: \sum_{x \in S} k_x + t\, k_z = C, \qquad C = N\, \frac{1 - l}{h - l}, \quad 0 \le t \le 1.

The left sum is a whole number s of at most C, and t follows from z and s. So the best vertex is
found from the table

.. math:: T_z(s) = \max \Bigl\{ \sum_{x \in S} g(x) : S \not\ni z, \sum_{x \in S} k_x = s \Bigr\}

where g(x) is what raising x from l to h gains beyond its price: the dynamic program of the 0-1
knapsack with item z left out. The tables of all z come from divide and conquer: add the items of
one half to the table, go on with the other half in which z is, and halve again, which takes
:math:`|X| \log |X|` additions of an item instead of :math:`|X|^2`. The maximum over z and s is
exact, so it is itself the bound.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from pmlsym.arrays import BoolArray, FloatArray, IntArray
from pmlsym.design.pricing.problem import Priced, PricingEffort
from pmlsym.design.utility import Divergence
from pmlsym.guarantees import Box

_LARGEST_TOTAL = 20_000  # of the counts: a table has as many entries
_ROUNDING = 1e-12  # how far, relatively, a float may be from the number that it stands for
_COLUMNS_PER_ROUND = 24  # fewer than elsewhere: each takes a dynamic program to be written out


def counts_of(prior: FloatArray) -> IntArray | None:
    r"""Return whole numbers in the proportions of a prior, or None if they would be too large.

    Parameters
    ----------
    prior : array, shape (\|X\|,)

    Returns
    -------
    array, shape (\|X\|,), or None
        None also if the floats of the prior are no such fractions up to rounding.

    Examples
    --------
    >>> counts_of(np.array([0.5, 0.3, 0.2]))
    array([5, 3, 2])
    """
    exact = [Fraction(float(p)).limit_denominator(_LARGEST_TOTAL) for p in prior]
    total = math.lcm(*(p.denominator for p in exact))
    near = all(abs(float(p) - q) <= _ROUNDING * q for p, q in zip(exact, prior, strict=True))
    if not near or total > _LARGEST_TOTAL or sum(exact) != 1:
        return None
    return np.array([int(p * total) for p in exact])


class CountKnapsack:
    """Pricing of the lifts of a box under an f-divergence, exactly, for a prior of counts.

    Parameters
    ----------
    box : the admitted lift vectors.
    utility : the f-divergence.
    counts : whole numbers in the proportions of the prior.

    Examples
    --------
    >>> from pmlsym.design.utility import MUTUAL_INFORMATION
    >>> box = Box.between([0.2, 0.3, 0.5], 0.0, 1.5)
    >>> pricing = CountKnapsack(box, MUTUAL_INFORMATION, np.array([2, 3, 5]))
    >>> priced = pricing.price(np.zeros(3))
    >>> round(priced.bound, 6), priced.columns[:, 0].round(3)
    (0.359885, array([1.25, 0.  , 1.5 ]))
    """

    always_optimal = True

    def __init__(self, box: Box, utility: Divergence, counts: IntArray) -> None:
        self.counts, self.function = counts, utility.function
        # an upper bound no lift reaches, given the mean, is lowered to the largest that one does
        self.box = box = Box.between(box.masses, box.low, min(box.high, float(box.reach[1].max())))
        self.capacity = float(counts.sum()) * (1 - box.low) / (box.high - box.low)
        self.largest_sum = int(self.capacity * (1 + _ROUNDING))

    def initial(self, deadline: float = math.inf) -> tuple[FloatArray, FloatArray]:
        """Start with the best lift vectors at the prices that are the slope of f's chord."""
        bounds = self.function(np.array([self.box.low, self.box.high]))
        prices: FloatArray
        prices = self.box.prior * (bounds[1] - bounds[0]) / (self.box.high - self.box.low)
        return self.price(prices).columns, prices

    def price(self, prices: FloatArray, effort: PricingEffort = PricingEffort.EXACT) -> Priced:
        """Find the best vertex for each secret that may be the fractional one."""
        box = self.box
        prior: FloatArray = box.prior
        low, high = self.function(np.array([box.low, box.high]))
        gains = prior * (high - low) - prices * (box.high - box.low)
        base = float((prior * low - prices * box.low).sum())
        # secrets with the same count and price have the same best vertex, so one of them is kept
        best: dict[tuple[int, float], tuple[float, int, int, float]] = {}
        above = -math.inf
        for own, table in self._without_one(self._empty_table(), np.arange(len(prior)), gains):
            if time.perf_counter() > effort.deadline:
                above = self._relaxed(gains)
                break
            count = int(self.counts[own])
            least = max(0, math.ceil(self.capacity - count - _ROUNDING))
            sums = np.arange(least, self.largest_sum + 1)
            lifts = box.low + np.clip((self.capacity - sums) / count, 0, 1) * (box.high - box.low)
            worth = table[sums] + prior[own] * (self.function(lifts) - low)
            worth -= prices[own] * (lifts - box.low)
            pick = int(worth.argmax())
            if worth[pick] == -np.inf:  # no set of the others leaves what this one can take
                continue
            found = float(worth[pick]), own, int(sums[pick]), float(lifts[pick])
            key = count, float(prices[own])
            best[key] = max(best.get(key, found), found)
        ranked = sorted(best.values(), reverse=True)[:_COLUMNS_PER_ROUND]
        columns = [self._column(own, total, lift, gains) for _, own, total, lift in ranked]
        if columns:
            above = max(above, ranked[0][0])
        return Priced(np.array(columns).reshape(-1, len(prior)).T, base + above)

    def _relaxed(self, gains: FloatArray) -> float:
        """Return what filling by fractions in the order of gain per count gains: no vertex more."""
        order = np.argsort(-gains / self.counts, kind="stable")
        counts = self.counts[order]
        filled = np.clip(self.capacity - (np.cumsum(counts) - counts), 0, counts)
        return float((filled / counts) @ gains[order])

    def _empty_table(self) -> FloatArray:
        """Return the largest gain for every sum where there are no items: only the sum 0."""
        table = np.full(self.largest_sum + 1, -np.inf)
        table[0] = 0.0
        return table

    def _without_one(
        self, table: FloatArray, items: IntArray, gains: FloatArray
    ) -> Iterator[tuple[int, FloatArray]]:
        """Yield each item with the largest gain, for every sum, of the subsets without it.

        Parameters
        ----------
        table : the largest gain for every sum, of the subsets of all items but these.
        items : those of which one is to be left out.
        gains : what each item gains.
        """
        if len(items) == 1:
            yield int(items[0]), table
            return
        half = len(items) // 2
        for kept, added in ((items[:half], items[half:]), (items[half:], items[:half])):
            grown = table
            for item in added:
                grown = np.maximum(grown, self._shifted(grown, item, gains))
            yield from self._without_one(grown, kept, gains)

    def _shifted(self, table: FloatArray, item: int, gains: FloatArray) -> FloatArray:
        """Return the largest gain for every sum where the item is in the subset."""
        count = int(self.counts[item])
        moved = np.full_like(table, -np.inf)
        if count <= self.largest_sum:
            moved[count:] = table[: len(table) - count] + gains[item]
        return moved

    def _column(self, own: int, total: int, lift: float, gains: FloatArray) -> FloatArray:
        """Write out the best vertex with this fractional secret, its lift and the others' sum.

        The dynamic program is run again without the secret, and followed back from the sum.
        """
        table = self._empty_table()
        others = [item for item in range(len(gains)) if item != own]
        taken: list[BoolArray] = []
        for item in others:
            moved = self._shifted(table, item, gains)
            taken.append(moved > table)
            table = np.maximum(table, moved)
        column = np.full(len(gains), self.box.low)
        column[own] = lift
        for item, took in zip(reversed(others), reversed(taken), strict=True):
            if took[total]:
                column[item] = self.box.high
                total -= int(self.counts[item])
        return column
