r"""The largest second moment of a lift vector in a box or a cone.

.. math:: \max \log \sum_x P(x)\, v(x)^2

It is convex in the lift, hence largest at a vertex, and all vertices are looked at. Where they are
too many, what holds for every prior with that p_min is returned, with a caveat.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, islice

from pmlsym.arrays import FloatArray
from pmlsym.exact import Number, as_fraction, sympified
from pmlsym.guarantees.reach import joined
from pmlsym.guarantees.sets import float_moments, moments_at_p_min
from pmlsym.guarantees.sets.lift_set import (
    Attained,
    Extreme,
    LiftSet,
    Unanswered,
    all_exact,
    brought,
    has_symbols,
    power,
)
from pmlsym.precision import nearly

MOST = 16  # secrets up to which all vertices are looked at in floats
MOST_EXACT = 10  # secrets up to which they are in exact arithmetic
_DIGITS = 60  # with which exact vertices are compared, beyond those that are the same
_FARTHEST = 50_000  # nats up to which exact vertices are: e to more has too many digits
# digits after the point of a level and of a probability down to which exact vertices are; where
# more of them cancel, sympy does not end when it is asked for a value
_NEAREST, _RAREST = 1000, 30


def of_box(lifts: LiftSet) -> Extreme:
    """Return the largest second moment between bounds; without the prior see `moments_at_p_min`.

    Raises
    ------
    Unanswered
        If numbers are too long.
    """
    if not lifts.whole:
        return moments_at_p_min.of_box(lifts)
    return _at_vertices(
        lifts,
        lifts.bounds,
        lambda *how: _box_vertices(lifts, *how),
        float_moments.of_box,
        moments_at_p_min.of_box,
    )


def of_cone(lifts: LiftSet) -> Extreme:
    """Return the largest second moment where ratios are bounded.

    Raises
    ------
    Unanswered
        If numbers are too long.
    """
    if not lifts.whole:
        return moments_at_p_min.of_cone(lifts)
    (epsilon,) = lifts.apart().values
    return _at_vertices(
        lifts,
        (epsilon,),
        lambda *how: _staircases(lifts, epsilon, *how),
        float_moments.of_cone,
        moments_at_p_min.of_cone,
    )


def variance(prior: FloatArray, columns: FloatArray) -> FloatArray:
    """Return by how much the second moment of lift vectors in floats is more than one.

    Examples
    --------
    >>> import numpy as np
    >>> variance(np.array([0.25, 0.75]), np.array([[4.0], [0.0]]))
    array([3.])
    """
    import numpy as np

    # the square of a rare secret's lift alone can overflow
    return ((np.sqrt(prior)[:, None] * (columns - 1)) ** 2).sum(axis=0)  # type: ignore[no-any-return]


def _at_vertices(
    lifts: LiftSet,
    levels: Sequence[Number],
    vertices: Callable[[bool, int], Iterator[list[Number]]],
    in_floats: Callable[..., Extreme],
    by_p_min: Callable[[LiftSet], Extreme],
) -> Extreme:
    masses = lifts.masses
    if has_symbols(*levels, *masses):
        return _safe(by_p_min(lifts), "symbols hide which of many vertices is the farthest.")
    exact = all_exact(*levels, *masses)
    most = MOST_EXACT if exact else MOST
    if len(masses) > most:
        counted = f"{most} secrets{' in exact numbers' if exact else ''}"
        why = f"prior has {len(masses)} secrets, and vertices are looked at up to {counted}."
        return _safe(by_p_min(lifts), why)
    if not exact:
        return in_floats(lifts.prior, *map(float, levels))
    if any(_FARTHEST < level < math.inf for level in levels):
        raise Unanswered(
            f"the second moment at a prior takes levels up to {_FARTHEST} nats in exact numbers: "
            "give the level as a float."
        )
    prior = tuple(map(sympified, masses))
    near = max((_small(value) for value in levels if 0 < value < math.inf), default=0)
    rare = _small(min(prior))
    if near > _NEAREST or rare > _RAREST:
        raise Unanswered(
            f"the second moment at a prior takes levels down to 1e-{_NEAREST} and probabilities "
            f"down to 1e-{_RAREST} in exact numbers: give the level as a float."
        )
    # lifts differ from one by about the level, their moments by its square over a probability
    digits = _DIGITS + 4 * (near + rare)
    rough = [_rough(p, digits) for p in prior]
    nearly = list(vertices(False, digits))
    worth = [sum(p * w * w for p, w in zip(rough, v, strict=True)) for v in nearly]
    vector = next(islice(vertices(True, digits), worth.index(max(worth)), None))
    moment = sum(p * v * v for p, v in zip(prior, vector, strict=True))
    import sympy as sp

    value = joined(sp.log(sp.simplify(moment)))
    return Extreme((value,), True, lambda: Attained(prior, (tuple(vector),)))


def _safe(found: Extreme, caveat: str) -> Extreme:
    """Return what holds for every prior with that p_min."""
    return Extreme(found.values, found.condition, caveat=caveat)


def _small(value: Number) -> int:
    """Return about how many zeros there are after the point of an exact number."""
    import sympy as sp

    return max(0, -int(sp.floor(sp.log(sympified(value), 10).evalf(15))))


def _rough(value: Number, digits: int) -> Fraction:
    """Return an exact number as a fraction, rounded at many digits if it is none."""
    found = as_fraction(value)
    if found is None:
        return nearly(sympified(value), digits)
    return found


def _box_vertices(lifts: LiftSet, exact: bool, digits: int) -> Iterator[list[Number]]:
    """Yield the vertices of a box: some secrets high, others low, one between.

    Exactly, or with all numbers as fractions; in the same order.
    """
    lower, upper = lifts.bounds
    prior = [sympified(mass) for mass in lifts.masses]
    low = power(-brought(lower, True), True)
    high = None if upper == math.inf else power(brought(upper, True), True)
    rough = [_rough(p, digits) for p in prior]
    floor, top = _rough(low, digits), None if high is None else _rough(high, digits)
    slack = Fraction(1, 10 ** (3 * digits // 4))
    masses, ends = (prior, (low, high)) if exact else (rough, (floor, top))
    for between in range(len(prior)):
        others = [x for x in range(len(prior)) if x != between]
        sizes = range(len(prior)) if high is not None else range(1)
        for some in chain.from_iterable(combinations(others, size) for size in sizes):
            left = _left(rough, between, some, floor, top)
            if left < floor - slack or (top is not None and left > top + slack):
                continue
            vector = [ends[1] if x in some else ends[0] for x in range(len(prior))]
            vector[between] = _left(masses, between, some, *ends)
            yield vector


def _left(
    masses: Sequence[Number], between: int, some: Sequence[int], low: Number, high: Number
) -> Number:
    """Return what the mean leaves to one secret."""
    at_high = sum(masses[x] for x in some)
    rest = (1 - masses[between] - at_high) * low + (at_high * high if some else 0)
    return (1 - rest) / masses[between]


def _staircases(
    lifts: LiftSet, epsilon: Number, exact: bool, digits: int
) -> Iterator[list[Number]]:
    """Yield the vertices of a cone, exactly or with all numbers as fractions."""
    prior: list[Number] = [sympified(mass) for mass in lifts.masses]
    if epsilon == math.inf:
        for own in range(len(prior)):
            one = 1 / prior[own]
            yield [
                (one if exact else _rough(one, digits)) if x == own else 0
                for x in range(len(prior))
            ]
        return
    ratio: Number = power(brought(epsilon, True), True)
    if not exact:
        prior, ratio = [_rough(p, digits) for p in prior], _rough(ratio, digits)
    secrets = range(len(prior))
    for size in range(1, len(prior)):
        for some in combinations(secrets, size):
            mass = sum(prior[x] for x in some)
            low = 1 / (mass * ratio + 1 - mass)
            yield [low * ratio if x in some else low for x in secrets]
