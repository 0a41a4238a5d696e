"""Pages as HTML for a notebook, which sets the formulas."""

from __future__ import annotations

from html import escape

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

# words are not broken; a formula or a table that is too wide gets a scroll bar
_PAGE = "max-width: 60em; overflow-x: auto; overflow-wrap: normal; word-break: normal"
_CELL = "text-align: left; vertical-align: top"


def as_html(page: Page) -> str:
    """Return a page as HTML, with formulas between dollar signs, which a notebook renders.

    Examples
    --------
    >>> as_html(Page("a < b")).endswith('<p><strong>a &lt; b</strong></p></div>')
    True
    """
    body = "".join(map(_block, page.blocks))
    return f'<div style="{_PAGE}"><p><strong>{_line(page.title)}</strong></p>{body}</div>'


def _block(block: Block) -> str:
    match block:
        case Words(line, label, faint):
            before = f"<em>{_words(label)}:</em> " if label else ""
            inside = f"<small>{before}{_line(line)}</small>" if faint else f"{before}{_line(line)}"
            return f"<p>{inside}</p>"
        case Steps(items):
            rows = (f"<li>{_line(line)}{_reason(reason)}</li>" for line, reason in items)
            return f"<ol>{''.join(rows)}</ol>"
        case Folded(title, blocks):
            inside = "".join(map(_block, blocks))
            return f"<details><summary>{_line(title)}</summary>{inside}</details>"
        case Table(header, rows, caption):
            lines = [_row("th", header)] if header else []
            lines += [_row("td", row) for row in rows]
            above = f"<caption>{_words(caption)}</caption>" if caption else ""
            return f"<table>{above}{''.join(lines)}</table>"


def _row(tag: str, cells: tuple[Line, ...]) -> str:
    inside = "".join(f'<{tag} style="{_CELL}">{_line(cell)}</{tag}>' for cell in cells)
    return f"<tr>{inside}</tr>"


def _reason(reason: str) -> str:
    return f"<br><small>{_words(reason)}</small>" if reason else ""


def _line(line: Line) -> str:
    found = []
    for piece in pieces(line):
        if isinstance(piece, Formula):
            found.append(f"${escape(piece.latex)}$")
        elif isinstance(piece, Strong):
            found.append(f"<strong>{_words(piece.text)}</strong>")
        else:
            found.append(_words(piece))
    return "".join(found)


def _words(text: str) -> str:
    """Return words as HTML, with escaped dollar signs and with their line breaks."""
    dollar = '<span class="tex2jax_ignore mathjax_ignore">$</span>'
    return escape(text).replace("$", dollar).replace("\n", "<br>")
