"""Guarantees side by side: what randomized response is worth under each, and which is stronger."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pmlsym.guarantees import PMC, PML
from pmlsym.measures import mutual_information
from pmlsym.mechanisms import randomized_response, response_parameter

# The six panels of Figure 1 of `pmc`.
FIGURE_1_PRIORS: tuple[tuple[float, ...], ...] = (
    (1 / 3,) * 3,
    (0.8, 0.1, 0.1),
    (0.6,) + (0.1,) * 4,
    (0.8,) + (0.05,) * 4,
    (0.1,) * 10,
    (0.01,) * 100,
)
NOTIONS = ("pml", "pmc", "ldp")


@dataclass(frozen=True)
class ResponseCurve:
    """Utility of randomized response against the level that each notion promises.

    Attributes
    ----------
    prior : the distribution of the secret.
    levels : promised levels, nats.
    utility : mutual information of the least noisy randomized response that keeps the promise,
        nats, by notion.
    crossover : the level up to which PMC allows more than PML, log((1 - p_max)/p_min); nats.
    """

    prior: tuple[float, ...]
    levels: list[float]
    utility: dict[str, list[float]]
    crossover: float

    def as_dict(self) -> dict[str, Any]:
        """Return the curve as plain data."""
        return vars(self) | {"prior": list(self.prior)}


def response_curve(prior: Sequence[float], levels: Sequence[float] | None = None) -> ResponseCurve:
    """Return the utility of randomized response under PML, PMC and LDP.

    Parameters
    ----------
    prior : probabilities of the secrets, at least two.
    levels : nats; by default 60 levels from 0 to log(1/p_min), beyond which PML asks for nothing.

    Notes
    -----
    Source: `pmc`, Ex. 4 and Fig. 1.

    Examples
    --------
    >>> curve = response_curve([0.8, 0.1, 0.1], [0.5])
    >>> {notion: round(values[0], 4) for notion, values in curve.utility.items()}
    {'pml': 0.0202, 'pmc': 0.0216, 'ldp': 0.0152}
    """
    masses = tuple(map(float, prior))
    end = math.log(1 / min(masses))
    chosen = np.linspace(0.0, end, 60).tolist() if levels is None else list(map(float, levels))
    utility: dict[str, list[float]] = {notion: [] for notion in NOTIONS}
    for level in chosen:
        for notion in NOTIONS:
            allowed = response_parameter(list(masses), notion, level)
            channel = randomized_response(list(masses), allowed)
            utility[notion].append(float(mutual_information(channel)))
    crossover = math.log((1 - max(masses)) / min(masses))
    return ResponseCurve(masses, chosen, utility, max(0.0, crossover))


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

    def as_dict(self) -> dict[str, Any]:
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
