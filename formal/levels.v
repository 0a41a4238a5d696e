(* The bound of Theorem 4 of `histogram` as a formula: between lines, hyperbolas and eq. (4), and
   what composition yields beside it. Proofs of claims_levels.v on real numbers; nothing here has to be
   read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release claims claims_histogram claims_published claims_levels.
From pmlsym Require Import tangent bounds figures counts published rates regime.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* signs of products, quotients and sums of positive numbers *)
Ltac positive := repeat first [by [] | by rewrite ?ltr0n ?ltr01 ?expR_gt0 ?subr_gt0 |
  apply: divr_gt0 | apply: mulr_gt0 | apply: addr_gt0 | apply: exprn_gt0].
Ltac nonnegative := repeat first [by [] | by apply: ltW | by rewrite ?ler0n ?ler01 ?subr_ge0 |
  by rewrite ltW // ?expR_gt0 ?subr_gt0 |
  apply: divr_ge0 | apply: mulr_ge0 | apply: addr_ge0 | apply: exprn_ge0].

Theorem histogram_inequalities_exp_holds : histogram_inequalities_exp.
Proof. by move=> R t; apply: exp_tangent. Qed.

Theorem histogram_inequalities_log_holds : histogram_inequalities_log.
Proof.
move=> R t t0; have p0 : 0 < 1 + t by rewrite ltr_paddr ?ltr01.
have q0 : 0 < 2%:R + t by rewrite ltr_paddr ?ltr0n.
have l0 : 0 <= ln (1 + t) by rewrite ln_ge0 // ler_addl.
have := half_turn l0; rewrite lnK ?posrE // => h.
rewrite -(ler_pmul2r q0); apply: (@le_trans _ _ (2%:R * t)).
  rewrite -subr_ge0; have -> : 2%:R * t - (t - t ^+ 2 / 2%:R) * (2%:R + t) = t ^+ 3 / 2%:R by field.
  by rewrite divr_ge0 ?exprn_ge0 ?ler0n.
rewrite -subr_ge0 in h; rewrite -subr_ge0.
have -> : ln (1 + t) * (2%:R + t) - 2%:R * t =
  2%:R * (ln (1 + t) / 2%:R * (1 + t + 1) - (1 + t - 1)) by field.
by rewrite mulr_ge0 ?ler0n.
Qed.

Section Bound.
Variables (R : realType) (b alpha : R).
Hypotheses (b_gt0 : 0 < b) (a_gt0 : 0 < alpha).
Local Notation t := (2%:R / b).
Local Notation B := (bound_4 b alpha).
Let t_gt0 : 0 < t. Proof. by rewrite divr_gt0 ?ltr0n. Qed.
Let grown : 0 < expR t - 1.
Proof. by rewrite subr_gt0 -[X in X < _](@expR0 R) ltr_expR. Qed.

(* what the logarithm is of *)
Lemma insideE : alpha * expR t - alpha + 1 = 1 + alpha * (expR t - 1). Proof. by ring. Qed.
Lemma inside_gt1 : 1 < alpha * expR t - alpha + 1.
Proof. by rewrite insideE ltr_addl mulr_gt0. Qed.
Lemma bound_mixed : B = t - ln (rates.mixed alpha t).
Proof. by rewrite /bound_4 addrC; congr (_ - ln _); rewrite /rates.mixed; ring. Qed.

Lemma bound_lt : B < t.
Proof.
rewrite /bound_4 gtr_addr oppr_lt0 -[X in X < _](@ln1 R) ltr_ln ?posrE ?ltr01 ?inside_gt1 //.
exact: lt_trans ltr01 inside_gt1.
Qed.

Lemma bound_ge : t - alpha * (expR t - 1) <= B.
Proof.
rewrite /bound_4 [X in _ <= X]addrC ler_add2l ler_opp2.
apply: le_trans (ln_tangent _) _; first exact: lt_trans ltr01 inside_gt1.
by rewrite insideE addrC addKr.
Qed.

Lemma bound_le : alpha < 1 -> B <= (2%:R - 2%:R * alpha) / (alpha + b).
Proof.
move=> a1; rewrite bound_mixed; have h := log_mixed_ge a_gt0 a1 (ltW t_gt0).
have d0 : 0 < alpha + b by rewrite addr_gt0.
rewrite ler_subl_addr -ler_subl_addl; apply: le_trans h; rewrite le_eqVlt; apply/orP; left.
have -> : 2%:R + alpha * t = 2%:R * (alpha + b) / b by field; rewrite gt_eqF.
by apply/eqP; field; rewrite !gt_eqF.
Qed.

