(* Less noise brings a published histogram no farther from the true one, whatever the noise is, and
   calibration by PML needs less noise than DP. Proofs of claims_published.v; nothing here has to be
     read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import law release claims claims_histogram claims_published.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- scales ---- *)

Section Scales.
Variables (R : realType) (k : nat) (e alpha : R).
Hypothesis ok : reachable k e alpha.
Let alpha_gt0 : 0 < alpha. Proof. by case: ok. Qed.
Let e_gt0 : 0 < e. Proof. by case: ok. Qed.

Lemma below_decay : alpha < expR (- e).
Proof.
have [_ _ _] := ok; rewrite lnV ?posrE // ltr_oppr => h.
by rewrite -[alpha]lnK ?posrE // ltr_expR.
Qed.

Lemma decay_lt1 : expR (- e) < 1. Proof. by rewrite expR_lt1 oppr_lt0. Qed.
Lemma floor_lt1 : alpha < 1. Proof. exact: lt_trans below_decay decay_lt1. Qed.

Lemma level_lt_rate : e < ln ((1 - alpha) / (expR (- e) - alpha)).
Proof.
have h := below_decay; have d0 : 0 < expR (- e) - alpha by rewrite subr_gt0.
rewrite -ltr_expR lnK ?posrE ?divr_gt0 ?subr_gt0 ?floor_lt1 // ltr_pdivl_mulr // mulrBr.
rewrite -expRD subrr expR0 ltr_add2l ltr_opp2 ltr_pmull //.
by rewrite -(@expR0 R) ltr_expR.
Qed.

Lemma calibrated_gt0 : 0 < calibrated e alpha.
Proof. by rewrite divr_gt0 ?ltr0n // (lt_trans e_gt0) ?level_lt_rate. Qed.

Lemma less_noise : calibrated e alpha < 2%:R / e.
Proof.
rewrite /calibrated ltr_pmul2l ?ltr0n // ltf_pinv ?posrE ?level_lt_rate //.
by rewrite (lt_trans e_gt0) ?level_lt_rate.
Qed.
End Scales.

Lemma larger_floor (R : realType) (k : nat) (e alpha more : R) :
  reachable k e alpha -> reachable k e more -> alpha < more ->
  calibrated e more < calibrated e alpha.
Proof.
move=> ok ok' am; have e0 : 0 < e by case: ok.
have r0 := lt_trans e0 (level_lt_rate ok); have r0' := lt_trans e0 (level_lt_rate ok').
have d0 : 0 < expR (- e) - alpha by rewrite subr_gt0 (below_decay ok).
have d0' : 0 < expR (- e) - more by rewrite subr_gt0 (below_decay ok').
rewrite /calibrated ltr_pmul2l ?ltr0n // ltf_pinv ?posrE //.
rewrite ltr_ln ?posrE ?divr_gt0 ?d0 ?d0' ?subr_gt0 ?(floor_lt1 ok) ?(floor_lt1 ok') //.
rewrite ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr // -subr_gt0.
have -> : (1 - more) * (expR (- e) - alpha) - (1 - alpha) * (expR (- e) - more) =
    (more - alpha) * (1 - expR (- e)) by ring.
by rewrite mulr_gt0 ?subr_gt0 // (decay_lt1 ok).
Qed.

Lemma clip_mono (R : realType) (x y : R) : x <= y -> Num.max x 0 <= Num.max y 0.
Proof. by move=> h; rewrite le_maxl !le_maxr h lexx orbT. Qed.

(* ---- two scales, s < t ---- *)

Section TwoScales.
Variables (R : realType) (k : nat) (c : 'I_k -> nat) (z : 'I_k -> R).
Hypothesis c_gt0 : (0 < records c)%N.
Local Notation n := ((records c)%:R : R).
Local Notation q j := ((c j)%:R / n).
Local Notation p s j := (clipped c z s j / total c z s).

Lemma n_gt0 : 0 < n. Proof. by rewrite ltr0n. Qed.
Lemma q_ge0 j : 0 <= q j. Proof. by rewrite divr_ge0 ?ler0n. Qed.
Lemma q_sum : \sum_j q j = 1.
Proof. by rewrite -mulr_suml -natr_sum divff // gt_eqF ?n_gt0. Qed.

