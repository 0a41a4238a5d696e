"""Encoding of the conditions of statements as relations between real numbers."""

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
from pmlsym.statements.reductions.encoding.scene import (
    Encoded,
    Scene,
    no_channel,
    parameter,
    parameter_ranges,
)

__all__ = [
    "NEVER",
    "ONE",
    "ZERO",
    "Encoded",
    "EncodedQuotient",
    "NotReducible",
    "Scene",
    "Unbounded",
    "no_channel",
    "parameter",
    "parameter_ranges",
    "refuse_other_measures",
    "relate",
]