Lemma hyperbola_lt_eq_4 : alpha < 1 -> (2%:R - 2%:R * alpha) / (alpha + b) < eq_4 b alpha.
Proof.
move=> a1; have d0 : 0 < alpha + b by rewrite addr_gt0.
rewrite -subr_gt0 /eq_4.
have -> : 2%:R * alpha ^+ 2 / b ^+ 2 + (2%:R - 2%:R * alpha) / b -
    (2%:R - 2%:R * alpha) / (alpha + b) =
  2%:R * alpha * (alpha ^+ 2 + b) / (b ^+ 2 * (alpha + b)) by field; rewrite !gt_eqF.
by positive.
Qed.

Lemma hyperbola_lt_dp : alpha < 1 -> (2%:R - 2%:R * alpha) / (alpha + b) < t.
Proof.
move=> a1; have d0 : 0 < alpha + b by rewrite addr_gt0.
rewrite -subr_gt0.
have -> : t - (2%:R - 2%:R * alpha) / (alpha + b) =
  2%:R * alpha * (1 + b) / (b * (alpha + b)) by field; rewrite !gt_eqF.
by positive.
Qed.

(* as a share of the DP level *)
Lemma share_le : alpha < 1 -> B / t <= 1 - alpha.
Proof.
move=> a1; rewrite ler_pdivr_mulr //; apply: le_trans (bound_le a1) _.
have d0 : 0 < alpha + b by rewrite addr_gt0.
rewrite -subr_ge0.
have -> : (1 - alpha) * t - (2%:R - 2%:R * alpha) / (alpha + b) =
  2%:R * (1 - alpha) * alpha / (b * (alpha + b)) by field; rewrite !gt_eqF.
by nonnegative.
Qed.

Lemma share_ge : 1 - alpha * (expR t - 1) * b / 2%:R <= B / t.
Proof.
rewrite ler_pdivl_mulr //; apply: le_trans bound_ge; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by move: (expR _) => E; field; rewrite gt_eqF.
Qed.
End Bound.

Lemma exp1_le3 (R : realType) : expR 1 <= 3%:R :> R.
Proof.
have h : expR (6%:R^-1) <= 6%:R / 5%:R :> R.
  rewrite -[X in expR X]opprK expRN -[X in _ <= X]invf_div lef_pinv ?posrE ?expR_gt0 //;
    last by positive.
    apply: le_trans (exp_tangent _); rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
  by [].
have six : 6%:R * 6%:R^-1 = 1 :> R by rewrite divff ?pnatr_eq0.
rewrite -[X in expR X]six expRMm; apply: (@le_trans _ _ ((6%:R / 5%:R) ^+ 6)).
  by apply: ler_expn2r; rewrite ?nnegrE ?(ltW (expR_gt0 _)) // divr_ge0 ?ler0n.
rewrite expr_div_n ler_pdivr_mulr ?exprn_gt0 ?ltr0n // -!natrX -natrM ler_nat.
by vm_compute.
Qed.

(* levels up to 1 *)
Lemma share_ge_high (R : realType) (b alpha : R) : 2%:R <= b -> 0 < alpha ->
  1 - 2%:R * alpha <= bound_4 b alpha / (2%:R / b).
Proof.
move=> b2 a0; have b0 : 0 < b by apply: lt_le_trans b2; rewrite ltr0n.
apply: le_trans (share_ge b0 a0); rewrite ler_add2l ler_opp2.
have t0 : 0 <= 2%:R / b by rewrite divr_ge0 ?ler0n ?ltW.
have t1 : 2%:R / b <= 1 by rewrite ler_pdivr_mulr // mul1r.
have := mixtures.exp_chord 1 t0 t1; rewrite mulr1 => h.
have {}h : expR (2%:R / b) - 1 <= 2%:R * (2%:R / b).
  rewrite ler_subl_addr; apply: le_trans h _; rewrite -subr_ge0.
  have -> : 2%:R * (2%:R / b) + 1 - (1 - 2%:R / b + 2%:R / b * expR 1) =
    2%:R / b * (3%:R - expR 1) by ring.
  by rewrite mulr_ge0 // subr_ge0 exp1_le3.
have -> : 2%:R * alpha = alpha * (2%:R * (2%:R / b)) * b / 2%:R by field; rewrite gt_eqF.
by rewrite ler_wpmul2r ?invr_ge0 ?ler0n // ler_wpmul2r ?(ltW b0) // ler_wpmul2l // ltW.
Qed.

