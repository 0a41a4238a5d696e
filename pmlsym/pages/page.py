"""What a page is made of: lines of words and formulas, tables, steps of a proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Formula:
    """A formula in two writings that say the same.

    Parameters
    ----------
    text : on one line, as a terminal shows it.
    latex : for math mode.
    """

    text: str
    latex: str


@dataclass(frozen=True)
class Strong:
    """Words that stand out, such as a verdict."""

    text: str


Piece: TypeAlias = "str | Formula | Strong"
Line: TypeAlias = "Piece | tuple[Piece, ...]"


@dataclass(frozen=True)
class Words:
    """A paragraph.

    Parameters
    ----------
    line : what it says.
    label : a word before it, such as ``scope``; empty for none.
    faint : whether it is said by the way.
    """

    line: Line
    label: str = ""
    faint: bool = False


@dataclass(frozen=True)
class Table:
    """Rows of cells under a header; a header of no cells is left out.

    Parameters
    ----------
    header : one cell a column.
    rows : as many cells each.
    caption : what the table shows; empty for none.
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
    """Blocks that a notebook shows when a reader opens them; elsewhere they stand under a title.

    Parameters
    ----------
    title : what a reader sees before.
    blocks : what is folded.
    outline : what stands in the place of title and blocks where nothing can be opened, in a
        terminal and in Markdown; None if these stand there.
    """

    title: Line
    blocks: tuple[Block, ...]
    outline: tuple[Block, ...] | None = None


Block: TypeAlias = "Words | Table | Steps | Folded"


@dataclass(frozen=True)
class Page:
    """A title and what stands under it."""

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
