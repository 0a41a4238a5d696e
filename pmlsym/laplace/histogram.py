"""The histogram release: its leakage, and simpler bounds on it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, overload

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.exact import Number, is_exact, sympified
from pmlsym.formulas import laplace as formulas
from pmlsym.given import floats
from pmlsym.laplace.calibrate import floor_leakage
from pmlsym.laplace.parameters import (
    all_floors,
    all_positive,
    by_blocks,
    check_alpha,
    check_positive,
    plain_floats,
)

if TYPE_CHECKING:
    import sympy as sp


Argument: TypeAlias = "FloatArray | sp.Expr"  # arguments and values of formulas


@overload
def histogram_leakage(alpha: float, scale: float, bins: int | None = None) -> float: ...
@overload
def histogram_leakage(
    alpha: FloatArray, scale: float | FloatArray, bins: int | None = None
) -> FloatArray: ...
@overload
def histogram_leakage(alpha: float, scale: FloatArray, bins: int | None = None) -> FloatArray: ...
@overload
def histogram_leakage(alpha: Number, scale: Number, bins: int | None = None) -> Number: ...
def histogram_leakage(
    alpha: Number | FloatArray, scale: Number | FloatArray, bins: int | None = None
) -> Number | FloatArray:
    r"""Return the worst leakage of a record in a histogram with Laplace noise in every bin.

    .. math:: \max \ell(D_i \to y) = \frac2b - \log\bigl(1 - \alpha + \alpha e^{2/b}\bigr)

    over all product priors that give every class at least probability alpha, and all outcomes.

    Parameters
    ----------
    alpha : float or exact number
        The floor of the class probabilities, in (0, 1/k]. Arrays broadcast with `scale`.
    scale : float or exact number
        The scale b > 0 of the noise.
    bins : int, optional
        The number of bins k; without it alpha may be up to 1/2.

    Returns
    -------
    float, ndarray or sympy expression
        In nats; exact if everything given is.

    Raises
    ------
    ParameterError
        If alpha is not in (0, 1/k] or the scale is not positive.

    Notes
    -----
    Source: `histogram`, Thm 4, proved and attained: ledger `histogram.theorem-4.upper` and
    `histogram.theorem-4.tight`.

    Examples
    --------
    >>> round(histogram_leakage(0.1, 2.0), 4)
    0.8414
    >>> from fractions import Fraction
    >>> histogram_leakage(Fraction(1, 3), 2)
    1 - log(2/3 + E/3)
    """
    return _bound(alpha, scale, bins, _theorem_4)


def _theorem_4(alpha: Argument, scale: Argument) -> Argument:
    if not is_exact(alpha):
        return floor_leakage(alpha, scale)
    return formulas.histogram_leakage(alpha, scale)


@overload
def histogram_dp(scale: int | Fraction) -> sp.Expr: ...
@overload
def histogram_dp(scale: float) -> float: ...
@overload
def histogram_dp(scale: FloatArray) -> FloatArray: ...
@overload
def histogram_dp(scale: sp.Expr) -> sp.Expr: ...
def histogram_dp(scale: Number | FloatArray) -> Number | FloatArray:
    r"""Return the level of differential privacy of the release, as a record changes two bins.

    .. math:: \varepsilon = 2/b

    Parameters
    ----------
    scale : float or exact number
        The scale b > 0 of the noise.

    Returns
    -------
    float, ndarray or sympy expression
        In nats.

    Raises
    ------
    ParameterError
        If the scale is not positive.

    Examples
    --------
    >>> histogram_dp(4.0)
    0.5
    """
    check_positive("scale", scale)
    if is_exact(scale):
        return formulas.histogram_dp(sympified(scale))
    with np.errstate(over="ignore"):
        level = formulas.histogram_dp(floats("scale", scale))
    return float(level) if level.ndim == 0 else level


@overload
def histogram_relaxation(alpha: float, scale: float, bins: int | None = None) -> float: ...
@overload
def histogram_relaxation(
    alpha: FloatArray, scale: float | FloatArray, bins: int | None = None
) -> FloatArray: ...
@overload
def histogram_relaxation(
    alpha: float, scale: FloatArray, bins: int | None = None
) -> FloatArray: ...
@overload
def histogram_relaxation(alpha: Number, scale: Number, bins: int | None = None) -> Number: ...
def histogram_relaxation(
    alpha: Number | FloatArray, scale: Number | FloatArray, bins: int | None = None
) -> Number | FloatArray:
    r"""Bound the leakage without exponentials, more tightly than eq. (4) of the paper and DP do.

    .. math:: \ell(D_i \to y) \le \frac{2(1 - \alpha)}{b + \alpha}

    Parameters
    ----------
    alpha, scale, bins : as in `histogram_leakage`.

    Returns
    -------
    float, ndarray or sympy expression
        In nats.

    Raises
    ------
    ParameterError
        If alpha is not in (0, 1/k] or the scale is not positive.

    Notes
    -----
    Ledger `histogram.relaxation`; alpha is the largest shift that the denominator admits.

    Examples
    --------
    >>> round(histogram_relaxation(0.1, 2.0), 4)
    0.8571
    """
    return _bound(alpha, scale, bins, formulas.histogram_relaxation)


@overload
def histogram_quadratic(alpha: float, scale: float, bins: int | None = None) -> float: ...
@overload
def histogram_quadratic(
    alpha: FloatArray, scale: float | FloatArray, bins: int | None = None
) -> FloatArray: ...
@overload
def histogram_quadratic(alpha: float, scale: FloatArray, bins: int | None = None) -> FloatArray: ...
@overload
def histogram_quadratic(alpha: Number, scale: Number, bins: int | None = None) -> Number: ...
def histogram_quadratic(
    alpha: Number | FloatArray, scale: Number | FloatArray, bins: int | None = None
) -> Number | FloatArray:
    r"""Bound the leakage by eq. (4) of the paper; `histogram_relaxation` is always smaller.

    .. math:: \ell(D_i \to y) \le \frac{2(1 - \alpha)}b + \frac{2\alpha^2}{b^2}

    Parameters
    ----------
    alpha, scale, bins : as in `histogram_leakage`.

    Returns
    -------
    float, ndarray or sympy expression
        In nats.

    Raises
    ------
    ParameterError
        If alpha is not in (0, 1/k] or the scale is not positive.

    Notes
    -----
    Source: `histogram`, eq. (4); ledger `histogram.eq-4`.

    Examples
    --------
    >>> round(histogram_quadratic(0.1, 2.0), 4)
    0.905
    """
    return _bound(alpha, scale, bins, formulas.histogram_quadratic)


def _bound(
    alpha: Number | FloatArray,
    scale: Number | FloatArray,
    bins: int | None,
    formula: Callable[[Argument, Argument], Argument],
) -> Number | FloatArray:
    """Return a formula of validated alpha and b, exactly if both are exact."""
    one, other = plain_floats(alpha), plain_floats(scale)
    if one is None or other is None or not (all_floors(one, bins) and all_positive(other)):
        check_alpha(alpha, bins)
        check_positive("scale", scale)
        if is_exact(alpha) and is_exact(scale):
            return formula(sympified(alpha), sympified(scale))
        one, other = floats("alpha", alpha), floats("scale", scale)
    with np.errstate(over="ignore", divide="ignore"):  # scales that underflow: infinite bounds
        bound = by_blocks(formula, one, other)
    return float(bound) if bound.ndim == 0 else bound
