(* The closed forms for two bounds on the lifts, from those for one. Nothing here has to be read. *)
From mathcomp Require Import all_ssreflect all_algebra ring mathcomp_extra fingroup perm.
From mathcomp.classical Require Import boolp.
From mathcomp.analysis Require Import reals sequences exp.
From pmlsym Require Import values law quotients extremes claims_pmc payoffs guesses products.
From pmlsym Require Import exclusions stretched claims_extremal mechanisms vertices zeros cyclic.
From pmlsym Require Import simplex rescaled.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Bounds.
Variables (R : realType) (l u : R).
Hypotheses (l0 : 0 < l) (u0 : 0 <= u).
Local Notation L := (expR (- l)).
Local Notation U := (expR u).
Local Notation B := (rescaled_bound L U).

Lemma lower_lt1 : L < 1. Proof. by rewrite expR_lt1 oppr_lt0. Qed.
Lemma bound_ge1 : 1 <= B. Proof. exact: rescaled_bound_ge1 lower_lt1 (expR_ge1 u0). Qed.
Lemma level_ge0 : 0 <= ln B. Proof. exact: ln_ge0 bound_ge1. Qed.
Lemma of_level : expR (ln B) = B.
Proof. by rewrite lnK // posrE (lt_le_trans ltr01 bound_ge1). Qed.
Let d : 0 < 1 - L. Proof. by rewrite subr_gt0 lower_lt1. Qed.
Lemma raised_bound : L + (1 - L) * B = U.
Proof. by rewrite /rescaled_bound; field; rewrite gt_eqF. Qed.

