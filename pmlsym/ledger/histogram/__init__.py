"""The claims of the paper `histogram`: noisy counts in bins whose probabilities have a floor."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram import (
    balance,
    bound,
    calibration,
    composition,
    counts,
    distances,
    gap,
    looseness,
    normalised,
    preliminaries,
    regime,
    relaxation,
)

# In the order of the paper; a claim with the place `own` is ours.
CLAIMS: tuple[Claim, ...] = (
    balance.entropy,
    balance.balance,
    preliminaries.correlated,
    preliminaries.eq_2,
    counts.footnote_7,
    counts.footnote_7_noisy,
    bound.theorem_4_upper,
    bound.theorem_4_tight,
    looseness.sensitivity,
    relaxation.inequalities,
    relaxation.eq_4,
    relaxation.relaxation,
    bound.limit,
    bound.limit_eq_4,
    bound.monotone,
    relaxation.factor,
    relaxation.small_k,
    composition.bound,
    composition.derivation,
    composition.further,
    composition.grows,
    looseness.looser,
    looseness.dp,
    calibration.calibration,
    normalised.utility,
    normalised.tvd,
    distances.by_n,
    gap.regime,
    gap.limit,
    regime.by_n,
)
