"""Validation of alpha, b, epsilon, k and the priors of records."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.distributions import TOLERANCE
from pmlsym.errors import ParameterError
from pmlsym.exact import ExactArray, Number, RowLike, as_fraction, is_exact, sympified
from pmlsym.given import as_float, brief, floats, has_truth, real, refused, whole
from pmlsym.precision import sign

_SEVERAL = (np.ndarray, list, tuple)  # types of arguments that hold several numbers
_BLOCK = 1 << 13  # numbers
_NEAR = 1e-9  # distance of levels below which floats do not decide; their rounding is much less


def check_alpha(alpha: Number | FloatArray, bins: int | None) -> None:
    """Refuse an alpha that is not in (0, 1/k]; without k, at least two bins are assumed."""
    k = least_classes(bins)
    allowed = (
        f"in (0, 1/{brief(k)}]: {brief(k)} classes of probability at least alpha each"
        f"{' (bins not given, so at least 2)' if bins is None else ''}"
    )
    if isinstance(alpha, _SEVERAL):
        values = floats("alpha", alpha)
        inside = bool(np.all((values > 0) & (values <= 1 / k)))
    else:
        number = real("alpha", alpha, allowed)
        inside = _may_be(lambda: number > 0) and _may_be(lambda: _at_most(number, k))
    if not inside:
        raise refused("alpha", alpha, allowed)


def least_classes(bins: int | None) -> int:
    """Return the number of bins, validated; 2 if it is not given.

    Examples
    --------
    >>> least_classes(None), least_classes(5)
    (2, 5)
    """
    return 2 if bins is None else whole("bins", bins, least=2)


def _at_most(number: Number, k: int) -> object:
    return number <= 1 / k if isinstance(number, float) else number * k <= 1


def check_positive(name: str, value: Number | FloatArray) -> None:
    """Refuse a number that is not positive and finite."""
    allowed = "a positive finite number"
    if isinstance(value, _SEVERAL):
        values = floats(name, value)
        positive = bool(np.all((values > 0) & np.isfinite(values)))
    else:
        number = real(name, value, allowed)
        positive = _may_be(lambda: number > 0)
    if not positive:
        raise refused(name, value, allowed)


def as_number(name: str, value: Number) -> float:
    """Return one number as a float; refuse symbols, arrays and text.

    Examples
    --------
    >>> from fractions import Fraction
    >>> as_number("alpha", Fraction(1, 4))
    0.25
    """
    return as_float(name, value, "a number", infinite=True)


def not_negative(name: str, number: object) -> float:
    """Return a number that may be zero or infinite as a float.

    Examples
    --------
    >>> not_negative("time_limit", 2)
    2.0
    """
    found = as_float(name, number, "a number >= 0", infinite=True)
    if found < 0:
        raise refused(name, number, "a number >= 0")
    return found


def positive_float(name: str, value: Number) -> float:
    """Return a positive number as a float; refuse exact ones that underflow.

    Examples
    --------
    >>> from fractions import Fraction
    >>> positive_float("scale", Fraction(1, 4))
    0.25
    """
    check_positive(name, value)
    number = as_number(name, value)
    if number == 0:
        raise refused(name, value, "a positive number that a float can hold")
    return number


def class_probabilities(name: str, prior: RowLike, k: int) -> list[Number]:
    """Return the class probabilities of one record, validated; zeros are allowed.

    Raises
    ------
    ParameterError
        If these are not k probabilities, or they do not sum to one.

    Examples
    --------
    >>> from fractions import Fraction
    >>> class_probabilities("own", (Fraction(1, 4), Fraction(3, 4)), k=2)
    [Fraction(1, 4), Fraction(3, 4)]
    """
    found = prior.tolist() if hasattr(prior, "tolist") else prior
    if not hasattr(found, "__iter__") or isinstance(found, str | bytes):
        raise refused(name, prior, "a list of probabilities")
    row = list(found)
    if len(row) != k:
        raise ParameterError(f"{name} has {len(row)} entries, but there are {k} classes.")
    allowed = "a probability, from 0 to 1"
    numbers = [as_float(f"{name}[{j}]", share, allowed) for j, share in enumerate(row)]
    for j, number in enumerate(numbers):
        if not 0 <= number <= 1:
            raise refused(f"{name}[{j}]", row[j], allowed)
    exact = [share for share in map(as_fraction, row) if share is not None]
    total: Number = sum(exact, Fraction(0)) if len(exact) == k else sum(numbers)
    off = total != 1 if len(exact) == k else abs(float(total) - 1) > TOLERANCE
    if off:
        raise ParameterError(
            f"{name} sums to {_in_brief(total)}, but the probabilities of the classes sum to 1: "
            "divide each by the sum."
        )
    return row


def _in_brief(number: Number) -> str:
    return brief(number) if is_exact(number) else f"{float(number):.12g}"


def suffices_unperturbed(epsilon: Number, alpha: Number, alike: int = 1) -> bool:
    r"""Return whether answers without noise leak at most epsilon.

    .. math:: \log\frac{1}{m\alpha} \le \varepsilon

    They publish a class up to the m classes, itself among them, that have the same answers. The
    comparison is exact, of floats, too; where it stays undecided the answer is no.

    Parameters
    ----------
    epsilon, alpha : positive numbers; alpha is in (0, 1/m].
    alike : the number m of classes.

    Examples
    --------
    >>> from fractions import Fraction
    >>> suffices_unperturbed(Fraction("1.609437912434100374"), Fraction(1, 5))    # log(5) is more
    False
    >>> suffices_unperturbed(1.0, 0.1), suffices_unperturbed(1.0, 0.1, alike=4)
    (False, True)
    """
    level, floor = as_number("epsilon", epsilon), as_number("alpha", alpha)
    distance = level + math.log(alike * floor) if floor else 0.0  # an exact alpha may underflow
    if abs(distance) > _NEAR:
        return distance > 0
    import sympy as sp

    exact_level = sympified(epsilon) if is_exact(epsilon) else sp.Rational(level)
    exact_floor = sympified(alpha) if is_exact(alpha) else sp.Rational(floor)
    beyond = alike * exact_floor - sp.exp(-exact_level)
    return bool(beyond.is_zero) or sign(beyond) == 1


def is_array(value: object) -> bool:
    """Return whether an argument is an array or a list of numbers.

    Examples
    --------
    >>> is_array([0.1, 0.2]), is_array(0.1)
    (True, False)
    """
    return isinstance(value, _SEVERAL) and np.ndim(value) > 0


def is_worst(others: object) -> bool:
    """Return whether the argument `others` is "worst", the worst priors.

    Examples
    --------
    >>> is_worst("worst"), is_worst(None)
    (True, False)
    """
    return isinstance(others, str) and others == "worst"


def over_arrays(
    function: Callable[[Number, Number], float],
    first: Number | FloatArray,
    second: Number | FloatArray,
) -> float | FloatArray:
    """Return f(x, y), or an array of its values for arrays x and y, which broadcast.

    Examples
    --------
    >>> over_arrays(lambda x, y: x + y, [1, 2], 0.5)
    array([1.5, 2.5])
    """
    if not (is_array(first) or is_array(second)):
        return function(first, second)  # exact numbers are not converted
    one, other = np.broadcast_arrays(_listed(first), _listed(second))
    found = np.empty(one.shape)
    for place in np.ndindex(one.shape):
        found[place] = function(one[place], other[place])
    return found


def plain_floats(numbers: Number | FloatArray) -> FloatArray | None:
    """Return floats and machine integers as an array of floats; None if anything else is there.

    Examples
    --------
    >>> from fractions import Fraction
    >>> plain_floats([0.5, 1]), plain_floats([0.5, Fraction(1, 3)])
    (array([0.5, 1. ]), None)
    """
    given = np.asarray(numbers)
    if given.dtype.kind not in "iuf" or has_truth(numbers):
        return None
    return given.astype(float, copy=False)


def all_positive(numbers: FloatArray) -> bool:
    """Return whether all numbers are positive and finite; two passes that make no arrays.

    Examples
    --------
    >>> all_positive(np.array([0.5, 1.0])), all_positive(np.array([0.5, np.nan]))
    (True, False)
    """
    if numbers.ndim == 0:
        return 0 < float(numbers) < math.inf
    return numbers.size == 0 or bool(numbers.min() > 0 and numbers.max() < math.inf)


def all_floors(numbers: FloatArray, bins: int | None) -> bool:
    """Return whether all numbers are in (0, 1/k], for k = 2 if it is not given.

    Examples
    --------
    >>> all_floors(np.array([0.1, 0.4]), None), all_floors(np.array([0.1, 0.4]), 3)
    (True, False)
    """
    most = 1 / least_classes(bins)
    if numbers.ndim == 0:
        return 0 < float(numbers) <= most
    return numbers.size == 0 or bool(numbers.min() > 0 and numbers.max() <= most)


def by_blocks(
    formula: Callable[[FloatArray, FloatArray], FloatArray],
    first: FloatArray,
    second: FloatArray,
    cells: int = 1,
) -> FloatArray:
    """Return f(x, y) for arrays that broadcast, by blocks whose temporary arrays fit the cache.

    The formula is called with flat arrays; an array of one number remains a number. It makes arrays
    of the given number of cells for each value.

    Examples
    --------
    >>> by_blocks(np.add, np.array([1.0, 2.0]), np.array(0.5))
    array([1.5, 2.5])
    """
    step = max(1, _BLOCK // cells)
    flat = max(first.ndim, second.ndim) <= 1
    alike = first.shape == second.shape or min(first.ndim, second.ndim) == 0
    if flat and alike and 0 < max(first.size, second.size) <= step:
        return formula(first, second)
    shape = np.broadcast_shapes(first.shape, second.shape)
    found = np.empty(math.prod(shape))
    one, other = (
        array.reshape(()) if array.size == 1 < found.size else np.broadcast_to(array, shape).ravel()
        for array in (first, second)
    )
    for start in range(0, found.size, step):
        block = slice(start, start + step)
        found[block] = formula(
            one[block] if one.ndim else one, other[block] if other.ndim else other
        )
    return found.reshape(shape)


def _listed(numbers: Number | FloatArray) -> ExactArray:
    """Return numbers as an array of objects, without conversion."""
    return np.array(numbers, dtype=object)


def _may_be(relation: Callable[[], object]) -> bool:
    """Return whether a relation holds or is undecided for symbols; False for unordered values."""
    try:
        found = relation()
    except TypeError:
        return False
    return bool(found) if found in (True, False) else True
