"""The linear programs in cvxpy: over the vertices of the admitted lifts, and over the kernel."""

from __future__ import annotations

import math
import time
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.pricing.enumeration import VertexEnumeration
from pmlsym.design.pricing.problem import COLUMNS_PER_ROUND, Priced, Pricing, PricingEffort
from pmlsym.design.pricing.scaling import Scaling
from pmlsym.design.result import Mixture
from pmlsym.design.utility import Reward, Utility
from pmlsym.guarantees import LiftSet

if TYPE_CHECKING:
    import cvxpy as cp

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
_LEAST_SECONDS = 0.2  # that a solver is given, however late it is
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
    _solve(problem, deadline)
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
    _solve(problem, deadline)
    found = np.maximum(np.asarray(mean.value) + unit * np.asarray(moved.value), 0.0)
    found[found < ABSENT] = 0.0
    weights = prior @ found
    columns = found / np.where(weights > 0, weights, 1.0)
    columns[:, weights == 0] = 1.0
    pricing = RewardPricing(lifts, utility)
    signed = [sign * np.asarray(rows.dual_value) / unit for sign in (1, -1)]
    return Solution(Mixture(columns, weights), *_smallest_bound(pricing, signed))


def _smallest_bound(pricing: Pricing, candidates: list[FloatArray]) -> tuple[float, FloatArray]:
    """Return the smallest bound that some prices prove, with these."""
    bounds = [float(prices.sum()) + pricing.price(prices).bound for prices in candidates]
    best = int(np.argmin(bounds))
    return bounds[best], candidates[best]


def _solve(problem: cp.Problem, deadline: float) -> None:
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
