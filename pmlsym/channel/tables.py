"""Channels from and to tables: joint laws, observed pairs, data frames, pages and files."""

from __future__ import annotations

import csv
import io
import json
import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import accumulate
from math import lcm
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pmlsym.channel.law import JointLaw
from pmlsym.channel.names import Name
from pmlsym.distributions import TOLERANCE, all_exact, as_table, is_array
from pmlsym.errors import ChannelError, DataError
from pmlsym.exact import (
    Number,
    TableLike,
    as_fraction,
    for_its_size,
    is_exact,
    is_rational,
    read_number,
    sympified,
)
from pmlsym.given import brief, whole
from pmlsym.pages import Formula, Line, Page, Table, Words, escaped_words
from pmlsym.randomness import draw_from

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_FEW = 6  # secrets that a message lists


def split(joint: TableLike) -> tuple[Any, Any]:
    """Return the kernel and the prior of a joint law."""
    table = as_table(joint, "joint")
    if is_array(table) and table.ndim > 2:
        raise ChannelError(f"joint has to be one table, but has shape {table.shape}.")
    if not all_exact(table):
        return _split_floats(table)
    rows = [
        [_exact(entry) for entry in row] for row in (table.tolist() if is_array(table) else table)
    ]
    prior = [sum(row[1:], row[0]) for row in rows]
    total = sum(prior[1:], prior[0])
    for x, row in enumerate(rows):
        for y, entry in enumerate(row):
            if _negative(entry):
                raise ChannelError(
                    f"joint[{x}, {y}] is {brief(entry)}, but a probability is a number from 0 to 1."
                )
        if prior[x] == 0:
            raise ChannelError(_no_weight(x))
    if not _is_one(total):
        raise ChannelError(f"joint sums to {brief(total)}, but has to sum to 1.")
    return [[entry / p for entry in row] for p, row in zip(prior, rows, strict=True)], prior


def _split_floats(table: Any) -> tuple[Any, Any]:
    import numpy as np

    try:
        found = np.array(table, dtype=float)
    except (TypeError, ValueError, OverflowError):
        raise ChannelError("joint mixes floats with symbols: give numbers.") from None
    bad = ~(found >= 0) | np.isinf(found)
    if bad.any():
        x, y = map(int, np.argwhere(bad)[0])
        raise ChannelError(
            f"joint[{x}, {y}] is {found[x, y]}, but a probability is a number from 0 to 1."
        )
    prior = found.sum(axis=1)
    if not (prior > 0).all():
        raise ChannelError(_no_weight(int(np.argmin(prior))))
    total = float(prior.sum())
    single = is_array(table) and table.dtype.itemsize < 8
    if abs(total - 1) > (float(np.finfo(np.float32).eps) * found.size if single else TOLERANCE):
        raise ChannelError(f"joint sums to {total:.12g}, but has to sum to 1.")
    kernel = found / prior[:, None]
    return kernel / kernel.sum(axis=1)[:, None], prior / total


def _no_weight(x: int) -> str:
    return f"joint has no probability at secret {x}: leave out secrets that cannot occur."


def _exact(entry: Any) -> Any:
    return Fraction(int(entry.numerator), int(entry.denominator)) if is_rational(entry) else entry


def _negative(entry: Any) -> bool:
    return bool(entry < 0) if is_rational(entry) else entry.is_negative is True


def _is_one(total: Any) -> bool:
    if is_rational(total):
        return bool(total == 1)
    import sympy as sp

    return bool(sp.simplify(sympified(total) - 1) == 0)


