"""Convex programs for the bounds on a workload: a log-sum-exp over a cube of slopes.

For a class r and weights c that sum to one,

    F(s) = log sum_j c_j exp(<s, w_r - w_j>),   low <= s <= high,

is convex in s. Minus its least value over the cube [-1, 1]^m is the tilted bound, minus its least
value over the vertices the corner bound. Many such programs over one workload are solved at once,
by a primal-dual interior-point method; the linear algebra is in the k classes or in the m
queries, whichever are fewer, since the Hessian has rank below k. Independently of the
iterations, a Frank-Wolfe gap, which is the duality gap, encloses the minimum from both sides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import BoolArray, FloatArray, IntArray

_STEPS = 80
_HALVINGS = 12
_INSIDE = 0.995  # fraction of the way to the boundary for a step
_MOST_PRODUCTS = 4_000_000  # numbers kept for products of columns


@dataclass(frozen=True)
class SlopeEnclosure:
    """SlopeEnclosure minima: for each program a point, F at that point, and a lower bound."""

    slope: FloatArray  # (P, m)
    value: FloatArray  # (P,)
    lower: FloatArray  # (P,)


def log_mean_exp(log_weights: FloatArray, exponents: FloatArray) -> FloatArray:
    """Return log sum_j c_j e^(x_j) along the last axis for weights that sum to one.

    For small exponents the value is as small as they are, with all its digits.

    Examples
    --------
    >>> float(log_mean_exp(np.log([0.5, 0.5]), np.array([-1e-12, -1e-12])))
    -1e-12
    """
    top = np.max(log_weights + exponents, axis=-1, keepdims=True)
    large: FloatArray = np.log(np.sum(np.exp(log_weights + exponents - top), axis=-1)) + top[..., 0]
    small = np.abs(exponents).max(axis=-1) < 0.5
    if not np.any(small):
        return large
    near = np.where(small[..., None], exponents, 0.0)
    change = np.sum(np.exp(log_weights) * np.expm1(near), axis=-1)
    found: FloatArray = np.where(small, np.log1p(change), large)
    return found


def minimise(
    columns: FloatArray,
    first: IntArray,
    log_weights: FloatArray,
    low: FloatArray,
    high: FloatArray,
    tolerance: float,
    cutoff: float = np.inf,
) -> SlopeEnclosure:
    """Minimise F over a box for P programs at once; when time is up, as far as they are.

    Parameters
    ----------
    columns : (m, k) the workload divided by the scale of the noise.
    first : (P,) the class r of each program.
    log_weights : (P, k) the logarithms of the weights.
    low, high : (P, m) the box; a coordinate with low = high is fixed.
    tolerance : stop a program once its gap is no larger, in nats.
    cutoff : stop a program also once its minimum is known to be at least this.

    Returns
    -------
    SlopeEnclosure
    """
    found = _descend(columns, first, log_weights, low, high, (low + high) / 2, tolerance, cutoff)
    gap = found.value - found.lower
    rest = np.flatnonzero((gap > tolerance) & (found.lower < cutoff))
    if rest.size:
        # With very little noise F is almost a maximum of linear functions, smooth at its kinks
        # only: follow its minimum from a smoother F to the given one.
        first = first[rest]
        log_weights, low, high = (x[rest] for x in (log_weights, low, high))
        slope = (low + high) / 2
        for heat in _heats(columns):
            if deadline.passed():
                return found
            warm = log_weights / heat
            warm = warm - np.logaddexp.reduce(warm, axis=1, keepdims=True)
            limit = cutoff if heat == 1 else np.inf
            cooled = _descend(columns / heat, first, warm, low, high, slope, tolerance, limit)
            slope = cooled.slope
        better = cooled.value < found.value[rest]
        found.slope[rest[better]] = cooled.slope[better]
        found.value[rest[better]] = cooled.value[better]
        found.lower[rest] = np.maximum(found.lower[rest], cooled.lower)
    return found


def _heats(columns: FloatArray) -> list[float]:
    """Return decreasing divisors of the exponents, the last one 1."""
    largest = max(float(np.abs(columns).sum(axis=0).max()), 1.0)
    return [*np.geomspace(largest, 1.0, 2 + 2 * int(np.log10(largest)))[:-1].tolist(), 1.0]


def _descend(
    columns: FloatArray,
    first: IntArray,
    log_weights: FloatArray,
    low: FloatArray,
    high: FloatArray,
    start: FloatArray,
    tolerance: float,
    cutoff: float,
) -> SlopeEnclosure:
    programs, m = low.shape
    k = columns.shape[1]
    products = None
    if m * k * k <= _MOST_PRODUCTS:  # one large product of matrices instead of many small ones
        products = (columns[:, :, None] * columns[:, None, :]).reshape(m, k * k)
    slope, value = start.copy(), np.full(programs, np.inf)
    lower = log_weights[np.arange(programs), first]  # the term j = r only
    state = _State(columns, products, first, log_weights, low, high, start)
    active = np.arange(programs)
    target = tolerance / (4 * m)
    for count in range(_STEPS + 1):
        better = state.value < value[active]
        slope[active[better]] = state.slope[better]
        value[active[better]] = state.value[better]
        lower[active] = np.maximum(lower[active], state.value - state.gap)
        still = (value[active] - lower[active] > tolerance) & (lower[active] < cutoff)
        if not still.any() or deadline.passed():
            break
        if not still.all():
            active = active[still]
            state.keep(still)
        if count < _STEPS - 1:
            state.step(target)
        else:  # where F is flat, its minimum is far from the boundary
            state.stretch()
    return SlopeEnclosure(slope, value, lower)


def exponents_at(columns: FloatArray, first: IntArray, slope: FloatArray) -> FloatArray:
    """Return <s, w_r - w_j> for every class j, (P, k), at slopes (P, m)."""
    scores = slope @ columns
    return scores[np.arange(len(scores)), first][:, None] - scores


def gradient(
    columns: FloatArray, first: IntArray, log_weights: FloatArray, slope: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return F, (P,), its gradient, (P, m), and each class's share of e^F, (P, k), at slopes."""
    exponents = exponents_at(columns, first, slope)
    terms = log_weights + exponents
    share = np.exp(terms - terms.max(axis=1, keepdims=True))
    share = share / share.sum(axis=1, keepdims=True)
    toward = -share
    toward[np.arange(len(share)), first] += 1.0
    return log_mean_exp(log_weights, exponents), toward @ columns.T, share


