"""Closed forms of optimal mechanisms under PML (`extremal`), and some of our own beside them."""

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
