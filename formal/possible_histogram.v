(* The hypotheses of the statements of claims_histogram.v can be met: by two records of three
   classes, or of two. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release claims claims_histogram bounds level_examples further.
From pmlsym Require Import possible three_secrets three_bins.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* records of the classes 0 and 2 *)
Lemma histogram_footnote_7_possible : possible histogram_footnote_7.
Proof.
move=> R h.
pose x : database [finType of 'I_3] 2 := [ffun i => if i == ord0 then ord0 else ord_max].
exact: (h _ 2%N 3%N id x ord0).
Qed.
Lemma histogram_sensitivity_possible : possible histogram_sensitivity.
Proof. by move=> R h; apply: (h 2%N 3%N _ _ _ ltr01). Qed.
Lemma histogram_composition_dp_possible : possible histogram_composition_dp.
Proof. by move=> R h; apply: (h 2%N 4%N _ _ _ ltr01). Qed.

Lemma histogram_composition_derivation_possible : possible histogram_composition_derivation.
Proof.
move=> R h; have ok := @allowed_three_b R 1 ltr01.
exact: (h 2%N 3%N _ _ ok _ _ id _ ord0 (fun=> 1) (@floored_half_b R)).
Qed.
Lemma histogram_composition_bound_possible : possible histogram_composition_bound.
Proof.
move=> R h; have ok := @allowed_three_b R 1 ltr01.
exact: (h 2%N 3%N _ _ ok _ _ id _ ord0 (fun=> 1) (@floored_half_b R)).
Qed.
Lemma histogram_footnote_7_noisy_possible : possible histogram_footnote_7_noisy.
Proof.
move=> R h; have ok := @allowed_three_b R 1 ltr01.
exact: (h _ 2%N 3%N id _ _ _ ord0 ok isT (@floored_half_b R)).
Qed.

(* ---- two classes, of probabilities 3/4 and 1/4, and 1/2 and 1/2 ---- *)

Section Two.
Variable R : realType.
Lemma skewed_gt0_b j : 0 < skewed R j.
Proof. by rewrite /= /quarter; case: ifP => _; rewrite ?divr_gt0 ?invr_gt0 ?ltr0n. Qed.
Lemma skewed_least_b j : quarter_b R <= skewed R j.
Proof.
rewrite /= /quarter_b /quarter; case: ifP => _; last by rewrite div1r.
by rewrite -[1]/(1%:R) fraction_le_b.
Qed.
Lemma allowed_two_b (b : R) : 0 < b -> allowed 2 b (quarter_b R).
Proof.
move=> b0; split=> //; first exact: quarter_gt0_b.
by rewrite /quarter_b mulrA mulr1 ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
Qed.
Lemma floored_two_b : floored id (fun _ : 'I_2 => skewed R) (quarter_b R).
Proof. by move=> i j; rewrite (shareE (skewed R)); apply: skewed_least_b. Qed.
Lemma even_gt0_b j : 0 < even_law_b R 1 j.
Proof. by rewrite divr_gt0 ?ltr01 ?ltr0n. Qed.
End Two.

Lemma histogram_composition_bound_one_possible : possible histogram_composition_bound_one.
Proof.
move=> R h; have ok := @allowed_two_b R 1 ltr01.
exact: (h 2%N _ _ ok _ id _ ord0 (fun=> 1) (@floored_two_b R)).
Qed.
Lemma histogram_balance_possible : possible histogram_balance.
Proof.
move=> R h; have p0 j : 0 < one_half_law R j := half_gt0_b R j.
have p0' j : 0 < nearly_even_law R j := nearly_even_gt0 R j.
exact: (h 2%N 3%N _ _ _ ltr01 isT p0 p0').
Qed.
Lemma histogram_entropy_possible : possible histogram_entropy.
Proof.
by move=> R h; apply: (h 2%N _ _ _ ord_max ltr01 isT (@skewed_gt0_b R) (@even_gt0_b R)).
Qed.
