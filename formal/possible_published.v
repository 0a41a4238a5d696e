(* The hypotheses of the statements of claims_published.v can be met: by counts 1 and 2 and noise 1
   and -1, and by two records of three classes. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release claims claims_histogram claims_published level_examples.
From pmlsym Require Import possible three_secrets three_bins.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition one_two_b (j : 'I_2) : nat := j.+1.
Lemma counted_b : (0 < records one_two_b)%N.
Proof. by rewrite /records !big_ord_recl big_ord0. Qed.
Definition up_down_b (R : realType) (j : 'I_2) : R := if j == ord0 then 1 else -1.
Lemma some_up_b (R : realType) : exists j, 0 < up_down_b R j.
Proof. by exists ord0; rewrite /up_down_b eqxx ltr01. Qed.

Section Reachable.
Variable R : realType.
Local Notation e := (log_b R 2 1).
Definition eighth_part_b : R := 1 / 8%:R.
Lemma eighth_part_gt0_b : 0 < eighth_part_b. Proof. by rewrite divr_gt0 ?ltr01 ?ltr0n. Qed.
Lemma eighth_part_lt_b : eighth_part_b < quarter_b R.
Proof. by rewrite /quarter_b /eighth_part_b -[1]/(1%:R) fraction_lt_b. Qed.
Lemma reachable_quarter_b (l : R) : 0 < l -> l <= e -> reachable 2 l (quarter_b R).
Proof.
move=> l0 le; split=> //; first exact: quarter_gt0_b.
  by rewrite /quarter_b mulrA mulr1 ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
apply: le_lt_trans le _; rewrite /quarter_b div1r invrK -[4%:R]divr1.
by rewrite -/(log_b R 4 1) log_lt_b.
Qed.
Lemma reachable_eighth_b (l : R) : 0 < l -> l <= e -> reachable 2 l eighth_part_b.
Proof.
move=> l0 le; split=> //; first exact: eighth_part_gt0_b.
  by rewrite /eighth_part_b mulrA mulr1 ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
apply: le_lt_trans le _; rewrite /eighth_part_b div1r invrK -[8%:R]divr1.
by rewrite -/(log_b R 8 1) log_lt_b.
Qed.
Lemma level_gt0_b : 0 < e. Proof. by rewrite log_gt0_b. Qed.
Definition quarter_reached_b := reachable_quarter_b level_gt0_b (lexx _).
Definition eighth_reached_b := reachable_eighth_b level_gt0_b (lexx _).
End Reachable.

Lemma histogram_correlated_possible : possible histogram_correlated.
Proof.
move=> R h; have p0 j : 0 < one_half_law R j := half_gt0_b R j.
exact: (h 3%N 2%N _ _ _ isT isT ltr01 ltr01 p0).
Qed.
Lemma histogram_calibration_utility_possible : possible histogram_calibration_utility.
Proof. by move=> R h; apply: (h _ _ (up_down_b R) _ _ counted_b (quarter_reached_b R)). Qed.
Lemma histogram_tvd_possible : possible histogram_tvd.
Proof.
move=> R h; exact: (h _ _ (up_down_b R) _ _ _ counted_b (eighth_reached_b R) (quarter_reached_b R)
  (eighth_part_lt_b R)).
Qed.
Lemma histogram_figure_1_regime_limit_possible : possible histogram_figure_1_regime_limit.
Proof.
by move=> R h; apply: (h _ _ _ _ _ counted_b (quarter_reached_b R) (some_up_b R)).
Qed.
Lemma histogram_figure_1_regime_vanishes_possible : possible histogram_figure_1_regime_vanishes.
Proof.
move=> R h; have [a0 a1 _ _] := quarter_reached_b R.
exact: (h _ _ _ _ 1 counted_b a0 (quarter_lt1_b R) a1 (some_up_b R) ltr01).
Qed.

(* an example, so there are no hypotheses *)
Lemma histogram_composition_further_a_possible : possible histogram_composition_further_a.
Proof. by move=> R []. Qed.
Lemma histogram_composition_further_b_possible : possible histogram_composition_further_b.
Proof.
move=> R h; have ok := @allowed_three_b R 1 ltr01.
exact: (h _ _ _ _ _ id _ (fun=> 1) ord0 ok (@floored_half_b R) isT).
Qed.
Lemma histogram_composition_further_c_possible : possible histogram_composition_further_c.
Proof.
move=> R h; have ok := @allowed_three_b R 1 ltr01.
exact: (h _ _ _ _ _ id _ (fun=> 1) 2%N ord0 ok (@floored_half_b R) isT).
Qed.
