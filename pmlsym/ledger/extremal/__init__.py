"""Claims on optimal mechanisms in closed form under PML: the paper `extremal`, and our own."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.extremal import binary, bounded, information, outcomes, regions, simplex, uniform
from pmlsym.ledger.extremal.symbols import PAPER

__all__ = ["CLAIMS", "PAPER"]

CLAIMS: tuple[Claim, ...] = (
    simplex.high_privacy,
    binary.binary,
    uniform.uniform,
    information.information,
    outcomes.outcomes,
    regions.regions,
    simplex.cost,
    bounded.bounded,
)
