r"""Many secrets in few groups: a mechanism for all of them from one for the groups.

A mechanism that never tells the secrets of a group apart, :math:`v(x) = v_g` for all x in g, is one
for the groups with the prior :math:`P(g) = \sum_{x \in g} P(x)`. Between two bounds or within one
ratio it is admitted for the secrets exactly if it is for the groups, and a divergence is worth the
same,

.. math:: \sum_x P(x)\, f(v(x)) = \sum_g P(g)\, f(v_g).

So the best mechanism for the groups is one for the secrets. What merging costs is bounded from
above by the prices that belong to it, shared out within the groups,
:math:`\lambda(x) = \lambda_g P(x) / P(g)`: whatever the groups are, the pricing problem of all
secrets at these prices bounds every mechanism, one that tells all secrets apart included.

With many secrets this is little. Each lift vector loses what the one secret that is at neither
bound lies below its chord, and of 2^48 sets of groups enough leave next to nothing for it. The
groups have very different masses on purpose: sums of equal ones would all be multiples of one
number, and leave the same for it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import numpy as np

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.design.pricing.knapsack import Knapsack
from pmlsym.design.pricing.problem import PricingEffort, Symmetry
from pmlsym.design.pricing.program import Progress, Solution, generate_columns
from pmlsym.design.pricing.staircase import StaircasePricing
from pmlsym.design.result import Mixture
from pmlsym.design.utility import Divergence
from pmlsym.guarantees import Box, Cone

FEWEST = 65  # secrets that differ in their probabilities from which groups are tried
_GROUPS = (48, 96)  # one number after the other, until the gap is closed
_SHARE = 0.5  # of the time that is left, for each of these numbers
_SEED = 1996


def groups_of(prior: FloatArray, most: int) -> IntArray:
    r"""Put secrets into groups: likely ones each by itself, the others by chance.

    The light secrets are laid side by side in random order and cut at random places, so that the
    groups have masses like those of a random prior.

    Parameters
    ----------
    prior : array, shape (\|X\|,)
    most : how many groups there are at most.

    Returns
    -------
    array, shape (\|X\|,), the number of each secret's group, from 0.

    Examples
    --------
    >>> groups_of(np.array([0.1, 0.6, 0.1, 0.1, 0.1]), 3)
    array([1, 0, 1, 1, 1])
    """
    rng, most = np.random.default_rng(_SEED), min(most, len(prior))
    order = np.argsort(-prior, kind="stable")
    left, alone = float(prior.sum()), 0
    while alone < most - 1 and prior[order[alone]] * (most - alone) > left:
        left -= float(prior[order[alone]])
        alone += 1
    light = rng.permutation(order[alone:])
    places = np.cumsum(prior[light]) - prior[light] / 2
    cuts = np.sort(rng.uniform(0, prior[light].sum(), most - alone - 1))
    group = np.empty(len(prior), int)
    group[order[:alone]] = np.arange(alone)
    group[light] = alone + np.searchsorted(cuts, places)
    numbers: IntArray = np.unique(group, return_inverse=True)[1]
    return numbers


def worth_merging(lifts: Box | Cone) -> bool:
    """Say whether so many secrets differ that groups of them are worth a try."""
    return len(lifts.prior) >= FEWEST and len(Symmetry(lifts.prior).sizes) >= FEWEST


def merged_solution(
    lifts: Box | Cone,
    utility: Divergence,
    tolerance: float,
    deadline: float,
    report: Callable[[Progress], None] | None,
) -> Solution:
    r"""Return the best mechanism found that does not tell the secrets of groups apart.

    Parameters
    ----------
    lifts : the lift vectors that the guarantee admits: between two bounds, or within one ratio.
    utility : what they are worth.
    tolerance : the gap at which to stop.
    deadline : when to stop at the latest, on the clock `time.perf_counter`.
    report : called after each number of groups.

    Returns
    -------
    Solution
        A mixture for all secrets, with a bound on every mechanism, merged or not.
    """
    start = time.perf_counter()
    every = _pricing(lifts, utility)
    best, least, prices = Mixture(np.ones((len(lifts.prior), 1)), np.ones(1)), math.inf, lifts.prior
    value = -math.inf
    for number, most in enumerate(_GROUPS, 1):
        group = groups_of(lifts.prior, most)
        masses = np.bincount(group, lifts.prior)
        now = time.perf_counter()
        until = now + _SHARE * max(deadline - now, 0.0)
        few = _over(lifts, masses / masses.sum())
        found = generate_columns(few, utility, _pricing(few, utility), tolerance, until, None)
        mixture = Mixture(found.mixture.lifts[group], found.mixture.weights)
        worth = float(mixture.weights @ utility.at(mixture.lifts, lifts.prior))
        if worth > value:
            value, best = worth, mixture
        shared: FloatArray = found.prices[group] * lifts.prior / masses[group]
        bound = float(shared.sum()) + every.price(shared, PricingEffort.QUICK).bound
        if bound < least:
            least, prices = bound, shared
        now = time.perf_counter()
        if report is not None:
            report(Progress(number, len(best.weights), value, least, now - start))
        if least - value <= tolerance or now > deadline:
            break
    return Solution(best, least, prices)


def _over(lifts: Box | Cone, masses: FloatArray) -> Box | Cone:
    """Return the set of the same guarantee over another prior."""
    if isinstance(lifts, Cone):
        return Cone(tuple(masses.tolist()), lifts.epsilon)
    return Box(tuple(masses.tolist()), *lifts.bounds)


def _pricing(lifts: Box | Cone, utility: Divergence) -> Knapsack | StaircasePricing:
    if isinstance(lifts, Cone):
        return StaircasePricing(lifts, utility)
    return Knapsack(lifts, utility)
