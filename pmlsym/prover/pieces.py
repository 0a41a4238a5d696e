"""The vertex of a polygon with the largest leakage, and the range in which it is the largest.

The search compares vertices on a grid of floats and only proposes pieces. It is proved afterwards
that the level follows, that its vertex satisfies the hypotheses, and, where possible, that the
ranges cover all parameters.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import sympy as sp

from pmlsym.deadline import TimeIsUp, ending
from pmlsym.formulas.measures import Measure
from pmlsym.proof.goal import Goal, NotProved
from pmlsym.proof.language import Sentence, Term
from pmlsym.prover.corners import Polygon, feasible, holds_at, numeric
from pmlsym.prover.from_sympy import gathered
from pmlsym.statements.reductions import Case, NotReducible, prove_case

_RATIOS = (1.0, 1.02, 1.15, 1.4, 1.9, 2.6, 4.0, 9.0)
_MASSES = (0.02, 0.11, 0.19, 0.27, 0.33, 0.41, 0.5)
_SIZES = (2.0, 3.0, 4.0, 7.0)
_LOOK = 4.0  # seconds to prove that ranges cover all parameters
_MOST = 20_000  # points at which vertices are compared
_LEVELS = tuple(math.log(ratio) for ratio in _RATIOS)


@dataclass(frozen=True)
class Corner:
    """A vertex of the polygon of one case, and e^leakage there as `worth`; None for infinity."""

    case: Case
    shape: Polygon
    at: tuple[Term, Term]
    worth: Term | None

    @property
    def two(self) -> bool:
        """Whether the case is that of two secrets, apart from the case of more."""
        return self.case.alphabet == "|X| = 2"


class Piece(NamedTuple):
    """A vertex, conditions under which it is the best, and an example of such numbers.

    `less` says that fewer secrets (two of them, or any other number if all are compared) leak less.
    """

    corner: Corner
    conditions: tuple[Sentence, ...]
    less: bool
    numbers: Mapping[Term, float]


def grid_of(corners: list[Corner]) -> Iterator[dict[Term, float]]:
    """Yield numbers for prior and parameters at which vertices are compared."""
    symbols = sorted(
        {
            symbol
            for corner in corners
            for sentence in (*corner.shape.around, *(s for _, s in corner.shape.inside))
            for symbol in sentence.free_symbols
        }
        - {symbol for corner in corners for symbol in (corner.shape.high, corner.shape.low)},
        key=str,
    )
    sentences = dict.fromkeys(s for corner in corners for s in corner.shape.around)
    choices = [
        tuple(sorted({*_usual(s.name), *(n for one in sentences for n in _ends(one, s))}))
        for s in symbols
    ]
    if math.prod(map(len, choices)) > _MOST:
        raise NotReducible(f"There are {len(symbols)} numbers to compare levels over: too many.")
    for numbers in product(*choices):
        yield dict(zip(symbols, numbers, strict=True))


def _usual(name: str) -> tuple[float, ...]:
    return _MASSES if name in ("pmin", "pmax") else _SIZES if name == "n" else _LEVELS


def _ends(sentence: Sentence, symbol: Term) -> Iterator[float]:
    """Yield the number that a condition compares a symbol with, as 1/4 of pmin = 1/4."""
    left, right = sentence.args
    for one, other in ((left, right), (right, left)):
        if one == symbol and other.is_number:
            yield float(other)


def pieces(
    corners: list[Corner], grid: list[dict[Term, float]], measure: Measure, everywhere: bool = False
) -> Iterator[Piece]:
    """Yield vertices with conditions, such that each is the best where they hold.

    The pieces are those of three or more secrets, unless every case has two. With `everywhere` they
    cover also the points at which pmin allows two secrets only.
    """
    worths = [[_worth(corner, numbers, measure) for numbers in grid] for corner in corners]
    tops: dict[tuple[bool, int], set[int]] = {}
    for two in (True, False):
        of_these = [n for n, corner in enumerate(corners) if corner.two is two]
        for place, numbers in enumerate(grid):
            here = [n for n in of_these if feasible(corners[n].shape, corners[n].at, numbers)]
            if not here:
                continue
            top = max(worths[n][place] for n in here)
            same = {n for n in here if _same(worths[n][place], top)}
            others = {
                n
                for n, corner in enumerate(corners)
                if corner.two is not two
                and _same(worths[n][place], top)
                and feasible(replace(corner.shape, around=()), corner.at, numbers)
            }
            # at some numbers a finite level may be infinite, as log(1/(4 - exp(e))) at log(4)
            always = {n for n in same | others if corners[n].worth is None}
            tops[two, place] = always or same | others
    two = all(of_two for of_two, _ in tops)  # otherwise take the pieces of more secrets
    rivals = {
        place: winners
        for (of_two, place), winners in tops.items()
        if of_two is two or (everywhere and (two, place) not in tops)
    }
    left = dict(rivals)
    while left:
        counts: dict[int, int] = {}
        for number in (n for winners in left.values() for n in winners):
            counts[number] = counts.get(number, 0) + 1
        # infinite levels come last: they hold on the remaining range
        rank = {n: (corners[n].worth is not None, count) for n, count in counts.items()}
        most = max(rank.values())
        best = (n for n in sorted(rank) if rank[n] == most)
        found = [_candidate(n, corners, grid, rivals, tops, everywhere) for n in best]
        # prefer one that is the best on its whole range, then one for the same number of secrets
        chosen = max(found, key=lambda c: (c.alone, not c.piece.less or c.piece.corner.two is two))
        yield chosen.piece
        number = chosen.number
        left = {place: winners for place, winners in left.items() if number not in winners}


class _Candidate(NamedTuple):
    """A piece, the number of its vertex, and whether it is the best in all of its range."""

    number: int
    piece: Piece
    alone: bool


def _candidate(
    number: int,
    corners: list[Corner],
    grid: list[dict[Term, float]],
    rivals: Mapping[int, set[int]],
    tops: Mapping[tuple[bool, int], set[int]],
    everywhere: bool,
) -> _Candidate:
    """Return the piece of a vertex, with conditions under which it is the best."""
    own = {place for place, winners in rivals.items() if number in winners}
    corner = corners[number]
    conditions = _conditions(corner, grid, own, set(rivals))
    conditions += tuple(_larger_than(corner, corners, grid, conditions, rivals, own))
    two = all(of_two for of_two, _ in tops)
    within = {
        place for place in range(len(grid)) if all(holds_at(c, grid[place]) for c in conditions)
    }
    less = any(
        (everywhere or of_two is not two) and place in within and number not in winners
        for (of_two, place), winners in tops.items()
    )
    alone = all(number in winners for place, winners in rivals.items() if place in within)
    return _Candidate(number, Piece(corner, conditions, less, grid[min(own)]), alone)


def covered_by(corners: list[Corner], ranges: list[tuple[Sentence, ...]], until: float) -> bool:
    """Whether the ranges are proved to cover all cases of the statement."""
    if not ranges or not all(ranges):
        return True
    of_more = [corner for corner in corners if not corner.two] or corners
    limit = min(until, time.monotonic() + _LOOK)
    try:
        with ending(limit):
            for known in dict.fromkeys(corner.shape.around for corner in of_more):
                for *others, last in product(*ranges):
                    prove_case(Goal((*known, *map(_denied, others)), last))
    except (NotProved, TimeIsUp):
        return False
    return True


def _denied(condition: Sentence) -> Sentence:
    left, right = condition.args
    return (sp.Ge if isinstance(condition, sp.Lt) else sp.Gt)(left, right, evaluate=False)


def _larger_than(
    corner: Corner,
    corners: list[Corner],
    grid: list[dict[Term, float]],
    conditions: tuple[Sentence, ...],
    rivals: Mapping[int, set[int]],
    own: set[int],
) -> Iterator[Sentence]:
    """Yield conditions that exclude points at which vertices of other polygons leak more."""
    others = [p for p in rivals if p not in own and all(holds_at(c, grid[p]) for c in conditions)]
    while others:
        rival = corners[min(rivals[others[0]])]
        if corner.worth is None or rival.worth is None:
            return
        ahead = _positive(sp.together(corner.worth - rival.worth), False, grid, own)
        if not all(holds_at(ahead, grid[place]) for place in own):
            return  # the proof of the piece will report the gap
        yield ahead
        left = [place for place in others if holds_at(ahead, grid[place])]
        if len(left) == len(others):
            return
        others = left


def _same(one: float, other: float) -> bool:
    return one == other or abs(one - other) < 1e-9 * abs(other)


def _worth(corner: Corner, numbers: Mapping[Term, float], measure: Measure) -> float:
    if corner.worth is None:
        return math.inf
    if measure.of_least and abs(numeric(corner.at[1], numbers)) < 1e-12:
        return math.inf
    return numeric(corner.worth, numbers)


def _conditions(
    corner: Corner, grid: list[dict[Term, float]], won: set[int], allowed: set[int]
) -> tuple[Sentence, ...]:
    """Return conditions under which a vertex is feasible and finite, without those always true."""
    at = {corner.shape.high: corner.at[0], corner.shape.low: corner.at[1]}
    terms = [(term.xreplace(at), strict) for term, strict in _sides(corner)]
    found: dict[frozenset[int], Sentence] = {}
    for term, strict in terms:
        good = frozenset(p for p in allowed if _at_least(term, grid[p], strict))
        if good >= allowed or not good >= won:
            continue
        sentence = _positive(term, strict, grid, won)
        known = found.get(good)
        if known is None or len(str(sentence)) < len(str(known)):
            found[good] = sentence
    # drop a condition that follows from another one on the grid
    return tuple(s for good, s in found.items() if not any(other < good for other in found))


def _sides(corner: Corner) -> Iterator[tuple[Term, bool]]:
    for term, sentence in corner.shape.inside:
        strict = corner.worth is not None and sentence.free_symbols == {corner.shape.low}
        yield term, strict


def _at_least(term: Term, numbers: Mapping[Term, float], strict: bool) -> bool:
    found = numeric(term, numbers)
    return found > 1e-11 if strict else found >= -1e-11


def _positive(term: Term, strict: bool, grid: list[dict[Term, float]], won: set[int]) -> Sentence:
    """Return ``0 <= term`` without its divisor, which has one sign where the vertex is feasible."""
    numerator, divisor = sp.fraction(sp.together(term))
    signs = {numeric(divisor, grid[place]) > 0 for place in won}
    side = gathered(numerator if signs == {True} else -numerator)
    return sp.Lt(0, side, evaluate=False) if strict else sp.Le(0, side, evaluate=False)
