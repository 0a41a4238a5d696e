(* How leakages compare along a chain, and with secret and release swapped; lifts of independent
   variables: facts that proofs of exported statements use. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs products.
From pmlsym Require Import guesses mechanisms claims_costs averages attained chains facts.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- swapped ---- *)

Section Swap.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).

Lemma lift_sym x y : lift p X Y x y = lift p Y X y x.
Proof. by rewrite /lift pr_bothC [pr p X x * _]mulrC. Qed.

Lemma swap_pml_le : vle (worst p X (pml p Y X)) (worst p Y (pml p X Y)).
Proof.
apply: worst_vle => [y /(rep_pml_any X)/rep_def //|x x0].
have [y y0 e] := most_lift_is Y x0; exists y => //.
rewrite (rep_le (rep_pml_any Y x0) (rep_pml_any X y0)) !mulr1 -e -lift_sym.
exact: most_lift_ge.
Qed.
Lemma swap_pmc_le : vle (worst p X (pmc p Y X)) (worst p Y (pmc p X Y)).
Proof.
apply: worst_vle => [y _|x x0]; first exact: rep_def (rep_pmc p X Y y).
have [y y0 e] := least_lift_is Y x0; exists y => //.
by apply: pmc_le; rewrite -e -lift_sym least_lift_le.
Qed.

Lemma information_sym : mutual_information p X Y = mutual_information p Y X.
Proof.
rewrite /mutual_information exchange_big; apply: eq_bigr => y _; apply: eq_bigr => x _.
by rewrite pr_bothC lift_sym.
Qed.

(* ---- independent ---- *)

Hypothesis h : independent p X Y.
Lemma independent_lift x y : 0 < pr p X x -> 0 < pr p Y y -> lift p X Y x y = 1.
Proof. by move=> x0 y0; rewrite /lift h divff // mulf_neq0 // gt_eqF. Qed.
Lemma independent_hi y : 0 < pr p Y y -> maxlift p X Y y = 1.
Proof. by move=> y0; have [x x0 <-] := most_lift_is X y0; apply: independent_lift. Qed.
Lemma independent_lo y : 0 < pr p Y y -> minlift p X Y y = 1.
Proof. by move=> y0; have [x x0 <-] := least_lift_is X y0; apply: independent_lift. Qed.
End Swap.

Section Swaps.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Lemma swap_pml : veq (worst p X (pml p Y X)) (worst p Y (pml p X Y)).
Proof. by rewrite veq_le !swap_pml_le. Qed.
Lemma swap_pmc : veq (worst p X (pmc p Y X)) (worst p Y (pmc p X Y)).
Proof. by rewrite veq_le !swap_pmc_le. Qed.
End Swaps.

(* ---- chains ---- *)

Section Chains.
Variables (R : realType) (T : finType) (p : law R T) (A B C : finType).
Variables (X : T -> A) (Y : T -> B) (Z : T -> C).
Hypothesis h : markov p X Y Z.

Lemma markov_sym : markov p Z Y X.
Proof.
move=> z y x; rewrite (pr_bothC p Z Y) (pr_bothC p Y X) [RHS]mulrC -h; congr (_ * _).
by apply: eq_bigl => t; rewrite /both !xpair_eqE; case: eqP; case: eqP; case: eqP.
Qed.

Lemma pr_le0 (D : finType) (V : T -> D) v : pr p V v <= 0 -> pr p V v = 0.
Proof. by move=> k; apply/le_anti; rewrite k pr_ge0. Qed.
Lemma pr_middle x y z :
  pr p (both Y (both X Z)) (y, (x, z)) = pr p (both X (both Y Z)) (x, (y, z)).
Proof. by apply: eq_bigl => t; rewrite /both !xpair_eqE andbCA. Qed.

Lemma chain_joint x y z :
  pr p (both X (both Y Z)) (x, (y, z)) = pr p X x * lift p X Y x y * pr p (both Y Z) (y, z).
Proof.
have [y0|/pr_le0 e] := ltP 0 (pr p Y y).
  have /(canRL (mulfK (lt0r_neq0 y0))) -> := h x y z.
  by rewrite (joint_lift X y0); field; rewrite gt_eqF.
have k : pr p (both Y Z) (y, z) = 0 by apply/pr_le0; rewrite -e pr_le_l.
by rewrite k mulr0; apply/pr_le0; rewrite -k pr_le_r.
Qed.

(* the largest and the least lift of a later outcome, by those of the earlier ones *)
Lemma chain_lift_mean x z : 0 < pr p X x ->
  lift p X Z x z * pr p Z z = \sum_y pr p (both Y Z) (y, z) * lift p X Y x y.
Proof.
move=> x0; apply: (mulfI (lt0r_neq0 x0)); rewrite mulrA -joint_any.
rewrite -(pr_suml p Y (both X Z)) mulr_sumr; apply: eq_bigr => y _.
by rewrite pr_middle chain_joint [RHS]mulrA mulrAC.
Qed.
Lemma chain_hi_mean z :
  maxlift p X Z z * pr p Z z <= \sum_y pr p (both Y Z) (y, z) * maxlift p X Y y.
Proof.
have s0 : 0 <= \sum_y pr p (both Y Z) (y, z) * maxlift p X Y y.
  by apply: sumr_ge0 => y _; rewrite mulr_ge0 ?pr_ge0 ?hi_ge0.
have [z0|/pr_le0 ->] := ltP 0 (pr p Z z); last by rewrite mulr0.
have [x x0 <-] := most_lift_is X z0; rewrite chain_lift_mean //; apply: ler_sum => y _.
by rewrite ler_wpmul2l ?pr_ge0 ?most_lift_ge.
Qed.
Lemma chain_lo_mean z : 0 < pr p Z z ->
  \sum_y pr p (both Y Z) (y, z) * minlift p X Y y <= minlift p X Z z * pr p Z z.
Proof.
move=> z0; have [x x0 <-] := least_lift_is X z0; rewrite chain_lift_mean //; apply: ler_sum => y _.
by rewrite ler_wpmul2l ?pr_ge0 ?least_lift_le.
Qed.

(* what is so of all possible y is so of their mean given z *)
Lemma mean_given_le (f g : B -> R) z : (forall y, 0 < pr p Y y -> f y <= g y) ->
  \sum_y pr p (both Y Z) (y, z) * f y <= \sum_y pr p (both Y Z) (y, z) * g y.
Proof.
move=> le; apply: ler_sum => y _; have [y0|/pr_le0 e] := ltP 0 (pr p Y y).
  by rewrite ler_wpmul2l ?pr_ge0 ?le.
have -> : pr p (both Y Z) (y, z) = 0 by apply/pr_le0; rewrite -e pr_le_l.
by rewrite !mul0r.
Qed.

Lemma chain_pml_first : vle (worst p Z (pml p X Z)) (worst p Y (pml p X Y)).
Proof.
have [z [z0 -> _]] := worst_pml_is p X Z; have [y [y0 -> most]] := worst_pml_is p X Y.
rewrite (rep_le (rep_pml_any X z0) (rep_pml_any X y0)) !mulr1 -(ler_pmul2r z0).
apply: le_trans (chain_hi_mean z) _; apply: le_trans (mean_given_le z most) _.
by rewrite -mulr_suml pr_suml mulrC.
Qed.
Lemma chain_pmc_first : vle (worst p Z (pmc p X Z)) (worst p Y (pmc p X Y)).
Proof.
have [z [z0 -> _]] := worst_pmc_is p X Z; have [y [y0 -> least]] := worst_pmc_is p X Y.
apply: pmc_le; rewrite -(ler_pmul2r z0); apply: le_trans (chain_lo_mean z0).
by rewrite [X in X <= _]mulrC -(pr_suml p Y Z) mulr_suml; apply: mean_given_le.
Qed.
Lemma chain_ldp_first : vle (worst p Z (ldp p X Z)) (worst p Y (ldp p X Y)).
Proof.
have [z [z0 -> _]] := worst_ldp_is p X Z; have [y [y0 -> most]] := worst_ldp_is p X Y.
rewrite (rep_le (rep_ldp_any X z0) (rep_ldp_any X y0)) -(ler_pmul2r z0) mulrAC.
apply: le_trans (ler_wpmul2r (lo_ge0 _ _ _ _) (chain_hi_mean z)) _.
rewrite -[X in _ <= X]mulrA; apply: le_trans (ler_wpmul2l (hi_ge0 _ _ _ _) (chain_lo_mean z0)).
rewrite mulr_suml mulr_sumr; under eq_bigr do rewrite -mulrA.
by under [X in _ <= X]eq_bigr do rewrite mulrCA; apply: mean_given_le.
Qed.

Lemma chain_leakage_first : vle (maximal_leakage p X Z) (maximal_leakage p X Y).
Proof.
rewrite (rep_le (rep_leakage p X Z) (rep_leakage p X Y)) !mulr1 !sum_maxE.
apply: (@le_trans _ _ (\sum_z \sum_y pr p (both Y Z) (y, z) * maxlift p X Y y)).
  by apply: ler_sum => z _; rewrite mulrC chain_hi_mean.
by rewrite exchange_big; apply: ler_sum => y _; rewrite -mulr_suml pr_sumr.
Qed.
Lemma chain_cost_leakage_first : vle (maximal_cost_leakage p X Z) (maximal_cost_leakage p X Y).
Proof.
rewrite (rep_le (rep_max_cost p X Z) (rep_max_cost p X Y)) !mul1r !sum_min_any.
apply: (@le_trans _ _ (\sum_z \sum_y pr p (both Y Z) (y, z) * minlift p X Y y)).
  by rewrite exchange_big; apply: ler_sum => y _; rewrite -mulr_suml pr_sumr.
apply: ler_sum => z _; have [z0|/pr_le0 e] := ltP 0 (pr p Z z).
  by rewrite [X in _ <= X]mulrC chain_lo_mean.
rewrite e mul0r big1 // => y _; suff -> : pr p (both Y Z) (y, z) = 0 by rewrite mul0r.
by apply/pr_le0; rewrite -e pr_le_r.
Qed.

(* at an outcome *)
Lemma chain_hi z : 0 < pr p Z z -> maxlift p X Z z <= maxlift p Y Z z.
Proof.
move=> z0; have [x x0 <-] := most_lift_is X z0.
by have := chain_most h z0 x; rewrite posterior_lift // mulrC ler_pmul2r.
Qed.
Lemma chain_lo z : 0 < pr p Z z -> minlift p Y Z z <= minlift p X Z z.
Proof. exact: chain_minlift. Qed.

Lemma chain_pml_last : vle (worst p Z (pml p X Z)) (worst p Z (pml p Y Z)).
Proof.
apply: worst_mono => z z0; rewrite (rep_le (rep_pml_any X z0) (rep_pml_any Y z0)) !mulr1.
exact: chain_hi.
Qed.
Lemma chain_pmc_last : vle (worst p Z (pmc p X Z)) (worst p Z (pmc p Y Z)).
Proof. by apply: worst_mono => z z0; apply/pmc_le/chain_lo. Qed.
Lemma chain_ldp_last : vle (worst p Z (ldp p X Z)) (worst p Z (ldp p Y Z)).
Proof.
apply: worst_mono => z z0; rewrite (rep_le (rep_ldp_any X z0) (rep_ldp_any Y z0)).
by apply: ler_pmul; rewrite ?hi_ge0 ?lo_ge0 ?chain_hi ?chain_lo.
Qed.
Lemma chain_leakage_last : vle (maximal_leakage p X Z) (maximal_leakage p Y Z).
Proof.
rewrite (rep_le (rep_leakage p X Z) (rep_leakage p Y Z)) !mulr1 !sum_maxE.
apply: ler_sum => z _; have [z0|/pr_le0 ->] := ltP 0 (pr p Z z); last by rewrite !mul0r.
by rewrite ler_pmul2l ?chain_hi.
Qed.
Lemma chain_cost_leakage_last : vle (maximal_cost_leakage p X Z) (maximal_cost_leakage p Y Z).
Proof.
rewrite (rep_le (rep_max_cost p X Z) (rep_max_cost p Y Z)) !mul1r !sum_min_any.
apply: ler_sum => z _; have [z0|/pr_le0 ->] := ltP 0 (pr p Z z); last by rewrite !mul0r.
by rewrite ler_pmul2l ?chain_lo.
Qed.

Lemma information_of_triples : mutual_information p X Y =
  \sum_x \sum_y \sum_z pr p (both X (both Y Z)) (x, (y, z)) * ln (lift p X Y x y).
Proof.
apply: eq_bigr => x _; apply: eq_bigr => y _; rewrite -mulr_suml; congr (_ * _).
by rewrite -(pr_sumr p (both X Y) Z); apply: eq_bigr => z _; rewrite pr_bothA.
Qed.
Lemma information_of_ends : mutual_information p X Z =
  \sum_x \sum_y \sum_z pr p (both X (both Y Z)) (x, (y, z)) * ln (lift p X Z x z).
Proof.
apply: eq_bigr => x _; rewrite exchange_big; apply: eq_bigr => z _ /=; rewrite -mulr_suml.
by congr (_ * _); rewrite -(pr_suml p Y (both X Z)); apply: eq_bigr => y _; rewrite pr_middle.
Qed.
Lemma triples_sum : \sum_x \sum_y \sum_z pr p (both X (both Y Z)) (x, (y, z)) = 1.
Proof.
rewrite -(both_sum p X Y); apply: eq_bigr => x _; apply: eq_bigr => y _.
by rewrite -(pr_sumr p (both X Y) Z); apply: eq_bigr => z _; rewrite pr_bothA.
Qed.
Lemma triples_le (F G : A -> B -> C -> R) : (forall x y z, F x y z <= G x y z) ->
  \sum_x \sum_y \sum_z F x y z <= \sum_x \sum_y \sum_z G x y z.
Proof. by move=> le; do 3!(apply: ler_sum => ? _). Qed.
Lemma triples_add (F G : A -> B -> C -> R) : \sum_x \sum_y \sum_z (F x y z + G x y z) =
  \sum_x \sum_y \sum_z F x y z + \sum_x \sum_y \sum_z G x y z.
Proof.
rewrite -big_split; apply: eq_bigr => x _ /=; rewrite -big_split; apply: eq_bigr => y _ /=.
by rewrite big_split.
Qed.
Lemma triples_sub (F G : A -> B -> C -> R) : \sum_x \sum_y \sum_z (F x y z - G x y z) =
  \sum_x \sum_y \sum_z F x y z - \sum_x \sum_y \sum_z G x y z.
Proof.
rewrite triples_add; congr (_ + _); rewrite -sumrN; apply: eq_bigr => x _.
by rewrite -sumrN; apply: eq_bigr => y _; rewrite sumrN.
Qed.

Lemma information_first : mutual_information p X Z <= mutual_information p X Y.
Proof.
rewrite information_of_triples information_of_ends.
have total : 0 <= \sum_x \sum_y \sum_z (pr p (both X (both Y Z)) (x, (y, z)) -
    pr p X x * pr p (both Y Z) (y, z) * lift p X Z x z).
  rewrite triples_sub triples_sum subr_ge0 le_eqVlt; apply/orP; left; apply/eqP/esym.
  rewrite -(both_sum p X Z); apply: eq_bigr => x _; rewrite exchange_big; apply: eq_bigr => z _ /=.
  by rewrite -mulr_suml -mulr_sumr pr_suml joint_any [RHS]mulrAC.
rewrite -subr_ge0 -triples_sub; apply: (le_trans total); apply: triples_le => x y z.
rewrite ler_subr_addl.
set a := pr _ _ _; have a0 : 0 <= a by apply: pr_ge0.
apply: below_tangent; rewrite ?lift_ge0 ?mulr_ge0 ?pr_ge0 //.
  by rewrite /a chain_joint mulrAC.
move=> k; split; apply: together_gt0; apply: lt_le_trans k _.
  by rewrite /a -pr_middle pr_le_r.
by rewrite /a pr_bothA pr_le_l.
Qed.
Lemma chain_information_first :
  vle (Fin (mutual_information p X Z)) (Fin (mutual_information p X Y)).
Proof. exact: information_first. Qed.
End Chains.

Lemma chain_information_last (R : realType) (T : finType) (p : law R T) (A B C : finType)
    (X : T -> A) (Y : T -> B) (Z : T -> C) : markov p X Y Z ->
  vle (Fin (mutual_information p X Z)) (Fin (mutual_information p Y Z)).
Proof.
move=> h; rewrite (information_sym p X) (information_sym p Y).
exact/information_first/markov_sym.
Qed.
