r"""Mechanisms for an uncertain prior: the guarantee, and the utility, at the worst prior of a set.

With lift vectors v of mean one under a prior of reference, a mechanism is a mixture :math:`\theta`
of vectors that satisfy the guarantee whatever the prior P of the set S. Its utility at P is linear
in :math:`\theta`, so

.. math:: \max_\theta \min_{P \in S} \sum_v \theta_v\, \mu_P(v) \le
    \sum_x \lambda(x) + \max_v \Bigl(\sum_P w_P\, \mu_P(v) - \sum_x \lambda(x)\, v(x)\Bigr)

for all prices :math:`\lambda` and all weights :math:`w` of priors with sum one: no mechanism has
more utility at the worst prior than at a mixture of them. Mutual information is concave in P, so
its minimum is at an extreme prior, and the left side is a linear program over vertices and extreme
priors, both generated. A reward is convex in P, so by the minimax theorem one P is enough, and the
program is written in the kernel.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.dual_bound import UNIT, entropy_at_most, prior_near, reward_over_priors, upwards
from pmlsym.design.pricing.problem import COLUMNS_PER_ROUND
from pmlsym.design.pricing.program import ABSENT, Progress, Solution, SolverFailed, solve_program
from pmlsym.design.result import Mixture
from pmlsym.design.utility import MUTUAL_INFORMATION, Reward, Utility
from pmlsym.design.value_bound import completion, utility_at_least
from pmlsym.errors import ParameterError
from pmlsym.exact import RowLike
from pmlsym.guarantees import Box, Cone, Guarantee, LiftSet, MetricCone
from pmlsym.guarantees.sets.over_priors import BoxOverPriors, ends_of, smallest_mean_of
from pmlsym.priors import Intervals


@dataclass(frozen=True)
class EveryPrior:
    """A guarantee that holds whatever the prior of a set.

    Parameters
    ----------
    guarantee : one that bounds lifts, or ratios of them, which no prior matters to.
    priors : the set.
    """

    guarantee: Guarantee
    priors: Intervals

    def lift_set(self, masses: RowLike) -> LiftSet:
        """Return the admitted vectors, those of mean one under a prior of reference.

        Raises
        ------
        ParameterError
            If it is another guarantee.
        """
        lifts = self.guarantee.lift_set(masses)
        if isinstance(lifts, Box):
            # no lift is above 1/p_min; an upper bound that is none only adds rounding errors
            rarest = self.priors.p_min
            most = -math.log(float(rarest)) * (1 + 4 * UNIT) if rarest else math.inf
            upper = math.inf if lifts.upper >= most else lifts.upper
            return BoxOverPriors(lifts.masses, lifts.lower, upper, self.priors)
        if isinstance(lifts, Cone | MetricCone):
            return lifts
        raise ParameterError(
            f"guarantee is {self.guarantee}, but mechanisms for a set of priors are known for PML, "
            "PMC, LIP, ALIP, LDP and DPrivacy."
        )


def centre(priors: Intervals) -> list[Fraction]:
    """Return the prior at the same fraction of every interval.

    Examples
    --------
    >>> centre(Intervals.at_least(Fraction(1, 10), 2))
    [Fraction(1, 2), Fraction(1, 2)]
    """
    room = [high - low for low, high in zip(priors.lower, priors.upper, strict=True)]
    total = sum(room, Fraction(0))
    part = (1 - sum(priors.lower, Fraction(0))) / total if total else Fraction(0)
    return [low + part * more for low, more in zip(priors.lower, room, strict=True)]


@dataclass(frozen=True)
class WorstCase:
    """A mechanism as it was found, and how to bound its utility at the worst prior.

    Parameters
    ----------
    lifts : the vectors that are admitted whatever the prior.
    solution : the mechanism, with a bound on all of them.
    value : returns for a kernel and the exact prior of reference a lower bound on the utility at
        every prior of the set, and the worst prior.
    """

    lifts: BoxOverPriors
    solution: Solution
    value: Callable[[FloatArray, list[Fraction]], tuple[float, tuple[Fraction, ...]]]


def worst_case(
    promised: EveryPrior,
    utility: Utility,
    tolerance: float,
    deadline: float,
    report: Callable[[Progress], None] | None,
) -> tuple[str, WorstCase]:
    """Return the method and the mechanism with the most utility at the worst prior of a set.

    Raises
    ------
    ParameterError
        For divergences other than mutual information, guarantees whose vectors are not between two
        bounds or within one ratio, and more than 12 secrets unless the utility is a reward.
    """
    priors = promised.priors
    if utility is not MUTUAL_INFORMATION and not isinstance(utility, Reward):
        raise ParameterError(
            f"prior is a set of priors, but {utility.name} is neither concave nor convex in the "
            "prior, so that its worst one is not known: ask for mutual-information, a reward, a "
            "distortion or a function of a column of the kernel; or give one prior for the "
            "utility, and the set as priors."
        )
    lifts = promised.lift_set([float(mass) for mass in centre(priors)])
    if isinstance(lifts, Cone):  # LDP is PML whatever the prior
        every = Intervals([0] * len(priors), [1] * len(priors))
        lifts = BoxOverPriors(lifts.masses, math.inf, lifts.epsilon, every)
    if not isinstance(lifts, BoxOverPriors):
        raise ParameterError(
            f"guarantee is {promised.guarantee}, but the worst prior of a set is known for PML, "
            "PMC, LIP, ALIP and LDP: give one prior for the utility, and the set as priors."
        )
    if isinstance(utility, Reward):
        solution, likely = worst_reward(lifts, priors, utility, deadline)
        return "kernel-program", WorstCase(
            lifts, solution, partial(reward_at_least, lifts, priors, utility, likely)
        )
    search = WorstInformation(lifts, priors)
    solution = search.solve(tolerance, deadline, report)
    return "column-generation", WorstCase(lifts, solution, search.value)


# --- mutual information ---------------------------------------------------------------------------

_MOST_PRIORS = 20_000  # extreme priors that are listed
_PRIORS_PER_ROUND = 4
_OFF = 1e-13  # relative error of sums of some dozen floats
_DIGITS = 18.0  # nats; with more, programs have come back wrong in every digit
_NEAR = 1e-7  # how far above the smallest utility that of a prior is bounded on its own


def extreme_priors(priors: Intervals) -> list[tuple[Fraction, ...]]:
    """Return the extreme priors of a set: all probabilities but one are at a bound.

    Examples
    --------
    >>> extreme_priors(Intervals.at_least(Fraction(1, 4), 2))
    [(Fraction(1, 4), Fraction(3, 4)), (Fraction(3, 4), Fraction(1, 4))]
    """
    low, room = priors.lower, [b - a for a, b in zip(priors.lower, priors.upper, strict=True)]
    found = {}
    sums: list[tuple[Fraction, int]] = [(sum(low, Fraction(0)), 0)]
    for x, more in enumerate(room):
        sums += [(total + more, chosen | 1 << x) for total, chosen in sums if total + more <= 1]
    for total, chosen in sums:
        for own, more in enumerate(room):
            if not chosen >> own & 1 and 1 - total <= more:
                pairs = zip(low, room, strict=True)
                raised = [a + r * (chosen >> x & 1) for x, (a, r) in enumerate(pairs)]
                raised[own] += 1 - total
                found[tuple(raised)] = True
        if len(found) > _MOST_PRIORS:
            raise ParameterError(
                f"prior is a set with more than {_MOST_PRIORS} extreme priors: give wider or fewer "
                "intervals, or one prior for the utility and the set as priors=."
            )
    return sorted(found)


class WorstInformation:
    """Mutual information at the worst prior, by generation of vertices and of extreme priors.

    Parameters
    ----------
    lifts : the vectors that are admitted whatever the prior of the set.
    priors : the set.
    """

    def __init__(self, lifts: BoxOverPriors, priors: Intervals) -> None:
        self.lifts, (self.columns, self.off) = lifts, lifts.listed
        self.exact = extreme_priors(priors)
        self.extremes = np.array([[float(p) for p in prior] for prior in self.exact])
        self.own = _own_terms(self.columns)
        # at the prior of the least entropy no kernel tells more, so none does at its worst prior
        entropies = -_own_terms(self.extremes).sum(axis=1)
        self.most = entropy_at_most(list(self.exact[int(entropies.argmin())]))

    def solve(
        self, tolerance: float, deadline: float, report: Callable[[Progress], None] | None
    ) -> Solution:
        """Return a mixture of vertices, and a bound on what any has at the worst prior."""
        silent = Mixture(np.ones((len(self.columns), 1)), np.ones(1))
        best = Solution(silent, self.most, np.empty(0))
        value, rounds, start = 0.0, 0, time.perf_counter()
        priors = [int(np.abs(self.extremes - self.extremes.mean(axis=0)).sum(axis=1).argmin())]
        order = np.argsort(-self._worth(self.extremes.mean(axis=0)[None, :])[0])
        chosen = list(order[: 2 * COLUMNS_PER_ROUND])
        while True:
            mixture, prices, weights = self._program(chosen, priors)
            bound = self._bound(prices, priors, weights)
            each = _information(mixture, self.extremes)
            if each.min() > value or not value:
                value, best = float(each.min()), Solution(mixture, best.bound, prices)
            best = Solution(best.mixture, min(bound, best.bound), prices)
            rounds += 1
            if report is not None:
                seconds = time.perf_counter() - start
                report(Progress(rounds, len(chosen) + 1, value, best.bound, seconds))
            if best.bound - value <= tolerance or time.perf_counter() > deadline:
                return best
            worst = [int(k) for k in np.argsort(each)[:_PRIORS_PER_ROUND] if int(k) not in priors]
            reduced = weights @ self._worth(self.extremes[priors]) - prices @ self.columns
            known = set(chosen)
            most = np.argsort(-reduced)[:COLUMNS_PER_ROUND]
            fresh = [int(k) for k in most if reduced[k] > tolerance / 10 and int(k) not in known]
            if not fresh and not worst:
                return best
            chosen, priors = chosen + fresh, priors + worst

    def _worth(self, priors: FloatArray) -> FloatArray:
        """Return the information of each vertex under each prior, shape (priors, vertices)."""
        return priors @ self.own - _own_terms(priors @ self.columns)

    def _program(
        self, chosen: list[int], priors: list[int]
    ) -> tuple[Mixture, FloatArray, FloatArray]:
        """Solve the program of some vertices and priors; return prices and weights of priors."""
        from scipy.optimize import linprog

        columns = np.hstack([np.ones((len(self.columns), 1)), self.columns[:, chosen]])
        worth = self.extremes[priors] @ _own_terms(columns)
        worth -= _own_terms(self.extremes[priors] @ columns)
        unit = max(float(worth.max()), 1e-300)
        count = columns.shape[1]
        found = linprog(
            np.append(np.zeros(count), -1.0),
            A_ub=np.hstack([-worth / unit, np.ones((len(priors), 1))]),
            b_ub=np.zeros(len(priors)),
            A_eq=np.hstack([columns, np.zeros((len(columns), 1))]),
            b_eq=np.ones(len(columns)),
            bounds=[(0, None)] * count + [(None, None)],
            method="highs",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        if found.x is None:  # the constant mechanism is one, so the solver gave up
            return (
                Mixture(columns[:, :1], np.ones(1)),
                np.zeros(len(columns)),
                np.eye(1, len(priors))[0],
            )
        used = np.flatnonzero(found.x[:-1] > ABSENT)
        weights = np.maximum(-found.ineqlin.marginals, 0.0)
        weights = weights / weights.sum() if weights.any() else np.eye(1, len(priors))[0]
        return (
            Mixture(columns[:, used], found.x[used]),
            -found.eqlin.marginals * unit,
            weights,
        )

    def _bound(self, prices: FloatArray, priors: list[int], weights: FloatArray) -> float:
        """Return the upper bound of prices and weights of priors, with all rounding counted.

        Over a step of d from a number of at most b, x log x changes by d (1 + |log b|) - d log d
        at most.
        """
        worth = weights @ self._worth(self.extremes[priors])
        most = self.columns.max(axis=0)
        off = self.off + _OFF * most
        change = off * (2 + np.abs(np.log(most + 1)) + np.abs(np.log(off)))
        size = (np.abs(worth) + np.abs(prices) @ self.columns + most) * _OFF
        error = 2 * change + float(np.abs(prices).sum()) * off + size
        slack = worth - prices @ self.columns + error
        return upwards(
            float(prices.sum()) + float(slack.max()) + _OFF * float(np.abs(prices).sum())
        )

    def value(
        self, kernel: FloatArray, numbers: list[Fraction]
    ) -> tuple[float, tuple[Fraction, ...]]:
        """Return a lower bound on the information at every prior of the set, and the worst one."""
        each = _information(Mixture(kernel, np.ones(kernel.shape[1])), self.extremes)
        least = float(each.min())
        near = np.flatnonzero(each <= least + _NEAR * (1 + abs(least)))
        bounds = [
            utility_at_least(kernel, list(self.exact[k]), self.lifts, MUTUAL_INFORMATION)
            for k in near
        ]
        return min(bounds), self.exact[near[int(np.argmin(bounds))]]


def _own_terms(numbers: FloatArray) -> FloatArray:
    """Return x log x, zero at zero."""
    positive = np.where(numbers > 0, numbers, 1.0)
    terms: FloatArray = positive * np.log(positive) * (numbers > 0)
    return terms


def _information(mixture: Mixture, priors: FloatArray) -> FloatArray:
    columns = mixture.lifts * mixture.weights
    found: FloatArray
    found = (priors @ _own_terms(columns) - _own_terms(priors @ columns)).sum(axis=1)
    return found


# --- rewards --------------------------------------------------------------------------------------


def worst_reward(
    lifts: BoxOverPriors, priors: Intervals, utility: Reward, deadline: float
) -> tuple[Solution, FloatArray | None]:
    r"""Choose the kernel whose reward at the worst prior is the largest, and return both.

    .. math:: \max \min_{P \in S} \sum_{x, d} P(x)\, P(d \mid x)\, R(x, d)

    Outcomes are the decisions: as the reward is linear in the prior for fixed decisions, and both
    sets are convex, the order of the maximum over decisions and the minimum over priors is of no
    importance. The worst prior is that of the saddle point, the prices of the program. For fixed
    decisions others may be as bad, but there other decisions can earn more.
    """
    try:
        mixture, signed, worst = _reward_program(with_digits(lifts), priors, utility, deadline)
    except SolverFailed:
        return constant_reward(lifts, lifts.prior, utility), None
    gains = worst[:, None] * utility.matrix
    bounds = [reward_over_priors(lifts, gains, prices) for prices in signed]
    best = int(np.argmin(bounds))
    return Solution(mixture, bounds[best], signed[best]), worst


def with_digits(lifts: BoxOverPriors) -> BoxOverPriors:
    """Return the vectors of levels of at most 18 nats, whose numbers a solver can tell apart.

    They are admitted at larger levels, and lose some 1e-7 of what is best there.
    """
    lower, upper = (
        level if math.isinf(level) else min(level, _DIGITS)
        for level in (float(lifts.lower), float(lifts.upper))
    )
    return BoxOverPriors(lifts.masses, lower, upper, lifts.priors)


def _reward_program(
    lifts: BoxOverPriors, priors: Intervals, utility: Reward, deadline: float
) -> tuple[Mixture, list[FloatArray], FloatArray]:
    """Return the kernel with the most reward at the worst prior, prices and that prior.

    The sign of the prices depends on the version of cvxpy, so they are returned with both.
    """
    import cvxpy as cp

    prior, unit = lifts.prior, lifts.unit
    secrets, decisions = utility.matrix.shape
    mean, moved = cp.Variable((1, decisions), nonneg=True), cp.Variable((secrets, decisions))
    rows = cp.sum(moved, axis=1) == 0
    constraints = [rows, cp.sum(mean) == 1, prior @ moved == 0, *lifts.constraints(mean, moved)]
    kernel = np.ones((secrets, 1)) @ mean + unit * moved
    earned = cp.sum(cp.multiply(utility.matrix, kernel), axis=1, keepdims=True)
    low, high, spare = ends_of(priors)
    smallest, more = smallest_mean_of(earned, low, high, spare)
    problem = cp.Problem(cp.Maximize(cp.sum(smallest)), [*constraints, *more])
    solve_program(problem, deadline)
    found = np.maximum(np.asarray(kernel.value), 0.0)
    found[found < ABSENT] = 0.0
    weights = prior @ found
    columns = found / np.where(weights > 0, weights, 1.0)
    columns[:, weights == 0] = 1.0
    worst = prior_near(low + np.maximum(np.asarray(more[0].dual_value)[:, 0], 0.0), low, high)
    signed = [sign * np.asarray(rows.dual_value) / unit for sign in (1, -1)]
    return Mixture(columns, weights), signed, worst


def constant_reward(lifts: BoxOverPriors, prior: FloatArray, utility: Reward) -> Solution:
    """Return the best decision without the mechanism, with a bound on every mechanism."""
    columns = np.ones_like(utility.matrix)
    best = int((prior @ utility.matrix).argmax())
    prices = np.zeros(len(prior))
    bound = reward_over_priors(lifts, prior[:, None] * utility.matrix, prices)
    return Solution(Mixture(columns, np.eye(1, columns.shape[1], best)[0]), bound, prices)


def reward_at_least(
    lifts: BoxOverPriors,
    priors: Intervals,
    utility: Reward,
    likely: FloatArray | None,
    kernel: FloatArray,
    numbers: list[Fraction],
) -> tuple[float, tuple[Fraction, ...]]:
    """Return a lower bound on the reward at every prior of the set, and the worst prior.

    That is the one near `likely`; without it, the worst prior for outcomes as decisions.
    """
    matrix = [[Fraction(entry) for entry in row] for row in utility.matrix.tolist()]
    earned = [
        sum((Fraction(k) * r for k, r in zip(entries, row, strict=True)), Fraction(0))
        for entries, row in zip(kernel.tolist(), matrix, strict=True)
    ]
    worst = priors.smallest_mean(earned)
    share = Fraction(completion(kernel, numbers, lifts)[0])
    least = min(min(row) for row in matrix)
    value = float((1 - share) * worst.value + share * least)
    prior = worst.prior if likely is None else exactly_in(priors, likely)
    return value - 2 * UNIT * abs(value), prior


def exactly_in(priors: Intervals, masses: FloatArray) -> tuple[Fraction, ...]:
    """Return the exact prior of a set near floats that are in it up to rounding.

    Examples
    --------
    >>> exactly_in(Intervals.at_least(Fraction(1, 4), 2), np.array([0.5, 0.5 + 2**-40]))
    (Fraction(549755813887, 1099511627776), Fraction(549755813889, 1099511627776))
    """
    ends = list(zip(priors.lower, priors.upper, strict=True))
    found = [
        min(max(Fraction(mass), low), high)
        for mass, (low, high) in zip(masses.tolist(), ends, strict=True)
    ]
    lacking = 1 - sum(found, Fraction(0))
    for x, (low, high) in enumerate(ends):
        change = min(max(lacking, low - found[x]), high - found[x])
        found[x] += change
        lacking -= change
    return tuple(found)
