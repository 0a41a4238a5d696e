"""Channels in files: JSON that keeps everything, and CSV with labels."""

from __future__ import annotations

import csv
import io
import json
import math
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from pmlsym.channel.law import JointLaw
from pmlsym.channel.names import Name
from pmlsym.errors import DataError
from pmlsym.exact import as_fraction, for_its_size, read_number
from pmlsym.given import brief

Parts: TypeAlias = "tuple[list[list[Any]], list[Any], list[Name] | None, list[Name] | None]"
_KEYS = {"format", "prior", "kernel", "secrets", "outcomes"}
_FORMAT = "pmlsym.Channel"
_QUOTED = 40  # characters of a wrong entry that a message repeats


def as_path(path: object) -> Path:
    """Return a validated path."""
    if not isinstance(path, str | PathLike):
        raise DataError(f"path is {brief(path)}, but has to be the name of a .json or .csv file.")
    return Path(path)


def write_channel(law: JointLaw, path: Path) -> None:
    """Write a channel to a file."""
    writers = {".json": _json, ".csv": _csv}
    if path.suffix.lower() not in writers:
        raise DataError(f"path is {path.name!r}, but has to end in .json or .csv.")
    if law.stack:
        raise DataError("channel is a stack, but a file holds one channel: save channel[0].")
    text = writers[path.suffix.lower()](law)
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise DataError(f"{path.name} cannot be written: {error.strerror}.") from None


def read_channel(path: Path) -> Parts:
    """Read kernel, prior, secrets and outcomes from a file."""
    readers = {".json": _from_json, ".csv": _from_csv}
    if path.suffix.lower() not in readers:
        raise DataError(f"path is {path.name!r}, but has to end in .json or .csv.")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise DataError(f"{path.name} cannot be read: {reason}.") from None
    return readers[path.suffix.lower()](text, path.name)


def _numbers(law: JointLaw) -> tuple[list[list[Any]], list[Any]]:
    """Return the kernel and the prior as floats, or as text if they are exact."""
    kernel, prior = law.kernel.tolist(), law.prior.tolist()
    if not law.is_exact:
        return kernel, prior
    return [[_text(entry) for entry in row] for row in kernel], [_text(entry) for entry in prior]


def _text(entry: Any) -> str:
    found = as_fraction(entry)
    if found is None:
        raise DataError(f"channel holds {entry}, but files hold rational numbers or floats only.")
    return str(found)


# --- JSON -----------------------------------------------------------------------------------------


def _json(law: JointLaw) -> str:
    kernel, prior = _numbers(law)
    names = {
        side: None if found is None else [_named(one) for one in found]
        for side, found in (
            ("secrets", law.names.secrets),
            ("outcomes", law.names.outcomes),
        )
    }
    document = {"format": _FORMAT, **names, "prior": prior, "kernel": kernel}
    lines = ",\n".join(
        f"  {json.dumps(key)}: {_line(key, value)}" for key, value in document.items()
    )
    return f"{{\n{lines}\n}}\n"


def _line(key: str, value: Any) -> str:
    if key != "kernel":
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join(f"    {json.dumps(row)}" for row in value) + "\n  ]"


def _named(one: Name) -> Any:
    """Return a name as JSON has it: a pair of names is a list."""
    if isinstance(one, tuple):
        return [_named(part) for part in one]
    if isinstance(one, str) or type(one) is int:
        return one
    raise DataError(f"channel has the name {one!r}, but in files names are text or integers.")


def _name(one: Any, file: str) -> Name:
    if isinstance(one, list):
        return tuple(_name(part, file) for part in one)
    if isinstance(one, str) or type(one) is int:
        return one
    raise DataError(f"{file} has the name {one!r}, but names are text or integers.")


def _from_json(text: str, file: str) -> Parts:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{file} is no JSON: {error}.") from None
    if not isinstance(document, dict) or not {"prior", "kernel"} <= document.keys() <= _KEYS:
        raise DataError(f"{file} has to be an object with the keys {', '.join(sorted(_KEYS))}.")
    if document.get("format", _FORMAT) != _FORMAT:
        raise DataError(f"{file} has the format {document['format']!r}, but that is {_FORMAT!r}.")
    kernel, prior = document["kernel"], document["prior"]
    if not isinstance(kernel, list) or not all(isinstance(row, list) for row in [prior, *kernel]):
        raise DataError(
            f"{file} has to hold a list of numbers as prior and a list of such as kernel."
        )
    sides: list[list[Name] | None] = []
    for side in ("secrets", "outcomes"):
        found = document.get(side)
        if found is not None and not isinstance(found, list):
            raise DataError(f"{file} has {side} that are no list of names.")
        sides.append(None if found is None else [_name(one, file) for one in found])
    rows = [[_entry(entry, file) for entry in row] for row in kernel]
    return rows, [_entry(entry, file) for entry in prior], sides[0], sides[1]


def _entry(entry: Any, file: str) -> Any:
    """Return a number of a JSON file: text is exact, and so are integers."""
    if type(entry) in (int, float):
        return entry
    if isinstance(entry, str):
        return _read(entry, file)
    raise DataError(f"{file} holds {str(entry)[:_QUOTED]}, which is no number.")


def _read(text: str, file: str) -> Any:
    try:
        return read_number(text)
    except ValueError:
        raise DataError(
            f"{file} holds {text[:_QUOTED]!r}, but a number is one such as 0.25 or 1/3"
            f"{for_its_size(text)}."
        ) from None


# --- CSV ------------------------------------------------------------------------------------------


def _csv(law: JointLaw) -> str:
    kernel, prior = _numbers(law)
    found = law.names
    secrets = _labels(found.secrets, len(prior))
    outcomes = _labels(found.outcomes, len(kernel[0]))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["secret", "prior", *outcomes])
    for name, mass, row in zip(secrets, prior, kernel, strict=True):
        writer.writerow([name, mass, *row])  # a float is written as repr does, so none loses digits
    return text.getvalue()


def _labels(names: tuple[Name, ...] | None, size: int) -> list[str]:
    counted = [str(place) for place in range(size)]
    if names is None:
        return counted
    if not all(isinstance(one, str) for one in names) or list(names) == counted:
        raise DataError(
            "channel has names that a CSV file cannot tell from numbers: save it as .json."
        )
    return [str(one) for one in names]


def _from_csv(text: str, file: str) -> Parts:
    try:
        lines = [line for line in csv.reader(io.StringIO(text, newline="")) if line]
    except csv.Error as error:
        raise DataError(f"{file} cannot be read: {error}.") from None
    if len(lines) < 2 or [cell.strip() for cell in lines[0][:2]] != ["secret", "prior"]:
        raise DataError(
            f"{file} has to begin with the line 'secret,prior,' and the outcomes, and then has a "
            "line for each secret."
        )
    for place, line in enumerate(lines[1:], 2):
        if len(line) != len(lines[0]):
            raise DataError(
                f"{file}, line {place} has {len(line)} entries, but the first has {len(lines[0])}."
            )
    prior = [_cell(line[1], file) for line in lines[1:]]
    kernel = [[_cell(cell, file) for cell in line[2:]] for line in lines[1:]]
    return kernel, prior, _names([line[0] for line in lines[1:]]), _names(lines[0][2:])


def _names(found: list[str]) -> list[Name] | None:
    return None if found == [str(place) for place in range(len(found))] else [*found]


def _cell(cell: str, file: str) -> Any:
    exact = _read(cell, file)
    number = float(exact)
    return number if set(cell) & set(".eE") and math.isfinite(number) else exact
