"""Pages of words, formulas and tables, by which objects are displayed, in four formats.

An object defines its display once, as a `Page`, which is rendered as text for a terminal, as HTML
for a notebook, as Markdown and as LaTeX.
"""

from __future__ import annotations

from pmlsym.pages.evidence import (
    CERTIFICATE,
    SLIGHT,
    Record,
    because,
    by_coq,
    certified,
    evidence_blocks,
    how,
    instance_blocks,
    record_of,
    records_of,
    step_text,
    summary,
    tried,
    verdict_words,
    witness_text,
)
from pmlsym.pages.formats import (
    Displayable,
    as_html,
    as_latex,
    as_markdown,
    as_text,
    escaped_words,
    wrapped,
)
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
)
from pmlsym.pages.report import installed_version, report

__all__ = [
    "CERTIFICATE",
    "SLIGHT",
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
    "by_coq",
    "certified",
    "escaped_words",
    "evidence_blocks",
    "how",
    "installed_version",
    "instance_blocks",
    "number",
    "pieces",
    "plain",
    "record_of",
    "records_of",
    "report",
    "step_text",
    "summary",
    "tried",
    "verdict_words",
    "witness_text",
    "wrapped",
]
