(* The hypotheses of the statements of claims_levels.v can be met: by two records of three classes
   of probabilities 1/2, 1/4 and 1/4, with the floor 1/4, and by single numbers. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release claims claims_histogram claims_levels level_examples.
From pmlsym Require Import possible three_secrets three_bins.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- one release; the outcome is (1, 1, 1), and the record is the first of two ---- *)

Section Release.
Variable R : realType.
Definition released_one_b := @released_half_b R 1 ltr01.
Lemma two_gt0_b : 0 < 2%:R :> R. Proof. by rewrite ltr0n. Qed.
Definition released_two_b := released_half_b two_gt0_b.
Lemma half_le_b : quarter_b R <= 1 / 2%:R.
Proof. by rewrite /quarter_b -[1]/(1%:R) fraction_le_b. Qed.
Lemma quarter_le_b (k : nat) : (0 < k <= 4)%N -> quarter_b R <= 1 / k%:R.
Proof. by case/andP=> k0 k4; rewrite /quarter_b -[1]/(1%:R) fraction_le_b ?mul1n. Qed.
Definition eighth_b : R := 1 / 8%:R.
Lemma eighth_gt0_b : 0 < eighth_b. Proof. by rewrite divr_gt0 ?ltr01 ?ltr0n. Qed.
Lemma eighth_le_b (k : nat) : (0 < k <= 8)%N -> eighth_b <= 1 / k%:R.
Proof. by case/andP=> k0 k8; rewrite /eighth_b -[1]/(1%:R) fraction_le_b ?mul1n. Qed.
End Release.

Lemma histogram_theorem_4_upper_possible : possible histogram_theorem_4_upper.
Proof. by move=> R h; apply: (h _ _ _ _ _ _ _ ord0 (fun=> 1) (released_one_b R)). Qed.
Lemma histogram_theorem_4_tight_possible : possible histogram_theorem_4_tight.
Proof. by move=> R h; apply: (h _ _ _ _ _ _ _ ord0 (released_one_b R) (least_half_b R _)). Qed.
Lemma histogram_eq_4_possible : possible histogram_eq_4.
Proof. by move=> R h; apply: (h _ _ _ _ _ _ _ ord0 (fun=> 1) (released_one_b R)). Qed.
Lemma histogram_relaxation_possible : possible histogram_relaxation.
Proof. by move=> R h; apply: (h _ _ _ _ _ _ _ ord0 (fun=> 1) (released_one_b R)). Qed.
Lemma histogram_factor_a_possible : possible histogram_factor_a.
Proof.
by move=> R h; apply: (h _ _ _ _ _ _ _ ord0 (released_two_b R) (least_half_b R _) (lexx _)).
Qed.
Lemma histogram_factor_b_possible : possible histogram_factor_b.
Proof. by move=> R h; apply: (h _ _ _ _ _ _ _ ord0 (released_one_b R) (least_half_b R _)). Qed.
Lemma histogram_small_k_a_possible : possible histogram_small_k_a.
Proof. by move=> R h; apply: (h _ _ _ _ _ _ _ ord0 (released_two_b R) (lexx _)). Qed.
Lemma histogram_small_k_b_possible : possible histogram_small_k_b.
Proof. by move=> R h; apply: (h _ _ _ (@allowed_three_b R 1 ltr01) isT). Qed.
Lemma histogram_composition_grows_dp_possible : possible histogram_composition_grows_dp.
Proof. by move=> R h; apply: (h _ _ _ _ _ _ _ ord0 (released_one_b R) 1). Qed.

(* ---- numbers ---- *)

Lemma histogram_limit_possible : possible histogram_limit.
Proof.
move=> R h; have a0 := quarter_gt0_b R; have a1 := ltW (quarter_lt1_b R).
apply: (h _ _ (expR (2%:R / 1)) ltr01 (expR_gt0 _) a0 a1); set e := expR _.
have e1 : 0 <= e - 1 by rewrite subr_ge0 -(@expR0 R) ler_expR divr_ge0 ?ler01 ?ler0n.
apply: (@le_lt_trans _ _ (e - 1)); first exact: ler_pimull.
by rewrite ltr_subl_addr ltr_addl ltr01.
Qed.
Lemma histogram_limit_eq_4_possible : possible histogram_limit_eq_4.
Proof.
move=> R h; have a0 := eighth_gt0_b R.
apply: (h _ 1 1 ltr01 ltr01 a0).
  by rewrite -[1]divr1 -[1 in X in _ <= X / _]/(1%:R); apply: (@eighth_le_b R 1).
