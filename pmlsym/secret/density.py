"""Secrets with a density: uniform ones, and any density on a bounded interval."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, is_exact, sympified
from pmlsym.formulas.noise import uniform_mgf
from pmlsym.given import brief
from pmlsym.secret.quadrature import gauss_legendre, resolve
from pmlsym.secret.secret import Bounded, as_exact_or_float, check_gaps, check_size

_CELLS = 16  # initial cells of a density, which are bisected where needed
_PROBES, _LONGEST_GAP = 200, 3  # neighbouring probes at which a density may vanish in floats
_NARROW, _POLE = 1e-12, 1e-5  # relative width of narrow cells, their largest probability
_FEWEST = 2**16  # floats between the ends at least, as cells are halved repeatedly
_LOST = -650.0  # below e^this an integral may consist of underflows
_SHORTEST = 1e-290  # smallest length on which an exponent may change


class Interval(Bounded):
    """A secret with a density, positive almost everywhere between `low` and `high`."""

    @abstractmethod
    def log_pdf(self, x: FloatArray) -> FloatArray:
        """Return the logarithm of the density at every x between the ends."""

    @property
    @abstractmethod
    def mesh(self) -> FloatArray:
        """Edges, from low to high, of cells on which 16 Gauss-Legendre nodes suffice."""

    @property
    def unseen(self) -> float:
        """The probability of cells so narrow that rounding hides the density in them."""
        return 0.0

    @cached_property
    def rule(self) -> tuple[FloatArray, FloatArray]:
        """Nodes and weights that integrate smooth functions against the density."""
        nodes, log_weights = gauss_legendre(self.mesh[:-1], self.mesh[1:])
        weights = np.exp(log_weights + self.log_pdf(nodes)).ravel()
        return nodes.ravel(), weights / weights.sum()

    def expectation(self, function: Callable[[Number], Number]) -> float:
        """Return the integral of p(x) f(x), by scipy's adaptive quadrature."""
        from scipy.integrate import quad

        def integrand(x: float) -> float:
            return float(np.exp(self.log_pdf(np.array(x)))) * float(function(x))

        inner = self.mesh[1:-1]
        limit = 2 * len(self.mesh) + 200
        return float(
            quad(
                integrand,
                float(self.low),
                float(self.high),
                points=inner if len(inner) else None,
                limit=limit,
                epsabs=1e-13,
                epsrel=1e-11,
                full_output=True,  # no warning, as the tolerance is smaller than needed
            )[0]
        )

    def log_expectation(
        self, exponent: Callable[[FloatArray], FloatArray], at: float, width: float
    ) -> float:
        """Return log E e^g(X - at) by Gauss-Legendre rules on adaptive cells."""
        low, high = float(self.low) - at, float(self.high) - at
        if np.abs(exponent(np.array([low, high]))).max() <= 1:
            nodes, weights = self.rule
            return float(np.log1p(weights @ np.expm1(exponent(nodes - at))))
        if width < _SHORTEST:
            raise ParameterError(
                f"the noise changes on a length of {width:.3g}, but floats follow it beside a "
                f"density only down to {_SHORTEST}."
            )
        steps = max(1, math.ceil(math.log2(high - low) - math.log2(width)))
        lengths = width * 2.0 ** np.arange(-1, steps)
        edges = np.concatenate([self.mesh - at, -lengths, [low, 0.0, high], lengths])
        edges = np.unique(edges[(edges >= low) & (edges <= high)])
        return resolve(lambda d: self.log_pdf(at + d) + exponent(d), edges)[1]


