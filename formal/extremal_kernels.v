(* Mechanisms that give the secret's own answer a likelihood other than t P(y), and every other
   answer y just that: the extremal mechanism, where t is at least 1, and the one that keeps the
   secret or draws a new one, where t is at most 1. Proofs of claims_named.v; nothing here has to be
   read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs exclusions.
From pmlsym Require Import claims_figure figure_two claims_named owners.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Prior.
Variables (R : realType) (T A : finType) (p : law R T) (X : T -> A).
Hypothesis X_secrets : secrets p X.
Local Notation m := (pmin p X).

Lemma rarest_gt0 : 0 < m. Proof. by case: X_secrets => _; apply: pmin_gt0. Qed.
Lemma rarest_half : m + m <= 1.
Proof. by case: X_secrets => two full; have := pmin_card full two; rewrite mulr_natl mulr2n. Qed.
Lemma rest_gt0 : 0 < 1 - m.
Proof.
by rewrite subr_gt0; apply: lt_le_trans rarest_half; rewrite ltr_addl rarest_gt0.
Qed.

(* below log(1/(1 - p_min)), and from there on *)
Lemma below_limit u : u < ln (1 / (1 - m)) -> (1 - m) * expR u < 1.
Proof.
rewrite div1r -ltr_expR lnK ?posrE ?invr_gt0 ?rest_gt0 // => h.
by rewrite mulrC -ltr_pdivl_mulr ?rest_gt0 // mul1r.
Qed.
Lemma up_to_limit u : u <= ln (1 / (1 - m)) -> (1 - m) * expR u <= 1.
Proof.
rewrite div1r -ler_expR lnK ?posrE ?invr_gt0 ?rest_gt0 // => h.
by rewrite mulrC -ler_pdivl_mulr ?rest_gt0 // mul1r.
Qed.
Lemma from_limit u : ln (1 / (1 - m)) <= u -> 1 <= (1 - m) * expR u.
Proof.
rewrite div1r -ler_expR lnK ?posrE ?invr_gt0 ?rest_gt0 // => h.
by rewrite mulrC -ler_pdivr_mulr ?rest_gt0 // mul1r.
Qed.

Lemma expRN_le1 (l : R) : 0 <= l -> expR (- l) <= 1.
Proof. by move=> l0; rewrite -(@expR0 R) ler_expR oppr_le0. Qed.

Lemma of_redraw l : 0 <= l -> (1 - m) * expR (- l) <= 1.
Proof.
move=> /expRN_le1 l1; apply: (@le_trans _ _ (1 * 1)); last by rewrite mulr1.
by apply: ler_pmul; rewrite ?(ltW rest_gt0) ?(ltW (expR_gt0 _)) // ler_subl_addr ler_addl
  ltW // rarest_gt0.
Qed.
End Prior.

Definition blend (R : realType) (A : finType) (P : A -> R) (t : R) (x y : A) :=
  if x == y then 1 - (1 - P y) * t else P y * t.

Lemma extremal_blend (R : realType) (A : finType) (P : A -> R) u :
  extremal P u = blend P (expR u).
Proof.
apply/funext => x; apply/funext => y; rewrite /extremal /blend.
by case: eqP => [->|_]; ring.
Qed.

Lemma redraw_blend (R : realType) (A : finType) (P : A -> R) l x y :
  redraw P l x y = blend P (expR (- l)) x y.
Proof. by rewrite /redraw /blend; case: ifP => _; ring. Qed.

Section Blend.
Variables (R : realType) (T A : finType) (p : law R T) (X : T -> A) (t : R).
Hypothesis X_secrets : secrets p X.
Hypotheses (t0 : 0 < t) (t1 : (1 - pmin p X) * t <= 1).
Local Notation P := (pr p X).
Let full x : 0 < P x. Proof. by case: X_secrets. Qed.

Lemma own_ge0 y : 0 <= 1 - (1 - P y) * t.
Proof.
rewrite subr_ge0; apply: le_trans t1; rewrite ler_pmul2r //.
by rewrite ler_add2l ler_opp2 pmin_le.
Qed.

Lemma blend_mechanism : mechanism (blend P t).
Proof.
split=> [x y|x].
  by rewrite /blend; case: ifP => _; rewrite ?own_ge0 // mulr_ge0 // ltW.
rewrite (bigD1 x) //= /blend eqxx.
under eq_bigr => y /negbTE yx do rewrite eq_sym yx.
by rewrite -mulr_suml rest subrK.
Qed.

Variable Y : T -> A.
Hypothesis K : forall x y, given p X Y x y = blend P t x y.
Let own y := 1 - (1 - P y) * t.
Let other y := P y * t.
Let K' x y : given p X Y x y = if x == id y then own y else other y. Proof. exact: K. Qed.

Lemma blend_outcome y : pr p Y y = P y.
Proof. by rewrite (owners_outcome X_secrets K') /own /other; ring. Qed.

Let y0 y : 0 < pr p Y y. Proof. by rewrite blend_outcome. Qed.

Lemma own_le y : 1 <= t -> own y <= other y.
Proof.
move=> h; rewrite /own /other -subr_ge0.
have -> : P y * t - (1 - (1 - P y) * t) = t - 1 by ring.
by rewrite subr_ge0.
Qed.
Lemma own_ge y : t <= 1 -> other y <= own y.
Proof.
move=> h; rewrite /own /other -subr_ge0.
have -> : 1 - (1 - P y) * t - P y * t = 1 - t by ring.
by rewrite subr_ge0.
Qed.

Let cancel v y : rep v (P y * t) (P y) -> rep v t 1.
Proof.
have q0 : 0 < (P y)^-1 by rewrite invr_gt0.
move=> /rep_times/(_ q0); rewrite divff ?gt_eqF // mulrAC divff ?gt_eqF //.
by rewrite mul1r.
Qed.
Let cancel' v y : rep v (P y) (P y * t) -> rep v 1 t.
Proof.
have q0 : 0 < (P y)^-1 by rewrite invr_gt0.
move=> /rep_times/(_ q0); rewrite divff ?gt_eqF // mulrAC divff ?gt_eqF //.
by rewrite mul1r.
Qed.

(* the extremal mechanism *)
Lemma rep_pml_above y : 1 <= t -> rep (pml p X Y y) t 1.
Proof.
move=> h; have := rep_pml_owners X_secrets K' (y0 y).
by rewrite (max_idPr (own_le y h)) blend_outcome => /cancel.
Qed.
Lemma rep_pmc_above y : 1 <= t -> rep (pmc p X Y y) (P y) (1 - (1 - P y) * t).
Proof.
move=> h; have := rep_pmc_owners X_secrets K' (y0 y).
by rewrite (min_idPl (own_le y h)) blend_outcome.
Qed.

(* the one that keeps the secret or draws a new one *)
Lemma rep_pmc_below y : t <= 1 -> rep (pmc p X Y y) 1 t.
Proof.
move=> h; have := rep_pmc_owners X_secrets K' (y0 y).
by rewrite (min_idPr (own_ge y h)) blend_outcome => /cancel'.
Qed.
Lemma rep_pml_below y : t <= 1 -> rep (pml p X Y y) (1 - (1 - P y) * t) (P y).
Proof.
move=> h; have := rep_pml_owners X_secrets K' (y0 y).
by rewrite (max_idPl (own_ge y h)) blend_outcome.
Qed.

(* the rarest secret is the worst answer *)
Lemma rarest_answer y : 1 <= t ->
  P y * (1 - (1 - pmin p X) * t) <= pmin p X * (1 - (1 - P y) * t).
Proof.
move=> h; rewrite -subr_ge0.
have -> : pmin p X * (1 - (1 - P y) * t) - P y * (1 - (1 - pmin p X) * t) =
  (P y - pmin p X) * (t - 1) by ring.
by rewrite mulr_ge0 // subr_ge0 // pmin_le.
Qed.
End Blend.

Section Claims.
Variables (R : realType) (T A : finType) (p : law R T) (X Y : T -> A) (u : R).
Hypotheses (X_secrets : secrets p X) (u0 : 0 <= u).
Local Notation P := (pr p X).
Local Notation m := (pmin p X).
Let U1 : 1 <= expR u. Proof. exact: expR_ge1. Qed.
Let U0 : 0 < expR u. Proof. exact: expR_gt0. Qed.
Let full x : 0 < P x. Proof. by case: X_secrets. Qed.

Section Extremal.
Hypothesis at_most : (1 - m) * expR u <= 1.
Let some := X (point p).

Lemma extremal_is_mechanism : mechanism (extremal P u).
Proof. by rewrite extremal_blend; exact (blend_mechanism X_secrets U0 at_most). Qed.

Hypothesis K : forall x y, given p X Y x y = extremal P u x y.
Let K' x y : given p X Y x y = blend P (expR u) x y.
Proof. by rewrite K extremal_blend. Qed.

Lemma extremal_outcome y : pr p Y y = P y.
Proof. exact (blend_outcome X_secrets K' y). Qed.

Lemma extremal_pml y : veq (pml p X Y y) (Fin u).
Proof. exact: (veq_rep (rep_pml_above X_secrets K' y U1) (rep_fin u)). Qed.

Lemma extremal_pmc y : rep (pmc p X Y y) (P y) (1 - (1 - P y) * expR u).
Proof. exact (rep_pmc_above X_secrets K' y U1). Qed.

Lemma extremal_worst_pml : veq (of_pml p X Y) (Fin u).
Proof.
apply: (@worst_at _ _ _ _ _ _ some _ (expR u) 1) => [|||y _].
- by rewrite extremal_outcome.
- exact (rep_pml_above X_secrets K' some U1).
- exact: rep_fin.
- exact/veq_vle/extremal_pml.
Qed.

Hypothesis below : (1 - m) * expR u < 1.

Lemma rep_lower_bound : rep (lower_bound m u) m (1 - (1 - m) * expR u).
Proof.
have d0 : 0 < 1 - (1 - m) * expR u by rewrite subr_gt0.
have m0 : 0 < m := rarest_gt0 X_secrets.
have h : 0 <= m / (1 - (1 - m) * expR u) by rewrite divr_ge0 // ltW.
by have := rep_times (rep_log h) d0; rewrite mul1r divfK // gt_eqF.
Qed.

Lemma extremal_worst_pmc : veq (of_pmc p X Y) (lower_bound m u).
Proof.
have [a ea] := pmin_is p X.
apply: (@worst_at _ _ _ _ _ _ a _ m (1 - (1 - m) * expR u)) => [|||y _].
- by rewrite extremal_outcome.
- by rewrite -ea; apply: extremal_pmc.
- exact: rep_lower_bound.
- rewrite (rep_le (extremal_pmc y) rep_lower_bound).
  exact: rarest_answer.
Qed.
End Extremal.
End Claims.

Theorem pmc_extremal_mechanism_a_holds : pmc_extremal_mechanism_a.
Proof.
move=> R T A p X Y u ok u0 /(below_limit ok)/ltW h.
by split=> [|K y]; [exact: extremal_is_mechanism | exact (extremal_outcome ok K y)].
Qed.

Theorem pmc_extremal_mechanism_b_holds : pmc_extremal_mechanism_b.
Proof.
move=> R T A p X Y u ok u0 /(below_limit ok)/ltW h.
by split=> [|K]; [exact: extremal_is_mechanism | exact (extremal_worst_pml ok u0 K)].
Qed.

Theorem pmc_example_5_a_holds : pmc_example_5_a.
Proof.
move=> R T A p X Y u ok u0 /(below_limit ok) h; split=> [|K y _].
  exact: extremal_is_mechanism (ltW h).
have k : 0 < 1 - (1 - pr p X y) * expR u.
  rewrite subr_gt0; apply: le_lt_trans h; rewrite ler_pmul2r ?expR_gt0 //.
  by rewrite ler_add2l ler_opp2 pmin_le.
have g : 0 <= pr p X y / (1 - (1 - pr p X y) * expR u) by rewrite divr_ge0 ?pr_ge0 // ltW.
apply: (veq_rep (extremal_pmc ok u0 K y) (rep_log g)).
by rewrite mulr1 divfK // gt_eqF.
Qed.

Theorem pmc_example_5_b_holds : pmc_example_5_b.
Proof.
move=> R T A p X Y u ok u0 /(below_limit ok) h; split=> [|K].
  exact: extremal_is_mechanism (ltW h).
exact: extremal_worst_pmc.
Qed.

Theorem pmc_remark_6_holds : pmc_remark_6.
Proof.
move=> R T A p X Y u ok u0 /(below_limit ok) h; split=> [|K].
  exact: extremal_is_mechanism (ltW h).
split; last exact: extremal_worst_pmc.
exact/veq_vle/(extremal_worst_pml ok u0 K).
Qed.

(* of the exponential of a leakage *)
Lemma exp_rep (R : realType) (v : val R) a b : rep v a b -> 0 < b -> veq (vexp v) (Fin (a / b)).
Proof.
case: v => [x [a0 b0 e]|[_ ->]|[-> _]|] //= b1; rewrite ?ltxx // in b1 *.
  by rewrite e mulrAC divff ?mul1r // gt_eqF.
by rewrite mul0r.
Qed.

Theorem extremal_high_privacy_b_holds : extremal_high_privacy_b.
Proof.
move=> R T A p X Y u ok u0 /(up_to_limit ok) h; split=> [|K y _].
  exact: extremal_is_mechanism.
have eq := extremal_outcome ok K y.
split; [exact: eq | exact (extremal_pml ok u0 K y) |].
apply: exp_rep; last by case: ok.
exact/rep_opp/(extremal_pmc ok u0 K y).
Qed.

Theorem extremal_cost_b_holds : extremal_cost_b.
Proof.
move=> R T A p X Y l ok l0; have h := of_redraw ok l0; have L1 := expRN_le1 l0.
have L0 : 0 < expR (- l) by apply: expR_gt0.
split=> [|K y _].
  have [a b] := blend_mechanism ok L0 h; split=> x => [y|]; first by rewrite redraw_blend.
  by rewrite -[RHS](b x); apply: eq_bigr => y _; rewrite redraw_blend.
have {}K x z : given p X Y x z = blend (pr p X) (expR (- l)) x z by rewrite K redraw_blend.
split; first exact (blend_outcome ok K y).
  exact: (veq_rep (rep_pmc_below ok K y L1) (rep_fin1 l)).
by apply: exp_rep; [exact (rep_pml_below ok K y L1) | case: ok].
Qed.
