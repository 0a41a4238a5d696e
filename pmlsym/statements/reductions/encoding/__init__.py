"""Encoding of the conditions of statements as relations between real numbers."""

from pmlsym.statements.reductions.encoding.encoder import (
    Encoded,
    Encoding,
    no_channel,
    parameter,
    parameter_ranges,
)
from pmlsym.statements.reductions.encoding.quotients import (
    NEVER,
    ONE,
    ZERO,
    EncodedQuotient,
    NotReducible,
    Unbounded,
    refuse_other_measures,
    relate,
)

__all__ = [
    "NEVER",
    "ONE",
    "ZERO",
    "Encoded",
    "EncodedQuotient",
    "Encoding",
    "NotReducible",
    "Unbounded",
    "no_channel",
    "parameter",
    "parameter_ranges",
    "refuse_other_measures",
    "relate",
]
