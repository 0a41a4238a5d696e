"""Tables of numbers in plain CSV files: no header, fractions allowed."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from pmlsym.errors import DataError
from pmlsym.exact import for_its_size, read_number

_QUOTED = 40  # characters of a wrong entry that a message repeats
_MOST_BYTES = 100_000_000


def read_text(path: str | Path, most: int = _MOST_BYTES) -> str:
    """Read a text file of at most `most` bytes; a device may be endless.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "statements.txt")
    ...     _ = file.write_text("PML(e) => PMC(e)")
    ...     read_text(file)
    'PML(e) => PMC(e)'
    """
    name = _name(path)
    try:
        with Path(path).open("rb") as file:
            found = file.read(most + 1)
        if len(found) > most:
            raise DataError(f"{name} is longer than {most / 1e6:g} MB, the most that is read.")
        return found.decode("utf-8-sig")
    except ValueError as error:  # a name with a null byte is one as well
        if isinstance(error, DataError):
            raise
        raise DataError(f"{name} cannot be read: it is not UTF-8 text.") from None
    except OSError as error:
        raise DataError(f"{name} cannot be read: {error.strerror}.") from None


def read_numbers(path: str | Path) -> list[list[Fraction]]:
    """Read a CSV file of numbers exactly.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "kernel.csv")
    ...     _ = file.write_text("1/3, 2/3")
    ...     read_numbers(file)
    [[Fraction(1, 3), Fraction(2, 3)]]
    """
    name = _name(path)
    text = read_text(path)
    rows: list[list[Fraction]] = []
    first = 0
    for line, cells in _lines(text, name):
        if not any(cell.strip() for cell in cells) and len(cells) <= 1:
            continue
        first = first or line
        rows.append([_number(cell, name, line, column) for column, cell in enumerate(cells, 1)])
        if len(cells) != len(rows[0]):
            raise DataError(
                f"{name}, line {line} has {len(cells)} numbers, but line {first} has "
                f"{len(rows[0])}: every row needs the same."
            )
    if not rows:
        raise DataError(f"{name} is empty, but has to hold at least one row of numbers.")
    return rows


def _name(path: str | Path) -> str:
    """Return the name of a file for a message, or its path if it has no name, such as `.`."""
    return Path(path).name or str(path)


def _lines(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(text.splitlines())
    try:
        for cells in reader:
            yield reader.line_num, cells
    except csv.Error as error:
        raise DataError(f"{name}, line {reader.line_num} cannot be read: {error}.") from None


def _number(cell: str, name: str, line: int, column: int) -> Fraction:
    text = cell.strip()
    place = f"{name}, line {line}, column {column}"
    if not text:
        raise DataError(f"{place} is empty, but every place needs a number.")
    try:
        return read_number(text)
    except ValueError:
        raise DataError(
            f"{place} is {_shortened(text)!r}, but has to be a number such as 0.25 or 1/3"
            f"{for_its_size(text)}."
        ) from None


def _shortened(text: str) -> str:
    return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 3]}..."
