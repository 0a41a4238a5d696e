"""Pages as nodes of Sphinx, which escapes words, sets formulas and lists everything for a search.

It is the fifth writing of a page beside those of `pmlsym.pages`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from typing import Any

from docutils import nodes

from pmlsym.ledger.wording import PAPERS
from pmlsym.pages import Block, Folded, Formula, Line, Steps, Strong, Table, Words, pieces

_ID = re.compile(rf"\b(?:{'|'.join(PAPERS)})(?:\.[\w-]+)+")  # of a claim, in a sentence
_SET = (nodes.literal, nodes.literal_block, nodes.math, nodes.math_block, nodes.reference)
_OPEN = 30  # steps, up to which the proofs of all parts lie open


class Details(nodes.General, nodes.Element):
    """What a reader opens and closes; the first child is its summary."""


class Summary(nodes.TextElement):
    """The line that is always seen."""


def visit_details(writer: Any, node: nodes.Element) -> None:
    """Begin what a reader opens."""
    writer.body.append("<details open>\n" if node.get("open") else "<details>\n")


def depart_details(writer: Any, node: nodes.Element) -> None:
    """End it."""
    writer.body.append("</details>\n")


def visit_summary(writer: Any, node: nodes.Element) -> None:
    """Begin the line that is always seen."""
    writer.body.append("<summary>")


def depart_summary(writer: Any, node: nodes.Element) -> None:
    """End it."""
    writer.body.append("</summary>\n")


class Saved(nodes.Inline, nodes.TextElement):
    """A link to a file of this site that a browser saves under its name, and does not show."""


def visit_saved(writer: Any, node: nodes.Element) -> None:
    """Begin the link."""
    writer.body.append(writer.starttag(node, "a", "", href=node["refuri"], download=""))


def depart_saved(writer: Any, node: nodes.Element) -> None:
    """End it."""
    writer.body.append("</a>")


def as_nodes(blocks: Sequence[Block]) -> list[nodes.Node]:
    """Return blocks of a page as nodes.

    Examples
    --------
    >>> from pmlsym.pages import Words
    >>> as_nodes([Words("a < b")])[0].pformat().split()
    ['<paragraph>', 'a', '<', 'b']
    """
    inside = [one for block in blocks if isinstance(block, Folded) for one in block.blocks]
    few = sum(len(one.items) for one in inside if isinstance(one, Steps)) <= _OPEN
    return [node for block in blocks for node in _block(block, few)]


def _block(block: Block, opened: bool) -> Iterable[nodes.Node]:
    match block:
        case Words(line, label, faint):
            yield from _words(line, label, faint)
        case Steps(items):
            found = nodes.enumerated_list(enumtype="arabic", classes=["steps"])
            for line, reason in items:
                item = nodes.list_item("", *_words(line))
                if reason:
                    item += nodes.paragraph("", reason, classes=["reason"])
                found += item
            yield found
        case Folded(title, blocks):
            summary = Summary("", "", *_inline(title))
            body = [node for one in blocks for node in _block(one, False)]
            yield Details("", summary, *body, open=opened and not _is_aside(title))
        case Table(header, rows, caption):
            yield _table(header, rows, caption)


def _is_aside(title: Line) -> bool:
    """Whether what is folded is no proof, but what a proof rests on."""
    return str(pieces(title)[0]).startswith("reduction")


def _words(line: Line, label: str = "", faint: bool = False) -> Iterable[nodes.Node]:
    classes = ["faint"] if faint else []
    before = [nodes.emphasis("", label), nodes.Text(": ")] if label else []
    if isinstance(line, Formula) and line.latex:  # a formula by itself gets room and a bar
        if before:
            yield nodes.paragraph("", "", *before, classes=classes)
        yield nodes.math_block(line.latex, line.latex, nowrap=False, number=None)
        return
    yield nodes.paragraph("", "", *before, *_inline(line), classes=classes)


def _inline(line: Line) -> list[nodes.Node]:
    found: list[nodes.Node] = []
    for piece in pieces(line):
        if isinstance(piece, Formula):
            shown = nodes.math if piece.latex else nodes.literal
            text = piece.latex or piece.text
            found.append(shown(text, text))
        elif isinstance(piece, Strong):
            found.append(nodes.strong("", piece.text))
        else:
            found.append(nodes.Text(piece))
    return found


def _table(header: Sequence[Line], rows: Sequence[Sequence[Line]], caption: str) -> nodes.table:
    width = len(header or (rows[0] if rows else ()))
    columns = [nodes.colspec(colwidth=1) for _ in range(width)]
    group = nodes.tgroup("", *columns, cols=width)
    if header:
        group += nodes.thead("", _row(header))
    group += nodes.tbody("", *map(_row, rows))
    title = [nodes.title("", caption)] if caption else []
    return nodes.table("", *title, group, classes=["instance"])


def _row(cells: Sequence[Line]) -> nodes.row:
    entries = (nodes.entry("", nodes.paragraph("", "", *_inline(cell))) for cell in cells)
    return nodes.row("", *entries)


def link_ids(root: nodes.Element, pages: Container[str], own: str = "") -> None:
    """Make the ids of claims in the sentences of a page of the ledger lead to their pages.

    Parameters
    ----------
    root : the page, or a part of it.
    pages : the names of all pages.
    own : the id of the claim that the page is about, which is not linked.
    """
    for text in list(root.findall(nodes.Text)):
        if isinstance(text.parent, (*_SET, nodes.title)):
            continue
        parts: list[nodes.Node] = []
        end = 0
        for found in _ID.finditer(text):
            if found[0] != own and f"ledger/{found[0]}" in pages:
                link = nodes.reference("", found[0], refuri=f"{found[0]}.html", internal=True)
                parts += [nodes.Text(text[end : found.start()]), link]
                end = found.end()
        if parts:
            text.parent.replace(text, [*parts, nodes.Text(text[end:])])
