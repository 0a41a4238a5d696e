"""The simplex method over the rationals.

The method finds a vertex of ``{x : A x = b, x_k >= 0 unless k is free}`` exactly, by phase one
in a sparse tableau, with Bland's rule as soon as it stalls. It is used where HiGHS is not
installed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import flint

from pmlsym.proof.search.effort import Budget
from pmlsym.proof.search.polynomials import Rational

Column: TypeAlias = Mapping[int, Rational]

STALLED = 12  # pivots without progress after which Bland's rule takes over


@dataclass(frozen=True)
class StandardForm:
    """Equations ``A x = b`` in nonnegative and free unknowns.

    Parameters
    ----------
    columns : the nonzero entries of each column of A, by row.
    target : b.
    free : which unknowns may be negative.
    costs : the costs to minimise; the simplex method here takes them as a preference only.
    """

    columns: Sequence[Column]
    target: Sequence[Rational]
    free: Sequence[bool]
    costs: Sequence[float]


def simplex_vertex(program: StandardForm, budget: Budget) -> list[Rational] | None:
    """Return a vertex, or None if there is none or it takes too many pivots."""
    return _Tableau(program, budget).vertex()


class _Tableau:
    """Rows ``sum of entries times unknowns = value``; a pivot gives a row its basic unknown."""

    def __init__(self, program: StandardForm, budget: Budget) -> None:
        self.program = program
        self.budget = budget
        self.rows: list[dict[int, Rational]] = [{} for _ in program.target]
        self.values = list(program.target)
        for unknown, column in enumerate(program.columns):
            for row, entry in column.items():
                self.rows[row][unknown] = entry
        self.basic: dict[int, int] = {}

    def vertex(self) -> list[Rational] | None:
        solved = self._solve_for_free_unknowns()
        constrained = [row for row in range(len(self.rows)) if row not in self.basic]
        if not self._feasible(constrained):
            return None
        solution = [flint.fmpq(0)] * len(self.program.columns)
        for row in constrained:
            if row in self.basic:
                solution[self.basic[row]] = self.values[row]
        for row in reversed(solved):
            rest = sum((x * solution[k] for k, x in self.rows[row].items()), flint.fmpq(0))
            solution[self.basic[row]] = self.values[row] - rest
        return solution

    def _solve_for_free_unknowns(self) -> list[int]:
        """Solve a row for every free unknown; return these rows, in that order.

        Such a row only determines the free unknown and constrains nothing else.
        """
        solved: list[int] = []
        open_rows = list(range(len(self.rows)))
        for unknown in (k for k, free in enumerate(self.program.free) if free):
            candidates = [row for row in open_rows if unknown in self.rows[row]]
            if candidates:
                row = min(candidates, key=lambda r: (len(self.rows[r]), r))
                open_rows.remove(row)
                self._pivot(row, unknown, open_rows)
                solved.append(row)
        return solved

    def _feasible(self, constrained: list[int]) -> bool:
        """Phase one: rows without a basic unknown hold an artificial one, whose sum must vanish."""
        for row in constrained:
            if self.values[row] < 0:
                self.rows[row] = {k: -x for k, x in self.rows[row].items()}
                self.values[row] = -self.values[row]
        stalled = 0
        for _ in range(self.budget.effort.pivots):
            artificial = [row for row in constrained if row not in self.basic]
            if all(self.values[row] == 0 for row in artificial):
                return True
            gains: dict[int, Rational] = {}
            for row in artificial:
                for k, x in self.rows[row].items():
                    gains[k] = gains.get(k, 0) + x
                self.budget.spend(1 + len(self.rows[row]))
            entering = self._entering(gains, bland=stalled >= STALLED)
            if entering is None:
                return False
            row = self._leaving(entering, constrained)
            stalled = stalled + 1 if self.values[row] == 0 else 0
            self._pivot(row, entering, constrained)
        return False

    def _entering(self, gains: dict[int, Rational], bland: bool) -> int | None:
        candidates = [k for k, gain in gains.items() if gain > 0]
        if not candidates:
            return None
        if bland:
            return min(candidates)
        return max(candidates, key=lambda k: (gains[k], -self.program.costs[k], -k))

    def _leaving(self, entering: int, constrained: list[int]) -> int:
        """Return the row whose basic unknown is the first to become zero as another grows.

        Ties are broken by the smallest number, artificial unknowns first.
        """
        ratios = [
            (self.values[row] / entry, self.basic.get(row, row - len(self.rows)), row)
            for row in constrained
            if (entry := self.rows[row].get(entering)) is not None and entry > 0
        ]
        return min(ratios)[2]

    def _pivot(self, row: int, unknown: int, rows: Sequence[int]) -> None:
        """Solve a row for an unknown, and substitute it in other rows."""
        entry = self.rows[row].pop(unknown)
        pivot = {k: x / entry for k, x in self.rows[row].items()}
        value = self.values[row] / entry
        self.rows[row], self.values[row] = pivot, value
        self.basic[row] = unknown
        for other in rows:
            entries = self.rows[other]
            if other == row or unknown not in entries:
                continue
            factor = entries.pop(unknown)
            self.budget.spend(1 + len(pivot))
            for k, x in pivot.items():
                new = entries.get(k, 0) - factor * x
                if new == 0:
                    del entries[k]
                else:
                    entries[k] = new
            self.values[other] -= factor * value
