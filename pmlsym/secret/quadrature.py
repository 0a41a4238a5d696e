"""Integrals of e^f by Gauss-Legendre rules on cells, bisected where they are too coarse."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from pmlsym.arrays import BoolArray, FloatArray
from pmlsym.errors import ParameterError

_ORDER = 16  # nodes on a cell
_DEPTH = 40  # halvings of a cell at most, at a jump or a pole of e^f
_MOST_CELLS = 100_000
_ENOUGH = 1e-12  # largest difference of a cell and its halves
_NOTHING = -640.0  # log of a fraction of the whole near which floats lose digits


def resolve(
    log_f: Callable[[FloatArray], FloatArray], edges: FloatArray, relative: bool = False
) -> tuple[FloatArray, float]:
    """Bisect cells until 16 Gauss-Legendre nodes on a cell and on its halves agree on e^f.

    Examples
    --------
    >>> edges, total = resolve(lambda x: -1000 * x, np.array([0.0, 1.0]))
    >>> round(float(np.exp(total)), 12)
    0.001
    """
    left, right = edges[:-1], edges[1:]
    coarse = _log_integrals(log_f, left, right)
    lefts, logs = [edges[-1:]], [np.array([-np.inf])]
    count = 0
    for depth in range(_DEPTH + 1):
        middle = (left + right) / 2
        halves = np.stack(
            [_log_integrals(log_f, left, middle), _log_integrals(log_f, middle, right)]
        )
        fine = np.logaddexp(*halves)
        total = np.logaddexp.reduce(np.concatenate([*logs, fine]))
        rough = _disagree(coarse, fine, total, relative, _blur(left, right))
        if depth == _DEPTH:
            rough[:] = False
        lefts.append(left[~rough])
        logs.append(fine[~rough])
        count += len(fine)
        if not rough.any():
            break
        if count > _MOST_CELLS:
            raise ParameterError("the density is too rough to be integrated in 100,000 pieces.")
        left, right = (
            np.concatenate([left[rough], middle[rough]]),
            np.concatenate([middle[rough], right[rough]]),
        )
        coarse = halves[:, rough].ravel()
    return np.sort(np.concatenate(lefts)), float(np.logaddexp.reduce(np.concatenate(logs)))


def _disagree(
    coarse: FloatArray, fine: FloatArray, total: FloatArray, relative: bool, blur: FloatArray
) -> BoolArray:
    """Return a mask of the cells on which two rules differ beyond tolerance and rounding."""
    scale = fine if relative else np.full_like(fine, total)
    with np.errstate(over="ignore", invalid="ignore"):  # inf - inf on cells where e^f is 0
        gap = np.abs(np.exp(coarse - scale) - np.exp(fine - scale))
        rounding = 16 * np.finfo(float).eps * (np.abs(scale) + blur) * np.exp(fine - scale)
        differ: BoolArray = gap > _ENOUGH + rounding
        return differ & (np.maximum(coarse, fine) > total + _NOTHING)


def _blur(left: FloatArray, right: FloatArray) -> FloatArray:
    """Return the distance of a cell from zero over its length, by which rounding is amplified."""
    return np.maximum(np.abs(left), np.abs(right)) / (right - left)


def _log_integrals(
    log_f: Callable[[FloatArray], FloatArray], left: FloatArray, right: FloatArray
) -> FloatArray:
    nodes, log_weights = gauss_legendre(left, right)
    logs: FloatArray = np.logaddexp.reduce(log_f(nodes) + log_weights, axis=-1)
    return logs


def gauss_legendre(left: FloatArray, right: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return nodes and log-weights of the cells from `left` to `right`, on a last axis."""
    nodes, log_weights = _unit_rule()
    half = ((right - left) / 2)[..., None]
    with np.errstate(divide="ignore"):  # a cell may be empty
        return left[..., None] + half * (1 + nodes), np.log(half) + log_weights


@cache
def _unit_rule() -> tuple[FloatArray, FloatArray]:
    nodes, weights = np.polynomial.legendre.leggauss(_ORDER)
    return nodes, np.log(weights)
