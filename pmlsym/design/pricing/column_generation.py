"""Column generation: a linear program over some lift vectors, priced until none is missing."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np

from pmlsym.design.mixture import Mixture, opposite
from pmlsym.design.pricing.problem import Effort, Pricing
from pmlsym.design.pricing.program import ABSENT, TOLERANCES, Solution
from pmlsym.design.pricing.scaling import Scaled
from pmlsym.design.pricing.symmetry import Symmetry
from pmlsym.design.utility import Divergence, Utility
from pmlsym.guarantees import LiftSet

_EXACT = 1e-10  # of the largest worth, the gap to aim at where every price is exact
_LOOSER = (1e-10, 1e-8, 1e-6)  # what turned lift vectors may be off by, for lack of others
_STALLED = 10  # rounds without a better value or bound after which to try harder for one
_HOPELESS = 100  # such rounds after which to try harder for good
_SPLITS = 200  # of the pricing problem, at first
_HARDER = 64  # how many times as many there are when that is not enough
_MOST_SPLITS = _SPLITS * _HARDER**2


@dataclass(frozen=True)
class Progress:
    """Where a search stands.

    Parameters
    ----------
    rounds : how often the program has been solved.
    columns : how many lift vectors it has.
    value, upper_bound : utility of the best mechanism so far, and a bound on that of all.
    seconds : since the start.
    """

    rounds: int
    columns: int
    value: float
    upper_bound: float
    seconds: float


def generate(
    lifts: LiftSet,
    utility: Utility,
    pricing: Pricing,
    tolerance: float,
    until: float,
    report: Callable[[Progress], None] | None,
) -> Solution:
    """Solve the program over the lift vectors so far, price, add, until the gap is closed.

    Parameters
    ----------
    lifts : the lift vectors that the guarantee admits.
    utility : what they are worth.
    pricing : finds those that are missing.
    tolerance : the gap at which to stop.
    until : when to stop at the latest, on the clock `time.perf_counter`.
    report : called after each round.
    """
    start = time.perf_counter()
    columns, center = pricing.first(until)
    silent = np.ones((len(lifts.prior), 1))
    alike = isinstance(utility, Divergence) and lifts.symmetric
    symmetry = Symmetry(lifts.prior if alike else range(len(silent)))
    master = _Master(lifts, utility, symmetry)
    master.add(np.hstack([silent, columns, opposite(lifts, columns)]))
    if pricing.exhaustive:  # then rounding is all that keeps the gap open
        tolerance = min(tolerance, _EXACT * master.scaled.unit)
    bound, stalled, rounds, last, splits = math.inf, 0, 0, -math.inf, _SPLITS
    stuck = False
    while True:
        value, prices = master.solve()
        rounds += 1
        improved = value > last + tolerance / 10
        last = value
        attempts = _attempts(center, prices, stuck, splits)
        if pricing.exhaustive:  # then more effort at the same prices would find the same
            attempts = iter([((center + prices) / 2, Effort.EXACT), (prices, Effort.EXACT)])
        for at, effort in chain([(center, Effort.QUICK)] if rounds == 1 else [], attempts):
            priced = pricing.price(at, replace(effort, tolerance=tolerance / 4, until=until))
            above = float(at.sum()) + priced.bound
            if above < bound:
                improved |= above < bound - tolerance / 10
                bound, center = above, at
            fresh = master.worth_adding(priced.columns, prices, tolerance / 10)
            if fresh.shape[1] or bound - value <= tolerance:
                break
        if report is not None:
            report(Progress(rounds, master.size, value, bound, time.perf_counter() - start))
        stalled = 0 if improved else stalled + 1
        if bound - value <= tolerance or time.perf_counter() > until:
            break
        stuck = not fresh.shape[1] or (stalled > 0 and stalled % _STALLED == 0)
        if not fresh.shape[1] or stalled == _HOPELESS:
            if pricing.exhaustive or splits == _MOST_SPLITS:
                break
            splits, stalled = min(_HARDER * splits, _MOST_SPLITS), 0
        master.add(fresh)
    return Solution(_basic(master.mixture(), lifts, utility, symmetry), bound)


def _attempts(center: Any, prices: Any, stuck: bool, splits: int) -> Iterator[tuple[Any, Effort]]:
    """Yield prices to try until a lift vector is found: near the best bound's first, then harder.

    The program's own prices swing from round to round; half way to those of the best bound they
    give better bounds.
    """
    between, hard = (center + prices) / 2, Effort(Effort.THOROUGH.tries, splits)
    if not stuck:
        yield between, Effort.QUICK
        yield prices, Effort.QUICK
        yield prices, Effort.THOROUGH
    yield prices, hard
    yield between, hard


def _basic(mixture: Mixture, lifts: LiftSet, utility: Utility, symmetry: Symmetry) -> Mixture:
    """Tell all secrets apart again, with at most as many outcomes as there are secrets."""
    if symmetry.trivial:
        return mixture
    turned = symmetry.turned(mixture)
    master = _Master(lifts, utility, Symmetry(range(len(lifts.prior))))
    master.add(turned.lifts)
    for tolerance in _LOOSER:
        master.solver.setOptionValue("primal_feasibility_tolerance", tolerance)
        master.solve()
        if master.solved:
            return master.mixture()
    return turned


class _Master:
    """The linear program over the lift vectors so far, in HiGHS."""

    def __init__(self, lifts: LiftSet, utility: Utility, symmetry: Symmetry) -> None:
        import highspy

        self.lifts, self.utility, self.symmetry = lifts, utility, symmetry
        self.scaled = Scaled(lifts, utility)
        # a mean of one over all secrets leaves one row to the others, the one it is largest in
        shares = np.bincount(symmetry.group, lifts.prior * self.scaled.spread)
        self.kept = np.delete(np.arange(len(shares)), int(shares.argmax()))
        self.columns = np.empty((len(lifts.prior), 0))
        self.solver = highspy.Highs()
        for option, value in ({"output_flag": False, "threads": 1} | TOLERANCES).items():
            self.solver.setOptionValue(option, value)
        for right in (1.0, *np.zeros(len(self.kept))):
            self.solver.addRow(right, right, 0, np.empty(0, np.int32), np.empty(0))
        self.solver.changeObjectiveSense(highspy.ObjSense.kMaximize)

    @property
    def size(self) -> int:
        """How many lift vectors there are."""
        return int(self.columns.shape[1])

    @property
    def solved(self) -> bool:
        """Whether the solver came to an end."""
        import highspy

        return bool(self.solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)

    def add(self, columns: Any) -> None:
        """Add lift vectors."""
        values = self.utility.at(columns, self.lifts.prior)
        rows = self.symmetry.means(self.scaled.deviations(columns))[self.kept]
        rows = np.vstack([np.ones(columns.shape[1]), rows])
        height, count = rows.shape
        self.solver.addCols(
            count,
            np.ascontiguousarray(self.scaled.worth(values, fix=not self.size), float),
            np.zeros(count),
            np.full(count, math.inf),
            rows.size,
            np.arange(0, rows.size, height, dtype=np.int32),
            np.tile(np.arange(height, dtype=np.int32), count),
            np.ascontiguousarray(rows.T, float).ravel(),
        )
        self.columns = np.hstack([self.columns, columns])

    def solve(self) -> tuple[float, Any]:
        """Return the largest utility and the prices of the lifts."""
        self.solver.run()
        value = float(self.solver.getInfo().objective_function_value)
        duals = np.array(self.solver.getSolution().row_dual)
        mean = np.zeros(len(self.symmetry.sizes))
        mean[self.kept] = duals[1:]
        prices = self.scaled.prices(float(duals[0]), self.symmetry.spread(mean))
        return value * self.scaled.unit + self.scaled.silent, prices

    def worth_adding(self, columns: Any, prices: Any, tolerance: float) -> Any:
        """Return the lift vectors that are worth more than their price."""
        worth = self.utility.at(columns, self.lifts.prior) - prices @ columns
        return columns[:, worth > tolerance]

    def mixture(self) -> Mixture:
        """Return the lift vectors that are used."""
        weights = np.array(self.solver.getSolution().col_value)
        used = weights > ABSENT
        return Mixture(self.columns[:, used], weights[used])
