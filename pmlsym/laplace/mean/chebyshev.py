"""Functions as polynomials on pieces, in Chebyshev's basis, and where these turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError

DEGREE = 19  # of the polynomials
_MOST_PIECES = 2000
_DEPTH = 40  # how often a piece is halved at most


@cache
def _chebyshev() -> tuple[FloatArray, FloatArray]:
    """Return nodes on [-1, 1] and the matrix that takes values there to coefficients."""
    nodes = np.polynomial.chebyshev.chebpts1(DEGREE + 1)
    matrix = np.linalg.inv(np.polynomial.chebyshev.chebvander(nodes, DEGREE)).astype(float)
    return nodes, matrix


def _interpolate(
    function: Callable[[FloatArray], FloatArray], left: FloatArray, right: FloatArray
) -> FloatArray:
    """Return Chebyshev coefficients, shape (degree + 1, p), on each piece."""
    nodes, matrix = _chebyshev()
    points = left[:, None] + (right - left)[:, None] * (nodes + 1) / 2
    return matrix @ function(points.ravel()).reshape(points.shape).T


def fit(
    function: Callable[[FloatArray], FloatArray], left: FloatArray, right: FloatArray, enough: float
) -> tuple[FloatArray, FloatArray]:
    """Interpolate by polynomials on pieces that are halved until coefficients die out."""
    done: list[tuple[FloatArray, FloatArray, FloatArray]] = []
    for depth in range(_DEPTH + 1):
        found = _interpolate(function, left, right)
        noise = 64 * np.finfo(float).eps * np.abs(found).max(axis=0)
        rough = np.abs(found[-3:]).max(axis=0) > enough + noise
        if depth == _DEPTH:
            rough[:] = False
        elif rough.sum() > _MOST_PIECES:
            raise ParameterError("the density of the secret is too rough for a sum of records.")
        done.append((left[~rough], right[~rough], found[:, ~rough]))
        if not rough.any():
            break
        middle = (left + right) / 2
        left, right = (
            np.concatenate([left[rough], middle[rough]]),
            np.concatenate([middle[rough], right[rough]]),
        )
    starts, stops, columns = zip(*done, strict=True)
    order = np.argsort(np.concatenate(starts))
    edges = np.append(np.concatenate(starts)[order], np.max(np.concatenate(stops)))
    return edges, np.concatenate(columns, axis=1)[:, order]


def turns(function: Callable[[FloatArray], FloatArray], edges: FloatArray) -> FloatArray:
    """Return where the derivative of a piecewise polynomial vanishes."""
    left, right = edges[:-1], edges[1:]
    coefficients = _interpolate(function, left, right)
    found = []
    for a, b, column in zip(left, right, coefficients.T, strict=True):
        slope = np.polynomial.chebyshev.chebder(column)
        roots = np.polynomial.chebyshev.chebroots(
            np.append(slope[:1], np.trim_zeros(slope[1:], "b"))
        )
        real = roots.real[(np.abs(roots.imag) < 1e-3) & (np.abs(roots.real) <= 1)]
        found.append(a + (b - a) * (real + 1) / 2)
    return np.concatenate(found) if found else np.zeros(0)
