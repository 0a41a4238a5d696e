"""Cones of lift vectors with bounded ratios, as LDP and d-privacy admit them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from pmlsym.arrays import FloatArray
from pmlsym.exact import Computed, Number, Value, sympified
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
    larger,
    power,
    relative,
)
from pmlsym.ordered import exceeds, greatest, smallest

if TYPE_CHECKING:
    import cvxpy as cp


@dataclass(frozen=True, eq=False)
class Cone(LiftSet):
    r"""Lift vectors of mean one with no entry more than e^epsilon times another.

    .. math:: v(x) \le e^{\varepsilon}\, v(x'), \quad \sum_x P(x)\, v(x) = 1

    The vertices are staircases: one value on a set of secrets, e^epsilon times that on the others.

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

    def contains(self, column: Sequence[Fraction | float]) -> bool:
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


Distances: TypeAlias = tuple[tuple[Fraction, ...], ...]

_PLACES = (
    "it depends on which secret has which probability; with the whole prior, in numbers, it may be "
    "less."
)
MOST = 8  # secrets up to which all vertices are listed


@lru_cache(maxsize=32)
def potentials(distances: Distances) -> tuple[tuple[Fraction, ...], ...]:
    """Return all w of the vertices, up to a constant, as multiples of the distances.

    Examples
    --------
    >>> near = Fraction(1)
    >>> len(potentials(((near - 1, near, near), (near, near - 1, near), (near, near, near - 1))))
    6
    """
    secrets = len(distances)
    if secrets > MOST:
        raise Unanswered(
            f"distances are between {secrets} secrets, but the vertices are listed for at most "
            f"{MOST}: ask for a reward or a distortion, which need none of them."
        )
    scale = math.lcm(*(d.denominator for row in distances for d in row))
    whole = [[int(d * scale) for d in row] for row in distances]
    found: dict[tuple[int, ...], set[tuple[int, ...]]] = {(x,): {(0,)} for x in range(secrets)}
    for size in range(2, secrets + 1):
        for some in combinations(range(secrets), size):
            grown: set[tuple[int, ...]] = set()
            for at, leaf in enumerate(some):
                rest = some[:at] + some[at + 1 :]
                for w in found[rest]:
                    # the leaf is as high or as low as one of the others allows
                    top = min(v + whole[leaf][x] for v, x in zip(w, rest, strict=True))
                    low = max(v - whole[leaf][x] for v, x in zip(w, rest, strict=True))
                    for own in (top, low):
                        full = (*w[:at], own, *w[at:])
                        grown.add(tuple(v - full[0] for v in full))
            found[some] = grown
    return tuple(tuple(Fraction(v, scale) for v in w) for w in sorted(found[tuple(range(secrets))]))


@dataclass(frozen=True, eq=False)
class MetricCone(LiftSet):
    r"""Lift vectors of mean one with log-ratios within epsilon times a metric.

    .. math:: v(x) \le e^{\varepsilon d(x, x')}\, v(x'), \quad \sum_x P(x)\, v(x) = 1

    With :math:`v = e^{\varepsilon w}` these are bounds on differences: w(x) - w(x') <= d(x, x'). At
    a vertex the tight bounds contain a spanning tree of the secrets, so w depends on neither
    epsilon nor the prior, up to a constant. Without a leaf of the tree it is a vertex for the other
    secrets, so all vertices are found by adding one secret at a time.

    Parameters
    ----------
    masses : see `LiftSet`; a whole prior is in the order of the distances.
    epsilon : nats, may be infinite.
    distances : a metric on the secrets.
    """

    masses: tuple[Number, ...]
    epsilon: Number
    distances: Distances

    def _over_priors(self, asked: Callable[[Cone], Extreme]) -> Extreme:
        """Return an extreme of the cone of the largest distance, the supremum over all priors."""
        values = asked(Cone(self.masses, *self.apart().values)).values
        return Extreme(values, caveat=_PLACES if self.masses else "")

    def _level(self, x: int, z: int) -> Computed:
        """Return epsilon times the distance, in nats."""
        d = self.distances[x][z]
        if self.epsilon in (0, math.inf) or d == 0:
            return self.epsilon if d else 0
        return self.epsilon * (sympified(d) if all_exact(self.epsilon) else float(d))

    # --- extremes ---------------------------------------------------------------------------------

    def _reach(self, x: int, sign: int) -> Computed:
        r"""Return the largest value of `sign` times the log-lift of a secret.

        .. math:: -\log\sum_{x'} P(x') e^{-\varepsilon d(x, x')}, \quad
            \log\sum_{x'} P(x') e^{\varepsilon d(x, x')}
        """
        masses = self.masses
        levels = [self._level(x, z) for z in range(len(masses))]
        if sign < 0 and math.inf in levels:
            return math.inf
        if all_exact(*masses, self.epsilon):
            import sympy as sp

            terms = (
                sympified(p) * power(-sign * v, True) for p, v in zip(masses, levels, strict=True)
            )
            total = sp.Add(*terms)
            return sp.log(1 / total) if sign > 0 else sp.log(total)
        powers = [(float(p), -sign * float(v)) for p, v in zip(masses, levels, strict=True)]
        shift = max(v for _, v in powers)
        if shift < 1:
            return -sign * math.log1p(math.fsum(p * math.expm1(v) for p, v in powers))
        return -sign * (shift + math.log(math.fsum(p * math.exp(v - shift) for p, v in powers)))

    def _farthest(self, sign: int) -> Extreme:
        secrets = range(len(self.masses))
        found = [self._reach(x, sign) for x in secrets]
        value = larger(*found)

        def attained() -> Attained:
            own = max(secrets, key=lambda x: float(found[x]))
            return self._attained((own, sign))

        return Extreme((value,), True, attained)

    def up(self) -> Extreme:
        """Return the largest log-lift: that of a secret with all others as low as allowed."""
        if not self.whole:
            return self._over_priors(Cone.up)
        return self._farthest(1)

    def down(self) -> Extreme:
        """Return minus the smallest log-lift."""
        if not self.whole:
            return self._over_priors(Cone.down)
        return self._farthest(-1)

    def apart(self) -> Extreme:
        """Return epsilon times the largest distance."""
        pairs = list(combinations(range(len(self.distances)), 2))
        x, z = max(pairs, key=lambda pair: self.distances[pair[0]][pair[1]])
        attained = (lambda: self._attained((x, 1))) if len(self.masses) > 1 else None
        return Extreme((self._level(x, z),), True, attained)

    def apart_at(self, x: int, z: int) -> Number:
        """Return epsilon times the distance."""
        return self._level(x, z)

    def why_infinite(self, promise: str, parameter: str) -> str:
        """Return the reason why no finite level is implied."""
        return f"{promise} promises nothing."

    def _attained(self, *extremes: tuple[int, int]) -> Attained:
        """Return for each secret the lifts with all others as low, or as high, as allowed."""
        exact = all_exact(*self.masses, self.epsilon)
        prior = [brought(p, exact) for p in self.masses]
        lifts = []
        for own, sign in extremes:
            far = sign * self._reach(own, sign)
            levels = [brought(self._level(own, z), exact) for z in range(len(prior))]
            lifts.append(tuple(power(far - sign * level, exact) for level in levels))
        return Attained(tuple(prior), tuple(lifts))

    def share(self, lift: Vector) -> Number:
        """Return half of the largest probability of outcomes with this mean lift."""
        exact = all_exact(*self.masses, self.epsilon)
        limits: list[Computed] = [1]
        for x, z in self._pairs:
            inverse = power(-brought(self._level(x, z), exact), exact)
            if exceeds(lift[z], lift[x] * inverse):
                limits.append((1 - inverse) / (lift[z] - lift[x] * inverse))
        return brought(1, exact) / 2 * smallest(limits)

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        secrets = range(len(self.distances))
        return [(x, z) for x in secrets for z in secrets if x != z]

    # --- in floats, for design --------------------------------------------------------------------

    @cached_property
    def inverse(self) -> FloatArray:
        r"""The smallest ratios v(x)/v(x') allowed, shape (\|X\|, \|X\|)."""
        import numpy as np

        secrets = range(len(self.distances))
        return np.array([[math.exp(-float(self._level(x, z))) for z in secrets] for x in secrets])

    @property
    def trivial(self) -> bool:
        """Whether the vector of ones is the only one."""
        return bool((self.inverse == 1).all())

    @property
    def spread(self) -> FloatArray:
        """The largest distance of each coordinate from one."""
        import numpy as np

        up = [math.expm1(float(self._reach(x, 1))) for x in range(len(self.masses))]
        down = [-math.expm1(-float(self._reach(x, -1))) for x in range(len(self.masses))]
        return np.maximum(up, down)

    def balance(self, columns: FloatArray) -> FloatArray:
        """Return the largest probability of each lift vector in a mixture of two with mean one."""
        import numpy as np

        found = np.ones(columns.shape[1])
        for x, z in self._pairs:
            inverse = self.inverse[x, z]
            size = columns[z] - columns[x] * inverse
            limit = (1 - inverse) / np.where(size > 0, size, 1.0)
            found = np.where(size > 0, np.minimum(found, limit), found)
        return found

    def vertices(self) -> FloatArray:
        r"""Return all vertices, as the columns of an array, shape (\|X\|, k)."""
        import numpy as np

        secrets = len(self.masses)
        if self.trivial:
            return np.ones((secrets, 1))
        if self.epsilon == math.inf:
            return np.diag(1 / self.prior)
        w = float(self.epsilon) * np.array(potentials(self.distances), float).T
        columns = np.exp(w - w.max(axis=0))
        return columns / (self.prior @ columns)  # type: ignore[no-any-return]

    def best(self, gains: FloatArray) -> FloatArray:
        """Return the lift vectors that maximise linear functions.

        For few secrets it searches the vertices, else it solves a linear program for each function.
        """
        import numpy as np

        if len(self.distances) <= MOST:
            vertices = self.vertices()
            return vertices[:, (gains.T @ vertices).argmax(axis=1)]
        from scipy.optimize import linprog

        unit = np.eye(len(self.distances))
        rows = np.array([self.inverse[x, z] * unit[x] - unit[z] for x, z in self._pairs])
        found = [
            linprog(-gain, rows, np.zeros(len(rows)), self.prior[None, :], [1.0], method="highs").x
            for gain in gains.T
        ]
        return self.inside(np.array(found).T)

    def constraints(self, mean: cp.Variable, moved: cp.Variable) -> list[cp.Constraint]:
        """Return the bounds on the ratios within a column of a kernel, for cvxpy."""
        import numpy as np

        x, z = np.array(self._pairs).T
        inverse = self.inverse[x, z][:, None]
        ones = np.ones((1, moved.shape[1]))
        import cvxpy as cp

        return [
            cp.multiply(inverse @ ones, moved[x]) - moved[z] <= ((1 - inverse) / self.unit) @ mean
        ]

    def shrunk(self, margin: float) -> MetricCone:
        """Return the cone with epsilon moved towards zero."""
        if self.epsilon in (0, math.inf):
            return self
        ratio = math.exp(min(1.0, min(float(self._level(x, z)) for x, z in self._pairs)))
        scale = 1 - relative(margin, ratio)
        return MetricCone(self.masses, float(self.epsilon) * scale, self.distances)

    def inside(self, columns: FloatArray) -> FloatArray:
        """Return each lift vector raised until all ratios are allowed."""
        import numpy as np

        raised = np.maximum(columns, 0.0)
        raised = (raised[None, :, :] * self.inverse[:, :, None]).max(axis=1)
        return raised / (self.prior @ raised)  # type: ignore[no-any-return]

    # --- exact decisions --------------------------------------------------------------------------

    @cached_property
    def _levels(self) -> dict[tuple[int, int], Fraction | None]:
        """Rational ratios that imply the given ones."""
        exact = (
            Fraction(self.epsilon)
            if isinstance(self.epsilon, float) and self.epsilon < math.inf
            else None
        )
        levels: dict[Fraction, Fraction | None] = {}
        for x, z in self._pairs:
            d = self.distances[x][z]
            if d not in levels:
                levels[d] = below_exponential(self._level(x, z) if exact is None else exact * d)
        return {(x, z): levels[self.distances[x][z]] for x, z in self._pairs}

    def contains(self, column: Sequence[Fraction]) -> bool:
        """Return whether the ratios of the entries of a column are allowed, decided in integers."""
        entries = integers(column)
        return all(
            level is None or entries[x] * level.denominator <= entries[z] * level.numerator
            for (x, z), level in self._levels.items()
        )
