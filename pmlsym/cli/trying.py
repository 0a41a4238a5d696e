"""``pmlsym try``: a published statement on a mechanism of your own."""

from __future__ import annotations

from pathlib import Path

import click
from rich.text import Text

from pmlsym.cli.output import AS_JSON, FROM, console, emit, load, read_prior
from pmlsym.errors import InputError, ParameterError
from pmlsym.given import brief
from pmlsym.ledger import catalogue
from pmlsym.ledger.checking.on_instance import ReadClaim, ReadStatement, parameters_of, read_on
from pmlsym.ledger.claim import Claim
from pmlsym.statements.model import Exact, Model
from pmlsym.statements.readable import Verdict
from pmlsym.statements.values import side
from pmlsym.tables import read_numbers

_COLOURS: dict[Verdict, str] = {
    "holds": "green",
    "fails": "red",
    "does not apply": "yellow",
    "cannot be separated": "magenta",
}
_SET = "--set "


@click.command("try")
@click.argument("name", metavar="ID")
@click.option("--kernel", required=True, help="A CSV file; a row is P(y|x) for one secret x.")
@click.option(
    "--prior", required=True, help="The probabilities of the secrets: 1/2,1/4,1/4, or a .csv file."
)
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
    """Evaluate a published statement on your own mechanism.

    Both sides are computed exactly, from the definitions. What is left out, such as a statement
    with a parameter that --set does not give, is printed with the reason. Exits with 1 if a
    statement applies and fails.
    """
    load(files)
    found = catalogue.claim(name)
    parameters = _parameters(found, given)
    model = Model.from_channel(read_numbers(kernel), read_prior(prior), **parameters)
    reading = read_on(found.id, found.asserts, model)
    if reading.deciding is None:
        raise ParameterError(_why_nothing(reading))
    if as_json:
        emit(_as_json(reading, reading.deciding))
    else:
        _print_instance(found, model, reading)
    return 1 if reading.holds is False else 0


def _parameters(found: Claim, given: tuple[str, ...]) -> dict[str, Exact]:
    known = parameters_of(found.asserts)
    parameters: dict[str, Exact] = {}
    for name, value in map(_parameter, given):
        if name in parameters:
            raise InputError(f"--set gives {name} twice.")
        if known is not None and name not in known:
            listed = ", ".join(known) or "none"
            raise InputError(f"{found.id} has no parameter {name!r}; its parameters are: {listed}.")
        parameters[name] = value
    return parameters


def _parameter(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise InputError(f"--set is {brief(text)}, but has to be a name and a number: e=1/2.")
    return name.strip(), value.strip()


def _why_nothing(reading: ReadClaim) -> str:
    """Explain why no statement of a claim can be evaluated on a mechanism, and what to type."""
    missing = dict.fromkeys(name for one in reading.statements for name in one.missing)
    if missing:
        wanted = " ".join(f"{_SET}{name}=..." for name in missing)
        return f"{reading.claim} has parameters without a number: add {wanted}"
    why = reading.statements[0].why_left_out(_SET) if reading.statements else "it asserts nothing"
    return f"{reading.claim} cannot be tried on a kernel: {why}."


def _as_json(reading: ReadClaim, deciding: ReadStatement) -> dict[str, object]:
    """Return the decisive statement, and the list of evaluated and of omitted statements."""
    return {
        **_row(deciding),
        "applies": reading.applies,
        "holds": reading.holds,
        "summary": reading.summary,
        "statements": [_row(one) for one in reading.decided],
        "left_out": [
            {"statement": one.text, "why": one.why_left_out(_SET), "missing": list(one.missing)}
            for one in reading.left_out
        ],
    }


def _row(one: ReadStatement) -> dict[str, object]:
    assert one.judged is not None
    return {
        "statement": one.text,
        "applies": one.judged.applies,
        "holds": one.judged.holds,
        "left": side(one.judged.left),
        "right": side(one.judged.right),
        "why": one.why_left_out(_SET) or str(one),
    }


def _print_instance(found: Claim, model: Model, reading: ReadClaim) -> None:
    screen = console()
    screen.print(Text.assemble((found.id, "bold"), f"  {found.where}: {found.says}"))
    screen.print(Text(f"on {model}", style="dim"))
    for one in reading.decided:
        verdict, colon, why = str(one).partition(": ")
        screen.print(Text(f"\n{one.text}", style="cyan"))
        screen.print(Text.assemble((verdict, f"bold {_COLOURS[one.outcome]}"), f"{colon}{why}"))
    for one in reading.left_out:
        screen.print(Text(f"\n{one.text}", style="cyan"))
        screen.print(Text.assemble(("left out", "bold yellow"), f": {one.why_left_out(_SET)}"))
    if len(reading.statements) > 1:
        screen.print(Text(f"\n{reading.summary}", style="bold"))