(* whatever is optimal under PML is so under ALIP, if it is raised *)
Lemma raised_optimal (A C : finType) (P : law R A) (mu mu' : (A -> R) -> R) best (q : C -> R)
    (t : C -> A -> R) : (forall x, 0 < P x) -> (forall v, mu' v = mu (raised L v)) ->
  optimal P (@with_pml R A (ln B)) (utility mu') best q t ->
  optimal P (@with_alip R A l u) (utility mu) best q (fun y => raised L (t y)).
Proof.
move=> full e h; have [_ same _] := extremal_bounded_holds mu full l0 u0; apply/same.
have <- : mu' = (fun v => mu (raised L v)) by apply/funext.
suff -> : (fun y => rescaled L (raised L (t y))) = t by [].
by apply/funext => y; exact: (raisedK lower_lt1).
Qed.
End Bounds.

Theorem extremal_bounded_binary_holds : extremal_bounded_binary.
Proof.
move=> R A P a b l u mu rare l0 u0 L U mu_convex; have [ab two a0 a_le_b] := rare.
have full x : 0 < P x by case: (two x) => -> //; apply: lt_le_trans a_le_b.
have [_ _ [to_convex _]] := extremal_bounded_holds mu full l0 u0.
have := extremal_binary_holds rare (level_ge0 l0 u0) _; rewrite of_level // => /(_ _ (to_convex _)).
move=> /(_ mu_convex) [one two' three].
have raise q v w : optimal_ends P (@with_pml R A (ln (rescaled_bound L U)))
    (fun t => mu (raised L t)) q v w ->
    optimal_ends P (@with_alip R A l u) mu q (raised L v) (raised L w).
  move=> /(raised_optimal l0 u0 (mu := mu) full (fun=> erefl)).
  rewrite /optimal_ends; set f := (fun y => raised _ _).
  suff -> : f = (fun y : bool => if y then raised L v else raised L w) by [].
  by apply/funext; case.
by split=> h; apply: raise; [apply: one | apply: two' | apply: three].
Qed.

Theorem extremal_bounded_uniform_holds : extremal_bounded_uniform.
Proof.
move=> R A P l u f same l0 u0 L U B n m r f_convex.
have n0 : (0 < #|A|)%N by apply/card_gt0P; exists (point P).
have full x : 0 < P x by rewrite uniform_mass // divr_gt0 ?ltr01 ?ltr0n.
have L1 := lower_lt1 l0; have eB := of_level l0 u0.
have top : L + (1 - L) * B = U := raised_bound u l0.
pose g z := f (L + (1 - L) * z).
have d : 0 < 1 - L by rewrite subr_gt0.
have within z : 0 <= z <= B -> L <= L + (1 - L) * z <= U.
  move=> /andP[z0 zB]; rewrite ler_addl mulr_ge0 ?(ltW d) //= -top.
  by rewrite ler_add2l ler_wpmul2l // ltW.
have g_convex : convex_between 0 B g.
  move=> s x y s01 hx hy; rewrite /g.
  have -> : L + (1 - L) * (s * x + (1 - s) * y) =
    s * (L + (1 - L) * x) + (1 - s) * (L + (1 - L) * y) by ring.
  by apply: f_convex => //; apply: within.
have := @extremal_uniform_holds R A P (ln B) g same (level_ge0 l0 u0).
rewrite /= eB => /(_ g_convex) h.
have := raised_optimal l0 u0 (mu := separable f) full (fun=> erefl) h.
by rewrite /g top mulr0 addr0.
Qed.

Theorem extremal_bounded_regions_holds : extremal_bounded_regions.
Proof.
move=> R A P l u k full l0 u0 k01 L; set U := expR u; set B := rescaled_bound L U.
have L1 : L < 1 := lower_lt1 l0; have eB : expR (ln B) = B := of_level l0 u0.
have d : 0 < 1 - L by rewrite subr_gt0.
have [same _] := @extremal_regions_holds R A P (ln B) k full k01; rewrite eB in same.
apply: iff_trans same.
have zero (T C : finType) (p : law R T) (X : T -> A) (Y : T -> C) y :
    (forall x, pr p X x = P x) -> 0 < pr p Y y ->
    ruled_out p X Y y = [set x | lift p X Y x y == 0].
  move=> e y0; apply/setP => x; rewrite !inE given_lift => [|z]; last by rewrite e.
  by rewrite mulf_eq0 (gt_eqF y0).
have inverse z : - L / (1 - L) + 1 / (1 - L) * z = (z - L) / (1 - L).
  by field; rewrite gt_eqF.
split=> -[T [C [p [X [Y [y [e ok y0 <-]]]]]]].
  have {}ok : with_lifts L U p X Y by apply/with_alip_lifts => // x; rewrite e.
  have one : - L / (1 - L) + 1 / (1 - L) = 1 by field; rewrite gt_eqF.
  have ge x z : 0 < pr p Y z -> 0 <= - L / (1 - L) + 1 / (1 - L) * lift p X Y x z.
    by move=> /(ok x); rewrite inverse rescaled_within // => /andP[].
  have [S [q [X' [Y' [e1 e2 e3]]]]] := moved_mechanism full one e ge.
  exists S, C, q, X', Y', y; rewrite e2; split=> //.
    apply/with_pml_lifts => [x|x z]; first by rewrite e1.
    by rewrite e2 eB => z0; rewrite e3 // inverse -rescaled_within // ok.
  rewrite zero ?e2 //; apply: eq_card => x; rewrite !inE e3 // inverse.
  by rewrite mulf_eq0 invr_eq0 (gt_eqF d) orbF subr_eq0.
have {}ok : with_lifts 0 B p X Y by rewrite -eB; apply/with_pml_lifts => // x; rewrite e.
have one : L + (1 - L) = 1 by ring.
have within x z : 0 < pr p Y z -> L <= L + (1 - L) * lift p X Y x z <= U.
  move=> /(ok x) h; rewrite (rescaled_within _ L1).
  have -> // : (L + (1 - L) * lift p X Y x z - L) / (1 - L) = lift p X Y x z.
  by field; rewrite gt_eqF.
have ge x z : 0 < pr p Y z -> 0 <= L + (1 - L) * lift p X Y x z.
  by move=> /(within x)/andP[h _]; apply: le_trans h; apply/ltW/expR_gt0.
have [S [q [X' [Y' [e1 e2 e3]]]]] := moved_mechanism full one e ge.
exists S, C, q, X', Y', y; rewrite e2; split=> //.
  by apply/with_alip_lifts => [x|x z]; rewrite ?e1 // e2 => z0; rewrite e3 // within.
rewrite zero //; apply: eq_card => x; rewrite !inE e3 // addrC -subr_eq0 addrK.
by rewrite mulf_eq0 (gt_eqF d).
Qed.
