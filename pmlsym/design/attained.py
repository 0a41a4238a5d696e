r"""What a kernel of floats is worth at least, once it is a mechanism in exact arithmetic.

Rows of floats sum to one up to rounding only. With :math:`r(x)` the sum of a row, the kernel times
:math:`1 - \kappa` and one more outcome, :math:`1 - (1 - \kappa)\, r(x)`, which says next to nothing
about the secret, are a mechanism; :math:`\kappa` is a few roundings over what the guarantee admits.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.rounding import SMALLEST, UNIT, worth_at_least
from pmlsym.design.utility import Divergence, Reward, Sublinear, Utility
from pmlsym.guarantees import LiftSet

_OWN = 1e-13  # what is taken off, relatively, where only a person's function is known


def utility_at_least(
    kernel: FloatArray, prior: list[Fraction], lifts: LiftSet, utility: Utility
) -> float:
    r"""Return a float that the utility of a kernel does not fall short of, all rounding counted.

    Parameters
    ----------
    kernel : array, shape (\|X\|, \|Y\|), entries of rows that sum to one up to rounding, each
        column admitted.
    prior : the exact prior.
    lifts : the admitted lift vectors under this prior.
    utility : what they are worth.

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
    silent, rest = _completed(kernel, prior, lifts)
    found = (1 - silent) * _sum(kernel, masses, utility)
    if silent and not isinstance(utility, Divergence):
        found += _sum(rest[:, None], masses, utility)
    elif isinstance(utility, Divergence) and utility.of_deviation is None:
        # a convex function has at least its value at the mean
        found += silent * (float(utility.function(np.ones(1))[0]) - _OWN)
    found = math.nextafter(found - 8 * UNIT * abs(found) - SMALLEST, -math.inf)
    least = getattr(utility, "of_deviation", None) is not None  # then nothing is worth less than 0
    return max(0.0, found) if least else found


def _completed(
    kernel: FloatArray, prior: list[Fraction], lifts: LiftSet
) -> tuple[float, FloatArray]:
    """Return how likely the outcome is that completes the rows, and its column."""
    exact = [1 + _exact_sum([*row, -1.0]) for row in kernel.tolist()]
    off = max(abs(total - 1) for total in exact)
    if not off:
        return 0.0, np.zeros(len(exact))
    share = 4 * off
    while True:
        column = [1 - (1 - share) * total for total in exact]
        if share >= 1 or (min(column) >= 0 and lifts.contains(column)):
            return min(1.0, math.nextafter(float(share), 1)), np.array([float(v) for v in column])
        share *= 4


def _exact_sum(numbers: list[float]) -> Fraction:
    """Add floats exactly: what `math.fsum` rounds off is the sum of the rest, and so on."""
    numbers, total = list(numbers), Fraction(0)
    while part := math.fsum(numbers):
        total += Fraction(part)
        numbers.append(-part)
    return total


def _sum(kernel: FloatArray, masses: FloatArray, utility: Utility) -> float:
    """Return at most the sum of what the columns are worth."""
    off = (2 * len(masses) + 16) * UNIT
    if isinstance(utility, Reward):
        earned = utility.matrix.T @ (masses[:, None] * kernel)
        size = np.abs(utility.matrix).max(axis=1) @ (masses[:, None] * kernel)
        best = earned.max(axis=0) - off * size
        return float(best.sum() - kernel.shape[1] * UNIT * np.abs(best).sum())
    mean = masses @ kernel
    if isinstance(utility, Divergence):
        # beyond an entry of the same column nothing of size one cancels where entries are alike
        beyond = kernel - kernel[0]
        deviation = (beyond - masses @ beyond) / mean
        unsure = off * (np.abs(beyond) + masses @ np.abs(beyond)) / mean
        # ... and a lift of zero is zero: its mean is of numbers that are not negative
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