Theorem histogram_limit_holds : histogram_limit.
Proof.
move=> R alpha b delta b0 d0 a0 a1 h; rewrite lt_maxl.
have lo := bound_lt b0 a0; have hi := bound_ge b0 a0.
rewrite (lt_trans _ d0) ?subr_lt0 //=; apply: le_lt_trans h.
by rewrite ler_subl_addr -ler_subl_addl.
Qed.

Theorem histogram_limit_eq_4_holds : histogram_limit_eq_4.
Proof.
move=> R alpha b delta b0 d0 a0 a1 h; rewrite lt_maxl /eq_4; have n0 : b != 0 by rewrite gt_eqF.
have r0 : 0 <= 1 - alpha by rewrite subr_ge0.
apply/andP; split; apply: le_lt_trans h; rewrite -subr_ge0.
  have -> : alpha * (2%:R / b + 2%:R / b ^+ 2) - (2%:R * alpha ^+ 2 / b ^+ 2 +
      (2%:R - 2%:R * alpha) / b - 2%:R / b) =
    alpha * (4%:R / b + 2%:R * (1 - alpha) / b ^+ 2) by field.
  by nonnegative.
have -> : alpha * (2%:R / b + 2%:R / b ^+ 2) - (2%:R / b - (2%:R * alpha ^+ 2 / b ^+ 2 +
      (2%:R - 2%:R * alpha) / b)) = alpha * (2%:R / b ^+ 2 + 2%:R * alpha / b ^+ 2) by field.
by nonnegative.
Qed.

Theorem histogram_monotone_holds : histogram_monotone.
Proof.
move=> R alpha alpha2 b b0 a0 h a1; rewrite /bound_4 ltr_add2r.
have g := lt_trans ltr01 (inside_gt1 b0 a0); apply: ln_lt => //.
rewrite !insideE ltr_add2l ltr_pmul2r // subr_gt0 -[X in X < _](@expR0 R) ltr_expR.
by rewrite divr_gt0 ?ltr0n.
Qed.

(* ---- composition ---- *)

Theorem histogram_composition_grows_step_holds : histogram_composition_grows_step.
Proof. by move=> R alpha b k _ _ _ _; ring. Qed.

Lemma parts_gt0 (R : realType) (alpha b : R) : 0 < b -> 0 < alpha -> alpha < 1 ->
  0 < alpha ^+ 2 / (2%:R * b ^+ 2) /\ 0 < (1 - alpha) / b.
Proof.
by move=> b0 a0 a1; split; positive.
Qed.

Lemma eq_4E (R : realType) (alpha b : R) : 0 < b ->
  eq_4 b alpha = 4%:R * (alpha ^+ 2 / (2%:R * b ^+ 2)) + 2%:R * ((1 - alpha) / b).
Proof. by move=> b0; rewrite /eq_4; field; rewrite gt_eqF. Qed.

Lemma less_than1 (R : realType) (alpha k : R) : 2%:R <= k -> alpha <= 1 / k -> alpha < 1.
Proof.
move=> k2; have k0 : 0 < k by apply: lt_le_trans k2; rewrite ltr0n.
move=> h; apply: le_lt_trans h _; rewrite ltr_pdivr_mulr // mul1r.
by apply: lt_le_trans k2; rewrite ltr1n.
Qed.

Theorem histogram_composition_grows_positive_holds : histogram_composition_grows_positive.
Proof.
move=> R alpha b b0 a0 h; have [] := parts_gt0 b0 a0 (less_than1 (lexx _) h).
exact: addr_gt0.
Qed.

Theorem histogram_composition_looser_a_holds : histogram_composition_looser_a.
Proof.
move=> R alpha b k r b0 a0 h k2 r0 k4.
have [c0 d0] := parts_gt0 b0 a0 (less_than1 k2 h); rewrite eq_4E // /per_count.
move: (_ / _) c0 (_ / _) d0 => c c0 d d0; rewrite -subr_ge0.
have -> : (k - 1) * (c + d) - r * (4%:R * c + 2%:R * d) =
  (k - (4%:R * r + 1)) * (c + d) + 2%:R * r * d by ring.
by nonnegative.
Qed.

