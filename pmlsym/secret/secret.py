"""What a secret is: a real random variable and the ends of its support."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import numpy as np

from pmlsym.errors import ParameterError
from pmlsym.exact import as_fraction


class Secret(ABC):
    """A real random variable X and the ends of its support.

    Leakages are extremes over the support: `low` and `high` are its ends, not those of some
    interval that contains it. `Discrete`, `Uniform`, `Density` and `Normal` are the secrets here.
    """

    low: Any
    high: Any
    mean: Any
    variance: Any

    @abstractmethod
    def expectation(self, function: Callable[[Any], Any]) -> Any:
        """Return E f(X); f gets one number at a time."""

    @abstractmethod
    def log_mgf(self, t: Any, about: Any = 0) -> Any:
        r"""Cumulant generating function :math:`\log \mathbb E\, e^{t(X - a)}`, in nats."""

    @abstractmethod
    def nearest(self, y: Any) -> Any:
        """Return the point of the support nearest to y, or to each y, as floats."""

    @abstractmethod
    def farthest(self, y: Any) -> Any:
        """Return the point of the support farthest from y, or from each y, as floats."""


class Bounded(Secret):
    """A secret with a bounded support."""

    @property
    def mean(self) -> Any:
        """The expectation of X."""
        return self.expectation(lambda x: x)

    @property
    def variance(self) -> Any:
        """The variance of X."""
        mean = self.mean
        return self.expectation(lambda x: (x - mean) ** 2)

    @property
    def is_constant(self) -> bool:
        """Whether X has one value only."""
        return bool(self.low == self.high)

    @abstractmethod
    def log_expectation(self, exponent: Callable[[Any], Any], at: float, width: float) -> float:
        """Return log E e^g(X - at) for a smooth g that is 0 at 0 and falls on the length `width`.

        That g gets an array of differences, which keep their digits where X itself would not.
        """

    def log_mgf(self, t: Any, about: Any = 0) -> Any:
        """Return log E e^(t(X - about)), with the largest factor taken out."""
        t, about = float(t), float(about)
        if t == 0:
            return 0.0
        end = float(self.high if t > 0 else self.low)
        return t * (end - about) + self.log_expectation(lambda d: t * d, end, 1 / abs(t))

    def nearest(self, y: Any) -> Any:
        """Return the point of the interval nearest to y, or to each y, as floats."""
        return plain(np.clip(np.asarray(y, dtype=float), float(self.low), float(self.high)))

    def farthest(self, y: Any) -> Any:
        """Return the point of the support farthest from y: always an end of it."""
        low, high, y = float(self.low), float(self.high), np.asarray(y, dtype=float)
        return plain(np.where(y - low >= high - y, low, high))


def as_numbers(name: str, entries: Any) -> list[Any]:
    """Return a list of numbers, each a fraction or a float; refuse anything else."""
    try:
        found = [as_exact_or_float(f"{name}[{i}]", entry) for i, entry in enumerate(entries)]
    except TypeError:
        found = []
    if isinstance(entries, str) or not found:
        raise ParameterError(f"{name} has to be a non-empty list of numbers.")
    return found


def as_exact_or_float(name: str, value: Any) -> Any:
    """Return a rational number as a fraction and any other as a float."""
    fraction = as_fraction(value)
    if fraction is not None:
        return fraction
    try:
        number = math.nan if isinstance(value, str) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise ParameterError(f"{name} is {value!r}, but has to be a finite number.")
    return number


def as_float_array(name: str, value: Any) -> Any:
    """Return a number or an array of numbers as a float array; refuse NaN and words."""
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        array = np.array(np.nan)
    if np.isnan(array).any():
        raise ParameterError(f"{name} has to be a number, or an array of numbers.")
    return array


def plain(array: Any) -> Any:
    """Return an array of no dimension as a float."""
    return float(array) if np.ndim(array) == 0 else array
