"""The mean of independent records with Laplace noise: PML and PMC about one record."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from pmlsym.arrays import FloatArray
from pmlsym.assumptions import largest
from pmlsym.errors import ParameterError, VacuousGuaranteeWarning
from pmlsym.exact import Number, is_exact, sympified
from pmlsym.formulas.noise import mean_dp
from pmlsym.given import brief, whole
from pmlsym.laplace.mean.sums import Sum, others
from pmlsym.laplace.parameters import as_number, check_positive
from pmlsym.secret import Bounded, Discrete
from pmlsym.secret.secret import as_float_array, plain

MOST = 1e100  # largest change of the log-density by a record, whose square is a float
_SAME = 1e-12  # rounding error within which leakages count as equal


@dataclass(frozen=True)
class WorstPML:
    """The largest PML of a release, with an upper bound.

    Attributes
    ----------
    leakage : float
        The largest PML found, in nats; it is attained at `outcome`.
    outcome : float
        The worst outcome.
    upper : float
        A proved upper bound: `leakage` itself where the largest PML is known.
    """

    leakage: float
    outcome: float
    upper: float


@dataclass(frozen=True)
class MeanRelease:
    r"""The mean of n independent records with Laplace noise of scale b.

    .. math:: Y = \frac1n \sum_{i=1}^n X_i + \text{Lap}(b), \qquad
        \ell(X_i \to y) = \log \sup_x \frac{f(y \mid X_i = x)}{f_Y(y)}, \quad
        \Lambda(X_i \to y) = \log \frac{f_Y(y)}{\inf_x f(y \mid X_i = x)}

    The leakage is that about one record; the other n - 1 are part of the mechanism. Extremes are
    over the support of the record.

    Parameters
    ----------
    secret : Bounded
        The distribution of one record: a `Discrete`, `Uniform` or `Density` of `pmlsym.secret`.
    records : int
        The number n of records.
    scale : float or exact number
        The scale b > 0 of the noise, in the units of the secret.

    Raises
    ------
    ParameterError
        If the secret is not bounded, there is no record, or the scale is not positive; in floats
        also if (high - low)/(n b) is not between 1e-100 and 1e100.

    Notes
    -----
    Source: `pmc`, Ex. 6. Outcomes between the ends of the support need the density of the mean of
    the others. It is exact for discrete secrets (up to 200,000 different sums), and piecewise
    polynomial for a density: about ten digits for up to 40 records and b >= 1e-4 (high - low)/n,
    seven next to poles. Beyond that such outcomes are refused; quantities without a density have no
    limit. Between the ends the absolute error is about 1e-16 (1 + (high - low)/b).

    Examples
    --------
    >>> from pmlsym.secret import Uniform
    >>> release = MeanRelease(Uniform(0.0, 10.0), records=5, scale=2.0)
    >>> round(release.dp(), 4), round(release.worst_pmc(), 4), round(release.worst_pml().leakage, 4)
    (1.0, 0.5413, 0.4587)
    >>> release.pmc([5.0, 10.0]).round(4)
    array([0.0827, 0.5413])
    """

    secret: Bounded
    records: int
    scale: Number

    def __post_init__(self) -> None:
        check_release(self.secret, self.records)
        check_positive("scale", self.scale)
        if not is_exact(self.scale):
            object.__setattr__(self, "scale", as_number("scale", self.scale))

    @property
    def rate(self) -> Number:
        """The change of the noise's log-density per unit of one record, 1/(nb).

        A float may overflow to infinity or underflow to 0.
        """
        if is_exact(self.scale):
            return 1 / (self.records * sympified(self.scale))
        return _as_float(1 / (self.records * Fraction(self.scale)))

    def dp(self) -> Number:
        r"""Return the level of differential privacy, for all distributions of the records.

        .. math:: \varepsilon = \frac{high - low}{nb}

        Returns
        -------
        float or sympy expression
            In nats; exact if the ends and the scale are.
        """
        return mean_dp(self.secret.low, self.secret.high, self.rate, _product)

    def worst_pmc(self) -> Number:
        r"""Largest PMC over all outcomes.

        .. math:: \max\bigl\{\log \mathbb E\, e^{(X - low)/(nb)},
            \log \mathbb E\, e^{(high - X)/(nb)}\bigr\}

        attained by every outcome above, or every one below, the support: the PMC is at most
        :math:`\log \mathbb E\, e^{|X - x|/(nb)}` for some x, which is convex in x.

        Returns
        -------
        float or sympy expression
            In nats; exact for an exact `Discrete` or `Uniform` secret and scale.

        Notes
        -----
        Source: `pmc`, eqs. (13), (14); for a uniform secret log(nb/w (e^(w/(nb)) - 1)), w = high
        - low.
        """
        rate = self.rate if is_exact(self.rate) else self._rate
        up = self.secret.log_mgf(rate, about=self.secret.low)
        down = self.secret.log_mgf(-rate, about=self.secret.high)
        if is_exact(up):
            return largest([up, down])
        return max(0.0, up, down)

    def worst_pml(self) -> WorstPML:
        r"""Largest PML over all outcomes.

        Beyond the ends of the support the PML is :math:`-\log \mathbb E\, e^{-(high - X)/(nb)}` or
        :math:`-\log \mathbb E\, e^{-(X - low)/(nb)}`; everywhere it is at most

        .. math:: \max_x -\log \mathbb E\, e^{-|X - x|/(nb)}, \quad x \text{ in the support},

        which one record attains at y = x, and any number of records if an end is such an x.

        Returns
        -------
        WorstPML
            Known exactly (up to rounding) for one record, for discrete secrets, and if an end is
            worst. Otherwise `leakage` is the largest at all extrema of polynomials that agree
            with the density to about ten digits, and `upper` is the bound above.

        Raises
        ------
        ParameterError
            If outcomes between the ends are needed and there are too many records.

        Examples
        --------
        >>> from pmlsym.secret import Discrete
        >>> worst = MeanRelease(Discrete([0, 1, 2], [0.49, 0.02, 0.49]), 1, scale=0.5).worst_pml()
        >>> worst.outcome, round(worst.leakage, 4)    # 0.6898 beyond the ends
        (1.0, 1.8797)
        """
        ends = self._beyond()
        leakage, v = max((ends[0][0], 0.0), (ends[1][0], float(self.records)))
        one = others(self.secret, 2, self._relative_scale)
        heights = one(one.points)
        bound = -float(heights.min())
        if leakage >= bound - _SAME:
            return WorstPML(leakage, self._outcome(v), leakage)
        if self.records == 1:
            return WorstPML(bound, self._outcome(one.points[np.argmin(heights)]), bound)
        tried = self._others.candidates()
        found = self._between(tried)[0]
        worst = int(np.argmax(found))
        if found[worst] > leakage + _SAME:
            leakage, v = float(found[worst]), tried[worst]
        known = isinstance(self.secret, Discrete)
        return WorstPML(leakage, self._outcome(v), leakage if known else max(bound, leakage))

    def pml(self, y: ArrayLike) -> float | FloatArray:
        """Pointwise maximal leakage of every outcome about one record.

        Parameters
        ----------
        y : float or array_like

        Returns
        -------
        float or ndarray, shape of y
            In nats.

        Raises
        ------
        ParameterError
            If y is not a number, or lies between the ends and there are too many records.
        """
        return plain(self._leakages(y)[0])

    def pmc(self, y: ArrayLike) -> float | FloatArray:
        """Pointwise maximal cost of every outcome about one record.

        Parameters
        ----------
        y : float or array_like

        Returns
        -------
        float or ndarray, shape of y
            In nats.

        Raises
        ------
        ParameterError
            If y is not a number, or lies between the ends and there are too many records.
        """
        return plain(self._leakages(y)[1])

    def _leakages(self, y: ArrayLike) -> FloatArray:
        """Return PML and PMC, each of the shape of y."""
        outcomes = as_float_array("y", y)
        below, above = self._beyond()
        with np.errstate(over="ignore"):  # an outcome beyond the ends leaks as much as the end
            v = (outcomes.ravel() - float(self.secret.low)) / self._width * self.records
        found = np.empty((2, len(v)))
        low, high = v <= 0, v >= self.records
        found[:, low] = np.reshape(below, (2, 1))
        found[:, high] = np.reshape(above, (2, 1))
        inside = ~(low | high)
        if inside.any():
            found[:, inside] = self._between(v[inside])
        return found.reshape(2, *outcomes.shape)

    def _beyond(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return (PML, PMC) of outcomes below and of outcomes above the support."""
        low, high = self.secret.low, self.secret.high
        t = self._rate

        def log_mgf(t: float, about: Number) -> float:
            return float(self.secret.log_mgf(t, about))

        below = (-log_mgf(-t, about=low), log_mgf(-t, about=high))
        above = (-log_mgf(t, about=high), log_mgf(t, about=low))
        return (max(0.0, below[0]), max(0.0, below[1])), (max(0.0, above[0]), max(0.0, above[1]))

    def _between(self, v: FloatArray) -> FloatArray:
        """Return PML and PMC, shape (2, m), of outcomes in units of the range over n."""
        least, mixed, most = self._others.extremes(v)
        return np.maximum(np.stack([most - mixed, mixed - least]), 0.0)

    def _outcome(self, v: float) -> float:
        return float(self.secret.low) + self._width * float(v) / self.records

    @cached_property
    def _width(self) -> float:
        return float(self.secret.high - self.secret.low) or 1.0

    @cached_property
    def _relative_scale(self) -> float:
        return 1 / (self._rate * self._width)

    @cached_property
    def _rate(self) -> float:
        """The rate as a float; refused where it or its reciprocal over- or underflows."""
        rate = as_number("scale", self.rate)
        if not 1 / MOST <= rate * self._width <= MOST:
            size = "small" if rate > 1 else "large"
            raise ParameterError(
                f"scale is {brief(self.scale)}, which is too {size} for floating point where "
                f"records is {brief(self.records)} and the range {self._width:.6g}: "
                f"(high - low)/(n b) has to be between {1 / MOST:g} and {MOST:g}."
            )
        return rate

    @cached_property
    def _others(self) -> Sum:
        return others(self.secret, self.records, self._relative_scale)


