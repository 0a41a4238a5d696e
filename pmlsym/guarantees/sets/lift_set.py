"""Sets of lift vectors, and what they can be asked.

A lift vector of a prior P has v(x) >= 0 and mean sum_x P(x) v(x) = 1. A guarantee admits a set of
them. What a set is not able to say, it refuses with a reason; nothing is taken for granted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NoReturn, TypeAlias

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Computed, Number, RowLike, is_exact, sympified
from pmlsym.guarantees.reach import larger as larger_of_two

if TYPE_CHECKING:
    import cvxpy as cp
    import sympy as sp

Condition: TypeAlias = "sp.Basic | bool"  # a sympy relation, or True
Vector: TypeAlias = tuple[Number, ...]

_LARGEST = 709.0  # beyond this exponent a float overflows
NEAR = 1e-7  # a coordinate this near to a bound, for its range, is meant to be at it


class Unanswered(ParameterError):  # noqa: N818 - an answer too: that there is none
    """A question that a set of lift vectors, or a kind of guarantee, has no answer to; says why."""


@dataclass(frozen=True)
class Attained:
    """Lift vectors at which an extreme is attained, under one prior."""

    prior: Vector
    lifts: tuple[Vector, ...]


@dataclass(frozen=True)
class Extreme:
    """How far the lift vectors of a set go.

    Parameters
    ----------
    values : one number of nats or more, perhaps infinite.
    condition : where that is so, if there are symbols; True if everywhere.
    attained : returns the lift vectors that go as far; None where no finite mechanism does.
    caveat : why they may go less far; empty if they are known to go, or to come, as far.
    """

    values: tuple[Number, ...]
    condition: Condition = True
    attained: Callable[[], Attained] | None = None
    caveat: str = ""


class LiftSet:
    r"""The lift vectors that a guarantee admits, under what is known of the prior.

    A subclass answers what it can. The first group is what conversions ask, in nats, exact or
    float; the second, in floats and for a whole prior, is what the design of mechanisms asks; the
    third decides in exact arithmetic.

    Parameters
    ----------
    masses : nothing; (p_min,), the smallest prior probability of several; or the whole prior.
    """

    masses: tuple[Number, ...]
    symmetric: ClassVar[bool] = False  # known to stay the same when equally likely secrets swap

    def _unanswered(self, what: str) -> NoReturn:
        raise Unanswered(f"{type(self).__name__} does not say {what}.")

    # --- what is known of the prior ---------------------------------------------------------------

    @property
    def whole(self) -> bool:
        """Whether the whole prior is known; a mass of one is the prior of a constant."""
        return len(self.masses) > 1 or self.masses == (1,)

    @cached_property
    def rarest(self) -> tuple[int, ...]:
        """The places of the least likely secrets, two if there are; symbols come in order."""
        places = range(len(self.masses))
        if any(getattr(mass, "free_symbols", None) for mass in self.masses):
            return tuple(places[:2])
        return tuple(sorted(places, key=lambda x: self.masses[x])[:2])

    @property
    def least(self) -> Number:
        """The smallest probability."""
        return self.masses[self.rarest[0]]

    @cached_property
    def prior(self) -> FloatArray:
        r"""The whole prior in floats, shape (\|X\|,)."""
        import numpy as np

        return np.array([float(mass) for mass in self.masses])

    @cached_property
    def _others(self) -> FloatArray:
        r"""How likely all others together are, shape (\|X\|,), with all digits of 1e-30."""
        import numpy as np

        before = np.cumsum(np.append(0.0, self.prior[:-1]))
        after = np.cumsum(np.append(0.0, self.prior[:0:-1]))[::-1]
        found: FloatArray = before + after
        return found

    # --- how far it goes --------------------------------------------------------------------------

    def up(self) -> Extreme:
        """Return the largest log-lift."""
        self._unanswered("how large a lift can be")

    def down(self) -> Extreme:
        """Return minus the smallest log-lift."""
        self._unanswered("how small a lift can be")

    def both(self) -> Extreme:
        """Return `down` and `up`, the latter where the former is finite."""
        down, up = self.down(), self.up()

        def attained() -> Attained:
            assert up.attained is not None
            assert down.attained is not None
            high, low = up.attained(), down.attained()
            return Attained(high.prior, high.lifts + low.lifts)

        known = up.attained is not None and down.attained is not None
        return Extreme(
            (*down.values, *up.values),
            joint(down.condition, up.condition),
            attained if known else None,
            down.caveat or up.caveat,
        )

    def farthest(self) -> Extreme:
        """Return the larger of `down` and `up`."""
        both = self.both()
        return Extreme((larger(*both.values),), both.condition, both.attained, both.caveat)

    def apart(self) -> Extreme:
        """Return the largest log-ratio of two lifts."""
        self._unanswered("how far apart two lifts can be")

    def apart_at(self, x: int, z: int) -> Number:
        """Return the largest log-ratio of the lifts of two secrets, in nats."""
        self._unanswered("how far apart the lifts of two given secrets can be")

    def why_infinite(self, promise: str, parameter: str) -> str:
        """Say why nothing finite follows from a promise whose last parameter has this name."""
        return f"{promise} bounds no such thing."

    def share(self, lift: Vector) -> Number:
        """Return how likely outcomes of this mean lift may be, so that the rest is within.

        Half of what is allowed, which keeps the rest well within.
        """
        self._unanswered("how likely its lift vectors can be")

    # --- in floats, for design --------------------------------------------------------------------

    @property
    def bounds(self) -> tuple[Number, Number]:
        """The (lower, upper) with e^-lower <= lift <= e^upper, if these say it all."""
        self._unanswered("it all by bounds on single lifts")

    @property
    def trivial(self) -> bool:
        """Whether the vector of ones is the only one."""
        self._unanswered("whether it holds more than the vector of ones")

    @property
    def spread(self) -> FloatArray:
        r"""How far from one each coordinate can be, shape (\|X\|,)."""
        self._unanswered("how far from one each lift can be")

    @property
    def unit(self) -> float:
        """A size of deviations from one, at most 1, for a program to count in."""
        return min(1.0, float(self.spread.max()))

    def balance(self, columns: FloatArray) -> FloatArray:
        """Return how likely each lift vector can be, for a second one to make the mean one."""
        self._unanswered("how likely its lift vectors can be")

    def vertices(self) -> FloatArray:
        r"""Return all vertices, as the columns of an array, shape (\|X\|, k)."""
        self._unanswered("which vertices it has")

    def best(self, gains: FloatArray) -> FloatArray:
        r"""Return the lift vectors at which linear functions, shape (\|X\|, k), are largest."""
        self._unanswered("where linear functions of lifts are largest")

    def constraints(self, mean: cp.Variable, moved: cp.Variable) -> list[cp.Constraint]:
        r"""Return the constraints on columns of a kernel for cvxpy.

        Parameters
        ----------
        mean : cvxpy variable, shape (1, k), the probabilities of the outcomes.
        moved : cvxpy variable, shape (\|X\|, k), of mean zero under the prior: the kernel is
            mean + unit * moved.
        """
        self._unanswered("what a program may ask of a kernel")

    def simplex(self) -> FloatArray | None:
        """Return the corners, if it is known to be a simplex with a corner for each secret."""
        return None

    def even_vertices(self) -> FloatArray | None:
        """Return vertices of which all others are permutations, for equally likely secrets."""
        return None

    def shrunk(self, margin: float) -> LiftSet:
        """Return the set moved towards the vector of ones by a relative margin."""
        self._unanswered("which lift vectors are well within it")

    def inside(self, columns: FloatArray) -> FloatArray:
        """Return each lift vector put into the set up to rounding, its mean still one."""
        self._unanswered("how to put a lift vector into it")

    # --- exactly ----------------------------------------------------------------------------------

    def contains(self, column: Sequence[Fraction]) -> bool:
        """Say whether a multiple of a vector of rational numbers is in the set.

        The masses are rational, and count as normalised. Exactly, but for levels whose exponential
        is irrational: these are taken smaller by less than 1e-70 of it, so that True is true.
        """
        self._unanswered("whether it contains a column of a kernel")

    def exact_vertex(self, column: FloatArray, spread: FloatArray) -> list[Fraction] | None:
        """Return the rational vertex that a column of floats is meant to be; None if none is."""
        return None


# --- what the sets share --------------------------------------------------------------------------


def listed(masses: RowLike) -> Vector:
    """Return masses, perhaps of an array, as a tuple of plain numbers.

    Examples
    --------
    >>> listed([0.5, 0.5])
    (0.5, 0.5)
    """
    return tuple(masses.tolist() if hasattr(masses, "tolist") else masses)


def has_symbols(*values: Number) -> bool:
    """Say whether a value has symbols in it."""
    return any(getattr(value, "free_symbols", None) for value in values)


def all_exact(*values: Number) -> bool:
    """Say whether all values are exact, infinities aside."""
    return all(is_exact(value) for value in values if value != math.inf)


def brought(value: Number, exact: bool) -> Computed:
    """Return a number for sympy, or as a float."""
    if exact:
        return math.inf if value == math.inf else sympified(value)
    return float(value)


def rationalised(value: Number) -> Number:
    """Return a finite float as the exact number that it is.

    Examples
    --------
    >>> rationalised(0.75)
    Fraction(3, 4)
    """
    return Fraction(value) if isinstance(value, float) and math.isfinite(value) else value


def power(value: Number, exact: bool) -> Computed:
    """Return e^value, exactly or as a float; infinite where a float overflows."""
    if exact:
        import sympy as sp

        return sp.exp(value) if abs(value) != math.inf else (sp.oo if value > 0 else sp.Integer(0))
    return math.exp(value) if value < _LARGEST else math.inf


def float_power(value: Number) -> float:
    """Return e^value as a float, infinite where that overflows."""
    try:
        return math.exp(float(value))
    except OverflowError:
        return math.inf


def larger(*values: Number) -> Computed:
    """Return the largest of several numbers of nats, exactly if they are exact."""
    if math.inf in values:
        return math.inf
    if all(map(is_exact, values)):
        found = sympified(values[0])
        for value in values[1:]:
            found = larger_of_two(found, sympified(value))
        return found
    return max(map(float, values))


def joint(one: Condition, other: Condition) -> Condition:
    """Return the condition that both hold."""
    if one is True or one == other:
        return other
    if other is True:
        return one
    import sympy as sp

    return sp.And(one, other)


def completed(prior: Vector, fixed: dict[int, Number]) -> list[Number]:
    """Return the lift vector with given coordinates, and all others equal.

    Examples
    --------
    >>> completed((0.25, 0.25, 0.5), {0: 2.0})
    [2.0, 0.6666666666666667, 0.6666666666666667]
    """
    # 1 - p of a secret that is all but sure is zero in floats: the others are added up
    mass = sum(p for x, p in enumerate(prior) if x not in fixed)
    left = sum(prior[x] * (1 - v) for x, v in fixed.items())
    return [fixed[x] if x in fixed else 1 + left / mass for x in range(len(prior))]


def relative(margin: float, level: float) -> float:
    """Scale a margin so that it is more than a rounding error of the level."""
    if level in (math.inf, 1):
        return 0.0
    return min(1.0, margin * level / (level - 1))
