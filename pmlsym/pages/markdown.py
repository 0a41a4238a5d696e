"""Pages as Markdown, for code hosts and notebooks."""

from __future__ import annotations

import re

from pmlsym.pages.page import (
    Block,
    Folded,
    Formula,
    Line,
    Page,
    Steps,
    Strong,
    Table,
    Words,
    pieces,
)

_ACTING = re.compile(r"([\\`*_{}\[\]<>#|$~])")


def as_markdown(page: Page) -> str:
    r"""Return a page as Markdown.

    Examples
    --------
    >>> print(as_markdown(Page("Two", (Table(("a", "b"), (("1", "2|3"),)),))))
    ## Two
    <BLANKLINE>
    | a | b |
    | --- | --- |
    | 1 | 2\|3 |
    """
    blocks = filter(None, map(_block, page.blocks))
    return "\n\n".join([f"## {_line(page.title)}", *blocks])


def _block(block: Block) -> str:
    match block:
        case Words(line, label):
            return (f"*{_words(label)}:* " if label else "") + _line(line)
        case Steps(items):
            rows = (
                f"{number}. {_line(line)}" + (f"  \n   {_words(reason)}" if reason else "")
                for number, (line, reason) in enumerate(items, start=1)
            )
            return "\n".join(rows)
        case Folded(_, _, outline) if outline is not None:
            return "\n\n".join(map(_block, outline))
        case Folded(title, blocks):
            return "\n\n".join([f"**{_line(title)}**", *map(_block, blocks)])
        case Table(header, rows, caption):
            columns = len(header or (rows[0] if rows else ()))
            above = [_words(caption), ""] if caption else []
            lines = [_row(header or ("",) * columns), _row(("---",) * columns)]
            return "\n".join([*above, *lines, *map(_row, rows)])


def _row(cells: tuple[Line, ...]) -> str:
    inside = (cell if cell == "---" else _line(cell).replace("\n", "<br>") for cell in cells)
    return f"| {' | '.join(map(str, inside))} |"


def _line(line: Line) -> str:
    found = []
    for piece in pieces(line):
        if isinstance(piece, Formula):
            found.append(f"${piece.latex}$".replace("|", r"\vert "))
        elif isinstance(piece, Strong):
            found.append(f"**{_words(piece.text)}**")
        else:
            found.append(_words(piece))
    return "".join(found)


def _words(text: str) -> str:
    """Return words with Markdown's special characters escaped."""
    return _ACTING.sub(r"\\\1", text)
