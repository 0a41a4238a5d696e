"""Table of the divergences of the posterior at an outcome from the prior."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

PosteriorName: TypeAlias = str  # a key of POSTERIORS


@dataclass(frozen=True)
class Posterior:
    """A divergence of P(secret|outcome) from P(secret): the prior mean of a function of the lift.

    Parameters
    ----------
    name : the name in statements: ``tv`` in ``tv(X->y)``.
    latex : the LaTeX before the channel.
    meaning : the definition in words.
    """

    name: PosteriorName
    latex: str
    meaning: str


_FROM = "of P(secret|outcome) from P(secret)"
POSTERIORS: Mapping[PosteriorName, Posterior] = MappingProxyType(
    {
        row.name: row
        for row in (
            Posterior("tv", r"\mathrm{TV}", f"the total variation distance {_FROM}"),
            Posterior("kl", r"D", f"the Kullback-Leibler divergence {_FROM}"),
            Posterior("chi2", r"\chi^{2}", f"the chi-squared divergence {_FROM}"),
        )
    }
)
