r"""The density of Laplace noise plus a sum of independent copies of a secret.

In units in which the secret U runs from 0 to 1 and the noise has the scale s, with
S_k = U_1 + ... + U_k,

.. math:: L_k(v) = \log \mathbb E\, e^{-|v - S_k| / s}

is the logarithm of that density up to a constant. It is 1/s-Lipschitz, and a straight line of slope
1/s for v <= 0 and of slope -1/s for v >= k.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, TypeVar

from pmlsym.arrays import FloatArray, IntArray

Piece = TypeVar("Piece", FloatArray, IntArray)
AT_ONCE = 20_000  # numbers in one array, so that it stays in the cache


class Sum(ABC):
    """The noise and k records: L_k, and what one record more does to it.

    Attributes
    ----------
    points : ndarray
        The values of S_k; of a density, all points of [0, k] where L_k can be least or largest.
    """

    if TYPE_CHECKING:  # worked out at once, or when it is needed

        @property
        def points(self) -> FloatArray:
            """The values of S_k; of a density, where L_k can be least or largest."""

    @abstractmethod
    def __call__(self, v: FloatArray) -> FloatArray:
        """Return L_k(v), shape (m,)."""

    @abstractmethod
    def extremes(self, v: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the least L_k(v - u), L_(k+1)(v), and the largest L_k(v - u), u in the support."""

    @abstractmethod
    def candidates(self) -> FloatArray:
        """Points v of [0, k + 1], one of which has the largest max_u L_k(v - u) - L_(k+1)(v)."""


def pieces(v: Piece, size: int) -> list[Piece]:
    """Cut an array into pieces of at most so many entries."""
    return [v[i : i + max(1, size)] for i in range(0, len(v), max(1, size))]
