"""The base class of sets of lift vectors.

A lift vector of a prior P has v(x) >= 0 and mean sum_x P(x) v(x) = 1. A guarantee admits a set of
them. A method that a set does not support raises `Unanswered` with the reason.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, NoReturn, TypeAlias

from pmlsym import measures
from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.channel.channel import the_channel
from pmlsym.errors import ParameterError
from pmlsym.exact import Computed, Number, RowLike, as_fraction, is_exact, sympified
from pmlsym.guarantees.reach import larger as larger_of_two
from pmlsym.nats import largest
from pmlsym.precision import approximate, at_precision

# --- rational lower bounds on exponentials, and fractions scaled to integers ----------------------

_BITS = 300  # bits of the enclosure of e^epsilon; a kernel of floats has 53
_DIGITS = 80


def below_exponential(value: Number) -> Fraction | None:
    """Return a rational number at most e^value, equal to it if that is rational; None if infinite.

    Examples
    --------
    >>> import sympy
    >>> below_exponential(sympy.log(sympy.Rational(3, 2)))
    Fraction(3, 2)
    >>> 0 < float(below_exponential(0.5) - below_exponential(0.5 - 1e-16)) < 1e-15
    True
    """
    if value == math.inf:
        return None
    if value == 0:
        return Fraction(1)
    if isinstance(value, float):
        return _below_exponential_of_float(value)
    if is_exact(value) and as_fraction(value) is None:
        import sympy as sp

        level = sp.exp(value)
        if level.is_Rational:
            return as_fraction(level)
        return approximate(level, _DIGITS) * (1 - Fraction(10) ** (5 - _DIGITS))
    number = as_fraction(value) if is_exact(value) else Fraction(value)
    assert number is not None
    return _below_exponential_of(number)


@lru_cache(maxsize=256)  # the same level is asked for in every check of a kernel
def _below_exponential_of_float(value: float) -> Fraction:
    return _below_exponential_of(Fraction(value))


def _below_exponential_of(number: Fraction) -> Fraction:
    import flint

    with at_precision(_BITS):
        ball = flint.arb(flint.fmpq(number.numerator, number.denominator)).exp()
        mantissa, exponent = ball.lower().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def integers(numbers: Sequence[Fraction | float]) -> list[int]:
    """Return numbers multiplied by their common denominator, as integers compare fast.

    Floats are taken as exact numbers.

    Examples
    --------
    >>> integers([Fraction(1, 2), Fraction(1, 3)]), integers([0.5, 0.75])
    ([3, 2], [2, 3])
    """
    ratios = [number.as_integer_ratio() for number in numbers]
    scale = math.lcm(*(below for _, below in ratios))
    return [above * (scale // below) for above, below in ratios]


# --- the base class of sets of lift vectors -------------------------------------------------------

if TYPE_CHECKING:
    import cvxpy as cp
    import sympy as sp

Condition: TypeAlias = "sp.Basic | bool"  # a sympy relation, or True
Vector: TypeAlias = tuple[Number, ...]

_LARGEST = 709.0  # beyond this exponent a float overflows
NEAR = 1e-7  # relative distance from a bound within which a coordinate counts as at the bound


class Unanswered(ParameterError):  # noqa: N818 - a result, not a failure
    """A question that a set of lift vectors, or a kind of guarantee, cannot answer."""


@dataclass(frozen=True)
class Attained:
    """Lift vectors that attain an extreme, under one prior."""

    prior: Vector
    lifts: tuple[Vector, ...]


@dataclass(frozen=True)
class Extreme:
    """An extreme over the lift vectors of a set.

    Parameters
    ----------
    values : one number of nats or more, possibly infinite.
    condition : the sympy relation under which the values hold; True if everywhere.
    attained : returns the lift vectors that attain them; None where no finite mechanism does.
    caveat : the reason why the values may be upper bounds only; empty if they are the supremum.
    """

    values: tuple[Number, ...]
    condition: Condition = True
    attained: Callable[[], Attained] | None = None
    caveat: str = ""


class LiftSet:
    r"""The lift vectors that a guarantee admits, under what is known of the prior.

    A subclass overrides the methods that it supports. Conversions use the first group, in nats,
    exact or float; the design of mechanisms uses the second, in floats and for a whole prior; the
    third decides in exact arithmetic.

    Parameters
    ----------
    masses : empty; (p_min,), the smallest prior probability; or the whole prior.
    """

    masses: tuple[Number, ...]
    symmetric: ClassVar[bool] = False  # invariant under exchanges of equally likely secrets

    def _unanswered(self, what: str) -> NoReturn:
        raise Unanswered(f"{type(self).__name__} does not say {what}.")

    # --- what is known of the prior ---------------------------------------------------------------

    @property
    def whole(self) -> bool:
        """Whether the whole prior is known; a single mass of one is the prior of a constant."""
        return len(self.masses) > 1 or self.masses == (1,)

    @cached_property
    def rarest(self) -> tuple[int, ...]:
        """The indices of the one or two least likely secrets; the first ones for symbols."""
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
        r"""The sums of all other probabilities, shape (\|X\|,), accurate for tiny ones, too."""
        import numpy as np

        before = np.cumsum(np.append(0.0, self.prior[:-1]))
        after = np.cumsum(np.append(0.0, self.prior[:0:-1]))[::-1]
        found: FloatArray = before + after
        return found

    # --- extremes ---------------------------------------------------------------------------------

    def up(self) -> Extreme:
        """Return the largest log-lift."""
        self._unanswered("how large a lift can be")

    def down(self) -> Extreme:
        """Return minus the smallest log-lift."""
        self._unanswered("how small a lift can be")

    def both(self) -> Extreme:
        """Return `down` and `up`."""
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
        """Return the reason why a guarantee with this last parameter implies no finite level."""
        return f"{promise} bounds no such thing."

    def share(self, lift: Vector) -> Number:
        """Return half of the largest probability of outcomes with this mean lift.

        With half of it, the lift of the remaining outcome is well within the set.
        """
        self._unanswered("how likely its lift vectors can be")

    # --- in floats, for design --------------------------------------------------------------------

    @property
    def bounds(self) -> tuple[Number, Number]:
        """The (lower, upper) with e^-lower <= lift <= e^upper, if they define the set."""
        self._unanswered("it all by bounds on single lifts")

    @property
    def trivial(self) -> bool:
        """Whether the vector of ones is the only one."""
        self._unanswered("whether it holds more than the vector of ones")

    @property
    def spread(self) -> FloatArray:
        r"""The largest distance of each coordinate from one, shape (\|X\|,)."""
        self._unanswered("how far from one each lift can be")

    @property
    def unit(self) -> float:
        """A typical deviation from one, at most 1, for the scaling of programs."""
        return min(1.0, float(self.spread.max()))

    def balance(self, columns: FloatArray) -> FloatArray:
        """Return the largest probability of each lift vector in a mixture of two with mean one."""
        self._unanswered("how likely its lift vectors can be")

    def vertices(self) -> FloatArray:
        r"""Return all vertices, as the columns of an array, shape (\|X\|, k)."""
        self._unanswered("which vertices it has")

    def best(self, gains: FloatArray) -> FloatArray:
        r"""Return the lift vectors that maximise linear functions, shape (\|X\|, k)."""
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
        """Return the vertices, if the set is a simplex with one for each secret; else None."""
        return None

    def even_vertices(self) -> FloatArray | None:
        """Return vertices of which all others are permutations, for equally likely secrets."""
        return None

    def shrunk(self, margin: float) -> LiftSet:
        """Return the set moved towards the vector of ones by a relative margin."""
        self._unanswered("which lift vectors are well within it")

    def inside(self, columns: FloatArray) -> FloatArray:
        """Return each lift vector moved into the set up to rounding, with mean one."""
        self._unanswered("how to put a lift vector into it")

    # --- exact decisions --------------------------------------------------------------------------

    def contains(self, column: Sequence[Fraction]) -> bool:
        """Return whether a multiple of a vector of rational numbers is in the set.

        The masses are rational and are normalised. The decision is exact, except that irrational
        exponentials of levels are rounded down by a relative 1e-70, so that True is correct.
        """
        self._unanswered("whether it contains a column of a kernel")

    def exact_vertex(self, column: FloatArray, spread: FloatArray) -> list[Fraction] | None:
        """Return the rational vertex near a column of floats; None if there is none."""
        return None


# --- shared functions -----------------------------------------------------------------------------


def listed(masses: RowLike) -> Vector:
    """Return masses, from a sequence or an array, as a tuple of plain numbers.

    Examples
    --------
    >>> listed([0.5, 0.5])
    (0.5, 0.5)
    """
    return tuple(masses.tolist() if hasattr(masses, "tolist") else masses)


def has_symbols(*values: Number) -> bool:
    """Return whether a value contains symbols."""
    return any(getattr(value, "free_symbols", None) for value in values)


def all_exact(*values: Number) -> bool:
    """Return whether all finite values are exact."""
    return all(is_exact(value) for value in values if value != math.inf)


def brought(value: Number, exact: bool) -> Computed:
    """Return a number as sympy's if `exact`, else as a float."""
    if exact:
        return math.inf if value == math.inf else sympified(value)
    return float(value)


