"""Pages of words, formulas, numbers, tables and steps of a proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pmlsym.exact import Number, sympified


@dataclass(frozen=True)
class Formula:
    """A formula as text and as LaTeX.

    Parameters
    ----------
    text : one line for a terminal.
    latex : LaTeX for math mode.
    """

    text: str
    latex: str


@dataclass(frozen=True)
class Strong:
    """Emphasised words, such as a verdict."""

    text: str


Piece: TypeAlias = "str | Formula | Strong"
Line: TypeAlias = "Piece | tuple[Piece, ...]"


@dataclass(frozen=True)
class Words:
    """A paragraph.

    Parameters
    ----------
    line : the content.
    label : a word before it, such as ``scope``; empty for none.
    faint : whether it is less important.
    """

    line: Line
    label: str = ""
    faint: bool = False


@dataclass(frozen=True)
class Table:
    """Rows of cells under a header; a header of no cells is left out.

    Parameters
    ----------
    header : one cell for each column.
    rows : rows of as many cells.
    caption : the caption; empty for none.
    """

    header: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    caption: str = ""


@dataclass(frozen=True)
class Steps:
    """Numbered lines, each with its reason under it."""

    items: tuple[tuple[Line, str], ...]


@dataclass(frozen=True)
class Folded:
    """Blocks that a notebook shows when a reader opens them; elsewhere they follow a title.

    Parameters
    ----------
    title : the visible title.
    blocks : the folded blocks.
    outline : a replacement of title and blocks where folding is not possible, in a terminal and
        in Markdown; None for no replacement.
    """

    title: Line
    blocks: tuple[Block, ...]
    outline: tuple[Block, ...] | None = None


Block: TypeAlias = "Words | Table | Steps | Folded"


@dataclass(frozen=True)
class Page:
    """A title and the blocks under it."""

    title: Line
    blocks: tuple[Block, ...] = ()


def pieces(line: Line) -> tuple[Piece, ...]:
    """Return the pieces of a line.

    Examples
    --------
    >>> pieces("words"), pieces(("two ", "pieces"))
    (('words',), ('two ', 'pieces'))
    """
    return line if isinstance(line, tuple) else (line,)


def plain(line: Line) -> str:
    r"""Return a line as text.

    Examples
    --------
    >>> plain(("at most ", Formula("log(2)", r"\log 2")))
    'at most log(2)'
    """
    return "".join(piece if isinstance(piece, str) else piece.text for piece in pieces(line))


def number(value: Number, digits: str = ".6g") -> str | Formula:
    r"""Return a number for a page.

    Parameters
    ----------
    value : a float, or an exact number.
    digits : the format of a float.

    Examples
    --------
    >>> import sympy
    >>> number(0.4054651), number(sympy.log(2))
    ('0.405465', Formula(text='log(2)', latex='\\log{\\left(2 \\right)}'))
    """
    if isinstance(value, float):
        return f"{value:{digits}}"
    import sympy as sp

    return Formula(str(value), sp.latex(sympified(value)))
