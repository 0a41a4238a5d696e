"""Best-first branch and bound: the best lift vectors found, and a bound on all that are left."""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pmlsym.design.pricing.problem import MOST, Priced


@dataclass(frozen=True)
class Relaxed:
    r"""What is known of the lift vectors between two others.

    Parameters
    ----------
    bound : at least what any of them is worth.
    columns : array, shape (\|X\|, k), some of them.
    worth : array, shape (k,), what these are worth.
    parts : pairs of vectors that cover the set between them, empty if nothing is left to find.
    """

    bound: float
    columns: Any
    worth: Any
    parts: Sequence[tuple[Any, Any]]


def branch_and_bound(
    relax: Callable[[Any, Any], Relaxed | None],
    root: tuple[Any, Any],
    tolerance: float,
    until: float,
    most: int,
) -> Priced:
    """Split the set with the largest bound until the best vector found is as good as any.

    Parameters
    ----------
    relax : bounds what lies between two vectors; None if nothing does.
    root : the two vectors that all lie between.
    tolerance : how far the bound may stay above the best.
    until : when to stop, on the clock `time.perf_counter`.
    most : how many sets are split.
    """
    number = itertools.count()
    first = relax(*root)
    assert first is not None
    queue = [(-first.bound, next(number), first)]
    columns, worth = [first.columns], [first.worth]
    best = float(first.worth.max())
    for _ in range(most):
        bound, _, node = queue[0]
        if -bound <= best + tolerance or not node.parts or time.perf_counter() > until:
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
                heapq.heappush(queue, (-min(found.bound, -bound), next(number), found))
        if not queue:
            break
    left = -queue[0][0] if queue else best
    every, values = np.hstack(columns), np.concatenate(worth)
    order = np.argsort(-values)[:MOST]
    return Priced(every[:, order], max(left, best))
