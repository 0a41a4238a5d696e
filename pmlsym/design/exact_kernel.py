"""From lift vectors and weights that a solver found to a kernel that satisfies the guarantee.

A solver is off by 1e-8, a division by one rounding. So the lifts are put a hair inside the
guarantee, the weights are solved for again, and the kernel is checked in integers; if it fails,
the hair grows.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np

from pmlsym.channel import Channel
from pmlsym.design.certificate import exact_levels, satisfies
from pmlsym.design.lifts import Box, Cone, Lifts, Mixture
from pmlsym.guarantees import Guarantee

_NEAR = 1e-7  # a coordinate this near to a bound, for its range, is meant to be at it
_FIRST, _LAST = 1e-14, 1e-6  # how far inside, relative to what the guarantee admits


def kernel_inside(
    mixture: Mixture, lifts: Lifts, guarantee: Guarantee, prior: list[Fraction]
) -> Any:
    r"""Return a kernel of floats that satisfies the guarantee in exact arithmetic.

    Parameters
    ----------
    mixture : what a solver found, within its tolerance.
    lifts : the lift vectors that the guarantee admits.
    guarantee : the guarantee.
    prior : the exact prior, of which that of the lifts is a rounding; it holds under both.

    Returns
    -------
    ndarray, shape (\|X\|, \|Y\|)
    """
    margin = _FIRST
    while margin <= _LAST:
        kernel = _rebuilt(mixture, _shrunk(lifts, margin))
        if _under_both(kernel, lifts, guarantee, prior):
            return kernel
        margin *= 4
    kernel = _normalised(mixture.lifts * mixture.weights, lifts.prior)
    return _diluted(kernel, lifts, guarantee, prior)


def _under_both(kernel: Any, lifts: Lifts, guarantee: Guarantee, prior: list[Fraction]) -> bool:
    rows = kernel.tolist()
    return all(satisfies(rows, masses, guarantee) for masses in (prior, lifts.prior.tolist()))


def exact_channel(
    mixture: Mixture, lifts: Lifts, guarantee: Guarantee, prior: list[Fraction], kernel: Any
) -> Channel:
    """Return a channel of fractions that satisfies the guarantee.

    The vertices of the mixture with exact bounds and the exact solution for their weights if that
    is a mechanism; else the kernel of floats with rows that sum to one exactly.
    """
    rows = _exact_basis(mixture, lifts, guarantee, prior)
    return Channel(rows or _exactly_diluted(kernel, lifts, guarantee, prior), prior)


def _exactly_diluted(
    kernel: Any, lifts: Lifts, guarantee: Guarantee, prior: list[Fraction]
) -> list[list[Fraction]]:
    """Make rows sum to one exactly, and mix with silence as little as that then asks for."""
    rows = [[Fraction(entry) for entry in row] for row in kernel.tolist()]
    rows = [[entry / sum(row) for entry in row] for row in rows]
    silent = [Fraction(entry) for entry in lifts.prior @ kernel]
    silent = [entry / sum(silent) for entry in silent]
    mixed, share = rows, Fraction(1, 2**60)
    while not satisfies(mixed, prior, guarantee):
        mixed = [
            [(1 - share) * entry + share * q for entry, q in zip(row, silent, strict=True)]
            for row in rows
        ]
        share = min(2 * share, Fraction(1))
    return mixed


def _shrunk(lifts: Lifts, margin: float) -> Lifts:
    """Move the bounds towards one, but leave a zero zero."""
    if isinstance(lifts, Cone):
        return Cone(lifts.prior, 1 + (lifts.ratio - 1) * (1 - _relative(margin, lifts.ratio)))
    high = lifts.high
    if high < math.inf:
        high = 1 + (high - 1) * (1 - _relative(margin, high))
    low = lifts.low
    if low > 0:
        low = 1 - (1 - low) * (1 - _relative(margin, 2 - low))
    return Box(lifts.prior, low, high)


def _relative(margin: float, level: float) -> float:
    """Scale the margin so that it is more than a rounding error of the level."""
    if level == math.inf or level == 1:
        return 0.0
    return min(1.0, margin * level / (level - 1))


def _rebuilt(mixture: Mixture, lifts: Lifts) -> Any:
    moved = _moved(mixture.lifts, lifts)
    weights, used = mixture.weights.copy(), mixture.weights > 0
    missing = 1 - moved @ weights
    weights[used] += np.linalg.lstsq(moved[:, used], missing, rcond=_NEAR)[0]
    return _normalised(moved * np.maximum(weights, 0.0), lifts.prior)


def _normalised(kernel: Any, prior: Any) -> Any:
    """Make rows sum to one; a secret that has been rounded away says what an average one says."""
    totals = kernel.sum(axis=1, keepdims=True)
    rows = kernel / np.where(totals > 0, totals, 1.0)
    silent = prior @ rows / float(prior @ (totals[:, 0] > 0))
    return np.where(totals > 0, rows, silent)


def _moved(columns: Any, lifts: Lifts) -> Any:
    """Put each lift vector into the bounds, its mean still one."""
    if isinstance(lifts, Cone):
        upper = columns > (columns.max(axis=0) + columns.min(axis=0)) / 2
        low, high = lifts.steps(lifts.prior @ upper)
        steps = np.where(upper, high, low)
        stairs = np.abs(columns - steps).max(axis=0) < _NEAR * (high - low)
        found = np.where(stairs, steps, np.maximum(columns, columns.max(axis=0) / lifts.ratio))
        return found / (lifts.prior @ found)
    low, high = lifts.reach
    near = _NEAR * (high - low)[:, None]
    top, bottom = np.abs(columns - high[:, None]) <= near, np.abs(columns - low[:, None]) <= near
    found = np.clip(columns, low[:, None], high[:, None])
    found = np.where(top, high[:, None], np.where(bottom, low[:, None], found))
    for free in (~(top | bottom), np.ones_like(top)):
        short = 1 - lifts.prior @ found
        room = np.where(short > 0, high[:, None] - found, found - low[:, None]) * free
        most = lifts.prior @ room
        found += room * np.clip(short / np.where(most > 0, most, 1), -1, 1)
    return found


def _diluted(kernel: Any, lifts: Lifts, guarantee: Guarantee, prior: list[Fraction]) -> Any:
    """Mix with the channel that says nothing, as little as is enough."""
    silent = lifts.prior @ kernel
    share = _LAST / 2**20
    while share < 1:
        mixed = _normalised((1 - share) * kernel + share * silent, lifts.prior)
        if _under_both(mixed, lifts, guarantee, prior):
            return mixed
        share *= 2
    return np.repeat(silent[None, :] / silent.sum(), len(prior), axis=0)


def _exact_basis(
    mixture: Mixture, lifts: Lifts, guarantee: Guarantee, prior: list[Fraction]
) -> list[list[Fraction]] | None:
    """Return the mechanism of the same vertices in fractions, if it is one."""
    import flint

    secrets, outcomes = mixture.lifts.shape
    low, high = exact_levels(guarantee)
    columns = []
    for column in mixture.lifts.T:
        exact = (
            _exact_staircase(column, high, prior)
            if isinstance(lifts, Cone)
            else _exact_vertex(column, _NEAR * lifts.spread, low, high, prior)
        )
        if exact is None:
            return None
        columns.append(exact)
    rows = zip(*columns, strict=True)
    table = flint.fmpq_mat([[flint.fmpq(v.numerator, v.denominator) for v in row] for row in rows])
    ones = flint.fmpq_mat(secrets, 1, [1] * secrets)
    try:
        square = table if secrets == outcomes else table.transpose() * table
        right = ones if secrets == outcomes else table.transpose() * ones
        solved = square.solve(right)
    except ZeroDivisionError:
        return None
    if table * solved != ones:
        return None
    weights = [Fraction(int(solved[y, 0].p), int(solved[y, 0].q)) for y in range(outcomes)]
    if min(weights) < 0:
        return None
    kernel = [
        [weight * column[x] for weight, column in zip(weights, columns, strict=True) if weight]
        for x in range(secrets)
    ]
    return kernel if satisfies(kernel, prior, guarantee) else None


def _exact_vertex(
    column: Any, near: Any, low: Fraction, high: Fraction | None, prior: list[Fraction]
) -> list[Fraction] | None:
    """Read a vertex off a column of floats: all coordinates but one are at a bound."""
    found: list[Fraction | None] = []
    for value, slack in zip(column.tolist(), near.tolist(), strict=True):
        if abs(value - float(low)) <= slack:
            found.append(low)
        elif high is not None and abs(value - float(high)) <= slack:
            found.append(high)
        else:
            found.append(None)
    between = [x for x, value in enumerate(found) if value is None]
    if len(between) > 1:
        return None
    if not between:  # a bound that is reached up to rounding only: the likeliest one gives
        between = [max(range(len(prior)), key=lambda x: prior[x])]
    own = between[0]
    rest = sum(
        (p * v for x, (p, v) in enumerate(zip(prior, found, strict=True)) if x != own and v),
        Fraction(0),
    )
    value = (1 - rest) / prior[own]
    if value < low or (high is not None and value > high):
        return None
    return [value if x == own or v is None else v for x, v in enumerate(found)]


def _exact_staircase(
    column: Any, ratio: Fraction | None, prior: list[Fraction]
) -> list[Fraction] | None:
    if np.ptp(column) == 0:
        return [Fraction(1)] * len(prior)
    upper = column > (column.max() + column.min()) / 2
    uneven = np.ptp(column[upper]) + np.ptp(column[~upper])
    if ratio is None or uneven > _NEAR * np.ptp(column):
        return None
    mass = sum((p for p, up in zip(prior, upper, strict=True) if up), Fraction(0))
    low = 1 / (mass * ratio + 1 - mass)
    return [low * ratio if up else low for up in upper]
