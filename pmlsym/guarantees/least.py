"""The smallest lift within a bound, in floats: next to zero balls keep the digits."""

from __future__ import annotations

import math

from pmlsym.precision import at_precision

_NEAR = 0.9  # of one: from here on a difference from one has lost a digit in floats
_BITS = 160


def log_of_least(p: float, level: float, *, others: float | None = None) -> float:
    r"""Return the logarithm of the smallest lift of a secret of probability p.

    .. math:: \log\bigl(1 - s (1 - p)/p\bigr), \quad s = e^\varepsilon - 1

    All others are at e^level.

    Parameters
    ----------
    p : its prior probability.
    level : nats.
    others : the probability of the others, if p is known as 1 - others.

    Returns
    -------
    float
        Minus infinity where the lift is zero, or less.

    Examples
    --------
    >>> round(log_of_least(0.25, math.log(1.2)), 12) == round(-math.log(2.5), 12)
    True
    """
    far = math.expm1(level) * ((1 - p if others is None else others) / p)
    if far < _NEAR:
        return math.log1p(-far)
    from flint import arb

    with at_precision(_BITS):
        mass, rest = (arb(p), 1 - arb(p)) if others is None else (1 - arb(others), arb(others))
        least = 1 - arb(level).expm1() * rest / mass
        return float(least.log()) if least > 0 else -math.inf
