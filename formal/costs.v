(* PMC and PML as divergences, as the most that a cost or a gain changes at an outcome, and given a
   third variable. Proofs of statements of claims_costs.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs products guesses.
From pmlsym Require Import claims_costs averages.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- divergences ---- *)

Section Divergences.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variable y : B.
Hypothesis y0 : 0 < pr p Y y.
Local Notation post x := (posterior p X Y x y).

Lemma pmc_at_is : veq (pmc_at p X Y y) (pmc p X Y y).
Proof.
have rp := rep_pmc p X Y y.
have P0 (E : {set A}) : 0 <= \sum_(x in E) pr p X x by apply: sumr_ge0 => x _; apply: pr_ge0.
have Q0 (E : {set A}) : 0 <= \sum_(x in E) post x.
  by apply: sumr_ge0 => x _; apply: posterior_ge0.
have d : pmc_at p X Y y <> Undef by apply: largest_def => E _; apply: ratio_def.
rewrite veq_le; apply/andP; split.
  apply: largest_le => [|E _]; first exact: rep_def rp.
  apply: ratio_saved rp; rewrite ?lo_le1 // mulr_sumr; apply: ler_sum => x _.
  exact: posterior_least.
have [x x0 e] := least_lift_is X y0.
apply: vle_trans (largest_ge (x := [set x]) d isT); rewrite !big_set1.
have r := rep_ratio (ltW x0) (posterior_ge0 p X Y x y) (or_introl x0).
by rewrite (rep_le rp r) mul1r -e posterior_lift.
Qed.

Lemma pml_at_is : veq (pml_at p X Y y) (pml p X Y y).
Proof.
have rp := rep_pml_any X y0.
have P0 (E : {set A}) : 0 <= \sum_(x in E) pr p X x by apply: sumr_ge0 => x _; apply: pr_ge0.
have Q0 (E : {set A}) : 0 <= \sum_(x in E) post x.
  by apply: sumr_ge0 => x _; apply: posterior_ge0.
have d : pml_at p X Y y <> Undef by apply: largest_def => E _; apply: ratio_def.
rewrite veq_le; apply/andP; split.
  apply: largest_le => [|E _]; first exact: rep_def rp.
  apply: ratio_gained rp; rewrite ?most_lift_ge1 // mulr_sumr; apply: ler_sum => x _.
  exact: posterior_most.
have [x x0 e] := most_lift_is X y0.
apply: vle_trans (largest_ge (x := [set x]) d isT); rewrite !big_set1.
have r := rep_ratio (posterior_ge0 p X Y x y) (ltW x0) (or_intror x0).
by rewrite (rep_le rp r) mulr1 -e posterior_lift // mulrC.
Qed.

Lemma below_pmc_at v : vle v (pmc p X Y y) -> vle v (pmc_at p X Y y).
Proof. by move=> h; apply: vle_trans h (veq_vge pmc_at_is). Qed.
Lemma below_pml_at v : vle v (pml p X Y y) -> vle v (pml_at p X Y y).
Proof. by move=> h; apply: vle_trans h (veq_vge pml_at_is). Qed.
End Divergences.

Lemma veq_trans (R : realType) (u v w : val R) : veq u v -> veq v w -> veq u w.
Proof.
rewrite !veq_le => /andP[a b] /andP[c d].
by rewrite (vle_trans a c) (vle_trans d b).
Qed.

Lemma veq_sym (R : realType) (v w : val R) : veq v w = veq w v.
Proof. by rewrite !veq_le andbC. Qed.

(* a ratio that is the largest, or the least, lift *)
Lemma ratio_is_pmc (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A)
    (Y : T -> B) y a b : 0 < pr p Y y -> 0 < a -> b = a * minlift p X Y y ->
  veq (log_ratio a b) (pmc_at p X Y y).
Proof.
move=> y0 a0 e; rewrite veq_sym; apply: veq_trans (pmc_at_is X y0) _.
have b0 : 0 <= b by rewrite e mulr_ge0 ?lo_ge0 // ltW.
by apply: veq_rep (rep_pmc p X Y y) (rep_ratio (ltW a0) b0 (or_introl a0)) _; rewrite e mul1r.
Qed.

Lemma ratio_is_pml (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A)
    (Y : T -> B) y a b : 0 < pr p Y y -> 0 < a -> b = a * maxlift p X Y y ->
  veq (log_ratio b a) (pml_at p X Y y).
Proof.
move=> y0 a0 e; rewrite veq_sym; apply: veq_trans (pml_at_is X y0) _.
have b0 : 0 <= b by rewrite e mulr_ge0 ?ltW ?most_lift_gt0.
have r := rep_ratio b0 (ltW a0) (or_intror a0).
by apply: veq_rep (rep_pml_any X y0) r _; rewrite e mulr1 mulrC.
Qed.

(* ---- every cost, every gain ---- *)

Lemma wrong_ge0 (R : realType) (C : finType) (u w : C) : 0 <= wrong R u w. Proof. exact: ler0n. Qed.
Lemma right_ge0 (R : realType) (C : finType) (u w : C) : 0 <= right R u w. Proof. exact: ler0n. Qed.

Theorem pmc_costs_at_holds : pmc_costs_at.
Proof.
by move=> R T p A B C W X Y U c w0 y [_ y0] chain c0; apply/below_pmc_at/cost_le.
Qed.

