"""Lower bounds on the utility of a kernel, with all rounding errors counted."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.design.dual_bound import SMALLEST, UNIT, worth_at_least
from pmlsym.design.utility import Divergence, Reward, Sublinear, Utility
from pmlsym.guarantees import LiftSet

# Rows of floats sum to one up to rounding only. With :math:`r(x)` the sum of a row, the kernel
# times :math:`1 - \kappa` and one more outcome, :math:`1 - (1 - \kappa)\, r(x)`, which depends very
# little on the secret, are a mechanism in exact arithmetic; :math:`\kappa` is a few roundings
# divided by the size of the guarantee.

_OWN = 1e-13  # relative error allowed in the values of a user's function


def utility_at_least(
    kernel: FloatArray, prior: list[Fraction], lifts: LiftSet, utility: Utility
) -> float:
    r"""Return a lower bound on the utility of a kernel, with all rounding errors counted.

    Parameters
    ----------
    kernel : array, shape (\|X\|, \|Y\|), entries of rows that sum to one up to rounding, each
        column admitted.
    prior : the exact prior.
    lifts : the admitted lift vectors under this prior.
    utility : the utility of lift vectors.

    Examples
    --------
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> from pmlsym.guarantees import Box
    >>> half, none = [Fraction(1, 2), Fraction(1, 2)], math.inf
    >>> found = utility_at_least(np.eye(2), half, Box((0.5, 0.5), none, none), CHI_SQUARE)
    >>> 1 - 1e-12 < found <= 1
    True
    """
    masses = np.array([float(mass) for mass in prior])
    kernel = kernel[:, masses @ kernel > 0]
    silent, rest = completion(kernel, prior, lifts)
    found = (1 - silent) * _sum(kernel, masses, utility)
    if silent and not isinstance(utility, Divergence):
        found += _sum(rest[:, None], masses, utility)
    elif isinstance(utility, Divergence) and utility.of_deviation is None:
        # a convex function has at least its value at the mean
        found += silent * (float(utility.function(np.ones(1))[0]) - _OWN)
    found = math.nextafter(found - 8 * UNIT * abs(found) - SMALLEST, -math.inf)
    least = getattr(utility, "of_deviation", None) is not None  # f is at least 0
    return max(0.0, found) if least else found


def exact_utility_at_least(channel: Channel, prior: list[Fraction], utility: Divergence) -> float:
    """Return a lower bound on the divergence of a mechanism in fractions, rounded term by term.

    Examples
    --------
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> 1 - 1e-12 < exact_utility_at_least(Channel([[1, 0], [0, 1]], half), half, CHI_SQUARE) <= 1
    True
    """
    rows = [[Fraction(int(v.p), int(v.q)) for v in row] for row in np.asarray(channel.kernel)]
    terms = []
    for column in zip(*rows, strict=True):
        mean = sum(mass * entry for mass, entry in zip(prior, column, strict=True))
        if not mean:
            continue
        deviations = np.array([float((entry - mean) / mean) for entry in column])
        near, far = deviations - 2 * UNIT * abs(deviations), deviations + 2 * UNIT * abs(deviations)
        worth = worth_at_least(utility, near, far).tolist()
        terms += [float(mass * mean) * one for mass, one in zip(prior, worth, strict=True)]
    return math.fsum(terms) - 8 * UNIT * math.fsum(map(abs, terms))


def completion(
    kernel: FloatArray, prior: list[Fraction], lifts: LiftSet
) -> tuple[float, FloatArray]:
    """Return the probability of the outcome that completes the rows, and its column.

    A row of sum 1 + e is scaled by one minus the probability s of that outcome, so its entry is
    s (1 + e) - e. The errors are integers in a common unit.
    """
    errors = [_exact_sum([*row, -1.0]) for row in kernel.tolist()]
    unit = math.lcm(*(below for _, below in errors))
    off = [above * (unit // below) for above, below in errors]
    share = 4 * max(map(abs, off))
    if not share:
        return 0.0, np.zeros(len(off))
    while True:
        column = [share * (unit + error) - error * unit for error in off]
        if share >= unit or (min(column) >= 0 and lifts.contains([Fraction(v) for v in column])):
            entries = np.array([v / unit**2 for v in column])
            return min(1.0, math.nextafter(share / unit, 1)), entries
        share *= 4


def _exact_sum(numbers: list[float]) -> tuple[int, int]:
    """Return the exact sum of floats as a ratio: `math.fsum`, and again for its rounding error."""
    first = math.fsum(numbers)
    if not (rest := math.fsum([*numbers, -first])):  # one float is often enough
        return first.as_integer_ratio()
    numbers, total = [*numbers, -first], Fraction(first)
    while rest:
        total += Fraction(rest)
        numbers.append(-rest)
        rest = math.fsum(numbers)
    return total.as_integer_ratio()


def _sum(kernel: FloatArray, masses: FloatArray, utility: Utility) -> float:
    """Return a lower bound on the sum of the utilities of the columns."""
    off = (2 * len(masses) + 16) * UNIT
    if isinstance(utility, Reward):
        earned = utility.matrix.T @ (masses[:, None] * kernel)
        size = np.abs(utility.matrix).max(axis=1) @ (masses[:, None] * kernel)
        best = earned.max(axis=0) - off * size
        return float(best.sum() - kernel.shape[1] * UNIT * np.abs(best).sum())
    mean = masses @ kernel
    if isinstance(utility, Divergence):
        # differences within a column, in which nothing of size one cancels if entries are similar
        beyond = kernel - kernel[0]
        deviation = (beyond - masses @ beyond) / mean
        unsure = off * (np.abs(beyond) + masses @ np.abs(beyond)) / mean
        # the second pair of bounds is exact at lift 0 and relative elsewhere, as nothing cancels
        lift, off = kernel / mean, 2 * off
        rest = np.where(lift > 0, 4 * UNIT, 0.0)
        low = np.maximum(deviation - unsure, lift * (1 - off) - 1 - rest)
        high = np.minimum(deviation + unsure, lift * (1 + off) - 1 + rest)
        terms = worth_at_least(utility, np.maximum(low, -1.0), np.maximum(high, -1.0))
        joint = masses[:, None] * mean * terms
        error = (kernel.size + 16) * UNIT * float(np.abs(joint).sum())
        return float(joint.sum()) - error
    assert isinstance(utility, Sublinear)
    each = mean * utility.at(kernel / mean, masses)
    return float(each.sum()) - _OWN * float(np.abs(each).sum())
