r"""Optimal mechanisms that can be written down.

Where the admitted lift vectors form a simplex, every mechanism is a mixture of its corners with
weights that are affine in the lift, so their means are fixed and the mixture of the corners is
optimal for every convex utility: two secrets; bounds so close to one that no vertex has a
coordinate at the lower one (high privacy); no upper bound, or one that never binds. Where the
secrets are equally likely, a utility that treats them alike is the same at all permutations of a
vertex, and the mechanism that rotates the best one is optimal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pmlsym.design.lifts import Box, Cone, Lifts, Mixture
from pmlsym.design.utility import Divergence, Utility
from pmlsym.formulas.extremal import chance_of_low, own_lift, remainder

_EQUAL = 1e-12  # how far, relatively, priors may be apart that are taken to be uniform


def closed_form(lifts: Lifts, utility: Utility) -> Mixture | None:
    """Return an optimal mechanism if one of the closed forms applies, else None.

    Notes
    -----
    Source: the ledger's `extremal.binary`, `extremal.high-privacy`, `extremal.uniform` and
    `extremal.cost`. Under LDP a binary secret has randomized response; for equally likely secrets
    the staircases of one size are rotated, and the best size is taken.

    Examples
    --------
    >>> from pmlsym.design.utility import MUTUAL_INFORMATION
    >>> closed_form(Box(np.array([0.25, 0.75]), 0.0, 1.2), MUTUAL_INFORMATION).weights
    array([0.25, 0.75])
    """
    secrets = len(lifts.prior)
    if lifts.trivial:
        return Mixture(np.ones((secrets, 1)), np.ones(1))
    corners = _simplex(lifts)
    if corners is not None:
        return Mixture(corners, lifts.prior)
    if secrets == 2:
        return _two_ends(lifts)
    even = np.ptp(lifts.prior) <= _EQUAL / secrets
    if not even or not isinstance(utility, Divergence):
        return None
    best = _staircase(lifts, utility) if isinstance(lifts, Cone) else _even_vertex(lifts)
    turns = [np.roll(best, turn) for turn in range(secrets)]
    return Mixture(np.array(turns).T, np.full(secrets, 1 / secrets))


def _two_ends(lifts: Lifts) -> Mixture:
    """Return the ends of the segment that the lifts of two secrets form."""
    every = lifts.vertices()
    own = int(np.argmax(np.ptp(every, axis=1)))  # the coordinate with more digits
    ends = every[:, [int(every[own].argmin()), int(every[own].argmax())]]
    if ends[own, 0] == ends[own, 1]:  # nearer to each other than floats can tell
        return Mixture(np.ones((2, 1)), np.ones(1))
    share = chance_of_low(ends[own, 0], ends[own, 1])
    return Mixture(ends, np.array([share, 1 - share]))


def _simplex(lifts: Lifts) -> Any:
    """Return the corners if the admitted lifts are a simplex with a corner for each secret."""
    if isinstance(lifts, Cone):
        return np.diag(1 / lifts.prior) if lifts.ratio == np.inf else None
    least = own_lift(lifts.high, lifts.prior)
    if (least >= lifts.low).all():  # at every corner all coordinates but one are high
        return _corners(lifts.high, least)
    most = own_lift(lifts.low, lifts.prior)
    if (most <= lifts.high).all():  # all but one are low
        return _corners(lifts.low, most)
    return None


def _corners(others: float, own: Any) -> Any:
    corners = np.full((len(own), len(own)), others)
    np.fill_diagonal(corners, own)
    return corners


def _even_vertex(box: Box) -> Any:
    """Return the one vertex, up to its order, that equally likely secrets have."""
    secrets = len(box.prior)
    room = secrets * (1 - box.low)
    at_high = min(int(room / (box.high - box.low) * (1 + _EQUAL)), secrets - 1)
    vertex = np.full(secrets, box.low)
    vertex[:at_high] = box.high
    left = remainder(secrets, at_high, box.low, box.high)
    vertex[at_high] = min(max(left, box.low), box.high)
    return vertex


def _staircase(cone: Cone, utility: Utility) -> Any:
    """Return the best staircase of equally likely secrets."""
    secrets = len(cone.prior)
    sizes = np.arange(1, secrets)
    low, high = cone.steps(sizes / secrets)
    columns = np.where(np.arange(secrets)[:, None] < sizes, high, low)
    return columns[:, int(np.argmax(utility.at(columns, cone.prior)))]
