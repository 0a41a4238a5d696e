"""Rendering of pages as text, Markdown, HTML and LaTeX, and a base class of displayed objects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
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
    plain,
)

# operators after which a formula may break
_BREAKING_SIGNS = re.compile(r"(?<=[*/,;)\]+=])(?=[^)\],;*/=])")


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
            for place, part in enumerate(_formula_parts(word, width - len(rest))):
                glue = "" if empty or place else " "
                if not empty and len(line) + len(glue) + len(part) > width:
                    lines.append(line)
                    line, glue = rest, ""
                line, empty = line + glue + part, False
        lines.append(line.rstrip())
    return lines


def _formula_parts(word: str, room: int) -> list[str]:
    """Return a word, or the parts of a long formula for separate lines."""
    return [word] if len(word) <= room else _BREAKING_SIGNS.split(word)


WIDTH = 88
_HANGING = "   "
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
        lines += _text_block(block, width)
    return "\n".join(lines)


def _text_block(block: Block, width: int) -> list[str]:
    match block:
        case Words(line, label):
            if not plain(line):  # a formula without a text, next to words that replace it
                return []
            text = f"{label}: {plain(line)}" if label else plain(line)
            return wrapped(text, width, hanging=_HANGING if label else "")
        case Steps(items):
            lines = []
            for number, (line, reason) in enumerate(items, start=1):
                lines += wrapped(f"{number}. {plain(line)}", width, hanging=_HANGING)
                lines += wrapped(reason, width, indent=_HANGING) if reason else []
            return lines
        case Folded(_, _, outline) if outline is not None:
            return [line for inner in outline for line in _text_block(inner, width)]
        case Folded(title, blocks):
            lines = ["", *wrapped(plain(title), width, hanging=_HANGING)]
            for inner in blocks:
                lines += _text_block(inner, width)
            return lines
        case Table():
            return _text_table(block, width)


def parts_of(table: Table, width: int, breaking: bool = True) -> Iterator[Table]:
    """Yield a table in parts that fit a width, each with the first column; numbers stay whole.

    Parameters
    ----------
    table : the table. The first part has its caption.
    width : characters on a line.
    breaking : whether a cell may break between its words, and columns are two characters apart;
        else columns stand between lines, in a box.

    Examples
    --------
    >>> table = Table(("x", "y=0", "y=1"), (("0", "10/11", "1/11"), ("1", "1/2", "1/2")), "law")
    >>> for part in parts_of(table, 10):
    ...     print(part.header, part.caption)
    ('x', 'y=0') law
    ('x', 'y=1')
    """
    lines = [line for line in (table.header, *table.rows) if line]
    columns = [[plain(cell) for cell in column] for column in zip(*lines, strict=True)]
    between, ends = (2, -2) if breaking else (3, 1)
    needed = [_longest_word(column) if breaking else max(map(len, column)) for column in columns]
    groups: list[list[int]] = [[]]
    size = 0
    for number in range(1, len(columns)):
        size += needed[number] + between
        if groups[-1] and needed[0] + between + size + ends > width:
            groups.append([])
            size = needed[number] + between
        groups[-1].append(number)
    if len(groups) == 1:
        yield table
        return
    for place, group in enumerate(groups):
        every = (0, *group)
        header = tuple(table.header[i] for i in every) if table.header else ()
        rows = tuple(tuple(row[i] for i in every) for row in table.rows)
        yield Table(header, rows, "" if place else table.caption)


def _text_table(table: Table, width: int) -> list[str]:
    lines: list[str] = []
    for part in parts_of(table, width):
        lines += ["", *_text_part(part, width)] if lines else _text_part(part, width)
    return lines


def _text_part(table: Table, width: int) -> list[str]:
    header = [plain(cell) for cell in table.header]
    rows = [[plain(cell) for cell in row] for row in table.rows]
    every = [header, *rows] if header else rows
    if not every:
        return []
    widths = _column_widths(every, width)
    lines = wrapped(table.caption, width) if table.caption else []
    for number, row in enumerate(every):
        lines += _text_row(row, widths)
        if number == 0 and header:
            lines.append("  ".join("-" * size for size in widths))
    return lines


def _column_widths(rows: Sequence[Sequence[str]], width: int) -> list[int]:
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


def _text_row(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    cells = [wrapped(cell, size) for cell, size in zip(row, widths, strict=True)]
    height = max(map(len, cells))
    columns = [[*cell, *[""] * (height - len(cell))] for cell in cells]
    lines = zip(*columns, strict=True)
    return [
        "  ".join(part.ljust(size) for part, size in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]


_MARKDOWN_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|$~])")


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
    blocks = filter(None, map(_markdown_block, page.blocks))
    return "\n\n".join([f"## {_markdown_line(page.title)}", *blocks])


def _markdown_block(block: Block) -> str:
    match block:
        case Words(line, label):
            return (f"*{_markdown_words(label)}:* " if label else "") + _markdown_line(line)
        case Steps(items):
            rows = (
                f"{number}. {_markdown_line(line)}"
                + (f"  \n   {_markdown_words(reason)}" if reason else "")
                for number, (line, reason) in enumerate(items, start=1)
            )
            return "\n".join(rows)
        case Folded(_, _, outline) if outline is not None:
            return "\n\n".join(map(_markdown_block, outline))
        case Folded(title, blocks):
            return "\n\n".join([f"**{_markdown_line(title)}**", *map(_markdown_block, blocks)])
        case Table(header, rows, caption):
            columns = len(header or (rows[0] if rows else ()))
            above = [_markdown_words(caption), ""] if caption else []
            lines = [_markdown_row(header or ("",) * columns), _markdown_row(("---",) * columns)]
            return "\n".join([*above, *lines, *map(_markdown_row, rows)])


def _markdown_row(cells: tuple[Line, ...]) -> str:
    inside = (
        cell if cell == "---" else _markdown_line(cell).replace("\n", "<br>") for cell in cells
    )
    return f"| {' | '.join(map(str, inside))} |"


def _markdown_line(line: Line) -> str:
    found = []
    for piece in pieces(line):
        if isinstance(piece, Formula):
            found.append(f"${piece.latex}$".replace("|", r"\vert "))
        elif isinstance(piece, Strong):
            found.append(f"**{_markdown_words(piece.text)}**")
        else:
            found.append(_markdown_words(piece))
    return "".join(found)


def _markdown_words(text: str) -> str:
    """Return words with Markdown's special characters escaped."""
    return _MARKDOWN_SIGNS.sub(r"\\\1", text)


