"""``pmlsym try``: a published statement on a mechanism of your own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.text import Text

from pmlsym.cli.output import AS_JSON, console, emit, read_list
from pmlsym.cli.outside import FROM, load
from pmlsym.errors import InputError, ParameterError
from pmlsym.ledger import catalogue
from pmlsym.ledger.claim import Claim
from pmlsym.ledger.models import side
from pmlsym.statements.finite import Finite
from pmlsym.statements.model import Exact, Model
from pmlsym.statements.reading import Reading
from pmlsym.tables import read_numbers

_COLOURS = {"holds": "green", "fails": "red", "does not apply": "yellow"}


@click.command("try")
@click.argument("name", metavar="ID")
@click.option("--kernel", required=True, help="A CSV file; a row is P(y|x) for one secret x.")
@click.option("--prior", required=True, help="The probabilities of the secrets: 1/2,1/4,1/4.")
@click.option("--set", "given", multiple=True, help="A parameter of the statement: e=log(3/2).")
@FROM
@AS_JSON
def try_command(
    name: str,
    kernel: str,
    prior: str,
    given: tuple[str, ...],
    files: tuple[Path, ...],
    as_json: bool,
) -> int:
    """Read a published statement on your own mechanism: whether it applies, and holds.

    Both sides are computed exactly, from the definitions. Exits with 1 if it applies and fails.
    """
    load(files)
    found = catalogue.claim(name)
    parameters: dict[str, Exact] = dict(_parameter(text) for text in given)
    model = Model.from_channel(read_numbers(kernel), read_list("prior", prior), **parameters)
    readings = [statement.judge(model) for statement in _statements(found, model)]
    decides = _deciding(readings)
    if as_json:
        emit(
            {
                **_row(decides),
                "applies": _any([reading.applies for reading in readings]),
                "statements": [_row(reading) for reading in readings],
            }
        )
    else:
        _print(found, model, readings)
    return 1 if decides.holds is False else 0


def _parameter(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise InputError(f"--set is {text!r}, but has to be a name and a number: e=1/2.")
    return name.strip(), value.strip()


def _statements(found: Claim, model: Model) -> list[Finite]:
    """Return the statements of a claim that can be read on a model.

    Raises
    ------
    ParameterError
        If there is none: the sentence says what is missing.
    """
    finite = [statement for statement in found.asserts if isinstance(statement, Finite)]
    if not finite:
        raise ParameterError(
            f"{found.id} is no statement about finite mechanisms, so it cannot be tried on one."
        )
    spoken = [statement for statement in finite if statement.speaks_of(model)]
    if spoken:
        return spoken
    if all("Z" in statement.statement.variables for statement in finite):
        raise ParameterError(
            f"{found.id} speaks of a third variable Z, and a kernel has only X and Y: read it "
            "in Python on Model.from_joint(...)."
        )
    missing = sorted(set(finite[0].statement.parameters) - set(model.parameters))
    wanted = " ".join(f"--set {name}=..." for name in missing)
    raise ParameterError(f"{found.id} has parameters without a number: add {wanted}")


def _deciding(readings: Sequence[Reading]) -> Reading:
    """Return a reading that fails, else one that is open, else one that holds."""
    order = ("fails", "cannot be separated", "holds", "does not apply")
    return min(readings, key=lambda reading: order.index(reading.verdict))


def _any(answers: Sequence[bool | None]) -> bool | None:
    return True if True in answers else None if None in answers else False


def _row(reading: Reading) -> dict[str, object]:
    return {
        "statement": str(reading.statement),
        "applies": reading.applies,
        "holds": reading.holds,
        "left": side(reading.left),
        "right": side(reading.right),
        "why": str(reading),
    }


def _print(found: Claim, model: Model, readings: Sequence[Reading]) -> None:
    screen = console()
    screen.print(Text.assemble((found.id, "bold"), f"  {found.where}: {found.says}"))
    screen.print(Text(f"on {model}", style="dim"))
    for reading in readings:
        verdict, _, why = str(reading).partition(": ")
        colour = _COLOURS.get(reading.verdict, "magenta")
        screen.print(Text(f"\n{reading.statement}", style="cyan"))
        screen.print(Text.assemble((verdict, f"bold {colour}"), f": {why}"))
