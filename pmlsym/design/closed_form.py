r"""Closed-form optimal mechanisms.

Where the admitted lift vectors form a simplex, every mechanism is a mixture of its vertices with
weights that are affine in the lift, so their means are fixed and the mixture of the vertices is
optimal for every convex utility. This covers two secrets; bounds so close to one that no vertex has
a coordinate at the lower one (high privacy); and no upper bound, or one that never binds. Where the
secrets are equally likely, a symmetric utility is the same at all permutations of a vertex, and the
mechanism of all rotations of the best vertex is optimal.
"""

from __future__ import annotations

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.design.result import Mixture
from pmlsym.design.utility import Divergence, Utility
from pmlsym.formulas.mechanisms import chance_of_low
from pmlsym.guarantees import LiftSet

_EQUAL = 1e-12  # relative difference of probabilities in a prior that counts as uniform


def closed_form(lifts: LiftSet, utility: Utility) -> Mixture | None:
    """Return an optimal mechanism if one of the closed forms applies, else None.

    Notes
    -----
    Source: the ledger's `extremal.binary`, `extremal.high-privacy`, `extremal.uniform` and
    `extremal.cost`. Under LDP a binary secret has randomized response; for equally likely secrets
    the staircases of one size are rotated, and the best size is taken.

    Examples
    --------
    >>> from pmlsym.design.utility import MUTUAL_INFORMATION
    >>> from pmlsym.guarantees import Box
    >>> closed_form(Box.between((0.25, 0.75), 0.0, 1.2), MUTUAL_INFORMATION).weights
    array([0.25, 0.75])
    """
    secrets = len(lifts.prior)
    if lifts.trivial:
        return Mixture(np.ones((secrets, 1)), np.ones(1))
    corners = lifts.simplex()
    if corners is not None:
        return Mixture(corners, lifts.prior)
    if secrets == 2:
        return _two_ends(lifts)
    even = np.ptp(lifts.prior) <= _EQUAL / secrets
    if not even or not isinstance(utility, Divergence):
        return None
    every = lifts.even_vertices()
    if every is None:
        return None
    best = every[:, int(np.argmax(utility.at(every, lifts.prior)))]
    turns = [np.roll(best, turn) for turn in range(secrets)]
    return Mixture(np.array(turns).T, np.full(secrets, 1 / secrets))


def supporting_prices(mixture: Mixture, lifts: LiftSet, utility: Utility) -> FloatArray:
    r"""Return dual prices at which the bound is the value of a closed form.

    They are the slopes of the affine function through the utilities of the vertices of a simplex,
    each with all coordinates but one equal, or of the two ends of a segment. For the rotations of
    one lift vector they are zero.

    Examples
    --------
    >>> from pmlsym.design.utility import CHI_SQUARE
    >>> from pmlsym.guarantees import Box
    >>> box = Box.between((0.25, 0.75), 0.0, 1.2)
    >>> supporting_prices(closed_form(box, CHI_SQUARE), box, CHI_SQUARE).round(4)
    array([-0.1,  0.1])
    """
    prior, columns = lifts.prior, mixture.lifts
    if isinstance(utility, Divergence) and utility.of_deviation is not None:
        worth = prior @ utility.of_deviation(columns - 1)
    else:
        worth = utility.at(columns, prior)
    if np.ptp(worth) <= _EQUAL * np.abs(worth).max():
        return np.zeros(len(prior))
    if len(prior) == 2 and columns[0, 0] == columns[0, 1]:  # the two ends are equal as floats
        return np.zeros(2)
    if len(prior) == 2:
        slope = (worth[1] - worth[0]) / (columns[0, 1] - columns[0, 0])
        ends: FloatArray = np.array([slope, -slope]) * prior[1]
        return ends
    prices: FloatArray = prior * (worth - float(prior @ worth)) / (1 - columns[1, 0])
    return prices


def _two_ends(lifts: LiftSet) -> Mixture:
    """Return the ends of the segment that the lifts of two secrets form."""
    every = lifts.vertices()
    own = int(np.argmax(np.ptp(every, axis=1)))  # the coordinate with the larger range
    ends = every[:, [int(every[own].argmin()), int(every[own].argmax())]]
    if ends[own, 0] == ends[own, 1]:  # equal as floats
        return Mixture(np.ones((2, 1)), np.ones(1))
    share = chance_of_low(ends[own, 0], ends[own, 1])
    return Mixture(ends, np.array([share, 1 - share]))
