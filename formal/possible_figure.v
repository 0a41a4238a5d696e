(* The hypotheses of the statements of claims_figure.v can be met, in each region of the figure: by
   the prior 3/4, 1/4 and the level log(7/6) of PML. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses.
From pmlsym Require Import claims_figure two_answers figure_two noisy_bits possible_costs possible.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Levels.
Variable R : realType.
Definition uneven := noisy_law R false.
Lemma uneven_gt0 x : 0 < uneven x. Proof. exact: noisy_gt0. Qed.
Lemma uneven_least : pmin uneven id = 1 / 4%:R.
Proof.
apply/le_anti/andP; split; first by have := pmin_le uneven id true; rewrite pr_id.
apply/bigmin_geP; split=> [|x _]; last by rewrite pr_id; apply: quarter_le.
by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler1n.
Qed.
Lemma rarest : uneven true = pmin uneven id. Proof. by rewrite uneven_least. Qed.

Definition u_level : R := ln (7%:R / 6%:R).
Lemma u_exp : expR u_level = 7%:R / 6%:R. Proof. by rewrite lnK // posrE divr_gt0 ?ltr0n. Qed.
Lemma u_gt0 : 0 < u_level.
Proof.
rewrite -(@ln1 R) ltr_ln ?posrE ?divr_gt0 ?ltr01 ?ltr0n // ltr_pdivl_mulr ?ltr0n //.
by rewrite mul1r ltr_nat.
Qed.
Lemma others : 1 - pmin uneven id = 3%:R / 4%:R. Proof. by rewrite uneven_least; field. Qed.
Lemma u_within : expR u_level * (1 - pmin uneven id) < 1.
Proof.
rewrite u_exp others mulf_div -!natrM ltr_pdivr_mulr ?ltr0n // mul1r.
by rewrite ltr_nat.
Qed.

(* L = exp(-l) *)
Variable L : R.
Hypotheses (L0 : 0 < L) (L1 : L <= 1).
Definition l_level : R := ln L^-1.
Lemma l_exp : expR (- l_level) = L. Proof. by rewrite expRN lnK ?invrK // posrE invr_gt0. Qed.
Lemma l_ge0 : 0 <= l_level. Proof. by rewrite ln_ge0 // invf_ge1. Qed.
Lemma two_levels : levels uneven u_level l_level.
Proof.
split; [exact: two_secrets | exact: uneven_gt0 | exact/ltW/u_gt0 | | exact: l_ge0].
rewrite ltr_ln ?posrE ?invr_gt0 ?divr_gt0 ?ltr0n ?others ?divr_gt0 ?ltr0n // invf_div.
by rewrite ltr_pdivr_mulr ?ltr0n // mulrAC ltr_pdivl_mulr ?ltr0n // -!natrM ltr_nat.
Qed.
Lemma positive : 0 < l_level + u_level. Proof. by rewrite ltr_paddl ?l_ge0 ?u_gt0. Qed.
Lemma skewed : pmin uneven id < 2%:R^-1.
Proof. by rewrite uneven_least div1r ltf_pinv ?posrE ?ltr0n // ltr_nat. Qed.
End Levels.

Section Ratios.
Variables (R : realType) (a b : nat).
Lemma ratio_gt0 : 0 < a.+1%:R / b.+1%:R :> R. Proof. by rewrite divr_gt0 ?ltr0n. Qed.
Lemma ratio_lt1 : (a < b.+1)%N -> a%:R / b.+1%:R < 1 :> R.
Proof. by move=> h; rewrite ltr_pdivr_mulr ?ltr0n // mul1r ltr_nat. Qed.
Lemma ratio_gt1 : (b.+1 < a)%N -> 1 < a%:R / b.+1%:R :> R.
Proof. by move=> h; rewrite ltr_pdivl_mulr ?ltr0n // mul1r ltr_nat. Qed.
End Ratios.

Section Regions.
Variable R : realType.
(* between the curves, left of both, and right of both *)
Definition L_between : R := 2%:R / 3%:R.
Definition L_above : R := 1 / 3%:R.
Definition L_below : R := 18%:R / 19%:R.
Lemma L_between_gt0 : 0 < L_between. Proof. exact: (ratio_gt0 R 1 2). Qed.
Lemma L_above_gt0 : 0 < L_above. Proof. exact: (ratio_gt0 R 0 2). Qed.
Lemma L_below_gt0 : 0 < L_below. Proof. exact: (ratio_gt0 R 17 18). Qed.
Lemma L_between_le1 : L_between <= 1. Proof. exact/ltW/(@ratio_lt1 R 2 2). Qed.
Lemma L_above_le1 : L_above <= 1. Proof. exact/ltW/(@ratio_lt1 R 1 2). Qed.
Lemma L_below_le1 : L_below <= 1. Proof. exact/ltW/(@ratio_lt1 R 18 18). Qed.
Definition between := two_levels L_between_gt0 L_between_le1.
Definition above := two_levels L_above_gt0 L_above_le1.
Definition below := two_levels L_below_gt0 L_below_le1.

Let two := two_secrets.
Let full := uneven_gt0 R.
Let rare := rarest R.
Let u0 : 0 <= u_level R := ltW (u_gt0 R).
Let u1 := u_within R.

Lemma between_upper : vlt (Fin (u_level R)) (upper_star (pmin (uneven R) id) (l_level L_between)).
Proof.
rewrite (below_upper two full rare) ?l_ge0 ?L_between_gt0 ?L_between_le1 //.
rewrite others uneven_least u_exp l_exp ?L_between_gt0 //.
have -> : 1 / 4%:R * (7%:R / 6%:R) + 3%:R / 4%:R * L_between = 19%:R / 24%:R.
  by rewrite /L_between; field.
exact: ratio_lt1.
Qed.

Lemma between_lower : vlt (Fin (l_level L_between)) (lower_star (pmin (uneven R) id) (u_level R)).
Proof.
rewrite (below_lower full rare) // others uneven_least u_exp l_exp ?L_between_gt0 //.
have -> : 1 / 4%:R * L_between + 3%:R / 4%:R * (7%:R / 6%:R) = 25%:R / 24%:R.
  by rewrite /L_between; field.
exact: ratio_gt1.
Qed.

Lemma above_curve : vlt (lower_star (pmin (uneven R) id) (u_level R)) (Fin (l_level L_above)).
Proof.
rewrite (above_lower full rare) // others uneven_least u_exp l_exp ?L_above_gt0 //.
have -> : 1 / 4%:R * L_above + 3%:R / 4%:R * (7%:R / 6%:R) = 23%:R / 24%:R.
  by rewrite /L_above; field.
exact: ratio_lt1.
Qed.

Lemma below_curve : vlt (upper_star (pmin (uneven R) id) (l_level L_below)) (Fin (u_level R)).
Proof.
rewrite (above_upper two full rare) ?l_ge0 ?L_below_gt0 ?L_below_le1 //.
rewrite others uneven_least u_exp l_exp ?L_below_gt0 //.
have -> : 1 / 4%:R * (7%:R / 6%:R) + 3%:R / 4%:R * L_below = 457%:R / 456%:R.
  by rewrite /L_below; field.
exact: ratio_gt1.
Qed.
End Regions.

Lemma less_le (R : realType) (v w : val R) : vlt v w -> vle v w.
Proof. by case: v => [x| | |]; case: w => [y| | |] //=; apply: ltW. Qed.

Lemma pmc_figure_2_repair_g_possible : possible pmc_figure_2_repair_g.
Proof.
by move=> R h; exact: (h _ _ _ _ (between R) (between_upper R) (between_lower R)).
Qed.

Lemma pmc_figure_2_repair_h_possible : possible pmc_figure_2_repair_h.
Proof. by move=> R h; exact: (h _ _ _ _ (above R) (above_curve R)). Qed.

Lemma pmc_figure_2_repair_i_possible : possible pmc_figure_2_repair_i.
Proof. by move=> R h; exact: (h _ _ _ _ (below R) (below_curve R)). Qed.

Lemma pmc_figure_2_repair_j_possible : possible pmc_figure_2_repair_j.
Proof.
move=> R h; apply: (h _ _ _ _ (above R) (less_le (above_curve R)) _ (skewed R)).
exact: positive (L_above_gt0 R) (L_above_le1 R).
Qed.

Lemma pmc_figure_2_repair_k_possible : possible pmc_figure_2_repair_k.
Proof.
move=> R h; apply: (h _ _ _ _ (below R) (less_le (below_curve R)) _ (skewed R)).
exact: positive (L_below_gt0 R) (L_below_le1 R).
Qed.
