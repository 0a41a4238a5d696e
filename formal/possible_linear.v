(* Databases of two records in two classes, and a law of the records under which each class has at
   least 1/4: what meets the hypotheses of most statements about linear queries. Nothing here has to
   be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law extremes tangent release records claims bounds privacy more.
From pmlsym Require Import claims_limit tends possible.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Floors.
Variables (R : realType) (k : nat) (b alpha : R) (ok : allowed k b alpha).

(* what the floor leaves is one class's *)
Lemma favoured c : exists2 p : law R [finType of 'I_k],
  (forall j, alpha <= share id p j) & share id p c = 1 - k.-1%:R * alpha.
Proof.
have [b0 a0 ka] := ok; exists (favouring (ltW a0) ka c) => [j|].
  by rewrite shareE; apply: favouring_ge.
rewrite shareE /= eqxx mulr1 -[in LHS](ltn_predK (ltn_ord c)) -[in LHS]natr1.
by ring.
Qed.

Lemma records_floored n c : exists P : 'I_n -> law R [finType of 'I_k], floored id P alpha /\
  forall i, share id (P i) c = 1 - k.-1%:R * alpha.
Proof. by have [p h e] := favoured c; exists (fun=> p); split=> [i j|i]; [apply: h | apply: e]. Qed.
End Floors.

Section Two.
Variable R : realType.
Definition quarter : R := 1 / 4%:R.
Lemma quarter_gt0 : 0 < quarter. Proof. by rewrite divr_gt0 ?ltr01 ?ltr0n. Qed.
Lemma two_quarters : 2%:R * quarter <= 1.
Proof. by rewrite /quarter mulrA mulr1 ler_pdivr_mulr ?ltr0n // mul1r ler_nat. Qed.
Lemma two_allowed : allowed 2 1 quarter.
Proof. by split; [apply: ltr01 | apply: quarter_gt0 | apply: two_quarters]. Qed.

(* query l counts class l *)
Definition class_counts m k : 'M[R]_(m, k) := \matrix_(l, j) (l == j :> nat)%:R.
Lemma counts01 m k l j : class_counts m k l j = 0 \/ class_counts m k l j = 1.
Proof. by rewrite mxE; case: eqP => _; [right | left]. Qed.
Lemma counts_differ m k : two_differ (class_counts m.+1 k.+2).
Proof. by exists ord0, ord0, ord_max; rewrite !mxE /= oner_neq0. Qed.

(* both records of the first class; the first one changed *)
Definition before : database [finType of 'I_2] 2 := [ffun=> ord0].
Definition after : database [finType of 'I_2] 2 := [ffun i => if i == ord0 then ord_max else ord0].
Lemma changed : neighbours before after.
Proof. by exists ord0 => i n; rewrite !ffunE (negbTE n). Qed.
End Two.

(* The hypotheses of the statements of claims.v can be met: by two records in two classes, of which
   each has at least 1/4, and two counts with noise of scale 1. Nothing here has to be read. *)
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

(* The hypotheses of the statements of claims_limit.v can be met: by two counts of two classes, and
   by as many records as they ask for. Nothing here has to be read. *)
Lemma linear_limit_c_possible : possible linear_limit_c.
Proof.
move=> R h; pose W := W2 R; pose c := least W 1 * expR (- triangle W 1 (quarter R)).
have c0 : 0 < c by rewrite mulr_gt0 ?divr_gt0 ?expR_gt0 ?ltr0n.
have half0 : 0 < c / 2%:R by rewrite divr_gt0 ?ltr0n.
have [N small] := epsilon_small W (ok2 R) half0.
apply: (h _ _ W _ _ 2%N N.+1 (ok2 R) isT); apply: le_lt_trans (small N.+1 (leqnSn N) isT) _.
by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
Qed.

Lemma linear_limit_between_possible : possible linear_limit_between.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ (ok2 R)). Qed.

Lemma linear_limit_tends_possible : possible linear_limit_tends.
Proof. by move=> R h; exact: (h _ _ (W2 R) _ _ 1 (ok2 R) isT (one_gt0 R)). Qed.
