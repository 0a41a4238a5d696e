"""The claims of the paper `linear`: noisy answers to linear queries under class floors."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.linear import (
    bounds,
    calibration,
    corollary,
    differential,
    floor,
    limit,
    order,
    outcomes,
    preliminaries,
    records,
    sensitivity,
    theorem,
)

# In the order of the paper; our own claims follow the statement that they belong to.
CLAIMS: tuple[Claim, ...] = (
    preliminaries.eq_2,
    preliminaries.remark_1,
    differential.definition_3,
    differential.theorem_1,
    differential.eq_4,
    preliminaries.q_alpha,
    theorem.theorem_2_upper,
    theorem.theorem_2_step,
    theorem.every_n,
    records.monotone_in_n,
    records.tilted,
    limit.converges,
    outcomes.theorem_2_attained,
    order.theorem_2_histogram,
    outcomes.lemma_1,
    bounds.lemma_2,
    corollary.corollary_1_step,
    records.corollary_1_upper,
    corollary.tight_iff,
    corollary.coincide,
    corollary.looser,
    floor.remark_2_i,
    bounds.remark_2_ii,
    bounds.remark_2_limit,
    bounds.remark_2_strict,
    sensitivity.eq_8,
    sensitivity.maximizer_formula,
    sensitivity.eq_12_level,
    sensitivity.maximizer,
    order.figure_1,
    order.figure_1_strict,
    floor.gap_grows,
    calibration.figure_2_safe,
    calibration.less_noise,
    order.figure_2_vanishes,
)
