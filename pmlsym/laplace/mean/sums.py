"""The density of the noise plus a sum of records, for discrete secrets and for densities."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.errors import ParameterError
from pmlsym.exact import ExactArray
from pmlsym.ordered import lost_gap
from pmlsym.secret import Bounded, Discrete, Interval
from pmlsym.secret.quadrature import gauss_legendre, resolve

# --- base class -----------------------------------------------------------------------------------
# In units in which the secret U runs from 0 to 1 and the noise has the scale s, with
# S_k = U_1 + ... + U_k,
#
# .. math:: L_k(v) = \log \mathbb E\, e^{-|v - S_k| / s}
#
# is the logarithm of that density up to a constant. It is 1/s-Lipschitz, and a straight line of
# slope 1/s for v <= 0 and of slope -1/s for v >= k.

Piece = TypeVar("Piece", FloatArray, IntArray)
AT_ONCE = 20_000  # numbers in one array, so that it stays in the cache


class Sum(ABC):
    """The noise plus k records: L_k, and its change by one more record.

    Attributes
    ----------
    points : ndarray
        The values of S_k; for a density, all points of [0, k] where L_k can be least or largest.
    """

    if TYPE_CHECKING:  # an attribute or a property of the subclasses

        @property
        def points(self) -> FloatArray:
            """The values of S_k; for a density, the points where L_k can be least or largest."""

    @abstractmethod
    def __call__(self, v: FloatArray) -> FloatArray:
        """Return L_k(v), shape (m,)."""

    @abstractmethod
    def extremes(self, v: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the least L_k(v - u), L_(k+1)(v), and the largest L_k(v - u), u in the support."""

    @abstractmethod
    def candidates(self) -> FloatArray:
        """Return points v of [0, k + 1], one of which maximises max_u L_k(v - u) - L_(k+1)(v)."""


def pieces(v: Piece, size: int) -> list[Piece]:
    """Cut an array into pieces of at most so many entries."""
    return [v[i : i + max(1, size)] for i in range(0, len(v), max(1, size))]


# --- records with finitely many values: every sum, exactly ----------------------------------------

MOST_SUMS = 200_000  # different values that a sum may have
_MOST_TERMS = 4_000_000  # of sums, before equal ones are merged
_SNAP = 10**6  # largest denominator of the fraction that a float is rounded to
_SAME = 1e-9  # largest relative change of a distance by that rounding


