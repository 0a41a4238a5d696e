"""The least denominator over the cube of slopes and all pairs of classes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import FloatArray, IntArray
from pmlsym.formulas.laplace import spare
from pmlsym.laplace.workload.slope_cube import gradient, log_mean_exp, minimise

_NUMBERS_AT_ONCE = 2_000_000  # bounds the memory of a batch of programs
_TINY = 1e-300  # in place of 0 in a logarithm
_WORK = 1e11  # multiplications in one step of all solved programs


class Programs:
    """The weights of the denominators: alpha for every class, and the excess for one of them.

    Parameters
    ----------
    alpha : the floor of the class probabilities.
    classes : their number k.
    """

    def __init__(self, alpha: float, classes: int) -> None:
        self.alpha = alpha
        self.classes = classes
        self.spare = max(spare(alpha, classes), 0.0)

    def log_weights(self, favoured: IntArray) -> FloatArray:
        """Return log(alpha + (1 - k alpha) [j = j*]) for each j*, shape (P, k)."""
        favoured = np.asarray(favoured)
        weights = np.full((favoured.size, self.classes), np.log(self.alpha))
        weights[np.arange(favoured.size), favoured] = np.log(self.alpha + self.spare)
        return weights

    def triangle(self, distances: FloatArray) -> FloatArray:
        """Return a lower bound on the log-denominator of each pair: every class at its l1 distance.

        Shape (k, k), for r and j*; infinite on the diagonal, and for all j* but one if the excess
        is zero.

        Examples
        --------
        >>> Programs(0.25, 2).triangle(np.array([[0.0, 2.0], [2.0, 0.0]])).round(4)
        array([[    inf, -1.0455],
               [-1.0455,     inf]])
        """
        k = self.classes
        found = log_denominators(distances, distances, self.alpha, self.spare)
        found[np.arange(k), np.arange(k)] = np.inf
        if self.spare == 0.0:
            found[1:, 1:] = np.inf
            found[0, 2:] = np.inf
        return found

    def at(self, scores: FloatArray) -> tuple[FloatArray, IntArray]:
        """Return the least log-denominator of slopes with scores <s, w_j>, (P, k), and its pair."""
        pair = np.stack([scores.argmin(axis=1), scores.argmax(axis=1)], axis=1)
        exponents = scores.min(axis=1, keepdims=True) - scores
        return log_mean_exp(self.log_weights(pair[:, 1]), exponents), pair


@dataclass(frozen=True)
class Least:
    """The least log-denominator over slopes and pairs: `value` at `slope`, at least `lower`."""

    value: float
    lower: float
    pair: tuple[int, int]
    slope: FloatArray


def log_denominators(
    distances: FloatArray,
    favoured: FloatArray,
    alpha: float | FloatArray,
    spare: float | FloatArray,
) -> FloatArray:
    """Return log(alpha sum_j e^-d_rj + spare e^-f) for each class r and each f in its row.

    Parameters
    ----------
    distances : (..., k, k) from every class r to every class j.
    favoured : (..., k, p) distances f, of the classes that prior r may favour.
    alpha, spare : the weights, with k alpha + spare = 1; arrays are of shape (..., 1, 1).

    Examples
    --------
    >>> distances = np.array([[0.0, 2.0], [2.0, 0.0]])
    >>> log_denominators(distances, np.array([[2.0], [2.0]]), 0.25, 0.5).round(4).tolist()
    [[-1.0455], [-1.0455]]
    """
    change = alpha * np.expm1(-distances).sum(axis=-1, keepdims=True) + spare * np.expm1(-favoured)
    near = change > -0.5  # log1p of the change keeps the digits of a small logarithm
    found: FloatArray = np.log1p(np.where(near, change, 0.0))
    if not near.all():
        total = alpha * np.exp(-distances).sum(axis=-1, keepdims=True) + spare * np.exp(-favoured)
        found = np.where(near, found, np.log(total))
    return found


def batches(count: int, size: int) -> Iterator[slice]:
    """Yield slices of a range, each within the limit of memory."""
    step = max(1, min(64, _NUMBERS_AT_ONCE // max(size, 1)))
    for start in range(0, count, step):
        yield slice(start, min(start + step, count))


def program_size(columns: FloatArray) -> int:
    """Return the number of floats in memory for one program over a workload."""
    m, k = columns.shape
    return int(max(m * k, min(m, k) ** 2))


_MIXED = (0.0, 0.05, 0.15, 0.3, 0.5, 0.7, 0.9)  # weights tried for the favoured class


@dataclass(frozen=True)
class SharedBounds:
    """Lower bounds on the log-denominators of pairs, from one program for each class r.

    Parameters
    ----------
    places : (P,) which of the pairs they bound.
    lower : (P,) a bound for each of them.
    slopes : (R, m) the slopes at which the shared programs are least.
    """

    places: IntArray
    lower: FloatArray
    slopes: FloatArray


def shared_bounds(
    columns: FloatArray,
    programs: Programs,
    pairs: IntArray,
    distances: FloatArray,
    tolerance: float,
    wanted: float,
) -> Iterator[SharedBounds]:
    r"""Bound the pairs of each class r by one program for all classes that its prior may favour.

    By Gibbs' inequality every distribution q over the classes gives a lower bound,

    .. math:: \log \sum_j c_j e^{\langle s, w_r - w_j\rangle} \ge
        \sum_j q_j \log \frac{c_j}{q_j} - \Bigl\lVert w_r - \sum_j q_j w_j \Bigr\rVert_1
        \quad\text{for all } s \in [-1, 1]^m

    where c are the weights of the pair. Here q mixes the shares p of the classes in the least value
    of the program with equal weights, and the favoured class, in the best of a few proportions.
    Another bound is that least value with the smallest possible term of the favoured class.

    Parameters
    ----------
    columns : (m, k) the workload divided by the scale of the noise.
    programs : the weights.
    pairs : (P, 2) classes r and j*.
    distances : (k, k) between columns.
    tolerance : of the shared programs, in nats.
    wanted : a bound that is enough, for which no more is done.

    Examples
    --------
    >>> pairs = np.array([[0, 1], [1, 0]])
    >>> columns = np.array([[0.0, 2.0]])
    >>> distances = np.abs(columns.T - columns)
    >>> [found] = shared_bounds(columns, Programs(0.25, 2), pairs, distances, 1e-9, 0.0)
    >>> found.lower <= -1.0454
    array([ True,  True])
    """
    k, m = programs.classes, columns.shape[0]
    order = np.argsort(pairs[:, 0], kind="stable")
    leaking = pairs[order, 0]
    for classes in batches(k, program_size(columns)):
        deadline.check()
        some = np.arange(classes.start, classes.stop)
        some = some[np.isin(some, leaking)]
        if not len(some):
            continue
        cube, even = np.ones((len(some), m)), np.full((len(some), k), -np.log(k))
        found = minimise(columns, some, even, -cube, cube, tolerance)
        shares = gradient(columns, some, even, found.slope)[2]
        places, lower = [], []
        for r, share, least in zip(some.tolist(), shares, found.lower.tolist(), strict=True):
            places.append(order[slice(*np.searchsorted(leaking, (r, r + 1)))])
            favoured = pairs[places[-1], 1]
            farthest = np.log(programs.spare) - distances[r, favoured]
            bound = np.logaddexp(np.log(k * programs.alpha) + least, farthest)
            low = np.flatnonzero(bound < wanted)
            if len(low):
                apart = columns[:, r] - columns @ share
                away = (columns[:, r, None] - columns[:, favoured[low]]).T
                mixed = _mixed(programs, share, favoured[low], apart, away)
                bound[low] = np.maximum(bound[low], mixed)
            lower.append(bound)
        yield SharedBounds(np.concatenate(places), np.concatenate(lower), found.slope)


def _mixed(
    programs: Programs,
    share: FloatArray,
    favoured: IntArray,
    apart: FloatArray,
    away: FloatArray,
) -> FloatArray:
    """Return the bounds of a class with each favoured class, by mixing it into the shares.

    `apart` is the class less the mean of the others by their shares, (m,), and `away` the class
    less each favoured one, (P, m).
    """
    terms = -share * np.log(np.maximum(share, _TINY))  # of the entropy
    others, own = terms.sum() - terms[favoured], share[favoured]
    gain = np.log(programs.alpha + programs.spare) - np.log(programs.alpha)
    best = np.full(len(favoured), -np.inf)
    for mixed in _MIXED:
        rest = 1 - mixed
        mass = rest * own + mixed
        entropy = rest * others - rest * np.log(rest) * (1 - own)
        entropy = entropy - mass * np.log(np.maximum(mass, _TINY))
        distance = np.abs(rest * apart + mixed * away).sum(axis=1)
        best = np.maximum(best, np.log(programs.alpha) + gain * mass + entropy - distance)
    return best


def _pointing_away(columns: FloatArray, programs: Programs) -> Least:
    """Return the best of k slopes, one for each class r: from the other classes towards it.

    Where an answer of r is the least, or the largest, of its query, a slope of 1, or -1, puts all
    classes at their distance from r in that query. If that is so in every query, as it is for
    counts of zero and one, the slope attains the triangle bound.
    """
    least, most = columns.min(axis=1), columns.max(axis=1)
    width = np.where(most > least, most - least, 1.0)
    best = Least(0.0, 0.0, (0, 1), np.zeros(len(columns)))
    for part in batches(programs.classes, program_size(columns)):
        slopes = (1 - 2 * (columns[:, part] - least[:, None]) / width[:, None]).T
        best = _better(best, programs, columns, np.clip(slopes, -1.0, 1.0))
    return best


def _better(best: Least, programs: Programs, columns: FloatArray, slopes: FloatArray) -> Least:
    """Return the best of a slope and further ones."""
    value, pair = programs.at(slopes @ columns)
    i = int(np.argmin(value))
    if value[i] >= best.value:
        return best
    return Least(float(value[i]), 0.0, (int(pair[i, 0]), int(pair[i, 1])), slopes[i])


def least_in_cube(
    columns: FloatArray,
    programs: Programs,
    tolerance: float,
    distances: FloatArray,
    most_programs: int | None = None,
    until: float = np.inf,
) -> Least:
    """Minimise over slopes in [-1, 1]^m and pairs of classes.

    Pairs are taken in the order of their triangle bounds, and left out where these show that they
    cannot be the worst. Memory grows with m k and with k^2.

    Parameters
    ----------
    columns : (m, k) the workload divided by the scale of the noise.
    programs : the weights.
    tolerance : the desired gap, in nats.
    distances : (k, k) between columns.
    most_programs : the number of pairs after which the search stops; by default as many as some
        minutes of work allow.
    until : when it stops as it is, on the clock of `time.monotonic`.
    """
    m, k = columns.shape
    if most_programs is None:
        most_programs = max(64, int(_WORK / (m * k * min(m, k))))
    spared = tolerance / 2  # pairs that could be worse by no more than this are left out
    best = _pointing_away(columns, programs)
    floors = programs.triangle(distances)
    wanted = floors < best.value - spared
    pairs, floor = np.argwhere(wanted), floors[wanted]  # a bound for each pair, whenever it ends
    with contextlib.suppress(deadline.TimeIsUp), deadline.ending(until):
        # one program for each class r instead of one for each pair
        if len(pairs) > 2 * len(np.unique(pairs[:, 0])) and 2 * k <= most_programs:
            for shared in shared_bounds(columns, programs, pairs, distances, 1e-9, -np.inf):
                floor[shared.places] = np.maximum(floor[shared.places], shared.lower)
        order = np.argsort(floor)
        pairs, floor = pairs[order], floor[order]
        for part in batches(min(len(pairs), most_programs), program_size(columns)):
            deadline.check()
            promising = part.start + np.flatnonzero(floor[part] < best.value - spared)
            if not len(promising):
                break
            chosen = pairs[promising]
            cube = np.ones((len(chosen), m))
            found = minimise(
                columns,
                chosen[:, 0],
                programs.log_weights(chosen[:, 1]),
                -cube,
                cube,
                spared,
                best.value - spared,
            )
            floor[promising] = np.maximum(floor[promising], found.lower)
            best = _better(best, programs, columns, found.slope)
    lowest = min(float(floors[~wanted].min()), float(floor.min(initial=np.inf)))
    # The rounding error of exponents as large as the largest distance.
    reach = float(distances[best.pair[0]].max())
    rounding = 4 * float(np.finfo(float).eps) * (1 + abs(best.value) + reach)
    return Least(best.value, min(lowest, best.value) - rounding, best.pair, best.slope)
