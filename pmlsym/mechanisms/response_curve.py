"""Utility of randomized response under each notion of leakage, by level."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pmlsym.measures import mutual_information
from pmlsym.mechanisms.finite import NOTIONS, randomized_response, response_parameter

# The six panels of Figure 1 of `pmc`.
FIGURE_1_PRIORS: tuple[tuple[float, ...], ...] = (
    (1 / 3,) * 3,
    (0.8, 0.1, 0.1),
    (0.6,) + (0.1,) * 4,
    (0.8,) + (0.05,) * 4,
    (0.1,) * 10,
    (0.01,) * 100,
)


@dataclass(frozen=True)
class ResponseCurve:
    """Utility of randomized response against the level of each notion.

    Attributes
    ----------
    prior : the distribution of the secret.
    levels : the levels, nats.
    utility : mutual information of the least noisy randomized response of that level, nats, by
        notion.
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
    levels : nats; by default 60 levels from 0 to log(1/p_min), beyond which every mechanism
        satisfies PML.

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
