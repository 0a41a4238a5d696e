"""Exact numbers that refute statements of the paper, each computed from a definition.

Leakages come from enumerated databases (`record_lift`), the bounds from their formulas in the
paper, term by term over all subsets; neither uses the library's bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import sympy as sp

from pmlsym.laplace.likelihood import record_lift
from pmlsym.laplace.workload.matrices import haar
from pmlsym.ledger.writing import rational
from pmlsym.proof.language import Term, reals

leak, inside, beyond, five, seven, level, sided, epsilon, exact = reals(
    "L L_in L_out B_5 B_7 eps_DP I epsilon L_n"
)
Value: TypeAlias = Callable[[], Term]


@dataclass(frozen=True)
class Release:
    """A workload of integers, the floor alpha, and q = e^(-1/b)."""

    workload: tuple[tuple[int, ...], ...]
    alpha: Fraction
    q: Fraction

    @property
    def classes(self) -> int:
        """The number k of classes."""
        return len(self.workload[0])

    @property
    def columns(self) -> list[tuple[int, ...]]:
        """The columns w_1, ..., w_k."""
        return list(zip(*self.workload, strict=True))

    @property
    def scale(self) -> Term:
        """The scale b."""
        return 1 / sp.log(1 / rational(self.q))


def release(workload: Sequence[Sequence[int]], alpha: Fraction, q: Fraction) -> Release:
    """Write a release down.

    Examples
    --------
    >>> release([[0, 1]], Fraction(1, 2), Fraction(1, 2)).columns
    [(0,), (1,)]
    """
    return Release(tuple(tuple(int(w) for w in row) for row in workload), alpha, q)


HALF, THIRD, QUARTER, FIFTH = (Fraction(1, n) for n in (2, 3, 4, 5))
ONE_QUERY = release([[0, 0, 1, 2, 2]], FIFTH, QUARTER)
TWO_QUERIES = release([[0, 3, 3], [0, 1, -1]], THIRD, HALF)
UNSIDED = release([[0, 1, 2], [1, 0, 2], [0, 2, 1]], THIRD, HALF)
CONSTANT = release([[1, 1]], HALF, HALF)
HAAR = release(haar(8).tolist(), Fraction(1, 10), HALF)


def log(number: Fraction | float) -> Term:
    """Return the logarithm of an exact number."""
    return sp.log(rational(number))


def all_signs(found: Release) -> Iterator[tuple[int, ...]]:
    """Go through the subsets of the queries: 1 within, -1 without."""
    return product((1, -1), repeat=len(found.workload))


def scores(found: Release, slopes: Sequence[int]) -> list[int]:
    """Return <s, w_j> for every class; for signs this is c_j."""
    return [sum(s * w for s, w in zip(slopes, column, strict=True)) for column in found.columns]


def weighed(found: Release, slopes: Sequence[int]) -> Fraction:
    """Return the denominator of (5), or of the tilted bound, at signs or slopes."""
    c = scores(found, slopes)
    total = found.alpha * sum(found.q**x for x in c)
    total += (1 - found.classes * found.alpha) * found.q ** max(c)
    return total / found.q ** min(c)


def corner_value(found: Release) -> Fraction:
    """Evaluate e^(5) over all subsets of the queries, term by term."""
    return 1 / min(weighed(found, signs) for signs in all_signs(found))


def distance(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the l1 distance of two columns."""
    return sum(abs(a - c) for a, c in zip(one, other, strict=True))


def triangle_value(found: Release) -> Fraction:
    """Evaluate e^(7) over all pairs of classes."""
    k, columns = found.classes, found.columns
    totals = [
        found.alpha * sum(found.q ** distance(column, columns[r]) for column in columns)
        + (1 - k * found.alpha) * found.q ** distance(columns[j], columns[r])
        for r in range(k)
        for j in range(k)
    ]
    return 1 / min(totals)


def dp_level(found: Release) -> Term:
    """Return eps_DP from eq. (4)."""
    largest = max(distance(a, c) for a in found.columns for c in found.columns)
    return largest / found.scale


def bounds_of(found: Release) -> tuple[Value, Value]:
    """Return how to compute (5) and (7)."""
    return (lambda: log(corner_value(found))), (lambda: log(triangle_value(found)))


def favouring(found: Release, j: int) -> list[Fraction]:
    """Return the prior that has all that alpha leaves over in class j."""
    spare = 1 - found.classes * found.alpha
    return [found.alpha + spare * (i == j) for i in range(found.classes)]


def leakage_at(found: Release, outcome: Sequence[int], records: int = 1) -> Term:
    """Enumerate the PML of one record at an outcome: uniform others, the worst own prior."""
    k = found.classes
    others = [[Fraction(1, k)] * k] * (records - 1)
    lifts = [
        max(record_lift(found.workload, favouring(found, j), others, outcome, found.q))
        for j in range(k)
    ]
    return log(max(lifts))


def one_sided(found: Release) -> int:
    """1 if some column is at one end of every query: the condition of Corollary 1, else 0.

    The paper's condition, with the index that its proof needs: there are a subset I and a column
    j' with w_lj - w_lj' <= 0 for all j if l is in I, and >= 0 if it is not.
    """
    for column in found.columns:
        ends = [(min(row), max(row)) for row in found.workload]
        if all(entry in end for entry, end in zip(column, ends, strict=True)):
            return 1
    return 0
