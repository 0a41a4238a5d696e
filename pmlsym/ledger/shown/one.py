"""One claim as a page: what is said, how it is known or where it fails, and what is true instead.

The pages are made of the same plain data that ``pmlsym show --json`` prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pmlsym.ledger.rows import ArgumentRow, EvidenceRow, Heading, Row
from pmlsym.ledger.shown.outline import SCREEN, counts, outline
from pmlsym.ledger.shown.statements import in_words, named_formulas
from pmlsym.pages import (
    Block,
    Folded,
    Formula,
    Page,
    Strong,
    Words,
    as_text,
    evidence_blocks,
    pieces,
    tried,
    with_noun,
    world_blocks,
)

_WORLDS = ("counterexample", "example")
_NAME = re.compile(r"[A-Za-z]\w*")
_LINES = 95  # of two screens, beside a title and the last line
_REPAIR = 30  # lines that the statement of a repair may take beside what it repairs

_TYPED = "typed by a person; what is checked is the statement"


def heading_page(row: Heading, repair: Heading | None = None) -> Page:
    """Return what a claim says, before any check."""
    blocks = list(_said(row))
    if repair is not None:
        blocks.append(Words((f"{repair['id']}: {repair['says']}",), "what it is repaired to"))
    return Page(f"{row['id']} ({row['paper']}, {row['where']})", tuple(blocks))


def checked_page(row: Row, full: bool = False) -> Page:
    """Return a checked claim with its evidence.

    Where nothing can be opened, what a notebook folds is an outline, so that the page fits two
    screens of 50 lines.

    Parameters
    ----------
    row : as ``--json`` prints it.
    full : whether everything stands everywhere, instead of outlines.
    """
    title = (f"{row['id']} ({row['paper']}, {row['where']}): ", Strong(verdict_words(row)))
    blocks = [*_said(row, row["repair"]), *_judged(row), *_used(row)]
    if row["witness"] is not None:
        blocks += world_blocks(row["witness"])
    blocks += _worlds([step for step in row["evidence"] if step["kind"] in _WORLDS])
    proof = [step for step in row["evidence"] if step["kind"] not in _WORLDS]
    repair = [] if row["repair"] is None else [_repaired(row["repair"], full)]
    if any(step["kind"] == "goal" for step in proof):
        page = Page("", (*blocks, *repair))
        left = _LINES - len(as_text(page, SCREEN, title=False).splitlines())
        steps = (*symbols(row), *evidence_blocks(proof))
        blocks.append(Folded(("proof: ", counts(proof)), steps, outline(proof, left)))
    else:
        blocks += evidence_blocks(proof)
    blocks += repair
    if full:
        return Page(title, tuple(map(_opened, blocks)))
    if any(isinstance(block, Folded) for block in blocks):
        last = f"pmlsym show {row['id']} --full prints every step, and why each holds."
        blocks.append(Words(last, faint=True))
    return Page(title, tuple(blocks))


def _opened(block: Block) -> Block:
    return replace(block, outline=None) if isinstance(block, Folded) else block


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


def _said(row: Heading, repair: Heading | None = None) -> Iterator[Block]:
    yield Words(row["says"], "claimed")
    if row["as_typed"]:
        yield Words(("in a formula: ", Formula(row["as_typed"], row["as_typed"])), faint=True)
        yield Words(_TYPED, faint=True)
    if row["statement"]:
        # a terminal shows the line of the language, or else the words below
        yield Words(Formula(row["text"] or "", row["statement"]), "checked" if row["text"] else "")
    yield from in_words(row["words"])
    named = [row["says"], row["words"], row["scope"]]
    named += [] if repair is None else [repair["says"], repair["words"]]
    yield from named_formulas(row["paper"], *named)
    if row["scope"]:
        yield Words(row["scope"], "scope")


def _judged(row: Row) -> Iterator[Block]:
    if row["root"] not in (None, row["id"]):
        own = "its author says that " if row["outside"] else ""
        yield Words(f"{own}the mistake is that of {row['root']}", "root")
    if row["misprint"]:
        yield Words(row["misprint"], "misprint")


def _used(row: Row) -> Iterator[Block]:
    """Yield the reductions of programs, the informal steps of a person, and the tests of both."""
    theorems = {theorem["name"]: theorem for theorem in row["reductions"]}
    steps = {step["text"]: step for step in row["arguments"]}
    for name, theorem in theorems.items():
        if name not in steps:
            yield Words(f"{name}: {theorem['says']}", "reduced")
    for name, step in steps.items():
        if not step["bookkeeping"]:
            says = f"{name}: {theorems[name]['says']}" if name in theorems else name
            yield Words(f"{says} ({_tested(step)})", "informal step")
    plain = [f"{name} ({_tested(step)})" for name, step in steps.items() if step["bookkeeping"]]
    if plain:
        yield Words("; ".join(plain), "bookkeeping")
    why = [Words(f"{name}: {one['because']}", "because") for name, one in theorems.items()]
    why += [Words(f"{name}: {step['test']}", "its test") for name, step in steps.items()]
    if why:
        yield Folded("Why these steps hold, and what tests them", tuple(why), outline=())
    if row["models"]["tried"]:
        yield Words(tried(row["models"], row["verdict"] == "refuted"), faint=True)


def _tested(step: ArgumentRow) -> str:
    return f"tested on {with_noun(step['tested'], 'instance')}"


def _worlds(found: list[EvidenceRow]) -> Iterator[Block]:
    """Yield the first instance that decides, and the others folded."""
    first, others = [*evidence_blocks(found[:1])], tuple(evidence_blocks(found[1:]))
    yield from first
    if others:
        more = f"and {with_noun(len(others), found[0]['kind'])} more"
        yield Folded(more, others, (Words(more),))


def _repaired(row: Row, full: bool) -> Folded:
    page = checked_page(row, full)
    named = (
        "The repair that its author names: " if row["outside"] else "The nearest true statement: "
    )
    title = (named, *pieces(page.title))
    said = (Words(row["says"], "claimed"), *in_words(row["words"]))
    if len(as_text(Page("", said), SCREEN, title=False).splitlines()) > _REPAIR:
        said = said[:1]
    more = f"pmlsym show {row['id']} prints its scope and all that is known of it"
    if row["verdict"] is None or not row["verdict"].startswith("proved"):
        return Folded(title, page.blocks, (Words(title), *said, Words(more, faint=True)))
    steps = len(row["arguments"])
    by = "programs and certificates alone"
    if steps:
        by = with_noun(steps, "informal step")
    elif not any(step.get("confirmed") for step in row["evidence"]):
        by = "an instance that is evaluated"
    return Folded(title, page.blocks, (Words(title), *said, Words(f"{by}; {more}", "shown by")))


def symbols(row: Row) -> Iterator[Block]:
    """Yield what the symbols of the goals are, as far as a reduction says so."""
    goals = " ".join(step["formal"] or "" for step in row["evidence"] if step["kind"] == "goal")
    known = set(_NAME.findall(goals))
    known |= {name.rsplit("_", number)[0] for name in known for number in (1, 2)}
    found: dict[str, str] = {}
    for theorem in row["reductions"]:
        for names, meaning in theorem["symbols"].items():
            if known & set(_NAME.findall(names)):
                found[names] = meaning
    if found:
        line = "; ".join(f"{names}: {meaning}" for names, meaning in found.items())
        yield Words(line, "symbols")
