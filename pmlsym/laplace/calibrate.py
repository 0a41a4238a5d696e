"""Calibration: the smallest scale of the noise for a level of leakage."""

from __future__ import annotations

import math
import warnings
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, overload

import numpy as np

from pmlsym.arrays import BoolArray, FloatArray, IntArray
from pmlsym.errors import ParameterError, VacuousGuaranteeWarning
from pmlsym.exact import Number, TableLike, is_exact, sympified
from pmlsym.formulas import laplace as formulas
from pmlsym.given import brief, refused
from pmlsym.laplace.parameters import (
    all_floors,
    all_positive,
    by_blocks,
    check_alpha,
    check_positive,
    is_array,
    is_worst,
    least_classes,
    over_arrays,
    plain_floats,
    positive_float,
    suffices_unperturbed,
)
from pmlsym.precision import at_precision, closest_float, rounded_up

if TYPE_CHECKING:
    import sympy as sp

    from pmlsym.laplace.workload.finite_sample import Others

_LARGEST = 1e300  # scales whose neighbours are finite floats, too
_FIRST_BITS = 128  # of precision, doubled until the scale is known to half as many
_EPS = float(np.finfo(float).eps)
_ABOVE = 1 + 64 * _EPS  # a scale that is computed in floats is multiplied by it
_ROUNDING = 5e-13  # last step by which a scale grows until floats confirm it
_FAR = -0.875  # least e^(-2/b) - 1 of scales that are computed without cancellation
_HALVED = -math.log(2)  # exponents above it are small
_CLOSE = 1.25  # e^-epsilon/alpha below which the difference of the two cancels
_UNDECIDED = 2.0**-40  # of log(1/alpha): the levels that are nearer to it are left to balls
_LEAST_FLOOR = 1e-280  # smaller ones are left to balls, as e^-epsilon - alpha may underflow


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
    time_limit: float | None = None,
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
    time_limit: float | None = None,
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
    time_limit: float | None = None,
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
    time_limit: float | None = None,
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
    time_limit: float | None = None,
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
    time_limit : float, optional
        Seconds after which the search for a workload stops, for all levels together; what is
        returned is then safe, with a warning that a smaller scale may be: for "tilted" at most the
        scale for "triangle", for this the largest distance of two classes over epsilon. Without it
        the search ends where it is precise.

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
    InexactWarning
        If `time_limit` is reached before the smallest scale is found.

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

        return workload_scale(epsilon, alpha, workload, bound, n, others, time_limit)
    if time_limit is not None:
        raise refused("time_limit", time_limit, "left out without a workload")
    if not isinstance(bound, str) or bound != "triangle":
        raise refused("bound", bound, "left out without a workload")
    if n is not None:
        raise refused("n", n, "left out without a workload")
    if not is_worst(others):
        raise refused("others", others, "left out without a workload")
    if is_array(epsilon) or is_array(alpha):
        scales = _scales(epsilon, alpha, bins)
        if scales.min(initial=1.0) == 0:
            warn_vacuous(*_entries(epsilon, alpha, int(np.argmin(scales))))
        return scales
    scale = _scale(epsilon, alpha, bins)
    if scale == 0:
        warn_vacuous(epsilon, alpha)
    return scale


def _scale(epsilon: Number, alpha: Number, bins: int | None) -> Number:
    """Return the scale for one level and one floor, exactly if both are exact."""
    check_positive("epsilon", epsilon)
    check_alpha(alpha, bins)
    if is_exact(epsilon) and is_exact(alpha):
        return _exact_scale(sympified(epsilon), sympified(alpha))
    return float_scale(positive_float("epsilon", epsilon), positive_float("alpha", alpha))


def _exact_scale(epsilon: sp.Expr, alpha: sp.Expr) -> Number:
    import sympy as sp

    numeric = not (epsilon.free_symbols | alpha.free_symbols)
    if numeric and suffices_unperturbed(epsilon, alpha):
        return sp.Integer(0)
    return formulas.histogram_scale(epsilon, alpha)


# --- arrays ---------------------------------------------------------------------------------------


