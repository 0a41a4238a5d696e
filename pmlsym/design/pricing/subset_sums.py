"""Subsets of a few items whose sizes come near a number, by meeting in the middle."""

from __future__ import annotations

from typing import Any

import numpy as np

_NEIGHBOURS = 4  # how many sums on either end of the allowed range are looked at


class SubsetSums:
    """Subsets of some items, as two sorted halves.

    Parameters
    ----------
    sizes, gains : arrays, shape (k,), k <= 64, what each item adds to the sum and to the worth.
    most : how many items a subset has at most in each half.
    """

    def __init__(self, sizes: Any, gains: Any, most: int = 32) -> None:
        self.split = len(sizes) // 2
        self.count = len(sizes)
        self.halves = [
            _subsets(sizes[part], gains[part], most)
            for part in (slice(0, self.split), slice(self.split, None))
        ]

    def near(self, without: int, low: float, high: float) -> tuple[Any, Any, Any]:
        """Return subsets without one item with a sum in a range, as near its ends as there are.

        Parameters
        ----------
        without : the item that is left out.
        low, high : the range.

        Returns
        -------
        tuple of arrays
            Pairs of subset numbers, shape (2, m), the sums, and the gains, shape (m,).
        """
        (own, other), flipped = self.halves, False
        bit = without
        if without >= self.split:
            (other, own), flipped, bit = self.halves, True, without - self.split
        kept = (own[0] >> bit) & 1 == 0
        numbers, sums, gains = (array[kept] for array in own)
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

    def members(self, pair: Any) -> Any:
        """Return which items the subsets with these numbers hold, shape (k, m)."""
        first, second = pair
        places = np.arange(self.count)
        left = first >> places[: self.split, None]
        right = second >> (places[self.split :, None] - self.split)
        return np.vstack([left, right]) & 1 == 1


def _subsets(sizes: Any, gains: Any, most: int) -> tuple[Any, Any, Any]:
    """Return numbers, sums and gains of all subsets of at most so many items, sorted by sum."""
    found = [(np.zeros(1, int), np.zeros(1), np.zeros(1), np.zeros(1, int))]
    for place, (size, gain) in enumerate(zip(sizes, gains, strict=True)):
        numbers, sums, worth, items = (np.concatenate(part) for part in zip(*found, strict=True))
        more = items < most
        found = [
            (numbers, sums, worth, items),
            (numbers[more] + (1 << place), sums[more] + size, worth[more] + gain, items[more] + 1),
        ]
    numbers, sums, worth, _ = (np.concatenate(part) for part in zip(*found, strict=True))
    order = np.argsort(sums, kind="stable")
    return numbers[order], sums[order], worth[order]
