(* Mutual information is at most e^2/8 under LDP of level e, by Hoeffding's lemma: a fact that
   proofs of exported statements use. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs products.
From pmlsym Require Import guesses mechanisms claims_costs averages attained chains hoeffding facts.
From pmlsym Require Import facts_chains facts_ldp.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* exp lies below its chord *)
Lemma exp_chord (R : realType) (c t : R) : 0 <= c -> c <= 1 ->
  expR (c * t) <= 1 - c + c * expR t.
Proof.
move=> c0 c1; have d0 : 0 <= 1 - c by rewrite subr_ge0.
set x := c * t; have x0 := expR_gt0 x.
have low : expR x * (1 + (- x)) <= 1.
  apply: (@le_trans _ _ (expR x * expR (- x))); last by rewrite -expRD subrr expR0.
  by rewrite ler_pmul2l // exp_tangent.
have high : expR x * (1 + (t - x)) <= expR t.
  apply: (@le_trans _ _ (expR x * expR (t - x))); last by rewrite -expRD addrC subrK.
  by rewrite ler_pmul2l // exp_tangent.
have -> : expR x = (1 - c) * (expR x * (1 + (- x))) + c * (expR x * (1 + (t - x))).
  by rewrite /x; ring.
by apply: ler_add; [rewrite -[X in _ <= X]mulr1|]; apply: ler_wpmul2l.
Qed.

Section Posterior.
Variables (R : realType) (A : finType) (P L : A -> R) (e lo hi : R).
Hypotheses (P0 : forall x, 0 < P x) (P1 : \sum_x P x = 1) (mean : \sum_x P x * L x = 1).
Hypotheses (lo0 : 0 < lo) (low : forall x, lo <= L x) (high : forall x, L x <= hi).
Hypotheses (e0 : 0 < e) (far : hi <= expR e * lo).

Lemma divergence_le : \sum_x P x * L x * ln (L x) <= e * e / 8%:R.
Proof.
have L0 x : 0 < L x by apply: lt_le_trans lo0 (low x).
have w0 x : 0 <= P x * L x by rewrite ltW // mulr_gt0.
have [x hi0] : exists x : A, 0 < hi.
  case: (pickP (fun _ : A => true)) => [x _|none]; first by exists x; apply: lt_le_trans (high x).
  by move: P1; rewrite big_pred0 // => /esym/eqP; rewrite oner_eq0.
pose t x := ln hi - ln (L x).
have t0 x' : 0 <= t x' by rewrite subr_ge0 ler_ln ?posrE.
have te x' : t x' <= e.
  rewrite ler_subl_addl -[e]expK -lnM ?posrE ?expR_gt0 // ler_ln ?posrE ?mulr_gt0 ?expR_gt0 //.
  by apply: le_trans far _; rewrite mulrC ler_pmul2r ?expR_gt0.
pose theta := \sum_x P x * L x * (t x / e).
have theta0 : 0 <= theta by apply: sumr_ge0 => x' _; rewrite mulr_ge0 // divr_ge0 // ltW.
have theta1 : theta <= 1.
  rewrite -mean; apply: ler_sum => x' _; rewrite -[X in _ <= X]mulr1 ler_wpmul2l //.
  by rewrite ler_pdivr_mulr // mul1r.
have thetaE : theta * e = ln hi - \sum_x P x * L x * ln (L x).
  rewrite -[ln hi]mul1r -mean !mulr_suml -sumrB; apply: eq_bigr => x' _.
  by rewrite /t; field; rewrite gt_eqF.
