(* Mechanisms in which every answer has one secret of another likelihood than all the rest: its
   lifts, its PML, PMC and LDP as quotients, and the worst answer. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs claims_figure.
From pmlsym Require Import figure_two claims_named.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma rep_times (R : realType) (v : val R) a b c : rep v a b -> 0 < c -> rep v (a * c) (b * c).
Proof.
case: v => [x|||] //= h c0.
- by case: h => a0 b0 ->; split; [rewrite mulr_gt0 // mulr_gt0 ?expR_gt0 | rewrite mulr_gt0 | ring].
- by case: h => a0 ->; rewrite mul0r mulr_gt0.
- by case: h => -> b0; rewrite mul0r mulr_gt0.
Qed.

(* the worst outcome, if one is worst *)
Lemma worst_at (R : realType) (T B : finType) (p : law R T) (Y : T -> B) (f : B -> val R) y v a b :
  0 < pr p Y y -> rep (f y) a b -> rep v a b ->
  (forall z, 0 < pr p Y z -> vle (f z) v) -> veq (worst p Y f) v.
Proof.
move=> y0 h k below; apply: (worst_is y0); last by rewrite (rep_le k h).
by apply: worst_le => s s0; apply: below; apply: pr_gt0.
Qed.

Section Owners.
Variables (R : realType) (T A B : finType) (p : law R T) (X : T -> A) (Y : T -> B).
Variables (owner : B -> A) (own other : B -> R).
Hypothesis X_secrets : secrets p X.
Hypothesis K : forall x y, given p X Y x y = if x == owner y then own y else other y.
Local Notation P := (pr p X).
Let full x : 0 < P x. Proof. by case: X_secrets. Qed.

Lemma owners_joint x y : pr p (both X Y) (x, y) = P x * given p X Y x y.
Proof. by rewrite /given mulrCA divff ?mulr1 // gt_eqF. Qed.

Lemma owners_outcome y : pr p Y y = P (owner y) * own y + (1 - P (owner y)) * other y.
Proof.
rewrite -(pr_suml p X Y) (bigD1 (owner y)) //= owners_joint K eqxx; congr (_ + _).
rewrite -(rest p X) mulr_suml; apply: eq_bigr => x xy.
by rewrite owners_joint K (negbTE xy).
Qed.

Lemma owners_lift x y : lift p X Y x y = (if x == owner y then own y else other y) / pr p Y y.
Proof.
rewrite /lift owners_joint K invfM mulrA; congr (_ * _).
by rewrite mulrAC divff ?mul1r // gt_eqF.
Qed.

(* a secret that is not the owner *)
Lemma stranger y : exists x, x != owner y.
Proof.
have [two _] := X_secrets; apply/existsP; rewrite -negb_forall; apply: contraTN two => /forallP h.
rewrite -leqNgt -(card1 (owner y)); apply: subset_leq_card; apply/subsetP => x _.
by rewrite inE.
Qed.

Lemma lift_own y : lift p X Y (owner y) y = own y / pr p Y y.
Proof. by rewrite owners_lift eqxx. Qed.
Lemma lift_other y : exists x, lift p X Y x y = other y / pr p Y y.
Proof. by have [x /negbTE e] := stranger y; exists x; rewrite owners_lift e. Qed.

Section At.
Variable y : B.
Hypothesis y0 : 0 < pr p Y y.
Let q0 : 0 <= (pr p Y y)^-1. Proof. by rewrite invr_ge0 ltW. Qed.

Lemma maxlift_owners : maxlift p X Y y = Num.max (own y) (other y) / pr p Y y.
Proof.
apply/le_anti/andP; split.
  have [x <-] := hi_is full y0; rewrite owners_lift ler_wpmul2r // le_maxr.
  by case: eqP => _; rewrite lexx ?orbT.
rewrite ler_pdivr_mulr // le_maxl -!ler_pdivr_mulr //; apply/andP; split.
  by rewrite -lift_own lift_le_hi.
by have [x <-] := lift_other y; rewrite lift_le_hi.
Qed.

Lemma minlift_owners : minlift p X Y y = Num.min (own y) (other y) / pr p Y y.
Proof.
apply/le_anti/andP; split; last first.
  have [x <-] := lo_is full y0; rewrite owners_lift ler_wpmul2r // le_minl.
  by case: eqP => _; rewrite lexx ?orbT.
rewrite ler_pdivl_mulr // le_minr -!ler_pdivl_mulr //; apply/andP; split.
  by rewrite -lift_own lo_le_lift.
by have [x <-] := lift_other y; rewrite lo_le_lift.
Qed.

Let q1 : pr p Y y != 0. Proof. by rewrite gt_eqF. Qed.

Lemma rep_pml_owners : rep (pml p X Y y) (Num.max (own y) (other y)) (pr p Y y).
Proof.
have := rep_times (rep_pml full y0) y0.
by rewrite maxlift_owners mul1r divfK.
Qed.

Lemma rep_pmc_owners : rep (pmc p X Y y) (pr p Y y) (Num.min (own y) (other y)).
Proof.
have := rep_times (rep_pmc p X Y y) y0.
by rewrite minlift_owners mul1r divfK.
Qed.

Lemma rep_ldp_owners :
  rep (ldp p X Y y) (Num.max (own y) (other y)) (Num.min (own y) (other y)).
Proof.
have := rep_times (rep_ldp full y0) y0.
by rewrite maxlift_owners minlift_owners !divfK.
Qed.
End At.
End Owners.
