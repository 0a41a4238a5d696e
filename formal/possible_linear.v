(* The hypotheses of the statements of claims.v can be met: by two records in two classes, of which
   each has at least 1/4, and two counts with noise of scale 1. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes release records claims tangent bounds more privacy.
From pmlsym Require Import two_records possible.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Instance.
Variable R : realType.
Definition W2 := class_counts R 2 2.
Lemma ok2 : allowed 2 1 (quarter R). Proof. exact: two_allowed. Qed.
Lemma one_gt0 : 0 < 1 :> R. Proof. exact: ltr01. Qed.
Lemma apart2 : 0 < diameter W2. Proof. exact: differ_diameter (counts_differ R 1 0). Qed.
Lemma upper2 n : bounds_leak W2 1 (quarter R) n (triangle W2 1 (quarter R)).
Proof. exact: linear_corollary_1_upper_holds ok2. Qed.
Lemma slopes2 m : slopes (fun _ : 'I_m => 1 / 2%:R : R).
Proof.
by move=> l; rewrite ger0_norm ?divr_ge0 ?ler01 ?ler0n // ler_pdivr_mulr ?ltr0n // mul1r ler1n.
Qed.
(* less than 1/4 *)
Definition eighth : R := quarter R / 2%:R.
Lemma eighth_gt0 : 0 < eighth. Proof. by rewrite divr_gt0 ?quarter_gt0 ?ltr0n. Qed.
Definition nothing (l : 'I_2) : R := 0.
End Instance.

(* a conclusion that a level bounds what records leak is about any records with the floor *)
Ltac with_records R := have [P [floor _]] := records_floored (ok2 R) 2%N ord0.

Lemma linear_definition_3_possible : possible linear_definition_3.
Proof.
move=> R h; have [sens _] := linear_eq_4_holds (n := 2%N) (W2 R) isT isT (one_gt0 R).
by apply: (h _ _ _ (answers (W2 R) id) 1 (diameter (W2 R)) (one_gt0 R) _ (@nothing R) _ _ changed);
  apply/sens.
Qed.

Lemma linear_theorem_1_possible : possible linear_theorem_1.
Proof.
move=> R h; apply: (h [finType of 'I_2] 2%N _ (laplace 1 (answers (W2 R) id)) 1) => [y x|].
  exact/ltW/laplace_gt0/one_gt0.
exact: ler01.
Qed.

Lemma linear_eq_4_possible : possible linear_eq_4.
Proof. by move=> R h; exact: (h 2%N 2%N 2%N (W2 R) 1 isT isT (one_gt0 R)). Qed.

Lemma linear_corollary_1_upper_possible : possible linear_corollary_1_upper.
Proof.
move=> R h; with_records R.
exact: (h _ _ (W2 R) _ _ 2%N (ok2 R) _ id P ord0 (@nothing R) floor).
Qed.

Lemma linear_corollary_1_step_possible : possible linear_corollary_1_step.
Proof.
move=> R h; with_records R; apply: (h _ _ (W2 R) 1 _ 2%N id P (@nothing R) ord0 ord0 (one_gt0 R)).
by have := floor ord0 ord0; rewrite shareE; apply: lt_le_trans (quarter_gt0 R).
Qed.

Lemma linear_lemma_2_possible : possible linear_lemma_2.
Proof.
move=> R h; apply: (h _ _ _ (fun j : 'I_2 => j%:R) ord_max (ok2 R)) => j.
by rewrite ler_nat -ltnS.
Qed.

Lemma largest_of_one_possible : possible largest_of_one.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ 1 (ok2 R) isT). Qed.

Lemma largest_of_more_possible : possible largest_of_more.
Proof.
move=> R h; with_records R.
exact: (h _ _ (W2 R) _ _ _ 1%N (ok2 R) isT (@upper2 R 1%N) _ id P ord0 (@nothing R) floor).
Qed.

Lemma linear_tilted_step_possible : possible linear_tilted_step.
Proof.
move=> R h; with_records R.
apply: (h _ _ (W2 R) 1 _ 2%N id P ord0 _ ord0 (one_gt0 R) (@slopes2 R 2)).
by have := floor ord0 ord0; rewrite shareE; apply: lt_le_trans (quarter_gt0 R).
Qed.

Lemma linear_tilted_possible : possible linear_tilted.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ _ 2%N (ok2 R) isT isT (@upper2 R 2%N)). Qed.

Lemma linear_lemma_1_repair_possible : possible linear_lemma_1_repair.
Proof.
move=> R h; with_records R.
apply: (h _ _ (W2 R) 1 _ _ 2%N id P ord0 (one_gt0 R) _ (@nothing R)) => y _.
exact: (upper2 (R := R)).
Qed.

Lemma linear_theorem_2_attained_possible : possible linear_theorem_2_attained.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ 2%N (ok2 R) isT isT). Qed.

Lemma linear_eq_8_possible : possible linear_eq_8.
Proof. by move=> R h; exact: (h _ _ (W2 R) 1 (one_gt0 R)). Qed.

Lemma linear_eq_12_level_possible : possible linear_eq_12_level.
Proof. by move=> R h; exact: (h _ _ (W2 R) 1 (one_gt0 R)). Qed.

Lemma linear_maximizer_formula_possible : possible linear_maximizer_formula.
Proof. by move=> R h; have [j [r e]] := diameter_is (apart2 R); exact: (h _ _ (W2 R) j r e). Qed.

Lemma linear_remark_2_i_possible : possible linear_remark_2_i.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ _ (ok2 R) (eighth_gt0 R)). Qed.

Lemma linear_gap_possible : possible linear_gap.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ _ (ok2 R) (eighth_gt0 R)). Qed.

Lemma linear_remark_2_ii_possible : possible linear_remark_2_ii.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ (ok2 R) isT). Qed.

Lemma linear_remark_2_iii_limit_possible : possible linear_remark_2_iii_limit.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ (ok2 R)). Qed.

Lemma linear_remark_2_iii_strict_possible : possible linear_remark_2_iii_strict.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ (ok2 R) (or_intror (apart2 R))). Qed.

Lemma linear_figure_1_possible : possible linear_figure_1.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ (ok2 R)). Qed.

Lemma linear_theorem_2_histogram_possible : possible linear_theorem_2_histogram.
Proof. by move=> R h; exact: (h _ _ _ (ok2 R) isT). Qed.

Lemma linear_coincide_query_possible : possible linear_coincide_query.
Proof. by move=> R h; exact: (h _ (class_counts R 1 2) _ _ _ (ok2 R) (@slopes2 R 1)). Qed.

Lemma linear_coincide_four_possible : possible linear_coincide_four.
Proof. by move=> R h; exact: (h _ (class_counts R 1 2) _ _ (ok2 R) isT). Qed.

Lemma linear_coincide_two_possible : possible linear_coincide_two.
Proof. by move=> R h; exact: (h _ (W2 R) _ _ (ok2 R)). Qed.

Lemma linear_coincide_ranges_possible : possible linear_coincide_ranges.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ (ok2 R) (@counts01 R 2 2)). Qed.

Lemma linear_figure_2_scale_possible : possible linear_figure_2_scale.
Proof.
move=> R h; apply: (h _ _ (W2 R) 1 (1 / 2%:R) _ (ok2 R)); first by rewrite divr_gt0 ?ltr01 ?ltr0n.
by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler1n.
Qed.

Lemma linear_figure_2_less_noise_possible : possible linear_figure_2_less_noise.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ 2%N (ok2 R) (apart2 R)). Qed.

Lemma linear_figure_2_vanishes_possible : possible linear_figure_2_vanishes.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ (ok2 R) isT). Qed.