Theorem histogram_composition_looser_b_holds : histogram_composition_looser_b.
Proof.
move=> R alpha b k b0 a0 h k5.
have k2 : 2%:R <= k by apply: le_trans k5; rewrite ler_nat.
have [c0 d0] := parts_gt0 b0 a0 (less_than1 k2 h); rewrite eq_4E // /per_count.
move: (_ / _) c0 (_ / _) d0 => c c0 d d0; rewrite -subr_gt0.
have -> : (k - 1) * (c + d) - (4%:R * c + 2%:R * d) = (k - 5%:R) * (c + d) + 2%:R * d by ring.
by apply: ltr_paddl; [nonnegative|positive].
Qed.

Theorem histogram_composition_looser_c_holds : histogram_composition_looser_c.
Proof.
move=> R alpha b k b0 a0 h k2 k3.
have [c0 d0] := parts_gt0 b0 a0 (less_than1 k2 h); rewrite eq_4E // /per_count.
move: (_ / _) c0 (_ / _) d0 => c c0 d d0; rewrite -subr_gt0.
have -> : 4%:R * c + 2%:R * d - (k - 1) * (c + d) = (3%:R - k) * (c + d) + 2%:R * c by ring.
by apply: ltr_paddl; [nonnegative|positive].
Qed.

(* the two sides for four bins *)
Lemma four_bins (R : realType) (alpha b : R) : 0 < b -> alpha < 1 ->
  3%:R * alpha ^+ 2 / (2%:R * b ^+ 2) + 3%:R * (1 - alpha) / b - eq_4 b alpha =
  (b - alpha ^+ 2 / (2%:R * (1 - alpha))) * ((1 - alpha) / b ^+ 2).
Proof.
move=> b0 a1; have n1 : 1 - alpha != 0 by rewrite subr_eq0 eq_sym lt_eqF.
by rewrite /eq_4; field; rewrite n1 gt_eqF.
Qed.

Lemma quarter_lt1 (R : realType) (alpha : R) : alpha <= 1 / 4%:R -> alpha < 1.
Proof. by apply: less_than1; rewrite ler_nat. Qed.

Theorem histogram_composition_looser_d_holds : histogram_composition_looser_d.
Proof.
move=> R alpha b h a0 /quarter_lt1 a1; have r0 : 0 < 1 - alpha by rewrite subr_gt0.
have b0 : 0 < b by apply: le_lt_trans h; rewrite divr_ge0 ?sqr_ge0 // mulr_ge0 ?ler0n ?ltW.
by rewrite -subr_gt0 four_bins // mulr_gt0 ?subr_gt0 // divr_gt0 ?exprn_gt0.
Qed.

Theorem histogram_composition_looser_e_holds : histogram_composition_looser_e.
Proof.
move=> R alpha b h b0 a0 /quarter_lt1 a1; have r0 : 0 < 1 - alpha by rewrite subr_gt0.
by rewrite -subr_le0 four_bins // mulr_le0_ge0 ?subr_le0 // divr_ge0 ?sqr_ge0 // ltW.
Qed.

(* ---- calibration ---- *)

Theorem histogram_calibration_exists_holds : histogram_calibration_exists.
Proof.
move=> R alpha e a0 a1 e0 h rate.
have ok : reachable 1 e alpha.
  split=> //; first by rewrite mul1r ltW.
  rewrite -ltr_expR lnK ?posrE ?invr_gt0 // -[X in _ < X]mul1r ltr_pdivl_mulr //.
  by rewrite mulrC.
have := saved_log ok; have := calibrated_gt0 ok; rewrite /calibrated.
have -> : expR (- e) - alpha = - alpha + expR (- e) by rewrite addrC.
rewrite -/rate => s0 lE; split=> //.
have d0 : 0 < - alpha + expR (- e) by rewrite addrC subr_gt0 (below_decay ok).
have -> : alpha * (1 - alpha) / (- alpha + expR (- e)) - alpha + 1 = rates.mixed alpha rate.
  rewrite /rates.mixed lnK ?posrE ?divr_gt0 ?subr_gt0 //; ring.
by rewrite lE subKr.
Qed.

Theorem histogram_calibration_only_holds : histogram_calibration_only.
Proof.
move=> R alpha b e a0 a1 b0 h; have i0 := lt_trans ltr01 (inside_gt1 b0 a0).
rewrite /bound_4 addrC ltr_subl_addr -ltr_expR expRD lnK ?posrE // -subr_gt0.
have -> : expR e * (alpha * expR (2%:R / b) - alpha + 1) - expR (2%:R / b) =
  (alpha * expR e - 1) * expR (2%:R / b) + expR e * (1 - alpha) by ring.
by apply: ltr_paddl; [nonnegative|positive].
Qed.
