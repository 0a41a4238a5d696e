(* What LDP says of a later release and of maximal leakage: facts that proofs of exported statements
   use. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes tangent claims_pmc payoffs products.
From pmlsym Require Import guesses mechanisms claims_costs averages attained chains facts.
From pmlsym Require Import facts_chains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* two quotients for one value are the same, up to a factor *)
Lemma rep_unique (R : realType) (v : val R) a b c d : rep v a b -> rep v c d ->
  exists t, [/\ 0 < t, a = t * c & b = t * d].
Proof.
case: v => [x [a0 b0 ->] [c0 d0 ->]|[a0 ->] [c0 ->]|[-> b0] [-> d0]|] //.
- by exists (b / d); split; rewrite ?divr_gt0 //; field; rewrite gt_eqF.
- by exists (a / c); split; rewrite ?divr_gt0 ?mulr0 //; field; rewrite gt_eqF.
- by exists (b / d); split; rewrite ?divr_gt0 ?mulr0 //; field; rewrite gt_eqF.
Qed.
Lemma rep_unique1 (R : realType) (v : val R) a c : rep v a 1 -> rep v c 1 -> a = c.
Proof.
by move=> h k; have [t [_ -> e]] := rep_unique h k; move: e; rewrite mulr1 => <-; rewrite mul1r.
Qed.

Section Farthest.
Variables (R : realType) (T : finType) (p : law R T) (A B : finType) (X : T -> A) (Y : T -> B).

(* at every outcome, lifts are as far apart as at the worst one, or less *)
Lemma farthest_lifts a b : rep (worst p Y (ldp p X Y)) a b -> forall y, 0 < pr p Y y ->
  maxlift p X Y y * b <= a * minlift p X Y y.
Proof.
have [z [z0 -> far]] := worst_ldp_is p X Y => r y y0.
have [t [t0 -> ->]] := rep_unique r (rep_ldp_any X z0).
by rewrite mulrCA -mulrA ler_pmul2l // far.
Qed.
Lemma farthest_pos a b : rep (worst p Y (ldp p X Y)) a b -> [/\ 0 < a, 0 <= b & b <= a].
Proof.
have [z [z0 -> far]] := worst_ldp_is p X Y => r.
have [t [t0 -> ->]] := rep_unique r (rep_ldp_any X z0); have h := most_lift_gt0 X z0.
rewrite mulr_gt0 // mulr_ge0 ?(ltW t0) ?lo_ge0 //; split=> //; rewrite ler_pmul2l //.
exact: le_trans (lo_le1 _ _ _ _) (most_lift_ge1 X z0).
Qed.

(* the likelihoods of an outcome add up to at least its largest one and n - 1 times its least *)
Hypothesis full : forall x, 0 < pr p X x.
Lemma leakage_ldp a b m : rep (worst p Y (ldp p X Y)) a b -> rep (maximal_leakage p X Y) m 1 ->
  m * (a + (size R X - 1) * b) <= size R X * a.
Proof.
move=> r /(rep_unique1 (rep_leakage p X Y))<-; have [a0 b0 _] := farthest_pos r.
have -> : size R X * a = \sum_y a * \sum_x given p X Y x y.
  rewrite -mulr_sumr exchange_big /= mulrC; congr (_ * _).
  by rewrite (eq_bigr (fun=> 1)) => [|x _]; rewrite ?sumr_const // given_sum.
rewrite sum_maxE mulr_suml; apply: ler_sum => y _.
have [y0|/pr_le0 e] := ltP 0 (pr p Y y); last first.
  by rewrite e !mul0r mulr_ge0 ?(ltW a0) ?sumr_ge0 // => x _; apply: given_ge0.
have [x x0 e] := most_lift_is X y0.
have -> : \sum_x given p X Y x y = pr p Y y * \sum_x lift p X Y x y.
  by rewrite mulr_sumr; apply: eq_bigr => i _; apply: given_lift_at.
rewrite mulrCA -mulrA ler_pmul2l // (bigD1 x) //= e mulrDr mulrDr mulrC ler_add2l.
have c : \sum_(i | i != x) minlift p X Y y = (size R X - 1) * minlift p X Y y.
  have : \sum_(i : A) minlift p X Y y = size R X * minlift p X Y y.
    by rewrite sumr_const /size mulr_natl.
  by rewrite (bigD1 x) //= mulrBl mul1r => <-; rewrite addrAC subrr add0r.
apply: (@le_trans _ _ (a * ((size R X - 1) * minlift p X Y y))); last first.
  by rewrite ler_pmul2l // -c; apply: ler_sum => i _; apply: least_lift_le.
rewrite mulrCA [X in _ <= X]mulrCA; apply: ler_wpmul2l; last exact: farthest_lifts r _ y0.
have : 1%:R <= size R X by rewrite ler_nat; apply/card_gt0P; exists x.
by rewrite subr_ge0.
Qed.
End Farthest.

