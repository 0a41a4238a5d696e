"""The smallest noise that keeps a promise for a workload."""

from __future__ import annotations

import warnings
from collections.abc import Callable

from pmlsym.errors import ParameterError, VacuousGuaranteeWarning
from pmlsym.exact import Number, TableLike
from pmlsym.laplace.parameters import as_number, check_alpha, check_positive
from pmlsym.laplace.workload.bounds import tilted, triangle, without_noise
from pmlsym.laplace.workload.finite_sample import Others, check_others, exact_leakage
from pmlsym.laplace.workload.matrices import as_workload, column_distances

_EXACT_STEPS = 40  # exact leakages are dear


def workload_scale(
    epsilon: Number, alpha: Number, workload: TableLike, bound: str, n: int | None, others: Others
) -> float:
    """Return the smallest safe scale; `pmlsym.laplace.calibrate` is what to call.

    Examples
    --------
    >>> round(workload_scale(1.0, 0.1, [[1, 0], [0, 1]], "triangle", None, None), 4)
    1.6504
    """
    if bound not in ("triangle", "tilted"):
        unsafe = (
            " is no upper bound on the leakage" if bound == "corner" else " is not a safe bound"
        )
        raise ParameterError(
            f"bound {bound!r}{unsafe}: calibrate with 'triangle', or with 'tilted' for a given n."
        )
    level, floor = as_number("epsilon", epsilon), as_number("alpha", alpha)
    check_positive("epsilon", epsilon)
    table = as_workload(workload)
    check_alpha(alpha, table.shape[1])
    if n is not None:
        check_others(others, n, table.shape[1], alpha)
    elif bound == "tilted":
        raise ParameterError(
            "tilted is the limit for many records and safe for no finite number by itself: give n, "
            "and the exact leakage of n records is used."
        )
    distances = column_distances(table)
    if level >= without_noise(distances, floor):
        warnings.warn(
            f"epsilon = {level:g} is at least what the answers leak without any noise for alpha = "
            f"{floor:g}, so the scale is 0 and no noise is added.",
            VacuousGuaranteeWarning,
            stacklevel=3,
        )
        return 0.0
    if not float(distances.max()) / level < 1e300:
        raise ParameterError(f"epsilon is {level:g}: no float is as large as the noise it needs.")
    # A thousandth of the smallest distance is as good as no noise: e^-1000 is 0.
    none = max(float(distances[distances > 0].min()) / 1000, float(distances.max()) * 1e-90)
    safe = smallest_scale(
        lambda b: triangle(table, floor, b).leakage <= level,
        float(distances.max()) / level,
        none,
    )
    if bound == "triangle" or n is None:
        return safe
    # No number of records leaks less than the tilted bound, so no smaller scale can be safe.
    least = smallest_scale(lambda b: tilted(table, floor, b).lower <= level, safe, none)
    return smallest_scale(
        lambda b: exact_leakage(table, floor, b, n, others) <= level, safe, least, _EXACT_STEPS
    )


def smallest_scale(
    safe: Callable[[float], bool], start: float, least: float, steps: int = 2000
) -> float:
    """Bisect for the smallest safe scale; what is returned has been seen to be safe.

    Parameters
    ----------
    safe : tells whether a scale is safe; larger scales are, once one is.
    start : a scale that is safe but for rounding.
    least : a scale below which nothing has to be looked at.
    steps : the most halvings.

    Examples
    --------
    >>> smallest_scale(lambda b: b >= 3.0, start=8.0, least=1e-3)
    3.0
    """
    high = start
    while not safe(high):
        high *= 1 + 1e-15 if high == start else 1.01
    if least >= high or safe(least):
        return min(least, high)
    low = max(least, high / 2)
    while low > least and safe(low):
        high, low = low, max(least, low / 2)
    for _ in range(steps):
        middle = low + (high - low) / 2
        if not low < middle < high:
            break
        if safe(middle):
            high = middle
        else:
            low = middle
    return high
