"""The table of a sweep: one row a point in the order of the grid, in one parquet file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from pmlsym.errors import DataError
from pmlsym.sweeps.batches import Outcome
from pmlsym.sweeps.grid import RESERVED, Cell, Grid, plain
from pmlsym.sweeps.parts import write_whole

if TYPE_CHECKING:
    import pyarrow as pa

_SWEEP = b"pmlsym.sweep"  # the file's metadata has the hash of the sweep under this name
_LARGEST = 2**63  # whole numbers from here on do not fit into a column of whole numbers
_EXACT = 2**53  # up to here floats hold them


def table(grid: Grid, outcomes: Mapping[int, Outcome], sweep: str) -> pa.Table:
    """Put the points and what came of them together; it depends on nothing else.

    The columns are the names of the grid, those that the function returned in the order in which
    they first occur, and, if a point failed, `error`.
    """
    import pyarrow as pa

    order = sorted(outcomes)
    points = [grid[number] for number in order]
    columns: dict[str, list[Cell]] = {
        name: [plain(name, point[name]) for point in points] for name in grid.names
    }
    rows = [outcomes[number].row or {} for number in order]
    for name in dict.fromkeys(name for row in rows for name in row):
        columns[name] = [row.get(name) for row in rows]
    errors: list[Cell] = [outcomes[number].error for number in order]
    if any(error is not None for error in errors):
        columns[RESERVED] = errors
    arrays = {name: _array(cells) for name, cells in columns.items()}
    return pa.table(arrays).replace_schema_metadata({_SWEEP: sweep.encode()})


def _array(cells: Sequence[Cell]) -> pa.Array:
    """Return a column of one type: of numbers if all are, of lists of them, of truths, of texts."""
    import pyarrow as pa

    kind = _kind(cells)
    if kind is None:
        return pa.array([None if cell is None else str(cell) for cell in cells], pa.string())
    return pa.array(cells, kind)


def _kind(cells: Sequence[Cell]) -> pa.DataType | None:
    """Return the type that holds every cell exactly, or nothing if only texts can."""
    import pyarrow as pa

    found = [cell for cell in cells if cell is not None]
    if found and all(isinstance(cell, list) for cell in found):
        inner = _kind([item for cell in found if isinstance(cell, list) for item in cell])
        if inner is not None:
            return pa.list_(inner)
        texts = all(
            isinstance(item, str) for cell in found if isinstance(cell, list) for item in cell
        )
        return pa.list_(pa.string()) if texts else None
    if not found:
        return pa.null() if not cells else None
    if all(isinstance(cell, bool) for cell in found):
        return pa.bool_()
    numbers = [c for c in found if isinstance(c, int | float) and not isinstance(c, bool)]
    if len(numbers) < len(found):
        return None
    whole = [number for number in numbers if isinstance(number, int)]
    if len(whole) == len(numbers):
        return pa.int64() if all(-_LARGEST <= number < _LARGEST for number in whole) else None
    return pa.float64() if all(abs(number) <= _EXACT for number in whole) else None


def write(file: Path, found: pa.Table) -> None:
    """Write a table as parquet: the same table gives the same bytes."""
    import pyarrow.parquet as pq

    content = BytesIO()
    pq.write_table(found, content, compression="zstd")
    write_whole(file, content.getvalue())


def read(file: Path, sweep: str) -> pa.Table:
    """Return the table of a sweep that is finished.

    Raises
    ------
    DataError
        If the file is no such table, or one of another sweep.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        found = pq.read_table(file)
    except (pa.ArrowException, OSError) as failure:
        raise DataError(
            f"file: {file} is there, but cannot be read as parquet: {failure}."
        ) from None
    if (found.schema.metadata or {}).get(_SWEEP) != sweep.encode():
        raise DataError(
            f"file: {file} is there, and of another function or grid: name another file, or "
            "delete it."
        )
    return found
