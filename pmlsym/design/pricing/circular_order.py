"""Random orders in which every item is as often among the first as any, whatever its size."""

from __future__ import annotations

import numpy as np

from pmlsym.arrays import FloatArray, IntArray


def circular_order(rng: np.random.Generator, sizes: FloatArray) -> IntArray:
    """Lay items on a circle in random order, each an arc of its size; begin at a random point.

    The arc of a given length from that point on covers every point of the circle with the same
    probability (systematic sampling from a random start). So vectors that are raised on the items
    of that arc have the same mean at every item. The item cut by the starting point comes first
    with the probability that is the share of it beyond that point, and else last.

    Parameters
    ----------
    rng : the source of randomness.
    sizes : array, shape (k,), not negative.

    Returns
    -------
    array, shape (k,)
        The numbers of the items.

    Examples
    --------
    >>> circular_order(np.random.default_rng(1), np.array([1.0, 2.0, 3.0]))
    array([1, 2, 0])
    """
    order = rng.permutation(len(sizes))
    ends = np.cumsum(sizes[order])
    point = rng.uniform(0, ends[-1])
    start = int(np.searchsorted(ends, point))
    covered = (ends[start] - point) / sizes[order[start]]
    return np.roll(order, -(start if rng.uniform() < covered else start + 1))