def _scales(
    epsilon: Number | FloatArray, alpha: Number | FloatArray, bins: int | None
) -> FloatArray:
    """Return the scales for arrays as floats, rounded up."""
    level, floor = plain_floats(epsilon), plain_floats(alpha)
    if level is None or floor is None:  # exact numbers among them, or no numbers
        return np.asarray(over_arrays(lambda e, a: _scale_above(e, a, bins), epsilon, alpha))
    if not (all_positive(level) and all_floors(floor, bins)):
        inside = (level > 0) & (level < np.inf) & (floor > 0) & (floor <= 1 / least_classes(bins))
        _scale(*_entries(epsilon, alpha, int(np.argmin(inside))), bins)  # raises the error
    # scales that are too large are infinite, and there are none from log(1/alpha) on
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        found = by_blocks(_float_scales, level, floor)
    if not found.max(initial=0.0) < _LARGEST:
        _scale(*_entries(epsilon, alpha, int(np.argmax(found))), bins)  # raises the error
    return found


def _entries(
    epsilon: Number | FloatArray, alpha: Number | FloatArray, place: int
) -> tuple[Number, Number]:
    """Return the level and the floor at a place of the arrays that both broadcast to."""
    level, floor = np.broadcast_arrays(np.asarray(epsilon), np.asarray(alpha))
    return level.flat[place], floor.flat[place]


def _scale_above(epsilon: Number, alpha: Number, bins: int | None) -> float:
    """Return the scale for two numbers as a float, rounded up where it is exact."""
    found = _scale(epsilon, alpha, bins)
    if isinstance(found, float) or found == 0:
        return float(found)
    float_scale(positive_float("epsilon", epsilon), positive_float("alpha", alpha))  # fits a float
    return math.nextafter(closest_float(found), math.inf)


# --- floats ---------------------------------------------------------------------------------------
# For the floor a <= 1/2 the scale b = 2/x satisfies epsilon = L(x) = -log(a + (1 - a) e^-x). It is
# safe for every scale above b. Errors below are relative and of first order, in u = 2^-53; exp,
# expm1, log and log1p are taken to be right to four units in the last place, 8u.
#
# Far from log(1/a), where x <= log 8: x = -log1p(s), s = expm1(-epsilon)/(1 - a) in [-7/8, 0]. The
# error of s, 10u, is multiplied by |s|/((1 + s) x) <= 3.4, and log1p adds 8u; the quotient and the
# product with _ABOVE = 1 + 128u add 2u: in all 44u, so the scale is at least b (1 + 84u).
# Nearer, where e^-x <= 1/8 is the quotient of e^-epsilon - a and 1 - a, and as long as
# e^-epsilon >= 5/4 a: the difference has 5 * 8u + u, the quotient 2u more; its logarithm has
# 43u/log 8 + 8u, and the scale is at least b (1 + 128u - 31u).
# In both cases the leakage in floats is at most epsilon, too. While the scale grows by the share g,
# the leakage falls by x r g for r = L'(x) = 1 - a e^epsilon; and L is concave with L(0) = 0, so
# epsilon <= x L'(0) = (1 - a) x. `floor_leakage` for x <= log 2 has an error of 24u: step u, expm1
# 9u, the product with 1 - a 11u, log1p 16u + 8u; and r >= 1/3, so that the fall is 28u epsilon.
# Else it has the absolute error (x + 10) r u + u + 8u epsilon: step moves e^step by x u, which has
# 8u and, times 1 - a, 2u; their share in the sum is r, which has u; log adds 8u.
#   far: 1/r <= 9, and epsilon/r <= x (1 - a + a e^x) <= 4.5 x: 84 x > x + 10 + 9 + 36 x.
#   nearer: 1/r <= 5, and epsilon <= x: 97 x > x + 10 + 5 + 40 x.
#
# Nearest, e^-epsilon - a = -e^-epsilon expm1(-d) for d = log(1/a) - epsilon. That logarithm is the
# sum of two floats, and the first one less epsilon is exact, as they differ by less than a half; so
# d has an error of 2u, the product 19u, the quotient 21u, and the scale is at least
# b (1 + 128u - 21u). As the leakage may hardly depend on it, the one in floats is computed.


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
    share = float(_far_share(level, floor))
    if share > _FAR:
        with np.errstate(over="ignore"):
            scale = float(_far_scale(share))
    else:
        near = np.array([_scale_by_balls(level, floor)])
        scale = float(_confirmed(near, np.asarray(level), np.asarray(floor))[0])
    if not scale < _LARGEST:
        raise ParameterError(f"epsilon is {level:g}: no float is as large as the noise it needs.")
    return scale


def _float_scales(level: FloatArray, floor: FloatArray) -> FloatArray:
    """Return `float_scale` of flat arrays, one of which may be a number; infinite if too large."""
    share = _far_share(level, floor)
    near = np.flatnonzero(share <= _FAR)
    if not near.size:
        return _far_scale(share)
    if near.size == share.size:
        return _near_scales(level, floor)
    found = _far_scale(np.maximum(share, _FAR))
    found[near] = _near_scales(_chosen(level, near), _chosen(floor, near))
    return found


