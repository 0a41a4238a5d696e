"""Pages of words, formulas and tables, by which objects are displayed, in four formats.

An object defines its display once, as a `Page`, which is rendered as text for a terminal, as HTML
for a notebook, as Markdown and as LaTeX.
"""

from __future__ import annotations

from pmlsym.pages.displayable import Displayable
from pmlsym.pages.evidence import (
    CERTIFICATE,
    because,
    certified,
    evidence_blocks,
    instance_blocks,
    tried,
    witness_text,
)
from pmlsym.pages.html import as_html
from pmlsym.pages.latex import as_latex, escaped_words
from pmlsym.pages.markdown import as_markdown
from pmlsym.pages.page import (
    Block,
    Folded,
    Formula,
    Line,
    Page,
    Piece,
    Steps,
    Strong,
    Table,
    Words,
    number,
    pieces,
    plain,
    with_noun,
)
from pmlsym.pages.summary import Record, record_of, records_of, summary
from pmlsym.pages.text import as_text, wrapped

__all__ = [
    "CERTIFICATE",
    "Block",
    "Displayable",
    "Folded",
    "Formula",
    "Line",
    "Page",
    "Piece",
    "Record",
    "Steps",
    "Strong",
    "Table",
    "Words",
    "as_html",
    "as_latex",
    "as_markdown",
    "as_text",
    "because",
    "certified",
    "escaped_words",
    "evidence_blocks",
    "instance_blocks",
    "number",
    "pieces",
    "plain",
    "record_of",
    "records_of",
    "summary",
    "tried",
    "with_noun",
    "witness_text",
    "wrapped",
]