Lemma clipped_ge0 s j : 0 <= clipped c z s j. Proof. by rewrite le_maxr lexx orbT. Qed.
Lemma total_ge0 s : 0 <= total c z s. Proof. by apply: sumr_ge0 => j _; apply: clipped_ge0. Qed.
Lemma p_ge0 s j : 0 <= p s j. Proof. by rewrite divr_ge0 ?clipped_ge0 ?total_ge0. Qed.
Lemma p_sum s : total c z s != 0 -> \sum_j p s j = 1.
Proof. by move=> h; rewrite -mulr_suml divff. Qed.

(* the distance is what is missing *)
Lemma tvdE s : total c z s != 0 -> tvd c z s = \sum_j Num.max (q j - p s j) 0.
Proof.
move=> h; rewrite /tvd (negbTE h).
have e j : `|p s j - q j| = 2%:R * Num.max (q j - p s j) 0 + (p s j - q j).
  case: (leP (q j) (p s j)) => pq.
    by rewrite ger0_norm ?subr_ge0 // (max_idPr _) ?subr_le0 // mulr0 add0r.
  by rewrite ltr0_norm ?subr_lt0 // (max_idPl _) ?subr_ge0 1?ltW //; ring.
rewrite (eq_bigr _ (fun j _ => e j)) big_split /= sumrB p_sum // q_sum subrr addr0.
by rewrite -mulr_sumr mulrA mulVf ?mul1r // pnatr_eq0.
Qed.

Lemma tvd_le1 s : tvd c z s <= 1.
Proof.
have [h|h] := eqVneq (total c z s) 0; first by rewrite /tvd h eqxx.
rewrite tvdE // -[X in _ <= X]q_sum; apply: ler_sum => j _.
by rewrite le_maxl q_ge0 andbT ler_subl_addr ler_addl p_ge0.
Qed.

Lemma clipped_gt0 s j : (0 < clipped c z s j) = (0 < (c j)%:R + s * z j).
Proof. by rewrite lt_maxr ltxx orbF. Qed.

Variables (s t : R).
Hypotheses (s_gt0 : 0 < s) (st : s < t).
Let t_gt0 : 0 < t. Proof. exact: lt_trans st. Qed.

(* counts in units of the scale *)
Definition scaled r j := Num.max ((c j)%:R / r + z j) 0.
Lemma clippedE r j : 0 < r -> clipped c z r j = r * scaled r j.
Proof.
move=> r0; rewrite /clipped /scaled; have -> : (c j)%:R + r * z j = r * ((c j)%:R / r + z j).
  by rewrite mulrDr mulrCA divff ?mulr1 // gt_eqF.
by rewrite -[X in Num.max _ X = _](mulr0 r) maxr_pmulr ?mulr0 // ltW.
Qed.
Lemma scaled_ge0 r j : 0 <= scaled r j. Proof. by rewrite le_maxr lexx orbT. Qed.
Lemma pE r j : 0 < r -> p r j = scaled r j / \sum_i scaled r i.
Proof.
move=> r0; rewrite /total clippedE // (eq_bigr _ (fun i _ => clippedE i r0)) -mulr_sumr.
by rewrite -mulf_div divff ?mul1r // gt_eqF.
Qed.

Let A := \sum_j scaled s j.
Let B := \sum_j scaled t j.
Local Notation rate := (s^-1 - t^-1).
Lemma rate_gt0 : 0 < rate. Proof. by rewrite subr_gt0 ltf_pinv ?posrE. Qed.

Lemma scaled_falls j : scaled t j <= scaled s j.
Proof.
by apply: clip_mono; rewrite ler_add2r ler_wpmul2l ?ler0n // ltW // ltf_pinv ?posrE.
Qed.
Lemma scaled_slowly j : scaled s j - scaled t j <= (c j)%:R * rate.
Proof.
rewrite ler_subl_addr /scaled le_maxl; apply/andP; split.
  rewrite -ler_subl_addl; apply: (@le_trans _ _ ((c j)%:R / t + z j)); last by rewrite le_maxr lexx.
  by rewrite mulrBr le_eqVlt; apply/orP; left; apply/eqP; ring.
by rewrite addr_ge0 ?scaled_ge0 // mulr_ge0 ?ler0n // ltW ?rate_gt0.
Qed.
Lemma falls : B <= A. Proof. by apply: ler_sum => j _; apply: scaled_falls. Qed.
Lemma slowly : A - B <= n * rate.
Proof. by rewrite -sumrB natr_sum mulr_suml; apply: ler_sum => j _; apply: scaled_slowly. Qed.

Lemma totalE r : 0 < r -> total c z r = r * \sum_j scaled r j.
Proof. by move=> r0; rewrite /total (eq_bigr _ (fun i _ => clippedE i r0)) -mulr_sumr. Qed.

Hypothesis some : total c z t != 0.
Lemma B_gt0 : 0 < B.
Proof.
rewrite lt_def sumr_ge0 ?andbT => [|j _]; last exact: scaled_ge0.
by apply: contra some => /eqP h; rewrite totalE // -/B h mulr0.
Qed.
Lemma A_gt0 : 0 < A. Proof. exact: lt_le_trans B_gt0 falls. Qed.
Lemma some' : total c z s != 0.
Proof. by rewrite totalE // mulf_neq0 ?gt_eqF ?A_gt0. Qed.

(* a share below the true one is no larger at the larger scale *)
Lemma share_falls j : p s j < q j -> p t j <= p s j.
Proof.
have A0 := A_gt0; have B0 := B_gt0; rewrite !pE // -/A -/B.
rewrite ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr ?n_gt0 // => h.
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr //.
have := scaled_ge0 t j; rewrite le_eqVlt => /orP[/eqP <-|t0].
  by rewrite mul0r mulr_ge0 ?scaled_ge0 // ltW.
have et : scaled t j = (c j)%:R / t + z j.
  by move: t0; rewrite /scaled lt_maxr ltxx orbF => /ltW /max_idPl.
have es : scaled s j = scaled t j + (c j)%:R * rate.
  apply/le_anti/andP; split; first by have := scaled_slowly j; rewrite ler_subl_addl.
  have -> : scaled t j + (c j)%:R * rate = (c j)%:R / s + z j by rewrite et; ring.
  by rewrite /scaled le_maxr lexx.
have -> : scaled t j = scaled s j - (c j)%:R * rate by rewrite es addrK.
rewrite mulrBl ler_subl_addr -ler_subl_addl -mulrBr.
apply: le_trans (ler_wpmul2l (scaled_ge0 s j) slowly) _.
rewrite mulrA [X in _ <= X]mulrAC; apply: ler_wpmul2r; [exact/ltW/rate_gt0 | exact: ltW].
Qed.

Lemma closer_where : tvd c z s <= tvd c z t.
Proof.
rewrite !tvdE ?some' //; apply: ler_sum => j _; case: (leP (q j) (p s j)) => h.
  by rewrite [X in X <= _](max_idPr _) ?subr_le0 // le_maxr lexx orbT.
by apply: clip_mono; rewrite ler_add2l ler_opp2 share_falls.
Qed.

Lemma gap_where : tvd c z t - tvd c z s <= n / (s * A).
Proof.
have A0 := A_gt0; have B0 := B_gt0; rewrite !tvdE ?some' // -sumrB.
apply: (@le_trans _ _ (\sum_j (scaled s j - scaled t j) / A)).
  apply: ler_sum => j _; rewrite ler_subl_addr.
  have d0 : 0 <= (scaled s j - scaled t j) / A.
    by rewrite divr_ge0 ?subr_ge0 ?scaled_falls // ltW.
  have m0 : 0 <= Num.max (q j - p s j) 0 by rewrite le_maxr lexx orbT.
  rewrite le_maxl addr_ge0 // andbT.
  apply: (@le_trans _ _ ((scaled s j - scaled t j) / A + (q j - p s j))); last first.
    by rewrite ler_add2l le_maxr lexx.
  rewrite [X in _ <= X]addrC -[X in _ <= X]addrA ler_add2l !pE // -/A -/B mulrBl addrA addNr add0r
    ler_opp2.
  by apply: ler_wpmul2l; rewrite ?scaled_ge0 // lef_pinv ?posrE // falls.
rewrite -mulr_suml sumrB -/A -/B invrM ?unitfE ?gt_eqF // mulrCA mulrC; apply: ler_wpmul2r.
  by rewrite invr_ge0 ltW.
apply: le_trans slowly _; apply: ler_wpmul2l; first exact: ler0n.
by rewrite ler_subl_addr ler_addl invr_ge0 ltW.
Qed.
End TwoScales.

(* without clipping the distance is s/total times a number without s *)
Section Unclipped.
Variables (R : realType) (k : nat) (c : 'I_k -> nat) (z : 'I_k -> R).
Hypothesis c_gt0 : (0 < records c)%N.
Local Notation n := ((records c)%:R : R).
Let m := \sum_j z j.
Definition uneven := 2%:R^-1 * \sum_j `|z j - (c j)%:R * (m / n)|.

