r"""Search for the priors of the other records under which one record leaks the most.

The lift of a class is a quotient of linear functions of each other prior, so the worst have all
excess over alpha in one class, and a case is the number of others that favour each class. There are
(n + k - 2)! / ((n - 1)! (k - 1)!) of them. Boxes of cases are left out by one inequality: **another
record never adds leakage**. For let phi be the average of the density over the records so far, and
p the prior of one more, which gives phi'(z) = sum_c p_c phi(z - w_c). The lift of class r under the
own prior q at y is then

    phi'(y - w_r) / sum_j q_j phi'(y - w_j)
        = sum_c p_c phi(y - w_c - w_r) / sum_c p_c sum_j q_j phi(y - w_c - w_j)
        <= max_c phi(y - w_c - w_r) / sum_j q_j phi(y - w_c - w_j),

a lift before, at the outcome y - w_c. So all cases with at least `low` others of each kind leak at
most what these alone do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

from pmlsym.deadline import TimeIsUp
from pmlsym.exact import Number
from pmlsym.laplace.results import ExactLeakage

Case: TypeAlias = tuple[int, ...]  # the number of other records that favour each class


@dataclass(frozen=True)
class Cases:
    """All cases of as many records between two corners."""

    low: Case
    high: Case

    def halves(self, records: int) -> list[Cases]:
        """Return the two halves of the longest edge, each as small as its cases allow.

        Examples
        --------
        >>> Cases((0, 0), (3, 3)).halves(3)
        [Cases(low=(0, 2), high=(1, 3)), Cases(low=(2, 0), high=(3, 1))]
        """
        edges = [high - low for low, high in zip(self.low, self.high, strict=True)]
        axis = edges.index(max(edges))
        middle = self.low[axis] + edges[axis] // 2
        below = _replaced(self.high, axis, middle)
        above = _replaced(self.low, axis, middle + 1)
        halves = [Cases(self.low, below), Cases(above, self.high)]
        return [
            half.shrunk(records) for half in halves if sum(half.low) <= records <= sum(half.high)
        ]

    def shrunk(self, records: int) -> Cases:
        """Return the smallest box with the same cases."""
        lack, spare = records - sum(self.high), records - sum(self.low)
        low = tuple(max(a, lack + b) for a, b in zip(self.low, self.high, strict=True))
        high = tuple(min(b, spare + a) for a, b in zip(self.low, self.high, strict=True))
        return Cases(low, high)


def _replaced(case: Case, axis: int, number: int) -> Case:
    return (*case[:axis], number, *case[axis + 1 :])


class WorstOthers:
    """Best-first search for the worst case, which can be interrupted.

    Parameters
    ----------
    leakage : the worst outcome of some other records, None if it is refused.
    records : the number of other records.
    kinds : the number of classes that they may favour.
    rounding : relative error up to which leakages are equal.

    Attributes
    ----------
    best : the worst case found, None if there is none yet.

    Examples
    --------
    >>> def spread(case: Case) -> ExactLeakage:
    ...     return ExactLeakage(1 / (1 + sum(case) + min(case)), (), 0, case)
    >>> search = WorstOthers(spread, records=3, kinds=2, rounding=0.0)
    >>> search.run()
    >>> search.best.others, search.upper
    ((0, 3), 0.25)
    """

    def __init__(
        self,
        leakage: Callable[[Case], ExactLeakage | None],
        records: int,
        kinds: int,
        rounding: float,
    ) -> None:
        self.leakage = leakage
        self.records = records
        self.rounding = rounding
        self.known: dict[Case, ExactLeakage | None] = {}
        self.best: ExactLeakage | None = None
        self.refused: list[Number] = []  # bounds of boxes whose corners are refused
        self.heap: list[tuple[float, int, Cases, Number]] = []
        self.pushed = count()
        whole = Cases((0,) * kinds, (records,) * kinds)
        self._push(whole.shrunk(records), math.inf)

    def run(self, guesses: Iterable[Case] = ()) -> None:
        """Search until the best case is the worst, `TimeIsUp` or all that is left is refused.

        Guesses are tried first.
        """
        try:
            for guess in guesses:
                self._at(guess)
            while self.heap and self._exceeds_all(self.heap[0][-1]):
                self._decide_first()
        except TimeIsUp:
            pass

    @property
    def upper(self) -> Number:
        """A bound on the leakage of every case: that of the best, if the search came to its end."""
        first = [bound for *_, bound in self.heap[:1] if self._exceeds_all(bound)]
        best = [] if self.best is None else [self.best.leakage]
        return max([*best, *self.refused, *first])

    def _at(self, case: Case) -> ExactLeakage | None:
        if case in self.known:
            return self.known[case]
        self.known[case] = found = self.leakage(case)
        if found is None or sum(case) < self.records:
            return found
        if self.best is None or found.leakage > self.best.leakage:
            self.best = found
        return found

    def _exceeds_all(self, bound: Number) -> bool:
        """Return whether a bound is above the best case, and above what stays undecided."""
        reached = list(self.refused)
        if self.best is not None:
            rounded = self.rounding * self.best.leakage if self.rounding else 0
            reached.append(self.best.leakage + rounded)
        return all(bound > one for one in reached)

    def _decide_first(self) -> None:
        """Bound the first box by its lower corner, and replace it by its halves."""
        bound, box = self.heap[0][-1], self.heap[0][-2]
        found = self._at(box.low)  # if time is up, the box stays
        heappop(self.heap)
        if found is None:
            self.refused.append(bound)
        elif box.low != box.high:
            for half in box.halves(self.records):
                self._push(half, min(bound, found.leakage))

    def _push(self, box: Cases, bound: Number) -> None:
        heappush(self.heap, (-float(bound), next(self.pushed), box, bound))