# words are not broken; a formula or a table that is too wide gets a scroll bar
_HTML_PAGE = "max-width: 60em; overflow-x: auto; overflow-wrap: normal; word-break: normal"
_HTML_CELL = "text-align: left; vertical-align: top"
_HTML_SENTENCE = f"{_HTML_CELL}; min-width: 16em"  # or a narrow page squeezes it to a word a line
_SENTENCE = 60  # characters from which on a cell is one


def as_html(page: Page) -> str:
    """Return a page as HTML, with formulas between dollar signs, which a notebook renders.

    Examples
    --------
    >>> as_html(Page("a < b")).endswith('<p><strong>a &lt; b</strong></p></div>')
    True
    """
    body = "".join(map(_html_block, page.blocks))
    return f'<div style="{_HTML_PAGE}"><p><strong>{_html_line(page.title)}</strong></p>{body}</div>'


def _html_block(block: Block) -> str:
    match block:
        case Words(line, label, faint):
            before = f"<em>{_html_words(label)}:</em> " if label else ""
            inside = (
                f"<small>{before}{_html_line(line)}</small>"
                if faint
                else f"{before}{_html_line(line)}"
            )
            return f"<p>{inside}</p>"
        case Steps(items):
            rows = (f"<li>{_html_line(line)}{_html_reason(reason)}</li>" for line, reason in items)
            return f"<ol>{''.join(rows)}</ol>"
        case Folded(title, blocks):
            inside = "".join(map(_html_block, blocks))
            return f"<details><summary>{_html_line(title)}</summary>{inside}</details>"
        case Table(header, rows, caption):
            lines = [_html_row("th", header)] if header else []
            lines += [_html_row("td", row) for row in rows]
            above = f"<caption>{_html_words(caption)}</caption>" if caption else ""
            return f"<table>{above}{''.join(lines)}</table>"


def _html_row(tag: str, cells: tuple[Line, ...]) -> str:
    return f"<tr>{''.join(_html_cell(tag, cell) for cell in cells)}</tr>"


def _html_cell(tag: str, cell: Line) -> str:
    words = sum(len(piece) for piece in pieces(cell) if isinstance(piece, str))
    style = _HTML_SENTENCE if words >= _SENTENCE else _HTML_CELL
    return f'<{tag} style="{style}">{_html_line(cell)}</{tag}>'


def _html_reason(reason: str) -> str:
    return f"<br><small>{_html_words(reason)}</small>" if reason else ""


