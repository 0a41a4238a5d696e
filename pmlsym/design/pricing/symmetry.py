"""Secrets that nothing tells apart: equally likely ones, under a utility that treats them alike."""

from __future__ import annotations

from typing import Any

import numpy as np

from pmlsym.design.mixture import Mixture


class Symmetry:
    r"""Groups of secrets that may be exchanged.

    Exchanging two of them turns a mechanism into one of the same utility and guarantee, and so
    does mixing both. Means over the groups are then all that counts of a lift vector, and prices
    may be taken to be equal within a group.

    Parameters
    ----------
    keys : arrays, shape (\|X\|,); secrets with the same entries in all of them form a group.
    """

    def __init__(self, *keys: Any) -> None:
        _, self.group = np.unique(np.array(keys), axis=1, return_inverse=True)
        self.group = self.group.reshape(-1)
        self.sizes = np.bincount(self.group)

    @property
    def trivial(self) -> bool:
        """Whether every secret is a group of its own."""
        return len(self.sizes) == len(self.group)

    def means(self, columns: Any) -> Any:
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

    def spread(self, totals: Any) -> Any:
        """Share out one number for each group among its secrets."""
        return (totals / self.sizes)[self.group]

    def earlier(self, secret: int) -> Any:
        """Return which secrets of the same group have a smaller number."""
        return np.flatnonzero(self.group[:secret] == self.group[secret])

    def later(self, secret: int) -> Any:
        """Return which secrets of the same group have a larger number."""
        return secret + 1 + np.flatnonzero(self.group[secret + 1 :] == self.group[secret])

    def turned(self, mixture: Mixture) -> Mixture:
        """Replace each lift vector by its turns within the groups, which have its group means.

        All groups are turned by one angle between 0 and 1, which moves a group of n at the
        multiples of 1/n.
        """
        steps = np.unique(np.concatenate([np.arange(size) / size for size in self.sizes]))
        lengths = np.diff(np.append(steps, 1.0))
        members = [np.flatnonzero(self.group == number) for number in range(len(self.sizes))]
        columns, weights = [], []
        for step, length in zip(steps, lengths, strict=True):
            turned = mixture.lifts.copy()
            for places, size in zip(members, self.sizes, strict=True):
                turn = int(np.floor((step + length / 2) * size))
                turned[places] = mixture.lifts[np.roll(places, turn)]
            columns.append(turned)
            weights.append(mixture.weights * length)
        return Mixture(np.hstack(columns), np.concatenate(weights))


def falling(parts: Any, symmetry: Symmetry) -> Any:
    """Keep only vectors that fall within each group, of the two sets between pairs of vectors.

    Parameters
    ----------
    parts : two pairs, the first with a smaller upper vector, the second with a larger lower one;
        or none.
    """
    if not parts or symmetry.trivial:
        return parts
    (low, upper), (lower, high) = parts
    split = int(np.flatnonzero(low < lower)[0])
    later, earlier = symmetry.later(split), symmetry.earlier(split)
    upper[later] = np.minimum(upper[later], upper[split])
    lower[earlier] = np.maximum(lower[earlier], lower[split])
    return (low, upper), (lower, high)