have : 1 <= hi^-1 * (1 - theta + theta * expR e).
  have -> : 1 - theta + theta * expR e =
      \sum_x P x * L x * (1 - t x / e + t x / e * expR e).
    rewrite -{1}mean /theta -sumrB mulr_suml -big_split; apply: eq_bigr => x' _ /=; ring.
  rewrite -{1}P1 mulr_sumr; apply: ler_sum => x' _.
  have := exp_chord e (divr_ge0 (t0 x') (ltW e0)); rewrite ler_pdivr_mulr // mul1r.
  move=> /(_ (te x')); rewrite divfK ?gt_eqF // /t expRD expRN !lnK ?posrE // => le.
  have k : 0 <= hi^-1 * (P x' * L x') by rewrite mulr_ge0 // invr_ge0 ltW.
  rewrite mulrA; apply: le_trans (ler_wpmul2l k le); rewrite le_eqVlt; apply/orP; left.
  by apply/eqP; field; rewrite !gt_eqF.
move=> le; have := le_trans le (ler_wpmul2l _ (coin e theta0 theta1)).
rewrite invr_ge0 (ltW hi0) => /(_ isT); rewrite -{1}[hi]lnK ?posrE // -expRN -expRD.
rewrite -[X in X <= _](@expR0 R) ler_expR thetaE expr2.
have -> : forall D k : R, - ln hi + (ln hi - D + k) = k - D by move=> D k; ring.
by rewrite subr_ge0.
Qed.
End Posterior.

Section Information.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Hypothesis full : forall x, 0 < pr p X x.

Lemma information_ldp_pos e : 0 < e -> vle (worst p Y (ldp p X Y)) (Fin e) ->
  mutual_information p X Y <= e * e / 8%:R.
Proof.
move=> e0 le; rewrite /mutual_information exchange_big /=.
have -> : e * e / 8%:R = \sum_y pr p Y y * (e * e / 8%:R) by rewrite -mulr_suml pr_sum mul1r.
apply: ler_sum => y _; have [y0|/pr_le0 k] := ltP 0 (pr p Y y); last first.
  rewrite k mul0r big1 // => x _; suff -> : pr p (both X Y) (x, y) = 0 by rewrite mul0r.
  by apply/pr_le0; rewrite -k pr_le_r.
have here : vle (ldp p X Y y) (Fin e).
  by have [s <- s0] := pr_at y0; apply: (at_most_le (f := ldp p X Y)) le s0.
move: here; rewrite (rep_le (rep_ldp_any X y0) (rep_fin e)) mulr1 => far.
have lo0 : 0 < minlift p X Y y.
  rewrite -(pmulr_lgt0 _ (expR_gt0 e)); apply: lt_le_trans (most_lift_gt0 X y0) _.
  by rewrite mulrC.
have -> : \sum_x pr p (both X Y) (x, y) * ln (lift p X Y x y) =
    pr p Y y * \sum_x pr p X x * lift p X Y x y * ln (lift p X Y x y).
  by rewrite mulr_sumr; apply: eq_bigr => x _; rewrite (joint_lift X y0); ring.
rewrite ler_pmul2l //.
apply: (divergence_le full (pr_sum p X) (mean_lift X y0) lo0 _ _ e0 far) => x.
  exact: least_lift_le.
exact: most_lift_ge.
Qed.

Lemma information_ldp e : 0 <= e -> vle (worst p Y (ldp p X Y)) (Fin e) ->
  mutual_information p X Y * 8%:R <= e * e.
Proof.
move=> e0 le; rewrite -ler_pdivl_mulr ?ltr0n //; have [|e1] := ltP 0 e.
  by move=> k; apply: information_ldp_pos.
have e2 : e = 0 by apply/le_anti; rewrite e1.
rewrite leNgt; apply/negP => more; set i := mutual_information p X Y in more.
have i0 : 0 < i by move: more; rewrite e2 !mul0r.
pose d := Num.min 1 i; have d0 : 0 < d by rewrite lt_minr ltr01.
have := information_ldp_pos d0 (vle_trans le _); rewrite e2 /= (ltW d0) => /(_ isT).
rewrite -/i leNgt => /negP[]; rewrite ltr_pdivr_mulr ?ltr0n //.
apply: (@le_lt_trans _ _ i); last by rewrite -[X in X < _]mulr1 ltr_pmul2l // ltr1n.
by rewrite -[X in _ <= X]mul1r; apply: ler_pmul; rewrite ?(ltW d0) // le_minl lexx ?orbT.
Qed.
End Information.
