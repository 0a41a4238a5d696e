"""Where PML and PMC imply each other, level by level."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pmlsym.guarantees.kinds import PMC, PML


@dataclass(frozen=True)
class Regions:
    """Where PML at one level and PMC at another imply each other.

    Attributes
    ----------
    prior : the distribution of the secret.
    threshold : log(1/(1 - p_min)), from which on PML implies no PMC; nats.
    pml_levels, implied_pmc : the curve eps_l*(eps_u), below the threshold.
    pmc_levels, implied_pml : the curve eps_u*(eps_l).
    """

    prior: tuple[float, ...]
    threshold: float
    pml_levels: list[float]
    implied_pmc: list[float]
    pmc_levels: list[float]
    implied_pml: list[float]

    def as_dict(self) -> dict[str, object]:
        """Return the curves as plain data."""
        return vars(self) | {"prior": list(self.prior)}


def regions(prior: Sequence[float], highest: float = 3.0, points: int = 200) -> Regions:
    """Return both curves of Figure 2 of `pmc` for a prior.

    Parameters
    ----------
    prior : probabilities of the secrets, at least two.
    highest : the largest PMC level, nats.
    points : how many levels on each curve.

    Notes
    -----
    On a curve the implication still holds: the boundary belongs to the stronger guarantee.
    Source: `pmc`, Fig. 2, corrected (`pmc.figure-2.repair`).

    Examples
    --------
    >>> curves = regions([0.5, 0.5], points=3)
    >>> [round(level, 4) for level in curves.implied_pml]
    [0.0, 0.5749, 0.6679]
    """
    masses = tuple(map(float, prior))
    p_min = min(masses)
    threshold = -math.log1p(-p_min)
    pmc_levels = np.linspace(0.0, highest, points).tolist()
    implied_pml = [PMC(level).implies(PML, p_min=p_min) for level in pmc_levels]
    # the inverse of eps_l*, so that the points are even where the curve is steep
    pml_levels = [threshold + math.log1p(-p_min * math.exp(-level)) for level in pmc_levels]
    pml_levels = [max(0.0, level) for level in pml_levels]
    implied_pmc = [PML(level).implies(PMC, p_min=p_min) for level in pml_levels]
    return Regions(
        masses,
        threshold,
        pml_levels,
        [float(found.values[0]) for found in implied_pmc if found is not None],
        pmc_levels,
        [float(found.values[0]) for found in implied_pml if found is not None],
    )
