r"""Best-first branch and bound over sets of lift vectors that lie between two others.

A node of the tree is the set :math:`\{v : l \le v \le h\}`. A relaxation gives an upper bound on
what its vectors are worth, some of these vectors, and two or more smaller sets that cover it. The
node with the largest bound is split next; what is worth no more than the best vector found is
dropped. At any time the largest bound of the nodes that are left, or the best vector if it is worth
more, bounds all.
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.pricing.problem import COLUMNS_PER_ROUND, Priced

Range = tuple[FloatArray, FloatArray]  # the vectors v with low <= v <= high, as (low, high)


@dataclass(frozen=True)
class Relaxation:
    r"""What a relaxation says of the lift vectors in a range.

    Parameters
    ----------
    bound : at least what any of them is worth.
    columns : array, shape (\|X\|, k), some of them.
    worth : array, shape (k,), what these are worth.
    parts : ranges that cover the range; empty if the bound is attained by one of the columns.
    """

    bound: float
    columns: FloatArray
    worth: FloatArray
    parts: Sequence[Range]


def branch_and_bound(
    relax: Callable[[FloatArray, FloatArray], Relaxation | None],
    root: Range,
    tolerance: float,
    deadline: float,
    most_splits: int,
) -> Priced:
    """Split the range with the largest bound until the best vector found is as good as any.

    Parameters
    ----------
    relax : bounds the vectors between low and high; None if there are none.
    root : the range of all vectors.
    tolerance : stop when the bound is at most this far above the best vector found.
    deadline : when to stop, on the clock `time.perf_counter`.
    most_splits : how many ranges are split at most.

    Returns
    -------
    Priced
        The best vectors found, best first, and a bound that holds however early the search ended.
    """
    number = itertools.count()  # earlier nodes first among those of the same bound
    first = relax(*root)
    assert first is not None
    queue = [(-first.bound, next(number), first)]
    columns, worth = [first.columns], [first.worth]
    best = float(first.worth.max())
    for _ in range(most_splits):
        bound, _, node = queue[0]
        if -bound <= best + tolerance or not node.parts or time.perf_counter() > deadline:
            break
        heapq.heappop(queue)
        for part in node.parts:
            found = relax(*part)
            if found is None:
                continue
            columns.append(found.columns)
            worth.append(found.worth)
            best = max(best, float(found.worth.max()))
            if found.bound > best:
                # rounding may put the bound of a part above that of the whole, which also holds
                heapq.heappush(queue, (-min(found.bound, -bound), next(number), found))
        if not queue:
            break
    left = -queue[0][0] if queue else best
    every, values = np.hstack(columns), np.concatenate(worth)
    order = np.argsort(-values)[:COLUMNS_PER_ROUND]
    return Priced(every[:, order], max(left, best))