def estimated(
    secret: Iterable[Name],
    outcome: Iterable[Name],
    smoothing: Number,
    secrets: Iterable[Name] | None,
    outcomes: Iterable[Name] | None,
) -> tuple[Any, Any, Sequence[Name], Sequence[Name]]:
    """Return the estimated kernel and prior, with all secrets and outcomes."""
    first, second = _sequence("secret", secret), _sequence("outcome", outcome)
    if len(first) != len(second):
        raise ChannelError(
            f"outcome has {len(second)} entries, but secret has {len(first)}: one for each pair."
        )
    if not first:
        raise ChannelError("secret is empty, but an estimate needs at least one pair.")
    if isinstance(smoothing, str | bool) or not bool(smoothing >= 0) or smoothing == float("inf"):
        raise ChannelError(f"smoothing is {brief(smoothing)}, but has to be a finite number >= 0.")
    lines, heads = _all("secret", first, secrets), _all("outcome", second, outcomes)
    counts = Counter(zip(first, second, strict=True))
    extra: Any = _exact(smoothing) if is_exact(smoothing) else float(smoothing)
    rows = [[counts[x, y] + extra for y in heads] for x in lines]
    weights = [sum(row) for row in rows]
    for x, weight in zip(lines, weights, strict=True):
        if weight == 0:
            raise ChannelError(
                f"secrets holds {x!r}, which was never seen: leave it out, or give a smoothing > 0."
            )
    total = sum(weights)
    return (
        [
            [_over(entry, weight) for entry in row]
            for row, weight in zip(rows, weights, strict=True)
        ],
        [_over(weight, total) for weight in weights],
        lines,
        heads,
    )


def _sequence(name: str, given: Iterable[Name]) -> list[Name]:
    """Return the observations as a list; refuse tables and objects that are not iterable."""
    if not isinstance(given, Iterable) or isinstance(given, Mapping) or hasattr(given, "columns"):
        raise ChannelError(
            f"{name} is of type {type(given).__name__}, but has to be a sequence of what was seen, "
            "one for each pair, such as a column of a data frame."
        )
    return list(given)


def _over(part: Any, whole: Any) -> Any:
    return Fraction(part, whole) if is_rational(part) and is_rational(whole) else part / whole


def _all(what: str, seen: list[Name], names: Iterable[Name] | None) -> list[Name]:
    known = dict.fromkeys(seen)
    if names is None:
        return list(known)
    listed = list(names)
    for one in known:
        if one not in listed:
            raise ChannelError(
                f"{what} holds {one!r}, which is not among the {what}s that are given."
            )
    return listed


def drawn(
    law: JointLaw, secret: Name, size: int | None, rng: np.random.Generator | int | None
) -> Any:
    """Return a random outcome for a secret, or a list of them."""
    if isinstance(secret, bool) or secret not in law.secrets:
        known = ", ".join(map(repr, law.secrets[:_FEW])) + ", ..." * (len(law.secrets) > _FEW)
        raise ChannelError(f"secret is {brief(secret)}, but the secrets are {known}.")
    row = law.kernel[law.secrets.index(secret), :].tolist()
    weights = [_weight(entry) for entry in row]
    common = lcm(*(weight.denominator for weight in weights))
    ends = list(accumulate(int(weight * common) for weight in weights))
    draw = draw_from(rng)
    count = 1 if size is None else whole("size", size, 0)
    outcomes, whole_range = law.outcomes, ends[-1]
    found = [outcomes[bisect_right(ends, draw(whole_range))] for _ in range(count)]
    return found[0] if size is None else found


def _weight(entry: Any) -> Fraction:
    """Return a probability as a fraction; a float is converted exactly."""
    found = Fraction(entry) if isinstance(entry, float) else as_fraction(entry)
    if found is None:
        raise ChannelError(
            f"kernel holds {entry}, but outcomes are drawn with probabilities that are floats or "
            "fractions: see as_float."
        )
    return found


_TABLES = ("kernel", "joint", "lift", "posterior")
_SHOWN = 12  # rows and columns that a page shows


def frame(law: JointLaw, what: str) -> pd.DataFrame:
    """Return a table of a channel as a data frame."""
    rows = table_of(law, what)
    import pandas as pd

    if law.is_exact:
        rows = [[_number(entry) for entry in row] for row in rows]
    return pd.DataFrame(
        rows,
        index=_index(law.secrets, "secret"),
        columns=_index(law.outcomes, "outcome"),
        dtype=object if law.is_exact else None,
    )


def table_of(law: JointLaw, what: str) -> list[list[Any]]:
    """Return a table of a channel as lists."""
    if what not in _TABLES:
        raise ChannelError(f"what is {brief(what)}, but has to be one of {', '.join(_TABLES)}.")
    found: list[list[Any]] = getattr(law, what).tolist()
    return found


