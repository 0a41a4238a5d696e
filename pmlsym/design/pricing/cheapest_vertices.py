r"""All vertices of a box that are worth more than a given number, by depth-first enumeration.

A vertex is a set of filled items and one fractional item, filled to an amount between nothing and
its size, such that the sizes sum to the capacity. Let F be the items that the optimum of the
fractional relaxation fills, with the break item at rate r of gain per size. By linear programming
duality a vertex with the filled items S and the fractional item z falls short of the relaxed
optimum by the cost

.. math:: \sum_{x \in S \triangle F,\, x \ne z} p(x) + q_z(a), \qquad p(x) = |g(x) - r\, s(x)|

where g is the gain and s the size of an item, p its penalty for being flipped, and

.. math:: q_z(a) = p(z)\, \bigl|a / s(z) - [z \in F]\bigr| + \text{chord}_z(a) - f_z(a)

is what the fractional item costs when filled to the amount a: its penalty in proportion, and what
the chord of its convex function lies above the function there. It is concave in a.

So the vertices worth most are those of least cost. Items are decided one after the other, those of
the largest penalties first: kept as in F, flipped, or made the fractional one. A partial choice is
dropped when its cost so far and a lower bound on what it takes to fill the capacity exactly with
fractions of the undecided items together reach the limit. That least cost, a fractional knapsack
again, is a convex piecewise linear function of the capacity that is missing. Partial choices are
kept in arrays, many at a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pmlsym.arrays import BoolArray, FloatArray, IntArray

_BATCH = 200_000  # partial choices that are extended at a time, so that memory stays bounded
_ROUNDING = 1e-13  # by which lower bounds are lowered and ranges widened
_NONE = -1  # in place of a fractional item: none has been chosen yet

BitArray = NDArray[np.uint64]  # a set of items as bits, in words of 64


@dataclass(frozen=True)
class RelaxedKnapsack:
    """A knapsack and the optimum of its fractional relaxation.

    Parameters
    ----------
    sizes : array, shape (k,), all positive.
    penalties : array, shape (k,), what each item costs when flipped: filled if the relaxed
        optimum leaves it empty, or the other way round.
    filled : array of bool, shape (k,), whether the relaxed optimum fills each item.
    missing : what the sizes of these sum to less than the capacity.
    fractional_cost : maps items and amounts to which they are filled, arrays, to their costs:
        concave in the amount, and at least the penalty in proportion.
    """

    sizes: FloatArray
    penalties: FloatArray
    filled: BoolArray
    missing: float
    fractional_cost: Callable[[IntArray, FloatArray], FloatArray]


@dataclass(frozen=True)
class CheapestVertices:
    """The cheapest vertices that were found, and a lower bound on the costs of all others.

    Parameters
    ----------
    filled : array of bool, shape (m, k), which items are filled; not to be read at the fractional.
    fractional : array, shape (m,), the fractional item.
    amounts : array, shape (m,), to what size it is filled.
    costs : array, shape (m,)
    others_cost : every vertex that is not here costs at least this, or at least as much as the
        dearest one here.
    """

    filled: BoolArray
    fractional: IntArray
    amounts: FloatArray
    costs: FloatArray
    others_cost: float


def cheapest_vertices(
    knapsack: RelaxedKnapsack, limit: float, deadline: float, most_partial: int, most_vertices: int
) -> CheapestVertices:
    """Find the cheapest vertices among those that cost less than a limit.

    Parameters
    ----------
    knapsack : the items with the relaxed optimum.
    limit : vertices that cost more are dropped.
    deadline : when to stop, on the clock `time.perf_counter`.
    most_partial : how many partial choices are looked at before it stops.
    most_vertices : how many vertices are returned.

    Examples
    --------
    Three items of size one and a capacity of one and a half, of which the first is to be filled:

    >>> penalties, filled = np.array([2.0, 0.0, 0.3]), np.array([True, False, False])
    >>> cost = lambda items, amounts: penalties[items] * np.abs(amounts - filled[items])
    >>> knapsack = RelaxedKnapsack(np.ones(3), penalties, filled, 0.5, cost)
    >>> found = cheapest_vertices(knapsack, 0.5, np.inf, 1000, 10)
    >>> found.fractional.tolist(), found.costs.tolist(), found.others_cost
    ([1, 2], [0.0, 0.15], 0.5)
    """
    order = np.lexsort((-knapsack.sizes, -knapsack.penalties.round(12)))
    search = _Search(knapsack, order, limit)
    root = _PartialChoices(
        flipped=np.zeros((1, 1 + len(order) // 64), np.uint64),
        missing=np.array([knapsack.missing]),
        costs=np.zeros(1),
        fractional=np.full(1, _NONE),
        bounds=np.zeros(1),
    )
    stack: list[tuple[int, _PartialChoices]] = [(0, root)]
    seen, others_cost = 0, limit
    complete: list[_PartialChoices] = []
    while stack:
        depth, choices = stack.pop()
        seen += len(choices.costs)
        if seen > most_partial or time.perf_counter() > deadline:
            left = [*stack, (0, choices)]
            others_cost = min(others_cost, *(float(batch.bounds.min()) for _, batch in left))
            break
        if depth == len(order):
            complete.append(choices)
            search.limit = search.tightened(complete, most_vertices)
            continue
        extended = search.extended(depth, choices)
        for begin in range(0, len(extended.costs), _BATCH):
            stack.append((depth + 1, extended.at(slice(begin, begin + _BATCH))))
    return search.result(complete, most_vertices, others_cost)


@dataclass(frozen=True)
class _PartialChoices:
    """Many choices for the items decided so far, one an entry of each array.

    Parameters
    ----------
    flipped : shape (m, words), the items that are not as in the relaxed optimum.
    missing : shape (m,), what the filled items sum to less than the capacity.
    costs : shape (m,), of the flipped items.
    fractional : shape (m,), the fractional item, or -1 if it has not been chosen.
    bounds : shape (m,), lower bounds on the costs of all vertices with these choices.
    """

    flipped: BitArray
    missing: FloatArray
    costs: FloatArray
    fractional: IntArray
    bounds: FloatArray

    def at(self, some: slice | BoolArray) -> _PartialChoices:
        return _PartialChoices(
            self.flipped[some],
            self.missing[some],
            self.costs[some],
            self.fractional[some],
            self.bounds[some],
        )


class _Search:
    """Extends partial choices, and bounds what they cost when all items are decided."""

    def __init__(self, knapsack: RelaxedKnapsack, order: IntArray, limit: float) -> None:
        self.knapsack, self.order, self.limit = knapsack, order, limit
        self.rate = knapsack.penalties / knapsack.sizes
        self.by_rate = order[np.argsort(self.rate[order], kind="stable")]
        self.place = np.empty(len(order), int)
        self.place[order] = np.arange(len(order))

    def extended(self, depth: int, choices: _PartialChoices) -> _PartialChoices:
        """Keep the next item as it is, flip it, or make it the fractional one."""
        knapsack, own = self.knapsack, int(self.order[depth])
        size, penalty, filled = knapsack.sizes[own], knapsack.penalties[own], knapsack.filled[own]
        change = size if filled else -size
        bit = np.zeros(choices.flipped.shape[1], np.uint64)
        bit[own // 64] = np.uint64(1) << np.uint64(own % 64)
        open_ = choices.at(choices.fractional == _NONE)
        joined = _PartialChoices(
            np.concatenate([choices.flipped, choices.flipped + bit, open_.flipped]),
            np.concatenate(
                [
                    choices.missing,
                    choices.missing + change,
                    open_.missing + (size if filled else 0.0),
                ]
            ),
            np.concatenate([choices.costs, choices.costs + penalty, open_.costs]),
            np.concatenate(
                [choices.fractional, choices.fractional, np.full(len(open_.costs), own)]
            ),
            np.empty(0),
        )
        bounds = joined.costs + self._least_to_come(depth + 1, joined)
        kept = bounds < self.limit
        return _PartialChoices(
            joined.flipped[kept],
            joined.missing[kept],
            joined.costs[kept],
            joined.fractional[kept],
            bounds[kept],
        )

    def _least_to_come(self, depth: int, choices: _PartialChoices) -> FloatArray:
        """Return the least cost of filling what is missing, with items undecided at a depth.

        Where the fractional item is chosen, its amount is free. Two lower bounds hold, and the
        larger is taken: its penalty in proportion to the amount, with what the undecided items
        then cost; and its own cost alone, which is concave in the amount and so least at one of
        the ends of what the undecided items can leave to it.
        """
        knapsack = self.knapsack
        breaks, prices, slopes = self._filling_costs(depth)
        open_ = choices.fractional == _NONE
        least = np.empty(len(choices.costs))
        least[open_] = _interpolated(choices.missing[open_], breaks, prices)
        own, missing = choices.fractional[~open_], choices.missing[~open_]
        if len(own):
            size = knapsack.sizes[own]
            start = np.where(knapsack.filled[own], knapsack.penalties[own], 0.0)
            rate = np.where(knapsack.filled[own], -self.rate[own], self.rate[own])
            # the undecided items fill what is missing up to where their slope reaches the rate
            turn = breaks[np.searchsorted(slopes, rate)]
            amount = np.clip(missing - turn, 0.0, size)
            linear = start + rate * amount + _interpolated(missing - amount, breaks, prices)
            low = np.clip(missing - breaks[-1], 0.0, size)
            high = np.clip(missing - breaks[0], 0.0, size)
            cost = knapsack.fractional_cost
            ends = np.minimum(cost(own, low), cost(own, high))
            least[~open_] = np.maximum(linear, np.where(low <= high, ends, np.inf))
        return least - _ROUNDING

    def _filling_costs(self, depth: int) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the least cost of changing the sum with items undecided at a depth, by fractions.

        Flipping filled items lowers the sum, flipping empty ones raises it, the cheapest by size
        first: a convex piecewise linear function.

        Returns
        -------
        breaks : array, shape (n + 1,), changes of the sum, increasing, with zero among them
        costs : array, shape (n + 1,), what these cost
        slopes : array, shape (n,), of the pieces between them, increasing
        """
        knapsack = self.knapsack
        left = self.by_rate[self.place[self.by_rate] >= depth]
        empty, filled = left[~knapsack.filled[left]], left[knapsack.filled[left]][::-1]
        lowered = np.cumsum(-knapsack.sizes[filled][::-1])[::-1]
        raised = np.cumsum(knapsack.sizes[empty])
        breaks = np.concatenate([lowered, [0.0], raised])
        lowering = np.cumsum(knapsack.penalties[filled][::-1])[::-1]
        costs = np.concatenate([lowering, [0.0], np.cumsum(knapsack.penalties[empty])])
        return breaks, costs, np.concatenate([-self.rate[filled], self.rate[empty]])

    def tightened(self, complete: list[_PartialChoices], most_vertices: int) -> float:
        """Return the limit, or less: the cost of the dearest vertex that would be returned."""
        costs = np.concatenate([self._costs(choices) for choices in complete])
        if len(costs) < most_vertices:
            return self.limit
        return min(self.limit, float(np.partition(costs, most_vertices - 1)[most_vertices - 1]))

    def _costs(self, choices: _PartialChoices) -> FloatArray:
        """Return the costs of choices for all items; infinite without a fractional item."""
        own = choices.fractional
        amounts = np.clip(choices.missing, 0, self.knapsack.sizes[own])
        costs = choices.costs + self.knapsack.fractional_cost(own, amounts)
        return np.where(own == _NONE, np.inf, costs)

    def result(
        self, complete: list[_PartialChoices], most_vertices: int, others_cost: float
    ) -> CheapestVertices:
        """Read the cheapest vertices off their bits."""
        if not complete:
            nothing = np.empty((0, len(self.order)), bool)
            return CheapestVertices(
                nothing, np.empty(0, int), np.empty(0), np.empty(0), others_cost
            )
        flipped = np.concatenate([choices.flipped for choices in complete])
        costs = np.concatenate([self._costs(choices) for choices in complete])
        missing = np.concatenate([choices.missing for choices in complete])
        fractional = np.concatenate([choices.fractional for choices in complete])
        best = np.argsort(costs)[:most_vertices]
        best = best[np.isfinite(costs[best])]
        places = np.arange(len(self.order))
        words = flipped[best][:, places // 64] >> (places % 64).astype(np.uint64)
        bits = (words & np.uint64(1)).astype(bool)
        own = fractional[best]
        amounts = np.clip(missing[best], 0, self.knapsack.sizes[own])
        filled = bits != self.knapsack.filled
        return CheapestVertices(filled, own, amounts, costs[best], others_cost)


def _interpolated(at: FloatArray, breaks: FloatArray, values: FloatArray) -> FloatArray:
    """Interpolate between breaks; infinite beyond them by more than rounding."""
    slack = _ROUNDING * (1 + abs(breaks[0]) + abs(breaks[-1]))
    inside = (at >= breaks[0] - slack) & (at <= breaks[-1] + slack)
    return np.where(inside, np.interp(at, breaks, values), np.inf)
