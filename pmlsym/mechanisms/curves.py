"""Leakage of a family of mechanisms by its parameter; utility of randomized response by level."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from pmlsym import measures
from pmlsym.channel import Channel
from pmlsym.errors import ParameterError, UnknownNameError
from pmlsym.exact import Number
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


# measures of a whole channel; those of an outcome at the worst outcome
MEASURES: Mapping[str, Callable[[Channel], Number]] = MappingProxyType(
    {
        "pml": lambda channel: np.max(measures.pml(channel)),
        "pmc": lambda channel: np.max(measures.pmc(channel)),
        "ldp": measures.ldp,
        "lip": measures.lip,
        "maximal leakage": measures.maximal_leakage,
        "maximal cost leakage": measures.maximal_cost_leakage,
        "mutual information": measures.mutual_information,
    }
)


@dataclass(frozen=True)
class LeakageCurve:
    """Leakages of a family of mechanisms, parameter by parameter.

    Attributes
    ----------
    values : values of the parameter.
    leakage : by measure, one number for each value, in nats, possibly infinite.
    """

    values: list[float]
    leakage: dict[str, list[float]]

    def as_dict(self) -> dict[str, Any]:
        """Return the curve as plain data."""
        return dict(vars(self))


def leakage_curve(
    family: Callable[[float], Channel],
    values: Sequence[float],
    measured: Sequence[str] = ("pml", "pmc", "ldp"),
) -> LeakageCurve:
    """Return the leakage of each mechanism of a family.

    Parameters
    ----------
    family : takes a value of the parameter and returns a channel.
    values : values of the parameter.
    measured : the measures, of `MEASURES`; ``pml`` and ``pmc`` at the worst outcome.

    Raises
    ------
    UnknownNameError
        If a measure is unknown.
    ParameterError
        If there are no values, or the family returns no channel.

    Examples
    --------
    >>> import math
    >>> def answer(level):
    ...     share = 1 / (1 + math.exp(-level))
    ...     return Channel([[share, 1 - share], [1 - share, share]], [0.5, 0.5])
    >>> curve = leakage_curve(answer, [0.5, 1.0], ["ldp", "pml"])
    >>> {name: [round(one, 4) for one in found] for name, found in curve.leakage.items()}
    {'ldp': [0.5, 1.0], 'pml': [0.2191, 0.3799]}
    """
    for name in measured:
        if name not in MEASURES:
            raise UnknownNameError("measure", name, MEASURES)
    if len(values) == 0:
        raise ParameterError("values is empty, but has to hold at least one number.")
    found: dict[str, list[float]] = {name: [] for name in measured}
    for value in values:
        channel = family(value)
        if not isinstance(channel, Channel):
            kind = type(channel).__name__
            raise ParameterError(f"family returns a {kind} at {value}, but needs a Channel.")
        for name in measured:
            found[name].append(float(MEASURES[name](channel.as_float())))
    return LeakageCurve([float(value) for value in values], found)
