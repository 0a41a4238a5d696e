r"""The pricing problem, branch and bound for it, and secrets that nothing tells apart.

.. math:: \max_v \; \mu(v) - \sum_x \lambda(x)\, v(x)

over the admitted lift vectors. Prices :math:`\lambda` and an upper bound :math:`\delta` on that
maximum give the upper bound :math:`\sum_x \lambda(x) + \delta` on the utility of every mechanism,
as its lift vectors have mean one.
"""

from __future__ import annotations

import heapq
import itertools
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.design.result import Mixture

COLUMNS_PER_ROUND = 64  # lift vectors that one round of pricing returns at most


@dataclass(frozen=True)
class PricingEffort:
    """How much work one round of pricing may do; whatever it is, the bound returned holds.

    Parameters
    ----------
    cores : how many sets of secrets `knapsack` searches for better vectors before it branches.
    splits : how many nodes of the branch-and-bound tree may be split.
    tolerance : stop when the bound is at most this far above the best vector found.
    deadline : when to stop, on the clock `time.perf_counter`.
    """

    cores: int
    splits: int
    tolerance: float = 0.0
    deadline: float = math.inf

    QUICK: ClassVar[PricingEffort]
    THOROUGH: ClassVar[PricingEffort]
    EXACT: ClassVar[PricingEffort]


PricingEffort.QUICK, PricingEffort.THOROUGH, PricingEffort.EXACT = (
    PricingEffort(1, 0),
    PricingEffort(8, 0),
    PricingEffort(8, 10**6),
)


@dataclass(frozen=True)
class Priced:
    r"""Lift vectors worth adding, and an upper bound on what any is worth.

    Parameters
    ----------
    columns : array, shape (\|X\|, k)
    bound : at least the maximum of the pricing problem.
    """

    columns: FloatArray
    bound: float


class Pricing(Protocol):
    """What column generation asks of a set of lift vectors with a utility."""

    always_optimal: bool  # whether `price` finds the maximum with any effort, not only a bound

    def initial(self, deadline: float = math.inf) -> tuple[FloatArray, FloatArray]:
        """Return the lift vectors of the first linear program, and prices for a first bound."""

    def price(self, prices: FloatArray, effort: PricingEffort = PricingEffort.EXACT) -> Priced:
        """Solve the pricing problem, or with less effort only bound it."""


Range = tuple[FloatArray, FloatArray]  # the vectors v with low <= v <= high, as (low, high)


@dataclass(frozen=True)
class Relaxation:
    r"""What a relaxation says of the lift vectors in a range.

    Parameters
    ----------
    bound : at least what any of them is worth.
    columns : array, shape (\|X\|, k), some of them.
    worth : array, shape (k,), what these are worth.
    parts : ranges that cover the range; empty if the bound is attained by one of the columns.
    """

    bound: float
    columns: FloatArray
    worth: FloatArray
    parts: Sequence[Range]


def branch_and_bound(
    relax: Callable[[FloatArray, FloatArray], Relaxation | None],
    root: Range,
    tolerance: float,
    deadline: float,
    most_splits: int,
) -> Priced:
    r"""Split the range with the largest bound until the best vector found is as good as any.

    A node of the tree is the set :math:`\{v : l \le v \le h\}`. A relaxation gives an upper bound
    on what its vectors are worth, some of these vectors, and two or more smaller sets that cover
    it. The node with the largest bound is split next; what is worth no more than the best vector
    found is dropped. At any time the largest bound of the nodes that are left, or the best vector
    if it is worth more, bounds all.

    Parameters
    ----------
    relax : bounds the vectors between low and high; None if there are none.
    root : the range of all vectors.
    tolerance : stop when the bound is at most this far above the best vector found.
    deadline : when to stop, on the clock `time.perf_counter`.
    most_splits : how many ranges are split at most.

    Returns
    -------
    Priced
        The best vectors found, best first, and a bound that holds however early the search ended.
    """
    number = itertools.count()  # earlier nodes first among those of the same bound
    first = relax(*root)
    assert first is not None
    queue = [(-first.bound, next(number), first)]
    columns, worth = [first.columns], [first.worth]
    best = float(first.worth.max())
    for _ in range(most_splits):
        bound, _, node = queue[0]
        if -bound <= best + tolerance or not node.parts or time.perf_counter() > deadline:
            break
        heapq.heappop(queue)
        for part in node.parts:
            found = relax(*part)
            if found is None:
                continue
            columns.append(found.columns)
            worth.append(found.worth)
            best = max(best, float(found.worth.max()))
            if found.bound > best:
                # rounding may put the bound of a part above that of the whole, which also holds
                heapq.heappush(queue, (-min(found.bound, -bound), next(number), found))
        if not queue:
            break
    left = -queue[0][0] if queue else best
    every, values = np.hstack(columns), np.concatenate(worth)
    order = np.argsort(-values)[:COLUMNS_PER_ROUND]
    return Priced(every[:, order], max(left, best))


# --- random orders in which every item is as often among the first as any, whatever its size ------