Lemma total_unclipped s : (forall j, 0 < (c j)%:R + s * z j) -> total c z s = n + s * m.
Proof.
move=> h; rewrite /total natr_sum mulr_sumr -big_split; apply: eq_bigr => j _ /=.
by rewrite /clipped (max_idPl _) // ltW.
Qed.

Lemma tvd_unclipped s : 0 < s -> 0 < n + s * m -> (forall j, 0 < (c j)%:R + s * z j) ->
  tvd c z s = s / (n + s * m) * uneven.
Proof.
move=> s0 T0 h; rewrite /tvd total_unclipped // gt_eqF // /uneven [RHS]mulrCA; congr (_ * _).
have T1 : n + s * m != 0 by rewrite gt_eqF.
have n1 : n != 0 by rewrite gt_eqF ?n_gt0.
rewrite [RHS]mulr_sumr; apply: eq_bigr => j _; rewrite -[s / _ in RHS]ger0_norm ?divr_ge0 ?(ltW s0)
  ?(ltW T0) //.
rewrite -normrM /clipped (max_idPl _) ?ltW //; apply: (congr1 (fun v => `|v|)).
by move: (n) (m) T1 n1 => N M T1 N1; field; rewrite T1 N1.
Qed.

Lemma closer_strictly s t : 0 < s -> s < t -> (forall j, 0 < (c j)%:R + t * z j) ->
  ~ proportional c z -> tvd c z s < tvd c z t.
