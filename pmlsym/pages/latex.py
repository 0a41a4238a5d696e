"""Pages as LaTeX for a paper that uses amsmath."""

from __future__ import annotations

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

_SIGNS = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\n": r"\newline ",
} | {sign: rf"\{sign}" for sign in "{}&%$#_"}


_LONG = 30  # characters from which a cell is a paragraph
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
    return "\n\n".join([rf"\textbf{{{_line(page.title)}}}", *map(_block, page.blocks)])


def _block(block: Block) -> str:
    match block:
        case Words(line, label):
            return (rf"\emph{{{escaped_words(label)}:}} " if label else "") + _line(line)
        case Steps(items):
            rows = (rf"\item {_line(line)}{_reason(reason)}" for line, reason in items)
            return "\n".join([r"\begin{enumerate}", *rows, r"\end{enumerate}"])
        case Folded(title, blocks):
            return "\n\n".join([rf"\emph{{{_line(title)}}}", *map(_block, blocks)])
        case Table():
            return _table(block)


def _table(table: Table) -> str:
    columns = len(table.header or (table.rows[0] if table.rows else ()))
    long = [any(len(plain(row[place])) > _LONG for row in table.rows) for place in range(columns)]
    share = 0.9 / max(1, sum(long))
    kinds = "".join(rf"p{{{share:.2f}\linewidth}}" if wide else "l" for wide in long)
    rows = [[_line(cell) for cell in row] for row in table.rows]
    kind = "longtable" if len(rows) > _PAGEFUL else "tabular"
    lines = [rf"\begin{{{kind}}}{{{kinds}}}"]
    if table.header:
        lines += [" & ".join(map(_line, table.header)) + r" \\", r"\hline"]
    lines += [" & ".join(row) + r" \\" for row in rows]
    above = [escaped_words(table.caption)] if table.caption else []
    return "\n".join([*above, *lines, rf"\end{{{kind}}}"])


def _reason(reason: str) -> str:
    return rf" \emph{{({escaped_words(reason)})}}" if reason else ""


def _line(line: Line) -> str:
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
    return "".join(_SIGNS.get(one, one) for one in text)
