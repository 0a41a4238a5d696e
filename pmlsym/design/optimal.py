"""The mechanism with the most utility under a guarantee, by closed form or by optimisation."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.design.dual_bound import (
    bound_of_mixture,
    bound_of_prices,
    entropy_at_most,
    rounding_of_search,
    silent,
)
from pmlsym.design.over_priors import EveryPrior, centre, constant_reward, with_digits, worst_case
from pmlsym.design.pricing.enumeration import (
    CountKnapsack,
    SparseVertexEnumeration,
    TooManyVertices,
    VertexEnumeration,
    counts_of,
    few_vertices,
)
from pmlsym.design.pricing.interior_point import fits, interior_solution
from pmlsym.design.pricing.knapsack import Knapsack
from pmlsym.design.pricing.merging import merged_solution, worth_merging
from pmlsym.design.pricing.problem import Pricing
from pmlsym.design.pricing.program import (
    Progress,
    RewardPricing,
    Solution,
    SolverFailed,
    generate_columns,
    kernel_program,
    vertex_program,
)
from pmlsym.design.pricing.staircase import StaircasePricing
from pmlsym.design.result import Mixture, OptimalMechanism, Promised, exact_channel, kernel_inside
from pmlsym.design.utility import (
    MUTUAL_INFORMATION,
    Divergence,
    Reward,
    Sublinear,
    Utility,
    UtilityLike,
    read_utility,
)
from pmlsym.design.value_bound import exact_utility_at_least, utility_at_least
from pmlsym.errors import ParameterError
from pmlsym.exact import RowLike, as_fraction
from pmlsym.formulas.mechanisms import chance_of_low
from pmlsym.given import as_float, brief, refused
from pmlsym.guarantees import OF_THE_PAPERS, Box, Cone, Guarantee, LiftSet
from pmlsym.guarantees.sets.lift_set import integers
from pmlsym.guarantees.sets.over_priors import BoxOverPriors
from pmlsym.priors import Intervals

_EQUAL = 1e-12  # relative difference of probabilities in a prior that counts as uniform


def closed_form(lifts: LiftSet, utility: Utility) -> Mixture | None:
    """Return an optimal mechanism if one of the closed forms applies, else None.

    Where the admitted lift vectors form a simplex, every mechanism is a mixture of its vertices
    with weights that are affine in the lift, so their means are fixed and the mixture of the
    vertices is optimal for every convex utility. This covers two secrets; bounds so close to one
    that no vertex has a coordinate at the lower one (high privacy); and no upper bound, or one that
    never binds. Where the secrets are equally likely, a symmetric utility is the same at all
    permutations of a vertex, and the mechanism of all rotations of the best vertex is optimal.

    Notes
    -----
    Source: the ledger's `extremal.binary`, `extremal.high-privacy`, `extremal.uniform` and
    `extremal.cost`. Under LDP a binary secret has randomized response; for equally likely secrets
    the staircases of one size are rotated, and the best size is taken.

    Examples
    --------
    >>> from pmlsym.design.utility import MUTUAL_INFORMATION
    >>> from pmlsym.guarantees import Box
    >>> closed_form(Box.between((0.25, 0.75), 0.0, 1.2), MUTUAL_INFORMATION).weights
    array([0.25, 0.75])
    """
    secrets = len(lifts.prior)
    if lifts.trivial:
        return Mixture(np.ones((secrets, 1)), np.ones(1))
    corners = lifts.simplex()
    if corners is not None:
        return Mixture(corners, lifts.prior)
    if secrets == 2:
        return _two_ends(lifts)
    even = np.ptp(lifts.prior) <= _EQUAL / secrets
    if not even or not isinstance(utility, Divergence):
        return None
    every = lifts.even_vertices()
    if every is None:
        return None
    best = every[:, int(np.argmax(utility.at(every, lifts.prior)))]
    turns = [np.roll(best, turn) for turn in range(secrets)]
    return Mixture(np.array(turns).T, np.full(secrets, 1 / secrets))


def supporting_prices(mixture: Mixture, lifts: LiftSet, utility: Utility) -> FloatArray:
    r"""Return dual prices at which the bound is the value of a closed form.

    They are the slopes of the affine function through the utilities of the vertices of a simplex,
    each with all coordinates but one equal, or of the two ends of a segment. For the rotations of
    one lift vector they are zero.

    Examples
    --------
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> from pmlsym.guarantees import Box
    >>> box = Box.between((0.25, 0.75), 0.0, 1.2)
    >>> supporting_prices(closed_form(box, CHI_SQUARE), box, CHI_SQUARE).round(4)
    array([-0.1,  0.1])
    """
    prior, columns = lifts.prior, mixture.lifts
    if isinstance(utility, Divergence) and utility.of_deviation is not None:
        worth = prior @ utility.of_deviation(columns - 1)
    else:
        worth = utility.at(columns, prior)
    if np.ptp(worth) <= _EQUAL * np.abs(worth).max():
        return np.zeros(len(prior))
    if len(prior) == 2 and columns[0, 0] == columns[0, 1]:  # the two ends are equal as floats
        return np.zeros(2)
    if len(prior) == 2:
        slope = (worth[1] - worth[0]) / (columns[0, 1] - columns[0, 0])
        ends: FloatArray = np.array([slope, -slope]) * prior[1]
        return ends
    prices: FloatArray = prior * (worth - float(prior @ worth)) / (1 - columns[1, 0])
    return prices


def _two_ends(lifts: LiftSet) -> Mixture:
    """Return the ends of the segment that the lifts of two secrets form."""
    every = lifts.vertices()
    own = int(np.argmax(np.ptp(every, axis=1)))  # the coordinate with the larger range
    ends = every[:, [int(every[own].argmin()), int(every[own].argmax())]]
    if ends[own, 0] == ends[own, 1]:  # equal as floats
        return Mixture(np.ones((2, 1)), np.ones(1))
    share = chance_of_low(ends[own, 0], ends[own, 1])
    return Mixture(ends, np.array([share, 1 - share]))


# --- clamped levels -------------------------------------------------------------------------------
# No lift exceeds 1/p_min. A mechanism for a level of log(1/p_min) + 100 nats satisfies any larger
# level too, and its utility is less than the optimal one by a fraction below e^-100.

_BEYOND = 100.0  # nats
_LARGEST = 700.0  # nats with a float as exponential

K = TypeVar("K", bound=Guarantee)


def within_reach(guarantee: K, least: float) -> K:
    """Return the guarantee with large finite levels clamped to log(1/p_min) + 100 nats.

    Parameters
    ----------
    guarantee : with numbers; one of a user's class is returned unchanged.
    least : the smallest prior probability.

    Examples
    --------
    >>> from pmlsym import LDP, PML
    >>> within_reach(PML(1e308), 0.5), within_reach(LDP(1.0), 0.5), within_reach(PML(math.inf), 0.5)
    (PML(100.69314718055995), LDP(1.0), PML(inf))
    """
    if type(guarantee) not in OF_THE_PAPERS:
        return guarantee
    most = min(_BEYOND - math.log(least), _LARGEST)
    levels = [most if most < level < math.inf else level for level in guarantee.values]
    return guarantee.at(*levels)


# --- optimal --------------------------------------------------------------------------------------

METHODS = ("auto", "closed-form", "program", "column-generation")

_PROGRAM = 14  # secrets up to which all vertices go into one program
_VERTICES = 18  # secrets up to which all vertices are enumerated
_KERNEL = 4096  # entries of a kernel up to which its program is solved directly
_AIM = 0.99  # part of the tolerance that a search aims at
_NEARLY = 1 - 1e-9  # part of the entropy, in floats, from which on it may be the smaller bound
_ROUNDING = 1e-14  # relative error of a sum of floats


def optimal_mechanism(
    prior: RowLike | Intervals,
    guarantee: Guarantee,
    utility: UtilityLike = "mutual-information",
    *,
    priors: Intervals | None = None,
    method: str = "auto",
    exact: bool = False,
    tolerance: float = 1e-6,
    time_limit: float = 60.0,
    progress: Callable[[Progress], None] | None = None,
) -> OptimalMechanism:
    r"""Return the mechanism with the most utility that satisfies a guarantee.

    .. math:: \max \sum_y P(y)\, \mu(v_y) \quad\text{subject to}\quad \sum_y P(y)\, v_y = 1,\;
        v_y \text{ admitted}

    where :math:`v_y(x) = P(y \mid x) / P(y)` is the lift.

    Parameters
    ----------
    prior : array_like, shape (\|X\|,), positive probabilities; or a set of priors, for the most
        utility at the worst prior of the set, with the guarantee for each of them.
    guarantee : PML, PMC, LIP, ALIP, LDP or DPrivacy, with numbers; or a class of your own
        that defines the lift vectors it admits.
    utility : str, Utility or function
        ``"mutual-information"`` (in nats), ``"total-variation"`` or ``"chi-square"``; a
        `design.Divergence`, `design.Reward` or `design.Distortion`; or any convex, positively
        homogeneous function of a column of the kernel. At the worst prior of a set divergences
        other than mutual information are refused.
    priors : Intervals, optional
        A set of priors for each of which the guarantee has to hold, with the utility at `prior`:
        at most 12 secrets, unless the utility is a reward or a distortion.
    method : str
        ``"closed-form"``; ``"program"``, a linear program in cvxpy, for at most 14 secrets or a
        reward; ``"column-generation"``; or ``"auto"``: a closed form if there is one, the program
        for rewards of at most 4096 entries, an interior-point method for larger ones, else column
        generation, which is the fastest.
    exact : bool
        Return a channel of rational numbers; a prior of floats is normalised exactly.
    tolerance : float
        The gap at which to stop, where not all vertices are enumerated.
    time_limit : float
        Seconds after which to return the best mechanism so far, with its bound; may be infinite.
    progress : function, optional
        Called with a `design.Progress` after each round of column generation.

    Returns
    -------
    OptimalMechanism
        With ``channel``, ``value``, ``upper_bound``, ``gap``, ``method`` and ``support``. The
        kernel satisfies the guarantee in exact arithmetic, whatever a solver's tolerance.

    Raises
    ------
    ChannelError
        If the prior is no distribution, or has a zero.
    ParameterError
        If the guarantee holds symbols, a method does not apply, or a utility is not convex.
    UnknownNameError
        If no utility or method has the name.

    Notes
    -----
    At most as many outcomes as secrets are needed. Source: the ledger's `extremal` claims; Grosse,
    Saeidian and Oechtering, "Extremal mechanisms for pointwise maximal leakage".

    Examples
    --------
    >>> from pmlsym import PML
    >>> found = optimal_mechanism([0.2, 0.3, 0.5], PML(0.5))
    >>> round(found.value, 6), found.gap < 1e-9, found.guarantee.holds(found.channel)
    (0.296845, True, True)

    The same for every prior within 0.05 of this one, with the utility at this one and at the worst:

    >>> known = Intervals([0.15, 0.25, 0.45], [0.25, 0.35, 0.55])
    >>> round(optimal_mechanism([0.2, 0.3, 0.5], PML(0.5), priors=known).value, 6)
    0.257451
    >>> round(optimal_mechanism(known, PML(0.5)).value, 6)
    0.238709
    """
    start = time.perf_counter()
    if isinstance(prior, Intervals) and prior.lower != prior.upper:
        return _at_worst_prior(
            prior, guarantee, utility, priors, method, exact, tolerance, time_limit, progress
        )
    if isinstance(prior, Intervals):
        prior = list(prior.lower)
    constant = Channel.constant(prior)
    masses = constant.as_float().prior
    masses = masses / masses.sum()
    _check(guarantee, method, exact, tolerance, time_limit, progress)
    wanted = read_utility(utility, len(masses))
    numbers = _fractions(constant)
    reached = within_reach(guarantee, float(masses.min()))
    promised: Promised = reached
    wholly: Promised = guarantee
    if priors is not None:
        _check_set(priors, len(masses))
        promised, wholly = EveryPrior(reached, priors), EveryPrior(guarantee, priors)
    lifts = promised.lift_set(masses)
    used, solution = _solve(lifts, wanted, method, tolerance, start + time_limit, progress)
    mixture = _as_decisions(solution.mixture, wanted, masses)
    kernel = kernel_inside(mixture, lifts, promised, numbers)
    channel = Channel(kernel, masses)
    if exact:
        channel = exact_channel(mixture, lifts, promised, numbers, kernel)
    value = utility_at_least(kernel, numbers, promised.lift_set(numbers), wanted)
    if exact and isinstance(wanted, Divergence):
        value = max(value, exact_utility_at_least(channel, numbers, wanted))
    bound = _bound(used, solution, wholly.lift_set(numbers), lifts, numbers, wanted, value)
    if wanted is MUTUAL_INFORMATION and bound > -float(masses @ np.log(masses)) * _NEARLY:
        bound = min(bound, entropy_at_most(numbers))
    seconds = time.perf_counter() - start
    return OptimalMechanism(
        channel,
        guarantee,
        wanted,
        value,
        bound,
        used,
        seconds,
        _reason(bound - value, tolerance, seconds >= time_limit),
        priors,
    )


def _at_worst_prior(
    priors: Intervals,
    guarantee: Guarantee,
    utility: UtilityLike,
    others: Intervals | None,
    method: str,
    exact: bool,
    tolerance: float,
    time_limit: float,
    progress: Callable[[Progress], None] | None,
) -> OptimalMechanism:
    """Return the mechanism with the most utility at the worst prior of a set."""
    start = time.perf_counter()
    if others is not None:
        raise ParameterError(
            "prior and priors are both sets: for the utility at the worst prior give prior alone; "
            "for that at one prior give it as prior, and the set as priors."
        )
    _check(guarantee, method, exact, tolerance, time_limit, progress)
    wanted = read_utility(utility, len(priors))
    if isinstance(wanted, Sublinear):  # it depends on no prior
        return optimal_mechanism(
            centre(priors),
            guarantee,
            wanted,
            priors=priors,
            method=method,
            exact=exact,
            tolerance=tolerance,
            time_limit=time_limit,
            progress=progress,
        )
    if method != "auto":
        raise ParameterError(
            f"method is {brief(method)}, but for a set of priors only 'auto' is known."
        )
    if exact:
        raise ParameterError(
            "exact is True, but at the worst prior of a set kernels are of floats."
        )
    middle = centre(priors)
    promised = EveryPrior(within_reach(guarantee, float(min(middle))), priors)
    used, found = worst_case(promised, wanted, _AIM * tolerance, start + time_limit, progress)
    kernel = kernel_inside(found.solution.mixture, found.lifts, promised, middle)
    value, worst = found.value(kernel, middle)
    bound, seconds = found.solution.bound, time.perf_counter() - start
    return OptimalMechanism(
        Channel(kernel, found.lifts.prior),
        guarantee,
        wanted,
        value,
        bound,
        used,
        seconds,
        _reason(bound - value, tolerance, seconds >= time_limit),
        priors,
        worst,
    )


def _check_set(priors: object, secrets: int) -> None:
    if type(priors) is not Intervals or len(priors) != secrets:
        raise ParameterError(
            f"priors is {brief(priors)}, but has to be a set of priors of {secrets} secrets such "
            f"as Intervals.at_least({1 / (2 * secrets):.3g}, {secrets})."
        )


def _bound(
    used: str,
    solution: Solution,
    admitted: LiftSet,
    lifts: LiftSet,
    prior: list[Fraction],
    utility: Utility,
    value: float,
) -> float:
    """Return an upper bound on the utility of all mechanisms, with rounding errors counted."""
    if isinstance(utility, Divergence) and utility.of_deviation is not None and silent(admitted):
        return 0.0
    few = len(prior) <= _VERTICES
    if few or isinstance(utility, Reward):
        found = bound_of_prices(solution.prices, admitted, prior, utility, value)
        if found is not None:
            return found
    elif isinstance(utility, Divergence):
        if used == "closed-form":
            return bound_of_mixture(solution.mixture, prior, utility)
        return solution.bound + rounding_of_search(solution.prices, lifts, lifts.prior, utility)
    return solution.bound + _ROUNDING * (1 + abs(solution.bound)) * len(prior)


def _check(
    guarantee: object,
    method: str,
    exact: object,
    tolerance: float,
    time_limit: float,
    progress: object,
) -> None:
    if not isinstance(guarantee, Guarantee):
        raise ParameterError(
            f"guarantee is {brief(guarantee)}, but has to be one such as PML(0.5), LDP(1) or "
            "ALIP(0.4, 0.2)."
        )
    for value in guarantee.values:
        if getattr(value, "free_symbols", None):
            raise ParameterError(
                f"guarantee is {guarantee}, but a mechanism needs numbers in the place of symbols."
            )
        as_float(f"the level of guarantee = {guarantee}", value, "a number", infinite=True)
    if method not in METHODS:
        raise ParameterError(
            f"method is {brief(method)}, but has to be one of {', '.join(METHODS)}."
        )
    for name, value in (("tolerance", tolerance), ("time_limit", time_limit)):
        if not as_float(name, value, "a number, at least 0", infinite=True) >= 0:
            raise refused(name, value, "a number, at least 0")
    if not isinstance(exact, bool):
        raise refused("exact", exact, "True or False")
    if progress is not None and not callable(progress):
        raise refused("progress", progress, "a function of a design.Progress, or None")


def _solve(
    lifts: LiftSet,
    utility: Utility,
    method: str,
    tolerance: float,
    until: float,
    progress: Callable[[Progress], None] | None,
) -> tuple[str, Solution]:
    """Return the method used and its solution."""
    secrets = len(lifts.prior)
    if method in ("auto", "closed-form") or lifts.trivial:
        mixture = closed_form(lifts, utility)
        if mixture is not None:
            worth = float(mixture.weights @ utility.at(mixture.lifts, lifts.prior))
            prices = supporting_prices(mixture, lifts, utility)
            return "closed-form", Solution(mixture, worth, prices)
        if method == "closed-form":
            raise ParameterError(
                "method is 'closed-form', but none is known here: it takes two secrets, bounds "
                "that leave a simplex, or equally likely secrets with a divergence as utility."
            )
    try:  # if the solver fails, column generation follows, which needs smaller programs
        if isinstance(utility, Reward):
            if method == "program" or (method == "auto" and utility.matrix.size <= _KERNEL):
                held = with_digits(lifts) if isinstance(lifts, BoxOverPriors) else lifts
                return "kernel-program", kernel_program(held, utility, until)
        elif method == "program":
            _refuse_many(secrets)
            return "program", vertex_program(lifts, utility, until)
    except SolverFailed:
        if isinstance(lifts, BoxOverPriors) and isinstance(utility, Reward):
            return "kernel-program", constant_reward(lifts, lifts.prior, utility)
    aim = _AIM * tolerance  # less, as moving the kernel inside the guarantee costs utility
    used, known = _start(lifts, utility, method, aim, until, progress)
    if known is None:
        pricing = _pricing(lifts, utility, until)
        return used, generate_columns(lifts, utility, pricing, aim, until, progress)
    value = _worth(known, lifts, utility)
    if known.bound - value <= aim or time.perf_counter() > until:
        return used, known
    pricing = _pricing(lifts, utility, until)
    found = generate_columns(lifts, utility, pricing, aim, until, progress, known)
    # a search that time has cut short may be behind what it started with
    least = min(found, known, key=lambda solution: solution.bound)
    if _worth(found, lifts, utility) < value:
        return used, replace(least, mixture=known.mixture)
    return "column-generation", replace(least, mixture=found.mixture)


def _start(
    lifts: LiftSet,
    utility: Utility,
    method: str,
    aim: float,
    until: float,
    progress: Callable[[Progress], None] | None,
) -> tuple[str, Solution | None]:
    """Return what column generation starts with where there is more than some lift vectors."""
    if isinstance(lifts, Box | Cone):
        if isinstance(utility, Divergence) and worth_merging(lifts):
            return "column-generation", merged_solution(lifts, utility, aim, until, progress)
        if isinstance(utility, Reward) and method == "auto" and fits(lifts, utility):
            return "interior-point", interior_solution(lifts, utility, until)
    return "column-generation", None


def _worth(solution: Solution, lifts: LiftSet, utility: Utility) -> float:
    """Return the utility of the mechanism of a solution, up to rounding."""
    mixture = solution.mixture
    return float(mixture.weights @ utility.at(mixture.lifts, lifts.prior))


def _refuse_many(secrets: int) -> None:
    if secrets > _PROGRAM:
        raise ParameterError(
            f"method is 'program', but prior has {secrets} secrets and it takes at most "
            f"{_PROGRAM}: use 'column-generation'."
        )


def _pricing(lifts: LiftSet, utility: Utility, until: float = math.inf) -> Pricing:
    secrets = len(lifts.prior)
    if isinstance(utility, Reward):
        return RewardPricing(lifts, utility)
    if secrets <= _VERTICES or isinstance(lifts, BoxOverPriors):
        return VertexEnumeration(lifts, utility)
    if not isinstance(utility, Divergence):
        every = few_vertices(lifts, until) if isinstance(lifts, Box) else None
        if every is None:
            raise ParameterError(
                f"{utility.name} is a function of which only values are known, and prior has "
                f"{secrets} secrets: it may be larger at any vertex that is not looked at, and "
                "these are too many here. Write it as design.Divergence or design.Reward, or raise "
                "the level of PML until an outcome can name few secrets only."
            )
        return VertexEnumeration(lifts, utility, every)
    if isinstance(lifts, Cone):
        return StaircasePricing(lifts, utility)
    if not isinstance(lifts, Box):
        raise ParameterError(
            f"prior has {secrets} secrets, but beyond {_VERTICES} lift vectors are searched only "
            "between two bounds or within one ratio."
        )
    counts = counts_of(lifts.prior)
    if counts is not None:
        return CountKnapsack(lifts, utility, counts)
    try:
        return SparseVertexEnumeration(lifts, utility, until)
    except TooManyVertices:
        return Knapsack(lifts, utility)


def _as_decisions(mixture: Mixture, utility: Utility, prior: FloatArray) -> Mixture:
    """Join the outcomes that lead to the same decision, in the order of the decisions."""
    if not isinstance(utility, Reward):
        return mixture
    earned = utility.matrix.T @ (prior[:, None] * mixture.lifts)
    decisions = earned.shape[0]
    if mixture.lifts.shape[1] == decisions and (earned.argmax(axis=0) == range(decisions)).all():
        return mixture
    joined = np.zeros((len(prior), decisions))
    for outcome, decision in enumerate(earned.argmax(axis=0)):
        joined[:, decision] += mixture.weights[outcome] * mixture.lifts[:, outcome]
    weights = prior @ joined
    lifts = joined / np.where(weights > 0, weights, 1.0)
    lifts[:, weights == 0] = 1.0
    return Mixture(lifts, weights)


def _fractions(constant: Channel) -> list[Fraction]:
    if constant.is_exact:
        exact = [as_fraction(mass) for mass in constant.prior]
        if None not in exact:
            return [mass for mass in exact if mass is not None]
    masses = integers(constant.as_float().prior.tolist())
    total = sum(masses)
    return [Fraction(mass, total) for mass in masses]


def _reason(gap: float, tolerance: float, late: bool) -> str:
    if gap <= max(tolerance, 1e-9):
        return "no other mechanism is better by more than the tolerance"
    if late:
        return "the time limit was reached"
    return "neither mechanism nor bound got better"
