"""Gaussian noise on a real-valued secret: PML and PMC of every outcome, and tail bounds."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.formulas import noise as formulas
from pmlsym.laplace.parameters import positive_float
from pmlsym.secret import Bounded, Normal, Secret, Uniform
from pmlsym.secret.secret import as_float_array, plain


@dataclass(frozen=True)
class GaussianNoise:
    r"""The release of a secret with Gaussian noise of standard deviation sigma.

    .. math:: Y = X + \mathcal N(0, \sigma^2), \qquad
        \ell(X \to y) = \log \sup_x \frac{f(y \mid x)}{f_Y(y)}, \quad
        \Lambda(X \to y) = \log \frac{f_Y(y)}{\inf_x f(y \mid x)}

    with extremes over the support of the secret: the densities are extreme at its points nearest
    to and farthest from y.

    Parameters
    ----------
    secret : Secret
        A `Discrete`, `Uniform`, `Density` or `Normal` of `pmlsym.secret`.
    deviation : float
        The standard deviation sigma > 0 of the noise, in the units of the secret.

    Raises
    ------
    ParameterError
        If the secret is of another type, or the deviation is not positive.

    Notes
    -----
    Source: `pmc`, Ex. 7 and Sec. VI.

    Examples
    --------
    >>> from pmlsym.secret import Discrete
    >>> release = GaussianNoise(Discrete([-1, 2], [2/3, 1/3]), deviation=1.0)
    >>> release.pmc([-0.5, 0.5, 3.0]).round(4)
    array([2.6191, 0.    , 6.4025])
    >>> release.worst_pmc()
    inf
    """

    secret: Secret
    deviation: float

    def __post_init__(self) -> None:
        if not isinstance(self.secret, Bounded | Normal):
            raise ParameterError(
                f"secret is {self.secret!r}, but has to be a Discrete, Uniform, Density or Normal."
            )
        object.__setattr__(self, "deviation", positive_float("deviation", self.deviation))

    def pml(self, y: ArrayLike) -> float | FloatArray:
        r"""Pointwise maximal leakage of every outcome.

        .. math:: -\log \mathbb E\, e^{((y - x)^2 - (y - X)^2)/(2\sigma^2)}, \quad
            x \text{ nearest to } y

        and for a normal secret with mean m and deviation s

        .. math:: \tfrac12 \log\frac{s^2 + \sigma^2}{\sigma^2}
            + \frac{(y - m)^2}{2(s^2 + \sigma^2)}

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
            If y is not a finite number, or beside a `Density` the noise is too small for floats.
        """
        outcomes = _finite(y)
        if isinstance(self.secret, Normal):
            return plain(self._normal_pml(outcomes, self.secret))
        return plain(0.0 - self._mixture(outcomes))  # 0.0 - 0.0 is not -0.0

    def pmc(self, y: ArrayLike) -> float | FloatArray:
        r"""Pointwise maximal cost of every outcome.

        .. math:: \log \mathbb E\, e^{((y - x)^2 - (y - X)^2)/(2\sigma^2)}, \quad
            x \text{ farthest from } y

        Parameters
        ----------
        y : float or array_like

        Returns
        -------
        float or ndarray, shape of y
            In nats; infinite for a normal secret.

        Raises
        ------
        ParameterError
            If y is not a finite number, or beside a `Density` the noise is too small for floats.
        """
        outcomes = _finite(y)
        if not isinstance(self.secret, Bounded):
            return plain(np.full(outcomes.shape, np.inf))
        near, far = self.secret.nearest(outcomes), self.secret.farthest(outcomes)
        return plain(
            np.maximum(self._mixture(outcomes) - self._exponent(far - near, outcomes - near), 0.0)
        )

    def worst_pmc(self) -> float:
        """Largest PMC over all outcomes: infinite, but 0 for a constant secret.

        Returns
        -------
        float
            In nats.
        """
        return 0.0 if isinstance(self.secret, Bounded) and self.secret.is_constant else math.inf

    def pmc_bounds(self, y: ArrayLike) -> tuple[float | FloatArray, float | FloatArray]:
        r"""Bounds on the PMC from the mean of the secret and the ends of its support alone.

        .. math:: \frac{\max\{a(a - b + 2z),\ b(b - a - 2z),\ 0\}}{2\sigma^2} \le \Lambda(X \to y)
            \le \frac{\min\{A(A + 4|z|),\ (A + |z|)^2\}}{2\sigma^2}

        where z = y - E X, the support of X - E X has the ends -a and b, and A = max{a, b}. Below:
        Jensen's inequality and Var X <= ab, with each end as the secret. Above: X - E X and the
        secret are between -A and A.

        Parameters
        ----------
        y : float or array_like

        Returns
        -------
        tuple
            Lower and upper bound, each a float or an ndarray of the shape of y, in nats.

        Raises
        ------
        ParameterError
            If y is not a finite number, or the secret is not bounded.

        Notes
        -----
        Source: `pmc`, eq. (17) and its footnote 4. The lower bound A\|y\|/sigma^2 there, for a
        secret of mean zero, needs both -A and A to be ends of the support; then it is this one.

        Examples
        --------
        >>> from pmlsym.secret import Uniform
        >>> GaussianNoise(Uniform(-1.0, 1.0), deviation=1.0).pmc_bounds(4.0)
        (4.0, 8.5)
        """
        outcomes = _finite(y)
        a, b, mean = self._reach()
        z = outcomes - mean
        most, size, sigma = max(a, b), np.abs(z), self.deviation
        with np.errstate(over="ignore"):
            if_low = formulas.from_end(a, b, z, sigma, _product)
            if_high = formulas.from_end(b, a, -z, sigma, _product)
            upper = np.minimum(
                formulas.published_upper(most, size, sigma, _product),
                formulas.better_upper(most, size, sigma),
            )
        return plain(np.maximum(np.maximum(if_low, if_high), 0.0)), plain(upper)

    def tail(self, beta: ArrayLike) -> float | FloatArray:
        r"""Bound the probability of outcomes with a large PMC.

        .. math:: \Pr\Bigl\{\Lambda(X \to Y) \ge \beta + \frac r2\Bigr\}
            \le 2 e^{-\beta^2 / (8(r^2 + r))}, \quad r = A^2/\sigma^2

        where A is the largest distance of the secret from its mean.

        Parameters
        ----------
        beta : float or array_like
            At least 0, in nats.

        Returns
        -------
        float or ndarray, shape of beta
            At most 1.

        Raises
        ------
        ParameterError
            If beta is negative or no number, or the secret is not bounded.

        Notes
        -----
        Source: `pmc`, eq. (18).

        Examples
        --------
        >>> from pmlsym.secret import Uniform
        >>> round(GaussianNoise(Uniform(-1.0, 1.0), deviation=2.0).tail(3.0), 6)
        0.054647
        """
        level = as_float_array("beta", beta)
        if (level < 0).any():
            raise ParameterError("beta has to be a number >= 0, or an array of such.")
        a, b, _ = self._reach()
        q = self.deviation / max(a, b) if max(a, b) else math.inf
        rate = q / math.hypot(1, 1 / q) if q else 0.0  # its square is 1/(r^2 + r)
        root = _product(level, rate)
        exponent = _product(root, root) / 8
        return plain(np.minimum(1.0, 2 * np.exp(-exponent)))

    # --- computation ------------------------------------------------------------------------------

    def _reach(self) -> tuple[float, float, float]:
        """Return the distances from the mean to the ends of the support, and the mean."""
        if not isinstance(self.secret, Bounded):
            raise ParameterError(f"secret is {self.secret}, but this bound needs a bounded one.")
        mean = float(self.secret.mean)
        low, high = float(self.secret.low), float(self.secret.high)
        return max(0.0, mean - low), max(0.0, high - mean), mean

    def _normal_pml(self, y: FloatArray, secret: Normal) -> FloatArray:
        total = math.hypot(secret.deviation, self.deviation)
        ratio = secret.deviation / self.deviation
        if ratio < 1:
            spread = math.log1p(ratio**2) / 2
        else:
            spread = math.log(total) - math.log(self.deviation)
        with np.errstate(over="ignore"):
            return spread + ((y - secret.mean) / total) ** 2 / 2

    def _exponent(self, d: float | FloatArray, offset: float | FloatArray) -> FloatArray:
        """Return ((y - x)^2 - (y - x - d)^2) / (2 sigma^2) for offset = y - x."""
        with np.errstate(over="ignore"):
            return _product(d / self.deviation, (offset - d / 2) / self.deviation)

    def _mixture(self, y: FloatArray) -> FloatArray:
        """Return the logarithm of f_Y(y) over the largest f(y | x), at most 0."""
        near = np.asarray(self.secret.nearest(y))
        found = np.empty(y.shape)
        for place, outcome in np.ndenumerate(y):
            found[place] = self._at(float(near[place]), float(outcome - near[place]))
        return np.minimum(found, 0.0)

    def _at(self, near: float, offset: float) -> float:
        secret, sigma = self.secret, self.deviation
        assert isinstance(secret, Bounded)
        if isinstance(secret, Uniform):
            below, above = near - float(secret.low), float(secret.high) - near
            farthest = float(self._exponent(-below if below >= above else above, offset))
            if farthest < -1:
                return _uniform(below, above, abs(offset), sigma, farthest)
        width = sigma / (abs(offset) / sigma + 1)
        return secret.log_expectation(lambda d: self._exponent(d, offset), near, width)


def _uniform(below: float, above: float, outside: float, sigma: float, farthest: float) -> float:
    """Return log E e^g(X) for a uniform secret.

    `below` and `above` are the distances from the support's point nearest to y to its ends, and
    `outside` is that from the point to y; g is 0 at the point and `farthest` at the far end.
    """
    from scipy.special import erf, erfcx

    unit, width = math.sqrt(2) * sigma, math.log(below + above) - math.log(sigma)
    if outside == 0:
        log_area = math.log(erf(below / unit) + erf(above / unit))
    elif outside / unit < 1e9:  # a difference of tails, divided by the density at the nearest point
        tail = math.exp(farthest) * erfcx((outside + below + above) / unit)
        log_area = math.log(erfcx(outside / unit) - tail)
    else:  # erfcx(z) is 1/(z sqrt(pi)) to all digits; z may be too large for a float
        log_area = math.log(unit) - math.log(outside) - math.log(math.pi) / 2
        log_area += math.log(-math.expm1(farthest))
    return math.log(math.pi / 2) / 2 + log_area - width


def _finite(y: ArrayLike) -> FloatArray:
    outcomes = as_float_array("y", y)
    if np.isinf(outcomes).any():
        raise ParameterError("y has to be a finite number, or an array of such.")
    return outcomes


def _product(a: float | FloatArray, b: float | FloatArray) -> FloatArray:
    """Multiply; 0 times anything is 0, as infinity only stands for a large number."""
    zero = np.equal(a, 0) | np.equal(b, 0)
    with np.errstate(over="ignore"):
        return np.where(zero, 0.0, a) * np.where(zero, 0.0, b)
