"""Guarantees as values: the lift vectors that each admits, and implications between them.

>>> from pmlsym import LDP, PML
>>> LDP(1).implies(PML)
PML(1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pmlsym.guarantees.guarantee import Conversion, Guarantee
from pmlsym.guarantees.kinds import (
    ALIP,
    KINDS,
    LDP,
    LIP,
    OF_THE_PAPERS,
    PMC,
    PML,
    every_conversion,
    kind_of,
    read_guarantee,
    register_kind,
)
from pmlsym.guarantees.metric import DPrivacy
from pmlsym.guarantees.sets.box import Box
from pmlsym.guarantees.sets.cone import Cone, MetricCone
from pmlsym.guarantees.sets.lift_set import Attained, Extreme, LiftSet, Unanswered

if TYPE_CHECKING:
    from pmlsym.guarantees.comparison import Regions, regions

__all__ = [
    "ALIP",
    "KINDS",
    "LDP",
    "LIP",
    "OF_THE_PAPERS",
    "PMC",
    "PML",
    "Attained",
    "Box",
    "Cone",
    "Conversion",
    "DPrivacy",
    "Extreme",
    "Guarantee",
    "LiftSet",
    "MetricCone",
    "Regions",
    "Unanswered",
    "every_conversion",
    "kind_of",
    "read_guarantee",
    "regions",
    "register_kind",
]


def __getattr__(name: str) -> object:
    # loaded on demand: curves need numpy, guarantees do not
    if name in ("Regions", "regions"):
        from pmlsym.guarantees import comparison

        return getattr(comparison, name)
    raise AttributeError(f"module 'pmlsym.guarantees' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
