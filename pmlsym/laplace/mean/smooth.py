"""Sums of records with a density: piecewise polynomials."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.laplace.mean.chebyshev import DEGREE, fit, turns
from pmlsym.laplace.mean.sum import AT_ONCE, Sum, pieces
from pmlsym.secret import Interval
from pmlsym.secret.quadrature import gauss_legendre, resolve

_ENOUGH = 1e-12  # the last coefficients of the polynomials
_VISIBLE = 4  # records up to which layers inside [0, k] count


class Smooth(Sum):
    """L_k as a polynomial on each of the pieces of [0, k], and two straight lines.

    Parameters
    ----------
    edges : ndarray, shape (p + 1,)
        Of the pieces, from 0 to k; p is 0 for k = 0.
    coefficients : ndarray, shape (degree + 1, p)
        In Chebyshev polynomials.
    ends : tuple
        L_k(0) and L_k(k).
    """

    def __init__(
        self,
        secret: Interval,
        scale: float,
        edges: FloatArray,
        coefficients: FloatArray,
        ends: tuple[float, float],
    ) -> None:
        self.secret, self.scale = secret, scale
        self.edges, self.coefficients, self.ends = edges, coefficients, ends
        low, high = float(secret.low), float(secret.high)
        self.low, self.width = low, high - low
        self.mesh = (secret.mesh - low) / self.width

    @classmethod
    def noise(cls, secret: Interval, scale: float) -> Smooth:
        """Return L_0(v) = -|v|/s."""
        return cls(secret, scale, np.zeros(1), np.zeros((DEGREE + 1, 0)), (0.0, 0.0))

    @property
    def count(self) -> float:
        """The number k of records."""
        return float(self.edges[-1])

    def __call__(self, v: FloatArray) -> FloatArray:
        """Return L_k(v)."""
        found = np.where(
            v <= 0, self.ends[0] + v / self.scale, self.ends[1] + (self.count - v) / self.scale
        )
        inside = (v > 0) & (v < self.count)
        points = v[inside]
        place = np.searchsorted(self.edges, points, side="right") - 1
        left, right = self.edges[place], self.edges[place + 1]
        found[inside] = np.polynomial.chebyshev.chebval(
            (2 * points - left - right) / (right - left), self.coefficients[:, place], tensor=False
        )
        return found

    def mixture(self, v: FloatArray) -> FloatArray:
        """Return L_(k+1)(v) = log E e^(L_k(v - U)) for v in [0, k + 1]."""
        cells = self._cells
        found = np.empty(len(v))
        order = np.argsort(v)
        size = AT_ONCE // (16 * (len(self.mesh) + 40))
        for some in pieces(order, size):
            near = v[some]
            inner = cells[(cells > near[0] - 1) & (cells < near[-1])]
            edges = np.concatenate(
                [
                    np.clip(inner, near[:, None] - 1, near[:, None]),
                    near[:, None] - self.mesh,
                ],
                axis=1,
            )
            edges.sort(axis=1)
            nodes, weights = gauss_legendre(edges[:, :-1], edges[:, 1:])
            u = near[:, None, None] - nodes
            logs = self(nodes.ravel()).reshape(nodes.shape) + weights + self._log_pdf(u)
            found[some] = np.logaddexp.reduce(logs.reshape(len(near), -1), axis=1)
        return found

    @cached_property
    def _cells(self) -> FloatArray:
        """Edges of cells of [-1, k + 1] on which Gauss-Legendre nodes see e^(L_k)."""
        edges = np.concatenate([[-1.0], self.edges, [self.count + 1.0]])
        return resolve(self, edges, relative=True)[0]

    def _log_pdf(self, u: FloatArray) -> FloatArray:
        inside = np.clip(u, 0.0, 1.0)
        return self.secret.log_pdf(self.low + self.width * inside) + math.log(self.width)

    def one_more(self) -> Smooth:
        """Return L_(k+1), its pieces halved until the last coefficients are negligible."""
        rate = 1 / (self.scale * self.width)
        ends = (
            self.ends[0] + self.secret.log_mgf(-rate, about=self.secret.low),
            self.ends[1] + self.secret.log_mgf(rate, about=self.secret.high),
        )
        edges = self._first_edges()
        rounding = np.finfo(float).eps * edges[-1] / self.scale  # of v, times the slope of L_k
        enough = _ENOUGH + rounding + 0.05 * self.secret.unseen
        edges, coefficients = fit(self.mixture, edges[:-1], edges[1:], enough)
        return Smooth(self.secret, self.scale, edges, coefficients, ends)

    def _first_edges(self) -> FloatArray:
        """Return whole numbers and, beside them, layers as thin as s, which nodes may not see."""
        after = self.count + 1
        layers = self.scale * 2.0 ** np.arange(-2, 50)
        layers = layers[layers < 0.4]
        whole = np.arange(after + 1)
        # the k-th derivative is the first to jump at whole numbers between the ends
        thin = whole if after <= _VISIBLE else whole[[0, -1]]
        edges = np.concatenate(
            [whole, *(thin + layer * np.array([[1], [-1]]) for layer in layers)], axis=None
        )
        return np.unique(edges[(edges >= 0) & (edges <= after)])

    def extremes(self, v: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the least, the mixed and the largest L_k(v - u), u in the support."""
        sides = np.stack([self(v), self(v - 1)], axis=1)
        heights = self(self.points)
        least, most = sides.min(axis=1), sides.max(axis=1)
        for i, at in enumerate(v):
            inside = heights[
                np.searchsorted(self.points, at - 1) : np.searchsorted(self.points, at)
            ]
            if len(inside):
                least[i], most[i] = min(least[i], inside.min()), max(most[i], inside.max())
        return least, self.mixture(v), most

    @cached_property
    def points(self) -> FloatArray:
        """The edges of the pieces, and where L_k turns."""
        return np.unique(np.concatenate([self.edges, turns(self, self.edges)]))

    def candidates(self) -> FloatArray:
        """Return where one of the three smooth pieces of the lift turns."""
        # the largest over w in [v - 1, v] of L_k(w) is L_k(v), L_k(v - 1), or where L_k turns
        after = self.one_more()
        edges = np.unique(np.concatenate([self.edges, self.edges + 1, after.edges]))
        edges = edges[np.diff(edges, prepend=-1) > 1e-13]
        ratios: list[Callable[[FloatArray], FloatArray]] = [
            after,
            lambda v: self(v) - after(v),
            lambda v: self(v - 1) - after(v),
        ]
        return np.unique(np.concatenate([edges, *(turns(ratio, edges) for ratio in ratios)]))
