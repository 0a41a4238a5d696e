"""``pmlsym conjecture``: prove or refute a statement that the user types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click
from rich.console import Console
from rich.text import Text

from pmlsym.cli.output import AS_JSON, REAL, WHOLE, boxed, console, emit, every_key, load
from pmlsym.errors import InputError
from pmlsym.given import with_noun
from pmlsym.pages import Page, Table, Words, as_text, parts_of
from pmlsym.prover.answer import Answer
from pmlsym.prover.conjecture import SECONDS, Interrupted, conjecture, limits
from pmlsym.prover.showing import Failing, instance_lines, instance_tables, notation, worked_out
from pmlsym.statements.text.tokens import ParseError
from pmlsym.tables import read_text

if TYPE_CHECKING:
    from pmlsym.ledger.rows import EvidenceRow

_INTERRUPTED = 130
_SCREEN = 50  # lines
_NAME = "typed.statement"  # of an exported claim
_COLOUR = {
    "proved": "green",
    "proved-bounded": "green",
    "supported": "yellow",
    "vacuous": "yellow",
    "refuted": "red",
}


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
@click.option(
    "--export",
    type=click.Path(path_type=Path),
    metavar="FILE.py|.tex|.v|FOLDER",
    help="Write the answer as a claim for `pmlsym check --from`, as LaTeX, as a theorem of Coq "
    "(docs/formal.md), or as that claim with its certificates.",
)
@click.option("--full", is_flag=True, help="Print every step of the proof, however many.")
@AS_JSON
def conjecture_command(
    statement: str | None,
    seconds: float,
    alphabet: int | None,
    file: Path | None,
    export: Path | None,
    full: bool,
    as_json: bool,
) -> int:
    """Prove or refute a STATEMENT such as "PML(e) => PMC(e)".

    Of a proof, equal steps are printed once, and of one longer than a screen the goals; --full
    prints every step.

    Exits with 1 if it (or one of the file) is refuted. Ctrl-C prints what is known so far.
    """
    if (statement is None) == (file is None):
        raise InputError("give a STATEMENT or a --from FILE, one of the two.")
    if export is not None and export.suffix not in ("", ".py", ".tex", ".v"):
        raise InputError(
            f"--export is {export}, but has to end in .py, .tex or .v, or be a folder."
        )
    if statement is not None:
        return _one(statement, seconds, alphabet, export, full, as_json)
    if export is not None:
        raise InputError("--export is for one STATEMENT, not for a --from FILE.")
    assert file is not None
    limits(seconds, alphabet)  # report a wrong option before any statement
    return _all(list(_lines(file)), seconds, alphabet, full, as_json)


def _one(
    statement: str,
    seconds: float,
    alphabet: int | None,
    to: Path | None,
    full: bool,
    as_json: bool,
) -> int:
    answer, interrupted = _settled(statement, seconds, alphabet, as_json)
    if as_json:
        emit(every_key(answer.as_dict()))
    else:
        print_answer(console(), answer, full)
    if to is not None:
        _export(answer, to)
    return _INTERRUPTED if interrupted else int(answer.verdict == "refuted")


def _export(answer: Answer, to: Path) -> None:
    """Write an answer in the form that the name of the file asks for; a folder gets certificates.

    Raises InputError with the reason where the answer cannot be written so.
    """
    if to.suffix == ".v":
        text = answer.to_coq()
    elif to.suffix == ".tex":
        text = answer.to_latex()
    else:
        text = answer.to_claim(_NAME)
    if to.suffix:
        to.write_text(text, encoding="utf-8")
        click.echo(f"wrote {to}", err=True)
        return
    from pmlsym.cli.certify import write_certificates  # imports the ledger, which takes a second

    to.mkdir(parents=True, exist_ok=True)
    statement = to / "statement.py"
    statement.write_text(text, encoding="utf-8")
    count, _, missing = write_certificates(load((statement,)), to)
    if missing:
        raise InputError(f"{missing[0]} has no certificate, so {to} does not have all of them.")
    refuted = answer.verdict == "refuted"  # nothing to certify: the instance is evaluated again
    check = f"check --from {statement}" if refuted else f"verify {to} --from {statement}"
    beside = "" if refuted else f" with {with_noun(count, 'certificate')}"
    click.echo(f"wrote {statement}{beside}; check it with: pmlsym {check}", err=True)


def _settled(
    statement: str, seconds: float, alphabet: int | None, as_json: bool
) -> tuple[Answer, bool]:
    """Return the answer, and whether it is incomplete because of Ctrl-C.

    Progress lines are printed on a terminal only.
    """
    screen = Console(stderr=True)
    try:
        if as_json or not (screen.is_terminal and console().is_terminal):
            return conjecture(statement, seconds, alphabet), False
        with screen.status("parsing the statement") as status:

            def tell(line: str) -> None:
                status.update(Text(line, overflow="ellipsis", no_wrap=True))

            return conjecture(statement, seconds, alphabet, tell=tell), False
    except Interrupted as stop:
        return stop.answer, True


def _lines(file: Path) -> Iterator[str]:
    for line in read_text(file).splitlines():
        found = line.partition("#")[0].strip()
        if found:
            yield found


def _all(lines: list[str], seconds: float, alphabet: int | None, full: bool, as_json: bool) -> int:
    rows: list[dict[str, object]] = []
    status = 0
    for line in lines:
        try:
            answer, interrupted = _settled(line, seconds, alphabet, as_json)
        except InputError as error:
            column = error.column if isinstance(error, ParseError) else None
            rows.append({"text": line, "error": str(error), "column": column})
            status = max(status, 2)
            if not as_json:
                console().print(Text.assemble((line, "cyan"), f"\n  {error}", style="magenta"))
            continue
        rows.append(every_key(answer.as_dict()))
        status = max(status, int(answer.verdict == "refuted"))
        if not as_json:
            print_answer(console(), answer, full)
        if interrupted:
            status = _INTERRUPTED
            break
    if as_json:
        emit({"results": rows})
    unread = sum("error" in row for row in rows)
    if unread:
        noun = "statement" if len(rows) == 1 else "statements"
        click.echo(
            f"{unread} of {len(rows)} {noun} cannot be read; what is wrong stands with each.",
            err=True,
        )
    return status


def print_answer(screen: Console, answer: Answer, full: bool = False) -> None:
    """Print an answer: the verdict, what it covers or where it fails, and the proof.

    Equal steps of a proof are printed once, with their number. Where that is longer than a screen,
    only the goals are, shortened. With `full`, every step is printed.
    """
    with screen.capture() as captured:
        _print_verdict(screen, answer)
    above = captured.get()
    with screen.capture() as captured:
        for line in _steps(answer.evidence, full):
            screen.print(line)
    proof = captured.get()
    room = _SCREEN - above.count("\n")
    if not full and proof.count("\n") > room:
        # imports the ledger, which takes a second
        from pmlsym.ledger.display.claim_page import outline

        last = Words("--full prints every step.")
        blocks = (*outline(cast("list[EvidenceRow]", answer.evidence), room - 1), last)
        proof = as_text(Page("", blocks), screen.width, title=False) + "\n"
    screen.file.write(above + proof)
    screen.file.flush()  # an answer of a long file is there when it is known


def _print_verdict(screen: Console, answer: Answer) -> None:
    """Print all of an answer but the goals and steps of its proof."""
    colour = _COLOUR[answer.verdict]
    screen.print(Text.assemble((answer.verdict, f"bold {colour}"), ": ", str(answer.statement)))
    if isinstance(answer.reading, Failing):
        lines = (*instance_lines(answer.reading), str(answer.reading), notation(answer.reading))
        screen.print(Text("\n".join(filter(None, lines))))
    elif answer.reading is not None:
        for table in instance_tables(answer.reading.model):
            print_table(screen, table)
        screen.print(Text("\n".join((*worked_out(answer.reading), str(answer.reading)))))
    for best in answer.best:
        screen.print(Text(str(best), style="bold cyan"))
    screen.print(Text("\n".join((answer.scope, *answer.remarks))))
    for row in answer.evidence:
        if row["kind"] == "reduction":
            screen.print(Text(f"reduced by {row['text']}", style="dim"))


def _steps(evidence: Sequence[Mapping[str, object]], full: bool) -> Iterator[Text]:
    """Yield each goal and the reasons of its steps; without `full`, equal ones once."""
    reasons: Counter[str] = Counter()
    for row in (*evidence, None):
        if row is None or row["kind"] == "goal":
            for reason, count in reasons.items():
                times = f" ({count} times)" if count > 1 else ""
                yield Text(f"  {reason}{times}", style="dim")
            reasons.clear()
        if row is None:
            return
        if row["kind"] == "goal":
            yield Text.assemble((f"{row['text']}\n", ""), (f"  {row['formal']}", "cyan"))
        elif row["kind"] not in ("reduction", "counterexample", "sample"):
            reason = f"{row['kind']}: {row.get('reason', '')}"
            if full:
                yield Text(f"  {reason}", style="dim")
            else:
                reasons[reason] += 1


def print_table(screen: Console, table: Table) -> None:
    """Print a table under its caption, in as many parts as the screen needs."""
    if table.caption:
        screen.print(table.caption)
    for part in parts_of(table, screen.width, breaking=False):
        found = boxed(*map(str, part.header))
        for row in part.rows:
            found.add_row(*map(str, row))
        screen.print(found)
