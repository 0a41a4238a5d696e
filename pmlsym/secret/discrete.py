"""Secrets with finitely many values."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, RowLike, is_exact, sympified
from pmlsym.given import brief
from pmlsym.precision import log_of
from pmlsym.secret.secret import Bounded, as_numbers, check_gaps, check_size, plain

_TOLERANCE = 1e-9  # largest distance of a sum of float probabilities from one


@dataclass(frozen=True, repr=False)
class Discrete(Bounded):
    r"""A secret with finitely many values.

    Parameters
    ----------
    values : sequence of numbers, shape (k,)
        Different from each other; kept in increasing order.
    probabilities : sequence of numbers, shape (k,)
        Positive, with the sum 1. If all these numbers are rational, not floats, then `mean`,
        `variance`, `expectation`, and `log_mgf` at an exact t, are exact.

    Raises
    ------
    ParameterError
        If the values repeat or are not finite, or the probabilities are no distribution.

    Examples
    --------
    >>> from fractions import Fraction as F
    >>> coin = Discrete([-1, 2], [F(2, 3), F(1, 3)])
    >>> coin.mean, coin.variance, coin.log_mgf(1)
    (Fraction(0, 1), Fraction(2, 1), log(2*exp(-1)/3 + exp(2)/3))
    """

    values: tuple[Fraction | float, ...]
    probabilities: tuple[Fraction | float, ...]

    def __init__(self, values: RowLike, probabilities: RowLike) -> None:
        points, weights = as_numbers("values", values), as_numbers("probabilities", probabilities)
        if len(points) != len(weights):
            raise ParameterError(
                f"probabilities has {len(weights)} entries, but there are {len(points)} values."
            )
        for i, weight in enumerate(weights):
            if weight <= 0:
                raise ParameterError(
                    f"probabilities[{i}] is {brief(weight)}, but has to be positive: leave "
                    "out values that cannot occur."
                )
        for i, point in enumerate(points):
            check_size(f"values[{i}]", point)
            if point in points[:i]:
                raise ParameterError(f"values[{i}] is {brief(point)}, which is in values before.")
        exact = all(isinstance(number, Fraction) for number in [*points, *weights])
        total: Fraction | float = sum(weights) if exact else math.fsum(weights)
        if total != 1 if exact else abs(float(total) - 1) > _TOLERANCE:
            raise ParameterError(f"probabilities sum to {brief(total)}, but have to sum to 1.")
        check_gaps("values include", sorted(points))
        if not exact:
            points, weights = [float(x) for x in points], [float(p) / total for p in weights]
        pairs = sorted(zip(points, weights, strict=True))
        object.__setattr__(self, "values", tuple(x for x, _ in pairs))
        object.__setattr__(self, "probabilities", tuple(p for _, p in pairs))

    def __repr__(self) -> str:
        listed = (", ".join(map(str, row)) for row in (self.values, self.probabilities))
        return "Discrete([{}], [{}])".format(*listed)

    @property
    def low(self) -> Number:
        """The smallest value."""
        return self.values[0]

    @property
    def high(self) -> Number:
        """The largest value."""
        return self.values[-1]

    @property
    def is_exact(self) -> bool:
        """Whether all numbers are rational."""
        return isinstance(self.values[0], Fraction)

    @cached_property
    def atoms(self) -> tuple[FloatArray, FloatArray]:
        """The values and the logarithms of their probabilities as float arrays, shape (k,)."""
        logs = [log_of(Fraction(p)) for p in self.probabilities]
        return np.array(self.values, dtype=float), np.array(logs)

    def expectation(self, function: Callable[[Number], Number]) -> Number:
        """Return the sum of p(x) f(x), exact if f and the secret are."""
        return sum(p * function(x) for x, p in zip(self.values, self.probabilities, strict=True))

    def log_expectation(
        self, exponent: Callable[[FloatArray], FloatArray], at: float, width: float
    ) -> float:
        """Return log E e^g(X - at), for any function g; the width is not used."""
        values, logs = self.atoms
        heights = exponent(values - at)
        if np.abs(heights).max() <= 1:  # keeps the digits of small leakages
            return float(np.log1p(np.exp(logs) @ np.expm1(heights)))
        return float(np.logaddexp.reduce(logs + heights))

    def log_mgf(self, t: Number, about: Number = 0) -> Number:
        """Return log E e^(t(X - about)), exact if all numbers are."""
        if not (self.is_exact and is_exact(t) and is_exact(about)):
            return super().log_mgf(t, about)
        import sympy as sp

        t, about = sympified(t), sympified(about)
        return sp.log(self.expectation(lambda x: sp.exp(t * (sympified(x) - about))))

    def nearest(self, y: ArrayLike) -> float | FloatArray:
        """Return the value nearest to y, or to each y, as floats."""
        values, y = self.atoms[0], np.asarray(y, dtype=float)
        after = np.clip(np.searchsorted(values, y), 1, max(1, len(values) - 1))
        left, right = values[after - 1], values[np.minimum(after, len(values) - 1)]
        return plain(np.where(y - left <= right - y, left, right))
