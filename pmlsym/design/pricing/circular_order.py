"""Random orders in which every item is as often among the first, up to a given size, as any."""

from __future__ import annotations

from typing import Any

import numpy as np


def from_a_point(rng: Any, sizes: Any) -> Any:
    """Put items on a circle at random and begin at a random point of it.

    As far as subsets allow, all items are then among the first with the same probability, so that
    lift vectors that are high on the first have a mean of one at every secret.

    Examples
    --------
    >>> from_a_point(np.random.default_rng(1), np.array([1.0, 2.0, 3.0]))
    array([1, 2, 0])
    """
    order = rng.permutation(len(sizes))
    ends = np.cumsum(sizes[order])
    point = rng.uniform(0, ends[-1])
    start = int(np.searchsorted(ends, point))
    covered = (ends[start] - point) / sizes[order[start]]
    return np.roll(order, -(start if rng.uniform() < covered else start + 1))
