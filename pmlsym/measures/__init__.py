r"""Leakage measures of channels: extremes and averages of the lift, in nats.

Each measure takes a channel or a stack of channels. For a stack the result is an array with the
axes of the stack in front: shape (..., \|Y\|) instead of (\|Y\|,), and (...,) instead of one
number. Measures that do not depend on the prior have the axes of the kernel only.
"""

from pmlsym.measures.leakage import (
    alip,
    ldp,
    lip,
    maximal_cost_leakage,
    maximal_leakage,
    mutual_information,
    pmc,
    pml,
)
from pmlsym.measures.side_by_side import Releases, releases

__all__ = [
    "Releases",
    "alip",
    "ldp",
    "lip",
    "maximal_cost_leakage",
    "maximal_leakage",
    "mutual_information",
    "pmc",
    "pml",
    "releases",
]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
