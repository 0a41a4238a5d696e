"""Optimal mechanisms: the most utility under a guarantee, with an upper bound.

>>> from pmlsym import PML, design
>>> design.optimal_mechanism([0.2, 0.8], PML(0.2))
<PML(0.2), 2 secrets: mutual-information 0.0338238, at most 0.0338238, 2 outcomes, closed-form>
"""

from __future__ import annotations

from pmlsym.design.curves import (
    PARTY_COUNTS,
    PosteriorPolygon,
    PrivacyRegion,
    UtilityCurves,
    posterior_polygon,
    privacy_regions,
    utility_curves,
    zeros_possible,
)
from pmlsym.design.optimal import optimal_mechanism
from pmlsym.design.pricing.program import Progress
from pmlsym.design.result import OptimalMechanism
from pmlsym.design.utility import Distortion, Divergence, Reward, Sublinear

__all__ = [
    "PARTY_COUNTS",
    "Distortion",
    "Divergence",
    "OptimalMechanism",
    "PosteriorPolygon",
    "PrivacyRegion",
    "Progress",
    "Reward",
    "Sublinear",
    "UtilityCurves",
    "optimal_mechanism",
    "posterior_polygon",
    "privacy_regions",
    "utility_curves",
    "zeros_possible",
]


def __dir__() -> list[str]:
    return sorted(__all__)  # completion shows what is meant for use
