"""Gaussian secrets."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number
from pmlsym.secret.secret import Secret, as_exact_or_float, check_size, plain

_REACH = 38.0  # deviations beyond which the density is 0 as a float


@dataclass(frozen=True)
class Normal(Secret):
    r"""A Gaussian secret: its support is the whole line, so no noise has a finite PMC.

    Parameters
    ----------
    mean : float
    deviation : float
        Positive: the square root of the variance.

    Raises
    ------
    ParameterError
        If a number is not finite, or the deviation not positive.

    Examples
    --------
    >>> Normal(0.0, 2.0).log_mgf(3.0)
    18.0
    """

    mean: float
    deviation: float

    def __post_init__(self) -> None:
        for name in ("mean", "deviation"):
            value = as_exact_or_float(name, getattr(self, name))
            check_size(name, value)
            object.__setattr__(self, name, float(value))
        if self.deviation <= 0:
            raise ParameterError(f"deviation is {self.deviation}, but has to be positive.")

    @property
    def low(self) -> float:
        """Minus infinity."""
        return -math.inf

    @property
    def high(self) -> float:
        """Infinity."""
        return math.inf

    @property
    def variance(self) -> float:
        """The square of the deviation."""
        return self.deviation**2

    def expectation(self, function: Callable[[Number], Number]) -> float:
        """Return the integral of the density times f(x), by scipy's adaptive quadrature."""
        from scipy.integrate import quad

        def integrand(z: float) -> float:
            return math.exp(-z * z / 2) * float(function(self.mean + self.deviation * z))

        ends, inner = (-_REACH, _REACH), (-8.0, 0.0, 8.0)
        found = quad(integrand, *ends, points=inner, epsabs=1e-13, epsrel=1e-11, full_output=True)
        return float(found[0]) / math.sqrt(2 * math.pi)

    def log_mgf(self, t: Number, about: Number = 0) -> float:
        """Return t (mean - about) + t^2 variance / 2."""
        t = float(t)
        return t * (self.mean - float(about)) + (t * self.deviation) ** 2 / 2

    def nearest(self, y: ArrayLike) -> float | FloatArray:
        """Return y."""
        return plain(np.array(y, dtype=float))

    def farthest(self, y: ArrayLike) -> float | FloatArray:
        """Return the infinity on the side of the mean away from y."""
        return plain(np.where(np.asarray(y, dtype=float) >= self.mean, -math.inf, math.inf))
