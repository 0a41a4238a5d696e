r"""Pricing between bounds where the prior is counts over their total: by dynamic programming.

With :math:`P(x) = k_x / N` the secrets at the upper bound have a whole number for a sum, of which
there are at most N. So the best choice for each sum is found one secret at a time, and that
without one of them, which is between, by dividing the secrets in halves again and again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from pmlsym.design.pricing.problem import Effort, Priced
from pmlsym.design.utility import Divergence
from pmlsym.guarantees import Box

_MOST = 20_000  # the largest total of counts
_NEAR = 1e-12  # how far, relatively, a float may be from the fraction that it stands for
_RETURNED = 24  # lift vectors that one round of pricing returns


def counts_of(prior: Any) -> Any:
    """Return whole numbers in the proportions of a prior, or None if they would be too large.

    Examples
    --------
    >>> counts_of(np.array([0.5, 0.3, 0.2]))
    array([5, 3, 2])
    """
    exact = [Fraction(float(p)).limit_denominator(_MOST) for p in prior]
    total = math.lcm(*(p.denominator for p in exact))
    near = all(abs(float(p) - q) <= _NEAR * q for p, q in zip(exact, prior, strict=True))
    if not near or total > _MOST or sum(exact) != 1:
        return None
    return np.array([int(p * total) for p in exact])


class Whole:
    """Pricing of the lifts of a box under an f-divergence, exactly, for a prior of counts.

    Parameters
    ----------
    box : the admitted lifts.
    utility : the f-divergence.
    counts : whole numbers in the proportions of the prior.
    """

    exhaustive = True

    def __init__(self, box: Box, utility: Divergence, counts: Any) -> None:
        self.counts, self.function = counts, utility.function
        # a bound that the mean alone keeps may be taken for none
        self.box = box = Box.between(box.masses, box.low, min(box.high, float(box.reach[1].max())))
        self.room = float(counts.sum()) * (1 - box.low) / (box.high - box.low)
        self.most = int(self.room * (1 + _NEAR))

    def first(self, until: float = math.inf) -> tuple[Any, Any]:
        """Start with the best at the prices of chords."""
        bounds = self.function(np.array([self.box.low, self.box.high]))
        prices = self.box.prior * (bounds[1] - bounds[0]) / (self.box.high - self.box.low)
        return self.price(prices).columns, prices

    def price(self, prices: Any, effort: Effort = Effort.EXACT) -> Priced:
        """Solve the pricing problem for each secret that may be between."""
        box, prior = self.box, self.box.prior
        low, high = self.function(np.array([box.low, box.high]))
        gains = prior * (high - low) - prices * (box.high - box.low)
        base = float((prior * low - prices * box.low).sum())
        start = np.full(self.most + 1, -np.inf)
        start[0] = 0.0
        best: dict[tuple[int, float], tuple[float, int, int, float]] = {}
        for own, table in self._without_one(start, np.arange(len(prior)), gains):
            count = int(self.counts[own])
            sums = np.arange(max(0, math.ceil(self.room - count - _NEAR)), self.most + 1)
            lifts = box.low + np.clip((self.room - sums) / count, 0, 1) * (box.high - box.low)
            worth = table[sums] + prior[own] * (self.function(lifts) - low)
            worth -= prices[own] * (lifts - box.low)
            pick = int(worth.argmax())
            if worth[pick] == -np.inf:  # no choice of the others leaves this one between
                continue
            found = float(worth[pick]), own, int(sums[pick]), float(lifts[pick])
            key = count, float(prices[own])
            best[key] = max(best.get(key, found), found)
        ranked = sorted(best.values(), reverse=True)[:_RETURNED]
        columns = [self._column(own, total, lift, gains) for _, own, total, lift in ranked]
        return Priced(np.array(columns).T, base + ranked[0][0])

    def _without_one(self, table: Any, items: Any, gains: Any) -> Iterator[tuple[int, Any]]:
        """Yield each item with the best gains, for every sum, of subsets without it."""
        if len(items) == 1:
            yield int(items[0]), table
            return
        half = len(items) // 2
        for kept, added in ((items[:half], items[half:]), (items[half:], items[:half])):
            grown = table
            for item in added:
                grown = np.maximum(grown, self._shifted(grown, item, gains))
            yield from self._without_one(grown, kept, gains)

    def _shifted(self, table: Any, item: int, gains: Any) -> Any:
        count = int(self.counts[item])
        moved = np.full_like(table, -np.inf)
        if count <= self.most:
            moved[count:] = table[: len(table) - count] + gains[item]
        return moved

    def _column(self, own: int, total: int, lift: float, gains: Any) -> Any:
        """Find the subset that has the best gain for its sum."""
        table = np.full(self.most + 1, -np.inf)
        table[0] = 0.0
        others = [item for item in range(len(gains)) if item != own]
        taken = []
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