def circular_order(rng: np.random.Generator, sizes: FloatArray) -> IntArray:
    """Lay items on a circle in random order, each an arc of its size; begin at a random point.

    The arc of a given length from that point on covers every point of the circle with the same
    probability (systematic sampling from a random start). So vectors that are raised on the items
    of that arc have the same mean at every item. The item cut by the starting point comes first
    with the probability that is the share of it beyond that point, and else last.

    Parameters
    ----------
    rng : the source of randomness.
    sizes : array, shape (k,), not negative.

    Returns
    -------
    array, shape (k,)
        The numbers of the items.

    Examples
    --------
    >>> circular_order(np.random.default_rng(1), np.array([1.0, 2.0, 3.0]))
    array([1, 2, 0])
    """
    order = rng.permutation(len(sizes))
    ends = np.cumsum(sizes[order])
    point = rng.uniform(0, ends[-1])
    start = int(np.searchsorted(ends, point))
    covered = (ends[start] - point) / sizes[order[start]]
    return np.roll(order, -(start if rng.uniform() < covered else start + 1))


# --- secrets that nothing tells apart: equally likely ones, under a utility that treats them ------


class Symmetry:
    r"""Groups of secrets that may be exchanged.

    Exchanging two of them turns a mechanism into one of the same utility and guarantee, and so does
    mixing both. So only the means of a lift vector over each group of such secrets count in the
    linear program; prices may be taken to be equal within a group; and of the lift vectors that are
    permutations of each other within the groups, a search has to see only the decreasing one.

    Parameters
    ----------
    keys : array_like, shape (\|X\|,); secrets with the same entries in all of them form a group.

    Examples
    --------
    >>> symmetry = Symmetry([0.25, 0.5, 0.25])
    >>> symmetry.sizes, symmetry.later(0)
    (array([2, 1]), array([2]))
    """

    def __init__(self, *keys: ArrayLike) -> None:
        if len(keys) == 1:  # the same order, found faster
            _, group = np.unique(np.asarray(keys[0]), return_inverse=True)
        else:
            _, group = np.unique(np.array(keys), axis=1, return_inverse=True)
        self.group: IntArray = group.reshape(-1)
        self.sizes: IntArray = np.bincount(self.group)

    @property
    def trivial(self) -> bool:
        """Whether every secret is a group of its own."""
        return len(self.sizes) == len(self.group)

    def means(self, columns: FloatArray) -> FloatArray:
        r"""Average the rows of an array over the groups, shape (groups, k).

        Examples
        --------
        >>> Symmetry([0.25, 0.5, 0.25]).means(np.array([[1.0], [2.0], [3.0]]))
        array([[2.],
               [2.]])
        """
        totals = np.zeros((len(self.sizes), columns.shape[1]))
        if self.trivial:
            totals[self.group] = columns
            return totals
        np.add.at(totals, self.group, columns)
        return totals / self.sizes[:, None]

    def shared(self, totals: FloatArray) -> FloatArray:
        """Share out one number for each group equally among its secrets."""
        return (totals / self.sizes)[self.group]

    def earlier(self, secret: int) -> IntArray:
        """Return which secrets of the same group have a smaller number."""
        return np.flatnonzero(self.group[:secret] == self.group[secret])

    def later(self, secret: int) -> IntArray:
        """Return which secrets of the same group have a larger number."""
        return secret + 1 + np.flatnonzero(self.group[secret + 1 :] == self.group[secret])

    def rotated(self, mixture: Mixture) -> Mixture:
        """Replace each lift vector by its rotations within the groups, in equal parts.

        Each secret then has the mean of its group. All groups are rotated by one angle between 0
        and 1: a group of n secrets by k places where the angle is between k/n and (k+1)/n. So
        there are as many rotations as there are different fractions k/n, not their product over
        the groups.
        """
        steps = np.unique(np.concatenate([np.arange(size) / size for size in self.sizes]))
        lengths = np.diff(np.append(steps, 1.0))
        members = [np.flatnonzero(self.group == number) for number in range(len(self.sizes))]
        columns, weights = [], []
        for step, length in zip(steps, lengths, strict=True):
            rotated = mixture.lifts.copy()
            for places, size in zip(members, self.sizes, strict=True):
                turn = int(np.floor((step + length / 2) * size))
                rotated[places] = mixture.lifts[np.roll(places, turn)]
            columns.append(rotated)
            weights.append(mixture.weights * length)
        return Mixture(np.hstack(columns), np.concatenate(weights))


def break_symmetry(parts: Sequence[Range], symmetry: Symmetry) -> Sequence[Range]:
    """Cut off what is not decreasing within the groups, where a range is split at one secret.

    If the secret is at most a number in the first part, so are the later ones of its group; if it
    is at least a number in the second part, so are the earlier ones.

    Parameters
    ----------
    parts : two ranges of vectors, the first with a smaller upper end at one secret, the second
        with a larger lower end there; or none.
    symmetry : the groups of secrets.

    Returns
    -------
    parts
        The same ranges with tighter ends.
    """
    if not parts or symmetry.trivial:
        return parts
    (low, upper), (lower, high) = parts
    split = int(np.flatnonzero(low < lower)[0])
    later, earlier = symmetry.later(split), symmetry.earlier(split)
    upper[later] = np.minimum(upper[later], upper[split])
    lower[earlier] = np.maximum(lower[earlier], lower[split])
    return (low, upper), (lower, high)
