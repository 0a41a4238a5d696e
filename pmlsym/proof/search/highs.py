"""Vertices of a polyhedron: found by HiGHS in floats, computed again over the rationals.

A vertex is determined by the columns it uses. HiGHS's numbers say which these are; the rational
solution in these columns, if there is one and it has the right signs, is a vertex for certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

import flint

from pmlsym.proof.search.effort import Budget
from pmlsym.proof.search.polynomials import Rational
from pmlsym.proof.search.simplex import StandardForm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# where each column starts; row and value of each entry
_Matrix: TypeAlias = "tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]"

THRESHOLDS = (1e-9, 1e-7, 1e-12)  # values above which an unknown counts as used
CELLS = 400_000  # entries of a system that is solved over the rationals


@cache
def highs_installed() -> bool:
    """Whether HiGHS can be called, through highspy or through scipy, which need numpy."""
    return installed("numpy") and (installed("highspy") or installed("scipy"))


def installed(package: str) -> bool:
    """Whether a package can be imported."""
    try:
        return find_spec(package) is not None
    except (ImportError, ValueError):
        return False


def highs_vertex(program: StandardForm, budget: Budget) -> list[Rational] | None:
    """Return a vertex of least cost, or None if HiGHS finds none or its columns have none."""
    numbers = _floating(program, budget)
    if numbers is None:
        return None
    tried: set[tuple[int, ...]] = set()
    for threshold in THRESHOLDS:
        used = tuple(k for k, x in enumerate(numbers) if abs(x) > threshold)
        if used in tried:
            continue
        tried.add(used)
        solution = solution_in_columns(program, used, budget)
        if solution is not None:
            return solution
    return None


def solution_in_columns(
    program: StandardForm, used: Sequence[int], budget: Budget
) -> list[Rational] | None:
    """Return the rational solution that is zero outside some columns.

    None if there is none, if a nonnegative unknown is negative in it, or if the system is large.
    """
    rows = {row: number for number, row in enumerate(_rows_of(program, used))}
    if any(b != 0 and row not in rows for row, b in enumerate(program.target)):
        return None
    if len(rows) * len(used) > CELLS:
        return None
    budget.spend(len(rows) * len(used) // 10 + len(rows) * len(used) ** 2 // 500)
    matrix = flint.fmpq_mat(len(rows), len(used) + 1)
    for number, column in enumerate(used):
        for row, entry in program.columns[column].items():
            matrix[rows[row], number] = entry
    for row, number in rows.items():
        matrix[number, len(used)] = program.target[row]
    echelon, rank = matrix.rref()
    solution = [flint.fmpq(0)] * len(program.columns)
    pivot = 0
    for number in range(rank):
        while echelon[number, pivot] == 0:
            pivot += 1
        if pivot == len(used):
            return None
        value = echelon[number, len(used)]
        if value < 0 and not program.free[used[pivot]]:
            return None
        solution[used[pivot]] = value
    return solution


def _rows_of(program: StandardForm, columns: Sequence[int]) -> list[int]:
    return sorted({row for column in columns for row in program.columns[column]})


def _floating(program: StandardForm, budget: Budget) -> Sequence[float] | None:
    import numpy as np

    starts: list[int] = [0]
    rows: list[int] = []
    entries: list[float] = []
    try:
        for column in program.columns:
            rows += column.keys()
            entries += [int(x.p) / int(x.q) for x in column.values()]
            starts.append(len(rows))
        wanted = [int(x.p) / int(x.q) for x in program.target]
    except OverflowError:  # a number beyond the range of floats
        return None
    matrix = (
        np.array(starts, dtype=np.int32),
        np.array(rows, dtype=np.int32),
        np.array(entries, dtype=np.float64),
    )
    target = np.array(wanted, dtype=np.float64)
    solve = _with_highspy if installed("highspy") else _with_scipy
    return solve(program, matrix, target, budget)


def _with_highspy(
    program: StandardForm, matrix: _Matrix, target: NDArray[np.float64], budget: Budget
) -> Sequence[float] | None:
    import highspy
    import numpy as np

    count = len(program.columns)
    form = highspy.HighsLp()
    form.num_col_, form.num_row_ = count, len(target)
    form.col_cost_ = np.array(program.costs, dtype=np.float64)
    form.col_lower_ = np.where(program.free, -highspy.kHighsInf, 0.0)
    form.col_upper_ = np.full(count, highspy.kHighsInf)
    form.row_lower_ = form.row_upper_ = target
    form.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    form.a_matrix_.start_, form.a_matrix_.index_, form.a_matrix_.value_ = matrix
    solver = highspy.Highs()
    for option, value in {
        "output_flag": False,
        "threads": 1,
        "solver": "simplex",
        "simplex_iteration_limit": budget.effort.pivots,
        "primal_feasibility_tolerance": 1e-9,
    }.items():
        solver.setOptionValue(option, value)
    solver.passModel(form)
    solver.run()
    pivots = int(solver.getInfo().simplex_iteration_count)
    budget.spend(500 + _pivot_work(program, pivots))
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    found: list[float] = list(solver.getSolution().col_value)
    return found


def _with_scipy(
    program: StandardForm, matrix: _Matrix, target: NDArray[np.float64], budget: Budget
) -> Sequence[float] | None:
    from scipy.optimize import linprog
    from scipy.sparse import csc_array

    starts, rows, entries = matrix
    found = linprog(
        program.costs,
        A_eq=csc_array((entries, rows, starts), shape=(len(target), len(program.columns))),
        b_eq=target,
        bounds=[(None if free else 0, None) for free in program.free],
        method="highs-ds",
        options={"maxiter": budget.effort.pivots, "primal_feasibility_tolerance": 1e-9},
    )
    budget.spend(3000 + _pivot_work(program, int(found.nit)))
    if found.status != 0 or found.x is None:
        return None
    numbers: list[float] = found.x.tolist()
    return numbers


def _pivot_work(program: StandardForm, pivots: int) -> int:
    return pivots * (10 + (len(program.target) + len(program.columns)) // 20)
