"""Calibration of the noise on the mean of independent records to a level of PMC."""

from __future__ import annotations

import warnings

import numpy as np

from pmlsym.errors import ParameterError, VacuousGuaranteeWarning
from pmlsym.exact import Number
from pmlsym.laplace.mean.release import MOST, MeanRelease, check_release
from pmlsym.laplace.parameters import as_number, check_positive
from pmlsym.secret import Bounded

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
