"""One claim as a page: what is said, how it is known or where it fails, and what is true instead.

The pages are made of the same plain data that ``pmlsym show --json`` prints.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.ledger.rows import Heading, Row
from pmlsym.pages import (
    Block,
    Folded,
    Formula,
    Page,
    Strong,
    Words,
    evidence_blocks,
    pieces,
    tried,
    world_blocks,
)

_TYPED = "typed by a person; what is checked is the statement"


def heading_page(row: Heading, repair: Heading | None = None) -> Page:
    """Return what a claim says, before any check."""
    blocks = list(_said(row))
    if repair is not None:
        blocks.append(Words((f"{repair['id']}: {repair['says']}",), "what it is repaired to"))
    return Page(f"{row['id']} ({row['paper']}, {row['where']})", tuple(blocks))


def checked_page(row: Row) -> Page:
    """Return a checked claim with its evidence; the steps of its proof are folded in a notebook."""
    title = (f"{row['id']} ({row['paper']}, {row['where']}): ", Strong(verdict_words(row)))
    blocks = [*_said(row), *_used(row)]
    if row["witness"] is not None:
        blocks += world_blocks(row["witness"])
    blocks += evidence_blocks(row["evidence"])
    if row["repair"] is not None:
        page = checked_page(row["repair"])
        blocks.append(Folded(("The nearest true statement: ", *pieces(page.title)), page.blocks))
    return Page(title, tuple(blocks))


def checked_latex(verdict: str, statement: str, fails: str, repair: tuple[str, str] | None) -> str:
    r"""Return a verdict with what it is about, where that fails and what is true, as a formula.

    Parameters
    ----------
    verdict : of the statement.
    statement : as LaTeX.
    fails : where it fails, as LaTeX; empty if nothing is known to refute it.
    repair : verdict and statement of what is true instead.

    Examples
    --------
    >>> print(checked_latex("proved", r"x \le x", "", None))
    $\displaystyle\begin{aligned}&\textbf{proved}\text{: } x \le x\end{aligned}$
    """
    # the colon is text: in math mode it would be set as a relation
    rows = [rf"&\textbf{{{verdict}}}\text{{: }} {statement}"]
    if fails:
        rows.append(rf"&{fails}")
    if repair is not None:
        rows.append(rf"&\text{{{repair[0]} repair: }} {repair[1]}")
    body = r" \\ ".join(rows)
    return rf"$\displaystyle\begin{{aligned}}{body}\end{{aligned}}$"


def verdict_words(row: Row) -> str:
    """Return the verdict with the kind of mistake, if it is refuted."""
    verdict = row["verdict"] or "no verdict"
    return f"{verdict} ({row['kind']})" if row["kind"] else verdict


def in_words(text: str) -> Iterator[Words]:
    r"""Yield what is asserted in words, a paragraph for each line: one statement.

    Examples
    --------
    >>> [paragraph.label for paragraph in in_words("Each has one.\nAll have one.")]
    ['in words', 'and']
    """
    for number, line in enumerate(text.splitlines()):
        yield Words(line, "and" if number else "in words")


def _said(row: Heading) -> Iterator[Block]:
    yield Words(row["says"], "claimed")
    if row["as_typed"]:
        yield Words(("in a formula: ", Formula(row["as_typed"], row["as_typed"])), faint=True)
        yield Words(_TYPED, faint=True)
    if row["statement"]:
        # a terminal shows the line of the language, or else the words below
        yield Words(Formula(row["text"] or "", row["statement"]), "checked" if row["text"] else "")
    yield from in_words(row["words"])
    if row["scope"]:
        yield Words(row["scope"], "scope")


def _used(row: Row) -> Iterator[Block]:
    for theorem in row["reductions"]:
        yield Words(f"{theorem['name']}: {theorem['says']}", "reduced")
        yield Words(theorem["because"], "because", faint=True)
        if theorem["test"]:
            yield Words(theorem["test"], "tested", faint=True)
    for argument in row["arguments"]:
        tested = f"tested on {argument['tested']} instances"
        yield Words(f"{argument['text']} ({tested})", "informal step")
        yield Words(argument["test"], "its test", faint=True)
    if row["models"]["tried"]:
        yield Words(tried(row["models"], row["verdict"] == "refuted"), faint=True)
