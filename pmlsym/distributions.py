"""What may stand in a kernel or a prior, and the sentence for what may not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pmlsym.arrays import FloatArray
from pmlsym.errors import ChannelError
from pmlsym.exact import Number, NumberArray, RowLike, TableLike, is_exact, same_number, sympified

if TYPE_CHECKING:
    import sympy as sp

# what has been looked at: lists, or the array that was given
Row: TypeAlias = "list[Number] | NDArray[np.generic]"
Table: TypeAlias = "list[list[Number]] | NDArray[np.generic]"
TOLERANCE = 1e-9  # how far a float row may be from summing to one


def as_table(kernel: TableLike) -> Table:
    """Return a kernel as rows of one length; refuse what is not a table."""
    if isinstance(kernel, np.ndarray) and kernel.ndim == 2 and kernel.size:
        return kernel
    if hasattr(kernel, "tolist"):
        kernel = kernel.tolist()
    if (
        not isinstance(kernel, Sequence)
        or not kernel
        or any(
            not isinstance(line, Sequence | np.ndarray) or isinstance(line, str) for line in kernel
        )
    ):
        raise ChannelError("kernel has to be a non-empty table: one row of probabilities a secret.")
    if any(isinstance(entry, Sequence | np.ndarray) for line in kernel for entry in line):
        raise ChannelError("kernel has to be a table of numbers, but holds lists or words in them.")
    widths = [len(line) for line in kernel]
    if not widths[0] or len(set(widths)) != 1:
        odd = next((x for x, width in enumerate(widths) if width != widths[0]), 0)
        raise ChannelError(
            f"row {odd} of the kernel has {widths[odd]} entries, "
            f"but row 0 has {widths[0]}: every row has to have the same, at least 1."
        )
    return [list(line) for line in kernel]


def fitting_table(name: str, kernel: TableLike, rows: int, what: str) -> Table:
    """Return a second kernel as a table; refuse one that has not a row for each `what`."""
    table = as_table(kernel)
    if len(table) != rows:
        raise ChannelError(f"{name} has {len(table)} rows, but the channel has {rows} {what}.")
    return table


def as_row(prior: RowLike, name: str) -> Row:
    """Return a prior as one row; refuse what is not a list."""
    if isinstance(prior, np.ndarray) and prior.ndim == 1 and prior.size:
        return prior
    if hasattr(prior, "tolist"):
        prior = prior.tolist()
    if (
        not isinstance(prior, Sequence)
        or not prior
        or isinstance(prior, str)
        or any(isinstance(entry, Sequence | np.ndarray) for entry in prior)
    ):
        raise ChannelError(f"{name} has to be a non-empty list of probabilities.")
    return list(prior)


def all_exact(table: Row | Table) -> bool:
    """Say whether every entry is exact."""
    if isinstance(table, np.ndarray) and table.dtype != object:
        return table.dtype.kind in "iu"
    entries = table.ravel().tolist() if isinstance(table, np.ndarray) else table
    return all(
        is_exact(e) for line in entries for e in (line if isinstance(line, list) else [line])
    )


def as_floats(table: Row | Table, name: str) -> FloatArray:
    """Return entries as floats; refuse symbols and words."""
    try:
        return np.array(table, dtype=float)
    except (TypeError, ValueError):
        raise ChannelError(
            f"{name} mixes floats with symbols or words: give numbers, or all of it exactly."
        ) from None


def _place(name: str, x: int, y: int) -> str:
    return f"prior[{y}]" if name == "prior" else f"kernel[{x}, {y}]"


def exact_or_float_array(table: Sequence[Sequence[Number]]) -> NumberArray:
    """Return a table of sympy numbers, or of floats if there is one, as an array."""
    if any(isinstance(entry, float) for line in table for entry in line):
        return np.array(table, float)
    import sympy as sp

    return sp.ImmutableDenseNDimArray(table)


def check_floats(table: FloatArray, name: str) -> None:
    """Refuse rows of floats that are not probability distributions."""
    bad = ~np.isfinite(table)
    if not bad.any():
        bad = table <= 0 if name == "prior" else table < 0
    if bad.any():
        x, y = map(int, np.argwhere(bad)[0])
        raise ChannelError(_complaint(name, x, y, float(table[x, y])))
    sums = table.sum(axis=1)
    off = np.abs(sums - 1) > TOLERANCE
    if off.any():
        x = int(np.argmax(off))
        raise ChannelError(
            _wrong_sum(name, x, f"{sums[x]:.12g}", f"{abs(sums[x] - 1):.3g}", bool(sums[x] > 1))
        )


def check_exact(name: str, x: int, line: list[sp.Expr]) -> None:
    """Refuse an exact row that is not a probability distribution."""
    import sympy as sp

    for y, entry in enumerate(line):
        if (
            entry.is_finite is False
            or entry.is_real is False
            or entry.is_negative
            or (name == "prior" and entry.is_zero)
        ):
            raise ChannelError(_complaint(name, x, y, entry))
    excess = sp.simplify(sp.Add(*line) - 1)
    if excess != 0:
        size = sp.Abs(excess) if excess.is_number else excess
        raise ChannelError(
            _wrong_sum(
                name, x, str(sp.simplify(excess + 1)), str(size), excess.is_negative is not True
            )
        )


def _complaint(name: str, x: int, y: int, entry: Number) -> str:
    place = _place(name, x, y)
    if name == "prior":
        return (
            f"{place} is {entry}, but every secret needs a positive probability: "
            "leave out secrets that cannot occur."
        )
    return f"{place} is {entry}, but a probability is a number from 0 to 1."


def _wrong_sum(name: str, x: int, total: str, size: str, more: bool) -> str:
    what = "prior" if name == "prior" else f"row {x} of the kernel"
    return f"{what} sums to {total}, which is {size} {'more' if more else 'less'} than 1."


def frozen(array: FloatArray) -> FloatArray:
    """Return an array after making it one that cannot be changed."""
    array.setflags(write=False)
    return array


def flat(array: NumberArray) -> list[Number]:
    """Return all entries of a row or a table."""
    return [
        entry for line in array.tolist() for entry in (line if isinstance(line, list) else [line])
    ]


def same_entries(a: NumberArray, b: NumberArray) -> bool:
    """Say whether two arrays hold the same numbers in the same places, exact or not."""
    if a.shape != b.shape:
        return False
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return bool((a == b).all())
    return all(same_number(one, other) for one, other in zip(flat(a), flat(b), strict=True))


def symbols_in(array: NumberArray) -> set[str]:
    """Return the names of the symbols that the entries of an exact array depend on."""
    return {str(symbol) for entry in flat(array) for symbol in sympified(entry).free_symbols}


def product(a: NumberArray, b: NumberArray) -> Table:
    """Multiply two tables, exactly if both are."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return a @ b
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return as_floats(a.tolist(), "kernel") @ as_floats(b.tolist(), "kernel")
    (m, n), k = a.shape, b.shape[1]
    return [[sum(a[x, y] * b[y, z] for y in range(n)) for z in range(k)] for x in range(m)]


