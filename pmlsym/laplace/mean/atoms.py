"""Sums of records with finitely many values: every sum, exactly."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.errors import ParameterError
from pmlsym.exact import ExactArray
from pmlsym.laplace.mean.sum import AT_ONCE, Sum, pieces
from pmlsym.secret import Discrete

MOST_SUMS = 200_000  # different values that a sum may have
_MOST_TERMS = 4_000_000  # of those, before equal ones are put together
_SNAP = 10**6  # a float counts as the fraction with a denominator up to this next to it


class Atoms(Sum):
    """Sums of records with finitely many values.

    Between neighbouring sums of k + 1 values every L_k(v - u) is the logarithm of
    A e^(v/s) + B e^(-v/s), so lifts are monotone there and extreme at sums.
    """

    points: FloatArray

    def __init__(self, secret: Discrete, count: int, scale: float) -> None:
        self.steps, self.unit = _integers(secret)
        self.logs, self.scale = secret.atoms[1], scale
        self.sums, logs = self.steps[:1], np.zeros(1)  # none: the step of the lowest value is 0
        for _ in range(count):
            self.sums, logs = self._one_more(self.sums, logs)
        self.points = self._scaled(self.sums)
        below = np.logaddexp.accumulate(logs + self.points / scale)
        above = np.logaddexp.accumulate((logs - self.points / scale)[::-1])[::-1]
        self.below = np.concatenate([[-np.inf], below])
        self.above = np.concatenate([above, [-np.inf]])

    def _one_more(
        self, sums: IntArray | ExactArray, logs: FloatArray
    ) -> tuple[IntArray | ExactArray, FloatArray]:
        """Return the sums with one record more and the logarithms of their probabilities."""
        if len(sums) * len(self.steps) > _MOST_TERMS:
            raise ParameterError(_too_many(len(self.steps)))
        terms = (sums[:, None] + self.steps).ravel()
        weights = (logs[:, None] + self.logs).ravel()
        order = np.argsort(terms, kind="stable")
        starts = np.flatnonzero(np.append(True, np.diff(terms[order]) != 0))
        if len(starts) > MOST_SUMS:
            raise ParameterError(_too_many(len(self.steps)))
        return terms[order][starts], np.logaddexp.reduceat(weights[order], starts)

    def _scaled(self, sums: IntArray | ExactArray) -> FloatArray:
        """Return sums in units of the range: floats, each rounded once."""
        return np.array([float(int(total) * self.unit) for total in sums])

    def __call__(self, v: FloatArray) -> FloatArray:
        """Return L_k(v)."""
        place = np.searchsorted(self.points, v, side="right")
        return np.logaddexp(self.below[place] - v / self.scale, self.above[place] + v / self.scale)

    def extremes(self, v: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the least, the mixed and the largest L_k(v - u), u a value."""
        values = self._scaled(self.steps)
        parts = []
        for some in pieces(v, AT_ONCE // len(values)):
            logs = self(some[:, None] - values)
            mixed = np.logaddexp.reduce(logs + self.logs, axis=1)
            parts.append((logs.min(axis=1), mixed, logs.max(axis=1)))
        least, mixed, most = (np.concatenate(column) for column in zip(*parts, strict=True))
        return least, mixed, most

    def candidates(self) -> FloatArray:
        """Return all sums with one record more."""
        return self._scaled(self._one_more(self.sums, np.zeros(len(self.sums)))[0])


def _too_many(values: int) -> str:
    return (
        f"records of {values} values have more than {MOST_SUMS} different sums: "
        "take fewer records, or values that are multiples of a common unit."
    )


def _integers(secret: Discrete) -> tuple[IntArray | ExactArray, Fraction]:
    """Return the values, scaled to [0, 1], as multiples of one unit, and the unit."""
    exact = [_snapped(value) for value in secret.values]
    width = exact[-1] - exact[0] or Fraction(1)
    scaled = [(value - exact[0]) / width for value in exact]
    denominator = math.lcm(*(value.denominator for value in scaled))
    small = denominator < 2**31  # otherwise Python's integers, of any size
    steps = [int(value * denominator) for value in scaled]
    return np.array(steps, dtype=np.int64 if small else object), Fraction(1, denominator)


def _snapped(value: Fraction | float) -> Fraction:
    """Return the short fraction that a float is near, so that equal sums become equal."""
    exact = Fraction(value)
    short = exact.limit_denominator(_SNAP)
    near = isinstance(value, float) and abs(float(short) - value) <= 4 * math.ulp(value)
    return short if near else exact