def page_of(law: JointLaw) -> Page:
    """Return a page: a title, and the first rows and columns of the prior and the kernel."""
    rows, columns = (min(size, _SHOWN) for size in law.shape)
    masses = law.prior.tolist()
    table = Table(
        ("x", "P(x)", *(_head("y=", name) for name in law.outcomes[:columns])),
        tuple(
            (_head("", law.secrets[x]), _page_cell(masses[x]), *map(_page_cell, row[:columns]))
            for x, row in enumerate(table_of(law, "kernel")[:rows])
        ),
    )
    cut = (
        () if (rows, columns) == law.shape else (Words("The first rows and columns.", faint=True),)
    )
    return Page(repr(law).strip("<>"), (table, *cut))


def html_of(law: JointLaw) -> str:
    """Return the first rows and columns as HTML, with a title if these are not all."""
    rows, columns = (min(size, _SHOWN) for size in law.shape)
    masses = law.prior.tolist()
    names = [_head("y=", name) for name in law.outcomes[:columns]]
    heads = "".join(_cell("th", escape(name)) for name in ("x", "P(x)", *names))
    lines = [f"<tr>{heads}</tr>"]
    for x, row in enumerate(table_of(law, "kernel")[:rows]):
        name = _cell("th", escape(_head("", law.secrets[x])))
        entries = (masses[x], *row[:columns])
        cells = "".join(_cell("td", _page_text(entry)) for entry in entries)
        lines.append(f"<tr>{name}{cells}</tr>")
    note = "" if (rows, columns) == law.shape else f"<p>{escape(repr(law))}</p>"
    return f"<table>{''.join(lines)}</table>{note}"


def _cell(tag: str, inside: str) -> str:
    """Return a cell with a gap beside it, which the pages of some programs do not give it."""
    return f'<{tag} style="padding: 0 0.5em">{inside}</{tag}>'


def tabular_of(law: JointLaw, what: str) -> str:
    """Return a table of a channel as a tabular of LaTeX."""
    rows = table_of(law, what)
    heads = " & ".join(escaped_words(str(name)) for name in law.outcomes)
    lines = [rf"\begin{{tabular}}{{l{'r' * law.shape[1]}}}", rf" & {heads} \\", r"\hline"]
    for name, row in zip(law.secrets, rows, strict=True):
        entries = " & ".join(f"${_latex(entry)}$" for entry in row)
        lines.append(rf"{escaped_words(str(name))} & {entries} \\")
    return "\n".join([*lines, r"\end{tabular}"])


def formula_of(law: JointLaw) -> str | None:
    """Return an exact kernel and its prior as a formula; None if they are too large for one."""
    if max(law.shape) > _SHOWN:
        return None  # a notebook then shows the table
    import sympy as sp

    rows, row = sp.Matrix(law.kernel.tolist()), sp.Matrix(law.prior.tolist())
    return rf"$\displaystyle P_{{Y|X}} = {sp.latex(rows)},\quad P_X = {sp.latex(row)}$"


def _head(letter: str, name: object) -> str:
    return f"{letter}{name}" if isinstance(name, int) else str(name)


def _page_text(entry: Number) -> str:
    return f"{entry:.4g}" if isinstance(entry, float) else str(entry)


def _page_cell(entry: Number) -> Line:
    return _page_text(entry) if isinstance(entry, float) else Formula(str(entry), _latex(entry))


def _latex(entry: Number) -> str:
    import sympy as sp

    return f"{entry:.6g}" if isinstance(entry, float) else str(sp.latex(entry))


def _number(entry: Any) -> Any:
    found = as_fraction(entry)
    return entry if found is None else found


def _index(names: tuple[Any, ...], name: str) -> Any:
    import pandas as pd

    return pd.Index(list(names), name=name, tupleize_cols=False)


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
    return [[_file_text(entry) for entry in row] for row in kernel], [
        _file_text(entry) for entry in prior
    ]


def _file_text(entry: Any) -> str:
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
    prior = [_csv_cell(line[1], file) for line in lines[1:]]
    kernel = [[_csv_cell(cell, file) for cell in line[2:]] for line in lines[1:]]
    return kernel, prior, _names([line[0] for line in lines[1:]]), _names(lines[0][2:])


def _names(found: list[str]) -> list[Name] | None:
    return None if found == [str(place) for place in range(len(found))] else [*found]


def _csv_cell(cell: str, file: str) -> Any:
    exact = _read(cell, file)
    number = float(exact)
    return number if set(cell) & set(".eE") and math.isfinite(number) else exact
