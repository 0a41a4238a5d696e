"""Secrets that nothing tells apart: equally likely ones, under a utility that treats them alike.

Exchanging two of them turns a mechanism into one of the same utility and guarantee, and so does
mixing both. So only the means of a lift vector over each group of such secrets count in the linear
program; prices may be taken to be equal within a group; and of the lift vectors that are
permutations of each other within the groups, a search has to see only the decreasing one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.design.pricing.branch_and_bound import Range
from pmlsym.design.result import Mixture

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
