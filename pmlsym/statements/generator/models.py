"""Sampling of small exact models on which a statement is tested, edge cases first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count, product
from math import lcm
from random import Random
from typing import TypeVar

from pmlsym.statements.clauses import Condition
from pmlsym.statements.evaluation import Evaluation, constant
from pmlsym.statements.generator.choosing import EDGE_MODES, Chooser
from pmlsym.statements.generator.kernels import COMMON, EDGES, NARROW, Rows, damped, mixed, row
from pmlsym.statements.law import Law
from pmlsym.statements.model import Model
from pmlsym.statements.reading import applies
from pmlsym.statements.statement import Statement
from pmlsym.statements.structures import Independent, Markov
from pmlsym.statements.terms import OfPrior, Term, parameters_of, walk
from pmlsym.statements.values import Undefined, Unseparated, holds

# --- laws -----------------------------------------------------------------------------------------

_LAW_TRIES = 12
_LARGEST = 24  # the largest number of secrets to try for a condition on n
_WIDEST = 12  # secrets, for kernels with as many outcomes
_SQUARE = 4  # values of Y, or of (X, Y), for kernels with as many values of Z
_MANY = 10_000  # weight of the other secrets if one is rare


class Laws:
    """Sampling of joint laws with the structure, size and prior of one statement.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> laws = Laws(parse("X - Y - Z: PML(a) of X->Y => PML(a) of X->Z"), Random(0))
    >>> laws.draw(0).is_markov(("X", "Y", "Z"))
    True
    """

    def __init__(self, statement: Statement, random: Random) -> None:
        self._statement = statement
        self._random = random
        conditions = (*statement.where, *statement.required)
        self._on_prior = [part for part in conditions if _about_prior(part)]
        self._chains = [part for part in statement.structure if isinstance(part, Markov)]
        self._apart = [part for part in statement.structure if isinstance(part, Independent)]
        self._sizes = self._possible_sizes()

    def draw(self, number: int, damping: int = 0) -> Law:
        """Return law number 0, 1, ...; the first ones are edge cases.

        `damping` counts the earlier laws of this number that leaked too much.
        """
        edge = number < 2 * len(EDGES) * len(_PRIORS)
        weights = self._prior(number // len(EDGES) if edge else None, number)
        kind = EDGES[number % len(EDGES)] if edge else self._random.choice(COMMON)
        if len(weights) > _WIDEST:
            kind = self._random.choice(NARROW)
        first = kind(self._random, weights)
        if damping or not edge:
            first = damped(self._random, first, damping)
        if len(self._statement.variables) == 2:
            first = [first[0]] * len(first) if self._apart else first
            return Law(
                (len(weights), len(first[0])),
                [p * entry for p, line in zip(weights, first, strict=True) for entry in line],
            )
        return self._three(weights, first, damping)

    # --- the prior --------------------------------------------------------------------------------

    def _possible_sizes(self) -> list[int]:
        least, most = self._statement.size
        if most is not None:
            return [most]
        conditions = [
            part
            for part in self._on_prior
            if all(not isinstance(t, OfPrior) or t.name == "n" for t in _terms(part))
        ]
        found = [
            size
            for size in range(least, max(least, _LARGEST) + 1)
            if _all_hold(conditions, Law((size, 1), [1] * size))
        ]
        return found[:4] or [least]

    def _prior(self, edge: int | None, number: int) -> list[int]:
        """Return integer weights of the secrets."""
        asked = self._statement.prior
        if asked is not None and asked.masses:
            return _whole(asked.masses)
        places = (0, 0, 0, 1, 1, 2, 3)
        for _ in range(_LAW_TRIES):
            place = self._turn(number) if edge is not None else self._random.choice(places)
            size = self._sizes[min(place, len(self._sizes) - 1)]
            kind = (
                _PRIORS[edge % len(_PRIORS)] if edge is not None else self._random.choice(_PRIORS)
            )
            weights = [1] * size if asked is not None else kind(self._random, size)
            weights = self._prescribed(weights)
            if not self._on_prior or _all_hold(self._on_prior, Law((len(weights), 1), weights)):
                return weights
            edge = None
        return weights

    def _turn(self, number: int) -> int:
        """Return the index of the size of an edge case; without Z, each kernel gets both sizes.

        The number of kinds of kernels is even, so otherwise each kind would always have the same
        size.
        """
        again = number // (len(EDGES) * len(_PRIORS)) if len(self._statement.variables) == 2 else 0
        return (number + again) % 2

    def _prescribed(self, weights: list[int]) -> list[int]:
        """Return weights with the pmin or pmax that a condition prescribes, if one does."""
        for condition in self._on_prior:
            mass = _equals(condition)
            if mass is not None and 0 < mass < 1 and len(weights) > 1:
                rest = sum(weights[1:])
                others = [Fraction(w, rest) * (1 - mass) for w in weights[1:]]
                return _whole([mass, *others])
        return weights

    # --- three variables --------------------------------------------------------------------------

    def _three(self, weights: list[int], first: Rows, damping: int) -> Law:
        if self._chains:
            return self._chain(weights, first, damping)
        if self._apart:
            return self._independent(weights, first)
        second = self._rows(len(weights) * len(first[0]), damping)
        return _law(
            (len(weights), len(first[0]), len(second[0])),
            lambda x, y, z: weights[x] * first[x][y] * second[x * len(first[0]) + y][z],
        )

    def _rows(self, lines: int, damping: int) -> Rows:
        kind = self._random.choice(COMMON if lines <= _SQUARE else NARROW)
        return damped(self._random, kind(self._random, [1] * lines), damping)

    def _chain(self, weights: list[int], first: Rows, damping: int) -> Law:
        ends, middle = self._chains[0].chain[::2], self._chains[0].chain[1]
        if self._apart and self._random.random() < 0.5:
            first = [first[0]] * len(first)
        if middle == "X":
            second = self._rows(len(weights), damping)
            return _law(
                (len(weights), len(first[0]), len(second[0])),
                lambda x, y, z: weights[x] * first[x][y] * second[x][z],
            )
        second = self._rows(len(first[0]), damping)
        if self._apart:
            second = [second[0]] * len(second)
        last = next(name for name in ends if name != "X")
        if last == "Z":
            return _law(
                (len(weights), len(first[0]), len(second[0])),
                lambda x, y, z: weights[x] * first[x][y] * second[y][z],
            )
        return _law(
            (len(weights), len(second[0]), len(first[0])),
            lambda x, y, z: weights[x] * first[x][z] * second[z][y],
        )

    def _independent(self, weights: list[int], first: Rows) -> Law:
        """Sample all three variables independently, or two of them and the third given both."""
        names = self._apart[0].names
        other = row(self._random, self._random.choice((2, 2, 3)), 6, positive=True)
        size, width = len(weights), len(first[0])
        if len(names) == 3 or len(self._apart) > 1:
            law = _law(
                (size, width, len(other)), lambda x, y, z: weights[x] * first[0][y] * other[z]
            )
            pairs = all(len(part.names) == 2 for part in self._apart)
            return self._only_in_pairs(law) if pairs and self._random.random() < 0.75 else law
        if "X" not in names:  # X is sampled given Y and Z, which determines its prior
            line = row(self._random, 2, 6, positive=True)
            rows = [row(self._random, size, 6 + size) for _ in range(2 * len(other))]
            if not all(map(any, zip(*rows, strict=True))):  # some secret has probability 0
                rows = [row(self._random, size, 6 + size, positive=True) for _ in rows]
            return _law(
                (size, 2, len(other)),
                lambda x, y, z: line[y] * other[z] * rows[y * len(other) + z][x],
            )
        rows = damped(self._random, mixed(self._random, [1] * (size * len(other))), 0)
        if "Z" in names:
            return _law(
                (size, len(rows[0]), len(other)),
                lambda x, y, z: weights[x] * other[z] * rows[x * len(other) + z][y],
            )
        return _law(
            (size, len(other), len(rows[0])),
            lambda x, y, z: weights[x] * other[y] * rows[x * len(other) + y][z],
        )

    def _only_in_pairs(self, law: Law) -> Law:
        """Return a law with the same laws of pairs that, if possible, is not jointly independent.

        Adding mass with the sign of the parity on two values of each variable keeps the law of each
        pair. For three fair bits the result is two fair bits and their exclusive or.
        """
        ends = [self._two_values(law.marginal((name,))) for name in "XYZ"]
        if not all(ends):
            return law
        moved = {
            tuple(end[one] for end, one in zip(ends, corner, strict=True)): (-1) ** sum(corner)
            for corner in product((0, 1), repeat=3)
        }
        weights = dict(zip(product(*map(range, law.shape)), law.weights, strict=True))
        most = min(weights[cell] for cell, sign in moved.items() if sign < 0)
        return Law(law.shape, [w + most * moved.get(cell, 0) for cell, w in weights.items()])

    def _two_values(self, masses: Mapping[tuple[int, ...], int]) -> list[int]:
        """Choose two values of positive probability in random order; empty if there is only one."""
        possible = [value for (value,), mass in masses.items() if mass]
        return self._random.sample(possible, 2) if len(possible) > 1 else []


def _law(shape: tuple[int, int, int], weight: Callable[[int, int, int], int]) -> Law:
    return Law(
        shape,
        [
            weight(x, y, z)
            for x in range(shape[0])
            for y in range(shape[1])
            for z in range(shape[2])
        ],
    )


def _uniform(random: Random, size: int) -> list[int]:
    return [1] * size


def _skewed(random: Random, size: int) -> list[int]:
    return [2**x for x in range(size)]


def _rare(random: Random, size: int) -> list[int]:
    return [1, *([_MANY] * (size - 1))]


def _likely(random: Random, size: int) -> list[int]:
    return [9 * size, *([1] * (size - 1))]


def _any(random: Random, size: int) -> list[int]:
    return [1 + int(random.random() * 7) for _ in range(size)]


_PRIORS: tuple[Callable[[Random, int], list[int]], ...] = (
    _uniform,
    _skewed,
    _likely,
    _any,
    _rare,
    _any,
)


def _whole(masses: Sequence[Fraction]) -> list[int]:
    common = lcm(*(mass.denominator for mass in masses))
    return [int(mass * common) for mass in masses]


def _terms(condition: Condition) -> list[Term]:
    return [*walk(condition.left), *walk(condition.right)]


@lru_cache(maxsize=256)
def _about_prior(condition: Condition) -> bool:
    """Whether a condition contains only pmin, pmax, n and numbers."""
    sides = condition.terms
    return not any(side.variables or parameters_of(side) for side in sides)


def _equals(condition: Condition) -> Fraction | None:
    """Return the number that a condition prescribes for pmin or pmax; None if it does not."""
    for one, other in (
        (condition.left, condition.right),
        (condition.right, condition.left),
    ):
        if condition.sign == "=" and isinstance(one, OfPrior) and one.name != "n":
            try:
                found = constant(other)
            except (Undefined, Unseparated):
                continue
            if isinstance(found, Fraction):
                return found
    return None


def _all_hold(conditions: Sequence[Condition], law: Law) -> bool:
    here = Evaluation(law, {})
    try:
        return all(
            holds(here.value(part.left), part.sign, here.value(part.right)) for part in conditions
        )
    except (Undefined, Unseparated):
        return False


def uniform_sizes(statement: Statement) -> list[int]:
    """Return numbers of equally likely secrets that a statement allows, up to 24.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> uniform_sizes(parse("pml(X->Y) <= log(9) where pmin >= 1/6"))
    [2, 3, 4, 5, 6]
    """
    least, most = statement.size
    if statement.prior is not None and statement.prior.masses:
        return []
    conditions = [one for one in (*statement.where, *statement.required) if _about_prior(one)]
    return [
        size
        for size in range(max(2, least), min(most or _LARGEST, _LARGEST) + 1)
        if _all_hold(conditions, Law((size, 1), [1] * size))
    ]


# --- models ---------------------------------------------------------------------------------------

Judgement = TypeVar("Judgement")

_EDGES = 120  # models whose parameters take turns in `EDGE_MODES`
_TRIES = 4  # laws for one model, each leaking less than the last


def models(statement: Statement, seed: int = 0) -> Iterator[Model]:
    """Yield models with the structure of a statement, most of which meet its hypotheses.

    The first ones have few secrets with uniform, skewed and rare priors, mechanisms that reveal
    everything, nothing, or one secret, and parameters at measured levels and thresholds.

    Parameters
    ----------
    statement : the statement; it may have holes.
    seed : the same seed gives the same models.

    Examples
    --------
    >>> from itertools import islice
    >>> from pmlsym.statements.text.parse import parse
    >>> for model in islice(models(parse("PML(e) => PMC(e)")), 2):
    ...     print(model)
    prior (1/2, 1/2), kernel (4/5, 1/5; 1/5, 4/5), e = log(8/5)
    prior (1/3, 1/3, 1/3), kernel (1, 0; 1/2, 1/2; 1/2, 1/2), e = log(3/2)
    """
    for model, _ in judged(statement, seed, applies, bool):
        yield model


def judged(
    statement: Statement,
    seed: int,
    judge: Callable[[Statement, Model], Judgement],
    met: Callable[[Judgement], bool],
) -> Iterator[tuple[Model, Judgement]]:
    """Yield the models of `models`, each with its evaluation.

    Examples
    --------
    >>> from pmlsym.statements.text.parse import parse
    >>> next(judged(parse("PML(e) => PMC(e)"), 0, applies, bool))[1]
    True
    """
    random = Random(seed)  # not for cryptography
    laws, chooser = Laws(statement, random), Chooser(statement, random)
    for number in count():
        mode = EDGE_MODES[number % len(EDGE_MODES)] if number < _EDGES else None
        for damping in range(_TRIES):
            law = _known(laws.draw(number, damping))
            model = Model(law, chooser.choose(law, mode))
            found = judge(statement, model)
            if number < _EDGES or met(found):
                break
            mode = "measured" if damping else None
        yield model, found


@lru_cache(maxsize=4096)
def _known(drawn: Law) -> Law:
    """Return the first of equal laws, which keeps its marginal laws and its lifts."""
    return drawn
