"""Workloads: matrices of linear queries, one row a query and one column a class of records."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import mul
from typing import TypeVar

import numpy as np

from pmlsym.arrays import FloatArray, IntArray
from pmlsym.errors import ParameterError
from pmlsym.exact import Number, RowLike, TableLike, as_fraction, is_exact, sympified
from pmlsym.given import brief, floats, whole, with_noun
from pmlsym.ordered import lost_gap, smallest
from pmlsym.precision import nearest_float
from pmlsym.randomness import as_generator

__all__ = [
    "all_ranges",
    "haar",
    "identity",
    "marginals",
    "prefix",
    "random_ranges",
    "random_workload",
]
Entries = TypeVar("Entries", FloatArray, IntArray)
_MOST_BYTES = 2_000_000_000  # of a workload built here
_WHOLE = 2**53  # floats hold all integers up to this one
_FAR = 2.0**20  # times the spread: the size of entries from which on a row is shifted
_CHANGED = 4e-16  # share of a difference from which on a row is shifted
_LOST = 1e-6  # share of a difference from which on a shifted row is refused
_PRINTED = 1e-9  # share of a difference by which printed decimals may change it


def identity(k: int) -> IntArray:
    """Return the histogram workload: the count of every class.

    Examples
    --------
    >>> identity(2)
    array([[1, 0],
           [0, 1]])
    """
    k = _size("k", k, 2)
    _fits("k", k, k, k)
    return np.eye(k, dtype=np.int64)


def prefix(k: int) -> IntArray:
    """Return the cumulative counts: row l counts the classes 0 to l.

    Examples
    --------
    >>> prefix(3)
    array([[1, 0, 0],
           [1, 1, 0],
           [1, 1, 1]])
    """
    k = _size("k", k, 2)
    _fits("k", k, k, k)
    return np.tri(k, dtype=np.int64)


def all_ranges(k: int) -> IntArray:
    """Return one query for each interval of classes: k (k + 1)/2 rows.

    Examples
    --------
    >>> all_ranges(2)
    array([[1, 0],
           [1, 1],
           [0, 1]])
    """
    k = _size("k", k, 2)
    _fits("k", k, k * (k + 1) // 2, k)
    first, last = np.triu_indices(k)
    place = np.arange(k)
    return ((first[:, None] <= place) & (place <= last[:, None])).astype(np.int64)


def random_ranges(m: int, k: int, rng: np.random.Generator | int) -> IntArray:
    """Return m random intervals: the first class is uniform, then the last one from there on.

    Parameters
    ----------
    m, k : the numbers of queries and of classes.
    rng : numpy Generator or int
        The source of randomness, or a seed for one.

    Notes
    -----
    Source: `linear`, Sec. III-B (ii).

    Examples
    --------
    >>> random_ranges(2, 4, rng=1)
    array([[0, 1, 1, 1],
           [0, 0, 1, 1]])
    """
    m, k = _size("m", m, 1), _size("k", k, 2)
    _fits("m", m, m, k)
    generator = as_generator(rng)
    first = generator.integers(0, k, size=m)
    last = generator.integers(first, k)
    place = np.arange(k)
    return ((first[:, None] <= place) & (place <= last[:, None])).astype(np.int64)


def haar(k: int) -> IntArray:
    """Return the unnormalised Haar wavelets: the total, then differences of halves, k rows.

    Parameters
    ----------
    k : the number of classes, a power of two.

    Notes
    -----
    Source: `linear`, eq. (9).

    Examples
    --------
    >>> haar(4)
    array([[ 1,  1,  1,  1],
           [ 1,  1, -1, -1],
           [ 1, -1,  0,  0],
           [ 0,  0,  1, -1]])
    """
    k = _size("k", k, 2)
    _fits("k", k, k, k)
    if k & (k - 1):
        raise ParameterError(f"k is {k}, but Haar wavelets need a power of two.")
    rows = [np.ones((1, k), dtype=np.int64)]
    blocks = 1
    while blocks < k:
        width = k // (2 * blocks)
        half = np.repeat([1, -1], width)
        rows.append(np.kron(np.eye(blocks, dtype=np.int64), half))
        blocks *= 2
    return np.vstack(rows)


def marginals(*sizes: int, ways: int | None = None) -> IntArray:
    """Return the marginal tables of a contingency table, as Kronecker products.

    Parameters
    ----------
    sizes : the numbers of values of the attributes; the classes are their combinations, the last
        attribute running fastest.
    ways : only the tables of this many attributes; all tables but the total if not given.

    Examples
    --------
    >>> marginals(2, 2, ways=1)
    array([[1, 1, 0, 0],
           [0, 0, 1, 1],
           [1, 0, 1, 0],
           [0, 1, 0, 1]])
    """
    if not sizes:
        raise ParameterError("marginals need the number of values of at least one attribute.")
    for place, size in enumerate(sizes):
        _size(f"sizes[{place}]", size, 2)
    if ways is not None:
        ways = whole("ways", ways, least=0, most=len(sizes))
    rows, classes = reduce(mul, (1 + int(size) for size in sizes)), reduce(mul, map(int, sizes))
    _fits("sizes", sizes, rows, classes)
    tables = []
    for kept in sorted(product((True, False), repeat=len(sizes)), key=sum):
        if sum(kept) == ways or (ways is None and any(kept)):
            factors = [
                np.eye(size, dtype=np.int64) if keep else np.ones((1, size), dtype=np.int64)
                for keep, size in zip(kept, sizes, strict=True)
            ]
            tables.append(reduce(np.kron, factors))
    return np.vstack(tables)


def random_workload(
    m: int, k: int, rng: np.random.Generator | int, entries: RowLike = (0, 1)
) -> IntArray | FloatArray:
    """Return a workload of independent entries, each one of `entries` with equal probability.

    Examples
    --------
    >>> random_workload(2, 3, rng=0)
    array([[1, 1, 1],
           [0, 0, 0]])
    """
    m, k = _size("m", m, 1), _size("k", k, 2)
    _fits("m", m, m, k)
    floats("entries", entries, "a non-empty list of numbers")
    allowed = np.asarray(entries)
    if allowed.ndim != 1 or not allowed.size:
        raise ParameterError("entries have to be a non-empty list of numbers.")
    return as_generator(rng).choice(allowed, size=(m, k))


def _size(name: str, value: object, least: int) -> int:
    return whole(name, value, least)


def _fits(name: str, value: object, rows: int, columns: int) -> None:
    """Refuse a workload that would take too much memory."""
    if 8 * rows * columns > _MOST_BYTES:
        raise ParameterError(
            f"{name} is {brief(value)}, but a workload of {brief(rows)} queries and "
            f"{brief(columns)} classes needs more than {_MOST_BYTES / 1e9:g} GB."
        )


def exact_entries(workload: TableLike) -> list[list[Number]] | None:
    """Return the rows of a workload if every entry is exact, else None.

    Examples
    --------
    >>> exact_entries([[0, 1]]), exact_entries([[0, 0.5]])
    ([[0, 1]], None)
    """
    if not hasattr(workload, "tolist") and hasattr(workload, "to_numpy"):  # a data frame
        workload = workload.to_numpy()
    rows = workload.tolist() if hasattr(workload, "tolist") else [list(row) for row in workload]
    return rows if all(is_exact(entry) for row in rows for entry in row) else None


def as_workload(workload: TableLike) -> FloatArray:
    """Return a workload as an (m, k) array of floats, up to a constant in each row.

    Leakages depend on differences alone. Where rounding would change those of exact entries, the
    least entry of the row is subtracted first.

    Examples
    --------
    >>> as_workload([[0, 1, 2]]), as_workload([[10**16, 10**16 + 1]])
    (array([[0., 1., 2.]]), array([[0., 1.]]))
    """
    return read_workload(workload)[0]


def read_workload(workload: TableLike) -> tuple[FloatArray, list[Number]]:
    """Return a workload as floats, and the exact number that was subtracted from each row."""
    if not hasattr(workload, "tolist") and hasattr(workload, "to_numpy"):  # a data frame
        workload = workload.to_numpy()
    if hasattr(workload, "tolist"):
        workload = workload.tolist()
    if not isinstance(workload, Sequence) or isinstance(workload, str | bytes) or not workload:
        raise ParameterError("workload has to be a non-empty table: one row of numbers a query.")
    rows = [row.tolist() if hasattr(row, "tolist") else row for row in workload]
    for number, row in enumerate(rows):
        if not isinstance(row, Sequence) or isinstance(row, str | bytes):
            raise ParameterError(
                f"row {number} of the workload is {brief(row)}, but has to be a list."
            )
        if len(row) != len(rows[0]):
            raise ParameterError(
                f"row {number} of the workload has {len(row)} entries, but row 0 has "
                f"{len(rows[0])}: one for each class is needed."
            )
    if len(rows[0]) < 2:
        raise ParameterError(
            f"workload has {with_noun(len(rows[0]), 'column')}, but there have to "
            "be at least two classes of records."
        )
    # counting queries are often written with truth values
    rows = [[int(e) if isinstance(e, bool) else e for e in row] for row in rows]
    array = floats("workload", rows, "a table of numbers", finite=True)
    if array.ndim != 2:
        raise ParameterError("workload has to be a table, but its entries are lists themselves.")
    offsets: list[Number] = [Fraction(0)] * len(rows)
    for number, row in enumerate(rows):
        floats_of_row = array[number]
        plain = set(map(type, row)) <= {float, int} and np.abs(floats_of_row).max() <= _WHOLE
        if not plain or _is_far(floats_of_row):
            array[number], offsets[number] = _with_differences(number, row, floats_of_row)
    return array, offsets


def _with_differences(number: int, row: RowLike, rounded: FloatArray) -> tuple[FloatArray, Number]:
    """Return a row with the differences of its exact entries, and what was subtracted from it."""
    held: dict[float, Number] = {}  # a float beside a fraction that it rounds to is this one
    for entry in row:
        if not isinstance(entry, float):
            held[float(entry)] = _exact(entry)
    entries = [
        held.get(entry, Fraction(entry)) if isinstance(entry, float) else _exact(entry)
        for entry in row
    ]
    found = [nearest_float(entry) for entry in entries]
    if not _is_far(rounded) and lost_gap(entries, found, _CHANGED) is None:
        return rounded, Fraction(0)
    offset = smallest(entries)
    shifted = [entry - offset for entry in entries]
    found = [nearest_float(entry) for entry in shifted]
    lost = lost_gap(shifted, found, _LOST)
    if lost is not None:
        low, high = (float(entries[place]) for place in lost)
        raise ParameterError(
            f"row {number} of the workload has entries that differ by less than floats hold, such "
            f"as {low:.15g} and {high:.15g}: subtract a number from the row."
        )
    return np.array(found), offset


def _is_far(row: FloatArray) -> bool:
    """Whether entries are so large beside their differences that sums of them may lose these."""
    half_spread = row.max() / 2 - row.min() / 2
    return bool(0 < half_spread < np.abs(row).max() / _FAR)


def _exact(entry: Number) -> Number:
    """Return an entry that is no float as a fraction or, if it is irrational, as an expression."""
    found = Fraction(entry) if isinstance(entry, Decimal) else as_fraction(entry)
    return sympified(entry) if found is None else found


def fractions_of(rows: list[list[Number]] | None) -> list[list[Fraction]] | None:
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


def as_printed(table: FloatArray) -> list[list[Fraction]]:
    """Return rows as printed, where 0.1 means 1/10; as they are where that changes a difference."""
    found = []
    for row in table.tolist():
        entries = [Fraction(entry) for entry in row]
        printed = [Fraction(repr(entry)) for entry in row]
        found.append(printed if lost_gap(entries, printed, _PRINTED) is None else entries)
    return found


def refuse_irrational(workload: TableLike, n: int) -> None:
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


def column_distances(columns: Entries) -> Entries:
    """Return the l1 distances between columns, shape (k, k).

    Examples
    --------
    >>> column_distances(np.array([[0.0, 1.0, 3.0]])).tolist()
    [[0.0, 1.0, 3.0], [1.0, 0.0, 2.0], [3.0, 2.0, 0.0]]
    """
    rows = np.ascontiguousarray(columns.T)
    k = len(rows)
    found, apart = np.zeros((k, k), dtype=rows.dtype), np.empty_like(rows)
    for r in range(k - 1):
        np.subtract(rows[r + 1 :], rows[r], out=apart[r + 1 :])
        np.abs(apart[r + 1 :], out=apart[r + 1 :])
        found[r, r + 1 :] = apart[r + 1 :].sum(axis=1)
    return found + found.T


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
