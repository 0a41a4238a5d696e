"""Utility of the optimal mechanism against the level of the guarantee, for each kind."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pmlsym.arrays import FloatArray
from pmlsym.channel import Channel
from pmlsym.design.optimal import optimal_mechanism
from pmlsym.errors import ParameterError
from pmlsym.exact import RowLike
from pmlsym.given import floats, refused
from pmlsym.guarantees import LDP, LIP, PMC, PML, Guarantee
from pmlsym.guarantees.promise import no_kind
from pmlsym.measures import mutual_information
from pmlsym.mechanisms import randomized_response

# Party identification of 944 respondents of the 1996 American National Election Study, from strong
# Democrat to strong Republican.
PARTY_COUNTS = (200, 180, 108, 37, 94, 150, 175)
RESPONSE = "randomized response"


@dataclass(frozen=True)
class UtilityCurves:
    r"""Mutual information of optimal mechanisms against the level of their guarantee.

    Attributes
    ----------
    prior : array, shape (\|X\|,)
    levels : array, shape (m,), in nats.
    utility : by the name of the guarantee, and for randomized response, whose level is its LDP, an
        array of shape (m,), in nats.
    upper_bound : by the name of the guarantee, an upper bound for all mechanisms, shape (m,).
    entropy : of the secret, in nats: the utility of publishing it.
    """

    prior: FloatArray
    levels: FloatArray
    utility: dict[str, FloatArray]
    upper_bound: dict[str, FloatArray]
    entropy: float

    def as_dict(self) -> dict[str, object]:
        """Return the curves as plain data."""
        curves = ("utility", "upper_bound")
        return {
            "prior": self.prior.tolist(),
            "levels": self.levels.tolist(),
            "entropy": self.entropy,
        } | {
            name: {kind: line.tolist() for kind, line in getattr(self, name).items()}
            for name in curves
        }


def utility_curves(
    prior: RowLike,
    epsilons: Sequence[float] | FloatArray | None = None,
    guarantees: Sequence[type[Guarantee]] = (PML, PMC, LIP, LDP),
) -> UtilityCurves:
    r"""Return the mutual information of optimal mechanisms, and of randomized response, by level.

    .. math:: \varepsilon \mapsto \max\{I(X; Y) : P_{Y|X} \text{ satisfies } \varepsilon\}

    Parameters
    ----------
    prior : array_like, shape (\|X\|,), positive probabilities.
    epsilons : array_like, shape (m,), in nats; by default 161 levels from 0 to beyond
        log(1/p_min), where every mechanism satisfies PML.
    guarantees : kinds with one parameter: PML, PMC, LIP, LDP, ``DPrivacy.over(distances)``.

    Raises
    ------
    ChannelError
        If the prior is no distribution, or has a zero.
    ParameterError
        If a level is no number of nats, or a kind takes two.

    Examples
    --------
    >>> found = utility_curves([0.5, 0.5], [0.0, 0.5], [PML, LDP])
    >>> found.utility["PML"].round(4), found.utility["LDP"].round(4)
    (array([0.    , 0.2284]), array([0.    , 0.0303]))
    """
    masses = Channel.constant(prior).as_float().prior
    masses = masses / masses.sum()
    levels = _levels(epsilons, float(masses.min()))
    utility: dict[str, FloatArray] = {}
    bounds: dict[str, FloatArray] = {}
    for kind in guarantees:
        if not isinstance(kind, type) or not issubclass(kind, Guarantee):
            raise ParameterError(no_kind(kind).replace("kind is", "guarantees holds", 1))
        if len(kind.parameters()) != 1:
            raise ParameterError(f"guarantees holds {kind.name}, but a curve is of one epsilon.")
        found = [optimal_mechanism(masses, kind(*[level])) for level in levels]
        utility[kind.name] = np.array([best.value for best in found])
        bounds[kind.name] = np.array([best.upper_bound for best in found])
    responses = [randomized_response(masses.tolist(), level) for level in levels]
    utility[RESPONSE] = np.array([float(mutual_information(channel)) for channel in responses])
    return UtilityCurves(masses, np.array(levels), utility, bounds, float(-masses @ np.log(masses)))


def _levels(epsilons: Sequence[float] | FloatArray | None, least: float) -> list[float]:
    if epsilons is None:
        return [float(level) for level in np.linspace(0.0, math.ceil(-math.log(least)), 161)]
    levels = floats("epsilons", epsilons, "a list of numbers of nats >= 0")
    if levels.ndim != 1 or not levels.size or levels.min() < 0:
        raise refused("epsilons", epsilons, "a list of numbers of nats >= 0")
    return [float(level) for level in levels]