def float_arrays(table: Table, row: Row) -> tuple[FloatArray, FloatArray]:
    """Return a kernel and a prior as arrays of floats; refuse what is no distribution."""
    kernel, prior = as_floats(table, "kernel"), as_floats(row, "prior")
    check_floats(kernel, "kernel")
    check_floats(prior[None, :], "prior")
    return frozen(kernel), frozen(prior)


def exact_arrays(
    table: Table, row: Row
) -> tuple[sp.ImmutableDenseNDimArray, sp.ImmutableDenseNDimArray]:
    """Return a kernel and a prior as sympy arrays; refuse what is no distribution."""
    import sympy as sp

    entries = [[sympified(entry) for entry in line] for line in table]
    weights = [sympified(entry) for entry in row]
    for name, lines in (("kernel", entries), ("prior", [weights])):
        for x, line in enumerate(lines):
            check_exact(name, x, line)
    return sp.ImmutableDenseNDimArray(entries), sp.ImmutableDenseNDimArray(weights)


def exact_table(
    shape: tuple[int, int], entry: Callable[[int, int], sp.Expr]
) -> sp.ImmutableDenseNDimArray:
    """Return the table of a function of row and column."""
    import sympy as sp

    rows, columns = shape
    return sp.ImmutableDenseNDimArray([[entry(x, y) for y in range(columns)] for x in range(rows)])
