"""``pmlsym check`` and ``pmlsym show``: the ledger as a table, one claim with its proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pmlsym.cli.cache.checking import all_kept, checked
from pmlsym.cli.cache.opening import opened
from pmlsym.cli.output import AS_JSON, WHOLE, console, emit
from pmlsym.cli.outside import FROM, load
from pmlsym.cli.world import is_mechanism, world_table
from pmlsym.errors import InputError, escaped

if TYPE_CHECKING:
    from pmlsym.ledger.rows import EvidenceRow, Row

_COLOUR = {"proved": "green", "proved-bounded": "green", "supported": "yellow", "refuted": "red"}
_WHOLE = "Whole proofs, witnesses and LaTeX: pmlsym show ID."


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--paper", help="Only the claims of one paper, by its key.")
@click.option("--jobs", type=WHOLE, default=1, show_default=True, help="How many processes.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Check anew, and write the verdicts and hashes of the goals to a file to look at.",
)
@click.option("--no-cache", is_flag=True, help="Check anew what was checked before.")
@FROM
@AS_JSON
def check(
    ids: tuple[str, ...],
    paper: str | None,
    jobs: int,
    record: Path | None,
    no_cache: bool,
    files: tuple[Path, ...],
    as_json: bool,
) -> int:
    """Check published statements and print which are true, which are not, and how we know.

    With --from, those of the file, unless ids or a paper are named.

    What was checked before, with the same package and the same solvers, is taken from a cache and
    marked so; never with --record or --from.

    Exits with 1 if a verdict, the formal goals or the repair differ from what was recorded, or if
    a recorded claim (of the paper, if one is named) is gone. Of a claim of your own that records
    no verdict: if it is refuted, or without one.
    """
    if jobs == 0 or jobs < -1:
        raise InputError(f"jobs is {jobs}, but has to be at least 1, or -1 for every core.")
    cache = None if no_cache or record is not None or files else opened(_complain)
    kept = all_kept(cache, ids, paper) if cache is not None else None
    rows, differences, cached = kept or checked(ids, paper, jobs, files, cache)
    if record is not None:
        from pmlsym.ledger import catalogue

        record.write_text(catalogue.record_text(rows), encoding="utf-8")
    counts = Counter(row["verdict"] or "no verdict" for row in rows)
    if as_json:
        marked = [{**row, "cached": row["id"] in cached} for row in rows]
        emit({"claims": marked, "counts": dict(counts)})
    else:
        screen = console()
        screen.print(_table([_printable(row) for row in rows], cached))
        total = ", ".join(f"{number} {verdict}" for verdict, number in sorted(counts.items()))
        noun = "statement" if len(rows) == 1 else "statements"
        screen.print(f"{len(rows)} {noun}: {total}. {_totals(rows)}{_WHOLE}")
        if cached:
            screen.print(f"{len(cached)} of {len(rows)} from the cache; --no-cache checks anew.")
    for sentence in differences:
        click.echo(f"{sentence}.", err=True)
    return 1 if differences else 0


def _complain(sentence: str) -> None:
    click.echo(escaped(f"cache: {sentence}."), err=True)


def _totals(rows: list[Row]) -> str:
    """Say how much of the proofs is words, and on how many worlds statements were tried."""
    every = [item for row in rows for item in (row, row["repair"]) if item is not None]
    argued = [len(row["arguments"]) for row in every if row["arguments"]]
    tried = sum(row["models"]["tried"] for row in every)
    if not tried:
        return ""
    applied = sum(row["models"]["applied"] for row in every)
    words = (
        f"{sum(argued)} steps of {len(argued)} proofs are said in words and tested"
        if argued
        else "No step of a proof is said in words only"
    )
    return f"{words}. Tried on {tried} worlds, {applied} of which apply. "


def _printable(row: Row) -> Row:
    """Return a row without what a terminal would act on: a reason can be anybody's text."""
    return cast("Row", _escaped(row))


def _escaped(item: object) -> object:
    if isinstance(item, dict):
        return {key: _escaped(one) for key, one in item.items()}
    if isinstance(item, list):
        return [_escaped(one) for one in item]
    return escaped(item) if isinstance(item, str) else item


def _verdict(row: Row, between: str = " ") -> Text:
    verdict = row["verdict"] or "no verdict"
    found = Text(verdict, style=f"bold {_COLOUR.get(verdict, 'magenta')}")
    return found.append(f"{between}({row['kind']})", style="dim") if row["kind"] else found


def _table(rows: list[Row], cached: Collection[str] = ()) -> Table:
    table = Table(show_lines=True, expand=True, title="What the papers say, and whether it is true")
    table.add_column("statement", ratio=5)
    table.add_column("verdict", min_width=9)
    table.add_column("how we know", ratio=6)
    for row in rows:
        statement = Text.assemble((row["id"], "bold"), f"  {row['where']}\n", row["says"])
        if row["text"]:
            statement.append(f"\n{row['text']}", style="cyan")
        verdict = _verdict(row, "\n")
        if row["id"] in cached:
            verdict.append("\nfrom cache", style="dim")
        table.add_row(statement, verdict, _how(row))
    return table