def _html_line(line: Line) -> str:
    found = []
    for piece in pieces(line):
        if isinstance(piece, Formula):
            found.append(f"${escape(piece.latex)}$")
        elif isinstance(piece, Strong):
            found.append(f"<strong>{_html_words(piece.text)}</strong>")
        else:
            found.append(_html_words(piece))
    return "".join(found)


def _html_words(text: str) -> str:
    """Return words as HTML, with escaped dollar signs and with their line breaks."""
    dollar = '<span class="tex2jax_ignore mathjax_ignore">$</span>'
    return escape(text).replace("$", dollar).replace("\n", "<br>")


_LATEX_SIGNS = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\n": r"\newline ",
} | {sign: rf"\{sign}" for sign in "{}&%$#_"}


_LONG_CELL = 30  # characters from which a cell is a paragraph
_PAGEFUL = 30  # rows from which a table may break across pages


def as_latex(page: Page) -> str:
    r"""Return a page as paragraphs, tables and lists.

    Examples
    --------
    >>> print(as_latex(Page("A claim", (Words(("at most ", Formula("log(2)", r"\log 2"))),))))
    \textbf{A claim}
    <BLANKLINE>
    at most $\displaystyle \log 2$
    """
    return "\n\n".join([rf"\textbf{{{_latex_line(page.title)}}}", *map(_latex_block, page.blocks)])


def _latex_block(block: Block) -> str:
    match block:
        case Words(line, label):
            return (rf"\emph{{{escaped_words(label)}:}} " if label else "") + _latex_line(line)
        case Steps(items):
            rows = (rf"\item {_latex_line(line)}{_latex_reason(reason)}" for line, reason in items)
            return "\n".join([r"\begin{enumerate}", *rows, r"\end{enumerate}"])
        case Folded(title, blocks):
            return "\n\n".join([rf"\emph{{{_latex_line(title)}}}", *map(_latex_block, blocks)])
        case Table():
            return _latex_table(block)


def _latex_table(table: Table) -> str:
    columns = len(table.header or (table.rows[0] if table.rows else ()))
    long = [
        any(len(plain(row[place])) > _LONG_CELL for row in table.rows) for place in range(columns)
    ]
    share = 0.9 / max(1, sum(long))
    kinds = "".join(rf"p{{{share:.2f}\linewidth}}" if wide else "l" for wide in long)
    rows = [[_latex_line(cell) for cell in row] for row in table.rows]
    kind = "longtable" if len(rows) > _PAGEFUL else "tabular"
    lines = [rf"\begin{{{kind}}}{{{kinds}}}"]
    if table.header:
        lines += [" & ".join(map(_latex_line, table.header)) + r" \\", r"\hline"]
    lines += [" & ".join(row) + r" \\" for row in rows]
    above = [escaped_words(table.caption)] if table.caption else []
    return "\n".join([*above, *lines, rf"\end{{{kind}}}"])


def _latex_reason(reason: str) -> str:
    return rf" \emph{{({escaped_words(reason)})}}" if reason else ""


def _latex_line(line: Line) -> str:
    found = []
    for piece in pieces(line):
        if isinstance(piece, Formula):
            found.append(rf"$\displaystyle {piece.latex}$")
        elif isinstance(piece, Strong):
            found.append(rf"\textbf{{{escaped_words(piece.text)}}}")
        else:
            found.append(escaped_words(piece))
    return "".join(found)


def escaped_words(text: str) -> str:
    r"""Return words with LaTeX's special characters escaped.

    Examples
    --------
    >>> print(escaped_words("a_1 & b"))
    a\_1 \& b
    """
    return "".join(_LATEX_SIGNS.get(one, one) for one in text)


class Displayable:
    """An object with a page.

    Examples
    --------
    >>> class Note(Displayable):
    ...     def page(self):
    ...         return Page("a note")
    >>> print(Note())
    a note
    """

    __slots__ = ()

    def page(self) -> Page:
        """Return the page that displays the object."""
        raise NotImplementedError(f"a {type(self).__name__} has to say what it shows")

    def __str__(self) -> str:
        return as_text(self.page())

    def to_latex(self) -> str:
        """Return the page as LaTeX for a paper that uses amsmath."""
        return as_latex(self.page())

    def to_markdown(self) -> str:
        """Return the page as Markdown, with formulas between dollar signs."""
        return as_markdown(self.page())

    def _repr_html_(self) -> str:
        return as_html(self.page())

    def _repr_latex_(self) -> str:
        return as_latex(self.page())