@dataclass(frozen=True)
class Uniform(Interval):
    r"""A secret uniform on an interval.

    .. math:: \log \mathbb E\, e^{tX} = \log \frac{e^{t\,high} - e^{t\,low}}{t\,(high - low)}

    Parameters
    ----------
    low, high : numbers, low < high
        If they are rational, not floats, then so are `mean` and `variance`, and `log_mgf` at an
        exact t is exact.

    Raises
    ------
    ParameterError
        If an end is not finite or low >= high.

    Examples
    --------
    >>> Uniform(0, 1).log_mgf(2)
    log(-1/2 + exp(2)/2)
    >>> Uniform(0, 1).log_mgf(1e6) > 999_000
    True
    """

    low: Fraction | float
    high: Fraction | float

    def __post_init__(self) -> None:
        _set_ends(self, self.low, self.high)

    @property
    def mean(self) -> Number:
        """The midpoint of the interval."""
        return (self.low + self.high) / 2

    @property
    def variance(self) -> Number:
        """The squared length divided by 12."""
        return (self.high - self.low) ** 2 / 12

    @property
    def mesh(self) -> FloatArray:
        """The two ends."""
        return np.array([self.low, self.high], dtype=float)

    def log_pdf(self, x: FloatArray) -> FloatArray:
        """Return minus the logarithm of the length."""
        return np.full(np.shape(x), -math.log(self.high - self.low))

    def log_expectation(
        self, exponent: Callable[[FloatArray], FloatArray], at: float, width: float
    ) -> float:
        """Return log E e^g(X - at), computed near zero, where floats have most digits."""
        if not self.low:
            return super().log_expectation(exponent, at, width)
        moved = Uniform(0, self.high - self.low)
        return moved.log_expectation(exponent, at - float(self.low), width)

    def log_mgf(self, t: Number, about: Number = 0) -> Number:
        """Return log E e^(t(X - about)), exact if all numbers are."""
        if not all(map(is_exact, (self.low, self.high, t, about))):
            t, middle = float(t), float((self.low - about) / 2 + (self.high - about) / 2)
            z = abs(t) * float(self.high - self.low)
            if z < 0.1:  # log(sinh(z/2)/(z/2)), where the closed form loses digits
                return t * middle + z**2 / 24 - z**4 / 2880 + z**6 / 181440 - z**8 / 9676800
            return t * middle + z / 2 + math.log(-math.expm1(-z) / z)
        import sympy as sp

        t, low, high = (sympified(e) for e in (t, self.low - about, self.high - about))
        if t == 0:
            return sp.Integer(0)
        return sp.log(uniform_mgf(t, low, high))


