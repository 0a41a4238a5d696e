"""The exact worst leakage of a workload for a finite number of records.

Given the other records, the density of an outcome y if the record is in class j is phi(y - w_j),
where phi averages e^(-||z - v||_1/b) over the sum v of the others' columns. Between neighbouring
values of a query every such density is A e^(y/b) + B e^(-y/b) in that coordinate, so a lift is a
Moebius function of e^(2y/b): monotone. Beyond the ends it is constant. So the worst outcome has
every coordinate equal to an answer that some database gives, and the supremum is a maximum over a
grid (ledger `linear.lemma-1.repair`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, groupby, pairwise, repeat
from math import comb, exp, fsum, isclose, log, prod
from typing import Literal, TypeAlias

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.errors import ParameterError
from pmlsym.exact import ExactArray, Number, RowLike, TableLike, as_fraction, is_exact, sympified
from pmlsym.given import as_float, brief, whole
from pmlsym.laplace.parameters import as_number, check_alpha, check_positive, positive_float
from pmlsym.laplace.results import ExactLeakage
from pmlsym.laplace.workload.bounds import LARGEST, triangle
from pmlsym.laplace.workload.float_grid import FloatGrid, worst_of
from pmlsym.laplace.workload.grid import (
    FLOAT_ARRAYS,
    MOST_SECONDS,
    Grid,
    GridRow,
    LatticeGrid,
    check_work,
    lattice,
)
from pmlsym.laplace.workload.matrices import as_workload, exact_entries, read_workload

# --- grid of all answers of databases, for workloads without a common unit ------------------------

_LOGARITHM_WORK = 14  # nanoseconds to add logarithms
_SMALL = 1e-9  # times the entries: scales from which on the rounding of sums is no distance
_PRINTED = 1e-9  # share of a difference by which printed decimals may change it
_SUM_WORK, _SUM_BYTES = 1500, 400  # nanoseconds and bytes of a sum of columns


def added(total: tuple[int, ...], column: tuple[int, ...]) -> tuple[int, ...]:
    """Return a sum of columns with one more."""
    return tuple([one + other for one, other in zip(total, column, strict=True)])


def extended(
    chances: dict[tuple[int, ...], float],
    columns: Sequence[tuple[int, ...]],
    prior: Sequence[Number],
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield the sums with the column of one more record, each with the logarithm of its chance."""
    for total, chance in chances.items():
        for column, p in zip(columns, prior, strict=True):
            if p > 0:
                yield added(total, column), chance + np.log(float(p))


