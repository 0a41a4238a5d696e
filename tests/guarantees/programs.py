"""What a guarantee admits, from its definition, and how far that goes, by linear programs."""

import math
from functools import cache

import numpy as np
from scipy.optimize import linprog

from pmlsym import ALIP, LDP, LIP, PMC, PML, DPrivacy


def bounds(guarantee):
    """Return how far log-lifts may be below and above zero, by the definition."""
    match guarantee:
        case PML():
            return math.inf, guarantee.epsilon
        case PMC():
            return guarantee.epsilon, math.inf
        case LIP():
            return guarantee.epsilon, guarantee.epsilon
        case ALIP():
            return guarantee.epsilon_l, guarantee.epsilon_u
    return math.inf, math.inf


def rows(guarantee, prior):
    """Return the guarantee as A v <= 0 for vectors v >= 0 of any positive mean."""
    (lower, upper), units = bounds(guarantee), np.eye(len(prior))
    found = [0 * units[0]]
    if upper < math.inf:
        found += [unit - math.exp(upper) * np.array(prior) for unit in units]
    if lower < math.inf:
        found += [math.exp(-lower) * np.array(prior) - unit for unit in units]
    if isinstance(guarantee, LDP | DPrivacy) and guarantee.epsilon < math.inf:
        distances = getattr(guarantee, "distances", 1 - units)
        for x, unit in enumerate(units):
            ratios = [math.exp(guarantee.epsilon * distances[x][z]) for z in range(len(prior))]
            found += [unit - r * units[z] for z, r in enumerate(ratios) if z != x]
    return np.array(found)


def largest(aim, limits, norm):
    """Return the largest value of a linear function where another is one; infinite if none is."""
    # presolving takes what is unbounded for infeasible
    found = linprog(-aim, limits, np.zeros(len(limits)), [norm], [1], options={"presolve": False})
    if found.status == 3:
        return math.inf
    assert found.status == 0, found.message
    return -found.fun


@cache
def extremes(source, prior):
    """Return the largest log-lifts, minus the smallest, and the largest log-ratio of each pair."""
    limits, mean, units = rows(source, prior), np.array(prior), np.eye(len(prior))
    up = [math.log(largest(unit, limits, mean)) for unit in units]
    down = [math.log(largest(mean, limits, unit)) for unit in units]
    apart = [[math.log(largest(one, limits, other)) for other in units] for one in units]
    return np.array(up), np.array(down), np.array(apart)


def optima(source, prior):
    """Return the smallest parameters of every kind that all admitted lift vectors satisfy."""
    up, down, apart = (float(np.max(found)) for found in extremes(source, tuple(prior)))
    return {PML: (up,), PMC: (down,), LIP: (max(up, down),), ALIP: (down, up), LDP: (apart,)}