@dataclass(frozen=True)
class Density(Interval):
    r"""A bounded secret with a density.

    Parameters
    ----------
    pdf : function of a float
        Up to a constant factor, which is computed. Faster if it also takes arrays.
    low, high : float, low < high
        The ends of the support, which has to be the whole interval. At the ends the pdf
        is not evaluated and may have a pole.

    Raises
    ------
    ParameterError
        If the pdf is negative or not a finite number somewhere, or is 0 (also by underflow) on
        1.5% of the interval in one piece, or cannot be integrated.

    Notes
    -----
    The interval is bisected until 16 Gauss-Legendre nodes on a cell and on its halves agree
    within 1e-12; a peak narrower than 1/1000 of the interval may be missed.

    Examples
    --------
    >>> ramp = Density(lambda x: x, 0, 2)
    >>> round(ramp.mean, 12), round(ramp.variance, 12)
    (1.333333333333, 0.222222222222)
    """

    pdf: Callable[[FloatArray], FloatArray | float]
    low: float
    high: float

    def __post_init__(self) -> None:
        if not callable(self.pdf):
            raise ParameterError(f"pdf is {self.pdf!r}, but has to be a function of a number.")
        _set_ends(self, self.low, self.high, exact=False)
        self._check_support()
        if self.unseen > _POLE:
            raise ParameterError(
                "pdf has too much of its integral, or all, next to a pole: 1/sqrt(distance) is "
                "allowed, 1/distance is not."
            )

    def _check_support(self) -> None:
        steps = (np.arange(_PROBES) + 0.5) / _PROBES
        where = self.low + steps * (self.high - self.low)
        positive = np.flatnonzero(self._raw(where) > 0)
        for before, after in zip(
            [-1, *positive.tolist()], [*positive.tolist(), _PROBES], strict=True
        ):
            if after - before > _LONGEST_GAP:
                raise ParameterError(
                    f"pdf is 0 from {where[before + 1]:.6g} to {where[after - 1]:.6g}, but has to "
                    "be positive between low and high: these are the ends of the support."
                )

    @cached_property
    def unseen(self) -> float:
        """The probability of cells so narrow that rounding hides the pdf in them."""
        narrow = np.diff(self.mesh) < _NARROW * (self.high - self.low)
        left, right = self.mesh[:-1][narrow], self.mesh[1:][narrow]
        nodes, log_weights = gauss_legendre(left, right)
        return float(np.exp(self.log_pdf(nodes) + log_weights).sum())

    def log_expectation(
        self, exponent: Callable[[FloatArray], FloatArray], at: float, width: float
    ) -> float:
        """Return log E e^g(X - at); refuse an integral that consists of underflows."""
        found = super().log_expectation(exponent, at, width)
        if self._vanishes and found + self._mesh_and_total[1] < _LOST:
            raise ParameterError(
                f"pdf is too small for a float near {at:.6g}, where an expectation depends on it."
            )
        return found

    @cached_property
    def _vanishes(self) -> bool:
        """Whether the pdf is 0 somewhere, possibly by underflow."""
        return bool(self._log_raw(gauss_legendre(self.mesh[:-1], self.mesh[1:])[0]).min() < _LOST)

    def _raw(self, x: FloatArray) -> FloatArray:
        """Return the pdf as given at every x."""
        with np.errstate(all="ignore"):  # the values are checked below
            try:
                found = np.asarray(self.pdf(x), dtype=float)
            except (TypeError, ValueError):
                found = None  # the function takes single numbers only
            if found is None or found.shape != np.shape(x):
                try:
                    found = np.vectorize(self.pdf, otypes=[float])(x)
                except (TypeError, ValueError) as error:
                    raise ParameterError(f"pdf has no number as its value: {error}.") from error
        bad = ~np.isfinite(found) | (found < 0)
        if bad.any():
            raise ParameterError(
                f"pdf is {found[bad][0]} at {np.asarray(x)[bad][0]:.6g}, but a density is a "
                "finite number >= 0."
            )
        return found

    def _log_raw(self, x: FloatArray) -> FloatArray:
        inside = np.clip(x, np.nextafter(self.low, self.high), np.nextafter(self.high, self.low))
        with np.errstate(divide="ignore"):
            return np.log(self._raw(inside))

    @cached_property
    def _mesh_and_total(self) -> tuple[FloatArray, float]:
        return resolve(self._log_raw, np.linspace(self.low, self.high, _CELLS + 1), relative=True)

    @property
    def mesh(self) -> FloatArray:
        """Edges of cells on which 16 Gauss-Legendre nodes suffice."""
        return self._mesh_and_total[0]

    def log_pdf(self, x: FloatArray) -> FloatArray:
        """Return the logarithm of the normalised density."""
        return self._log_raw(x) - self._mesh_and_total[1]


def _set_ends(secret: Interval, low: Number, high: Number, exact: bool = True) -> None:
    ends = as_exact_or_float("low", low), as_exact_or_float("high", high)
    if not ends[0] < ends[1]:
        raise ParameterError(
            f"low is {brief(low)} and high is {brief(high)}, but low has to be below high."
        )
    for name, end in zip(("low", "high"), ends, strict=True):
        check_size(name, end)
        object.__setattr__(secret, name, end if exact else float(end))
    check_gaps("low and high are", ends)
    largest = max(abs(secret.low), abs(secret.high))
    if secret.high - secret.low < _FEWEST * np.spacing(float(largest)):
        raise ParameterError(
            f"low is {brief(low)} and high is {brief(high)}, between which floats hold too few "
            "numbers to integrate a density: shift both towards zero."
        )
