r"""What a channel leaks: extremes and averages of its lift, in nats.

Each measure takes a channel or a stack of channels. Of a stack the answer is an array with the
axes of the stack in front: shape (..., \|Y\|) in the place of (\|Y\|,), (...,) in that of one
number. What does not depend on the prior has the axes of the kernel alone.
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