class PointGrid(Grid):
    """phi as a sum over the histograms of the others, for workloads without a common unit."""

    alpha: float

    def __init__(
        self, table: FloatArray, scale: float, alpha: float, own: Sequence[float] | None
    ) -> None:
        self.table = table
        self.scale = scale
        self.alpha = alpha
        self.own = own
        self.classes = table.shape[1]
        self.units = [tuple(row) for row in np.eye(self.classes, dtype=int).tolist()]
        self.forget_records()

    def forget_records(self) -> None:
        """Reset to no other records."""
        self.records = 0
        self.chances = {(0,) * self.classes: 0.0}  # of the histograms, as logarithms

    def _answers(self, n: int) -> int:
        return int(comb(n + self.classes - 1, self.classes - 1) ** len(self.table))

    name = "a grid for a workload without a common unit"

    def work(self, n: int) -> int:
        """Return the approximate time for n records in nanoseconds."""
        histograms = comb(n + self.classes - 2, self.classes - 1)
        return int(self._answers(n) * histograms * self.classes * _LOGARITHM_WORK)

    def memory(self, n: int) -> int:
        """Return the approximate memory for n records in bytes."""
        return int(8 * FLOAT_ARRAYS * self.classes * self._answers(n))

    def add_record(self, prior: Sequence[Number]) -> None:
        """Add one more record, with each class, to every histogram."""
        grown: dict[tuple[int, ...], float] = {}
        for new, chance in extended(self.chances, self.units, prior):
            grown[new] = np.logaddexp(grown.get(new, -np.inf), chance)
        self.chances = grown
        self.records += 1

    def worst(self) -> tuple[float, tuple[float, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""
        sums = np.array(list(self.chances)) @ self.table.T
        chances = np.array(list(self.chances.values()))
        axes = [np.unique(np.add.outer(sums[:, axis], row)) for axis, row in enumerate(self.table)]
        views = [np.full([len(axis) for axis in axes], -np.inf) for _ in range(self.classes)]
        for total, chance in zip(sums, chances, strict=True):
            for j, view in enumerate(views):
                density: FloatArray = chance
                for axis, centre in zip(axes, total + self.table[:, j], strict=True):
                    density = np.subtract.outer(density, np.abs(axis - centre) / self.scale)
                np.logaddexp(view, density, out=view)
        leakage, place, leaking = worst_of(views, self.alpha, self.own)
        where = tuple(float(axis[i]) for axis, i in zip(axes, place, strict=True))
        return leakage, where, leaking


# --- sums of columns, which are the answers without noise -----------------------------------------


class SumGrid(Grid):
    """The chances of all sums of the other records' columns, told apart exactly."""

    name = "the sums without noise"
    alpha: float

    def __init__(self, rows: list[GridRow], alpha: float, classes: int) -> None:
        self.columns = list(zip(*(row.steps for row in rows), strict=True))
        self.reach = [row.reach for row in rows]
        self.alpha = alpha
        self.classes = classes
        self.forget_records()

    def forget_records(self) -> None:
        """Reset to no other records."""
        self.chances = {(0,) * len(self.reach): 0.0}

    def _sums(self, n: int) -> int:
        return min(prod(n * reach + 1 for reach in self.reach), comb(n + self.classes, n))

    def memory(self, n: int) -> int:
        """Return the approximate memory for n records in bytes."""
        return _SUM_BYTES * self.classes * self._sums(n)

    def work(self, n: int) -> int:
        """Return the approximate time for n records in nanoseconds."""
        return _SUM_WORK * self.classes * n * self._sums(n)

    def add_record(self, prior: Sequence[Number]) -> None:
        """Add one more record, with each class, to every sum."""
        grown: dict[tuple[int, ...], list[float]] = {}
        for new, chance in extended(self.chances, self.columns, prior):
            grown.setdefault(new, []).append(chance)
        self.chances = {total: _log_sum(chances) for total, chances in grown.items()}

    def worst(self) -> tuple[float, tuple[float, ...], int]:
        """Return the worst leakage with one more record, its outcome in steps, and its class."""
        chances: dict[tuple[int, ...], list[float]] = {}  # by answer, of each class
        for total, chance in self.chances.items():
            for j, column in enumerate(self.columns):
                answer = added(total, column)
                chances.setdefault(answer, [-np.inf] * self.classes)[j] = chance
        views = list(np.array(list(chances.values())).T)
        leakage, (place,), leaking = worst_of(views, self.alpha, None)
        return leakage, tuple(map(float, list(chances)[place])), leaking


def _log_sum(logarithms: list[float]) -> float:
    largest = max(logarithms)
    return largest + log(fsum(exp(one - largest) for one in logarithms))


# --- grid in fractions, for scales at which e^(-unit/b) is rational -------------------------------

_FRACTION_BYTES = 400  # bytes of a fraction
_FRACTION_WORK = 5000  # nanoseconds for a product of fractions


class ExactGrid(LatticeGrid["ExactArray"]):
    """phi as fractions, where e^(-unit/b) is rational."""

    def __init__(
        self,
        rows: list[GridRow],
        bases: Sequence[Fraction],
        classes: int,
        alpha: Fraction,
        own: Sequence[Fraction] | None,
    ) -> None:
        self.bases = bases
        self.alpha = alpha
        self.own = None if own is None else [Fraction(p) for p in own]
        super().__init__(rows, classes)

    def forget_records(self) -> None:
        """Reset to no other records."""
        self.records = 0
        self.phi = np.full((1,) * len(self.rows), Fraction(1), dtype=object)

    name = "a grid of fractions"
    one = Fraction(1)

    def memory(self, n: int) -> int:
        """Return the approximate memory for n records in bytes."""
        return (_FRACTION_BYTES + 8 * n) * 3 * self.cells(n)

    def work(self, n: int) -> int:
        """Return the approximate time for n records in nanoseconds, with growing fractions."""
        return (_FRACTION_WORK + 10 * n) * self.terms(n)

    def _widened(self) -> ExactArray:
        wide = self.phi
        for axis, (reach, base) in enumerate(zip(self.reach, self.bases, strict=True)):
            padding = [(0, 0)] * wide.ndim
            padding[axis] = (reach, reach)
            size = wide.shape[axis]
            outside = [reach - i for i in range(reach)]
            powers = outside + [0] * size + outside[::-1]
            fall = np.array([base**power for power in powers], dtype=object)
            shape = [1] * wide.ndim
            shape[axis] = len(fall)
            wide = np.pad(wide, padding, mode="edge") * fall.reshape(shape)
        return wide

    def add_record(self, prior: Sequence[Number]) -> None:
        """Average phi over the class of one more record."""
        weights = [Fraction(p) for p in prior]
        views = self.shifted(self._widened())
        self.phi = sum(p * view for p, view in zip(weights, views, strict=True))
        self.records += 1

    def worst(self) -> tuple[Number, tuple[float | Fraction, ...], int]:
        """Return the worst leakage with one more record, its outcome and its class."""
        import sympy as sp

        views = list(self.shifted(self._widened()))
        best: tuple[Fraction, tuple[int, ...], int] | None = None
        for place in np.ndindex(*views[0].shape):
            densities = [view[place] for view in views]
            if self.own is None:
                total = self.alpha * sum(densities) + self.spare * min(densities)
            else:
                total = sum(p * d for p, d in zip(self.own, densities, strict=True))
            top = max(densities)
            if best is None or top / total > best[0]:
                best = (top / total, place, densities.index(top))
        assert best is not None  # a box is never empty
        lift, place, leaking = best
        return sp.log(sp.Rational(lift.numerator, lift.denominator)), self.outcome(place), leaking


# --- finite sample --------------------------------------------------------------------------------

Others: TypeAlias = Literal["worst"] | RowLike | TableLike | None
MOST_BYTES = 1_000_000_000
MOST_CASES = 20_000
_LARGEST = 1e300  # answers whose sums are finite floats
_NOTHING = 1e-12  # rounding error of the excess of a prior over alpha


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
        for 1/sympy.log(4), the answer is exact.
    n : int
        The number of records.
    others : None, (k,), (n - 1, k) or "worst"
        The class probabilities of the other records: uniform if not given, one prior for all, one
        for each, or the worst in Q_alpha. The lift is a quotient of linear functions of each
        other prior, so the worst have all excess over alpha in one class; all combinations are
        tried. There are (n + k - 2)! / ((n - 1)! (k - 1)!) of them, which limits n to some dozens
        of records in five classes.
    own : (k,), optional
        The class probabilities of the record itself; the worst in Q_alpha if not given.
    most_bytes : int
        The limit on memory; larger grids are refused.
    most_seconds : int
        The limit on processor time; longer computations are refused at the start.

    Returns
    -------
    float or sympy expression
        In nats.

    Raises
    ------
    ParameterError
        If an argument is out of range, or the grid needs more memory or time than allowed.

    Notes
    -----
    For `others="worst"` this is L_n of the ledger: never increasing in n, the triangle bound at
    n = 1, and the tilted bound in the limit. `worst_outcome` also returns the outcome. In floats,
    of several records, the absolute error is about 1e-15.

    With m queries the work grows with n^(m + 1): two of few steps take a second for 1,000 records.

    Examples
    --------
    >>> import sympy
    >>> from fractions import Fraction
    >>> exact_leakage([[0, 0, 1, 2, 2]], Fraction(1, 5), 1/sympy.log(4), n=1)
    log(5/2)
    >>> round(exact_leakage([[0, 0, 1, 2, 2]], 0.2, 0.7213475, n=20), 4)
    0.7444
    """
    return worst_outcome(workload, alpha, scale, n, others, own, most_bytes, most_seconds).leakage


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

    Raises
    ------
    ParameterError
        As in `exact_leakage`.

    Examples
    --------
    >>> worst_outcome([[0, 0, 1, 2, 2]], 0.2, 0.7213475, n=1).outcome
    (1.0,)
    """
    table, offsets = read_workload(workload)
    k = table.shape[1]
    as_number("alpha", alpha)
    as_number("scale", scale)
    check_alpha(alpha, k)
    check_positive("scale", scale)
    given = check_others(others, n, k, alpha)
    whole("most_bytes", most_bytes, least=0)
    whole("most_seconds", most_seconds, least=0)
    grid = _grid(workload, table, alpha, scale, int(n), given, own, most_bytes)
    count = _number_of_cases(others, given, int(n), k, alpha)
    check_work(int(n), grid.work(int(n)), count or 1, int(most_seconds))
    best: ExactLeakage | None = None
    for favoured, priors in _cases(given, int(n), count, grid):
        found = _worst_on(grid, priors, favoured)
        if best is None or found.leakage > best.leakage:
            best = found
    assert best is not None  # there is at least one case
    if isinstance(grid, ExactGrid):
        return best
    # no number of records leaks more than the triangle bound, whose rounding is relative
    most = triangle(table, alpha, scale).leakage
    shifted = zip(best.outcome, offsets, strict=True)
    outcome = tuple(y + float(int(n) * offset) for y, offset in shifted)
    return replace(best, leakage=min(best.leakage, most), outcome=outcome)


def _worst_on(
    grid: Grid, priors: Iterable[Sequence[Number]], favoured: tuple[int, ...] | None
) -> ExactLeakage:
    for prior, same in groupby(priors):
        grid.add_records(prior, sum(1 for _ in same))
    leakage, outcome, leaking = grid.worst()
    grid.forget_records()
    return ExactLeakage(leakage, outcome, leaking, favoured)


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
    _refuse_irrational(workload, n)
    rows = grid_rows(workload)
    k = len(rows[0].steps)
    given = check_others(others, n, k, alpha)
    grid = SumGrid(rows, float(alpha), k)
    grid.check_memory(n, MOST_BYTES)
    count = _number_of_cases(others, given, n, k, alpha)
    check_work(n, grid.work(n), count or 1, MOST_SECONDS)
    cases = _cases(given, n, count, grid)
    return max(float(_worst_on(grid, priors, favoured).leakage) for favoured, priors in cases)


def grid_rows(workload: TableLike) -> list[GridRow]:
    """Return every query as multiples of a unit: its fractions, or floats as they are printed."""
    fractions = _fractions(exact_entries(workload))
    return lattice(_printed(as_workload(workload)) if fractions is None else fractions)


def _refuse_irrational(workload: TableLike, n: int) -> None:
    """Refuse several records of irrational entries, of which equal sums are not recognised.

    Of two values they are: any two sums differ by a multiple of the difference.
    """
    rows = workload.tolist() if hasattr(workload, "tolist") else workload
    for i, row in enumerate(rows if isinstance(rows, Sequence) else ()):
        for entry in row if n > 1 and len(set(row)) > 2 else ():
            if is_exact(entry) and as_fraction(entry) is None:
                raise ParameterError(
                    f"row {i} of the workload has the irrational entry {brief(entry)}, of which "
                    f"sums of {n} records are not told apart: give fractions or floats."
                )


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
    return [_prior("others", row, k, alpha) for row in rows]


def _grid(
    workload: TableLike,
    table: FloatArray,
    alpha: Number,
    scale: Number,
    n: int,
    given: list[list[Number]] | None,
    own: RowLike | None,
    most_bytes: int,
) -> Grid:
    """Return a grid in exact arithmetic if all arguments allow it, else in floats."""
    k = table.shape[1]
    own_prior = None if own is None else _prior("own", own, k, alpha)
    fractions = _fractions(exact_entries(workload))
    priors = _fractions([*(given or []), *([] if own_prior is None else [own_prior])])
    floor = as_fraction(alpha)
    if fractions is not None and priors is not None and floor is not None and is_exact(scale):
        rows = lattice(fractions)
        bases = [base for row in rows if (base := _rational_base(row.unit, scale)) is not None]
        if len(bases) == len(rows):
            exact_own = None if own_prior is None else priors[-1]
            exact = ExactGrid(rows, bases, k, floor, exact_own)
            exact.check_memory(n, most_bytes)
            return exact
    _refuse_irrational(workload, n)
    _check_floats(table, positive_float("scale", scale), n)
    least = table.min(axis=1).tolist()
    multiples = lattice(_printed(table) if fractions is None else fractions)
    rows = [replace(row, least=Fraction(low)) for row, low in zip(multiples, least, strict=True)]
    own_floats = None if own_prior is None else [float(p) for p in own_prior]
    grids: list[Grid] = [FloatGrid(rows, float(scale), k, float(alpha), own_floats)]
    if float(scale) > _SMALL * float(np.abs(table).max()):  # equal sums of floats are told apart
        grids.append(PointGrid(table, float(scale), float(alpha), own_floats))
    fitting = [grid for grid in grids if grid.memory(n) <= most_bytes]
    if not fitting:
        min(grids, key=lambda grid: grid.memory(n)).check_memory(n, most_bytes)
    return min(fitting, key=lambda grid: grid.work(n))


def _check_floats(table: FloatArray, scale: float, n: int) -> None:
    """Refuse answers, or exponents of densities, that overflow."""
    largest = max(abs(entry) for row in table.tolist() for entry in row)
    spread = sum(max(row) / scale / 2 - min(row) / scale / 2 for row in table.tolist())
    if n > _LARGEST or not (n * largest < _LARGEST and 2 * n * spread < LARGEST):
        raise ParameterError(
            f"workload entries, for {brief(n)} records or over the scale, are too large for "
            "floating point: rescale both."
        )


def _fractions(rows: list[list[Number]] | None) -> list[list[Fraction]] | None:
    """Return rows of fractions, or None if an entry is not one."""
    if rows is None:
        return None
    found = []
    for row in rows:
        fractions = [as_fraction(entry) for entry in row]
        known = [entry for entry in fractions if entry is not None]
        if len(known) < len(fractions):
            return None
        found.append(known)
    return found


def _printed(table: FloatArray) -> list[list[Fraction]]:
    return [_decimals(row) for row in table.tolist()]


def _decimals(row: list[float]) -> list[Fraction]:
    """Return a row as printed, where 0.1 means 1/10; as it is where that changes a difference."""
    printed = {entry: Fraction(repr(entry)) for entry in row}
    near = all(
        isclose(float(printed[high] - printed[low]), high - low, rel_tol=_PRINTED)
        for low, high in pairwise(sorted(printed))
    )
    return [printed[entry] if near else Fraction(entry) for entry in row]


def _rational_base(unit: Fraction, scale: Number) -> Fraction | None:
    """Return e^(-unit/b) as a fraction, or None if it is irrational."""
    import sympy as sp

    return as_fraction(sp.exp(-sympified(unit) / sympified(scale)))


def _prior(name: str, prior: RowLike, k: int, alpha: Number) -> list[Number]:
    row = prior.tolist() if hasattr(prior, "tolist") else prior
    if not hasattr(row, "__iter__") or isinstance(row, str | bytes):
        raise ParameterError(f"{name} is {brief(prior)}, but has to be a list of probabilities.")
    row = list(row)
    if len(row) != k:
        raise ParameterError(f"{name} has {len(row)} probabilities, but there are {k} classes.")
    numbers = [as_float(f"{name}[{j}]", p, "a probability") for j, p in enumerate(row)]
    exact = [as_fraction(p) for p in row]
    off = sum(exact) != 1 if None not in exact else abs(sum(numbers) - 1) > 1e-9  # type: ignore[arg-type]
    if not all(0 <= p <= 1 for p in numbers) or off:
        raise ParameterError(f"{name} sums to {sum(numbers):.12g}, but has to be a distribution.")
    if min(numbers) < float(alpha) * (1 - 1e-12):
        raise ParameterError(
            f"{name} has a class of probability {min(numbers):.6g}, which is below alpha = "
            f"{float(alpha):.6g}."
        )
    return row


def _number_of_cases(
    others: Others, given: list[list[Number]] | None, n: int, k: int, alpha: Number
) -> int | None:
    """Return the number of lists of the others' extreme priors to try, None if they are given."""
    if given is not None or others is None or float(1 - k * sympified(alpha)) <= _NOTHING:
        return None
    count = comb(n - 1 + k - 1, k - 1)
    if count > MOST_CASES:
        brief = str(count) if count < 10**12 else "too many"
        raise ParameterError(
            f"{n - 1} other records in {k} classes have {brief} extreme priors; at most "
            f"{MOST_CASES} are tried: give others, or fewer records."
        )
    return count


def _cases(
    given: list[list[Number]] | None, n: int, count: int | None, grid: Grid
) -> Iterator[tuple[tuple[int, ...] | None, Iterable[Sequence[Number]]]]:
    """Yield the others' priors, one list for each case to be tried."""
    if given is not None:
        yield None, repeat(given[0], n - 1) if len(given) == 1 else given
    elif count is None:
        yield None, repeat(grid.uniform(), n - 1)
    else:
        for favoured in combinations_with_replacement(range(grid.classes), n - 1):
            yield favoured, [grid.favouring(j) for j in favoured]
