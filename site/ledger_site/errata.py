"""The refuted statements of a paper in the form of a letter to its authors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pmlsym.given import with_noun
from pmlsym.ledger.checking.kinds import Kind
from pmlsym.ledger.display.claim_page import shown_by
from pmlsym.ledger.display.equations import named_formulas
from pmlsym.ledger.wording import PAPERS
from pmlsym.pages import (
    Block,
    Formula,
    Line,
    Page,
    Strong,
    Words,
    mistakes,
    parted as counterexample_parted,
    records_of,
    verdict_words,
)

# the kinds of mistakes, the gravest first, and what they mean
MEANINGS: dict[Kind, str] = {
    "formula": "the claim itself has to change",
    "assumption": "a hypothesis is missing",
    "boundary": "only the end of a range has to change: a < for a ≤, or the value 0",
    "degenerate": "only a trivial case has to be left out",
    "typo": "a misprint, which the context corrects",
}
_ANSWER = re.compile(r"(?<= )An author would answer\b")

Entry = tuple[str, str, list[Block]]  # the id of a claim, a title, what is said of it


def errata(paper: str, pages: Iterable[Mapping[str, Any]]) -> tuple[list[Block], list[Entry]]:
    """Return what is said first, and an entry for each refuted statement, the gravest first.

    Parameters
    ----------
    paper : its key.
    pages : what was found of the claims and of their repairs, in the order of the paper.
    """
    of_paper = [page for page in pages if page["row"]["paper"] == paper]
    rows = {page["row"]["id"]: page["row"] for page in of_paper}
    claims = [page for page in of_paper if page["repairs"] is None]
    refuted = [page for page in claims if page["row"]["verdict"] == "refuted"]
    refuted.sort(key=lambda page: [*MEANINGS].index(page["row"]["kind"]))  # stable
    return [*_first(paper, len(claims), refuted)], [
        (row["id"], f"{row['where']}: {row['says']}", [*_entry(page, rows)])
        for page in refuted
        for row in (page["row"],)
    ]


def letter(paper: str, first: list[Block], entries: list[Entry]) -> Page:
    """Return the errata as one page, which the renderers of the package write as text or LaTeX."""
    blocks = [*first]
    for number, (_, title, body) in enumerate(entries, start=1):
        blocks += [Words(Strong(f"{number}. {title}")), *body]
    return Page(f"{PAPERS[paper]}: errata", tuple(blocks))


def _first(paper: str, claims: int, refuted: list[Mapping[str, Any]]) -> Iterator[Block]:
    found = {page["row"]["id"]: page["row"] for page in refuted}
    records = {name: one for name, one in records_of(found.values()).items() if name in found}
    yield Words(
        f"{with_noun(claims, 'statement')} of “{PAPERS[paper]}”, with remarks of ours beside them, "
        f"were checked; {len(refuted)} are refuted, each by an example with its numbers. They go "
        f"back to {with_noun(mistakes(records), 'mistake')}. First come those where most has to be "
        "written anew; how much depends on a statement, its entry says."
    )
    kinds = [page["row"]["kind"] for page in refuted]
    for kind, meaning in MEANINGS.items():
        if kind in kinds:
            yield Words(f"{kinds.count(kind)}; {meaning}", kind)


def _entry(page: Mapping[str, Any], rows: Mapping[str, Any]) -> Iterator[Block]:
    row = page["row"]
    yield Words((Strong(row["kind"]), f": {MEANINGS[row['kind']]} ({row['id']})"), "what is wrong")
    if row["root"] not in (None, row["id"]):
        yield Words(f"the mistake is that of {row['root']}", "root")
    if row["as_typed"]:
        typed = row["as_typed"]
        yield Words(Formula(row["text"] or typed, typed), "its formula")
    yield from named_formulas(row["paper"], row["says"])
    yield from example(row)
    if page["repair"] is not None:
        yield from _repair(rows[page["repair"]["id"]])
    reading, answer = parted(row["scope"])
    yield Words(reading, "how it is read")
    if answer:
        yield Words(answer, "what may be answered")
    if row["misprint"]:
        yield Words(row["misprint"], "misprint")
    yield Words(f"pmlsym show {row['id']}", "check it", faint=True)


def example(row: Mapping[str, Any]) -> Iterator[Block]:
    """Yield the shortest of the counterexamples on record."""
    found = [step["text"] for step in row["evidence"] if step["kind"] == "counterexample"]
    where, fails = counterexample_parted(min(found, key=len))
    yield Words(where, "example")
    yield Words(fails, "there fails")


def _repair(repair: Mapping[str, Any]) -> Iterator[Block]:
    line: Line = (repair["says"], f" ({repair['id']})")
    yield Words(line, "true instead")
    yield Words(f"{verdict_words(repair)}; it rests on: {shown_by(repair)}", "its proof")


def parted(scope: str) -> tuple[str, str]:
    """Return a scope before and from the sentence with the answer of an author.

    Examples
    --------
    >>> parted("It fails at 0. An author would answer that 0 is out of the question.")
    ('It fails at 0.', 'An author would answer that 0 is out of the question.')
    >>> parted("It fails at 0.")
    ('It fails at 0.', '')
    """
    found = _ANSWER.search(scope)
    if found is None:
        return scope, ""
    return scope[: found.start()].rstrip(), scope[found.start() :]
