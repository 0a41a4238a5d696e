r"""All vertices of a box that are worth more than a given one, found item by item.

Prices make the fractional knapsack choose a bound for every item but one. Every other vertex costs
something compared with it: a penalty for each item at its other bound, and for the item between
its bounds a share of that penalty and what the chord is above the function. So items are gone
through one after the other, keeping the choices whose cost, with the least cost of restoring the
mean by fractions of the items left, stays below a limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

_BLOCK = 200_000  # choices that are extended at a time
_ROUNDING = 1e-13


@dataclass(frozen=True)
class Items:
    """A knapsack whose fractional solution is known.

    Parameters
    ----------
    sizes : what each item adds to the sum, all positive.
    penalties : what each costs at the bound where the solution does not have it.
    filled : whether the solution has each item.
    missing : what the sum of the filled items lacks.
    between : gives the cost of the items with these numbers when filled to these sizes.
    """

    sizes: Any
    penalties: Any
    filled: Any
    missing: float
    between: Callable[[Any, Any], Any]


@dataclass(frozen=True)
class Found:
    """The cheapest choices, and a cost below which none was missed but for dearer ones than these.

    Parameters
    ----------
    filled : array of bool, shape (k, items), which items are filled.
    between, amounts : shape (k,), the item that is between and how far it is filled.
    costs : shape (k,)
    complete : every choice that costs less than this and than the dearest of these is there.
    """

    filled: Any
    between: Any
    amounts: Any
    costs: Any
    complete: float


def sweep(items: Items, limit: float, until: float, most: int, kept: int) -> Found:
    """Find the cheapest choices that cost less than a limit.

    Parameters
    ----------
    items : the knapsack.
    limit : the cost from which on choices are dropped.
    until : when to stop, on the clock `time.perf_counter`.
    most : how many partial choices are looked at.
    kept : how many choices are returned.
    """
    order = np.lexsort((-items.sizes, -items.penalties.round(12)))
    search = _Search(items, order, limit)
    start = _Partial(
        flipped=np.zeros((1, 1 + len(order) // 64), np.uint64),
        missing=np.array([items.missing]),
        costs=np.zeros(1),
        between=np.full(1, -1),
        bounds=np.zeros(1),
    )
    stack: list[tuple[int, _Partial]] = [(0, start)]
    seen, complete = 0, limit
    found: list[_Partial] = []
    while stack:
        depth, partial = stack.pop()
        seen += len(partial.costs)
        if seen > most or time.perf_counter() > until:
            complete = min(complete, *(float(p.bounds.min()) for _, p in [*stack, (0, partial)]))
            break
        if depth == len(order):
            found.append(partial)
            search.limit = search.tightened(found, kept)
            continue
        grown = search.grown(depth, partial)
        for begin in range(0, len(grown.costs), _BLOCK):
            stack.append((depth + 1, grown.part(slice(begin, begin + _BLOCK))))
    return search.result(found, kept, complete)


@dataclass(frozen=True)
class _Partial:
    """Choices for the first items: those not as in the solution, as bits of whole numbers."""

    flipped: Any
    missing: Any
    costs: Any
    between: Any
    bounds: Any

    def part(self, some: Any) -> _Partial:
        return _Partial(
            self.flipped[some],
            self.missing[some],
            self.costs[some],
            self.between[some],
            self.bounds[some],
        )


class _Search:
    """Extends partial choices and bounds what they cost in the end."""

    def __init__(self, items: Items, order: Any, limit: float) -> None:
        self.items, self.order, self.limit = items, order, limit
        self.rate = items.penalties / items.sizes
        self.by_rate = order[np.argsort(self.rate[order], kind="stable")]
        self.place = np.empty(len(order), int)
        self.place[order] = np.arange(len(order))

    def grown(self, depth: int, partial: _Partial) -> _Partial:
        """Leave the next item as it is, flip it, or let it be the one between."""
        items, own = self.items, int(self.order[depth])
        size, penalty = items.sizes[own], items.penalties[own]
        change = size if items.filled[own] else -size
        bit = np.zeros(partial.flipped.shape[1], np.uint64)
        bit[own // 64] = np.uint64(1) << np.uint64(own % 64)
        single = partial.between < 0
        free = partial.part(single)
        joined = _Partial(
            np.concatenate([partial.flipped, partial.flipped + bit, free.flipped]),
            np.concatenate(
                [
                    partial.missing,
                    partial.missing + change,
                    free.missing + (size if items.filled[own] else 0.0),
                ]
            ),
            np.concatenate([partial.costs, partial.costs + penalty, free.costs]),
            np.concatenate([partial.between, partial.between, np.full(int(single.sum()), own)]),
            np.empty(0),
        )
        bounds = joined.costs + self._least(depth + 1, joined)
        kept = bounds < self.limit
        return _Partial(
            joined.flipped[kept],
            joined.missing[kept],
            joined.costs[kept],
            joined.between[kept],
            bounds[kept],
        )

    def _least(self, depth: int, partial: _Partial) -> Any:
        """Return the least cost of restoring the mean with the items from a depth on."""
        items = self.items
        left = self.by_rate[self.place[self.by_rate] >= depth]
        add, drop = left[~items.filled[left]], left[items.filled[left]]
        sums, costs, slopes = [], [], []
        for some, sign in ((drop[::-1], -1.0), (add, 1.0)):
            sums.append(sign * items.sizes[some])
            costs.append(items.penalties[some])
            slopes.append(sign * self.rate[some])
        down = np.cumsum(sums[0][::-1])[::-1] if len(sums[0]) else np.empty(0)
        up = np.cumsum(sums[1])
        price_down = np.cumsum(costs[0][::-1])[::-1] if len(costs[0]) else np.empty(0)
        price_up = np.cumsum(costs[1])
        breaks = np.concatenate([down, [0.0], up])
        prices = np.concatenate([price_down, [0.0], price_up])
        slope = np.concatenate(slopes)  # increasing: the cost is convex in what is missing
        single = partial.between < 0
        least = np.empty(len(partial.costs))
        least[single] = _interpolated(partial.missing[single], breaks, prices)
        own, missing = partial.between[~single], partial.missing[~single]
        if len(own):
            size = items.sizes[own]
            start = np.where(items.filled[own], items.penalties[own], 0.0)
            rate = np.where(items.filled[own], -self.rate[own], self.rate[own])
            turn = breaks[np.searchsorted(slope, rate)]
            amount = np.clip(missing - turn, 0.0, size)
            chord = start + rate * amount + _interpolated(missing - amount, breaks, prices)
            low = np.clip(missing - breaks[-1], 0.0, size)
            high = np.clip(missing - breaks[0], 0.0, size)
            ends = np.minimum(items.between(own, low), items.between(own, high))
            least[~single] = np.maximum(chord, np.where(low <= high, ends, np.inf))
        return least - _ROUNDING

    def tightened(self, found: list[_Partial], kept: int) -> float:
        """Return the cost of the last choice that would be returned, if there are enough."""
        costs = np.concatenate([self._costs(partial) for partial in found])
        if len(costs) < kept:
            return self.limit
        return min(self.limit, float(np.partition(costs, kept - 1)[kept - 1]))

    def _costs(self, partial: _Partial) -> Any:
        own = partial.between
        size = self.items.sizes[own]
        return np.where(
            own >= 0,
            partial.costs + self.items.between(own, np.clip(partial.missing, 0, size)),
            np.inf,
        )

    def result(self, found: list[_Partial], kept: int, complete: float) -> Found:
        """Read the cheapest choices off their bits."""
        if not found:
            nothing = np.empty((0, len(self.order)), bool)
            return Found(nothing, np.empty(0, int), np.empty(0), np.empty(0), complete)
        flipped = np.concatenate([partial.flipped for partial in found])
        costs = np.concatenate([self._costs(partial) for partial in found])
        missing = np.concatenate([partial.missing for partial in found])
        between = np.concatenate([partial.between for partial in found])
        best = np.argsort(costs)[:kept]
        best = best[np.isfinite(costs[best])]
        places = np.arange(len(self.order))
        words = flipped[best][:, places // 64] >> (places % 64).astype(np.uint64)
        bits = (words & np.uint64(1)).astype(bool)
        amounts = np.clip(missing[best], 0, self.items.sizes[between[best]])
        return Found(bits != self.items.filled, between[best], amounts, costs[best], complete)


def _interpolated(at: Any, breaks: Any, values: Any) -> Any:
    """Interpolate between breaks; infinite beyond them, but for rounding."""
    slack = _ROUNDING * (1 + abs(breaks[0]) + abs(breaks[-1]))
    inside = (at >= breaks[0] - slack) & (at <= breaks[-1] + slack)
    return np.where(inside, np.interp(at, breaks, values), np.inf)
