r"""Cones of lift vectors, with ratios of at most e^epsilon, as LDP admits them.

.. math:: v(x) \le e^{\varepsilon}\, v(x'), \quad \sum_x P(x)\, v(x) = 1

The vertices are staircases: one value on a set of secrets, e^epsilon times that on the others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from pmlsym.arrays import FloatArray
from pmlsym.exact import Number, Value
from pmlsym.guarantees import reach
from pmlsym.guarantees.sets.lift_set import (
    NEAR,
    Attained,
    Extreme,
    LiftSet,
    Unanswered,
    Vector,
    all_exact,
    below_exponential,
    brought,
    float_power,
    integers,
    power,
    relative,
)
from pmlsym.ordered import greatest, smallest

if TYPE_CHECKING:
    import cvxpy as cp


@dataclass(frozen=True, eq=False)
class Cone(LiftSet):
    """Lift vectors of mean one with no entry more than e^epsilon times another.

    Parameters
    ----------
    masses : what is known of the prior; see `LiftSet`.
    epsilon : nats, may be infinite.

    Examples
    --------
    >>> import sympy
    >>> Cone((sympy.Rational(1, 3),), sympy.log(4)).down().values
    (log(3),)
    """

    symmetric: ClassVar[bool] = True
    masses: tuple[Number, ...]
    epsilon: Number

    @classmethod
    def of_ratio(cls, masses: Sequence[Number], ratio: float) -> Cone:
        """Return the cone of a ratio of two lifts, a float of at least 1."""
        found = cls(tuple(masses), math.log(ratio))
        vars(found).update(ratio=ratio)  # without the rounding of a logarithm
        return found

    @property
    def bounds(self) -> tuple[Number, Number]:
        """Not available: single lifts have no bounds."""
        raise Unanswered("it bounds ratios of lifts, and no lift has a lower bound of its own.")

    # --- extremes ---------------------------------------------------------------------------------

    def up(self) -> Extreme:
        """Return the largest log-lift, that of the least likely secret."""
        if not self.masses:
            return Extreme((self.epsilon,))
        return Extreme((reach.cone_up(self.least, self.epsilon),), True, lambda: self._attained(1))

    def down(self) -> Extreme:
        """Return minus the smallest log-lift, that of the least likely secret."""
        if not self.masses:
            return Extreme((self.epsilon,))
        return Extreme(
            (reach.cone_down(self.least, self.epsilon),), True, lambda: self._attained(-1)
        )

    def both(self) -> Extreme:
        """Return `down` and `up`."""
        values = (*self.down().values, *self.up().values)
        return Extreme(values, True, (lambda: self._attained(1, -1)) if self.masses else None)

    def farthest(self) -> Extreme:
        """Return `down`, which with p_min <= 1/2 is the larger one."""
        both = self.both()
        return Extreme(both.values[:1], True, both.attained)

    def apart(self) -> Extreme:
        """Return epsilon."""
        attained = (lambda: self._attained(1, -1, room=True)) if self.masses else None
        return Extreme((self.epsilon,), True, attained)

    def apart_at(self, x: int, z: int) -> Number:
        """Return epsilon."""
        return self.epsilon

    def why_infinite(self, promise: str, parameter: str) -> str:
        """Return the reason why no finite level is implied."""
        return f"{promise} promises nothing."

    def _attained(self, *signs: int, room: bool = False) -> Attained:
        """Return the lifts with only the rarest secret up, or only it down."""
        exact = all_exact(*self.masses, self.epsilon)
        prior = [brought(p, exact) for p in self.masses]
        if len(prior) == 1:
            (p,) = prior
            prior = [p, p, 1 - 2 * p] if room and 3 * p <= 1 else [p, 1 - p]
        own, epsilon = self.rarest[0], brought(self.epsilon, exact)
        lifts = []
        for sign in signs:
            far = (
                reach.cone_up(prior[own], epsilon)
                if sign > 0
                else -reach.cone_down(prior[own], epsilon)
            )
            # for infinite epsilon the others are zero, or equal
            rest = power(far - sign * epsilon, exact)
            lifts.append(tuple(power(far, exact) if x == own else rest for x in range(len(prior))))
        return Attained(tuple(prior), tuple(lifts))

    def share(self, lift: Vector) -> Number:
        """Return half of the largest probability of outcomes with this mean lift."""
        exact = all_exact(*self.masses, self.epsilon)
        half = brought(1, exact) / 2
        most, least = greatest(lift), smallest(lift)
        if most == least:
            return half
        inverse = power(-brought(self.epsilon, exact), exact)
        return half * smallest([1, (1 - inverse) / (most - least * inverse)])

    # --- in floats, for design --------------------------------------------------------------------

    @cached_property
    def ratio(self) -> float:
        """The largest ratio of two lifts allowed; may be infinite."""
        return float_power(self.epsilon)

    @property
    def spread(self) -> FloatArray:
        """The largest distance of each coordinate from one."""
        import numpy as np

        high, low = self.steps(self.prior)[1], self.steps(self._others)[0]
        return np.maximum(high - 1, 1 - low)

    @property
    def trivial(self) -> bool:
        """Whether the vector of ones is the only one."""
        return self.ratio == 1 or len(self.masses) == 1

    @property
    def unit(self) -> float:
        """The distance of the ratio from one, at most 1."""
        return min(1.0, self.ratio - 1)

    def steps(self, mass: Value) -> tuple[Value, Value]:
        """Return the two values of a staircase, whose upper step has the given probability.

        Examples
        --------
        >>> low, high = Cone.of_ratio((0.5, 0.5), 3.0).steps(0.5)
        >>> float(low), float(high)
        (0.5, 1.5)
        """
        inverse = 1 / self.ratio
        high = 1 / (mass + (1 - mass) * inverse)
        return high * inverse, high

    def balance(self, columns: FloatArray) -> FloatArray:
        """Return the largest probability of each lift vector in a mixture of two with mean one."""
        inverse = 1 / self.ratio
        return (1 - inverse) / (columns.max(axis=0) - inverse * columns.min(axis=0))  # type: ignore[no-any-return]

    def vertices(self) -> FloatArray:
        r"""Return all vertices, as the columns of an array, shape (\|X\|, 2^\|X\| - 2).

        Examples
        --------
        >>> Cone.of_ratio((0.25, 0.75), 2.0).vertices().round(4)
        array([[1.6   , 0.5714],
               [0.8   , 1.1429]])
        """
        import numpy as np

        secrets = len(self.prior)
        if self.trivial:
            return np.ones((secrets, 1))
        numbers = np.arange(1, 2**secrets - 1)
        chosen = (numbers >> np.arange(secrets)[:, None]) & 1 == 1
        low, high = self.steps(self.prior @ chosen)
        return np.where(chosen, high, low)  # type: ignore[no-any-return]

    def best(self, gains: FloatArray) -> FloatArray:
        """Return the lift vectors that maximise linear functions: the best secrets are high."""
        import numpy as np

        prior = self.prior
        order = np.argsort(-gains / prior[:, None], axis=0, kind="stable")
        mass, total = np.cumsum(prior[order], axis=0), gains.sum(axis=0)
        taken = np.cumsum(np.take_along_axis(gains, order, axis=0), axis=0)
        below, above = self.steps(mass)
        best = (below * (total - taken) + above * taken).argmax(axis=0)
        upper = np.empty(gains.shape, bool)
        np.put_along_axis(upper, order, np.arange(len(prior))[:, None] <= best, axis=0)
        below, above = self.steps(prior @ upper)
        columns = np.where(upper, above, below)
        return columns / (prior @ columns)

    def constraints(self, mean: cp.Variable, moved: cp.Variable) -> list[cp.Constraint]:
        """Return the bounds by the least entry of each column of a kernel, for cvxpy."""
        import cvxpy as cp
        import numpy as np

        every, unit, inverse = np.ones((len(self.prior), 1)), self.unit, 1 / self.ratio
        least = cp.Variable((1, moved.shape[1]), nonneg=True)
        room = (1 - inverse) / unit * mean - least
        return [moved >= -(every @ least), inverse * moved <= every @ room, unit * least <= mean]

    def simplex(self) -> FloatArray | None:
        """Return the vertices of the simplex of all lift vectors, if epsilon is infinite."""
        import numpy as np

        return np.diag(1 / self.prior) if self.ratio == math.inf else None

    def even_vertices(self) -> FloatArray:
        """Return a staircase of each size."""
        import numpy as np

        secrets = len(self.prior)
        sizes = np.arange(1, secrets)
        low, high = self.steps(sizes / secrets)
        return np.where(np.arange(secrets)[:, None] < sizes, high, low)

    def shrunk(self, margin: float) -> Cone:
        """Return the cone with the ratio moved towards one."""
        ratio = 1 + (self.ratio - 1) * (1 - relative(margin, self.ratio))
        return Cone.of_ratio(self.masses, ratio)

    def inside(self, columns: FloatArray) -> FloatArray:
        """Return each lift vector as the staircase near it, or raised into the cone."""
        import numpy as np

        upper = columns > (columns.max(axis=0) + columns.min(axis=0)) / 2
        low, high = self.steps(self.prior @ upper)
        steps = np.where(upper, high, low)
        stairs = np.abs(columns - steps).max(axis=0) < NEAR * (high - low)
        found = np.where(stairs, steps, np.maximum(columns, columns.max(axis=0) / self.ratio))
        return found / (self.prior @ found)  # type: ignore[no-any-return]

    # --- exact decisions --------------------------------------------------------------------------

    @cached_property
    def _level(self) -> Fraction | None:
        """A rational ratio that implies the given one."""
        return below_exponential(self.epsilon)

    def contains(self, column: Sequence[Fraction]) -> bool:
        """Return whether the entries of a column are within the ratio, decided in integers."""
        entries, level = integers(column), self._level
        if level is None or not any(entries):
            return True
        return max(entries) * level.denominator <= min(entries) * level.numerator

    def exact_vertex(self, column: FloatArray, spread: FloatArray) -> list[Fraction] | None:
        """Return the exact staircase near a column of floats."""
        ratio, upper = self._level, column > (column.max() + column.min()) / 2
        if not upper.any() or upper.all():  # a constant, perhaps up to one rounding
            return [Fraction(1)] * len(column)
        size = column.max() - column.min()
        uneven = sum(float(part.max() - part.min()) for part in (column[upper], column[~upper]))
        if ratio is None or uneven > NEAR * size:
            return None
        prior = [Fraction(mass) for mass in self.masses]
        mass = sum((p for p, up in zip(prior, upper, strict=True) if up), Fraction(0))
        low = 1 / (mass * ratio + 1 - mass)
        return [low * ratio if up else low for up in upper]
