"""The claims of the paper `histogram`: noisy counts in bins whose probabilities have a floor."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.histogram import bound, calibration, composition, looseness, relaxation

# In the order of the paper; the relaxation is ours and stands beside eq. (4).
CLAIMS: tuple[Claim, ...] = (
    bound.theorem_4_upper,
    bound.theorem_4_tight,
    relaxation.eq_4,
    relaxation.relaxation,
    bound.limit,
    bound.monotone,
    relaxation.factor,
    composition.bound,
    composition.derivation,
    looseness.looser,
    looseness.dp,
    calibration.calibration,
    calibration.utility,
    calibration.regime,
    bound.entropy,
)