def check_release(secret: object, records: object) -> None:
    """Validate a bounded secret and a number of records."""
    if not isinstance(secret, Bounded):
        raise ParameterError(
            f"secret is {brief(secret)}, but has to be a bounded one: Discrete, Uniform or Density."
        )
    whole("records", records, least=1)


def _as_float(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf


def _product(a: Number, b: Number) -> Number:
    if is_exact(a) and is_exact(b):
        return sympified(a) * sympified(b)
    return float(a) * float(b)


# --- calibration of the noise on the mean of independent records to a level of PMC ----------------

_ROUNDING = 64 * float(np.finfo(float).eps)  # relative error of a PMC in floats, at most


def calibrate_mean(secret: Bounded, records: int, epsilon: Number) -> float:
    r"""Return the smallest scale of Laplace noise at which the PMC of the mean is at most epsilon.

    .. math:: b = \min\Bigl\{b : \max\bigl\{\log \mathbb E\, e^{(X - low)/(nb)},
        \log \mathbb E\, e^{(high - X)/(nb)}\bigr\} \le \varepsilon\Bigr\}

    Parameters
    ----------
    secret : Bounded
        The distribution of one record.
    records : int
        The number n of records.
    epsilon : float
        The largest PMC of any outcome about any record, in nats.

    Returns
    -------
    float
        The scale, the smallest for a level that is less by the rounding of a PMC: at it the PMC is
        at most epsilon. For a `Density` it is as precise as its integrals. It is at least half the
        scale for differential privacy, (high - low)/(n epsilon), and at most that scale.

    Raises
    ------
    ParameterError
        If the secret is not bounded, there is no record, or epsilon is not positive.

    Warns
    -----
    VacuousGuaranteeWarning
        If the secret is constant: no noise is needed and the scale is 0.

    Notes
    -----
    Source: `pmc`, Ex. 6.

    Examples
    --------
    >>> from pmlsym.secret import Uniform
    >>> round(calibrate_mean(Uniform(0.0, 1.0), 100, epsilon=0.5), 6)    # 0.02 by DP
    0.010768
    """
    check_release(secret, records)
    check_positive("epsilon", epsilon)
    level = as_number("epsilon", epsilon)
    if not 2 / MOST <= level <= MOST / 2:
        raise ParameterError(
            f"epsilon is {level:g}, but has to be between {2 / MOST:g} and {MOST / 2:g}: the noise "
            "that others need is beyond floating point."
        )
    if secret.is_constant:
        warnings.warn(
            "the secret is constant: there is nothing to leak, so the scale is 0.",
            VacuousGuaranteeWarning,
            stacklevel=2,
        )
        return 0.0
    from scipy.optimize import brentq

    level *= 1 - _ROUNDING
    whole = float(secret.high - secret.low) / (records * level)  # the scale for DP

    def excess(share: float) -> float:
        return float(MeanRelease(secret, records, share * whole).worst_pmc()) - level

    # by Jensen's inequality the PMC is at least half of its bound (high - low)/(nb)
    if excess(0.5) <= 0:
        return 0.5 * whole
    if excess(1.0) >= 0:  # only by rounding
        return whole
    share = brentq(excess, 0.5, 1.0, xtol=1e-15)
    step = float(np.finfo(float).eps)
    while excess(share) > 0:
        share *= 1 + step
        step *= 2
    return float(share * whole)
