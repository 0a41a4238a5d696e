"""The number types of channels: floats, rationals, symbols; each is imported only if needed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from pmlsym.channel.names import Names
from pmlsym.distributions import (
    FLOAT,
    RATIONAL,
    SYMBOLIC,
    TOLERANCE,
    Row,
    Table,
    is_array,
    is_sparse,
    kind_of,
)
from pmlsym.errors import ChannelError
from pmlsym.precision import closest_float

if TYPE_CHECKING:
    from pmlsym.arrays import FloatArray
    from pmlsym.channel.floats import FloatNumbers
    from pmlsym.channel.rational import RationalNumbers
    from pmlsym.channel.symbolic import SymbolicNumbers

    # a sparse channel is one in floats
    Numbers: TypeAlias = FloatNumbers | RationalNumbers | SymbolicNumbers

Lists: TypeAlias = tuple[Any, Any]  # a kernel and a prior: lists, or arrays if they are floats


def numbers_of(kernel: Any, prior: Row, names: Names) -> Numbers:
    """Return a kernel and a prior in the smallest number type that holds both."""
    if is_sparse(kernel):
        from pmlsym.channel.sparse import SparseNumbers

        return SparseNumbers(kernel, _in_floats(prior), names)
    kind = max(kind_of(kernel), kind_of(prior))
    if kind == RATIONAL:
        if (is_array(kernel) and kernel.ndim > 2) or (is_array(prior) and prior.ndim > 1):
            raise ChannelError(
                "kernel or prior is a stack of integers, but stacks are of floats: convert it."
            )
        from pmlsym.channel.rational import RationalNumbers

        return RationalNumbers(kernel, prior, names)
    if kind == SYMBOLIC:
        from pmlsym.channel.symbolic import SymbolicNumbers

        return SymbolicNumbers(kernel, prior, names)
    return float_numbers()(_in_floats(kernel), _in_floats(prior), names)


@cache  # cached, as the import statement is a tenth of the work for a small channel
def float_numbers() -> type[FloatNumbers]:
    """Return the class of channels in floats, which imports numpy."""
    from pmlsym.channel.floats import FloatNumbers

    return FloatNumbers


def _in_floats(table: Table | Row) -> Any:
    """Return flint's rationals and sympy's numbers as the nearest floats, others as they are."""
    if is_array(table):
        return table
    if isinstance(table[0], list):
        return [_in_floats(row) for row in table]
    if set(map(type, table)) == {float}:
        return table
    return [_float(entry) for entry in table]


def _float(entry: Any) -> Any:
    if type(entry).__name__ == "fmpq":
        return int(entry.p) / int(entry.q)
    known = getattr(entry, "is_extended_real", False) and not entry.free_symbols
    return closest_float(entry) if known else entry


def in_kind(kind: int, numbers: Numbers) -> Lists:
    """Return a kernel and a prior as lists of numbers of their own kind or a larger one."""
    rows, masses = numbers.rows(), numbers.masses()
    if kind == numbers.kind:
        return rows, masses
    if numbers.kind == RATIONAL and kind == SYMBOLIC:
        from pmlsym.channel.symbolic import number

        return [list(map(number, row)) for row in rows], list(map(number, masses))
    free = numbers.symbols()
    if free:
        raise ChannelError(
            f"the channel depends on {', '.join(sorted(free))}, which has no number."
        )
    return [[float(_float(v)) for v in row] for row in rows], [float(_float(v)) for v in masses]


def together(one: Numbers, two: Numbers) -> tuple[int, Lists, Lists]:
    """Return the smallest kind of numbers that holds two channels, and both channels in it."""
    kind = max(one.kind, two.kind)
    return kind, in_kind(kind, one), in_kind(kind, two)


def same_sparse(one: Any, two: Any) -> bool:
    """Return whether two sparse channels have the same non-zero entries and priors."""
    same: bool = one.same_entries(two)
    return same


def near(one: float, other: float) -> bool:
    """Return whether two floats are the same probability up to rounding."""
    return abs(one - other) <= TOLERANCE


def part(numbers: Numbers, place: Any) -> tuple[FloatArray, FloatArray]:
    """Return the kernels and the priors at an index of a stack."""
    import numpy as np

    stack, ahead = numbers.stack, place if isinstance(place, tuple) else (place,)
    if len(ahead) > len(stack):
        raise IndexError(f"place is {place}, but the stack has only the axes {stack}.")
    kernel, prior = np.asarray(numbers.kernel), np.asarray(numbers.prior)
    return (
        np.broadcast_to(kernel, stack + kernel.shape[-2:])[place],
        np.broadcast_to(prior, stack + prior.shape[-1:])[place],
    )


# --- tables of numbers of one kind ----------------------------------------------------------------


def product(kind: int, one: Any, two: Any) -> Any:
    """Multiply two tables."""
    if kind == RATIONAL:
        from flint import fmpq_mat

        return (fmpq_mat(one) * fmpq_mat(two)).table()
    if kind == FLOAT:
        import numpy as np

        return np.asarray(one) @ np.asarray(two)
    columns = list(zip(*two, strict=True))
    return [
        [sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in one
    ]


def crossed(kind: int, one: Any, two: Any) -> Any:
    """Return the Kronecker product of two tables."""
    if kind == FLOAT:
        import numpy as np

        return np.kron(np.asarray(one), np.asarray(two))
    return [[p * q for p in row for q in line] for row in one for line in two]


def followed(kind: int, rows: Any, tables: list[Any]) -> Any:
    """Return the products of row x with row x of a table: one for all columns, or one for each."""
    if kind == FLOAT:
        import numpy as np

        second = np.moveaxis(np.array([np.asarray(table) for table in tables]), 0, 1)
        return (np.asarray(rows)[:, :, None] * second).reshape(len(rows), -1)
    shared = len(tables) == 1
    return [
        [p * q for y, p in enumerate(row) for q in tables[0 if shared else y][x]]
        for x, row in enumerate(rows)
    ]
