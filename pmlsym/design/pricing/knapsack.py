r"""Pricing between bounds: a knapsack with one fractional item.

With :math:`\mu(v) = \sum_x P(x) f(v(x))` each secret has a convex function of its own lift, and the
mean is the capacity. Putting the chord of f over the range of each lift makes it a fractional
knapsack, whose solution has one item between its bounds: an upper bound, exact but for that item.
The best subsets of the items that are nearly indifferent leave that item next to nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, cycle
from typing import Any

import numpy as np

from pmlsym.design.pricing.balanced_orders import from_a_point
from pmlsym.design.pricing.branch_and_bound import Relaxed, branch_and_bound
from pmlsym.design.pricing.problem import MOST, Effort, Priced
from pmlsym.design.pricing.subset_sums import SubsetSums
from pmlsym.design.pricing.symmetry import Symmetry, falling
from pmlsym.design.pricing.vertex_sweep import Items, sweep
from pmlsym.design.utility import Divergence
from pmlsym.guarantees import Box

_CORE = 20  # items whose subsets are all looked at, in two halves
_WIDE, _FEW = 64, 3  # items of which only small subsets are looked at, up to so many in a half
_HALF = 0.5
_SPLITS = 200  # after which vertices are gone through item by item
_PARTIAL = 5000  # partial choices for one split
_SELDOM = 50  # sets that are split for one in which subsets are looked at
_STARTS = 4  # lift vectors to start with, for each secret
_SEED = 1996
_SLACK = 1e-12  # of a capacity, for rounding


class Knapsack:
    """Pricing of the lifts of a box under an f-divergence, by branch and bound."""

    exhaustive = False

    def __init__(self, box: Box, utility: Divergence) -> None:
        self.prior, self.function = box.prior, utility.function
        self.reach = box.reach
        self.rng = np.random.default_rng(_SEED)

    def _terms(self, lifts: Any) -> Any:
        return self.prior * self.function(lifts)

    def first(self, until: float = math.inf) -> tuple[Any, Any]:
        """Start with secrets in random order, filled up from a random one on; prices of chords."""
        low, high = self.reach
        sizes = self.prior * (high - low)
        slope = (self._terms(high) - self._terms(low)) / sizes
        prices = self.prior * slope
        secrets = len(self.prior)
        found = []
        for _ in range(_STARTS * secrets):
            order = from_a_point(self.rng, sizes)
            relaxed = self._between(low, high, prices, order)
            assert relaxed is not None
            found.append(relaxed.columns[:, [int(relaxed.worth.argmax())]])
            if time.perf_counter() > until:
                break
        return np.hstack(found), prices

    def price(self, prices: Any, effort: Effort = Effort.EXACT) -> Priced:
        """Solve the pricing problem to a tolerance, or look at its relaxation alone."""
        tolerance, until = effort.tolerance, effort.until
        tries = chain([effort.tries], cycle([1] + [0] * _SELDOM))
        symmetry = Symmetry(self.prior, prices)

        def relax(low: Any, high: Any) -> Relaxed | None:
            found = self._between(low, high, prices, tries=next(tries))
            return found and replace(found, parts=falling(found.parts, symmetry))

        first = branch_and_bound(relax, self.reach, tolerance, until, min(effort.splits, _SPLITS))
        best = self._worth(first.columns[:, 0], prices)
        if effort.splits <= _SPLITS or first.bound <= best + tolerance:
            return first
        swept = self._swept(prices, best + tolerance, until, _PARTIAL * effort.splits)
        columns = np.hstack([first.columns, swept.columns])
        return Priced(columns, min(first.bound, max(best + tolerance, swept.bound)))

    def _worth(self, column: Any, prices: Any) -> float:
        return float((self._terms(column) - prices * column).sum())

    def _swept(self, prices: Any, floor: float, until: float, most: int) -> Priced:
        """Find the vertices that are worth more than a floor, item by item."""
        least, greatest = self.reach
        free = np.flatnonzero(greatest > least)
        low, high, prior = least[free], greatest[free], self.prior[free]
        sizes = prior * (high - low)
        start, end = prior * self.function(low), prior * self.function(high)
        gains = end - start - prices[free] * (high - low)
        capacity = 1 - float(self.prior @ least)
        order = np.argsort(-gains / sizes, kind="stable")
        sums = np.cumsum(sizes[order])
        last = min(int(np.searchsorted(sums, capacity)), len(order) - 1)
        split = int(order[last])  # where the fractional solution ends
        filled = np.zeros(len(order), bool)
        filled[order[:last]] = True
        missing = capacity - float(sizes[filled].sum())
        penalties = np.abs(gains - gains[split] / sizes[split] * sizes)
        penalties[split] = 0.0
        relaxed = self._worth(least, prices) + float(gains[filled].sum())
        relaxed += float(gains[split]) / float(sizes[split]) * missing

        def between(own: Any, amounts: Any) -> Any:
            left = amounts / sizes[own]
            chord = start[own] + left * (end[own] - start[own])
            linear = penalties[own] * np.where(filled[own], 1 - left, left)
            lifts = low[own] + left * (high[own] - low[own])
            return linear + chord - prior[own] * self.function(lifts)

        items = Items(sizes, penalties, filled, missing, between)
        found = sweep(items, relaxed - floor, until, most, MOST)
        columns = np.repeat(least[:, None], len(found.costs), axis=1)
        columns[free] = np.where(found.filled, high, low).T
        own, places = found.between, np.arange(len(found.between))
        columns[free[own], places] = low[own] + found.amounts / prior[own]
        cheapest = min(found.complete, float(found.costs.min(initial=np.inf)))
        return Priced(columns, relaxed - cheapest)

    def _between(
        self, low: Any, high: Any, prices: Any, order: Any = None, tries: int = 1
    ) -> Relaxed | None:
        """Relax the problem to the lifts between two vectors; fill in an order if one is given."""
        capacity = 1 - float(self.prior @ low)
        spare = float(self.prior @ high) - 1
        if capacity < -_SLACK or spare < -_SLACK:
            return None
        low, high = (  # what the mean leaves of the range
            np.maximum(low, high - max(spare, 0.0) / self.prior),
            np.minimum(high, low + max(capacity, 0.0) / self.prior),
        )
        sizes = self.prior * (high - low)
        capacity = 1 - float(self.prior @ low)
        start, end = self._terms(low), self._terms(high)
        gains = end - start - prices * (high - low)
        ratio = np.divide(gains, sizes, out=np.full_like(gains, -np.inf), where=sizes > 0)
        order = np.argsort(-ratio, kind="stable") if order is None else order
        before = np.cumsum(sizes[order]) - sizes[order]
        filled = np.empty_like(sizes)
        filled[order] = np.clip(capacity - before, 0, sizes[order])
        share = np.divide(filled, sizes, out=np.zeros_like(sizes), where=sizes > 0)
        worst = float((start - prices * low).sum())
        bound = worst + float(share @ gains)
        column = low + share * (high - low)
        loss = start + share * (end - start) - self._terms(column)
        split = int(loss.argmax())
        columns, worth = column[:, None], np.array([bound - float(loss.sum())])
        if loss[split] > 0 and tries:
            penalty = np.abs(gains - ratio[split] * sizes)
            for core, most in self._cores(order, split, penalty, share, tries):
                better, values = self._filled(core, most, low, high, share, gains, capacity)
                columns = np.hstack([columns, better])
                worth = np.concatenate([worth, values + worst])
        lower, upper = low.copy(), high.copy()
        lower[split] = upper[split] = column[split]
        inside = low[split] < column[split] < high[split]
        return Relaxed(bound, columns, worth, ((low, upper), (lower, high)) if inside else ())

    def _cores(
        self, order: Any, split: int, penalty: Any, share: Any, tries: int
    ) -> Iterator[tuple[Any, int]]:
        """Yield items that lose little at their other bound, with the one that is between.

        Few items, all of whose subsets are looked at, or many, if few of them are at one bound.
        """
        place = int(np.flatnonzero(order == split)[0])
        away = np.abs(np.arange(len(order)) - place)  # ties: what was filled last, or next
        near = order[np.lexsort((away, penalty[order].round(12)))]
        near = near[near != split]
        yield np.concatenate([[split], near[: _CORE - 1]]), _CORE
        for more in range(1, tries):
            pool = near[: _CORE + _CORE * more]
            wide = self.rng.permutation(pool)[: _WIDE - 1]
            filled = int((share[wide] > _HALF).sum())
            if more % 2 and min(filled, len(wide) - filled) <= 2 * _FEW:
                yield np.concatenate([[split], wide]), _FEW
            else:
                yield np.concatenate([[split], wide[: _CORE - 1]]), _CORE

    def _filled(
        self, core: Any, most: int, low: Any, high: Any, share: Any, gains: Any, capacity: float
    ) -> tuple[Any, Any]:
        """Look at the subsets of the core that leave one of its items next to a bound."""
        sizes = self.prior * (high - low)
        fixed = share.copy()
        # subsets are of the items at the rarer bound, all others of the core at the other one
        rest = float(most < len(core) and (share[core] > _HALF).mean() > _HALF)
        fixed[core] = rest
        sign = 1 - 2 * rest
        room, base = capacity - float(fixed @ sizes), float(fixed @ gains)
        sums = SubsetSums(sign * sizes[core], sign * gains[core], most)
        columns, worth = [np.empty((len(low), 0))], [np.empty(0)]
        for place, own in enumerate(core[:_CORE]):
            if sizes[own] <= 0:
                continue
            without = room + rest * sizes[own]
            pairs, totals, values = sums.near(place, without - sizes[own], without)
            if not len(totals):
                continue
            left = np.clip((without - totals) / sizes[own], 0, 1)
            lifts = low[own] + left * (high[own] - low[own])
            start, end = self.function(low[[own]]), self.function(high[[own]])
            chord = start + left * (end - start)
            loss = self.prior[own] * (chord - self.function(lifts))
            kept = base - rest * gains[own] + values + left * gains[own] - loss
            best = np.argsort(-kept)[:2]
            members = sums.members(pairs[:, best])
            found = np.repeat((low + fixed * (high - low))[:, None], len(best), axis=1)
            high_now = members != bool(rest)
            found[core] = np.where(high_now, high[core, None], low[core, None])
            found[own] = lifts[best]
            columns.append(found)
            worth.append(kept[best])
        return np.hstack(columns), np.concatenate(worth)
