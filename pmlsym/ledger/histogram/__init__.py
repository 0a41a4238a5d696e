"""The claims of the paper `histogram`: noisy counts in bins whose probabilities have a floor."""

from __future__ import annotations

from pmlsym.ledger.contents import Contents

# In the order of the paper; a claim with the place `own` is ours.
CLAIMS = Contents(
    __name__,
    {
        "histogram.entropy": "balance.entropy",
        "histogram.balance": "balance.balance",
        "histogram.correlated": "preliminaries.correlated",
        "histogram.eq-2": "preliminaries.eq_2",
        "histogram.footnote-7": "counts.footnote_7",
        "histogram.footnote-7.noisy": "counts.footnote_7_noisy",
        "histogram.theorem-4.upper": "bound.theorem_4_upper",
        "histogram.theorem-4.tight": "bound.theorem_4_tight",
        "histogram.sensitivity": "looseness.sensitivity",
        "histogram.inequalities": "relaxation.inequalities",
        "histogram.eq-4": "relaxation.eq_4",
        "histogram.relaxation": "relaxation.relaxation",
        "histogram.limit": "bound.limit",
        "histogram.limit.eq-4": "bound.limit_eq_4",
        "histogram.monotone": "bound.monotone",
        "histogram.factor": "relaxation.factor",
        "histogram.small-k": "relaxation.small_k",
        "histogram.composition.bound": "composition.bound",
        "histogram.composition.derivation": "composition.derivation",
        "histogram.composition.further": "composition.further",
        "histogram.composition.grows": "composition.grows",
        "histogram.composition.looser": "looseness.looser",
        "histogram.composition.dp": "looseness.dp",
        "histogram.calibration": "calibration.calibration",
        "histogram.calibration.utility": "normalised.utility",
        "histogram.tvd": "normalised.tvd",
        "histogram.calibration.utility.by-n": "distances.by_n",
        "histogram.figure-1.regime": "gap.regime",
        "histogram.figure-1.regime.limit": "gap.limit",
        "histogram.figure-1.regime.by-n": "regime.by_n",
    },
)
