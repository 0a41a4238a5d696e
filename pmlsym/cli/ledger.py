"""``pmlsym check`` and ``pmlsym show``: the ledger as a table, one claim with its proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pmlsym.cli.cache import all_kept, checked, opened
from pmlsym.cli.output import AS_JSON, FROM, WHOLE, console, emit, every_key, load
from pmlsym.errors import InputError, escaped
from pmlsym.given import with_noun
from pmlsym.pages import (
    SLIGHT,
    Page,
    as_text,
    how,
    installed_version,
    parted,
    records_of,
    summary,
    witness_text,
)

if TYPE_CHECKING:
    from pmlsym.ledger.display.claim_table import Format
    from pmlsym.ledger.rows import ClaimRow

_COLOUR = {
    "proved": "green",
    "proved-bounded": "green",
    "proved-on-paper": "green",
    "supported": "yellow",
    "vacuous": "yellow",
    "refuted": "red",
}
# what a verdict can rest on, from the least to trust to the most
_TRUST = {
    "formal": "Coq and the definitions in formal/",
    "proved": "the programs of pmlsym (docs/trust.md)",
    "paper": "informal steps",
}
_LONG = 240  # characters of a counterexample that fit an overview
_WHOLE = "Whole proofs and witnesses: pmlsym show ID --full."
# the beginnings of a page's lines, such as `scope:` or `12.`
_LABEL = (
    r"^(claimed|checked|in words|and for all these|and|here|where|scope|reduced|informal step|"
    r"bookkeeping|root|misprint|outline|goal( \d+)?|part|proof|symbols|witness|\w*example|\d+\.|"
    r"no verdict)\b:?"
)


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--paper", help="Only the claims of one paper, by its key.")
@click.option(
    "--jobs",
    type=WHOLE,
    help="How many processes, -1 for every core. If it is left out: one, and for very many claims "
    "as many as there are cores, up to 4.",
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Check anew, and write the verdicts and hashes of the goals to a file to look at.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["markdown", "latex", "bibtex"]),
    help="Print the ledger for a page, a paper or its bibliography.",
)
@click.option(
    "--full", is_flag=True, help="Print the evidence of all claims, not only of those named by id."
)
@click.option("--no-cache", is_flag=True, help="Check anew what was checked before.")
@click.option(
    "--formal",
    is_flag=True,
    help="Have Coq check anew what it is recorded to have checked of these claims.",
)
@click.option(
    "--accept",
    type=click.Choice(list(_TRUST)),
    help="What to trust: Coq alone, the programs of pmlsym as well, or informal steps too. Exits "
    "with 1 if a verdict needs more.",
)
@FROM
@AS_JSON
def check(
    ids: tuple[str, ...],
    paper: str | None,
    jobs: int | None,
    record: Path | None,
    form: Format | None,
    full: bool,
    no_cache: bool,
    formal: bool,
    accept: str | None,
    files: tuple[Path, ...],
    as_json: bool,
) -> int:
    """Check published statements and print which are true, which are not, and how we know.

    Of claims named by id the whole evidence is printed; of a paper, or all papers, a summary, what
    is wrong with each refuted claim, and one line for each claim. With --from, the claims of the
    file are checked, unless ids or a paper are named.

    The first run takes about a minute of CPU time. What was checked before, with the same package
    and the same solvers, is taken from a cache and marked so; never with --record or --from.

    Exits with 1 if a claim has no verdict, if a verdict, the formal goals or the repair differ from
    what was recorded, or if a recorded claim (of the paper, if one is named) is gone; for a claim
    of your own, if its verdict is not the one that it records, or if it records none and is
    refuted.
    """
    if jobs is not None and (jobs == 0 or jobs < -1):
        raise InputError(f"jobs is {jobs}, but has to be at least 1, or -1 for every core.")
    if as_json and form is not None:
        raise InputError(f"format is {form}, but --json prints JSON: choose one of both.")
    cache = None if no_cache or record is not None or files else opened(_complain)
    kept = all_kept(cache, ids, paper) if cache is not None else None
    rows, differences, cached = kept or checked(ids, paper, jobs, files, cache)
    if record is not None:
        from pmlsym.ledger import catalogue

        record.write_text(catalogue.record_text(rows), encoding="utf-8")
    counts = Counter(row["verdict"] or "no verdict" for row in rows)
    if as_json:
        marked = [{**every_key(row), "cached": row["id"] in cached} for row in rows]
        emit({"claims": marked, "counts": dict(counts)})
    elif form is not None:
        from pmlsym.ledger.display.claim_table import rendered

        click.echo(rendered([_printable(row) for row in rows], form, installed_version()))
    else:
        screen = console()
        printable = [_printable(row) for row in rows]
        if full or ids or files:
            screen.print(_table(printable, cached))
            for sentence in summary(records_of(rows)):
                screen.print(sentence)
            screen.print(_WHOLE)
        else:
            for line in _overview(printable):
                screen.print(line)
        if cached:
            screen.print(f"{len(cached)} of {len(rows)} from the cache; --no-cache checks anew.")
    wrong = [*differences, *(_beyond(rows, accept) if accept is not None else [])]
    if formal:
        wrong += _ask_coq(rows, quiet=as_json)
    for sentence in wrong:
        click.echo(f"{sentence}.", err=True)
    return 1 if wrong else 0


def _beyond(rows: list[ClaimRow], accept: str) -> Iterator[str]:
    """Yield a sentence for every verdict that needs more trust than is accepted."""
    for row in rows:
        for item in (row, row["repair"]):
            if item is None:
                continue
            needs = _needs(item)
            if needs is None:
                yield f"{item['id']}: {item['verdict'] or 'no verdict'}, which nothing proves"
            elif list(_TRUST).index(needs) > list(_TRUST).index(accept):
                yield f"{item['id']}: its verdict needs trust in {_TRUST[needs]}"


def _needs(row: ClaimRow) -> str | None:
    """Return what a verdict rests on; None for one that is not proved."""
    if row["verdict"] not in ("refuted", "proved", "proved-bounded", "proved-on-paper"):
        return None
    if row["coq"] is not None:
        return "formal"
    return "paper" if row["arguments"] else "proved"


def _ask_coq(rows: list[ClaimRow], quiet: bool) -> list[str]:
    """Have Coq check the theorems of claims anew; return what it refuses."""
    from pmlsym.formal import coq
    from pmlsym.formal.cited import cited
    from pmlsym.formal.exported import exported
    from pmlsym.ledger import catalogue

    version = coq.version()
    ids = [item["id"] for row in rows for item in (row, row["repair"]) if item is not None]
    found = [one for name in ids for one in cited().get(name, ())]
    asserts = {name: catalogue.claim(name).asserts for name in {one.claim for one in found}}
    texts = [asserts[one.claim][one.number - 1].text or "" for one in found if not one.values]
    theorems, reasons = exported(texts)
    names = sorted({name for one in found if one.values for name in one.theorems.split()})
    if reasons:
        return [f"{text}: {reason}" for text, reason in reasons.items()]
    try:
        coq.ask(theorems, names)
    except coq.CoqRefused as refused:
        return [escaped(str(refused))]
    if not quiet:
        claims = len({one.claim for one in found})
        console().print(
            f"Coq {version} has checked {len(theorems) + len(names)} theorems, which say "
            f"{len(found)} statements of {claims} claims, now."
        )
    return []


def _complain(sentence: str) -> None:
    click.echo(escaped(f"cache: {sentence}."), err=True)


def _printable(row: ClaimRow) -> ClaimRow:
    """Return a row without control characters: a reason can contain any text."""
    return cast("ClaimRow", _escaped(row))


def _escaped(item: object) -> object:
    if isinstance(item, dict):
        return {key: _escaped(one) for key, one in item.items()}
    if isinstance(item, list):
        return [_escaped(one) for one in item]
    return escaped(item) if isinstance(item, str) else item


def _verdict(row: ClaimRow, between: str = " ") -> Text:
    verdict = row["verdict"] or "no verdict"
    found = Text(verdict, style=f"bold {_COLOUR.get(verdict, 'magenta')}")
    return found.append(f"{between}({row['kind']})", style="dim") if row["kind"] else found


def _overview(rows: Sequence[ClaimRow]) -> Iterator[RenderableType]:
    """Yield the summary, what is wrong with each refuted claim, and one line for each claim."""
    totals = summary(records_of(rows))
    yield from totals
    refuted = [row for row in rows if row["verdict"] == "refuted"]
    slight = [row for row in refuted if row["kind"] in SLIGHT]
    grave = [row for row in refuted if row not in slight]
    for title, found in (
        ("Refuted, and mended by another formula or assumption", grave),
        ("Refuted, and mended by a boundary, a trivial case or a slip of the pen", slight),
    ):
        if found:
            yield Text(f"\n{title}", "bold")
        for row in found:
            yield ""
            yield from _refutation(row)
    yield Text("\nEvery statement, its verdict and what it rests on (Coq: all of it)\n", "bold")
    width = max((len(row["id"]) for row in rows), default=0)
    for row in rows:
        yield Text.assemble(row["id"].ljust(width), "  ", _verdict(row), f": {_rests_on(row)}")
    yield (
        f"\nLeft out: the sentences, proofs and tests of {len(rows) - len(refuted)} of "
        f"{with_noun(len(rows), 'statement')}. pmlsym check ID prints those of one, pmlsym check "
        "--full those of all, pmlsym show ID an outline of the proof."
    )
    yield f"\nIn total {totals[0]}"


def _refutation(row: ClaimRow) -> Iterator[RenderableType]:
    """Yield a refuted claim, where it fails and its repair, in three paragraphs."""
    yield Text.assemble((row["id"], "bold"), f"  {row['paper']}, {row['where']}")
    lines = [Text(row["says"]), Text.assemble(("fails ", "red"), _failing(row))]
    if row["repair"] is not None:
        verdict = Text("true instead (").append_text(_verdict(row["repair"])).append("): ")
        lines.append(verdict.append(row["repair"]["says"]))
    for line in lines:
        yield Padding(line, (0, 0, 0, 2), expand=False)


def _failing(row: ClaimRow) -> str:
    """Describe the instance on which a claim fails; of a long one, only how it fails."""
    text = witness_text(row)
    instance, fails = parted(text)
    if len(text) <= _LONG:
        return f"on {': '.join(filter(None, (instance, fails)))}"
    elsewhere = f"on an instance that pmlsym show {row['id']} prints"
    return f"{elsewhere}: {fails}" if len(fails) <= _LONG else elsewhere


def _rests_on(row: ClaimRow) -> str:
    """Return in a word or two what a verdict rests on, as ``--accept`` reads it."""
    needs = _needs(row)
    if needs is None:
        return "nothing proves it"
    if needs == "formal":
        return "Coq"
    if needs == "paper":
        return with_noun(len(row["arguments"]), "informal step")
    return "one exact instance" if row["witness"] is not None else "certificates"


def _table(rows: Sequence[ClaimRow], cached: Collection[str] = ()) -> Table:
    table = Table(show_lines=True, expand=True, title="What the papers say, and whether it is true")
    table.add_column("statement", ratio=5)
    table.add_column("verdict", min_width=9)
    table.add_column("how we know", ratio=6)
    for row in rows:
        statement = Text.assemble((row["id"], "bold"), f"  {row['where']}\n")
        if not row["outside"]:
            statement.append(row["says"])
            checked = row["text"]
        else:  # a claim from outside: the package has not compared its words with the checked goals
            statement.append(f"{row['says']} (typed, not checked)", style="dim")
            checked = row["text"] or row["words"]
        if checked:
            statement.append(f"\n{checked}", style="cyan")
        verdict = _verdict(row, "\n")
        if row["id"] in cached:
            verdict.append("\nfrom cache", style="dim")
        table.add_row(statement, verdict, how(row))
    return table


@click.command()
@click.argument("name", metavar="ID")
@click.option("--full", is_flag=True, help="Print every step of the proof, and why each holds.")
@FROM
@AS_JSON
def show(name: str, full: bool, files: tuple[Path, ...], as_json: bool) -> int:
    """Print one statement with an outline of its proof, or its witness and its repair.

    Most fit one screen; --full prints every step that the proof needs, --json all evidence.
    """
    load(files)  # before the next line, as it loads the ledger without collecting garbage
    from pmlsym.ledger import catalogue

    row = catalogue.check_one(catalogue.claim(name).id, needed=not as_json)
    if as_json:
        emit(every_key(row))
    else:
        console().print(_page(_printable(row), full))
    differences = catalogue.differences([row])
    for sentence in differences:
        click.echo(f"{sentence}.", err=True)
    return 1 if differences else 0


def _page(row: ClaimRow, full: bool = False) -> Group:
    """Return a claim as the page that a notebook shows, under a line with its verdict."""
    title = Text.assemble((row["id"], "bold"), f"  {row['paper']}, {row['where']}  ", _verdict(row))
    from pmlsym.ledger.display.claim_page import checked_page

    return Group(Rule(title), _Wrapped(checked_page(row, full)))


class _Wrapped:
    """A page without its title, wrapped to the terminal, with the labels of lines highlighted."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in as_text(self._page, options.max_width, title=False).split("\n"):
            text = Text(line, no_wrap=True, overflow="fold")
            text.highlight_regex(_LABEL, "bold")
            yield text
