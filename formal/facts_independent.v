(* Independence, and that nothing less leaks nothing on average: facts that proofs of exported
   statements use. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs products.
From pmlsym Require Import guesses mechanisms claims_costs averages attained chains jensen facts.
From pmlsym Require Import facts_chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma rep_zero (R : realType) : rep (Fin 0) (1 : R) 1.
Proof. by rewrite /rep expR0 mulr1 ltr01. Qed.

Section Independent.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).

Lemma informed i : rep (Fin (mutual_information p X Y)) i 1 -> 1 < i \/ independent p X Y.
Proof.
move=> [_ _]; rewrite mul1r => ->; have := information_ge0 p X Y.
rewrite le_eqVlt => /orP[/eqP none|more]; last by left; rewrite -(@expR0 R) ltr_expR.
right=> x y; pose gap (xy : A * B) := pr p (both X Y) xy * ln (lift p X Y xy.1 xy.2) -
  (pr p (both X Y) xy - pr p X xy.1 * pr p Y xy.2).
have gap_ge0 xy : true -> 0 <= gap xy.
  case: xy => u v _; rewrite /gap /= subr_ge0.
  have := @below_tangent R (pr p (both X Y) (u, v)) (pr p X u * pr p Y v) 1 (lift p X Y u v).
  rewrite ln1 mulr0 add0r mulr1; apply; rewrite ?mulr_ge0 ?pr_ge0 ?ler01 //.
    by rewrite joint_any mulrAC.
  by move=> h; rewrite ltr01 together_gt0.
have total : \sum_xy gap xy = 0.
  rewrite -(pair_bigA _ (fun u v => gap (u, v))) /gap /=.
  have -> : \sum_u \sum_v (pr p (both X Y) (u, v) * ln (lift p X Y u v) -
      (pr p (both X Y) (u, v) - pr p X u * pr p Y v)) = mutual_information p X Y -
      (\sum_u \sum_v pr p (both X Y) (u, v) - \sum_u \sum_v pr p X u * pr p Y v).
    rewrite /mutual_information -!sumrB; apply: eq_bigr => u _.
    by rewrite -sumrB -sumrB; apply: eq_bigr => v _.
  by rewrite both_sum apart_sum subrr subr0 -none.
have /(_ (x, y) isT) := psumr_eq0P gap_ge0 total; rewrite /gap /=.
have [k|/pr_le0 k] := ltP 0 (pr p (both X Y) (x, y)); last first.
  by rewrite k mul0r !sub0r opprK => ->.
have l0 := together_gt0 k; have [x0 y0] := both_gt0 k.
rewrite joint_any; set l := lift p X Y x y in l0 *.
have [-> _|l1] := eqVneq l 1; first by rewrite mulr1.
have v0 : 0 < l^-1 by rewrite invr_gt0.
have less := @ln_below R l^-1 v0; rewrite invr_eq1 lnV ?posrE // in less.
rewrite [pr p X x * l * pr p Y y]mulrAC => /eqP; rewrite subr_eq0 => /eqP e; exfalso.
have := less l1; rewrite -(ltr_pmul2l (mulr_gt0 (mulr_gt0 x0 y0) l0)) mulrN e opprB.
have -> : pr p X x * pr p Y y * l * (l^-1 - 1) = pr p X x * pr p Y y - pr p X x * pr p Y y * l.
  by field; rewrite gt_eqF.
by rewrite ltxx.
Qed.

Hypothesis apart : independent p X Y.
Lemma independent_worst_ldp : vle (worst p Y (ldp p X Y)) (Fin 0).
Proof.
have [y [y0 -> _]] := worst_ldp_is p X Y; rewrite (rep_le (rep_ldp_any X y0) (rep_fin 0)).
by rewrite (independent_hi apart y0) (independent_lo apart y0) expR0.
Qed.
Lemma independent_worst_pml : vle (worst p Y (pml p X Y)) (Fin 0).
Proof. exact: vle_trans (worst_pml_ldp p X Y) independent_worst_ldp. Qed.
Lemma independent_worst_pmc : vle (worst p Y (pmc p X Y)) (Fin 0).
Proof. exact: vle_trans (worst_pmc_ldp p X Y) independent_worst_ldp. Qed.
Lemma independent_leakage : vle (maximal_leakage p X Y) (Fin 0).
Proof. exact: vle_trans (leakage_pml p X Y) independent_worst_pml. Qed.
Lemma independent_cost_leakage : vle (maximal_cost_leakage p X Y) (Fin 0).
Proof. exact: vle_trans (cost_leakage_pmc p X Y) independent_worst_pmc. Qed.
Lemma independent_information : vle (Fin (mutual_information p X Y)) (Fin 0).
Proof. exact: vle_trans (information_leakage p X Y) independent_leakage. Qed.
End Independent.

Lemma independent_sym (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A)
    (Y : T -> B) : independent p X Y -> independent p Y X.
Proof. by move=> h y x; rewrite pr_bothC h mulrC. Qed.

(* a secret that is independent of two releases, which are independent given it *)
Lemma independent_both (R : realType) (T : finType) (p : law R T) (A B C : finType) (X : T -> A)
    (Y : T -> B) (Z : T -> C) : independent p X Y -> independent p X Z -> markov p Y X Z ->
  independent p X (both Y Z).
Proof.
move=> xy xz h; have joint x y z : pr p (both X (both Y Z)) (x, (y, z)) =
    pr p X x * (pr p Y y * pr p Z z).
  have [x0|/pr_le0 e] := ltP 0 (pr p X x); last first.
    by rewrite e mul0r; apply/pr_le0; rewrite -e pr_le_l.
  apply: (mulIf (lt0r_neq0 x0)); rewrite -pr_middle h (pr_bothC p Y X) xy xz; ring.
move=> x [y z]; rewrite joint; congr (_ * _); rewrite -(pr_suml p X (both Y Z)).
by under eq_bigr do rewrite joint; rewrite -mulr_suml pr_sum mul1r.
Qed.