def _how(row: Row) -> Text:
    """Say in a few lines what the verdict rests on."""
    lines = Text()
    kinds = Counter(step["kind"] for step in row["evidence"])
    if row["verdict"] is None:
        lines.append_text(_failure(row["evidence"][0]))
        lines.append("\n")
    if row["witness"] is not None:
        lines.append(_witness_text(row), style="red")
        lines.append(f"\n{row['witness']['how']}\n")
    elif row["verdict"] is not None:
        lines.append(_steps(kinds), style="green")
        for used in row["reductions"]:
            lines.append(f"reduced: {used['name']}\n", style="green")
    for step in row["evidence"]:
        if step["kind"] == "example":
            lines.append(f"{step['text']}\n", style="green")
    for argument in row["arguments"]:
        in_words = f"argument: {argument['text']} ({argument['tested']} worlds)\n"
        lines.append(in_words, style="yellow")
    if row["models"]["tried"]:
        lines.append(_tried(row), style="dim")
    for step in row["evidence"]:
        if step["kind"] == "sample":
            lines.append(f"{step['text']}\n", style="yellow")
    lines.append(row["scope"], style="dim")
    if row["repair"] is not None:
        lines.append("\nrepair ", style="bold")
        lines.append_text(_verdict(row["repair"]))
        lines.append(f": {row['repair']['says']}")
    return lines


def _steps(kinds: Counter[str]) -> str:
    steps = [f"{n} {kind}" for kind, n in kinds.items() if kind not in ("goal", "example")]
    if not kinds["goal"]:
        return ""
    return f"{kinds['goal']} part{'s' * (kinds['goal'] > 1)}: {', '.join(steps)}\n"


def _tried(row: Row) -> str:
    counts = row["models"]
    found = f"tried on {counts['tried']} worlds, {counts['applied']} of which apply"
    if counts["unseparated"]:
        found += f" ({counts['unseparated']} too close to tell)"
    if row["verdict"] == "refuted":
        return f"{found}: {counts['violations']} violations\n"
    return f"{found}: no violation, equality on {counts['tight']}\n"


def _witness_text(row: Row) -> str:
    return next(
        str(step["text"])
        for kind in ("counterexample", "witness")
        for step in row["evidence"]
        if step["kind"] == kind
    )


def _failure(step: EvidenceRow) -> Text:
    """Say on a few lines why there is no verdict: the part, its goal, the reason, numbers."""
    if "reason" not in step:  # something else than a proof that does not go through
        where = [step["part"]] if "part" in step else []
        return Text("\n".join([*where, step["text"]]), style="magenta")
    lines = Text(step.get("part", ""))
    if step["formal"] is not None:
        lines.append(f"\n{step['formal']}", style="cyan")
    lines.append(f"\nnot proved: {step['reason']}", style="magenta")
    if step["false_at"] is not None:
        lines.append(f"\nit is false at {step['false_at']}", style="red")
    return lines


@click.command()
@click.argument("name", metavar="ID")
@FROM
@AS_JSON
def show(name: str, files: tuple[Path, ...], as_json: bool) -> int:
    """Print one statement with every step of its proof, or its witness and its repair."""
    from pmlsym.ledger import catalogue

    load(files)
    row = next(catalogue.check([catalogue.claim(name).id]))
    if as_json:
        emit(row)
    else:
        console().print(_page(_printable(row)))
    differences = catalogue.differences([row])
    for sentence in differences:
        click.echo(f"{sentence}.", err=True)
    return 1 if differences else 0


def _page(row: Row) -> Group:
    parts: list[RenderableType] = [
        Rule(
            Text.assemble((row["id"], "bold"), f"  {row['paper']}, {row['where']}  ", _verdict(row))
        ),
        Text(row["says"]),
    ]
    if not row["words"]:
        parts.append(Text(row["statement"], style="dim"))
    for label, text in (("stated: ", row["text"]), ("in words: ", row["words"])):
        if text:
            parts.append(Text.assemble((label, "bold"), (text, "cyan")))
    if row["scope"]:
        parts.append(Text.assemble(("scope: ", "bold"), row["scope"]))
    for used in row["reductions"]:
        parts.append(Text.assemble(("reduced: ", "bold"), f"{used['name']}: {used['says']}"))
        parts.append(Text(f"      because {used['because']}", style="dim"))
    for argument in row["arguments"]:
        tested = f" (tried on {argument['tested']} worlds)"
        parts.append(Text.assemble(("argument: ", "bold yellow"), argument["text"], tested))
    if row["models"]["tried"]:
        parts.append(Text(_tried(row).rstrip(), style="dim"))
    if row["witness"] is not None and is_mechanism(row["witness"]):
        parts += [Text(""), world_table(row["witness"])]
    for step in row["evidence"]:
        if step["kind"] == "goal":
            parts += [
                Text(""),
                Text.assemble(("part: ", "bold"), step["text"]),
                Text(f"      {step['formal']}", style="cyan"),
            ]
            if "bound" in step:
                parts.append(Text(f"      the proof is for {step['bound']}", style="yellow"))
            if "point" in step:
                parts.append(Text(f"      the hypotheses hold at {step['point']}", style="dim"))
            continue
        if step["kind"] in ("example", "counterexample"):
            style = "red" if step["kind"] == "counterexample" else "green"
            parts += [Text(""), Text.assemble((f"{step['kind']}: ", "bold"), (step["text"], style))]
            continue
        if step["kind"] == "failure":
            parts += [Text(""), _failure(step)]
            continue
        parts.append(Text(step["text"]))
        rests = f" [from {', '.join(map(str, step['from']))}]" if step.get("from") else ""
        parts.append(Text(f"   {step['kind']}: {step.get('reason', '')}{rests}", style="dim"))
    if row["repair"] is not None:
        parts += [Text(""), _page(row["repair"])]
    return Group(*parts)
