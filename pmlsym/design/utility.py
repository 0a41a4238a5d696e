r"""Utilities of mechanisms: the mean over outcomes of a convex function of the lift.

Every utility here is a positively homogeneous convex function :math:`\mu` of the columns of the
kernel, :math:`U = \sum_y \mu(P(y \mid \cdot)) = \sum_y P(y)\, \mu(v_y)`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.channel.channel import the_channel
from pmlsym.errors import ParameterError, UnknownNameError
from pmlsym.given import brief, floats

_TRIALS = 400  # columns and pairs of columns on which a user's function is tested
_SEED = 1996
_BY_SERIES = 0.1  # deviations from one up to which the relative entropy is summed as a series
_ALMOST_NONE = -1 + 2.0**-53  # deviation of the smallest lift that a logarithm is taken of
# the next term is 0.1^15 / 272 at most, which is less than a rounding of the sum, some 1/2
_COEFFICIENTS = [1 / ((k + 1) * (k + 2)) for k in range(15)]
_SLACK = 1e-9  # relative rounding error allowed where a user's function is tested


@dataclass(frozen=True)
class Utility:
    """Base class of utilities; use `Divergence`, `Reward`, `Distortion` or `Sublinear`."""

    name: str

    def __init_subclass__(cls) -> None:
        """Refuse a subclass of a concrete utility with its own `at`, which solvers would ignore."""
        super().__init_subclass__()
        if "at" in vars(cls) and Utility not in cls.__bases__:
            raise TypeError(
                f"{cls.__name__} has values of its own, but would be optimised as "
                f"{cls.__bases__[0].__name__}: derive it from Utility."
            )

    def at(self, lifts: FloatArray, prior: FloatArray) -> FloatArray:
        r"""Return :math:`\mu` at lift vectors.

        Parameters
        ----------
        lifts : array, shape (\|X\|, k), a lift vector a column.
        prior : array, shape (\|X\|,)

        Returns
        -------
        array, shape (k,)

        Examples
        --------
        >>> CHI_SQUARE.at(np.array([[2.0, 0.5], [0.0, 1.5]]), np.array([0.5, 0.5]))
        array([1.  , 0.25])
        """
        raise TypeError(f"{type(self).__name__} is no utility of its own")

    def of(self, channel: Channel) -> float:
        """Return the utility of a channel.

        Examples
        --------
        >>> TOTAL_VARIATION.of(Channel([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5]))
        0.5
        """
        floats = the_channel(channel).as_float()
        possible = [y for y in range(floats.shape[1]) if y not in floats.null_outcomes]
        each = self.at(floats.lift[:, possible], floats.prior)
        return float(floats.marginal[possible] @ each)


@dataclass(frozen=True)
class Divergence(Utility):
    r"""An f-divergence between joint distribution and product of the marginals.

    .. math:: U = \sum_y P(y) \sum_x P(x)\, f\bigl(v_y(x)\bigr)

    Parameters
    ----------
    name : the name in results.
    function : f, convex on [0, oo), of an array of lifts.
    of_deviation : optionally f(1 + d) as a function of d: zero at zero, at least zero elsewhere,
        with a relative error of some ten roundings for all d. Bounds then are rigorous.

    Raises
    ------
    ParameterError
        If a chord of f lies below f, or f is not finite.

    Examples
    --------
    >>> hellinger = Divergence("squared Hellinger", lambda v: (np.sqrt(v) - 1) ** 2)
    >>> round(hellinger.of(Channel([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5])), 4)
    0.5858
    """

    function: Callable[[FloatArray], FloatArray] = field(compare=False)
    of_deviation: Callable[[FloatArray], FloatArray] | None = field(compare=False, default=None)

    def __post_init__(self) -> None:
        """Test convexity on triples of lifts."""
        rng = np.random.default_rng(_SEED)
        left, right = np.exp(rng.uniform(-8, 8, (2, _TRIALS)))
        left[:40], share = 0.0, rng.uniform(0, 1, _TRIALS)
        between = share * left + (1 - share) * right
        values = [np.asarray(self.function(at), float) for at in (left, right, between)]
        if any(value.shape != left.shape for value in values):
            raise ParameterError(f"{self.name} has to map an array of lifts to one of its shape.")
        if not all(np.isfinite(value).all() for value in values):
            raise ParameterError(f"{self.name} is not finite at every lift in [0, oo).")
        chord = share * values[0] + (1 - share) * values[1]
        over = values[2] - chord - _SLACK * (1 + np.abs(values).sum(axis=0))
        worst = int(over.argmax())
        if over[worst] > 0:
            raise ParameterError(
                f"{self.name} is not convex: at the lift {between[worst]:.6g} it is "
                f"{values[2][worst]:.6g}, above {chord[worst]:.6g}, its chord from "
                f"{left[worst]:.6g} to {right[worst]:.6g}."
            )

    def at(self, lifts: FloatArray, prior: FloatArray) -> FloatArray:
        """Return the mean of f over the secrets."""
        values: FloatArray = prior @ self.function(lifts)
        return values


@dataclass(frozen=True)
class Reward(Utility):
    r"""The expected reward of the best decision after each outcome.

    .. math:: U = \sum_y \max_d \sum_x P(x)\, P(y \mid x)\, R(x, d)

    Outcomes of an optimal mechanism are the decisions themselves.

    Parameters
    ----------
    matrix : array_like, shape (\|X\|, decisions), the reward of decision d for secret x.

    Raises
    ------
    ParameterError
        If it is no table of finite numbers.

    Examples
    --------
    >>> guess = Reward([[1, 0], [0, 1]])
    >>> guess.of(Channel([[0.75, 0.25], [0.25, 0.75]], [0.5, 0.5]))
    0.75
    """

    matrix: FloatArray = field(compare=False)

    def __init__(self, matrix: ArrayLike, name: str = "reward") -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "matrix", _numbers(name, matrix))

    def at(self, lifts: FloatArray, prior: FloatArray) -> FloatArray:
        """Return the expected reward of the best decision at lift vectors."""
        earned: FloatArray = self.matrix.T @ (prior[:, None] * lifts)
        best: FloatArray = earned.max(axis=0)
        return best


@dataclass(frozen=True)
class Distortion(Reward):
    r"""Minus the expected distortion, with the columns of the matrix as outcomes.

    .. math:: U = -\sum_{x, y} P(x)\, P(y \mid x)\, d(x, y)

    Parameters
    ----------
    matrix : array_like, shape (\|X\|, \|Y\|), the distortion of showing y for x.

    Examples
    --------
    >>> hamming = Distortion([[0, 1], [1, 0]])
    >>> hamming.of(Channel([[0.75, 0.25], [0.25, 0.75]], [0.5, 0.5]))
    -0.25
    """

    def __init__(self, matrix: ArrayLike, name: str = "distortion") -> None:
        super().__init__(-_numbers(name, matrix), name)


@dataclass(frozen=True)
class Sublinear(Utility):
    r"""A convex, positively homogeneous function of a column of the kernel.

    .. math:: U = \sum_y \mu\bigl(P(y \mid \cdot)\bigr)

    Parameters
    ----------
    function : maps a column, shape (\|X\|,), entries not negative, to a number.
    name : the name in results.
    """

    function: Callable[[FloatArray], float] = field(compare=False)

    def at(self, lifts: FloatArray, prior: FloatArray) -> FloatArray:
        """Call the function on every lift vector; it needs no prior."""
        return self._values(lifts)

    def _values(self, columns: FloatArray) -> FloatArray:
        try:
            return np.array([float(self.function(column)) for column in columns.T])
        except (TypeError, ValueError):
            raise ParameterError(
                f"{self.name} has to return a number for a column of the kernel, shape (|X|,)."
            ) from None

    def check(self, secrets: int) -> None:
        """Test homogeneity and convexity on random columns, some with zeros.

        Raises
        ------
        ParameterError
            With the columns at which one of them fails.
        """
        # nonzero entries: 4/5 on average in every second column, 2/5 in the others
        rng = np.random.default_rng(_SEED)
        columns = rng.exponential(size=(2, secrets, _TRIALS)) * rng.integers(0, 2, (2, 1, _TRIALS))
        columns[:, :, ::2] = rng.exponential(size=(2, secrets, columns[:, :, ::2].shape[2]))
        columns *= rng.uniform(size=columns.shape) > 0.2
        scale = np.exp(rng.uniform(-3, 3, _TRIALS))
        one, other = (self._values(side) for side in columns)
        scaled, joint = self._values(columns[0] * scale), self._values(columns.sum(axis=0))
        if not all(np.isfinite(found).all() for found in (one, other, scaled, joint)):
            raise ParameterError(f"{self.name} is not finite at every column of a kernel.")
        slack = _SLACK * (1 + np.abs(one) * scale + np.abs(other) + np.abs(joint))
        off = np.abs(scaled - scale * one) - slack
        worst = int(off.argmax())
        if off[worst] > 0:
            raise ParameterError(
                f"{self.name} is not positively homogeneous: at u = "
                f"{_column(columns[0, :, worst])} it is {one[worst]:.6g}, "
                f"at {scale[worst]:.4g} u it is {scaled[worst]:.6g}; "
                "with m = prior @ u, m * mu(u / m) is, for any convex mu."
            )
        over = joint - one - other - slack
        worst = int(over.argmax())
        if over[worst] > 0:
            raise ParameterError(
                f"{self.name} is not convex: at u = {_column(columns[0, :, worst])} and "
                f"w = {_column(columns[1, :, worst])} it is {one[worst]:.6g} and "
                f"{other[worst]:.6g}, but at u + w it is {joint[worst]:.6g}, which is more."
            )


def _column(column: FloatArray) -> str:
    text = ", ".join(f"{entry:.4g}" for entry in column[:6])
    return f"({text}{', ...' if len(column) > 6 else ''})"


def _numbers(name: str, matrix: ArrayLike) -> FloatArray:
    table = floats(name, matrix, "a table of numbers: one row a secret", finite=True)
    if table.ndim != 2 or not table.size:
        raise ParameterError(f"{name} has to be a table of numbers: one row a secret.")
    return table


def _relative_entropy(lifts: FloatArray) -> FloatArray:
    """Return v log v - v + 1, which has the mean of v log v and keeps its digits near v = 1."""
    positive = np.where(lifts > 0, lifts, 1.0)
    return np.where(lifts > 0, np.maximum(positive * np.log(positive) - positive + 1, 0.0), 1.0)


def _relative_entropy_beyond(deviations: FloatArray) -> FloatArray:
    """Return (1 + d) log(1 + d) - d, by its series d^2 sum_k (-d)^k / ((k + 1) (k + 2)) next to 0.

    From 0.1 on the direct formula loses at most a factor of 40 by cancellation.
    """
    logarithm = np.log1p(np.maximum(deviations, _ALMOST_NONE))
    found = np.maximum((1 + deviations) * logarithm - deviations, 0.0)
    small = np.abs(deviations) < _BY_SERIES
    if small.any():
        near = deviations[small]
        minus, series = -near, np.full_like(near, _COEFFICIENTS[-1])
        for coefficient in reversed(_COEFFICIENTS[:-1]):
            series *= minus
            series += coefficient
        found[small] = series * near**2
    return found


MUTUAL_INFORMATION = Divergence("mutual-information", _relative_entropy, _relative_entropy_beyond)
TOTAL_VARIATION = Divergence(
    "total-variation",
    lambda lifts: np.abs(lifts - 1) / 2,
    lambda deviations: np.abs(deviations) / 2,
)
CHI_SQUARE = Divergence(
    "chi-square", lambda lifts: (lifts - 1) ** 2, lambda deviations: deviations**2
)

UtilityLike = str | Utility | Callable[[FloatArray], float]  # accepted as a utility

NAMED = MappingProxyType(
    {found.name: found for found in (MUTUAL_INFORMATION, TOTAL_VARIATION, CHI_SQUARE)}
)


def read_utility(utility: UtilityLike, secrets: int) -> Utility:
    """Return a utility from its name, from a `Utility`, or from a function of a column.

    Parameters
    ----------
    utility : a name, a `Utility`, or a function as `Sublinear` takes it.
    secrets : the number of secrets.

    Raises
    ------
    UnknownNameError
        If no utility has the name.
    ParameterError
        If a function is not convex and positively homogeneous, or a matrix does not fit.

    Examples
    --------
    >>> read_utility("chi-square", 3).name
    'chi-square'
    """
    if isinstance(utility, str):
        if utility not in NAMED:
            other = (
                "A matrix of rewards is Reward(matrix), or reward:FILE.csv on the command line; a "
                "convex function is given as itself."
            )
            raise UnknownNameError("utility", utility, NAMED, hint=other)
        return NAMED[utility]
    if isinstance(utility, Reward) and len(utility.matrix) != secrets:
        raise ParameterError(
            f"{utility.name} has {len(utility.matrix)} rows, but there are {secrets} secrets: "
            "one row for each is needed."
        )
    if isinstance(utility, Utility):
        found = utility
    elif callable(utility):
        found = Sublinear(getattr(utility, "__name__", "utility"), utility)
    else:
        raise ParameterError(
            f"utility is {brief(utility)}, but has to be one of {', '.join(NAMED)}, a utility "
            "such as design.Reward(matrix), or a function of a column of the kernel."
        )
    if isinstance(found, Sublinear):
        found.check(secrets)
    return found
