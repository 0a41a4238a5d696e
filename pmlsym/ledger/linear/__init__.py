"""The claims of the paper `linear`: noisy answers to linear queries under class floors."""

from __future__ import annotations

from pmlsym.ledger.claim import Claim
from pmlsym.ledger.linear import bounds, corollary, limit, order, preliminaries, records, theorem

# In the order of the paper; our own claims follow the statement that they belong to.
CLAIMS: tuple[Claim, ...] = (
    preliminaries.eq_2,
    preliminaries.remark_1,
    preliminaries.definition_3,
    preliminaries.theorem_1,
    preliminaries.eq_4,
    preliminaries.q_alpha,
    theorem.theorem_2_upper,
    theorem.theorem_2_step,
    theorem.every_n,
    records.monotone_in_n,
    records.tilted,
    limit.converges,
    theorem.theorem_2_attained,
    order.theorem_2_histogram,
    theorem.lemma_1,
    bounds.lemma_2,
    corollary.corollary_1_step,
    records.corollary_1_upper,
    corollary.tight_iff,
    corollary.coincide,
    corollary.looser,
    order.remark_2_i,
    bounds.remark_2_ii,
    bounds.remark_2_limit,
    bounds.remark_2_strict,
    bounds.eq_8,
    bounds.maximizer_formula,
    bounds.eq_12_level,
    bounds.maximizer,
    order.figure_1,
    order.figure_1_strict,
    order.gap_grows,
    order.figure_2_safe,
    order.less_noise,
    order.figure_2_vanishes,
)
