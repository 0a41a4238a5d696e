"""Leakage of a family of mechanisms as a function of its parameter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from pmlsym import measures
from pmlsym.channel import Channel
from pmlsym.errors import ParameterError, UnknownNameError
from pmlsym.exact import Number

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
