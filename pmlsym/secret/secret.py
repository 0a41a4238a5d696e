"""The base classes of secrets: real random variables with the ends of their supports."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from inspect import isabstract
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, RowLike, as_fraction
from pmlsym.given import as_float, brief, floats, real
from pmlsym.ordered import lost_gap

LARGEST = Fraction(10**150)  # of a value, so that its square is a float
_LOST = 1e-12  # share of a difference that rounding may change


class Secret(ABC):
    """A real random variable X and the ends of its support.

    Leakages are extremes over the support: `low` and `high` are its ends, not those of some
    interval that contains it. `Discrete`, `Uniform`, `Density` and `Normal` are the secrets here.
    """

    def __init_subclass__(cls) -> None:
        """Refuse a subclass of a concrete secret, whose closed forms it would inherit."""
        super().__init_subclass__()
        for parent in cls.__bases__:
            if issubclass(parent, Secret) and not isabstract(parent):
                raise TypeError(
                    f"{cls.__name__} derives from {parent.__name__}, whose closed forms are of "
                    "that law alone: derive it from Secret, Bounded or Interval."
                )

    if TYPE_CHECKING:  # fields of some subclasses, properties of others

        @property
        def low(self) -> Number:
            """The lower end of the support."""

        @property
        def high(self) -> Number:
            """The upper end of the support."""

        @property
        def mean(self) -> Number:
            """The expectation of X."""

        @property
        def variance(self) -> Number:
            """The variance of X."""

    @abstractmethod
    def expectation(self, function: Callable[[Number], Number]) -> Number:
        """Return E f(X); f gets one number at a time."""

    @abstractmethod
    def log_mgf(self, t: Number, about: Number = 0) -> Number:
        r"""Cumulant generating function :math:`\log \mathbb E\, e^{t(X - a)}`, in nats."""

    @abstractmethod
    def nearest(self, y: ArrayLike) -> float | FloatArray:
        """Return the point of the support nearest to y, or to each y, as floats."""

    @abstractmethod
    def farthest(self, y: ArrayLike) -> float | FloatArray:
        """Return the point of the support farthest from y, or from each y, as floats."""


class Bounded(Secret):
    """A secret with a bounded support."""

    @property
    def mean(self) -> Number:
        """The expectation of X."""
        return self.expectation(lambda x: x)

    @property
    def variance(self) -> Number:
        """The variance of X."""
        mean = self.mean
        return self.expectation(lambda x: (x - mean) ** 2)

    @property
    def is_constant(self) -> bool:
        """Whether X has one value only."""
        return bool(self.low == self.high)

    @abstractmethod
    def log_expectation(
        self, exponent: Callable[[FloatArray], FloatArray], at: float, width: float
    ) -> float:
        """Return log E e^g(X - at) for a smooth g with g(0) = 0, decreasing on the scale `width`.

        The argument of g is an array of differences, which have more digits than X itself.
        """

    def log_mgf(self, t: Number, about: Number = 0) -> Number:
        """Return log E e^(t(X - about)), computed relative to its largest factor."""
        t, about = float(t), float(about)
        if t == 0:
            return 0.0
        end = float(self.high if t > 0 else self.low)
        if math.isinf(t) and (end != about or self.low == self.high):
            return t * (end - about) if end != about else 0.0  # an exact t that overflows
        return t * (end - about) + self.log_expectation(lambda d: t * d, end, 1 / abs(t))

    def nearest(self, y: ArrayLike) -> float | FloatArray:
        """Return the point of the interval nearest to y, or to each y, as floats."""
        return plain(np.clip(np.asarray(y, dtype=float), float(self.low), float(self.high)))

    def farthest(self, y: ArrayLike) -> float | FloatArray:
        """Return the point of the support farthest from y, which is an end."""
        low, high, y = float(self.low), float(self.high), np.asarray(y, dtype=float)
        return plain(np.where(y - low >= high - y, low, high))


def as_numbers(name: str, entries: RowLike) -> list[Fraction | float]:
    """Return a list of numbers, each a fraction or a float; refuse anything else."""
    try:
        found = [as_exact_or_float(f"{name}[{i}]", entry) for i, entry in enumerate(entries)]
    except TypeError:
        found = []
    if isinstance(entries, str) or not found:
        raise ParameterError(f"{name} has to be a non-empty list of numbers.")
    return found


def as_exact_or_float(name: str, value: Number) -> Fraction | float:
    """Return a rational number as a fraction and any other as a float."""
    found = real(name, value)
    fraction = as_fraction(found)
    return as_float(name, found) if fraction is None else fraction


def check_size(name: str, value: Fraction | float) -> None:
    """Refuse a value so large that squares of differences overflow."""
    if not -LARGEST <= value <= LARGEST:
        raise ParameterError(
            f"{name} is {brief(value)}, but has to be between -1e150 and 1e150: what a secret "
            "leaks depends on squares of distances, so take larger units."
        )


def check_gaps(opening: str, values: Sequence[Fraction | float]) -> None:
    """Refuse increasing numbers whose differences would lose digits as those of floats."""
    lost = lost_gap([Fraction(value) for value in values], [float(v) for v in values], _LOST)
    if lost is not None:
        low, high = (values[place] for place in lost)
        raise ParameterError(
            f"{opening} {brief(low)} and {brief(high)}, whose difference floats do not hold: "
            "shift all values towards zero, which changes no leakage."
        )


def as_float_array(name: str, value: ArrayLike) -> FloatArray:
    """Return a number or an array of numbers as a float array; refuse anything else."""
    return floats(name, value)


def plain(array: FloatArray) -> float | FloatArray:
    """Return an array of no dimension as a float."""
    return float(array) if np.ndim(array) == 0 else array


# --- Gaussian secrets -----------------------------------------------------------------------------

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
