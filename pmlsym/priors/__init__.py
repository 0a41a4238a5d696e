"""Uncertain priors: sets of priors, and the worst prior of a set for a mechanism."""

from pmlsym.priors.intervals import Intervals
from pmlsym.priors.worst import Worst, cost_of_missing, worst_lip, worst_pmc, worst_pml

__all__ = ["Intervals", "Worst", "cost_of_missing", "worst_lip", "worst_pmc", "worst_pml"]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