def rationalised(value: Number) -> Number:
    """Return a finite float as a Fraction, and other numbers unchanged.

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
    """Return the largest of some numbers of nats, exactly if they are exact."""
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
    # the sum of the others, as 1 - p loses the digits of a p near one
    mass = sum(p for x, p in enumerate(prior) if x not in fixed)
    left = sum(prior[x] * (1 - v) for x, v in fixed.items())
    return [fixed[x] if x in fixed else 1 + left / mass for x in range(len(prior))]


def relative(margin: float, level: float) -> float:
    """Return a margin scaled so that it exceeds the rounding error of the level."""
    if level in (math.inf, 1):
        return 0.0
    return min(1.0, margin * level / (level - 1))


def subset_sums(items: FloatArray) -> FloatArray:
    """Return the sums over all subsets of some items, ordered by their bit masks.

    Examples
    --------
    >>> import numpy as np
    >>> subset_sums(np.array([1.0, 2.0]))
    array([0., 1., 2., 3.])
    """
    import numpy as np

    sums = np.zeros(1 << len(items))
    for place, item in enumerate(items.tolist()):
        here = 1 << place
        np.add(sums[:here], item, out=sums[here : 2 * here])
    return sums


# --- lift vectors between two bounds --------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Bounded(LiftSet):
    """Lift vectors between two bounds, under one prior or under several.

    Parameters
    ----------
    masses : what is known of the prior.
    lower, upper : every lift is at least e^-lower and at most e^upper, in nats; may be infinite.
    """

    masses: tuple[Number, ...]
    lower: Number
    upper: Number

    @cached_property
    def low(self) -> float:
        """The smallest lift allowed."""
        return math.exp(-float(self.lower))

    @cached_property
    def high(self) -> float:
        """The largest lift allowed; may be infinite."""
        return float_power(self.upper)

    @property
    def trivial(self) -> bool:
        """Whether the vector of ones is the only one."""
        return self.low == self.high or len(self.masses) == 1 or 1 in (self.low, self.high)


# --- the lift vectors of one channel as a set, whose extremes are its leakages --------------------


class Measured(LiftSet):
    """The lift vectors of the outcomes of a channel.

    Parameters
    ----------
    channel : the mechanism with the prior; one, no stack.

    Examples
    --------
    >>> Measured(Channel([[0.5, 0.5], [0.5, 0.5]], [0.5, 0.5])).apart().values
    (0.0,)
    """

    def __init__(self, channel: Channel) -> None:
        self.channel = the_channel(channel)
        channel.alone("a guarantee")
        self.masses = tuple(channel.prior.tolist())

    def up(self) -> Extreme:
        """Return the worst PML."""
        return Extreme((largest(measures.pml(self.channel)),))

    def down(self) -> Extreme:
        """Return the worst PMC."""
        return Extreme((largest(measures.pmc(self.channel)),))

    def both(self) -> Extreme:
        """Return the worst PMC and the worst PML."""
        return Extreme(measures.alip(self.channel))

    def farthest(self) -> Extreme:
        """Return the largest absolute information density."""
        return Extreme((measures.lip(self.channel),))

    def apart(self) -> Extreme:
        """Return the level of local differential privacy."""
        return Extreme((measures.ldp(self.channel),))

    def apart_at(self, x: int, z: int) -> Number:
        """Return the largest log-ratio of the likelihoods of two secrets."""
        kernel = self.channel.kernel
        pairs = [(kernel[x, y], kernel[z, y]) for y in range(self.channel.shape[1])]
        if not self.channel.is_exact:
            return max(_log_ratio(float(one), float(other)) for one, other in pairs)
        import sympy as sp

        if any(one != 0 and other == 0 for one, other in pairs):
            return math.inf
        return sp.log(largest([one / other for one, other in pairs if one != 0]))


def _log_ratio(one: float, other: float) -> float:
    if one == 0:
        return -math.inf
    return math.inf if other == 0 else math.log(one) - math.log(other)
