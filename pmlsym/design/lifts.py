r"""The set of lift vectors that a guarantee admits, and its vertices.

For PML, PMC, LIP and ALIP it is a box cut by the mean: low <= v <= high, sum_x P(x) v(x) = 1. A
vertex has at most one coordinate strictly between the bounds. For LDP it is a cone cut by the
mean: v(x) <= ratio v(x'). Its vertices are staircases: one value on a set of secrets, the ratio
times that value on the others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pmlsym.formulas.extremal import own_lift
from pmlsym.guarantees import Guarantee

_FLAT = 1e-13  # how far a vertex may be outside its bounds through rounding before it is dropped


@dataclass(frozen=True)
class Box:
    r"""Lift vectors of mean one between two bounds.

    Parameters
    ----------
    prior : array, shape (\|X\|,)
    low, high : floats with 0 <= low <= 1 <= high; high may be infinite.
    """

    prior: Any
    low: float
    high: float

    @cached_property
    def reach(self) -> tuple[Any, Any]:
        """How small and how large each coordinate can be, given the mean."""
        most = own_lift(self.low, self.prior)
        bound = self.high if self.high < math.inf else float(most.max())
        least = own_lift(bound, self.prior)
        low = np.maximum(self.low, np.minimum(least, 1.0))
        return low, np.maximum(np.minimum(bound, most), 1.0)

    @property
    def spread(self) -> Any:
        """How far from one each coordinate can be."""
        low, high = self.reach
        return np.maximum(1 - low, high - 1)

    @property
    def trivial(self) -> bool:
        """Whether the vector of ones is the only one."""
        return self.low == self.high or len(self.prior) == 1 or 1 in (self.low, self.high)

    def balance(self, columns: Any) -> Any:
        """Return how likely each lift vector can be, for a second one to make the mean one."""
        above = (1 - self.low) / np.maximum(columns.max(axis=0) - self.low, 1 - self.low)
        if self.high == math.inf:
            return above
        below = (self.high - 1) / (self.high - np.minimum(columns.min(axis=0), 1.0))
        return np.minimum(above, below)

    def vertices(self) -> Any:
        r"""Return all vertices, as the columns of an array, shape (\|X\|, k).

        Examples
        --------
        >>> Box(np.array([0.25, 0.75]), 0.0, 1.2).vertices().round(4)
        array([[1.2   , 0.4   ],
               [0.9333, 1.2   ]])
        """
        if self.trivial:
            return np.ones((len(self.prior), 1))
        low, high = self.reach
        secrets = len(low)
        found = []
        for between in range(secrets):
            others = np.delete(np.arange(secrets), between)
            rest = self.prior[others]
            chosen, totals = np.zeros((1, 0), bool), np.array([float(rest @ low[others])])
            for gain in rest * (high - low)[others]:
                chosen = np.concatenate(
                    [np.pad(chosen, ((0, 0), (0, 1)), constant_values=side) for side in (0, 1)]
                )
                totals = np.concatenate([totals, totals + gain])
                # whatever follows raises the mean further
                kept = totals + self.prior[between] * low[between] <= 1 + _FLAT
                chosen, totals = chosen[kept], totals[kept]
            left = (1 - totals) / self.prior[between]
            slack = _FLAT / self.prior[between]
            kept = (left >= low[between] - slack) & (left <= high[between] + slack)
            columns = np.empty((secrets, int(kept.sum())))
            columns[others] = np.where(chosen[kept], high[others], low[others]).T
            columns[between] = np.clip(left[kept], low[between], high[between])
            for bound in (low[between], high[between]):  # a root of 1e-16 would be no rounding
                columns[between, np.abs(columns[between] - bound) <= slack] = bound
            found.append(columns)
        columns = np.hstack(found)
        spread = np.where(self.spread > 0, self.spread, 1.0)[:, None]
        _, first = np.unique(((columns - 1) / spread).round(9), axis=1, return_index=True)
        return columns[:, np.sort(first)]


@dataclass(frozen=True)
class Cone:
    r"""Lift vectors of mean one with no entry more than ratio times another.

    Parameters
    ----------
    prior : array, shape (\|X\|,)
    ratio : float >= 1, may be infinite.
    """

    prior: Any
    ratio: float

    @property
    def spread(self) -> Any:
        """How far from one each coordinate can be."""
        return np.maximum(self.steps(self.prior)[1] - 1, 1 - self.steps(1 - self.prior)[0])

    @property
    def trivial(self) -> bool:
        """Whether the vector of ones is the only one."""
        return self.ratio == 1 or len(self.prior) == 1

    def steps(self, mass: Any) -> tuple[Any, Any]:
        """Return the two values of a staircase whose upper step has a probability.

        Examples
        --------
        >>> low, high = Cone(np.array([0.5, 0.5]), 3.0).steps(0.5)
        >>> float(low), float(high)
        (0.5, 1.5)
        """
        inverse = 1 / self.ratio
        high = 1 / (mass + (1 - mass) * inverse)
        return high * inverse, high

    def balance(self, columns: Any) -> Any:
        """Return how likely each lift vector can be, for a second one to make the mean one."""
        inverse = 1 / self.ratio
        return (1 - inverse) / (columns.max(axis=0) - inverse * columns.min(axis=0))

    def vertices(self) -> Any:
        r"""Return all vertices, as the columns of an array, shape (\|X\|, 2^\|X\| - 2).

        Examples
        --------
        >>> Cone(np.array([0.25, 0.75]), 2.0).vertices().round(4)
        array([[1.6   , 0.5714],
               [0.8   , 1.1429]])
        """
        secrets = len(self.prior)
        if self.trivial:
            return np.ones((secrets, 1))
        numbers = np.arange(1, 2**secrets - 1)
        chosen = (numbers >> np.arange(secrets)[:, None]) & 1 == 1
        low, high = self.steps(self.prior @ chosen)
        return np.where(chosen, high, low)


Lifts = Box | Cone


@dataclass(frozen=True)
class Mixture:
    r"""A mechanism as lift vectors and their probabilities.

    Parameters
    ----------
    lifts : array, shape (\|X\|, \|Y\|), a lift vector for each outcome.
    weights : array, shape (\|Y\|,), the probabilities of the outcomes.
    """

    lifts: Any
    weights: Any


def opposite(lifts: Lifts, columns: Any) -> Any:
    """Return for each lift vector the farthest one on the other side of the vector of ones.

    Examples
    --------
    >>> opposite(Cone(np.array([0.25, 0.75]), 2.0), np.array([[1.6], [0.8]])).round(4)
    array([[0.5714],
           [1.1429]])
    """
    share = np.minimum(lifts.balance(columns), 0.999999)
    return np.maximum((1 - share * columns) / (1 - share), 0.0)


def admitted(guarantee: Guarantee, prior: Any) -> Lifts:
    """Return the lift vectors that a guarantee admits, in floats.

    Examples
    --------
    >>> from pmlsym import LIP
    >>> admitted(LIP(0.0), np.array([0.5, 0.5])).trivial
    True
    """
    if guarantee.bounds is None:
        return Cone(prior, _exponential(guarantee.values[0]))
    lower, upper = (float(value) for value in guarantee.bounds)
    return Box(prior, math.exp(-lower), _exponential(upper))


def _exponential(value: Any) -> float:
    try:
        return math.exp(float(value))
    except OverflowError:
        return math.inf
