(* Leakage given an outcome, and of pairs of outcomes: facts that proofs of exported statements use.
   Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law language quotients extremes claims_pmc payoffs products.
From pmlsym Require Import guesses claims_costs averages attained chains facts facts_chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Conditional.
Variables (R : realType) (T : finType) (p : law R T) (B : finType) (Y : T -> B).

Lemma pr_conditional y : 0 < pr p Y y -> forall (A : finType) (V : T -> A) v,
  pr (conditional p Y y) V v = pr p (both V Y) (v, y) / pr p Y y.
Proof.
move=> y0 A V v; rewrite {1}/pr /= /mass_conditional gt_eqF // -big_mkcondr -mulr_suml.
by congr (_ / _).
Qed.
Lemma conditional_gt0 s (A : finType) (V : T -> A) : 0 < p s ->
  0 < pr (conditional p Y (Y s)) V (V s).
Proof.
by move=> s0; rewrite pr_conditional ?divr_gt0 ?pr_gt0 //; exact: (pr_gt0 (both V Y)).
Qed.
End Conditional.

Lemma product_of_lifts (F : fieldType) (j x xy yz y : F) : x != 0 -> xy != 0 -> yz != 0 ->
  y != 0 -> j / (x * yz) = xy / (x * y) * (j * y / (xy * yz)).
Proof. by move=> x0 xy0 yz0 y0; field; rewrite ?x0 ?xy0 ?yz0 ?y0. Qed.

Section Pairs.
Variables (R : realType) (T : finType) (p : law R T) (A B C : finType).
Variables (X : T -> A) (Y : T -> B) (Z : T -> C).

Lemma lift_swap x y z : lift p X (both Y Z) x (y, z) = lift p X (both Z Y) x (z, y).
Proof.
rewrite /lift (pr_bothC p Y Z); congr (_ / _); apply: eq_bigl => t.
by rewrite /both !xpair_eqE; case: (Y t == y); case: (Z t == z).
Qed.
Lemma maxlift_swap s : maxlift p X (both Y Z) (both Y Z s) = maxlift p X (both Z Y) (both Z Y s).
Proof. by apply: eq_bigr => x _; apply: lift_swap. Qed.
Lemma minlift_swap s : minlift p X (both Y Z) (both Y Z s) = minlift p X (both Z Y) (both Z Y s).
Proof. by apply: eq_bigr => x _; apply: lift_swap. Qed.

Variable s : T.
Hypothesis s0 : 0 < p s.
Local Notation y := (Y s).
Local Notation z := (Z s).
Local Notation q := (conditional p Y y).
Let y0 : 0 < pr p Y y := pr_gt0 Y s0.
Let yz0 : 0 < pr p (both Y Z) (y, z) := pr_gt0 (both Y Z) s0.

Lemma lift_conditional x : lift q X Z x z =
  pr p (both X (both Y Z)) (x, (y, z)) * pr p Y y /
  (pr p (both X Y) (x, y) * pr p (both Y Z) (y, z)).
Proof.
rewrite /lift !pr_conditional // [pr p (both Z Y) _]pr_bothC.
have -> : pr p (both (both X Z) Y) ((x, z), y) = pr p (both X (both Y Z)) (x, (y, z)).
  by apply: eq_bigl => t; rewrite /both !xpair_eqE -andbA [(Z t == _) && _]andbC.
rewrite !invfM !invrK; move: (pr p (both X Y) _)^-1 (pr p (both Y Z) _)^-1 => a b.
by field; rewrite gt_eqF.
Qed.
Lemma secret_conditional x : (0 < pr q X x) = (0 < pr p (both X Y) (x, y)).
Proof. by rewrite pr_conditional // pmulr_lgt0 // invr_gt0. Qed.

(* first y, then z *)
Lemma lift_pair x : 0 < pr p (both X Y) (x, y) ->
  lift p X (both Y Z) x (y, z) = lift p X Y x y * lift q X Z x z.
Proof.
move=> xy0; have [x0 _] := both_gt0 xy0.
rewrite lift_conditional; apply: product_of_lifts; rewrite gt_eqF //.
Qed.
Lemma lift_pair0 x : pr p (both X Y) (x, y) <= 0 -> lift p X (both Y Z) x (y, z) = 0.
Proof.
move=> /pr_le0 e; rewrite /lift; suff -> : pr p (both X (both Y Z)) (x, (y, z)) = 0.
  by rewrite mul0r.
by apply/pr_le0; rewrite -e pr_bothA pr_le_l.
Qed.
Lemma pair_hi : maxlift p X (both Y Z) (both Y Z s) <= maxlift p X Y y * maxlift q X Z z.
Proof.
rewrite -[both Y Z s]/(y, z).
have [x x0 <-] := most_lift_is X yz0; have [xy0|/lift_pair0->] := ltP 0 (pr p (both X Y) (x, y)).
  rewrite lift_pair //; apply: ler_pmul; rewrite ?lift_ge0 ?most_lift_ge //.
  by rewrite secret_conditional.
by rewrite mulr_ge0 ?hi_ge0.
Qed.
Lemma pair_lo : minlift p X Y y * minlift q X Z z <= minlift p X (both Y Z) (both Y Z s).
Proof.
rewrite -[both Y Z s]/(y, z).
have [x x0 <-] := least_lift_is X yz0.
have [xy0|le] := ltP 0 (pr p (both X Y) (x, y)).
  rewrite lift_pair //; apply: ler_pmul; rewrite ?lo_ge0 ?least_lift_le //.
  by rewrite secret_conditional.
have -> : minlift p X Y y = 0.
  apply/le_anti; rewrite lo_ge0 andbT; apply: le_trans (least_lift_le _ _ x0) _.
  by rewrite /lift (pr_le0 le) mul0r.
by rewrite mul0r lift_ge0.
Qed.

(* ---- along chains ---- *)

(* given the middle one, the ends are independent *)
Lemma middle_independent : markov p X Y Z -> forall x, 0 < pr q X x -> lift q X Z x z = 1.
Proof.
move=> h x; rewrite secret_conditional lift_conditional h => xy0.
by rewrite divff // mulf_neq0 // gt_eqF.
Qed.
Lemma middle_hi : markov p X Y Z -> maxlift q X Z z = 1.
Proof.
move=> h; have [x x0 <-] := most_lift_is X (conditional_gt0 Y Z s0).
exact: middle_independent.
Qed.
Lemma middle_lo : markov p X Y Z -> minlift q X Z z = 1.
Proof.
move=> h; have [x x0 <-] := least_lift_is X (conditional_gt0 Y Z s0).
exact: middle_independent.
Qed.

(* beside the middle one, the last one says nothing *)
Lemma beside_lift : markov p X Y Z -> forall x, lift p X (both Y Z) x (y, z) = lift p X Y x y.
Proof.
move=> h x; have /(canRL (mulfK (lt0r_neq0 y0))) e := h x y z.
rewrite /lift e !invfM; move: (pr p X x)^-1 => a.
by field; rewrite !gt_eqF.
Qed.
Lemma beside_hi : markov p X Y Z -> maxlift p X (both Y Z) (both Y Z s) = maxlift p X Y y.
Proof. by move=> h; apply: eq_bigr => x _; apply: beside_lift. Qed.
Lemma beside_lo : markov p X Y Z -> minlift p X (both Y Z) (both Y Z s) = minlift p X Y y.
Proof. by move=> h; apply: eq_bigr => x _; apply: beside_lift. Qed.

(* given what else depends on the secret, lifts are multiplied by one number *)
Lemma fork_conditional : markov p Y X Z ->
  maxlift q X Z z * minlift p X Z z <= maxlift p X Z z * minlift q X Z z.
Proof.
move=> h; have qz := conditional_gt0 Y Z s0; have z0 := pr_gt0 Z s0.
pose k := pr p Y y * pr p Z z / pr p (both Y Z) (y, z).
have k0 : 0 <= k by rewrite divr_ge0 ?mulr_ge0 ?pr_ge0.
have e x : 0 < pr q X x -> 0 < pr p X x /\ lift q X Z x z = k * lift p X Z x z.
  rewrite secret_conditional => xy0; have [x0 _] := both_gt0 xy0; split=> //.
  have /(canRL (mulfK (lt0r_neq0 x0))) j := h y x z.
  rewrite lift_conditional -pr_middle j (pr_bothC p Y X) /lift /k.
  by field; rewrite !gt_eqF.
have [x x0 <-] := most_lift_is X qz; have [x' x'0 <-] := least_lift_is X qz.
have [p0 ->] := e _ x0; have [p0' ->] := e _ x'0.
rewrite -mulrA [X in _ <= X]mulrCA; apply: ler_wpmul2l => //.
by apply: ler_pmul; rewrite ?lift_ge0 ?lo_ge0 ?most_lift_ge ?least_lift_le.
Qed.
End Pairs.
