r"""Lift vectors of bounded second moment: what order-2 Rényi privacy admits.

.. math:: \sum_x P(x)\, v(x)^2 \le e^\varepsilon, \quad \sum_x P(x)\, v(x) = 1

The set is a ball cut by v >= 0: neither a box nor a cone. With :math:`s = e^\varepsilon - 1`, one
lift 1 + t asks for the second moment :math:`1 + t^2 p/(1 - p)` at least, all others being equal, so
that :math:`|t| \le \sqrt{s (1 - p)/p}`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from pmlsym.arrays import FloatArray
from pmlsym.exact import Computed, Number, sympified
from pmlsym.guarantees import reach
from pmlsym.guarantees.sets.lift_set import (
    Attained,
    Condition,
    Extreme,
    LiftSet,
    Unanswered,
    Vector,
    all_exact,
    brought,
    completed,
    has_symbols,
    larger,
    relative,
)
from pmlsym.guarantees.sets.moments import variance
from pmlsym.guarantees.sets.ordered import greatest, smallest
from pmlsym.guarantees.sets.rational import below_exponential, integers

if TYPE_CHECKING:
    import cvxpy as cp


@dataclass(frozen=True, eq=False)
class Ball(LiftSet):
    """Lift vectors of mean one whose second moment is at most e^epsilon.

    Parameters
    ----------
    masses : what is known of the prior; see `LiftSet`.
    epsilon : nats, may be infinite.
    """

    symmetric: ClassVar[bool] = True
    masses: tuple[Number, ...]
    epsilon: Number

    # --- how far it goes --------------------------------------------------------------------------

    def up(self) -> Extreme:
        """Return the largest log-lift, that of the least likely secret."""
        if not self.masses:
            return Extreme((0 if self.epsilon == 0 else math.inf,))
        return Extreme((reach.ball_up(self.least, self.epsilon),), True, lambda: self._attained(1))

    def down(self) -> Extreme:
        """Return minus the smallest log-lift, that of the least likely secret."""
        if not self.masses:
            return Extreme((0 if self.epsilon == 0 else math.inf,))
        value = reach.ball_down(self.least, self.epsilon)
        return Extreme((value,), self._below_threshold, lambda: self._attained(-1))

    def farthest(self) -> Extreme:
        """Return `down`, as 1 - t is farther from one than 1 + t."""
        both = self.both()
        return Extreme(both.values[:1], both.condition, both.attained)

    def apart(self) -> Extreme:
        """Return the largest log-ratio of two lifts, those of the two least likely secrets."""
        if not self.masses:
            return Extreme((0 if self.epsilon == 0 else math.inf,))
        if len(self.masses) == 1:
            value, condition = reach.ball_apart(self.least, self.least, self.epsilon), True
            if has_symbols(self.least):
                import sympy as sp

                condition = sp.Le(self.least, sp.Rational(1, 3))  # room for a third secret
                if self._below_threshold is not True:
                    condition = sp.And(condition, self._below_threshold)
            return Extreme((value,), condition, self._attained_apart)
        x, z = self.rarest
        value = larger(self.apart_at(x, z), self.apart_at(z, x))
        return Extreme((value,), self._below_threshold, self._attained_apart)

    def apart_at(self, x: int, z: int) -> Number:
        """Return the largest log-ratio of the lifts of two secrets, in nats."""
        if len(self.masses) < 2:  # any two may be the least likely ones
            return self.apart().values[0]
        return reach.ball_apart(self.masses[x], self.masses[z], self.epsilon)

    def second_moment(self) -> Extreme:
        """Return epsilon, or log(1/p_min) if that is less: what the rarest secret alone has."""
        if not self.masses:
            exact = all_exact(self.epsilon)
            if self.epsilon in (0, math.inf):
                return Extreme((self.epsilon,))
            return Extreme((self.epsilon,), True, lambda: self._one_secret(exact))
        if all_exact(self.least, self.epsilon):
            import sympy as sp

            most = sp.log(1 / sympified(self.least))
            inside = self.epsilon != math.inf
            value = reach.smaller(sympified(self.epsilon), most) if inside else most
        else:
            value = min(float(self.epsilon), -math.log(float(self.least)))
        return Extreme((value,), True, lambda: self._attained(1))

    def _one_secret(self, exact: bool) -> Attained:
        """Return a prior with a secret that its outcome tells, with that second moment."""
        import sympy as sp

        p = sp.exp(-self.epsilon) if exact else math.exp(-float(self.epsilon))
        return Attained((p, 1 - p), ((1 / p, 0 * p),))

    @property
    def _below_threshold(self) -> Condition:
        """Where the smallest lift is positive, as far as symbols leave that open."""
        if not (all_exact(*self.masses, self.epsilon) and has_symbols(*self.masses, self.epsilon)):
            return True
        import sympy as sp

        return sp.Lt(sympified(self.epsilon), sp.log(1 / (1 - sympified(self.least))))

    def why_infinite(self, promise: str, parameter: str) -> str:
        """Say why nothing finite follows."""
        if self.epsilon == math.inf:
            return f"{promise} promises nothing."
        if not self.masses:
            return (
                "without p_min an outcome may move a rare secret as far as it may: secrets may be "
                "arbitrarily improbable."
            )
        limit = -math.log1p(-float(self.least))
        return (
            f"{parameter} = {self.epsilon} >= log(1/(1 - p_min)) = {limit:.6g}: an outcome may "
            "rule out a secret."
        )

    def _filled(self, room: bool) -> tuple[bool, list[Computed], Computed]:
        exact = all_exact(*self.masses, self.epsilon)
        prior = [brought(p, exact) for p in self.masses]
        if len(prior) == 1:
            (p,) = prior
            prior = [p, p, 1 - 2 * p] if room and 3 * p <= 1 else [p, 1 - p]
        return exact, prior, brought(self.epsilon, exact)

    def _attained(self, sign: int) -> Attained:
        exact, prior, epsilon = self._filled(room=False)
        own = self.rarest[0]
        up, down = reach.ball_up, reach.ball_down
        far = up(prior[own], epsilon) if sign > 0 else -down(prior[own], epsilon)
        lift = completed(tuple(prior), {own: _exp(far, exact)})
        return Attained(tuple(prior), (tuple(lift if exact else [max(v, 0.0) for v in lift]),))

    def _attained_apart(self) -> Attained:
        exact, prior, epsilon = self._filled(room=True)
        x, z = Ball(tuple(prior), epsilon).rarest
        if prior[x] < prior[z]:  # the rarest one is low
            x, z = z, x
        p, q, most = prior[x], prior[z], _exp(epsilon, exact)
        beyond = most - 1 if exact else math.expm1(epsilon)
        ratio = _exp(reach.ball_apart(p, q, epsilon), exact)
        two = p * ratio + q
        others = most * two / (most * (p + q) - beyond)  # 1 - p - q may be 1 in floats
        mean = two + (1 - p - q) * others
        lift = [ratio if y == x else 1 if y == z else others for y in range(len(prior))]
        return Attained(tuple(prior), (tuple(v / mean for v in lift),))

    def share(self, lift: Vector) -> Number:
        """Return half of what keeps the rest positive; half of all keeps its second moment."""
        exact = all_exact(*self.masses, self.epsilon)
        return brought(1, exact) / 2 * smallest([1, 1 / greatest(lift)])

    # --- in floats, for design --------------------------------------------------------------------

    @cached_property
    def _room(self) -> float:
        """How far the second moment may exceed one; what a constant secret reaches at most."""
        most = -math.log(float(self.prior.min()))
        return math.expm1(min(float(self.epsilon), most))

    @property
    def trivial(self) -> bool:
        """Whether the vector of ones is the only one."""
        return self.epsilon == 0 or len(self.masses) == 1

    @property
    def spread(self) -> FloatArray:
        """How far from one each coordinate can be."""
        import numpy as np

        odds = self._others / self.prior
        return np.minimum(np.sqrt(self._room * odds), np.maximum(odds, 1.0))

    def balance(self, columns: FloatArray) -> FloatArray:
        """Return how likely each lift vector can be, for a second one to make the mean one."""
        import numpy as np

        beyond = np.sqrt(variance(self.prior, columns))
        root = math.sqrt(self._room)
        return np.minimum(root / (root + beyond), 1 / columns.max(axis=0))  # type: ignore[no-any-return]

    def vertices(self) -> FloatArray:
        """Return the two ends for two secrets; refused for more, as there is no end of them."""
        import numpy as np

        if self.trivial:
            return np.ones((len(self.prior), 1))
        if len(self.masses) > 2:
            raise Unanswered(
                "a bound on the second moment leaves infinitely many extreme lift vectors from "
                "three secrets on: ask for a reward or a distortion, which need none of them."
            )
        far = np.minimum(math.sqrt(self._room / self.prior.prod()), 1 / self.prior)
        first, second = self.prior
        return np.array(
            [[1 + second * far[0], 1 - second * far[1]], [1 - first * far[0], 1 + first * far[1]]]
        )

    def best(self, gains: FloatArray) -> FloatArray:
        """Return the lift vectors at which linear functions are largest.

        They are zero at the secrets of least gain, and affine in the gain at the others.
        """
        import numpy as np

        return np.array([self._best(gain) for gain in gains.T]).T

    def _best(self, gain: FloatArray) -> FloatArray:
        import numpy as np

        worth = gain / self.prior
        order = np.argsort(-worth, kind="stable")
        found = np.ones(len(order))
        for count in range(len(order), 0, -1):
            some = order[:count]
            mass = float(self.prior[some].sum())
            centred = worth[some] - float(self.prior[some] @ worth[some]) / mass
            variance = float(self.prior[some] @ centred**2)
            beyond = 1 + self._room - 1 / mass
            flat = variance <= 1e-30 * max(1.0, float(np.abs(worth).max()) ** 2)
            if beyond < 0:
                break
            found = np.zeros(len(order))
            found[some] = 1 / mass + (0.0 if flat else centred * math.sqrt(beyond / variance))
            if flat or found[some].min() >= 0:
                break
        return np.maximum(found, 0.0) / float(self.prior @ np.maximum(found, 0.0))

    def constraints(self, mean: cp.Variable, moved: cp.Variable) -> list[cp.Constraint]:
        """Return a cone of second order for each column of a kernel, for cvxpy."""
        import cvxpy as cp
        import numpy as np

        every, unit = np.ones((len(self.prior), 1)), self.unit
        weighted = cp.multiply(np.sqrt(self.prior)[:, None] @ np.ones((1, moved.shape[1])), moved)
        return [
            cp.norm(weighted, 2, axis=0) <= math.sqrt(self._room) / unit * mean[0],
            moved >= -(every @ mean) / unit,
        ]

    def shrunk(self, margin: float) -> Ball:
        """Move the bound towards zero."""
        most = min(float(self.epsilon), -math.log(float(self.prior.min())))
        room = self._room * (1 - relative(margin, 1 + self._room))
        return self if most < float(self.epsilon) else Ball(self.masses, math.log1p(room))

    def inside(self, columns: FloatArray) -> FloatArray:
        """Return each lift vector moved towards one until its second moment is allowed."""
        import numpy as np

        moved = np.maximum(columns, 0.0)
        moved = moved / (self.prior @ moved) - 1
        beyond = self.prior @ moved**2
        scale = np.sqrt(self._room / np.where(beyond > self._room, beyond, self._room or 1.0))
        return 1 + moved * scale

    # --- exactly ----------------------------------------------------------------------------------

    @cached_property
    def _level(self) -> Fraction | None:
        return below_exponential(self.epsilon)

    @cached_property
    def _integers(self) -> list[int]:
        return integers([Fraction(mass) for mass in self.masses])

    def contains(self, column: Sequence[Fraction]) -> bool:
        """Say whether a multiple of a column has a small second moment, in integers."""
        if self._level is None:
            return True
        entries = integers(column)
        pairs = list(zip(self._integers, entries, strict=True))
        mean = sum(mass * entry for mass, entry in pairs)
        square = sum(mass * entry * entry for mass, entry in pairs)
        allowed = self._level.numerator * mean * mean
        return square * sum(self._integers) * self._level.denominator <= allowed


def _exp(value: Computed, exact: bool) -> Computed:
    if not exact:
        return math.exp(value)
    import sympy as sp

    return sp.exp(value)
