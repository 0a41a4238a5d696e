r"""The largest second moment of a lift vector in a box or a cone.

.. math:: \max \log \sum_x P(x)\, v(x)^2

It is convex in the lift, hence largest at a vertex. Over all priors, lifts between a and b have at
most a + b - ab, as E[(v - a)(b - v)] >= 0, and two values alone attain it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations, islice

from pmlsym.arrays import FloatArray
from pmlsym.exact import Number, as_fraction, sympified
from pmlsym.guarantees.reach import joined
from pmlsym.guarantees.sets import float_moments
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
    r"""Return the largest second moment between bounds.

    Without a prior :math:`\log(a + b - a b)` with :math:`a = e^{-\varepsilon_l}`,
    :math:`b = e^{\varepsilon_u}`; infinite if b is and a < 1.

    Raises
    ------
    Unanswered
        If p_min alone is known, or the vertices are too many.
    """
    lower, upper = lifts.bounds
    if lifts.masses:
        return _at_vertices(
            lifts,
            (lower, upper),
            lambda *how: _box_vertices(lifts, *how),
            float_moments.of_box,
        )
    if 0 in (lower, upper):
        return Extreme((0,))
    exact = all_exact(lower, upper)
    low, high = power(-brought(lower, exact), exact), power(brought(upper, exact), exact)
    if math.inf in (lower, upper):
        value = upper
    elif exact:
        import sympy as sp

        value = joined(sp.log(low + high - low * high))
    elif upper < 1:
        value = math.log1p(math.expm1(float(upper)) * -math.expm1(-float(lower)))
    else:
        rest = -math.expm1(-float(lower)) + math.exp(-float(lower) - float(upper))
        value = float(upper) + math.log(rest)
    if high == math.inf:
        return Extreme((value,))
    if exact:
        above, below = high - 1, 1 - low
    else:  # next to zero both bounds are 1.0, and their difference is zero
        above, below = math.expm1(float(upper)), -math.expm1(-float(lower))
    masses = below / (above + below), above / (above + below)
    return Extreme((value,), True, lambda: Attained(masses, ((high, low),)))


def of_cone(lifts: LiftSet) -> Extreme:
    r"""Return the largest second moment where ratios are bounded.

    Without a prior :math:`2 \log\cosh(\varepsilon / 2)`.

    Raises
    ------
    Unanswered
        If p_min alone is known, or the vertices are too many.
    """
    (epsilon,) = lifts.apart().values
    if lifts.masses:
        return _at_vertices(
            lifts,
            (epsilon,),
            lambda *how: _staircases(lifts, epsilon, *how),
            float_moments.of_cone,
        )
    if epsilon == math.inf:
        return Extreme((math.inf,))
    exact = all_exact(epsilon)
    ratio = power(brought(epsilon, exact), exact)
    if exact:
        import sympy as sp

        value = joined(sp.log((1 + ratio) ** 2 / (4 * ratio)))
    elif epsilon < 1:
        value = 2 * math.log1p(2 * math.sinh(float(epsilon) / 4) ** 2)
    else:
        value = float(epsilon) + 2 * math.log1p(math.exp(-float(epsilon))) - math.log(4)
    if ratio == math.inf:
        return Extreme((value,))
    low, share = (1 + ratio) / (2 * ratio), 1 / (1 + ratio)
    return Extreme((value,), True, lambda: Attained((share, 1 - share), ((low * ratio, low),)))


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
) -> Extreme:
    masses = lifts.masses
    if has_symbols(*levels, *masses):
        raise Unanswered("the second moment is that of one of many vertices, which symbols hide.")
    if not lifts.whole:
        raise Unanswered(
            "the second moment is looked for at vertices under a whole prior, and p_min is none: "
            "give prior, or nothing for what holds for every prior."
        )
    exact = all_exact(*levels, *masses)
    most = MOST_EXACT if exact else MOST
    if len(masses) > most:
        raise Unanswered(
            f"prior has {len(masses)} secrets, but the second moment takes at most {most}"
            f"{' in exact numbers' if exact else ''}: all vertices are looked at."
        )
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
