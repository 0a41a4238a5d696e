"""The exact worst leakage of a workload for a finite number of records.

Given the other records, the density of an outcome y if the record is in class j is phi(y - w_j),
where phi averages e^(-||z - v||_1/b) over the sum v of the others' columns. Between neighbouring
values of a query every such density is A e^(y/b) + B e^(-y/b) in that coordinate, so a lift is a
Moebius function of e^(2y/b): monotone. Beyond the ends it is constant. So the worst outcome has
every coordinate equal to an answer that some database gives, and the supremum is a maximum over a
grid (ledger `linear.lemma-1.repair`).
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Literal, TypeAlias

import numpy as np

from pmlsym import deadline
from pmlsym.arrays import FloatArray
from pmlsym.deadline import TimeIsUp
from pmlsym.errors import InexactWarning, ParameterError
from pmlsym.exact import Number, RowLike, TableLike, as_fraction, is_exact, sympified
from pmlsym.given import brief, whole
from pmlsym.laplace.parameters import (
    as_number,
    check_alpha,
    check_positive,
    class_probabilities,
    positive_float,
)
from pmlsym.laplace.results import ExactLeakage
from pmlsym.laplace.workload.bounds import LARGEST, tilted, triangle
from pmlsym.laplace.workload.cell_grid import CellGrid
from pmlsym.laplace.workload.float_grid import FloatGrid
from pmlsym.laplace.workload.grid import (
    MOST_SECONDS,
    ExactGrid,
    Grid,
    GridRow,
    SumGrid,
    check_work,
    lattice,
)
from pmlsym.laplace.workload.matrices import (
    as_printed,
    as_workload,
    exact_entries,
    fractions_of,
    read_workload,
    refuse_irrational,
)
from pmlsym.laplace.workload.point_grid import PointGrid
from pmlsym.laplace.workload.worst_others import Case, WorstOthers

Others: TypeAlias = Literal["worst"] | RowLike | TableLike | None
MOST_BYTES = 1_000_000_000
_SMALL = 1e-9  # times the entries: scales from which on the rounding of sums is no distance
_LARGEST = 1e300  # answers whose sums are finite floats
_NOTHING = 1e-12  # rounding error of the excess of a prior over alpha
_ROUNDING = 1e-14  # relative, of bounds for any number of records
_EXACT_SHARE = 0.05  # share of the time limit for one of the cases in fractions
_GAIN = 1e-6  # relative, by twice the records, below which an interval is left as it is
_PROGRAMS = 64  # convex programs for a lower end
_SHORT = 0.1  # share of the time limit within which no interval is prepared for
_QUICK = 3_000_000  # nanoseconds of a grid that is no slower than bounds for any number
_GUESSES = 0.3  # share of the time limit for guesses at the worst priors


def exact_leakage(
    workload: TableLike,
    alpha: Number,
    scale: Number,
    n: int,
    others: Others = None,
    own: RowLike | None = None,
    most_bytes: int = MOST_BYTES,
    most_seconds: int = MOST_SECONDS,
) -> Number:
    r"""Return the worst leakage of one of n records, over all outcomes and its priors in Q_alpha.

    .. math:: \max_{y, r, p} -\log \sum_j p_j \frac{\phi(y - w_j)}{\phi(y - w_r)}, \qquad
        \phi(z) = \mathbb E\, e^{-\lVert z - \sum_{i > 1} w_{D_i} \rVert_1 / b}

    Parameters
    ----------
    workload : array_like, shape (m, k)
        One row a query, one column a class. Entries that are multiples of a common unit in each
        row, as counts are, make the grid small.
    alpha : float or exact number
        The floor of the class probabilities, in (0, 1/k].
    scale : float or exact number
        The scale b > 0. If it, alpha and the workload are exact and e^(-unit/b) is rational, as
        for 1/sympy.log(4), the answer is exact, as long as the limits allow fractions.
    n : int
        The number of records.
    others : None, (k,), (n - 1, k) or "worst"
        The class probabilities of the other records: uniform if not given, one prior for all, one
        for each, or the worst in Q_alpha, found by branch and bound
        (`pmlsym.laplace.workload.worst_others`).
    own : (k,), optional
        The class probabilities of the record itself; the worst in Q_alpha if not given.
    most_bytes : int
        The limit on memory.
    most_seconds : int
        The limit on processor time.

    Returns
    -------
    float or sympy expression
        In nats. If a limit is reached before the leakage is known, the upper end of a certified
        interval, with a warning; `worst_outcome` returns both ends.

    Raises
    ------
    ParameterError
        If an argument is out of range.

    Warns
    -----
    InexactWarning
        If a limit is reached.

    Notes
    -----
    For `others="worst"` this is L_n of the ledger: never increasing in n, the triangle bound at
    n = 1, and the tilted bound in the limit. `worst_outcome` also returns the outcome. In floats,
    of several records, the relative error is about 1e-14, without a common unit 1e-14 n.

    With m queries the work grows with n^(m + 1): two of few steps take seconds for 1,000 records.
    Without a common unit intervals are narrowed until the answer is known, or time is up
    (`pmlsym.laplace.workload.cell_grid`): of 3 classes, 2 queries and 100 records they are a
    hundredth wide after about a second. Many classes take memory: there are (n + k - 1)! /
    (n! (k - 1)!) databases that differ.

    Examples
    --------
    >>> import sympy
    >>> from fractions import Fraction
    >>> exact_leakage([[0, 0, 1, 2, 2]], Fraction(1, 5), 1/sympy.log(4), n=1)
    log(5/2)
    >>> round(exact_leakage([[0, 0, 1, 2, 2]], 0.2, 0.7213475, n=20), 4)
    0.7444
    """
    found = worst_outcome(workload, alpha, scale, n, others, own, most_bytes, most_seconds)
    if found.lower is not None:
        warnings.warn(
            f"The leakage of {brief(n)} records is between {float(found.lower):.6g} and "
            f"{float(found.leakage):.6g} nats: a limit was reached. The upper end is returned, and "
            "both by worst_outcome; raise most_seconds or most_bytes, or take fewer records.",
            InexactWarning,
            stacklevel=2,
        )
    return found.leakage


def worst_outcome(
    workload: TableLike,
    alpha: Number,
    scale: Number,
    n: int,
    others: Others = None,
    own: RowLike | None = None,
    most_bytes: int = MOST_BYTES,
    most_seconds: int = MOST_SECONDS,
) -> ExactLeakage:
    """Return the worst leakage with the outcome and the class at which it occurs.

    Parameters
    ----------
    workload, alpha, scale, n, others, own, most_bytes, most_seconds : as in `exact_leakage`.

    Returns
    -------
    ExactLeakage
        With an interval if a limit is reached. Its upper end is what fewer records leak, and its
        lower end what the worst case found does, or the tilted bound: no record more adds leakage,
        and no number of records leaks less than that (for the worst own prior).

    Raises
    ------
    ParameterError
        As in `exact_leakage`.

    Examples
    --------
    >>> worst_outcome([[0, 0, 1, 2, 2]], 0.2, 0.7213475, n=1).outcome
    (1.0,)
    """
    limits = Limits(
        whole("most_bytes", most_bytes, least=0), whole("most_seconds", most_seconds, least=0)
    )
    return _worst_outcome(workload, alpha, scale, n, others, own, limits, 0.0)


def compared_with_level(
    workload: TableLike, alpha: float, scale: float, n: int, level: float
) -> ExactLeakage:
    """Return an interval for the leakage beside the worst others that decides about a level.

    It ends at most at the level, or begins above it, if the default limits of `exact_leakage`
    allow that.

    Examples
    --------
    >>> found = compared_with_level([[0, 3, 3], [0, 1, -1]], 0.1, 4.0, n=5, level=0.7)
    >>> found.lower > 0.7, found.gap > 0.01
    (True, True)
    """
    limits = Limits(MOST_BYTES, MOST_SECONDS)
    return _worst_outcome(workload, alpha, scale, n, "worst", None, limits, level)


def _worst_outcome(
    workload: TableLike,
    alpha: Number,
    scale: Number,
    n: int,
    others: Others,
    own: RowLike | None,
    limits: Limits,
    level: float,
) -> ExactLeakage:
    """Return the worst outcome; with a level above 0, as much as decides about it."""
    table, offsets = read_workload(workload)
    k = table.shape[1]
    as_number("alpha", alpha)
    as_number("scale", scale)
    check_alpha(alpha, k)
    check_positive("scale", scale)
    given = check_others(others, n, k, alpha)
    worst = are_worst(others, k, alpha)
    share = _EXACT_SHARE if worst else 1.0
    grid = _grid(workload, table, alpha, scale, int(n), given, own, limits, share)
    exact = isinstance(grid, ExactGrid)
    if own is None and not exact and grid.work(int(n)) > _QUICK:
        certain = _of_any_number(table, offsets, alpha, scale, int(n))
        if certain is not None:
            return certain
    if worst:
        search = _search(grid, int(n), limits, level)
        best, upper = search.best, search.upper
    else:
        best, upper = _of_given(grid, int(n), given, limits)
    if best is not None and not exact:
        moved = zip(best.outcome, offsets, strict=True)
        best = replace(best, outcome=tuple(y + float(int(n) * offset) for y, offset in moved))
    if best is not None and upper == best.leakage and exact:
        return best
    # no number of records leaks more than the triangle bound, whose rounding is relative
    most = triangle(table, alpha, scale).leakage
    upper = min(upper, most)
    if best is None:
        best = _limit(table, alpha, scale, own)
    rounding = grid.rounding(int(n)) * best.leakage if not exact else 0
    if upper <= best.leakage + rounding:
        return replace(best, leakage=upper)
    if level:
        return replace(best, leakage=upper, lower=best.leakage)
    error = grid.error(int(n))
    attained = max(best.leakage - error, 0) if best.outcome else best.leakage
    return replace(best, leakage=min(upper + error, most), lower=attained)


@dataclass(frozen=True)
class Limits:
    """What the caller allows: bytes of memory and seconds."""

    bytes: int
    seconds: int

    def allow(self, grid: Grid, n: int, share: float = 1.0) -> bool:
        """Return whether a grid for n records fits in memory and in a share of the time."""
        return grid.memory(n) <= self.bytes and grid.work(n) <= share * self.seconds * 10**9

    def ending(self) -> AbstractContextManager[None]:
        """Return the time limit as a context, from now."""
        return deadline.processor_time(self.seconds)


def _of_any_number(
    table: FloatArray, offsets: Sequence[float | Fraction], alpha: Number, scale: Number, n: int
) -> ExactLeakage | None:
    """Return the leakage if all numbers of records leak the same, whatever the others' priors.

    It is so where the triangle bound, an upper bound for all of them, is attained in the limit.
    There the outcome is beyond the answers of all databases.
    """
    limit = tilted(table, alpha, scale, most_programs=0)
    most = triangle(table, alpha, scale).leakage
    slope = np.asarray(limit.slope)
    if limit.lower < most * (1 - _ROUNDING) or not bool((np.abs(slope) == 1).all()):
        return None
    ends = np.where(slope > 0, table.min(axis=1), table.max(axis=1)).tolist()
    outcome = tuple(n * y + float(n * off) for y, off in zip(ends, offsets, strict=True))
    return ExactLeakage(most, outcome, limit.classes[0])


def _limit(table: FloatArray, alpha: Number, scale: Number, own: RowLike | None) -> ExactLeakage:
    """Return a lower bound on the leakage for any number of records, whatever the others' priors.

    For a slope s in [-1, 1]^m the integral of phi(y - w_j) e^(-<s, y>/b) over y is
    C e^(-<s, w_j>/b), so some outcome has at least the lift of these numbers. (For s at the ends,
    by continuity.)
    """
    found = tilted(table, alpha, scale, most_programs=_PROGRAMS)
    leakage = found.lower
    if own is not None:
        scores = np.asarray(found.slope) @ (table / float(scale))
        prior = np.array([float(p) for p in own])
        leakage = max(0.0, -float(np.log(prior @ np.exp(scores.min() - scores))))
    return ExactLeakage(leakage, (), found.classes[0])


def _of_given(
    grid: Grid, n: int, given: list[list[Number]] | None, limits: Limits
) -> tuple[ExactLeakage | None, Number]:
    """Return the worst outcome if the limits allow it, and an upper bound.

    The bound is what fewer of the records leak: another one never adds leakage, see
    `pmlsym.laplace.workload.worst_others`.
    """
    priors = [grid.uniform()] if given is None else given
    long = not limits.allow(grid, n, _SHORT)
    sizes = [*_doubled(n), n] if long else [n]
    upper: Number = math.inf
    found: ExactLeakage | None = None
    grid.forget_records()
    try:
        with limits.ending():
            for before, size in pairwise([1, *sizes]):
                if not limits.allow(grid, size):
                    return None, upper
                if len(priors) == 1:
                    grid.add_records(priors[0], size - before)
                else:
                    for prior, same in groupby(priors[before - 1 : size - 1]):
                        grid.add_records(prior, len(list(same)))
                found = grid.within(0.0, 0.0)
                gain, upper = upper - found.leakage, min(upper, found.leakage)
                if gain <= _GAIN * upper and not limits.allow(grid, n):
                    return None, upper
    except TimeIsUp:
        return None, upper
    if found is not None and found.lower is not None:
        found = replace(found, leakage=found.lower, lower=None)
    return found, upper


def _doubled(n: int) -> Iterator[int]:
    """Yield 1, 2, 4, ... below n."""
    return (1 << i for i in range((n - 1).bit_length()))


def are_worst(others: Others, k: int, alpha: Number) -> bool:
    """Return whether others are the worst, and have an excess over alpha to give.

    Examples
    --------
    >>> are_worst("worst", 2, 0.25), are_worst("worst", 2, 0.5), are_worst(None, 2, 0.25)
    (True, False, False)
    """
    return isinstance(others, str) and 1 - k * float(alpha) > _NOTHING


def _within(smaller: Case, larger: Case) -> bool:
    return all(a <= b for a, b in zip(smaller, larger, strict=True))


def _alike(axis: int, records: int, kinds: int) -> Case:
    """Return the case in which all records favour one class."""
    return tuple(records * (i == axis) for i in range(kinds))


def _search(grid: Grid, n: int, limits: Limits, level: float = 0.0) -> WorstOthers:
    """Return a search for the worst others, within the limits; see `WorstOthers` for the level."""
    columns = grid.columns()
    kinds = [columns.index(column) for column in dict.fromkeys(columns)]  # equal answers: one kind

    # Records are added to those of a smaller case. Kept ones fill at most half of the memory, as a
    # grid needs the space of two.
    grid.forget_records()
    kept = {(0,) * len(kinds): grid.state()}
    room = limits.bytes // grid.memory(n)

    def leakage(case: Case) -> ExactLeakage | None:
        deadline.check()
        if not limits.allow(grid, sum(case) + 1):
            return None
        favoured = tuple(j for j, number in zip(kinds, case, strict=True) for _ in range(number))
        start = max((one for one in kept if _within(one, case)), key=sum)
        grid.restore(kept[start])
        for j, before, number in zip(kinds, start, case, strict=True):
            grid.add_records(grid.favouring(j), number - before)
        if len(kept) < room and sum(case) < n - 1:
            kept[case] = grid.state()
        return replace(grid.within(search.tolerance, search.enough), others=favoured)

    search = WorstOthers(leakage, n - 1, len(kinds), grid.rounding(n), level)

    def guesses() -> Iterator[Case]:
        """Yield cases in which all favour one class, often the worst; if they cost much, only one.

        It is the worst of such cases of a quarter of the records.
        """
        axes = list(range(len(kinds)))
        if not limits.allow(grid, n, _GUESSES / len(kinds)):
            fewer = [leakage(_alike(axis, (n - 1) // 4, len(kinds))) for axis in axes]
            levels = [-math.inf if one is None else float(one.leakage) for one in fewer]
            axes = [int(np.argmax(levels))] if limits.allow(grid, n, _GUESSES) else []
        for axis in axes:
            yield _alike(axis, n - 1, len(kinds))

    try:
        with limits.ending():
            search.run(guesses())
    except TimeIsUp:
        pass  # before it began
    return search


def leakage_without_noise(workload: TableLike, alpha: Number, n: int, others: Others) -> float:
    """Return the worst leakage of one of n records if the answers are published without noise.

    No scale leaks more: noise is processing of the answers. Answers that several databases give
    hide a class in part; which ones these are is decided exactly, of floats as they are printed.

    Raises
    ------
    ParameterError
        If the sums of columns are too many.

    Examples
    --------
    >>> table = [[0, 0, 10000, 19999, 19999]]
    >>> round(leakage_without_noise(table, 0.2, 2, None), 4)  # log 5: only 10000 twice is 20000
    1.6094
    """
    refuse_irrational(workload, n)
    rows = lattice_of(workload)
    k = len(rows[0].steps)
    given = check_others(others, n, k, alpha)
    grid = SumGrid(rows, float(alpha), k)
    limits = Limits(MOST_BYTES, MOST_SECONDS)
    grid.check_memory(n, limits.bytes)
    check_work(n, grid.work(n), limits.seconds)
    if are_worst(others, k, alpha):
        return float(_search(grid, n, limits).upper)
    return float(_of_given(grid, n, given, limits)[1])


def lattice_of(workload: TableLike) -> list[GridRow]:
    """Return every query as multiples of a unit: its fractions, or floats as they are printed."""
    fractions = fractions_of(exact_entries(workload))
    return lattice(as_printed(as_workload(workload)) if fractions is None else fractions)


def check_others(others: Others, n: object, k: int, alpha: Number) -> list[list[Number]] | None:
    """Return the priors of the other records: one for all, one for each, or None if not given.

    Examples
    --------
    >>> check_others([0.5, 0.5], n=3, k=2, alpha=0.1)
    [[0.5, 0.5]]
    """
    n = whole("n", n, least=1)
    if others is None:
        return None
    if isinstance(others, str):
        if others != "worst":
            raise ParameterError(
                f"others is {brief(others)}, but the only word it can be is 'worst'."
            )
        return None
    if isinstance(others, set | frozenset | dict):
        raise ParameterError("others have to be in an order: give a list of probabilities.")
    table: object = others
    rows = table.tolist() if hasattr(table, "tolist") else table
    if not hasattr(rows, "__iter__"):
        raise ParameterError(
            f"others is {brief(others)}, but has to be a prior or a list of priors."
        )
    rows = [row.tolist() if hasattr(row, "tolist") else row for row in rows]
    lists = [hasattr(row, "__iter__") and not isinstance(row, str | bytes) for row in rows]
    if any(lists) and not all(lists):
        raise ParameterError("others mix numbers and priors: give one prior, or one for each.")
    if not any(lists) and rows:
        return [_prior("others", rows, k, alpha)]
    if len(rows) != n - 1:
        raise ParameterError(f"others has {len(rows)} priors, but {n} records have {n - 1} others.")
    return [_prior(f"others[{i}]", row, k, alpha) for i, row in enumerate(rows)]


def _grid(
    workload: TableLike,
    table: FloatArray,
    alpha: Number,
    scale: Number,
    n: int,
    given: list[list[Number]] | None,
    own: RowLike | None,
    limits: Limits,
    share: float,
) -> Grid:
    """Return a grid in exact arithmetic if all arguments and a share of the limits allow it.

    Otherwise it is in floats.
    """
    k = table.shape[1]
    own_prior = None if own is None else _prior("own", own, k, alpha)
    fractions = fractions_of(exact_entries(workload))
    priors = fractions_of([*(given or []), *([] if own_prior is None else [own_prior])])
    floor = as_fraction(alpha)
    if fractions is not None and priors is not None and floor is not None and is_exact(scale):
        rows = lattice(fractions)
        bases = [base for row in rows if (base := _rational_base(row.unit, scale)) is not None]
        if len(bases) == len(rows):
            exact_own = None if own_prior is None else priors[-1]
            exact = ExactGrid(rows, bases, k, floor, exact_own)
            if limits.allow(exact, n, share):
                return exact
    refuse_irrational(workload, n)
    _check_floats(table, positive_float("scale", scale), n)
    least = table.min(axis=1).tolist()
    multiples = lattice(as_printed(table) if fractions is None else fractions)
    rows = [replace(row, least=Fraction(low)) for row, low in zip(multiples, least, strict=True)]
    own_floats = None if own_prior is None else [float(p) for p in own_prior]
    grids: list[Grid] = [FloatGrid(rows, float(scale), k, float(alpha), own_floats)]
    if float(scale) > _SMALL * float(np.abs(table).max()):  # equal sums of floats are told apart
        grids += [
            kind(table, float(scale), float(alpha), own_floats) for kind in (PointGrid, CellGrid)
        ]
    fitting = [grid for grid in grids if grid.memory(n) <= limits.bytes]
    return min(fitting or grids, key=lambda grid: grid.work(n))


def _check_floats(table: FloatArray, scale: float, n: int) -> None:
    """Refuse answers, or exponents of densities, that overflow."""
    largest = max(abs(entry) for row in table.tolist() for entry in row)
    spread = sum(max(row) / scale / 2 - min(row) / scale / 2 for row in table.tolist())
    if n > _LARGEST or not (n * largest < _LARGEST and 2 * n * spread < LARGEST):
        raise ParameterError(
            f"workload entries, for {brief(n)} records or over the scale, are too large for "
            "floating point: rescale both."
        )


def _rational_base(unit: Fraction, scale: Number) -> Fraction | None:
    """Return e^(-unit/b) as a fraction, or None if it is irrational."""
    import sympy as sp

    return as_fraction(sp.exp(-sympified(unit) / sympified(scale)))


def _prior(name: str, prior: RowLike, k: int, alpha: Number) -> list[Number]:
    row = class_probabilities(name, prior, k)
    least = min(map(float, row))
    if least < float(alpha) * (1 - 1e-12):
        raise ParameterError(
            f"{name} has a class of probability {least:.6g}, which is below alpha = "
            f"{float(alpha):.6g}."
        )
    return row
