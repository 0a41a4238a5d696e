r"""Linear programs over lift vectors and over the kernel, and column generation.

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
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING
from weakref import finalize

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.dual_bound import reward_over_priors
from pmlsym.design.pricing.enumeration import VertexEnumeration
from pmlsym.design.pricing.problem import (
    COLUMNS_PER_ROUND,
    Priced,
    Pricing,
    PricingEffort,
    Symmetry,
)
from pmlsym.design.result import Mixture, opposite
from pmlsym.design.utility import Divergence, Reward, Utility
from pmlsym.guarantees import LiftSet
from pmlsym.guarantees.sets.over_priors import BoxOverPriors

if TYPE_CHECKING:
    import cvxpy as cp
    import highspy

# --- scaling --------------------------------------------------------------------------------------

_APART = 1e4  # how many times the smallest of the units of deviations another one may be


class Scaling:
    r"""Turns lift vectors and utilities into entries of the scaled program, and its prices back.

    Lifts may all be within 1e-9 of one, or reach 1e9. So the program

    .. math:: \max \sum_v \theta_v\, \mu(v) \quad\text{subject to}\quad
        \sum_v \theta_v\, v = 1,\; \theta \ge 0

    is written in the deviations :math:`d(x) = (v(x) - 1) / \sigma(x)`, where :math:`\sigma(x)` is
    how far from one the lift of x can be, and in the utility beyond :math:`\mu(1)`, that of the
    constant channel, over the largest such difference u among the first lift vectors:

    .. math:: \max \sum_v \theta_v\, \frac{\mu(v) - \mu(1)}{u} \quad\text{subject to}\quad
        \sum_v \theta_v = 1,\; \sum_v \theta_v\, d_v = 0,\; \theta \ge 0.

    A rare secret may be raised 1e9 times as far as others: in that unit its row would be all but
    empty. So no :math:`\sigma(x)` is more than 1e4 times the smallest, and a lift vector that then
    goes farther is counted in multiples, :math:`c_v \theta_v` in the place of its weight, with its
    column divided by :math:`c_v`.

    Parameters
    ----------
    lifts : the admitted lift vectors.
    utility : what they are worth.

    Examples
    --------
    >>> from pmlsym.guarantees import Box
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> scaling = Scaling(Box.between([0.5, 0.5], 0.0, 1.5), CHI_SQUARE)
    >>> scaling.deviations(np.array([[1.5, 1.0], [0.5, 1.0]]))
    array([[ 1.,  0.],
           [-1.,  0.]])
    """

    def __init__(self, lifts: LiftSet, utility: Utility) -> None:
        self.prior: FloatArray = lifts.prior
        spread = np.where(lifts.spread > 0, lifts.spread, 1.0)
        self.spread: FloatArray = np.minimum(spread, _APART * spread.min())
        self.constant = float(utility.at(np.ones((len(self.prior), 1)), self.prior)[0])
        self.unit = 1.0

    def deviations(self, columns: FloatArray) -> FloatArray:
        r"""Return lift vectors as deviations from one, shape (\|X\|, k)."""
        return (columns - 1) / self.spread[:, None]

    def multiples(self, rows: FloatArray) -> FloatArray:
        """Return in what multiples of its weight each lift vector is counted.

        Parameters
        ----------
        rows : array, the deviations of lift vectors, one a column.
        """
        far = np.abs(rows).max(axis=0, initial=1.0)
        return np.where(far > _APART, far, 1.0)

    def worth(self, values: FloatArray, fix: bool = True) -> FloatArray:
        """Return utilities beyond that of the constant channel, in the unit of the program.

        Parameters
        ----------
        values : utilities of lift vectors.
        fix : whether to take the largest of these as the unit from now on.
        """
        beyond = values - self.constant
        if fix and beyond.max() > 0:
            self.unit = float(beyond.max())
        return beyond / self.unit

    def prices(self, total: float, mean: FloatArray) -> FloatArray:
        r"""Return the prices of the lifts that belong to dual values of the scaled program.

        Parameters
        ----------
        total : the dual value of the row in which the weights sum to one.
        mean : array, shape (\|X\|,), those of the rows in which the mean deviation is zero.
        """
        lifted = self.unit * mean / self.spread
        # what does not depend on the lift vector is shared out: prior @ v is one for each of them
        rest = self.unit * total + self.constant - lifted.sum()
        prices: FloatArray = lifted + rest * self.prior
        return prices


# --- rewards --------------------------------------------------------------------------------------
# Pricing for a reward: one linear problem for each decision, solved by sorting.
#
# With :math:`\mu(v) = \max_d \sum_x P(x)\, v(x)\, R(x, d)` the pricing problem is
#
# .. math:: \max_d \max_v \sum_x g_d(x)\, v(x), \qquad g_d(x) = P(x)\, R(x, d) - \lambda(x).
#
# Between bounds the inner problem is a fractional knapsack: lifts start at their lower bounds and
# are raised in the order of :math:`g_d(x) / P(x)` until the mean is one. Under LDP the best
# staircase has the first secrets in that order on its upper step, so all :math:`|X|` of them are
# compared.


class RewardPricing:
    r"""Pricing of the lift vectors of a guarantee under a reward, exactly.

    Parameters
    ----------
    lifts : the admitted lift vectors.
    utility : the reward, a table of shape (\|X\|, decisions).

    Examples
    --------
    >>> from pmlsym.guarantees import Box
    >>> guess = Reward([[1, 0], [0, 1]])
    >>> pricing = RewardPricing(Box.between([0.5, 0.5], 0.0, 1.5), guess)
    >>> priced = pricing.price(np.zeros(2))
    >>> priced.bound, priced.columns
    (0.75, array([[1.5, 0.5],
           [0.5, 1.5]]))
    """

    always_optimal = True

    def __init__(self, lifts: LiftSet, utility: Reward) -> None:
        self.lifts = lifts
        self.earned: FloatArray = lifts.prior[:, None] * utility.matrix

    def initial(self, deadline: float = math.inf) -> tuple[FloatArray, FloatArray]:
        """Start with the best lift vector of each decision, at prices of zero."""
        prices = np.zeros(len(self.earned))
        return self._best(prices)[0], prices

    def price(self, prices: FloatArray, effort: PricingEffort = PricingEffort.EXACT) -> Priced:
        """Solve one linear problem for each decision."""
        columns, worth = self._best(prices)
        best = np.argsort(-worth)[:COLUMNS_PER_ROUND]
        return Priced(columns[:, best], float(worth.max()))

    def _best(self, prices: FloatArray) -> tuple[FloatArray, FloatArray]:
        gains = self.earned - prices[:, None]
        columns = self.lifts.best(gains)
        return columns, (gains * columns).sum(axis=0)


# --- program --------------------------------------------------------------------------------------

TOLERANCES = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
_LEAST_SECONDS = 0.2  # that a solver is given, so that there is a mechanism however late it is
ABSENT = 1e-12  # an outcome of a probability that a solver's rounding can make


@dataclass(frozen=True)
class Solution:
    """A mechanism as a solver found it, and the prices that bound the utility of every other.

    Parameters
    ----------
    mixture : the mechanism.
    bound : what the prices prove, up to rounding.
    prices : array, shape (|X|,), of the lifts.
    """

    mixture: Mixture
    bound: float
    prices: FloatArray


def vertex_program(lifts: LiftSet, utility: Utility, deadline: float = math.inf) -> Solution:
    r"""Choose the mixture of vertices with mean one that has the largest utility.

    .. math:: \max \sum_v \theta_v\, \mu(v) \quad\text{subject to}\quad
        \sum_v \theta_v\, v = 1,\; \theta \ge 0

    The bound comes from the program's dual prices, checked at every vertex.
    """
    import cvxpy as cp

    every = VertexEnumeration(lifts, utility)
    rows = Scaling(lifts, utility)
    # silence is no vertex, but where lifts are told from one by rounding it alone has mean one
    columns = np.hstack([every.columns, np.ones((len(lifts.prior), 1))])
    weights = cp.Variable(columns.shape[1], nonneg=True)
    mean = rows.deviations(columns) @ weights == 0
    total = cp.sum(weights) == 1
    worth = rows.worth(utility.at(columns, lifts.prior))
    problem = cp.Problem(cp.Maximize(worth @ weights), [mean, total])
    solve_program(problem, deadline)
    found = np.asarray(weights.value)
    kept = found > ABSENT
    signed = [  # cvxpy's sign of dual values depends on its version
        rows.prices(sign * float(total.dual_value), sign * np.asarray(mean.dual_value))
        for sign in (1, -1)
    ]
    return Solution(Mixture(columns[:, kept], found[kept]), *_smallest_bound(every, signed))


def kernel_program(lifts: LiftSet, utility: Reward, deadline: float = math.inf) -> Solution:
    r"""Choose the kernel itself, its outcomes being the decisions.

    .. math:: \max \sum_{x, d} P(x)\, P(d \mid x)\, R(x, d)

    under the guarantee, which is linear in the kernel: the program has as many variables as the
    matrix has entries. Outcomes that are never used have weight zero.
    """
    import cvxpy as cp

    prior = lifts.prior
    secrets, decisions = utility.matrix.shape
    # the kernel is its mean over the secrets plus a deviation, in units that fit the guarantee
    mean = cp.Variable((1, decisions), nonneg=True)
    moved = cp.Variable((secrets, decisions))
    unit = lifts.unit
    rows = cp.sum(moved, axis=1) == 0
    constraints = [rows, cp.sum(mean) == 1, prior @ moved == 0, *lifts.constraints(mean, moved)]
    earned = prior[:, None] * utility.matrix
    worth = cp.sum(cp.multiply(earned, moved))
    average = (prior @ utility.matrix)[None, :]
    problem = cp.Problem(
        cp.Maximize(unit * worth + cp.sum(cp.multiply(average, mean))), constraints
    )
    solve_program(problem, deadline)
    found = np.maximum(np.asarray(mean.value) + unit * np.asarray(moved.value), 0.0)
    found[found < ABSENT] = 0.0
    weights = prior @ found
    columns = found / np.where(weights > 0, weights, 1.0)
    columns[:, weights == 0] = 1.0
    signed = [sign * np.asarray(rows.dual_value) / unit for sign in (1, -1)]
    if isinstance(lifts, BoxOverPriors):
        bounds = [reward_over_priors(lifts, earned, prices) for prices in signed]
        best = int(np.argmin(bounds))
        return Solution(Mixture(columns, weights), bounds[best], signed[best])
    pricing = RewardPricing(lifts, utility)
    return Solution(Mixture(columns, weights), *_smallest_bound(pricing, signed))


def _smallest_bound(pricing: Pricing, candidates: list[FloatArray]) -> tuple[float, FloatArray]:
    """Return the smallest bound that some prices prove, with these."""
    bounds = [float(prices.sum()) + pricing.price(prices).bound for prices in candidates]
    best = int(np.argmin(bounds))
    return bounds[best], candidates[best]


def solve_program(problem: cp.Problem, deadline: float) -> None:
    """Solve with what gets through before the deadline; the bound is checked on its own."""
    import cvxpy as cp

    for options in ({"solver": cp.HIGHS, **TOLERANCES}, {"solver": cp.CLARABEL}):
        if deadline < math.inf:
            options["time_limit"] = max(deadline - time.perf_counter(), _LEAST_SECONDS)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # of inaccuracy, which the gap shows
                problem.solve(**options)
        except (cp.SolverError, ValueError):  # cvxpy has no solution to unpack
            continue
        if problem.status in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE):
            return
    raise SolverFailed(f"no solver of {len(problem.variables())} variables came to an end")


class SolverFailed(RuntimeError):  # noqa: N818 - what happened, not a mistake of the caller
    """No solver came to a solution, or not in time; column generation is left."""


# --- column generation ----------------------------------------------------------------------------

# The gap to aim at where the pricing problem is always solved, relative to the largest utility of
# an initial lift vector: only rounding can then keep the gap open.
_SMALLEST_GAP = 1e-10
_FIRST_SPLITS = 200  # how many ranges branch and bound may split in one call of `price`
_MORE_SPLITS = 64  # the factor by which that number is raised when no lift vector is found
_MOST_SPLITS = _FIRST_SPLITS * _MORE_SPLITS**2
# After 10 rounds in a row without a better value or bound, the next one goes straight to branch
# and bound; after 100, the number of splits is raised for good.
_STALLED, _STALLED_FOR_LONG = 10, 100
# with as few rows as secrets, to simplify a program takes longer than to solve it; a basis stays
# primal feasible when lift vectors are added, so the primal simplex method goes on from it
_OPTIONS = {
    "output_flag": False,
    "threads": 1,
    "small_matrix_value": 1e-12,
    "presolve": "off",
    "simplex_strategy": 4,
}
# a program of a few hundred vertices and no more than 18 rows is solved in a few steps, of which
# scaling it again, perturbing its bounds and weighing its edges would be more than half the work
_OF_FEW = {
    "simplex_scale_strategy": 0,
    "primal_simplex_bound_perturbation_multiplier": 0.0,
    "simplex_primal_edge_weight_strategy": 0,
}
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
    listed = isinstance(pricing, VertexEnumeration)  # then enough vertices to start with
    master = _Master(lifts, utility, symmetry, _OF_FEW if listed else {})
    more = columns[:, :0] if listed else opposite(lifts, columns)
    master.add(np.hstack([constant, columns, more]))
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
            attempts = ((at, PricingEffort.EXACT) for at in ((center + prices) / 2, prices))
        if rounds == 1:
            first = (prices, PricingEffort.EXACT) if listed else (center, PricingEffort.QUICK)
            attempts = chain([first], attempts)
        for at, effort in attempts:
            priced = pricing.price(at, replace(effort, tolerance=tolerance / 4, deadline=deadline))
            above = float(at.sum()) + priced.bound
            if above < bound:
                improved |= above < bound - tolerance / 10
                bound, center = above, at
            if bound - value <= tolerance:
                break
            fresh = master.worth_adding(priced.columns, prices, tolerance / 10)
            if fresh.shape[1]:
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


_IDLE: list[highspy.Highs] = []  # solvers that no program uses: to make one takes long


def _give_back(solver: highspy.Highs) -> None:
    """Keep a solver, without its program and its options, for the next program."""
    solver.clear()
    _IDLE.append(solver)


class _Master:
    """The restricted master program in HiGHS, scaled, with group means as its rows.

    Parameters
    ----------
    lifts : the lift vectors that the guarantee admits.
    utility : what they are worth.
    symmetry : the groups of secrets that are not told apart.
    options : of the solver, beside those for every program.
    """

    def __init__(
        self,
        lifts: LiftSet,
        utility: Utility,
        symmetry: Symmetry,
        options: Mapping[str, float] = MappingProxyType({}),
    ) -> None:
        import highspy

        try:
            self.solver = _IDLE.pop()
        except IndexError:
            self.solver = highspy.Highs()
        finalize(self, _give_back, self.solver).atexit = False
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
        for option, value in {**_OPTIONS, **TOLERANCES, **options}.items():
            self.solver.setOptionValue(option, value)
        right, none = np.append(1.0, np.zeros(len(self.kept))), np.empty(0, np.int32)
        self.solver.addRows(
            len(right), right, right, 0, np.zeros(len(right), np.int32), none, np.empty(0)
        )
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
            self.value = float(self.solver.getObjectiveValue())
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
        used = np.flatnonzero(self.weights > ABSENT)  # what was added later has no weight
        return Mixture(self.columns[:, used], self.weights[used] / self.multiples[used])
