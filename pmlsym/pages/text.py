"""Pages as text for a terminal, wrapped between words, with continuation lines indented."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pmlsym.pages.page import Block, Folded, Page, Steps, Table, Words, plain

# --- wrapping of words, and of formulas after an operator -----------------------------------------

_SIGNS = re.compile(r"(?<=[*/,;)\]+=])(?=[^)\],;*/=])")  # operators after which a formula may break


def wrapped(text: str, width: int, indent: str = "", hanging: str | None = None) -> list[str]:
    """Return a text in lines of at most `width` characters.

    Words are not broken. A formula that is longer than a line breaks after an operator; a longer
    word exceeds the line.

    Parameters
    ----------
    text : the text, whose line breaks are kept.
    width : the width of the lines, including the indent.
    indent : the indent of the first line.
    hanging : the indent of the other lines; by default the same.

    Examples
    --------
    >>> wrapped("every outcome of positive probability", 20, hanging="  ")
    ['every outcome of', '  positive', '  probability']
    >>> wrapped("(1-p)*exp(epsilon)+p", 12)
    ['(1-p)*', 'exp(epsilon)', '+p']
    """
    rest = indent if hanging is None else hanging
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line, empty = (rest if lines else indent), True
        for word in paragraph.split():
            for place, part in enumerate(_parts(word, width - len(rest))):
                glue = "" if empty or place else " "
                if not empty and len(line) + len(glue) + len(part) > width:
                    lines.append(line)
                    line, glue = rest, ""
                line, empty = line + glue + part, False
        lines.append(line.rstrip())
    return lines


def _parts(word: str, room: int) -> list[str]:
    """Return a word, or the parts of a long formula for separate lines."""
    return [word] if len(word) <= room else _SIGNS.split(word)


# --- pages ----------------------------------------------------------------------------------------

WIDTH = 88
_STEP = "   "
_WIDEST_WORD = 34  # characters of a word that a table does not break


def as_text(page: Page, width: int = WIDTH, title: bool = True) -> str:
    """Return a page as lines of text.

    Parameters
    ----------
    page : the page.
    width : characters on a line.
    title : whether to include the title.

    Examples
    --------
    >>> print(as_text(Page("A claim", (Words("every alphabet", "scope"),))))
    A claim
    scope: every alphabet
    """
    lines = wrapped(plain(page.title), width) if title else []
    for block in page.blocks:
        lines += _block(block, width)
    return "\n".join(lines)


def _block(block: Block, width: int) -> list[str]:
    match block:
        case Words(line, label):
            if not plain(line):  # a formula without a text, next to words that replace it
                return []
            text = f"{label}: {plain(line)}" if label else plain(line)
            return wrapped(text, width, hanging=_STEP if label else "")
        case Steps(items):
            lines = []
            for number, (line, reason) in enumerate(items, start=1):
                lines += wrapped(f"{number}. {plain(line)}", width, hanging=_STEP)
                lines += wrapped(reason, width, indent=_STEP) if reason else []
            return lines
        case Folded(_, _, outline) if outline is not None:
            return [line for inner in outline for line in _block(inner, width)]
        case Folded(title, blocks):
            lines = ["", *wrapped(plain(title), width, hanging=_STEP)]
            for inner in blocks:
                lines += _block(inner, width)
            return lines
        case Table():
            return _table(block, width)


def _table(table: Table, width: int) -> list[str]:
    header = [plain(cell) for cell in table.header]
    rows = [[plain(cell) for cell in row] for row in table.rows]
    every = [header, *rows] if header else rows
    if not every:
        return []
    widths = _widths(every, width)
    lines = wrapped(table.caption, width) if table.caption else []
    for number, row in enumerate(every):
        lines += _row(row, widths)
        if number == 0 and header:
            lines.append("  ".join("-" * size for size in widths))
    return lines


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return a width for each column: the widest are reduced until the table fits."""
    columns = list(zip(*rows, strict=True))
    found = [max(len(line) for cell in column for line in cell.split("\n")) for column in columns]
    least = [_longest_word(column) for column in columns]
    while sum(found) + 2 * (len(found) - 1) > width:
        room = [size if size > low else 0 for size, low in zip(found, least, strict=True)]
        if not max(room):
            break
        found[room.index(max(room))] -= 1
    return found


def _longest_word(column: Sequence[str]) -> int:
    longest = max((len(word) for cell in column for word in cell.split()), default=1)
    return min(longest, _WIDEST_WORD)


def _row(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    cells = [wrapped(cell, size) for cell, size in zip(row, widths, strict=True)]
    height = max(map(len, cells))
    columns = [[*cell, *[""] * (height - len(cell))] for cell in cells]
    lines = zip(*columns, strict=True)
    return [
        "  ".join(part.ljust(size) for part, size in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