Proof.
move=> s0 st ht no; have t0 := lt_trans s0 st.
have hs j : 0 < (c j)%:R + s * z j.
  have -> : (c j)%:R + s * z j = (1 - s / t) * (c j)%:R + s / t * ((c j)%:R + t * z j).
    by field; rewrite gt_eqF.
  apply: ltr_paddl; last by rewrite mulr_gt0 ?divr_gt0.
  by rewrite mulr_ge0 ?ler0n // subr_ge0 ler_pdivr_mulr // mul1r ltW.
have [j0 _] : exists j0 : 'I_k, true.
  by case: (k) c c_gt0 => [|k'] c'; [rewrite /records big_ord0 | exists ord0].
have T r : (forall j, 0 < (c j)%:R + r * z j) -> 0 < n + r * m.
  move=> h; rewrite -total_unclipped // /total (bigD1 j0) //= ltr_paddr ?clipped_gt0 ?h //.
  by apply: sumr_ge0 => j _; apply: clipped_ge0.
rewrite !tvd_unclipped ?T // ltr_pmul2r.
  rewrite ltr_pdivr_mulr ?T // mulrAC ltr_pdivl_mulr ?T // -subr_gt0.
  have -> : t * (n + s * m) - s * (n + t * m) = (t - s) * n by ring.
  by rewrite mulr_gt0 ?subr_gt0 ?n_gt0.
have [j hj] : exists j, z j != (c j)%:R * (m / n).
  case: (pickP (fun j => z j != (c j)%:R * (m / n))) => [j hj|same]; first by exists j.
  by case: no; exists (m / n) => j; rewrite mulrC; apply/eqP/negbFE/same.
rewrite /uneven mulr_gt0 ?invr_gt0 ?ltr0n // (bigD1 j) //= ltr_paddr ?sumr_ge0 //.
by rewrite normr_gt0 subr_eq0.
Qed.
End Unclipped.

Lemma closer (R : realType) (k : nat) (c : 'I_k -> nat) (z : 'I_k -> R) (s t : R) :
  (0 < records c)%N -> 0 < s -> s < t -> tvd c z s <= tvd c z t.
Proof.
move=> c0 s0 st; have [h|h] := eqVneq (total c z t) 0; last exact: closer_where.
by rewrite {2}/tvd h eqxx tvd_le1.
Qed.

Theorem histogram_calibration_utility_holds : histogram_calibration_utility.
Proof.
move=> R k c z e alpha c0 ok pml dp; have s0 := calibrated_gt0 ok; have st := less_noise ok.
by split=> [|h no]; [apply: closer | apply: closer_strictly].
Qed.

Theorem histogram_tvd_holds : histogram_tvd.
Proof.
move=> R k c z e alpha more c0 ok ok' am less noise; have s0 := calibrated_gt0 ok'.
have st := larger_floor ok ok' am.
by split=> [|h no]; [apply: closer | apply: closer_strictly].
Qed.

Theorem histogram_figure_1_regime_limit_holds : histogram_figure_1_regime_limit.
Proof.
move=> R k c z e alpha c0 ok [j0 z0]; have s0 := calibrated_gt0 ok; have st := less_noise ok.
move: (calibrated e alpha) (2%:R / e) s0 st => s t s0 st; have t0 := lt_trans s0 st.
have w0 : 0 < \sum_j Num.max (z j) 0.
  rewrite (bigD1 j0) //= ltr_paddr ?lt_maxr ?z0 // sumr_ge0 // => j _.
  by rewrite le_maxr lexx orbT.
have some : total c z t != 0.
  rewrite gt_eqF // /total (bigD1 j0) //= ltr_paddr ?clipped_gt0 //.
    by apply: sumr_ge0 => j _; apply: clipped_ge0.
  by rewrite ltr_paddl ?ler0n // mulr_gt0.
apply: le_trans (gap_where c0 s0 st some) _; apply: ler_wpmul2l; first exact: ler0n.
have A0 := A_gt0 s0 st some.
rewrite lef_pinv ?posrE; [|exact: mulr_gt0|exact: mulr_gt0]; apply: ler_wpmul2l; first exact: ltW.
by apply: ler_sum => j _; apply: clip_mono; rewrite ler_addr divr_ge0 ?ler0n // ltW.
Qed.

Theorem histogram_figure_1_regime_vanishes_holds : histogram_figure_1_regime_vanishes.
Proof.
move=> R k c z alpha d c0 a0 a1 ka some d0.
have w0 : 0 < \sum_j Num.max (z j) 0.
  case: some => j0 z0; rewrite (bigD1 j0) //= ltr_paddr ?lt_maxr ?z0 // sumr_ge0 // => j _.
  by rewrite le_maxr lexx orbT.
have n0 : 0 < (records c)%:R :> R by rewrite ltr0n.
set w := \sum_j _ in w0; pose t := 2%:R * w * d / (records c)%:R.
have t0 : 0 < t by rewrite !(divr_gt0, mulr_gt0) // ltr0n.
have b0 : 0 < 1 - alpha by rewrite subr_gt0.
pose v := alpha + (1 - alpha) * expR (- t).
have v0 : 0 < v by rewrite addr_gt0 ?mulr_gt0 ?expR_gt0.
have v1 : v < 1.
  by rewrite /v -ltr_subr_addl -[X in _ < X]mulr1 ltr_pmul2l // expR_lt1 oppr_lt0.
have va : alpha < v by rewrite ltr_addl mulr_gt0 ?expR_gt0.
exists (- ln v) => [|e e0 ev]; first by rewrite oppr_gt0 -(ln1 R) ltr_ln ?posrE ?ltr01.
have ve : v < expR (- e) by rewrite -{1}[v]lnK ?posrE // ltr_expR ltr_oppr.
have ok : reachable k e alpha.
  by split=> //; rewrite -ltr_expR lnK ?posrE ?invr_gt0 // -[e]opprK expRN ltf_pinv ?posrE ?expR_gt0 //;
     exact: lt_trans ve.
apply: le_trans (histogram_figure_1_regime_limit_holds c0 ok some) _; rewrite -/w.
have s0 := calibrated_gt0 ok.
rewrite ler_pdivr_mulr /calibrated; last exact: mulr_gt0 s0 w0.
set L := ln _; have L0 : 0 < L by move: s0; rewrite /calibrated -/L pmulr_rgt0 ?invr_gt0 ?ltr0n.
have Lt : L <= t.
  have g0 : 0 < expR (- e) - alpha by rewrite subr_gt0; exact: lt_trans ve.
  rewrite -ler_expR lnK ?posrE ?divr_gt0 // ler_pdivr_mulr // -ler_pdivr_mull ?expR_gt0 //.
  by rewrite -expRN ler_subr_addl mulrC; exact: ltW.
have -> : d * (2%:R / L * w) = 2%:R * w * d / L by ring.
by rewrite ler_pdivl_mulr // mulrC -ler_pdivl_mulr.
Qed.
