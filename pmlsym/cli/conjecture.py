"""``pmlsym conjecture``: prove or refute a statement that somebody types."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from pmlsym.cli.output import AS_JSON, REAL, WHOLE, console, emit
from pmlsym.cli.world import world_table
from pmlsym.errors import InputError
from pmlsym.prover.answer import Answer
from pmlsym.prover.conjecture import SECONDS, conjecture
from pmlsym.statements.text.tokens import ParseError
from pmlsym.tables import read_text

_COLOUR = {"proved": "green", "proved-bounded": "green", "supported": "yellow", "refuted": "red"}


@click.command("conjecture")
@click.argument("statement", required=False)
@click.option("--seconds", type=REAL, default=SECONDS, show_default=True, help="Time for each.")
@click.option("--alphabet", type=WHOLE, help="Decide for this number of secrets only.")
@click.option(
    "--from",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file of statements, one a line; # begins a comment.",
)
@AS_JSON
def conjecture_command(
    statement: str | None, seconds: float, alphabet: int | None, file: Path | None, as_json: bool
) -> int:
    """Prove or refute a STATEMENT such as "PML(e) => PMC(e)".

    Exits with 1 if it (or one of the file) is refuted.
    """
    if (statement is None) == (file is None):
        raise InputError("give a STATEMENT or a --from FILE, one of the two.")
    if statement is not None:
        answer = _settled(statement, seconds, alphabet)
        if as_json:
            emit(answer.as_dict())
        else:
            _print(console(), answer)
        return 1 if answer.verdict == "refuted" else 0
    assert file is not None
    return _all(list(_lines(file)), seconds, alphabet, as_json)


def _settled(statement: str, seconds: float, alphabet: int | None) -> Answer:
    screen = Console(stderr=True)
    if not screen.is_terminal:
        return conjecture(statement, seconds, alphabet)
    with screen.status("reading it on small worlds, then proving"):
        return conjecture(statement, seconds, alphabet)


def _lines(file: Path) -> Iterator[str]:
    for line in read_text(file).splitlines():
        found = line.partition("#")[0].strip()
        if found:
            yield found


def _all(lines: list[str], seconds: float, alphabet: int | None, as_json: bool) -> int:
    rows: list[dict[str, object]] = []
    status = 0
    for line in lines:
        try:
            answer = _settled(line, seconds, alphabet)
        except InputError as error:
            column = error.column if isinstance(error, ParseError) else None
            rows.append({"text": line, "error": str(error), "column": column})
            status = max(status, 2)
            if not as_json:
                console().print(Text.assemble((line, "cyan"), f"\n  {error}", style="magenta"))
            continue
        rows.append({**answer.as_dict()})
        status = max(status, int(answer.verdict == "refuted"))
        if not as_json:
            _print(console(), answer)
    if as_json:
        emit({"results": rows})
    return status


def _print(screen: Console, answer: Answer) -> None:
    colour = _COLOUR[answer.verdict]
    screen.print(Text.assemble((answer.verdict, f"bold {colour}"), ": ", str(answer.statement)))
    if answer.witness is not None:
        screen.print(world_table(answer.witness))
        screen.print(Text(str(answer.witness["text"]), style=colour))
    for best in answer.best:
        where = f" for {best.range}" if best.range else ""
        screen.print(Text(f"? = {best.level}{where}", style="bold cyan"))
    screen.print(Text("\n".join((answer.scope, *answer.remarks))))
    for row in answer.evidence:
        if row["kind"] == "reduction":
            screen.print(Text(f"reduced by {row['text']}", style="dim"))
        elif row["kind"] == "goal":
            screen.print(Text.assemble((f"{row['text']}\n", ""), (f"  {row['formal']}", "cyan")))
        elif row["kind"] not in ("counterexample", "sample"):
            screen.print(Text(f"  {row['kind']}: {row.get('reason', '')}", style="dim"))