have -> : eighth_b R * (2%:R / 1 + 2%:R / 1 ^+ 2) = 1 / 2%:R by rewrite /eighth_b; field.
by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n.
Qed.
Lemma histogram_monotone_possible : possible histogram_monotone.
Proof.
move=> R h; apply: (h _ (1 / 2%:R) _ ltr01 (quarter_gt0_b R)).
  by rewrite /quarter_b -[1]/(1%:R) fraction_lt_b.
by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler1n.
Qed.
Lemma histogram_inequalities_exp_possible : possible histogram_inequalities_exp.
Proof. by move=> R h; apply: (h 1). Qed.
Lemma histogram_inequalities_log_possible : possible histogram_inequalities_log.
Proof. by move=> R h; apply: (h 1 ler01). Qed.

(* ---- composition ---- *)

Lemma histogram_composition_grows_step_possible : possible histogram_composition_grows_step.
Proof.
move=> R h; apply: (h _ _ 3%:R _ ltr01 (quarter_gt0_b R)); first by rewrite ler_nat.
by rewrite -[1 in X in _ <= _ / (_ + X)]/(1%:R) -natrD; apply: quarter_le_b.
Qed.
Lemma histogram_composition_grows_positive_possible :
  possible histogram_composition_grows_positive.
Proof. by move=> R h; apply: (h _ _ ltr01 (quarter_gt0_b R) (half_le_b R)). Qed.
(* five classes, and r = 1 *)
Lemma histogram_composition_looser_a_possible : possible histogram_composition_looser_a.
Proof.
move=> R h; apply: (h _ _ 5%:R 1 ltr01 (eighth_gt0_b R) _ _ ltr01).
- exact: eighth_le_b.
- by rewrite ler_nat.
by rewrite mulr1 natr1.
Qed.
Lemma histogram_composition_looser_b_possible : possible histogram_composition_looser_b.
Proof.
by move=> R h; apply: (h _ _ 5%:R ltr01 (eighth_gt0_b R) _ (lexx _)); apply: eighth_le_b.
Qed.
Lemma histogram_composition_looser_c_possible : possible histogram_composition_looser_c.
Proof.
move=> R h; apply: (h _ _ 3%:R ltr01 (quarter_gt0_b R)); rewrite ?ler_nat //.
exact: quarter_le_b.
Qed.

(* the scale that divides the two cases at alpha = 1/4 *)
Section Four.
Variable R : realType.
Local Notation alpha := (quarter_b R).
Lemma divide_b : alpha ^+ 2 / (2%:R * (1 - alpha)) = 1%:R / 24%:R.
Proof. by rewrite /quarter_b; field. Qed.
End Four.

Lemma histogram_composition_looser_d_possible : possible histogram_composition_looser_d.
Proof.
move=> R h; apply: (h _ 1 _ (quarter_gt0_b R) (lexx _)).
by rewrite divide_b ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat.
Qed.
Lemma histogram_composition_looser_e_possible : possible histogram_composition_looser_e.
Proof.
move=> R h; apply: (h _ _ (lexx _) _ (quarter_gt0_b R) (lexx _)).
by rewrite divide_b fraction_gt0_b.
Qed.

(* ---- the scale of a level ---- *)

Lemma histogram_calibration_exists_possible : possible histogram_calibration_exists.
Proof.
move=> R h; apply: (h _ (log_b R 2 1) (quarter_gt0_b R) (quarter_lt1_b R)).
  by rewrite log_gt0_b.
rewrite exp_log_b // divr1 /quarter_b mulrAC mul1r ltr_pdivr_mulr ?ltr0n // mul1r.
by rewrite ltr_nat.
Qed.
Lemma histogram_calibration_only_possible : possible histogram_calibration_only.
Proof.
move=> R h; apply: (h _ 1 (log_b R 5 1) (quarter_gt0_b R) (quarter_lt1_b R) ltr01).
rewrite exp_log_b // divr1 /quarter_b mulrAC mul1r ler_pdivl_mulr ?ltr0n // mul1r.
by rewrite ler_nat.
Qed.

(* ---- examples, which have no hypotheses ---- *)

Lemma histogram_balance_not_entropy_possible : possible histogram_balance_not_entropy.
Proof. by move=> R []. Qed.
Lemma linear_maximizer_possible : possible linear_maximizer.
Proof. by move=> R []. Qed.
