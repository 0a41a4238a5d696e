"""Input and output of numbers: fractions are read exactly, infinities are written as text."""

from __future__ import annotations

import json
import math
import re
import warnings
from collections.abc import Mapping, Sized
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsFloat, TypeAlias

import click
from rich.console import Console
from rich.table import Table

from pmlsym import given
from pmlsym.cli.loading import without_collection
from pmlsym.errors import DataError, InputError, PluginWarning, escaped
from pmlsym.exact import for_its_size, read_number
from pmlsym.precision import nearest_float
from pmlsym.tables import read_numbers

# --- the option ``--from``: files of claims from outside the package ------------------------------

if TYPE_CHECKING:
    from pmlsym.ledger.claim import Claim

FROM = click.option(
    "--from",
    "files",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.py",
    help="A Python file with claims of your own (docs/writing-a-claim.md); it is run.",
)


def load(files: tuple[Path, ...]) -> tuple[Claim, ...]:
    """Load files of claims, then the installed plugins; report the plugins that are left out."""
    with without_collection():
        from pmlsym.ledger import outside  # takes a second to import; `check` may not need it

    found = tuple(claim for file in files for claim in outside.load(file))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", PluginWarning)
        outside.papers()
    for warning in caught:
        if issubclass(warning.category, PluginWarning):
            click.echo(escaped(str(warning.message)), err=True)
    return found


# --- input and output of numbers: fractions are read exactly, infinities are written as text ------


class ExactNumber(click.ParamType[Fraction]):
    """A click type for numbers such as ``3``, ``0.25``, ``1e-3`` or ``1/3``, read exactly."""

    name = "number"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """Read the text as a fraction."""
        if isinstance(value, Fraction):
            return value
        try:
            return read_number(str(value))
        except ValueError:
            size = for_its_size(str(value))
            raise _refused(param, value, f"a number such as 0.25 or 1/3{size}") from None


class Whole(click.ParamType[int]):
    """A click type for integers in the digits 0 to 9."""

    name = "integer"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """Read the text as an integer."""
        if isinstance(value, int):
            return value
        if re.fullmatch(r"[+-]?[0-9]{1,4000}", str(value).strip()) is None:
            raise _refused(param, value, "an integer")
        return int(str(value))


class Real(click.ParamType[float]):
    """A click type for numbers that are read as floats, including ``inf``."""

    name = "number"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the text as a float."""
        if isinstance(value, float):
            return value
        if str(value).strip() == "inf":
            return math.inf
        try:
            return float(read_number(str(value)))
        except ValueError:
            size = for_its_size(str(value))
            raise _refused(param, value, f"a number such as 0.5{size}, or inf") from None


def _refused(param: click.Parameter | None, value: object, wanted: str) -> InputError:
    label = param.name if param is not None else "the value"
    return InputError(f"{label} is {given.brief(value)}, but has to be {wanted}.")


Plain: TypeAlias = "str | bool | int | float | list[Plain] | dict[str, Plain] | None"
NUMBER = ExactNumber()
WHOLE = Whole()
REAL = Real()
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")


def read_list(name: str, text: str) -> list[Fraction]:
    """Read the comma-separated numbers of an option, exactly."""
    if not text.strip():
        raise InputError(f"{name} is empty, but has to be numbers such as 1/2,1/4,1/4.")
    option = click.Option([f"--{name}"])
    parts = text.split(",")
    if not all(part.strip() for part in parts):
        raise InputError(f"{name} has an empty entry, but has to be numbers such as 1/2,1/4,1/4.")
    return [NUMBER.convert(part, option, None) for part in parts]


def read_prior(text: str) -> list[Fraction]:
    """Read a prior: comma-separated numbers, or a .csv file of one row or one column."""
    if Path(text).suffix.lower() != ".csv":
        return read_list("prior", text)
    rows = read_numbers(text)
    if 1 not in (len(rows), len(rows[0])):
        raise DataError(
            f"{Path(text).name} has {len(rows)} rows and {len(rows[0])} columns, but a prior is "
            "one row or one column."
        )
    return [mass for row in rows for mass in row]


def plain(value: object) -> Plain:
    """Convert numbers for JSON: to floats, with the string ``inf`` for infinity."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, Sized) and hasattr(value, "tolist"):  # an array; numpy may not be loaded
        return plain(value.tolist())
    if not isinstance(value, SupportsFloat):
        raise TypeError(f"{value!r} is not a number.")
    number = nearest_float(value)
    if math.isinf(number):
        return "inf" if number > 0 else "-inf"
    return number


_BRIEF = 48  # characters of a value in a table
_EVIDENCE: dict[str, object] = dict.fromkeys(("formal", "latex", "confirmed"))


def every_key(row: Mapping[str, Any]) -> dict[str, object]:
    """Give every step in the evidence of a claim or an answer all keys of the interface.

    A missing key gets null: a refutation by example has no formula.
    """
    found = {**row, "evidence": [_EVIDENCE | step for step in row["evidence"]]}
    repair = row.get("repair")
    return found if repair is None else {**found, "repair": every_key(repair)}


def brief(value: object) -> str:
    """Format an exact value for a table, cut to its first digits if it is long.

    Examples
    --------
    >>> brief(10**60)[-8:], len(brief(10**60))
    ('00000...', 48)
    """
    text = str(value)
    return text if len(text) <= _BRIEF else f"{text[: _BRIEF - 3]}..."


def emit(payload: Mapping[str, object]) -> None:
    """Print one JSON object on standard output, with control characters escaped."""
    click.echo(escaped(json.dumps(plain(payload), indent=2, ensure_ascii=False)))


def boxed(*header: str, title: str | None = None) -> Table:
    """Return an empty table for the terminal, in which a long number breaks and is not cut."""
    found = Table(title=title)
    for cell in header:
        found.add_column(cell, overflow="fold")
    return found


def console() -> Console:
    """Return the console for tables and notes."""
    return Console(highlight=False)
