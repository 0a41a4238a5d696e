"""Subsets of a few items whose sum is next to an end of a range, by meeting in the middle.

The items are cut into two halves. All subsets of each half are listed and sorted by their sums; a
subset of all items is one of the first half with one of the second. For each of the one half those
of the other that bring the sum next to a given number are found by binary search, so that of 2^k
subsets only some 2^(k/2) are listed.
"""

from __future__ import annotations

import numpy as np

from pmlsym.arrays import BoolArray, FloatArray, IntArray

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
