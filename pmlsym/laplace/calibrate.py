"""Calibration: the smallest scale of the noise for a level of leakage."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Literal, overload

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError, VacuousGuaranteeWarning
from pmlsym.exact import Number, TableLike, is_exact, sympified
from pmlsym.formulas import laplace as formulas
from pmlsym.given import brief, refused
from pmlsym.laplace.parameters import (
    check_alpha,
    check_positive,
    is_array,
    is_worst,
    over_arrays,
    positive_float,
    suffices_unperturbed,
)
from pmlsym.precision import at_precision, rounded_up

if TYPE_CHECKING:
    import sympy as sp

    from pmlsym.laplace.workload.finite_sample import Others

_LARGEST = 1e300  # scales whose neighbours are finite floats, too
_FIRST_BITS = 128  # of precision, doubled until the scale is known to half as many
_ROUNDING = 5e-13  # last step by which a scale grows until floats confirm it


@overload
def calibrate(
    epsilon: float,
    alpha: float,
    bins: int | None = None,
    *,
    workload: TableLike | None = None,
    bound: Literal["triangle", "tilted"] = "triangle",
    n: int | None = None,
    others: Others = "worst",
) -> float: ...
@overload
def calibrate(
    epsilon: FloatArray,
    alpha: float | FloatArray,
    bins: int | None = None,
    *,
    workload: TableLike | None = None,
    bound: Literal["triangle", "tilted"] = "triangle",
    n: int | None = None,
    others: Others = "worst",
) -> FloatArray: ...
@overload
def calibrate(
    epsilon: float,
    alpha: FloatArray,
    bins: int | None = None,
    *,
    workload: TableLike | None = None,
    bound: Literal["triangle", "tilted"] = "triangle",
    n: int | None = None,
    others: Others = "worst",
) -> FloatArray: ...
@overload
def calibrate(
    epsilon: Number,
    alpha: Number,
    bins: int | None = None,
    *,
    workload: TableLike | None = None,
    bound: Literal["triangle", "tilted"] = "triangle",
    n: int | None = None,
    others: Others = "worst",
) -> Number: ...
def calibrate(
    epsilon: Number | FloatArray,
    alpha: Number | FloatArray,
    bins: int | None = None,
    *,
    workload: TableLike | None = None,
    bound: Literal["triangle", "tilted"] = "triangle",
    n: int | None = None,
    others: Others = "worst",
) -> Number | FloatArray:
    r"""Return the smallest scale of Laplace noise at which a release leaks at most epsilon.

    .. math:: b = \frac{2}{\log\dfrac{1 - \alpha}{e^{-\varepsilon} - \alpha}}
        \quad\text{if } \varepsilon < \log\tfrac1\alpha, \qquad b = 0 \text{ otherwise}

    for a histogram; for a workload the scale at which eq. (7) of `linear` equals epsilon.

    Parameters
    ----------
    epsilon : float or exact number
        The most that may leak about any record, in nats. Arrays broadcast with `alpha`.
    alpha : float or exact number
        The floor of the class probabilities, in (0, 1/k].
    bins : int, optional
        The number of bins k of a histogram; without it alpha may be up to 1/2.
    workload : array_like, shape (m, k), optional
        Linear queries instead of a histogram; the answer is then a float.
    bound : {"triangle", "tilted"}
        For a workload. "triangle" holds for every number of records and is exact for one.
        "tilted" uses the fact that more records leak less: it needs `n`, and computes the exact
        leakage of n records, which takes time and memory; see `pmlsym.laplace.exact_leakage`.
    n : int, optional
        The number of records, public and fixed, for "tilted".
    others : "worst", None, (k,) or (n - 1, k)
        The priors of the other records for "tilted"; by default the worst in Q_alpha. With other
        priors the level holds for such records only.

    Returns
    -------
    float, ndarray or sympy expression
        The scale; exact for a histogram if everything given is, with symbols for
        epsilon < log(1/alpha). A float is rounded up, so that the leakage is at most epsilon; for a
        workload it is the smallest scale for a level that is less by the rounding of leakages.

    Raises
    ------
    ParameterError
        If epsilon is not positive, alpha is not in (0, 1/k], or the bound is not safe.

    Warns
    -----
    VacuousGuaranteeWarning
        If epsilon is at least what the answers without noise leak, log(1/alpha) at most: no noise
        is needed and the scale is 0.

    Notes
    -----
    Ledger `histogram.calibration` and `linear.figure-2.safe.repair`. The paper's "for some
    epsilon > 0" has no solution from log(1/alpha) on.

    Examples
    --------
    >>> round(calibrate(0.5, alpha=0.1), 4)
    3.4794
    >>> from fractions import Fraction
    >>> import sympy
    >>> calibrate(sympy.log(2), alpha=Fraction(1, 4))
    2/log(3)
    >>> round(calibrate(0.5, alpha=0.1, workload=[[0, 0, 1, 2, 2]]), 4)
    2.7375
    """
    if workload is not None:
        if bins is not None:
            raise refused("bins", bins, "left out beside a workload, which has its own classes")
        from pmlsym.laplace.workload.scale import workload_scale

        return workload_scale(epsilon, alpha, workload, bound, n, others)
    if not isinstance(bound, str) or bound != "triangle":
        raise refused("bound", bound, "left out without a workload")
    if n is not None:
        raise refused("n", n, "left out without a workload")
    if not is_worst(others):
        raise refused("others", others, "left out without a workload")
    if is_array(epsilon) or is_array(alpha):
        return over_arrays(lambda e, a: float(calibrate(e, a, bins)), epsilon, alpha)
    check_positive("epsilon", epsilon)
    check_alpha(alpha, bins)
    if is_exact(epsilon) and is_exact(alpha):
        return _exact_scale(sympified(epsilon), sympified(alpha))
    scale = float_scale(positive_float("epsilon", epsilon), positive_float("alpha", alpha))
    if scale == 0:
        warn_vacuous(epsilon, alpha)
    return scale


def float_scale(level: float, floor: float) -> float:
    """Return the scale for a histogram as a float, rounded up; 0 if no noise is needed.

    Near log(1/alpha) the difference e^-epsilon - alpha cancels, so it is enclosed in balls. After
    that the scale is increased until the leakage computed in floats is at most the level, too, but
    by no more than a share of 1e-12: where the leakage hardly depends on the scale, floats do not
    tell it from the level.

    Examples
    --------
    >>> round(float_scale(0.5, 0.1), 4), float_scale(3.0, 0.1)
    (3.4794, 0.0)
    """
    scale = _scale_from_above(level, floor)
    if not scale < _LARGEST:
        raise ParameterError(f"epsilon is {level:g}: no float is as large as the noise it needs.")
    step = np.finfo(float).eps
    while scale and floor_leakage(np.float64(floor), np.float64(scale)) > level:
        if step > _ROUNDING:
            break
        scale *= 1 + step
        step *= 2
    return float(scale)


def _scale_from_above(level: float, floor: float) -> float:
    """Return 2/log((1 - alpha)/(e^-epsilon - alpha), rounded up; 0 from log(1/alpha) on."""
    share = float(np.expm1(-level)) / (1 - floor)
    if share > -0.5:  # nothing cancels: five operations in floats
        return -2 / float(np.log1p(share)) * (1 + 8 * float(np.finfo(float).eps))
    import flint

    bits = _FIRST_BITS
    while True:  # e^-epsilon is irrational, so some precision separates it from alpha
        with at_precision(bits):
            alpha = flint.arb(floor)
            room = (-flint.arb(level)).exp() - alpha
            if room < 0:
                return 0.0
            scale = 2 / ((1 - alpha) / room).log()
            if room > 0 and scale.rel_accuracy_bits() >= _FIRST_BITS // 2:
                return rounded_up(scale)
        bits *= 2


def _exact_scale(epsilon: sp.Expr, alpha: sp.Expr) -> Number:
    import sympy as sp

    numeric = not (epsilon.free_symbols | alpha.free_symbols)
    if numeric and suffices_unperturbed(epsilon, alpha):
        warn_vacuous(epsilon, alpha)
        return sp.Integer(0)
    return formulas.histogram_scale(epsilon, alpha)


def warn_vacuous(epsilon: Number, alpha: Number) -> None:
    """Warn that a level of leakage is satisfied without noise.

    Examples
    --------
    >>> with warnings.catch_warnings(record=True) as said:
    ...     warnings.simplefilter("always")
    ...     warn_vacuous(3.0, 0.1)
    >>> len(said)
    1
    """
    warnings.warn(
        f"epsilon = {brief(epsilon)} is at least log(1/alpha) for alpha = {brief(alpha)}: nothing "
        "can leak more about a record under such a prior, so the scale is 0 and no noise is added.",
        VacuousGuaranteeWarning,
        stacklevel=3,
    )


def floor_leakage(alpha: FloatArray | float, scale: FloatArray | float) -> FloatArray:
    """Evaluate Theorem 4 in floats, -log(alpha + (1 - alpha) e^(-2/b)), accurate at both ends.

    Parameters
    ----------
    alpha, scale : ndarray
        Not validated; the public function is `pmlsym.laplace.histogram_leakage`.

    Returns
    -------
    ndarray
        In nats.

    Examples
    --------
    >>> float(floor_leakage(np.array(0.5), np.array(1e12)))
    9.999999999995e-13
    """
    with np.errstate(over="ignore", under="ignore", divide="ignore"):
        # an overflow: the limit without noise
        step = -2 / np.asarray(scale)
    change = (1 - alpha) * np.expm1(step)
    # log1p keeps the digits of a small leakage; the sum keeps those of a tiny alpha.
    small = -np.log1p(np.where(change > -0.5, change, 0.0))
    large = -np.log(alpha + (1 - alpha) * np.exp(step))
    return np.asarray(np.where(change > -0.5, small, large))
