(* Every two mechanisms are the conditional probabilities of outcomes of one secret, under any prior
   with positive entries: so a statement of all secrets and outcomes that have these likelihoods is
   not empty. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses.
From pmlsym Require Import claims_figure claims_named.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma realized (R : realType) (A B C : finType) (P : law R A) (K : A -> B -> R) (L : A -> C -> R) :
  (forall x, 0 < P x) -> mechanism K -> mechanism L ->
  exists (T : finType) (p : law R T) (X : T -> A) (Y : T -> B) (Z : T -> C),
  [/\ forall x, pr p X x = P x, forall x y, given p X Y x y = K x y &
      forall x z, given p X Z x z = L x z].
Proof.
move=> full [K0 K1] [L0 L1].
pose M x (c : B * C) := K x c.1 * L x c.2.
have M0 x c : 0 <= M x c by apply: mulr_ge0.
have M1 x : \sum_c M x c = 1.
  rewrite -(pair_bigA _ (fun y z => K x y * L x z)) /= -(K1 x).
  by apply: eq_bigr => y _; rewrite -mulr_sumr L1 mulr1.
pose p := with_kernel P id M0 M1; have at_c := @with_kernel_at _ _ P _ _ id _ M0 M1.
pose X (s : A * (B * C)) := s.1; pose W (s : A * (B * C)) := s.2.
pose Y s := (W s).1; pose Z s := (W s).2.
have pX x : pr p X x = P x by rewrite -(pr_id P x); exact: (larger_pr M1 at_c id).
have joint x y z : pr p (both X (both Y Z)) (x, (y, z)) = P x * (K x y * L x z).
  rewrite -(pr_id P x); have <- := larger_secret at_c x (y, z).
  by rewrite pr_bothC; apply: eq_bigl => -[x' [y' z']]; rewrite /both /Y /Z /W /= !xpair_eqE.
exists [finType of A * (B * C)], p, X, Y, Z; split=> // [x y|x z]; rewrite /given pX.
  rewrite -(pr_sumr p (both X Y) Z).
  under eq_bigr do rewrite -pr_bothA joint.
  by rewrite -!mulr_sumr L1 mulr1 mulrAC divff ?mul1r // gt_eqF.
rewrite -(pr_sumr p (both X Z) Y).
have swap y : pr p (both (both X Z) Y) ((x, z), y) = P x * L x z * K x y.
  rewrite -mulrA [L x z * _]mulrC -joint.
  by apply: eq_bigl => s; rewrite /both !xpair_eqE -andbA [(Z s == z) && _]andbC.
under eq_bigr do rewrite swap.
by rewrite -mulr_sumr K1 mulr1 mulrAC divff ?mul1r // gt_eqF.
Qed.
