"""Mechanisms as mixtures of lift vectors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.guarantees import LiftSet


@dataclass(frozen=True)
class Mixture:
    r"""A mechanism as lift vectors and their probabilities.

    Parameters
    ----------
    lifts : array, shape (\|X\|, \|Y\|), a lift vector for each outcome.
    weights : array, shape (\|Y\|,), the probabilities of the outcomes.
    """

    lifts: FloatArray
    weights: FloatArray


def opposite(lifts: LiftSet, columns: FloatArray) -> FloatArray:
    """Return for each lift vector the farthest admitted one on its line through the vector of ones.

    Examples
    --------
    >>> from pmlsym.guarantees import Cone
    >>> opposite(Cone.of_ratio((0.25, 0.75), 2.0), np.array([[1.6], [0.8]])).round(4)
    array([[0.5714],
           [1.1429]])
    """
    share = np.minimum(lifts.balance(columns), 0.999999)
    return np.maximum((1 - share * columns) / (1 - share), 0.0)  # type: ignore[no-any-return]
