"""The ranges of alpha, b, epsilon and k, each refused in one sentence."""

from __future__ import annotations

from numbers import Integral

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, is_exact


def check_alpha(alpha: Number | FloatArray, bins: int | None) -> None:
    """Refuse an alpha that is not in (0, 1/k]; without k, at least two bins are assumed."""
    if bins is not None and (not isinstance(bins, Integral) or isinstance(bins, bool) or bins < 2):
        raise ParameterError(f"bins is {bins}, but a histogram has an integer number of bins >= 2.")
    k = 2 if bins is None else int(bins)
    if is_exact(alpha):
        allowed = _known(alpha > 0) is not False and _known(alpha * k <= 1) is not False
    else:
        values = _numbers("alpha", alpha)
        allowed = bool(np.all((values > 0) & (values <= 1 / k)))
    if not allowed:
        raise ParameterError(
            f"alpha is {_shown(alpha)}, but has to be in (0, 1/{k}]: {k} classes of probability at "
            f"least alpha each{' (bins not given, so at least 2)' if bins is None else ''}."
        )


def check_positive(name: str, value: Number | FloatArray) -> None:
    """Refuse a number that is not positive and finite."""
    if is_exact(value):
        allowed = _known(value > 0) is not False
    else:
        values = _numbers(name, value)
        allowed = bool(np.all((values > 0) & np.isfinite(values)))
    if not allowed:
        raise ParameterError(f"{name} is {_shown(value)}, but has to be a positive finite number.")


def as_number(name: str, value: Number) -> float:
    """Return one number as a float; refuse symbols, arrays and words, in one sentence.

    Examples
    --------
    >>> from fractions import Fraction
    >>> as_number("alpha", Fraction(1, 4))
    0.25
    """
    try:
        if np.asarray(value).ndim == 0 and not isinstance(value, str):
            return float(value)
    except (TypeError, ValueError):
        pass
    raise ParameterError(f"{name} is {_shown(value)!r}, but has to be a number.")


def _numbers(name: str, value: Number | FloatArray) -> FloatArray:
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise ParameterError(f"{name} is {value!r}, but has to be a number.") from None


def _known(relation: object) -> bool | None:
    """Turn a Python or sympy truth value into a bool, or None if symbols leave it open."""
    if relation in (True, False):
        return bool(relation)
    return None


def _shown(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
