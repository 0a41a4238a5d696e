(* The hypotheses of the statements of claims_rounded.v can be met: by counts 1 and 2, alpha = 1/4
   or 1/8, and levels up to log 2. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release tangent claims_published claims_rounded.
From pmlsym Require Import possible three_secrets three_bins possible_published.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

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
