"""Claims on optimal mechanisms in closed form under PML: the paper `extremal`, and our own."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.extremal import outcomes, regions, uniform
from pmlsym.ledger.extremal.worth import PAPER

__all__ = ["CLAIMS", "PAPER"]

CLAIMS: tuple[Claim, ...] = (
    regions.high_privacy,
    regions.binary,
    uniform.uniform,
    uniform.information,
    outcomes.outcomes,
    regions.regions,
    regions.cost,
    uniform.bounded,
)
