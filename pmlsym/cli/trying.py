"""``pmlsym try``: a published statement on a mechanism of your own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.text import Text

from pmlsym.cli.output import AS_JSON, console, emit, read_list
from pmlsym.cli.outside import FROM, load
from pmlsym.errors import InputError, ParameterError
from pmlsym.given import shown
from pmlsym.ledger import catalogue
from pmlsym.ledger.checking.models import side
from pmlsym.ledger.claim import Claim
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
    parameters = _parameters(found, given)
    model = Model.from_channel(read_numbers(kernel), read_list("prior", prior), **parameters)
    statements = _statements(found, model)
    readings = [statement.judge(model) for statement in statements]
    decides = _deciding(statements, readings)
    if as_json:
        emit(
            {
                **_row(*decides),
                "applies": _any([reading.applies for reading in readings]),
                "statements": list(map(_row, statements, readings)),
            }
        )
    else:
        _print(found, model, statements, readings)
    universal = [r for s, r in zip(statements, readings, strict=True) if not s.exists]
    return 1 if any(reading.holds is False for reading in universal) else 0


def _parameters(found: Claim, given: tuple[str, ...]) -> dict[str, Exact]:
    known = {
        name
        for statement in found.asserts
        if isinstance(statement, Finite)
        for name in statement.statement.parameters
    }
    parameters: dict[str, Exact] = {}
    for name, value in map(_parameter, given):
        if name in parameters:
            raise InputError(f"--set gives {name} twice.")
        if known and name not in known:
            listed = ", ".join(sorted(known)) or "none"
            raise InputError(f"{found.id} has no parameter {name!r}; its parameters are: {listed}.")
        parameters[name] = value
    return parameters


def _parameter(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise InputError(f"--set is {shown(text)}, but has to be a name and a number: e=1/2.")
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


def _deciding(statements: Sequence[Finite], readings: Sequence[Reading]) -> tuple[Finite, Reading]:
    """Return a reading that fails, else one that is open, else one that holds."""
    order = ("fails", "cannot be separated", "holds", "does not apply")
    pairs = list(zip(statements, readings, strict=True))
    return min(pairs, key=lambda pair: (pair[0].exists, order.index(pair[1].verdict)))


def _any(answers: Sequence[bool | None]) -> bool | None:
    return True if True in answers else None if None in answers else False


def _row(statement: Finite, reading: Reading) -> dict[str, object]:
    return {
        "statement": _said(statement),
        "applies": reading.applies,
        "holds": reading.holds,
        "left": side(reading.left),
        "right": side(reading.right),
        "why": str(reading),
    }


def _said(statement: Finite) -> str:
    return statement.text or statement.words()


def _print(
    found: Claim, model: Model, statements: Sequence[Finite], readings: Sequence[Reading]
) -> None:
    screen = console()
    screen.print(Text.assemble((found.id, "bold"), f"  {found.where}: {found.says}"))
    screen.print(Text(f"on {model}", style="dim"))
    for statement, reading in zip(statements, readings, strict=True):
        verdict, _, why = str(reading).partition(": ")
        colour = _COLOURS.get(reading.verdict, "magenta")
        screen.print(Text(f"\n{_said(statement)}", style="cyan"))
        if statement.exists and not reading.holds:
            screen.print(Text.assemble(("not shown by this one", "bold yellow"), f": {why}"))
        else:
            screen.print(Text.assemble((verdict, f"bold {colour}"), f": {why}"))
