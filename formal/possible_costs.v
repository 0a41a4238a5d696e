(* The hypotheses of the statements of claims_costs.v can be met: by a fair bit that two answers
   tell with an error of 1/4, and where an outcome has to rule out a secret, by a bit of which only
   `true` is ever told as `true`. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs products guesses.
From pmlsym Require Import claims_losses figure_two claims_costs averages attained jensen.
From pmlsym Require Import mixed_priors claims_choices possible noisy_bits.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Costs.
Variables (R : realType) (C : finType).
Lemma wrong_ge0 (u w : C) : 0 <= wrong R u w. Proof. exact: ler0n. Qed.
Lemma right_ge0 (u w : C) : 0 <= right R u w. Proof. exact: ler0n. Qed.
End Costs.

(* ---- at an outcome ---- *)

Lemma pmc_gains_at_possible : possible pmc_gains_at.
Proof.
move=> R h; exact: (h _ _ _ _ _ _ bit answer other (@right R _) true true
  (errors_attack R true) (errors_chain R) (@right_ge0 R _)).
Qed.

Lemma pmc_costs_at_possible : possible pmc_costs_at.
Proof.
move=> R h; exact: (h _ _ _ _ _ _ bit answer other (@wrong R _) true true
  (errors_attack R true) (errors_chain R) (@wrong_ge0 R _)).
Qed.

Lemma pmc_gains_guess_possible : possible pmc_gains_guess.
Proof.
by move=> R h; exact: (h _ _ _ _ _ bit answer other true true (errors_attack R true)
  (errors_chain R)).
Qed.

Lemma pmc_costs_guess_possible : possible pmc_costs_guess.
Proof.
by move=> R h; exact: (h _ _ _ _ _ bit answer other true true (errors_attack R true)
  (errors_chain R)).
Qed.

Lemma pmc_gains_one_possible : possible pmc_gains_one.
Proof.
move=> R h; have [x most] := most_lift_exists bit (errors_possible R true).
exact: (h _ _ _ _ bit answer true x (errors_attack R true) most).
Qed.

Lemma pmc_gains_split_possible : possible pmc_gains_split.
Proof.
move=> R h; have [x most] := most_lift_exists bit (errors_possible R true).
exact: (h _ _ _ _ bit answer true x (errors_attack R true) most).
Qed.

Lemma pmc_costs_one_possible : possible pmc_costs_one.
Proof.
move=> R h; have [x least] := least_lift_exists bit (errors_possible R true).
exact: (h _ _ _ _ bit answer true x (errors_attack R true) least).
Qed.

Lemma pmc_costs_split_possible : possible pmc_costs_split.
Proof.
move=> R h; have [x least] := least_lift_exists bit (errors_possible R true).
exact: (h _ _ _ _ bit answer true x (errors_attack R true) least).
Qed.

Lemma pmc_theorem_2_lift_possible : possible pmc_theorem_2_lift.
Proof. by move=> R h; exact: (h _ _ _ _ bit answer true (errors_attack R true)). Qed.

Lemma histogram_eq_2_reached_possible : possible histogram_eq_2_reached.
Proof. by move=> R h; exact: (h _ _ _ _ bit answer true true (errors_attack R true)). Qed.

Lemma histogram_eq_2_formula_possible : possible histogram_eq_2_formula.
Proof. by move=> R h; exact: (h _ _ _ _ bit answer true (errors_attack R true)). Qed.

(* ---- given a value of a third variable ---- *)

Lemma both_possible R y z : 0 < pr (errors R) (both answer other) (y, z).
Proof. exact: (errors_gt0 R (both answer other) (true, y, z)). Qed.
Lemma other_possible R z : 0 < pr (errors R) other z.
Proof. exact: (errors_gt0 R other (true, true, z)). Qed.

(* U is the secret, whose law given the other answer is 3/4 and 1/4 *)
Lemma pmc_corollary_2_costs_possible : possible pmc_corollary_2_costs.
Proof.
move=> R h; exact: (h _ _ _ _ _ _ _ bit answer other bit (@wrong R _) true true true
  (other_possible R true) (both_possible R true true) (@secret_chain _ _ _ _ _ _ _)
  (@wrong_ge0 R _)).
Qed.

Lemma pmc_corollary_2_one_possible : possible pmc_corollary_2_one.
Proof.
move=> R h; have z0 := other_possible R true.
have y0 : 0 < pr (law_given z0) answer true.
  apply: (@pr_gt0 R _ (law_given z0) _ answer (true, true, true)).
  rewrite /= /mass_given eqxx divr_gt0 //.
  by have := errors_gt0 R id (true, true, true); rewrite pr_id.
have [x least] := least_lift_exists bit y0.
exact: (h _ _ _ _ _ bit answer other true true z0 x (both_possible R true true) least).
Qed.

(* ---- on average, and at worst ---- *)

Lemma pmc_average_costs_possible : possible pmc_average_costs.
Proof.
move=> R h; exact: (h _ _ _ _ _ _ bit answer other (@wrong R _) true
  (errors_secret R) (errors_chain R) (@wrong_ge0 R _)).
Qed.

Lemma pmc_average_cost_reached_possible : possible pmc_average_cost_reached.
Proof. by move=> R h; exact: (h _ _ _ _ bit answer true (errors_secret R)). Qed.

Lemma pmc_proposition_2_possible : possible pmc_proposition_2.
Proof.
move=> R h; exact: (h _ _ _ _ _ _ bit answer other (@wrong R _) true true
  (errors_secret R) (errors_chain R) (@wrong_ge0 R _)).
Qed.

Lemma pmc_guesswork_leakage_possible : possible pmc_guesswork_leakage.
Proof. by move=> R h; exact: (h _ _ _ _ _ bit answer other (errors_secret R) (errors_chain R)). Qed.

Lemma pmc_worst_costs_possible : possible pmc_worst_costs.
Proof.
move=> R h; exact: (h _ _ _ _ _ _ bit answer other (@wrong R _) true true
  (errors_secret R) (errors_possible R true) (errors_chain R) (@wrong_ge0 R _)).
Qed.

Lemma pmc_worst_cost_reached_possible : possible pmc_worst_cost_reached.
Proof.
by move=> R h; exact: (h _ _ _ _ bit answer true true (errors_secret R) (errors_possible R true)).
Qed.

Lemma pmc_worst_pairs_possible : possible pmc_worst_pairs.
Proof. by move=> R h; exact: (h _ _ _ _ bit answer (errors_secret R)). Qed.

Lemma pmc_eq_9_possible : possible pmc_eq_9.
Proof. by move=> R h; exact: (h _ _ _ _ bit answer (errors_secret R)). Qed.

Lemma pmc_eq_9_first_mean_possible : possible pmc_eq_9_first_mean.
Proof. by move=> R h; exact: (h _ _ _ _ bit answer (errors_secret R)). Qed.

Lemma pmc_lemma_1_vii_possible : possible pmc_lemma_1_vii.
Proof.
move=> R h; exact: (h _ _ _ _ _ bit answer other true true (errors_possible R true)
  (errors_secret R) (both_possible R true true)).
Qed.

Lemma errors_level R y : 0 < pr (errors R) answer y ->
  vle (ldp (errors R) bit answer y) (Fin (ln 3%:R)).
Proof. by rewrite errors_ldp /= lexx. Qed.

Lemma pmc_conclusion_lip_utility_b_possible : possible pmc_conclusion_lip_utility_b.
Proof.
move=> R h; exact: (h _ _ _ _ bit answer _ (errors_secret R) (log3_ge0 R) (@errors_level R) true
  (errors_possible R true)).
Qed.

Lemma pmc_conclusion_lip_utility_c_possible : possible pmc_conclusion_lip_utility_c.
Proof.
move=> R h; exact: (h _ _ _ _ bit answer _ (errors_secret R) (log3_ge0 R) (@errors_level R) true
  (errors_possible R true)).
Qed.

(* an outcome that rules out a secret, which a guess of it at that outcome never costs *)
Lemma pmc_conclusion_zero_cost_repair_possible : possible pmc_conclusion_zero_cost_repair.
Proof.
move=> R h; have full := lapses_bit R.
apply: (h _ _ _ _ _ _ bit answer bit (@wrong R _) true true 1 (lapses_attack R true)
  (@secret_chain _ _ _ _ _ _ _) (@wrong_ge0 R _) ler01).
  apply/le_anti/andP; split.
    apply: le_trans (least_le true _ true) _.
    rewrite (mean_givenE _ bit answer true (fun x => wrong R x true)) big_bool /= mulr0 add0r.
    by rewrite /posterior bit_answer /= mulr0 mul0r mul0r.
  by apply: least_ge => w; apply: mean_given_ge0 => t; apply: wrong_ge0.
rewrite /least_before; set F := fun _ : bool => _; have [w <-] := least_is true F.
rewrite /F (meanE _ bit (fun x => wrong R x w)) big_bool /wrong gt_eqF //.
by case: w; rewrite /= !(mulr0, mulr1, add0r, addr0).
Qed.

Lemma pmc_eq_9_strict_repair_less_possible : possible pmc_eq_9_strict_repair_less.
Proof.
move=> R h; apply: (h _ _ _ _ bit answer (lapses_secret R)).
have : veq (worst (lapses R) answer (pmc (lapses R) bit answer)) PInf.
  apply: (worst_is (lapses_possible R true)); last by rewrite lapses_told.
  by apply: worst_le => s _; have := rep_def (rep_pmc (lapses R) bit answer (answer s)); case: pmc.
case: worst => // _; rewrite mean_exp sum_minP /= (bigD1 false) ?lapses_possible //=.
rewrite ltr_paddr ?mulr_gt0 ?lapses_possible ?lapses_untold // sumr_ge0 // => y _.
by rewrite mulr_ge0 ?pr_ge0 ?lo_ge0.
Qed.

Lemma pmc_eq_9_strict_repair_same_possible : possible pmc_eq_9_strict_repair_same.
Proof.
move=> R h; apply: (h _ _ _ _ bit answer (errors_secret R)).
have : veq (worst (errors R) answer (pmc (errors R) bit answer)) (Fin (ln 2%:R)).
  by apply: errors_worst => // y; apply: errors_pmc.
case: worst => //= w /eqP->; rewrite mean_exp sum_minP.
under eq_bigr do rewrite errors_least.
by rewrite -mulr_suml sum_possible mul1r /= expRN lnK ?posrE ?ltr0n.
Qed.

(* ---- one mechanism under several priors ---- *)

Section Priors.
Variable R : realType.
Definition noisy_law x : law R bool_finType := Law (noisy_ge0 R x) (noisy_sum R x).

Lemma fair_chance y : chance (fair R) noisy_law y = 2%:R^-1.
Proof. by rewrite chanceE big_bool /= /noisy; case: y; rewrite /=; field. Qed.
Lemma fair_chance_gt0 y : 0 < chance (fair R) noisy_law y.
Proof. by rewrite fair_chance invr_gt0 ltr0n. Qed.

Lemma quarter_le x y : 1 / 4%:R <= noisy R x y.
Proof. by rewrite /noisy; case: ifP => // _; rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler1n. Qed.
Lemma le_quarters x y : noisy R x y <= 3%:R / 4%:R.
Proof. by rewrite /noisy; case: ifP => // _; rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler1n. Qed.

Lemma fair_least y : least_of (fair R) noisy_law y = 1 / 4%:R.
Proof.
apply/le_anti/andP; split; last first.
  by have [x _ <-] := least_of_is (fair_chance_gt0 y); apply: quarter_le.
by have := least_of_le noisy_law y (fair_gt0 R (~~ y)); rewrite /= /noisy; case: (y).
Qed.
Lemma fair_most y : most_of (fair R) noisy_law y = 3%:R / 4%:R.
Proof.
apply/le_anti/andP; split.
  by have [x _ <-] := most_of_is (fair_chance_gt0 y); apply: le_quarters.
by have := most_of_ge noisy_law y (fair_gt0 R y); rewrite /= /noisy eqxx.
Qed.

(* ldp is log 3 *)
Lemma above_ln2 y : vlt (Fin (ln 2%:R)) (ldp_of (fair R) noisy_law y).
Proof.
have c0 := fair_chance_gt0 y.
rewrite (rep_lt (rep_fin _) (rep_ldp_of c0)) lnK ?posrE ?ltr0n // (loE c0) (hiE c0).
rewrite fair_least fair_most fair_chance mulr1 mulrA ltr_pmul2r ?invr_gt0 ?invr_gt0 ?ltr0n //.
by rewrite div1r ltr_pmul2r ?invr_gt0 ?ltr0n // ltr_nat.
Qed.

Lemma ln2_ge0 : 0 <= ln 2%:R :> R. Proof. by rewrite ln_ge0 // ler1n. Qed.

Lemma point_chance x (K : bool -> law R bool_finType) y : chance (point_law R x) K y = K x y.
Proof. by apply: (@chance_one _ _ _ _ _ _ x); rewrite /= eqxx. Qed.
Lemma point_one_secret (x : bool) : on_one_secret (point_law R x).
Proof. by exists x; rewrite /= eqxx. Qed.
End Priors.

(* priors 3/4, 1/4 and 1/4, 3/4, and their mean *)
Lemma pmc_lemma_1_iv_possible : possible pmc_lemma_1_iv.
Proof.
move=> R h.
apply: (h _ _ (@noisy_law R) (noisy_law R true) (noisy_law R false) (fair R) true 2%:R^-1).
- by rewrite invr_gt0 ltr0n.
- by rewrite invf_lt1 ?ltr0n // ltr1n.
- by case; rewrite /= /noisy /=; field.
- by rewrite chanceE big_bool; apply: addr_gt0; apply: mulr_gt0; apply: noisy_gt0.
- by rewrite chanceE big_bool; apply: addr_gt0; apply: mulr_gt0; apply: noisy_gt0.
Qed.

Lemma pmc_remark_3_b_possible : possible pmc_remark_3_b.
Proof. by move=> R h; exact: (h _ _ (@noisy_law R) (fair R) true (fair_chance_gt0 R true)). Qed.

Lemma pmc_section_6_chance_a_possible : possible pmc_section_6_chance_a.
Proof.
move=> R h; have c : chance (fair R) (one_sided R) true = 1 / 4%:R.
  by rewrite chanceE big_bool /=; field.
apply: (h _ _ (one_sided R) (point_law R true) (point_law R false) (fair R) true 2%:R^-1).
- exact: point_one_secret.
- exact: point_one_secret.
- by rewrite invr_gt0 ltr0n.
- by rewrite invf_lt1 ?ltr0n // ltr1n.
- by case; rewrite /=; field.
- by rewrite c divr_gt0 ?ltr01 ?ltr0n.
- by rewrite c point_chance /=; field.
Qed.

Lemma pmc_theorem_1_b_possible : possible pmc_theorem_1_b.
Proof.
move=> R h; apply: (h _ _ (@noisy_law R) (fair R) (point_law R false) true _ (ln2_ge0 R)
  (fair_chance_gt0 R true) (point_one_secret R false) _ (above_ln2 R true)).
by rewrite point_chance fair_least.
Qed.

Lemma pmc_theorem_5_b_possible : possible pmc_theorem_5_b.
Proof.
move=> R h; apply: (h _ _ (@noisy_law R) (fair R) (point_law R true) true _ (ln2_ge0 R)
  (fair_chance_gt0 R true) (point_one_secret R true) _ (above_ln2 R true)).
by rewrite point_chance fair_most.
Qed.

(* ---- mechanisms that there are: nothing is supposed ---- *)

Lemma pmc_remark_3_c_possible : possible pmc_remark_3_c. Proof. by move=> R. Qed.
Lemma pmc_section_6_chance_b_possible : possible pmc_section_6_chance_b. Proof. by move=> R. Qed.
Lemma pmc_section_6_stronger_b_possible : possible pmc_section_6_stronger_b.
Proof. by move=> R. Qed.
Lemma pmc_section_6_any_a_possible : possible pmc_section_6_any_a. Proof. by move=> R. Qed.
Lemma pmc_section_6_any_b_possible : possible pmc_section_6_any_b. Proof. by move=> R. Qed.
Lemma pmc_section_6_any_c_possible : possible pmc_section_6_any_c. Proof. by move=> R. Qed.
Lemma pmc_section_6_any_d_possible : possible pmc_section_6_any_d. Proof. by move=> R. Qed.

(* The hypotheses of the statements of claims_choices.v can be met: by a fair bit that two answers
   tell with an error of 1/4. Nothing here has to be read. *)
(* one answer is the secret, the bit is the outcome, and the other answer is the choice *)
Lemma pmc_lemma_2_random_possible : possible pmc_lemma_2_random.
Proof.
move=> R h.
apply: (h _ _ _ _ _ other bit answer (@wrong R _) true true _ (errors_chain R) (@wrong_ge0 R _)).
by split; [apply: (other_possible R) | apply: errors_bit].
Qed.

Lemma pmc_theorem_4_costs_possible : possible pmc_theorem_4_costs.
Proof.
move=> R h; exact: (h _ _ _ _ _ bit answer true (@wrong R _) true two_secrets
  (errors_channel R true) (@wrong_ge0 R _)).
Qed.

Lemma pmc_theorem_4_one_possible : possible pmc_theorem_4_one.
Proof.
move=> R h; have [x least] := least_lift_exists bit (errors_possible R true).
exact: (h _ _ _ _ bit answer true x two_secrets (errors_channel R true) least).
Qed.

(* The hypotheses of the statements of claims_losses.v can be met: by alpha = 2 and laws of a bit.
   Nothing here has to be read. *)
Lemma pmc_example_3_interpolation_possible : possible pmc_example_3_interpolation.
Proof.
move=> R h; apply: (h 2%:R 2%:R^-1); first by rewrite ltr1n.
  by rewrite invr_ge0 ler0n.
by rewrite invf_le1 ?ltr0n // ler1n.
Qed.

Lemma order_two (R : realType) : order (Some (2%:R : R)). Proof. exact: ler1n. Qed.

Lemma pmc_example_3_codomain_repair_possible : possible pmc_example_3_codomain_repair.
Proof. by move=> R h; exact: (h _ (fair R) _ (order_two R)). Qed.

Lemma pmc_example_3_possible : possible pmc_example_3.
Proof.
by move=> R h; exact: (h _ (fair R) (noisy_law R true) _ (fair_gt0 R) (order_two R)).
Qed.
