r"""Column generation: a linear program over some lift vectors, priced until none is missing.

The best mechanism is the solution of

.. math:: \max \sum_v \theta_v\, \mu(v) \quad\text{subject to}\quad
    \sum_v \theta_v\, v = 1,\; \theta \ge 0

over all vertices v of the lift set, which are far too many. The *restricted master program* has
only those found so far. Its value is the utility of a mechanism; its dual values are prices
:math:`\lambda` of the lifts. Pricing finds vertices with
:math:`\mu(v) > \sum_x \lambda(x)\, v(x)`, which are added, and an upper bound :math:`\delta` on the
difference. By weak duality, for prices from wherever,

.. math:: \sum_x \lambda(x) + \delta(\lambda)

is an upper bound on the utility of every mechanism. The search ends when the smallest of these
bounds is met. As the program's own prices swing from round to round, the pricing problem is also
solved half way between them and those of the best bound (dual smoothing).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.pricing.problem import Pricing, PricingEffort
from pmlsym.design.pricing.program import ABSENT, TOLERANCES, Solution
from pmlsym.design.pricing.scaling import Scaling
from pmlsym.design.pricing.symmetry import Symmetry
from pmlsym.design.result import Mixture, opposite
from pmlsym.design.utility import Divergence, Utility
from pmlsym.guarantees import LiftSet

# The gap to aim at where the pricing problem is always solved, relative to the largest utility of
# an initial lift vector: only rounding can then keep the gap open.
_SMALLEST_GAP = 1e-10
_FIRST_SPLITS = 200  # how many ranges branch and bound may split in one call of `price`
_MORE_SPLITS = 64  # the factor by which that number is raised when no lift vector is found
_MOST_SPLITS = _FIRST_SPLITS * _MORE_SPLITS**2
# After 10 rounds in a row without a better value or bound, the next one goes straight to branch
# and bound; after 100, the number of splits is raised for good.
_STALLED, _STALLED_FOR_LONG = 10, 100
_LEAST_SECONDS = 0.2  # that a program is given, so that there is a mechanism however late it is
# with as few rows as secrets, to simplify a program takes longer than to solve it
_OPTIONS = {"output_flag": False, "threads": 1, "small_matrix_value": 1e-12, "presolve": "off"}
# Primal feasibility tolerances that are tried in turn for a basic solution over the rotations of
# lift vectors: no others can be added, so rounding may leave no mixture whose mean is one to 1e-10.
_FEASIBILITY = (1e-10, 1e-8, 1e-6)


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


def generate_columns(
    lifts: LiftSet,
    utility: Utility,
    pricing: Pricing,
    tolerance: float,
    deadline: float,
    report: Callable[[Progress], None] | None,
    known: Solution | None = None,
) -> Solution:
    """Solve the program over the lift vectors so far, price, add, until the gap is closed.

    Parameters
    ----------
    lifts : the lift vectors that the guarantee admits.
    utility : what they are worth.
    pricing : finds those that are missing.
    tolerance : the gap at which to stop.
    deadline : when to stop at the latest, on the clock `time.perf_counter`.
    report : called after each round.
    known : a mechanism to start from, with its prices, instead of what pricing starts with.

    Returns
    -------
    Solution
        A mixture of at most as many lift vectors as there are secrets, and a bound, which also
        holds if the search was stopped.
    """
    start = time.perf_counter()
    if known is None:
        columns, center = pricing.initial(deadline)
    else:
        columns, center = known.mixture.lifts, known.prices
    constant = np.ones((len(lifts.prior), 1))
    alike = isinstance(utility, Divergence) and lifts.symmetric
    symmetry = Symmetry(lifts.prior if alike else range(len(constant)))
    master = _Master(lifts, utility, symmetry)
    master.add(np.hstack([constant, columns, opposite(lifts, columns)]))
    if pricing.always_optimal:
        tolerance = min(tolerance, _SMALLEST_GAP * master.scaling.unit)
    bound, stalled, rounds, last, splits = math.inf, 0, 0, -math.inf, _FIRST_SPLITS
    stuck = False
    while True:
        value, prices = master.solve(deadline)
        rounds += 1
        improved = value > last + tolerance / 10
        last = value
        attempts = _attempts(center, prices, stuck, splits)
        if pricing.always_optimal:  # then more effort at the same prices would find the same
            attempts = iter(
                [((center + prices) / 2, PricingEffort.EXACT), (prices, PricingEffort.EXACT)]
            )
        for at, effort in chain([(center, PricingEffort.QUICK)] if rounds == 1 else [], attempts):
            priced = pricing.price(at, replace(effort, tolerance=tolerance / 4, deadline=deadline))
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
        if bound - value <= tolerance or time.perf_counter() > deadline:
            break
        stuck = not fresh.shape[1] or (stalled > 0 and stalled % _STALLED == 0)
        if not fresh.shape[1] or stalled == _STALLED_FOR_LONG:
            if pricing.always_optimal or splits == _MOST_SPLITS:
                break
            splits, stalled = min(_MORE_SPLITS * splits, _MOST_SPLITS), 0
        master.add(fresh)
    mixture = _basic_solution(master.mixture(), lifts, utility, symmetry, deadline)
    return Solution(mixture, bound, center)


def _attempts(
    center: FloatArray, prices: FloatArray, stuck: bool, splits: int
) -> Iterator[tuple[FloatArray, PricingEffort]]:
    """Yield prices with the effort to spend on them, until a lift vector is found.

    Parameters
    ----------
    center : the prices of the best bound so far.
    prices : those of the program.
    stuck : whether to go on to branch and bound at once.
    splits : how many ranges that splits.
    """
    between, branching = (center + prices) / 2, PricingEffort(PricingEffort.THOROUGH.cores, splits)
    if not stuck:
        yield between, PricingEffort.QUICK
        yield prices, PricingEffort.QUICK
        yield prices, PricingEffort.THOROUGH
    yield prices, branching
    yield between, branching


def _basic_solution(
    mixture: Mixture, lifts: LiftSet, utility: Utility, symmetry: Symmetry, deadline: float
) -> Mixture:
    """Turn group means of one into lifts of mean one, with no more outcomes than secrets.

    The rotations of the lift vectors within the groups have that mean, but are many: a basic
    solution of the program over them is as good and has at most as many as there are secrets.
    """
    if symmetry.trivial:
        return mixture
    rotated = symmetry.rotated(mixture)
    master = _Master(lifts, utility, Symmetry(range(len(lifts.prior))))
    master.add(rotated.lifts)
    for tolerance in _FEASIBILITY:
        master.solver.setOptionValue("primal_feasibility_tolerance", tolerance)
        master.solve(deadline)
        if master.solved:
            return master.mixture()
    return rotated


class _Master:
    """The restricted master program in HiGHS, scaled, with group means as its rows.

    Parameters
    ----------
    lifts : the lift vectors that the guarantee admits.
    utility : what they are worth.
    symmetry : the groups of secrets that are not told apart.
    """

    def __init__(self, lifts: LiftSet, utility: Utility, symmetry: Symmetry) -> None:
        import highspy

        self.utility, self.symmetry = utility, symmetry
        self.prior: FloatArray = lifts.prior
        self.scaling = Scaling(lifts, utility)
        # every lift vector has mean one, so one row follows from the others: the heaviest is
        # left out, as it follows from them with the least rounding
        shares = np.bincount(symmetry.group, self.prior * self.scaling.spread)
        self.kept = np.delete(np.arange(len(shares)), int(shares.argmax()))
        self.columns, self.multiples = np.empty((len(self.prior), 0)), np.empty(0)
        # of the last program that was solved
        self.value, self.duals, self.weights = 0.0, np.zeros(1 + len(self.kept)), np.empty(0)
        self.solver = highspy.Highs()
        for option, value in (_OPTIONS | TOLERANCES).items():
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

    def add(self, columns: FloatArray) -> None:
        """Add lift vectors; the first ones set the unit of the program."""
        values = self.utility.at(columns, self.prior)
        rows = self.symmetry.means(self.scaling.deviations(columns))[self.kept]
        multiples = self.scaling.multiples(rows)
        rows = np.vstack([np.ones(columns.shape[1]), rows]) / multiples
        height, count = rows.shape
        self.solver.addCols(
            count,
            self.scaling.worth(values, fix=not self.size) / multiples,
            np.zeros(count),
            np.full(count, math.inf),
            rows.size,
            np.arange(0, rows.size, height, dtype=np.int32),
            np.tile(np.arange(height, dtype=np.int32), count),
            np.ascontiguousarray(rows.T, float).ravel(),
        )
        self.columns = np.hstack([self.columns, columns])
        self.multiples = np.concatenate([self.multiples, multiples])

    def solve(self, deadline: float = math.inf) -> tuple[float, FloatArray]:
        """Return the largest utility and the prices of the lifts; those of before if it is late."""
        left = max(deadline - time.perf_counter(), _LEAST_SECONDS)
        self.solver.setOptionValue("time_limit", min(self.solver.getRunTime() + left, 1e100))
        self.solver.run()
        if self.solved:
            solution = self.solver.getSolution()
            self.value = float(self.solver.getInfo().objective_function_value)
            self.duals = np.array(solution.row_dual)
            self.weights = np.array(solution.col_value)
        elif not len(self.weights):  # so late that the first lift vector, silence, has to do
            self.weights = np.ones(1)
        mean = np.zeros(len(self.symmetry.sizes))
        mean[self.kept] = self.duals[1:]
        prices = self.scaling.prices(float(self.duals[0]), self.symmetry.shared(mean))
        return self.value * self.scaling.unit + self.scaling.constant, prices

    def worth_adding(self, columns: FloatArray, prices: FloatArray, tolerance: float) -> FloatArray:
        """Return the lift vectors that are worth more than their price."""
        worth = self.utility.at(columns, self.prior) - prices @ columns
        return columns[:, worth > tolerance]

    def mixture(self) -> Mixture:
        """Return the lift vectors that are used."""
        weights = self.weights  # lift vectors that were added later have none
        used = np.flatnonzero(weights > ABSENT)
        return Mixture(self.columns[:, used], weights[used] / self.multiples[used])