def descent(
    gradient: FloatArray, slope: FloatArray, low: FloatArray, high: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return the largest decrease of a linear function in a box, (P,), and its point, (P, m)."""
    ends = np.where(gradient > 0, low, high)
    return np.sum(gradient * (slope - ends), axis=1), ends


class _State:
    """The iterates of the programs that are still open."""

    def __init__(
        self,
        columns: FloatArray,
        products: FloatArray | None,
        first: IntArray,
        log_weights: FloatArray,
        low: FloatArray,
        high: FloatArray,
        start: FloatArray,
    ) -> None:
        self.columns, self.products = columns, products
        self.first, self.log_weights = first, log_weights
        self.low, self.high = low, high
        self.free = high > low
        self.slope = 0.99 * start + 0.01 * (low + high) / 2  # in the interior, whatever the start
        self._look()
        size = np.abs(self.gradient).mean(axis=1)
        self.barrier = np.maximum(size, 1e-9)
        mu = self.barrier[:, None]
        above, below = high - self.slope, self.slope - low
        self.upper_price = np.where(self.free, mu / np.where(self.free, above, 1.0), 0.0)
        self.lower_price = np.where(self.free, mu / np.where(self.free, below, 1.0), 0.0)

    def keep(self, chosen: BoolArray) -> None:
        """Keep only the chosen programs."""
        for name, array in vars(self).items():
            if name not in ("columns", "products"):
                setattr(self, name, array[chosen])

    def _look(self) -> None:
        self.value, self.gradient, self.share = gradient(
            self.columns, self.first, self.log_weights, self.slope
        )
        self.gap, _ = descent(self.gradient, self.slope, self.low, self.high)

    def step(self, target: float) -> None:
        """Take one damped Newton step towards the central path, then move along it."""
        above, below = self.high - self.slope, self.slope - self.low
        above[~self.free] = below[~self.free] = 1.0
        mu = self.barrier[:, None]
        pull = np.where(self.free, self.gradient + mu / above - mu / below, 0.0)
        stiffness = self.upper_price / above + self.lower_price / below
        inverse = np.where(self.free, 1.0 / np.where(self.free, stiffness, 1.0), 0.0)
        change = self._newton(pull, inverse)
        rise = (mu + self.upper_price * change) / above - self.upper_price
        fall = (mu - self.lower_price * change) / below - self.lower_price
        rise[~self.free] = fall[~self.free] = 0.0
        length = _largest_step(-change, above, self.free)
        length = np.minimum(length, _largest_step(change, below, self.free))
        length = self._shortened(length, change, np.sum(pull * change, axis=1))
        price = _largest_step(rise, self.upper_price, self.free)
        price = np.minimum(price, _largest_step(fall, self.lower_price, self.free))
        self.slope = self.slope + length[:, None] * change
        self.upper_price = self.upper_price + price[:, None] * rise
        self.lower_price = self.lower_price + price[:, None] * fall
        self._look()
        above, below = self.high - self.slope, self.slope - self.low
        pairs = np.maximum(2 * self.free.sum(axis=1), 1)
        left = np.sum((self.upper_price * above + self.lower_price * below) * self.free, axis=1)
        shrink = np.where(np.minimum(length, price) > 0.9, 0.05, 0.4)
        lowest = np.maximum(0.1 * self.gap / pairs, target)  # not below the level reached
        self.barrier = np.maximum(np.minimum(self.barrier, shrink * left / pairs), lowest)

    def stretch(self) -> None:
        """Move along the ray through the slope to the boundary of the box."""
        largest = np.abs(self.slope).max(axis=1, keepdims=True)
        ray = self.slope / np.where(largest > 0, largest, 1.0)
        self.slope = np.clip(ray, self.low, self.high)
        self._look()

    def _newton(self, pull: FloatArray, inverse: FloatArray) -> FloatArray:
        # Hessian = stiffness + (A R)(A R)' with R R' = diag(share) - share share'. What is solved
        # is symmetric with eigenvalues at least 1, in the smaller of the two dimensions: either
        # I + S (A R)(A R)' S with S = stiffness^(-1/2), or by Woodbury I + R' A' (1/stiffness) A R.
        if self.columns.shape[0] < self.columns.shape[1]:
            return self._newton_in_queries(pull, inverse)
        return self._newton_in_classes(pull, inverse)

    def _newton_in_queries(self, pull: FloatArray, inverse: FloatArray) -> FloatArray:
        width = np.sqrt(inverse)
        factor = self.columns[None] - (self.share @ self.columns.T)[:, :, None]
        factor *= np.sqrt(self.share)[:, None, :]
        factor *= width[:, :, None]
        system = factor @ factor.transpose(0, 2, 1)
        m = np.arange(system.shape[1])
        system[:, m, m] += 1.0 + 1e-15 * system[:, m, m]
        return -width * _solved(system, (width * pull)[:, :, None])[:, :, 0]

    def _newton_in_classes(self, pull: FloatArray, inverse: FloatArray) -> FloatArray:
        root = np.sqrt(self.share)
        k = np.arange(root.shape[1])
        if self.products is not None:
            inner = (inverse @ self.products).reshape(-1, k.size, k.size)
        else:
            inner = (self.columns.T[None] * inverse[:, None, :]) @ self.columns
        factor = -self.share[:, :, None] * root[:, None, :]
        factor[:, k, k] += root
        turned = factor.transpose(0, 2, 1)
        system = turned @ inner @ factor
        system[:, k, k] += 1.0 + 1e-15 * system[:, k, k]
        start = -inverse * pull
        scores = turned @ (start @ self.columns)[:, :, None]
        solved = (factor @ _solved(system, scores))[:, :, 0]
        return start - inverse * (solved @ self.columns.T)

    def _merit(self, slope: FloatArray) -> FloatArray:
        above, below = self.high - slope, slope - self.low
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(self.free, np.log(above) + np.log(below), 0.0)
        merit = log_mean_exp(self.log_weights, exponents_at(self.columns, self.first, slope))
        merit = merit - self.barrier * logs.sum(axis=1)
        return np.where(np.isnan(merit), np.inf, merit)

    def _shortened(self, length: FloatArray, change: FloatArray, descent: FloatArray) -> FloatArray:
        before = self._merit(self.slope)
        noise = 1e-13 * (1 + np.abs(before))
        for _ in range(_HALVINGS):
            after = self._merit(self.slope + length[:, None] * change)
            long = after > before + 1e-4 * length * descent + noise
            if not long.any():
                break
            length = np.where(long, length / 2, length)
        return length


def _solved(systems: FloatArray, sides: FloatArray) -> FloatArray:
    """Solve symmetric systems with eigenvalues at least 1."""
    try:
        return np.asarray(np.linalg.solve(systems, sides))
    except np.linalg.LinAlgError:  # exponents so large that the identity is lost by rounding
        return np.asarray(np.linalg.pinv(systems, hermitian=True) @ sides)


def _largest_step(change: FloatArray, room: FloatArray, free: BoolArray) -> FloatArray:
    """Return the largest step in (0, 1] at which `room + step * change` stays positive."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        limit = np.where(free & (change < 0), -_INSIDE * room / change, 1.0)
    step: FloatArray = np.minimum(1.0, limit.min(axis=1))
    return step