class SumAtoms(Sum):
    """Sums of records with finitely many values.

    Between neighbouring sums of k + 1 values every L_k(v - u) is the logarithm of
    A e^(v/s) + B e^(-v/s), so lifts are monotone there and extreme at sums.
    """

    points: FloatArray

    def __init__(self, secret: Discrete, count: int, scale: float) -> None:
        self.steps, self.unit = _integers(secret)
        self.logs, self.scale = secret.atoms[1], scale
        self.sums, logs = self.steps[:1], np.zeros(1)  # no records: the sum 0
        for _ in range(count):
            self.sums, logs = self._one_more(self.sums, logs)
        self.points = self._scaled(self.sums)
        gaps = np.diff(self.points) / scale
        # the logarithms of E[e^(-|z - S_k|/s); S_k <= z] and of the rest, at every sum z
        self.below, self.above = _falling(logs, gaps), _falling(logs[::-1], gaps[::-1])[::-1]

    def _one_more(
        self, sums: IntArray | ExactArray, logs: FloatArray
    ) -> tuple[IntArray | ExactArray, FloatArray]:
        """Return the sums with one more record, and the logarithms of their probabilities."""
        if len(sums) * len(self.steps) > _MOST_TERMS:
            raise ParameterError(_too_many(len(self.steps)))
        terms = (sums[:, None] + self.steps).ravel()
        weights = (logs[:, None] + self.logs).ravel()
        order = np.argsort(terms, kind="stable")
        starts = np.flatnonzero(np.append(True, np.diff(terms[order]) != 0))
        if len(starts) > MOST_SUMS:
            raise ParameterError(_too_many(len(self.steps)))
        return terms[order][starts], np.logaddexp.reduceat(weights[order], starts)

    def _scaled(self, sums: IntArray | ExactArray) -> FloatArray:
        """Return sums in units of the range, as floats rounded once."""
        return np.array([float(int(total) * self.unit) for total in sums])

    def __call__(self, v: FloatArray) -> FloatArray:
        """Return L_k(v)."""
        after = np.searchsorted(self.points, v, side="right")
        before, after = np.maximum(after - 1, 0), np.minimum(after, len(self.points) - 1)
        left, right = v - self.points[before], self.points[after] - v
        below = np.where(left >= 0, self.below[before] - left / self.scale, -np.inf)
        above = np.where(right > 0, self.above[after] - right / self.scale, -np.inf)
        found: FloatArray = np.logaddexp(below, above)
        return found

    def extremes(self, v: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the least L_k(v - u), L_(k+1)(v) and the largest L_k(v - u), u a value."""
        values = self._scaled(self.steps)
        parts = []
        for some in pieces(v, AT_ONCE // len(values)):
            logs = self(some[:, None] - values)
            mixed = np.logaddexp.reduce(logs + self.logs, axis=1)
            parts.append((logs.min(axis=1), mixed, logs.max(axis=1)))
        least, mixed, most = (np.concatenate(column) for column in zip(*parts, strict=True))
        return least, mixed, most

    def candidates(self) -> FloatArray:
        """Return all sums with one more record."""
        return self._scaled(self._one_more(self.sums, np.zeros(len(self.sums)))[0])


def _falling(logs: FloatArray, gaps: FloatArray) -> FloatArray:
    """Return log sum_(j <= i) e^(logs_j - gaps_j - ... - gaps_(i - 1)) for every i."""
    found = [float(logs[0])]
    for one, gap in zip(logs[1:].tolist(), gaps.tolist(), strict=True):
        fallen = found[-1] - gap
        top, low = (one, fallen) if one > fallen else (fallen, one)
        found.append(top + math.log1p(math.exp(low - top)) if low > -math.inf else top)
    return np.array(found)


def _too_many(values: int) -> str:
    return (
        f"records of {values} values have more than {MOST_SUMS} different sums: "
        "take fewer records, or values that are multiples of a common unit."
    )


def _integers(secret: Discrete) -> tuple[IntArray | ExactArray, Fraction]:
    """Return the values, scaled to [0, 1], as multiples of one unit, and the unit."""
    exact = [_snapped(value) for value in secret.values]
    held = [Fraction(value) for value in secret.values]
    if lost_gap(held, exact, _SAME) is not None:
        exact = held  # the values are so close that a simple fraction changes a distance
    width = exact[-1] - exact[0] or Fraction(1)
    scaled = [(value - exact[0]) / width for value in exact]
    denominator = math.lcm(*(value.denominator for value in scaled))
    small = denominator < 2**31  # otherwise Python's integers, of any size
    steps = [int(value * denominator) for value in scaled]
    return np.array(steps, dtype=np.int64 if small else object), Fraction(1, denominator)


def _snapped(value: Fraction | float) -> Fraction:
    """Return a simple fraction near a float, so that equal sums are recognised."""
    exact = Fraction(value)
    short = exact.limit_denominator(_SNAP)
    near = isinstance(value, float) and abs(float(short) - value) <= 4 * math.ulp(value)
    return short if near else exact


# --- piecewise polynomials in Chebyshev's basis, and their extrema --------------------------------

DEGREE = 19  # of the polynomials
_MOST_PIECES = 2000
_DEPTH = 40  # halvings of a piece at most


@cache
def _chebyshev() -> tuple[FloatArray, FloatArray]:
    """Return nodes on [-1, 1], and the matrix from values there to coefficients."""
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
    """Interpolate by polynomials on pieces, halved until the last coefficients are negligible."""
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
    """Return the points where the derivative of a piecewise polynomial vanishes."""
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


# --- records with a density -----------------------------------------------------------------------

_ENOUGH = 1e-12  # size of the last coefficients that is negligible
_VISIBLE = 4  # records up to which layers inside [0, k] are resolved


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
        """Edges of cells of [-1, k + 1] on which Gauss-Legendre quadrature resolves e^(L_k)."""
        edges = np.concatenate([[-1.0], self.edges, [self.count + 1.0]])
        return resolve(self, edges, relative=True)[0]

    def _log_pdf(self, u: FloatArray) -> FloatArray:
        inside = np.clip(u, 0.0, 1.0)
        return self.secret.log_pdf(self.low + self.width * inside) + math.log(self.width)

    def one_more(self) -> Smooth:
        """Return L_(k+1), with pieces halved until the last coefficients are negligible."""
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
        """Return the integers, and next to them layers of width s, which nodes may miss."""
        after = self.count + 1
        layers = self.scale * 2.0 ** np.arange(-2, 50)
        layers = layers[layers < 0.4]
        whole = np.arange(after + 1)
        # the k-th derivative is the first with jumps at integers between the ends
        thin = whole if after <= _VISIBLE else whole[[0, -1]]
        edges = np.concatenate(
            [whole, *(thin + layer * np.array([[1], [-1]]) for layer in layers)], axis=None
        )
        return np.unique(edges[(edges >= 0) & (edges <= after)])

    def extremes(self, v: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the least L_k(v - u), L_(k+1)(v) and the largest L_k(v - u), u in the support."""
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
        """The edges of the pieces, and the extrema of L_k."""
        return np.unique(np.concatenate([self.edges, turns(self, self.edges)]))

    def candidates(self) -> FloatArray:
        """Return the extrema of the three smooth pieces of the lift."""
        # the largest L_k(w) over w in [v - 1, v] is at v, at v - 1, or at an extremum of L_k
        after = self.one_more()
        edges = np.unique(np.concatenate([self.edges, self.edges + 1, after.edges]))
        edges = edges[np.diff(edges, prepend=-1) > 1e-13]
        ratios: list[Callable[[FloatArray], FloatArray]] = [
            after,
            lambda v: self(v) - after(v),
            lambda v: self(v - 1) - after(v),
        ]
        return np.unique(np.concatenate([edges, *(turns(ratio, edges) for ratio in ratios)]))


# --- choice of the class --------------------------------------------------------------------------

MOST_RECORDS = 40  # of a secret with a density
LEAST_SCALE = 1e-5  # of the noise for two or more such records


def others(secret: Bounded, records: int, scale: float) -> Sum:
    """Return the noise and all records but one, in units of the secret's range."""
    if isinstance(secret, Discrete):
        return SumAtoms(secret, records - 1, scale)
    if not isinstance(secret, Interval):
        raise ParameterError(f"secret is {secret}, but has to be discrete or have a density.")
    if records > MOST_RECORDS:
        raise ParameterError(
            f"records is {records}, but for outcomes between the ends of a secret with a density "
            f"at most {MOST_RECORDS} can be worked out."
        )
    if records > 1 and scale < LEAST_SCALE:
        raise ParameterError(
            f"scale is {scale:.3g} (high - low)/records, but for outcomes between the ends of a "
            f"secret with a density at least {LEAST_SCALE} of that can be worked out."
        )
    total = Smooth.noise(secret, scale)
    for _ in range(records - 1):
        total = total.one_more()
    return total
