"""The claims of the paper `linear`: noisy answers to linear queries under class floors."""

from __future__ import annotations

from pmlsym.ledger.contents import Contents

# In the order of the paper; our own claims follow the statement that they belong to.
CLAIMS = Contents(
    __name__,
    {
        "linear.eq-2": "preliminaries.eq_2",
        "linear.remark-1": "preliminaries.remark_1",
        "linear.definition-3": "preliminaries.definition_3",
        "linear.theorem-1": "preliminaries.theorem_1",
        "linear.eq-4": "preliminaries.eq_4",
        "linear.q-alpha": "preliminaries.q_alpha",
        "linear.theorem-2.upper": "theorem.theorem_2_upper",
        "linear.theorem-2.step": "theorem.theorem_2_step",
        "linear.every-n": "theorem.every_n",
        "linear.monotone-in-n": "records.monotone_in_n",
        "linear.tilted": "records.tilted",
        "linear.limit": "limit.converges",
        "linear.theorem-2.attained": "theorem.theorem_2_attained",
        "linear.theorem-2.histogram": "order.theorem_2_histogram",
        "linear.lemma-1": "theorem.lemma_1",
        "linear.lemma-2": "bounds.lemma_2",
        "linear.corollary-1.step": "corollary.corollary_1_step",
        "linear.corollary-1.upper": "records.corollary_1_upper",
        "linear.corollary-1.tight-iff": "corollary.tight_iff",
        "linear.coincide": "corollary.coincide",
        "linear.corollary-1.looser": "corollary.looser",
        "linear.remark-2.i": "order.remark_2_i",
        "linear.remark-2.ii": "bounds.remark_2_ii",
        "linear.remark-2.iii.limit": "bounds.remark_2_limit",
        "linear.remark-2.iii.strict": "bounds.remark_2_strict",
        "linear.eq-8": "bounds.eq_8",
        "linear.maximizer.formula": "bounds.maximizer_formula",
        "linear.eq-12.level": "bounds.eq_12_level",
        "linear.maximizer": "bounds.maximizer",
        "linear.figure-1": "order.figure_1",
        "linear.figure-1.strict": "order.figure_1_strict",
        "linear.gap": "order.gap_grows",
        "linear.figure-2.safe": "order.figure_2_safe",
        "linear.figure-2.less-noise": "order.less_noise",
        "linear.figure-2.vanishes": "order.figure_2_vanishes",
    },
)
