(* The gap in the mean distance between calibration by DP and by PML at small levels. Proofs of
   claims_rounded.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra boolp classical_sets.
From mathcomp.analysis Require Import constructive_ereal reals ereal topology normedtype.
From mathcomp.analysis Require Import sequences exp.
From pmlsym Require Import law release claims_published claims_rounded published tangent losses rounded
  rates.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Import numFieldNormedType.Exports.
Local Open Scope ring_scope.

Section Sine.
Variables (R : realType) (t : R).
Hypothesis t_ge0 : 0 <= t.

Lemma sine_ge : 2%:R * t <= expR t - expR (- t).
Proof.
rewrite -subr_ge0; have -> : expR t - expR (- t) - 2%:R * t =
  (expR t - (1 + t + t ^+ 2 / 2%:R)) + (1 - t + t ^+ 2 / 2%:R - expR (- t)) by ring.
by rewrite addr_ge0 // subr_ge0 ?exp_parabola ?exp_below_parabola.
Qed.

Let r := t ^+ 2 / 6%:R.
Let r_ge0 : 0 <= r. Proof. by rewrite divr_ge0 ?sqr_ge0 ?ler0n. Qed.
Let h n := exp_coeff t n - exp_coeff (- t) n.

Lemma even_terms N : h N.*2 = 0.
Proof. by rewrite /h /exp_coeff /= -mul2n !exprM sqrrN subrr. Qed.
Lemma factorials N : (6 ^ N <= (N.*2.+1)`!)%N.
Proof.
elim: N => // N IH; rewrite expnS doubleS factS factS mulnA; apply: leq_mul => //.
exact: (@leq_mul 3 2 N.*2.+3 N.*2.+2 isT isT).
Qed.
Lemma twice_odd (v w : R) : t * v / w - - t * v / w = 2%:R * t * (v / w). Proof. by ring. Qed.
Lemma odd_terms N : h N.*2.+1 <= 2%:R * t * r ^+ N.
Proof.
rewrite /h /exp_coeff /= !exprS -mul2n !exprM sqrrN.
rewrite twice_odd; apply: ler_wpmul2l; first by rewrite mulr_ge0 ?ler0n.
rewrite /r expr_div_n; apply: ler_wpmul2l; first by rewrite exprn_ge0 ?sqr_ge0.
rewrite lef_pinv ?posrE ?exprn_gt0 ?ltr0n ?fact_gt0 // -natrX ler_nat mul2n; exact: factorials.
Qed.
Lemma terms_ge0 n : 0 <= h n.
Proof.
rewrite -[n]odd_double_half; case: (odd n); last by rewrite add0n even_terms.
rewrite add1n /h /exp_coeff /= !exprS -mul2n !exprM sqrrN.
by rewrite twice_odd; apply: mulr_ge0; rewrite ?divr_ge0 ?exprn_ge0 ?sqr_ge0 ?ler0n ?mulr_ge0
  ?ler0n.
Qed.

Lemma sums_le N : \sum_(0 <= i < N) h i <= 2%:R * t * \sum_(i < N) r ^+ i.
Proof.
apply: (@le_trans _ _ (\sum_(0 <= i < N.*2) h i)).
  rewrite (@big_cat_nat _ _ _ N 0 N.*2) //=; last by rewrite -addnn leq_addr.
  by rewrite ler_addl; apply: sumr_ge0 => i _; apply: terms_ge0.
elim: N => [|N IH]; first by rewrite big_geq // big_ord0 mulr0.
rewrite doubleS !big_nat_recr //= even_terms addr0 big_ord_recr /= mulrDr.
by apply: ler_add => //; apply: odd_terms.
Qed.

Lemma sine_le : r < 1 -> expR t - expR (- t) <= 2%:R * t / (1 - r).
Proof.
move=> r1; have c1 := @is_cvg_series_exp_coeff R t; have c2 := @is_cvg_series_exp_coeff R (- t).
have d0 : 0 < 1 - r by rewrite subr_gt0.
rewrite /expR -limB //; apply: limr_le; first exact: is_cvgB.
near=> N; rewrite [X in X <= _](_ : _ = \sum_(0 <= i < N) h i); last by rewrite /h sumrB.
apply: le_trans (sums_le N) _.
apply: ler_wpmul2l; first by rewrite mulr_ge0 ?ler0n.
rewrite -[X in _ <= X]mul1r ler_pdivl_mulr // mulrC.
have := subrX1 r N; rewrite -opprB -[r - 1]opprB mulNr => /oppr_inj <-.
by rewrite ler_subl_addr ler_addl exprn_ge0.
Unshelve. all: by end_near. Qed.
End Sine.

Section Above.
Variables (R : realType) (s : R).
Hypothesis s_gt0 : 0 < s.
Local Notation q := (half_decay s).
Let t := 2%:R^-1 / s.
Let t_gt0 : 0 < t. Proof. by rewrite divr_gt0 ?invr_gt0 ?ltr0n. Qed.
(* twice the mean of what a bin gains *)
Definition above := q / (1 - q ^+ 2).

Lemma aboveE : above = (expR t - expR (- t))^-1.
Proof.
rewrite /above /half_decay -/t expRN; have := expR_gt0 t; have : 0 < 1 - (expR t)^-1 ^+ 2.
  by rewrite -expRN; apply: (q2_lt1 s_gt0).
move: (expR t) => e e1 e0; have n1 : e != 0 by rewrite gt_eqF.
have n2 : e ^+ 2 - 1 != 0.
  have -> : e ^+ 2 - 1 = e ^+ 2 * (1 - e^-1 ^+ 2) by field.
  by rewrite mulf_neq0 ?gt_eqF // exprn_gt0.
have -> : 1 - e^-1 ^+ 2 = (e ^+ 2 - 1) / e ^+ 2 by field.
have -> : e - e^-1 = (e ^+ 2 - 1) / e by field.
by rewrite !invf_div; field; rewrite n1 n2.
Qed.

Lemma sine_gt0 : 0 < expR t - expR (- t).
Proof. by apply: lt_le_trans (sine_ge (ltW t_gt0)); rewrite mulr_gt0 ?ltr0n. Qed.

Lemma above_le : above <= s.
Proof.
have sE : s = (2%:R * t)^-1 by rewrite /t mulrA divff ?pnatr_eq0 // mul1r invrK.
have p : 0 < 2%:R * t by rewrite mulr_gt0 ?ltr0n.
rewrite aboveE [X in _ <= X]sE lef_pinv ?posrE ?sine_gt0 //; exact: sine_ge (ltW t_gt0).
Qed.

Lemma above_ge : s - (24%:R * s)^-1 <= above.
Proof.
have sE : s = (2%:R * t)^-1 by rewrite /t mulrA divff ?pnatr_eq0 // mul1r invrK.
have -> : s - (24%:R * s)^-1 = (1 - t ^+ 2 / 6%:R) / (2%:R * t).
  by rewrite /t; field; rewrite gt_eqF.
rewrite aboveE; have [r1|r1] := ltP (t ^+ 2 / 6%:R) 1; last first.
  apply: (@le_trans _ _ 0); last by rewrite invr_ge0 ltW ?sine_gt0.
  by rewrite mulr_le0_ge0 ?subr_le0 // invr_ge0 mulr_ge0 ?ler0n // ltW.
have d : 0 < 1 - t ^+ 2 / 6%:R by rewrite subr_gt0.
have p : 0 < 2%:R * t by rewrite mulr_gt0 ?ltr0n.
rewrite -invf_div lef_pinv ?posrE; [|exact: divr_gt0|exact: sine_gt0].
by apply: sine_le => //; apply: ltW.
Qed.
End Above.

(* ---- the saved share of the scale ---- *)

Section Saved.
Variables (R : realType) (k : nat) (e alpha : R).
Hypothesis ok : reachable k e alpha.
Let a0 : 0 < alpha. Proof. by case: ok. Qed.
Let e0 : 0 < e. Proof. by case: ok. Qed.
Let t := ln ((1 - alpha) / (expR (- e) - alpha)).
Let t0 : 0 < t. Proof. exact: lt_trans e0 (level_lt_rate ok). Qed.

Lemma saved_log : ln (mixed alpha t) = t - e.
Proof.
have d0 : 0 < expR (- e) - alpha by rewrite subr_gt0 (below_decay ok).
have a1 : 0 < 1 - alpha by rewrite subr_gt0 (floor_lt1 ok).
rewrite -[t - e]expK; congr ln; rewrite expRD /mixed /t lnK ?posrE ?divr_gt0 //.
by move: (expR (- e)) d0 => E d0; field; rewrite gt_eqF.
Qed.

Lemma shareE : 1 - calibrated e alpha * e / 2%:R = (t - e) / t.
Proof. by rewrite /calibrated -/t; field; rewrite gt_eqF. Qed.

Lemma share_ge : alpha + alpha * e / 2%:R <= 1 - calibrated e alpha * e / 2%:R.
Proof.
have := log_mixed_ge a0 (floor_lt1 ok) (ltW t0); rewrite saved_log shareE ler_pdivl_mulr //.
have g0 : 0 < 2%:R + alpha * t by rewrite addr_gt0 ?ltr0n ?mulr_gt0.
rewrite ler_pdivr_mulr // => h; rewrite -subr_ge0.
have -> : t - e - (alpha + alpha * e / 2%:R) * t =
  ((t - e) * (2%:R + alpha * t) - alpha * t * (2%:R + t)) / 2%:R by field.
by rewrite divr_ge0 ?subr_ge0 ?ler0n.
Qed.

Lemma share_le : 1 - calibrated e alpha * e / 2%:R <= alpha + 1 / (4%:R * calibrated e alpha).
Proof.
have := log_mixed_le a0 (floor_lt1 ok) (ltW t0); rewrite saved_log shareE ler_pdivr_mulr // => h.
apply: le_trans h _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by rewrite /calibrated -/t; field; rewrite gt_eqF.
Qed.

Lemma scale_le : calibrated e alpha <= 2%:R / e - 2%:R * alpha / e - alpha.
Proof.
rewrite -subr_ge0.
have -> : 2%:R / e - 2%:R * alpha / e - alpha - calibrated e alpha =
  2%:R / e * (1 - calibrated e alpha * e / 2%:R - (alpha + alpha * e / 2%:R)) by field; rewrite
    gt_eqF.
rewrite mulr_ge0 ?subr_ge0 ?share_ge //; apply: divr_ge0; rewrite ?ler0n //; exact: ltW.
Qed.
End Saved.

(* ---- the gap ---- *)

Section Gap.
Variables (R : realType) (k : nat) (c : 'I_k -> nat).
Hypothesis c_gt0 : (0 < records c)%N.
Local Notation K := (2%:R * (records c)%:R : R).
Let K_gt0 : 0 < K. Proof. by rewrite mulr_gt0 ?ltr0n. Qed.

Lemma k_gt0 : 0 < k%:R :> R.
Proof. by rewrite ltr0n; case: (k) c c_gt0 => // c'; rewrite /records big_ord0. Qed.

Lemma errorE (s : R) d : error s d = (above s + odd_powers s d) / 2%:R. Proof. by []. Qed.

Lemma odd_powers_ge0 (s : R) d : 0 <= odd_powers s d.
Proof. by apply: sumr_ge0 => i _; rewrite exprn_ge0 // ltW // q_gt0. Qed.

Lemma odd_powers_le (s t : R) d : 0 < s -> s <= t -> odd_powers s d <= odd_powers t d.
Proof.
move=> s0 st; apply: ler_sum => i _; apply: ler_expn2r; rewrite ?nnegrE ?(ltW (q_gt0 _)) //.
rewrite ler_expR ler_opp2; apply: ler_wpmul2l; first by rewrite invr_ge0 ler0n.
by rewrite lef_pinv ?posrE // (lt_le_trans s0).
Qed.

Lemma odd_powers_above (s : R) d : 0 < s -> odd_powers s d <= above s.
Proof.
move=> s0; rewrite odd_powersE // -/(above s); apply: ler_pimulr.
  by rewrite divr_ge0 ?(ltW (q_gt0 _)) ?(ltW (q2_lt1 s0)).
by rewrite ler_subl_addr ler_addl exprn_ge0 // ltW // q_gt0.
Qed.

Lemma gapE (s t : R) : mean_error c t - mean_error c s = (\sum_j (error t (c j) - error s (c j))) /
  K.
Proof. by rewrite /mean_error sumrB mulrBl. Qed.

Lemma gap_ge (e alpha : R) : reachable k e alpha ->
  k%:R / K * (alpha / e + alpha / 2%:R - e / 96%:R) <=
  mean_error c (2%:R / e) - mean_error c (calibrated e alpha).
Proof.
move=> ok; have e0 : 0 < e by case: ok. have s0 := calibrated_gt0 ok; have st := less_noise ok.
have t0 := lt_trans s0 st.
rewrite gapE mulrAC; apply: ler_wpmul2r; first by rewrite invr_ge0 ltW.
rewrite (_ : k%:R * _ = \sum_(j < k) (alpha / e + alpha / 2%:R - e / 96%:R)); last first.
  by rewrite sumr_const card_ord mulr_natl.
apply: ler_sum => j _.
have u := above_ge t0; have v := above_le s0; have w := scale_le ok.
have o := odd_powers_le (c j) s0 (ltW st).
rewrite !errorE -mulrBl ler_pdivl_mulr ?ltr0n // -subr_ge0.
have eE : (24%:R * (2%:R / e))^-1 = e / 48%:R by field; rewrite gt_eqF.
rewrite eE -subr_ge0 in u; rewrite -subr_ge0 in v; rewrite -subr_ge0 in w; rewrite -subr_ge0 in o.
have := addr_ge0 (addr_ge0 u v) (addr_ge0 w o).
move: (above (2%:R / e)) (above (calibrated e alpha)) (odd_powers (2%:R / e) (c j)) => x3 x4 x5.
move: (odd_powers (calibrated e alpha) (c j)) => x1; move: (calibrated e alpha) => x2.
rewrite (_ : x3 - _ + _ + _ = x3 + x5 - (x4 + x1) - (alpha / e + alpha / 2%:R - e / 96%:R) * 2%:R)
  //.
by field; rewrite gt_eqF.
Qed.

Lemma gap_le (far alpha : R) : reachable k far alpha ->
  mean_error c (2%:R / far) - mean_error c (calibrated far alpha) <= k%:R / K * (2%:R / far).
Proof.
move=> ok; have e0 : 0 < far by case: ok. have s0 := calibrated_gt0 ok.
have t0 := lt_trans s0 (less_noise ok).
rewrite gapE mulrAC; apply: ler_wpmul2r; first by rewrite invr_ge0 ltW.
rewrite (_ : k%:R * _ = \sum_(j < k) 2%:R / far); last by rewrite sumr_const card_ord mulr_natl.
apply: ler_sum => j _.
have u := above_le t0; have v := odd_powers_above (c j) t0.
have w : 0 <= error (calibrated far alpha) (c j).
  by apply: le_trans (error_ge0 _ s0 0) (error_le _ s0 0).
rewrite ler_subl_addr; apply: ler_paddr => //.
rewrite errorE ler_pdivr_mulr ?ltr0n // mulr_natr mulr2n; apply: ler_add => //.
exact: le_trans v u.
Qed.
End Gap.

Theorem histogram_figure_1_regime_by_n_b_holds : histogram_figure_1_regime_by_n_b.
Proof.
move=> R k c e alpha c0 ok scale; have s0 := calibrated_gt0 ok; have st := less_noise ok.
exists (mean_error c scale), (mean_error c (2%:R / e)); split.
- exact: mean_is.
- by apply: mean_is => //; apply: lt_trans st.
- exact: gap_ge.
- exact: (share_ge ok).
exact: (share_le ok).
Qed.

Theorem histogram_figure_1_regime_by_n_a_holds : histogram_figure_1_regime_by_n_a.
Proof.
move=> R k c e far alpha c0 ok ok' hf he; have a0 : 0 < alpha by case: ok.
have e0 : 0 < e by case: ok. have f0 : 0 < far by case: ok'.
exists (mean_error c (calibrated e alpha)), (mean_error c (2%:R / e)).
exists (mean_error c (calibrated far alpha)), (mean_error c (2%:R / far)); split.
- by apply: mean_is => //; apply: calibrated_gt0 ok.
- by apply: mean_is => //; rewrite divr_gt0 ?ltr0n.
- by apply: mean_is => //; apply: calibrated_gt0 ok'.
- by apply: mean_is => //; rewrite divr_gt0 ?ltr0n.
apply: le_lt_trans (gap_le c0 ok') _; apply: lt_le_trans (gap_ge c0 ok).
rewrite ltr_pmul2l; last by apply: divr_gt0; [apply: (@k_gt0 R k c c0) | rewrite mulr_gt0 ?ltr0n].
apply: (@le_lt_trans _ _ (alpha / e)).
  rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr //.
  by move: hf; rewrite ler_pdivr_mulr // mulrC [far * _]mulrC.
rewrite -addrA ltr_addl subr_gt0.
have -> : alpha / 2%:R = 48%:R * alpha / 96%:R by field.
by rewrite ltr_pmul2r ?invr_gt0 ?ltr0n.
Qed.
