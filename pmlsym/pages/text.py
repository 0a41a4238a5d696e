"""Pages as text for a terminal: wrapped between words, what belongs to a line indented under it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pmlsym.pages.page import Block, Folded, Page, Steps, Table, Words, plain

# --- wrapping -------------------------------------------------------------------------------------
# Breaking lines between words; a formula without spaces breaks after a sign of it.

_SIGNS = re.compile(r"(?<=[*/,;)\]+=])(?=[^)\],;*/=])")  # after which a formula may break


def wrapped(text: str, width: int, indent: str = "", hanging: str | None = None) -> list[str]:
    """Return a text in lines of at most so many characters, broken where a reader would.

    A word stays whole. What is longer than a line and has signs of a formula in it breaks after
    one of these; what has none is longer than the line.

    Parameters
    ----------
    text : its own line breaks stay.
    width : of the lines, with the indent.
    indent : before the first line.
    hanging : before every other line; the indent if not given.

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
    """Return a word, or the parts of a long one that may stand on lines of their own."""
    return [word] if len(word) <= room else _SIGNS.split(word)


# --- text -----------------------------------------------------------------------------------------

WIDTH = 88
_STEP = "   "
_WIDEST_WORD = 34  # characters that a table keeps together


def as_text(page: Page, width: int = WIDTH, title: bool = True) -> str:
    """Return a page as lines of text.

    Parameters
    ----------
    page : what is written.
    width : characters on a line.
    title : whether its title stands above.

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
            if not plain(line):  # a formula that text cannot say; words beside it do
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
    """Return a width for each column: the widest give way until the table fits, words whole."""
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