Theorem pmc_costs_guess_holds : pmc_costs_guess.
Proof.
move=> R T p A B C X Y U u0 y [_ y0] chain; apply/below_pmc_at/cost_le => //.
exact: wrong_ge0.
Qed.

Theorem pmc_gains_at_holds : pmc_gains_at.
Proof.
by move=> R T p A B C W X Y U c w0 y [_ y0] chain c0; apply/below_pml_at/gain_le.
Qed.

Theorem pmc_gains_guess_holds : pmc_gains_guess.
Proof.
move=> R T p A B C X Y U u0 y [_ y0] chain; apply/below_pml_at/gain_le => //.
exact: right_ge0.
Qed.

Theorem pmc_theorem_2_lift_holds : pmc_theorem_2_lift.
Proof. by move=> R T p A B X Y y [_ y0]; apply: pmc_at_is. Qed.

Theorem pmc_conclusion_zero_cost_repair_holds : pmc_conclusion_zero_cost_repair.
Proof.
move=> R T p A B C W X Y U c w0 y e [_ y0] chain c0 e0 after before.
have h : vle (cost p U Y c w0 y) (pmc_at p X Y y) by apply/below_pmc_at/cost_le.
move: h; rewrite /cost after /log_ratio eqxx (negbTE before).
by case: (pmc_at _ _ _ _).
Qed.

(* ---- a single choice ---- *)

Lemma pick_one (R : realType) (A : finType) (w : A -> R) x :
  \sum_x' w x' * (x' == x)%:R = w x.
Proof.
rewrite (bigD1 x) //= eqxx mulr1 big1 ?addr0 // => x' /negbTE->.
by rewrite mulr0.
Qed.

Section Single.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Variables (y : B) (x : A).
Local Notation c := (fun x' (_ : unit) => (x' == x)%:R).

Lemma mean_single : mean p (fun t => (X t == x)%:R) = pr p X x.
Proof. by rewrite (meanE p X (fun x' => (x' == x)%:R)) pick_one. Qed.
Lemma mean_given_single : mean_given p Y y (fun t => (X t == x)%:R) = posterior p X Y x y.
Proof. by rewrite (mean_givenE p X Y y (fun x' => (x' == x)%:R)) pick_one. Qed.

Lemma least_unit (F : unit -> R) : least tt F = F tt.
Proof. by have [[] <-] := least_is tt F. Qed.
Lemma most_unit (F : unit -> R) : most tt F = F tt.
Proof. by have [[] <-] := most_is tt F. Qed.

Lemma cost_one : cost p X Y c tt y = log_ratio (pr p X x) (posterior p X Y x y).
Proof.
by rewrite /cost /least_before /least_after !least_unit mean_single mean_given_single.
Qed.
Lemma gain_one : gain p X Y c tt y = log_ratio (posterior p X Y x y) (pr p X x).
Proof. by rewrite /gain /most_before /most_after !most_unit mean_single mean_given_single. Qed.

Hypothesis y0 : 0 < pr p Y y.
Lemma cost_one_is : of_least_lift p X Y y x ->
  veq (cost p X Y c tt y) (pmc_at p X Y y).
Proof.
move=> h; rewrite cost_one; apply: ratio_is_pmc => //; first by case: h.
by rewrite posterior_lift // (least_lift_at y0 h).
Qed.
Lemma gain_one_is : of_most_lift p X Y y x ->
  veq (gain p X Y c tt y) (pml_at p X Y y).
Proof.
move=> h; rewrite gain_one; apply: ratio_is_pml => //; first by case: h.
by rewrite posterior_lift // (most_lift_at y0 h).
Qed.
End Single.

Theorem pmc_costs_one_holds : pmc_costs_one.
Proof. by move=> R T p A B X Y y x [_ y0]; apply: cost_one_is. Qed.
Theorem pmc_gains_one_holds : pmc_gains_one.
Proof. by move=> R T p A B X Y y x [_ y0]; apply: gain_one_is. Qed.

(* ---- given a third variable ---- *)

Lemma pr_law_given (R : realType) (T : finType) (p : law R T) (D A : finType) (Z : T -> D) z
    (z0 : 0 < pr p Z z) (X : T -> A) x :
  pr (law_given z0) X x = pr p (both X Z) (x, z) / pr p Z z.
Proof.
rewrite /pr [RHS]mulr_suml [LHS](eq_bigr (fun t => if Z t == z then p t / pr p Z z else 0)).
  by rewrite -big_mkcondr; apply: eq_bigl => t; rewrite /both xpair_eqE.
by move=> t _; rewrite /= /mass_given; case: ifP => // _; rewrite mul0r.
Qed.

Theorem pmc_corollary_2_costs_holds : pmc_corollary_2_costs.
Proof.
move=> R T p A B C D W X Y Z U c w0 y z z0 q yz0 chain c0.
have y0 : 0 < pr q Y y by rewrite pr_law_given divr_gt0.
exact/below_pmc_at/cost_le.
Qed.

Theorem pmc_corollary_2_one_holds : pmc_corollary_2_one.
Proof.
move=> R T p A B D X Y Z y z z0 x q yz0; apply: cost_one_is.
by rewrite pr_law_given divr_gt0.
Qed.
