"""d-privacy: bounds on likelihood ratios that grow with the distance of two secrets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Self

from pmlsym.errors import ParameterError
from pmlsym.exact import Number, RowLike, TableLike, as_fraction, sympified
from pmlsym.given import real, refused
from pmlsym.guarantees.guarantee import Guarantee
from pmlsym.guarantees.promise import Promise
from pmlsym.guarantees.sets.cone import Distances, MetricCone
from pmlsym.guarantees.sets.lift_set import (
    Extreme,
    LiftSet,
    Measured,
    Unanswered,
    all_exact,
    has_symbols,
    larger,
    listed,
)
from pmlsym.nats import as_nats

if TYPE_CHECKING:
    from pmlsym.channel import Channel

_NO_TABLE = "distances has to be a square table of numbers."
_ROUNDING = Fraction(1, 10**12)  # relative violation of the triangle inequality by floats


@dataclass(frozen=True, repr=False, eq=False)
class DPrivacy(Guarantee):
    r"""epsilon-d-privacy: log-likelihoods of two secrets are within epsilon times their distance.

    .. math:: P(y \mid x) \le e^{\varepsilon\, d(x, x')} P(y \mid x') \quad\text{for all } x, x', y

    LDP is the case of distance one.

    Parameters
    ----------
    epsilon : nats per unit of distance, >= 0.
    distances : array_like, shape (\|X\|, \|X\|), a metric, in the order of the secrets; rational
        numbers, or floats, whose triangle inequalities hold up to rounding.

    Raises
    ------
    ParameterError
        If the distances are not a metric.

    Notes
    -----
    As the target of a conversion it needs its distances: ``DPrivacy.over(distances)`` is a kind
    with the parameter epsilon alone. Source: Chatzikokolakis, Andrés, Bordenabe and Palamidessi,
    "Broadening the scope of differential privacy using metrics".

    Examples
    --------
    >>> from pmlsym import LDP
    >>> line = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
    >>> DPrivacy(0.5, line).implies(LDP)
    LDP(1.0)
    >>> LDP(1.0).implies(DPrivacy.over(line))
    DPrivacy(1.0)
    """

    name: ClassVar[str] = "DPrivacy"
    labelled: ClassVar[bool] = True
    epsilon: Number
    distances: Distances

    def __init__(self, epsilon: Number, distances: TableLike | None = None) -> None:
        object.__setattr__(self, "epsilon", epsilon)
        object.__setattr__(self, "distances", distances)
        self.__post_init__()

    @classmethod
    def parameters(cls) -> tuple[str, ...]:
        """Return the name of the parameter; the distances are part of the kind."""
        return ("epsilon",)

    def at(self, *values: Number) -> Self:
        """Return the guarantee with the same distances and another epsilon."""
        return type(self)(*values, self.distances)  # type: ignore[call-arg]

    def __post_init__(self) -> None:
        """Validate epsilon and the distances."""
        object.__setattr__(self, "epsilon", as_nats("epsilon", self.epsilon))
        object.__setattr__(self, "distances", as_metric(self.distances))

    @classmethod
    def over(cls, distances: TableLike) -> type[DPrivacy]:
        """Return d-privacy for these distances as a kind: a class with epsilon alone.

        Examples
        --------
        >>> kind = DPrivacy.over([[0, 2], [2, 0]])
        >>> kind(0.5) == DPrivacy(0.5, [[0, 2], [2, 0]])
        True
        """
        return _over(as_metric(distances))

    @property
    def family(self) -> type[Promise]:
        """The class `DPrivacy`, within which guarantees compare for all distances."""
        return DPrivacy

    @property
    def levels(self) -> tuple[Number, ...]:
        """Epsilon times each distance, the bounds on the log-ratios."""
        lifts, secrets = self.lift_set(), len(self.distances)
        return tuple(lifts.apart_at(x, z) for x in range(secrets) for z in range(x))

    def lift_set(self, masses: RowLike = ()) -> MetricCone:
        """Return the admitted lift vectors, a cone.

        Raises
        ------
        ParameterError
            If the prior has another number of secrets.
        """
        known = listed(masses)
        secrets = len(self.distances)
        if len(known) > 1 and len(known) != secrets:
            raise ParameterError(
                f"prior has {len(known)} secrets, but distances are between {secrets}."
            )
        return MetricCone(known, self.epsilon, self.distances)

    @classmethod
    def strongest(cls, lifts: LiftSet) -> Extreme:
        """Raise `Unanswered`: the strongest epsilon depends on the distances; see `over`."""
        raise Unanswered(
            "d-privacy is relative to distances: ask for DPrivacy.over(distances) instead."
        )

    def _measured(self, channel: Channel) -> Extreme:
        """Return the smallest epsilon that a channel satisfies."""
        return largest_ratio(Measured(channel), self.distances)


@lru_cache(maxsize=32)
def _over(distances: Distances) -> type[DPrivacy]:
    @dataclass(frozen=True, repr=False, eq=False, init=False)
    class Over(DPrivacy):
        name = DPrivacy.name
        lift_set = DPrivacy.lift_set

        def __init__(self, epsilon: Number, same: TableLike = distances) -> None:
            super().__init__(epsilon, same)

        @classmethod
        def strongest(cls, lifts: LiftSet) -> Extreme:
            return largest_ratio(lifts, distances)

    Over.__name__ = Over.__qualname__ = "DPrivacy"
    return Over


def largest_ratio(lifts: LiftSet, distances: Distances) -> Extreme:
    r"""Return the largest log-ratio of two lifts, divided by the distance of their secrets.

    .. math:: \max_{x \ne x'} \max_v \frac{1}{d(x, x')} \log\frac{v(x)}{v(x')}
    """
    secrets = len(distances)
    if secrets == 1:
        return Extreme((0,))
    if lifts.whole and len(lifts.masses) != secrets:
        raise ParameterError(
            f"prior has {len(lifts.masses)} secrets, but distances are between {secrets}."
        )
    if len(lifts.masses) == 1 and not has_symbols(lifts.least) and lifts.least * secrets > 1:
        raise ParameterError(f"p_min is {lifts.least}, but has to be at most 1/{secrets}.")
    if len(lifts.masses) == 1 and secrets == 2:
        raise Unanswered(
            f"with p_min = {lifts.least} the prior of two secrets is known: give it as prior."
        )
    found = []
    for x in range(secrets):
        for z in range(x):
            far = larger(lifts.apart_at(x, z), lifts.apart_at(z, x))
            d = distances[x][z]
            if far == math.inf:
                return Extreme((math.inf,), lifts.apart().condition)
            found.append(far / sympified(d) if all_exact(far) else float(far) / float(d))
    return Extreme((larger(*found),), lifts.apart().condition)


def as_metric(distances: TableLike | None) -> Distances:
    """Return distances as fractions; refuse a table that is not a metric.

    Floats are converted exactly; a path that is shorter by rounding replaces a distance.

    Examples
    --------
    >>> as_metric([[0, 0.5], [0.5, 0]])
    ((Fraction(0, 1), Fraction(1, 2)), (Fraction(1, 2), Fraction(0, 1)))
    """
    if distances is None:
        raise ParameterError(_NO_TABLE)
    rows = distances.tolist() if hasattr(distances, "tolist") else distances
    try:
        table = [
            [_rational(f"distances[{x}, {z}]", entry) for z, entry in enumerate(row)]
            for x, row in enumerate(rows)
        ]
    except TypeError:
        raise ParameterError(_NO_TABLE) from None
    secrets = range(len(table))
    if not table or any(len(row) != len(table) for row in table):
        raise ParameterError("distances has to be a square table: a row and a column a secret.")
    for x in secrets:
        for z in secrets:
            here, across = table[x][z], table[z][x]
            place = f"distances[{x}, {z}] is {float(here):.6g}"
            if here != across:
                raise ParameterError(f"{place}, but [{z}, {x}] is {float(across):.6g}.")
            if here < 0 or (here == 0) != (x == z):
                raise ParameterError(
                    f"{place}, but a distance is 0 from a secret to itself and positive else: "
                    "merge secrets that are not to be told apart."
                )
    given = [list(row) for row in table]
    for by in secrets:
        for x in secrets:
            for z in secrets:
                table[x][z] = min(table[x][z], table[x][by] + table[by][z])
    rounded = any(isinstance(entry, float) for row in rows for entry in row)
    for x in secrets:
        for z in secrets:
            if given[x][z] - table[x][z] > (_ROUNDING * given[x][z] if rounded else 0):
                raise ParameterError(
                    f"distances[{x}, {z}] is {float(given[x][z]):.6g}, but a way round is "
                    f"{float(table[x][z]):.6g}: a metric has to obey the triangle inequality."
                )
    return tuple(map(tuple, table))


def _rational(place: str, entry: object) -> Fraction:
    allowed = "a finite rational number or float"
    number = real(place, entry, allowed)
    found = Fraction(number) if isinstance(number, float) else as_fraction(number)
    if found is None:
        raise refused(place, entry, allowed)
    return found
