(* Choices at random cost no less than the best one; Theorem 4 with finitely many secrets. Proofs of
   statements of claims_choices.v; nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs products guesses.
From pmlsym Require Import claims_costs averages costs pieces claims_choices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem pmc_lemma_2_random_holds : pmc_lemma_2_random.
Proof.
move=> R T p A B W X Y V c w0 y [_ y0] chain c0.
have e : mean_given p Y y (fun t => c (X t) (V t)) =
    \sum_w posterior p V Y w y * mean_given p Y y (fun t => c (X t) w).
  rewrite (mean_givenE p (both X V) Y y (fun xw => c xw.1 xw.2)).
  rewrite -(pair_bigA _ (fun x w => posterior p (both X V) Y (x, w) y * c x w)) exchange_big /=.
  apply: eq_bigr => w _; rewrite (mean_givenE p X Y y (c^~ w)) mulr_sumr.
  apply: eq_bigr => x _; rewrite mulrA; congr (_ * _); rewrite /posterior.
  have := chain x y w.
  have -> : pr p (both X (both Y V)) (x, (y, w)) = pr p (both (both X V) Y) ((x, w), y).
    by apply: eq_bigl => t; rewrite /both !xpair_eqE -andbA [(Y t == y) && _]andbC.
  move=> /(canRL (mulfK (lt0r_neq0 y0))) ->; rewrite (pr_bothC p Y V).
  set a := pr p (both X Y) _; set b := pr p (both V Y) _.
  by field; rewrite gt_eqF.
rewrite e -[X in X <= _]mul1r -(posterior_sum V y0) mulr_suml; apply: ler_sum => w _.
apply: ler_wpmul2l; first exact: posterior_ge0.
exact: (least_le _ (fun w => mean_given p Y y (fun t => c (X t) w))).
Qed.

Theorem pmc_theorem_4_costs_holds : pmc_theorem_4_costs.
Proof.
move=> R T p A B W X Y y c w0 two [full y0] c0.
by apply/below_pmc_at/(cost_le _ (own_chain p X Y)).
Qed.

Theorem pmc_theorem_4_one_holds : pmc_theorem_4_one.
Proof. by move=> R T p A B X Y y x two [full y0]; apply: cost_one_is. Qed.
