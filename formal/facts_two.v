(* Leakage about a secret of two values: facts that proofs of exported statements use. Nothing here
   has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs products.
From pmlsym Require Import guesses mechanisms claims_costs averages attained chains facts.
From pmlsym Require Import facts_chains facts_pairs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* two equally likely secrets: the outcome of the largest lift is that of the least *)
Section Uniform.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).
Hypotheses (full : forall x, 0 < pr p X x) (two : #|A| = 2%N) (u : uniform p X).

Lemma two_ldp_sum : vle (vadd (worst p Y (pml p X Y)) (worst p Y (pmc p X Y)))
  (worst p Y (ldp p X Y)).
Proof.
have [y [y0 -> far]] := worst_ldp_is p X Y; have [y1 [y10 -> _]] := worst_pml_is p X Y.
have [y2 [y20 -> least]] := worst_pmc_is p X Y; have h := most_lift_gt0 X y10.
rewrite (rep_le (rep_addl (rep_pml_any X y10) (rep_pmc p X Y y2) h ltr01) (rep_ldp_any X y0)).
rewrite mulr1 mul1r; apply: le_trans (far _ y20); apply: ler_wpmul2r; first exact: lo_ge0.
rewrite (two_uniform full y10 two u) (two_uniform full y20 two u).
by rewrite ler_add2l ler_opp2 least.
Qed.
End Uniform.

Section Fork.
Variables (R : realType) (T : finType) (p : law R T) (A B C : finType).
Variables (X : T -> A) (Y : T -> B) (Z : T -> C).
Hypotheses (full : forall x, 0 < pr p X x) (two : #|A| = 2%N) (h : markov p Y X Z).

Lemma two_sum x : exists x', forall F : A -> R, \sum_i F i = F x + F x'.
Proof.
have c : #|predC1 x| = 1%N by rewrite cardC1 two.
have [x' e] := mem_card1 c; exists x' => F; rewrite (bigD1 x) //=; congr (_ + _).
by rewrite (eq_bigl (pred1 x')) ?big_pred1_eq // => i; have := e i; rewrite !inE.
Qed.

(* Chebyshev's inequality, or one release makes the secret no likelier *)
Lemma two_lift x y z : 0 < pr p (both Y Z) (y, z) ->
  lift p X (both Y Z) x (y, z) <= maxlift p X Y y * maxlift p X Z z.
Proof.
move=> yz0; have [y0 z0] := both_gt0 yz0; have [x' s] := two_sum x.
have := mean_lift X yz0; rewrite s !fork_lift //.
have := mean_lift X z0; rewrite s; have := mean_lift X y0; rewrite s.
have := pr_sum p X; rewrite s; set k := _ / _.
have k0 : 0 <= k by rewrite divr_ge0 ?mulr_ge0 ?pr_ge0.
have P0 := ltW (full x); have P0' := ltW (full x').
have a1 := most_lift_ge Y y (full x); have b1 := most_lift_ge Z z (full x).
have hy := most_lift_ge1 X y0; have hz := most_lift_ge1 X z0.
have a0 := lift_ge0 p X Y y x; have b0 := lift_ge0 p X Z z x.
have a0' := lift_ge0 p X Y y x'; have b0' := lift_ge0 p X Z z x'.
move: (pr p X x) (pr p X x') (lift p X Y x y) (lift p X Y x' y) (lift p X Z x z) (lift p X Z x' z)
  (maxlift p X Y y) (maxlift p X Z z) P0 P0' a1 b1 hy hz a0 b0 a0' b0'.
move=> P Q a a' b b' c d P0 Q0 ac bd c1 d1 a0 b0 a0' b0' tot ea eb e.
have c0 := le_trans ler01 c1; have d0 := le_trans ler01 d1.
have some t : 0 <= t -> t <= P * (a * b) + Q * (a' * b') -> k * t <= 1.
  move=> t0 le; rewrite -e; apply: le_trans (ler_wpmul2l k0 le) _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have qe : Q = 1 - P by rewrite -tot addrC addKr.
have [b1|b1] := leP b b'.
  have kb : k * b <= 1.
    apply: some => //; rewrite -[X in X <= _]mulr1 -ea -subr_ge0.
    have -> : P * (a * b) + Q * (a' * b') - b * (P * a + Q * a') = Q * a' * (b' - b) by ring.
    by rewrite !mulr_ge0 // subr_ge0.
  have -> : k * (a * b) = a * (k * b) by ring.
  apply: ler_pmul => //; first by rewrite mulr_ge0.
  exact: le_trans kb d1.
have [a1|a1] := leP a a'.
  have ka : k * a <= 1.
    apply: some => //; rewrite -[X in X <= _]mulr1 -eb -subr_ge0.
    have -> : P * (a * b) + Q * (a' * b') - a * (P * b + Q * b') = Q * b' * (a' - a) by ring.
    by rewrite !mulr_ge0 // subr_ge0.
  rewrite mulrA; apply: ler_pmul => //; first by rewrite mulr_ge0.
  exact: le_trans ka c1.
have k1 : k * 1 <= 1.
  apply: (some _ ler01); have -> : 1 = (P * a + Q * a') * (P * b + Q * b') :> R.
    by rewrite ea eb mulr1.
  rewrite -subr_ge0 {}qe.
  have -> : P * (a * b) + (1 - P) * (a' * b') - (P * a + (1 - P) * a') * (P * b + (1 - P) * b') =
    P * (1 - P) * ((a - a') * (b - b')) by ring.
  by rewrite !mulr_ge0 ?subr_ge0 ?(ltW a1) ?(ltW b1) // -tot ler_addl.
rewrite mulr1 in k1; apply: le_trans (_ : a * b <= _); last exact: ler_pmul.
by rewrite ler_pimull // mulr_ge0.
Qed.

Lemma two_fork_pml : vle (worst p (both Y Z) (pml p X (both Y Z)))
  (vadd (worst p Y (pml p X Y)) (worst p Z (pml p X Z))).
Proof.
have [[y z] [yz0 -> _]] := worst_pml_is p X (both Y Z); have [y0 z0] := both_gt0 yz0.
have [y' [y1 -> mostY]] := worst_pml_is p X Y; have [z' [z1 -> mostZ]] := worst_pml_is p X Z.
have hy := most_lift_gt0 X y1; have hz := most_lift_gt0 X z1.
rewrite (rep_le (rep_pml_any X yz0) (rep_sum (rep_pml_any X y1) (rep_pml_any X z1) hy hz)) !mulr1.
have [x x0 <-] := most_lift_is X yz0; apply: le_trans (two_lift x yz0) _.
by apply: ler_pmul; rewrite ?hi_ge0 ?mostY ?mostZ.
Qed.
End Fork.
