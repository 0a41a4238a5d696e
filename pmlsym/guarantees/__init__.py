"""Guarantees as values: what lift vectors each admits, and which implies which.

>>> from pmlsym import LDP, PML
>>> LDP(1).implies(PML)
PML(1)
"""

from __future__ import annotations

from pmlsym.guarantees.conversion import Conversion
from pmlsym.guarantees.guarantee import Guarantee
from pmlsym.guarantees.kinds import ALIP, LDP, LIP, PMC, PML
from pmlsym.guarantees.metric import DPrivacy
from pmlsym.guarantees.registry import (
    KINDS,
    OF_THE_PAPERS,
    every_conversion,
    kind_of,
    read_guarantee,
    register_kind,
)
from pmlsym.guarantees.renyi import R2
from pmlsym.guarantees.sets.ball import Ball
from pmlsym.guarantees.sets.box import Box
from pmlsym.guarantees.sets.cone import Cone
from pmlsym.guarantees.sets.lift_set import Attained, Extreme, LiftSet, Unanswered
from pmlsym.guarantees.sets.metric_cone import MetricCone

__all__ = [
    "ALIP",
    "KINDS",
    "LDP",
    "LIP",
    "OF_THE_PAPERS",
    "PMC",
    "PML",
    "R2",
    "Attained",
    "Ball",
    "Box",
    "Cone",
    "Conversion",
    "DPrivacy",
    "Extreme",
    "Guarantee",
    "LiftSet",
    "MetricCone",
    "Unanswered",
    "every_conversion",
    "kind_of",
    "read_guarantee",
    "register_kind",
]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
