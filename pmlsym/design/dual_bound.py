r"""Rigorous upper bounds on utility from dual prices, with all rounding errors counted.

Lifts have mean one and their deviations :math:`d = v - 1` mean zero. So for any prices
:math:`\lambda` no mechanism has more utility than

.. math:: \max_v \; \mu(v) - \sum_x \lambda(x)\, d(x)

over the admitted lift vectors; for a convex utility the maximum is at a vertex. For a divergence
the vertices are enumerated as sets of secrets: their masses, utilities and prices are sums over
subsets, each with a bound on its own rounding error.

A vertex with a large lift of a rare secret has so large a utility that its rounding error can
exceed the whole bound, though its weight in a mechanism is small. So the excess over a target t is
also divided in proportion to the lifts: with :math:`w(x) > 0` of sum one, the prices raised by
:math:`w \max_v (\mu(v) - \lambda d - t) / (w v)` prove a bound, too. The smaller one is returned.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.result import Mixture
from pmlsym.design.utility import Divergence, Reward, Utility
from pmlsym.exact import Number, as_fraction, is_exact, sympified
from pmlsym.guarantees import Box, Cone, LiftSet, Unanswered
from pmlsym.guarantees.sets.lift_set import subset_sums
from pmlsym.guarantees.sets.over_priors import BoxOverPriors
from pmlsym.precision import approximate, at_precision, rounded_up

# --- rounding -------------------------------------------------------------------------------------
# Bounds are computed in deviations :math:`d = v - 1` of lifts from one. Their mean is
# :math:`\sum_x P(x)\, d(x) = 0`, nothing of size one cancels where a guarantee is strict, and every
# term has a relative error of a few roundings.

UNIT = 2.0**-53  # relative error of a rounding to nearest
SMALLEST = 1e-300  # more than the error of all underflows
_BITS = 2000  # bits of an exponential: enough for levels down to 1e-300
_DIGITS = 60
# The relative error of f of a deviation, in roundings. A user's function has an absolute error,
# too: its values are assumed to be right to 14 digits of its largest term.
_ROUNDINGS, _OWN = 128, 2.0**-46


def worth_between(utility: Divergence, near: FloatArray, far: FloatArray) -> FloatArray:
    """Return an upper bound on f(1 + d) for d between two ends, where f is convex.

    Examples
    --------
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> float(worth_between(CHI_SQUARE, np.array([-0.5]), np.array([0.25]))[0])
    0.25000000000000355
    """
    ends = _value(utility, np.maximum(np.stack([near, far]), -1.0))
    return raised(utility, np.maximum(ends[0], ends[1]))


def worth_at_least(utility: Divergence, near: FloatArray, far: FloatArray) -> FloatArray:
    """Return a lower bound on f(1 + d) for d between two ends, near <= far."""
    near, far = np.maximum(near, -1.0), np.maximum(far, -1.0)
    if utility.of_deviation is not None:  # the minimum of f(1 + d) is 0, at d = 0
        return _value(utility, np.clip(0.0, near, far)) * (1 - _ROUNDINGS * UNIT)
    ends = _value(utility, near), _value(utility, far)
    least = np.minimum(*ends) - np.abs(ends[1] - ends[0])
    found: FloatArray = least - _OWN * (1 + np.abs(least))
    return found


def _value(utility: Divergence, deviations: FloatArray) -> FloatArray:
    if utility.of_deviation is not None:
        return utility.of_deviation(deviations)
    return np.asarray(utility.function(1 + deviations), float)


def raised(utility: Divergence, values: FloatArray) -> FloatArray:
    """Return values of f plus a bound on their errors."""
    if utility.of_deviation is not None:
        return values * (1 + _ROUNDINGS * UNIT)
    return values + _OWN * (1 + np.abs(values))


def deviation_of(level: Number) -> float:
    """Return e^level - 1 to a few roundings, as a float; infinite where that overflows.

    Examples
    --------
    >>> deviation_of(Fraction(1, 10**30)), deviation_of(-math.inf), deviation_of(1e10)
    (1e-30, -1.0, inf)
    """
    if not -700 < level < 700:
        return math.inf if level > 0 else -1.0
    return _deviation_of_float(level) if isinstance(level, float) else _deviation_of(level)


def _deviation_of(level: Number) -> float:
    import flint

    number = as_fraction(level) if is_exact(level) else Fraction(level)
    with at_precision(_BITS):
        if number is None:
            import sympy as sp

            near = approximate(sp.exp(sympified(level)) - 1, _DIGITS)
            return float(flint.arb(flint.fmpq(near.numerator, near.denominator)).mid())
        found = flint.arb(flint.fmpq(number.numerator, number.denominator)).expm1()
        return float(found.mid())


_deviation_of_float = lru_cache(maxsize=256)(_deviation_of)  # a search asks for the same levels


def upwards(value: float) -> float:
    """Return the next float above one."""
    return math.nextafter(value, math.inf)


def entropy_at_most(prior: list[Fraction]) -> float:
    r"""Return a bound on the entropy of a prior, which no mutual information exceeds.

    .. math:: I(X; Y) \le H(X) = -\sum_x P(x) \log P(x)

    Examples
    --------
    >>> entropy_at_most([Fraction(1, 2), Fraction(1, 2), Fraction(0)])
    0.6931471805599454
    """
    import flint

    masses = [flint.fmpq(mass.numerator, mass.denominator) for mass in prior if mass]
    with at_precision(_BITS):
        balls = [flint.arb(mass) for mass in masses]
        return rounded_up(-sum((ball * ball.log() for ball in balls), flint.arb(0)))


# --- reward bound ---------------------------------------------------------------------------------
# With prices :math:`\lambda`, a decision with rewards R earns at most, over the admitted deviations
# :math:`d = v - 1` of lifts from one, which have mean zero,
#
# .. math:: \sum_x P(x)\, R(x) + \max_d \sum_x g(x)\, d(x), \qquad g(x) = P(x)\, R(x) - \lambda(x)
#
# Each maximum of a linear function is bounded by its own dual, for any multipliers. The bound is
# that of the best decision. It holds for any number of secrets.


def reward_in_box(
    lows: FloatArray, highs: FloatArray, masses: FloatArray, prices: FloatArray, utility: Reward
) -> float:
    r"""Return the bound of prices on a reward over a box, by duality for every decision.

    As deviations have mean zero, for any rate :math:`\nu` a decision with gains g earns at most the
    sum of :math:`(g - \nu P)(x)` times the lower or the upper end, whichever is larger.
    """
    gains = masses[:, None] * utility.matrix - prices[:, None]
    steps = masses * (highs - lows)
    best = -math.inf
    for gain, reward in zip(gains.T, utility.matrix.T, strict=True):
        order = np.argsort(-gain / masses, kind="stable")
        filled = np.cumsum(steps[order])
        place = min(int(np.searchsorted(filled, -float(masses @ lows))), len(order) - 1)
        rate = gain[order[place]] / masses[order[place]]
        free = gain - rate * masses
        terms = np.maximum(free * lows, free * highs)
        size = (np.abs(gain) + abs(rate) * masses + np.abs(prices)) * np.maximum(-lows, highs)
        best = max(best, _summed(terms, size, masses, reward))
    return best


def reward_in_cone(beyond: float, masses: FloatArray, prices: FloatArray, utility: Reward) -> float:
    r"""Return the bound of prices on a reward over a cone, by the smallest bound on each decision.

    A decision with gains g is bounded by any :math:`\delta` with

    .. math:: (r - 1) \sum_x \max(g(x) - \delta P(x), 0) \le \delta - \sum_x g(x)

    It is raised until this holds with all rounding; terms of the sum that are then zero add no
    error, however large the ratio r.
    """
    gains = masses[:, None] * utility.matrix - prices[:, None]
    largest = np.abs(utility.matrix).max() * masses + np.abs(prices)
    best = -math.inf
    for gain, reward in zip(gains.T, utility.matrix.T, strict=True):
        gain = gain - gain.sum() * masses
        order = np.argsort(-gain / masses, kind="stable")
        mass, taken = np.cumsum(masses[order]), np.cumsum(gain[order])
        level = max(0.0, float((beyond * taken / (1 + beyond * mass)).max()))
        size = (len(masses) + 8) * UNIT * (np.abs(gain) + 4 * largest)
        step = UNIT * level + SMALLEST
        while True:
            free = np.maximum(gain - level * masses + size + 4 * UNIT * level * masses, 0.0)
            needed = beyond * float(free.sum()) * (1 + (2 * len(masses) + 8) * UNIT)
            if needed + float(size.sum()) <= level:
                break
            level, step = level + step, 2 * step
        best = max(best, _summed(np.array([level]), 2 * largest, masses, reward))
    return best


def reward_over_priors(lifts: BoxOverPriors, gains: FloatArray, prices: FloatArray) -> float:
    r"""Return the bound of prices on rewards under a guarantee for every prior of a set.

    With the smallest mean over the priors, a linear function g of an admitted vector v of mean one
    under the prior of reference :math:`P_0` is at most :math:`\delta` if

    .. math:: g + h Y q - y + z - l Z r \le \delta P_0, \qquad Y = \sum_x y(x),\ Z = \sum_x z(x)

    for priors q, r of the set and y, z at least 0: :math:`y(x) v(x) \le h\, y(x)\, q v` and
    :math:`l\, z(x)\, r v \le z(x) v(x)`. The solver's y, z, q and r are put into the set first, so
    that the bound holds whatever its tolerance.

    Parameters
    ----------
    lifts : the vectors, with their bounds l and h and their prior of reference.
    gains : array, shape (\|X\|, decisions), what each entry of a column earns.
    prices : array, shape (\|X\|,)
    """
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    masses = lifts.prior
    low, high, _ = lifts.ends
    count, one, least = len(masses), np.eye(len(masses)), lifts.low
    finite = lifts.high < math.inf
    top = lifts.high if finite else 0.0
    none = np.zeros((count, count))
    # the variables are delta, y, h Y q, z and l Z r
    within = [
        [np.zeros((count, 1)), side * end[:, None] * scale * np.ones((1, count)), -side * one]
        for end, side in ((low, 1), (high, -1))
        for scale in (top, least)
    ]
    rows = [
        np.hstack([-masses[:, None], -one, one, one, -one]),
        *(np.hstack([*within[k], none, none]) for k in (0, 2)),
        *(np.hstack([within[k][0], none, none, *within[k][1:]]) for k in (1, 3)),
    ]
    sums = np.zeros((2, 4 * count + 1))
    sums[0, 1 : 2 * count + 1] = np.repeat([-top, 1.0], count)
    sums[1, 2 * count + 1 :] = np.repeat([-least, 1.0], count)
    limits: list[tuple[int | None, int | None]] = [(None, None)]
    for used in (finite, least > 0):
        limits += [(0, None if used else 0)] * (2 * count)
    program = csr_array(np.vstack(rows))
    best = -math.inf
    for gain in (gains - prices[:, None]).T:
        right = np.concatenate([-gain, np.zeros(4 * count)])
        found = linprog(
            np.eye(1, 4 * count + 1)[0],
            A_ub=program,
            b_ub=right,
            A_eq=sums,
            b_eq=np.zeros(2),
            bounds=limits,
            method="highs",
        )
        parts = np.zeros((4, count)) if found.x is None else found.x[1:].reshape(4, count)
        parts = np.maximum(parts, 0.0)
        up, down = parts[0], parts[2]
        raised, sunk = (
            bound * side.sum() * prior_near(mix, low, high)
            for bound, side, mix in ((top, up, parts[1]), (least, down, parts[3]))
        )
        size = np.abs(gain) + np.abs(prices) + raised + up + down + sunk
        needed = gain + raised - up + down - sunk
        off = (8 * count + 64) * UNIT * float(size.max()) / float(masses.min())
        best = max(best, float((needed / masses).max()) + off * count)
    return upwards(float(prices.sum()) + best + 4 * count * UNIT * float(np.abs(prices).sum()))


def prior_near(masses: FloatArray, low: FloatArray, high: FloatArray) -> FloatArray:
    """Return a prior between bounds near some masses, which are normalised first."""
    total = float(masses.sum())
    found: FloatArray = np.clip(masses / total if total else low, low, high)
    lacking = 1 - float(found.sum())
    room = high - found if lacking > 0 else found - low
    return found + room * (lacking / room.sum() if room.any() else 0.0)


def _summed(terms: FloatArray, size: FloatArray, masses: FloatArray, reward: FloatArray) -> float:
    """Return terms plus the mean reward of a decision plus a bound on the rounding error."""
    average = masses * reward
    error = (8 * len(masses) + 64) * UNIT * float(size.sum() + np.abs(average).sum())
    return upwards(float(terms.sum() + average.sum()) + error + SMALLEST)


# --- dual bound -----------------------------------------------------------------------------------

_MISPLACED = 2e-12  # of a mass, the error that searches over many secrets ignore
_HALF = 0.4999  # mean of every lift vector under the half of the weights that is the prior
_LISTED = 1e-12  # relative error of a coordinate of a listed vertex
_TOGETHER = 2**16  # pairs of a secret and a subset that are looked at together
_BEYOND = 60.0  # nats above log(1/p_min) from which a level counts as infinite


def bound_of_prices(
    prices: FloatArray,
    lifts: LiftSet,
    prior: list[Fraction],
    utility: Utility,
    target: float,
) -> float | None:
    r"""Return the upper bound on utility that dual prices prove; None for other sets and utilities.

    Parameters
    ----------
    prices : array, shape (\|X\|,), the dual variables of the mean lifts.
    lifts : for a divergence a box or a cone, where all subsets of the secrets are enumerated, or a
        set whose vertices are listed; for a reward a box or a cone.
    prior : the exact prior.
    utility : a divergence or a reward.
    target : the utility of a mechanism, near which the bound is sought.

    Examples
    --------
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> box = Box((0.5, 0.5), math.inf, math.inf)
    >>> bound = bound_of_prices(np.zeros(2), box, half, CHI_SQUARE, 1.0)
    >>> 1 <= bound < 1 + 1e-12
    True
    """
    if isinstance(utility, Reward) and not isinstance(lifts, Box | Cone | BoxOverPriors):
        return None
    if not isinstance(utility, Divergence | Reward):
        return None
    masses = np.array([float(mass) for mass in prior])
    others = np.array([(p.denominator - p.numerator) / p.denominator for p in prior])
    # the bound is the same for prices + c P; a sum of zero gives the smallest terms
    prices = prices - prices.sum() * masses
    cap = -math.log(float(masses.min())) + _BEYOND
    if isinstance(lifts, BoxOverPriors):
        if isinstance(utility, Reward):
            return reward_over_priors(lifts, masses[:, None] * utility.matrix, prices)
        listed, off = lifts.listed
        return _least(_columns(listed, masses, prices, utility, off), target)
    if not isinstance(lifts, Box | Cone):
        assert isinstance(utility, Divergence)
        try:
            listed = lifts.vertices()
        except Unanswered:
            return None
        return _least(_columns(listed, masses, prices, utility), target)
    box = lifts if isinstance(lifts, Box) else None
    if isinstance(lifts, Cone) and lifts.epsilon > cap:
        box = Box(lifts.masses, math.inf, math.inf)  # a superset
    if box is None:
        assert isinstance(lifts, Cone)
        beyond = deviation_of(lifts.epsilon)
        if isinstance(utility, Reward):
            return reward_in_cone(beyond, masses, prices, utility)
        return _least(_steps(beyond, masses, prices, utility), target)
    lower, upper = (math.inf if level > cap else level for level in box.bounds)
    low, high = deviation_of(-lower), deviation_of(upper)
    # the range of one lift while all others are at the other bound
    lows = np.full_like(masses, low)
    if high < math.inf:
        lows = np.maximum(low, -high * others / masses)
    highs = np.minimum(high, -low * others / masses)
    if isinstance(utility, Reward):
        return reward_in_box(lows, highs, masses, prices, utility)
    return _least(_corners(lows, highs, masses, prices, utility), target)


def silent(lifts: LiftSet) -> bool:
    """Return whether the vector of ones is exactly the only lift vector.

    Examples
    --------
    >>> silent(Box((0.5, 0.5), 0.0, 1.0)), silent(Cone((0.5, 0.5), 1e-300))
    (True, False)
    """
    if isinstance(lifts, Box):
        return len(lifts.masses) == 1 or 0 in lifts.bounds
    return len(lifts.masses) == 1 or (isinstance(lifts, Cone) and lifts.epsilon == 0)


Worths = Iterator[
    tuple[FloatArray, FloatArray]
]  # upper bounds on utility less price, lower bounds on w v


def _least(worths: Worths, target: float) -> float:
    plain, share = -math.inf, 0.0
    for found, weighted in worths:
        worth = np.where(np.isnan(found), np.inf, found)  # where utility and price overflow
        plain = max(plain, float(worth.max()))
        share = max(share, float(((worth - target) / weighted).max()))
    if not math.isfinite(plain):
        plain = math.inf
    scaled = target + share * (1 + 32 * UNIT) if math.isfinite(share) else math.inf
    scaled += 8 * UNIT * abs(target)
    return upwards(min(plain, scaled) + SMALLEST)


def _weights(masses: FloatArray) -> FloatArray:
    """Return weights w of sum at most one: the mean of the prior and the uniform distribution."""
    found: FloatArray = (masses / masses.sum() + 1 / len(masses)) / 2 * (1 - 64 * UNIT)
    return found


def _corners(
    lows: FloatArray,
    highs: FloatArray,
    masses: FloatArray,
    prices: FloatArray,
    utility: Divergence,
) -> Worths:
    """Yield the utilities of the vertices of a box, by the secret at neither bound.

    The others are high on a subset and low elsewhere, and the mean determines its lift, up to
    rounding. The utility is convex, so over the interval of that lift it is largest at an end.
    """
    count = len(masses)
    off = (4 * count + 64) * UNIT
    sides, weights = np.stack([lows, highs]), _weights(masses)
    at, size = _worth(masses, sides, 16 * UNIT * np.abs(sides), prices, utility)
    least, most = masses * sides
    risen = subset_sums(most - least)
    base = float((weights * (1 + lows)).sum())
    floor, base_size = float(least.sum()), float(size[0].sum())
    low, high = least * (1 + 16 * UNIT), most * (1 + 16 * UNIT)
    # a subset may raise the mean to one at most, and so far that one more secret can do the rest
    rest, unsure = -floor - risen, off * (risen - floor)
    most_rest = float((most - least).max()) * (1 + 32 * UNIT)
    subsets = np.flatnonzero((rest >= -2 * unsure) & (rest <= most_rest + 2 * unsure))
    items = np.stack([at[1] - at[0], size[0] + size[1], weights * (highs - lows)])
    place, step = np.arange(count)[:, None], _TOGETHER // count
    for start in range(0, len(subsets), step):
        subset = subsets[start : start + step]
        member = (subset >> place & 1).astype(float)
        left, around = (least - floor)[:, None] - risen[subset], unsure[subset]
        possible = (left >= low[:, None] - around) & (left <= high[:, None] + around)
        own, column = np.nonzero(possible & (member == 0))
        if not len(own):
            continue
        left, around = left[own, column], around[column]
        gained, sizes, lifted = items @ member
        mass, price = masses[own], prices[own]
        near, far = (np.clip(left + s * around, low[own], high[own]) / mass for s in (-1, 1))
        middle, reach = (near + far) / 2, (far - near) / 2 + 8 * UNIT * np.abs(near + far)
        worth = mass * worth_between(utility, middle - reach, middle + reach)
        worth = worth - price * middle + np.abs(price) * reach
        error = np.abs(worth) + np.abs(price * middle) + sizes[column] + base_size
        total = (float(at[0].sum()) - at[0])[own] + gained[column] + worth + off * error
        weighted = (base - weights * lows)[own] + lifted[column]
        weighted = weighted + weights[own] * near
        yield total, np.maximum(weighted * (1 - off) - off * (1 + np.abs(middle)), _HALF)


def _worth(
    masses: FloatArray,
    deviations: FloatArray,
    unsure: FloatArray | float,
    prices: FloatArray,
    utility: Divergence,
) -> tuple[FloatArray, FloatArray]:
    """Return an upper bound on utility less price, term by term, and the sizes of both.

    The error of a sum of these terms is relative to their sizes, and is not counted here.
    """
    worth = masses * worth_between(utility, deviations - unsure, deviations + unsure)
    cost = prices * deviations
    return worth - cost + np.abs(prices) * unsure, np.abs(worth) + np.abs(cost)


def _steps(beyond: float, masses: FloatArray, prices: FloatArray, utility: Divergence) -> Worths:
    """Yield the utilities of the staircases of a cone; `beyond` is its ratio minus one."""
    off = (4 * len(masses) + 64) * UNIT
    upper = slice(1, -1)  # without the empty set and the full one
    mass, cost, size, weight = map(subset_sums, (masses, prices, abs(prices), _weights(masses)))
    # the complement of subset i is at index -1 - i
    share, rest = mass[upper], mass[::-1][upper]
    middle = beyond * share + share + rest
    high, low = beyond * rest / middle, -beyond * share / middle
    total = np.zeros_like(share)
    for part, deviation, costs, sizes in (
        (share, high, cost[upper], size[upper]),
        (rest, low, cost[::-1][upper], size[::-1][upper]),
    ):
        unsure = off * np.abs(deviation)
        worth = part * worth_between(utility, deviation - unsure, deviation + unsure)
        total += worth - costs * deviation + off * (np.abs(worth) + sizes * np.abs(deviation))
    weighted = (weight[upper] * (1 + beyond) + weight[::-1][upper]) / middle
    yield total, weighted * (1 - off)


def _columns(
    columns: FloatArray,
    masses: FloatArray,
    prices: FloatArray,
    utility: Divergence,
    off: FloatArray | float = 0.0,
) -> Worths:
    """Yield the utilities of listed vertices.

    Their lifts have a relative error of `_LISTED`, and beside it one of `off` in each column.
    """
    deviations, unsure = columns - 1, _LISTED * columns + off
    worth, size = _worth(masses[:, None], deviations, unsure, prices[:, None], utility)
    error = (4 * len(masses) + 64) * UNIT * size.sum(axis=0)
    weighted = np.maximum(_weights(masses) @ columns * (1 - 2 * _LISTED) - off, _HALF)
    yield worth.sum(axis=0) + error, weighted


# --- bounds of searches over many secrets ---------------------------------------------------------


def bound_of_mixture(mixture: Mixture, prior: list[Fraction], utility: Divergence) -> float:
    """Return an upper bound on the utility of a mixture that is known to be optimal.

    Examples
    --------
    >>> from pmlsym.design.utility import TOTAL_VARIATION
    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> known = Mixture(np.array([[2.0, 0.0], [0.0, 2.0]]), np.array([0.5, 0.5]))
    >>> 0.5 <= bound_of_mixture(known, half, TOTAL_VARIATION) < 0.5 + 1e-12
    True
    """
    masses = np.array([float(mass) for mass in prior])
    off = (4 * len(masses) + 64) * UNIT
    deviations = mixture.lifts - 1
    unsure = off * mixture.lifts + 4 * UNIT
    worth = worth_between(utility, deviations - unsure, deviations + unsure)
    total = float((masses @ worth) @ mixture.weights)
    size = float((masses @ np.abs(worth)) @ mixture.weights)
    return upwards(total + 4 * off * size + SMALLEST)


def rounding_of_search(
    prices: FloatArray, lifts: LiftSet, prior: FloatArray, utility: Divergence
) -> float:
    r"""Return a bound on the rounding error of an upper bound from a search in floats.

    A sum of n terms has an error of at most n roundings of their sizes. An error in a mass changes
    the lift of the secret that completes the mean, and with it f and the price, by the error
    divided by the probability of that secret.

    Parameters
    ----------
    prices : array, shape (\|X\|,), the dual prices of the search.
    lifts : a box or a cone, of a float prior.
    prior : array, shape (\|X\|,)
    utility : the divergence.

    Examples
    --------
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> box = Box((0.25, 0.75), math.inf, 0.1)
    >>> rounding_of_search(np.zeros(2), box, np.array([0.25, 0.75]), CHI_SQUARE) < 1e-11
    True
    """
    off = 32 * (len(prior) + 16) * UNIT
    if isinstance(lifts, Cone):
        low, high = lifts.steps(1 - prior)[0], lifts.steps(prior)[1]
    else:
        assert isinstance(lifts, Box)
        low, high = lifts.reach
    ends = [np.asarray(utility.function(side), float) for side in (low, high)]
    size = prior * (np.abs(ends[0]) + np.abs(ends[1])) + np.abs(prices) * (1 + high)
    found = off * float(size.sum() + abs(prices.sum()))
    mass = off * float(1 + prior @ high) + _MISPLACED
    for moved, both in ((mass / prior, False), (16 * UNIT * high, True)):
        step = np.minimum(moved, high - low)
        change = np.maximum(
            np.abs(utility.function(low + step) - ends[0]),
            np.abs(utility.function(high - step) - ends[1]),
        )
        each = prior * change + np.abs(prices) * step
        found += float(each.sum()) if both else 2 * float(each.max())
    return found