Section Chains.
Variables (R : realType) (T : finType) (p : law R T) (A B C : finType).
Variables (X : T -> A) (Y : T -> B) (Z : T -> C).
Hypothesis h : markov p X Y Z.

(* sum over y of (a P(y|x') - b P(y|x)) (P(z|y) - least) is at least 0, and the like from above *)
Lemma chain_ldp_both a b c d e f : rep (worst p Y (ldp p X Y)) a b ->
  rep (worst p Z (ldp p Y Z)) c d -> rep (worst p Z (ldp p X Z)) e f ->
  e * (a * d + b * c) <= f * (a * c + b * d).
Proof.
move=> r1 r2; have [a0 b0 ba] := farthest_pos r1; have [c0 d0 dc] := farthest_pos r2.
have [z [z0 -> _]] := worst_ldp_is p X Z => r3.
have [t [t0 -> ->]] := rep_unique r3 (rep_ldp_any X z0); rewrite -!mulrA ler_pmul2l //.
have [x x0 <-] := most_lift_is X z0; have [x' x'0 <-] := least_lift_is X z0.
set m := minlift p Y Z z; set M := maxlift p Y Z z.
pose w i y := pr p Y y * lift p X Y i y; pose g y := lift p Y Z y z.
have sum1 i : 0 < pr p X i -> \sum_(y | 0 < pr p Y y) w i y = 1.
  move=> i0; rewrite -(given_sum Y i0) [RHS](bigID (fun y => 0 < pr p Y y)) /=.
  rewrite [X in _ = _ + X]big1 ?addr0 => [|y]; last first.
    by rewrite -leNgt => /pr_le0 y0; rewrite given_lift_at // y0 mul0r.
  by apply: eq_bigr => y _; rewrite given_lift_at.
have liftE i : 0 < pr p X i -> lift p X Z i z = \sum_(y | 0 < pr p Y y) w i y * g y.
  move=> i0; apply: (mulIf (lt0r_neq0 z0)); rewrite (chain_lift_mean h z i0) mulr_suml.
  rewrite (bigID (fun y => 0 < pr p Y y)) /= [X in _ + X]big1 ?addr0 => [|y]; last first.
    rewrite -leNgt => /pr_le0 y0; suff -> : pr p (both Y Z) (y, z) = 0 by rewrite mul0r.
    by apply/pr_le0; rewrite -y0 pr_le_l.
  by apply: eq_bigr => y _; rewrite joint_any /w /g; ring.
have gm y : 0 < pr p Y y -> m <= g y by apply: least_lift_le.
have gM y : 0 < pr p Y y -> g y <= M by apply: most_lift_ge.
have near i j y : 0 < pr p X i -> 0 < pr p X j -> 0 < pr p Y y -> 0 <= a * w i y - b * w j y.
  move=> i0 j0 y0; rewrite subr_ge0 /w mulrCA [X in _ <= X]mulrCA ler_pmul2l // [X in X <= _]mulrC.
  apply: le_trans (_ : maxlift p X Y y * b <= _); first by rewrite ler_wpmul2r ?most_lift_ge.
  apply: le_trans (farthest_lifts r1 y0) _; rewrite ler_pmul2l //; exact: least_lift_le.
have split i j (k : B -> R) : 0 < pr p X i -> 0 < pr p X j ->
    \sum_(y | 0 < pr p Y y) (a * w i y - b * w j y) * k y =
    a * (\sum_(y | 0 < pr p Y y) w i y * k y) - b * (\sum_(y | 0 < pr p Y y) w j y * k y).
  by move=> i0 j0; rewrite !mulr_sumr -sumrB; apply: eq_bigr => y _; ring.
have shift i (k : R) : 0 < pr p X i ->
    \sum_(y | 0 < pr p Y y) w i y * (g y - k) = lift p X Z i z - k.
  move=> i0; rewrite liftE // -[k in RHS]mul1r -(sum1 i i0) mulr_suml -sumrB.
  by apply: eq_bigr => y _; rewrite mulrBr.
have up : 0 <= a * (lift p X Z x' z - m) - b * (lift p X Z x z - m).
  rewrite -!shift // -split //; apply: sumr_ge0 => y y0.
  by rewrite mulr_ge0 ?near // subr_ge0 gm.
have down : 0 <= b * (lift p X Z x' z - M) - a * (lift p X Z x z - M).
  rewrite -opprB oppr_ge0 -!shift // -split //; apply: sumr_le0 => y y0.
  by rewrite mulr_ge0_le0 ?near // subr_le0 gM.
have far := farthest_lifts r2 z0; rewrite -/m -/M in far.
move: up down; move: (lift p X Z x z) (lift p X Z x' z) => F F' up down.
rewrite -subr_ge0.
have -> : F' * (a * c + b * d) - F * (a * d + b * c) =
  c * (a * (F' - m) - b * (F - m)) + d * (b * (F' - M) - a * (F - M)) + (a - b) * (c * m - M * d).
  by ring.
by rewrite !addr_ge0 // mulr_ge0 ?(ltW c0) // subr_ge0.
Qed.
End Chains.