def _far_share(level: FloatArray | float, floor: FloatArray | float) -> FloatArray:
    """Return e^(-2/b) - 1, which cancels near -1."""
    return np.expm1(-level) / (1 - floor)


def _far_scale(share: FloatArray | float) -> FloatArray:
    """Return the scale, rounded up, by its e^(-2/b) - 1."""
    return -2 * _ABOVE / np.log1p(share)


def _near_scales(level: FloatArray, floor: FloatArray) -> FloatArray:
    """Return the scales, rounded up, for e^(-2/b) of at most 1/8."""
    kept = np.exp(-level)
    close = np.flatnonzero(kept < _CLOSE * floor)
    scale = -2 * _ABOVE / np.log((kept - floor) / (1 - floor))
    if close.size:
        scale[close] = _close_scales(*(_chosen(one, close) for one in (kept, level, floor)))
    if floor.min() < _LEAST_FLOOR:
        _replace_by_balls(scale, floor < _LEAST_FLOOR, level, floor)
    return scale


def _close_scales(kept: FloatArray, level: FloatArray, floor: FloatArray) -> FloatArray:
    """Return the scales, rounded up, where e^-epsilon - alpha cancels or is not positive."""
    high, low = _log_inverse(floor)
    distance = (high - level) + low
    room = -kept * np.expm1(-distance)
    scale = -2 * _ABOVE / np.log(room / (1 - floor))
    undecided = _UNDECIDED * high
    if (distance > undecided).all():
        return _confirmed(scale, level, floor)
    scale = _confirmed(np.where(distance > 0, scale, 0.0), level, floor)
    _replace_by_balls(scale, np.abs(distance) <= undecided, level, floor)
    return scale


def _replace_by_balls(
    scale: FloatArray, where: BoolArray, level: FloatArray, floor: FloatArray
) -> None:
    """Replace some of the scales by those of `float_scale`."""
    for place in np.flatnonzero(np.broadcast_to(where, scale.shape)):
        scale[place] = float_scale(float(_chosen(level, place)), float(_chosen(floor, place)))


def _log_inverse(floor: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return log(1/alpha) as the float next to it and the float next to the rest."""
    if floor.ndim == 0:
        high, low = _float_and_rest(float(floor))
        return np.asarray(high), np.asarray(low)
    distinct, place = np.unique(floor, return_inverse=True)
    parts = np.array([_float_and_rest(one) for one in distinct.tolist()])
    return parts[place, 0], parts[place, 1]


@lru_cache(maxsize=1024)
def _float_and_rest(floor: float) -> tuple[float, float]:
    import flint

    with at_precision(_FIRST_BITS):
        logarithm = -flint.arb(floor).log()
        high = float(logarithm.mid())
        return high, float((logarithm - high).mid())


def _confirmed(scale: FloatArray, level: FloatArray, floor: FloatArray) -> FloatArray:
    """Increase positive scales until the leakage in floats is at most the level, within limits."""
    left = np.flatnonzero(floor_leakage(floor, scale) > level)
    if left.size:
        left = left[scale[left] > 0]
    step = _EPS
    while left.size and step <= _ROUNDING:
        scale[left] *= 1 + step
        step *= 2
        more = floor_leakage(_chosen(floor, left), scale[left]) > _chosen(level, left)
        left = left[more]
    return scale


def _chosen(numbers: FloatArray, places: IntArray | np.intp) -> FloatArray:
    """Return the entries of a flat array, or the one number that stands for all of them."""
    return numbers[places] if numbers.ndim else numbers


def _scale_by_balls(level: float, floor: float) -> float:
    """Return 2/log((1 - alpha)/(e^-epsilon - alpha)), rounded up; 0 from log(1/alpha) on."""
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
    # log1p keeps the digits of a small leakage; the sum keeps those of a tiny alpha.
    small = step > _HALVED
    some = np.count_nonzero(small)
    if some == small.size:
        return np.asarray(-np.log1p((1 - alpha) * np.expm1(step)))
    leakage = np.asarray(-np.log(alpha + (1 - alpha) * np.exp(step)))
    if some:
        change = (1 - alpha) * np.expm1(np.maximum(step, _HALVED))
        np.copyto(leakage, -np.log1p(change), where=small)
    return leakage
