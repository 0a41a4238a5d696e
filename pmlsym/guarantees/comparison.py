"""Implications between PML and PMC, and of one kind for others, by level."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pmlsym.errors import ParameterError
from pmlsym.guarantees.guarantee import Guarantee
from pmlsym.guarantees.kinds import PMC, PML
from pmlsym.precision import nearest_float


@dataclass(frozen=True)
class Regions:
    """The curves of levels at which PML and PMC imply each other.

    Attributes
    ----------
    prior : the distribution of the secret.
    threshold : log(1/(1 - p_min)), nats; PML of this level or more implies no PMC.
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
    points : the number of levels on each curve.

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
    # the inverse of eps_l*, for evenly spaced points where the curve is steep
    pml_levels = [threshold + math.log1p(-p_min * math.exp(-level)) for level in pmc_levels]
    pml_levels = [max(0.0, level) for level in pml_levels]
    implied_pmc = [PML(level).implies(PMC, p_min=p_min) for level in pml_levels]
    return Regions(
        masses,
        threshold,
        pml_levels,
        [nearest_float(found.values[0]) for found in implied_pmc if found is not None],
        pmc_levels,
        [nearest_float(found.values[0]) for found in implied_pml if found is not None],
    )


@dataclass(frozen=True)
class ImpliedCurve:
    """The levels of other kinds that one kind of guarantee implies, at one p_min.

    Attributes
    ----------
    kind : the name of the assumed kind.
    p_min : the smallest probability of a secret.
    levels : the assumed levels, nats.
    implied : the implied levels by the name of their kind, nats; infinite where none is implied.
    """

    kind: str
    p_min: float
    levels: list[float]
    implied: dict[str, list[float]]

    def as_dict(self) -> dict[str, object]:
        """Return the curve as plain data."""
        return dict(vars(self))


def implied_curve(
    kind: type[Guarantee],
    others: Sequence[type[Guarantee]],
    p_min: float,
    levels: Sequence[float],
) -> ImpliedCurve:
    """Return the levels of other kinds that a kind of guarantee implies, for a list of its levels.

    Examples
    --------
    >>> from pmlsym import LDP
    >>> curve = implied_curve(PML, [PMC, LDP], 0.2, [0.2, 0.3])
    >>> {name: [round(level, 4) for level in found] for name, found in curve.implied.items()}
    {'PMC': [2.1682, inf], 'LDP': [2.3682, inf]}
    """
    implied: dict[str, list[float]] = {}
    for other in others:
        implied[other.name] = []
        for level in levels:
            found = kind(*[level]).conversion(other, p_min=p_min)
            if not found.is_known:
                raise ParameterError(found.reason)
            answer = found.guarantee
            implied[other.name].append(
                math.inf if answer is None else nearest_float(answer.values[0])
            )
    return ImpliedCurve(kind.name, float(p_min), [float(level) for level in levels], implied)
