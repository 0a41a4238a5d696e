"""The largest leakage of a record, over outcomes, and over all priors with a floor.

The lift is a quotient of two linear functions of each record's prior, so over Q_alpha it is largest
at a vertex, where every prior favours one class: the vertices are enumerated. Outcomes are
enumerated on the grid of all answers; points between and beyond can be added, to test that they do
not change the result.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise, product
from math import prod

from pmlsym.errors import ParameterError
from pmlsym.statements.arithmetic import log
from pmlsym.statements.instances.released.release import Release, favouring
from pmlsym.statements.values import Infinite, Unseparated, Value, holds

Place = tuple[int, ...]

MOST_OUTCOMES = 3_000
_KEPT = 1024  # answers that are remembered: many statements are tested on the same releases


@lru_cache(maxsize=_KEPT)
def worst_outcome(instance: Release, between: bool = False, beyond: bool = False) -> Release:
    """Return a release with the outcome of a grid at which its record leaks most.

    Raise Unseparated if there are too many outcomes.

    Examples
    --------
    >>> from pmlsym.statements.instances.released.release import release
    >>> quarter, fifth = Fraction(1, 4), Fraction(1, 5)
    >>> found = worst_outcome(release([[0, 0, 1, 2, 2]], fifth, quarter))
    >>> found.outcome, found.pml
    ((Fraction(1, 1),), LogOf(argument=Fraction(5, 2)))
    """
    _refuse_many(prod(len(points) for points in instance.breakpoints))
    best, top = instance, None
    for outcome in instance.grid(between, beyond):
        there = instance.at(outcome)
        if top is None or holds(there.pml, ">", top):
            best, top = there, there.pml
    return best


@lru_cache(maxsize=_KEPT)
def worst_leakage(
    instance: Release,
    records: int,
    between: bool = False,
    beyond: bool = False,
    inside: bool = True,
) -> Value:
    """Return the largest leakage of one of `records` records, over Q_alpha and outcomes.

    Examples
    --------
    >>> from pmlsym.statements.instances.released.release import release
    >>> instance = release([[0, 1]], Fraction(1, 4), Fraction(1, 2))
    >>> worst_leakage(instance, 1), worst_leakage(instance, 2)
    (LogOf(argument=Fraction(8, 5)), LogOf(argument=Fraction(8, 5)))
    """
    k = instance.classes
    columns = [_steps(column, instance.unit) for column in instance.columns]
    axes = [_along(row, records, between, beyond, inside) for row in zip(*columns, strict=True)]
    _refuse_many(prod(map(len, axes)))
    vertices = [favouring(instance.alpha, k, j) for j in range(k)]
    if len(set(vertices)) == 1:
        vertices = vertices[:1]
    shared = vertices[0][0].denominator * instance.alpha.denominator
    priors = [tuple(int(p * shared) for p in vertex) for vertex in vertices]
    falls = _falls(instance, axes, columns, records)
    best = (0, 1)
    for others in combinations_with_replacement(priors, records - 1):
        places = _sums(others, columns)
        densities: dict[Place, int] = {}  # by what the outcome leaves to the others
        for y in product(*axes):
            given = []
            for column in columns:
                rest = tuple([a - c for a, c in zip(y, column, strict=True)])
                if rest not in densities:
                    densities[rest] = _density(rest, places, falls)
                given.append(densities[rest])
            top = max(given)
            for prior in priors:
                total = sum(p * g for p, g in zip(prior, given, strict=True))
                if top * best[1] > best[0] * total:
                    best = (top, total)
    return log(Fraction(best[0] * shared, best[1])) if best[0] else Infinite.MINUS


def _refuse_many(outcomes: int) -> None:
    if outcomes > MOST_OUTCOMES:
        raise Unseparated(f"{outcomes} outcomes, of which {MOST_OUTCOMES} are looked at")


def _steps(column: tuple[Fraction, ...], unit: Fraction) -> Place:
    found = [w / unit for w in column]
    if any(x.denominator != 1 for x in found):
        raise ParameterError(f"the workload has to consist of multiples of its unit {unit}.")
    return tuple(map(int, found))


def _along(
    row: tuple[int, ...], records: int, between: bool, beyond: bool, inside: bool
) -> list[int]:
    """Return the values of one coordinate: the answers of all databases, and more on request."""
    answers = sorted(set(map(sum, combinations_with_replacement(row, records))))
    low, high = answers[0], answers[-1]
    found = answers if inside else sorted({low, high})
    if between and inside:
        found = found + [z for a, c in pairwise(answers) for z in range(a + 1, c)]
    return [*found, low - 2, high + 2] if beyond else found


def _falls(
    instance: Release, axes: list[list[int]], columns: list[Place], records: int
) -> list[int]:
    """Return e^(-d/b) for d = 0, 1, ... units, times a common denominator, as integers."""
    instance.needs_laplace("what leaks at the worst")
    if not isinstance(instance.decay, Fraction):
        raise ParameterError("the worst leakage is computed for a rational decay only.")
    reach = 0
    for axis, row in zip(axes, zip(*columns, strict=True), strict=True):
        ends = (records * min(row), records * max(row))
        reach += max(abs(y - end) for y in axis for end in ends)
    down, up = instance.decay.numerator, instance.decay.denominator
    return [down**d * up ** (reach - d) for d in range(reach + 1)]


def _sums(others: tuple[tuple[int, ...], ...], columns: list[Place]) -> dict[Place, int]:
    """Return integer weights of the law of the other records' contribution to the answers."""
    law: dict[Place, int] = {(0,) * len(columns[0]): 1}
    for prior in others:
        law = _grown(law, prior, columns)
    return law


def _grown(law: dict[Place, int], prior: tuple[int, ...], columns: list[Place]) -> dict[Place, int]:
    found: dict[Place, int] = {}
    for place, weight in law.items():
        for p, column in zip(prior, columns, strict=True):
            moved = tuple(a + c for a, c in zip(place, column, strict=True))
            found[moved] = found.get(moved, 0) + weight * p
    return found


def _density(rest: Place, places: dict[Place, int], falls: list[int]) -> int:
    return sum(
        weight * falls[sum(abs(a - c) for a, c in zip(rest, place, strict=True))]
        for place, weight in places.items()
    )
