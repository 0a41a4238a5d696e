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

Where leakages are intervals, each is as wide as a share of the gap that is left between the best
case and the bound of all, so that time is not spent on digits of cases that are left out anyway.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

from pmlsym.deadline import TimeIsUp
from pmlsym.exact import Number
from pmlsym.laplace.results import ExactLeakage

_SHARE = 0.25  # of the gap that is left: how wide the interval of a case may be
_WIDE, _NARROW = 0.01, 1e-9  # relative widths of the first intervals, and below which there is none

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
    leakage : the worst outcome of some other records, None if it is refused; it may be an interval
        of relative width `tolerance`, or with an upper end of at most `enough`.
    records : the number of other records.
    kinds : the number of classes that they may favour.
    rounding : relative error up to which leakages are equal.
    level : the search also ends when the worst case is known to leak more than it, or at most as
        much; without it, it ends when the worst case is known.

    Attributes
    ----------
    best : the worst case found, with the lower end of its interval; None if there is none yet.

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
        level: float = 0.0,
    ) -> None:
        self.leakage = leakage
        self.records = records
        self.rounding = rounding
        self.level = level
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
                if 0 < self.level < self.enough:
                    return
            while self.heap and self._is_open(self.heap[0][-1]):
                self._decide_first()
        except TimeIsUp:
            pass

    @property
    def upper(self) -> Number:
        """A bound on the leakage of every case: that of the best, if the search came to its end."""
        first = [bound for *_, bound in self.heap[:1] if self._exceeds_all(bound)]
        best = [] if self.best is None else [self.best.leakage]
        return max([*best, *self.refused, *first])

    @property
    def tolerance(self) -> float:
        """The relative width that the interval of a case may have now."""
        bound = float(self.heap[0][-1]) if self.heap else math.inf
        if self.best is None or self.best.leakage == 0 or bound == math.inf:
            return _WIDE
        found = min(_WIDE, _SHARE * (bound / self.enough - 1))
        return found if found > _NARROW else 0.0

    @property
    def enough(self) -> float:
        """The upper end of an interval that needs not be narrowed: none beats best and level."""
        return self.level if self.best is None else max(self.level, float(self.best.leakage))

    def _at(self, case: Case) -> ExactLeakage | None:
        known = self.known.get(case)
        if case in self.known and (known is None or self._is_narrow(known)):
            return known
        found = self.leakage(case)
        if found is not None and known is not None:
            found = replace(found, leakage=min(found.leakage, known.leakage))
        self.known[case] = found
        if found is None or sum(case) < self.records:
            return found
        least = found.leakage if found.lower is None else found.lower
        if self.best is None or least > self.best.leakage:
            self.best = replace(found, leakage=least, lower=None)
        return found

    def _is_narrow(self, found: ExactLeakage) -> bool:
        """Return whether an interval is narrow enough now."""
        if found.lower is None:
            return True
        most = float(found.leakage)
        return most <= max(float(found.lower) * (1 + self.tolerance), self.enough)

    def _is_open(self, bound: Number) -> bool:
        """Return whether cases that leak at most as much matter, and are not decided."""
        if self.level and (self.enough > self.level or bound <= self.level):
            return False
        return self._exceeds_all(bound)

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
            return
        bound = min(bound, found.leakage)
        if box.low != box.high:
            for half in box.halves(self.records):
                self._push(half, bound)
        elif found.lower is not None:  # an interval, for which more time may be left
            self._push(box, bound)

    def _push(self, box: Cases, bound: Number) -> None:
        heappush(self.heap, (-float(bound), next(self.pushed), box, bound))
