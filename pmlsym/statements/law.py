"""Joint laws of X, Y and perhaps Z on finite alphabets, as integers over a common total."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import gcd, lcm, prod
from types import MappingProxyType
from typing import NoReturn, TypeVar, cast

from pmlsym.errors import ChannelError
from pmlsym.statements.text.vocabulary import VARIABLES

Point = tuple[int, ...]
Q = TypeVar("Q")


class Law:
    """The joint law of (X, Y) or (X, Y, Z), as integer weights without a common divisor.

    Parameters
    ----------
    shape : the numbers of values of X, Y and perhaps Z.
    weights : one integer >= 0 for each combination, the last variable fastest.

    Raises
    ------
    ChannelError
        If the weights do not fit the shape, or a secret x has probability 0.

    Examples
    --------
    >>> law = Law((2, 2), (3, 1, 1, 3))
    >>> law.prior, law.extremes("X", ("Y",))[0,]
    ((Fraction(1, 2), Fraction(1, 2)), (Fraction(3, 2), Fraction(1, 2)))
    """

    shape: tuple[int, ...]
    weights: tuple[int, ...]
    total: int
    _marginals: dict[tuple[str, ...], Mapping[Point, int]]
    _quantities: dict[tuple[Hashable, ...], object]

    def __init__(self, shape: tuple[int, ...], weights: Sequence[int]) -> None:
        if len(shape) not in (2, 3) or min(shape) < 1:
            raise ChannelError(f"A law is of two or three variables, but the shape is {shape}.")
        if len(weights) != prod(shape):
            raise ChannelError(f"A law has {len(weights)} weights, but needs {prod(shape)}.")
        if any(type(weight) is not int for weight in weights):
            raise ChannelError("The weights of a law have to be whole numbers of type int.")
        shared = gcd(*weights)
        if min(weights) < 0 or not shared:
            raise ChannelError("The weights of a law have to be >= 0, and not all 0.")
        reduced = tuple(weights) if shared == 1 else tuple(w // shared for w in weights)
        # the attributes do not change after this
        vars(self).update(shape=tuple(shape), weights=reduced, total=sum(reduced))
        vars(self).update(_marginals={}, _quantities={})
        impossible = set(range(shape[0])) - {x for (x,) in self.marginal(("X",))}
        if impossible:
            raise ChannelError(
                f"The secret {min(impossible)} has probability 0, but every secret needs a "
                "positive one."
            )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"A law cannot be changed, not even its {name}: build another one.")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Law):
            return NotImplemented
        return self.shape == other.shape and self.weights == other.weights

    def __hash__(self) -> int:
        return hash((self.shape, self.weights))

    def __repr__(self) -> str:
        return f"Law({self.shape}, {self.weights})"

    @classmethod
    def of_fractions(cls, shape: tuple[int, ...], masses: Sequence[Fraction]) -> Law:
        """Return the law with the given probabilities.

        Examples
        --------
        >>> Law.of_fractions((1, 2), [Fraction(1, 3), Fraction(2, 3)]).weights
        (1, 2)
        """
        common = lcm(*(mass.denominator for mass in masses))
        weights = [mass.numerator * (common // mass.denominator) for mass in masses]
        if sum(weights) != common:
            raise ChannelError(f"The joint law sums to {sum(masses)}, which is not 1.")
        return cls(shape, weights)

    @property
    def variables(self) -> tuple[str, ...]:
        """X and Y, and perhaps Z."""
        return VARIABLES[: len(self.shape)]

    def marginal(self, names: tuple[str, ...]) -> Mapping[Point, int]:
        """Return the positive weights of the marginal law of some variables, in the order named."""
        if names not in self._marginals:
            where = _places(names)
            found: dict[Point, int] = {}
            for point, weight in zip(_points(self.shape), self.weights, strict=True):
                if weight:
                    key = tuple([point[place] for place in where])
                    found[key] = found.get(key, 0) + weight
            self._marginals[names] = found
        return MappingProxyType(self._marginals[names])

    def extremes(
        self, secret: str, observed: tuple[str, ...], given: tuple[str, ...] = ()
    ) -> Extremes:
        """Return the largest and the smallest lift, by the values (o, g) of observed and given.

        The lift of s is P(s | o, g) / P(s | g), for the s with P(s | g) > 0. The arguments name
        variables in capitals.
        """
        return self.once(Law._find_extremes, secret, observed, given)

    def lifts_at(
        self, secret: str, observed: tuple[str, ...], given: tuple[str, ...] = ()
    ) -> Lifts:
        """Return P(s | g) and the lift of every possible secret s at every possible (o, g)."""
        return self.once(Law._find_lifts, secret, observed, given)

    def _find_lifts(self, secret: str, observed: tuple[str, ...], given: tuple[str, ...]) -> Lifts:
        joint = self.marginal((secret, *observed, *given))
        base: Mapping[Point, int] = self.marginal(given) if given else {(): self.total}
        secrets = self.marginal((secret, *given))
        found: dict[Point, tuple[tuple[Fraction, ...], tuple[Fraction, ...]]] = {}
        for seen, mass in self.marginal(observed + given).items():
            known = seen[len(observed) :]
            possible = {s: weight for (s, *rest), weight in secrets.items() if tuple(rest) == known}
            scale = base[known]
            masses = tuple(Fraction(weight, scale) for weight in possible.values())
            lifts = tuple(
                Fraction(joint.get((s, *seen), 0) * scale, weight * mass)
                for s, weight in possible.items()
            )
            found[seen] = masses, lifts
        return MappingProxyType(found)

    def _find_extremes(
        self, secret: str, observed: tuple[str, ...], given: tuple[str, ...]
    ) -> Extremes:
        joint = self.marginal((secret, *observed, *given))
        base: Mapping[Point, int] = self.marginal(given) if given else {(): self.total}
        secrets: dict[Point, list[tuple[int, int]]] = {}
        for point, weight in self.marginal((secret, *given)).items():
            secrets.setdefault(point[1:], []).append((point[0], weight))
        found: dict[Point, tuple[Fraction, Fraction]] = {}
        for seen, mass in self.marginal(observed + given).items():
            known = seen[len(observed) :]
            top, over, low, under = -1, 1, 1, 0  # -1/1 and 1/0: below and above every quotient
            for s, weight in secrets[known]:
                here = joint.get((s, *seen), 0)
                if here * over > top * weight:
                    top, over = here, weight
                if here * under < low * weight:
                    low, under = here, weight
            scale = base[known]
            found[seen] = (
                Fraction(top * scale, over * mass),
                Fraction(low * scale, under * mass),
            )
        return MappingProxyType(found)

    # --- quantities and properties that statements use --------------------------------------------

    def once(self, quantity: Callable[..., Q], *arguments: Hashable) -> Q:
        """Return ``quantity(law, *arguments)``, computed the first time that it is asked for."""
        key = (quantity, *arguments)
        if key not in self._quantities:
            self._quantities[key] = quantity(self, *arguments)
        return cast(Q, self._quantities[key])

    @cached_property
    def prior(self) -> tuple[Fraction, ...]:
        """The probabilities of X."""
        found = self.marginal(("X",))
        return tuple(Fraction(found[x,], self.total) for x in range(self.shape[0]))

    @cached_property
    def pmin(self) -> Fraction:
        """The smallest probability of X."""
        return Fraction(min(self.marginal(("X",)).values()), self.total)

    @cached_property
    def pmax(self) -> Fraction:
        """The largest probability of X."""
        return Fraction(max(self.marginal(("X",)).values()), self.total)

    def lifts(self, secret: str, observed: tuple[str, ...]) -> list[tuple[Fraction, Fraction]]:
        """Return the probability and the lift of every possible pair of a secret and an outcome."""
        seen, secrets = self.marginal(observed), self.marginal((secret,))
        return [
            (
                Fraction(weight, self.total),
                Fraction(weight * self.total, secrets[point[:1]] * seen[point[1:]]),
            )
            for point, weight in self.marginal((secret, *observed)).items()
        ]

    def posterior(
        self, secret: str, observed: tuple[str, ...] = (), seen: Point = ()
    ) -> tuple[Fraction, ...]:
        """Return the probabilities of the possible values of a secret, given an outcome."""
        known = self.marginal(observed)[seen] if observed else self.total
        return tuple(
            Fraction(weight, known)
            for point, weight in self.marginal((secret, *observed)).items()
            if point[1:] == seen
        )

    def is_markov(self, chain: tuple[str, str, str]) -> bool:
        """Whether the outer two variables are independent given the middle one."""
        first, middle, last = chain
        left, right = self.marginal((first, middle)), self.marginal((middle, last))
        whole, between = self.marginal(chain), self.marginal((middle,))
        return all(
            whole.get((a, b, c), 0) * between[b,] == weight * other
            for (a, b), weight in left.items()
            for (same, c), other in right.items()
            if same == b
        )

    def are_independent(self, names: tuple[str, ...]) -> bool:
        """Whether variables are jointly independent."""
        singles = [self.marginal((name,)) for name in names]
        whole = self.marginal(names)
        scale = self.total ** (len(names) - 1)
        return all(
            whole.get(tuple(value for (value,) in point), 0) * scale
            == prod(single[value] for single, value in zip(singles, point, strict=True))
            for point in product(*singles)
        )


Extremes = Mapping[Point, tuple[Fraction, Fraction]]
Lifts = Mapping[Point, tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]


@lru_cache(maxsize=256)
def _points(shape: tuple[int, ...]) -> tuple[Point, ...]:
    return tuple(product(*map(range, shape)))


@lru_cache(maxsize=256)
def _places(names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(VARIABLES.index(name) for name in names)
