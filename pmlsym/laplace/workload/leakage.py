"""The leakage of a noisy workload by a named bound, exact if all arguments are."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Literal, TypeAlias, overload

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.errors import UnknownNameError, UnsafeBoundWarning
from pmlsym.exact import Number, TableLike, is_exact, sympified
from pmlsym.formulas import laplace as formulas
from pmlsym.given import floats
from pmlsym.laplace.parameters import by_blocks, check_alpha, check_positive, is_array, over_arrays
from pmlsym.laplace.results import WorkloadBound
from pmlsym.laplace.workload.bounds import (
    corner,
    distances_over,
    dp_bound,
    tilted,
    triangle,
    triangle_levels,
)
from pmlsym.laplace.workload.matrices import as_workload, exact_entries

BoundName: TypeAlias = Literal["corner", "tilted", "triangle", "dp"]


@overload
def workload_leakage(
    workload: TableLike, alpha: float, scale: FloatArray, bound: BoundName = "triangle"
) -> FloatArray: ...
@overload
def workload_leakage(
    workload: TableLike, alpha: FloatArray, scale: float | FloatArray, bound: BoundName = "triangle"
) -> FloatArray: ...
@overload
def workload_leakage(
    workload: TableLike, alpha: Number, scale: Number, bound: BoundName = "triangle"
) -> Number: ...
def workload_leakage(
    workload: TableLike,
    alpha: Number | FloatArray,
    scale: Number | FloatArray,
    bound: BoundName = "triangle",
) -> Number | FloatArray:
    """Bound the worst leakage of a record when every answer of a workload gets Laplace noise.

    Parameters
    ----------
    workload : array_like, shape (m, k)
        One row a query, one column a class of records.
    alpha : float or exact number
        The floor of the class probabilities, in (0, 1/k]. "dp" does not depend on it. Arrays
        broadcast with `scale`.
    scale : float or exact number
        The scale b > 0 of the noise on every answer.
    bound : {"triangle", "tilted", "dp", "corner"}
        "triangle" holds for every number of records. "tilted" is the limit for many records.
        "corner" is eq. (5) of the paper, which is an upper bound for some workloads only.

    Returns
    -------
    float, ndarray or sympy expression
        In nats; exact for "triangle", "dp" and "corner" if everything given is.

    Raises
    ------
    ParameterError
        If an argument is out of range.
    UnknownNameError
        If there is no bound of that name.

    Warns
    -----
    UnsafeBoundWarning
        For "corner"; once more if its search stopped at a limit, where the value is a lower bound.

    Notes
    -----
    Source: `linear`, eqs. (4), (5) and (7).

    Examples
    --------
    >>> from fractions import Fraction
    >>> workload_leakage([[0, 0, 1, 2, 2]], Fraction(1, 5), 1, bound="triangle")
    log(5*E/(E + 4))
    """
    if not isinstance(bound, str) or bound not in _BOUNDS:
        raise UnknownNameError("bound", str(bound), tuple(_BOUNDS))
    if bound == "corner":
        warnings.warn(
            "eq. (5) (the corner bound) is not an upper bound on the leakage of every workload. "
            "Use the triangle bound, which holds for every number of records.",
            UnsafeBoundWarning,
            stacklevel=2,
        )
    if bound == "dp":
        check_alpha(alpha, as_workload(workload).shape[1])
    if is_array(alpha) or is_array(scale):
        return _over_arrays(workload, alpha, scale, bound)
    found = _BOUNDS[bound](workload, alpha, scale)
    entries = exact_entries(workload)
    if entries is None or not is_exact(alpha) or not is_exact(scale) or bound == "tilted":
        # the corner bound is a lower bound on the leakage, so its lower end is returned
        return _lower_end(found) if bound == "corner" else found.leakage
    if bound == "corner" and found.gap > _OPEN:
        return _lower_end(found)
    return _exactly(entries, sympified(alpha), sympified(scale), found, bound)


_BOUNDS: dict[str, Callable[[TableLike, Number, Number], WorkloadBound]] = {
    "corner": corner,
    "tilted": tilted,
    "triangle": triangle,
    "dp": lambda w, _, b: dp_bound(w, b),
}


_OPEN = 1e-9  # nats from which on a search for the best signs has not finished


def _lower_end(found: WorkloadBound) -> float:
    """Return the value at the best signs of a search, and warn if others may be better."""
    if found.gap > _OPEN:
        warnings.warn(
            f"the search for the worst signs of eq. (5) stopped with a gap of {found.gap:.1e} "
            "nats: `laplace.corner` returns both ends and takes a time_limit.",
            UnsafeBoundWarning,
            stacklevel=4,
        )
    return found.lower


def _over_arrays(
    workload: TableLike, alpha: Number | FloatArray, scale: Number | FloatArray, bound: BoundName
) -> FloatArray:
    """Evaluate a bound at arrays; distances of classes are computed once, where these give it."""
    check_positive("scale", scale)
    if bound in ("corner", "tilted"):

        def level(alpha: Number, scale: Number) -> float:
            found = _BOUNDS[bound](workload, alpha, scale)
            return _lower_end(found) if bound == "corner" else found.leakage

        return np.asarray(over_arrays(level, alpha, scale))
    table = as_workload(workload)
    check_alpha(alpha, table.shape[1])
    floors, widths = floats("alpha", alpha), floats("scale", scale)
    smallest = float(widths.min()) if widths.size else 1.0
    distances = distances_over(table, smallest) * smallest

    def levels(floor: FloatArray, width: FloatArray) -> FloatArray:
        if bound == "dp":
            return np.asarray(distances.max() / (width + 0.0 * floor))
        over = distances / width[..., None, None]
        return np.asarray(triangle_levels(over, floor[..., None, None]).max(axis=-1))

    return by_blocks(levels, floors, widths, distances.size)


def _exactly(
    entries: list[list[Number]], alpha: Number, scale: Number, found: WorkloadBound, bound: str
) -> Number:
    """Return the bound as an expression, at the classes and signs found in floats."""
    import sympy as sp

    r, far = found.classes
    columns = list(zip(*[[sympified(entry) for entry in row] for row in entries], strict=True))
    steps = [[a - c for a, c in zip(columns[r], column, strict=True)] for column in columns]
    if bound == "corner" and found.slope is not None:
        signs = [int(s) for s in found.slope]
        moved = [sum(s * x for s, x in zip(signs, step, strict=True)) for step in steps]
    else:
        moved = [-sum(abs(x) for x in step) for step in steps]
    if bound == "dp":
        return formulas.workload_dp(-moved[far], scale)
    terms = [sp.exp(x / scale) for x in moved]
    level = formulas.workload_leakage(sum(terms), terms[far], alpha, len(terms))
    return sp.log(sp.together(sp.expand(sp.exp(level)))) if level != 0 else level
