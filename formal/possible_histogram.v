(* Two records of three classes, of probabilities 1/2, 1/4 and 1/4, with the floor 1/4: witnesses
   that hypotheses on histograms can be met. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law tangent release claims bounds claims_histogram claims_published.
From pmlsym Require Import further claims_rounded claims_levels level_examples possible.
From pmlsym Require Import three_secrets.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Bins.
Variable R : realType.
Definition quarter_b : R := 1 / 4%:R.
Lemma quarter_gt0_b : 0 < quarter_b. Proof. by rewrite divr_gt0 ?ltr01 ?ltr0n. Qed.
Lemma quarter_lt1_b : quarter_b < 1.
Proof. by rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr1n. Qed.

Definition records_b (i : 'I_2) := one_half_law R.
Local Notation P := records_b.
Local Notation one := (ord_max : 'I_2).

Lemma half_least_b j : quarter_b <= one_half_law R j.
Proof.
rewrite /quarter_b -[1]/(1%:R) /= /one_half -[1]/(1%:R).
by case: ifP => _; rewrite fraction_le_b.
Qed.
Lemma share_half_b j : share id (one_half_law R) j = one_half R j.
Proof. exact: shareE. Qed.

Lemma allowed_three_b (b : R) : 0 < b -> allowed 3 b quarter_b.
Proof.
move=> b0; split=> //; first exact: quarter_gt0_b.
by rewrite /quarter_b mulrA mulr1 ler_pdivr_mulr ?ltr0n // mul1r ler_nat.
Qed.
Lemma floored_half_b : floored id P quarter_b.
Proof. by move=> i j; rewrite share_half_b; apply: half_least_b. Qed.
Lemma released_half_b (b : R) : 0 < b -> released b quarter_b id P.
Proof. by move=> b0; split=> //; [exact: allowed_three_b | exact: floored_half_b]. Qed.
Lemma least_half_b i : least id P i = quarter_b.
Proof.
rewrite /least; apply/le_anti/andP; split.
  have : \big[Num.min/1]_j share id (P i) j <= share id (P i) ord_max by exact: bigmin_le.
  by rewrite {2}/records_b share_half_b.
apply/bigmin_geP; split=> [|j _]; first exact/ltW/quarter_lt1_b.
by rewrite share_half_b; apply: half_least_b.
Qed.
End Bins.

(* The hypotheses of the statements of claims_histogram.v can be met: by two records of three
   classes, or of two. *)
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

(* The hypotheses of the statements of claims_levels.v can be met: by two records of three classes
   of probabilities 1/2, 1/4 and 1/4, with the floor 1/4, and by single numbers. *)
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

(* The hypotheses of the statements of claims_published.v can be met: by counts 1 and 2 and noise 1
   and -1, and by two records of three classes. *)
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

(* The hypotheses of the statements of claims_rounded.v can be met: by counts 1 and 2, alpha = 1/4
   or 1/8, and levels up to log 2. *)
Lemma histogram_calibration_utility_by_n_a_possible :
  possible histogram_calibration_utility_by_n_a.
Proof. by move=> R h; apply: (h _ _ _ _ counted_b (quarter_reached_b R)). Qed.
Lemma histogram_calibration_utility_by_n_b_possible :
  possible histogram_calibration_utility_by_n_b.
Proof.
move=> R h; exact: (h _ _ _ _ _ counted_b (eighth_reached_b R) (quarter_reached_b R)
  (eighth_part_lt_b R)).
Qed.
Lemma histogram_figure_1_regime_by_n_b_possible : possible histogram_figure_1_regime_by_n_b.
Proof. by move=> R h; apply: (h _ _ _ _ counted_b (quarter_reached_b R)). Qed.

(* the levels log(2)/8 and log 2 *)
Lemma histogram_figure_1_regime_by_n_a_possible : possible histogram_figure_1_regime_by_n_a.
Proof.
move=> R h; pose far := log_b R 2 1; pose e := far / 8%:R.
have far0 : 0 < far := level_gt0_b R.
have e0 : 0 < e by rewrite divr_gt0 ?ltr0n.
have le : e <= far by rewrite ler_pdivr_mulr ?ltr0n // ler_pmulr // ler1n.
have far1 : far <= 1.
  have two : 0 < 2%:R / 1%:R :> R by rewrite fraction_gt0_b.
  apply: le_trans (ln_tangent two) _.
  by rewrite divr1 ler_subl_addr -mulr2n lexx.
apply: (h _ _ _ _ _ counted_b (reachable_quarter_b e0 le) (quarter_reached_b R)).
  have -> : 2%:R * e / quarter_b R = far by rewrite /e /quarter_b; field.
  exact: lexx.
apply: (le_lt_trans le); apply: (le_lt_trans far1).
have -> : 48%:R * quarter_b R = 12%:R by rewrite /quarter_b; field.
by rewrite ltr1n.
Qed.
