r"""Pricing between bounds under an f-divergence: branch and bound on a fractional knapsack.

With :math:`\mu(v) = \sum_x P(x)\, f(v(x))` each secret has a convex function of its own lift, and
the mean is the only thing that joins them:

.. math:: \max \sum_x P(x)\, f(v(x)) - \lambda(x)\, v(x) \quad\text{subject to}\quad
    \sum_x P(x)\, v(x) = 1,\; l \le v \le h.

*Relaxation.* Write :math:`v = l + t\,(h - l)`. The chord of f over [l, h] is at least f, and in the
place of f it makes the problem the fractional relaxation of a knapsack,

.. math:: \max \sum_x t(x)\, g(x) \quad\text{subject to}\quad
    \sum_x t(x)\, s(x) = 1 - \sum_x P(x)\, l(x),\; 0 \le t \le 1,

with gains :math:`g = P\,(f(h) - f(l)) - \lambda\,(h - l)` and sizes :math:`s = P\,(h - l)`. Filling
the items in the order of g/s solves it. Its value is an upper bound. Its solution is a vertex of
the lift set, with one item, the break item, at neither bound; what it is worth falls short of the
upper bound only by the height of that item's chord above f.

*Branching.* The range of the largest item that is raised is split: at its lift, if that is the
break item, as the chords over both parts equal f there, and else in the middle. Where it is raised
the others have little left, so that the large ones among them have small ranges.

*Better vertices.* Items whose ratio g/s is near that of the break item cost little when they are
flipped to their other bound. In a set of them, a core, all subsets are searched, by meeting in the
middle, for those that leave the fractional item next to one of its bounds, where the chord is
close to f.

*Meeting in the middle.* At the prices of the program the vertices that matter are worth about the
same, and no chord tells them apart. So before it branches, all vertices worth more than the best
one found are looked for as sets of items (`cheapest_vertices`), which settles up to some forty
secrets. It branches where these sets are too many, and looks for them in every part.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, cycle

import numpy as np

from pmlsym.arrays import BoolArray, FloatArray, IntArray
from pmlsym.design.pricing.cheapest_vertices import LEVELS, RelaxedKnapsack, cheapest_vertices
from pmlsym.design.pricing.problem import (
    COLUMNS_PER_ROUND,
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
from pmlsym.guarantees import Box

# --- subset sums ----------------------------------------------------------------------------------
# Subsets of a few items whose sum is next to an end of a range, by meeting in the middle.
#
# The items are cut into two halves. All subsets of each half are listed and sorted by their sums; a
# subset of all items is one of the first half with one of the second. For each of the one half
# those of the other that bring the sum next to a given number are found by binary search, so that
# of 2^k subsets only some 2^(k/2) are listed.

_NEIGHBOURS = 4  # for one subset of a half, how many of the other half are taken at each end

Half = tuple[IntArray, FloatArray, FloatArray]  # subsets as bits, their sums (sorted) and gains


class SubsetSums:
    """Subsets of some items, as two sorted halves.

    Parameters
    ----------
    sizes, gains : arrays, shape (k,), k <= 64, what each item adds to the sum and to the worth.
    most_items : how many items a subset has at most in each half.

    Examples
    --------
    >>> sums = SubsetSums(np.array([1.0, 2.0, 4.0]), np.array([0.1, 0.2, 0.3]))
    >>> pairs, totals, gains = sums.near_ends(0, 3.0, 5.0)
    >>> set(totals.tolist()), sums.members(pairs)[:, 0]
    ({4.0}, array([False, False,  True]))
    """

    def __init__(self, sizes: FloatArray, gains: FloatArray, most_items: int = 32) -> None:
        self.split = len(sizes) // 2
        self.count = len(sizes)
        self.halves = [
            _sorted_subsets(sizes[part], gains[part], most_items)
            for part in (slice(0, self.split), slice(self.split, None))
        ]

    def near_ends(
        self, without: int, low: float, high: float
    ) -> tuple[IntArray, FloatArray, FloatArray]:
        """Return subsets without one item whose sums are in a range, next to one of its ends.

        Parameters
        ----------
        without : the item that is left out.
        low, high : the range.

        Returns
        -------
        pairs : array, shape (2, m), a subset of each half, as `members` takes them
        sums : array, shape (m,)
        gains : array, shape (m,)
        """
        (own, other), flipped = self.halves, False
        bit = without
        if without >= self.split:
            (other, own), flipped, bit = self.halves, True, without - self.split
        kept = (own[0] >> bit) & 1 == 0
        numbers, sums, gains = own[0][kept], own[1][kept], own[2][kept]
        top = np.searchsorted(other[1], high - sums, side="right") - 1
        bottom = np.searchsorted(other[1], low - sums, side="left")
        steps = np.arange(_NEIGHBOURS)[:, None]
        picks = np.concatenate([top - steps, bottom + steps])
        inside = (picks >= 0) & (picks < len(other[1]))
        picks = np.clip(picks, 0, len(other[1]) - 1)
        totals = sums + other[1][picks]
        inside &= (totals >= low) & (totals <= high)
        rows, places = np.nonzero(inside)
        chosen = picks[rows, places]
        pair = np.array([numbers[places], other[0][chosen]])
        return (
            pair[::-1] if flipped else pair,
            totals[rows, places],
            gains[places] + other[2][chosen],
        )

    def members(self, pairs: IntArray) -> BoolArray:
        """Return which items are in the subsets of these pairs, shape (k, m)."""
        first, second = pairs
        places = np.arange(self.count)
        left = first >> places[: self.split, None]
        right = second >> (places[self.split :, None] - self.split)
        inside: BoolArray = np.vstack([left, right]) & 1 == 1
        return inside


def _sorted_subsets(sizes: FloatArray, gains: FloatArray, most_items: int) -> Half:
    """List all subsets of at most so many items, sorted by sum."""
    numbers, counts = np.zeros(1, int), np.zeros(1, int)
    sums, worth = np.zeros(1), np.zeros(1)
    for place, (size, gain) in enumerate(zip(sizes, gains, strict=True)):
        more = counts < most_items
        numbers = np.concatenate([numbers, numbers[more] + (1 << place)])
        sums = np.concatenate([sums, sums[more] + size])
        worth = np.concatenate([worth, worth[more] + gain])
        counts = np.concatenate([counts, counts[more] + 1])
    order = np.argsort(sums, kind="stable")
    return numbers[order], sums[order], worth[order]


# --- knapsack -------------------------------------------------------------------------------------

_CORE = 20  # items of a core of which all subsets are searched: 2^10 in each half
# items of a wide core, of which subsets of at most 3 in each half are searched: 5489 in each
_WIDE_CORE, _WIDE_CORE_SUBSET = 64, 3
# after the root, where `PricingEffort.cores` cores are searched, there is one in one of so many
# nodes: to search a core takes about as long as to solve 80 relaxations
_NODES_PER_CORE = 51
_SPLITS = 200  # nodes that are split where the sets of items are too many
_SETS = 5000  # of items that are looked at, for each split that the effort allows
_SETS_OF_PART = 100_000  # of items that are looked at in a part
_STARTS = 4  # initial lift vectors for each secret
_FRACTIONAL_AT_START = 6  # items of a core that are tried as the fractional one for these
_SEED = 1996
_ROUNDING = 1e-12  # by which a mean of one may be missed, relatively


class Knapsack:
    """Pricing of the lifts of a box under an f-divergence, by branch and bound.

    Parameters
    ----------
    box : the admitted lift vectors.
    utility : the f-divergence.

    Examples
    --------
    >>> from pmlsym.design.utility import MUTUAL_INFORMATION
    >>> box = Box.between([0.2, 0.3, 0.5], 0.0, 1.5)
    >>> pricing = Knapsack(box, MUTUAL_INFORMATION)
    >>> priced = pricing.price(np.zeros(3))
    >>> round(priced.bound, 6), priced.columns[:, 0].round(3)
    (0.359885, array([1.25, 0.  , 1.5 ]))
    """

    always_optimal = False

    def __init__(self, box: Box, utility: Divergence) -> None:
        self.prior: FloatArray = box.prior
        self.function = utility.function
        self.reach: tuple[FloatArray, FloatArray] = box.reach
        self.rng = np.random.default_rng(_SEED)

    def _terms(self, lifts: FloatArray) -> FloatArray:
        terms: FloatArray = self.prior * self.function(lifts)
        return terms

    def initial(self, deadline: float = math.inf) -> tuple[FloatArray, FloatArray]:
        """Fill secrets in random circular orders, at prices that are the slopes of the chords."""
        low, high = self.reach
        sizes = self.prior * (high - low)
        slope = (self._terms(high) - self._terms(low)) / sizes
        prices = self.prior * slope
        found = []
        for _ in range(_STARTS * len(self.prior)):
            order = circular_order(self.rng, sizes)
            relaxed = self._relaxed(low, high, prices, order)
            assert relaxed is not None
            found.append(relaxed.columns[:, [int(relaxed.worth.argmax())]])
            if time.perf_counter() > deadline:
                break
        return np.hstack(found), prices

    def price(self, prices: FloatArray, effort: PricingEffort = PricingEffort.EXACT) -> Priced:
        """Solve the pricing problem to a tolerance, or look at its relaxation alone."""
        tolerance, deadline = effort.tolerance, effort.deadline
        cores = chain([effort.cores], cycle([1] + [0] * (_NODES_PER_CORE - 1)))
        symmetry = Symmetry(self.prior, prices)

        def relax(low: FloatArray, high: FloatArray) -> Relaxation | None:
            found = self._relaxed(low, high, prices, cores=next(cores))
            return found and replace(found, parts=break_symmetry(found.parts, symmetry))

        first = branch_and_bound(relax, self.reach, tolerance, deadline, 0)
        enough = self._worth(first.columns[:, 0], prices) + tolerance
        if not effort.splits or first.bound <= enough:
            return first
        sets = _SETS * effort.splits
        better = self._vertices_worth_more(self.reach, enough, prices, deadline, sets)
        columns, bound = np.hstack([better.columns, first.columns]), first.bound
        if better.columns.shape[1] == 0 and better.bound > enough:
            splits = min(effort.splits, _SPLITS)

            def searched(low: FloatArray, high: FloatArray) -> Relaxation | None:
                found = relax(low, high)
                if found is None or found.bound <= enough or not found.parts:
                    return found
                ends = self._tightened(low, high)
                best = self._vertices_worth_more(ends, enough, prices, deadline, _SETS_OF_PART, 0)
                every = best.columns.shape[1] > 0 or best.bound <= enough  # have been looked at
                return Relaxation(
                    min(found.bound, best.bound),
                    np.hstack([found.columns, best.columns]),
                    np.append(found.worth, [self._worth(v, prices) for v in best.columns.T]),
                    () if every else found.parts,
                )

            branched = branch_and_bound(searched, self.reach, tolerance, deadline, splits)
            bound = min(bound, branched.bound)
            # both searches draw cores at random: whichever found the better vertex comes first
            if self._worth(branched.columns[:, 0], prices) + tolerance > enough:
                columns = np.hstack([branched.columns, columns])
        return Priced(columns[:, :COLUMNS_PER_ROUND], min(bound, max(enough, better.bound)))

    def _worth(self, column: FloatArray, prices: FloatArray) -> float:
        return float((self._terms(column) - prices * column).sum())

    def _vertices_worth_more(
        self,
        ends: Range,
        floor: float,
        prices: FloatArray,
        deadline: float,
        most_sets: int,
        levels: int = LEVELS,
    ) -> Priced:
        """Find the vertices that are worth most beyond a floor, and bound those not found.

        Parameters
        ----------
        ends : what the lifts are between.
        floor : what a vertex has to be worth.
        prices : of the lifts.
        deadline : when to stop, on the clock `time.perf_counter`.
        most_sets : how many sets of items are looked at for one level.
        levels : how many levels below the floor are gone through first.
        """
        least, greatest = ends
        free = np.flatnonzero(greatest > least)
        low, high, prior = least[free], greatest[free], self.prior[free]
        sizes = prior * (high - low)
        start, end = prior * self.function(low), prior * self.function(high)
        gains = end - start - prices[free] * (high - low)
        capacity = 1 - float(self.prior @ least)
        order = np.argsort(-gains / sizes, kind="stable")
        sums = np.cumsum(sizes[order])
        last = min(int(np.searchsorted(sums, capacity)), len(order) - 1)
        break_item = int(order[last])
        filled = np.zeros(len(order), bool)
        filled[order[:last]] = True
        missing = capacity - float(sizes[filled].sum())
        penalties = np.abs(gains - gains[break_item] / sizes[break_item] * sizes)
        penalties[break_item] = 0.0
        relaxed = self._worth(least, prices) + float(gains[filled].sum())
        relaxed += float(gains[break_item]) / float(sizes[break_item]) * missing

        def fractional_cost(own: IntArray, amounts: FloatArray) -> FloatArray:
            share = amounts / sizes[own]
            chord = start[own] + share * (end[own] - start[own])
            linear = penalties[own] * np.where(filled[own], 1 - share, share)
            lifts = low[own] + share * (high[own] - low[own])
            cost: FloatArray = linear + chord - prior[own] * self.function(lifts)
            return cost

        knapsack = RelaxedKnapsack(sizes, penalties, filled, missing, fractional_cost)
        limit = relaxed - floor
        found = cheapest_vertices(knapsack, limit, deadline, most_sets, COLUMNS_PER_ROUND, levels)
        columns = np.repeat(least[:, None], len(found.costs), axis=1)
        columns[free] = np.where(found.filled, high, low).T
        own, places = found.fractional, np.arange(len(found.fractional))
        columns[free[own], places] = low[own] + found.amounts / prior[own]
        cheapest = min(found.others_cost, float(found.costs.min(initial=np.inf)))
        # none worth more was missed: then the bound is the floor itself, without a rounding
        return Priced(columns, floor if cheapest >= limit else relaxed - cheapest)

    def _relaxed(
        self,
        low: FloatArray,
        high: FloatArray,
        prices: FloatArray,
        order: IntArray | None = None,
        cores: int = 1,
    ) -> Relaxation | None:
        """Solve the fractional relaxation between two vectors, and search cores; None if empty.

        Parameters
        ----------
        low, high : what the lifts are between.
        prices : of the lifts.
        order : in which to fill the items, instead of by gain per size: then the bound is none.
        cores : how many cores are searched for better vertices.
        """
        most = float(self.prior @ high)
        if self.prior @ low - 1 > _ROUNDING or most - 1 < -_ROUNDING * (1 + most):
            return None
        low, high = self._tightened(low, high)
        sizes = self.prior * (high - low)
        capacity = 1 - float(self.prior @ low)
        start, end = self._terms(low), self._terms(high)
        gains = end - start - prices * (high - low)
        ratio = np.divide(gains, sizes, out=np.full_like(gains, -np.inf), where=sizes > 0)
        searching = order is None
        order = np.argsort(-ratio, kind="stable") if order is None else order
        before = np.cumsum(sizes[order]) - sizes[order]
        filled = np.empty_like(sizes)
        filled[order] = np.clip(capacity - before, 0, sizes[order])
        share = np.divide(filled, sizes, out=np.zeros_like(sizes), where=sizes > 0)
        lowest = float((start - prices * low).sum())
        bound = lowest + float(share @ gains)
        column = low + share * (high - low)
        loss = start + share * (end - start) - self._terms(column)
        break_item = int(loss.argmax())
        columns, worth = column[:, None], np.array([bound - float(loss.sum())])
        if loss[break_item] > 0 and cores:
            penalty = np.abs(gains - ratio[break_item] * sizes)
            for core, most in self._cores(order, break_item, penalty, share, cores):
                tried = core[: _CORE if searching else _FRACTIONAL_AT_START]
                better, values = self._searched(
                    core, tried, most, low, high, share, gains, capacity
                )
                columns = np.hstack([columns, better])
                worth = np.concatenate([worth, values + lowest])
        if not low[break_item] < column[break_item] < high[break_item]:
            return Relaxation(bound, columns, worth, ())
        # the largest item that is raised leaves least to the others: both parts are far smaller
        split = int(np.where(column > low, sizes, 0.0).argmax())
        lower, upper = low.copy(), high.copy()
        lower[split] = upper[split] = (
            column[split] if column[split] < high[split] else (low[split] + high[split]) / 2
        )
        return Relaxation(bound, columns, worth, ((low, upper), (lower, high)))

    def _tightened(self, low: FloatArray, high: FloatArray) -> Range:
        """Return ends as far as lifts can be from the other end with a mean of one."""
        spare, capacity = float(self.prior @ high) - 1, 1 - float(self.prior @ low)
        return (
            np.maximum(low, high - max(spare, 0.0) / self.prior),
            np.minimum(high, low + max(capacity, 0.0) / self.prior),
        )

    def _cores(
        self, order: IntArray, break_item: int, penalty: FloatArray, share: FloatArray, cores: int
    ) -> Iterator[tuple[IntArray, int]]:
        """Yield cores, each the break item with items of small penalty, and how to search them.

        The first one has the items of smallest penalty; of equal ones those next to the break item
        in the order. The others are drawn from ever more of these. Every second one is wide, if so
        few of its items are filled, or so few empty, that small subsets of these are enough.

        Parameters
        ----------
        order : in which the items were filled.
        break_item : the one that is at neither bound.
        penalty : what each item costs when it is flipped.
        share : to what share each is filled.
        cores : how many to yield.

        Returns
        -------
        pairs of a core and of how many items in each half are flipped at most
        """
        place = int(np.flatnonzero(order == break_item)[0])
        away = np.abs(np.arange(len(order)) - place)
        near = order[np.lexsort((away, penalty[order].round(12)))]
        near = near[near != break_item]
        yield np.concatenate([[break_item], near[: _CORE - 1]]), _CORE
        for more in range(1, cores):
            pool = near[: _CORE + _CORE * more]
            wide = self.rng.permutation(pool)[: _WIDE_CORE - 1]
            filled = int((share[wide] > 1 / 2).sum())
            if more % 2 and min(filled, len(wide) - filled) <= 2 * _WIDE_CORE_SUBSET:
                yield np.concatenate([[break_item], wide]), _WIDE_CORE_SUBSET
            else:
                yield np.concatenate([[break_item], wide[: _CORE - 1]]), _CORE

    def _searched(
        self,
        core: IntArray,
        tried: IntArray,
        most: int,
        low: FloatArray,
        high: FloatArray,
        share: FloatArray,
        gains: FloatArray,
        capacity: float,
    ) -> tuple[FloatArray, FloatArray]:
        """Return vertices that differ in the core, with one of its items next to a bound.

        The items of the core are put at the same bound; subsets of them are moved to the other one.
        If these have few items, it is the bound that fewer of them have in the relaxed optimum.

        Parameters
        ----------
        core : the items that may change.
        tried : the first of them, each of which is tried as the fractional item.
        most : how many items a subset has in each half of the core.
        low, high : what the lifts are between.
        share : to what share each item is filled by the relaxed optimum.
        gains : what each gains when filled.
        capacity : what the sizes of the filled items sum to.

        Returns
        -------
        tuple of arrays
            The vertices, shape (|X|, k), and what they are worth beyond ``low``, shape (k,).
        """
        sizes = self.prior * (high - low)
        fixed = share.copy()
        at_high = most < len(core) and bool((share[core] > 1 / 2).mean() > 1 / 2)
        rest = float(at_high)
        fixed[core] = rest
        sign = 1 - 2 * rest
        room, base = capacity - float(fixed @ sizes), float(fixed @ gains)
        sums = SubsetSums(sign * sizes[core], sign * gains[core], most)
        columns, worth = [np.empty((len(low), 0))], [np.empty(0)]
        for place, own in enumerate(tried):
            if sizes[own] <= 0:
                continue
            without = room + rest * sizes[own]
            pairs, totals, values = sums.near_ends(place, without - sizes[own], without)
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
            found[core] = np.where(members != at_high, high[core, None], low[core, None])
            found[own] = lifts[best]
            columns.append(found)
            worth.append(kept[best])
        return np.hstack(columns), np.concatenate(worth)
